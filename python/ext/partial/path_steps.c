/* path_steps.c: paths, as texts or sequences of keys, as steps into a message. */
#include "path_steps.h"

static bool path_steps_is_name(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (!first && c >= '0' && c <= '9');
}

/* Appends a step. NULL: an exception is set. */
static struct step *path_steps_more(struct steps *steps)
{
    if (steps->count == steps->capacity &&
        memory_more(&steps->all, steps->first, steps->count, 1, &steps->capacity, sizeof *steps->all) < 0)
        return NULL;
    return &steps->all[steps->count];
}

/* Reads an integer that ends with `close`. Returns the position after `close`; NULL: the slow path must decide. */
static const char *path_steps_digits(const char *p, const char *end, char close, int64_t *n)
{
    const char *from = p;
    for (*n = 0; p < end && *p >= '0' && *p <= '9' && p - from < 15; p++)
        *n = 10 * *n + (*p - '0');
    return p == from || p == end || *p != close ? NULL : p + 1;
}

/* Parses common paths: .name, [7], {-7} and ["text"] without escapes. 0: done; 1: the slow path must parse it;
 * -1: an exception is set. */
static int path_steps_read_usual(struct steps *steps, const char *p, const char *end)
{
    if (p == end || *p++ != '$')
        return 1;
    while (p < end) {
        struct step *step = path_steps_more(steps);
        if (step == NULL)
            return -1;
        const char *from = p + 1;
        if (*p == '.') {
            for (p = from; p < end && path_steps_is_name(*p, p == from); p++)
                ;
            if (p == from)
                return 1;
            *step = (struct step){.kind = STEP_TEXT, .text = from, .size = (size_t)(p - from)};
        } else if (*p == '[' && from < end && *from == '"') {
            for (p = ++from; p < end && *p != '"' && *p != '\\'; p++)
                ;
            if (end - p < 2 || *p != '"' || p[1] != ']')
                return 1;
            *step = (struct step){.kind = STEP_TEXT, .text = from, .size = (size_t)(p - from)};
            p += 2;
        } else if (*p == '[' || *p == '{') {
            bool key = *p == '{', minus = key && from < end && *from == '-';
            int64_t n;
            p = path_steps_digits(from + minus, end, key ? '}' : ']', &n);
            if (p == NULL)
                return 1;
            *step = (struct step){.kind = key ? STEP_NUMBER : STEP_INDEX, .number = minus ? -n : n};
        } else {
            return 1;
        }
        steps->count++;
    }
    return 0;
}

/* Adds a step for a str or bytes key, which steps->owners keeps alive. */
static int path_steps_add_text(struct steps *steps, enum step_kind kind, PyObject *text)
{
    struct step *step = path_steps_more(steps);
    const char *bytes;
    Py_ssize_t n;
    PyObject *owner;
    if (step == NULL || partial_text(text, &bytes, &n, &owner) < 0)
        return -1;
    *step = (struct step){.kind = kind, .text = bytes, .size = (size_t)n, .object = text};
    steps->count++;
    if (owner == NULL)
        return 0;
    int status = PyList_Append(steps->owners, owner);
    Py_DECREF(owner);
    return status;
}

static int path_steps_add_number(struct steps *steps, enum step_kind kind, PyObject *number)
{
    struct step *step = path_steps_more(steps);
    int overflow = 0;
    if (step == NULL)
        return -1;
    long long n = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (n == -1 && PyErr_Occurred())
        return -1;
    *step = (struct step){.kind = kind, .number = n, .object = number};
    if (overflow > 0 && kind != STEP_INDEX && kind != STEP_ENTRY && kind != STEP_ENTRY_KEY) {
        step->number = (int64_t)PyLong_AsUnsignedLongLong(number);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            step->nowhere = true;
        }
        step->large = true;
    } else if (overflow != 0) {
        step->nowhere = true;
    }
    steps->count++;
    return 0;
}

static int path_steps_add_tuple(struct steps *steps, PyObject *tuple)
{
    struct step *step = path_steps_more(steps);
    if (step == NULL)
        return -1;
    *step = (struct step){.kind = STEP_TUPLE, .object = tuple};
    steps->count++;
    return 0;
}

/* The slow path: hayapack._errors.path_steps parses the path. */
static int path_steps_read_path(struct native_state *state, struct steps *steps, PyObject *path)
{
    static const enum step_kind kinds[] = {STEP_TEXT, STEP_INDEX, STEP_NUMBER, STEP_ENTRY, STEP_ENTRY_KEY, STEP_BYTES};
    PyObject *split = native_imported(&state->partial.steps, "hayapack._errors.path_steps", "steps");
    PyObject *parts = split != NULL ? PyObject_CallOneArg(split, path) : NULL;
    int status = parts == NULL ? -1 : PyList_Append(steps->owners, parts);
    Py_XDECREF(parts); /* owners has it */
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_GET_SIZE(parts); i++) {
        PyObject *part = PyTuple_GET_ITEM(parts, i), *value = PyTuple_GET_ITEM(part, 1);
        enum step_kind kind = kinds[PyLong_AsLong(PyTuple_GET_ITEM(part, 0))];
        status = kind == STEP_TEXT || kind == STEP_BYTES ? path_steps_add_text(steps, kind, value)
                                                         : path_steps_add_number(steps, kind, value);
    }
    return status;
}

static int path_steps_read_keys(struct steps *steps, PyObject *keys)
{
    if (Py_TYPE(keys)->tp_iter == NULL && !PySequence_Check(keys))
        return errors_raise(PyExc_TypeError, "a path must be a str or a sequence of keys, not '%.200s'",
                            Py_TYPE(keys)->tp_name);
    PyObject *all = PySequence_Tuple(keys);
    int status = all == NULL ? -1 : PyList_Append(steps->owners, all);
    Py_XDECREF(all); /* owners has it */
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_GET_SIZE(all); i++) {
        PyObject *key = PyTuple_GET_ITEM(all, i);
        if (PyUnicode_Check(key))
            status = path_steps_add_text(steps, STEP_TEXT, key);
        else if (PyBytes_Check(key))
            status = path_steps_add_text(steps, STEP_BYTES, key);
        else if (PyLong_Check(key) && !PyBool_Check(key))
            status = path_steps_add_number(steps, STEP_ITEM, key);
        else if (PyTuple_Check(key))
            status = path_steps_add_tuple(steps, key);
        else {
            PyErr_Format(PyExc_TypeError, "a path key must be a str, bytes, int or tuple, not '%.200s'",
                         Py_TYPE(key)->tp_name);
            status = -1;
        }
    }
    return status;
}

/* A list that the collector does not track, so that no Python code can reach it and change its items. */
static PyObject *path_steps_owners(void)
{
    PyObject *owners = PyList_New(0);
    if (owners != NULL)
        PyObject_GC_UnTrack(owners);
    return owners;
}

int path_steps_read(struct native_state *state, struct steps *steps, PyObject *path)
{
    steps->all = steps->first;
    steps->count = 0;
    steps->capacity = STEPS_FIRST;
    steps->owners = NULL;
    if (PyUnicode_Check(path)) {
        Py_ssize_t n;
        const char *text = PyUnicode_AsUTF8AndSize(path, &n);
        if (text == NULL && !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            return -1;
        PyErr_Clear();
        int unusual = text == NULL ? 1 : path_steps_read_usual(steps, text, text + n);
        if (unusual <= 0)
            return unusual;
        steps->count = 0;
        steps->owners = path_steps_owners();
        return steps->owners == NULL ? -1 : path_steps_read_path(state, steps, path);
    }
    if (PyBytes_Check(path) || PyByteArray_Check(path))
        return errors_raise(PyExc_TypeError, "a path must be a str or a sequence of keys, not bytes");
    steps->owners = path_steps_owners();
    return steps->owners == NULL ? -1 : path_steps_read_keys(steps, path);
}

void path_steps_end(struct steps *steps)
{
    if (steps->all != steps->first)
        PyMem_Free(steps->all);
    Py_XDECREF(steps->owners);
}
