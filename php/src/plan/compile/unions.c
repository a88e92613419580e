/* unions.c: unions, whose types are told apart by a tag or by their types of MessagePack -> nodes. */
#include "unions.h"

#include "../decode/fail.h"
#include "../../types/class_fields.h"
#include "../../types/value_classes.h"
#include "ext/date/php_date.h"

/* ---- unions by tag -------------------------------------------------------------------------------- */

/* base: the class or interface that has the attribute, or NULL if a property has it. */
static bool union_case(struct plan_builder *builder, struct plan_tags *tags, const zend_class_entry *base, zval *name,
                       const zval *tag)
{
    ZVAL_DEREF(name);
    if (Z_TYPE_P(name) != IS_STRING)
        return plan_type_fail(builder, "the cases of tags must be names of classes");
    zend_class_entry *ce = plan_type_lookup(builder, Z_STR_P(name));
    if (ce == NULL)
        return false;
    if (!msgpack_class_is_fillable(ce))
        return plan_type_fail(builder, "%s cannot be a case of tags: it is %s", ZSTR_VAL(ce->name),
                              ce->ce_flags & ZEND_ACC_ENUM ? "an enum" : "not a class whose objects can be filled");
    if (base != NULL && !instanceof_function(ce, base))
        return plan_type_fail(builder, "%s cannot be a case of the tags of %s: its objects are no %s",
                              ZSTR_VAL(ce->name), ZSTR_VAL(base->name), ZSTR_VAL(base->name));
    struct plan_node *node = tag != NULL ? &tags->nodes[tags->count] : plan_type_alloc(builder, sizeof *node);
    plan_type_object(builder, ce, node);
    if (tag == NULL)
        tags->fallback = node;
    else
        ZVAL_COPY_VALUE(&tags->tags[tags->count++], tag);
    return true;
}

static bool union_cases(struct plan_builder *builder, struct plan_tags *tags, const zend_class_entry *base,
                        HashTable *cases)
{
    uint32_t n = zend_hash_num_elements(cases);
    zend_string *text;
    zend_ulong number;
    zval *name, tag, at;

    tags->nodes = plan_type_alloc(builder, n * sizeof *tags->nodes + 1);
    tags->tags = plan_type_alloc(builder, n * sizeof *tags->tags + 1);
    tags->by_tag = zend_new_array(n);
    plan_type_owns(builder, tags->by_tag);
    ZEND_HASH_FOREACH_KEY_VAL(cases, number, text, name) {
        if (text != NULL)
            ZVAL_STR(&tag, plan_type_keep(builder, zend_string_copy(text)));
        else
            ZVAL_LONG(&tag, (zend_long)number);
        if (!union_case(builder, tags, base, name, &tag))
            return false;
        ZVAL_LONG(&at, tags->count - 1);
        *(text != NULL ? &tags->texts : &tags->ints) = true;
        if (text != NULL)
            zend_hash_update(tags->by_tag, text, &at);
        else
            zend_hash_index_update(tags->by_tag, number, &at);
    }
    ZEND_HASH_FOREACH_END();
    return n > 0 || plan_type_fail(builder, "tags need at least one case");
}

/* The class for other tags, and for objects without one. Symfony names its tag. */
static bool union_fallback(struct plan_builder *builder, struct plan_tags *tags, const zend_class_entry *base,
                           bool symfony, HashTable *cases, zval *other)
{
    zval *name = symfony ? zend_symtable_find(cases, Z_STR_P(other)) : other;

    if (name == NULL)
        return plan_type_fail(builder, "the default type \"%s\" is no tag", Z_STRVAL_P(other));
    return union_case(builder, tags, base, name, NULL);
}

static bool union_of_attribute(struct plan_builder *builder, zend_attribute *attribute, bool symfony,
                               const zend_class_entry *base, zend_string *name, struct plan_node *node)
{
    struct plan_tags *tags = plan_type_alloc(builder, sizeof *tags);
    zval cases, key, other;
    bool good;

    ZVAL_UNDEF(&key);
    ZVAL_UNDEF(&other);
    good =
        plan_attribute_argument(attribute, symfony ? 1 : 0, symfony ? "mapping" : "cases", builder->scope, &cases) &&
        plan_attribute_argument(attribute, symfony ? 0 : 1, symfony ? "typeProperty" : "key", builder->scope, &key) &&
        plan_attribute_argument(attribute, 2, symfony ? "defaultType" : "default", builder->scope, &other);
    if (good && Z_TYPE(cases) != IS_ARRAY)
        good = plan_type_fail(builder, "tags must be an array of classes by their tags");
    if (good && Z_TYPE(key) > IS_NULL && Z_TYPE(key) != IS_STRING)
        good = plan_type_fail(builder, "the key of tags must be a string");
    if (good && Z_TYPE(other) > IS_NULL && Z_TYPE(other) != IS_STRING)
        good = plan_type_fail(builder, "the class for other tags must be a string");
    if (good && Z_TYPE(key) == IS_STRING)
        tags->key = plan_type_keep(builder, zend_string_copy(Z_STR(key)));
    good = good && union_cases(builder, tags, base, Z_ARR(cases)) &&
           (Z_TYPE(other) != IS_STRING || union_fallback(builder, tags, base, symfony, Z_ARR(cases), &other));
    plan_type_node(node, PLAN_TAGGED, tags->key != NULL ? PLAN_WIRE_MAP : PLAN_WIRE_ARRAY, MAY_BE_OBJECT, name);
    node->of.tags = tags;
    zval_ptr_dtor(&cases);
    zval_ptr_dtor(&key);
    zval_ptr_dtor(&other);
    return good;
}

bool plan_union_of_class(struct plan_builder *builder, zend_string *name, struct plan_node *node)
{
    zend_class_entry *ce = plan_type_lookup(builder, name);
    zend_attribute *attribute;
    bool symfony = false;

    if (ce == NULL)
        return false;
    if (instanceof_function(ce, php_date_get_interface_ce()) || ce == msgpack_timestamp_ce)
        return plan_type_date(builder, ce, node);
    if (ce->ce_flags & ZEND_ACC_ENUM)
        return plan_type_enum(builder, ce, node);
    attribute = plan_attribute_find(ce->attributes, PLAN_ATTRIBUTE_TAGS, 0, NULL);
    if (attribute == NULL) {
        attribute = plan_attribute_find(ce->attributes, PLAN_ATTRIBUTE_DISCRIMINATOR_MAP, 0, NULL);
        symfony = attribute != NULL;
    }
    if (attribute != NULL)
        return union_of_attribute(builder, attribute, symfony, ce, ce->name, node);
    if (!msgpack_class_is_fillable(ce))
        return plan_type_fail(builder,
                              ce->ce_flags & (ZEND_ACC_INTERFACE | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS)
                                  ? "objects of %s cannot be made; name its classes by #[Msgpack\\Tags]"
                                  : "%s is not a class of the program whose objects can be filled",
                              ZSTR_VAL(ce->name));
    plan_type_object(builder, ce, node);
    return true;
}

bool plan_union_tags(struct plan_builder *builder, HashTable *attributes, uint32_t offset, zend_string *name,
                     struct plan_node *node)
{
    zend_attribute *attribute = plan_attribute_find(attributes, PLAN_ATTRIBUTE_TAGS, offset, NULL);

    return attribute != NULL && union_of_attribute(builder, attribute, false, NULL, name, node);
}

/* ---- unions by type of MessagePack ------------------------------------------------------------------- */

static bool union_has_objects(const struct plan_node *node)
{
    return node->kind == PLAN_OBJECT || node->kind == PLAN_TAGGED;
}

/* Fails for a union whose type number i can have one of the forms `both`, as a type before it can. */
static bool union_fail(const struct plan_builder *builder, const zend_string *name, const struct plan_node *nodes,
                       uint32_t i, uint16_t both)
{
    bool classes = union_has_objects(&nodes[i]);

    for (uint32_t j = 0; j < i && classes; j++)
        classes = union_has_objects(&nodes[j]) || !(nodes[j].accepts & both);
    return plan_type_fail(builder, "the types of %s cannot be told apart in a message: more than one can be %s%s",
                          ZSTR_VAL(name), plan_fail_word_of(both),
                          classes ? "; name the classes by #[Msgpack\\Tags]" : "");
}

bool plan_union_choice(struct plan_builder *builder, const struct plan_node *nodes, uint32_t count, bool nullable,
                       zend_string *name, struct plan_node *node)
{
    if (count == 1) {
        *node = nodes[0];
        node->nullable |= nullable;
        node->name = name;
        plan_type_settle(node);
        return true;
    }
    plan_type_node(node, PLAN_CHOICE, 0, 0, name);
    node->nullable = nullable;
    node->count = count;
    node->of.items = plan_type_alloc(builder, PLAN_WIRES * sizeof *node->of.items);
    bool ints = false;
    for (uint32_t i = 0; i < count; i++)
        ints |= nodes[i].kind == PLAN_INT;
    for (uint32_t i = 0; i < count; i++) {
        struct plan_node *one = plan_type_alloc(builder, sizeof *one);
        *one = nodes[i];
        if (ints && one->kind == PLAN_FLOAT)
            one->accepts &= (uint16_t)~PLAN_WIRE_INT;
        node->nullable |= one->nullable;
        uint16_t accepts = one->accepts & (uint16_t)~PLAN_WIRE_NIL;
        if (node->accepts & accepts)
            return union_fail(builder, name, nodes, i, node->accepts & accepts);
        node->accepts |= accepts;
        node->takes |= one->takes;
        for (int bit = 0; bit < PLAN_WIRES; bit++)
            if (accepts & (1u << bit))
                node->of.items[bit] = one;
    }
    plan_type_settle(node);
    return true;
}
