/*
 * The hooks __wakeup and __unserialize: scheduled when their object is complete, and
 * called in this order after the whole message is decoded.
 */
#include "decoder.h"

#include "Zend/zend_interfaces.h"

void decode_schedule(struct decoder *d, zend_object *object, const zval *data)
{
    if (d->call_count == d->call_capacity) {
        d->call_capacity = d->call_capacity ? d->call_capacity * 2 : 16;
        d->calls = safe_erealloc(d->calls, d->call_capacity, sizeof *d->calls, 0);
    }
    struct decode_call *call = &d->calls[d->call_count++];
    GC_ADDREF(object);
    call->object = object;
    if (data)
        ZVAL_COPY_VALUE(&call->data, data);
    else
        ZVAL_UNDEF(&call->data);
}

/* Replaces a stdClass object by an array with its properties. Done before the call and
 * not earlier, when the object may have been incomplete. */
static void decode_make_array(zval *data)
{
    if (Z_TYPE_P(data) != IS_OBJECT)
        return;
    zend_array *entries = zend_proptable_to_symtable(zend_std_get_properties(Z_OBJ_P(data)), true);
    OBJ_RELEASE(Z_OBJ_P(data));
    ZVAL_ARR(data, entries);
}

/* Calls __unserialize. The SPL classes copy properties from the message with
 * object_properties_load(), which leaves a packed table if all keys are integers; `clone`
 * reads a property table as a hash and crashes (seen with PHP 8.2.36, and after PHP's own
 * unserialize() too). */
static void decode_call_unserialize(zend_object *object, zval *data)
{
    zend_call_known_instance_method_with_1_params(object->ce->__unserialize, object, NULL, data);
    if (UNEXPECTED(object->properties != NULL && HT_IS_PACKED(object->properties)))
        zend_hash_packed_to_hash(object->properties);
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
            zend_function *wakeup = zend_hash_find_ptr(&object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
            zend_call_known_instance_method_with_0_params(wakeup, object, NULL);
        } else {
            decode_make_array(&call->data);
            decode_call_unserialize(object, &call->data);
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
        zend_refcounted *what = d->log[i];
        if (what != NULL && GC_TYPE(what) == IS_REFERENCE && Z_REFCOUNTED(((zend_reference *)what)->val))
            what = Z_COUNTED(((zend_reference *)what)->val);
        /* An enum case existed before decoding, so it is not incomplete. */
        if (what != NULL && GC_TYPE(what) == IS_OBJECT && !(((zend_object *)what)->ce->ce_flags & ZEND_ACC_ENUM))
            GC_ADD_FLAGS(what, IS_OBJ_DESTRUCTOR_CALLED);
    }
    for (uint32_t i = 0; i < d->call_count; i++) {
        zval_ptr_dtor(&d->calls[i].data);
        OBJ_RELEASE(d->calls[i].object);
    }
    d->call_count = 0;
}
