/* buffers.h: the bytes of an object with the buffer protocol. */
#ifndef HAYAPACK_BUFFERS_H
#define HAYAPACK_BUFFERS_H

#include "source.h"

struct unpack_options;

/*
 * The bytes of a contiguous buffer with items of one byte.
 *
 * Only a bytes object never changes. The memory of any other exporter may be
 * written at any moment by another thread, another process or a hook, so it is
 * copied before it is decoded; see docs/internals/memory.md.
 */
struct flat {
    const uint8_t *bytes;
    size_t size;
    bool stable;   /* the bytes cannot change before buffer_release() */
    bool mapped;   /* they are an mmap object's, and not copied as a whole: a file may be larger than memory */
    bool padded;   /* UNPACK_SLACK bytes beyond the end may be read */
    bool exported; /* view must be released */
    Py_buffer view;
    void *copy;      /* owned memory that bytes points to; NULL: bytes points to the exporter's */
    PyObject *views; /* owned: a memoryview of the exporter's bytes, of format "B" and one dimension, or NULL */
};

/* Gets the bytes of o, without a copy if they are contiguous. Unless they are stable, each byte may be read
 * only once before buffer_settle(). -1: an exception is set, and there is nothing to release. */
int buffer_get(PyObject *o, struct flat *flat);
/* The same for zero_copy, with flat->views. If o is not contiguous, its bytes are copied and `views` is of the copy. */
int buffer_get_views(PyObject *o, struct flat *flat);
/* Makes the bytes stable: copies them, if necessary, and releases the exporter unless there are views of it. opt: as
 * for buffer_copy_of(). -1: MemoryError is set, and there is nothing to release. */
int buffer_settle(struct flat *flat, const struct unpack_options *opt);
/* A copy of the n bytes at s and UNPACK_SLACK zeros, to be released by PyMem_Free(). If opt is not NULL and has
 * zero_copy, decoding does not read payloads, so large ones in the value at s are left out: zeros, of which the system
 * allocates no pages where possible. The bytes at s may change meanwhile. NULL: MemoryError is set. */
uint8_t *buffer_copy_of(const uint8_t *s, size_t n, const struct unpack_options *opt);
void buffer_release(struct flat *flat);

#endif
