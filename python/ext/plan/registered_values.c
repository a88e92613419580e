/* registered_values.c: typed values of registered classes from objects, and objects from their values. */
#include "plan/registered.h"

/* ---- reading ------------------------------------------------------------------------ */

/* The number of the field with that key; -1: none. *next: the one to expect, afterwards the one after it. */
HAYA_INLINE int registered_field(struct registered_class *c, const struct plan_node *node, PyObject *key,
                                 uint32_t *next)
{
    uint32_t count = node->field_count, first = *next < count ? *next : 0;
    if (count == 0)
        return -1;
    *next = first + 1;
    if (LIKELY(c->keys[first] == key))
        return (int)first;
    if (!PyUnicode_CheckExact(key))
        return -1;
    for (uint32_t i = 0, at = first; i < count; i++, at = at + 1 < count ? at + 1 : 0)
        if (c->keys[at] == key || PyUnicode_Compare(c->keys[at], key) == 0) {
            Py_SETREF(c->keys[at], Py_NewRef(key));
            *next = at + 1;
            return (int)at;
        }
    return -1;
}

/* Gives the fields that have no value their defaults. False: one is missing, or its factory is code of the user's. */
static bool registered_defaults(const struct plan_node *node, PyObject **values, uint64_t seen)
{
    if ((node->needed & ~seen) != 0)
        return false;
    if (plan_defaults(node, values) == 0)
        return true;
    for (uint32_t i = 0; i < node->field_count; i++)
        if ((seen >> i & 1) == 0)
            Py_XDECREF(values[i]);
    return false;
}

/* The object, after its __post_init__: the references to the given values are new. NULL with an exception, or as
 * above. */
static PyObject *registered_object(struct unpacking *u, const struct plan_node *node, PyObject **values, uint64_t seen)
{
    bool full = seen == node->all;
    if (!full && !registered_defaults(node, values, seen))
        return NULL;
    for (uint32_t i = 0; i < node->field_count; i++)
        if ((seen >> i & 1) != 0)
            Py_INCREF(values[i]);
    PyObject *o = plan_make(u->state, node, values, full);
    if (o == NULL) {
        for (uint32_t i = 0; i < node->field_count; i++)
            Py_XDECREF(values[i]);
    } else if (node->after != NULL) {
        unpack_resume(u);
        PyObject *result = PyObject_CallOneArg(node->after, o);
        unpack_pause(u);
        if (result == NULL)
            Py_CLEAR(o);
        Py_XDECREF(result);
    }
    return o;
}

/* The object of a map's pairs, whose references it steals on success only. NULL: an exception is set, or (without one)
 * the registry must make it of a dict. */
static PyObject *registered_make(struct unpacking *u, struct registered_class *c, PyObject **pairs, size_t n)
{
    PyObject *values[PLAN_FIELDS];
    struct plan *plan = c->plan;
    const struct plan_node *node = plan->nodes[0];
    uint64_t seen = 0;
    uint32_t next = 0;
    if (n > REGISTERED_PAIRS)
        return NULL;
    memset(values, 0, node->field_count * sizeof *values);
    for (size_t k = 0; k < n; k++) {
        int field = registered_field(c, node, pairs[2 * k], &next);
        if (field < 0)
            continue;
        if (UNLIKELY((seen >> field & 1) != 0))
            return NULL;
        seen |= (uint64_t)1 << field;
        values[field] = pairs[2 * k + 1];
    }
    Py_INCREF((PyObject *)plan); /* code of the user's may have another one made */
    PyObject *o = registered_object(u, node, values, seen);
    Py_DECREF((PyObject *)plan);
    for (size_t k = 0; o != NULL && k < 2 * n; k++)
        Py_DECREF(pairs[k]);
    return o;
}

/* The same of the items of a list or tuple, which keeps its references. */
static PyObject *registered_make_of_list(struct unpacking *u, struct registered_class *c, PyObject *list)
{
    PyObject *values[PLAN_FIELDS];
    struct plan *plan = c->plan;
    const struct plan_node *node = plan->nodes[0];
    size_t n = (size_t)Py_SIZE(list);
    uint64_t seen = 0;
    memset(values, 0, node->field_count * sizeof *values);
    for (size_t i = 0; i < n && i < node->length; i++) {
        uint8_t field = node->by_index[i];
        if (field == PLAN_FIELDS)
            continue;
        seen |= (uint64_t)1 << field;
        values[field] =
            PyList_Check(list) ? PyList_GET_ITEM(list, (Py_ssize_t)i) : PyTuple_GET_ITEM(list, (Py_ssize_t)i);
    }
    Py_INCREF((PyObject *)plan);
    PyObject *o = registered_object(u, node, values, seen);
    Py_DECREF((PyObject *)plan);
    return o;
}

/* ---- writing ------------------------------------------------------------------------ */

/* Lists of up to so many scalars are written without a frame; and so many objects in a row. */
#define REGISTERED_SHORT 16
#define REGISTERED_RUN 64

/* The items of a locked list at p: as registered_list(). */
static uint8_t *registered_items(struct packing *w, uint8_t **at, PyObject *o)
{
    size_t begin = (size_t)(*at - w->out->begin);
    if (PyList_GET_SIZE(o) > REGISTERED_SHORT)
        return NULL;
    PyObject **item = ((PyListObject *)o)->ob_item, **stop = item + PyList_GET_SIZE(o);
    uint8_t *p = haya_put_array_header(*at, (uint32_t)PyList_GET_SIZE(o));
    while (item < stop && (p = pack_reserve(w, p, 0)) != NULL && (p = pack_scalar(w, p, *item, false)) != NULL)
        item++;
    *at = w->out->begin + begin;
    return item == stop ? p : NULL;
}

/* A list of scalars at p. NULL: it is something else, or an exception is set; then *at is where it begins now. */
static uint8_t *registered_list(struct packing *w, uint8_t **at, PyObject *o)
{
    if (!PyList_CheckExact(o) || (Py_ssize_t)w->depth + 2 >= w->opt->max_depth || !threads_try_lock(o))
        return NULL;
    uint8_t *p = registered_items(w, at, o);
    threads_unlock(o);
    return p;
}

/* The value of a field of o, borrowed. NULL: it is not there. values: those of all fields from `first` on, with
 * ENCODE_COPIES; else NULL. */
HAYA_INLINE PyObject *registered_value(const struct writing_field *field, const struct writing_field *first,
                                       PyObject *o, const char *places, PyObject *const *values, bool layout)
{
    if (ENCODE_COPIES)
        return values[field - first];
    return UNLIKELY(field->name == NULL) ? Py_None
           : LIKELY(places != NULL)      ? *(PyObject *const *)(places + field->place)
                                         : instance_attribute(o, field->name, layout);
}

/* What is written of an object: its fields in the form of its class. */
HAYA_INLINE const struct writing_field *registered_first(const struct plan_writing *writing,
                                                         const struct writing_field **stop)
{
    bool array = writing->form == WRITING_ARRAY;
    const struct writing_field *first = array ? writing->array : writing->map;
    *stop = first + (array ? writing->array_count : writing->map_count);
    return first;
}

/* Writes the fields that are scalars, or lists of them, up to the first other one. NULL: it is *stopped, whose key
 * begins at *at; *stopped becomes NULL if an attribute is not there or an exception is set. */
HAYA_INLINE uint8_t *registered_fields(struct packing *w, const struct plan_node *node, PyObject *o,
                                       PyObject *const *values, uint8_t *p, const struct writing_field **stopped,
                                       uint8_t **at, const bool layout)
{
    const struct writing_field *stop, *first = registered_first(node->writing, &stop), *field = first;
    const char *places = encode_places(node, o);
    for (; field < stop; field++) {
        uint8_t *end, *value_at;
        if (UNLIKELY((p = pack_reserve(w, p, field->key_size)) == NULL))
            break;
        if (LIKELY(field->key_size <= 32))
            memcpy(p, field->key, 32);
        else
            memcpy(p, field->key, field->key_size);
        PyObject *value = registered_value(field, first, o, places, values, layout);
        if (UNLIKELY(value == NULL))
            break;
        value_at = p + field->key_size;
        if (LIKELY((end = pack_scalar(w, value_at, value, layout)) != NULL)) {
            p = end;
            continue;
        }
        value_at = w->start;
        if (w->no_memory || PyErr_Occurred())
            break;
        if ((end = registered_list(w, &value_at, value)) != NULL) {
            p = end;
            continue;
        }
        if (w->no_memory || PyErr_Occurred())
            break;
        *stopped = field;
        *at = value_at - field->key_size;
        return NULL;
    }
    if (field == stop)
        return p;
    *stopped = NULL;
    return NULL;
}

static uint8_t *registered_fields_with_layout(struct packing *w, const struct plan_node *node, PyObject *o,
                                              PyObject *const *values, uint8_t *p, const struct writing_field **stopped,
                                              uint8_t **at)
{
    return registered_fields(w, node, o, values, p, stopped, at, LAYOUT_KNOWN);
}

static uint8_t *registered_fields_with_public_api(struct packing *w, const struct plan_node *node, PyObject *o,
                                                  PyObject *const *values, uint8_t *p,
                                                  const struct writing_field **stopped, uint8_t **at)
{
    return registered_fields(w, node, o, values, p, stopped, at, false);
}

/* Whether the object can be written by the plan now. */
static bool registered_is_writable(const struct packing *w, const struct registered_class *c, PyObject *o)
{
    return Py_TYPE(o) == c->type && registered_is_ready(c) && c->plan->writable &&
           encode_is_readable(c->plan->nodes[0], o, w->state->layout.usable);
}

/* The values from `field` on: a flat tuple of keys and values, or of the elements of an array. NULL: an exception is
 * set, or (without one) it is not possible any more. */
static PyObject *registered_rest(struct packing *w, struct registered_class *c, const struct plan *plan, PyObject *o,
                                 PyObject *const *values, const struct writing_field *field)
{
    const struct plan_node *node = plan->nodes[0];
    bool array = node->writing->form == WRITING_ARRAY;
    const struct writing_field *stop, *first = registered_first(node->writing, &stop);
    PyObject *rest = native_tuple_new((stop - field) * (array ? 1 : 2)); /* may run the collector, and so any code */
    if (rest == NULL)
        return NULL;
    if (!ENCODE_COPIES && (c->plan != plan || !registered_is_writable(w, c, o))) {
        Py_DECREF(rest);
        return NULL;
    }
    const char *places = encode_places(node, o);
    for (Py_ssize_t i = 0; field < stop; field++) {
        PyObject *value = registered_value(field, first, o, places, values, w->state->layout.usable);
        if (value == NULL) {
            Py_DECREF(rest);
            return NULL;
        }
        if (!array)
            PyTuple_SET_ITEM(rest, i++, Py_NewRef(node->names[field->from - node->fields].name));
        PyTuple_SET_ITEM(rest, i++, Py_NewRef(value));
    }
    native_tuple_filled(rest);
    return rest;
}

/* Writes the ext's header before its n bytes of payload, for which `room` bytes were left at begin. Returns the end. */
static uint8_t *registered_end(struct registered_class *c, uint8_t *begin, size_t room, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t size = (size_t)(haya_put_ext_header(header, HAYA_TYPED_TYPE, (uint32_t)n) - header);
    if (size != room)
        memmove(begin + size, begin + room, n);
    memcpy(begin, header, size);
    c->header = (uint8_t)size;
    return begin + size + n;
}

/* Writes o, or its first values and leaves the rest to frames: PACK_FIELDS or PACK_ITEMS, if `held`: Python code may
 * run. PACK_UNKNOWN: the registry must take it apart; what was written must be dropped. */
static enum pack_outcome registered_write_values(struct packing *w, struct registered_class *c, struct plan *plan,
                                                 PyObject *o, PyObject *const *values, bool held)
{
    const struct plan_node *node = plan->nodes[0];
    const struct plan_writing *writing = node->writing;
    const struct writing_field *stopped = NULL;
    size_t begin = (size_t)(w->out->p - w->out->begin), room = c->header;
    uint8_t *at = NULL;
    w->limit = w->out->end - OUTPUT_SPARE;
    uint8_t *p = pack_reserve(w, w->out->p, room + c->head_size + HAYA_HEADER_MAX);
    if (p == NULL)
        return PACK_ERROR;
    p += room;
    memcpy(p, c->head, c->head_size);
    p += c->head_size;
    p = writing->form == WRITING_ARRAY ? haya_put_array_header(p, writing->array_count)
                                       : haya_put_map_header(p, writing->map_count);
    p = w->state->layout.usable ? registered_fields_with_layout(w, node, o, values, p, &stopped, &at)
                                : registered_fields_with_public_api(w, node, o, values, p, &stopped, &at);
    uint8_t *start = w->out->begin + begin;
    if (LIKELY(p != NULL) && LIKELY((size_t)(p - start) - room <= UINT32_MAX)) {
        w->out->p = registered_end(c, start, room, (size_t)(p - start) - room);
        c->framed = false;
        return PACK_DONE;
    }
    c->framed = stopped != NULL;
    if (stopped == NULL || p != NULL || !held)
        return w->no_memory || PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    c->header = PACK_TYPED_HEADER;
    memmove(start + PACK_TYPED_HEADER, start + room, (size_t)(at - start) - room);
    w->out->p = at + (PACK_TYPED_HEADER - room);
    Py_INCREF((PyObject *)plan);
    w->next = registered_rest(w, c, plan, o, values, stopped);
    w->next_typed = w->next != NULL;
    const bool array = writing->form == WRITING_ARRAY;
    w->next_size = (Py_ssize_t)(array ? writing->array_count : writing->map_count);
    w->typed_at = (Py_ssize_t)begin;
    Py_DECREF((PyObject *)plan);
    return w->next != NULL ? (array ? PACK_ITEMS : PACK_FIELDS) : PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
}

#ifdef Py_GIL_DISABLED
/* Takes references to the values of o's fields. PACK_DONE: they are in w->kept. Python code may run. */
static enum pack_outcome registered_keep(struct packing *w, const struct plan_node *node, PyObject *o)
{
    const struct writing_field *stop, *field = registered_first(node->writing, &stop);
    if (w->kept_capacity - w->kept_count < (size_t)(stop - field) && !pack_more_kept(w, (size_t)(stop - field)))
        return PACK_ERROR;
    int taken = plan_writing_take(node, o, field, (size_t)(stop - field), w->kept + w->kept_count);
    if (UNLIKELY(taken <= 0))
        return taken == 0 ? PACK_UNKNOWN : PACK_ERROR; /* the registry raises what reading has raised */
    w->kept_count += (size_t)(stop - field);
    return PACK_DONE;
}
#endif

/* As registered_write_values(), for the values that o has now. */
static enum pack_outcome registered_write(struct packing *w, struct registered_class *c, PyObject *o, bool held)
{
    struct plan *plan = c->plan;
#ifdef Py_GIL_DISABLED
    const size_t first = w->kept_count;
    Py_INCREF((PyObject *)plan); /* code of the user's may have another one made */
    enum pack_outcome done = registered_keep(w, plan->nodes[0], o);
    if (done == PACK_DONE)
        done = registered_write_values(w, c, plan, o, w->kept + first, held);
    while (w->kept_count > first) {
        PyObject *value = w->kept[--w->kept_count];
        Py_DECREF(value);
    }
    Py_DECREF((PyObject *)plan);
    return done;
#else
    return registered_write_values(w, c, plan, o, NULL, held);
#endif
}

/* The class of o, if it can be written now. */
static struct registered_class *registered_find(struct packing *w, PyObject *o, bool held)
{
    const struct pack_options *opt = w->opt;
    struct registered_class *c = registered_of_type((struct registered *)w->registered, Py_TYPE(o));
    if (c == NULL || !c->writes || !opt->plans_fast || (Py_ssize_t)w->depth + 1 >= opt->max_depth)
        return NULL;
    if (held ? registered_meet(w->state, c) < 0 : c->framed)
        return NULL;
    return registered_is_writable(w, c, o) ? c : NULL;
}

static int registered_pack(struct packing *w, PyObject *o, bool held)
{
    /* ENCODE_COPIES: attributes are read where Python code may run, which can't change what frames keep */
    if (ENCODE_COPIES && !held)
        return PACK_UNKNOWN;
    struct registered_class *c = registered_find(w, o, held);
    struct pack_frame *f = (ENCODE_COPIES || !held) && w->depth > 0 ? &w->frames[w->depth - 1] : NULL;
    enum pack_outcome done = PACK_UNKNOWN;
    if (c == NULL)
        return PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    for (int i = 0; i < REGISTERED_RUN; i++) {
        if (pack_room(w, 0) < 0)
            return PACK_ERROR;
        size_t at = (size_t)(w->out->p - w->out->begin);
        done = registered_write(w, c, o, held);
        if (done == PACK_UNKNOWN) {
            w->out->p = w->out->begin + at;
            return i != 0 ? PACK_DONE : done; /* the loop asks for this object again */
        }
        if (i != 0) {
            f->at++;
            f->left--;
        }
        if (done != PACK_DONE || f == NULL || f->kind != FRAME_SEQUENCE || f->left == 0 ||
            !registered_is_writable(w, c, *f->at))
            return done;
        o = *f->at;
    }
    return done;
}

const struct registered_ops registered_ops = {
    .begin = registered_begin,
    .end = registered_leave,
    .pack = registered_pack,
    .find = registered_of_name,
    .reads = registered_reads,
    .read = registered_read,
    .make = registered_make,
    .make_of_list = registered_make_of_list,
    .meet = registered_meet,
    .name = registered_name,
};
