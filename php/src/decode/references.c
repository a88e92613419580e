/*
 * PHP references to containers whose form has no mark 1, which would say so.
 *
 * That is an empty array, which is written without keys; with assoc off a stdClass object, written as a plain map; and
 * an object with __sleep, __serialize or Serializable, or a case of an enum, which PECL writes without the mark. Only a
 * back reference with mark 2 or 5, later in the message, tells that there was a reference. The slot may have moved by
 * then. So the message is decoded a second time, with the back references that are in its bytes: such a container
 * becomes a reference at once. As no user code may run twice, they are looked for before it runs for the first time,
 * when a class is named. Messages of plain data have none, and are not searched. Of an object's form the bytes do not
 * tell whether the first occurrence was a reference, too; it becomes one, as unserialize() does. The same bytes in a
 * string do no harm: a reference that only one slot holds is the same as its value.
 */
#include "stack.h"
#include "../types/class_fields.h"

enum {
    DECODE_BACK_BLOCK = 64, /* positions that are compared at once */
    DECODE_BACK_BYTES = 5   /* of the shortest back reference: {nil: mark, 0: ordinal} */
};

/* Sets the bit of the ordinal, a number at p. */
static void decode_note_named(struct decoder *d, const uint8_t *p)
{
    size_t most = (size_t)(d->end - d->begin); /* a container is at least one byte */
    struct haya_reader reader;
    struct haya_token ordinal;
    haya_reader_begin(&reader, p, (size_t)(d->end - p), &d->options->limits, NULL, 0);
    if (!haya_read_next(&reader, &ordinal) || ordinal.kind != HAYA_KIND_INT || ordinal.as.i < 1 ||
        (uint64_t)ordinal.as.i > most)
        return;
    if (d->named == NULL) {
        d->named = ecalloc(most / 8 + 1, 1);
        d->named_end = most;
    }
    size_t at = (size_t)ordinal.as.i - 1;
    d->named[at / 8] |= (uint8_t)(1u << at % 8);
}

/* Whether a back reference may begin in the block at p. Without a branch, so that the compiler uses vectors. */
static bool decode_may_be_back(const uint8_t *p)
{
    uint8_t any = 0;
    for (int i = 0; i < DECODE_BACK_BLOCK; i++)
        any |= (uint8_t)((p[i + 1] == HAYA_NIL) & (p[i + 3] == 0));
    return any;
}

/* Sets d->named, with the back references from d->p on. */
static void decode_find_named(struct decoder *d)
{
    d->named_known = true;
    const uint8_t *p = d->p, *last = d->end - (DECODE_BACK_BYTES - 1);
    while (p < last && (p = memchr(p, HAYA_FIXMAP | 2, (size_t)(last - p))) != NULL) {
        /* Writers use the shortest form of each number. */
        if (p[1] == HAYA_NIL && (p[2] == 2 || p[2] == 5) && p[3] == 0)
            decode_note_named(d, p + DECODE_BACK_BYTES - 1);
        p++;
        /* Maps of two entries often come in rows. */
        while (last - p > DECODE_BACK_BLOCK && !decode_may_be_back(p))
            p += DECODE_BACK_BLOCK;
    }
}

bool decode_know_named(struct decoder *d)
{
    if (EXPECTED(d->named_known || !d->options->php_only))
        return true;
    decode_find_named(d);
    for (uint32_t i = 0; i < d->seen && i < d->named_end; i++)
        if (decode_is_named(d, i) && d->log[i] != NULL && GC_TYPE(d->log[i]) != IS_REFERENCE)
            d->again = true;
    return !d->again;
}

void decode_tell_type(struct decoder *d, const struct decode_frame *frame, zend_reference *reference)
{
    const struct decode_frame *around = frame - 1;
    if (frame > d->frames && around->state == DECODE_PROPERTY)
        ZEND_REF_ADD_TYPE_SOURCE(reference, around->info);
}

void decode_make_reference(struct decoder *d, struct decode_frame *frame)
{
    zend_refcounted **seen = &d->log[frame->ordinal];
    if (*seen != NULL && GC_TYPE(*seen) == IS_REFERENCE)
        return;
    ZVAL_MAKE_REF(frame->at);
    decode_tell_type(d, frame, Z_REF_P(frame->at));
    *seen = (zend_refcounted *)Z_REF_P(frame->at);
    frame->at = Z_REFVAL_P(frame->at);
}

void decode_make_empty_reference(struct decoder *d, zval *slot)
{
    ZVAL_MAKE_REF(slot);
    decode_tell_type(d, d->frames + d->depth, Z_REF_P(slot)); /* the frame that it would have */
}

void decode_saw_named(struct decoder *d, struct decode_frame *frame)
{
    const zend_class_entry *ce = Z_OBJCE_P(frame->at);
    if (ce->__unserialize != NULL || msgpack_class_has_own_form(ce))
        decode_make_reference(d, frame);
}
