/* arrow_rows.c: arrow_rows(), an iterator of blocks of packed rows. */
#include "arrow_rows.h"

#include <errno.h>

/* The least and the default size of a block, in bytes. */
#define ROWS_BLOCK_MIN 1
#define ROWS_BLOCK ((Py_ssize_t)1 << 20)

#define ROWS_BUSY "arrow_rows() is already running"

/* One call at a time; the guard makes other threads wait. */
struct arrow_rows {
    PyObject_HEAD
    struct guard guard;
    struct ArrowArrayStream stream; /* released: the source is one array, or there is no more */
    struct ArrowSchema schema;
    struct ArrowArray array; /* that is being encoded, or released */
    struct arrow_encoder encoder;
    uint64_t rows, bytes; /* of arrays and of blocks before these */
    size_t hint;
};

/* ---- errors ----------------------------------------------------------------- */

/* Appends the component, which it steals; NULL: an exception is set. -1: an exception is set. */
static int arrow_rows_append(PyObject *parts, PyObject *part)
{
    int status = part != NULL ? PyList_Append(parts, part) : -1;
    Py_XDECREF(part);
    return status;
}

/* Appends (kind, name), or (kind, n) if the name is NULL. -1: an exception is set. */
static int arrow_rows_part(PyObject *parts, const char *kind, const char *name, int64_t n)
{
    return arrow_rows_append(parts, name != NULL ? Py_BuildValue("(sy)", kind, name)
                                                 : Py_BuildValue("(sL)", kind, (long long)n));
}

/* Raises the error; steals parts, a list or NULL with an exception. */
static void arrow_rows_raise(const char *error, const char *text, uint64_t offset, PyObject *parts)
{
    PyObject *tuple = parts != NULL ? PyList_AsTuple(parts) : NULL;
    PyObject *make = tuple != NULL ? native_import("hayapack._errors.make_errors", "arrow_error") : NULL;
    if (make != NULL)
        errors_raise_made(PyObject_CallFunction(make, "ssKO", error, text, (unsigned long long)offset, tuple));
    Py_XDECREF(make);
    Py_XDECREF(tuple);
    Py_XDECREF(parts);
}

/* Raises what is wrong with a field, or with its array. */
static void arrow_rows_fault(struct arrow_rows *self, const struct arrow_fault *fault)
{
    const struct arrow_node *nodes = self->encoder.nodes.nodes;
    uint32_t chain[ARROW_DEPTH + 1];
    int depth = 0;
    if (fault->error == NULL) {
        PyErr_NoMemory();
        return;
    }
    for (uint32_t i = fault->node; i != 0 && depth <= ARROW_DEPTH; i = nodes[i].parent)
        chain[depth++] = i;
    PyObject *parts = PyList_New(0);
    for (int status = 0; parts != NULL && status == 0 && depth-- > 0;)
        if (*nodes[chain[depth]].name != '\0' &&
            (status = arrow_rows_part(parts, "name", nodes[chain[depth]].name, 0)) < 0)
            Py_CLEAR(parts);
    arrow_rows_raise(fault->error, fault->text, self->bytes, parts);
}

/* The path component of the value of a frame that was written last. -1: an exception is set. */
static int arrow_rows_frame_part(const struct arrow_encoder *e, const struct arrow_frame *frame, PyObject *parts)
{
    const struct arrow_node *child = &e->nodes.nodes[frame->node->children];
    int64_t n = frame->at - frame->begin;
    if (frame->node->kind == ARROW_STRUCT)
        return arrow_rows_part(parts, "name", child[frame->child - 1].name, 0);
    if (frame->node->kind != ARROW_MAP)
        return arrow_rows_part(parts, "i", NULL, n - 1);
    if (frame->child == 1) /* after its key */
        return arrow_rows_part(parts, "key", NULL, n);
    return arrow_rows_append(parts, Py_BuildValue("(sOL)", "k", Py_None, (long long)(n - 1)));
}

/* Raises the error of a value. */
static void arrow_rows_failed(struct arrow_rows *self)
{
    struct arrow_encoder *e = &self->encoder;
    if (e->error == NULL)
        return;
    PyObject *parts = PyList_New(0);
    if (parts != NULL && arrow_rows_part(parts, "i", NULL, (int64_t)self->rows + e->row) < 0)
        Py_CLEAR(parts);
    for (int i = 0; i < e->depth && parts != NULL; i++)
        if (arrow_rows_frame_part(e, &e->frames[i], parts) < 0)
            Py_CLEAR(parts);
    arrow_rows_raise(e->error, e->text, self->bytes + e->fault_at, parts);
}

/* Raises the error of the stream. */
static void arrow_rows_stream_failed(struct ArrowArrayStream *stream, int code)
{
    const char *text = stream->get_last_error(stream);
    if (text == NULL)
        text = strerror(code);
    if (code == ENOMEM) {
        PyErr_NoMemory();
    } else if (code == EINVAL || code == ENOSYS) {
        PyErr_Format(code == EINVAL ? PyExc_ValueError : PyExc_NotImplementedError, "the Arrow stream failed: %s",
                     text);
    } else {
        PyObject *arguments =
            Py_BuildValue("(iN)", code, PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace"));
        /* made here: its class, such as FileNotFoundError, depends on the code */
        if (arguments != NULL)
            errors_raise_made(PyObject_Call(PyExc_OSError, arguments, NULL));
        Py_XDECREF(arguments);
    }
}

/* ---- the source --------------------------------------------------------------- */

/* The producer's code may wait for threads that need the GIL. */
static int arrow_rows_call(struct arrow_rows *self, bool schema)
{
    struct ArrowArrayStream *stream = &self->stream;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = schema ? stream->get_schema(stream, &self->schema) : stream->get_next(stream, &self->array);
    Py_END_ALLOW_THREADS
    if (code != 0) {
        self->schema.release = schema ? NULL : self->schema.release;
        self->array.release = NULL;
        arrow_rows_stream_failed(stream, code);
    }
    return code != 0 ? -1 : 0;
}

static void arrow_rows_release_array(struct arrow_rows *self)
{
    if (self->array.release != NULL)
        self->array.release(&self->array);
    self->array.release = NULL;
}

/* Releases the array and what comes after it. */
static void arrow_rows_end(struct arrow_rows *self)
{
    arrow_rows_release_array(self);
    if (self->stream.release != NULL)
        self->stream.release(&self->stream);
    self->stream.release = NULL;
}

static int arrow_rows_bind(struct arrow_rows *self)
{
    struct arrow_fault fault;
    self->encoder.row = 0;
    if (arrow_nodes_bind(&self->encoder.nodes, &self->array, &fault))
        return 0;
    arrow_rows_fault(self, &fault);
    return -1;
}

/* Makes the next array with rows current. 0: there is none. -1: an exception is set. */
static int arrow_rows_advance(struct arrow_rows *self)
{
    while (self->array.release == NULL || self->encoder.row >= self->encoder.nodes.nodes->length) {
        if (self->array.release != NULL) {
            self->rows += (uint64_t)self->encoder.row;
            arrow_rows_release_array(self);
        }
        if (self->stream.release == NULL)
            return 0;
        if (arrow_rows_call(self, false) < 0)
            return -1;
        if (self->array.release == NULL)
            return 0;
        if (arrow_rows_bind(self) < 0)
            return -1;
    }
    return 1;
}

/* ---- the iterator --------------------------------------------------------------- */

/* Fills a block. -1: an exception is set. */
static int arrow_rows_fill(struct arrow_rows *self)
{
    struct arrow_encoder *e = &self->encoder;
    int more;
    output_begin(&e->out, &self->hint);
    do {
        if (PyErr_CheckSignals() < 0 || (more = arrow_rows_advance(self)) < 0)
            return -1;
        if (more > 0 && !arrow_encode(e)) {
            arrow_rows_failed(self);
            return -1;
        }
    } while (more > 0 && (size_t)(e->out.p - e->out.begin) < e->block);
    return 0;
}

static PyObject *arrow_rows_next(PyObject *o)
{
    struct arrow_rows *self = (struct arrow_rows *)o;
    PyObject *block = NULL;
    if (guard_enter(&self->guard, ROWS_BUSY) < 0)
        return NULL;
    int status = arrow_rows_fill(self);
    size_t size = (size_t)(self->encoder.out.p - self->encoder.out.begin);
    if (status < 0 || size == 0) {
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace); /* releasing runs the producer's code */
        output_drop(&self->encoder.out);
        arrow_rows_end(self);
        PyErr_Restore(type, value, trace);
    } else {
        block = output_take(PyType_GetModuleState(Py_TYPE(o)), &self->encoder.out);
        self->bytes += size;
    }
    guard_leave(&self->guard);
    return block;
}

static int arrow_rows_traverse(PyObject *o, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(o));
    return 0;
}

static void arrow_rows_dealloc(PyObject *o)
{
    struct arrow_rows *self = (struct arrow_rows *)o;
    PyObject *kind, *value, *trace;
    PyObject_GC_UnTrack(o);
    PyErr_Fetch(&kind, &value, &trace);
    arrow_rows_end(self);
    arrow_nodes_free(&self->encoder.nodes);
    if (self->schema.release != NULL)
        self->schema.release(&self->schema);
    PyErr_Restore(kind, value, trace);
    guard_free(&self->guard);
    common_free(o);
}

static PyType_Slot arrow_rows_slots[] = {
    {Py_tp_doc, (void *)"The blocks of arrow_rows()."},
    {Py_tp_traverse, arrow_rows_traverse},
    {Py_tp_dealloc, arrow_rows_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, arrow_rows_next},
    {0, NULL},
};

PyType_Spec arrow_rows_spec = {
    .name = "hayapack._native._ArrowRows",
    .basicsize = sizeof(struct arrow_rows),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = arrow_rows_slots,
};

/* ---- making it ------------------------------------------------------------------ */

/* Whether the object has the attribute. -1: an exception is set. */
static int arrow_rows_has(PyObject *o, const char *name)
{
    PyObject *found = PyObject_GetAttrString(o, name);
    if (found == NULL && !PyErr_ExceptionMatches(PyExc_AttributeError))
        return -1;
    PyErr_Clear();
    Py_XDECREF(found);
    return found != NULL;
}

/* Takes over the stream, or the array, of the source, and its schema. -1: an exception is set. */
static int arrow_rows_take(struct arrow_rows *self, PyObject *source)
{
    PyObject *owner;
    int stream_found = arrow_rows_has(source, "__arrow_c_stream__"), array_found = 0;
    if (stream_found < 0 || (stream_found == 0 && (array_found = arrow_rows_has(source, "__arrow_c_array__")) < 0))
        return -1;
    if (stream_found) {
        struct ArrowArrayStream *stream = arrow_stream_of(source, &owner);
        if (stream == NULL)
            return -1;
        self->stream = *stream;
        stream->release = NULL;
        Py_DECREF(owner);
        return arrow_rows_call(self, true);
    }
    if (!array_found)
        return errors_raise(PyExc_TypeError,
                            "an object with __arrow_c_stream__ or __arrow_c_array__ is expected, not %.200s",
                            arrow_class(source));
    struct ArrowSchema *schema;
    struct ArrowArray *array = arrow_array_of(source, &schema, &owner);
    if (array == NULL)
        return -1;
    self->schema = *schema;
    schema->release = NULL;
    self->array = *array;
    array->release = NULL;
    Py_DECREF(owner);
    return 0;
}

/* -1: an exception is set. */
static int arrow_rows_prepare(struct arrow_rows *self)
{
    struct arrow_encoder *e = &self->encoder;
    struct arrow_fault fault = {NULL, NULL, 0};
    if (!arrow_nodes_make(&e->nodes, &self->schema, e->layout == ARROW_MAPS, &fault)) {
        arrow_rows_fault(self, &fault);
        return -1;
    }
    if (e->nodes.nodes->kind != ARROW_STRUCT && e->layout != ARROW_VALUES)
        return errors_raise(PyExc_TypeError, "the Arrow data are no table: only layout=\"values\" is possible");
    return self->array.release != NULL ? arrow_rows_bind(self) : 0;
}

const char arrow_rows_doc[] =
    "arrow_rows(source, layout=\"maps\", *, block=1048576)\n--\n\n"
    "An iterator of blocks of whole messages, bytes of about `block` bytes each: the rows of Arrow data.\n\n"
    "source has __arrow_c_stream__, as tables of pyarrow, polars, pandas and DuckDB do, or __arrow_c_array__.\n"
    "layout: a row is a map (\"maps\"), an array of its values (\"arrays\"), or just its values (\"values\"), which "
    "data\n"
    "that are no table can also be. Dates, times, durations, decimals and UUIDs are text, as Encoder writes them,\n"
    "timestamps ext -1. Raises UnsupportedTypeError for a type without a form in MessagePack, ArrowDataError for\n"
    "damaged data, TooLongError, and what the source raises.";

PyObject *arrow_rows_function(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"source", "layout", "block", NULL};
    static const char *const layouts[] = {"maps", "arrays", "values"};
    struct native_state *state = PyModule_GetState(module);
    const char *layout = "maps";
    Py_ssize_t block = ROWS_BLOCK;
    int chosen = 0;
    PyObject *source;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|s$n:arrow_rows", names, &source, &layout, &block))
        return NULL;
    while (chosen < 3 && strcmp(layout, layouts[chosen]) != 0)
        chosen++;
    if (chosen == 3 || block < ROWS_BLOCK_MIN)
        return PyErr_Format(PyExc_ValueError, chosen == 3 ? "layout must be \"maps\", \"arrays\" or \"values\""
                                                          : "block must be at least 1");
    struct arrow_rows *self = (struct arrow_rows *)state->arrow.rows_type->tp_alloc(state->arrow.rows_type, 0);
    if (self == NULL)
        return NULL;
    self->encoder.layout = (enum arrow_layout)chosen;
    self->encoder.block = (size_t)block;
    self->hint = (size_t)block;
    if (arrow_rows_take(self, source) < 0 || arrow_rows_prepare(self) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}
