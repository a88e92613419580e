/* Dates, by the class that a node names. */
#include "decode.h"

#include "../types/value_classes.h"
#include "ext/date/php_date.h"

bool plan_date_make(const struct plan_node *node, int64_t seconds, uint32_t nanoseconds, zval *slot)
{
    if (node->date == PLAN_DATE_TIMESTAMP) {
        msgpack_make_timestamp(slot, seconds, nanoseconds);
        return true;
    }
    return msgpack_make_date(slot,
                             node->date == PLAN_DATE_MUTABLE ? php_date_get_date_ce() : php_date_get_immutable_ce(),
                             seconds, nanoseconds);
}

const uint8_t *plan_date_quick(const struct plan_node *node, const uint8_t *p, const uint8_t *end, zval *slot)
{
    struct haya_timestamp time;
    uint32_t n = *p == HAYA_FIXEXT4 ? 4 : *p == HAYA_FIXEXT8 ? 8 : 0;

    if (n == 0 || (int8_t)p[1] != HAYA_TIMESTAMP_TYPE || (size_t)(end - p) < 2 + (size_t)n ||
        haya_timestamp_read(p + 2, n, &time) != HAYA_OK || !plan_date_make(node, time.seconds, time.nanoseconds, slot))
        return NULL;
    return p + 2 + n;
}
