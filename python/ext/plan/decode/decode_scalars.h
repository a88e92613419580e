/*
 * decode_scalars.h: integers, texts and keys of a message, inlined into the loop of decode_loop.c. As everywhere in
 * plan_decode(), NULL without an exception leaves the message to the pure back end.
 */
#ifndef HAYAPACK_PLAN_DECODE_SCALARS_H
#define HAYAPACK_PLAN_DECODE_SCALARS_H

#include "plan/decode/decode_state.h"

#if LAYOUT_KNOWN
/* The int at *p with a lead of uint8 to int64, of which 9 bytes can be read. */
HAYA_INLINE PyObject *plan_wide_integer(struct reader *r, const uint8_t **p)
{
    static const struct {
        uint64_t sign; /* the bit that is one */
        uint8_t shift, size;
    } forms[8] = {
        {0, 56, 2},
        {0, 48, 3},
        {0, 32, 5},
        {0, 0, 9},
        {(uint64_t)1 << 7, 56, 2},
        {(uint64_t)1 << 15, 48, 3},
        {(uint64_t)1 << 31, 32, 5},
        {READER_SIGN, 0, 9},
    };
    const uint8_t *s = *p;
    size_t form = (size_t)*s - HAYA_UINT8;
    uint64_t bits = haya_load64(s + 1) >> forms[form].shift, sign = forms[form].sign;
    *p = s + forms[form].size;
    if (UNLIKELY((form & 3) == 3)) { /* 64 bits */
        uint64_t negative = (bits & sign) >> 63;
        return unpack_run_int(&r->u, (bits ^ (0 - negative)) + negative, negative, true);
    }
    int64_t v = (int64_t)((bits ^ sign) - sign);
    if (v >= LAYOUT_SMALL_MIN && v <= LAYOUT_SMALL_MAX)
        return unpack_small(&r->u, (int)v, true);
    return layout_long_of(v);
}
#endif

HAYA_INLINE PyObject *plan_integer(struct reader *r, const uint8_t **p, const bool layout)
{
#if LAYOUT_KNOWN
    const uint8_t *s = *p;
    if (layout && LIKELY(r->end - s >= 9)) {
        if (*s < 0x80) {
            *p = s + 1;
            return unpack_small(&r->u, *s, true);
        }
        if (*s < 0xe0)
            return plan_wide_integer(r, p);
    }
#else
    (void)layout;
#endif
    const uint8_t *at = *p; /* its own variable, so that the caller's can be in a register */
    PyObject *o = plan_integer_slowly(r, &at);
    *p = at;
    return o;
}

/* The length of the str, bin or ext at *p, which becomes the payload (of an ext: its type byte). False: it is cut off.
 */
HAYA_INLINE bool plan_payload(const struct reader *r, const uint8_t **p, size_t *n)
{
    const uint8_t *s = *p;
    size_t left = (size_t)(r->end - s);
    if ((*s & 0xe0) == HAYA_FIXSTR) {
        *n = *s & 0x1f;
        *p = s + 1;
        return left > *n;
    }
    const struct haya_format format = haya_formats[*s];
    if (left < format.header)
        return false;
    *n = haya_format_count(format, s);
    *p = s + format.header - (format.kind == HAYA_KIND_EXT);
    return left - format.header >= *n;
}

HAYA_INLINE PyObject *plan_text(struct reader *r, const uint8_t **p, const bool layout)
{
    size_t n;
    if (UNLIKELY(!plan_payload(r, p, &n)) || n > r->opt->limits.str_len)
        return NULL;
    const uint8_t *s = *p;
    *p = s + n;
    return unpack_text(&r->u, s, n, r->readable, layout);
}

/* A key of a dict with str keys, through the cache. NULL without an exception: it is not valid. */
HAYA_INLINE PyObject *plan_dict_key(struct reader *r, const uint8_t **p, const bool layout)
{
    const uint8_t *s = *p + 1;
    if (*p >= r->end || haya_types[**p] != HAYA_TYPE_STR)
        return NULL;
    size_t n = **p & 0x1f;
    if (r->u.keys == NULL || (**p & 0xe0) != HAYA_FIXSTR || r->readable - s < UNPACK_SLACK ||
        (size_t)(r->end - s) < n || n > r->opt->limits.str_len)
        return plan_text(r, p, layout);
    *p = s + n;
    return keys_text(&r->u, s, n, r->readable, layout);
}

#endif
