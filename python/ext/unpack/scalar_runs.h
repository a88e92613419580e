/* scalar_runs.h: runs of one type in a list, and short lists of scalars, inlined into the loop of unpack_loop.c. */
#ifndef HAYAPACK_UNPACK_SCALAR_RUNS_H
#define HAYAPACK_UNPACK_SCALAR_RUNS_H

#include "unpack_scalars.h"

/* ---- runs of one type in a list: each returns the position after the run */

HAYA_INLINE const uint8_t *unpack_small_run(struct unpacking *u, const uint8_t *p, const uint8_t *end, PyObject ***slot,
                                            size_t *left, const bool layout)
{
    PyObject **at = *slot, **stop = at + *left;
    while (stop - at >= 8 && end - p >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        if ((word & HIGH_BITS) != 0)
            break;
        if (word == (word << 8 | *p)) { /* eight equal bytes: one refcount update instead of eight */
            PyObject *o = unpack_small(u, *p, layout);
            for (int i = 1; i < 8; i++)
                at[i] = layout ? common_shared(o) : Py_NewRef(o);
            at[0] = o;
        } else {
            for (int i = 0; i < 8; i++)
                at[i] = unpack_small(u, p[i], layout);
        }
        at += 8;
        p += 8;
    }
    while (at < stop && p < end && *p < 0x80)
        *at++ = unpack_small(u, *p++, layout);
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}

/* own: unpack_makes_numbers(). */
HAYA_INLINE const uint8_t *unpack_double_run_of(const uint8_t *p, const uint8_t *end, PyObject ***slot, size_t *left,
                                                const bool own)
{
    PyObject **at = *slot, **stop = at + *left;
    while (at < stop && end - p >= 9 && *p == HAYA_FLOAT64) {
        PyObject *o = unpack_new_float(haya_load_double(p + 1), own);
        if (UNLIKELY(o == NULL)) {
            PyErr_Clear(); /* the loop tries this value again and reports the failure */
            break;
        }
        *at++ = o;
        p += 9;
    }
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}

HAYA_INLINE const uint8_t *unpack_double_run(const struct unpacking *u, const uint8_t *p, const uint8_t *end,
                                             PyObject ***slot, size_t *left, const bool layout)
{
    if (unpack_makes_numbers(u, layout))
        return unpack_double_run_of(p, end, slot, left, true);
    PyObject **at = *slot; /* copies, so that the loop can keep its own in registers */
    size_t n = *left;
    p = unpack_few_doubles(p, end, &at, &n);
    *slot = at;
    *left = n;
    return p;
}

/* ---- short lists of scalars ------------------------------------------------ */

#if LAYOUT_KNOWN
#define UNPACK_LEAF_MAX 15 /* values of a list that is first taken for one of scalars */

/* Decodes up to n values of a list, at *at, into items. Stops at the first value that is not a small integer, float64,
 * nil, bool or short ASCII str, at the end of the input, and at a failure, which the loop meets again. Returns the
 * number of values. */
HAYA_INLINE size_t unpack_leaf(struct unpacking *u, const uint8_t **at, const uint8_t *end, const uint8_t *readable,
                               PyObject **items, size_t n)
{
    PyObject *o;
    const uint8_t *p = *at;
    size_t done = 0;
    for (; done < n && p < end; items[done++] = o, *at = p) {
        uint8_t lead = *p;
        if (lead < 0x80) {
            o = unpack_small(u, lead, true);
            p++;
        } else if (lead == HAYA_FLOAT64 && end - p >= 9) {
            o = unpack_float(u, haya_load_double(p + 1), true);
            p += 9;
        } else if ((lead & 0xe0) == HAYA_FIXSTR && lead >= HAYA_FIXSTR + 2 && readable - p > 32) {
            size_t size = lead & 0x1f;
            if ((ptrdiff_t)size >= end - p || size > u->opt->limits.str_len || u->opt->raw)
                break;
            o = unpack_short_text(u, p + 1, size);
            p += 1 + size;
        } else if (lead == HAYA_NIL || lead == HAYA_FALSE || lead == HAYA_TRUE) {
            o = unpack_nil_or_bool(lead);
            p++;
        } else {
            break;
        }
        if (UNLIKELY(o == NULL)) {
            PyErr_Clear();
            break;
        }
    }
    return done;
}
#endif

/* Integers of all forms. Forms and signs in a list can't be predicted in general, so a value is computed without a
 * branch. After UNPACK_STEADY values of one size, the next is taken to have it too: then its place does not depend on
 * the load of its form. */
#define UNPACK_STEADY 4
#if LAYOUT_KNOWN
HAYA_INLINE const uint8_t *unpack_int_run_of(struct unpacking *u, const uint8_t *p, const uint8_t *end,
                                             PyObject ***slot, size_t *left, const bool own)
{
    PyObject **at = *slot, **stop = at + *left, *o;
    unsigned last = 0, steady = 0;
    while (at < stop && end - p >= 9) {
        uint8_t lead = *p;
        if (lead < 0x80) {
            *at++ = unpack_small(u, lead, true);
            p++;
            continue;
        }
        if (lead >= 0xe0) {
            o = unpack_run_int(u, 256u - lead, 1, own);
            if (UNLIKELY(o == NULL))
                goto failed;
            *at++ = o;
            p++;
            continue;
        }
        if ((uint8_t)(lead - HAYA_UINT8) > HAYA_INT64 - HAYA_UINT8)
            break;
        unsigned width = lead & 3, size = 1u << width;
        steady = width == last ? steady + 1 : 0;
        last = width;
        do {
            o = unpack_sized_int(u, p, lead, size, own);
            if (UNLIKELY(o == NULL))
                goto failed;
            *at++ = o;
            p += 1 + size;
        } while (steady >= UNPACK_STEADY && at < stop && end - p >= 9 &&
                 (((lead = *p) - HAYA_UINT8) & ~4u) == width); /* an int8 is 4 more than a uint8 */
    }
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
failed: /* the loop tries this value again and reports the failure */
    PyErr_Clear();
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}

HAYA_INLINE const uint8_t *unpack_int_run(struct unpacking *u, const uint8_t *p, const uint8_t *end, PyObject ***slot,
                                          size_t *left)
{
    if (unpack_makes_numbers(u, true))
        return unpack_int_run_of(u, p, end, slot, left, true);
    PyObject **at = *slot;
    size_t n = *left;
    p = unpack_few_ints(u, p, end, &at, &n);
    *slot = at;
    *left = n;
    return p;
}
#endif

#endif
