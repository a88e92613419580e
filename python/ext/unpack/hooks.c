/* hooks.c: the parts of unpacking that call Python code. */
#include "unpack/unpack.h"

PyObject *hooks_pair_list(PyObject **pairs, size_t n)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    if (list != NULL)
        PyObject_GC_UnTrack(list); /* until all its items are set */
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *pair = PyTuple_Pack(2, pairs[2 * i], pairs[2 * i + 1]);
        if (pair == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, (Py_ssize_t)i, pair);
    }
    if (list != NULL)
        PyObject_GC_Track(list);
    for (size_t i = 0; list != NULL && i < 2 * n; i++)
        Py_DECREF(pairs[i]);
    return list;
}

PyObject *hooks_ext(const struct native_state *state, const struct unpack_options *opt, int8_t code, PyObject *data)
{
    PyObject *hook = opt->ext_hook != NULL ? opt->ext_hook : (PyObject *)state->ext_type;
    PyObject *type = PyLong_FromLong(code);
    PyObject *o = NULL;
    if (type != NULL && data != NULL)
        o = PyObject_CallFunctionObjArgs(hook, type, data, NULL);
    Py_XDECREF(type);
    Py_XDECREF(data);
    return o;
}

PyObject *hooks_timestamp(struct native_state *state, const struct unpack_options *opt,
                          const struct haya_timestamp *time, const struct source *source, const uint8_t *at)
{
    PyObject *made = times_new(state, opt->timestamp, time);
    if (LIKELY(made != NULL) || PyErr_Occurred())
        return made;
    PyObject *stamp = PyObject_CallFunction((PyObject *)state->timestamp_type, "Lk", (long long)time->seconds,
                                            (unsigned long)time->nanoseconds);
    if (stamp == NULL || opt->timestamp == 0)
        return stamp;
    PyObject *o = PyObject_CallMethodNoArgs(stamp, opt->timestamp == 1   ? state->str.to_unix
                                                   : opt->timestamp == 2 ? state->str.to_unix_nano
                                                                         : state->str.to_datetime);
    if (o == NULL && opt->timestamp == 3 && PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        errors_unpack(state, HAYA_ERR_TIMESTAMP_RANGE, source, at, Py_NewRef(stamp));
    }
    Py_DECREF(stamp);
    return o;
}

PyObject *hooks_text(const struct unpack_options *opt, const uint8_t *s, size_t n)
{
    const char *errors = PyUnicode_AsUTF8(opt->unicode_errors);
    return errors == NULL ? NULL : PyUnicode_DecodeUTF8((const char *)s, (Py_ssize_t)n, errors);
}
