/* Finding a class by its name. No class is looked up unless the options allow its name. */
#include "object.h"

#include "ext/standard/php_incomplete_class.h"

static bool decode_allowed(const struct decoder *d, zend_string *name)
{
    if (d->options->any_class)
        return true;
    if (d->options->classes == NULL)
        return false;
    zend_string *lower = zend_string_tolower(name);
    bool allowed = zend_hash_exists(d->options->classes, lower);
    zend_string_release(lower);
    return allowed;
}

void decode_warn(const struct decoder *d, const char *format, const char *text)
{
    if (d->options->report)
        zend_error(E_WARNING, format, text);
}

/* Calls unserialize_callback_func for a class that does not exist. */
static zend_class_entry *decode_call_back(struct decoder *d, zend_string *name)
{
    zval function, argument, returned;
    if (PG(unserialize_callback_func) == NULL || PG(unserialize_callback_func)[0] == '\0')
        return NULL;
    ZVAL_STRING(&function, PG(unserialize_callback_func));
    ZVAL_STR(&argument, name);
    ZVAL_UNDEF(&returned);
    if (call_user_function(NULL, NULL, &function, &returned, 1, &argument) != SUCCESS)
        decode_warn(d, "[msgpack] (msgpack_unserialize_class) defined (%s) but not found", ZSTR_VAL(name));
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&returned);
    if (EG(exception))
        return NULL;
    zend_class_entry *ce = zend_lookup_class(name);
    if (ce == NULL && !EG(exception))
        decode_warn(d,
                    "[msgpack] (msgpack_unserialize_class) Function %s() hasn't defined the "
                    "class it was called for",
                    PG(unserialize_callback_func));
    return ce;
}

/* As decode_class_of, without the cache of the last class. */
static zend_class_entry *decode_class(struct decoder *d, zend_string *name)
{
    if (!decode_allowed(d, name))
        return php_ce_incomplete_class;
    zend_class_entry *ce = NULL;
    if (!d->named_known) { /* an autoloader is user code, and must not run before */
        ce = zend_lookup_class_ex(name, NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD);
        if (ce == NULL && !decode_know_named(d))
            return NULL;
    }
    if (ce == NULL)
        ce = zend_lookup_class(name);
    if (ce == NULL && !EG(exception))
        ce = decode_call_back(d, name);
    if (EG(exception))
        return NULL;
    return ce ? ce : php_ce_incomplete_class;
}

/* Fails for a class that is not allowed or does not exist. */
static zend_never_inline ZEND_COLD zend_class_entry *decode_refuse_incomplete(struct decoder *d, const uint8_t *name,
                                                                              size_t n)
{
    smart_str text = {0};
    smart_str_appends(&text, "no objects are made of the class ");
    msgpack_append_name(&text, (const char *)name, n);
    msgpack_failure_explain(d->failure, &text);
    decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, decode_top(d)->header);
    return NULL;
}

zend_class_entry *decode_class_of(struct decoder *d, const uint8_t *data, size_t n)
{
    if (d->class_wire != NULL && n == d->class_wire_len && memcmp(data, d->class_wire, n) == 0)
        return d->class_entry;
    zend_string *name = zend_string_init((const char *)data, n, false);
    zend_class_entry *ce = decode_class(d, name);
    zend_string_release(name);
    if (ce == NULL)
        return NULL;
    if (UNEXPECTED(ce == php_ce_incomplete_class && d->options->refuses_incomplete))
        return decode_refuse_incomplete(d, data, n);
    if (ce != php_ce_incomplete_class) {
        d->class_wire = data;
        d->class_wire_len = n;
        d->class_entry = ce;
        d->class_wakeup = zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
    }
    return ce;
}
