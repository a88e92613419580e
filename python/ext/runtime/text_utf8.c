/* text_utf8.c: UTF-8 <-> str. A str stores each character in 1, 2 or 4 bytes, depending on its largest one. */
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

/* width: bytes per character of the str. */
HAYA_INLINE uint8_t *text_write(const void *data, size_t n, uint8_t *p, const int width)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t c = width == 1   ? ((const uint8_t *)data)[i]
                     : width == 2 ? ((const uint16_t *)data)[i]
                                  : ((const uint32_t *)data)[i];
        if (width > 1 && (c & 0xfffff800u) == 0xd800) /* a surrogate */
            return NULL;
        p = text_put(p, c);
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
    case PyUnicode_1BYTE_KIND: return text_write(data, n, p, 1);
    case PyUnicode_2BYTE_KIND: return text_write(data, n, p, 2);
    default: return text_write(data, n, p, 4);
    }
}

/* ---- UTF-8 -> str ------------------------------------------------------- */

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

PyObject *text_new(const struct native_state *state, const uint8_t *s, size_t n)
{
    if (n < 2 && (n == 0 || s[0] < 0x80))
        return Py_NewRef(n == 0 ? state->shared.empty_text : state->shared.letter[s[0]]);
    /* most text continues as it begins: the check of the first byte avoids a useless ASCII str */
    if (s[0] < 0x80) {
        PyObject *text = text_new_ascii(state, n);
        if (text == NULL)
            return NULL;
        if (text_copy_ascii(state->vector, (uint8_t *)((PyASCIIObject *)text + 1), s, n))
            return text;
        Py_DECREF(text);
    }
    return text_new_other(state, s, n);
}

/* Measured first, and then decoded into a str of the right size. */
static PyObject *text_new_measured(const struct vector_ops *vector, const uint8_t *s, size_t n)
{
    size_t points = 0;
    uint8_t largest = 0;
    vector->measure(s, n, &points, &largest);
    /* first bytes from c4 on begin U+0100 and above, from f0 on U+10000 and above */
    int width = largest < 0xc4 ? 1 : largest < 0xf0 ? 2 : 4;
    PyObject *text = PyUnicode_New((Py_ssize_t)points, width == 1 ? 0xff : width == 2 ? 0xffff : 0x10ffff);
    if (text != NULL && !vector->decode(s, n, PyUnicode_DATA(text), points, width))
        Py_CLEAR(text);
    return text;
}

PyObject *text_new_other(const struct native_state *state, const uint8_t *s, size_t n)
{
    if (LIKELY(state->vector->decode != NULL))
        return text_new_measured(state->vector, s, n);
    /* CPython's own loop is as fast as one without vectors; the exception that it would make could run other code */
    if (!haya_utf8_valid(s, n))
        return NULL;
    return PyUnicode_DecodeUTF8((const char *)s, (Py_ssize_t)n, NULL);
}
