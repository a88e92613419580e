/* What a field becomes that is not in the message. */
#ifndef MSGPACK_PLAN_COMPILE_DEFAULT_VALUES_H
#define MSGPACK_PLAN_COMPILE_DEFAULT_VALUES_H

#include "type_names.h"

/* The constructor's parameter of that name, from 0; -1: there is none. */
int plan_default_parameter(const zend_function *constructor, const zend_string *name);

/* Sets field->missing, value and scope from the default of a parameter. May run user code. False: an exception is
 * pending. */
bool plan_default_of_parameter(struct plan_builder *builder, const zend_function *constructor, uint32_t parameter,
                               struct plan_field *field);

/* The same from the property's slot in the class's table, whose constants are up to date. */
void plan_default_of_property(zend_class_entry *ce, struct plan_field *field);

/* Whether a default that is known is within the limits of the field's type. False: an exception is pending. */
bool plan_default_is_within(struct plan_builder *builder, const struct plan_field *field);

#endif
