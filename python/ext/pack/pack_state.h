/*
 * pack_state.h: the state of one call of pack_value(), shared by pack_loop.h (the encoding
 * loop), frames.c (open containers), pack_scalars.h, pack_text.c and pack_slow.c (slow paths).
 */
#ifndef HAYAPACK_PACK_STATE_H
#define HAYAPACK_PACK_STATE_H

#include "pack/output.h"

/* FRAME_FIELDS: obj is a flat tuple of the last entries of a map, each a key and a value. */
enum frame_kind { FRAME_SEQUENCE, FRAME_TABLE, FRAME_FIELDS, FRAME_DICT, FRAME_PAIRS };

/* An open container. Which fields are valid depends on the kind. */
struct pack_frame {
    PyObject *obj;     /* the container: owned if held or pinned (see `pinned`), else borrowed; without a GIL, NULL: the
                        * items or entries are in packing.kept, from `kept_at` on */
    PyObject **at;     /* the next item, or the slot of the next key; stale while at and stop of the loop are in use */
    PyObject **stop;   /* the end of the items or slots */
    PyObject *pending; /* owned: the value of the entry whose key is being packed by Python code, or NULL */
    Py_ssize_t size;   /* items or entries when the container was opened */
    Py_ssize_t left;   /* entries not yet packed; of a sequence: items, valid after pack_park() */
    union {
        Py_ssize_t position; /* FRAME_DICT: of PyDict_Next() */
        Py_ssize_t typed_at; /* if typed: offset of the ext in the output */
        size_t kept_at;      /* if obj is NULL: index into packing.kept */
    };
    uint8_t kind;   /* enum frame_kind */
    uint8_t stride; /* FRAME_TABLE, FRAME_FIELDS: pointers from one key to the next */
    bool held;      /* obj is owned, whatever `pinned` says */
    bool in_key;    /* the key of the current entry is being packed; `pending` is its value */
    bool typed;     /* a name and a value, or a name only, inside an ext 100 */
};

#define PACK_FRAMES 24
#ifdef Py_GIL_DISABLED
#define PACK_KEPT_FIRST 512
#define PACK_UNLOCKED SIZE_MAX
#define PACK_LOCKED_BYTES 8192 /* of output that are written while containers stay locked */
#define PACK_AGAIN 16
#endif

/* Signals are checked once per about so many containers, or values of a list. */
#define PACK_SIGNAL_INTERVAL 16384

/* Whether prefetch.c prefetches. Without a GIL, other threads may change what it would read. */
#if LAYOUT_KNOWN && defined(__GNUC__) && !defined(Py_GIL_DISABLED)
#define PACK_LOOKS_AHEAD 1
#else
#define PACK_LOOKS_AHEAD 0
#endif
/* Containers before the first pause. */
#define PACK_PACE 256

struct packing {
    struct native_state *state;
    const struct pack_options *opt;
    struct output *out;
    uint8_t *limit;                  /* out->end - OUTPUT_SPARE: a value may be written at p <= limit */
    uint8_t *start;                  /* where a value that pack_scalar() did not write begins: see pack_scalars.h */
    const struct vector_ops *vector; /* this and the next four fields are copies from state and opt, for speed */
    uintptr_t small_base;
    bool single_float, bin_type, text_fast;
    bool no_memory;              /* MemoryError is set */
    uint32_t countdown;          /* containers until the next pause: prefetch.c */
    uint32_t pace;               /* containers between two pauses; 1 while objects are prefetched */
    uint32_t rest;               /* the next pace at which objects are not prefetched */
    uint32_t waited;             /* containers from the last check of signals to the last pause */
    uint32_t sampled, scattered; /* containers whose places were compared, and those far from the one before */
    uintptr_t last_place;        /* the address of the container before, which may not exist any more */
    struct pack_frame *frames;   /* frames[depth - 1] is the innermost */
    size_t depth, capacity;      /* open containers; frames allocated */
    size_t pinned;        /* frames[0..pinned) own their obj, because Python code has run since they were opened */
    PyObject *next;       /* result of pack_slow(): the container to open, a new reference */
    Py_ssize_t next_size; /* PACK_FIELDS, PACK_ITEMS: size of the container, with what is already written */
    bool next_typed;      /* the container is inside of an ext 100, whose name is written; with `types` only */
    Py_ssize_t typed_at;  /* next_typed: the offset of the ext in the output */
    PyObject *registered; /* what the option `types`, if set, has for state->registered; NULL: nothing */
    struct class_cache *classes; /* of the option `extended`; NULL: none */
#ifdef Py_GIL_DISABLED
    PyObject *
        *kept; /* owned: what is not written yet of lists and dicts that other threads may change: free_threading.c */
    size_t kept_count, kept_capacity;
    size_t lock_base; /* frames[lock_base..depth) have a list or dict that this call has locked, or a tuple in one of
                       * these; PACK_UNLOCKED: there are none */
    size_t lock_room; /* references that pack_keep() takes at most; there is space for them in kept */
    size_t lock_at;   /* offset in the output of the value of frames[lock_base] */
    PyObject *first_kept[PACK_KEPT_FIRST];
    PyObject *again[PACK_AGAIN]; /* owned: strs for pack_keep_utf8() */
    size_t again_count;
#endif
    struct pack_frame first[PACK_FRAMES];
};

/* ---- pack_loop_avx512.c ------------------------------------------------------ */

/* Whether pack_loop_avx512.c has pack_with_avx512(). */
#if LAYOUT_KNOWN && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PACK_HAS_AVX512 1
#else
#define PACK_HAS_AVX512 0
#endif

/* pack_loop() with the private layout, for CPUs that have what vector_ops.avx512 says. */
int pack_with_avx512(struct packing *w, PyObject *o, bool as_map);

/* ---- frames.c ----------------------------------------------------------- */

/* Grows the output until need + OUTPUT_SPARE bytes are free at p. Returns the new p; NULL: MemoryError. */
COLD uint8_t *pack_grow(struct packing *w, uint8_t *p, size_t need);
/* Ensures that need + OUTPUT_SPARE bytes are free at out->p. -1: MemoryError is set. */
int pack_room(struct packing *w, size_t need);
/* Doubles the frames. -1: MemoryError is set. */
COLD int pack_more_frames(struct packing *w);
/* Takes references to all open containers. Must be called before Python code runs. */
void pack_pin(struct packing *w);
/* Releases all frames and what they own. */
void pack_unpin(struct packing *w);
/* Reloads the innermost frame's pointers after Python code has run. False: the container has changed. */
bool pack_refind(struct pack_frame *f);

/* How packing a value goes on. */
enum pack_outcome {
    PACK_ERROR = -1,
    PACK_DONE,
    PACK_SEQUENCE,
    PACK_MAP,
    PACK_PAIRS,
    PACK_TYPED,
    PACK_FIELDS,
    PACK_ITEMS,
    PACK_AS_IT_IS, /* of pack_paused() only */
    PACK_KEPT,     /* as of pack_shared; without a GIL only */
    PACK_UNKNOWN   /* not a result of pack_slow(): somebody else may know how to pack it */
};

/* ---- pack_errors.c ------------------------------------------------------------- */

/* Raises the error `name` about obj, with the offset and path of the current value of w. Returns PACK_ERROR. */
COLD enum pack_outcome pack_fail(struct packing *w, const char *name, PyObject *obj);

/* ---- pack_slow.c ------------------------------------------------------------- */

/* Packs a value for which the loop has no fast path. Python code may run. PACK_DONE: o was written at
 * w->out->p. PACK_ERROR: an exception is set. Otherwise w->next is a new reference to the container to open
 * in its place: a list or tuple, a dict, a tuple of pairs, a tuple of a type's name and a value, or the last entries of
 * a map (a flat tuple) or items of a list, whose header and first ones are written. */
enum pack_outcome pack_slow(struct packing *w, PyObject *o);
#ifdef Py_GIL_DISABLED
/* free_threading.c: packs an exact list or dict at w->out->p, where OUTPUT_SPARE bytes are free. No Python code runs.
 * PACK_DONE: it was written. PACK_KEPT: a part of it was, and the innermost frame has the rest; w->next, if not NULL,
 * is a value of that frame (borrowed from it) which comes before it and is no scalar, and OUTPUT_SPARE bytes are free.
 * PACK_ERROR: an exception is set. */
enum pack_outcome pack_shared_with_layout(struct packing *w, PyObject *o);
enum pack_outcome pack_shared_with_public_api(struct packing *w, PyObject *o);
/* The same for an object of a class derived from list or dict. No container is locked by this call. */
enum pack_outcome pack_shared(struct packing *w, PyObject *o);
/* Pushes a frame for n references that the caller stores from w->kept_count on. size, left: as in struct pack_frame.
 * NULL: MemoryError is set. */
struct pack_frame *pack_push_kept(struct packing *w, size_t n, enum frame_kind kind, Py_ssize_t size, Py_ssize_t left);
/* Writes a container of few scalars, whose lock is free, at p, in one that is locked or a tuple. Returns the end; NULL:
 * it is something else, or an exception is set. The output may have grown. */
uint8_t *pack_leaf(struct packing *w, uint8_t *p, PyObject *o);
/* Makes room for n more references in w->kept. False: MemoryError is set. */
COLD bool pack_more_kept(struct packing *w, size_t n);
/* Unlocks the containers of frames[lock_base..depth), which are up to date, after taking references to what is not
 * written yet of them. */
void pack_keep(struct packing *w);
/* The same without references, after an error. */
void pack_unlock_all(struct packing *w);
/* pack_text.c: at the end of a call, has CPython keep the UTF-8 of texts that are packed repeatedly; not while
 * containers are locked, since it waits for the texts' locks. done: the call has succeeded. */
void pack_keep_utf8(struct packing *w, bool done);
/* Releases what a frame has in w->kept, which it is the last to have anything in. */
void pack_release_kept(struct packing *w, const struct pack_frame *f);
#endif
/* Releases the container of a frame that owns it. Python code may run. */
static inline void pack_release(struct packing *w, const struct pack_frame *f)
{
#ifdef Py_GIL_DISABLED
    if (f->obj == NULL) {
        pack_release_kept(w, f);
        return;
    }
#endif
    (void)w;
    Py_DECREF(f->obj);
}
/* Whether a class is a dataclass. Runs no user code, unless a name in the class is no str. */
bool pack_has_fields(const struct native_state *state, PyTypeObject *type);
/* Runs the handlers of pending signals. -1: one of them raised. */
COLD int pack_signals(struct packing *w);
/* As pack_slow(), also for exact lists, tuples and dicts, after pack_signals(). */
COLD enum pack_outcome pack_checked(struct packing *w, PyObject *o);

/* prefetch.c: for o, a value that is no scalar, when w->countdown is 0; the innermost frame is up to date. As
 * pack_checked(), if signals are due, or PACK_AS_IT_IS: no Python code has run, nothing was written, and w->next is o,
 * borrowed. */
enum pack_outcome pack_paused(struct packing *w, PyObject *o, bool layout);

/* subclasses.c: writes o at w->out->p, if its class is derived from int, float, str, bytes or tuple, and the items of
 * the innermost frame, which is up to date, that follow it and are of the same class. PACK_UNKNOWN: nothing was
 * written, pack_slow.c must do it. */
enum pack_outcome pack_derived(struct packing *w, PyObject *o);
/* The same for o alone, whatever `strict_types` says. If it is a tuple, pack_is_array_tuple() is true. */
enum pack_outcome pack_derived_one(struct packing *w, PyObject *o);
/* Whether the objects of a class derived from tuple are packed as tuples: not as an ExtType. */
bool pack_is_array_tuple(const struct native_state *state, PyTypeObject *type);

/* class_cache.c: the cache of how extended=True packs a class's objects. NULL: MemoryError is set. */
struct class_cache *classes_new(void);
void classes_clear(struct class_cache *cache);
#ifdef Py_GIL_DISABLED
#define CLASSES_PLACE(state, i) ((state)->places[i].classes)
/* A cache for one call, which leaves it afterwards: no other thread uses it meanwhile. NULL: there is none, and no
 * exception; then convert() does what the cache is for. */
struct class_cache *classes_enter(struct native_state *state);
void classes_leave(struct class_cache *cache);
#else
#define CLASSES_PLACE(state, i) ((state)->classes[i])
static inline struct class_cache *classes_enter(const struct native_state *state)
{
    return state->classes[0];
}

static inline void classes_leave(struct class_cache *cache)
{
    (void)cache;
}
#endif

/* For extended=True, as pack_slow(). PACK_UNKNOWN: the code for all types must pack o, or *converted, a new
 * reference, in its place. The caller has called pack_pin() and holds o. */
enum pack_outcome pack_known_class(struct packing *w, PyObject *o, PyObject **converted);
/* The same for o, if its class was met before and no Python code runs, and for the items of the innermost frame that
 * follow it and are of the same class. The frame is up to date. */
enum pack_outcome pack_known_scalars(struct packing *w, PyObject *o);
/* Whether o is a dataclass whose fields are lost if it is packed as the int, list, datetime, ... it is too. -1: an
 * exception is set. */
int pack_loses_fields(struct packing *w, PyObject *o);

/* Bytes reserved for the header of an ext 100, which is written when the size of the payload is known. */
#define PACK_TYPED_HEADER 6
/* Writes that header at f->typed_at and moves the payload, which ends at p, next to it. Returns the new
 * end; NULL: an exception is set. */
uint8_t *pack_typed_end(struct packing *w, const struct pack_frame *f, uint8_t *p);

#endif
