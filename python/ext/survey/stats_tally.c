/*
 * stats_tally.c: the counts of `hayapack stats`: values and bytes by path. The same results
 * as Tally in hayapack/_fallback/survey/stats_tally.py.
 *
 * Nodes and keys are addressed by index, and pointers to them are not kept across
 * allocations and calls of Python code, because both arrays grow. Data is a bytes
 * object, which never changes.
 */
#include "survey.h"
#include "tokens.h"

#include "hayapack_path.h"

#define TALLY_MOST_CHILDREN 1000 /* distinct keys per map; the others are counted together */
#define TALLY_LONGEST_KEY 64     /* the most bytes of a key that is looked up by its packed form */
#define TALLY_OTHER "{other keys}"
#define TALLY_NONE UINT32_MAX
#define TALLY_BIN_TEXT 31 /* a kind: a bin for which token_is_text() */
#define TALLY_EXT 32      /* a kind: enum haya_kind, or TALLY_EXT + 128 + the ext type */

struct tally_kind {
    int kind;
    long long count;
};

/* All values at one path. */
struct tally_node {
    PyObject *name;           /* str: the component */
    PyObject *children;       /* dict: component -> index of a node; NULL: none */
    PyObject *by_key;         /* dict: packed key -> index of a key; NULL: none */
    struct tally_kind *kinds; /* in the order of their first values */
    uint32_t kind_count;
    uint32_t elements;    /* the node of an array's elements, or TALLY_NONE */
    uint32_t last, guess; /* the last key, and the one that followed it the last time; or TALLY_NONE */
    long long count, bytes, keys;
};

/* A key of a map, as packed. */
struct tally_key {
    PyObject *packed;     /* bytes */
    uint32_t child, next; /* the node of its values; the key that followed it the last time */
};

struct tally {
    PyObject_HEAD
    struct guard guard;
    struct tally_node *nodes;
    struct tally_key *keys;
    uint32_t node_count, key_count;
    size_t node_capacity, key_capacity;
    long long values, key_values, key_bytes, spare;
};

/* An open container, a typed value, or (first) the values of the call. */
struct tally_level {
    uint64_t left;        /* values that have not begun */
    uint32_t node, value; /* the container's node; that of the value after the current key */
    uint8_t kind;         /* ARRAY, MAP, or NONE: all values belong to the node itself */
};

struct tally_walk {
    struct tally_level *levels;
    size_t depth, capacity, typed;
};

/* ---- nodes -------------------------------------------------------------- */

/* The index of a new node, which takes its own reference to the name; TALLY_NONE: an exception is set. */
static uint32_t tally_new_node(struct tally *t, PyObject *name)
{
    if (t->node_count == t->node_capacity &&
        memory_more(&t->nodes, NULL, t->node_count, 1, &t->node_capacity, sizeof *t->nodes) < 0)
        return TALLY_NONE;
    t->nodes[t->node_count] = (struct tally_node){
        .name = Py_NewRef(name),
        .elements = TALLY_NONE,
        .last = TALLY_NONE,
        .guess = TALLY_NONE,
    };
    return t->node_count++;
}

/* The number stored in a dict; TALLY_NONE: no such key, or an exception is set. */
static uint32_t tally_lookup(PyObject *dict, PyObject *key)
{
    PyObject *found = dict == NULL ? NULL : PyDict_GetItemWithError(dict, key);
    return found == NULL ? TALLY_NONE : (uint32_t)PyLong_AsUnsignedLong(found);
}

static int tally_store(PyObject **dict, PyObject *key, uint32_t value)
{
    if (*dict == NULL && (*dict = PyDict_New()) == NULL)
        return -1;
    PyObject *number = PyLong_FromUnsignedLong(value);
    int status = number == NULL ? -1 : PyDict_SetItem(*dict, key, number);
    Py_XDECREF(number);
    return status;
}

/* The child of this name; makes it if need be. TALLY_NONE: an exception is set. */
static uint32_t tally_child(struct tally *t, uint32_t node, PyObject *name)
{
    PyObject *other = NULL, *children = t->nodes[node].children;
    uint32_t child = tally_lookup(children, name);
    if (child == TALLY_NONE && children != NULL && PyDict_GET_SIZE(children) >= TALLY_MOST_CHILDREN) {
        if ((name = other = PyUnicode_FromString(TALLY_OTHER)) == NULL)
            return TALLY_NONE;
        child = tally_lookup(children, name);
    }
    if (child == TALLY_NONE && !PyErr_Occurred() && (child = tally_new_node(t, name)) != TALLY_NONE) {
        PyObject *held = t->nodes[node].children;
        if (tally_store(&held, name, child) < 0)
            child = TALLY_NONE;
        t->nodes[node].children = held;
    }
    Py_XDECREF(other);
    return child;
}

static uint32_t tally_named_child(struct tally *t, uint32_t node, const char *name, size_t n)
{
    PyObject *text = PyUnicode_DecodeUTF8(name, (Py_ssize_t)n, NULL);
    uint32_t child = text == NULL ? TALLY_NONE : tally_child(t, node, text);
    Py_XDECREF(text);
    return child;
}

static uint32_t tally_elements(struct tally *t, uint32_t node)
{
    if (t->nodes[node].elements == TALLY_NONE) {
        uint32_t child = tally_named_child(t, node, "[]", 2);
        t->nodes[node].elements = child;
    }
    return t->nodes[node].elements;
}

/* Counts a value of this kind and size. -1: MemoryError is set. */
static int tally_count(struct tally *t, uint32_t index, int kind, size_t size)
{
    struct tally_node *node = &t->nodes[index];
    uint32_t i = 0;
    node->count++;
    node->bytes += (long long)size;
    while (i < node->kind_count && node->kinds[i].kind != kind)
        i++;
    if (i == node->kind_count) {
        struct tally_kind *kinds = PyMem_Realloc(node->kinds, (i + 1) * sizeof *kinds);
        if (kinds == NULL)
            return errors_no_memory();
        kinds[i] = (struct tally_kind){kind, 0};
        node->kinds = kinds;
        node->kind_count++;
    }
    node->kinds[i].count++;
    return 0;
}

static int tally_kind_of(uint8_t kind, int8_t ext)
{
    if (kind == HAYA_KIND_EXT)
        return TALLY_EXT + 128 + ext;
    return kind == HAYA_KIND_UINT ? HAYA_KIND_INT : kind;
}

/* ---- keys --------------------------------------------------------------- */

/* The child for a key by its path component. */
static uint32_t tally_component(struct tally *t, uint32_t node, const uint8_t *data, const struct token *key)
{
    char text[COMPONENT_MAX];
    size_t n = token_component(text, data, key);
    return n != 0 ? tally_named_child(t, node, text, n)
                  : tally_named_child(t, node, TALLY_OTHER, sizeof TALLY_OTHER - 1);
}

/* Remembers that a key was read after the last one. */
static uint32_t tally_follow(struct tally *t, uint32_t index, uint32_t key)
{
    struct tally_node *node = &t->nodes[index];
    if (node->last != TALLY_NONE)
        t->keys[node->last].next = key;
    node->last = key;
    node->guess = t->keys[key].next;
    return t->keys[key].child;
}

static uint32_t tally_new_key(struct tally *t, uint32_t node, PyObject *packed, uint32_t child)
{
    PyObject *by_key = t->nodes[node].by_key;
    if (t->key_count == t->key_capacity &&
        memory_more(&t->keys, NULL, t->key_count, 1, &t->key_capacity, sizeof *t->keys) < 0)
        return TALLY_NONE;
    int status = tally_store(&by_key, packed, t->key_count);
    t->nodes[node].by_key = by_key;
    if (status < 0)
        return TALLY_NONE;
    t->keys[t->key_count] = (struct tally_key){Py_NewRef(packed), child, TALLY_NONE};
    return tally_follow(t, node, t->key_count++);
}

/* The node of the values after the key at `at`. TALLY_NONE: an exception is set. */
static uint32_t tally_key_child(struct tally *t, uint32_t node, const uint8_t *data, size_t at, const struct token *key)
{
    size_t size = key->end - at;
    uint32_t guess = t->nodes[node].guess, found, child;
    PyObject *packed;

    if (size > TALLY_LONGEST_KEY)
        return tally_component(t, node, data, key);
    if (guess != TALLY_NONE) {
        packed = t->keys[guess].packed;
        if ((size_t)PyBytes_GET_SIZE(packed) == size && memcmp(PyBytes_AS_STRING(packed), data + at, size) == 0)
            return tally_follow(t, node, guess);
    }
    if ((packed = PyBytes_FromStringAndSize((const char *)data + at, (Py_ssize_t)size)) == NULL)
        return TALLY_NONE;
    found = tally_lookup(t->nodes[node].by_key, packed);
    if (found != TALLY_NONE) {
        child = tally_follow(t, node, found);
    } else {
        child = PyErr_Occurred() ? TALLY_NONE : tally_component(t, node, data, key);
        PyObject *by_key = t->nodes[node].by_key;
        if (child != TALLY_NONE && (by_key == NULL || PyDict_GET_SIZE(by_key) < TALLY_MOST_CHILDREN))
            child = tally_new_key(t, node, packed, child);
    }
    Py_DECREF(packed);
    return child;
}

/* ---- the walk ----------------------------------------------------------- */

static int tally_push(struct tally_walk *walk, struct tally_level level)
{
    if (walk->depth == walk->capacity &&
        memory_more(&walk->levels, NULL, walk->depth, 1, &walk->capacity, sizeof *walk->levels) < 0)
        return -1;
    walk->levels[walk->depth++] = level;
    return 0;
}

/* Opens a typed value if a value follows its name: counts that value instead of the ext. */
static int tally_typed(struct tally *t, struct tally_walk *walk, const uint8_t *data, struct token *token,
                       uint32_t node, PyObject *typed)
{
    PyObject *found = PyObject_CallFunction(typed, "y#", (const char *)data + token->body, (Py_ssize_t)token->number);
    Py_ssize_t inside = found == NULL ? -1 : PyNumber_AsSsize_t(found, PyExc_OverflowError);
    Py_XDECREF(found);
    if (inside == -1 && PyErr_Occurred())
        return -1;
    if (inside <= 0 || (uint64_t)inside >= token->number || walk->typed >= TOKENS_DEPTH)
        return 0;
    t->nodes[node].bytes -= (long long)token->number - inside;
    t->nodes[node].count--;
    token->end = token->body + (size_t)inside;
    walk->typed++;
    return tally_push(walk, (struct tally_level){.left = 1, .node = node, .kind = HAYA_KIND_NONE});
}

/* Counts the value at *at. */
static int tally_value(struct tally *t, struct tally_walk *walk, const uint8_t *data, size_t size, size_t *at,
                       PyObject *typed)
{
    struct tally_level *level = &walk->levels[walk->depth - 1];
    bool is_key = level->kind == HAYA_KIND_MAP && level->left % 2 == 0;
    uint32_t target = level->kind == HAYA_KIND_MAP && !is_key ? level->value : level->node;
    struct token token;

    level->left--;
    if (!token_read(data, *at, size, &token))
        return errors_raise(PyExc_ValueError, "Tally.walk() needs complete values");
    if (level->kind == HAYA_KIND_ARRAY && (target = tally_elements(t, target)) == TALLY_NONE)
        return -1;
    t->values++;
    t->spare += (long long)token_spare(data, *at, &token);
    if (is_key) {
        t->key_values++;
        t->key_bytes += (long long)(token.end - *at);
        t->nodes[target].keys += (long long)(token.end - *at);
        if ((level->value = tally_key_child(t, target, data, *at, &token)) == TALLY_NONE)
            return -1;
    } else {
        int kind = tally_kind_of(token.kind, token.ext);
        if (token.kind == HAYA_KIND_BIN && token.number != 0 && token_is_text(data + token.body, (size_t)token.number))
            kind = TALLY_BIN_TEXT;
        if (tally_count(t, target, kind, token.end - *at) < 0)
            return -1;
    }
    if (token_is_container(&token) &&
        tally_push(walk, (struct tally_level){.left = token.number << (token.kind == HAYA_KIND_MAP),
                                              .node = target,
                                              .kind = token.kind}) < 0)
        return -1;
    if (token.kind == HAYA_KIND_EXT && token.ext == TOKENS_TYPED &&
        tally_typed(t, walk, data, &token, target, typed) < 0)
        return -1;
    *at = token.end;
    return 0;
}

static int tally_run(struct tally *t, const uint8_t *data, size_t size, uint32_t node, bool wrapped, PyObject *typed)
{
    struct tally_walk walk = {NULL, 0, 0, 0};
    struct tally_level root = {.left = UINT64_MAX, .node = node, .kind = HAYA_KIND_NONE};
    struct token header;
    size_t at = 0;
    int status;

    if (wrapped && token_read(data, 0, size, &header) && token_is_container(&header)) {
        root.left = header.number << (header.kind == HAYA_KIND_MAP);
        root.kind = header.kind;
        at = header.body;
    }
    status = tally_push(&walk, root);
    while (status == 0 && at < size) {
        status = tally_value(t, &walk, data, size, &at, typed);
        while (walk.depth > 1 && walk.levels[walk.depth - 1].left == 0)
            walk.typed -= walk.levels[--walk.depth].kind == HAYA_KIND_NONE;
    }
    PyMem_Free(walk.levels);
    return status;
}

/* ---- methods ------------------------------------------------------------ */

#define TALLY_BUSY "this Tally is in use by this thread"

static int tally_check_node(const struct tally *t, unsigned long node)
{
    if (node < t->node_count)
        return 0;
    return errors_raise(PyExc_IndexError, "no such node");
}

PyDoc_STRVAR(tally_walk_doc,
             "walk(data, node, wrapped, typed)\n--\n\nAs hayapack._fallback.survey.stats_tally.Tally.walk().");

static PyObject *tally_walk(PyObject *self, PyObject *args)
{
    struct tally *t = (struct tally *)self;
    PyObject *data, *typed;
    unsigned long node;
    int wrapped, status = -1;
    if (!PyArg_ParseTuple(args, "SkpO:walk", &data, &node, &wrapped, &typed) || guard_enter(&t->guard, TALLY_BUSY) < 0)
        return NULL;
    if (tally_check_node(t, node) == 0)
        status = tally_run(t, (const uint8_t *)PyBytes_AS_STRING(data), (size_t)PyBytes_GET_SIZE(data), (uint32_t)node,
                           wrapped, typed);
    guard_leave(&t->guard);
    if (status < 0)
        return NULL;
    Py_RETURN_NONE;
}

PyDoc_STRVAR(tally_child_doc, "child(node, name)\n--\n\nAs hayapack._fallback.survey.stats_tally.Tally.child().");

static PyObject *tally_child_method(PyObject *self, PyObject *args)
{
    struct tally *t = (struct tally *)self;
    PyObject *name;
    unsigned long node;
    uint32_t child = TALLY_NONE;
    if (!PyArg_ParseTuple(args, "kU:child", &node, &name) || guard_enter(&t->guard, TALLY_BUSY) < 0)
        return NULL;
    if (tally_check_node(t, node) == 0)
        child = tally_child(t, (uint32_t)node, name);
    guard_leave(&t->guard);
    return child == TALLY_NONE ? NULL : PyLong_FromUnsignedLong(child);
}

PyDoc_STRVAR(tally_add_doc,
             "add(node, lead, ext, size, is_key)\n--\n\nAs hayapack._fallback.survey.stats_tally.Tally.add().");

static PyObject *tally_add(PyObject *self, PyObject *args)
{
    struct tally *t = (struct tally *)self;
    unsigned char format;
    unsigned long node;
    Py_ssize_t size;
    int ext, is_key, status;
    if (!PyArg_ParseTuple(args, "kbinp:add", &node, &format, &ext, &size, &is_key) ||
        guard_enter(&t->guard, TALLY_BUSY) < 0)
        return NULL;
    status = tally_check_node(t, node);
    if (status == 0) {
        t->values++;
        if (is_key) {
            t->key_values++;
            t->key_bytes += size;
            t->nodes[node].keys += size;
        } else {
            status =
                tally_count(t, (uint32_t)node, tally_kind_of(haya_formats[format].kind, (int8_t)ext), (size_t)size);
        }
    }
    guard_leave(&t->guard);
    if (status < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *tally_kind_name(int kind)
{
    static const char *const names[] = {
        [HAYA_KIND_NIL] = "nil",       [HAYA_KIND_BOOL] = "bool",      [HAYA_KIND_INT] = "int",
        [HAYA_KIND_FLOAT] = "float32", [HAYA_KIND_DOUBLE] = "float64", [HAYA_KIND_STR] = "str",
        [HAYA_KIND_BIN] = "bin",       [HAYA_KIND_ARRAY] = "array",    [HAYA_KIND_MAP] = "map",
        [TALLY_BIN_TEXT] = "bin text",
    };
    int ext = kind - TALLY_EXT - 128;
    if (kind < TALLY_EXT)
        return PyUnicode_FromString(names[kind]);
    if (ext == HAYA_TIMESTAMP_TYPE || ext == TOKENS_TYPED)
        return PyUnicode_FromString(ext == TOKENS_TYPED ? "typeless" : "timestamp");
    return PyUnicode_FromFormat("ext %d", ext);
}

/* (name, count, bytes, keys, {kind: count}, [child]) */
static PyObject *tally_row(const struct tally *t, uint32_t index)
{
    struct tally_node node = t->nodes[index];
    PyObject *kinds = PyDict_New(), *children, *row = NULL;
    for (uint32_t i = 0; kinds != NULL && i < node.kind_count; i++) {
        PyObject *name = tally_kind_name(node.kinds[i].kind), *n = PyLong_FromLongLong(node.kinds[i].count);
        if (name == NULL || n == NULL || PyDict_SetItem(kinds, name, n) < 0)
            Py_CLEAR(kinds);
        Py_XDECREF(name);
        Py_XDECREF(n);
    }
    children = node.children == NULL ? PyList_New(0) : PyDict_Values(node.children);
    if (kinds != NULL && children != NULL)
        row = Py_BuildValue("(OLLLOO)", node.name, node.count, node.bytes, node.keys, kinds, children);
    Py_XDECREF(kinds);
    Py_XDECREF(children);
    return row;
}

PyDoc_STRVAR(tally_rows_doc, "rows()\n--\n\nAs hayapack._fallback.survey.stats_tally.Tally.rows().");

static PyObject *tally_rows(PyObject *self, PyObject *Py_UNUSED(unused))
{
    struct tally *t = (struct tally *)self;
    if (guard_enter(&t->guard, TALLY_BUSY) < 0)
        return NULL;
    PyObject *rows = PyList_New(0);
    for (uint32_t i = 0; rows != NULL && i < t->node_count; i++) {
        PyObject *row = tally_row(t, i);
        if (row == NULL || PyList_Append(rows, row) < 0)
            Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    guard_leave(&t->guard);
    return rows;
}

static PyObject *tally_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (PyTuple_GET_SIZE(args) != 0 || (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0))
        return PyErr_Format(PyExc_TypeError, "Tally() takes no arguments");
    struct tally *t = (struct tally *)type->tp_alloc(type, 0);
    PyObject *name = t == NULL ? NULL : PyUnicode_FromString("$");
    if (name == NULL || tally_new_node(t, name) == TALLY_NONE)
        Py_CLEAR(t);
    Py_XDECREF(name);
    return (PyObject *)t;
}

static void tally_dealloc(PyObject *self)
{
    struct tally *t = (struct tally *)self;
    for (uint32_t i = 0; i < t->node_count; i++) {
        Py_XDECREF(t->nodes[i].name);
        Py_XDECREF(t->nodes[i].children);
        Py_XDECREF(t->nodes[i].by_key);
        PyMem_Free(t->nodes[i].kinds);
    }
    for (uint32_t i = 0; i < t->key_count; i++)
        Py_DECREF(t->keys[i].packed);
    PyMem_Free(t->nodes);
    PyMem_Free(t->keys);
    guard_free(&t->guard);
    common_free(self);
}

static PyMethodDef tally_methods[] = {
    {"walk", tally_walk, METH_VARARGS, tally_walk_doc},
    {"child", tally_child_method, METH_VARARGS, tally_child_doc},
    {"add", tally_add, METH_VARARGS, tally_add_doc},
    {"rows", tally_rows, METH_NOARGS, tally_rows_doc},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef tally_members[] = {
    {"values", T_LONGLONG, offsetof(struct tally, values), READONLY, "values, keys included"},
    {"keys", T_LONGLONG, offsetof(struct tally, key_values), READONLY, "keys of maps"},
    {"key_bytes", T_LONGLONG, offsetof(struct tally, key_bytes), READONLY, "bytes of these keys"},
    {"spare", T_LONGLONG, offsetof(struct tally, spare), READONLY, "bytes more than needed"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot tally_slots[] = {
    {Py_tp_new, tally_new},
    {Py_tp_dealloc, tally_dealloc},
    {Py_tp_methods, tally_methods},
    {Py_tp_members, tally_members},
    {Py_tp_doc, (void *)"Tally()\n--\n\nAs hayapack._fallback.survey.stats_tally.Tally."},
    {0, NULL},
};

PyType_Spec tally_spec = {
    .name = "hayapack._native.Tally",
    .basicsize = sizeof(struct tally),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = tally_slots,
};
