/*
 * infer_known.c: messages in which arrow.infer() would see nothing new. It decodes and looks at the others, in
 * hayapack/data/infer.py, so what is not sure here is left to it.
 *
 * Data is a bytes object, which never changes, so the GIL is released. Nothing of Python is used meanwhile: names are
 * in the objects that the type holds.
 */
#include "infer_known.h"
#include "survey.h"
#include "tokens.h"

#include <math.h>

#define KNOWN_ANY UINT32_MAX /* instead of a node: any value */
#define KNOWN_BILLION 1000000000u

enum frame_kind { FRAME_ANY, FRAME_ITEMS, FRAME_KEYS, FRAME_PAIRS, FRAME_FIELDS, FRAME_EVENT, FRAME_TIME };

/* An open container. */
struct known_frame {
    uint8_t kind;
    bool keys;   /* ANY: of a map */
    bool in_key; /* it is a key, or in one */
    uint32_t node, last, step;
    uint64_t left; /* values that have not begun */
    uint64_t map;  /* the number of a map */
};

struct known {
    PyObject_HEAD
    struct guard guard;
    PyObject *types; /* what the nodes were made of */
    struct known_node *nodes;
    struct known_frame *frames;
    size_t depth, capacity;
    uint64_t maps;
    uint8_t layout, conflicts;
    /* during a call */
    const uint8_t *data;
    size_t size, at;
};

enum verdict { OLD, NEW, NO_MEMORY };

/* ---- values ---------------------------------------------------------------------------- */

/* Whether an int64 of the unit (1000**unit in a second) has room for the moment, fractions of the unit aside. */
static bool known_has_room(int64_t seconds, uint32_t nanoseconds, int unit)
{
    static const int64_t per_second[] = {1, 1000, 1000000, KNOWN_BILLION};
    const int64_t per = per_second[unit], part = nanoseconds / (KNOWN_BILLION / per);
    const int64_t most = INT64_MAX / per, rest = INT64_MAX % per;
    if (unit == 0)
        return true;
    if (seconds >= 0)
        return seconds < most || (seconds == most && part <= rest);
    return seconds > -most - 1 || (seconds == -most - 1 && part >= per - rest - 1);
}

/* The facts of a moment; false: it is too fine for the units that have room for it. */
static bool known_moment(int64_t seconds, uint32_t nanoseconds, uint8_t *facts)
{
    int fine = nanoseconds == 0 ? 0 : nanoseconds % 1000 != 0 ? 3 : nanoseconds % 1000000 != 0 ? 2 : 1, unit = 3;
    while (!known_has_room(seconds, nanoseconds, unit))
        unit--;
    *facts = (uint8_t)(((1 << fine) - 1) * KNOWN_FINE | ((1 << (3 - unit)) - 1) * KNOWN_FAR);
    return fine <= unit;
}

/* The moment of a timestamp ext or, of type 0, of Fluentd's. false: it is none. */
static bool known_time(const uint8_t *payload, const struct token *token, int64_t *seconds, uint32_t *nanoseconds)
{
    struct haya_timestamp time = {0, 0};
    if (token->ext == HAYA_TIMESTAMP_TYPE) {
        if (haya_timestamp_read(payload, (uint32_t)token->number, &time) != HAYA_OK)
            return false;
    } else if (token->ext == 0 && token->number == 8) {
        time = (struct haya_timestamp){haya_load32(payload), haya_load32(payload + 4)};
    } else {
        return false;
    }
    *seconds = time.seconds;
    *nanoseconds = time.nanoseconds;
    return time.nanoseconds <= HAYA_NANOSECONDS_MAX;
}

static uint8_t known_int(const struct token *token)
{
    uint64_t size = token->negative ? ~token->number + 1 : token->number;
    uint8_t facts = token->negative ? KNOWN_NEGATIVE : size >> 63 != 0 ? KNOWN_BIG : 0;
    if (size >> 53 == 0)
        return facts;
    while ((size & 1) == 0)
        size >>= 1;
    return facts | (size >> 53 != 0 ? KNOWN_INEXACT : 0);
}

/* The kind and the facts of a value. A map may be one of pairs. KNOWN_KINDS: it cannot be decoded. */
static enum known_kind known_kind_of(const struct known *k, const struct token *token, uint8_t *facts)
{
    int64_t seconds;
    uint32_t nanoseconds;
    *facts = 0;
    switch (token->kind) {
    case HAYA_KIND_BOOL: return KNOWN_BOOL;
    case HAYA_KIND_INT: *facts = known_int(token); return KNOWN_NUMBER;
    case HAYA_KIND_FLOAT:
    case HAYA_KIND_DOUBLE: *facts = KNOWN_FLOAT; return KNOWN_NUMBER;
    case HAYA_KIND_STR: return haya_utf8_valid(k->data + token->body, (size_t)token->number) ? KNOWN_STR : KNOWN_KINDS;
    case HAYA_KIND_BIN: return KNOWN_BYTES;
    case HAYA_KIND_ARRAY: return KNOWN_ARRAY;
    case HAYA_KIND_MAP: return KNOWN_MAP;
    default: break;
    }
    if (!known_time(k->data + token->body, token, &seconds, &nanoseconds))
        return token->ext == HAYA_TIMESTAMP_TYPE ? KNOWN_KINDS : KNOWN_RAW;
    return known_moment(seconds, nanoseconds, facts) ? KNOWN_TIMESTAMP : KNOWN_RAW;
}

/* Whether no type has values with these facts. */
static bool known_contradict(enum known_kind kind, uint8_t facts)
{
    if (kind == KNOWN_TIMESTAMP)
        return ((facts & 4) && (facts & 8)) || ((facts & 2) && (facts & 16)) || ((facts & 1) && (facts & 32));
    return (facts & KNOWN_INEXACT) && ((facts & KNOWN_FLOAT) || ((facts & KNOWN_NEGATIVE) && (facts & KNOWN_BIG)));
}

static enum verdict known_push(struct known *k, struct known_frame frame)
{
    if (k->depth == k->capacity) {
        size_t capacity = k->capacity == 0 ? 64 : k->capacity * 2;
        struct known_frame *frames = PyMem_RawRealloc(k->frames, capacity * sizeof *frames);
        if (frames == NULL)
            return NO_MEMORY;
        k->frames = frames;
        k->capacity = capacity;
    }
    k->frames[k->depth++] = frame;
    return OLD;
}

/* A value that does not matter, if it can be decoded. */
static enum verdict known_any(struct known *k, const struct token *token, enum known_kind kind, bool in_key)
{
    if (kind == KNOWN_KINDS || (in_key && kind == KNOWN_MAP))
        return NEW;
    if (!token_is_container(token))
        return OLD;
    const bool keys = kind == KNOWN_MAP;
    return known_push(
        k, (struct known_frame){.kind = FRAME_ANY, .keys = keys, .in_key = in_key, .left = token->number << keys});
}

/* The value at k->at, for a node or KNOWN_ANY. */
static enum verdict known_value(struct known *k, uint32_t target, bool in_key)
{
    struct token token;
    uint8_t facts;
    if (!token_read(k->data, k->at, k->size, &token))
        return NEW;
    k->at = token.end;
    if (token.kind == HAYA_KIND_NIL)
        return OLD;
    enum known_kind kind = known_kind_of(k, &token, &facts);
    if (target == KNOWN_ANY)
        return known_any(k, &token, kind, in_key);
    const struct known_node *node = &k->nodes[target];
    if (node->kind == KNOWN_RAW) {
        const bool raw = kind == KNOWN_RAW || (token_is_container(&token) && node->depth >= KNOWN_DEPTH);
        return raw || k->conflicts != CONFLICTS_RAISE ? known_any(k, &token, kind, in_key) : NEW;
    }
    if (kind == KNOWN_MAP && node->kind == KNOWN_PAIRS)
        kind = KNOWN_PAIRS;
    if (kind != node->kind)
        return k->conflicts == CONFLICTS_FIRST && node->kind != KNOWN_NULL ? known_any(k, &token, kind, in_key) : NEW;
    if ((facts & ~node->bits) != 0)
        return k->conflicts == CONFLICTS_FIRST && known_contradict(kind, facts | node->bits) ? OLD : NEW;
    struct known_frame frame = {.node = target, .last = KNOWN_NONE, .in_key = in_key, .left = token.number};
    switch (kind) {
    case KNOWN_ARRAY: frame.kind = FRAME_ITEMS; break;
    case KNOWN_MAP: frame.kind = FRAME_KEYS; break;
    case KNOWN_PAIRS: frame.kind = FRAME_PAIRS; break;
    default: return OLD;
    }
    if (kind != KNOWN_ARRAY) {
        if (in_key)
            return NEW;
        frame.left *= 2;
        frame.map = ++k->maps;
    }
    return known_push(k, frame);
}

/* ---- fields ---------------------------------------------------------------------------- */

/* The field of the frame's struct with the name in the token, or KNOWN_NONE. Maps mostly have the order of the last. */
static uint32_t known_find(struct known *k, struct known_frame *frame, const struct token *key)
{
    struct known_node *node = &k->nodes[frame->node];
    uint32_t *guess = frame->last == KNOWN_NONE ? &node->head : &k->nodes[frame->last].next;
    const uint8_t *name = k->data + key->body;
    const size_t size = (size_t)key->number;
    const bool bin = key->kind == HAYA_KIND_BIN;
    if (*guess == KNOWN_NONE || known_compare(&k->nodes[*guess], name, size, bin) != 0) {
        uint32_t low = node->first, high = node->first + node->count;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            const int order = known_compare(&k->nodes[middle], name, size, bin);
            if (order == 0) {
                *guess = middle;
                return frame->last = middle;
            }
            if (order < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return KNOWN_NONE;
    }
    return frame->last = *guess;
}

/* An entry of a map of names. */
static enum verdict known_entry(struct known *k, struct known_frame *frame)
{
    struct token key;
    uint8_t facts;
    if (!token_read(k->data, k->at, k->size, &key))
        return NEW;
    if (key.kind != HAYA_KIND_STR && key.kind != HAYA_KIND_BIN) {
        if (frame->node == 0 || k->conflicts != CONFLICTS_FIRST)
            return NEW;
        /* a map of pairs, which is ignored */
        frame->kind = FRAME_ANY;
        frame->keys = true;
        frame->left--;
        k->at = key.end;
        return known_any(k, &key, known_kind_of(k, &key, &facts), true);
    }
    k->at = key.end;
    frame->left -= 2;
    uint32_t child = known_find(k, frame, &key);
    if (child == KNOWN_NONE)
        return NEW;
    struct known_node *field = &k->nodes[child];
    if (field->map == frame->map && (k->nodes[frame->node].bits & KNOWN_REPEATED) == 0)
        return NEW;
    field->map = frame->map;
    if (k->layout == LAYOUT_FLUENT && frame->node == 0 && field->name_size == 4 && !field->bin &&
        memcmp(field->name, "time", 4) == 0)
        child = KNOWN_ANY; /* the event's time is the column */
    return known_value(k, child, false);
}

/* A key or a value of a map of pairs. */
static enum verdict known_pair(struct known *k, struct known_frame *frame)
{
    const bool key = (frame->left & 1) == 0;
    const uint32_t inside = k->nodes[frame->node].first;
    frame->left--;
    if (key && k->at < k->size && k->data[k->at] == HAYA_NIL) {
        if (k->conflicts != CONFLICTS_FIRST)
            return NEW;
        frame->kind = FRAME_ANY;
        frame->keys = true;
    }
    return known_value(k, inside + !key, key);
}

/* ---- rows ------------------------------------------------------------------------------ */

/* Whole seconds of a float time. false: an int64 has no room. */
static bool known_seconds(const uint8_t *payload, bool wide, int64_t *seconds)
{
    const uint64_t word = wide ? haya_load64(payload) : 0;
    const uint32_t half = wide ? 0 : haya_load32(payload);
    double value;
    float narrow;
    memcpy(&value, &word, sizeof value);
    memcpy(&narrow, &half, sizeof narrow);
    value = floor(wide ? value : (double)narrow);
    if (!(value >= -0x1p63 && value < 0x1p63)) /* NaN too */
        return false;
    *seconds = (int64_t)value;
    return true;
}

/* The time of an event. */
static enum verdict known_event_time(struct known *k)
{
    struct token token;
    int64_t seconds;
    uint32_t nanoseconds = 0;
    uint8_t facts;
    if (!token_read(k->data, k->at, k->size, &token))
        return NEW;
    k->at = token.end;
    if (token.kind == HAYA_KIND_INT && (token.negative || token.number >> 63 == 0)) {
        seconds = (int64_t)token.number;
    } else if (token.kind == HAYA_KIND_FLOAT || token.kind == HAYA_KIND_DOUBLE) {
        if (!known_seconds(k->data + token.body, token.kind == HAYA_KIND_DOUBLE, &seconds))
            return NEW;
    } else if (token.kind != HAYA_KIND_EXT || !known_time(k->data + token.body, &token, &seconds, &nanoseconds)) {
        return NEW;
    }
    const struct known_node *root = &k->nodes[0];
    if (!known_moment(seconds, nanoseconds, &facts))
        return NEW;
    for (uint32_t i = root->first; i < root->first + root->count; i++) {
        const struct known_node *field = &k->nodes[i];
        if (field->bin || field->name_size != 4 || memcmp(field->name, "time", 4) != 0)
            continue;
        return field->kind == KNOWN_TIMESTAMP && (facts & ~field->bits) == 0 ? OLD : NEW;
    }
    return NEW;
}

/* The first value of an event: the time, or an array of it and more. */
static enum verdict known_event(struct known *k, struct known_frame *frame)
{
    struct token token;
    frame->left--;
    if (frame->step++ == 0) {
        if (!token_read(k->data, k->at, k->size, &token))
            return NEW;
        if (frame->kind == FRAME_TIME || token.kind != HAYA_KIND_ARRAY)
            return known_event_time(k);
        if (token.number == 0)
            return NEW;
        k->at = token.end;
        return known_push(k, (struct known_frame){.kind = FRAME_TIME, .left = token.number});
    }
    if (frame->kind == FRAME_TIME)
        return known_value(k, KNOWN_ANY, false);
    if (k->at < k->size && haya_formats[k->data[k->at]].kind != HAYA_KIND_MAP)
        return NEW;
    return known_value(k, 0, false);
}

/* The next value in the innermost frame, which has one. */
static enum verdict known_next(struct known *k, struct known_frame *frame)
{
    const struct known_node *node = &k->nodes[frame->node];
    switch (frame->kind) {
    case FRAME_KEYS: return known_entry(k, frame);
    case FRAME_PAIRS: return known_pair(k, frame);
    case FRAME_ITEMS: frame->left--; return known_value(k, node->first, frame->in_key);
    case FRAME_FIELDS:
        frame->left--;
        return frame->step == node->count ? NEW : known_value(k, node->first + frame->step++, false);
    case FRAME_ANY:
        frame->left--;
        return known_value(k, KNOWN_ANY, frame->in_key || (frame->keys && (frame->left & 1) != 0));
    default: return known_event(k, frame);
    }
}

/* The row at k->at. */
static enum verdict known_row(struct known *k)
{
    struct token token;
    enum verdict verdict;
    k->depth = 0;
    if (!token_read(k->data, k->at, k->size, &token))
        return NEW;
    if (k->layout == LAYOUT_MAPS) {
        verdict = token.kind == HAYA_KIND_MAP ? known_value(k, 0, false) : NEW;
    } else if (token.kind != HAYA_KIND_ARRAY || (k->layout == LAYOUT_FLUENT && token.number != 2)) {
        verdict = NEW;
    } else {
        struct known_frame frame = {.kind = k->layout == LAYOUT_ARRAYS ? FRAME_FIELDS : FRAME_EVENT,
                                    .left = token.number};
        k->at = token.end;
        verdict = known_push(k, frame);
    }
    while (verdict == OLD && k->depth != 0) {
        struct known_frame *frame = &k->frames[k->depth - 1];
        if (frame->left == 0)
            k->depth--;
        else
            verdict = known_next(k, frame);
    }
    return verdict;
}

/* Passes over at most `most` rows, to the first one that may have something new, at k->at. The number of rows; -1: no
 * memory. */
static Py_ssize_t known_run(struct known *k, Py_ssize_t most)
{
    Py_ssize_t rows = 0;
    while (k->at < k->size && rows < most) {
        const size_t start = k->at;
        const enum verdict verdict = known_row(k);
        if (verdict != OLD) {
            k->at = start;
            return verdict == NEW ? rows : -1;
        }
        rows++;
    }
    return rows;
}

/* ---- the type -------------------------------------------------------------------------- */

static PyObject *known_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *types;
    int layout, conflicts;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "KnownTypes() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "Oii:KnownTypes", &types, &layout, &conflicts))
        return NULL;
    if (layout < 0 || layout >= LAYOUTS || conflicts < 0 || conflicts >= CONFLICTS)
        return PyErr_Format(PyExc_ValueError, "layout or conflicts is out of range");
    struct known *k = (struct known *)type->tp_alloc(type, 0);
    if (k == NULL)
        return NULL;
    k->types = Py_NewRef(types);
    k->layout = (uint8_t)layout;
    k->conflicts = (uint8_t)conflicts;
    if ((k->nodes = known_make(types, layout == LAYOUT_ARRAYS)) == NULL)
        Py_CLEAR(k);
    return (PyObject *)k;
}

static void known_dealloc(PyObject *self)
{
    struct known *k = (struct known *)self;
    Py_XDECREF(k->types);
    PyMem_RawFree(k->nodes);
    PyMem_RawFree(k->frames);
    guard_free(&k->guard);
    common_free(self);
}

PyDoc_STRVAR(known_skip_doc, "skip(data, at, most)\n--\n\n"
                             "Pass over messages from the one at `at` on that have nothing new, at most so many:\n"
                             "(offset, number). data: bytes, whole messages.");

static PyObject *known_skip(PyObject *self, PyObject *args)
{
    struct known *k = (struct known *)self;
    PyObject *data, *result;
    Py_ssize_t at, most, rows;
    if (!PyArg_ParseTuple(args, "Snn:skip", &data, &at, &most))
        return NULL;
    if (at < 0 || at > PyBytes_GET_SIZE(data))
        return PyErr_Format(PyExc_ValueError, "at is out of range");
    if (guard_enter(&k->guard, "these KnownTypes are in use by this thread") < 0)
        return NULL;
    k->data = (const uint8_t *)PyBytes_AS_STRING(data);
    k->size = (size_t)PyBytes_GET_SIZE(data);
    k->at = (size_t)at;
    Py_BEGIN_ALLOW_THREADS
    rows = known_run(k, most);
    Py_END_ALLOW_THREADS
    result = rows < 0 ? PyErr_NoMemory() : Py_BuildValue("nn", (Py_ssize_t)k->at, rows);
    guard_leave(&k->guard);
    return result;
}

static PyMethodDef known_methods[] = {
    {"skip", known_skip, METH_VARARGS, known_skip_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot known_slots[] = {
    {Py_tp_new, known_new},
    {Py_tp_dealloc, known_dealloc},
    {Py_tp_methods, known_methods},
    {Py_tp_doc, (void *)"KnownTypes(types, layout, conflicts)\n--\n\nOf hayapack/data/infer_known.py."},
    {0, NULL},
};

PyType_Spec known_spec = {
    .name = "hayapack._native.KnownTypes",
    .basicsize = sizeof(struct known),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = known_slots,
};
