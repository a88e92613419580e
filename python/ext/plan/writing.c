/* writing.c: what encoding needs of a Node: struct plan_writing. */
#include "plan/encoding.h"

/* Packed keys begin at multiples of this, so that copies of so many bytes can be made. */
#define WRITING_KEY_STEP 32

enum { UNKNOWN_KEEP = 2 }; /* of nodes.py */

/* The members of an enum after so many are left to the pure back end. */
#define WRITING_MEMBERS 64

/* The key in the array form: none. */
static const uint8_t writing_no_key[WRITING_KEY_STEP];

/* Whether an attribute is neither None nor empty. -1: an exception is set. */
static int writing_has(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    int has = value == NULL ? -1 : value == Py_None ? 0 : PyObject_IsTrue(value);
    Py_XDECREF(value);
    return has;
}

/* The answer of a function of nodes.py for a Field. -1: an exception is set. */
static int writing_truth(const char *name, PyObject *field)
{
    PyObject *function = native_import("hayapack._plan.nodes", name);
    PyObject *answer = function != NULL ? PyObject_CallOneArg(function, field) : NULL;
    int is = answer != NULL ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(function);
    Py_XDECREF(answer);
    return is;
}

void plan_writing_free(struct plan_writing *writing)
{
    if (writing == NULL)
        return;
    PyMem_Free(writing->map);
    PyMem_Free(writing->array);
    PyMem_Free((void *)writing->nodes);
    PyMem_Free(writing->text);
    Py_XDECREF(writing->unset);
    Py_XDECREF(writing->members);
    PyMem_Free(writing);
}

/* Packs a str or a small int at p, which has space for it. NULL: it is something else. */
static uint8_t *writing_constant(uint8_t *p, PyObject *o)
{
    Py_ssize_t n;
    if (PyLong_CheckExact(o)) {
        int overflow;
        long long v = PyLong_AsLongLongAndOverflow(o, &overflow);
        return overflow == 0 ? haya_put_int(p, v) : NULL;
    }
    const char *text = PyUnicode_CheckExact(o) ? PyUnicode_AsUTF8AndSize(o, &n) : NULL;
    if (text == NULL || n > 0xffff)
        return NULL;
    p = haya_put_str_header(p, (uint32_t)n);
    memcpy(p, text, (size_t)n);
    return p + n;
}

/* Bytes to reserve for the packed form of a constant. */
static size_t writing_room(PyObject *o)
{
    size_t n = o != NULL && PyUnicode_CheckExact(o) ? 4 * (size_t)PyUnicode_GET_LENGTH(o) : 0;
    return (HAYA_HEADER_MAX + n + 2 * WRITING_KEY_STEP - 1) / WRITING_KEY_STEP * WRITING_KEY_STEP;
}

/* Packs the keys and the tag. False: one of them can't be packed here. */
static bool writing_keys(struct plan_node *node, PyObject *tag)
{
    struct plan_writing *writing = node->writing;
    uint8_t *p = writing->text;
    for (uint32_t i = 0; i < writing->map_count; i++) {
        struct writing_field *field = &writing->map[i];
        PyObject *name = node->names[field->from - node->fields].name;
        uint8_t *end = name != NULL ? writing_constant(p, name) : NULL;
        if (end == NULL)
            return false;
        field->key = p;
        field->key_size = (uint32_t)(end - p);
        p += writing_room(name);
    }
    if (tag == NULL)
        return true;
    uint8_t *end = writing_constant(p, PyTuple_GET_ITEM(tag, 0));
    writing->tag = p;
    if (end == NULL || (end = writing_constant(end, PyTuple_GET_ITEM(tag, 1))) == NULL)
        return false;
    writing->tag_size = (size_t)(end - p);
    return true;
}

/* The fields of an object, from those of the plan and the Field objects. *writable: false if it can't be encoded here.
 * -1: an exception is set. */
static int writing_fields(struct plan_node *node, PyObject *fields, bool *writable)
{
    struct plan_writing *writing = node->writing;
    for (uint32_t i = 0; i < node->field_count; i++) {
        const struct plan_field *from = &node->fields[i];
        PyObject *source = PyTuple_GET_ITEM(fields, (Py_ssize_t)i);
        long omit = plan_number(source, "omit"), index = plan_number(source, "index");
        if (omit < 0 || index < 0)
            return PyErr_Occurred() ? -1 : (*writable = false, 0);
        if ((omit & WRITING_OMIT_ALWAYS) != 0)
            continue;
        struct writing_field field = {.omit = (uint32_t)omit, .node = from->node, .name = from->name, .from = from};
        writing->omits |= omit != 0;
        int nil = writing_truth("nil_is_unset", source);
        if (nil < 0)
            return -1;
        field.nil_is_unset = nil != 0;
        writing->map[writing->map_count++] = field;
        field.key = writing_no_key;
        if (index >= (long)writing->array_count)
            *writable = false;
        else
            writing->array[index] = field;
    }
    return 0;
}

/* Allocates the fields and their keys. -1: MemoryError is set. */
static int writing_allocate(struct plan_node *node, PyObject *tag)
{
    struct plan_writing *writing = node->writing;
    size_t room = WRITING_KEY_STEP;
    for (uint32_t i = 0; i < node->field_count; i++)
        room += writing_room(node->names[i].name);
    for (Py_ssize_t i = 0; tag != NULL && i < PyTuple_GET_SIZE(tag); i++)
        room += writing_room(PyTuple_GET_ITEM(tag, i));
    writing->array_count = node->length;
    writing->map = PyMem_Calloc(node->field_count + 1, sizeof *writing->map);
    writing->array = PyMem_Calloc(node->length + 1, sizeof *writing->array);
    writing->text = PyMem_Calloc(room, 1);
    for (uint32_t i = 0; writing->array != NULL && i < node->length; i++)
        writing->array[i] = (struct writing_field){.key = writing_no_key, .place = INSTANCE_NOWHERE};
    if (writing->map != NULL && writing->array != NULL && writing->text != NULL)
        return 0;
    PyErr_NoMemory();
    return -1;
}

static int writing_object(struct plan_node *node, bool *writable)
{
    struct plan_writing *writing = node->writing;
    PyObject *fields = NULL, *tag = NULL;
    long form = plan_number(node->source, "keys");
    int extra = writing_has(node->source, "extra"), status = -1;
    writing->kept = node->kept ? node->fields[node->field_count].name : NULL;
    if (form < 0 || extra < 0 || (fields = PyObject_GetAttrString(node->source, "fields")) == NULL ||
        (tag = PyObject_GetAttrString(node->source, "tag")) == NULL)
        goto done;
    writing->form = form == WRITING_ARRAY ? WRITING_ARRAY : WRITING_MAP;
    status = 0;
    if (tag == Py_None)
        Py_CLEAR(tag);
    if ((extra && !node->kept) || node->fields == NULL || !PyTuple_Check(fields) ||
        PyTuple_GET_SIZE(fields) != (Py_ssize_t)node->field_count || (tag != NULL && !PyTuple_Check(tag)))
        *writable = false;
    else if ((status = writing_allocate(node, tag)) == 0 && (status = writing_fields(node, fields, writable)) == 0 &&
             !writing_keys(node, tag)) {
        PyErr_Clear();
        *writable = false;
    }
done:
    Py_XDECREF(fields);
    Py_XDECREF(tag);
    return status;
}

/* The packed members of an enum, those that can be packed. */
static int writing_enum(struct native_state *state, struct plan_node *node)
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
static int writing_named_tuple(struct plan_node *node)
{
    struct plan_writing *writing = node->writing;
    writing->nodes = PyMem_Calloc(node->field_count + 1, sizeof *writing->nodes);
    if (writing->nodes == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t i = 0; node->fields != NULL && i < node->field_count; i++)
        writing->nodes[i] = node->fields[i].node;
    writing->node_count = node->field_count;
    return 0;
}

/* A TypedDict is written as a dict, so its fields must have their own names as keys, and all are written; where unknown
 * keys are kept, none of them may be another key of a field. */
static bool writing_is_dict(const struct plan_node *node)
{
    const struct plan_writing *writing = node->writing;
    bool is = !writing->omits && writing->tag_size == 0 && writing->map_count == node->field_count &&
              (node->key_count == node->field_count || plan_number(node->source, "unknown") != UNKNOWN_KEEP);
    for (uint32_t i = 0; is && i < node->field_count; i++)
        is = PyUnicode_Compare(node->names[i].name, node->fields[i].name) == 0;
    return is;
}

/* The packed tags of a UNION of objects by pairs. *writable: false if one can't be packed here, or an alternative is no
 * object: a scalar is written before anything asks for its node. -1: an exception is set. */
static int writing_pairs(struct plan_node *node, bool *writable)
{
    struct plan_writing *writing = node->writing;
    PyObject *choice = PyObject_GetAttrString(node->source, "union"), *table = NULL, *key;
    Py_ssize_t at = 0;
    size_t room = WRITING_KEY_STEP;
    if (choice != NULL && PyTuple_Check(choice) && PyTuple_GET_SIZE(choice) > 1)
        table = PyTuple_GET_ITEM(choice, 1);
    *writable = table != NULL && PyDict_CheckExact(table) && (size_t)PyDict_GET_SIZE(table) == node->alternative_count;
    while (*writable && PyDict_Next(table, &at, &key, NULL)) {
        *writable = PyTuple_Check(key) && PyTuple_GET_SIZE(key) == 2;
        room += *writable ? writing_room(PyTuple_GET_ITEM(key, 1)) : 0;
    }
    writing->map = PyMem_Calloc(node->alternative_count + 1, sizeof *writing->map);
    writing->text = PyMem_Calloc(room, 1);
    uint8_t *p = writing->text;
    if (writing->map == NULL || p == NULL) {
        Py_XDECREF(choice);
        PyErr_NoMemory();
        return -1;
    }
    for (at = 0; *writable && PyDict_Next(table, &at, &key, NULL);) {
        const struct plan_node *one = node->alternatives[writing->map_count];
        uint8_t *end = writing_constant(p, PyTuple_GET_ITEM(key, 1));
        *writable = end != NULL && (one->kind == PLAN_OBJECT || one->kind == PLAN_NAMED_TUPLE);
        writing->map[writing->map_count++] =
            (struct writing_field){.key = p, .key_size = end != NULL ? (uint32_t)(end - p) : 0, .node = one};
        p += writing_room(PyTuple_GET_ITEM(key, 1));
    }
    Py_XDECREF(choice);
    PyErr_Clear();
    return 0;
}

/* Whether a node has a hook, or is of a kind whose values are not encoded here. -1: an exception is set. */
static int writing_refuses(const struct plan_node *node)
{
    int hook = writing_has(node->source, "encoder");
    return hook != 0 ? hook : node->kind == PLAN_CUSTOM;
}

static int writing_node(struct native_state *state, struct plan_node *node, PyObject *unset, bool *writable)
{
    int refuses = writing_refuses(node), status = 0;
    if (refuses < 0)
        return -1;
    bool pairs = node->kind == PLAN_UNION && node->choice == PLAN_BY_PAIR;
    *writable &= !refuses;
    if (!*writable || (!pairs && node->kind != PLAN_OBJECT && node->kind != PLAN_NAMED_TUPLE &&
                       node->kind != PLAN_TYPED_DICT && node->kind != PLAN_ENUM))
        return 0;
    if ((node->writing = PyMem_Calloc(1, sizeof *node->writing)) == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    node->writing->unset = Py_NewRef(unset);
    if (node->kind == PLAN_ENUM)
        return writing_enum(state, node);
    if (pairs)
        return writing_pairs(node, writable);
    status = writing_object(node, writable);
    if (status == 0 && node->kind == PLAN_NAMED_TUPLE)
        status = writing_named_tuple(node);
    if (status == 0 && *writable && node->kind == PLAN_TYPED_DICT) {
        int items = writing_has(node->source, "item");
        if (items < 0)
            return -1;
        *writable = !items && writing_is_dict(node);
    }
    return status;
}

/* ---- where attributes are ----------------------------------------------------- */

/* Fills the places of inline values. -1: an exception is set. */
static int writing_find_values(struct native_state *state, struct plan_node *node)
{
#if LAYOUT_VALUES_KNOWN
    struct plan_writing *writing = node->writing;
    struct layout_values values;
    PyObject *names[LAYOUT_VALUES_MAX];
    if (!state->layout.usable || writing->map_count > LAYOUT_VALUES_MAX)
        return 0;
    for (uint32_t i = 0; i < writing->map_count; i++)
        names[i] = writing->map[i].name;
    if (layout_values_find(&state->layout, &values, (PyTypeObject *)node->cls, names, writing->map_count) < 0)
        return -1;
    for (uint32_t i = 0; values.keys != NULL && i < writing->map_count; i++)
        writing->map[i].place = (Py_ssize_t)(values.place[i] * sizeof(PyObject *));
    writing->keys = values.keys;
#else
    (void)state, (void)node;
#endif
    return 0;
}

/* Finds out where the instances of the node's class have their attributes. -1: an exception is set. */
static int writing_places(struct native_state *state, struct plan_node *node)
{
    struct plan_writing *writing = node->writing;
    PyTypeObject *type = (PyTypeObject *)node->cls;
    uint32_t slots = 0;
    Py_ssize_t kept;
    writing->version = writing->seen = 0;
    writing->keys = NULL;
    if (type->tp_getattro != PyObject_GenericGetAttr || !instance_has_names(type) ||
        (writing->kept != NULL && !instance_finds(type, writing->kept, &kept)))
        return 0;
    for (uint32_t i = 0; i < writing->map_count; i++) {
        if (!instance_finds(type, writing->map[i].name, &writing->map[i].place))
            return 0;
        slots += writing->map[i].place != 0;
    }
    writing->storage = slots == writing->map_count ? WRITING_SLOTS : WRITING_DICT;
    if (slots == 0 && writing_find_values(state, node) < 0)
        return -1;
    for (uint32_t i = 0; i < writing->array_count; i++)
        for (uint32_t k = 0; k < writing->map_count; k++)
            if (writing->array[i].from == writing->map[k].from)
                writing->array[i].place = writing->map[k].place;
    writing->version = instance_version(type);
    return 0;
}

static int writing_check(struct native_state *state, struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct plan_node *node = plan->nodes[i];
        unsigned version = node->kind == PLAN_OBJECT ? instance_version((PyTypeObject *)node->cls) : 0;
        if (node->kind != PLAN_OBJECT || (version != 0 && version == node->writing->seen))
            continue;
        if (writing_places(state, node) < 0)
            return -1;
        node->writing->seen = instance_version((PyTypeObject *)node->cls);
    }
    return 0;
}

int plan_writing_check(struct native_state *state, struct plan *plan)
{
    /* without a GIL other threads may be reading the places; after a change the values are looked up by name */
    return !ENCODE_COPIES && plan->writable ? writing_check(state, plan) : 0;
}

int plan_writing_find(struct native_state *state, struct plan *plan)
{
    /* first, because the collector may run code that makes another Encoder meanwhile, or another thread does */
    if (__atomic_exchange_n(&plan->writing_known, true, __ATOMIC_ACQ_REL))
        return 0;
    PyObject *unset = native_import("hayapack._plan.nodes", "UNSET");
    bool writable = true;
    int status = unset != NULL ? times_load(state) : -1;
    for (size_t i = 0; status == 0 && writable && i < plan->count; i++)
        status = writing_node(state, plan->nodes[i], unset, &writable);
    Py_XDECREF(unset);
    if (ENCODE_COPIES && status == 0 && writable)
        status = writing_check(state, plan);
    threads_store(&plan->writable, writable && status == 0);
    return status == 0 ? plan_writing_check(state, plan) : status;
}
