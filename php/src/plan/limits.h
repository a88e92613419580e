/* Limits of numbers and lengths: of the ranges of types, and of the attribute Limit. */
#ifndef MSGPACK_PLAN_LIMITS_H
#define MSGPACK_PLAN_LIMITS_H

#include "plan.h"

/* On which side of the limits a value is. */
enum plan_side { PLAN_WITHIN, PLAN_BELOW, PLAN_ABOVE };

/* limits: NULL for none. */
static inline enum plan_side plan_limits_of_int(const struct plan_limits *limits, zend_long number)
{
    if (limits == NULL)
        return PLAN_WITHIN;
    return number < limits->least ? PLAN_BELOW : number > limits->most ? PLAN_ABOVE : PLAN_WITHIN;
}

static inline enum plan_side plan_limits_of_length(const struct plan_limits *limits, size_t n)
{
    if (limits == NULL)
        return PLAN_WITHIN;
    return n < limits->min_len ? PLAN_BELOW : n > limits->max_len ? PLAN_ABOVE : PLAN_WITHIN;
}

enum plan_side plan_limits_of_float(const struct plan_limits *limits, double number);

/* The side of a value of PHP, of one of the node's types; PLAN_WITHIN if it is of another type. *found: the node whose
 * limits those are, an alternative of a CHOICE. */
enum plan_side plan_limits_of_value(const struct plan_node *node, const zval *value, const struct plan_node **found);

/* Whether no value is within the limits. */
bool plan_limits_are_empty(const struct plan_node *node);

/* The error of a value on that side: out_of_bounds, or int_range without a limit there. */
enum haya_error plan_limits_error(const struct plan_node *node, enum plan_side side);

/* Appends what is wrong with a value on that side: which limit it is beyond, but not the value, which may be secret. */
void plan_limits_explain(smart_str *text, const struct plan_node *node, enum plan_side side);

#endif
