/*
 * decode_loop.c: one value by a plan. An explicit stack of frames, no recursion.
 *
 * A separate loop from that of unpack/unpack_loop.c: there the first byte decides what is read, here the node does, and
 * the first byte only has to fit. What has no type (Any) is decoded by unpack_value().
 *
 * The values of an open container are on a stack that only this call can reach, or in the items of a list that is made
 * when it is complete; an object is made from all its values at once. So nothing half-built exists.
 */
#include "plan/decode/decode_fields.h"
#include "unpack/map_shapes.h"

/* ---- memory ---------------------------------------------------------------- */

/* Room for n values on the stack. -1: MemoryError is set. */
HAYA_INLINE int plan_reserve(struct reader *r, size_t n)
{
    if (UNLIKELY(r->stack_capacity - r->top < n) &&
        memory_more(&r->stack, r->first_stack, r->top, n, &r->stack_capacity, sizeof *r->stack) < 0)
        return -1;
    r->top += n;
    return 0;
}

/* The same, empty. */
static int plan_push(struct reader *r, size_t n)
{
    if (plan_reserve(r, n) < 0)
        return -1;
    memset(r->stack + r->top - n, 0, n * sizeof *r->stack);
    return 0;
}

COLD static struct plan_frame *plan_new_frame(struct reader *r)
{
    if (memory_more(&r->frames, r->first_frames, r->depth, 1, &r->frame_capacity, sizeof *r->frames) < 0)
        return NULL;
    return &r->frames[r->depth++];
}

/* Remembers that o's node->object.after is to be called. */
static int plan_remember(struct reader *r, PyObject *o, const struct plan_frame *f)
{
    if (r->late_count == r->late_capacity &&
        memory_more(&r->late, NULL, r->late_count, 1, &r->late_capacity, sizeof *r->late) < 0)
        return -1;
    r->late[r->late_count++] = (struct plan_late){Py_NewRef(o), f->node, (size_t)(f->at - r->begin)};
    return 0;
}

/* Releases all values of a message that is not decoded to its end. */
static void plan_drop(struct reader *r)
{
    for (size_t i = 0; i < r->depth; i++) {
        struct plan_frame *f = &r->frames[i];
        /* the value at f->done - 1 is being decoded, in the innermost frame, or has failed */
        for (size_t k = 0; f->items != NULL && k + 1 < f->done; k++)
            Py_DECREF(f->items[k]);
#if LAYOUT_KNOWN
        layout_items_free(f->items);
#endif
        size_t end = i + 1 < r->depth ? f[1].base : r->top;
        bool object = f->mode == MODE_FIELDS || f->mode == MODE_ELEMENTS;
        for (size_t k = f->base; k < end; k++)
            if (!object || (f->seen >> (k - f->base) & 1) != 0)
                Py_XDECREF(r->stack[k]);
    }
    for (size_t k = 0; k < r->ready.count; k++)
        Py_DECREF(r->stack[r->top + k]);
}

/* ---- containers --------------------------------------------------------------- */

/* Of a container that is no object and no list with the private layout. */
static enum plan_mode plan_mode_of(const struct plan_node *node, bool map)
{
    if (!map)
        return node->kind == PLAN_UNION ? MODE_TAGGED : MODE_STACKED;
    /* of keys of any type only str is decoded here */
    return (node->items.key->kind == PLAN_STR && !node->items.key->nullable) || node->items.key->kind == PLAN_ANY
               ? MODE_PAIRS
               : MODE_ENTRIES;
}

/* The end of a container's header that is longer than a byte, and its count in r->count; p: the byte after the first.
 * NULL: it is cut off. */
static const uint8_t *plan_long_header(struct reader *r, const uint8_t *p)
{
    size_t width = (size_t)2 << (p[-1] & 1); /* dc and de: 2, dd and df: 4 */
    if ((size_t)(r->end - p) < width)
        return NULL;
    r->count = width == 2 ? haya_load16(p) : haya_load32(p);
    return p + width;
}

/* Opens the container at *p, which becomes the end of its header. NULL without an exception: it is not valid. */
HAYA_INLINE struct plan_frame *plan_open(struct reader *r, const struct plan_node *node, const uint8_t **p,
                                         uint64_t *pending, const bool layout)
{
    const uint8_t *s = *p + 1;
    bool map = **p < HAYA_FIXARRAY;
    size_t n = **p & 0xf;
    if (UNLIKELY(**p >= HAYA_FIXSTR)) {
        if ((s = plan_long_header(r, s)) == NULL)
            return NULL;
        map = **p >= HAYA_MAP16;
        n = r->count;
    }
    uint64_t values = (uint64_t)n << map;
    if (UNLIKELY(r->depth >= r->opt->limits.depth) || UNLIKELY((uint64_t)(r->end - s) < *pending + values) ||
        (UNLIKELY(n > r->most) && n > (map ? r->opt->limits.map_len : r->opt->limits.array_len)))
        return NULL;
    if (UNLIKELY(node->bounds != NULL) && (n < node->bounds->min_len || n > node->bounds->max_len))
        return NULL;
    struct plan_frame *f = LIKELY(r->depth < r->frame_capacity) ? &r->frames[r->depth++] : plan_new_frame(r);
    if (f == NULL)
        return NULL;
    f->node = node;
    f->items = NULL;
    f->base = r->top;
    f->mode = MODE_STACKED;
    f->left = n;
    f->done = 0;
    f->pending = *pending;
    f->at = *p;
    if (plan_has_fields(node)) {
        f->mode = map ? MODE_FIELDS : MODE_ELEMENTS;
        f->seen = 0;
        f->next = 0;
        if (plan_reserve(r, node->object.value_count) < 0)
            return NULL;
#if LAYOUT_KNOWN
    } else if (layout && node->kind == PLAN_LIST && n != 0) {
        f->mode = MODE_ITEMS;
        if ((f->items = layout_items_new(n)) == NULL)
            return NULL;
#endif
    } else {
        f->mode = plan_mode_of(node, map);
        if ((f->mode == MODE_TAGGED && n != 2) || (node->kind == PLAN_FIXED_TUPLE && n != node->elements.count))
            return NULL;
        if (plan_push(r, values) < 0)
            return NULL;
    }
    (void)layout;
    *pending += values;
    *p = s;
    return f;
}

/* Where the present value of the frame is stored. */
HAYA_INLINE PyObject **plan_place(const struct reader *r, const struct plan_frame *f)
{
    switch (f->mode) {
    case MODE_FIELDS:
    case MODE_ELEMENTS: return r->stack + f->base + f->next - 1;
    case MODE_ITEMS: return f->items + f->done - 1;
    default: return r->stack + f->base + f->done - 1;
    }
}

/* The container of a frame whose values are complete. */
static PyObject *plan_close(struct reader *r, struct plan_frame *f)
{
    PyObject **values = r->stack + f->base, *o;
    size_t n = r->top - f->base;
    switch (f->node->kind) {
    case PLAN_LIST:
        o = PyList_New((Py_ssize_t)n);
        for (size_t i = 0; o != NULL && i < n; i++)
            PyList_SET_ITEM(o, (Py_ssize_t)i, values[i]);
        break;
    case PLAN_TUPLE:
    case PLAN_FIXED_TUPLE: o = plan_make_tuple(values, n); break;
    case PLAN_SET:
    case PLAN_FROZENSET:
    case PLAN_DEQUE: o = plan_make_collection(r, f->node, values, n); break;
    case PLAN_UNION: o = values[0]; break;
    case PLAN_DICT:
        o = plan_make_dict(r, values, n / 2, f->mode == MODE_PAIRS);
        /* of a repeated key, which the pure back end names */
        if (UNLIKELY(o != NULL && (size_t)PyDict_GET_SIZE(o) != n / 2)) {
            r->top = f->base;
            Py_CLEAR(o);
        }
        break;
    default:
        if (f->node->object.all != f->seen && plan_complete(f, values) < 0)
            return NULL;
        o = plan_make(r->state, f->node, values, f->node->object.all == f->seen);
        if (o != NULL && f->node->object.after != NULL && plan_remember(r, o, f) < 0) {
            r->top = f->base;
            Py_CLEAR(o);
        }
    }
    if (o != NULL)
        r->top = f->base;
    return o;
}

/* Decodes as many scalars or objects of the list as possible at once, but at most READER_RUN, and returns the place
 * after them. */
HAYA_INLINE PyObject **plan_item_run(struct reader *r, struct plan_frame *f, const uint8_t **p, uint64_t *pending,
                                     PyObject **slot, const bool layout)
{
#if LAYOUT_KNOWN
    const size_t some = f->left < READER_RUN ? f->left : READER_RUN;
    size_t left = some;
    if (!layout || left == 0)
        return slot;
    const struct plan_node *item = f->node->items.item;
    *p = item->quick ? plan_object_run(r, item, *p, &slot, &left) : plan_scalar_run(r, item->kind, *p, &slot, &left);
    *pending -= some - left;
    f->done += some - left;
    f->left -= some - left;
#else
    (void)r, (void)f, (void)p, (void)pending, (void)layout;
#endif
    return slot;
}

/* The node of the next value of a container that is no object, dict with str keys or LIST. NULL: there is none, or (if
 * f->left is not 0) the pure back end decides. */
static const struct plan_node *plan_next_node(struct reader *r, struct plan_frame *f, const uint8_t **p,
                                              uint64_t *pending)
{
    const struct plan_node *node = f->node;
    if (f->left == 0)
        return NULL;
    if (f->mode == MODE_TAGGED) {
        const struct plan_node *chosen = plan_choose_by_tag(r, node, p);
        f->left = chosen != NULL ? 0 : 1;
        *pending -= 2;
        f->done++;
        return chosen;
    }
    *pending -= 1;
    f->left -= f->mode == MODE_STACKED || (f->done & 1) != 0; /* entries are counted by their values */
    size_t index = f->done++;
    if (f->mode == MODE_ENTRIES)
        return (index & 1) == 0 ? node->items.key : node->items.item;
    return node->kind == PLAN_FIXED_TUPLE ? node->elements.nodes[index] : node->items.item;
}

/*
 * State at `value`: node is what the value at p must be, slot is where it is stored, and pending are the values that
 * follow it. At `store`: o is a new reference to the value that ends at p, or NULL. At `next`: the values of f, the
 * innermost frame, up to the present one are stored. At `fields` and `elements`: the same, and f->seen says so.
 */
HAYA_INLINE PyObject *plan_loop(struct reader *r, const struct plan_node *node, size_t *used, const bool layout)
{
    const uint8_t *p = r->begin;
    uint64_t pending = 0;
    struct plan_frame *f = NULL;
    PyObject *o, *root, **slot = &root;
    /* p and pending are in registers: functions that are not inlined get the addresses of these */
    const uint8_t *at;
    uint64_t behind;
    uint8_t type;
    unsigned misses;
    int found;

value:
    if (UNLIKELY(p >= r->end))
        return NULL;
    if (*p == HAYA_NIL && node->nullable) {
        p++;
        o = common_shared(Py_None);
        goto store;
    }
    type = haya_types[*p];
    o = NULL;
    at = p;
    switch (node->kind) {
    case PLAN_INT:
        if (LIKELY(type == HAYA_TYPE_INT))
            o = plan_integer(r, &p, layout);
        break;
    case PLAN_STR:
        if (LIKELY(type == HAYA_TYPE_STR))
            o = plan_text(r, &p, layout);
        break;
    case PLAN_FLOAT:
        if (LIKELY(*p == HAYA_FLOAT64) && LIKELY(r->end - p >= 9)) {
            o = unpack_float(&r->u, haya_load_double(p + 1), layout);
            p += 9;
        } else if (type == HAYA_TYPE_FLOAT || type == HAYA_TYPE_INT) {
            o = plan_float(r, &at);
            p = at;
        }
        break;
    case PLAN_BOOL:
        if (LIKELY(type == HAYA_TYPE_BOOL))
            o = unpack_bool(*p++);
        break;
    case PLAN_ANY:
        o = plan_any(r, &at, pending);
        p = at;
        break;
    case PLAN_BYTES:
        if (LIKELY(type == HAYA_TYPE_BIN))
            o = plan_bytes(r, &at);
        p = at;
        break;
    case PLAN_NONE:
        if (LIKELY(type == HAYA_TYPE_NIL)) {
            p++;
            o = common_shared(Py_None);
        }
        break;
    case PLAN_LIST:
    case PLAN_TUPLE:
    case PLAN_FIXED_TUPLE:
    case PLAN_SET:
    case PLAN_FROZENSET:
    case PLAN_DEQUE:
        if (UNLIKELY(type != HAYA_TYPE_ARRAY))
            return NULL;
        goto open;
    case PLAN_UNION:
        if (node->choice.by != PLAN_BY_PAIR) {
            if ((node = plan_choose(r, node, p)) == NULL)
                return NULL;
            goto value;
        }
        if (type != HAYA_TYPE_ARRAY)
            return NULL;
        goto open;
    default:
        o = plan_other(r, node, &at, type);
        p = at;
        break;
    case PLAN_DICT:
    case PLAN_OBJECT:
    case PLAN_NAMED_TUPLE:
    case PLAN_TYPED_DICT:
        if (type != HAYA_TYPE_MAP && !(node->array && type == HAYA_TYPE_ARRAY))
            return NULL;
        if (node->quick && LIKELY(p < r->near_end) && LIKELY(r->misses < READER_MISSES)) {
            if (LIKELY((o = layout ? plan_object(r, node, p) : plan_object_publicly(r, node, p)) != NULL)) {
                p = r->at;
                goto store;
            }
            if (UNLIKELY(r->ready.failed))
                return NULL;
        }
    open:
        if ((f = plan_open(r, node, &p, &pending, layout)) == NULL)
            return NULL;
        if (r->ready.count + r->ready.other != 0) {
            found = r->ready.other;
            p = r->ready.p;
            plan_count_fields(f, r->ready.count, r->ready.other, &pending);
            r->ready.count = r->ready.other = 0;
            if (found > 0)
                goto field;
        }
        if (f->mode == MODE_FIELDS)
            goto fields;
        if (f->mode == MODE_ELEMENTS)
            goto elements;
        goto next;
    }
store:
    if (UNLIKELY(o == NULL))
        return NULL;
    *slot++ = o;
    if (UNLIKELY(f == NULL)) {
        *used = (size_t)(p - r->begin);
        return root;
    }
next:
    switch (f->mode) {
    case MODE_FIELDS:
        f->seen |= (uint64_t)1 << (f->next - 1);
    fields:
        found = plan_field_run(r, f, &p, &pending, true, layout);
        goto after_run;
    case MODE_ELEMENTS:
        f->seen |= (uint64_t)1 << (f->next - 1);
    elements:
        found = f->node->object.straight ? plan_field_run(r, f, &p, &pending, false, layout) : 0;
    after_run:
        if (found != 0)
            break;
        if (f->left == 0)
            goto close;
        at = p;
        behind = pending;
        found = f->mode == MODE_FIELDS ? plan_next_field(r, f, &at, &behind) : plan_next_element(r, f, &at, &behind);
        p = at;
        pending = behind;
        break;
    case MODE_ITEMS:
        misses = r->misses;
        slot = plan_item_run(r, f, &p, &pending, f->items + f->done, layout);
        if (f->left == 0)
            goto close;
        f->left--;
        f->done++;
        pending--;
        node = f->node->items.item;
        if (UNLIKELY(p > r->check) && plan_signals(r, p) < 0)
            return NULL;
        if (LIKELY(r->misses == misses))
            goto value;
        if (r->ready.failed)
            return NULL;
        goto open;
    case MODE_PAIRS:
        if (f->left == 0)
            goto close;
        if (UNLIKELY(p > r->check) && plan_signals(r, p) < 0)
            return NULL;
        f->left--;
        slot = r->stack + f->base + f->done;
        f->done += 2;
        pending -= 2;
        if ((*slot++ = plan_dict_key(r, &p, layout)) == NULL)
            return NULL;
        node = f->node->items.item;
        goto value;
    default:
        if (UNLIKELY(p > r->check) && plan_signals(r, p) < 0)
            return NULL;
        slot = r->stack + f->base + f->done;
        at = p;
        behind = pending;
        node = plan_next_node(r, f, &at, &behind);
        p = at;
        pending = behind;
        if (node != NULL)
            goto value;
        if (f->left != 0)
            return NULL;
        goto close;
    }
    if (UNLIKELY(found < 0))
        return NULL;
    if (found > 0) {
    field:
        slot = r->stack + f->base + f->next - 1;
        node = f->node->object.fields[f->next - 1].node;
        goto value;
    }
close:
    o = NULL;
    if (f->mode <= MODE_ELEMENTS && LIKELY(f->seen == f->node->object.all) && LIKELY(f->node->object.after == NULL)) {
        if (LIKELY((o = plan_make(r->state, f->node, r->stack + f->base, true)) != NULL))
            r->top = f->base;
#if LAYOUT_KNOWN
    } else if (layout && f->mode == MODE_ITEMS) {
        if (LIKELY((o = layout_list_of(&r->state->layout, f->items, (Py_ssize_t)f->done)) != NULL))
            f->items = NULL;
#endif
    } else {
        o = plan_close(r, f);
    }
    if (UNLIKELY(o == NULL))
        return NULL;
    pending = f->pending;
    r->depth--;
    f = r->depth != 0 ? f - 1 : NULL;
    slot = f == NULL ? &root : plan_place(r, f);
    goto store;
}

static PyObject *plan_with_layout(struct reader *r, const struct plan_node *node, size_t *used)
{
    return plan_loop(r, node, used, LAYOUT_KNOWN);
}

static PyObject *plan_with_public_api(struct reader *r, const struct plan_node *node, size_t *used)
{
    return plan_loop(r, node, used, false);
}

/* Calls the functions that are to run last. -1: one raised, *failed is where. */
static int plan_finish(struct reader *r, struct plan_late *failed)
{
    for (size_t i = 0; i < r->late_count; i++) {
        PyObject *result = PyObject_CallOneArg(r->late[i].node->object.after, r->late[i].obj);
        if (result == NULL) {
            *failed = r->late[i];
            return -1;
        }
        Py_DECREF(result);
    }
    return 0;
}

/* slack: bytes beyond the end that may be read. */
static PyObject *plan_decode_at(struct native_state *state, const struct plan *plan, const struct unpack_options *opt,
                                const uint8_t *bytes, size_t size, size_t slack, size_t *used, struct plan_late *failed)
{
    const struct haya_limits *limits = &opt->limits;
    struct reader r;
    failed->node = NULL;
    r.state = state;
    r.opt = opt;
    r.begin = bytes;
    r.end = bytes + size;
    r.readable = r.end + slack;
    /* keys are compared without a look at their length */
    r.near_end = limits->str_len < READER_KEY ? bytes
                 : slack == READER_SLACK      ? r.end
                 : size > READER_AHEAD        ? r.end - READER_AHEAD
                                              : bytes;
    plan_set_check(&r, bytes);
    r.budget = PLAN_BUDGET * (int64_t)size; /* no address space has 2**59 bytes */
    r.most = limits->map_len < limits->array_len ? limits->map_len : limits->array_len;
    r.frames = r.first_frames;
    r.frame_capacity = READER_FRAMES;
    r.stack = r.first_stack;
    r.stack_capacity = READER_STACK;
    r.depth = r.top = r.late_count = r.late_capacity = 0;
    r.late = NULL;
    r.misses = 0;
    r.raised = false;
    r.ready.count = 0;
    r.ready.other = r.ready.failed = false;
    r.source = (struct source){.begin = bytes, .end = r.end, .message = bytes, .padded = slack != 0};
    r.u.state = state;
    r.u.keys = keys_borrow(state);
    r.u.opt = opt;
    r.u.source = &r.source;
    unpack_pause_first(&r.u);
    PyObject *o = state->layout.usable ? plan_with_layout(&r, plan->nodes[0], used)
                                       : plan_with_public_api(&r, plan->nodes[0], used);
    unpack_resume(&r.u);
    keys_give_back(state, r.u.keys);
    if (o == NULL)
        plan_drop(&r);
    else if (*used == size && r.late_count != 0 && plan_finish(&r, failed) < 0)
        Py_CLEAR(o);
    for (size_t i = 0; i < r.late_count; i++)
        Py_DECREF(r.late[i].obj);
    PyMem_Free(r.late);
    if (r.frames != r.first_frames)
        PyMem_Free(r.frames);
    if (r.stack != r.first_stack)
        PyMem_Free(r.stack);
    return o;
}

PyObject *plan_decode(struct native_state *state, const struct plan *plan, const struct unpack_options *opt,
                      const uint8_t *bytes, size_t size, bool padded, size_t *used, struct plan_late *failed)
{
    uint8_t copy[READER_COPY + READER_SLACK];
    if (size > READER_COPY)
        return plan_decode_at(state, plan, opt, bytes, size, padded ? UNPACK_SLACK : 0, used, failed);
    memcpy(copy, bytes, size);
    memset(copy + size, 0, READER_SLACK);
    return plan_decode_at(state, plan, opt, copy, size, READER_SLACK, used, failed);
}
