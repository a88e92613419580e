/* Ext type -1: timestamps. */
#include "../include/hayapack.h"
#include "../include/hayapack_wire.h"

enum haya_error haya_timestamp_read(const uint8_t *payload, uint32_t n, struct haya_timestamp *time)
{
    struct haya_timestamp t = {0, 0};
    uint64_t bits;

    switch (n) {
    case 4: /* u32 seconds */ t.seconds = haya_load32(payload); break;
    case 8: /* u30 nanoseconds, u34 seconds */
        bits = haya_load64(payload);
        t.seconds = (int64_t)(bits & 0x3ffffffffu);
        t.nanoseconds = (uint32_t)(bits >> 34);
        break;
    case 12: /* u32 nanoseconds, i64 seconds */
        t.nanoseconds = haya_load32(payload);
        t.seconds = (int64_t)haya_load64(payload + 4);
        break;
    default: return HAYA_ERR_INVALID_TIMESTAMP;
    }
    if (t.nanoseconds > HAYA_NANOSECONDS_MAX)
        return HAYA_ERR_INVALID_TIMESTAMP;
    *time = t;
    return HAYA_OK;
}
