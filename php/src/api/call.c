/* Packs or unpacks a whole value, and reports a failure. */
#include "call.h"

#include "errors.h"
#include "lz4.h"
#include "../plan/plan.h"

void msgpack_pack_value(zval *return_value, zval *value, const struct msgpack_pack_options *options)
{
    struct msgpack_failure failure = {0};
    zend_string *message = EXPECTED(options->lz4 == HAYA_LZ4_PLAIN) ? msgpack_encode_by(value, options, &failure)
                                                                    : msgpack_lz4_encode(value, options, &failure);

    if (EXPECTED(message != NULL)) {
        RETURN_STR(message);
    }
    msgpack_report_pack(&failure, options->throws);
    RETURN_FALSE;
}

void msgpack_pack_held(zval *return_value, zval *value, const struct msgpack_pack_options *options)
{
    if (options->types != NULL)
        GC_ADDREF(options->types);
    msgpack_pack_value(return_value, value, options);
    if (options->types != NULL)
        OBJ_RELEASE(options->types);
}

bool msgpack_unpack_value(zval *return_value, const char *bytes, size_t len,
                          const struct msgpack_unpack_options *options)
{
    struct msgpack_failure failure = {0};
    size_t used = 0;

    if (UNEXPECTED(len == 0) && !options->throws) {
        ZVAL_NULL(return_value);
        return false;
    }
    bool good = EXPECTED(!options->lz4) ? msgpack_decode_by(return_value, bytes, len, &used, options, &failure)
                                        : msgpack_lz4_decode(return_value, bytes, len, &used, options, &failure);
    if (EXPECTED(good)) {
        if (EXPECTED(used == len || !options->throws)) {
            if (UNEXPECTED(used != len))
                msgpack_warn_extra_bytes();
            msgpack_tell_collector(return_value);
            return true;
        }
        zval_ptr_dtor(return_value);
        failure.error = HAYA_ERR_EXTRA_DATA;
        failure.offset = used;
    }
    msgpack_report_unpack(&failure, bytes, len, options->throws);
    ZVAL_FALSE(return_value);
    return false;
}
