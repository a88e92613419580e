/* text_utf8.h: str <-> UTF-8. */
#ifndef HAYAPACK_RUNTIME_TEXT_UTF8_H
#define HAYAPACK_RUNTIME_TEXT_UTF8_H

#include "common.h"

struct native_state;

/* Writes a str as UTF-8 at p and returns the end; NULL, without an exception: it contains a lone
 * surrogate. At p there must be space for the longest form of each character (2, 3 or 4 bytes, by the
 * str's kind) and 64 bytes more. */
uint8_t *text_utf8_write(const struct native_state *state, PyObject *text, uint8_t *p);
/* n bytes of UTF-8 -> a new str. NULL without an exception: they are not UTF-8. */
PyObject *text_new(const struct native_state *state, const uint8_t *s, size_t n);
/* The same for at least one byte, when the text is not ASCII or not likely to be. */
PyObject *text_new_other(const struct native_state *state, const uint8_t *s, size_t n);

#endif
