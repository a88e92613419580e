/*
 * unpack.c: bytes -> values. One machine with an explicit stack, compiled
 * twice, with and without CPython's private layout.
 *
 * Lists and tuples are made at their full size and filled: a count is never
 * larger than the bytes that are left. The pairs of a map wait on a stack
 * until it is whole, so that its dict can be copied from a map of the same
 * shape; large maps go into their dict pair by pair.
 */
#include "keys.h"

enum unpack_kind { OPEN_ROOT, OPEN_LIST, OPEN_TUPLE, OPEN_MAP, OPEN_LARGE_MAP, OPEN_PAIRS };

struct unpack_frame {
    PyObject *obj;    /* the list, tuple or large map's dict */
    PyObject **slot;  /* of a list or tuple: where its next value goes */
    size_t top;       /* of the others: the same as an index on the stack */
    size_t base;      /* where this frame's part of the stack begins */
    size_t left;      /* values to come; keys count */
    size_t items;     /* OPEN_LIST: its length once it is full */
    uint64_t owed;    /* values that the frames around this one wait for */
    uint64_t print;   /* of the keys so far; OPEN_MAP */
    const uint8_t *key; /* lead byte of a key that did not come from the cache */
    uint8_t kind;
    bool track;       /* a value may be seen by the collector */
    bool cached;      /* keys go through the cache */
    bool foreign;     /* a key did not come from the cache */
};

#define UNPACK_FRAMES 16
#define UNPACK_STACK 128

struct unpacking {
    struct native_state *state;
    const struct unpack_options *opt;
    const struct source *source;
    struct unpack_frame *frames;
    size_t depth, room;       /* frames[depth] is the innermost, frames[0] the root */
    PyObject **stack;
    size_t stack_room;
    const uint8_t *p;         /* where the machine stopped */
    bool collecting;          /* the collector was on and is paused */
    PyObject *root;
    struct unpack_frame first_frames[UNPACK_FRAMES];
    PyObject *first_stack[UNPACK_STACK];
};

/* ---- the collector ------------------------------------------------------
 * A large decode makes nothing but live objects, and CPython before 3.12
 * would look through them again and again. Public since 3.10. Python code
 * always runs with the collector as the program set it.
 */
#define UNPACK_PAUSE_FROM 2048 /* bytes */

#if PY_VERSION_HEX >= 0x030A0000 && PY_VERSION_HEX < 0x030C0000
static void unpack_pause(struct unpacking *u)
{
    u->collecting = u->source->end - u->source->begin >= UNPACK_PAUSE_FROM && PyGC_Disable();
}

static void unpack_resume(struct unpacking *u)
{
    if (u->collecting)
        PyGC_Enable();
}
#else
static void unpack_pause(struct unpacking *u)
{
    u->collecting = false;
}

static void unpack_resume(struct unpacking *u)
{
    (void)u;
}
#endif

/* ---- room --------------------------------------------------------------- */

static COLD int unpack_more_frames(struct unpacking *u)
{
    struct unpack_frame *frames = PyMem_Malloc(2 * u->room * sizeof *frames);
    if (frames == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(frames, u->frames, u->room * sizeof *frames);
    if (u->frames != u->first_frames)
        PyMem_Free(u->frames);
    u->frames = frames;
    u->room *= 2;
    return 0;
}

static COLD int unpack_more_stack(struct unpacking *u, size_t used, size_t need)
{
    size_t room = 2 * u->stack_room > used + need ? 2 * u->stack_room : used + need;
    PyObject **stack = PyMem_Malloc(room * sizeof *stack);
    if (stack == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(stack, u->stack, used * sizeof *stack);
    if (u->stack != u->first_stack)
        PyMem_Free(u->stack);
    u->stack = stack;
    u->stack_room = room;
    return 0;
}

/* Lets go of everything that is not finished. top: of the innermost frame. */
static COLD void unpack_drop(struct unpacking *u, size_t top)
{
    for (size_t i = 0; i < top; i++)
        Py_DECREF(u->stack[i]);
    for (size_t i = 0; i <= u->depth; i++) {
        struct unpack_frame *f = &u->frames[i];
        if (f->obj != NULL && f->kind == OPEN_LIST && Py_SIZE(f->obj) == 0)
            for (PyObject **item = ((PyListObject *)f->obj)->ob_item; item != f->slot; item++)
                Py_DECREF(*item);
        Py_XDECREF(f->obj);
    }
}

/* ---- values ------------------------------------------------------------- */

HAYA_INLINE PyObject *unpack_small(const struct unpacking *u, int v, const bool layout)
{
#if LAYOUT_KNOWN
    if (layout)
        return Py_NewRef((PyObject *)(u->state->layout.small_base
                                      + 32 * (uintptr_t)(v - LAYOUT_SMALL_MIN)));
#else
    (void)layout;
#endif
    return Py_NewRef(u->state->small[v - LAYOUT_SMALL_MIN]);
}

HAYA_INLINE PyObject *unpack_uint(const struct unpacking *u, uint64_t v, const bool layout)
{
    if (v <= LAYOUT_SMALL_MAX)
        return unpack_small(u, (int)v, layout);
#if LAYOUT_KNOWN
    if (layout)
        return layout_long_new(v, 0);
#endif
    return PyLong_FromUnsignedLongLong(v);
}

HAYA_INLINE PyObject *unpack_int(const struct unpacking *u, int64_t v, const bool layout)
{
    if (v >= LAYOUT_SMALL_MIN && v <= LAYOUT_SMALL_MAX)
        return unpack_small(u, (int)v, layout);
#if LAYOUT_KNOWN
    if (layout) {
        uint64_t negative = (uint64_t)v >> 63;
        return layout_long_new(((uint64_t)v ^ (0 - negative)) + negative, negative);
    }
#endif
    return PyLong_FromLongLong(v);
}

HAYA_INLINE PyObject *unpack_float(double v, const bool layout)
{
#if LAYOUT_KNOWN
    if (layout)
        return layout_float_new(v);
#else
    (void)layout;
#endif
    return PyFloat_FromDouble(v);
}

#define UNPACK_HIGH_BITS 0x8080808080808080u

/* A str of 2..32 bytes, 32 of which may be read; NULL without an exception:
 * it is not ASCII. Stores whole words: the object has room for them. */
#if LAYOUT_KNOWN
HAYA_INLINE PyObject *unpack_short_text(const struct unpacking *u, const uint8_t *s, size_t n)
{
    uint64_t a, b, c = 0, d = 0;
    memcpy(&a, s, 8);
    if (n <= 8) {
        if ((a << (64 - 8 * n) & UNPACK_HIGH_BITS) != 0)
            return NULL;
        PyObject *o = layout_ascii_new(&u->state->layout, n, n | 7);
        if (LIKELY(o != NULL)) {
            uint8_t *data = (uint8_t *)((PyASCIIObject *)o + 1);
            memcpy(data, &a, 8);
            data[n] = 0;
        }
        return o;
    }
    memcpy(&b, s + n - 8, 8);
    if (n > 16) {
        memcpy(&c, s + 8, 8);
        memcpy(&d, s + n - 16, 8);
    }
    if (((a | b | c | d) & UNPACK_HIGH_BITS) != 0)
        return NULL;
    PyObject *o = layout_ascii_new(&u->state->layout, n, n);
    if (LIKELY(o != NULL)) {
        uint8_t *data = (uint8_t *)((PyASCIIObject *)o + 1);
        if (n > 16) {
            memcpy(data + 8, &c, 8);
            memcpy(data + n - 16, &d, 8);
        }
        memcpy(data, &a, 8);
        memcpy(data + n - 8, &b, 8);
    }
    return o;
}
#endif

HAYA_INLINE PyObject *unpack_bytes(const struct unpacking *u, const uint8_t *s, size_t n,
                                   const bool layout)
{
#if LAYOUT_KNOWN
    if (layout && n >= 2 && n <= 512) {
        PyObject *o = layout_bytes_new(&u->state->layout, n);
        if (LIKELY(o != NULL))
            memcpy(PyBytes_AS_STRING(o), s, n);
        return o;
    }
#else
    (void)u, (void)layout;
#endif
    return PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
}

/* NULL without an exception: not UTF-8. */
HAYA_INLINE PyObject *unpack_text(const struct unpacking *u, const uint8_t *s, size_t n,
                                  const uint8_t *readable, const bool layout)
{
#if LAYOUT_KNOWN
    if (layout && n >= 2 && n <= 32 && LIKELY(readable - s >= 32)) {
        PyObject *o = unpack_short_text(u, s, n);
        if (LIKELY(o != NULL) || PyErr_Occurred())
            return o;
    }
#else
    (void)layout, (void)readable;
#endif
    return text_new(u->state, s, n, (size_t)(readable - s));
}

/* ---- runs of one type in a list: each returns the position after the run */

HAYA_INLINE const uint8_t *unpack_small_run(struct unpacking *u, const uint8_t *p, const uint8_t *end,
                                            PyObject ***slot, size_t *left, const bool layout)
{
    PyObject **at = *slot, **stop = at + *left;
    while (stop - at >= 8 && end - p >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        if ((word & UNPACK_HIGH_BITS) != 0)
            break;
        if (word == (word << 8 | *p)) { /* all eight alike: one count instead of eight in a row */
            PyObject *o = unpack_small(u, *p, layout);
            for (int i = 1; i < 8; i++)
                at[i] = Py_NewRef(o);
            at[0] = o;
        }
        else {
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

HAYA_INLINE const uint8_t *unpack_double_run(const uint8_t *p, const uint8_t *end, PyObject ***slot,
                                             size_t *left, const bool layout)
{
    PyObject **at = *slot, **stop = at + *left;
    while (at < stop && end - p >= 9 && *p == HAYA_FLOAT64) {
        PyObject *o = unpack_float(haya_load_double(p + 1), layout);
        if (UNLIKELY(o == NULL))
            break; /* the machine meets the same failure */
        *at++ = o;
        p += 9;
    }
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}

/* uint64 and int64; the sign is worked out without a branch. */
#if LAYOUT_KNOWN
HAYA_INLINE const uint8_t *unpack_long_run(const uint8_t *p, const uint8_t *end, PyObject ***slot,
                                           size_t *left)
{
    PyObject **at = *slot, **stop = at + *left;
    while (at < stop && end - p >= 9 && (*p == HAYA_UINT64 || *p == HAYA_INT64)) {
        uint64_t bits = haya_load64(p + 1);
        uint64_t negative = (uint64_t)(*p == HAYA_INT64) & bits >> 63;
        uint64_t magnitude = (bits ^ (0 - negative)) + negative;
        if (UNLIKELY(magnitude <= LAYOUT_SMALL_MAX))
            break; /* a longer form than needed: the machine takes it */
        PyObject *o = layout_long_new(magnitude, negative);
        if (UNLIKELY(o == NULL))
            break;
        *at++ = o;
        p += 9;
    }
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}
#endif

/* ---- closing ------------------------------------------------------------ */

static PyObject *unpack_call(struct unpacking *u, PyObject *hook, PyObject *arg)
{
    if (arg == NULL)
        return NULL;
    unpack_resume(u);
    PyObject *result = PyObject_CallOneArg(hook, arg);
    Py_DECREF(arg);
    unpack_pause(u);
    return result;
}

/* The finished container; on failure NULL, the frame left for unpack_drop(). */
HAYA_INLINE PyObject *unpack_close(struct unpacking *u, struct unpack_frame *f, PyObject **slot,
                                   const bool layout)
{
    PyObject **pairs = u->stack + f->base;
    PyObject *o = f->obj;
    if (f->kind == OPEN_MAP)
        return keys_dict(u->state, pairs, (size_t)(slot - pairs) / 2, f->foreign ? 0 : f->print, f->track);
    if (f->kind == OPEN_PAIRS)
        return hooks_pair_list(pairs, (size_t)(slot - pairs) / 2);
#if LAYOUT_KNOWN
    if (layout && f->kind == OPEN_LIST && f->items != 0)
        layout_list_filled(o, (Py_ssize_t)f->items);
#else
    (void)layout;
#endif
    f->obj = NULL;
    return o;
}

static PyObject *unpack_hook(struct unpacking *u, enum unpack_kind kind, PyObject *o)
{
    const struct unpack_options *opt = u->opt;
    PyObject *hook = kind == OPEN_PAIRS                        ? opt->pairs_hook
                     : kind == OPEN_LIST || kind == OPEN_TUPLE ? opt->list_hook
                                                               : opt->object_hook;
    return hook != NULL ? unpack_call(u, hook, o) : o;
}

static PyObject *unpack_rare(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n);
static COLD PyObject *unpack_odd_text(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n);
static int unpack_check_key(struct unpacking *u, const struct unpack_frame *f, PyObject *key);

/* ---- the machine -------------------------------------------------------- */

/* Whether the map's keys go through the cache, and so make a fingerprint. */
HAYA_INLINE bool unpack_keeps_keys(const struct unpack_frame *f)
{
    return f->cached && (f->kind == OPEN_MAP || f->kind == OPEN_LARGE_MAP);
}

#define FAIL(code, facts) do { fail = (code); fact = (facts); goto failed; } while (0)
#define NEED(count) do { if (UNLIKELY(end - p < (ptrdiff_t)(count))) FAIL(HAYA_ERR_TRUNCATED, NULL); } while (0)

HAYA_INLINE int unpack_machine(struct unpacking *u, const bool layout)
{
    struct native_state *state = u->state;
    const struct unpack_options *opt = u->opt;
    const uint8_t *p = u->source->begin, *end = u->source->end, *s;
    const uint8_t *readable = end + (u->source->padded ? UNPACK_SLACK : 0);
    struct unpack_frame *f = &u->frames[0];
    PyObject **slot = u->stack;
    PyObject *o, *fact;
    enum haya_error fail;
    enum unpack_kind kind;
    PyObject *const bools[2] = {Py_False, Py_True};
    size_t left = 1, n, values;
    uint64_t owed = 0;
    bool is_map = false;

    f->obj = NULL;
    f->kind = OPEN_ROOT;
    f->base = 0;
    f->track = f->cached = false;

value:
    if (UNLIKELY(p >= end))
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    switch (*p) {
    case 0x00 ... 0x7f:
        o = unpack_small(u, *p++, layout);
        if (!is_map && left > 1) {
            *slot++ = o;
            left--;
            p = unpack_small_run(u, p, end, &slot, &left, layout);
            goto next;
        }
        goto store;
    case 0xe0 ... 0xff:
        o = unpack_int(u, (int8_t)*p++, layout);
        goto store;
    case 0xa0 ... 0xbf:
        n = *p & 0x1f;
        s = p + 1;
        goto text;
    case HAYA_STR8:
        NEED(2);
        n = p[1];
        s = p + 2;
        goto text;
    case HAYA_STR16:
        NEED(3);
        n = haya_load16(p + 1);
        s = p + 3;
        goto text;
    case HAYA_STR32:
        NEED(5);
        n = haya_load32(p + 1);
        s = p + 5;
        goto text;
    case HAYA_NIL:
        p++;
        o = Py_NewRef(Py_None);
        goto store;
    case HAYA_FALSE:
    case HAYA_TRUE:
        if (is_map || left == 1) {
            o = Py_NewRef(bools[*p++ & 1]);
            goto store;
        }
        do { /* a table, since random bools defeat the branch predictor */
            *slot++ = Py_NewRef(bools[*p++ & 1]);
            left--;
        } while (left != 0 && p < end && (*p & 0xfe) == HAYA_FALSE);
        goto next;
    case HAYA_FLOAT64:
        NEED(9);
        o = unpack_float(haya_load_double(p + 1), layout);
        p += 9;
        if (!is_map && left > 1 && LIKELY(o != NULL)) {
            *slot++ = o;
            left--;
            p = unpack_double_run(p, end, &slot, &left, layout);
            goto next;
        }
        goto store;
    case HAYA_FLOAT32:
        NEED(5);
        o = unpack_float((double)haya_load_float(p + 1), layout);
        p += 5;
        goto store;
    case HAYA_UINT8:
        NEED(2);
        o = unpack_small(u, p[1], layout);
        p += 2;
        goto store;
    case HAYA_UINT16:
        NEED(3);
        o = unpack_uint(u, haya_load16(p + 1), layout);
        p += 3;
        goto store;
    case HAYA_UINT32:
        NEED(5);
        o = unpack_uint(u, haya_load32(p + 1), layout);
        p += 5;
        goto store;
    case HAYA_UINT64:
    case HAYA_INT64:
        NEED(9);
        o = *p == HAYA_UINT64 ? unpack_uint(u, haya_load64(p + 1), layout)
                              : unpack_int(u, (int64_t)haya_load64(p + 1), layout);
        p += 9;
#if LAYOUT_KNOWN
        if (layout && !is_map && left > 1 && LIKELY(o != NULL)) {
            *slot++ = o;
            left--;
            p = unpack_long_run(p, end, &slot, &left);
            goto next;
        }
#endif
        goto store;
    case HAYA_INT8:
        NEED(2);
        o = unpack_int(u, (int8_t)p[1], layout);
        p += 2;
        goto store;
    case HAYA_INT16:
        NEED(3);
        o = unpack_int(u, (int16_t)haya_load16(p + 1), layout);
        p += 3;
        goto store;
    case HAYA_INT32:
        NEED(5);
        o = unpack_int(u, (int32_t)haya_load32(p + 1), layout);
        p += 5;
        goto store;
    case 0x90 ... 0x9f:
        n = *p & 0x0f;
        s = p + 1;
        goto array;
    case HAYA_ARRAY16:
        NEED(3);
        n = haya_load16(p + 1);
        s = p + 3;
        goto array;
    case HAYA_ARRAY32:
        NEED(5);
        n = haya_load32(p + 1);
        s = p + 5;
        goto array;
    case 0x80 ... 0x8f:
        n = *p & 0x0f;
        s = p + 1;
        goto map;
    case HAYA_MAP16:
        NEED(3);
        n = haya_load16(p + 1);
        s = p + 3;
        goto map;
    case HAYA_MAP32:
        NEED(5);
        n = haya_load32(p + 1);
        s = p + 5;
        goto map;
    case HAYA_BIN8:
        NEED(2);
        n = p[1];
        s = p + 2;
        goto bytes;
    case HAYA_BIN16:
        NEED(3);
        n = haya_load16(p + 1);
        s = p + 3;
        goto bytes;
    case HAYA_BIN32:
        NEED(5);
        n = haya_load32(p + 1);
        s = p + 5;
        goto bytes;
    case HAYA_FIXEXT1 ... HAYA_FIXEXT16:
        NEED(2);
        n = (size_t)1 << (*p - HAYA_FIXEXT1);
        s = p + 1;
        goto ext;
    case HAYA_EXT8:
        NEED(3);
        n = p[1];
        s = p + 2;
        goto ext;
    case HAYA_EXT16:
        NEED(4);
        n = haya_load16(p + 1);
        s = p + 3;
        goto ext;
    case HAYA_EXT32:
        NEED(6);
        n = haya_load32(p + 1);
        s = p + 5;
        goto ext;
    default:
        FAIL(HAYA_ERR_RESERVED_BYTE, NULL);
    }

text:
    if (UNLIKELY(n > opt->limits.str_len))
        FAIL(HAYA_ERR_STR_LIMIT, PyLong_FromSize_t(opt->limits.str_len));
    if (UNLIKELY((ptrdiff_t)n > end - s))
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    if (UNLIKELY(opt->raw))
        o = PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
    else if (UNLIKELY((o = unpack_text(u, s, n, readable, layout)) == NULL) && !PyErr_Occurred())
        o = unpack_odd_text(u, p, s, n);
    p = s + n;
    goto store;

bytes:
    if (UNLIKELY(n > opt->limits.bin_len))
        FAIL(HAYA_ERR_BIN_LIMIT, PyLong_FromSize_t(opt->limits.bin_len));
    if (UNLIKELY((ptrdiff_t)n > end - s))
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    o = unpack_bytes(u, s, n, layout);
    p = s + n;
    goto store;

ext: /* s is at the type byte */
    if (UNLIKELY(n > opt->limits.ext_len))
        FAIL(HAYA_ERR_EXT_LIMIT, PyLong_FromSize_t(opt->limits.ext_len));
    if (UNLIKELY((ptrdiff_t)n + 1 > end - s))
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    o = unpack_rare(u, p, s, n);
    f->track = true;
    p = s + 1 + n;
    goto store;

array:
    if (UNLIKELY(n > opt->limits.array_len))
        FAIL(HAYA_ERR_ARRAY_LIMIT, PyLong_FromSize_t(opt->limits.array_len));
    kind = opt->use_list ? OPEN_LIST : OPEN_TUPLE;
    values = n;
    goto open;

map:
    if (UNLIKELY(n > opt->limits.map_len))
        FAIL(HAYA_ERR_MAP_LIMIT, PyLong_FromSize_t(opt->limits.map_len));
    kind = UNLIKELY(opt->pairs_hook != NULL) ? OPEN_PAIRS : n > LARGE_MAP ? OPEN_LARGE_MAP : OPEN_MAP;
    values = 2 * n;

open:
    if (UNLIKELY(u->depth >= opt->limits.depth))
        FAIL(HAYA_ERR_TOO_DEEP, NULL);
    left--; /* what is open now is no longer owed */
    owed += left;
    if (UNLIKELY((int64_t)(end - s) - (int64_t)owed < (int64_t)values))
        FAIL(HAYA_ERR_TRUNCATED, PyLong_FromUnsignedLongLong(owed));
    p = s;
    f->left = left;
    f->slot = slot;
    {
        /* what a map or the root has stored stays on the stack below the new part */
        size_t top = f->kind == OPEN_LIST || f->kind == OPEN_TUPLE ? f->base : (size_t)(slot - u->stack);
        f->top = top;
        if (UNLIKELY(u->depth + 1 == u->room) && unpack_more_frames(u) < 0)
            goto raised_parked;
        f = &u->frames[++u->depth];
        f->obj = NULL;
        f->base = top;
        f->owed = owed - left;
        f->kind = (uint8_t)kind;
        f->track = f->foreign = false;
        left = values;
        if (kind <= OPEN_TUPLE) {
            f->top = top;
            f->items = 0;
#if LAYOUT_KNOWN
            if (layout && kind == OPEN_LIST && n != 0) {
                f->obj = layout_list_new(n, &slot);
                f->items = n;
            }
            else
#endif
            if (kind == OPEN_LIST) {
                f->obj = PyList_New((Py_ssize_t)n);
                slot = f->obj != NULL ? ((PyListObject *)f->obj)->ob_item : NULL;
            }
            else {
                f->obj = PyTuple_New((Py_ssize_t)n);
                slot = f->obj != NULL ? ((PyTupleObject *)f->obj)->ob_item : NULL;
            }
            if (UNLIKELY(f->obj == NULL))
                goto raised_parked;
            is_map = false;
            goto next;
        }
        size_t need = kind == OPEN_LARGE_MAP ? 2 : values;
        f->top = top;
        if (UNLIKELY(top + need > u->stack_room) && unpack_more_stack(u, top, need) < 0)
            goto raised_parked;
        slot = u->stack + top;
        f->print = 0;
        f->cached = state->keys != NULL && !opt->raw;
        if (UNLIKELY(f->cached && state->keys->rest != 0)) {
            state->keys->rest -= state->keys->rest > n ? (uint32_t)n : state->keys->rest;
            f->cached = false;
        }
        if (kind == OPEN_LARGE_MAP && (f->obj = PyDict_New()) == NULL)
            goto raised_parked;
        f->track = kind == OPEN_PAIRS;
        is_map = true;
        goto next;
    }

store:
    if (UNLIKELY(o == NULL))
        goto raised;
    *slot++ = o;
    left--;

next:
    if (!is_map) {
        if (left != 0)
            goto value;
        goto close;
    }
    if (UNLIKELY((left & 1) != 0)) { /* a key that did not come from the cache */
        if (unpack_check_key(u, f, slot[-1]) < 0)
            goto raised;
        goto value;
    }
    if (f->kind == OPEN_LARGE_MAP && slot != u->stack + f->base) {
        int status = PyDict_SetItem(f->obj, slot[-2], slot[-1]);
        if (UNLIKELY(status < 0))
            goto raised;
        Py_DECREF(*--slot);
        Py_DECREF(*--slot);
    }
    if (left == 0)
        goto close;
    /* a key */
    if (LIKELY(f->cached) && LIKELY(readable - p > UNPACK_SLACK)) {
        n = *p;
        if (LIKELY((n & 0xe0) == HAYA_FIXSTR)) {
            n &= 0x1f;
            s = p + 1;
        }
        else if (n == HAYA_STR8 && p[1] <= KEY_MAX && readable - p > UNPACK_SLACK + 1) {
            n = p[1];
            s = p + 2;
        }
        else {
            goto foreign_key;
        }
        if (UNLIKELY((ptrdiff_t)n > end - s || n > opt->limits.str_len))
            goto foreign_key;
        struct key_words words;
        struct key_slot *set = keys_set(state->keys, s, n, &words);
        o = keys_find(set, s, n, &words);
        if (UNLIKELY(o == NULL)) {
            o = unpack_text(u, s, n, readable, layout);
            if (UNLIKELY(o == NULL)) {
                if (PyErr_Occurred())
                    goto raised;
                goto foreign_key;
            }
            keys_put(state->keys, set, o, n, &words);
        }
        f->print = (f->print ^ (uint64_t)(uintptr_t)o >> 4) * 0x9e3779b97f4a7c15u;
        *slot++ = o;
        left--;
        p = s + n;
        goto value;
    }
foreign_key:
    if (p < end && *p < 0x80 && !opt->strict_map_key && unpack_keeps_keys(f)) {
        o = unpack_small(u, *p++, layout); /* a shared integer: its address tells it as well */
        f->print = (f->print ^ (uint64_t)(uintptr_t)o >> 4) * 0x9e3779b97f4a7c15u;
        *slot++ = o;
        left--;
        goto value;
    }
    f->foreign = true;
    f->key = p;
    goto value;

close:
    kind = (enum unpack_kind)f->kind;
    if (kind == OPEN_ROOT) {
        u->p = p;
        u->root = u->stack[0];
        return 0;
    }
    o = unpack_close(u, f, slot, layout);
    if (UNLIKELY(o == NULL))
        goto raised;
    owed = f->owed;
    f = &u->frames[--u->depth];
    left = f->left;
    if (f->kind == OPEN_LIST || f->kind == OPEN_TUPLE) {
        is_map = false;
        slot = f->slot;
    }
    else {
        is_map = f->kind != OPEN_ROOT;
        slot = u->stack + f->top;
    }
    f->track = true;
    if (UNLIKELY(opt->hooked))
        o = unpack_hook(u, kind, o);
    if (UNLIKELY(o == NULL))
        goto raised;
    *slot++ = o; /* it was taken off `left` when it was opened */
    goto next;

failed:
    errors_unpack(state, fail, u->source, p, fact);
raised:
    f->slot = slot;
    f->top = f->kind == OPEN_LIST || f->kind == OPEN_TUPLE ? f->base : (size_t)(slot - u->stack);
raised_parked:
    unpack_drop(u, f->top);
    return -1;
}

static PyObject *unpack_rare(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n)
{
    int8_t code = (int8_t)payload[0];
    struct haya_timestamp time;
    PyObject *o;
    if (code == HAYA_TIMESTAMP_TYPE) {
        enum haya_error error = haya_timestamp_read(payload + 1, n > 12 ? 13 : (uint32_t)n, &time);
        if (error != HAYA_OK) {
            errors_unpack(u->state, error, u->source, at, NULL);
            return NULL;
        }
    }
    unpack_resume(u);
    if (code == HAYA_TIMESTAMP_TYPE)
        o = hooks_timestamp(u->state, u->opt, &time, u->source, at);
    else
        o = hooks_ext(u->state, u->opt, code, payload + 1, n);
    unpack_pause(u);
    return o;
}

/* A str that is not UTF-8: its error, or what the caller's error handler makes of it. */
static PyObject *unpack_odd_text(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n)
{
    PyObject *o = u->opt->unicode_errors != NULL ? hooks_text(u->opt, s, n) : NULL;
    if (o != NULL || (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)))
        return o;
    PyErr_Clear();
    PyObject *payload = PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
    if (payload != NULL)
        errors_unpack(u->state, HAYA_ERR_INVALID_UTF8, u->source, at, payload);
    return NULL;
}

static int unpack_check_key(struct unpacking *u, const struct unpack_frame *f, PyObject *key)
{
    bool plain = PyUnicode_CheckExact(key) || PyBytes_CheckExact(key);
    if (plain)
        return 0;
    if (!u->opt->strict_map_key) {
        if (f->kind == OPEN_PAIRS || PyLong_CheckExact(key) || PyFloat_CheckExact(key))
            return 0;
        unpack_resume(u);
        Py_hash_t hash = PyObject_Hash(key);
        unpack_pause(u);
        if (hash != -1)
            return 0;
        if (!PyErr_ExceptionMatches(PyExc_TypeError))
            return -1;
        PyErr_Clear();
    }
    errors_unpack(u->state, HAYA_ERR_INVALID_KEY, u->source, f->key, Py_NewRef(key));
    return -1;
}

static int unpack_with_layout(struct unpacking *u)
{
    return unpack_machine(u, LAYOUT_KNOWN);
}

static int unpack_with_public_api(struct unpacking *u)
{
    return unpack_machine(u, false);
}

PyObject *unpack_value(struct native_state *state, const struct unpack_options *opt,
                       const struct source *source, size_t *used)
{
    struct unpacking u;
    u.state = state;
    u.opt = opt;
    u.source = source;
    u.frames = u.first_frames;
    u.depth = 0;
    u.room = UNPACK_FRAMES;
    u.stack = u.first_stack;
    u.stack_room = UNPACK_STACK;
    unpack_pause(&u);
    int status = state->layout.usable ? unpack_with_layout(&u) : unpack_with_public_api(&u);
    unpack_resume(&u);
    if (UNLIKELY(u.frames != u.first_frames))
        PyMem_Free(u.frames);
    if (UNLIKELY(u.stack != u.first_stack))
        PyMem_Free(u.stack);
    if (status < 0)
        return NULL;
    *used = (size_t)(u.p - source->begin);
    return u.root;
}
