/*
 * Msgpack: the class of the extension that the first reference article on PHP
 * serializers described. Methods: packer, unpacker, feed, remain, setopt.
 */
#include "call.h"
#include "errors.h"
#include "startup.h"
#include "stream.h"

struct msgpack_instance {
    struct msgpack_options options;
    struct msgpack_stream fed;
    enum msgpack_arrays policy; /* how to pack arrays, if they are enabled */
    zend_object object;
};

static zend_object_handlers msgpack_class_handlers;

static struct msgpack_instance *msgpack_class_of(zend_object *object)
{
    return (struct msgpack_instance *)((char *)object - offsetof(struct msgpack_instance, object));
}

/* With arrays disabled, PHP arrays are packed as maps, and arrays in a message are
 * errors. */
static void msgpack_class_enable_array(struct msgpack_instance *self, bool enable)
{
    self->options.unpack.special_arrays &= (uint8_t)~MSGPACK_NO_ARRAYS;
    self->options.unpack.special_arrays |= enable ? 0 : MSGPACK_NO_ARRAYS;
    self->options.pack.arrays = enable ? self->policy : MSGPACK_ARRAYS_POLICY_MAP;
}

static zend_object *msgpack_class_create(zend_class_entry *ce)
{
    struct msgpack_instance *self = zend_object_alloc(sizeof *self, ce);

    memset(self, 0, offsetof(struct msgpack_instance, object));
    msgpack_options_init(&self->options);
    /* The safe choice, as no existing program depends on this class. */
    self->options.unpack.any_class = false;
    self->policy = MSGPACK_ARRAYS_POLICY_DETECT;
    zend_object_std_init(&self->object, ce);
    object_properties_init(&self->object, ce);
    self->object.handlers = &msgpack_class_handlers;
    return &self->object;
}

static void msgpack_class_free(zend_object *object)
{
    struct msgpack_instance *self = msgpack_class_of(object);

    msgpack_stream_free(&self->fed);
    msgpack_options_free(&self->options);
    zend_object_std_dtor(object);
}

/* The object; NULL with an exception pending if it is decoding and a hook calls it. */
static struct msgpack_instance *msgpack_class_enter(zval *this)
{
    struct msgpack_instance *self = msgpack_class_of(Z_OBJ_P(this));

    if (EXPECTED(!self->fed.busy))
        return self;
    msgpack_throw_busy("Msgpack");
    return NULL;
}

ZEND_METHOD(Msgpack, __construct)
{
    struct msgpack_instance *self = msgpack_class_enter(ZEND_THIS);
    HashTable *given = NULL;

    ZEND_PARSE_PARAMETERS_START(0, 1)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    if (given == NULL || !msgpack_options_set(&self->options, given, MSGPACK_FOR_CLASSES))
        return;
    self->policy = self->options.pack.arrays;
    msgpack_class_enable_array(self, !(self->options.unpack.special_arrays & MSGPACK_NO_ARRAYS));
    msgpack_stream_rescan(&self->fed);
}

ZEND_METHOD(Msgpack, packer)
{
    struct msgpack_pack_options options = msgpack_class_of(Z_OBJ_P(ZEND_THIS))->options.pack;
    zval *value;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    options.report = MSGPACK_G(error_display);
    msgpack_pack_held(return_value, value, &options);
}

/* Sets return_value to the next message's value, or to false after a warning or with
 * an exception pending. */
static void msgpack_class_take(struct msgpack_instance *self, zval *return_value)
{
    const struct msgpack_unpack_options *options = &self->options.unpack;
    struct msgpack_failure failure = {.error = HAYA_ERR_TRUNCATED};
    size_t size;

    switch (msgpack_stream_take(&self->fed, return_value, options, true, &size)) {
    case MSGPACK_TAKEN: msgpack_tell_collector(return_value); return;
    case MSGPACK_NOT_WHOLE:
        failure.offset = msgpack_stream_waiting(&self->fed);
        self->fed.busy = true;
        msgpack_report_unpack_at(&failure, msgpack_stream_bytes(&self->fed), failure.offset, self->fed.offset,
                                 options->throws);
        self->fed.busy = false;
        break;
    case MSGPACK_TAKEN_WRONG: break;
    }
    RETURN_FALSE;
}

ZEND_METHOD(Msgpack, unpacker)
{
    struct msgpack_instance *self = msgpack_class_enter(ZEND_THIS);
    zend_string *bytes = NULL;

    ZEND_PARSE_PARAMETERS_START(0, 1)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR_OR_NULL(bytes)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    self->options.unpack.report = MSGPACK_G(error_display);
    if (bytes == NULL) {
        msgpack_class_take(self, return_value);
        return;
    }
    self->fed.busy = true;
    msgpack_unpack_value(return_value, ZSTR_VAL(bytes), ZSTR_LEN(bytes), &self->options.unpack);
    self->fed.busy = false;
}

ZEND_METHOD(Msgpack, feed)
{
    struct msgpack_instance *self = msgpack_class_enter(ZEND_THIS);
    zend_string *bytes;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(bytes)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    RETURN_BOOL(msgpack_stream_feed(&self->fed, bytes, &self->options.unpack, "Msgpack::feed"));
}

/* True also if the next message is an error, which unpacker(null) then reports. */
ZEND_METHOD(Msgpack, remain)
{
    struct msgpack_instance *self = msgpack_class_enter(ZEND_THIS);
    size_t size;

    ZEND_PARSE_PARAMETERS_NONE();

    if (self == NULL)
        RETURN_THROWS();
    RETURN_BOOL(msgpack_stream_whole(&self->fed, &self->options.unpack, &size) != HAYA_ERR_TRUNCATED);
}

ZEND_METHOD(Msgpack, setopt)
{
    struct msgpack_instance *self = msgpack_class_enter(ZEND_THIS);
    zend_long option;
    zval *value;

    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_LONG(option)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    if (option == MSGPACK_ENABLE_ARRAY) {
        msgpack_class_enable_array(self, zend_is_true(value));
        RETURN_TRUE;
    }
    if (option == MSGPACK_ARRAY_POLICY && Z_TYPE_P(value) == IS_LONG && Z_LVAL_P(value) >= MSGPACK_ARRAYS_DETECT &&
        Z_LVAL_P(value) <= MSGPACK_ARRAYS_MAP) {
        self->policy = (enum msgpack_arrays)Z_LVAL_P(value);
        msgpack_class_enable_array(self, !(self->options.unpack.special_arrays & MSGPACK_NO_ARRAYS));
        RETURN_TRUE;
    }
    msgpack_warn("[msgpack] (Msgpack::setopt) error setting msgpack option");
    RETURN_FALSE;
}

void msgpack_class_init(zend_class_entry *ce)
{
    ce->create_object = msgpack_class_create;
    msgpack_class_handlers = *zend_get_std_object_handlers();
    msgpack_class_handlers.offset = offsetof(struct msgpack_instance, object);
    msgpack_class_handlers.free_obj = msgpack_class_free;
    msgpack_class_handlers.clone_obj = NULL;
}
