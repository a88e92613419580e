/*
 * Bytes to zvals, on an explicit stack: depth is the options' affair and not
 * the thread's stack's.
 *
 * decode_run is the machine: "value" decodes into *slot, "next" asks the
 * innermost open container what comes. The order of the checks is that of
 * hayapack.h, so that errors and offsets are those of every implementation.
 */
#include "decode.h"

#include "Zend/zend_exceptions.h"

#define DECODE_AHEAD SHAPES_AHEAD /* bytes; no scalar but a long str takes more */

/* ---- failures, temporary places -------------------------------------------- */

bool decode_fail(struct decoder *d, enum haya_error error, const uint8_t *lead)
{
    d->failure->error = error;
    d->failure->offset = (size_t)(lead - d->begin);
    return false;
}

zval *decode_temp(struct decoder *d)
{
    struct decode_graves *graves = d->graves;
    if (graves == NULL || graves->used == DECODE_GRAVES) {
        graves = emalloc(sizeof *graves);
        graves->before = d->graves;
        graves->used = 0;
        d->graves = graves;
    }
    zval *temp = &graves->values[graves->used++];
    ZVAL_NULL(temp);
    return temp;
}

void decode_displace(struct decoder *d, zval *slot)
{
    if (UNEXPECTED(Z_REFCOUNTED_P(slot)))
        ZVAL_COPY_VALUE(decode_temp(d), slot);
    ZVAL_NULL(slot);
}

/* ---- tables ----------------------------------------------------------------- */

static zend_never_inline zval *decode_replace(struct decoder *d, zval *value, zend_string *key)
{
    zend_string_release(key);
    if (Z_TYPE_P(value) == IS_INDIRECT)
        value = Z_INDIRECT_P(value);
    decode_displace(d, value);
    return value;
}

zval *decode_place(struct decoder *d, zend_array *table, zend_string *key)
{
    zend_ulong h = zend_string_hash_val(key);
    uint32_t chain = (uint32_t)h | table->nTableMask;
    uint32_t at = HT_HASH(table, chain);
    while (at != HT_INVALID_IDX) {
        Bucket *bucket = HT_HASH_TO_BUCKET(table, at);
        if (bucket->h == h && bucket->key &&
            (bucket->key == key || zend_string_equal_content(bucket->key, key)))
            return decode_replace(d, &bucket->val, key);
        at = Z_NEXT(bucket->val);
    }
    if (UNEXPECTED(table->nNumUsed >= table->nTableSize)) {
        zval nil;
        ZVAL_NULL(&nil);
        zval *value = zend_hash_add_new(table, key, &nil);
        zend_string_release(key);
        return value;
    }
    if (!ZSTR_IS_INTERNED(key))
        HT_FLAGS(table) &= ~HASH_FLAG_STATIC_KEYS;
    uint32_t i = table->nNumUsed++;
    Bucket *bucket = table->arData + i;
    bucket->key = key;
    bucket->h = h;
    ZVAL_NULL(&bucket->val);
    Z_NEXT(bucket->val) = HT_HASH(table, chain);
    HT_HASH(table, chain) = HT_IDX_TO_HASH(i);
    table->nNumOfElements++;
    return &bucket->val;
}

zval *decode_place_index(struct decoder *d, zend_array *table, zend_ulong index)
{
    zval *value = zend_hash_index_lookup(table, index);
    decode_displace(d, value);
    return value;
}

/* The place for the str key text[0 .. n). */
static zend_always_inline zval *decode_place_text(struct decoder *d, struct decode_frame *frame,
                                                  const uint8_t *text, size_t n)
{
    zend_array *table = frame->of.table;
    if (!frame->string_keys && n > 0 && *text <= '9' && text[n - 1] <= '9') {
        zend_ulong index;
        if (!(n == 1 && *text == '-') &&
            _zend_handle_numeric_str_ex((const char *)text, n, &index))
            return decode_place_index(d, table, index);
    }
    zend_string *key;
    if (EXPECTED(n - 1 < SHAPES_KEY_MAX && table->nTableSize <= SHAPES_MAP_MAX))
        key = shapes_key(d->shapes, text, n, (size_t)(d->end - text));
    else
        key = zend_string_init((const char *)text, n, false);
    return decode_place(d, table, key);
}

static zend_array *decode_new_list(uint32_t n)
{
    zend_array *table = zend_new_array(n);
    zend_hash_real_init_packed(table);
    return table;
}

static zend_array *decode_new_map(uint32_t n)
{
    zend_array *table = zend_new_array(n);
    zend_hash_real_init_mixed(table);
    return table;
}

static zend_array *decode_new_shape(const struct shape *shape)
{
    zend_array *table = zend_new_array(shape->table_size);
    table->nTableMask = shape->table_mask; /* first: the next line reads it */
    HT_SET_DATA_ADDR(table, emalloc(HT_SIZE_EX(shape->table_size, shape->table_mask)));
    HT_FLAGS(table) = 0;
    memcpy(HT_GET_DATA_ADDR(table), shape->hash_part, shape->hash_bytes);
    return table;
}

/* Another key came than the shape has: on with a map. */
static zend_never_inline void decode_leave_shape(struct decode_frame *frame)
{
    zend_array *table = frame->of.table;
    table->nNumUsed = table->nNumOfElements = frame->index;
    HT_HASH_RESET(table);
    for (uint32_t i = 0; i < frame->index; i++) {
        uint32_t chain = (uint32_t)table->arData[i].h | table->nTableMask;
        Z_NEXT(table->arData[i].val) = HT_HASH(table, chain);
        HT_HASH(table, chain) = HT_IDX_TO_HASH(i);
    }
    frame->kind = DECODE_MAP;
    frame->fingerprint = 0;
    frame->shape->users--;
    if (frame->shape->misses < SHAPES_PATIENCE)
        frame->shape->misses++;
}

/* ---- opening and closing ------------------------------------------------------ */

static zend_never_inline void decode_more_frames(struct decoder *d)
{
    uint32_t room = d->room * 2;
    if (d->room == DECODE_FRAMES) {
        struct decode_frame *frames = safe_emalloc(room, sizeof *frames, 0);
        memcpy(frames, d->frames, d->room * sizeof *frames);
        d->frames = frames;
    } else {
        d->frames = safe_erealloc(d->frames, room, sizeof *d->frames, 0);
    }
    d->room = room;
}

static zend_never_inline void decode_more_log(struct decoder *d)
{
    d->log_room = d->log_room ? d->log_room * 2 : 32;
    d->log = safe_erealloc(d->log, d->log_room, sizeof *d->log, 0);
}

/* Values that are still to come when one of the innermost container is begun. */
static zend_always_inline uint64_t decode_owed(const struct decoder *d)
{
    if (d->depth == 0)
        return 0;
    const struct decode_frame *frame = &d->frames[d->depth - 1];
    uint64_t left = frame->kind == DECODE_LIST ? frame->left : 2 * (uint64_t)frame->left;
    return frame->owed + left + (frame->state == DECODE_KEY);
}

/* Depth and promise of a container of n values whose head ends at p. */
static zend_always_inline bool decode_may_open(struct decoder *d, const uint8_t *lead,
                                               const uint8_t *p, uint64_t values, uint64_t owed)
{
    if (UNEXPECTED(d->depth >= d->options->limits.depth)) {
        d->failure->limit = d->options->limits.depth;
        return decode_fail(d, HAYA_ERR_TOO_DEEP, lead);
    }
    uint64_t bytes = (uint64_t)(d->end - p);
    if (UNEXPECTED(owed > bytes || values > bytes - owed)) {
        d->failure->owed = owed;
        return decode_fail(d, HAYA_ERR_TRUNCATED, lead);
    }
    return true;
}

static zend_always_inline void decode_log(struct decoder *d, void *what, bool open)
{
    if (!d->options->php_only)
        return;
    if (UNEXPECTED(d->seen == d->log_room))
        decode_more_log(d);
    d->log[d->seen].what = what;
    d->log[d->seen].open = open;
    d->seen++;
}

static zend_always_inline struct decode_frame *decode_push(struct decoder *d, zval *slot, void *what,
                                                           const uint8_t *lead, uint64_t owed)
{
    if (UNEXPECTED(d->depth == d->room))
        decode_more_frames(d);
    struct decode_frame *frame = &d->frames[d->depth++];
    frame->state = DECODE_PLAIN;
    frame->string_keys = false;
    frame->unserialized = false;
    frame->ordinal = d->seen;
    frame->index = 0;
    frame->fingerprint = 0;
    frame->owed = owed;
    frame->at = slot;
    frame->lead = lead;
    decode_log(d, what, true);
    return frame;
}

static zend_always_inline void decode_pop(struct decoder *d)
{
    d->depth--;
    if (d->options->php_only)
        d->log[d->frames[d->depth].ordinal].open = false;
}

static zend_always_inline bool decode_open_list(struct decoder *d, zval *slot, uint32_t n,
                                                const uint8_t *lead, const uint8_t *p)
{
    if (UNEXPECTED(d->options->no_arrays))
        return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, lead);
    uint64_t owed = decode_owed(d);
    if (UNEXPECTED(!decode_may_open(d, lead, p, n, owed)))
        return false;
    if (UNEXPECTED(n == 0)) {
        ZVAL_EMPTY_ARRAY(slot);
        decode_log(d, Z_COUNTED_P(slot), false);
        return true;
    }
    zend_array *table = decode_new_list(n);
    struct decode_frame *frame = decode_push(d, slot, table, lead, owed);
    frame->kind = DECODE_LIST;
    frame->left = n;
    frame->of.table = table;
    frame->next.packed = MSGPACK_PACKED_SLOTS(table);
    ZVAL_ARR(slot, table);
    return true;
}

void decode_become_map(struct decoder *d, struct decode_frame *frame)
{
    if (d->options->assoc) {
        frame->of.table = decode_new_map(frame->left);
        ZVAL_ARR(frame->at, frame->of.table);
    } else {
        object_init(frame->at);
        frame->of.table = zend_std_get_properties(Z_OBJ_P(frame->at));
        zend_hash_extend(frame->of.table, frame->left, false);
        frame->string_keys = true;
    }
    frame->kind = DECODE_MAP;
    decode_saw(d, frame, Z_COUNTED_P(frame->at));
}

static bool decode_empty_map(struct decoder *d, zval *slot)
{
    if (d->options->php_only || !d->options->assoc)
        object_init(slot);
    else
        ZVAL_EMPTY_ARRAY(slot);
    decode_log(d, Z_COUNTED_P(slot), false);
    return true;
}

static zend_always_inline bool decode_open_map(struct decoder *d, zval *slot, uint32_t n,
                                               const uint8_t *lead, const uint8_t *p)
{
    uint64_t owed = decode_owed(d);
    if (UNEXPECTED(!decode_may_open(d, lead, p, 2 * (uint64_t)n, owed)))
        return false;
    if (UNEXPECTED(n == 0))
        return decode_empty_map(d, slot);
    uint32_t fingerprint = 0;
    struct shape *shape = NULL;
    struct shape **recent = &d->shapes->recent[d->depth & (SHAPES_RECENT - 1)];
    if (EXPECTED(d->plain && *recent && (*recent)->count == n &&
                 (size_t)(d->end - p) >= SHAPES_AHEAD && (*recent)->misses < SHAPES_PATIENCE &&
                 shapes_match(&(*recent)->keys[0], p)))
        shape = *recent;
    else if (EXPECTED(d->options->assoc && d->options->limits.str_len >= SHAPES_TEXT_MAX))
        shape = *recent = shapes_find(d->shapes, p, d->end, n,
                                      !(d->options->limits.flags & HAYA_ANY_STR), &fingerprint);
    struct decode_frame *frame = decode_push(d, slot, NULL, lead, owed);
    frame->left = n;
    if (EXPECTED(shape != NULL)) {
        frame->kind = DECODE_SHAPE;
        frame->shape = shape;
        shape->users++;
        frame->of.table = decode_new_shape(shape);
        frame->next.bucket = frame->of.table->arData;
        ZVAL_ARR(slot, frame->of.table);
        decode_saw(d, frame, frame->of.table);
        return true;
    }
    ZVAL_NULL(slot);
    if (d->options->php_only && *p == HAYA_NIL) {
        frame->kind = DECODE_UNKNOWN;
        return true;
    }
    frame->fingerprint = fingerprint;
    decode_become_map(d, frame);
    return true;
}

static zend_always_inline void decode_close_list(struct decode_frame *frame)
{
    zend_array *table = frame->of.table;
    uint32_t n = (uint32_t)(frame->next.packed - MSGPACK_PACKED_SLOTS(table));
    table->nNumUsed = table->nNumOfElements = n;
    table->nNextFreeElement = n;
}

/* After a failure: what is there becomes tables that can be freed. */
static void decode_close_broken(struct decoder *d)
{
    while (d->depth > 0) {
        struct decode_frame *frame = &d->frames[--d->depth];
        if (frame->kind == DECODE_LIST)
            decode_close_list(frame);
        else if (frame->kind == DECODE_SHAPE) {
            frame->of.table->nNumUsed = frame->of.table->nNumOfElements = frame->index;
            frame->shape->users--;
        }
        if (frame->state == DECODE_TYPED)
            decode_untyped(d, frame);
    }
}

/* ---- keys that are neither strings nor integers --------------------------------- */

/* PECL's way with them: a warning, and a string or two new elements. */
static bool decode_bad_entry(struct decoder *d, struct decode_frame *frame)
{
    zval *key = frame->bad_key, *value = frame->next.temp;
    frame->state = DECODE_PLAIN;
    if (d->options->throws || frame->kind != DECODE_MAP)
        return decode_fail(d, HAYA_ERR_INVALID_KEY, frame->key_lead);
    if (d->options->report)
        zend_error(E_WARNING, "[msgpack] (msgpack_unserialize_map_item) illegal key type");
    if (EG(exception))
        return false;
    if (d->options->illegal_key_insert) {
        if (zend_hash_next_index_insert(frame->of.table, key))
            ZVAL_NULL(key);
        if (zend_hash_next_index_insert(frame->of.table, value))
            ZVAL_NULL(value);
        return true;
    }
    ZVAL_DEREF(key);
    if (Z_TYPE_P(key) == IS_OBJECT)
        return true; /* __toString would be user code */
    zend_string *text = zval_get_string(key);
    if (EG(exception)) {
        zend_string_release(text);
        return false;
    }
    zend_ulong index;
    zval *place = !frame->string_keys && ZEND_HANDLE_NUMERIC(text, index)
                      ? decode_place_index(d, frame->of.table, index)
                      : decode_place(d, frame->of.table, zend_string_copy(text));
    ZVAL_COPY_VALUE(place, value);
    ZVAL_NULL(value);
    zend_string_release(text);
    return true;
}

/* What the value just decoded was for, when not for its place alone. */
static zend_never_inline enum decode_step decode_settle(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    switch ((enum decode_state)frame->state) {
    case DECODE_KEY:
        frame->bad_key = frame->next.temp;
        frame->state = DECODE_KEY_VALUE;
        *slot = frame->next.temp = decode_temp(d);
        return DECODE_VALUE;
    case DECODE_KEY_VALUE: return decode_bad_entry(d, frame) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_NIL_VALUE: return decode_nil_value(d) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_TYPED:
        frame->state = DECODE_PLAIN;
        return decode_typed(d, frame) ? DECODE_NEXT : DECODE_FAILED;
    case DECODE_PLAIN: break;
    }
    return DECODE_NEXT;
}

zend_string *decode_number_key(const struct haya_token *token)
{
    return token->kind == HAYA_KIND_INT ? zend_strpprintf(0, "%" PRId64, token->as.i)
                                        : zend_strpprintf(0, "%" PRIu64, token->as.u);
}

/* A key of another lead byte than fixstr in a MAP frame. */
static zend_never_inline enum decode_step decode_other_key(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    struct haya_reader reader;
    struct haya_token token;
    if (d->p < d->end && *d->p == HAYA_NIL && d->options->php_only)
        return decode_nil_entry(d, slot);
    frame->left--;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    switch (haya_read_peek(&reader)) {
    case HAYA_KIND_INT:
    case HAYA_KIND_UINT:
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN: break;
    default:
        frame->key_lead = d->p;
        frame->state = DECODE_KEY;
        *slot = frame->next.temp = decode_temp(d);
        return DECODE_VALUE;
    }
    if (!haya_read_next(&reader, &token)) {
        decode_fail(d, reader.error, d->p + reader.error_offset);
        return DECODE_FAILED;
    }
    d->p += reader.pos;
    if (token.kind == HAYA_KIND_INT && !frame->string_keys) {
        *slot = decode_place_index(d, frame->of.table, (zend_ulong)token.as.i);
    } else if (token.kind == HAYA_KIND_INT || token.kind == HAYA_KIND_UINT) {
        *slot = decode_place(d, frame->of.table, decode_number_key(&token));
    } else {
        *slot = decode_place_text(d, frame, token.data, token.count);
    }
    return DECODE_VALUE;
}

/* ---- scalars off the hot path ---------------------------------------------------- */

/* PHP has no integer of 2**63 and more: these become decimal strings. */
static zend_never_inline void decode_large(zval *slot, uint64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    ZVAL_STRINGL(slot, digits, (size_t)n);
}

static zend_always_inline void decode_int64(zval *slot, int64_t value)
{
    if (sizeof(zend_long) == 8 || (value >= ZEND_LONG_MIN && value <= ZEND_LONG_MAX))
        ZVAL_LONG(slot, (zend_long)value);
    else
        ZVAL_DOUBLE(slot, (double)value);
}

static zend_always_inline void decode_uint64(zval *slot, uint64_t value)
{
    if (EXPECTED(value <= INT64_MAX))
        decode_int64(slot, (int64_t)value);
    else
        decode_large(slot, value);
}

static zend_never_inline bool decode_ext(struct decoder *d, zval *slot, int8_t type,
                                         const uint8_t *payload, uint32_t n, const uint8_t *lead)
{
    struct haya_timestamp time;
    ZVAL_NULL(slot);
    if (type == HAYA_TIMESTAMP_TYPE && d->options->timestamps != MSGPACK_TIME_EXT) {
        enum haya_error error = haya_timestamp_read(payload, n, &time);
        if (error != HAYA_OK)
            return decode_fail(d, error, lead);
        if (d->options->timestamps == MSGPACK_TIME_OBJECT)
            msgpack_make_timestamp(slot, time.seconds, time.nanoseconds);
        else if (!msgpack_make_datetime(slot, time.seconds, time.nanoseconds))
            return decode_fail(d, HAYA_ERR_TIMESTAMP_RANGE, lead);
        return EG(exception) == NULL;
    }
    if (d->options->ext == MSGPACK_EXT_OBJECT)
        msgpack_make_ext(slot, type, (const char *)payload, n);
    return EG(exception) == NULL;
}

/* A string of n bytes to be written; for short ones the allocator's bins are
 * known to the compiler. There is room for 8 bytes of text at the least. */
static zend_always_inline zend_string *decode_new_string(size_t n)
{
    zend_string *s;
    if (n < 8)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(7)));
    else if (n < 16)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(15)));
    else if (n < 32)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(31)));
    else
        return zend_string_alloc(n, false);
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_H(s) = 0;
    ZSTR_LEN(s) = n;
    return s;
}

/* n < 32 bytes at text, of which at least room may be read. */
static zend_always_inline void decode_short_text(zval *slot, const uint8_t *text, size_t n,
                                                 size_t room)
{
    if (UNEXPECTED(n <= 1)) {
        if (n == 0)
            ZVAL_EMPTY_STRING(slot);
        else
            ZVAL_INTERNED_STR(slot, ZSTR_CHAR(*text));
        return;
    }
    zend_string *s = decode_new_string(n);
    char *to = ZSTR_VAL(s);
    if (n >= 16) {
        memcpy(to, text, 16);
        memcpy(to + n - 16, text + n - 16, 16);
    } else if (n >= 8) {
        memcpy(to, text, 8);
        memcpy(to + n - 8, text + n - 8, 8);
    } else if (EXPECTED(room >= 8)) {
        memcpy(to, text, 8);
    } else {
        memcpy(to, text, n);
    }
    to[n] = '\0';
    ZVAL_NEW_STR(slot, s);
}

static void decode_text(zval *slot, const uint8_t *text, size_t n, size_t room)
{
    if (n < 32)
        decode_short_text(slot, text, n, room);
    else
        ZVAL_NEW_STR(slot, zend_string_init((const char *)text, n, false));
}

/* A value that is no container, where DECODE_AHEAD bytes are left and nothing
 * restricts a str: the byte after it, or NULL when it is of another kind. */
static zend_always_inline const uint8_t *decode_quick(const uint8_t *p, zval *slot)
{
    uint8_t byte = *p;
    if ((int8_t)byte >= -32) {
        ZVAL_LONG(slot, (int8_t)byte);
        return p + 1;
    }
    if ((byte & 0xe0) == HAYA_FIXSTR) {
        decode_short_text(slot, p + 1, byte & 31u, 8);
        return p + 1 + (byte & 31u);
    }
    switch (byte) {
    case HAYA_NIL: ZVAL_NULL(slot); return p + 1;
    case HAYA_FALSE: ZVAL_FALSE(slot); return p + 1;
    case HAYA_TRUE: ZVAL_TRUE(slot); return p + 1;
    case HAYA_FLOAT64: ZVAL_DOUBLE(slot, haya_load_double(p + 1)); return p + 9;
    case HAYA_UINT8: ZVAL_LONG(slot, p[1]); return p + 2;
    case HAYA_UINT16: ZVAL_LONG(slot, haya_load16(p + 1)); return p + 3;
    case HAYA_UINT32: decode_int64(slot, haya_load32(p + 1)); return p + 5;
    case HAYA_UINT64: decode_uint64(slot, haya_load64(p + 1)); return p + 9;
    case HAYA_INT8: ZVAL_LONG(slot, (int8_t)p[1]); return p + 2;
    case HAYA_INT16: ZVAL_LONG(slot, (int16_t)haya_load16(p + 1)); return p + 3;
    case HAYA_INT32: ZVAL_LONG(slot, (int32_t)haya_load32(p + 1)); return p + 5;
    case HAYA_INT64: decode_int64(slot, (int64_t)haya_load64(p + 1)); return p + 9;
    default: return NULL;
    }
}

/* Whether the text of a fixstr, where DECODE_AHEAD bytes may be read, is s. */
static zend_always_inline bool decode_same(const uint8_t *text, const char *s, size_t n)
{
    uint64_t a, b, c, d;
    memcpy(&a, text, 8);
    memcpy(&b, s, 8); /* a zend_string has 8 bytes of text, whatever its length */
    if (n < 8)
        return shapes_cut(a ^ b, n) == 0;
    memcpy(&c, text + n - 8, 8);
    memcpy(&d, s + n - 8, 8);
    return ((a ^ b) | (c ^ d)) == 0 && (n <= 16 || memcmp(text + 8, s + 8, n - 16) == 0);
}

/* Properties in the order of their declaration, with scalars as values, as far
 * as they go. */
static const uint8_t *decode_declared(struct decoder *d, struct decode_frame *frame,
                                      const uint8_t *p)
{
    zend_object *object = frame->of.object;
    zend_property_info **table = object->ce->properties_info_table;
    uint32_t count = (uint32_t)object->ce->default_properties_count;
    while (frame->left > 0 && (size_t)(d->end - p) >= 2 * DECODE_AHEAD) {
        while (frame->index < count && table[frame->index] == NULL)
            frame->index++;
        if (frame->index == count)
            break;
        zend_property_info *info = table[frame->index];
        size_t n = ZSTR_LEN(info->name);
        if (n > 31 || *p != (HAYA_FIXSTR | n) || !decode_same(p + 1, ZSTR_VAL(info->name), n))
            break;
        zval *slot = OBJ_PROP(object, info->offset), value;
        if (UNEXPECTED(Z_REFCOUNTED_P(slot)))
            break;
        const uint8_t *after = decode_quick(p + 1 + n, &value);
        if (after == NULL)
            break;
        if (UNEXPECTED(ZEND_TYPE_IS_SET(info->type) &&
                       !ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE(value)))) {
            zval_ptr_dtor_nogc(&value);
            break;
        }
        ZVAL_COPY_VALUE(slot, &value);
        Z_PROP_FLAG_P(slot) = 0;
        frame->index++;
        frame->left--;
        p = after;
    }
    return p;
}

/* An entry of a map that is nothing yet. */
static enum decode_step decode_unknown_entry(struct decoder *d, zval **slot)
{
    if (d->p < d->end && *d->p == HAYA_NIL)
        return decode_nil_entry(d, slot);
    decode_become_map(d, decode_top(d));
    return DECODE_NEXT;
}

/* ---- the machine --------------------------------------------------------------- */

#define DECODE_NEED(n)                                \
    do {                                              \
        if (UNEXPECTED((size_t)(end - p) < (size_t)(n))) { \
            error = HAYA_ERR_TRUNCATED;               \
            goto fail_value;                          \
        }                                             \
    } while (0)

static bool decode_run(struct decoder *d, zval *slot)
{
    const uint8_t *p = d->p, *const end = d->end, *lead = p;
    const struct haya_limits *limits = &d->options->limits;
    const size_t ahead = d->plain ? DECODE_AHEAD : SIZE_MAX / 2;
    struct decode_frame *frame;
    enum haya_error error;
    uint32_t n;
    uint8_t byte;

value:
    lead = p;
    DECODE_NEED(1);
    byte = *p++;
    if ((int8_t)byte >= -32) {
        ZVAL_LONG(slot, (int8_t)byte);
        goto next;
    }
    if ((byte & 0xe0) == HAYA_FIXSTR) {
        n = byte & 31u;
        goto text;
    }
    if (byte < HAYA_FIXARRAY) {
        n = byte & 15u;
        goto map;
    }
    if (byte < HAYA_FIXSTR) {
        n = byte & 15u;
        goto list;
    }
    switch (byte) {
    case HAYA_NIL: ZVAL_NULL(slot); goto next;
    case HAYA_FALSE: ZVAL_FALSE(slot); goto next;
    case HAYA_TRUE: ZVAL_TRUE(slot); goto next;
    case HAYA_FLOAT32: DECODE_NEED(4); ZVAL_DOUBLE(slot, haya_load_float(p)); p += 4; goto next;
    case HAYA_FLOAT64: DECODE_NEED(8); ZVAL_DOUBLE(slot, haya_load_double(p)); p += 8; goto next;
    case HAYA_UINT8: DECODE_NEED(1); ZVAL_LONG(slot, *p); p += 1; goto next;
    case HAYA_UINT16: DECODE_NEED(2); ZVAL_LONG(slot, haya_load16(p)); p += 2; goto next;
    case HAYA_UINT32: DECODE_NEED(4); decode_int64(slot, haya_load32(p)); p += 4; goto next;
    case HAYA_UINT64: DECODE_NEED(8); decode_uint64(slot, haya_load64(p)); p += 8; goto next;
    case HAYA_INT8: DECODE_NEED(1); ZVAL_LONG(slot, (int8_t)*p); p += 1; goto next;
    case HAYA_INT16: DECODE_NEED(2); ZVAL_LONG(slot, (int16_t)haya_load16(p)); p += 2; goto next;
    case HAYA_INT32: DECODE_NEED(4); ZVAL_LONG(slot, (int32_t)haya_load32(p)); p += 4; goto next;
    case HAYA_INT64: DECODE_NEED(8); decode_int64(slot, (int64_t)haya_load64(p)); p += 8; goto next;
    case HAYA_STR8: DECODE_NEED(1); n = *p++; goto text;
    case HAYA_STR16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto text;
    case HAYA_STR32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto text;
    case HAYA_BIN8: DECODE_NEED(1); n = *p++; goto bin;
    case HAYA_BIN16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto bin;
    case HAYA_BIN32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto bin;
    case HAYA_ARRAY16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto list;
    case HAYA_ARRAY32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto list;
    case HAYA_MAP16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto map;
    case HAYA_MAP32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto map;
    case HAYA_EXT8: DECODE_NEED(2); n = *p; p += 1; goto ext;
    case HAYA_EXT16: DECODE_NEED(3); n = haya_load16(p); p += 2; goto ext;
    case HAYA_EXT32: DECODE_NEED(5); n = haya_load32(p); p += 4; goto ext;
    case HAYA_FIXEXT1: DECODE_NEED(1); n = 1; goto ext;
    case HAYA_FIXEXT2: DECODE_NEED(1); n = 2; goto ext;
    case HAYA_FIXEXT4: DECODE_NEED(1); n = 4; goto ext;
    case HAYA_FIXEXT8: DECODE_NEED(1); n = 8; goto ext;
    case HAYA_FIXEXT16: DECODE_NEED(1); n = 16; goto ext;
    default: error = HAYA_ERR_RESERVED_BYTE; goto fail_value;
    }

text:
    if (UNEXPECTED(n > limits->str_len)) {
        d->failure->limit = limits->str_len;
        error = HAYA_ERR_STR_LIMIT;
        goto fail_value;
    }
    DECODE_NEED(n);
    if (UNEXPECTED(!(limits->flags & HAYA_ANY_STR)) && !haya_utf8_valid(p, n)) {
        error = HAYA_ERR_INVALID_UTF8;
        goto fail_value;
    }
    decode_text(slot, p, n, (size_t)(end - p));
    p += n;
    goto next;

bin:
    if (UNEXPECTED(n > limits->bin_len)) {
        d->failure->limit = limits->bin_len;
        error = HAYA_ERR_BIN_LIMIT;
        goto fail_value;
    }
    DECODE_NEED(n);
    if (UNEXPECTED(d->options->bin == MSGPACK_BIN_OBJECT))
        msgpack_make_bin(slot, (const char *)p, n);
    else
        decode_text(slot, p, n, (size_t)(end - p));
    p += n;
    goto next;

ext:
    if (UNEXPECTED(n > limits->ext_len)) {
        d->failure->limit = limits->ext_len;
        error = HAYA_ERR_EXT_LIMIT;
        goto fail_value;
    }
    DECODE_NEED((size_t)n + 1);
    if (!decode_ext(d, slot, (int8_t)*p, p + 1, n, lead))
        return false;
    p += (size_t)n + 1;
    goto next;

list:
    if (UNEXPECTED(n > limits->array_len)) {
        d->failure->limit = limits->array_len;
        error = HAYA_ERR_ARRAY_LIMIT;
        goto fail_value;
    }
    if (UNEXPECTED(!decode_open_list(d, slot, n, lead, p)))
        goto failed_value;
    goto next;

map:
    if (UNEXPECTED(n > limits->map_len)) {
        d->failure->limit = limits->map_len;
        error = HAYA_ERR_MAP_LIMIT;
        goto fail_value;
    }
    if (UNEXPECTED(!decode_open_map(d, slot, n, lead, p)))
        goto failed_value;

next:
    if (UNEXPECTED(d->depth == 0)) {
        d->p = p;
        return true;
    }
    frame = &d->frames[d->depth - 1];
    switch ((enum decode_kind)frame->kind) {
    case DECODE_LIST: {
        msgpack_packed_slot *place = frame->next.packed;
        uint32_t left = frame->left;
        for (; left > 0; place++, left--) {
            slot = MSGPACK_PACKED_VALUE(place);
            MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(frame->of.table));
            if (UNEXPECTED((size_t)(end - p) < ahead))
                break;
            const uint8_t *after = decode_quick(p, slot);
            if (UNEXPECTED(after == NULL))
                break;
            p = after;
        }
        frame->next.packed = place;
        if (left == 0) {
            decode_close_list(frame);
            decode_pop(d);
            goto next;
        }
        frame->next.packed = place + 1;
        frame->left = left - 1;
        goto value;
    }
    case DECODE_SHAPE: {
        struct shape *shape = frame->shape;
        const struct shape_key *key = &shape->keys[frame->index], *last = &shape->keys[shape->count];
        Bucket *bucket = frame->next.bucket;
        for (; key < last; key++, bucket++) {
            bool far = EXPECTED((size_t)(end - p) >= 2 * ahead);
            if (UNEXPECTED(!(far ? shapes_match(key, p) : shapes_match_near(key, p, end))))
                break;
            p += 1 + key->len;
            bucket->h = key->hash;
            bucket->key = key->text;
            GC_ADDREF(key->text);
            Z_NEXT(bucket->val) = key->next;
            const uint8_t *after = EXPECTED(far) ? decode_quick(p, &bucket->val) : NULL;
            if (UNEXPECTED(after == NULL)) {
                slot = &bucket->val;
                frame->next.bucket = bucket + 1;
                frame->index = (uint32_t)(key + 1 - shape->keys);
                frame->left = (uint32_t)(last - key) - 1;
                goto value;
            }
            p = after;
        }
        frame->index = (uint32_t)(key - shape->keys);
        frame->left = (uint32_t)(last - key);
        if (UNEXPECTED(key < last)) {
            decode_leave_shape(frame);
            goto map_key;
        }
        frame->of.table->nNumUsed = frame->of.table->nNumOfElements = shape->count;
        shape->misses = 0;
        shape->users--;
        decode_pop(d);
        goto next;
    }
    case DECODE_MAP:
        if (UNEXPECTED(frame->state != DECODE_PLAIN))
            goto settle;
    map_key:
        if (UNEXPECTED(frame->left == 0)) {
            if (frame->fingerprint)
                shapes_learn(d->shapes, frame->fingerprint, frame->of.table);
            goto close;
        }
        while (EXPECTED((size_t)(end - p) >= 2 * ahead && (*p & 0xe0) == HAYA_FIXSTR)) {
            n = *p & 31u;
            slot = decode_place_text(d, frame, p + 1, n);
            p += 1 + n;
            frame->left--;
            const uint8_t *after = decode_quick(p, slot);
            if (after == NULL)
                goto value;
            p = after;
            if (frame->left == 0)
                goto next;
        }
        if (d->plain && p < end && (*p & 0xe0) == HAYA_FIXSTR && (size_t)(end - p) > (*p & 31u)) {
            n = *p & 31u;
            frame->left--;
            slot = decode_place_text(d, frame, p + 1, n);
            p += 1 + n;
            goto value;
        }
        d->p = p;
        switch (decode_other_key(d, &slot)) {
        case DECODE_FAILED: return false;
        case DECODE_VALUE: p = d->p; goto value;
        case DECODE_NEXT: p = d->p; goto next;
        }
    case DECODE_OBJECT:
        if (frame->state == DECODE_PLAIN && d->plain)
            p = decode_declared(d, frame, p);
        goto object;
    case DECODE_ENUM:
    case DECODE_UNKNOWN: goto object;
    }

object:
    if (frame->state != DECODE_PLAIN)
        goto settle;
    if (frame->left == 0)
        goto close;
    if (frame->kind == DECODE_ENUM)
        goto map_key;
    d->p = p;
    switch (frame->kind == DECODE_OBJECT ? decode_property(d, &slot)
                                         : decode_unknown_entry(d, &slot)) {
    case DECODE_FAILED: return false;
    case DECODE_VALUE: p = d->p; goto value;
    case DECODE_NEXT: p = d->p; goto next;
    }

settle:
    d->p = p;
    switch (decode_settle(d, &slot)) {
    case DECODE_FAILED: return false;
    case DECODE_VALUE: goto value;
    case DECODE_NEXT: goto next;
    }

close:
    if ((frame->string_keys || frame->kind != DECODE_MAP) && !decode_close_object(d, frame))
        return false;
    decode_pop(d);
    goto next;

fail_value:
    decode_fail(d, error, lead);
failed_value:
    ZVAL_NULL(slot);
    return false;
}

/* ---- the whole ------------------------------------------------------------------- */

static void decode_free(struct decoder *d)
{
    while (d->graves != NULL) {
        struct decode_graves *graves = d->graves;
        d->graves = graves->before;
        for (uint32_t i = 0; i < graves->used; i++)
            zval_ptr_dtor(&graves->values[i]);
        efree(graves);
    }
    if (d->log)
        efree(d->log);
    if (d->calls)
        efree(d->calls);
    if (d->room > DECODE_FRAMES)
        efree(d->frames);
}

/* The outermost value is no reference, whatever the wire says. */
static void decode_unref(zval *out)
{
    if (Z_ISREF_P(out)) {
        zval inner;
        ZVAL_COPY(&inner, Z_REFVAL_P(out));
        zval_ptr_dtor(out);
        ZVAL_COPY_VALUE(out, &inner);
    }
}

bool msgpack_decode(zval *out, const char *bytes, size_t len, size_t *used,
                    const struct msgpack_unpack_options *options, struct msgpack_failure *failure)
{
    struct decode_frame frames[DECODE_FRAMES];
    struct decoder d;
    memset(&d, 0, sizeof d);
    d.begin = d.p = (const uint8_t *)bytes;
    d.end = d.begin + len;
    d.options = options;
    d.failure = failure;
    d.shapes = shapes_get();
    d.plain = options->assoc && (options->limits.flags & HAYA_ANY_STR) &&
              options->limits.str_len >= SHAPES_TEXT_MAX;
    d.frames = frames;
    d.room = DECODE_FRAMES;
    memset(failure, 0, sizeof *failure);
    ZVAL_NULL(out);

    bool good;
    if (UNEXPECTED(len > options->limits.bytes)) {
        failure->limit = options->limits.bytes;
        good = decode_fail(&d, HAYA_ERR_SIZE_LIMIT, d.begin);
    } else {
        good = decode_run(&d, out);
        /* extra_data is an exception, and before one no hook has run. */
        if (UNEXPECTED(good && options->throws && d.p != d.end))
            good = decode_fail(&d, HAYA_ERR_EXTRA_DATA, d.p);
    }
    if (UNEXPECTED(!good)) {
        decode_close_broken(&d);
        decode_disarm(&d);
    } else if (UNEXPECTED(d.call_count > 0)) {
        good = decode_run_calls(&d);
    }
    if (EXPECTED(good)) {
        decode_unref(out);
        *used = (size_t)(d.p - d.begin);
    } else {
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
    }
    decode_free(&d);
    return good;
}
