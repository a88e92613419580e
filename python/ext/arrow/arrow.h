/*
 * arrow.h: the structs of the Arrow C data interface and of the C stream interface.
 *
 * Their layout and the meaning of their members are fixed by those interfaces. A struct with `release` == NULL is
 * released: it has no content. Who takes a struct over copies it and sets the `release` of the original to NULL.
 */
#ifndef HAYAPACK_ARROW_H
#define HAYAPACK_ARROW_H

#include "runtime/common.h"

#define ARROW_FLAG_NULLABLE 2

/* Names of the capsules of the PyCapsule protocol. */
#define ARROW_SCHEMA_CAPSULE "arrow_schema"
#define ARROW_ARRAY_CAPSULE "arrow_array"
#define ARROW_STREAM_CAPSULE "arrow_array_stream"

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

/* get_schema and get_next return 0 or an errno code; after an error get_last_error gives its text, which is valid
 * until the next call. get_next gives a released array at the end. */
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

/* ---- schemas.c ---------------------------------------------------------- */

/* The most levels of a schema's fields. */
#define ARROW_DEPTH 64

/* Whether arrays of both schemas have the same layout and their structs the same names of fields. NULL: yes; else where
 * they differ, in words. Needs no GIL. */
const char *arrow_schema_difference(const struct ArrowSchema *a, const struct ArrowSchema *b);

/* The name of an object's class, without its module. */
const char *arrow_class(PyObject *o);
/* The struct in the capsule that o.__arrow_c_schema__() or o.__arrow_c_stream__() gives, and the capsule as a new
 * reference. NULL: an exception is set. */
struct ArrowSchema *arrow_schema_of(PyObject *o, PyObject **capsule);
struct ArrowArrayStream *arrow_stream_of(PyObject *o, PyObject **capsule);
/* The array of o.__arrow_c_array__(), and its schema; *pair owns both. NULL: an exception is set. */
struct ArrowArray *arrow_array_of(PyObject *o, struct ArrowSchema **schema, PyObject **pair);

/* ---- stream.c ----------------------------------------------------------- */

/* The function arrow_stream() of _native, and its docstring. */
extern const char arrow_stream_doc[];
PyObject *arrow_stream_function(PyObject *module, PyObject *args);

#endif
