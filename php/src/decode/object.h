/* Classes, objects, and the slots of declared properties: what other files use. */
#ifndef MSGPACK_DECODE_OBJECT_H
#define MSGPACK_DECODE_OBJECT_H

#include "decoder.h"

/* Gives one of PECL's warnings, if the options have report. */
void decode_warn(const struct decoder *d, const char *format, const char *text);

/* The class named data[0 .. n), which may run an autoloader. If it does not exist
 * or is not allowed: __PHP_Incomplete_Class. NULL: an exception is pending, or the failure is set. */
zend_class_entry *decode_class_of(struct decoder *d, const uint8_t *data, size_t n);

/* Turns an UNKNOWN frame into one for an object of class ce. name[0 .. n) is the
 * name in the message; an incomplete object keeps it. entries: those before the
 * name, in a temporary array with capacity for the other entries, or NULL; if ce
 * has __unserialize, the frame collects the other entries there. */
bool decode_become_object(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce, const uint8_t *name,
                          size_t n, zend_array *entries);

/* Reacts to the class name name[0 .. n) in the frame's map, first or not. */
enum decode_step decode_named_class(struct decoder *d, struct decode_frame *frame, const uint8_t *name, size_t n);

/* Makes entries, by their keys, properties of the object in the frame's slot, as unserialize()
 * does: in their order, integer keys as names, values checked by the types of the properties.
 * entries: those before the class name or, with returned, what __serialize returned; only among
 * the former nil can stand for a property that had no value. False: failure or exception. */
bool decode_take_entries(struct decoder *d, struct decode_frame *frame, zend_array *entries, bool returned);

/* The property table of an object, with capacity for n more entries: adding
 * those does not move any slot. */
zend_array *decode_property_table(zend_object *object, uint32_t n);

/* Sets a declared property's slot to null; its value becomes a temporary. A
 * reference in a typed property's slot has that property as a type source, also
 * during decoding: the engine removes the source when it frees the object, and
 * a fatal error at any allocation may cause that. */
static inline void decode_empty_slot(struct decoder *d, zval *slot, zend_property_info *info)
{
    if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
        zval *temporary = decode_temp(d);
        if (Z_ISREF_P(slot) && ZEND_TYPE_IS_SET(info->type))
            ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), info);
        ZVAL_COPY_VALUE(temporary, slot);
    }
    ZVAL_NULL(slot);
}

/* The slot of a declared property, set to null. If the property is typed, the frame's
 * state becomes DECODE_PROPERTY. */
static inline zval *decode_slot(struct decoder *d, struct decode_frame *frame, zend_property_info *info)
{
    zval *slot = OBJ_PROP(frame->of.object, info->offset);
    decode_empty_slot(d, slot, info);
    if (ZEND_TYPE_IS_SET(info->type)) {
        frame->state = DECODE_PROPERTY;
        frame->info = info;
    }
    Z_PROP_FLAG_P(slot) = 0;
    return slot;
}

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
        decode_fail_within(d, reader.error, d->p + reader.error_offset, &d->options->limits);
    return token;
}

static inline enum haya_kind decode_peek(struct decoder *d)
{
    struct haya_reader reader;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    return haya_read_peek(&reader);
}

/* Fails for data that no encoder writes. */
static inline enum decode_step decode_refuse(struct decoder *d, const uint8_t *header)
{
    decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, header);
    return DECODE_FAILED;
}

#endif
