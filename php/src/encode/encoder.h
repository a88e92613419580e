/*
 * What the files of encode/ share: the encoder, its stack of open
 * containers, and the table of containers written before.
 *
 * User code (hooks, error handlers, destructors) can change any container that
 * is being packed. So before user code first runs, encode_hold adds a reference
 * to every open container and to every container in the table, and from then on
 * each new one gets a reference, too: a write then separates (copies) the
 * container, and no address is reused. A property table whose entries point to
 * the object's slots (IS_INDIRECT) must not be shared, because the copy that a
 * write makes has values instead of pointers; the frame then works on a copy of
 * its own. If no user code runs, no reference is added.
 */
#ifndef MSGPACK_ENCODE_H
#define MSGPACK_ENCODE_H

#include "../internal.h"
#include "../../../core/include/hayapack_wire.h"

/* Bytes that are always free at pos: a header, a short string, and some more. */
#define ENCODE_SPACE 64

/* ---- containers written before (references.c) -------------------------
 * A log of (container, ordinal); the hash over it is built by the first lookup.
 * If a container has several entries, the first one is its ordinal. */
struct refs_entry {
    zend_refcounted *container; /* zend_object, or the zend_reference of an array */
    uint32_t ordinal;           /* its number in the order of writing; the root is 1 */
};

struct refs {
    struct refs_entry *log;  /* NULL or emalloc'ed */
    uint32_t used, capacity; /* log: entries, and those that it is allocated for */
    uint32_t hashed;         /* log entries that are in the hash */
    uint32_t *buckets;       /* log index + 1, or 0; NULL until the first lookup */
    uint32_t mask;           /* number of buckets minus 1; the number is a power of two */
};

void refs_grow(struct refs *refs);
uint32_t refs_find(struct refs *refs, const void *container); /* the ordinal, or 0 */
void refs_free(struct refs *refs);

/* ---- the stack ---------------------------------------------------------- */

enum encode_kind {
    ENCODE_LIST,        /* packed table: values only */
    ENCODE_PACKED_MAP,  /* packed table: index and value */
    ENCODE_MAP,         /* hash table: key and value */
    ENCODE_VALUES,      /* hash table, perhaps with INDIRECT: values only */
    ENCODE_PROPERTIES,  /* hash table, perhaps with INDIRECT: key and value */
    ENCODE_SLOTS,       /* declared properties: name and value */
    ENCODE_SLOT_VALUES, /* declared properties: values only */
    ENCODE_TYPED,       /* ext 100: packed table of its value and the offset of its header */
    ENCODE_END          /* no more values: only counts as a level of depth */
};

struct encode_frame {
    uint8_t kind;
    bool owned;    /* the frame owns a reference to the container, released by encode_pop */
    bool shared;   /* counted in encoder.shared */
    uint32_t i;    /* index of the next slot */
    uint32_t end;  /* number of slots */
    uint32_t left; /* PROPERTIES, VALUES, SLOTS: declared count minus entries written */
    union {
        zend_refcounted *counted;
        zend_array *table;
        zend_object *object;
    } of;
};

#define ENCODE_FRAMES 24 /* on the C stack; more are allocated */

struct encoder {
    uint8_t *pos;
    uint8_t *limit; /* ENCODE_SPACE before the end of the buffer */
    uint8_t *begin;
    zend_string *string; /* the buffer; NULL while that is the scratch on the C stack */
    const struct msgpack_pack_options *options;
    struct msgpack_failure *failure;
    struct encode_frame *frames;
    uint32_t depth;    /* frames open */
    uint32_t capacity; /* of frames, open or not */
    uint32_t ordinal;  /* containers written */
    uint32_t shared;   /* open containers that may occur again in the value */
    bool lost;         /* memory_limit was exceeded: what is written is discarded, and the message fails */
    bool holding;      /* encode_hold was called: new containers get a reference */
    bool quick;        /* no option changes how strings and floats are written */
    bool ascii;        /* no option changes how short strings of ASCII are written */
    bool root_again;   /* the root occurred again, so its children may, too */
    zend_array *root;
    zend_class_entry *without_hooks; /* the last class known to have no hooks */
    struct refs refs;
};

/* output.c ---------------------------------------------------------------- */

/* Makes at least more + ENCODE_SPACE bytes available at encoder->pos; the buffer
 * may move, and encoder->pos with it. Where that exceeds memory_limit, the bytes written
 * so far are lost, and encode_finish fails. */
void encode_grow(struct encoder *encoder, size_t more);

/* The same for a caller that keeps the position in p; returns the new one. */
uint8_t *encode_grow_at(struct encoder *encoder, uint8_t *p, size_t more);

/* Writes a str in the format that the options select. False: failure is set. */
bool encode_string(struct encoder *encoder, const char *text, size_t n);

/* A message that consists of this string, with the default options; NULL: too long. */
zend_string *encode_lone_text(const zend_string *text);

/* Writes a str at p and returns the position after it; NULL: failure is set.
 * encode_long_text: n >= 32 and the default options; encode_other_string: all
 * other options. */
uint8_t *encode_long_text(struct encoder *encoder, uint8_t *p, const char *text, size_t n);
uint8_t *encode_other_string(struct encoder *encoder, uint8_t *p, const zend_string *s, bool key);

/* Sets the failure: error, the offset of the next value, and its path. type: what
 * could not be packed, or NULL. Returns false. */
bool encode_fail(struct encoder *encoder, enum haya_error error, const char *type);

/* The message, which the caller owns, or NULL: it is lost, the failure is set. The encoder's buffer is gone after this.
 */
zend_string *encode_finish(struct encoder *encoder);

/* stack.c ----------------------------------------------------------------- */

void encode_more_frames(struct encoder *encoder);
void encode_release(zend_refcounted *counted);      /* NULL: does nothing */
void encode_hold_frame(struct encode_frame *frame); /* the frame owns its container */
void encode_hold_table(struct encode_frame *frame); /* the same, or a copy of a property table */
void encode_hold(struct encoder *encoder);          /* must be called before user code runs */
void encode_clean(struct encoder *encoder);         /* releases everything but the result */

/* Opens a frame, for a container whose header is written next, and counts its
 * ordinal. NULL: too deep, failure set. */
static zend_always_inline struct encode_frame *encode_push(struct encoder *e)
{
    if (UNEXPECTED(e->depth >= e->options->max_depth)) {
        encode_fail(e, HAYA_ERR_TOO_DEEP, NULL);
        return NULL;
    }
    if (UNEXPECTED(e->depth == e->capacity))
        encode_more_frames(e);
    struct encode_frame *frame = &e->frames[e->depth++];
    frame->owned = false;
    frame->shared = false;
    frame->of.counted = NULL;
    e->ordinal++;
    return frame;
}

static zend_always_inline void encode_pop(struct encoder *e)
{
    struct encode_frame *frame = &e->frames[--e->depth];
    e->shared -= frame->shared;
    if (UNEXPECTED(frame->owned))
        encode_release(frame->of.counted);
}

/* loop.c: writes a value, as msgpack_encode does: that of a message, or one in a container that the caller encodes
 * itself. False: the failure is set or an exception is pending. */
bool encode_value(struct encoder *encoder, zval *value);

/* typed.c: opens an ext 100. encode_typed_next returns its value, and NULL
 * the second time: the ext is complete or, with *good false, too long. */
bool encode_open_typed(struct encoder *encoder, zend_object *object);
zval *encode_typed_next(struct encoder *encoder, struct encode_frame *frame, bool *good);

/* object.c: writes an object or opens a frame for its properties. */
bool encode_object(struct encoder *encoder, zend_object *object, bool is_reference);

/* Writes the value of a case of a backed enum. */
bool encode_case(struct encoder *encoder, zend_object *object);

/* Sets what follows from the options. */
static inline void encode_begin(struct encoder *e)
{
    e->ascii = !e->options->uint64;
    e->quick = e->ascii && e->options->str8 && !e->options->utf8 && !e->options->force_f32;
}

static zend_always_inline struct encode_frame *encode_top(struct encoder *encoder)
{
    return &encoder->frames[encoder->depth - 1];
}

/* Logs container under the current ordinal. */
static zend_always_inline void encode_remember(struct encoder *encoder, void *container)
{
    struct refs *refs = &encoder->refs;
    if (UNEXPECTED(refs->used == refs->capacity))
        refs_grow(refs);
    refs->log[refs->used].container = container;
    refs->log[refs->used].ordinal = encoder->ordinal;
    refs->used++;
    if (UNEXPECTED(encoder->holding) && !(GC_FLAGS((zend_refcounted *)container) & GC_IMMUTABLE))
        GC_ADDREF((zend_refcounted *)container);
}

#endif
