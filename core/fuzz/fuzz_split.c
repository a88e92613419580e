/*
 * A stream gives the same messages and the same error however it is split: in one
 * part, and in parts whose sizes depend on the second byte of the input. Each part
 * is in memory of exactly its size.
 */
#include "fuzz.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

struct message {
    enum haya_error error;
    size_t pos;
};

static struct message in_one_go(const uint8_t *msg, size_t len, const struct haya_limits *limits)
{
    struct haya_scan scan;
    struct message message;
    haya_scan_begin(&scan, limits, levels);
    message.error = haya_scan_more(&scan, msg, len);
    message.pos = scan.pos;
    FUZZ_REQUIRE(message.error != HAYA_OK || message.pos <= limits->bytes);
    FUZZ_REQUIRE(message.error != HAYA_ERR_TRUNCATED || scan.need > len);
    FUZZ_REQUIRE(message.error != HAYA_ERR_TRUNCATED || scan.need <= limits->bytes);
    return message;
}

static struct message in_pieces(const uint8_t *msg, size_t len, const struct haya_limits *limits, uint32_t seed,
                                struct message expected)
{
    struct haya_scan scan;
    struct message message;
    size_t come = 0, most = 1 + seed % 16;

    haya_scan_begin(&scan, limits, levels);
    for (;;) {
        uint8_t *exact = test_exact(msg, come);
        message.error = haya_scan_more(&scan, exact, come);
        message.pos = scan.pos;
        free(exact);
        if (message.error != HAYA_ERR_TRUNCATED || come == len)
            return message;
        FUZZ_REQUIRE(scan.need > come);
        FUZZ_REQUIRE(expected.error != HAYA_OK || scan.need <= expected.pos);
        seed = seed * 1664525u + 1013904223u;
        come += 1 + (seed >> 16) % most;
        if (come > len)
            come = len;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct haya_limits limits;
    struct message whole, parts;
    const uint8_t *msg;
    size_t len;

    if (size < 3)
        return 0;
    limits = fuzz_limits(input[0]);
    msg = input + 2;
    len = size - 2;
    while (len > 0) {
        whole = in_one_go(msg, len, &limits);
        parts = in_pieces(msg, len, &limits, input[1], whole);
        FUZZ_REQUIRE(parts.error == whole.error);
        FUZZ_REQUIRE(whole.error == HAYA_ERR_TRUNCATED || parts.pos == whole.pos);
        if (whole.error != HAYA_OK)
            break;
        msg += whole.pos;
        len -= whole.pos;
    }
    return 0;
}
