/* What makes a plan. */
#ifndef MSGPACK_PLAN_COMPILE_BUILDER_H
#define MSGPACK_PLAN_COMPILE_BUILDER_H

#include "../plan.h"
#include "zend_attributes.h"

struct plan_builder {
    struct msgpack_plan *plan;
    bool constructor;        /* of the option */
    zend_class_entry *scope; /* the class whose property is read, or NULL */
    zend_string *property;   /* its name, or NULL */
};

/* attributes.c */

enum plan_attribute {
    PLAN_ATTRIBUTE_MODEL,
    PLAN_ATTRIBUTE_KEY,
    PLAN_ATTRIBUTE_TYPE,
    PLAN_ATTRIBUTE_LIST_OF,
    PLAN_ATTRIBUTE_MAP_OF,
    PLAN_ATTRIBUTE_TAGS,
    PLAN_ATTRIBUTE_LIMIT,
    PLAN_ATTRIBUTE_IGNORE,
    PLAN_ATTRIBUTE_AFTER,
    PLAN_ATTRIBUTE_SERIALIZED_NAME,
    PLAN_ATTRIBUTE_DISCRIMINATOR_MAP,
};

/* Its name in lower case, with its namespace; of those of Symfony the newer one. */
const char *plan_attribute_name(enum plan_attribute which);

/* The attribute of that meaning in a table, which may be NULL; or NULL. from: continue after this one, which was found
 * before. offset: 0, or the number of a parameter, from 1. */
zend_attribute *plan_attribute_find(HashTable *attributes, enum plan_attribute which, uint32_t offset,
                                    const zend_attribute *from);

/* The argument with that index or name; *out is owned by the caller, UNDEF: not given. False: an exception is pending.
 * May run an autoloader, for a constant. */
bool plan_attribute_argument(zend_attribute *attribute, uint32_t index, const char *name, zend_class_entry *scope,
                             zval *out);

#endif
