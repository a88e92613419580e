/*
 * Bytes to zvals. The stack of open containers is explicit (d->frames), so that
 * the caller limits the depth by an option and the thread's stack does not.
 *
 * decode_run is the decoding loop. Its checks have the order that hayapack.h
 * gives, so that errors and offsets are the same in every implementation.
 */
#include "decoder.h"

#include "open_containers.h"
#include "predicted_keys.h"
#include "scalar.h"
#include "stack.h"
#include "array_slots.h"
#include "../types/value_classes.h"

/* Where memory_limit is looked at next, of the elements from place to last. */
static zend_always_inline msgpack_packed_slot *decode_run_end(msgpack_packed_slot *place, msgpack_packed_slot *last)
{
    return last - place > (ptrdiff_t)MSGPACK_MEMORY_RUN ? place + MSGPACK_MEMORY_RUN : last;
}

/* Where memory_limit is looked at next, of the short keys and values from p to far, which is before p, or NULL, if none
 * can be read so. */
static zend_always_inline const uint8_t *decode_look_at(const uint8_t *p, const uint8_t *far)
{
    return p < far && (size_t)(far - p) > MSGPACK_MEMORY_BYTES ? p + MSGPACK_MEMORY_BYTES : far;
}

/* The next entry of an UNKNOWN frame: any key but nil makes it a map. */
static enum decode_step decode_unknown_entry(struct decoder *d, zval **slot)
{
    if (d->p < d->end && *d->p == HAYA_NIL)
        return decode_nil_entry(d, slot);
    decode_become_map(d, decode_top(d));
    return DECODE_NEXT;
}

#define DECODE_PADDED 256 /* bytes; a message up to this size is copied, with padding after it */

/* ---- the decoding loop ---------------------------------------------------------- */

#define DECODE_NEED(n)                                     \
    do {                                                   \
        if (UNEXPECTED((size_t)(end - p) < (size_t)(n))) { \
            error = HAYA_ERR_TRUNCATED;                    \
            goto fail_value;                               \
        }                                                  \
    } while (0)

/*
 * Decodes the message at d->p into *slot. False: the failure is set or an
 * exception is pending, and the frames are still open (decode_close_broken).
 *
 * Cursors and counts
 *   p     first byte not yet decoded. d->p is stale while the loop runs: it is
 *         set from p before a call that reads it, and p is set from it after.
 *   end   end of the message, or of the innermost ext 100; equals d->end.
 *   far   equals d->far: from p <= far, DECODE_AHEAD bytes can be read.
 *   header  first byte of the value at "value"; valid from there to fail_value.
 *   slot  where the next value goes. Never NULL at "value".
 *   frame the innermost open frame, d->frames[d->depth - 1]. Opening a frame may
 *         move the frames, so it is read again after each such call.
 *   frame->left  elements or entries whose decoding has not begun; decremented
 *         before the value is decoded, for a map after its key is read.
 *   frame->pending  pending values of the enclosing frames, fixed when the frame is
 *         opened. decode_pending() adds the innermost frame's own. A container may
 *         open only if the remaining bytes are no fewer than all pending values
 *         and its declared count together.
 *
 * Labels
 *   value      p is at a value, *slot receives it. It holds null, or garbage that
 *              is not counted as an element (a list's or a shape's slot).
 *   text, bin, ext, list, map
 *              n is the declared length or count; p is after the header (at the
 *              type byte of an ext). Limits and remaining bytes are not checked yet.
 *   next       *slot is complete. Continues with the innermost frame, or returns
 *              when none is open.
 *   elements   frame is a LIST; next.packed is the slot of the next element.
 *   entries    frame is a SHAPE; next.bucket is the bucket of key `index`. Buckets
 *              before it have key, hash, chain and value.
 *   map_key    frame is a MAP or COLLECT in state PLAIN, p is at a key (or left is 0).
 *              An INDEXES frame has become a MAP frame before.
 *   object     frame is an OBJECT, COLLECT or UNKNOWN, in any state.
 *   settle     frame->state is not PLAIN and its value is complete.
 *   moved      step is set, and d->end and d->far may have changed.
 *   stepped    step and d->p are set; for DECODE_VALUE slot is set, too.
 *   close      all entries of frame are complete.
 *   fail_memory  header is set; memory_limit is exceeded.
 *   fail_value error and header are set: the failure is at this value.
 *   failed_value  the failure is set. *slot becomes null, so that it can be freed.
 *
 * Ownership
 *   A container is stored in its slot when it is opened, so the outermost value
 *   owns everything that is decoded; frames, slot and the log borrow. A LIST or
 *   SHAPE table has nNumUsed 0 until it is closed: until then the engine sees no
 *   element of it, and only this loop knows which are filled. Temporary values
 *   (keys that are containers, values of nil keys, entries of a COLLECT frame, displaced
 *   values) are temporaries of the decoder. shape->users keeps a shape in use from being
 *   freed. Scheduled calls own their object and data.
 *
 * It is compiled for messages, for those of which each str must be UTF-8 (utf8 is d->utf8, as a constant), and, with
 * nested set, for values that a plan's decoder leaves to it.
 */
static zend_always_inline bool decode_run(struct decoder *d, zval *slot, bool nested, bool utf8)
{
    const uint8_t *p = d->p, *end = d->end, *header = p;
    const struct haya_limits *limits = &d->options->limits;
    const uint8_t *far = d->far, *look = NULL; /* where maps look at memory_limit next; not after far */
    struct decode_frame *frame;
    enum haya_error error;
    enum decode_step step;
    uint32_t n;
    uint8_t byte;

value:
    header = p;
    if (msgpack_memory_exceeded())
        goto fail_memory;
    DECODE_NEED(1);
    byte = *p++;
    if ((int8_t)byte >= -32) {
        ZVAL_LONG(slot, (int8_t)byte);
        goto next;
    }
    if ((byte & 0xe0) == HAYA_FIXSTR) {
        n = byte & 31u;
        goto text;
    }
    if (byte < HAYA_FIXARRAY) {
        n = byte & 15u;
        goto map;
    }
    if (byte < HAYA_FIXSTR) {
        n = byte & 15u;
        goto list;
    }
    switch (byte) {
    case HAYA_NIL: ZVAL_NULL(slot); goto next;
    case HAYA_FALSE: ZVAL_FALSE(slot); goto next;
    case HAYA_TRUE: ZVAL_TRUE(slot); goto next;
    /* clang-format off */
    case HAYA_FLOAT32: DECODE_NEED(4); ZVAL_DOUBLE(slot, haya_load_float(p)); p += 4; goto next;
    case HAYA_FLOAT64: DECODE_NEED(8); ZVAL_DOUBLE(slot, haya_load_double(p)); p += 8; goto next;
    case HAYA_UINT8: DECODE_NEED(1); ZVAL_LONG(slot, *p); p += 1; goto next;
    case HAYA_UINT16: DECODE_NEED(2); ZVAL_LONG(slot, haya_load16(p)); p += 2; goto next;
    case HAYA_UINT32: DECODE_NEED(4); decode_int64(slot, haya_load32(p)); p += 4; goto next;
    case HAYA_UINT64: DECODE_NEED(8); decode_uint64(slot, haya_load64(p)); p += 8; goto next;
    case HAYA_INT8: DECODE_NEED(1); ZVAL_LONG(slot, (int8_t)*p); p += 1; goto next;
    case HAYA_INT16: DECODE_NEED(2); ZVAL_LONG(slot, (int16_t)haya_load16(p)); p += 2; goto next;
    case HAYA_INT32: DECODE_NEED(4); ZVAL_LONG(slot, (int32_t)haya_load32(p)); p += 4; goto next;
    case HAYA_INT64: DECODE_NEED(8); decode_int64(slot, (int64_t)haya_load64(p)); p += 8; goto next;
    case HAYA_STR8: DECODE_NEED(1); n = *p++; goto text;
    case HAYA_STR16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto text;
    case HAYA_STR32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto text;
    case HAYA_BIN8: DECODE_NEED(1); n = *p++; goto bin;
    case HAYA_BIN16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto bin;
    case HAYA_BIN32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto bin;
    case HAYA_ARRAY16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto list;
    case HAYA_ARRAY32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto list;
    case HAYA_MAP16: DECODE_NEED(2); n = haya_load16(p); p += 2; goto map;
    case HAYA_MAP32: DECODE_NEED(4); n = haya_load32(p); p += 4; goto map;
    case HAYA_EXT8: DECODE_NEED(2); n = *p; p += 1; goto ext;
    case HAYA_EXT16: DECODE_NEED(3); n = haya_load16(p); p += 2; goto ext;
    case HAYA_EXT32: DECODE_NEED(5); n = haya_load32(p); p += 4; goto ext;
    case HAYA_FIXEXT1: DECODE_NEED(1); n = 1; goto ext;
    case HAYA_FIXEXT2: DECODE_NEED(1); n = 2; goto ext;
    case HAYA_FIXEXT4: DECODE_NEED(1); n = 4; goto ext;
    case HAYA_FIXEXT8: DECODE_NEED(1); n = 8; goto ext;
    case HAYA_FIXEXT16: DECODE_NEED(1); n = 16; goto ext;
    /* clang-format on */
    default: error = HAYA_ERR_RESERVED_BYTE; goto fail_value;
    }

text:
    if (UNEXPECTED(n > limits->str_len)) {
        d->failure->limit = limits->str_len;
        error = HAYA_ERR_STR_LIMIT;
        goto fail_value;
    }
    DECODE_NEED(n);
    if (UNEXPECTED(!(limits->flags & HAYA_ANY_STR)) && !haya_utf8_valid(p, n)) {
        error = HAYA_ERR_INVALID_UTF8;
        goto fail_value;
    }
    if (UNEXPECTED(n >= DECODE_REPEATED_MIN)) {
        if (UNEXPECTED(!msgpack_may_allocate(n, 1)))
            goto fail_memory;
        ZVAL_NEW_STR(slot, decode_repeated_text(d, p, n));
    } else
        decode_text(slot, p, n, (size_t)(end - p));
    p += n;
    goto next;

bin:
    if (UNEXPECTED(n > limits->bin_len)) {
        d->failure->limit = limits->bin_len;
        error = HAYA_ERR_BIN_LIMIT;
        goto fail_value;
    }
    DECODE_NEED(n);
    if (UNEXPECTED(!msgpack_may_allocate(n, 1)))
        goto fail_memory;
    if (UNEXPECTED(d->options->bin == MSGPACK_BIN_OBJECT))
        msgpack_make_bin(slot, (const char *)p, n);
    else
        decode_text(slot, p, n, (size_t)(end - p));
    p += n;
    goto next;

ext:
    if (UNEXPECTED(n > limits->ext_len)) {
        d->failure->limit = limits->ext_len;
        error = HAYA_ERR_EXT_LIMIT;
        goto fail_value;
    }
    if (UNEXPECTED(n >= (size_t)(end - p))) { /* the type byte, too; n + 1 can wrap in 32 bits */
        error = HAYA_ERR_TRUNCATED;
        goto fail_value;
    }
    if (UNEXPECTED(!msgpack_may_allocate(n, 1)))
        goto fail_memory;
    if (UNEXPECTED((int8_t)*p == HAYA_TYPED_TYPE && d->options->types != NULL)) {
        step = decode_open_typed(d, &slot, p + 1, n, header);
        goto moved;
    }
    if (!decode_ext(d, slot, (int8_t)*p, p + 1, n, header))
        return false;
    p += (size_t)n + 1;
    goto next;

list:
    if (UNEXPECTED(n > limits->array_len)) {
        d->failure->limit = limits->array_len;
        error = HAYA_ERR_ARRAY_LIMIT;
        goto fail_value;
    }
    if (UNEXPECTED(d->options->special_arrays != 0)) {
        if (d->options->special_arrays & MSGPACK_NO_ARRAYS) {
            error = HAYA_ERR_UNSUPPORTED_TYPE;
            goto fail_value;
        }
        if (n == 2 && decode_begins_definition(d, p)) {
            d->p = p;
            step = decode_open_definition(d, slot, header);
            goto stepped;
        }
    }
    if (UNEXPECTED(!decode_open_list(d, slot, n, header, p, nested)))
        goto failed_value;
    frame = &d->frames[d->depth - 1];
    if (EXPECTED(n > 0))
        goto elements;
    goto next;

map:
    if (UNEXPECTED(n > limits->map_len)) {
        d->failure->limit = limits->map_len;
        error = HAYA_ERR_MAP_LIMIT;
        goto fail_value;
    }
    if (UNEXPECTED(!decode_open_map(d, slot, n, header, p, nested)))
        goto failed_value;
    frame = &d->frames[d->depth - 1];
    if (EXPECTED(n > 0 && frame->kind == DECODE_SHAPE))
        goto entries;

next:
    if (UNEXPECTED(d->depth == 0)) {
        d->p = p;
        return true;
    }
    frame = &d->frames[d->depth - 1];
    switch ((enum decode_kind)frame->kind) {
    case DECODE_LIST:
    elements : {
        msgpack_packed_slot *place = frame->next.packed, *const last = place + frame->left;
        msgpack_packed_slot *stop = decode_run_end(place, last);
        for (;; place++) {
            if (UNEXPECTED(place == stop)) {
                if (place == last)
                    break;
                if (msgpack_memory_exceeded()) {
                    frame->next.packed = place;
                    return decode_fail_memory(d, p);
                }
                stop = decode_run_end(place, last);
            }
            slot = MSGPACK_PACKED_VALUE(place);
            MSGPACK_PACKED_SET_KEY(place, place - MSGPACK_PACKED_SLOTS(frame->of.table));
            if (UNEXPECTED(p > far))
                break;
            /* decode_quick reads floats, too; in lists of them the longer way costs a quarter of the time. */
            if (UNEXPECTED(*p == HAYA_FLOAT64 && end - p >= 9)) {
                ZVAL_DOUBLE(slot, haya_load_double(p + 1));
                p += 9;
                continue;
            }
            const uint8_t *after = decode_quick(p, end, slot, utf8);
            if (after == NULL) {
                uint32_t depth = d->depth;
                after = decode_flat(d, &slot, p, frame->pending + (uint32_t)(last - place) - 1,
                                    d->shapes->recent[depth & (SHAPES_RECENT - 1)], utf8);
                if (UNEXPECTED(d->depth != depth)) {
                    p = after;
                    frame = &d->frames[depth - 1];
                    frame->next.packed = place + 1;
                    frame->left = (uint32_t)(last - place) - 1;
                    if (slot)
                        goto value;
                    goto next;
                }
                if (after == NULL)
                    break;
            }
            p = after;
        }
        frame->next.packed = place;
        if (place == last) {
            decode_close_list(frame->of.table, place);
            d->depth--;
            goto next;
        }
        frame->next.packed = place + 1;
        frame->left = (uint32_t)(last - place) - 1;
        goto value;
    }
    case DECODE_SHAPE:
    entries : {
        struct shape *shape = frame->shape;
        const struct shape_key *key = &shape->keys[frame->index], *last = &shape->keys[shape->count];
        while (decode_entries(d, &p, &key, last, &frame->next.bucket, utf8, false)) {
            uint32_t depth = d->depth;
            frame->index = (uint32_t)(key - shape->keys);
            frame->left = (uint32_t)(last - key);
            slot = &frame->next.bucket[-1].val;
            if (UNEXPECTED(p > far))
                goto value;
            const uint8_t *after = decode_flat(d, &slot, p, frame->pending + 2 * (uint64_t)frame->left,
                                               shapes_child(d->shapes, key - 1), utf8);
            if (after == NULL)
                goto value;
            p = after;
            if (d->depth != depth) {
                if (slot)
                    goto value;
                goto next;
            }
        }
        frame->index = (uint32_t)(key - shape->keys);
        frame->left = (uint32_t)(last - key);
        if (UNEXPECTED(key < last)) {
            decode_leave_shape(frame->of.table, shape, frame->index);
            frame->kind = DECODE_MAP;
            frame->fingerprint = 0;
            goto map_key;
        }
        shape->misses = 0;
        shape->users--;
        decode_close_shape(frame->of.table, shape);
        d->depth--;
        goto next;
    }
    case DECODE_INDEXES:
        while (frame->left > 0) {
            zend_array *table = frame->of.table;
            if (UNEXPECTED(p >= end || *p < table->nNumUsed || *p >= table->nTableSize)) {
                decode_leave_indexes(frame);
                goto map_key;
            }
            slot = decode_place_next(table, *p++);
            frame->left--;
            const uint8_t *after = EXPECTED(p <= far) ? decode_quick(p, end, slot, utf8) : NULL;
            if (after == NULL)
                goto value;
            p = after;
        }
        d->depth--;
        goto next;
    case DECODE_MAP:
        if (UNEXPECTED(frame->state != DECODE_STORED))
            goto settle;
    map_key:
        if (UNEXPECTED(frame->left == 0)) {
            if (frame->fingerprint)
                shapes_learn(d->shapes, frame->fingerprint, frame->of.table, frame->string_keys);
            goto close;
        }
        for (;;) {
            const uint8_t *after;
            zend_ulong index;
            if (UNEXPECTED(p > look)) {
                if (p > far)
                    break;
                if (msgpack_memory_exceeded())
                    return decode_fail_memory(d, p);
                look = decode_look_at(p, far);
            }
            byte = *p;
            if (EXPECTED((byte & 0xe0) == HAYA_FIXSTR)) {
                n = byte & 31u;
                if (UNEXPECTED((size_t)(end - p) <= n))
                    break;
                if (utf8 && UNEXPECTED(!decode_is_ascii(p + 1, n)) && !haya_utf8_valid(p + 1, n))
                    break;
                slot = decode_place_text(d, frame->of.table, frame->string_keys, p + 1, n);
                p += 1 + n;
            } else if (byte == HAYA_STR8) {
                n = p[1];
                if (UNEXPECTED((size_t)(end - p) < 2 + (size_t)n) || (utf8 && !haya_utf8_valid(p + 2, n)))
                    break;
                slot = decode_place_str8(d, frame->of.table, frame->string_keys, p + 2, n);
                p += 2 + n;
            } else {
                after = decode_int_key(p, &index);
                if (after == NULL || after > end || frame->string_keys)
                    break;
                slot = decode_place_int(d, frame->of.table, index);
                p = after;
            }
            frame->left--;
            if (UNEXPECTED(byte == HAYA_STR8 && p > far))
                goto value;
            after = decode_quick(p, end, slot, utf8);
            if (after == NULL)
                goto value;
            p = after;
            if (frame->left == 0)
                goto next;
        }
        if (d->unrestricted && !utf8 && p < end && (*p & 0xe0) == HAYA_FIXSTR && (size_t)(end - p) > (*p & 31u)) {
            n = *p & 31u;
            frame->left--;
            slot = decode_place_text(d, frame->of.table, frame->string_keys, p + 1, n);
            p += 1 + n;
            goto value;
        }
        d->p = p;
        step = decode_other_key(d, &slot);
        goto stepped;
    case DECODE_OBJECT:
        if (frame->state == DECODE_STORED && d->unrestricted && !utf8)
            p = decode_declared(d, frame, p);
        goto object;
    case DECODE_TYPED:
        d->p = p;
        step = decode_close_typed(d);
        goto moved;
    case DECODE_DEFINITION: decode_close_definition(d); goto next;
    case DECODE_COLLECT:
    case DECODE_UNKNOWN: goto object;
    }

object:
    if (frame->state != DECODE_STORED)
        goto settle;
    if (frame->left == 0)
        goto close;
    if (frame->kind == DECODE_COLLECT && frame->of.table != NULL)
        goto map_key;
    d->p = p;
    step = frame->kind == DECODE_OBJECT ? decode_property(d, &slot) : decode_unknown_entry(d, &slot);
    goto stepped;

settle:
    d->p = p;
    step = decode_settle(d, &slot);

moved: /* an ext 100 was opened or closed */
    end = d->end;
    far = d->far;
    look = NULL;

stepped:
    p = d->p;
    if (step == DECODE_VALUE)
        goto value;
    if (step == DECODE_NEXT)
        goto next;
    return false;

close:
    if ((frame->string_keys || frame->kind != DECODE_MAP) && !decode_close_object(d, frame))
        return false;
    d->depth--;
    goto next;

fail_memory:
    error = HAYA_ERR_OUT_OF_MEMORY;
fail_value:
    decode_fail(d, error, header);
failed_value:
    ZVAL_NULL(slot);
    return false;
}

static zend_never_inline bool decode_run_nested_utf8(struct decoder *d, zval *slot)
{
    return decode_run(d, slot, true, true);
}

bool decode_value(struct decoder *d, zval *slot)
{
    return d->utf8 ? decode_run_nested_utf8(d, slot) : decode_run(d, slot, true, false);
}

/* After d->again: as before the first byte, with d->named. No typed value is open, so d->end and d->far are the
 * message's.
 */
static zend_never_inline ZEND_COLD void decode_begin_again(struct decoder *d, zval *out, struct decode_frame *frames)
{
    decode_close_broken(d);
    decode_disarm(d);
    zval_ptr_dtor(out);
    ZVAL_NULL(out);
    if (d->ids != NULL)
        decode_free_ids(d);
    decode_free(d);
    *d = (struct decoder){.begin = d->begin,
                          .p = d->begin,
                          .end = d->end,
                          .options = d->options,
                          .failure = d->failure,
                          .shapes = d->shapes,
                          .unrestricted = d->unrestricted,
                          .utf8 = d->utf8,
                          .far = d->far,
                          .frames = frames,
                          .capacity = DECODE_FRAMES};
    decode_know_named(d);
}

static zend_never_inline bool decode_run_utf8(struct decoder *d, zval *out)
{
    return decode_run(d, out, false, true);
}

/* Decodes the message as msgpack_decode, as far as no user code runs for a whole object; frames are open still after a
 * failure. frames: those on the C stack. */
static bool decode_message(struct decoder *d, zval *out, size_t len, struct decode_frame *frames)
{
    const struct msgpack_unpack_options *options = d->options;
    bool good;

    if (UNEXPECTED(len > options->limits.bytes)) {
        d->failure->limit = options->limits.bytes;
        return decode_fail(d, HAYA_ERR_SIZE_LIMIT, d->begin);
    }
    if (UNEXPECTED(options->types != NULL)) /* objects of typed values are made by user code */
        decode_know_named(d);
    do {
        if (UNEXPECTED(d->again))
            decode_begin_again(d, out, frames);
        good = EXPECTED(!d->utf8) ? decode_run(d, out, false, false) : decode_run_utf8(d, out);
    } while (UNEXPECTED(d->again));
    /* With throws, extra_data is an exception, and no hook may have run before it. */
    if (UNEXPECTED(good && options->throws && d->p != d->end))
        good = decode_fail(d, HAYA_ERR_EXTRA_DATA, d->p);
    return good;
}

bool msgpack_decode(zval *out, const char *bytes, size_t len, size_t *used,
                    const struct msgpack_unpack_options *options, struct msgpack_failure *failure)
{
    struct decode_frame frames[DECODE_FRAMES];
    struct decoder d;
    memset(&d, 0, sizeof d);
    /* The fast paths read up to DECODE_AHEAD bytes: a short message is copied
     * and padded with bytes that no value and no key begins with. */
    uint8_t padded[DECODE_PADDED + DECODE_AHEAD];
    size_t readable = len;
    d.begin = (const uint8_t *)bytes;
    if (len <= DECODE_PADDED) {
        if (len > 0)
            memcpy(padded, bytes, len);
        memset(padded + len, HAYA_RESERVED, DECODE_AHEAD);
        d.begin = padded;
        readable += DECODE_AHEAD;
    }
    d.p = d.begin;
    d.end = d.begin + len;
    d.options = options;
    d.failure = failure;
    d.shapes = shapes_get();
    d.unrestricted = options->assoc && options->limits.str_len >= UINT8_MAX;
    d.utf8 = !(options->limits.flags & HAYA_ANY_STR);
    if (d.unrestricted && readable >= DECODE_AHEAD)
        d.far = d.begin + (readable - DECODE_AHEAD);
    d.frames = frames;
    d.capacity = DECODE_FRAMES;
    memset(failure, 0, sizeof *failure);
    failure->typed = options->types != NULL;
    ZVAL_NULL(out);

    bool good = decode_message(&d, out, len, frames);
    if (UNEXPECTED(!good)) {
        decode_blame_typed(&d);
        decode_close_broken(&d);
        decode_disarm(&d);
    } else if (UNEXPECTED(d.call_count > 0)) {
        good = decode_run_calls(&d) || options->hooks_may_throw;
    }
    if (EXPECTED(good)) {
        if (UNEXPECTED(Z_ISREF_P(out)))
            decode_unref(out);
        *used = (size_t)(d.p - d.begin);
    } else {
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
    }
    if (UNEXPECTED(d.ids != NULL))
        decode_free_ids(&d);
    decode_free(&d);
    return good;
}
