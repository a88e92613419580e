/* What module.c calls when the module starts. */
#ifndef MSGPACK_STARTUP_H
#define MSGPACK_STARTUP_H

#include "../internal.h"

/* Set the handlers of classes that are already registered. */
void msgpack_classes_init(zend_class_entry *packer, zend_class_entry *unpacker);
void msgpack_class_init(zend_class_entry *ce);
void msgpack_codec_init(zend_class_entry *ce);

/* Registers the attributes. */
void msgpack_attributes_init(void);

/* Registers the serializer "msgpack" with sessions and APCu, where these extensions
 * are loaded. */
void msgpack_session_init(void);

#endif
