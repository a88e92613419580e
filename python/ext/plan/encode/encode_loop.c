/*
 * encode_loop.c: one value by a plan -> bytes. An explicit stack of frames, no recursion.
 *
 * A separate loop from that of pack/pack_loop.h: here the node says where the values of an object are and which keys
 * they have. As in the pure back end, a value decides how it is written and its node only what is inside it; so scalars
 * are written whatever was declared. What is unusual is left to the pure back end, which starts again.
 *
 * References: containers and values are borrowed while no Python code runs: attributes are read only of classes for
 * which encode_plan_check() has found that reading runs none. Before signal handlers, the collector (for sets) or
 * the standard library (for UUIDs, dates ...) may run Python code, plan_encode_pin() takes references to the open
 * containers; afterwards plan_encode_refind() checks each for changes.
 */
#include "pack/map_entries.h"
#include "pack/scalar_runs.h"
#include "plan/encode/encode_state.h"

/* ---- attributes ---------------------------------------------------------------- */

/* An attribute of the object of a frame, borrowed. */
HAYA_INLINE PyObject *encode_value(const struct encoding *e, const struct encode_frame *frame,
                                   const struct class_field *field, PyObject *o, const char *places)
{
#ifdef Py_GIL_DISABLED
    (void)o, (void)places;
    return e->w.kept[frame->kept + (size_t)(field - frame->start)];
#else
    (void)frame;
    return LIKELY(places != NULL) ? *(PyObject *const *)(places + field->place)
                                  : instance_attribute(o, field->name, e->w.state->layout.usable);
#endif
}

/* ---- frames ------------------------------------------------------------------ */

COLD static enum encode_step encode_signals(struct encoding *e)
{
    e->w.countdown = PACK_SIGNAL_INTERVAL;
    plan_encode_pin(e);
    return PyErr_CheckSignals() < 0 ? ENCODE_ERROR : plan_encode_refind(e);
}

/* Releases the container of the frame that was closed, which may run Python code. */
COLD static enum encode_step encode_unpin(struct encoding *e)
{
    e->pinned = e->depth;
    Py_DECREF(e->frames[e->depth].f.obj);
    return plan_encode_refind(e);
}

HAYA_INLINE enum encode_step encode_close(struct encoding *e)
{
    e->depth--;
#ifdef Py_GIL_DISABLED
    plan_encode_release(e, &e->frames[e->depth]);
#endif
    return UNLIKELY(e->depth < e->pinned) ? encode_unpin(e) : ENCODE_NEXT;
}

/* ---- objects ------------------------------------------------------------------- */

/* Finds the fields that are left out, and how many. -1: one can't be compared, or is not there. */
static int encode_leave_out(const struct encoding *e, struct encode_frame *frame, const char *places)
{
    const struct encode_plan *writing = frame->node->writing;
    int count = 0;
    for (uint32_t i = 0; i < writing->class.map_count; i++) {
        const struct class_field *field = &writing->class.map[i];
        PyObject *value = field->omit != 0 ? encode_value(e, frame, field, frame->f.obj, places) : Py_None;
        int omitted = value == NULL ? -1 : field->omit != 0 ? plan_is_omitted(writing, field, value) : 0;
        if (omitted < 0) {
            PyErr_Clear();
            return -1;
        }
        frame->left_out |= (uint64_t)omitted << i;
        count += omitted;
    }
    return count;
}

/* Opens a dict, whose header is written. fields: of a TypedDict, whose node is `node`; else NULL, and all values have
 * `node`. With ENCODE_COPIES, o is a copy, whose reference is stolen. */
HAYA_INLINE enum encode_step encode_push_dict(struct encoding *e, const struct plan_node *node,
                                              const struct class_field *fields, PyObject *o, const bool layout)
{
    struct encode_frame *frame = encode_push(e, o, FRAME_DICT);
    if (UNLIKELY(frame == NULL)) {
        if (ENCODE_COPIES)
            Py_DECREF(o);
        return ENCODE_ERROR;
    }
    if (ENCODE_COPIES)
        frame->f.held = true;
    frame->f.size = frame->f.left = PyDict_GET_SIZE(o);
    frame->f.position = 0;
    frame->node = node;
    frame->at = fields;
#if LAYOUT_KNOWN
    size_t stride;
    if (layout && LIKELY(layout_dict_slots(o, &frame->f.at, &frame->f.stop, &stride))) {
        frame->f.stride = (uint8_t)stride;
        frame->f.kind = FRAME_TABLE;
    }
#else
    (void)layout;
#endif
    return ENCODE_NEXT;
}

/* Whether the entries can be written as they are: no key is read as a field or the tag. */
static bool encode_are_unknown(const struct plan_fields *object, PyObject *kept)
{
    PyObject *key;
    Py_ssize_t at = 0;
    bool other = (size_t)PyDict_GET_SIZE(kept) <= UINT32_MAX / 2;
    while (other && PyDict_Next(kept, &at, &key, NULL)) {
        other =
            PyUnicode_CheckExact(key) && (object->tag_name == NULL || PyUnicode_Compare(object->tag_name, key) != 0);
        for (uint32_t i = 0; other && i < object->key_count; i++)
            other = PyUnicode_Compare(object->names[i].name, key) != 0;
    }
    return other;
}

/* The dict of an object's unknown entries; with ENCODE_COPIES, a copy, which the caller owns. NULL: there is none. */
static PyObject *encode_find_kept(PyObject *o, PyObject *name, bool layout)
{
    if (!ENCODE_COPIES) {
        PyObject *kept = instance_attribute(o, name, layout);
        return kept != NULL && PyDict_CheckExact(kept) ? kept : NULL;
    }
    PyObject *kept = PyObject_GetAttr(o, name);
    PyObject *copy = kept != NULL && PyDict_CheckExact(kept) ? PyDict_Copy(kept) : NULL;
    Py_XDECREF(kept);
    return copy;
}

/* Opens the dict of an object's unknown entries, below the object's frame: they are written after the fields. *count:
 * their number. */
NOINLINE static enum encode_step encode_open_kept(struct encoding *e, const struct plan_node *node, PyObject *o,
                                                  uint32_t *count)
{
    PyObject *kept = encode_find_kept(o, node->writing->kept, e->w.state->layout.usable);
    if (kept == NULL) {
        PyErr_Clear();
        return ENCODE_PURE;
    }
    bool unknown = encode_are_unknown(&node->object, kept);
    *count = (uint32_t)PyDict_GET_SIZE(kept);
    if (unknown && *count != 0)
        return encode_push_dict(e, NULL, NULL, kept, e->w.state->layout.usable);
    if (ENCODE_COPIES)
        Py_DECREF(kept);
    return unknown ? ENCODE_NEXT : ENCODE_PURE;
}

/* ENCODE_PURE: the object has unknown entries, for which an array has no place. */
NOINLINE static enum encode_step encode_keeps_nothing(const struct encoding *e, const struct plan_node *node,
                                                      PyObject *o)
{
    PyObject *kept = encode_find_kept(o, node->writing->kept, e->w.state->layout.usable);
    bool nothing = kept != NULL && PyDict_GET_SIZE(kept) == 0;
    if (kept == NULL)
        PyErr_Clear();
    if (ENCODE_COPIES)
        Py_XDECREF(kept);
    return nothing ? ENCODE_NEXT : ENCODE_PURE;
}

/* Opens an object of the node's class. Its header and tag are written. form: enum class_form, -1: that of the class. */
HAYA_INLINE enum encode_step encode_open_object(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                                PyObject *o, int form, const bool layout)
{
    const struct encode_plan *writing = node->writing;
    if (UNLIKELY(!encode_is_readable(node, o, layout)))
        return ENCODE_PURE;
    bool array = (form < 0 ? writing->class.form : form) == CLASS_AS_ARRAY;
    uint32_t kept = 0;
    if (UNLIKELY(writing->kept != NULL)) {
        enum encode_step step = array ? encode_keeps_nothing(e, node, o) : encode_open_kept(e, node, o, &kept);
        if (step != ENCODE_NEXT)
            return step;
    }
    struct encode_frame *frame = encode_push(e, o, FRAME_OBJECT);
    if (UNLIKELY(frame == NULL))
        return ENCODE_ERROR;
    frame->node = node;
    frame->left_out = 0;
    if (array) {
        frame->at = writing->class.array;
        frame->stop = writing->class.array + writing->class.array_count;
        *at = haya_put_array_header(*at, writing->class.array_count);
        return plan_encode_fields(e, at);
    }
    uint32_t count = writing->class.map_count;
    frame->at = writing->class.map;
    frame->stop = writing->class.map + count;
    if (UNLIKELY(writing->omits)) {
        enum encode_step step = plan_encode_keep(e);
        int omitted =
            step == ENCODE_NEXT ? encode_leave_out(e, frame, class_plan_places(&node->writing->class, o)) : -1;
        if (omitted < 0)
            return step != ENCODE_NEXT ? step : ENCODE_PURE;
        count -= (uint32_t)omitted;
    }
    uint8_t *p = haya_put_map_header(*at, count + kept + (writing->tag_size != 0));
    if (UNLIKELY(writing->tag_size != 0)) {
        if ((p = pack_reserve(&e->w, p, writing->tag_size)) == NULL)
            return ENCODE_ERROR;
        memcpy(p, writing->tag, writing->tag_size);
        p += writing->tag_size;
    }
    *at = p;
    return UNLIKELY(writing->omits) ? ENCODE_NEXT : plan_encode_fields(e, at);
}

/* ---- other containers ------------------------------------------------------------ */

/* Whether the value is an object of the node's class, which pack_scalars() need not look at. */
HAYA_INLINE bool encode_is_object(const struct plan_node *node, PyObject *o)
{
    return node != NULL && o != NULL && node->kind == PLAN_OBJECT && (PyObject *)Py_TYPE(o) == node->cls;
}

/* Containers of so many objects are larger than the caches near the processor. */
#define ENCODE_FAR 2048

/* Prefetches objects that follow the one at `at`, each one `stride` pointers further: of the eighth the
 * object itself, of the fourth its attributes, of the second their values. Each place is found in the one before, and
 * an object takes more instructions than a processor looks ahead, so that it would wait for all three. No code of the
 * user's runs: what is read are references that the container has, and those of objects of the node's class. */
NOINLINE static void encode_ahead(const struct plan_node *node, PyObject *const *at, PyObject *const *stop,
                                  size_t stride)
{
    const struct encode_plan *writing = node->writing;
    __asm__ volatile(""); /* a call without it is removed: gcc sees no effect in prefetches */
    if (stop - at <= 8 * (ptrdiff_t)stride || class_plan_places(&node->writing->class, *at) == NULL)
        return;
    uintptr_t eighth = (uintptr_t)at[8 * stride]; /* 0: of a dict's entry that was removed */
    const char *places;
    __builtin_prefetch(
        (void *)(eighth - 32)); /* inline values and the header for the collector are before the object */
    __builtin_prefetch((void *)(eighth + 8));
    PyObject *o = at[4 * stride];
    if (encode_is_object(node, o) && (places = class_plan_places(&node->writing->class, o)) != NULL)
        for (size_t i = 0; i <= writing->class.map_count * sizeof(PyObject *); i += 64)
            __builtin_prefetch(places + i);
    o = at[2 * stride];
    if (encode_is_object(node, o) && (places = class_plan_places(&node->writing->class, o)) != NULL)
        for (uint32_t i = 0; i < writing->class.map_count; i++)
            __builtin_prefetch((void *)(*(const uintptr_t *)(places + writing->class.map[i].place) + 32));
}

/* Opens a list or tuple, also of a derived class. each: the nodes of its items, NULL: all have `node`. */
HAYA_INLINE enum encode_step encode_open_sequence(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                                  const struct plan_node *const *each, PyObject *o, const bool layout)
{
#ifdef Py_GIL_DISABLED
    if (PyList_CheckExact(o))
        return plan_encode_list(e, at, node, each, o);
#endif
    Py_ssize_t n = Py_SIZE(o);
    PyObject **first = PyTuple_Check(o) ? ((PyTupleObject *)o)->ob_item : ((PyListObject *)o)->ob_item;
    PyObject **item = first, **stop = first + n;
    if (UNLIKELY((size_t)n > UINT32_MAX))
        return ENCODE_PURE;
    *at = haya_put_array_header(*at, (uint32_t)n);
    if (n <= PACK_SIGNAL_INTERVAL && (n == 0 || !encode_is_object(node, *first)))
        item = pack_scalars(&e->w, at, item, stop, layout);
    if (item == stop)
        return ENCODE_NEXT;
    struct encode_frame *frame = encode_push(e, o, FRAME_SEQUENCE);
    if (UNLIKELY(frame == NULL))
        return ENCODE_ERROR;
    frame->f.at = item;
    frame->f.stop = stop;
    frame->f.size = n;
    frame->f.left = stop - item;
    frame->node = node;
    frame->each = each != NULL ? each + (item - first) : NULL;
    return ENCODE_NEXT;
}

/* Writes fields of the innermost frame, an object, until it is closed or a value is no scalar. */
HAYA_INLINE enum encode_step encode_fields(struct encoding *e, uint8_t **at, const bool layout)
{
    struct encode_frame *frame = &e->frames[e->depth - 1];
    const struct encode_plan *writing = frame->node->writing;
    const struct class_field *field = frame->at, *stop = frame->stop;
    PyObject *o = frame->f.obj;
    const char *places = class_plan_places(&frame->node->writing->class, o);
    uint64_t left_out = frame->left_out;
    uint8_t *p = *at;
    for (; field < stop; field++) {
        if (UNLIKELY(left_out != 0) && (left_out >> (field - writing->class.map) & 1) != 0)
            continue;
        if (UNLIKELY((p = pack_reserve(&e->w, p, field->key_size)) == NULL))
            return ENCODE_ERROR;
        p = class_plan_put_key(p, field);
        PyObject *value = LIKELY(field->name != NULL) ? encode_value(e, frame, field, o, places) : Py_None;
        if (UNLIKELY(value == NULL))
            return ENCODE_PURE;
        uint8_t *end = pack_scalar(&e->w, p, value, layout);
        if (LIKELY(end != NULL)) {
            p = end;
            continue;
        }
        p = e->w.start;
        struct haya_timestamp time;
        if (Py_TYPE(value) == &PyList_Type && field->node->kind == PLAN_LIST &&
            (Py_ssize_t)e->depth < e->w.opt->max_depth) {
            size_t depth = e->depth;
            frame->at = field + 1;
            enum encode_step step = encode_open_sequence(e, &p, field->node->items.item, NULL, value, layout);
            if (LIKELY(step == ENCODE_NEXT) && LIKELY(e->depth == depth))
                continue;
            *at = p;
            return step;
        }
        if (Py_TYPE(value) == e->w.state->datetime_type && times_from_utc(e->w.state, value, &time)) {
            p = haya_put_timestamp(p, time.seconds, time.nanoseconds);
            continue;
        }
        if (value == writing->unset && stop == writing->class.array + writing->class.array_count) {
            if (!field->nil_is_unset)
                return ENCODE_PURE;
            p = haya_put_nil(p);
            continue;
        }
        *at = p;
        frame->at = field + 1;
        e->value = value;
        e->node = field->node;
        return ENCODE_VALUE;
    }
    *at = p;
    return encode_close(e);
}

/* Writes items of the innermost frame, a sequence, until it is closed or a value is no scalar. */
HAYA_INLINE enum encode_step encode_items(struct encoding *e, uint8_t **at, const bool layout)
{
    struct encode_frame *frame = &e->frames[e->depth - 1];
    PyObject **item = frame->f.at, **stop = frame->f.stop;
    if (item != stop && !encode_is_object(frame->node, *item)) {
        PyObject **most = stop - item > PACK_SIGNAL_INTERVAL ? item + PACK_SIGNAL_INTERVAL : stop;
        item = pack_scalars(&e->w, at, item, most, layout);
        if (frame->each != NULL)
            frame->each += item - frame->f.at;
        frame->f.at = item;
        frame->f.left = stop - item;
        if (UNLIKELY(item == most && item != stop)) {
            e->w.countdown = 0;
            return ENCODE_NEXT;
        }
    }
    if (item == stop)
        return encode_close(e);
    e->value = *item;
    if (UNLIKELY(frame->f.size >= ENCODE_FAR) && encode_is_object(frame->node, *item))
        encode_ahead(frame->node, item, stop, 1);
    e->node = frame->each != NULL ? *frame->each++ : frame->node;
    frame->f.at = item + 1;
    frame->f.left = stop - item - 1;
    return ENCODE_VALUE;
}

/* Whether all keys of a TypedDict are those of fields, which is asked where others are an error. */
NOINLINE static bool encode_are_fields(const struct plan_fields *object, PyObject *o)
{
    PyObject *key;
    Py_ssize_t at = 0;
    bool is = true;
    while (is && PyDict_Next(o, &at, &key, NULL)) {
        is = false;
        for (uint32_t i = 0; !is && i < object->field_count; i++)
            is = object->fields[i].name == key ||
                 (PyUnicode_CheckExact(key) && PyUnicode_Compare(object->fields[i].name, key) == 0);
    }
    return is;
}

/* Opens a dict as encode_push_dict(), and writes its header. */
HAYA_INLINE enum encode_step encode_open_dict(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                              const struct class_field *fields, PyObject *o, const bool layout)
{
    if (ENCODE_COPIES && UNLIKELY((o = PyDict_Copy(o)) == NULL))
        return ENCODE_ERROR;
    if (UNLIKELY((size_t)PyDict_GET_SIZE(o) > UINT32_MAX) ||
        (fields != NULL && !node->object.skips && !encode_are_fields(&node->object, o))) {
        if (ENCODE_COPIES)
            Py_DECREF(o);
        return ENCODE_PURE;
    }
    *at = haya_put_map_header(*at, (uint32_t)PyDict_GET_SIZE(o));
    return encode_push_dict(e, node, fields, o, layout);
}

/* The node of the value with that key. */
static const struct plan_node *encode_entry_node(const struct encode_frame *frame, PyObject *key)
{
    if (LIKELY(frame->at == NULL))
        return frame->node;
    for (uint32_t i = 0; i < frame->node->writing->class.map_count; i++)
        if (frame->at[i].name == key)
            return frame->at[i].node;
    for (uint32_t i = 0; PyUnicode_CheckExact(key) && i < frame->node->writing->class.map_count; i++)
        if (PyUnicode_Compare(frame->at[i].name, key) == 0)
            return frame->at[i].node;
    return NULL;
}

/* Writes entries of the innermost frame, a dict, until it is closed or a value is no scalar. */
HAYA_INLINE enum encode_step encode_entries(struct encoding *e, uint8_t **at, const bool layout)
{
    struct encode_frame *frame = &e->frames[e->depth - 1];
    PyObject *key = NULL, *value = NULL;
#if LAYOUT_KNOWN
    if (layout && frame->f.kind == FRAME_TABLE) {
        e->w.depth = e->depth;
        if (pack_entries(&e->w, at, &frame->f.at, frame->f.stop, frame->f.stride, &frame->f.left, &value))
            return encode_close(e);
        key = frame->f.at[-(ptrdiff_t)frame->f.stride];
    }
#endif
    if (value == NULL) {
        int status = e->w.no_memory ? -1 : pack_next_entry(&frame->f, &key, &value);
        if (status <= 0)
            return status == 0 ? encode_close(e) : e->w.no_memory ? ENCODE_ERROR : ENCODE_PURE;
        uint8_t *p = pack_reserve(&e->w, *at, 0), *end = p != NULL ? pack_other_key(&e->w, p, key, layout) : NULL;
        if (end == NULL)
            return e->w.no_memory ? ENCODE_ERROR : ENCODE_PURE;
        *at = end;
    } else if (LIKELY(*at <= e->w.limit)) {
        e->value = value;
        e->node = encode_entry_node(frame, key);
        if (UNLIKELY(frame->f.size >= ENCODE_FAR) && frame->f.kind == FRAME_TABLE && encode_is_object(e->node, value))
            encode_ahead(e->node, frame->f.at - frame->f.stride + 1, frame->f.stop, frame->f.stride);
        return ENCODE_VALUE;
    }
    uint8_t *p = pack_reserve(&e->w, *at, 0), *end = p != NULL ? pack_other_key(&e->w, p, value, layout) : NULL;
    *at = end != NULL ? end : p != NULL ? e->w.start : *at;
    e->value = value;
    e->node = encode_entry_node(frame, key);
    return end != NULL ? ENCODE_NEXT : ENCODE_VALUE;
}

/* ---- values -------------------------------------------------------------------- */

/* Opens a container that is no list, dict, or plain tuple. */
NOINLINE static enum encode_step encode_open_other(struct encoding *e, uint8_t **at, const struct plan_node *node,
                                                   PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == &PySet_Type || type == &PyFrozenSet_Type || strcmp(type->tp_name, "collections.deque") == 0)
        return plan_encode_set(e, at, node, o);
    if (node != NULL && node->kind == PLAN_NAMED_TUPLE && (PyObject *)type == node->cls &&
        type->tp_iter == PyTuple_Type.tp_iter && Py_SIZE(o) == (Py_ssize_t)node->writing->node_count)
        return encode_open_sequence(e, at, NULL, node->writing->nodes, o, false);
    return plan_encode_other(e, at, node, o);
}

/* Writes a float as a float32, which pack_scalar() leaves to its caller. */
static enum encode_step encode_single_float(uint8_t **at, PyObject *o)
{
    double value = PyFloat_AS_DOUBLE(o);
    float single = (float)value;
    if (isinf(single) && !isinf(value))
        return ENCODE_PURE; /* it raises FloatRangeError */
    *at = haya_put_float(*at, single);
    return ENCODE_NEXT;
}

/* Writes e->value by e->node, or opens it. */
HAYA_INLINE enum encode_step encode_open(struct encoding *e, uint8_t **at, const bool layout)
{
    const struct plan_node *node = e->node;
    PyObject *o = e->value;
    PyTypeObject *type = Py_TYPE(o);
    uint8_t *p = LIKELY(!e->w.no_memory) ? pack_reserve(&e->w, *at, 0) : NULL;
    if (UNLIKELY(p == NULL))
        return ENCODE_ERROR;
    *at = p;
    e->w.countdown -= e->w.countdown != 0;
    if (UNLIKELY(type == &PyFloat_Type))
        return encode_single_float(at, o);
    int form = e->form;
    if (node != NULL && UNLIKELY(node->kind == PLAN_UNION)) {
        struct encode_choice choice = {node, form}; /* not the variables: these stay in registers */
        enum encode_step step = plan_encode_choose(e, at, &choice);
        if (step != ENCODE_NEXT)
            return step;
        node = choice.node;
        form = choice.form;
    }
    int kind = node != NULL ? node->kind : PLAN_ANY;
    if (UNLIKELY((Py_ssize_t)e->depth >= e->w.opt->max_depth))
        return plan_encode_other(e, at, node, o);
    if (kind == PLAN_OBJECT && (PyObject *)type == node->cls)
        return encode_open_object(e, at, node, o, form, layout);
    if (type == &PyList_Type || type == &PyTuple_Type) {
        const struct plan_node *const *each = NULL;
        if (kind == PLAN_FIXED_TUPLE && Py_SIZE(o) == (Py_ssize_t)node->elements.count)
            each = node->elements.nodes;
        bool declared = kind >= PLAN_LIST && kind <= PLAN_DEQUE && kind != PLAN_FIXED_TUPLE;
        return encode_open_sequence(e, at, declared ? node->items.item : NULL, each, o, layout);
    }
    if (type == &PyDict_Type && kind == PLAN_TYPED_DICT)
        return encode_open_dict(e, at, node, node->writing->class.map, o, layout);
    if (type == &PyDict_Type)
        return encode_open_dict(e, at, kind == PLAN_DICT ? node->items.item : NULL, NULL, o, layout);
    return encode_open_other(e, at, node, o);
}

/* ---- the loop --------------------------------------------------------------------- */

/* Writes e->value by e->node. ENCODE_NEXT: it is written. */
HAYA_INLINE enum encode_step encode_run(struct encoding *e, const bool layout)
{
    uint8_t *p = e->w.out->p, *end = pack_scalar(&e->w, p, e->value, layout);
    if (end != NULL) {
        e->w.out->p = end;
        return ENCODE_NEXT;
    }
    p = e->w.start;
    enum encode_step step = encode_open(e, &p, layout);
    for (;;) {
        while (step == ENCODE_NEXT) {
            if (UNLIKELY(e->depth == 0)) {
                e->w.out->p = p;
                return step;
            }
            if (UNLIKELY(e->w.countdown == 0)) {
                step = encode_signals(e);
                continue;
            }
            switch (e->frames[e->depth - 1].f.kind) {
            case FRAME_OBJECT: step = encode_fields(e, &p, layout); break;
            case FRAME_SEQUENCE: step = encode_items(e, &p, layout); break;
            default: step = encode_entries(e, &p, layout); break;
            }
        }
        if (step != ENCODE_VALUE)
            return step;
        step = encode_open(e, &p, layout);
    }
}

static enum encode_step encode_with_layout(struct encoding *e)
{
    return encode_run(e, LAYOUT_KNOWN);
}

static enum encode_step encode_with_public_api(struct encoding *e)
{
    return encode_run(e, false);
}

enum plan_encoded plan_encode(struct native_state *state, const struct plan *plan, const struct pack_options *opt,
                              int form, struct output *out, PyObject *o, PyTypeObject **missing)
{
    struct encoding e;
    pack_begin(&e.w, state, opt, out);
    e.value = o;
    e.node = plan->nodes[0];
    e.form = form;
    e.frames = e.first;
    e.depth = e.pinned = 0;
    e.capacity = ENCODE_FRAMES;
#ifdef Py_GIL_DISABLED
    e.w.kept = e.w.first_kept;
    e.w.kept_count = 0;
    e.w.kept_capacity = PACK_KEPT_FIRST;
#endif
    e.own = NULL;
    e.own_count = e.own_capacity = e.own_last = 0;
    e.missing = NULL;
    enum encode_step step = state->layout.usable ? encode_with_layout(&e) : encode_with_public_api(&e);
    for (size_t i = 0; i < e.pinned; i++)
        Py_DECREF(e.frames[i].f.obj);
#ifdef Py_GIL_DISABLED
    plan_encode_drop(&e);
    pack_keep_utf8(&e.w, step == ENCODE_NEXT);
#endif
    if (e.frames != e.first)
        PyMem_Free(e.frames);
    for (size_t i = 0; i < e.own_count; i++)
        Py_DECREF((PyObject *)e.own[i]);
    PyMem_Free(e.own);
    *missing = e.missing;
    if (step == ENCODE_NEXT)
        return PLAN_ENCODED;
    return step == ENCODE_ERROR || PyErr_Occurred() ? PLAN_ENCODE_ERROR : PLAN_ENCODE_PURE;
}
