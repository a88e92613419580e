/* Plans: all classes that a type leads to, and the plans that a request has made. */
#include "class.h"

#define BUILD_ARENA 4096 /* bytes of its first block */
#define BUILD_KEPT 256   /* plans that a request keeps for calls that name a type */

static void build_free_fields(struct plan_class *cls)
{
    if (cls->fields == NULL)
        return;
    /* One more than complete ones: the field at which an error ended the building. */
    for (uint32_t i = 0; i <= cls->count; i++) {
        struct plan_field *field = &cls->fields[i];
        if (field->key != NULL)
            zend_string_release(field->key);
        if (field->encoded != NULL)
            zend_string_release(field->encoded);
        zval_ptr_dtor(&field->value);
    }
}

void msgpack_plan_release(struct msgpack_plan *plan)
{
    struct plan_class *cls;

    if (--plan->references > 0)
        return;
    ZEND_HASH_FOREACH_PTR(&plan->classes, cls) {
        build_free_fields(cls);
    }
    ZEND_HASH_FOREACH_END();
    zend_hash_destroy(&plan->classes);
    zend_hash_destroy(&plan->owned);
    zend_arena_destroy(plan->arena);
    efree(plan);
}

/* Builds classes until there is none that is only known by name. */
static bool build_classes(struct plan_builder *builder)
{
    HashTable *classes = &builder->plan->classes;

    for (uint32_t i = 0; i < classes->nNumUsed; i++) {
        struct plan_class *cls = Z_PTR(classes->arData[i].val);
        if (!plan_class_build(builder, cls))
            return false;
    }
    return true;
}

static struct msgpack_plan *build_plan(zend_string *type, bool constructor)
{
    struct msgpack_plan *plan = emalloc(sizeof *plan);
    struct plan_builder builder = {plan, constructor, NULL, NULL};

    plan->references = 1;
    plan->arena = zend_arena_create(BUILD_ARENA);
    zend_hash_init(&plan->classes, 8, NULL, NULL, false);
    zend_hash_real_init_mixed(&plan->classes);
    zend_hash_init(&plan->owned, 8, NULL, ZVAL_PTR_DTOR, false);
    plan->root = plan_type_alloc(&builder, sizeof *plan->root);
    if (plan_expression_parse(&builder, ZSTR_VAL(type), ZSTR_LEN(type), plan->root) && build_classes(&builder))
        return plan;
    msgpack_plan_release(plan);
    return NULL;
}

/* ---- the plans of a request ------------------------------------------------------------------------------------ */

static zend_string *build_cache_key(zend_string *type, bool constructor)
{
    return constructor ? zend_strpprintf(0, "%s()", ZSTR_VAL(type)) : zend_string_copy(type);
}

static void build_forget(zval *value)
{
    msgpack_plan_release(Z_PTR_P(value));
}

static void build_keep(zend_string *key, struct msgpack_plan *plan)
{
    HashTable *plans = MSGPACK_G(plans);

    if (plans == NULL) {
        plans = emalloc(sizeof *plans);
        zend_hash_init(plans, 8, NULL, build_forget, false);
        MSGPACK_G(plans) = plans;
    }
    /* Autoloaders may have made the same plan meanwhile. */
    if (zend_hash_num_elements(plans) < BUILD_KEPT && zend_hash_add_ptr(plans, key, plan) != NULL)
        plan->references++;
}

struct msgpack_plan *msgpack_plan_of(zend_string *type, bool constructor)
{
    zend_string *key = build_cache_key(type, constructor);
    struct msgpack_plan *plan = MSGPACK_G(plans) != NULL ? zend_hash_find_ptr(MSGPACK_G(plans), key) : NULL;

    if (plan != NULL) {
        plan->references++;
    } else {
        plan = build_plan(type, constructor);
        if (plan != NULL && !MSGPACK_G(ending))
            build_keep(key, plan);
    }
    zend_string_release(key);
    return plan;
}

void msgpack_plan_request_end(void)
{
    HashTable *plans = MSGPACK_G(plans);

    MSGPACK_G(plans) = NULL;
    MSGPACK_G(ending) = true;
    if (plans == NULL)
        return;
    zend_hash_destroy(plans);
    efree(plans);
}
