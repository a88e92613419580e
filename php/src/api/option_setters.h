/* The functions that check and set one option each. */
#ifndef MSGPACK_OPTION_SETTERS_H
#define MSGPACK_OPTION_SETTERS_H

#include "options.h"

/* A setter checks type and range; false: an exception is pending. */
typedef bool option_setter(struct msgpack_options *options, zval *value, const char *name, unsigned which);

option_setter option_utf8, option_timestamps, option_ext, option_allowed_classes, option_references, option_types,
    option_type_name, option_lz4, option_max_buffer_size;

enum option_type { OPTION_BOOL, OPTION_ENUM, OPTION_UINT32, OPTION_SIZE };

struct option {
    const char *name;
    unsigned which;        /* MSGPACK_FOR_... flags of the calls that have it */
    option_setter *set;    /* NULL: the other members say how it is set */
    enum option_type type; /* of its members; a UINT32 above the largest is the largest */
    size_t members[2];     /* their offsets in msgpack_options, twice the same if there is one */
    zend_long least, most; /* of an int; least is also the first word's value in an enum */
    const char *words[3];  /* those for false and true, or for 0, 1 and 2 of an enum; NULL: it is a bool or an int */
};

/* Sets an option that has no setter. */
bool option_set_members(struct msgpack_options *options, zval *value, const struct option *option);

static inline bool option_is(zend_string *text, const char *word)
{
    return zend_binary_strcmp(ZSTR_VAL(text), ZSTR_LEN(text), word, strlen(word)) == 0;
}

/* 0 means no limit. */
static inline size_t option_size_or_none(zend_long size)
{
    return size == 0 ? SIZE_MAX : (size_t)size;
}

#endif
