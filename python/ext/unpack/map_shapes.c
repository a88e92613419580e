/* map_shapes.c: the cache of map shapes: learning them, and dicts of them. */
#include "map_shapes.h"

/* Misses in a slot after which its shape is replaced. */
#define SHAPE_MISSES 16

/* ---- dicts -------------------------------------------------------------- */

/* Inserts the pairs into dict, by public calls. Steals dict, which may be NULL, and on success the pairs'
 * references. Returns dict, or NULL with an exception set. */
static PyObject *shapes_fill(PyObject *dict, PyObject **pairs, size_t n)
{
    for (size_t i = 0; dict != NULL && i < n; i++)
        if (PyDict_SetItem(dict, pairs[2 * i], pairs[2 * i + 1]) < 0)
            Py_CLEAR(dict);
    for (size_t i = 0; dict != NULL && i < 2 * n; i++)
        Py_DECREF(pairs[i]);
    return dict;
}

static PyObject *shapes_public_dict(PyObject **pairs, size_t n)
{
    return shapes_fill(PyDict_New(), pairs, n);
}

static PyObject *shapes_new_dict(struct native_state *state, PyObject **pairs, size_t n, bool track)
{
#if LAYOUT_KNOWN
    if (state->layout.usable && n >= 2 && n <= LAYOUT_BUILD_MAX) {
        PyObject *dict = layout_dict_build(&state->layout, pairs, n, track);
        if (LIKELY(dict != NULL) || PyErr_Occurred())
            return dict;
    }
#else
    (void)state, (void)track;
#endif
    return shapes_public_dict(pairs, n);
}

/* Allocating a dict may run the collector (CPython before 3.12), which may run a finalizer that unpacks and so replaces
 * a shape's model. */
#if PY_VERSION_HEX >= 0x030C0000
#define SHAPES_HOLD(o) (o)
#define SHAPES_RELEASE(o) (void)(o)
#else
#define SHAPES_HOLD(o) Py_NewRef(o)
#define SHAPES_RELEASE(o) Py_DECREF(o)
#endif

/* ---- learning ------------------------------------------------------------ */

/* Without a GIL, no other thread writes to the memory beside memos. */
#ifdef Py_GIL_DISABLED
#define SHAPE_MARGIN (THREAD_APART / sizeof(struct shape_key))
#else
#define SHAPE_MARGIN 0
#endif

#if LAYOUT_KNOWN
/* NULL, without an exception: there is no memory. */
static struct shape_key *shapes_new_keys(size_t n)
{
    struct shape_key *block = PyMem_Malloc((n + 2 * SHAPE_MARGIN) * sizeof *block);
    return block != NULL ? block + SHAPE_MARGIN : NULL;
}
#endif

/* keys may be NULL. */
static void shapes_free_keys(struct shape_key *keys)
{
    PyMem_Free(keys != NULL ? keys - SHAPE_MARGIN : NULL);
}

void shapes_forget(struct shape *shape)
{
    shapes_free_keys(shape->keys);
    shape->keys = NULL;
    shape->is_new = false;
#ifdef Py_GIL_DISABLED
    PyMem_Free(shape->block);
    shape->block = NULL;
#endif
    Py_CLEAR(shape->model);
}

#if LAYOUT_KNOWN
/* False: the key can't be guessed. */
static bool shapes_encode(struct shape_key *key, PyObject *text)
{
    Py_ssize_t length;
    if (!PyUnicode_CheckExact(text) || !(PyUnicode_IS_COMPACT_ASCII(text) || PyUnicode_GET_LENGTH(text) < 16))
        return false;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &length);
    if (utf8 == NULL) { /* no memory */
        PyErr_Clear();
        return false;
    }
    if (length > (PyUnicode_IS_COMPACT_ASCII(text) ? KEY_MAX : 15))
        return false;
    key->wire = haya_encode_key(utf8, (size_t)length);
    key->text = text;
    memset(key->memos, 0, sizeof key->memos);
    return true;
}

/* Maps of this shape can be guessed from now on, if all its keys can and there is memory. Runs no Python code. */
COLD static void shapes_prepare(struct shape *shape)
{
    struct layout_keys *table = SHAPE_TABLE(shape);
    size_t stride, n = shape->size, done = 0;
    PyObject **text = layout_first_key(table, &stride);
    shape->is_new = false;
    struct shape_key *keys = table->kind == 1 ? shapes_new_keys(n) : NULL;
    while (keys != NULL && done < n && shapes_encode(&keys[done], text[done * stride]))
        done++;
    if (done == n)
        shape->keys = keys;
    else
        shapes_free_keys(keys);
}

/* Notes what is needed of the new model's table. False: there is no memory, or the table is of another kind. */
static bool shapes_keep_table(struct shape *shape)
{
    struct layout_keys *table = layout_keys_of(shape->model);
    if (table->kind > 1 || (size_t)table->nentries != shape->size)
        return false;
    shape->bytes = (uint32_t)layout_keys_bytes(table);
#ifdef Py_GIL_DISABLED
    /* copied to where no other thread writes beside it */
    shape->block = PyMem_Malloc(shape->bytes + 2 * THREAD_APART);
    if (shape->block == NULL)
        return false;
    uintptr_t at = ((uintptr_t)shape->block + THREAD_APART - 1) / THREAD_APART * THREAD_APART;
    shape->table = memcpy((void *)at, table, shape->bytes);
#endif
    shape->is_new = true;
    return true;
}
#endif

/* Called for each map whose shape is unknown. The first time only the fingerprint is stored, the second time
 * a model, so that shapes that do not repeat cost little. */
static void shapes_learn(const struct native_state *state, struct shape *shape, PyObject *dict, size_t n,
                         uint64_t print)
{
    if (shape->print != print) {
        if (shape->users != 0 || (shape->model != NULL && ++shape->misses < SHAPE_MISSES))
            return;
        shapes_forget(shape);
        shape->print = print;
        shape->misses = 0;
        return;
    }
    if (shape->model != NULL || n > SHAPE_MAX || (size_t)PyDict_GET_SIZE(dict) != n)
        return;
    PyObject *model = PyDict_New(), *key, *value;
    Py_ssize_t at = 0;
    while (model != NULL && PyDict_Next(dict, &at, &key, &value))
        if (PyDict_SetItem(model, key, Py_None) < 0)
            Py_CLEAR(model);
    if (model == NULL || shape->model != NULL || shape->print != print) { /* a finalizer may have changed the slot */
        PyErr_Clear();
        Py_XDECREF(model);
        return;
    }
    shape->size = (uint32_t)n;
    shape->model = model;
#if LAYOUT_KNOWN
    if (state->layout.usable && !shapes_keep_table(shape))
        shapes_forget(shape);
#else
    (void)state;
#endif
}

/* A map that was not guessed has this shape: would the guess have been right? Where shapes alternate this can't be
 * predicted, so the score is computed without a branch on it. */
static void shapes_note(struct key_cache *cache, struct shape *shape, struct shape_memo *memo)
{
    uint16_t number = (uint16_t)(shape - cache->shapes + 1);
    int same = memo->shape == number, paused = memo->score < 0;
    int score = memo->score + paused * ((1 + SHAPE_UNLIKE) * same - SHAPE_UNLIKE);
    memo->score = (int16_t)(score < SHAPE_SCORE_MIN ? SHAPE_SCORE_MIN : score);
    memo->shape = number;
#if LAYOUT_KNOWN
    if (UNLIKELY((shape->is_new & same) != 0))
        shapes_prepare(shape);
#endif
}

#if LAYOUT_KNOWN
PyObject **shapes_leave(struct unpack_frame *f, PyObject **values, PyObject **slot)
{
    struct shape *shape = f->shape;
    size_t n = (size_t)(slot - values);
    struct shape_memo *memo = &f->memos[shape->size % SHAPE_MEMOS];
    int score = memo->score - (n == 0 ? SHAPE_UNLIKE : SHAPE_WRONG);
    memo->score = (int16_t)(score < SHAPE_SCORE_MIN ? SHAPE_SCORE_MIN : score);
    for (size_t i = n; i-- > 0;) { /* a value moves to a place that is at or above its own */
        values[2 * i + 1] = values[i];
        values[2 * i] = Py_NewRef(shape->keys[i].text);
    }
    f->kind = OPEN_MAP;
    f->print = 0;
    for (size_t i = 0; i < n; i++)
        f->print = keys_print(f->print, values[2 * i]);
    shape->users--;
    return values + 2 * n;
}
#endif

/* ---- dicts of known shapes ------------------------------------------------ */

#if LAYOUT_KNOWN
static bool shapes_same(struct layout_keys *table, PyObject **pairs, size_t n)
{
    size_t stride;
    PyObject **key = layout_first_key(table, &stride);
    for (size_t i = 0; i < n; i++)
        if (key[i * stride] != pairs[2 * i])
            return false;
    return true;
}
#endif

/* A dict of the shape, by public calls: a copy of the model with other values. NULL without an exception:
 * the keys differ. */
static PyObject *shapes_copied_dict(PyObject *model, PyObject **pairs, size_t n)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (!PyDict_Next(model, &at, &key, &value) || key != pairs[2 * i])
            return NULL;
    return shapes_fill(PyDict_Copy(model), pairs, n);
}

static PyObject *shapes_known_dict(struct native_state *state, struct shape *shape, PyObject **pairs, size_t n,
                                   bool track)
{
    PyObject *model = SHAPES_HOLD(shape->model), *dict = NULL;
    shape->misses = 0;
#if LAYOUT_KNOWN
    if (LIKELY(state->layout.usable)) {
        struct layout_keys *table = SHAPE_TABLE(shape);
        if (LIKELY(shapes_same(table, pairs, n)))
            dict = layout_dict_clone(&state->layout, table, shape->bytes, pairs, track);
    } else
#else
    (void)state, (void)track;
#endif
        dict = shapes_copied_dict(model, pairs, n);
    SHAPES_RELEASE(model);
    return dict;
}

/* As shapes_dict(), of a map at the place of these memos; NULL: it is not known. */
HAYA_INLINE PyObject *shapes_make(struct native_state *state, struct key_cache *cache, PyObject **pairs, size_t n,
                                  uint64_t print, bool track, struct shape_memo *memos)
{
    if (cache == NULL)
        return shapes_new_dict(state, pairs, n, track);
    cache->seen += (uint32_t)n;
    if (UNLIKELY(print == 0))
        return shapes_new_dict(state, pairs, n, track);
    struct shape *set = &cache->shapes[(print >> 40) % (SHAPE_SLOTS / 2) * 2];
    struct shape *shape = set->print == print ? set : set + 1;
    if (LIKELY(shape->print == print && shape->model != NULL && shape->size == n)) {
        if (memos != NULL)
            shapes_note(cache, shape, &memos[n % SHAPE_MEMOS]);
        PyObject *dict = shapes_known_dict(state, shape, pairs, n, track);
        if (LIKELY(dict != NULL) || PyErr_Occurred())
            return dict;
    }
    PyObject *dict = shapes_new_dict(state, pairs, n, track);
    if (dict != NULL)
        shapes_learn(state, shape->print == print ? shape : &set[print >> 63], dict, n, print);
    return dict;
}

PyObject *shapes_dict(struct native_state *state, struct key_cache *cache, PyObject **pairs, size_t n, uint64_t print,
                      bool track)
{
    return shapes_make(state, cache, pairs, n, print, track, NULL);
}

PyObject *shapes_close_map(struct unpacking *u, const struct unpack_frame *f, PyObject **slot)
{
    PyObject **pairs = u->stack + f->base;
    size_t n = (size_t)(slot - pairs) / 2;
    if (unpack_inserts(u, n, u->state->layout.usable)) {
        if (u->keys != NULL)
            u->keys->seen += (uint32_t)n;
        return shapes_public_dict(pairs, n);
    }
    return shapes_make(u->state, u->keys, pairs, n, f->foreign ? 0 : f->print, f->track, f->memos);
}
