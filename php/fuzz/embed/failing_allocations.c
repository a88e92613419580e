/*
 * Lets every allocation that the module asks of PHP fail in turn, as PHP's
 * memory limit does: a fatal error that jumps out of wherever it happens. The
 * request must end cleanly, and the next one must find the module whole.
 *
 *   failing_allocations SCENARIOS.php
 *
 * PHP's memory is taken from malloc here, so that the address sanitizer sees
 * each block; what a jump has left behind is freed with the request, as PHP's
 * own allocator does, and anything else that is lost counts as a leak.
 */
#include "engine.h"

#include <stddef.h>
#include <stdlib.h>

struct block {
    struct block *next, *previous;
    size_t size;
    size_t unused; /* keeps the memory behind it aligned to 16 bytes */
};

static struct block blocks = {&blocks, &blocks, 0, 0};
static long countdown;    /* allocations until one fails; 0: none will */
static long allocations;  /* since counting began */
static long failed;       /* in all */

static void fail_maybe(void)
{
    allocations++;
    if (countdown > 0 && --countdown == 0) {
        failed++;
        zend_error_noreturn(E_ERROR, "Allowed memory size exhausted (on purpose)");
    }
}

static void *linked(struct block *block, size_t size)
{
    if (block == NULL)
        abort();
    block->size = size;
    block->next = blocks.next;
    block->previous = &blocks;
    blocks.next->previous = block;
    blocks.next = block;
    return block + 1;
}

static void unlinked(struct block *block)
{
    block->next->previous = block->previous;
    block->previous->next = block->next;
}

/* Empty, because PHP's own classes set an object's handlers after what may fail. */
static void *tracked_malloc(size_t size)
{
    fail_maybe();
    return linked(calloc(1, sizeof(struct block) + size), size);
}

static void tracked_free(void *memory)
{
    if (memory == NULL)
        return;
    unlinked((struct block *)memory - 1);
    free((struct block *)memory - 1);
}

/* Always moves: a pointer into the old block shows. */
static void *tracked_realloc(void *memory, size_t size)
{
    void *moved;

    fail_maybe();
    moved = linked(malloc(sizeof(struct block) + size), size);
    if (memory != NULL) {
        size_t old = ((struct block *)memory - 1)->size;
        memcpy(moved, memory, old < size ? old : size);
        tracked_free(memory);
    }
    return moved;
}

/* What PHP's own allocator does when a request ends. */
static void free_all(void)
{
    while (blocks.next != &blocks) {
        struct block *block = blocks.next;
        unlinked(block);
        free(block);
    }
}

PHP_FUNCTION(fail_after)
{
    zend_long n;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(n)
    ZEND_PARSE_PARAMETERS_END();
    allocations = 0;
    countdown = n;
}

PHP_FUNCTION(fail_never)
{
    ZEND_PARSE_PARAMETERS_NONE();
    countdown = 0;
    RETURN_LONG(allocations);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_fail_after, 0, 0, 1)
    ZEND_ARG_INFO(0, n)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(arginfo_fail_never, 0, 0, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
    PHP_FE(fail_after, arginfo_fail_after)
    PHP_FE(fail_never, arginfo_fail_never)
    PHP_FE_END
};

/* After a fatal error PHP's own allocator just drops plain objects, whatever
 * state they are in; with another allocator PHP would take them apart. */
static void drop_objects(void)
{
    for (uint32_t i = 1; i < EG(objects_store).top; i++) {
        zend_object *object = EG(objects_store).object_buckets[i];
        if (IS_OBJ_VALID(object) &&
            (object->handlers == NULL || object->handlers->free_obj == zend_object_std_dtor))
            GC_ADD_FLAGS(object, IS_OBJ_FREE_CALLED);
    }
}

/* A request of its own: runs the scenario with its n-th allocation failing.
 * Returns what the scenario returns (a number), or -1 when it was cut short. */
static long run_scenario(const char *file, long scenario, long n)
{
    zval arguments[2], result;
    long answer = -1;

    engine_end_request();
    free_all();
    engine_begin_request();
    if (!engine_run_file(file)) {
        fprintf(stderr, "%s ended in an error\n", file);
        exit(1);
    }
    ZVAL_LONG(&arguments[0], scenario);
    ZVAL_LONG(&arguments[1], n);
    if (engine_call("scenario", 2, arguments, &result))
        answer = Z_TYPE(result) == IS_LONG ? (long)Z_LVAL(result) : -2;
    else
        drop_objects();
    countdown = 0;
    return answer;
}

int main(int argc, char **argv)
{
    void *(*plain_malloc)(size_t);
    void (*plain_free)(void *);
    void *(*plain_realloc)(void *, size_t);
    long count, wrong = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: failing_allocations SCENARIOS.php\n");
        return 2;
    }
    engine_start(functions);
    engine_end_request();
    zend_mm_get_custom_handlers(zend_mm_get_heap(), &plain_malloc, &plain_free, &plain_realloc);
    zend_mm_set_custom_handlers(zend_mm_get_heap(), tracked_malloc, tracked_free, tracked_realloc);
    engine_begin_request();
    count = run_scenario(argv[1], -1, 0);
    for (long scenario = 0; scenario < count; scenario++) {
        long all = run_scenario(argv[1], scenario, 0);
        if (all < 0) {
            printf("scenario %ld: wrong with no failure\n", scenario);
            wrong++;
        }
        for (long n = 1; n <= all; n++) {
            long answer = run_scenario(argv[1], scenario, n);
            if (answer != -1)
                continue; /* fewer allocations this time: a cache was warm */
            if (run_scenario(argv[1], scenario, 0) < 0) {
                printf("scenario %ld: wrong after allocation %ld of %ld failed\n", scenario, n, all);
                wrong++;
            }
        }
        printf("scenario %ld: %ld allocations\n", scenario, all);
    }
    engine_end_request();
    free_all();
    zend_mm_set_custom_handlers(zend_mm_get_heap(), plain_malloc, plain_free, plain_realloc);
    engine_begin_request();
    engine_stop();
    printf("failing allocations: %ld scenarios, %ld failures, %ld wrong\n", count, failed, wrong);
    return wrong != 0 || failed == 0;
}
