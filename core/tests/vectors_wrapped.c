/* The shared vectors in lz4/ and typeless/: messages inside messages. */
#include "vectors.h"
#include "copy.h"
#include "notation.h"

#define WRAPPED_DEEPEST 1100 /* the most nested ext 100 in a row */

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

static bool wrapped_same(const uint8_t *a, size_t n, const struct haya_writer *b)
{
    return n == haya_writer_size(b) && memcmp(a, b->begin, n) == 0;
}

/* ---- lz4 ------------------------------------------------------------------ */

/* The options of a row: a limit, and whether the error is in the content. */
static size_t lz4_options(const char *text, bool *inside)
{
    *inside = strstr(text, "inside") != NULL;
    text = strstr(text, "lz4=");
    return text != NULL ? (size_t)strtoull(text + 4, NULL, 10) : HAYA_LZ4_SIZE_DEFAULT;
}

/* Decompresses an opened message; NULL with *error set. To be freed. */
static uint8_t *lz4_content(struct haya_lz4 *lz4, enum haya_error *error)
{
    uint8_t *out = malloc(lz4->size);
    if (lz4->form == HAYA_LZ4_PLAIN)
        memcpy(out, lz4->msg, lz4->size);
#ifdef HAYA_HAVE_LZ4
    *error = haya_lz4_unpack(lz4, out);
#else
    *error = lz4->form == HAYA_LZ4_PLAIN ? HAYA_OK : HAYA_ERR_INVALID_LZ4;
#endif
    if (*error == HAYA_OK)
        return out;
    free(out);
    return NULL;
}

static bool lz4_truncated(const uint8_t *bytes, size_t n)
{
    struct haya_lz4 lz4;
    uint8_t *exact = test_exact(bytes, n);
    enum haya_error error = haya_lz4_open(&lz4, exact, n, SIZE_MAX);
    size_t offset;
    if (error == HAYA_OK && lz4.form == HAYA_LZ4_PLAIN)
        error = haya_check(exact, n, NULL, &offset);
    free(exact);
    return error == HAYA_ERR_TRUNCATED;
}

/* name, bytes, message */
bool run_lz4_valid(const struct row *row)
{
    struct haya_writer bytes, message;
    struct haya_lz4 lz4;
    enum haya_error error;
    uint8_t *exact, *content = NULL;
    size_t n;
    bool ok = true;

    notation_writer(&bytes), notation_writer(&message);
    notation_bytes(row->fields[1], &bytes);
    notation_bytes(row->fields[strcmp(row->fields[2], "=") == 0 ? 1 : 2], &message);
    n = haya_writer_size(&bytes);
    exact = test_exact(bytes.begin, n);
    error = haya_lz4_open(&lz4, exact, n, HAYA_LZ4_SIZE_DEFAULT);
    if (error == HAYA_OK && lz4.end == n)
        content = lz4_content(&lz4, &error);
    if (content == NULL || !wrapped_same(content, lz4.size, &message))
        ok = false, vectors_complain(row, "it does not hold the message");
    for (size_t i = 0; i < n && ok; i++)
        if (!lz4_truncated(exact, i))
            ok = false, vectors_complain(row, "a prefix is not found to be truncated");
    free(exact), free(content), free(bytes.begin), free(message.begin);
    return ok;
}

/* name, bytes, error, offset, path, options */
bool run_lz4_invalid(const struct row *row)
{
    struct haya_writer bytes;
    struct haya_lz4 lz4;
    enum haya_error error;
    char path[HAYA_PATH_MAX];
    uint8_t *exact, *content = NULL;
    bool inside, ok;
    size_t n, offset, limit = lz4_options(row->fields[5], &inside);

    notation_writer(&bytes);
    notation_bytes(row->fields[1], &bytes);
    n = haya_writer_size(&bytes);
    exact = test_exact(bytes.begin, n);
    error = haya_lz4_open(&lz4, exact, n, limit);
    if (error == HAYA_OK)
        content = lz4_content(&lz4, &error);
    offset = lz4.error_offset;
    if (error == HAYA_OK && inside)
        error = haya_check(content, lz4.size, NULL, &offset);
    else if (error == HAYA_OK && lz4.end < n)
        error = HAYA_ERR_EXTRA_DATA, offset = lz4.end;
    haya_path(inside ? content : exact, inside ? lz4.size : n, offset, path, sizeof path);
    ok = strcmp(haya_error_name(error), row->fields[2]) == 0 && offset == strtoull(row->fields[3], NULL, 10) &&
         strcmp(path, row->fields[4]) == 0;
    if (!ok) {
        vectors_complain(row, "the error is");
        printf("    %s at %zu, %s\n", haya_error_name(error), offset, path);
    }
    free(exact), free(content), free(bytes.begin);
    return ok;
}

/* ---- typeless ------------------------------------------------------------- */

/* The first error in a message, including the payload of every ext 100. *offset counts from base. */
static enum haya_error typeless_check(const uint8_t *msg, size_t len, size_t base, unsigned depth, size_t *offset)
{
    struct haya_reader reader;
    struct haya_token token;
    struct haya_typed typed;
    enum haya_error error = HAYA_OK;
    uint32_t open = 0;
    size_t at;

    haya_reader_begin(&reader, msg, len, NULL, levels, HAYA_DEPTH_DEFAULT);
    for (;;) {
        if (haya_read_next(&reader, &token)) {
            if (token.kind == HAYA_KIND_EXT && token.ext_type == HAYA_TYPED_TYPE && depth < WRAPPED_DEEPEST) {
                struct haya_reader kept = reader;
                error = haya_typed_read(token.data, token.count, NULL, &typed, &at);
                *offset = base + (error == HAYA_ERR_INVALID_TYPED ? token.offset : (size_t)(token.data - msg) + at);
                if (error == HAYA_OK && typed.value_len > 0)
                    error = typeless_check(typed.value, typed.value_len, base + (size_t)(typed.value - msg), depth + 1,
                                           offset);
                if (error != HAYA_OK)
                    return error;
                reader = kept;
            }
            if (token.kind == HAYA_KIND_ARRAY || token.kind == HAYA_KIND_MAP)
                haya_read_enter(&reader), open++;
        } else if (reader.error == HAYA_OK && open > 0) {
            haya_read_leave(&reader), open--;
        } else {
            error = haya_reader_end(&reader);
            *offset = base + reader.error_offset;
            return error;
        }
    }
}

/* name, bytes, canonical, value */
bool run_typeless_valid(const struct row *row)
{
    struct haya_writer bytes, canonical, value;
    size_t offset;
    bool ok = true;

    notation_writer(&bytes), notation_writer(&canonical), notation_writer(&value);
    notation_bytes(row->fields[1], &bytes);
    notation_bytes(row->fields[strcmp(row->fields[2], "=") == 0 ? 1 : 2], &canonical);
    notation_value(row->fields[3], &value);
    if (!wrapped_same(canonical.begin, haya_writer_size(&canonical), &value))
        ok = false, vectors_complain(row, "packing the value does not give the canonical bytes");
    if (typeless_check(bytes.begin, haya_writer_size(&bytes), 0, 0, &offset) != HAYA_OK)
        ok = false, vectors_complain(row, "it is refused");
    free(bytes.begin), free(canonical.begin), free(value.begin);
    return ok;
}

/* name, bytes, error, offset, path */
bool run_typeless_invalid(const struct row *row)
{
    struct haya_writer bytes;
    char path[HAYA_PATH_MAX];
    uint8_t *exact;
    enum haya_error error;
    size_t n, offset;
    bool ok;

    notation_writer(&bytes);
    notation_bytes(row->fields[1], &bytes);
    n = haya_writer_size(&bytes);
    exact = test_exact(bytes.begin, n);
    error = typeless_check(exact, n, 0, 0, &offset);
    haya_path_typed(exact, n, offset, path, sizeof path);
    ok = strcmp(haya_error_name(error), row->fields[2]) == 0 && offset == strtoull(row->fields[3], NULL, 10) &&
         strcmp(path, row->fields[4]) == 0;
    if (!ok) {
        vectors_complain(row, "the error is");
        printf("    %s at %zu, %s\n", haya_error_name(error), offset, path);
    }
    free(exact), free(bytes.begin);
    return ok;
}
