/* text.c: UTF-8 <-> str. str stores 1, 2 or 4 bytes a character by its widest. */
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

static uint8_t *text_write_two(const struct vector_ops *vector, const uint16_t *s, size_t n, uint8_t *p)
{
    for (size_t i = 0; i < n;) {
        size_t wide = vector->encode_three(s + i, n - i, p);
        i += wide;
        p += 3 * wide;
        /* the vector code is tried again after a few units that did not suit it */
        size_t few = n - i < 8 ? n : i + 8;
        for (; i < few; i++) {
            if (text_surrogate(s[i]))
                return NULL;
            p = text_put(p, s[i]);
        }
    }
    return p;
}

uint8_t *text_utf8_write(const struct native_state *state, PyObject *text, uint8_t *p)
{
    size_t n = (size_t)PyUnicode_GET_LENGTH(text);
    const void *data = PyUnicode_DATA(text);
    if (PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND)
        return text_write_two(state->vector, data, n, p);
    if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) {
        const uint8_t *s = data;
        for (size_t i = 0; i < n; i++)
            p = text_put(p, s[i]);
        return p;
    }
    const Py_UCS4 *s = data;
    for (size_t i = 0; i < n; i++) {
        if (text_surrogate(s[i]))
            return NULL;
        p = text_put(p, s[i]);
    }
    return p;
}

/* ---- UTF-8 -> str ------------------------------------------------------- */

/* One code point of two bytes or more, at s; 0: none that is well-formed.
 * Ranges are those of table 3-7 of the Unicode standard. */
HAYA_INLINE uint32_t text_get(const uint8_t *s, size_t left, size_t *size)
{
    uint32_t a = s[0], c;
    if (a < 0xe0) {
        *size = 2;
        if (left < 2 || a < 0xc2 || (s[1] & 0xc0) != 0x80)
            return 0;
        return (a & 0x1f) << 6 | (s[1] & 0x3fu);
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

/* width: bytes a character of the str has. False: not UTF-8. */
HAYA_INLINE bool text_read(const struct vector_ops *vector, const uint8_t *s, size_t n, void *out,
                           const int width)
{
    size_t at = 0;
    for (size_t i = 0; i < n;) {
        if (width == 2 && s[i] >= 0xe0) {
            size_t wide = vector->decode_three(s + i, n - i, (uint16_t *)out + at);
            i += 3 * wide;
            at += wide;
            if (wide != 0)
                continue;
        }
        /* a few one by one, then the vector code is tried again */
        for (size_t few = n - i < 24 ? n : i + 24; i < few; at++) {
            uint32_t c = s[i];
            size_t size = 1;
            if (c >= 0x80 && (c = text_get(s + i, n - i, &size)) == 0)
                return false;
            i += size;
            if (width == 1)
                ((uint8_t *)out)[at] = (uint8_t)c;
            else if (width == 2)
                ((uint16_t *)out)[at] = (uint16_t)c;
            else
                ((uint32_t *)out)[at] = c;
        }
    }
    return true;
}

static PyObject *text_new_wide(const struct native_state *state, const uint8_t *s, size_t n)
{
    size_t points = 0;
    uint8_t largest = 0;
    for (size_t i = state->vector->measure(s, n, &points, &largest); i < n; i++) {
        points += (s[i] & 0xc0) != 0x80;
        largest = s[i] > largest ? s[i] : largest;
    }
    /* a lead byte of c4 or more begins U+0100 or above, of f0 or more U+10000 */
    Py_UCS4 widest = largest < 0xc4 ? 0xff : largest < 0xf0 ? 0xffff : 0x10ffff;
    PyObject *text = PyUnicode_New((Py_ssize_t)points, widest);
    if (text == NULL)
        return NULL;
    void *data = PyUnicode_DATA(text);
    bool valid = widest == 0xff     ? text_read(state->vector, s, n, data, 1)
                 : widest == 0xffff ? text_read(state->vector, s, n, data, 2)
                                    : text_read(state->vector, s, n, data, 4);
    if (!valid)
        Py_CLEAR(text);
    return text;
}

bool text_is_ascii(const uint8_t *s, size_t n)
{
    size_t i = 0;
    for (; n - i >= 32; i += 32) {
        uint64_t words[4];
        memcpy(words, s + i, 32);
        if (((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u) != 0)
            return false;
    }
    uint8_t any = 0;
    for (; i < n; i++)
        any |= s[i];
    return any < 0x80;
}

PyObject *text_new(const struct native_state *state, const uint8_t *s, size_t n)
{
    if (n < 2 && (n == 0 || s[0] < 0x80))
        return Py_NewRef(n == 0 ? state->empty_text : state->letter[s[0]]);
    if (!text_is_ascii(s, n))
        return text_new_wide(state, s, n);
    PyObject *text = PyUnicode_New((Py_ssize_t)n, 127);
    if (text != NULL)
        memcpy(PyUnicode_DATA(text), s, n);
    return text;
}
