/* encode_plan.c: what encoding needs of a Node: struct encode_plan. */
#include "plan/encode/encode_state.h"

enum { UNKNOWN_KEEP = 2 }; /* of nodes.py */

/* The members of an enum after so many are left to the pure back end. */
#define WRITING_MEMBERS 64

void encode_plan_free(struct encode_plan *writing)
{
    if (writing == NULL)
        return;
    class_plan_clear(&writing->class);
    PyMem_Free((void *)writing->nodes);
    PyMem_Free(writing);
}

/* Packs the keys and the tag. False: one of them can't be packed here. */
static bool encode_plan_keys(struct encode_plan *writing, PyObject *tag)
{
    uint8_t *p = class_plan_pack_keys(&writing->class), *end;
    if (p == NULL || tag == NULL)
        return p != NULL;
    writing->tag = p;
    if ((end = class_plan_constant(p, PyTuple_GET_ITEM(tag, 0))) == NULL ||
        (end = class_plan_constant(end, PyTuple_GET_ITEM(tag, 1))) == NULL)
        return false;
    writing->tag_size = (size_t)(end - p);
    return true;
}

/* The fields of an object, from those of the plan and the Field objects. *writable: false if it can't be encoded here.
 * -1: an exception is set. */
static int encode_plan_fields(struct plan_node *node, PyObject *fields, bool *writable)
{
    struct encode_plan *writing = node->writing;
    struct class_plan *plan = &writing->class;
    for (uint32_t i = 0; i < node->object.field_count; i++) {
        const struct plan_field *from = &node->object.fields[i];
        PyObject *source = PyTuple_GET_ITEM(fields, (Py_ssize_t)i);
        long omit = plan_number(source, "omit"), index = plan_number(source, "index");
        if (omit < 0 || index < 0)
            return PyErr_Occurred() ? -1 : (*writable = false, 0);
        if ((omit & WRITING_OMIT_ALWAYS) != 0)
            continue;
        struct class_field field = {.omit = (uint32_t)omit, .node = from->node, .name = from->name, .from = from};
        writing->omits |= omit != 0;
        int nil = plan_truth(source, "nil_is_unset");
        if (nil < 0)
            return -1;
        field.nil_is_unset = nil != 0;
        if (index >= (long)plan->array_count) {
            *writable = false;
        } else {
            field.key = plan->array[index].key;
            plan->array[index] = field;
        }
        field.text = node->object.names[i].name;
        plan->map[plan->map_count++] = field;
    }
    return 0;
}

/* Allocates the fields and their keys. -1: MemoryError is set. */
static int encode_plan_allocate(const struct plan_node *node, PyObject *tag)
{
    size_t room = 0;
    for (uint32_t i = 0; i < node->object.field_count; i++)
        room += class_plan_room(node->object.names[i].name);
    for (Py_ssize_t i = 0; tag != NULL && i < PyTuple_GET_SIZE(tag); i++)
        room += class_plan_room(PyTuple_GET_ITEM(tag, i));
    return class_plan_allocate(&node->writing->class, node->object.field_count, node->object.length, room);
}

static int encode_plan_object(struct plan_node *node, bool *writable)
{
    struct encode_plan *writing = node->writing;
    PyObject *fields = NULL, *tag = NULL;
    long form = plan_number(node->source, "keys");
    int extra = plan_truth(node->source, "extra"), status = -1;
    writing->kept = node->object.kept ? node->object.fields[node->object.field_count].name : NULL;
    if (form < 0 || extra < 0 || (fields = PyObject_GetAttrString(node->source, "fields")) == NULL ||
        (tag = PyObject_GetAttrString(node->source, "tag")) == NULL)
        goto done;
    writing->class.type = (PyTypeObject *)node->cls;
    writing->class.form = form == CLASS_AS_ARRAY ? CLASS_AS_ARRAY : CLASS_AS_MAP;
    status = 0;
    if (tag == Py_None)
        Py_CLEAR(tag);
    if ((extra && !node->object.kept) || node->object.fields == NULL || !PyTuple_Check(fields) ||
        PyTuple_GET_SIZE(fields) != (Py_ssize_t)node->object.field_count || (tag != NULL && !PyTuple_Check(tag)))
        *writable = false;
    else if ((status = encode_plan_allocate(node, tag)) == 0 &&
             (status = encode_plan_fields(node, fields, writable)) == 0 && !encode_plan_keys(writing, tag)) {
        PyErr_Clear();
        *writable = false;
    }
done:
    Py_XDECREF(fields);
    Py_XDECREF(tag);
    return status;
}

/* The packed members of an enum, those that can be packed. */
static int encode_plan_enum(struct native_state *state, struct plan_node *node)
{
    struct pack_options opt = state->pack_defaults;
    PyObject *values = PyObject_GetAttrString(node->source, "values");
    PyObject *found = values != NULL ? PyDict_Values(values) : NULL;
    PyObject *members = found != NULL ? PyList_New(0) : NULL;
    int status = members != NULL ? 0 : -1;
    opt.extended = true;
    for (Py_ssize_t i = 0; status == 0 && i < PyList_GET_SIZE(found) && i < WRITING_MEMBERS; i++) {
        PyObject *member = PyList_GET_ITEM(found, i),
                 *packed = pack_result(state, &opt, NATIVE_SIZE_HINT(state), member);
        if (packed == NULL) {
            if (!PyErr_ExceptionMatches(PyExc_Exception))
                status = -1;
            else
                PyErr_Clear();
            continue;
        }
        status = PyList_Append(members, member) < 0 || PyList_Append(members, packed) < 0 ? -1 : 0;
        Py_DECREF(packed);
    }
    if (status == 0 && (node->writing->members = PyList_AsTuple(members)) == NULL)
        status = -1;
    Py_XDECREF(values);
    Py_XDECREF(found);
    Py_XDECREF(members);
    return status;
}

/* The nodes of the elements of a NamedTuple. */
static int encode_plan_named_tuple(struct plan_node *node)
{
    struct encode_plan *writing = node->writing;
    writing->nodes = PyMem_Calloc(node->object.field_count + 1, sizeof *writing->nodes);
    if (writing->nodes == NULL)
        return errors_no_memory();
    for (uint32_t i = 0; node->object.fields != NULL && i < node->object.field_count; i++)
        writing->nodes[i] = node->object.fields[i].node;
    writing->node_count = node->object.field_count;
    return 0;
}

/* A TypedDict is written as a dict, so its fields must have their own names as keys, and all are written; where unknown
 * keys are kept, none of them may be another key of a field. */
static bool encode_plan_is_dict(const struct plan_node *node)
{
    const struct encode_plan *writing = node->writing;
    bool is =
        !writing->omits && writing->tag_size == 0 && writing->class.map_count == node->object.field_count &&
        (node->object.key_count == node->object.field_count || plan_number(node->source, "unknown") != UNKNOWN_KEEP);
    for (uint32_t i = 0; is && i < node->object.field_count; i++)
        is = PyUnicode_Compare(node->object.names[i].name, node->object.fields[i].name) == 0;
    return is;
}

/* The packed tags of a UNION of objects by pairs. *writable: false if one can't be packed here, or an alternative is no
 * object: a scalar is written before anything asks for its node. -1: an exception is set. */
static int encode_plan_pairs(struct plan_node *node, bool *writable)
{
    struct class_plan *plan = &node->writing->class;
    PyObject *choice = PyObject_GetAttrString(node->source, "union"), *table = NULL, *key;
    Py_ssize_t at = 0;
    size_t room = 0;
    if (choice != NULL && PyTuple_Check(choice) && PyTuple_GET_SIZE(choice) > 1)
        table = PyTuple_GET_ITEM(choice, 1);
    *writable =
        table != NULL && PyDict_CheckExact(table) && (size_t)PyDict_GET_SIZE(table) == node->choice.alternatives.count;
    while (*writable && PyDict_Next(table, &at, &key, NULL)) {
        *writable = PyTuple_Check(key) && PyTuple_GET_SIZE(key) == 2;
        room += *writable ? class_plan_room(PyTuple_GET_ITEM(key, 1)) : 0;
    }
    int status = class_plan_allocate(plan, node->choice.alternatives.count, 0, room);
    for (at = 0; status == 0 && *writable && PyDict_Next(table, &at, &key, NULL);) {
        const struct plan_node *one = node->choice.alternatives.nodes[plan->map_count];
        *writable = one->kind == PLAN_OBJECT || one->kind == PLAN_NAMED_TUPLE;
        plan->map[plan->map_count++] = (struct class_field){.text = PyTuple_GET_ITEM(key, 1), .node = one};
    }
    *writable = *writable && status == 0 && class_plan_pack_keys(plan) != NULL;
    Py_XDECREF(choice);
    if (status == 0)
        PyErr_Clear();
    return status;
}

static int encode_plan_node(struct native_state *state, struct plan_node *node, PyObject *unset, bool *writable)
{
    int hook = plan_truth(node->source, "encoder"), status = 0;
    if (hook < 0)
        return -1;
    bool pairs = node->kind == PLAN_UNION && node->choice.by == PLAN_BY_PAIR;
    *writable &= !hook && node->kind != PLAN_CUSTOM;
    if (!*writable || (!pairs && !plan_has_fields(node) && node->kind != PLAN_ENUM))
        return 0;
    if ((node->writing = PyMem_Calloc(1, sizeof *node->writing)) == NULL)
        return errors_no_memory();
    node->writing->unset = Py_NewRef(unset);
    if (node->kind == PLAN_ENUM)
        return encode_plan_enum(state, node);
    if (pairs)
        return encode_plan_pairs(node, writable);
    status = encode_plan_object(node, writable);
    if (status == 0 && node->kind == PLAN_NAMED_TUPLE)
        status = encode_plan_named_tuple(node);
    if (status == 0 && *writable && node->kind == PLAN_TYPED_DICT) {
        int items = plan_truth(node->source, "item");
        if (items < 0)
            return -1;
        *writable = !items && encode_plan_is_dict(node);
    }
    return status;
}

/* ---- where attributes are ----------------------------------------------------- */

static int encode_plan_find_places(struct native_state *state, struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_node *node = plan->nodes[i];
        struct encode_plan *writing = node->writing;
        unsigned version = node->kind == PLAN_OBJECT ? instance_version(writing->class.type) : 0;
        Py_ssize_t place;
        if (node->kind != PLAN_OBJECT || (version != 0 && version == writing->class.seen))
            continue;
        if (class_plan_find(state, &writing->class) < 0)
            return -1;
        if (writing->kept != NULL && !instance_finds(writing->class.type, writing->kept, &place))
            writing->class.version = 0;
    }
    return 0;
}

int encode_plan_check(struct native_state *state, struct plan *plan)
{
    /* without a GIL other threads may be reading the places; after a change the values are looked up by name */
    return !ENCODE_COPIES && plan->writable ? encode_plan_find_places(state, plan) : 0;
}

int encode_plan_find(struct native_state *state, struct plan *plan)
{
    /* first, because the collector may run code that makes another Encoder meanwhile, or another thread does */
    if (__atomic_exchange_n(&plan->writing_known, true, __ATOMIC_ACQ_REL))
        return 0;
    PyObject *unset = native_import("hayapack._plan.nodes", "UNSET");
    bool writable = true;
    int status = unset != NULL ? times_load(state) : -1;
    for (size_t i = 0; status == 0 && writable && i < plan->count; i++)
        status = encode_plan_node(state, plan->nodes[i], unset, &writable);
    Py_XDECREF(unset);
    if (ENCODE_COPIES && status == 0 && writable)
        status = encode_plan_find_places(state, plan);
    threads_store(&plan->writable, writable && status == 0);
    return status == 0 ? encode_plan_check(state, plan) : status;
}
