/*
 * The request's heap, of which any allocation can be made to fail as at
 * memory_limit: by a fatal error, which ends the request by longjmp. What is
 * left is freed as PHP's own allocator would, so that leaks count elsewhere only.
 */
#ifndef EMBED_FAILING_H
#define EMBED_FAILING_H

#include "php.h"

#include <stdbool.h>

struct failing {
    long countdown;   /* allocations until one fails; 0: none will */
    long allocations; /* since counting began */
    long failed;      /* in all */
    long late_answer; /* what late_done() said: a count, -2: wrong; -1: it was not called */
};

extern struct failing failing;

/* fail_after(int), fail_never(): int, late_done(bool): void; ends with PHP_FE_END. */
extern const zend_function_entry failing_functions[];

/* Between requests: puts the heap in the place of PHP's, and takes it away. */
void failing_install(void);
void failing_remove(void);

/* Between requests: frees what the last one left, and returns how many blocks. */
long failing_free_all(void);

#endif
