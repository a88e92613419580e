/*
 * Typed values (ext 100): the registry of type names and classes, and the conversion
 * between an object and its value. A name from a message is looked up only in the
 * registry, never among PHP's classes.
 */
#ifndef MSGPACK_TYPE_REGISTRY_H
#define MSGPACK_TYPE_REGISTRY_H

#include "../internal.h"

extern zend_class_entry *msgpack_registry_ce;

void msgpack_registry_init(zend_class_entry *registry);

bool msgpack_registry_knows(zend_object *registry, zend_class_entry *ce);

/* The name (borrowed) and the value (owned by the caller; IS_UNDEF: none) to write for a
 * MsgpackTyped or an object of a registered class. Reading properties may run user code. False: an
 * exception is pending. */
bool msgpack_registry_take_apart(zend_object *registry, zend_object *object, zend_string **name, zval *value);

/* Stores in *out, which is null, an object of the class registered for name[0 .. n),
 * filled from value, or a MsgpackTyped if none is. value: NULL if there is none. format:
 * the first byte of the encoded value, if there is one. False: the value does not fit the class, and failure->detail
 * says why. An exception may be pending. */
bool msgpack_registry_build(zend_object *registry, const char *name, size_t n, uint8_t format, zval *value, zval *out,
                            struct msgpack_failure *failure);

#endif
