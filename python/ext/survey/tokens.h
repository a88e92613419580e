/*
 * tokens.h: one scalar or header at a time, for the commands that show bytes rather
 * than objects (inspect_listing.c, stats_tally.c). As hayapack/_core/tokens.py.
 */
#ifndef HAYAPACK_TOKENS_H
#define HAYAPACK_TOKENS_H

#include "native.h"

#include "hayapack_format.h"

/* The ext type of typed values; TOKENS_DEPTH: as tokens.MAX_DEPTH in Python. */
#define TOKENS_TYPED 100
#define TOKENS_DEPTH 1024

struct token {
    uint8_t kind;     /* enum haya_kind: INT for all integer forms; EXT for timestamps too */
    bool negative;    /* INT: number is an int64_t */
    int8_t ext;       /* EXT: the ext type */
    uint64_t number;  /* BOOL and INT: the value; STR, BIN, EXT: payload bytes; ARRAY, MAP: elements or entries */
    size_t body, end; /* offsets: of the payload or of the first value inside; after the payload, or body */
};

HAYA_INLINE bool token_is_container(const struct token *token)
{
    return token->kind == HAYA_KIND_ARRAY || token->kind == HAYA_KIND_MAP;
}

HAYA_INLINE void token_integer(struct token *token, const uint8_t *p)
{
    token->number = haya_load_integer(*p, p + 1);
    token->kind = HAYA_KIND_INT;
    token->negative = *p != HAYA_UINT64 && (int64_t)token->number < 0;
}

/* Reads the value at `at`. false: the bytes end inside it, or it is the reserved byte. */
HAYA_INLINE bool token_read(const uint8_t *data, size_t at, size_t have, struct token *token)
{
    struct haya_format format;

    if (at >= have)
        return false;
    format = haya_formats[data[at]];
    if (format.kind == HAYA_KIND_RESERVED || have - at < format.header)
        return false;
    token->kind = format.kind;
    token->negative = false;
    token->number = haya_format_count(format, data + at);
    token->body = token->end = at + format.header;
    if (token_is_container(token))
        return true;
    if (have - token->body < token->number)
        return false;
    token->end += (size_t)token->number;
    if (format.kind == HAYA_KIND_EXT)
        token->ext = (int8_t)data[token->body - 1];
    else if (format.kind == HAYA_KIND_INT || format.kind == HAYA_KIND_UINT)
        token_integer(token, data + at);
    else if (format.kind == HAYA_KIND_BOOL)
        token->number = data[at] == HAYA_TRUE;
    return true;
}

/* Whether a bin probably holds text: as is_text() in hayapack/_core/tokens.py. */
bool token_is_text(const uint8_t *s, size_t n);

/* Writes the path component of a map's value, by its key, to out, which has COMPONENT_MAX bytes. Returns its length; 0:
 * the key is no str, bin or int. */
size_t token_component(char *out, const uint8_t *data, const struct token *key);

/* Bytes that the shortest form of the value would save. */
uint64_t token_spare(const uint8_t *data, size_t at, const struct token *token);

#endif
