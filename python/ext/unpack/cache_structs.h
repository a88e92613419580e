/* cache_structs.h: the memory of a module's cache of map keys and shapes. */
#ifndef HAYAPACK_UNPACK_CACHE_STRUCTS_H
#define HAYAPACK_UNPACK_CACHE_STRUCTS_H

#include "native.h"

#define KEY_MAX 64 /* bytes of the longest cached key */
#define KEY_SLOTS 1024
#define KEY_WAYS 4

struct key_slot {
    PyObject *text; /* NULL: empty */
    uint64_t header, tail;
    uint32_t size;
};

#define SHAPE_MAX 128 /* the most entries of a map whose shape is remembered */
#define SHAPE_SLOTS 512
#define SHAPE_MEMOS 4   /* of one place, by the number of entries */
#define SHAPE_RECENT 64 /* sets of memos of places that are known by depth and number of entries only */

struct shape {
    uint64_t print;         /* fingerprint of the keys, 0: empty */
    PyObject *model;        /* owned: a dict with those keys; NULL until the shape was met twice */
    struct shape_key *keys; /* owned: how they are encoded, one for each entry; NULL: such maps are not guessed */
    uint32_t size, misses;  /* entries; other shapes met in this slot since the last hit */
    uint32_t bytes, users;  /* size of the model's table; open maps guessed to have it: meanwhile it is kept */
    bool is_new;            /* no map was guessed, and it was not tried to make the keys */
#ifdef Py_GIL_DISABLED
    void *table, *block; /* a copy of that table, apart from other memory; the owned memory that it is in */
#endif
};

/* The shape that a map had last at some place, and how often that was a good guess for the next. */
struct shape_memo {
    uint16_t shape; /* 1 + its index; 0: none */
    int16_t score;
};

/* The cache of one module. It is bypassed for a while when keys do not repeat. */
struct key_cache {
#ifdef Py_GIL_DISABLED
    uint32_t place, guest_calls; /* index into places; calls of the last thread that borrowed another's cache: */
    uintptr_t guest;
#endif
    uint32_t seen, misses; /* keys of complete maps, and misses, since the hit rate was last judged */
    uint32_t rest;         /* keys that still bypass the cache */
    struct key_slot slots[KEY_SLOTS];
    struct shape shapes[SHAPE_SLOTS];
    struct shape_memo recent[SHAPE_RECENT][SHAPE_MEMOS];
};

struct key_cache *keys_new(void);
void keys_clear(struct key_cache *cache);

/* The cache for one call, which gives it back afterwards. With a GIL it is the module's; without one no other call
 * uses it meanwhile, and a thread that makes more than a few calls gets one of its own: counting the references to
 * keys that another thread has made takes atomic operations. NULL: none, and no exception. */
#ifdef Py_GIL_DISABLED
struct key_cache *keys_borrow(struct native_state *state);
void keys_give_back(struct native_state *state, struct key_cache *cache);

#define KEYS_PLACE(state, i) ((state)->places[i].keys)
#else
#define KEYS_PLACE(state, i) ((state)->keys[i])
static inline struct key_cache *keys_borrow(struct native_state *state)
{
    return state->keys[0];
}

static inline void keys_give_back(struct native_state *state, struct key_cache *cache)
{
    (void)state, (void)cache;
}
#endif
#if defined(Py_GIL_DISABLED) && LAYOUT_KNOWN
/* After a miss: the str of n bytes, or a copy of it in THREAD_APART bytes of memory that begin at a multiple of that. A
 * cache may be in use for longer than its thread runs: when another thread gets the memory that is free beside a key,
 * both would write to one line, where the key has its reference count. Steals text. */
PyObject *keys_apart(const struct native_state *state, PyObject *text, size_t n);
#else
#define keys_apart(state, text, n) (text)
#endif

#endif
