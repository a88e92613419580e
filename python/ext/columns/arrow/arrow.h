/* arrow.h: what the files of this folder share: streams of batches, and tables as messages. */
#ifndef HAYAPACK_ARROW_H
#define HAYAPACK_ARROW_H

#include "structs.h"

/* In the module's state. */
struct arrow_references {
    PyTypeObject *rows_type;
};

/* ---- capsules.c, schema_difference.c ---------------------------------------------------------- */

/* The most levels of a schema's fields. */
#define ARROW_DEPTH 64

/* Whether arrays of both schemas have the same layout and their structs the same names of fields. NULL: yes; else where
 * they differ, in words. Needs no GIL. */
const char *arrow_schema_difference(const struct ArrowSchema *a, const struct ArrowSchema *b);

/* The name of an object's class, without its module. */
const char *arrow_class(PyObject *o);
/* The struct in the capsule that o.__arrow_c_schema__() or o.__arrow_c_stream__() gives, and the capsule as a new
 * reference. NULL: an exception is set. */
struct ArrowSchema *arrow_schema_of(PyObject *o, PyObject **capsule);
struct ArrowArrayStream *arrow_stream_of(PyObject *o, PyObject **capsule);
/* The array of o.__arrow_c_array__(), and its schema; *pair owns both. NULL: an exception is set. */
struct ArrowArray *arrow_array_of(PyObject *o, struct ArrowSchema **schema, PyObject **pair);

/* The integer of `width` bytes that an array has there. */
HAYA_INLINE int64_t arrow_signed(const uint8_t *at, int width)
{
    int16_t two;
    int32_t four;
    int64_t eight;
    switch (width) {
    case 1: return (int8_t)*at;
    case 2: memcpy(&two, at, 2); return two;
    case 4: memcpy(&four, at, 4); return four;
    default: memcpy(&eight, at, 8); return eight;
    }
}

/* ---- arrow_stream.c ----------------------------------------------------------- */

/* The function arrow_stream() of _native, and its docstring. */
extern const char arrow_stream_doc[];
PyObject *arrow_stream_function(PyObject *module, PyObject *args);

#endif
