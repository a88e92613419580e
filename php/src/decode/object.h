/* What object.c and nil_key.c share. */
#ifndef MSGPACK_DECODE_OBJECT_H
#define MSGPACK_DECODE_OBJECT_H

#include "decoder.h"

/* Gives one of PECL's warnings, if the options have report. */
void decode_warn(const struct decoder *d, const char *format, const char *text);

/* The class named data[0 .. n), which may run an autoloader. If it does not exist
 * or is not allowed: __PHP_Incomplete_Class. NULL: an exception is pending. */
zend_class_entry *decode_class_of(struct decoder *d, const uint8_t *data, size_t n);

/* Turns an UNKNOWN frame into one for an object of class ce. name[0 .. n) is the
 * name in the message; an incomplete object keeps it. entries: those before the
 * name, in an array of the graveyard with capacity for the other entries, or NULL; if ce
 * has __unserialize, the frame collects the other entries there. */
bool decode_become_object(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce,
                          const uint8_t *name, size_t n, zend_array *entries);

/* Reacts to the class name name[0 .. n) in the frame's map, first or not. */
enum decode_step decode_named_class(struct decoder *d, struct decode_frame *frame,
                                    const uint8_t *name, size_t n);

/* The property table of an object, with capacity for n more entries: adding
 * those does not move any slot. */
zend_array *decode_property_table(zend_object *object, uint32_t n);

/* Reads the scalar at d->p. The token's kind is NONE, with the failure set, if it
 * is damaged. */
static inline struct haya_token decode_token(struct decoder *d)
{
    struct haya_reader reader;
    struct haya_token token;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    if (haya_read_next(&reader, &token))
        d->p += reader.pos;
    else
        decode_fail(d, reader.error, d->p + reader.error_offset);
    return token;
}

static inline enum haya_kind decode_peek(struct decoder *d)
{
    struct haya_reader reader;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    return haya_read_peek(&reader);
}

/* Fails for data that no encoder writes. */
static inline enum decode_step decode_refuse(struct decoder *d, const uint8_t *lead)
{
    decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, lead);
    return DECODE_FAILED;
}

#endif
