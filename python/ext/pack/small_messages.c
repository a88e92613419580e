/*
 * small_messages.c: one message as a bytes object. Scalars, and short containers of short scalars and of shorter
 * containers, of which most tiny messages consist, are written without the loop and its output.
 */
#include "pack_scalars.h"

/* ---- one scalar ----------------------------------------------------------- */

/* The message of `header`, whose end is p, and a payload. NULL: MemoryError is set. */
HAYA_INLINE PyObject *small_of(const struct native_state *state, const uint8_t *header, const uint8_t *p,
                               const void *payload, size_t n)
{
    size_t before = (size_t)(p - header);
    PyObject *message = output_bytes_new(state, before + n);
    if (LIKELY(message != NULL)) {
        uint8_t *to = (uint8_t *)PyBytes_AS_STRING(message);
        pack_few(to, header, before);
        pack_copy(to + before, payload, n);
    }
    return message;
}

/* The same for text of fewer than 32 bytes. */
HAYA_INLINE PyObject *small_of_short_text(const struct native_state *state, const uint8_t *s, size_t n)
{
    PyObject *message = output_bytes_new(state, 1 + n);
    if (LIKELY(message != NULL)) {
        uint8_t *to = (uint8_t *)PyBytes_AS_STRING(message);
        *to = (uint8_t)(HAYA_FIXSTR | n);
        pack_copy(to + 1, s, n);
    }
    return message;
}

/* Text in ASCII. */
HAYA_INLINE bool small_text(const struct native_state *state, PyObject *o, PyObject **message)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t n = (size_t)((PyASCIIObject *)o)->length;
    const uint8_t *s = (const uint8_t *)((PyASCIIObject *)o + 1);
    if (UNLIKELY(n > UINT32_MAX))
        return false;
    if (LIKELY(n < 32))
        *message = small_of_short_text(state, s, n);
    else
        *message = small_of(state, header, haya_put_str_header(header, (uint32_t)n), s, n);
    return true;
}

HAYA_INLINE bool small_binary(const struct native_state *state, PyObject *o, PyObject **message)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t n = (size_t)PyBytes_GET_SIZE(o);
    if (UNLIKELY(n > UINT32_MAX))
        return false;
    *message = small_of(state, header, haya_put_bin_header(header, (uint32_t)n), PyBytes_AS_STRING(o), n);
    return true;
}

/* The UTF-8 that CPython keeps in a str that is not ASCII, of *n bytes; NULL: it has none, or that is not known. */
HAYA_INLINE const uint8_t *small_kept_utf8(const struct native_state *state, PyObject *o, size_t *n)
{
#if LAYOUT_KNOWN
    if (LIKELY(state->layout.usable))
        return layout_utf8(&state->layout, o, n);
#endif
#ifdef Py_GIL_DISABLED
    return NULL;
#else
    return pack_noted_utf8(state->texts, o, n);
#endif
}

/* The most characters of a text that small_wide_text() encodes. */
#define MESSAGE_WIDE 60

/* Text that is not ASCII. */
NOINLINE static bool small_wide_text(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                     PyObject **message)
{
    uint8_t space[4 * MESSAGE_WIDE + 32], *text = space + 8, header[HAYA_HEADER_MAX];
    size_t n;
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return false;
#endif
    if (!opt->text_fast)
        return false;
    const uint8_t *utf8 = small_kept_utf8(state, o, &n);
    if (utf8 != NULL && n <= UINT32_MAX) {
        *message = small_of(state, header, haya_put_str_header(header, (uint32_t)n), utf8, n);
        return true;
    }
    if (PyUnicode_GET_LENGTH(o) > MESSAGE_WIDE)
        return false;
    uint8_t *end = text_utf8_write(state, o, text);
    if (UNLIKELY(end == NULL))
        return false;
    n = (size_t)(end - text);
    *message = small_of(state, header, haya_put_str_header(header, (uint32_t)n), text, n);
    return true;
}

/* ---- short containers of short scalars -------------------------------------- */

/* The most items or entries of such a container, the longest text, and the bytes that small_put() needs for it. */
#define MESSAGE_ITEMS 15
#define MESSAGE_TEXT 64
#define MESSAGE_ITEM (2 + MESSAGE_TEXT)
#define MESSAGE_ENTRY (2 * MESSAGE_ITEM)
#define MESSAGE_BYTES (1 + MESSAGE_ITEMS * MESSAGE_ENTRY) /* on the stack */
/* The most items or entries of a container within it, and the most containers that are open at once. */
#define MESSAGE_INNER 4
#define MESSAGE_LEVELS 6

/* Without a GIL, other threads may change what is in a list or dict unless it is locked. Whether it is now; else
 * another thread uses it, or what is done meanwhile may raise exceptions. */
HAYA_INLINE bool small_lock(const struct native_state *state, PyObject *o)
{
#ifdef Py_GIL_DISABLED
    return Py_TYPE(o) == &PyTuple_Type || (state->layout.usable && threads_try_lock(o));
#else
    (void)state, (void)o;
    return true;
#endif
}

HAYA_INLINE void small_unlock(PyObject *o)
{
    if (Py_TYPE(o) != &PyTuple_Type)
        threads_unlock(o);
}

/* Whether o is a container that small_put_inner() does not write: without a GIL, any. */
HAYA_INLINE bool small_is_other(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if ((type->tp_flags & (Py_TPFLAGS_LIST_SUBCLASS | Py_TPFLAGS_TUPLE_SUBCLASS | Py_TPFLAGS_DICT_SUBCLASS)) == 0)
        return false;
#ifdef Py_GIL_DISABLED
    return true;
#else
    Py_ssize_t n = type == &PyDict_Type                            ? PyDict_GET_SIZE(o)
                   : type == &PyList_Type || type == &PyTuple_Type ? Py_SIZE(o)
                                                                   : PY_SSIZE_T_MAX;
    return n > MESSAGE_INNER;
#endif
}

/* The same for one of n objects. Such containers are last in many messages. */
HAYA_INLINE bool small_has_others(PyObject **at, size_t n, size_t stride)
{
    for (PyObject **last = at + n * stride; last != at;)
        if (small_is_other(*(last -= stride)))
            return true;
    return false;
}

/* Writes o at p and returns the end. NULL: it is no such value. */
HAYA_INLINE uint8_t *small_put(const struct native_state *state, const struct pack_options *opt, uint8_t *p,
                               PyObject *o, const bool layout)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == &PyUnicode_Type) {
        size_t n = (size_t)((PyASCIIObject *)o)->length;
        if (UNLIKELY(!IS_ASCII(o)))
            return NULL;
        if (LIKELY(n < 32))
            return pack_short_text(p, o, layout);
        if (n > MESSAGE_TEXT || !opt->bin_type)
            return NULL;
        p[0] = HAYA_STR8;
        p[1] = (uint8_t)n;
        pack_copy(p + 2, (const uint8_t *)((PyASCIIObject *)o + 1), n);
        return p + 2 + n;
    }
    if (type == &PyLong_Type)
        return pack_long(state->layout.small_base, p, o, layout);
    if (type == &PyFloat_Type && LIKELY(!opt->single_float))
        return haya_put_double(p, PyFloat_AS_DOUBLE(o));
    if (type == &PyBool_Type)
        return haya_put_bool(p, o == Py_True);
    return o == Py_None ? haya_put_nil(p) : NULL;
}

/* The text `key`, of fewer than 32 bytes, at p. NULL: as small_put(). */
HAYA_INLINE uint8_t *small_put_key(uint8_t *p, PyObject *key, const bool layout)
{
    bool is_short = Py_TYPE(key) == &PyUnicode_Type && IS_ASCII(key) && (size_t)((PyASCIIObject *)key)->length < 32;
    return LIKELY(is_short) ? pack_short_text(p, key, layout) : NULL;
}

#ifdef Py_GIL_DISABLED
#define small_put_inner(state, opt, p, end, o, level) ((void)(end), (void)(level), (uint8_t *)NULL)
#else
/* Writes container o, around which `level` are open, at p, before `end`. NULL: it is something else, or too long. No
 * code of others runs in it, so that nothing changes what it reads. */
NOINLINE static uint8_t *small_put_inner(const struct native_state *state, const struct pack_options *opt, uint8_t *p,
                                         const uint8_t *end, PyObject *o, int level)
{
    PyTypeObject *type = Py_TYPE(o);
    const bool layout = LAYOUT_KNOWN && state->layout.usable;
    if (level >= MESSAGE_LEVELS || UNLIKELY(level >= opt->max_depth))
        return NULL;
    if (type == &PyDict_Type && opt->maps_fast) {
        Py_ssize_t left = PyDict_GET_SIZE(o), at = 0;
        PyObject *key, *value;
        if (left > MESSAGE_INNER || end - p < 1 + left * MESSAGE_ENTRY)
            return NULL;
        *p++ = (uint8_t)(HAYA_FIXMAP | left);
        while (PyDict_Next(o, &at, &key, &value)) {
            uint8_t *after = small_put_key(p, key, layout);
            if (after == NULL)
                return NULL;
            left--;
            if ((p = small_put(state, opt, after, value, layout)) == NULL &&
                (p = small_put_inner(state, opt, after, end - left * MESSAGE_ENTRY, value, level + 1)) == NULL)
                return NULL;
        }
        return p;
    }
    if (type == &PyList_Type || (type == &PyTuple_Type && !opt->strict_types)) {
        Py_ssize_t left = Py_SIZE(o);
        PyObject **item = type == &PyTuple_Type ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
        if (left > MESSAGE_INNER || end - p < 1 + left * MESSAGE_ITEM)
            return NULL;
        *p++ = (uint8_t)(HAYA_FIXARRAY | left);
        for (; left > 0; item++) {
            uint8_t *at = p;
            left--;
            if ((p = small_put(state, opt, at, *item, layout)) == NULL &&
                (p = small_put_inner(state, opt, at, end - left * MESSAGE_ITEM, *item, level + 1)) == NULL)
                return NULL;
        }
        return p;
    }
    return NULL;
}
#endif

/* Writes o, a value of the outermost container, at p, where MESSAGE_ITEM bytes are free before `end`. NULL: it is no
 * such value. */
HAYA_INLINE uint8_t *small_put_value(const struct native_state *state, const struct pack_options *opt, uint8_t *p,
                                     const uint8_t *end, PyObject *o, const bool layout)
{
    uint8_t *after = small_put(state, opt, p, o, layout);
    if (LIKELY(after != NULL))
        return after;
    PyTypeObject *type = Py_TYPE(o);
    if ((type == &PyList_Type || type == &PyDict_Type) && pack_is_empty(o) && LIKELY(opt->max_depth > 1)) {
        *p = type == &PyList_Type ? HAYA_FIXARRAY : HAYA_FIXMAP;
        return p + 1;
    }
    return small_put_inner(state, opt, p, end, o, 1);
}

/* The functions below make the message of a container that is locked, and unlock it. False: it is too long, or has
 * other values. */

HAYA_INLINE bool small_sequence(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                PyObject **item, size_t n, PyObject **message, const bool layout)
{
    uint8_t packed[MESSAGE_BYTES], *p = packed;
    const uint8_t *end = packed + sizeof packed - n * MESSAGE_ITEM; /* of an item, and without those that follow it */
    *p++ = (uint8_t)(HAYA_FIXARRAY | n);
    for (PyObject **stop = item + n; item < stop; item++)
        if ((p = small_put_value(state, opt, p, end += MESSAGE_ITEM, *item, layout)) == NULL)
            break;
    small_unlock(o);
    if (UNLIKELY(p == NULL))
        return false;
    *message = output_bytes(state, packed, (size_t)(p - packed));
    return true;
}

NOINLINE static bool small_sequence_with_layout(const struct native_state *state, const struct pack_options *opt,
                                                PyObject *o, PyObject **item, size_t n, PyObject **message)
{
    return small_sequence(state, opt, o, item, n, message, LAYOUT_KNOWN);
}

NOINLINE static bool small_sequence_with_public_api(const struct native_state *state, const struct pack_options *opt,
                                                    PyObject *o, PyObject **item, size_t n, PyObject **message)
{
    return small_sequence(state, opt, o, item, n, message, false);
}

#if LAYOUT_KNOWN
/* A dict of n entries, at most MESSAGE_ITEMS, none of which was removed. */
NOINLINE static bool small_map(const struct native_state *state, const struct pack_options *opt, PyObject *dict,
                               PyObject **slot, size_t stride, size_t n, PyObject **message)
{
    uint8_t packed[MESSAGE_BYTES], *p = packed;
    const uint8_t *end = packed + sizeof packed - n * MESSAGE_ENTRY;
    *p++ = (uint8_t)(HAYA_FIXMAP | n);
    for (PyObject **stop = slot + n * stride; slot < stop; slot += stride)
        if ((p = small_put_key(p, slot[0], true)) == NULL ||
            (p = small_put_value(state, opt, p, end += MESSAGE_ENTRY, slot[1], true)) == NULL)
            break;
    small_unlock(dict);
    if (UNLIKELY(p == NULL))
        return false;
    *message = output_bytes(state, packed, (size_t)(p - packed));
    return true;
}
#endif

#ifndef Py_GIL_DISABLED
/* The most entries of a dict that is read by public calls: where a value is something else, this was in vain. */
#define MESSAGE_ENTRIES 5

/* A dict, by public calls. */
NOINLINE static bool small_map_with_public_api(const struct native_state *state, const struct pack_options *opt,
                                               PyObject *dict, PyObject **message)
{
    uint8_t packed[MESSAGE_BYTES], *p = packed;
    Py_ssize_t n = PyDict_GET_SIZE(dict), at = 0;
    PyObject *key, *value;
    if (n > MESSAGE_ENTRIES || !opt->maps_fast || UNLIKELY(opt->max_depth <= 0))
        return false;
    const uint8_t *end = packed + sizeof packed - n * MESSAGE_ENTRY;
    *p++ = (uint8_t)(HAYA_FIXMAP | n);
    while (PyDict_Next(dict, &at, &key, &value))
        if ((p = small_put_key(p, key, false)) == NULL ||
            (p = small_put_value(state, opt, p, end += MESSAGE_ENTRY, value, false)) == NULL)
            return false;
    *message = output_bytes(state, packed, (size_t)(p - packed));
    return true;
}
#endif

/* A list or tuple. */
NOINLINE static bool small_of_items(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                    PyObject **message)
{
    if (!small_lock(state, o))
        return false;
    size_t n = (size_t)Py_SIZE(o);
    PyObject **item = Py_TYPE(o) == &PyTuple_Type ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
    if (n > MESSAGE_ITEMS || UNLIKELY(opt->max_depth <= 0) || small_has_others(item, n, 1)) {
        small_unlock(o);
        return false;
    }
    return state->layout.usable ? small_sequence_with_layout(state, opt, o, item, n, message)
                                : small_sequence_with_public_api(state, opt, o, item, n, message);
}

#if LAYOUT_KNOWN
NOINLINE static bool small_of_dict(const struct native_state *state, const struct pack_options *opt, PyObject *dict,
                                   PyObject **message)
{
    size_t n, stride;
    PyObject **slot, **last;
    if (!small_lock(state, dict))
        return false;
    n = (size_t)PyDict_GET_SIZE(dict);
    if (n > MESSAGE_ITEMS || !opt->maps_fast || UNLIKELY(opt->max_depth <= 0) ||
        !layout_dict_slots(dict, &slot, &last, &stride) || (size_t)(last - slot) != n * stride ||
        small_has_others(slot + 1, n, stride)) {
        small_unlock(dict);
        return false;
    }
    return small_map(state, opt, dict, slot, stride, n, message);
}
#endif

/* ---- any message ----------------------------------------------------------- */

NOINLINE static bool small_of_scalar(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                     PyObject **message)
{
    uint8_t header[HAYA_HEADER_MAX], *p;
    PyTypeObject *type = Py_TYPE(o);
    if (type == &PyUnicode_Type && LIKELY(opt->bin_type))
        return LIKELY(IS_ASCII(o)) ? small_text(state, o, message) : small_wide_text(state, opt, o, message);
    if (type == &PyLong_Type)
        p = pack_long(state->layout.small_base, header, o, LAYOUT_KNOWN && state->layout.usable);
    else if (type == &PyFloat_Type && LIKELY(!opt->single_float))
        p = haya_put_double(header, PyFloat_AS_DOUBLE(o));
    else if (type == &PyBytes_Type && LIKELY(opt->bin_type))
        return small_binary(state, o, message);
    else if (type == &PyBool_Type)
        p = haya_put_bool(header, o == Py_True);
    else if (o == Py_None)
        p = haya_put_nil(header);
    else
        return false;
    if (UNLIKELY(p == NULL))
        return false;
    *message = output_bytes(state, header, (size_t)(p - header));
    return true;
}

bool pack_at_once(const struct native_state *state, const struct pack_options *opt, PyObject *o, PyObject **message)
{
    PyTypeObject *type = Py_TYPE(o);
    if (UNLIKELY(opt->lz4 != HAYA_LZ4_PLAIN))
        return false;
    if (type == &PyDict_Type) {
#if LAYOUT_KNOWN
        if (LIKELY(state->layout.usable))
            return small_of_dict(state, opt, o, message);
#endif
#ifdef Py_GIL_DISABLED
        return false;
#else
        return small_map_with_public_api(state, opt, o, message);
#endif
    }
    if (type == &PyList_Type || (type == &PyTuple_Type && !opt->strict_types))
        return small_of_items(state, opt, o, message);
    return small_of_scalar(state, opt, o, message);
}

PyObject *pack_result(struct native_state *state, const struct pack_options *opt, size_t *hint, PyObject *o)
{
    PyObject *message;
    return pack_at_once(state, opt, o, &message) ? message : pack_in_loop(state, opt, hint, o);
}
