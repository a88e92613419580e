/*
 * What decode.c and decode_object.c share: the decoder and its stack of open
 * containers.
 *
 * A container is put in its place as soon as it is opened, and filled there:
 * tables have room for all that their head promises, so places do not move
 * (the promise is checked against the bytes that are left). Nothing with a
 * count is freed before the end, for references may still name it: what is
 * displaced (duplicate keys, keys that are containers) goes to the graveyard.
 * Hooks (__wakeup, __unserialize) run when all is decoded, as unserialize()
 * has it; what may run earlier is an autoloader, Serializable::unserialize and
 * an error handler.
 */
#ifndef MSGPACK_DECODE_H
#define MSGPACK_DECODE_H

#include "internal.h"
#include "shapes.h"

enum decode_kind {
    DECODE_LIST,    /* packed table */
    DECODE_SHAPE,   /* map whose keys a shape predicts */
    DECODE_MAP,     /* map of any keys: array, or the property table of an object */
    DECODE_OBJECT,  /* declared and other properties of an object */
    DECODE_UNKNOWN, /* map that began with nil and is not an array or object yet */
    DECODE_ENUM,    /* properties of an enum case, collected in an array */
    DECODE_NAMED    /* ext 100: its one value, which goes to the ext's place */
};

/* What the value that is being decoded is for, when not for its place. */
enum decode_state {
    DECODE_PLAIN,
    DECODE_KEY,       /* temp is a key that is neither string nor integer */
    DECODE_KEY_VALUE, /* temp is the value of such a key, bad_key */
    DECODE_NIL_VALUE, /* temp is the value of a nil key */
    DECODE_TYPED      /* the slot of info, whose type is to be checked */
};

struct decode_frame {
    uint8_t kind;
    uint8_t state;
    bool unserialized; /* a call of __unserialize is scheduled, so none of __wakeup */
    bool string_keys; /* MAP: no key becomes an integer (property tables) */
    uint32_t left;    /* elements or entries not begun */
    uint32_t ordinal; /* index in the log */
    uint32_t index;   /* SHAPE: keys done; OBJECT: the next declared property's slot */
    uint32_t fingerprint; /* MAP: for shapes_learn, or 0 */
    uint64_t owed;    /* values that the enclosing containers wait for */
    zval *at;         /* where the container lies */
    union {
        zend_array *table;
        zend_object *object;
        const uint8_t *far; /* NAMED: what d->far was before */
    } of;
    union {
        msgpack_packed_slot *packed; /* LIST: the next place */
        Bucket *bucket;              /* SHAPE: the next bucket */
        zval *temp;                  /* states other than DECODE_PLAIN, DECODE_TYPED */
        const uint8_t *name;         /* NAMED: of fingerprint bytes; the value begins behind it */
    } next;
    union {
        zval *bad_key;                /* DECODE_KEY_VALUE */
        struct shape *shape;          /* SHAPE */
        zend_property_info *info;     /* DECODE_TYPED */
        zend_class_entry *enum_class; /* ENUM */
    };
    const uint8_t *lead;      /* of the container */
    const uint8_t *key_lead;  /* DECODE_KEY, DECODE_KEY_VALUE: of the key; NAMED: what d->end was before */
};

#define DECODE_FRAMES 24 /* on the C stack; more are allocated */
#define DECODE_GRAVES 16 /* per piece of the graveyard */

struct decode_graves {
    struct decode_graves *before;
    uint32_t used;
    zval values[DECODE_GRAVES];
};

/* A hook to be called when all is decoded. */
struct decode_call {
    zend_object *object; /* counted */
    zval data;           /* of __unserialize, counted; UNDEF: __wakeup */
};

struct decoder {
    const uint8_t *begin;
    const uint8_t *p; /* the hot path keeps its own and stores it here for calls */
    const uint8_t *end;
    const struct msgpack_unpack_options *options;
    struct msgpack_failure *failure;
    struct msgpack_shapes *shapes;
    bool plain; /* maps become arrays, and no option restricts a fixstr or str8 */
    /* The last place from where DECODE_AHEAD bytes may be read, if only bytes
     * of padding after end; NULL: none, for nothing is plain or it is too short. */
    const uint8_t *far;
    struct decode_frame *frames;
    uint32_t depth;
    uint32_t room;
    /* Containers by ordinal (php_only): what each became. */
    zend_refcounted **log; /* array, object or reference; NULL: nothing yet */
    uint32_t seen, log_room;
    struct decode_graves *graves;
    struct decode_call *calls;
    uint32_t call_count, call_room;
    /* The last class: its str on the wire and what it is. */
    const uint8_t *class_wire;
    size_t class_wire_len;
    zend_class_entry *class_entry;
    zend_function *class_wakeup; /* of class_entry, or NULL */
};

/* decode_table.c ------------------------------------------------------------------- */

bool decode_fail(struct decoder *d, enum haya_error error, const uint8_t *lead);

/* A place that stays and is cleared at the end. */
zval *decode_temp(struct decoder *d);

/* Empties *slot; what was there lives on to the end. */
void decode_displace(struct decoder *d, zval *slot);

/* The place for the value of a key in a table; the value there before, if any,
 * is displaced. The string's count passes to the table. */
zval *decode_place(struct decoder *d, zend_array *table, zend_string *key);
zval *decode_place_index(struct decoder *d, zend_array *table, zend_ulong index);

/* decode_key.c ---------------------------------------------------------------- */

enum decode_step {
    DECODE_FAILED,
    DECODE_VALUE, /* *slot is to be decoded */
    DECODE_NEXT   /* the entry is done */
};

/* An integer as the text of a key. */
zend_string *decode_number_key(const struct haya_token *token);

/* A key of another lead byte than fixstr in a MAP frame. */
enum decode_step decode_other_key(struct decoder *d, zval **slot);

/* What the value just decoded was for, when not for its place alone. */
enum decode_step decode_settle(struct decoder *d, zval **slot);

/* PHP has no integer of 2**63 and more: these become decimal strings. */
void decode_large(zval *slot, uint64_t value);

/* An ext as the options want it; false: failure or exception. */
bool decode_ext(struct decoder *d, zval *slot, int8_t type, const uint8_t *payload, uint32_t n,
                const uint8_t *lead);

/* decode_named.c --------------------------------------------------------------- */

/* Ext 100: opens a frame for its value, and sets d->p, d->end and d->far. */
enum decode_step decode_open_named(struct decoder *d, zval **slot, const uint8_t *payload,
                                   uint32_t n, const uint8_t *lead);

/* Its value is there: it becomes what its name stands for. The frame is gone. */
enum decode_step decode_close_named(struct decoder *d);

/* After a failure: an ext 100 that ends too early is at fault itself. */
void decode_blame_named(struct decoder *d);

/* decode.c -------------------------------------------------------------------- */

/* Makes an UNKNOWN frame a map, of n entries at the most. */
void decode_become_map(struct decoder *d, struct decode_frame *frame);

static zend_always_inline struct decode_frame *decode_top(struct decoder *d)
{
    return &d->frames[d->depth - 1];
}

/* The frame's container became what, unless a reference holds it already. */
static zend_always_inline void decode_saw(struct decoder *d, const struct decode_frame *frame,
                                          void *what)
{
    if (d->options->php_only && d->log[frame->ordinal] == NULL)
        d->log[frame->ordinal] = what;
}

/* decode_object.c --------------------------------------------------------------- */

/* An entry whose key is nil, at d->p, and, after a mark, the one that follows. */
enum decode_step decode_nil_entry(struct decoder *d, zval **slot);

/* The value of a nil key is there. */
bool decode_nil_value(struct decoder *d);

/* The next property of a DECODE_OBJECT frame; its key is at d->p. */
enum decode_step decode_property(struct decoder *d, zval **slot);

/* The place of a DECODE_OBJECT frame's property, whose type, if any, the frame
 * then waits to check. NULL: failure, at lead, or exception. */
zval *decode_named_property(struct decoder *d, struct decode_frame *frame, zend_string *key,
                            const uint8_t *lead);

/* Whether the value in the slot of frame->info has its type. */
bool decode_typed(struct decoder *d, struct decode_frame *frame);

/* To be called when the value that a frame fills becomes this reference, in the
 * slot of a typed property perhaps. */
void decode_tell_type(struct decoder *d, const struct decode_frame *frame, zend_reference *reference);

/* Makes that slot uninitialized. */
void decode_untyped(struct decoder *d, struct decode_frame *frame);

/* An OBJECT, ENUM or property-table frame is complete. */
bool decode_close_object(struct decoder *d, struct decode_frame *frame);

/* Calls the hooks in their order; false: an exception is pending. */
bool decode_run_calls(struct decoder *d);

/* After a failure: no destructor of a half-made object may run. */
void decode_disarm(struct decoder *d);

#endif
