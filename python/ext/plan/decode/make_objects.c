/* make_objects.c: objects from the values of their fields. No code of the user's runs here. */
#include "plan/plan.h"
#include "unpack/map_shapes.h"

#if LAYOUT_KNOWN
/* A dict with the keys of a TYPED_DICT, in their order. -1: an exception is set. */
static int make_model(struct plan_fields *object)
{
    PyObject *model = PyDict_New();
    for (uint32_t i = 0; model != NULL && i < object->field_count; i++)
        if (PyDict_SetItem(model, object->fields[i].name, Py_None) < 0)
            Py_CLEAR(model);
    if (model == NULL)
        return -1;
    struct layout_keys *table = layout_keys_of(model);
    if (table->kind > 1 || object->field_count == 0 || (size_t)table->nentries != object->field_count)
        Py_CLEAR(model);
    else
        object->model_bytes = layout_keys_bytes(table);
    object->model = model;
    return 0;
}
#endif

int plan_find_places(struct native_state *state, struct plan_node *node)
{
#if LAYOUT_KNOWN
    if (node->kind == PLAN_TYPED_DICT)
        return state->layout.usable ? make_model(&node->object) : 0;
#endif
#if LAYOUT_VALUES_KNOWN
    PyObject *names[LAYOUT_VALUES_MAX];
    if (!state->layout.usable || node->kind == PLAN_TYPED_DICT || node->object.value_count > LAYOUT_VALUES_MAX)
        return 0;
    for (uint32_t i = 0; i < node->object.value_count; i++)
        names[i] = node->object.fields[i].name;
    return layout_values_find(&state->layout, &node->object.inline_values, (PyTypeObject *)node->cls, names,
                              node->object.value_count);
#else
    (void)state, (void)node;
    return 0;
#endif
}

int plan_defaults(const struct plan_fields *object, PyObject **values)
{
    for (uint32_t i = 0; i < object->value_count; i++) {
        const struct plan_field *field = &object->fields[i];
        if (values[i] != NULL)
            continue;
        if (field->factory != NULL && !field->builtin)
            return -1;
        values[i] = field->factory != NULL ? PyObject_CallNoArgs(field->factory) : Py_XNewRef(field->standard);
        if (values[i] == NULL && field->factory != NULL)
            return -1;
    }
    return 0;
}

/* Whether instances keep attributes in a dict that shares its keys with others. From 3.11 on, it is made only if
 * something asks for it. */
#define MAKE_INTO_DICT (PY_VERSION_HEX < 0x030B0000)

/* Sets the attributes that have a value, by public calls. Steals the values on success only. */
static PyObject *make_by_name(const struct plan_fields *object, PyObject *o, PyObject **values)
{
    PyObject *dict = MAKE_INTO_DICT ? PyObject_GenericGetDict(o, NULL) : NULL;
    int status = MAKE_INTO_DICT && dict == NULL ? -1 : 0;
    for (uint32_t i = 0; i < object->value_count && status == 0; i++)
        if (values[i] != NULL)
            status = MAKE_INTO_DICT ? PyDict_SetItem(dict, object->fields[i].name, values[i])
                                    : PyObject_GenericSetAttr(o, object->fields[i].name, values[i]);
    Py_XDECREF(dict);
    if (status < 0) {
        Py_DECREF(o);
        return NULL;
    }
    for (uint32_t i = 0; i < object->value_count; i++)
        Py_XDECREF(values[i]);
    return o;
}

static bool make_is_full(const struct plan_fields *object, PyObject *const *values)
{
    for (uint32_t i = 0; i < object->value_count; i++)
        if (values[i] == NULL)
            return false;
    return true;
}

static PyObject *make_slots(struct native_state *state, const struct plan_node *node, PyObject **values)
{
    PyTypeObject *type = (PyTypeObject *)node->cls;
    const struct plan_field *field = node->object.fields, *stop = field + node->object.value_count;
    bool track = false;
    PyObject *o;
#if LAYOUT_KNOWN
    track = state->layout.usable && (type->tp_flags & Py_TPFLAGS_HAVE_GC) != 0;
    if (track)
        o = node->object.filled ? layout_instance_begin(&state->layout, type)
                                : layout_instance_new(&state->layout, type);
    else
#endif
        o = PyType_GenericAlloc(type, 0);
    (void)state, (void)track;
    if (UNLIKELY(o == NULL))
        return NULL;
    for (; field < stop; field++)
        *(PyObject **)((char *)o + field->offset) = *values++;
#if LAYOUT_KNOWN
    if (track)
        layout_track(&state->layout, o);
#endif
    return o;
}

static PyObject *make_object(struct native_state *state, const struct plan_node *node, PyObject **values, bool full)
{
    PyTypeObject *type = (PyTypeObject *)node->cls;
    if (node->object.how == PLAN_SLOTS)
        return make_slots(state, node, values);
#if LAYOUT_VALUES_KNOWN
    if (LIKELY(node->object.inline_values.keys != NULL) && LIKELY(full || make_is_full(&node->object, values))) {
        PyObject *o =
            layout_values_make(&state->layout, &node->object.inline_values, type, values, node->object.value_count);
        if (LIKELY(o != NULL) || PyErr_Occurred())
            return o;
    }
#else
    (void)make_is_full, (void)full;
#endif
    PyObject *o = PyType_GenericAlloc(type, 0);
    return o != NULL ? make_by_name(&node->object, o, values) : NULL;
}

/* The fields of a NamedTuple all have a value. */
static PyObject *make_named_tuple(const struct plan_node *node, PyObject **values)
{
    PyTypeObject *type = (PyTypeObject *)node->cls;
    PyObject *o = type->tp_alloc(type, (Py_ssize_t)node->object.field_count);
    for (uint32_t i = 0; o != NULL && i < node->object.field_count; i++)
        PyTuple_SET_ITEM(o, (Py_ssize_t)i, values[i]);
    return o;
}

static PyObject *make_typed_dict(struct native_state *state, const struct plan_node *node, PyObject **values, bool full)
{
#if LAYOUT_KNOWN
    if (LIKELY(node->object.model != NULL) && LIKELY(full || make_is_full(&node->object, values)))
        return layout_dict_with(&state->layout, layout_keys_of(node->object.model), node->object.model_bytes, values,
                                node->object.tracked);
#else
    (void)full;
#endif
    PyObject *pairs[2 * PLAN_FIELDS];
    size_t n = 0;
    for (uint32_t i = 0; i < node->object.field_count; i++)
        if (values[i] != NULL) {
            pairs[n++] = Py_NewRef(node->object.fields[i].name);
            pairs[n++] = values[i];
        }
    PyObject *dict = shapes_dict(state, NULL, pairs, n / 2, 0, true);
    for (size_t i = 0; dict == NULL && i < n; i += 2)
        Py_DECREF(pairs[i]);
    return dict;
}

PyObject *plan_make(struct native_state *state, const struct plan_node *node, PyObject **values, bool full)
{
    switch (node->kind) {
    case PLAN_NAMED_TUPLE: return make_named_tuple(node, values);
    case PLAN_TYPED_DICT: return make_typed_dict(state, node, values, full);
    default: return make_object(state, node, values, full);
    }
}

void plan_make_nothing(const struct plan_node *node, PyObject **values, char *base, size_t count)
{
    if (base == (char *)values)
        return;
    for (size_t i = 0; i < count; i++)
        values[i] = *(PyObject **)(base + node->object.keys[i].place);
#if LAYOUT_VALUES_PARTED
    if (node->object.place == PLACE_VALUES) {
        layout_values_drop((PyObject **)base);
        return;
    }
#endif
#if LAYOUT_KNOWN
    layout_instance_drop((PyObject *)base);
#endif
}

PyObject *plan_make_tuple(PyObject **values, size_t n)
{
    PyObject *o = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; o != NULL && i < n; i++)
        PyTuple_SET_ITEM(o, (Py_ssize_t)i, values[i]);
    return o;
}
