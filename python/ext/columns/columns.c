/*
 * columns.c: the fields of many rows, each in buffers: the function.
 *
 * The rows are in one message, or each is a message: in a stream, in a list, or
 * compressed. The GIL is released while they are read, unless they are few.
 */
#include "columns.h"

#include "lz4/compressed.h"
#include "partial/get.h"
#include "partial/view.h"

#define COLUMNS_RELEASE ((size_t)16 << 10) /* bytes of input from which on the GIL is released */

/* One call. */
struct scan {
    struct native_state *state;
    const struct unpack_options *opt;
    struct read_state *t;
    struct where where;
    struct partial m;      /* what where.m points to */
    PyObject *plan, *call; /* of the fields; errors=, or NULL */
    bool strict, released;
    PyThreadState *thread; /* while the GIL is released */
    size_t first;          /* offset of the first map's message in the input; SIZE_MAX: not known */
};

/* ---- faults ----------------------------------------------------------------------- */

/* Sets where the current row is. */
static void columns_locate(struct scan *s, size_t row)
{
    const struct read_state *t = s->t;
    s->m.bytes = t->msg;
    s->m.size = (size_t)(t->end - t->msg);
    s->where.row = row;
    s->where.message = s->where.numbered ? (size_t)(t->message - t->msg) : 0;
}

static int columns_fail(struct scan *s)
{
    columns_locate(s, s->t->rows + s->t->skipped);
    return column_errors_raise(s->t, &s->where);
}

/* Calls errors(start, stop, error) for the row that was just skipped. -1: an exception is set. */
static int columns_report(struct scan *s, size_t start, size_t stop)
{
    columns_locate(s, s->t->rows + s->t->skipped - 1);
    if (!s->where.numbered && s->where.walk == NULL) { /* for the paths of all rows of an array that are left out */
        if ((s->where.walk = PyMem_Malloc(sizeof *s->where.walk)) == NULL)
            return errors_no_memory();
        haya_path_begin(s->where.walk, s->m.bytes, s->m.size, false);
    }
    column_errors_raise(s->t, &s->where);
    PyObject *done = PyObject_CallFunction(s->call, "nnN", (Py_ssize_t)start, (Py_ssize_t)stop, errors_take());
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

/* ---- the GIL and signals ---------------------------------------------------------------- */

static void columns_release(struct scan *s)
{
    s->thread = s->released ? PyEval_SaveThread() : NULL;
}

static void columns_acquire(struct scan *s)
{
    if (s->thread != NULL)
        PyEval_RestoreThread(s->thread);
    s->thread = NULL;
}

/* For struct read_state. */
static bool columns_handlers(void *scan)
{
    struct scan *s = scan;
    const bool released = s->thread != NULL;
    columns_acquire(s);
    bool done = PyErr_CheckSignals() == 0;
    if (released)
        columns_release(s);
    return done;
}

/* ---- rows of one buffer -------------------------------------------------------------- */

/* Reads all rows from t->p on. left: as for rows_read(). -1: an exception is set. */
static int columns_rows(struct scan *s, uint64_t *left)
{
    struct read_state *t = s->t;
    for (;;) {
        size_t start = 0;
        columns_release(s);
        enum rows_end end = rows_read(t, left, &start);
        columns_acquire(s);
        if (end == ROWS_DONE)
            return 0;
        if (end == ROWS_FAULT)
            return columns_fail(s);
        if (end == ROWS_REFUSED && columns_report(s, start, (size_t)(t->p - t->msg)) < 0)
            return -1;
        if (end == ROWS_PAUSE && !read_run_handlers(t))
            return -1;
    }
}

/* Raises the KeyError for a field that no map has. array: the path of the array of rows, or NULL. */
static int columns_missing(struct scan *s, Py_ssize_t field, const char *array)
{
    const struct read_state *t = s->t;
    PyObject *first = NULL;
    if (s->first != SIZE_MAX) {
        struct haya_cursor cursor = {t->first_map, 1, 0};
        first = partial_value(&s->m, &cursor, NULL); /* for the names of its keys */
        if (first == NULL && !PyErr_ExceptionMatches(PyExc_Exception))
            return -1;
        PyErr_Clear();
    }
    PyObject *name = PyTuple_GET_ITEM(PyTuple_GET_ITEM(s->plan, field), 0);
    errors_raise_made(PyObject_CallFunction(s->state->columns.missing, "OOnz", name, first == NULL ? Py_None : first,
                                            (Py_ssize_t)t->maps, array));
    Py_XDECREF(first);
    return -1;
}

/* -1: an exception is set. array: offset of the array of rows in s->m, SIZE_MAX: there is none. */
static int columns_check_found(struct scan *s, size_t array)
{
    const struct read_state *t = s->t;
    char path[HAYA_PATH_MAX];
    for (size_t i = 0; s->strict && t->maps > 0 && i < t->column_count; i++) {
        if (t->columns[i]->found || t->columns[i]->event)
            continue;
        if (array != SIZE_MAX)
            errors_path(s->m.bytes, s->m.size, array, false, path);
        return columns_missing(s, (Py_ssize_t)i, array != SIZE_MAX ? path : NULL);
    }
    return 0;
}

/* The rows of the array at a cursor of s->m. -1: an exception is set. */
static int columns_array(struct scan *s, struct haya_cursor cursor)
{
    struct read_state *t = s->t;
    struct haya_header header;
    const size_t array = cursor.pos;
    read_message(t, s->m.bytes, s->m.size, cursor.pos);
    t->message = t->msg;
    t->base = cursor.depth;
    t->outer = cursor.pending - 1;
    s->where.start = cursor;
    if (!values_look(t, cursor.pending, &header))
        return columns_fail(s);
    if (header.kind != HAYA_KIND_ARRAY) {
        t->fault = (struct fault){.at = cursor.pos, .wanted = ROW_NO_ROWS, .fit = FIT_KIND};
        return columns_fail(s);
    }
    uint64_t left = header.count;
    t->outside = cursor.pending - 1;
    builder_expect(t->root, header.count);
    t->base++;
    t->p += header.size;
    s->where.start = haya_cursor_inside(cursor, &header);
    if (columns_rows(s, &left) < 0)
        return -1;
    s->first = 0;
    columns_locate(s, 0);
    return columns_check_found(s, array);
}

static int columns_stream(struct scan *s)
{
    struct read_state *t = s->t;
    read_message(t, s->m.bytes, s->m.size, 0);
    t->message = t->msg;
    s->where.numbered = true;
    if (columns_rows(s, NULL) < 0)
        return -1;
    s->first = 0;
    columns_locate(s, 0);
    return columns_check_found(s, SIZE_MAX);
}

/* ---- messages ------------------------------------------------------------------------ */

/* One row that may be compressed. offsets in errors count from `base` on. *used: its length. start, stop: for the
 * callable; stop SIZE_MAX: the row's end. */
static int columns_compressed(struct scan *s, const uint8_t *bytes, size_t size, bool whole, size_t base, size_t *used,
                              size_t start, size_t stop)
{
    struct read_state *t = s->t;
    struct lz4_content content = {.bytes = NULL};
    char within[64];
    struct source source = {.begin = bytes, .end = bytes + size, .base = base, .within = within};
    PyOS_snprintf(within, sizeof within, "$[%zu]", t->rows + t->skipped);
    if (whole && rows_too_long(t, bytes, size)) { /* the limit counts compressed bytes */
        s->where.unpacked = false;
        s->where.base = base;
        return columns_fail(s);
    }
    int compressed = lz4_open(s->state, &source, s->opt->lz4_size, false, &content);
    if (compressed < 0)
        return -1;
    const uint8_t *begin = bytes;
    s->where.unpacked = compressed > 0;
    s->where.lz4_base = base;
    s->where.base = compressed > 0 ? 0 : base;
    if (compressed > 0) {
        begin = content.bytes != NULL ? content.bytes : (const uint8_t *)PyBytes_AS_STRING(content.object);
        size = content.size;
    }
    enum rows_end end = rows_read_message(t, begin, size, whole || compressed > 0);
    *used = compressed > 0 ? content.end : (size_t)(t->p - t->msg);
    int status = 0;
    if (end == ROWS_FAULT)
        status = columns_fail(s);
    else if (end == ROWS_REFUSED)
        status = columns_report(s, start, stop == SIZE_MAX ? base + *used : stop);
    if (status == 0 && whole && compressed > 0 && content.end != (size_t)(source.end - source.begin)) {
        errors_extra_data(s->state, &source, bytes + content.end, Py_NewRef(Py_None));
        status = -1;
    }
    lz4_release(&content);
    return status < 0 || PyErr_CheckSignals() < 0 ? -1 : 0;
}

static int columns_stream_compressed(struct scan *s, const uint8_t *bytes, size_t size)
{
    size_t used;
    s->where.numbered = true;
    for (size_t at = 0; at < size; at += used)
        if (columns_compressed(s, bytes + at, size - at, false, at, &used, at, SIZE_MAX) < 0)
            return -1;
    return columns_check_found(s, SIZE_MAX);
}

static int columns_messages_compressed(struct scan *s, const struct message *all, size_t count)
{
    static const uint8_t nil = HAYA_NIL;
    size_t used;
    s->where.numbered = true;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *bytes = all[i].bytes != NULL ? all[i].bytes : &nil;
        if (columns_compressed(s, bytes, all[i].bytes != NULL ? all[i].size : 1, true, 0, &used, i, i + 1) < 0)
            return -1;
    }
    return columns_check_found(s, SIZE_MAX);
}

static int columns_messages(struct scan *s, const struct message *all, size_t count)
{
    struct read_state *t = s->t;
    size_t next = 0, total = 0;
    builder_expect(t->root, count);
    for (size_t i = 0; i < count && total < COLUMNS_RELEASE; i++)
        total += all[i].size + 1;
    s->released = total >= COLUMNS_RELEASE;
    s->where.numbered = true;
    for (;;) {
        columns_release(s);
        enum rows_end end = rows_read_messages(t, all, count, &next);
        columns_acquire(s);
        if (end == ROWS_DONE)
            return columns_check_found(s, SIZE_MAX);
        if (end == ROWS_FAULT)
            return columns_fail(s);
        if (end == ROWS_REFUSED && columns_report(s, next - 1, next) < 0)
            return -1;
        if (PyErr_CheckSignals() < 0)
            return -1;
    }
}

/* The messages of a list as bytes objects and None, in a new list that nobody else has. NULL: an exception is set. */
static PyObject *columns_own_messages(PyObject *messages)
{
    PyObject *own = PySequence_List(messages);
    for (Py_ssize_t i = 0; own != NULL && i < PyList_GET_SIZE(own); i++) {
        PyObject *o = PyList_GET_ITEM(own, i);
        if (PyBytes_Check(o) || o == Py_None)
            continue;
        PyObject *bytes = NULL;
        struct flat flat;
        if (!PyObject_CheckBuffer(o)) {
            PyErr_Format(PyExc_TypeError, "message %zd must be bytes or None, not '%.200s'", i, Py_TYPE(o)->tp_name);
        } else if (buffer_get(o, &flat) == 0) {
            bytes = PyBytes_FromStringAndSize((const char *)flat.bytes, (Py_ssize_t)flat.size);
            buffer_release(&flat);
        }
        if (bytes == NULL || PyList_SetItem(own, i, bytes) < 0)
            Py_CLEAR(own);
    }
    return own;
}

static int columns_list(struct scan *s, PyObject *messages)
{
    PyObject *own = columns_own_messages(messages);
    if (own == NULL)
        return -1;
    const size_t count = (size_t)PyList_GET_SIZE(own);
    struct message *all = PyMem_RawCalloc(count + 1, sizeof *all);
    int status = -1;
    if (all == NULL) {
        PyErr_NoMemory();
    } else {
        for (size_t i = 0; i < count; i++) {
            PyObject *o = PyList_GET_ITEM(own, (Py_ssize_t)i);
            if (o != Py_None)
                all[i] = (struct message){(const uint8_t *)PyBytes_AS_STRING(o), (size_t)PyBytes_GET_SIZE(o)};
        }
        status = s->opt->lz4 ? columns_messages_compressed(s, all, count) : columns_messages(s, all, count);
    }
    PyMem_RawFree(all);
    Py_DECREF(own);
    return status;
}

/* The messages of an Arrow array. */
static int columns_arrow(struct scan *s, PyObject *o)
{
    PyObject *pair;
    size_t count;
    struct message *all = arrow_input(o, &count, &pair);
    int status = -1;
    if (all != NULL)
        status = s->opt->lz4 ? columns_messages_compressed(s, all, count) : columns_messages(s, all, count);
    PyMem_RawFree(all);
    Py_XDECREF(pair);
    return status;
}

/* ---- the function -------------------------------------------------------------------- */

/* The array at `path` in s->m. */
static int columns_at(struct scan *s, struct haya_cursor cursor, PyObject *path)
{
    struct steps steps;
    int status = 0;
    if (path != Py_None) {
        status = path_steps_read(s->state, &steps, path) < 0 ? -1 : get_walk(&s->m, &steps, &cursor, false);
        path_steps_end(&steps);
    }
    return status < 0 ? -1 : columns_array(s, cursor);
}

/* The one message in a buffer, which may be compressed. */
static int columns_array_compressed(struct scan *s, PyObject *path)
{
    struct lz4_content content = {.bytes = NULL};
    struct source source = {.begin = s->m.bytes, .end = s->m.bytes + s->m.size};
    int compressed = lz4_open(s->state, &source, s->opt->lz4_size, false, &content);
    if (compressed < 0)
        return -1;
    s->where.unpacked = s->m.unpacked = compressed > 0;
    if (compressed > 0) {
        s->m.bytes = content.bytes != NULL ? content.bytes : (const uint8_t *)PyBytes_AS_STRING(content.object);
        s->m.size = content.size;
        s->m.padded = content.bytes != NULL;
    }
    int status = columns_at(s, (struct haya_cursor)HAYA_CURSOR_START, path);
    lz4_release(&content);
    return status;
}

static int columns_buffer(struct scan *s, PyObject *buf, PyObject *path, bool stream)
{
    struct flat flat;
    int status;
    if (partial_get(&s->m, buf, &flat) < 0)
        return -1;
    if (s->opt->lz4 && !flat.stable && buffer_settle(&flat, NULL) < 0)
        return -1;
    s->m.bytes = flat.bytes;
    s->m.stable = flat.stable;
    s->m.padded = flat.padded;
    s->released = flat.size >= COLUMNS_RELEASE;
    if (s->opt->lz4)
        status = stream ? columns_stream_compressed(s, flat.bytes, flat.size) : columns_array_compressed(s, path);
    else
        status = stream ? columns_stream(s) : columns_at(s, (struct haya_cursor)HAYA_CURSOR_START, path);
    buffer_release(&flat);
    return status;
}

static int columns_view(struct scan *s, PyObject *split, bool stream)
{
    struct view *view = (struct view *)PyTuple_GET_ITEM(split, 0);
    if (PyDict_GET_SIZE(PyTuple_GET_ITEM(split, 3)) != 0)
        return errors_raise(PyExc_TypeError, "a View already has its options");
    if (stream)
        return errors_raise(PyExc_TypeError, "a View is of one message: it can't be a stream");
    s->m = view->source->message;
    s->where.unpacked = s->m.unpacked;
    s->released = s->m.size >= COLUMNS_RELEASE;
    return columns_at(s, view->cursor, PyTuple_GET_ITEM(split, 2));
}

/* Reads the rows into s->t. -1: an exception is set. */
static int columns_read(struct scan *s, PyObject *split)
{
    PyObject *buf = PyTuple_GET_ITEM(split, 0), *given[OPT_COUNT] = {NULL};
    const bool stream = PyTuple_GET_ITEM(split, 5) == Py_True, view = view_check(s->state, buf);
    struct unpack_options opt;
    struct partial_levels levels;
    int status;
    if (view) {
        s->opt = ((struct view *)buf)->source->message.opt;
    } else {
        if (options_sort_dict(s->state, "columns", PyTuple_GET_ITEM(split, 3), partial_options, given) < 0 ||
            partial_options_unpack(s->state, given, &opt) < 0)
            return -1;
        s->opt = &opt;
    }
    s->m = (struct partial){.state = s->state, .opt = s->opt, .stable = true};
    s->where = (struct where){.m = &s->m, .start = HAYA_CURSOR_START};
    s->first = SIZE_MAX;
    if (partial_levels_begin(&levels, s->opt) < 0)
        return -1;
    s->t->limits = &s->opt->limits;
    s->t->levels = levels.levels;
    if (view)
        status = columns_view(s, split, stream);
    else if (PyList_Check(buf) || PyTuple_Check(buf))
        status = columns_list(s, buf);
    else if (Py_TYPE(buf) == s->state->columns.type ||
             (!PyObject_CheckBuffer(buf) && PyObject_HasAttrString(buf, "__arrow_c_array__")))
        status = columns_arrow(s, buf);
    else
        status = columns_buffer(s, buf, PyTuple_GET_ITEM(split, 2), stream);
    partial_levels_end(&levels);
    PyMem_Free(s->where.walk);
    return status;
}

const char columns_doc[] =
    "columns(buf, fields, dtypes=None, path=None, *, stream=False, rows=\"maps\", errors=\"raise\",\n"
    "        missing=\"error\", **options)\n--\n\n"
    "Read fields of many rows, each as one Column: Columns, a dict {field: Column}.\n\n"
    "buf: any buffer of bytes, or a View: an array of rows, at path; with stream=True consecutive\n"
    "messages, each a row; or a list or an Arrow array of messages, each bytes and a row, or None for a row\n"
    "without values. fields: the keys, str or (for bin keys) bytes; \"a.b\" and (\"a\", \"b\") are keys of nested "
    "maps.\n"
    "dtypes: such as \"int64\" or \"list[str]\", for all fields, for each in a list, or for some in a dict;\n"
    "else a column has the type of its first value. rows: \"maps\", \"arrays\" of the fields' values,\n"
    "\"values\" (of a stream, without arrays), or \"fluent\": [time, map]. A missing or nil value is null; one\n"
    "that does not fit is a ColumnTypeError, with errors=\"null\" a null; with \"skip\" its row is left out,\n"
    "with a callable too, which gets (start, stop, error). A field that no map has is a KeyError, or with\n"
    "missing=\"null\" a column of nulls. Options: the limits of unpackb, lz4, max_lz4_size.";

PyObject *columns_in(struct native_state *state, struct column_memory *memory, PyObject *args, PyObject *kwargs)
{
    PyObject *result = NULL, *split = PyObject_Call(state->columns.plan, args, kwargs);
    if (split == NULL)
        return NULL;
    struct read_state *t = PyMem_RawCalloc(1, sizeof *t);
    if (t == NULL) {
        Py_DECREF(split);
        return PyErr_NoMemory();
    }
    struct scan s = {.state = state, .t = t, .plan = PyTuple_GET_ITEM(split, 1)};
    t->handlers = columns_handlers;
    t->scan = &s;
    PyObject *errors = PyTuple_GET_ITEM(split, 7);
    s.strict = PyTuple_GET_ITEM(split, 4) == Py_True;
    s.call = PyLong_CheckExact(errors) ? NULL : errors;
    t->errors = s.call != NULL ? ERRORS_CALL : (enum column_errors)PyLong_AsLong(errors);
    t->layout = (enum column_layout)PyLong_AsLong(PyTuple_GET_ITEM(split, 6));
    if (column_plan_make(t, s.plan, memory) == 0 && columns_read(&s, split) == 0)
        result = finish_columns(state, t, s.plan);
    column_plan_free(t);
    PyMem_RawFree(t);
    Py_DECREF(split);
    return result;
}

PyObject *columns_function(PyObject *module, PyObject *args, PyObject *kwargs)
{
    return columns_in(PyModule_GetState(module), NULL, args, kwargs);
}
