/* compile_plan.c: Node objects -> struct plan. */
#include "plan/encode/encode_plan.h"

/* What compiling needs: the nodes so far, by the address of their Node. */
struct compiler {
    struct native_state *state;
    struct plan *plan;
    PyObject *known; /* owned: a dict of indexes into plan->nodes by the Node's address */
};

/* ---- attributes of Node objects ------------------------------------------ */

/* An attribute as an owned reference in *to, NULL for None. -1: an exception is set. */
static int compile_object(PyObject *object, const char *name, PyObject **to)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    if (value == NULL)
        return -1;
    if (value == Py_None)
        Py_CLEAR(value);
    *to = value;
    return 0;
}

/* ---- nodes ------------------------------------------------------------------ */

static struct plan_node *compile_node(struct compiler *c, PyObject *source);

/* An attribute that is a Node or None. -1: an exception is set. */
static int compile_child(struct compiler *c, PyObject *source, const char *name, const struct plan_node **to)
{
    PyObject *child;
    *to = NULL;
    if (compile_object(source, name, &child) < 0)
        return -1;
    if (child == NULL)
        return 0;
    *to = compile_node(c, child);
    Py_DECREF(child);
    return *to != NULL ? 0 : -1;
}

/* A key of a field. Steals name. */
static int compile_key(struct plan_key *key, struct plan_name *as_name, PyObject *name, uint32_t field)
{
    Py_ssize_t length;
    as_name->name = name;
    as_name->field = field;
    key->field = (uint8_t)field;
    const char *text = PyUnicode_AsUTF8AndSize(name, &length);
    if (text == NULL)
        return -1;
    as_name->text = (const uint8_t *)text;
    as_name->length = (size_t)length;
    if (length > 30) {
        memset(key->wire.word, HAYA_RESERVED, sizeof key->wire.word); /* which no key begins with */
        memset(key->wire.mask, 0xff, sizeof key->wire.mask);
        return 0;
    }
    key->wire = haya_encode_key(text, (size_t)length);
    key->text_end = as_name->text + length;
    return 0;
}

/* Sets plan->usable to false if the field needs the pure back end. */
static int compile_field(struct compiler *c, struct plan_node *node, PyObject *source, uint32_t number)
{
    struct plan_field *field = &node->object.fields[number];
    int required = plan_truth(source, "required");
    long index = plan_number(source, "index");
    PyObject *standard;
    if (required < 0 || (index == -1 && PyErr_Occurred()) || compile_object(source, "name", &field->name) < 0 ||
        compile_object(source, "factory", &field->factory) < 0 || compile_child(c, source, "node", &field->node) < 0)
        return -1;
    if ((standard = PyObject_GetAttrString(source, "default")) == NULL)
        return -1;
    PyObject *none = native_import("hayapack._plan.nodes", "NO_DEFAULT");
    if (none == NULL || standard == none)
        Py_CLEAR(standard);
    Py_XDECREF(none);
    field->standard = standard;
    if (none == NULL)
        return -1;
    if (index < 0 || (uint32_t)index >= node->object.length)
        c->plan->usable = false;
    else
        node->object.by_index[index] = (uint8_t)number;
    node->object.all |= (uint64_t)1 << number;
    if (required)
        node->object.needed |= (uint64_t)1 << number;
    field->builtin = field->factory == (PyObject *)&PyList_Type || field->factory == (PyObject *)&PyDict_Type ||
                     field->factory == (PyObject *)&PySet_Type;
    if (node->kind == PLAN_OBJECT && node->object.how == PLAN_SLOTS) {
        if ((field->offset = instance_slot_of(node->cls, field->name)) < 0)
            return -1;
        c->plan->usable &= field->offset != 0;
    }
    return 0;
}

/* The number of keys of all fields. -1: an exception is set. */
static Py_ssize_t compile_count_keys(PyObject *fields)
{
    Py_ssize_t count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fields); i++) {
        PyObject *keys = PyObject_GetAttrString(PyTuple_GET_ITEM(fields, i), "keys");
        if (keys == NULL || !PyTuple_Check(keys)) {
            Py_XDECREF(keys);
            return -1;
        }
        count += PyTuple_GET_SIZE(keys);
        Py_DECREF(keys);
    }
    return count;
}

/* All first keys in the order of the fields, then the others. A key with a lone surrogate needs the pure back end. */
static int compile_keys(struct compiler *c, struct plan_fields *object, PyObject *fields)
{
    uint32_t more = object->field_count;
    for (uint32_t i = 0; i < object->field_count; i++) {
        PyObject *keys = PyObject_GetAttrString(PyTuple_GET_ITEM(fields, (Py_ssize_t)i), "keys");
        int status = keys != NULL ? 0 : -1;
        for (Py_ssize_t k = 0; status == 0 && k < PyTuple_GET_SIZE(keys); k++) {
            uint32_t place = k == 0 ? i : more++;
            status = compile_key(&object->keys[place], &object->names[place], Py_NewRef(PyTuple_GET_ITEM(keys, k)), i);
        }
        Py_XDECREF(keys);
        if (status < 0 && !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            return -1;
        if (status < 0) {
            PyErr_Clear();
            c->plan->usable = false;
        }
    }
    return 0;
}

enum { UNKNOWN_ERROR = 1, UNKNOWN_KEEP }; /* of nodes.py */

static int compile_fields(struct compiler *c, struct plan_node *node, PyObject *source, long unknown)
{
    struct plan_fields *object = &node->object;
    PyObject *fields = PyObject_GetAttrString(source, "fields");
    Py_ssize_t keys = fields != NULL ? compile_count_keys(fields) : -1;
    long length = plan_number(source, "length");
    int status = keys < 0 || length < 0 ? -1 : 0;
    if (status == 0 && (PyTuple_GET_SIZE(fields) > PLAN_FIELDS || length > 4 * PLAN_FIELDS)) {
        c->plan->usable = false;
    } else if (status == 0) {
        object->field_count = object->value_count = (uint32_t)PyTuple_GET_SIZE(fields);
        object->key_count = (uint32_t)keys;
        object->length = (uint32_t)length;
        object->fields = PyMem_Calloc(object->field_count + 1, sizeof *object->fields);
        object->keys = PyMem_Calloc(object->key_count + 1, sizeof *object->keys);
        object->names = PyMem_Calloc(object->key_count + 1, sizeof *object->names);
        object->by_index = PyMem_Malloc(object->length + 1);
        if (object->fields == NULL || object->keys == NULL || object->names == NULL || object->by_index == NULL) {
            status = errors_no_memory();
        } else {
            memset(object->by_index, PLAN_FIELDS, object->length);
            status = compile_keys(c, object, fields);
        }
        for (uint32_t i = 0; status == 0 && i < object->field_count; i++)
            status = compile_field(c, node, PyTuple_GET_ITEM(fields, (Py_ssize_t)i), i);
        if (status == 0 && unknown == UNKNOWN_KEEP)
            status = plan_compile_kept(node, &c->plan->usable);
    }
    Py_XDECREF(fields);
    return status;
}

/* What an object needs apart from its fields. */
static int compile_class(struct compiler *c, struct plan_node *node, PyObject *source)
{
    long how = plan_number(source, "how"), unknown = plan_number(source, "unknown");
    PyObject *tag = NULL;
    if (how < 0 || unknown < 0 || compile_object(source, "after", &node->object.after) < 0 ||
        compile_object(source, "tag", &tag) < 0)
        return -1;
    node->object.how = (uint8_t)how;
    node->object.skips = unknown != UNKNOWN_ERROR;
    node->array = node->kind != PLAN_TYPED_DICT;
    int status = tag != NULL ? plan_compile_tag(node, tag, &c->plan->usable) : 0;
    Py_XDECREF(tag);
    if (status < 0)
        return -1;
    if (node->kind == PLAN_OBJECT) {
        const PyTypeObject *type = (PyTypeObject *)node->cls;
        if (how > PLAN_INSTANCE_DICT || type->tp_finalize != NULL || type->tp_del != NULL ||
            type->tp_alloc != PyType_GenericAlloc || type->tp_itemsize != 0)
            c->plan->usable = false;
    }
    return compile_fields(c, node, source, unknown);
}

/* The type of a word of nodes.WIRE. */
static int compile_type(PyObject *word)
{
    int type = 0;
    while (type < HAYA_TYPE_RESERVED &&
           !(PyUnicode_Check(word) && PyUnicode_CompareWithASCIIString(word, haya_type_names[type]) == 0))
        type++;
    return type;
}

/* The nodes of a dict of Node objects: at the numbers of their types, or in order. */
static int compile_table(struct compiler *c, struct plan_node *node, PyObject *table)
{
    Py_ssize_t at = 0;
    PyObject *key, *child;
    size_t count = PyDict_Check(table) ? (size_t)PyDict_GET_SIZE(table) : 0;
    node->choice.nodes = PyMem_Calloc(count > HAYA_TYPES ? count : HAYA_TYPES, sizeof *node->choice.nodes);
    if (node->choice.nodes == NULL)
        return errors_no_memory();
    for (Py_ssize_t i = 0; PyDict_Next(table, &at, &key, &child); i++) {
        Py_ssize_t place = node->choice.by == PLAN_BY_WIRE ? compile_type(key) : i;
        if ((node->choice.nodes[place] = compile_node(c, child)) == NULL)
            return -1;
    }
    return node->choice.by == PLAN_BY_WIRE ? 0 : plan_compile_table(&node->choice.table, table, true);
}

/* The alternatives of a UNION_FIELDS: pairs of a key and a Node. */
static int compile_by_fields(struct compiler *c, struct plan_node *node, PyObject *pairs)
{
    PyObject *table = PyDict_New();
    int status = table != NULL ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_GET_SIZE(pairs); i++) {
        PyObject *pair = PyTuple_GET_ITEM(pairs, i);
        PyObject *key = PyTuple_Pack(2, (PyObject *)&PyUnicode_Type, PyTuple_GET_ITEM(pair, 0));
        status = key != NULL ? PyDict_SetItem(table, key, PyTuple_GET_ITEM(pair, 1)) : -1;
        Py_XDECREF(key);
    }
    if (status == 0)
        status = compile_table(c, node, table);
    Py_XDECREF(table);
    return status;
}

static int compile_union(struct compiler *c, struct plan_node *node, PyObject *source)
{
    PyObject *parts = PyObject_GetAttrString(source, "union"), *other = NULL;
    Py_ssize_t count = parts != NULL && PyTuple_Check(parts) ? PyTuple_GET_SIZE(parts) : 0;
    long choice = count >= 2 ? PyLong_AsLong(PyTuple_GET_ITEM(parts, 0)) : -1;
    int status = 0;
    node->choice.by = (uint8_t)choice;
    if (choice == PLAN_BY_WIRE) {
        status = compile_table(c, node, PyTuple_GET_ITEM(parts, 1));
    } else if (choice == PLAN_BY_FIELDS) {
        status = compile_by_fields(c, node, PyTuple_GET_ITEM(parts, 1));
    } else if (choice == PLAN_BY_TAG && count == 4) {
        node->choice.tag_name = Py_NewRef(PyTuple_GET_ITEM(parts, 1));
        status = compile_table(c, node, PyTuple_GET_ITEM(parts, 2));
        other = PyTuple_GET_ITEM(parts, 3);
    } else if (choice == PLAN_BY_PAIR && count == 3) {
        status = compile_table(c, node, PyTuple_GET_ITEM(parts, 1));
        other = PyTuple_GET_ITEM(parts, 2);
    } else {
        c->plan->usable = false;
    }
    if (status == 0 && other != NULL && other != Py_None && (node->choice.other = compile_node(c, other)) == NULL)
        status = -1;
    Py_XDECREF(parts);
    return status;
}

/* The nodes of the Node's `items`. */
static int compile_nodes(struct compiler *c, struct plan_nodes *to, PyObject *source)
{
    PyObject *items = PyObject_GetAttrString(source, "items");
    Py_ssize_t n = items != NULL && PyTuple_Check(items) ? PyTuple_GET_SIZE(items) : -1;
    int status = n >= 0 ? 0 : -1;
    if (status == 0 && (to->nodes = PyMem_Calloc((size_t)n + 1, sizeof *to->nodes)) == NULL)
        status = errors_no_memory();
    for (Py_ssize_t i = 0; status == 0 && i < n; i++) {
        to->nodes[i] = compile_node(c, PyTuple_GET_ITEM(items, i));
        status = to->nodes[i] != NULL ? 0 : -1;
        to->count = (uint32_t)i + 1;
    }
    Py_XDECREF(items);
    return status;
}

/* The parts that depend on the kind. */
static int compile_parts(struct compiler *c, struct plan_node *node, PyObject *source)
{
    switch (node->kind) {
    case PLAN_DEQUE:
        if ((node->items.deque = native_import("collections", "deque")) == NULL)
            return -1;
        return compile_child(c, source, "item", &node->items.item);
    case PLAN_LIST:
    case PLAN_TUPLE:
    case PLAN_SET:
    case PLAN_FROZENSET: return compile_child(c, source, "item", &node->items.item);
    case PLAN_FIXED_TUPLE: return compile_nodes(c, &node->elements, source);
    case PLAN_UNION:
        return compile_union(c, node, source) < 0 ? -1 : compile_nodes(c, &node->choice.alternatives, source);
    case PLAN_DICT:
        return compile_child(c, source, "item", &node->items.item) < 0
                   ? -1
                   : compile_child(c, source, "key", &node->items.key);
    case PLAN_OBJECT:
    case PLAN_NAMED_TUPLE:
    case PLAN_TYPED_DICT: return compile_class(c, node, source);
    default: return plan_compile_kind(c->state, node, &c->plan->usable);
    }
}

static int compile_whole(struct compiler *c, struct plan_node *node, PyObject *source)
{
    PyObject *limits = NULL, *decoder = NULL;
    int nullable = plan_truth(source, "nullable");
    long kind = plan_number(source, "kind");
    if (nullable < 0 || kind < 0 || compile_object(source, "cls", &node->cls) < 0 ||
        compile_object(source, "decoder", &decoder) < 0)
        return -1;
    bool undecoded = decoder == NULL;
    Py_XDECREF(decoder);
    node->kind = (uint8_t)kind;
    node->nullable = nullable != 0;
    c->plan->usable &= undecoded && kind < PLAN_KINDS;
    if (compile_parts(c, node, source) < 0 || compile_object(source, "limits", &limits) < 0)
        return -1;
    int status = limits != NULL ? plan_compile_bounds(node, limits, &c->plan->usable) : 0;
    Py_XDECREF(limits);
    if (status < 0)
        return -1;
    bool placed =
        (node->kind == PLAN_OBJECT && node->object.how == PLAN_INSTANCE_DICT) || node->kind == PLAN_TYPED_DICT;
    return placed && c->plan->usable ? plan_find_places(c->state, node) : 0;
}

/* Whether the keys of all dicts and the elements of all sets are hashed without code of the user's. */
static bool compile_is_safe(const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_node *node = plan->nodes[i];
        const struct plan_node *hashed = node->kind == PLAN_DICT                                  ? node->items.key
                                         : node->kind == PLAN_SET || node->kind == PLAN_FROZENSET ? node->items.item
                                                                                                  : NULL;
        if (hashed != NULL && (node->kind != PLAN_DICT || hashed->kind != PLAN_ANY) &&
            !plan_is_hashed_safely(hashed, PLAN_KEY_DEPTH))
            return false;
    }
    return true;
}

/* The node of a Node object, which may refer to itself. Recursion ends at the nesting of the types, not of data.
 * Borrowed; NULL: an exception is set. */
static struct plan_node *compile_node(struct compiler *c, PyObject *source)
{
    PyObject *address = PyLong_FromVoidPtr(source), *index = NULL;
    struct plan_node *node = NULL;
    if (address == NULL)
        return NULL;
    PyObject *known = PyDict_GetItemWithError(c->known, address);
    if (known != NULL) {
        node = c->plan->nodes[PyLong_AsSize_t(known)];
    } else if (!PyErr_Occurred() &&
               (c->plan->count < c->plan->capacity || memory_more(&c->plan->nodes, NULL, c->plan->count, 1,
                                                                  &c->plan->capacity, sizeof *c->plan->nodes) == 0) &&
               (index = PyLong_FromSize_t(c->plan->count)) != NULL && PyDict_SetItem(c->known, address, index) == 0) {
        if ((node = PyMem_Calloc(1, sizeof *node)) == NULL) {
            PyErr_NoMemory();
        } else {
            node->source = Py_NewRef(source);
            c->plan->nodes[c->plan->count++] = node;
            if (Py_EnterRecursiveCall(" while a type is compiled")) {
                node = NULL;
            } else {
                if (compile_whole(c, node, source) < 0)
                    node = NULL;
                Py_LeaveRecursiveCall();
            }
        }
    }
    Py_DECREF(address);
    Py_XDECREF(index);
    return node;
}

/* ---- the type Plan ------------------------------------------------------------ */

/* Calls visit for each reference that the node owns. */
static int compile_traverse_node(const struct plan_node *node, visitproc visit, void *arg)
{
    Py_VISIT(node->cls);
    Py_VISIT(node->source);
    if (node->writing != NULL) {
        Py_VISIT(node->writing->unset);
        Py_VISIT(node->writing->members);
    }
    for (int i = 0; node->bounds != NULL && i < 5; i++)
        Py_VISIT(node->bounds->number[i]);
    switch (node->kind) {
    case PLAN_OBJECT:
    case PLAN_NAMED_TUPLE:
    case PLAN_TYPED_DICT:
        for (uint32_t i = 0; node->object.fields != NULL && i < node->object.value_count; i++) {
            Py_VISIT(node->object.fields[i].name);
            Py_VISIT(node->object.fields[i].standard);
            Py_VISIT(node->object.fields[i].factory);
        }
        for (uint32_t i = 0; node->object.names != NULL && i < node->object.key_count; i++)
            Py_VISIT(node->object.names[i].name);
        Py_VISIT(node->object.after);
        Py_VISIT(node->object.tag_name);
        Py_VISIT(node->object.model);
        break;
    case PLAN_UNION:
        Py_VISIT(node->choice.table.by_text);
        Py_VISIT(node->choice.table.by_number);
        Py_VISIT(node->choice.tag_name);
        break;
    case PLAN_ENUM:
    case PLAN_LITERAL:
        Py_VISIT(node->members.values);
        Py_VISIT(node->members.table.by_text);
        Py_VISIT(node->members.table.by_number);
        break;
    case PLAN_DEQUE: Py_VISIT(node->items.deque); break;
    case PLAN_UUID:
    case PLAN_DECIMAL:
    case PLAN_PATH:
        Py_VISIT(node->text.parse);
        Py_VISIT(node->text.safe);
        break;
    default: break;
    }
    return 0;
}

static int compile_release(PyObject *o, void *Py_UNUSED(unused))
{
    Py_DECREF(o);
    return 0;
}

static void compile_free_node(struct plan_node *node)
{
    compile_traverse_node(node, compile_release, NULL);
    if (plan_has_fields(node)) {
        PyMem_Free(node->object.fields);
        PyMem_Free(node->object.keys);
        PyMem_Free(node->object.names);
        PyMem_Free(node->object.by_index);
        PyMem_Free(node->object.tag);
    } else if (node->kind == PLAN_FIXED_TUPLE) {
        PyMem_Free(node->elements.nodes);
    } else if (node->kind == PLAN_UNION) {
        PyMem_Free(node->choice.alternatives.nodes);
        PyMem_Free(node->choice.nodes);
    }
    PyMem_Free(node->bounds);
    encode_plan_free(node->writing);
    PyMem_Free(node);
}

static int plan_traverse(PyObject *op, visitproc visit, void *arg)
{
    const struct plan *plan = (struct plan *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(plan->decoder);
    for (size_t i = 0; i < plan->count; i++) {
        int status = compile_traverse_node(plan->nodes[i], visit, arg);
        if (status != 0)
            return status;
    }
    return 0;
}

/* The nodes stay while the object exists, since a thread may decode by it; so a cycle through the plan is broken
 * elsewhere, at the Node's or the class's dict. */
static void plan_dealloc(PyObject *op)
{
    struct plan *plan = (struct plan *)op;
    PyObject_GC_UnTrack(op);
    for (size_t i = 0; i < plan->count; i++)
        compile_free_node(plan->nodes[i]);
    PyMem_Free(plan->nodes);
    Py_XDECREF(plan->decoder);
    common_free(op);
}

static PyType_Slot plan_slots[] = {
    {Py_tp_doc, "A compiled plan. Made by the module."},
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_traverse, plan_traverse},
    {0, NULL},
};

PyType_Spec plan_spec = {
    .name = "hayapack._native.Plan",
    .basicsize = sizeof(struct plan),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = plan_slots,
};

PyObject *plan_new(struct native_state *state, PyObject *source)
{
    PyObject *kept = PyObject_GetAttrString(source, "compiled");
    if (kept == NULL || Py_IS_TYPE(kept, state->plan.type))
        return kept;
    Py_DECREF(kept);
    struct plan *plan = (struct plan *)state->plan.type->tp_alloc(state->plan.type, 0);
    if (plan == NULL)
        return NULL;
    plan->usable = true;
    struct compiler c = {state, plan, PyDict_New()};
    bool made = c.known != NULL && compile_node(&c, source) != NULL;
    Py_XDECREF(c.known);
    if (made && plan->usable) {
        plan_optimize(state, plan);
        plan->usable = compile_is_safe(plan);
    }
    /* complete now: from here on other threads may use it */
    if (!made || PyObject_SetAttrString(source, "compiled", (PyObject *)plan) < 0)
        Py_CLEAR(plan);
    return (PyObject *)plan;
}

struct plan *plan_of_class(struct native_state *state, PyObject *type)
{
    if (!PyType_Check(type) || !PyType_HasFeature((PyTypeObject *)type, Py_TPFLAGS_HEAPTYPE))
        return NULL;
    PyObject *node = NULL, *compiled = NULL;
    if (threads_dict_get(((PyTypeObject *)type)->tp_dict, state->str.plan, &node) > 0)
        compiled = PyObject_GetAttr(node, state->str.compiled);
    Py_XDECREF(node);
    PyErr_Clear();
    if (compiled != NULL && !Py_IS_TYPE(compiled, state->plan.type))
        Py_CLEAR(compiled);
    return (struct plan *)compiled;
}
