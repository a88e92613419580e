/* Skipping values: the same results as the reader's, wherever a walk begins. */
#include "test.h"

#include "../include/hayapack_walk.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];
static uint8_t message[70000];
static size_t size;

/* ---- messages of every kind ---------------------------------------------- */

static uint32_t seed = 1;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

static void write_scalar(struct haya_writer *out)
{
    static const uint8_t zeros[400];
    switch (draw(14)) {
    case 0: haya_write_nil(out); break;
    case 1: haya_write_bool(out, draw(2)); break;
    case 2: haya_write_double(out, 0.5); break;
    case 3: haya_write_float(out, 0.5); break;
    case 4: haya_write_int(out, -(int64_t)(UINT64_C(1) << draw(63))); break;
    case 5: haya_write_uint(out, UINT64_C(1) << draw(64)); break;
    case 6: haya_write_bin(out, zeros, draw(300)); break;
    case 7: haya_write_ext(out, 5, zeros, draw(20)); break;
    case 8: haya_write_timestamp(out, draw(1000), draw(2)); break;
    case 9: haya_write_str(out, (const char *)zeros, draw(400)); break;
    default: haya_write_str(out, (const char *)zeros, draw(12)); break;
    }
}

/* Writes a random value of at most `left` levels. */
static void write_value(struct haya_writer *out, unsigned left)
{
    unsigned kind = draw(left > 0 ? 3 : 1), n = draw(draw(8) == 0 ? 40 : 6);
    if (kind == 0) {
        write_scalar(out);
        return;
    }
    if (kind == 1)
        haya_write_array(out, n);
    else
        haya_write_map(out, n);
    for (unsigned i = 0; i < n * kind && haya_writer_size(out) < 30000; i++) {
        if (kind == 2 && i % 2 == 0 && draw(8) != 0)
            haya_write_str(out, "abcdefgh", draw(9));
        else
            write_value(out, left - 1);
    }
}

static void make_message(void)
{
    struct haya_writer out;
    haya_writer_begin(&out, message, sizeof message, NULL, NULL);
    write_value(&out, 1 + draw(5));
    size = haya_writer_size(&out);
}

/* ---- against the reader -------------------------------------------------- */

/* Walks the whole message header by header. */
static enum haya_error by_the_book(const uint8_t *msg, size_t len, const struct haya_limits *limits, size_t *pos)
{
    static struct {
        uint64_t left;
    } open[HAYA_DEPTH_DEFAULT];
    struct haya_cursor cursor = HAYA_CURSOR_START;
    struct haya_header header;
    enum haya_error error = HAYA_OK;

    while (error == HAYA_OK && cursor.pending > 0) {
        while (cursor.depth > 0 && open[cursor.depth - 1].left == 0)
            cursor.depth--;
        error = haya_look(msg, len, limits, &cursor, &header);
        if (error != HAYA_OK)
            break;
        if (cursor.depth > 0)
            open[cursor.depth - 1].left--;
        if (header.kind == HAYA_KIND_ARRAY || header.kind == HAYA_KIND_MAP) {
            open[cursor.depth].left = (uint64_t)header.count << (header.kind == HAYA_KIND_MAP);
            cursor = haya_cursor_inside(cursor, &header);
        } else {
            cursor.pos += header.size + header.count;
            cursor.pending--;
        }
    }
    *pos = cursor.pos;
    return error;
}

/* Whether three methods agree on a message, in memory of exactly its size. */
static bool ways_agree(const uint8_t *bytes, size_t len, const struct haya_limits *limits)
{
    uint8_t *msg = test_exact(bytes, len);
    struct haya_cursor cursor = HAYA_CURSOR_START;
    struct haya_limits lenient = *limits;
    size_t book, check;
    enum haya_error skipped = haya_skip(msg, len, limits, levels, &cursor, 1);
    enum haya_error looked = by_the_book(msg, len, limits, &book);
    enum haya_error checked;
    bool same = skipped == looked && cursor.pos == book;

    lenient.flags = HAYA_ANY_STR;
    checked = haya_check(msg, len, &lenient, &check);
    if (checked == HAYA_ERR_EXTRA_DATA)
        checked = HAYA_OK;
    if (checked != HAYA_ERR_INVALID_TIMESTAMP)
        same = same && skipped == checked && cursor.pos == check;
    free(msg);
    return same;
}

static void test_generated(void)
{
    static const struct haya_limits plain = HAYA_LIMITS_DEFAULT;
    int wrong = 0, wrong_changed = 0;

    for (int round = 0; round < 3000; round++) {
        struct haya_limits limits = plain;
        make_message();
        wrong += !ways_agree(message, size, &limits);
        if (size == 0)
            continue;
        if (draw(2)) {
            limits.depth = draw(5);
            limits.str_len = draw(50);
            limits.bin_len = 20 + draw(300);
            limits.map_len = draw(2) ? 3 : 300;
        }
        for (int i = 0; i < 5; i++) {
            message[draw((uint32_t)size)] = (uint8_t)(draw(2) ? draw(256) : 0x80 + draw(0x60));
            wrong_changed += !ways_agree(message, size, &limits);
            wrong_changed += !ways_agree(message, draw((uint32_t)size), &limits);
        }
    }
    CHECK(wrong == 0);
    CHECK(wrong_changed == 0);
}

static void test_empty(void)
{
    static const struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_cursor cursor = HAYA_CURSOR_START;
    struct haya_header header;
    CHECK(haya_look(NULL, 0, &limits, &cursor, &header) == HAYA_ERR_TRUNCATED);
    CHECK(haya_skip(NULL, 0, &limits, levels, &cursor, 1) == HAYA_ERR_TRUNCATED && cursor.pos == 0);
}

/* Skipping elements one by one and several at once gives the same cursors. */
static void test_cursors(void)
{
    static const struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_cursor start = HAYA_CURSOR_START, one, all;
    struct haya_header header;

    for (int round = 0; round < 500; round++) {
        make_message();
        if (haya_check(message, size, NULL, NULL) != HAYA_OK ||
            haya_look(message, size, &limits, &start, &header) != HAYA_OK || header.kind != HAYA_KIND_ARRAY)
            continue;
        all = one = haya_cursor_inside(start, &header);
        CHECK(one.pending == header.count && one.depth == 1);
        for (uint32_t i = 0; i < header.count; i++)
            if (haya_skip(message, size, &limits, levels, &one, 1) != HAYA_OK)
                CHECK(!"a sound element");
        CHECK(haya_skip(message, size, &limits, levels, &all, header.count) == HAYA_OK);
        CHECK(one.pos == all.pos && one.pos == size && one.pending == 0 && all.pending == 0);
    }
}

/* ---- keys ---------------------------------------------------------------- */

static enum haya_error find(const char *hex, uint32_t flags, struct haya_key *keys, size_t n, bool first,
                            struct haya_cursor *cursor)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_header header = {HAYA_KIND_NONE, 0, 0};
    struct haya_cursor start = HAYA_CURSOR_START;
    enum haya_error error;
    uint8_t *exact;

    limits.flags = flags;
    size = test_bytes(message, hex);
    exact = test_exact(message, size);
    error = haya_look(exact, size, &limits, &start, &header);
    if (error == HAYA_OK) {
        *cursor = haya_cursor_inside(start, &header);
        error = haya_find(exact, size, &limits, levels, cursor, header.count, keys, n, first);
    }
    free(exact);
    return error;
}

static void test_keys(void)
{
    struct haya_cursor cursor;
    struct haya_key keys[3];

    /* {"a": 1, "b": [2, 3], "a": 4, b"a": 5, -7: 6} */
#define MAP "85 a161 01 a162 920203 a161 04 c40161 05 f9 06"
    keys[0] = haya_key(HAYA_KIND_STR, "a", 1);
    CHECK(find(MAP, 0, keys, 1, true, &cursor) == HAYA_OK && keys[0].at == 3 && keys[0].entry == 0);
    CHECK(cursor.pos == 3 && cursor.pending == 9 && cursor.depth == 1);
    CHECK(find(MAP, 0, keys, 1, false, &cursor) == HAYA_OK && keys[0].at == 11 && keys[0].entry == 2);
    CHECK(cursor.pos == size && cursor.pending == 0);
    keys[0] = haya_key(HAYA_KIND_BIN, "a", 1);
    keys[1] = haya_key_number(HAYA_KIND_INT, (uint64_t)-7);
    keys[2] = haya_key(HAYA_KIND_STR, "c", 1);
    CHECK(find(MAP, 0, keys, 3, false, &cursor) == HAYA_OK);
    CHECK(keys[0].at == 15 && keys[1].at == 17 && keys[2].at == 0);
    CHECK(find(MAP, HAYA_STRICT_KEYS, keys, 3, false, &cursor) == HAYA_ERR_INVALID_KEY && cursor.pos == 16);

    /* numbers match in any form; the key [1] does not match 1 */
    keys[0] = haya_key_number(HAYA_KIND_INT, 1);
    CHECK(find("82 9101 01 d300000000 00000001 02", 0, keys, 1, true, &cursor) == HAYA_OK && keys[0].at == 13);
    keys[0] = haya_key_number(HAYA_KIND_UINT, UINT64_MAX);
    CHECK(find("82 ff 01 cfffffffffffffffff 02", 0, keys, 1, true, &cursor) == HAYA_OK && keys[0].at == 12);
    keys[0] = haya_key(HAYA_KIND_STR, "", 0);
    CHECK(find("81 a0 05", 0, keys, 1, true, &cursor) == HAYA_OK && keys[0].at == 2);
    CHECK(find("82 a0 05 a161", 0, keys, 1, false, &cursor) == HAYA_ERR_TRUNCATED && cursor.pos == 5);
    CHECK(find("82 a0 05 a161 c1", 0, keys, 1, false, &cursor) == HAYA_ERR_RESERVED_BYTE && cursor.pos == 5);
}

/* Keys of all lengths, near the end of the message and far from it, by the fast and the slow path. */
static void test_key_lengths(void)
{
    static const struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    char text[300];
    struct haya_writer out;

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    for (uint32_t n = 0; n < sizeof text; n++) {
        struct haya_cursor cursor = HAYA_CURSOR_START;
        struct haya_header header;
        struct haya_key key = haya_key(HAYA_KIND_STR, text, n);
        haya_writer_begin(&out, message, sizeof message, NULL, NULL);
        haya_write_map(&out, 4);
        haya_write_str(&out, text + 1, n), haya_write_int(&out, 1); /* of the same length, but different */
        haya_write_bin(&out, text, n), haya_write_int(&out, 2);
        haya_write_str(&out, text, n), haya_write_int(&out, 3);
        haya_write_str(&out, text, n + 1 < sizeof text ? n + 1 : 0), haya_write_int(&out, 4);
        size = haya_writer_size(&out);
        CHECK(haya_look(message, size, &limits, &cursor, &header) == HAYA_OK);
        cursor = haya_cursor_inside(cursor, &header);
        CHECK(haya_find(message, size, &limits, levels, &cursor, 4, &key, 1, true) == HAYA_OK);
        CHECK(cursor.pos == key.at && message[key.at] == (n == 0 ? 1 : 3));
    }
}

int main(void)
{
    test_generated();
    test_empty();
    test_cursors();
    test_keys();
    test_key_lengths();
    return test_end("walk");
}
