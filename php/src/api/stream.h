/*
 * A growing buffer of received bytes, and the scan that finds the end of its first
 * message. The total time is linear in the bytes of the stream, whatever the size
 * of the chunks.
 */
#ifndef MSGPACK_STREAM_H
#define MSGPACK_STREAM_H

#include "../internal.h"

struct msgpack_stream {
    char *buffer;      /* of capacity bytes, or NULL */
    size_t head, tail; /* buffer[head .. tail) is not decoded yet */
    size_t capacity;
    uint64_t offset; /* of head, in the stream */
    bool scanning;   /* a scan of the message at head is in progress */
    bool begun;      /* false: more bytes are needed to know the scan's limits */
    size_t seen;     /* bytes from head that the scan was given */
    struct haya_scan scan;
    struct haya_level *levels;
    uint32_t level_capacity;
    bool busy; /* decoding or reporting, which may run user code: the buffer
                * must not change */
};

/* Appends n bytes. A struct msgpack_stream that is all zero is an empty stream. False: that exceeds memory_limit, and
 * nothing was appended. */
bool msgpack_stream_append(struct msgpack_stream *stream, const char *bytes, size_t n);

/* The same, if the stream then keeps at most options->buffer_size bytes. Else false,
 * nothing appended, after a warning or, with options->throws, an exception
 * "size_limit". caller: the method's name for the message. */
bool msgpack_stream_feed(struct msgpack_stream *stream, const zend_string *bytes,
                         const struct msgpack_unpack_options *options, const char *caller);

/* Drops all bytes if there are more than options->buffer_size, and reports it as
 * msgpack_stream_feed does. */
void msgpack_stream_bound(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                          const char *caller);

/* HAYA_OK: the message at head is complete and *size bytes long. HAYA_ERR_TRUNCATED:
 * more bytes are needed. Else the error of the byte *size bytes after head. */
enum haya_error msgpack_stream_whole(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                                     size_t *size);

enum msgpack_taken { MSGPACK_TAKEN, MSGPACK_NOT_WHOLE, MSGPACK_TAKEN_WRONG };

/* Decodes the next message into *out and consumes it. MSGPACK_NOT_WHOLE: more bytes
 * are needed. MSGPACK_TAKEN_WRONG: *out is not set, and the error was reported, as
 * an exception with options->throws, else as a warning if warn is set. The stream
 * then continues after the message or, if the structure is wrong, at the failing
 * byte, but at least one byte further. *size: number of bytes consumed. */
enum msgpack_taken msgpack_stream_take(struct msgpack_stream *stream, zval *out,
                                       const struct msgpack_unpack_options *options, bool warn, size_t *size);

/* Consumes n bytes; frees a large buffer that is then empty. */
void msgpack_stream_consume(struct msgpack_stream *stream, size_t n);

/* Consumes the bytes seen of an incomplete message, if there is one. */
void msgpack_stream_give_up(struct msgpack_stream *stream);

/* Must be called when limits changed: the message at head is scanned again from its
 * start. */
void msgpack_stream_rescan(struct msgpack_stream *stream);

void msgpack_stream_free(struct msgpack_stream *stream);

static inline const char *msgpack_stream_bytes(const struct msgpack_stream *stream)
{
    return stream->buffer != NULL ? stream->buffer + stream->head : "";
}

static inline size_t msgpack_stream_waiting(const struct msgpack_stream *stream)
{
    return stream->tail - stream->head;
}

#endif
