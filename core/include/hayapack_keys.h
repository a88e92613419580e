/*
 * Keys of maps as words: those in a message that are looked up, and those that are expected where they are. For the
 * core and for bindings of this repository: names and behaviour may change in any release.
 */
#ifndef HAYAPACK_KEYS_H
#define HAYAPACK_KEYS_H

#include "hayapack_wire.h"

/* ---- keys that are looked up ------------------------------------------------ */

/* 8 bytes in memory order. */
HAYA_INLINE uint64_t haya_key_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Two words that identify a key of up to 16 bytes: its first and its last 8 bytes. 8 bytes can be read at s. */
HAYA_INLINE void haya_key_words(const uint8_t *s, size_t n, uint64_t *prefix, uint64_t *suffix)
{
    if (n >= 8) {
        *prefix = haya_key_word(s);
        *suffix = haya_key_word(s + n - 8);
        return;
    }
    *prefix = haya_load64(s) >> 1 >> (63 - 8 * n); /* shifts out the bytes beyond the key */
    *suffix = n;
}

/* The same if only n bytes can be read at s. */
HAYA_INLINE void haya_key_words_within(const uint8_t *s, size_t n, uint64_t *prefix, uint64_t *suffix)
{
    uint8_t padded[8] = {0};
    if (n < 8 && n > 0)
        memcpy(padded, s, n);
    haya_key_words(n < 8 ? padded : s, n, prefix, suffix);
}

/* ---- keys that are expected --------------------------------------------------- */

/* A str as messages have it, with the shortest header. */
struct haya_encoded_key {
    uint64_t word[2], mask[2]; /* its first 16 bytes; the masks are 0 beyond its end */
    uint32_t size;             /* bytes, with the header */
};

/* The key with the text s[0 .. n), at most 65535 bytes. */
HAYA_INLINE struct haya_encoded_key haya_encode_key(const void *s, size_t n)
{
    struct haya_encoded_key key;
    uint8_t bytes[HAYA_HEADER_MAX + 16] = {0}, mask[16] = {0};
    uint8_t *text = haya_put_str_header(bytes, (uint32_t)n);
    key.size = (uint32_t)((size_t)(text - bytes) + n);
    memcpy(text, s, n < 16 ? n : 16);
    memset(mask, 0xff, key.size < 16 ? key.size : 16);
    memcpy(key.word, bytes, sizeof key.word);
    memcpy(key.mask, mask, sizeof key.mask);
    return key;
}

/* Whether the value at p, where 16 bytes can be read, begins as the key does. */
HAYA_INLINE bool haya_key_begins(const struct haya_encoded_key *key, const uint8_t *p)
{
    if (((haya_key_word(p) ^ key->word[0]) & key->mask[0]) != 0)
        return false;
    return key->size <= 8 || ((haya_key_word(p + 8) ^ key->word[1]) & key->mask[1]) == 0;
}

HAYA_INLINE bool haya_same_16(const void *a, const void *b)
{
    uint64_t x[2], y[2];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
}

/* Whether the bytes from the 17th on are the key's, too, which has more than 16. text_end: the end of its text. Up to
 * 48 bytes are compared as words: the last 16 overlap those before them. */
HAYA_INLINE bool haya_key_goes_on(const struct haya_encoded_key *key, const uint8_t *p, const void *text_end)
{
    const uint8_t *end = (const uint8_t *)text_end;
    size_t size = key->size;
    if (!haya_same_16(p + size - 16, end - 16))
        return false;
    return size <= 32 || (haya_same_16(p + 16, end - (size - 16)) &&
                          (size <= 48 || memcmp(p + 32, end - (size - 32), size - 48) == 0));
}

/* Whether the key, which has at most 32 bytes, is at p, where so many can be read. text_end: as above. */
HAYA_INLINE bool haya_key_is_at(const struct haya_encoded_key *key, const uint8_t *p, const void *text_end)
{
    return haya_key_begins(key, p) &&
           (key->size <= 16 || haya_same_16(p + key->size - 16, (const uint8_t *)text_end - 16));
}

#endif
