/*
 * What the files of the module's face know of one another: registration, and
 * the two steps that functions and methods share.
 */
#ifndef MSGPACK_MODULE_H
#define MSGPACK_MODULE_H

#include "options.h"

/* setOption(), PECL's numbers. */
#define MSGPACK_OPT_PHPONLY (-1001)
#define MSGPACK_OPT_ASSOC (-1002)
#define MSGPACK_OPT_FORCE_F32 (-1003)

/* Msgpack::setopt() */
#define MSGPACK_ENABLE_ARRAY 1
#define MSGPACK_ARRAY_POLICY 2
#define MSGPACK_ARRAYS_DETECT 0
#define MSGPACK_ARRAYS_STRICT 1
#define MSGPACK_ARRAYS_MAP 2

/* ---- at start (module.c) -------------------------------------------------- */

/* Give the classes, which are registered already, their handlers. */
void msgpack_classes_init(zend_class_entry *packer, zend_class_entry *unpacker);
void msgpack_founding_init(zend_class_entry *founding);

/* The serializers named "msgpack", for those of sessions and APCu that are there. */
void msgpack_session_init(void);

/* ---- whole values (module.c) ---------------------------------------------- */

/* The message for value, or false after a warning, or with an exception. */
void msgpack_pack_value(zval *return_value, zval *value, const struct msgpack_pack_options *options);

/* The same for an object's options, which hooks may change. */
void msgpack_pack_held(zval *return_value, zval *value, const struct msgpack_pack_options *options);

/* The value of the message in bytes[0 .. len), or false after a warning, or
 * with an exception; null for no bytes. False as the result: a warning or an
 * exception it was. */
bool msgpack_unpack_value(zval *return_value, const char *bytes, size_t len,
                          const struct msgpack_unpack_options *options);

#endif
