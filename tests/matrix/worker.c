/*
 * The matrix's worker for C; README.md in this folder describes its protocol.
 * It uses only the public header.
 */
#include <hayapack.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TYPED_DEEPEST 64 /* the deepest nesting of typed values */

static void need(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "worker: %s\n", what);
        exit(1);
    }
}

static bool grow(struct haya_writer *writer, size_t more)
{
    size_t used = haya_writer_size(writer), size = 2 * used + more + 64;
    uint8_t *bigger = realloc(writer->begin, size);
    if (bigger == NULL)
        return false;
    writer->begin = bigger;
    writer->pos = bigger + used;
    writer->end = bigger + size;
    return true;
}

static void begin(struct haya_writer *writer)
{
    haya_writer_begin(writer, NULL, 0, grow, NULL);
}

static void text_add(struct haya_writer *out, const char *text)
{
    haya_write_raw(out, text, strlen(text));
}

/* ---- tokens -> bytes ------------------------------------------------------ */

/* The message that is being written, or a typed value in it. */
struct open_value {
    struct haya_writer bytes;
    uint64_t pending; /* pending values: still to be written */
};

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Decodes hexadecimal digits in place; returns the number of bytes. */
static size_t unhex(char *text)
{
    size_t n = strlen(text) / 2;
    for (size_t i = 0; i < n; i++)
        text[i] = (char)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    return n;
}

static double number_of(const char *bits, bool single)
{
    uint64_t wide = strtoull(bits, NULL, 16);
    uint32_t narrow = (uint32_t)wide;
    double value;
    float half;

    if (strcmp(bits, "nan") == 0)
        return (double)NAN;
    if (!single) {
        memcpy(&value, &wide, sizeof value);
        return value;
    }
    memcpy(&half, &narrow, sizeof half);
    return (double)half;
}

/* Writes the token o: a typed value without a value. */
static void write_name_only(struct haya_writer *out, char *name)
{
    struct haya_writer payload;
    size_t n = unhex(name);

    begin(&payload);
    haya_write_str(&payload, name, n);
    need(haya_writer_error(&payload) == HAYA_OK, "a typed value was not written");
    haya_write_ext(out, HAYA_TYPED_TYPE, payload.begin, haya_writer_size(&payload));
    free(payload.begin);
}

/* Writes one token other than y; returns the number of values that must follow it. */
static uint64_t write_token(struct haya_writer *out, char *token)
{
    char *body = token + 1, *colon;
    uint64_t count;

    switch (token[0]) {
    case 'N': haya_write_nil(out); return 0;
    case 'T': haya_write_bool(out, true); return 0;
    case 'F': haya_write_bool(out, false); return 0;
    case 'i':
        if (body[0] == '-')
            haya_write_int(out, strtoll(body, NULL, 10));
        else
            haya_write_uint(out, strtoull(body, NULL, 10));
        return 0;
    case 'd': haya_write_double(out, number_of(body, false)); return 0;
    case 'f': haya_write_float(out, number_of(body, true)); return 0;
    case 's':
        count = unhex(body);
        haya_write_str(out, body, count);
        return 0;
    case 'b':
        count = unhex(body);
        haya_write_bin(out, body, count);
        return 0;
    case 'x':
        colon = strchr(body, ':');
        count = unhex(colon + 1);
        haya_write_ext(out, (int8_t)atoi(body), colon + 1, count);
        return 0;
    case 't':
        colon = strchr(body, ':');
        haya_write_timestamp(out, strtoll(body, NULL, 10), (uint32_t)strtoul(colon + 1, NULL, 10));
        return 0;
    case 'o': write_name_only(out, body); return 0;
    case 'a':
        count = strtoull(body, NULL, 10);
        haya_write_array(out, count);
        return count;
    case 'm':
        count = strtoull(body, NULL, 10);
        haya_write_map(out, count);
        return 2 * count;
    default: need(false, "a token of no known kind"); return 0;
    }
}

/* Writes the message of the tokens; overwrites the text. */
static void write_value(char *text, struct haya_writer *out)
{
    static struct open_value open[TYPED_DEEPEST];
    unsigned depth = 0;

    begin(&open[0].bytes), open[0].pending = 1;
    for (char *token = strtok(text, " "); token != NULL; token = strtok(NULL, " ")) {
        struct open_value *top = &open[depth];
        need(top->pending > 0, "more tokens than values");
        if (token[0] == 'y') {
            size_t n = unhex(token + 1);
            need(++depth < TYPED_DEEPEST, "too many typed values inside of each other");
            begin(&open[depth].bytes), open[depth].pending = 1;
            haya_write_str(&open[depth].bytes, token + 1, n);
            continue;
        }
        top->pending += write_token(&top->bytes, token) - 1;
        while (depth > 0 && open[depth].pending == 0) {
            struct haya_writer *done = &open[depth--].bytes;
            need(haya_writer_error(done) == HAYA_OK, "a typed value was not written");
            haya_write_ext(&open[depth].bytes, HAYA_TYPED_TYPE, done->begin, haya_writer_size(done));
            free(done->begin);
            open[depth].pending--;
        }
    }
    need(depth == 0 && open[0].pending == 0, "fewer tokens than values");
    *out = open[0].bytes;
}

#ifdef HAYA_HAVE_LZ4
static void compress(struct haya_writer *message, enum haya_lz4_form form)
{
    struct haya_lz4_plan plan;
    struct haya_writer out;
    size_t n = haya_writer_size(message);
    void *state;

    if (!haya_lz4_wanted(message->begin, n))
        return;
    need(haya_lz4_plan(&plan, form, message->begin, n, 0) == HAYA_OK, "too long for LZ4");
    begin(&out);
    state = malloc(haya_lz4_state_size(0));
    need(state != NULL && grow(&out, plan.capacity), "no memory");
    out.pos = out.begin + haya_lz4_pack(&plan, out.begin, state);
    free(state), free(message->begin);
    *message = out;
}
#endif

/* ---- bytes -> tokens ------------------------------------------------------ */

static void add_hex(struct haya_writer *out, const uint8_t *data, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        char two[2] = {digits[data[i] >> 4], digits[data[i] & 15]};
        haya_write_raw(out, two, 2);
    }
}

static void add_token(struct haya_writer *out, const struct haya_token *token)
{
    char text[64];
    uint64_t wide;
    uint32_t narrow;

    text[0] = '\0';
    switch (token->kind) {
    case HAYA_KIND_NIL: text_add(out, "N"); break;
    case HAYA_KIND_BOOL: text_add(out, token->as.b ? "T" : "F"); break;
    case HAYA_KIND_INT: sprintf(text, "i%lld", (long long)token->as.i); break;
    case HAYA_KIND_UINT: sprintf(text, "i%llu", (unsigned long long)token->as.u); break;
    case HAYA_KIND_FLOAT:
        memcpy(&narrow, &token->as.f, sizeof narrow);
        sprintf(text, isnan(token->as.f) ? "fnan" : "f%08lx", (unsigned long)narrow);
        break;
    case HAYA_KIND_DOUBLE:
        memcpy(&wide, &token->as.d, sizeof wide);
        sprintf(text, isnan(token->as.d) ? "dnan" : "d%016llx", (unsigned long long)wide);
        break;
    case HAYA_KIND_STR: text_add(out, "s"), add_hex(out, token->data, token->count); break;
    case HAYA_KIND_BIN: text_add(out, "b"), add_hex(out, token->data, token->count); break;
    case HAYA_KIND_EXT:
        sprintf(text, "x%d:", token->ext_type);
        text_add(out, text), add_hex(out, token->data, token->count);
        text[0] = '\0';
        break;
    case HAYA_KIND_TIMESTAMP:
        sprintf(text, "t%lld:%lu", (long long)token->as.time.seconds, (unsigned long)token->as.time.nanoseconds);
        break;
    case HAYA_KIND_ARRAY: sprintf(text, "a%lu", (unsigned long)token->count); break;
    case HAYA_KIND_MAP: sprintf(text, "m%lu", (unsigned long)token->count); break;
    default: need(false, "a value of no known kind");
    }
    text_add(out, text);
}

/* The message that is being read, or the content of a typed value in it. */
struct open_message {
    struct haya_reader reader;
    struct haya_level levels[HAYA_DEPTH_DEFAULT];
    uint32_t open;
};

/* Writes the tokens of a message to `out`. types: ext 100 are typed values. */
static enum haya_error read_value(const uint8_t *msg, size_t len, bool types, struct haya_writer *out)
{
    static struct open_message open[TYPED_DEEPEST];
    unsigned depth = 0;

    haya_reader_begin(&open[0].reader, msg, len, NULL, open[0].levels, HAYA_DEPTH_DEFAULT);
    open[0].open = 0;
    for (;;) {
        struct open_message *top = &open[depth];
        struct haya_token token;
        if (haya_read_next(&top->reader, &token)) {
            struct haya_typed typed;
            if (haya_writer_size(out) > 0)
                text_add(out, " ");
            if (types && token.kind == HAYA_KIND_EXT && token.ext_type == HAYA_TYPED_TYPE) {
                enum haya_error error = haya_typed_read(token.data, token.count, NULL, &typed, NULL);
                if (error != HAYA_OK)
                    return error;
                text_add(out, typed.value_len > 0 ? "y" : "o");
                add_hex(out, (const uint8_t *)typed.name, typed.name_len);
                if (typed.value_len == 0)
                    continue;
                need(++depth < TYPED_DEEPEST, "too many typed values inside of each other");
                haya_reader_begin(&open[depth].reader, typed.value, typed.value_len, NULL, open[depth].levels,
                                  HAYA_DEPTH_DEFAULT);
                open[depth].open = 0;
                continue;
            }
            add_token(out, &token);
            if (token.kind == HAYA_KIND_ARRAY || token.kind == HAYA_KIND_MAP)
                haya_read_enter(&top->reader), top->open++;
        } else if (top->reader.error == HAYA_OK && top->open > 0) {
            haya_read_leave(&top->reader), top->open--;
        } else {
            enum haya_error error = haya_reader_end(&top->reader);
            if (error != HAYA_OK || depth == 0)
                return error;
            depth--;
        }
    }
}

static enum haya_error read_message(const uint8_t *msg, size_t len, const char *option, struct haya_writer *out)
{
    enum haya_error error;
#ifdef HAYA_HAVE_LZ4
    if (strcmp(option, "lz4") == 0) {
        struct haya_lz4 lz4;
        uint8_t *content;
        error = haya_lz4_open(&lz4, msg, len, HAYA_LZ4_SIZE_DEFAULT);
        if (error != HAYA_OK)
            return error;
        if (lz4.form != HAYA_LZ4_PLAIN) {
            if (lz4.end != len)
                return HAYA_ERR_EXTRA_DATA;
            content = malloc(lz4.size);
            need(content != NULL, "no memory");
            error = haya_lz4_unpack(&lz4, content);
            if (error == HAYA_OK)
                error = read_value(content, lz4.size, false, out);
            free(content);
            return error;
        }
    }
#endif
    error = read_value(msg, len, strcmp(option, "types") == 0, out);
    return error;
}

/* ---- commands ------------------------------------------------------------- */

static void answer(const char *how, const void *data, size_t n)
{
    printf("%s %zu\n", how, n);
    if (n > 0)
        fwrite(data, 1, n, stdout);
    fflush(stdout);
}

static void carry_out(const char *what, const char *option, char *payload, size_t n)
{
    struct haya_writer out;
    enum haya_error error = HAYA_OK;

#ifndef HAYA_HAVE_LZ4
    if (strcmp(option, "lz4") == 0 || strncmp(option, "block", 5) == 0) {
        static const char reason[] = "not available: compiled without liblz4";
        answer("no", reason, strlen(reason));
        return;
    }
#endif
    if (strcmp(what, "write") == 0) {
        write_value(payload, &out);
        error = haya_writer_error(&out);
#ifdef HAYA_HAVE_LZ4
        if (strncmp(option, "block", 5) == 0)
            compress(&out, strcmp(option, "block") == 0 ? HAYA_LZ4_BLOCK : HAYA_LZ4_BLOCK_ARRAY);
#endif
    } else {
        begin(&out);
        error = read_message((const uint8_t *)payload, n, option, &out);
    }
    if (error != HAYA_OK)
        answer("no", haya_error_name(error), strlen(haya_error_name(error)));
    else
        answer("ok", out.begin, haya_writer_size(&out));
    free(out.begin);
}

int main(void)
{
    char line[64], what[16], option[16];
    unsigned long n;

    printf("hayapack %s\n", haya_version());
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *payload;
        need(sscanf(line, "%15s %15s %lu", what, option, &n) == 3, "a command that is not understood");
        payload = malloc(n + 1);
        need(payload != NULL && fread(payload, 1, n, stdin) == n, "a payload that is not whole");
        payload[n] = '\0';
        carry_out(what, option, payload, n);
        free(payload);
    }
    return 0;
}
