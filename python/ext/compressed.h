/* compressed.h: what lz4.c and lz4_python.c share. */
#ifndef HAYAPACK_COMPRESSED_H
#define HAYAPACK_COMPRESSED_H

#include "native.h"

/* The message that a compressed one holds: in `bytes` or in `object`. */
struct lz4_content {
    uint8_t *bytes;   /* size of them, with UNPACK_SLACK more, or NULL */
    PyObject *object; /* bytes, or NULL */
    size_t size;
    size_t end;       /* where the compressed one ends */
};

/* Loads liblz4 when it is first called. 1: it is there; 0: it is missing, and
 * the Python functions below do the work; -1: an exception is set. */
int lz4_load(struct native_state *state);

/* hayapack._lz4.unframe: as lz4_open() in lz4.c. */
int lz4_open_python(struct native_state *state, const struct source *source, size_t limit,
                    struct lz4_content *content);
/* hayapack._lz4.frame: the compressed form of size bytes at begin. */
PyObject *lz4_pack_python(struct native_state *state, const struct pack_options *opt, const uint8_t *begin,
                          size_t size, PyObject *obj);

#endif
