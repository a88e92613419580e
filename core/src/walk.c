/* Reading one header, and skipping any number of consecutive values. */
#include "walk.h"

enum haya_error haya_look(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                          const struct haya_cursor *cursor, struct haya_header *header)
{
    struct walk walk;
    walk.msg = msg != NULL ? msg : (const uint8_t *)"";
    walk.p = walk.msg + cursor->pos;
    walk.end = walk.msg + len;
    walk.limits = limits;
    return walk_look(&walk, cursor->pending - 1, cursor->depth, header);
}

enum haya_error haya_skip(const uint8_t *msg, size_t len, const struct haya_limits *limits, struct haya_level *levels,
                          struct haya_cursor *cursor, uint64_t n)
{
    struct walk walk;
    enum haya_error error;

    walk_begin(&walk, msg, len, limits, levels, cursor);
    walk.at.left = n;
    walk.at.outer = cursor->pending - n;
    error = walk_all(&walk);
    cursor->pos = (size_t)(walk.p - walk.msg);
    cursor->pending -= n;
    return error;
}
