/* Failures of decoding. */
#include "decoder.h"

#include "../../../core/include/hayapack_format.h"

bool decode_fail(struct decoder *d, enum haya_error error, const uint8_t *header)
{
    d->failure->error = error;
    d->failure->offset = (size_t)(header - d->begin);
    return false;
}

bool decode_fail_memory(struct decoder *d, const uint8_t *header)
{
    return decode_fail(d, HAYA_ERR_OUT_OF_MEMORY, header);
}

bool decode_fail_within(struct decoder *d, enum haya_error error, const uint8_t *header,
                        const struct haya_limits *limits)
{
    haya_limit_of(error, limits, &d->failure->limit);
    return decode_fail(d, error, header);
}

bool decode_fail_class(struct decoder *d, const uint8_t *header, const char *before, const zend_class_entry *ce,
                       const char *after, const char *name, size_t n)
{
    smart_str text = {0};
    smart_str_appends(&text, before);
    smart_str_append(&text, ce->name);
    if (after != NULL) {
        smart_str_appends(&text, after);
        msgpack_append_name(&text, name, n);
    }
    msgpack_failure_explain(d->failure, &text);
    return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, header);
}
