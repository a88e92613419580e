/*
 * Zvals to bytes. The stack of open containers is explicit (e->frames), so that
 * the caller limits the depth by an option and the thread's stack does not.
 *
 * encode_run is compiled twice: for the default options, with which a str is
 * always its shortest header and the bytes, and for all others.
 */
#include "array.h"
#include "scalar.h"

#define ENCODE_SCRATCH 2048 /* bytes on the C stack; a result that fits is copied once */

/* ---- objects: back references; the rest is in object.c -------------------- */

static bool encode_open_object(struct encoder *e, zend_object *object, bool is_reference)
{
    if (e->options->php_only && (GC_REFCOUNT(object) > 1 || e->shared > 0 || is_reference || e->root_again)) {
        uint32_t ordinal = refs_find(&e->refs, object);
        if (ordinal != 0)
            return encode_back_reference(e, is_reference ? 5 : 4, ordinal);
    }
    return encode_object(e, object, is_reference);
}

static zend_never_inline ZEND_COLD bool encode_unsupported(struct encoder *e, const zval *value)
{
    if (e->options->throws)
        return encode_fail(e, HAYA_ERR_UNSUPPORTED_TYPE, zend_zval_type_name(value));
    if (e->options->report) {
        encode_hold(e); /* an error handler is user code */
        zend_error(E_WARNING, "[msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null");
    }
    e->pos = haya_put_nil(e->pos);
    return EG(exception) == NULL;
}

/* ---- the encoding loop ---------------------------------------------------- */

/* One function per kind of frame. Each writes scalars from frame->i on, and
 * stops at the first value that is not a scalar (*value, with frame->i after
 * it), at the end of the container (*value NULL), or at a failure (false). */
static zend_always_inline bool encode_list(struct encoder *e, struct encode_frame *frame, zval **value, bool quick)
{
    msgpack_packed_slot *base = MSGPACK_PACKED_SLOTS(frame->of.table);
    msgpack_packed_slot *slot = base + frame->i, *stop = base + frame->end;
    uint8_t *p = e->pos;
    while (slot < stop) {
        zval *v = MSGPACK_PACKED_VALUE(slot);
        if (Z_TYPE_P(v) == IS_LONG) {
            p = encode_numbers(e, p, &slot, stop, IS_LONG);
            continue;
        }
        if (quick && Z_TYPE_P(v) == IS_DOUBLE) {
            p = encode_numbers(e, p, &slot, stop, IS_DOUBLE);
            continue;
        }
        slot++;
        if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF))
            continue;
        enum encode_step step = encode_scalar(e, &p, v, quick);
        if (UNEXPECTED(step != ENCODE_DONE)) {
            e->pos = step == ENCODE_FAILED ? e->pos : p;
            frame->i = (uint32_t)(slot - base);
            *value = v;
            return step != ENCODE_FAILED;
        }
    }
    e->pos = p;
    *value = NULL;
    return true;
}

static zend_always_inline bool encode_packed_map(struct encoder *e, struct encode_frame *frame, zval **value)
{
    msgpack_packed_slot *slots = MSGPACK_PACKED_SLOTS(frame->of.table);
    while (frame->i < frame->end) {
        uint32_t i = frame->i++;
        zval *v = MSGPACK_PACKED_VALUE(&slots[i]);
        if (Z_TYPE_P(v) == IS_UNDEF)
            continue;
        e->pos = haya_put_uint(e->pos, i);
        if (e->pos > e->limit)
            encode_grow(e, 0);
        *value = v;
        return true;
    }
    *value = NULL;
    return true;
}

/* Entries of a hash table; keys: whether the keys are written, too. */
static zend_always_inline bool encode_map(struct encoder *e, struct encode_frame *frame, zval **value, bool keys,
                                          bool quick)
{
    Bucket *base = frame->of.table->arData;
    Bucket *bucket = base + frame->i, *stop = base + frame->end;
    uint8_t *p = e->pos;
    for (; bucket < stop; bucket++) {
        zval *v = &bucket->val;
        if (UNEXPECTED(Z_TYPE_P(v) == IS_INDIRECT))
            v = Z_INDIRECT_P(v);
        if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF))
            continue;
        frame->left--;
        if (keys) {
            p = encode_key(e, p, bucket, quick);
            if (UNEXPECTED(p == NULL))
                return false;
        }
        enum encode_step step = encode_scalar(e, &p, v, quick);
        if (UNEXPECTED(step != ENCODE_DONE)) {
            e->pos = step == ENCODE_FAILED ? e->pos : p;
            frame->i = (uint32_t)(bucket + 1 - base);
            *value = v;
            return step != ENCODE_FAILED;
        }
    }
    e->pos = p;
    *value = NULL;
    return true;
}

/* Declared properties, read from the object's slots. */
static zend_always_inline bool encode_slots(struct encoder *e, struct encode_frame *frame, zval **value, bool keys,
                                            bool quick)
{
    zend_property_info **table = frame->of.object->ce->properties_info_table;
    zval *slots = frame->of.object->properties_table;
    uint8_t *p = e->pos;
    for (uint32_t i = frame->i; i < frame->end; i++) {
        zval *v = &slots[i];
        if (UNEXPECTED(table[i] == NULL || Z_TYPE_P(v) == IS_UNDEF))
            continue;
        frame->left--;
        if (keys) {
            p = encode_text(e, p, table[i]->name, true, quick);
            if (UNEXPECTED(p == NULL))
                return false;
        }
        enum encode_step step = encode_scalar(e, &p, v, quick);
        if (UNEXPECTED(step != ENCODE_DONE)) {
            e->pos = step == ENCODE_FAILED ? e->pos : p;
            frame->i = i + 1;
            *value = v;
            return step != ENCODE_FAILED;
        }
    }
    e->pos = p;
    *value = NULL;
    return true;
}

/*
 * Writes value and everything in it. False: the failure is set or an exception is
 * pending; encode_clean closes the frames. quick: e->quick, as a constant.
 *
 * e->pos is the next byte to write; between two values at least ENCODE_SPACE bytes
 * are free there (e->pos <= e->limit). A function that keeps pos in a local p
 * stores it before it calls or returns. value is borrowed: from the caller for
 * the root, else from the container of the innermost frame. A frame borrows its
 * container unless frame->owned is set. Opening a frame may move the frames.
 */
static zend_always_inline bool encode_run(struct encoder *e, zval *value, bool quick)
{
    for (;;) {
        /* value is not written yet. A container gets a frame, a scalar is written. */
        zend_reference *reference = NULL;
        bool good = true, opened;
        if (UNEXPECTED(Z_ISREF_P(value))) {
            reference = Z_REF_P(value);
            value = Z_REFVAL_P(value);
        }
        if (EXPECTED(Z_TYPE_P(value) == IS_ARRAY)) {
            good = encode_open_array(e, Z_ARRVAL_P(value), reference, false, &opened);
        } else if (Z_TYPE_P(value) == IS_OBJECT) {
            good = encode_open_object(e, Z_OBJ_P(value), reference != NULL);
        } else {
            enum encode_step step = encode_scalar(e, &e->pos, value, quick);
            good = step == ENCODE_DONE || (step == ENCODE_CONTAINER && encode_unsupported(e, value));
        }
        if (UNEXPECTED(!good))
            return false;
        if (UNEXPECTED(e->pos > e->limit))
            encode_grow(e, 0);
        /* Continue with the innermost frame until there is a value that is not a
         * scalar; close each frame that is complete. */
        for (;;) {
            if (e->depth == 0)
                return true;
            struct encode_frame *frame = &e->frames[e->depth - 1];
            switch ((enum encode_kind)frame->kind) {
            case ENCODE_LIST: good = encode_list(e, frame, &value, quick); break;
            case ENCODE_MAP:
            case ENCODE_PROPERTIES: good = encode_map(e, frame, &value, true, quick); break;
            case ENCODE_SLOTS: good = encode_slots(e, frame, &value, true, quick); break;
            case ENCODE_PACKED_MAP: good = encode_packed_map(e, frame, &value); break;
            case ENCODE_VALUES: good = encode_map(e, frame, &value, false, quick); break;
            case ENCODE_SLOT_VALUES: good = encode_slots(e, frame, &value, false, quick); break;
            case ENCODE_TYPED: value = encode_typed_next(e, frame, &good); break;
            case ENCODE_END: value = NULL; break;
            }
            if (UNEXPECTED(!good))
                return false;
            if (value != NULL)
                break;
            /* left != 0: user code changed the number of entries after the header
             * with the declared count was written. */
            if (UNEXPECTED(e->holding) && frame->kind != ENCODE_LIST && frame->kind != ENCODE_PACKED_MAP &&
                frame->kind != ENCODE_TYPED && frame->kind != ENCODE_END && frame->left != 0)
                return encode_fail(e, HAYA_ERR_MUTATED, NULL);
            encode_pop(e);
        }
    }
}

static zend_never_inline bool encode_run_quick(struct encoder *e, zval *value)
{
    return encode_run(e, value, true);
}

static zend_never_inline bool encode_run_other(struct encoder *e, zval *value)
{
    return encode_run(e, value, false);
}

bool encode_value(struct encoder *e, zval *value)
{
    return e->quick ? encode_run_quick(e, value) : encode_run_other(e, value);
}

zend_string *msgpack_encode(zval *value, const struct msgpack_pack_options *options, struct msgpack_failure *failure)
{
    uint8_t scratch[ENCODE_SCRATCH];
    struct encode_frame frames[ENCODE_FRAMES];
    struct encoder e;
    e.pos = e.begin = scratch;
    e.limit = scratch + ENCODE_SCRATCH - ENCODE_SPACE;
    e.string = NULL;
    e.options = options;
    e.failure = failure;
    e.frames = frames;
    e.depth = 0;
    e.capacity = ENCODE_FRAMES;
    e.ordinal = 0;
    e.shared = 0;
    e.lost = false;
    e.holding = false;
    e.root_again = false;
    e.root = Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : NULL;
    e.without_hooks = NULL;
    memset(&e.refs, 0, sizeof e.refs);
    memset(failure, 0, sizeof *failure);
    encode_begin(&e);

    bool good = e.quick ? encode_run_quick(&e, value) : encode_run_other(&e, value);
    zend_string *result = NULL;
    if (EXPECTED(good))
        result = encode_finish(&e);
    else if (e.string)
        zend_string_release(e.string);
    encode_clean(&e);
    return result;
}
