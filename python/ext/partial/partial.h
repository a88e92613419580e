/*
 * partial.h: partial decoding: reading single values of a message without decoding
 * the rest. Shared by get.c, view.c, view_map.c and columns.c.
 */
#ifndef HAYAPACK_PARTIAL_H
#define HAYAPACK_PARTIAL_H

#include "native.h"

#include "hayapack_walk.h"

/*
 * A message in memory, and the options for decoding its values.
 *
 * If it is not stable, its bytes may change between two reads. Therefore a walk
 * reads each header once and compares its length with the end of the buffer,
 * whose size is fixed; and code that reads the bytes of a value more than once
 * works on a copy.
 */
struct partial {
    struct native_state *state;
    const struct unpack_options *opt;
    const uint8_t *bytes;
    size_t size;
    bool stable, padded; /* as in struct flat */
    PyObject *views;     /* borrowed, as in struct flat */
    /* for errors, as in struct source; zeros for a message that is alone */
    const char *within;
    uint64_t base, lz4_base;
    bool unpacked;
};

/* The bytes that follow a compressed message. */
struct partial_rest {
    PyObject *bytes; /* owned, or NULL: none */
    size_t at;       /* their offset */
};

/* Sets m->bytes and the fields that follow it from o; m->state and m->opt must be set. BufferFull if o has more
 * than max_buffer_size bytes. 0, or -1 with an exception set and nothing to release. */
int partial_get(struct partial *m, PyObject *o, struct flat *flat);
/* The same for one message, which with the option lz4 may be compressed: flat then owns its content. rest: where the
 * bytes after a compressed message are stored, or NULL. */
int partial_get_message(struct partial *m, PyObject *o, struct flat *flat, struct partial_rest *rest);

/* The whole message, for errors about the value at an address in it. */
static inline struct source partial_whole(const struct partial *m)
{
    return (struct source){.begin = m->bytes,
                           .end = m->bytes + m->size,
                           .base = m->base,
                           .within = m->within,
                           .unpacked = m->unpacked,
                           .lz4_base = m->lz4_base};
}

/* The keyword arguments of get, View and columns, as bits of option_name: those of unpackb that define how a
 * value is decoded. get also has the hooks for containers. */
extern const uint64_t partial_options, partial_hook_options;

/* As options_unpack(), but the default of strict_map_key is False. */
int partial_options_unpack(struct native_state *state, PyObject *const *given, struct unpack_options *opt);

/* Memory for a walk; not NULL after partial_levels_begin() has returned 0. */
struct partial_levels {
    struct haya_level *levels;
    struct haya_level first[OPTIONS_DEPTH_DEFAULT];
};

int partial_levels_begin(struct partial_levels *levels, const struct unpack_options *opt);
void partial_levels_end(struct partial_levels *levels);

/* As the core's haya_look(), haya_skip() and haya_find(). Each returns 0, or -1 with an exception set, whose path
 * begins at the root of the message. */
int partial_look(const struct partial *m, const struct haya_cursor *cursor, struct haya_header *header);
int partial_skip(const struct partial *m, struct haya_cursor *cursor, uint64_t n);
int partial_find(const struct partial *m, struct haya_cursor *cursor, uint32_t entries, struct haya_key *keys,
                 size_t key_count, bool first);
/* The facts for the text of an error (see errors_unpack()) of a walk from `start` on, a new reference or NULL. */
PyObject *partial_facts(const struct partial *m, enum haya_error error, const struct haya_cursor *start, size_t at);
/* Raises an error that haya_skip() or haya_find() has returned. start: where the call began; at: the offset of
 * the error. Returns -1. */
COLD int partial_fail(const struct partial *m, enum haya_error error, const struct haya_cursor *start, size_t at);

/* Decodes the value at a cursor. A new reference, or NULL with an exception set. *used: its length in bytes; used
 * may be NULL. */
PyObject *partial_value(const struct partial *m, const struct haya_cursor *cursor, size_t *used);
/* The same for a map key: raises InvalidKeyError if strict_map_key forbids it or it is not hashable. */
PyObject *partial_key(const struct partial *m, const struct haya_cursor *cursor, size_t *used);

/* Whether a hook, an error handler or the option `timestamp` decides what a key of this kind, or of any kind, is equal
 * to, so that it must be decoded to be compared with a str, bytes or a number. */
bool partial_makes_key(const struct unpack_options *opt, enum haya_kind kind);
bool partial_makes_keys(const struct unpack_options *opt);

/* The UTF-8 of a str, or the bytes of bytes, to compare with the keys of a message. They belong to the object or to
 * *owner, a new reference or NULL. Lone surrogates are encoded by surrogateescape or surrogatepass; the latter gives
 * bytes that no valid key has. -1: an exception is set. */
int partial_text(PyObject *text, const char **bytes, Py_ssize_t *n, PyObject **owner);

/* Shared by all views of one message: the buffer and the options. */
struct partial_source {
    PyObject_HEAD
    struct partial message;
    struct unpack_options opt; /* borrowed references, which `kept` owns */
    struct flat flat;
    PyObject *kept;
    struct partial_rest rest;
};

extern PyType_Spec partial_source_spec;
/* given: the options by their place. NULL: an exception is set. */
struct partial_source *partial_source_new(struct native_state *state, PyObject *buf, PyObject *const *given);

/* ---- view.c ------------------------------------------------------------- */

struct view {
    PyObject_HEAD
    PyObject *weak; /* list of weak references */
    struct partial_source *source;
    struct haya_cursor cursor;
    struct haya_header header;
};

/* The value at a cursor: a view for a container, else the decoded scalar. A new reference, or NULL with an
 * exception set. *used: the length of a scalar in bytes, 0 for a container. */
PyObject *view_item(struct partial_source *source, const struct haya_cursor *cursor, size_t *used);
/* Whether o is a view. */
bool view_check(const struct native_state *state, PyObject *o);

#endif
