/*
 * The path of the value at an offset, for error messages.
 *
 * path_find() walks to the offset and records the containers around it; then the
 * components are written one by one. The middle of a long path is omitted.
 */
#include "../include/hayapack_path.h"
#include "../include/hayapack_format.h"

#include <inttypes.h>
#include <stdio.h>

/* The size of the value at p, for a container that of its header; 0 if it is incomplete or not a value. *values:
 * the number of values that it contains. */
static size_t path_size(const uint8_t *p, size_t have, bool typed, uint64_t *values)
{
    struct haya_format format;
    uint32_t count;

    *values = 0;
    if (have == 0)
        return 0;
    format = haya_formats[*p];
    if (format.kind == HAYA_KIND_RESERVED || have < format.header)
        return 0;
    count = haya_format_count(format, p);
    if (format.kind == HAYA_KIND_ARRAY || format.kind == HAYA_KIND_MAP) {
        *values = (uint64_t)count << (format.kind == HAYA_KIND_MAP);
        return format.header;
    }
    if (count > have - format.header)
        return 0;
    if (typed && format.kind == HAYA_KIND_EXT && (int8_t)p[format.header - 1] == HAYA_TYPED_TYPE) {
        *values = haya_typed_is_name_only(p + format.header, count) ? 1 : 2;
        return format.header;
    }
    return format.header + (size_t)count;
}

/* The number of values in a recorded container. */
static uint64_t path_values(const struct haya_path_walk *walk, const struct haya_path_level *level)
{
    uint64_t values;
    path_size(walk->msg + level->header, walk->len - level->header, walk->typed, &values);
    return values;
}

/* Begins the next value, at walk->pos. False: the message is complete. */
static bool path_step(struct haya_path_walk *walk)
{
    struct haya_path_level *top;

    walk->lost = walk->deeper > 0;
    if (walk->lost) {
        walk->deeper--;
        return true;
    }
    while (walk->depth > 0 && walk->levels[walk->depth - 1].left == 0)
        walk->depth--;
    if (walk->depth == 0) {
        bool first = !walk->root;
        walk->root = true;
        return first;
    }
    top = &walk->levels[walk->depth - 1];
    if (haya_formats[walk->msg[top->header]].kind == HAYA_KIND_MAP && top->left % 2 == 0)
        top->key = walk->pos;
    top->left--;
    return true;
}

/* Walks on to the value that contains the offset, or would begin there. */
static void path_find(struct haya_path_walk *walk, size_t offset)
{
    uint64_t values;
    size_t size;

    while (walk->begun || path_step(walk)) {
        size = path_size(walk->msg + walk->pos, walk->len - walk->pos, walk->typed, &values);
        walk->begun = size == 0 || walk->pos + size > offset;
        if (walk->begun)
            return;
        walk->pos += size;
        if (values == 0)
            continue;
        if (walk->deeper > 0 || walk->depth == PATH_LEVELS) {
            walk->deeper += values;
            continue;
        }
        walk->levels[walk->depth].header = walk->pos - size;
        walk->levels[walk->depth].key = walk->pos;
        walk->levels[walk->depth++].left = values;
    }
}

/* Writes one component to out, which has COMPONENT_MAX bytes. Returns the length. */
static size_t path_write(const struct haya_path_walk *walk, const struct haya_path_level *level, char *out)
{
    const struct haya_limits limits = {0, HAYA_ANY_STR, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, UINT32_MAX, UINT32_MAX};
    uint64_t index = path_values(walk, level) - level->left - 1;
    struct haya_reader reader;
    struct haya_token key;
    int n;

    if (haya_formats[walk->msg[level->header]].kind == HAYA_KIND_EXT)
        return 0;
    if (haya_formats[walk->msg[level->header]].kind == HAYA_KIND_ARRAY) {
        n = snprintf(out, COMPONENT_MAX, "[%" PRIu64 "]", index);
        return (size_t)n;
    }
    if (index % 2 == 0) {
        n = snprintf(out, COMPONENT_MAX, "{key #%" PRIu64 "}", index / 2);
        return (size_t)n;
    }
    haya_reader_begin(&reader, walk->msg + level->key, walk->len - level->key, &limits, NULL, 0);
    haya_read_next(&reader, &key);
    switch (key.kind) {
    case HAYA_KIND_STR: return component_write_text(out, key.data, key.count);
    case HAYA_KIND_INT: n = snprintf(out, COMPONENT_MAX, "{%" PRId64 "}", key.as.i); return (size_t)n;
    case HAYA_KIND_UINT: n = snprintf(out, COMPONENT_MAX, "{%" PRIu64 "}", key.as.u); return (size_t)n;
    default: n = snprintf(out, COMPONENT_MAX, "{#%" PRIu64 "}", index / 2); return (size_t)n;
    }
}

/* Writes the whole path, or its two ends, to out, which has HAYA_PATH_MAX bytes. Returns the length. If the message
 * is written to meanwhile, a component may differ when it is written again, so each length is checked again. */
static size_t path_join(const struct haya_path_walk *walk, char *out)
{
    char part[COMPONENT_MAX];
    size_t used = 1, total = 1, size, most;
    uint32_t i, j = walk->depth;

    for (i = 0; i < walk->depth; i++)
        total += path_write(walk, &walk->levels[i], part);
    out[0] = '$';
    most = walk->lost || total > PATH_WHOLE_MAX ? PATH_PART_MAX : PATH_WHOLE_MAX;
    for (i = 0; i < walk->depth; i++) {
        size = path_write(walk, &walk->levels[i], part);
        if (used + size > most)
            break;
        memcpy(out + used, part, size);
        used += size;
    }
    if (i == walk->depth && !walk->lost)
        return used;
    memcpy(out + used, COMPONENT_CUT, 3);
    used += 3;
    if (walk->lost)
        return used;
    for (total = 0; j > 0; total += size) {
        size = path_write(walk, &walk->levels[j - 1], part);
        if (total + size > PATH_PART_MAX)
            break;
        j--;
    }
    for (; j < walk->depth; j++) {
        size = path_write(walk, &walk->levels[j], part);
        if (used + size >= HAYA_PATH_MAX)
            break;
        memcpy(out + used, part, size);
        used += size;
    }
    return used;
}

void haya_path_begin(struct haya_path_walk *walk, const uint8_t *msg, size_t len, bool typed)
{
    walk->msg = msg != NULL ? msg : (const uint8_t *)"";
    walk->len = len;
    walk->pos = 0;
    walk->deeper = 0;
    walk->depth = 0;
    walk->typed = typed;
    walk->root = walk->begun = walk->lost = false;
}

size_t haya_path_next(struct haya_path_walk *walk, size_t offset, char *out, size_t size)
{
    char whole[HAYA_PATH_MAX + COMPONENT_MAX];
    size_t n;

    path_find(walk, offset);
    n = path_join(walk, whole);
    if (size > 0) {
        size_t shown = n < size ? n : size - 1;
        memcpy(out, whole, shown);
        out[shown] = '\0';
    }
    return n;
}

static size_t path_of(const uint8_t *msg, size_t len, size_t offset, bool typed, char *out, size_t size)
{
    struct haya_path_walk walk;

    haya_path_begin(&walk, msg, len, typed);
    return haya_path_next(&walk, offset, out, size);
}

size_t haya_path(const uint8_t *msg, size_t len, size_t offset, char *out, size_t size)
{
    return path_of(msg, len, offset, false, out, size);
}

size_t haya_path_typed(const uint8_t *msg, size_t len, size_t offset, char *out, size_t size)
{
    return path_of(msg, len, offset, true, out, size);
}
