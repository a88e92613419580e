/*
 * encode_plan.h: what a node needs for encoding, beside what decoding needs (plan.h).
 *
 * encode_plan_find() makes it for the first Encoder of a plan. A type for which it is impossible leaves
 * plan->writable false: then the pure back end encodes.
 */
#ifndef HAYAPACK_PLAN_ENCODE_PLAN_H
#define HAYAPACK_PLAN_ENCODE_PLAN_H

#include "pack/class_plan.h"
#include "plan/plan.h"

/* OMIT_... of nodes.py. */
enum { WRITING_OMIT_NONE = 1, WRITING_OMIT_DEFAULT = 2, WRITING_OMIT_UNSET = 4, WRITING_OMIT_ALWAYS = 8 };

struct encode_plan {
    struct class_plan class; /* OBJECT, NAMED_TUPLE, TYPED_DICT. UNION by pairs: map: the alternatives, with their
                              * packed tags as keys */
    bool omits;              /* a field may be left out of the map form */
    PyObject *kept;          /* borrowed: the attribute with the entries of unknown keys; NULL: none */
    const uint8_t *tag;      /* the packed entry that is written before the fields; tag_size 0: none */
    size_t tag_size;
    PyObject *unset;                /* owned: hayapack.UNSET */
    const struct plan_node **nodes; /* NAMED_TUPLE: of the elements */
    uint32_t node_count;
    PyObject *members; /* owned: ENUM: a tuple of each member and its bytes, one after the other */
};

/* Fills `writing` of the plan's nodes and plan->writable, once. -1: an exception is set. */
int encode_plan_find(struct native_state *state, struct plan *plan);
/* Looks again at the classes that have changed since. The same result. */
int encode_plan_check(struct native_state *state, struct plan *plan);

/* The references are those of the node, which releases them. */
void encode_plan_free(struct encode_plan *writing);

/* plan/encode/encoder.c */

/* The plan of a Node, whose reference is stolen, with `writing` of its nodes and plan->writable. NULL: an exception is
 * set. */
struct plan *plan_for_writing(struct native_state *state, PyObject *source);

/* plan/encode/encode_choices.c */

/* Whether a value is left out of the map form: 1 or 0; -1: to find out, user code may have to run. */
int plan_is_omitted(const struct encode_plan *writing, const struct class_field *field, PyObject *value);
/* Replaces a UNION by the alternative that the value is of, NULL: none, and *by by the union in it that has this
 * alternative, if it is not the union itself. False: the pure back end must choose. */
bool plan_alternative_of(const struct plan_node **node, const struct plan_node **by, PyObject *o);
/* The bytes of the member of an ENUM, borrowed; NULL: it has no such member. */
PyObject *plan_member(const struct plan_node *node, PyObject *o);

enum plan_encoded { PLAN_ENCODE_ERROR = -1, PLAN_ENCODED, PLAN_ENCODE_PURE };

/*
 * Writes o at out->p and moves out->p to its end. PLAN_ENCODE_ERROR: MemoryError, or what a signal handler raised, is
 * set. PLAN_ENCODE_PURE: the pure back end must encode o, from the start; no exception is set. form: enum class_form,
 * for all objects; -1: the form of their classes. opt: without the options that run code of the user's. *missing: a new
 * reference to a class whose plan has to be compiled before its objects can be encoded here; NULL: none.
 */
enum plan_encoded plan_encode(struct native_state *state, const struct plan *plan, const struct pack_options *opt,
                              int form, struct output *out, PyObject *o, PyTypeObject **missing);

extern PyType_Spec plan_encoder_spec;

#endif
