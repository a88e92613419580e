/* packer.c: the Packer class. An object is packed into separate memory and then appended to the
 * buffer, so that the buffer does not change if packing fails. */
#include "pack/output.h"

/*
 * Threads: the guard admits one call that packs at a time. bytes(), getbuffer() and the like do not wait for it,
 * because a hook may call them; so `bytes`, `used`, `capacity` and `exports` are read and changed in critical sections
 * of the object, in which no Python code runs.
 */

#define PACKER_BUSY "Packer cannot be called while packing is in progress"

struct packer {
    PyObject_HEAD
    PyObject *weak; /* list of weak references */
    PyObject *module;
    struct native_state *state;
    struct pack_options opt;
    struct guard guard;
    uint8_t *bytes;
    size_t used, capacity, first; /* bytes; first: the capacity at the beginning, and after reset() */
    size_t hint;
    Py_ssize_t exports;
    bool autoreset;
};

#define PACKER_BUFFER (256 * 1024)

static PyObject *packer_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    PyObject *module = native_module_of(type);
    if (module == NULL)
        return NULL;
    struct packer *self = (struct packer *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->module = Py_NewRef(module);
    self->state = PyModule_GetState(module);
    self->autoreset = true;
    PyObject *given[OPT_COUNT] = {NULL};
    options_pack(self->state, given, &self->opt);
    return (PyObject *)self;
}

static void packer_clear_options(struct packer *self)
{
    Py_CLEAR(self->opt.default_);
    Py_CLEAR(self->opt.unicode_errors);
    Py_CLEAR(self->opt.types);
}

static void packer_exported(void)
{
    PyErr_SetString(PyExc_BufferError, "Existing exports of data: Packer cannot be changed");
}

/* Begins a call that changes the object. -1: an exception is set: the buffer is exported (getbuffer()), or a
 * call of this thread is in progress. */
HAYA_INLINE int packer_enter(struct packer *self)
{
    if (guard_enter(&self->guard, PACKER_BUSY) < 0)
        return -1;
    if (threads_load(&self->exports) > 0) {
        guard_leave(&self->guard);
        packer_exported();
        return -1;
    }
    return 0;
}

/* Replaces the buffer by an empty one. -1: an exception is set: another thread has exported it. */
static int packer_replace(struct packer *self, uint8_t *bytes, size_t capacity)
{
    uint8_t *old = NULL;
    bool exported;
    THREADS_LOCK((PyObject *)self);
    if (!(exported = self->exports > 0)) {
        old = self->bytes;
        self->bytes = bytes;
        self->capacity = self->first = capacity;
        self->used = 0;
    }
    THREADS_UNLOCK();
    PyMem_Free(old);
    if (exported)
        packer_exported();
    return exported ? -1 : 0;
}

static int packer_configure(struct packer *self, PyObject **given)
{
    struct pack_options opt;
    bool autoreset = true;
    Py_ssize_t capacity = PACKER_BUFFER;
    if (options_pack(self->state, given, &opt) < 0 || options_flag(given[OPT_AUTORESET], &autoreset) < 0 ||
        (given[OPT_BUF_SIZE] != Py_None && options_size(given[OPT_BUF_SIZE], "buf_size", &capacity) < 0))
        return -1;
    uint8_t *bytes = NULL;
    if (!autoreset && (bytes = PyMem_Malloc((size_t)capacity + 1)) == NULL)
        return errors_no_memory();
    Py_XINCREF(opt.default_);
    Py_XINCREF(opt.unicode_errors);
    Py_XINCREF(opt.types);
    struct packer old = *self; /* released when self is consistent again, because that may run any code */
    self->opt = opt;
    self->autoreset = autoreset;
    if (packer_replace(self, bytes, bytes != NULL ? (size_t)capacity : 0) < 0) {
        self->opt = old.opt;
        self->autoreset = old.autoreset;
        old.opt = opt;
        packer_clear_options(&old);
        PyMem_Free(bytes);
        return -1;
    }
    packer_clear_options(&old);
    return 0;
}

static int packer_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    struct packer *self = (struct packer *)op;
    PyObject *given[OPT_COUNT] = {NULL};
    if (PyTuple_GET_SIZE(args) != 0)
        return errors_raise(PyExc_TypeError, "Packer() takes keyword arguments only");
    if (options_sort_dict(self->state, "Packer", kwargs, options_packer, given) < 0 || packer_enter(self) < 0)
        return -1;
    int status = packer_configure(self, given);
    guard_leave(&self->guard);
    return status;
}

static int packer_traverse(PyObject *op, visitproc visit, void *arg)
{
    struct packer *self = (struct packer *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->module);
    Py_VISIT(self->opt.default_);
    Py_VISIT(self->opt.types);
    return 0;
}

static int packer_clear(PyObject *op)
{
    struct packer *self = (struct packer *)op;
    packer_clear_options(self);
    return 0;
}

static void packer_dealloc(PyObject *op)
{
    struct packer *self = (struct packer *)op;
    PyObject_GC_UnTrack(op);
    if (self->weak != NULL)
        PyObject_ClearWeakRefs(op);
    packer_clear_options(self);
    PyMem_Free(self->bytes);
    guard_free(&self->guard);
    Py_CLEAR(self->module);
    common_free(op);
}

/* ---- output: these append or discard what was written, and leave the guard -- */

/* Enlarges the buffer for n more bytes. False: there is no memory. In a critical section. */
static bool packer_reserve(struct packer *self, size_t n)
{
    if (self->capacity - self->used >= n)
        return true;
    size_t capacity = self->used + n > 2 * self->capacity ? self->used + n : 2 * self->capacity;
    uint8_t *moved = PyMem_Realloc(self->bytes, capacity);
    if (moved == NULL)
        return false;
    self->bytes = moved;
    self->capacity = capacity;
    return true;
}

static PyObject *packer_append(struct packer *self, const uint8_t *bytes, size_t n)
{
    bool exported, enough = true;
    THREADS_LOCK((PyObject *)self);
    exported = self->exports > 0; /* since packer_enter(), by a hook or another thread */
    if (!exported && (enough = packer_reserve(self, n))) {
        if (n != 0)
            memcpy(self->bytes + self->used, bytes, n);
        self->used += n;
    }
    THREADS_UNLOCK();
    if (exported)
        packer_exported();
    else if (!enough)
        PyErr_NoMemory();
    return exported || !enough ? NULL : Py_NewRef(Py_None);
}

static PyObject *packer_finish(struct packer *self, struct output *out, int status, PyObject *obj)
{
    PyObject *result = NULL;
    if (status == 0 && self->opt.lz4 != HAYA_LZ4_PLAIN) {
        result = pack_take_compressed(self->state, &self->opt, out, obj);
        if (result != NULL && !self->autoreset) {
            PyObject *bytes = result;
            result = packer_append(self, (const uint8_t *)PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes));
            Py_DECREF(bytes);
        }
    } else if (status == 0 && self->autoreset)
        result = output_take(self->state, out);
    else if (status == 0)
        result = packer_append(self, out->begin, (size_t)(out->p - out->begin));
    output_drop(out);
    guard_leave(&self->guard);
    return result;
}

/* ---- methods ------------------------------------------------------------ */

PyDoc_STRVAR(packer_pack_doc, "pack(obj)\n--\n\nPack one object. Returns its bytes, or None without autoreset.");

static PyObject *packer_pack(PyObject *op, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    struct packer *self = (struct packer *)op;
    PyObject *result, *obj = LIKELY(n == 1 && kwnames == NULL) ? args[0] : options_one("pack", "obj", args, n, kwnames);
    if (UNLIKELY(obj == NULL))
        return NULL;
    bool alone = guard_is_free(&self->guard) && self->autoreset && self->exports == 0;
    if (LIKELY(alone) && pack_at_once(self->state, &self->opt, obj, &result))
        return result;
    if (packer_enter(self) < 0)
        return NULL;
    if (LIKELY(self->autoreset)) {
        if (alone || !pack_at_once(self->state, &self->opt, obj, &result))
            result = pack_in_loop(self->state, &self->opt, &self->hint, obj);
        guard_leave(&self->guard);
        return result;
    }
    struct output out;
    output_begin(&out, &self->hint);
    return packer_finish(self, &out, pack_value(self->state, &self->opt, &out, obj), obj);
}

PyDoc_STRVAR(packer_pairs_doc, "pack_map_pairs(pairs)\n--\n\nPack a sequence of pairs as a map, in its order.");

static PyObject *packer_pack_map_pairs(PyObject *op, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    struct packer *self = (struct packer *)op;
    struct output out;
    PyObject *pairs = options_one("pack_map_pairs", "pairs", args, n, kwnames);
    if (pairs == NULL || packer_enter(self) < 0)
        return NULL;
    output_begin(&out, &self->hint);
    PyObject *entries = PyObject_Size(pairs) >= 0 ? pack_pairs_tuple(pairs) : NULL;
    int status = entries != NULL ? pack_pairs(self->state, &self->opt, &out, entries) : -1;
    Py_XDECREF(entries);
    return packer_finish(self, &out, status, pairs);
}

/* Raises TooLongError with the path $; returns NULL. */
static PyObject *packer_too_long(struct packer *self, PyObject *obj)
{
    PyObject *parts = PyTuple_New(0);
    if (parts != NULL)
        errors_pack(self->state, "too_long", obj != NULL ? obj : Py_None, 0, parts, 0);
    Py_XDECREF(parts);
    return NULL;
}

static PyObject *packer_header(struct packer *self, PyObject *size, const char *kind, bool map)
{
    int64_t n;
    if (options_index(size, &n) < 0)
        return NULL;
    if (n < 0)
        return PyErr_Format(PyExc_ValueError, "%s size must be non-negative", kind);
    if (n > UINT32_MAX)
        return packer_too_long(self, NULL);
    if (self->opt.lz4 != HAYA_LZ4_PLAIN)
        return PyErr_Format(PyExc_ValueError, "with lz4, only whole messages can be packed");
    struct output out;
    if (packer_enter(self) < 0)
        return NULL;
    output_begin(&out, &self->hint);
    out.p = map ? haya_put_map_header(out.p, (uint32_t)n) : haya_put_array_header(out.p, (uint32_t)n);
    return packer_finish(self, &out, 0, size);
}

PyDoc_STRVAR(packer_array_doc, "pack_array_header(size)\n--\n\nBegin an array: size values must follow.");

static PyObject *packer_pack_array_header(PyObject *op, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *size = options_one("pack_array_header", "size", args, n, kwnames);
    return size == NULL ? NULL : packer_header((struct packer *)op, size, "array", false);
}

PyDoc_STRVAR(packer_map_doc, "pack_map_header(size)\n--\n\nBegin a map: size times a key and its value must follow.");

static PyObject *packer_pack_map_header(PyObject *op, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *size = options_one("pack_map_header", "size", args, n, kwnames);
    return size == NULL ? NULL : packer_header((struct packer *)op, size, "map", true);
}

PyDoc_STRVAR(packer_ext_doc, "pack_ext_type(typecode, data)\n--\n\nPack an extension value.");

/* An ext's payload as a bytes object, a new reference; of a str its UTF-8, as in msgpack. NULL: an exception is set. */
static PyObject *packer_ext_data(PyObject *data)
{
    if (PyUnicode_Check(data))
        return PyUnicode_AsUTF8String(data);
    if (PyByteArray_Check(data))
        return PyBytes_FromObject(data);
    if (PyBytes_Check(data))
        return Py_NewRef(data);
    return PyErr_Format(PyExc_TypeError, "data must be bytes, bytearray or str");
}

static PyObject *packer_pack_ext_type(PyObject *op, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"typecode", "data", NULL};
    struct packer *self = (struct packer *)op;
    PyObject *code, *data;
    int overflow = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO:pack_ext_type", names, &code, &data))
        return NULL;
    if (!PyLong_Check(code))
        return PyErr_Format(PyExc_TypeError, "typecode must be int");
    long type = PyLong_AsLongAndOverflow(code, &overflow);
    if (overflow != 0)
        return PyErr_Format(PyExc_ValueError, "typecode must be -128~127");
    if (type < -128 || type > 127)
        return PyErr_Format(PyExc_ValueError, "typecode must be -128~127, not %ld", type);
    PyObject *payload = packer_ext_data(data), *result = NULL;
    struct output out;
    if (payload != NULL && (size_t)PyBytes_GET_SIZE(payload) > UINT32_MAX) {
        packer_too_long(self, data);
    } else if (payload != NULL && packer_enter(self) == 0) {
        output_begin(&out, &self->hint);
        result = packer_finish(
            self, &out, pack_ext(&out, (int8_t)type, PyBytes_AS_STRING(payload), (size_t)PyBytes_GET_SIZE(payload)),
            data);
    }
    Py_XDECREF(payload);
    return result;
}

PyDoc_STRVAR(packer_bytes_doc, "bytes()\n--\n\nA copy of the buffer.");
PyDoc_STRVAR(packer_special_bytes_doc, "__bytes__()\n--\n\nA copy of the buffer.");

static PyObject *packer_bytes(PyObject *op, PyObject *Py_UNUSED(none))
{
    struct packer *self = (struct packer *)op;
    PyObject *bytes;
    THREADS_LOCK(op);
    bytes = PyBytes_FromStringAndSize((const char *)self->bytes, (Py_ssize_t)self->used);
    THREADS_UNLOCK();
    return bytes;
}

PyDoc_STRVAR(packer_getbuffer_doc,
             "getbuffer()\n--\n\nA view of the buffer. Until it is released, changes raise BufferError.");

static PyObject *packer_getbuffer(PyObject *op, PyObject *Py_UNUSED(none))
{
    return PyMemoryView_FromObject(op);
}

static PyObject *packer_sizeof(PyObject *op, PyObject *Py_UNUSED(none))
{
    const struct packer *self = (struct packer *)op;
    return PyLong_FromSize_t(sizeof *self + threads_load(&self->capacity));
}

/* In a critical section. */
static void packer_empty(struct packer *self)
{
    self->used = 0;
    if (self->capacity > self->first) {
        uint8_t *smaller = PyMem_Realloc(self->bytes, self->first + 1);
        if (smaller != NULL) {
            self->bytes = smaller;
            self->capacity = self->first;
        }
    }
}

PyDoc_STRVAR(packer_reset_doc, "reset()\n--\n\nEmpty the buffer, and release what it has grown by.");

static PyObject *packer_reset(PyObject *op, PyObject *Py_UNUSED(none))
{
    struct packer *self = (struct packer *)op;
    if (packer_enter(self) < 0)
        return NULL;
    bool exported;
    THREADS_LOCK(op);
    exported = self->exports > 0;
    if (!exported)
        packer_empty(self);
    THREADS_UNLOCK();
    guard_leave(&self->guard);
    if (exported)
        packer_exported();
    return exported ? NULL : Py_NewRef(Py_None);
}

static int packer_lend(PyObject *op, Py_buffer *view, int flags)
{
    struct packer *self = (struct packer *)op;
    int status;
    THREADS_LOCK(op);
    status = PyBuffer_FillInfo(view, op, self->bytes != NULL ? (void *)self->bytes : (void *)"", (Py_ssize_t)self->used,
                               1, flags);
    if (status == 0)
        threads_store(&self->exports, self->exports + 1);
    THREADS_UNLOCK();
    return status;
}

static void packer_take_back(PyObject *op, Py_buffer *Py_UNUSED(view))
{
    struct packer *self = (struct packer *)op;
    THREADS_LOCK(op);
    threads_store(&self->exports, self->exports - 1);
    THREADS_UNLOCK();
}

static PyMethodDef packer_methods[] = {
    NATIVE_KEYWORDS("pack", packer_pack, packer_pack_doc),
    NATIVE_KEYWORDS("pack_map_pairs", packer_pack_map_pairs, packer_pairs_doc),
    NATIVE_KEYWORDS("pack_array_header", packer_pack_array_header, packer_array_doc),
    NATIVE_KEYWORDS("pack_map_header", packer_pack_map_header, packer_map_doc),
    {"pack_ext_type", (PyCFunction)(void (*)(void))packer_pack_ext_type, METH_VARARGS | METH_KEYWORDS, packer_ext_doc},
    {"bytes", packer_bytes, METH_NOARGS, packer_bytes_doc},
    {"__bytes__", packer_bytes, METH_NOARGS, packer_special_bytes_doc},
    {"getbuffer", packer_getbuffer, METH_NOARGS, packer_getbuffer_doc},
    {"reset", packer_reset, METH_NOARGS, packer_reset_doc},
    NATIVE_NO_COPIES,
    {"__sizeof__", packer_sizeof, METH_NOARGS,
     PyDoc_STR("__sizeof__()\n--\n\nThe bytes of memory that this object uses, its buffer included.")},
    {NULL, NULL, 0, NULL},
};

PyDoc_STRVAR(packer_doc, OPTIONS_PACKER_SIGNATURE
             "Packs one object after another.\n\n"
             "    packer = Packer()\n"
             "    stream.write(packer.pack(a))\n"
             "    stream.write(packer.pack(b))\n\n"
             "The options are msgpack's, and from sort_keys on hayapack's own:\n\n" OPTIONS_PACK_DOC
             "\nCalls from `default` into the same Packer raise RuntimeError; other threads wait.");

static PyMemberDef packer_members[] = {
    NATIVE_WEAK(struct packer),
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot packer_slots[] = {
    {Py_tp_doc, (void *)packer_doc},
    {Py_tp_new, packer_new},
    {Py_tp_init, packer_init},
    {Py_tp_dealloc, packer_dealloc},
    {Py_tp_traverse, packer_traverse},
    {Py_tp_clear, packer_clear},
    {Py_tp_methods, packer_methods},
    {Py_tp_members, packer_members},
    {Py_bf_getbuffer, packer_lend},
    {Py_bf_releasebuffer, packer_take_back},
    {0, NULL},
};

PyType_Spec packer_spec = {"hayapack.Packer", sizeof(struct packer), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, packer_slots};
