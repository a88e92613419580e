/* Compressed messages: written messages can be read, block by block in any order; hostile framings are refused before
 * anything is decompressed. */
#include "test.h"

static uint8_t message[1 << 12];
static size_t length;
static struct haya_lz4 lz4;

/* Opens a copy of the message in memory of exactly its size. */
static enum haya_error open_hex(const char *hex, size_t limit)
{
    uint8_t *exact;
    enum haya_error error;
    length = test_bytes(message, hex);
    exact = test_exact(message, length);
    error = haya_lz4_open(&lz4, exact, length, limit);
    free(exact);
    return error;
}

static enum haya_lz4_form detect(const char *hex)
{
    enum haya_lz4_form form;
    length = test_bytes(message, hex);
    return haya_lz4_detect(message, length, &form) ? form : (enum haya_lz4_form) - 1;
}

static void test_detect(void)
{
    CHECK((int)detect("") == -1);
    CHECK((int)detect("c7") == -1);
    CHECK((int)detect("c7 12") == -1);
    CHECK(detect("c7 12 63") == HAYA_LZ4_BLOCK);
    CHECK(detect("c9 00000012 63") == HAYA_LZ4_BLOCK);
    CHECK((int)detect("c9 000000 12") == -1);
    CHECK(detect("d4 63 01") == HAYA_LZ4_BLOCK);
    CHECK(detect("c7 12 62") == HAYA_LZ4_PLAIN);
    CHECK((int)detect("92") == -1);
    CHECK((int)detect("92 d4") == -1);
    CHECK(detect("92 d4 62") == HAYA_LZ4_BLOCK_ARRAY);
    CHECK(detect("dc 0002 c8 0001 62") == HAYA_LZ4_BLOCK_ARRAY);
    CHECK(detect("dd 00000002 c7 01 62") == HAYA_LZ4_BLOCK_ARRAY);
    CHECK((int)detect("dd 000000") == -1);
    CHECK(detect("92 d4 63") == HAYA_LZ4_PLAIN);
    CHECK(detect("90") == HAYA_LZ4_PLAIN);
    CHECK(detect("c1") == HAYA_LZ4_PLAIN);
    CHECK(detect("82 d4 62") == HAYA_LZ4_PLAIN);
}

static void test_wanted(void)
{
    uint8_t text[64] = {0xd9, 62};
    CHECK(haya_lz4_wanted(text, 64));
    CHECK(!haya_lz4_wanted(text, 63));
    CHECK(!haya_lz4_wanted(text, 0));
    CHECK(haya_lz4_wanted((const uint8_t *)"\xd4\x63\x00", 3));
    CHECK(haya_lz4_wanted((const uint8_t *)"\x91\xd4\x62\x00", 4));
}

#define REFUSES(hex, what, where) CHECK(open_hex(hex, 1000) == (what) && lz4.error_offset == (where))

static void test_framings(void)
{
    CHECK(open_hex("93 01 02 03", 0) == HAYA_OK && lz4.form == HAYA_LZ4_PLAIN && lz4.size == 4 && lz4.end == 4);
    CHECK(open_hex("c7 12 63 d2 00000040 3f d93e61 0100 25 50 6161616161", 64) == HAYA_OK);
    CHECK(lz4.form == HAYA_LZ4_BLOCK && lz4.size == 64 && lz4.blocks == 1 && lz4.end == length);
    CHECK(open_hex("92 d4 62 40 c6 0000000d 3f d93e61 0100 25 50 6161616161 c0", 64) == HAYA_OK);
    CHECK(lz4.form == HAYA_LZ4_BLOCK_ARRAY && lz4.size == 64 && lz4.blocks == 1 && lz4.end == length - 1);
    CHECK(open_hex("c7 12 63 d2 00000040 3f d93e61 0100 25 50 6161616161", 63) == HAYA_ERR_LZ4_LIMIT);
    CHECK(lz4.error_offset == 0 && lz4.declared == 64);
    CHECK(open_hex("92 d4 62 40 c6 0000000d 3f d93e61 0100 25 50 6161616161", 63) == HAYA_ERR_LZ4_LIMIT);
    CHECK(lz4.error_offset == 1 && lz4.declared == 64);
    REFUSES("c7 00 63", HAYA_ERR_INVALID_LZ4, 0);
    REFUSES("d4 63 05", HAYA_ERR_INVALID_LZ4, 0);
    REFUSES("d5 63 00 00", HAYA_ERR_INVALID_LZ4, 0);
    REFUSES("d5 63 ff 00", HAYA_ERR_INVALID_LZ4, 0);
    REFUSES("d5 63 a1 61", HAYA_ERR_INVALID_LZ4, 0);
    REFUSES("d5 63 d2 00", HAYA_ERR_INVALID_LZ4, 0);
    REFUSES("c7 04 63 cd 0100 00", HAYA_ERR_INVALID_LZ4, 0); /* 256 bytes in a block of 1 */
    CHECK(open_hex("c7 04 63 cd 00ff 00", 1000) == HAYA_OK);
    REFUSES("c7 0a 63 cf ffffffffffffffff 00", HAYA_ERR_LZ4_LIMIT, 0);
    REFUSES("c7 12 63 d2 000000", HAYA_ERR_TRUNCATED, 0);
    REFUSES("91 c7 00 62", HAYA_ERR_INVALID_LZ4, 1);
    REFUSES("92 c7 00 62 c4 01 00", HAYA_ERR_INVALID_LZ4, 1);
    REFUSES("92 d4 62 00 c4 01 00", HAYA_ERR_INVALID_LZ4, 1);
    REFUSES("92 d4 62 c0 c4 01 00", HAYA_ERR_INVALID_LZ4, 1);
    REFUSES("92 d5 62 01 01 c4 01 00", HAYA_ERR_INVALID_LZ4, 1);
    REFUSES("93 d4 62 01 c4 01 00 c4 01 00", HAYA_ERR_INVALID_LZ4, 1);
    REFUSES("92 d4 62 01 a1 00", HAYA_ERR_INVALID_LZ4, 4);
    REFUSES("92 d4 62 01 c4 00", HAYA_ERR_INVALID_LZ4, 4);
    REFUSES("92 d4 62 01 c4 05 00", HAYA_ERR_TRUNCATED, 4);
    REFUSES("92 d4 62 01", HAYA_ERR_TRUNCATED, 4);
    REFUSES("dd ffffffff d4 62 01", HAYA_ERR_TRUNCATED, 0);
    REFUSES("93 c7 12 62 cf ffffffffffffffff cf ffffffffffffffff c4 01 00 c4 01 00", HAYA_ERR_LZ4_LIMIT, 1);
}

#ifdef HAYA_HAVE_LZ4

/* n bytes that are slightly compressible. To be freed. */
static uint8_t *content(size_t n, uint32_t seed)
{
    uint8_t *bytes = malloc(n);
    if (bytes == NULL)
        abort();
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(i % 97 < 60 ? i / 97 : seed >> 24);
    }
    return bytes;
}

/* Checks the fields of all blocks, and decompresses them from last to first. */
static bool same_backwards(const uint8_t *packed, size_t size, const uint8_t *bytes, size_t n)
{
    struct haya_lz4_block *blocks;
    uint8_t *out = malloc(n);
    uint32_t count, i = 0;
    bool ok = haya_lz4_open(&lz4, packed, size, n) == HAYA_OK && lz4.size == n && lz4.end == size;

    count = lz4.blocks;
    blocks = malloc(count * sizeof *blocks);
    while (ok && haya_lz4_next(&lz4, &blocks[i]))
        i++;
    ok = ok && i == count;
    while (ok && i-- > 0)
        ok = haya_lz4_unpack_block(&blocks[i], out) == HAYA_OK;
    ok = ok && memcmp(out, bytes, n) == 0;
    free(blocks);
    free(out);
    return ok;
}

static void round_trip(enum haya_lz4_form form, size_t n, int level, bool backwards)
{
    uint8_t *bytes = content(n, (uint32_t)n), *out, *exact, *back = malloc(n);
    void *state = malloc(haya_lz4_state_size(level));
    struct haya_lz4_plan plan;
    size_t size = 0, offset;

    CHECK(haya_lz4_plan(&plan, form, bytes, n, level) == HAYA_OK);
    CHECK(plan.blocks == (form == HAYA_LZ4_BLOCK ? 1 : (n + HAYA_LZ4_PIECE - 1) / HAYA_LZ4_PIECE));
    out = malloc(plan.capacity);
    if (backwards) {
        for (uint32_t i = plan.blocks; i-- > 0;)
            haya_lz4_pack_block(&plan, i, out, state);
        size = haya_lz4_join(&plan, out);
    } else {
        size = haya_lz4_pack(&plan, out, state);
    }
    CHECK(size <= plan.capacity);
    exact = test_exact(out, size);
    CHECK(haya_check(exact, size, NULL, &offset) == HAYA_OK);
    CHECK(haya_lz4_open(&lz4, exact, size, n) == HAYA_OK && lz4.form == form && lz4.size == n);
    CHECK(haya_lz4_unpack(&lz4, back) == HAYA_OK && memcmp(back, bytes, n) == 0);
    CHECK(same_backwards(exact, size, bytes, n));
    CHECK(haya_lz4_open(&lz4, exact, size, n - 1) == HAYA_ERR_LZ4_LIMIT);
    free(bytes), free(out), free(exact), free(back), free(state);
}

static void test_round_trips(void)
{
    static const size_t sizes[] = {1,     2,     63,    64,     65,     127,    128,    255,    256,    5000,
                                   65535, 65536, 65537, 131072, 131073, 200000, 983040, 983041, 2000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        round_trip(HAYA_LZ4_BLOCK, sizes[i], 0, false);
        round_trip(HAYA_LZ4_BLOCK_ARRAY, sizes[i], 0, i % 2 == 0);
    }
    for (int level = 1; level <= HAYA_LZ4_LEVEL_MAX; level++) {
        round_trip(HAYA_LZ4_BLOCK, 100000, level, false);
        round_trip(HAYA_LZ4_BLOCK_ARRAY, 200000, level, true);
    }
}

/* Changes each byte of a compressed message and truncates it at each length: the result is an error, or other content
 * of the same size, and no byte outside is read or written. */
static void test_damage(void)
{
    uint8_t *bytes = content(70000, 7), *out, *copy, *back = malloc(70000);
    void *state = malloc(haya_lz4_state_size(0));
    struct haya_lz4_plan plan;
    size_t size, refused = 0;

    haya_lz4_plan(&plan, HAYA_LZ4_BLOCK_ARRAY, bytes, 70000, 0);
    out = malloc(plan.capacity);
    size = haya_lz4_pack(&plan, out, state);
    for (size_t i = 0; i < size; i += i < 100 ? 1 : 997) {
        copy = test_exact(out, size);
        copy[i] ^= (uint8_t)(1 + i % 255);
        if (haya_lz4_open(&lz4, copy, size, 70000) != HAYA_OK)
            refused++;
        else if (lz4.form != HAYA_LZ4_PLAIN && haya_lz4_unpack(&lz4, back) != HAYA_OK)
            refused++;
        free(copy);
        copy = test_exact(out, i);
        CHECK(i < 5 || haya_lz4_open(&lz4, copy, i, 70000) == HAYA_ERR_TRUNCATED);
        free(copy);
    }
    CHECK(refused > 20);
    free(bytes), free(out), free(back), free(state);
}

/* The message is written to after it was opened: no byte is written outside the output that was allocated for the
 * size declared then. */
static void test_written_meanwhile(void)
{
    uint8_t *bytes = content(200000, 9), *out, *copy, *back = malloc(200000);
    void *state = malloc(haya_lz4_state_size(0));
    struct haya_lz4_plan plan;
    struct haya_lz4_block block;
    size_t size, refused = 0;

    haya_lz4_plan(&plan, HAYA_LZ4_BLOCK_ARRAY, bytes, 200000, 0);
    out = malloc(plan.capacity);
    size = haya_lz4_pack(&plan, out, state);
    for (size_t i = 0; i < size; i += i < 100 ? 1 : 499) {
        for (int value = 0; value < 256; value += 5) {
            copy = test_exact(out, size);
            CHECK(haya_lz4_open(&lz4, copy, size, 200000) == HAYA_OK);
            copy[i] = (uint8_t)value;
            while (haya_lz4_next(&lz4, &block)) /* continues after an error, as other threads would */
                refused += haya_lz4_unpack_block(&block, back) != HAYA_OK;
            free(copy);
        }
    }
    CHECK(refused > 1000);
    copy = test_exact(out, size); /* the bin after the sizes extends beyond the message */
    CHECK(haya_lz4_open(&lz4, copy, size, 200000) == HAYA_OK && copy[lz4.next_block] == 0xc6);
    size = lz4.next_block;
    copy[size + 1] = 0x7f;
    CHECK(haya_lz4_unpack(&lz4, back) == HAYA_ERR_INVALID_LZ4 && lz4.error_offset == size);
    free(copy), free(bytes), free(out), free(back), free(state);
}

static void test_wrong_content(void)
{
    uint8_t back[70];
    CHECK(open_hex("c7 12 63 d2 00000040 3f d93e61 0100 25 50 6161616161", 64) == HAYA_OK);
    lz4.msg = message;
    CHECK(haya_lz4_unpack(&lz4, back) == HAYA_OK && back[0] == 0xd9 && back[63] == 'a');
    CHECK(open_hex("c7 12 63 d2 00000041 3f d93e61 0100 25 50 6161616161", 99) == HAYA_OK);
    lz4.msg = message;
    CHECK(haya_lz4_unpack(&lz4, back) == HAYA_ERR_INVALID_LZ4 && lz4.error_offset == 0);
    CHECK(open_hex("93 d5 62 01 02 c4 02 10 61 c4 02 10 61", 99) == HAYA_OK);
    lz4.msg = message;
    CHECK(haya_lz4_unpack(&lz4, back) == HAYA_ERR_INVALID_LZ4 && lz4.error_offset == 9);
    CHECK(lz4.reason != NULL);
}

static void test_too_long(void)
{
    struct haya_lz4_plan plan;
    CHECK(haya_lz4_plan(&plan, HAYA_LZ4_BLOCK, message, (size_t)0x7e000001, 0) == HAYA_ERR_TOO_LONG);
    CHECK(haya_lz4_plan(&plan, HAYA_LZ4_BLOCK, message, (size_t)0x7e000000, 0) == HAYA_OK);
}

#endif

/* ---- typed values ---------------------------------------------------------- */

static enum haya_error typed(const char *hex, struct haya_typed *out, size_t *offset)
{
    uint8_t *exact;
    enum haya_error error;
    length = test_bytes(message, hex);
    exact = test_exact(message, length);
    error = haya_typed_read(exact, length, NULL, out, offset);
    free(exact);
    return error;
}

static void test_typed(void)
{
    struct haya_typed value;
    size_t offset;
    CHECK(typed("a1 41 05", &value, &offset) == HAYA_OK && value.name_len == 1 && value.value_len == 1);
    CHECK(typed("a0 93 01 02 d4 64 c0", &value, &offset) == HAYA_OK && value.name_len == 0 && value.value_len == 6);
    CHECK(typed("", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("c0 c0", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("90 c0", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("a2 41", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("a1 41", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("a1 41 93 01 02", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("a1 41 01 02", &value, NULL) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("a1 ff 01", &value, &offset) == HAYA_ERR_INVALID_UTF8 && offset == 0);
    CHECK(typed("a1 41 92 01 a1 ff", &value, &offset) == HAYA_ERR_INVALID_UTF8 && offset == 4);
    CHECK(typed("a1 41 c1", &value, NULL) == HAYA_ERR_RESERVED_BYTE);
    CHECK(typed("ad 53797374656d2e4f626a656374", &value, &offset) == HAYA_OK && value.name_len == 13 &&
          value.value_len == 0);
    CHECK(typed("ad 53797374656d2e4f626a656374 c0", &value, &offset) == HAYA_OK && value.value_len == 1);
    CHECK(typed("ae 53797374656d2e4f626a656374 2c", &value, &offset) == HAYA_OK && value.name_len == 14);
    CHECK(typed("ae 53797374656d2e4f626a656374 73", &value, &offset) == HAYA_ERR_INVALID_TYPED);
    CHECK(typed("d9 0d 53797374656d2e4f626a656374", &value, &offset) == HAYA_OK && value.value_len == 0);
    CHECK(typed("af 53797374656d2e4f626a656374 2c ff", &value, &offset) == HAYA_ERR_INVALID_UTF8);
}

static void test_typed_name_only(void)
{
    static const uint8_t payload[] = "\xadSystem.Object\x01", empty[] = "\xa0";
    CHECK(haya_typed_is_object("System.Object", 13) && haya_typed_is_object("System.Object, mscorlib", 23));
    CHECK(!haya_typed_is_object("System.Objects", 14) && !haya_typed_is_object("System.Object[]", 15));
    CHECK(!haya_typed_is_object("System.Objec", 12) && !haya_typed_is_object(NULL, 0));
    CHECK(haya_typed_is_name_only(payload, 14) && !haya_typed_is_name_only(payload, 15));
    CHECK(!haya_typed_is_name_only(payload, 13) && !haya_typed_is_name_only(empty, 1));
    CHECK(!haya_typed_is_name_only(NULL, 0));
}

static void test_typed_path(void)
{
    char path[HAYA_PATH_MAX];
    /* {"o": typed("N", {"k": [1, 2]})} */
    length = test_bytes(message, "81 a1 6f c7 08 64 a1 4e 81 a1 6b 92 01 02");
    haya_path_typed(message, length, 13, path, sizeof path);
    CHECK(strcmp(path, "$.o.k[1]") == 0);
    haya_path_typed(message, length, 3, path, sizeof path);
    CHECK(strcmp(path, "$.o") == 0);
    haya_path_typed(message, length, 6, path, sizeof path);
    CHECK(strcmp(path, "$.o") == 0);
    haya_path(message, length, 13, path, sizeof path);
    CHECK(strcmp(path, "$.o") == 0);
}

int main(void)
{
    test_detect();
    test_wanted();
    test_framings();
#ifdef HAYA_HAVE_LZ4
    test_round_trips();
    test_damage();
    test_written_meanwhile();
    test_wrong_content();
    test_too_long();
#endif
    test_typed();
    test_typed_name_only();
    test_typed_path();
    return test_end("lz4");
}
