/* columns.h: shared by columns.c (the scan), column.c (the type) and column_arrow.c. */
#ifndef HAYAPACK_COLUMNS_H
#define HAYAPACK_COLUMNS_H

#include "partial/partial.h"

/* The same numbers as in hayapack._values.columns. */
enum column_type { COLUMN_UNKNOWN, COLUMN_INT64, COLUMN_FLOAT64, COLUMN_BOOL, COLUMN_STR, COLUMN_BYTES };

/* The Column object: one field of all rows. Immutable. */
struct column {
    PyObject_HEAD
    PyObject *weak; /* list of weak references */
    enum column_type type;
    Py_ssize_t length, null_count;
    PyObject *data;    /* bytes */
    PyObject *offsets; /* bytes, for str and bytes columns; else NULL */
    PyObject
        *validity; /* bytes: one bit per row, lowest bit first, 1 if the row has a value; NULL: every row has one */
};

extern PyType_Spec column_spec;

/* Steals data, offsets and validity, on failure as well. */
PyObject *column_new(PyTypeObject *type, enum column_type kind, Py_ssize_t length, Py_ssize_t null_count,
                     PyObject *data, PyObject *offsets, PyObject *validity);

/* column_arrow.c: the methods of the Arrow PyCapsule interface. */
PyObject *column_arrow_schema(PyObject *o, PyObject *unused);
PyObject *column_arrow_array(PyObject *o, PyObject *args, PyObject *kwargs);

extern const char columns_doc[];
PyObject *columns_function(PyObject *module, PyObject *args, PyObject *kwargs);

#endif
