/* decoder.c: the class Decoder, and the option `type` of unpackb. */
#include "lz4/compressed.h"
#include "plan/decode/decoder.h"
#include "plan/plan.h"

/* Types whose decoders unpackb(type=) keeps; when there are so many, all are dropped. */
#define DECODERS_MAX 128

struct decoder {
    struct typed_codec codec;
    struct unpack_options opt;
};

/* The options that both back ends know; those of typed decoding only are the pure Decoder's. -1: an exception is set.
 */
static int decoder_options(struct native_state *state, struct decoder *self, PyObject *kwargs)
{
    PyObject *given[OPT_COUNT] = {NULL}, *name, *value;
    Py_ssize_t at = 0;
    size_t most;
    while (kwargs != NULL && PyDict_Next(kwargs, &at, &name, &value)) {
        int option = options_find(state, name, options_unpackb);
        if (option >= 0)
            given[option] = value;
    }
    if (options_message(given[OPT_MAX_BUFFER_SIZE], &most) < 0)
        return -1;
    if (options_unpack(state, given, most, &self->opt) < 0)
        return -1;
    /* An error handler is Python code: the pure back end decodes text that is not UTF-8. */
    self->opt.unicode_errors = NULL;
    return 0;
}

/* The plan of self->codec.pure, if it can be used. -1: an exception is set. */
static int decoder_compile(struct native_state *state, struct decoder *self)
{
    PyObject *options = PyObject_GetAttrString(self->codec.pure, "_options");
    PyObject *node = options != NULL ? PyObject_GetAttrString(options, "plan") : NULL;
    self->codec.plan = node != NULL ? (struct plan *)plan_new(state, node) : NULL;
    Py_XDECREF(options);
    Py_XDECREF(node);
    if (self->codec.plan == NULL)
        return -1;
    if (!self->codec.plan->usable)
        Py_CLEAR(self->codec.plan);
    return 0;
}

static PyObject *decoder_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    struct native_state *state;
    struct decoder *self = typed_codec_new(type, args, kwargs, "hayapack._fallback.unpack.decoder", "Decoder", &state);
    if (self != NULL && (decoder_options(state, self, kwargs) < 0 || decoder_compile(state, self) < 0))
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* Bytes to decode. */
struct decoder_input {
    const uint8_t *bytes;
    size_t size;
    uint64_t base; /* their offset in the stream; unpacked: that of the compressed message */
    bool padded;   /* UNPACK_SLACK bytes beyond them may be read */
    bool unpacked; /* they are the content of a compressed message */
};

/* The argument lz4_offset of the pure back end's functions, as a new reference; NULL: an exception is set. */
static PyObject *decoder_lz4_offset(const struct decoder_input *input)
{
    return input->unpacked ? PyLong_FromUnsignedLongLong(input->base) : Py_NewRef(Py_None);
}

/* The value by the pure back end, which raises its errors. */
COLD static PyObject *decoder_leave(struct decoder *self, const struct decoder_input *input)
{
    PyObject *decode = native_import("hayapack._fallback.unpack.decoder", "decode_message"), *o = NULL;
    PyObject *options = decode != NULL ? PyObject_GetAttrString(self->codec.pure, "_options") : NULL;
    if (options != NULL)
        o = PyObject_CallFunction(decode, "y#OKN", (const char *)input->bytes, (Py_ssize_t)input->size, options,
                                  (unsigned long long)(input->unpacked ? 0 : input->base), decoder_lz4_offset(input));
    Py_XDECREF(decode);
    Py_XDECREF(options);
    return o;
}

/* The exception that is set, which node->object.after raised, as the error of the object. */
COLD static void decoder_fail(struct decoder *self, const struct plan_late *late, const struct decoder_input *input)
{
    if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_TypeError))
        return;
    PyObject *error = errors_take(), *raise = NULL, *options = NULL, *result = NULL;
    if ((raise = native_import("hayapack._fallback.unpack.typed", "raise_late")) != NULL &&
        (options = PyObject_GetAttrString(self->codec.pure, "_options")) != NULL)
        result =
            PyObject_CallFunction(raise, "OnOy#OKN", error, (Py_ssize_t)late->at, late->node->source,
                                  (const char *)input->bytes, (Py_ssize_t)input->size, options,
                                  (unsigned long long)(input->unpacked ? 0 : input->base), decoder_lz4_offset(input));
    Py_XDECREF(raise);
    Py_XDECREF(options);
    Py_XDECREF(result); /* NULL: it always raises */
    Py_DECREF(error);
}

/* The value by the plan. NULL without an exception: the pure back end decodes it. */
HAYA_INLINE PyObject *decoder_run_plan(struct native_state *state, struct decoder *self,
                                       const struct decoder_input *input)
{
    struct plan_late late;
    size_t used;
    if (self->codec.plan == NULL)
        return NULL;
    PyObject *o =
        plan_decode(state, self->codec.plan, &self->opt, input->bytes, input->size, input->padded, &used, &late);
    if (o != NULL && used != input->size)
        Py_CLEAR(o);
    else if (o == NULL && late.node != NULL)
        decoder_fail(self, &late, input);
    return o;
}

/* The same for a message that may be compressed: the content of one is decoded here in any case. */
COLD static PyObject *decoder_run_lz4(struct native_state *state, struct decoder *self,
                                      const struct decoder_input *input)
{
    struct source source = {.begin = input->bytes, .end = input->bytes + input->size, .base = input->base};
    struct lz4_content content = {.bytes = NULL};
    int compressed = lz4_open(state, &source, self->opt.lz4_size, false, &content);
    if (compressed <= 0)
        return compressed < 0 ? NULL : decoder_run_plan(state, self, input);
    struct decoder_input inner = {.bytes = content.bytes != NULL ? content.bytes
                                                                 : (const uint8_t *)PyBytes_AS_STRING(content.object),
                                  .size = content.size,
                                  .base = input->base,
                                  .padded = content.bytes != NULL,
                                  .unpacked = true};
    PyObject *o = decoder_run_plan(state, self, &inner);
    if (o == NULL && !PyErr_Occurred())
        o = decoder_leave(self, &inner);
    if (o != NULL && content.end != input->size) {
        errors_extra_data(state, &source, source.begin + content.end, o);
        o = NULL;
    }
    lz4_release(&content);
    return o;
}

HAYA_INLINE PyObject *decoder_run(struct native_state *state, struct decoder *self, const struct decoder_input *input)
{
    if (input->size > self->opt.limits.bytes)
        return NULL;
    return UNLIKELY(self->opt.lz4) ? decoder_run_lz4(state, self, input) : decoder_run_plan(state, self, input);
}

static PyObject *decoder_run_buffer(struct native_state *state, struct decoder *self, PyObject *packed)
{
    struct flat flat;
    struct decoder_input input = {.padded = false};
    if (PyBytes_CheckExact(packed)) {
        input.bytes = (const uint8_t *)PyBytes_AS_STRING(packed);
        input.size = (size_t)PyBytes_GET_SIZE(packed);
        return decoder_run(state, self, &input);
    }
    if (!PyObject_CheckBuffer(packed))
        return NULL;
    if (buffer_get(packed, &flat) < 0 || buffer_settle(&flat, NULL) < 0)
        return NULL;
    input = (struct decoder_input){.bytes = flat.bytes, .size = flat.size, .padded = flat.padded};
    PyObject *o = decoder_run(state, self, &input);
    buffer_release(&flat);
    return o;
}

static PyObject *decoder_decode_one(struct native_state *state, PyObject *op, PyObject *packed)
{
    struct decoder *self = (struct decoder *)op;
    PyObject *o = self->codec.plan != NULL || self->opt.lz4 ? decoder_run_buffer(state, self, packed) : NULL;
    if (o != NULL || PyErr_Occurred())
        return o;
    return PyObject_CallMethodOneArg(self->codec.pure, state->str.decode, packed);
}

static PyObject *decoder_decode(PyObject *op, PyTypeObject *type, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames)
{
    PyObject *packed = n == 1 && kwnames == NULL ? args[0] : options_one("decode", "packed", args, n, kwnames);
    return packed != NULL ? decoder_decode_one(PyType_GetModuleState(type), op, packed) : NULL;
}

/* The Decoder of unpackb(packed, type=type) that was kept: a new reference; NULL: none. */
static PyObject *decoder_kept(struct native_state *state, PyObject *type)
{
    struct plan *plan = plan_of_class(state, type);
    PyObject *decoder = NULL;
    if (plan != NULL)
        decoder = Py_XNewRef(threads_load(&plan->decoder));
    else if (threads_dict_get(state->plan.decoders, type, &decoder) < 0)
        PyErr_Clear(); /* a type that is not hashable, such as Annotated[int, []] */
    Py_XDECREF((PyObject *)plan);
    return decoder;
}

static void decoder_keep(struct native_state *state, PyObject *type, PyObject *decoder)
{
    struct plan *plan = plan_of_class(state, type);
    if (plan != NULL) {
        threads_publish(&plan->decoder, Py_NewRef(decoder));
        Py_DECREF((PyObject *)plan);
        return;
    }
    if (PyDict_GET_SIZE(state->plan.decoders) >= DECODERS_MAX)
        PyDict_Clear(state->plan.decoders);
    if (PyDict_SetItem(state->plan.decoders, type, decoder) < 0)
        PyErr_Clear();
}

PyObject *plan_unpackb(struct native_state *state, PyObject *packed, PyObject *kwargs)
{
    PyObject *type = PyDict_GetItemWithError(kwargs, state->option.names[OPT_TYPE]), *decoder = NULL;
    bool kept = PyDict_GET_SIZE(kwargs) == 1;
    if (type == NULL)
        return NULL;
    if (kept)
        decoder = decoder_kept(state, type);
    if (decoder == NULL) {
        PyObject *none = PyTuple_New(0);
        decoder = none != NULL ? PyObject_Call((PyObject *)state->plan.decoder_type, none, kwargs) : NULL;
        Py_XDECREF(none);
        if (decoder == NULL)
            return NULL;
        if (kept)
            decoder_keep(state, type, decoder);
    }
    PyObject *o = decoder_decode_one(state, decoder, packed);
    Py_DECREF(decoder);
    return o;
}

int plan_stream_decoder(struct native_state *state, PyObject *const *given, PyObject **decoder)
{
    PyObject *kwargs = NULL, *none = NULL;
    uint64_t options = (options_unpackb | options_typed) & ~((uint64_t)1 << OPT_MAX_BUFFER_SIZE);
    int status = 0, typed = options_for_type(given);
    *decoder = NULL;
    if (typed <= 0)
        return typed;
    if ((kwargs = PyDict_New()) == NULL || (none = PyTuple_New(0)) == NULL)
        status = -1;
    for (int i = 0; status == 0 && i < OPT_COUNT; i++)
        if (given[i] != NULL && (options >> i & 1) != 0)
            status = PyDict_SetItem(kwargs, state->option.names[i], given[i]);
    if (status == 0)
        *decoder = PyObject_Call((PyObject *)state->plan.decoder_type, none, kwargs);
    Py_XDECREF(kwargs);
    Py_XDECREF(none);
    return *decoder != NULL ? 0 : -1;
}

PyObject *plan_decode_source(struct native_state *state, PyObject *op, const struct source *source)
{
    struct decoder *self = (struct decoder *)op;
    struct decoder_input input = {.bytes = source->begin,
                                  .size = (size_t)(source->end - source->begin),
                                  .base = source->base,
                                  .padded = source->padded};
    PyObject *o = decoder_run(state, self, &input);
    return o != NULL || PyErr_Occurred() ? o : decoder_leave(self, &input);
}

PyDoc_STRVAR(decoder_doc, "Decoder(type, **options)\n--\n\n"
                          "Decodes messages of one type: Decoder(list[Order]).decode(packed).\n\n"
                          "The options are those of unpackb that can be used with type. Can be used by several\n"
                          "threads at once.");

PyDoc_STRVAR(decoder_decode_doc,
             "decode(packed)\n--\n\n"
             "The one object in packed, which is bytes or any buffer of bytes. Raises as unpackb does.");

static PyMethodDef decoder_methods[] = {
    {"decode", (PyCFunction)(void (*)(void))decoder_decode, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     decoder_decode_doc},
    NATIVE_NO_COPIES,
    NATIVE_GENERIC("Decoder[list[Order]], for annotations."),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot decoder_slots[] = {
    {Py_tp_doc, (void *)decoder_doc},       {Py_tp_new, decoder_new},
    {Py_tp_dealloc, typed_codec_dealloc},   {Py_tp_repr, typed_codec_repr},
    {Py_tp_traverse, typed_codec_traverse}, {Py_tp_methods, decoder_methods},
    {Py_tp_members, typed_codec_members},   {0, NULL},
};

PyType_Spec plan_decoder_spec = {
    .name = "hayapack._native.Decoder",
    .basicsize = sizeof(struct decoder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = decoder_slots,
};
