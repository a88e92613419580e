/*
 * Compressed messages: the framings of ext 99 and ext 98 around LZ4 blocks.
 *
 * The first part reads the framings with the reader, so that the reader's rules
 * apply to them. The second part calls liblz4. For packing, each block has a slot
 * of the worst-case size, whose header says how many bytes are used;
 * haya_lz4_join() then moves the blocks together.
 */
#include "../include/hayapack_format.h"

#ifdef HAYA_HAVE_LZ4
#ifdef HAYA_LZ4_HEADER /* for programs that load liblz4 at run time */
#include HAYA_LZ4_HEADER
#else
#include <lz4.h>
#include <lz4hc.h>
#endif
#endif

#define LZ4_NOT_DECLARED "the declared size is missing"
#define LZ4_NOTHING "a declared size is 0 or negative"
#define LZ4_RATIO "a declared size is more than 255 times the size of its block"
#define LZ4_COUNT "the number of declared sizes differs from the number of blocks"
#define LZ4_NO_BIN "a block is not a bin"

#define LZ4_BIN_HEADER 5u /* each block of ext 98 is a bin32 */
#define LZ4_EXT_HEADER 6u /* ext32 */
#define LZ4_SIZE_INT 5u   /* the size in ext 99, an int32 */

bool haya_lz4_detect(const uint8_t *msg, size_t len, enum haya_lz4_form *form)
{
    struct haya_format format;
    uint8_t type = HAYA_LZ4_BLOCK;

    *form = HAYA_LZ4_PLAIN;
    if (len == 0)
        return false;
    format = haya_formats[*msg];
    if (format.kind == HAYA_KIND_ARRAY) {
        if (len < format.header)
            return false;
        if (haya_format_count(format, msg) == 0)
            return true;
        msg += format.header;
        len -= format.header;
        if (len == 0)
            return false;
        format = haya_formats[*msg];
        type = HAYA_LZ4_BLOCK_ARRAY;
    }
    if (format.kind != HAYA_KIND_EXT)
        return true;
    if (len < format.header)
        return false;
    if (msg[format.header - 1] == type)
        *form = (enum haya_lz4_form)type;
    return true;
}

bool haya_lz4_wanted(const uint8_t *msg, size_t len)
{
    enum haya_lz4_form form;
    return len >= HAYA_LZ4_LEAST || (haya_lz4_detect(msg, len, &form) && form != HAYA_LZ4_PLAIN);
}

static enum haya_error lz4_fail(struct haya_lz4 *lz4, enum haya_error error, size_t offset, const char *reason)
{
    lz4->error_offset = offset;
    lz4->reason = reason;
    return error;
}

/* Reads a declared size at p, where `have` bytes follow. Returns the bytes of the integer, 0 if there is none. *size
 * is 0 if it is negative. */
static size_t lz4_size(const uint8_t *p, size_t have, uint64_t *size)
{
    struct haya_reader reader;
    struct haya_token token;

    haya_reader_begin(&reader, p, have, NULL, NULL, 0);
    if (!haya_read_next(&reader, &token) || (token.kind != HAYA_KIND_INT && token.kind != HAYA_KIND_UINT))
        return 0;
    *size = token.kind == HAYA_KIND_UINT ? token.as.u : token.as.i > 0 ? (uint64_t)token.as.i : 0;
    return reader.pos;
}

/* Compares the sum of the declared sizes with limit. offset: of the ext that contains them. */
static enum haya_error lz4_total(struct haya_lz4 *lz4, uint64_t total, size_t limit, size_t offset)
{
    lz4->declared = total;
    if (total > limit)
        return lz4_fail(lz4, HAYA_ERR_LZ4_LIMIT, offset, NULL);
    lz4->size = (size_t)total;
    return HAYA_OK;
}

static bool lz4_possible(uint64_t content, size_t block)
{
    return content / HAYA_LZ4_RATIO_MAX < block ||
           (content / HAYA_LZ4_RATIO_MAX == block && content % HAYA_LZ4_RATIO_MAX == 0);
}

/* Opens ext 99, a token that the reader has returned. */
static enum haya_error lz4_open_block(struct haya_lz4 *lz4, const struct haya_token *ext, size_t limit)
{
    uint64_t size;
    size_t width = ext->kind == HAYA_KIND_EXT ? lz4_size(ext->data, ext->count, &size) : 0;
    enum haya_error error;

    if (width == 0)
        return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_NOT_DECLARED);
    if (size == 0)
        return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_NOTHING);
    error = lz4_total(lz4, size, limit, ext->offset);
    if (error != HAYA_OK)
        return error;
    if (!lz4_possible(size, ext->count - width))
        return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_RATIO);
    lz4->blocks = 1;
    lz4->next_size = (size_t)(ext->data - lz4->msg);
    lz4->next_block = lz4->next_size + width;
    return HAYA_OK;
}

/* Reads the sizes in ext 98: their number and their sum. */
static enum haya_error lz4_open_sizes(struct haya_lz4 *lz4, const struct haya_token *ext, size_t limit, uint32_t blocks)
{
    uint64_t size, total = 0;
    uint32_t sizes = 0;
    size_t width;

    for (size_t at = 0; ext->kind == HAYA_KIND_EXT && at < ext->count; at += width, sizes++) {
        width = lz4_size(ext->data + at, ext->count - at, &size);
        if (width == 0)
            return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_NOT_DECLARED);
        if (size == 0)
            return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_NOTHING);
        total = size > UINT64_MAX - total ? UINT64_MAX : total + size;
    }
    if (sizes == 0)
        return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_NOT_DECLARED);
    if (sizes != blocks)
        return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, ext->offset, LZ4_COUNT);
    return lz4_total(lz4, total, limit, ext->offset);
}

/* Opens the array of ext 98, which the reader has just entered. */
static enum haya_error lz4_open_array(struct haya_lz4 *lz4, struct haya_reader *reader, size_t limit, uint32_t blocks)
{
    struct haya_token token;
    enum haya_error error;
    uint64_t size;
    size_t at;

    if (!haya_read_next(reader, &token))
        return lz4_fail(lz4, reader->error, reader->error_offset, NULL);
    error = lz4_open_sizes(lz4, &token, limit, blocks);
    if (error != HAYA_OK)
        return error;
    at = lz4->next_size = (size_t)(token.data - lz4->msg);
    lz4->blocks = blocks;
    lz4->next_block = reader->pos;
    for (; blocks > 0; blocks--) {
        enum haya_kind kind = haya_read_peek(reader);
        if (kind != HAYA_KIND_BIN && kind != HAYA_KIND_NONE && kind != HAYA_KIND_RESERVED)
            return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, reader->pos, LZ4_NO_BIN);
        if (!haya_read_next(reader, &token))
            break;
        at += lz4_size(lz4->msg + at, reader->len - at, &size);
        if (!lz4_possible(size, token.count))
            return lz4_fail(lz4, HAYA_ERR_INVALID_LZ4, token.offset, LZ4_RATIO);
    }
    return reader->error == HAYA_OK ? HAYA_OK : lz4_fail(lz4, reader->error, reader->error_offset, NULL);
}

enum haya_error haya_lz4_open(struct haya_lz4 *lz4, const uint8_t *msg, size_t len, size_t limit)
{
    struct haya_level level;
    struct haya_reader reader;
    struct haya_token token;
    enum haya_error error;

    memset(lz4, 0, sizeof *lz4);
    lz4->msg = msg;
    lz4->size = lz4->end = len;
    haya_lz4_detect(msg, len, &lz4->form);
    if (lz4->form == HAYA_LZ4_PLAIN)
        return HAYA_OK;
    haya_reader_begin(&reader, msg, len, NULL, &level, 1);
    if (!haya_read_next(&reader, &token))
        return lz4_fail(lz4, reader.error, reader.error_offset, NULL);
    haya_read_enter(&reader);
    error = lz4->form == HAYA_LZ4_BLOCK ? lz4_open_block(lz4, &token, limit)
                                        : lz4_open_array(lz4, &reader, limit, token.count - 1);
    lz4->end = reader.pos;
    return error;
}

/* Reads the bin at next_block. False: it extends beyond the message. */
static bool lz4_next_bin(struct haya_lz4 *lz4, struct haya_lz4_block *block)
{
    const uint8_t *p = lz4->msg + lz4->next_block;
    size_t have = lz4->end - lz4->next_block;
    struct haya_format format;

    if (have == 0)
        return false;
    format = haya_formats[*p];
    if (format.kind != HAYA_KIND_BIN || format.header > have)
        return false;
    block->data = p + format.header;
    block->size = haya_format_count(format, p);
    block->offset = lz4->next_block;
    if (block->size > have - format.header)
        return false;
    lz4->next_block += format.header + block->size;
    return true;
}

/*
 * haya_lz4_open() has checked the same sizes and bins, but the message may have
 * been written to since. So every access outside the message or outside the
 * allocated output is prevented by new checks.
 */
bool haya_lz4_next(struct haya_lz4 *lz4, struct haya_lz4_block *block)
{
    uint64_t size = 0;
    bool sound = true;

    if (lz4->blocks == 0)
        return false;
    lz4->blocks--;
    lz4->next_size += lz4_size(lz4->msg + lz4->next_size, lz4->end - lz4->next_size, &size);
    if (lz4->form == HAYA_LZ4_BLOCK) {
        block->data = lz4->msg + lz4->next_block;
        block->size = lz4->end - lz4->next_block;
        block->offset = 0;
    } else {
        block->data = lz4->msg;
        block->offset = lz4->next_block;
        sound = lz4_next_bin(lz4, block);
    }
    block->at = lz4->at;
    if (!sound || size > lz4->size - lz4->at) {
        block->size = SIZE_MAX; /* an impossible size, which haya_lz4_unpack_block() refuses */
        block->content = 0;
        lz4->blocks = 0;
        return true;
    }
    block->content = (size_t)size;
    lz4->at += block->content;
    return true;
}

#ifdef HAYA_HAVE_LZ4

/* ---- unpacking ------------------------------------------------------------ */

enum haya_error haya_lz4_unpack_block(const struct haya_lz4_block *block, uint8_t *out)
{
    int done;
    if (block->size > INT32_MAX || block->content > INT32_MAX)
        return HAYA_ERR_INVALID_LZ4;
    done =
        LZ4_decompress_safe((const char *)block->data, (char *)out + block->at, (int)block->size, (int)block->content);
    return done >= 0 && (size_t)done == block->content ? HAYA_OK : HAYA_ERR_INVALID_LZ4;
}

enum haya_error haya_lz4_unpack(struct haya_lz4 *lz4, uint8_t *out)
{
    struct haya_lz4_block block;
    while (haya_lz4_next(lz4, &block)) {
        enum haya_error error = haya_lz4_unpack_block(&block, out);
        if (error != HAYA_OK)
            return lz4_fail(lz4, error, block.offset, HAYA_LZ4_CONTENT);
    }
    return HAYA_OK;
}

/* ---- packing -------------------------------------------------------------- */

static size_t lz4_bound(size_t n)
{
    return n + n / 255 + 16;
}

/* Bytes of the declared sizes in ext 98. */
static size_t lz4_sizes(const struct haya_lz4_plan *plan)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t last = plan->len - (plan->blocks - 1) * plan->piece;
    return (plan->blocks - 1) * (size_t)(haya_put_uint(header, plan->piece) - header) +
           (size_t)(haya_put_uint(header, last) - header);
}

enum haya_error haya_lz4_plan(struct haya_lz4_plan *plan, enum haya_lz4_form form, const uint8_t *msg, size_t len,
                              int level)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t sizes;

    plan->form = form;
    plan->msg = msg;
    plan->len = len;
    plan->level = level;
    plan->blocks = 1;
    if (form == HAYA_LZ4_BLOCK) {
        if (len > LZ4_MAX_INPUT_SIZE)
            return HAYA_ERR_TOO_LONG;
        plan->piece = len;
        plan->header = LZ4_EXT_HEADER + LZ4_SIZE_INT;
        plan->capacity = plan->header + lz4_bound(len);
        return HAYA_OK;
    }
    /* the message and its blocks fit in memory, so only the number of blocks, in an array header, and their sizes,
     * in an ext, can be too large */
    plan->piece = HAYA_LZ4_PIECE;
    if ((len - 1) / HAYA_LZ4_PIECE >= UINT32_MAX / 5 - 1)
        return HAYA_ERR_TOO_LONG;
    plan->blocks = (uint32_t)((len - 1) / HAYA_LZ4_PIECE + 1);
    sizes = lz4_sizes(plan);
    plan->header = (size_t)(haya_put_array_header(header, plan->blocks + 1) - header);
    plan->header += (size_t)(haya_put_ext_header(header, HAYA_LZ4_BLOCK_ARRAY, (uint32_t)sizes) - header) + sizes;
    plan->capacity = plan->header + plan->blocks * (LZ4_BIN_HEADER + lz4_bound(HAYA_LZ4_PIECE));
    return HAYA_OK;
}

size_t haya_lz4_state_size(int level)
{
    return (size_t)(level > 0 ? LZ4_sizeofStateHC() : LZ4_sizeofState());
}

/* The offset of the slot of block i: a header and space for the worst case. */
static size_t lz4_slot(const struct haya_lz4_plan *plan, uint32_t i)
{
    return plan->header + i * (LZ4_BIN_HEADER + lz4_bound(plan->piece));
}

void haya_lz4_pack_block(const struct haya_lz4_plan *plan, uint32_t i, uint8_t *out, void *state)
{
    bool one = plan->form == HAYA_LZ4_BLOCK;
    size_t begin = i * plan->piece, n = plan->len - begin < plan->piece ? plan->len - begin : plan->piece;
    uint8_t *header = one ? out : out + lz4_slot(plan, i);
    char *to = (char *)(one ? out + plan->header : header + LZ4_BIN_HEADER);
    const char *from = (const char *)plan->msg + begin;
    int size = plan->level > 0 ? LZ4_compress_HC_extStateHC(state, from, to, (int)n, (int)lz4_bound(n), plan->level)
                               : LZ4_compress_fast_extState(state, from, to, (int)n, (int)lz4_bound(n), 1);
    header[0] = HAYA_BIN32; /* for ext 99, haya_lz4_join() reads the size from it */
    haya_store32(header + 1, (uint32_t)size);
}

static size_t lz4_join_block(const struct haya_lz4_plan *plan, uint8_t *out)
{
    uint32_t size = haya_load32(out + 1);
    uint8_t *p = haya_put_ext_header(out, HAYA_LZ4_BLOCK, LZ4_SIZE_INT + size);
    *p++ = HAYA_INT32;
    haya_store32(p, (uint32_t)plan->len);
    p += 4;
    memmove(p, out + plan->header, size);
    return (size_t)(p - out) + size;
}

/* Copies a header that was built elsewhere, because building it at p may overwrite the first slot. Returns the
 * end. */
static uint8_t *lz4_append(uint8_t *p, const uint8_t *header, const uint8_t *end)
{
    memcpy(p, header, (size_t)(end - header));
    return p + (end - header);
}

size_t haya_lz4_join(const struct haya_lz4_plan *plan, uint8_t *out)
{
    uint8_t header[HAYA_HEADER_MAX], *p;

    if (plan->form == HAYA_LZ4_BLOCK)
        return lz4_join_block(plan, out);
    p = lz4_append(out, header, haya_put_array_header(header, plan->blocks + 1));
    p = lz4_append(p, header, haya_put_ext_header(header, HAYA_LZ4_BLOCK_ARRAY, (uint32_t)lz4_sizes(plan)));
    for (uint32_t i = 0; i < plan->blocks; i++) {
        size_t n = plan->len - i * plan->piece;
        p = lz4_append(p, header, haya_put_uint(header, n < plan->piece ? n : plan->piece));
    }
    for (uint32_t i = 0; i < plan->blocks; i++) {
        uint8_t *slot = out + lz4_slot(plan, i);
        size_t size = LZ4_BIN_HEADER + haya_load32(slot + 1);
        memmove(p, slot, size);
        p += size;
    }
    return (size_t)(p - out);
}

size_t haya_lz4_pack(const struct haya_lz4_plan *plan, uint8_t *out, void *state)
{
    for (uint32_t i = 0; i < plan->blocks; i++)
        haya_lz4_pack_block(plan, i, out, state);
    return haya_lz4_join(plan, out);
}

#endif
