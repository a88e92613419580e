/*
 * The buffer of the classes that decode streams.
 */
#include "stream.h"

#include "errors.h"
#include "lz4.h"
#include "../plan/plan.h"
#include "../../../core/include/hayapack_format.h"

#define STREAM_CAPACITY 4096u    /* bytes of the smallest buffer */
#define STREAM_KEEP (64u * 1024) /* bytes; a larger buffer is freed when it is empty */

/* Makes n bytes available at tail: moves the waiting bytes to the front, or to a new
 * buffer, which is smaller if the old one is large and little used. A move copies at
 * most as many bytes as were consumed or appended since the previous one, so the
 * total is linear. False: memory_limit is exceeded, and nothing has changed. */
static bool stream_reserve(struct msgpack_stream *stream, size_t n)
{
    size_t waiting = msgpack_stream_waiting(stream);
    size_t least = zend_safe_address_guarded(1, waiting, n);

    bool large = stream->capacity > STREAM_KEEP && least < stream->capacity / 4;

    if (waiting <= stream->head && least <= stream->capacity && !large) {
        memmove(stream->buffer, stream->buffer + stream->head, waiting);
    } else {
        size_t capacity = zend_safe_address_guarded(1, least, waiting);
        char *buffer;
        if (capacity < STREAM_CAPACITY)
            capacity = STREAM_CAPACITY;
        if (UNEXPECTED(!msgpack_may_allocate(capacity, 1)))
            return false;
        buffer = emalloc(capacity);
        if (waiting > 0)
            memcpy(buffer, stream->buffer + stream->head, waiting);
        if (stream->buffer != NULL)
            efree(stream->buffer);
        stream->buffer = buffer;
        stream->capacity = capacity;
    }
    stream->head = 0;
    stream->tail = waiting;
    return true;
}

bool msgpack_stream_append(struct msgpack_stream *stream, const char *bytes, size_t n)
{
    if (n == 0)
        return true;
    if (stream->capacity - stream->tail < n && !stream_reserve(stream, n))
        return false;
    memcpy(stream->buffer + stream->tail, bytes, n);
    stream->tail += n;
    return true;
}

static void stream_report_full(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                               const char *caller)
{
    stream->busy = true; /* an error handler is user code */
    msgpack_report_full(caller, stream->offset + msgpack_stream_waiting(stream), options->buffer_size, options->throws);
    stream->busy = false;
}

bool msgpack_stream_feed(struct msgpack_stream *stream, const zend_string *bytes,
                         const struct msgpack_unpack_options *options, const char *caller)
{
    size_t waiting = msgpack_stream_waiting(stream);

    if (waiting > options->buffer_size || ZSTR_LEN(bytes) > options->buffer_size - waiting) {
        stream_report_full(stream, options, caller);
        return false;
    }
    return msgpack_stream_append(stream, ZSTR_VAL(bytes), ZSTR_LEN(bytes));
}

void msgpack_stream_bound(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                          const char *caller)
{
    if (msgpack_stream_waiting(stream) <= options->buffer_size)
        return;
    msgpack_stream_consume(stream, msgpack_stream_waiting(stream));
    stream_report_full(stream, options, caller);
}

/* Begins the scan. False: more bytes are needed to know its limits. */
static bool stream_begin(struct msgpack_stream *stream, const struct msgpack_unpack_options *options)
{
    struct haya_limits limits = options->limits;

    stream->scanning = true;
    stream->begun = EXPECTED(!options->lz4) ||
                    msgpack_lz4_limits(options, msgpack_stream_bytes(stream), msgpack_stream_waiting(stream), &limits);
    if (!stream->begun)
        return false;
    if (limits.bytes > options->buffer_size)
        limits.bytes = options->buffer_size;
    if (stream->level_capacity < limits.depth) {
        stream->levels = safe_erealloc(stream->levels, limits.depth, sizeof *stream->levels, 0);
        stream->level_capacity = limits.depth;
    }
    haya_scan_begin(&stream->scan, &limits, stream->levels);
    return true;
}

enum haya_error msgpack_stream_whole(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                                     size_t *size)
{
    enum haya_error error;

    *size = 0;
    if (msgpack_stream_waiting(stream) == 0)
        return HAYA_ERR_TRUNCATED;
    stream->seen = msgpack_stream_waiting(stream);
    if ((!stream->scanning || !stream->begun) && !stream_begin(stream, options))
        return HAYA_ERR_TRUNCATED;
    error = haya_scan_more(&stream->scan, (const uint8_t *)stream->buffer + stream->head, stream->seen);
    *size = stream->scan.pos;
    return error;
}

/* Whether max_buffer_size is the limit of a message's size, and not max_bytes. */
static bool stream_is_smaller(const struct msgpack_unpack_options *options)
{
    return options->buffer_size < options->limits.bytes;
}

static size_t stream_limit(enum haya_error error, const struct msgpack_unpack_options *options)
{
    size_t limit;

    if (haya_limit_of(error, &options->limits, &limit))
        return limit;
    return stream_is_smaller(options) ? options->buffer_size : options->limits.bytes;
}

enum msgpack_taken msgpack_stream_take(struct msgpack_stream *stream, zval *out,
                                       const struct msgpack_unpack_options *options, bool warn, size_t *size)
{
    enum haya_error error = msgpack_stream_whole(stream, options, size);
    struct msgpack_failure failure = {
        .error = error, .offset = *size, .limit = stream_limit(error, options), .typed = options->types != NULL};
    size_t used, len = error == HAYA_OK ? *size : msgpack_stream_waiting(stream);
    const char *bytes = msgpack_stream_bytes(stream);
    bool good = false;

    if (error == HAYA_ERR_TRUNCATED) {
        *size = 0;
        return MSGPACK_NOT_WHOLE;
    }
    if (error == HAYA_ERR_SIZE_LIMIT && stream_is_smaller(options))
        failure.reason = "max_buffer_size";
    stream->busy = true;
    if (error == HAYA_OK)
        good = EXPECTED(!options->lz4) ? msgpack_decode_by(out, bytes, *size, &used, options, &failure)
                                       : msgpack_lz4_decode(out, bytes, *size, &used, options, &failure);
    if (!good && (warn || options->throws))
        msgpack_report_unpack_at(&failure, bytes, len, stream->offset, options->throws);
    msgpack_failure_free(&failure);
    stream->busy = false;
    if (*size == 0)
        *size = 1;
    msgpack_stream_consume(stream, *size);
    return good ? MSGPACK_TAKEN : MSGPACK_TAKEN_WRONG;
}

void msgpack_stream_consume(struct msgpack_stream *stream, size_t n)
{
    stream->head += n;
    stream->offset += n;
    stream->scanning = false;
    if (stream->head < stream->tail)
        return;
    stream->head = stream->tail = 0;
    if (stream->capacity > STREAM_KEEP) {
        efree(stream->buffer);
        stream->buffer = NULL;
        stream->capacity = 0;
    }
}

void msgpack_stream_give_up(struct msgpack_stream *stream)
{
    if (stream->scanning)
        msgpack_stream_consume(stream, stream->seen);
}

void msgpack_stream_rescan(struct msgpack_stream *stream)
{
    stream->scanning = false;
}

void msgpack_stream_free(struct msgpack_stream *stream)
{
    if (stream->buffer != NULL)
        efree(stream->buffer);
    if (stream->levels != NULL)
        efree(stream->levels);
    memset(stream, 0, sizeof *stream);
}
