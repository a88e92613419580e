/* errors.c: error names and facts -> the exceptions that hayapack._errors.make_errors builds. */
#include "native.h"
#include "hayapack_path.h"

int errors_raise(PyObject *exception, const char *format, ...)
{
    va_list facts;
    va_start(facts, format);
    PyErr_FormatV(exception, format, facts);
    va_end(facts);
    return -1;
}

int errors_no_memory(void)
{
    PyErr_NoMemory();
    return -1;
}

void errors_raise_made(PyObject *exception)
{
    if (exception != NULL)
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    Py_XDECREF(exception);
}

PyObject *errors_take(void)
{
    PyObject *type, *exception, *trace;
    PyErr_Fetch(&type, &exception, &trace);
    PyErr_NormalizeException(&type, &exception, &trace);
    if (exception != NULL && trace != NULL)
        PyException_SetTraceback(exception, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return exception;
}

void errors_path(const uint8_t *message, size_t size, size_t offset, bool typed, char *out)
{
    struct haya_path_walk *walk = PyMem_RawMalloc(sizeof *walk);
    if (walk != NULL) {
        haya_path_begin(walk, message, size, typed);
        haya_path_next(walk, offset, out, HAYA_PATH_MAX);
    } else { /* the walk on the stack */
        (typed ? haya_path_typed : haya_path)(message, size, offset, out, HAYA_PATH_MAX);
    }
    PyMem_RawFree(walk);
}

void errors_unpack_at(struct native_state *state, enum haya_error error, const struct source *source, const uint8_t *at,
                      const char *path, PyObject *facts)
{
    if (facts == NULL && PyErr_Occurred())
        return;
    size_t left = (size_t)(source->end - at);
    PyObject *place = source->unpacked ? PyLong_FromUnsignedLongLong(source->lz4_base) : Py_NewRef(Py_None);
    if (place == NULL) {
        Py_XDECREF(facts);
        return;
    }
    PyObject *full = PyUnicode_FromFormat("%s%s", source->within != NULL ? source->within : "$", path + 1);
    if (full != NULL)
        errors_raise_made(PyObject_CallFunction(state->errors.unpack, "sy#nKOOO", haya_error_name(error),
                                                (const char *)at, (Py_ssize_t)(left < 16 ? left : 16), (Py_ssize_t)left,
                                                (unsigned long long)(source->base + (size_t)(at - source->begin)), full,
                                                facts != NULL ? facts : Py_None, place));
    Py_XDECREF(full);
    Py_DECREF(place);
    Py_XDECREF(facts);
}

void errors_unpack(struct native_state *state, enum haya_error error, const struct source *source, const uint8_t *at,
                   PyObject *facts)
{
    size_t size = (size_t)(source->end - source->begin), offset = (size_t)(at - source->begin);
    char path[HAYA_PATH_MAX];
    if (error == HAYA_ERR_EXTRA_DATA)
        memcpy(path, "$", 2); /* the bytes after a message have no place in it */
    else
        errors_path(source->message != NULL ? source->message : source->begin - source->before, source->before + size,
                    source->before + offset, source->typed, path);
    errors_unpack_at(state, error, source, at, path, facts);
}

void errors_extra_data(struct native_state *state, const struct source *source, const uint8_t *at, PyObject *value)
{
    PyObject *facts = Py_BuildValue("(Ny#)", value, (const char *)at, (Py_ssize_t)(source->end - at));
    errors_unpack(state, HAYA_ERR_EXTRA_DATA, source, at, facts);
}

void errors_out_of_data(struct native_state *state, uint64_t offset)
{
    errors_raise_made(PyObject_CallFunction(state->errors.out_of_data, "K", (unsigned long long)offset));
}

void errors_buffer_full(struct native_state *state, uint64_t offset, Py_ssize_t limit)
{
    errors_raise_made(PyObject_CallFunction(state->errors.buffer_full, "Kn", (unsigned long long)offset, limit));
}

void errors_pack(struct native_state *state, const char *name, PyObject *obj, size_t offset, PyObject *parts,
                 Py_ssize_t max_depth)
{
    errors_raise_made(
        PyObject_CallFunction(state->errors.pack, "sOnOn", name, obj, (Py_ssize_t)offset, parts, max_depth));
}
