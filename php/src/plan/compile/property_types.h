/* The node of a property or of a constructor's parameter. */
#ifndef MSGPACK_PLAN_COMPILE_PROPERTY_TYPES_H
#define MSGPACK_PLAN_COMPILE_PROPERTY_TYPES_H

#include "type_names.h"

/* By the type and the attributes. offset: 0, or the number of the parameter, from 1. False: an exception is pending. */
bool plan_property_node(struct plan_builder *builder, zend_type type, HashTable *attributes, uint32_t offset,
                        struct plan_node *node);

#endif
