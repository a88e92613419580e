/* Reading: tokens, entering and leaving containers, errors and their offsets. */
#include "test.h"

static uint8_t message[256];
static struct haya_level levels[HAYA_DEPTH_DEFAULT];
static struct haya_reader reader;
static struct haya_token token;

static struct haya_reader *from(const char *hex)
{
    size_t n = test_bytes(message, hex);
    haya_reader_begin(&reader, message, n, NULL, levels, HAYA_DEPTH_DEFAULT);
    return &reader;
}

#define READS(hex, what, condition)                                                             \
    CHECK(haya_read_next(from(hex), &token) && token.kind == HAYA_KIND_##what && (condition) && \
          haya_reader_end(&reader) == HAYA_OK)

/* Kinds, counts and positions; the vectors have the values. */
static void test_tokens(void)
{
    READS("cf7fffffffffffffff", INT, token.as.i == INT64_MAX);
    READS("cf8000000000000000", UINT, token.as.u == (uint64_t)INT64_MAX + 1);
    READS("cf0000000000000001", INT, token.as.i == 1);
    READS("ca3fc00000", FLOAT, token.as.f == 1.5f);
    READS("cb3ff8000000000000", DOUBLE, token.as.d == 1.5);
    READS("a0", STR, token.count == 0 && token.data == message + 1);
    READS("db000000026869", STR, token.count == 2 && token.data == message + 5);
    READS("c402c1c1", BIN, token.count == 2 && token.data == message + 2);
    READS("d580c1c1", EXT, token.count == 2 && token.ext_type == -128 && token.data == message + 2);
    READS("c90000000105c1", EXT, token.count == 1 && token.data == message + 6);
    READS("d6ff00000007", TIMESTAMP, token.as.time.seconds == 7 && token.count == 4);
    READS("c70cff3b9ac9ffffffffffffffffff", TIMESTAMP,
          token.as.time.seconds == -1 && token.as.time.nanoseconds == 999999999);
    READS("dd000000020102", ARRAY, token.count == 2);
    READS("df0000000101c0", MAP, token.count == 1);
}

/* [1, [2, [3], 4], {"a": [5]}, 6] */
#define NESTED "94 01 93029103 04 81a1619105 06"

static bool next_is(int64_t value)
{
    return haya_read_next(&reader, &token) && token.kind == HAYA_KIND_INT && token.as.i == value;
}

static void test_moving(void)
{
    CHECK(haya_read_next(from(NESTED), &token) && token.count == 4);
    haya_read_enter(&reader);
    CHECK(next_is(1));
    CHECK(haya_read_peek(&reader) == HAYA_KIND_ARRAY);
    CHECK(haya_read_next(&reader, &token) && token.count == 3 && token.offset == 2);
    haya_read_enter(&reader);
    CHECK(next_is(2));
    CHECK(haya_read_next(&reader, &token) && token.count == 1); /* [3], not entered */
    CHECK(next_is(4));
    CHECK(!haya_read_next(&reader, &token) && token.kind == HAYA_KIND_NONE);
    CHECK(haya_read_peek(&reader) == HAYA_KIND_NONE);
    haya_read_leave(&reader);
    CHECK(haya_read_peek(&reader) == HAYA_KIND_MAP);
    CHECK(haya_read_next(&reader, &token) && token.kind == HAYA_KIND_MAP);
    haya_read_enter(&reader);
    CHECK(haya_read_peek(&reader) == HAYA_KIND_STR);
    haya_read_leave(&reader); /* before any of its values was read */
    CHECK(next_is(6));
    CHECK(!haya_read_next(&reader, NULL));
    haya_read_leave(&reader);
    haya_read_leave(&reader); /* outside any container: does nothing */
    CHECK(!haya_read_next(&reader, NULL));
    CHECK(haya_reader_end(&reader) == HAYA_OK && reader.pos == 13);
}

static void test_leaving(void)
{
    /* Leave while a returned container was not entered, and from the second level. */
    haya_read_next(from(NESTED), &token), haya_read_enter(&reader);
    haya_read_next(&reader, NULL), haya_read_next(&reader, &token);
    haya_read_enter(&reader), haya_read_next(&reader, NULL);
    CHECK(haya_read_next(&reader, &token) && token.kind == HAYA_KIND_ARRAY);
    haya_read_leave(&reader);
    CHECK(haya_read_peek(&reader) == HAYA_KIND_MAP);
    CHECK(haya_read_skip(&reader) && next_is(6));
    CHECK(!haya_read_skip(&reader) && reader.error == HAYA_OK);
    /* Enter after a scalar does nothing; entering an empty container works. */
    haya_read_next(from("92 90 01"), &token), haya_read_enter(&reader);
    haya_read_enter(&reader);
    CHECK(haya_read_next(&reader, &token) && token.count == 0);
    haya_read_enter(&reader);
    CHECK(!haya_read_next(&reader, &token));
    haya_read_leave(&reader);
    CHECK(next_is(1));
    haya_read_enter(&reader);
    CHECK(!haya_read_next(&reader, &token));
    CHECK(haya_reader_end(&reader) == HAYA_OK);
    /* haya_reader_end() from any position. */
    CHECK(haya_reader_end(from(NESTED)) == HAYA_OK);
    haya_read_next(from(NESTED), NULL);
    CHECK(haya_reader_end(&reader) == HAYA_OK);
    haya_read_next(from(NESTED), NULL), haya_read_enter(&reader), haya_read_next(&reader, NULL);
    CHECK(haya_reader_end(&reader) == HAYA_OK);
    CHECK(haya_reader_end(from("0102")) == HAYA_ERR_EXTRA_DATA && reader.error_offset == 1);
}

static void test_errors(void)
{
    CHECK(!haya_read_next(from(""), &token));
    CHECK(reader.error == HAYA_ERR_TRUNCATED && reader.error_offset == 0);
    CHECK(!haya_read_next(from("c1"), &token) && reader.error == HAYA_ERR_RESERVED_BYTE);
    CHECK(token.kind == HAYA_KIND_NONE);
    CHECK(haya_read_peek(from("c1")) == HAYA_KIND_NONE && reader.error == HAYA_OK);
    CHECK(haya_read_peek(from("")) == HAYA_KIND_NONE && reader.error == HAYA_OK);
    CHECK(haya_read_peek(from("d6ff")) == HAYA_KIND_TIMESTAMP);
    CHECK(haya_read_peek(from("d6")) == HAYA_KIND_EXT);
    CHECK(haya_read_peek(from("cf")) == HAYA_KIND_UINT);
    /* Errors inside skipped values are found, and are sticky. */
    haya_read_next(from("93 9101 91c1 02"), NULL), haya_read_enter(&reader);
    CHECK(haya_read_next(&reader, NULL) && haya_read_next(&reader, NULL));
    CHECK(!haya_read_next(&reader, &token) && reader.error == HAYA_ERR_RESERVED_BYTE);
    CHECK(reader.error_offset == 4);
    CHECK(!haya_read_skip(&reader) && haya_read_peek(&reader) == HAYA_KIND_NONE);
    haya_read_leave(&reader);
    CHECK(haya_reader_end(&reader) == HAYA_ERR_RESERVED_BYTE && reader.error_offset == 4);
    CHECK(!haya_read_skip(from("9191c1")) && reader.error_offset == 2);
}

/* The number of levels limits the depth; so does limits.depth. */
static void test_levels(void)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    size_t n = test_bytes(message, "919190");

    haya_reader_begin(&reader, message, n, NULL, levels, 3);
    CHECK(haya_reader_end(&reader) == HAYA_OK);
    haya_reader_begin(&reader, message, n, NULL, levels, 2);
    CHECK(haya_reader_end(&reader) == HAYA_ERR_TOO_DEEP && reader.error_offset == 2);
    haya_reader_begin(&reader, message, n, NULL, NULL, 0);
    CHECK(haya_reader_end(&reader) == HAYA_ERR_TOO_DEEP && reader.error_offset == 0);
    limits.depth = 1;
    haya_reader_begin(&reader, message, n, &limits, levels, HAYA_DEPTH_DEFAULT);
    CHECK(haya_reader_end(&reader) == HAYA_ERR_TOO_DEEP && reader.error_offset == 1);
    limits.depth = 0;
    haya_reader_begin(&reader, "\xc0", 1, &limits, NULL, 0);
    CHECK(haya_reader_end(&reader) == HAYA_OK);
    n = test_bytes(message, "81a1ff01");
    limits.depth = 1;
    limits.flags = HAYA_ANY_STR | HAYA_STRICT_KEYS;
    CHECK(haya_check(message, n, &limits, NULL) == HAYA_OK);
    haya_reader_begin(&reader, NULL, 0, NULL, levels, 3);
    CHECK(haya_reader_end(&reader) == HAYA_ERR_TRUNCATED);
    CHECK(haya_check(NULL, 0, NULL, NULL) == HAYA_ERR_TRUNCATED);
}

/* More levels than haya_check() has: 100,000 nested arrays. */
static void test_very_deep(void)
{
    enum { DEPTH = 100000 };
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_level *many = malloc(DEPTH * sizeof *many);
    uint8_t *deep = malloc(DEPTH + 1);
    size_t offset;

    memset(deep, 0x91, DEPTH);
    deep[DEPTH] = 0xc0;
    limits.depth = DEPTH;
    haya_reader_begin(&reader, deep, DEPTH + 1, &limits, many, DEPTH);
    CHECK(haya_read_skip(&reader) && haya_reader_end(&reader) == HAYA_OK);
    CHECK(haya_check(deep, DEPTH + 1, &limits, &offset) == HAYA_ERR_TOO_DEEP);
    CHECK(offset == HAYA_DEPTH_DEFAULT);
    free(many);
    free(deep);
}

/* The numbers and names never change; this list can only grow. */
static void test_names(void)
{
    static const struct {
        int number;
        const char *name;
    } errors[] = {
        /* clang-format off */
        {0, "ok"},           {1, "truncated"},        {2, "reserved_byte"},
        {3, "extra_data"},   {4, "too_deep"},         {5, "invalid_utf8"},
        {6, "invalid_timestamp"}, {7, "invalid_key"}, {8, "str_limit"},
        {9, "bin_limit"},    {10, "ext_limit"},       {11, "array_limit"},
        {12, "map_limit"},   {13, "size_limit"},      {14, "invalid_lz4"},
        {15, "lz4_limit"},   {16, "invalid_typed"},   {20, "out_of_memory"},
        {21, "too_long"},    {22, "int_range"},       {23, "float_range"},
        {24, "unsupported_type"}, {25, "mutated"},    {26, "lone_surrogate"},
        {27, "timestamp_range"}, {17, "unknown"},     {28, "unknown"},
        {-1, "unknown"},
        /* clang-format on */
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        CHECK(strcmp(haya_error_name((enum haya_error)errors[i].number), errors[i].name) == 0);
    CHECK(HAYA_ERR_TRUNCATED == 1 && HAYA_ERR_SIZE_LIMIT == 13 && HAYA_ERR_TIMESTAMP_RANGE == 27);
    CHECK(strcmp(haya_version(), HAYA_VERSION) == 0);
}

int main(void)
{
    test_tokens();
    test_moving();
    test_leaving();
    test_errors();
    test_levels();
    test_very_deep();
    test_names();
    return test_end("reader");
}
