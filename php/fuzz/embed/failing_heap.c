/* A heap that counts allocations, fails on purpose and can be emptied. */
#include "failing_heap.h"

#include <sanitizer/common_interface_defs.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Since 8.4 a debug build passes file and line to the handlers. */
#if PHP_VERSION_ID >= 80400
#define WHERE ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC
#define PASS_WHERE ZEND_FILE_LINE_CC ZEND_FILE_LINE_ORIG_CC
#else
#define WHERE
#define PASS_WHERE
#endif

#define RUBBISH 0xa5
#define HEAP_LIMIT ((size_t)512 << 20) /* bytes: memory_limit, which counts PHP's own heap only */

struct block {
    struct block *next, *previous;
    size_t size;
    size_t unused; /* keeps the memory behind it aligned to 16 bytes */
};

static struct block blocks = {&blocks, &blocks, 0, 0};
static size_t heap_bytes, heap_limit = HEAP_LIMIT;
struct failing failing;

static void *(*plain_malloc)(size_t WHERE);
static void (*plain_free)(void *WHERE);
static void *(*plain_realloc)(void *, size_t WHERE);

static bool collecting;
static int (*plain_collect)(void);

/* The collector decrements reference counts and restores them, so PHP does not
 * survive a fatal error in the middle of it: no allocation fails there. */
static int collect_without_failure(void)
{
    collecting = true;
    int count = plain_collect();
    collecting = false;
    return count;
}

/* Keeps PHP from freeing objects whose constructor function did not finish: PHP's
 * own classes set the handlers after allocations that may fail. */
static void drop_unmade(void)
{
    const zend_object_handlers *unset;

    memset(&unset, RUBBISH, sizeof unset);
    for (uint32_t i = 1; i < EG(objects_store).top; i++) {
        zend_object *object = EG(objects_store).object_buckets[i];
        if (IS_OBJ_VALID(object) && (object->handlers == NULL || object->handlers == unset))
            GC_ADD_FLAGS(object, IS_OBJ_FREE_CALLED | IS_OBJ_DESTRUCTOR_CALLED);
    }
}

static void fail_maybe(size_t size)
{
    if (collecting)
        return;
    if (size > heap_limit || heap_bytes > heap_limit - size) {
        heap_limit = SIZE_MAX; /* the error message needs memory */
        drop_unmade();
        zend_error_noreturn(E_ERROR, "Allowed memory size exhausted: %zu bytes more", size);
    }
    failing.allocations++;
    if (failing.countdown > 0 && --failing.countdown == 0) {
        failing.failed++;
        drop_unmade();
        if (getenv("FAILING_TELLS") != NULL)
            __sanitizer_print_stack_trace();
        zend_error_noreturn(E_ERROR, "Allowed memory size exhausted (on purpose)");
    }
}

static void *linked(struct block *block, size_t size)
{
    if (block == NULL)
        abort();
    block->size = size;
    heap_bytes += size;
    block->next = blocks.next;
    block->previous = &blocks;
    blocks.next->previous = block;
    blocks.next = block;
    return block + 1;
}

static void unlinked(struct block *block)
{
    heap_bytes -= block->size;
    block->next->previous = block->previous;
    block->previous->next = block->next;
}

static void *tracked_malloc(size_t size WHERE)
{
    fail_maybe(size);
    void *memory = linked(malloc(sizeof(struct block) + size), size);
    memset(memory, RUBBISH, size);
    return memory;
}

static void tracked_free(void *memory WHERE)
{
    if (memory == NULL)
        return;
    unlinked((struct block *)memory - 1);
    free((struct block *)memory - 1);
}

/* Always moves the block, so that ASan detects pointers into the old one. */
static void *tracked_realloc(void *memory, size_t size WHERE)
{
    void *moved = tracked_malloc(size PASS_WHERE);

    if (memory != NULL) {
        size_t old = ((struct block *)memory - 1)->size;
        memcpy(moved, memory, old < size ? old : size);
        tracked_free(memory PASS_WHERE);
    }
    return moved;
}

long failing_free_all(void)
{
    long count = 0;

    collecting = false;
    heap_limit = HEAP_LIMIT;
    for (; blocks.next != &blocks; count++) {
        struct block *block = blocks.next;
        unlinked(block);
        free(block);
    }
    return count;
}

PHP_FUNCTION(fail_after)
{
    zend_long n;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(n)
    ZEND_PARSE_PARAMETERS_END();
    failing.allocations = 0;
    failing.countdown = n;
}

PHP_FUNCTION(fail_never)
{
    ZEND_PARSE_PARAMETERS_NONE();
    failing.countdown = 0;
    RETURN_LONG(failing.allocations);
}

/* Stores the number of allocations counted in user code at the end of the request. */
PHP_FUNCTION(late_done)
{
    bool right;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_BOOL(right)
    ZEND_PARSE_PARAMETERS_END();
    failing.countdown = 0;
    failing.late_answer = right ? failing.allocations : -2;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_fail_after, 0, 0, 1)
ZEND_ARG_INFO(0, n)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(arginfo_fail_never, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_late_done, 0, 0, 1)
ZEND_ARG_INFO(0, right)
ZEND_END_ARG_INFO()

const zend_function_entry failing_functions[] = {PHP_FE(fail_after, arginfo_fail_after) PHP_FE(
    fail_never, arginfo_fail_never) PHP_FE(late_done, arginfo_late_done) PHP_FE_END};

void failing_install(void)
{
    zend_mm_get_custom_handlers(zend_mm_get_heap(), &plain_malloc, &plain_free, &plain_realloc);
    zend_mm_set_custom_handlers(zend_mm_get_heap(), tracked_malloc, tracked_free, tracked_realloc);
    plain_collect = gc_collect_cycles;
    gc_collect_cycles = collect_without_failure;
}

void failing_remove(void)
{
    zend_mm_set_custom_handlers(zend_mm_get_heap(), plain_malloc, plain_free, plain_realloc);
    gc_collect_cycles = plain_collect;
}
