/* The type of a property as PHP declares it, and the attributes that refine it -> a node. */
#include "unions.h"
#include "property_types.h"

#include "../limits.h"
#include "../../types/value_classes.h"
#include "ext/date/php_date.h"

#define PROPERTY_CHOICES 16 /* alternatives of a union type */

static zend_string *property_type_name(struct plan_builder *builder, zend_type type)
{
    return plan_type_keep(builder, zend_type_to_string(type));
}

/* ---- the declared type ------------------------------------------------------------------------------- */

static const struct {
    uint32_t mask;
    const char *name;
} property_scalars[] = {
    {MAY_BE_BOOL, "bool"},     {MAY_BE_LONG, "int"},    {MAY_BE_DOUBLE, "float"},
    {MAY_BE_STRING, "string"}, {MAY_BE_ARRAY, "array"},
};

static bool property_scalar_types(struct plan_builder *builder, uint32_t mask, struct plan_node *nodes, uint32_t *count)
{
    for (size_t i = 0; i < sizeof property_scalars / sizeof *property_scalars; i++) {
        if (!(mask & property_scalars[i].mask))
            continue;
        struct plan_node *node = &nodes[(*count)++];
        if (!plan_type_word(builder, property_scalars[i].name, strlen(property_scalars[i].name), node))
            return false;
        if (node->kind == PLAN_BOOL && (mask & MAY_BE_BOOL) != MAY_BE_BOOL) {
            node->only = mask & MAY_BE_TRUE ? IS_TRUE : IS_FALSE;
            node->takes = mask & MAY_BE_BOOL;
            node->name = ZSTR_KNOWN(node->only == IS_TRUE ? ZEND_STR_TRUE : ZEND_STR_FALSE);
            plan_type_settle(node);
        }
    }
    return true;
}

static bool property_class_types(struct plan_builder *builder, zend_type type, struct plan_node *nodes, uint32_t *count)
{
    const zend_type *one;

    if (ZEND_TYPE_IS_INTERSECTION(type))
        return plan_type_fail(builder, "intersection types are not supported");
    ZEND_TYPE_FOREACH(type, one)
    {
        if (ZEND_TYPE_IS_INTERSECTION(*one))
            return plan_type_fail(builder, "intersection types are not supported");
        if (!ZEND_TYPE_HAS_NAME(*one))
            continue;
        if (*count == PROPERTY_CHOICES)
            return plan_type_fail(builder, "a union of more than %d types", PROPERTY_CHOICES);
        if (!plan_union_of_class(builder, ZEND_TYPE_NAME(*one), &nodes[(*count)++]))
            return false;
    }
    ZEND_TYPE_FOREACH_END();
    return true;
}

/* The node of the type alone. */
static bool property_declared(struct plan_builder *builder, zend_type type, struct plan_node *node)
{
    struct plan_node nodes[PROPERTY_CHOICES];
    uint32_t mask = ZEND_TYPE_PURE_MASK(type), count = 0;

    if (!ZEND_TYPE_IS_SET(type) || (mask & MAY_BE_ANY) == MAY_BE_ANY)
        return plan_type_word(builder, ZEND_STRL("mixed"), node);
    if (MSGPACK_IS_ITERABLE(type))
        return plan_type_fail(builder, "the type iterable is not supported; use array");
    if (mask & (MAY_BE_OBJECT | MAY_BE_CALLABLE | MAY_BE_STATIC))
        return plan_type_fail(builder, "the type %s is not supported", ZSTR_VAL(property_type_name(builder, type)));
    if (!property_scalar_types(builder, mask, nodes, &count) || !property_class_types(builder, type, nodes, &count))
        return false;
    if (count == 0)
        return plan_type_word(builder, ZEND_STRL("null"), node);
    return plan_union_choice(builder, nodes, count, mask & MAY_BE_NULL, property_type_name(builder, type), node);
}

/* ---- whether the property takes the values of a node ------------------------------------------------------ */

static zend_class_entry *property_class(const struct plan_builder *builder, zend_string *name)
{
    return zend_string_equals_literal_ci(name, "self")     ? builder->scope
           : zend_string_equals_literal_ci(name, "parent") ? builder->scope->parent
                                                           : zend_lookup_class(name);
}

static bool property_takes_class(const struct plan_builder *builder, zend_type type, zend_class_entry *ce)
{
    const zend_type *one;

    if (ZEND_TYPE_FULL_MASK(type) & MAY_BE_OBJECT)
        return true;
    ZEND_TYPE_FOREACH(type, one)
    {
        if (!ZEND_TYPE_HAS_NAME(*one))
            continue;
        zend_class_entry *named = property_class(builder, ZEND_TYPE_NAME(*one));
        if (named != NULL && instanceof_function(ce, named))
            return true;
    }
    ZEND_TYPE_FOREACH_END();
    return false;
}

/* Whether a case of the tags is of the class. */
static bool property_tags_have(const struct plan_tags *tags, const zend_class_entry *named)
{
    for (uint32_t i = 0; i < tags->count; i++)
        if (instanceof_function(tags->nodes[i].of.cls->ce, named))
            return true;
    return tags->fallback != NULL && instanceof_function(tags->fallback->of.cls->ce, named);
}

/* Whether values of each type of the union can be written with the tags; false: an exception is pending. */
static bool property_tags_cover(struct plan_builder *builder, zend_type type, const struct plan_tags *tags)
{
    uint32_t others = ZEND_TYPE_PURE_MASK(type) & (MAY_BE_ANY & ~(MAY_BE_NULL | MAY_BE_OBJECT));
    const zend_type *one;

    if (!ZEND_TYPE_IS_SET(type) || (ZEND_TYPE_PURE_MASK(type) & MAY_BE_OBJECT))
        return true;
    if (others != 0)
        return plan_type_fail(builder, "the tags have no class for the values of %s that are no objects",
                              ZSTR_VAL(property_type_name(builder, type)));
    ZEND_TYPE_FOREACH(type, one)
    {
        zend_class_entry *named = ZEND_TYPE_HAS_NAME(*one) ? property_class(builder, ZEND_TYPE_NAME(*one)) : NULL;
        if (named != NULL && !property_tags_have(tags, named))
            return plan_type_fail(builder, "the tags have no class for %s", ZSTR_VAL(named->name));
    }
    ZEND_TYPE_FOREACH_END();
    return true;
}

static bool property_takes_one(const struct plan_builder *builder, zend_type type, const struct plan_node *node)
{
    uint32_t mask = ZEND_TYPE_FULL_MASK(type);

    if ((node->takes & ~(uint32_t)MAY_BE_OBJECT & ~mask) || (node->nullable && !(mask & MAY_BE_NULL)))
        return false;
    if (!(node->takes & MAY_BE_OBJECT) || (mask & MAY_BE_OBJECT))
        return true;
    switch (node->kind) {
    case PLAN_OBJECT: return property_takes_class(builder, type, node->of.cls->ce);
    case PLAN_ENUM: return property_takes_class(builder, type, node->of.enums.ce);
    case PLAN_DATE:
        return property_takes_class(builder, type,
                                    node->date == PLAN_DATE_IMMUTABLE ? php_date_get_immutable_ce()
                                    : node->date == PLAN_DATE_MUTABLE ? php_date_get_date_ce()
                                                                      : msgpack_timestamp_ce);
    case PLAN_TAGGED:
        for (uint32_t i = 0; i < node->of.tags->count; i++)
            if (!property_takes_class(builder, type, node->of.tags->nodes[i].of.cls->ce))
                return false;
        return node->of.tags->fallback == NULL ||
               property_takes_class(builder, type, node->of.tags->fallback->of.cls->ce);
    default: return false;
    }
}

static bool property_takes(const struct plan_builder *builder, zend_type type, const struct plan_node *node)
{
    if (!ZEND_TYPE_IS_SET(type))
        return true;
    if (node->kind != PLAN_CHOICE)
        return property_takes_one(builder, type, node);
    for (int bit = 0; bit < PLAN_WIRES; bit++)
        if (node->of.items[bit] != NULL && !property_takes_one(builder, type, node->of.items[bit]))
            return false;
    return !node->nullable || ZEND_TYPE_ALLOW_NULL(type);
}

/* ---- attributes ---------------------------------------------------------------------------------------------- */

/* The type expression of Type, ListOf or MapOf in *text, owned by the caller; NULL: there is none. */
static bool property_expression(struct plan_builder *builder, HashTable *attributes, uint32_t offset,
                                zend_string **text)
{
    static const struct {
        enum plan_attribute which;
        const char *format;
    } known[] = {{PLAN_ATTRIBUTE_TYPE, "%s"}, {PLAN_ATTRIBUTE_LIST_OF, "list<%s>"}, {PLAN_ATTRIBUTE_MAP_OF, "map"}};
    int given = plan_attribute_find(attributes, PLAN_ATTRIBUTE_TAGS, offset, NULL) != NULL;
    zval type, key;

    *text = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        given += plan_attribute_find(attributes, known[i].which, offset, NULL) != NULL;
    if (given > 1)
        return plan_type_fail(builder, "more than one of the attributes Type, ListOf, MapOf and Tags");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        zend_attribute *attribute = plan_attribute_find(attributes, known[i].which, offset, NULL);
        if (attribute == NULL)
            continue;
        ZVAL_UNDEF(&key);
        bool good = plan_attribute_argument(attribute, 0, "type", builder->scope, &type) &&
                    plan_attribute_argument(attribute, 1, "key", builder->scope, &key);
        if (good && Z_TYPE(type) != IS_STRING)
            good = plan_type_fail(builder, "the attribute needs the name of a type");
        if (good && Z_TYPE(key) != IS_UNDEF && Z_TYPE(key) != IS_STRING)
            good = plan_type_fail(builder, "MapOf(key) must be the name of a type");
        if (good && known[i].which == PLAN_ATTRIBUTE_MAP_OF)
            *text =
                zend_strpprintf(0, "map<%s, %s>", Z_TYPE(key) == IS_STRING ? Z_STRVAL(key) : "string", Z_STRVAL(type));
        else if (good)
            *text = zend_strpprintf(0, known[i].which == PLAN_ATTRIBUTE_TYPE ? "%s" : "list<%s>", Z_STRVAL(type));
        zval_ptr_dtor(&type);
        zval_ptr_dtor(&key);
        return good;
    }
    return true;
}

/* An argument of Limit. */
static bool property_limit(struct plan_builder *builder, zend_attribute *attribute, uint32_t index, const char *name,
                           bool whole, zval *out)
{
    if (!plan_attribute_argument(attribute, index, name, builder->scope, out))
        return false;
    if (Z_TYPE_P(out) == IS_UNDEF || Z_TYPE_P(out) == IS_NULL || Z_TYPE_P(out) == IS_LONG ||
        (Z_TYPE_P(out) == IS_DOUBLE && !whole && !zend_isnan(Z_DVAL_P(out))))
        return true;
    zval_ptr_dtor(out);
    return plan_type_fail(builder, "Limit(%s) must be %s", name, whole ? "an int" : "a number");
}

/* The nearest int. */
static zend_long property_whole(double number)
{
    if (number >= (double)ZEND_LONG_MAX)
        return ZEND_LONG_MAX;
    return number > (double)ZEND_LONG_MIN ? (zend_long)number : ZEND_LONG_MIN;
}

/* Whether no int of PHP is at least (or, for an upper limit, at most) the bound. whole: the nearest int on its side. */
static bool property_excludes_ints(const zval *bound, zend_long whole, bool upper, bool open)
{
    if (open && whole == (upper ? ZEND_LONG_MIN : ZEND_LONG_MAX))
        return true;
    if (Z_TYPE_P(bound) == IS_LONG)
        return false;
    return upper ? Z_DVAL_P(bound) < (double)ZEND_LONG_MIN : Z_DVAL_P(bound) >= -(double)ZEND_LONG_MIN;
}

/* Narrows the range of an int to numbers at least (or, for an upper limit, at most) this. */
static void property_bound(struct plan_limits *limits, const zval *bound, bool upper, bool open)
{
    double number = Z_TYPE_P(bound) == IS_LONG ? (double)Z_LVAL_P(bound) : Z_DVAL_P(bound);
    zend_long whole =
        Z_TYPE_P(bound) == IS_LONG ? Z_LVAL_P(bound) : property_whole(upper ? floor(number) : ceil(number));

    if (property_excludes_ints(bound, whole, upper, open)) {
        limits->least = ZEND_LONG_MAX;
        limits->most = ZEND_LONG_MIN;
    } else if (open && (Z_TYPE_P(bound) == IS_LONG || number == (double)whole)) {
        whole += upper ? -1 : 1;
    }
    if (upper) {
        limits->most = MIN(limits->most, whole);
        limits->high = number;
        limits->high_open = open;
    } else {
        limits->least = MAX(limits->least, whole);
        limits->low = number;
        limits->low_open = open;
    }
}

static bool property_limits(struct plan_builder *builder, zend_attribute *attribute, struct plan_node *node)
{
    static const struct {
        const char *name;
        bool upper, open;
    } bounds[] = {{"ge", false, false}, {"gt", false, true}, {"le", true, false}, {"lt", true, true}};
    struct plan_limits *limits = plan_type_limits(builder, node);
    bool number = node->kind == PLAN_INT || node->kind == PLAN_FLOAT, given[4] = {false};
    zval value;

    if (node->kind == PLAN_ARRAY)
        return plan_type_fail(builder, "limits of an array need the type of its items, by ListOf, MapOf or Type");
    if (node->kind == PLAN_CHOICE || node->kind == PLAN_OBJECT || node->kind == PLAN_TAGGED ||
        node->kind == PLAN_ENUM || node->kind == PLAN_DATE || node->kind == PLAN_ANY || node->kind == PLAN_NULL)
        return plan_type_fail(builder, "a value of the type %s has no limits", ZSTR_VAL(node->name));
    for (uint32_t i = 0; i < 4; i++) {
        if (!property_limit(builder, attribute, i, bounds[i].name, false, &value))
            return false;
        given[i] = Z_TYPE(value) == IS_LONG || Z_TYPE(value) == IS_DOUBLE;
        if (given[i] && !number)
            return plan_type_fail(builder, "Limit(%s) is for numbers, not for %s", bounds[i].name,
                                  ZSTR_VAL(node->name));
        if (given[i] && i % 2 == 1 && given[i - 1])
            return plan_type_fail(builder, "Limit has both %s and %s", bounds[i - 1].name, bounds[i].name);
        if (given[i])
            property_bound(limits, &value, bounds[i].upper, bounds[i].open);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (!property_limit(builder, attribute, 4 + i, i == 0 ? "minLength" : "maxLength", true, &value))
            return false;
        if (Z_TYPE(value) == IS_LONG && (number || node->kind == PLAN_BOOL))
            return plan_type_fail(builder, "Limit(%s) is for strings, lists and maps, not for %s",
                                  i == 0 ? "minLength" : "maxLength", ZSTR_VAL(node->name));
        if (Z_TYPE(value) == IS_LONG && Z_LVAL(value) < 0)
            return plan_type_fail(builder, "Limit(%s) must be 0 or more", i == 0 ? "minLength" : "maxLength");
        if (Z_TYPE(value) == IS_LONG)
            *(i == 0 ? &limits->min_len : &limits->max_len) = (size_t)Z_LVAL(value);
    }
    limits->error = HAYA_ERR_OUT_OF_BOUNDS;
    node->limits = limits;
    plan_type_settle(node);
    return !plan_limits_are_empty(node) ||
           plan_type_fail(builder, "no value of the type %s is within the limits", ZSTR_VAL(node->name));
}

bool plan_property_node(struct plan_builder *builder, zend_type type, HashTable *attributes, uint32_t offset,
                        struct plan_node *node)
{
    zend_attribute *limit = plan_attribute_find(attributes, PLAN_ATTRIBUTE_LIMIT, offset, NULL);
    bool nullable = !ZEND_TYPE_IS_SET(type) || ZEND_TYPE_ALLOW_NULL(type);
    zend_string *expression;

    if (!property_expression(builder, attributes, offset, &expression))
        return false;
    if (expression != NULL) {
        bool good = plan_expression_parse(builder, ZSTR_VAL(expression), ZSTR_LEN(expression), node);
        zend_string_release(expression);
        if (!good)
            return false;
    } else if (!plan_union_tags(builder, attributes, offset, NULL, node)) {
        if (EG(exception) != NULL || !property_declared(builder, type, node))
            return false;
    }
    if (node->name == NULL)
        node->name = ZEND_TYPE_IS_SET(type) ? property_type_name(builder, type)
                                            : plan_type_keep(builder, zend_string_init(ZEND_STRL("mixed"), false));
    node->nullable |= nullable && ZEND_TYPE_IS_SET(type);
    plan_type_settle(node);
    if (!property_takes(builder, type, node) && node->kind == PLAN_TAGGED)
        return plan_type_fail(builder, "a class of the tags is not of the type %s",
                              ZSTR_VAL(property_type_name(builder, type)));
    if (node->kind == PLAN_TAGGED && !property_tags_cover(builder, type, node->of.tags))
        return false;
    if (!property_takes(builder, type, node))
        return plan_type_fail(builder, "a property of the type %s takes no %s",
                              ZSTR_VAL(property_type_name(builder, type)), ZSTR_VAL(node->name));
    return limit == NULL || property_limits(builder, limit, node);
}
