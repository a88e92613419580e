/*
 * Typed values (ext 100): the table of names and classes, and both ways
 * between an object and its value. Nothing but that table is ever asked what a
 * name from the wire stands for.
 */
#ifndef MSGPACK_TYPELESS_H
#define MSGPACK_TYPELESS_H

#include "internal.h"

extern zend_class_entry *msgpack_typed_ce, *typeless_registry_ce;

void typeless_init(zend_class_entry *registry);

bool typeless_knows(zend_object *registry, zend_class_entry *ce);

/* The name (borrowed) and the value (owned) to write for a MsgpackTyped or an
 * object of a known class. Reading properties may run user code. False: an
 * exception is pending. */
bool typeless_take_apart(zend_object *registry, zend_object *object, zend_string **name, zval *value);

/* What a name stands for goes to *out, which is null: an object of the class
 * that is known by it, made of the value, or a MsgpackTyped. lead: the value's
 * lead byte. Returns NULL, or why the value does not fit; an exception may be
 * pending. */
const char *typeless_build(zend_object *registry, const char *name, size_t n, uint8_t lead,
                           zval *value, zval *out);

#endif
