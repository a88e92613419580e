/* The caches of keys and shapes: lookup, learning, replacement. */
#include "shape_cache.h"

struct msgpack_shapes *shapes_get(void)
{
    struct msgpack_shapes *shapes = MSGPACK_G(shapes);
    if (EXPECTED(shapes != NULL))
        return shapes;
    shapes = pecalloc(1, sizeof *shapes, true);
    MSGPACK_G(shapes) = shapes;
    return shapes;
}

/* ---- keys --------------------------------------------------------------- */

/* Whether a key of length n, in 1..SHAPES_KEY_MAX, equals text, whose first and
 * last 8 bytes are first and last. */
static zend_always_inline bool shapes_same_key(const zend_string *key, const uint8_t *text, size_t n, uint64_t first,
                                               uint64_t last)
{
    uint64_t a, b;
    memcpy(&a, ZSTR_VAL(key), 8);
    if (n < 8)
        return msgpack_cut_word(a ^ first, n) == 0;
    memcpy(&b, ZSTR_VAL(key) + n - 8, 8);
    return ((a ^ first) | (b ^ last)) == 0 && (n <= 16 || memcmp(ZSTR_VAL(key) + 8, text + 8, 8) == 0);
}

zend_string *shapes_key(struct msgpack_shapes *shapes, const uint8_t *text, size_t n, size_t readable)
{
    uint64_t first = shapes_word(text, n, readable), last = first;
    if (n > 8)
        memcpy(&last, text + n - 8, 8);
    uint64_t mixed = (first ^ (last << 7) ^ (last >> 57) ^ n) * 0x9e3779b97f4a7c15u;
    uint32_t slot = (uint32_t)(mixed >> 40) & (SHAPES_KEYS - 1);
    zend_string *key = shapes->keys[slot];
    if (EXPECTED(key != NULL && ZSTR_LEN(key) == n && shapes_same_key(key, text, n, first, last))) {
        GC_ADDREF(key);
        return key;
    }
    key = zend_string_init((const char *)text, n, false);
    zend_string_hash_val(key);
    /* A key is cached at its second occurrence, so that unique keys replace none. */
    uint32_t tag = (uint32_t)mixed;
    if (shapes->key_seen[slot] != tag) {
        shapes->key_seen[slot] = tag;
        return key;
    }
    if (shapes->keys[slot] != NULL)
        zend_string_release_ex(shapes->keys[slot], false);
    GC_ADDREF(key);
    shapes->keys[slot] = key;
    return key;
}

/* ---- shapes: the strings of this request --------------------------------- */

/* Interns a string as the engine does without opcache, which itself interns none in a request. Takes over the
 * caller's reference. */
static zend_string *shapes_intern(zend_string *s)
{
    zval *found = zend_hash_find(&CG(interned_strings), s), added;
    if (found != NULL) {
        zend_string_release_ex(s, false);
        return Z_STR_P(found);
    }
    GC_ADD_FLAGS(s, IS_STR_INTERNED);
    ZVAL_INTERNED_STR(&added, s);
    zend_hash_add_new(&CG(interned_strings), s, &added);
    return s;
}

static zend_string *shapes_make_string(struct msgpack_shapes *shapes, const char *text, const struct shape_key *key)
{
    zend_string *made = zend_string_init(text, key->len, false), *s;
    ZSTR_H(made) = key->hash;
    if (shapes->interned >= SHAPES_INTERNED_MAX)
        return made;
    s = zend_new_interned_string(made); /* or an equal one, as of a script's literal */
    if (!ZSTR_IS_INTERNED(s))
        s = shapes_intern(s);
    if (s == made)
        shapes->interned += ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(key->len));
    return s;
}

/* Makes the missing strings: a call that ended in a fatal error may have made some. */
static zend_never_inline void shapes_make_strings(struct msgpack_shapes *shapes, struct shape *shape)
{
    const char *text = (const char *)shape->texts;
    shape->counted = false;
    for (uint32_t i = 0; i < shape->count; i++) {
        struct shape_key *key = &shape->keys[i];
        if (key->text == NULL)
            key->text = shapes_make_string(shapes, text, key);
        shape->counted |= !ZSTR_IS_INTERNED(key->text);
        text += key->len;
    }
    HT_FLAGS(&shape->table) = shape->counted ? 0 : HASH_FLAG_STATIC_KEYS;
    shape->has_strings = true;
}

static void shapes_drop_strings(struct shape *shape)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape->keys[i].text != NULL)
            zend_string_release_ex(shape->keys[i].text, false);
        shape->keys[i].text = NULL;
    }
    shape->has_strings = false;
}

static void shapes_free_one(struct msgpack_shapes *shapes, struct shape *shape)
{
    for (uint32_t i = 0; i < SHAPES_RECENT; i++) {
        if (shapes->recent[i] == shape)
            shapes->recent[i] = NULL;
    }
    shapes_drop_strings(shape);
    pefree(shape->hash_part, true);
    pefree(shape->texts, true);
    pefree(shape, true);
}

/* ---- finding -------------------------------------------------------------- */

struct shape *shapes_find(struct msgpack_shapes *shapes, const uint8_t *p, const uint8_t *end, uint32_t n, bool utf8,
                          uint32_t *fingerprint)
{
    *fingerprint = 0;
    if (UNEXPECTED(n > SHAPES_MAP_MAX || p >= end))
        return NULL;
    uint32_t len;
    if (EXPECTED((*p & 0xe0) == HAYA_FIXSTR))
        len = *p++ & 31u;
    else if (*p == HAYA_STR8 && end - p >= 2 && p[1] >= SHAPES_AHEAD)
        len = p[1], p += 2;
    else
        return NULL;
    if (UNEXPECTED(len == 0 || (size_t)(end - p) < len))
        return NULL;
    uint32_t mark = shapes_fingerprint(n, shapes_word(p, len, (size_t)(end - p)), len);
    struct shape **set = shapes->shapes[mark >> 8 & (SHAPES_SETS - 1)];
    for (int way = 0; way < 2; way++) {
        if (set[way] != NULL && set[way]->fingerprint == mark) {
            if (UNEXPECTED(set[way]->misses >= SHAPES_MISSES || (utf8 && !set[way]->utf8)))
                break;
            if (UNEXPECTED(!set[way]->has_strings))
                shapes_make_strings(shapes, set[way]);
            return set[way];
        }
    }
    *fingerprint = mark;
    return NULL;
}

/* ---- learning -------------------------------------------------------------- */

/* Whether a table can become a shape: all keys are strings of a bounded length that
 * are no integers in an array either, and none was removed. names: see shapes_learn.
 * *bytes: length of all keys together. */
static bool shapes_learnable(const zend_array *table, bool names, size_t *bytes)
{
    *bytes = 0;
    if (table->nNumUsed != table->nNumOfElements || table->nNumUsed > SHAPES_MAP_MAX || table->nNumUsed == 0 ||
        HT_IS_PACKED(table))
        return false;
    for (uint32_t i = 0; i < table->nNumUsed; i++) {
        zend_string *key = table->arData[i].key;
        zend_ulong index;
        if (key == NULL || ZSTR_LEN(key) == 0 || ZSTR_LEN(key) > SHAPES_TEXT_MAX ||
            (names && ZEND_HANDLE_NUMERIC(key, index)))
            return false;
        *bytes += ZSTR_LEN(key);
    }
    return *bytes <= SHAPES_TEXTS_MAX;
}

/* Whether a key has the byte that pads a message, which no UTF-8 has: it could match there. */
static bool shapes_has_padding(const zend_array *table)
{
    for (uint32_t i = 0; i < table->nNumUsed; i++)
        if (memchr(ZSTR_VAL(table->arData[i].key), HAYA_RESERVED, ZSTR_LEN(table->arData[i].key)) != NULL)
            return true;
    return false;
}

/* A new shape without strings. Nothing in it is allocated from the request's heap. */
static struct shape *shapes_make(uint32_t fingerprint, const zend_array *table, size_t bytes)
{
    uint32_t n = table->nNumUsed;
    struct shape *shape = pecalloc(1, sizeof *shape + n * sizeof shape->keys[0], true);
    shape->count = n;
    shape->fingerprint = fingerprint;
    shape->table = *table;
    GC_SET_REFCOUNT(&shape->table, 1);
    GC_TYPE_INFO(&shape->table) = GC_ARRAY;
    shape->table.nNumUsed = shape->table.nNumOfElements = 0;
    shape->table.nInternalPointer = 0;
    shape->data_bytes = HT_SIZE_EX(table->nTableSize, table->nTableMask);
    shape->hash_bytes = HT_HASH_SIZE(table->nTableMask);
    shape->hash_part = pemalloc(shape->hash_bytes, true);
    memcpy(shape->hash_part, HT_GET_DATA_ADDR(table), shape->hash_bytes);
    shape->texts = pemalloc(bytes, true);
    shape->utf8 = true;
    uint8_t *text = shape->texts;
    for (uint32_t i = 0; i < n; i++) {
        const zend_string *key = table->arData[i].key;
        size_t len = ZSTR_LEN(key);
        struct shape_key *k = &shape->keys[i];
        memcpy(text, ZSTR_VAL(key), len);
        shape->utf8 = shape->utf8 && haya_utf8_valid(text, len);
        k->wire = haya_encode_key(text, len);
        k->len = (uint8_t)len;
        k->hash = table->arData[i].h;
        k->next = Z_NEXT(table->arData[i].val);
        text += len;
    }
    return shape;
}

void shapes_learn(struct msgpack_shapes *shapes, uint32_t fingerprint, const zend_array *table, bool names)
{
    size_t bytes;
    uint32_t set = fingerprint >> 8 & (SHAPES_SETS - 1);
    uint32_t *seen = &shapes->seen[fingerprint >> 16 & (SHAPES_SEEN - 1)];
    if (*seen != fingerprint) {
        *seen = fingerprint;
        return;
    }
    if (!shapes_learnable(table, names, &bytes))
        return;
    /* After a duplicate key the table has fewer entries than the declared count. */
    const zend_string *first = table->arData[0].key;
    uint64_t word = shapes_word((const uint8_t *)ZSTR_VAL(first), ZSTR_LEN(first), ZSTR_LEN(first));
    if (shapes_fingerprint(table->nNumUsed, word, (uint32_t)ZSTR_LEN(first)) != fingerprint)
        return;
    struct shape **ways = shapes->shapes[set];
    uint32_t churn = 0;
    int way = 0;
    if (ways[0] != NULL && ways[0]->fingerprint != fingerprint &&
        (ways[1] == NULL || ways[1]->fingerprint == fingerprint || ways[1]->misses > ways[0]->misses))
        way = 1;
    struct shape *old = ways[way];
    if (old != NULL) {
        if (old->users > 0)
            return;
        /* Different maps with this fingerprint alternate: wait longer each time. */
        if (old->fingerprint == fingerprint && ++old->waited < SHAPES_MISSES << old->churn)
            return;
        if (old->fingerprint == fingerprint)
            churn = old->churn < SHAPES_CHURN_MAX ? old->churn + 1 : SHAPES_CHURN_MAX;
    }
    if (shapes_has_padding(table))
        return;
    if (old != NULL) {
        ways[way] = NULL;
        shapes_free_one(shapes, old);
    }
    ways[way] = shapes_make(fingerprint, table, bytes);
    ways[way]->churn = churn;
    ways[way]->place = (uint16_t)(set * 2 + (uint32_t)way);
    *seen = 0;
}

/* ---- lifetime --------------------------------------------------------------- */

void msgpack_shapes_request_end(struct msgpack_shapes *shapes)
{
    if (shapes == NULL)
        return;
    for (uint32_t i = 0; i < SHAPES_KEYS; i++) {
        if (shapes->keys[i] != NULL)
            zend_string_release_ex(shapes->keys[i], false);
        shapes->keys[i] = NULL;
    }
    for (uint32_t i = 0; i < SHAPES_SETS * 2; i++) {
        struct shape *shape = shapes->shapes[i / 2][i % 2];
        if (shape != NULL) {
            shapes_drop_strings(shape);
            shape->users = 0; /* a fatal error may have left it above 0 */
        }
    }
    memset(shapes->recent, 0, sizeof shapes->recent);
    shapes->interned = 0;
}

void msgpack_shapes_free(struct msgpack_shapes *shapes)
{
    if (shapes == NULL)
        return;
    for (uint32_t i = 0; i < SHAPES_SETS * 2; i++) {
        struct shape *shape = shapes->shapes[i / 2][i % 2];
        if (shape != NULL) {
            for (uint32_t k = 0; k < shape->count; k++)
                shape->keys[k].text = NULL; /* the request's heap no longer exists */
            shapes_free_one(shapes, shape);
        }
    }
    pefree(shapes, true);
}
