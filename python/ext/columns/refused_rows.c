/* refused_rows.c: a value that does not fit. The row is refused, unless the value does not count, as a key is repeated.
 */
#include "map_keys.h"

/* Reads the rest of a frame, of which the current value was passed, and notes where in it each wanted key is last. */
static bool refuse_rest_of(struct read_state *t, struct frame *frame)
{
    struct haya_header header;
    if (frame->kind != FRAME_KEYS)
        return values_skip(t, frame->left, frame->left + frame->outer);
    for (; frame->left != 0; frame->left -= 2) {
        const uint8_t *at = t->p;
        if (!read_check(t) || !values_look(t, frame->left + frame->outer, &header) ||
            !values_skip(t, 2, frame->left + frame->outer))
            return false;
        if (header.kind != HAYA_KIND_STR && header.kind != HAYA_KIND_BIN)
            continue;
        struct column_key *key = map_keys_find_text(frame->node->keys, at + header.size, &header);
        if (key != NULL) {
            key->scan = frame->scan;
            key->last = at;
        }
    }
    return true;
}

bool refuse_scan(struct read_state *t)
{
    const uint8_t *const at = t->p;
    const uint32_t frames = t->frames;
    struct frame saved[COLUMN_FRAMES];
    uint32_t first = frames;
    while (first > 0 && t->frame[first - 1].scan == 0)
        t->frame[--first].scan = ++t->scans;
    if (first == frames && frames != 0)
        return true;
    if (frames != 0)
        memcpy(saved, t->frame, frames * sizeof *saved);
    const struct frame *last = frames != 0 ? &t->frame[frames - 1] : NULL;
    if (!values_skip(t, 1, last != NULL ? last->left + last->outer + 1 : t->outer + 1))
        return false;
    for (; t->frames > first; t->frames--)
        if (!refuse_rest_of(t, &t->frame[t->frames - 1]))
            return false;
    if (first == 0)
        t->row_end = t->p;
    if (frames != 0)
        memcpy(t->frame, saved, frames * sizeof *saved);
    t->frames = frames;
    t->p = at;
    return true;
}

/* Whether the key that led to the value at t->p, or to a container around it, is known to occur again. */
static bool refuse_again(const struct read_state *t)
{
    for (uint32_t i = 0; i < t->frames; i++) {
        const struct frame *frame = &t->frame[i];
        if (frame->key != NULL && frame->key->scan == frame->scan && frame->scan != 0 && frame->key->last > t->p)
            return true;
    }
    return false;
}

enum take refuse_row(struct read_state *t)
{
    const struct fault fault = t->fault;
    if (refuse_again(t))
        return TAKE_DONE;
    if (!refuse_scan(t))
        return TAKE_FAULT;
    if (refuse_again(t))
        return TAKE_DONE;
    t->fault = fault;
    t->p = t->row_end;
    return TAKE_MISFIT;
}
