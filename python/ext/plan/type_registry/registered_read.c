/*
 * registered_read.c: objects of registered classes whose values are scalars, short lists of these, or such objects,
 * straight from the message: without the frames and pairs of unpack/unpack_loop.c.
 *
 * What is unusual is left to that loop, which decodes it again from its beginning: other keys than the expected ones,
 * other values, what is not valid, and the last bytes of a message, which are read with a check.
 */
#include "plan/type_registry/registered.h"
#include "unpack/unpack_scalars.h"

#define READ_AHEAD 64 /* a key of 32 bytes, or a str of 31 with what is read beyond it */
#define READ_DEPTH 6  /* containers that are opened at most, typed values included, and one more */

/* The int at *p that is longer than a byte. */
HAYA_INLINE PyObject *read_integer(struct unpacking *u, const uint8_t **p, const bool layout)
{
    const uint8_t *s = *p;
    unsigned size = 1u << (*s & 3);
    *p = s + 1 + size;
#if LAYOUT_KNOWN
    if (layout)
        return unpack_sized_int(u, s, *s, size, unpack_makes_numbers(u, true));
#endif
    return unpack_integer(u, s, layout);
}

/* The scalar at *p, of which READ_AHEAD bytes can be read. NULL: it is none, or an exception is set. */
HAYA_INLINE PyObject *read_scalar(struct unpacking *u, const uint8_t **p, const bool layout)
{
    const uint8_t *s = *p, *end = u->source->end;
    size_t n;
    switch (*s) {
    case 0x00 ... 0x7f: *p = s + 1; return unpack_small(u, *s, layout);
    case 0xe0 ... 0xff: *p = s + 1; return unpack_int(u, (int8_t)*s, layout);
    case HAYA_NIL:
    case HAYA_FALSE:
    case HAYA_TRUE: *p = s + 1; return unpack_nil_or_bool(*s);
    case HAYA_FLOAT64: *p = s + 9; return unpack_float(u, haya_load_double(s + 1), layout);
    case HAYA_UINT8 ... HAYA_INT64: return read_integer(u, p, layout);
    case 0xa0 ... 0xbf:
        n = *s & 0x1f;
        s += 1;
        break;
    case HAYA_STR8:
        n = s[1];
        s += 2;
        if ((size_t)(end - s) < n || n > u->opt->limits.str_len)
            return NULL;
        break;
    default: return NULL;
    }
    *p = s + n;
    return unpack_text(u, s, n, end + (u->source->padded ? UNPACK_SLACK : 0), layout);
}

/* The list of up to 15 scalars at *p; near_end: READ_AHEAD bytes before the end. NULL: as above. */
static NOINLINE PyObject *read_list(struct unpacking *u, const uint8_t **p, const uint8_t *near_end)
{
    const uint8_t *s = *p + 1;
    size_t n = **p & 0xf, done = 0;
    PyObject *items[15], *list = NULL;
    const bool layout = LAYOUT_KNOWN && u->state->layout.usable;
    if (!u->opt->use_list)
        return NULL;
    for (; done < n && s < near_end; done++) {
        PyObject *o = LIKELY(layout) ? read_scalar(u, &s, LAYOUT_KNOWN) : read_scalar(u, &s, false);
        if (o == NULL)
            break;
        items[done] = o;
    }
    if (done == n)
        list = PyList_New((Py_ssize_t)n);
    if (list == NULL) {
        while (done > 0)
            Py_DECREF(items[--done]);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        PyList_SET_ITEM(list, (Py_ssize_t)i, items[i]);
    *p = s;
    return list;
}

static PyObject *read_typed(struct unpacking *u, const uint8_t **p, const uint8_t *end, const uint8_t *near_end);

/* The object of the map at p, which ends at `end`. leaf: none of its values is such an object. NULL: as above. */
HAYA_INLINE PyObject *read_object(struct unpacking *u, const struct registered_class *c, const uint8_t *p,
                                  const uint8_t *end, const uint8_t *near_end, const bool leaf, const bool layout)
{
    const struct plan_node *node = c->plan->nodes[0];
    PyObject *values[PLAN_FIELDS], *o;
    size_t n = node->object.field_count, done = 0;
    if (!node->object.predicted || p >= near_end || *p != node->object.map_lead || (n > 15 && haya_load16(p + 1) != n))
        return NULL;
    p += n > 15 ? 3 : 1;
    for (const struct plan_key *key = node->object.keys;
         done < n && p < near_end && haya_key_is_at(&key->wire, p, key->text_end); key++, done++) {
        const uint8_t *s = p + key->wire.size;
        if (UNLIKELY(s >= near_end))
            break;
        if ((*s & 0xf0) == HAYA_FIXARRAY)
            o = read_list(u, &s, near_end);
        else if (!leaf && (*s == HAYA_EXT8 || *s == HAYA_EXT16))
            o = read_typed(u, &s, end, near_end);
        else
            o = read_scalar(u, &s, layout);
        if (UNLIKELY(o == NULL))
            break;
        values[done] = o;
        p = s;
    }
    if (LIKELY(done == n) && LIKELY(p == end) && LIKELY((o = plan_make_quickly(u->state, node, values)) != NULL))
        return o;
    while (done > 0)
        Py_DECREF(values[--done]);
    return NULL;
}

static NOINLINE PyObject *read_leaf(struct unpacking *u, const struct registered_class *c, const uint8_t *p,
                                    const uint8_t *end, const uint8_t *near_end)
{
    return LAYOUT_KNOWN && u->state->layout.usable ? read_object(u, c, p, end, near_end, true, LAYOUT_KNOWN)
                                                   : read_object(u, c, p, end, near_end, true, false);
}

/* The object of the ext8 or ext16 at *p inside another, which ends at `end`. NULL: as above. */
static PyObject *read_typed(struct unpacking *u, const uint8_t **p, const uint8_t *end, const uint8_t *near_end)
{
    const uint8_t *s = *p;
    size_t n = *s == HAYA_EXT8 ? s[1] : haya_load16(s + 1), skipped;
    s += *s == HAYA_EXT8 ? 2 : 3;
    if ((int8_t)*s++ != HAYA_TYPED_TYPE || n < 2 || end - s < (ptrdiff_t)n || n > u->opt->limits.ext_len ||
        !unpack_is_text(*s))
        return NULL;
    const struct registered_class *c = unpack_known_name(u, s, n, &skipped);
    /* if the object around it can't be made, it is released, which must run no code of the user's */
    bool possible = c != NULL && c->type->tp_finalize == NULL && registered_reads(c, true);
    PyObject *o = possible ? read_leaf(u, c, s + skipped, s + n, near_end) : NULL;
    if (o != NULL)
        *p = s + n;
    return o;
}

PyObject *registered_read(struct unpacking *u, struct registered_class *c, const uint8_t *p, const uint8_t *end)
{
    const struct haya_limits *limits = &u->opt->limits;
    const uint8_t *begin = u->source->begin, *stop = u->source->end;
    if (stop - begin <= READ_AHEAD || u->depth + READ_DEPTH >= u->shallow || !registered_reads(c, true) ||
        limits->str_len <= 31 || limits->array_len < 15 || limits->map_len < PLAN_FIELDS)
        return NULL;
    if (UNLIKELY(c->misses >= REGISTERED_MISSES) && ++c->misses != 0)
        return NULL;
    const uint8_t *near_end = stop - READ_AHEAD;
    PyObject *o = LAYOUT_KNOWN && u->state->layout.usable ? read_object(u, c, p, end, near_end, false, LAYOUT_KNOWN)
                                                          : read_object(u, c, p, end, near_end, false, false);
    if (LIKELY(o != NULL))
        c->misses = 0;
    else
        c->misses++;
    return o;
}
