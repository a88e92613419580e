/* Failures of encoding by a plan, and their texts. */
#include "encoder.h"

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

bool plan_write_fail_limits(struct plan_writer *w, const struct plan_node *node, enum plan_side side)
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
