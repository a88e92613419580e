/* registered_classes.c: the classes of a TypeRegistry, and their plans: registered.h. */
#include "plan/type_registry/registered.h"

/* ---- hash tables ---------------------------------------------------------------- */

static size_t registered_hash_name(const uint8_t *text, size_t length)
{
    const uint64_t factor = 0x9e3779b97f4a7c15;
    uint64_t hash = length, last = 0;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        hash = (hash ^ haya_load64(text + i)) * factor;
        hash ^= hash >> 29;
    }
    memcpy(&last, text + i, length - i);
    hash = (hash ^ last) * factor;
    return (size_t)(hash ^ hash >> 32);
}

/* The place of a name, or of the class with that type if text is NULL; a free one if it is not there. */
static struct registered_place *registered_place(const struct registered_table *table, const void *type,
                                                 const uint8_t *text, size_t length)
{
    size_t at = text != NULL ? registered_hash_name(text, length) : (uintptr_t)type >> 4 ^ (uintptr_t)type >> 12;
    for (;; at++) {
        struct registered_place *place = &table->places[at & (table->size - 1)];
        if (place->cls == NULL || (text != NULL ? place->length == length && memcmp(place->text, text, length) == 0
                                                : (void *)place->cls->type == type))
            return place;
    }
}

/* Doubles a table that is half full. -1: MemoryError is set. */
static int registered_grow(struct registered_table *table)
{
    if (2 * table->count < table->size)
        return 0;
    struct registered_table grown = {.size = table->size != 0 ? 2 * table->size : 16, .count = table->count};
    if ((grown.places = PyMem_Calloc(grown.size, sizeof *grown.places)) == NULL)
        return errors_no_memory();
    for (size_t i = 0; i < table->size; i++) {
        const struct registered_place *from = &table->places[i];
        if (from->cls != NULL)
            *registered_place(&grown, from->cls->type, from->name != NULL ? from->text : NULL, from->length) = *from;
    }
    PyMem_Free(table->places);
    *table = grown;
    return 0;
}

struct registered_class *registered_of_type(const struct registered *self, const PyTypeObject *type)
{
    return self->by_type.size != 0 ? registered_place(&self->by_type, type, NULL, 0)->cls : NULL;
}

struct registered_class *registered_of_name(PyObject *op, const uint8_t *text, size_t length)
{
    struct registered *self = (struct registered *)op;
    struct registered_place *recent = &self->recent[length % REGISTERED_RECENT];
    if (LIKELY(recent->cls != NULL) && recent->length == length && memcmp(recent->text, text, length) == 0)
        return recent->cls;
    if (self->by_name.size == 0)
        return NULL;
    const struct registered_place *place = registered_place(&self->by_name, NULL, text, length);
    if (place->cls != NULL)
        *recent = *place; /* its name is owned by the table */
    return place->cls;
}

/* ---- classes ---------------------------------------------------------------------- */

static void registered_free_class(struct registered_class *c)
{
    for (size_t i = 0; i < PLAN_FIELDS; i++)
        Py_XDECREF(c->keys[i]);
    Py_XDECREF(c->entry);
    Py_XDECREF((PyObject *)c->type);
    Py_XDECREF((PyObject *)c->plan);
    PyMem_Free(c->writer.head);
    PyMem_Free(c);
}

/* Packs the name that is written before objects of the class. -1: an exception is set. */
static int registered_head(struct registered_class *c)
{
    PyObject *name = PyObject_GetAttrString(c->entry, "name");
    if (name != NULL && (c->writer.head = PyMem_Malloc(class_plan_room(name))) == NULL) {
        Py_DECREF(name);
        return errors_no_memory();
    }
    uint8_t *end = name != NULL && PyUnicode_CheckExact(name) ? class_plan_constant(c->writer.head, name) : NULL;
    if (end != NULL) {
        c->writer.head_size = (size_t)(end - c->writer.head);
    } else {
        c->writes = false; /* the registry's own methods raise the error */
        PyErr_Clear();
    }
    Py_XDECREF(name);
    return 0;
}

/* The class of an entry that has a class, made at its first name. NULL: an exception is set. */
static struct registered_class *registered_class_of(struct registered *self, PyObject *entry, PyObject *type)
{
    struct registered_class *c = registered_of_type(self, (PyTypeObject *)type);
    if (c != NULL)
        return c;
    if (self->count == self->capacity &&
        memory_more(&self->classes, NULL, self->count, 1, &self->capacity, sizeof *self->classes) < 0)
        return NULL;
    if (registered_grow(&self->by_type) < 0 || (c = PyMem_Calloc(1, sizeof *c)) == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    c->entry = Py_NewRef(entry);
    c->type = (PyTypeObject *)Py_NewRef(type);
    c->writer.header = PACK_TYPED_HEADER;
    int reads = plan_truth(entry, "reads"), writes = plan_truth(entry, "writes");
    int empty = plan_truth(entry, "is_object"); /* may be written without a value */
    c->reads = reads > 0;
    c->writes = writes > 0 && empty == 0;
    if (reads < 0 || writes < 0 || empty < 0 || registered_head(c) < 0) {
        registered_free_class(c);
        return NULL;
    }
    self->classes[self->count++] = c;
    *registered_place(&self->by_type, type, NULL, 0) = (struct registered_place){.cls = c};
    self->by_type.count++;
    return c;
}

/* Adds a name of the registry, if its entry has a class with fields. -1: an exception is set. */
static int registered_add(struct registered *self, PyObject *name, PyObject *entry)
{
    Py_ssize_t n;
    PyObject *type = PyObject_GetAttrString(entry, "cls");
    const char *text = type != NULL && PyType_Check(type) ? PyUnicode_AsUTF8AndSize(name, &n) : NULL;
    int status = type == NULL ? -1 : 0;
    if (text != NULL) {
        struct registered_class *c = registered_class_of(self, entry, type);
        status = c == NULL ? -1 : registered_grow(&self->by_name);
        struct registered_place *place =
            status == 0 ? registered_place(&self->by_name, NULL, (const uint8_t *)text, (size_t)n) : NULL;
        if (place != NULL && place->cls == NULL) {
            *place = (struct registered_place){c, Py_NewRef(name), (const uint8_t *)text, (size_t)n};
            self->by_name.count++;
        }
    }
    PyErr_Clear(); /* a name that is not UTF-8 is in no message */
    Py_XDECREF(type);
    return status;
}

/* Looks at the names of the registry's dict, if there are new ones. -1: an exception is set. */
static int registered_refresh(struct registered *self, PyObject *by_name)
{
    Py_ssize_t n = PyDict_GET_SIZE(by_name);
    if (LIKELY(n == self->known))
        return 0;
    PyObject *items = PyDict_Items(by_name);
    int status = items != NULL ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyList_GET_SIZE(items); i++) {
        PyObject *pair = PyList_GET_ITEM(items, i), *name = PyTuple_GET_ITEM(pair, 0);
        if (PyUnicode_CheckExact(name))
            status = registered_add(self, name, PyTuple_GET_ITEM(pair, 1));
    }
    Py_XDECREF(items);
    if (status == 0)
        self->known = n;
    return status;
}

/* A new Registered object. NULL: MemoryError is set. */
static PyObject *registered_new(struct native_state *state)
{
    return state->plan.registered_type->tp_alloc(state->plan.registered_type, 0);
}

#ifdef Py_GIL_DISABLED
static bool registered_enter(struct registered *self, uintptr_t thread)
{
    if (!threads_enter(&self->claim))
        return false;
    __atomic_store_n(&self->owner, thread, __ATOMIC_RELAXED);
    return true;
}

/* Appends a Registered object for this thread. NULL: MemoryError is set. */
static struct registered *registered_append(struct native_state *state, struct registered *last, uintptr_t thread)
{
    PyObject *made = registered_new(state), *next = NULL;
    if (made == NULL)
        return NULL;
    (void)registered_enter((struct registered *)made, thread);
    while (!__atomic_compare_exchange_n(&last->next, &next, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        last = (struct registered *)next;
        next = NULL;
    }
    return (struct registered *)made;
}

/* Replaces the first Registered object of a registry, a reference, by this thread's: that which it used last, else a
 * new one, or any that is free if there are NATIVE_PLACES. NULL: there is none; an exception may be set. */
static PyObject *registered_own(struct native_state *state, PyObject *first)
{
    uintptr_t thread = _Py_ThreadId();
    struct registered *found = NULL, *last = NULL;
    size_t count = 0;
    for (PyObject *op = first; op != NULL && found == NULL; op = threads_load(&last->next), count++) {
        last = (struct registered *)op;
        if (__atomic_load_n(&last->owner, __ATOMIC_RELAXED) == thread && registered_enter(last, thread))
            found = last;
    }
    if (found == NULL && count < NATIVE_PLACES)
        found = registered_append(state, last, thread);
    else
        for (PyObject *op = first; op != NULL && found == NULL; op = threads_load(&((struct registered *)op)->next))
            if (registered_enter((struct registered *)op, thread))
                found = (struct registered *)op;
    Py_XINCREF((PyObject *)found);
    Py_DECREF(first);
    return (PyObject *)found;
}
#else
#define registered_own(state, first) (first)
#endif

PyObject *registered_begin(struct native_state *state, PyObject *registry)
{
    if ((PyObject *)Py_TYPE(registry) != state->type_registry)
        return NULL; /* a derived class may have methods of its own */
    PyObject *self = PyObject_GetAttr(registry, state->str.native), *by_name = NULL;
    if (self != NULL && !Py_IS_TYPE(self, state->plan.registered_type)) {
        Py_SETREF(self, registered_new(state));
        if (self != NULL && PyObject_SetAttr(registry, state->str.native, self) < 0)
            Py_CLEAR(self);
    }
    if (self == NULL || (self = registered_own(state, self)) == NULL)
        return NULL;
    if ((by_name = PyObject_GetAttr(registry, state->str.by_name)) == NULL || !PyDict_CheckExact(by_name) ||
        registered_refresh((struct registered *)self, by_name) < 0) {
        registered_leave(self);
        self = NULL;
    }
    Py_XDECREF(by_name);
    return self;
}

void registered_leave(PyObject *registered)
{
#ifdef Py_GIL_DISABLED
    threads_leave(&((struct registered *)registered)->claim);
#endif
    Py_DECREF(registered);
}

/* ---- plans ------------------------------------------------------------------------ */

/* The plan of the entry's class. NULL: it has too many fields, or an exception is set. */
static struct plan *registered_compile(struct native_state *state, PyObject *entry)
{
    struct plan *plan =
        plan_for_writing(state, native_call("hayapack._plan.registered_classes", "registered_plan", entry));
    if (plan != NULL && (!plan_has_fields(plan->nodes[0]) || plan->nodes[0]->object.fields == NULL))
        Py_CLEAR(plan);
    return plan;
}

int registered_meet(struct native_state *state, struct registered_class *c)
{
    if (c->busy || registered_is_ready(c) || c->plans >= REGISTERED_PLANS || c->met++ < REGISTERED_THRESHOLD)
        return 0;
    c->met = 0;
    c->plans++;
    c->busy = true;
    c->version = 0;
    Py_XDECREF(instance_lookup(c->type, state->str.dataclass_fields)); /* gives the class a version, if it has none */
    unsigned version = instance_version(c->type);
    struct plan *plan = registered_compile(state, c->entry);
    bool right = plan != NULL && version == instance_version(c->type);
    for (uint32_t i = 0; right && i < plan->nodes[0]->object.field_count; i++)
        Py_XSETREF(c->keys[i], Py_NewRef(plan->nodes[0]->object.names[i].name));
    struct encode_plan *writing = right ? plan->nodes[0]->writing : NULL;
    c->array = writing != NULL && writing->class.form == CLASS_AS_ARRAY;
    c->writer.plan = writing != NULL && plan->writable ? &writing->class : NULL;
    c->writer.owner = (PyObject *)plan;
    Py_XSETREF(c->plan, plan);
    c->version = right && instance_version(c->type) == version ? version : 0;
    c->busy = false;
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
        return -1;
    PyErr_Clear();
    return 0;
}

/* ---- the type Registered -------------------------------------------------------------- */

static int registered_traverse(PyObject *op, visitproc visit, void *arg)
{
    const struct registered *self = (struct registered *)op;
    Py_VISIT(Py_TYPE(op));
#ifdef Py_GIL_DISABLED
    Py_VISIT(self->next);
#endif
    for (size_t i = 0; i < self->count; i++) {
        Py_VISIT(self->classes[i]->entry);
        Py_VISIT(self->classes[i]->type);
        Py_VISIT(self->classes[i]->plan);
    }
    return 0;
}

/* A cycle is broken at the registry's dict, as that of a Plan: a call may be using the classes. */
static void registered_dealloc(PyObject *op)
{
    struct registered *self = (struct registered *)op;
    PyObject_GC_UnTrack(op);
#ifdef Py_GIL_DISABLED
    Py_XDECREF(self->next);
#endif
    for (size_t i = 0; i < self->by_name.size; i++)
        Py_XDECREF(self->by_name.places[i].name);
    for (size_t i = 0; i < self->count; i++)
        registered_free_class(self->classes[i]);
    PyMem_Free(self->classes);
    PyMem_Free(self->by_name.places);
    PyMem_Free(self->by_type.places);
    common_free(op);
}

/* Copies of a registry, and pickled ones, begin without it. */
static PyObject *registered_reduce(PyObject *Py_UNUSED(op), PyObject *Py_UNUSED(none))
{
    return Py_BuildValue("(O())", (PyObject *)Py_TYPE(Py_None));
}

static PyMethodDef registered_methods[] = {
    {"__reduce__", registered_reduce, METH_NOARGS, "__reduce__()\n--\n\nAs None."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot registered_slots[] = {
    {Py_tp_doc, "What a TypeRegistry has for this module. Made by the module."},
    {Py_tp_dealloc, registered_dealloc},
    {Py_tp_traverse, registered_traverse},
    {Py_tp_methods, registered_methods},
    {0, NULL},
};

PyType_Spec registered_spec = {
    .name = "hayapack._native.Registered",
    .basicsize = sizeof(struct registered),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = registered_slots,
};

bool registered_reads(const struct registered_class *c, bool map)
{
    return c->reads && registered_is_ready(c) && c->plan->usable && c->array == !map;
}

PyObject *registered_name(const struct registered_class *c)
{
    return PyObject_GetAttrString(c->entry, "name");
}
