/* A plan as an array of PHP: the words and the shape are those of Python's describe(). */
#include "plan.h"

#include "../types/value_classes.h"

#define DESCRIBE_DEPTH 64 /* classes inside of one another that are described in full */
#define DESCRIBE_KEYS \
    12 /* keys of one description, at most: its table must not move while others are written into it */

static const char *const describe_kinds[] = {
    [PLAN_ANY] = "any",       [PLAN_ARRAY] = "array",   [PLAN_NULL] = "none",         [PLAN_BOOL] = "bool",
    [PLAN_INT] = "int",       [PLAN_FLOAT] = "float",   [PLAN_STRING] = "str",        [PLAN_BYTES] = "bytes",
    [PLAN_ENUM] = "enum",     [PLAN_LIST] = "list",     [PLAN_TUPLE] = "fixed_tuple", [PLAN_MAP] = "dict",
    [PLAN_DATE] = "datetime", [PLAN_OBJECT] = "object", [PLAN_TAGGED] = "union",      [PLAN_CHOICE] = "union",
};

/* A node to be described. */
struct describe_item {
    const struct plan_node *node;
    zval *out;
    const struct plan_tags *tags; /* whose case the node is, or NULL */
    uint32_t number;              /* of the case */
    uint32_t depth;               /* classes around this one */
};

struct describer {
    struct describe_item *items;
    uint32_t count, capacity, at; /* at: the item that is described now */
    HashTable met;                /* the addresses of the classes whose fields are described */
    uint8_t keys;                 /* enum plan_keys, of all classes */
    bool unknown_error;
};

static zval *describe_add(zval *to, const char *key)
{
    zval null;

    ZVAL_NULL(&null);
    return zend_hash_str_add_new(Z_ARRVAL_P(to), key, strlen(key), &null);
}

static zval *describe_append(zval *to)
{
    zval null;

    ZVAL_NULL(&null);
    return zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &null);
}

static zval *describe_add_list(zval *to, const char *key, uint32_t n)
{
    zval *list = describe_add(to, key);

    array_init_size(list, n);
    return list;
}

static struct describe_item *describe_later(struct describer *d, const struct plan_node *node, zval *out)
{
    if (d->count == d->capacity) {
        d->capacity = d->capacity ? d->capacity * 2 : 64;
        d->items = safe_erealloc(d->items, d->capacity, sizeof *d->items, 0);
    }
    struct describe_item *item = &d->items[d->count++];
    memset(item, 0, sizeof *item);
    item->node = node;
    item->out = out;
    item->depth = d->items[d->at].depth + (d->items[d->at].node->kind == PLAN_OBJECT);
    return item;
}

/* Whether the fields of the class are not described here: they are elsewhere, or too deep. */
static bool describe_again(struct describer *d)
{
    const struct describe_item *item = &d->items[d->at];
    const struct plan_class *cls = item->node->of.cls;

    return item->depth >= DESCRIBE_DEPTH ||
           zend_hash_index_add_empty_element(&d->met, (zend_ulong)(uintptr_t)cls >> 3) == NULL;
}

/* ---- limits ------------------------------------------------------------------------------------------------- */

static void describe_limits(const struct plan_node *node, zval *out)
{
    const struct plan_limits *limits = node->limits;
    zval *found = describe_add(out, "limits");

    array_init(found);
    if (node->kind == PLAN_INT) {
        if (limits->least > ZEND_LONG_MIN)
            add_assoc_long(found, "ge", limits->least);
        if (limits->most < ZEND_LONG_MAX)
            add_assoc_long(found, "le", limits->most);
        return;
    }
    if (node->kind == PLAN_FLOAT) {
        if (limits->low > -ZEND_INFINITY)
            add_assoc_double(found, limits->low_open ? "gt" : "ge", limits->low);
        if (limits->high < ZEND_INFINITY)
            add_assoc_double(found, limits->high_open ? "lt" : "le", limits->high);
        return;
    }
    if (limits->min_len > 0)
        add_assoc_long(found, "min_len", (zend_long)limits->min_len);
    if (limits->max_len < SIZE_MAX)
        add_assoc_long(found, "max_len", (zend_long)limits->max_len);
}

/* ---- objects ------------------------------------------------------------------------------------------------- */

/* The name of the property or parameter. */
static void describe_name(const struct plan_class *cls, const struct plan_field *field, zval *out)
{
    if (cls->constructor != NULL)
        ZVAL_STR_COPY(out, cls->constructor->op_array.vars[field->offset / sizeof(zval)]);
    else
        ZVAL_STRING(out, zend_get_unmangled_property_name(field->info->name));
}

static void describe_fields(struct describer *d, const struct plan_class *cls, zval *out)
{
    zval *fields = describe_add_list(out, "fields", cls->count), **keys = safe_emalloc(cls->count + 1, sizeof *keys, 0);
    zend_string *name;
    void *number;

    for (uint32_t i = 0; i < cls->count; i++) {
        const struct plan_field *field = &cls->fields[i];
        zval *one = describe_append(fields);
        array_init_size(one, DESCRIBE_KEYS);
        describe_name(cls, field, describe_add(one, "name"));
        keys[i] = describe_add_list(one, "keys", 1);
        ZVAL_STR_COPY(describe_append(keys[i]), field->key);
        ZVAL_LONG(describe_add(one, "index"), (zend_long)field->place);
        ZVAL_BOOL(describe_add(one, "required"), field->missing == PLAN_REQUIRED);
        describe_later(d, &field->node, describe_add(one, "type"));
    }
    ZEND_HASH_FOREACH_STR_KEY_PTR(cls->by_key, name, number) {
        uint32_t i = (uint32_t)(uintptr_t)number - 1;
        if (!zend_string_equals(name, cls->fields[i].key))
            ZVAL_STR_COPY(describe_append(keys[i]), name);
    }
    ZEND_HASH_FOREACH_END();
    efree(keys);
}

static void describe_object(struct describer *d, zval *out)
{
    const struct describe_item *item = &d->items[d->at];
    const struct plan_class *cls = item->node->of.cls;
    bool tagged = item->tags != NULL && item->tags->key != NULL; /* which only a map can be */
    uint8_t keys = tagged ? PLAN_KEYS_MAP : d->keys != PLAN_KEYS_DEFAULT ? d->keys : cls->keys;
    uint8_t unknown = cls->unknown != PLAN_UNKNOWN_DEFAULT ? cls->unknown
                      : d->unknown_error                   ? PLAN_UNKNOWN_ERROR
                                                           : PLAN_UNKNOWN_SKIP;

    ZVAL_STRING(describe_add(out, "form"), keys == PLAN_KEYS_ARRAY ? "array" : "map");
    ZVAL_STRING(describe_add(out, "unknown"), unknown == PLAN_UNKNOWN_KEEP    ? "keep"
                                              : unknown == PLAN_UNKNOWN_ERROR ? "error"
                                                                              : "skip");
    if (tagged) {
        zval *tag = describe_add_list(out, "tag", 2);
        ZVAL_STR_COPY(describe_append(tag), item->tags->key);
        ZVAL_COPY(describe_append(tag), &item->tags->tags[item->number]);
    }
    if (!describe_again(d))
        describe_fields(d, cls, out);
}

/* ---- other nodes with parts ------------------------------------------------------------------------------------ */

static void describe_map(struct describer *d, const struct plan_node *node, zval *out)
{
    zval *keys = describe_add(out, "keys");

    array_init(keys);
    ZVAL_STRING(describe_add(keys, "kind"), node->int_keys ? "int" : "str");
    ZVAL_STRING(describe_add(keys, "name"), node->int_keys ? "int" : "string");
    describe_later(d, node->of.item, describe_add(out, "values"));
}

static void describe_tagged(struct describer *d, const struct plan_node *node, zval *out)
{
    const struct plan_tags *tags = node->of.tags;
    zval *types = describe_add_list(out, "types", tags->count), *words = describe_add_list(out, "tags", tags->count);

    for (uint32_t i = 0; i < tags->count; i++) {
        ZVAL_COPY(describe_append(words), &tags->tags[i]);
        struct describe_item *item = describe_later(d, &tags->nodes[i], describe_append(types));
        item->tags = tags;
        item->number = i;
    }
    if (tags->key != NULL)
        ZVAL_STR_COPY(describe_add(out, "tag"), tags->key);
    if (tags->fallback != NULL)
        ZVAL_STR_COPY(describe_add(out, "default"), tags->fallback->name);
}

/* The alternatives, each once: an alternative has a place for each of its types of MessagePack. */
static void describe_choice(struct describer *d, const struct plan_node *node, zval *out)
{
    zval *types = describe_add_list(out, "types", PLAN_WIRES);

    for (int bit = 0; bit < PLAN_WIRES; bit++) {
        bool first = node->of.items[bit] != NULL;
        for (int before = 0; before < bit; before++)
            first = first && node->of.items[before] != node->of.items[bit];
        if (first)
            describe_later(d, node->of.items[bit], describe_append(types));
    }
}

static void describe_cases(const struct plan_node *node, zval *out)
{
    zval *members = describe_add_list(out, "members", zend_hash_num_elements(node->of.enums.cases));
    zend_ulong index;
    zend_string *text;

    ZEND_HASH_FOREACH_KEY(node->of.enums.cases, index, text) {
        if (text != NULL)
            ZVAL_STR_COPY(describe_append(members), text);
        else
            ZVAL_LONG(describe_append(members), (zend_long)index);
    }
    ZEND_HASH_FOREACH_END();
}

static void describe_tuple(struct describer *d, const struct plan_node *node, zval *out)
{
    zval *types = describe_add_list(out, "types", node->count);

    for (uint32_t i = 0; i < node->count; i++)
        describe_later(d, node->of.items[i], describe_append(types));
}

static void describe_node(struct describer *d)
{
    const struct plan_node *node = d->items[d->at].node;
    zval *out = d->items[d->at].out;

    array_init_size(out, DESCRIBE_KEYS);
    ZVAL_STRING(describe_add(out, "kind"), node->kind == PLAN_DATE && node->date == PLAN_DATE_TIMESTAMP
                                               ? "timestamp"
                                               : describe_kinds[node->kind]);
    ZVAL_STR_COPY(describe_add(out, "name"), node->name);
    if (node->nullable && node->kind != PLAN_ANY)
        ZVAL_TRUE(describe_add(out, "nullable"));
    if (node->limits != NULL)
        describe_limits(node, out);
    switch ((enum plan_kind)node->kind) {
    case PLAN_LIST: describe_later(d, node->of.item, describe_add(out, "items")); break;
    case PLAN_TUPLE: describe_tuple(d, node, out); break;
    case PLAN_MAP: describe_map(d, node, out); break;
    case PLAN_OBJECT: describe_object(d, out); break;
    case PLAN_TAGGED: describe_tagged(d, node, out); break;
    case PLAN_CHOICE: describe_choice(d, node, out); break;
    case PLAN_ENUM: describe_cases(node, out); break;
    default: break;
    }
}

void msgpack_plan_describe(zval *out, const struct msgpack_plan *plan, uint8_t keys, bool unknown_error)
{
    struct describer d = {.keys = keys, .unknown_error = unknown_error};
    struct describe_item root = {.node = plan->root, .out = out};

    zend_hash_init(&d.met, 8, NULL, NULL, 0);
    d.items = emalloc(sizeof root);
    d.items[0] = root;
    d.count = d.capacity = 1;
    for (; d.at < d.count; d.at++)
        describe_node(&d);
    efree(d.items);
    zend_hash_destroy(&d.met);
}
