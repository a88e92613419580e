/*
 * A valid message can be read and written again in at most as many bytes, and a
 * second round trip changes nothing. Strings are valid UTF-8 if and only if they
 * are valid by a slow reference implementation.
 */
#include "fuzz.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

/* Reads msg and writes it into a buffer of len bytes; returns the length. */
static size_t rewrite(const uint8_t *msg, size_t len, uint8_t *out)
{
    struct haya_reader reader;
    struct haya_writer writer;

    haya_reader_begin(&reader, msg, len, NULL, levels, HAYA_DEPTH_DEFAULT);
    haya_writer_begin(&writer, out, len, NULL, NULL);
    FUZZ_REQUIRE(copy_message(&reader, &writer) == HAYA_OK);
    FUZZ_REQUIRE(haya_writer_error(&writer) == HAYA_OK);
    return haya_writer_size(&writer);
}

/* The reference: decodes code points and refuses overlong forms, surrogates, and values above U+10FFFF. */
static bool utf8_slow(const uint8_t *s, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    for (size_t i = 0, size; i < n; i += size) {
        uint32_t c = s[i];
        size = c < 0x80 ? 1 : c < 0xc0 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf8 ? 4 : 0;
        if (size == 0 || size > n - i)
            return false;
        c &= size == 1 ? 0x7f : 0x7fu >> size;
        for (size_t k = 1; k < size; k++) {
            if ((s[i + k] & 0xc0) != 0x80)
                return false;
            c = c << 6 | (s[i + k] & 0x3f);
        }
        if (c < least[size] || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
            return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    uint8_t *msg, *once, *twice;
    size_t len, n;

    if (size < 2)
        return 0;
    len = size - 1;
    msg = test_exact(input + 1, len);
    FUZZ_REQUIRE(haya_utf8_valid(msg, len) == utf8_slow(msg, len));
    if (haya_check(msg, len, NULL, NULL) == HAYA_OK) {
        once = malloc(len);
        n = rewrite(msg, len, once);
        FUZZ_REQUIRE(n <= len && haya_check(once, n, NULL, NULL) == HAYA_OK);
        twice = malloc(n);
        FUZZ_REQUIRE(rewrite(once, n, twice) == n && memcmp(once, twice, n) == 0);
        free(twice);
        free(once);
    }
    free(msg);
    return 0;
}
