/*
 * MessagePack and MessagePackUnpacker: PECL's classes.
 */
#include "call.h"
#include "errors.h"
#include "startup.h"
#include "stream.h"
#include "template.h"

/* ---- MessagePack ------------------------------------------------------------- */

struct packer {
    struct msgpack_options options;
    zend_object object;
};

static zend_class_entry *packer_ce, *unpacker_ce;
static zend_object_handlers packer_handlers, unpacker_handlers;

static struct packer *packer_of(zend_object *object)
{
    return (struct packer *)((char *)object - offsetof(struct packer, object));
}

static zend_object *packer_create(zend_class_entry *ce)
{
    struct packer *self = zend_object_alloc(sizeof *self, ce);

    msgpack_options_init(&self->options);
    zend_object_std_init(&self->object, ce);
    object_properties_init(&self->object, ce);
    self->object.handlers = &packer_handlers;
    return &self->object;
}

static zend_object *packer_clone(zend_object *from)
{
    zend_object *object = packer_create(from->ce);

    msgpack_options_copy(&packer_of(object)->options, &packer_of(from)->options);
    zend_objects_clone_members(object, from);
    return object;
}

static void packer_free(zend_object *object)
{
    msgpack_options_free(&packer_of(object)->options);
    zend_object_std_dtor(object);
}

/* ---- options of both classes ---------------------------------------------------- */

/* __construct(?bool $opt = null, array $options = []) */
static bool class_construct(INTERNAL_FUNCTION_PARAMETERS, struct msgpack_options *options)
{
    HashTable *given = NULL;
    bool php_only = false, unset = true;

    ZEND_PARSE_PARAMETERS_START(0, 2)
        Z_PARAM_OPTIONAL
        Z_PARAM_BOOL_OR_NULL(php_only, unset)
        Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END_EX(return false);

    (void)return_value;
    if (!unset)
        options->pack.php_only = options->unpack.php_only = php_only;
    msgpack_options_settle(options);
    return given == NULL || msgpack_options_set(options, given, MSGPACK_FOR_CLASSES);
}

/* setOption(int $option, mixed $value): bool */
static void class_set_option(INTERNAL_FUNCTION_PARAMETERS, struct msgpack_options *options, const char *class_name)
{
    zend_long option;
    zval *value;

    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_LONG(option)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    switch (option) {
    case MSGPACK_OPT_PHPONLY:
        options->pack.php_only = options->unpack.php_only = zend_is_true(value);
        msgpack_options_settle(options);
        RETURN_TRUE;
    case MSGPACK_OPT_ASSOC:
        options->pack.assoc = options->unpack.assoc = zend_is_true(value);
        msgpack_options_settle(options);
        RETURN_TRUE;
    case MSGPACK_OPT_FORCE_F32: options->pack.force_f32 = zend_is_true(value); RETURN_TRUE;
    default: msgpack_warn("[msgpack] (%s::setOption) error setting msgpack option", class_name); RETURN_FALSE;
    }
}

/* setOptions(array $options): void */
static void class_set_options(INTERNAL_FUNCTION_PARAMETERS, struct msgpack_options *options)
{
    HashTable *given;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    msgpack_options_set(options, given, MSGPACK_FOR_CLASSES);
}

/* ---- methods of MessagePack -------------------------------------------------------- */

#define PACKER_SELF() packer_of(Z_OBJ_P(ZEND_THIS))

ZEND_METHOD(MessagePack, __construct)
{
    class_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, &PACKER_SELF()->options);
}

ZEND_METHOD(MessagePack, setOption)
{
    class_set_option(INTERNAL_FUNCTION_PARAM_PASSTHRU, &PACKER_SELF()->options, "MessagePack");
}

ZEND_METHOD(MessagePack, setOptions)
{
    class_set_options(INTERNAL_FUNCTION_PARAM_PASSTHRU, &PACKER_SELF()->options);
}

ZEND_METHOD(MessagePack, pack)
{
    struct msgpack_pack_options options = PACKER_SELF()->options.pack;
    zval *value;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    options.report = MSGPACK_G(error_display);
    msgpack_pack_held(return_value, value, &options);
}

ZEND_METHOD(MessagePack, unpack)
{
    struct msgpack_unpack_options options;
    zval *object = NULL;
    zend_string *str;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(str)
        Z_PARAM_OPTIONAL
        Z_PARAM_ZVAL(object)
    ZEND_PARSE_PARAMETERS_END();

    if (UNEXPECTED(object != NULL) && msgpack_options_misplaced(object, "new MessagePack(options: [...])"))
        RETURN_THROWS();
    /* A copy: a hook may change the object's options. */
    options = PACKER_SELF()->options.unpack;
    options.report = MSGPACK_G(error_display);
    if (EXPECTED(options.classes == NULL && options.types == NULL && options.plan == NULL)) {
        msgpack_unpack_template(return_value, str, object, &options);
        return;
    }
    struct msgpack_options held;
    msgpack_options_copy(&held, &PACKER_SELF()->options);
    msgpack_unpack_template(return_value, str, object, &options);
    msgpack_options_free(&held);
}

/* ---- MessagePackUnpacker ------------------------------------------------------------- */

struct unpacker {
    struct msgpack_options options;
    struct msgpack_stream fed;     /* by feed() */
    struct msgpack_stream partial; /* the incomplete message of execute($str, $offset) */
    zval value;                    /* of the latest message; UNDEF: none, or data() took it */
    zend_object object;
};

static struct unpacker *unpacker_of(zend_object *object)
{
    return (struct unpacker *)((char *)object - offsetof(struct unpacker, object));
}

static zend_object *unpacker_create(zend_class_entry *ce)
{
    struct unpacker *self = zend_object_alloc(sizeof *self, ce);

    memset(self, 0, offsetof(struct unpacker, object));
    msgpack_options_init(&self->options);
    ZVAL_UNDEF(&self->value);
    zend_object_std_init(&self->object, ce);
    object_properties_init(&self->object, ce);
    self->object.handlers = &unpacker_handlers;
    return &self->object;
}

/* Replaces the value; releases the old one last, as a destructor may call a method. */
static void unpacker_set_value(struct unpacker *self, zval *value)
{
    zval old;

    ZVAL_COPY_VALUE(&old, &self->value);
    ZVAL_COPY_VALUE(&self->value, value);
    zval_ptr_dtor(&old);
}

static void unpacker_drop_value(struct unpacker *self)
{
    zval old;

    ZVAL_COPY_VALUE(&old, &self->value);
    ZVAL_UNDEF(&self->value);
    zval_ptr_dtor(&old);
}

static void unpacker_free(zend_object *object)
{
    struct unpacker *self = unpacker_of(object);

    unpacker_drop_value(self);
    msgpack_stream_free(&self->fed);
    msgpack_stream_free(&self->partial);
    msgpack_options_free(&self->options);
    zend_object_std_dtor(object);
}

static HashTable *unpacker_gc(zend_object *object, zval **table, int *n)
{
    struct unpacker *self = unpacker_of(object);

    *table = &self->value;
    *n = Z_ISUNDEF(self->value) ? 0 : 1;
    return zend_std_get_properties(object);
}

/* The object; NULL with an exception pending if it is decoding and a hook calls it. */
static struct unpacker *unpacker_enter(zval *this)
{
    struct unpacker *self = unpacker_of(Z_OBJ_P(this));

    if (EXPECTED(!self->fed.busy && !self->partial.busy))
        return self;
    msgpack_throw_busy("MessagePackUnpacker");
    return NULL;
}

ZEND_METHOD(MessagePack, unpacker)
{
    ZEND_PARSE_PARAMETERS_NONE();

    object_init_ex(return_value, unpacker_ce);
    msgpack_options_copy(&unpacker_of(Z_OBJ_P(return_value))->options, &PACKER_SELF()->options);
}

ZEND_METHOD(MessagePackUnpacker, __construct)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);

    if (self == NULL || !class_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, &self->options))
        RETURN_THROWS();
    unpacker_drop_value(self);
    msgpack_stream_free(&self->fed);
    msgpack_stream_free(&self->partial);
}

ZEND_METHOD(MessagePackUnpacker, __destruct)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);

    ZEND_PARSE_PARAMETERS_NONE();

    if (self == NULL)
        RETURN_THROWS();
    unpacker_drop_value(self);
    msgpack_stream_free(&self->fed);
    msgpack_stream_free(&self->partial);
}

ZEND_METHOD(MessagePackUnpacker, setOption)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);

    if (self == NULL)
        RETURN_THROWS();
    class_set_option(INTERNAL_FUNCTION_PARAM_PASSTHRU, &self->options, "MessagePackUnpacker");
}

ZEND_METHOD(MessagePackUnpacker, setOptions)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);

    if (self == NULL)
        RETURN_THROWS();
    class_set_options(INTERNAL_FUNCTION_PARAM_PASSTHRU, &self->options);
    msgpack_stream_rescan(&self->fed);
    msgpack_stream_rescan(&self->partial);
}

ZEND_METHOD(MessagePackUnpacker, feed)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);
    zend_string *str;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(str)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    RETURN_BOOL(msgpack_stream_feed(&self->fed, str, &self->options.unpack, "MessagePackUnpacker::feed"));
}

/* Decodes the next message of the stream into self->value; *taken: bytes consumed. */
static bool unpacker_next(struct unpacker *self, struct msgpack_stream *stream, size_t *taken)
{
    struct msgpack_unpack_options options = self->options.unpack;
    zval value;

    if (stream == &self->partial)
        options.buffer_size = SIZE_MAX;
    options.report = false; /* as in PECL, only the result tells of an error */
    if (msgpack_stream_take(stream, &value, &options, false, taken) != MSGPACK_TAKEN)
        return false;
    unpacker_set_value(self, &value);
    return true;
}

/* execute($str, $offset). PECL's parser keeps its state between calls and sets
 * $offset to where it stopped. Here an incomplete message is kept instead, and
 * $offset is then the end of $str. max_buffer_size limits what is kept between
 * calls; $str itself is in memory already. */
static bool unpacker_execute_string(struct unpacker *self, zend_string *str, zval *offset)
{
    size_t from = 0, before = msgpack_stream_waiting(&self->partial), taken;
    bool good;

    if (offset != NULL && (Z_TYPE_P(Z_REFVAL_P(offset)) == IS_LONG || Z_TYPE_P(Z_REFVAL_P(offset)) == IS_DOUBLE) &&
        zval_get_long(offset) > 0)
        from = (size_t)zval_get_long(offset);
    if (from > ZSTR_LEN(str))
        from = ZSTR_LEN(str);
    if (!msgpack_stream_append(&self->partial, ZSTR_VAL(str) + from, ZSTR_LEN(str) - from))
        return false;
    good = unpacker_next(self, &self->partial, &taken);
    if (taken == 0) {
        from = ZSTR_LEN(str);
        msgpack_stream_bound(&self->partial, &self->options.unpack, "MessagePackUnpacker::execute");
    } else {
        /* Bytes after the message are not kept: the caller passes them again. */
        from += taken > before ? taken - before : 0;
        msgpack_stream_consume(&self->partial, msgpack_stream_waiting(&self->partial));
    }
    if (offset != NULL)
        ZEND_TRY_ASSIGN_REF_LONG(offset, (zend_long)from);
    return good;
}

ZEND_METHOD(MessagePackUnpacker, execute)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);
    zend_string *str = NULL;
    zval *offset = NULL;
    size_t taken;

    ZEND_PARSE_PARAMETERS_START(0, 2)
        Z_PARAM_OPTIONAL
        Z_PARAM_STR_OR_NULL(str)
        Z_PARAM_ZVAL(offset)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    if (str != NULL)
        RETURN_BOOL(unpacker_execute_string(self, str, offset));
    RETURN_BOOL(unpacker_next(self, &self->fed, &taken));
}

ZEND_METHOD(MessagePackUnpacker, data)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);
    zval *object = NULL, value;

    ZEND_PARSE_PARAMETERS_START(0, 1)
        Z_PARAM_OPTIONAL
        Z_PARAM_ZVAL(object)
    ZEND_PARSE_PARAMETERS_END();

    if (self == NULL)
        RETURN_THROWS();
    if (Z_ISUNDEF(self->value))
        RETURN_FALSE;
    ZVAL_COPY_VALUE(&value, &self->value);
    ZVAL_UNDEF(&self->value);
    if (object == NULL || Z_TYPE_P(object) == IS_NULL) {
        ZVAL_COPY_VALUE(return_value, &value);
        msgpack_tell_collector(return_value);
        return;
    }
    msgpack_template_apply(return_value, object, &value);
    zval_ptr_dtor(&value);
}

ZEND_METHOD(MessagePackUnpacker, reset)
{
    struct unpacker *self = unpacker_enter(ZEND_THIS);

    ZEND_PARSE_PARAMETERS_NONE();

    if (self == NULL)
        RETURN_THROWS();
    msgpack_stream_free(&self->partial);
    msgpack_stream_give_up(&self->fed);
    unpacker_drop_value(self);
}

/* ---- registration ------------------------------------------------------------------------ */

void msgpack_classes_init(zend_class_entry *packer, zend_class_entry *unpacker)
{
    packer_ce = packer;
    packer_ce->create_object = packer_create;
    packer_handlers = *zend_get_std_object_handlers();
    packer_handlers.offset = offsetof(struct packer, object);
    packer_handlers.free_obj = packer_free;
    packer_handlers.clone_obj = packer_clone;

    unpacker_ce = unpacker;
    unpacker_ce->create_object = unpacker_create;
    unpacker_handlers = *zend_get_std_object_handlers();
    unpacker_handlers.offset = offsetof(struct unpacker, object);
    unpacker_handlers.free_obj = unpacker_free;
    unpacker_handlers.clone_obj = NULL;
    unpacker_handlers.get_gc = unpacker_gc;
}
