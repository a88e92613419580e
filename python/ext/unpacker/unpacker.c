/* unpacker.c: the streaming Unpacker. A resumable scan finds the end of each message; when the
 * message is completely buffered, unpack_value() decodes it. */
#include "unpacker/unpacker.h"
#include "plan/decode/decoder.h"
#include "hayapack_format.h"
#include "unpack/unpack.h"
#define UNPACKER_BUSY "Unpacker cannot be called while unpacking is in progress"

struct unpacker {
    PyObject_HEAD
    PyObject *weak; /* list of weak references */
    PyObject *module;
    struct native_state *state;
    struct unpack_options opt; /* its references are owned by this object */
    PyObject *decoder;         /* a Decoder of the option `type`; NULL: untyped */
    struct guard guard;
    struct file file;            /* without a file feed() is used */
    Py_ssize_t most, read_size;  /* bytes; most: max_buffer_size */
    uint8_t *buffer;             /* capacity + UNPACK_SLACK bytes allocated, or NULL */
    size_t head, tail, capacity; /* buffer[head..tail) is not unpacked yet */
    uint64_t offset;             /* offset of buffer[head] in the stream */
    struct haya_scan scan;       /* of the message at head; valid if `scanning` */
    struct haya_level *levels;
    bool scanning;
};

#define UNPACKER_BUFFER ((size_t)100 << 20)
#define UNPACKER_READ ((Py_ssize_t)1 << 20)
/* Bytes. A larger buffer is released when it is empty, so that an object at rest is small, whatever passed through
 * it. A smaller one is kept: most chunks are not larger, and would allocate it again. */
#define UNPACKER_KEPT ((size_t)64 << 10)

static PyObject *unpacker_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    PyObject *module = native_module_of(type);
    if (module == NULL)
        return NULL;
    struct unpacker *self = (struct unpacker *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->module = Py_NewRef(module);
    self->state = PyModule_GetState(module);
    return (PyObject *)self;
}

static PyObject **unpacker_reference(struct unpacker *self, int i)
{
    PyObject **all[] = {&self->opt.object_hook, &self->opt.pairs_hook,     &self->opt.list_hook,
                        &self->opt.ext_hook,    &self->opt.unicode_errors, &self->opt.types,
                        &self->file.read,       &self->file.read1,         &self->decoder};
    return i < (int)(sizeof all / sizeof *all) ? all[i] : NULL;
}

static int unpacker_clear(PyObject *op)
{
    PyObject **reference;
    for (int i = 0; (reference = unpacker_reference((struct unpacker *)op, i)) != NULL; i++)
        Py_CLEAR(*reference);
    return 0;
}

static void unpacker_drop(struct unpacker *self)
{
    unpacker_clear((PyObject *)self);
    PyMem_Free(self->buffer);
    PyMem_Free(self->levels);
    self->buffer = NULL;
    self->levels = NULL;
}

static int unpacker_traverse(PyObject *op, visitproc visit, void *arg)
{
    struct unpacker *self = (struct unpacker *)op;
    PyObject **reference;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->module);
    for (int i = 0; (reference = unpacker_reference(self, i)) != NULL; i++)
        Py_VISIT(*reference);
    return 0;
}

static void unpacker_dealloc(PyObject *op)
{
    struct unpacker *self = (struct unpacker *)op;
    PyObject_GC_UnTrack(op);
    if (self->weak != NULL)
        PyObject_ClearWeakRefs(op);
    unpacker_drop(self);
    guard_free(&self->guard);
    Py_CLEAR(self->module);
    common_free(op);
}

/* bytes: max_buffer_size, as a limit for a message; most: as a size of the buffer. */
static int unpacker_sizes(PyObject *const *given, size_t *bytes, Py_ssize_t *most, Py_ssize_t *read_size)
{
    *bytes = UNPACKER_BUFFER;
    *read_size = 0;
    if (options_bytes(given[OPT_MAX_BUFFER_SIZE], "max_buffer_size", bytes) < 0 ||
        options_size(given[OPT_READ_SIZE], "read_size", read_size) < 0)
        return -1;
    if (*bytes == 0)
        *bytes = INT32_MAX;
    *most = *bytes < PY_SSIZE_T_MAX ? (Py_ssize_t)*bytes : PY_SSIZE_T_MAX;
    if (*read_size > *most)
        return errors_raise(PyExc_ValueError, "read_size should be less or equal to max_buffer_size");
    if (*read_size == 0)
        *read_size = *most < UNPACKER_READ ? *most : UNPACKER_READ;
    return 0;
}

static int unpacker_configure(struct unpacker *self, PyObject **given)
{
    struct unpacker old;
    struct unpack_options opt;
    size_t bytes;
    Py_ssize_t most, read_size;
    struct file file;
    PyObject *decoder;
    if (unpacker_sizes(given, &bytes, &most, &read_size) < 0 || options_unpack(self->state, given, bytes, &opt) < 0 ||
        plan_stream_decoder(self->state, given, &decoder) < 0)
        return -1;
    struct haya_level *levels = PyMem_Malloc((opt.limits.depth + 1) * sizeof *levels);
    if (levels == NULL)
        PyErr_NoMemory();
    if (levels == NULL || file_open(self->state, given[OPT_FILE_LIKE], &file) < 0) {
        Py_XDECREF(decoder);
        PyMem_Free(levels);
        return -1;
    }
    old = *self; /* released when self is consistent again, because that may run any code */
    self->levels = levels;
    self->opt = opt;
    self->decoder = decoder;
    self->opt.limits.flags = opt.strict_map_key ? HAYA_STRICT_KEYS : 0;
    for (int i = 0; unpacker_reference(self, i) != &self->file.read; i++)
        Py_XINCREF(*unpacker_reference(self, i));
    self->file = file;
    self->most = most;
    self->read_size = read_size;
    self->buffer = NULL;
    self->head = self->tail = self->capacity = 0;
    self->offset = 0;
    self->scanning = false;
    unpacker_drop(&old);
    return 0;
}

static int unpacker_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    struct unpacker *self = (struct unpacker *)op;
    PyObject *given[OPT_COUNT] = {NULL};
    if (PyTuple_GET_SIZE(args) > 1)
        return errors_raise(PyExc_TypeError, "Unpacker() takes at most 1 positional argument");
    if (PyTuple_GET_SIZE(args) == 1)
        given[OPT_FILE_LIKE] = PyTuple_GET_ITEM(args, 0);
    if (options_sort_dict(self->state, "Unpacker", kwargs, options_unpacker | options_typed, given) < 0 ||
        guard_enter(&self->guard, UNPACKER_BUSY) < 0)
        return -1;
    int status = unpacker_configure(self, given);
    guard_leave(&self->guard);
    return status;
}

/* ---- input -------------------------------------------------------------- */

/* Appends n bytes; -1: an exception is set. To gain space, the waiting bytes are moved to the front of the buffer
 * or of another one, of twice their size: a larger one, or a smaller one if most of it would stay empty. Either
 * fewer bytes are moved than were consumed since the last move, or the capacity doubles, so the total cost is
 * linear in the length of the stream. */
static int unpacker_append(struct unpacker *self, const uint8_t *bytes, size_t n)
{
    size_t waiting = self->tail - self->head;
    if (self->capacity - self->tail < n) {
        bool sparse = self->capacity > UNPACKER_KEPT && waiting + n < self->capacity / 8;
        if (waiting + n <= self->capacity && waiting <= self->head && !sparse) {
            memmove(self->buffer, self->buffer + self->head, waiting);
        } else {
            size_t capacity = waiting + n > 4096 ? waiting + n + waiting : 4096;
            uint8_t *buffer = PyMem_Malloc(capacity + UNPACK_SLACK);
            if (buffer == NULL)
                return errors_no_memory();
            memset(buffer + capacity, 0, UNPACK_SLACK);
            if (waiting != 0)
                memcpy(buffer, self->buffer + self->head, waiting);
            PyMem_Free(self->buffer);
            self->buffer = buffer;
            self->capacity = capacity;
        }
        self->head = 0;
        self->tail = waiting;
    }
    if (n != 0)
        memcpy(self->buffer + self->tail, bytes, n);
    self->tail += n;
    return 0;
}

/* Reads more from the file: 1; 0: end of file, or there is no file; -1: an exception is set. */
static int unpacker_fill(struct unpacker *self)
{
    size_t waiting = self->tail - self->head;
    if (self->file.read == NULL)
        return 0;
    if (waiting >= (size_t)self->most) {
        errors_buffer_full(self->state, self->offset + waiting, self->most);
        return -1;
    }
    Py_ssize_t size = self->most - (Py_ssize_t)waiting;
    PyObject *data = file_read_some(&self->file, size < self->read_size ? size : self->read_size);
    if (data == NULL)
        return -1;
    struct flat flat;
    int status = data == Py_None ? 0 : buffer_get(data, &flat);
    if (status == 0 && data != Py_None) {
        status = unpacker_append(self, flat.bytes, flat.size);
        if (status == 0)
            status = flat.size != 0;
        buffer_release(&flat);
    }
    Py_DECREF(data);
    return status;
}

static void unpacker_consume(struct unpacker *self, size_t n)
{
    self->head += n;
    threads_store(&self->offset, self->offset + n);
    self->scanning = false;
}

/* Ends a call. Releases the buffer if it is large and empty. */
static void unpacker_leave(struct unpacker *self)
{
    if (UNLIKELY(self->head == self->tail && self->capacity > UNPACKER_KEPT)) {
        PyMem_Free(self->buffer);
        self->buffer = NULL;
        self->head = self->tail = self->capacity = 0;
    }
    guard_leave(&self->guard);
}

static PyObject *unpacker_feed(PyObject *op, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    struct unpacker *self = (struct unpacker *)op;
    struct flat flat;
    PyObject *chunk = LIKELY(n == 1 && kwnames == NULL) ? args[0] : options_one("feed", "next_bytes", args, n, kwnames);
    if (chunk == NULL || guard_enter(&self->guard, UNPACKER_BUSY) < 0)
        return NULL;
    int status = -1;
    if (self->levels == NULL) {
        PyErr_SetString(PyExc_ValueError, "Unpacker.__init__() has not been called");
    } else if (self->file.read != NULL) {
        PyErr_SetString(PyExc_AssertionError, "feed() can't be used together with file_like");
    } else if (buffer_get(chunk, &flat) == 0) {
        size_t waiting = self->tail - self->head;
        if (waiting + flat.size > (size_t)self->most)
            errors_buffer_full(self->state, self->offset + waiting, self->most);
        else
            status = unpacker_append(self, flat.bytes, flat.size);
        buffer_release(&flat);
    }
    guard_leave(&self->guard);
    return status < 0 ? NULL : Py_NewRef(Py_None);
}

/* ---- messages ----------------------------------------------------------- */

static PyObject *unpacker_facts(struct unpacker *self, enum haya_error error, const struct source *source)
{
    size_t used, limit;
    if (haya_limit_of(error, &self->opt.limits, &limit))
        return PyLong_FromSize_t(limit);
    switch (error) {
    case HAYA_ERR_SIZE_LIMIT: return PyLong_FromSize_t(self->opt.limits.bytes);
    case HAYA_ERR_INVALID_KEY: return unpack_value(self->state, &self->opt, source, &used);
    default: return NULL;
    }
}

/* Raises the error that the scan found. The stream continues at the byte at fault. */
static void unpacker_fail(struct unpacker *self, enum haya_error error)
{
    const uint8_t *begin = self->buffer + self->head, *at = begin + self->scan.pos;
    struct source rest = {.begin = at, .end = self->buffer + self->tail, .padded = true};
    struct source message = {.begin = begin, .end = rest.end, .base = self->offset, .padded = true};
    PyObject *facts = unpacker_facts(self, error, &rest);
    errors_unpack(self->state, error, &message, at, facts);
    unpacker_consume(self, self->scan.pos);
}

/* Begins to scan the message at head. check_keys: whether strict_map_key applies. False: more bytes are needed to
 * tell whether the message is compressed. */
static bool unpacker_begin_scan(struct unpacker *self, bool check_keys)
{
    struct haya_limits limits = self->opt.limits;
    if (!check_keys)
        limits.flags &= ~HAYA_STRICT_KEYS;
    enum haya_lz4_form form = HAYA_LZ4_PLAIN;
    if (self->opt.lz4 && !haya_lz4_detect(self->buffer + self->head, self->tail - self->head, &form))
        return false;
    if (form != HAYA_LZ4_PLAIN) { /* the limits apply to the content, not to the framing */
        limits = (struct haya_limits)HAYA_LIMITS_DEFAULT;
        limits.bytes = self->opt.limits.bytes;
        limits.depth = self->opt.limits.depth > 0 ? self->opt.limits.depth : 1;
    }
    haya_scan_begin(&self->scan, &limits, self->levels);
    self->scanning = true;
    return true;
}

/* 1: a complete message of scan.pos bytes is buffered; 0: it is incomplete, and no more bytes are available;
 * -1: an exception is set. A scan that checks keys starts again without check_keys, at most once for each message:
 * one that does not check them goes on, and the decoder checks them. */
static int unpacker_whole(struct unpacker *self, bool check_keys)
{
    if (!check_keys && self->scanning && (self->scan.limits.flags & HAYA_STRICT_KEYS))
        self->scanning = false;
    for (;;) {
        enum haya_error error = !self->scanning && !unpacker_begin_scan(self, check_keys) ? HAYA_ERR_TRUNCATED
                                : self->tail == self->head
                                    ? HAYA_ERR_TRUNCATED
                                    : haya_scan_more(&self->scan, self->buffer + self->head, self->tail - self->head);
        if (LIKELY(error == HAYA_OK))
            return 1;
        if (error != HAYA_ERR_TRUNCATED) {
            unpacker_fail(self, error);
            return -1;
        }
        int status = unpacker_fill(self);
        if (status <= 0)
            return status;
    }
}

static int unpacker_enter(struct unpacker *self)
{
    if (guard_enter(&self->guard, UNPACKER_BUSY) < 0)
        return -1;
    if (self->levels != NULL)
        return 0;
    guard_leave(&self->guard);
    return errors_raise(PyExc_ValueError, "Unpacker.__init__() has not been called");
}

/* The next value or, unless `build`, None in its place. NULL without an exception: the message is incomplete. */
static PyObject *unpacker_take(struct unpacker *self, bool build)
{
    int status = unpacker_whole(self, build && self->decoder == NULL);
    if (status <= 0)
        return NULL;
    size_t size = self->scan.pos, used;
    struct source source = {.begin = self->buffer + self->head,
                            .end = self->buffer + self->head + size,
                            .base = self->offset,
                            .padded = true,
                            .typed = self->opt.types != NULL};
    unpacker_consume(self, size);
    if (!build)
        return Py_NewRef(Py_None);
    if (UNLIKELY(self->decoder != NULL))
        return plan_decode_source(self->state, self->decoder, &source);
    return UNLIKELY(self->opt.lz4) ? unpack_compressed(self->state, &self->opt, &source, &used)
                                   : unpack_value(self->state, &self->opt, &source, &used);
}

static PyObject *unpacker_demand(PyObject *op, bool build)
{
    struct unpacker *self = (struct unpacker *)op;
    if (unpacker_enter(self) < 0)
        return NULL;
    PyObject *value = unpacker_take(self, build);
    if (value == NULL && !PyErr_Occurred())
        errors_out_of_data(self->state, self->offset + (self->tail - self->head));
    unpacker_leave(self);
    return value;
}

static PyObject *unpacker_unpack(PyObject *op, PyObject *Py_UNUSED(none))
{
    return unpacker_demand(op, true);
}

static PyObject *unpacker_skip(PyObject *op, PyObject *Py_UNUSED(none))
{
    return unpacker_demand(op, false);
}

static PyObject *unpacker_next(PyObject *op)
{
    struct unpacker *self = (struct unpacker *)op;
    if (unpacker_enter(self) < 0)
        return NULL;
    PyObject *value = unpacker_take(self, true);
    unpacker_leave(self);
    return value;
}

/* ---- pieces of messages --------------------------------------------------- */

/* Reads until n bytes are buffered. -1: an exception is set. */
static int unpacker_want(struct unpacker *self, size_t n)
{
    while (self->tail - self->head < n) {
        int status = unpacker_fill(self);
        if (status < 0)
            return -1;
        if (status == 0) {
            errors_out_of_data(self->state, self->offset + (self->tail - self->head));
            return -1;
        }
    }
    return 0;
}

static PyObject *unpacker_header(struct unpacker *self, uint8_t fix, uint8_t format16, const char *expected)
{
    if (unpacker_want(self, 1) < 0)
        return NULL;
    uint8_t format = self->buffer[self->head];
    size_t size = (format & 0xf0) == fix ? 1 : format == format16 ? 3 : format == format16 + 1 ? 5 : 0;
    if (size == 0)
        return PyErr_Format(PyExc_ValueError, "%s", expected);
    if (unpacker_want(self, size) < 0)
        return NULL;
    const uint8_t *p = self->buffer + self->head;
    unsigned long count = size == 1 ? format & 0x0fu : size == 3 ? haya_load16(p + 1) : haya_load32(p + 1);
    unpacker_consume(self, size);
    return PyLong_FromUnsignedLong(count);
}

static PyObject *unpacker_read_header(PyObject *op, uint8_t fix, uint8_t format16, const char *expected)
{
    struct unpacker *self = (struct unpacker *)op;
    if (unpacker_enter(self) < 0)
        return NULL;
    PyObject *count = unpacker_header(self, fix, format16, expected);
    unpacker_leave(self);
    return count;
}

static PyObject *unpacker_read_array_header(PyObject *op, PyObject *Py_UNUSED(none))
{
    return unpacker_read_header(op, HAYA_FIXARRAY, HAYA_ARRAY16, "Expected array");
}

static PyObject *unpacker_read_map_header(PyObject *op, PyObject *Py_UNUSED(none))
{
    return unpacker_read_header(op, HAYA_FIXMAP, HAYA_MAP16, "Expected map");
}

/* The next n bytes, or fewer at the end. They are consumed only if nothing failed. */
static PyObject *unpacker_bytes(struct unpacker *self, size_t n)
{
    size_t waiting = self->tail - self->head, here = waiting < n ? waiting : n;
    struct flat more = {.size = 0};
    if (here < n && self->file.read != NULL) {
        PyObject *data = file_read_all(&self->file, (Py_ssize_t)(n - here));
        int status = data == NULL ? -1 : data == Py_None ? 0 : buffer_get(data, &more);
        Py_XDECREF(data);
        if (status < 0)
            return NULL;
    }
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(here + more.size));
    if (bytes != NULL) {
        if (here != 0)
            memcpy(PyBytes_AS_STRING(bytes), self->buffer + self->head, here);
        if (more.size != 0)
            memcpy(PyBytes_AS_STRING(bytes) + here, more.bytes, more.size);
        unpacker_consume(self, here);
        threads_store(&self->offset, self->offset + more.size);
    }
    buffer_release(&more);
    return bytes;
}

static PyObject *unpacker_read_bytes(PyObject *op, PyObject *const *args, Py_ssize_t count, PyObject *kwnames)
{
    struct unpacker *self = (struct unpacker *)op;
    PyObject *size = options_one("read_bytes", "nbytes", args, count, kwnames);
    if (size == NULL)
        return NULL;
    Py_ssize_t n = 0;
    if (options_size(size, "nbytes", &n) < 0 || unpacker_enter(self) < 0)
        return NULL;
    PyObject *bytes = unpacker_bytes(self, (size_t)n);
    unpacker_leave(self);
    return bytes;
}

static PyObject *unpacker_tell(PyObject *op, PyObject *Py_UNUSED(none))
{
    return PyLong_FromUnsignedLongLong(threads_load(&((struct unpacker *)op)->offset));
}

static PyObject *unpacker_sizeof(PyObject *op, PyObject *Py_UNUSED(none))
{
    const struct unpacker *self = (struct unpacker *)op;
    size_t levels = self->levels != NULL ? (self->opt.limits.depth + 1) * sizeof *self->levels : 0;
    return PyLong_FromSize_t(sizeof *self + levels + (self->buffer != NULL ? self->capacity + UNPACK_SLACK : 0));
}

static PyMethodDef unpacker_methods[] = {
    NATIVE_KEYWORDS("feed", unpacker_feed,
                    PyDoc_STR("feed(next_bytes)\n--\n\nAppend a chunk of the stream: bytes, or any buffer of bytes.\n\n"
                              "Raises BufferFull, and takes nothing, if more than max_buffer_size would wait.")),
    {"unpack", unpacker_unpack, METH_NOARGS,
     PyDoc_STR("unpack()\n--\n\nThe next object. Raises OutOfData if it is not whole yet: feed and try again.")},
    {"skip", unpacker_skip, METH_NOARGS,
     PyDoc_STR("skip()\n--\n\nPass over the next object without building it. Raises OutOfData as unpack().")},
    {"read_array_header", unpacker_read_array_header, METH_NOARGS,
     PyDoc_STR("read_array_header()\n--\n\nThe number of elements of the next object, which must be an array:\n"
               "then unpack() returns these one by one. ValueError, and nothing read, if it is not.")},
    {"read_map_header", unpacker_read_map_header, METH_NOARGS,
     PyDoc_STR("read_map_header()\n--\n\nAs read_array_header(), for a map: a key and a value for each entry follow.")},
    NATIVE_KEYWORDS(
        "read_bytes", unpacker_read_bytes,
        PyDoc_STR("read_bytes(nbytes)\n--\n\nThe next bytes of the stream as they are: fewer if it ends before.")),
    {"tell", unpacker_tell, METH_NOARGS,
     PyDoc_STR("tell()\n--\n\nHow many bytes of the stream have been unpacked: where the next object begins.")},
    NATIVE_GENERIC("Unpacker[Order], for annotations."),
    NATIVE_NO_COPIES,
    {"__sizeof__", unpacker_sizeof, METH_NOARGS,
     PyDoc_STR("__sizeof__()\n--\n\nThe bytes of memory that this object uses, its buffer included.")},
    {NULL, NULL, 0, NULL},
};

PyDoc_STRVAR(
    unpacker_doc, OPTIONS_UNPACKER_SIGNATURE
    "Unpacks a stream of objects that arrives by feed() or is read from a file.\n\n"
    "    unpacker = Unpacker()\n"
    "    while chunk := sock.recv(65536):\n"
    "        unpacker.feed(chunk)\n"
    "        for value in unpacker:\n"
    "            ...\n\n"
    "The options are msgpack's, and from max_depth on hayapack's own:\n\n" OPTIONS_FILE_DOC OPTIONS_UNPACK_STREAM_DOC
    "\nObjects are built when the message is complete, so hooks never see a part of a message. After invalid data the\n"
    "stream continues at the byte at fault; a valid message that can't be turned into objects is\n"
    "skipped as a whole. Calls from a hook into the same Unpacker raise RuntimeError; other\n"
    "threads wait.");

static PyMemberDef unpacker_members[] = {
    NATIVE_WEAK(struct unpacker),
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot unpacker_slots[] = {
    {Py_tp_doc, (void *)unpacker_doc},
    {Py_tp_new, unpacker_new},
    {Py_tp_init, unpacker_init},
    {Py_tp_dealloc, unpacker_dealloc},
    {Py_tp_traverse, unpacker_traverse},
    {Py_tp_clear, unpacker_clear},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, unpacker_next},
    {Py_tp_methods, unpacker_methods},
    {Py_tp_members, unpacker_members},
    {0, NULL},
};

PyType_Spec unpacker_spec = {"hayapack.Unpacker", sizeof(struct unpacker), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, unpacker_slots};
