/* Objects that are complete: missing fields, constructors, and calls after the message. */
#include "complete_objects.h"

#include "fail.h"
#include "open_containers.h"
#include "../../decode/stack.h"
#include "../../decode/array_slots.h"

static void close_schedule(struct plan_decoder *t, zend_object *object, const struct plan_class *cls,
                           const struct plan_field *field, const uint8_t *header)
{
    if (t->call_count == t->call_capacity) {
        uint32_t capacity = t->call_capacity ? t->call_capacity * 2 : 16;
        t->calls = safe_erealloc(t->calls, capacity, sizeof *t->calls, 0);
        t->call_capacity = capacity;
    }
    t->made += 2 * sizeof *t->calls; /* the table doubles when it is full */
    GC_ADDREF(object);
    t->calls[t->call_count++] = (struct plan_call){object, cls, field, header};
}

/* Evaluates a default with `new`, whose memory counts as that of objects. The code of classes that it loads does not.
 * header: of the object that needs it. */
static bool close_evaluate(struct plan_decoder *t, const struct plan_field *field, const uint8_t *header, zval *out)
{
    size_t before = zend_memory_usage(false);
    uint32_t classes = EG(class_table)->nNumUsed;

    ZVAL_COPY(out, &field->value);
    if (zval_update_constant_ex(out, field->scope) != SUCCESS || EG(exception) != NULL) {
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
        return false;
    }
    size_t after = zend_memory_usage(false);
    if (after > before && classes == EG(class_table)->nNumUsed)
        t->made += after - before;
    return plan_open_within(t, header);
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
                close_schedule(t, (zend_object *)frame->base, cls, field, frame->header);
            else if (t->failures == NULL && !close_evaluate(t, field, frame->header, slot))
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

/* Sets a field whose default was evaluated later than the others were set. No user code has the object yet. */
static bool close_set(struct plan_decoder *t, const struct plan_call *call)
{
    const struct plan_field *field = call->field;
    zval value, *slot = OBJ_PROP(call->object, field->info->offset);

    if (!close_evaluate(t, field, call->header, &value) ||
        (ZEND_TYPE_IS_SET(field->info->type) && !zend_verify_property_type(field->info, &value, true))) {
        zval_ptr_dtor(&value);
        return false;
    }
    ZVAL_COPY_VALUE(slot, &value);
    return true;
}

/* Drops a reference that others have, too, or the last one. */
static void close_drop(zend_object *object)
{
    if (GC_REFCOUNT(object) > 1)
        GC_DELREF(object);
    else
        OBJ_RELEASE(object);
}

/* Completes the objects that user code gets next: those whose calls begin at t->calls[first], and whose destructors
 * were held back from t->armed[armed] on. Their defaults are set, their destructors may run from now on, and then their
 * methods with After are called. */
static bool close_complete(struct plan_decoder *t, uint32_t first, uint32_t armed)
{
    for (uint32_t i = first; i < t->call_count; i++)
        if (t->calls[i].field != NULL && !close_set(t, &t->calls[i]))
            return false;
    while (t->armed_count > armed) {
        zend_object *object = t->armed[--t->armed_count];
        GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
        close_drop(object);
    }
    for (uint32_t i = first; i < t->call_count; i++) {
        const struct plan_call *call = &t->calls[i];
        if (call->field != NULL)
            continue;
        zend_call_known_instance_method_with_0_params(call->cls->after, call->object, NULL);
        if (EG(exception) != NULL)
            return false;
    }
    while (t->call_count > first)
        close_drop(t->calls[--t->call_count].object);
    return EG(exception) == NULL;
}

bool plan_close_object(struct plan_decoder *t)
{
    struct plan_frame *frame = plan_decode_top(t);
    const struct plan_class *cls = frame->cls;

    if ((UNEXPECTED(frame->seen != cls->all) || frame->more != NULL) && !close_missing(t, frame))
        return false;
    /* After an error, what is in the slots may be of another type, and no user code gets it. */
    if (UNEXPECTED(cls->constructor != NULL) && t->failures == NULL &&
        !(close_complete(t, frame->calls, frame->armed) && close_construct(frame)))
        return false;
    if (UNEXPECTED(cls->after != NULL) && t->failures == NULL)
        close_schedule(t, Z_OBJ_P(frame->at), cls, NULL, frame->header);
    t->depth--;
    if (UNEXPECTED(cls->constructor != NULL || frame->more != NULL))
        close_free_frame(frame);
    return true;
}

bool plan_close_message(struct plan_decoder *t)
{
    return close_complete(t, 0, 0);
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
            msgpack_failure_drop_texts(&t->failures->list[i]);
        efree(t->failures);
    }
    if (t->capacity > PLAN_FRAMES)
        efree(t->frames);
    decode_free(&t->d);
}
