#include "notation.h"

static bool notation_grow(struct haya_writer *writer, size_t more)
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

void notation_writer(struct haya_writer *writer)
{
    haya_writer_begin(writer, NULL, 0, notation_grow, NULL);
}

static void notation_need(bool ok, const char *text)
{
    if (!ok) {
        fprintf(stderr, "vectors: cannot read: %.60s\n", text);
        abort();
    }
}

/* Whether *text begins with `word`; if so, moves past it. */
static bool notation_take(const char **text, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*text, word, n) != 0)
        return false;
    *text += n;
    return true;
}

static uint64_t notation_number(const char **text)
{
    char *end;
    uint64_t value = strtoull(*text, &end, 10);
    notation_need(end != *text, *text);
    *text = end;
    return value;
}

/* ---- bytes ---------------------------------------------------------------- */

/* One term, 93c0 or #2+256, with or without *N. */
static const char *notation_term(const char *text, struct haya_writer *out, uint64_t repetition)
{
    uint8_t bytes[2048], number[8];
    size_t n = 0;
    unsigned byte;
    uint64_t times = 1;

    if (notation_take(&text, "#")) {
        n = (size_t)notation_number(&text);
        if (notation_take(&text, "+"))
            repetition += notation_number(&text);
        haya_store64(number, repetition);
        memcpy(bytes, number + 8 - n, n);
    } else {
        while (sscanf(text, "%2x", &byte) == 1 && text[0] != ' ') {
            notation_need(n < sizeof bytes, text);
            bytes[n++] = (uint8_t)byte;
            text += 2;
        }
    }
    notation_need(n > 0, text);
    if (notation_take(&text, "*"))
        times = notation_number(&text);
    while (times-- > 0)
        haya_write_raw(out, bytes, n);
    return text;
}

/* (a b c)*N; text is after the parenthesis. */
static const char *notation_group(const char *text, struct haya_writer *out)
{
    const char *start = text, *end = strchr(text, ')'), *after;
    uint64_t times;

    notation_need(end != NULL && end[1] == '*', text);
    after = end + 2;
    times = notation_number(&after);
    for (uint64_t i = 0; i < times; i++) {
        for (text = start; text < end;) {
            text = notation_term(text, out, i);
            notation_take(&text, " ");
        }
    }
    return after;
}

const char *notation_bytes(const char *text, struct haya_writer *out)
{
    if (strcmp(text, "-") == 0)
        return text + 1;
    while (*text != '\0' && *text != '>') {
        if (notation_take(&text, "("))
            text = notation_group(text, out);
        else
            text = notation_term(text, out, 0);
        notation_take(&text, " ");
    }
    return text;
}

/* ---- values --------------------------------------------------------------- */

static const char *notation_one(const char *text, struct haya_writer *out, uint64_t repetition);

static void notation_code_point(struct haya_writer *out, uint32_t c)
{
    uint8_t s[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n - 1; i > 0; i--) {
        s[i] = (uint8_t)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    s[0] = (uint8_t)(leads[n] | c);
    haya_write_raw(out, s, n);
}

/* "text"*N; text is after the quote. */
static const char *notation_text(const char *text, struct haya_writer *out)
{
    struct haya_writer once, all;
    uint64_t times = 1;

    notation_writer(&once);
    notation_writer(&all);
    while (!notation_take(&text, "\"")) {
        notation_need(*text != '\0', text);
        if (notation_take(&text, "\\u{")) {
            char *end;
            notation_code_point(&once, (uint32_t)strtoul(text, &end, 16));
            notation_need(*end == '}', text);
            text = end + 1;
        } else {
            notation_take(&text, "\\");
            haya_write_raw(&once, text++, 1);
        }
    }
    if (notation_take(&text, "*"))
        times = notation_number(&text);
    while (times-- > 0)
        haya_write_raw(&all, once.begin, haya_writer_size(&once));
    haya_write_str(out, (const char *)all.begin, haya_writer_size(&all));
    free(once.begin);
    free(all.begin);
    return text;
}

/* <bytes> of a bin or an ext; text is after the angle bracket. */
static const char *notation_payload(const char *text, struct haya_writer *out, bool ext, int type)
{
    struct haya_writer payload;
    notation_writer(&payload);
    text = notation_bytes(text, &payload);
    if (ext)
        haya_write_ext(out, (int8_t)type, payload.begin, haya_writer_size(&payload));
    else
        haya_write_bin(out, payload.begin, haya_writer_size(&payload));
    free(payload.begin);
    notation_need(*text == '>', text);
    return text + 1;
}

/* Elements or entries up to the closing bracket; *n: their number. */
static const char *notation_items(const char *text, struct haya_writer *out, char close, size_t *n)
{
    *n = 0;
    while (*text != close) {
        const char *start = text;
        uint64_t times = 1;
        for (uint64_t i = 0; i < times; i++) {
            text = notation_one(start, out, i);
            if (close == '}') {
                notation_need(notation_take(&text, ": "), text);
                text = notation_one(text, out, i);
            }
            if (notation_take(&text, " *"))
                times = notation_number(&text);
            ++*n;
        }
        notation_need(notation_take(&text, ", ") || *text == close, text);
    }
    return text + 1;
}

static const char *notation_container(const char *text, struct haya_writer *out, char close)
{
    struct haya_writer items;
    size_t n;
    notation_writer(&items);
    text = notation_items(text, &items, close, &n);
    if (close == '}')
        haya_write_map(out, n);
    else
        haya_write_array(out, n);
    haya_write_raw(out, items.begin, haya_writer_size(&items));
    free(items.begin);
    return text;
}

static const char *notation_int(const char *text, struct haya_writer *out, uint64_t repetition)
{
    if (notation_take(&text, "#")) {
        if (notation_take(&text, "+"))
            repetition += notation_number(&text);
        haya_write_uint(out, repetition);
    } else if (*text == '-') {
        char *end;
        haya_write_int(out, strtoll(text, &end, 10));
        text = end;
    } else {
        haya_write_uint(out, notation_number(&text));
    }
    return text;
}

static const char *notation_float(const char *text, struct haya_writer *out, bool single)
{
    char *end;
    double value = strtod(text, &end); /* accepts nan, inf and -inf too */
    if (single)
        haya_write_float(out, value);
    else
        haya_write_double(out, value);
    return end;
}

/* "name" value, or "name" none: the payload of an ext 100; text is after the quote. */
static const char *notation_typed(const char *text, struct haya_writer *out, uint64_t repetition)
{
    struct haya_writer payload;
    notation_writer(&payload);
    text = notation_text(text, &payload);
    notation_need(notation_take(&text, " "), text);
    if (!notation_take(&text, "none"))
        text = notation_one(text, &payload, repetition);
    haya_write_ext(out, HAYA_TYPED_TYPE, payload.begin, haya_writer_size(&payload));
    free(payload.begin);
    return text;
}

static const char *notation_one(const char *text, struct haya_writer *out, uint64_t repetition)
{
    char *end;
    long long number;

    if (notation_take(&text, "nil"))
        haya_write_nil(out);
    else if (notation_take(&text, "true"))
        haya_write_bool(out, true);
    else if (notation_take(&text, "false"))
        haya_write_bool(out, false);
    else if (notation_take(&text, "int "))
        return notation_int(text, out, repetition);
    else if (notation_take(&text, "f64 "))
        return notation_float(text, out, false);
    else if (notation_take(&text, "f32 "))
        return notation_float(text, out, true);
    else if (notation_take(&text, "str \""))
        return notation_text(text, out);
    else if (notation_take(&text, "bin <"))
        return notation_payload(text, out, false, 0);
    else if (notation_take(&text, "ext ")) {
        number = strtoll(text, &end, 10);
        notation_need(strncmp(end, " <", 2) == 0, text);
        return notation_payload(end + 2, out, true, (int)number);
    } else if (notation_take(&text, "time ")) {
        number = strtoll(text, &end, 10);
        text = end + 1;
        haya_write_timestamp(out, number, (uint32_t)notation_number(&text));
    } else if (notation_take(&text, "typed \""))
        return notation_typed(text, out, repetition);
    else if (notation_take(&text, "["))
        return notation_container(text, out, ']');
    else if (notation_take(&text, "{"))
        return notation_container(text, out, '}');
    else
        notation_need(false, text);
    return text;
}

void notation_value(const char *text, struct haya_writer *out)
{
    text = notation_one(text, out, 0);
    notation_need(*text == '\0', text);
}

/* ---- options -------------------------------------------------------------- */

struct haya_limits notation_options(const char *text)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;

    if (strcmp(text, "-") == 0)
        return limits;
    while (*text != '\0') {
        if (notation_take(&text, "strict-keys"))
            limits.flags |= HAYA_STRICT_KEYS;
        else if (notation_take(&text, "depth="))
            limits.depth = (uint32_t)notation_number(&text);
        else if (notation_take(&text, "bytes="))
            limits.bytes = (size_t)notation_number(&text);
        else if (notation_take(&text, "str="))
            limits.str_len = (size_t)notation_number(&text);
        else if (notation_take(&text, "bin="))
            limits.bin_len = (size_t)notation_number(&text);
        else if (notation_take(&text, "ext="))
            limits.ext_len = (size_t)notation_number(&text);
        else if (notation_take(&text, "array="))
            limits.array_len = (uint32_t)notation_number(&text);
        else if (notation_take(&text, "map="))
            limits.map_len = (uint32_t)notation_number(&text);
        else
            notation_need(false, text);
        notation_need(notation_take(&text, " ") || *text == '\0', text);
    }
    return limits;
}
