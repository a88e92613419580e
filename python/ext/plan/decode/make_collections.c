/*
 * make_collections.c: sets and dicts of any keys. Code of the user's may run here: __hash__() and __eq__() of keys, and
 * handlers of signals. The values stay on the reader's stack until the container is complete, and it is not tracked.
 */
#include "plan/decode/decode_state.h"
#include "unpack/map_shapes.h"

/* As EQUAL_HASHES in hayapack._plan.limits: of how many different keys of a container the hashes may be equal. */
#define HASH_TABLE_EQUAL 64
/* Keys between two signal checks, a power of two. */
#define HASH_TABLE_MANY 4096

static int collection_signals(struct reader *r)
{
    unpack_resume(&r->u);
    int status = PyErr_CheckSignals();
    unpack_pause(&r->u);
    r->raised = status < 0;
    return status;
}

int plan_signals(struct reader *r, const uint8_t *p)
{
    plan_set_check(r, p);
    return collection_signals(r);
}

/* Whether a sender can't make many different keys of this type with the same hash: those of str and bytes are seeded,
 * and there are only few ints of 64 bits and floats with the same. */
static bool collection_is_safe(const PyObject *key)
{
    const PyTypeObject *type = Py_TYPE(key);
    return type == &PyUnicode_Type || type == &PyBytes_Type || type == &PyLong_Type || type == &PyFloat_Type ||
           type == &PyBool_Type || key == Py_None;
}

/* A counter for each of about n hashes, which all keys with the same hash share. */
struct collection_counts {
    uint8_t *counts; /* owned */
    unsigned shift;
};

/* Counts a key. 1: it is over the limit; -1: an exception is set. */
static int collection_count(struct collection_counts *all, PyObject *key)
{
    Py_hash_t hash = PyObject_Hash(key);
    if (hash == -1)
        return -1;
    return ++all->counts[(uint64_t)hash * UINT64_C(0x9e3779b97f4a7c15) >> all->shift] > HASH_TABLE_EQUAL;
}

/* Counts n keys, `step` apart, or if `seen` is a set only the first of equal keys. 1: one is over the limit; -1: an
 * exception is set. */
static int collection_count_all(struct reader *r, PyObject **keys, size_t n, size_t step, PyObject *seen)
{
    struct collection_counts all = {NULL, 56};
    int status = 0;
    while (all.shift > 8 && UINT64_C(1) << (64 - all.shift) < n)
        all.shift--;
    for (size_t i = 0; i < n && status == 0; i++) {
        PyObject *key = keys[i * step];
        if (i % HASH_TABLE_MANY == HASH_TABLE_MANY - 1 && collection_signals(r) < 0)
            status = -1;
        if (collection_is_safe(key) || status < 0)
            continue;
        if (all.counts == NULL && (all.counts = PyMem_Calloc((size_t)1 << (64 - all.shift), 1)) == NULL) {
            status = errors_no_memory();
            continue;
        }
        Py_ssize_t before = seen != NULL ? PySet_GET_SIZE(seen) : -1;
        if (seen != NULL && PySet_Add(seen, key) < 0)
            status = -1;
        else if (seen == NULL || PySet_GET_SIZE(seen) != before)
            status = collection_count(&all, key);
    }
    PyMem_Free(all.counts);
    return status;
}

/* Whether too many different keys, `step` apart, have the same hash: each would be compared with all before it. Keys
 * with the same counter by chance make this true, too: the pure back end decides. -1: an exception is set. */
static int collection_is_crowded(struct reader *r, PyObject **keys, size_t n, size_t step)
{
    if (n <= HASH_TABLE_EQUAL)
        return 0;
    int status = collection_count_all(r, keys, n, step, NULL);
    if (status <= 0)
        return status;
    PyObject *seen = PySet_New(NULL); /* they may be equal keys */
    if (seen == NULL)
        return -1;
    PyObject_GC_UnTrack(seen);
    status = collection_count_all(r, keys, n, step, seen);
    PyObject_GC_Track(seen);
    Py_DECREF(seen);
    return status;
}

/* The first keys as a set. */
static PyObject *collection_begin(const struct plan_node *node, PyObject **values, size_t n)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; tuple != NULL && i < n; i++)
        PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, Py_NewRef(values[i]));
    if (tuple == NULL)
        return NULL;
    PyObject *o = node->kind == PLAN_SET         ? PySet_New(tuple)
                  : node->kind == PLAN_FROZENSET ? PyFrozenSet_New(tuple)
                                                 : PyObject_CallOneArg(node->items.deque, tuple);
    Py_DECREF(tuple);
    return o;
}

/* Adds the values to a set or dict o, which is not tracked. step: 1, or 2 for a dict. 1: all are in it; 0: one can't be
 * a key; -1: an exception is set. */
static int collection_add(struct reader *r, PyObject *o, PyObject **values, size_t n, size_t step)
{
    for (size_t i = 0; i < n; i++) {
        if (i % HASH_TABLE_MANY == HASH_TABLE_MANY - 1 && collection_signals(r) < 0)
            return -1;
        int status = step == 1 ? PySet_Add(o, values[i]) : PyDict_SetItem(o, values[i * step], values[i * step + 1]);
        if (status < 0 && PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            return 0;
        }
        if (status < 0)
            return -1;
        if (step != 1)
            PyObject_GC_UnTrack(o); /* a value may have made it tracked */
    }
    return 1;
}

/* The complete container, whose values are released; or NULL. */
static PyObject *collection_end(PyObject *o, int status, PyObject **values, size_t n)
{
    PyObject_GC_UnTrack(o);
    PyObject_GC_Track(o);
    if (status <= 0) {
        Py_DECREF(o);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        Py_DECREF(values[i]);
    return o;
}

/* After a failure: the pure back end raises a TypeError of a key itself. */
static PyObject *collection_fail(const struct reader *r)
{
    if (!r->raised && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear();
    return NULL;
}

PyObject *plan_make_collection(struct reader *r, const struct plan_node *node, PyObject **values, size_t n)
{
    const bool deque = node->kind == PLAN_DEQUE;
    const size_t first = n > HASH_TABLE_MANY && !deque ? HASH_TABLE_MANY : n;
    if (!deque && collection_is_crowded(r, values, n, 1) != 0)
        return collection_fail(r);
    PyObject *o = collection_begin(node, values, first);
    if (o == NULL)
        return collection_fail(r);
    int status = 1;
    if (n != first) {
        PyObject_GC_UnTrack(o);
        status = collection_add(r, o, values + first, n - first, 1);
        return collection_end(o, status, values, n);
    }
    for (size_t i = 0; i < n; i++)
        Py_DECREF(values[i]);
    return o;
}

PyObject *plan_make_dict(struct reader *r, PyObject **values, size_t n, bool texts)
{
    PyObject *o;
    if (!texts && collection_is_crowded(r, values, n, 2) != 0)
        return collection_fail(r);
    if (n <= HASH_TABLE_MANY)
        return (o = shapes_dict(r->state, r->u.keys, values, n, 0, true)) != NULL ? o : collection_fail(r);
    if ((o = PyDict_New()) == NULL)
        return NULL;
    PyObject_GC_UnTrack(o);
    return collection_end(o, collection_add(r, o, values, n, 2), values, 2 * n);
}
