/*
 * The template argument of unpack: the classes and keys to which the values of a
 * message without names are assigned.
 */
#ifndef MSGPACK_TEMPLATE_H
#define MSGPACK_TEMPLATE_H

#include "../internal.h"

/* Sets return_value to the value of the message in str, converted by the template.
 * Without a template (NULL or null) the value is not converted. */
void msgpack_unpack_template(zval *return_value, zend_string *str, zval *template,
                             const struct msgpack_unpack_options *options);

/* Converts value by the template: an array, an object or a class name. False: *out
 * is null, and there was a warning or an exception is pending. */
bool msgpack_template_apply(zval *out, zval *template, zval *value);

#endif
