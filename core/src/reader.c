/*
 * The reader: a checked walk over one message.
 *
 * reader_take() checks one value by all rules in their order and enters
 * containers; everything else is built on it. reader->left is 2 * pending values
 * of the innermost container, + 1 in a map, so left & 3 is 1 before a map key.
 */
#include "../include/hayapack_format.h"

static void reader_fail(struct haya_reader *reader, enum haya_error error, size_t offset)
{
    if (reader->error == HAYA_OK) {
        reader->error = error;
        reader->error_offset = offset;
    }
}

void haya_reader_begin(struct haya_reader *reader, const void *msg, size_t len, const struct haya_limits *limits,
                       struct haya_level *levels, uint32_t level_count)
{
    static const struct haya_limits defaults = HAYA_LIMITS_DEFAULT;
    reader->msg = msg != NULL ? msg : (const uint8_t *)"";
    reader->len = len;
    reader->pos = 0;
    reader->error = HAYA_OK;
    reader->error_offset = 0;
    reader->limits = limits != NULL ? *limits : defaults;
    if (reader->limits.depth > level_count)
        reader->limits.depth = level_count;
    reader->levels = levels;
    reader->left = 2;
    reader->pending = 1;
    reader->depth = 0;
    reader->entered = true;
    if (len > reader->limits.bytes)
        reader_fail(reader, HAYA_ERR_SIZE_LIMIT, 0);
}

/* The rules for the payload, and for map keys. */
static enum haya_error reader_judge(const struct haya_reader *reader, struct haya_format format, const uint8_t *header,
                                    uint32_t count, struct haya_timestamp *time)
{
    const uint8_t *payload = header + format.header;
    if (format.kind == HAYA_KIND_STR) {
        if (!(reader->limits.flags & HAYA_ANY_STR) && !haya_utf8_valid(payload, count))
            return HAYA_ERR_INVALID_UTF8;
        return HAYA_OK;
    }
    if (format.kind == HAYA_KIND_EXT && payload[-1] == 0xff) {
        enum haya_error error = haya_timestamp_read(payload, count, time);
        if (error != HAYA_OK)
            return error;
    }
    if ((reader->limits.flags & HAYA_STRICT_KEYS) && (reader->left & 3) == 1 && format.kind != HAYA_KIND_BIN)
        return HAYA_ERR_INVALID_KEY;
    return HAYA_OK;
}

/* Checks the value at pos, moves past it, or into it if it is a container. Sets *format and *count, and *time for a
 * timestamp. On an error pos does not change. */
static enum haya_error reader_take(struct haya_reader *reader, struct haya_format *format, uint32_t *count,
                                   struct haya_timestamp *time)
{
    const uint8_t *p = reader->msg + reader->pos;
    size_t have = reader->len - reader->pos;
    uint64_t later = reader->pending - 1, values = 0;
    enum haya_error error;
    bool container;

    if (have == 0)
        return HAYA_ERR_TRUNCATED;
    *format = haya_formats[*p];
    if (format->kind == HAYA_KIND_RESERVED)
        return HAYA_ERR_RESERVED_BYTE;
    if (have < format->header)
        return HAYA_ERR_TRUNCATED;
    have -= format->header;
    *count = haya_format_count(*format, p);
    error = haya_format_limit(format->kind, *count, &reader->limits);
    if (error != HAYA_OK)
        return error;
    container = format->kind == HAYA_KIND_ARRAY || format->kind == HAYA_KIND_MAP;
    if (container) {
        values = (uint64_t)*count << (format->kind == HAYA_KIND_MAP);
        if (reader->depth >= reader->limits.depth)
            return HAYA_ERR_TOO_DEEP;
        if (values + later > have)
            return HAYA_ERR_TRUNCATED;
    } else if (*count > have) {
        return HAYA_ERR_TRUNCATED;
    }
    error = reader_judge(reader, *format, p, *count, time);
    if (error != HAYA_OK)
        return error;
    reader->pos += format->header;
    reader->left -= 2;
    reader->pending = later + values;
    if (container) {
        reader->levels[reader->depth++].left = reader->left;
        reader->left = 2 * values + (format->kind == HAYA_KIND_MAP);
    } else {
        reader->pos += *count;
    }
    return HAYA_OK;
}

/* A fast path: skips numbers, bools and nil while none of the rules can be broken. */
static void reader_pass_numbers(struct haya_reader *reader)
{
    const bool strict = (reader->limits.flags & HAYA_STRICT_KEYS) != 0;
    const uint8_t *p = reader->msg + reader->pos;
    const uint8_t *const end = reader->msg + reader->len;
    uint64_t left = reader->left;

    while (left >= 2 && p < end) {
        struct haya_format format = haya_formats[*p];
        if (format.kind > HAYA_KIND_DOUBLE || format.fixed >= end - p || (strict && (left & 3) == 1))
            break;
        p += 1 + format.fixed;
        left -= 2;
    }
    reader->pending -= (reader->left - left) / 2;
    reader->left = left;
    reader->pos = (size_t)(p - reader->msg);
}

/* Skips values until only `depth` containers are open; for depth 0, until the value of the message is complete. */
static bool reader_pass(struct haya_reader *reader, uint32_t depth)
{
    struct haya_format format;
    struct haya_timestamp time;
    uint32_t count;

    if (reader->error != HAYA_OK)
        return false;
    for (;;) {
        while (reader->left < 2 && reader->depth > depth)
            reader->left = reader->levels[--reader->depth].left;
        if (reader->depth <= depth)
            return true;
        reader_pass_numbers(reader);
        if (reader->left < 2)
            continue;
        enum haya_error error = reader_take(reader, &format, &count, &time);
        if (error != HAYA_OK) {
            reader_fail(reader, error, reader->pos);
            return false;
        }
    }
}

/* Prepares for the next value of the container that the reader is in. False: there is none, or an error. */
static bool reader_settle(struct haya_reader *reader)
{
    if (reader->error != HAYA_OK)
        return false;
    if (!reader->entered) {
        if (!reader_pass(reader, reader->depth - 1))
            return false;
        reader->entered = true;
    }
    return reader->left >= 2;
}

static void reader_number(const uint8_t *p, struct haya_token *token)
{
    switch (*p) {
    case HAYA_NIL: break;
    case HAYA_FALSE:
    case HAYA_TRUE: token->as.b = *p == HAYA_TRUE; break;
    case HAYA_FLOAT32: token->as.f = haya_load_float(p + 1); break;
    case HAYA_FLOAT64: token->as.d = haya_load_double(p + 1); break;
    default:
        token->as.u = haya_load_integer(*p, p + 1);
        if (*p == HAYA_UINT64 && token->as.u <= INT64_MAX)
            token->kind = HAYA_KIND_INT;
    }
}

bool haya_read_next(struct haya_reader *reader, struct haya_token *token)
{
    struct haya_token ignored;
    struct haya_timestamp time = {0, 0};
    struct haya_format format;
    const uint8_t *p;
    enum haya_error error;
    uint32_t count;

    if (token == NULL)
        token = &ignored;
    memset(token, 0, sizeof *token);
    if (!reader_settle(reader))
        return false;
    p = reader->msg + reader->pos;
    token->offset = reader->pos;
    error = reader_take(reader, &format, &count, &time);
    if (error != HAYA_OK) {
        reader_fail(reader, error, token->offset);
        return false;
    }
    token->kind = (enum haya_kind)format.kind;
    switch (format.kind) {
    case HAYA_KIND_EXT:
        token->ext_type = (int8_t)p[format.header - 1];
        if (token->ext_type == HAYA_TIMESTAMP_TYPE) {
            token->kind = HAYA_KIND_TIMESTAMP;
            token->as.time = time;
        }
        /* fall through */
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN:
        token->count = count;
        token->data = p + format.header;
        break;
    case HAYA_KIND_ARRAY:
    case HAYA_KIND_MAP:
        token->count = count;
        reader->entered = false;
        break;
    default: reader_number(p, token);
    }
    return true;
}

enum haya_kind haya_read_peek(struct haya_reader *reader)
{
    const uint8_t *p;
    struct haya_format format;

    if (!reader_settle(reader) || reader->pos == reader->len)
        return HAYA_KIND_NONE;
    p = reader->msg + reader->pos;
    format = haya_formats[*p];
    if (format.kind == HAYA_KIND_RESERVED)
        return HAYA_KIND_NONE;
    if (format.kind == HAYA_KIND_EXT && reader->len - reader->pos >= format.header && p[format.header - 1] == 0xff)
        return HAYA_KIND_TIMESTAMP;
    return (enum haya_kind)format.kind;
}

void haya_read_enter(struct haya_reader *reader)
{
    reader->entered = true;
}

void haya_read_leave(struct haya_reader *reader)
{
    reader_settle(reader);
    if (reader->error == HAYA_OK && reader->depth > 0)
        reader_pass(reader, reader->depth - 1);
}

bool haya_read_skip(struct haya_reader *reader)
{
    if (!haya_read_next(reader, NULL))
        return false;
    reader_settle(reader);
    return reader->error == HAYA_OK;
}

enum haya_error haya_reader_end(struct haya_reader *reader)
{
    if (reader->depth == 0 && reader->left >= 2)
        haya_read_skip(reader);
    reader_pass(reader, 0);
    if (reader->error == HAYA_OK && reader->pos < reader->len)
        reader_fail(reader, HAYA_ERR_EXTRA_DATA, reader->pos);
    return reader->error;
}

enum haya_error haya_check(const uint8_t *msg, size_t len, const struct haya_limits *limits, size_t *offset)
{
    struct haya_level levels[HAYA_DEPTH_DEFAULT];
    struct haya_reader reader;
    enum haya_error error;

    haya_reader_begin(&reader, msg, len, limits, levels, HAYA_DEPTH_DEFAULT);
    error = haya_reader_end(&reader);
    if (offset != NULL)
        *offset = error == HAYA_OK ? len : reader.error_offset;
    return error;
}
