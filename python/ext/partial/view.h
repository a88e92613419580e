/* view.h: the view types, shared by view.c, view_array.c and view_map.c. */
#ifndef HAYAPACK_VIEW_H
#define HAYAPACK_VIEW_H

#include "partial.h"

extern PyType_Spec view_spec, map_view_spec, array_view_spec, view_iterator_spec;

PyObject *view_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
int view_traverse(PyObject *o, visitproc visit, void *arg);
void view_dealloc(PyObject *o);

/* An iterator over a container. Each value is skipped at most once. */
struct view_iterator;
/* The next item, a new reference; NULL, with or without an exception: the iterator ends. */
typedef PyObject *view_next(struct view_iterator *self);

struct view_iterator {
    PyObject_HEAD
    struct view *view;
    view_next *next;
    struct haya_cursor cursor; /* of the next element of an array */
    uint64_t left;             /* remaining elements or keys */
    PyObject *index;           /* owned: the index of a map (view_map.c); NULL for an array */
    Py_ssize_t at;             /* where the index continues, as for PyDict_Next() */
    bool behind;               /* the element at `cursor` was returned: skip it first */
    bool busy;                 /* a hook is running, or another thread is inside */
};

/* A new iterator of `count` items, at the container's first value. Steals index. NULL: MemoryError. */
PyObject *view_iterate(struct view *view, view_next *next, PyObject *index, uint64_t count);

#endif
