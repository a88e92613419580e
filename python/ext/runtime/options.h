/* options.h: the options of packing and unpacking, and keyword arguments. */
#ifndef HAYAPACK_OPTIONS_H
#define HAYAPACK_OPTIONS_H

#include "common.h"
#include "hayapack.h"
#include "option_table.h"

struct native_state;

/* The most nested containers in a map's key, where they are tuples or results of hooks: hashing nested tuples
 * recurses in C. The pure back end has the same limit. */
#define UNPACK_KEY_DEPTH 128

/* Bins of 2 to this many bytes and 1 more are created by fast code. */
#define UNPACK_SMALL_BYTES 511

#define OPTIONS_DEPTH_DEFAULT 1024
/* Larger values of max_depth are lowered to it: it bounds the memory of the stream scan. */
#define OPTIONS_DEPTH_MOST (1 << 20)

/* The members of the options that are true or false are declared by the option table. */
#define OPTION_MEMBER(option, member, otherwise) bool member;

#define OPTION_FAST_MEMBER(member, allowed) bool member;

struct pack_options {
    PyObject *default_;       /* NULL: none */
    PyObject *unicode_errors; /* NULL: strict */
    Py_ssize_t max_depth;
    OPTIONS_PACK_FLAGS(OPTION_MEMBER)
    /* Whether a dict's entries can be written in their order (maps_fast), text as UTF-8 without a codec's error handler
     * (text_fast), and objects by their plans (plans_fast). */
    OPTIONS_PACK_FAST(OPTION_FAST_MEMBER)
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

#define OPTIONS_PLACES 256 /* of the hash table of names in native_state */

/* In the module's state. */
struct options_names {
    PyObject *names[OPT_COUNT];
};

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
/* Fills state->option and option_at. -1: an exception is set. */
int options_intern(struct native_state *state);

/* Both fill *opt and return 0, or -1 with an exception set. References in *opt are borrowed from `given`. */
int options_pack(struct native_state *state, PyObject *const *given, struct pack_options *opt);
/* bytes: the limit for a message, from which the default limits follow; SIZE_MAX: none. */
int options_unpack(struct native_state *state, PyObject *const *given, size_t bytes, struct unpack_options *opt);
/* Whether `type` is given. -1: it is not, but an option for it is, and not with its default: TypeError is set. */
int options_for_type(PyObject *const *given);
/* The single argument of a method with METH_FASTCALL | METH_KEYWORDS; it may be given by name. Borrowed;
 * NULL with a TypeError set. */
PyObject *options_one(const char *function, const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
/* Larger numbers than the type has are clipped: they limit nothing either. Lengths that a message declares can be
 * larger than a Py_ssize_t, where that has 32 bits, but not than a size_t. If value is NULL, *bytes, *size and *flag
 * are not changed. -1: an exception is set. */
int options_index(PyObject *value, int64_t *n); /* with Python's TypeError */
int options_integer(PyObject *value, const char *name, int64_t *n);
int options_bytes(PyObject *value, const char *name, size_t *bytes);
int options_size(PyObject *value, const char *name, Py_ssize_t *size);
/* The option max_buffer_size of a function that reads one message: SIZE_MAX if it is negative or NULL. */
int options_message(PyObject *value, size_t *bytes);
int options_flag(PyObject *value, bool *flag);

#endif
