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
static int option_word(zval *value, const char *name, const char *const words[3])
{
    char expected[64];

    if (Z_TYPE_P(value) != IS_STRING) {
        option_type(name, "string", value);
        return -1;
    }
    for (int i = 0; i < 3 && words[i] != NULL; i++)
        if (option_is(Z_STR_P(value), words[i]))
            return i;
    if (words[2] == NULL)
        snprintf(expected, sizeof expected, "\"%s\" or \"%s\"", words[0], words[1]);
    else
        snprintf(expected, sizeof expected, "\"%s\", \"%s\" or \"%s\"", words[0], words[1], words[2]);
    option_value(name, expected);
    return -1;
}

static bool option_int(zval *value, const char *name, zend_long least, zend_long most)
{
    char expected[64];

    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) >= least && Z_LVAL_P(value) <= most)
        return true;
    if (most == ZEND_LONG_MAX)
        snprintf(expected, sizeof expected, "greater than or equal to " ZEND_LONG_FMT, least);
    else
        snprintf(expected, sizeof expected, "between " ZEND_LONG_FMT " and " ZEND_LONG_FMT, least, most);
    return option_value(name, expected);
}

bool option_set_members(struct msgpack_options *options, zval *value, const struct option *option)
{
    bool flag = false;
    int word = 0;

    if (option->words[0] != NULL) {
        if ((word = option_word(value, option->name, option->words)) < 0)
            return false;
        flag = word == 1;
    } else if (option->type == OPTION_BOOL ? !option_bool(value, option->name, &flag)
                                           : !option_int(value, option->name, option->least, option->most)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        void *member = (char *)options + option->members[i];

        switch (option->type) {
        case OPTION_BOOL: *(bool *)member = flag; break;
        case OPTION_ENUM: *(int *)member = (int)option->least + word; break;
        case OPTION_UINT32: *(uint32_t *)member = (uint32_t)MIN((zend_ulong)Z_LVAL_P(value), UINT32_MAX); break;
        case OPTION_SIZE: *(size_t *)member = (size_t)Z_LVAL_P(value); break;
        }
    }
    return true;
}

bool option_ext(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[3] = {"null", "object"};
    int word = option_word(value, name, words);

    (void)which;
    options->ext_given = true;
    if (word >= 0)
        options->unpack.ext = (enum msgpack_ext_as)word;
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

bool option_max_buffer_size(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (!option_int(value, name, 0, ZEND_LONG_MAX))
        return false;
    options->unpack.buffer_size = option_size_or_none(Z_LVAL_P(value));
    return true;
}
