/* get.c: one value of a message, without decoding the rest. */
#include "get.h"

/* ---- keys ----------------------------------------------------------------- */

#define KEYS_MOST 4 /* the most encodings of equal keys */

/* The keys of a message that are equal to the integer in Python: also floats and bools. Returns their number. */
static size_t get_number_keys(const struct step *step, struct haya_key *keys)
{
    uint64_t number = (uint64_t)step->number, bits;
    double value = step->large ? (double)number : (double)step->number;
    size_t count = 0;
    keys[count++] = haya_key_number(step->large ? HAYA_KIND_UINT : HAYA_KIND_INT, number);
    if (step->large ? value < 18446744073709551616.0 && (uint64_t)value == number
                    : value < 9223372036854775808.0 && (int64_t)value == step->number) {
        memcpy(&bits, &value, sizeof bits);
        keys[count++] = haya_key_number(HAYA_KIND_DOUBLE, bits);
        if (number == 0)
            keys[count++] = haya_key_number(HAYA_KIND_DOUBLE, UINT64_C(1) << 63);
    }
    if (number <= 1)
        keys[count++] = haya_key_number(HAYA_KIND_BOOL, number);
    return count;
}

/* The keys of a message that are equal to that of the step. Returns their number. */
static size_t get_keys(const struct partial *m, const struct step *step, struct haya_key *keys)
{
    if (step->nowhere || step->size > UINT32_MAX || step->kind == STEP_TUPLE)
        return 0;
    if (step->kind != STEP_TEXT && step->kind != STEP_BYTES)
        return get_number_keys(step, keys);
    keys[0] = haya_key(step->kind == STEP_TEXT ? HAYA_KIND_STR : HAYA_KIND_BIN, step->text, (uint32_t)step->size);
    keys[1] = keys[0];
    keys[1].kind = step->kind == STEP_TEXT ? HAYA_KIND_BIN : HAYA_KIND_STR;
    return m->opt->raw ? 2 : 1;
}

/* The key of the step as an object, for errors and comparisons: a new reference. */
static PyObject *get_key_object(const struct step *step)
{
    return step->object != NULL ? Py_NewRef(step->object)
           : step->text != NULL ? PyUnicode_DecodeUTF8(step->text, (Py_ssize_t)step->size, NULL)
                                : PyLong_FromLongLong(step->number);
}

/* Decodes the key at a cursor and compares it. 1: it is equal; 0: it is not; -1: an exception is set. */
static int get_is_equal(const struct partial *m, const struct haya_cursor *cursor, enum haya_kind kind,
                        const struct step *step)
{
    PyObject *key = partial_key(m, cursor, NULL);
    if (key == NULL) {
        if (kind != HAYA_KIND_STR || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    PyObject *wanted = step->text != NULL && m->opt->raw ? PyBytes_FromStringAndSize(step->text, (Py_ssize_t)step->size)
                                                         : get_key_object(step);
    int equal = wanted == NULL ? -1 : PyObject_RichCompareBool(key, wanted, Py_EQ);
    Py_DECREF(key);
    Py_XDECREF(wanted);
    return equal;
}

/* As get_next() if hooks or an error handler can make equal keys of different bytes, or for a tuple. */
static COLD int get_next_made(const struct partial *m, const struct step *step, struct haya_key *keys, size_t count,
                              struct haya_cursor *cursor, uint64_t *left)
{
    for (; *left != 0; --*left) {
        struct haya_cursor after = *cursor;
        struct haya_header header;
        int equal = 0;
        if (partial_look(m, cursor, &header) < 0 || partial_skip(m, &after, 1) < 0)
            return -1;
        if (partial_makes_key(m->opt, header.kind) || (step->kind == STEP_TUPLE && header.kind == HAYA_KIND_ARRAY)) {
            equal = get_is_equal(m, cursor, header.kind, step);
        } else {
            struct haya_cursor entry = *cursor;
            if (partial_find(m, &entry, 1, keys, count, true) < 0)
                return -1;
            for (size_t i = 0; i < count; i++)
                equal |= keys[i].at != 0;
        }
        *cursor = after;
        if (equal != 0) {
            --*left;
            return equal < 0 ? -1 : 0;
        }
        if (partial_skip(m, cursor, 1) < 0)
            return -1;
    }
    return 1;
}

/* Moves to the next value of a map whose key is that of the step. left: the entries from `cursor` on, then those after
 * the value. 0; 1: there is none, and *cursor is the end of the map; -1: an exception is set. */
static int get_next(const struct partial *m, const struct step *step, struct haya_cursor *cursor, uint64_t *left)
{
    struct haya_key keys[KEYS_MOST];
    size_t count = get_keys(m, step, keys);
    if (step->kind == STEP_TUPLE || partial_makes_keys(m->opt))
        return get_next_made(m, step, keys, count, cursor, left);
    uint32_t entries = (uint32_t)*left;
    if (partial_find(m, cursor, entries, keys, count, true) < 0)
        return -1;
    *left = 0;
    for (size_t i = 0; i < count; i++) {
        if (keys[i].at != 0) {
            *left = entries - keys[i].entry - 1;
            return 0;
        }
    }
    return 1;
}

/* ---- the walk ------------------------------------------------------------- */

/* Where the steps lead: to a value, or to the container in which `missing` has none. */
struct get_end {
    struct haya_cursor cursor;
    struct haya_header header;
    const struct step *missing; /* NULL: the value was found */
};

/* Whether the map at a cursor has a bin key of the bytes of a str key that it has not, or a str key of a bin key's. No
 * error of the search is reported: the map was read to its end before. */
static COLD bool get_has_twin(const struct partial *m, const struct get_end *end)
{
    const struct step *step = end->missing;
    struct haya_cursor cursor = end->cursor;
    bool text = step->kind == STEP_TEXT;
    if (end->header.kind != HAYA_KIND_MAP || (!text && step->kind != STEP_BYTES) || step->size > UINT32_MAX ||
        m->opt->raw || partial_makes_keys(m->opt))
        return false;
    struct haya_key key = haya_key(text ? HAYA_KIND_BIN : HAYA_KIND_STR, step->text, (uint32_t)step->size);
    cursor = haya_cursor_inside(cursor, &end->header);
    if (partial_find(m, &cursor, end->header.count, &key, 1, true) == 0)
        return key.at != 0;
    PyErr_Clear(); /* mapped memory has changed */
    return false;
}

/* There is no value for a step: returns 1 if `quiet`, else raises the LookupError and returns -1. */
static COLD int get_missing(const struct partial *m, const struct get_end *end, bool quiet)
{
    static const char *const names[] = {"key", "key", "index", "key", "entry", "entry_key", "item", "key"};
    char path[HAYA_PATH_MAX];
    size_t left = m->size - end->cursor.pos;
    if (quiet)
        return 1;
    errors_path(m->bytes, m->size, end->cursor.pos, false, path);
    int twin = get_has_twin(m, end);
    PyObject *not_found = native_imported(&m->state->partial.not_found, "hayapack._errors.path_steps", "not_found");
    PyObject *what = not_found != NULL ? get_key_object(end->missing) : NULL;
    PyObject *error = what == NULL ? NULL
                                   : PyObject_CallFunction(not_found, "sNy#ksi", names[end->missing->kind], what,
                                                           (const char *)m->bytes + end->cursor.pos,
                                                           (Py_ssize_t)(left < 16 ? left : 16),
                                                           (unsigned long)end->header.count, path, twin);
    errors_raise_made(error);
    return -1;
}

/* Moves to value number n of a container of `values` values. Results as of get_next(), but for 1 nothing moves. */
static int get_to_value(const struct partial *m, struct step *step, uint64_t n, uint64_t values,
                        struct haya_cursor *cursor, const struct haya_header *header)
{
    if (n >= values)
        return 1;
    *cursor = haya_cursor_inside(*cursor, header);
    step->left = values - n - 1;
    return partial_skip(m, cursor, n);
}

/* Takes a step into the container at a cursor. 0; 1: there is no such value, and *cursor is the end of the map if
 * step->search is set, else unchanged; -1: an exception is set. */
static int get_take_step(const struct partial *m, struct step *step, struct haya_cursor *cursor,
                         const struct haya_header *header)
{
    bool map = header->kind == HAYA_KIND_MAP, array = header->kind == HAYA_KIND_ARRAY;
    bool number = step->kind == STEP_ENTRY || step->kind == STEP_ENTRY_KEY;
    int64_t n = step->number;
    step->search = map && step->kind != STEP_INDEX && !number;
    if (step->search) {
        *cursor = haya_cursor_inside(*cursor, header);
        step->left = header->count;
        return get_next(m, step, cursor, &step->left);
    }
    if (number) {
        if (!map || step->nowhere || n < 0 || n >= header->count)
            return 1;
        return get_to_value(m, step, 2 * (uint64_t)n + (step->kind == STEP_ENTRY), 2 * (uint64_t)header->count, cursor,
                            header);
    }
    if (!array || (step->kind != STEP_INDEX && step->kind != STEP_ITEM) || step->nowhere || step->large)
        return 1;
    n += n < 0 ? (int64_t)header->count : 0;
    return n < 0 ? 1 : get_to_value(m, step, (uint64_t)n, header->count, cursor, header);
}

/* Follows the steps from all[i] on. *taken: the steps taken. 0; 1: the last one has no value; -1: an exception is
 * set. */
static int get_descend(const struct partial *m, struct steps *steps, size_t i, struct haya_cursor *cursor,
                       struct get_end *end, size_t *taken)
{
    for (; i < steps->count; i++) {
        struct step *step = &steps->all[i];
        end->cursor = *cursor;
        if (partial_look(m, cursor, &end->header) < 0)
            return -1;
        int status = get_take_step(m, step, cursor, &end->header);
        if (status != 0) {
            end->missing = step;
            *taken = i;
            if (status > 0 && step->search)
                cursor->depth--;
            return status;
        }
    }
    end->cursor = *cursor;
    end->missing = NULL;
    *taken = i;
    return 0;
}

/* Leaves the containers of the first *taken steps, from the inner ones on, until one repeats the key of its step.
 * *cursor: the end of the last value; then that of the repeated key's value. 0: there is one, and *taken counts its
 * step; 1: there is none; -1: an exception is set. */
static int get_ascend(const struct partial *m, struct steps *steps, size_t outermost, size_t *taken,
                      struct haya_cursor *cursor)
{
    for (; *taken > outermost; --*taken) {
        struct step *step = &steps->all[*taken - 1];
        int status = step->search ? get_next(m, step, cursor, &step->left) : partial_skip(m, cursor, step->left);
        if (status < 0 || (status == 0 && step->search))
            return status;
        cursor->depth--;
    }
    return 1;
}

int get_walk(const struct partial *m, struct steps *steps, struct haya_cursor *cursor, bool quiet)
{
    struct get_end end = {.missing = NULL};
    size_t taken = 0, outermost = 0;
    int status;
    do {
        status = get_descend(m, steps, taken, cursor, &end, &taken);
        if (status < 0)
            return -1;
        bool at_end = status > 0 && end.missing->search;
        while (outermost < taken && !steps->all[outermost].search)
            outermost++;
        if (outermost == taken) /* there is no map around the value that could repeat a key */
            break;
        status = at_end ? 0 : partial_skip(m, cursor, 1);
        if (status == 0)
            status = get_ascend(m, steps, outermost, &taken, cursor);
    } while (status == 0);
    if (status < 0)
        return -1;
    *cursor = end.cursor;
    return end.missing != NULL ? get_missing(m, &end, quiet) : 0;
}

/* ---- the function --------------------------------------------------------- */

static PyObject *get_value(const struct partial *m, struct haya_cursor cursor, PyObject *path, PyObject *fallback)
{
    struct steps steps;
    PyObject *value = NULL;
    if (path_steps_read(m->state, &steps, path) == 0) {
        int status = get_walk(m, &steps, &cursor, fallback != NULL);
        if (status == 0)
            value = partial_value(m, &cursor, NULL);
        else if (status > 0)
            value = Py_NewRef(fallback);
    }
    path_steps_end(&steps);
    return value;
}

/* get() of a view: the path begins at the view, whose options are used. */
static PyObject *get_from_view(PyObject *o, PyObject *path, PyObject *const *given)
{
    struct view *view = (struct view *)o;
    for (int i = 0; i < OPT_COUNT; i++)
        if (given[i] != NULL && i != OPT_DEFAULT)
            return PyErr_Format(PyExc_TypeError, "a View already has its options");
    return get_value(&view->source->message, view->cursor, path, given[OPT_DEFAULT]);
}

const char get_doc[] =
    "get(buf, path, default=..., **options)\n--\n\n"
    "Decode the value at a path of the message in buf and skip the others.\n\n"
    "path: as in error messages ($.a[2].b, $[\"any text\"], ${-7}), or a sequence of keys.\n"
    "buf: any buffer of bytes, or a View. Options: those of unpackb but types; strict_map_key is False by\n"
    "default. With lz4=True, the message may be compressed.\n"
    "Raises KeyError or IndexError if there is no such value and no default.";

PyObject *get_function(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    struct native_state *state = PyModule_GetState(module);
    PyObject *given[OPT_COUNT] = {NULL};
    struct unpack_options opt;
    if (n < 2 || n > 3)
        return PyErr_Format(PyExc_TypeError, "get() takes 2 or 3 positional arguments, not %zd", n);
    if (n == 3)
        given[OPT_DEFAULT] = args[2];
    if (options_sort(state, "get", args + n, kwnames,
                     partial_options | partial_hook_options | (uint64_t)1 << OPT_DEFAULT, given) < 0)
        return NULL;
    if (view_check(state, args[0]))
        return get_from_view(args[0], args[1], given);
    if (partial_options_unpack(state, given, &opt) < 0)
        return NULL;
    struct flat flat;
    struct partial m = {.state = state, .opt = &opt};
    if (partial_get_message(&m, args[0], &flat, NULL) < 0)
        return NULL;
    PyObject *value = get_value(&m, (struct haya_cursor)HAYA_CURSOR_START, args[1], given[OPT_DEFAULT]);
    buffer_release(&flat);
    return value;
}
