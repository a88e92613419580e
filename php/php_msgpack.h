/*
 * The module's C interface for other extensions; the only header that is installed.
 *
 * Names, signatures and behaviour are those of the PECL msgpack extension, so that
 * phpredis, php-memcached, yac and others can be built against this module, or run
 * with it if they were built against PECL's.
 */
#ifndef PHP_MSGPACK_H
#define PHP_MSGPACK_H

#include "php.h"
#include "Zend/zend_smart_str.h"

/* The version of PECL msgpack whose interface this is, and hayapack's version. */
#define PHP_MSGPACK_VERSION "3.0.0+hayapack.0.1.0"

extern zend_module_entry msgpack_module_entry;
#define phpext_msgpack_ptr &msgpack_module_entry

#ifdef PHP_WIN32
#define PHP_MSGPACK_API __declspec(dllexport)
#elif defined(__GNUC__) && __GNUC__ >= 4
#define PHP_MSGPACK_API __attribute__((visibility("default")))
#else
#define PHP_MSGPACK_API
#endif

BEGIN_EXTERN_C()

/* Appends the message for val to buf, which may be empty ({0}); no NUL is added. The
 * options are the ini settings. If val cannot be packed, nil is appended, and there
 * was a warning or an exception is pending. */
PHP_MSGPACK_API void php_msgpack_serialize(smart_str *buf, zval *val);

/* Sets return_value, which must not hold a value yet, to the value of the message in
 * str[0 .. str_len), and returns SUCCESS; bytes after the message cause a warning.
 * FAILURE: return_value is false, and there was a warning or an exception is pending;
 * if str_len is 0, return_value is null and there is no warning. */
PHP_MSGPACK_API int php_msgpack_unserialize(zval *return_value, char *str, size_t str_len);

END_EXTERN_C()

#endif
