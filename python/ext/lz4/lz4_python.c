/* lz4_python.c: loads liblz4; where it is missing, calls hayapack._values.lz4 instead. */
#include "liblz4.h"
#include "compressed.h"

const struct liblz4 *_Atomic liblz4;

/* The text of the current exception, which says why liblz4 can't be loaded, and which it clears. NULL with another
 * exception set. */
static PyObject *lz4_reason(void)
{
    PyObject *error = errors_take(), *text = PyObject_Str(error);
    Py_DECREF(error);
    return text;
}

/* As lz4_references.missing: a new reference, or NULL with an exception set. */
static PyObject *lz4_find(void)
{
    /* Not PyCapsule_Import(), which hides the reason of a failure. */
    PyObject *module = PyImport_ImportModule(LIBLZ4_MODULE);
    PyObject *capsule = module != NULL ? PyObject_GetAttrString(module, "functions") : NULL;
    Py_XDECREF(module);
    if (capsule == NULL)
        return PyErr_ExceptionMatches(PyExc_ImportError) ? lz4_reason() : NULL;
    const struct liblz4 *functions = PyCapsule_GetPointer(capsule, LIBLZ4_CAPSULE);
    Py_DECREF(capsule);
    if (functions == NULL)
        return NULL;
    liblz4 = functions;
    return Py_NewRef(Py_None);
}

int lz4_load(struct native_state *state)
{
    PyObject *missing = threads_load(&state->lz4.missing);
    if (missing == NULL && (missing = threads_publish(&state->lz4.missing, lz4_find())) == NULL)
        return -1;
    return missing == Py_None;
}

PyObject *lz4_missing(PyObject *module, PyObject *Py_UNUSED(unused))
{
    struct native_state *state = PyModule_GetState(module);
    return lz4_load(state) < 0 ? NULL : Py_NewRef(state->lz4.missing);
}

static PyObject *lz4_helper(const char *name)
{
    PyObject *module = PyImport_ImportModule("hayapack._values.lz4");
    PyObject *helper = module != NULL ? PyObject_GetAttrString(module, name) : NULL;
    Py_XDECREF(module);
    return helper;
}

int lz4_open_python(struct native_state *state, const struct source *source, size_t limit, struct lz4_content *content)
{
    PyObject *helper = lz4_helper("unframe");
    PyObject *found = helper == NULL
                          ? NULL
                          : PyObject_CallFunction(helper, "y#nKOs", (const char *)source->begin,
                                                  (Py_ssize_t)(source->end - source->begin), (Py_ssize_t)limit,
                                                  (unsigned long long)source->base, state->lz4.missing,
                                                  source->within != NULL ? source->within + 1 : "");
    Py_XDECREF(helper);
    if (found == Py_None) { /* another thread has changed the buffer since it was examined */
        Py_DECREF(found);
        return 0;
    }
    Py_ssize_t end = 0;
    *content = (struct lz4_content){.bytes = NULL};
    if (found == NULL || !PyArg_ParseTuple(found, "O!n", &PyBytes_Type, &content->object, &end)) {
        Py_XDECREF(found);
        return -1;
    }
    Py_INCREF(content->object);
    Py_DECREF(found);
    content->size = (size_t)PyBytes_GET_SIZE(content->object);
    content->end = (size_t)end;
    return 1;
}

PyObject *lz4_pack_python(struct native_state *state, const struct pack_options *opt, const uint8_t *begin, size_t size,
                          PyObject *obj)
{
    PyObject *helper = lz4_helper("frame");
    PyObject *bytes = helper == NULL ? NULL
                                     : PyObject_CallFunction(helper, "y#iiOO", (const char *)begin, (Py_ssize_t)size,
                                                             (int)opt->lz4, opt->lz4_level, obj, state->lz4.missing);
    Py_XDECREF(helper);
    return bytes;
}
