/* A class -> its fields, by its attributes, and the template of its objects. */
#include "class.h"

#include "attribute_check.h"
#include "default_values.h"
#include "property_types.h"

#include "../../types/class_fields.h"
#include "zend_alloc_sizes.h"
#include "../../../../core/include/hayapack_wire.h"

#define CLASS_PLACES_MAX 65536 /* indexes of the array form are below this */
#define CLASS_FIELDS_MAX 4096

/* ---- attributes of the class -------------------------------------------------------------------------- */

#define CLASS_WORDS 3 /* values of an argument, at most */

static const char *const class_keys[CLASS_WORDS] = {"map", "array"};
static const char *const class_unknown[CLASS_WORDS] = {"skip", "error", "keep"};

/* An argument that is one of the words; *out: its number from 1, unchanged if it is not given. */
static bool class_word(struct plan_builder *builder, zend_attribute *model, uint32_t index, const char *name,
                       const char *const *words, uint8_t *out)
{
    uint8_t found = 0;
    zval value;

    if (!plan_attribute_argument(model, index, name, builder->scope, &value))
        return false;
    if (Z_TYPE(value) == IS_UNDEF || Z_TYPE(value) == IS_NULL)
        return true;
    for (uint8_t i = 0; i < CLASS_WORDS && words[i] != NULL; i++)
        if (Z_TYPE(value) == IS_STRING && strcmp(Z_STRVAL(value), words[i]) == 0)
            found = *out = i + 1;
    zval_ptr_dtor(&value);
    if (found != 0)
        return true;
    return words[2] == NULL
               ? plan_type_fail(builder, "Model(%s) must be '%s' or '%s'", name, words[0], words[1])
               : plan_type_fail(builder, "Model(%s) must be '%s', '%s' or '%s'", name, words[0], words[1], words[2]);
}

/* The name of the property that has unknown entries. */
static bool class_extra_name(struct plan_builder *builder, zend_attribute *model, zend_string **name)
{
    zval value;

    if (!plan_attribute_argument(model, 3, "extra", builder->scope, &value))
        return false;
    if (Z_TYPE(value) == IS_UNDEF)
        ZVAL_STRING(&value, "extra");
    if (Z_TYPE(value) == IS_STRING) {
        *name = plan_type_keep(builder, Z_STR(value));
        return true;
    }
    zval_ptr_dtor(&value);
    return plan_type_fail(builder, "Model(extra) must be the name of a property");
}

/* Model, that of the class or of its nearest parent that has one. *extra: the name of the property that has unknown
 * entries, or NULL. */
static bool class_model(struct plan_builder *builder, struct plan_class *cls, bool *constructor, zend_string **extra)
{
    zend_attribute *model = NULL;
    zval value;

    for (zend_class_entry *ce = cls->ce; ce != NULL && model == NULL; ce = ce->parent) {
        model = plan_attribute_find(ce->attributes, PLAN_ATTRIBUTE_MODEL, 0, NULL);
        builder->scope = model != NULL ? ce : builder->scope; /* what `self` means in its arguments */
    }

    *constructor = builder->constructor;
    *extra = NULL;
    if (model == NULL)
        return true;
    if (!class_word(builder, model, 0, "keys", class_keys, &cls->keys) ||
        !class_word(builder, model, 1, "unknown", class_unknown, &cls->unknown) ||
        !plan_attribute_argument(model, 2, "constructor", builder->scope, &value))
        return false;
    if (Z_TYPE(value) == IS_TRUE || Z_TYPE(value) == IS_FALSE) {
        *constructor = Z_TYPE(value) == IS_TRUE;
    } else if (Z_TYPE(value) != IS_UNDEF) {
        zval_ptr_dtor(&value);
        return plan_type_fail(builder, "Model(constructor) must be true or false");
    }
    return cls->unknown != PLAN_UNKNOWN_KEEP || class_extra_name(builder, model, extra);
}

static bool class_is_after(const zend_function *function)
{
    return function->type == ZEND_USER_FUNCTION &&
           plan_attribute_find(function->op_array.attributes, PLAN_ATTRIBUTE_AFTER, 0, NULL) != NULL;
}

/* Whether a parent's method of this name, which is not called instead of the function, has the attribute After. */
static bool class_hides_after(const zend_function *function, const zend_string *name)
{
    for (const zend_class_entry *ce = function->common.scope->parent; ce != NULL; ce = ce->parent) {
        const zend_function *hidden = zend_hash_find_ptr(&ce->function_table, (zend_string *)name);
        if (hidden != NULL && class_is_after(hidden))
            return true;
    }
    return false;
}

/* The method with the attribute After. */
static bool class_after(struct plan_builder *builder, struct plan_class *cls)
{
    zend_function *function;
    zend_string *name;

    ZEND_HASH_FOREACH_STR_KEY_PTR(&cls->ce->function_table, name, function) {
        if (function->type != ZEND_USER_FUNCTION)
            continue;
        if (!plan_attributes_check(builder, function->op_array.attributes, 0))
            return false;
        if (!class_is_after(function)) {
            if (class_hides_after(function, name))
                return plan_type_fail(builder, "the method %s replaces one with the attribute After, and needs it, too",
                                      ZSTR_VAL(function->common.function_name));
            continue;
        }
        if (cls->after != NULL)
            return plan_type_fail(builder, "two methods have the attribute After");
        if (function->common.required_num_args > 0 || (function->common.fn_flags & ZEND_ACC_STATIC))
            return plan_type_fail(builder, "the method %s cannot be called without arguments",
                                  ZSTR_VAL(function->common.function_name));
        cls->after = function;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

/* ---- keys of a field -------------------------------------------------------------------------------------- */

static bool class_name(struct plan_builder *builder, struct plan_class *cls, uint32_t index, zend_string *name)
{
    if (zend_hash_add_ptr(cls->by_key, name, (void *)(uintptr_t)(index + 1)) != NULL)
        return true;
    return plan_type_fail(builder, "another field has the key \"%s\", too", ZSTR_VAL(name));
}

/* One attribute Key: an index, or a name and aliases. */
static bool class_key(struct plan_builder *builder, struct plan_class *cls, uint32_t index, zend_attribute *attribute,
                      bool *placed)
{
    struct plan_field *field = &cls->fields[index];
    zval key, aliases, *alias;
    bool good = true;

    if (!plan_attribute_argument(attribute, 0, "key", builder->scope, &key))
        return false;
    if (Z_TYPE(key) == IS_LONG && Z_LVAL(key) >= 0 && Z_LVAL(key) < CLASS_PLACES_MAX) {
        field->place = (uint32_t)Z_LVAL(key);
        *placed = true;
    } else if (Z_TYPE(key) == IS_STRING && field->key == NULL) {
        field->key = zend_string_copy(Z_STR(key));
    } else {
        good = plan_type_fail(builder, "Key needs one name, or an index from 0 to %d", CLASS_PLACES_MAX - 1);
    }
    zval_ptr_dtor(&key);
    if (!good || !plan_attribute_argument(attribute, 1, "aliases", builder->scope, &aliases))
        return false;
    if (Z_TYPE(aliases) == IS_ARRAY) {
        ZEND_HASH_FOREACH_VAL(Z_ARR(aliases), alias) {
            if (Z_TYPE_P(alias) != IS_STRING)
                good = plan_type_fail(builder, "Key's aliases must be strings");
            good = good && class_name(builder, cls, index, Z_STR_P(alias));
        }
        ZEND_HASH_FOREACH_END();
    } else if (Z_TYPE(aliases) != IS_UNDEF) {
        good = plan_type_fail(builder, "Key's aliases must be an array of strings");
    }
    zval_ptr_dtor(&aliases);
    return good;
}

/* Sets what the fast path compares a key with. */
static bool class_encode_key(struct plan_builder *builder, struct plan_field *field)
{
    uint8_t header[HAYA_HEADER_MAX];
    size_t n = ZSTR_LEN(field->key), head = (size_t)(haya_put_str_header(header, (uint32_t)n) - header);

    if (n > UINT16_MAX)
        return plan_type_fail(builder, "the key is longer than 65535 bytes");
    if (!haya_utf8_valid((const uint8_t *)ZSTR_VAL(field->key), n))
        return plan_type_fail(builder, "the key is not UTF-8");
    /* With padding, so that short keys can be copied in pieces of a fixed size. */
    field->encoded = zend_string_safe_alloc(1, head + n, PLAN_KEY_COPY, false);
    memset(ZSTR_VAL(field->encoded), 0, head + n + PLAN_KEY_COPY + 1);
    ZSTR_LEN(field->encoded) = head + n;
    memcpy(ZSTR_VAL(field->encoded), header, head);
    memcpy(ZSTR_VAL(field->encoded) + head, ZSTR_VAL(field->key), n);
    field->wire = haya_encode_key(ZSTR_VAL(field->key), n);
    return true;
}

/* The names of a field, its index, and whether it is one at all (*used): a public property, or one with Key. */
static bool class_field_keys(struct plan_builder *builder, struct plan_class *cls, HashTable *attributes,
                             uint32_t offset, bool visible, bool *used, bool *placed)
{
    struct plan_field *field = &cls->fields[cls->count];
    zend_attribute *key = plan_attribute_find(attributes, PLAN_ATTRIBUTE_KEY, offset, NULL), *symfony;
    zval name;

    *used = (visible || key != NULL) && plan_attribute_find(attributes, PLAN_ATTRIBUTE_IGNORE, offset, NULL) == NULL;
    *placed = false;
    if (!*used)
        return true;
    for (; key != NULL; key = plan_attribute_find(attributes, PLAN_ATTRIBUTE_KEY, offset, key))
        if (!class_key(builder, cls, cls->count, key, placed))
            return false;
    symfony = plan_attribute_find(attributes, PLAN_ATTRIBUTE_SERIALIZED_NAME, offset, NULL);
    if (field->key == NULL && symfony != NULL) {
        if (!plan_attribute_argument(symfony, 0, "serializedName", builder->scope, &name))
            return false;
        if (Z_TYPE(name) == IS_STRING)
            field->key = zend_string_copy(Z_STR(name));
        zval_ptr_dtor(&name);
    }
    if (field->key == NULL)
        field->key = zend_string_copy(builder->property);
    return class_encode_key(builder, field) && class_name(builder, cls, cls->count, field->key);
}

/* ---- fields ------------------------------------------------------------------------------------------------- */

/* The name as the program writes it: that of a property that is not public is mangled. */
static zend_string *class_property_name(struct plan_builder *builder, const zend_property_info *info)
{
    const char *name;

    if (info->flags & ZEND_ACC_PUBLIC)
        return info->name;
    name = zend_get_unmangled_property_name(info->name);
    return plan_type_keep(builder, zend_string_init(name, strlen(name), false));
}

/* A promoted property that is no field has the default of its parameter, if there is one without `new`. */
static bool class_hidden(struct plan_builder *builder, struct plan_class *cls, zend_property_info *info)
{
    int parameter =
        info->flags & ZEND_ACC_PROMOTED ? plan_default_parameter(info->ce->constructor, builder->property) : -1;
    struct plan_field hidden = {.info = info};
    bool good =
        parameter < 0 || plan_default_of_parameter(builder, info->ce->constructor, (uint32_t)parameter, &hidden);

    if (good && parameter >= 0 && hidden.missing == PLAN_COPY)
        ZVAL_COPY_VALUE(&cls->slots[OBJ_PROP_TO_NUM(info->offset)], &hidden.value);
    if (Z_REFCOUNTED(hidden.value) && hidden.missing == PLAN_COPY)
        zend_hash_next_index_insert_new(&builder->plan->owned, &hidden.value);
    else
        zval_ptr_dtor(&hidden.value);
    return good;
}

/* Sets the property or argument that has unknown entries; its type must take an array. */
static bool class_extra(struct plan_builder *builder, struct plan_class *cls, zend_type type, zend_property_info *info,
                        uint32_t offset)
{
    struct plan_field *extra = plan_type_alloc(builder, sizeof *extra);

    if (ZEND_TYPE_IS_SET(type) && !(ZEND_TYPE_PURE_MASK(type) & MAY_BE_ARRAY))
        return plan_type_fail(builder, "the property of unknown entries must take an array");
    if (info != NULL && MSGPACK_PROPERTY_HOOKED(info))
        return plan_type_fail(builder, "a property with hooks cannot be filled");
    extra->info = info;
    extra->offset = offset;
    cls->extra = extra;
    return plan_expression_parse(builder, ZEND_STRL("map<string, mixed>"), &extra->node);
}

/* Adds the field for a property, if it is one. extra: the name of the property of unknown entries, or NULL. */
static bool class_property(struct plan_builder *builder, struct plan_class *cls, zend_property_info *info,
                           zend_string *extra, uint32_t *placed_count)
{
    struct plan_field *field = &cls->fields[cls->count];
    bool used, placed;
    int parameter;

    builder->property = class_property_name(builder, info);
    if ((info->flags & ZEND_ACC_STATIC) || !MSGPACK_HAS_SLOT(info))
        return true;
    if (!plan_attributes_check(builder, info->attributes, 0))
        return false;
    if (extra != NULL && zend_string_equals(builder->property, extra))
        return class_extra(builder, cls, info->type, info, info->offset);
    if (!class_field_keys(builder, cls, info->attributes, 0, msgpack_class_has_field(info), &used, &placed))
        return false;
    if (!used)
        return class_hidden(builder, cls, info);
    if (MSGPACK_PROPERTY_HOOKED(info))
        return plan_type_fail(builder, "a property with hooks cannot be filled; give it the attribute Ignore");
    field->info = info;
    field->offset = info->offset;
    if (!plan_property_node(builder, info->type, info->attributes, 0, &field->node))
        return false;
    parameter = info->flags & ZEND_ACC_PROMOTED ? plan_default_parameter(info->ce->constructor, builder->property) : -1;
    if (parameter < 0)
        plan_default_of_property(cls->ce, field);
    else if (!plan_default_of_parameter(builder, info->ce->constructor, (uint32_t)parameter, field))
        return false;
    if (!placed)
        field->place = cls->count;
    *placed_count += placed;
    cls->count++;
    return plan_default_is_within(builder, field);
}

/* Adds the field for a parameter of the constructor that is called. */
static bool class_parameter(struct plan_builder *builder, struct plan_class *cls, uint32_t i, zend_string *extra,
                            uint32_t *placed_count)
{
    const zend_function *constructor = cls->ce->constructor;
    const zend_arg_info *argument = &constructor->op_array.arg_info[i];
    struct plan_field *field = &cls->fields[cls->count];
    bool used, placed;

    builder->property = constructor->op_array.vars[i];
    if (ARG_SHOULD_BE_SENT_BY_REF(constructor, i + 1))
        return plan_type_fail(builder, "a parameter by reference has no value in a message");
    if (!plan_attributes_check(builder, constructor->op_array.attributes, i + 1))
        return false;
    zend_property_info *info = zend_hash_find_ptr(&cls->ce->properties_info, builder->property);
    if (info != NULL && !(info->flags & ZEND_ACC_STATIC) && MSGPACK_HAS_SLOT(info))
        field->info = info;
    /* The value behind hooks is not what the constructor was given, and need not be what it takes. */
    if (field->info != NULL && MSGPACK_PROPERTY_HOOKED(field->info))
        field->info = NULL;
    if (extra != NULL && zend_string_equals(builder->property, extra)) {
        info = field->info;
        field->info = NULL;
        return class_extra(builder, cls, argument->type, info, (uint32_t)(i * sizeof(zval)));
    }
    if (!class_field_keys(builder, cls, constructor->op_array.attributes, i + 1, true, &used, &placed))
        return false;
    if (!used)
        return plan_type_fail(builder, "a parameter of a constructor that is called cannot be ignored");
    field->offset = (uint32_t)(i * sizeof(zval));
    if (!plan_property_node(builder, argument->type, constructor->op_array.attributes, i + 1, &field->node))
        return false;
    zend_property_info *property = field->info;
    field->info = NULL;
    bool good = plan_default_of_parameter(builder, constructor, i, field);
    field->info = property;
    if (!placed)
        field->place = cls->count;
    *placed_count += placed;
    cls->count++;
    return good && plan_default_is_within(builder, field);
}

static bool class_fields(struct plan_builder *builder, struct plan_class *cls, zend_string *extra,
                         uint32_t *placed_count)
{
    zend_class_entry *ce = cls->ce;
    const zend_function *constructor = cls->constructor;
    uint32_t most = constructor != NULL ? constructor->common.num_args : (uint32_t)ce->default_properties_count;

    if (most > CLASS_FIELDS_MAX)
        return plan_type_fail(builder, "more than %d fields", CLASS_FIELDS_MAX);
    cls->fields = plan_type_alloc(builder, (most + 1) * sizeof *cls->fields);
    cls->by_key = zend_new_array(most);
    plan_type_owns(builder, cls->by_key);
    for (uint32_t i = 0; i < most; i++) {
        const zend_property_info *info = constructor != NULL ? NULL : ce->properties_info_table[i];
        /* The class that `self` and constants in attributes mean. */
        builder->scope = constructor != NULL ? constructor->common.scope : info != NULL ? info->ce : ce;
        if (constructor != NULL
                ? !class_parameter(builder, cls, i, extra, placed_count)
                : info != NULL && !class_property(builder, cls, ce->properties_info_table[i], extra, placed_count))
            return false;
    }
    builder->scope = ce;
    builder->property = NULL;
    if (extra != NULL && cls->extra == NULL)
        return plan_type_fail(builder, "unknown 'keep' needs %s $%s, such as array $%s = []",
                              constructor != NULL ? "the constructor's parameter" : "a property", ZSTR_VAL(extra),
                              ZSTR_VAL(extra));
    return true;
}

static bool class_places(struct plan_builder *builder, struct plan_class *cls, uint32_t placed_count)
{
    if (placed_count != 0 && placed_count != cls->count)
        return plan_type_fail(builder, "all fields need an index by Key, or none");
    if (placed_count != 0 && cls->keys == PLAN_KEYS_DEFAULT)
        cls->keys = PLAN_KEYS_ARRAY;
    for (uint32_t i = 0; i < cls->count; i++)
        cls->places = MAX(cls->places, cls->fields[i].place + 1);
    cls->by_place = plan_type_alloc(builder, (cls->places + 1) * sizeof *cls->by_place);
    memset(cls->by_place, 0xff, (cls->places + 1) * sizeof *cls->by_place);
    for (uint32_t i = 0; i < cls->count; i++) {
        if (cls->by_place[cls->fields[i].place] >= 0)
            return plan_type_fail(builder, "two fields have the index %u", cls->fields[i].place);
        cls->by_place[cls->fields[i].place] = (int32_t)i;
    }
    cls->all = cls->count >= PLAN_SEEN ? UINT64_MAX : ((uint64_t)1 << cls->count) - 1;
    return true;
}

/* ---- the template of the objects --------------------------------------------------------------------------------- */

/* The template's slot has the value of a new object, which is not counted. */
static void class_slot_is_set(struct plan_class *cls, uint32_t slot)
{
    Z_PROP_FLAG_P(&cls->slots[slot]) = 0;
    for (uint32_t k = 0; k < cls->counted_count; k++)
        if (cls->counted[k] == slot)
            cls->counted[k] = cls->counted[--cls->counted_count];
}

static void class_template(struct plan_builder *builder, struct plan_class *cls)
{
    uint32_t n = (uint32_t)cls->ce->default_properties_count;
    const zval *defaults = CE_DEFAULT_PROPERTIES_TABLE(cls->ce);

    cls->counted = plan_type_alloc(builder, n * sizeof *cls->counted + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (Z_TYPE(cls->slots[i]) == IS_UNDEF)
            ZVAL_COPY_VALUE_PROP(&cls->slots[i], &defaults[i]);
        if (Z_REFCOUNTED(cls->slots[i]))
            cls->counted[cls->counted_count++] = i;
    }
    if (cls->constructor != NULL)
        return;
    /* A field's slot is written without a look at what is in it. */
    for (uint32_t i = 0; i < cls->count; i++) {
        uint32_t slot = OBJ_PROP_TO_NUM(cls->fields[i].offset);
        if (cls->fields[i].missing != PLAN_IN_SLOT)
            ZVAL_UNDEF(&cls->slots[slot]);
        class_slot_is_set(cls, slot);
    }
    if (cls->extra != NULL) {
        ZVAL_EMPTY_ARRAY(&cls->slots[OBJ_PROP_TO_NUM(cls->extra->offset)]);
        class_slot_is_set(cls, OBJ_PROP_TO_NUM(cls->extra->offset));
    }
}

#define CLASS_BIN(number, size, ...) size,

/* What the allocator takes for n bytes. */
static size_t class_allocated(size_t n)
{
    static const uint16_t bins[] = {ZEND_MM_BINS_INFO(CLASS_BIN, , )};

    for (size_t i = 0; i < sizeof bins / sizeof *bins; i++)
        if (n <= bins[i])
            return bins[i];
    return ZEND_MM_ALIGNED_SIZE_EX(n, ZEND_MM_PAGE_SIZE);
}

/* The memory of an object, and of the engine's table of objects and that of destructors, which double when they are
 * full. */
static size_t class_size(const zend_class_entry *ce)
{
    size_t tables = ce->destructor != NULL ? 2 : 1;

    return class_allocated(sizeof(zend_object) + zend_object_properties_size((zend_class_entry *)ce)) +
           tables * 2 * sizeof(zend_object *);
}

bool plan_class_build(struct plan_builder *builder, struct plan_class *cls)
{
    uint32_t placed_count = 0;
    zend_string *extra;
    bool constructor;

    builder->scope = cls->ce;
    builder->property = NULL;
    if (zend_update_class_constants(cls->ce) != SUCCESS || !plan_attributes_check(builder, cls->ce->attributes, 0) ||
        !class_model(builder, cls, &constructor, &extra))
        return false;
    builder->scope = cls->ce;
    if (!class_after(builder, cls))
        return false;
    if (constructor && cls->ce->constructor != NULL) {
        cls->constructor = cls->ce->constructor;
        if (cls->constructor->type != ZEND_USER_FUNCTION || !(cls->constructor->common.fn_flags & ZEND_ACC_PUBLIC) ||
            (cls->constructor->common.fn_flags & ZEND_ACC_VARIADIC))
            return plan_type_fail(builder, "the constructor cannot be called: it is not public, or has any number of "
                                           "arguments");
        cls->arguments = cls->constructor->common.num_args;
    }
    cls->slots_bytes = (uint32_t)cls->ce->default_properties_count * sizeof(zval);
    cls->slots = plan_type_alloc(builder, cls->slots_bytes + 1);
    cls->size = class_size(cls->ce);
    if (!class_fields(builder, cls, extra, &placed_count) || !class_places(builder, cls, placed_count))
        return false;
    class_template(builder, cls);
    cls->armed = cls->ce->destructor != NULL;
    builder->scope = NULL;
    return true;
}
