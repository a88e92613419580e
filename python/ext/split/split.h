/* split.h: where messages of a stream begin, for hayapack.stream: scan_messages.c, guess_boundary.c. */
#ifndef HAYAPACK_SPLIT_H
#define HAYAPACK_SPLIT_H

#include "native.h"

/* The functions scan_messages() and guess_boundary() of _native, and their docstrings. */
extern const char split_messages_doc[], split_guess_doc[];
PyObject *split_messages(PyObject *module, PyObject *args);
PyObject *split_guess(PyObject *module, PyObject *args);

#endif
