/*
 * The resumable scan for the end of a message.
 *
 * scan_value() is the slow path: it checks one value by all rules in their order.
 * The fast paths are tight loops over values that are completely in the buffer
 * and within the limits: walk.h's walk_run() up to WALK_SLACK bytes before the end
 * of the buffer, and scan_run() after it and in containers of which more bytes are
 * still to come. They stop before anything else and leave it to scan_value(), so
 * that errors are found in one place only.
 *
 * scan->left is 2 * pending values of the innermost container, + 1 in a map, so
 * left & 3 is 1 before a map key.
 */
#include "walk.h"

/* More bytes are needed: `size` bytes from pos on, and at least one for each of the `later` values. */
static enum haya_error scan_wait(struct haya_scan *scan, uint64_t size, uint64_t later)
{
    uint64_t need = scan->pos + size + later;
    scan->need = need > SIZE_MAX ? SIZE_MAX : (size_t)need;
    return HAYA_ERR_TRUNCATED;
}

static void scan_push(struct haya_scan *scan, uint32_t count, bool map)
{
    uint64_t values = map ? 2 * (uint64_t)count : count;
    scan->pending += values;
    if (values == 0)
        return;
    scan->levels[scan->depth++].left = scan->left;
    scan->left = 2 * values + map;
}

/* limits.bytes; SIZE_MAX means no limit, also where size_t has 32 bits. */
static uint64_t scan_bytes(const struct haya_scan *scan)
{
    return scan->limits.bytes == SIZE_MAX ? UINT64_MAX : scan->limits.bytes;
}

/* Checks the value at pos and moves past it, or into it if it is a container. The message is not complete. */
static enum haya_error scan_value(struct haya_scan *scan, const uint8_t *msg, size_t len)
{
    const uint8_t *p = msg + scan->pos;
    size_t have = len - scan->pos;
    uint64_t later = scan->pending - 1;
    /* not negative: the pending values fit in limits.bytes, as checked when their containers were opened */
    uint64_t space = scan_bytes(scan) - scan->pos - later;
    uint64_t size;
    struct haya_format format;
    enum haya_error error;
    uint32_t count;

    if (have == 0)
        return scan_wait(scan, 1, later);
    format = haya_formats[*p];
    if (format.kind == HAYA_KIND_RESERVED)
        return HAYA_ERR_RESERVED_BYTE;
    if (format.header > space)
        return HAYA_ERR_SIZE_LIMIT;
    if (have < format.header)
        return scan_wait(scan, format.header, later);
    count = haya_format_count(format, p);
    error = haya_format_limit(format.kind, count, &scan->limits);
    if (error != HAYA_OK)
        return error;

    size = (uint64_t)format.header + count;
    if (format.kind == HAYA_KIND_MAP)
        size += count;
    if (format.kind == HAYA_KIND_ARRAY || format.kind == HAYA_KIND_MAP) {
        if (scan->depth >= scan->limits.depth)
            return HAYA_ERR_TOO_DEEP;
        if (size > space)
            return HAYA_ERR_SIZE_LIMIT;
        scan->pos += format.header;
        scan->left -= 2;
        scan->pending = later;
        scan_push(scan, count, format.kind == HAYA_KIND_MAP);
        return HAYA_OK;
    }
    if (size > space)
        return HAYA_ERR_SIZE_LIMIT;
    if (size > have)
        return scan_wait(scan, size, later);
    if ((scan->limits.flags & HAYA_STRICT_KEYS) && (scan->left & 3) == 1 && walk_refuses_key(format.kind))
        return HAYA_ERR_INVALID_KEY;
    scan->pos += (size_t)size;
    scan->left -= 2;
    scan->pending = later;
    return HAYA_OK;
}

/* The value of `left` for the container whose header is at p; 1, which no container has, if it is over its limit or
 * not a container. */
HAYA_INLINE uint64_t scan_container_left(const uint8_t *p, const struct haya_limits *limits)
{
    struct haya_format format = haya_formats[*p];
    uint64_t count = haya_format_count(format, p);

    if (format.kind == HAYA_KIND_ARRAY && count <= limits->array_len)
        return 2 * count;
    if (format.kind == HAYA_KIND_MAP && count <= limits->map_len)
        return count == 0 ? 0 : 4 * count + 1;
    return 1;
}

/* Skips values as walk_run() does. Preconditions as of scan_run(). */
static bool scan_walk(struct haya_scan *scan, const uint8_t *msg, size_t len, size_t longest)
{
    struct walk walk = {
        .msg = msg,
        .p = msg + scan->pos,
        .end = msg + len,
        .safe = msg + len - WALK_SLACK,
        .limits = &scan->limits,
        .levels = scan->levels,
        .longest = longest,
        .strict = scan->limits.flags & HAYA_STRICT_KEYS,
        .at = {.left = scan->left >> 1, .depth = scan->depth, .map = scan->left & 1},
    };
    walk.at.outer = scan->pending - walk.at.left;
    bool done = walk_run(&walk);
    scan->pos = (size_t)(walk.p - msg);
    scan->depth = walk.at.depth;
    scan->left = 2 * walk.at.left + walk.at.map;
    scan->pending = walk.at.outer + walk.at.left;
    return done;
}

/*
 * Skips values that are completely in the buffer and break no rule.
 * Returns true at the end of the message, false before any other value. It skips
 * str, bin and ext values of at most `longest` bytes, header included, and every
 * fixstr. Precondition: the whole buffer and the pending values on entry
 * fit in limits.bytes. strict: a compile-time constant.
 *
 * In the loop, p is the next value, left is as scan->left, and outer counts the
 * pending values of the enclosing containers.
 */
HAYA_INLINE bool scan_run(struct haya_scan *scan, const uint8_t *msg, size_t len, size_t longest, const bool strict)
{
    const uint8_t *p = msg + scan->pos;
    const uint8_t *const end = msg + len;
    const uint64_t spare = scan_bytes(scan) - len;
    struct haya_level *const levels = scan->levels;
    uint32_t depth = scan->depth;
    uint64_t left = scan->left, inner;
    /* pending values of the containers around the innermost one */
    uint64_t outer = scan->pending - (left >> 1);
    size_t have, size;

    for (;;) {
        if (left < 2) {
            if (depth == 0)
                break;
            left = levels[--depth].left;
            outer -= left >> 1;
            continue;
        }
        if (p == end)
            break;
        have = (size_t)(end - p);
        if (strict && (left & 3) == 1 && walk_refuses_key(haya_formats[*p].kind))
            break;
        size = haya_sizes[*p];
        if (size != 0) {
            if (size > have)
                break;
            p += size;
            left -= 2;
            if (left & 1)
                continue;
            if (size == 1) {
                size = walk_small_ints(p, have - 1, left >> 1);
                p += size;
                left -= 2 * (uint64_t)size;
            } else if (size == 9 && p[-9] == HAYA_FLOAT64) {
                for (; left >= 2 && end - p >= 9 && *p == HAYA_FLOAT64; left -= 2)
                    p += 9;
            }
            continue;
        }
        if (have < 6) /* bytes: the longest header */
            break;
        size = haya_format_long_size(p);
        if (size != 0) {
            if (size > have || size > longest)
                break;
            p += size;
            left -= 2;
            continue;
        }
        inner = scan_container_left(p, &scan->limits);
        if (inner == 1 || depth >= scan->limits.depth || outer + (left >> 1) - 1 + (inner >> 1) > spare)
            break;
        p += haya_formats[*p].header;
        left -= 2;
        if (inner == 0)
            continue;
        levels[depth++].left = left;
        outer += left >> 1;
        left = inner;
    }
    scan->pos = (size_t)(p - msg);
    scan->depth = depth;
    scan->left = left;
    scan->pending = outer + (left >> 1);
    return scan->pending == 0;
}

static bool scan_run_strict(struct haya_scan *scan, const uint8_t *msg, size_t len, size_t longest)
{
    return scan_run(scan, msg, len, longest, true);
}

static bool scan_run_any_keys(struct haya_scan *scan, const uint8_t *msg, size_t len, size_t longest)
{
    return scan_run(scan, msg, len, longest, false);
}

/* Calls the fast paths if their preconditions hold. Returns true at the end of the message. */
static bool scan_try_run(struct haya_scan *scan, const uint8_t *msg, size_t len)
{
    const struct haya_limits *limits = &scan->limits;
    size_t longest = walk_longest(limits);

    if (longest < 32 || len > limits->bytes || scan->pending > scan_bytes(scan) - len)
        return false;
    if (len - scan->pos > WALK_SLACK && scan_walk(scan, msg, len, longest))
        return true;
    return (limits->flags & HAYA_STRICT_KEYS) ? scan_run_strict(scan, msg, len, longest)
                                              : scan_run_any_keys(scan, msg, len, longest);
}

void haya_scan_begin(struct haya_scan *scan, const struct haya_limits *limits, struct haya_level *levels)
{
    static const struct haya_limits defaults = HAYA_LIMITS_DEFAULT;
    scan->pos = 0;
    scan->need = 1;
    scan->left = 2;
    scan->pending = 1;
    scan->levels = levels;
    scan->depth = 0;
    scan->error = HAYA_ERR_TRUNCATED;
    scan->limits = limits != NULL ? *limits : defaults;
}

enum haya_error haya_scan_more(struct haya_scan *scan, const uint8_t *msg, size_t len)
{
    enum haya_error error = scan->error;

    if (error != HAYA_ERR_TRUNCATED)
        return error;
    if (msg == NULL)
        msg = (const uint8_t *)"";
    for (;;) {
        if (scan_try_run(scan, msg, len)) {
            error = HAYA_OK;
            break;
        }
        while (scan->left < 2 && scan->depth > 0)
            scan->left = scan->levels[--scan->depth].left;
        error = scan->pending == 0 ? HAYA_OK : scan_value(scan, msg, len);
        if (error != HAYA_OK || scan->pending == 0)
            break;
    }
    scan->error = error;
    return error;
}
