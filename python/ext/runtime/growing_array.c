/* growing_array.c: arrays that grow. */
#include "growing_array.h"

#include "errors.h"

int memory_more(void *array, const void *first, size_t count, size_t more, size_t *capacity, size_t size)
{
    size_t wanted = *capacity < 4 ? 8 : 2 * *capacity;
    void *old, *grown;
    memcpy(&old, array, sizeof old); /* pointers of different types are no aliases */
    if (wanted < count + more)
        wanted = count + more;
    grown = wanted > PY_SSIZE_T_MAX / size ? NULL
            : old == first && old != NULL  ? PyMem_Malloc(wanted * size)
                                           : PyMem_Realloc(old, wanted * size);
    if (grown == NULL)
        return errors_no_memory();
    if (old == first && old != NULL)
        memcpy(grown, old, count * size);
    memcpy(array, &grown, sizeof grown);
    *capacity = wanted;
    return 0;
}
