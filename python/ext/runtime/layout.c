/* layout.c: checks, when the module is imported, that CPython's objects have the layout that layout.h assumes;
 * and makes dict tables. */
#include "layout_containers.h"
#include "layout_hash.h"

#include <stdlib.h>

/* Whether common_shared() is right for the object. */
static bool layout_is_shared(PyObject *o)
{
#if PY_VERSION_HEX >= 0x030C0000
    return _Py_IsImmortal(o);
#else
    (void)o;
    return true;
#endif
}

/* The address of -5, if the shared integers lie at intervals of LAYOUT_SMALL_STEP bytes, else 0. Uses public calls only
 * and checks every address. */
static uintptr_t layout_find_smalls(void)
{
    uintptr_t base = 0;
    for (long i = 0; i < LAYOUT_SMALL_COUNT; i++) {
        PyObject *o = PyLong_FromLong(LAYOUT_SMALL_MIN + i);
        if (o == NULL) {
            PyErr_Clear();
            return 0;
        }
        if (i == 0)
            base = (uintptr_t)o;
        bool fits = (uintptr_t)o == base + LAYOUT_SMALL_STEP * (uintptr_t)i && layout_is_shared(o);
        Py_DECREF(o);
        if (!fits)
            return 0;
    }
    return base;
}

#if LAYOUT_KNOWN

size_t layout_keys_bytes(struct layout_keys *keys)
{
    size_t usable = ((size_t)2 << keys->log2_size) / 3;
    size_t entry = sizeof(struct layout_entry) + (keys->kind == 0 ? sizeof(Py_hash_t) : 0);
    return offsetof(struct layout_keys, indices) + ((size_t)1 << keys->log2_index_bytes) + usable * entry;
}

/* An empty table for n str keys. */
static struct layout_keys *layout_keys_new(size_t n)
{
    /* the size that n insertions would lead to: at most two thirds are used */
    unsigned log2_size = n <= 5 ? 3 : 64 - (unsigned)__builtin_clzll((n * 3 + 1) / 2 - 1);
    struct layout_keys header = {
        .refcnt = 1,
        .log2_size = (uint8_t)log2_size,
        .log2_index_bytes = (uint8_t)(log2_size < 8 ? log2_size : log2_size + 1),
        .kind = 1,
        .usable = (Py_ssize_t)(((size_t)2 << log2_size) / 3),
    };
    size_t bytes = layout_keys_bytes(&header), indices = (size_t)1 << header.log2_index_bytes;
    struct layout_keys *keys = LAYOUT_KEYS_MALLOC(bytes);
    if (keys == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(keys, &header, offsetof(struct layout_keys, indices));
    memset(keys->indices, 0xff, indices);
    return keys;
}

/* CPython's probe sequence (lookdict in dictobject.c): the slot to try after an occupied one. */
#define LAYOUT_PERTURB 5

/* Inserts n str keys into a new table. width: bytes of an index. False: a key is not an exact str, or two keys
 * have the same hash and so might be equal. */
HAYA_INLINE bool layout_keys_fill(const struct layout *layout, struct layout_keys *keys, PyObject **pairs, size_t n,
                                  const int width)
{
    size_t mask = ((size_t)1 << keys->log2_size) - 1;
    struct layout_entry *entry = layout_str_entries(keys);
    for (size_t i = 0; i < n; i++) {
        PyObject *key = pairs[2 * i];
        if (UNLIKELY(!PyUnicode_CheckExact(key)))
            return false;
        Py_hash_t hash = layout_text_hash(layout, key);
        size_t perturb = (size_t)hash, slot = perturb & mask;
        for (;;) {
            int taken = width == 1 ? ((int8_t *)keys->indices)[slot] : ((int16_t *)keys->indices)[slot];
            if (taken == -1)
                break;
            if (((PyASCIIObject *)entry[taken].key)->hash == hash)
                return false;
            perturb >>= LAYOUT_PERTURB;
            slot = (slot * 5 + perturb + 1) & mask;
        }
        if (width == 1)
            ((int8_t *)keys->indices)[slot] = (int8_t)i;
        else
            ((int16_t *)keys->indices)[slot] = (int16_t)i;
        entry[i].key = key;
        entry[i].value = pairs[2 * i + 1];
    }
    keys->nentries = (Py_ssize_t)n;
    keys->usable -= (Py_ssize_t)n;
    return true;
}

PyObject *layout_dict_build(struct layout *layout, PyObject **pairs, size_t n, bool track)
{
    struct layout_keys *keys = layout_keys_new(n);
    if (keys == NULL)
        return NULL;
    PyObject *dict = NULL;
    if (keys->log2_size < 8 ? layout_keys_fill(layout, keys, pairs, n, 1)
                            : layout_keys_fill(layout, keys, pairs, n, 2)) {
        memset(layout_str_entries(keys) + n, 0, (size_t)keys->usable * sizeof(struct layout_entry));
        dict = layout_dict_of(layout, keys, (Py_ssize_t)n, track);
    }
    if (dict == NULL)
        LAYOUT_KEYS_FREE(keys);
    return dict;
}

static bool layout_long_holds(uint64_t magnitude, uint64_t negative)
{
    PyObject *made = layout_long_new(magnitude, negative);
    PyObject *usual = PyLong_FromUnsignedLongLong(magnitude);
    PyObject *expected = usual != NULL && negative ? PyNumber_Negative(usual) : Py_XNewRef(usual);
    uint64_t m, s;
    bool holds = made != NULL && expected != NULL && PyObject_RichCompareBool(made, expected, Py_EQ) == 1 &&
                 layout_long_read(expected, &m, &s) && m == magnitude && s == negative;
    Py_XDECREF(made);
    Py_XDECREF(usual);
    Py_XDECREF(expected);
    return holds;
}

static bool layout_longs_hold(void)
{
    for (unsigned bits = 9; bits <= 64; bits++) {
        uint64_t top = (uint64_t)1 << (bits - 1);
        uint64_t samples[] = {top, top + 1, top | (top - 1), top | 0x2aaaaaaaaaaaaaa};
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
            if (samples[i] > LAYOUT_SMALL_MAX &&
                (!layout_long_holds(samples[i], 0) || !layout_long_holds(samples[i], 1)))
                return false;
    }
    return true;
}

/* Whether the header of an object that this thread has just made is that of layout_header(). */
static bool layout_header_holds(PyObject *o, PyTypeObject *type)
{
    PyObject expected;
    memset(&expected, 0, sizeof expected);
    layout_header(&expected, type);
    return memcmp(o, &expected, sizeof expected) == 0;
}

static bool layout_texts_hold(struct layout *layout)
{
    static const char text[] = "abcdefghijklmnopqrstuvwxyz";
    PyObject *sample = PyUnicode_New(5, 127);
    if (sample == NULL)
        return false;
    memcpy(&layout->ascii_header, sample, sizeof layout->ascii_header);
    Py_DECREF(sample);
    PyASCIIObject *header = &layout->ascii_header;
    if (!layout_header_holds((PyObject *)header, &PyUnicode_Type) || header->hash != -1 || header->length != 5)
        return false;
    for (size_t n = 2; n <= 26; n++) {
        PyObject *made = layout_ascii_new(layout, n, n);
        PyObject *expected = PyUnicode_FromStringAndSize(text, (Py_ssize_t)n);
        bool holds = made != NULL && expected != NULL;
        if (holds) {
            memcpy(PyUnicode_DATA(made), text, n);
            holds = PyUnicode_IS_COMPACT_ASCII(made) && PyUnicode_Compare(made, expected) == 0 &&
                    PyObject_Hash(made) == PyObject_Hash(expected) && PyUnicode_KIND(made) == PyUnicode_1BYTE_KIND &&
                    !PyUnicode_CHECK_INTERNED(made);
        }
        Py_XDECREF(made);
        Py_XDECREF(expected);
        if (!holds)
            return false;
    }
    return true;
}

static bool layout_bytes_hold(struct layout *layout)
{
    PyObject *sample = PyBytes_FromStringAndSize(NULL, 5);
    if (sample == NULL)
        return false;
    memcpy(&layout->bytes_header, sample, offsetof(PyBytesObject, ob_sval));
    Py_DECREF(sample);
    PyObject *made = layout_bytes_new(layout, 7), *expected = PyBytes_FromString("bytes 7");
    bool holds = made != NULL && expected != NULL && PyBytes_GET_SIZE(made) == 7 &&
                 layout_header_holds((PyObject *)&layout->bytes_header, &PyBytes_Type) &&
                 layout_header_holds(made, &PyBytes_Type);
    if (holds) {
        memcpy(PyBytes_AS_STRING(made), "bytes 7", 7);
        holds = PyObject_RichCompareBool(made, expected, Py_EQ) == 1 && PyObject_Hash(made) == PyObject_Hash(expected);
    }
    Py_XDECREF(made);
    Py_XDECREF(expected);
    return holds;
}

/* The most entries of a sample: more than fit in the smallest table with two-byte indices. */
#define LAYOUT_SAMPLE 171
#define LAYOUT_MORE 12 /* entries that a clone gets */

/* Numbers of entries: the smallest, and the last that fits and the first that does not fit in tables of 8, 16, 32, 128
 * and 256 slots. */
static const int layout_sizes[] = {1, 2, 5, 6, 10, 11, 21, 22, 85, 86, LAYOUT_SAMPLE};

/* Keys and values that the samples share: making them takes longer than the checks. */
struct layout_samples {
    PyObject *keys[LAYOUT_SAMPLE], *more[LAYOUT_MORE], *value, *number;
};

static void layout_samples_clear(struct layout_samples *samples)
{
    for (int i = 0; i < LAYOUT_SAMPLE; i++)
        Py_XDECREF(samples->keys[i]);
    for (int i = 0; i < LAYOUT_MORE; i++)
        Py_XDECREF(samples->more[i]);
    Py_XDECREF(samples->value);
    Py_XDECREF(samples->number);
}

/* A new str of three ASCII characters: the letter and the number in base 36. */
static PyObject *layout_sample_key(char letter, int number)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const char text[] = {letter, digits[number / 36], digits[number % 36]};
    return PyUnicode_FromStringAndSize(text, sizeof text);
}

/* False: a public call failed. */
static bool layout_samples_fill(struct layout_samples *samples)
{
    memset(samples, 0, sizeof *samples);
    for (int i = 0; i < LAYOUT_SAMPLE; i++)
        if ((samples->keys[i] = layout_sample_key('k', i)) == NULL)
            return false;
    for (int i = 0; i < LAYOUT_MORE; i++)
        if ((samples->more[i] = layout_sample_key('m', i)) == NULL)
            return false;
    samples->value = PyUnicode_FromString("value");
    samples->number = PyLong_FromLong(100000);
    return samples->value != NULL && samples->number != NULL;
}

/* A dict of n entries with str keys; any_keys: the first key is an int. Each value is the key before it, or "value". */
static PyObject *layout_sample_dict(const struct layout_samples *samples, int n, bool any_keys)
{
    PyObject *dict = PyDict_New();
    for (int i = 0; dict != NULL && i < n; i++)
        if (PyDict_SetItem(dict, any_keys && i == 0 ? samples->number : samples->keys[i],
                           i == 0 ? samples->value : samples->keys[i - 1]) < 0)
            Py_CLEAR(dict);
    return dict;
}

static bool layout_walk_holds(PyObject *dict)
{
    PyObject **slot, **last, *key, *value;
    size_t stride;
    Py_ssize_t at = 0;
    if (!layout_dict_slots(dict, &slot, &last, &stride))
        return false;
    while (PyDict_Next(dict, &at, &key, &value)) {
        while (slot < last && slot[1] == NULL)
            slot += stride;
        if (slot >= last || slot[0] != key || slot[1] != value)
            return false;
        slot += stride;
    }
    while (slot < last && slot[1] == NULL)
        slot += stride;
    return slot == last;
}

/* Whether a clone of a dict is equal to it, and can grow and shrink. */
static bool layout_clone_holds(struct layout *layout, const struct layout_samples *samples, PyObject *dict)
{
    struct layout_keys *model = layout_keys_of(dict);
    Py_ssize_t n = PyDict_GET_SIZE(dict), at = 0, i = 0;
    PyObject *values[2 * LAYOUT_SAMPLE], *key, *value;
    if (n > LAYOUT_SAMPLE || model->kind > 1 || model->nentries != n)
        return false;
    while (PyDict_Next(dict, &at, &key, &value)) {
        values[i++] = Py_NewRef(key);
        values[i++] = Py_NewRef(value);
    }
    PyObject *clone = layout_dict_clone(layout, model, layout_keys_bytes(model), values, false);
    if (clone == NULL) {
        while (i > 0)
            Py_DECREF(values[--i]);
        return false;
    }
    bool holds = PyObject_RichCompareBool(clone, dict, Py_EQ) == 1;
    for (int i = 0; holds && i < LAYOUT_MORE; i++)
        holds = PyDict_SetItem(clone, samples->more[i], Py_None) == 0 &&
                PyDict_GetItemWithError(clone, samples->more[i]) == Py_None &&
                (i % 2 == 0 || PyDict_DelItem(clone, samples->more[i]) == 0);
    holds = holds && PyDict_GET_SIZE(clone) == n + LAYOUT_MORE / 2;
    Py_DECREF(clone);
    return holds;
}

/* Whether a dict built from the pairs of another is equal to it and finds each key. */
static bool layout_build_holds(struct layout *layout, PyObject *dict)
{
    PyObject *pairs[2 * LAYOUT_SAMPLE], *key, *value;
    Py_ssize_t n = 0, at = 0;
    while (n < 2 * LAYOUT_SAMPLE && PyDict_Next(dict, &at, &key, &value)) {
        pairs[n++] = Py_NewRef(key);
        pairs[n++] = Py_NewRef(value);
    }
    PyObject *built = layout_dict_build(layout, pairs, (size_t)n / 2, false);
    if (built == NULL) {
        while (n > 0)
            Py_DECREF(pairs[--n]);
        return false;
    }
    bool holds = PyObject_RichCompareBool(built, dict, Py_EQ) == 1 &&
                 PyObject_RichCompareBool(dict, built, Py_EQ) == 1 && layout_keys_of(built)->usable >= 0 &&
                 layout_keys_bytes(layout_keys_of(built)) > 0;
    at = 0;
    while (holds && PyDict_Next(dict, &at, &key, &value))
        holds = PyDict_GetItemWithError(built, key) == value && PyDict_DelItem(built, key) == 0;
    holds = holds && PyDict_GET_SIZE(built) == 0 && PyDict_SetItem(built, Py_None, Py_None) == 0;
    Py_DECREF(built);
    return holds;
}

/* Whether an empty dict has the shared table, whose reference count it raises by 0 or 1, and is tracked or not as
 * layout_dict_adopt() expects. */
static bool layout_empty_holds(struct layout *layout)
{
    PyObject *a = PyDict_New(), *b = NULL;
    if (a == NULL)
        return false;
#if PY_VERSION_HEX >= 0x030E0000
    const bool tracked = true;
#else
    const bool tracked = false;
#endif
    Py_ssize_t before = layout_keys_of(a)->refcnt;
    b = PyDict_New();
    bool holds = b != NULL && layout_keys_of(a) == layout_keys_of(b) && PyObject_GC_IsTracked(a) == tracked;
    if (holds)
        layout->empty_keys_step = layout_keys_of(b)->refcnt - before;
    Py_DECREF(a);
    Py_XDECREF(b);
#ifdef Py_GIL_DISABLED
    return holds && layout->empty_keys_step == 0;
#else
    return holds && (layout->empty_keys_step == 0 || layout->empty_keys_step == 1);
#endif
}

static bool layout_dicts_hold_of(struct layout *layout, const struct layout_samples *samples, int n)
{
    PyObject *text = layout_sample_dict(samples, n, false), *any = layout_sample_dict(samples, n, true);
    bool holds = text != NULL && any != NULL && layout_walk_holds(text) && layout_walk_holds(any) &&
                 layout_clone_holds(layout, samples, text) && layout_clone_holds(layout, samples, any) &&
                 (n < 2 || layout_build_holds(layout, text));
    if (holds && n > 2)
        holds = PyDict_DelItem(text, samples->keys[1]) == 0 && layout_walk_holds(text);
    Py_XDECREF(text);
    Py_XDECREF(any);
    return holds;
}

static bool layout_dicts_hold(struct layout *layout)
{
    struct layout_samples samples;
    bool holds = layout_samples_fill(&samples) && layout_empty_holds(layout);
    for (size_t i = 0; holds && i < sizeof layout_sizes / sizeof *layout_sizes; i++)
        holds = layout_dicts_hold_of(layout, &samples, layout_sizes[i]);
    layout_samples_clear(&samples);
    return holds;
}

/* Whether a list of items in memory of layout_items_new() is a list, and can grow. */
static bool layout_lists_hold(const struct layout *layout)
{
    enum { SAMPLES = 5 };
    PyObject **items = layout_items_new(SAMPLES), *list = NULL, *sample = PyList_New(SAMPLES);
    bool holds = items != NULL && sample != NULL;
    for (Py_ssize_t i = 0; holds && i < SAMPLES; i++) {
        items[i] = Py_NewRef(Py_None);
        PyList_SET_ITEM(sample, i, Py_NewRef(Py_None));
    }
    if (holds && (list = layout_list_of(layout, items, SAMPLES)) == NULL)
        for (Py_ssize_t i = 0; i < SAMPLES; i++)
            Py_DECREF(items[i]);
    if (list == NULL)
        layout_items_free(items);
#ifdef Py_GIL_DISABLED
    holds = holds && ((Py_ssize_t *)((PyListObject *)sample)->ob_item)[-1] == SAMPLES;
#endif
    holds = holds && list != NULL && ((PyListObject *)sample)->allocated == SAMPLES &&
            PyObject_RichCompareBool(list, sample, Py_EQ) == 1;
    for (Py_ssize_t i = 0; holds && i < 2 * SAMPLES; i++)
        holds = PyList_Append(list, Py_True) == 0 && PyList_GET_ITEM(list, 0) == Py_None;
    holds = holds && PyList_GET_SIZE(list) == 3 * SAMPLES && PyList_SetSlice(list, 1, 3 * SAMPLES, NULL) == 0 &&
            PyList_GET_SIZE(list) == 1;
    Py_XDECREF(list);
    Py_XDECREF(sample);
    return holds;
}

static bool layout_floats_hold(void)
{
    PyObject *made = layout_float_new(-0.1);
    bool holds = made != NULL && layout_header_holds(made, &PyFloat_Type) && PyFloat_AS_DOUBLE(made) == -0.1;
    Py_XDECREF(made);
    return holds;
}

/* Sets layout->hashes. False: a public call failed. */
static bool layout_hashes_hold(struct layout *layout)
{
    static const char text[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const char *last = text + sizeof text - 1;
    layout->hash_key[0] = _Py_HashSecret.siphash.k0;
    layout->hash_key[1] = _Py_HashSecret.siphash.k1;
    layout->hashes = true;
    for (size_t n = 1; layout->hashes && n <= 28; n++) {
        PyObject *sample = PyUnicode_FromStringAndSize(last - n, (Py_ssize_t)n);
        if (sample == NULL)
            return false;
        layout->hashes = layout_sip_hash(layout->hash_key, (const uint8_t *)last - n, n) == PyObject_Hash(sample);
        Py_DECREF(sample);
    }
    return true;
}

#if !LAYOUT_YOUNG_KNOWN
#define layout_young_holds(layout) true
#define layout_instances_hold(layout) true
#else
/* Whether the call of the module gc gives a number, or a tuple whose first item it is, from `least` to `most`. */
static bool layout_gc_tells(const char *function, int least, const int *most)
{
    PyObject *gc = PyImport_ImportModule("gc");
    PyObject *tuple = gc != NULL ? PyObject_CallMethod(gc, function, NULL) : NULL;
    long n = tuple != NULL ? PyLong_AsLong(PyTuple_GetItem(tuple, 0)) : -1;
    Py_XDECREF(tuple);
    Py_XDECREF(gc);
    return n >= least && n <= *most;
}

/* Finds the list of young objects behind a new one, which is its last. 3.14.0 to 3.14.4 had another collector, which
 * marks objects in these lists; there it is not used. */
static bool layout_young_holds(struct layout *layout)
{
#if PY_VERSION_HEX >= 0x030E0000
    if (Py_Version < 0x030E0500 || (Py_Version >= 0x030F0000 && Py_Version < 0x030F00C1))
        return true;
#endif
    PyObject *probe = PyList_New(0);
    if (probe == NULL)
        return false;
    struct layout_tracked *own = (struct layout_tracked *)probe - 1;
    layout->young = (struct layout_young *)own->next;
    bool holds = layout->young != NULL && layout->young->head.previous == (uintptr_t)own;
    Py_DECREF(probe);
    return holds && layout_gc_tells("get_threshold", layout->young->threshold, &layout->young->threshold) &&
           layout_gc_tells("get_count", layout->young->count, &layout->young->count);
}

/* Whether an instance is as one that public calls make. */
static bool layout_instances_hold(const struct layout *layout)
{
    PyObject *type = PyObject_CallFunction((PyObject *)&PyType_Type, "s(){s:()}", "Sample", "__slots__");
    PyObject *made =
        type != NULL && Py_TYPE(type) == &PyType_Type ? layout_instance_new(layout, (PyTypeObject *)type) : NULL;
    bool holds = made != NULL && !PyObject_GC_IsTracked(made) && PyObject_IsInstance(made, type) == 1;
    if (holds) {
        layout_track(layout, made);
        PyObject *after = PyList_New(0); /* it is behind the instance in the list */
        holds = after != NULL && PyObject_GC_IsTracked(made) &&
                ((struct layout_tracked *)made)[-1].next == (uintptr_t)((struct layout_tracked *)after - 1);
        Py_XDECREF(after);
    }
    Py_XDECREF(made);
    Py_XDECREF(type);
    return holds;
}
#endif

int layout_init(struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    layout->dict_version = (uint64_t)1 << 63;
    layout->small_base = layout_find_smalls();
    const char *forced = getenv("HAYAPACK_PUBLIC_API");
    if (forced != NULL && *forced != '\0' && strcmp(forced, "0") != 0)
        return 0;
    layout->usable = layout->small_base != 0 && layout_longs_hold() && layout_floats_hold() &&
                     layout_bytes_hold(layout) && layout_texts_hold(layout) && layout_hashes_hold(layout) &&
                     layout_young_holds(layout) && layout_lists_hold(layout) && layout_dicts_hold(layout) &&
                     layout_instances_hold(layout);
#ifdef Py_GIL_DISABLED
    layout->reads_utf8 = layout->usable && Py_Version >= 0x030D0500;
#endif
    PyErr_Clear();
    return 0;
}

#else

int layout_init(struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    layout->small_base = layout_find_smalls();
    return 0;
}

#endif
