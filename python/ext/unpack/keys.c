/* keys.c: maintenance of the cache of map keys, and the cache of map shapes. */
#include "keys.h"

/* Misses after which the hit rate is judged; and how many keys then bypass the cache if it is low. */
#define KEYS_LOOK 1024
#define KEYS_REST 16384

/* Misses in a slot after which its shape is replaced. */
#define SHAPE_PATIENCE 16

struct key_cache *keys_new(void)
{
    struct key_cache *cache = PyMem_Calloc(1, sizeof *cache);
    if (cache == NULL)
        PyErr_NoMemory();
    else
        for (size_t i = 0; i < KEY_SLOTS; i++)
            cache->slots[i].size = UINT32_MAX;
    return cache;
}

void keys_clear(struct key_cache *cache)
{
    for (size_t i = 0; i < KEY_SLOTS; i++) {
        cache->slots[i].size = UINT32_MAX;
        Py_CLEAR(cache->slots[i].text);
    }
    for (size_t i = 0; i < SHAPE_SLOTS; i++) {
        Py_CLEAR(cache->shapes[i].model);
#ifdef Py_GIL_DISABLED
        PyMem_Free(cache->shapes[i].block);
        cache->shapes[i].block = NULL;
#endif
    }
}

#ifdef Py_GIL_DISABLED
/* Calls of a thread with the caches of others before it gets one of its own; and before it gets another's, because none
 * is left: threads that have ended keep theirs. */
#define KEYS_GUEST 16
#define KEYS_TAKEN 1024

static struct key_cache *keys_take(struct native_state *state, size_t at)
{
    struct key_cache **place = &state->places[at].keys;
    return threads_load(place) != NULL ? __atomic_exchange_n(place, NULL, __ATOMIC_ACQ_REL) : NULL;
}

/* Makes this thread the owner of the first place that is nobody's, *at. False: there is none. */
static bool keys_claim(struct native_state *state, uintptr_t self, size_t *at)
{
    for (size_t i = 0; i < KEY_CACHES; i++) {
        uintptr_t nobody = 0;
        *at = (keys_home(self) + i) % KEY_CACHES;
        if (__atomic_load_n(&state->owners[*at], __ATOMIC_RELAXED) == 0 &&
            __atomic_compare_exchange_n(&state->owners[*at], &nobody, self, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
    }
    return false;
}

/* A cache of a thread that does not use it now, until this thread has made so many calls that it gets one of its own.
 * NULL: there is none, or it is time. */
static struct key_cache *keys_guest(struct native_state *state, uintptr_t self, size_t *claimed)
{
    for (size_t i = 0; i < KEY_CACHES; i++) {
        size_t at = (keys_home(self) + i) % KEY_CACHES;
        struct key_cache *cache = keys_take(state, at);
        if (cache == NULL)
            continue;
        cache->guest_calls = cache->guest == self ? cache->guest_calls + 1 : 0;
        cache->guest = self;
        if (cache->guest_calls < KEYS_GUEST)
            return cache;
        if (keys_claim(state, self, claimed)) {
            keys_give_back(state, cache);
            return NULL;
        }
        if (cache->guest_calls >= KEYS_TAKEN) {
            keys_clear(cache);
            __atomic_store_n(&state->owners[at], self, __ATOMIC_RELAXED);
        }
        return cache;
    }
    if (!keys_claim(state, self, claimed))
        *claimed = keys_home(self);
    return NULL;
}

NOINLINE static struct key_cache *keys_borrow_slowly(struct native_state *state, uintptr_t self)
{
    size_t at;
    struct key_cache *cache = keys_guest(state, self, &at);
    if (cache != NULL)
        return cache;
    if ((cache = keys_new()) == NULL)
        PyErr_Clear();
    else
        cache->place = (uint32_t)at;
    return cache;
}

struct key_cache *keys_borrow(struct native_state *state)
{
    uintptr_t self = _Py_ThreadId();
    size_t at = keys_home(self);
    for (int i = 0; i < KEY_CACHES; i++, at = (at + 1) % KEY_CACHES) {
        uintptr_t owner = __atomic_load_n(&state->owners[at], __ATOMIC_RELAXED);
        struct key_cache *cache = LIKELY(owner == self) ? keys_take(state, at) : NULL;
        if (LIKELY(cache != NULL))
            return cache;
        if (owner == 0) /* it would have been claimed before those that follow */
            break;
    }
    return keys_borrow_slowly(state, self);
}

void keys_give_back(struct native_state *state, struct key_cache *cache)
{
    struct key_cache *none = NULL;
    if (cache != NULL && !__atomic_compare_exchange_n(&state->places[cache->place].keys, &none, cache, false,
                                                      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        keys_clear(cache);
        PyMem_Free(cache);
    }
}
#endif

#if defined(Py_GIL_DISABLED) && LAYOUT_KNOWN
PyObject *keys_apart(const struct native_state *state, PyObject *text, size_t n)
{
    if (!state->layout.usable || n < 2 || !PyUnicode_IS_COMPACT_ASCII(text))
        return text;
    /* mimalloc gives blocks of a power of two their size's alignment */
    PyObject *o = layout_ascii_new(&state->layout, n, THREAD_APART - sizeof(PyASCIIObject) - 1);
    if (o == NULL) {
        PyErr_Clear();
        return text;
    }
    memcpy((PyASCIIObject *)o + 1, (PyASCIIObject *)text + 1, n);
    Py_DECREF(text);
    return o;
}
#endif

PyObject *keys_find_further(const struct key_slot *set, const uint8_t *s, size_t n, struct key_words words)
{
    for (const struct key_slot *slot = set; slot < set + KEY_WAYS; slot++)
        if (keys_has(slot, n, words) &&
            (n <= 16 || memcmp((const char *)((PyASCIIObject *)slot->text + 1) + 8, s + 8, n - 16) == 0))
            return Py_NewRef(slot->text);
    return NULL;
}

void keys_put(struct key_cache *cache, struct key_slot *set, PyObject *text, size_t n, struct key_words words)
{
    /* the middle of a long key is compared with the bytes of the str, which must be ASCII */
    if (n <= 16 || PyUnicode_IS_COMPACT_ASCII(text)) {
        PyObject *oldest = set[KEY_WAYS - 1].text;
        memmove(set + 1, set, (KEY_WAYS - 1) * sizeof *set);
        set->text = Py_NewRef(text);
        set->header = words.header;
        set->tail = words.tail;
        set->size = (uint32_t)n;
        Py_XDECREF(oldest);
    }
    if (++cache->misses >= KEYS_LOOK) {
        if (cache->misses > cache->seen / 2)
            cache->rest = KEYS_REST;
        cache->misses = cache->seen = 0;
    }
}

/* ---- dicts -------------------------------------------------------------- */

/* Inserts the pairs into dict, by public calls. Steals dict, which may be NULL, and on success the pairs'
 * references. Returns dict, or NULL with an exception set. */
static PyObject *keys_fill(PyObject *dict, PyObject **pairs, size_t n)
{
    for (size_t i = 0; dict != NULL && i < n; i++)
        if (PyDict_SetItem(dict, pairs[2 * i], pairs[2 * i + 1]) < 0)
            Py_CLEAR(dict);
    for (size_t i = 0; dict != NULL && i < 2 * n; i++)
        Py_DECREF(pairs[i]);
    return dict;
}

static PyObject *keys_plain_dict(PyObject **pairs, size_t n)
{
    return keys_fill(PyDict_New(), pairs, n);
}

static PyObject *keys_new_dict(struct native_state *state, PyObject **pairs, size_t n, bool track)
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
    return keys_plain_dict(pairs, n);
}

#if defined(Py_GIL_DISABLED) && LAYOUT_KNOWN
/* Copies the model's table to where no other thread writes beside it. False: there is no memory. */
static bool keys_copy_table(struct shape *shape, const struct layout_keys *table)
{
    PyMem_Free(shape->block);
    shape->block = PyMem_Malloc(shape->bytes + 2 * THREAD_APART);
    if (shape->block == NULL)
        return false;
    uintptr_t at = ((uintptr_t)shape->block + THREAD_APART - 1) / THREAD_APART * THREAD_APART;
    shape->table = memcpy((void *)at, table, shape->bytes);
    return true;
}
#define KEYS_TABLE(shape) ((shape)->table)
#else
#define keys_copy_table(shape, table) true
#define KEYS_TABLE(shape) layout_keys_of((shape)->model)
#endif

/* Allocating a dict may run the collector (CPython before 3.12), which may run a finalizer that unpacks and so replaces
 * a shape's model. */
#if PY_VERSION_HEX >= 0x030C0000
#define KEYS_HOLD(o) (o)
#define KEYS_RELEASE(o) (void)(o)
#else
#define KEYS_HOLD(o) Py_NewRef(o)
#define KEYS_RELEASE(o) Py_DECREF(o)
#endif

/* Called for each map whose shape is unknown. The first time only the fingerprint is stored, the second time
 * a model, so that shapes that do not repeat cost little. */
static void keys_learn(struct shape *shape, PyObject *dict, size_t n, uint64_t print)
{
    if (shape->print != print) {
        if (shape->model != NULL && ++shape->misses < SHAPE_PATIENCE)
            return;
        Py_CLEAR(shape->model);
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
#if LAYOUT_KNOWN
    struct layout_keys *table = layout_keys_of(model);
    if (table->kind > 1 || (size_t)table->nentries != n)
        Py_CLEAR(model);
    else
        shape->bytes = (uint32_t)layout_keys_bytes(table);
    if (model != NULL && !keys_copy_table(shape, table))
        Py_CLEAR(model);
#endif
    shape->model = model;
}

#if LAYOUT_KNOWN
static bool keys_same(struct layout_keys *table, PyObject **pairs, size_t n)
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
static PyObject *keys_copied_dict(PyObject *model, PyObject **pairs, size_t n)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (!PyDict_Next(model, &at, &key, &value) || key != pairs[2 * i])
            return NULL;
    return keys_fill(PyDict_Copy(model), pairs, n);
}

static PyObject *keys_shaped_dict(struct native_state *state, struct shape *shape, PyObject **pairs, size_t n,
                                  bool track)
{
    PyObject *model = KEYS_HOLD(shape->model), *dict = NULL;
    shape->misses = 0;
#if LAYOUT_KNOWN
    if (LIKELY(state->layout.usable)) {
        struct layout_keys *table = KEYS_TABLE(shape);
        if (LIKELY(keys_same(table, pairs, n)))
            dict = layout_dict_clone(&state->layout, table, shape->bytes, pairs, track);
    } else
#else
    (void)state, (void)track;
#endif
        dict = keys_copied_dict(model, pairs, n);
    KEYS_RELEASE(model);
    return dict;
}

PyObject *keys_dict(struct native_state *state, struct key_cache *cache, PyObject **pairs, size_t n, uint64_t print,
                    bool track)
{
    if (cache == NULL)
        return keys_new_dict(state, pairs, n, track);
    cache->seen += (uint32_t)n;
    if (UNLIKELY(print == 0))
        return keys_new_dict(state, pairs, n, track);
    struct shape *set = &cache->shapes[(print >> 40) % (SHAPE_SLOTS / 2) * 2];
    struct shape *shape = set->print == print ? set : set + 1;
    if (LIKELY(shape->print == print && shape->model != NULL && shape->size == n)) {
        PyObject *dict = keys_shaped_dict(state, shape, pairs, n, track);
        if (LIKELY(dict != NULL) || PyErr_Occurred())
            return dict;
    }
    PyObject *dict = keys_new_dict(state, pairs, n, track);
    if (dict != NULL)
        keys_learn(shape->print == print ? shape : &set[print >> 63], dict, n, print);
    return dict;
}
