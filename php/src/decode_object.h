/* What decode_object.c and decode_mark.c share. */
#ifndef MSGPACK_DECODE_OBJECT_H
#define MSGPACK_DECODE_OBJECT_H

#include "decode.h"

/* A warning of PECL's, if the options report them. */
void decode_warn(const struct decoder *d, const char *format, const char *text);

/* The class of the name data[0 .. n); NULL: an exception is pending. One that
 * is not there, or not allowed, is __PHP_Incomplete_Class. */
zend_class_entry *decode_class_of(struct decoder *d, const uint8_t *data, size_t n);

/* A frame that was nothing yet becomes an object of class ce, whose name on
 * the wire, name[0 .. n), an incomplete object keeps. */
bool decode_become_object(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce,
                          const uint8_t *name, size_t n);

/* The frame's container gets that class. */
enum decode_step decode_named_class(struct decoder *d, struct decode_frame *frame,
                                    const uint8_t *name, size_t n);

/* The property table of an object, with room for n more that stay in place. */
zend_array *decode_property_table(zend_object *object, uint32_t n);

/* The scalar at d->p; its kind is NONE, with the failure set, if it is broken. */
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

/* Data that no encoder writes. */
static inline enum decode_step decode_refuse(struct decoder *d, const uint8_t *lead)
{
    decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, lead);
    return DECODE_FAILED;
}

#endif
