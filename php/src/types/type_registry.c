/*
 * MsgpackTypeRegistry.
 */
#include "type_registry.h"

#include "class_fields.h"
#include "value_classes.h"

#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

zend_class_entry *msgpack_registry_ce;

#define REGISTRY_NAME_MAX 4096    /* bytes; longer names are not looked up */
#define REGISTRY_PLACES_MAX 65536 /* array indexes of fields are below this */

struct registry_field {
    zend_property_info *info; /* borrowed from the class */
    zend_string *key;         /* owned map key; NULL: the field is in an array */
    zend_ulong place;         /* its index in that array */
};

struct registry_entry {
    zend_class_entry *ce;
    zend_string *name; /* the name to write */
    HashTable *cases;  /* of an enum: value => case; else NULL */
    bool places;       /* fields are in an array; else in a map */
    uint32_t count;
    struct registry_field *fields;
};

struct registry {
    HashTable by_class; /* address of the class => entry; owns the entries */
    HashTable by_name;  /* names, as given and normalized => entry; borrows them */
    zend_object object;
};

static zend_object_handlers registry_handlers;

static struct registry *registry_of(zend_object *object)
{
    return (struct registry *)((char *)object - offsetof(struct registry, object));
}

static void registry_free_entry(zval *value)
{
    struct registry_entry *entry = Z_PTR_P(value);

    for (uint32_t i = 0; i < entry->count; i++)
        if (entry->fields[i].key != NULL)
            zend_string_release(entry->fields[i].key);
    if (entry->fields != NULL)
        efree(entry->fields);
    if (entry->cases != NULL)
        zend_array_destroy(entry->cases);
    zend_string_release(entry->name);
    efree(entry);
}

static zend_object *registry_create(zend_class_entry *ce)
{
    struct registry *self = zend_object_alloc(sizeof *self, ce);

    zend_hash_init(&self->by_class, 8, NULL, registry_free_entry, false);
    zend_hash_init(&self->by_name, 8, NULL, NULL, false);
    zend_object_std_init(&self->object, ce);
    object_properties_init(&self->object, ce);
    self->object.handlers = &registry_handlers;
    return &self->object;
}

static void registry_free(zend_object *object)
{
    struct registry *self = registry_of(object);

    zend_hash_destroy(&self->by_name);
    zend_hash_destroy(&self->by_class);
    zend_object_std_dtor(object);
}

void msgpack_registry_init(zend_class_entry *registry)
{
    msgpack_registry_ce = registry;
    registry->create_object = registry_create;
    registry_handlers = *zend_get_std_object_handlers();
    registry_handlers.offset = offsetof(struct registry, object);
    registry_handlers.free_obj = registry_free;
    registry_handlers.clone_obj = NULL;
}

static struct registry_entry *registry_of_class(zend_object *registry, zend_class_entry *ce)
{
    return zend_hash_index_find_ptr(&registry_of(registry)->by_class, (zend_ulong)(uintptr_t)ce);
}

bool msgpack_registry_knows(zend_object *registry, zend_class_entry *ce)
{
    return registry_of_class(registry, ce) != NULL;
}

/* ---- names --------------------------------------------------------------------- */

static bool registry_at(const char *s, size_t n, const char *word)
{
    return n >= strlen(word) && memcmp(s, word, strlen(word)) == 0;
}

/* Replaces ",mscorlib" at the end of out by ",System.Private.CoreLib". Called where an
 * assembly name can end: before "]" and at the end. */
static void registry_core(smart_str *out)
{
    static const char old[] = ",mscorlib";
    size_t n = out->s != NULL ? ZSTR_LEN(out->s) : 0;

    if (n >= sizeof old - 1 && memcmp(ZSTR_VAL(out->s) + n - (sizeof old - 1), old, sizeof old - 1) == 0) {
        ZSTR_LEN(out->s) = n - (sizeof old - 2);
        smart_str_appends(out, "System.Private.CoreLib");
    }
}

/* The normalized name, in which names are compared: without versions, cultures and
 * public key tokens, wherever they occur, and without blanks after commas. */
static zend_string *registry_normal(const char *s, size_t n)
{
    smart_str out = {0};

    for (size_t i = 0; i < n;) {
        if (s[i] != ',') {
            if (s[i] == ']')
                registry_core(&out);
            smart_str_appendc(&out, s[i++]);
            continue;
        }
        do
            i++;
        while (i < n && s[i] == ' ');
        if (registry_at(s + i, n - i, "Version=") || registry_at(s + i, n - i, "Culture=") ||
            registry_at(s + i, n - i, "PublicKeyToken=")) {
            while (i < n && s[i] != ',' && s[i] != ']')
                i++;
        } else {
            smart_str_appendc(&out, ',');
        }
    }
    registry_core(&out);
    return smart_str_extract(&out);
}

static struct registry_entry *registry_of_name(zend_object *registry, const char *name, size_t n)
{
    HashTable *names = &registry_of(registry)->by_name;
    struct registry_entry *entry;
    zend_string *normal;

    if (n > REGISTRY_NAME_MAX || zend_hash_num_elements(names) == 0)
        return NULL;
    entry = zend_hash_str_find_ptr(names, name, n);
    if (entry != NULL)
        return entry;
    normal = registry_normal(name, n);
    entry = zend_hash_find_ptr(names, normal);
    zend_string_release(normal);
    return entry;
}

/* ---- registering ----------------------------------------------------------------- */

/* Whether a class can be registered: a backed enum, or a class of the program whose
 * objects can be made without a constructor, from public properties. */
static bool registry_usable(zend_class_entry *ce)
{
    if (ce == zend_standard_class_def || ce == msgpack_typed_ce || ce == msgpack_ext_ce || ce == msgpack_bin_ce ||
        ce == msgpack_timestamp_ce) {
        zend_argument_value_error(1, "must not be %s, which has its own encoding", ZSTR_VAL(ce->name));
        return false;
    }
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        if (ce->enum_backing_type != IS_UNDEF)
            return true;
        zend_argument_value_error(1, "must be a backed enum");
        return false;
    }
    if (msgpack_class_is_fillable(ce))
        return true;
    zend_argument_value_error(1, "must be a user-defined class that can be instantiated, or an enum");
    return false;
}

/* Sets the key of a property: its name, or what the array `renamed` has for it. */
static bool registry_field_key(struct registry_field *field, HashTable *renamed)
{
    zval *key = renamed != NULL ? zend_hash_find(renamed, field->info->name) : NULL;

    field->place = 0;
    if (key == NULL) {
        field->key = zend_string_copy(field->info->name);
        return true;
    }
    ZVAL_DEREF(key);
    field->key = Z_TYPE_P(key) == IS_STRING ? zend_string_copy(Z_STR_P(key)) : NULL;
    if (field->key != NULL)
        return true;
    if (Z_TYPE_P(key) != IS_LONG || Z_LVAL_P(key) < 0 || Z_LVAL_P(key) >= REGISTRY_PLACES_MAX) {
        zend_argument_value_error(4, "must hold strings, or integers of at least 0");
        return false;
    }
    field->place = (zend_ulong)Z_LVAL_P(key);
    return true;
}

/* Checks that the fields are all names or all array indexes, and unique. */
static bool registry_check_fields(struct registry_entry *entry, HashTable *renamed)
{
    for (uint32_t i = 0; i < entry->count; i++) {
        const struct registry_field *field = &entry->fields[i];
        if ((field->key == NULL) != (entry->fields[0].key == NULL)) {
            zend_argument_value_error(4, "must be all names or all array indexes");
            return false;
        }
        for (uint32_t before = 0; before < i; before++) {
            const struct registry_field *other = &entry->fields[before];
            if (field->key != NULL ? zend_string_equals(field->key, other->key) : field->place == other->place) {
                zend_argument_value_error(4, "must not have the same name twice");
                return false;
            }
        }
    }
    entry->places = entry->count > 0 && entry->fields[0].key == NULL;
    if (renamed != NULL) {
        zend_string *name;
        ZEND_HASH_FOREACH_STR_KEY(renamed, name) {
            zend_property_info *info = name != NULL ? zend_hash_find_ptr(&entry->ce->properties_info, name) : NULL;
            if (info == NULL || !msgpack_class_has_field(info)) {
                zend_argument_value_error(4, "must have names of public properties of %s as keys",
                                          ZSTR_VAL(entry->ce->name));
                return false;
            }
        }
        ZEND_HASH_FOREACH_END();
    }
    return true;
}

static bool registry_fields(struct registry_entry *entry, HashTable *renamed)
{
    zend_property_info *info;

    entry->fields = safe_emalloc(zend_hash_num_elements(&entry->ce->properties_info) + 1, sizeof *entry->fields, 0);
    ZEND_HASH_FOREACH_PTR(&entry->ce->properties_info, info) {
        if (!msgpack_class_has_field(info))
            continue;
        struct registry_field *field = &entry->fields[entry->count];
        field->info = info;
        if (!registry_field_key(field, renamed))
            return false;
        entry->count++;
    }
    ZEND_HASH_FOREACH_END();
    return registry_check_fields(entry, renamed);
}

/* Adds a name to the names of a new entry; false: an exception is pending. */
static bool registry_add_name(struct registry *self, HashTable *names, zend_string *name)
{
    zend_string *normal = registry_normal(ZSTR_VAL(name), ZSTR_LEN(name));
    bool taken = zend_hash_exists(&self->by_name, normal);

    zend_hash_add_empty_element(names, normal);
    zend_hash_add_empty_element(names, name);
    zend_string_release(normal);
    if (taken)
        zend_value_error("MsgpackTypeRegistry::register(): \"%s\" is already registered", ZSTR_VAL(name));
    return !taken;
}

static bool registry_add_names(struct registry *self, HashTable *names, zend_string *name, HashTable *aliases)
{
    zval *alias;

    if (!registry_add_name(self, names, name))
        return false;
    ZEND_HASH_FOREACH_VAL(aliases, alias) {
        ZVAL_DEREF(alias);
        if (Z_TYPE_P(alias) != IS_STRING) {
            zend_argument_type_error(3, "must be an array of strings");
            return false;
        }
        if (Z_STRLEN_P(alias) == 0) {
            zend_argument_value_error(3, "must not hold an empty name");
            return false;
        }
        if (!registry_add_name(self, names, Z_STR_P(alias)))
            return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

static void registry_add(struct registry *self, struct registry_entry *entry, HashTable *names)
{
    zend_string *name;

    zend_hash_index_add_ptr(&self->by_class, (zend_ulong)(uintptr_t)entry->ce, entry);
    ZEND_HASH_FOREACH_STR_KEY(names, name) {
        zend_hash_update_ptr(&self->by_name, name, entry);
    }
    ZEND_HASH_FOREACH_END();
}

ZEND_METHOD(MsgpackTypeRegistry, __construct)
{
    (void)return_value;
    ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(MsgpackTypeRegistry, register)
{
    struct registry *self = registry_of(Z_OBJ_P(ZEND_THIS));
    HashTable *aliases = (HashTable *)&zend_empty_array, *renamed = NULL, names;
    zend_class_entry *ce = NULL;
    zend_string *name;
    bool good;

    ZEND_PARSE_PARAMETERS_START(2, 4)
        Z_PARAM_CLASS(ce)
        Z_PARAM_STR(name)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(aliases)
        Z_PARAM_ARRAY_HT_OR_NULL(renamed)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    if (!registry_usable(ce))
        RETURN_THROWS();
    if (ZSTR_LEN(name) == 0) {
        zend_argument_value_error(2, "must not be empty");
        RETURN_THROWS();
    }
    if (registry_of_class(&self->object, ce) != NULL) {
        zend_value_error("MsgpackTypeRegistry::register(): %s is already registered", ZSTR_VAL(ce->name));
        RETURN_THROWS();
    }
    struct registry_entry *entry = ecalloc(1, sizeof *entry);
    entry->ce = ce;
    entry->name = zend_string_copy(name);
    zend_hash_init(&names, 4, NULL, NULL, false);
    if (ce->ce_flags & ZEND_ACC_ENUM)
        good = (entry->cases = msgpack_class_cases(ce)) != NULL;
    else
        good = registry_fields(entry, renamed);
    good = good && registry_add_names(self, &names, name, aliases);
    if (good) {
        registry_add(self, entry, &names);
    } else {
        zval owned;
        ZVAL_PTR(&owned, entry);
        registry_free_entry(&owned);
    }
    zend_hash_destroy(&names);
}

/* ---- packing -------------------------------------------------------------------------- */

bool msgpack_registry_take_apart(zend_object *registry, zend_object *object, zend_string **name, zval *value)
{
    const struct registry_entry *entry;

    if (object->ce == msgpack_typed_ce)
        return msgpack_read_typed(object, name, value);
    entry = registry_of_class(registry, object->ce);
    *name = entry->name;
    if (entry->cases != NULL) {
        ZVAL_COPY(value, zend_enum_fetch_case_value(object));
        return true;
    }
    if (entry->count == 0 && haya_typed_is_object(ZSTR_VAL(entry->name), ZSTR_LEN(entry->name))) {
        ZVAL_UNDEF(value);
        return true;
    }
    zend_array *table = zend_new_array(entry->count);
    for (uint32_t i = 0; i < entry->count; i++) {
        const struct registry_field *field = &entry->fields[i];
        zval scratch, *property = zend_read_property_ex(object->ce, object, field->info->name, false, &scratch), copy;
        if (EG(exception) != NULL) {
            zend_array_destroy(table);
            return false;
        }
        ZVAL_COPY_DEREF(&copy, property);
        if (property == &scratch)
            zval_ptr_dtor(&scratch);
        for (zend_ulong hole = zend_hash_num_elements(table); field->key == NULL && hole <= field->place; hole++)
            zend_hash_index_add_empty_element(table, hole);
        if (field->key == NULL)
            zend_hash_index_update(table, field->place, &copy);
        else
            zend_hash_update(table, field->key, &copy);
    }
    if (entry->places) {
        ZVAL_ARR(value, table);
        return true;
    }
    object_init(value); /* an object is written as a map, whatever its keys are */
    Z_OBJ_P(value)->properties = table;
    return true;
}

/* ---- unpacking ------------------------------------------------------------------------- */

/* Sets failure->detail and returns false. */
static bool registry_refuse(struct msgpack_failure *failure, const char *format, ...)
    ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

static bool registry_refuse(struct msgpack_failure *failure, const char *format, ...)
{
    smart_str text = {0};
    va_list arguments;
    zend_string *said;

    va_start(arguments, format);
    said = zend_vstrpprintf(0, format, arguments);
    va_end(arguments);
    smart_str_append(&text, said);
    zend_string_release(said);
    msgpack_failure_explain(failure, &text);
    return false;
}

/* The class of an object, or the name of another type. */
static const char *registry_type_of(const zval *value)
{
    ZVAL_DEREF(value);
    return Z_TYPE_P(value) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(value)->name) : zend_zval_type_name(value);
}

static bool registry_build_case(const struct registry_entry *entry, zval *value, zval *out,
                                struct msgpack_failure *failure)
{
    const char *name = ZSTR_VAL(entry->ce->name);
    smart_str text = {0};
    zval *item = NULL;

    if (value == NULL)
        return registry_refuse(failure, "the enum %s needs a value", name);
    if (Z_TYPE_P(value) == IS_LONG && entry->ce->enum_backing_type == IS_LONG)
        item = zend_hash_index_find(entry->cases, (zend_ulong)Z_LVAL_P(value));
    else if (Z_TYPE_P(value) == IS_STRING && entry->ce->enum_backing_type == IS_STRING)
        item = zend_hash_find(entry->cases, Z_STR_P(value));
    if (item != NULL) {
        ZVAL_COPY(out, item);
        return true;
    }
    if (Z_TYPE_P(value) != entry->ce->enum_backing_type)
        return registry_refuse(failure, "the enum %s is of type %s, not %s", name,
                               zend_get_type_by_const(entry->ce->enum_backing_type), registry_type_of(value));
    if (Z_TYPE_P(value) == IS_LONG)
        return registry_refuse(failure, "no case of the enum %s has the value " ZEND_LONG_FMT, name, Z_LVAL_P(value));
    smart_str_append_printf(&text, "no case of the enum %s has the value ", name);
    msgpack_append_name(&text, Z_STRVAL_P(value), Z_STRLEN_P(value));
    msgpack_failure_explain(failure, &text);
    return false;
}

/* The name or index of a field in messages, owned by the caller. */
static zend_string *registry_place(const struct registry_field *field)
{
    return field->key != NULL ? zend_string_copy(field->key) : zend_long_to_str((zend_long)field->place);
}

/* The field's value in an array or, with assoc off, in a stdClass; or NULL. */
static zval *registry_member(const struct registry_field *field, zval *value)
{
    zend_string *text;
    zval *found;

    if (Z_TYPE_P(value) == IS_ARRAY)
        return field->key != NULL ? zend_symtable_find(Z_ARR_P(value), field->key)
                                  : zend_hash_index_find(Z_ARR_P(value), field->place);
    text = registry_place(field);
    found = zend_hash_find(zend_std_get_properties(Z_OBJ_P(value)), text);
    zend_string_release(text);
    return found;
}

static bool registry_assign(zend_object *object, zend_property_info *info, zval *value)
{
    zval copy, *slot = OBJ_PROP(object, info->offset);

    ZVAL_COPY_DEREF(&copy, value);
    if (ZEND_TYPE_IS_SET(info->type) && !ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE(copy)) &&
        !zend_verify_property_type(info, &copy, true)) {
        zend_clear_exception(); /* invalid_typed is reported instead, with an offset */
        zval_ptr_dtor(&copy);
        return false;
    }
    zval_ptr_dtor(slot);
    ZVAL_COPY_VALUE(slot, &copy);
    Z_PROP_FLAG_P(slot) = 0;
    return true;
}

static bool registry_refuse_member(const struct registry_entry *entry, const struct registry_field *field,
                                   const zval *member, struct msgpack_failure *failure)
{
    zend_string *place = registry_place(field), *type;

    if (member == NULL) {
        registry_refuse(failure, "the member %s is missing, and %s::$%s has no default", ZSTR_VAL(place),
                        ZSTR_VAL(entry->ce->name), ZSTR_VAL(field->info->name));
    } else {
        type = zend_type_to_string(field->info->type);
        registry_refuse(failure, "the member %s is of type %s, and %s::$%s of type %s", ZSTR_VAL(place),
                        registry_type_of(member), ZSTR_VAL(entry->ce->name), ZSTR_VAL(field->info->name),
                        ZSTR_VAL(type));
        zend_string_release(type);
    }
    zend_string_release(place);
    return false;
}

/* value may be NULL: there is none, and every property keeps its default. */
static bool registry_fill(const struct registry_entry *entry, zend_object *object, zval *value,
                          struct msgpack_failure *failure)
{
    for (uint32_t i = 0; i < entry->count; i++) {
        const struct registry_field *field = &entry->fields[i];
        zval *member = value != NULL ? registry_member(field, value) : NULL;
        if (member != NULL ? !registry_assign(object, field->info, member)
                           : Z_TYPE_P(OBJ_PROP(object, field->info->offset)) == IS_UNDEF)
            return registry_refuse_member(entry, field, member, failure);
    }
    return true;
}

bool msgpack_registry_build(zend_object *registry, const char *name, size_t n, uint8_t format, zval *value, zval *out,
                            struct msgpack_failure *failure)
{
    const struct registry_entry *entry = registry_of_name(registry, name, n);
    enum haya_kind kind;
    struct haya_reader reader;

    if (entry == NULL) {
        msgpack_make_typed(out, name, n, value);
        return true;
    }
    if (entry->cases != NULL)
        return registry_build_case(entry, value, out, failure);
    haya_reader_begin(&reader, &format, 1, NULL, NULL, 0);
    kind = value != NULL ? haya_read_peek(&reader) : HAYA_KIND_MAP;
    if (kind != HAYA_KIND_MAP && !(kind == HAYA_KIND_ARRAY && entry->places))
        return registry_refuse(failure, "an object of %s is a map%s, not %s", ZSTR_VAL(entry->ce->name),
                               entry->places ? " or an array" : "",
                               kind == HAYA_KIND_ARRAY ? "an array" : registry_type_of(value));
    object_init_ex(out, entry->ce);
    bool good = registry_fill(entry, Z_OBJ_P(out), value, failure);
    if (!good)
        GC_ADD_FLAGS(Z_OBJ_P(out), IS_OBJ_DESTRUCTOR_CALLED); /* it is incomplete */
    return good;
}
