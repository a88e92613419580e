/*
 * inspect_listing.c: the lines of `hayapack inspect` for many values. The same text as
 * list_values() in hayapack/_fallback/survey/inspect_listing.py.
 *
 * The message is a bytes object, which never changes. All state is local to one call,
 * so the callbacks, which run Python code, cannot reach it.
 */
#include "inspect_listing.h"
#include "survey.h"

#include "hayapack_path.h"

#define LISTING_FLUSH (256u << 10) /* bytes of text that are written at once */
#define LISTING_FEW 16             /* keys of a map that are compared one by one; more go into a dict */

/* An open container, or a typed value. */
struct listing_level {
    uint64_t left;           /* values that have not begun */
    uint64_t count, first;   /* elements or entries; the number of the first */
    size_t path, components; /* bytes and components of the path before the own component */
    size_t key;              /* in a map: offset of the last key */
    size_t seen;             /* in a map: where its keys begin in the list of seen keys */
    PyObject *many;          /* owned: the keys of a map with more than LISTING_FEW, and their numbers; or NULL */
    uint8_t kind;            /* ARRAY, MAP, or EXT for a typed value */
    bool silent;             /* has no component: a wrapper, a typed value */
    bool unnoted;            /* repeated keys are not noted */
};

struct listing_key {
    size_t at; /* offset */
    uint64_t entry;
};

struct listing {
    const uint8_t *data;
    size_t size;
    long long shift; /* added to the offsets in data */
    struct listing_look look;
    PyObject *ext, *write; /* borrowed callables */
    struct text out;
    struct listing_path path;
    struct listing_level *levels;
    size_t depth, capacity;
    struct listing_key *seen;
    size_t seen_count, seen_capacity;
    size_t typed; /* open typed values */
    bool fixed;   /* the forms were not chosen by the writer */
    uint64_t spare, longer, repeated;
};

static int listing_push(struct listing *l, struct listing_level level)
{
    if (l->depth == l->capacity && memory_more(&l->levels, NULL, l->depth, 1, &l->capacity, sizeof *l->levels) < 0)
        return -1;
    level.seen = l->seen_count;
    level.path = l->path.text.size;
    level.components = l->path.count;
    l->levels[l->depth++] = level;
    return 0;
}

static void listing_pop(struct listing *l)
{
    struct listing_level *level = &l->levels[--l->depth];
    l->seen_count = level->seen;
    l->typed -= level->kind == HAYA_KIND_EXT;
    Py_CLEAR(level->many);
}

/* The number of the element or entry that has just begun. */
static uint64_t listing_number(const struct listing_level *level)
{
    if (level->kind == HAYA_KIND_MAP)
        return level->first + level->count - (level->left + 2) / 2;
    return level->first + level->count - level->left - 1;
}

/* Begins a component of at most `size` bytes. */
static int listing_path_add(struct listing_path *path, size_t size)
{
    if (path->count == path->capacity &&
        memory_more(&path->starts, NULL, path->count, 1, &path->capacity, sizeof *path->starts) < 0)
        return -1;
    path->starts[path->count++] = path->text.size;
    return text_reserve(&path->text, size);
}

/* Sets the last component of the path. in_key: the value is a key. */
static int listing_component(struct listing *l, const struct listing_level *level, bool in_key)
{
    struct text *path = &l->path.text;
    struct token key;
    uint64_t number = listing_number(level);

    path->size = level->path;
    l->path.count = level->components;
    if (level->silent)
        return 0;
    if (listing_path_add(&l->path, COMPONENT_MAX) < 0)
        return -1;
    char *to = path->begin + path->size;
    if (level->kind != HAYA_KIND_MAP) {
        *to = '[';
        path->size++;
        text_decimal(path, number);
        path->begin[path->size++] = ']';
        return 0;
    }
    if (in_key) {
        path->size += (size_t)snprintf(to, COMPONENT_MAX, "{key #%llu}", (unsigned long long)number);
        return 0;
    }
    if (!token_read(l->data, level->key, l->size, &key)) /* never: it was read before */
        return 0;
    size_t n = token_component(to, l->data, &key);
    path->size += n != 0 ? n : (size_t)snprintf(to, COMPONENT_MAX, "{#%llu}", (unsigned long long)number);
    return 0;
}

/* ---- repeated keys ------------------------------------------------------ */

static bool listing_same_key(const struct listing *l, size_t at, const struct token *key)
{
    struct token other;
    if (!token_read(l->data, at, l->size, &other) || other.kind != key->kind || other.number != key->number)
        return false;
    if (key->kind == HAYA_KIND_INT)
        return other.negative == key->negative;
    return memcmp(l->data + other.body, l->data + key->body, (size_t)key->number) == 0;
}

/* The key as an object: bytes for a str, bytes in a tuple for a bin. */
static PyObject *listing_key_object(const struct listing *l, const struct token *key)
{
    if (key->kind == HAYA_KIND_STR || key->kind == HAYA_KIND_BIN)
        return Py_BuildValue(key->kind == HAYA_KIND_STR ? "y#" : "(y#)", (const char *)l->data + key->body,
                             (Py_ssize_t)key->number);
    return key->negative ? PyLong_FromLongLong((long long)key->number) : PyLong_FromUnsignedLongLong(key->number);
}

/* The number of the first entry with this key, which is `entry` if there was none. -1: an exception is set. */
static int listing_first(struct listing_level *level, PyObject *key, uint64_t *entry)
{
    PyObject *number = key == NULL ? NULL : PyLong_FromUnsignedLongLong(*entry);
    PyObject *found = number == NULL ? NULL : PyDict_SetDefault(level->many, key, number);
    if (found != NULL)
        *entry = PyLong_AsUnsignedLongLong(found);
    Py_XDECREF(number);
    Py_XDECREF(key);
    return found == NULL ? -1 : 0;
}

/* Moves the keys of a map into a dict. */
static int listing_many(struct listing *l, struct listing_level *level)
{
    struct token key;
    if ((level->many = PyDict_New()) == NULL)
        return -1;
    for (size_t i = level->seen; i < l->seen_count; i++) {
        uint64_t entry = l->seen[i].entry;
        if (token_read(l->data, l->seen[i].at, l->size, &key) /* always: it was read before */
            && listing_first(level, listing_key_object(l, &key), &entry) < 0)
            return -1;
    }
    l->seen_count = level->seen;
    return 0;
}

/* Sets notes->repeats and notes->first. */
static int listing_repeats(struct listing *l, struct listing_level *level, size_t at, const struct token *key,
                           struct listing_notes *notes)
{
    uint64_t number = listing_number(level);
    notes->first = number;
    if (level->many == NULL && l->seen_count - level->seen == LISTING_FEW && listing_many(l, level) < 0)
        return -1;
    if (level->many != NULL) {
        if (listing_first(level, listing_key_object(l, key), &notes->first) < 0)
            return -1;
        notes->repeats = notes->first != number;
        return 0;
    }
    for (size_t i = level->seen; i < l->seen_count; i++) {
        if (listing_same_key(l, l->seen[i].at, key)) {
            notes->first = l->seen[i].entry;
            notes->repeats = true;
            return 0;
        }
    }
    if (l->seen_count == l->seen_capacity &&
        memory_more(&l->seen, NULL, l->seen_count, 1, &l->seen_capacity, sizeof *l->seen) < 0)
        return -1;
    l->seen[l->seen_count++] = (struct listing_key){at, number};
    return 0;
}

/* ---- the walk ----------------------------------------------------------- */

static int listing_flush(struct listing *l)
{
    PyObject *text = PyBytes_FromStringAndSize(l->out.begin, (Py_ssize_t)l->out.size);
    PyObject *done = text == NULL ? NULL : PyObject_CallOneArg(l->write, text);
    Py_XDECREF(text);
    Py_XDECREF(done);
    l->out.size = 0;
    return done == NULL ? -1 : 0;
}

/* One line. level: the container whose key this is, if repeated keys are to be noted, else NULL. shown: the text
 * of an ext, or NULL. */
static int listing_value(struct listing *l, size_t at, const struct token *token, struct listing_level *level,
                         PyObject *shown)
{
    struct listing_notes notes = {0, false, false, 0};
    Py_ssize_t size = 0;
    const char *text = shown == NULL ? NULL : PyUnicode_AsUTF8AndSize(shown, &size);

    if (shown != NULL && text == NULL)
        return -1;
    if (!l->fixed && l->typed == 0)
        notes.spare = token_spare(l->data, at, token);
    l->spare += notes.spare;
    l->longer += notes.spare != 0;
    notes.not_utf8 = token->kind == HAYA_KIND_STR && !haya_utf8_valid(l->data + token->body, (size_t)token->number);
    if (level != NULL && listing_repeats(l, level, at, token, &notes) < 0)
        return -1;
    l->repeated += notes.repeats;
    if (listing_line(&l->out, &l->look, l->data, at, token, (uint64_t)(l->shift + (long long)at), &l->path, text,
                     (size_t)size, &notes) < 0)
        return -1;
    return l->out.size < LISTING_FLUSH ? 0 : listing_flush(l);
}

/* An ext: its line, and if it is a typed value that of its name. Opens it if a value follows the name. */
static int listing_ext(struct listing *l, size_t at, struct token *token, struct listing_level *level)
{
    struct token name;
    PyObject *shown;
    Py_ssize_t inside;
    int status = -1;
    PyObject *found = PyObject_CallFunction(l->ext, "iy#", (int)token->ext, (const char *)l->data + token->body,
                                            (Py_ssize_t)token->number);
    if (found == NULL || !PyArg_ParseTuple(found, "Un", &shown, &inside) ||
        listing_value(l, at, token, level, shown) < 0)
        goto out;
    status = 0;
    if (inside <= 0 || (uint64_t)inside > token->number || l->typed >= TOKENS_DEPTH ||
        !token_read(l->data, token->body, l->size, &name))
        goto out;
    status = listing_value(l, token->body, &name, NULL, NULL);
    if (status == 0 && (uint64_t)inside < token->number) {
        l->typed++;
        token->end = token->body + (size_t)inside;
        status = listing_push(l, (struct listing_level){.left = 1, .kind = HAYA_KIND_EXT, .silent = true});
    }
out:
    Py_XDECREF(found);
    return status;
}

/* Lists the next value, at *at. 1: it was listed; 0: the data ends or is damaged there; -1: an exception is set. */
static int listing_next(struct listing *l, size_t *at, long long message)
{
    struct listing_level *level = &l->levels[l->depth - 1];
    bool in_key = level->kind == HAYA_KIND_MAP && level->left % 2 == 0;
    struct token token;
    int status;

    level->left--;
    if (!token_read(l->data, *at, l->size, &token))
        return 0;
    if (message >= 0 && l->depth == 1) {
        uint64_t number = (uint64_t)message + level->count - level->left - 1;
        if (number != 0 && listing_message(&l->out, &l->look, number + 1) < 0)
            return -1;
    }
    if (in_key)
        level->key = *at;
    if (listing_component(l, level, in_key) < 0)
        return -1;
    if (!in_key || level->unnoted ||
        (token.kind != HAYA_KIND_STR && token.kind != HAYA_KIND_BIN && token.kind != HAYA_KIND_INT))
        level = NULL;
    status =
        token.kind == HAYA_KIND_EXT ? listing_ext(l, *at, &token, level) : listing_value(l, *at, &token, level, NULL);
    if (status < 0)
        return -1;
    *at = token.end;
    if (!token_is_container(&token))
        return 1;
    return listing_push(l,
                        (struct listing_level){
                            .left = token.number << (token.kind == HAYA_KIND_MAP),
                            .count = token.number,
                            .kind = token.kind,
                            .unnoted = l->levels[l->depth - 1].kind == HAYA_KIND_EXT,
                        }) < 0
               ? -1
               : 1;
}

/* Lists the values from `at` on. */
static int listing_run(struct listing *l, size_t at, long long message)
{
    int status = 1;

    while (status > 0) {
        while (l->depth > 0 && l->levels[l->depth - 1].left == 0)
            listing_pop(l);
        if (l->depth == 0)
            break;
        status = listing_next(l, &at, message);
    }
    return status < 0 || l->out.size == 0 ? status : listing_flush(l);
}

/* Sets the path to these components, bytes objects. -1: an exception is set. */
static int listing_path_begin(struct listing_path *path, PyObject *components)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(components); i++) {
        char *component;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(PyTuple_GET_ITEM(components, i), &component, &size) < 0 ||
            listing_path_add(path, (size_t)size) < 0)
            return -1;
        memcpy(path->text.begin + path->text.size, component, (size_t)size);
        path->text.size += (size_t)size;
    }
    return 0;
}

const char listing_doc[] =
    "list_values(data, shift, path, silent, first, message, mark, fixed, colours, ext, write)\n--\n\n"
    "As hayapack._fallback.survey.inspect_listing.list_values().";

PyObject *listing_function(PyObject *Py_UNUSED(module), PyObject *args)
{
    struct listing l = {0};
    struct listing_level root = {.unnoted = true};
    PyObject *data, *path;
    const char *mark;
    Py_ssize_t mark_size;
    unsigned long long first;
    long long message;
    int silent, fixed, colours, status = -1;
    struct token header;

    if (!PyArg_ParseTuple(args, "SLO!pKLs#ppOO:list_values", &data, &l.shift, &PyTuple_Type, &path, &silent, &first,
                          &message, &mark, &mark_size, &fixed, &colours, &l.ext, &l.write))
        return NULL;
    l.data = (const uint8_t *)PyBytes_AS_STRING(data);
    l.size = (size_t)PyBytes_GET_SIZE(data);
    l.look = (struct listing_look){mark, (size_t)mark_size, colours};
    l.fixed = fixed;
    if (!token_read(l.data, 0, l.size, &header) || !token_is_container(&header))
        return PyErr_Format(PyExc_ValueError, "list_values() needs an array or a map");
    root.left = header.number << (header.kind == HAYA_KIND_MAP);
    root.count = header.number;
    root.first = first;
    root.kind = header.kind;
    root.silent = silent;
    if (listing_path_begin(&l.path, path) == 0 && listing_push(&l, root) == 0)
        status = listing_run(&l, header.body, message);
    while (l.depth > 0)
        listing_pop(&l);
    PyMem_Free(l.levels);
    PyMem_Free(l.seen);
    PyMem_Free(l.path.text.begin);
    PyMem_Free(l.path.starts);
    PyMem_Free(l.out.begin);
    return status < 0 ? NULL : Py_BuildValue("KKK", l.spare, l.longer, l.repeated);
}
