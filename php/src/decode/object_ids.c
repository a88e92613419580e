/*
 * The option references: objects that occur several times in a message, as .NET's ReferenceHandler writes them. The
 * first time one is an array of its id and the object, later its id: an ext 92 of 1, 2 or 4 bytes. (PHP's own
 * references, with nil keys, are in references.c.)
 */
#include "stack.h"

#include "../../../core/include/hayapack_format.h"

enum {
    DECODE_IDS_FIRST = 16 /* objects with an id that space is allocated for */
};

struct decode_id {
    zval object;     /* a copy, owned; UNDEF: it is being decoded */
    zval *slot;      /* where it is decoded to; valid until it is complete */
    uint32_t height; /* containers that references nest in it, itself included; 0: none */
};

struct decode_ids {
    HashTable places; /* indexes into list, by id */
    struct decode_id *list;
    uint32_t count, capacity;
};

/* The failure at the byte at `at`. Returns false. */
static bool decode_id_fail(struct decoder *d, enum haya_error error, const uint8_t *at, const char *what)
{
    smart_str text = {0};
    smart_str_appends(&text, what);
    smart_str_0(&text);
    msgpack_failure_explain(d->failure, &text);
    return decode_fail(d, error, at);
}

static struct decode_id *decode_find_id(const struct decoder *d, uint32_t id)
{
    zval *place = d->ids != NULL ? zend_hash_index_find(&d->ids->places, id) : NULL;
    return place != NULL ? &d->ids->list[Z_LVAL_P(place)] : NULL;
}

/* Adds an id, whose object is decoded to slot. Returns its index. */
static uint32_t decode_add_id(struct decoder *d, uint32_t id, zval *slot)
{
    struct decode_ids *ids = d->ids;
    zval place;

    if (ids == NULL) {
        ids = d->ids = emalloc(sizeof *ids);
        zend_hash_init(&ids->places, 0, NULL, NULL, false);
        ids->list = NULL;
        ids->count = ids->capacity = 0;
    }
    if (ids->count == ids->capacity) {
        ids->capacity = ids->capacity ? ids->capacity * 2 : DECODE_IDS_FIRST;
        ids->list = safe_erealloc(ids->list, ids->capacity, sizeof *ids->list, 0);
    }
    ZVAL_LONG(&place, ids->count);
    ids->list[ids->count] = (struct decode_id){.slot = slot};
    ZVAL_UNDEF(&ids->list[ids->count].object);
    zend_hash_index_add_new(&ids->places, id, &place);
    return ids->count++;
}

/* Whether an id of n bytes is within max_ext_len; false: failure. at: the first byte of its ext. */
static bool decode_id_fits(struct decoder *d, size_t n, const uint8_t *at)
{
    if (n <= d->options->limits.ext_len)
        return true;
    d->failure->limit = d->options->limits.ext_len;
    return decode_fail(d, HAYA_ERR_EXT_LIMIT, at);
}

bool decode_begins_definition(const struct decoder *d, const uint8_t *p)
{
    const uint8_t *payload;
    uint32_t id, n;
    return (d->depth == 0 || d->frames[d->depth - 1].kind != DECODE_DEFINITION) &&
           haya_id_at(p, (size_t)(d->end - p), &id, &payload, &n) && decode_find_id(d, id) == NULL;
}

enum decode_step decode_open_definition(struct decoder *d, zval *slot, const uint8_t *header)
{
    uint64_t pending = decode_pending(d);
    const uint8_t *first = d->p, *payload;
    uint32_t id, n;

    ZVAL_NULL(slot);
    if (!haya_id_at(first, (size_t)(d->end - first), &id, &payload, &n) ||
        !decode_may_open(d, header, first, 2, pending) || !decode_id_fits(d, n, first))
        return DECODE_FAILED;
    d->p = payload + n;
    if (d->ids != NULL && d->ids->count == HAYA_IDS_MOST) {
        decode_id_fail(d, HAYA_ERR_SIZE_LIMIT, header, "more than 65536 objects have an id");
        return DECODE_FAILED;
    }
    if (d->p < d->end && *d->p == HAYA_NIL) {
        decode_id_fail(d, HAYA_ERR_INVALID_VALUE, d->p, "nil has an id");
        return DECODE_FAILED;
    }
    struct decode_frame *frame = decode_push(d, slot, NULL, header, pending);
    frame->kind = DECODE_DEFINITION;
    frame->left = 0;
    frame->index = decode_add_id(d, id, slot);
    return DECODE_VALUE;
}

void decode_close_definition(struct decoder *d)
{
    struct decode_frame *frame = decode_top(d);
    ZVAL_COPY(&d->ids->list[frame->index].object, frame->at);
    d->depth--;
}

/* Called for a reference to a complete container: false, with the failure set at header, if the references would nest
 * containers deeper than MSGPACK_CHAIN_MAX + max_depth, as decode_link() does. */
static bool decode_link_id(struct decoder *d, const struct decode_id *target, const uint8_t *header)
{
    uint32_t nested = MIN(d->capacity, d->options->limits.depth), most = MSGPACK_CHAIN_MAX + d->options->limits.depth;
    uint32_t height = MAX(target->height, nested);
    if (height + d->depth > most) {
        d->failure->limit = most;
        return decode_fail(d, HAYA_ERR_TOO_DEEP, header);
    }
    /* Outwards. If an object's height is at least this, that of the objects around it is, too. */
    for (uint32_t i = d->depth; i-- > 0; height++) {
        const struct decode_frame *frame = &d->frames[i];
        if (frame->kind != DECODE_DEFINITION)
            continue;
        uint32_t *at = &d->ids->list[frame->index].height;
        if (*at >= height)
            break;
        *at = height;
    }
    return true;
}

bool decode_reference(struct decoder *d, zval *slot, const uint8_t *payload, uint32_t n, const uint8_t *header)
{
    bool defined = d->depth > 0 && decode_top(d)->kind == DECODE_DEFINITION;
    struct decode_id *found;
    uint32_t id;

    if (!haya_id_read(payload, n, &id))
        return decode_id_fail(d, HAYA_ERR_INVALID_VALUE, header, "an id has 1, 2 or 4 bytes");
    found = defined ? NULL : decode_find_id(d, id);
    if (found == NULL)
        return decode_id_fail(d, HAYA_ERR_INVALID_VALUE, header, "no object before this has the id");
    if (Z_TYPE(found->object) == IS_UNDEF) {
        if (Z_TYPE_P(found->slot) != IS_OBJECT)
            return decode_id_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, header, "an array contains itself");
        ZVAL_COPY(slot, found->slot);
        return true;
    }
    if (Z_COLLECTABLE(found->object) && !decode_link_id(d, found, header))
        return false;
    ZVAL_COPY(slot, &found->object);
    return true;
}

void decode_free_ids(struct decoder *d)
{
    struct decode_ids *ids = d->ids;
    d->ids = NULL;
    for (uint32_t i = 0; i < ids->count; i++)
        zval_ptr_dtor(&ids->list[i].object);
    efree(ids->list);
    zend_hash_destroy(&ids->places);
    efree(ids);
}
