/*
 * Attributes. They are found by their names, so that no class of an attribute is loaded: those of Symfony count where
 * a program uses them, whether Symfony is installed or not.
 */
#include "builder.h"

#define ATTRIBUTE_NAMES 3

static const char *const attribute_names[][ATTRIBUTE_NAMES] = {
    [PLAN_ATTRIBUTE_MODEL] = {"msgpack\\model"},
    [PLAN_ATTRIBUTE_KEY] = {"msgpack\\key"},
    [PLAN_ATTRIBUTE_TYPE] = {"msgpack\\type"},
    [PLAN_ATTRIBUTE_LIST_OF] = {"msgpack\\listof"},
    [PLAN_ATTRIBUTE_MAP_OF] = {"msgpack\\mapof"},
    [PLAN_ATTRIBUTE_TAGS] = {"msgpack\\tags"},
    [PLAN_ATTRIBUTE_LIMIT] = {"msgpack\\limit"},
    [PLAN_ATTRIBUTE_IGNORE] = {"msgpack\\ignore", "symfony\\component\\serializer\\attribute\\ignore",
                               "symfony\\component\\serializer\\annotation\\ignore"},
    [PLAN_ATTRIBUTE_AFTER] = {"msgpack\\after"},
    [PLAN_ATTRIBUTE_SERIALIZED_NAME] = {"symfony\\component\\serializer\\attribute\\serializedname",
                                        "symfony\\component\\serializer\\annotation\\serializedname"},
    [PLAN_ATTRIBUTE_DISCRIMINATOR_MAP] = {"symfony\\component\\serializer\\attribute\\discriminatormap",
                                          "symfony\\component\\serializer\\annotation\\discriminatormap"},
};

const char *plan_attribute_name(enum plan_attribute which)
{
    return attribute_names[which][0];
}

static bool attribute_is(const zend_attribute *attribute, enum plan_attribute which)
{
    for (int i = 0; i < ATTRIBUTE_NAMES; i++) {
        const char *name = attribute_names[which][i];
        if (name != NULL && ZSTR_LEN(attribute->lcname) == strlen(name) &&
            memcmp(ZSTR_VAL(attribute->lcname), name, strlen(name)) == 0)
            return true;
    }
    return false;
}

zend_attribute *plan_attribute_find(HashTable *attributes, enum plan_attribute which, uint32_t offset,
                                    const zend_attribute *from)
{
    zend_attribute *attribute;

    if (attributes == NULL)
        return NULL;
    ZEND_HASH_FOREACH_PTR(attributes, attribute) {
        if (from != NULL) {
            if (attribute == from)
                from = NULL;
        } else if (attribute->offset == offset && attribute_is(attribute, which)) {
            return attribute;
        }
    }
    ZEND_HASH_FOREACH_END();
    return NULL;
}

bool plan_attribute_argument(zend_attribute *attribute, uint32_t index, const char *name, zend_class_entry *scope,
                             zval *out)
{
    ZVAL_UNDEF(out);
    for (uint32_t i = 0; i < attribute->argc; i++) {
        const zend_string *given = attribute->args[i].name;
        if (given != NULL ? strcmp(ZSTR_VAL(given), name) == 0 : i == index) {
            if (zend_get_attribute_value(out, attribute, i, scope) == SUCCESS)
                return true;
            ZVAL_UNDEF(out);
            return false;
        }
    }
    return true;
}
