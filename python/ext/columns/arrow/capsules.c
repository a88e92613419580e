/* capsules.c: the structs in the capsules that Python objects give. */
#include "arrow.h"

const char *arrow_class(PyObject *o)
{
    const char *name = Py_TYPE(o)->tp_name, *dot = strrchr(name, '.');
    return dot != NULL ? dot + 1 : name;
}

/* The pointer of a capsule whose struct is not yet taken. `released`: offset of the member `release`. */
static void *arrow_pointer(PyObject *capsule, const char *name, size_t released, PyObject *from)
{
    if (!PyCapsule_IsValid(capsule, name))
        return PyErr_Format(PyExc_TypeError, "%.200s gave %.200s where a capsule \"%s\" is expected", arrow_class(from),
                            arrow_class(capsule), name);
    char *pointer = PyCapsule_GetPointer(capsule, name);
    void *release;
    memcpy(&release, pointer + released, sizeof release);
    if (release == NULL)
        return PyErr_Format(PyExc_ValueError, "%.200s gave a capsule \"%s\" that was used before", arrow_class(from),
                            name);
    return pointer;
}

/* o.method(). NULL: an exception is set. */
static PyObject *arrow_call(PyObject *o, const char *method)
{
    PyObject *bound = PyObject_GetAttrString(o, method);
    if (bound == NULL) {
        if (PyErr_ExceptionMatches(PyExc_AttributeError))
            PyErr_Format(PyExc_TypeError, "an object with %s is expected, not %.200s", method, arrow_class(o));
        return NULL;
    }
    PyObject *result = PyObject_CallNoArgs(bound);
    Py_DECREF(bound);
    return result;
}

/* The struct in the capsule that o.method() gives. */
static void *arrow_taken(PyObject *o, const char *method, const char *name, size_t released, PyObject **capsule)
{
    *capsule = arrow_call(o, method);
    if (*capsule == NULL)
        return NULL;
    void *pointer = arrow_pointer(*capsule, name, released, o);
    if (pointer == NULL)
        Py_CLEAR(*capsule);
    return pointer;
}

struct ArrowSchema *arrow_schema_of(PyObject *o, PyObject **capsule)
{
    return arrow_taken(o, "__arrow_c_schema__", ARROW_SCHEMA_CAPSULE, offsetof(struct ArrowSchema, release), capsule);
}

struct ArrowArrayStream *arrow_stream_of(PyObject *o, PyObject **capsule)
{
    return arrow_taken(o, "__arrow_c_stream__", ARROW_STREAM_CAPSULE, offsetof(struct ArrowArrayStream, release),
                       capsule);
}

struct ArrowArray *arrow_array_of(PyObject *o, struct ArrowSchema **schema, PyObject **pair)
{
    struct ArrowArray *array = NULL;
    *pair = arrow_call(o, "__arrow_c_array__");
    if (*pair == NULL)
        return NULL;
    if (!PyTuple_Check(*pair) || PyTuple_GET_SIZE(*pair) != 2)
        PyErr_Format(PyExc_TypeError, "__arrow_c_array__ of %.200s gave no pair of capsules", arrow_class(o));
    else if ((*schema = arrow_pointer(PyTuple_GET_ITEM(*pair, 0), ARROW_SCHEMA_CAPSULE,
                                      offsetof(struct ArrowSchema, release), o)) != NULL)
        array = arrow_pointer(PyTuple_GET_ITEM(*pair, 1), ARROW_ARRAY_CAPSULE, offsetof(struct ArrowArray, release), o);
    if (array == NULL)
        Py_CLEAR(*pair);
    return array;
}
