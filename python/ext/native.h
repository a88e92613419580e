/*
 * native.h: what the files of the compiled module `hayapack._native` share.
 *
 *   module.c       registration, the module's state, packb and unpackb
 *   core.c         the C core, compiled into this module
 *   pack/          values -> bytes: messages of one short value (message.c), the encoding loop
 *                  (loop.h, inline parts in scalars.h, runs.h and blocks.h; compiled in loop.c and, for CPUs
 *                  with AVX-512, in loop_avx512.c), its slow paths (less common types, hooks), errors
 *                  (fail.c), what other threads may change without a GIL (locks.h, shared.c), text that is
 *                  not ASCII, derived classes (derived.c), the classes that extended=True packs (classes.c,
 *                  fields.c, arrays.c), the class Packer, the growing output buffer
 *   unpack/        bytes -> values: the decoding loop (loop.c, inline parts in scalars.h, others in
 *                  runs.c), its slow paths (memory, hooks, exts), the calls of Python code, the caches of map
 *                  keys and of shapes (keys.h, shapes.h), the class Unpacker and its file
 *   partial/       values of a message without decoding the rest: get, View
 *   columns/       the fields of many rows, each in buffers of its own: columns
 *   arrow/         the Arrow C interfaces: streams of batches, tables -> messages
 *   lz4/           compressed messages, large ones with several threads; liblz4, which a module of
 *                  its own links, or its Python replacement
 *   survey/        what `hayapack inspect` and `hayapack stats` do for every value
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
#include "runtime/layout_containers.h"
#include "runtime/option_table.h"
#include "runtime/threads.h"
#include "runtime/vector.h"

#define NATIVE_DEPTH_DEFAULT 1024
/* Larger values of max_depth are lowered to it: it bounds the memory of the stream scan. */
#define NATIVE_DEPTH_MOST (1 << 20)

#define OPT_PLACES 256

/* The members of the options that are true or false are declared by the option table. */
#define OPTION_MEMBER(option, member, otherwise) bool member;

struct pack_options {
    PyObject *default_;       /* NULL: none */
    PyObject *unicode_errors; /* NULL: strict */
    Py_ssize_t max_depth;
    OPTIONS_PACK_FLAGS(OPTION_MEMBER)
    PyObject *types; /* a TypeRegistry, or NULL */
    enum haya_lz4_form lz4;
    int lz4_level;
};

struct unpack_options {
    PyObject *object_hook, *pairs_hook, *list_hook, *ext_hook; /* NULL: none */
    PyObject *unicode_errors;                                  /* NULL: strict */
    PyObject *types;                                           /* a TypeRegistry; NULL: ext 100 is an ordinary ext */
    struct haya_limits limits;
    int timestamp;
    OPTIONS_UNPACK_FLAGS(OPTION_MEMBER)
    bool hooked;        /* any of the three container hooks is set */
    bool special_maps;  /* unpack_map_kind() chooses the kind of a map */
    size_t lz4_size;    /* the most bytes that a compressed message may decompress to */
    size_t shallow;     /* containers below this depth need no unpack_open_slowly() */
    size_t small_bytes; /* bins of 2 bytes or more, and less than 2 more than this, are created by fast code */
};

#ifdef Py_GIL_DISABLED
#define KEY_CACHES 32

/* What a thread writes at each call. */
struct thread_place {
    struct key_cache *keys;      /* NULL: none yet, or a call uses it */
    size_t size_hint;            /* as native_state.size_hint */
    struct class_cache *classes; /* NULL: none yet. Never replaced */
    char apart[THREAD_APART - 3 * sizeof(size_t)];
};
#else
#define KEY_CACHES 1
#endif

struct native_state {
    struct layout layout;
    const struct vector_ops *vector;
#ifdef Py_GIL_DISABLED
    uintptr_t owners[KEY_CACHES]; /* the thread whose place it is; 0: nobody's */
#else
    struct key_cache *keys[KEY_CACHES];      /* see keys_borrow() */
    struct class_cache *classes[KEY_CACHES]; /* see classes_enter() */
#endif
    size_t size_hint; /* bytes of the last result that outgrew the scratch space */

    PyObject *small[LAYOUT_SMALL_COUNT]; /* CPython's shared integers, from LAYOUT_SMALL_MIN on */
    PyObject *letter[128];               /* the shared strings of one ASCII character */
    PyObject *empty_text;

    PyTypeObject *packer_type, *unpacker_type;
    PyTypeObject *ext_type, *timestamp_type, *fragment_type, *datetime_type, *frozendict_type;
    PyTypeObject *partial_source_type, *view_type, *map_view_type, *array_view_type, *view_iterator_type;
    PyTypeObject *column_type, *column_buffer_type, *arrow_rows_type;
    PyTypeObject *plan_type, *decoder_type, *encoder_type, *registered_type;
    const struct registered_ops *registered; /* plan/registered.h */
    PyObject
        *decoders; /* a dict of Decoder objects by type, for unpackb(type=): of types that are no classes of programs */
    PyObject *path_steps, *not_found, *missing_key, *column_error, *column_missing, *column_plan, *column_make;
    PyObject *convert, *loses_fields, *known_kind, *type_registry, *misfit, *unpack_error, *pack_error, *out_of_data,
        *buffer_full;
    PyObject *not_a_file, *not_bytes, *not_decodable;
    PyObject *names[OPT_COUNT];
    uint8_t name_at[OPT_PLACES]; /* hash table of indexes into names: runtime/options.c */
    PyObject *str_data, *str_seconds, *str_nanoseconds, *str_items, *str_read, *str_from_aware, *str_dataclass_fields,
        *str_to_unix, *str_to_unix_nano, *str_to_datetime, *str_build, *str_take_apart, *str_utcoffset, *str_sort,
        *str_key, *str_decode, *str_encode, *str_plan, *str_compiled, *str_enum_value, *str_array_struct, *str_native,
        *str_by_name;
    PyObject *datetime_capsule;
    PyObject *first_item;                      /* operator.itemgetter(0) */
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
    struct thread_place places[KEY_CACHES];
#endif
};

/* Only its address is used outside module.c: native_module_of() recognises the module by it. */
extern struct PyModuleDef native_module;

/* ---- pack/output.c ------------------------------------------------------ */

#include "pack/output.h"

/* ---- runtime/guard.c ----------------------------------------------------- */

/* Lets one thread at a time use an object. Initialised with zeros. */
struct guard {
#ifdef Py_GIL_DISABLED
    PyMutex fields; /* protects the others, and is held for a few instructions only */
#endif
    unsigned long owner;     /* the thread that is inside; 0: none */
    PyThread_type_lock gate; /* the lock on which other threads wait; NULL: no thread has waited yet */
    unsigned waiters;        /* threads that wait on the gate */
    unsigned forks;          /* guard_forks when a thread last entered */
    bool open;               /* the gate was opened and no waiting thread has passed it since */
};
void guard_init(void); /* idempotent */
void guard_free(struct guard *guard);
COLD int guard_enter_slowly(struct guard *guard, const char *busy);
COLD void guard_leave_slowly(struct guard *guard);

/* Waits until no other thread is inside; signal handlers run meanwhile. Returns -1 with an
 * exception set: that of a signal handler, or RuntimeError(busy) if this thread is already
 * inside. */
static inline int guard_enter(struct guard *guard, const char *busy)
{
#ifndef Py_GIL_DISABLED
    if (LIKELY(guard->owner == 0 && guard->waiters == 0 && guard->forks == guard_forks)) {
        guard->owner = PyThread_get_thread_ident();
        return 0;
    }
#endif
    return guard_enter_slowly(guard, busy);
}

/* Whether no thread is inside, nor can be before Python code runs. Without a GIL, that is never known. */
static inline bool guard_is_free(const struct guard *guard)
{
#ifdef Py_GIL_DISABLED
    (void)guard;
    return false;
#else
    return guard->owner == 0;
#endif
}

static inline void guard_leave(struct guard *guard)
{
#ifndef Py_GIL_DISABLED
    if (LIKELY(guard->waiters == 0)) {
        guard->owner = 0;
        return;
    }
#endif
    guard_leave_slowly(guard);
}

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

/* ---- pack/ -------------------------------------------------------------- */

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

/* pack/compressed.c: as output_take(), compressed as opt says. obj: the packed object, for errors. */
PyObject *pack_take_compressed(struct native_state *state, const struct pack_options *opt, struct output *out,
                               PyObject *obj);

/* Writes an ext of n bytes, at most 2**32-1. -1: MemoryError is set. */
int pack_ext(struct output *out, int8_t code, const void *payload, size_t n);

/* ---- unpack/ ------------------------------------------------------------ */

/* The input of one unpack_value() call, and what errors need for offsets and paths. */
struct source {
    const uint8_t *begin, *end; /* the value, and the end of the input */
    uint64_t base;              /* offset of begin that errors report */
    bool padded;                /* UNPACK_SLACK bytes beyond end may be read */
    size_t before;              /* bytes of the message before begin, for paths */
    const uint8_t *message;     /* start of that message; NULL: begin - before */
    uint64_t pending;           /* values that the message needs after the one at begin */
    size_t outside;             /* open containers outside the value, which limits.depth does not count */
    bool key;                   /* the value is a map's key */
    bool typed;                 /* paths lead into ext 100: the option `types` is set */
    PyObject *views;            /* borrowed, for zero_copy: a memoryview of the bytes that the program gave, which
                                 * payloads are slices of; NULL: they are memoryviews of their own copies */
    size_t views_at;            /* offset of begin in `views` */
    bool unpacked;              /* the input was decompressed; then: */
    uint64_t lz4_base;          /* offset of the compressed message in the stream */
    const char *within;         /* paths begin with it instead of "$": the message is one of many; or NULL */
};

/* The most nested containers in a map's key, where they are tuples or results of hooks: hashing nested tuples
 * recurses in C. The pure back end has the same limit. */
#define UNPACK_KEY_DEPTH 128

/* Bins of 2 to this many bytes and 1 more are created by fast code. */
#define UNPACK_SMALL_BYTES 511

/* Bytes beyond the end of a padded buffer that may be read. */
#define UNPACK_SLACK 32

/*
 * Decodes the value at source->begin and returns a new reference, with its
 * length in bytes in *used; or NULL with an exception set. A declared count is
 * compared with the remaining bytes before anything is allocated for it. Python
 * code may run, so the bytes must be stable (struct flat).
 */
PyObject *unpack_value(struct native_state *state, const struct unpack_options *opt, const struct source *source,
                       size_t *used);

/* unpack/compressed.c: as unpack_value(), for a message that may be compressed. *used: its compressed length. */
PyObject *unpack_compressed(struct native_state *state, const struct unpack_options *opt, const struct source *source,
                            size_t *used);

/* unpack/hooks.c: each returns a new reference, or NULL with an exception set. */

/* A list of n pairs from 2 n references, which it steals on success only. */
PyObject *hooks_pair_list(PyObject **pairs, size_t n);
/* Steals data, the payload, which may be NULL. */
PyObject *hooks_ext(const struct native_state *state, const struct unpack_options *opt, int8_t code, PyObject *data);
/* at: the first byte of the timestamp, for errors. */
PyObject *hooks_timestamp(struct native_state *state, const struct unpack_options *opt,
                          const struct haya_timestamp *time, const struct source *source, const uint8_t *at);
PyObject *hooks_text(const struct unpack_options *opt, const uint8_t *s, size_t n);

/* ---- runtime/times.c ---------------------------------------------------- */

int times_init(struct native_state *state);
/* Imports _datetime; called for the options `datetime` and `timestamp=3`. Until then state->datetime_type is NULL.
 * -1: an exception is set. */
int times_load(struct native_state *state);
/* The value of an object of exactly timestamp_type, or of exactly datetime_type in UTC. No Python code
 * runs. false, without an exception: the slow path must decide. */
bool times_from_stamp(const struct native_state *state, PyObject *stamp, struct haya_timestamp *time);
bool times_from_utc(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* The value of an object of exactly datetime_type; the tzinfo's Python code runs. TIMES_NAIVE: it has no UTC offset;
 * TIMES_UNKNOWN: the slow path must decide; TIMES_ERROR: an exception is set. */
enum times_known { TIMES_ERROR = -1, TIMES_UNKNOWN, TIMES_NAIVE, TIMES_DONE };
enum times_known times_from_zone(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* The same if the tzinfo is a ZoneInfo, whose code is not Python's. TIMES_UNKNOWN: it is another, or there is none. */
enum times_known times_from_quiet_zone(struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* The classes of datetime's C API. times_load() must have been called. */
enum times_class { TIMES_OF_DATE, TIMES_OF_TIME, TIMES_OF_DATETIME };
bool times_is_class(const struct native_state *state, enum times_class kind, const PyTypeObject *type);
#define TIMES_TEXT 32
/* What isoformat() of an object of exactly that class gives, in text[TIMES_TEXT]; its length. 0: it has a tzinfo. */
size_t times_text(enum times_class kind, PyObject *o, char *text);
/* datetime.timedelta; state->datetime_api must not be NULL. */
PyTypeObject *times_span_type(const struct native_state *state);
/* A timedelta as ISO 8601, in text[TIMES_TEXT]; the length. 0: o is not exactly one. */
size_t times_span_text(const struct native_state *state, PyObject *o, char *text);
/* form: the option `timestamp`. A new reference; NULL without an exception: the slow path must decide. */
PyObject *times_new(const struct native_state *state, int form, const struct haya_timestamp *time);

/* ---- lz4/lz4.c ---------------------------------------------------------- */

/* The function hayapack.decompress(). */
PyObject *lz4_decompress(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
/* The function hayapack._native.liblz4(). */
PyObject *lz4_missing(PyObject *module, PyObject *unused);

/* ---- unpack/keys.c ------------------------------------------------------ */

#define KEY_MAX 64 /* bytes of the longest cached key */
#define KEY_SLOTS 1024
#define KEY_WAYS 4

struct key_slot {
    PyObject *text; /* NULL: empty */
    uint64_t header, tail;
    uint32_t size;
};

#define LARGE_MAP 16384  /* maps with more entries are inserted into their dict pair by pair */
#define TEXT_NOTES 16384 /* a power of two */
#define SHAPE_MAX 128    /* the most entries of a map whose shape is remembered */
#define SHAPE_SLOTS 512
#define SHAPE_MEMOS 4   /* of one place, by the number of entries */
#define SHAPE_RECENT 64 /* sets of memos of places that are known by depth and number of entries only */

struct shape {
    uint64_t print;         /* fingerprint of the keys, 0: empty */
    PyObject *model;        /* owned: a dict with those keys; NULL until the shape was met twice */
    struct shape_key *keys; /* owned: how they are encoded, one for each entry; NULL: such maps are not guessed */
    uint32_t size, misses;  /* entries; other shapes met in this slot since the last hit */
    uint32_t bytes, users;  /* size of the model's table; open maps guessed to have it: meanwhile it is kept */
    bool is_new;            /* no map was guessed, and it was not tried to make the keys */
#ifdef Py_GIL_DISABLED
    void *table, *block; /* a copy of that table, apart from other memory; the owned memory that it is in */
#endif
};

/* The shape that a map had last at some place, and how often that was a good guess for the next. */
struct shape_memo {
    uint16_t shape; /* 1 + its index; 0: none */
    int16_t score;
};

/* Marks of strs that were packed recently: pack/text.c. Without a GIL, each thread has its own. */
struct text_marks {
    uint32_t notes[TEXT_NOTES];
    uint32_t passed; /* strs since the last one that was examined */
};

/* The cache of one module. It is bypassed for a while when keys do not repeat. */
struct key_cache {
#ifdef Py_GIL_DISABLED
    uint32_t place, guest_calls; /* index into places; calls of the last thread that borrowed another's cache: */
    uintptr_t guest;
#endif
    uint32_t seen, misses; /* keys of complete maps, and misses, since the hit rate was last judged */
    uint32_t rest;         /* keys that still bypass the cache */
#ifndef Py_GIL_DISABLED
    struct text_marks texts;
#endif
    struct key_slot slots[KEY_SLOTS];
    struct shape shapes[SHAPE_SLOTS];
    struct shape_memo recent[SHAPE_RECENT][SHAPE_MEMOS];
};

struct key_cache *keys_new(void);
void keys_clear(struct key_cache *cache);

/* The cache for one call, which gives it back afterwards. With a GIL it is the module's; without one no other call
 * uses it meanwhile, and a thread that makes more than a few calls gets one of its own: counting the references to
 * keys that another thread has made takes atomic operations. NULL: none, and no exception. */
#ifdef Py_GIL_DISABLED
struct key_cache *keys_borrow(struct native_state *state);
void keys_give_back(struct native_state *state, struct key_cache *cache);
/* The index of the place that this thread, whose _Py_ThreadId() is given, looks at first. */
HAYA_INLINE size_t keys_home(uintptr_t thread)
{
    return (size_t)((uint64_t)(thread >> 8) * 0x9e3779b97f4a7c15u >> 32) % KEY_CACHES;
}

#define KEYS_PLACE(state, i) ((state)->places[i].keys)
#define NATIVE_SIZE_HINT(state) (&(state)->places[keys_home(_Py_ThreadId())].size_hint)
#else
#define KEYS_PLACE(state, i) ((state)->keys[i])
#define NATIVE_SIZE_HINT(state) (&(state)->size_hint)
static inline struct key_cache *keys_borrow(struct native_state *state)
{
    return state->keys[0];
}

static inline void keys_give_back(struct native_state *state, struct key_cache *cache)
{
    (void)state, (void)cache;
}
#endif
#if defined(Py_GIL_DISABLED) && LAYOUT_KNOWN
/* After a miss: the str of n bytes, or a copy of it in THREAD_APART bytes of memory that begin at a multiple of that. A
 * cache may be in use for longer than its thread runs: when another thread gets the memory that is free beside a key,
 * both would write to one line, where the key has its reference count. Steals text. */
PyObject *keys_apart(const struct native_state *state, PyObject *text, size_t n);
#else
#define keys_apart(state, text, n) (text)
#endif

/* ---- runtime/text.c ----------------------------------------------------- */

/* Writes a str as UTF-8 at p and returns the end; NULL, without an exception: it contains a lone
 * surrogate. At p there must be space for the longest form of each character (2, 3 or 4 bytes, by the
 * str's kind) and 16 bytes more. */
uint8_t *text_utf8_write(const struct native_state *state, PyObject *text, uint8_t *p);
/* n bytes of UTF-8 -> a new str; `readable` >= n bytes may be read at s. NULL without an exception: they
 * are not UTF-8. */
PyObject *text_new(const struct native_state *state, const uint8_t *s, size_t n, size_t readable);
/* The same for at least one byte, when the text is not ASCII or not likely to be. */
PyObject *text_new_other(const struct native_state *state, const uint8_t *s, size_t n, size_t readable);

/* ---- runtime/errors.c --------------------------------------------------- */

/* Raises `error` about the value whose first byte is at `at`. Steals facts; if facts is NULL and an
 * exception is set, that exception stays, else NULL means None. */
COLD void errors_unpack(struct native_state *state, enum haya_error error, const struct source *source,
                        const uint8_t *at, PyObject *facts);
/* Raises ExtraData: bytes from `at` on follow a complete value. Steals value. */
COLD void errors_extra_data(struct native_state *state, const struct source *source, const uint8_t *at,
                            PyObject *value);
/* Raises OutOfData: the stream ends inside a message. offset: its end. */
COLD void errors_out_of_data(struct native_state *state, uint64_t offset);
/* Raises BufferFull: a chunk at `offset` exceeds the stream's limit. */
COLD void errors_buffer_full(struct native_state *state, uint64_t offset, Py_ssize_t limit);
/* Raises the packing error `name` about obj. offset: bytes written before it; parts: its path, as
 * hayapack._errors.pack_error() takes it; max_depth: the limit. */
COLD void errors_pack(struct native_state *state, const char *name, PyObject *obj, size_t offset, PyObject *parts,
                      Py_ssize_t max_depth);

/* ---- runtime/options.c -------------------------------------------------- */

extern const uint64_t options_packer, options_packb, options_unpacker, options_unpackb, options_decompress,
    options_typed; /* bit sets of option_name */

/* The number of the option of that name, -1: `allowed` has none. */
int options_find(struct native_state *state, PyObject *name, uint64_t allowed);
/* Stores keyword arguments in given[OPT_COUNT] by name, as borrowed references; NULL: not given. allowed:
 * the bit set of names that the function has. kwnames: as in METH_FASTCALL, or NULL. -1: TypeError. */
int options_sort(struct native_state *state, const char *function, PyObject *const *values, PyObject *kwnames,
                 uint64_t allowed, PyObject **given);
int options_sort_dict(struct native_state *state, const char *function, PyObject *kwargs, uint64_t allowed,
                      PyObject **given);
/* Fills state->names and name_at. -1: an exception is set. */
int options_intern(struct native_state *state);

/* Both fill *opt and return 0, or -1 with an exception set. References in *opt are borrowed from `given`. */
int options_pack(struct native_state *state, PyObject *const *given, struct pack_options *opt);
/* bytes: the limit for a message, from which the default limits follow. */
int options_unpack(struct native_state *state, PyObject *const *given, Py_ssize_t bytes, struct unpack_options *opt);
/* Whether `type` is given. -1: it is not, but an option for it is, and not with its default: TypeError is set. */
int options_for_type(PyObject *const *given);
/* The single argument of a method with METH_FASTCALL | METH_KEYWORDS; it may be given by name. Borrowed;
 * NULL with a TypeError set. */
PyObject *options_one(const char *function, const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
/* If value is NULL, *size and *flag are not changed. -1: an exception is set. */
int options_integer(PyObject *value, const char *name, Py_ssize_t *n);
int options_size(PyObject *value, const char *name, Py_ssize_t *size);
int options_flag(PyObject *value, bool *flag);

/* ---- runtime/imports.c -------------------------------------------------- */

/* An attribute of a module, which is imported. A new reference, or NULL with an exception set. */
PyObject *native_import(const char *module, const char *name);
/* The same, kept at *place when it is first needed: borrowed. NULL: an exception is set. */
PyObject *native_imported(PyObject **place, const char *module, const char *name);
/* hayapack.typeless.TypeRegistry, imported when the option `types` is first used. Borrowed; NULL with an
 * exception set. */
PyObject *native_type_registry(struct native_state *state);

/* hayapack._values.convert.convert, imported at its first use, because it imports modules that most programs do
 * not need. Borrowed; NULL with an exception set. */
PyObject *native_convert(struct native_state *state);
/* The same for hayapack._values.convert.loses_fields. */
PyObject *native_loses_fields(struct native_state *state);
/* The same for functions of hayapack._wire.paths. */
PyObject *native_path_steps(struct native_state *state);
PyObject *native_not_found(struct native_state *state);
PyObject *native_missing_key(struct native_state *state);

/* The method __reduce__ of objects that cannot be copied or pickled: raises TypeError. */
PyObject *native_refuse_copy(PyObject *op, PyObject *none);
#define NATIVE_NO_COPIES                                                                       \
    {                                                                                          \
        "__reduce__", native_refuse_copy, METH_NOARGS, "__reduce__()\n--\n\nRaises TypeError." \
    }

/* The module of one of this module's types or a subtype of it. Borrowed; NULL with an exception set. */
PyObject *native_module_of(PyTypeObject *type);

/* ---- plan/decoder.c ----------------------------------------------------- */

/* *decoder: a new Decoder for the options of typed decoding in `given`, NULL if there is no `type`. -1: an exception is
 * set. */
int plan_stream_decoder(struct native_state *state, PyObject *const *given, PyObject **decoder);
/* The message source->begin .. source->end by a Decoder. A new reference, or NULL with an exception set. */
PyObject *plan_decode_source(struct native_state *state, PyObject *decoder, const struct source *source);

/* ---- plan/registered.c ---------------------------------------------------- */

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

/* ---- classes ------------------------------------------------------------ */

extern PyType_Spec packer_spec, unpacker_spec;

/*
 * The bytes of a contiguous buffer with items of one byte.
 *
 * Only a bytes object never changes. The memory of any other exporter may be
 * written at any moment by another thread, another process or a hook, so it is
 * copied before it is decoded; see docs/internals/memory.md.
 */
struct flat {
    const uint8_t *bytes;
    size_t size;
    bool stable;   /* the bytes cannot change before buffer_release() */
    bool mapped;   /* they are an mmap object's, and not copied as a whole: a file may be larger than memory */
    bool padded;   /* UNPACK_SLACK bytes beyond the end may be read */
    bool exported; /* view must be released */
    Py_buffer view;
    void *copy;      /* owned memory that bytes points to; NULL: bytes points to the exporter's */
    PyObject *views; /* owned: a memoryview of the exporter's bytes, of format "B" and one dimension, or NULL */
};

/* Gets the bytes of o, without a copy if they are contiguous. Unless they are stable, each byte may be read
 * only once before buffer_settle(). -1: an exception is set, and there is nothing to release. */
int buffer_get(PyObject *o, struct flat *flat);
/* The same for zero_copy, with flat->views. If o is not contiguous, its bytes are copied and `views` is of the copy. */
int buffer_get_views(PyObject *o, struct flat *flat);
/* Makes the bytes stable: copies them, if necessary, and releases the exporter unless there are views of it. opt: as
 * for buffer_copy_of(). -1: MemoryError is set, and there is nothing to release. */
int buffer_settle(struct flat *flat, const struct unpack_options *opt);
/* A copy of the n bytes at s and UNPACK_SLACK zeros, to be released by PyMem_Free(). If opt is not NULL and has
 * zero_copy, decoding does not read payloads, so large ones in the value at s are left out: zeros, of which the system
 * allocates no pages where possible. The bytes at s may change meanwhile. NULL: MemoryError is set. */
uint8_t *buffer_copy_of(const uint8_t *s, size_t n, const struct unpack_options *opt);
void buffer_release(struct flat *flat);

#endif
