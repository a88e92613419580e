/*
 * What differs between PHP 8.1 and 8.4, in one place.
 *
 * Packed arrays: since 8.2 they hold bare zvals (arPacked), before that
 * buckets whose keys are unused.
 */
#ifndef MSGPACK_COMPAT_H
#define MSGPACK_COMPAT_H

#include "php.h"

#if PHP_VERSION_ID < 80100
#error "hayapack needs PHP 8.1 or newer"
#endif

#if PHP_VERSION_ID >= 80200
typedef zval msgpack_packed_slot;
#define MSGPACK_PACKED_SLOTS(table) ((table)->arPacked)
#define MSGPACK_PACKED_VALUE(slot) (slot)
#define MSGPACK_PACKED_SET_KEY(slot, index) ((void)0)
#else
typedef Bucket msgpack_packed_slot;
#define MSGPACK_PACKED_SLOTS(table) ((table)->arData)
#define MSGPACK_PACKED_VALUE(slot) (&(slot)->val)
#define MSGPACK_PACKED_SET_KEY(slot, index) ((slot)->h = (index), (slot)->key = NULL)
#endif

#if PHP_VERSION_ID < 80300
#define MSGPACK_IS_READONLY(info) ((info)->flags & ZEND_ACC_READONLY)
#else
#define MSGPACK_IS_READONLY(info) ((info)->flags & ZEND_ACC_READONLY)
#endif

#endif
