/*
 * Options: from the ini settings, and from arrays that a program passes.
 */
#ifndef MSGPACK_OPTIONS_H
#define MSGPACK_OPTIONS_H

#include "../internal.h"

/* Which option names a call accepts. */
#define MSGPACK_FOR_PACK 1u
#define MSGPACK_FOR_UNPACK 2u
#define MSGPACK_FOR_STREAM 4u /* the classes that keep bytes between calls */
#define MSGPACK_FOR_CODEC 8u  /* MsgpackCodec, with PACK and UNPACK */
/* Of a name that MsgpackCodec does not have: its type and the format decide, and errors are exceptions. */
#define MSGPACK_NOT_FOR_CODEC 16u
#define MSGPACK_FOR_CLASSES (MSGPACK_FOR_PACK | MSGPACK_FOR_UNPACK | MSGPACK_FOR_STREAM)

struct msgpack_options {
    struct msgpack_pack_options pack;
    struct msgpack_unpack_options unpack;         /* classes is owned by this struct */
    zend_object *types;                           /* the types of pack and unpack, owned by this struct, or NULL */
    zend_string *type;                            /* the option of that name, owned by this struct, or NULL */
    struct msgpack_plan *plan;                    /* its plan, owned by this struct, or NULL */
    bool constructor;                             /* of the plan */
    bool utf8_given, timestamps_given, ext_given; /* a plan changes the defaults of these options */
};

/* The options of the ini settings. They own nothing. */
void msgpack_pack_defaults(struct msgpack_pack_options *options);
void msgpack_unpack_defaults(struct msgpack_unpack_options *options);
void msgpack_options_init(struct msgpack_options *options);

/* Sets the options in the array `given`. which: MSGPACK_FOR_... flags of the names
 * that are accepted; with both PACK and UNPACK a name sets both. False: a TypeError
 * or ValueError is pending, and no option changed. */
bool msgpack_options_set(struct msgpack_options *options, HashTable *given, unsigned which);

/* The same with the type of a MsgpackCodec. */
bool msgpack_options_set_typed(struct msgpack_options *options, zend_string *type, HashTable *given);

/* Warns if a template is an array of options, as unserialize() takes them: meant is where options go. An error handler
 * may run. True: it threw an exception. */
bool msgpack_options_misplaced(zval *template, const char *meant);

void msgpack_options_copy(struct msgpack_options *to, const struct msgpack_options *from);
void msgpack_options_free(struct msgpack_options *options);

/* Turns php_only and assoc off if there is a type registry: a message has either
 * the registry's type names or PHP's class names. With the option references, turns php_only off for reading. */
void msgpack_options_settle(struct msgpack_options *options);

#endif
