/* unpack_slow.c: the slow paths of the decoding loop in unpack_loop.c: the collector, memory,
 * hooks, exts, and text that is not UTF-8. */
#include "map_shapes.h"

/* ---- the collector ------------------------------------------------------
 * Decoding creates no garbage, but a collection would traverse all new objects:
 * CPython before 3.12 may start one at any allocation, later versions at the end
 * of the call. So it is paused for large messages, except while hooks run. If the
 * result is kept, the program's next allocation starts it, or else the next
 * decoding does before its pause.
 */
static bool unpack_is_collection_due(const struct unpacking *u)
{
#if LAYOUT_KNOWN
    if (u->state->layout.usable && !layout_is_collection_due(&u->state->layout))
        return false;
#else
    (void)u;
#endif
    return PyGC_IsEnabled();
}

void unpack_begin_pause(struct unpacking *u)
{
    if (unpack_is_collection_due(u)) {
        PyObject *counted = PySet_New(NULL); /* CPython keeps no freed ones, so this is an allocation */
        if (counted == NULL)
            PyErr_Clear();
        Py_XDECREF(counted);
    }
    unpack_pause_collector(u);
}

void unpack_pause_collector(struct unpacking *u)
{
    u->collecting = PyGC_Disable();
#if LAYOUT_KNOWN
    u->state->layout.many = u->state->layout.young != NULL;
#endif
}

void unpack_resume_collector(struct unpacking *u)
{
#if LAYOUT_KNOWN
    u->state->layout.many = false;
#endif
    if (u->collecting)
        PyGC_Enable();
}

/* ---- memory ------------------------------------------------------------- */

int unpack_more_frames(struct unpacking *u)
{
    return memory_more(&u->frames, u->first_frames, u->capacity, 1, &u->capacity, sizeof *u->frames);
}

int unpack_more_stack(struct unpacking *u, size_t used, size_t need)
{
    return memory_more(&u->stack, u->first_stack, used, need, &u->stack_capacity, sizeof *u->stack);
}

void unpack_drop(struct unpacking *u, size_t top)
{
    for (size_t i = 0; i < top; i++)
        Py_DECREF(u->stack[i]);
    for (size_t i = 0; i <= u->depth; i++) {
        struct unpack_frame *f = &u->frames[i];
        for (PyObject **item = f->array; item != NULL && item != f->slot; item++)
            Py_DECREF(*item);
#if LAYOUT_KNOWN
        layout_items_free(f->array);
#endif
        Py_XDECREF(f->obj);
        if (f->kind == OPEN_SHAPE)
            f->shape->users--;
    }
}

/* Whether a container in a map's key would be nested more than UNPACK_KEY_DEPTH deep in it. */
static bool unpack_key_too_deep(const struct unpacking *u, enum unpack_kind kind)
{
    const struct unpack_options *opt = u->opt;
    if (u->depth < UNPACK_KEY_DEPTH || (opt->use_list && !opt->tuple_keys && !opt->hooked))
        return false;
    if (kind >= OPEN_MAP && !opt->hooked) /* a dict is not hashable: it cannot be part of a key */
        return false;
    size_t outer = u->depth - UNPACK_KEY_DEPTH;
    return u->source->key || (u->frames[outer].kind != OPEN_PAIRS && unpack_key_is_open(u, outer));
}

enum unpack_kind unpack_open_slowly(struct unpacking *u, enum unpack_kind kind, const uint8_t *at)
{
    if (u->depth >= u->opt->limits.depth || unpack_key_too_deep(u, kind))
        return OPEN_TOO_DEEP;
    if (u->opt->shallow == 0 && unpack_in_key(u, at)) {
        if (u->key_frame >= u->depth || !unpack_key_is_open(u, u->key_frame))
            u->key_frame = u->depth;
        if (kind == OPEN_LIST && u->opt->tuple_keys)
            kind = OPEN_TUPLE;
    }
    if (kind <= OPEN_TUPLE && u->objects != NULL && references_is_definition(u, at))
        kind = PyErr_Occurred() ? OPEN_TOO_DEEP : OPEN_DEFINITION;
    return kind;
}

PyObject *unpack_depth_facts(const struct unpacking *u)
{
    size_t limit = u->opt->limits.depth;
    if (PyErr_Occurred())
        return NULL;
    return u->depth < limit ? PyLong_FromLong(-UNPACK_KEY_DEPTH) : PyLong_FromSize_t(limit + u->source->outside);
}

int unpack_put_pair(PyObject *dict, PyObject **pair)
{
    PyObject *key = pair[0], *value = pair[1];
    int status = PyDict_SetItem(dict, key, value);
    PyObject_GC_UnTrack(dict); /* PyDict_SetItem() tracks it when a value is tracked */
    Py_DECREF(key);
    Py_DECREF(value);
    return status;
}

/* ---- Python code ---------------------------------------------------------- */

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

int unpack_signals(struct unpacking *u)
{
    u->countdown = UNPACK_SIGNAL_INTERVAL;
    unpack_resume(u);
    int status = PyErr_CheckSignals();
    unpack_pause(u);
    return status;
}

PyObject *unpack_hook(struct unpacking *u, enum unpack_kind kind, PyObject *o)
{
    const struct unpack_options *opt = u->opt;
    if (kind == OPEN_TYPED || kind == OPEN_DEFINITION)
        return o;
    PyObject *hook = kind == OPEN_PAIRS                        ? opt->pairs_hook
                     : kind == OPEN_LIST || kind == OPEN_TUPLE ? opt->list_hook
                                                               : opt->object_hook;
    return hook != NULL ? unpack_call(u, hook, o) : o;
}

int unpack_begin_typed(struct unpacking *u)
{
    if (u->opt->hooked || u->opt->raw) /* hooks get the dicts; the keys are bytes */
        return 0;
    u->registered = u->state->registered->begin(u->state, u->opt->types);
    return u->registered == NULL && PyErr_Occurred() ? -1 : 0;
}

struct registered_class *unpack_known_name(struct unpacking *u, const uint8_t *s, size_t n, size_t *size)
{
    struct registered_class *known = NULL;
    size_t header = (*s & 0xe0) == HAYA_FIXSTR ? 1 : (size_t)1 + ((size_t)1 << (*s - HAYA_STR8));
    *size = 0;
    if (u->registered == NULL || n < header)
        return NULL;
    size_t length = header == 1   ? *s & 0x1f
                    : header == 2 ? s[1]
                    : header == 3 ? haya_load16(s + 1)
                                  : haya_load32(s + 1);
    if (length <= n - header && length <= u->opt->limits.str_len)
        known = u->state->registered->find(u->registered, s + header, length);
    if (known != NULL)
        *size = header + length;
    return known;
}

enum unpack_kind unpack_map_kind(const struct unpacking *u, const struct unpack_frame *f, size_t n)
{
    if (u->opt->pairs_hook != NULL)
        return OPEN_PAIRS;
    if (n > UNPACK_LARGE_MAP)
        return OPEN_LARGE_MAP;
    return f->kind == OPEN_TYPED && f->known != NULL && u->state->registered->reads(f->known, true) ? OPEN_OBJECT
                                                                                                    : OPEN_MAP;
}

PyObject *unpack_close_pairs(struct unpacking *u, struct unpack_frame *f, PyObject **slot, bool ended)
{
    PyObject **pairs = u->stack + f->base, *o = NULL;
    size_t n = (size_t)(slot - pairs) / 2;
    if (f->kind == OPEN_PAIRS)
        return hooks_pair_list(pairs, n);
    if (ended && u->state->registered->reads(f[-1].known, true))
        o = u->state->registered->make(u, f[-1].known, pairs, n);
    f[-1].built = o != NULL;
    if (o != NULL || PyErr_Occurred())
        return o;
    return shapes_dict(u->state, u->keys, pairs, n, f->foreign ? 0 : f->print, f->track);
}

/* The object that the registry makes. */
static PyObject *unpack_build(struct unpacking *u, struct registered_class *known, PyObject *name, PyObject *value)
{
    unpack_resume(u);
    PyObject *own = name == NULL ? u->state->registered->name(known) : Py_NewRef(name), *result = NULL;
    if (own != NULL)
        result = PyObject_CallMethodObjArgs(u->opt->types, u->state->str.build, own, value, NULL);
    if (result != NULL && known != NULL && u->state->registered->meet(u->state, known) < 0)
        Py_CLEAR(result);
    Py_XDECREF(own);
    unpack_pause(u);
    return result;
}

PyObject *unpack_typed(struct unpacking *u, const struct unpack_frame *f, PyObject **stop)
{
    struct registered_class *known = f->known;
    PyObject **first = u->stack + f->base, *name = known == NULL ? *first : NULL;
    PyObject *value = stop - first == (known == NULL ? 2 : 1) ? stop[-1] : NULL, *result = NULL;
    if (f->built)
        return value;
    if (known != NULL && value != NULL && (PyList_CheckExact(value) || PyTuple_CheckExact(value)) &&
        u->state->registered->reads(known, false))
        result = u->state->registered->make_of_list(u, known, value);
    if (result == NULL && !PyErr_Occurred())
        result = unpack_build(u, known, name, value);
    if (result != NULL) {
        Py_XDECREF(name);
        Py_XDECREF(value);
        return result;
    }
    if (PyErr_ExceptionMatches(u->state->misfit)) {
        PyObject *error = errors_take();
        errors_unpack(u->state, HAYA_ERR_INVALID_TYPED, u->source, f->key, PyObject_Str(error));
        Py_DECREF(error);
    }
    return NULL;
}

bool unpack_ends_at_name(const struct unpack_frame *f, size_t left, const uint8_t *p, const uint8_t *end)
{
    static const uint8_t header_sizes[] = {3, 4, 6}; /* of ext8, ext16, ext32 */
    const uint8_t *payload;

    if (f->kind != OPEN_TYPED || left != 1 || p != end)
        return false;
    payload = f->key + (*f->key >= HAYA_FIXEXT1 ? 2 : header_sizes[*f->key - HAYA_EXT8]);
    return haya_typed_is_name_only(payload, (size_t)(end - payload));
}

void unpack_fail(struct unpacking *u, enum haya_error error, const uint8_t *at, PyObject *facts)
{
    for (size_t i = u->depth; error == HAYA_ERR_TRUNCATED && i > 0; i--) {
        if (u->frames[i].kind == OPEN_TYPED) {
            Py_CLEAR(facts);
            error = HAYA_ERR_INVALID_TYPED;
            at = u->frames[i].key;
        }
    }
    errors_unpack(u->state, error, u->source, at, facts);
}

PyObject *unpack_payload(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n)
{
    const struct source *source = u->source;
    bool key = unpack_in_key(u, at);
    PyObject *whole, *payload;
    if (source->views != NULL) {
        Py_ssize_t begin = (Py_ssize_t)(source->views_at + (size_t)(s - source->begin));
        whole = PySequence_GetSlice(source->views, begin, begin + (Py_ssize_t)n);
    } else {
        whole = PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
    }
    if (whole == NULL || PyBytes_CheckExact(whole) == key) {
        payload = whole;
    } else {
        payload = key ? PyBytes_FromObject(whole) : PyMemoryView_FromObject(whole);
        Py_DECREF(whole);
    }
    u->frames[u->depth].track = true;
    return payload;
}

PyObject *unpack_ext(struct unpacking *u, const uint8_t *at, const uint8_t *payload, size_t n)
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
    if (code == HAYA_ID_TYPE && u->objects != NULL)
        return references_read(u, at, payload + 1, n);
    unpack_resume(u);
    if (code == HAYA_TIMESTAMP_TYPE)
        o = hooks_timestamp(u->state, u->opt, &time, u->source, at);
    else
        o = hooks_ext(u->state, u->opt, code,
                      u->opt->zero_copy ? unpack_payload(u, at, payload + 1, n)
                                        : PyBytes_FromStringAndSize((const char *)payload + 1, (Py_ssize_t)n));
    unpack_pause(u);
    return o;
}

PyObject *unpack_odd_text(struct unpacking *u, const uint8_t *at, const uint8_t *s, size_t n)
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

int unpack_check_key(struct unpacking *u, const struct unpack_frame *f, PyObject *key)
{
    if (PyUnicode_CheckExact(key) || PyBytes_CheckExact(key))
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
