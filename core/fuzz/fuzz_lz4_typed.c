/*
 * Hostile LZ4 framings, hostile typed values, and round trips: the first byte
 * chooses the limit, and how the rest is compressed as a message of its own.
 */
#include "fuzz.h"

#define FUZZ_LARGEST 65536 /* bytes of decompressed content */

static uint8_t content[FUZZ_LARGEST];

/* Checks that each block of an opened message has its declared size. */
static void check_blocks(struct haya_lz4 lz4, size_t len)
{
    struct haya_lz4_block block;
    size_t at = 0;
    uint32_t blocks = lz4.blocks;

    FUZZ_REQUIRE(blocks > 0 && lz4.size > 0);
    while (haya_lz4_next(&lz4, &block)) {
        FUZZ_REQUIRE(block.at == at && block.content > 0);
        FUZZ_REQUIRE(block.offset < len && block.data >= lz4.msg && block.data + block.size <= lz4.msg + lz4.end);
        FUZZ_REQUIRE(block.content <= block.size * HAYA_LZ4_RATIO_MAX);
        at += block.content;
        blocks--;
    }
    FUZZ_REQUIRE(at == lz4.size && blocks == 0);
}

static void hostile(const uint8_t *msg, size_t len, size_t limit)
{
    struct haya_lz4 lz4;
    enum haya_error error = haya_lz4_open(&lz4, msg, len, limit);
    size_t offset;

    if (error != HAYA_OK) {
        FUZZ_REQUIRE(lz4.error_offset <= len);
        FUZZ_REQUIRE((error == HAYA_ERR_INVALID_LZ4) == (lz4.reason != NULL));
        FUZZ_REQUIRE(error != HAYA_ERR_LZ4_LIMIT || lz4.declared > limit);
        FUZZ_REQUIRE(error == HAYA_ERR_INVALID_LZ4 || error == HAYA_ERR_LZ4_LIMIT ||
                     haya_check(msg, len, NULL, &offset) == error);
        return;
    }
    FUZZ_REQUIRE(lz4.end <= len);
    if (lz4.form == HAYA_LZ4_PLAIN)
        return;
    FUZZ_REQUIRE(lz4.size <= limit);
    check_blocks(lz4, len);
    if (haya_lz4_unpack(&lz4, content) == HAYA_OK)
        haya_check(content, lz4.size, NULL, &offset);
}

static void round_trip(const uint8_t *msg, size_t len, enum haya_lz4_form form, int level)
{
    struct haya_lz4_plan plan;
    struct haya_lz4 lz4;
    void *state = malloc(haya_lz4_state_size(level));
    uint8_t *out, *packed;
    size_t size;

    FUZZ_REQUIRE(haya_lz4_plan(&plan, form, msg, len, level) == HAYA_OK);
    out = malloc(plan.capacity);
    size = haya_lz4_pack(&plan, out, state);
    packed = test_exact(out, size);
    FUZZ_REQUIRE(haya_lz4_open(&lz4, packed, size, len) == HAYA_OK && lz4.form == form);
    FUZZ_REQUIRE(lz4.size == len && lz4.end == size);
    FUZZ_REQUIRE(haya_lz4_unpack(&lz4, content) == HAYA_OK && memcmp(content, msg, len) == 0);
    free(packed), free(out), free(state);
}

static void typed(const uint8_t *payload, size_t n)
{
    struct haya_typed value;
    char path[HAYA_PATH_MAX];
    size_t offset, length;
    enum haya_error error = haya_typed_read(payload, n, NULL, &value, &offset);

    if (error == HAYA_OK) {
        FUZZ_REQUIRE(value.value + value.value_len == payload + n);
        FUZZ_REQUIRE(haya_utf8_valid((const uint8_t *)value.name, value.name_len));
        if (value.value_len == 0)
            FUZZ_REQUIRE(haya_typed_is_name_only(payload, n));
        else
            FUZZ_REQUIRE(haya_check(value.value, value.value_len, NULL, NULL) == HAYA_OK);
    } else {
        FUZZ_REQUIRE(!haya_typed_is_name_only(payload, n) || error == HAYA_ERR_INVALID_UTF8);
        FUZZ_REQUIRE(offset <= n && error != HAYA_ERR_TRUNCATED && error != HAYA_ERR_EXTRA_DATA);
    }
    for (offset = 0; offset <= n; offset += 1 + n / 8) {
        length = haya_path_typed(payload, n, offset, path, sizeof path);
        FUZZ_REQUIRE(length > 0 && length == strlen(path) && path[0] == '$');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    uint8_t *msg;
    uint8_t choice;

    if (size < 2)
        return 0;
    choice = input[0];
    msg = test_exact(input + 1, size - 1);
    hostile(msg, size - 1, choice & 1 ? 300 : FUZZ_LARGEST);
    typed(msg, size - 1);
    if (choice & 2)
        round_trip(msg, size - 1, choice & 4 ? HAYA_LZ4_BLOCK : HAYA_LZ4_BLOCK_ARRAY,
                   (choice >> 4) % (HAYA_LZ4_LEVEL_MAX + 1));
    free(msg);
    return 0;
}
