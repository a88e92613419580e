/* UTF-8 and paths. */
#include "test.h"
#include "../include/hayapack_path.h"

/* ---- UTF-8 against the definition, byte by byte --------------------------- */

/* RFC 3629, section 4, literally. */
static size_t character(const uint8_t *s, size_t n)
{
#define IN(i, low, high) (n > (i) && s[i] >= (low) && s[i] <= (high))
#define TAIL(i) IN(i, 0x80, 0xbf)
    if (IN(0, 0x00, 0x7f))
        return 1;
    if (IN(0, 0xc2, 0xdf) && TAIL(1))
        return 2;
    if ((IN(0, 0xe0, 0xe0) && IN(1, 0xa0, 0xbf) && TAIL(2)) || (IN(0, 0xe1, 0xec) && TAIL(1) && TAIL(2)) ||
        (IN(0, 0xed, 0xed) && IN(1, 0x80, 0x9f) && TAIL(2)) || (IN(0, 0xee, 0xef) && TAIL(1) && TAIL(2)))
        return 3;
    if ((IN(0, 0xf0, 0xf0) && IN(1, 0x90, 0xbf) && TAIL(2) && TAIL(3)) ||
        (IN(0, 0xf1, 0xf3) && TAIL(1) && TAIL(2) && TAIL(3)) ||
        (IN(0, 0xf4, 0xf4) && IN(1, 0x80, 0x8f) && TAIL(2) && TAIL(3)))
        return 4;
    return 0;
#undef IN
#undef TAIL
}

static bool by_definition(const uint8_t *s, size_t n)
{
    while (n > 0) {
        size_t size = character(s, n);
        if (size == 0)
            return false;
        s += size;
        n -= size;
    }
    return true;
}

/* All sequences of four of the bytes at which the rules change; every seventh of them at the boundaries of blocks of 8,
 * 16, 32 and 64 bytes. */
static void test_all_sequences(void)
{
    static const uint8_t edges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf,
                                    0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    static const size_t places[] = {0, 5, 7, 14, 29, 30, 31, 61, 62, 63, 94};
    enum { EDGES = sizeof edges, PLACES = sizeof places / sizeof *places };
    uint8_t text[100];
    int wrong = 0;

    for (unsigned i = 0; i < EDGES * EDGES * EDGES * EDGES; i++) {
        const uint8_t s[4] = {edges[i % EDGES], edges[i / EDGES % EDGES], edges[i / EDGES / EDGES % EDGES],
                              edges[i / EDGES / EDGES / EDGES]};
        size_t place = places[i % PLACES];
        wrong += haya_utf8_valid(s, 4) != by_definition(s, 4);
        if (i % 7 != 0)
            continue;
        memset(text, 'a', sizeof text);
        memcpy(text + place, s, 4);
        wrong += haya_utf8_valid(text, sizeof text) != by_definition(text, sizeof text);
        wrong += haya_utf8_valid(text, place + 4) != by_definition(text, place + 4);
    }
    CHECK(wrong == 0);
}

/* One byte that is not ASCII, at each position in texts of each length. */
static void test_every_place(void)
{
    uint8_t text[140];
    int wrong = 0;

    memset(text, 'a', sizeof text);
    for (size_t n = 0; n <= sizeof text; n++) {
        uint8_t *exact = test_exact(text, n);
        wrong += !haya_utf8_valid(exact, n);
        for (size_t i = 0; i < n; i++) {
            exact[i] = 0x80;
            wrong += haya_utf8_valid(exact, n);
            exact[i] = 'a';
        }
        free(exact);
    }
    CHECK(wrong == 0);
}

/* Random valid characters, sometimes with one byte changed, for every length. */
static void test_random_text(void)
{
    static const char *const samples[] = {"a", "\xc3\xa9", "\xe9\x80\x9f", "\xf0\x9f\x98\x80"};
    uint32_t seed = 1;
    int wrong = 0, valid = 0;

    for (int round = 0; round < 30000; round++) {
        uint8_t text[200];
        size_t n = 0, wanted;
        uint8_t *exact;
        seed = seed * 1664525u + 1013904223u;
        wanted = (seed >> 16) % 190;
        while (n < wanted) {
            const char *c = samples[(seed >> 24) % 4];
            memcpy(text + n, c, strlen(c));
            n += strlen(c);
            seed = seed * 1664525u + 1013904223u;
        }
        if (n > 0 && round % 2 == 0)
            text[(seed >> 8) % n] = (uint8_t)(seed >> 24);
        if (n > 0 && round % 5 == 0)
            n--;
        exact = test_exact(text, n);
        wrong += haya_utf8_valid(exact, n) != by_definition(exact, n);
        valid += by_definition(exact, n);
        free(exact);
    }
    CHECK(wrong == 0);
    CHECK(valid > 6000 && valid < 24000);
    CHECK(haya_utf8_valid(NULL, 0));
}

/* ---- paths (the forms themselves are in the vectors) ----------------------- */

static uint8_t message[200000];

static bool path_is(const char *hex, size_t offset, const char *expected)
{
    char path[HAYA_PATH_MAX];
    size_t n = test_bytes(message, hex);
    uint8_t *exact = test_exact(message, n);
    size_t length = haya_path(exact, n, offset, path, sizeof path);
    char same[HAYA_PATH_MAX];
    struct haya_path_walk *walk = malloc(sizeof *walk);
    haya_path_begin(walk, exact, n, false);
    CHECK(haya_path_next(walk, offset, same, sizeof same) == length && strcmp(path, same) == 0);
    free(walk);
    free(exact);
    if (strcmp(path, expected) != 0)
        printf("path: %s, expected %s\n", path, expected);
    return length == strlen(expected) && strcmp(path, expected) == 0;
}

static void test_paths(void)
{
    CHECK(path_is("", 0, "$"));
    CHECK(path_is("c0", 0, "$"));
    CHECK(path_is("c0c0", 1, "$"));
    CHECK(path_is("c0", 99, "$"));
    CHECK(path_is("9201cd0102", 2, "$[1]"));
    CHECK(path_is("9201cd0102", 4, "$[1]")); /* offset inside a value: that value */
    CHECK(path_is("93dc0001c0", 2, "$[0]")); /* offset inside a header: its container */
    CHECK(path_is("9201", 2, "$[1]"));       /* where a value would be */
    CHECK(path_is("92c1c0", 2, "$[0]"));     /* offset after an error */
    CHECK(path_is("81a161", 3, "$.a"));
    CHECK(path_is("82a161c0", 4, "${key #1}"));
    CHECK(path_is("81d9ff", 1, "${key #0}"));
    CHECK(path_is("929080c0", 3, "$"));
    CHECK(path_is("82a16190a16280", 6, "$.b"));
    CHECK(path_is("81a1ffc1", 3, "$[\"\\xff\"]"));
    CHECK(path_is("81a4e38161ffc1", 6, "$[\"\\xe3\\x81a\\xff\"]"));
}

/* Small buffers are handled as by snprintf(). */
static void test_path_space(void)
{
    char path[8] = "1234567";
    size_t n = test_bytes(message, "81a46e616d65c1"); /* $.name */

    CHECK(haya_path(message, n, 6, NULL, 0) == 6);
    CHECK(haya_path(message, n, 6, path, 1) == 6 && path[0] == '\0' && path[1] == '2');
    CHECK(haya_path(message, n, 6, path, 4) == 6 && strcmp(path, "$.n") == 0);
    CHECK(haya_path(message, n, 6, path, 6) == 6 && strcmp(path, "$.nam") == 0);
    CHECK(haya_path(NULL, 0, 0, path, 8) == 1 && strcmp(path, "$") == 0);
    CHECK(haya_path(message, n, 6, path, 7) == 6 && strcmp(path, "$.name") == 0);
}

/* The longest path, and more containers than are recorded: the length is limited. */
static void test_long_paths(void)
{
    char path[HAYA_PATH_MAX];
    size_t longest = 0, n = 0, length;

    for (int level = 0; level < 1024; level++) {
        message[n++] = 0x81;
        message[n++] = 0xd9;
        message[n++] = 61;
        memset(message + n, level % 2 ? 0x01 : 'a', 61);
        n += 61;
        if (level > 20 && level % 93 != 0)
            continue;
        length = haya_path(message, n, n, path, sizeof path);
        if (length > longest)
            longest = length;
    }
    CHECK(longest <= 1000 && longest > 800);
    memset(message, 0x91, sizeof message);
    length = haya_path(message, sizeof message, 1024, path, sizeof path);
    CHECK(length == 802 && strcmp(path + 796, "[0][0]") == 0);
    length = haya_path(message, sizeof message, sizeof message, path, sizeof path);
    CHECK(length == 403 && strcmp(path + 397, "[0]\xe2\x80\xa6") == 0);
    /* after a deep value, the recorded outer containers are still known */
    memset(message, 0x91, 100000);
    message[0] = 0x92;
    message[100000] = 0xc0;
    message[100001] = 0xc1;
    length = haya_path(message, 100002, 100001, path, sizeof path);
    CHECK(length == 4 && strcmp(path, "$[1]") == 0);
}

int main(void)
{
    test_all_sequences();
    test_every_place();
    test_random_text();
    test_paths();
    test_path_space();
    test_long_paths();
    return test_end("text");
}
