/* file.h: the file that an Unpacker reads. */
#ifndef HAYAPACK_FILE_H
#define HAYAPACK_FILE_H

#include "runtime/common.h"

struct native_state;

/* In the module's state: functions of hayapack._errors.make_errors. */
struct file_references {
    PyObject *not_a_file, *not_bytes, *not_decodable;
};

struct file {
    struct native_state *state;
    PyObject *read;  /* NULL: there is no file */
    PyObject *read1; /* NULL: the file has none, or it does not work */
    bool proven;     /* read1 has returned bytes or None */
};

/* -1: an exception is set. file: Py_None and NULL are no file. */
int file_open(struct native_state *state, PyObject *object, struct file *file);
/* The next bytes, at most n, as soon as some have arrived; n > 0. b"" or None: none are available now. A new
 * reference to an object with the buffer protocol or None, or NULL with an exception set. */
PyObject *file_read_some(struct file *file, Py_ssize_t n);
/* All n bytes, or as many as there are before the end; bytes of any size if the file returns more. */
PyObject *file_read_all(struct file *file, Py_ssize_t n);

#endif
