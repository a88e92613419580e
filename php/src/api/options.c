/*
 * Option arrays: one table with the name of each option, who accepts it, and the
 * function that checks and sets it.
 */
#include "options.h"

#include "errors.h"
#include "lz4.h"
#include "../plan/plan.h"
#include "../types/type_registry.h"

#include "zend_exceptions.h"

void msgpack_pack_defaults(struct msgpack_pack_options *options)
{
    *options = (struct msgpack_pack_options){
        .php_only = MSGPACK_G(php_only),
        .assoc = MSGPACK_G(assoc),
        .force_f32 = MSGPACK_G(force_f32),
        .str8 = MSGPACK_G(use_str8_serialization),
        .report = MSGPACK_G(error_display),
        .arrays = MSGPACK_ARRAYS_POLICY_DETECT,
        .max_depth = HAYA_DEPTH_DEFAULT,
    };
}

/* 0 means no limit. */
static size_t option_size_or_none(zend_long size)
{
    return size == 0 ? SIZE_MAX : (size_t)size;
}

void msgpack_unpack_defaults(struct msgpack_unpack_options *options)
{
    *options = (struct msgpack_unpack_options){
        .limits = HAYA_LIMITS_DEFAULT,
        .php_only = MSGPACK_G(php_only),
        .assoc = MSGPACK_G(assoc),
        .illegal_key_insert = MSGPACK_G(illegal_key_insert),
        .report = MSGPACK_G(error_display),
        .ext = MSGPACK_EXT_NULL,
        .bin = MSGPACK_BIN_STRING,
        .timestamps = MSGPACK_TIME_EXT,
        .any_class = true,
        .lz4_size = HAYA_LZ4_SIZE_DEFAULT,
        .buffer_size = option_size_or_none(MSGPACK_G(max_buffer_size)),
    };
    options->limits.flags = HAYA_ANY_STR;
}

void msgpack_options_init(struct msgpack_options *options)
{
    msgpack_pack_defaults(&options->pack);
    msgpack_unpack_defaults(&options->unpack);
    options->types = NULL;
    options->type = NULL;
    options->plan = NULL;
    options->constructor = options->utf8_given = options->timestamps_given = options->ext_given = false;
}

void msgpack_options_copy(struct msgpack_options *to, const struct msgpack_options *from)
{
    *to = *from;
    if (to->unpack.classes != NULL)
        GC_ADDREF(to->unpack.classes);
    if (to->types != NULL)
        GC_ADDREF(to->types);
    if (to->type != NULL)
        zend_string_addref(to->type);
    if (to->plan != NULL)
        to->plan->references++;
}

void msgpack_options_free(struct msgpack_options *options)
{
    if (options->unpack.classes != NULL)
        zend_array_release(options->unpack.classes);
    options->unpack.classes = NULL;
    if (options->types != NULL)
        OBJ_RELEASE(options->types);
    if (options->type != NULL)
        zend_string_release(options->type);
    if (options->plan != NULL)
        msgpack_plan_release(options->plan);
    options->types = options->pack.types = options->unpack.types = NULL;
    options->type = NULL;
    options->pack.plan = options->unpack.plan = options->plan = NULL;
}

void msgpack_options_settle(struct msgpack_options *options)
{
    if (options->types != NULL)
        options->pack.php_only = options->pack.assoc = options->unpack.php_only = false;
}

/* ---- the names ---------------------------------------------------------- */

/* A setter checks type and range; false: an exception is pending. */
typedef bool option_setter(struct msgpack_options *options, zval *value, const char *name, unsigned which);

static bool option_is(zend_string *text, const char *word)
{
    return zend_binary_strcmp(ZSTR_VAL(text), ZSTR_LEN(text), word, strlen(word)) == 0;
}

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

static bool option_php_only(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (!option_bool(value, name, &options->pack.php_only))
        return false;
    options->unpack.php_only = options->pack.php_only;
    return true;
}

static bool option_assoc(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (!option_bool(value, name, &options->pack.assoc))
        return false;
    options->unpack.assoc = options->pack.assoc;
    return true;
}

static bool option_force_f32(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    return option_bool(value, name, &options->pack.force_f32);
}

static bool option_str8(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    return option_bool(value, name, &options->pack.str8);
}

static bool option_utf8(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (!option_bool(value, name, &options->pack.utf8))
        return false;
    options->utf8_given = true;
    options->unpack.limits.flags &= ~HAYA_ANY_STR;
    options->unpack.limits.flags |= options->pack.utf8 ? 0 : HAYA_ANY_STR;
    return true;
}

static bool option_uint64(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    return option_bool(value, name, &options->pack.uint64);
}

static bool option_throw(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (!option_bool(value, name, &options->pack.throws))
        return false;
    options->unpack.throws = options->pack.throws;
    return true;
}

static bool option_timestamps(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

static bool option_arrays(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"detect", "strict", "map", NULL};
    int word = option_word(value, name, words, "\"detect\", \"strict\" or \"map\"");
    (void)which;
    if (word >= 0)
        options->pack.arrays = (enum msgpack_arrays)word;
    return word >= 0;
}

static bool option_bin(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"string", "object", NULL};
    int word = option_word(value, name, words, "\"string\" or \"object\"");
    (void)which;
    if (word >= 0)
        options->unpack.bin = word == 1 ? MSGPACK_BIN_OBJECT : MSGPACK_BIN_STRING;
    return word >= 0;
}

static bool option_ext(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"null", "object", NULL};
    int word = option_word(value, name, words, "\"null\" or \"object\"");
    (void)which;
    options->ext_given = true;
    if (word >= 0)
        options->unpack.ext = word == 1 ? MSGPACK_EXT_OBJECT : MSGPACK_EXT_NULL;
    return word >= 0;
}

static bool option_allowed_classes(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

static bool option_max_depth(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

/* ---- typed values --------------------------------------------------------- */

static bool option_types(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

static bool option_type_name(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_STRING && Z_TYPE_P(value) != IS_NULL)
        return option_type(name, "?string", value);
    if (options->type != NULL)
        zend_string_release(options->type);
    options->type = Z_TYPE_P(value) == IS_STRING ? zend_string_copy(Z_STR_P(value)) : NULL;
    return true;
}

static bool option_constructor(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    return option_bool(value, name, &options->constructor);
}

static bool option_unknown_keys(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"skip", "error", NULL};
    int word = option_word(value, name, words, "\"skip\" or \"error\"");
    (void)which;
    if (word >= 0)
        options->unpack.unknown_error = word == 1;
    return word >= 0;
}

static bool option_keys(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    static const char *const words[] = {"map", "array", NULL};
    int word = option_word(value, name, words, "\"map\" or \"array\"");
    (void)which;
    if (word >= 0)
        options->pack.keys = word == 1 ? PLAN_KEYS_ARRAY : PLAN_KEYS_MAP;
    return word >= 0;
}

/* ---- compressed messages --------------------------------------------------- */

static bool option_lz4(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

static bool option_lz4_level(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 0 || Z_LVAL_P(value) > HAYA_LZ4_LEVEL_MAX)
        return option_value(name, "between 0 and 12");
    options->pack.lz4_level = (int)Z_LVAL_P(value);
    return true;
}

static bool option_max_lz4_size(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

static bool option_limit(struct msgpack_options *options, zval *value, const char *name, unsigned which)
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

static bool option_max_buffer_size(struct msgpack_options *options, zval *value, const char *name, unsigned which)
{
    (void)which;
    if (Z_TYPE_P(value) != IS_LONG)
        return option_type(name, "int", value);
    if (Z_LVAL_P(value) < 0)
        return option_value(name, "greater than or equal to 0");
    options->unpack.buffer_size = option_size_or_none(Z_LVAL_P(value));
    return true;
}

/* ---- the table ------------------------------------------------------------ */

struct option {
    const char *name;
    unsigned which;
    option_setter *set;
};

#define OPTION_BOTH (MSGPACK_FOR_PACK | MSGPACK_FOR_UNPACK)

static const struct option options_known[] = {
    {"php_only", OPTION_BOTH, option_php_only},
    {"assoc", OPTION_BOTH, option_assoc},
    {"force_f32", MSGPACK_FOR_PACK, option_force_f32},
    {"use_str8", MSGPACK_FOR_PACK, option_str8},
    {"utf8", OPTION_BOTH, option_utf8},
    {"arrays", MSGPACK_FOR_PACK, option_arrays},
    {"uint64", MSGPACK_FOR_PACK, option_uint64},
    {"timestamps", OPTION_BOTH, option_timestamps},
    {"max_depth", OPTION_BOTH, option_max_depth},
    {"throw", OPTION_BOTH, option_throw},
    {"allowed_classes", MSGPACK_FOR_UNPACK, option_allowed_classes},
    {"max_bytes", MSGPACK_FOR_UNPACK, option_limit},
    {"max_str_len", MSGPACK_FOR_UNPACK, option_limit},
    {"max_bin_len", MSGPACK_FOR_UNPACK, option_limit},
    {"max_ext_len", MSGPACK_FOR_UNPACK, option_limit},
    {"max_array_len", MSGPACK_FOR_UNPACK, option_limit},
    {"max_map_len", MSGPACK_FOR_UNPACK, option_limit},
    {"max_buffer_size", MSGPACK_FOR_STREAM, option_max_buffer_size},
    {"bin", MSGPACK_FOR_UNPACK, option_bin},
    {"ext", MSGPACK_FOR_UNPACK, option_ext},
    {"lz4", OPTION_BOTH, option_lz4},
    {"lz4_level", MSGPACK_FOR_PACK, option_lz4_level},
    {"max_lz4_size", MSGPACK_FOR_UNPACK, option_max_lz4_size},
    {"types", OPTION_BOTH, option_types},
    {"type", MSGPACK_FOR_UNPACK, option_type_name},
    {"unknown", MSGPACK_FOR_UNPACK, option_unknown_keys},
    {"constructor", MSGPACK_FOR_UNPACK, option_constructor},
    {"keys", MSGPACK_FOR_CODEC, option_keys},
};

/* Options that a MsgpackCodec does not have: its type and the format decide, and errors are exceptions. */
static const char *const options_untyped[] = {"php_only", "assoc", "allowed_classes", "types",  "type",   "force_f32",
                                              "use_str8", "arrays", "uint64", "throw"};

/* Whether a call accepts the option. */
static bool option_accepted(const char *name, unsigned accepts, unsigned which)
{
    if (!(accepts & which))
        return false;
    for (size_t i = 0; (which & MSGPACK_FOR_CODEC) && i < sizeof options_untyped / sizeof *options_untyped; i++)
        if (strcmp(options_untyped[i], name) == 0)
            return false;
    return true;
}

#define OPTIONS_END (options_known + sizeof options_known / sizeof *options_known)

/* ---- unknown names ----------------------------------------------------------- */

#define OPTION_NAME_MAX 24 /* bytes; longer names are not compared */
#define OPTION_NEAR 2      /* changes of one byte between a name and the one that was meant */

/* The number of bytes to insert, remove or replace to make word of name, both at most OPTION_NAME_MAX bytes. */
static size_t option_distance(const char *name, size_t n, const char *word, size_t length)
{
    size_t row[OPTION_NAME_MAX + 1];

    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t replaced = corner + (zend_tolower_ascii(name[i - 1]) != word[j - 1]);
            corner = row[j];
            row[j] = MIN(replaced, MIN(row[j], row[j - 1]) + 1);
        }
    }
    return row[length];
}

/* The accepted option with the name nearest to this one; NULL: none is near. */
static const struct option *option_near(zend_string *name, unsigned which)
{
    const struct option *nearest = NULL;
    size_t least = OPTION_NEAR + 1, n = ZSTR_LEN(name);

    for (const struct option *option = options_known; n <= OPTION_NAME_MAX && option < OPTIONS_END; option++) {
        size_t length = strlen(option->name);
        size_t distance = option_accepted(option->name, option->which, which) ? option_distance(ZSTR_VAL(name), n, option->name, length) : SIZE_MAX;
        if (distance < least && 3 * distance <= length) {
            least = distance;
            nearest = option;
        }
    }
    return nearest;
}

static const char *option_direction(const struct option *option)
{
    return option->which & MSGPACK_FOR_CODEC    ? "MsgpackCodec"
           : option->which & MSGPACK_FOR_PACK   ? "packing"
           : option->which & MSGPACK_FOR_UNPACK ? "unpacking"
                                                : "the classes that read streams";
}

/* Throws a ValueError for a name that the call does not accept. */
static void option_unknown_name(const char *place, zend_string *name, unsigned which)
{
    const struct option *near;

    for (const struct option *option = options_known; option < OPTIONS_END; option++) {
        if (option_is(name, option->name)) {
            zend_value_error("%s(): Unknown option \"%s\": it is an option of %s", place, option->name,
                             option_direction(option));
            return;
        }
    }
    near = option_near(name, which);
    if (near != NULL)
        zend_value_error("%s(): Unknown option \"%s\"; did you mean \"%s\"?", place, ZSTR_VAL(name), near->name);
    else
        zend_value_error("%s(): Unknown option \"%s\"", place, ZSTR_VAL(name));
}

static bool option_unknown(zend_string *name, zend_ulong index, unsigned which)
{
    zend_string *place = get_active_function_or_method_name();
    if (name != NULL)
        option_unknown_name(ZSTR_VAL(place), name, which);
    else
        zend_value_error("%s(): Unknown option " ZEND_LONG_FMT, ZSTR_VAL(place), (zend_long)index);
    zend_string_release(place);
    return false;
}

static bool option_set(struct msgpack_options *options, zend_string *name, zval *value, unsigned which)
{
    for (const struct option *option = options_known; option < OPTIONS_END; option++)
        if (option_is(name, option->name) && option_accepted(option->name, option->which, which))
            return option->set(options, value, option->name, which);
    return option_unknown(name, 0, which);
}

/* Whether the array has string keys only, all of them names of options. */
static bool option_are_names(HashTable *template)
{
    const struct option *option;
    zend_string *name;

    ZEND_HASH_FOREACH_STR_KEY(template, name) {
        for (option = options_known; option < OPTIONS_END; option++)
            if (name != NULL && option_is(name, option->name))
                break;
        if (option == OPTIONS_END)
            return false;
    }
    ZEND_HASH_FOREACH_END();
    return zend_hash_num_elements(template) > 0;
}

bool msgpack_options_misplaced(zval *template, const char *meant)
{
    zend_string *place;

    if (template == NULL)
        return false;
    ZVAL_DEREF(template);
    if (Z_TYPE_P(template) != IS_ARRAY || !option_are_names(Z_ARRVAL_P(template)))
        return false;
    place = get_active_function_or_method_name();
    msgpack_warn("[msgpack] (%s) the template has only names of options; did you mean %s?", ZSTR_VAL(place), meant);
    zend_string_release(place);
    return EG(exception) != NULL;
}

/* Makes the plan for a type that is new, which may run autoloaders. */
static bool option_plan(struct msgpack_options *options, const struct msgpack_options *before)
{
    struct msgpack_plan *plan = NULL;

    if (options->type == NULL && options->plan == NULL)
        return true;
    if (options->type != before->type || options->constructor != before->constructor || options->plan == NULL) {
        if (options->type != NULL && (plan = msgpack_plan_of(options->type, options->constructor)) == NULL)
            return false;
        if (options->plan != NULL)
            msgpack_plan_release(options->plan);
        options->plan = plan;
    }
    options->unpack.plan = options->plan;
    if (options->plan != NULL && !options->utf8_given) {
        options->pack.utf8 = true;
        options->unpack.limits.flags &= ~HAYA_ANY_STR;
    }
    if (options->plan != NULL && !options->timestamps_given)
        options->unpack.timestamps = MSGPACK_TIME_DATETIME;
    if (options->plan != NULL && !options->ext_given)
        options->unpack.ext = MSGPACK_EXT_OBJECT;
    return true;
}

bool msgpack_options_set(struct msgpack_options *options, HashTable *given, unsigned which)
{
    struct msgpack_options changed;
    zend_string *name;
    zend_ulong index;
    zval *value;

    msgpack_options_copy(&changed, options);
    ZEND_HASH_FOREACH_KEY_VAL(given, index, name, value) {
        ZVAL_DEREF(value);
        if (name == NULL ? !option_unknown(NULL, index, which) : !option_set(&changed, name, value, which)) {
            msgpack_options_free(&changed);
            return false;
        }
    }
    ZEND_HASH_FOREACH_END();
    if (!option_plan(&changed, options)) {
        msgpack_options_free(&changed);
        return false;
    }
    msgpack_options_settle(&changed);
    msgpack_options_free(options);
    *options = changed;
    return true;
}

bool msgpack_options_set_typed(struct msgpack_options *options, zend_string *type, HashTable *given)
{
    options->type = zend_string_copy(type);
    return msgpack_options_set(options, given, MSGPACK_FOR_PACK | MSGPACK_FOR_UNPACK | MSGPACK_FOR_CODEC);
}
