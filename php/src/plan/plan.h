/*
 * Plans: what is read once from a type such as list<Order>, and by which messages are then decoded straight into
 * objects and encoded from them.
 *
 * compile/: types and classes -> plans
 *   type_names.c        names of types and classes -> nodes
 *   type_expressions.c  type expressions: list<?Order>
 *   unions.c            unions -> nodes
 *   property_types.c    the type and the attributes of a property -> a node
 *   attributes.c        attributes, read by name without their classes being loaded
 *   attribute_check.c   mistakes in attributes
 *   default_values.c    defaults of properties and of promoted parameters
 *   class.c             a class -> its fields, and the template of its objects
 *   plan_cache.c        all classes that a type leads to; the plans of a request
 *
 * decode/: bytes -> objects
 *   loop.c              the decoding loop
 *   runs.h              runs of elements and entries
 *   flat_containers.c   short lists and maps of scalars, without a frame
 *   other_keys.c        keys that the loop did not predict
 *   other_values.c      one value, outside of the loop's fast path: every form, every error
 *   open_containers.c   containers: headers, frames
 *   complete_objects.c  complete objects: missing fields, constructors, calls after the message
 *   fail.c              errors and their texts
 *
 * encode/: objects -> bytes
 *   loop.c              the encoding loop
 *   runs.h              scalars, and runs of them
 *   objects.c           the frames and headers of objects, tags of unions
 *   other_values.c      values that the loop does not write itself
 *   stack.c             open containers
 *   fail.c              errors and their texts
 *
 *   limits.c            limits of numbers and lengths
 *   date.c              dates
 *   describe.c          a plan as an array of PHP
 *
 * Making a plan may run user code (autoloaders, constant expressions). A plan is not changed after that, and may be
 * used by calls inside of one another. It is counted, and lives at most as long as the request, as classes do.
 */
#ifndef MSGPACK_PLAN_H
#define MSGPACK_PLAN_H

#include "../internal.h"
#include "../../../core/include/hayapack_format.h"
#include "../../../core/include/hayapack_keys.h"
#include "zend_arena.h"

enum plan_kind {
    PLAN_ANY,    /* mixed: what unpack makes of it */
    PLAN_ARRAY,  /* array: any array or map */
    PLAN_NULL,   /* nil only */
    PLAN_BOOL,   /* bool, true, false */
    PLAN_INT,    /* int, int8 ... uint64 */
    PLAN_FLOAT,  /* float, float32; integers are converted */
    PLAN_STRING, /* str */
    PLAN_BYTES,  /* bin; str is read, too */
    PLAN_DATE,   /* ext -1: DateTimeImmutable, DateTime, MsgpackTimestamp */
    PLAN_ENUM,   /* the value of a backed enum */
    PLAN_LIST,   /* array, of items */
    PLAN_TUPLE,  /* array of a fixed number of items, each with a type */
    PLAN_MAP,    /* map with str or int keys */
    PLAN_OBJECT, /* a class: map or array */
    PLAN_TAGGED, /* a class of several, by a tag */
    PLAN_CHOICE  /* alternatives that differ in their types of MessagePack */
};

/* Types of MessagePack, as bits: what the first byte of a value tells. */
enum plan_wire {
    PLAN_WIRE_NIL = 1 << HAYA_TYPE_NIL,
    PLAN_WIRE_BOOL = 1 << HAYA_TYPE_BOOL,
    PLAN_WIRE_INT = 1 << HAYA_TYPE_INT,
    PLAN_WIRE_FLOAT = 1 << HAYA_TYPE_FLOAT,
    PLAN_WIRE_STR = 1 << HAYA_TYPE_STR,
    PLAN_WIRE_BIN = 1 << HAYA_TYPE_BIN,
    PLAN_WIRE_ARRAY = 1 << HAYA_TYPE_ARRAY,
    PLAN_WIRE_MAP = 1 << HAYA_TYPE_MAP,
    PLAN_WIRE_EXT = 1 << HAYA_TYPE_EXT
};
#define PLAN_WIRES (HAYA_TYPE_EXT + 1) /* number of these bits */
#define PLAN_WIRE_ALL ((1 << PLAN_WIRES) - 1)

struct plan_class;

/* Limits of numbers and lengths. */
struct plan_limits {
    enum haya_error error; /* of an int outside of least..most: int_range or out_of_bounds */
    zend_long least, most; /* of an int */
    double low, high;      /* of a float: finite or infinite */
    bool low_open, high_open;
    size_t min_len, max_len; /* bytes of text, elements, entries */
};

/* The cases of a TAGGED node. */
struct plan_tags {
    HashTable *by_tag;          /* int or str -> index of the case */
    zend_string *key;           /* the key of the tag in the map; NULL: [tag, object] */
    bool ints, texts;           /* the types of the tags */
    uint32_t count;             /* of cases */
    struct plan_node *nodes;    /* OBJECT: the cases in the order of the attribute */
    zval *tags;                 /* the tag of each */
    struct plan_node *fallback; /* for other tags, or NULL */
};

/* A type of values. Nodes are in the plan's arena. */
struct plan_node {
    uint8_t kind;
    uint8_t quick;    /* the kind, for the decoding loop's fast path; PLAN_ANY: it has none */
    bool nullable;    /* nil is a value */
    bool single;      /* FLOAT: written as float32 */
    uint8_t only;     /* BOOL: IS_TRUE or IS_FALSE, if only that is a value; else 0 */
    uint8_t date;     /* DATE: enum plan_date */
    uint16_t accepts; /* enum plan_wire, nil included if nullable */
    uint32_t takes;   /* MAY_BE_... of the values, without null */
    zend_string *name;
    const struct plan_limits *limits; /* or NULL */
    union {
        struct plan_class *cls;       /* OBJECT */
        struct plan_node *item;       /* LIST, MAP: the items or values */
        struct plan_node **items;     /* TUPLE; CHOICE: PLAN_WIRES of them, by enum haya_type, NULL: none */
        const struct plan_tags *tags; /* TAGGED */
        struct {
            HashTable *cases; /* ENUM: value -> case */
            zend_class_entry *ce;
        } enums;
    } of;
    uint32_t count; /* TUPLE: number of items; CHOICE: alternatives */
    bool int_keys;  /* MAP: the keys are integers */
};

enum plan_date { PLAN_DATE_IMMUTABLE, PLAN_DATE_MUTABLE, PLAN_DATE_TIMESTAMP };

/* What a field that is not in the message becomes. */
enum plan_missing {
    PLAN_REQUIRED, /* missing_field */
    PLAN_IN_SLOT,  /* the template of the object has it */
    PLAN_COPY,     /* a copy of `value` */
    PLAN_EVALUATE  /* a constant expression with `new`, which is evaluated for each object after the message */
};

struct plan_field {
    struct haya_encoded_key wire;
    uint32_t offset; /* of the slot, from the object or from the arguments of its constructor */
    uint32_t place;  /* index in the array form */
    uint8_t missing; /* enum plan_missing */
    struct plan_node node;
    zend_string *key;         /* owned; the first name on the wire */
    zend_string *encoded;     /* owned; the encoded key */
    zend_property_info *info; /* NULL: an argument that is no property */
    zval value;               /* COPY: owned; EVALUATE: an owned reference to the expression */
    zend_class_entry *scope;  /* of that expression */
};

#define PLAN_KEY_COPY 32 /* bytes after an encoded key that can be read */
#define PLAN_SEEN 64     /* fields whose bits are in the frame itself */

enum plan_unknown { PLAN_UNKNOWN_DEFAULT, PLAN_UNKNOWN_SKIP, PLAN_UNKNOWN_ERROR, PLAN_UNKNOWN_KEEP };
enum plan_keys { PLAN_KEYS_DEFAULT, PLAN_KEYS_MAP, PLAN_KEYS_ARRAY };

struct plan_class {
    zend_class_entry *ce;
    bool armed;            /* has a destructor */
    uint8_t keys, unknown; /* as the class says */
    uint32_t count;        /* of fields */
    uint32_t arguments;    /* of the constructor that is called */
    uint32_t places;       /* elements of the array form */
    struct plan_field *fields;
    const struct plan_field *extra; /* has the entries that no field has, by their keys; NULL: they are not kept */
    int32_t *by_place;              /* field of each place, or -1 */
    HashTable *by_key;              /* name on the wire -> index of the field + 1, as a pointer */
    uint64_t all;                   /* the bits of all fields, if there are at most PLAN_SEEN */
    zval *slots;                    /* the template: property slots of a new object */
    size_t slots_bytes;
    uint32_t *counted; /* template slots that are counted */
    uint32_t counted_count;
    size_t size;                /* bytes that an object takes, in tables of objects, too */
    zend_function *constructor; /* called with the fields; NULL: it is not called */
    zend_function *after;       /* #[Msgpack\After], or NULL */
};

struct msgpack_plan {
    uint32_t references;
    zend_arena *arena;
    struct plan_node *root;
    HashTable classes; /* address of the class -> struct plan_class */
    HashTable owned;   /* strings and tables of the nodes */
};

/* ---- compile/plan_cache.c ----------------------------------------------------------------------------- */

/* The plan for a type expression; the caller owns a reference. NULL: an exception is pending. constructor: call the
 * constructors of all classes. */
struct msgpack_plan *msgpack_plan_of(zend_string *type, bool constructor);
void msgpack_plan_release(struct msgpack_plan *plan);

/* Forgets the plans of a request, whose objects exist still. Later calls in the request keep none. */
void msgpack_plan_request_end(void);

/* ---- describe.c ------------------------------------------------------------------------------- */

/* Stores the plan as an array in *out. keys, unknown_error: as in the options of calls with the plan. */
void msgpack_plan_describe(zval *out, const struct msgpack_plan *plan, uint8_t keys, bool unknown_error);

/* ---- decode/loop.c, encode/loop.c -------------------------------------------------------------- */

/* As msgpack_decode and msgpack_encode. */
bool msgpack_plan_decode(zval *out, const char *bytes, size_t len, size_t *used,
                         const struct msgpack_unpack_options *options, struct msgpack_failure *failure);
zend_string *msgpack_plan_encode(zval *value, const struct msgpack_pack_options *options,
                                 struct msgpack_failure *failure);

/* With a plan if the options have one. */
static zend_always_inline bool msgpack_decode_by(zval *out, const char *bytes, size_t len, size_t *used,
                                                 const struct msgpack_unpack_options *options,
                                                 struct msgpack_failure *failure)
{
    return EXPECTED(options->plan == NULL) ? msgpack_decode(out, bytes, len, used, options, failure)
                                           : msgpack_plan_decode(out, bytes, len, used, options, failure);
}

static zend_always_inline zend_string *msgpack_encode_by(zval *value, const struct msgpack_pack_options *options,
                                                         struct msgpack_failure *failure)
{
    return EXPECTED(options->plan == NULL) ? msgpack_encode(value, options, failure)
                                           : msgpack_plan_encode(value, options, failure);
}

#endif
