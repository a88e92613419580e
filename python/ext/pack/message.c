/*
 * message.c: one message as a bytes object. Scalars, and short containers of short scalars, of which most tiny messages
 * consist, are written without the loop and its output.
 */
#include "scalars.h"

/* ---- one scalar ----------------------------------------------------------- */

/* The message of `header`, whose end is p, and a payload. NULL: MemoryError is set. */
HAYA_INLINE PyObject *message_of(const struct native_state *state, const uint8_t *header, const uint8_t *p,
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
HAYA_INLINE PyObject *message_of_short_text(const struct native_state *state, const uint8_t *s, size_t n)
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
HAYA_INLINE bool message_text(const struct native_state *state, PyObject *o, PyObject **message)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t n = (size_t)((PyASCIIObject *)o)->length;
    const uint8_t *s = (const uint8_t *)((PyASCIIObject *)o + 1);
    if (UNLIKELY(n > UINT32_MAX))
        return false;
    if (LIKELY(n < 32))
        *message = message_of_short_text(state, s, n);
    else
        *message = message_of(state, header, haya_put_str_header(header, (uint32_t)n), s, n);
    return true;
}

HAYA_INLINE bool message_binary(const struct native_state *state, PyObject *o, PyObject **message)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t n = (size_t)PyBytes_GET_SIZE(o);
    if (UNLIKELY(n > UINT32_MAX))
        return false;
    *message = message_of(state, header, haya_put_bin_header(header, (uint32_t)n), PyBytes_AS_STRING(o), n);
    return true;
}

/* The UTF-8 that CPython keeps in a str that is not ASCII, of *n bytes; NULL: it has none, or that is not known. */
HAYA_INLINE const uint8_t *message_kept_utf8(const struct native_state *state, PyObject *o, size_t *n)
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

/* The most characters of a text that message_wide_text() encodes. */
#define MESSAGE_WIDE 60

/* Text that is not ASCII. */
NOINLINE static bool message_wide_text(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                       PyObject **message)
{
    uint8_t space[4 * MESSAGE_WIDE + 32], *text = space + 8, header[HAYA_HEADER_MAX];
    size_t n;
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return false;
#endif
    if (opt->unicode_errors != NULL)
        return false;
    const uint8_t *utf8 = message_kept_utf8(state, o, &n);
    if (utf8 != NULL && n <= UINT32_MAX) {
        *message = message_of(state, header, haya_put_str_header(header, (uint32_t)n), utf8, n);
        return true;
    }
    if (PyUnicode_GET_LENGTH(o) > MESSAGE_WIDE)
        return false;
    uint8_t *end = text_utf8_write(state, o, text);
    if (UNLIKELY(end == NULL))
        return false;
    n = (size_t)(end - text);
    *message = message_of(state, header, haya_put_str_header(header, (uint32_t)n), text, n);
    return true;
}

/* ---- short containers of short scalars -------------------------------------- */

/* The most items or entries of such a container, the longest text, and the bytes that message_put() needs for it. */
#define MESSAGE_ITEMS 15
#define MESSAGE_TEXT 64
#define MESSAGE_ITEM (2 + MESSAGE_TEXT)

/* Without a GIL, other threads may change what is in a list or dict unless it is locked. Whether it is now; else
 * another thread uses it, or what is done meanwhile may raise exceptions. */
HAYA_INLINE bool message_lock(const struct native_state *state, PyObject *o)
{
#ifdef Py_GIL_DISABLED
    return Py_TYPE(o) == &PyTuple_Type || (state->layout.usable && threads_try_lock(o));
#else
    (void)state, (void)o;
    return true;
#endif
}

HAYA_INLINE void message_unlock(PyObject *o)
{
    if (Py_TYPE(o) != &PyTuple_Type)
        threads_unlock(o);
}

/* Whether one of n objects is a container, which are last in many messages. */
HAYA_INLINE bool message_has_containers(PyObject **at, size_t n, size_t stride)
{
    for (PyObject **last = at + n * stride; last != at;) {
        last -= stride;
        if ((Py_TYPE(*last)->tp_flags &
             (Py_TPFLAGS_LIST_SUBCLASS | Py_TPFLAGS_TUPLE_SUBCLASS | Py_TPFLAGS_DICT_SUBCLASS)) != 0)
            return true;
    }
    return false;
}

/* Writes o at p and returns the end. NULL: it is no such value. */
HAYA_INLINE uint8_t *message_put(const struct native_state *state, const struct pack_options *opt, uint8_t *p,
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

/* The functions below make the message of a container that is locked, and unlock it. False: it is too long, or has
 * other values. */

HAYA_INLINE bool message_sequence(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                  PyObject **item, size_t n, PyObject **message, const bool layout)
{
    uint8_t packed[1 + MESSAGE_ITEMS * MESSAGE_ITEM], *p = packed;
    *p++ = (uint8_t)(HAYA_FIXARRAY | n);
    for (PyObject **stop = item + n; item < stop; item++)
        if ((p = message_put(state, opt, p, *item, layout)) == NULL)
            break;
    message_unlock(o);
    if (UNLIKELY(p == NULL))
        return false;
    *message = output_bytes(state, packed, (size_t)(p - packed));
    return true;
}

NOINLINE static bool message_sequence_with_layout(const struct native_state *state, const struct pack_options *opt,
                                                  PyObject *o, PyObject **item, size_t n, PyObject **message)
{
    return message_sequence(state, opt, o, item, n, message, LAYOUT_KNOWN);
}

NOINLINE static bool message_sequence_with_public_api(const struct native_state *state, const struct pack_options *opt,
                                                      PyObject *o, PyObject **item, size_t n, PyObject **message)
{
    return message_sequence(state, opt, o, item, n, message, false);
}

/* The short text `key` and a value at p. NULL: as message_put(). */
HAYA_INLINE uint8_t *message_put_entry(const struct native_state *state, const struct pack_options *opt, uint8_t *p,
                                       PyObject *key, PyObject *value, const bool layout)
{
    bool is_short = Py_TYPE(key) == &PyUnicode_Type && IS_ASCII(key) && (size_t)((PyASCIIObject *)key)->length < 32;
    return LIKELY(is_short) ? message_put(state, opt, pack_short_text(p, key, layout), value, layout) : NULL;
}

#if LAYOUT_KNOWN
/* A dict of n entries, at most MESSAGE_ITEMS, none of which was removed. */
NOINLINE static bool message_map(const struct native_state *state, const struct pack_options *opt, PyObject *dict,
                                 PyObject **slot, size_t stride, size_t n, PyObject **message)
{
    uint8_t packed[1 + 2 * MESSAGE_ITEMS * MESSAGE_ITEM], *p = packed;
    *p++ = (uint8_t)(HAYA_FIXMAP | n);
    for (PyObject **stop = slot + n * stride; slot < stop; slot += stride)
        if ((p = message_put_entry(state, opt, p, slot[0], slot[1], true)) == NULL)
            break;
    message_unlock(dict);
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
NOINLINE static bool message_map_with_public_api(const struct native_state *state, const struct pack_options *opt,
                                                 PyObject *dict, PyObject **message)
{
    uint8_t packed[1 + 2 * MESSAGE_ENTRIES * MESSAGE_ITEM], *p = packed;
    Py_ssize_t n = PyDict_GET_SIZE(dict), at = 0;
    PyObject *key, *value;
    if (n > MESSAGE_ENTRIES || opt->sort_keys || UNLIKELY(opt->max_depth <= 0))
        return false;
    *p++ = (uint8_t)(HAYA_FIXMAP | n);
    while (PyDict_Next(dict, &at, &key, &value))
        if ((p = message_put_entry(state, opt, p, key, value, false)) == NULL)
            return false;
    *message = output_bytes(state, packed, (size_t)(p - packed));
    return true;
}
#endif

/* A list or tuple. */
NOINLINE static bool message_of_items(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                      PyObject **message)
{
    if (!message_lock(state, o))
        return false;
    size_t n = (size_t)Py_SIZE(o);
    PyObject **item = Py_TYPE(o) == &PyTuple_Type ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
    if (n > MESSAGE_ITEMS || UNLIKELY(opt->max_depth <= 0) || message_has_containers(item, n, 1)) {
        message_unlock(o);
        return false;
    }
    return state->layout.usable ? message_sequence_with_layout(state, opt, o, item, n, message)
                                : message_sequence_with_public_api(state, opt, o, item, n, message);
}

#if LAYOUT_KNOWN
NOINLINE static bool message_of_dict(const struct native_state *state, const struct pack_options *opt, PyObject *dict,
                                     PyObject **message)
{
    size_t n, stride;
    PyObject **slot, **last;
    if (!message_lock(state, dict))
        return false;
    n = (size_t)PyDict_GET_SIZE(dict);
    if (n > MESSAGE_ITEMS || opt->sort_keys || UNLIKELY(opt->max_depth <= 0) ||
        !layout_dict_slots(dict, &slot, &last, &stride) || (size_t)(last - slot) != n * stride ||
        message_has_containers(slot + 1, n, stride)) {
        message_unlock(dict);
        return false;
    }
    return message_map(state, opt, dict, slot, stride, n, message);
}
#endif

/* ---- any message ----------------------------------------------------------- */

NOINLINE static bool message_of_scalar(const struct native_state *state, const struct pack_options *opt, PyObject *o,
                                       PyObject **message)
{
    uint8_t header[HAYA_HEADER_MAX], *p;
    PyTypeObject *type = Py_TYPE(o);
    if (type == &PyUnicode_Type && LIKELY(opt->bin_type))
        return LIKELY(IS_ASCII(o)) ? message_text(state, o, message) : message_wide_text(state, opt, o, message);
    if (type == &PyLong_Type)
        p = pack_long(state->layout.small_base, header, o, LAYOUT_KNOWN && state->layout.usable);
    else if (type == &PyFloat_Type && LIKELY(!opt->single_float))
        p = haya_put_double(header, PyFloat_AS_DOUBLE(o));
    else if (type == &PyBytes_Type && LIKELY(opt->bin_type))
        return message_binary(state, o, message);
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
            return message_of_dict(state, opt, o, message);
#endif
#ifdef Py_GIL_DISABLED
        return false;
#else
        return message_map_with_public_api(state, opt, o, message);
#endif
    }
    if (type == &PyList_Type || (type == &PyTuple_Type && !opt->strict_types))
        return message_of_items(state, opt, o, message);
    return message_of_scalar(state, opt, o, message);
}

PyObject *pack_result(struct native_state *state, const struct pack_options *opt, size_t *hint, PyObject *o)
{
    PyObject *message;
    return pack_at_once(state, opt, o, &message) ? message : pack_in_loop(state, opt, hint, o);
}
