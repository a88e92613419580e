/* The value classes MsgpackExt, MsgpackBin, MsgpackTimestamp and MsgpackTyped, and PHP's date objects. */
#ifndef MSGPACK_VALUE_CLASSES_H
#define MSGPACK_VALUE_CLASSES_H

#include "../internal.h"

extern zend_class_entry *msgpack_ext_ce, *msgpack_bin_ce, *msgpack_timestamp_ce, *msgpack_typed_ce;

void msgpack_values_init(void);

void msgpack_make_ext(zval *out, int8_t type, const char *data, size_t n);
void msgpack_make_bin(zval *out, const char *data, size_t n);
/* False: the seconds are no int of this PHP. */
bool msgpack_make_timestamp(zval *out, int64_t seconds, uint32_t nanoseconds);
void msgpack_make_typed(zval *out, const char *name, size_t n, zval *value); /* value NULL: there is none */

/* Stores a DateTimeImmutable in UTC in *out; nanoseconds are truncated to
 * microseconds. False, *out UNDEF, no exception: out of the class's range. */
bool msgpack_make_datetime(zval *out, int64_t seconds, uint32_t nanoseconds);

/* Whether a time is in the years 1 to 9999. */
bool msgpack_is_date(int64_t seconds);

/* The same for DateTimeImmutable or DateTime, in the years 1 to 9999. */
bool msgpack_make_date(zval *out, zend_class_entry *ce, int64_t seconds, uint32_t nanoseconds);

/* Read the value classes and DateTimeInterface objects. False: an exception is
 * pending, because a property is uninitialized or out of range. */
bool msgpack_read_ext(zend_object *object, int8_t *type, zend_string **data); /* data borrowed */
bool msgpack_read_bin(zend_object *object, zend_string **data);               /* data borrowed */
bool msgpack_read_timestamp(zend_object *object, struct haya_timestamp *time);
bool msgpack_read_typed(zend_object *object, zend_string **name, zval *value); /* name borrowed, value owned or UNDEF */
bool msgpack_read_datetime(zend_object *object, struct haya_timestamp *time);

#endif
