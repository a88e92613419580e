/*
 * What PHP's functions, methods and serializers have in common: a whole value is
 * packed or unpacked, and a failure is reported.
 */
#ifndef MSGPACK_CALL_H
#define MSGPACK_CALL_H

#include "options.h"

/* Option numbers of setOption(), as in PECL. */
#define MSGPACK_OPT_PHPONLY (-1001)
#define MSGPACK_OPT_ASSOC (-1002)
#define MSGPACK_OPT_FORCE_F32 (-1003)

/* Option numbers and values of Msgpack::setopt() */
#define MSGPACK_ENABLE_ARRAY 1
#define MSGPACK_ARRAY_POLICY 2
#define MSGPACK_ARRAYS_DETECT 0
#define MSGPACK_ARRAYS_STRICT 1
#define MSGPACK_ARRAYS_MAP 2

/* Sets return_value to the message for value, or to false after a warning or with
 * an exception pending. */
void msgpack_pack_value(zval *return_value, zval *value, const struct msgpack_pack_options *options);

/* The same with the options of an object, which a hook may change meanwhile: keeps
 * a reference to the type registry. */
void msgpack_pack_held(zval *return_value, zval *value, const struct msgpack_pack_options *options);

/* Must be called last for a decoded value that PHP code receives. A value that contains
 * itself is garbage as soon as PHP drops it, and not every instruction that drops a result
 * tells the collector of it. May run the collector, and so destructors. */
static zend_always_inline void msgpack_tell_collector(const zval *value)
{
    if (Z_COLLECTABLE_P(value) && UNEXPECTED(Z_REFCOUNT_P(value) > 1))
        gc_check_possible_root(Z_COUNTED_P(value));
}

/* Sets return_value to the value of the message in bytes[0 .. len) and returns
 * true. On failure it sets false, after a warning or with an exception pending, and
 * returns false; without bytes it sets null instead. */
bool msgpack_unpack_value(zval *return_value, const char *bytes, size_t len,
                          const struct msgpack_unpack_options *options);

#endif
