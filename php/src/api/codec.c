/*
 * MsgpackCodec: decodes into classes of the program, and encodes them, by a plan.
 */
#include "call.h"
#include "errors.h"
#include "startup.h"
#include "../plan/plan.h"

#include "zend_exceptions.h"

struct codec {
    struct msgpack_options options; /* not changed after the constructor */
    zend_object object;
};

static zend_object_handlers codec_handlers;

static struct codec *codec_of(zend_object *object)
{
    return (struct codec *)((char *)object - offsetof(struct codec, object));
}

static zend_object *codec_create(zend_class_entry *ce)
{
    struct codec *self = zend_object_alloc(sizeof *self, ce);

    msgpack_options_init(&self->options);
    self->options.pack.str8 = true;
    self->options.pack.force_f32 = false;
    self->options.pack.throws = self->options.unpack.throws = true;
    zend_object_std_init(&self->object, ce);
    object_properties_init(&self->object, ce);
    self->object.handlers = &codec_handlers;
    return &self->object;
}

static void codec_free(zend_object *object)
{
    msgpack_options_free(&codec_of(object)->options);
    zend_object_std_dtor(object);
}

/* The codec; NULL with an exception pending if its constructor has not run. */
static struct codec *codec_enter(zval *this)
{
    struct codec *self = codec_of(Z_OBJ_P(this));

    if (EXPECTED(self->options.plan != NULL))
        return self;
    zend_throw_error(NULL, "The MsgpackCodec object has not been correctly initialized by its constructor");
    return NULL;
}

ZEND_METHOD(MsgpackCodec, __construct)
{
    struct codec *self = codec_of(Z_OBJ_P(ZEND_THIS));
    HashTable *given = (HashTable *)&zend_empty_array;
    zend_string *type;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(type)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    if (self->options.plan != NULL) {
        zend_throw_error(NULL, "A MsgpackCodec cannot be constructed a second time");
        RETURN_THROWS();
    }
    msgpack_options_set_typed(&self->options, type, given);
}

ZEND_METHOD(MsgpackCodec, decode)
{
    struct codec *self = codec_enter(ZEND_THIS);
    zend_string *bytes;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(bytes)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    if (!msgpack_unpack_value(return_value, ZSTR_VAL(bytes), ZSTR_LEN(bytes), &self->options.unpack))
        RETURN_THROWS();
}

ZEND_METHOD(MsgpackCodec, encode)
{
    struct codec *self = codec_enter(ZEND_THIS);
    struct msgpack_pack_options options;
    zval *value;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    options = self->options.pack;
    options.plan = self->options.plan;
    msgpack_pack_value(return_value, value, &options);
    if (Z_TYPE_P(return_value) != IS_STRING)
        RETURN_THROWS();
}

/* A value that other code decoded, such as JSON, is written as a message without a type, and read with it. */
ZEND_METHOD(MsgpackCodec, convert)
{
    struct codec *self = codec_enter(ZEND_THIS);
    struct msgpack_pack_options untyped;
    struct msgpack_unpack_options typed;
    struct msgpack_failure failure = {0};
    zval *value, message;
    size_t used;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    untyped = self->options.pack;
    untyped.php_only = untyped.assoc = untyped.utf8 = false;
    untyped.timestamps = untyped.portable = true;
    untyped.lz4 = HAYA_LZ4_PLAIN;
    msgpack_pack_value(&message, value, &untyped);
    if (Z_TYPE(message) != IS_STRING)
        RETURN_THROWS();
    typed = self->options.unpack;
    typed.converts = true;
    if (msgpack_plan_decode(return_value, Z_STRVAL(message), Z_STRLEN(message), &used, &typed, &failure))
        msgpack_tell_collector(return_value);
    else
        msgpack_report_convert(&failure, Z_STRVAL(message), Z_STRLEN(message));
    zval_ptr_dtor_str(&message);
}

ZEND_METHOD(MsgpackCodec, describe)
{
    struct codec *self = codec_enter(ZEND_THIS);

    ZEND_PARSE_PARAMETERS_NONE();
    if (self == NULL)
        RETURN_THROWS();
    msgpack_plan_describe(return_value, self->options.plan, self->options.pack.keys,
                          self->options.unpack.unknown_error);
}

void msgpack_codec_init(zend_class_entry *ce)
{
    ce->create_object = codec_create;
    codec_handlers = *zend_get_std_object_handlers();
    codec_handlers.offset = offsetof(struct codec, object);
    codec_handlers.free_obj = codec_free;
    codec_handlers.clone_obj = NULL;
}
