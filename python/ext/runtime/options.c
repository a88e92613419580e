/* options.c: keyword arguments -> option structs. Options that msgpack has too have its
 * names and defaults. */
#include "native.h"

static const char *const option_names[OPT_COUNT] = {OPTION_NAMES};

const uint64_t options_packer = OPTIONS_PACK;
const uint64_t options_packb = OPTIONS_PACK | OPTION_BIT(OPT_O);
const uint64_t options_unpackb = OPTIONS_UNPACK | OPTION_BIT(OPT_PACKED);
const uint64_t options_decompress = OPTION_BIT(OPT_PACKED) | OPTION_BIT(OPT_MAX_LZ4_SIZE);
const uint64_t options_unpacker = OPTIONS_UNPACK | OPTIONS_FILE;
const uint64_t options_typed = OPTIONS_TYPED;

/* The index of a name in option_at, from its address. If two names collide, the later one has the entry and the
 * other is found by a linear search. */
static size_t options_place(const PyObject *name)
{
    uintptr_t address = (uintptr_t)name >> 4; /* objects are aligned to 16 bytes */
    return (address ^ address >> 7) % OPTIONS_PLACES;
}

int options_intern(struct native_state *state)
{
    for (int i = 0; i < OPT_COUNT; i++)
        if ((state->option.names[i] = PyUnicode_InternFromString(option_names[i])) == NULL)
            return -1;
    for (int i = 0; i < OPT_COUNT; i++)
        state->option_at[options_place(state->option.names[i])] = (uint8_t)i;
    return 0;
}

int options_find(struct native_state *state, PyObject *name, uint64_t allowed)
{
    int first = state->option_at[options_place(name)];
    if (LIKELY(state->option.names[first] == name && (allowed & OPTION_BIT(first)) != 0))
        return first;
    for (int i = 0; i < OPT_COUNT; i++)
        if (state->option.names[i] == name && (allowed & OPTION_BIT(i)) != 0)
            return i;
    for (int i = 0; i < OPT_COUNT; i++)
        if ((allowed & OPTION_BIT(i)) != 0 && PyUnicode_Compare(state->option.names[i], name) == 0)
            return i;
    return -1;
}

static int options_put(struct native_state *state, const char *function, PyObject *name, PyObject *value,
                       uint64_t allowed, PyObject **given)
{
    int option = options_find(state, name, allowed);
    if (option < 0)
        return errors_raise(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", function, name);
    if (given[option] != NULL)
        return errors_raise(PyExc_TypeError, "%s() got multiple values for argument '%U'", function, name);
    given[option] = value;
    return 0;
}

int options_sort(struct native_state *state, const char *function, PyObject *const *values, PyObject *kwnames,
                 uint64_t allowed, PyObject **given)
{
    Py_ssize_t n = kwnames != NULL ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t i = 0; i < n; i++)
        if (options_put(state, function, PyTuple_GET_ITEM(kwnames, i), values[i], allowed, given) < 0)
            return -1;
    return 0;
}

int options_sort_dict(struct native_state *state, const char *function, PyObject *kwargs, uint64_t allowed,
                      PyObject **given)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (kwargs != NULL && PyDict_Next(kwargs, &at, &name, &value))
        if (options_put(state, function, name, value, allowed, given) < 0)
            return -1;
    return 0;
}

PyObject *options_one(const char *function, const char *name, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    Py_ssize_t named = kwnames != NULL ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t i = 0; i < named; i++)
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, i), name) != 0)
            return PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", function,
                                PyTuple_GET_ITEM(kwnames, i));
    if (n + named == 1)
        return args[0];
    return PyErr_Format(PyExc_TypeError, "%s() takes exactly one argument (%zd given)", function, n + named);
}

/* ---- single options ----------------------------------------------------- */

int options_flag(PyObject *value, bool *flag)
{
    int truth = value != NULL ? PyObject_IsTrue(value) : (int)*flag;
    if (truth < 0)
        return -1;
    *flag = truth != 0;
    return 0;
}

int options_index(PyObject *value, int64_t *n)
{
    int beyond;
    PyObject *index = PyNumber_Index(value);
    if (index == NULL)
        return -1;
    *n = PyLong_AsLongLongAndOverflow(index, &beyond);
    Py_DECREF(index);
    if (beyond != 0)
        *n = beyond < 0 ? INT64_MIN : INT64_MAX;
    return 0;
}

int options_integer(PyObject *value, const char *name, int64_t *n)
{
    if (PyIndex_Check(value))
        return options_index(value, n);
    return errors_raise(PyExc_TypeError, "%s must be an integer, not '%.200s'", name, Py_TYPE(value)->tp_name);
}

static size_t options_clip(int64_t n)
{
    return (uint64_t)n < SIZE_MAX ? (size_t)n : SIZE_MAX;
}

int options_bytes(PyObject *value, const char *name, size_t *bytes)
{
    int64_t n;
    if (value == NULL)
        return 0;
    if (options_integer(value, name, &n) < 0)
        return -1;
    if (n < 0)
        return errors_raise(PyExc_ValueError, "%s must not be negative", name);
    *bytes = options_clip(n);
    return 0;
}

int options_size(PyObject *value, const char *name, Py_ssize_t *size)
{
    size_t bytes = (size_t)*size;
    if (options_bytes(value, name, &bytes) < 0)
        return -1;
    *size = bytes < PY_SSIZE_T_MAX ? (Py_ssize_t)bytes : PY_SSIZE_T_MAX;
    return 0;
}

int options_message(PyObject *value, size_t *bytes)
{
    int64_t n = -1;
    if (value != NULL && options_integer(value, option_names[OPT_MAX_BUFFER_SIZE], &n) < 0)
        return -1;
    *bytes = n < 0 ? SIZE_MAX : options_clip(n);
    return 0;
}

/* A hook as a borrowed reference; NULL for None. -1: TypeError. */
static int options_hook(PyObject *value, const char *name, PyObject **hook)
{
    *hook = value == Py_None ? NULL : value;
    if (*hook != NULL && !PyCallable_Check(*hook))
        return errors_raise(PyExc_TypeError, "%s must be a callable", name);
    return 0;
}

static int options_errors(PyObject *value, PyObject **errors)
{
    *errors = value == Py_None ? NULL : value;
    if (*errors != NULL && !PyUnicode_Check(*errors))
        return errors_raise(PyExc_TypeError, "unicode_errors must be a str or None");
    if (*errors != NULL && PyUnicode_CompareWithASCIIString(*errors, "strict") == 0)
        *errors = NULL;
    return 0;
}

/* The options lz4 and lz4_level of packing. */
static int options_lz4(PyObject *const *given, struct pack_options *opt)
{
    PyObject *form = given[OPT_LZ4];
    int64_t level = 0;
    if (form != NULL && form != Py_None) {
        if (!PyUnicode_Check(form))
            return errors_raise(PyExc_TypeError, "lz4 must be a str or None");
        if (PyUnicode_CompareWithASCIIString(form, "block-array") == 0)
            opt->lz4 = HAYA_LZ4_BLOCK_ARRAY;
        else if (PyUnicode_CompareWithASCIIString(form, "block") == 0)
            opt->lz4 = HAYA_LZ4_BLOCK;
        else
            return errors_raise(PyExc_ValueError, "lz4 must be 'block-array', 'block' or None");
    }
    if (given[OPT_LZ4_LEVEL] != NULL) {
        if (options_integer(given[OPT_LZ4_LEVEL], "lz4_level", &level) < 0)
            return -1;
        if (level < 0 || level > HAYA_LZ4_LEVEL_MAX)
            return errors_raise(PyExc_ValueError, "lz4_level must be 0..%d", HAYA_LZ4_LEVEL_MAX);
    }
    opt->lz4_level = (int)level;
    return 0;
}

/* A TypeRegistry as a borrowed reference; NULL for None. -1: an exception is set. */
static int options_types(struct native_state *state, PyObject *value, PyObject **types)
{
    *types = value == Py_None ? NULL : value;
    if (*types == NULL)
        return 0;
    PyObject *registry = native_type_registry(state);
    int is = registry != NULL ? PyObject_IsInstance(*types, registry) : -1;
    if (is == 0)
        PyErr_SetString(PyExc_TypeError, "types must be a TypeRegistry or None");
    return is > 0 ? 0 : -1;
}

int options_for_type(PyObject *const *given)
{
    PyObject *strict = given[OPT_STRICT], *errors = given[OPT_ERRORS], *decoders = given[OPT_DECODERS];
    if (given[OPT_TYPE] != NULL && given[OPT_TYPE] != Py_None)
        return 1;
    bool first = errors == NULL || (PyUnicode_Check(errors) && PyUnicode_CompareWithASCIIString(errors, "first") == 0);
    const char *name = strict != NULL && strict != Py_True       ? "strict"
                       : !first                                  ? "errors"
                       : decoders != NULL && decoders != Py_None ? "decoders"
                                                                 : NULL;
    if (name == NULL)
        return 0;
    return errors_raise(PyExc_TypeError, "%s is an option for type=", name);
}

#define OPTION_FLAG_FAILS(option, member, otherwise) \
    ((opt->member = (otherwise)), options_flag(given[option], &opt->member)) < 0 ||

#define OPTION_FAST_SET(member, allowed) opt->member = (allowed);

int options_pack(struct native_state *state, PyObject *const *given, struct pack_options *opt)
{
    memset(opt, 0, sizeof *opt);
    opt->max_depth = OPTIONS_DEPTH_DEFAULT;
    if (options_hook(given[OPT_DEFAULT], "default", &opt->default_) < 0 ||
        options_errors(given[OPT_UNICODE_ERRORS], &opt->unicode_errors) < 0 ||
        OPTIONS_PACK_FLAGS(OPTION_FLAG_FAILS) options_size(given[OPT_MAX_DEPTH], "max_depth", &opt->max_depth) < 0 ||
        options_lz4(given, opt) < 0 || options_types(state, given[OPT_TYPES], &opt->types) < 0 ||
        (opt->datetime && times_load(state) < 0))
        return -1;
    OPTIONS_PACK_FAST(OPTION_FAST_SET)
    return 0;
}

/* A length limit; `most` if it is -1 or not given. */
static int options_limit(PyObject *const *given, int option, size_t most, size_t *limit)
{
    int64_t n = -1;
    if (given[option] != NULL && options_integer(given[option], option_names[option], &n) < 0)
        return -1;
    *limit = n == -1 ? most : n < 0 ? 0 : options_clip(n);
    return 0;
}

static int options_limits(PyObject *const *given, size_t bytes, struct haya_limits *limits)
{
    size_t array_len, map_len;
    Py_ssize_t depth = OPTIONS_DEPTH_DEFAULT;
    if (options_limit(given, OPT_MAX_STR_LEN, bytes, &limits->str_len) < 0 ||
        options_limit(given, OPT_MAX_BIN_LEN, bytes, &limits->bin_len) < 0 ||
        options_limit(given, OPT_MAX_EXT_LEN, bytes, &limits->ext_len) < 0 ||
        options_limit(given, OPT_MAX_ARRAY_LEN, bytes, &array_len) < 0 ||
        options_limit(given, OPT_MAX_MAP_LEN, bytes == SIZE_MAX ? bytes : bytes / 2, &map_len) < 0 ||
        options_size(given[OPT_MAX_DEPTH], "max_depth", &depth) < 0)
        return -1;
    limits->array_len = array_len < UINT32_MAX ? (uint32_t)array_len : UINT32_MAX;
    limits->map_len = map_len < UINT32_MAX ? (uint32_t)map_len : UINT32_MAX;
    limits->depth = depth < OPTIONS_DEPTH_MOST ? (uint32_t)depth : OPTIONS_DEPTH_MOST;
    limits->bytes = bytes;
    return 0;
}

int options_unpack(struct native_state *state, PyObject *const *given, size_t bytes, struct unpack_options *opt)
{
    int64_t timestamp = 0;
    memset(opt, 0, sizeof *opt);
    opt->lz4_size = HAYA_LZ4_SIZE_DEFAULT;
    if (options_hook(given[OPT_OBJECT_HOOK], "object_hook", &opt->object_hook) < 0 ||
        options_hook(given[OPT_OBJECT_PAIRS_HOOK], "object_pairs_hook", &opt->pairs_hook) < 0 ||
        options_hook(given[OPT_LIST_HOOK], "list_hook", &opt->list_hook) < 0 ||
        options_errors(given[OPT_UNICODE_ERRORS], &opt->unicode_errors) < 0 ||
        OPTIONS_UNPACK_FLAGS(OPTION_FLAG_FAILS) options_limits(given, bytes, &opt->limits) < 0 ||
        options_types(state, given[OPT_TYPES], &opt->types) < 0 ||
        options_bytes(given[OPT_MAX_LZ4_SIZE], "max_lz4_size", &opt->lz4_size) < 0)
        return -1;
    if (given[OPT_EXT_HOOK] != NULL) {
        if (!PyCallable_Check(given[OPT_EXT_HOOK]))
            return errors_raise(PyExc_TypeError, "ext_hook must be a callable");
        opt->ext_hook = given[OPT_EXT_HOOK] != (PyObject *)state->ext_type ? given[OPT_EXT_HOOK] : NULL;
    }
    if (opt->object_hook != NULL && opt->pairs_hook != NULL)
        return errors_raise(PyExc_TypeError, "object_pairs_hook and object_hook are mutually exclusive");
    if (given[OPT_TIMESTAMP] != NULL) {
        if (options_integer(given[OPT_TIMESTAMP], "timestamp", &timestamp) < 0)
            return -1;
        if (timestamp < 0 || timestamp > 3)
            return errors_raise(PyExc_ValueError, "timestamp must be 0..3");
    }
    opt->timestamp = (int)timestamp;
    if (timestamp == 3 && times_load(state) < 0)
        return -1;
    opt->special_maps = opt->pairs_hook != NULL || opt->types != NULL;
    opt->hooked = opt->object_hook != NULL || opt->pairs_hook != NULL || opt->list_hook != NULL;
    if (opt->references && opt->types != NULL)
        return errors_raise(PyExc_TypeError, "references can't be used with types");
    opt->shallow = opt->zero_copy || opt->tuple_keys || opt->references ? 0
                   : !opt->use_list || opt->hooked                      ? UNPACK_KEY_DEPTH
                                                                        : SIZE_MAX;
    opt->small_bytes = opt->zero_copy ? 0 : UNPACK_SMALL_BYTES;
    return 0;
}
