/* times.h: datetime's objects and Timestamp objects. */
#ifndef HAYAPACK_TIMES_H
#define HAYAPACK_TIMES_H

#include "common.h"
#include "hayapack.h"

struct native_state;

/* In the module's state. */
struct times_facts {
    bool direct;                               /* datetimes may be filled without datetime's C API */
    const void *api;                           /* the PyDateTime_CAPI in the capsule; NULL: must not be used */
    PyTypeObject *zone_type;                   /* borrowed, only compared: the class of the last datetime's zone */
    unsigned zone_version;                     /* its version, for which zone_offset is right; 0: none */
    PyCFunction zone_offset;                   /* its utcoffset(), if that runs no Python code; NULL */
    Py_ssize_t seconds_slot, nanoseconds_slot; /* offsets of the slots in a Timestamp object; 0: unknown */
};

int times_init(struct native_state *state);
/* Imports _datetime; called for the options `datetime` and `timestamp=3`. Until then state->datetime_type is NULL.
 * -1: an exception is set. */
int times_load(struct native_state *state);
/* The value of an object of exactly timestamp_type, or of exactly datetime_type in UTC. No Python code
 * runs. false, without an exception: the slow path must decide. */
bool times_from_stamp(const struct native_state *state, PyObject *stamp, struct haya_timestamp *time);
bool times_from_utc(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* The value of an object of exactly datetime_type; the tzinfo's Python code runs. TIMES_NAIVE: it has no UTC offset;
 * TIMES_UNKNOWN: the slow path must decide; TIMES_ERROR: an exception is set. */
enum times_known { TIMES_ERROR = -1, TIMES_UNKNOWN, TIMES_NAIVE, TIMES_DONE };
enum times_known times_from_zone(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* The same if the tzinfo is a ZoneInfo, whose code is not Python's. TIMES_UNKNOWN: it is another, or there is none. */
enum times_known times_from_quiet_zone(struct native_state *state, PyObject *datetime, struct haya_timestamp *time);
/* The classes of datetime's C API. times_load() must have been called. */
enum times_class { TIMES_OF_DATE, TIMES_OF_TIME, TIMES_OF_DATETIME };
bool times_is_class(const struct native_state *state, enum times_class kind, const PyTypeObject *type);
#define TIMES_TEXT 32
/* What isoformat() of an object of exactly that class gives, in text[TIMES_TEXT]; its length. 0: it has a tzinfo. */
size_t times_text(enum times_class kind, PyObject *o, char *text);
/* datetime.timedelta; state->times.api must not be NULL. */
PyTypeObject *times_span_type(const struct native_state *state);
/* A timedelta as ISO 8601, in text[TIMES_TEXT]; the length. 0: o is not exactly one. */
size_t times_span_text(const struct native_state *state, PyObject *o, char *text);
/* Whether a datetime is in the first or last year that there is, and so perhaps in no year in UTC. */
bool times_is_near_end(PyObject *o);
/* form: the option `timestamp`. A new reference; NULL without an exception: the slow path must decide. */
PyObject *times_new(const struct native_state *state, int form, const struct haya_timestamp *time);

#endif
