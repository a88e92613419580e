/* column_errors.c: the errors of columns(), with their offsets and paths. */
#include "columns.h"

/* The beginning of paths: "$", or with the number of the row. */
static void column_errors_within(const struct read_state *t, const struct where *where, char *text, size_t size)
{
    if (!where->numbered)
        PyOS_snprintf(text, size, "$");
    else if (t->layout == ROWS_VALUES)
        PyOS_snprintf(text, size, "$[%zu][%zu]", where->row, t->field);
    else
        PyOS_snprintf(text, size, "$[%zu]", where->row);
}

static PyObject *column_errors_facts(const struct read_state *t, const struct where *where, const struct partial *one,
                                     size_t at)
{
    const struct fault *fault = &t->fault;
    if (fault->error == HAYA_ERR_INVALID_UTF8)
        return PyBytes_FromStringAndSize((const char *)fault->text, (Py_ssize_t)fault->text_size);
    if (fault->error == HAYA_ERR_SIZE_LIMIT)
        return PyLong_FromSize_t(one->opt->limits.bytes);
    return partial_facts(one, fault->error, &where->start, at);
}

/* The path of the value at an offset of the message. */
static void column_errors_path(const struct where *where, const struct partial *one, size_t at,
                               char path[HAYA_PATH_MAX])
{
    if (where->walk != NULL)
        haya_path_next(where->walk, at, path, HAYA_PATH_MAX);
    else
        errors_path(one->bytes, one->size, at, false, path);
}

/* Raises a structural fault, or invalid content. */
static void column_errors_unpack(const struct read_state *t, const struct where *where, const struct partial *one,
                                 size_t at)
{
    struct source source = partial_whole(one);
    if (t->fault.error != HAYA_ERR_EXTRA_DATA) {
        char path[HAYA_PATH_MAX];
        column_errors_path(where, one, at, path);
        errors_unpack_at(one->state, t->fault.error, &source, one->bytes + at, path,
                         column_errors_facts(t, where, one, at));
        return;
    }
    PyObject *value = partial_value(one, &where->start, NULL);
    if (value == NULL) { /* the row was read, but not all of its content */
        PyErr_Clear();
        value = Py_NewRef(Py_None);
    }
    errors_extra_data(one->state, &source, one->bytes + at, value);
}

/* Raises the ColumnTypeError. */
static void column_errors_misfit(const struct read_state *t, const struct where *where, const struct partial *one,
                                 size_t at)
{
    const struct fault *fault = &t->fault;
    const size_t left = one->size - at;
    char path[HAYA_PATH_MAX];
    column_errors_path(where, one, at, path);
    PyObject *full = PyUnicode_FromFormat("%s%s", one->within, path + 1);
    PyObject *place = where->unpacked ? PyLong_FromSize_t(where->lz4_base) : Py_NewRef(Py_None);
    if (full != NULL && place != NULL)
        errors_raise_made(PyObject_CallFunction(one->state->columns.error, "iy#nOiiO", fault->wanted,
                                                (const char *)one->bytes + at, (Py_ssize_t)(left < 16 ? left : 16),
                                                (Py_ssize_t)(one->base + at), full, (int)fault->unit, (int)fault->fit,
                                                place));
    Py_XDECREF(full);
    Py_XDECREF(place);
}

int column_errors_raise(const struct read_state *t, const struct where *where)
{
    const struct fault *fault = &t->fault;
    struct partial one = *where->m;
    if (fault->raised)
        return -1;
    if (fault->memory)
        return errors_no_memory();
    if (fault->too_many)
        return errors_raise(
            PyExc_OverflowError,
            "a column of lists, maps or a dictionary has more than 2**31-1 items: read the rows in parts");
    char within[64];
    column_errors_within(t, where, within, sizeof within);
    one.within = within;
    one.base = where->base + where->message;
    one.unpacked = where->unpacked;
    one.lz4_base = where->lz4_base;
    one.views = NULL; /* they are of the whole buffer */
    one.bytes += where->message;
    one.size -= where->message;
    const size_t at = fault->at - where->message;
    if (fault->error == HAYA_OK)
        column_errors_misfit(t, where, &one, at);
    else
        column_errors_unpack(t, where, &one, at);
    return -1;
}
