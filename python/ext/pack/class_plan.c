/* class_plan.c: what is known of a class for writing its objects: class_plan.h. */
#include "class_plan.h"

#include "runtime/layout_inline_values.h"

/* ---- fields and their keys ------------------------------------------------------ */

/* The key in the array form: none. */
static const uint8_t class_plan_no_key[CLASS_KEY_STEP];

uint8_t *class_plan_constant(uint8_t *p, PyObject *constant)
{
    Py_ssize_t n;
    if (PyLong_CheckExact(constant)) {
        int overflow;
        long long v = PyLong_AsLongLongAndOverflow(constant, &overflow);
        return overflow == 0 ? haya_put_int(p, v) : NULL;
    }
    const char *text = PyUnicode_CheckExact(constant) ? PyUnicode_AsUTF8AndSize(constant, &n) : NULL;
    if (text == NULL || n > 0xffff)
        return NULL;
    p = haya_put_str_header(p, (uint32_t)n);
    memcpy(p, text, (size_t)n);
    return p + n;
}

size_t class_plan_room(PyObject *constant)
{
    size_t n = constant != NULL && PyUnicode_CheckExact(constant) ? 4 * (size_t)PyUnicode_GET_LENGTH(constant) : 0;
    return (HAYA_HEADER_MAX + n + 2 * CLASS_KEY_STEP - 1) / CLASS_KEY_STEP * CLASS_KEY_STEP;
}

uint8_t *class_plan_pack_keys(struct class_plan *plan)
{
    uint8_t *p = plan->text;
    for (uint32_t i = 0; i < plan->map_count; i++) {
        struct class_field *field = &plan->map[i];
        uint8_t *end = field->text != NULL ? class_plan_constant(p, field->text) : NULL;
        if (end == NULL)
            return NULL;
        field->key = p;
        field->key_size = (uint32_t)(end - p);
        p += class_plan_room(field->text);
    }
    return p;
}

int class_plan_allocate(struct class_plan *plan, size_t map_count, size_t array_count, size_t room)
{
    plan->array_count = (uint32_t)array_count;
    plan->map = PyMem_Calloc(map_count + 1, sizeof *plan->map);
    plan->array = PyMem_Calloc(array_count + 1, sizeof *plan->array);
    plan->text = PyMem_Calloc(room + CLASS_KEY_STEP, 1);
    for (size_t i = 0; plan->array != NULL && i < array_count; i++)
        plan->array[i] = (struct class_field){.key = class_plan_no_key, .place = INSTANCE_NOWHERE};
    if (plan->map != NULL && plan->array != NULL && plan->text != NULL)
        return 0;
    return errors_no_memory();
}

void class_plan_clear(struct class_plan *plan)
{
    PyMem_Free(plan->map);
    PyMem_Free(plan->array);
    PyMem_Free(plan->text);
    Py_XDECREF(plan->names);
}

/* ---- where attributes are ----------------------------------------------------- */

/* Fills the places of inline values. -1: an exception is set. */
static int class_plan_find_values(struct native_state *state, struct class_plan *plan)
{
#if LAYOUT_VALUES_KNOWN
    struct layout_values values;
    PyObject *names[LAYOUT_VALUES_MAX];
    if (!state->layout.usable || plan->map_count > LAYOUT_VALUES_MAX)
        return 0;
    for (uint32_t i = 0; i < plan->map_count; i++)
        names[i] = plan->map[i].name;
    if (layout_values_find(&state->layout, &values, plan->type, names, plan->map_count) < 0)
        return -1;
    for (uint32_t i = 0; values.keys != NULL && i < plan->map_count; i++)
        plan->map[i].place = (Py_ssize_t)(values.place[i] * sizeof(PyObject *));
    struct layout_keys *keys = values.keys;
    plan->key_count = keys != NULL ? (size_t)threads_load(&keys->nentries) : 0;
    plan->keys = keys;
#else
    (void)state, (void)plan;
#endif
    return 0;
}

/* class_plan_find() without `seen`. */
static int class_plan_look(struct native_state *state, struct class_plan *plan)
{
    PyTypeObject *type = plan->type;
    uint32_t slots = 0;
    if (type->tp_getattro != PyObject_GenericGetAttr || !instance_has_names(type))
        return 0;
    for (uint32_t i = 0; i < plan->map_count; i++) {
        if (!instance_finds(type, plan->map[i].name, &plan->map[i].place))
            return 0;
        slots += plan->map[i].place != 0;
    }
    plan->storage = slots == plan->map_count ? CLASS_IN_SLOTS : CLASS_IN_DICT;
    if (slots == 0 && class_plan_find_values(state, plan) < 0)
        return -1;
    for (uint32_t i = 0; i < plan->array_count; i++)
        for (uint32_t k = 0; k < plan->map_count; k++)
            if (plan->array[i].name == plan->map[k].name)
                plan->array[i].place = plan->map[k].place;
    plan->version = instance_version(type);
    return 0;
}

int class_plan_find(struct native_state *state, struct class_plan *plan)
{
    plan->version = plan->seen = 0;
    plan->keys = NULL;
    int status = class_plan_look(state, plan);
    plan->seen = status == 0 ? instance_version(plan->type) : 0;
    return status;
}

/* ---- dataclasses of extended=True ---------------------------------------------------- */

/* The names of dataclasses.fields(). NULL: an exception is set, or one is no exact str. */
static PyObject *class_plan_names(PyTypeObject *type)
{
    PyObject *fields = native_call("dataclasses", "fields", (PyObject *)type);
    PyObject *names = fields != NULL && PyTuple_CheckExact(fields) ? native_tuple_new(PyTuple_GET_SIZE(fields)) : NULL;
    for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = PyObject_GetAttrString(PyTuple_GET_ITEM(fields, i), "name");
        if (name == NULL || !PyUnicode_CheckExact(name)) {
            Py_XDECREF(name);
            Py_CLEAR(names);
        } else {
            PyTuple_SET_ITEM(names, i, name);
        }
    }
    native_tuple_filled(names);
    Py_XDECREF(fields);
    return names;
}

uint64_t class_plan_state(PyObject *dict)
{
#if PY_VERSION_HEX < 0x030C0000 && !defined(PYPY_VERSION)
    return ((PyDictObject *)dict)->ma_version_tag;
#elif PY_VERSION_HEX < 0x030E0000 && LAYOUT_KNOWN
    uint64_t version;
    THREADS_LOCK(dict);
    version = ((struct layout_dict *)dict)->version / LAYOUT_VERSION_STEP; /* below are flags */
    THREADS_UNLOCK();
    return version;
#else
    const uint64_t factor = 0x9e3779b97f4a7c15;
    uint64_t state;
    PyObject *key, *value;
    THREADS_LOCK(dict);
    state = (uint64_t)PyDict_GET_SIZE(dict);
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &key, &value);) {
        state = (state ^ (uintptr_t)key) * factor;
        state = (state >> 29 ^ state ^ (uintptr_t)value) * factor;
    }
    THREADS_UNLOCK();
    return state;
#endif
}

static void class_plan_free(PyObject *capsule)
{
    struct class_plan *plan = PyCapsule_GetPointer(capsule, NULL);
    class_plan_clear(plan);
    PyMem_Free(plan);
}

struct class_plan *class_plan_in(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, NULL);
}

/* Whether a name is one of the keys of inline values. */
static bool class_plan_has_key(const struct class_plan *plan, PyObject *name)
{
    bool has = false;
#if LAYOUT_VALUES_KNOWN
    const struct layout_entry *entry = plan->keys != NULL ? layout_str_entries(plan->keys) : NULL;
    for (size_t i = 0; entry != NULL && !has && i < plan->key_count; i++)
        has = entry[i].key == name || PyUnicode_Compare(entry[i].key, name) == 0;
#else
    (void)plan, (void)name;
#endif
    return has;
}

/* Fills the plan of a dataclass, whose dict of fields is given. False: it has none, or an exception is set. */
static bool class_plan_fill(struct native_state *state, struct class_plan *plan, PyObject *declared)
{
    size_t room = 0;
    plan->declared = declared;
    plan->state = class_plan_state(declared);
    if ((plan->names = class_plan_names(plan->type)) == NULL)
        return false;
    Py_ssize_t n = PyTuple_GET_SIZE(plan->names);
    for (Py_ssize_t i = 0; i < n; i++)
        room += class_plan_room(PyTuple_GET_ITEM(plan->names, i));
    if (class_plan_allocate(plan, (size_t)n, 0, room) < 0)
        return false;
    for (; plan->map_count < n; plan->map_count++) {
        PyObject *name = PyTuple_GET_ITEM(plan->names, plan->map_count);
        plan->map[plan->map_count] = (struct class_field){.name = name, .text = name};
    }
    if (class_plan_pack_keys(plan) == NULL || class_plan_find(state, plan) < 0 || plan->version == 0)
        return false;
    if (class_plan_has_key(plan, state->str.dataclass_fields))
        plan->key_count = SIZE_MAX; /* class_has_fields() looks it up in each object */
    return true;
}

PyObject *class_plan_of_dataclass(struct native_state *state, PyTypeObject *type)
{
    PyObject *declared = instance_lookup(type, state->str.dataclass_fields), *capsule = NULL;
    if (declared == NULL || !PyDict_CheckExact(declared)) {
        Py_XDECREF(declared);
        return NULL;
    }
    struct class_plan *plan = PyMem_Calloc(1, sizeof *plan);
    if (plan == NULL) {
        PyErr_NoMemory();
    } else if ((capsule = PyCapsule_New(plan, NULL, class_plan_free)) == NULL) {
        PyMem_Free(plan);
    } else {
        plan->type = type;
        if (!class_plan_fill(state, plan, declared))
            Py_CLEAR(capsule);
    }
    Py_DECREF(declared);
    return capsule;
}

#ifdef Py_GIL_DISABLED
int class_plan_take(const struct class_plan *plan, PyObject *o, const struct class_field *first, size_t n,
                    PyObject **to)
{
    const struct instance_places places = class_plan_places_of(plan, first, n);
    if (class_plan_is_placed(plan) && instance_values(o, &places, to, 1))
        return 1;
    for (size_t i = 0; i < n; i++) {
        to[i] = first[i].name != NULL ? PyObject_GetAttr(o, first[i].name) : Py_NewRef(Py_None);
        if (LIKELY(to[i] != NULL))
            continue;
        while (i-- > 0)
            Py_DECREF(to[i]);
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    return 1;
}
#endif
