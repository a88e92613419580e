/*
 * Shared by the fuzz targets. The first byte of an input chooses the limits, so that
 * each seed and each finding is one file; the rest is the message.
 */
#ifndef HAYA_FUZZ_H
#define HAYA_FUZZ_H

#include "../tests/copy.h"
#include "../tests/test.h"

#define FUZZ_REQUIRE(condition)                                                       \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: required: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                  \
        }                                                                             \
    } while (0)

/* choice 0: the defaults; else low limits, which inputs can reach. */
static inline struct haya_limits fuzz_limits(uint8_t choice)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    if (choice & 1)
        limits.flags |= HAYA_STRICT_KEYS;
    if (choice & 2)
        limits.flags |= HAYA_ANY_STR;
    if (choice & 4)
        limits.depth = 1 + (choice >> 6);
    if (choice & 8)
        limits.str_len = limits.bin_len = limits.ext_len = (choice & 64) ? 40 : 5;
    if (choice & 16)
        limits.array_len = limits.map_len = 3;
    if (choice & 32)
        limits.bytes = (choice & 128) ? 200 : 24;
    return limits;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

#endif
