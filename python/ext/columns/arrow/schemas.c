/* schemas.c: structs from Python objects; whether two schemas agree. */
#include "arrow.h"

/* ---- capsules ----------------------------------------------------------- */

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

/* ---- comparing ---------------------------------------------------------- */

struct arrow_pair {
    const struct ArrowSchema *a, *b;
    int64_t child; /* the next one to compare; -1: the dictionary */
};

static bool arrow_same_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

/* Compares two fields without their children. */
static const char *arrow_field_difference(const struct ArrowSchema *a, const struct ArrowSchema *b)
{
    if (a == NULL || b == NULL || a->release == NULL || b->release == NULL || a->format == NULL || b->format == NULL)
        return "a schema has no content";
    if (strcmp(a->format, b->format) != 0)
        return "a field has another type";
    if (a->n_children != b->n_children || a->n_children < 0)
        return "the number of fields differs";
    if ((a->dictionary == NULL) != (b->dictionary == NULL))
        return "a field is a dictionary in one of them only";
    if (a->n_children != 0 && (a->children == NULL || b->children == NULL))
        return "a schema has no content";
    return NULL;
}

const char *arrow_schema_difference(const struct ArrowSchema *a, const struct ArrowSchema *b)
{
    struct arrow_pair open[ARROW_DEPTH];
    const char *difference = arrow_field_difference(a, b);
    int depth = 0;
    if (difference == NULL)
        open[depth++] = (struct arrow_pair){a, b, -1};
    while (difference == NULL && depth > 0) {
        struct arrow_pair *top = &open[depth - 1];
        const struct ArrowSchema *x = NULL, *y = NULL;
        if (top->child == top->a->n_children) {
            depth--;
            continue;
        }
        if (top->child >= 0) {
            x = top->a->children[top->child];
            y = top->b->children[top->child];
        } else if (top->a->dictionary != NULL) {
            x = top->a->dictionary;
            y = top->b->dictionary;
        }
        bool named = top->child >= 0 && strcmp(top->a->format, "+s") == 0;
        if (top->child++ < 0 && x == NULL)
            continue;
        difference = arrow_field_difference(x, y);
        if (difference == NULL && named && !arrow_same_text(x->name, y->name))
            difference = "a field has another name";
        else if (difference == NULL && depth == ARROW_DEPTH)
            difference = "the fields are nested too deeply";
        else if (difference == NULL)
            open[depth++] = (struct arrow_pair){x, y, -1};
    }
    return difference;
}
