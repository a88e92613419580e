/*
 * Objects to bytes, in PECL's wire form: a map whose first key is nil and whose
 * first value is the class name. The result of __serialize is the value of a
 * second nil key; the result of Serializable::serialize() is a string after
 * mark 3. An enum case is its class name and its name after mark 6.
 *
 * Every function that runs user code calls encode_hold first.
 */
#include "array.h"
#include "scalar.h"
#include "../types/class_fields.h"
#include "../types/type_registry.h"
#include "../types/value_classes.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_exceptions.h"
#include "Zend/zend_interfaces.h"
#include "ext/date/php_date.h"
#include "ext/standard/php_incomplete_class.h"

/* PECL's marks under the nil key. */
#define ENCODE_MARK_REFERENCE 1
#define ENCODE_MARK_SERIALIZABLE 3
#define ENCODE_MARK_ENUM 6 /* since PECL msgpack 3.0 */

static bool encode_ensure_space(struct encoder *e)
{
    if (e->pos > e->limit)
        encode_grow(e, 0);
    return true;
}

static zend_always_inline bool encode_class_name(struct encoder *e, const zend_string *name)
{
    uint8_t *p = haya_put_nil(e->pos);
    p = e->quick ? encode_text(e, p, name, true, true) : encode_text(e, p, name, true, false);
    if (UNEXPECTED(p == NULL))
        return false;
    e->pos = p;
    return true;
}

/* Writes the header for n properties and, with php_only, the class name. *keys:
 * whether the property names are to be written, too. */
static zend_always_inline bool encode_object_header(struct encoder *e, uint32_t n, const zend_string *class_name,
                                                    bool is_reference, bool *keys)
{
    const struct msgpack_pack_options *options = e->options;
    *keys = true;
    if (!options->assoc && (!options->php_only || zend_string_equals(class_name, zend_standard_class_def->name))) {
        e->pos = haya_put_map_header(e->pos, n);
        return encode_ensure_space(e);
    }
    if (!options->php_only) {
        *keys = false;
        e->pos = haya_put_array_header(e->pos, n);
        return encode_ensure_space(e);
    }
    e->pos = haya_put_map_header(e->pos, n + 1 + is_reference);
    if (is_reference) {
        e->pos = haya_put_nil(e->pos);
        e->pos = haya_put_uint(e->pos, ENCODE_MARK_REFERENCE);
    }
    return encode_class_name(e, class_name);
}

/* ---- properties ----------------------------------------------------------- */

/* Opens a frame for the declared properties of an object without a property table. */
static bool encode_declared(struct encoder *e, zend_object *object, bool is_reference)
{
    uint32_t end = (uint32_t)object->ce->default_properties_count, n = end;
    for (uint32_t i = 0; i < end; i++)
        n -= object->ce->properties_info_table[i] == NULL || Z_TYPE(object->properties_table[i]) == IS_UNDEF;
    struct encode_frame *frame = encode_push(e);
    if (UNEXPECTED(frame == NULL))
        return false;
    encode_remember(e, object);
    frame->i = 0;
    frame->end = end;
    frame->left = n;
    frame->of.object = object;
    if (e->holding) {
        GC_ADDREF(object);
        frame->owned = true;
    }
    bool keys;
    frame->kind = ENCODE_SLOTS;
    if (!encode_object_header(e, n, object->ce->name, is_reference, &keys))
        return false;
    if (!keys)
        frame->kind = ENCODE_SLOT_VALUES;
    return true;
}

/* Opens a frame for the properties in table. owned: the caller's reference to the
 * table passes to the frame, also on failure. NULL: too deep, failure set. */
static struct encode_frame *encode_open_table(struct encoder *e, zend_object *object, zend_array *table, bool owned)
{
    struct encode_frame *frame = encode_push(e);
    if (UNEXPECTED(frame == NULL)) {
        if (owned)
            zend_release_properties(table);
        return NULL;
    }
    encode_remember(e, object);
    frame->kind = HT_IS_PACKED(table) ? ENCODE_PACKED_MAP : ENCODE_PROPERTIES;
    frame->i = 0;
    frame->end = table->nNumUsed;
    frame->left = zend_array_count(table);
    frame->of.table = table;
    frame->owned = owned;
    if (e->holding)
        encode_hold_table(frame);
    return frame;
}

static bool encode_table(struct encoder *e, zend_object *object, zend_array *table, bool owned,
                         const zend_string *class_name, bool is_reference)
{
    bool keys;
    struct encode_frame *frame = encode_open_table(e, object, table, owned);
    if (frame == NULL || !encode_object_header(e, frame->left, class_name, is_reference, &keys))
        return false;
    if (!keys)
        frame->kind = HT_IS_PACKED(table) ? ENCODE_LIST : ENCODE_VALUES;
    return true;
}

/* The properties that serialize() would write, in a table that the object owns.
 * NULL: an exception is pending. */
static zend_array *encode_table_of(zend_object *object)
{
    zend_array *table;
    if (MSGPACK_IS_LAZY(object)) {
        table = zend_std_get_properties_for(object, ZEND_PROP_PURPOSE_SERIALIZE);
        zend_release_properties(table);
    } else {
        table = object->handlers->get_properties(object);
    }
    return EG(exception) ? NULL : table;
}

static bool encode_properties(struct encoder *e, zend_object *object, bool is_reference)
{
    zend_array *table;
    if (object->handlers->get_properties_for) {
        table = object->handlers->get_properties_for(object, ZEND_PROP_PURPOSE_ARRAY_CAST);
        if (table == NULL)
            table = zend_new_array(0);
        return encode_table(e, object, table, true, object->ce->name, is_reference);
    }
    bool lazy = MSGPACK_IS_LAZY(object);
    if (object->properties == NULL && object->handlers->get_properties == zend_std_get_properties && !lazy)
        return encode_declared(e, object, is_reference);
    if (lazy)
        encode_hold(e); /* the initialiser is user code */
    table = encode_table_of(object);
    return table && encode_table(e, object, table, false, object->ce->name, is_reference);
}

/* A __PHP_Incomplete_Class object, which keeps its class name in a property. */
static bool encode_incomplete(struct encoder *e, zend_object *object, bool is_reference)
{
    zend_string *name = php_lookup_class_name(object);
    zend_array *table = zend_array_dup(object->handlers->get_properties(object));
    zend_hash_str_del(table, MAGIC_MEMBER, sizeof MAGIC_MEMBER - 1);
    if (name == NULL)
        name = zend_string_init(INCOMPLETE_CLASS, sizeof INCOMPLETE_CLASS - 1, 0);
    bool good = encode_table(e, object, table, true, name, is_reference);
    zend_string_release(name);
    return good;
}

/* ---- hooks ---------------------------------------------------------------- */

static bool encode_magic_serialize(struct encoder *e, zend_object *object)
{
    zval returned;
    struct encode_frame *frame = encode_push(e);
    if (frame == NULL)
        return false;
    encode_hold(e);
    encode_remember(e, object);
    GC_ADDREF(object);
    frame->kind = ENCODE_END;
    frame->owned = true;
    frame->of.object = object;
    zend_call_known_instance_method_with_0_params(object->ce->__serialize, object, &returned);
    if (EG(exception)) {
        zval_ptr_dtor(&returned);
        return false;
    }
    if (Z_TYPE(returned) != IS_ARRAY) {
        zval_ptr_dtor(&returned);
        zend_type_error("%s::__serialize() must return an array", ZSTR_VAL(object->ce->name));
        return false;
    }
    e->pos = haya_put_map_header(e->pos, 2);
    if (!encode_class_name(e, object->ce->name)) {
        zval_ptr_dtor(&returned);
        return false;
    }
    e->pos = haya_put_nil(e->pos);
    return encode_owned_array(e, Z_ARR(returned));
}

static bool encode_serializable(struct encoder *e, zend_object *object)
{
    unsigned char *data = NULL;
    size_t n = 0;
    zval self;
    encode_hold(e);
    ZVAL_OBJ_COPY(&self, object);
    zend_class_entry *ce = object->ce;
    bool done = ce->serialize(&self, &data, &n, NULL) == SUCCESS && !EG(exception);
    bool good = !EG(exception);
    if (good && !done) {
        e->pos = haya_put_nil(e->pos); /* serialize() returned null */
    } else if (good && (good = encode_push(e) != NULL)) {
        encode_top(e)->kind = ENCODE_END;
        encode_remember(e, object);
        e->pos = haya_put_map_header(e->pos, 2);
        e->pos = haya_put_nil(e->pos);
        e->pos = haya_put_uint(e->pos, ENCODE_MARK_SERIALIZABLE);
        good = encode_string(e, ZSTR_VAL(ce->name), ZSTR_LEN(ce->name)) && encode_string(e, (const char *)data, n);
    }
    if (data)
        efree(data);
    zval_ptr_dtor(&self);
    return good && encode_ensure_space(e);
}

/* {nil: 6, "Class": "CASE"}, whatever the options are but `portable`, as in PECL. */
static bool encode_enum(struct encoder *e, zend_object *object)
{
    const zend_string *name = Z_STR_P(zend_enum_fetch_case_name(object));
    struct encode_frame *frame = encode_push(e);
    if (frame == NULL)
        return false;
    frame->kind = ENCODE_END;
    encode_remember(e, object);
    e->pos = haya_put_map_header(e->pos, 2);
    e->pos = haya_put_nil(e->pos);
    e->pos = haya_put_uint(e->pos, ENCODE_MARK_ENUM);
    return encode_string(e, ZSTR_VAL(object->ce->name), ZSTR_LEN(object->ce->name)) &&
           encode_string(e, ZSTR_VAL(name), ZSTR_LEN(name)) && encode_ensure_space(e);
}

static void encode_sleep_notice(struct encoder *e, const char *format, const char *name)
{
    if (e->options->report)
        zend_error(E_NOTICE, format, name);
}

/* Virtual properties (PHP 8.4) have no stored value, so they are not packed. */
static bool encode_is_virtual(const zend_object *object, zend_string *name)
{
    const zend_property_info *info = zend_hash_find_ptr(&object->ce->properties_info, name);
    return info != NULL && info != ZEND_WRONG_PROPERTY_INFO && !MSGPACK_HAS_SLOT(info);
}

/* Adds a name that __sleep returned, plain or mangled, and its value to members.
 * The caller must check for an exception. */
static void encode_sleep_member(struct encoder *e, zend_object *object, zend_string *name, zend_array *members)
{
    zend_array *table = encode_table_of(object);
    if (table == NULL)
        return;
    zend_string *found = zend_string_copy(name);
    zval *value = zend_hash_find(table, found);
    for (int turn = 0; value == NULL && turn < 2; turn++) {
        const zend_string *scope = turn == 0 ? object->ce->name : ZSTR_CHAR('*');
        zend_string_release(found);
        found = zend_mangle_property_name(ZSTR_VAL(scope), ZSTR_LEN(scope), ZSTR_VAL(name), ZSTR_LEN(name), false);
        value = zend_hash_find(table, found);
    }
    zval copy;
    ZVAL_NULL(&copy);
    if (value == NULL) {
        zend_string_release(found);
        found = zend_string_copy(name);
    } else {
        ZVAL_DEINDIRECT(value);
        if (Z_TYPE_P(value) != IS_UNDEF)
            ZVAL_COPY(&copy, value);
    }
    bool skip = value == NULL && encode_is_virtual(object, name);
    if (skip || zend_hash_add(members, found, &copy) == NULL)
        zval_ptr_dtor(&copy); /* __sleep named the property twice */
    zend_string_release(found);
    if (value == NULL)
        encode_sleep_notice(e,
                            "[msgpack] (msgpack_serialize_class) \"%s\" returned as member "
                            "variable from __sleep() but does not exist",
                            ZSTR_VAL(name));
}

/* Writes what __sleep selected, with the class name whatever the options are. */
static bool encode_members(struct encoder *e, zend_object *object, zend_array *members)
{
    struct encode_frame *frame = encode_open_table(e, object, members, true);
    if (frame == NULL)
        return false;
    e->pos = haya_put_map_header(e->pos, frame->left + 1);
    return encode_class_name(e, object->ce->name);
}

static bool encode_sleep(struct encoder *e, zend_object *object, zend_function *function)
{
    zval returned, *name;
    encode_hold(e);
    GC_ADDREF(object);
    zend_call_known_instance_method_with_0_params(function, object, &returned);
    bool good = EG(exception) == NULL;
    if (good && Z_TYPE(returned) != IS_ARRAY) {
        encode_sleep_notice(e,
                            "[msgpack] (%s) __sleep should return an array only containing "
                            "the names of instance-variables to serialize",
                            "msgpack_serialize_object");
        e->pos = haya_put_nil(e->pos);
    } else if (good) {
        zend_array *members = zend_new_array(zend_hash_num_elements(Z_ARR(returned)));
        zend_hash_real_init_mixed(members);
        ZEND_HASH_FOREACH_VAL(Z_ARR(returned), name) {
            ZVAL_DEREF(name);
            if (Z_TYPE_P(name) != IS_STRING)
                encode_sleep_notice(e,
                                    "[msgpack] (%s) __sleep should return an array only "
                                    "containing the names of instance-variables to serialize",
                                    "msgpack_serialize_class");
            else
                encode_sleep_member(e, object, Z_STR_P(name), members);
            if (EG(exception))
                break;
        }
        ZEND_HASH_FOREACH_END();
        if (EG(exception)) {
            zend_array_destroy(members);
            good = false;
        } else {
            good = encode_members(e, object, members);
        }
    }
    zval_ptr_dtor(&returned);
    OBJ_RELEASE(object);
    return good && EG(exception) == NULL;
}

/* ---- the value classes and dates ------------------------------------------- */

/* Writes an ext of that type, or a bin: NULL. */
static bool encode_data(struct encoder *e, zend_string *data, const int8_t *type)
{
    if (ZSTR_LEN(data) > UINT32_MAX)
        return encode_fail(e, HAYA_ERR_TOO_LONG, NULL);
    uint32_t n = (uint32_t)ZSTR_LEN(data);
    if ((size_t)(e->limit - e->pos) < n)
        encode_grow(e, n);
    e->pos = type != NULL ? haya_put_ext_header(e->pos, *type, n) : haya_put_bin_header(e->pos, n);
    memcpy(e->pos, ZSTR_VAL(data), n);
    e->pos += n;
    return encode_ensure_space(e);
}

static bool encode_ext(struct encoder *e, zend_object *object)
{
    int8_t type;
    zend_string *data;
    if (!msgpack_read_ext(object, &type, &data))
        return false;
    return encode_data(e, data, &type);
}

static bool encode_bin(struct encoder *e, zend_object *object)
{
    zend_string *data;
    if (!msgpack_read_bin(object, &data))
        return false;
    return encode_data(e, data, NULL);
}

static bool encode_time(struct encoder *e, zend_object *object, bool is_date)
{
    struct haya_timestamp time;
    if (!(is_date ? msgpack_read_datetime(object, &time) : msgpack_read_timestamp(object, &time)))
        return false;
    e->pos = haya_put_timestamp(e->pos, time.seconds, time.nanoseconds);
    return encode_ensure_space(e);
}

/* Writes an object that is a MessagePack value: ext, bin, timestamp, typed value
 * or, with the option, a date. *done: whether it was one. */
static bool encode_value_object(struct encoder *e, zend_object *object, bool *done)
{
    zend_class_entry *ce = object->ce;
    *done = true;
    if (ce == msgpack_ext_ce)
        return encode_ext(e, object);
    if (ce == msgpack_bin_ce)
        return encode_bin(e, object);
    if (ce == msgpack_timestamp_ce)
        return encode_time(e, object, false);
    if (ce == msgpack_typed_ce || (e->options->types != NULL && msgpack_registry_knows(e->options->types, ce)))
        return encode_open_typed(e, object);
    if (e->options->timestamps && instanceof_function(ce, php_date_get_interface_ce()))
        return encode_time(e, object, true);
    *done = false;
    return true;
}

bool encode_case(struct encoder *e, zend_object *object)
{
    const zval *value = zend_enum_fetch_case_value(object);
    if (Z_TYPE_P(value) == IS_STRING)
        return encode_string(e, Z_STRVAL_P(value), Z_STRLEN_P(value)) && encode_ensure_space(e);
    e->pos = haya_put_int(e->pos, Z_LVAL_P(value));
    return encode_ensure_space(e);
}

/* ---- choosing among the above ------------------------------------------------ */

bool encode_object(struct encoder *e, zend_object *object, bool is_reference)
{
    zend_class_entry *ce = object->ce;
    if (EXPECTED(ce == e->without_hooks))
        return encode_properties(e, object, is_reference);
    bool done;
    if (!encode_value_object(e, object, &done) || done)
        return EG(exception) == NULL && e->failure->error == HAYA_OK;
    if (e->options->portable && msgpack_class_has_own_form(ce))
        return (ce->ce_flags & ZEND_ACC_ENUM) && ce->enum_backing_type != IS_UNDEF
                   ? encode_case(e, object)
                   : encode_fail(e, HAYA_ERR_UNSUPPORTED_TYPE, ZSTR_VAL(ce->name));
    if (ce == php_ce_incomplete_class)
        return encode_incomplete(e, object, is_reference);
    if (ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE) {
        zend_throw_exception_ex(NULL, 0, "Serialization of '%s' is not allowed", ZSTR_VAL(ce->name));
        return false;
    }
    /* With a type registry, enums that are not in it are written as plain maps. */
    if ((ce->ce_flags & ZEND_ACC_ENUM) && e->options->types == NULL)
        return encode_enum(e, object);
    if (ce->__serialize)
        return encode_magic_serialize(e, object);
    if (ce->serialize)
        return encode_serializable(e, object);
    zend_function *sleep = zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP));
    if (sleep)
        return encode_sleep(e, object, sleep);
    e->without_hooks = ce;
    return encode_properties(e, object, is_reference);
}
