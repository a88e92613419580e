/*
 * Types of properties -> nodes. Type expressions (list<?Order>) are in type_expressions.c, unions in unions.c.
 */
#include "type_names.h"

#include "../../types/class_fields.h"
#include "../../types/value_classes.h"
#include "ext/date/php_date.h"

#define TYPE_TEXT_MAX 1000 /* bytes of what an error says */

bool plan_type_fail(const struct plan_builder *builder, const char *format, ...)
{
    va_list arguments;
    zend_string *text;

    if (EG(exception) != NULL)
        return false;
    va_start(arguments, format);
    text = zend_vstrpprintf(TYPE_TEXT_MAX, format, arguments); /* the name of a type may be of any length */
    va_end(arguments);
    if (builder->scope == NULL)
        zend_type_error("%s", ZSTR_VAL(text));
    else if (builder->property == NULL)
        zend_type_error("%s: %s", ZSTR_VAL(builder->scope->name), ZSTR_VAL(text));
    else
        zend_type_error("%s::$%s: %s", ZSTR_VAL(builder->scope->name), ZSTR_VAL(builder->property), ZSTR_VAL(text));
    zend_string_release(text);
    return false;
}

void *plan_type_alloc(struct plan_builder *builder, size_t size)
{
    return memset(zend_arena_alloc(&builder->plan->arena, size), 0, size);
}

struct plan_class *plan_type_class(struct plan_builder *builder, zend_class_entry *ce)
{
    HashTable *classes = &builder->plan->classes;
    struct plan_class *cls = zend_hash_index_find_ptr(classes, (zend_ulong)(uintptr_t)ce);

    if (cls == NULL) {
        cls = plan_type_alloc(builder, sizeof *cls);
        cls->ce = ce;
        zend_hash_index_add_new_ptr(classes, (zend_ulong)(uintptr_t)ce, cls);
    }
    return cls;
}

void plan_type_owns(struct plan_builder *builder, HashTable *table)
{
    zval owned;

    ZVAL_ARR(&owned, table);
    zend_hash_next_index_insert_new(&builder->plan->owned, &owned);
}

zend_string *plan_type_keep(struct plan_builder *builder, zend_string *text)
{
    zval owned;

    ZVAL_STR(&owned, text);
    zend_hash_next_index_insert_new(&builder->plan->owned, &owned);
    return text;
}

/* ---- scalars ---------------------------------------------------------------------------------- */

static const struct plan_word {
    const char *name;
    uint8_t kind;
    bool single;
    uint16_t accepts;
    uint32_t takes;
    int64_t least, most; /* 0, 0: no limits */
} type_words[] = {
    {"mixed", PLAN_ANY, false, PLAN_WIRE_ALL, MAY_BE_ANY, 0, 0},
    {"array", PLAN_ARRAY, false, PLAN_WIRE_ARRAY | PLAN_WIRE_MAP, MAY_BE_ARRAY, 0, 0},
    {"null", PLAN_NULL, false, PLAN_WIRE_NIL, 0, 0, 0},
    {"bool", PLAN_BOOL, false, PLAN_WIRE_BOOL, MAY_BE_BOOL, 0, 0},
    {"int", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, 0, 0},
    {"float", PLAN_FLOAT, false, PLAN_WIRE_FLOAT | PLAN_WIRE_INT, MAY_BE_DOUBLE, 0, 0},
    {"string", PLAN_STRING, false, PLAN_WIRE_STR, MAY_BE_STRING, 0, 0},
    {"bytes", PLAN_BYTES, false, PLAN_WIRE_BIN | PLAN_WIRE_STR, MAY_BE_STRING, 0, 0},
    {"float32", PLAN_FLOAT, true, PLAN_WIRE_FLOAT | PLAN_WIRE_INT, MAY_BE_DOUBLE, 0, 0},
    {"int8", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, INT8_MIN, INT8_MAX},
    {"int16", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, INT16_MIN, INT16_MAX},
    {"int32", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, INT32_MIN, INT32_MAX},
    {"int64", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, 0, 0},
    {"uint8", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, 0, UINT8_MAX},
    {"uint16", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, 0, UINT16_MAX},
    {"uint32", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, 0, UINT32_MAX},
    {"uint64", PLAN_INT, false, PLAN_WIRE_INT, MAY_BE_LONG, 0, INT64_MAX},
};

#define TYPE_RESERVED 7 /* PHP has no classes with the names of the first words */

/* Whether a name that is a word but for its case is that of a class, such as Bytes. */
static bool type_is_class(const struct plan_word *word, const char *name, size_t n)
{
    if (word < type_words + TYPE_RESERVED || memcmp(name, word->name, n) == 0)
        return false;
    zend_string *text = zend_string_init(name, n, false);
    bool found = zend_lookup_class(text) != NULL || EG(exception) != NULL;
    zend_string_release(text);
    return found;
}

/* Sets the fast path of a node whose other members are set. */
void plan_type_settle(struct plan_node *node)
{
    bool scalar = node->kind == PLAN_INT || node->kind == PLAN_FLOAT || node->kind == PLAN_STRING ||
                  (node->kind == PLAN_BOOL && !node->only) || node->kind == PLAN_DATE;

    node->quick = scalar && node->limits == NULL ? node->kind : PLAN_ANY;
    if (node->nullable)
        node->accepts |= PLAN_WIRE_NIL;
}

struct plan_limits *plan_type_limits(struct plan_builder *builder, const struct plan_node *node)
{
    struct plan_limits *limits = plan_type_alloc(builder, sizeof *limits);

    if (node->limits != NULL) {
        *limits = *node->limits;
        return limits;
    }
    limits->error = HAYA_ERR_OUT_OF_BOUNDS;
    limits->least = ZEND_LONG_MIN;
    limits->most = ZEND_LONG_MAX;
    limits->low = -ZEND_INFINITY;
    limits->high = ZEND_INFINITY;
    limits->max_len = SIZE_MAX;
    return limits;
}

bool plan_type_word(struct plan_builder *builder, const char *name, size_t n, struct plan_node *node)
{
    for (const struct plan_word *word = type_words; word < type_words + sizeof type_words / sizeof *word; word++) {
        if (zend_binary_strcasecmp(name, n, word->name, strlen(word->name)) != 0)
            continue;
        if (UNEXPECTED(type_is_class(word, name, n)))
            return false;
        memset(node, 0, sizeof *node);
        node->kind = word->kind;
        node->single = word->single;
        node->accepts = word->accepts;
        node->takes = word->takes;
        node->nullable = word->kind == PLAN_ANY || word->kind == PLAN_NULL;
        node->name = plan_type_keep(builder, zend_string_init(word->name, strlen(word->name), false));
        if (word->most != 0) {
            struct plan_limits *limits = plan_type_limits(builder, node);
            limits->error = HAYA_ERR_INT_RANGE;
            limits->least = (zend_long)word->least;
            limits->most = (zend_long)MIN(word->most, (int64_t)ZEND_LONG_MAX);
            node->limits = limits;
        }
        plan_type_settle(node);
        return true;
    }
    return false;
}

/* ---- classes ------------------------------------------------------------------------------------ */

void plan_type_node(struct plan_node *node, uint8_t kind, uint16_t accepts, uint32_t takes, zend_string *name)
{
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->accepts = accepts;
    node->takes = takes;
    node->name = name;
}

bool plan_type_date(struct plan_builder *builder, zend_class_entry *ce, struct plan_node *node)
{
    plan_type_node(node, PLAN_DATE, PLAN_WIRE_EXT, MAY_BE_OBJECT, ce->name);
    if (ce == php_date_get_immutable_ce() || ce == php_date_get_interface_ce())
        node->date = PLAN_DATE_IMMUTABLE;
    else if (ce == php_date_get_date_ce())
        node->date = PLAN_DATE_MUTABLE;
    else if (ce == msgpack_timestamp_ce)
        node->date = PLAN_DATE_TIMESTAMP;
    else
        return plan_type_fail(builder, "%s extends a class of dates; use DateTimeImmutable", ZSTR_VAL(ce->name));
    plan_type_settle(node);
    return true;
}

bool plan_type_enum(struct plan_builder *builder, zend_class_entry *ce, struct plan_node *node)
{
    if (ce->enum_backing_type == IS_UNDEF)
        return plan_type_fail(builder, "the enum %s has no values; declare it as a backed enum", ZSTR_VAL(ce->name));
    plan_type_node(node, PLAN_ENUM, ce->enum_backing_type == IS_LONG ? PLAN_WIRE_INT : PLAN_WIRE_STR, MAY_BE_OBJECT,
                   ce->name);
    node->of.enums.ce = ce;
    node->of.enums.cases = msgpack_class_cases(ce);
    if (node->of.enums.cases == NULL)
        return false;
    plan_type_owns(builder, node->of.enums.cases);
    return true;
}

void plan_type_object(struct plan_builder *builder, zend_class_entry *ce, struct plan_node *node)
{
    plan_type_node(node, PLAN_OBJECT, PLAN_WIRE_MAP | PLAN_WIRE_ARRAY, MAY_BE_OBJECT, ce->name);
    node->of.cls = plan_type_class(builder, ce);
}

/* A class of that name in the namespace of the class whose property is read, or NULL. */
static const zend_class_entry *type_in_namespace(const struct plan_builder *builder, const zend_string *name)
{
    const char *scope = builder->scope != NULL ? ZSTR_VAL(builder->scope->name) : "", *end = strrchr(scope, '\\');
    const zend_class_entry *ce;
    zend_string *full;

    if (end == NULL || ZSTR_VAL(name)[0] == '\\')
        return NULL;
    full = zend_string_concat2(scope, (size_t)(end + 1 - scope), ZSTR_VAL(name), ZSTR_LEN(name));
    ce = zend_lookup_class(full);
    zend_string_release(full);
    return ce;
}

/* Whether a name looks like the word of a type, as PHP and PHPStan have them. */
static bool type_is_word(const zend_string *name)
{
    for (size_t i = 0; i < ZSTR_LEN(name); i++)
        if (ZSTR_VAL(name)[i] < 'a' || ZSTR_VAL(name)[i] > 'z')
            return false;
    return true;
}

static void type_fail_lookup(struct plan_builder *builder, const zend_string *name)
{
    const zend_class_entry *meant = type_in_namespace(builder, name);

    if (meant != NULL)
        plan_type_fail(builder, "there is no class %s; did you mean %s? Types need full names", ZSTR_VAL(name),
                       ZSTR_VAL(meant->name));
    else if (type_is_word(name))
        plan_type_fail(builder,
                       "there is no type %s; there are int, int8 ... uint64, float, float32, string, bytes, bool, "
                       "null, array, mixed, list<T>, map<K, V>, tuple<A, B>, and names of classes",
                       ZSTR_VAL(name));
    else
        plan_type_fail(builder, "there is no class %s", ZSTR_VAL(name));
}

zend_class_entry *plan_type_lookup(struct plan_builder *builder, zend_string *name)
{
    zend_class_entry *ce = NULL;

    if (builder->scope != NULL && zend_string_equals_literal_ci(name, "self"))
        return builder->scope;
    if (builder->scope != NULL && zend_string_equals_literal_ci(name, "parent"))
        ce = builder->scope->parent;
    if (ce == NULL)
        ce = zend_lookup_class(name);
    if (ce == NULL)
        type_fail_lookup(builder, name);
    return ce;
}
