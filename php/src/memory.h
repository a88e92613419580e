/*
 * Where memory_limit is exceeded.
 *
 * Before PHP's security releases of October 2026, emalloc() ended the request there with a fatal error. Since then it
 * notes the error, which the engine raises when the running function has returned, and goes on until the memory is
 * memory_hard_limit_percent of the limit (200 by default). There it ends the process at once: no shutdown function
 * runs, and the locks that the process holds stay. So whatever allocates in proportion to its input has to look for the
 * noted error, and to return, as unserialize() does:
 *
 *   - msgpack_memory_exceeded(), after at most some hundred KB of small allocations;
 *   - msgpack_may_allocate(), before a large one.
 *
 * The failure is HAYA_ERR_OUT_OF_MEMORY, which is not reported: the fatal error follows. Other versions of PHP have
 * neither function (ZEND_HAS_OOM is their macro for it), and both are constants then.
 */
#ifndef MSGPACK_MEMORY_H
#define MSGPACK_MEMORY_H

#include "compat.h"

#define MSGPACK_MEMORY_LARGE ((size_t)128 << 10) /* bytes of an allocation that is tried before it is made */
#define MSGPACK_MEMORY_RUN 256u                  /* short values that may be made without looking for the error */
#define MSGPACK_MEMORY_BYTES 4096u               /* bytes of a message with short keys and values, also: up to 100 KB */

/* Whether a fatal error for exceeding memory_limit is noted and not raised yet. */
static zend_always_inline bool msgpack_memory_exceeded(void)
{
#ifdef ZEND_HAS_OOM
    return UNEXPECTED(EG(delayed_oom).state == ZEND_OOM_STATE_PENDING);
#else
    return false;
#endif
}

/* Whether count items of size bytes, and the headers of a table, can be allocated within memory_limit. False: the
 * error is noted. */
static zend_always_inline bool msgpack_may_allocate(size_t count, size_t size)
{
#ifdef ZEND_HAS_OOM
    if (UNEXPECTED(count >= MSGPACK_MEMORY_LARGE / size)) {
        void *tried = safe_femalloc(count, size, 0, true);
        if (UNEXPECTED(tried == NULL))
            return false;
        efree(tried);
    }
#else
    (void)count, (void)size;
#endif
    return true;
}

/* The same for the slots of a table of n elements, whose number is the next power of two. */
static zend_always_inline bool msgpack_may_allocate_table(uint32_t n, size_t slot)
{
    if (EXPECTED(n < MSGPACK_MEMORY_LARGE / sizeof(Bucket)))
        return true;
    size_t slots = HT_MIN_SIZE;
    while (slots < n)
        slots *= 2;
    return msgpack_may_allocate(slots, slot);
}

#define MSGPACK_MEMORY_HASH_SLOT (sizeof(Bucket) + 2 * sizeof(uint32_t)) /* bytes for an element of a hash table */

/* Makes *string a string with capacity for n bytes, with its text. False: memory_limit is exceeded, and the string is
 * as it was. */
static zend_always_inline bool msgpack_extend_string(zend_string **string, size_t n)
{
#ifdef ZEND_HAS_OOM
    zend_string *s = zend_string_frealloc(*string, n, false, true);
    if (UNEXPECTED(s == NULL))
        return false;
    *string = s;
#else
    *string = zend_string_realloc(*string, n, 0);
#endif
    return true;
}

#endif
