/* Reading one header, and skipping any number of consecutive values. */
#include "walk.h"

enum haya_error haya_look(const uint8_t *msg, size_t len, const struct haya_limits *limits,
                          const struct haya_cursor *place, struct haya_header *head)
{
    struct walk walk;
    walk.msg = msg != NULL ? msg : (const uint8_t *)"";
    walk.p = walk.msg + place->pos;
    walk.end = walk.msg + len;
    walk.limits = limits;
    return walk_look(&walk, place->pending - 1, place->depth, head);
}

enum haya_error haya_skip(const uint8_t *msg, size_t len, const struct haya_limits *limits, struct haya_level *levels,
                          struct haya_cursor *place, uint64_t n)
{
    struct walk walk;
    enum haya_error error;

    walk_begin(&walk, msg, len, limits, levels, place);
    walk.at.left = n;
    walk.at.outer = place->pending - n;
    error = walk_all(&walk);
    place->pos = (size_t)(walk.p - walk.msg);
    place->pending -= n;
    return error;
}
