/* get.h: the value at a path. */
#ifndef HAYAPACK_PARTIAL_GET_H
#define HAYAPACK_PARTIAL_GET_H

#include "path_steps.h"

/* Moves a cursor along the steps. Each map that a key leads into is read to its end, since the last one of repeated
 * keys counts. 0; 1: there is no such value, and `quiet` is set; -1: an exception is set. */
int get_walk(const struct partial *m, struct steps *steps, struct haya_cursor *cursor, bool quiet);

extern const char get_doc[];
PyObject *get_function(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);

#endif
