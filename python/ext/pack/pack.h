/* pack.h: what packs a whole value, for the module, the class Packer and other folders. */
#ifndef HAYAPACK_PACK_H
#define HAYAPACK_PACK_H

#include "runtime/options.h"

struct output;

/* In the module's state. */
struct pack_references {
    /* functions of hayapack._values.extended_types, NULL until they are needed: it imports modules that most programs
     * do not need */
    PyObject *convert, *loses_fields, *known_kind;
    PyObject *first_item; /* operator.itemgetter(0) */
};

extern PyType_Spec packer_spec;

/* Packs o at out->p and moves out->p to its end. -1: an exception is set, and out->p is undefined. */
int pack_value(struct native_state *state, const struct pack_options *opt, struct output *out, PyObject *o);
/* The packed form of o, compressed if opt says so, as a new bytes object. NULL: an exception is set. Python code may
 * run. */
PyObject *pack_in_loop(struct native_state *state, const struct pack_options *opt, size_t *hint, PyObject *o);
/* The same, for the most common tiny messages: no Python code runs. False: it is another message. Otherwise *message is
 * a new reference, or NULL and MemoryError is set. */
bool pack_at_once(const struct native_state *state, const struct pack_options *opt, PyObject *o, PyObject **message);
/* Either of the two. */
PyObject *pack_result(struct native_state *state, const struct pack_options *opt, size_t *hint, PyObject *o);
/* As pack_value(), for a map given as a tuple of 2-tuples. */
int pack_pairs(struct native_state *state, const struct pack_options *opt, struct output *out, PyObject *pairs);
/* Any iterable of pairs -> a new tuple of 2-tuples. NULL: an exception is set. */
PyObject *pack_pairs_tuple(PyObject *pairs);

/* pack/pack_compressed.c: as output_take(), compressed as opt says. obj: the packed object, for errors. */
PyObject *pack_take_compressed(struct native_state *state, const struct pack_options *opt, struct output *out,
                               PyObject *obj);

/* Writes an ext of n bytes, at most 2**32-1. -1: MemoryError is set. */
int pack_ext(struct output *out, int8_t code, const void *payload, size_t n);

#ifndef Py_GIL_DISABLED
/* pack_text.c: NULL: MemoryError is set. Freed by PyMem_Free(). */
struct text_marks *pack_text_marks_new(void);
/* The UTF-8, of *n bytes, that CPython keeps in a str which is packed repeatedly; found by public calls, which may run
 * the collector. NULL, without an exception: it is not known to keep it. */
const uint8_t *pack_noted_utf8(struct text_marks *marks, PyObject *o, size_t *n);
#endif

#endif
