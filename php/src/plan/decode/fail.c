/* Failures of typed decoding, and their texts. */
#include "fail.h"

const char *plan_fail_word_of(uint16_t wires)
{
    for (int bit = 0; bit < PLAN_WIRES; bit++)
        if (wires & (1u << bit))
            return haya_type_names[bit];
    return "value";
}

/* The type of MessagePack of the value at header, which exists. */
static const char *fail_word(const uint8_t *header)
{
    return plan_fail_word_of((uint16_t)(1u << haya_types[*header]));
}

static void fail_expected(struct plan_decoder *t, const zend_string *expected, const char *got)
{
    t->d.failure->reason = ZSTR_VAL(expected);
    t->d.failure->type = got;
}

bool plan_fail_type(struct plan_decoder *t, const struct plan_node *node, const uint8_t *header)
{
    smart_str text = {0};
    const char *got = fail_word(header), *shown = got;

    if (node->only && haya_types[*header] == HAYA_TYPE_BOOL)
        shown = *header == HAYA_TRUE ? "true" : "false";
    smart_str_append_printf(&text, "%s expected, not %s", ZSTR_VAL(node->name), shown);
    if (*header == HAYA_FIXARRAY && (node->accepts & PLAN_WIRE_MAP))
        smart_str_appends(&text, "; for empty arrays of msgpack_pack() see its option arrays, and convert()");
    fail_expected(t, node->name, got);
    msgpack_failure_explain(t->d.failure, &text);
    return decode_fail(&t->d, HAYA_ERR_WRONG_TYPE, header);
}

bool plan_fail_limits(struct plan_decoder *t, const struct plan_node *node, enum plan_side side, const uint8_t *header)
{
    enum haya_error error = plan_limits_error(node, side);
    smart_str text = {0};

    plan_limits_explain(&text, node, side);
    fail_expected(t, node->name, fail_word(header));
    msgpack_failure_explain(t->d.failure, &text);
    return decode_fail(&t->d, error, header);
}

bool plan_fail_missing(struct plan_decoder *t, const struct plan_frame *frame, const struct plan_field *field)
{
    smart_str text = {0};

    smart_str_append_printf(&text, "%s needs a value for \"%s\"", ZSTR_VAL(frame->cls->ce->name), ZSTR_VAL(field->key));
    fail_expected(t, field->node.name, NULL);
    t->d.failure->field = zend_string_copy(field->key);
    msgpack_failure_explain(t->d.failure, &text);
    return decode_fail(&t->d, HAYA_ERR_MISSING_FIELD, frame->header);
}

/* Whether a name that an error quotes is the key of an entry. */
static bool fail_names_field(enum haya_error error)
{
    return error == HAYA_ERR_MISSING_FIELD || error == HAYA_ERR_UNKNOWN_FIELD || error == HAYA_ERR_DUPLICATE_FIELD;
}

bool plan_fail_with(struct plan_decoder *t, enum haya_error error, const uint8_t *header, const struct plan_node *node,
                    const char *reason, const void *name, size_t n)
{
    smart_str text = {0};

    smart_str_appends(&text, reason);
    if (name != NULL) {
        smart_str_appendc(&text, ' ');
        msgpack_append_name(&text, name, n);
    }
    if (name != NULL && fail_names_field(error) && msgpack_may_allocate(n, 1))
        t->d.failure->field = zend_string_init(name, n, false);
    smart_str_0(&text);
    if (node != NULL)
        fail_expected(t, node->name, header < t->d.end ? fail_word(header) : NULL);
    msgpack_failure_explain(t->d.failure, &text);
    return decode_fail(&t->d, error, header);
}

bool plan_fail_of(struct plan_decoder *t, enum haya_error error, const uint8_t *header, const struct plan_node *node,
                  const char *reason, const struct haya_token *token)
{
    smart_str text = {0};

    if (token->kind != HAYA_KIND_INT && token->kind != HAYA_KIND_UINT)
        return plan_fail_with(t, error, header, node, reason, token->data, token->count);
    smart_str_append_printf(&text, token->kind == HAYA_KIND_INT ? "%s %" PRId64 : "%s %" PRIu64, reason,
                            token->kind == HAYA_KIND_INT ? token->as.i : (int64_t)token->as.u);
    smart_str_0(&text);
    plan_fail_with(t, error, header, node, ZSTR_VAL(text.s), NULL, 0);
    smart_str_free(&text);
    return false;
}

/* ---- errors "all" ------------------------------------------------------------------------------------- */

/* Whether the error concerns one value, whose end is known. */
static bool fail_is_of_value(const struct msgpack_failure *failure)
{
    return msgpack_is_range(failure->error) ||
           (failure->error >= HAYA_ERR_WRONG_TYPE && failure->error != HAYA_ERR_LATE_TAG);
}

static void fail_keep(struct plan_decoder *t)
{
    if (t->failures == NULL) {
        t->failures = emalloc(sizeof *t->failures);
        t->failures->count = 0;
    }
    t->failures->list[t->failures->count++] = *t->d.failure;
    memset(t->d.failure, 0, sizeof *t->d.failure);
}

bool plan_fail_collect(struct plan_decoder *t)
{
    if (!t->collect || EG(exception) != NULL || !fail_is_of_value(t->d.failure) ||
        (t->failures != NULL && t->failures->count == MSGPACK_FAILURES - 1))
        return false;
    fail_keep(t);
    return true;
}

bool plan_fail_with_all(struct plan_decoder *t)
{
    struct msgpack_failure *failure = t->d.failure;

    if (t->failures == NULL)
        return false;
    if (failure->error != HAYA_OK)
        fail_keep(t);
    *failure = t->failures->list[0];
    t->failures->list[0].detail = t->failures->list[0].field = NULL;
    failure->all = t->failures;
    return true;
}
