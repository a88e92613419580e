/*
 * arrow_stream.c: arrow_stream(), a stream of the Arrow C stream interface whose arrays a Python iterator makes.
 *
 * A consumer may call the stream from any thread, without a thread state, and release it after the interpreter has
 * ended. What belongs to the stream is changed with the GIL held. A count keeps it alive while a call is under way,
 * because the iterator's code may release the stream that is calling it.
 */
#include "arrow.h"
#include "runtime/errors.h"

#include <errno.h>

struct arrow_source {
    PyObject *schema;  /* has __arrow_c_schema__ */
    PyObject *first;   /* the capsule of its schema, with which all others are compared */
    PyObject *batches; /* an iterator; NULL: it has ended, or failed */
    char *message;     /* of the last error, or NULL; PyMem_RawMalloc */
    int error;         /* of the iterator, which each later call repeats; 0: none */
    Py_ssize_t users;  /* the struct that a consumer has, and calls under way */
};

/* ---- lifetime ----------------------------------------------------------- */

static void stream_leave(struct arrow_source *source)
{
    PyObject *type, *value, *trace;
    if (--source->users > 0)
        return;
    PyErr_Fetch(&type, &value, &trace); /* closing a generator runs its code */
    Py_XDECREF(source->batches);
    Py_XDECREF(source->schema);
    Py_XDECREF(source->first);
    PyErr_Restore(type, value, trace);
    PyMem_RawFree(source->message);
    PyMem_RawFree(source);
}

static void stream_release(struct ArrowArrayStream *stream)
{
    struct arrow_source *source = stream->private_data;
    stream->release = NULL;
    stream->private_data = NULL;
    if (!Py_IsInitialized())
        return; /* the process ends: the objects must not be touched any more */
    PyGILState_STATE state = PyGILState_Ensure();
    stream_leave(source);
    PyGILState_Release(state);
}

static void stream_drop(PyObject *capsule)
{
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, ARROW_STREAM_CAPSULE);
    if (stream->release != NULL)
        stream->release(stream);
    PyMem_RawFree(stream);
}

/* ---- errors ------------------------------------------------------------- */

/* The errno code of an exception. */
static int stream_code(PyObject *error)
{
    if (PyErr_GivenExceptionMatches(error, PyExc_MemoryError))
        return ENOMEM;
    if (PyErr_GivenExceptionMatches(error, PyExc_NotImplementedError))
        return ENOSYS;
    if (PyErr_GivenExceptionMatches(error, PyExc_ValueError) || PyErr_GivenExceptionMatches(error, PyExc_TypeError))
        return EINVAL;
    if (PyErr_GivenExceptionMatches(error, PyExc_KeyboardInterrupt))
        return EINTR;
    if (PyErr_GivenExceptionMatches(error, PyExc_OSError)) {
        PyObject *number = PyObject_GetAttrString(error, "errno");
        long code = number != NULL && PyLong_Check(number) ? PyLong_AsLong(number) : 0;
        Py_XDECREF(number);
        PyErr_Clear();
        if (code > 0 && code < 4096)
            return (int)code;
    }
    return EIO;
}

/* "ValueError: its text" as new memory; NULL: none is left. */
static char *stream_text(PyObject *error)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(error), "__name__");
    PyObject *text = PyObject_Str(error);
    PyErr_Clear();
    PyObject *joined = NULL, *bytes = NULL;
    if (name != NULL && PyUnicode_Check(name))
        joined = text != NULL && PyUnicode_GetLength(text) != 0 ? PyUnicode_FromFormat("%U: %U", name, text)
                                                                : Py_NewRef(name);
    if (joined != NULL)
        bytes = PyUnicode_AsEncodedString(joined, "utf-8", "backslashreplace");
    PyErr_Clear();
    char *message = NULL;
    if (bytes != NULL && (message = PyMem_RawMalloc((size_t)PyBytes_GET_SIZE(bytes) + 1)) != NULL)
        memcpy(message, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes) + 1);
    Py_XDECREF(name);
    Py_XDECREF(text);
    Py_XDECREF(joined);
    Py_XDECREF(bytes);
    return message;
}

/* Moves the exception that is set to the stream's error; its errno code. */
static int stream_failed(struct arrow_source *source)
{
    PyObject *error = errors_take();
    int code = stream_code(error);
    char *message = stream_text(error);
    PyMem_RawFree(source->message);
    source->message = message;
    source->error = code;
    if (code == EINTR && PyErr_GivenExceptionMatches(error, PyExc_KeyboardInterrupt))
        PyErr_SetInterrupt(); /* the consumer makes an OSError of it, which programs handle: pending again */
    Py_DECREF(error);
    Py_CLEAR(source->batches);
    return code;
}

static const char *stream_last_error(struct ArrowArrayStream *stream)
{
    const struct arrow_source *source = stream->private_data;
    return source != NULL ? source->message : NULL;
}

/* ---- what a consumer calls ---------------------------------------------- */

/* Whether `schema` may stand for the stream's. -1: an exception is set. */
static int stream_compare(const struct arrow_source *source, const struct ArrowSchema *schema, const char *what)
{
    const struct ArrowSchema *first = PyCapsule_GetPointer(source->first, ARROW_SCHEMA_CAPSULE);
    const char *difference = arrow_schema_difference(first, schema);
    if (difference == NULL)
        return 0;
    return errors_raise(PyExc_ValueError, "%s does not have the schema of the stream: %s", what, difference);
}

static int stream_make_schema(struct arrow_source *source, struct ArrowSchema *out)
{
    PyObject *capsule;
    struct ArrowSchema *schema = arrow_schema_of(source->schema, &capsule);
    if (schema == NULL)
        return -1;
    int status = stream_compare(source, schema, "a later __arrow_c_schema__");
    if (status == 0) {
        *out = *schema;
        schema->release = NULL;
    }
    Py_DECREF(capsule);
    return status;
}

static int stream_make_array(struct arrow_source *source, struct ArrowArray *out)
{
    if (source->batches == NULL)
        return 0;
    PyObject *iterator = Py_NewRef(source->batches), *pair;
    PyObject *batch = PyIter_Next(iterator);
    Py_DECREF(iterator);
    if (batch == NULL) {
        if (PyErr_Occurred())
            return -1;
        Py_CLEAR(source->batches);
        return 0;
    }
    struct ArrowSchema *schema;
    struct ArrowArray *array = arrow_array_of(batch, &schema, &pair);
    Py_DECREF(batch);
    if (array == NULL)
        return -1;
    int status = stream_compare(source, schema, "a batch");
    if (status == 0) {
        *out = *array;
        array->release = NULL;
    }
    Py_DECREF(pair);
    return status;
}

/* One of the two calls: the other struct is NULL. */
static int stream_call(struct ArrowArrayStream *stream, struct ArrowSchema *schema, struct ArrowArray *array)
{
    struct arrow_source *source = stream->private_data;
    if (source == NULL || !Py_IsInitialized())
        return EIO;
    PyGILState_STATE state = PyGILState_Ensure();
    int code = source->error;
    if (code == 0) {
        source->users++;
        if ((schema != NULL ? stream_make_schema(source, schema) : stream_make_array(source, array)) < 0)
            code = stream_failed(source);
        stream_leave(source);
    }
    PyGILState_Release(state);
    return code;
}

static int stream_get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    memset(out, 0, sizeof *out);
    return stream_call(stream, out, NULL);
}

static int stream_get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    memset(out, 0, sizeof *out);
    return stream_call(stream, NULL, out);
}

/* ---- making it ---------------------------------------------------------- */

const char arrow_stream_doc[] =
    "arrow_stream(schema, batches)\n--\n\n"
    "A capsule \"arrow_array_stream\" of the Arrow C stream interface.\n\n"
    "schema has __arrow_c_schema__; batches is an iterable of objects that have __arrow_c_array__, arrays of that\n"
    "schema. The iterator is called when the consumer asks for the next array, in the consumer's thread. What it\n"
    "raises becomes the consumer's error. Raises TypeError, and RuntimeError in an interpreter that is not the main "
    "one.";

/* A new stream, without `batches`. NULL: an exception is set. */
static struct arrow_source *stream_source(PyObject *schema)
{
    PyObject *first;
    struct ArrowSchema *found = arrow_schema_of(schema, &first);
    if (found == NULL)
        return NULL;
    const char *fault = arrow_schema_difference(found, found);
    struct arrow_source *source = NULL;
    if (fault != NULL)
        PyErr_Format(PyExc_ValueError, "the schema cannot be used: %s", fault);
    else if ((source = PyMem_RawCalloc(1, sizeof *source)) == NULL)
        PyErr_NoMemory();
    if (source == NULL) {
        Py_DECREF(first);
        return NULL;
    }
    source->first = first;
    source->schema = Py_NewRef(schema);
    source->users = 1;
    return source;
}

PyObject *arrow_stream_function(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *schema, *batches, *capsule = NULL;
    if (!PyArg_ParseTuple(args, "OO:arrow_stream", &schema, &batches))
        return NULL;
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        /* a consumer's thread can only acquire the GIL of the main interpreter */
        return PyErr_Format(PyExc_RuntimeError, "arrow_stream() needs the main interpreter");
    }
    struct ArrowArrayStream *stream = PyMem_RawCalloc(1, sizeof *stream);
    struct arrow_source *source = stream != NULL ? stream_source(schema) : NULL;
    if (source != NULL && (source->batches = PyObject_GetIter(batches)) != NULL) {
        *stream =
            (struct ArrowArrayStream){stream_get_schema, stream_get_next, stream_last_error, stream_release, source};
        capsule = PyCapsule_New(stream, ARROW_STREAM_CAPSULE, stream_drop);
    }
    if (capsule == NULL) {
        if (stream == NULL)
            PyErr_NoMemory();
        if (source != NULL)
            stream_leave(source);
        PyMem_RawFree(stream);
    }
    return capsule;
}
