/* buffer_pool.c: the buffers of columns, and those that the columns of consecutive blocks reuse. */
#include "columns.h"

/* Smaller buffers are left to malloc(), which keeps them for itself. */
#define MEMORY_SHARED ((size_t)32 << 10)

/* In front of a buffer's bytes. Of 16 bytes, so that they are aligned as malloc() aligns. */
struct pool_head {
    uint64_t capacity; /* of the bytes */
    uint64_t reused;   /* whether another column had it before */
};

static struct pool_head *pool_head(const uint8_t *bytes)
{
    return (struct pool_head *)(uintptr_t)bytes - 1;
}

size_t pool_capacity(const uint8_t *bytes)
{
    return (size_t)pool_head(bytes)->capacity;
}

/* realloc() of a buffer. NULL: no memory, and the buffer is as it was. */
static uint8_t *pool_resize(uint8_t *bytes, size_t size)
{
    struct pool_head *head = bytes == NULL ? NULL : pool_head(bytes);
    if (size > PY_SSIZE_T_MAX - sizeof *head || (head = PyMem_RawRealloc(head, size + sizeof *head)) == NULL)
        return NULL;
    *head = (struct pool_head){size, 0};
    return (uint8_t *)(head + 1);
}

static bool pool_lock(struct column_memory *memory)
{
    return memory != NULL && PyThread_acquire_lock(memory->lock, NOWAIT_LOCK) == PY_LOCK_ACQUIRED;
}

/* Removes the smallest buffer of at least `wanted` bytes, but not of over twice as many; else the largest of at least
 * `least`. NULL: none is kept. */
static uint8_t *pool_take(struct column_memory *memory, size_t least, size_t wanted)
{
    uint8_t *found = NULL;
    size_t fits = 0;
    uint32_t at = 0;
    if (wanted < MEMORY_SHARED || !pool_lock(memory))
        return NULL;
    for (uint32_t i = 0; i < memory->count; i++) {
        const size_t capacity = pool_capacity(memory->all[i]);
        if (capacity < least || capacity / 2 > wanted)
            continue;
        if (fits < wanted ? capacity > fits : capacity >= wanted && capacity < fits) {
            fits = capacity;
            at = i;
        }
    }
    if (fits != 0) {
        found = memory->all[at];
        pool_head(found)->reused = 1;
        memory->all[at] = memory->all[--memory->count];
        memory->size -= fits;
    }
    PyThread_release_lock(memory->lock);
    return found;
}

void pool_free(struct column_memory *memory, uint8_t *bytes)
{
    if (bytes == NULL)
        return;
    const size_t capacity = pool_capacity(bytes);
    if (capacity >= MEMORY_SHARED && pool_lock(memory)) {
        const bool keeps = !memory->closed && memory->count < MEMORY_MOST && capacity <= memory->limit - memory->size;
        if (keeps) {
            memory->all[memory->count++] = bytes;
            memory->size += capacity;
        }
        PyThread_release_lock(memory->lock);
        if (keeps)
            return;
    }
    PyMem_RawFree(pool_head(bytes));
}

uint8_t *pool_grow(struct column_memory *memory, uint8_t *bytes, size_t used, size_t least, size_t wanted)
{
    uint8_t *taken = pool_take(memory, least, wanted);
    if (taken == NULL)
        return pool_resize(bytes, wanted);
    if (used != 0)
        memcpy(taken, bytes, used);
    pool_free(memory, bytes);
    return taken;
}

uint8_t *pool_fit(struct column_memory *memory, uint8_t *bytes, size_t size)
{
    const struct pool_head *head = pool_head(bytes);
    size_t room = 0;
    if (memory != NULL && head->capacity >= MEMORY_SHARED) {
        /* A consumer that lets go of columns gets no new memory: what it had before is not cut. */
        if (head->reused && head->capacity / 2 <= size)
            return bytes;
        room = size / 8; /* the next block's column may be a little larger */
    }
    uint8_t *fitting = head->capacity > size + room ? pool_resize(bytes, size + room) : bytes;
    return fitting != NULL ? fitting : bytes; /* a failure to shrink is none */
}

/* Frees the buffers that are kept. */
static void pool_drain(struct column_memory *memory)
{
    while (memory->count > 0)
        PyMem_RawFree(pool_head(memory->all[--memory->count]));
    memory->size = 0;
}

bool pool_begin(struct column_memory *memory, size_t limit)
{
    memory->limit = limit;
    return (memory->lock = PyThread_allocate_lock()) != NULL;
}

void pool_close(struct column_memory *memory)
{
    if (!pool_lock(memory)) /* another thread has it: what is kept is freed by pool_end() */
        return;
    memory->closed = true;
    pool_drain(memory);
    PyThread_release_lock(memory->lock);
}

void pool_end(struct column_memory *memory)
{
    pool_drain(memory);
    if (memory->lock != NULL)
        PyThread_free_lock(memory->lock);
}
