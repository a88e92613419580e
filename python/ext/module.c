/* module.c: registration, the module's state, packb and unpackb. */
#include "columns/arrow/arrow_rows.h"
#include "plan/type_registry/registered.h"
#include "split/split.h"
#include "unpacker/unpacker.h"
#include "survey/survey.h"
#include "unpack/cache_structs.h"

/* Messages of up to so many bytes are copied into a padded buffer, so that fast paths may read beyond the end, unless
 * module_readable_beyond() says that they may do so in place. */
#define MODULE_SMALL 1024

/* Memory is not protected in smaller units than pages of so many bytes. */
#define MODULE_PAGE 4096

/* Sanitizers report each read beyond an object. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MODULE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define MODULE_SANITIZED 1
#endif
#endif
#ifndef MODULE_SANITIZED
#define MODULE_SANITIZED 0
#endif

/* ---- functions ---------------------------------------------------------- */

PyDoc_STRVAR(module_packb_doc,
             "packb(o, **options)\n--\n\n"
             "Pack o and return the bytes. The options are msgpack's, and from sort_keys on\n"
             "hayapack's own:\n\n" OPTIONS_PACK_DOC "\nEach error has a name, an offset and the path of the value.");

/* packb() with options, or with a wrong number of arguments. */
NOINLINE static PyObject *module_packb_options(struct native_state *state, PyObject *const *args, Py_ssize_t n,
                                               PyObject *kwnames)
{
    struct pack_options opt;
    PyObject *given[OPT_COUNT] = {NULL};
    given[OPT_O] = n == 1 ? args[0] : NULL;
    if (kwnames != NULL && options_sort(state, "packb", args + n, kwnames, options_packb, given) < 0)
        return NULL;
    if (n > 1 || given[OPT_O] == NULL)
        return PyErr_Format(PyExc_TypeError, "packb() takes 1 positional argument, not %zd", n);
    if (options_pack(state, given, &opt) < 0)
        return NULL;
    return pack_result(state, &opt, NATIVE_SIZE_HINT(state), given[OPT_O]);
}

static PyObject *module_packb(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    struct native_state *state = PyModule_GetState(module);
    if (UNLIKELY(kwnames != NULL || n != 1))
        return module_packb_options(state, args, n, kwnames);
    return pack_result(state, &state->pack_defaults, NATIVE_SIZE_HINT(state), args[0]);
}

/* Whether the UNPACK_SLACK bytes beyond the end are in the page of the last byte, so that they can be read. Their
 * values are arbitrary. */
HAYA_INLINE bool module_readable_beyond(const uint8_t *bytes, size_t size)
{
    return !MODULE_SANITIZED && size != 0 && (uintptr_t)(bytes + size - 1) % MODULE_PAGE + UNPACK_SLACK < MODULE_PAGE;
}

HAYA_INLINE PyObject *module_unpack_source(struct native_state *state, const struct unpack_options *opt,
                                           const struct source *source)
{
    size_t used, size = (size_t)(source->end - source->begin);
    if (UNLIKELY(size > opt->limits.bytes)) {
        errors_unpack(state, HAYA_ERR_SIZE_LIMIT, source, source->begin, PyLong_FromSize_t(opt->limits.bytes));
        return NULL;
    }
    PyObject *value =
        UNLIKELY(opt->lz4) ? unpack_compressed(state, opt, source, &used) : unpack_value(state, opt, source, &used);
    if (UNLIKELY(value != NULL && used != size)) {
        errors_extra_data(state, source, source->begin + used, value);
        return NULL;
    }
    return value;
}

/* As module_unpack(), for at most MODULE_SMALL bytes that are not padded. */
NOINLINE static PyObject *module_unpack_copied(struct native_state *state, const struct unpack_options *opt,
                                               const uint8_t *bytes, size_t size, PyObject *views)
{
    uint8_t small[MODULE_SMALL + UNPACK_SLACK];
    struct source source = {
        .begin = small, .end = small + size, .padded = true, .typed = opt->types != NULL, .views = views};
    if (size != 0)
        memcpy(small, bytes, size);
    memset(small + size, 0, UNPACK_SLACK);
    return module_unpack_source(state, opt, &source);
}

/* bytes: stable, or at most MODULE_SMALL and not padded. padded: as in struct source. views: for zero_copy a memoryview
 * of them, else NULL. */
HAYA_INLINE PyObject *module_unpack(struct native_state *state, const struct unpack_options *opt, const uint8_t *bytes,
                                    size_t size, bool padded, PyObject *views)
{
    if (!padded && size <= MODULE_SMALL)
        return module_unpack_copied(state, opt, bytes, size, views);
    struct source source = {
        .begin = bytes, .end = bytes + size, .padded = padded, .typed = opt->types != NULL, .views = views};
    return module_unpack_source(state, opt, &source);
}

NOINLINE static PyObject *module_unpack_buffer(struct native_state *state, const struct unpack_options *opt,
                                               PyObject *packed)
{
    struct flat flat;
    if ((opt->zero_copy ? buffer_get_views(packed, &flat) : buffer_get(packed, &flat)) < 0)
        return NULL;
    if (flat.size > MODULE_SMALL && flat.size <= opt->limits.bytes && buffer_settle(&flat, opt) < 0)
        return NULL;
    bool padded = flat.padded || (flat.stable && module_readable_beyond(flat.bytes, flat.size));
    PyObject *value = module_unpack(state, opt, flat.bytes, flat.size, padded, flat.views);
    buffer_release(&flat);
    return value;
}

PyDoc_STRVAR(module_unpackb_doc,
             "unpackb(packed, **options)\n--\n\n"
             "Unpack the one object in packed, which is bytes or any buffer of bytes.\n\n"
             "The options are msgpack's, and from max_depth on hayapack's own:\n\n" OPTIONS_UNPACK_DOC
             "\nRaises TruncatedError, FormatError, ExtraData and the errors named above (ValueErrors all),\n"
             "each with a name, an offset and the path of the value.");

/* unpackb() with the option `type`. values: of kwnames; packed: or NULL. */
COLD static PyObject *module_unpackb_typed(PyObject *module, PyObject *packed, PyObject *const *values,
                                           PyObject *kwnames)
{
    struct native_state *state = PyModule_GetState(module);
    PyObject *kwargs = PyDict_New(), *o = NULL;
    int status = kwargs != NULL ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_GET_SIZE(kwnames); i++)
        if (options_find(state, PyTuple_GET_ITEM(kwnames, i), options_unpackb | options_typed) != OPT_PACKED)
            status = PyDict_SetItem(kwargs, PyTuple_GET_ITEM(kwnames, i), values[i]);
    if (status == 0)
        o = plan_unpackb(state, packed, kwargs);
    Py_XDECREF(kwargs);
    return o;
}

HAYA_INLINE PyObject *module_unpack_any(struct native_state *state, const struct unpack_options *opt, PyObject *packed)
{
    if (UNLIKELY(opt->zero_copy) || UNLIKELY(!PyBytes_CheckExact(packed)))
        return module_unpack_buffer(state, opt, packed);
    const uint8_t *bytes = (const uint8_t *)PyBytes_AS_STRING(packed);
    size_t size = (size_t)PyBytes_GET_SIZE(packed);
    return module_unpack(state, opt, bytes, size, module_readable_beyond(bytes, size), NULL);
}

/* unpackb() with options, or with a wrong number of arguments. */
NOINLINE static PyObject *module_unpackb_options(PyObject *module, PyObject *const *args, Py_ssize_t n,
                                                 PyObject *kwnames)
{
    struct native_state *state = PyModule_GetState(module);
    struct unpack_options opt;
    PyObject *given[OPT_COUNT] = {NULL};
    size_t most;
    given[OPT_PACKED] = n == 1 ? args[0] : NULL;
    if (kwnames != NULL &&
        options_sort(state, "unpackb", args + n, kwnames, options_unpackb | options_typed, given) < 0)
        return NULL;
    if (n > 1 || given[OPT_PACKED] == NULL)
        return PyErr_Format(PyExc_TypeError, "unpackb() takes 1 positional argument, not %zd", n);
    int typed = options_for_type(given);
    if (typed != 0)
        return typed < 0 ? NULL : module_unpackb_typed(module, given[OPT_PACKED], args + n, kwnames);
    if (options_message(given[OPT_MAX_BUFFER_SIZE], &most) < 0 || options_unpack(state, given, most, &opt) < 0)
        return NULL;
    return module_unpack_any(state, &opt, given[OPT_PACKED]);
}

static PyObject *module_unpackb(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    if (UNLIKELY(kwnames != NULL || n != 1))
        return module_unpackb_options(module, args, n, kwnames);
    struct native_state *state = PyModule_GetState(module);
    if (PyBytes_CheckExact(args[0])) {
        const uint8_t *bytes = (const uint8_t *)PyBytes_AS_STRING(args[0]);
        size_t size = (size_t)PyBytes_GET_SIZE(args[0]);
        PyObject *value = unpack_is_short(*bytes, size) ? unpack_short(state, bytes, size) : NULL;
        if (value != NULL)
            return value;
    }
    return module_unpack_any(state, &state->unpack_defaults, args[0]);
}

PyDoc_STRVAR(module_decompress_doc,
             "decompress(packed, *, max_lz4_size=67108864)\n--\n\n"
             "The content of a compressed message, as bytes; a plain message unchanged.\n\n"
             "The content is not checked. Raises InvalidLz4Error, Lz4LimitError, TruncatedError and\n"
             "ExtraData.");

PyDoc_STRVAR(module_liblz4_doc, "liblz4()\n--\n\n"
                                "None, or a str: why liblz4 can't be loaded. For tests and bug reports.");

static PyMethodDef module_methods[] = {
    {"packb", (PyCFunction)(void (*)(void))module_packb, METH_FASTCALL | METH_KEYWORDS, module_packb_doc},
    {"unpackb", (PyCFunction)(void (*)(void))module_unpackb, METH_FASTCALL | METH_KEYWORDS, module_unpackb_doc},
    {"decompress", (PyCFunction)(void (*)(void))lz4_decompress, METH_FASTCALL | METH_KEYWORDS, module_decompress_doc},
    {"liblz4", lz4_missing, METH_NOARGS, module_liblz4_doc},
    {"list_values", listing_function, METH_VARARGS, listing_doc},
    {"scan_messages", split_messages, METH_VARARGS, split_messages_doc},
    {"guess_boundary", split_guess, METH_VARARGS, split_guess_doc},
    {"arrow_rows", (PyCFunction)(void (*)(void))arrow_rows_function, METH_VARARGS | METH_KEYWORDS, arrow_rows_doc},
    {"arrow_stream", arrow_stream_function, METH_VARARGS, arrow_stream_doc},
    {NULL, NULL, 0, NULL},
};

/* ---- state -------------------------------------------------------------- */

static int module_imports(struct native_state *state)
{
    const struct {
        const char *module, *name;
        PyObject **to;
    } imports[] = {
        {"hayapack.ext", "ExtType", (PyObject **)&state->ext_type},
        {"hayapack.ext", "Timestamp", (PyObject **)&state->timestamp_type},
        {"hayapack.ext", "Fragment", (PyObject **)&state->fragment_type},
        {"hayapack._errors.make_errors", "unpack_error", &state->errors.unpack},
        {"hayapack._errors.make_errors", "pack_error", &state->errors.pack},
        {"hayapack._errors.make_errors", "out_of_data", &state->errors.out_of_data},
        {"hayapack._errors.make_errors", "buffer_full", &state->errors.buffer_full},
        {"hayapack._errors.make_errors", "not_a_file", &state->file.not_a_file},
        {"hayapack._errors.make_errors", "not_bytes", &state->file.not_bytes},
        {"hayapack._errors.make_errors", "not_decodable", &state->file.not_decodable},
    };
    for (size_t i = 0; i < sizeof imports / sizeof *imports; i++)
        if ((*imports[i].to = native_import(imports[i].module, imports[i].name)) == NULL)
            return -1;
    PyObject *getter = native_import("_operator", "itemgetter");
    state->pack.first_item = getter != NULL ? PyObject_CallFunction(getter, "i", 0) : NULL;
    Py_XDECREF(getter);
    if (state->pack.first_item == NULL)
        return -1;
#if PY_VERSION_HEX >= 0x030F0000
    if ((state->frozendict_type = (PyTypeObject *)native_import("builtins", "frozendict")) == NULL)
        return -1;
#endif
    return 0;
}

static int module_names(struct native_state *state)
{
#define MODULE_NAME(member, text)                                       \
    if ((state->str.member = PyUnicode_InternFromString(text)) == NULL) \
        return -1;
    NATIVE_NAMES(MODULE_NAME)
#undef MODULE_NAME
    return options_intern(state);
}

static int module_singles(struct native_state *state)
{
    for (int i = 0; i < LAYOUT_SMALL_COUNT; i++)
        if ((state->shared.small[i] = PyLong_FromLong(LAYOUT_SMALL_MIN + i)) == NULL)
            return -1;
    for (int i = 0; i < 128; i++)
        if ((state->shared.letter[i] = PyUnicode_FromOrdinal(i)) == NULL)
            return -1;
    return (state->shared.empty_text = PyUnicode_FromString("")) == NULL ? -1 : 0;
}

/* Keeps in the state the types that C code makes objects of, and adds to the module those that programs or the package
 * use. */
static int module_types(PyObject *module, struct native_state *state)
{
    const struct {
        PyType_Spec *spec;
        PyTypeObject **to; /* NULL: not kept */
        bool is_added;
    } types[] = {
        {&packer_spec, NULL, true},
        {&unpacker_spec, NULL, true},
        {&plan_spec, &state->plan.type, false},
        {&plan_decoder_spec, &state->plan.decoder_type, true},
        {&plan_encoder_spec, NULL, true},
        {&registered_spec, &state->plan.registered_type, false},
        {&arrow_rows_spec, &state->arrow.rows_type, false},
        {&tally_spec, NULL, true},
        {&known_spec, NULL, true},
    };
    state->registered = &registered_ops;
    state->plan.decoders = PyDict_New();
    int status = state->plan.decoders != NULL ? 0 : -1;
    for (size_t i = 0; status == 0 && i < sizeof types / sizeof *types; i++) {
        PyTypeObject *type = partial_type(module, types[i].spec, NULL, NULL, !types[i].is_added);
        status = type == NULL ? -1 : types[i].is_added ? PyModule_AddType(module, type) : 0;
        if (types[i].to != NULL)
            *types[i].to = type;
        else
            Py_XDECREF(type);
    }
    return status;
}

static int module_exec(PyObject *module)
{
    struct native_state *state = PyModule_GetState(module);
    PyObject *given[OPT_COUNT] = {NULL};
    guard_init();
    state->vector = vector_choose();
#ifndef Py_GIL_DISABLED /* without a GIL calls make them: keys_borrow(), classes_enter() */
    if ((state->keys[0] = keys_new()) == NULL || (state->classes[0] = classes_new()) == NULL ||
        (state->texts = pack_text_marks_new()) == NULL)
        return -1;
#endif
    if (layout_init(&state->layout) < 0 || module_imports(state) < 0 || module_names(state) < 0 ||
        times_init(state) < 0 || module_singles(state) < 0 || module_types(module, state) < 0 ||
        partial_add(module, state) < 0 || columns_add(module, state) < 0 ||
        options_pack(state, given, &state->pack_defaults) < 0 ||
        options_unpack(state, given, SIZE_MAX, &state->unpack_defaults) < 0)
        return -1;
    /* for tests and bug reports */
    return PyModule_AddObjectRef(module, "private_layout", state->layout.usable ? Py_True : Py_False);
}

/* Applies DO to each reference in a member of the state. */
#define MODULE_EACH(member, DO)                                                                  \
    for (PyObject **o = (PyObject **)&state->member; o < (PyObject **)(&state->member + 1); o++) \
        DO(*o);
#define MODULE_VISIT(type, member) MODULE_EACH(member, Py_VISIT)
#define MODULE_CLEAR(type, member) MODULE_EACH(member, Py_CLEAR)

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct native_state *state = PyModule_GetState(module);
    if (state != NULL) {
        NATIVE_REFERENCES(MODULE_VISIT)
    }
    return 0;
}

static int module_clear(PyObject *module)
{
    struct native_state *state = PyModule_GetState(module);
    if (state == NULL)
        return 0;
    state->times.api = NULL;
    NATIVE_REFERENCES(MODULE_CLEAR)
    for (int i = 0; i < NATIVE_PLACES; i++) {
        if (KEYS_PLACE(state, i) != NULL)
            keys_clear(KEYS_PLACE(state, i));
        if (CLASSES_PLACE(state, i) != NULL)
            classes_clear(CLASSES_PLACE(state, i));
    }
    return 0;
}

static void module_free(void *module)
{
    struct native_state *state = PyModule_GetState(module);
    module_clear(module);
    if (state != NULL) {
        for (int i = 0; i < NATIVE_PLACES; i++) {
            PyMem_Free(KEYS_PLACE(state, i));
            PyMem_Free(CLASSES_PLACE(state, i));
        }
#ifndef Py_GIL_DISABLED
        PyMem_Free(state->texts);
#endif
    }
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, (void *)module_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

PyDoc_STRVAR(module_doc, "The compiled back end of hayapack. Import hayapack, not this module.");

struct PyModuleDef native_module = {
    PyModuleDef_HEAD_INIT,         .m_name = "hayapack._native",
    .m_doc = module_doc,           .m_size = sizeof(struct native_state),
    .m_methods = module_methods,   .m_slots = module_slots,
    .m_traverse = module_traverse, .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&native_module);
}
