/*
 * guard.c: serialises the calls on one object.
 *
 * The GIL or, without one, guard->fields protects the fields of a guard: with the
 * GIL other threads run only during a hook, a file's read() or work on LZ4
 * blocks. For an object that only one thread uses a call costs two stores with the
 * GIL, and four atomic operations without.
 *
 * The first thread that must wait creates the gate, a lock in the acquired state
 * that no thread owns, and sleeps by acquiring it again. guard_leave() releases
 * it, which wakes one waiting thread. Another call may enter before that thread
 * runs; then the thread acquires the gate once more and sleeps on.
 */
#include "native.h"

#ifndef _WIN32
#include <pthread.h>
#endif

/* ---- forks --------------------------------------------------------------- */

/* In a child process only the thread that forked continues. A guard that another thread held is free there,
 * and its object is consistent, because threads switch only where Python code runs. */
unsigned guard_forks;
static unsigned long guard_survivor; /* the thread that called the last fork */

#ifdef Py_GIL_DISABLED
static PyMutex guard_all; /* protects the fields of guards that are used for the first time after a fork */
#define GUARD_LOCK(guard) PyMutex_Lock(&(guard)->fields)
#define GUARD_UNLOCK(guard) PyMutex_Unlock(&(guard)->fields)
#else
#define GUARD_LOCK(guard) (void)(guard)
#define GUARD_UNLOCK(guard) (void)(guard)
#endif

#ifndef _WIN32
static void guard_after_fork(void)
{
    guard_forks++;
    guard_survivor = PyThread_get_thread_ident();
#ifdef Py_GIL_DISABLED
    guard_all = (PyMutex){0};
#endif
}

static void guard_watch_forks(void)
{
    pthread_atfork(NULL, NULL, guard_after_fork);
}
#endif

void guard_init(void)
{
#ifndef _WIN32
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, guard_watch_forks);
#endif
}

/* After a fork: forgets the threads that do not exist in this process. */
static void guard_check_fork(struct guard *guard)
{
    if (LIKELY(threads_load(&guard->forks) == guard_forks))
        return;
#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&guard_all);
    if (guard->forks == guard_forks) { /* another thread has done it */
        PyMutex_Unlock(&guard_all);
        return;
    }
    guard->fields = (PyMutex){0}; /* whoever held it does not exist, and no thread locks it before this */
#endif
    if (guard->owner != guard_survivor)
        guard->owner = 0;
    guard->gate = NULL; /* leaked: its state after a fork is undefined */
    guard->waiters = 0;
    guard->open = false;
    threads_store(&guard->forks, guard_forks);
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&guard_all);
#endif
}

/* ---- waiting --------------------------------------------------------------- */

/* Sleeps until the gate is opened or a signal arrives, and runs signal handlers. -1: an exception is set. Called and
 * left with the fields locked. */
static COLD int guard_wait(struct guard *guard)
{
    if (guard->gate == NULL) {
        if ((guard->gate = PyThread_allocate_lock()) == NULL)
            return errors_no_memory();
        PyThread_acquire_lock(guard->gate, NOWAIT_LOCK);
        guard->open = false;
    }
    PyThread_type_lock gate = guard->gate;
    PyLockStatus status;
    unsigned forks = guard->forks;
    guard->waiters++;
    GUARD_UNLOCK(guard);
    Py_BEGIN_ALLOW_THREADS
    status = PyThread_acquire_lock_timed(gate, -1, 1);
    Py_END_ALLOW_THREADS
    int result = status == PY_LOCK_INTR ? PyErr_CheckSignals() : 0;
    guard_check_fork(guard); /* a signal handler may have forked */
    GUARD_LOCK(guard);
    if (guard->forks != forks)
        return result;
    guard->waiters--;
    if (status == PY_LOCK_ACQUIRED)
        guard->open = false;
    return result;
}

int guard_enter_slowly(struct guard *guard, const char *busy)
{
    unsigned long me = PyThread_get_thread_ident();
    int status = 0;
    guard_check_fork(guard);
    GUARD_LOCK(guard);
    while (status == 0 && guard->owner != 0 && guard->owner != me)
        status = guard_wait(guard);
    bool inside = guard->owner == me;
    if (status == 0 && !inside)
        guard->owner = me;
    GUARD_UNLOCK(guard);
    if (status == 0 && inside)
        return errors_raise(PyExc_RuntimeError, busy);
    return status;
}

void guard_leave_slowly(struct guard *guard)
{
    guard_check_fork(guard);
    GUARD_LOCK(guard);
    guard->owner = 0;
    if (guard->waiters != 0 && !guard->open) {
        guard->open = true;
        PyThread_release_lock(guard->gate);
    }
    GUARD_UNLOCK(guard);
}

void guard_free(struct guard *guard)
{
    if (guard->gate != NULL && guard->forks == guard_forks)
        PyThread_free_lock(guard->gate);
    guard->gate = NULL;
}
