/* file.c: the file that an Unpacker reads: which of its methods, and the errors for other objects. */
#include "native.h"

/* Raises what `build` of hayapack._errors.make_errors makes from the object and the exception that is set (if any),
 * which is replaced. */
static COLD void file_fail(PyObject *build, PyObject *object)
{
    PyObject *cause = errors_take();
    errors_raise_made(PyObject_CallFunctionObjArgs(build, object, cause != NULL ? cause : Py_None, NULL));
    Py_XDECREF(cause);
}

/* A method of the object in *method; NULL if it has none. -1: an exception is set. */
static int file_read1(PyObject *object, PyObject **method)
{
    *method = PyObject_GetAttrString(object, "read1");
    if (*method == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
    } else if (!PyCallable_Check(*method)) {
        Py_CLEAR(*method);
    }
    return 0;
}

int file_open(struct native_state *state, PyObject *object, struct file *file)
{
    *file = (struct file){.state = state};
    if (object == NULL || object == Py_None)
        return 0;
    PyObject *read = PyObject_GetAttr(object, state->str.read);
    if (read == NULL) {
        if (PyErr_ExceptionMatches(PyExc_AttributeError))
            file_fail(state->file.not_a_file, object);
        return -1;
    }
    if (!PyCallable_Check(read))
        PyErr_SetString(PyExc_TypeError, "`file_like.read` must be a callable");
    if (!PyCallable_Check(read) || file_read1(object, &file->read1) < 0) {
        Py_DECREF(read);
        return -1;
    }
    file->read = read;
    return 0;
}

static bool file_is_result(PyObject *data)
{
    return data == Py_None || PyObject_CheckBuffer(data);
}

/* Whether the exception that is set says that there is no such method: io.UnsupportedOperation (the only class
 * that is both an OSError and a ValueError), an abstract method, a wrapper around an object without the method,
 * or another signature. */
static bool file_has_no_read1(void)
{
    return (PyErr_ExceptionMatches(PyExc_OSError) && PyErr_ExceptionMatches(PyExc_ValueError)) ||
           PyErr_ExceptionMatches(PyExc_NotImplementedError) || PyErr_ExceptionMatches(PyExc_AttributeError) ||
           PyErr_ExceptionMatches(PyExc_TypeError);
}

/* `data`, or NULL with an exception set if it is not what a file may return. Steals it. */
static PyObject *file_checked(struct file *file, PyObject *data)
{
    if (data == NULL) {
        if (PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
            file_fail(file->state->file.not_decodable, file->read);
    } else if (!file_is_result(data)) {
        file_fail(file->state->file.not_bytes, data);
        Py_CLEAR(data);
    }
    return data;
}

PyObject *file_read_some(struct file *file, Py_ssize_t n)
{
    if (file->read1 == NULL)
        return file_read_all(file, n);
    PyObject *data = PyObject_CallFunction(file->read1, "n", n);
    bool usable = data != NULL ? file_is_result(data) : !file_has_no_read1();
    if (file->proven || usable) {
        file->proven |= data != NULL;
        return file_checked(file, data);
    }
    Py_XDECREF(data); /* not NULL: of a stand-in, such as unittest.mock's, whose read() alone is set up */
    PyErr_Clear();
    Py_CLEAR(file->read1);
    return file_read_all(file, n);
}

PyObject *file_read_all(struct file *file, Py_ssize_t n)
{
    return file_checked(file, PyObject_CallFunction(file->read, "n", n));
}
