/* instances.c: where the instances of a class have their attributes. No code of the user's runs here. */
#include "instances.h"

PyObject *instance_lookup(PyTypeObject *type, PyObject *name)
{
#ifdef Py_GIL_DISABLED
    return _PyType_LookupRef(type, name);
#else
    return Py_XNewRef(_PyType_Lookup(type, name));
#endif
}

bool instance_finds(PyTypeObject *type, PyObject *name, Py_ssize_t *place)
{
    *place = 0;
    PyObject *found = instance_lookup(type, name);
    if (found == NULL)
        return true;
    bool finds;
    if (!Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        finds = Py_TYPE(found)->tp_descr_get == NULL && Py_TYPE(found)->tp_descr_set == NULL;
    } else {
        const PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        *place = member->offset;
        finds = member->type == T_OBJECT_EX && member->flags == 0 && PyType_IsSubtype(type, PyDescr_TYPE(found));
    }
    Py_DECREF(found);
    return finds;
}

Py_ssize_t instance_slot_of(PyObject *cls, PyObject *name)
{
    PyObject *place = PyObject_GetAttr(cls, name);
    if (place == NULL)
        return -1;
    Py_ssize_t offset = 0;
    if (Py_IS_TYPE(place, &PyMemberDescr_Type)) {
        const PyMemberDef *member = ((PyMemberDescrObject *)place)->d_member;
        offset = member->type == T_OBJECT_EX && member->flags == 0 ? member->offset : 0;
    }
    Py_DECREF(place);
    return offset;
}

bool instance_has_names(const PyTypeObject *type)
{
    bool has = true;
    for (Py_ssize_t i = 0; has && i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        const PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        PyObject *key;
        Py_ssize_t at = 0;
        if ((base->tp_flags & Py_TPFLAGS_HEAPTYPE) == 0)
            continue; /* a program can't change it */
        while (has && PyDict_Next(base->tp_dict, &at, &key, NULL))
            has = PyUnicode_CheckExact(key);
    }
    return has;
}

/* Whether CPython keeps the object's attributes in inline values, or where only it knows their dict. */
HAYA_INLINE bool instance_is_managed(PyObject *o)
{
#ifdef Py_TPFLAGS_MANAGED_DICT
    return PyType_HasFeature(Py_TYPE(o), Py_TPFLAGS_MANAGED_DICT);
#else
    (void)o;
    return false;
#endif
}

/* An attribute of an object or, if name is NULL, its dict, which may be made; borrowed. NULL, without an exception: it
 * is not there. CPython 3.11 runs the collector when it makes a dict or an AttributeError. */
static PyObject *instance_ask(PyObject *o, PyObject *name)
{
#if PY_VERSION_HEX < 0x030C0000
    int enabled = PyGC_Disable();
#endif
    PyObject *found = name != NULL ? PyObject_GenericGetAttr(o, name) : PyObject_GenericGetDict(o, NULL);
    if (found == NULL)
        PyErr_Clear();
#if PY_VERSION_HEX < 0x030C0000
    if (enabled)
        PyGC_Enable();
#endif
    Py_XDECREF(found);
    return found;
}

PyObject *instance_dict(PyObject *o, bool layout)
{
#if LAYOUT_VALUES_KNOWN
    if (layout && PyType_HasFeature(Py_TYPE(o), Py_TPFLAGS_MANAGED_DICT)) {
        uintptr_t word = ((uintptr_t *)o)[LAYOUT_DICT_AT]; /* bit 0: 3.12's mark of inline values */
        return (word & 1) == 0 ? (PyObject *)word : NULL;
    }
#else
    (void)layout;
#endif
    if (instance_is_managed(o))
        return instance_ask(o, NULL);
    PyObject **at = _PyObject_GetDictPtr(o); /* PyObject_GenericGetDict() would make a dict */
    return at != NULL ? *at : NULL;
}

bool instance_dict_has_names(PyObject *o, bool layout)
{
    PyObject *dict = instance_dict(o, layout), *key;
    Py_ssize_t at = 0;
#if LAYOUT_KNOWN
    if (layout)
        return dict == NULL || layout_keys_of(dict)->kind != 0;
#endif
    while (dict != NULL && PyDict_Next(dict, &at, &key, NULL))
        if (!PyUnicode_CheckExact(key))
            return false;
    return true;
}

PyObject *instance_attribute(PyObject *o, PyObject *name, bool layout)
{
    PyObject *found = instance_lookup(Py_TYPE(o), name), *value = NULL;
    Py_XDECREF(found); /* the class has it */
    if (found != NULL && Py_IS_TYPE(found, &PyMemberDescr_Type))
        return *(PyObject **)((char *)o + ((PyMemberDescrObject *)found)->d_member->offset);
    PyObject *dict = instance_dict(o, layout);
    if (dict != NULL)
        value = PyDict_GetItemWithError(dict, name);
    else if (instance_is_managed(o))
        value = instance_ask(o, name);
    return value != NULL ? value : found;
}

#ifdef Py_GIL_DISABLED
bool instance_take(const char *base, const struct instance_places *at, PyObject **to, size_t step)
{
    const char *place = (const char *)at->place;
    for (size_t i = 0; i < at->count; i++, place += at->apart) {
        PyObject *value = instance_value(base, *(const Py_ssize_t *)place);
        if (UNLIKELY(value == NULL)) {
            while (i-- > 0)
                Py_DECREF(to[i * step]); /* o has another reference */
            return false;
        }
        to[i * step] = Py_NewRef(value);
    }
    return true;
}

bool instance_values(PyObject *o, const struct instance_places *at, PyObject **to, size_t step)
{
    struct threads_held held;
    PyObject *dict;
    threads_hold(&held, o);
    const char *base = instance_open(o, at, &dict);
    bool taken = base != NULL && instance_take(base, at, to, step);
    instance_close(dict);
    threads_release(&held, o);
    return taken;
}
#endif
