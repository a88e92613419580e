/*
 * Classes and objects: finding a class by its name, making the object, and
 * setting its properties. No class is looked up unless the options allow its name.
 */
#include "object.h"

#include "predicted_keys.h"
#include "array_slots.h"

#include "Zend/zend_exceptions.h"
#include "ext/standard/php_incomplete_class.h"

/* ---- classes -------------------------------------------------------------------- */

static bool decode_allowed(const struct decoder *d, zend_string *name)
{
    if (d->options->any_class)
        return true;
    if (d->options->classes == NULL)
        return false;
    zend_string *lower = zend_string_tolower(name);
    bool allowed = zend_hash_exists(d->options->classes, lower);
    zend_string_release(lower);
    return allowed;
}

void decode_warn(const struct decoder *d, const char *format, const char *text)
{
    if (d->options->report)
        zend_error(E_WARNING, format, text);
}

/* Calls unserialize_callback_func for a class that does not exist. */
static zend_class_entry *decode_call_back(struct decoder *d, zend_string *name)
{
    zval function, argument, returned;
    if (PG(unserialize_callback_func) == NULL || PG(unserialize_callback_func)[0] == '\0')
        return NULL;
    ZVAL_STRING(&function, PG(unserialize_callback_func));
    ZVAL_STR(&argument, name);
    ZVAL_UNDEF(&returned);
    if (call_user_function(NULL, NULL, &function, &returned, 1, &argument) != SUCCESS)
        decode_warn(d, "[msgpack] (msgpack_unserialize_class) defined (%s) but not found", ZSTR_VAL(name));
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&returned);
    if (EG(exception))
        return NULL;
    zend_class_entry *ce = zend_lookup_class(name);
    if (ce == NULL && !EG(exception))
        decode_warn(d,
                    "[msgpack] (msgpack_unserialize_class) Function %s() hasn't defined the "
                    "class it was called for",
                    PG(unserialize_callback_func));
    return ce;
}

/* As decode_class_of, without the cache of the last class. */
static zend_class_entry *decode_class(struct decoder *d, zend_string *name)
{
    if (!decode_allowed(d, name))
        return php_ce_incomplete_class;
    zend_class_entry *ce = NULL;
    if (!d->named_known) { /* an autoloader is user code, and must not run before */
        ce = zend_lookup_class_ex(name, NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD);
        if (ce == NULL && !decode_know_named(d))
            return NULL;
    }
    if (ce == NULL)
        ce = zend_lookup_class(name);
    if (ce == NULL && !EG(exception))
        ce = decode_call_back(d, name);
    if (EG(exception))
        return NULL;
    return ce ? ce : php_ce_incomplete_class;
}

/* Fails for a class that is not allowed or does not exist. */
static zend_never_inline ZEND_COLD zend_class_entry *decode_refuse_incomplete(struct decoder *d, const uint8_t *name,
                                                                              size_t n)
{
    smart_str text = {0};
    smart_str_appends(&text, "no objects are made of the class ");
    msgpack_append_name(&text, (const char *)name, n);
    msgpack_failure_explain(d->failure, &text);
    decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, decode_top(d)->header);
    return NULL;
}

zend_class_entry *decode_class_of(struct decoder *d, const uint8_t *data, size_t n)
{
    if (d->class_wire != NULL && n == d->class_wire_len && memcmp(data, d->class_wire, n) == 0)
        return d->class_entry;
    zend_string *name = zend_string_init((const char *)data, n, false);
    zend_class_entry *ce = decode_class(d, name);
    zend_string_release(name);
    if (ce == NULL)
        return NULL;
    if (UNEXPECTED(ce == php_ce_incomplete_class && d->options->refuses_incomplete))
        return decode_refuse_incomplete(d, data, n);
    if (ce != php_ce_incomplete_class) {
        d->class_wire = data;
        d->class_wire_len = n;
        d->class_entry = ce;
        d->class_wakeup = zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
    }
    return ce;
}

/* ---- objects ---------------------------------------------------------------------- */

zend_array *decode_property_table(zend_object *object, uint32_t n)
{
    zend_array *table = zend_std_get_properties(object);
    if (HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED)
        zend_hash_real_init_mixed(table);
    zend_hash_extend(table, table->nNumUsed + n, false);
    return table;
}

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

/* ---- properties ----------------------------------------------------------------------- */

static bool decode_has_sleep(const zend_class_entry *ce)
{
    return zend_hash_exists(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP));
}

/* The class of a private property's scope: ce or one of its parents. */
static zend_class_entry *decode_scope(zend_class_entry *ce, const char *name)
{
    for (; ce != NULL; ce = ce->parent) {
        if (zend_binary_strcasecmp(ZSTR_VAL(ce->name), ZSTR_LEN(ce->name), name, strlen(name)) == 0)
            return ce;
    }
    return NULL;
}

/* Whether objects have this property: not static; virtual ones count. */
static bool decode_usable(const zend_property_info *info)
{
    return info != NULL && info != ZEND_WRONG_PROPERTY_INFO && !(info->flags & ZEND_ACC_STATIC);
}

/* The declared property that a key names, or NULL. Visibility does not matter,
 * as the class may have changed since packing. A mangled key names a property of
 * the class in it. */
static zend_property_info *decode_find_info(zend_class_entry *ce, zend_string *key)
{
    zend_property_info *info = NULL;
    const char *scope, *name;
    size_t n;
    if (ZSTR_LEN(key) == 0 || ZSTR_VAL(key)[0] != '\0') {
        info = zend_hash_find_ptr(&ce->properties_info, key);
    } else {
        zend_unmangle_property_name_ex(key, &scope, &name, &n);
        if (strcmp(scope, "*") != 0)
            ce = decode_scope(ce, scope);
        if (ce != NULL)
            info = zend_hash_str_find_ptr(&ce->properties_info, name, n);
    }
    return decode_usable(info) ? info : NULL;
}

/* Whether a key that begins with NUL is a mangled name, "\0class\0name". For
 * classes with declared properties any other such key is an error, as in
 * unserialize(). */
static bool decode_is_mangled(const zend_string *key)
{
    const char *text = ZSTR_VAL(key);
    size_t n = ZSTR_LEN(key);
    return n >= 4 && text[1] != '\0' && memchr(text + 2, '\0', n - 3) != NULL;
}

/* The slot of a property that is not declared; NULL: failure or exception. */
static zval *decode_dynamic(struct decoder *d, struct decode_frame *frame, zend_string *key)
{
    zend_object *object = frame->of.object;
    if (object->ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES) {
        zend_throw_error(NULL, "Cannot create dynamic property %s::$%s", ZSTR_VAL(object->ce->name),
                         zend_get_unmangled_property_name(key));
        return NULL;
    }
    zend_array *table = decode_property_table(object, frame->left + 1);
    return decode_place(d, table, zend_string_copy(key));
}

/* Whether nil stands for a name that __sleep returned and that the object does not have: PECL
 * and this module write such a name as __sleep returned it. A private property of a parent
 * class, which they write under its mangled name, then keeps its default, and no dynamic
 * property is created in a class that can have none. */
static bool decode_was_missing(zend_class_entry *ce, const zend_string *key, const zend_property_info *info)
{
    if (info == NULL ? !(ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES)
                     : !(info->flags & ZEND_ACC_PRIVATE) || info->ce == ce || ZSTR_VAL(key)[0] == '\0')
        return false;
    return decode_has_sleep(ce);
}

zval *decode_named_property(struct decoder *d, struct decode_frame *frame, zend_string *key, const uint8_t *header,
                            bool nil)
{
    if (ZSTR_LEN(key) > 0 && ZSTR_VAL(key)[0] == '\0' && !decode_is_mangled(key)) {
        decode_fail(d, HAYA_ERR_INVALID_KEY, header);
        return NULL;
    }
    zend_class_entry *ce = frame->of.object->ce;
    zend_property_info *info = decode_find_info(ce, key);
    if (UNEXPECTED(nil) && decode_was_missing(ce, key, info))
        return decode_temp(d);
    if (info == NULL)
        return decode_dynamic(d, frame, key);
    if (!MSGPACK_HAS_SLOT(info)) {
        d->failure->type = "a virtual property has no value to set";
        decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, header);
        return NULL;
    }
    return decode_slot(d, frame, info);
}

void decode_unset_property(struct decoder *d, struct decode_frame *frame)
{
    zval *slot = OBJ_PROP(frame->of.object, frame->info->offset);
    decode_empty_slot(d, slot, frame->info);
    ZVAL_UNDEF(slot);
}

bool decode_check_property(struct decoder *d, struct decode_frame *frame, bool nil)
{
    zend_property_info *info = frame->info;
    zval *value = OBJ_PROP(frame->of.object, info->offset);
    if (EXPECTED(!Z_ISREF_P(value) && ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE_P(value))))
        return true;
    /* PECL and this module write nil if __sleep names an uninitialized typed property. */
    if (nil && Z_TYPE_P(value) == IS_NULL && decode_has_sleep(frame->of.object->ce)) {
        ZVAL_UNDEF(value);
        Z_PROP_FLAG_P(value) = IS_PROP_UNINIT;
        return true;
    }
    if (!zend_verify_prop_assignable_by_ref(info, value, true)) {
        decode_unset_property(d, frame);
        return false;
    }
    return true;
}
