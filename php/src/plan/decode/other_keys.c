/* Keys that the decoding loop did not predict. */
#include "other_keys.h"

#include "fail.h"
#include "open_containers.h"
#include "other_values.h"
#include "../../decode/array_slots.h"

/* Reads the key at t->d.p, if it is a scalar; else fails. */
static bool key_token(struct plan_decoder *t, struct haya_token *token)
{
    const uint8_t *header = t->d.p;

    if (header < t->d.end && haya_is_container(*header))
        return plan_open_check(t) && plan_fail_with(t, HAYA_ERR_INVALID_KEY, header, NULL, "a container", NULL, 0);
    return plan_value_token(t, token);
}

static bool key_unknown_is_error(const struct plan_decoder *t, const struct plan_frame *frame)
{
    return frame->cls->unknown == PLAN_UNKNOWN_DEFAULT ? t->unknown_error : frame->cls->unknown == PLAN_UNKNOWN_ERROR;
}

#define KEY_DIGITS (MAX_LENGTH_OF_LONG + 1) /* bytes of an int as text, with a final 0 */

/* Makes a str of an int. digits: of KEY_DIGITS bytes, which the token refers to then. */
static void key_as_text(struct haya_token *token, char *digits)
{
    char *end = digits + KEY_DIGITS - 1, *text = zend_print_long_to_buf(end, (zend_long)token->as.i);

    token->kind = HAYA_KIND_STR;
    token->data = (const uint8_t *)text;
    token->count = (uint32_t)(end - text);
}

static bool key_duplicate(struct plan_decoder *t, const uint8_t *header, struct haya_token *token)
{
    char digits[KEY_DIGITS];

    if (token->kind == HAYA_KIND_INT)
        key_as_text(token, digits);
    return plan_fail_with(t, HAYA_ERR_DUPLICATE_FIELD, header, NULL, "the key comes a second time", token->data,
                          token->count);
}

/* The slot of a str key, which PHP's arrays have as an int if it is a decimal integer. */
static zval *key_place(struct plan_decoder *t, zend_array *table, const uint8_t *text, size_t n)
{
    zend_ulong index;

    if (n > 0 && *text <= '9' && ZEND_HANDLE_NUMERIC_STR((const char *)text, n, index))
        return decode_place_index(&t->d, table, index);
    if (n - 1 < SHAPES_KEY_MAX && table->nTableSize <= SHAPES_MAP_MAX)
        return decode_place(&t->d, table, shapes_key(t->d.shapes, text, n, (size_t)(t->d.end - text)));
    return decode_place(&t->d, table, zend_string_init((const char *)text, n, false));
}

/* Decodes the value of an unknown key into the frame's array of these. The last of equal keys counts. */
static bool key_keep(struct plan_decoder *t, const struct plan_frame *frame, const uint8_t *header,
                     const struct haya_token *key)
{
    zval *extra = (zval *)(frame->base + frame->cls->extra->offset);

    if (key->kind == HAYA_KIND_BIN && t->d.utf8 && !haya_utf8_valid(key->data, key->count))
        return decode_fail(&t->d, HAYA_ERR_INVALID_UTF8, header);
    if (!Z_REFCOUNTED_P(extra))
        ZVAL_ARR(extra, decode_new_map(0));
    return plan_value_kept(t, key_place(t, Z_ARR_P(extra), key->data, key->count));
}

bool plan_key_of_field(struct plan_decoder *t, int64_t *index)
{
    struct plan_frame *frame = plan_decode_top(t);
    const uint8_t *header = t->d.p;
    struct haya_token token;
    char digits[KEY_DIGITS];
    void *found;

    if (!key_token(t, &token))
        return false;
    if (UNEXPECTED(t->options.converts) && token.kind == HAYA_KIND_INT)
        key_as_text(&token, digits); /* PHP's array has the key "1" as an int */
    if (token.kind != HAYA_KIND_STR && token.kind != HAYA_KIND_BIN)
        return decode_fail(&t->d, HAYA_ERR_INVALID_KEY, header);
    frame->left--;
    found = zend_hash_str_find_ptr(frame->cls->by_key, (const char *)token.data, token.count);
    *index = (int64_t)(uintptr_t)found - 1;
    if (found != NULL)
        return plan_decode_see(frame, (uint32_t)*index) || key_duplicate(t, header, &token);
    bool is_tag = frame->tag != NULL && ZSTR_LEN(frame->tag) == token.count &&
                  memcmp(ZSTR_VAL(frame->tag), token.data, token.count) == 0;
    if (!is_tag && key_unknown_is_error(t, frame))
        return plan_fail_with(t, HAYA_ERR_UNKNOWN_FIELD, header, NULL, "no field has the key", token.data, token.count);
    if (!is_tag && frame->cls->extra != NULL)
        return key_keep(t, frame, header, &token);
    return plan_open_skip(t, plan_decode_pending(t), t->depth);
}

bool plan_skip_place(struct plan_decoder *t)
{
    struct plan_frame *frame = plan_decode_top(t);
    uint32_t place = frame->index++;

    frame->left--;
    if (place >= frame->cls->places && key_unknown_is_error(t, frame))
        return plan_fail_with(t, HAYA_ERR_UNKNOWN_FIELD, t->d.p, NULL, "no field has this index", NULL, 0);
    return plan_open_skip(t, plan_decode_pending(t), t->depth);
}

bool plan_key_of_map(struct plan_decoder *t, zval **slot)
{
    struct plan_frame *frame = plan_decode_top(t);
    zend_array *table = frame->of.table;
    const uint8_t *header = t->d.p;
    bool ints = frame->seen;
    struct haya_token token;
    zend_ulong index;
    uint32_t count = table->nNumOfElements;

    if (!key_token(t, &token))
        return false;
    frame->left--;
    if (token.kind == HAYA_KIND_NIL && !ints)
        return decode_fail(&t->d, HAYA_ERR_INVALID_KEY, header);
    if (ints && (token.kind == HAYA_KIND_UINT || (token.kind == HAYA_KIND_INT && !msgpack_is_long(token.as.i))))
        return plan_fail_with(t, HAYA_ERR_INT_RANGE, header, NULL, "the key is no int of PHP", NULL, 0);
    if (ints && token.kind == HAYA_KIND_STR && t->options.converts && token.count > 0 &&
        ZEND_HANDLE_NUMERIC_STR((const char *)token.data, token.count, index)) {
        token.kind = HAYA_KIND_INT; /* the name of a stdClass's property */
        token.as.i = (int64_t)index;
    }
    if (!ints && token.kind == HAYA_KIND_INT && t->options.converts)
        ints = true; /* PHP's array has the key "1" as an int */
    if (token.kind != (ints ? HAYA_KIND_INT : HAYA_KIND_STR))
        return plan_fail_with(t, HAYA_ERR_WRONG_TYPE, header, NULL,
                              ints ? "a key of int expected" : "a key of string expected", NULL, 0);
    *slot =
        ints ? decode_place_index(&t->d, table, (zend_ulong)token.as.i) : key_place(t, table, token.data, token.count);
    return table->nNumOfElements > count || key_duplicate(t, header, &token);
}
