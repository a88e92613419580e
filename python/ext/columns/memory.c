/* memory.c: the buffers of columns, and the type ColumnMemory, by which consecutive blocks reuse them. */
#include "columns.h"

/* Smaller buffers are left to malloc(), which keeps them for itself. */
#define MEMORY_SHARED ((size_t)32 << 10)
/* The most buffers that are kept: each search looks at all of them. */
#define MEMORY_MOST 512

/* In front of a buffer's bytes. Of 16 bytes, so that they are aligned as malloc() aligns. */
struct memory_head {
    uint64_t capacity; /* of the bytes */
    uint64_t reused;   /* whether another column had it before */
};

struct column_memory {
    PyObject_HEAD
    PyThread_type_lock lock; /* of all below; only tried, so that no fork() can leave it locked forever */
    size_t limit, size;      /* bytes: the most that are kept, those that are */
    uint32_t count;
    bool closed;
    uint8_t *all[MEMORY_MOST];
};

static struct memory_head *memory_head(const uint8_t *bytes)
{
    return (struct memory_head *)(uintptr_t)bytes - 1;
}

size_t memory_capacity(const uint8_t *bytes)
{
    return (size_t)memory_head(bytes)->capacity;
}

/* realloc() of a buffer. NULL: no memory, and the buffer is as it was. */
static uint8_t *memory_resize(uint8_t *bytes, size_t size)
{
    struct memory_head *head = bytes == NULL ? NULL : memory_head(bytes);
    if (size > PY_SSIZE_T_MAX - sizeof *head || (head = PyMem_RawRealloc(head, size + sizeof *head)) == NULL)
        return NULL;
    *head = (struct memory_head){size, 0};
    return (uint8_t *)(head + 1);
}

static bool memory_lock(struct column_memory *memory)
{
    return memory != NULL && PyThread_acquire_lock(memory->lock, NOWAIT_LOCK) == PY_LOCK_ACQUIRED;
}

/* Removes the smallest buffer of at least `wanted` bytes, but not of over twice as many; else the largest of at least
 * `least`. NULL: none is kept. */
static uint8_t *memory_take(struct column_memory *memory, size_t least, size_t wanted)
{
    uint8_t *found = NULL;
    size_t fits = 0;
    uint32_t at = 0;
    if (wanted < MEMORY_SHARED || !memory_lock(memory))
        return NULL;
    for (uint32_t i = 0; i < memory->count; i++) {
        const size_t capacity = memory_capacity(memory->all[i]);
        if (capacity < least || capacity / 2 > wanted)
            continue;
        if (fits < wanted ? capacity > fits : capacity >= wanted && capacity < fits) {
            fits = capacity;
            at = i;
        }
    }
    if (fits != 0) {
        found = memory->all[at];
        memory_head(found)->reused = 1;
        memory->all[at] = memory->all[--memory->count];
        memory->size -= fits;
    }
    PyThread_release_lock(memory->lock);
    return found;
}

void memory_free(struct column_memory *memory, uint8_t *bytes)
{
    if (bytes == NULL)
        return;
    const size_t capacity = memory_capacity(bytes);
    if (capacity >= MEMORY_SHARED && memory_lock(memory)) {
        const bool keeps =
            !memory->closed && memory->count < MEMORY_MOST && capacity <= memory->limit - memory->size;
        if (keeps) {
            memory->all[memory->count++] = bytes;
            memory->size += capacity;
        }
        PyThread_release_lock(memory->lock);
        if (keeps)
            return;
    }
    PyMem_RawFree(memory_head(bytes));
}

uint8_t *memory_grow(struct column_memory *memory, uint8_t *bytes, size_t used, size_t least, size_t wanted)
{
    uint8_t *taken = memory_take(memory, least, wanted);
    if (taken == NULL)
        return memory_resize(bytes, wanted);
    if (used != 0)
        memcpy(taken, bytes, used);
    memory_free(memory, bytes);
    return taken;
}

uint8_t *memory_fit(struct column_memory *memory, uint8_t *bytes, size_t size)
{
    const struct memory_head *head = memory_head(bytes);
    size_t room = 0;
    if (memory != NULL && head->capacity >= MEMORY_SHARED) {
        /* A consumer that lets go of columns gets no new memory: what it had before is not cut. */
        if (head->reused && head->capacity / 2 <= size)
            return bytes;
        room = size / 8; /* the next block's column may be a little larger */
    }
    uint8_t *fitting = head->capacity > size + room ? memory_resize(bytes, size + room) : bytes;
    return fitting != NULL ? fitting : bytes; /* a failure to shrink is none */
}

/* ---- ColumnMemory ---------------------------------------------------------------- */

static PyObject *memory_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t limit;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0) {
        PyErr_SetString(PyExc_TypeError, "ColumnMemory() takes no keyword arguments");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "n:ColumnMemory", &limit))
        return NULL;
    struct column_memory *self = (struct column_memory *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->limit = limit < 0 ? 0 : (size_t)limit;
    if ((self->lock = PyThread_allocate_lock()) == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

/* Frees the buffers that are kept. */
static void memory_drain(struct column_memory *self)
{
    while (self->count > 0)
        PyMem_RawFree(memory_head(self->all[--self->count]));
    self->size = 0;
}

static void memory_dealloc(PyObject *o)
{
    struct column_memory *self = (struct column_memory *)o;
    PyTypeObject *type = Py_TYPE(o);
    memory_drain(self);
    if (self->lock != NULL)
        PyThread_free_lock(self->lock);
    type->tp_free(o);
    Py_DECREF(type);
}

static PyObject *memory_close(PyObject *o, PyObject *unused)
{
    struct column_memory *self = (struct column_memory *)o;
    (void)unused;
    if (memory_lock(self)) { /* else another thread holds it, and what is kept is freed with the object */
        self->closed = true;
        memory_drain(self);
        PyThread_release_lock(self->lock);
    }
    Py_RETURN_NONE;
}

static PyObject *memory_columns(PyObject *o, PyObject *args, PyObject *kwargs)
{
    return columns_in(PyType_GetModuleState(Py_TYPE(o)), (struct column_memory *)o, args, kwargs);
}

static PyMethodDef memory_methods[] = {
    {"columns", (PyCFunction)(void (*)(void))memory_columns, METH_VARARGS | METH_KEYWORDS,
     "columns(...)\n--\n\nAs hayapack.columns(). The memory of these Columns is used again when they are gone."},
    {"close", memory_close, METH_NOARGS, "close()\n--\n\nFrees the memory that is kept, and keeps no more."},
    NATIVE_NO_COPIES,
    {NULL, NULL, 0, NULL},
};

static PyType_Slot memory_slots[] = {
    {Py_tp_doc, (void *)"ColumnMemory(limit)\n--\n\n"
                        "The memory of Columns that are read one after the other. At most limit bytes are kept.\n"
                        "Can be used by several threads at once."},
    {Py_tp_new, memory_new},
    {Py_tp_dealloc, memory_dealloc},
    {Py_tp_methods, memory_methods},
    {0, NULL},
};

PyType_Spec column_memory_spec = {
    .name = "hayapack._native.ColumnMemory",
    .basicsize = sizeof(struct column_memory),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = memory_slots,
};
