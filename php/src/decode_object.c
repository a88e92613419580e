/*
 * Class names, properties, references and hooks: what PECL's wire form says
 * under nil keys.
 *
 *   {nil: "Class", "name": value, ...}   an object
 *   {nil: "Class", nil: [...]}           what __serialize returned
 *   {nil: 1, ...}                        a reference to the array or object
 *   {nil: 2 | 4 | 5, 0: ordinal}         the container with that ordinal: as it
 *                                        is (2, 4), or as a reference (5)
 *   {nil: 3, "Class": "..."}             what Serializable::serialize returned
 *
 * No class is looked up unless the options allow its name.
 */
#include "decode.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_exceptions.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

enum {
    DECODE_MARK_REFERENCE = 1,
    DECODE_MARK_ARRAY = 2,
    DECODE_MARK_SERIALIZABLE = 3,
    DECODE_MARK_OBJECT = 4,
    DECODE_MARK_OBJECT_REFERENCE = 5
};

/* ---- small tokens ------------------------------------------------------------- */

/* The scalar at d->p; its kind is NONE, with the failure set, if it is broken. */
static struct haya_token decode_token(struct decoder *d)
{
    struct haya_reader reader;
    struct haya_token token;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    if (haya_read_next(&reader, &token))
        d->p += reader.pos;
    else
        decode_fail(d, reader.error, d->p + reader.error_offset);
    return token;
}

static enum haya_kind decode_peek(struct decoder *d)
{
    struct haya_reader reader;
    haya_reader_begin(&reader, d->p, (size_t)(d->end - d->p), &d->options->limits, NULL, 0);
    return haya_read_peek(&reader);
}

/* Data that no encoder writes. */
static enum decode_step decode_refuse(struct decoder *d, const uint8_t *lead)
{
    decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, lead);
    return DECODE_FAILED;
}

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

static void decode_warn(const struct decoder *d, const char *format, const char *text)
{
    if (d->options->report)
        zend_error(E_WARNING, format, text);
}

/* Calls unserialize_callback_func for a class that is not there. */
static zend_class_entry *decode_call_back(struct decoder *d, zend_string *name)
{
    zval function, argument, returned;
    if (PG(unserialize_callback_func) == NULL || PG(unserialize_callback_func)[0] == '\0')
        return NULL;
    ZVAL_STRING(&function, PG(unserialize_callback_func));
    ZVAL_STR(&argument, name);
    ZVAL_UNDEF(&returned);
    if (call_user_function(NULL, NULL, &function, &returned, 1, &argument) != SUCCESS)
        decode_warn(d, "[msgpack] (msgpack_unserialize_class) defined (%s) but not found",
                    ZSTR_VAL(name));
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&returned);
    if (EG(exception))
        return NULL;
    zend_class_entry *ce = zend_lookup_class(name);
    if (ce == NULL && !EG(exception))
        decode_warn(d, "[msgpack] (msgpack_unserialize_class) Function %s() hasn't defined the "
                       "class it was called for", PG(unserialize_callback_func));
    return ce;
}

/* NULL: an exception is pending. A class that is not there, or not allowed, is
 * __PHP_Incomplete_Class. */
static zend_class_entry *decode_class(struct decoder *d, zend_string *name)
{
    if (!decode_allowed(d, name))
        return php_ce_incomplete_class;
    zend_class_entry *ce = zend_lookup_class(name);
    if (ce == NULL && !EG(exception))
        ce = decode_call_back(d, name);
    if (EG(exception))
        return NULL;
    return ce ? ce : php_ce_incomplete_class;
}

/* The class of the str whose text is data[0 .. n), from the last one if it is
 * the same. */
static zend_class_entry *decode_class_of(struct decoder *d, const uint8_t *data, size_t n)
{
    if (d->class_wire != NULL && n == d->class_wire_len && memcmp(data, d->class_wire, n) == 0)
        return d->class_entry;
    zend_string *name = zend_string_init((const char *)data, n, false);
    zend_class_entry *ce = decode_class(d, name);
    zend_string_release(name);
    if (ce == NULL)
        return NULL;
    if (ce != php_ce_incomplete_class) {
        d->class_wire = data;
        d->class_wire_len = n;
        d->class_entry = ce;
        d->class_wakeup = zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
    }
    return ce;
}

/* ---- objects ---------------------------------------------------------------------- */

/* The property table of an object, with room for n more that stay in place. */
static zend_array *decode_property_table(zend_object *object, uint32_t n)
{
    zend_array *table = zend_std_get_properties(object);
    if (HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED)
        zend_hash_real_init_mixed(table);
    zend_hash_extend(table, table->nNumUsed + n, false);
    return table;
}

static bool decode_may_instantiate(zend_class_entry *ce)
{
    if (ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE) {
        zend_throw_exception_ex(NULL, 0, "Unserialization of '%s' is not allowed", ZSTR_VAL(ce->name));
        return false;
    }
    if (ce->unserialize && !ce->__unserialize) {
        zend_throw_exception_ex(NULL, 0, "Erroneous data format for unserializing '%s'",
                                ZSTR_VAL(ce->name));
        return false;
    }
    return true;
}

/* A frame that was nothing yet becomes an object of class ce. */
static bool decode_become_object(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce,
                                 const uint8_t *name, size_t n)
{
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        zval *temp = decode_temp(d);
        array_init_size(temp, frame->left);
        zend_hash_real_init_mixed(Z_ARR_P(temp));
        frame->kind = DECODE_ENUM;
        frame->string_keys = true;
        frame->of.table = Z_ARR_P(temp);
        frame->enum_class = ce;
        return true;
    }
    if (!decode_may_instantiate(ce) || object_init_ex(frame->at, ce) != SUCCESS) {
        ZVAL_NULL(frame->at);
        return false;
    }
    zend_object *object = Z_OBJ_P(frame->at);
    decode_saw(d, frame, object);
    if (ce == php_ce_incomplete_class) {
        zend_string *text = zend_string_init((const char *)name, n, false);
        php_store_class_name(frame->at, text);
        zend_string_release(text);
    }
    if (ce == php_ce_incomplete_class ||
        (ce->default_properties_count == 0 && !(ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES) &&
         object->handlers->get_properties == zend_std_get_properties)) {
        frame->kind = DECODE_MAP;
        frame->string_keys = true;
        frame->fingerprint = 0;
        frame->of.table = decode_property_table(object, frame->left);
        return true;
    }
    frame->kind = DECODE_OBJECT;
    frame->index = 0;
    frame->of.object = object;
    return true;
}

/* The class name came after other entries: they become properties. */
static bool decode_convert(struct decoder *d, struct decode_frame *frame, zend_class_entry *ce,
                           const uint8_t *name, size_t n)
{
    zval *entries = decode_temp(d), *value;
    zend_string *key;
    if (ce->ce_flags & ZEND_ACC_ENUM || Z_TYPE_P(frame->at) != IS_ARRAY)
        return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, frame->lead);
    ZVAL_COPY_VALUE(entries, frame->at);
    ZVAL_NULL(frame->at);
    if (GC_TYPE(d->log[frame->ordinal].what) == IS_ARRAY)
        d->log[frame->ordinal].what = NULL;
    if (!decode_become_object(d, frame, ce, name, n))
        return false;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARR_P(entries), key, value) {
        if (key == NULL)
            continue;
        zval *place;
        if (frame->kind == DECODE_MAP)
            place = decode_place(d, frame->of.table, zend_string_copy(key));
        else if ((place = decode_named_property(d, frame, key)) == NULL)
            return false;
        ZVAL_COPY(place, value);
        if (frame->state == DECODE_TYPED) {
            frame->state = DECODE_PLAIN;
            if (!decode_typed(d, frame))
                return false;
        }
    } ZEND_HASH_FOREACH_END();
    return true;
}

static enum decode_step decode_named_class(struct decoder *d, struct decode_frame *frame,
                                           const uint8_t *name, size_t n)
{
    bool good;
    zend_class_entry *ce = decode_class_of(d, name, n);
    if (ce == NULL)
        return DECODE_FAILED;
    frame = decode_top(d);
    if (frame->kind == DECODE_UNKNOWN)
        good = decode_become_object(d, frame, ce, name, n);
    else if (frame->kind == DECODE_MAP && !frame->string_keys)
        good = decode_convert(d, frame, ce, name, n);
    else
        return decode_refuse(d, frame->lead); /* two class names */
    return good ? DECODE_NEXT : DECODE_FAILED;
}

/* ---- properties ----------------------------------------------------------------------- */

static bool decode_usable(const zend_property_info *info)
{
    return info != NULL && info != ZEND_WRONG_PROPERTY_INFO && !(info->flags & ZEND_ACC_STATIC) &&
           MSGPACK_HAS_SLOT(info);
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

/* The declared property that a key, mangled or not, means; whatever its
 * visibility is by now. *bad: the key is mangled wrongly. */
static zend_property_info *decode_find_info(zend_class_entry *ce, zend_string *key, bool *bad)
{
    const char *scope, *name;
    size_t n;
    *bad = false;
    if (ZSTR_LEN(key) == 0 || ZSTR_VAL(key)[0] != '\0') {
        zend_property_info *info = zend_hash_find_ptr(&ce->properties_info, key);
        return decode_usable(info) ? info : NULL;
    }
    if (zend_unmangle_property_name_ex(key, &scope, &name, &n) != SUCCESS || scope == NULL) {
        *bad = true;
        return NULL;
    }
    if (strcmp(scope, "*") != 0) {
        zend_class_entry *owner = decode_scope(ce, scope);
        if (owner == NULL)
            return NULL;
        ce = owner;
    }
    zend_property_info *info = zend_hash_str_find_ptr(&ce->properties_info, name, n);
    return decode_usable(info) ? info : NULL;
}

/* The place of a property that is not declared; NULL: failure or exception. */
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

static zval *decode_slot(struct decoder *d, struct decode_frame *frame, zend_property_info *info)
{
    zval *slot = OBJ_PROP(frame->of.object, info->offset);
    if (ZEND_TYPE_IS_SET(info->type)) {
        if (UNEXPECTED(Z_ISREF_P(slot)))
            ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), info);
        frame->state = DECODE_TYPED;
        frame->info = info;
    }
    decode_displace(d, slot);
    Z_PROP_FLAG_P(slot) = 0;
    return slot;
}

zval *decode_named_property(struct decoder *d, struct decode_frame *frame, zend_string *key)
{
    bool bad;
    zend_property_info *info = decode_find_info(frame->of.object->ce, key, &bad);
    if (bad) {
        decode_fail(d, HAYA_ERR_INVALID_KEY, d->p);
        return NULL;
    }
    return info ? decode_slot(d, frame, info) : decode_dynamic(d, frame, key);
}

/* The property at the next declared place, if the str at d->p is its name. */
static zend_property_info *decode_predicted(struct decoder *d, struct decode_frame *frame)
{
    zend_class_entry *ce = frame->of.object->ce;
    uint32_t i = frame->index;
    while (i < (uint32_t)ce->default_properties_count && ce->properties_info_table[i] == NULL)
        i++;
    if (i == (uint32_t)ce->default_properties_count)
        return NULL;
    zend_property_info *info = ce->properties_info_table[i];
    size_t n = ZSTR_LEN(info->name);
    if (n > 31 || (size_t)(d->end - d->p) <= n || *d->p != (HAYA_FIXSTR | n) ||
        n > d->options->limits.str_len || memcmp(d->p + 1, ZSTR_VAL(info->name), n) != 0)
        return NULL;
    frame->index = i + 1;
    d->p += 1 + n;
    return info;
}

enum decode_step decode_property(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    zend_property_info *info = decode_predicted(d, frame);
    if (EXPECTED(info != NULL)) {
        frame->left--;
        *slot = decode_slot(d, frame, info);
        return DECODE_VALUE;
    }
    const uint8_t *lead = d->p;
    enum haya_kind kind = decode_peek(d);
    if (kind == HAYA_KIND_NIL)
        return decode_nil_entry(d, slot);
    if (kind != HAYA_KIND_STR && kind != HAYA_KIND_BIN && kind != HAYA_KIND_INT &&
        kind != HAYA_KIND_UINT && kind != HAYA_KIND_NONE) {
        decode_fail(d, HAYA_ERR_INVALID_KEY, lead);
        return DECODE_FAILED;
    }
    struct haya_token token = decode_token(d);
    if (token.kind == HAYA_KIND_NONE)
        return DECODE_FAILED;
    frame->left--;
    zend_string *key = token.kind == HAYA_KIND_INT || token.kind == HAYA_KIND_UINT
                           ? decode_number_key(&token)
                           : zend_string_init((const char *)token.data, token.count, false);
    *slot = decode_named_property(d, frame, key);
    zend_string_release(key);
    return *slot ? DECODE_VALUE : DECODE_FAILED;
}

void decode_untyped(struct decoder *d, struct decode_frame *frame)
{
    zval *slot = OBJ_PROP(frame->of.object, frame->info->offset);
    decode_displace(d, slot);
    ZVAL_UNDEF(slot);
}

bool decode_typed(struct decoder *d, struct decode_frame *frame)
{
    zend_property_info *info = frame->info;
    zval *value = OBJ_PROP(frame->of.object, info->offset);
    if (EXPECTED(!Z_ISREF_P(value) && ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE_P(value))))
        return true;
    if (!zend_verify_prop_assignable_by_ref(info, value, true)) {
        decode_untyped(d, frame);
        return false;
    }
    if (Z_ISREF_P(value))
        ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), info);
    return true;
}

/* ---- marks ------------------------------------------------------------------------------ */

/* The container is a reference from here on. */
static void decode_make_reference(struct decoder *d, struct decode_frame *frame)
{
    struct decode_seen *seen = &d->log[frame->ordinal];
    if (seen->what != NULL && GC_TYPE(seen->what) == IS_REFERENCE)
        return;
    ZVAL_MAKE_REF(frame->at);
    seen->what = (zend_refcounted *)Z_REF_P(frame->at);
    frame->at = Z_REFVAL_P(frame->at);
}

static enum decode_step decode_back_reference(struct decoder *d, struct decode_frame *frame,
                                              int64_t mark)
{
    const uint8_t *lead = d->p;
    if (frame->kind != DECODE_UNKNOWN || frame->left != 1)
        return decode_refuse(d, lead);
    frame->left = 0;
    if (decode_token(d).kind != HAYA_KIND_INT)
        return d->failure->error ? DECODE_FAILED : decode_refuse(d, lead);
    struct haya_token ordinal = decode_token(d);
    if (ordinal.kind != HAYA_KIND_INT)
        return d->failure->error ? DECODE_FAILED : decode_refuse(d, lead);
    struct decode_seen *seen = NULL;
    if (ordinal.as.i >= 1 && ordinal.as.i <= (int64_t)d->seen)
        seen = &d->log[ordinal.as.i - 1];
    if (seen == NULL || seen->what == NULL || Z_TYPE_P(frame->at) != IS_NULL) {
        if (d->options->report)
            zend_error(E_WARNING, "[msgpack] (msgpack_unserialize_map_item) Invalid references "
                       "value: " ZEND_LONG_FMT, (zend_long)((uint64_t)ordinal.as.i - 1));
        return EG(exception) ? DECODE_FAILED : DECODE_NEXT;
    }
    zend_refcounted *what = seen->what;
    bool inside = d->log[frame->ordinal].what != NULL; /* of a reference already */
    /* Mark 4 stands for the object itself, also where it was a reference first. */
    bool object = GC_TYPE(what) == IS_REFERENCE && mark == DECODE_MARK_OBJECT &&
                  Z_TYPE(((zend_reference *)what)->val) == IS_OBJECT;
    if (GC_TYPE(what) == IS_REFERENCE && (inside || object)) {
        ZVAL_COPY(frame->at, &((zend_reference *)what)->val);
    } else if (GC_TYPE(what) == IS_REFERENCE) {
        GC_ADDREF(what);
        ZVAL_REF(frame->at, (zend_reference *)what);
    } else if (GC_TYPE(what) == IS_OBJECT) {
        ZVAL_OBJ_COPY(frame->at, (zend_object *)what);
    } else if (GC_FLAGS(what) & GC_IMMUTABLE) {
        ZVAL_EMPTY_ARRAY(frame->at);
    } else {
        GC_ADDREF(what);
        ZVAL_ARR(frame->at, (zend_array *)what);
    }
    /* An array can lie in itself by reference only. */
    bool again = mark == DECODE_MARK_OBJECT_REFERENCE || (GC_TYPE(what) == IS_ARRAY && seen->open);
    if (again && !inside)
        ZVAL_MAKE_REF(frame->at);
    if (!inside)
        d->log[frame->ordinal].what = Z_COUNTED_P(frame->at);
    return DECODE_NEXT;
}

static enum decode_step decode_serialized(struct decoder *d, struct decode_frame *frame)
{
    const uint8_t *lead = d->p;
    if (frame->kind != DECODE_UNKNOWN || frame->left != 1 || Z_TYPE_P(frame->at) != IS_NULL)
        return decode_refuse(d, lead);
    frame->left = 0;
    struct haya_token name = decode_token(d);
    if (name.kind != HAYA_KIND_STR && name.kind != HAYA_KIND_BIN)
        return d->failure->error ? DECODE_FAILED : decode_refuse(d, lead);
    struct haya_token data = decode_token(d);
    if (data.kind != HAYA_KIND_STR && data.kind != HAYA_KIND_BIN)
        return d->failure->error ? DECODE_FAILED : decode_refuse(d, lead);
    zend_class_entry *ce = decode_class_of(d, name.data, name.count);
    if (ce == NULL)
        return DECODE_FAILED;
    if (ce == php_ce_incomplete_class)
        return decode_become_object(d, frame, ce, name.data, name.count) ? DECODE_NEXT : DECODE_FAILED;
    if (ce->unserialize == NULL) {
        decode_warn(d, "[msgpack] (msgpack_unserialize_map_item) Class %s has no unserializer",
                    ZSTR_VAL(ce->name));
        return EG(exception) ? DECODE_FAILED : DECODE_NEXT;
    }
    zval object;
    ZVAL_UNDEF(&object);
    int result = ce->unserialize(&object, ce, data.data, data.count, NULL);
    frame = decode_top(d);
    if (Z_TYPE(object) == IS_OBJECT) {
        ZVAL_COPY_VALUE(frame->at, &object);
        decode_saw(d, frame, Z_OBJ(object));
    }
    if (EG(exception))
        return DECODE_FAILED;
    return result == SUCCESS && Z_TYPE(object) == IS_OBJECT ? DECODE_NEXT : decode_refuse(d, lead);
}

/* ---- nil keys ----------------------------------------------------------------------------- */

static enum decode_step decode_mark(struct decoder *d, struct decode_frame *frame, int64_t mark)
{
    if (mark == DECODE_MARK_REFERENCE) {
        decode_make_reference(d, frame);
        return DECODE_NEXT;
    }
    /* A mark is for the next entry, and void when that has a nil key too. */
    bool alone = frame->left == 0 || (d->p < d->end && *d->p == HAYA_NIL);
    if (alone || mark < DECODE_MARK_ARRAY || mark > DECODE_MARK_OBJECT_REFERENCE)
        return DECODE_NEXT;
    if (mark == DECODE_MARK_SERIALIZABLE)
        return decode_serialized(d, frame);
    return decode_back_reference(d, frame, mark);
}

/* The fixstr at d->p is the class name of the object before. */
static bool decode_same_class(struct decoder *d, const struct decode_frame *frame)
{
    size_t n = d->class_wire_len;
    if (d->class_wire == NULL || n > 31 || frame->kind != DECODE_UNKNOWN ||
        n > d->options->limits.str_len || (size_t)(d->end - d->p) <= n ||
        *d->p != (HAYA_FIXSTR | n) || memcmp(d->p + 1, d->class_wire, n) != 0)
        return false;
    d->p += 1 + n;
    return true;
}

enum decode_step decode_nil_entry(struct decoder *d, zval **slot)
{
    struct decode_frame *frame = decode_top(d);
    frame->left--;
    d->p++;
    if (decode_same_class(d, frame))
        return decode_become_object(d, frame, d->class_entry, NULL, 0) ? DECODE_NEXT : DECODE_FAILED;
    enum haya_kind kind = decode_peek(d);
    if (kind == HAYA_KIND_INT || kind == HAYA_KIND_UINT || kind == HAYA_KIND_STR ||
        kind == HAYA_KIND_BIN) {
        struct haya_token token = decode_token(d);
        if (token.kind == HAYA_KIND_NONE)
            return DECODE_FAILED;
        if (token.kind == HAYA_KIND_UINT)
            return DECODE_NEXT;
        if (token.kind == HAYA_KIND_INT)
            return decode_mark(d, frame, token.as.i);
        return decode_named_class(d, frame, token.data, token.count);
    }
    frame->state = DECODE_NIL_VALUE;
    *slot = frame->next.temp = decode_temp(d);
    return DECODE_VALUE;
}

static void decode_schedule(struct decoder *d, zend_object *object, zval *data)
{
    if (d->call_count == d->call_room) {
        d->call_room = d->call_room ? d->call_room * 2 : 16;
        d->calls = safe_erealloc(d->calls, d->call_room, sizeof *d->calls, 0);
    }
    struct decode_call *call = &d->calls[d->call_count++];
    GC_ADDREF(object);
    call->object = object;
    if (data)
        ZVAL_COPY(&call->data, data);
    else
        ZVAL_UNDEF(&call->data);
}

/* Nothing of what an incomplete object's class returned is lost. */
static void decode_keep_entries(struct decoder *d, zend_object *object, zend_array *entries)
{
    zend_array *table = decode_property_table(object, zend_hash_num_elements(entries));
    zend_ulong index;
    zend_string *key;
    zval *value;
    ZEND_HASH_FOREACH_KEY_VAL(entries, index, key, value) {
        zval *place = decode_place(d, table, key ? zend_string_copy(key)
                                                 : zend_long_to_str((zend_long)index));
        ZVAL_COPY(place, value);
    } ZEND_HASH_FOREACH_END();
}

bool decode_nil_value(struct decoder *d)
{
    struct decode_frame *frame = decode_top(d);
    zval *value = frame->next.temp;
    frame->state = DECODE_PLAIN;
    ZVAL_DEREF(value);
    if (frame->kind == DECODE_UNKNOWN || Z_TYPE_P(frame->at) != IS_OBJECT ||
        Z_TYPE_P(value) != IS_ARRAY)
        return true;
    zend_object *object = Z_OBJ_P(frame->at);
    if (object->ce == php_ce_incomplete_class) {
        decode_keep_entries(d, object, Z_ARR_P(value));
        /* What follows has its places promised in this table, which grew. */
        frame->of.table = decode_property_table(object, frame->left);
    } else if (object->ce->__unserialize && !frame->unserialized) {
        decode_schedule(d, object, value);
        frame->unserialized = true;
    }
    return true;
}

/* ---- the end of an object -------------------------------------------------------------------- */

static bool decode_close_enum(struct decoder *d, struct decode_frame *frame)
{
    zval *name = zend_hash_str_find(frame->of.table, "name", sizeof "name" - 1);
    zend_class_entry *ce = frame->enum_class;
    if (name != NULL && Z_TYPE_P(name) == IS_STRING) {
        zend_class_constant *constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(ce), Z_STR_P(name));
        if (constant && (ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE)) {
            zend_object *object = zend_enum_get_case(ce, Z_STR_P(name));
            if (object == NULL || EG(exception))
                return false;
            ZVAL_OBJ_COPY(frame->at, object);
            decode_saw(d, frame, object);
            return true;
        }
    }
    return decode_fail(d, HAYA_ERR_UNSUPPORTED_TYPE, frame->lead);
}

bool decode_close_object(struct decoder *d, struct decode_frame *frame)
{
    if (frame->kind == DECODE_UNKNOWN || Z_TYPE_P(frame->at) != IS_OBJECT)
        return frame->kind == DECODE_ENUM ? decode_close_enum(d, frame) : true;
    zend_object *object = Z_OBJ_P(frame->at);
    zend_function *wakeup = object->ce == d->class_entry
                                ? d->class_wakeup
                                : zend_hash_find_ptr(&object->ce->function_table,
                                                     ZSTR_KNOWN(ZEND_STR_WAKEUP));
    if (wakeup && !frame->unserialized)
        decode_schedule(d, object, NULL);
    return true;
}

bool decode_run_calls(struct decoder *d)
{
    bool good = true;
    for (uint32_t i = 0; i < d->call_count; i++) {
        struct decode_call *call = &d->calls[i];
        zend_object *object = call->object;
        if (!good) {
            GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
        } else if (Z_TYPE(call->data) == IS_UNDEF) {
            zend_function *wakeup =
                zend_hash_find_ptr(&object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
            zend_call_known_instance_method_with_0_params(wakeup, object, NULL);
        } else {
            zend_call_known_instance_method_with_1_params(object->ce->__unserialize, object, NULL,
                                                          &call->data);
        }
        if (good && EG(exception)) {
            GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
            good = false;
        }
    }
    for (uint32_t i = 0; i < d->call_count; i++) {
        zval_ptr_dtor(&d->calls[i].data);
        OBJ_RELEASE(d->calls[i].object);
    }
    d->call_count = 0;
    return good;
}

void decode_disarm(struct decoder *d)
{
    for (uint32_t i = 0; i < d->seen; i++) {
        zend_refcounted *what = d->log[i].what;
        if (what != NULL && GC_TYPE(what) == IS_REFERENCE &&
            Z_REFCOUNTED(((zend_reference *)what)->val))
            what = Z_COUNTED(((zend_reference *)what)->val);
        /* An enum case was there before and is nobody's to disarm. */
        if (what != NULL && GC_TYPE(what) == IS_OBJECT &&
            !(((zend_object *)what)->ce->ce_flags & ZEND_ACC_ENUM))
            GC_ADD_FLAGS(what, IS_OBJ_DESTRUCTOR_CALLED);
    }
    for (uint32_t i = 0; i < d->call_count; i++) {
        zval_ptr_dtor(&d->calls[i].data);
        OBJ_RELEASE(d->calls[i].object);
    }
    d->call_count = 0;
}
