/* Nodes of unions. All functions return false with an exception pending. */
#ifndef MSGPACK_PLAN_COMPILE_UNIONS_H
#define MSGPACK_PLAN_COMPILE_UNIONS_H

#include "type_names.h"

/* A class, which may be autoloaded: a union if it has the attribute Tags, or Symfony's DiscriminatorMap. */
bool plan_union_of_class(struct plan_builder *builder, zend_string *name, struct plan_node *node);

/* The node of the attribute Tags in a table. False without an exception: there is none. name is borrowed from the
 * plan. */
bool plan_union_tags(struct plan_builder *builder, HashTable *attributes, uint32_t offset, zend_string *name,
                     struct plan_node *node);

/* One of several alternatives, told apart by their types of MessagePack. */
bool plan_union_choice(struct plan_builder *builder, const struct plan_node *nodes, uint32_t count, bool nullable,
                       zend_string *name, struct plan_node *node);

#endif
