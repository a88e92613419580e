/*
 * Defaults: of properties, and of the parameters from which properties are promoted, since objects are filled without
 * their constructor. A constant expression is evaluated once, when the plan is made, except for one with `new`: that
 * makes an object for each object that needs it.
 */
#include "default_values.h"

#include "../limits.h"

#define DEFAULTS_NODES 64 /* nodes of an expression that are still to be looked at */

int plan_default_parameter(const zend_function *constructor, const zend_string *name)
{
    if (constructor == NULL || constructor->type != ZEND_USER_FUNCTION)
        return -1;
    for (uint32_t i = 0; i < constructor->common.num_args; i++)
        if (zend_string_equals(constructor->op_array.vars[i], name))
            return (int)i;
    return -1;
}

/* Whether the expression has `new` in it, or is too large to tell. */
static bool default_makes_objects(zend_ast *ast)
{
    zend_ast *open[DEFAULTS_NODES];
    uint32_t count = 1;

    open[0] = ast;
    while (count > 0) {
        ast = open[--count];
        if (ast == NULL || ast->kind == ZEND_AST_ZVAL || ast->kind == ZEND_AST_CONSTANT)
            continue;
        if (ast->kind == ZEND_AST_NEW || ast->kind == ZEND_AST_CALL || ast->kind == ZEND_AST_CLASS)
            return true;
        bool list = zend_ast_is_list(ast);
        uint32_t children = list ? zend_ast_get_list(ast)->children : zend_ast_get_num_children(ast);
        zend_ast **child = list ? zend_ast_get_list(ast)->child : ast->child;
        if (children > DEFAULTS_NODES - count)
            return true;
        for (uint32_t i = 0; i < children; i++)
            open[count++] = child[i];
    }
    return false;
}

/* The default of a parameter, as the compiler keeps it; NULL: there is none. */
static zval *default_literal(const zend_op_array *code, uint32_t parameter)
{
    for (zend_op *op = code->opcodes; op < code->opcodes + code->last; op++) {
        if (op->opcode != ZEND_RECV && op->opcode != ZEND_RECV_INIT && op->opcode != ZEND_RECV_VARIADIC)
            continue;
        if (op->op1.num == parameter + 1)
            return op->opcode == ZEND_RECV_INIT ? RT_CONSTANT(op, op->op2) : NULL;
    }
    return NULL;
}

bool plan_default_of_parameter(struct plan_builder *builder, const zend_function *constructor, uint32_t parameter,
                               struct plan_field *field)
{
    zval *literal = default_literal(&constructor->op_array, parameter);

    field->missing = PLAN_REQUIRED;
    if (literal == NULL)
        return true;
    ZVAL_COPY(&field->value, literal);
    field->scope = constructor->common.scope;
    field->missing = PLAN_COPY;
    if (Z_TYPE(field->value) != IS_CONSTANT_AST)
        return true;
    if (default_makes_objects(Z_ASTVAL(field->value))) {
        field->missing = PLAN_EVALUATE;
        return true;
    }
    if (zval_update_constant_ex(&field->value, field->scope) != SUCCESS || EG(exception) != NULL)
        return false;
    return field->info == NULL || !ZEND_TYPE_IS_SET(field->info->type) ||
           zend_verify_property_type(field->info, &field->value, true) ||
           plan_type_fail(builder, "the default is of another type");
}

void plan_default_of_property(zend_class_entry *ce, struct plan_field *field)
{
    const zval *slot = &CE_DEFAULT_PROPERTIES_TABLE(ce)[OBJ_PROP_TO_NUM(field->info->offset)];

    field->missing = PLAN_REQUIRED;
    if (Z_TYPE_P(slot) == IS_UNDEF)
        return;
    field->missing = Z_REFCOUNTED_P(slot) ? PLAN_COPY : PLAN_IN_SLOT;
    ZVAL_COPY(&field->value, slot);
}

bool plan_default_is_within(struct plan_builder *builder, const struct plan_field *field)
{
    const struct plan_node *node;
    enum plan_side side = field->missing == PLAN_IN_SLOT || field->missing == PLAN_COPY
                              ? plan_limits_of_value(&field->node, &field->value, &node)
                              : PLAN_WITHIN;
    smart_str text = {0};

    if (side == PLAN_WITHIN)
        return true;
    plan_limits_explain(&text, node, side);
    smart_str_0(&text);
    plan_type_fail(builder, "the default is %s", ZSTR_VAL(text.s));
    smart_str_free(&text);
    return false;
}
