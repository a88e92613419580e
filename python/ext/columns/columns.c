/*
 * columns.c: the fields of an array of maps, each as one buffer.
 *
 * Each map is walked once, searching for all fields together; a value is copied
 * directly from the message into its column. The type of a column is that of its
 * first value, unless the caller gives it.
 */
#include "columns.h"

#include "partial/get.h"

/* A column under construction. While its type is COLUMN_UNKNOWN, all rows are null. */
struct filling {
    enum column_type type;
    bool asked;     /* the caller gave the type */
    bool found;     /* a map has the field */
    PyObject *data; /* bytes: allocated for all rows at once; for text it grows */
    size_t used;    /* bytes of text */
    PyObject *offsets;
    PyObject *validity; /* NULL: no null yet */
    Py_ssize_t null_count;
};

struct table {
    const struct partial *m;
    struct haya_key *keys;
    struct filling *columns;
    size_t count;          /* elements of both arrays */
    Py_ssize_t rows, maps; /* elements of the array; maps among those that were read */
    size_t first_map;      /* the offset of the first one */
    bool strict;           /* a field that no map has is an error */
};

/* Raises the ColumnTypeError for the value at p. wanted: as in hayapack._values.columns. */
static COLD int columns_refuse(const struct table *t, int wanted, const uint8_t *p)
{
    const struct partial *m = t->m;
    size_t at = (size_t)(p - m->bytes), left = m->size - at;
    char path[HAYA_PATH_MAX];
    haya_path(m->bytes, m->size, at, path, sizeof path);
    PyObject *error = PyObject_CallFunction(m->state->column_error, "iy#ns", wanted, (const char *)p,
                                            (Py_ssize_t)(left < 16 ? left : 16), (Py_ssize_t)at, path);
    if (error != NULL)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return -1;
}

/* ---- columns ------------------------------------------------------------- */

static PyObject *columns_zeros(Py_ssize_t size)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes != NULL)
        memset(PyBytes_AS_STRING(bytes), 0, (size_t)size);
    return bytes;
}

static void columns_put_double(struct filling *c, Py_ssize_t row, double value)
{
    memcpy(PyBytes_AS_STRING(c->data) + 8 * row, &value, 8);
}

/* The NaN of null rows. Not Py_NAN, whose sign depends on the platform. */
static void columns_put_nan(struct filling *c, Py_ssize_t row)
{
    memcpy(PyBytes_AS_STRING(c->data) + 8 * row, &(uint64_t){0x7ff8000000000000}, 8);
}

/* Sets the type of the column; the rows before `row` are null. -1: an exception is set. */
static COLD int columns_begin(const struct table *t, struct filling *c, enum column_type type, Py_ssize_t row)
{
    bool text = type == COLUMN_STR || type == COLUMN_BYTES;
    c->type = type;
    if (text && (c->offsets = columns_zeros(8 * (t->rows + 1))) == NULL)
        return -1;
    c->data = columns_zeros(text ? 64 : type == COLUMN_BOOL ? t->rows : 8 * t->rows);
    if (c->data == NULL)
        return -1;
    if (type == COLUMN_FLOAT64)
        for (Py_ssize_t i = 0; i < row; i++)
            columns_put_nan(c, i);
    return 0;
}

/* Marks a row as null. Returns 1, or -1 with an exception set. */
static int columns_null(const struct table *t, struct filling *c, Py_ssize_t row)
{
    if (c->validity == NULL) {
        if ((c->validity = columns_zeros((t->rows + 7) / 8)) == NULL)
            return -1;
        memset(PyBytes_AS_STRING(c->validity), 0xff, (size_t)row / 8);
        if (row % 8 != 0)
            PyBytes_AS_STRING(c->validity)[row / 8] = (char)((1 << row % 8) - 1);
    }
    c->null_count++;
    if (c->type == COLUMN_FLOAT64)
        columns_put_nan(c, row);
    else if (c->offsets != NULL)
        memcpy(PyBytes_AS_STRING(c->offsets) + 8 * (row + 1), &(int64_t){(int64_t)c->used}, 8);
    return 1;
}

/* ---- values -------------------------------------------------------------- */

static bool columns_exact(int64_t value)
{
    double there = (double)value;
    return there < 9223372036854775808.0 && (int64_t)there == value;
}

/* Converts the rows before `row` from int64 to float64. False: an integer has no exact float64. */
static bool columns_widen(struct filling *c, Py_ssize_t row)
{
    char *data = PyBytes_AS_STRING(c->data);
    int64_t value;
    for (Py_ssize_t i = 0; i < row; i++) {
        memcpy(&value, data + 8 * i, 8);
        if (!columns_exact(value))
            return false;
    }
    for (Py_ssize_t i = 0; i < row; i++) {
        bool there = c->validity == NULL || (PyBytes_AS_STRING(c->validity)[i / 8] >> i % 8 & 1) != 0;
        memcpy(&value, data + 8 * i, 8);
        if (there)
            columns_put_double(c, i, (double)value);
        else
            columns_put_nan(c, i);
    }
    c->type = COLUMN_FLOAT64;
    return true;
}

static int columns_take_float(const struct table *t, struct filling *c, Py_ssize_t row, double value, const uint8_t *p)
{
    if (UNLIKELY(c->type == COLUMN_UNKNOWN) && columns_begin(t, c, COLUMN_FLOAT64, row) < 0)
        return -1;
    if (UNLIKELY(c->type == COLUMN_INT64 && !c->asked && !columns_widen(c, row)))
        return columns_refuse(t, COLUMN_INT64, p);
    if (UNLIKELY(c->type != COLUMN_FLOAT64))
        return columns_refuse(t, (int)c->type, p);
    columns_put_double(c, row, value);
    return 0;
}

static int columns_take_int(const struct table *t, struct filling *c, Py_ssize_t row, int64_t value, const uint8_t *p)
{
    if (UNLIKELY(c->type == COLUMN_UNKNOWN) && columns_begin(t, c, COLUMN_INT64, row) < 0)
        return -1;
    if (LIKELY(c->type == COLUMN_INT64)) {
        memcpy(PyBytes_AS_STRING(c->data) + 8 * row, &value, 8);
        return 0;
    }
    if (c->type != COLUMN_FLOAT64 || !columns_exact(value))
        return columns_refuse(t, (int)c->type, p);
    columns_put_double(c, row, (double)value);
    return 0;
}

/* Stores a uint64; values above 2**63-1 fit only a float64 column. */
static int columns_take_uint(const struct table *t, struct filling *c, Py_ssize_t row, uint64_t value, const uint8_t *p)
{
    if (value <= INT64_MAX)
        return columns_take_int(t, c, row, (int64_t)value, p);
    double there = (double)value;
    if (c->type != COLUMN_FLOAT64 || there >= 18446744073709551616.0 || (uint64_t)there != value)
        return columns_refuse(t, c->type == COLUMN_UNKNOWN ? COLUMN_INT64 : (int)c->type, p);
    columns_put_double(c, row, there);
    return 0;
}

static int columns_take_bool(const struct table *t, struct filling *c, Py_ssize_t row, bool value, const uint8_t *p)
{
    if (UNLIKELY(c->type == COLUMN_UNKNOWN) && columns_begin(t, c, COLUMN_BOOL, row) < 0)
        return -1;
    if (UNLIKELY(c->type != COLUMN_BOOL))
        return columns_refuse(t, (int)c->type, p);
    PyBytes_AS_STRING(c->data)[row] = value;
    return 0;
}

static int columns_take_text(const struct table *t, struct filling *c, Py_ssize_t row, const uint8_t *p,
                             const struct haya_header *header)
{
    enum column_type type = header->kind == HAYA_KIND_STR ? COLUMN_STR : COLUMN_BYTES;
    const uint8_t *s = p + header->size;
    size_t n = header->count, capacity;
    if (UNLIKELY(c->type == COLUMN_UNKNOWN) && columns_begin(t, c, type, row) < 0)
        return -1;
    if (UNLIKELY(c->type != type))
        return columns_refuse(t, (int)c->type, p);
    capacity = (size_t)PyBytes_GET_SIZE(c->data);
    if (UNLIKELY(n > capacity - c->used)) {
        capacity = 2 * capacity > c->used + n ? 2 * capacity : c->used + n;
        if (_PyBytes_Resize(&c->data, (Py_ssize_t)capacity) < 0)
            return -1;
    }
    uint8_t *copy = (uint8_t *)PyBytes_AS_STRING(c->data) + c->used;
    memcpy(copy, s, n); /* copied before it is checked, because the message may change */
    if (UNLIKELY(type == COLUMN_STR && !haya_utf8_valid(copy, n))) {
        struct source source = partial_whole(t->m);
        errors_unpack(t->m->state, HAYA_ERR_INVALID_UTF8, &source, p,
                      PyBytes_FromStringAndSize((const char *)copy, (Py_ssize_t)n));
        return -1;
    }
    c->used += n;
    memcpy(PyBytes_AS_STRING(c->offsets) + 8 * (row + 1), &(int64_t){(int64_t)c->used}, 8);
    return 0;
}

/* Stores a number. number: a copy of HAYA_HEADER_MAX bytes from its first byte on. */
static int columns_take_number(const struct table *t, struct filling *c, Py_ssize_t row, const uint8_t *number,
                               const uint8_t *p)
{
    switch (*number) {
    case HAYA_FALSE:
    case HAYA_TRUE: return columns_take_bool(t, c, row, *number == HAYA_TRUE, p);
    case HAYA_FLOAT64: return columns_take_float(t, c, row, haya_load_double(number + 1), p);
    case HAYA_FLOAT32: return columns_take_float(t, c, row, (double)haya_load_float(number + 1), p);
    case HAYA_UINT8: return columns_take_int(t, c, row, number[1], p);
    case HAYA_UINT16: return columns_take_int(t, c, row, haya_load16(number + 1), p);
    case HAYA_UINT32: return columns_take_int(t, c, row, haya_load32(number + 1), p);
    case HAYA_UINT64: return columns_take_uint(t, c, row, haya_load64(number + 1), p);
    case HAYA_INT8: return columns_take_int(t, c, row, (int8_t)number[1], p);
    case HAYA_INT16: return columns_take_int(t, c, row, (int16_t)haya_load16(number + 1), p);
    case HAYA_INT32: return columns_take_int(t, c, row, (int32_t)haya_load32(number + 1), p);
    case HAYA_INT64: return columns_take_int(t, c, row, (int64_t)haya_load64(number + 1), p);
    default: return columns_take_int(t, c, row, (int8_t)*number, p); /* fixint */
    }
}

/* Whether a value with this first byte is a number or a bool. */
static bool columns_is_number(uint8_t format)
{
    return format < HAYA_FIXMAP || format >= HAYA_NEGATIVE_FIXINT || format == HAYA_FALSE || format == HAYA_TRUE ||
           (format >= HAYA_FLOAT32 && format <= HAYA_INT64);
}

/* Stores the value at an offset that the walk has passed: 0; 1: it is nil; -1: an exception is set. Mapped memory
 * may have changed since, so the value is checked again, and its first byte is read only here. */
static int columns_take(const struct table *t, struct filling *c, Py_ssize_t row, size_t at)
{
    const struct partial *m = t->m;
    const uint8_t *p = m->bytes + at;
    struct haya_cursor alone = {at, 1, 0};
    struct haya_header header = {HAYA_KIND_NONE, 0, 0};
    uint8_t number[HAYA_HEADER_MAX] = {0};
    size_t near = m->size - at < sizeof number ? m->size - at : sizeof number;
    if (LIKELY(near == sizeof number))
        memcpy(number, p, sizeof number);
    else
        memcpy(number, p, near);
    if (*number == HAYA_NIL)
        return columns_null(t, c, row);
    if (columns_is_number(*number)) {
        if (LIKELY(near == sizeof number))
            return columns_take_number(t, c, row, number, p);
        alone.pos = 0;
        enum haya_error error = haya_look(number, near, &m->opt->limits, &alone, &header);
        alone.pos = at;
        return UNLIKELY(error != HAYA_OK) ? partial_fail(m, error, &alone, at)
                                          : columns_take_number(t, c, row, number, p);
    }
    enum haya_error error = haya_look(m->bytes, m->size, &m->opt->limits, &alone, &header);
    if (UNLIKELY(error != HAYA_OK && header.kind != HAYA_KIND_ARRAY && header.kind != HAYA_KIND_MAP))
        return partial_fail(m, error, &alone, at);
    if (header.kind == HAYA_KIND_STR || header.kind == HAYA_KIND_BIN)
        return columns_take_text(t, c, row, p, &header);
    return columns_refuse(t, (int)c->type, p);
}

/* ---- rows ---------------------------------------------------------------- */

#define COLUMNS_PATIENCE 65536 /* rows between two signal checks */

/* Callback of the walk for each row, a map whose fields were searched. False: an exception is set. */
static bool columns_row(struct haya_rows *rows)
{
    struct table *t = rows->user;
    const uint8_t *bytes = t->m->bytes;
    Py_ssize_t row = rows->row;
    bool map = rows->kind == HAYA_KIND_MAP;
    if (UNLIKELY(row % COLUMNS_PATIENCE == COLUMNS_PATIENCE - 1) && PyErr_CheckSignals() < 0)
        return false;
    if (!map && rows->kind != HAYA_KIND_NIL)
        return columns_refuse(t, -1, bytes + rows->pos) == 0;
    if (map && t->maps++ == 0)
        t->first_map = rows->pos;
    for (size_t i = 0; i < t->count; i++) {
        size_t at = map ? t->keys[i].at : 0;
        struct filling *c = &t->columns[i];
        c->found |= at != 0;
        int null = at != 0 ? columns_take(t, c, row, at) : columns_null(t, c, row);
        if (null < 0)
            return false;
        if (UNLIKELY(c->validity != NULL) && null == 0)
            PyBytes_AS_STRING(c->validity)[row / 8] |= (char)(1 << row % 8);
    }
    return true;
}

/* Walks all rows. cursor: of the first row. -1: an exception is set. */
static int columns_rows(struct table *t, struct haya_cursor cursor)
{
    const struct partial *m = t->m;
    struct haya_rows rows = {.keys = t->keys, .key_count = t->count, .take = columns_row, .user = t};
    struct haya_cursor start = cursor;
    struct partial_levels levels;
    for (size_t i = 0; i < t->count; i++)
        if (t->columns[i].type != COLUMN_UNKNOWN && columns_begin(t, &t->columns[i], t->columns[i].type, 0) < 0)
            return -1;
    if (partial_levels_begin(&levels, m->opt) < 0)
        return -1;
    enum haya_error error =
        haya_find_rows(m->bytes, m->size, &m->opt->limits, levels.levels, &cursor, (uint32_t)t->rows, &rows);
    partial_levels_end(&levels);
    if (error != HAYA_OK)
        return partial_fail(m, error, &start, cursor.pos);
    return PyErr_Occurred() ? -1 : 0;
}

/* Makes the Column. NULL: an exception is set. */
static PyObject *columns_finish(const struct table *t, struct filling *c)
{
    if (c->type == COLUMN_UNKNOWN && columns_begin(t, c, COLUMN_FLOAT64, t->rows) < 0)
        return NULL;
    if (c->offsets != NULL && _PyBytes_Resize(&c->data, (Py_ssize_t)c->used) < 0)
        return NULL;
    PyObject *column =
        column_new(t->m->state->column_type, c->type, t->rows, c->null_count, c->data, c->offsets, c->validity);
    c->data = c->offsets = c->validity = NULL;
    return column;
}

/* Raises the KeyError for a field that no map has, if that is an error. -1: an exception is set. */
static int columns_check_found(const struct table *t, PyObject *plan, size_t array)
{
    for (size_t i = 0; t->strict && t->maps > 0 && i < t->count; i++) {
        struct haya_cursor cursor = {t->first_map, 1, 0};
        char path[HAYA_PATH_MAX];
        if (t->columns[i].found)
            continue;
        PyObject *first = partial_value(t->m, &cursor, NULL); /* for the names of its keys */
        if (first == NULL && !PyErr_ExceptionMatches(PyExc_Exception))
            return -1;
        PyErr_Clear();
        haya_path(t->m->bytes, t->m->size, array, path, sizeof path);
        PyObject *name = PyTuple_GET_ITEM(PyTuple_GET_ITEM(plan, (Py_ssize_t)i), 0);
        PyObject *error = PyObject_CallFunction(t->m->state->column_missing, "OOns", name,
                                                first == NULL ? Py_None : first, t->maps, path);
        if (error != NULL)
            PyErr_SetObject((PyObject *)Py_TYPE(error), error);
        Py_XDECREF(error);
        Py_XDECREF(first);
        return -1;
    }
    return 0;
}

static PyObject *columns_fill(struct table *t, struct haya_cursor cursor, PyObject *plan)
{
    struct haya_header header;
    PyObject *result = NULL;
    int status = partial_look(t->m, &cursor, &header) < 0 ? -1 : 0;
    if (status == 0 && header.kind != HAYA_KIND_ARRAY)
        status = columns_refuse(t, -2, t->m->bytes + cursor.pos);
    if (status == 0) {
        t->rows = header.count;
        status = columns_rows(t, haya_cursor_inside(cursor, &header));
    }
    if (status == 0)
        status = columns_check_found(t, plan, cursor.pos);
    if (status == 0 && (result = PyObject_CallFunction(t->m->state->column_make, "Onii", Py_None, t->rows, 0, 0)) == NULL)
        status = -1;
    for (size_t i = 0; status == 0 && i < t->count; i++) {
        PyObject *column = columns_finish(t, &t->columns[i]);
        status = column == NULL
                     ? -1
                     : PyDict_SetItem(result, PyTuple_GET_ITEM(PyTuple_GET_ITEM(plan, (Py_ssize_t)i), 0), column);
        Py_XDECREF(column);
    }
    if (status < 0)
        Py_CLEAR(result);
    return result;
}

/* ---- the function --------------------------------------------------------- */

static int columns_plan(struct table *t, PyObject *plan, PyObject *owners)
{
    t->count = (size_t)PyTuple_GET_SIZE(plan);
    t->keys = PyMem_Calloc(t->count + 1, sizeof *t->keys);
    t->columns = PyMem_Calloc(t->count + 1, sizeof *t->columns);
    if (t->keys == NULL || t->columns == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < t->count; i++) {
        PyObject *field = PyTuple_GET_ITEM(plan, (Py_ssize_t)i), *owner;
        PyObject *given = PyTuple_GET_ITEM(field, 0);
        const char *name = PyBytes_Check(given) ? PyBytes_AS_STRING(given) : NULL;
        Py_ssize_t n = name != NULL ? PyBytes_GET_SIZE(given) : 0;
        enum haya_kind kind = name != NULL ? HAYA_KIND_BIN : HAYA_KIND_STR;
        owner = NULL;
        if (name == NULL && partial_text(given, &name, &n, &owner) < 0)
            return -1;
        int status = owner != NULL ? PyList_Append(owners, owner) : 0;
        Py_XDECREF(owner);
        if (status < 0)
            return -1;
        t->keys[i] = haya_key((uint64_t)n > UINT32_MAX ? HAYA_KIND_NONE : kind, name, (uint32_t)n);
        t->columns[i].type = (enum column_type)PyLong_AsLong(PyTuple_GET_ITEM(PyTuple_GET_ITEM(field, 3), 0));
        t->columns[i].asked = t->columns[i].type != COLUMN_UNKNOWN;
    }
    return 0;
}

static PyObject *columns_make(const struct partial *m, struct haya_cursor cursor, PyObject *split)
{
    PyObject *plan = PyTuple_GET_ITEM(split, 1), *path = PyTuple_GET_ITEM(split, 2);
    struct table t = {.m = m, .strict = PyTuple_GET_ITEM(split, 4) == Py_True};
    struct steps steps;
    PyObject *result = NULL, *owners = PyList_New(0);
    int status = owners == NULL ? -1 : columns_plan(&t, plan, owners);
    if (status == 0 && path != Py_None) {
        status = get_steps(m->state, &steps, path) < 0 ? -1 : get_walk(m, &steps, &cursor, false);
        get_steps_end(&steps);
    }
    if (status == 0)
        result = columns_fill(&t, cursor, plan);
    for (size_t i = 0; t.columns != NULL && i < t.count; i++) {
        Py_XDECREF(t.columns[i].data);
        Py_XDECREF(t.columns[i].offsets);
        Py_XDECREF(t.columns[i].validity);
    }
    PyMem_Free(t.keys);
    PyMem_Free(t.columns);
    Py_XDECREF(owners);
    return result;
}

const char columns_doc[] =
    "columns(buf, fields, dtypes=None, path=None, *, missing=\"error\", **options)\n--\n\n"
    "Read fields of an array of maps, each as one Column: {field: Column}.\n\n"
    "buf: any buffer of bytes, or a View. fields: the keys, str or (for bin keys) bytes. dtypes: int64,\n"
    "float64, bool, str or bytes, for all fields, for each in a list, or for some in a dict; else a\n"
    "column has the type of its first value. path: of the array. A missing or nil value is null; a\n"
    "value of another type is a ColumnTypeError. A field that no map has is a KeyError, or with\n"
    "missing=\"null\" a column of nulls; if there are no maps, always the latter. Options: the limits of\n"
    "unpackb.";

PyObject *columns_function(PyObject *module, PyObject *args, PyObject *kwargs)
{
    struct native_state *state = PyModule_GetState(module);
    PyObject *given[OPT_COUNT] = {NULL}, *result = NULL, *split;
    split = PyObject_Call(state->column_plan, args, kwargs);
    if (split == NULL)
        return NULL;
    PyObject *buf = PyTuple_GET_ITEM(split, 0);
    struct unpack_options opt;
    struct flat flat;
    if (view_check(state, buf)) {
        struct view *view = (struct view *)buf;
        if (PyDict_GET_SIZE(PyTuple_GET_ITEM(split, 3)) != 0)
            PyErr_SetString(PyExc_TypeError, "a View already has its options");
        else
            result = columns_make(&view->source->message, view->cursor, split);
    } else if (options_sort_dict(state, "columns", PyTuple_GET_ITEM(split, 3), partial_options, given) == 0 &&
               partial_options_unpack(state, given, &opt) == 0) {
        struct partial m = {.state = state, .opt = &opt};
        if (partial_get(&m, buf, &flat) == 0) {
            result = columns_make(&m, (struct haya_cursor)HAYA_CURSOR_START, split);
            buffer_release(&flat);
        }
    }
    Py_DECREF(split);
    return result;
}
