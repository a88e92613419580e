/* The classes of the attributes in the namespace Msgpack. A plan reads attributes by their names: it makes no objects
 * of these, but Reflection does. */
#include "startup.h"

#include "zend_attributes.h"

#include "../msgpack_attributes_arginfo.h"

/* Sets the next property of the object; takes the caller's reference. */
static void attribute_set(zval *self, uint32_t slot, zval *value)
{
    zval *property = OBJ_PROP_NUM(Z_OBJ_P(self), slot);

    zval_ptr_dtor(property);
    *property = *value;
    Z_PROP_FLAG_P(property) = 0;
}

static void attribute_set_string(zval *self, uint32_t slot, zend_string *text)
{
    zval value = {0};

    if (text != NULL)
        ZVAL_STR_COPY(&value, text);
    else
        ZVAL_NULL(&value);
    attribute_set(self, slot, &value);
}

ZEND_METHOD(Msgpack_Model, __construct)
{
    zend_string *keys = NULL, *unknown = NULL, *extra = NULL;
    bool constructor = false;
    zval value = {0};

    ZEND_PARSE_PARAMETERS_START(0, 4)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR_OR_NULL(keys)
        Z_PARAM_STR_OR_NULL(unknown)
        Z_PARAM_BOOL(constructor)
        Z_PARAM_STR(extra)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    attribute_set_string(ZEND_THIS, 0, keys);
    attribute_set_string(ZEND_THIS, 1, unknown);
    ZVAL_BOOL(&value, constructor);
    attribute_set(ZEND_THIS, 2, &value);
    if (extra != NULL)
        ZVAL_STR_COPY(&value, extra);
    else
        ZVAL_STRING(&value, "extra");
    attribute_set(ZEND_THIS, 3, &value);
}

ZEND_METHOD(Msgpack_Key, __construct)
{
    HashTable *aliases = (HashTable *)&zend_empty_array;
    zend_string *text;
    zend_long index;
    zval value = {0};

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR_OR_LONG(text, index)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(aliases)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    if (text != NULL)
        ZVAL_STR_COPY(&value, text);
    else
        ZVAL_LONG(&value, index);
    attribute_set(ZEND_THIS, 0, &value);
    ZVAL_ARR(&value, zend_array_dup(aliases));
    attribute_set(ZEND_THIS, 1, &value);
}

/* Type and ListOf. */
static void attribute_construct_type(INTERNAL_FUNCTION_PARAMETERS)
{
    zend_string *type;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(type)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    attribute_set_string(ZEND_THIS, 0, type);
}

ZEND_METHOD(Msgpack_Type, __construct)
{
    attribute_construct_type(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Msgpack_ListOf, __construct)
{
    attribute_construct_type(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Msgpack_MapOf, __construct)
{
    zend_string *type, *key = NULL;
    zval value = {0};

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(type)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR(key)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    attribute_set_string(ZEND_THIS, 0, type);
    if (key != NULL)
        ZVAL_STR_COPY(&value, key);
    else
        ZVAL_STRING(&value, "string");
    attribute_set(ZEND_THIS, 1, &value);
}

ZEND_METHOD(Msgpack_Tags, __construct)
{
    zend_string *key = NULL, *other = NULL;
    HashTable *cases;
    zval value = {0};

    ZEND_PARSE_PARAMETERS_START(1, 3)
        Z_PARAM_ARRAY_HT(cases)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR_OR_NULL(key)
        Z_PARAM_STR_OR_NULL(other)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    ZVAL_ARR(&value, zend_array_dup(cases));
    attribute_set(ZEND_THIS, 0, &value);
    attribute_set_string(ZEND_THIS, 1, key);
    attribute_set_string(ZEND_THIS, 2, other);
}

ZEND_METHOD(Msgpack_Limit, __construct)
{
    zval *bounds[4] = {NULL, NULL, NULL, NULL}, value = {0};
    zend_long lengths[2] = {0, 0};
    bool none[2] = {true, true};

    ZEND_PARSE_PARAMETERS_START(0, 6)
        Z_PARAM_OPTIONAL
        Z_PARAM_NUMBER_OR_NULL(bounds[0])
        Z_PARAM_NUMBER_OR_NULL(bounds[1])
        Z_PARAM_NUMBER_OR_NULL(bounds[2])
        Z_PARAM_NUMBER_OR_NULL(bounds[3])
        Z_PARAM_LONG_OR_NULL(lengths[0], none[0])
        Z_PARAM_LONG_OR_NULL(lengths[1], none[1])
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    for (uint32_t i = 0; i < 4; i++) {
        ZVAL_NULL(&value);
        if (bounds[i] != NULL)
            ZVAL_COPY_VALUE(&value, bounds[i]);
        attribute_set(ZEND_THIS, i, &value);
    }
    for (uint32_t i = 0; i < 2; i++) {
        ZVAL_NULL(&value);
        if (!none[i])
            ZVAL_LONG(&value, lengths[i]);
        attribute_set(ZEND_THIS, 4 + i, &value);
    }
}

ZEND_METHOD(Msgpack_Ignore, __construct)
{
    (void)return_value;
    ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Msgpack_After, __construct)
{
    (void)return_value;
    ZEND_PARSE_PARAMETERS_NONE();
}

/* Properties promoted in a constructor may have these attributes, and so may its parameters. */
#define ATTRIBUTE_OF_FIELD (ZEND_ATTRIBUTE_TARGET_PROPERTY | ZEND_ATTRIBUTE_TARGET_PARAMETER)

void msgpack_attributes_init(void)
{
    zend_internal_attribute_register(register_class_Msgpack_Model(), ZEND_ATTRIBUTE_TARGET_CLASS);
    zend_internal_attribute_register(register_class_Msgpack_Key(), ATTRIBUTE_OF_FIELD | ZEND_ATTRIBUTE_IS_REPEATABLE);
    zend_internal_attribute_register(register_class_Msgpack_Type(), ATTRIBUTE_OF_FIELD);
    zend_internal_attribute_register(register_class_Msgpack_ListOf(), ATTRIBUTE_OF_FIELD);
    zend_internal_attribute_register(register_class_Msgpack_MapOf(), ATTRIBUTE_OF_FIELD);
    zend_internal_attribute_register(register_class_Msgpack_Tags(), ATTRIBUTE_OF_FIELD | ZEND_ATTRIBUTE_TARGET_CLASS);
    zend_internal_attribute_register(register_class_Msgpack_Limit(), ATTRIBUTE_OF_FIELD);
    zend_internal_attribute_register(register_class_Msgpack_Ignore(), ATTRIBUTE_OF_FIELD);
    zend_internal_attribute_register(register_class_Msgpack_After(), ZEND_ATTRIBUTE_TARGET_METHOD);
}
