/* errors.h: exceptions of unpacking and packing. */
#ifndef HAYAPACK_ERRORS_H
#define HAYAPACK_ERRORS_H

#include "source.h"

#include "hayapack.h"

struct native_state;

/* In the module's state: functions of hayapack._errors.make_errors. */
struct errors_builders {
    PyObject *unpack, *pack, *out_of_data, *buffer_full;
};

/* Raises an exception of this class with the text that PyErr_Format() makes. Returns -1. */
COLD int errors_raise(PyObject *exception, const char *format, ...);
/* Raises MemoryError. Returns -1. */
COLD int errors_no_memory(void);
/* Raises the exception, which it steals. NULL: another one is set, and stays. */
COLD void errors_raise_made(PyObject *exception);
/* The exception that is set, with its traceback, as a new reference; it is not set any more. NULL: none is. */
COLD PyObject *errors_take(void);
/* Writes the path of the value at an offset to out, which has HAYA_PATH_MAX bytes: that of haya_path() or, if typed, of
 * haya_path_typed(), in little of the thread's stack. The GIL need not be held. */
COLD void errors_path(const uint8_t *message, size_t size, size_t offset, bool typed, char *out);
/* Raises `error` about the value whose first byte is at `at`. Steals facts; if facts is NULL and an
 * exception is set, that exception stays, else NULL means None. */
COLD void errors_unpack(struct native_state *state, enum haya_error error, const struct source *source,
                        const uint8_t *at, PyObject *facts);
/* The same, with a path that is known; source->within replaces its "$". */
COLD void errors_unpack_at(struct native_state *state, enum haya_error error, const struct source *source,
                           const uint8_t *at, const char *path, PyObject *facts);
/* Raises ExtraData: bytes from `at` on follow a complete value. Steals value. */
COLD void errors_extra_data(struct native_state *state, const struct source *source, const uint8_t *at,
                            PyObject *value);
/* Raises OutOfData: the stream ends inside a message. offset: its end. */
COLD void errors_out_of_data(struct native_state *state, uint64_t offset);
/* Raises BufferFull: a chunk at `offset` exceeds the stream's limit. */
COLD void errors_buffer_full(struct native_state *state, uint64_t offset, Py_ssize_t limit);
/* Raises the packing error `name` about obj. offset: bytes written before it; parts: its path, as
 * hayapack._errors.make_errors.pack_error() takes it; max_depth: the limit. */
COLD void errors_pack(struct native_state *state, const char *name, PyObject *obj, size_t offset, PyObject *parts,
                      Py_ssize_t max_depth);

#endif
