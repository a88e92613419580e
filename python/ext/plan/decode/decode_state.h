/*
 * decode_state.h: the state of one call of plan_decode(), shared by decode_loop.c (the loop), decode_slow.c (less
 * common kinds) and the scalars inlined into the loop.
 */
#ifndef HAYAPACK_PLAN_DECODE_STATE_H
#define HAYAPACK_PLAN_DECODE_STATE_H

#include "unpack/key_cache.h"
#include "unpack/unpack_scalars.h"
#include "plan/plan.h"

/* What a frame collects. */
enum plan_mode {
    MODE_FIELDS,   /* an object in map form: values by field, on the stack */
    MODE_ELEMENTS, /* an object in array form */
    MODE_ITEMS,    /* LIST with the private layout: values in `items` */
    MODE_STACKED,  /* other arrays: values on the stack, in order */
    MODE_PAIRS,    /* DICT with str keys: keys and values on the stack */
    MODE_ENTRIES,  /* other DICTs: the same */
    MODE_TAGGED    /* UNION of pairs: the value on the stack */
};

struct plan_frame {
    const struct plan_node *node;
    PyObject **items;  /* MODE_ITEMS, owned: the items of a list that is made when it is complete; else NULL */
    size_t base;       /* index of the frame's first value on the stack */
    size_t left;       /* elements or entries that have not begun */
    size_t done;       /* values stored; MODE_ELEMENTS: elements begun */
    uint64_t pending;  /* values that the containers around it need after this one */
    uint64_t seen;     /* objects: a bit for each field that has a value */
    const uint8_t *at; /* its first byte */
    uint32_t next;     /* objects: the field after that of the present value, whose key is expected next */
    enum plan_mode mode;
};

#define READER_FRAMES 16
#define READER_STACK 128
#define READER_AHEAD 64 /* a key of READER_KEY bytes, and a str of 31 with what is read beyond it */
/* Messages of up to READER_COPY bytes are copied, so that READER_SLACK bytes beyond their end can be read. */
#define READER_COPY 512
#define READER_SLACK 64
#define READER_KEY 32   /* bytes of the longest key that the loop compares */
#define READER_MISSES 8 /* from so many on, it is not tried in the rest of the message */
#define READER_SIGN ((uint64_t)1 << 63)
#define READER_SIGNAL_INTERVAL 8192 /* bytes between two signal checks: each may be an object with many defaults */
#define READER_RUN 4096             /* items of a list that are decoded without a check */
#define PLAN_BUDGET 16              /* times the size of a message that may be skipped in search of tags */

struct reader {
    struct native_state *state;
    const struct unpack_options *opt;
    const uint8_t *begin, *end, *readable;
    /* before it, READER_AHEAD bytes can be read without a check; those of a copy may be beyond the end */
    const uint8_t *near_end;
    const uint8_t *check; /* the next signal check is behind it */
    struct plan_frame *frames;
    size_t depth, frame_capacity; /* frames[0 .. depth) are open */
    PyObject **stack;
    size_t top, stack_capacity;
    size_t count;      /* a result of plan_long_header() */
    const uint8_t *at; /* results of decode_fields.h: the end of a value; without one, the general code decodes it */
    bool other;
    struct {
        size_t count;       /* the first fields of the next object, whose values are above the top of the stack */
        const uint8_t *p;   /* their end */
        bool other;         /* the value of the next field is at p */
        bool failed;        /* the object is not valid, or an exception is set */
    } ready;                /* a result of plan_object() */
    unsigned misses;        /* objects that plan_object() left to a frame */
    size_t most;            /* elements or entries that are within the limits of both arrays and maps */
    struct plan_late *late; /* owned */
    size_t late_count, late_capacity;
    bool raised;        /* a signal's handler raised the exception that is set */
    int64_t budget;     /* bytes that may still be skipped in search of tags */
    struct unpacking u; /* for the functions of unpack_scalars.h: state, opt, source and paused only */
    struct source source;
    struct plan_frame first_frames[READER_FRAMES];
    PyObject *first_stack[READER_STACK];
    PyObject *leaf[PLAN_FIELDS]; /* values of an object that plan_leaf() makes */
};

/* ---- decode_slow.c ------------------------------------------------------------------- */

/* Each returns a new reference and sets *p to the end of the value. NULL without an exception: the value is not valid,
 * or the pure back end decides. */
PyObject *plan_integer_slowly(struct reader *r, const uint8_t **p);
/* A float, or an integer that is one. */
PyObject *plan_float(struct reader *r, const uint8_t **p);
PyObject *plan_bytes(struct reader *r, const uint8_t **p);
/* A value of any type. pending: values that follow it. */
PyObject *plan_any(struct reader *r, const uint8_t **p, uint64_t pending);
/* A value of one of the kinds that are not in the loop; type: what *p begins. */
PyObject *plan_other(struct reader *r, const struct plan_node *node, const uint8_t **p, enum haya_type type);

/* The alternative of a UNION other than PLAN_BY_PAIR for the value at p; NULL as above. */
const struct plan_node *plan_choose(struct reader *r, const struct plan_node *node, const uint8_t *p);
/* The alternative of a UNION for the tag at *p, which becomes the tag's end; NULL as above. */
const struct plan_node *plan_choose_by_tag(struct reader *r, const struct plan_node *node, const uint8_t **p);

/* Checks the value at *p, inside `more` containers that have no frame, and moves to its end. False: it is not valid. */
bool plan_skip(const struct reader *r, const uint8_t **p, uint32_t more);

/* ---- make_collections.c ------------------------------------------------------------------- */

static inline void plan_set_check(struct reader *r, const uint8_t *p)
{
    r->check = r->end - p > READER_SIGNAL_INTERVAL ? p + READER_SIGNAL_INTERVAL : r->end;
}

/* Runs the handlers of pending signals. p: where the reader is; all values before it must be where plan_drop() finds
 * them. -1: one of them raised. */
COLD int plan_signals(struct reader *r, const uint8_t *p);
/* A SET, FROZENSET or DEQUE of n values, which it steals on success only. NULL without an exception: a value has no
 * hash, or too many have the same. */
PyObject *plan_make_collection(struct reader *r, const struct plan_node *node, PyObject **values, size_t n);
/* A dict of n pairs: the same. texts: all keys are str. */
PyObject *plan_make_dict(struct reader *r, PyObject **pairs, size_t n, bool texts);

#endif
