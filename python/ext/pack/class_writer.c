/* class_writer.c: objects of classes whose plan is known, as maps or arrays in the loop of packb: class_plan.h. */
#include "class_plan.h"

#include "pack_scalars.h"

/* Lists of up to so many scalars are written without a frame; and so many objects in a row. */
#define CLASS_SHORT 16
#define CLASS_RUN 64

/* ---- values ------------------------------------------------------------------------ */

/* The value of a field of o, borrowed. NULL: it is not there. values: without a GIL, those of all fields from `first`
 * on, which were taken; else NULL. */
HAYA_INLINE PyObject *class_writer_value(const struct class_field *field, const struct class_field *first, PyObject *o,
                                         const char *places, PyObject *const *values, bool layout)
{
    if (!INSTANCES_READABLE)
        return values[field - first];
    return UNLIKELY(field->name == NULL) ? Py_None
           : LIKELY(places != NULL)      ? *(PyObject *const *)(places + field->place)
                                         : instance_attribute(o, field->name, layout);
}

/* What is written of an object: its fields in the form of its class. */
HAYA_INLINE const struct class_field *class_writer_first(const struct class_plan *plan, const struct class_field **stop)
{
    bool array = plan->form == CLASS_AS_ARRAY;
    const struct class_field *first = array ? plan->array : plan->map;
    *stop = first + (array ? plan->array_count : plan->map_count);
    return first;
}

/* ---- writing ------------------------------------------------------------------------ */

/* The items of a list that is locked: as class_writer_list(). */
static uint8_t *class_writer_items(struct packing *w, uint8_t **at, PyObject *o)
{
    size_t begin = (size_t)(*at - w->out->begin);
    if (PyList_GET_SIZE(o) > CLASS_SHORT)
        return NULL;
    PyObject **item = ((PyListObject *)o)->ob_item, **stop = item + PyList_GET_SIZE(o);
    uint8_t *p = haya_put_array_header(*at, (uint32_t)PyList_GET_SIZE(o));
    while (item < stop && (p = pack_reserve(w, p, 0)) != NULL && (p = pack_scalar(w, p, *item, false)) != NULL)
        item++;
    *at = w->out->begin + begin;
    return item == stop ? p : NULL;
}

uint8_t *class_writer_list(struct packing *w, uint8_t **at, PyObject *o, size_t depth)
{
    if (!PyList_Check(o) || (Py_ssize_t)depth >= w->opt->max_depth || !threads_try_lock(o))
        return NULL;
    uint8_t *p = class_writer_items(w, at, o);
    threads_unlock(o);
    return p;
}

/* Where writing an object has stopped. */
struct class_stop {
    const struct class_field *field; /* whose value is no scalar; NULL: an attribute is not there, or an exception is
                                      * set */
    uint8_t *at;                     /* where the key of the field begins */
};

/* Writes the fields that are scalars, or lists of them, inside of `depth` containers, up to the first other one. NULL:
 * *stopped. */
HAYA_INLINE uint8_t *class_writer_fields(struct packing *w, const struct class_plan *plan, PyObject *o,
                                         PyObject *const *values, uint8_t *p, size_t depth, struct class_stop *stopped,
                                         const bool layout)
{
    const struct class_field *stop, *first = class_writer_first(plan, &stop), *field = first;
    const char *places = class_plan_places(plan, o);
    for (; field < stop; field++) {
        uint8_t *end, *value_at;
        if (UNLIKELY((p = pack_reserve(w, p, field->key_size)) == NULL))
            break;
        p = class_plan_put_key(p, field);
        PyObject *value = class_writer_value(field, first, o, places, values, layout);
        if (UNLIKELY(value == NULL))
            break;
        if (LIKELY((end = pack_scalar(w, p, value, layout)) != NULL)) {
            p = end;
            continue;
        }
        value_at = w->start;
        if (w->no_memory || PyErr_Occurred())
            break;
        if (PyList_CheckExact(value) && (end = class_writer_list(w, &value_at, value, depth)) != NULL) {
            p = end;
            continue;
        }
        if (w->no_memory || PyErr_Occurred())
            break;
        *stopped = (struct class_stop){field, value_at - field->key_size};
        return NULL;
    }
    if (field == stop)
        return p;
    *stopped = (struct class_stop){NULL, NULL};
    return NULL;
}

/* Whether the dict of fields of o, of plan->type as it was when the plan was made, is still what the plan was made of:
 * o may have another one as an attribute of its own. */
static bool class_writer_has_fields(const struct native_state *state, const struct class_plan *plan, PyObject *o)
{
    PyObject *name = state->str.dataclass_fields, *declared;
    bool of_class = plan->storage == CLASS_IN_SLOTS && plan->type->tp_dictoffset == 0;
#if LAYOUT_VALUES_KNOWN
    of_class = of_class || (layout_values_have_keys(plan->type, plan->keys, plan->key_count) &&
                            plan->storage == CLASS_IN_DICT && layout_values_of(o) != NULL);
#endif
#ifdef Py_GIL_DISABLED
    declared = of_class ? instance_lookup(plan->type, name) : PyObject_GenericGetAttr(o, name);
    if (declared == NULL)
        PyErr_Clear();
#else
    const bool layout = state->layout.usable;
    declared = of_class                             ? plan->declared
               : instance_dict_has_names(o, layout) ? instance_attribute(o, name, layout)
                                                    : NULL;
    Py_XINCREF(declared);
#endif
    bool has = declared == plan->declared && class_plan_state(declared) == plan->state;
    Py_XDECREF(declared); /* the class has another reference */
    return has;
}

/* Whether o can be written by the plan now. */
HAYA_INLINE bool class_writer_is_writable(const struct packing *w, const struct class_plan *plan, PyObject *o)
{
    return Py_TYPE(o) == plan->type && class_plan_is_readable(plan, o, w->state->layout.usable) &&
           (plan->declared == NULL || class_writer_has_fields(w->state, plan, o));
}

/* The values from `field` on: a flat tuple of keys and values, or of the elements of an array. NULL: an exception is
 * set, or (without one) it is not possible any more. */
static PyObject *class_writer_rest(struct packing *w, const struct class_plan *plan, PyObject *o,
                                   PyObject *const *values, const struct class_field *field)
{
    bool array = plan->form == CLASS_AS_ARRAY;
    const struct class_field *stop, *first = class_writer_first(plan, &stop);
    PyObject *rest = native_tuple_new((stop - field) * (array ? 1 : 2)); /* may run the collector, and so any code */
    if (rest == NULL)
        return NULL;
    if (INSTANCES_READABLE && !class_writer_is_writable(w, plan, o)) {
        Py_DECREF(rest);
        return NULL;
    }
    const char *places = class_plan_places(plan, o);
    for (Py_ssize_t i = 0; field < stop; field++) {
        PyObject *value = class_writer_value(field, first, o, places, values, w->state->layout.usable);
        if (value == NULL) {
            Py_DECREF(rest);
            return NULL;
        }
        if (!array)
            PyTuple_SET_ITEM(rest, i++, Py_NewRef(field->text));
        PyTuple_SET_ITEM(rest, i++, Py_NewRef(value));
    }
    native_tuple_filled(rest);
    return rest;
}

/* Writes the ext's header before its n bytes of payload, for which `room` bytes were left at begin. Returns the end. */
static uint8_t *class_writer_end(struct class_writer *c, uint8_t *begin, size_t room, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t size = (size_t)(haya_put_ext_header(header, HAYA_TYPED_TYPE, (uint32_t)n) - header);
    if (size != room)
        memmove(begin + size, begin + room, n);
    memcpy(begin, header, size);
    c->header = (uint8_t)size;
    return begin + size + n;
}

/* As class_writer_put(); values: as of class_writer_value(). */
static enum pack_outcome class_writer_put_values(struct packing *w, struct class_writer *c,
                                                 const struct class_plan *plan, PyObject *o, PyObject *const *values,
                                                 bool held)
{
    struct class_stop stopped = {NULL, NULL};
    const bool array = plan->form == CLASS_AS_ARRAY, typed = c->head != NULL;
    const size_t begin = (size_t)(w->out->p - w->out->begin), room = typed ? c->header : 0,
                 inside = w->depth + 1 + typed;
    w->limit = w->out->end - OUTPUT_SPARE;
    uint8_t *p = pack_reserve(w, w->out->p, room + c->head_size + HAYA_HEADER_MAX);
    if (p == NULL)
        return PACK_ERROR;
    if (typed) {
        memcpy(p + room, c->head, c->head_size);
        p += room + c->head_size;
    }
    p = array ? haya_put_array_header(p, plan->array_count) : haya_put_map_header(p, plan->map_count);
    p = w->state->layout.usable ? class_writer_fields(w, plan, o, values, p, inside, &stopped, LAYOUT_KNOWN)
                                : class_writer_fields(w, plan, o, values, p, inside, &stopped, false);
    uint8_t *start = w->out->begin + begin;
    if (LIKELY(p != NULL) && LIKELY((size_t)(p - start) - room <= UINT32_MAX || !typed)) {
        w->out->p = typed ? class_writer_end(c, start, room, (size_t)(p - start) - room) : p;
        c->framed = false;
        return PACK_DONE;
    }
    c->framed = stopped.field != NULL;
    if (stopped.field == NULL || !held)
        return w->no_memory || PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
    w->out->p = stopped.at;
    if (typed) {
        c->header = PACK_TYPED_HEADER;
        memmove(start + PACK_TYPED_HEADER, start + room, (size_t)(stopped.at - start) - room);
        w->out->p += PACK_TYPED_HEADER - room;
    }
    w->next = class_writer_rest(w, plan, o, values, stopped.field);
    w->next_typed = typed && w->next != NULL;
    w->next_size = (Py_ssize_t)(array ? plan->array_count : plan->map_count);
    w->typed_at = (Py_ssize_t)begin;
    return w->next != NULL ? (array ? PACK_ITEMS : PACK_FIELDS) : PyErr_Occurred() ? PACK_ERROR : PACK_UNKNOWN;
}

/* Writes o, or its first values and leaves the rest to frames: PACK_FIELDS or PACK_ITEMS, if `held`. PACK_UNKNOWN: what
 * was written must be dropped. */
static enum pack_outcome class_writer_put(struct packing *w, struct class_writer *c, const struct class_plan *plan,
                                          PyObject *o, bool held)
{
#ifdef Py_GIL_DISABLED
    const size_t first = w->kept_count;
    const struct class_field *stop, *field = class_writer_first(plan, &stop);
    const size_t n = (size_t)(stop - field);
    if (w->kept_capacity - w->kept_count < n && !pack_more_kept(w, n))
        return PACK_ERROR;
    int taken = class_plan_take(plan, o, field, n, w->kept + first);
    if (UNLIKELY(taken <= 0))
        return taken == 0 ? PACK_UNKNOWN : PACK_ERROR; /* what reading has raised is raised again */
    w->kept_count += n;
    enum pack_outcome done = class_writer_put_values(w, c, plan, o, w->kept + first, held);
    while (w->kept_count > first) {
        PyObject *value = w->kept[--w->kept_count];
        Py_DECREF(value);
    }
    return done;
#else
    return class_writer_put_values(w, c, plan, o, NULL, held);
#endif
}

enum pack_outcome class_writer_run(struct packing *w, struct class_writer *c, PyObject *o, bool held)
{
    const struct class_plan *plan = c->plan;
    struct pack_frame *f = (!INSTANCES_READABLE || !held) && w->depth > 0 ? &w->frames[w->depth - 1] : NULL;
    enum pack_outcome done = PACK_UNKNOWN;
    for (int i = 0; i < CLASS_RUN && c->plan == plan && class_writer_is_writable(w, plan, o); i++) {
        if (pack_room(w, 0) < 0)
            return PACK_ERROR;
        size_t at = (size_t)(w->out->p - w->out->begin);
        done = class_writer_put(w, c, plan, o, held);
        if (done == PACK_UNKNOWN) {
            w->out->p = w->out->begin + at;
            return i != 0 ? PACK_DONE : done; /* the loop asks for this object again */
        }
        if (i != 0) {
            f->at++;
            f->left--;
        }
        if (done != PACK_DONE || f == NULL || f->kind != FRAME_SEQUENCE || f->left == 0)
            return done;
        o = *f->at;
    }
    return done;
}
