/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e83108c308a44be088623c14613f5607ebece7c3 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_msgpack_pack, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_msgpack_unpack, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, str, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, object, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_msgpack_serialize arginfo_msgpack_pack

#define arginfo_msgpack_unserialize arginfo_msgpack_unpack

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MessagePack___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, opt, _IS_BOOL, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_MessagePack_setOption, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MessagePack_setOptions, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_MASK_EX(arginfo_class_MessagePack_pack, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_MessagePack_unpack, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, str, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, object, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_OBJ_INFO_EX(arginfo_class_MessagePack_unpacker, 0, 0, MessagePackUnpacker, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_MessagePackUnpacker___construct arginfo_class_MessagePack___construct

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MessagePackUnpacker___destruct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_MessagePackUnpacker_setOption arginfo_class_MessagePack_setOption

#define arginfo_class_MessagePackUnpacker_setOptions arginfo_class_MessagePack_setOptions

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_MessagePackUnpacker_feed, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, str, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_MessagePackUnpacker_execute, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, str, IS_STRING, 1, "null")
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(1, offset, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_MessagePackUnpacker_data, 0, 0, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, object, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_MessagePackUnpacker_reset, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Msgpack___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Msgpack_packer, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Msgpack_unpacker, 0, 0, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bytes, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Msgpack_feed, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Msgpack_remain, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Msgpack_setopt, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MsgpackExt___construct, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, type, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MsgpackExt___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MsgpackBin___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_MsgpackBin___unserialize arginfo_class_MsgpackExt___unserialize

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MsgpackTimestamp___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, nanoseconds, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_MsgpackTimestamp___unserialize arginfo_class_MsgpackExt___unserialize

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_MsgpackTimestamp_fromDateTime, 0, 1, MsgpackTimestamp, 0)
	ZEND_ARG_OBJ_INFO(0, time, DateTimeInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_MsgpackTimestamp_toDateTime, 0, 0, DateTimeImmutable, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MsgpackTyped___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_MsgpackTyped___unserialize arginfo_class_MsgpackExt___unserialize

#define arginfo_class_MsgpackTypeRegistry___construct arginfo_class_MessagePackUnpacker___destruct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MsgpackTypeRegistry_register, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, class, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, aliases, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fields, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_MsgpackCodec___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, type, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MsgpackCodec_decode, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MsgpackCodec_encode, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MsgpackCodec_convert, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_MsgpackCodec_describe, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_MsgpackValidationException_errors arginfo_class_MsgpackCodec_describe


ZEND_FUNCTION(msgpack_pack);
ZEND_FUNCTION(msgpack_unpack);
ZEND_METHOD(MessagePack, __construct);
ZEND_METHOD(MessagePack, setOption);
ZEND_METHOD(MessagePack, setOptions);
ZEND_METHOD(MessagePack, pack);
ZEND_METHOD(MessagePack, unpack);
ZEND_METHOD(MessagePack, unpacker);
ZEND_METHOD(MessagePackUnpacker, __construct);
ZEND_METHOD(MessagePackUnpacker, __destruct);
ZEND_METHOD(MessagePackUnpacker, setOption);
ZEND_METHOD(MessagePackUnpacker, setOptions);
ZEND_METHOD(MessagePackUnpacker, feed);
ZEND_METHOD(MessagePackUnpacker, execute);
ZEND_METHOD(MessagePackUnpacker, data);
ZEND_METHOD(MessagePackUnpacker, reset);
ZEND_METHOD(Msgpack, __construct);
ZEND_METHOD(Msgpack, packer);
ZEND_METHOD(Msgpack, unpacker);
ZEND_METHOD(Msgpack, feed);
ZEND_METHOD(Msgpack, remain);
ZEND_METHOD(Msgpack, setopt);
ZEND_METHOD(MsgpackExt, __construct);
ZEND_METHOD(MsgpackExt, __unserialize);
ZEND_METHOD(MsgpackBin, __construct);
ZEND_METHOD(MsgpackBin, __unserialize);
ZEND_METHOD(MsgpackTimestamp, __construct);
ZEND_METHOD(MsgpackTimestamp, __unserialize);
ZEND_METHOD(MsgpackTimestamp, fromDateTime);
ZEND_METHOD(MsgpackTimestamp, toDateTime);
ZEND_METHOD(MsgpackTyped, __construct);
ZEND_METHOD(MsgpackTyped, __unserialize);
ZEND_METHOD(MsgpackTypeRegistry, __construct);
ZEND_METHOD(MsgpackTypeRegistry, register);
ZEND_METHOD(MsgpackCodec, __construct);
ZEND_METHOD(MsgpackCodec, decode);
ZEND_METHOD(MsgpackCodec, encode);
ZEND_METHOD(MsgpackCodec, convert);
ZEND_METHOD(MsgpackCodec, describe);
ZEND_METHOD(MsgpackValidationException, errors);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(msgpack_pack, arginfo_msgpack_pack)
	ZEND_FE(msgpack_unpack, arginfo_msgpack_unpack)
	ZEND_FALIAS(msgpack_serialize, msgpack_pack, arginfo_msgpack_serialize)
	ZEND_FALIAS(msgpack_unserialize, msgpack_unpack, arginfo_msgpack_unserialize)
	ZEND_FE_END
};


static const zend_function_entry class_MessagePack_methods[] = {
	ZEND_ME(MessagePack, __construct, arginfo_class_MessagePack___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePack, setOption, arginfo_class_MessagePack_setOption, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePack, setOptions, arginfo_class_MessagePack_setOptions, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePack, pack, arginfo_class_MessagePack_pack, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePack, unpack, arginfo_class_MessagePack_unpack, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePack, unpacker, arginfo_class_MessagePack_unpacker, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MessagePackUnpacker_methods[] = {
	ZEND_ME(MessagePackUnpacker, __construct, arginfo_class_MessagePackUnpacker___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, __destruct, arginfo_class_MessagePackUnpacker___destruct, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, setOption, arginfo_class_MessagePackUnpacker_setOption, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, setOptions, arginfo_class_MessagePackUnpacker_setOptions, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, feed, arginfo_class_MessagePackUnpacker_feed, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, execute, arginfo_class_MessagePackUnpacker_execute, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, data, arginfo_class_MessagePackUnpacker_data, ZEND_ACC_PUBLIC)
	ZEND_ME(MessagePackUnpacker, reset, arginfo_class_MessagePackUnpacker_reset, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Msgpack_methods[] = {
	ZEND_ME(Msgpack, __construct, arginfo_class_Msgpack___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Msgpack, packer, arginfo_class_Msgpack_packer, ZEND_ACC_PUBLIC)
	ZEND_ME(Msgpack, unpacker, arginfo_class_Msgpack_unpacker, ZEND_ACC_PUBLIC)
	ZEND_ME(Msgpack, feed, arginfo_class_Msgpack_feed, ZEND_ACC_PUBLIC)
	ZEND_ME(Msgpack, remain, arginfo_class_Msgpack_remain, ZEND_ACC_PUBLIC)
	ZEND_ME(Msgpack, setopt, arginfo_class_Msgpack_setopt, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackExt_methods[] = {
	ZEND_ME(MsgpackExt, __construct, arginfo_class_MsgpackExt___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackExt, __unserialize, arginfo_class_MsgpackExt___unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackBin_methods[] = {
	ZEND_ME(MsgpackBin, __construct, arginfo_class_MsgpackBin___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackBin, __unserialize, arginfo_class_MsgpackBin___unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackTimestamp_methods[] = {
	ZEND_ME(MsgpackTimestamp, __construct, arginfo_class_MsgpackTimestamp___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackTimestamp, __unserialize, arginfo_class_MsgpackTimestamp___unserialize, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackTimestamp, fromDateTime, arginfo_class_MsgpackTimestamp_fromDateTime, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(MsgpackTimestamp, toDateTime, arginfo_class_MsgpackTimestamp_toDateTime, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackTyped_methods[] = {
	ZEND_ME(MsgpackTyped, __construct, arginfo_class_MsgpackTyped___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackTyped, __unserialize, arginfo_class_MsgpackTyped___unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackTypeRegistry_methods[] = {
	ZEND_ME(MsgpackTypeRegistry, __construct, arginfo_class_MsgpackTypeRegistry___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackTypeRegistry, register, arginfo_class_MsgpackTypeRegistry_register, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackCodec_methods[] = {
	ZEND_ME(MsgpackCodec, __construct, arginfo_class_MsgpackCodec___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackCodec, decode, arginfo_class_MsgpackCodec_decode, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackCodec, encode, arginfo_class_MsgpackCodec_encode, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackCodec, convert, arginfo_class_MsgpackCodec_convert, ZEND_ACC_PUBLIC)
	ZEND_ME(MsgpackCodec, describe, arginfo_class_MsgpackCodec_describe, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_MsgpackValidationException_methods[] = {
	ZEND_ME(MsgpackValidationException, errors, arginfo_class_MsgpackValidationException_errors, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static void register_msgpack_symbols(int module_number)
{
	REGISTER_LONG_CONSTANT("MESSAGEPACK_OPT_PHPONLY", MSGPACK_OPT_PHPONLY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MESSAGEPACK_OPT_ASSOC", MSGPACK_OPT_ASSOC, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MESSAGEPACK_OPT_FORCE_F32", MSGPACK_OPT_FORCE_F32, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MSGPACK_ENABLE_ARRAY", MSGPACK_ENABLE_ARRAY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MSGPACK_ARRAY_POLICY", MSGPACK_ARRAY_POLICY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MSGPACK_ARRAYS_DETECT", MSGPACK_ARRAYS_DETECT, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MSGPACK_ARRAYS_STRICT", MSGPACK_ARRAYS_STRICT, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("MSGPACK_ARRAYS_MAP", MSGPACK_ARRAYS_MAP, CONST_PERSISTENT);
}

static zend_class_entry *register_class_MessagePack(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MessagePack", class_MessagePack_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;

	zval const_OPT_PHPONLY_value;
	ZVAL_LONG(&const_OPT_PHPONLY_value, MSGPACK_OPT_PHPONLY);
	zend_string *const_OPT_PHPONLY_name = zend_string_init_interned("OPT_PHPONLY", sizeof("OPT_PHPONLY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_PHPONLY_name, &const_OPT_PHPONLY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_PHPONLY_name);

	zval const_OPT_ASSOC_value;
	ZVAL_LONG(&const_OPT_ASSOC_value, MSGPACK_OPT_ASSOC);
	zend_string *const_OPT_ASSOC_name = zend_string_init_interned("OPT_ASSOC", sizeof("OPT_ASSOC") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_ASSOC_name, &const_OPT_ASSOC_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_ASSOC_name);

	zval const_OPT_FORCE_F32_value;
	ZVAL_LONG(&const_OPT_FORCE_F32_value, MSGPACK_OPT_FORCE_F32);
	zend_string *const_OPT_FORCE_F32_name = zend_string_init_interned("OPT_FORCE_F32", sizeof("OPT_FORCE_F32") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_FORCE_F32_name, &const_OPT_FORCE_F32_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_FORCE_F32_name);

	return class_entry;
}

static zend_class_entry *register_class_MessagePackUnpacker(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MessagePackUnpacker", class_MessagePackUnpacker_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Msgpack(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "Msgpack", class_Msgpack_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_MsgpackExt(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackExt", class_MsgpackExt_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_type_default_value;
	ZVAL_UNDEF(&property_type_default_value);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_type_name);

	zval property_data_default_value;
	ZVAL_UNDEF(&property_data_default_value);
	zend_string *property_data_name = zend_string_init("data", sizeof("data") - 1, 1);
	zend_declare_typed_property(class_entry, property_data_name, &property_data_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_data_name);

	return class_entry;
}

static zend_class_entry *register_class_MsgpackBin(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackBin", class_MsgpackBin_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_data_default_value;
	ZVAL_UNDEF(&property_data_default_value);
	zend_string *property_data_name = zend_string_init("data", sizeof("data") - 1, 1);
	zend_declare_typed_property(class_entry, property_data_name, &property_data_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_data_name);

	return class_entry;
}

static zend_class_entry *register_class_MsgpackTimestamp(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackTimestamp", class_MsgpackTimestamp_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_seconds_default_value;
	ZVAL_UNDEF(&property_seconds_default_value);
	zend_string *property_seconds_name = zend_string_init("seconds", sizeof("seconds") - 1, 1);
	zend_declare_typed_property(class_entry, property_seconds_name, &property_seconds_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_seconds_name);

	zval property_nanoseconds_default_value;
	ZVAL_UNDEF(&property_nanoseconds_default_value);
	zend_string *property_nanoseconds_name = zend_string_init("nanoseconds", sizeof("nanoseconds") - 1, 1);
	zend_declare_typed_property(class_entry, property_nanoseconds_name, &property_nanoseconds_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_nanoseconds_name);

	return class_entry;
}

static zend_class_entry *register_class_MsgpackTyped(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackTyped", class_MsgpackTyped_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_name_default_value;
	ZVAL_UNDEF(&property_name_default_value);
	zend_string *property_name_name = zend_string_init("name", sizeof("name") - 1, 1);
	zend_declare_typed_property(class_entry, property_name_name, &property_name_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_name_name);

	zval property_value_default_value;
	ZVAL_UNDEF(&property_value_default_value);
	zend_string *property_value_name = zend_string_init("value", sizeof("value") - 1, 1);
	zend_declare_typed_property(class_entry, property_value_name, &property_value_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ANY));
	zend_string_release(property_value_name);

	zval property_hasValue_default_value;
	ZVAL_UNDEF(&property_hasValue_default_value);
	zend_string *property_hasValue_name = zend_string_init("hasValue", sizeof("hasValue") - 1, 1);
	zend_declare_typed_property(class_entry, property_hasValue_name, &property_hasValue_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_hasValue_name);

	return class_entry;
}

static zend_class_entry *register_class_MsgpackTypeRegistry(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackTypeRegistry", class_MsgpackTypeRegistry_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_MsgpackCodec(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackCodec", class_MsgpackCodec_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_MsgpackException(zend_class_entry *class_entry_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackException", class_MsgpackException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Exception);

	zval property_name_default_value;
	ZVAL_UNDEF(&property_name_default_value);
	zend_string *property_name_name = zend_string_init("name", sizeof("name") - 1, 1);
	zend_declare_typed_property(class_entry, property_name_name, &property_name_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_name_name);

	zval property_offset_default_value;
	ZVAL_UNDEF(&property_offset_default_value);
	zend_string *property_offset_name = zend_string_init("offset", sizeof("offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_offset_name, &property_offset_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_offset_name);

	zval property_path_default_value;
	ZVAL_UNDEF(&property_path_default_value);
	zend_string *property_path_name = zend_string_init("path", sizeof("path") - 1, 1);
	zend_declare_typed_property(class_entry, property_path_name, &property_path_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_path_name);

	zval property_lz4Offset_default_value;
	ZVAL_UNDEF(&property_lz4Offset_default_value);
	zend_string *property_lz4Offset_name = zend_string_init("lz4Offset", sizeof("lz4Offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_lz4Offset_name, &property_lz4Offset_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_lz4Offset_name);

	return class_entry;
}

static zend_class_entry *register_class_MsgpackValidationException(zend_class_entry *class_entry_MsgpackException)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "MsgpackValidationException", class_MsgpackValidationException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_MsgpackException);

	zval property_expected_default_value;
	ZVAL_UNDEF(&property_expected_default_value);
	zend_string *property_expected_name = zend_string_init("expected", sizeof("expected") - 1, 1);
	zend_declare_typed_property(class_entry, property_expected_name, &property_expected_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_expected_name);

	zval property_got_default_value;
	ZVAL_UNDEF(&property_got_default_value);
	zend_string *property_got_name = zend_string_init("got", sizeof("got") - 1, 1);
	zend_declare_typed_property(class_entry, property_got_name, &property_got_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_got_name);

	zval property_field_default_value;
	ZVAL_UNDEF(&property_field_default_value);
	zend_string *property_field_name = zend_string_init("field", sizeof("field") - 1, 1);
	zend_declare_typed_property(class_entry, property_field_name, &property_field_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_field_name);

	zval property_others_default_value;
	ZVAL_EMPTY_ARRAY(&property_others_default_value);
	zend_string *property_others_name = zend_string_init("others", sizeof("others") - 1, 1);
	zend_declare_typed_property(class_entry, property_others_name, &property_others_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_others_name);

	return class_entry;
}
