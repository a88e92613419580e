/* Reading a message token by token and writing it again: shared by the vector
 * runner and the fuzzers. */
#ifndef HAYA_COPY_H
#define HAYA_COPY_H

#include "../include/hayapack.h"

static inline void copy_token(const struct haya_token *token, struct haya_writer *out)
{
    switch (token->kind) {
    case HAYA_KIND_NIL: haya_write_nil(out); break;
    case HAYA_KIND_BOOL: haya_write_bool(out, token->as.b); break;
    case HAYA_KIND_INT: haya_write_int(out, token->as.i); break;
    case HAYA_KIND_UINT: haya_write_uint(out, token->as.u); break;
    case HAYA_KIND_FLOAT: haya_write_float(out, (double)token->as.f); break;
    case HAYA_KIND_DOUBLE: haya_write_double(out, token->as.d); break;
    case HAYA_KIND_STR: haya_write_str(out, (const char *)token->data, token->count); break;
    case HAYA_KIND_BIN: haya_write_bin(out, token->data, token->count); break;
    case HAYA_KIND_EXT: haya_write_ext(out, token->ext_type, token->data, token->count); break;
    case HAYA_KIND_TIMESTAMP: haya_write_timestamp(out, token->as.time.seconds, token->as.time.nanoseconds); break;
    case HAYA_KIND_ARRAY: haya_write_array(out, token->count); break;
    case HAYA_KIND_MAP: haya_write_map(out, token->count); break;
    default: break;
    }
}

/* Reads the whole message, entering every container, and writes each token to out, which may be NULL. The reader has
 * just begun. */
static inline enum haya_error copy_message(struct haya_reader *reader, struct haya_writer *out)
{
    struct haya_token token;
    uint32_t open = 0;

    for (;;) {
        if (haya_read_next(reader, &token)) {
            if (out != NULL)
                copy_token(&token, out);
            if (token.kind == HAYA_KIND_ARRAY || token.kind == HAYA_KIND_MAP) {
                haya_read_enter(reader);
                open++;
            }
        } else if (reader->error == HAYA_OK && open > 0) {
            haya_read_leave(reader);
            open--;
        } else {
            return haya_reader_end(reader);
        }
    }
}

#endif
