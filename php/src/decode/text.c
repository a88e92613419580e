/* Strings that are too long for the fast paths of scalar.h, and integers as decimal text. */
#include "scalar.h"

zend_string *decode_long_string(const uint8_t *text, size_t n)
{
    zend_string *s;
    if (n < 40)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(39)));
    else if (n < 56)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(55)));
    else if (n < 72)
        s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(71)));
    else
        return zend_string_init((const char *)text, n, false);
    msgpack_string_header(s, n);
    /* The first 32 bytes and the last 32, which may overlap; with 64 or more the bytes between them, too. */
    memcpy(ZSTR_VAL(s), text, 32);
    if (n >= 64)
        memcpy(ZSTR_VAL(s) + 32, text + 32, 16);
    memcpy(ZSTR_VAL(s) + n - 32, text + n - 32, 32);
    ZSTR_VAL(s)[n] = '\0';
    return s;
}

#define DECODE_TEXTS 1024u            /* d->texts, a power of two */
#define DECODE_TEXTS_FROM (64u << 10) /* bytes of a message in which texts are shared: d->texts has 8 KB */

/* Texts that are no repetitions cost a tenth more. Where few are, looking for them ends: in a
 * message when its score is 0, and for some messages after one whose score fell. */
#define DECODE_TEXTS_SCORE 64 /* of a new message */
#define DECODE_TEXTS_HIT 8
#define DECODE_TEXTS_PAUSE 64u /* messages */

/* The place in d->texts for text[0 .. n): three of its words and its length decide. */
static zend_string **decode_text_place(struct decoder *d, const uint8_t *text, size_t n)
{
    uint64_t first, middle, last;
    memcpy(&first, text, 8);
    memcpy(&middle, text + n / 2, 8);
    memcpy(&last, text + n - 8, 8);
    uint64_t mixed = first * 3 + middle * 5 + last * 7 + n;
    return &d->texts[(mixed * 0x9e3779b97f4a7c15u) >> 32 & (DECODE_TEXTS - 1)];
}

/* Whether repeated texts are looked for in this message; makes d->texts. */
static bool decode_looks_for_texts(struct decoder *d)
{
    if (d->texts_over || d->end - d->begin < (ptrdiff_t)DECODE_TEXTS_FROM)
        return false;
    if (d->texts != NULL)
        return true;
    if (d->shapes->texts_pause > 0) {
        d->shapes->texts_pause--;
        d->texts_over = true;
        return false;
    }
    d->texts = ecalloc(DECODE_TEXTS, sizeof *d->texts);
    d->texts_score = DECODE_TEXTS_SCORE;
    return true;
}

zend_string *decode_repeated_text(struct decoder *d, const uint8_t *text, size_t n)
{
    if (!decode_looks_for_texts(d))
        return zend_string_init((const char *)text, n, false);
    zend_string **place = decode_text_place(d, text, n), *s = *place;
    if (s != NULL && ZSTR_LEN(s) == n && memcmp(ZSTR_VAL(s), text, n) == 0) {
        d->texts_score += DECODE_TEXTS_HIT;
        return zend_string_copy(s);
    }
    d->texts_over = --d->texts_score == 0;
    *place = zend_string_init((const char *)text, n, false);
    if (s != NULL)
        zend_string_release_ex(s, false);
    return zend_string_copy(*place);
}

void decode_free_texts(struct decoder *d)
{
    if (d->texts_score < DECODE_TEXTS_SCORE)
        d->shapes->texts_pause = DECODE_TEXTS_PAUSE;
    for (uint32_t i = 0; i < DECODE_TEXTS; i++) {
        if (d->texts[i] != NULL)
            zend_string_release_ex(d->texts[i], false);
    }
    efree(d->texts);
}

zend_string *decode_number_key(const struct haya_token *token)
{
    return token->kind == HAYA_KIND_INT ? zend_strpprintf(0, "%" PRId64, token->as.i)
                                        : zend_strpprintf(0, "%" PRIu64, token->as.u);
}

void decode_large(zval *slot, uint64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    ZVAL_STRINGL(slot, digits, (size_t)n);
}
