/* Type expressions: ?list<Order>, map<int, float>, int|string. */
#include "type_names.h"
#include "unions.h"

#define EXPRESSION_SHOWN 100 /* bytes of a type that an error quotes */
#define EXPRESSION_OPEN 16   /* generic types inside one another */
#define EXPRESSION_ITEMS 16  /* types of a tuple, alternatives of a union */

/* A generic type whose ">" is not read yet; at index 0: the whole expression. */
struct expression_open {
    const char *begin;
    enum plan_kind kind;
    bool nullable;
    struct plan_node items[EXPRESSION_ITEMS]; /* complete arguments */
    uint32_t count;
    struct plan_node choices[EXPRESSION_ITEMS]; /* alternatives of the argument that is being read */
    const char *argument;                       /* its first byte */
    uint32_t choice_count;
    bool maybe; /* null is one of them */
};

struct expression {
    struct plan_builder *builder;
    const char *begin, *p, *end;
    struct expression_open *open; /* EXPRESSION_OPEN + 1 */
    const char *after;            /* the end of the last name or ">" */
    uint32_t depth;               /* of open generic types */
};

static bool expression_fail(struct expression *x, const char *expected)
{
    size_t all = (size_t)(x->end - x->begin), left = (size_t)(x->end - x->p), most = EXPRESSION_SHOWN;

    return plan_type_fail(x->builder, "the type \"%.*s%s\" is not understood: %s expected at \"%.*s%s\"",
                          (int)MIN(all, most), x->begin, all > most ? "..." : "", expected, (int)MIN(left, most), x->p,
                          left > most ? "..." : "");
}

/* Fails for a part of the type that has more of something than is supported. */
static bool expression_too_many(struct expression *x, const char *what, int most)
{
    size_t all = (size_t)(x->end - x->begin);

    return plan_type_fail(x->builder, "the type \"%.*s%s\" has more than %d %s",
                          (int)MIN(all, (size_t)EXPRESSION_SHOWN), x->begin, all > EXPRESSION_SHOWN ? "..." : "", most,
                          what);
}

static void expression_blanks(struct expression *x)
{
    while (x->p < x->end && *x->p == ' ')
        x->p++;
}

static bool expression_take(struct expression *x, char byte)
{
    expression_blanks(x);
    if (x->p == x->end || *x->p != byte)
        return false;
    x->p++;
    return true;
}

static bool expression_is_name(unsigned char byte)
{
    return byte >= 0x80 || byte == '_' || byte == '\\' || (byte >= '0' && byte <= '9') ||
           (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* Whether name[0 .. n) is a generic type; *kind: of its node. */
static bool expression_generic_kind(const char *name, size_t n, enum plan_kind *kind)
{
    static const struct {
        const char *name;
        enum plan_kind kind;
    } generics[] = {{"list", PLAN_LIST}, {"map", PLAN_MAP}, {"array", PLAN_MAP}, {"tuple", PLAN_TUPLE}};

    for (size_t i = 0; i < sizeof generics / sizeof *generics; i++)
        if (zend_binary_strcasecmp(name, n, generics[i].name, strlen(generics[i].name)) == 0) {
            *kind = generics[i].kind;
            return true;
        }
    return false;
}

static struct plan_node *expression_keep(struct expression *x, const struct plan_node *node)
{
    struct plan_node *kept = plan_type_alloc(x->builder, sizeof *kept);
    *kept = *node;
    return kept;
}

static bool expression_map(struct expression *x, struct expression_open *open, struct plan_node *node)
{
    const struct plan_node *key = &open->items[0];
    bool text = key->kind == PLAN_STRING && key->limits == NULL;

    if (open->count == 1)
        text = true;
    else if (key->nullable || key->limits != NULL || (key->kind != PLAN_STRING && key->kind != PLAN_INT))
        return plan_type_fail(x->builder, "the keys of a map must be string or int, not %s", ZSTR_VAL(key->name));
    node->kind = PLAN_MAP;
    node->accepts = PLAN_WIRE_MAP;
    node->int_keys = !text;
    node->of.item = expression_keep(x, &open->items[open->count - 1]);
    return true;
}

/* Makes the node of a generic type whose arguments are complete. */
static bool expression_generic(struct expression *x, struct expression_open *open, struct plan_node *node)
{
    memset(node, 0, sizeof *node);
    node->takes = MAY_BE_ARRAY;
    node->name = plan_type_keep(x->builder, zend_string_init(open->begin, (size_t)(x->p - open->begin), false));
    if (open->kind == PLAN_LIST && open->count == 1) {
        node->kind = PLAN_LIST;
        node->accepts = PLAN_WIRE_ARRAY;
        node->of.item = expression_keep(x, &open->items[0]);
    } else if (open->kind == PLAN_TUPLE) {
        node->kind = PLAN_TUPLE;
        node->accepts = PLAN_WIRE_ARRAY;
        node->count = open->count;
        node->of.items = plan_type_alloc(x->builder, open->count * sizeof *node->of.items);
        for (uint32_t i = 0; i < open->count; i++)
            node->of.items[i] = expression_keep(x, &open->items[i]);
    } else if (open->kind == PLAN_MAP && open->count <= 2) {
        if (!expression_map(x, open, node))
            return false;
    } else {
        return plan_type_fail(x->builder, "the type \"%s\" is not understood: use list<T>, map<K, V> or tuple<A, B>",
                              ZSTR_VAL(node->name));
    }
    node->nullable = open->nullable;
    plan_type_settle(node);
    return true;
}

/* Adds an alternative to the argument that is being read. */
static bool expression_alternative(struct expression *x, const struct plan_node *node)
{
    struct expression_open *top = &x->open[x->depth];

    if (node->kind == PLAN_NULL) {
        top->maybe = true;
        return true;
    }
    if (top->choice_count == EXPRESSION_ITEMS)
        return expression_too_many(x, "alternatives in a union", EXPRESSION_ITEMS);
    top->choices[top->choice_count++] = *node;
    return true;
}

/* Ends the argument that is being read. */
static bool expression_argument(struct expression *x)
{
    struct expression_open *top = &x->open[x->depth];
    zend_string *name;

    if (top->count == EXPRESSION_ITEMS)
        return expression_too_many(x, "types in one \"<...>\"", EXPRESSION_ITEMS);
    if (top->choice_count == 0) {
        if (!plan_type_word(x->builder, "null", 4, &top->items[top->count]))
            return false;
    } else {
        name = zend_string_init(top->argument, (size_t)(x->after - top->argument), false);
        if (!plan_union_choice(x->builder, top->choices, top->choice_count, top->maybe,
                               plan_type_keep(x->builder, name), &top->items[top->count]))
            return false;
    }
    top->count++;
    top->choice_count = 0;
    top->maybe = false;
    return true;
}

/* The node of a name without arguments. */
static bool expression_name(struct expression *x, const char *name, size_t n, struct plan_node *node)
{
    zend_string *text;
    bool good;

    if (plan_type_word(x->builder, name, n, node))
        return true;
    text = zend_string_init(name, n, false);
    good = plan_union_of_class(x->builder, text, node);
    zend_string_release(text);
    return good;
}

static bool expression_unsupported(struct expression *x, const char *instead)
{
    size_t all = (size_t)(x->end - x->begin), most = EXPRESSION_SHOWN;

    return plan_type_fail(x->builder, "the type \"%.*s%s\" is not supported: use %s", (int)MIN(all, most), x->begin,
                          all > most ? "..." : "", instead);
}

/* Fails for what PHPStan and others call a type, whose name was read; true: it may be one of ours. */
static bool expression_may_be(struct expression *x, const char *name)
{
    char next = x->p < x->end ? *x->p : '\0';

    if (next == '{')
        return expression_unsupported(x, "a class, since a shape is no type");
    if (next == '[')
        return expression_unsupported(x, "list<T>");
    if (next == '-' || (*name >= '0' && *name <= '9'))
        return expression_unsupported(x, "int, string, list<T> or other types, with the attribute Limit for bounds");
    return true;
}

/* Reads ? and a name. With "<" after it, opens a generic type; else adds the alternative. */
static bool expression_read(struct expression *x, bool *opened)
{
    struct plan_node node;
    bool nullable = expression_take(x, '?');
    const char *name;
    size_t n;

    expression_blanks(x);
    name = x->p;
    while (x->p < x->end && expression_is_name((unsigned char)*x->p))
        x->p++;
    n = (size_t)(x->p - name);
    x->after = x->p;
    if (n == 0)
        return expression_fail(x, "the name of a type");
    if (x->p < x->end && *x->p == '@') /* class@anonymous, and where it is */
        return plan_type_fail(x->builder, "an anonymous class cannot be a type");
    *opened = expression_take(x, '<');
    if (!expression_may_be(x, name))
        return false;
    if (!*opened) {
        if (!expression_name(x, name, n, &node))
            return false;
        node.nullable |= nullable;
        plan_type_settle(&node);
        return expression_alternative(x, &node);
    }
    enum plan_kind kind;
    if (!expression_generic_kind(name, n, &kind))
        return expression_unsupported(x, "list<T>, map<K, V> or tuple<A, B>, and the attribute Limit for bounds");
    if (x->depth == EXPRESSION_OPEN)
        return expression_too_many(x, "generic types inside one another", EXPRESSION_OPEN);
    struct expression_open *open = &x->open[++x->depth];
    open->begin = name;
    open->kind = kind;
    open->nullable = nullable;
    open->count = open->choice_count = 0;
    open->maybe = false;
    expression_blanks(x);
    open->argument = x->p;
    return true;
}

/* Reads what follows an alternative, up to the next name or the end of the expression. */
static bool expression_follow(struct expression *x, bool *end)
{
    struct plan_node node;

    for (;;) {
        expression_blanks(x);
        x->p = x->p > x->after ? x->p : x->after;
        if (expression_take(x, '|'))
            return true;
        if (!expression_argument(x))
            return false;
        if (x->depth == 0) {
            *end = true;
            expression_blanks(x);
            return x->p == x->end || expression_fail(x, "the end");
        }
        struct expression_open *top = &x->open[x->depth];
        if (expression_take(x, ',')) {
            expression_blanks(x);
            top->argument = x->p;
            return true;
        }
        if (!expression_take(x, '>'))
            return expression_fail(x, "\",\" or \">\"");
        x->after = x->p;
        if (!expression_generic(x, top, &node))
            return false;
        x->depth--;
        if (!expression_alternative(x, &node))
            return false;
    }
}

bool plan_expression_parse(struct plan_builder *builder, const char *text, size_t n, struct plan_node *node)
{
    struct expression x = {builder, text, text, text + n, NULL, text, 0};
    bool good, opened = false, end = false;

    x.open = safe_emalloc(EXPRESSION_OPEN + 1, sizeof *x.open, 0);
    memset(x.open, 0, sizeof *x.open);
    expression_blanks(&x);
    x.open[0].argument = x.p;
    do
        good = expression_read(&x, &opened) && (opened || expression_follow(&x, &end));
    while (good && !end);
    if (good)
        *node = x.open[0].items[0];
    efree(x.open);
    return good;
}
