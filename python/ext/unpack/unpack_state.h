/*
 * unpack_state.h: the state of one call of unpack_value(), shared by unpack_loop.c (the decoding loop),
 * unpack_scalars.h (scalars), scalar_runs.h (runs of one type), unpack_slow.c (memory, hooks, slow paths) and
 * references.c (objects that occur several times).
 */
#ifndef HAYAPACK_UNPACK_STATE_H
#define HAYAPACK_UNPACK_STATE_H

#include "unpack/unpack.h"

/* The order matters: up to OPEN_TUPLE, values are stored in the object itself, later kinds use the
 * stack; from OPEN_MAP on, keys and values alternate. OPEN_TYPED: an ext 100, whose payload is a
 * name and a value, or a name only. OPEN_DEFINITION: an id and its object. OPEN_SHAPE: a map whose keys are guessed,
 * see map_shapes.h: its values only. */
enum unpack_kind {
    OPEN_LIST,
    OPEN_TUPLE,
    OPEN_SHAPE,
    OPEN_ROOT,
    OPEN_DEFINITION,
    OPEN_TYPED,
    OPEN_MAP,
    OPEN_LARGE_MAP,
    OPEN_PAIRS,
    OPEN_OBJECT,  /* a map that becomes the object of a registered class: the frame around it is an OPEN_TYPED */
    OPEN_TOO_DEEP /* not a kind: see unpack_open_slowly() */
};

struct unpack_frame {
    PyObject *obj;    /* owned: the list, tuple or large map's dict, untracked until complete; or NULL */
    PyObject **array; /* owned: the items of a list whose object is made when it is complete; or NULL */
    PyObject **slot;  /* list, tuple: where the next value is stored */
    size_t top;       /* other kinds: the same, as an index into the stack */
    size_t base;      /* index of the frame's first slot on the stack */
    size_t left;      /* values still needed, keys included; see unpack_loop() */
    union {
        size_t later;           /* list, tuple: values that are not in `left` yet, but in `pending` */
        size_t outer_end;       /* OPEN_TYPED: the `end` around it, as an offset from source->begin */
        struct shape_key *next; /* OPEN_SHAPE: the next key */
    };
    union {
        struct registered_class *known; /* OPEN_TYPED: the class with the name, which is skipped; NULL: none */
        struct shape *shape;            /* OPEN_SHAPE: borrowed, and one of its users */
    };
    struct shape_memo *memos; /* of the place of a map or of a list's items; list: NULL if it is in no shape */
    bool built;               /* OPEN_TYPED: the value is the object already; OPEN_DEFINITION: the id was read */
    uint64_t pending;         /* values that the enclosing containers need after this one */
    uint64_t print;           /* OPEN_MAP: fingerprint of the keys so far */
    const uint8_t *key;       /* first byte of the last key that did not come from the cache, or of the ext */
    uint8_t kind;             /* enum unpack_kind */
    bool track;               /* the collector may have to visit one of the values */
    bool cached;              /* keys go through the cache */
    bool foreign;             /* a key did not come from the cache */
    bool hidden;              /* obj must be tracked when it is complete */
};

/* top: index of the frame's first slot on the stack; pending: as in the frame. */
HAYA_INLINE void unpack_begin_frame(struct unpack_frame *f, enum unpack_kind kind, size_t top, uint64_t pending)
{
    f->obj = NULL;
    f->array = NULL;
    f->top = f->base = top;
    f->pending = pending;
    f->kind = (uint8_t)kind;
    f->track = f->cached = f->foreign = f->hidden = false;
}

/* Whether the map's keys go through the cache, so that they have a fingerprint. */
HAYA_INLINE bool unpack_keeps_keys(const struct unpack_frame *f)
{
    return f->cached && (f->kind == OPEN_MAP || f->kind == OPEN_LARGE_MAP);
}

/* Maps with more entries are inserted into their dict pair by pair. */
#define UNPACK_LARGE_MAP 16384

/* Signals are checked once per so many containers, values of a list or entries of a large map. */
#define UNPACK_SIGNAL_INTERVAL 16384

#define UNPACK_FRAMES 16
#define UNPACK_STACK 128

struct unpacking {
    struct native_state *state;
    struct key_cache *keys; /* NULL: none */
    const struct unpack_options *opt;
    const struct source *source;
    struct unpack_frame *frames;
    size_t depth, capacity; /* frames[depth] is the innermost, frames[0] the root; capacity: frames allocated */
    size_t shallow;         /* at this depth and above, unpack_open_slowly() is called */
    size_t key_frame;       /* see unpack_in_key() */
    PyObject **stack;
    size_t stack_capacity;
    uint32_t countdown;   /* containers and entries until the next signal check */
    const uint8_t *p;     /* the end of the value, when the loop has succeeded */
    PyObject *registered; /* what the option `types` has for state->registered; NULL: nothing */
    /* With the option `references`: the objects by their ids (Python's ints), owned; what is there for one that is
     * being read and has no place yet, owned; the first byte of the definition that begins. Else NULL. */
    PyObject *objects, *unfinished;
    const uint8_t *definition;
    bool paused;     /* the message is large, so that the collector is paused */
    bool collecting; /* it was enabled before */
    PyObject *root;
    struct unpack_frame first_frames[UNPACK_FRAMES];
    PyObject *first_stack[UNPACK_STACK];
};

/* Decodes the value at u->source->begin: the loop of unpack_loop.c. Returns 0 with u->root (a new reference) and u->p
 * (the end of the value) set, or -1 with an exception set; then every reference has been released. */
int unpack_run(struct unpacking *u);

/* Python code that hooks or the collector run during any allocation never sees a container that is not
 * complete: such containers are in the frames and on the stack, which only this call can reach, or are not
 * tracked by the collector. Hooks run with the collector enabled or disabled as the program set it. */
void unpack_begin_pause(struct unpacking *u);
void unpack_pause_collector(struct unpacking *u);
void unpack_resume_collector(struct unpacking *u);

/* PyGC_Disable() is public since 3.10. Without a GIL, other threads depend on the collector. */
#if PY_VERSION_HEX >= 0x030A0000 && !defined(Py_GIL_DISABLED)
#define UNPACK_PAUSE_FROM 2048 /* bytes of the smallest message for which the collector is paused */
#else
#define UNPACK_PAUSE_FROM PTRDIFF_MAX
#endif

/* For the first time in this call. */
HAYA_INLINE void unpack_pause_first(struct unpacking *u)
{
    u->paused = UNLIKELY(u->source->end - u->source->begin >= UNPACK_PAUSE_FROM);
    if (u->paused)
        unpack_begin_pause(u);
}

HAYA_INLINE void unpack_pause(struct unpacking *u)
{
    if (UNLIKELY(u->paused))
        unpack_pause_collector(u);
}

HAYA_INLINE void unpack_resume(struct unpacking *u)
{
    if (UNLIKELY(u->paused))
        unpack_resume_collector(u);
}

/* The most entries of CPython's smallest dict. */
#define UNPACK_SMALL_DICT 5

/* Whether a dict of n entries is made by insertions, which cost less than to find a dict with its keys and copy it: its
 * table, only of one entry and where a message has few dicts, since CPython keeps freed ones for the next few; by
 * public calls, all of it. */
HAYA_INLINE bool unpack_inserts(const struct unpacking *u, size_t n, const bool layout)
{
    return layout ? n == 1 && !u->paused : n <= UNPACK_SMALL_DICT;
}

/* The kind of container to open for the one at `at`, whose kind is `kind` elsewhere than in a map's key; OPEN_TOO_DEEP:
 * it exceeds max_depth or, inside a map's key, UNPACK_KEY_DEPTH; or an exception is set. Called at
 * u->depth >= u->shallow. */
COLD enum unpack_kind unpack_open_slowly(struct unpacking *u, enum unpack_kind kind, const uint8_t *at);
/* The facts of that error, a new reference; NULL: an exception is set. */
COLD PyObject *unpack_depth_facts(const struct unpacking *u);
/* Inserts a pair into a large map's dict, which stays untracked. Steals both references, on failure too.
 * -1: an exception is set. */
int unpack_put_pair(PyObject *dict, PyObject **pair);

/* Runs the handlers of pending signals. -1: one of them raised. */
COLD int unpack_signals(struct unpacking *u);

/* Whether the key of frame i, which has an inner frame, is open. */
static inline bool unpack_key_is_open(const struct unpacking *u, size_t i)
{
    return u->frames[i].kind >= OPEN_MAP && (u->frames[i].left & 1) != 0;
}

/* Whether the value at `at` is, or is part of, a map's key. u->key_frame is the frame of the outermost map whose key is
 * open, if it was set when a container in that key was opened; a frame that has ended since is recognised, so no
 * frame's end resets it. */
static inline bool unpack_in_key(const struct unpacking *u, const uint8_t *at)
{
    const struct unpack_frame *f = &u->frames[u->depth];
    return u->source->key || (f->kind >= OPEN_MAP && f->foreign && f->key == at) ||
           (u->key_frame < u->depth && unpack_key_is_open(u, u->key_frame));
}

COLD int unpack_more_frames(struct unpacking *u);
COLD int unpack_more_stack(struct unpacking *u, size_t used, size_t need);
/* Releases all open containers and stored values. top: the innermost frame's index into the stack. */
COLD void unpack_drop(struct unpacking *u, size_t top);

/* The result of the hook for this kind of container, or o where there is no hook. Steals o. */
PyObject *unpack_hook(struct unpacking *u, enum unpack_kind kind, PyObject *o);
/* With zero_copy: a memoryview of the payload of n bytes at s, or bytes in a map's key. at: the first byte of the bin
 * or ext. */
COLD PyObject *unpack_payload(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n);
/* The value of an ext. at: its first byte; payload: the type byte, then n bytes. */
PyObject *unpack_ext(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n);
/* The object that the registry builds from a typed value, whose name and value (if it has one) are on the
 * stack up to `stop`. Steals them on success only. */
PyObject *unpack_typed(struct unpacking *u, const struct unpack_frame *f, PyObject **stop);
/* Whether a value with this first byte is a str. */
HAYA_INLINE bool unpack_is_text(uint8_t format)
{
    return (format & 0xe0) == HAYA_FIXSTR || (format >= HAYA_STR8 && format <= HAYA_STR32);
}

/* Decodes the bools among the n bytes at p up to the first that is none, and returns their number. */
size_t unpack_bool_run(const uint8_t *p, size_t n, PyObject **items);
/* unpack_double_run() and unpack_int_run() by CPython's own calls: see unpack_makes_numbers(). */
const uint8_t *unpack_few_doubles(const uint8_t *p, const uint8_t *end, PyObject ***slot, size_t *left);
#if LAYOUT_KNOWN
const uint8_t *unpack_few_ints(struct unpacking *u, const uint8_t *p, const uint8_t *end, PyObject ***slot,
                               size_t *left);
#endif

/* Sets u->registered. -1: an exception is set. */
int unpack_begin_typed(struct unpacking *u);

/* Sets u->objects and u->unfinished. -1: an exception is set. */
int references_begin(struct unpacking *u);
void references_end(struct unpacking *u);
/* Whether the array at `at` is a new id and its object: an OPEN_DEFINITION. If so, it is u->definition, and an
 * exception may be set. */
bool references_is_definition(struct unpacking *u, const uint8_t *at);
/* The value of an ext 92: the object with the id, or the id, where a definition begins. at: its first byte. */
PyObject *references_read(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n);
/* The object of a complete OPEN_DEFINITION, which takes over its values. On failure NULL, and nothing has changed. */
PyObject *references_close(struct unpacking *u, const struct unpack_frame *f);

/* The class with the name that is the str at s, in a payload of n bytes, and in *size the str's bytes. NULL: none, and
 * *size is 0. */
struct registered_class *unpack_known_name(struct unpacking *u, const uint8_t *s, size_t n, size_t *size);
/* The kind of a map of n entries inside f, with a pairs hook or typed values. */
enum unpack_kind unpack_map_kind(const struct unpacking *u, const struct unpack_frame *f, size_t n);
/* unpack_close() of OPEN_PAIRS and OPEN_OBJECT. ended: nothing follows in the payload of the ext around it. */
NOINLINE PyObject *unpack_close_pairs(struct unpacking *u, struct unpack_frame *f, PyObject **slot, bool ended);
/* Whether f is an ext 100 that ends after a name which needs no value, at p. */
COLD bool unpack_ends_at_name(const struct unpack_frame *f, size_t left, const uint8_t *p, const uint8_t *end);
/* Raises `error` about the value at `at`. Inside an ext 100, `truncated` becomes invalid_typed of the
 * outermost such ext. Steals facts. */
COLD void unpack_fail(struct unpacking *u, enum haya_error error, const uint8_t *at, PyObject *facts);
/* A str that is not UTF-8: the result of the option unicode_errors, or NULL with an exception set. */
COLD PyObject *unpack_odd_text(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n);
/* 0 if `key` may be a key of f, else -1 with an exception set. */
int unpack_check_key(struct unpacking *u, const struct unpack_frame *f, PyObject *key);

#endif
