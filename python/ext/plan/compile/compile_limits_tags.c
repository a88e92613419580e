/* compile_limits_tags.c: Node objects without fields -> struct plan_node: members, unions, limits, tags, classes of the
 * standard library. */
#include "plan/plan.h"
#include "runtime/instances.h"

/* ---- members and alternatives --------------------------------------------------- */

/* Adds member to the dict at *to, which is made at first use. */
static int compile_add(PyObject **to, PyObject *key, PyObject *member)
{
    if (*to == NULL && (*to = PyDict_New()) == NULL)
        return -1;
    return PyDict_SetItem(*to, key, member);
}

int plan_compile_table(struct plan_table *split, PyObject *table, bool numbered)
{
    Py_ssize_t at = 0;
    PyObject *pair, *member;
    for (Py_ssize_t i = 0; PyDict_Next(table, &at, &pair, &member); i++) {
        PyObject *kind = PyTuple_GetItem(pair, 0), *value = PyTuple_GetItem(pair, 1);
        if (kind == NULL || value == NULL)
            return -1;
        PyObject **to = kind == (PyObject *)&PyUnicode_Type ? &split->by_text
                        : kind == (PyObject *)&PyLong_Type  ? &split->by_number
                                                            : NULL;
        PyObject *found = numbered ? PyLong_FromSsize_t(i) : Py_NewRef(member);
        int status = found == NULL ? -1 : to != NULL ? compile_add(to, value, found) : 0;
        Py_XDECREF(found);
        if (status < 0)
            return -1;
    }
    return 0;
}

static int compile_members(struct plan_node *node)
{
    PyObject *values = PyObject_GetAttrString(node->source, "values");
    if (values == NULL)
        return -1;
    node->members.values = values;
    return PyDict_CheckExact(values) ? plan_compile_table(&node->members.table, values, false) : 0;
}

int plan_truth(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    int truth = value != NULL ? PyObject_IsTrue(value) : -1;
    Py_XDECREF(value);
    return truth;
}

long plan_number(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    long number = value != NULL ? PyLong_AsLong(value) : -1;
    Py_XDECREF(value);
    return number;
}

/* ---- classes of the standard library --------------------------------------------- */

static PyObject *compile_real_class(const char *module, const char *name)
{
    PyObject *find = native_import("hayapack._errors.unimported_classes", "real_class");
    PyObject *found = find != NULL ? PyObject_CallFunction(find, "ss", module, name) : NULL;
    Py_XDECREF(find);
    return found;
}

/* UUID objects are two slots, an int of 128 bits and where it comes from; other ones are made by the class. */
static int compile_uuid(struct plan_node *node)
{
    if ((node->text.parse = compile_real_class("uuid", "UUID")) == NULL)
        return -1;
    PyTypeObject *type = (PyTypeObject *)node->text.parse;
    PyObject *sample = PyObject_CallFunction(node->text.parse, "s", "00000000000000000000000000000000");
    if (sample == NULL || (node->text.safe = PyObject_GetAttrString(sample, "is_safe")) == NULL) {
        Py_XDECREF(sample);
        return -1;
    }
    Py_DECREF(sample);
    PyObject *number = PyUnicode_FromString("int"), *safe = PyUnicode_FromString("is_safe");
    node->text.int_slot = number != NULL ? instance_slot_of(node->text.parse, number) : -1;
    node->text.safe_slot = safe != NULL ? instance_slot_of(node->text.parse, safe) : -1;
    Py_XDECREF(number);
    Py_XDECREF(safe);
    if (node->text.int_slot < 0 || node->text.safe_slot < 0)
        return -1;
    if (node->text.safe_slot == 0 || type->tp_alloc != PyType_GenericAlloc || type->tp_dictoffset != 0 ||
        type->tp_finalize != NULL)
        node->text.int_slot = 0;
    return 0;
}

/* A path's class runs no code of the user's if it is the standard library's. */
static int compile_path(struct plan_node *node, bool *usable)
{
    PyObject *module = PyObject_GetAttrString(node->cls, "__module__");
    const char *name = module != NULL && PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : "";
    *usable &= name != NULL && strncmp(name, "pathlib", 7) == 0 && (name[7] == 0 || name[7] == '.');
    Py_XDECREF(module);
    PyErr_Clear();
    node->text.parse = Py_NewRef(node->cls);
    return 0;
}

/* A Fragment is one slot, which has the bytes. */
static int compile_fragment(struct plan_node *node, bool *usable)
{
    PyObject *name = PyUnicode_FromString("data");
    node->data_slot = name != NULL ? instance_slot_of(node->cls, name) : -1;
    Py_XDECREF(name);
    *usable &= node->data_slot > 0 && ((PyTypeObject *)node->cls)->tp_alloc == PyType_GenericAlloc;
    return node->data_slot < 0 ? -1 : 0;
}

int plan_compile_kind(struct native_state *state, struct plan_node *node, bool *usable)
{
    switch (node->kind) {
    case PLAN_DATETIME:
    case PLAN_DATE:
    case PLAN_TIME:
    case PLAN_TIMEDELTA: return times_load(state);
    case PLAN_ENUM:
    case PLAN_LITERAL: return compile_members(node);
    case PLAN_UUID: return compile_uuid(node);
    case PLAN_DECIMAL: return (node->text.parse = compile_real_class("decimal", "Decimal")) != NULL ? 0 : -1;
    case PLAN_PATH: return compile_path(node, usable);
    case PLAN_FRAGMENT: return compile_fragment(node, usable);
    case PLAN_CUSTOM: *usable = false; return 0;
    default: return 0;
    }
}

/* ---- limits ----------------------------------------------------------------------- */

/* A length in *to, if there is one. */
static void compile_length(PyObject *length, size_t *to, bool *usable)
{
    if (length == Py_None)
        return;
    Py_ssize_t n = PyLong_CheckExact(length) ? PyLong_AsSsize_t(length) : -1;
    if (n < 0) {
        PyErr_Clear();
        *usable = false;
    } else {
        *to = (size_t)n;
    }
}

int plan_compile_bounds(struct plan_node *node, PyObject *limits, bool *usable)
{
    bool scalar = node->kind == PLAN_INT || node->kind == PLAN_FLOAT || node->kind == PLAN_STR ||
                  node->kind == PLAN_BYTES || node->kind == PLAN_BYTEARRAY;
    bool container = (node->kind >= PLAN_LIST && node->kind <= PLAN_DICT && node->kind != PLAN_FIXED_TUPLE);
    if ((!scalar && !container) || !PyTuple_Check(limits) || PyTuple_GET_SIZE(limits) != 7) {
        *usable = false;
        return 0;
    }
    if ((node->bounds = PyMem_Calloc(1, sizeof *node->bounds)) == NULL)
        return errors_no_memory();
    for (int i = 0; i < 5; i++) {
        PyObject *bound = PyTuple_GET_ITEM(limits, i);
        if (bound != Py_None && !PyLong_CheckExact(bound) && !PyFloat_CheckExact(bound))
            *usable = false;
        else if (bound != Py_None)
            node->bounds->number[i] = Py_NewRef(bound);
    }
    node->bounds->max_len = PY_SSIZE_T_MAX;
    if (scalar) {
        node->bounded = node->kind;
        node->kind = PLAN_BOUNDED;
    }
    compile_length(PyTuple_GET_ITEM(limits, 5), &node->bounds->min_len, usable);
    compile_length(PyTuple_GET_ITEM(limits, 6), &node->bounds->max_len, usable);
    return 0;
}

/* ---- unknown keys -------------------------------------------------------------------- */

static const struct plan_node compile_any = {.kind = PLAN_ANY};

int plan_compile_kept(struct plan_node *node, bool *usable)
{
    PyObject *name = PyObject_GetAttrString(node->source, "extra");
    if (name == NULL)
        return -1;
    if (node->kind != PLAN_OBJECT || !PyUnicode_CheckExact(name) || PyUnicode_GET_LENGTH(name) == 0 ||
        node->object.field_count == PLAN_FIELDS) {
        Py_DECREF(name);
        *usable = false;
        return 0;
    }
    struct plan_field *field = &node->object.fields[node->object.value_count++];
    node->object.kept = true;
    node->object.all = UINT64_MAX; /* which is never seen: its default is always looked for */
    field->node = &compile_any;
    field->name = name;
    field->factory = Py_NewRef((PyObject *)&PyDict_Type);
    field->builtin = true;
    if (node->object.how == PLAN_SLOTS) {
        if ((field->offset = instance_slot_of(node->cls, name)) < 0)
            return -1;
        *usable &= field->offset != 0;
    }
    return 0;
}

/* ---- tags -------------------------------------------------------------------------- */

/* Appends a str, or an int of up to 64 bits, to bytes and returns the end. NULL: it is another value, or too long. */
static uint8_t *compile_put(struct plan_fields *object, PyObject *value, uint8_t *to, const uint8_t *end)
{
    Py_ssize_t length;
    if (PyUnicode_CheckExact(value)) {
        const char *text = PyUnicode_AsUTF8AndSize(value, &length);
        if (text == NULL || end - to < length + HAYA_HEADER_MAX)
            return NULL;
        to = haya_put_str_header(to, (uint32_t)length);
        memcpy(to, text, (size_t)length);
        if ((size_t)length > object->tag_text)
            object->tag_text = (size_t)length;
        return to + length;
    }
    if (!PyLong_CheckExact(value) || end - to < HAYA_HEADER_MAX)
        return NULL;
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    return overflow == 0 ? haya_put_int(to, number) : NULL;
}

int plan_compile_tag(struct plan_node *node, PyObject *tag, bool *usable)
{
    uint8_t bytes[256], *end = bytes;
    PyObject *name = PyTuple_Check(tag) && PyTuple_GET_SIZE(tag) == 2 ? PyTuple_GET_ITEM(tag, 0) : NULL;
    if (name == NULL || !PyUnicode_CheckExact(name) ||
        (end = compile_put(&node->object, name, end, bytes + sizeof bytes)) == NULL ||
        (end = compile_put(&node->object, PyTuple_GET_ITEM(tag, 1), end, bytes + sizeof bytes)) == NULL) {
        PyErr_Clear();
        *usable = false;
        return 0;
    }
    node->object.tag_name = Py_NewRef(name);
    node->object.tag_size = (size_t)(end - bytes);
    if ((node->object.tag = PyMem_Malloc(node->object.tag_size)) == NULL)
        return errors_no_memory();
    memcpy(node->object.tag, bytes, node->object.tag_size);
    return 0;
}

/* ---- hashing ------------------------------------------------------------------------ */

/* Whether the attribute of the type is the same as that of one of the bases. */
static bool compile_is_inherited(PyTypeObject *type, const char *name, PyObject *const *bases, size_t count)
{
    PyObject *own = PyObject_GetAttrString((PyObject *)type, name);
    bool found = false;
    for (size_t i = 0; own != NULL && !found && i < count; i++) {
        PyObject *other = PyObject_GetAttrString(bases[i], name);
        found = other == own;
        Py_XDECREF(other);
    }
    Py_XDECREF(own);
    PyErr_Clear();
    return found;
}

/* Whether a member of an enum or a literal is hashed and compared by the standard library. */
static bool compile_is_hashed_safely(PyObject *member)
{
    PyTypeObject *type = Py_TYPE(member);
    if (type == &PyLong_Type || type == &PyUnicode_Type || type == &PyBytes_Type || type == &PyBool_Type)
        return true;
    PyObject *base = native_import("enum", "Enum");
    PyObject *bases[] = {base, (PyObject *)&PyLong_Type, (PyObject *)&PyUnicode_Type, (PyObject *)&PyBytes_Type};
    bool safe = base != NULL && compile_is_inherited(type, "__hash__", bases, 4) &&
                compile_is_inherited(type, "__eq__", bases, 4);
    Py_XDECREF(base);
    PyErr_Clear();
    return safe;
}

bool plan_is_hashed_safely(const struct plan_node *node, int depth)
{
    PyObject *key, *member;
    Py_ssize_t at = 0;
    switch (node->kind) {
    case PLAN_TUPLE:
    case PLAN_FROZENSET: return depth > 0 && plan_is_hashed_safely(node->items.item, depth - 1);
    case PLAN_FIXED_TUPLE:
        for (uint32_t i = 0; i < node->elements.count; i++)
            if (depth == 0 || !plan_is_hashed_safely(node->elements.nodes[i], depth - 1))
                return false;
        return true;
    case PLAN_ENUM:
    case PLAN_LITERAL:
        while (PyDict_Next(node->members.values, &at, &key, &member))
            if (!compile_is_hashed_safely(member))
                return false;
        return true;
    case PLAN_ANY:
    case PLAN_LIST:
    case PLAN_SET:
    case PLAN_DEQUE:
    case PLAN_DICT:
    case PLAN_OBJECT:
    case PLAN_NAMED_TUPLE:
    case PLAN_TYPED_DICT:
    case PLAN_UNION:
    case PLAN_FRAGMENT:
    case PLAN_BYTEARRAY:
    case PLAN_CUSTOM: return false;
    default: return true;
    }
}
