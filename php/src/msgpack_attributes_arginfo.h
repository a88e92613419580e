/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: c6a33970d82e5511b4258400255d9352272efce8 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_Model___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, keys, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unknown, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, constructor, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, extra, IS_STRING, 0, "\'extra\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_Key___construct, 0, 0, 1)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, aliases, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_Type___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, type, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Msgpack_ListOf___construct arginfo_class_Msgpack_Type___construct

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_MapOf___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, type, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, key, IS_STRING, 0, "\'string\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_Tags___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, cases, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, key, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, default, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_Limit___construct, 0, 0, 0)
	ZEND_ARG_TYPE_MASK(0, ge, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_MASK(0, gt, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_MASK(0, le, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_MASK(0, lt, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, minLength, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxLength, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack_Ignore___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Msgpack_After___construct arginfo_class_Msgpack_Ignore___construct


ZEND_METHOD(Msgpack_Model, __construct);
ZEND_METHOD(Msgpack_Key, __construct);
ZEND_METHOD(Msgpack_Type, __construct);
ZEND_METHOD(Msgpack_ListOf, __construct);
ZEND_METHOD(Msgpack_MapOf, __construct);
ZEND_METHOD(Msgpack_Tags, __construct);
ZEND_METHOD(Msgpack_Limit, __construct);
ZEND_METHOD(Msgpack_Ignore, __construct);
ZEND_METHOD(Msgpack_After, __construct);


static const zend_function_entry class_Msgpack_Model_methods[] = {
	ZEND_ME(Msgpack_Model, __construct, arginfo_class_Msgpack_Model___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_Key_methods[] = {
	ZEND_ME(Msgpack_Key, __construct, arginfo_class_Msgpack_Key___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_Type_methods[] = {
	ZEND_ME(Msgpack_Type, __construct, arginfo_class_Msgpack_Type___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_ListOf_methods[] = {
	ZEND_ME(Msgpack_ListOf, __construct, arginfo_class_Msgpack_ListOf___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_MapOf_methods[] = {
	ZEND_ME(Msgpack_MapOf, __construct, arginfo_class_Msgpack_MapOf___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_Tags_methods[] = {
	ZEND_ME(Msgpack_Tags, __construct, arginfo_class_Msgpack_Tags___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_Limit_methods[] = {
	ZEND_ME(Msgpack_Limit, __construct, arginfo_class_Msgpack_Limit___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_Ignore_methods[] = {
	ZEND_ME(Msgpack_Ignore, __construct, arginfo_class_Msgpack_Ignore___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_After_methods[] = {
	ZEND_ME(Msgpack_After, __construct, arginfo_class_Msgpack_After___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Msgpack_Model(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "Model", class_Msgpack_Model_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_keys_default_value;
	ZVAL_UNDEF(&property_keys_default_value);
	zend_string *property_keys_name = zend_string_init("keys", sizeof("keys") - 1, 1);
	zend_declare_typed_property(class_entry, property_keys_name, &property_keys_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_keys_name);

	zval property_unknown_default_value;
	ZVAL_UNDEF(&property_unknown_default_value);
	zend_string *property_unknown_name = zend_string_init("unknown", sizeof("unknown") - 1, 1);
	zend_declare_typed_property(class_entry, property_unknown_name, &property_unknown_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_unknown_name);

	zval property_constructor_default_value;
	ZVAL_UNDEF(&property_constructor_default_value);
	zend_string *property_constructor_name = zend_string_init("constructor", sizeof("constructor") - 1, 1);
	zend_declare_typed_property(class_entry, property_constructor_name, &property_constructor_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_constructor_name);

	zval property_extra_default_value;
	ZVAL_UNDEF(&property_extra_default_value);
	zend_string *property_extra_name = zend_string_init("extra", sizeof("extra") - 1, 1);
	zend_declare_typed_property(class_entry, property_extra_name, &property_extra_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_extra_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_Key(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "Key", class_Msgpack_Key_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_key_default_value;
	ZVAL_UNDEF(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_key_name);

	zval property_aliases_default_value;
	ZVAL_UNDEF(&property_aliases_default_value);
	zend_string *property_aliases_name = zend_string_init("aliases", sizeof("aliases") - 1, 1);
	zend_declare_typed_property(class_entry, property_aliases_name, &property_aliases_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_aliases_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_Type(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "Type", class_Msgpack_Type_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_type_default_value;
	ZVAL_UNDEF(&property_type_default_value);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_type_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_ListOf(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "ListOf", class_Msgpack_ListOf_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_type_default_value;
	ZVAL_UNDEF(&property_type_default_value);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_type_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_MapOf(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "MapOf", class_Msgpack_MapOf_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_type_default_value;
	ZVAL_UNDEF(&property_type_default_value);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_type_name);

	zval property_key_default_value;
	ZVAL_UNDEF(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_key_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_Tags(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "Tags", class_Msgpack_Tags_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_cases_default_value;
	ZVAL_UNDEF(&property_cases_default_value);
	zend_string *property_cases_name = zend_string_init("cases", sizeof("cases") - 1, 1);
	zend_declare_typed_property(class_entry, property_cases_name, &property_cases_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_cases_name);

	zval property_key_default_value;
	ZVAL_UNDEF(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_key_name);

	zval property_default_default_value;
	ZVAL_UNDEF(&property_default_default_value);
	zend_string *property_default_name = zend_string_init("default", sizeof("default") - 1, 1);
	zend_declare_typed_property(class_entry, property_default_name, &property_default_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_default_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_Limit(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "Limit", class_Msgpack_Limit_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_ge_default_value;
	ZVAL_UNDEF(&property_ge_default_value);
	zend_string *property_ge_name = zend_string_init("ge", sizeof("ge") - 1, 1);
	zend_declare_typed_property(class_entry, property_ge_name, &property_ge_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL));
	zend_string_release(property_ge_name);

	zval property_gt_default_value;
	ZVAL_UNDEF(&property_gt_default_value);
	zend_string *property_gt_name = zend_string_init("gt", sizeof("gt") - 1, 1);
	zend_declare_typed_property(class_entry, property_gt_name, &property_gt_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL));
	zend_string_release(property_gt_name);

	zval property_le_default_value;
	ZVAL_UNDEF(&property_le_default_value);
	zend_string *property_le_name = zend_string_init("le", sizeof("le") - 1, 1);
	zend_declare_typed_property(class_entry, property_le_name, &property_le_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL));
	zend_string_release(property_le_name);

	zval property_lt_default_value;
	ZVAL_UNDEF(&property_lt_default_value);
	zend_string *property_lt_name = zend_string_init("lt", sizeof("lt") - 1, 1);
	zend_declare_typed_property(class_entry, property_lt_name, &property_lt_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL));
	zend_string_release(property_lt_name);

	zval property_minLength_default_value;
	ZVAL_UNDEF(&property_minLength_default_value);
	zend_string *property_minLength_name = zend_string_init("minLength", sizeof("minLength") - 1, 1);
	zend_declare_typed_property(class_entry, property_minLength_name, &property_minLength_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_minLength_name);

	zval property_maxLength_default_value;
	ZVAL_UNDEF(&property_maxLength_default_value);
	zend_string *property_maxLength_name = zend_string_init("maxLength", sizeof("maxLength") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxLength_name, &property_maxLength_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_maxLength_name);

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_Ignore(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "Ignore", class_Msgpack_Ignore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}

static zend_class_entry *register_class_Msgpack_After(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Msgpack", "After", class_Msgpack_After_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
