/*
 * The entries with nil keys in PECL's wire form.
 *
 *   {nil: "Class", "name": value, ...}   an object
 *   {nil: "Class", nil: [...]}           what __serialize returned
 *   {nil: 1, ...}                        a reference to the array or object
 *   {nil: 2 | 4 | 5, 0: ordinal}         the container with that ordinal: itself
 *                                        (2, 4), or a reference to it (5)
 *   {nil: 3, "Class": "..."}             what Serializable::serialize returned
 *   {nil: 6, "Class": "CASE"}            a case of an enum
 *
 * Before PECL 3.0 had a form for enums, hayapack wrote them as objects with the
 * properties name and, if the enum is backed, value. Both forms are read.
 */
#include "object.h"

#include "predicted_keys.h"
#include "stack.h"
#include "array_slots.h"

#include "ext/standard/php_incomplete_class.h"

enum {
    DECODE_MARK_REFERENCE = 1,
    DECODE_MARK_ARRAY = 2,
    DECODE_MARK_SERIALIZABLE = 3,
    DECODE_MARK_OBJECT = 4,
    DECODE_MARK_OBJECT_REFERENCE = 5,
    DECODE_MARK_ENUM = 6
};

/* ---- marks ------------------------------------------------------------------------------ */

/* The container that the log has, also where it has a reference to it. */
static const zend_refcounted *decode_container(const zend_refcounted *what)
{
    if (what == NULL || GC_TYPE(what) != IS_REFERENCE)
        return what;
    const zval *value = &((const zend_reference *)what)->val;
    return Z_TYPE_P(value) == IS_ARRAY || Z_TYPE_P(value) == IS_OBJECT ? Z_COUNTED_P(value) : NULL;
}

/* Whether what is, or refers to, one of the open containers. */
static bool decode_is_open(const struct decoder *d, const zend_refcounted *what)
{
    what = decode_container(what);
    for (uint32_t i = 0; i < d->depth && what != NULL; i++) {
        if (decode_container(d->log[d->frames[i].ordinal]) == what)
            return true;
    }
    return false;
}

/* The number of a back reference names no container, or one that is not decided yet. */
static enum decode_step decode_names_nothing(struct decoder *d, int64_t ordinal)
{
    if (!decode_know_named(d))
        return DECODE_FAILED;
    if (d->options->report)
        zend_error(E_WARNING,
                   "[msgpack] (msgpack_unserialize_map_item) Invalid references "
                   "value: %" PRId64,
                   (int64_t)((uint64_t)ordinal - 1));
    return EG(exception) ? DECODE_FAILED : DECODE_NEXT;
}

static enum decode_step decode_back_reference(struct decoder *d, struct decode_frame *frame, int64_t mark)
{
    const uint8_t *header = d->p;
    if (frame->kind != DECODE_UNKNOWN || frame->left != 1)
        return decode_refuse(d, header);
    frame->left = 0;
    if (decode_token(d).kind != HAYA_KIND_INT)
        return d->failure->error ? DECODE_FAILED : decode_refuse(d, header);
    struct haya_token ordinal = decode_token(d);
    if (ordinal.kind != HAYA_KIND_INT)
        return d->failure->error ? DECODE_FAILED : decode_refuse(d, header);
    zend_refcounted *what = NULL;
    if (ordinal.as.i >= 1 && ordinal.as.i <= (int64_t)d->seen)
        what = d->log[ordinal.as.i - 1];
    if (what == NULL || Z_TYPE_P(frame->at) != IS_NULL)
        return decode_names_nothing(d, ordinal.as.i);
    if (UNEXPECTED(GC_TYPE(what) != IS_REFERENCE && mark != DECODE_MARK_OBJECT && !d->named_known)) {
        d->again = true;
        return DECODE_FAILED;
    }
    /* A reference to an open container is a cycle, which the collector frees without recursion. */
    if (!decode_is_open(d, what) && !decode_link(d, (uint32_t)ordinal.as.i - 1, header))
        return DECODE_FAILED;
    bool inside = d->log[frame->ordinal] != NULL; /* mark 1 made the slot a reference */
    /* Mark 4 means the object itself, even if a reference to it was logged. */
    bool object = GC_TYPE(what) == IS_REFERENCE && mark == DECODE_MARK_OBJECT &&
                  Z_TYPE(((zend_reference *)what)->val) == IS_OBJECT;
    if (GC_TYPE(what) == IS_REFERENCE && (inside || object)) {
        ZVAL_COPY(frame->at, &((zend_reference *)what)->val);
    } else if (GC_TYPE(what) == IS_REFERENCE) {
        decode_tell_type(d, frame, (zend_reference *)what);
        GC_ADDREF(what);
        ZVAL_REF(frame->at, (zend_reference *)what);
    } else if (GC_TYPE(what) == IS_OBJECT) {
        ZVAL_OBJ_COPY(frame->at, (zend_object *)what);
    } else if (GC_FLAGS(what) & GC_IMMUTABLE) {
        ZVAL_EMPTY_ARRAY(frame->at);
    } else {
        GC_ADDREF(what);
        ZVAL_ARR(frame->at, (zend_array *)what);
    }
    /* An array can contain itself only by reference. */
    bool again = mark == DECODE_MARK_OBJECT_REFERENCE || (GC_TYPE(what) == IS_ARRAY && decode_is_open(d, what));
    if (again && !inside && !Z_ISREF_P(frame->at)) {
        ZVAL_MAKE_REF(frame->at);
        decode_tell_type(d, frame, Z_REF_P(frame->at));
        /* Further references to the object are this one. The object's own slot is none: it has no mark 1. */
        if (mark == DECODE_MARK_OBJECT_REFERENCE && GC_TYPE(what) == IS_OBJECT)
            d->log[ordinal.as.i - 1] = (zend_refcounted *)Z_REF_P(frame->at);
    }
    if (!inside)
        d->log[frame->ordinal] = Z_COUNTED_P(frame->at);
    return DECODE_NEXT;
}

/* Reads a str or bin. The token's kind is NONE, with the failure set, if the
 * value is damaged or of another type. */
static struct haya_token decode_mark_text(struct decoder *d)
{
    enum haya_kind kind = decode_peek(d);
    if (kind == HAYA_KIND_STR || kind == HAYA_KIND_BIN || kind == HAYA_KIND_NONE)
        return decode_token(d);
    decode_refuse(d, d->p);
    return (struct haya_token){.kind = HAYA_KIND_NONE};
}

/* Reads the entry after mark 3 or 6, a class name and a text. It must be the last
 * of the map. */
static bool decode_class_and_text(struct decoder *d, struct decode_frame *frame, struct haya_token *name,
                                  struct haya_token *text)
{
    if (frame->kind != DECODE_UNKNOWN || frame->left != 1 || Z_TYPE_P(frame->at) != IS_NULL) {
        decode_refuse(d, d->p);
        return false;
    }
    frame->left = 0;
    *name = decode_mark_text(d);
    if (name->kind == HAYA_KIND_NONE)
        return false;
    *text = decode_mark_text(d);
    return text->kind != HAYA_KIND_NONE;
}

static enum decode_step decode_serialized(struct decoder *d, struct decode_frame *frame)
{
    const uint8_t *header = d->p;
    struct haya_token name, data;
    if (!decode_class_and_text(d, frame, &name, &data))
        return DECODE_FAILED;
    zend_class_entry *ce = decode_class_of(d, name.data, name.count);
    if (ce == NULL)
        return DECODE_FAILED;
    if (ce == php_ce_incomplete_class)
        return decode_become_object(d, frame, ce, name.data, name.count, NULL) ? DECODE_NEXT : DECODE_FAILED;
    if (!msgpack_may_unserialize(ce))
        return DECODE_FAILED;
    if (!decode_know_named(d))
        return DECODE_FAILED;
    if (ce->unserialize == NULL) {
        decode_warn(d, "[msgpack] (msgpack_unserialize_map_item) Class %s has no unserializer", ZSTR_VAL(ce->name));
        return EG(exception) ? DECODE_FAILED : DECODE_NEXT;
    }
    zval object;
    ZVAL_UNDEF(&object);
    int result = ce->unserialize(&object, ce, data.data, data.count, NULL);
    frame = decode_top(d);
    if (Z_TYPE(object) == IS_OBJECT) {
        ZVAL_COPY_VALUE(frame->at, &object);
        decode_saw_object(d, frame);
    }
    if (EG(exception))
        return DECODE_FAILED;
    return result == SUCCESS && Z_TYPE(object) == IS_OBJECT ? DECODE_NEXT : decode_refuse(d, header);
}

/* ---- enums ---------------------------------------------------------------------------------- */

/* Stores the enum case of that name in the frame's slot. False: failure or
 * exception. */
static bool decode_case(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce, const char *name, size_t n)
{
    zend_class_constant *constant = zend_hash_str_find_ptr(CE_CONSTANTS_TABLE(ce), name, n);
    if (constant == NULL || !(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE))
        return decode_fail_class(d, frame->header, "the enum ", ce, " has no case ", name, n);
    /* The first use of a case evaluates its constant, which may run user code and throw. */
    if (Z_TYPE(constant->value) == IS_CONSTANT_AST && !decode_know_named(d))
        return false;
    if (Z_TYPE(constant->value) == IS_CONSTANT_AST)
        zval_update_constant_ex(&constant->value, constant->ce);
    if (EG(exception))
        return false;
    ZVAL_COPY(frame->at, &constant->value);
    decode_saw_object(d, frame);
    return true;
}

static enum decode_step decode_enum(struct decoder *d, struct decode_frame *frame)
{
    const uint8_t *header = d->p;
    struct haya_token name, text;
    if (!decode_class_and_text(d, frame, &name, &text))
        return DECODE_FAILED;
    zend_class_entry *ce = decode_class_of(d, name.data, name.count);
    if (ce == NULL)
        return DECODE_FAILED;
    if (ce->ce_flags & ZEND_ACC_ENUM)
        return decode_case(d, frame, ce, (const char *)text.data, text.count) ? DECODE_NEXT : DECODE_FAILED;
    if (ce != php_ce_incomplete_class) {
        decode_fail_class(d, header, "no enum, but a class: ", ce, NULL, NULL, 0);
        return DECODE_FAILED;
    }
    if (!decode_become_object(d, frame, ce, name.data, name.count, NULL))
        return DECODE_FAILED;
    zval *place = decode_place(d, frame->of.table, zend_string_copy(ZSTR_KNOWN(ZEND_STR_NAME)));
    ZVAL_STRINGL(place, (const char *)text.data, text.count);
    return DECODE_NEXT;
}

/* ---- nil keys ----------------------------------------------------------------------------- */

static enum decode_step decode_mark(struct decoder *d, struct decode_frame *frame, int64_t mark)
{
    if (mark == DECODE_MARK_REFERENCE) {
        decode_make_reference(d, frame);
        return DECODE_NEXT;
    }
    /* A mark applies to the next entry, and is ignored if that has a nil key, too. */
    bool alone = frame->left == 0 || (d->p < d->end && *d->p == HAYA_NIL);
    if (alone || mark < DECODE_MARK_ARRAY || mark > DECODE_MARK_ENUM)
        return DECODE_NEXT;
    if (mark == DECODE_MARK_ENUM)
        return decode_enum(d, frame);
    if (mark == DECODE_MARK_SERIALIZABLE)
        return decode_serialized(d, frame);
    return decode_back_reference(d, frame, mark);
}

/* Whether a fixstr at d->p is the class name that was looked up last; if so, it
 * is consumed. */
static bool decode_same_class(struct decoder *d, const struct decode_frame *frame)
{
    size_t n = d->class_wire_len;
    if (d->class_wire == NULL || n > 31 || frame->kind != DECODE_UNKNOWN || n > d->options->limits.str_len ||
        (size_t)(d->end - d->p) <= n || *d->p != (HAYA_FIXSTR | n) || memcmp(d->p + 1, d->class_wire, n) != 0)
        return false;
    d->p += 1 + n;
    return true;
}

/* Begins a short list or map that is the value of a nil key: what __serialize returned. A list
 * of scalars is complete already when this returns. */
static enum decode_step decode_returned(struct decoder *d, struct decode_frame *frame, zval **slot)
{
    uint32_t depth = d->depth;
    frame->state = DECODE_NIL_VALUE;
    *slot = frame->next.temp = decode_temp(d);
    const uint8_t *after = d->p <= d->far ? decode_flat(d, slot, d->p, decode_pending(d), NULL, d->utf8) : NULL;
    if (after == NULL)
        return DECODE_VALUE;
    d->p = after;
    if (d->depth != depth)
        return DECODE_VALUE;
    return decode_nil_value(d) ? DECODE_NEXT : DECODE_FAILED;
}

enum decode_step decode_nil_entry(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    frame->left--;
    d->p++;
    if (d->p < d->end && *d->p >= HAYA_FIXMAP && *d->p < HAYA_FIXSTR)
        return decode_returned(d, frame, slot);
    if (decode_same_class(d, frame)) {
        if (!decode_become_object(d, frame, d->class_entry, NULL, 0, NULL))
            return DECODE_FAILED;
        return decode_only_nil_left(frame) ? decode_nil_entry(d, slot) : DECODE_NEXT;
    }
    enum haya_kind kind = decode_peek(d);
    if (kind == HAYA_KIND_INT || kind == HAYA_KIND_UINT || kind == HAYA_KIND_STR || kind == HAYA_KIND_BIN) {
        struct haya_token token = decode_token(d);
        if (token.kind == HAYA_KIND_NONE)
            return DECODE_FAILED;
        if (token.kind == HAYA_KIND_UINT)
            return DECODE_NEXT;
        if (token.kind == HAYA_KIND_INT)
            return decode_mark(d, frame, token.as.i);
        return decode_named_class(d, frame, token.data, token.count);
    }
    frame->state = DECODE_NIL_VALUE;
    *slot = frame->next.temp = decode_temp(d);
    return DECODE_VALUE;
}

/* The elements of an array, or without assoc of the stdClass object that it was decoded as.
 * NULL: another value, or a container that is not closed yet. */
static zend_array *decode_elements(const struct decoder *d, const zval *value)
{
    if (Z_TYPE_P(value) != IS_ARRAY && (Z_TYPE_P(value) != IS_OBJECT || Z_OBJCE_P(value) != zend_standard_class_def))
        return NULL;
    if (decode_is_open(d, Z_COUNTED_P(value)))
        return NULL;
    return Z_TYPE_P(value) == IS_ARRAY ? Z_ARR_P(value) : zend_std_get_properties(Z_OBJ_P(value));
}

bool decode_nil_value(struct decoder *d)
{
    struct decode_frame *frame = decode_top(d);
    zval *temp = frame->next.temp, *value = temp;
    frame->state = DECODE_STORED;
    ZVAL_DEREF(value);
    if (frame->kind == DECODE_UNKNOWN || Z_TYPE_P(frame->at) != IS_OBJECT)
        return true;
    zend_class_entry *ce = Z_OBJCE_P(frame->at);
    if (frame->kind == DECODE_COLLECT) {
        if (frame->given == NULL)
            frame->given = temp;
    } else if (ce != zend_standard_class_def) {
        zend_array *entries = decode_elements(d, value);
        if (entries != NULL)
            return decode_take_entries(d, frame, entries, true);
        if (ce != php_ce_incomplete_class) {
            d->failure->type = "what __serialize returned is no array";
            return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, frame->header);
        }
    }
    return true;
}

/* ---- the end of an object -------------------------------------------------------------------- */

/* hayapack's older form of an enum: looks up the case by the collected property
 * "name". */
static bool decode_close_enum(struct decoder *d, struct decode_frame *frame)
{
    zval *name = zend_hash_find(frame->of.table, ZSTR_KNOWN(ZEND_STR_NAME));
    if (name == NULL || Z_TYPE_P(name) != IS_STRING)
        return decode_fail_class(d, frame->header, "no case is named for the enum ", frame->enum_class, NULL, NULL, 0);
    return decode_case(d, frame, frame->enum_class, Z_STRVAL_P(name), Z_STRLEN_P(name));
}

/* Schedules __unserialize for the object: with the array of its nil key or, as
 * unserialize() does for O:n:"Class":n:{...}, with its entries. */
static bool decode_close_collected(struct decoder *d, struct decode_frame *frame)
{
    zend_array *table = frame->of.table;
    zval *given = frame->given, *value = given, data;
    if (given != NULL) {
        ZVAL_DEREF(value);
        /* Without assoc, the array was decoded as a stdClass object. */
        bool array = Z_TYPE_P(value) == IS_ARRAY ||
                     (Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == zend_standard_class_def);
        if (!array || (table != NULL && zend_hash_num_elements(table) > 0)) {
            d->failure->type = array ? "an object has properties besides the array for __unserialize"
                                     : "the value for __unserialize is no array";
            return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, frame->header);
        }
        ZVAL_COPY_VALUE(&data, value);
        if (value == given)
            ZVAL_NULL(given); /* the call owns it now */
        else
            Z_TRY_ADDREF(data);
    } else if (table != NULL) {
        GC_ADDREF(table);
        ZVAL_ARR(&data, table);
    } else {
        ZVAL_EMPTY_ARRAY(&data);
    }
    decode_schedule(d, Z_OBJ_P(frame->at), &data);
    return true;
}

bool decode_close_object(struct decoder *d, struct decode_frame *frame)
{
    if (frame->kind == DECODE_UNKNOWN)
        return true;
    if (frame->kind == DECODE_COLLECT)
        return Z_TYPE_P(frame->at) == IS_OBJECT ? decode_close_collected(d, frame) : decode_close_enum(d, frame);
    if (Z_TYPE_P(frame->at) != IS_OBJECT)
        return true;
    zend_object *object = Z_OBJ_P(frame->at);
    zend_function *wakeup = object->ce == d->class_entry
                                ? d->class_wakeup
                                : zend_hash_find_ptr(&object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
    if (wakeup)
        decode_schedule(d, object, NULL);
    return true;
}
