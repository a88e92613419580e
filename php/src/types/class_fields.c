/* What the type registry, plans and back references read of a class. */
#include "class_fields.h"

#include "zend_enum.h"
#include "ext/standard/php_incomplete_class.h"

bool msgpack_class_is_fillable(const zend_class_entry *ce)
{
    return ce->type == ZEND_USER_CLASS && ce->create_object == NULL &&
           !(ce->ce_flags & (ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS |
                             ZEND_ACC_IMPLICIT_ABSTRACT_CLASS | ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ENUM));
}

bool msgpack_class_has_own_form(const zend_class_entry *ce)
{
    return (ce->ce_flags & ZEND_ACC_ENUM) || ce->__serialize != NULL || ce->serialize != NULL ||
           ce == php_ce_incomplete_class || zend_hash_exists(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP));
}

bool msgpack_class_has_field(const zend_property_info *info)
{
    return (info->flags & ZEND_ACC_PUBLIC) && !(info->flags & ZEND_ACC_STATIC) && MSGPACK_HAS_SLOT(info);
}

HashTable *msgpack_class_cases(zend_class_entry *ce)
{
    HashTable *cases = zend_new_array(8);
    zend_class_constant *constant;
    zend_string *name;

    ZEND_HASH_FOREACH_STR_KEY_PTR(&ce->constants_table, name, constant) {
        if (!(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE))
            continue;
        zend_object *object = zend_enum_get_case(ce, name);
        if (object == NULL) {
            zend_array_destroy(cases);
            return NULL;
        }
        zval item, *value = zend_enum_fetch_case_value(object);
        ZVAL_OBJ_COPY(&item, object);
        if (Z_TYPE_P(value) == IS_LONG)
            zend_hash_index_update(cases, (zend_ulong)Z_LVAL_P(value), &item);
        else
            zend_hash_update(cases, Z_STR_P(value), &item);
    }
    ZEND_HASH_FOREACH_END();
    return cases;
}
