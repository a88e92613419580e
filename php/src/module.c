/*
 * The module: its entry, ini settings, globals, the functions of PHP and the
 * two C functions that other extensions call.
 */
#include "api/call.h"
#include "api/errors.h"
#include "api/lz4.h"
#include "api/scalar.h"
#include "api/startup.h"
#include "api/template.h"
#include "decode/shape_cache.h"
#include "plan/plan.h"
#include "types/type_registry.h"
#include "types/value_classes.h"
#include "zend_exceptions.h"
#include "ext/date/php_date.h"
#include "ext/standard/info.h"

#include "../php_msgpack.h"
#include "msgpack_arginfo.h"
#include "../../core/include/hayapack_wire.h"

ZEND_DECLARE_MODULE_GLOBALS(msgpack)

/* ---- functions -------------------------------------------------------------- */

ZEND_FUNCTION(msgpack_pack)
{
    HashTable *given = NULL;
    zval *value;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_ZVAL(value)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END();

    if (EXPECTED(given == NULL)) {
        if (scalar_pack(return_value, value))
            return;
        struct msgpack_pack_options defaults;
        msgpack_pack_defaults(&defaults);
        msgpack_pack_value(return_value, value, &defaults);
        return;
    }
    struct msgpack_options options;
    msgpack_options_init(&options);
    if (msgpack_options_set(&options, given, MSGPACK_FOR_PACK))
        msgpack_pack_value(return_value, value, &options.pack);
    msgpack_options_free(&options);
}

ZEND_FUNCTION(msgpack_unpack)
{
    HashTable *given = NULL;
    zval *object = NULL;
    zend_string *str;

    ZEND_PARSE_PARAMETERS_START(1, 3)
        Z_PARAM_STR(str)
        Z_PARAM_OPTIONAL
        Z_PARAM_ZVAL(object)
        Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END();

    if (EXPECTED(object == NULL && given == NULL)) {
        if (scalar_unpack(return_value, str))
            return;
        struct msgpack_unpack_options defaults;
        msgpack_unpack_defaults(&defaults);
        msgpack_unpack_value(return_value, ZSTR_VAL(str), ZSTR_LEN(str), &defaults);
        return;
    }
    if (given == NULL && msgpack_options_misplaced(object, "options: [...]"))
        RETURN_THROWS();
    struct msgpack_options options;
    msgpack_options_init(&options);
    if (given == NULL || msgpack_options_set(&options, given, MSGPACK_FOR_UNPACK))
        msgpack_unpack_template(return_value, str, object, &options.unpack);
    msgpack_options_free(&options);
}

/* ---- for other extensions ---------------------------------------------------- */

PHP_MSGPACK_API void php_msgpack_serialize(smart_str *buf, zval *val)
{
    struct msgpack_pack_options options;
    zval message;

    msgpack_pack_defaults(&options);
    msgpack_pack_value(&message, val, &options);
    if (Z_TYPE(message) != IS_STRING) {
        /* Callers use buf->s without a check; PECL appends nil, too. */
        smart_str_appendc(buf, (char)HAYA_NIL);
        return;
    }
    if (buf->s == NULL && !ZSTR_IS_INTERNED(Z_STR(message)) && Z_REFCOUNT(message) == 1) {
        buf->s = Z_STR(message);
        buf->a = ZSTR_LEN(buf->s);
        return;
    }
    smart_str_append(buf, Z_STR(message));
    zval_ptr_dtor_str(&message);
}

PHP_MSGPACK_API int php_msgpack_unserialize(zval *return_value, char *str, size_t str_len)
{
    struct msgpack_unpack_options options;

    msgpack_unpack_defaults(&options);
    return msgpack_unpack_value(return_value, str, str_len, &options) ? SUCCESS : FAILURE;
}

/* ---- settings and globals ----------------------------------------------------- */

/* PHP's own handlers take any text, and "abc" as 0, which for a limit means none. Here a
 * wrong value changes nothing: ini_set() returns false, and a setting in php.ini keeps
 * its default. */
static zend_result setting_refuse(const zend_ini_entry *entry, const zend_string *value, const char *expected)
{
    zend_error(E_WARNING, "%s must be %s, \"%s\" given", ZSTR_VAL(entry->name), expected, ZSTR_VAL(value));
    return FAILURE;
}

static ZEND_INI_MH(setting_bool)
{
    static const char *const words[] = {"", "0", "1", "on", "off", "yes", "no", "true", "false", NULL};

    for (const char *const *word = words; *word != NULL; word++)
        if (zend_binary_strcasecmp(ZSTR_VAL(new_value), ZSTR_LEN(new_value), *word, strlen(*word)) == 0)
            return OnUpdateBool(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
    return setting_refuse(entry, new_value, "on or off");
}

/* The suffixes K, M and G are powers of 1024. No leading zero: PHP reads octal then. */
static bool setting_is_size(const zend_string *value)
{
    const char *p = ZSTR_VAL(value), *end = p + ZSTR_LEN(value);
    zend_ulong size = 0;

    if (p == end || (*p == '0' && end - p > 1))
        return false;
    for (; p < end && *p >= '0' && *p <= '9'; p++) {
        if (size > ((zend_ulong)ZEND_LONG_MAX - 9) / 10)
            return false;
        size = size * 10 + (zend_ulong)(*p - '0');
    }
    if (p == ZSTR_VAL(value))
        return false;
    if (p == end)
        return true;
    int shift = *p == 'K' || *p == 'k' ? 10 : *p == 'M' || *p == 'm' ? 20 : *p == 'G' || *p == 'g' ? 30 : 0;
    return shift > 0 && p + 1 == end && size <= (zend_ulong)ZEND_LONG_MAX >> shift;
}

static ZEND_INI_MH(setting_size)
{
    if (!setting_is_size(new_value))
        return setting_refuse(entry, new_value, "an integer of at least 0, or one with K, M or G");
    return OnUpdateLongGEZero(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

static ZEND_INI_MH(setting_depth)
{
    zend_long depth = 0;
    if (is_numeric_string(ZSTR_VAL(new_value), ZSTR_LEN(new_value), &depth, NULL, false) != IS_LONG || depth < 1 ||
        depth > (zend_long)MSGPACK_DEPTH_MAX)
        return setting_refuse(entry, new_value, "an integer of 1 to 4096");
    return OnUpdateLong(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

#define SETTING(name, value, field) \
    STD_PHP_INI_BOOLEAN("msgpack." name, value, PHP_INI_ALL, setting_bool, field, zend_msgpack_globals, msgpack_globals)

PHP_INI_BEGIN()
    SETTING("error_display", "1", error_display)
    SETTING("php_only", "1", php_only)
    SETTING("assoc", "1", assoc)
    SETTING("illegal_key_insert", "0", illegal_key_insert)
    SETTING("use_str8_serialization", "1", use_str8_serialization)
    SETTING("force_f32", "0", force_f32)
    STD_PHP_INI_ENTRY("msgpack.max_buffer_size", "104857600", PHP_INI_ALL, setting_size, max_buffer_size,
                      zend_msgpack_globals, msgpack_globals)
    STD_PHP_INI_ENTRY("msgpack.session_max_depth", "4096", PHP_INI_ALL, setting_depth, session_max_depth,
                      zend_msgpack_globals, msgpack_globals)
PHP_INI_END()

static PHP_GINIT_FUNCTION(msgpack)
{
#if defined(COMPILE_DL_MSGPACK) && defined(ZTS)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    memset(msgpack_globals, 0, sizeof *msgpack_globals);
}

static PHP_GSHUTDOWN_FUNCTION(msgpack)
{
    if (msgpack_globals->shapes != NULL)
        msgpack_shapes_free(msgpack_globals->shapes);
    msgpack_globals->shapes = NULL;
}

static PHP_RINIT_FUNCTION(msgpack)
{
    (void)type, (void)module_number;
#if defined(COMPILE_DL_MSGPACK) && defined(ZTS)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    MSGPACK_G(ending) = false;
    return SUCCESS;
}

/* Plans refer to classes and objects of the request, which exist still. */
static PHP_RSHUTDOWN_FUNCTION(msgpack)
{
    (void)type, (void)module_number;
    msgpack_plan_request_end();
    return SUCCESS;
}

/* Releases the request's strings here and not at RSHUTDOWN: session handlers,
 * stream_close() and output callbacks are user code that runs after RSHUTDOWN and
 * may decode. The request's heap still exists here. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(msgpack)
{
    msgpack_shapes_request_end(MSGPACK_G(shapes));
    return SUCCESS;
}

/* ---- start and end -------------------------------------------------------------- */

static PHP_MINIT_FUNCTION(msgpack)
{
    (void)type;
    REGISTER_INI_ENTRIES();
    register_msgpack_symbols(module_number);

    msgpack_exception_ce = register_class_MsgpackException(zend_ce_exception);
    msgpack_ext_ce = register_class_MsgpackExt();
    msgpack_bin_ce = register_class_MsgpackBin();
    msgpack_timestamp_ce = register_class_MsgpackTimestamp();
    msgpack_typed_ce = register_class_MsgpackTyped();
    msgpack_values_init();
    msgpack_registry_init(register_class_MsgpackTypeRegistry());
    zend_class_entry *packer = register_class_MessagePack();
    msgpack_classes_init(packer, register_class_MessagePackUnpacker());
    msgpack_class_init(register_class_Msgpack());
    msgpack_validation_ce = register_class_MsgpackValidationException(msgpack_exception_ce);
    msgpack_codec_init(register_class_MsgpackCodec());
    msgpack_attributes_init();
    msgpack_session_init();
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(msgpack)
{
    (void)type;
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

static PHP_MINFO_FUNCTION(msgpack)
{
    php_info_print_table_start();
    php_info_print_table_row(2, "MessagePack Support", "enabled");
#if HAVE_PHP_SESSION
    php_info_print_table_row(2, "Session Support", "enabled");
#endif
    php_info_print_table_row(2, "extension Version", PHP_MSGPACK_VERSION);
    php_info_print_table_row(2, "hayapack", HAYA_VERSION);
    php_info_print_table_row(2, "LZ4", msgpack_lz4_version());
    php_info_print_table_end();
    DISPLAY_INI_ENTRIES();
}

/* These must start before this module, which registers serializers with them. */
/* clang-format off */
static const zend_module_dep msgpack_deps[] = {
    ZEND_MOD_REQUIRED("date")
#if HAVE_PHP_SESSION
    ZEND_MOD_OPTIONAL("session")
#endif
    ZEND_MOD_OPTIONAL("apcu")
    ZEND_MOD_END
};

zend_module_entry msgpack_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    msgpack_deps,
    "msgpack",
    ext_functions,
    PHP_MINIT(msgpack),
    PHP_MSHUTDOWN(msgpack),
    PHP_RINIT(msgpack),
    PHP_RSHUTDOWN(msgpack),
    PHP_MINFO(msgpack),
    PHP_MSGPACK_VERSION,
    PHP_MODULE_GLOBALS(msgpack),
    PHP_GINIT(msgpack),
    PHP_GSHUTDOWN(msgpack),
    ZEND_MODULE_POST_ZEND_DEACTIVATE_N(msgpack),
    STANDARD_MODULE_PROPERTIES_EX
};
/* clang-format on */

#ifdef COMPILE_DL_MSGPACK
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(msgpack)
#endif
