/*
 * The serializers of sessions and of APCu, both named "msgpack".
 */
#include "call.h"
#include "errors.h"
#include "startup.h"

#if HAVE_PHP_SESSION
#include "ext/session/php_session.h"

/* Whether the program calls session_encode(); else the session is about to be written. */
static bool session_is_asked_for(void)
{
    const zend_execute_data *call = EG(current_execute_data);
    return call != NULL && call->func != NULL && call->func->common.function_name != NULL &&
           zend_string_equals_literal(call->func->common.function_name, "session_encode");
}

/* The session's array is a PHP reference and is marked as one in the message, as
 * PECL does. If it cannot be packed, the session is written as it was read (known with
 * session.lazy_write, PHP's default): without data PHP would write an empty one over it. */
PS_SERIALIZER_ENCODE_FUNC(msgpack)
{
    struct msgpack_pack_options options;
    zval message;

    msgpack_pack_defaults(&options);
    options.max_depth = (uint32_t)MSGPACK_G(session_max_depth);
    msgpack_pack_value(&message, &PS(http_session_vars), &options);
    if (Z_TYPE(message) == IS_STRING)
        return Z_STR(message);
    return PS(session_vars) != NULL && !session_is_asked_for() ? zend_string_copy(PS(session_vars)) : NULL;
}

/* Sets the element of $_SESSION with that integer key. (php_set_session_var() sets those with
 * string keys.) The destructor of an object that was there may change $_SESSION. */
static void session_set_index(zend_ulong index, zval *value)
{
    zval *variables = &PS(http_session_vars), old;
    ZVAL_DEREF(variables);
    if (Z_TYPE_P(variables) != IS_ARRAY)
        return;
    SEPARATE_ARRAY(variables);
    zval *place = zend_hash_index_lookup(Z_ARRVAL_P(variables), index);
    ZVAL_COPY_VALUE(&old, place);
    ZVAL_COPY(place, value);
    zval_ptr_dtor(&old);
}

/* Sets an element of $_SESSION for each entry, also those with integer keys, as php_serialize does. */
static void session_take(HashTable *entries)
{
    zend_ulong index;
    zend_string *key;
    zval *value;

    ZEND_HASH_FOREACH_KEY_VAL_IND(entries, index, key, value)
    {
        /* Without assoc, an integer key has become the name of a property. */
        if (key == NULL || ZEND_HANDLE_NUMERIC(key, index)) {
            session_set_index(index, value);
            continue;
        }
        Z_TRY_ADDREF_P(value);
        if (php_set_session_var(key, value, NULL) == NULL)
            Z_TRY_DELREF_P(value);
        php_add_session_var(key);
    }
    ZEND_HASH_FOREACH_END();
}

/* FAILURE: PHP says that the session cannot be decoded, and destroys it. As with PHP's own handlers, a hook that throws
 * is no reason: its object and all others are in the session. */
PS_SERIALIZER_DECODE_FUNC(msgpack)
{
    struct msgpack_unpack_options options;
    struct msgpack_failure failure = {0};
    zval decoded, *value = &decoded;
    size_t used;

    if (vallen == 0)
        return SUCCESS;
    msgpack_unpack_defaults(&options);
    options.limits.depth = (uint32_t)MSGPACK_G(session_max_depth);
    options.hooks_may_throw = true;
    if (!msgpack_decode(&decoded, val, vallen, &used, &options, &failure)) {
        msgpack_report_session(&failure, val, vallen);
        return FAILURE;
    }
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_ARRAY)
        session_take(Z_ARRVAL_P(value));
    else if (Z_TYPE_P(value) == IS_OBJECT) {
        /* A copy, because destructors of replaced session variables may change the
         * object. */
        HashTable *entries = zend_array_dup(Z_OBJPROP_P(value));
        session_take(entries);
        zend_array_release(entries);
    } else {
        msgpack_warn("[msgpack] (session) the data is of type %s, not an array: "
                     "was it written by another session.serialize_handler?",
                     zend_zval_type_name(value));
        zval_ptr_dtor(&decoded);
        return FAILURE;
    }
    if (used != vallen)
        msgpack_warn_extra_bytes();
    zval_ptr_dtor(&decoded);
    return SUCCESS;
}
#endif

/* ---- APCu ------------------------------------------------------------------------ */

/* APCu publishes the address of its register function as a hidden constant, so that
 * neither extension needs the other's headers. The types below are its ABI "0", as in
 * apc_serializer.h. */
#define SESSION_APCU_CONSTANT "\000apc_register_serializer-0"

typedef int session_apcu_pack(unsigned char **bytes, size_t *len, const zval *value, void *config);
typedef int session_apcu_unpack(zval *value, unsigned char *bytes, size_t len, void *config);
typedef int session_apcu_register(const char *name, session_apcu_pack *pack, session_apcu_unpack *unpack, void *config);

static int session_pack_apcu(unsigned char **bytes, size_t *len, const zval *value, void *config)
{
    struct msgpack_pack_options options;
    zval copy, message;

    (void)config;
    ZVAL_COPY_VALUE(&copy, value);
    msgpack_pack_defaults(&options);
    msgpack_pack_value(&message, &copy, &options);
    if (Z_TYPE(message) != IS_STRING)
        return 0;
    *len = Z_STRLEN(message);
    *bytes = emalloc(*len + 1);
    memcpy(*bytes, Z_STRVAL(message), *len + 1);
    zval_ptr_dtor_str(&message);
    return 1;
}

static int session_unpack_apcu(zval *value, unsigned char *bytes, size_t len, void *config)
{
    struct msgpack_unpack_options options;

    (void)config;
    msgpack_unpack_defaults(&options);
    return msgpack_unpack_value(value, (const char *)bytes, len, &options);
}

static void session_init_apcu(void)
{
    zend_string *name = zend_string_init(SESSION_APCU_CONSTANT, sizeof SESSION_APCU_CONSTANT - 1, 0);
    zval *address = zend_get_constant(name);

    if (address != NULL && Z_TYPE_P(address) == IS_LONG && Z_LVAL_P(address) != 0) {
        session_apcu_register *announce = (session_apcu_register *)(uintptr_t)Z_LVAL_P(address);
        announce("msgpack", session_pack_apcu, session_unpack_apcu, NULL);
    }
    zend_string_release(name);
}

void msgpack_session_init(void)
{
#if HAVE_PHP_SESSION
    php_session_register_serializer("msgpack", PS_SERIALIZER_ENCODE_NAME(msgpack), PS_SERIALIZER_DECODE_NAME(msgpack));
#endif
    session_init_apcu();
}
