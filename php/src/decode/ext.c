/* Exts other than typed values: null, a MsgpackExt, or a timestamp's object. */
#include "decoder.h"

#include "../types/value_classes.h"

bool decode_ext(struct decoder *d, zval *slot, int8_t type, const uint8_t *payload, uint32_t n, const uint8_t *header)
{
    struct haya_timestamp time;
    ZVAL_NULL(slot);
    if (type == HAYA_ID_TYPE && (d->options->special_arrays & MSGPACK_ARRAYS_WITH_IDS))
        return decode_reference(d, slot, payload, n, header);
    if (type == HAYA_TIMESTAMP_TYPE && d->options->timestamps != MSGPACK_TIME_EXT) {
        enum haya_error error = haya_timestamp_read(payload, n, &time);
        if (error != HAYA_OK)
            return decode_fail(d, error, header);
        bool made = d->options->timestamps == MSGPACK_TIME_OBJECT
                        ? msgpack_make_timestamp(slot, time.seconds, time.nanoseconds)
                        : msgpack_make_datetime(slot, time.seconds, time.nanoseconds);
        if (!made)
            return decode_fail(d, HAYA_ERR_TIMESTAMP_RANGE, header);
        return EG(exception) == NULL;
    }
    if (d->options->ext == MSGPACK_EXT_OBJECT)
        msgpack_make_ext(slot, type, (const char *)payload, n);
    return EG(exception) == NULL;
}
