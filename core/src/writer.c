/*
 * The writer: each function ensures space and then writes with the inline
 * functions of hayapack_wire.h.
 */
#include "../include/hayapack.h"
#include "../include/hayapack_wire.h"

#include <math.h>

void haya_writer_begin(struct haya_writer *writer, void *buffer, size_t size,
                       bool (*grow)(struct haya_writer *, size_t), void *user)
{
    writer->begin = buffer;
    writer->pos = writer->begin;
    writer->end = size > 0 ? writer->begin + size : writer->begin;
    writer->grow = grow;
    writer->user = user;
    writer->error = HAYA_OK;
}

size_t haya_writer_size(const struct haya_writer *writer)
{
    return (size_t)(writer->pos - writer->begin);
}

enum haya_error haya_writer_error(const struct haya_writer *writer)
{
    return writer->error;
}

static void writer_fail(struct haya_writer *writer, enum haya_error error)
{
    if (writer->error == HAYA_OK)
        writer->error = error;
}

/* Ensures space for n bytes. False: there is none, or the writer has an error. */
static bool writer_reserve(struct haya_writer *writer, size_t n)
{
    if (writer->error != HAYA_OK)
        return false;
    if ((size_t)(writer->end - writer->pos) >= n)
        return true;
    if (writer->grow != NULL && writer->grow(writer, n))
        return true;
    writer->error = HAYA_ERR_OUT_OF_MEMORY;
    return false;
}

/* Checks that a length has at most 32 bits. False: HAYA_ERR_TOO_LONG is set. */
static bool writer_fits(struct haya_writer *writer, size_t n)
{
#if SIZE_MAX > UINT32_MAX
    if (n > UINT32_MAX) {
        writer_fail(writer, HAYA_ERR_TOO_LONG);
        return false;
    }
#else
    (void)writer, (void)n;
#endif
    return true;
}

/* Appends a header, which was built elsewhere, and n bytes of data. All values are written by this function, because
 * building a header may overwrite HAYA_HEADER_MAX bytes, which the caller's buffer may not have. */
static void writer_append(struct haya_writer *writer, const uint8_t *header, const uint8_t *header_end,
                          const void *data, size_t n)
{
    size_t size = (size_t)(header_end - header);
    if (n > SIZE_MAX - size) {
        writer_fail(writer, HAYA_ERR_OUT_OF_MEMORY);
        return;
    }
    if (!writer_reserve(writer, size + n))
        return;
    if (size > 0) {
        memcpy(writer->pos, header, size);
        writer->pos += size;
    }
    if (n > 0) {
        memcpy(writer->pos, data, n);
        writer->pos += n;
    }
}

void haya_write_nil(struct haya_writer *writer)
{
    uint8_t header[HAYA_HEADER_MAX];
    writer_append(writer, header, haya_put_nil(header), NULL, 0);
}

void haya_write_bool(struct haya_writer *writer, bool value)
{
    uint8_t header[HAYA_HEADER_MAX];
    writer_append(writer, header, haya_put_bool(header, value), NULL, 0);
}

void haya_write_int(struct haya_writer *writer, int64_t value)
{
    uint8_t header[HAYA_HEADER_MAX];
    writer_append(writer, header, haya_put_int(header, value), NULL, 0);
}

void haya_write_uint(struct haya_writer *writer, uint64_t value)
{
    uint8_t header[HAYA_HEADER_MAX];
    writer_append(writer, header, haya_put_uint(header, value), NULL, 0);
}

void haya_write_double(struct haya_writer *writer, double value)
{
    uint8_t header[HAYA_HEADER_MAX];
    writer_append(writer, header, haya_put_double(header, value), NULL, 0);
}

void haya_write_float(struct haya_writer *writer, double value)
{
    uint8_t header[HAYA_HEADER_MAX];
    /* from 2**128 - 2**103 on, rounding to nearest gives infinity */
    if (isfinite(value) && fabs(value) >= 0x1.ffffffp127) {
        writer_fail(writer, HAYA_ERR_FLOAT_RANGE);
        return;
    }
    writer_append(writer, header, haya_put_float(header, (float)value), NULL, 0);
}

void haya_write_str(struct haya_writer *writer, const char *text, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    if (writer_fits(writer, n))
        writer_append(writer, header, haya_put_str_header(header, (uint32_t)n), text, n);
}

void haya_write_bin(struct haya_writer *writer, const void *data, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    if (writer_fits(writer, n))
        writer_append(writer, header, haya_put_bin_header(header, (uint32_t)n), data, n);
}

void haya_write_ext(struct haya_writer *writer, int8_t type, const void *data, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    if (writer_fits(writer, n))
        writer_append(writer, header, haya_put_ext_header(header, type, (uint32_t)n), data, n);
}

void haya_write_array(struct haya_writer *writer, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    if (writer_fits(writer, n))
        writer_append(writer, header, haya_put_array_header(header, (uint32_t)n), NULL, 0);
}

void haya_write_map(struct haya_writer *writer, size_t n)
{
    uint8_t header[HAYA_HEADER_MAX];
    if (writer_fits(writer, n))
        writer_append(writer, header, haya_put_map_header(header, (uint32_t)n), NULL, 0);
}

void haya_write_timestamp(struct haya_writer *writer, int64_t seconds, uint32_t nanoseconds)
{
    uint8_t whole[HAYA_TIMESTAMP_MAX];
    if (nanoseconds > HAYA_NANOSECONDS_MAX) {
        writer_fail(writer, HAYA_ERR_INVALID_TIMESTAMP);
        return;
    }
    writer_append(writer, whole, haya_put_timestamp(whole, seconds, nanoseconds), NULL, 0);
}

void haya_write_raw(struct haya_writer *writer, const void *data, size_t n)
{
    const uint8_t *no_header = NULL;
    writer_append(writer, no_header, no_header, data, n);
}
