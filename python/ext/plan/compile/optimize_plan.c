/* optimize_plan.c: what decoding predicts of the fields of objects: their keys, and the form and place of their values.
 */
#include "plan/plan.h"

static enum plan_form optimize_scalar_form(const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_BOOL: return FORM_BOOL;
    case PLAN_INT: return FORM_INT;
    case PLAN_FLOAT: return FORM_FLOAT;
    case PLAN_STR: return FORM_STR;
    case PLAN_DATETIME: return FORM_DATETIME;
    default: return FORM_OTHER;
    }
}

static enum plan_form optimize_form(const struct plan_node *node)
{
    if (node->leaf)
        return FORM_LEAF;
    if (node->kind == PLAN_LIST && node->bounds == NULL && !node->items.item->nullable) {
        enum plan_form item = optimize_scalar_form(node->items.item);
        return item == FORM_INT || item == FORM_FLOAT || item == FORM_STR ? FORM_SCALARS : FORM_OTHER;
    }
    return optimize_scalar_form(node);
}

/* Whether nothing is to be done with an object but to set its fields. */
static bool optimize_is_simple(const struct plan_fields *object)
{
    return object->field_count != 0 && object->after == NULL && object->tag == NULL && !object->kept;
}

/* Whether all keys of an object are compared as bytes, and all its values have a form. */
static bool optimize_are_formed(const struct plan_node *node)
{
    if (!plan_has_fields(node))
        return false;
    for (uint32_t k = 0; k < node->object.field_count; k++)
        if (node->object.keys[k].wire.size == 0 || node->object.keys[k].form == FORM_OTHER)
            return false;
    return optimize_is_simple(&node->object);
}

static void optimize_leads(struct plan_node *node)
{
    struct plan_fields *object = &node->object;
    uint32_t n = object->field_count;
    object->predicted = node->kind == PLAN_OBJECT && optimize_is_simple(object);
    for (uint32_t k = 0; object->predicted && k < n; k++)
        object->predicted = object->keys[k].wire.size != 0;
    object->straight = object->length == n;
    for (uint32_t k = 0; object->straight && k < n; k++)
        object->straight = object->by_index[k] == k;
    object->map_lead = n <= 15 ? (uint8_t)(HAYA_FIXMAP | n) : HAYA_MAP16;
    object->array_lead = !node->array || !object->straight ? object->map_lead
                         : n <= 15                         ? (uint8_t)(HAYA_FIXARRAY | n)
                                                           : HAYA_ARRAY16;
}

/* Whether the fields are all that is in an object with slots beside its header. */
static bool optimize_fill(const struct plan_node *node)
{
    size_t n = node->object.value_count;
    uint64_t words = 0; /* words: a bit for each word of the object that is a field */
    if (node->kind != PLAN_OBJECT || node->object.how != PLAN_SLOTS || n == 0 || n > 60 ||
        (((PyTypeObject *)node->cls)->tp_flags & Py_TPFLAGS_HAVE_GC) == 0 ||
        (size_t)((PyTypeObject *)node->cls)->tp_basicsize != sizeof(PyObject) + n * sizeof(PyObject *))
        return false;
    for (size_t i = 0; i < n; i++)
        words |= (uint64_t)1 << ((size_t)node->object.fields[i].offset / sizeof(PyObject *) % 64);
    return words == (((uint64_t)1 << n) - 1) << sizeof(PyObject) / sizeof(PyObject *);
}

/* Where the values of an object are stored while they are decoded. */
static enum plan_placing optimize_place(const struct plan_fields *object)
{
#if LAYOUT_VALUES_PARTED
    if (object->inline_values.keys != NULL && object->inline_values.straight)
        return PLACE_VALUES;
#endif
    return object->filled ? PLACE_SLOTS : PLACE_STACK;
}

/* Whether the collector may have to visit a value of one of the fields. */
static bool optimize_are_tracked(const struct plan_fields *object)
{
    for (uint32_t k = 0; k < object->field_count; k++)
        if (optimize_scalar_form(object->fields[k].node) == FORM_OTHER)
            return true;
    return false;
}

/* What each key says of the node of its field. */
static void optimize_keys(struct plan_fields *object)
{
    for (uint32_t k = 0; object->keys != NULL && k < object->key_count; k++) {
        struct plan_key *key = &object->keys[k];
        const struct plan_field *field = &object->fields[key->field];
        key->node = field->node;
        key->form = (uint8_t)optimize_form(key->node);
        key->nullable = key->node->nullable;
        key->place = object->place == PLACE_SLOTS ? (uint32_t)field->offset : key->field * (uint32_t)sizeof(PyObject *);
    }
}

void plan_optimize(const struct native_state *state, struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct plan_node *node = plan->nodes[i];
        if (!plan_has_fields(node))
            continue;
        node->object.filled = state->layout.usable && optimize_fill(node);
        node->object.place = (uint8_t)optimize_place(&node->object);
        node->object.tracked = node->object.model == NULL || optimize_are_tracked(&node->object);
        optimize_keys(&node->object);
        optimize_leads(node);
    }
    for (size_t i = 0; i < plan->count; i++)
        plan->nodes[i]->leaf = optimize_are_formed(plan->nodes[i]);
    for (size_t i = 0; i < plan->count; i++) {
        if (plan_has_fields(plan->nodes[i]))
            optimize_keys(&plan->nodes[i]->object);
        plan->nodes[i]->quick = optimize_are_formed(plan->nodes[i]);
    }
}
