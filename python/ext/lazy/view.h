/* view.h: the view types, shared by view.c, view_map.c and view_iterator.c. */
#ifndef HAYAPACK_VIEW_H
#define HAYAPACK_VIEW_H

#include "lazy.h"

extern PyType_Spec lazy_source_spec, view_spec, map_view_spec, array_view_spec, view_iterator_spec;

PyObject *view_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
int view_traverse(PyObject *o, visitproc visit, void *arg);
void view_dealloc(PyObject *o);

/* For the iterator over a map: the index of its keys, a new reference, or NULL with an exception set. */
PyObject *map_view_index(struct view *view);
/* The next key of the index, a new reference, and the cursor of its value. at: as for PyDict_Next(). 0; 1: there is
 * none; -1: an exception is set. */
int map_view_next(const struct view *view, PyObject *index, Py_ssize_t *at, PyObject **key, struct haya_place *place);

enum view_what { VIEW_KEYS, VIEW_VALUES, VIEW_ITEMS };

/* A new iterator over a container's elements, keys, values or entries. */
PyObject *view_iterate(struct view *view, enum view_what what);

#endif
