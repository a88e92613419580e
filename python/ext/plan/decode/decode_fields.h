/* decode_fields.h: which field the next value of an object belongs to; inlined into the loop of decode_loop.c. */
#ifndef HAYAPACK_PLAN_DECODE_FIELDS_H
#define HAYAPACK_PLAN_DECODE_FIELDS_H

#include "plan/decode/decode_scalars.h"
#include "unpack/scalar_runs.h"

/* Results of plan_find_key() that are no numbers of fields. */
#define KEY_UNKNOWN PLAN_FIELDS
#define KEY_BAD (PLAN_FIELDS + 1)

/* Whether the key of the object's tag and its own tag are at p, with the shortest headers. */
static bool plan_is_tag(const struct reader *r, const struct plan_fields *object, const uint8_t *p)
{
    return (size_t)(r->end - p) >= object->tag_size && memcmp(p, object->tag, object->tag_size) == 0 &&
           object->tag_text <= r->opt->limits.str_len;
}

static bool plan_is_named(PyObject *name, const uint8_t *text, size_t n)
{
    Py_ssize_t length;
    const char *own = PyUnicode_AsUTF8AndSize(name, &length);
    return own != NULL && (size_t)length == n && memcmp(own, text, n) == 0;
}

/* The field of the key at *p, which becomes the end of the key. KEY_BAD: the pure back end decides. */
static uint32_t plan_find_key(const struct reader *r, const struct plan_fields *object, uint32_t next,
                              const uint8_t **p)
{
    size_t n, offset;
    const uint8_t *s = *p;
    if (s >= r->end)
        return KEY_BAD;
    uint8_t type = haya_types[*s];
    if ((type != HAYA_TYPE_STR && type != HAYA_TYPE_BIN) || !plan_payload(r, p, &n) ||
        n > (type == HAYA_TYPE_STR ? r->opt->limits.str_len : r->opt->limits.bin_len))
        return KEY_BAD;
    const uint8_t *text = *p;
    *p = text + n;
    for (uint32_t i = 0, k = next; i < object->key_count; i++, k++) {
        const struct plan_name *key = &object->names[k < object->key_count ? k : k - object->key_count];
        if (key->length == n && memcmp(key->text, text, n) == 0)
            return type == HAYA_TYPE_STR ? key->field : KEY_BAD; /* with strict=False a bin key is read as text */
    }
    if (object->tag_name != NULL && plan_is_named(object->tag_name, text, n))
        return KEY_BAD;
    if (type == HAYA_TYPE_BIN)
        return KEY_UNKNOWN;
    return haya_check(s, (size_t)(*p - s), NULL, &offset) == HAYA_OK ? KEY_UNKNOWN : KEY_BAD;
}

/* Keeps the entry whose key begins at `key` and ends at *p, which becomes the end of the value. The dict is not
 * tracked, so that nobody sees it before its object. False: the pure back end decides, or an exception is set. */
static bool plan_keep(struct reader *r, struct plan_frame *f, const uint8_t *key, const uint8_t **p, uint64_t pending)
{
    uint32_t place = f->node->object.field_count;
    PyObject **dict = r->stack + f->base + place;
    bool kept = false;
    if (haya_types[*key] != HAYA_TYPE_STR)
        return false;
    if ((f->seen >> place & 1) == 0) {
        if ((*dict = PyDict_New()) == NULL)
            return false;
        f->seen |= (uint64_t)1 << place;
    }
    PyObject *name = plan_dict_key(r, &key, false), *value = name != NULL ? plan_any(r, p, pending) : NULL;
    if (value != NULL) {
        Py_ssize_t before = PyDict_GET_SIZE(*dict);
        /* the size stays the same if the key is repeated */
        kept = PyDict_SetItem(*dict, name, value) == 0 && PyDict_GET_SIZE(*dict) != before;
        PyObject_GC_UnTrack(*dict); /* as it was, if the value is not for the collector */
    }
    Py_XDECREF(name);
    Py_XDECREF(value);
    return kept;
}

/* Moves to the value of the next key that has a field, and skips the others: f->next is the field and 1. Returns 1; 0:
 * there is no such key; -1: the pure back end decides. */
static int plan_next_field(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending)
{
    const struct plan_fields *object = &f->node->object;
    while (f->left != 0) {
        f->left--;
        *pending -= 2;
        if (object->tag != NULL && plan_is_tag(r, object, *p)) {
            *p += object->tag_size;
            continue;
        }
        const uint8_t *key = *p;
        uint32_t field = plan_find_key(r, object, f->next, p);
        if (field == KEY_BAD)
            return -1;
        if (field != KEY_UNKNOWN) {
            if (UNLIKELY((f->seen >> field & 1) != 0))
                return -1;
            f->next = field + 1;
            return 1;
        }
        if (object->kept ? !plan_keep(r, f, key, p, *pending)
                         : !object->skips || !plan_skip(r, p, 0) || (uint64_t)(r->end - *p) < *pending)
            return -1;
    }
    return 0;
}

/* The same for the array form. */
static int plan_next_element(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending)
{
    const struct plan_fields *object = &f->node->object;
    while (f->left != 0) {
        size_t index = f->done++;
        f->left--;
        *pending -= 1;
        uint32_t field = index < object->length ? object->by_index[index] : PLAN_FIELDS;
        if (LIKELY(field != PLAN_FIELDS)) {
            f->next = field + 1;
            return 1;
        }
        if ((!object->skips && index >= object->length) || !plan_skip(r, p, 0) || (uint64_t)(r->end - *p) < *pending)
            return -1;
    }
    return 0;
}

/* Gives the fields that have no value their defaults; others are NULL. -1: a field is missing, or as plan_defaults().
 */
static int plan_complete(struct plan_frame *f, PyObject **values)
{
    const struct plan_fields *object = &f->node->object;
    if ((object->needed & ~f->seen) != 0)
        return -1;
    for (uint32_t i = 0; i < object->value_count; i++)
        if ((f->seen >> i & 1) == 0)
            values[i] = NULL;
    if (object->kept && values[object->field_count] != NULL)
        PyObject_GC_Track(values[object->field_count]);
    f->seen = UINT64_MAX; /* plan_drop() releases all that are not NULL */
    return plan_defaults(object, values);
}

/* The functions below decode a value that begins before r->near_end or a key of READER_KEY bytes later, if it has one
 * of the usual forms. NULL: r->other is true if it is for the general code, else it is not valid or an exception is
 * set. Those that are not inlined set r->at to the value's end. */

/* The datetime of a timestamp of 8 bytes. */
HAYA_INLINE PyObject *plan_field_moment(struct reader *r, uint64_t bits)
{
    struct haya_timestamp time = {(int64_t)(bits & 0x3ffffffffu), (uint32_t)(bits >> 34)};
    PyObject *o = LIKELY(time.nanoseconds <= HAYA_NANOSECONDS_MAX) && r->opt->limits.ext_len >= 8
                      ? times_new(r->state, 3, &time)
                      : NULL;
    r->other = o == NULL && !PyErr_Occurred();
    return o;
}

/* The int at *s, which becomes its end. */
HAYA_INLINE PyObject *plan_field_integer(struct reader *r, const uint8_t **s, const bool layout)
{
    const uint8_t *p = *s;
    if (*p < 0x80) {
        *s = p + 1;
        return unpack_small(&r->u, *p, layout);
    }
#if LAYOUT_KNOWN
    if (layout && LIKELY((uint8_t)(*p - HAYA_UINT8) <= HAYA_INT64 - HAYA_UINT8))
        return plan_wide_integer(r, s);
#endif
    if (LIKELY(*p >= 0xe0 || (uint8_t)(*p - HAYA_UINT8) <= HAYA_INT64 - HAYA_UINT8))
        return plan_integer(r, s, layout);
    r->other = true;
    return NULL;
}

/* The str of up to 31 bytes at p. */
HAYA_INLINE PyObject *plan_field_text(struct reader *r, const uint8_t *p, const bool layout)
{
    size_t n = *p & 0x1f;
#if LAYOUT_KNOWN
    if (layout && LIKELY(n >= 2)) {
        PyObject *o = unpack_short_text(&r->u, p + 1, n);
        if (LIKELY(o != NULL) || PyErr_Occurred())
            return o;
        return text_new_other(r->state, p + 1, n);
    }
#endif
    return unpack_text(&r->u, p + 1, n, r->readable, layout);
}

/* A str with a longer header. */
static NOINLINE PyObject *plan_long_text(struct reader *r, const uint8_t *p)
{
    r->at = p;
    return plan_text(r, &r->at, LAYOUT_KNOWN && r->state->layout.usable);
}

/* The str at *s, which becomes its end. */
HAYA_INLINE PyObject *plan_field_str(struct reader *r, const uint8_t **s, const bool layout)
{
    const uint8_t *p = *s;
    PyObject *o;
    if (LIKELY((*p & 0xe0) == HAYA_FIXSTR)) {
        o = plan_field_text(r, p, layout);
        *s = p + 1 + (*p & 0x1f); /* read again (the message cannot change) instead of kept across the allocation */
        return o;
    }
    o = plan_long_text(r, p);
    *s = r->at;
    return o;
}

#if LAYOUT_KNOWN
/* The short texts that follow each other from p on, as unpack_int_run(). */
HAYA_INLINE const uint8_t *plan_text_run(struct reader *r, const uint8_t *p, PyObject ***slot, size_t *left)
{
    PyObject **at = *slot, **stop = at + *left;
    while (at < stop && LIKELY(p < r->near_end) && LIKELY((*p & 0xe0) == HAYA_FIXSTR)) {
        const uint8_t *next = p + 1 + (*p & 0x1f);
        PyObject *o = LIKELY(next <= r->end) ? plan_field_text(r, p, true) : NULL;
        if (UNLIKELY(o == NULL)) {
            PyErr_Clear(); /* the loop tries this value again and reports the failure */
            break;
        }
        *at++ = o;
        p = next;
    }
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}

/* The items of a list from p on, as many as are ints, floats or short texts, which the node of its items wants. */
HAYA_INLINE const uint8_t *plan_scalar_run(struct reader *r, uint8_t kind, const uint8_t *p, PyObject ***slot,
                                           size_t *left)
{
    switch (kind) {
    case PLAN_INT: return unpack_int_run(&r->u, p, r->end, slot, left);
    case PLAN_FLOAT: return unpack_double_run(&r->u, p, r->end, slot, left, true);
    case PLAN_STR: return plan_text_run(r, p, slot, left);
    default: return p;
    }
}

/* The list of up to 15 scalars at p, inside `depth` containers. */
static NOINLINE PyObject *plan_field_list(struct reader *r, const struct plan_node *node, size_t depth,
                                          const uint8_t *p)
{
    size_t n = *p & 0xf, left = n;
    if ((*p & 0xf0) != HAYA_FIXARRAY || n == 0 || n > r->most || depth >= r->opt->limits.depth) {
        r->other = true;
        return NULL;
    }
    PyObject **items = layout_items_new(n), **slot = items, *o = NULL;
    if (UNLIKELY(items == NULL))
        return NULL;
    r->at = plan_scalar_run(r, node->items.item->kind, p + 1, &slot, &left);
    if (LIKELY(left == 0) && LIKELY((o = layout_list_of(&r->state->layout, items, (Py_ssize_t)n)) != NULL))
        return o;
    while (slot > items)
        Py_DECREF(*--slot);
    layout_items_free(items);
    r->other = !PyErr_Occurred();
    return NULL;
}
#endif

/* Fields that are expected in this order, as plan_key_run() decodes them. */
struct plan_run {
    const struct plan_key *key, *stop; /* `key` becomes the first that is not decoded */
    char *base;                        /* values are stored at key->place from here */
    PyObject **slot;                   /* NULL, or where the next value is stored instead */
    const uint8_t *p;                  /* its first byte; of the value if `other` or `failed` */
    size_t depth;                      /* containers around the values */
    bool other;                        /* the value at p is for the general code */
    bool failed;                       /* it is not valid, or an exception is set */
};

static PyObject *plan_leaf(struct reader *r, const struct plan_node *node, size_t depth, const uint8_t *p);
static PyObject *plan_leaf_publicly(struct reader *r, const struct plan_node *node, size_t depth, const uint8_t *p);

/* The value of a key at *s, which becomes its end, inside `depth` containers. leaf: no objects. */
HAYA_INLINE PyObject *plan_field_value(struct reader *r, const struct plan_key *key, size_t depth, const uint8_t **s,
                                       const bool leaf, const bool layout)
{
    const uint8_t *p = *s;
    PyObject *o;
    switch (key->form & FORM_MASK) {
    case FORM_INT:
        if (LIKELY(*p != HAYA_NIL))
            return plan_field_integer(r, s, layout);
        break;
    case FORM_STR:
        if (LIKELY((*p & 0xe0) == HAYA_FIXSTR) || LIKELY(haya_types[*p] == HAYA_TYPE_STR))
            return plan_field_str(r, s, layout);
        break;
    case FORM_FLOAT:
        if (LIKELY(*p == HAYA_FLOAT64)) {
            o = unpack_float(&r->u, haya_load_double(p + 1), layout);
            *s = p + 9;
            return o;
        }
        break;
    case FORM_BOOL:
        if (LIKELY((*p | 1) == HAYA_TRUE)) {
            *s = p + 1;
            return unpack_bool(*p);
        }
        break;
    case FORM_DATETIME:
        if (LIKELY(*p == HAYA_FIXEXT8) && LIKELY((int8_t)p[1] == HAYA_TIMESTAMP_TYPE)) {
            *s = p + 10;
            return plan_field_moment(r, haya_load64(p + 2));
        }
        break;
    case FORM_SCALARS:
#if LAYOUT_KNOWN
        if (layout && LIKELY(*p != HAYA_NIL)) {
            o = plan_field_list(r, key->node, depth, p);
            *s = r->at;
            return o;
        }
#endif
        break;
    case FORM_LEAF:
        if (!leaf && LIKELY(*p != HAYA_NIL)) {
            o = layout ? plan_leaf(r, key->node, depth, p) : plan_leaf_publicly(r, key->node, depth, p);
            *s = r->at;
            return o;
        }
        break;
    case FORM_OTHER: break;
    }
    if (*p == HAYA_NIL && key->nullable) {
        *s = p + 1;
        return common_shared(Py_None);
    }
    r->other = true;
    return NULL;
}

/* Decodes the fields of the run, up to one that has not the expected key or is not for it. placed: at run->base. */
HAYA_INLINE void plan_key_run(struct reader *r, struct plan_run *run, const bool map, const bool leaf,
                              const bool placed, const bool layout)
{
    const struct plan_key *key = run->key, *stop = run->stop;
    const uint8_t *s = run->p;
    PyObject **slot = run->slot;
    char *base = run->base;
    r->other = run->failed = false;
    for (; key < stop && LIKELY(s < r->near_end); key++) {
        if (map) {
            if (UNLIKELY(!haya_key_is_at(&key->wire, s, key->text_end)))
                break;
            s += key->wire.size;
        }
        const uint8_t *end = s;
        PyObject *o = plan_field_value(r, key, run->depth, &end, leaf, layout);
        if (UNLIKELY(o == NULL)) {
            run->failed = !r->other;
            break;
        }
        if (placed)
            memcpy(base + key->place, &o, sizeof o);
        else
            *slot++ = o;
        s = end;
    }
    run->key = key;
    run->p = s;
    run->other = r->other;
    if (UNLIKELY(s > r->end)) /* in the slack of a copy */
        run->failed = true;
}

/* Begins a run of all fields of the object at p, inside `depth` containers, which has exactly these. */
HAYA_INLINE bool plan_begin_run(const struct reader *r, const struct plan_fields *object, size_t depth,
                                const uint8_t *p, struct plan_run *run)
{
    size_t n = object->field_count;
    if (UNLIKELY(*p != object->map_lead && *p != object->array_lead) || UNLIKELY(depth >= r->opt->limits.depth) ||
        UNLIKELY(n > r->most))
        return false;
    p += 1;
    if (UNLIKELY(n > 15)) {
        if (haya_load16(p) != n)
            return false;
        p += 2;
    }
    run->key = object->keys;
    run->stop = object->keys + n;
    run->slot = NULL;
    run->p = p;
    run->depth = depth + 1;
    return true;
}

/* The object at p with the fields of the run. NULL: they are not all decoded, or an exception is set; `values` has
 * those that are. */
HAYA_INLINE PyObject *plan_run_object(struct reader *r, const struct plan_node *node, const uint8_t *p,
                                      struct plan_run *run, PyObject **values, const bool leaf, const bool layout)
{
    PyObject *o = NULL;
    run->base = plan_make_begin(r->state, node, values);
    if (LIKELY(*p == node->object.map_lead))
        plan_key_run(r, run, true, leaf, true, layout);
    else
        plan_key_run(r, run, false, leaf, true, layout);
    if (LIKELY(run->key == run->stop) && LIKELY(!run->failed))
        o = plan_make_end(r->state, node, values, run->base);
    if (UNLIKELY(o == NULL))
        plan_make_nothing(node, values, run->base, (size_t)(run->key - node->object.keys));
    return o;
}

/* The object at p whose fields are scalars, without a frame. */
HAYA_INLINE PyObject *plan_any_leaf(struct reader *r, const struct plan_node *node, size_t depth, const uint8_t *p,
                                    const bool layout)
{
    struct plan_run run;
    PyObject *o;
    if (UNLIKELY(!plan_begin_run(r, &node->object, depth, p, &run))) {
        r->other = true;
        return NULL;
    }
    if (LIKELY((o = plan_run_object(r, node, p, &run, r->leaf, true, layout)) != NULL)) {
        r->at = run.p;
        return o;
    }
    for (size_t i = 0; node->object.keys + i < run.key; i++)
        Py_DECREF(r->leaf[i]);
    r->other = !PyErr_Occurred(); /* the general code decodes it again, from its beginning */
    return NULL;
}

static NOINLINE PyObject *plan_leaf(struct reader *r, const struct plan_node *node, size_t depth, const uint8_t *p)
{
    return plan_any_leaf(r, node, depth, p, LAYOUT_KNOWN);
}

static NOINLINE PyObject *plan_leaf_publicly(struct reader *r, const struct plan_node *node, size_t depth,
                                             const uint8_t *p)
{
    return plan_any_leaf(r, node, depth, p, false);
}

/* The object at p, without a frame; r->at becomes its end. NULL: an exception is set, it is not valid, or r->ready says
 * what is decoded of it, for the frame that plan_open() makes. */
HAYA_INLINE PyObject *plan_any_object(struct reader *r, const struct plan_node *node, const uint8_t *p,
                                      const bool layout)
{
    struct plan_run run;
    PyObject **values = r->stack + r->top, *o;
    if (UNLIKELY(r->stack_capacity - r->top < node->object.field_count) ||
        UNLIKELY(!plan_begin_run(r, &node->object, r->depth, p, &run)))
        return NULL;
    if (LIKELY((o = plan_run_object(r, node, p, &run, values, false, layout)) != NULL)) {
        r->at = run.p;
        return o;
    }
    r->misses++;
    r->ready.count = (size_t)(run.key - node->object.keys);
    r->ready.p = run.p;
    r->ready.other = run.other;
    r->ready.failed = run.failed || run.key == run.stop;
    return NULL;
}

static NOINLINE PyObject *plan_object(struct reader *r, const struct plan_node *node, const uint8_t *p)
{
    return plan_any_object(r, node, p, LAYOUT_KNOWN);
}

static NOINLINE PyObject *plan_object_publicly(struct reader *r, const struct plan_node *node, const uint8_t *p)
{
    return plan_any_object(r, node, p, false);
}

#if LAYOUT_KNOWN
/* The objects of a list from p on, as many as plan_object() decodes whole. */
HAYA_INLINE const uint8_t *plan_object_run(struct reader *r, const struct plan_node *node, const uint8_t *p,
                                           PyObject ***slot, size_t *left)
{
    PyObject **at = *slot, **stop = at + *left, *o;
    while (at < stop && LIKELY(p < r->near_end) && LIKELY(r->misses < READER_MISSES)) {
        if (UNLIKELY((o = plan_object(r, node, p)) == NULL))
            break;
        *at++ = o;
        p = r->at;
    }
    *left = (size_t)(stop - at);
    *slot = at;
    return p;
}
#endif

/* Counts the fields of f that have been decoded, which end at *p, and one more if its value is `other`. */
HAYA_INLINE void plan_count_fields(struct plan_frame *f, size_t count, bool other, uint64_t *pending)
{
    size_t begun = count + other;
    f->seen |= (count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX) << f->next;
    f->left -= begun;
    f->done += begun;
    f->next += (uint32_t)begun;
    *pending -= begun << (f->mode == MODE_FIELDS);
}

/* Decodes the fields that follow in their order, up to one that the general code has to decode. Returns 1: the value at
 * *p is that of the field f->next - 1; 0: none of the next field has begun; -1: the pure back end decides, or an
 * exception is set. */
HAYA_INLINE int plan_field_run(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending,
                               const bool map, const bool layout)
{
    const struct plan_fields *object = &f->node->object;
    struct plan_run run;
    size_t first = f->next, room = object->field_count - first;
    if (f->left < room)
        room = f->left;
    if (room == 0 || f->seen >> first != 0)
        return 0;
    run.key = object->keys + first;
    run.stop = run.key + room;
    run.base = NULL;
    run.slot = r->stack + f->base + first;
    run.p = *p;
    run.depth = r->depth;
    plan_key_run(r, &run, map, false, false, layout);
    plan_count_fields(f, (size_t)(run.key - object->keys) - first, run.other, pending);
    *p = run.p;
    return UNLIKELY(run.failed) ? -1 : run.other;
}

#endif
