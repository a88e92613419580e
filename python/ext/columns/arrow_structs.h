/* arrow_structs.h: the structs of the Arrow C data interface, whose ABI does not change. */
#ifndef HAYAPACK_ARROW_STRUCTS_H
#define HAYAPACK_ARROW_STRUCTS_H

#include "runtime/common.h"

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

#endif
