/* inspect_text.c: one line of `hayapack inspect`. The same text as line() in
 * hayapack/_fallback/survey/inspect_listing.py. */
#include "inspect_listing.h"

#include "hayapack_path.h"

#define TEXT_BYTES 8  /* bytes of a value that are shown */
#define TEXT_SHOWN 60 /* characters of a str that are shown */
#define TEXT_ELLIPSIS "\xe2\x80\xa6"
#define TEXT_LINE 512 /* more than the parts of a line other than its path and the text of an ext */

int text_grow(struct text *text, size_t more)
{
    if (more > PY_SSIZE_T_MAX / 4 - text->size)
        return errors_no_memory();
    size_t capacity = (text->size + more) * 2;
    char *begin = PyMem_Realloc(text->begin, capacity);
    if (begin == NULL)
        return errors_no_memory();
    text->begin = begin;
    text->capacity = capacity;
    return 0;
}

/* The functions below write to reserved space: TEXT_LINE. */

static void text_put(struct text *text, const char *s, size_t n)
{
    memcpy(text->begin + text->size, s, n);
    text->size += n;
}

#define TEXT_PUT(text, literal) text_put(text, literal, sizeof(literal) - 1)

static void text_spaces(struct text *text, size_t n)
{
    memset(text->begin + text->size, ' ', n);
    text->size += n;
}

/* A text of at most `width` bytes, filled up with spaces. */
static void text_padded(struct text *text, const char *s, size_t width)
{
    size_t size = strlen(s);
    text_put(text, s, size);
    text_spaces(text, width - size);
}

void text_decimal(struct text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    text_put(text, digits + at, sizeof digits - at);
}

/* "1 byte", "2 bytes" */
static void text_counted(struct text *text, uint64_t n, const char *one, const char *more)
{
    text_decimal(text, n);
    text->begin[text->size++] = ' ';
    text_put(text, n == 1 ? one : more, strlen(n == 1 ? one : more));
}

static void text_paint(struct text *text, bool colours, const char *style)
{
    if (colours) {
        TEXT_PUT(text, "\x1b[");
        text_put(text, style, strlen(style));
        text->begin[text->size++] = 'm';
    }
}

static void text_paint_end(struct text *text, bool colours)
{
    if (colours)
        TEXT_PUT(text, "\x1b[0m");
}

static void text_hex(struct text *text, const uint8_t *p, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    char *to = text->begin + text->size;
    size_t shown = n < TEXT_BYTES ? n : TEXT_BYTES, width = 3 * TEXT_BYTES + 1;
    memset(to, ' ', width);
    for (size_t i = 0; i < shown; i++) {
        to[3 * i] = digits[p[i] >> 4];
        to[3 * i + 1] = digits[p[i] & 15];
    }
    if (n > TEXT_BYTES) { /* the last column is an ellipsis and one space, in place of two spaces */
        text->size += 3 * TEXT_BYTES - 1;
        TEXT_PUT(text, TEXT_ELLIPSIS " ");
    } else {
        text->size += width;
    }
}

/* Writes a character as JSON does, and those that terminals interpret or that are not UTF-8 as escapes. Returns
 * the bytes written, at most 6; *size: the bytes read. */
static size_t text_character(char *to, const uint8_t *s, size_t n, size_t *size)
{
    static const char names[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
    const char *name = *s != 0 && *s < 0x80 ? strchr(names, *s) : NULL;
    *size = component_character(s, n);
    if (*size == 0) {
        *size = 1;
        return (size_t)snprintf(to, 5, "\\x%02x", *s);
    }
    if (name != NULL) {
        to[0] = '\\';
        to[1] = letters[name - names];
        return 2;
    }
    if (*s < 0x20)
        return (size_t)snprintf(to, 7, "\\u%04x", *s);
    if (*s == 0x7f)
        return (size_t)snprintf(to, 5, "\\x7f");
    if (component_is_obeyed(s, *size)) {
        unsigned code = *size == 2 ? (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu)
                                   : (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
        return (size_t)snprintf(to, 7, "\\u%04x", code);
    }
    memcpy(to, s, *size);
    return *size;
}

/* A str in quotes, shortened to TEXT_SHOWN characters. */
static void text_quoted(struct text *text, const uint8_t *s, size_t n)
{
    char piece[8];
    size_t shown = 1, cut = 0, at = 0; /* characters written; the size of the text to which it would be shortened */

    text->begin[text->size++] = '"';
    for (;;) {
        size_t used = 1, taken = 0;
        bool printable = at < n && s[at] >= 0x20 && s[at] < 0x7f && s[at] != '"' && s[at] != '\\';
        if (printable) {
            piece[0] = (char)s[at++];
        } else if (at < n) {
            used = text_character(piece, s + at, n - at, &taken);
            at += taken;
        } else {
            piece[0] = '"';
        }
        bool whole = (uint8_t)piece[0] >= 0x80; /* one character of several bytes; escapes are ASCII */
        for (size_t i = 0; i < used; i += whole ? used : 1) {
            if (shown == TEXT_SHOWN - 1)
                cut = text->size;
            if (shown == TEXT_SHOWN) {
                text->size = cut;
                TEXT_PUT(text, TEXT_ELLIPSIS);
                return;
            }
            text_put(text, piece + i, whole ? used : 1);
            shown++;
        }
        if (!printable && taken == 0)
            return;
    }
}

static int text_float(struct text *text, double value)
{
    char *digits = PyOS_double_to_string(value, 'r', 0, Py_DTSF_ADD_DOT_0, NULL);
    if (digits == NULL)
        return -1;
    text_put(text, digits, strlen(digits));
    PyMem_Free(digits);
    return 0;
}

/* Ends with -1 if an exception is set. */
static int text_value(struct text *text, const uint8_t *data, size_t at, const struct token *token, const char *shown,
                      size_t shown_size)
{
    const uint8_t *p = data + token->body;
    switch (token->kind) {
    case HAYA_KIND_NIL: TEXT_PUT(text, "null"); return 0;
    case HAYA_KIND_BOOL: text_put(text, token->number != 0 ? "true" : "false", token->number != 0 ? 4 : 5); return 0;
    case HAYA_KIND_INT:
        if (token->negative)
            text->begin[text->size++] = '-';
        text_decimal(text, token->negative ? 0 - token->number : token->number);
        return 0;
    case HAYA_KIND_FLOAT: return text_float(text, haya_load_float(data + at + 1));
    case HAYA_KIND_DOUBLE: return text_float(text, haya_load_double(data + at + 1));
    case HAYA_KIND_STR: text_quoted(text, p, (size_t)token->number); return 0;
    case HAYA_KIND_BIN:
        text_counted(text, token->number, "byte", "bytes");
        if (token->number != 0 && token_is_text(p, (size_t)token->number)) {
            TEXT_PUT(text, ": ");
            text_quoted(text, p, (size_t)token->number);
        }
        return 0;
    case HAYA_KIND_ARRAY: text_counted(text, token->number, "element", "elements"); return 0;
    case HAYA_KIND_MAP: text_counted(text, token->number, "entry", "entries"); return 0;
    default: text_put(text, shown, shown_size); return 0;
    }
}

static const char *text_style(uint8_t kind)
{
    switch (kind) {
    case HAYA_KIND_STR: return "32";
    case HAYA_KIND_INT:
    case HAYA_KIND_FLOAT:
    case HAYA_KIND_DOUBLE: return "36";
    case HAYA_KIND_BIN:
    case HAYA_KIND_EXT: return "33";
    default: return NULL;
    }
}

static void text_notes(struct text *text, const struct listing_notes *notes, bool colours)
{
    const char *between = "";
    TEXT_PUT(text, "  ");
    text_paint(text, colours, "31");
    TEXT_PUT(text, "! ");
    if (notes->spare != 0) {
        text_counted(text, notes->spare, "byte", "bytes");
        TEXT_PUT(text, " more than needed");
        between = ", ";
    }
    if (notes->not_utf8) {
        text_put(text, between, strlen(between));
        TEXT_PUT(text, "not UTF-8");
        between = ", ";
    }
    if (notes->repeats) {
        text_put(text, between, strlen(between));
        TEXT_PUT(text, "repeats key #");
        text_decimal(text, notes->first);
    }
    text_paint_end(text, colours);
}

/* As join_texts() in hayapack/_errors/make_errors.py. Takes no more time for a long path. */
size_t listing_path_shown(const struct listing_path *path, char out[HAYA_PATH_MAX])
{
    const char *begin = path->text.begin;
    size_t size = path->text.size, header = 0, tail = path->count, used;

    if (size <= PATH_WHOLE_MAX) {
        memcpy(out, begin, size);
        return size;
    }
    while (header + 1 < path->count && path->starts[header + 1] <= PATH_PART_MAX)
        header++;
    while (path->count <= PATH_LEVELS + 1 && size - path->starts[tail - 1] <= PATH_PART_MAX)
        tail--;
    used = path->starts[header];
    memcpy(out, begin, used);
    memcpy(out + used, COMPONENT_CUT, 3);
    used += 3;
    if (tail < path->count) {
        memcpy(out + used, begin + path->starts[tail], size - path->starts[tail]);
        used += size - path->starts[tail];
    }
    return used;
}

int listing_message(struct text *out, const struct listing_look *look, uint64_t number)
{
    if (text_reserve(out, TEXT_LINE) < 0)
        return -1;
    text_paint(out, look->colours, "1");
    TEXT_PUT(out, "message ");
    text_decimal(out, number);
    TEXT_PUT(out, ":");
    text_paint_end(out, look->colours);
    TEXT_PUT(out, "\n");
    return 0;
}

int listing_line(struct text *out, const struct listing_look *look, const uint8_t *data, size_t at,
                 const struct token *token, uint64_t offset, const struct listing_path *path, const char *shown,
                 size_t shown_size, const struct listing_notes *notes)
{
    const bool colours = look->colours;
    const char *style = text_style(token->kind);
    char number[24];
    struct text digits = {number, 0, sizeof number};
    size_t width;

    if (text_reserve(out, TEXT_LINE + HAYA_PATH_MAX + look->mark_size + shown_size) < 0)
        return -1;
    text_decimal(&digits, offset);
    width = look->mark_size + digits.size;
    text_paint(out, colours, "2");
    if (width < 8)
        text_spaces(out, 8 - width);
    text_put(out, look->mark, look->mark_size);
    text_put(out, number, digits.size);
    text_paint_end(out, colours);
    TEXT_PUT(out, "  ");
    text_hex(out, data + at, token->end - at);
    TEXT_PUT(out, "  ");
    text_paint(out, colours, "1");
    text_padded(out, haya_format_names[data[at]], sizeof haya_format_names[0] - 1);
    text_paint_end(out, colours);
    TEXT_PUT(out, "  ");
    text_paint(out, colours, "34");
    out->size += listing_path_shown(path, out->begin + out->size);
    text_paint_end(out, colours);
    TEXT_PUT(out, "  ");
    text_paint(out, colours && style != NULL, style);
    if (text_value(out, data, at, token, shown, shown_size) < 0)
        return -1;
    text_paint_end(out, colours && style != NULL);
    if (notes->spare != 0 || notes->not_utf8 || notes->repeats)
        text_notes(out, notes, colours);
    TEXT_PUT(out, "\n");
    return 0;
}
