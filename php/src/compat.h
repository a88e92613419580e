/*
 * The differences between PHP 8.1 and 8.5, and between compilers, that concern the module.
 *
 * Packed arrays: since 8.2 they hold bare zvals (arPacked), before that
 * buckets whose keys are unused.
 */
#ifndef MSGPACK_COMPAT_H
#define MSGPACK_COMPAT_H

#ifdef HAVE_CONFIG_H
#include "config.h" /* phpize's: COMPILE_DL_MSGPACK */
#endif
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

/* Whether an int of this PHP holds the number: it has 32 bits on 32-bit processors. */
static zend_always_inline bool msgpack_is_long(int64_t value)
{
    return sizeof(zend_long) == 8 || (value >= ZEND_LONG_MIN && value <= ZEND_LONG_MAX);
}

/* Whether char has a sign in this module and in the engine. On other processors than x86 that is an option of the
 * compiler, which Debian's PHP has (-fsigned-char) and phpize does not pass on: the engine's inline functions then give
 * other hashes for bytes above 127 than the engine itself. */
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define MSGPACK_CHAR_IS_SIGNED 1
#else
#define MSGPACK_CHAR_IS_SIGNED 0
#endif

/* The engine's hash of a text. */
static zend_always_inline zend_ulong msgpack_hash(const char *text, size_t n)
{
    return MSGPACK_CHAR_IS_SIGNED ? zend_inline_hash_func(text, n) : zend_hash_func(text, n);
}

/* Fetches the line of the cache at this address, which need not be valid, to write there. */
static zend_always_inline void msgpack_fetch(const void *at)
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(at, 1);
#else
    (void)at;
#endif
}

/* Lazy objects (since 8.4) have no properties until their initialiser has run.
 * Getting the properties for serialization runs it, unless the object was made
 * with SKIP_INITIALIZATION_ON_SERIALIZE. */
#if PHP_VERSION_ID >= 80400
#include "Zend/zend_lazy_objects.h"
#define MSGPACK_IS_LAZY(object) zend_object_is_lazy(object)
/* Runs the initialiser; NULL: an exception is pending. Of a proxy: the object behind it. */
#define MSGPACK_INIT_LAZY(object) zend_lazy_object_init(object)
#else
#define MSGPACK_IS_LAZY(object) ((void)(object), false)
#define MSGPACK_INIT_LAZY(object) (object)
#endif

/* Since 8.2 the type iterable is Traversable|array, with a mark. */
#ifdef ZEND_TYPE_IS_ITERABLE_FALLBACK
#define MSGPACK_IS_ITERABLE(type) ZEND_TYPE_IS_ITERABLE_FALLBACK(type)
#else
#define MSGPACK_IS_ITERABLE(type) ((ZEND_TYPE_FULL_MASK(type) & MAY_BE_ITERABLE) != 0)
#endif

/* Properties with hooks exist since 8.4; virtual ones have no slot. */
#if PHP_VERSION_ID >= 80400
#define MSGPACK_HAS_SLOT(info) (!((info)->flags & ZEND_ACC_VIRTUAL))
#define MSGPACK_HAS_HOOKS(ce) ((ce)->num_hooked_props > 0)
#define MSGPACK_PROPERTY_HOOKED(info) ((info)->hooks != NULL)
#else
#define MSGPACK_HAS_SLOT(info) ((void)(info), true)
#define MSGPACK_HAS_HOOKS(ce) ((void)(ce), false)
#define MSGPACK_PROPERTY_HOOKED(info) ((void)(info), false)
#endif

#endif
