/* The encoder that follows a plan: its stack, and what the files of encoding share. */
#ifndef MSGPACK_PLAN_ENCODE_ENCODER_H
#define MSGPACK_PLAN_ENCODE_ENCODER_H

#include "../limits.h"
#include "../../encode/scalar.h"

enum plan_writing {
    PLAN_WRITE_FIELDS, /* map of an object */
    PLAN_WRITE_PLACES, /* array of an object */
    PLAN_WRITE_LIST,
    PLAN_WRITE_TUPLE,
    PLAN_WRITE_MAP,
    PLAN_WRITE_EXTRA, /* of FIELDS: the unknown entries that its object has kept */
    PLAN_WRITE_END    /* nothing more: a level of depth */
};

enum plan_owned { PLAN_OWNS_CONTAINER = 1, PLAN_OWNS_EXTRA = 2 };

struct plan_write_frame {
    uint8_t inside;
    uint8_t owned;                /* enum plan_owned: references that the frame owns */
    uint32_t i, end;              /* the next field, place or slot, and their number */
    uint32_t written;             /* LIST, TUPLE: elements */
    const struct plan_node *node; /* LIST, MAP: of the items; TUPLE: the container's */
    const struct plan_class *cls; /* FIELDS, PLACES */
    zend_array *extra;            /* FIELDS, EXTRA: unknown entries, with PLAN_OWNS_EXTRA */
    union {
        zend_refcounted *counted; /* END: NULL */
        zend_object *object;
        zend_array *table;
    } of;
};

#define PLAN_WRITE_FRAMES 16 /* on the C stack; more are allocated */

struct plan_writer {
    struct encoder e; /* the output, and the encoder of values without a type */
    struct msgpack_pack_options
        options; /* those of e; for each value without a type max_depth is set to the levels that may still be opened */
    uint32_t max_depth;
    uint8_t keys; /* enum plan_keys, of all classes */
    struct plan_write_frame *frames;
    uint32_t depth, capacity;
    zval nothing; /* UNDEF */
    bool holding; /* frames own their containers, as user code may run */
};

/* Must be called before user code runs: frames own their containers from now on. */
void plan_write_hold(struct plan_writer *w);

/* Fails at the next byte. expected: a type, or NULL. */
bool plan_write_fail(struct plan_writer *w, enum haya_error error, const struct plan_node *node, const char *text);

/* Fails for a value that is not one of the node's. */
bool plan_write_fail_type(struct plan_writer *w, const struct plan_node *node, const zval *value);

/* Fails for a number or a length outside of the node's limits. */
bool plan_write_fail_limits(struct plan_writer *w, const struct plan_node *node, enum plan_side side);

/* A frame for a container whose header is written next; NULL: too deep. */
struct plan_write_frame *plan_write_push(struct plan_writer *w, uint8_t inside, void *counted, uint32_t end);

/* Opens a frame for an object: as a map if tag_key is not NULL, with the tag before its fields if tag is not NULL and
 * no field has it. */
bool plan_write_object(struct plan_writer *w, const struct plan_node *node, zend_object *object,
                       const zend_string *tag_key, const zval *tag);

/* Opens a frame for an object of a union whose classes are told apart by a tag. */
bool plan_write_tagged(struct plan_writer *w, const struct plan_node *node, zval *value);

/* Writes a value that the loop does not write itself, or opens a frame for it. */
bool plan_write_value(struct plan_writer *w, const struct plan_node *node, zval *value);

static zend_always_inline bool plan_write_is_of(const zend_object *object, const struct plan_class *cls)
{
    return EXPECTED(object->ce == cls->ce) || instanceof_function(object->ce, cls->ce);
}

static zend_always_inline struct plan_write_frame *plan_write_top(struct plan_writer *w)
{
    return &w->frames[w->depth - 1];
}

/* The slot of a field; UNDEF: it is the argument of a constructor and no property. */
static zend_always_inline zval *plan_write_slot(struct plan_writer *w, zend_object *object,
                                                const struct plan_field *field)
{
    return EXPECTED(field->info != NULL) ? OBJ_PROP(object, field->info->offset) : &w->nothing;
}

/* Makes ENCODE_SPACE bytes available. */
static zend_always_inline void plan_write_space(struct plan_writer *w)
{
    if (UNEXPECTED(w->e.pos > w->e.limit))
        encode_grow(&w->e, 0);
}

#endif
