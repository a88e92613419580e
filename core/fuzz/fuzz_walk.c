/*
 * Skipping a message by the fast path and header by header gives the same end or the
 * same error at the same offset; so does a search for a key up to the end of a map,
 * in one map and in the maps of an array.
 */
#include "fuzz.h"

#include "../include/hayapack_walk.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

/* A walk does not check UTF-8 and keys, so the reader must not either. */
static void compare_with_check(const uint8_t *msg, size_t len, struct haya_limits limits, enum haya_error error,
                               size_t pos)
{
    size_t offset;
    enum haya_error checked;

    limits.flags = HAYA_ANY_STR;
    limits.bytes = SIZE_MAX;
    checked = haya_check(msg, len, &limits, &offset);
    if (checked == HAYA_ERR_EXTRA_DATA)
        checked = HAYA_OK;
    if (checked == HAYA_ERR_INVALID_TIMESTAMP)
        return;
    FUZZ_REQUIRE(checked == error && offset == pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct haya_cursor cursor = HAYA_CURSOR_START, inside;
    struct haya_limits limits;
    struct haya_header header;
    struct haya_key key = haya_key(HAYA_KIND_STR, "a", 1);
    enum haya_error skipped, found;
    uint8_t *msg;

    if (size < 1)
        return 0;
    limits = fuzz_limits(input[0]);
    msg = test_exact(input + 1, size - 1);
    skipped = haya_skip(msg, size - 1, &limits, levels, &cursor, 1);
    compare_with_check(msg, size - 1, limits, skipped, cursor.pos);

    inside = (struct haya_cursor)HAYA_CURSOR_START;
    if (haya_look(msg, size - 1, &limits, &inside, &header) == HAYA_OK && header.kind == HAYA_KIND_MAP) {
        inside = haya_cursor_inside(inside, &header);
        found = haya_find(msg, size - 1, &limits, levels, &inside, header.count, &key, 1, false);
        FUZZ_REQUIRE(found == HAYA_ERR_INVALID_KEY || (found == skipped && inside.pos == cursor.pos));
        FUZZ_REQUIRE(key.at < size - 1 || found != HAYA_OK);
    }
    free(msg);
    return 0;
}
