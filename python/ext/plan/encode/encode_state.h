/*
 * encode_state.h: the state of one call of plan_encode(), shared by encode_loop.c (the loop) and encode_slow.c (values
 * for which the loop has no code, and everything that may run Python code meanwhile).
 */
#ifndef HAYAPACK_PLAN_ENCODE_STATE_H
#define HAYAPACK_PLAN_ENCODE_STATE_H

#include "pack/pack_scalars.h"
#include "plan/encode/encode_plan.h"

#define ENCODE_FRAMES 16

/* Without a GIL other threads may change every container meanwhile, so what is in it is read at one moment: the leading
 * scalars of objects and lists are written while these are locked, and of the rest the loop keeps references to the
 * attributes of an object (w.kept) and a copy of a list; dicts are copied: free_threading.c. Nobody else can reach the
 * copies, so Python code may run at any time. */
#ifdef Py_GIL_DISABLED
#define ENCODE_COPIES true
#else
#define ENCODE_COPIES false
#endif

/* The kind of a frame of an object, beside those of enum frame_kind. That of a pair of a tag and an object is the
 * object's, too, with no fields. */
enum { FRAME_OBJECT = FRAME_PAIRS + 1 };

struct encode_frame {
    struct pack_frame f;                 /* an object: obj and kind only */
    const struct plan_node *node;        /* of the items or values, NULL: no type is declared; an object: its own */
    const struct plan_node *const *each; /* sequences: the nodes of the items, one by one; NULL: all have `node` */
    const struct class_field *at, *stop; /* an object: the fields that are not written yet */
    uint64_t left_out;                   /* an object: a bit for each field, by its number in the map form */
#ifdef Py_GIL_DISABLED
    const struct class_field *start; /* an object: its first field, whose value is w.kept[kept] */
    size_t kept;
#endif
};

/* What follows. ENCODE_VALUE: e->value, which is not a scalar, by e->node. */
enum encode_step { ENCODE_ERROR = -1, ENCODE_NEXT, ENCODE_VALUE, ENCODE_PURE };

struct encoding {
    /* For the functions of pack_scalars.h: without its frames. w.depth is set for those that need it. */
    struct packing w;
    PyObject *value;
    const struct plan_node *node;
    int form; /* enum class_form, for all objects; -1: that of the class */
    struct encode_frame *frames;
    size_t depth, capacity; /* frames[0 .. depth) are open */
    size_t pinned;          /* frames[0 .. pinned) own their container */
    struct plan **own;      /* owned: plans of classes that no type declared, whose objects were met */
    size_t own_count, own_capacity, own_last; /* own_last: the index of the one that was used last */
    PyTypeObject *missing;                    /* owned: such a class whose plan can't be used yet; NULL */
    struct encode_frame first[ENCODE_FRAMES];
};

/* Whether the attributes of an object of the node's class can be read. */
HAYA_INLINE bool encode_is_readable(const struct plan_node *node, PyObject *o, const bool layout)
{
    const struct class_plan *plan = &node->writing->class;
    return ENCODE_COPIES ? plan->version != 0 : class_plan_is_readable(plan, o, layout);
}

/* A new innermost frame. NULL: MemoryError is set. */
HAYA_INLINE struct encode_frame *encode_push(struct encoding *e, PyObject *o, int kind)
{
    if (UNLIKELY(e->depth == e->capacity) &&
        memory_more(&e->frames, e->first, e->depth, 1, &e->capacity, sizeof *e->frames) < 0)
        return NULL;
    struct encode_frame *frame = &e->frames[e->depth++];
    frame->f.obj = o;
    frame->f.kind = (uint8_t)kind;
#ifdef Py_GIL_DISABLED
    frame->f.held = false;
    frame->kept = e->w.kept_count;
#endif
    return frame;
}

#ifdef Py_GIL_DISABLED
/* ---- free_threading.c ------------------------------------------------------------------ */

/* Keeps the values of the fields of the innermost frame, an object. ENCODE_PURE: one is not there. */
enum encode_step plan_encode_keep(struct encoding *e);
/* The same of an object whose header is written, after its leading fields, which this writes if they are scalars or
 * lists of few. A frame of which nothing is left is closed. */
enum encode_step plan_encode_fields(struct encoding *e, uint8_t **at);
/* Releases what a frame that was closed has kept. */
void plan_encode_release(struct encoding *e, const struct encode_frame *frame);
/* Opens a list: writes its leading scalars while it is locked, and pushes a frame for a copy of the rest. */
enum encode_step plan_encode_list(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                  const struct plan_node *const *each, PyObject *o);
/* Releases everything at the end of a call. */
void plan_encode_drop(struct encoding *e);
#else
HAYA_INLINE enum encode_step plan_encode_keep(struct encoding *e)
{
    (void)e;
    return ENCODE_NEXT;
}

HAYA_INLINE enum encode_step plan_encode_fields(struct encoding *e, uint8_t **at)
{
    (void)e, (void)at;
    return ENCODE_NEXT;
}
#endif

/* ---- encode_slow.c ------------------------------------------------------------------ */

/* Takes references to all open containers. Must be called before Python code runs. */
void plan_encode_pin(struct encoding *e);
/* Reloads the pointers of the frames after Python code has run. ENCODE_PURE: a container has changed. */
COLD enum encode_step plan_encode_refind(struct encoding *e);

/* By what e->value is written: a node, NULL: none; and the form of an object, as encoding.form. */
struct encode_choice {
    const struct plan_node *node;
    int form;
};
/* Replaces a UNION by the alternative that e->value is of. ENCODE_VALUE: the tag of a pair is written, and its object
 * follows. */
enum encode_step plan_encode_choose(struct encoding *e, uint8_t **at, struct encode_choice *choice);
/* Opens a set, frozenset or deque: a list of its items. */
enum encode_step plan_encode_set(struct encoding *e, uint8_t **at, const struct plan_node *node, PyObject *o);
/* Writes a value that has no fast path, or chooses the plan of its class: ENCODE_VALUE. */
NOINLINE enum encode_step plan_encode_other(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                            PyObject *o);

#endif
