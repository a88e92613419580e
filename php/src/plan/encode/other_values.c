/* Values that the loop does not write itself: dates, arrays, scalars with limits, and the alternatives of unions. */
#include "runs.h"

#include "../../types/value_classes.h"
#include "ext/date/php_date.h"

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
        return plan_write_fail_limits(w, node, side);
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
    frame = plan_write_push(w,
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
            return plan_write_fail_limits(w, node, side);
        w->e.pos = haya_put_int(w->e.pos, Z_LVAL_P(value));
    } else {
        if (Z_TYPE_P(value) != IS_LONG && Z_TYPE_P(value) != IS_DOUBLE)
            return plan_write_fail_type(w, node, value);
        double number = Z_TYPE_P(value) == IS_LONG ? (double)Z_LVAL_P(value) : Z_DVAL_P(value);
        side = plan_limits_of_float(node->limits, number);
        if (side != PLAN_WITHIN)
            return plan_write_fail_limits(w, node, side);
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
        return plan_write_fail_limits(w, node, side);
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
    case PLAN_OBJECT: return plan_write_is_of(Z_OBJ_P(value), node->of.cls);
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
        return plan_write_object(w, node, Z_OBJ_P(value), NULL, NULL);
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
    case PLAN_OBJECT: return plan_write_object(w, node, Z_OBJ_P(value), NULL, NULL);
    case PLAN_TAGGED: return plan_write_tagged(w, node, value);
    case PLAN_DATE: return write_date(w, node, value);
    case PLAN_ENUM: return encode_case(&w->e, Z_OBJ_P(value));
    default: return plan_write_fail_type(w, node, value);
    }
}
