/* Values to encode that are no common scalar: containers, dates, cases, unions. */
#include "write_run.h"

#include "limits.h"
#include "../types/value_classes.h"
#include "zend_enum.h"
#include "ext/date/php_date.h"

/* ---- frames ------------------------------------------------------------------------------------------------ */

static void write_hold_frame(struct plan_write_frame *frame)
{
    if ((frame->owned & PLAN_OWNS_CONTAINER) || frame->of.counted == NULL ||
        (GC_FLAGS(frame->of.counted) & GC_IMMUTABLE))
        return;
    GC_ADDREF(frame->of.counted);
    frame->owned |= PLAN_OWNS_CONTAINER;
}

void plan_write_hold(struct plan_writer *w)
{
    w->holding = true;
    for (uint32_t i = 0; i < w->depth; i++)
        write_hold_frame(&w->frames[i]);
}

static void write_more_frames(struct plan_writer *w)
{
    w->frames = msgpack_grow_frames(w->frames, &w->capacity, PLAN_WRITE_FRAMES, sizeof *w->frames);
}

/* A frame for a container whose header is written next; NULL: too deep. */
static struct plan_write_frame *write_push(struct plan_writer *w, uint8_t inside, void *counted, uint32_t end)
{
    if (UNEXPECTED(w->depth >= w->max_depth)) {
        plan_write_fail(w, HAYA_ERR_TOO_DEEP, NULL, NULL);
        return NULL;
    }
    if (UNEXPECTED(w->depth == w->capacity))
        write_more_frames(w);
    struct plan_write_frame *frame = &w->frames[w->depth++];
    frame->inside = inside;
    frame->owned = 0;
    frame->i = frame->written = 0;
    frame->end = end;
    frame->of.counted = counted;
    if (UNEXPECTED(w->holding))
        write_hold_frame(frame);
    return frame;
}

bool plan_write_fail(struct plan_writer *w, enum haya_error error, const struct plan_node *node, const char *text)
{
    struct msgpack_failure *failure = w->e.failure;
    smart_str detail = {0};

    encode_fail(&w->e, error, NULL);
    if (error == HAYA_ERR_TOO_DEEP)
        failure->limit = w->max_depth;
    if (node != NULL)
        failure->reason = ZSTR_VAL(node->name);
    if (text != NULL) {
        smart_str_appends(&detail, text);
        msgpack_failure_explain(failure, &detail);
    }
    return false;
}

static bool write_fail_limits(struct plan_writer *w, const struct plan_node *node, enum plan_side side)
{
    smart_str text = {0};

    plan_write_fail(w, plan_limits_error(node, side), node, NULL);
    plan_limits_explain(&text, node, side);
    msgpack_failure_explain(w->e.failure, &text);
    return false;
}

bool plan_write_fail_type(struct plan_writer *w, const struct plan_node *node, const zval *value)
{
    smart_str text = {0};
    const char *got = Z_TYPE_P(value) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(value)->name) : zend_zval_type_name(value);

    smart_str_append_printf(&text, "%s expected, not %s", ZSTR_VAL(node->name), got);
    smart_str_0(&text);
    plan_write_fail(w, HAYA_ERR_WRONG_TYPE, node, ZSTR_VAL(text.s));
    w->e.failure->type = zend_zval_type_name(value);
    smart_str_free(&text);
    return false;
}

/* ---- objects ------------------------------------------------------------------------------------------------ */

/* Gives the frame of an object the entries that this has kept, without those whose key is a field's or the tag's, and
 * writes the header of the map of them and other entries. */
static zend_never_inline bool write_extra(struct plan_writer *w, struct plan_write_frame *frame,
                                          const zend_string *tag_key, uint32_t entries)
{
    const struct plan_class *cls = frame->cls;
    const struct plan_field *extra = cls->extra;
    zend_object *object = frame->of.object;
    zval *value = plan_write_slot(w, object, extra), text;
    zend_array *all, *some = NULL;
    zend_string *key;
    zend_ulong index;

    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_UNDEF)
        return plan_write_fail(w, HAYA_ERR_MISSING_FIELD, &extra->node,
                               "the property of unknown entries is not initialized");
    if (Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_NULL)
        return plan_write_fail_type(w, &extra->node, value);
    all = Z_TYPE_P(value) == IS_ARRAY ? Z_ARR_P(value) : (zend_array *)&zend_empty_array;
    ZEND_HASH_FOREACH_KEY(all, index, key) {
        ZVAL_LONG(&text, (zend_long)index);
        zend_string *name = key != NULL ? zend_string_copy(key) : zval_get_string(&text);
        if (zend_hash_exists(cls->by_key, name) || (tag_key != NULL && zend_string_equals(tag_key, name))) {
            some = some != NULL ? some : zend_array_dup(all);
            key != NULL ? zend_hash_del(some, key) : zend_hash_index_del(some, index);
        }
        zend_string_release(name);
    }
    ZEND_HASH_FOREACH_END();
    if (some == NULL && zend_hash_num_elements(all) > 0) {
        some = all;
        GC_TRY_ADDREF(some);
    }
    if (some != NULL) {
        frame->extra = some;
        frame->owned |= PLAN_OWNS_EXTRA;
        entries += zend_hash_num_elements(some);
    }
    w->e.pos = haya_put_map_header(w->e.pos, entries);
    return true;
}

/* Whether the field whose key is that of the tag has the tag as its value, so that the map has the key once. */
static zend_never_inline bool write_field_is_tag(struct plan_writer *w, const struct plan_node *node,
                                                 zend_object *object, const struct plan_field *field,
                                                 const zend_string *tag_key, const zval *tag)
{
    const zval *value = plan_write_slot(w, object, field);
    smart_str text = {0};

    ZVAL_DEREF(value);
    if (field->node.kind == PLAN_ENUM && Z_TYPE_P(value) == IS_OBJECT)
        value = zend_enum_fetch_case_value(Z_OBJ_P(value));
    bool alias = !zend_string_equals(field->key, tag_key);
    if (EXPECTED(!alias && Z_TYPE_P(value) == Z_TYPE_P(tag) && zend_is_identical((zval *)value, (zval *)tag)))
        return true;
    smart_str_append_printf(&text,
                            alias ? "the key of the tag is an alias of the field \"%s\""
                                  : "the field \"%s\" has the key of the tag and another value",
                            ZSTR_VAL(field->key));
    smart_str_0(&text);
    plan_write_fail(w, HAYA_ERR_INVALID_VALUE, node, ZSTR_VAL(text.s));
    smart_str_free(&text);
    return false;
}

/* Opens a frame for an object: as a map if tag_key is not NULL, with the tag before its fields if tag is not NULL and
 * no field has it. */
static bool write_object(struct plan_writer *w, const struct plan_node *node, zend_object *object,
                         const zend_string *tag_key, const zval *tag)
{
    const struct plan_class *cls = node->of.cls;
    bool places =
        tag_key == NULL && (w->keys == PLAN_KEYS_DEFAULT ? cls->keys == PLAN_KEYS_ARRAY : w->keys == PLAN_KEYS_ARRAY);

    if (UNEXPECTED(MSGPACK_IS_LAZY(object))) {
        plan_write_hold(w);
        object = MSGPACK_INIT_LAZY(object);
        if (object == NULL)
            return false;
        /* Behind a proxy is an object of its class or of a parent of that. */
        if (!instanceof_function(object->ce, cls->ce))
            return plan_write_fail(w, HAYA_ERR_WRONG_TYPE, node, "the object behind the proxy is of another class");
    }
    if (UNEXPECTED(object->ce != cls->ce) && MSGPACK_HAS_HOOKS(object->ce))
        return plan_write_fail(w, HAYA_ERR_UNSUPPORTED_TYPE, node,
                               "an object of a class that adds hooks to properties");
    if (tag == NULL)
        tag_key = NULL;
    if (UNEXPECTED(tag_key != NULL)) {
        uintptr_t found = (uintptr_t)zend_hash_find_ptr(cls->by_key, (zend_string *)tag_key);
        if (found != 0) {
            if (!write_field_is_tag(w, node, object, &cls->fields[found - 1], tag_key, tag))
                return false;
            tag_key = NULL;
        }
    }
    struct plan_write_frame *frame =
        write_push(w, places ? PLAN_WRITE_PLACES : PLAN_WRITE_FIELDS, object, places ? cls->places : cls->count);
    if (UNEXPECTED(frame == NULL))
        return false;
    frame->cls = cls;
    uint32_t entries = cls->count + (tag_key != NULL);
    if (places)
        w->e.pos = haya_put_array_header(w->e.pos, cls->places);
    else if (EXPECTED(cls->extra == NULL))
        w->e.pos = haya_put_map_header(w->e.pos, entries);
    else if (!write_extra(w, frame, tag_key, entries))
        return false;
    plan_write_space(w);
    if (tag_key == NULL)
        return true;
    if (!encode_string(&w->e, ZSTR_VAL(tag_key), ZSTR_LEN(tag_key)))
        return false;
    if (Z_TYPE_P(tag) == IS_STRING)
        return encode_string(&w->e, Z_STRVAL_P(tag), Z_STRLEN_P(tag));
    w->e.pos = haya_put_int(w->e.pos, Z_LVAL_P(tag));
    plan_write_space(w);
    return true;
}

static bool write_is_of(const zend_object *object, const struct plan_class *cls)
{
    return EXPECTED(object->ce == cls->ce) || instanceof_function(object->ce, cls->ce);
}

/* Whether a field of an object of the class for other tags would be read as the tag of another class. */
static bool write_has_other_tag(const struct plan_tags *tags, zend_object *object)
{
    const struct plan_class *cls = tags->fallback->of.cls;
    uintptr_t found = (uintptr_t)zend_hash_find_ptr(cls->by_key, tags->key);
    if (found == 0)
        return false;
    const struct plan_field *field = &cls->fields[found - 1];
    if (field->info == NULL || !zend_string_equals(field->key, tags->key))
        return true;
    const zval *value = OBJ_PROP(object, field->info->offset);
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_STRING)
        return zend_hash_exists(tags->by_tag, Z_STR_P(value));
    return Z_TYPE_P(value) != IS_LONG || zend_hash_index_exists(tags->by_tag, (zend_ulong)Z_LVAL_P(value));
}

static bool write_tagged(struct plan_writer *w, const struct plan_node *node, zval *value)
{
    const struct plan_tags *tags = node->of.tags;
    zend_object *object = Z_OBJ_P(value);
    uint32_t i = 0;

    while (i < tags->count && tags->nodes[i].of.cls->ce != object->ce)
        i++;
    if (i == tags->count)
        for (i = 0; i < tags->count && !instanceof_function(object->ce, tags->nodes[i].of.cls->ce);)
            i++;
    if (i == tags->count) { /* an object without a tag is of the class for other tags */
        if (tags->key == NULL || tags->fallback == NULL || !write_is_of(object, tags->fallback->of.cls))
            return plan_write_fail_type(w, node, value);
        if (write_has_other_tag(tags, object))
            return plan_write_fail(w, HAYA_ERR_INVALID_VALUE, node,
                                   "a field would be read as the tag of another class");
        return write_object(w, tags->fallback, object, tags->key, NULL);
    }
    if (tags->key != NULL)
        return write_object(w, &tags->nodes[i], object, tags->key, &tags->tags[i]);
    if (write_push(w, PLAN_WRITE_END, NULL, 0) == NULL)
        return false;
    w->e.pos = haya_put_array_header(w->e.pos, 2);
    if (Z_TYPE(tags->tags[i]) == IS_LONG)
        w->e.pos = haya_put_int(w->e.pos, Z_LVAL(tags->tags[i]));
    else if (!encode_string(&w->e, Z_STRVAL(tags->tags[i]), Z_STRLEN(tags->tags[i])))
        return false;
    plan_write_space(w);
    return write_object(w, &tags->nodes[i], object, NULL, NULL);
}

static bool write_date(struct plan_writer *w, const struct plan_node *node, zval *value)
{
    struct haya_timestamp time;
    zend_class_entry *ce = Z_OBJCE_P(value);

    if (ce == msgpack_timestamp_ce                             ? !msgpack_read_timestamp(Z_OBJ_P(value), &time)
        : instanceof_function(ce, php_date_get_interface_ce()) ? !msgpack_read_datetime(Z_OBJ_P(value), &time)
                                                               : !plan_write_fail_type(w, node, value))
        return false;
    if (node->date != PLAN_DATE_TIMESTAMP && !msgpack_is_date(time.seconds))
        return plan_write_fail(w, HAYA_ERR_TIMESTAMP_RANGE, node, "the date is outside of the years 1 to 9999");
    w->e.pos = haya_put_timestamp(w->e.pos, time.seconds, time.nanoseconds);
    plan_write_space(w);
    return true;
}

/* ---- arrays --------------------------------------------------------------------------------------------------- */

/* Writes a list or a map, whose header is written, without a frame, as far as the fast path does. Returns the number of
 * slots that were written. */
static uint32_t write_flat(struct plan_writer *w, const struct plan_node *node, zend_array *table)
{
    if (node->kind == PLAN_TUPLE || HT_IS_PACKED(table) != (node->kind == PLAN_LIST))
        return 0;
    return node->kind == PLAN_LIST ? plan_write_run(w, node->of.item, table, 0, table->nNumUsed)
                                   : plan_write_entries(w, node, table, 0, table->nNumUsed);
}

static bool write_array(struct plan_writer *w, const struct plan_node *node, zval *value)
{
    zend_array *table = Z_ARRVAL_P(value);
    uint32_t n = zend_array_count(table), done;
    struct plan_write_frame *frame;

    enum plan_side side = plan_limits_of_length(node->limits, n);
    if (side != PLAN_WITHIN)
        return write_fail_limits(w, node, side);
    if (node->kind != PLAN_MAP && !zend_array_is_list(table))
        return plan_write_fail(w, HAYA_ERR_WRONG_TYPE, node, "a list expected, not an array with keys");
    if (node->kind == PLAN_TUPLE && n != node->count)
        return plan_write_fail(w, HAYA_ERR_INVALID_VALUE, node, "another number of elements than the tuple has");
    if (UNEXPECTED(w->depth >= w->max_depth))
        return plan_write_fail(w, HAYA_ERR_TOO_DEEP, NULL, NULL);
    w->e.pos = node->kind == PLAN_MAP ? haya_put_map_header(w->e.pos, n) : haya_put_array_header(w->e.pos, n);
    plan_write_space(w);
    done = write_flat(w, node, table);
    if (EXPECTED(done == table->nNumUsed))
        return true;
    frame = write_push(w,
                       node->kind == PLAN_MAP     ? PLAN_WRITE_MAP
                       : node->kind == PLAN_TUPLE ? PLAN_WRITE_TUPLE
                                                  : PLAN_WRITE_LIST,
                       table, table->nNumUsed);
    frame->i = done;
    frame->node = node->kind == PLAN_LIST ? node->of.item : node;
    return true;
}

/* ---- scalars that the fast path leaves ----------------------------------------------------------------------------
 */

static bool write_number(struct plan_writer *w, const struct plan_node *node, const zval *value)
{
    enum plan_side side;

    if (node->kind == PLAN_INT) {
        if (Z_TYPE_P(value) != IS_LONG)
            return plan_write_fail_type(w, node, value);
        side = plan_limits_of_int(node->limits, Z_LVAL_P(value));
        if (side != PLAN_WITHIN)
            return write_fail_limits(w, node, side);
        w->e.pos = haya_put_int(w->e.pos, Z_LVAL_P(value));
    } else {
        if (Z_TYPE_P(value) != IS_LONG && Z_TYPE_P(value) != IS_DOUBLE)
            return plan_write_fail_type(w, node, value);
        double number = Z_TYPE_P(value) == IS_LONG ? (double)Z_LVAL_P(value) : Z_DVAL_P(value);
        side = plan_limits_of_float(node->limits, number);
        if (side != PLAN_WITHIN)
            return write_fail_limits(w, node, side);
        if (node->single && zend_finite(number) && !zend_finite((double)(float)number))
            return plan_write_fail(w, HAYA_ERR_FLOAT_RANGE, node, "the number is too large for float32");
        w->e.pos = node->single ? haya_put_float(w->e.pos, (float)number) : haya_put_double(w->e.pos, number);
    }
    plan_write_space(w);
    return true;
}

static bool write_text(struct plan_writer *w, const struct plan_node *node, const zval *value)
{
    size_t n = Z_STRLEN_P(value);
    enum plan_side side = plan_limits_of_length(node->limits, n);

    if (side != PLAN_WITHIN)
        return write_fail_limits(w, node, side);
    if (node->kind == PLAN_STRING)
        return encode_string(&w->e, Z_STRVAL_P(value), n);
    if (n > UINT32_MAX)
        return plan_write_fail(w, HAYA_ERR_TOO_LONG, node, NULL);
    if ((size_t)(w->e.limit - w->e.pos) < n)
        encode_grow(&w->e, n);
    w->e.pos = haya_put_bin_header(w->e.pos, (uint32_t)n);
    memcpy(w->e.pos, Z_STRVAL_P(value), n);
    w->e.pos += n;
    plan_write_space(w);
    return true;
}

/* A value without a type. User code may run. */
static bool write_any(struct plan_writer *w, zval *value)
{
    if (Z_TYPE_P(value) == IS_ARRAY || Z_TYPE_P(value) == IS_OBJECT)
        plan_write_hold(w);
    w->options.max_depth = w->max_depth - w->depth;
    bool good = encode_value(&w->e, value);
    if (!good && w->e.failure->error == HAYA_ERR_TOO_DEEP)
        w->e.failure->limit = w->max_depth;
    plan_write_space(w);
    return good;
}

/* ---- any value ------------------------------------------------------------------------------------------------------
 */

/* Whether the alternative is the one for a value. */
static bool write_fits(const struct plan_node *node, const zval *value)
{
    zend_class_entry *ce;

    if (Z_TYPE_P(value) == IS_ARRAY)
        return node->takes & MAY_BE_ARRAY &&
               (node->kind == PLAN_ARRAY || node->kind == PLAN_MAP || zend_array_is_list(Z_ARRVAL_P(value)));
    if (Z_TYPE_P(value) != IS_OBJECT)
        return node->takes & (1u << Z_TYPE_P(value));
    ce = Z_OBJCE_P(value);
    switch (node->kind) {
    case PLAN_OBJECT: return write_is_of(Z_OBJ_P(value), node->of.cls);
    case PLAN_ENUM: return ce == node->of.enums.ce;
    case PLAN_DATE: return ce == msgpack_timestamp_ce || instanceof_function(ce, php_date_get_interface_ce());
    case PLAN_TAGGED: return true;
    default: return false;
    }
}

/* The same for an element of an array, without looking into arrays. */
static bool write_fits_element(const struct plan_node *node, const zval *value)
{
    ZVAL_DEREF(value);
    if (node->kind == PLAN_ANY || (Z_TYPE_P(value) == IS_NULL && node->nullable))
        return true;
    if (Z_TYPE_P(value) == IS_ARRAY)
        return node->takes & MAY_BE_ARRAY;
    if (node->kind != PLAN_CHOICE)
        return write_fits(node, value);
    for (int bit = 0; bit < PLAN_WIRES; bit++)
        if (node->of.items[bit] != NULL && write_fits(node->of.items[bit], value))
            return true;
    return false;
}

/* Whether the elements of an array are those of the node, too. */
static bool write_fits_elements(const struct plan_node *node, HashTable *table)
{
    uint32_t i = 0;
    zval *value;

    if (node->kind == PLAN_TUPLE && node->count != zend_hash_num_elements(table))
        return false;
    if (node->kind != PLAN_LIST && node->kind != PLAN_MAP && node->kind != PLAN_TUPLE)
        return true;
    ZEND_HASH_FOREACH_VAL(table, value) {
        if (!write_fits_element(node->kind == PLAN_TUPLE ? node->of.items[i++] : node->of.item, value))
            return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

/* PHP has one type for lists and for maps with the keys "0", "1", ...: their elements tell which it is. */
static const struct plan_node *write_choose(const struct plan_node *node, const zval *value)
{
    const uint16_t both = PLAN_WIRE_ARRAY | PLAN_WIRE_MAP;
    bool ambiguous = Z_TYPE_P(value) == IS_ARRAY && (node->accepts & both) == both;
    const struct plan_node *first = NULL;

    for (int bit = 0; bit < PLAN_WIRES; bit++) {
        const struct plan_node *one = node->of.items[bit];
        if (one == NULL || one == first || !write_fits(one, value))
            continue;
        if (!ambiguous || write_fits_elements(one, Z_ARRVAL_P(value)))
            return one;
        if (first == NULL)
            first = one;
    }
    return first;
}

bool plan_write_value(struct plan_writer *w, const struct plan_node *node, zval *value)
{
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_OBJECT && node->kind == PLAN_OBJECT && EXPECTED(Z_OBJCE_P(value) == node->of.cls->ce))
        return write_object(w, node, Z_OBJ_P(value), NULL, NULL);
    if (Z_TYPE_P(value) == IS_ARRAY &&
        (node->kind == PLAN_MAP ||
         (node->kind == PLAN_LIST && HT_IS_PACKED(Z_ARRVAL_P(value)) && HT_IS_WITHOUT_HOLES(Z_ARRVAL_P(value)))))
        return write_array(w, node, value);
    if (Z_TYPE_P(value) == IS_UNDEF)
        return plan_write_fail(w, HAYA_ERR_MISSING_FIELD, node,
                               value == &w->nothing
                                   ? "the parameter of the constructor is no property without hooks, so it has no value"
                                   : "the property is not initialized");
    if (node->kind == PLAN_ANY)
        return write_any(w, value);
    if (Z_TYPE_P(value) == IS_NULL) {
        if (!node->nullable)
            return plan_write_fail_type(w, node, value);
        w->e.pos = haya_put_nil(w->e.pos);
        plan_write_space(w);
        return true;
    }
    if (node->kind == PLAN_CHOICE) {
        const struct plan_node *one = write_choose(node, value);
        if (one == NULL)
            return plan_write_fail_type(w, node, value);
        node = one;
    }
    if (node->kind == PLAN_INT || node->kind == PLAN_FLOAT)
        return write_number(w, node, value);
    if (node->kind == PLAN_BOOL && (Z_TYPE_P(value) == IS_TRUE || Z_TYPE_P(value) == IS_FALSE)) {
        w->e.pos = haya_put_bool(w->e.pos, Z_TYPE_P(value) == IS_TRUE);
        plan_write_space(w);
        return true;
    }
    if (!write_fits(node, value))
        return plan_write_fail_type(w, node, value);
    switch (node->kind) {
    case PLAN_STRING:
    case PLAN_BYTES: return write_text(w, node, value);
    case PLAN_ARRAY: return write_any(w, value);
    case PLAN_LIST:
    case PLAN_TUPLE:
    case PLAN_MAP: return write_array(w, node, value);
    case PLAN_OBJECT: return write_object(w, node, Z_OBJ_P(value), NULL, NULL);
    case PLAN_TAGGED: return write_tagged(w, node, value);
    case PLAN_DATE: return write_date(w, node, value);
    case PLAN_ENUM: return encode_case(&w->e, Z_OBJ_P(value));
    default: return plan_write_fail_type(w, node, value);
    }
}
