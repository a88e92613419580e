/*
 * Option arrays: one table with the name of each option, who accepts it, and the
 * function that checks and sets it.
 */
#include "options.h"

#include "errors.h"
#include "option_setters.h"
#include "../plan/plan.h"

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
    if (options->unpack.special_arrays & MSGPACK_ARRAYS_WITH_IDS)
        options->unpack.php_only = false;
}

/* ---- the table ------------------------------------------------------------ */

#define OPTION_BOTH (MSGPACK_FOR_PACK | MSGPACK_FOR_UNPACK)

#define OPTION_AT(member) offsetof(struct msgpack_options, member)
#define OPTION_FLAG(member) .members = {OPTION_AT(member), OPTION_AT(member)}
#define OPTION_FLAGS(member) .members = {OPTION_AT(pack.member), OPTION_AT(unpack.member)}
#define OPTION_WORDS(member, no, yes) OPTION_FLAG(member), .words = {no, yes}
#define OPTION_ENUM_OF(member, ...) .type = OPTION_ENUM, OPTION_FLAG(member), .words = {__VA_ARGS__}
#define OPTION_LIMIT(type_, member) .type = type_, OPTION_FLAG(unpack.member), .most = ZEND_LONG_MAX

static const struct option options_known[] = {
    {"php_only", OPTION_BOTH | MSGPACK_NOT_FOR_CODEC, OPTION_FLAGS(php_only)},
    {"assoc", OPTION_BOTH | MSGPACK_NOT_FOR_CODEC, OPTION_FLAGS(assoc)},
    {"force_f32", MSGPACK_FOR_PACK | MSGPACK_NOT_FOR_CODEC, OPTION_FLAG(pack.force_f32)},
    {"use_str8", MSGPACK_FOR_PACK | MSGPACK_NOT_FOR_CODEC, OPTION_FLAG(pack.str8)},
    {"utf8", OPTION_BOTH, .set = option_utf8},
    {"arrays", MSGPACK_FOR_PACK | MSGPACK_NOT_FOR_CODEC, OPTION_ENUM_OF(pack.arrays, "detect", "strict", "map")},
    {"uint64", MSGPACK_FOR_PACK | MSGPACK_NOT_FOR_CODEC, OPTION_FLAG(pack.uint64)},
    {"timestamps", OPTION_BOTH, .set = option_timestamps},
    {"max_depth", OPTION_BOTH, .type = OPTION_UINT32,
     .members = {OPTION_AT(pack.max_depth), OPTION_AT(unpack.limits.depth)}, .least = 1, .most = MSGPACK_DEPTH_MAX},
    {"throw", OPTION_BOTH | MSGPACK_NOT_FOR_CODEC, OPTION_FLAGS(throws)},
    {"allowed_classes", MSGPACK_FOR_UNPACK | MSGPACK_NOT_FOR_CODEC, .set = option_allowed_classes},
    {"incomplete", MSGPACK_FOR_UNPACK | MSGPACK_NOT_FOR_CODEC,
     OPTION_WORDS(unpack.refuses_incomplete, "object", "error")},
    {"max_bytes", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_SIZE, limits.bytes)},
    {"max_str_len", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_SIZE, limits.str_len)},
    {"max_bin_len", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_SIZE, limits.bin_len)},
    {"max_ext_len", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_SIZE, limits.ext_len)},
    {"max_array_len", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_UINT32, limits.array_len)},
    {"max_map_len", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_UINT32, limits.map_len)},
    {"max_buffer_size", MSGPACK_FOR_STREAM, .set = option_max_buffer_size},
    {"bin", MSGPACK_FOR_UNPACK, OPTION_ENUM_OF(unpack.bin, "string", "object")},
    {"ext", MSGPACK_FOR_UNPACK, .set = option_ext},
    {"lz4", OPTION_BOTH, .set = option_lz4},
    {"lz4_level", MSGPACK_FOR_PACK, .type = OPTION_UINT32, OPTION_FLAG(pack.lz4_level), .most = HAYA_LZ4_LEVEL_MAX},
    {"max_lz4_size", MSGPACK_FOR_UNPACK, OPTION_LIMIT(OPTION_SIZE, lz4_size)},
    {"references", MSGPACK_FOR_UNPACK | MSGPACK_NOT_FOR_CODEC, .set = option_references},
    {"types", OPTION_BOTH | MSGPACK_NOT_FOR_CODEC, .set = option_types},
    {"type", MSGPACK_FOR_UNPACK | MSGPACK_NOT_FOR_CODEC, .set = option_type_name},
    {"unknown", MSGPACK_FOR_UNPACK, OPTION_WORDS(unpack.unknown_error, "skip", "error")},
    {"constructor", MSGPACK_FOR_UNPACK, OPTION_FLAG(constructor)},
    {"errors", MSGPACK_FOR_UNPACK, OPTION_WORDS(unpack.errors_all, "first", "all")},
    {"keys", MSGPACK_FOR_CODEC, OPTION_ENUM_OF(pack.keys, "map", "array"), .least = PLAN_KEYS_MAP},
    {"dates", MSGPACK_FOR_CODEC, OPTION_WORDS(unpack.dates_iso, "ext", "iso")},
};

/* Whether a call accepts an option that calls of these kinds have. */
static bool option_accepted(unsigned accepts, unsigned which)
{
    return (accepts & which) && !((which & MSGPACK_FOR_CODEC) && (accepts & MSGPACK_NOT_FOR_CODEC));
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
        size_t distance =
            option_accepted(option->which, which) ? option_distance(ZSTR_VAL(name), n, option->name, length) : SIZE_MAX;
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

    if ((which & MSGPACK_FOR_CODEC) && option_is(name, "throw")) {
        zend_value_error("%s(): Unknown option \"throw\": a codec always throws", place);
        return;
    }
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
        if (option_is(name, option->name) && option_accepted(option->which, which))
            return option->set != NULL ? option->set(options, value, option->name, which)
                                       : option_set_members(options, value, option);
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

/* ---- options that exclude or need others ----------------------------------------- */

static bool option_refused(const char *name, const char *why, const char *others)
{
    zend_string *place = get_active_function_or_method_name();

    zend_value_error("%s(): Option \"%s\" %s %s", ZSTR_VAL(place), name, why, others);
    zend_string_release(place);
    return false;
}

/* Whether the array sets the option to this bool. */
static bool option_is_given(HashTable *given, const char *name, bool flag)
{
    zval *value = zend_hash_str_find(given, name, strlen(name));

    if (value == NULL)
        return false;
    ZVAL_DEREF(value);
    return Z_TYPE_P(value) == (flag ? IS_TRUE : IS_FALSE);
}

/* Whether each given option has an effect beside the others. One that only restricts, such as allowed_classes with a
 * type, has none where nothing is left to be restricted, and is no mistake. False: a ValueError is pending. */
static bool option_all_count(const struct msgpack_options *options, HashTable *given, unsigned which)
{
    bool ids = options->unpack.special_arrays & MSGPACK_ARRAYS_WITH_IDS, typed = options->plan != NULL;
    bool packs = which & MSGPACK_FOR_PACK, unpacks = which & MSGPACK_FOR_UNPACK;

    if (ids && (options->types != NULL || typed))
        return option_refused("references", "can't be used with", "\"types\" or \"type\"");
    if (option_is_given(given, "php_only", true) && (options->types != NULL || (!packs && (ids || typed))))
        return option_refused("php_only", "can't be used with",
                              unpacks ? "\"references\", \"types\" or \"type\"" : "\"types\"");
    if (option_is_given(given, "assoc", true) && options->types != NULL && !unpacks)
        return option_refused("assoc", "can't be used with", "\"types\"");
    if (option_is_given(given, "assoc", false) && typed && !packs)
        return option_refused("assoc", "can't be used with", "\"type\"");
    if (options->constructor && !typed && zend_hash_str_exists(given, ZEND_STRL("constructor")))
        return option_refused("constructor", "needs", "\"type\"");
    if (options->unpack.unknown_error && !typed && zend_hash_str_exists(given, ZEND_STRL("unknown")))
        return option_refused("unknown", "needs", "\"type\"");
    if (options->unpack.errors_all && !typed && zend_hash_str_exists(given, ZEND_STRL("errors")))
        return option_refused("errors", "needs", "\"type\"");
    if (options->pack.lz4_level != 0 && options->pack.lz4 == HAYA_LZ4_PLAIN &&
        zend_hash_str_exists(given, ZEND_STRL("lz4_level")))
        return option_refused("lz4_level", "needs", "\"lz4\"");
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
    if (!option_plan(&changed, options) || !option_all_count(&changed, given, which)) {
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
