/* pack_text.c: text that is not ASCII -> bytes. */
#include "scalars.h"

static size_t pack_text_head(size_t n, bool bin_type)
{
    return n < 32 ? 1 : n <= 0xff && bin_type ? 2 : n <= 0xffff ? 3 : 5;
}

/* Encodes straight into the output, so that no hidden UTF-8 copy is left
 * inside the str. */
bool pack_wide_text(struct packing *w, uint8_t **at, PyObject *o)
{
    bool bin_type = w->opt->bin_type;
    if (w->opt->unicode_errors != NULL)
        return false;
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return false;
#endif
    size_t most = (size_t)PyUnicode_GET_LENGTH(o);
    most *= PyUnicode_KIND(o) == PyUnicode_1BYTE_KIND ? 2 : PyUnicode_KIND(o) == PyUnicode_2BYTE_KIND ? 3 : 4;
    uint8_t *p = most <= UINT32_MAX ? pack_room(w->out, *at, most) : NULL;
    if (p == NULL)
        return false;
    *at = p;
    size_t guess = pack_text_head(most, bin_type);
    uint8_t *end = text_utf8_write(w->state, o, p + guess);
    if (UNLIKELY(end == NULL))
        return false;
    size_t n = (size_t)(end - p) - guess;
    size_t head = pack_text_head(n, bin_type);
    if (head != guess)
        memmove(p + head, p + guess, n);
    p = bin_type ? haya_put_str_head(p, (uint32_t)n) : haya_put_str_head_old(p, (uint32_t)n);
    *at = p + n;
    return true;
}
