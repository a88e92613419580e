/* source.h: the input of a call, and where in the stream and in the message it is. */
#ifndef HAYAPACK_SOURCE_H
#define HAYAPACK_SOURCE_H

#include "common.h"

/* Bytes beyond the end of a padded buffer that may be read. */
#define UNPACK_SLACK 32

/* The input of one unpack_value() call, and what errors need for offsets and paths. */
struct source {
    const uint8_t *begin, *end; /* the value, and the end of the input */
    uint64_t base;              /* offset of begin that errors report */
    bool padded;                /* UNPACK_SLACK bytes beyond end may be read */
    size_t before;              /* bytes of the message before begin, for paths */
    const uint8_t *message;     /* start of that message; NULL: begin - before */
    uint64_t pending;           /* values that the message needs after the one at begin */
    size_t outside;             /* open containers outside the value, which limits.depth does not count */
    bool key;                   /* the value is a map's key */
    bool typed;                 /* paths lead into ext 100: the option `types` is set */
    PyObject *views;            /* borrowed, for zero_copy: a memoryview of the bytes that the program gave, which
                                 * payloads are slices of; NULL: they are memoryviews of their own copies */
    size_t views_at;            /* offset of begin in `views` */
    bool unpacked;              /* the input was decompressed; then: */
    uint64_t lz4_base;          /* offset of the compressed message in the stream */
    const char *within;         /* paths begin with it instead of "$": the message is one of many; or NULL */
};

#endif
