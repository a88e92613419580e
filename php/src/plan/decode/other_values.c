/* Values outside of the fast path. */
#include "other_values.h"

#include "fail.h"
#include "open_containers.h"

bool plan_value_token(struct plan_decoder *t, struct haya_token *token)
{
    struct haya_reader reader;

    haya_reader_begin(&reader, t->d.p, (size_t)(t->d.end - t->d.p), &t->options.limits, NULL, 0);
    if (!haya_read_next(&reader, token))
        return decode_fail_within(&t->d, reader.error, t->d.p + reader.error_offset, &t->options.limits);
    t->d.p += reader.pos;
    return true;
}

const uint8_t *plan_value_near(const struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval *slot)
{
    uint8_t padded[DECODE_AHEAD];
    size_t n = (size_t)(t->d.end - p);
    const uint8_t *after;

    if (t->far == NULL || n >= DECODE_AHEAD)
        return NULL;
    memset(padded, HAYA_RESERVED, sizeof padded);
    memcpy(padded, p, n);
    after = plan_decode_quick(t, node, node->quick, padded, padded + n, slot);
    return after != NULL ? p + (after - padded) : NULL;
}

/* A value without a type, by the decoder of such values. */
static bool value_any(struct plan_decoder *t, zval *slot)
{
    t->options.limits.depth = t->max_depth - t->depth;
    t->d.outside = plan_decode_pending(t);
    bool good = decode_value(&t->d, slot);
    if (UNEXPECTED(!good) && t->d.failure->error == HAYA_ERR_TOO_DEEP)
        t->d.failure->limit = t->max_depth;
    t->options.limits.depth = t->max_depth;
    return good;
}

bool plan_value_kept(struct plan_decoder *t, zval *slot)
{
    const struct msgpack_unpack_options options = t->options;
    const uint8_t *header = t->d.p, *far = t->d.far;
    bool unrestricted = t->d.unrestricted;

    t->options.assoc = false;
    t->options.bin = MSGPACK_BIN_OBJECT;
    t->options.ext = MSGPACK_EXT_OBJECT;
    if (!options.converts) /* else they were PHP's dates */
        t->options.timestamps = MSGPACK_TIME_OBJECT;
    t->d.unrestricted = false;
    t->d.far = NULL;
    bool good = value_any(t, slot);
    t->options = options;
    t->d.far = far;
    t->d.unrestricted = unrestricted;
    if (UNEXPECTED(!good))
        t->d.p = header;
    return good;
}

/* ---- scalars ---------------------------------------------------------------------------------------------- */

static bool value_int(struct plan_decoder *t, const struct plan_node *node, const struct haya_token *token,
                      const uint8_t *header, zval *slot)
{
    enum plan_side side = token->kind == HAYA_KIND_UINT || token->as.i > ZEND_LONG_MAX ? PLAN_ABOVE
                          : token->as.i < ZEND_LONG_MIN                                ? PLAN_BELOW
                                                        : plan_limits_of_int(node->limits, (zend_long)token->as.i);

    if (side != PLAN_WITHIN)
        return plan_fail_limits(t, node, side, header);
    ZVAL_LONG(slot, (zend_long)token->as.i);
    return true;
}

static bool value_float(struct plan_decoder *t, const struct plan_node *node, const struct haya_token *token,
                        const uint8_t *header, zval *slot)
{
    double number = token->kind == HAYA_KIND_INT     ? (double)token->as.i
                    : token->kind == HAYA_KIND_UINT  ? (double)token->as.u
                    : token->kind == HAYA_KIND_FLOAT ? (double)token->as.f
                                                     : token->as.d;

    if (node->single && zend_finite(number) && !zend_finite((float)number))
        return plan_fail_with(t, HAYA_ERR_FLOAT_RANGE, header, node, "the number is too large for float32", NULL, 0);
    if (node->single)
        number = (double)(float)number;
    enum plan_side side = plan_limits_of_float(node->limits, number);
    if (side != PLAN_WITHIN)
        return plan_fail_limits(t, node, side, header);
    ZVAL_DOUBLE(slot, number);
    return true;
}

static bool value_text(struct plan_decoder *t, const struct plan_node *node, const struct haya_token *token,
                       const uint8_t *header, zval *slot)
{
    enum plan_side side = plan_limits_of_length(node->limits, token->count);

    if (side != PLAN_WITHIN)
        return plan_fail_limits(t, node, side, header);
    if (UNEXPECTED(!msgpack_may_allocate(token->count, 1)))
        return decode_fail_memory(&t->d, header);
    decode_text(slot, token->data, token->count, (size_t)(t->d.end - token->data));
    return true;
}

static bool value_date(struct plan_decoder *t, const struct plan_node *node, const struct haya_token *token,
                       const uint8_t *header, zval *slot)
{
    if (token->kind != HAYA_KIND_TIMESTAMP)
        return plan_fail_type(t, node, header);
    if (plan_date_make(node, token->as.time.seconds, token->as.time.nanoseconds, slot))
        return EG(exception) == NULL;
    return plan_fail_with(t, HAYA_ERR_TIMESTAMP_RANGE, header, node, "the date is outside of the years 1 to 9999", NULL,
                          0);
}

/* The alternative of a CHOICE for a type of MessagePack, or the CHOICE itself. */
static const struct plan_node *value_choose(const struct plan_node *node, enum haya_type type)
{
    return node->of.items[type] != NULL ? node->of.items[type] : node;
}

/* With the option dates: a date from its text, where the node takes dates and no text. */
static zend_never_inline bool value_date_text(struct plan_decoder *t, const struct plan_node *node,
                                              const struct haya_token *token, const uint8_t *header, zval *slot)
{
    struct haya_token date = {.kind = HAYA_KIND_TIMESTAMP};

    if (node->kind == PLAN_CHOICE)
        node = value_choose(node, HAYA_TYPE_EXT);
    if (node->kind != PLAN_DATE)
        return plan_fail_type(t, node, header);
    if (!plan_date_read((const char *)token->data, token->count, &date.as.time))
        return plan_fail_with(t, HAYA_ERR_INVALID_VALUE, header, node,
                              "the text is no date and time as 2026-01-31T12:00:00Z:", token->data, token->count);
    return value_date(t, node, &date, header, slot);
}

static bool value_case(struct plan_decoder *t, const struct plan_node *node, const struct haya_token *token,
                       const uint8_t *header, zval *slot)
{
    zval *found = NULL;

    if (token->kind == HAYA_KIND_INT && msgpack_is_long(token->as.i))
        found = zend_hash_index_find(node->of.enums.cases, (zend_ulong)token->as.i);
    else if (token->kind == HAYA_KIND_STR)
        found = zend_hash_str_find(node->of.enums.cases, (const char *)token->data, token->count);
    if (found == NULL)
        return plan_fail_of(t, HAYA_ERR_UNKNOWN_MEMBER, header, node, "no case of the enum has this value", token);
    ZVAL_COPY(slot, found);
    return true;
}

/* Stores a scalar that the node accepts. */
static bool value_store(struct plan_decoder *t, const struct plan_node *node, const struct haya_token *token,
                        const uint8_t *header, zval *slot)
{
    if (token->kind == HAYA_KIND_NIL) {
        ZVAL_NULL(slot);
        return true;
    }
    switch ((enum plan_kind)node->kind) {
    case PLAN_BOOL:
        if (node->only && node->only != (token->as.b ? IS_TRUE : IS_FALSE))
            return plan_fail_type(t, node, header);
        ZVAL_BOOL(slot, token->as.b);
        return true;
    case PLAN_INT: return value_int(t, node, token, header, slot);
    case PLAN_FLOAT: return value_float(t, node, token, header, slot);
    case PLAN_STRING:
    case PLAN_BYTES: return value_text(t, node, token, header, slot);
    case PLAN_DATE: return value_date(t, node, token, header, slot);
    case PLAN_ENUM: return value_case(t, node, token, header, slot);
    default: return plan_fail_type(t, node, header);
    }
}

/* ---- any value --------------------------------------------------------------------------------------------- */

bool plan_value(struct plan_decoder *t, const struct plan_node *node, zval *slot)
{
    const uint8_t *header = t->d.p;
    struct haya_token token;
    enum haya_type type;

    if (UNEXPECTED(header >= t->d.end))
        return decode_fail(&t->d, HAYA_ERR_TRUNCATED, header);
    if (msgpack_memory_exceeded())
        return decode_fail_memory(&t->d, header);
    type = haya_types[*header];
    if (haya_is_container(*header)) {
        enum plan_opened opened = plan_open(t, node, slot);
        return opened == PLAN_OPEN_ANY ? value_any(t, slot) : opened != PLAN_OPEN_FAILED;
    }
    if (node->kind == PLAN_ANY)
        return value_any(t, slot);
    const uint32_t flags = t->options.limits.flags;
    if (UNEXPECTED(t->options.converts) && node->kind == PLAN_BYTES)
        t->options.limits.flags |= HAYA_ANY_STR; /* PHP's strings of bytes were written as str */
    bool good = plan_value_token(t, &token);
    t->options.limits.flags = flags;
    if (!good)
        return false;
    if (UNEXPECTED(!(node->accepts >> type & 1)))
        return t->options.dates_iso && type == HAYA_TYPE_STR ? value_date_text(t, node, &token, header, slot)
                                                             : plan_fail_type(t, node, header);
    if (node->kind == PLAN_CHOICE && type != HAYA_TYPE_NIL)
        node = value_choose(node, type);
    return value_store(t, node, &token, header, slot);
}
