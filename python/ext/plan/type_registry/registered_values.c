/* registered_values.c: objects of registered classes from their values, and the functions that pack and unpack call. */
#include "plan/type_registry/registered.h"

/* ---- reading ------------------------------------------------------------------------ */

/* The number of the field with that key; -1: none. *next: the one to expect, afterwards the one after it. */
HAYA_INLINE int registered_field(struct registered_class *c, const struct plan_fields *object, PyObject *key,
                                 uint32_t *next)
{
    uint32_t count = object->field_count, first = *next < count ? *next : 0;
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
static bool registered_defaults(const struct plan_fields *object, PyObject **values, uint64_t seen)
{
    if ((object->needed & ~seen) != 0)
        return false;
    if (plan_defaults(object, values) == 0)
        return true;
    for (uint32_t i = 0; i < object->field_count; i++)
        if ((seen >> i & 1) == 0)
            Py_XDECREF(values[i]);
    return false;
}

/* The object, after its __post_init__: the references to the given values are new. NULL with an exception, or as
 * above. */
static PyObject *registered_object(struct unpacking *u, const struct plan_node *node, PyObject **values, uint64_t seen)
{
    bool full = seen == node->object.all;
    if (!full && !registered_defaults(&node->object, values, seen))
        return NULL;
    for (uint32_t i = 0; i < node->object.field_count; i++)
        if ((seen >> i & 1) != 0)
            Py_INCREF(values[i]);
    PyObject *o = plan_make(u->state, node, values, full);
    if (o == NULL) {
        for (uint32_t i = 0; i < node->object.field_count; i++)
            Py_XDECREF(values[i]);
    } else if (node->object.after != NULL) {
        unpack_resume(u);
        PyObject *result = PyObject_CallOneArg(node->object.after, o);
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
    memset(values, 0, node->object.field_count * sizeof *values);
    for (size_t k = 0; k < n; k++) {
        int field = registered_field(c, &node->object, pairs[2 * k], &next);
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
    memset(values, 0, node->object.field_count * sizeof *values);
    for (size_t i = 0; i < n && i < node->object.length; i++) {
        uint8_t field = node->object.by_index[i];
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

static int registered_pack(struct packing *w, PyObject *o, bool held)
{
    struct registered_class *c = registered_of_type((struct registered *)w->registered, Py_TYPE(o));
    if (c == NULL || !c->writes || (!held && c->writer.framed))
        return PACK_UNKNOWN;
    if (held && registered_meet(w->state, c) < 0)
        return PACK_ERROR;
    return c->writer.plan != NULL ? class_writer_pack(w, &c->writer, o, held) : PACK_UNKNOWN;
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
