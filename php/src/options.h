/*
 * Options: from the ini settings, and from arrays that a program passes.
 */
#ifndef MSGPACK_OPTIONS_H
#define MSGPACK_OPTIONS_H

#include "internal.h"

/* The names that an array may have. */
#define MSGPACK_FOR_PACK 1u
#define MSGPACK_FOR_UNPACK 2u
#define MSGPACK_FOR_STREAM 4u /* the classes that keep bytes between calls */
#define MSGPACK_FOR_CLASSES (MSGPACK_FOR_PACK | MSGPACK_FOR_UNPACK | MSGPACK_FOR_STREAM)

struct msgpack_options {
    struct msgpack_pack_options pack;
    struct msgpack_unpack_options unpack; /* classes is owned by this struct */
    zend_object *types; /* of both, owned by this struct, or NULL */
};

/* As the ini settings say; they own nothing. */
void msgpack_pack_defaults(struct msgpack_pack_options *options);
void msgpack_unpack_defaults(struct msgpack_unpack_options *options);
void msgpack_options_init(struct msgpack_options *options);

/* Sets what the array names, of the names that `which` allows (packing and
 * unpacking: a name sets what it means for both). False with a
 * TypeError or ValueError pending, and nothing changed. */
bool msgpack_options_set(struct msgpack_options *options, HashTable *given, unsigned which);

void msgpack_options_copy(struct msgpack_options *to, const struct msgpack_options *from);
void msgpack_options_free(struct msgpack_options *options);

/* With type names on the wire, PHP's own class names are not. */
void msgpack_options_settle(struct msgpack_options *options);

#endif
