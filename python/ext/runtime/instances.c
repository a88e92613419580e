/* instances.c: where the instances of a class have their attributes. No code of the user's runs here. */
#include "instances.h"

#include <structmember.h>

#ifndef T_OBJECT_EX
#define T_OBJECT_EX Py_T_OBJECT_EX
#endif

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
    PyObject *dict = PyObject_GenericGetDict(o, NULL);
    if (dict == NULL)
        PyErr_Clear();
    Py_XDECREF(dict);
    return dict;
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
