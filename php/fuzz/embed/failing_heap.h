/*
 * The request's heap, in which any allocation can be made to fail as at
 * memory_limit: by a fatal error, which ends the request by longjmp. Blocks that
 * remain after it are freed, as PHP's own allocator does.
 */
#ifndef EMBED_FAILING_HEAP_H
#define EMBED_FAILING_HEAP_H

#include "php.h"

#include <stdbool.h>

struct failing {
    long countdown;   /* allocations until one fails; 0: none fails */
    long allocations; /* since fail_after() */
    long failed;      /* in total */
    long late_answer; /* from late_done(): a count, or -2: wrong result; -1: not called */
};

extern struct failing failing;

/* fail_after(int), fail_never(): int, late_done(bool): void; ends with PHP_FE_END. */
extern const zend_function_entry failing_functions[];

/* Replace PHP's heap, and restore it. To be called between requests. */
void failing_install(void);
void failing_remove(void);

/* Frees the remaining blocks and returns their number. To be called between requests. */
long failing_free_all(void);

#endif
