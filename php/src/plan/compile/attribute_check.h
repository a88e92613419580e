/* attribute_check.h: mistakes in attributes. */
#ifndef MSGPACK_PLAN_COMPILE_ATTRIBUTE_CHECK_H
#define MSGPACK_PLAN_COMPILE_ATTRIBUTE_CHECK_H

#include "builder.h"

/* Whether all attributes with that offset that are named as ours are ours, with parameters that they have. False: an
 * exception is pending. May run an autoloader, for an attribute that is not ours. */
bool plan_attributes_check(struct plan_builder *builder, HashTable *attributes, uint32_t offset);

#endif
