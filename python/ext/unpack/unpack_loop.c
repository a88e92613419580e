/*
 * unpack_loop.c: bytes -> values. One loop with an explicit stack, compiled twice: with and without CPython's private
 * layout.
 *
 * Lists and tuples are allocated at their full size and then filled: the declared count was checked not to exceed the
 * remaining bytes. The pairs of a map stay on a stack until the map is complete, so that its dict can be cloned from a
 * map of the same shape; of a map whose shape is guessed, only the values (map_shapes.h). Large maps are inserted into
 * their dict pair by pair.
 */
#include "close_container.h"
#include "scalar_runs.h"
#include "small_containers.h"

#define FAIL(code, facts) \
    do {                  \
        fail = (code);    \
        fact = (facts);   \
        goto failed;      \
    } while (0)
#define NEED(count)                                        \
    do {                                                   \
        if (UNLIKELY((size_t)(end - p) < (size_t)(count))) \
            FAIL(HAYA_ERR_TRUNCATED, NULL);                \
    } while (0)
/* Reads a header of `size` bytes with the length or count n, and goes to the label `next`. */
#define HEADER(size, count, next) \
    do {                          \
        if ((size) > 1)           \
            NEED(size);           \
        n = (count);              \
        s = p + (size);           \
        goto next;                \
    } while (0)
/* Reads an integer of `size` bytes, its first byte included. */
#define INTEGER(size, value) \
    do {                     \
        NEED(size);          \
        o = (value);         \
        p += (size);         \
        goto integer;        \
    } while (0)

/*
 * Decodes the value at u->source->begin. Returns 0 with u->root (a new reference) and u->p (the end of the value) set,
 * or -1 with an exception set; then every reference has been released.
 *
 * State, true at `value` and `next`:
 *   p          the first byte that is not decoded yet.
 *   end        no value may extend beyond it: the end of the message or of the typed value (ext 100) around it.
 *   readable   the end of the memory that may be read; at least the end of the message.
 *   f          the innermost open container, u->frames[u->depth]. frames[0] is the root, a container of one value.
 *   slot       where the next value of f is stored: in the items of its list or tuple, or on u->stack
 *              at or above f->base for any other kind.
 *   left       values that f still needs before the next `close`; a key and its value count as two. A
 *              list or tuple of more than UNPACK_SIGNAL_INTERVAL values gets them in portions: the values
 *              beyond the present portion are in f->later. An OPEN_SHAPE gets one value at a time: the keys and
 *              values from f->next on are as many as shapes_later() says.
 *   pending    values that must follow those in `left`: what the enclosing containers and f->later or
 *              shapes_later() need. So at least left + pending bytes are needed from p on. Inside an ext 100 only
 *              the containers in its payload count.
 *   is_map     f alternates between keys and values. A key is next when `left` is even.
 * While f is innermost, f->slot, f->top and f->left are stale: they are written when a container
 * opens inside f, and f->slot and f->top also before unpack_drop().
 *
 * References: the loop owns every value between the first slot of each frame and its current slot,
 * and f->obj. No other code can reach the objects in f->obj, and the collector does not track them
 * (empty ones apart), so neither hooks nor finalizers nor the collector find a half-filled container.
 *
 * Labels:
 *   value      p is at a first byte, or at the end of the input; left > 0.
 *   text, bytes, ext
 *              n is the declared length, s the first byte of the payload (ext: the type byte); neither
 *              has been compared with `end`. p is still at the first byte, for errors.
 *   array, map n is the declared count, s the end of the header.
 *   open       as before; `values` values are needed. Checks depth and count.
 *   opened     the checks passed; `left` no longer counts the new container, and `pending` already
 *              includes `left`.
 *   whole      o is a container that needs no frame, and ends at s.
 *   integer    as `store`, o is an int that no run of integers has decoded.
 *   store      o is a new reference to a value that ends at p, or NULL with an exception set.
 *   next       the last value is stored, or a container was opened.
 *   close      left is 0.
 *   pairs      f is an OPEN_SHAPE, all of whose values so far are stored; `left` and `pending` are stale.
 *   failed     `fail` and `fact` (a new reference or NULL) describe an error of the value at p.
 *   raised     an exception is set; slot belongs to f.
 *   raised_parked  the same, and f->slot and f->top are already valid.
 */
HAYA_INLINE int unpack_loop(struct unpacking *u, const bool layout)
{
    const struct unpack_options *opt = u->opt;
    const uint8_t *p = u->source->begin, *end = u->source->end, *s;
    const uint8_t *readable = end + (u->source->padded ? UNPACK_SLACK : 0);
    struct unpack_frame *f = &u->frames[0];
    PyObject **slot = u->stack;
    const uint8_t *typed_at = NULL;
    struct registered_class *known = NULL;
    PyObject *o, *fact, **items = NULL;
    enum haya_error fail;
    enum unpack_kind kind;
    size_t left = 1, n, skipped, begun;
    uint64_t values; /* of a map of 2**32 - 1 entries, also where size_t has 32 bits */
    uint64_t pending = u->source->pending;
    bool is_map = false;

    unpack_begin_frame(f, OPEN_ROOT, 0, 0);
    f->memos = NULL;

value:
    if (UNLIKELY(p >= end)) {
        if (!unpack_ends_at_name(f, left, p, end))
            FAIL(HAYA_ERR_TRUNCATED, NULL);
        left = 0;
        goto close;
    }
    switch (*p) {
    case 0x00 ... 0x7f:
        o = unpack_small(u, *p++, layout);
        if (!is_map && left > 1) {
            *slot++ = o;
            left--;
            p = unpack_small_run(u, p, end, &slot, &left, layout);
            goto next;
        }
        goto store;
    case 0xe0 ... 0xff: o = unpack_int(u, (int8_t)*p++, layout); goto integer;
    case 0xa0 ... 0xbf: HEADER(1, *p & 0x1f, text);
    case HAYA_STR8: HEADER(2, p[1], text);
    case HAYA_STR16: HEADER(3, haya_load16(p + 1), text);
    case HAYA_STR32: HEADER(5, haya_load32(p + 1), text);
    case HAYA_NIL:
        p++;
        o = common_shared(Py_None);
        goto store;
    case HAYA_FALSE:
    case HAYA_TRUE:
        if (!is_map && left > 1) {
            size_t run = unpack_bool_run(p, left < (size_t)(end - p) ? left : (size_t)(end - p), slot);
            p += run;
            slot += run;
            left -= run;
            goto next;
        }
        o = unpack_bool(*p++);
        goto store;
    case HAYA_FLOAT64:
        NEED(9);
        o = unpack_float(u, haya_load_double(p + 1), layout);
        p += 9;
        if (!is_map && left > 1 && LIKELY(o != NULL)) {
            *slot++ = o;
            left--;
            p = unpack_double_run(u, p, end, &slot, &left, layout);
            goto next;
        }
        goto store;
    case HAYA_FLOAT32:
        NEED(5);
        o = unpack_float(u, (double)haya_load_float(p + 1), layout);
        p += 5;
        goto store;
    case HAYA_UINT8: INTEGER(2, unpack_small(u, p[1], layout));
    case HAYA_UINT16: INTEGER(3, unpack_uint(u, haya_load16(p + 1), layout));
    case HAYA_UINT32: INTEGER(5, unpack_uint(u, haya_load32(p + 1), layout));
    case HAYA_UINT64:
    case HAYA_INT64:
        INTEGER(9, *p == HAYA_UINT64 ? unpack_uint(u, haya_load64(p + 1), layout)
                                     : unpack_int(u, (int64_t)haya_load64(p + 1), layout));
    case HAYA_INT8: INTEGER(2, unpack_int(u, (int8_t)p[1], layout));
    case HAYA_INT16: INTEGER(3, unpack_int(u, (int16_t)haya_load16(p + 1), layout));
    case HAYA_INT32: INTEGER(5, unpack_int(u, (int32_t)haya_load32(p + 1), layout));
    case 0x90 ... 0x9f: HEADER(1, *p & 0x0f, array);
    case HAYA_ARRAY16: HEADER(3, haya_load16(p + 1), array);
    case HAYA_ARRAY32: HEADER(5, haya_load32(p + 1), array);
    case 0x80 ... 0x8f: HEADER(1, *p & 0x0f, map);
    case HAYA_MAP16: HEADER(3, haya_load16(p + 1), map);
    case HAYA_MAP32: HEADER(5, haya_load32(p + 1), map);
    case HAYA_BIN8: HEADER(2, p[1], bytes);
    case HAYA_BIN16: HEADER(3, haya_load16(p + 1), bytes);
    case HAYA_BIN32: HEADER(5, haya_load32(p + 1), bytes);
    case HAYA_FIXEXT1 ... HAYA_FIXEXT16: HEADER(1, (size_t)1 << (*p - HAYA_FIXEXT1), ext);
    case HAYA_EXT8: HEADER(2, p[1], ext);
    case HAYA_EXT16: HEADER(3, haya_load16(p + 1), ext);
    case HAYA_EXT32: HEADER(5, haya_load32(p + 1), ext);
    default: FAIL(HAYA_ERR_RESERVED_BYTE, NULL);
    }

text:
    if (UNLIKELY(n > opt->limits.str_len))
        FAIL(HAYA_ERR_STR_LIMIT, PyLong_FromSize_t(opt->limits.str_len));
    if (UNLIKELY(n > (size_t)(end - s)))
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    if (UNLIKELY(opt->raw))
        o = PyBytes_FromStringAndSize((const char *)s, (Py_ssize_t)n);
    else if (UNLIKELY((o = unpack_text(u, s, n, readable, layout)) == NULL) && !PyErr_Occurred())
        o = unpack_odd_text(u, p, s, n);
    p = s + n;
    goto store;

bytes:
    if (UNLIKELY(n > opt->limits.bin_len))
        FAIL(HAYA_ERR_BIN_LIMIT, PyLong_FromSize_t(opt->limits.bin_len));
    if (UNLIKELY(n > (size_t)(end - s)))
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    o = unpack_bytes(u, p, s, n, layout);
    p = s + n;
    goto store;

ext: /* s is at the type byte */
    NEED(s - p + 1);
    if (UNLIKELY(n > opt->limits.ext_len))
        FAIL(HAYA_ERR_EXT_LIMIT, PyLong_FromSize_t(opt->limits.ext_len));
    if (UNLIKELY(n >= (size_t)(end - s))) /* the type byte, too; n + 1 can wrap in 32 bits */
        FAIL(HAYA_ERR_TRUNCATED, NULL);
    if (UNLIKELY(opt->types != NULL) && (int8_t)*s == HAYA_TYPED_TYPE)
        goto typed;
    o = unpack_ext(u, p, s, n);
    f->track = true;
    p = s + 1 + n;
    goto store;

typed:
    if (UNLIKELY(n < 2 || !unpack_is_text(s[1])))
        FAIL(HAYA_ERR_INVALID_TYPED, NULL);
    if (UNLIKELY(u->depth >= u->shallow) && unpack_open_slowly(u, OPEN_TYPED, p) == OPEN_TOO_DEEP)
        FAIL(HAYA_ERR_TOO_DEEP, unpack_depth_facts(u));
    known = unpack_known_name(u, s + 1, n, &skipped);
    o = known != NULL ? u->state->registered->read(u, known, s + 1 + skipped, s + 1 + n) : NULL;
    if (o != NULL || (known != NULL && PyErr_Occurred())) {
        f->track = true;
        p = s + 1 + n;
        goto store;
    }
    left--;
    pending += left;
    kind = OPEN_TYPED;
    values = 2;
    typed_at = p;
    s++;
    values -= known != NULL;
    s += skipped;
    n -= skipped;
    goto opened;

array:
    if (UNLIKELY(n > opt->limits.array_len))
        FAIL(HAYA_ERR_ARRAY_LIMIT, PyLong_FromSize_t(opt->limits.array_len));
    kind = opt->use_list ? OPEN_LIST : OPEN_TUPLE;
    values = n;
    goto open;

map:
    if (UNLIKELY(n > opt->limits.map_len))
        FAIL(HAYA_ERR_MAP_LIMIT, PyLong_FromSize_t(opt->limits.map_len));
    kind = UNLIKELY(opt->special_maps) ? unpack_map_kind(u, f, n) : n > UNPACK_LARGE_MAP ? OPEN_LARGE_MAP : OPEN_MAP;
    values = 2 * (uint64_t)n;

open:
    if (UNLIKELY(u->depth >= u->shallow) && (kind = unpack_open_slowly(u, kind, p)) == OPEN_TOO_DEEP)
        FAIL(HAYA_ERR_TOO_DEEP, unpack_depth_facts(u));
    if (UNLIKELY(--u->countdown == 0) && unpack_signals(u) < 0)
        goto raised;
    left--; /* the container itself */
    pending += left;
    if (UNLIKELY((int64_t)(end - s) - (int64_t)pending < (int64_t)values))
        FAIL(HAYA_ERR_TRUNCATED, PyLong_FromUnsignedLongLong(pending));
    if (n < 2 && !opt->hooked && (n == 0 || (kind == OPEN_MAP && unpack_inserts(u, 1, layout)))) {
        const uint8_t *stop = s; /* not s itself, which can stay in a register */
        o = unpack_smallest(u, &stop, end, readable, pending, kind, n, layout);
        s = stop;
        if (LIKELY(o != NULL))
            goto whole;
    }
opened:
    if (UNLIKELY(u->depth + 1 == u->capacity)) {
        if (unpack_more_frames(u) < 0)
            goto raised;
        f = &u->frames[u->depth];
    }
    begun = 0;
#if LAYOUT_KNOWN
    if (layout && kind == OPEN_LIST && n - 1 < UNPACK_LEAF_MAX) {
        if (UNLIKELY((items = layout_items_new(n)) == NULL))
            goto raised;
        begun = unpack_leaf(u, &s, end, readable, items, n);
        if (begun == n && !opt->hooked) {
            o = layout_list_of(&u->state->layout, items, (Py_ssize_t)n);
            if (LIKELY(o != NULL))
                goto whole;
            PyErr_Clear(); /* tried again when the list is closed */
        }
    }
#else
    (void)begun, (void)items;
#endif
    p = s;
    f->left = left;
    f->slot = slot;
    {
        /* the values that a map or the root has stored stay on the stack, below the new frame's */
        size_t top = f->kind == OPEN_LIST || f->kind == OPEN_TUPLE ? f->base : (size_t)(slot - u->stack);
        f->top = top;
        u->depth++;
        unpack_begin_frame(++f, kind, top, pending - left);
        f->memos = shapes_place(f - 1);
        left = values;
        if (kind <= OPEN_TUPLE) {
            is_map = false;
            f->later = 0;
            if (UNLIKELY(n > UNPACK_SIGNAL_INTERVAL)) {
                left = UNPACK_SIGNAL_INTERVAL;
                f->later = n - left;
                pending += f->later;
            }
#if LAYOUT_KNOWN
            if (layout && kind == OPEN_LIST && n != 0) {
                if (n > UNPACK_LEAF_MAX && UNLIKELY((items = layout_items_new(n)) == NULL))
                    goto raised_parked;
                f->array = items;
                slot = items + begun;
                left -= begun;
                goto next;
            }
#endif
            f->obj = kind == OPEN_LIST ? PyList_New((Py_ssize_t)n) : PyTuple_New((Py_ssize_t)n);
            if (UNLIKELY(f->obj == NULL))
                goto raised_parked;
            if (LIKELY(n != 0)) { /* the empty tuple is shared and stays tracked */
                PyObject_GC_UnTrack(f->obj);
                f->hidden = true;
            }
            slot = kind == OPEN_LIST ? ((PyListObject *)f->obj)->ob_item : ((PyTupleObject *)f->obj)->ob_item;
            goto next;
        }
        size_t need = kind == OPEN_LARGE_MAP ? 2 : values;
        if (UNLIKELY(top + need > u->stack_capacity) && unpack_more_stack(u, top, need) < 0)
            goto raised_parked;
        slot = u->stack + top;
        if (UNLIKELY(kind <= OPEN_TYPED)) {
            f->cached = f->built = is_map = false;
            if (kind == OPEN_DEFINITION)
                goto next;
            /* its values must end exactly at the end of the payload */
            f->key = typed_at;
            f->outer_end = (size_t)(end - u->source->begin);
            f->known = known;
            end = s + n;
            pending = 0;
            goto next;
        }
        f->print = 0;
        f->cached = u->keys != NULL && !opt->raw;
        if (UNLIKELY(f->cached && u->keys->rest != 0)) {
            u->keys->rest -= u->keys->rest > n ? (uint32_t)n : u->keys->rest;
            f->cached = false;
        }
        if (kind == OPEN_LARGE_MAP) {
            if ((f->obj = PyDict_New()) == NULL)
                goto raised_parked;
            PyObject_GC_UnTrack(f->obj);
            f->hidden = true;
        }
        f->track = kind == OPEN_PAIRS;
#if LAYOUT_KNOWN
        if (layout && kind == OPEN_MAP && shapes_guess(u, f, n)) {
            is_map = false;
            goto pairs;
        }
#endif
        is_map = true;
        goto next;
    }

whole:
    p = s;
    pending -= left;
    f->track = true;
    *slot++ = o;
    goto next;

integer:
#if LAYOUT_KNOWN
    if (layout && !is_map && left > 1 && LIKELY(o != NULL)) {
        *slot++ = o;
        left--;
        p = unpack_int_run(u, p, end, &slot, &left);
        goto next;
    }
#endif
store:
    if (UNLIKELY(o == NULL))
        goto raised;
    *slot++ = o;
    left--;

next:
    if (!is_map) {
        if (left != 0)
            goto value;
        goto close;
    }
    if (UNLIKELY((left & 1) != 0)) { /* a key that did not come from the cache */
        if (!PyUnicode_CheckExact(slot[-1]) && unpack_check_key(u, f, slot[-1]) < 0)
            goto raised;
        goto value;
    }
    if (f->kind == OPEN_LARGE_MAP && slot != u->stack + f->base) {
        slot -= 2;
        if (UNLIKELY(unpack_put_pair(f->obj, slot) < 0))
            goto raised;
        if (UNLIKELY(--u->countdown == 0) && unpack_signals(u) < 0)
            goto raised;
    }
    if (left == 0)
        goto close;
    /* a key */
    if (LIKELY(f->cached) && LIKELY(readable - p > UNPACK_SLACK)) {
        o = keys_read(u, &p, end, readable, layout);
        if (LIKELY(o != NULL)) {
            f->print = keys_print(f->print, o);
            *slot++ = o;
            left--;
            goto value;
        }
        if (*p >= 0x80 && PyErr_Occurred())
            goto raised;
    }
    if (p < end && *p < 0x80 && !opt->strict_map_key && unpack_keeps_keys(f)) {
        o = unpack_small(u, *p++, layout); /* a shared integer: its address identifies it */
        f->print = keys_print(f->print, o);
        *slot++ = o;
        left--;
        goto value;
    }
    /* a key that the cache cannot provide: decoded at `value`, checked at `next`, where `left` is then odd */
    f->foreign = true;
    f->key = p;
    goto value;

close:
    kind = (enum unpack_kind)f->kind;
    if (kind <= OPEN_TUPLE && UNLIKELY(f->later != 0)) {
        if (unpack_signals(u) < 0)
            goto raised;
        left = f->later < UNPACK_SIGNAL_INTERVAL ? f->later : UNPACK_SIGNAL_INTERVAL;
        f->later -= left;
        pending -= left;
        goto value;
    }
#if LAYOUT_KNOWN
    if (layout && kind == OPEN_SHAPE) {
    pairs:
        switch (shapes_pairs(u, f, &p, end, readable, &slot)) {
        case SHAPE_VALUE:
            left = 1;
            pending = f->pending + f[-1].left + shapes_later(f);
            goto value;
        case SHAPE_OTHER_KEY:
            left = shapes_later(f);
            pending = f->pending + f[-1].left;
            slot = shapes_leave(f, u->stack + f->base, slot);
            is_map = true;
            goto next;
        case SHAPE_COMPLETE: break;
        }
        o = shapes_close(u, f);
        goto closed;
    }
#endif
    if (UNLIKELY(kind == OPEN_ROOT || kind == OPEN_DEFINITION || kind == OPEN_TYPED)) {
        if (kind == OPEN_ROOT) {
            u->p = p;
            u->root = u->stack[0];
            return 0;
        }
        if (kind == OPEN_DEFINITION) {
            o = references_close(u, f);
        } else if (UNLIKELY(p != end)) {
            p = f->key;
            FAIL(HAYA_ERR_INVALID_TYPED, NULL);
        } else {
            end = u->source->begin + f->outer_end;
            o = unpack_typed(u, f, slot);
        }
    } else {
        o = unpack_close(u, f, slot, p, end, layout);
    }
#if LAYOUT_KNOWN
closed:
#endif
    if (UNLIKELY(o == NULL))
        goto raised;
    pending = f->pending;
    u->depth--;
    f--;
    left = f->left;
    if (f->kind == OPEN_LIST || f->kind == OPEN_TUPLE) {
        is_map = false;
        slot = f->slot;
    } else {
        is_map = f->kind >= OPEN_MAP;
        slot = u->stack + f->top;
    }
    f->track = true;
    if (UNLIKELY(opt->hooked))
        o = unpack_hook(u, kind, o);
    if (UNLIKELY(o == NULL))
        goto raised;
    *slot++ = o; /* already subtracted from `left`, when the container was opened */
    goto next;

failed:
    unpack_fail(u, fail, p, fact);
raised:
    f->slot = slot;
    f->top = f->kind == OPEN_LIST || f->kind == OPEN_TUPLE ? f->base : (size_t)(slot - u->stack);
raised_parked:
    unpack_drop(u, f->top);
    return -1;
}

static int unpack_with_layout(struct unpacking *u)
{
    return unpack_loop(u, LAYOUT_KNOWN);
}

static int unpack_with_public_api(struct unpacking *u)
{
    return unpack_loop(u, false);
}

int unpack_run(struct unpacking *u)
{
    return u->state->layout.usable ? unpack_with_layout(u) : unpack_with_public_api(u);
}
