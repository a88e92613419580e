/*
 * What the files of decode/ share: the decoder and its stack of open containers.
 *
 * A container is stored in its slot (a zval of the enclosing container) as soon
 * as it is opened, and filled there. A table is allocated with capacity for its
 * declared count, so its slots do not move; before that the declared count is
 * compared with the remaining bytes. No reference-counted value is freed before
 * decoding ends, because a later reference in the message may name it: values
 * that lose their slot (a duplicate key replaces them, or they are keys
 * themselves) are kept as temporaries. Hooks (__wakeup, __unserialize) run
 * after the whole message is decoded, as in unserialize(). An autoloader,
 * Serializable::unserialize() and an error handler may run earlier.
 */
#ifndef MSGPACK_DECODE_H
#define MSGPACK_DECODE_H

#include "../internal.h"
#include "shape_cache.h"

enum decode_kind {
    DECODE_LIST,      /* packed table */
    DECODE_SHAPE,     /* map whose keys a shape predicts: array, or a stdClass's property table */
    DECODE_MAP,       /* map of any keys: array, or the property table of an object */
    DECODE_INDEXES,   /* small map whose keys so far are ascending indexes: a packed table */
    DECODE_OBJECT,    /* declared and other properties of an object */
    DECODE_UNKNOWN,   /* map whose first key is nil: array or object, not decided yet */
    DECODE_COLLECT,   /* entries of an enum case, or for __unserialize, collected in an array */
    DECODE_TYPED,     /* ext 100, a typed value: its one value, stored in the ext's slot */
    DECODE_DEFINITION /* an id and its object, stored in the array's slot */
};

/* What happens to the value being decoded, other than being stored in its slot. */
enum decode_state {
    DECODE_STORED,
    DECODE_KEY,       /* temp is a key that is neither string nor integer */
    DECODE_KEY_VALUE, /* temp is the value of such a key, bad_key */
    DECODE_NIL_VALUE, /* temp is the value of a nil key */
    DECODE_PROPERTY   /* the slot of property info, whose type is then checked */
};

struct decode_frame {
    uint8_t kind;
    uint8_t state;
    bool string_keys; /* MAP, COLLECT: no key becomes an integer (property tables, enums) */
    uint32_t left;    /* elements or entries whose decoding has not begun */
    uint32_t ordinal; /* index in the log */
    uint32_t index;   /* SHAPE: number of keys read; OBJECT: index of the next declared property;
                       * DEFINITION: of the id */
    union {
        uint32_t fingerprint; /* MAP: for shapes_learn, or 0 */
        uint32_t name_size;   /* TYPED: bytes of the name */
    };
    uint64_t pending; /* values that the enclosing containers still need, this one's excluded */
    zval *at;         /* the container's slot: borrowed, it belongs to the enclosing container */
    union {
        zend_array *table; /* COLLECT: NULL if the only entry after the class name has a nil key */
        zend_object *object;
        const uint8_t *far; /* TYPED: d->far of the enclosing bytes */
    } of;
    union {
        msgpack_packed_slot *packed; /* LIST: the next element's slot */
        Bucket *bucket;              /* SHAPE: the next bucket */
        zval *temp;                  /* states other than DECODE_STORED, DECODE_PROPERTY */
        const uint8_t *name;         /* TYPED: the name, in the message; the value follows it */
    } next;
    union {
        zval *bad_key;                /* DECODE_KEY_VALUE */
        struct shape *shape;          /* SHAPE */
        zend_property_info *info;     /* DECODE_PROPERTY */
        zend_class_entry *enum_class; /* COLLECT, *at is not an object */
        zval *given; /* COLLECT, *at is an object: the value of its nil key (a reference, too), or NULL */
    };
    const uint8_t *header; /* the container's first byte */
    union {
        const uint8_t *key_header; /* DECODE_KEY, DECODE_KEY_VALUE: the key's first byte */
        const uint8_t *outer_end;  /* TYPED: d->end of the enclosing bytes */
    };
};

#define DECODE_FRAMES 24      /* on the C stack; more are allocated */
#define DECODE_TEMPORARIES 16 /* zvals per block of temporaries */

struct decode_temporaries {
    struct decode_temporaries *before;
    uint32_t used;
    zval values[DECODE_TEMPORARIES];
};

/* A hook call to make after the whole message is decoded. */
struct decode_call {
    zend_object *object; /* owned */
    zval data;           /* __unserialize: its argument, an array or stdClass object, owned; UNDEF: __wakeup */
};

struct decoder {
    const uint8_t *begin;
    const uint8_t *p; /* the cursor; decode_run keeps its own and stores it here before calls */
    const uint8_t *end;
    const struct msgpack_unpack_options *options;
    struct msgpack_failure *failure;
    struct msgpack_shapes *shapes;
    bool unrestricted; /* maps become arrays, and no option restricts a fixstr or str8, except utf8 */
    bool utf8;         /* a str must be UTF-8 */
    /* The last position from which DECODE_AHEAD bytes can be read; up to that
     * many of them may be padding after end. NULL: no such position, because
     * unrestricted is false or there are too few bytes. */
    const uint8_t *far;
    struct decode_frame *frames;
    uint32_t depth;    /* open frames */
    uint32_t capacity; /* of frames, open or not */
    /* With php_only: what each container became, by ordinal. Borrowed. */
    zend_refcounted **log;       /* array, object or reference; NULL: not decided yet */
    uint32_t seen, log_capacity; /* log: entries, and those that it is allocated for */
    /* By ordinal: how many containers can be nested in this one, itself included, on a
     * path with a back reference; 0: there is no such path. See decode_link. */
    uint32_t *heights;
    uint32_t heights_capacity; /* 0 before the first back reference */
    uint8_t *named;            /* a bit for each index in the log below named_end: decode_is_named */
    size_t named_end;          /* 0: named is NULL */
    bool named_known;          /* the message was searched for them */
    bool again;                /* after a failure: the message must be decoded again, with named */
    struct decode_ids *ids;    /* of object_ids.c; NULL before the first */
    struct decode_temporaries *temporaries;
    zend_string **texts; /* texts of a large message, by their bytes; each is owned or NULL. NULL before the first */
    int32_t texts_score; /* rises when a text repeats one of them, falls when it does not */
    bool texts_over;     /* no further text is looked for */
    struct decode_call *calls;
    uint32_t call_count, call_capacity;
    union {
        /* The class looked up last: its name in the message, and its entry. NULL before the first container. */
        const uint8_t *class_wire;
        /* decode_value, without php_only: pending values of the containers that the caller has open. */
        uint64_t outside;
    };
    size_t class_wire_len;
    zend_class_entry *class_entry;
    zend_function *class_wakeup; /* its __wakeup, or NULL; not called if it has __unserialize */
};

enum decode_step {
    DECODE_FAILED,
    DECODE_VALUE, /* decode a value into *slot next */
    DECODE_NEXT   /* the entry is complete */
};

static zend_always_inline struct decode_frame *decode_top(struct decoder *d)
{
    return &d->frames[d->depth - 1];
}

/* Logs what the frame's container became, unless the log has a reference to it
 * already. */
static zend_always_inline void decode_saw(struct decoder *d, const struct decode_frame *frame, void *what)
{
    if (d->options->php_only && d->log[frame->ordinal] == NULL)
        d->log[frame->ordinal] = what;
}

/* loop.c ------------------------------------------------------------------ */

/* Decodes the value at d->p into *slot, as msgpack_decode does: the value of a message, or one in a container that the
 * caller decodes itself. False: the failure is set or an exception is pending; frames are open still. */
bool decode_value(struct decoder *d, zval *slot);

/* fail.c ----------------------------------------------------------------- */

/* Sets the failure: error, and the offset of the byte at header. Returns false. */
bool decode_fail(struct decoder *d, enum haya_error error, const uint8_t *header);

/* The same for an error that the core found while it kept to these limits, one of which may be exceeded. */
bool decode_fail_within(struct decoder *d, enum haya_error error, const uint8_t *header,
                        const struct haya_limits *limits);

/* The same for "unsupported type", with what is wrong: `before`, the name of a class, and, if not NULL,
 * `after` and a quoted name from the message. */
bool decode_fail_class(struct decoder *d, const uint8_t *header, const char *before, const zend_class_entry *ce,
                       const char *after, const char *name, size_t n);

/* The same where memory_limit is exceeded. */
bool decode_fail_memory(struct decoder *d, const uint8_t *header);

/* array_slots.c ----------------------------------------------------------- */

/* A temporary zval, null at first. It does not move, and what it holds
 * is released by decode_free. */
zval *decode_temp(struct decoder *d);

/* Sets *slot to null; its value becomes a temporary. */
void decode_displace(struct decoder *d, zval *slot);

/* The slot for the value of a key in a table, set to null; the previous value,
 * if any, is displaced. The caller's reference to the string passes to the table. */
zval *decode_place(struct decoder *d, zend_array *table, zend_string *key);
zval *decode_place_index(struct decoder *d, zend_array *table, zend_ulong index);

/* Replaces a reference, which mark 1 made the outermost value, by its content: a result never is one. */
void decode_unref(zval *out);

/* other_keys.c ------------------------------------------------------------------- */

/* Reads the key at d->p in a MAP frame, of any type (the loop itself reads a
 * fixstr in most cases). */
enum decode_step decode_other_key(struct decoder *d, zval **slot);

/* property_keys.c --------------------------------------------------------- */

/* Reads the key at d->p of the next property of an OBJECT frame. */
enum decode_step decode_property(struct decoder *d, zval **slot);

/* settle.c ---------------------------------------------------------------- */

/* Acts on frame->state after the value that the state is for was decoded. */
enum decode_step decode_settle(struct decoder *d, zval **slot);

/* text.c ------------------------------------------------------------------ */

/* A new string of text[0 .. n), n >= 32. Frequent sizes are copied without a call, and their
 * allocations are constants, as in decode_new_string. */
zend_string *decode_long_string(const uint8_t *text, size_t n);

#define DECODE_REPEATED_MIN 512u /* bytes of a text that may be shared */

/* A string of text[0 .. n), n >= DECODE_REPEATED_MIN; the caller owns a reference. In a large
 * message it is often the same string for the same text: a comparison costs no more than the copy,
 * and the result is smaller. */
zend_string *decode_repeated_text(struct decoder *d, const uint8_t *text, size_t n);

/* Releases d->texts. */
void decode_free_texts(struct decoder *d);

/* The decimal text of an integer key. The caller owns the string. */
zend_string *decode_number_key(const struct haya_token *token);

/* Stores an integer of 2**63 or more as a decimal string: PHP has no such int. */
void decode_large(zval *slot, uint64_t value);

/* ext.c ------------------------------------------------------------------- */

/* Stores an ext as the options say: null, or an object. header: its first byte.
 * False: failure or exception. */
bool decode_ext(struct decoder *d, zval *slot, int8_t type, const uint8_t *payload, uint32_t n, const uint8_t *header);

/* typed.c ----------------------------------------------------------------- */

/* Ext 100: opens a frame for its value, moves d->p to the value, and sets d->end
 * and d->far to the end of the ext. header: the ext's first byte. */
enum decode_step decode_open_typed(struct decoder *d, zval **slot, const uint8_t *payload, uint32_t n,
                                   const uint8_t *header);

/* Called when that value is complete: builds the object registered for the name,
 * or a MsgpackTyped, in the ext's slot. Pops the frame. */
enum decode_step decode_close_typed(struct decoder *d);

/* After a failure: "truncated" inside an ext 100 becomes "invalid_typed" at the
 * ext, because the ext's length is wrong and not the message's. */
void decode_blame_typed(struct decoder *d);

/* object_ids.c ------------------------------------------------------------------- */

/* Whether an array of two, whose first element is at p, is a new id and its object. */
bool decode_begins_definition(const struct decoder *d, const uint8_t *p);

/* Opens a frame for the object of such an array, whose first element is at d->p, and moves d->p to the object, which
 * goes to the array's slot. header: the array's first byte. */
enum decode_step decode_open_definition(struct decoder *d, zval *slot, const uint8_t *header);

/* Called when the object is complete. Pops the frame. */
void decode_close_definition(struct decoder *d);

/* Stores in *slot the object with the id in an ext 92. header: its first byte. False: failure. */
bool decode_reference(struct decoder *d, zval *slot, const uint8_t *payload, uint32_t n, const uint8_t *header);

/* Releases d->ids, which is not NULL. */
void decode_free_ids(struct decoder *d);

/* references.c ------------------------------------------------------------ */

/* Must be called before user code runs, such as an autoloader: sets d->named, with the back references from d->p on.
 * False: d->again is set, because one of them names a container that was decoded. */
bool decode_know_named(struct decoder *d);

/* With php_only: whether it is known that a back reference to a PHP reference may name the container of that index in
 * the log. */
static zend_always_inline bool decode_is_named(const struct decoder *d, uint32_t ordinal)
{
    return UNEXPECTED(ordinal < d->named_end) && (d->named[ordinal / 8] >> ordinal % 8 & 1);
}

/* Turns the slot of the innermost frame's container into a reference, and logs that. */
void decode_make_reference(struct decoder *d, struct decode_frame *frame);

/* Turns the slot of an empty container, for which no frame was opened, into a reference. */
void decode_make_empty_reference(struct decoder *d, zval *slot);

/* Called for a named object in the slot of the innermost frame: if its form has no mark 1, the slot becomes a
 * reference. */
void decode_saw_named(struct decoder *d, struct decode_frame *frame);

/* Logs the object in the slot of the innermost frame. */
static zend_always_inline void decode_saw_object(struct decoder *d, struct decode_frame *frame)
{
    decode_saw(d, frame, Z_OBJ_P(frame->at));
    if (decode_is_named(d, frame->ordinal))
        decode_saw_named(d, frame);
}

/* Must be called when the value in a frame's slot becomes this reference: if the
 * slot is a typed property's, the property becomes a type source of it. */
void decode_tell_type(struct decoder *d, const struct decode_frame *frame, zend_reference *reference);

/* pecl_forms.c --------------------------------------------------------------- */

/* Reads an entry whose key is the nil at d->p and, after a mark, the next entry. */
enum decode_step decode_nil_entry(struct decoder *d, zval **slot);

/* Whether the only entry after the class name has a nil key, and was not read. */
static zend_always_inline bool decode_only_nil_left(const struct decode_frame *frame)
{
    return frame->kind == DECODE_COLLECT && frame->of.table == NULL;
}

/* Called when the value of a nil key is complete. */
bool decode_nil_value(struct decoder *d);

/* Called when all entries of an OBJECT, COLLECT, UNKNOWN or property-table frame are
 * decoded: schedules __unserialize or __wakeup, or looks up the enum case. False: failure
 * or exception. */
bool decode_close_object(struct decoder *d, struct decode_frame *frame);

/* hooks.c ----------------------------------------------------------------- */

/* Schedules __unserialize of the object with the argument data, to which the caller's
 * reference passes; NULL: __wakeup. */
void decode_schedule(struct decoder *d, zend_object *object, const zval *data);

/* Calls the scheduled hooks in order; false: an exception is pending. */
bool decode_run_calls(struct decoder *d);

/* After a failure: marks the incomplete objects so that no destructor of them
 * runs, and drops the scheduled hooks. */
void decode_disarm(struct decoder *d);

/* properties.c ------------------------------------------------------------ */

/* The slot of an OBJECT frame's property. If the property is typed, the frame's
 * state becomes DECODE_PROPERTY. nil: whether the value is a nil that can stand for a property
 * that did not exist; it then goes into a temporary. NULL: exception, or failure at header. */
zval *decode_named_property(struct decoder *d, struct decode_frame *frame, zend_string *key, const uint8_t *header,
                            bool nil);

/* Checks the value in the slot of frame->info against the property's type. nil: whether null
 * can stand for an uninitialized property. False: an exception is pending, and the property is
 * uninitialized. */
bool decode_check_property(struct decoder *d, struct decode_frame *frame, bool nil);

/* Makes the property of a frame in state DECODE_PROPERTY uninitialized. */
void decode_unset_property(struct decoder *d, struct decode_frame *frame);

#endif
