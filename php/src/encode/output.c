/*
 * The output buffer and its growth, the result, failures, and the strings that
 * scalar.h does not write in place.
 */
#include "encoder.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#define ENCODE_TEXT_HEADER 5        /* bytes of the longest str header */
#define ENCODE_COPY_PIECE 1920      /* bytes; encode_copy_long */
#define ENCODE_ALIAS_GAP 512        /* bytes; encode_copy_long */
#define ENCODE_HINT_MAX (16u << 20) /* bytes; the largest value of last_size */

/* Bytes of a large page. The engine maps a block of this size or more for itself. */
#define ENCODE_LARGE_PAGE ((uintptr_t)2 << 20)

static zend_never_inline ZEND_COLD void encode_out_of_range(void)
{
    zend_error_noreturn(E_ERROR, "[msgpack] the packed message is too large for a string");
}

/* The first capacity of the buffer in bytes: a large result is often followed by
 * one of similar size. As another request may have made the last one, at most a
 * quarter of the memory that this request's memory_limit leaves. */
static size_t encode_first_guess(void)
{
    size_t guess = MSGPACK_G(last_size) + MSGPACK_G(last_size) / 16 + 2 * ENCODE_SPACE;
    size_t limit = (size_t)PG(memory_limit), used = zend_memory_usage(true); /* -1: no limit */
    size_t left = used < limit ? (limit - used) / 4 : 0;
    return guess < left ? guess : left;
}

/* A string with capacity for n bytes, which will be filled. Where that takes whole large pages, the system is
 * asked for them before the first write: to write to 512 small pages for the first time takes four times as
 * long as to one large page. */
static zend_string *encode_new_string(size_t n)
{
#ifdef MADV_HUGEPAGE
    if (UNEXPECTED(n >= ENCODE_LARGE_PAGE)) {
        zend_string *s = emalloc(ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(n)));
        uintptr_t begin = ((uintptr_t)s + ENCODE_LARGE_PAGE - 1) & ~(ENCODE_LARGE_PAGE - 1);
        uintptr_t end = ((uintptr_t)s + n) & ~(ENCODE_LARGE_PAGE - 1);
        if (begin < end)
            madvise((void *)begin, end - begin, MADV_HUGEPAGE);
        msgpack_string_header(s, n);
        return s;
    }
#endif
    return zend_string_alloc(n, false);
}

/* Gives up the bytes written so far. What follows is written to a buffer that begins again where it is full, because
 * many places count on space that is there: it needs less memory than the value that is written next. */
static zend_never_inline ZEND_COLD void encode_lose(struct encoder *e, size_t more)
{
    size_t size = more + 4 * ENCODE_SPACE;
    e->lost = true;
    if (e->string != NULL && ZSTR_LEN(e->string) < size) {
        zend_string_efree(e->string);
        e->string = NULL;
    }
    if (e->string == NULL)
        e->string = zend_string_alloc(size, false);
    e->begin = e->pos = (uint8_t *)ZSTR_VAL(e->string);
    e->limit = e->begin + ZSTR_LEN(e->string) - ENCODE_SPACE;
}

void encode_grow(struct encoder *e, size_t more)
{
    size_t used = (size_t)(e->pos - e->begin);
    if (more > SIZE_MAX / 4 - used)
        encode_out_of_range();
    /* Doubling for many small values; a long string adds its own size. */
    size_t size = used * 2 + more + more / 16 + 4 * ENCODE_SPACE;
    if (e->string == NULL) {
        size_t hint = encode_first_guess();
        if (size < hint)
            size = hint;
        if (UNEXPECTED(!msgpack_may_allocate(size, 1))) {
            encode_lose(e, more);
            return;
        }
        e->string = encode_new_string(size);
        memcpy(ZSTR_VAL(e->string), e->begin, used);
    } else if (UNEXPECTED(e->lost || !msgpack_extend_string(&e->string, size))) {
        encode_lose(e, more);
        return;
    }
    e->begin = (uint8_t *)ZSTR_VAL(e->string);
    e->pos = e->begin + used;
    e->limit = e->begin + size - ENCODE_SPACE;
}

uint8_t *encode_grow_at(struct encoder *e, uint8_t *p, size_t more)
{
    e->pos = p;
    encode_grow(e, more);
    return e->pos;
}

/* A small result is copied from the scratch to a string of its exact size; a large
 * one stays in its string, which shrinks if more than an eighth is unused. */
zend_string *encode_finish(struct encoder *e)
{
    size_t used = (size_t)(e->pos - e->begin);
    if (UNEXPECTED(e->lost)) {
        zend_string_efree(e->string);
        e->failure->error = HAYA_ERR_OUT_OF_MEMORY;
        return NULL;
    }
    if (e->string == NULL) {
        if (used == 1)
            return ZSTR_CHAR(*e->begin);
        return zend_string_init((const char *)e->begin, used, 0);
    }
    MSGPACK_G(last_size) = used < ENCODE_HINT_MAX ? used : ENCODE_HINT_MAX;
    if (ZSTR_LEN(e->string) - used > used / 8)
        e->string = zend_string_realloc(e->string, used, 0);
    ZSTR_LEN(e->string) = used;
    ZSTR_VAL(e->string)[used] = '\0';
    return e->string;
}

bool encode_fail(struct encoder *e, enum haya_error error, const char *type)
{
    size_t used = (size_t)(e->pos - e->begin);
    char path[HAYA_PATH_MAX];
    if (UNEXPECTED(e->lost)) {
        e->failure->error = HAYA_ERR_OUT_OF_MEMORY;
        return false;
    }
    /* The bytes written so far are a message truncated at the failing value. */
    size_t n = e->options->types != NULL ? haya_path_typed(e->begin, used, used, path, sizeof path)
                                         : haya_path(e->begin, used, used, path, sizeof path);
    e->failure->error = error;
    e->failure->offset = used;
    e->failure->limit = error == HAYA_ERR_TOO_DEEP ? e->options->max_depth : 0;
    e->failure->type = type;
    if (e->failure->path == NULL)
        e->failure->path = zend_string_init(path, n < sizeof path ? n : sizeof path - 1, 0);
    return false;
}

/* memcpy, in pieces if the target address modulo 4096 is up to ENCODE_ALIAS_GAP
 * above the source's, as it is when both begin a page. In that case "rep movsb",
 * which memcpy uses from about 2 KB on, is up to 25 times slower. */
static void encode_copy_long(uint8_t *to, const char *from, size_t n)
{
    /* Not a constant: the compiler would emit that instruction itself. */
    volatile size_t piece_size = ENCODE_COPY_PIECE;
    size_t piece = piece_size;

    if (n > piece && (((uintptr_t)to - (uintptr_t)from) & 4095) <= ENCODE_ALIAS_GAP) {
        do {
            memcpy(to, from, piece);
            to += piece, from += piece, n -= piece;
        } while (n > piece);
    }
    memcpy(to, from, n);
}

zend_string *encode_lone_text(const zend_string *text)
{
    size_t n = ZSTR_LEN(text);
    if (n > UINT32_MAX || !msgpack_may_allocate(n, 1))
        return NULL;
    zend_string *message = encode_new_string(n + ENCODE_TEXT_HEADER);
    uint8_t *begin = (uint8_t *)ZSTR_VAL(message);
    uint8_t *p = haya_put_str_header(begin, (uint32_t)n);
    encode_copy_long(p, ZSTR_VAL(text), n);
    ZSTR_LEN(message) = (size_t)(p + n - begin);
    ZSTR_VAL(message)[ZSTR_LEN(message)] = '\0';
    return message;
}

uint8_t *encode_long_text(struct encoder *e, uint8_t *p, const char *s, size_t n)
{
    if (n > UINT32_MAX) {
        e->pos = p;
        encode_fail(e, HAYA_ERR_TOO_LONG, NULL);
        return NULL;
    }
    if (UNEXPECTED((size_t)(e->limit - p) < n))
        p = encode_grow_at(e, p, n);
    p = haya_put_str_header(p, (uint32_t)n);
    encode_copy_long(p, s, n);
    return p + n;
}

/* Whether s is a decimal number of 2**63..2**64-1 without leading zeros. */
static bool encode_is_uint64(const char *s, size_t n, uint64_t *value)
{
    if (n < 19 || n > 20 || s[0] == '0')
        return false;
    if (n == 19 ? memcmp(s, "9223372036854775808", n) < 0 : memcmp(s, "18446744073709551615", n) > 0)
        return false;
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        *value = *value * 10 + (uint64_t)(s[i] - '0');
    }
    return true;
}

bool encode_string(struct encoder *e, const char *text, size_t n)
{
    if (n > UINT32_MAX)
        return encode_fail(e, HAYA_ERR_TOO_LONG, NULL);
    if (e->options->utf8 && !haya_utf8_valid((const uint8_t *)text, n))
        return encode_fail(e, HAYA_ERR_INVALID_UTF8, NULL);
    if ((size_t)(e->limit - e->pos) < n)
        encode_grow(e, n);
    e->pos = e->options->str8 ? haya_put_str_header(e->pos, (uint32_t)n) : haya_put_str_header_old(e->pos, (uint32_t)n);
    encode_copy_long(e->pos, text, n);
    e->pos += n;
    if (e->pos > e->limit)
        encode_grow(e, 0);
    return true;
}

uint8_t *encode_other_string(struct encoder *e, uint8_t *p, const zend_string *s, bool key)
{
    uint64_t value;
    e->pos = p;
    if (e->options->uint64 && !key && encode_is_uint64(ZSTR_VAL(s), ZSTR_LEN(s), &value)) {
        e->pos = haya_put_uint(p, value);
        return e->pos;
    }
    return encode_string(e, ZSTR_VAL(s), ZSTR_LEN(s)) ? e->pos : NULL;
}
