/* key_cache.c: maintenance of the cache of map keys. */
#include "map_shapes.h"

/* Misses after which the hit rate is judged; and how many keys then bypass the cache if it is low. */
#define KEYS_LOOK 1024
#define KEYS_REST 16384

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
    for (size_t i = 0; i < SHAPE_SLOTS; i++)
        shapes_forget(&cache->shapes[i]);
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
    for (size_t i = 0; i < NATIVE_PLACES; i++) {
        uintptr_t nobody = 0;
        *at = (native_home(self) + i) % NATIVE_PLACES;
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
    for (size_t i = 0; i < NATIVE_PLACES; i++) {
        size_t at = (native_home(self) + i) % NATIVE_PLACES;
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
        *claimed = native_home(self);
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
    size_t at = native_home(self);
    for (int i = 0; i < NATIVE_PLACES; i++, at = (at + 1) % NATIVE_PLACES) {
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
