/*
 * structs.h: the structs of the Arrow C data interface and of the C stream interface.
 *
 * Their layout and the meaning of their members are fixed by those interfaces. A struct with `release` == NULL is
 * released: it has no content. Who takes a struct over copies it and sets the `release` of the original to NULL.
 */
#ifndef HAYAPACK_ARROW_STRUCTS_H
#define HAYAPACK_ARROW_STRUCTS_H

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

#endif
