/* schema_difference.c: whether two schemas agree. */
#include "arrow.h"

struct arrow_pair {
    const struct ArrowSchema *a, *b;
    int64_t child; /* the next one to compare; -1: the dictionary */
};

static bool arrow_same_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

/* Compares two fields without their children. */
static const char *arrow_field_difference(const struct ArrowSchema *a, const struct ArrowSchema *b)
{
    if (a == NULL || b == NULL || a->release == NULL || b->release == NULL || a->format == NULL || b->format == NULL)
        return "a schema has no content";
    if (strcmp(a->format, b->format) != 0)
        return "a field has another type";
    if (a->n_children != b->n_children || a->n_children < 0)
        return "the number of fields differs";
    if ((a->dictionary == NULL) != (b->dictionary == NULL))
        return "a field is a dictionary in one of them only";
    if (a->n_children != 0 && (a->children == NULL || b->children == NULL))
        return "a schema has no content";
    return NULL;
}

const char *arrow_schema_difference(const struct ArrowSchema *a, const struct ArrowSchema *b)
{
    struct arrow_pair open[ARROW_DEPTH];
    const char *difference = arrow_field_difference(a, b);
    int depth = 0;
    if (difference == NULL)
        open[depth++] = (struct arrow_pair){a, b, -1};
    while (difference == NULL && depth > 0) {
        struct arrow_pair *top = &open[depth - 1];
        const struct ArrowSchema *x = NULL, *y = NULL;
        if (top->child == top->a->n_children) {
            depth--;
            continue;
        }
        if (top->child >= 0) {
            x = top->a->children[top->child];
            y = top->b->children[top->child];
        } else if (top->a->dictionary != NULL) {
            x = top->a->dictionary;
            y = top->b->dictionary;
        }
        bool named = top->child >= 0 && strcmp(top->a->format, "+s") == 0;
        if (top->child++ < 0 && x == NULL)
            continue;
        difference = arrow_field_difference(x, y);
        if (difference == NULL && named && !arrow_same_text(x->name, y->name))
            difference = "a field has another name";
        else if (difference == NULL && depth == ARROW_DEPTH)
            difference = "the fields are nested too deeply";
        else if (difference == NULL)
            open[depth++] = (struct arrow_pair){x, y, -1};
    }
    return difference;
}
