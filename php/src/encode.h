/*
 * What encode.c, encode_object.c and refs.c share: the encoder, its stack of
 * open containers, and the table of containers seen before.
 *
 * User code (hooks, error handlers, destructors) may change any container
 * that is being packed. So before it first runs, encode_hold takes a count on
 * every open container and every one in the table, and from then on on each
 * new one: writers separate from what is shared, and no address is used anew.
 * A property table whose entries point to the object's slots must not be
 * shared, for the copy that a writer makes has values in their place; of such
 * a table the frame takes a copy of its own. Without user code nothing is
 * counted.
 */
#ifndef MSGPACK_ENCODE_H
#define MSGPACK_ENCODE_H

#include "internal.h"
#include "../../core/include/hayapack_wire.h"

/* Bytes that are always free at pos: a head, a short string, and slack. */
#define ENCODE_ROOM 64

/* ---- containers seen before (refs.c) ------------------------------------
 * A log of (container, ordinal); the hash over it is made when a look-up
 * first asks for it. The first entry of a container counts. */
struct refs_entry {
    zend_refcounted *container; /* zend_object, or the zend_reference of an array */
    uint32_t ordinal;           /* its place among the containers on the wire, root = 1 */
};

struct refs {
    struct refs_entry *log; /* NULL or emalloc'ed */
    uint32_t used, room;
    uint32_t hashed;   /* log entries that are in the hash */
    uint32_t *buckets; /* log index + 1, or 0; NULL until the first look-up */
    uint32_t mask;     /* buckets - 1, a power of two less 1 */
};

void refs_grow(struct refs *refs);
uint32_t refs_find(struct refs *refs, const void *container); /* its ordinal, or 0 */
void refs_free(struct refs *refs);

/* ---- the stack ---------------------------------------------------------- */

enum encode_kind {
    ENCODE_LIST,       /* packed table: values alone */
    ENCODE_PACKED_MAP, /* packed table: index and value */
    ENCODE_MAP,        /* hash table: key and value */
    ENCODE_VALUES,     /* hash table, perhaps with INDIRECT: values alone */
    ENCODE_PROPERTIES, /* hash table, perhaps with INDIRECT: key and value */
    ENCODE_SLOTS,      /* declared properties: name and value */
    ENCODE_SLOT_VALUES,/* declared properties: values alone */
    ENCODE_NAMED,      /* an ext 100: packed table of its value and where its head is */
    ENCODE_END         /* nothing follows: holds a level open */
};

struct encode_frame {
    uint8_t kind;
    bool owned;  /* container is released when the frame is closed */
    bool shared; /* counted in encoder.shared */
    uint32_t i;    /* the next slot */
    uint32_t end;  /* slots */
    uint32_t left; /* PROPERTIES, VALUES, SLOTS: entries promised and not yet written */
    union {
        zend_refcounted *counted;
        zend_array *table;
        zend_object *object;
    } of;
};

#define ENCODE_FRAMES 24 /* on the C stack; more are allocated */

struct encoder {
    uint8_t *pos;
    uint8_t *limit;   /* ENCODE_ROOM before the end of the buffer */
    uint8_t *begin;
    zend_string *string; /* the buffer, or NULL while it is the scratch */
    const struct msgpack_pack_options *options;
    struct msgpack_failure *failure;
    struct encode_frame *frames;
    uint32_t depth;   /* frames open */
    uint32_t room;    /* frames there is memory for */
    uint32_t ordinal; /* containers written */
    uint32_t shared;  /* open containers that may be met again */
    bool holding;
    bool quick;       /* the options leave a str as it is */
    bool root_again;  /* the root was met again: its children may be, too */
    zend_array *root;
    zend_class_entry *plain; /* the last class known to have no hooks */
    struct refs refs;
};

/* encode_output.c ---------------------------------------------------------- */

/* Makes room for more bytes beside ENCODE_ROOM; encoder->pos is set anew. */
void encode_grow(struct encoder *encoder, size_t more);

/* The same where pos is kept elsewhere: from p to the new place. */
uint8_t *encode_grow_at(struct encoder *encoder, uint8_t *p, size_t more);

/* Writes a str in the form that the options ask for. False: failure is set. */
bool encode_string(struct encoder *encoder, const char *text, size_t n);

/* The message that is this string alone, under the default options; NULL: it is too long. */
zend_string *encode_lone_text(const zend_string *text);

/* Writes a str at p, and returns what comes after it; NULL: failure is set.
 * The first for n >= 32 under the default options, the second for any other. */
uint8_t *encode_long_text(struct encoder *encoder, uint8_t *p, const char *text, size_t n);
uint8_t *encode_other_string(struct encoder *encoder, uint8_t *p, const zend_string *s, bool key);

/* Fails with error at the place where the next value would be. Returns false. */
bool encode_fail(struct encoder *encoder, enum haya_error error, const char *type);

zend_string *encode_finish(struct encoder *encoder);

/* encode_stack.c ----------------------------------------------------------- */

void encode_more_frames(struct encoder *encoder);
void encode_release(zend_refcounted *counted); /* NULL is good */
void encode_hold_frame(struct encode_frame *frame);
void encode_hold_table(struct encode_frame *frame);
void encode_hold(struct encoder *encoder);
void encode_clean(struct encoder *encoder);

/* A level more, for a container whose head is about to be written; NULL when
 * too deep, failure set. Counts the ordinal. */
static zend_always_inline struct encode_frame *encode_push(struct encoder *e)
{
    if (UNEXPECTED(e->depth >= e->options->max_depth)) {
        encode_fail(e, HAYA_ERR_TOO_DEEP, NULL);
        return NULL;
    }
    if (UNEXPECTED(e->depth == e->room))
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

/* encode.c ----------------------------------------------------------------- */

/* An array as the next value, to be released when it is done. */
bool encode_owned_array(struct encoder *encoder, zend_array *array);

/* encode_named.c: opens an ext 100, and gives its value, then NULL when the ext
 * is complete or, with *good false, too long. */
bool encode_open_named(struct encoder *encoder, zend_object *object);
zval *encode_named_next(struct encoder *encoder, struct encode_frame *frame, bool *good);

/* encode_object.c: writes an object or opens a frame for its properties. */
bool encode_object(struct encoder *encoder, zend_object *object, bool is_reference);

static zend_always_inline struct encode_frame *encode_top(struct encoder *encoder)
{
    return &encoder->frames[encoder->depth - 1];
}

/* Remember container under the current ordinal. */
static zend_always_inline void encode_remember(struct encoder *encoder, void *container)
{
    struct refs *refs = &encoder->refs;
    if (UNEXPECTED(refs->used == refs->room))
        refs_grow(refs);
    refs->log[refs->used].container = container;
    refs->log[refs->used].ordinal = encoder->ordinal;
    refs->used++;
    if (UNEXPECTED(encoder->holding) && !(GC_FLAGS((zend_refcounted *)container) & GC_IMMUTABLE))
        GC_ADDREF((zend_refcounted *)container);
}

#endif
