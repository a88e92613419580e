/* compressed.h: what unpack/ and pack/ call for compressed messages, and what lz4.c and lz4_python.c share. */
#ifndef HAYAPACK_COMPRESSED_H
#define HAYAPACK_COMPRESSED_H

#include "native.h"

/* The content of a compressed message, in `bytes` or in `object`. */
struct lz4_content {
    uint8_t *bytes;   /* owned: `size` bytes and UNPACK_SLACK more, or NULL */
    PyObject *object; /* owned: a bytes object, or NULL */
    size_t size;
    size_t end; /* length of the compressed message in bytes */
};

/* 1: *content is the decompressed content, in allocated memory or, with as_bytes or without liblz4, in a bytes
 * object; 0: the message is not compressed; -1: an exception is set. limit: the most bytes of content. */
int lz4_open(struct native_state *state, const struct source *source, size_t limit, bool as_bytes,
             struct lz4_content *content);
void lz4_release(struct lz4_content *content);
/* The compressed form of `size` bytes at begin, as a new bytes object. obj: the packed object, for errors. NULL: an
 * exception is set. */
PyObject *lz4_pack(struct native_state *state, const struct pack_options *opt, const uint8_t *begin, size_t size,
                   PyObject *obj);

/* Loads liblz4 at the first call. 1: it is available; 0: it is missing, and the functions below must be used;
 * -1: an exception is set. */
int lz4_load(struct native_state *state);

/* Calls hayapack._values.lz4.unframe(). Results as of lz4_open() in lz4.c. */
int lz4_open_python(struct native_state *state, const struct source *source, size_t limit, struct lz4_content *content);
/* Calls hayapack._values.lz4.frame(): the compressed form of `size` bytes at begin, as a new bytes object. */
PyObject *lz4_pack_python(struct native_state *state, const struct pack_options *opt, const uint8_t *begin, size_t size,
                          PyObject *obj);

#endif
