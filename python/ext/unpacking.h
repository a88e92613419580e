/*
 * unpacking.h: the state of one unpacking, which unpack.c (the machine),
 * values.h (scalars) and unpack_rare.c (room, hooks, odd values) share.
 */
#ifndef HAYAPACK_UNPACKING_H
#define HAYAPACK_UNPACKING_H

#include "native.h"

/* Up to OPEN_TUPLE values go into the object itself; from OPEN_MAP on every
 * second one is a key. OPEN_TYPED: an ext 100, with a name and a value. */
enum unpack_kind { OPEN_LIST, OPEN_TUPLE, OPEN_ROOT, OPEN_TYPED, OPEN_MAP, OPEN_LARGE_MAP, OPEN_PAIRS };

struct unpack_frame {
    PyObject *obj;    /* the list, tuple or large map's dict; untracked until it is full */
    PyObject **array; /* of a list that is made when its values are there: these, or NULL */
    PyObject **slot;  /* of a list or tuple: where its next value goes */
    size_t top;       /* of the others: the same as an index on the stack */
    size_t base;      /* where this frame's part of the stack begins */
    size_t left;      /* values to come; keys count */
    size_t items;     /* OPEN_TYPED: the offset of the end of what is around it; of a list or
                       * tuple: values that are not in `left` yet, but in `owed` */
    uint64_t owed;    /* values that the frames around this one wait for */
    uint64_t print;   /* of the keys so far; OPEN_MAP */
    const uint8_t *key; /* lead byte of a key that did not come from the cache, or of the ext */
    uint8_t kind;
    bool track;       /* a value may be seen by the collector */
    bool cached;      /* keys go through the cache */
    bool foreign;     /* a key did not come from the cache */
    bool hidden;      /* obj is to be tracked when it is full */
};

/* Signals are looked for once in so many containers, or values of a list. */
#define UNPACK_PATIENCE 16384

#define UNPACK_FRAMES 16
#define UNPACK_STACK 128

struct unpacking {
    struct native_state *state;
    const struct unpack_options *opt;
    const struct source *source;
    struct unpack_frame *frames;
    size_t depth, room;       /* frames[depth] is the innermost, frames[0] the root */
    size_t shallow;           /* a container may be opened if the depth is less */
    PyObject **stack;
    size_t stack_room;
    uint32_t patience;        /* containers until signals are looked for */
    const uint8_t *p;         /* where the machine stopped */
    bool collecting;          /* the collector was on and is paused */
    PyObject *root;
    struct unpack_frame first_frames[UNPACK_FRAMES];
    PyObject *first_stack[UNPACK_STACK];
};

/* Python code, which the hooks and the collector may run at any allocation, finds nothing half built: what
 * is not finished is in the frames and on the stack, where nobody can reach it, or untracked by the
 * collector. It always runs with the collector as the program set it. */
void unpack_pause(struct unpacking *u);
void unpack_resume(struct unpacking *u);

/* Whether no container of this kind may be opened: max_depth are open, or UNPACK_KEY_DEPTH in a map's key. */
COLD bool unpack_too_deep(const struct unpacking *u, enum unpack_kind kind);
/* Puts a pair into a large map's dict, takes both references, and hides the dict again. */
int unpack_put_pair(PyObject *dict, PyObject **pair);

/* Runs the handlers of signals that have come. -1: one has raised. */
COLD int unpack_signals(struct unpacking *u);

COLD int unpack_more_frames(struct unpacking *u);
COLD int unpack_more_stack(struct unpacking *u, size_t used, size_t need);
/* Lets go of everything that is not finished. top: of the innermost frame. */
COLD void unpack_drop(struct unpacking *u, size_t top);

/* What the hook for a container of this kind makes of o; steals o. */
PyObject *unpack_hook(struct unpacking *u, enum unpack_kind kind, PyObject *o);
/* An ext: `at` is its lead byte, payload the type byte and n bytes. */
PyObject *unpack_rare(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n);
/* What the registry makes of a typed value; takes both references on success. */
PyObject *unpack_typed(struct unpacking *u, const struct unpack_frame *f, PyObject *name, PyObject *value);
/* Raises `error` at `at`; in an ext 100 that is too short, the error of that. Steals facts. */
COLD void unpack_fail(struct unpacking *u, enum haya_error error, const uint8_t *at, PyObject *facts);
/* A str that is not UTF-8: its error, or what the caller's error handler makes of it. */
COLD PyObject *unpack_odd_text(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n);
/* Whether an object may be a map's key. -1: its error is set. */
int unpack_check_key(struct unpacking *u, const struct unpack_frame *f, PyObject *key);

/* The finished container; on failure NULL, the frame left for unpack_drop(). */
HAYA_INLINE PyObject *unpack_close(struct unpacking *u, struct unpack_frame *f, PyObject **slot,
                                   const bool layout)
{
    PyObject **pairs = u->stack + f->base;
    PyObject *o = f->obj;
    if (f->kind == OPEN_MAP)
        return keys_dict(u->state, pairs, (size_t)(slot - pairs) / 2, f->foreign ? 0 : f->print, f->track);
    if (f->kind == OPEN_PAIRS)
        return hooks_pair_list(pairs, (size_t)(slot - pairs) / 2);
#if LAYOUT_KNOWN
    if (layout && f->kind == OPEN_LIST && f->array != NULL) {
        if (LIKELY((o = layout_list_of(f->array, slot - f->array)) != NULL))
            f->array = NULL;
        return o;
    }
#else
    (void)layout;
#endif
    f->obj = NULL;
    if (f->hidden && (f->kind == OPEN_LIST || f->track))
        PyObject_GC_Track(o);
    return o;
}

#endif
