/* Opens objects: their frame, the header, the tag of a union, and the unknown entries that they have kept. */
#include "encoder.h"

#include "zend_enum.h"

/* Gives the frame of an object the entries that this has kept, without those whose key is a field's or the tag's, and
 * writes the header of the map of them and other entries. */
static zend_never_inline bool write_extra(struct plan_writer *w, struct plan_write_frame *frame,
                                          const zend_string *tag_key, uint32_t entries)
{
    const struct plan_class *cls = frame->cls;
    const struct plan_field *extra = cls->extra;
    zend_object *object = frame->of.object;
    zval *value = plan_write_slot(w, object, extra), text;
    zend_array *all, *some = NULL;
    zend_string *key;
    zend_ulong index;

    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_UNDEF)
        return plan_write_fail(w, HAYA_ERR_MISSING_FIELD, &extra->node,
                               "the property of unknown entries is not initialized");
    if (Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_NULL)
        return plan_write_fail_type(w, &extra->node, value);
    all = Z_TYPE_P(value) == IS_ARRAY ? Z_ARR_P(value) : (zend_array *)&zend_empty_array;
    ZEND_HASH_FOREACH_KEY(all, index, key) {
        ZVAL_LONG(&text, (zend_long)index);
        zend_string *name = key != NULL ? zend_string_copy(key) : zval_get_string(&text);
        if (zend_hash_exists(cls->by_key, name) || (tag_key != NULL && zend_string_equals(tag_key, name))) {
            some = some != NULL ? some : zend_array_dup(all);
            key != NULL ? zend_hash_del(some, key) : zend_hash_index_del(some, index);
        }
        zend_string_release(name);
    }
    ZEND_HASH_FOREACH_END();
    if (some == NULL && zend_hash_num_elements(all) > 0) {
        some = all;
        GC_TRY_ADDREF(some);
    }
    if (some != NULL) {
        frame->extra = some;
        frame->owned |= PLAN_OWNS_EXTRA;
        entries += zend_hash_num_elements(some);
    }
    w->e.pos = haya_put_map_header(w->e.pos, entries);
    return true;
}

/* Whether the field whose key is that of the tag has the tag as its value, so that the map has the key once. */
static zend_never_inline bool write_field_is_tag(struct plan_writer *w, const struct plan_node *node,
                                                 zend_object *object, const struct plan_field *field,
                                                 const zend_string *tag_key, const zval *tag)
{
    const zval *value = plan_write_slot(w, object, field);
    smart_str text = {0};

    ZVAL_DEREF(value);
    if (field->node.kind == PLAN_ENUM && Z_TYPE_P(value) == IS_OBJECT)
        value = zend_enum_fetch_case_value(Z_OBJ_P(value));
    bool alias = !zend_string_equals(field->key, tag_key);
    if (EXPECTED(!alias && Z_TYPE_P(value) == Z_TYPE_P(tag) && zend_is_identical((zval *)value, (zval *)tag)))
        return true;
    smart_str_append_printf(&text,
                            alias ? "the key of the tag is an alias of the field \"%s\""
                                  : "the field \"%s\" has the key of the tag and another value",
                            ZSTR_VAL(field->key));
    smart_str_0(&text);
    plan_write_fail(w, HAYA_ERR_INVALID_VALUE, node, ZSTR_VAL(text.s));
    smart_str_free(&text);
    return false;
}

bool plan_write_object(struct plan_writer *w, const struct plan_node *node, zend_object *object,
                       const zend_string *tag_key, const zval *tag)
{
    const struct plan_class *cls = node->of.cls;
    bool places =
        tag_key == NULL && (w->keys == PLAN_KEYS_DEFAULT ? cls->keys == PLAN_KEYS_ARRAY : w->keys == PLAN_KEYS_ARRAY);

    if (UNEXPECTED(MSGPACK_IS_LAZY(object))) {
        plan_write_hold(w);
        object = MSGPACK_INIT_LAZY(object);
        if (object == NULL)
            return false;
        /* Behind a proxy is an object of its class or of a parent of that. */
        if (!instanceof_function(object->ce, cls->ce))
            return plan_write_fail(w, HAYA_ERR_WRONG_TYPE, node, "the object behind the proxy is of another class");
    }
    if (UNEXPECTED(object->ce != cls->ce) && MSGPACK_HAS_HOOKS(object->ce))
        return plan_write_fail(w, HAYA_ERR_UNSUPPORTED_TYPE, node,
                               "an object of a class that adds hooks to properties");
    if (tag == NULL)
        tag_key = NULL;
    if (UNEXPECTED(tag_key != NULL)) {
        uintptr_t found = (uintptr_t)zend_hash_find_ptr(cls->by_key, (zend_string *)tag_key);
        if (found != 0) {
            if (!write_field_is_tag(w, node, object, &cls->fields[found - 1], tag_key, tag))
                return false;
            tag_key = NULL;
        }
    }
    struct plan_write_frame *frame =
        plan_write_push(w, places ? PLAN_WRITE_PLACES : PLAN_WRITE_FIELDS, object, places ? cls->places : cls->count);
    if (UNEXPECTED(frame == NULL))
        return false;
    frame->cls = cls;
    uint32_t entries = cls->count + (tag_key != NULL);
    if (places)
        w->e.pos = haya_put_array_header(w->e.pos, cls->places);
    else if (EXPECTED(cls->extra == NULL))
        w->e.pos = haya_put_map_header(w->e.pos, entries);
    else if (!write_extra(w, frame, tag_key, entries))
        return false;
    plan_write_space(w);
    if (tag_key == NULL)
        return true;
    if (!encode_string(&w->e, ZSTR_VAL(tag_key), ZSTR_LEN(tag_key)))
        return false;
    if (Z_TYPE_P(tag) == IS_STRING)
        return encode_string(&w->e, Z_STRVAL_P(tag), Z_STRLEN_P(tag));
    w->e.pos = haya_put_int(w->e.pos, Z_LVAL_P(tag));
    plan_write_space(w);
    return true;
}

/* Whether a field of an object of the class for other tags would be read as the tag of another class. */
static bool write_has_other_tag(const struct plan_tags *tags, zend_object *object)
{
    const struct plan_class *cls = tags->fallback->of.cls;
    uintptr_t found = (uintptr_t)zend_hash_find_ptr(cls->by_key, tags->key);
    if (found == 0)
        return false;
    const struct plan_field *field = &cls->fields[found - 1];
    if (field->info == NULL || !zend_string_equals(field->key, tags->key))
        return true;
    const zval *value = OBJ_PROP(object, field->info->offset);
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_STRING)
        return zend_hash_exists(tags->by_tag, Z_STR_P(value));
    return Z_TYPE_P(value) != IS_LONG || zend_hash_index_exists(tags->by_tag, (zend_ulong)Z_LVAL_P(value));
}

bool plan_write_tagged(struct plan_writer *w, const struct plan_node *node, zval *value)
{
    const struct plan_tags *tags = node->of.tags;
    zend_object *object = Z_OBJ_P(value);
    uint32_t i = 0;

    while (i < tags->count && tags->nodes[i].of.cls->ce != object->ce)
        i++;
    if (i == tags->count)
        for (i = 0; i < tags->count && !instanceof_function(object->ce, tags->nodes[i].of.cls->ce);)
            i++;
    if (i == tags->count) { /* an object without a tag is of the class for other tags */
        if (tags->key == NULL || tags->fallback == NULL || !plan_write_is_of(object, tags->fallback->of.cls))
            return plan_write_fail_type(w, node, value);
        if (write_has_other_tag(tags, object))
            return plan_write_fail(w, HAYA_ERR_INVALID_VALUE, node,
                                   "a field would be read as the tag of another class");
        return plan_write_object(w, tags->fallback, object, tags->key, NULL);
    }
    if (tags->key != NULL)
        return plan_write_object(w, &tags->nodes[i], object, tags->key, &tags->tags[i]);
    if (plan_write_push(w, PLAN_WRITE_END, NULL, 0) == NULL)
        return false;
    w->e.pos = haya_put_array_header(w->e.pos, 2);
    if (Z_TYPE(tags->tags[i]) == IS_LONG)
        w->e.pos = haya_put_int(w->e.pos, Z_LVAL(tags->tags[i]));
    else if (!encode_string(&w->e, Z_STRVAL(tags->tags[i]), Z_STRLEN(tags->tags[i])))
        return false;
    plan_write_space(w);
    return plan_write_object(w, &tags->nodes[i], object, NULL, NULL);
}
