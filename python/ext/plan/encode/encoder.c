/* encoder.c: the class Encoder. */
#include "plan/encode/encode_state.h"

/* Attempts to encode an object: one more for each class inside it that is met for the first time. */
#define ENCODER_TURNS 16

struct encoder {
    struct typed_codec codec;
    struct pack_options opt;
    size_t hint;
    int form; /* enum class_form, of all objects; -1: that of their classes */
};

/* The options that both back ends know; the pure Encoder has checked them. -1: an exception is set. */
static int encoder_options(struct native_state *state, struct encoder *self, PyObject *kwargs)
{
    PyObject *given[OPT_COUNT] = {NULL}, *name, *value;
    Py_ssize_t at = 0;
    self->form = -1;
    while (kwargs != NULL && PyDict_Next(kwargs, &at, &name, &value)) {
        int option = options_find(state, name, options_packb);
        if (option >= 0 && option != OPT_O)
            given[option] = value;
        else if (PyUnicode_CompareWithASCIIString(name, "keys") == 0 && value != Py_None)
            self->form = PyUnicode_CompareWithASCIIString(value, "array") == 0 ? CLASS_AS_ARRAY : CLASS_AS_MAP;
    }
    return options_pack(state, given, &self->opt);
}

/* Whether the pure back end must write everything: hooks for types, or an option that forbids plans. -1: an exception
 * is set. */
static int encoder_is_pure(const struct encoder *self, PyObject *kwargs)
{
    PyObject *hooks = kwargs != NULL ? PyDict_GetItemString(kwargs, "encoders") : NULL;
    int has = hooks != NULL ? PyObject_IsTrue(hooks) : 0;
    return has != 0 ? has : !self->opt.plans_fast;
}

struct plan *plan_for_writing(struct native_state *state, PyObject *source)
{
    struct plan *plan = source != NULL ? (struct plan *)plan_new(state, source) : NULL;
    Py_XDECREF(source);
    if (plan != NULL && encode_plan_find(state, plan) < 0)
        Py_CLEAR(plan);
    return plan;
}

/* The plan of self->codec.pure, if it can be used. -1: an exception is set. */
static int encoder_compile(struct native_state *state, struct encoder *self)
{
    self->codec.plan = plan_for_writing(state, PyObject_GetAttrString(self->codec.pure, "_plan"));
    if (self->codec.plan == NULL)
        return -1;
    if (!ENCODE_COPIES && !self->codec.plan->writable)
        Py_CLEAR(self->codec.plan);
    return 0;
}

static PyObject *encoder_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    struct native_state *state;
    struct encoder *self = typed_codec_new(type, args, kwargs, "hayapack._fallback.pack.encoder", "Encoder", &state);
    int status = self != NULL ? encoder_options(state, self, kwargs) : -1;
    if (status == 0) {
        status = encoder_is_pure(self, kwargs);
        self->opt.default_ = self->opt.unicode_errors = self->opt.types = NULL;
        if (status == 0)
            status = encoder_compile(state, self);
    }
    if (status < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* Compiles the plan of a class, which runs Python code. 1: its objects can be encoded here; 0: they can't; -1: an
 * exception is set. */
static int encoder_learn(struct native_state *state, PyTypeObject *type)
{
    struct plan *plan = plan_for_writing(state, native_call("hayapack._plan.compile", "plan_of", (PyObject *)type));
    int learnt = plan != NULL ? threads_load(&plan->writable) : -1;
    Py_XDECREF((PyObject *)plan);
    if (learnt < 0 && PyErr_ExceptionMatches(PyExc_Exception)) {
        PyErr_Clear(); /* the pure back end raises it, or writes the objects without a plan */
        learnt = 0;
    }
    return learnt;
}

/* One attempt. *again: a class was met for the first time, and now has a plan. */
static PyObject *encoder_try(struct native_state *state, struct encoder *self, PyObject *obj, bool *again)
{
    struct output out;
    PyObject *packed = NULL;
    PyTypeObject *missing = NULL;
    output_begin(&out, &self->hint);
    switch (plan_encode(state, self->codec.plan, &self->opt, self->form, &out, obj, &missing)) {
    case PLAN_ENCODED:
        if (LIKELY(self->opt.lz4 == HAYA_LZ4_PLAIN))
            return output_take(state, &out);
        packed = pack_take_compressed(state, &self->opt, &out, obj);
        break;
    case PLAN_ENCODE_PURE:
        *again = missing != NULL && encoder_learn(state, missing) > 0;
        if (missing == NULL)
            (void)encode_plan_check(state, self->codec.plan); /* for the next time */
        break;
    default: break;
    }
    Py_XDECREF((PyObject *)missing);
    output_drop(&out);
    return packed;
}

/* NULL without an exception: the pure back end encodes the object. */
static PyObject *encoder_run(struct native_state *state, struct encoder *self, PyObject *obj)
{
    bool again = true;
    PyObject *packed = NULL;
    for (int turn = 0; again && turn < ENCODER_TURNS; turn++) {
        again = false;
        packed = encoder_try(state, self, obj, &again);
    }
    return packed;
}

static PyObject *encoder_encode(PyObject *op, PyTypeObject *type, PyObject *const *args, Py_ssize_t n,
                                PyObject *kwnames)
{
    struct encoder *self = (struct encoder *)op;
    struct native_state *state = PyType_GetModuleState(type);
    PyObject *obj = n == 1 && kwnames == NULL ? args[0] : options_one("encode", "obj", args, n, kwnames);
    if (obj == NULL)
        return NULL;
    /* without a GIL another thread may still be finding out */
    bool native = self->codec.plan != NULL && (!ENCODE_COPIES || threads_load(&self->codec.plan->writable));
    PyObject *packed = native ? encoder_run(state, self, obj) : NULL;
    if (packed != NULL || PyErr_Occurred())
        return packed;
    return PyObject_CallMethodOneArg(self->codec.pure, state->str.encode, obj);
}

PyDoc_STRVAR(encoder_doc,
             "Encoder(type, *, keys=None, encoders=None, **options)\n--\n\n"
             "Encodes objects of one type: Encoder(list[Order]).encode(orders).\n\n"
             "keys (str, None): \"map\" or \"array\": the form of all objects, instead of those that their\n"
             "    classes declare.\n"
             "encoders (dict, None): {type: function}: objects of exactly this type are written as what the\n"
             "    function returns.\n\n"
             "The other options are those of packb, without extended (what it packs is packed), types,\n"
             "datetime and strict_types. Can be used by several threads at once.");

PyDoc_STRVAR(encoder_encode_doc,
             "encode(obj)\n--\n\n"
             "obj as a message. An object that is not of the type is written by its own. Raises as packb does.");

static PyMethodDef encoder_methods[] = {
    {"encode", (PyCFunction)(void (*)(void))encoder_encode, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     encoder_encode_doc},
    NATIVE_NO_COPIES,
    NATIVE_GENERIC("Encoder[list[Order]], for annotations."),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot encoder_slots[] = {
    {Py_tp_doc, (void *)encoder_doc},       {Py_tp_new, encoder_new},
    {Py_tp_dealloc, typed_codec_dealloc},   {Py_tp_repr, typed_codec_repr},
    {Py_tp_traverse, typed_codec_traverse}, {Py_tp_methods, encoder_methods},
    {Py_tp_members, typed_codec_members},   {0, NULL},
};

PyType_Spec plan_encoder_spec = {
    .name = "hayapack._native.Encoder",
    .basicsize = sizeof(struct encoder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = encoder_slots,
};
