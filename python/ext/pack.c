/*
 * pack.c: values -> bytes. One machine with an explicit stack, so that depth
 * does not depend on the thread's stack; pack_machine() is compiled twice,
 * with and without CPython's private layout.
 */
#include "native.h"

/* ---- scalars: each writes at p, with OUTPUT_ROOM bytes free, and returns the end */

HAYA_INLINE uint8_t *pack_magnitude(uint8_t *p, uint64_t magnitude, uint64_t negative)
{
    if (magnitude >> 32 != 0) {
        p[0] = (uint8_t)(HAYA_UINT64 + (negative << 2)); /* int64 is four on */
        haya_store64(p + 1, (magnitude ^ (0 - negative)) + negative);
        return p + 9;
    }
    return negative ? haya_put_int(p, -(int64_t)magnitude) : haya_put_uint(p, magnitude);
}

/* NULL, nothing written and no exception set: it needs more than 64 bits. */
HAYA_INLINE uint8_t *pack_long(const struct native_state *state, uint8_t *p, PyObject *o,
                               const bool layout)
{
#if LAYOUT_KNOWN
    if (layout) {
        uintptr_t distance = (uintptr_t)o - state->layout.small_base;
        if (distance < LAYOUT_SMALL_COUNT * 32) {
            int small = (int)(distance / 32) + LAYOUT_SMALL_MIN;
            if (small < 0x80) {
                *p = (uint8_t)small;
                return p + 1;
            }
            return haya_put_uint(p, (uint64_t)small);
        }
        uint64_t magnitude, negative;
        if (!layout_long_read(o, &magnitude, &negative)
            || UNLIKELY(negative && magnitude > (uint64_t)1 << 63))
            return NULL;
        return pack_magnitude(p, magnitude, negative);
    }
#else
    (void)layout, (void)state;
#endif
    int overflow;
    long long v = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (LIKELY(overflow == 0))
        return haya_put_int(p, v);
    if (overflow < 0)
        return NULL;
    unsigned long long u = PyLong_AsUnsignedLongLong(o);
    if (u == (unsigned long long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        return NULL;
    }
    return haya_put_uint(p, u);
}

/* Copies n < 32 bytes that follow an object's head of at least 16 bytes. */
HAYA_INLINE void pack_short_copy(uint8_t *p, const uint8_t *s, size_t n, const bool layout)
{
    if (!layout) {
        memcpy(p, s, n);
    }
    else if (n <= 8) {
        /* the load ends where the text ends; what precedes it is shifted out */
        uint64_t word;
        memcpy(&word, s + n - 8, 8);
        word >>= (64 - 8 * n) & 63; /* n = 0: what is written does not count */
        memcpy(p, &word, 8);
    }
    else if (n <= 16) {
        uint64_t first, last;
        memcpy(&first, s, 8);
        memcpy(&last, s + n - 8, 8);
        memcpy(p, &first, 8);
        memcpy(p + n - 8, &last, 8);
    }
    else {
        uint64_t words[4];
        memcpy(words, s, 16);
        memcpy(words + 2, s + n - 16, 16);
        memcpy(p, words, 16);
        memcpy(p + n - 16, words + 2, 16);
    }
}

/* p, with room for need more bytes and OUTPUT_ROOM; NULL: MemoryError. */
HAYA_INLINE uint8_t *pack_room(struct output *out, uint8_t *p, size_t need)
{
    if (UNLIKELY((size_t)(out->end - p) < need + OUTPUT_ROOM)) {
        out->p = p;
        if (output_grow(out, need + OUTPUT_ROOM) < 0)
            return NULL;
        return out->p;
    }
    return p;
}

static uint8_t *pack_long_text(struct output *out, uint8_t *p, const uint8_t *s, size_t n,
                               bool bin_type)
{
    if ((p = pack_room(out, p, n)) == NULL)
        return NULL;
    p = bin_type ? haya_put_str_head(p, (uint32_t)n) : haya_put_str_head_old(p, (uint32_t)n);
    memcpy(p, s, n);
    return p + n;
}

static size_t pack_text_head(size_t n, bool bin_type)
{
    return n < 32 ? 1 : n <= 0xff && bin_type ? 2 : n <= 0xffff ? 3 : 5;
}

/* Text that is not ASCII, encoded straight into the output; no UTF-8 copy is
 * left inside the str. NULL without an exception: pack_rare() takes it. */
static uint8_t *pack_wide_text(const struct native_state *state, struct output *out, uint8_t *p,
                               PyObject *o, bool bin_type, const bool layout)
{
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return NULL;
#endif
    if (layout) {
        const PyCompactUnicodeObject *text = (const PyCompactUnicodeObject *)o;
        if (PyUnicode_IS_COMPACT(o) && text->utf8 != NULL && text->utf8_length <= UINT32_MAX)
            return pack_long_text(out, p, (const uint8_t *)text->utf8, (size_t)text->utf8_length,
                                  bin_type);
    }
    size_t most = (size_t)PyUnicode_GET_LENGTH(o);
    most *= PyUnicode_KIND(o) == PyUnicode_1BYTE_KIND ? 2 : PyUnicode_KIND(o) == PyUnicode_2BYTE_KIND ? 3 : 4;
    if (most > UINT32_MAX || (p = pack_room(out, p, most)) == NULL)
        return NULL;
    size_t guess = pack_text_head(most, bin_type);
    uint8_t *end = text_utf8_write(state, o, p + guess);
    if (UNLIKELY(end == NULL))
        return NULL;
    size_t n = (size_t)(end - p) - guess;
    size_t head = pack_text_head(n, bin_type);
    if (head != guess)
        memmove(p + head, p + guess, n);
    p = bin_type ? haya_put_str_head(p, (uint32_t)n) : haya_put_str_head_old(p, (uint32_t)n);
    return p + n;
}

/* As pack_wide_text(), for any exact str. out->p is where the value begins
 * when it returns NULL. */
HAYA_INLINE uint8_t *pack_text(struct packing *w, uint8_t *p, PyObject *o, const bool layout)
{
    if (LIKELY(PyUnicode_IS_COMPACT_ASCII(o))) {
        size_t n = (size_t)PyUnicode_GET_LENGTH(o);
        const uint8_t *s = (const uint8_t *)((PyASCIIObject *)o + 1);
        if (LIKELY(n < 32)) {
            *p = (uint8_t)(HAYA_FIXSTR | n);
            pack_short_copy(p + 1, s, n, layout);
            return p + 1 + n;
        }
        w->out->p = p;
        if (UNLIKELY(n > UINT32_MAX))
            return NULL;
        return pack_long_text(w->out, p, s, n, w->opt->bin_type);
    }
    w->out->p = p;
    if (w->opt->unicode_errors != NULL)
        return NULL;
    return pack_wide_text(w->state, w->out, p, o, w->opt->bin_type, layout);
}

static uint8_t *pack_bytes(struct packing *w, uint8_t *p, PyObject *o)
{
    size_t n = (size_t)PyBytes_GET_SIZE(o);
    w->out->p = p;
    if (n > UINT32_MAX || (p = pack_room(w->out, p, n)) == NULL)
        return NULL;
    p = w->opt->bin_type ? haya_put_bin_head(p, (uint32_t)n) : haya_put_str_head_old(p, (uint32_t)n);
    memcpy(p, PyBytes_AS_STRING(o), n);
    return p + n;
}

/* ---- runs of one type in a sequence: *at moves on, room is made once a chunk */

#define PACK_CHUNK 256

HAYA_INLINE uint8_t *pack_long_run(struct packing *w, uint8_t *p, PyObject ***at, PyObject **stop,
                                   const bool layout)
{
    PyObject **item = *at;
    while (item < stop && Py_TYPE(*item) == &PyLong_Type) {
        PyObject **chunk = stop - item > PACK_CHUNK ? item + PACK_CHUNK : stop;
        if ((p = pack_room(w->out, p, PACK_CHUNK * 9 + 32)) == NULL)
            return NULL;
        while (item < chunk && Py_TYPE(*item) == &PyLong_Type) {
            if (layout && chunk - item >= 8) {
                size_t done = w->state->vector->pack_smalls(item, (size_t)(chunk - item), p,
                                                            w->state->layout.small_base);
                item += done;
                p += done;
            }
            /* a few one by one before the vector code is tried again */
            PyObject **few = chunk - item > 16 ? item + 16 : chunk;
            while (item < few && Py_TYPE(*item) == &PyLong_Type) {
                uint8_t *end = pack_long(w->state, p, *item, layout);
                if (UNLIKELY(end == NULL))
                    goto out;
                p = end;
                item++;
            }
        }
    }
out:
    *at = item;
    return p;
}

static uint8_t *pack_float_run(struct packing *w, uint8_t *p, PyObject ***at, PyObject **stop)
{
    PyObject **item = *at;
    while (item < stop && Py_TYPE(*item) == &PyFloat_Type) {
        PyObject **chunk = stop - item > PACK_CHUNK ? item + PACK_CHUNK : stop;
        if ((p = pack_room(w->out, p, PACK_CHUNK * 9)) == NULL)
            return NULL;
        while (item < chunk && Py_TYPE(*item) == &PyFloat_Type)
            p = haya_put_double(p, PyFloat_AS_DOUBLE(*item++));
    }
    *at = item;
    return p;
}

/* ---- frames ------------------------------------------------------------- */

static COLD int pack_more_frames(struct packing *w)
{
    size_t room = w->room * 2;
    struct pack_frame *frames = PyMem_Malloc(room * sizeof *frames);
    if (frames == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(frames, w->frames, w->depth * sizeof *frames);
    if (w->frames != w->first)
        PyMem_Free(w->frames);
    w->frames = frames;
    w->room = room;
    return 0;
}

void pack_pin(struct packing *w)
{
    for (; w->pinned < w->depth; w->pinned++)
        if (!w->frames[w->pinned].held)
            Py_INCREF(w->frames[w->pinned].obj);
}

static void pack_unpin(struct packing *w)
{
    while (w->depth > 0) {
        struct pack_frame *f = &w->frames[--w->depth];
        if (f->held || w->depth < w->pinned)
            Py_DECREF(f->obj);
        Py_CLEAR(f->pending);
    }
    if (w->frames != w->first)
        PyMem_Free(w->frames);
}

/* Finds the innermost frame's place again after Python code has run. False:
 * the container was changed. */
static bool pack_refind(struct pack_frame *f)
{
    PyObject **first;
    size_t stride;
    switch (f->kind) {
    case FRAME_SEQUENCE:
        if (!PyList_Check(f->obj))
            return true;
        if (PyList_GET_SIZE(f->obj) != f->size)
            return false;
        f->stop = ((PyListObject *)f->obj)->ob_item + f->size;
        f->at = f->stop - f->left;
        return true;
    case FRAME_TABLE: {
#if LAYOUT_KNOWN
        PyObject **last;
        return layout_dict_slots(f->obj, &first, &last, &stride) && last == f->stop
               && stride == f->stride && first <= f->at && PyDict_GET_SIZE(f->obj) == f->size;
#endif
    }
    /* fall through */
    case FRAME_DICT:
        return PyDict_GET_SIZE(f->obj) == f->size;
    default:
        (void)first, (void)stride;
        return true;
    }
}

/* ---- the machine -------------------------------------------------------- */

HAYA_INLINE bool pack_open(struct packing *w, PyObject *o, Py_ssize_t n, enum frame_kind kind,
                           bool held, const bool layout)
{
    if (UNLIKELY((Py_ssize_t)w->depth >= w->opt->max_depth || (size_t)n > UINT32_MAX)) {
        pack_fail(w, (size_t)n > UINT32_MAX ? "too_long" : "too_deep", o);
        return false;
    }
    if (UNLIKELY(w->depth == w->room) && pack_more_frames(w) < 0)
        return false;
    struct pack_frame *f = &w->frames[w->depth++];
    f->obj = o;
    f->pending = NULL;
    f->in_key = false;
    f->size = f->left = n;
    f->held = held;
    f->kind = (uint8_t)kind;
    f->position = 0;
    if (kind == FRAME_SEQUENCE || kind == FRAME_PAIRS) {
        f->at = PyTuple_Check(o) ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
        f->stop = f->at + n;
    }
#if LAYOUT_KNOWN
    else if (layout) {
        size_t stride;
        if (layout_dict_slots(o, &f->at, &f->stop, &stride))
            f->stride = (uint8_t)stride, f->kind = FRAME_TABLE;
    }
#else
    (void)layout;
#endif
    return true;
}

/* Notes in the innermost frame, if that is a sequence, how far it is. */
HAYA_INLINE void pack_park(struct packing *w, PyObject **at, PyObject **stop)
{
    if (w->depth > 0 && at != NULL) {
        struct pack_frame *f = &w->frames[w->depth - 1];
        f->at = at;
        f->left = stop - at;
    }
}

/* Next entry of a map frame: 1, 0 at its end, -1 when the map was changed. */
HAYA_INLINE int pack_next_entry(struct pack_frame *f, PyObject **key, PyObject **value)
{
    if (f->left == 0)
        return 0;
    if (f->kind == FRAME_TABLE) {
        PyObject **at = f->at;
        while (at < f->stop && UNLIKELY(at[1] == NULL))
            at += f->stride;
        if (UNLIKELY(at >= f->stop))
            return -1;
        *key = at[0];
        *value = at[1];
        f->at = at + f->stride;
    }
    else if (f->kind == FRAME_DICT) {
        if (PyDict_GET_SIZE(f->obj) != f->size || !PyDict_Next(f->obj, &f->position, key, value))
            return -1;
    }
    else {
        PyObject *pair = *f->at++;
        *key = PyTuple_GET_ITEM(pair, 0);
        *value = PyTuple_GET_ITEM(pair, 1);
    }
    f->left--;
    return 1;
}

HAYA_INLINE int pack_machine(struct packing *w, PyObject *o, bool as_map, const bool layout)
{
    struct output *out = w->out;
    const struct native_state *state = w->state;
    uint8_t *p = out->p, *end;
    PyObject **at = NULL, **stop = NULL; /* of the innermost frame if it is a sequence, else equal */
    PyTypeObject *type;
    enum frame_kind kind;
    Py_ssize_t n;
    bool held;

    if (UNLIKELY(as_map)) {
        kind = FRAME_PAIRS;
        goto open_plain;
    }

value:
    if ((p = pack_room(out, p, 0)) == NULL)
        return -1;
value_with_room:
    type = Py_TYPE(o);
    if (type == &PyUnicode_Type) {
        if (UNLIKELY((end = pack_text(w, p, o, layout)) == NULL))
            goto rare_at_output;
        p = end;
        goto next;
    }
    if (type == &PyLong_Type) {
        if (UNLIKELY((end = pack_long(state, p, o, layout)) == NULL))
            goto rare;
        p = end;
        if (at != stop && Py_TYPE(*at) == &PyLong_Type
            && (p = pack_long_run(w, p, &at, stop, layout)) == NULL)
            return -1;
        goto next;
    }
    if (type == &PyBool_Type) {
        p = haya_put_bool(p, o == Py_True);
        goto next;
    }
    if (o == Py_None) {
        p = haya_put_nil(p);
        goto next;
    }
    if (type == &PyFloat_Type) {
        if (UNLIKELY(w->opt->single_float))
            goto rare;
        p = haya_put_double(p, PyFloat_AS_DOUBLE(o));
        if (at != stop && Py_TYPE(*at) == &PyFloat_Type
            && (p = pack_float_run(w, p, &at, stop)) == NULL)
            return -1;
        goto next;
    }
#ifndef Py_GIL_DISABLED /* there other threads may change them: pack_rare() takes copies */
    if (type == &PyDict_Type) {
        if (UNLIKELY(w->opt->sort_keys))
            goto rare;
        goto open_map;
    }
    if (type == &PyList_Type)
        goto open_sequence;
#endif
    if (type == &PyTuple_Type && !w->opt->strict_types)
        goto open_sequence;
    if (type == &PyBytes_Type) {
        if ((end = pack_bytes(w, p, o)) == NULL)
            goto rare_at_output;
        p = end;
        goto next;
    }

rare:
    out->p = p;
rare_at_output:
    if (PyErr_Occurred())
        return -1;
    pack_park(w, at, stop);
    switch (pack_rare(w, o)) {
    default: /* RARE_ERROR */
        return -1;
    case RARE_DONE:
        p = out->p;
        goto refind;
    case RARE_SEQUENCE:
        kind = FRAME_SEQUENCE;
        break;
    case RARE_MAP:
        kind = FRAME_DICT;
        break;
    case RARE_PAIRS:
        kind = FRAME_PAIRS;
        break;
    }
    p = out->p;
    o = w->next;
    held = true;
    goto open;

open_sequence:
    kind = FRAME_SEQUENCE;
    goto open_plain;
open_map:
    kind = FRAME_DICT;
open_plain:
    held = false;
    out->p = p;
    pack_park(w, at, stop);
open:
    n = kind == FRAME_DICT ? PyDict_GET_SIZE(o) : Py_SIZE(o);
    if (UNLIKELY(!pack_open(w, o, n, kind, held, layout))) {
        if (held)
            Py_DECREF(o);
        return -1;
    }
    at = stop = NULL;
    if (kind == FRAME_SEQUENCE) {
        p = haya_put_array_head(p, (uint32_t)n);
        at = w->frames[w->depth - 1].at;
        stop = at + n;
    }
    else {
        p = haya_put_map_head(p, (uint32_t)n);
    }

next:
    if (at != stop) {
        o = *at++;
        goto value;
    }
    if (UNLIKELY(w->depth == 0)) {
        out->p = p;
        return 0;
    }
    {
        struct pack_frame *f = &w->frames[w->depth - 1];
        PyObject *key;
        if (f->kind == FRAME_SEQUENCE)
            goto close;
        if (f->in_key) {
            f->in_key = false;
            o = f->pending;
            goto value;
        }
        Py_CLEAR(f->pending);
        switch (pack_next_entry(f, &key, &o)) {
        case 0:
            goto close;
        case 1:
            break;
        default:
            out->p = p;
            pack_fail(w, "mutated", f->obj);
            return -1;
        }
        if ((p = pack_room(out, p, 0)) == NULL)
            return -1;
        if (LIKELY(Py_TYPE(key) == &PyUnicode_Type) && LIKELY(PyUnicode_IS_COMPACT_ASCII(key))
            && LIKELY(PyUnicode_GET_LENGTH(key) < 32)) {
            p = pack_text(w, p, key, layout);
            if (LIKELY(out->end - p >= OUTPUT_ROOM))
                goto value_with_room;
            goto value;
        }
        f->pending = Py_NewRef(o); /* Python code may run for the key, and drop the value */
        f->in_key = true;
        o = key;
        goto value;
    }

close:
    w->depth--;
    {
        struct pack_frame *f = &w->frames[w->depth];
        bool disturbed = w->depth < w->pinned;
        if (disturbed)
            w->pinned = w->depth;
        if (disturbed || f->held) {
            PyObject *obj = f->obj;
            Py_DECREF(obj);
            goto refind;
        }
        if (w->depth > 0 && f[-1].kind == FRAME_SEQUENCE) {
            at = f[-1].at;
            stop = f[-1].stop;
        }
        else {
            at = stop = NULL;
        }
        goto next;
    }

refind:
    at = stop = NULL;
    if (w->depth > 0) {
        struct pack_frame *f = &w->frames[w->depth - 1];
        out->p = p;
        if (w->depth <= w->pinned && !pack_refind(f)) {
            pack_fail(w, "mutated", f->obj);
            return -1;
        }
        if (f->kind == FRAME_SEQUENCE) {
            at = f->at;
            stop = f->stop;
        }
    }
    goto next;
}

/* as_map: o is a tuple of pairs. */
static int pack_with_layout(struct packing *w, PyObject *o, bool as_map)
{
    return pack_machine(w, o, as_map, LAYOUT_KNOWN);
}

static int pack_with_public_api(struct packing *w, PyObject *o, bool as_map)
{
    return pack_machine(w, o, as_map, false);
}

static int pack_with(struct native_state *state, const struct pack_options *opt, struct output *out,
                     PyObject *o, bool as_map)
{
    struct packing w;
    w.state = state;
    w.opt = opt;
    w.out = out;
    w.frames = w.first;
    w.depth = w.pinned = 0;
    w.room = PACK_FRAMES;
    int status = state->layout.usable ? pack_with_layout(&w, o, as_map)
                                      : pack_with_public_api(&w, o, as_map);
    if (UNLIKELY(status < 0 || w.frames != w.first))
        pack_unpin(&w);
    return status;
}

int pack_value(struct native_state *state, const struct pack_options *opt, struct output *out,
               PyObject *o)
{
    return pack_with(state, opt, out, o, false);
}

int pack_pairs(struct native_state *state, const struct pack_options *opt, struct output *out,
               PyObject *pairs)
{
    return pack_with(state, opt, out, pairs, true);
}
