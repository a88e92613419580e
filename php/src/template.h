/*
 * The template argument of unpack: which classes and keys the values of a
 * message without names go to.
 */
#ifndef MSGPACK_TEMPLATE_H
#define MSGPACK_TEMPLATE_H

#include "internal.h"

/* The value of the message in str, poured into the template, which may be
 * NULL or null: then the value itself. */
void msgpack_unpack_template(zval *return_value, zend_string *str, zval *template,
                             const struct msgpack_unpack_options *options);

/* Pours value into the template: an array, an object or a class name. False
 * after a warning or with an exception pending, *out null. */
bool msgpack_template_apply(zval *out, zval *template, zval *value);

#endif
