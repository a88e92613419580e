/* Limits of numbers and lengths, and what errors say of them. */
#include "limits.h"

enum plan_side plan_limits_of_float(const struct plan_limits *limits, double number)
{
    if (limits == NULL)
        return PLAN_WITHIN;
    bool low = number > limits->low || (number == limits->low && !limits->low_open);
    bool high = number < limits->high || (number == limits->high && !limits->high_open);
    if (low && high)
        return PLAN_WITHIN;
    /* NaN is beyond the limit that there is. */
    return !low && (high || limits->low > -ZEND_INFINITY) ? PLAN_BELOW : PLAN_ABOVE;
}

enum plan_side plan_limits_of_value(const struct plan_node *node, const zval *value, const struct plan_node **found)
{
    *found = node;
    for (int bit = 0; node->kind == PLAN_CHOICE && bit < PLAN_WIRES; bit++)
        if (node->of.items[bit] != NULL && (node->of.items[bit]->takes & (1u << Z_TYPE_P(value))))
            *found = node->of.items[bit];
    const struct plan_limits *limits = (*found)->limits;
    switch ((*found)->kind) {
    case PLAN_INT: return Z_TYPE_P(value) == IS_LONG ? plan_limits_of_int(limits, Z_LVAL_P(value)) : PLAN_WITHIN;
    case PLAN_FLOAT:
        if (Z_TYPE_P(value) == IS_LONG)
            return plan_limits_of_float(limits, (double)Z_LVAL_P(value));
        return Z_TYPE_P(value) == IS_DOUBLE ? plan_limits_of_float(limits, Z_DVAL_P(value)) : PLAN_WITHIN;
    default:
        if (Z_TYPE_P(value) == IS_STRING)
            return plan_limits_of_length(limits, Z_STRLEN_P(value));
        return Z_TYPE_P(value) == IS_ARRAY ? plan_limits_of_length(limits, zend_hash_num_elements(Z_ARRVAL_P(value)))
                                           : PLAN_WITHIN;
    }
}

bool plan_limits_are_empty(const struct plan_node *node)
{
    const struct plan_limits *limits = node->limits;

    switch (node->kind) {
    case PLAN_INT: return limits->least > limits->most;
    case PLAN_FLOAT:
        return limits->low > limits->high || (limits->low == limits->high && (limits->low_open || limits->high_open));
    case PLAN_TUPLE: return node->count < limits->min_len || node->count > limits->max_len;
    default: return limits->min_len > limits->max_len;
    }
}

enum haya_error plan_limits_error(const struct plan_node *node, enum plan_side side)
{
    const struct plan_limits *limits = node->limits;
    bool none = limits == NULL || (side == PLAN_BELOW ? limits->least == ZEND_LONG_MIN : limits->most == ZEND_LONG_MAX);

    return node->kind == PLAN_INT && none ? HAYA_ERR_INT_RANGE : limits->error;
}

static const char *limits_unit(const struct plan_node *node, bool one)
{
    switch (node->kind) {
    case PLAN_STRING:
    case PLAN_BYTES: return one ? "byte" : "bytes";
    case PLAN_MAP: return one ? "entry" : "entries";
    default: return one ? "element" : "elements";
    }
}

void plan_limits_explain(smart_str *text, const struct plan_node *node, enum plan_side side)
{
    const struct plan_limits *limits = node->limits;
    bool below = side == PLAN_BELOW;

    if (plan_limits_error(node, side) == HAYA_ERR_INT_RANGE) {
        smart_str_append_printf(text, "outside of the range of %s", ZSTR_VAL(node->name));
        if (!below && (limits == NULL || limits->most == ZEND_LONG_MAX))
            smart_str_appends(text, ": more than PHP_INT_MAX");
        return;
    }
    smart_str_append_printf(text, "outside of the limits of %s: ", ZSTR_VAL(node->name));
    if (node->kind == PLAN_INT) {
        smart_str_append_printf(text, "%s " ZEND_LONG_FMT, below ? "at least" : "at most",
                                below ? limits->least : limits->most);
    } else if (node->kind == PLAN_FLOAT) {
        bool open = below ? limits->low_open : limits->high_open;
        smart_str_appends(text, below ? (open ? "more than " : "at least ") : (open ? "less than " : "at most "));
        smart_str_append_double(text, below ? limits->low : limits->high, -1, false);
    } else {
        size_t n = below ? limits->min_len : limits->max_len;
        smart_str_append_printf(text, "%s %zu %s", below ? "at least" : "at most", n, limits_unit(node, n == 1));
    }
    smart_str_appends(text, " expected");
}
