/* Keys as words: each length, and each byte that differs. */
#include "test.h"
#include "../include/hayapack_keys.h"

#define LONGEST 300

/* The comparison that a binding makes with a key of any length. */
static bool is_at(const struct haya_encoded_key *key, const uint8_t *p, const uint8_t *text_end)
{
    return haya_key_begins(key, p) && (key->size <= 16 || haya_key_goes_on(key, p, text_end));
}

static void test_encoded(void)
{
    uint8_t text[LONGEST], message[HAYA_HEADER_MAX + LONGEST + 16];
    for (size_t i = 0; i < LONGEST; i++)
        text[i] = (uint8_t)('a' + i % 23);
    for (size_t n = 0; n <= LONGEST; n++) {
        struct haya_encoded_key key = haya_encode_key(text, n);
        memset(message, 0xff, sizeof message);
        uint8_t *body = haya_put_str_header(message, (uint32_t)n);
        memcpy(body, text, n);
        CHECK(key.size == (size_t)(body - message) + n);
        CHECK(is_at(&key, message, text + n));
        CHECK(key.size > 32 || haya_key_is_at(&key, message, text + n));
        bool differs = true;
        for (size_t i = 0; i < key.size; i++) {
            message[i] ^= 1;
            differs &= !is_at(&key, message, text + n) && (key.size > 32 || !haya_key_is_at(&key, message, text + n));
            message[i] ^= 1;
        }
        CHECK(differs);
    }
}

static void test_words(void)
{
    static const uint8_t text[] = "abcdefghijklmnop";
    for (size_t n = 0; n <= 16; n++) {
        uint64_t prefix, suffix, other_prefix, other_suffix;
        haya_key_words_within(text, n, &prefix, &suffix);
        for (size_t i = 0; i < n; i++) {
            uint8_t other[16] = {0};
            memcpy(other, text, n);
            other[i] ^= 1;
            haya_key_words(other, n, &other_prefix, &other_suffix);
            CHECK(prefix != other_prefix || suffix != other_suffix);
        }
        if (n < 8)
            CHECK(suffix == n && (n > 0) == (prefix != 0));
    }
}

int main(void)
{
    test_encoded();
    test_words();
    return test_end("keys");
}
