/* pack_text.c: text that is not ASCII -> bytes. */
#include "scalars.h"

static size_t pack_text_head(size_t n, bool bin_type)
{
    return n < 32 ? 1 : n <= 0xff && bin_type ? 2 : n <= 0xffff ? 3 : 5;
}

/* Encodes straight into the output, so that no hidden UTF-8 copy is left
 * inside the str. */
uint8_t *pack_wide_text(struct packing *w, uint8_t *p, PyObject *o)
{
    bool bin_type = w->bin_type;
    if (w->opt->unicode_errors != NULL)
        return pack_not(w, p);
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return pack_not(w, p);
#endif
    size_t most = (size_t)PyUnicode_GET_LENGTH(o);
    most *= PyUnicode_KIND(o) == PyUnicode_1BYTE_KIND ? 2 : PyUnicode_KIND(o) == PyUnicode_2BYTE_KIND ? 3 : 4;
    uint8_t *room = most <= UINT32_MAX ? pack_room(w, p, most) : NULL;
    if (room == NULL)
        return pack_not(w, p);
    size_t guess = pack_text_head(most, bin_type);
    uint8_t *end = text_utf8_write(w->state, o, room + guess);
    if (UNLIKELY(end == NULL))
        return pack_not(w, room);
    size_t n = (size_t)(end - room) - guess;
    size_t head = pack_text_head(n, bin_type);
    if (head != guess)
        memmove(room + head, room + guess, n);
    p = bin_type ? haya_put_str_head(room, (uint32_t)n) : haya_put_str_head_old(room, (uint32_t)n);
    return p + n;
}
