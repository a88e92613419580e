/*
 * A growing buffer, and where the message at its front ends: linear in the
 * bytes of the stream, whatever the chunks.
 */
#ifndef MSGPACK_STREAM_H
#define MSGPACK_STREAM_H

#include "internal.h"

struct msgpack_stream {
    char *buffer;             /* room bytes, or NULL */
    size_t head, tail, room;  /* buffer[head .. tail) waits to be decoded */
    uint64_t offset;          /* of head, from the stream's start */
    bool scanning;            /* scan is under way in the message at head */
    bool begun;               /* no: its first bytes do not say yet how to scan it */
    size_t seen;              /* waiting bytes that the scan was given */
    struct haya_scan scan;
    struct haya_level *levels;
    uint32_t level_room;
    bool busy;                /* decoding, or reporting: the buffer must stay as it is */
};

/* A stream of zero bytes (memset) is empty and ready. */
void msgpack_stream_append(struct msgpack_stream *stream, const char *bytes, size_t n);

/* The same within options->buffer_size. False, nothing appended, after a warning
 * or, if the options say so, an exception "size_limit"; caller is the method. */
bool msgpack_stream_feed(struct msgpack_stream *stream, const zend_string *bytes,
                         const struct msgpack_unpack_options *options, const char *caller);

/* Drops what waits if it is more than options->buffer_size, and says so as
 * msgpack_stream_feed does. */
void msgpack_stream_bound(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                          const char *caller);

/* HAYA_OK: the message at head is whole, *size bytes long. HAYA_ERR_TRUNCATED:
 * it needs more bytes. Else the error, *size bytes after head. */
enum haya_error msgpack_stream_whole(struct msgpack_stream *stream, const struct msgpack_unpack_options *options,
                                     size_t *size);

enum msgpack_taken { MSGPACK_TAKEN, MSGPACK_NOT_WHOLE, MSGPACK_TAKEN_WRONG };

/* The next message goes to *out. WRONG: *out is not set, the error was reported
 * (a warning only if warn says so), and the stream goes on after the message,
 * or, if its structure is at fault, at the byte at fault but at least one byte
 * further. *size: how many bytes are done with. */
enum msgpack_taken msgpack_stream_take(struct msgpack_stream *stream, zval *out,
                                       const struct msgpack_unpack_options *options, bool warn, size_t *size);

/* The first n waiting bytes are done with; idle memory is given back. */
void msgpack_stream_consume(struct msgpack_stream *stream, size_t n);

/* The message that was begun and not whole is given up: the bytes seen of it
 * are done with. Nothing when none was begun. */
void msgpack_stream_give_up(struct msgpack_stream *stream);

/* The limits changed: the message at head is scanned from its start. */
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
