/* tokens.c: which forms are longer than needed, as hayapack/_core/minimal.py, and what paths say of keys. */
#include "tokens.h"

#include "hayapack_path.h"

static size_t tokens_int_size(const struct token *token)
{
    uint64_t n = token->negative ? ~token->number : token->number; /* -1 - value, without overflow */
    if (n < (token->negative ? 32u : 128u))
        return 1;
    if (token->negative)
        return n < 1u << 7 ? 2 : n < 1u << 15 ? 3 : n < UINT64_C(1) << 31 ? 5 : 9;
    return n < 1u << 8 ? 2 : n < 1u << 16 ? 3 : n < UINT64_C(1) << 32 ? 5 : 9;
}

static size_t tokens_header_size(const struct token *token)
{
    uint64_t n = token->number;
    switch (token->kind) {
    case HAYA_KIND_STR: return n < 32 ? 1 : n < 1u << 8 ? 2 : n < 1u << 16 ? 3 : 5;
    case HAYA_KIND_BIN: return n < 1u << 8 ? 2 : n < 1u << 16 ? 3 : 5;
    case HAYA_KIND_EXT:
        if (n == 1 || n == 2 || n == 4 || n == 8 || n == 16)
            return 2;
        return n < 1u << 8 ? 3 : n < 1u << 16 ? 4 : 6;
    default: return n < 16 ? 1 : n < 1u << 16 ? 3 : 5;
    }
}

/* The size of the shortest timestamp with these 4, 8 or 12 bytes of payload; other payloads have only one form. */
static size_t tokens_timestamp_size(const uint8_t *payload, uint64_t n)
{
    uint64_t seconds, nanoseconds;
    if (n == 8) {
        seconds = haya_load64(payload) & UINT64_C(0x3ffffffff);
        nanoseconds = haya_load64(payload) >> 34;
    } else if (n == 12) {
        seconds = haya_load64(payload + 4);
        nanoseconds = haya_load32(payload);
    } else {
        return (size_t)n + 2;
    }
    if (seconds >> 34 != 0)
        return 15;
    return nanoseconds != 0 || seconds >> 32 != 0 ? 10 : 6;
}

bool token_is_text(const uint8_t *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((s[i] < 0x20 && s[i] != '\t' && s[i] != '\n' && s[i] != '\r') || s[i] == 0x7f)
            return false;
    return haya_utf8_valid(s, n);
}

size_t token_component(char *out, const uint8_t *data, const struct token *key)
{
    if (key->kind == HAYA_KIND_STR || key->kind == HAYA_KIND_BIN)
        return component_write(out, data + key->body, (size_t)key->number, key->kind == HAYA_KIND_BIN);
    if (key->kind != HAYA_KIND_INT)
        return 0;
    if (key->negative)
        return (size_t)snprintf(out, COMPONENT_MAX, "{%lld}", (long long)key->number);
    return (size_t)snprintf(out, COMPONENT_MAX, "{%llu}", (unsigned long long)key->number);
}

uint64_t token_spare(const uint8_t *data, size_t at, const struct token *token)
{
    switch (token->kind) {
    case HAYA_KIND_INT: return token->end - at - tokens_int_size(token);
    case HAYA_KIND_EXT:
        if (token->ext == HAYA_TIMESTAMP_TYPE)
            return token->end - at - tokens_timestamp_size(data + token->body, token->number);
        return token->body - at - tokens_header_size(token);
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN:
    case HAYA_KIND_ARRAY:
    case HAYA_KIND_MAP: return token->body - at - tokens_header_size(token);
    default: return 0;
    }
}
