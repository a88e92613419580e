/* Properties of objects: the declared one that a key names, its slot, its type, and properties that are not declared.
 */
#include "object.h"

#include "array_slots.h"
#include "predicted_keys.h"

zend_array *decode_property_table(zend_object *object, uint32_t n)
{
    zend_array *table = zend_std_get_properties(object);
    if (HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED)
        zend_hash_real_init_mixed(table);
    zend_hash_extend(table, table->nNumUsed + n, false);
    return table;
}

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

const uint8_t *decode_declared(struct decoder *d, struct decode_frame *frame, const uint8_t *p)
{
    zend_object *object = frame->of.object;
    zend_property_info **table = object->ce->properties_info_table;
    uint32_t count = (uint32_t)object->ce->default_properties_count;
    while (frame->left > 0 && p <= d->far) {
        while (frame->index < count && table[frame->index] == NULL)
            frame->index++;
        if (frame->index == count)
            break;
        zend_property_info *info = table[frame->index];
        size_t n = ZSTR_LEN(info->name);
        if (n > 31 || *p != (HAYA_FIXSTR | n) || (size_t)(d->end - p) <= n ||
            !decode_same(p + 1, ZSTR_VAL(info->name), n))
            break;
        zval *slot = OBJ_PROP(object, info->offset), value;
        if (UNEXPECTED(Z_REFCOUNTED_P(slot)))
            break;
        const uint8_t *after = decode_quick(p + 1 + n, d->end, &value, false);
        if (after == NULL)
            break;
        if (UNEXPECTED(ZEND_TYPE_IS_SET(info->type) && !ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE(value)))) {
            zval_ptr_dtor_nogc(&value);
            break;
        }
        ZVAL_COPY_VALUE(slot, &value);
        Z_PROP_FLAG_P(slot) = 0;
        frame->index++;
        frame->left--;
        p = after;
    }
    return p;
}
