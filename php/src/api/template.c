/*
 * The template argument of unpack, as the PECL extension has it:
 *
 *   "Name" or an object   a new object of that class, its constructor called
 *                         without arguments; then the value's entries are
 *                         assigned to its properties, by name or by position
 *   ["k" => t, ...]       the value's entries by position, with these keys
 *   [t]                   a list, each element converted by t
 *
 * A constructor or __set is user code and may change any table. So a table is
 * referenced while it is iterated, which makes writers copy it, and properties are
 * listed before the first one is written.
 */
#include "template.h"

#include "call.h"
#include "errors.h"
#include "zend_exceptions.h"

/* Limit of nested templates: uses little of the C stack. */
#define TEMPLATE_DEPTH 512

#define TEMPLATE_ARRAY "[msgpack] (msgpack_convert_array) "
#define TEMPLATE_OBJECT "[msgpack] (msgpack_convert_object) "

static bool template_pour(zval *out, zval *template, zval *value, unsigned depth);

static bool template_fail(const char *text)
{
    if (EG(exception) == NULL)
        msgpack_warn("%s", text);
    return false;
}

/* The value itself, behind references and property slots. */
static zval *template_direct(zval *value)
{
    if (Z_TYPE_P(value) == IS_INDIRECT)
        value = Z_INDIRECT_P(value);
    ZVAL_DEREF(value);
    return value;
}

/* Whether a template's element converts its value. names: a string is a class name. */
static bool template_shapes(zval *template, bool names)
{
    return Z_TYPE_P(template) == IS_ARRAY || Z_TYPE_P(template) == IS_OBJECT ||
           (names && Z_TYPE_P(template) == IS_STRING);
}

/* ---- arrays --------------------------------------------------------------------- */

/* The values in their order, with the template's string keys. */
static bool template_pour_keyed(zval *out, HashTable *template, HashTable *values, unsigned depth)
{
    HashPosition position;
    zend_string *key;
    zval *shape, *value, poured;

    zend_hash_internal_pointer_reset_ex(values, &position);
    ZEND_HASH_FOREACH_STR_KEY_VAL(template, key, shape) {
        if (key != NULL) {
            value = zend_hash_get_current_data_ex(values, &position);
            if (value == NULL)
                return template_fail(TEMPLATE_ARRAY "can't get data");
            ZVAL_DEREF(shape);
            value = template_direct(value);
            if (!template_shapes(shape, false))
                ZVAL_COPY(&poured, value);
            else if (!template_pour(&poured, shape, value, depth))
                return false;
            if (Z_ISUNDEF(poured))
                ZVAL_NULL(&poured);
            zend_symtable_update(Z_ARRVAL_P(out), key, &poured);
        }
        zend_hash_move_forward_ex(values, &position);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

/* A list, each element converted by the template's first element. */
static bool template_pour_list(zval *out, HashTable *template, HashTable *values, unsigned depth)
{
    HashPosition first;
    zend_string *key;
    zval *shape, *value, poured;

    zend_hash_internal_pointer_reset_ex(template, &first);
    shape = zend_hash_get_current_data_ex(template, &first);
    ZVAL_DEREF(shape);
    if (zend_hash_num_elements(values) == 0)
        return template_fail(TEMPLATE_ARRAY "array length is 0 in unserialized data");
    ZEND_HASH_FOREACH_STR_KEY_VAL(values, key, value) {
        if (key != NULL)
            return template_fail(TEMPLATE_ARRAY "key is string");
        if (!template_shapes(shape, true)) {
            Z_TRY_ADDREF_P(value);
            ZVAL_COPY_VALUE(&poured, value);
        } else if (!template_pour(&poured, shape, template_direct(value), depth)) {
            return template_fail(TEMPLATE_ARRAY "convert failure in HASH_KEY_IS_LONG in indexed array");
        }
        zend_hash_next_index_insert(Z_ARRVAL_P(out), &poured);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

static bool template_pour_array(zval *out, HashTable *template, zval *value, unsigned depth)
{
    bool keyed = zend_hash_num_elements(template) != (zend_ulong) template->nNextFreeElement;
    zval held, *values = NULL;
    zend_array *properties = NULL;
    bool good;

    if (zend_hash_num_elements(template) == 0)
        return template_fail(TEMPLATE_ARRAY "template array length is 0");
    if (Z_TYPE_P(value) == IS_ARRAY)
        values = value;
    else if (!keyed)
        return template_fail(TEMPLATE_ARRAY "unserialized data must be array.");
    else if (Z_TYPE_P(value) != IS_OBJECT)
        return template_fail(TEMPLATE_ARRAY "input data is not array");
    if (values != NULL) {
        ZVAL_COPY(&held, values);
    } else {
        properties = zend_proptable_to_symtable(Z_OBJPROP_P(value), 1);
        ZVAL_ARR(&held, properties);
    }
    array_init(out);
    good = keyed ? template_pour_keyed(out, template, Z_ARRVAL(held), depth)
                 : template_pour_list(out, template, Z_ARRVAL(held), depth);
    zval_ptr_dtor(&held);
    if (!good)
        zval_ptr_dtor(out);
    return good;
}

/* ---- objects: the class --------------------------------------------------------------- */

static zend_class_entry *template_class(zval *template)
{
    zend_class_entry *ce;

    if (Z_TYPE_P(template) == IS_OBJECT)
        return Z_OBJCE_P(template);
    ce = zend_lookup_class(Z_STR_P(template));
    if (ce == NULL && EG(exception) == NULL)
        zend_throw_error(NULL, "Class \"%s\" not found", Z_STRVAL_P(template));
    return ce;
}

/* Makes an object and calls its constructor, if that is public. A class whose
 * constructor is not public is refused if it is internal or has __unserialize: its
 * objects may not be usable before one of the two has run. */
static bool template_construct(zval *out, zend_class_entry *ce)
{
    bool hidden = ce->constructor != NULL && !(ce->constructor->common.fn_flags & ZEND_ACC_PUBLIC);
    zval ignored;

    if (!msgpack_may_unserialize(ce))
        return false;
    if (hidden && (ce->type == ZEND_INTERNAL_CLASS || ce->__unserialize != NULL)) {
        zend_throw_error(NULL, "Cannot make a %s from a template: its constructor is not public", ZSTR_VAL(ce->name));
        return false;
    }
    if (object_init_ex(out, ce) != SUCCESS)
        return false;
    if (ce->constructor == NULL || hidden)
        return true;
    zend_call_known_instance_method_with_0_params(ce->constructor, Z_OBJ_P(out), &ignored);
    zval_ptr_dtor(&ignored);
    if (EG(exception) == NULL)
        return true;
    zend_object_store_ctor_failed(Z_OBJ_P(out));
    zval_ptr_dtor(out);
    return false;
}

/* ---- objects: the properties ------------------------------------------------------------ */

struct template_property {
    zend_string *name;       /* unmangled; owned */
    zend_class_entry *scope; /* class whose code could write it */
};

struct template_properties {
    struct template_property *list;
    uint32_t count, next;
};

/* Lists the properties of object that are in table, in its order. A private property
 * of a parent class gets that class as scope. */
static void template_list(struct template_properties *all, HashTable *table, zend_object *object)
{
    HashTable *own = object->handlers->get_properties(object);
    zend_class_entry *ce = object->ce;
    zend_string *key;

    all->list = safe_emalloc(zend_hash_num_elements(table) + 1, sizeof *all->list, 0);
    all->count = all->next = 0;
    ZEND_HASH_FOREACH_STR_KEY(table, key) {
        const char *class_name, *name;
        size_t length;
        if (key == NULL || !zend_hash_exists(own, key) ||
            zend_unmangle_property_name_ex(key, &class_name, &name, &length) != SUCCESS)
            continue;
        struct template_property *property = &all->list[all->count++];
        property->name = zend_string_init(name, length, 0);
        property->scope = ce;
        for (zend_class_entry *at = ce; class_name != NULL && at != NULL; at = at->parent)
            if (strcmp(ZSTR_VAL(at->name), class_name) == 0)
                property->scope = at;
    }
    ZEND_HASH_FOREACH_END();
}

static void template_unlist(struct template_properties *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        zend_string_release(all->list[i].name);
    efree(all->list);
}

/* Assigns a property; types and readonly are checked. False: an exception is pending. */
static bool template_write(zval *object, zend_class_entry *scope, zend_string *name, zval *value)
{
    zend_update_property_ex(scope, Z_OBJ_P(object), name, template_direct(value));
    return EG(exception) == NULL;
}

/* Assigns the property of that plain name: with the object's class as scope if it is
 * declared, else as a dynamic property. */
static bool template_write_named(zval *object, zend_string *name, zval *value)
{
    zend_class_entry *ce = Z_OBJCE_P(object);
    zend_property_info *info = zend_hash_find_ptr(&ce->properties_info, name);

    if (info != NULL && !(info->flags & ZEND_ACC_STATIC))
        return template_write(object, ce, name, value);
    Z_OBJ_HT_P(object)->write_property(Z_OBJ_P(object), name, template_direct(value), NULL);
    return EG(exception) == NULL;
}

static bool template_write_index(zval *object, zend_ulong index, zval *value)
{
    zend_string *name = zend_long_to_str((zend_long)index);
    Z_OBJ_HT_P(object)->write_property(Z_OBJ_P(object), name, template_direct(value), NULL);
    zend_string_release(name);
    return EG(exception) == NULL;
}

/* Assigns the next property that was not assigned by its name; if there is none, a
 * property named like the index. */
static bool template_write_next(zval *object, struct template_properties *all, HashTable *named, zend_ulong index,
                                zval *value)
{
    while (all->next < all->count) {
        struct template_property *property = &all->list[all->next++];
        if (named == NULL || !zend_hash_exists(named, property->name))
            return template_write(object, property->scope, property->name, value);
    }
    return template_write_index(object, index, value);
}

/* Assigns first the entries with names, then the others by position. */
static bool template_pour_mixed(zval *object, struct template_properties *all, HashTable *values)
{
    HashTable *named = zend_new_array(zend_hash_num_elements(values));
    zend_string *key;
    zend_ulong index;
    zval *value;
    bool good = true;

    ZEND_HASH_FOREACH_STR_KEY_VAL(values, key, value) {
        if (key == NULL)
            continue;
        good = template_write_named(object, key, value);
        if (!good)
            break;
        zend_hash_add_empty_element(named, key);
    }
    ZEND_HASH_FOREACH_END();
    if (good) {
        ZEND_HASH_FOREACH_KEY_VAL(values, index, key, value) {
            if (key != NULL)
                continue;
            good = template_write_next(object, all, named, index, value);
            if (!good)
                break;
        }
        ZEND_HASH_FOREACH_END();
    }
    zend_array_destroy(named);
    return good;
}

/* For a list with as many elements as there are properties: assigns one to each,
 * converted by the property's value as a template, as the constructor set it. */
static bool template_pour_whole(zval *object, struct template_properties *all, HashTable *values, unsigned depth)
{
    zval scratch, shape, poured, *value;
    bool good = true;

    for (uint32_t i = 0; good && i < all->count; i++) {
        struct template_property *property = &all->list[i];
        value = zend_hash_index_find(values, i);
        if (value == NULL)
            return template_fail(TEMPLATE_OBJECT "can't get data value by index");
        ZVAL_UNDEF(&scratch);
        ZVAL_COPY_DEREF(&shape,
                        zend_read_property_ex(property->scope, Z_OBJ_P(object), property->name, true, &scratch));
        zval_ptr_dtor(&scratch);
        if (EG(exception) != NULL)
            good = false;
        else if (!template_shapes(&shape, false))
            good = template_write(object, property->scope, property->name, value);
        else if (template_pour(&poured, &shape, template_direct(value), depth)) {
            good = template_write(object, property->scope, property->name, &poured);
            zval_ptr_dtor(&poured);
        } else
            good = template_fail(TEMPLATE_OBJECT "convert failure in convert_object");
        zval_ptr_dtor(&shape);
    }
    return good;
}

static bool template_fill(zval *object, zval *template, zval *value, unsigned depth)
{
    struct template_properties all;
    bool good;

    template_list(&all, Z_OBJPROP_P(object), Z_OBJ_P(object));
    if (Z_TYPE_P(value) != IS_ARRAY) {
        good = template_write_next(object, &all, NULL, 0, value);
    } else if (zend_hash_num_elements(Z_ARRVAL_P(value)) == 0) {
        good = true;
    } else if (zend_hash_num_elements(Z_ARRVAL_P(value)) != (zend_ulong)Z_ARRVAL_P(value)->nNextFreeElement ||
               zend_hash_num_elements(Z_ARRVAL_P(value)) != all.count) {
        if (Z_TYPE_P(template) == IS_OBJECT) {
            template_unlist(&all);
            template_list(&all, Z_OBJPROP_P(template), Z_OBJ_P(object));
        }
        good = template_pour_mixed(object, &all, Z_ARRVAL_P(value));
    } else {
        good = template_pour_whole(object, &all, Z_ARRVAL_P(value), depth);
    }
    template_unlist(&all);
    return good;
}

static bool template_pour_object(zval *out, zval *template, zval *value, unsigned depth)
{
    zend_class_entry *ce = template_class(template);
    zval held;
    bool good;

    if (ce == NULL)
        return false;
    if (Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == ce) {
        ZVAL_COPY(out, value);
        return true;
    }
    if (!template_construct(out, ce))
        return false;
    ZVAL_COPY(&held, value);
    good = template_fill(out, template, &held, depth);
    zval_ptr_dtor(&held);
    if (!good)
        zval_ptr_dtor(out);
    return good;
}

/* ---- any template ---------------------------------------------------------------------------- */

/* False: *out is not set, and there was a warning or an exception is pending. */
static bool template_pour(zval *out, zval *template, zval *value, unsigned depth)
{
    zval held;
    bool good;

    if (depth == TEMPLATE_DEPTH)
        return template_fail("[msgpack] (msgpack_convert_template) templates are nested too deeply");
    ZVAL_COPY(&held, template);
    if (Z_TYPE(held) == IS_ARRAY)
        good = template_pour_array(out, Z_ARRVAL(held), value, depth + 1);
    else
        good = template_pour_object(out, &held, value, depth + 1);
    zval_ptr_dtor(&held);
    return good;
}

bool msgpack_template_apply(zval *out, zval *template, zval *value)
{
    ZVAL_DEREF(template);
    if (!template_shapes(template, true)) {
        zend_type_error("The template must be of type array|object|string, %s given", zend_zval_type_name(template));
        ZVAL_NULL(out);
        return false;
    }
    if (template_pour(out, template, template_direct(value), 0))
        return true;
    ZVAL_NULL(out);
    return false;
}

void msgpack_unpack_template(zval *return_value, zend_string *str, zval *template,
                             const struct msgpack_unpack_options *options)
{
    zval value;

    if (template != NULL)
        ZVAL_DEREF(template);
    if (template == NULL || Z_TYPE_P(template) == IS_NULL) {
        msgpack_unpack_value(return_value, ZSTR_VAL(str), ZSTR_LEN(str), options);
        return;
    }
    if (UNEXPECTED(options->plan != NULL)) {
        zend_value_error("The option \"type\" and a template exclude each other");
        ZVAL_FALSE(return_value);
        return;
    }
    if (!msgpack_unpack_value(&value, ZSTR_VAL(str), ZSTR_LEN(str), options)) {
        RETURN_COPY_VALUE(&value);
    }
    msgpack_template_apply(return_value, template, &value);
    zval_ptr_dtor(&value);
}
