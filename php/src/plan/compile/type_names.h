/* Nodes: their memory, the names of types. All functions return false with an exception pending. */
#ifndef MSGPACK_PLAN_COMPILE_TYPE_NAMES_H
#define MSGPACK_PLAN_COMPILE_TYPE_NAMES_H

#include "builder.h"

/* Throws a TypeError that says where: the class and property, if there are any. */
bool plan_type_fail(const struct plan_builder *builder, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

void *plan_type_alloc(struct plan_builder *builder, size_t size); /* zeroed, in the plan's arena */

/* The plan takes over the reference. */
void plan_type_owns(struct plan_builder *builder, HashTable *table);
zend_string *plan_type_keep(struct plan_builder *builder, zend_string *text);

/* The class of the plan for ce, which plan_cache.c fills later. */
struct plan_class *plan_type_class(struct plan_builder *builder, zend_class_entry *ce);

/* Must be called after the members of a node were set. */
void plan_type_settle(struct plan_node *node);

/* Limits for the node, with those that it has already. */
struct plan_limits *plan_type_limits(struct plan_builder *builder, const struct plan_node *node);

/* mixed, int, uint8 ...; false without an exception: the name is another one. */
bool plan_type_word(struct plan_builder *builder, const char *name, size_t n, struct plan_node *node);

/* Sets a node without a plan of its own. name: borrowed from the plan. */
void plan_type_node(struct plan_node *node, uint8_t kind, uint16_t accepts, uint32_t takes, zend_string *name);

/* The nodes of dates, of an enum's cases, and of a class's objects. */
bool plan_type_date(struct plan_builder *builder, zend_class_entry *ce, struct plan_node *node);
bool plan_type_enum(struct plan_builder *builder, zend_class_entry *ce, struct plan_node *node);
void plan_type_object(struct plan_builder *builder, zend_class_entry *ce, struct plan_node *node);

/* The class of this name, which may be autoloaded, or NULL. */
zend_class_entry *plan_type_lookup(struct plan_builder *builder, zend_string *name);

/* type_expressions.c */
bool plan_expression_parse(struct plan_builder *builder, const char *text, size_t n, struct plan_node *node);

#endif
