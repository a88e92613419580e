/*
 * lazy.h: messages that are looked into without being decoded: what get.c,
 * view.c, view_map.c and columns.c share.
 */
#ifndef HAYAPACK_LAZY_H
#define HAYAPACK_LAZY_H

#include "native.h"

#include "hayapack_walk.h"

/*
 * A message in memory and how its values are decoded.
 *
 * If it is not stable, its bytes may change between two reads. A walk copes
 * with that: each header is read once, and what it says is compared with the
 * end of the buffer, whose size is fixed. Whatever reads a value's bytes more
 * than once works on a copy of them.
 */
struct lazy {
    struct native_state *state;
    const struct unpack_options *opt;
    const uint8_t *bytes;
    size_t size;
    bool stable, padded; /* as in struct flat */
};

/* Gets the bytes of o for a message that has its state and options. BufferFull if they are more
 * than max_buffer_size. 0, or -1 with an exception set and nothing to release. */
int lazy_get(struct lazy *m, PyObject *o, struct flat *flat);

/* The keyword arguments that get, View and columns have in common, as bits of
 * option_name: those of unpackb that say what a value becomes. get has hooks
 * for containers as well. */
extern const uint32_t lazy_options, lazy_hook_options;

/* As options_unpack(), with strict_map_key False if it is not given. */
int lazy_options_unpack(struct native_state *state, PyObject *const *given, struct unpack_options *opt);

/* Memory for a walk. Not NULL after lazy_levels_begin() returned 0. */
struct lazy_levels {
    struct haya_level *levels;
    struct haya_level first[NATIVE_DEPTH_DEFAULT];
};

int lazy_levels_begin(struct lazy_levels *levels, const struct unpack_options *opt);
void lazy_levels_end(struct lazy_levels *levels);

/* Each returns 0, or -1 with an exception set, whose path leads from the
 * message's root. */
int lazy_look(const struct lazy *m, const struct haya_place *place, struct haya_head *head);
int lazy_skip(const struct lazy *m, struct haya_place *place, uint64_t n);
/* haya_find() for the first of key_count keys. */
int lazy_find(const struct lazy *m, struct haya_place *place, uint32_t entries, struct haya_key *keys,
              size_t key_count);
/* Raises what haya_skip() or haya_find() from `start` met. at: their place. */
COLD int lazy_fail(const struct lazy *m, enum haya_error error, const struct haya_place *start, size_t at);

/* The value at a place, decoded with all that it contains. *used: its length;
 * NULL: not asked for. */
PyObject *lazy_value(const struct lazy *m, const struct haya_place *place, size_t *used);
/* The same for a map's key, which strict_map_key and hashing may refuse. */
PyObject *lazy_key(const struct lazy *m, const struct haya_place *place, size_t *used);

/* The UTF-8 of a str as the keys of a message have it; *owner keeps it alive.
 * A str with lone surrogates has some bytes as well, which no key has. */
int lazy_text(PyObject *text, const char **bytes, Py_ssize_t *n, PyObject **owner);

/* ---- view.c ------------------------------------------------------------- */

/* What all views of one message hold: its buffer, and its options. */
struct lazy_source {
    PyObject_HEAD
    struct lazy lazy;
    struct unpack_options opt; /* with references that `kept` owns */
    struct flat flat;
    PyObject *kept;
};

struct view {
    PyObject_HEAD
    struct lazy_source *source;
    struct haya_place place;
    struct haya_head head;
};

/* What lies at a place: a view of a container, or a scalar. *used: the length
 * of a scalar, 0 for a container. */
PyObject *view_item(struct lazy_source *source, const struct haya_place *place, size_t *used);
/* Whether o is a view; the state's types are there. */
bool view_check(const struct native_state *state, PyObject *o);

#endif
