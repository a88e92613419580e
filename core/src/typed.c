/* Ext type 100: typed values, a name and a value. */
#include "../include/hayapack_format.h"

#include <string.h>

static const char typed_object[] = "System.Object";

bool haya_typed_is_object(const char *name, size_t n)
{
    const size_t size = sizeof typed_object - 1;
    return n >= size && memcmp(name, typed_object, size) == 0 && (n == size || name[size] == ',');
}

bool haya_typed_is_name_only(const uint8_t *payload, size_t n)
{
    struct haya_format format;

    if (n < sizeof typed_object)
        return false;
    format = haya_formats[*payload];
    return format.kind == HAYA_KIND_STR && haya_format_count(format, payload) == n - format.header &&
           haya_typed_is_object((const char *)payload + format.header, n - format.header);
}

enum haya_error haya_typed_read(const uint8_t *payload, size_t n, const struct haya_limits *limits,
                                struct haya_typed *typed, size_t *offset)
{
    struct haya_reader reader;
    struct haya_token name;
    enum haya_error error;
    size_t at = 0;

    if (offset != NULL)
        *offset = 0;
    haya_reader_begin(&reader, payload, n, limits, NULL, 0);
    if (!haya_read_next(&reader, &name)) {
        /* too_deep: a container, for which this reader has no levels; it is not a name either */
        bool other = reader.error == HAYA_ERR_TRUNCATED || reader.error == HAYA_ERR_TOO_DEEP;
        return other ? HAYA_ERR_INVALID_TYPED : reader.error;
    }
    if (name.kind != HAYA_KIND_STR)
        return HAYA_ERR_INVALID_TYPED;
    typed->name = (const char *)name.data;
    typed->name_len = name.count;
    typed->value = payload + reader.pos;
    typed->value_len = n - reader.pos;
    if (typed->value_len == 0 && haya_typed_is_object(typed->name, typed->name_len))
        return HAYA_OK;
    error = haya_check(typed->value, typed->value_len, limits, &at);
    if (error == HAYA_OK)
        return HAYA_OK;
    if (error == HAYA_ERR_TRUNCATED || error == HAYA_ERR_EXTRA_DATA)
        return HAYA_ERR_INVALID_TYPED;
    if (offset != NULL)
        *offset = reader.pos + at;
    return error;
}
