/*
 * threads.h: what is needed where several threads run Python code at the same time, in CPython built with
 * --disable-gil. Elsewhere the GIL gives the same guarantees, and these cost nothing.
 *
 *   THREADS_LOCK(o) ... THREADS_UNLOCK()
 *       a critical section of the object: a block that no other thread is in for the same object. It ends early,
 *       for a while, if the code inside waits for another lock or for the collector, as the GIL does.
 *   threads_try_lock(), threads_unlock()
 *       the same lock, only if it is free. Between the two nothing may wait or run Python code: other threads that wait
 *       for the lock would never get it if that waited for them. To wait for the lock without a critical section would
 *       be wrong: the thread may be in one of the same object already, and would wait for itself.
 *   threads_hold(), threads_release()
 *       the same lock, which is waited for in a critical section if it is not free. Between the two nothing may wait or
 *       run Python code either.
 *   threads_load(), threads_store()
 *       a number or pointer that others may read or change meanwhile. What was written before the store is seen after
 *       a load that gives the stored value.
 *   threads_publish()
 *       a reference that is made when it is first needed.
 *   threads_enter(), threads_leave()
 *       what one thread uses at a time, and its calls inside each other too: a cache that another thread does not wait
 *       for, but does without or has another of.
 */
#ifndef HAYAPACK_THREADS_H
#define HAYAPACK_THREADS_H

#include "common.h"

/* Processors exchange memory in lines, of which they may fetch two at once. What one thread writes at each call is at
 * least so many bytes away from what others read or write, or they would wait for each other. */
#define THREAD_APART 128

#if PY_VERSION_HEX >= 0x030D0000
#define THREADS_LOCK(o) Py_BEGIN_CRITICAL_SECTION(o)
#define THREADS_UNLOCK() Py_END_CRITICAL_SECTION()
#else
#define THREADS_LOCK(o) {
#define THREADS_UNLOCK() }
#endif

extern unsigned guard_forks; /* guard.c: number of forks between the first process and this one */

#ifdef Py_GIL_DISABLED
static inline bool threads_try_lock(PyObject *o)
{
    uint8_t unlocked = _Py_UNLOCKED;
    return _Py_atomic_compare_exchange_uint8(&o->ob_mutex._bits, &unlocked, _Py_LOCKED);
}

static inline void threads_unlock(PyObject *o)
{
    uint8_t locked = _Py_LOCKED; /* and nobody waits */
    if (!_Py_atomic_compare_exchange_uint8(&o->ob_mutex._bits, &locked, _Py_UNLOCKED))
        PyMutex_Unlock(&o->ob_mutex);
}

struct threads_held {
    PyCriticalSection section; /* if the lock was not free */
    bool waited;
};

static inline void threads_hold(struct threads_held *held, PyObject *o)
{
    held->waited = !threads_try_lock(o);
    if (UNLIKELY(held->waited))
        PyCriticalSection_Begin(&held->section, o);
}

static inline void threads_release(struct threads_held *held, PyObject *o)
{
    if (UNLIKELY(held->waited))
        PyCriticalSection_End(&held->section);
    else
        threads_unlock(o);
}

struct threads_claim {
    uintptr_t user; /* the thread, by _Py_ThreadId(); 0: none */
    unsigned calls; /* of that thread, which have not left */
    unsigned forks; /* guard_forks when it entered */
};

/* False: another thread is inside, or was when the process forked. */
static inline bool threads_enter(struct threads_claim *claim)
{
    uintptr_t self = _Py_ThreadId(), user = __atomic_load_n(&claim->user, __ATOMIC_RELAXED);
    if (user == self) {
        if (claim->forks != guard_forks)
            return false;
    } else {
        if (user != 0 ||
            !__atomic_compare_exchange_n(&claim->user, &user, self, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return false;
        claim->forks = guard_forks;
    }
    claim->calls++;
    return true;
}

static inline void threads_leave(struct threads_claim *claim)
{
    if (--claim->calls == 0)
        __atomic_store_n(&claim->user, 0, __ATOMIC_RELEASE);
}
#else
#define threads_try_lock(o) true
#define threads_unlock(o) (void)(o)
#endif

#define threads_load(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
#define threads_store(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)

/* Stores `made`, a reference that it steals, at *place, unless another thread has stored one. Returns what is there,
 * borrowed, and never replaced; NULL: `made` is NULL. */
static inline PyObject *threads_publish(PyObject **place, PyObject *made)
{
    PyObject *found = NULL;
    if (made == NULL || __atomic_compare_exchange_n(place, &found, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    Py_DECREF(made);
    return found;
}

/* The value of a key in a dict that other threads may change: 1, and *value is a new reference; 0: there is none; -1:
 * an exception is set. */
static inline int threads_dict_get(PyObject *dict, PyObject *key, PyObject **value)
{
#if PY_VERSION_HEX >= 0x030D0000
    return PyDict_GetItemRef(dict, key, value);
#else
    *value = Py_XNewRef(PyDict_GetItemWithError(dict, key));
    return *value != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
#endif
}

#endif
