/* Keys of objects: the next declared property, or any other. */
#include "object.h"

#include "array_slots.h"

/* The next declared property, if the fixstr at d->p is its name; the name is
 * consumed. Else NULL. */
static zend_property_info *decode_predicted(struct decoder *d, struct decode_frame *frame)
{
    zend_class_entry *ce = frame->of.object->ce;
    uint32_t i = frame->index;
    while (i < (uint32_t)ce->default_properties_count && ce->properties_info_table[i] == NULL)
        i++;
    if (i == (uint32_t)ce->default_properties_count)
        return NULL;
    zend_property_info *info = ce->properties_info_table[i];
    size_t n = ZSTR_LEN(info->name);
    if (n > 31 || (size_t)(d->end - d->p) <= n || *d->p != (HAYA_FIXSTR | n) || n > d->options->limits.str_len ||
        memcmp(d->p + 1, ZSTR_VAL(info->name), n) != 0)
        return NULL;
    frame->index = i + 1;
    d->p += 1 + n;
    return info;
}

enum decode_step decode_property(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    if (d->p < d->end && *d->p == HAYA_NIL)
        return decode_nil_entry(d, slot);
    zend_property_info *info = decode_predicted(d, frame);
    if (EXPECTED(info != NULL)) {
        frame->left--;
        *slot = decode_slot(d, frame, info);
        return DECODE_VALUE;
    }
    const uint8_t *header = d->p;
    enum haya_kind kind = decode_peek(d);
    if (kind != HAYA_KIND_STR && kind != HAYA_KIND_BIN && kind != HAYA_KIND_INT && kind != HAYA_KIND_UINT &&
        kind != HAYA_KIND_NONE) {
        decode_fail(d, HAYA_ERR_INVALID_KEY, header);
        return DECODE_FAILED;
    }
    struct haya_token token = decode_token(d);
    if (token.kind == HAYA_KIND_NONE)
        return DECODE_FAILED;
    frame->left--;
    zend_string *key = token.kind == HAYA_KIND_INT || token.kind == HAYA_KIND_UINT
                           ? decode_number_key(&token)
                           : zend_string_init((const char *)token.data, token.count, false);
    *slot = decode_named_property(d, frame, key, header, d->p < d->end && *d->p == HAYA_NIL);
    zend_string_release(key);
    return *slot ? DECODE_VALUE : DECODE_FAILED;
}
