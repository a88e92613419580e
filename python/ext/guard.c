/*
 * guard.c: objects whose calls come one at a time.
 *
 * A call holds the GIL while it works; only a hook, a file's read() or work on
 * LZ4 blocks lets other threads run. So the fields of a guard are protected by
 * the GIL, and an object that is used by one thread pays for two stores.
 *
 * Whoever has to wait makes the gate, a lock that is closed (held by nobody in
 * particular) and sleeps on it. leave() opens it for one thread that waits. A
 * call may enter between the opening and the moment when that thread runs: then
 * it closes the gate again by sleeping on it.
 */
#include "native.h"

#ifndef _WIN32
#include <pthread.h>
#endif

/* ---- forks --------------------------------------------------------------- */

/* In the child only the thread that forked lives on. A guard that another one held is free there;
 * what it guards is whole, since threads change only where Python code runs. */
unsigned guard_forks;
static unsigned long guard_survivor; /* the thread that made the last of them */

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

/* Forgets the threads that a fork has left behind. */
static void guard_check_fork(struct guard *guard)
{
    if (guard->forks == guard_forks)
        return;
    if (guard->owner != guard_survivor)
        guard->owner = 0;
    guard->forks = guard_forks;
    guard->gate = NULL; /* it may be in any state, and is not worth freeing */
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

/* Sleeps until the gate is opened, or a signal comes. -1: an exception is set. */
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
    Py_BEGIN_ALLOW_THREADS
    status = PyThread_acquire_lock_timed(gate, -1, 1);
    Py_END_ALLOW_THREADS
    guard->waiters--;
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
