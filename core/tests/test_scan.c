/* The scan: messages in parts, `need`, errors as early as possible. */
#include "test.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];
static struct haya_scan scan;
static uint8_t message[4096];
static size_t length;

/* Scans the whole message in one call. */
static enum haya_error one_go(const char *hex, const struct haya_limits *limits)
{
    length = test_bytes(message, hex);
    haya_scan_begin(&scan, limits, levels);
    return haya_scan_more(&scan, message, length);
}

#define ENDS(hex, where) CHECK(one_go(hex, NULL) == HAYA_OK && scan.pos == (where))
#define NEEDS(hex, least) CHECK(one_go(hex, NULL) == HAYA_ERR_TRUNCATED && scan.need == (least))

static void test_boundaries(void)
{
    ENDS("c0", 1);
    ENDS("c0c1", 1);
    ENDS("7f", 1);
    ENDS("e0", 1);
    ENDS("a0", 1);
    ENDS("bf 0000000000000000 0000000000000000 0000000000000000 00000000000000", 32);
    ENDS("ccff ff", 2);
    ENDS("cdffff ff", 3);
    ENDS("ceffffffff ff", 5);
    ENDS("cfffffffffffffffff ff", 9);
    ENDS("d0ff ff", 2);
    ENDS("d1ffff ff", 3);
    ENDS("d2ffffffff ff", 5);
    ENDS("d3ffffffffffffffff ff", 9);
    ENDS("ca00000000 ff", 5);
    ENDS("cb0000000000000000 ff", 9);
    ENDS("c40161 ff", 3);
    ENDS("c5000161 ff", 4);
    ENDS("c60000000161 ff", 6);
    ENDS("d90161 ff", 3);
    ENDS("da000161 ff", 4);
    ENDS("db0000000161 ff", 6);
    ENDS("d40561 ff", 3);
    ENDS("d5056161 ff", 4);
    ENDS("d60561616161 ff", 6);
    ENDS("d7050000000000000000 ff", 10);
    ENDS("d80500000000000000000000000000000000 ff", 18);
    ENDS("c70105ff ff", 4);
    ENDS("c8000105ff ff", 5);
    ENDS("c90000000105ff ff", 7);
    ENDS("90 ff", 1);
    ENDS("9101 ff", 2);
    ENDS("dc000101 ff", 4);
    ENDS("dd0000000101 ff", 6);
    ENDS("80 ff", 1);
    ENDS("810101 ff", 3);
    ENDS("de00010101 ff", 5);
    ENDS("df000000010101 ff", 7);
    ENDS("92 92 9101 80 9190 ff", 7);
    ENDS("a1ff", 2);
    ENDS("d5ff0000", 4);
}

static void test_need(void)
{
    NEEDS("", 1);
    NEEDS("93", 4);
    NEEDS("9301", 4);
    NEEDS("9301cd", 6);
    NEEDS("93cd", 6);
    NEEDS("d9", 2);
    NEEDS("d903", 5);
    NEEDS("da00", 3);
    NEEDS("92d903", 7);
    NEEDS("82", 5);
    NEEDS("8201", 5);
    NEEDS("820192", 7);
    NEEDS("c9000000", 6);
    NEEDS("c90000000105", 7);
#if SIZE_MAX > UINT32_MAX
    NEEDS("ddffffffff", 5 + (size_t)4294967295);
    NEEDS("dfffffffff", 5 + 2 * (size_t)4294967295);
    NEEDS("dbffffffff", 5 + (size_t)4294967295);
#endif
}

/* Splits a message into two and three parts at every position, and into single bytes. */
static void test_pieces(void)
{
    static const char all[] = "9d c0 7f cd0100 cb3ff8000000000000 a3616263 d90161 c50001ff 92c0c0 81a16101 "
                              "d40561 c7030501 0203 df0000000101c0 dd0000000190";
    size_t total;

    CHECK(one_go(all, NULL) == HAYA_OK);
    total = scan.pos;
    CHECK(total == length);
    for (size_t i = 0; i < total; i++) {
        for (size_t j = i; j < total; j++) {
            uint8_t *first = test_exact(message, i), *second = test_exact(message, j);
            haya_scan_begin(&scan, NULL, levels);
            bool ok = haya_scan_more(&scan, first, i) == HAYA_ERR_TRUNCATED && scan.need > i && scan.need <= total &&
                      haya_scan_more(&scan, second, j) == HAYA_ERR_TRUNCATED && scan.need > j && scan.need <= total &&
                      haya_scan_more(&scan, message, total) == HAYA_OK && scan.pos == total;
            CHECK(ok);
            free(first);
            free(second);
        }
    }
}

/* After the end of the scan the same result is returned, and nothing is read. */
static void test_after_the_end(void)
{
    CHECK(one_go("91c0 c1", NULL) == HAYA_OK);
    CHECK(haya_scan_more(&scan, NULL, 0) == HAYA_OK && scan.pos == 2);
    haya_scan_begin(&scan, NULL, levels);
    CHECK(haya_scan_more(&scan, NULL, 0) == HAYA_ERR_TRUNCATED && scan.need == 1);
    CHECK(one_go("91c1", NULL) == HAYA_ERR_RESERVED_BYTE);
    CHECK(haya_scan_more(&scan, message, length) == HAYA_ERR_RESERVED_BYTE && scan.pos == 1);
}

/* Errors are found before the rest of the message arrives. */
static void test_early_errors(void)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;

    CHECK(one_go("dd00100000 c1", NULL) == HAYA_ERR_RESERVED_BYTE && scan.pos == 5);
    limits.str_len = 10;
    limits.bin_len = 11;
    limits.ext_len = 12;
    CHECK(one_go("d90b", &limits) == HAYA_ERR_STR_LIMIT);
    CHECK(one_go("c40c", &limits) == HAYA_ERR_BIN_LIMIT);
    CHECK(one_go("c70d05", &limits) == HAYA_ERR_EXT_LIMIT);
    limits.flags = HAYA_STRICT_KEYS;
    CHECK(one_go("82 a161c0 c0", &limits) == HAYA_ERR_INVALID_KEY && scan.pos == 4);
    CHECK(one_go("82 a161c0 c40161 c0", &limits) == HAYA_OK);
    CHECK(one_go("92 8190c0 c0", &limits) == HAYA_OK);
    limits.bytes = 0;
    CHECK(one_go("c0", &limits) == HAYA_ERR_SIZE_LIMIT && scan.pos == 0);
    limits.bytes = 4;
    CHECK(one_go("93", &limits) == HAYA_ERR_TRUNCATED && scan.need == 4);
    CHECK(one_go("94", &limits) == HAYA_ERR_SIZE_LIMIT && scan.pos == 0);
    CHECK(one_go("93 cc", &limits) == HAYA_ERR_SIZE_LIMIT && scan.pos == 1);
    CHECK(one_go("93 90 91", &limits) == HAYA_ERR_SIZE_LIMIT && scan.pos == 2);
}

/* Each byte is examined once: 1 MB in single bytes. If the scan restarted each time, this would take minutes. */
static void test_linear(void)
{
    enum { SIZE = 1 << 20 };
    uint8_t *big = malloc(SIZE);
    size_t n = 0;

    memset(big, 0x01, SIZE);
    memcpy(big, "\xdd\x00\x0f\xff\xfb", 5);
    haya_scan_begin(&scan, NULL, levels);
    while (n < SIZE && haya_scan_more(&scan, big, n) == HAYA_ERR_TRUNCATED)
        n++;
    CHECK(n == SIZE && haya_scan_more(&scan, big, n) == HAYA_OK && scan.pos == SIZE);
    free(big);
}

int main(void)
{
    test_boundaries();
    test_need();
    test_pieces();
    test_after_the_end();
    test_early_errors();
    test_linear();
    return test_end("scan");
}
