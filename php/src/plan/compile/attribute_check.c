/*
 * Mistakes in attributes: unknown names and parameters. PHP itself looks at neither, since attributes are found by
 * their names and no object of one is made.
 */
#include "attribute_check.h"

#include "type_names.h"

#include "zend_smart_str.h"

#define ATTRIBUTE_SPACE "msgpack\\"
#define ATTRIBUTE_SPACE_LENGTH (sizeof ATTRIBUTE_SPACE - 1)

/* The class of the attribute Msgpack\NAME, whose lower-case name has n bytes; NULL: there is none. */
static const zend_class_entry *attribute_class(const char *name, size_t n)
{
    char full[ATTRIBUTE_SPACE_LENGTH + 16];

    if (n >= sizeof full - ATTRIBUTE_SPACE_LENGTH)
        return NULL;
    memcpy(full, ATTRIBUTE_SPACE, ATTRIBUTE_SPACE_LENGTH);
    memcpy(full + ATTRIBUTE_SPACE_LENGTH, name, n);
    const zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), full, ATTRIBUTE_SPACE_LENGTH + n);
    return ce != NULL && ce->type == ZEND_INTERNAL_CLASS ? ce : NULL;
}

static bool attribute_unknown(struct plan_builder *builder, const zend_attribute *attribute)
{
    smart_str names = {0};

    for (int i = 0; i < PLAN_ATTRIBUTE_SERIALIZED_NAME; i++) {
        const char *name = plan_attribute_name((enum plan_attribute)i) + ATTRIBUTE_SPACE_LENGTH;
        smart_str_appends(&names, i == 0 ? "" : ", ");
        smart_str_appends(&names, ZSTR_VAL(attribute_class(name, strlen(name))->name) + ATTRIBUTE_SPACE_LENGTH);
    }
    smart_str_0(&names);
    plan_type_fail(builder, "there is no attribute %s; there are %s", ZSTR_VAL(attribute->name), ZSTR_VAL(names.s));
    smart_str_free(&names);
    return false;
}

static bool attribute_arguments(struct plan_builder *builder, const zend_attribute *attribute,
                                const zend_class_entry *ce)
{
    const zend_function *constructor = ce->constructor;
    const zend_internal_arg_info *parameters = (const zend_internal_arg_info *)constructor->common.arg_info;
    uint32_t n = constructor->common.num_args;

    for (uint32_t i = 0; i < attribute->argc; i++) {
        const zend_string *name = attribute->args[i].name;
        uint32_t found = 0;
        if (name == NULL && i >= n)
            return plan_type_fail(builder, "%s has %u parameters, not %u", ZSTR_VAL(ce->name), n, attribute->argc);
        while (name != NULL && found < n && strcmp(ZSTR_VAL(name), parameters[found].name) != 0)
            found++;
        if (name == NULL || found < n)
            continue;
        smart_str names = {0};
        for (uint32_t k = 0; k < n; k++) {
            smart_str_appends(&names, k == 0 ? "; it has " : ", ");
            smart_str_appends(&names, parameters[k].name);
        }
        smart_str_0(&names);
        plan_type_fail(builder, "%s has no parameter %s%s", ZSTR_VAL(ce->name), ZSTR_VAL(name),
                       names.s != NULL ? ZSTR_VAL(names.s) : "");
        smart_str_free(&names);
        return false;
    }
    return true;
}

static bool attribute_check(struct plan_builder *builder, const zend_attribute *attribute)
{
    const char *name = ZSTR_VAL(attribute->lcname), *last = strrchr(name, '\\');
    const zend_class_entry *ce;

    if (last == NULL || last - name < (ptrdiff_t)ATTRIBUTE_SPACE_LENGTH - 1 ||
        memcmp(last + 1 - ATTRIBUTE_SPACE_LENGTH, ATTRIBUTE_SPACE, ATTRIBUTE_SPACE_LENGTH) != 0)
        return true;
    ce = attribute_class(last + 1, strlen(last + 1));
    if (last + 1 - ATTRIBUTE_SPACE_LENGTH == name) {
        if (ce != NULL)
            return attribute_arguments(builder, attribute, ce);
        return zend_lookup_class_ex(attribute->name, attribute->lcname, 0) != NULL ||
               attribute_unknown(builder, attribute);
    }
    /* #[Msgpack\Limit] in a namespace App is App\Msgpack\Limit. */
    if (ce == NULL || last[-(ptrdiff_t)ATTRIBUTE_SPACE_LENGTH] != '\\' ||
        zend_lookup_class_ex(attribute->name, attribute->lcname, 0) != NULL)
        return true;
    return plan_type_fail(builder, "there is no attribute %s; write #[\\%s], or `use %s;` and #[%s]",
                          ZSTR_VAL(attribute->name), ZSTR_VAL(ce->name), ZSTR_VAL(ce->name),
                          ZSTR_VAL(ce->name) + ATTRIBUTE_SPACE_LENGTH);
}

bool plan_attributes_check(struct plan_builder *builder, HashTable *attributes, uint32_t offset)
{
    zend_attribute *attribute;

    if (attributes == NULL)
        return true;
    ZEND_HASH_FOREACH_PTR(attributes, attribute) {
        if (attribute->offset == offset && !attribute_check(builder, attribute))
            return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}
