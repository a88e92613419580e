/*
 * native.h: what the files of the compiled module `hayapack._native` share: its state, and what all of them use of
 * runtime/. What a folder does for others is in a header there: pack/pack.h, unpack/unpack.h, plan/decode/decoder.h.
 *
 *   module.c       registration, the module's state, packb and unpackb
 *   core.c         the C core, compiled into this module
 *   pack/          values -> bytes: messages of one short value (small_messages.c), the encoding loop (pack_loop.h,
 *                  inline parts in pack_scalars.h, scalar_runs.h, map_entries.h and short_copies.h; compiled in
 *                  pack_loop.c and, for CPUs with AVX-512, in pack_loop_avx512.c), its slow paths (less common types,
 *                  hooks), errors (pack_errors.c), what other threads may change without a GIL (free_threading.h),
 *                  text that is not ASCII, derived classes (subclasses.c), the classes that extended=True packs
 *                  (extended_types.c, numpy.c), how the objects of a class are written (class_plan.c) and writing
 *                  them (class_writer.c), the class Packer, the growing output buffer
 *   unpack/        bytes -> values: the decoding loop (unpack_loop.c, inline parts in unpack_scalars.h, scalar_runs.h
 *                  and close_container.h), its slow paths (memory, hooks, exts), the calls of Python code, the caches
 *                  of map keys and of shapes (key_cache.h, map_shapes.h)
 *   plan/          objects of the user's classes: plans that decode and encode them, typed values (type_registry/)
 *   unpacker/      the class Unpacker and its file
 *   partial/       values of a message without decoding the rest: get, View
 *   columns/       the fields of many rows, each in buffers of its own: columns. columns/arrow/ has the Arrow C
 *                  interfaces: columns and messages as Arrow's arrays, streams of batches, tables -> messages
 *   split/         where messages begin in a file
 *   lz4/           compressed messages, large ones with several threads; liblz4, which a module of
 *                  its own links, or its Python replacement
 *   survey/        what `hayapack inspect`, `hayapack stats` and arrow.infer() do for every value
 *   runtime/       CPython: its private layout, str, datetime, exceptions, keyword arguments, imports,
 *                  locks, the buffer protocol; SIMD loops, arrays that grow
 *
 * All state belongs to one module object and therefore to one interpreter.
 * Unless a comment says otherwise, functions are called with the GIL of that
 * interpreter held (without a GIL: with an attached thread state).
 */
#ifndef HAYAPACK_NATIVE_H
#define HAYAPACK_NATIVE_H

#include "runtime/common.h"

#include "columns/arrow/arrow.h"
#include "columns/columns_module.h"
#include "hayapack.h"
#include "lz4/lz4.h"
#include "pack/pack.h"
#include "partial/partial_module.h"
#include "plan/decode/decoder.h"
#include "runtime/buffers.h"
#include "runtime/errors.h"
#include "runtime/guard.h"
#include "runtime/imports.h"
#include "runtime/layout_containers.h"
#include "runtime/growing_array.h"
#include "runtime/options.h"
#include "runtime/source.h"
#include "runtime/text_utf8.h"
#include "runtime/threads.h"
#include "runtime/times.h"
#include "runtime/vector.h"
#include "unpacker/file.h"

#ifdef Py_GIL_DISABLED
#define NATIVE_PLACES 32

/* What a thread writes at each call. */
struct thread_place {
    struct key_cache *keys;      /* NULL: none yet, or a call uses it */
    size_t size_hint;            /* as native_state.size_hint */
    struct class_cache *classes; /* NULL: none yet. Never replaced */
    char apart[THREAD_APART - 3 * sizeof(size_t)];
};
#else
#define NATIVE_PLACES 1
#endif

/* ---- references of the module ------------------------------------------------ */

/* The names that C code looks up: a member, and its text. */
#define NATIVE_NAMES(X)                         \
    X(array_struct, "__array_struct__")         \
    X(build, "_build")                          \
    X(by_name, "_by_name")                      \
    X(compiled, "compiled")                     \
    X(data, "data")                             \
    X(dataclass_fields, "__dataclass_fields__") \
    X(decode, "decode")                         \
    X(encode, "encode")                         \
    X(enum_value, "_value_")                    \
    X(from_aware, "_from_aware")                \
    X(items, "items")                           \
    X(key, "key")                               \
    X(nanoseconds, "nanoseconds")               \
    X(native, "_native")                        \
    X(plan, "__hayapack_plan__")                \
    X(read, "read")                             \
    X(seconds, "seconds")                       \
    X(sort, "sort")                             \
    X(take_apart, "_take_apart")                \
    X(to_datetime, "to_datetime")               \
    X(to_unix, "to_unix")                       \
    X(to_unix_nano, "to_unix_nano")             \
    X(utcoffset, "utcoffset")

struct native_names {
#define NATIVE_NAME(member, text) PyObject *member;
    NATIVE_NAMES(NATIVE_NAME)
#undef NATIVE_NAME
};

/* Objects of which CPython has one each. */
struct native_shared {
    PyObject *small[LAYOUT_SMALL_COUNT]; /* integers from LAYOUT_SMALL_MIN on */
    PyObject *letter[128];               /* strings of one ASCII character */
    PyObject *empty_text;
};

/* Each member of the state that has references: its type, which has nothing else, and its name. The structs of a folder
 * are in the folder's header. */
#define NATIVE_REFERENCES(X)              \
    X(struct native_names, str)           \
    X(struct native_shared, shared)       \
    X(struct options_names, option)       \
    X(struct errors_builders, errors)     \
    X(struct pack_references, pack)       \
    X(struct plan_references, plan)       \
    X(struct file_references, file)       \
    X(struct partial_references, partial) \
    X(struct columns_references, columns) \
    X(struct arrow_references, arrow)     \
    X(struct lz4_references, lz4)         \
    X(PyTypeObject *, ext_type)           \
    X(PyTypeObject *, timestamp_type)     \
    X(PyTypeObject *, fragment_type)      \
    X(PyTypeObject *, frozendict_type)    \
    X(PyTypeObject *, datetime_type)      \
    X(PyObject *, datetime_capsule)       \
    X(PyObject *, type_registry)          \
    X(PyObject *, misfit)

struct native_state {
    struct layout layout;
    const struct vector_ops *vector;
#ifdef Py_GIL_DISABLED
    uintptr_t owners[NATIVE_PLACES]; /* the thread whose place it is; 0: nobody's */
#else
    struct key_cache *keys[NATIVE_PLACES];      /* see keys_borrow() */
    struct class_cache *classes[NATIVE_PLACES]; /* see classes_enter() */
    struct text_marks *texts;                   /* see pack/pack_text.c */
#endif
    size_t size_hint; /* bytes of the last result that outgrew the scratch space */

#define NATIVE_REFERENCE(type, member) type member;
    NATIVE_REFERENCES(NATIVE_REFERENCE)
#undef NATIVE_REFERENCE

    const struct registered_ops *registered; /* plan/type_registry/registered.h */
    uint8_t option_at[OPTIONS_PLACES];       /* hash table of indexes into option.names: runtime/options.c */
    struct times_facts times;
    struct pack_options pack_defaults;
    struct unpack_options unpack_defaults;
#ifdef Py_GIL_DISABLED
    char apart[THREAD_APART];
    struct thread_place places[NATIVE_PLACES];
#endif
};

#ifdef Py_GIL_DISABLED
/* The index of the place that this thread, whose _Py_ThreadId() is given, looks at first. */
HAYA_INLINE size_t native_home(uintptr_t thread)
{
    return (size_t)((uint64_t)(thread >> 8) * 0x9e3779b97f4a7c15u >> 32) % NATIVE_PLACES;
}

/* The size hint of this thread. */
#define NATIVE_SIZE_HINT(state) (&(state)->places[native_home(_Py_ThreadId())].size_hint)
#else
#define NATIVE_SIZE_HINT(state) (&(state)->size_hint)
#endif

/* Only its address is used outside module.c: native_module_of() recognises the module by it. */
extern struct PyModuleDef native_module;

/* ---- tuples that are filled while Python code may run --------------------- */

/* A tuple of n NULL items that the collector does not track. Call native_tuple_filled() when all items
 * are set. NULL: MemoryError. */
static inline PyObject *native_tuple_new(Py_ssize_t n)
{
    PyObject *tuple = PyTuple_New(n);
    if (tuple != NULL && n != 0) /* the empty tuple is shared and stays tracked */
        PyObject_GC_UnTrack(tuple);
    return tuple;
}

/* Starts tracking it. tuple may be NULL. */
static inline void native_tuple_filled(PyObject *tuple)
{
    if (tuple != NULL && PyTuple_GET_SIZE(tuple) != 0)
        PyObject_GC_Track(tuple);
}

/* ---- typed values -------------------------------------------------------- */

struct packing;
struct unpacking;
struct registered_class;

/*
 * Typed values of the dataclasses of a TypeRegistry, for pack and unpack, which plan depends on: so they call it by
 * this table. What can't be done here is left to the registry's methods.
 */
struct registered_ops {
    /* What a registry has for the rest, for one call, which gives it back. NULL: nothing; an exception may be set. */
    PyObject *(*begin)(struct native_state *state, PyObject *registry);
    void (*end)(PyObject *registered);
    /* As pack_slow(), for an object of a registered class; held: o is, and pack_pin() was called. Else no Python code
     * runs, and the items of the innermost frame that follow o may be written, too. */
    int (*pack)(struct packing *w, PyObject *o, bool held);
    /* The class with this name in a message; NULL: none. */
    struct registered_class *(*find)(PyObject *registered, const uint8_t *name, size_t size);
    /* Whether its objects can be made of a map, or else of an array, by the next two. */
    bool (*reads)(const struct registered_class *c, bool map);
    /* The object of the value at p, which ends at `end`, if it is a map of the expected keys and of usual values, in
     * a container that is not near the limit of depth. NULL: an exception is set, or (without one) it is not. */
    PyObject *(*read)(struct unpacking *u, struct registered_class *c, const uint8_t *p, const uint8_t *end);
    /* The object of n pairs, which it steals on success only; of a list or tuple. NULL: an exception is set, or
     * (without one) the registry must make it. */
    PyObject *(*make)(struct unpacking *u, struct registered_class *c, PyObject **pairs, size_t n);
    PyObject *(*make_of_list)(struct unpacking *u, struct registered_class *c, PyObject *list);
    /* Notes that the registry has made an object, and may make a plan: Python code runs. -1: an exception is set. */
    int (*meet)(struct native_state *state, struct registered_class *c);
    /* A name by which the registry finds the class: a new reference. NULL: an exception is set. */
    PyObject *(*name)(const struct registered_class *c);
};

#endif
