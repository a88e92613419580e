/*
 * The decoder that follows a plan: its stack, and the innermost part of its loop.
 *
 * Objects are made without their constructor and filled in place, as in decode/: each is in its slot as soon as it
 * is open, so the outermost value owns everything. No user code sees one before the message is complete, except for
 * what a constructor receives that the caller asked for: these objects are completed before it is called, as all are at
 * the end of the message. An object with a destructor is marked as if that had run until it is completed: the end of a
 * request, at any point, runs no destructor of an incomplete object.
 */
#ifndef MSGPACK_PLAN_DECODE_DECODER_H
#define MSGPACK_PLAN_DECODE_DECODER_H

#include "../plan.h"
#include "../../decode/decoder.h"
#include "../../decode/scalar.h"

enum plan_inside {
    PLAN_IN_FIELDS, /* map of an object */
    PLAN_IN_PLACES, /* array of an object */
    PLAN_IN_LIST,
    PLAN_IN_TUPLE,
    PLAN_IN_MAP,
    PLAN_IN_SHAPE, /* a map of str keys, as long as these are its shape's */
    PLAN_IN_PAIR   /* [tag, object] */
};

struct plan_frame {
    uint8_t inside;
    uint32_t left;    /* elements or entries whose decoding has not begun */
    uint32_t index;   /* FIELDS: the field that is expected; PLACES, TUPLE: the next one; SHAPE: number of keys read */
    uint64_t pending; /* values that the enclosing containers still need, this one's excluded */
    uint64_t seen;    /* bits of the fields that were read, if the class has at most PLAN_SEEN */
    uint64_t *more;   /* the same for more fields, owned; or NULL */
    const struct plan_node *node; /* LIST, MAP, SHAPE: of the items; TUPLE, PAIR: the container's */
    const struct plan_class *cls; /* FIELDS, PLACES */
    char *base;                   /* FIELDS, PLACES: the object, or the arguments of its constructor, owned */
    zend_string *tag;             /* FIELDS: the key of the tag, which is skipped; borrowed, or NULL */
    zval *at;                     /* the container's slot */
    union {
        zend_array *table;              /* TUPLE, MAP, SHAPE, LIST */
        const struct plan_node *chosen; /* PAIR: by the tag, or NULL */
    } of;
    union {
        msgpack_packed_slot *next; /* LIST, TUPLE: the next element's slot */
        Bucket *bucket;            /* SHAPE: the next bucket */
        uint32_t fingerprint;      /* MAP: for shapes_learn, or 0 */
    };
    struct shape *shape;   /* SHAPE */
    const uint8_t *header; /* the container's first byte */
    uint32_t calls, armed; /* FIELDS, PLACES, with a constructor: of the decoder, when the frame was opened */
};

#define PLAN_FRAMES 16 /* on the C stack; more are allocated */

/* What runs user code to complete an object: after the message, or before a constructor receives the object. */
struct plan_call {
    zend_object *object;            /* owned */
    const struct plan_class *cls;   /* After of the class, or */
    const struct plan_field *field; /* the default of this field, if it is not NULL */
    const uint8_t *header;          /* the object's first byte */
};

struct plan_decoder {
    struct decoder d;                      /* the cursor, and the decoder of values without a type */
    struct msgpack_unpack_options options; /* those of d; for each value without a type limits.depth is set to the
                                              levels that may still be opened */
    uint32_t max_depth;
    bool unknown_error;
    struct msgpack_failures *failures; /* with collect: errors so far; NULL: none */
    bool collect;
    const uint8_t *far; /* from p <= far, DECODE_AHEAD bytes can be read */
    struct plan_frame *frames;
    uint32_t depth, capacity;
    size_t made, may_make;     /* bytes of objects, and the most that the message may make */
    size_t skipped;            /* bytes skipped in search of tags */
    struct haya_level *levels; /* for skipping, or NULL */
    zend_object **armed;       /* objects with destructors that are not completed, owned */
    uint32_t armed_count, armed_capacity;
    struct plan_call *calls;
    uint32_t call_count, call_capacity;
};

/* An object may take PLAN_AMPLIFY bytes for each byte of the message, and PLAN_AMPLIFY_LEAST in any case. */
#define PLAN_AMPLIFY 256
#define PLAN_AMPLIFY_LEAST (1u << 20)
#define PLAN_TAG_BUDGET 16 /* times the bytes of the message may be skipped in search of tags */

/* date.c: stores the date; false: it is out of range. */
bool plan_date_make(const struct plan_node *node, int64_t seconds, uint32_t nanoseconds, zval *slot);
/* Reads a date and time of RFC 3339, such as 2026-01-31T12:00:00.5+01:00, in years 1 to 9999. */
bool plan_date_read(const char *text, size_t n, struct haya_timestamp *time);
const uint8_t *plan_date_quick(const struct plan_node *node, const uint8_t *p, const uint8_t *end, zval *slot);

static zend_always_inline struct plan_frame *plan_decode_top(struct plan_decoder *t)
{
    return &t->frames[t->depth - 1];
}

/* Pending values of all open containers, after the value that is now decoded. */
static zend_always_inline uint64_t plan_decode_pending(struct plan_decoder *t)
{
    if (t->depth == 0)
        return 0;
    const struct plan_frame *frame = plan_decode_top(t);
    bool pairs = frame->inside == PLAN_IN_FIELDS || frame->inside == PLAN_IN_MAP || frame->inside == PLAN_IN_SHAPE;
    return frame->pending + ((uint64_t)frame->left << pairs);
}

static zend_always_inline const uint8_t *plan_decode_quick_int(const uint8_t *p, zval *slot)
{
    uint8_t byte = *p;
    if ((int8_t)byte >= -32) {
        ZVAL_LONG(slot, (int8_t)byte);
        return p + 1;
    }
    if (!decode_is_int_form(byte) || sizeof(zend_long) != 8)
        return NULL;
    uint64_t bits = haya_load64(p + 1);
    if (UNEXPECTED(byte == HAYA_UINT64 && (int64_t)bits < 0))
        return NULL;
    return p + 1 + decode_int_form(byte, bits, slot);
}

/* single: the type is float32. */
static zend_always_inline const uint8_t *plan_decode_quick_float(bool single, const uint8_t *p, zval *slot)
{
    if (EXPECTED(*p == HAYA_FLOAT64)) {
        if (UNEXPECTED(single))
            return NULL;
        ZVAL_DOUBLE(slot, haya_load_double(p + 1));
        return p + 9;
    }
    if (*p != HAYA_FLOAT32)
        return NULL;
    ZVAL_DOUBLE(slot, haya_load_float(p + 1));
    return p + 5;
}

/* Decodes a scalar without limits in a common form at p, where DECODE_AHEAD bytes can be read. quick: the node's, as a
 * constant where it is one. Returns the byte after the scalar; NULL: plan_value must decode it, or it ends after end.
 */
static zend_always_inline const uint8_t *plan_decode_quick(const struct plan_decoder *t, const struct plan_node *node,
                                                           uint8_t quick, const uint8_t *p, const uint8_t *end,
                                                           zval *slot)
{
    const uint8_t *after = NULL;
    switch (quick) {
    case PLAN_INT: after = plan_decode_quick_int(p, slot); break;
    case PLAN_FLOAT: after = plan_decode_quick_float(node->single, p, slot); break;
    case PLAN_STRING: after = decode_quick_text(p, end, slot, t->d.utf8); break;
    case PLAN_BOOL:
        if (EXPECTED(*p == HAYA_TRUE || *p == HAYA_FALSE)) {
            ZVAL_BOOL(slot, *p == HAYA_TRUE);
            after = p + 1;
        }
        break;
    case PLAN_DATE: after = plan_date_quick(node, p, end, slot); break;
    default: /* a value without a type; others have no quick form */
        if (node->kind != PLAN_ANY)
            return NULL;
        if ((*p & 0xe0) == HAYA_FIXSTR || *p == HAYA_STR8)
            return decode_quick_text(p, end, slot, t->d.utf8);
        return decode_quick(p, end, slot, false);
    }
    if (after == NULL && *p == HAYA_NIL && node->nullable) {
        ZVAL_NULL(slot);
        after = p + 1;
    }
    return EXPECTED(after <= end) ? after : NULL;
}

/* Whether the key at p, where DECODE_AHEAD bytes can be read, is the field's: it ends at end or before it, since keys
 * are UTF-8, which the padding is not. */
static zend_always_inline bool plan_decode_matches(const struct plan_field *field, const uint8_t *p, const uint8_t *far)
{
    return haya_key_begins(&field->wire, p) &&
           (EXPECTED(field->wire.size <= 16) ||
            (p + field->wire.size <= far &&
             haya_key_goes_on(&field->wire, p, ZSTR_VAL(field->key) + ZSTR_LEN(field->key))));
}

/* The bits of 64 fields, that of number i among them. */
static zend_always_inline uint64_t *plan_decode_bits(struct plan_frame *frame, uint32_t i)
{
    return EXPECTED(frame->more == NULL) ? &frame->seen : &frame->more[i / 64];
}

/* Notes that the fields first .. last were read, which are at most 64 and whose bits are in the same word; last is not
 * among them. */
static zend_always_inline void plan_decode_see_run(struct plan_frame *frame, uint32_t first, uint32_t last)
{
    if (EXPECTED(last > first))
        *plan_decode_bits(frame, first) |= UINT64_MAX >> (64 - (last - first)) << (first % 64);
}

/* Notes that a field was read; false: for the second time. */
static zend_always_inline bool plan_decode_see(struct plan_frame *frame, uint32_t i)
{
    uint64_t *word = plan_decode_bits(frame, i);
    uint64_t bit = (uint64_t)1 << (i % 64);
    bool fresh = !(*word & bit);
    *word |= bit;
    return fresh;
}

static zend_always_inline bool plan_decode_saw(struct plan_frame *frame, uint32_t i)
{
    return *plan_decode_bits(frame, i) >> (i % 64) & 1;
}

#endif
