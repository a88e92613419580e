/*
 * scalar_runs.h: sequences of scalars -> bytes, inlined into the loop of pack_loop.h. The invariant is that of
 * pack_scalars.h.
 */
#ifndef HAYAPACK_PACK_SCALAR_RUNS_H
#define HAYAPACK_PACK_SCALAR_RUNS_H

#include "pack_scalars.h"

/* ---- runs of one type: *item advances, space is reserved once per chunk --- */

#define PACK_CHUNK 256

HAYA_INLINE PyObject **pack_chunk(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop, size_t each)
{
    PyObject **chunk = stop - item > PACK_CHUNK ? item + PACK_CHUNK : stop;
    uint8_t *p = pack_reserve(w, *at, (size_t)(chunk - item) * each);
    if (UNLIKELY(p == NULL))
        return item;
    *at = p;
    return chunk;
}

HAYA_INLINE PyObject **pack_long_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                     const bool layout)
{
    while (item < stop && Py_TYPE(*item) == &PyLong_Type) {
        PyObject **chunk = pack_chunk(w, at, item, stop, HAYA_HEADER_MAX);
        uint8_t *p = *at;
        if (UNLIKELY(chunk == item))
            break;
        while (item < chunk && Py_TYPE(*item) == &PyLong_Type) {
            if (w->small_base != 0 && chunk - item >= 8) {
                size_t done = w->vector->pack_smalls(item, (size_t)(chunk - item), p, w->small_base);
                item += done;
                p += done;
            }
            /* up to 16 items one by one, before the vector code is tried again */
            PyObject **few = chunk - item > 16 ? item + 16 : chunk;
            for (; item < few && Py_TYPE(*item) == &PyLong_Type; item++) {
                uint8_t *end = pack_long(w->small_base, p, *item, layout);
                if (UNLIKELY(end == NULL)) {
                    *at = p;
                    return item;
                }
                p = end;
            }
        }
        *at = p;
    }
    return item;
}

HAYA_INLINE PyObject **pack_float_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop)
{
    while (item < stop && Py_TYPE(*item) == &PyFloat_Type) {
        PyObject **chunk = pack_chunk(w, at, item, stop, HAYA_HEADER_MAX);
        uint8_t *p = *at;
        if (UNLIKELY(chunk == item))
            break;
        while (item < chunk && Py_TYPE(*item) == &PyFloat_Type)
            p = haya_put_double(p, PyFloat_AS_DOUBLE(*item++));
        *at = p;
    }
    return item;
}

HAYA_INLINE PyObject **pack_bool_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop)
{
    while (item < stop && (*item == Py_True || *item == Py_False)) {
        PyObject **chunk = pack_chunk(w, at, item, stop, 1);
        uint8_t *p = *at;
        if (UNLIKELY(chunk == item))
            break;
        size_t done = w->vector->pack_bools(item, (size_t)(chunk - item), p, Py_True, Py_False);
        item += done;
        p += done;
        while (item < chunk && (*item == Py_True || *item == Py_False))
            p = haya_put_bool(p, *item++ == Py_True);
        *at = p;
    }
    return item;
}

/* text: strs, else bytes. */
HAYA_INLINE PyObject **pack_string_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                       const bool text, const bool layout)
{
    uint8_t *p = *at;
    for (; item < stop && Py_TYPE(*item) == (text ? &PyUnicode_Type : &PyBytes_Type); item++) {
        uint8_t *free = pack_reserve(w, p, 0);
        if (UNLIKELY(free == NULL))
            break;
        uint8_t *end = text ? pack_text(w, free, *item, layout) : pack_bytes(w, free, *item);
        p = LIKELY(end != NULL) ? end : w->start;
        if (UNLIKELY(end == NULL))
            break;
    }
    *at = p;
    return item;
}

/* Not inlined: without them, the loop has more registers for short lists. */

NOINLINE static PyObject **pack_text_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop, bool layout)
{
    return pack_string_run(w, at, item, stop, true, layout);
}

NOINLINE static PyObject **pack_bytes_run(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop)
{
    return pack_string_run(w, at, item, stop, false, true);
}

/* Sequences of at least this length are packed in runs of one type. */
#define PACK_LONG_SEQUENCE 8

/* Packs the leading numbers of a short sequence, for all of which space is ensured once. */
HAYA_INLINE PyObject **pack_numbers(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                    const bool layout)
{
    uint8_t *p = pack_reserve(w, *at, (size_t)(stop - item) * HAYA_HEADER_MAX);
    if (UNLIKELY(p == NULL))
        return item;
    for (; item < stop; item++) {
        PyTypeObject *type = Py_TYPE(*item);
        uint8_t *end = NULL;
        if (type == &PyFloat_Type && LIKELY(!w->single_float))
            end = haya_put_double(p, PyFloat_AS_DOUBLE(*item));
        else if (type == &PyLong_Type)
            end = pack_long(w->small_base, p, *item, layout);
        if (end == NULL)
            break;
        p = end;
    }
    *at = p;
    return item;
}

/* Packs the leading lists of item..stop that have few items, all of which are numbers: points, pairs. The loop packs
 * any other list. Returns their end and updates *at. */
HAYA_INLINE PyObject **pack_number_lists(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                         const bool layout)
{
    uint32_t countdown = w->countdown;
    if (UNLIKELY((Py_ssize_t)w->depth >= w->opt->max_depth))
        return item;
    for (; item < stop && Py_TYPE(*item) == &PyList_Type && countdown > 1; item++) {
        PyObject **number = ((PyListObject *)*item)->ob_item;
        size_t n = (size_t)PyList_GET_SIZE(*item);
        uint8_t *p = *at;
        if (n >= PACK_LONG_SEQUENCE || UNLIKELY((p = pack_reserve(w, p, (1 + n) * HAYA_HEADER_MAX)) == NULL))
            break;
        *at = p;
        *p++ = (uint8_t)(HAYA_FIXARRAY | n);
        if (pack_numbers(w, &p, number, number + n, layout) != number + n)
            break;
        *at = p;
        countdown--;
    }
    w->countdown = countdown;
    return item;
}

/* Packs the longest prefix of item..stop that consists of scalars. Returns its end and updates *at. */
HAYA_INLINE PyObject **pack_scalars(struct packing *w, uint8_t **at, PyObject **item, PyObject **stop,
                                    const bool layout)
{
    if (stop - item < PACK_LONG_SEQUENCE)
        item = pack_numbers(w, at, item, stop, layout);
    while (item < stop) {
        if (stop - item >= PACK_LONG_SEQUENCE) {
            PyTypeObject *type = Py_TYPE(*item);
            if (type == &PyLong_Type)
                item = pack_long_run(w, at, item, stop, layout);
            else if (type == &PyFloat_Type && LIKELY(!w->single_float))
                item = pack_float_run(w, at, item, stop);
            else if (type == &PyBool_Type)
                item = pack_bool_run(w, at, item, stop);
            else if (type == &PyUnicode_Type || type == &PyBytes_Type) {
                uint8_t *p = *at; /* the caller's pointer stays in a register */
                item = type == &PyUnicode_Type ? pack_text_run(w, &p, item, stop, layout)
                                               : pack_bytes_run(w, &p, item, stop);
                *at = p;
            }
            if (item == stop)
                break;
        }
        uint8_t *p = pack_reserve(w, *at, 0);
        if (UNLIKELY(p == NULL))
            break;
        uint8_t *end = pack_scalar(w, p, *item, layout);
        if (end == NULL) {
            *at = w->start;
            break;
        }
        *at = end;
        item++;
    }
    return item;
}

#endif
