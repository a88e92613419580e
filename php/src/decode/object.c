/* Objects: making one of a class, and taking the entries of its map as its properties. */
#include "object.h"

#include "predicted_keys.h"
#include "array_slots.h"

#include "Zend/zend_exceptions.h"
#include "ext/standard/php_incomplete_class.h"

bool msgpack_may_unserialize(const zend_class_entry *ce)
{
    if (!(ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE))
        return true;
    zend_throw_exception_ex(NULL, 0, "Unserialization of '%s' is not allowed", ZSTR_VAL(ce->name));
    return false;
}

/* Makes an object of those classes from which unserialize() makes one, given
 * O:n:"Class":0:{}. (object_init_ex refuses abstract classes and enums.) */
static bool decode_new_object(zval *slot, zend_class_entry *ce)
{
    if (!msgpack_may_unserialize(ce))
        return false;
    if ((ce->serialize || ce->unserialize) && !ce->__unserialize) {
        zend_throw_exception_ex(NULL, 0, "Erroneous data format for unserializing '%s'", ZSTR_VAL(ce->name));
        return false;
    }
    return object_init_ex(slot, ce) == SUCCESS;
}

/* A new array for the entries of a COLLECT frame. */
static zend_array *decode_collection(struct decoder *d, const struct decode_frame *frame)
{
    zval *temp = decode_temp(d);
    ZVAL_ARR(temp, decode_new_map(frame->left));
    return Z_ARR_P(temp);
}

/* Turns the frame into one that collects its entries in table. */
static void decode_collect(struct decode_frame *frame, zend_array *table)
{
    frame->kind = DECODE_COLLECT;
    frame->fingerprint = 0;
    frame->of.table = table;
}

/* Does what php_store_class_name() does. That function calls
 * zend_hash_str_update(), which counts a bucket before it allocates the key. */
static void decode_keep_class_name(struct decoder *d, zend_object *object, const uint8_t *name, size_t n)
{
    zend_array *table = decode_property_table(object, 1);
    zend_string *key = zend_string_init(MAGIC_MEMBER, sizeof MAGIC_MEMBER - 1, false);
    zval *place = decode_place(d, table, key);
    ZVAL_STRINGL(place, (const char *)name, n);
}

/* Makes the property table of a new stdClass from the shape that predicts the keys at
 * d->p. False: there is none, and frame->fingerprint is set for shapes_learn. */
static bool decode_predict_properties(struct decoder *d, struct decode_frame *frame, zend_object *object)
{
    uint32_t depth = d->depth - 1;
    if (frame->left == 0 || object->properties != NULL || d->options->limits.str_len < SHAPES_TEXT_MAX)
        return false;
    struct shape *shape = decode_recent_shape(d, depth, d->p, frame->left);
    if (shape == NULL) {
        shape = shapes_find(d->shapes, d->p, d->end, frame->left, !(d->options->limits.flags & HAYA_ANY_STR),
                            &frame->fingerprint);
        d->shapes->recent[depth & (SHAPES_RECENT - 1)] = shape;
    }
    if (shape == NULL)
        return false;
    object->properties = decode_new_shape(shape);
    frame->kind = DECODE_SHAPE;
    frame->shape = shape;
    shape->users++;
    frame->of.table = object->properties;
    frame->next.bucket = frame->of.table->arData;
    return true;
}

bool decode_become_object(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce, const uint8_t *name,
                          size_t n, zend_array *entries)
{
    bool is_new = frame->kind == DECODE_UNKNOWN;
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        decode_collect(frame, decode_collection(d, frame));
        frame->string_keys = true;
        frame->enum_class = ce;
        return true;
    }
    if (!decode_new_object(frame->at, ce)) {
        ZVAL_NULL(frame->at);
        return false;
    }
    zend_object *object = Z_OBJ_P(frame->at);
    decode_saw_object(d, frame);
    if (ce == php_ce_incomplete_class)
        decode_keep_class_name(d, object, name, n);
    if (ce->__unserialize) {
        bool only_nil = frame->left == 1 && d->p < d->end && *d->p == HAYA_NIL;
        if (entries == NULL && !only_nil)
            entries = decode_collection(d, frame);
        decode_collect(frame, entries);
        frame->given = NULL;
        return true;
    }
    if (ce == php_ce_incomplete_class || (ce->default_properties_count == 0 && !MSGPACK_HAS_HOOKS(ce) &&
                                          !(ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES) &&
                                          object->handlers->get_properties == zend_std_get_properties)) {
        frame->kind = DECODE_MAP;
        frame->string_keys = true;
        frame->fingerprint = 0;
        if (ce != zend_standard_class_def || !is_new || !decode_predict_properties(d, frame, object))
            frame->of.table = decode_property_table(object, frame->left);
        return true;
    }
    frame->kind = DECODE_OBJECT;
    frame->index = 0;
    frame->of.object = object;
    return true;
}

/* Fails for a class name in a map that is an object or an enum already. */
static enum decode_step decode_refuse_class(struct decoder *d, const struct decode_frame *frame, const uint8_t *name,
                                            size_t n)
{
    if (frame->kind == DECODE_COLLECT && Z_TYPE_P(frame->at) != IS_OBJECT)
        decode_fail_class(d, frame->header, "the map is already of the enum ", frame->enum_class, ", and names ",
                          (const char *)name, n);
    else if (Z_TYPE_P(frame->at) == IS_OBJECT)
        decode_fail_class(d, frame->header, "the map is already of the class ", Z_OBJCE_P(frame->at), ", and names ",
                          (const char *)name, n);
    else
        decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, frame->header);
    return DECODE_FAILED;
}

bool decode_take_entries(struct decoder *d, struct decode_frame *frame, zend_array *entries, bool returned)
{
    zend_object *object = Z_OBJ_P(frame->at);
    zend_ulong index;
    zend_string *key;
    zval *value;
    if (frame->kind == DECODE_MAP)
        frame->of.table = decode_property_table(object, frame->left + zend_hash_num_elements(entries));
    ZEND_HASH_FOREACH_KEY_VAL(entries, index, key, value) {
        zval *place;
        key = key ? zend_string_copy(key) : zend_long_to_str((zend_long)index);
        if (frame->kind == DECODE_MAP) {
            place = decode_place(d, frame->of.table, key);
        } else {
            place = decode_named_property(d, frame, key, frame->header, !returned && Z_TYPE_P(value) == IS_NULL);
            zend_string_release(key);
            if (place == NULL)
                return false;
        }
        if (frame->state == DECODE_PROPERTY && Z_ISREF_P(value))
            ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), frame->info);
        ZVAL_COPY(place, value);
        if (frame->state == DECODE_PROPERTY) {
            frame->state = DECODE_STORED;
            if (!decode_check_property(d, frame, !returned))
                return false;
        }
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

/* For a class name that follows other entries: these become properties of the
 * new object. */
static bool decode_convert(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce, const uint8_t *name,
                           size_t n)
{
    zval *entries = decode_temp(d);
    if (ce->ce_flags & ZEND_ACC_ENUM || Z_TYPE_P(frame->at) != IS_ARRAY)
        return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, frame->header);
    ZVAL_COPY_VALUE(entries, frame->at);
    ZVAL_NULL(frame->at);
    if (GC_TYPE(d->log[frame->ordinal]) == IS_ARRAY)
        d->log[frame->ordinal] = NULL;
    if (!decode_become_object(d, frame, ce, name, n, Z_ARR_P(entries)))
        return false;
    if (frame->kind == DECODE_COLLECT)
        return true; /* they are in its table */
    return decode_take_entries(d, frame, Z_ARR_P(entries), false);
}

enum decode_step decode_named_class(struct decoder *d, struct decode_frame *frame, const uint8_t *name, size_t n)
{
    bool good;
    zend_class_entry *ce = decode_class_of(d, name, n);
    if (ce == NULL)
        return DECODE_FAILED;
    frame = decode_top(d);
    if (frame->kind == DECODE_UNKNOWN)
        good = decode_become_object(d, frame, ce, name, n, NULL);
    else if (frame->kind == DECODE_MAP && !frame->string_keys)
        good = decode_convert(d, frame, ce, name, n);
    else
        return decode_refuse_class(d, frame, name, n);
    return good ? DECODE_NEXT : DECODE_FAILED;
}
