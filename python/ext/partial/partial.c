/* partial.c: partial decoding: walks, their errors, and the value at a cursor. */
#include "partial.h"

#include "hayapack_format.h"
#include "lz4/compressed.h"
#include "unpack/unpack.h"

#define BIT(option) ((uint64_t)1 << (option))

const uint64_t partial_options = BIT(OPT_USE_LIST) | BIT(OPT_RAW) | BIT(OPT_TIMESTAMP) | BIT(OPT_STRICT_MAP_KEY) |
                                 BIT(OPT_UNICODE_ERRORS) | BIT(OPT_MAX_BUFFER_SIZE) | BIT(OPT_EXT_HOOK) |
                                 BIT(OPT_MAX_STR_LEN) | BIT(OPT_MAX_BIN_LEN) | BIT(OPT_MAX_ARRAY_LEN) |
                                 BIT(OPT_MAX_MAP_LEN) | BIT(OPT_MAX_EXT_LEN) | BIT(OPT_MAX_DEPTH) | BIT(OPT_ZERO_COPY) |
                                 BIT(OPT_TUPLE_KEYS) | BIT(OPT_LZ4) | BIT(OPT_MAX_LZ4_SIZE);
const uint64_t partial_hook_options = BIT(OPT_OBJECT_HOOK) | BIT(OPT_OBJECT_PAIRS_HOOK) | BIT(OPT_LIST_HOOK);

int partial_options_unpack(struct native_state *state, PyObject *const *given, struct unpack_options *opt)
{
    size_t most;
    if (options_message(given[OPT_MAX_BUFFER_SIZE], &most) < 0 || options_unpack(state, given, most, opt) < 0)
        return -1;
    if (given[OPT_STRICT_MAP_KEY] == NULL)
        opt->strict_map_key = false;
    if (opt->strict_map_key)
        opt->limits.flags |= HAYA_STRICT_KEYS;
    return 0;
}

/* Replaces a compressed message by its content, a bytes object. -1: an exception is set, and there is nothing to
 * release. */
static int partial_decompress(struct partial *m, struct flat *flat, struct partial_rest *rest)
{
    struct lz4_content content = {.bytes = NULL};
    enum haya_lz4_form form;
    haya_lz4_detect(flat->bytes, flat->size, &form);
    if (form == HAYA_LZ4_PLAIN)
        return 0;
    if (buffer_settle(flat, NULL) < 0)
        return -1;
    struct source source = {.begin = flat->bytes, .end = flat->bytes + flat->size};
    int compressed = lz4_open(m->state, &source, m->opt->lz4_size, true, &content);
    if (compressed == 0) /* the buffer changed meanwhile */
        return 0;
    bool fails = compressed < 0;
    if (!fails && rest != NULL && content.end != flat->size) {
        rest->at = content.end;
        rest->bytes =
            PyBytes_FromStringAndSize((const char *)flat->bytes + rest->at, (Py_ssize_t)(flat->size - rest->at));
        fails = rest->bytes == NULL;
    }
    buffer_release(flat);
    if (!fails)
        fails = (m->opt->zero_copy ? buffer_get_views(content.object, flat) : buffer_get(content.object, flat)) < 0;
    lz4_release(&content);
    m->unpacked = true;
    return fails ? -1 : 0;
}

static int partial_open(struct partial *m, PyObject *o, struct flat *flat)
{
    m->unpacked = false;
    if ((m->opt->zero_copy ? buffer_get_views(o, flat) : buffer_get(o, flat)) < 0)
        return -1;
    if (flat->size <= m->opt->limits.bytes)
        return 0;
    struct source source = {.begin = flat->bytes, .end = flat->bytes + flat->size};
    errors_unpack(m->state, HAYA_ERR_SIZE_LIMIT, &source, source.begin, PyLong_FromSize_t(m->opt->limits.bytes));
    buffer_release(flat);
    return -1;
}

static int partial_settle(struct partial *m, struct flat *flat)
{
    if (!flat->mapped && !m->opt->zero_copy && buffer_settle(flat, NULL) < 0)
        return -1;
    m->bytes = flat->bytes;
    m->size = flat->size;
    m->stable = flat->stable;
    m->padded = flat->padded;
    m->views = flat->views;
    return 0;
}

int partial_get(struct partial *m, PyObject *o, struct flat *flat)
{
    return partial_open(m, o, flat) < 0 ? -1 : partial_settle(m, flat);
}

int partial_get_message(struct partial *m, PyObject *o, struct flat *flat, struct partial_rest *rest)
{
    if (partial_open(m, o, flat) < 0 || (m->opt->lz4 && partial_decompress(m, flat, rest) < 0))
        return -1;
    return partial_settle(m, flat);
}

int partial_levels_begin(struct partial_levels *levels, const struct unpack_options *opt)
{
    levels->levels = levels->first;
    if (opt->limits.depth <= OPTIONS_DEPTH_DEFAULT)
        return 0;
    levels->levels = PyMem_Malloc(opt->limits.depth * sizeof *levels->levels);
    if (levels->levels != NULL)
        return 0;
    return errors_no_memory();
}

void partial_levels_end(struct partial_levels *levels)
{
    if (levels->levels != levels->first)
        PyMem_Free(levels->levels);
}

/* ---- errors ------------------------------------------------------------- */

/* The cursor at offset `at`; the values between start and it are valid. */
static struct haya_cursor partial_cursor_at(const struct partial *m, const struct haya_cursor *start, size_t at)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_cursor cursor = *start;
    struct haya_header header;
    limits.depth = UINT32_MAX; /* not known here, so not checked */
    while (cursor.pos < at && cursor.pending != 0 &&
           haya_look(m->bytes, m->size, &limits, &cursor, &header) == HAYA_OK) {
        if (header.kind == HAYA_KIND_ARRAY || header.kind == HAYA_KIND_MAP) {
            cursor = haya_cursor_inside(cursor, &header);
        } else {
            cursor.pos += header.size + header.count;
            cursor.pending--;
        }
    }
    return cursor;
}

static PyObject *partial_value_or_key(const struct partial *m, const struct haya_cursor *cursor, bool key,
                                      size_t *used);

PyObject *partial_facts(const struct partial *m, enum haya_error error, const struct haya_cursor *start, size_t at)
{
    struct haya_cursor cursor;
    size_t limit;
    if (haya_limit_of(error, &m->opt->limits, &limit))
        return PyLong_FromSize_t(limit);
    switch (error) {
    case HAYA_ERR_TRUNCATED: return PyLong_FromUnsignedLongLong(partial_cursor_at(m, start, at).pending - 1);
    case HAYA_ERR_INVALID_KEY:
        cursor = partial_cursor_at(m, start, at);
        return partial_value_or_key(m, &cursor, true, NULL);
    default: return NULL;
    }
}

int partial_fail(const struct partial *m, enum haya_error error, const struct haya_cursor *start, size_t at)
{
    struct source source = partial_whole(m);
    PyObject *facts = partial_facts(m, error, start, at);
    errors_unpack(m->state, error, &source, m->bytes + at, facts);
    return -1;
}

/* ---- walks -------------------------------------------------------------- */

int partial_look(const struct partial *m, const struct haya_cursor *cursor, struct haya_header *header)
{
    enum haya_error error = haya_look(m->bytes, m->size, &m->opt->limits, cursor, header);
    return LIKELY(error == HAYA_OK) ? 0 : partial_fail(m, error, cursor, cursor->pos);
}

int partial_skip(const struct partial *m, struct haya_cursor *cursor, uint64_t n)
{
    struct partial_levels levels;
    struct haya_cursor start = *cursor;
    if (n == 0)
        return 0;
    if (partial_levels_begin(&levels, m->opt) < 0)
        return -1;
    enum haya_error error = haya_skip(m->bytes, m->size, &m->opt->limits, levels.levels, cursor, n);
    partial_levels_end(&levels);
    return LIKELY(error == HAYA_OK) ? 0 : partial_fail(m, error, &start, cursor->pos);
}

int partial_find(const struct partial *m, struct haya_cursor *cursor, uint32_t entries, struct haya_key *keys,
                 size_t key_count, bool first)
{
    struct partial_levels levels;
    struct haya_cursor start = *cursor;
    if (partial_levels_begin(&levels, m->opt) < 0)
        return -1;
    enum haya_error error =
        haya_find(m->bytes, m->size, &m->opt->limits, levels.levels, cursor, entries, keys, key_count, first);
    partial_levels_end(&levels);
    return LIKELY(error == HAYA_OK) ? 0 : partial_fail(m, error, &start, cursor->pos);
}

/* ---- values ------------------------------------------------------------- */

/* *stop: the end of the bytes that partial_value() copies if the memory is not stable: the end of the value if its
 * structure is valid (*whole), else the end of the message, so that decoding finds the error. -1: an exception is
 * set. */
static int partial_value_end(const struct partial *m, const struct haya_cursor *cursor, bool *whole, size_t *stop)
{
    struct partial_levels levels;
    struct haya_cursor end = *cursor;
    if (partial_levels_begin(&levels, m->opt) < 0)
        return -1;
    *whole = haya_skip(m->bytes, m->size, &m->opt->limits, levels.levels, &end, 1) == HAYA_OK;
    partial_levels_end(&levels);
    *stop = *whole ? end.pos : m->size;
    return 0;
}

#define PARTIAL_SMALL 512 /* bytes; larger copies are allocated */

/* Decodes a copy of the value at source->begin. */
static PyObject *partial_value_copied(const struct partial *m, const struct unpack_options *opt,
                                      const struct haya_cursor *cursor, struct source *source, size_t *used)
{
    uint8_t small[PARTIAL_SMALL + UNPACK_SLACK], *copy = small;
    bool whole;
    size_t end;
    if (partial_value_end(m, cursor, &whole, &end) < 0)
        return NULL;
    size_t size = end - cursor->pos;
    if (size > PARTIAL_SMALL) {
        if ((copy = buffer_copy_of(source->begin, size, opt)) == NULL)
            return NULL;
    } else {
        if (size != 0)
            memcpy(copy, source->begin, size);
        memset(copy + size, 0, UNPACK_SLACK);
    }
    source->message = m->bytes;
    source->begin = copy;
    source->end = copy + size;
    source->padded = true;
    if (whole)
        source->pending = 0; /* the copy ends with this value */
    PyObject *value = unpack_value(m->state, opt, source, used);
    if (copy != small)
        PyMem_Free(copy);
    return value;
}

static PyObject *partial_value_or_key(const struct partial *m, const struct haya_cursor *cursor, bool key, size_t *used)
{
    struct unpack_options inner;
    const struct unpack_options *opt = m->opt;
    struct source source = {.begin = m->bytes + cursor->pos,
                            .end = m->bytes + m->size,
                            .base = m->base + cursor->pos,
                            .before = cursor->pos,
                            .pending = cursor->pending - 1,
                            .outside = cursor->depth,
                            .padded = m->padded,
                            .key = key,
                            .views = m->views,
                            .views_at = cursor->pos,
                            .within = m->within,
                            .unpacked = m->unpacked,
                            .lz4_base = m->lz4_base};
    size_t length;
    if (used == NULL)
        used = &length;
    if (cursor->depth != 0) {
        inner = *opt;
        inner.limits.depth -= cursor->depth < inner.limits.depth ? cursor->depth : inner.limits.depth;
        opt = &inner;
    }
    return LIKELY(m->stable) ? unpack_value(m->state, opt, &source, used)
                             : partial_value_copied(m, opt, cursor, &source, used);
}

PyObject *partial_value(const struct partial *m, const struct haya_cursor *cursor, size_t *used)
{
    return partial_value_or_key(m, cursor, false, used);
}

PyObject *partial_key(const struct partial *m, const struct haya_cursor *cursor, size_t *used)
{
    struct source source = partial_whole(m);
    PyObject *key = partial_value_or_key(m, cursor, true, used);
    if (key == NULL || PyUnicode_CheckExact(key) || PyBytes_CheckExact(key))
        return key;
    if (!m->opt->strict_map_key) {
        if (PyLong_CheckExact(key) || PyFloat_CheckExact(key) || PyObject_Hash(key) != -1)
            return key;
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) {
            Py_DECREF(key);
            return NULL;
        }
        PyErr_Clear();
    }
    errors_unpack(m->state, HAYA_ERR_INVALID_KEY, &source, m->bytes + cursor->pos, key);
    return NULL;
}

bool partial_makes_key(const struct unpack_options *opt, enum haya_kind kind)
{
    switch (kind) {
    case HAYA_KIND_STR: return opt->unicode_errors != NULL && !opt->raw;
    case HAYA_KIND_EXT: return opt->ext_hook != NULL || opt->timestamp == 1 || opt->timestamp == 2;
    case HAYA_KIND_ARRAY:
    case HAYA_KIND_MAP: return opt->hooked;
    default: return false;
    }
}

bool partial_makes_keys(const struct unpack_options *opt)
{
    return partial_makes_key(opt, HAYA_KIND_STR) || partial_makes_key(opt, HAYA_KIND_EXT) ||
           partial_makes_key(opt, HAYA_KIND_MAP);
}

int partial_text(PyObject *text, const char **bytes, Py_ssize_t *n, PyObject **owner)
{
    *owner = NULL;
    if (PyBytes_Check(text)) {
        *bytes = PyBytes_AS_STRING(text);
        *n = PyBytes_GET_SIZE(text);
        return 0;
    }
    *bytes = PyUnicode_AsUTF8AndSize(text, n);
    if (*bytes != NULL)
        return 0;
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
        return -1;
    PyErr_Clear();
    *owner = PyUnicode_AsEncodedString(text, "utf-8", "surrogateescape");
    if (*owner == NULL && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        *owner = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    }
    if (*owner == NULL)
        return -1;
    *bytes = PyBytes_AS_STRING(*owner);
    *n = PyBytes_GET_SIZE(*owner);
    return 0;
}

/* ---- the type _Source ---------------------------------------------------- */

static int partial_source_traverse(PyObject *o, visitproc visit, void *arg)
{
    struct partial_source *self = (struct partial_source *)o;
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(self->kept);
    if (self->flat.exported)
        Py_VISIT(self->flat.view.obj);
    Py_VISIT(self->flat.views);
    return 0;
}

/* No tp_clear: views must stay usable while they exist, and a reference cycle through a hook is broken at the
 * view. */
static void partial_source_dealloc(PyObject *o)
{
    struct partial_source *self = (struct partial_source *)o;
    PyObject_GC_UnTrack(o);
    buffer_release(&self->flat);
    Py_XDECREF(self->kept);
    Py_XDECREF(self->rest.bytes);
    common_free(o);
}

static PyType_Slot partial_source_slots[] = {
    {Py_tp_traverse, partial_source_traverse},
    {Py_tp_dealloc, partial_source_dealloc},
    {0, NULL},
};

PyType_Spec partial_source_spec = {
    .name = "hayapack._native._Source",
    .basicsize = sizeof(struct partial_source),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | NATIVE_NO_NEW,
    .slots = partial_source_slots,
};

struct partial_source *partial_source_new(struct native_state *state, PyObject *buf, PyObject *const *given)
{
    PyTypeObject *type = state->partial.source_type;
    struct partial_source *self = (struct partial_source *)type->tp_alloc(type, 0);
    PyObject *kept = PyList_New(0);
    bool ready = self != NULL && kept != NULL && partial_options_unpack(state, given, &self->opt) == 0;
    for (int i = 0; ready && i < OPT_COUNT; i++)
        ready = given[i] == NULL || PyList_Append(kept, given[i]) == 0;
    if (self != NULL)
        self->kept = kept;
    else
        Py_XDECREF(kept);
    if (ready) {
        self->message = (struct partial){.state = state, .opt = &self->opt};
        ready = partial_get_message(&self->message, buf, &self->flat, &self->rest) == 0;
    }
    if (!ready)
        Py_CLEAR(self);
    return self;
}
