/*
 * export_columns.c: exports Columns, with what is in them, by the Arrow C data interface.
 *
 * The two structs are defined by that interface's ABI, which does not change. A
 * consumer takes over the struct in a capsule by setting its `release` to NULL.
 */
#include "structs.h"
#include "columns/columns.h"

/* ---- a walk through a tree of columns -------------------------------------- */

/* A column that is still to be exported, and the struct for it. */
struct arrow_pending {
    struct column *column;
    void *to;
    PyObject *name; /* of the field, or NULL: "" */
    int64_t flags;
};

/* In the order of a walk by levels: no recursion. */
struct arrow_queue {
    struct arrow_pending *all;
    size_t count, capacity;
};

static bool arrow_push(struct arrow_queue *queue, struct column *column, void *to, PyObject *name, int64_t flags)
{
    if (queue->count == queue->capacity &&
        memory_more(&queue->all, NULL, queue->count, 1, &queue->capacity, sizeof *queue->all) < 0)
        return false;
    queue->all[queue->count++] = (struct arrow_pending){column, to, name, flags};
    return true;
}

/* Exports a column: `one` fills the struct of a column, and adds its children to the queue; false: there is no memory,
 * or an exception is set. `drop` frees the capsule's struct, of `size` bytes. NULL: an exception is set. */
static PyObject *arrow_export(PyObject *column, size_t size, const char *name, PyCapsule_Destructor drop,
                              bool (*one)(struct arrow_queue *, const struct arrow_pending *))
{
    struct arrow_queue queue = {NULL, 0, 0};
    void *top = PyMem_RawCalloc(1, size);
    PyObject *capsule = top == NULL ? PyErr_NoMemory() : PyCapsule_New(top, name, drop);
    if (capsule == NULL) {
        PyMem_RawFree(top);
        return NULL;
    }
    bool done = arrow_push(&queue, (struct column *)column, top, NULL, ARROW_FLAG_NULLABLE);
    for (size_t i = 0; done && i < queue.count; i++) {
        const struct arrow_pending pending = queue.all[i]; /* a copy: the queue may grow */
        done = one(&queue, &pending);
    }
    PyMem_Free(queue.all);
    if (!done) {
        if (!PyErr_Occurred())
            PyErr_NoMemory();
        Py_CLEAR(capsule);
    }
    return capsule;
}

/* Zeroed structs of `size` bytes for n children, and the array of pointers to them. NULL: no memory. */
static void **arrow_children(size_t n, size_t size)
{
    void **children = PyMem_RawCalloc(n + 1, sizeof *children);
    for (size_t i = 0; children != NULL && i < n; i++) {
        if ((children[i] = PyMem_RawCalloc(1, size)) != NULL)
            continue;
        while (i > 0)
            PyMem_RawFree(children[--i]);
        PyMem_RawFree(children);
        return NULL;
    }
    return children;
}

/* ---- schemas ------------------------------------------------------------ */

static void arrow_release_schema(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i]->release != NULL)
            schema->children[i]->release(schema->children[i]);
        PyMem_RawFree(schema->children[i]);
    }
    PyMem_RawFree(schema->children);
    if (schema->dictionary != NULL && schema->dictionary->release != NULL)
        schema->dictionary->release(schema->dictionary);
    PyMem_RawFree(schema->dictionary);
    PyMem_RawFree((void *)(uintptr_t)schema->name);
    schema->release = NULL;
}

static void arrow_drop_schema(PyObject *capsule)
{
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, ARROW_SCHEMA_CAPSULE);
    if (schema->release != NULL)
        schema->release(schema);
    PyMem_RawFree(schema);
}

/* The name as UTF-8, or "". NULL: an exception is set. */
static char *arrow_name(PyObject *name)
{
    PyObject *text = NULL, *bytes = NULL;
    char *copy = NULL;
    if (name != NULL && PyBytes_Check(name))
        text = PyUnicode_DecodeUTF8(PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name), "backslashreplace");
    else
        text = name != NULL ? Py_NewRef(name) : PyUnicode_New(0, 0);
    if (text != NULL)
        bytes = PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace");
    if (bytes != NULL && strlen(PyBytes_AS_STRING(bytes)) != (size_t)PyBytes_GET_SIZE(bytes)) {
        PyErr_Format(PyExc_ValueError, "the field %R can't have a name in Arrow, because it has a NUL", text);
        Py_CLEAR(bytes);
    }
    if (bytes != NULL && (copy = PyMem_RawMalloc((size_t)PyBytes_GET_SIZE(bytes) + 1)) == NULL)
        PyErr_NoMemory();
    if (copy != NULL)
        memcpy(copy, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes) + 1);
    Py_XDECREF(text);
    Py_XDECREF(bytes);
    return copy;
}

static const char *arrow_format(const struct column *column)
{
    /* U, Z: with offsets of 64 bits */
    static const char *const formats[COLUMN_TYPES] = {
        [COLUMN_INT64] = "l",    [COLUMN_FLOAT64] = "g",    [COLUMN_BOOL] = "b",       [COLUMN_STR] = "U",
        [COLUMN_BYTES] = "Z",    [COLUMN_INT8] = "c",       [COLUMN_INT16] = "s",      [COLUMN_INT32] = "i",
        [COLUMN_UINT8] = "C",    [COLUMN_UINT16] = "S",     [COLUMN_UINT32] = "I",     [COLUMN_UINT64] = "L",
        [COLUMN_FLOAT32] = "f",  [COLUMN_RAW] = "Z",        [COLUMN_NAIVE] = "tsu:",   [COLUMN_DATE32] = "tdD",
        [COLUMN_TIME64] = "ttu", [COLUMN_DURATION] = "tDu", [COLUMN_DICTIONARY] = "i", [COLUMN_LIST] = "+l",
        [COLUMN_STRUCT] = "+s",  [COLUMN_MAP] = "+m",       [COLUMN_NULL] = "n",
    };
    static const char *const stamps[] = {"tss:UTC", "tsm:UTC", "tsu:UTC", "tsn:UTC"};
    return column->type == COLUMN_TIMESTAMP ? stamps[column->unit] : formats[column->type];
}

/* Fills a struct's own members, and makes n children. False: there is no memory, or an exception is set. */
static bool arrow_schema_begin(struct ArrowSchema *schema, const char *format, PyObject *name, int64_t flags, size_t n)
{
    schema->format = format;
    schema->flags = flags;
    schema->release = arrow_release_schema;
    schema->name = arrow_name(name);
    if (schema->name == NULL)
        return false;
    schema->children = (struct ArrowSchema **)arrow_children(n, sizeof *schema);
    if (schema->children == NULL)
        return false;
    schema->n_children = (int64_t)n;
    return true;
}

static bool arrow_schema_one(struct arrow_queue *queue, const struct arrow_pending *one)
{
    struct ArrowSchema *schema = one->to;
    struct column *column = one->column;
    const size_t n = column->children != NULL ? (size_t)PyTuple_GET_SIZE(column->children) : 0;
    const bool map = column->type == COLUMN_MAP, dictionary = column->type == COLUMN_DICTIONARY;
    if (!arrow_schema_begin(schema, arrow_format(column), one->name, one->flags, map ? 1 : dictionary ? 0 : n))
        return false;
    if (map) {
        PyObject *entries = PyUnicode_FromString("entries");
        bool begun = entries != NULL && arrow_schema_begin(schema = schema->children[0], "+s", entries, 0, n);
        Py_XDECREF(entries);
        if (!begun)
            return false;
    }
    if (dictionary && (schema->dictionary = PyMem_RawCalloc(1, sizeof *schema)) == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!arrow_push(queue, (struct column *)PyTuple_GET_ITEM(column->children, (Py_ssize_t)i),
                        dictionary ? schema->dictionary : schema->children[i],
                        dictionary ? NULL : PyTuple_GET_ITEM(column->names, (Py_ssize_t)i),
                        map && i == 0 ? 0 : ARROW_FLAG_NULLABLE))
            return false;
    return true;
}

PyObject *column_arrow_schema(PyObject *o, PyObject *Py_UNUSED(unused))
{
    return arrow_export(o, sizeof(struct ArrowSchema), ARROW_SCHEMA_CAPSULE, arrow_drop_schema, arrow_schema_one);
}

/* ---- arrays ------------------------------------------------------------- */

/* What an exported array owns: the column that owns its buffers, or copies of them. */
struct arrow_held {
    const void *buffers[3];
    void *copies[3];
    PyObject *column; /* or NULL */
};

/* May be called by a thread without a Python thread state. */
static void arrow_release_array(struct ArrowArray *array)
{
    struct arrow_held *held = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i]->release != NULL)
            array->children[i]->release(array->children[i]);
        PyMem_RawFree(array->children[i]);
    }
    PyMem_RawFree(array->children);
    if (array->dictionary != NULL && array->dictionary->release != NULL)
        array->dictionary->release(array->dictionary);
    PyMem_RawFree(array->dictionary);
    if (held->column != NULL && Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        Py_DECREF(held->column);
        PyGILState_Release(state);
    }
    for (int i = 0; i < 3; i++)
        PyMem_RawFree(held->copies[i]);
    PyMem_RawFree(held);
    array->release = NULL;
}

static void arrow_drop_array(PyObject *capsule)
{
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, ARROW_ARRAY_CAPSULE);
    if (array->release != NULL)
        array->release(array);
    PyMem_RawFree(array);
}

/* Arrow stores bools as bits. A new buffer; NULL: no memory. */
static void *arrow_bits(const struct column *column)
{
    const uint8_t *bytes = column_bytes(column->data);
    uint8_t *bits = PyMem_RawCalloc((size_t)column->length / 8 + 1, 1);
    Py_ssize_t i = 0;
    for (; bits != NULL && i + 8 <= column->length; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8); /* eight bytes of 0 or 1; the product gathers them in the upper byte */
        if (!HAYA_LITTLE_ENDIAN)
            word = __builtin_bswap64(word);
        bits[i >> 3] = (uint8_t)(word * UINT64_C(0x0102040810204080) >> 56);
    }
    for (; bits != NULL && i < column->length; i++)
        bits[i >> 3] |= (uint8_t)((bytes[i] != 0) << (i & 7));
    return bits;
}

/* Sets buffer i: the memory of a buffer or, with `copy`, a copy of it. */
static bool arrow_buffer(struct arrow_held *held, int i, PyObject *buffer, bool copy)
{
    if (buffer == NULL)
        return true;
    held->buffers[i] = column_bytes(buffer);
    if (!copy)
        return true;
    const size_t size = (size_t)((struct column_buffer *)buffer)->size;
    held->copies[i] = PyMem_RawMalloc(size + 1);
    if (held->copies[i] != NULL)
        memcpy(held->copies[i], column_bytes(buffer), size);
    held->buffers[i] = held->copies[i];
    return held->copies[i] != NULL;
}

/* Fills an array's own members, and makes n children. False: no memory. column NULL: the entries of a map. An array
 * may be released by any thread, which can only acquire the GIL of the main interpreter; so columns of other
 * interpreters are copied. */
static bool arrow_array_begin(struct ArrowArray *array, struct column *column, int64_t length, size_t n)
{
    const bool copy = PyInterpreterState_Get() != PyInterpreterState_Main();
    struct arrow_held *held = PyMem_RawCalloc(1, sizeof *held);
    if (held == NULL)
        return false;
    array->private_data = held;
    array->release = arrow_release_array;
    array->length = length;
    array->buffers = held->buffers;
    array->n_buffers = 1;
    array->children = (struct ArrowArray **)arrow_children(n, sizeof *array);
    if (array->children == NULL)
        return false;
    array->n_children = (int64_t)n;
    if (column == NULL)
        return true;
    const bool offsets = column->offsets != NULL;
    array->null_count = column->null_count;
    array->n_buffers = column->type == COLUMN_NULL ? 0 : 1 + offsets + (column->data != NULL);
    bool done = arrow_buffer(held, 0, column->validity, copy);
    if (column->type == COLUMN_BOOL) {
        held->copies[1] = arrow_bits(column);
        held->buffers[1] = held->copies[1];
        done = done && held->copies[1] != NULL;
    } else {
        done = done && arrow_buffer(held, 1, offsets ? column->offsets : column->data, copy) &&
               (!offsets || arrow_buffer(held, 2, column->data, copy));
    }
    if (!copy)
        held->column = Py_NewRef(column);
    return done;
}

static bool arrow_array_one(struct arrow_queue *queue, const struct arrow_pending *one)
{
    struct ArrowArray *array = one->to;
    struct column *column = one->column;
    const size_t n = column->children != NULL ? (size_t)PyTuple_GET_SIZE(column->children) : 0;
    const bool map = column->type == COLUMN_MAP, dictionary = column->type == COLUMN_DICTIONARY;
    if (!arrow_array_begin(array, column, column->length, map ? 1 : dictionary ? 0 : n))
        return false;
    if (map) {
        const struct column *keys = (struct column *)PyTuple_GET_ITEM(column->children, 0);
        if (!arrow_array_begin(array = array->children[0], NULL, keys->length, n))
            return false;
    }
    if (dictionary && (array->dictionary = PyMem_RawCalloc(1, sizeof *array)) == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!arrow_push(queue, (struct column *)PyTuple_GET_ITEM(column->children, (Py_ssize_t)i),
                        dictionary ? array->dictionary : array->children[i], NULL, 0))
            return false;
    return true;
}

PyObject *column_arrow_array(PyObject *o, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested = Py_None; /* ignored: the interface allows any schema */
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:__arrow_c_array__", names, &requested))
        return NULL;
    PyObject *schema = column_arrow_schema(o, NULL);
    PyObject *array = NULL;
    if (schema != NULL)
        array = arrow_export(o, sizeof(struct ArrowArray), ARROW_ARRAY_CAPSULE, arrow_drop_array, arrow_array_one);
    PyObject *pair = array != NULL ? PyTuple_Pack(2, schema, array) : NULL;
    Py_XDECREF(schema);
    Py_XDECREF(array);
    return pair;
}
