/* unpack.h: what decodes a whole value, for the module, the class Unpacker and other folders. */
#ifndef HAYAPACK_UNPACK_H
#define HAYAPACK_UNPACK_H

#include "native.h"

/*
 * Decodes the value at source->begin and returns a new reference, with its
 * length in bytes in *used; or NULL with an exception set. A declared count is
 * compared with the remaining bytes before anything is allocated for it. Python
 * code may run, so the bytes must be stable (struct flat).
 */
PyObject *unpack_value(struct native_state *state, const struct unpack_options *opt, const struct source *source,
                       size_t *used);

/* Whether a message of `size` bytes that begins with this one may be for unpack_short(). */
HAYA_INLINE bool unpack_is_short(uint8_t lead, size_t size)
{
    if (size == 1)
        return true;
    if (lead < HAYA_FIXARRAY)
        return false;
    return lead < HAYA_FIXSTR ? size == 1 + (size_t)(lead & 0x0f)
           : lead < HAYA_NIL  ? size == 1 + (size_t)(lead & 0x1f)
                              : (uint8_t)(lead - HAYA_FLOAT32) <= HAYA_INT64 - HAYA_FLOAT32 && size <= 9;
}

/* unpack/small_messages.c: the value of such a message, with the default options, if it is one scalar, an empty
 * container or a list of small integers; else NULL without an exception. */
PyObject *unpack_short(const struct native_state *state, const uint8_t *s, size_t size);

/* unpack/unpack_compressed.c: as unpack_value(), for a message that may be compressed. *used: its compressed length. */
PyObject *unpack_compressed(struct native_state *state, const struct unpack_options *opt, const struct source *source,
                            size_t *used);

/* unpack/hooks.c: each returns a new reference, or NULL with an exception set. */

/* A list of n pairs from 2 n references, which it steals on success only. */
PyObject *hooks_pair_list(PyObject **pairs, size_t n);
/* Steals data, the payload, which may be NULL. */
PyObject *hooks_ext(const struct native_state *state, const struct unpack_options *opt, int8_t code, PyObject *data);
/* at: the first byte of the timestamp, for errors. */
PyObject *hooks_timestamp(struct native_state *state, const struct unpack_options *opt,
                          const struct haya_timestamp *time, const struct source *source, const uint8_t *at);
PyObject *hooks_text(const struct unpack_options *opt, const uint8_t *s, size_t n);

#endif
