/* Nodes of unions. All functions return false with an exception pending. */
#ifndef MSGPACK_PLAN_UNIONS_H
#define MSGPACK_PLAN_UNIONS_H

#include "type.h"

/* The node of Tags or, symfony, DiscriminatorMap. base: the class or interface that has the attribute, or NULL if a
 * property has it. name: borrowed from the plan. */
bool plan_union_of_attribute(struct plan_builder *builder, zend_attribute *attribute, bool symfony,
                             const zend_class_entry *base, zend_string *name, struct plan_node *node);

/* The node of the attribute Tags in a table; false without an exception: there is none. name: borrowed from the plan.
 */
bool plan_union_tags(struct plan_builder *builder, HashTable *attributes, uint32_t offset, zend_string *name,
                     struct plan_node *node);

/* One of several alternatives, told apart by their types of MessagePack. */
bool plan_union_choice(struct plan_builder *builder, const struct plan_node *nodes, uint32_t count, bool nullable,
                       zend_string *name, struct plan_node *node);

#endif
