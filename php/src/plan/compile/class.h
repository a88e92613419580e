/* The fields of a class. */
#ifndef MSGPACK_PLAN_COMPILE_CLASS_H
#define MSGPACK_PLAN_COMPILE_CLASS_H

#include "type_names.h"

/* Reads the class: its attributes, fields and defaults. Classes that it names are added to the plan. May run user code.
 * False: an exception is pending. */
bool plan_class_build(struct plan_builder *builder, struct plan_class *cls);

#endif
