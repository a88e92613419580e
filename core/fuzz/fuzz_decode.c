/*
 * All methods of reading the same bytes give the same result: the check, the reader
 * entering every container, the reader skipping and, except for the rules that it
 * does not check, the scan. The path of the error is well-formed.
 */
#include "fuzz.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

struct end {
    enum haya_error error;
    size_t offset;
};

static void compare_readers(const uint8_t *msg, size_t len, const struct haya_limits *limits, struct end check)
{
    struct haya_reader reader;

    haya_reader_begin(&reader, msg, len, limits, levels, HAYA_DEPTH_DEFAULT);
    FUZZ_REQUIRE(copy_message(&reader, NULL) == check.error);
    FUZZ_REQUIRE(check.error == HAYA_OK || reader.error_offset == check.offset);
    haya_reader_begin(&reader, msg, len, limits, levels, HAYA_DEPTH_DEFAULT);
    FUZZ_REQUIRE(haya_read_skip(&reader) == (check.error == HAYA_OK || check.error == HAYA_ERR_EXTRA_DATA));
    FUZZ_REQUIRE(haya_reader_end(&reader) == check.error);
    FUZZ_REQUIRE(check.error == HAYA_OK || reader.error_offset == check.offset);
}

/* Peeks before each step; the bytes of the message decide whether it enters, skips or leaves. */
static void wander(const uint8_t *msg, size_t len, const struct haya_limits *limits, struct end check)
{
    struct haya_reader reader;
    struct haya_token token;
    enum haya_kind kind;

    haya_reader_begin(&reader, msg, len, limits, levels, HAYA_DEPTH_DEFAULT);
    for (size_t i = 0; i < 2 * len && reader.error == HAYA_OK; i++) {
        kind = haya_read_peek(&reader);
        switch (msg[i % len] % 4) {
        case 0: haya_read_leave(&reader); break;
        case 1: haya_read_skip(&reader); break;
        default:
            if (haya_read_next(&reader, &token)) {
                FUZZ_REQUIRE(token.kind == kind || (kind == HAYA_KIND_UINT && token.kind == HAYA_KIND_INT));
                haya_read_enter(&reader);
            }
        }
    }
    FUZZ_REQUIRE(haya_reader_end(&reader) == check.error);
    FUZZ_REQUIRE(check.error == HAYA_OK || reader.error_offset == check.offset);
}

/* The scan does not check declared counts, UTF-8, timestamps, nor keys that are containers or ext. Where only these are
 * wrong it may continue, but it must not stop earlier than the check. */
static void compare_scan(const uint8_t *msg, size_t len, struct haya_limits limits, struct end check)
{
    struct haya_scan scan;
    enum haya_error error;

    limits.bytes = SIZE_MAX;
    haya_scan_begin(&scan, &limits, levels);
    error = haya_scan_more(&scan, msg, len);
    switch (check.error) {
    case HAYA_OK: FUZZ_REQUIRE(error == HAYA_OK && scan.pos == len); break;
    case HAYA_ERR_EXTRA_DATA: FUZZ_REQUIRE(error == HAYA_OK && scan.pos == check.offset); break;
    case HAYA_ERR_TRUNCATED:
        FUZZ_REQUIRE(error != HAYA_OK);
        FUZZ_REQUIRE(error == HAYA_ERR_TRUNCATED ? scan.need > len : scan.pos > check.offset);
        break;
    case HAYA_ERR_INVALID_UTF8:
    case HAYA_ERR_INVALID_TIMESTAMP: FUZZ_REQUIRE(scan.pos > check.offset); break;
    case HAYA_ERR_INVALID_KEY:
        FUZZ_REQUIRE(error == HAYA_ERR_INVALID_KEY ? scan.pos >= check.offset : scan.pos > check.offset);
        break;
    default: FUZZ_REQUIRE(error == check.error && scan.pos == check.offset);
    }
}

static void check_path(const uint8_t *msg, size_t len, size_t offset)
{
    char path[HAYA_PATH_MAX];
    size_t length = haya_path(msg, len, offset, path, sizeof path);

    FUZZ_REQUIRE(length > 0 && length < HAYA_PATH_MAX && length == strlen(path));
    FUZZ_REQUIRE(path[0] == '$');
    FUZZ_REQUIRE(haya_utf8_valid((const uint8_t *)path, length));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct haya_limits limits, no_size;
    struct end check;
    uint8_t *msg;
    size_t len;

    if (size < 2)
        return 0;
    limits = fuzz_limits(input[0]);
    len = size - 1;
    msg = test_exact(input + 1, len);
    check.error = haya_check(msg, len, &limits, &check.offset);
    FUZZ_REQUIRE(check.offset <= len);
    FUZZ_REQUIRE((check.error == HAYA_ERR_SIZE_LIMIT) == (len > limits.bytes));
    compare_readers(msg, len, &limits, check);
    wander(msg, len, &limits, check);
    check_path(msg, len, check.offset);
    no_size = limits;
    no_size.bytes = SIZE_MAX;
    check.error = haya_check(msg, len, &no_size, &check.offset);
    compare_scan(msg, len, no_size, check);
    free(msg);
    return 0;
}
