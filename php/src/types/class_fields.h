/* What can be read of a class: whether its objects can be filled, its fields, the cases of an enum. */
#ifndef MSGPACK_CLASS_FIELDS_H
#define MSGPACK_CLASS_FIELDS_H

#include "../internal.h"

/* Whether objects of the class can be made without a constructor and filled: a class of the program that can be
 * instantiated and has no allocation of its own. */
bool msgpack_class_is_fillable(const zend_class_entry *ce);

/* Whether objects of the class are written in a form of their own and not as their properties: cases of enums, what has
 * __serialize, Serializable or __sleep, and objects of classes that do not exist. */
bool msgpack_class_has_own_form(const zend_class_entry *ce);

/* Whether the property is a field: public, of objects, and with a slot. */
bool msgpack_class_has_field(const zend_property_info *info);

/* A table of the cases of a backed enum by their values; the caller destroys it. NULL: an exception is pending. Values
 * may be constant expressions, so this can run an autoloader. */
HashTable *msgpack_class_cases(zend_class_entry *ce);

#endif
