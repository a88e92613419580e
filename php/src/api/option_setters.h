/* The functions that check and set one option each. */
#ifndef MSGPACK_OPTION_SETTERS_H
#define MSGPACK_OPTION_SETTERS_H

#include "options.h"

/* A setter checks type and range; false: an exception is pending. */
typedef bool option_setter(struct msgpack_options *options, zval *value, const char *name, unsigned which);

option_setter option_utf8, option_timestamps, option_arrays, option_bin, option_ext, option_allowed_classes,
    option_max_depth, option_references, option_types, option_type_name, option_keys, option_lz4, option_lz4_level,
    option_max_lz4_size, option_limit, option_max_buffer_size;

struct option {
    const char *name;
    unsigned which;       /* MSGPACK_FOR_... flags of the calls that have it */
    option_setter *set;   /* NULL: it is true or false, or one of two words */
    size_t members[2];    /* the offsets of its bool in msgpack_options, twice the same if there is one */
    const char *words[2]; /* those for false and true, or NULL */
};

/* Sets an option that has no setter. */
bool option_set_member(struct msgpack_options *options, zval *value, const struct option *option);

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
