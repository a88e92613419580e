/* The stack of open containers and the log of all: opening and closing. */
#ifndef MSGPACK_DECODE_STACK_H
#define MSGPACK_DECODE_STACK_H

#include "decoder.h"

void decode_more_frames(struct decoder *d);
void decode_more_log(struct decoder *d);

/* After a failure: closes all frames so that each table counts exactly the
 * elements it has and can be freed. */
void decode_close_broken(struct decoder *d);

/* Called for a back reference to the container of that index in the log: false, with the
 * failure set at header, if the references would nest containers deeper than
 * MSGPACK_CHAIN_MAX + max_depth. A chain of references is as deep to free as nested containers. */
bool decode_link(struct decoder *d, uint32_t target, const uint8_t *header);

void decode_free(struct decoder *d);

/* Pending values of all open containers, after the value that is now decoded. */
static zend_always_inline uint64_t decode_pending(const struct decoder *d)
{
    if (d->depth == 0)
        return 0;
    const struct decode_frame *frame = &d->frames[d->depth - 1];
    uint64_t left = frame->kind == DECODE_LIST ? frame->left : 2 * (uint64_t)frame->left;
    return frame->pending + left + (frame->state == DECODE_KEY);
}

/* Checks the depth and the declared count (as values) of a container whose header
 * is header .. p. pending: values that the open containers still need. False: failure at header. */
static zend_always_inline bool decode_may_open(struct decoder *d, const uint8_t *header, const uint8_t *p,
                                               uint64_t values, uint64_t pending)
{
    if (UNEXPECTED(d->depth >= d->options->limits.depth)) {
        d->failure->limit = d->options->limits.depth;
        return decode_fail(d, HAYA_ERR_TOO_DEEP, header);
    }
    uint64_t bytes = (uint64_t)(d->end - p);
    if (UNEXPECTED(pending > bytes || values > bytes - pending)) {
        d->failure->pending = pending;
        return decode_fail(d, HAYA_ERR_TRUNCATED, header);
    }
    return true;
}

static zend_always_inline void decode_log(struct decoder *d, void *what)
{
    if (!d->options->php_only)
        return;
    if (UNEXPECTED(d->seen == d->log_capacity))
        decode_more_log(d);
    d->log[d->seen++] = what;
}

/* Logs the empty container in *slot, which becomes a PHP reference if a later back reference says so. */
static zend_always_inline void decode_log_empty(struct decoder *d, zval *slot)
{
    if (!d->options->php_only)
        return;
    if (UNEXPECTED(decode_is_named(d, d->seen)))
        decode_make_empty_reference(d, slot);
    decode_log(d, Z_COUNTED_P(slot));
}

/* Opens a frame for a container that is in the log at this ordinal. */
static zend_always_inline struct decode_frame *decode_push_logged(struct decoder *d, zval *slot, uint32_t ordinal,
                                                                  const uint8_t *header, uint64_t pending)
{
    if (UNEXPECTED(d->depth == d->capacity))
        decode_more_frames(d);
    struct decode_frame *frame = &d->frames[d->depth++];
    frame->state = DECODE_STORED;
    frame->string_keys = false;
    frame->ordinal = ordinal;
    frame->index = 0;
    frame->fingerprint = 0;
    frame->pending = pending;
    frame->at = slot;
    frame->header = header;
    return frame;
}

static zend_always_inline struct decode_frame *decode_push(struct decoder *d, zval *slot, void *what,
                                                           const uint8_t *header, uint64_t pending)
{
    struct decode_frame *frame = decode_push_logged(d, slot, d->seen, header, pending);
    decode_log(d, what);
    return frame;
}

#endif
