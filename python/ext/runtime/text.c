/* text.c: UTF-8 <-> str. A str stores each character in 1, 2 or 4 bytes, depending on its largest one. */
#include "native.h"

/* ---- str -> UTF-8 ------------------------------------------------------- */

HAYA_INLINE uint8_t *text_put(uint8_t *p, uint32_t c)
{
    if (c < 0x80) {
        *p = (uint8_t)c;
        return p + 1;
    }
    if (c < 0x800) {
        p[0] = (uint8_t)(0xc0 | c >> 6);
        p[1] = (uint8_t)(0x80 | (c & 0x3f));
        return p + 2;
    }
    if (c < 0x10000) {
        p[0] = (uint8_t)(0xe0 | c >> 12);
        p[1] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
        p[2] = (uint8_t)(0x80 | (c & 0x3f));
        return p + 3;
    }
    p[0] = (uint8_t)(0xf0 | c >> 18);
    p[1] = (uint8_t)(0x80 | (c >> 12 & 0x3f));
    p[2] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
    p[3] = (uint8_t)(0x80 | (c & 0x3f));
    return p + 4;
}

static bool text_surrogate(uint32_t c)
{
    return (c & 0xfffff800u) == 0xd800;
}

/* width: bytes per character of the str. */
HAYA_INLINE uint8_t *text_write(const struct vector_ops *vector, const void *data, size_t n, uint8_t *p,
                                const int width)
{
    for (size_t i = 0; i < n;) {
        size_t three = 0;
        if (width == 2)
            three = vector->encode_three_2((const uint16_t *)data + i, n - i, p);
        else if (width == 4)
            three = vector->encode_three_4((const uint32_t *)data + i, n - i, p);
        i += three;
        p += 3 * three;
        /* a few characters one by one, then the vector code is tried again */
        for (size_t few = n - i < 4 || width == 1 ? n : i + 4; i < few; i++) {
            uint32_t c = width == 1   ? ((const uint8_t *)data)[i]
                         : width == 2 ? ((const uint16_t *)data)[i]
                                      : ((const uint32_t *)data)[i];
            if (width > 1 && text_surrogate(c))
                return NULL;
            p = text_put(p, c);
        }
    }
    return p;
}

uint8_t *text_utf8_write(const struct native_state *state, PyObject *text, uint8_t *p)
{
    size_t n = (size_t)PyUnicode_GET_LENGTH(text);
    const void *data = PyUnicode_DATA(text);
    if (state->vector->encode != NULL)
        return state->vector->encode(data, n, (int)PyUnicode_KIND(text), p);
    switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND: return text_write(state->vector, data, n, p, 1);
    case PyUnicode_2BYTE_KIND: return text_write(state->vector, data, n, p, 2);
    default: return text_write(state->vector, data, n, p, 4);
    }
}

/* ---- UTF-8 -> str ------------------------------------------------------- */

/* The code point of the two bytes at s, of which the first is less than 0xe0; 0: they are not well-formed. */
HAYA_INLINE uint32_t text_get_pair(const uint8_t *s)
{
    if (s[0] < 0xc2 || (s[1] & 0xc0) != 0x80)
        return 0;
    return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
}

/* The code point of two or more bytes at s, and its *size in bytes; 0: it is not well-formed. The ranges are
 * those of table 3-7 of the Unicode Standard. */
HAYA_INLINE uint32_t text_get(const uint8_t *s, size_t left, size_t *size)
{
    uint32_t a = s[0], c;
    if (a < 0xe0) {
        *size = 2;
        return left < 2 ? 0 : text_get_pair(s);
    }
    if (a < 0xf0) {
        *size = 3;
        if (left < 3 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80)
            return 0;
        c = (a & 0xf) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
        return c >= 0x800 && !text_surrogate(c) ? c : 0;
    }
    *size = 4;
    if (left < 4 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80 || (s[3] & 0xc0) != 0x80)
        return 0;
    c = (a & 0x7) << 18 | (s[1] & 0x3fu) << 12 | (s[2] & 0x3fu) << 6 | (s[3] & 0x3fu);
    return a < 0xf5 && c >= 0x10000 && c <= 0x10ffff ? c : 0;
}

/* The input: n bytes of UTF-8; `readable` >= n bytes may be read. */
struct text_source {
    const uint8_t *s;
    size_t n, readable;
};

#define TEXT_RUN 8 /* characters */

typedef uint8_t text_bytes __attribute__((vector_size(TEXT_RUN)));
typedef uint16_t text_units __attribute__((vector_size(2 * TEXT_RUN)));

/* How many of the TEXT_RUN bytes at s precede the first that is not ASCII; stores them all in 2 bytes each. */
HAYA_INLINE size_t text_widen(uint16_t *out, const uint8_t *s)
{
    uint64_t high = haya_load64(s) & HIGH_BITS;
    text_bytes bytes;
    memcpy(&bytes, s, sizeof bytes);
    text_units units = __builtin_convertvector(bytes, text_units);
    memcpy(out, &units, sizeof units);
    return high == 0 ? TEXT_RUN : (size_t)__builtin_clzll(high) / 8;
}

/* Decodes characters of 2 bytes at s, while they are well-formed, and returns how many; *any: or-ed with them. */
HAYA_INLINE size_t text_read_pairs(uint16_t *out, const uint8_t *s, size_t n, uint32_t *any)
{
    size_t count = 0;
    for (uint32_t c; n >= 2 && (s[0] & 0xe0) == 0xc0 && (c = text_get_pair(s)) != 0; s += 2, n -= 2) {
        out[count++] = (uint16_t)c;
        *any |= c;
    }
    return count;
}

/* Stores n characters below U+0100, given in 2 bytes each, in one byte each. */
HAYA_INLINE void text_narrow(uint8_t *out, const uint16_t *from, size_t n)
{
    size_t at = 0;
    for (text_units units; at + TEXT_RUN <= n; at += TEXT_RUN) {
        memcpy(&units, from + at, sizeof units);
        text_bytes bytes = __builtin_convertvector(units, text_bytes);
        memcpy(out + at, &bytes, sizeof bytes);
    }
    for (; at < n; at++)
        out[at] = (uint8_t)from[at];
}

/* The progress of one decoding. */
struct text_progress {
    size_t bytes, characters;
    uint32_t seen; /* bitwise or of all characters */
};

/*
 * Continues to decode into out, which has space for `capacity` characters of `width`
 * bytes, at least as many as the input has. False: the next character is not
 * valid UTF-8 or does not fit in `width` bytes.
 */
HAYA_INLINE bool text_read(const struct vector_ops *vector, const struct text_source *from, void *out, size_t capacity,
                           struct text_progress *progress, const int width)
{
    const uint8_t *s = from->s;
    size_t n = from->n, at = progress->characters, i = progress->bytes;
    uint32_t any = progress->seen;
    while (i < n) {
        if (width != 1 && (s[i] & 0xf0) == 0xe0) {
            size_t three =
                width == 2
                    ? vector->decode_three_2(s + i, n - i, from->readable - i, (uint16_t *)out + at, capacity - at)
                    : vector->decode_three_4(s + i, n - i, from->readable - i, (uint32_t *)out + at, capacity - at);
            i += 3 * three;
            at += three;
            if (three != 0) {
                any |= 0x800;
                continue;
            }
        }
        if (width == 2 && from->readable - i >= TEXT_RUN && capacity - at >= TEXT_RUN &&
            (haya_load32(s + i) & (uint32_t)HIGH_BITS) == 0) {
            size_t run = text_widen((uint16_t *)out + at, s + i);
            run = run < n - i ? run : n - i;
            i += run;
            at += run;
            continue;
        }
        if (width == 2 && (s[i] & 0xe0) == 0xc0) {
            size_t pairs = text_read_pairs((uint16_t *)out + at, s + i, n - i, &any);
            if (pairs == 0)
                break;
            i += 2 * pairs;
            at += pairs;
            continue;
        }
        uint32_t c = s[i];
        size_t size = 1;
        if (c >= 0x80)
            c = text_get(s + i, n - i, &size);
        if (UNLIKELY(size > 1 && c == 0) || (width == 2 && c > 0xffff))
            break;
        any |= c;
        i += size;
        if (width == 1)
            ((uint8_t *)out)[at++] = (uint8_t)c;
        else if (width == 2)
            ((uint16_t *)out)[at++] = (uint16_t)c;
        else
            ((uint32_t *)out)[at++] = c;
    }
    *progress = (struct text_progress){i, at, any};
    return i == n;
}

/* Bytes. Longer text is measured first and then decoded into a str of the right size. */
#define TEXT_SHORT 256

/* Text of up to TEXT_SHORT bytes: decoded to 2 bytes per character and, from the first character that needs
 * it, to 4. */
static PyObject *text_new_short(const struct native_state *state, const struct text_source *from)
{
    uint16_t two[TEXT_SHORT + 8];
    uint32_t four[TEXT_SHORT + 8];
    struct text_progress progress = {0, 0, 0};
    bool wide = !text_read(state->vector, from, two, TEXT_SHORT + 8, &progress, 2);
    if (wide) {
        for (size_t i = 0; i < progress.characters; i++)
            four[i] = two[i];
        if (!text_read(state->vector, from, four, TEXT_SHORT + 8, &progress, 4))
            return NULL;
    }
    size_t n = progress.characters;
    PyObject *text = PyUnicode_New((Py_ssize_t)n, wide ? 0x10ffff : progress.seen < 0x100 ? 0xff : 0xffff);
    if (text == NULL)
        return NULL;
    if (wide)
        memcpy(PyUnicode_DATA(text), four, n * 4);
    else if (progress.seen >= 0x100)
        memcpy(PyUnicode_DATA(text), two, n * 2);
    else
        text_narrow(PyUnicode_DATA(text), two, n);
    return text;
}

static bool text_read_all(const struct vector_ops *vector, const struct text_source *from, void *out, size_t points,
                          Py_UCS4 widest)
{
    struct text_progress progress = {0, 0, 0};
    int width = widest == 0xff ? 1 : widest == 0xffff ? 2 : 4;
    if (vector->decode != NULL)
        return vector->decode(from->s, from->n, out, points, width);
    return width == 1   ? text_read(vector, from, out, points, &progress, 1)
           : width == 2 ? text_read(vector, from, out, points, &progress, 2)
                        : text_read(vector, from, out, points, &progress, 4);
}

static PyObject *text_new_measured(const struct native_state *state, const struct text_source *from)
{
    const uint8_t *s = from->s;
    size_t points = 0, n = from->n;
    uint8_t largest = 0;
    for (size_t i = state->vector->measure(s, n, &points, &largest); i < n; i++) {
        points += (s[i] & 0xc0) != 0x80;
        largest = s[i] > largest ? s[i] : largest;
    }
    /* first bytes from c4 on begin U+0100 and above, from f0 on U+10000 and above */
    Py_UCS4 widest = largest < 0xc4 ? 0xff : largest < 0xf0 ? 0xffff : 0x10ffff;
    PyObject *text = PyUnicode_New((Py_ssize_t)points, widest);
    if (text == NULL)
        return NULL;
    if (!text_read_all(state->vector, from, PyUnicode_DATA(text), points, widest))
        Py_CLEAR(text);
    return text;
}

/* Copies n bytes. False: they are not all ASCII. */
static bool text_copy_ascii(const struct vector_ops *vector, uint8_t *to, const uint8_t *s, size_t n)
{
    size_t done = vector->copy_ascii(to, s, n);
    if (n - done >= 32)
        return false;
    if (n >= 32) { /* the last 32 bytes, which overlap those already copied */
        return vector->copy_ascii(to + n - 32, s + n - 32, 32) == 32;
    }
    uint8_t any = 0;
    for (; done < n; done++) {
        any |= s[done];
        to[done] = s[done];
    }
    return any < 0x80;
}

static PyObject *text_new_ascii(const struct native_state *state, size_t n)
{
#if LAYOUT_KNOWN
    if (state->layout.usable && n >= 2 && n <= 512)
        return layout_ascii_new(&state->layout, n, n);
#else
    (void)state;
#endif
    return PyUnicode_New((Py_ssize_t)n, 127);
}

PyObject *text_new(const struct native_state *state, const uint8_t *s, size_t n, size_t readable)
{
    if (n < 2 && (n == 0 || s[0] < 0x80))
        return Py_NewRef(n == 0 ? state->empty_text : state->letter[s[0]]);
    /* most text continues as it begins: the check of the first byte avoids a useless ASCII str */
    if (s[0] < 0x80) {
        PyObject *text = text_new_ascii(state, n);
        if (text == NULL)
            return NULL;
        if (text_copy_ascii(state->vector, (uint8_t *)((PyASCIIObject *)text + 1), s, n))
            return text;
        Py_DECREF(text);
    }
    return text_new_other(state, s, n, readable);
}

PyObject *text_new_other(const struct native_state *state, const uint8_t *s, size_t n, size_t readable)
{
    struct text_source from = {s, n, readable};
    return n <= TEXT_SHORT && state->vector->decode == NULL ? text_new_short(state, &from)
                                                            : text_new_measured(state, &from);
}
