/*
 * native.h: what the files of the compiled module `hayapack._native` share: its state, and what all of them use of
 * runtime/. What a folder does for others is in a header there: pack/pack.h, unpack/unpack.h, plan/decoder.h.
 *
 *   module.c       registration, the module's state, packb and unpackb
 *   core.c         the C core, compiled into this module
 *   pack/          values -> bytes: messages of one short value (message.c), the encoding loop
 *                  (loop.h, inline parts in scalars.h, runs.h and blocks.h; compiled in loop.c and, for CPUs
 *                  with AVX-512, in loop_avx512.c), its slow paths (less common types, hooks), errors
 *                  (fail.c), what other threads may change without a GIL (locks.h, shared.c), text that is
 *                  not ASCII, derived classes (derived.c), the classes that extended=True packs (classes.c,
 *                  arrays.c), how the objects of a class are written (class_plan.c) and writing them
 *                  (class_writer.c), the class Packer, the growing output buffer
 *   unpack/        bytes -> values: the decoding loop (loop.c, inline parts in scalars.h and close.h, others in
 *                  runs.c), its slow paths (memory, hooks, exts), the calls of Python code, the caches of map
 *                  keys and of shapes (cache.h, keys.h, shapes.h)
 *   plan/          objects of the user's classes: plans that decode and encode them, typed values (registered.h)
 *   stream/        the class Unpacker and its file
 *   partial/       values of a message without decoding the rest: get, View
 *   columns/       the fields of many rows, each in buffers of its own: columns
 *   split/         where messages begin in a file
 *   arrow/         the Arrow C interfaces: streams of batches, tables -> messages
 *   lz4/           compressed messages, large ones with several threads; liblz4, which a module of
 *                  its own links, or its Python replacement
 *   survey/        what `hayapack inspect`, `hayapack stats` and arrow.infer() do for every value
 *   runtime/       CPython: its private layout, str, datetime, exceptions, keyword arguments, imports,
 *                  locks, the buffer protocol; SIMD loops
 *
 * All state belongs to one module object and therefore to one interpreter.
 * Unless a comment says otherwise, functions are called with the GIL of that
 * interpreter held (without a GIL: with an attached thread state).
 */
#ifndef HAYAPACK_NATIVE_H
#define HAYAPACK_NATIVE_H

#include "runtime/common.h"

#include "hayapack.h"
#include "runtime/buffers.h"
#include "runtime/errors.h"
#include "runtime/guard.h"
#include "runtime/imports.h"
#include "runtime/layout_containers.h"
#include "runtime/options.h"
#include "runtime/source.h"
#include "runtime/text.h"
#include "runtime/threads.h"
#include "runtime/times.h"
#include "runtime/vector.h"

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

/* ---- references of the module: each struct has nothing else, so that module.c can visit them by number --- */

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

struct native_pack {
    /* functions of hayapack._values.convert; NULL until they are needed */
    PyObject *convert, *loses_fields, *known_kind;
    PyObject *first_item; /* operator.itemgetter(0) */
};

struct native_stream {
    PyObject *not_a_file, *not_bytes, *not_decodable;
};

struct native_plan {
    PyTypeObject *type, *decoder_type, *registered_type;
    PyObject *decoders; /* a dict of Decoder objects by type, for unpackb(type=): of types that are no classes of
                         * programs */
};

struct native_partial {
    PyTypeObject *source_type, *view_type, *map_view_type, *array_view_type, *iterator_type;
    PyObject *path_steps, *not_found, *missing_key;
};

struct native_columns {
    PyTypeObject *type, *buffer_type, *memory_type;
    PyObject *error, *missing, *plan, *make;
};

struct native_arrow {
    PyTypeObject *rows_type;
};

struct native_state {
    struct layout layout;
    const struct vector_ops *vector;
#ifdef Py_GIL_DISABLED
    uintptr_t owners[NATIVE_PLACES]; /* the thread whose place it is; 0: nobody's */
#else
    struct key_cache *keys[NATIVE_PLACES];      /* see keys_borrow() */
    struct class_cache *classes[NATIVE_PLACES]; /* see classes_enter() */
    struct text_marks *texts;                   /* see pack/text.c */
#endif
    size_t size_hint; /* bytes of the last result that outgrew the scratch space */

    PyObject *small[LAYOUT_SMALL_COUNT]; /* CPython's shared integers, from LAYOUT_SMALL_MIN on */
    PyObject *letter[128];               /* the shared strings of one ASCII character */
    PyObject *empty_text;

    /* The references of one folder each, and those that several use. */
    struct native_names str;
    struct native_pack pack;
    struct native_stream stream;
    struct native_plan plan;
    struct native_partial partial;
    struct native_columns columns;
    struct native_arrow arrow;
    PyTypeObject *ext_type, *timestamp_type, *fragment_type, *datetime_type, *frozendict_type;
    PyObject *type_registry, *misfit, *unpack_error, *pack_error, *out_of_data, *buffer_full;
    PyObject *names[OPT_COUNT];
    const struct registered_ops *registered; /* plan/registered.h */
    uint8_t name_at[OPTIONS_PLACES];         /* hash table of indexes into names: runtime/options.c */
    PyObject *datetime_capsule;
    bool lz4_loaded;                           /* liblz4 is available */
    PyObject *lz4_missing;                     /* str: why it is not available; NULL: not tried yet */
    bool datetime_direct;                      /* datetimes may be filled without datetime's C API */
    const void *datetime_api;                  /* the PyDateTime_CAPI in the capsule; NULL: must not be used */
    PyTypeObject *zone_type;                   /* borrowed, only compared: the class of the last datetime's zone */
    unsigned zone_version;                     /* its version, for which zone_offset is right; 0: none */
    PyCFunction zone_offset;                   /* its utcoffset(), if that runs no Python code; NULL */
    Py_ssize_t seconds_slot, nanoseconds_slot; /* offsets of the slots in a Timestamp object; 0: unknown */
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
