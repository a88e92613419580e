/* encode_slow.c: values for which the loop of encode_loop.c has no code, and what may run Python code: encode_state.h.
 */
#include "plan/encode/encode_state.h"

/* ---- Python code ----------------------------------------------------------------- */

void plan_encode_pin(struct encoding *e)
{
    for (; !ENCODE_COPIES && e->pinned < e->depth; e->pinned++)
        Py_INCREF(e->frames[e->pinned].f.obj);
}

COLD enum encode_step plan_encode_refind(struct encoding *e)
{
    bool layout = e->w.state->layout.usable;
    for (size_t i = 0; !ENCODE_COPIES && i < e->depth; i++) {
        struct encode_frame *frame = &e->frames[i];
        if (frame->f.kind == FRAME_OBJECT ? !encode_is_readable(frame->node, frame->f.obj, layout)
                                          : !pack_refind(&frame->f))
            return ENCODE_PURE;
    }
    return ENCODE_NEXT;
}

/* What follows when Python code has raised: the pure back end raises its errors itself. */
static enum encode_step encode_slow_failed(void)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
        return ENCODE_ERROR;
    PyErr_Clear();
    return ENCODE_PURE;
}

/* Writes a value as packb(extended=True) does, which may run Python code. */
static enum encode_step encode_slow_extended(struct encoding *e, uint8_t **at, PyObject *o)
{
    struct pack_options opt = *e->w.opt;
    opt.extended = true;
    opt.max_depth = opt.max_depth > (Py_ssize_t)e->depth ? opt.max_depth - (Py_ssize_t)e->depth : 0;
    e->w.out->p = *at;
    plan_encode_pin(e);
    Py_INCREF(o);
    int status = pack_value(e->w.state, &opt, e->w.out, o);
    enum encode_step step = status < 0 ? encode_slow_failed() : ENCODE_NEXT;
    Py_DECREF(o);
    if (step != ENCODE_NEXT)
        return step;
    *at = e->w.out->p;
    e->w.limit = e->w.out->end - OUTPUT_SPARE;
    return plan_encode_refind(e);
}

/* ---- unions ---------------------------------------------------------------------- */

enum encode_step plan_encode_choose(struct encoding *e, uint8_t **at, struct encode_choice *choice)
{
    const struct plan_node *by = choice->node;
    PyObject *o = e->value;
    if (!plan_alternative_of(&choice->node, &by, o))
        return ENCODE_PURE;
    if (choice->node == NULL)
        return ENCODE_NEXT;
    if (by->choice.by == PLAN_BY_TAG || by->choice.by == PLAN_BY_FIELDS)
        choice->form = CLASS_AS_MAP; /* only a map has the keys that tell the classes apart */
    if (by->choice.by == PLAN_BY_WIRE && choice->node->kind == PLAN_OBJECT && choice->form >= 0 &&
        by->choice.nodes[choice->form == CLASS_AS_MAP ? HAYA_TYPE_MAP : HAYA_TYPE_ARRAY] != choice->node)
        choice->form = -1; /* another type of the union is read from the form that the option wants */
    if (by->choice.by != PLAN_BY_PAIR)
        return ENCODE_NEXT;
    const struct class_field *tag = by->writing->class.map;
    while (tag->node != choice->node)
        tag++;
    if ((Py_ssize_t)e->depth >= e->w.opt->max_depth)
        return ENCODE_PURE;
    struct encode_frame *frame = encode_push(e, o, FRAME_OBJECT);
    if (frame == NULL)
        return ENCODE_ERROR;
    frame->node = choice->node;
    frame->at = frame->stop = NULL;
    frame->left_out = 0;
    uint8_t *p = haya_put_array_header(*at, 2);
    if ((p = pack_reserve(&e->w, p, tag->key_size)) == NULL)
        return ENCODE_ERROR;
    memcpy(p, tag->key, tag->key_size);
    *at = p + tag->key_size;
    e->node = choice->node;
    return ENCODE_VALUE;
}

/* ---- objects of classes that no type declared --------------------------------------- */

/* Whether the pure back end writes objects of the class by its plan. */
static bool encode_slow_has_plan(const struct native_state *state, PyTypeObject *type)
{
    return (type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0 &&
           (pack_has_fields(state, type) || PyDict_GetItemString(type->tp_dict, "__attrs_attrs__") != NULL);
}

/* The plan of a class, if its objects can be encoded by it; a new reference. NULL: it must be compiled, or can't be
 * used. */
static struct plan *encode_slow_find(struct native_state *state, PyTypeObject *type)
{
    struct plan *plan = plan_of_class(state, (PyObject *)type);
    if (plan == NULL)
        return NULL;
    const struct plan_node *node = plan->nodes[0];
    if (threads_load(&plan->writable) && node->kind == PLAN_OBJECT && node->cls == (PyObject *)type &&
        encode_plan_check(state, plan) == 0)
        return plan;
    PyErr_Clear();
    Py_DECREF((PyObject *)plan);
    return NULL;
}

/* Adds a plan to e->own, which steals it. -1: MemoryError is set. */
static int encode_slow_keep(struct encoding *e, struct plan *plan)
{
    if (e->own_count == e->own_capacity &&
        memory_more(&e->own, NULL, e->own_count, 1, &e->own_capacity, sizeof(struct plan *)) < 0) {
        Py_DECREF((PyObject *)plan);
        return -1;
    }
    e->own_last = e->own_count;
    e->own[e->own_count++] = plan;
    return 0;
}

/* Makes the plan of o's class e->node, by which o follows: ENCODE_VALUE. ENCODE_NEXT: such objects have no plan. */
static enum encode_step encode_slow_own(struct encoding *e, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    size_t at = e->own_last;
    if (at >= e->own_count || e->own[at]->nodes[0]->cls != (PyObject *)type)
        for (at = 0; at < e->own_count && e->own[at]->nodes[0]->cls != (PyObject *)type;)
            at++;
    if (at == e->own_count) {
        plan_encode_pin(e); /* looking at the class may run code: that of its names, or the collector */
        Py_INCREF(o);
        bool has = encode_slow_has_plan(e->w.state, type);
        struct plan *plan = has ? encode_slow_find(e->w.state, type) : NULL;
        if (has && plan == NULL && e->missing == NULL)
            e->missing = (PyTypeObject *)Py_NewRef((PyObject *)type);
        enum encode_step step = has && plan == NULL                             ? ENCODE_PURE
                                : plan != NULL && encode_slow_keep(e, plan) < 0 ? ENCODE_ERROR
                                                                                : plan_encode_refind(e);
        bool same = Py_TYPE(o) == type && Py_REFCNT(o) > 1;
        Py_DECREF(o);
        if (step != ENCODE_NEXT || !same)
            return step != ENCODE_NEXT ? step : ENCODE_PURE;
        if (!has)
            return ENCODE_NEXT;
    }
    if ((Py_ssize_t)e->depth >= e->w.opt->max_depth)
        return ENCODE_PURE;
    e->own_last = at;
    e->node = e->own[at]->nodes[0];
    e->value = o;
    return ENCODE_VALUE;
}

/* ---- other values ------------------------------------------------------------------ */

enum encode_step plan_encode_set(struct encoding *e, uint8_t **at, const struct plan_node *node, PyObject *o)
{
    int kind = node != NULL ? node->kind : PLAN_ANY;
    if (kind == PLAN_FIXED_TUPLE)
        return ENCODE_PURE;
    plan_encode_pin(e);
    Py_INCREF(o);
    PyObject *list = PySequence_List(o); /* may run the collector, and so any code */
    Py_DECREF(o);
    enum encode_step step = list != NULL ? plan_encode_refind(e) : encode_slow_failed();
    Py_ssize_t n = list != NULL ? PyList_GET_SIZE(list) : 0;
    struct encode_frame *frame = step == ENCODE_NEXT ? encode_push(e, list, FRAME_SEQUENCE) : NULL;
    if (frame == NULL || (size_t)n > UINT32_MAX) {
        e->depth -= frame != NULL;
        Py_XDECREF(list);
        return step != ENCODE_NEXT ? step : frame == NULL ? ENCODE_ERROR : ENCODE_PURE;
    }
    *at = haya_put_array_header(*at, (uint32_t)n);
    frame->f.at = ((PyListObject *)list)->ob_item;
    frame->f.stop = frame->f.at + n;
    frame->f.size = frame->f.left = n;
    frame->node = kind >= PLAN_LIST && kind <= PLAN_DEQUE ? node->items.item : NULL;
    frame->each = NULL;
    if (ENCODE_COPIES)
        frame->f.held = true;
    else
        e->pinned = e->depth;
    return ENCODE_NEXT;
}

/* Whether an ExtType has the code of timestamps, or one that is no int. */
static bool encode_slow_is_timestamp(PyObject *ext)
{
    PyObject *code = PyTuple_Check(ext) && Py_SIZE(ext) > 0 ? PyTuple_GET_ITEM(ext, 0) : NULL;
    if (code == NULL || !PyLong_CheckExact(code))
        return true;
    int overflow;
    return PyLong_AsLongAndOverflow(code, &overflow) == HAYA_TIMESTAMP_TYPE || overflow != 0;
}

/* Writes n bytes of ASCII text. */
static enum encode_step encode_slow_text(struct encoding *e, uint8_t **at, const char *text, size_t n)
{
    uint8_t *p = pack_reserve(&e->w, *at, n);
    if (p == NULL)
        return ENCODE_ERROR;
    p = haya_put_str_header(p, (uint32_t)n);
    memcpy(p, text, n);
    *at = p + n;
    return ENCODE_NEXT;
}

/* The tuple of the class and its bases: a new reference. NULL: there is none. */
static PyObject *encode_slow_bases(const PyTypeObject *type)
{
#ifdef Py_GIL_DISABLED /* another thread may replace it */
    PyObject *mro = PyObject_GetAttrString((PyObject *)(uintptr_t)type, "__mro__");
    if (mro == NULL)
        PyErr_Clear();
    return mro;
#else
    return Py_NewRef(type->tp_mro);
#endif
}

/* Whether a base of the class has that name, or the class itself. Runs no user code. */
static bool encode_slow_is_named(const PyTypeObject *type, const char *name)
{
    bool is = false;
    PyObject *mro = encode_slow_bases(type);
    for (Py_ssize_t i = 0; mro != NULL && !is && i < PyTuple_GET_SIZE(mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        is = (base->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0 &&
             PyUnicode_CompareWithASCIIString(((PyHeapTypeObject *)base)->ht_qualname, name) == 0;
    }
    Py_XDECREF(mro);
    return is;
}

static enum encode_step encode_slow_path(struct encoding *e, uint8_t **at, PyObject *o)
{
    plan_encode_pin(e);
    Py_INCREF(o);
    PyObject *text = PyObject_CallMethod(o, "__fspath__", NULL);
    Py_DECREF(o);
    enum encode_step step = text == NULL                  ? encode_slow_failed()
                            : !PyUnicode_CheckExact(text) ? ENCODE_PURE
                                                          : ENCODE_NEXT;
    if (step == ENCODE_NEXT)
        step = encode_slow_extended(e, at, text);
    Py_XDECREF(text);
    return step;
}

/* Whether the pure back end's _plan/stdlib_values.py reads the text of a Decimal that was written from byte `at` of the
 * output on; true also where it may, so that it decides. */
static bool encode_slow_decimal_is_read(const struct encoding *e, size_t at)
{
    const uint8_t *p = e->w.out->begin + at, *end = e->w.out->p;
    p += *p < HAYA_STR8 ? 1 : *p == HAYA_STR8 ? 2 : *p == HAYA_STR16 ? 3 : 5;
    size_t n = (size_t)(end - p);
    const uint8_t *exponent = memchr(p, 'E', n), *nan = memchr(p, 'a', n);
    return n <= 1000 && (exponent == NULL || end - exponent <= 8) && (nan == NULL || end - nan <= 22);
}

/* A Decimal, which the pure back end refuses if it would not be read. */
static enum encode_step encode_slow_decimal(struct encoding *e, uint8_t **at, PyObject *o)
{
    size_t before = (size_t)(*at - e->w.out->begin);
    enum encode_step step = encode_slow_extended(e, at, o);
    return step == ENCODE_NEXT && !encode_slow_decimal_is_read(e, before) ? ENCODE_PURE : step;
}

enum encode_step plan_encode_other(struct encoding *e, uint8_t **at, const struct plan_node *node, PyObject *o)
{
    const struct native_state *state = e->w.state;
    PyTypeObject *type = Py_TYPE(o);
    struct haya_timestamp time;
    if (type == state->datetime_type ? times_from_utc(state, o, &time)
                                     : type == state->timestamp_type && times_from_stamp(state, o, &time)) {
        *at = haya_put_timestamp(*at, time.seconds, time.nanoseconds);
        return ENCODE_NEXT;
    }
    if (node != NULL && node->kind == PLAN_ENUM && (PyObject *)type == node->cls) {
        PyObject *packed = plan_member(node, o);
        uint8_t *p = packed != NULL ? pack_reserve(&e->w, *at, (size_t)PyBytes_GET_SIZE(packed)) : NULL;
        if (p == NULL)
            return packed != NULL ? ENCODE_ERROR : ENCODE_PURE;
        memcpy(p, PyBytes_AS_STRING(packed), (size_t)PyBytes_GET_SIZE(packed));
        *at = p + PyBytes_GET_SIZE(packed);
        return ENCODE_NEXT;
    }
    if (node != NULL && node->kind == PLAN_NAMED_TUPLE && (PyObject *)type == node->cls)
        return ENCODE_PURE;
    if (node != NULL && node->kind == PLAN_EXT && type == state->ext_type && encode_slow_is_timestamp(o))
        return ENCODE_PURE; /* a timestamp, which is not read as an ExtType */
    char text[TIMES_TEXT];
    bool moment = type == state->datetime_type && state->times.api != NULL;
    size_t n = moment ? times_text(TIMES_OF_DATETIME, o, text) : times_span_text(state, o, text);
    if (n != 0)
        return encode_slow_text(e, at, text, n);
    if (state->times.api != NULL && PyObject_TypeCheck(o, times_span_type(state)))
        return ENCODE_PURE; /* of a derived class, whose attributes may be any code */
    if ((type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0) {
        enum encode_step step = encode_slow_own(e, o);
        if (step != ENCODE_NEXT)
            return step;
        if (encode_slow_is_named(type, "PurePath"))
            return encode_slow_path(e, at, o);
    }
    if (node != NULL && node->kind == PLAN_DECIMAL)
        return encode_slow_decimal(e, at, o);
    if (moment && times_is_near_end(o))
        return ENCODE_PURE; /* its timestamp may be outside of the years that are read */
    return encode_slow_extended(e, at, o);
}
