/*
 * liblz4.h: a table of the liblz4 functions that the core calls.
 *
 * `hayapack._native` is not linked with liblz4, so that it can be imported where
 * that library is missing. `hayapack._liblz4` is linked with it and exports this
 * table in a capsule, which lz4_python.c imports when the first compressed
 * message is packed or unpacked.
 */
#ifndef HAYAPACK_LIBLZ4_H
#define HAYAPACK_LIBLZ4_H

#define LIBLZ4_MODULE "hayapack._liblz4"
#define LIBLZ4_CAPSULE LIBLZ4_MODULE ".functions"

/* The prototypes are those of lz4.h and lz4hc.h; their ABI is stable. */
struct liblz4 {
    int (*decompress_safe)(const char *from, char *to, int from_size, int to_size);
    int (*state_size)(void);
    int (*compress_fast)(void *state, const char *from, char *to, int from_size, int to_size, int acceleration);
    int (*state_size_hc)(void);
    int (*compress_hc)(void *state, const char *from, char *to, int from_size, int to_size, int level);
};

/* NULL until lz4_load() has succeeded, then constant until the process ends. Any thread may read it. */
extern const struct liblz4 *_Atomic liblz4;

#endif
