/*
 * native.h: what the files of the compiled module `hayapack._native` share.
 *
 *   module.c    registration, the module's state, packb and unpackb
 *   pack.c      values -> bytes: the machine (scalars.h)
 *   pack_text.c text that is not ASCII
 *   pack_rare.c less common types, hooks
 *   packer.c    the Packer class
 *   unpack.c    bytes -> values: the machine (unpacking.h, values.h)
 *   unpack_rare.c room, hooks, values that are not plain
 *   hooks.c     what unpacking does through Python calls
 *   times.c     Timestamps and datetimes, without such calls
 *   unpacker.c  the streaming Unpacker class
 *   options.c   keyword arguments -> option structs
 *   output.c    growing output
 *   text.c      UTF-8 <-> str
 *   keys.c      the cache of map keys and of map shapes
 *   errors.c    error names -> exceptions
 *   buffers.c   other objects' buffers
 *   guard.c     one call at a time
 *   lz4.c       compressed messages, by threads when they are large
 *   lz4_python.c loading liblz4 (liblz4.h), and what to do without (compressed.h)
 *   lazy.c      looking into messages: get.c, view*.c (lazy.h)
 *   columns.c   fields of an array of maps: column.c, column_arrow.c (columns.h)
 *   lazy_module.c what these add to the module
 *   layout.c    CPython's private layout; vector.c: wide registers
 *
 * All state belongs to one module object and so to one interpreter. Callers
 * hold that interpreter's GIL.
 */
#ifndef HAYAPACK_NATIVE_H
#define HAYAPACK_NATIVE_H

#include "common.h"
#include "hayapack.h"
#include "layout.h"
#include "vector.h"

#define NATIVE_DEPTH_DEFAULT 1024
#define NATIVE_DEPTH_MOST (1 << 20) /* max_depth may say more, the stream's scan has no room for it */

/* Keyword arguments, in the order of option_names in options.c. */
enum option_name {
    OPT_DEFAULT, OPT_USE_SINGLE_FLOAT, OPT_AUTORESET, OPT_USE_BIN_TYPE, OPT_STRICT_TYPES,
    OPT_DATETIME, OPT_UNICODE_ERRORS, OPT_BUF_SIZE, OPT_SORT_KEYS, OPT_EXTENDED, OPT_MAX_DEPTH,
    OPT_FILE_LIKE, OPT_READ_SIZE, OPT_USE_LIST, OPT_RAW, OPT_TIMESTAMP, OPT_STRICT_MAP_KEY,
    OPT_OBJECT_HOOK, OPT_OBJECT_PAIRS_HOOK, OPT_LIST_HOOK, OPT_MAX_BUFFER_SIZE, OPT_EXT_HOOK,
    OPT_MAX_STR_LEN, OPT_MAX_BIN_LEN, OPT_MAX_ARRAY_LEN, OPT_MAX_MAP_LEN, OPT_MAX_EXT_LEN,
    OPT_LZ4, OPT_LZ4_LEVEL, OPT_MAX_LZ4_SIZE, OPT_TYPES,
    OPT_O, OPT_PACKED, /* the first argument of packb and of unpackb, by name */
    OPT_COUNT
};

#define OPT_PLACES 256

struct pack_options {
    PyObject *default_;       /* NULL: none */
    PyObject *unicode_errors; /* NULL: strict */
    Py_ssize_t max_depth;
    bool single_float, strict_types, datetime, bin_type, sort_keys, extended;
    PyObject *types; /* a TypeRegistry, NULL: none */
    enum haya_lz4_form lz4;
    int lz4_level;
};

struct unpack_options {
    PyObject *object_hook, *pairs_hook, *list_hook, *ext_hook; /* NULL: none */
    PyObject *unicode_errors;                                   /* NULL: strict */
    PyObject *types; /* a TypeRegistry, NULL: ext 100 is one like others */
    struct haya_limits limits;
    int timestamp;
    bool use_list, raw, strict_map_key;
    bool hooked; /* any of the three container hooks is there */
    bool lz4;    /* messages may be compressed */
    size_t lz4_size; /* bytes that a compressed one may hold */
};

struct native_state {
    struct layout layout;
    const struct vector_ops *vector;
    struct key_cache *keys;
    size_t size_hint; /* bytes of the last result that outgrew the scratch space */

    PyObject *small[LAYOUT_SMALL_COUNT]; /* the shared integers, and with them */
    PyObject *letter[128];               /* the shared one-letter strings */
    PyObject *empty_text;

    PyTypeObject *packer_type, *unpacker_type;
    PyTypeObject *ext_type, *timestamp_type, *fragment_type, *datetime_type, *frozendict_type;
    PyTypeObject *lazy_source_type, *view_type, *map_view_type, *array_view_type, *view_iterator_type;
    PyTypeObject *column_type;
    PyObject *path_steps, *not_found, *column_error, *column_plan;
    PyObject *convert, *type_registry, *misfit, *unpack_error, *pack_error, *out_of_data, *buffer_full;
    PyObject *names[OPT_COUNT];
    uint8_t name_at[OPT_PLACES]; /* places of names in it: options.c */
    PyObject *str_data, *str_seconds, *str_nanoseconds, *str_items, *str_read,
        *str_from_datetime, *str_tzinfo, *str_to_unix, *str_to_unix_nano, *str_to_datetime,
        *str_build, *str_take_apart, *str_utcoffset;
    PyObject *datetime_capsule;
    bool lz4_loaded;       /* liblz4 is there */
    PyObject *lz4_missing; /* str: why it is not; NULL: not tried yet */
    const void *datetime_api; /* in it, a PyDateTime_CAPI; NULL: not to be used */
    Py_ssize_t seconds_slot, nanoseconds_slot; /* offsets in a Timestamp; 0: not known */
    struct pack_options pack_defaults;
    struct unpack_options unpack_defaults;
};

extern struct PyModuleDef native_module;

/* ---- output.c ----------------------------------------------------------- */

#define OUTPUT_SCRATCH 2048

/* Room that every value finds free before it is written: the largest head, or
 * a short string with its copy's slack. */
#define OUTPUT_ROOM 64

/* Grows from `scratch` into a bytes object. Invariant: begin <= p <= end. */
struct output {
    uint8_t *begin, *p, *end;
    PyObject *bytes;   /* holds begin..end once scratch is outgrown */
    size_t *hint;
    uint8_t scratch[OUTPUT_SCRATCH];
};

void output_begin(struct output *out, size_t *hint);
/* Makes end - p >= need. -1: MemoryError is set. */
COLD int output_grow(struct output *out, size_t need);
/* The bytes written, as a new bytes object; the output is then done with. */
PyObject *output_take(struct output *out);
void output_drop(struct output *out);

/* For objects whose calls come one at a time: guard.c. All zero at first. */
struct guard {
    unsigned long owner;     /* thread that is inside, 0: none */
    PyThread_type_lock gate; /* where others wait, NULL: none has waited yet */
    unsigned waiters;
    unsigned forks;          /* guard_forks when a thread entered */
    bool open;               /* the gate was opened, and no thread has come through it since */
};
extern unsigned guard_forks; /* forks from the first process to this one */
void guard_init(void); /* once per process; more calls do nothing */
void guard_free(struct guard *guard);
COLD int guard_enter_slowly(struct guard *guard, const char *busy);
COLD void guard_leave_slowly(struct guard *guard);

/* Waits until no other thread is inside; signal handlers run meanwhile. Returns -1 with an
 * exception set: that of a signal handler, or RuntimeError(busy) if this thread is already
 * inside. */
static inline int guard_enter(struct guard *guard, const char *busy)
{
    if (UNLIKELY(guard->owner != 0 || guard->waiters != 0 || guard->forks != guard_forks))
        return guard_enter_slowly(guard, busy);
    guard->owner = PyThread_get_thread_ident();
    return 0;
}

static inline void guard_leave(struct guard *guard)
{
    if (UNLIKELY(guard->waiters != 0))
        guard_leave_slowly(guard);
    else
        guard->owner = 0;
}

/* ---- tuples that are filled while Python code may run --------------------- */

/* Its items are NULL and the collector does not know it: native_tuple_filled() when they are set. */
static inline PyObject *native_tuple_new(Py_ssize_t n)
{
    PyObject *tuple = PyTuple_New(n);
    if (tuple != NULL && n != 0) /* there is only one empty tuple */
        PyObject_GC_UnTrack(tuple);
    return tuple;
}

/* tuple may be NULL. */
static inline void native_tuple_filled(PyObject *tuple)
{
    if (tuple != NULL && PyTuple_GET_SIZE(tuple) != 0)
        PyObject_GC_Track(tuple);
}

/* ---- packing ------------------------------------------------------------ */

enum frame_kind { FRAME_SEQUENCE, FRAME_TABLE, FRAME_DICT, FRAME_PAIRS };

/* An open container. Which fields hold depends on the kind. */
struct pack_frame {
    PyObject *obj;      /* borrowed, or owned when pinned or held */
    PyObject **at;      /* next item, or next key's slot */
    PyObject **stop;
    PyObject *pending;  /* owned: the value whose key took more than a copy, or NULL */
    Py_ssize_t size;    /* items or entries when it was opened */
    Py_ssize_t left;    /* entries still to come; of a sequence when it is not innermost */
    Py_ssize_t position; /* FRAME_DICT: PyDict_Next's; when typed: bytes before it */
    uint8_t kind;
    uint8_t stride;     /* FRAME_TABLE: pointers from key to key */
    bool held;          /* obj is owned whatever `pinned` says */
    bool in_key;        /* the key of the current entry is being packed */
    bool typed;         /* a name and a value, in an ext whose head begins at `position` */
};

#define PACK_FRAMES 24

/* Signals are looked for once in so many containers, or values of a list. */
#define PACK_PATIENCE 16384

struct packing {
    struct native_state *state;
    const struct pack_options *opt;
    struct output *out;
    uint8_t *limit;             /* out->end - OUTPUT_ROOM */
    uint8_t *start;             /* of a value that is no scalar: see scalars.h */
    const struct vector_ops *vector; /* and these are copies, to be near at hand */
    uintptr_t small_base;
    bool single_float, bin_type, plain_text;
    bool no_memory;             /* MemoryError is set */
    uint32_t patience;          /* containers until signals are looked for */
    struct pack_frame *frames;  /* frames[depth - 1] is the innermost */
    size_t depth, room;
    size_t pinned;              /* frames[0..pinned) own their obj: Python code has run below them */
    PyObject *next;             /* from pack_rare: the container to open */
    struct pack_frame first[PACK_FRAMES];
};

/* Packs one value at out->p. -1: an exception is set. */
int pack_value(struct native_state *state, const struct pack_options *opt, struct output *out,
               PyObject *o);
/* As pack_value(), into a bytes object. */
PyObject *pack_result(struct native_state *state, const struct pack_options *opt, size_t *hint,
                      PyObject *o);
/* Makes room for need bytes and OUTPUT_ROOM behind p; NULL: MemoryError. */
COLD uint8_t *pack_grow(struct packing *w, uint8_t *p, size_t need);
/* As pack_value() for the pairs of a map, a tuple of tuples of two. */
int pack_pairs(struct native_state *state, const struct pack_options *opt, struct output *out,
               PyObject *pairs);
/* Any iterable of pairs -> a tuple of tuples of two. */
PyObject *pack_pairs_tuple(PyObject *pairs);

enum rare { RARE_ERROR = -1, RARE_DONE, RARE_SEQUENCE, RARE_MAP, RARE_PAIRS, RARE_TYPED };
/* A value that the machine has no short way for. Not RARE_DONE: w->next is a
 * new reference to a list or tuple, a dict, a list of pairs, or a tuple of a
 * type's name and a value, to open. */
enum rare pack_rare(struct packing *w, PyObject *o);
/* Runs the handlers of signals that have come. -1: one has raised. */
COLD int pack_signals(struct packing *w);
/* As pack_rare(), for any container, after pack_signals(). */
COLD enum rare pack_checked(struct packing *w, PyObject *o);
/* Room for the head of an ext that is written when its payload is there. */
#define PACK_TYPED_HEAD 6
/* Writes it, over the first bytes of the room for it, and closes the gap. Returns the
 * new end, NULL: an exception is set. */
uint8_t *pack_typed_end(struct packing *w, const struct pack_frame *f, uint8_t *p);
/* Keeps all open containers alive while Python code runs. */
void pack_pin(struct packing *w);
/* Raises the error `name` about obj at the place where w stands. */
COLD void pack_fail(struct packing *w, const char *name, PyObject *obj);
/* Ext head and payload of at most 2**32-1 bytes. */
int pack_ext(struct output *out, int8_t code, const void *payload, size_t n);

/* ---- unpacking ---------------------------------------------------------- */

/* Where an error's offsets and paths count from. */
struct source {
    const uint8_t *begin, *end; /* the message */
    uint64_t base;              /* offset of begin in the stream */
    bool padded;                /* UNPACK_SLACK bytes beyond end may be read */
    size_t before;              /* bytes of the message before begin, for paths */
    const uint8_t *message;     /* where that message begins; NULL: `before` bytes before begin */
    uint64_t owed;              /* values that the message owes after the one at begin */
    bool key;                   /* the value is a map's key */
    bool typed;                 /* paths lead into ext 100 */
    bool unpacked;              /* it was decompressed: */
    uint64_t lz4_base;          /* the offset of the compressed one in the stream */
};

/* Containers in a map's key inside of which there may be no tuple, and no container that a hook may have
 * made hashable: the hash of a tuple is a recursion in C. The pure back end has the same number. */
#define UNPACK_KEY_DEPTH 128

/* Bytes beyond the end that fast paths may read where the buffer is padded. */
#define UNPACK_SLACK 32

/*
 * Unpacks one value at source->begin. *used: its length. NULL: an exception is
 * set. Only what is in the message is trusted: a count is held against the
 * bytes that are left before anything is allocated.
 */
PyObject *unpack_value(struct native_state *state, const struct unpack_options *opt,
                       const struct source *source, size_t *used);

/* hooks.c: each returns a new reference, or NULL with an exception set. */
PyObject *hooks_pair_list(PyObject **pairs, size_t n); /* moves the references on success */
PyObject *hooks_ext(const struct native_state *state, const struct unpack_options *opt, int8_t code,
                    const uint8_t *payload, size_t n);
/* at: the timestamp's lead byte, for errors. */
PyObject *hooks_timestamp(struct native_state *state, const struct unpack_options *opt,
                          const struct haya_timestamp *time, const struct source *source,
                          const uint8_t *at);
PyObject *hooks_text(const struct unpack_options *opt, const uint8_t *s, size_t n);

/* ---- times.c ------------------------------------------------------------ */

int times_init(struct native_state *state);
/* Imports datetime, which takes 2 ms, for the options `datetime` and `timestamp=3`. Until
 * then state->datetime_type is NULL. -1: an exception is set. */
int times_load(struct native_state *state);
/* An object of exactly timestamp_type, or of datetime_type. No Python code runs. false,
 * without an exception: not one of the plain cases. */
bool times_from_stamp(const struct native_state *state, PyObject *stamp, struct haya_timestamp *time);
bool times_from_utc(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* A datetime of any time zone, whose code runs. 1: done; 0: no plain case; -1: an exception is set. */
int times_from_zone(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* form: the option `timestamp`. A new reference; NULL without an exception: no plain case. */
PyObject *times_new(const struct native_state *state, int form, const struct haya_timestamp *time);

/* ---- lz4.c -------------------------------------------------------------- */

/* As unpack_value(), for a message that may be compressed, of which all bytes
 * up to source->end are there. *used: its length as it stands there. */
PyObject *lz4_unpack(struct native_state *state, const struct unpack_options *opt,
                     const struct source *source, size_t *used);
/* The function hayapack.decompress(). */
PyObject *lz4_decompress(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
/* The function hayapack._native.liblz4(). */
PyObject *lz4_missing(PyObject *module, PyObject *unused);
/* As output_take(), compressed as opt says; obj is for errors. */
PyObject *lz4_take(struct native_state *state, const struct pack_options *opt, struct output *out,
                   PyObject *obj);

/* ---- keys.c ------------------------------------------------------------- */

#define KEY_MAX 32     /* longest cached key, in bytes */
#define KEY_SLOTS 1024
#define KEY_WAYS 4

struct key_slot {
    PyObject *text; /* NULL: empty */
    uint64_t head, tail;
    uint32_t size;
};

#define LARGE_MAP 1024 /* maps with more entries go into their dict pair by pair */
#define TEXT_NOTES 16384 /* a power of two */
#define SHAPE_MAX 128  /* most entries of a map with a remembered shape */
#define SHAPE_SLOTS 512

struct shape {
    uint64_t print;   /* fingerprint of the keys, 0: empty */
    PyObject *model;  /* a dict with those keys, NULL until the second sighting */
    uint32_t size, misses;
    uint32_t bytes;   /* of the model's table */
};

/* Lets keys pass by for a while when they never repeat. */
struct key_cache {
    uint32_t seen, misses; /* keys of finished maps, and misses, since it was judged */
    uint32_t rest;         /* keys still to let pass */
    uint32_t texts[TEXT_NOTES]; /* strs that were packed lately: pack_text.c */
    uint32_t texts_passed;      /* since the last one that was looked at */
    struct key_slot slots[KEY_SLOTS];
    struct shape shapes[SHAPE_SLOTS];
};

struct key_words;
struct key_cache *keys_new(void);
void keys_clear(struct key_cache *cache);
/* After a miss: remembers text as the key of n bytes. */
void keys_put(struct key_cache *cache, struct key_slot *set, PyObject *text, size_t n,
              const struct key_words *words);
/*
 * A dict of n pairs. References move into it; NULL: an exception is set and
 * none moved. print: a mixture of the keys' addresses, 0 where a key did not
 * come from the cache. track: whether a value may be seen by the collector.
 */
PyObject *keys_dict(struct native_state *state, PyObject **pairs, size_t n, uint64_t print,
                    bool track);

/* ---- text.c ------------------------------------------------------------- */

/* Writes a ready str as UTF-8 and returns the end; NULL: it has a lone
 * surrogate. Room for every character's most (2, 3 or 4 bytes by kind) and 16. */
uint8_t *text_utf8_write(const struct native_state *state, PyObject *text, uint8_t *p);
/* n bytes of UTF-8, of which `readable` >= n may be read -> str; NULL without
 * an exception: they are not UTF-8. */
PyObject *text_new(const struct native_state *state, const uint8_t *s, size_t n, size_t readable);

/* ---- errors.c ----------------------------------------------------------- */

/* Raises `error` about the value whose lead byte is `at`. Steals facts; NULL
 * stands for None, or for an exception that is set already and stays. */
COLD void errors_unpack(struct native_state *state, enum haya_error error,
                        const struct source *source, const uint8_t *at, PyObject *facts);
/* Bytes after a value that is whole; steals value. */
COLD void errors_extra_data(struct native_state *state, const struct source *source,
                            const uint8_t *at, PyObject *value);
/* A stream that ends before a message does; offset: where more is needed. */
COLD void errors_out_of_data(struct native_state *state, uint64_t offset);
COLD void errors_buffer_full(struct native_state *state, uint64_t offset, Py_ssize_t limit);
COLD void errors_pack(struct native_state *state, const char *name, PyObject *obj, size_t offset,
                      PyObject *parts);

/* ---- options.c ---------------------------------------------------------- */

extern const uint64_t options_packer, options_packb, options_unpacker, options_unpackb, options_decompress; /* bit sets of option_name */

/* Sorts keyword arguments by name into given[OPT_COUNT]; NULL: not given.
 * The references are borrowed. kwnames as in METH_FASTCALL, or NULL. */
int options_sort(struct native_state *state, const char *function, PyObject *const *values,
                 PyObject *kwnames, uint64_t allowed, PyObject **given);
int options_sort_dict(struct native_state *state, const char *function, PyObject *kwargs,
                      uint64_t allowed, PyObject **given);
int options_intern(struct native_state *state);

/* References in the structs are borrowed from `given`. */
int options_pack(struct native_state *state, PyObject *const *given, struct pack_options *opt);
/* bytes: the limit of a message, from which the default limits follow. */
int options_unpack(struct native_state *state, PyObject *const *given, Py_ssize_t bytes,
                   struct unpack_options *opt);
/* The one argument, which may be given by name, of a method with METH_FASTCALL | METH_KEYWORDS.
 * Borrowed; NULL with a TypeError set. */
PyObject *options_one(const char *function, const char *name, PyObject *const *args, Py_ssize_t n,
                      PyObject *kwnames);
/* value NULL: *size and *flag stay as they are. */
int options_size(PyObject *value, const char *name, Py_ssize_t *size);
int options_flag(PyObject *value, bool *flag);

/* hayapack.typeless.TypeRegistry, imported when an option `types` is given. Borrowed; NULL
 * with an exception set. */
PyObject *native_type_registry(struct native_state *state);

/* hayapack._convert.convert, imported when it is first needed: it brings in
 * modules that most programs never use. Borrowed; NULL with an exception set. */
PyObject *native_convert(struct native_state *state);

/* ---- classes ------------------------------------------------------------ */

extern PyType_Spec packer_spec, unpacker_spec;
/* The module behind a type of ours or a subtype of it; borrowed. */
PyObject *native_module_of(PyTypeObject *type);

/*
 * The bytes of a buffer whose items are single bytes, in a row.
 *
 * Only a bytes object never changes. Any other exporter's memory may be
 * written at any moment: by another thread, by another process, or by a hook.
 * What decodes it works on a copy; see "Memory that others can reach" in
 * docs/architecture.md.
 */
struct flat {
    const uint8_t *bytes;
    size_t size;
    bool stable;   /* nobody can change the bytes before flat_release() */
    bool mapped;   /* they are an mmap object's: a file may be larger than memory */
    bool padded;   /* UNPACK_SLACK bytes beyond the end may be read */
    bool exported; /* view is to be released */
    Py_buffer view;
    void *copy;    /* NULL: bytes is the exporter's own memory */
};

/* 0, or -1 with an exception set and nothing to release. In place if the bytes are in a row:
 * until flat_settle() they may only be copied, once. */
int flat_get(PyObject *o, struct flat *flat);
/* Makes them stable, by a copy unless they are; then the exporter is released. -1: MemoryError,
 * and nothing to release. */
int flat_settle(struct flat *flat);
void flat_release(struct flat *flat);

#endif
