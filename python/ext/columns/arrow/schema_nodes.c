/* schema_nodes.c: an Arrow schema -> the nodes by which its arrays are encoded. */
#include "arrow_rows.h"

#include <stdlib.h>

/* Together with ARROW_DEPTH it bounds the work for a damaged schema, whose children may form a cycle. */
#define FIELDS_MOST (1u << 20)

/* A node's field in the schema, beside the node while nodes are made. */
struct schema_work {
    struct arrow_nodes *nodes;
    const struct ArrowSchema **schemas; /* by the number of the node */
    struct arrow_fault *fault;
};

static bool schema_fail(struct schema_work *work, uint32_t node, const char *error, const char *text)
{
    *work->fault = (struct arrow_fault){error, text, node};
    return false;
}

/* ---- types ---------------------------------------------------------------- */

struct schema_type {
    const char *format;
    uint8_t kind, width;
    bool is_signed;
};

/* The formats that have no parameters. */
static const struct schema_type schema_types[] = {
    {"n", ARROW_NULL, 0, false},       {"b", ARROW_BOOL, 0, false},        {"c", ARROW_INT, 1, true},
    {"C", ARROW_UINT, 1, false},       {"s", ARROW_INT, 2, true},          {"S", ARROW_UINT, 2, false},
    {"i", ARROW_INT, 4, true},         {"I", ARROW_UINT, 4, false},        {"l", ARROW_INT, 8, true},
    {"L", ARROW_UINT, 8, false},       {"e", ARROW_FLOAT, 2, false},       {"f", ARROW_FLOAT, 4, false},
    {"g", ARROW_FLOAT, 8, false},      {"u", ARROW_TEXT, 4, false},        {"U", ARROW_TEXT, 8, false},
    {"z", ARROW_BIN, 4, false},        {"Z", ARROW_BIN, 8, false},         {"vu", ARROW_TEXT_VIEW, 16, false},
    {"vz", ARROW_BIN_VIEW, 16, false}, {"tdD", ARROW_DATE, 4, false},      {"tdm", ARROW_DATE, 8, false},
    {"tts", ARROW_TIME, 4, false},     {"ttm", ARROW_TIME, 4, false},      {"ttu", ARROW_TIME, 8, false},
    {"ttn", ARROW_TIME, 8, false},     {"tDs", ARROW_DURATION, 8, false},  {"tDm", ARROW_DURATION, 8, false},
    {"tDu", ARROW_DURATION, 8, false}, {"tDn", ARROW_DURATION, 8, false},  {"+l", ARROW_LIST, 4, false},
    {"+L", ARROW_LIST, 8, false},      {"+vl", ARROW_LIST_VIEW, 4, false}, {"+vL", ARROW_LIST_VIEW, 8, false},
    {"+s", ARROW_STRUCT, 0, false},    {"+m", ARROW_MAP, 4, false},        {"+r", ARROW_RUNS, 0, false},
};

/* A number at *p of at most 9 digits, perhaps with a sign; moves *p behind it. -1 for none, as no format has one. */
static int64_t schema_number(const char **p, bool *negative)
{
    const char *start;
    int64_t n = 0;
    *negative = **p == '-';
    *p += *negative;
    for (start = *p; **p >= '0' && **p <= '9' && *p - start < 9; ++*p)
        n = n * 10 + (**p - '0');
    return *p == start ? -1 : n;
}

/* "d:precision,scale" and "d:precision,scale,bits". */
static bool schema_decimal(struct arrow_node *node, const char *p)
{
    bool negative;
    int64_t bits = 128;
    if (schema_number(&p, &negative) < 0 || negative || *p++ != ',')
        return false;
    int64_t scale = schema_number(&p, &negative);
    if (scale < 0)
        return false;
    node->scale = (int32_t)(negative ? -scale : scale);
    if (*p == ',') {
        p++;
        bits = schema_number(&p, &negative);
    }
    node->kind = ARROW_DECIMAL;
    node->width = (uint8_t)(bits / 8);
    return *p == '\0' && (bits == 32 || bits == 64 || bits == 128 || bits == 256);
}

/* "w:bytes" and "+w:items". */
static bool schema_fixed(struct arrow_node *node, const char *p, enum arrow_kind kind)
{
    bool negative;
    node->kind = (uint8_t)kind;
    node->size = schema_number(&p, &negative);
    return node->size >= 0 && !negative && *p == '\0';
}

/* "+ud:0,5" and "+us:0,5": the type numbers of the children. False: malformed, or no memory (node->types is NULL). */
static bool schema_union(struct arrow_node *node, const char *p, int64_t children)
{
    bool negative;
    int64_t child = 0;
    if ((node->types = PyMem_RawMalloc(128)) == NULL)
        return false;
    memset(node->types, -1, 128);
    for (; *p != '\0'; child++) {
        int64_t number = schema_number(&p, &negative);
        if (negative || number < 0 || number > 127 || child >= children || node->types[number] >= 0)
            return false;
        node->types[number] = (int8_t)child;
        if (*p == ',')
            p++;
        else if (*p != '\0')
            return false;
    }
    return child == children;
}

static bool schema_parameters(struct schema_work *work, uint32_t number, const struct ArrowSchema *schema)
{
    struct arrow_node *node = &work->nodes->nodes[number];
    const char *format = schema->format;
    const char *text = "the Arrow type's format is malformed";
    bool found = false;
    if (strncmp(format, "d:", 2) == 0) {
        found = schema_decimal(node, format + 2);
    } else if (strncmp(format, "w:", 2) == 0) {
        found = schema_fixed(node, format + 2, ARROW_BIN_FIXED);
    } else if (strncmp(format, "+w:", 3) == 0) {
        found = schema_fixed(node, format + 3, ARROW_LIST_FIXED);
    } else if (strncmp(format, "ts", 2) == 0 && format[2] != '\0' && format[3] == ':') { /* and the zone */
        node->kind = ARROW_TIMESTAMP;
        node->width = 8;
        found = strchr("smun", format[2]) != NULL;
    } else if (strncmp(format, "+ud:", 4) == 0 || strncmp(format, "+us:", 4) == 0) {
        node->kind = ARROW_UNION;
        node->width = format[2] == 'd' ? 4 : 0;
        if (!(found = schema_union(node, format + 4, schema->n_children)) && node->types == NULL)
            return schema_fail(work, number, NULL, NULL);
    } else {
        text = strncmp(format, "ti", 2) == 0 ? "intervals of months, days and time have no form in MessagePack"
                                             : "the Arrow type has no form in MessagePack";
    }
    return found || schema_fail(work, number, "unsupported_type", text);
}

/* ---- extension types ------------------------------------------------------ */

/* Whether the field's metadata name the extension type. They are pairs of texts, each after its length as an int32; a
 * count stands before them. */
static bool schema_is_extension(const struct ArrowSchema *schema, const char *type)
{
    static const char wanted[] = "ARROW:extension:name";
    const char *p = schema->metadata, *key = NULL;
    int32_t pairs = 0, n, key_size = 0;
    if (p == NULL)
        return false;
    memcpy(&pairs, p, 4);
    p += 4;
    for (int64_t i = 0; i < 2 * (int64_t)pairs; i++) {
        memcpy(&n, p, 4);
        p += 4;
        if (n < 0)
            return false;
        if (i % 2 == 0) {
            key = p;
            key_size = n;
        } else if ((size_t)key_size == sizeof wanted - 1 && memcmp(key, wanted, sizeof wanted - 1) == 0) {
            return (size_t)n == strlen(type) && memcmp(p, type, (size_t)n) == 0;
        }
        p += n;
    }
    return false;
}

/* ---- one field ------------------------------------------------------------ */

static void schema_unit(struct arrow_node *node, const char *format)
{
    switch (node->kind == ARROW_TIMESTAMP || node->kind == ARROW_TIME || node->kind == ARROW_DURATION ? format[2]
                                                                                                      : 's') {
    case 'm': node->unit = 3; break;
    case 'u': node->unit = 6; break;
    case 'n': node->unit = 9; break;
    default: node->unit = 0; break;
    }
}

/* The type of a field, from its format. */
static bool schema_type(struct schema_work *work, uint32_t number)
{
    const struct ArrowSchema *schema = work->schemas[number];
    struct arrow_node *node = &work->nodes->nodes[number];
    bool found = false;
    for (size_t i = 0; i < sizeof schema_types / sizeof *schema_types && !found; i++) {
        if (strcmp(schema->format, schema_types[i].format) == 0) {
            node->kind = schema_types[i].kind;
            node->width = schema_types[i].width;
            node->is_signed = schema_types[i].is_signed;
            found = true;
        }
    }
    if (!found && !schema_parameters(work, number, schema))
        return false;
    schema_unit(node, schema->format);
    if (node->kind == ARROW_BIN_FIXED && node->size == 16 && schema_is_extension(schema, "arrow.uuid"))
        node->kind = ARROW_UUID;
    else if (node->kind == ARROW_INT && node->width == 1 && schema_is_extension(schema, "arrow.bool8"))
        node->kind = ARROW_BOOL_BYTE;
    if (schema->dictionary == NULL)
        return true;
    if (node->kind != ARROW_INT && node->kind != ARROW_UINT)
        return schema_fail(work, number, "invalid_value", "the indexes of a dictionary are no integers");
    node->kind = ARROW_DICTIONARY;
    return true;
}

/* Packs the name of a child of a struct. */
static bool schema_key(struct schema_work *work, uint32_t number)
{
    struct arrow_node *node = &work->nodes->nodes[number];
    size_t n = strlen(node->name);
    if (n > UINT32_MAX / 2 || !haya_utf8_valid((const uint8_t *)node->name, n))
        return schema_fail(work, number, "invalid_value", "the name of the field is not UTF-8");
    node->key = PyMem_RawCalloc(1, n + HAYA_HEADER_MAX + ARROW_KEY_STEP);
    if (node->key == NULL)
        return schema_fail(work, number, NULL, NULL);
    uint8_t *p = haya_put_str_header(node->key, (uint32_t)n);
    memcpy(p, node->name, n);
    node->key_size = (uint32_t)((size_t)(p - node->key) + n);
    return true;
}

static int schema_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A map with two equal keys would lose one of the values in most readers. */
static bool schema_unique(struct schema_work *work, uint32_t number)
{
    const struct arrow_node *node = &work->nodes->nodes[number];
    const char **names = PyMem_RawMalloc((node->count + 1) * sizeof *names);
    bool unique = true;
    if (names == NULL)
        return schema_fail(work, number, NULL, NULL);
    for (uint32_t i = 0; i < node->count; i++)
        names[i] = work->nodes->nodes[node->children + i].name;
    qsort(names, node->count, sizeof *names, schema_compare);
    for (uint32_t i = 1; i < node->count && unique; i++)
        unique = strcmp(names[i - 1], names[i]) != 0;
    PyMem_RawFree(names);
    return unique || schema_fail(work, number, "unsupported_type", "two fields have the same name");
}

/* ---- all fields ------------------------------------------------------------ */

/* Appends a node for a child of `parent`. */
static bool schema_append(struct schema_work *work, const struct ArrowSchema *schema, uint32_t parent)
{
    struct arrow_nodes *nodes = work->nodes;
    if (schema == NULL || schema->format == NULL || schema->release == NULL)
        return schema_fail(work, parent, "invalid_value", "a schema has no content");
    if (nodes->count == nodes->capacity) {
        uint32_t capacity = nodes->capacity == 0 ? 32 : nodes->capacity * 2;
        struct arrow_node *grown = PyMem_RawRealloc(nodes->nodes, capacity * sizeof *grown);
        if (grown != NULL)
            nodes->nodes = grown;
        const struct ArrowSchema **schemas = PyMem_RawRealloc(work->schemas, capacity * sizeof *schemas);
        if (schemas != NULL)
            work->schemas = schemas;
        if (grown == NULL || schemas == NULL)
            return schema_fail(work, parent, NULL, NULL);
        nodes->capacity = capacity;
    }
    uint32_t number = nodes->count++;
    struct arrow_node *node = &nodes->nodes[number];
    memset(node, 0, sizeof *node);
    node->parent = parent;
    node->depth = number == 0 ? 1 : nodes->nodes[parent].depth + 1;
    node->name = schema->name != NULL ? schema->name : "";
    work->schemas[number] = schema;
    if (node->depth > ARROW_DEPTH)
        return schema_fail(work, number, "too_deep", "the fields are nested too deeply");
    return number < FIELDS_MOST || schema_fail(work, 0, "invalid_value", "there are too many fields");
}

/* The number of children that a kind has; -1: any. */
static int schema_children(enum arrow_kind kind)
{
    switch (kind) {
    case ARROW_STRUCT:
    case ARROW_UNION: return -1;
    case ARROW_LIST:
    case ARROW_LIST_FIXED:
    case ARROW_LIST_VIEW:
    case ARROW_MAP: return 1;
    case ARROW_RUNS: return 2;
    default: return 0;
    }
}

static bool schema_expand(struct schema_work *work, uint32_t number)
{
    const struct ArrowSchema *schema = work->schemas[number];
    struct arrow_node *node = &work->nodes->nodes[number];
    enum arrow_kind kind = (enum arrow_kind)node->kind;
    int expected = schema_children(kind);
    bool dictionary = kind == ARROW_DICTIONARY;
    if (schema->n_children < 0 || (expected >= 0 && schema->n_children != expected) ||
        (schema->n_children != 0 && schema->children == NULL))
        return schema_fail(work, number, "invalid_value", "the number of a field's children is wrong");
    if (schema->n_children > FIELDS_MOST)
        return schema_fail(work, number, "invalid_value", "there are too many fields");
    node->children = work->nodes->count;
    node->count = dictionary ? 1 : (uint32_t)schema->n_children;
    for (uint32_t i = 0, n = node->count; i < n; i++)
        if (!schema_append(work, dictionary ? schema->dictionary : schema->children[i], number))
            return false;
    uint32_t first = work->nodes->nodes[number].children, count = work->nodes->nodes[number].count;
    for (uint32_t i = 0; i < count && kind == ARROW_STRUCT; i++)
        if (!schema_key(work, first + i))
            return false;
    return true;
}

/* What can be checked when the types of a node's children are known. */
static bool schema_check(struct schema_work *work, uint32_t number, bool rows_keyed)
{
    const struct arrow_nodes *nodes = work->nodes;
    const struct arrow_node *node = &nodes->nodes[number], *child = &nodes->nodes[node->children];
    if (node->kind == ARROW_STRUCT) {
        const struct arrow_node *parent = &nodes->nodes[node->parent];
        bool entries = number != 0 && parent->kind == ARROW_MAP;
        return entries || (number == 0 && !rows_keyed) || schema_unique(work, number);
    }
    if (node->kind == ARROW_MAP && (child->kind != ARROW_STRUCT || child->count != 2))
        return schema_fail(work, number, "invalid_value", "the entries of a map are no struct of two fields");
    if (node->kind == ARROW_RUNS && (child->kind != ARROW_INT || child->width == 1))
        return schema_fail(work, number, "invalid_value", "the ends of runs are no integers");
    return true;
}

bool arrow_nodes_make(struct arrow_nodes *nodes, const struct ArrowSchema *schema, bool rows_keyed,
                      struct arrow_fault *fault)
{
    struct schema_work work = {nodes, NULL, fault};
    bool made = schema_append(&work, schema, 0);
    for (uint32_t i = 0; made && i < nodes->count; i++)
        made = schema_type(&work, i) && schema_expand(&work, i);
    for (uint32_t i = 0; made && i < nodes->count; i++)
        made = schema_check(&work, i, rows_keyed);
    PyMem_RawFree((void *)work.schemas);
    return made;
}

void arrow_nodes_free(struct arrow_nodes *nodes)
{
    for (uint32_t i = 0; i < nodes->count; i++) {
        PyMem_RawFree(nodes->nodes[i].key);
        PyMem_RawFree(nodes->nodes[i].types);
    }
    PyMem_RawFree(nodes->nodes);
    memset(nodes, 0, sizeof *nodes);
}
