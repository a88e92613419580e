/* growing_array.h: arrays that grow. */
#ifndef HAYAPACK_RUNTIME_GROWING_ARRAY_H
#define HAYAPACK_RUNTIME_GROWING_ARRAY_H

#include "common.h"

/* Makes room for `more` items of `size` bytes in an array of *capacity, of which `count` are used, and at least doubles
 * it. array: the address of the pointer to it; first: the array that it is at the beginning, which is not freed, or
 * NULL. -1: MemoryError is set, and nothing has changed. */
COLD int memory_more(void *array, const void *first, size_t count, size_t more, size_t *capacity, size_t size);

#endif
