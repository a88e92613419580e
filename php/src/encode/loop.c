/*
 * Zvals to bytes. The stack of open containers is explicit (e->frames), so that
 * the caller limits the depth by an option and the thread's stack does not.
 *
 * encode_run is compiled twice: for the default options, with which a str is
 * always its shortest header and the bytes, and for all others.
 */
#include "scalar.h"

#define ENCODE_SCRATCH 2048 /* bytes on the C stack; a result that fits is copied once */

/* ---- arrays ------------------------------------------------------------- */

/* Writes PECL's mark for a container that occurs again: {nil: type, 0: ordinal}. */
static bool encode_back_reference(struct encoder *e, uint8_t type, uint32_t ordinal)
{
    if (encode_push(e) == NULL)
        return false;
    uint8_t *p = e->pos;
    p = haya_put_map_head(p, 2);
    p = haya_put_nil(p);
    p = haya_put_uint(p, type);
    p = haya_put_uint(p, 0);
    e->pos = haya_put_uint(p, ordinal);
    if (e->pos > e->limit)
        encode_grow(e, 0);
    encode_pop(e);
    return true;
}

/* Whether array is open, apart from the root, as in PECL. With php_only off there
 * are no back references, and an array that contains itself is written as nil. */
static bool encode_is_open(const struct encoder *e, const zend_array *array)
{
    for (uint32_t i = 1; i < e->depth; i++) {
        if (e->frames[i].of.table == array)
            return true;
    }
    return false;
}

static bool encode_strict_map(struct encoder *e, zend_array *array)
{
    zend_string *key;
    ZEND_HASH_FOREACH_STR_KEY(array, key) {
        if (key == NULL)
            return encode_fail(e, HAYA_ERR_UNSUPPORTED_TYPE,
                               "array that is neither a list nor a map of string keys");
    } ZEND_HASH_FOREACH_END();
    return true;
}

enum encode_shape { ENCODE_AS_LIST, ENCODE_AS_MAP, ENCODE_AS_REFERENCE };

static zend_always_inline enum encode_shape encode_shape(const struct encoder *e, zend_array *array,
                                                         bool is_reference)
{
    if (UNEXPECTED(is_reference) && e->options->php_only)
        return ENCODE_AS_REFERENCE;
    if (UNEXPECTED(e->options->arrays == MSGPACK_ARRAYS_POLICY_MAP))
        return ENCODE_AS_MAP;
    if (HT_IS_PACKED(array) && HT_IS_WITHOUT_HOLES(array))
        return ENCODE_AS_LIST;
    return zend_array_is_list(array) ? ENCODE_AS_LIST : ENCODE_AS_MAP;
}

static zend_never_inline bool encode_empty_array(struct encoder *e, zend_reference *reference)
{
    if (encode_push(e) == NULL)
        return false;
    if (reference && e->options->php_only)
        encode_remember(e, reference);
    encode_pop(e);
    e->pos = e->options->arrays == MSGPACK_ARRAYS_POLICY_MAP ? haya_put_map_head(e->pos, 0)
                                                             : haya_put_array_head(e->pos, 0);
    return true;
}

/* For an array with a reference count above 1, or behind a PHP reference. *done:
 * it was written, as a mark or as nil. */
static zend_never_inline bool encode_seen_array(struct encoder *e, zend_array *array,
                                                const zend_reference *reference, bool *done)
{
    if (!e->options->php_only) {
        *done = encode_is_open(e, array);
        if (*done)
            e->pos = haya_put_nil(e->pos);
        return true;
    }
    if (reference) {
        uint32_t ordinal = refs_find(&e->refs, reference);
        *done = ordinal != 0;
        return *done ? encode_back_reference(e, 2, ordinal) : true;
    }
    if (array == e->root)
        e->root_again = true;
    return true;
}

/* Writes the header of an array and opens a frame, or writes all of it. reference:
 * the PHP reference that contains the array, or NULL. owned: the frame takes the
 * caller's reference count. *opened: whether a frame was opened. */
static zend_always_inline bool encode_open_array(struct encoder *e, zend_array *array,
                                                 zend_reference *reference, bool owned,
                                                 bool *opened)
{
    bool many = GC_REFCOUNT(array) > 1;
    *opened = false;
    if (UNEXPECTED(reference || (many && e->depth > 0))) {
        bool done = false;
        if (!encode_seen_array(e, array, reference, &done))
            return false;
        if (done)
            return true;
    }
    uint32_t n = zend_array_count(array);
    if (UNEXPECTED(n == 0))
        return encode_empty_array(e, reference);
    enum encode_shape shape = encode_shape(e, array, reference != NULL);
    if (UNEXPECTED(e->options->arrays == MSGPACK_ARRAYS_POLICY_STRICT) && shape == ENCODE_AS_MAP &&
        !encode_strict_map(e, array))
        return false;
    struct encode_frame *frame = encode_push(e);
    if (UNEXPECTED(frame == NULL))
        return false;
    *opened = true;
    frame->i = 0;
    frame->end = array->nNumUsed;
    frame->left = n;
    frame->of.table = array;
    frame->owned = owned;
    if (UNEXPECTED(e->holding))
        encode_hold_frame(frame);
    if (UNEXPECTED(reference) && e->options->php_only)
        encode_remember(e, reference);
    /* An array that occurs several times is written each time, and so are the
     * objects in it. This does not count the root, whose other owners are usually
     * outside the value; if it does occur again, root_again is set. */
    frame->shared = many && e->depth > 1;
    e->shared += frame->shared;
    if (shape == ENCODE_AS_LIST) {
        frame->kind = HT_IS_PACKED(array) ? ENCODE_LIST : ENCODE_VALUES;
        e->pos = haya_put_array_head(e->pos, n);
        return true;
    }
    frame->kind = HT_IS_PACKED(array) ? ENCODE_PACKED_MAP : ENCODE_MAP;
    if (UNEXPECTED(shape == ENCODE_AS_REFERENCE)) {
        e->pos = haya_put_map_head(e->pos, n + 1);
        e->pos = haya_put_nil(e->pos);
        e->pos = haya_put_uint(e->pos, 1);
    } else {
        e->pos = haya_put_map_head(e->pos, n);
    }
    return true;
}

bool encode_owned_array(struct encoder *e, zend_array *array)
{
    bool opened, good = encode_open_array(e, array, NULL, true, &opened);
    if (!opened)
        encode_release((zend_refcounted *)array);
    if (e->pos > e->limit)
        encode_grow(e, 0);
    return good;
}

/* ---- objects: back references; the rest is in object.c ------------- */

static bool encode_open_object(struct encoder *e, zend_object *object, bool is_reference)
{
    if (e->options->php_only && (GC_REFCOUNT(object) > 1 || e->shared > 0 || is_reference ||
                                 e->root_again)) {
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
        zend_error(E_WARNING,
                   "[msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null");
    }
    e->pos = haya_put_nil(e->pos);
    return EG(exception) == NULL;
}

/* ---- the encoding loop ---------------------------------------------------- */

/* One function per kind of frame. Each writes scalars from frame->i on, and
 * stops at the first value that is not a scalar (*value, with frame->i after
 * it), at the end of the container (*value NULL), or at a failure (false). */
static zend_always_inline bool encode_list(struct encoder *e, struct encode_frame *frame,
                                           zval **value, bool plain)
{
    msgpack_packed_slot *base = MSGPACK_PACKED_SLOTS(frame->of.table);
    msgpack_packed_slot *slot = base + frame->i, *stop = base + frame->end;
    uint8_t *p = e->pos;
    while (slot < stop) {
        zval *v = MSGPACK_PACKED_VALUE(slot);
        if (Z_TYPE_P(v) == IS_LONG) {
            p = encode_ints(e, p, &slot, stop);
            continue;
        }
        if (plain && Z_TYPE_P(v) == IS_DOUBLE) {
            p = encode_doubles(e, p, &slot, stop);
            continue;
        }
        slot++;
        if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF))
            continue;
        enum encode_step step = encode_scalar(e, &p, v, plain);
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

static zend_always_inline bool encode_packed_map(struct encoder *e, struct encode_frame *frame,
                                                 zval **value)
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
static zend_always_inline bool encode_map(struct encoder *e, struct encode_frame *frame,
                                          zval **value, bool keys, bool plain)
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
            p = encode_key(e, p, bucket, plain);
            if (UNEXPECTED(p == NULL))
                return false;
        }
        enum encode_step step = encode_scalar(e, &p, v, plain);
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
static zend_always_inline bool encode_slots(struct encoder *e, struct encode_frame *frame,
                                            zval **value, bool keys, bool plain)
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
            p = encode_text(e, p, table[i]->name, true, plain);
            if (UNEXPECTED(p == NULL))
                return false;
        }
        enum encode_step step = encode_scalar(e, &p, v, plain);
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
 * pending; encode_clean closes the frames. plain: e->quick, as a constant.
 *
 * e->pos is the next byte to write; between two values at least ENCODE_ROOM bytes
 * are free there (e->pos <= e->limit). A function that keeps pos in a local p
 * stores it before it calls or returns. value is borrowed: from the caller for
 * the root, else from the container of the innermost frame. A frame borrows its
 * container unless frame->owned is set. Opening a frame may move the frames.
 */
static zend_always_inline bool encode_run(struct encoder *e, zval *value, bool plain)
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
            enum encode_step step = encode_scalar(e, &e->pos, value, plain);
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
            case ENCODE_LIST: good = encode_list(e, frame, &value, plain); break;
            case ENCODE_MAP:
            case ENCODE_PROPERTIES: good = encode_map(e, frame, &value, true, plain); break;
            case ENCODE_SLOTS: good = encode_slots(e, frame, &value, true, plain); break;
            case ENCODE_PACKED_MAP: good = encode_packed_map(e, frame, &value); break;
            case ENCODE_VALUES: good = encode_map(e, frame, &value, false, plain); break;
            case ENCODE_SLOT_VALUES: good = encode_slots(e, frame, &value, false, plain); break;
            case ENCODE_TYPED: value = encode_typed_next(e, frame, &good); break;
            case ENCODE_END: value = NULL; break;
            }
            if (UNEXPECTED(!good))
                return false;
            if (value != NULL)
                break;
            /* left != 0: user code changed the number of entries after the header
             * with the declared count was written. */
            if (UNEXPECTED(e->holding) && frame->kind != ENCODE_LIST &&
                frame->kind != ENCODE_PACKED_MAP && frame->kind != ENCODE_TYPED &&
                frame->kind != ENCODE_END && frame->left != 0)
                return encode_fail(e, HAYA_ERR_MUTATED, NULL);
            encode_pop(e);
        }
    }
}

static zend_never_inline bool encode_run_plain(struct encoder *e, zval *value)
{
    return encode_run(e, value, true);
}

static zend_never_inline bool encode_run_other(struct encoder *e, zval *value)
{
    return encode_run(e, value, false);
}

zend_string *msgpack_encode(zval *value, const struct msgpack_pack_options *options,
                            struct msgpack_failure *failure)
{
    uint8_t scratch[ENCODE_SCRATCH];
    struct encode_frame frames[ENCODE_FRAMES];
    struct encoder e;
    e.pos = e.begin = scratch;
    e.limit = scratch + ENCODE_SCRATCH - ENCODE_ROOM;
    e.string = NULL;
    e.options = options;
    e.failure = failure;
    e.frames = frames;
    e.depth = 0;
    e.room = ENCODE_FRAMES;
    e.ordinal = 0;
    e.shared = 0;
    e.holding = false;
    e.root_again = false;
    e.root = Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : NULL;
    e.plain = NULL;
    memset(&e.refs, 0, sizeof e.refs);
    memset(failure, 0, sizeof *failure);

    e.quick = options->str8 && !options->utf8 && !options->uint64 && !options->force_f32;
    bool good = e.quick ? encode_run_plain(&e, value) : encode_run_other(&e, value);
    zend_string *result = NULL;
    if (EXPECTED(good))
        result = encode_finish(&e);
    else if (e.string)
        zend_string_release(e.string);
    encode_clean(&e);
    return result;
}
