/* guard.h: one thread at a time in an object, and others wait. */
#ifndef HAYAPACK_GUARD_H
#define HAYAPACK_GUARD_H

#include "common.h"
#include "threads.h"

/* Lets one thread at a time use an object. Initialised with zeros. */
struct guard {
#ifdef Py_GIL_DISABLED
    PyMutex fields; /* protects the others, and is held for a few instructions only */
#endif
    unsigned long owner;     /* the thread that is inside; 0: none */
    PyThread_type_lock gate; /* the lock on which other threads wait; NULL: no thread has waited yet */
    unsigned waiters;        /* threads that wait on the gate */
    unsigned forks;          /* guard_forks when a thread last entered */
    bool open;               /* the gate was opened and no waiting thread has passed it since */
};
void guard_init(void); /* idempotent */
void guard_free(struct guard *guard);
COLD int guard_enter_slowly(struct guard *guard, const char *busy);
COLD void guard_leave_slowly(struct guard *guard);

/* Waits until no other thread is inside; signal handlers run meanwhile. Returns -1 with an
 * exception set: that of a signal handler, or RuntimeError(busy) if this thread is already
 * inside. */
static inline int guard_enter(struct guard *guard, const char *busy)
{
#ifndef Py_GIL_DISABLED
    if (LIKELY(guard->owner == 0 && guard->waiters == 0 && guard->forks == guard_forks)) {
        guard->owner = PyThread_get_thread_ident();
        return 0;
    }
#endif
    return guard_enter_slowly(guard, busy);
}

/* Whether no thread is inside, nor can be before Python code runs. Without a GIL, that is never known. */
static inline bool guard_is_free(const struct guard *guard)
{
#ifdef Py_GIL_DISABLED
    (void)guard;
    return false;
#else
    return guard->owner == 0;
#endif
}

static inline void guard_leave(struct guard *guard)
{
#ifndef Py_GIL_DISABLED
    if (LIKELY(guard->waiters == 0)) {
        guard->owner = 0;
        return;
    }
#endif
    guard_leave_slowly(guard);
}

#endif
