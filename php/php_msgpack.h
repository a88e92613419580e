/*
 * The module's C interface for other extensions: the one installed header.
 *
 * The names, the signatures and what they do are those of the PECL msgpack
 * extension, so that phpredis, php-memcached, yac and others build against
 * this module, or run with it when they were built against that one.
 */
#ifndef PHP_MSGPACK_H
#define PHP_MSGPACK_H

#include "php.h"
#include "Zend/zend_smart_str.h"

/* The interface is that of PECL msgpack 3.0; the second half is hayapack's. */
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

/* Appends the message for val to buf, which may be empty ({0}), without a
 * closing NUL. The options are the ini settings. When val has no message: nil
 * is appended, and there was a warning or an exception is pending. */
PHP_MSGPACK_API void php_msgpack_serialize(smart_str *buf, zval *val);

/* Sets return_value, which holds nothing yet, to the value of the message in
 * str, and returns SUCCESS; bytes after the message are a warning. FAILURE:
 * return_value is false (null when str_len is 0), and there was a warning or
 * an exception is pending. */
PHP_MSGPACK_API int php_msgpack_unserialize(zval *return_value, char *str, size_t str_len);

END_EXTERN_C()

#endif
