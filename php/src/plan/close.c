/* Objects that are complete: missing fields, constructors, and calls after the message. */
#include "close.h"

#include "fail.h"
#include "../decode/stack.h"
#include "../decode/table.h"

static void close_schedule(struct plan_decoder *t, zend_object *object, const struct plan_class *cls,
                           const struct plan_field *field)
{
    if (t->call_count == t->call_capacity) {
        uint32_t capacity = t->call_capacity ? t->call_capacity * 2 : 16;
        t->calls = safe_erealloc(t->calls, capacity, sizeof *t->calls, 0);
        t->call_capacity = capacity;
    }
    GC_ADDREF(object);
    t->calls[t->call_count++] = (struct plan_call){object, cls, field};
}

/* Evaluates a default with `new`. */
static bool close_evaluate(const struct plan_field *field, zval *out)
{
    ZVAL_COPY(out, &field->value);
    if (zval_update_constant_ex(out, field->scope) == SUCCESS && EG(exception) == NULL)
        return true;
    zval_ptr_dtor(out);
    ZVAL_UNDEF(out);
    return false;
}

/* Sets the fields that the message does not have. */
static bool close_missing(struct plan_decoder *t, struct plan_frame *frame)
{
    const struct plan_class *cls = frame->cls;

    for (uint32_t i = 0; i < cls->count; i++) {
        const struct plan_field *field = &cls->fields[i];
        zval *slot = (zval *)(frame->base + field->offset);
        if (plan_decode_saw(frame, i))
            continue;
        switch ((enum plan_missing)field->missing) {
        case PLAN_REQUIRED:
            plan_fail_missing(t, frame, field);
            if (!plan_fail_collect(t))
                return false;
            break;
        case PLAN_IN_SLOT: break;
        case PLAN_COPY: ZVAL_COPY(slot, &field->value); break;
        case PLAN_EVALUATE:
            if (cls->constructor == NULL)
                close_schedule(t, (zend_object *)frame->base, cls, field);
            else if (t->failures == NULL && !close_evaluate(field, slot))
                return false;
            break;
        }
    }
    return true;
}

/* Makes the object of a frame with the arguments of its constructor, in the container's slot. */
static bool close_construct(struct plan_frame *frame)
{
    const struct plan_class *cls = frame->cls;
    zval made, returned;

    if (object_init_ex(&made, cls->ce) != SUCCESS)
        return false;
    ZVAL_UNDEF(&returned);
    zend_call_known_function(cls->constructor, Z_OBJ(made), cls->ce, &returned, cls->arguments, (zval *)frame->base,
                             NULL);
    zval_ptr_dtor(&returned);
    if (EG(exception) != NULL) {
        zend_object_store_ctor_failed(Z_OBJ(made));
        zval_ptr_dtor(&made);
        return false;
    }
    ZVAL_COPY_VALUE(frame->at, &made);
    return true;
}

static void close_free_frame(struct plan_frame *frame)
{
    if (frame->more != NULL)
        efree(frame->more);
    frame->more = NULL;
    if ((frame->inside == PLAN_IN_FIELDS || frame->inside == PLAN_IN_PLACES) && frame->cls->constructor != NULL) {
        zval *arguments = (zval *)frame->base;
        for (uint32_t i = 0; i < frame->cls->arguments; i++)
            zval_ptr_dtor(&arguments[i]);
        efree(arguments);
    }
}

bool plan_close_object(struct plan_decoder *t)
{
    struct plan_frame *frame = plan_decode_top(t);
    const struct plan_class *cls = frame->cls;

    if ((UNEXPECTED(frame->seen != cls->all) || frame->more != NULL) && !close_missing(t, frame))
        return false;
    /* After an error, what is in the slots may be of another type, and no user code gets it. */
    if (UNEXPECTED(cls->constructor != NULL) && t->failures == NULL && !close_construct(frame))
        return false;
    if (UNEXPECTED(cls->after != NULL) && t->failures == NULL)
        close_schedule(t, Z_OBJ_P(frame->at), cls, NULL);
    t->depth--;
    if (UNEXPECTED(cls->constructor != NULL || frame->more != NULL))
        close_free_frame(frame);
    return true;
}

/* Sets a field whose default was evaluated after the message. */
static bool close_set(zend_object *object, const struct plan_field *field)
{
    zval value, *slot = OBJ_PROP(object, field->info->offset);

    if (!close_evaluate(field, &value))
        return false;
    if (ZEND_TYPE_IS_SET(field->info->type) && !zend_verify_property_type(field->info, &value, true)) {
        zval_ptr_dtor(&value);
        return false;
    }
    ZVAL_COPY_VALUE(slot, &value);
    return true;
}

/* Lets the destructors run that were held back. */
static void close_disarm(struct plan_decoder *t)
{
    for (uint32_t i = 0; i < t->armed_count; i++)
        GC_DEL_FLAGS(t->armed[i], IS_OBJ_DESTRUCTOR_CALLED);
}

bool plan_close_message(struct plan_decoder *t)
{
    bool good = true;

    for (uint32_t i = 0; good && i < t->call_count; i++)
        if (t->calls[i].field != NULL)
            good = close_set(t->calls[i].object, t->calls[i].field);
    if (!good)
        return false;
    close_disarm(t);
    for (uint32_t i = 0; good && i < t->call_count; i++) {
        const struct plan_call *call = &t->calls[i];
        if (call->field != NULL)
            continue;
        zend_call_known_instance_method_with_0_params(call->cls->after, call->object, NULL);
        good = EG(exception) == NULL;
    }
    return good;
}

/* Drops a reference that others have, too, or the last one. */
static void close_drop(zend_object *object)
{
    if (GC_REFCOUNT(object) > 1)
        GC_DELREF(object);
    else
        OBJ_RELEASE(object);
}

void plan_close_decoder(struct plan_decoder *t, bool good)
{
    if (!good) {
        decode_close_broken(&t->d);
        while (t->depth > 0) {
            struct plan_frame *frame = &t->frames[--t->depth];
            if (frame->inside == PLAN_IN_LIST || frame->inside == PLAN_IN_TUPLE) {
                zend_array *table = frame->of.table;
                table->nNumUsed = table->nNumOfElements = (uint32_t)(frame->next - MSGPACK_PACKED_SLOTS(table));
            }
            close_free_frame(frame);
        }
    }
    for (uint32_t i = 0; i < t->call_count; i++)
        close_drop(t->calls[i].object);
    for (uint32_t i = 0; i < t->armed_count; i++)
        close_drop(t->armed[i]);
    if (t->calls != NULL)
        efree(t->calls);
    if (t->armed != NULL)
        efree(t->armed);
    if (t->levels != NULL)
        efree(t->levels);
    if (t->failures != NULL && t->d.failure->all == NULL) {
        for (uint32_t i = 0; i < t->failures->count; i++)
            if (t->failures->list[i].detail != NULL)
                zend_string_release(t->failures->list[i].detail);
        efree(t->failures);
    }
    if (t->capacity > PLAN_FRAMES)
        efree(t->frames);
    decode_free(&t->d);
}
