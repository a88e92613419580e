/*
 * decode_slow.c: values of the kinds that are not in the loop of decode_loop.c, and the choice of a union's
 * alternative.
 *
 * As everywhere in plan_decode(), NULL without an exception leaves the message to the pure back end.
 */
#include "plan/decode/decode_scalars.h"

PyObject *plan_integer_slowly(struct reader *r, const uint8_t **p)
{
    const uint8_t *s = *p;
    size_t size = *s < 0x80 || *s >= 0xe0 ? 0 : (size_t)1 << (*s & 3);
    if ((size_t)(r->end - s) < 1 + size)
        return NULL;
    *p = s + 1 + size;
    return unpack_integer(&r->u, s, false);
}

/* A float, or an integer that is one. */
PyObject *plan_float(struct reader *r, const uint8_t **p)
{
    const uint8_t *s = *p;
    if (LIKELY(*s == HAYA_FLOAT64) || *s == HAYA_FLOAT32) {
        bool wide = *s == HAYA_FLOAT64;
        if (r->end - s < (wide ? 9 : 5))
            return NULL;
        *p = s + (wide ? 9 : 5);
        return unpack_float(&r->u, wide ? haya_load_double(s + 1) : (double)haya_load_float(s + 1),
                            r->state->layout.usable);
    }
    PyObject *o = plan_integer_slowly(r, p);
    if (o == NULL)
        return NULL;
    int overflow;
    long long n = PyLong_AsLongLongAndOverflow(o, &overflow);
    Py_DECREF(o);
    const long long most = 1LL << 53;
    return overflow == 0 && n >= -most && n <= most ? PyFloat_FromDouble((double)n) : NULL;
}

PyObject *plan_any(struct reader *r, const uint8_t **p, uint64_t pending)
{
    struct unpack_options inner;
    const struct unpack_options *opt = r->opt;
    struct source source = r->source;
    size_t at = (size_t)(*p - r->begin), used;
    source.begin = *p;
    source.base = source.before = at;
    source.pending = pending;
    source.outside = r->depth;
    if (r->depth != 0) {
        inner = *opt;
        inner.limits.depth -= (uint32_t)r->depth < inner.limits.depth ? (uint32_t)r->depth : inner.limits.depth;
        opt = &inner;
    }
    PyObject *o = unpack_value(r->state, opt, &source, &used);
    if (o != NULL)
        *p += used;
    else if (PyErr_ExceptionMatches(PyExc_ValueError))
        PyErr_Clear(); /* the pure back end raises it, if it is the first error */
    return o;
}

PyObject *plan_bytes(struct reader *r, const uint8_t **p)
{
    size_t n;
    if (!plan_payload(r, p, &n) || n > r->opt->limits.bin_len)
        return NULL;
    const uint8_t *s = *p;
    *p = s + n;
    return PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
}

bool plan_skip(const struct reader *r, const uint8_t **p, uint32_t more)
{
    struct haya_limits limits = r->opt->limits;
    size_t end;
    uint32_t outside = (uint32_t)r->depth + more;
    limits.depth -= outside < limits.depth ? outside : limits.depth;
    enum haya_error error = haya_check(*p, (size_t)(r->end - *p), &limits, &end);
    if (error != HAYA_OK && error != HAYA_ERR_EXTRA_DATA)
        return false;
    *p += end;
    return true;
}

/* What a timestamp becomes in this form of times_new(). NULL: it is none. */
static PyObject *plan_stamp(const struct reader *r, const uint8_t **p, int form)
{
    struct haya_timestamp time;
    size_t n;
    if (!plan_payload(r, p, &n) || n > r->opt->limits.ext_len || (int8_t) * *p != HAYA_TIMESTAMP_TYPE ||
        haya_timestamp_read(*p + 1, n > 12 ? 13 : (uint32_t)n, &time) != HAYA_OK)
        return NULL;
    *p += 1 + n;
    return times_new(r->state, form, &time);
}

/* An ExtType. Python code of this package runs. */
static PyObject *plan_ext(struct reader *r, const uint8_t **p)
{
    size_t n;
    if (!plan_payload(r, p, &n) || n > r->opt->limits.ext_len || (int8_t) * *p == HAYA_TIMESTAMP_TYPE)
        return NULL;
    const uint8_t *s = *p;
    *p += 1 + n;
    unpack_resume(&r->u);
    PyObject *o = hooks_ext(r->state, &r->state->unpack_defaults, (int8_t)*s,
                            PyBytes_FromStringAndSize((const char *)s + 1, (Py_ssize_t)n));
    unpack_pause(&r->u);
    return o;
}

/* A Fragment with the bytes of any value. */
static PyObject *plan_fragment(struct reader *r, const struct plan_node *node, const uint8_t **p)
{
    const uint8_t *s = *p;
    PyTypeObject *type = (PyTypeObject *)node->cls;
    PyObject *data = plan_skip(r, p, 0) ? PyBytes_FromStringAndSize((const char *)s, *p - s) : NULL;
    PyObject *o = data != NULL ? type->tp_alloc(type, 0) : NULL;
    if (o == NULL)
        Py_XDECREF(data);
    else
        *(PyObject **)((char *)o + node->data_slot) = data;
    return o;
}

/* What node->text.parse makes of a text. */
static PyObject *plan_parsed(struct reader *r, const struct plan_node *node, const uint8_t **p)
{
    PyObject *text = plan_text(r, p, false), *o = NULL;
    if (text != NULL) {
        unpack_resume(&r->u);
        o = PyObject_CallOneArg(node->text.parse, text);
        unpack_pause(&r->u);
        Py_DECREF(text);
    }
    return o;
}

/* A value of the standard library from its text. */
static PyObject *plan_standard(struct reader *r, const struct plan_node *node, const uint8_t **p)
{
    size_t n;
    if (!plan_payload(r, p, &n) || n > r->opt->limits.str_len)
        return NULL;
    const uint8_t *s = *p;
    *p = s + n;
    return plan_of_text(r->state, node, s, n);
}

/* ---- members and tags --------------------------------------------------------- */

/* What the dict has for a key, which it releases. */
static PyObject *plan_look_up(PyObject *dict, PyObject *key)
{
    PyObject *found = key != NULL && dict != NULL ? PyDict_GetItemWithError(dict, key) : NULL;
    Py_XDECREF(key);
    return Py_XNewRef(found);
}

/* A bool, float, nil or bytes as the key of node->members.values. */
static PyObject *plan_member_key(struct reader *r, const uint8_t **p, enum haya_type type)
{
    PyObject *value = NULL;
    if (type == HAYA_TYPE_BIN)
        value = plan_bytes(r, p);
    else if (type == HAYA_TYPE_FLOAT)
        value = plan_float(r, p);
    else if (type == HAYA_TYPE_BOOL || type == HAYA_TYPE_NIL)
        value = unpack_nil_or_bool(*(*p)++);
    PyObject *key = value != NULL ? PyTuple_Pack(2, (PyObject *)Py_TYPE(value), value) : NULL;
    Py_XDECREF(value);
    return key;
}

/* A member of an ENUM or LITERAL. */
static PyObject *plan_member(struct reader *r, const struct plan_node *node, const uint8_t **p, enum haya_type type)
{
    if (type == HAYA_TYPE_STR)
        return plan_look_up(node->members.table.by_text, plan_dict_key(r, p, false));
    if (type == HAYA_TYPE_INT)
        return plan_look_up(node->members.table.by_number, plan_integer_slowly(r, p));
    return plan_look_up(node->members.values, plan_member_key(r, p, type));
}

/* The alternative that a dict has for a key, which it releases. */
static const struct plan_node *plan_alternative(const struct plan_node *node, PyObject *dict, PyObject *key)
{
    if (key == NULL)
        return NULL;
    PyObject *index = plan_look_up(dict, key);
    if (index == NULL)
        return PyErr_Occurred() ? NULL : node->choice.other;
    const struct plan_node *chosen = node->choice.nodes[PyLong_AsSize_t(index)];
    Py_DECREF(index);
    return chosen;
}

const struct plan_node *plan_choose_by_tag(struct reader *r, const struct plan_node *node, const uint8_t **p)
{
    if (*p >= r->end)
        return NULL;
    switch (haya_types[**p]) {
    case HAYA_TYPE_STR: return plan_alternative(node, node->choice.table.by_text, plan_dict_key(r, p, false));
    case HAYA_TYPE_INT: return plan_alternative(node, node->choice.table.by_number, plan_integer_slowly(r, p));
    default: return NULL;
    }
}

/* The alternative for the map at s, by its tag or by one of its keys, which is searched for. */
static const struct plan_node *plan_search(struct reader *r, const struct plan_node *node, const uint8_t *s)
{
    const size_t width = *s >= HAYA_MAP16 ? (size_t)2 << (*s & 1) : 0;
    if ((size_t)(r->end - s) < 1 + width)
        return NULL;
    size_t n = width == 0 ? *s & 0xf : width == 2 ? haya_load16(s + 1) : haya_load32(s + 1), length;
    Py_ssize_t tag_length = 0;
    const char *tag =
        node->choice.by == PLAN_BY_TAG ? PyUnicode_AsUTF8AndSize(node->choice.tag_name, &tag_length) : NULL;
    s += 1 + width;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *at = s, *text = s;
        if (s >= r->end || haya_types[*s] != HAYA_TYPE_STR || !plan_payload(r, &text, &length) ||
            length > r->opt->limits.str_len)
            return NULL;
        if (tag == NULL) {
            const struct plan_node *found =
                plan_alternative(node, node->choice.table.by_text, plan_dict_key(r, &s, false));
            if (found != NULL || PyErr_Occurred())
                return found;
        }
        s = text + length;
        if (tag != NULL && length == (size_t)tag_length && memcmp(text, tag, length) == 0)
            return plan_choose_by_tag(r, node, &s);
        if (!plan_skip(r, &s, 1) || (r->budget -= s - at) < 0)
            return NULL;
    }
    return node->choice.other;
}

const struct plan_node *plan_choose(struct reader *r, const struct plan_node *node, const uint8_t *p)
{
    uint8_t type = haya_types[*p];
    if (node->choice.by != PLAN_BY_WIRE)
        return type == HAYA_TYPE_MAP ? plan_search(r, node, p) : NULL;
    if (type == HAYA_TYPE_EXT) { /* the type byte follows the length, of 0, 1, 2 or 4 bytes */
        size_t place = *p >= HAYA_FIXEXT1 ? 1 : 1 + ((size_t)1 << (*p - HAYA_EXT8));
        if ((size_t)(r->end - p) <= place)
            return NULL;
        if ((int8_t)p[place] == HAYA_TIMESTAMP_TYPE)
            type = HAYA_TYPE_TIMESTAMP;
    }
    return node->choice.nodes[type];
}

/* ---- values with limits -------------------------------------------------------- */

/* Whether a number is within the limits; -1: an exception is set. */
static int plan_is_within(const struct plan_bounds *bounds, PyObject *number)
{
    static const int operations[] = {Py_GE, Py_GT, Py_LE, Py_LT};
    int within = 1;
    for (int i = 0; i < 4 && within == 1; i++)
        if (bounds->number[i] != NULL)
            within = PyObject_RichCompareBool(number, bounds->number[i], operations[i]);
    if (within == 1 && bounds->number[4] != NULL) {
        PyObject *rest = PyNumber_Remainder(number, bounds->number[4]);
        within = rest != NULL ? PyObject_Not(rest) : -1;
        Py_XDECREF(rest);
    }
    return within;
}

static PyObject *plan_bounded(struct reader *r, const struct plan_node *node, const uint8_t **p, enum haya_type type)
{
    PyObject *o = NULL;
    size_t length = SIZE_MAX;
    switch (node->bounded) {
    case PLAN_INT: o = type == HAYA_TYPE_INT ? plan_integer_slowly(r, p) : NULL; break;
    case PLAN_FLOAT: o = type == HAYA_TYPE_FLOAT || type == HAYA_TYPE_INT ? plan_float(r, p) : NULL; break;
    case PLAN_STR:
        if (type == HAYA_TYPE_STR && (o = plan_text(r, p, false)) != NULL)
            length = (size_t)PyUnicode_GET_LENGTH(o);
        break;
    default:
        if (type == HAYA_TYPE_BIN && (o = plan_bytes(r, p)) != NULL)
            length = (size_t)PyBytes_GET_SIZE(o);
    }
    if (o == NULL)
        return NULL;
    if (length == SIZE_MAX ? plan_is_within(node->bounds, o) == 1
                           : length >= node->bounds->min_len && length <= node->bounds->max_len) {
        if (node->bounded == PLAN_BYTEARRAY)
            Py_SETREF(o, PyByteArray_FromObject(o));
        return o;
    }
    Py_DECREF(o);
    return NULL;
}

PyObject *plan_other(struct reader *r, const struct plan_node *node, const uint8_t **p, enum haya_type type)
{
    PyObject *o = NULL;
    switch (node->kind) {
    case PLAN_ENUM:
    case PLAN_LITERAL: o = plan_member(r, node, p, type); break;
    case PLAN_DATETIME:
        o = type == HAYA_TYPE_EXT ? plan_stamp(r, p, 3) : type == HAYA_TYPE_STR ? plan_standard(r, node, p) : NULL;
        break;
    case PLAN_TIMESTAMP: o = type == HAYA_TYPE_EXT ? plan_stamp(r, p, 0) : NULL; break;
    case PLAN_DATE:
    case PLAN_TIME:
    case PLAN_TIMEDELTA:
    case PLAN_UUID:
    case PLAN_DECIMAL: o = type == HAYA_TYPE_STR ? plan_standard(r, node, p) : NULL; break;
    case PLAN_PATH: o = type == HAYA_TYPE_STR ? plan_parsed(r, node, p) : NULL; break;
    case PLAN_EXT: o = type == HAYA_TYPE_EXT ? plan_ext(r, p) : NULL; break;
    case PLAN_FRAGMENT: o = plan_fragment(r, node, p); break;
    case PLAN_BYTEARRAY:
        if (type == HAYA_TYPE_BIN && (o = plan_bytes(r, p)) != NULL)
            Py_SETREF(o, PyByteArray_FromObject(o));
        break;
    case PLAN_BOUNDED: o = plan_bounded(r, node, p, type); break;
    default: break;
    }
    if (o == NULL && PyErr_Occurred() &&
        (PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_TypeError) ||
         PyErr_ExceptionMatches(PyExc_ArithmeticError)))
        PyErr_Clear(); /* the pure back end raises what there is to raise */
    return o;
}
