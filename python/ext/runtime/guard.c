/*
 * guard.c: serialises the calls on one object.
 *
 * The GIL protects the fields of a guard: other threads run only during a hook,
 * a file's read() or work on LZ4 blocks. For an object that only one thread uses
 * a call costs two stores.
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

#ifndef _WIN32
static void guard_after_fork(void)
{
    guard_forks++;
    guard_survivor = PyThread_get_thread_ident();
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
    if (guard->forks == guard_forks)
        return;
    if (guard->owner != guard_survivor)
        guard->owner = 0;
    guard->forks = guard_forks;
    guard->gate = NULL; /* leaked: its state after a fork is undefined */
    guard->waiters = 0;
    guard->open = false;
}

/* ---- waiting --------------------------------------------------------------- */

static void guard_open(struct guard *guard)
{
    if (guard->waiters != 0 && !guard->open) {
        guard->open = true;
        PyThread_release_lock(guard->gate);
    }
}

/* Sleeps until the gate is opened or a signal arrives, and runs signal handlers. -1: an exception is set. */
static COLD int guard_wait(struct guard *guard)
{
    if (guard->gate == NULL) {
        if ((guard->gate = PyThread_allocate_lock()) == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        PyThread_acquire_lock(guard->gate, NOWAIT_LOCK);
        guard->open = false;
    }
    PyThread_type_lock gate = guard->gate;
    PyLockStatus status;
    guard->waiters++;
    Py_BEGIN_ALLOW_THREADS status = PyThread_acquire_lock_timed(gate, -1, 1);
    Py_END_ALLOW_THREADS guard->waiters--;
    if (status == PY_LOCK_ACQUIRED)
        guard->open = false;
    return status == PY_LOCK_INTR ? PyErr_CheckSignals() : 0;
}

int guard_enter_slowly(struct guard *guard, const char *busy)
{
    unsigned long me = PyThread_get_thread_ident();
    guard_check_fork(guard);
    while (guard->owner != 0) {
        if (guard->owner == me) {
            PyErr_SetString(PyExc_RuntimeError, busy);
            return -1;
        }
        if (guard_wait(guard) < 0)
            return -1;
        guard_check_fork(guard);
    }
    guard->owner = me;
    return 0;
}

void guard_leave_slowly(struct guard *guard)
{
    guard_check_fork(guard);
    guard->owner = 0;
    guard_open(guard);
}

void guard_free(struct guard *guard)
{
    if (guard->gate != NULL && guard->forks == guard_forks)
        PyThread_free_lock(guard->gate);
    guard->gate = NULL;
}
