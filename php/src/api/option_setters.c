/* Options: the checks of their values. */
#include "option_setters.h"

#include "lz4.h"
#include "../plan/plan.h"
#include "../types/type_registry.h"

#include "zend_exceptions.h"

static bool option_type(const char *name, const char *expected, zval *value)
{
    zend_string *place = get_active_function_or_method_name();
    zend_type_error("%s(): Option \"%s\" must be of type %s, %s given", ZSTR_VAL(place), name, expected,
                    zend_zval_type_name(value));
    zend_string_release(place);
    return false;
}

static bool option_value(const char *name, const char *expected)
{
    zend_string *place = get_active_function_or_method_name();
    zend_value_error("%s(): Option \"%s\" must be %s", ZSTR_VAL(place), name, expected);
    zend_string_release(place);
    return false;
}

static bool option_bool(zval *value, const char *name, bool *out)
{
    if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE)
        return option_type(name, "bool", value);
    *out = Z_TYPE_P(value) == IS_TRUE;
    return true;
}

bool option_utf8(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (!option_bool(value, name, &options->pack.utf8))
        return false;
    options->utf8_given = true;
    options->unpack.limits.flags &= ~HAYA_ANY_STR;
    options->unpack.limits.flags |= options->pack.utf8 ? 0 : HAYA_ANY_STR;
    return true;
}

bool option_timestamps(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    options->timestamps_given = true;
    if (Z_TYPE_P(value) == IS_STRING && (which & MSGPACK_FOR_UNPACK)) {
        if (zend_string_equals_literal(Z_STR_P(value), "datetime"))
            options->unpack.timestamps = MSGPACK_TIME_DATETIME;
        else if (zend_string_equals_literal(Z_STR_P(value), "object"))
            options->unpack.timestamps = MSGPACK_TIME_OBJECT;
        else
            return option_value(name, "a bool, \"datetime\" or \"object\"");
        options->pack.timestamps = true;
        return true;
    }
    if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE)
        return option_type(name, which & MSGPACK_FOR_UNPACK ? "string|bool" : "bool", value);
    options->pack.timestamps = Z_TYPE_P(value) == IS_TRUE;
    options->unpack.timestamps = options->pack.timestamps ? MSGPACK_TIME_DATETIME : MSGPACK_TIME_EXT;
    return true;
}

/* The index of the string in words, or -1 with an exception pending. */
static int option_word(zval *value, const char *name, const char *const *words, const char *expected)
{
    if (Z_TYPE_P(value) != IS_STRING) {
        option_type(name, "string", value);
        return -1;
    }
    for (int i = 0; words[i] != NULL; i++)
        if (option_is(Z_STR_P(value), words[i]))
            return i;
    option_value(name, expected);
    return -1;
}

bool option_set_member(struct msgpack_options *options, zval *value, const struct option *option)
{
    const char *const words[] = {option->words[0], option->words[1], NULL};
    char expected[64];
    bool chosen = false;

    if (words[0] != NULL) {
        snprintf(expected, sizeof expected, "\"%s\" or \"%s\"", words[0], words[1]);
        int word = option_word(value, option->name, words, expected);
        if (word < 0)
            return false;
        chosen = word == 1;
    } else if (!option_bool(value, option->name, &chosen)) {
        return false;
    }
    for (int i = 0; i < 2; i++)
        *(bool *)((char *)options + option->members[i]) = chosen;
    return true;
}

bool option_arrays(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"detect", "strict", "map", NULL};
    int word = option_word(value, name, words, "\"detect\", \"strict\" or \"map\"");
    (void)which;
    if (word >= 0)
        options->pack.arrays = (enum msgpack_arrays)word;
    return word >= 0;
}

bool option_bin(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"string", "object", NULL};
    int word = option_word(value, name, words, "\"string\" or \"object\"");
    (void)which;
    if (word >= 0)
        options->unpack.bin = word == 1 ? MSGPACK_BIN_OBJECT : MSGPACK_BIN_STRING;
    return word >= 0;
}

bool option_ext(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"null", "object", NULL};
    int word = option_word(value, name, words, "\"null\" or \"object\"");
    (void)which;
    options->ext_given = true;
    if (word >= 0)
        options->unpack.ext = word == 1 ? MSGPACK_EXT_OBJECT : MSGPACK_EXT_NULL;
    return word >= 0;
}

bool option_allowed_classes(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    HashTable *classes = NULL;
    zval *entry;

    (void)which;
    if (Z_TYPE_P(value) == IS_ARRAY) {
        classes = zend_new_array(zend_hash_num_elements(Z_ARRVAL_P(value)));
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), entry) {
            ZVAL_DEREF(entry);
            if (Z_TYPE_P(entry) != IS_STRING) {
                zend_array_destroy(classes);
                return option_type(name, "array of class names", entry);
            }
            zend_string *lower = zend_string_tolower(Z_STR_P(entry));
            zend_hash_add_empty_element(classes, lower);
            zend_string_release(lower);
        }
        ZEND_HASH_FOREACH_END();
    } else if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
        return option_type(name, "array|bool", value);
    }
    if (options->unpack.classes != NULL)
        zend_array_release(options->unpack.classes);
    options->unpack.classes = classes;
    options->unpack.any_class = Z_TYPE_P(value) == IS_TRUE;
    return true;
}

bool option_max_depth(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 1 || Z_LVAL_P(value) > (zend_long)MSGPACK_DEPTH_MAX)
        return option_value(name, "between 1 and 4096");
    options->pack.max_depth = (uint32_t)Z_LVAL_P(value);
    options->unpack.limits.depth = (uint32_t)Z_LVAL_P(value);
    return true;
}

bool option_references(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    bool given = false;

    (void)which;
    if (!option_bool(value, name, &given))
        return false;
    options->unpack.special_arrays &= (uint8_t)~MSGPACK_ARRAYS_WITH_IDS;
    options->unpack.special_arrays |= given ? MSGPACK_ARRAYS_WITH_IDS : 0;
    return true;
}

/* ---- typed values --------------------------------------------------------- */

bool option_types(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    zend_object *types = NULL;

    (void)which;
    if (Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == msgpack_registry_ce)
        types = Z_OBJ_P(value);
    else if (Z_TYPE_P(value) != IS_NULL)
        return option_type(name, "?MsgpackTypeRegistry", value);
    if (types != NULL)
        GC_ADDREF(types);
    if (options->types != NULL)
        OBJ_RELEASE(options->types);
    options->types = options->pack.types = options->unpack.types = types;
    return true;
}

bool option_type_name(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_STRING && Z_TYPE_P(value) != IS_NULL)
        return option_type(name, "?string", value);
    if (options->type != NULL)
        zend_string_release(options->type);
    options->type = Z_TYPE_P(value) == IS_STRING ? zend_string_copy(Z_STR_P(value)) : NULL;
    return true;
}

bool option_keys(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"map", "array", NULL};
    int word = option_word(value, name, words, "\"map\" or \"array\"");
    (void)which;
    if (word >= 0)
        options->pack.keys = word == 1 ? PLAN_KEYS_ARRAY : PLAN_KEYS_MAP;
    return word >= 0;
}

/* ---- compressed messages --------------------------------------------------- */

bool option_lz4(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    bool flag = Z_TYPE_P(value) == IS_TRUE || Z_TYPE_P(value) == IS_FALSE;
    bool packs = which & MSGPACK_FOR_PACK, unpacks = which & MSGPACK_FOR_UNPACK;
    enum haya_lz4_form form = HAYA_LZ4_PLAIN;

    if (Z_TYPE_P(value) == IS_STRING && packs) {
        if (zend_string_equals_literal(Z_STR_P(value), "block-array"))
            form = HAYA_LZ4_BLOCK_ARRAY;
        else if (zend_string_equals_literal(Z_STR_P(value), "block"))
            form = HAYA_LZ4_BLOCK;
        else
            return option_value(name, unpacks ? "null, a bool, \"block-array\" or \"block\""
                                              : "null, \"block-array\" or \"block\"");
    } else if (!(flag && unpacks) && !(Z_TYPE_P(value) == IS_NULL && packs)) {
        return option_type(name, !packs ? "bool" : unpacks ? "string|bool|null" : "?string", value);
    }
    options->unpack.lz4 = form != HAYA_LZ4_PLAIN || Z_TYPE_P(value) == IS_TRUE;
    options->pack.lz4 = form;
    if (!options->unpack.lz4 || msgpack_has_lz4)
        return true;
    zend_throw_error(NULL, "Option \"lz4\" needs liblz4, and this msgpack module was built without it");
    return false;
}

bool option_lz4_level(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 0 || Z_LVAL_P(value) > HAYA_LZ4_LEVEL_MAX)
        return option_value(name, "between 0 and 12");
    options->pack.lz4_level = (int)Z_LVAL_P(value);
    return true;
}

bool option_max_lz4_size(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 0)
        return option_value(name, "greater than or equal to 0");
    options->unpack.lz4_size = (size_t)Z_LVAL_P(value);
    return true;
}

/* ---- limits: a name and its field in struct haya_limits -------------------- */

struct option_limit {
    const char *name;
    size_t place;
    bool wide; /* the field is a size_t; else a uint32_t */
};

static const struct option_limit option_limits[] = {
    {"max_bytes", offsetof(struct haya_limits, bytes), true},
    {"max_str_len", offsetof(struct haya_limits, str_len), true},
    {"max_bin_len", offsetof(struct haya_limits, bin_len), true},
    {"max_ext_len", offsetof(struct haya_limits, ext_len), true},
    {"max_array_len", offsetof(struct haya_limits, array_len), false},
    {"max_map_len", offsetof(struct haya_limits, map_len), false},
    {NULL, 0, false},
};

bool option_limit(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    const struct option_limit *limit = option_limits;

    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 0)
        return option_value(name, "greater than or equal to 0");
    while (strcmp(limit->name, name) != 0)
        limit++;
    void *at = (char *)&options->unpack.limits + limit->place;
    if (limit->wide)
        *(size_t *)at = (size_t)Z_LVAL_P(value);
    else
        *(uint32_t *)at = (zend_ulong)Z_LVAL_P(value) > UINT32_MAX ? UINT32_MAX : (uint32_t)Z_LVAL_P(value);
    return true;
}

bool option_max_buffer_size(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 0)
        return option_value(name, "greater than or equal to 0");
    options->unpack.buffer_size = option_size_or_none(Z_LVAL_P(value));
    return true;
}
