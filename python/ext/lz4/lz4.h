/* lz4.h: the functions of the module for compressed messages. */
#ifndef HAYAPACK_LZ4_H
#define HAYAPACK_LZ4_H

#include "runtime/common.h"

/* In the module's state. */
struct lz4_references {
    PyObject *missing; /* None: liblz4 is loaded; a str: why it can't be; NULL: not tried yet */
};

/* The function hayapack.decompress(). */
PyObject *lz4_decompress(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
/* The function hayapack._native.liblz4(). */
PyObject *lz4_missing(PyObject *module, PyObject *unused);

#endif
