/* The names of errors, and the version. */
#include "../include/hayapack.h"

const char *haya_version(void)
{
    return HAYA_VERSION;
}

const char *haya_error_name(enum haya_error error)
{
    switch (error) {
    case HAYA_OK: return "ok";
    case HAYA_ERR_TRUNCATED: return "truncated";
    case HAYA_ERR_RESERVED_BYTE: return "reserved_byte";
    case HAYA_ERR_EXTRA_DATA: return "extra_data";
    case HAYA_ERR_TOO_DEEP: return "too_deep";
    case HAYA_ERR_INVALID_UTF8: return "invalid_utf8";
    case HAYA_ERR_INVALID_TIMESTAMP: return "invalid_timestamp";
    case HAYA_ERR_INVALID_KEY: return "invalid_key";
    case HAYA_ERR_STR_LIMIT: return "str_limit";
    case HAYA_ERR_BIN_LIMIT: return "bin_limit";
    case HAYA_ERR_EXT_LIMIT: return "ext_limit";
    case HAYA_ERR_ARRAY_LIMIT: return "array_limit";
    case HAYA_ERR_MAP_LIMIT: return "map_limit";
    case HAYA_ERR_SIZE_LIMIT: return "size_limit";
    case HAYA_ERR_INVALID_LZ4: return "invalid_lz4";
    case HAYA_ERR_LZ4_LIMIT: return "lz4_limit";
    case HAYA_ERR_INVALID_TYPED: return "invalid_typed";
    case HAYA_ERR_OUT_OF_MEMORY: return "out_of_memory";
    case HAYA_ERR_TOO_LONG: return "too_long";
    case HAYA_ERR_INT_RANGE: return "int_range";
    case HAYA_ERR_FLOAT_RANGE: return "float_range";
    case HAYA_ERR_UNSUPPORTED_TYPE: return "unsupported_type";
    case HAYA_ERR_MUTATED: return "mutated";
    case HAYA_ERR_LONE_SURROGATE: return "lone_surrogate";
    case HAYA_ERR_TIMESTAMP_RANGE: return "timestamp_range";
    case HAYA_ERR_WRONG_TYPE: return "wrong_type";
    case HAYA_ERR_MISSING_FIELD: return "missing_field";
    case HAYA_ERR_UNKNOWN_FIELD: return "unknown_field";
    case HAYA_ERR_DUPLICATE_FIELD: return "duplicate_field";
    case HAYA_ERR_OUT_OF_BOUNDS: return "out_of_bounds";
    case HAYA_ERR_UNKNOWN_TAG: return "unknown_tag";
    case HAYA_ERR_UNKNOWN_MEMBER: return "unknown_member";
    case HAYA_ERR_INVALID_VALUE: return "invalid_value";
    case HAYA_ERR_LATE_TAG: return "late_tag";
    }
    return "unknown";
}
