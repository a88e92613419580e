/*
 * rows.c: the loop over rows, and over the containers in them.
 *
 * Each byte is passed once. A value goes into its column as soon as its key has
 * been read; what turns out not to count, of a repeated key or a refused row, is
 * removed by builder_truncate(). Keys mostly repeat in the same order, so each is
 * first compared with the one at the same place of the last maps (a route).
 */
#include "store_values_fast.h"
#include "map_keys.h"

#define ROWS_RUN 4096 /* values of a container that are read without a signal check; an even number */

/* The values that a frame has left after a run. */
HAYA_INLINE uint64_t rows_stop(const struct frame *frame)
{
    return frame->left > ROWS_RUN ? frame->left - ROWS_RUN : 0;
}

/* ---- values that do not fit ----------------------------------------------------- */

/* Whether a row has a fault that is no structural one: a key without a dtype that is not UTF-8. */
static bool rows_has_bad_text(const struct read_state *t, enum take took)
{
    return took == TAKE_FAULT && !t->fault.memory && !t->fault.too_many && !t->fault.raised &&
           t->fault.error == HAYA_ERR_INVALID_UTF8;
}

/* values_take() returned `took` for the value at t->p, which is for `node`: MISFIT or FAULT. pending: values of the
 * message from it on. */
static COLD enum take rows_handle(struct read_state *t, struct column_builder *node, enum take took, uint64_t pending)
{
    const struct fault fault = t->fault;
    if (took == TAKE_FAULT) {
        if (rows_has_bad_text(t, took) && refuse_scan(t)) { /* a structural fault is found first */
            t->fault = fault;
            t->p = t->row_end;
        }
        return TAKE_FAULT;
    }
    if (t->errors != ERRORS_NULL) {
        took = refuse_row(t);
        if (took != TAKE_DONE)
            return took;
    } else {
        t->nulled++;
    }
    if (!values_skip(t, 1, pending))
        return TAKE_FAULT;
    return builder_null(node) ? TAKE_DONE : read_no_memory(t);
}

/* The value at t->p, for a node; the frame's `left` does not count it any more. */
HAYA_INLINE enum take rows_value(struct read_state *t, struct column_builder *node, const struct frame *frame)
{
    const uint8_t *p = t->p;
    if (LIKELY(p < t->safe) && LIKELY((p = fast_value(t, node, p)) != NULL)) {
        t->p = p;
        return TAKE_DONE;
    }
    const uint64_t pending = frame->left + frame->outer + 1;
    enum take took = values_take(t, node, pending);
    return UNLIKELY(took >= TAKE_MISFIT) ? rows_handle(t, node, took, pending) : took;
}

/* ---- maps ------------------------------------------------------------------------- */

/* The key at t->p, which the route did not foresee, by all rules; moves past it. False: a fault. */
static NOINLINE bool rows_key(struct read_state *t, struct frame *frame, struct column_key **found)
{
    struct column_keys *keys = frame->node->keys;
    struct haya_header header;
    const uint8_t *p = t->p;
    if (p < t->safe && (*p & 0xe0) == HAYA_FIXSTR) {
        size_t n = *p & 0x1f;
        *found = map_keys_find(keys, HAYA_KIND_STR, p + 1, n);
        map_keys_remember(keys, frame->step, p, *found);
        if (frame->step < keys->known)
            frame->step++;
        t->p = p + 1 + n;
        return true;
    }
    *found = NULL;
    if (!values_look(t, frame->left + frame->outer, &header))
        return false;
    if (header.kind != HAYA_KIND_STR && header.kind != HAYA_KIND_BIN) {
        if (t->limits->flags & HAYA_STRICT_KEYS) {
            read_fault(t, HAYA_ERR_INVALID_KEY, p);
            return false;
        }
        return values_skip(t, 1, frame->left + frame->outer);
    }
    *found = map_keys_find_text(keys, p + header.size, &header);
    t->p = p + header.size + header.count;
    return true;
}

/* What a wanted key leads to: its column first, then the PATH behind it. Undoes the value of an earlier entry with
 * the same key. */
static COLD void rows_repeated(struct read_state *t, struct frame *frame, struct column_key *key)
{
    if (key->column != NULL && key->column->length >= frame->node->length)
        t->inferred -= builder_truncate(key->column, frame->node->length - 1);
    if (key->inner != NULL && key->inner->length >= frame->node->length)
        t->inferred -= builder_truncate(key->inner, frame->node->length - 1);
}

static enum take rows_map(struct read_state *t, struct frame *frame)
{
    struct column_builder *const node = frame->node;
    struct column_keys *const keys = node->keys;
    const uint64_t stop = rows_stop(frame);
    enum take took;
    while (frame->left != stop || UNLIKELY(frame->again != NULL)) {
        struct column_key *found;
        const uint8_t *p = t->p;
        if (UNLIKELY(frame->again != NULL)) { /* the key of the value that was just read leads to more */
            struct column_builder *inner = frame->again;
            frame->again = NULL;
            t->p = frame->again_at;
            took = rows_value(t, inner, frame);
            if (took != TAKE_DONE)
                return took;
            continue;
        }
        const struct column_step *step = &keys->route[frame->step];
        if (LIKELY(p < t->safe && frame->step < keys->known && map_keys_fits(step, p))) {
            found = step->found;
            t->p = p + step->key.size;
            frame->step++;
        } else if (p < t->safe && frame->step + 1 < keys->known && map_keys_fits(step + 1, p)) {
            found = step[1].found;
            t->p = p + step[1].key.size;
            frame->step += 2;
        } else if (!rows_key(t, frame, &found)) {
            return TAKE_FAULT;
        }
        frame->left -= 2;
        if (found == NULL) {
            const uint8_t *end = t->p < t->safe ? fast_past(t, t->p) : NULL;
            if (LIKELY(end != NULL))
                t->p = end;
            else if (!values_skip(t, 1, frame->left + frame->outer + 1))
                return TAKE_FAULT;
            continue;
        }
        frame->key = found;
        struct column_builder *column = found->column != NULL ? found->column : found->inner;
        if (UNLIKELY(column->length >= node->length))
            rows_repeated(t, frame, found);
        if (UNLIKELY(found->inner != NULL)) {
            found->inner->found = true;
            if (found->column != NULL) {
                frame->again = found->inner;
                frame->again_at = t->p;
            }
        }
        column->found = true;
        took = rows_value(t, column, frame);
        if (UNLIKELY(took != TAKE_DONE))
            return took;
    }
    return TAKE_DONE;
}

/* The map has ended: fields that it does not have are null. */
static bool rows_close_map(struct column_builder *node)
{
    for (uint32_t i = 0; i < node->child_count; i++) {
        struct column_builder *child = node->children[i];
        if (UNLIKELY(child->length < node->length) && !builder_null(child))
            return false;
    }
    return true;
}

/* ---- lists and maps of pairs -------------------------------------------------------- */

static enum take rows_list(struct read_state *t, struct frame *frame)
{
    struct column_builder *item = frame->node->children[0];
    const uint64_t stop = rows_stop(frame);
    while (frame->left != stop) {
        frame->left--;
        enum take took = rows_value(t, item, frame);
        if (UNLIKELY(took != TAKE_DONE))
            return took;
    }
    return TAKE_DONE;
}

/* The key of a pair is null or does not fit: the whole map will be null. */
static enum take rows_spoil(struct read_state *t, struct frame *frame)
{
    struct column_builder *keys = frame->node->children[0];
    t->inferred -= builder_truncate(keys, keys->length - 1);
    t->p = frame->value;
    read_misfit(t, keys, FIT_KIND, t->p);
    if (t->errors != ERRORS_NULL) {
        enum take took = refuse_row(t);
        if (took != TAKE_DONE)
            return took;
    } else if (!frame->spoiled) {
        t->nulled++;
    }
    frame->spoiled = true;
    if (!values_skip(t, 1, frame->left + frame->outer + 1))
        return TAKE_FAULT;
    return builder_null(keys) ? TAKE_DONE : read_no_memory(t);
}

static enum take rows_pairs(struct read_state *t, struct frame *frame)
{
    struct column_builder *keys = frame->node->children[0], *values = frame->node->children[1];
    const uint64_t stop = rows_stop(frame);
    enum take took;
    while (frame->left != stop) {
        const bool key = (frame->left & 1) == 0;
        const size_t nulls = keys->null_count, nulled = t->nulled;
        frame->left--;
        if (key)
            frame->value = t->p;
        took = rows_value(t, key ? keys : values, frame);
        if (key && took == TAKE_DONE && UNLIKELY(keys->null_count != nulls)) {
            t->nulled = nulled; /* the map counts, not the key */
            took = rows_spoil(t, frame);
        }
        if (UNLIKELY(took != TAKE_DONE))
            return took;
    }
    return TAKE_DONE;
}

/* The end of a list or a map of pairs: its offset. */
static enum take rows_close_list(struct read_state *t, struct frame *frame)
{
    struct column_builder *node = frame->node;
    const size_t end = node->children[0]->length;
    if (UNLIKELY(frame->kind == FRAME_PAIRS && frame->spoiled)) {
        node->target = node->length;
        t->inferred -= builder_truncate(node, node->length);
        return builder_null(node) ? TAKE_DONE : read_no_memory(t);
    }
    if (UNLIKELY(end > INT32_MAX)) {
        read_no_memory(t);
        t->fault.memory = false;
        t->fault.too_many = true;
        return TAKE_FAULT;
    }
    memcpy(node->offsets + 4 * (node->length + 1), &(int32_t){(int32_t)end}, 4);
    builder_valid(node);
    return TAKE_DONE;
}

/* ---- rows --------------------------------------------------------------------------- */

static enum take rows_time(struct read_state *t, struct frame *frame)
{
    const uint64_t pending = frame->left + frame->outer + 1;
    if (t->event_time == NULL)
        return values_skip(t, 1, pending) ? TAKE_DONE : TAKE_FAULT;
    enum take took = values_event_time(t, t->event_time, pending);
    return took >= TAKE_MISFIT ? rows_handle(t, t->event_time, took, pending) : took;
}

/* The time of an event: a value, or an array of it and metadata. */
static enum take rows_event_time(struct read_state *t, struct frame *frame)
{
    const uint64_t pending = frame->left + frame->outer + 1;
    struct haya_header header;
    if (!values_look(t, pending, &header))
        return TAKE_FAULT;
    if (header.kind != HAYA_KIND_ARRAY)
        return rows_time(t, frame);
    t->p += header.size;
    struct frame *inner = read_open(t, t->root, FRAME_TIME, header.count);
    if (inner == NULL)
        return TAKE_FAULT;
    inner->outer = pending - 1;
    return TAKE_OPEN;
}

/* The record of an event. */
static enum take rows_event_map(struct read_state *t, struct frame *frame)
{
    const uint64_t pending = frame->left + frame->outer + 1;
    struct haya_header header;
    if (!values_look(t, pending, &header))
        return TAKE_FAULT;
    if (header.kind == HAYA_KIND_MAP) {
        if (t->maps++ == 0)
            t->first_map = (size_t)(t->p - t->msg);
        t->p += header.size;
        struct frame *inner = read_open(t, t->root, FRAME_KEYS, 2 * (uint64_t)header.count);
        if (inner == NULL)
            return TAKE_FAULT;
        inner->outer = pending - 1;
        return TAKE_OPEN;
    }
    if (header.kind != HAYA_KIND_NIL) {
        read_wrong(t, ROW_NO_MAP, t->p);
        if (t->errors != ERRORS_NULL)
            return refuse_row(t);
        t->nulled++;
    }
    return values_skip(t, 1, pending) ? TAKE_DONE : TAKE_FAULT;
}

/* Rows that are arrays: of the fields' values, or of the time and the map of an event. */
static enum take rows_fields(struct read_state *t, struct frame *frame)
{
    while (frame->left != 0) {
        const uint32_t index = frame->step++;
        enum take took;
        frame->left--;
        if (frame->kind == FRAME_FIELDS)
            took = rows_value(t, t->columns[index], frame);
        else if (frame->kind == FRAME_EVENT)
            took = index == 0 ? rows_event_time(t, frame) : rows_event_map(t, frame);
        else if (index == 0)
            took = rows_time(t, frame);
        else
            took = values_skip(t, 1, frame->left + frame->outer + 1) ? TAKE_DONE : TAKE_FAULT;
        if (UNLIKELY(took != TAKE_DONE))
            return took;
    }
    return TAKE_DONE;
}

/* Reads the open frames to their end. */
static enum take rows_frames(struct read_state *t)
{
    while (t->frames != 0) {
        struct frame *frame = &t->frame[t->frames - 1];
        enum take took;
        switch (frame->kind) {
        case FRAME_KEYS: took = rows_map(t, frame); break;
        case FRAME_LIST: took = rows_list(t, frame); break;
        case FRAME_PAIRS: took = rows_pairs(t, frame); break;
        default: took = rows_fields(t, frame); break;
        }
        if (took == TAKE_OPEN || (took == TAKE_DONE && UNLIKELY(frame->left != 0))) {
            if (UNLIKELY(!read_check(t)))
                return TAKE_FAULT;
            continue;
        }
        if (UNLIKELY(took != TAKE_DONE))
            return took;
        t->frames--;
        if (frame->kind == FRAME_LIST || frame->kind == FRAME_PAIRS)
            took = rows_close_list(t, frame);
        else if (frame->kind != FRAME_TIME && !rows_close_map(frame->node))
            took = read_no_memory(t);
        if (UNLIKELY(took != TAKE_DONE))
            return took;
    }
    return TAKE_DONE;
}

/* Opens the frame of a row, or appends a null row. */
HAYA_INLINE enum take rows_begin(struct read_state *t)
{
    static const int wrong[] = {ROW_NO_MAP, ROW_NO_ARRAY, 0, ROW_NO_EVENT};
    const uint64_t pending = t->outer + 1;
    struct haya_header header;
    struct frame *frame;
    if (!values_look(t, pending, &header))
        return TAKE_FAULT;
    if (header.kind == HAYA_KIND_NIL) {
        t->p++;
        return builder_null(t->root) ? TAKE_DONE : read_no_memory(t);
    }
    const bool map = t->layout == ROWS_MAPS;
    if (header.kind != (map ? HAYA_KIND_MAP : HAYA_KIND_ARRAY) || (t->layout == ROWS_FLUENT && header.count != 2))
        return read_wrong(t, wrong[t->layout], t->p);
    if (t->layout == ROWS_ARRAYS && header.count > t->column_count)
        return read_wrong(t, ROW_TOO_LONG, t->p);
    if (!builder_reserve(t->root))
        return read_no_memory(t);
    if (map && t->maps++ == 0)
        t->first_map = (size_t)(t->p - t->msg);
    t->p += header.size;
    frame = read_open(t, t->root,
                      map                        ? FRAME_KEYS
                      : t->layout == ROWS_ARRAYS ? FRAME_FIELDS
                                                 : FRAME_EVENT,
                      (uint64_t)header.count << map);
    if (frame == NULL)
        return TAKE_FAULT;
    frame->outer = t->outer;
    t->root->length++;
    return TAKE_OPEN;
}

/* One row of consecutive values. */
static enum take rows_values(struct read_state *t)
{
    enum take took = TAKE_DONE;
    if (!builder_reserve(t->root))
        return read_no_memory(t);
    t->root->length++;
    for (size_t i = 0; took == TAKE_DONE && i < t->column_count; i++) {
        struct frame alone = {.kind = FRAME_FIELDS};
        t->message = t->p;
        t->field = i;
        took = rows_value(t, t->columns[i], &alone);
        if (took == TAKE_OPEN)
            took = rows_frames(t);
        if (UNLIKELY(took == TAKE_MISFIT || rows_has_bad_text(t, took))) {
            const struct fault fault = t->fault;
            const uint8_t *message = t->message;
            const size_t field = t->field;
            for (i++; i < t->column_count; i++) {
                t->message = t->p;
                t->field = i;
                if (!values_skip(t, 1, 1))
                    return TAKE_FAULT;
            }
            t->fault = fault;
            t->message = message;
            t->field = field;
        }
    }
    return took;
}

/* Reads the row at t->p. MISFIT: t->p is its end. */
HAYA_INLINE enum take rows_row(struct read_state *t)
{
    enum take took;
    if (t->layout == ROWS_VALUES)
        return rows_values(t);
    took = rows_begin(t);
    if (took == TAKE_MISFIT) {
        const struct fault fault = t->fault;
        if (!values_skip(t, 1, t->outer + 1))
            return TAKE_FAULT;
        t->fault = fault;
        if (t->errors != ERRORS_NULL)
            return TAKE_MISFIT;
        t->nulled++;
        return builder_null(t->root) ? TAKE_DONE : read_no_memory(t);
    }
    return took == TAKE_OPEN ? rows_frames(t) : took;
}

/* What follows from the end of a row. */
static enum rows_end rows_after(struct read_state *t, enum take took)
{
    if (LIKELY(took == TAKE_DONE)) {
        t->rows++;
        return ROWS_DONE;
    }
    if (took == TAKE_FAULT || t->errors == ERRORS_RAISE)
        return ROWS_FAULT;
    t->frames = 0;
    t->inferred -= builder_truncate(t->root, t->rows);
    t->skipped++;
    if (t->layout == ROWS_MAPS || t->layout == ROWS_FLUENT)
        map_keys_mark(t);
    return t->errors == ERRORS_CALL ? ROWS_REFUSED : ROWS_DONE;
}

enum rows_end rows_read(struct read_state *t, uint64_t *left, size_t *start)
{
    while (left != NULL ? *left != 0 : t->p != t->end) {
        if (UNLIKELY(t->p > t->check))
            return ROWS_PAUSE;
        *start = (size_t)(t->p - t->msg);
        t->message = t->p;
        if (left != NULL)
            t->outer = t->outside + *left - 1;
        enum take took = rows_row(t);
        if (left != NULL && took != TAKE_FAULT)
            --*left;
        enum rows_end end = rows_after(t, took);
        if (UNLIKELY(end != ROWS_DONE))
            return end;
    }
    return ROWS_DONE;
}

/* Reads a small message from a copy with bytes behind it, so that the fast paths can be used to its end. False: it
 * is not complete; nothing has changed. */
static bool rows_padded(struct read_state *t, const uint8_t *bytes, size_t size, enum take *took)
{
    const size_t skipped = t->skipped, nulled = t->nulled, maps = t->maps;
    memcpy(t->padded, bytes, size);
    memset(t->padded + size, 0, TABLE_SLACK);
    read_message(t, t->padded, size, 0);
    if (t->longest < FAST_TEXT)
        return false;
    t->safe = t->end;
    t->check = t->end + TABLE_SLACK; /* none: if the message is cut off it is read again */
    t->message = t->p;
    *took = rows_row(t);
    if (LIKELY(t->p <= t->end && (*took != TAKE_FAULT || rows_has_bad_text(t, *took))))
        return true;
    t->frames = 0;
    t->skipped = skipped;
    t->nulled = nulled;
    t->maps = maps;
    t->inferred -= builder_truncate(t->root, t->rows);
    return false;
}

bool rows_too_long(struct read_state *t, const uint8_t *bytes, size_t size)
{
    if (LIKELY(size <= t->limits->bytes))
        return false;
    read_message(t, bytes, size, 0);
    read_fault(t, HAYA_ERR_SIZE_LIMIT, bytes);
    t->message = bytes;
    return true;
}

enum rows_end rows_read_message(struct read_state *t, const uint8_t *bytes, size_t size, bool whole)
{
    enum take took = TAKE_FAULT;
    if (size == 0 || size > ROWS_PADDED || !rows_padded(t, bytes, size, &took)) {
        read_message(t, bytes, size, 0);
        t->message = t->p;
        took = rows_row(t);
    }
    if (UNLIKELY((took != TAKE_FAULT || rows_has_bad_text(t, took)) && whole && t->p != t->end)) {
        read_fault(t, HAYA_ERR_EXTRA_DATA, t->p);
        return ROWS_FAULT;
    }
    return rows_after(t, took);
}

enum rows_end rows_read_messages(struct read_state *t, const struct message *all, size_t count, size_t *next)
{
    for (size_t done = 0; *next < count;) {
        if (UNLIKELY(done > TABLE_SIGNAL_INTERVAL))
            return ROWS_PAUSE;
        const struct message *one = &all[(*next)++];
        done += one->size + 1;
        enum rows_end end;
        if (one->bytes == NULL)
            end = rows_after(t, builder_null(t->root) ? TAKE_DONE : read_no_memory(t));
        else if (rows_too_long(t, one->bytes, one->size))
            return ROWS_FAULT;
        else
            end = rows_read_message(t, one->bytes, one->size, true);
        if (UNLIKELY(end != ROWS_DONE))
            return end;
    }
    return ROWS_DONE;
}
