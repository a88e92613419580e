/* times.c: Timestamps and datetimes <-> the core's timestamps: the fast paths. All other cases and all
 * errors are left to hayapack.ext, which gives the same results. */
#include "native.h"
#include "runtime/instances.h"
#include "runtime/time_texts.h"

#include <datetime.h>

#ifndef PyDateTime_DATE_GET_TZINFO /* public since 3.10 */
#define PyDateTime_DATE_GET_TZINFO(o) \
    (((PyDateTime_DateTime *)(o))->hastzinfo ? ((PyDateTime_DateTime *)(o))->tzinfo : Py_None)
#endif

#define TIMES_DAY 86400            /* seconds in a day */
#define TIMES_ERA 146097           /* days in 400 years, after which the calendar repeats */
#define TIMES_MARCH 306            /* days from March 1 of the year 0 to January 1 of the year 1 */
#define TIMES_FIRST (-62135596800) /* 0001-01-01T00:00:00Z */
#define TIMES_LAST 253402300799    /* 9999-12-31T23:59:59Z */

/* ---- at import ---------------------------------------------------------- */

int times_init(struct native_state *state)
{
    state->times.seconds_slot = instance_slot_of((PyObject *)state->timestamp_type, state->str.seconds);
    state->times.nanoseconds_slot = instance_slot_of((PyObject *)state->timestamp_type, state->str.nanoseconds);
    if (state->times.seconds_slot < 0 || state->times.nanoseconds_slot < 0)
        return -1;
    if (state->times.seconds_slot == 0 || state->times.nanoseconds_slot == 0)
        state->times.seconds_slot = state->times.nanoseconds_slot = 0;
    return 0;
}

/* The capsule of datetime's C API, a new reference; NULL without an exception: this interpreter has none. Not
 * PyDateTime_IMPORT: that pointer would be shared by all interpreters, and some of them may use the datetime module
 * written in Python. From _datetime, because a program may replace what is in sys.modules["datetime"]. */
static PyObject *times_capsule(void)
{
    PyObject *capsule = native_import("_datetime", "datetime_CAPI");
    (void)PyDateTimeAPI;
    if (capsule == NULL && (PyErr_ExceptionMatches(PyExc_ImportError) || PyErr_ExceptionMatches(PyExc_AttributeError)))
        PyErr_Clear();
    else if (capsule != NULL && !PyCapsule_IsValid(capsule, PyDateTime_CAPSULE_NAME))
        Py_CLEAR(capsule);
    return capsule;
}

#if LAYOUT_KNOWN
/* As DateTime_FromDateAndTime() in UTC, for arguments that are valid. second: of the day. */
static PyObject *times_new_utc(const PyDateTime_CAPI *api, uint32_t year, uint32_t month, uint32_t day, uint32_t second,
                               uint32_t microsecond)
{
    PyDateTime_DateTime *o = (PyDateTime_DateTime *)api->DateTimeType->tp_alloc(api->DateTimeType, 1);
    if (o == NULL)
        return NULL;
    uint32_t of_hour = second % 3600;
    const uint8_t data[] = {
        (uint8_t)(year >> 8),        (uint8_t)year,           (uint8_t)month,          (uint8_t)day,
        (uint8_t)(second / 3600),    (uint8_t)(of_hour / 60), (uint8_t)(of_hour % 60), (uint8_t)(microsecond >> 16),
        (uint8_t)(microsecond >> 8), (uint8_t)microsecond};
    _Static_assert(sizeof data == sizeof o->data, "the fields of a datetime");
    o->hashcode = -1;
    o->hastzinfo = 1;
    memcpy(o->data, data, sizeof data);
    o->fold = 0;
    o->tzinfo = Py_NewRef(api->TimeZone_UTC);
    return (PyObject *)o;
}

/* Whether times_new_utc() makes the same as the public function. -1: an exception is set. */
static int times_direct_holds(const PyDateTime_CAPI *api)
{
    PyObject *made = times_new_utc(api, 2024, 2, 29, 86399, 999999);
    PyObject *expected =
        api->DateTime_FromDateAndTime(2024, 2, 29, 23, 59, 59, 999999, api->TimeZone_UTC, api->DateTimeType);
    int holds = made != NULL && expected != NULL ? PyObject_RichCompareBool(made, expected, Py_EQ) : -1;
    if (holds == 1)
        holds = PyObject_Hash(made) == PyObject_Hash(expected) && !PyErr_Occurred();
    Py_XDECREF(made);
    Py_XDECREF(expected);
    return holds;
}
#endif

/* The class is that of the capsule, which the program cannot replace as it can datetime.datetime. */
int times_load(struct native_state *state)
{
    if (threads_load(&state->datetime_type) != NULL)
        return 0;
    PyObject *capsule = times_capsule(), *type = NULL, *find = NULL;
    PyDateTime_CAPI *api = NULL;
    if (capsule != NULL && (api = PyCapsule_GetPointer(capsule, PyDateTime_CAPSULE_NAME)) != NULL)
        type = Py_NewRef(api->DateTimeType);
    else if (!PyErr_Occurred() && (find = native_import("hayapack._errors.unimported_classes", "real_class")) != NULL)
        type = PyObject_CallFunction(find, "ss", "datetime", "datetime");
    Py_XDECREF(find);
    int direct = 0;
#if LAYOUT_KNOWN
    if (type != NULL && api != NULL && state->layout.usable && (direct = times_direct_holds(api)) < 0)
        Py_CLEAR(type);
#endif
    THREADS_LOCK(state->shared.empty_text);             /* any object of the module */
    if (type != NULL && state->datetime_type == NULL) { /* another thread may have done it meanwhile */
        state->times.api = api;
        state->times.direct = direct > 0;
        state->datetime_capsule = Py_XNewRef(capsule);
        threads_store(&state->datetime_type, (PyTypeObject *)Py_NewRef(type));
    }
    THREADS_UNLOCK();
    Py_XDECREF(capsule);
    Py_XDECREF(type);
    return type != NULL ? 0 : -1;
}

/* ---- objects -> timestamps ----------------------------------------------- */

/* Without a GIL: while the object is locked, so that the slots keep their values. */
static bool times_from_slots(const struct native_state *state, PyObject *stamp, struct haya_timestamp *time)
{
    PyObject *seconds = *(PyObject **)((char *)stamp + state->times.seconds_slot);
    PyObject *nanoseconds = *(PyObject **)((char *)stamp + state->times.nanoseconds_slot);
    /* Timestamp.__new__() leaves both slots empty, and their __set__() accepts any object */
    if (seconds == NULL || nanoseconds == NULL || !PyLong_Check(seconds) || !PyLong_Check(nanoseconds))
        return false;
    int big, big_too;
    long long s = PyLong_AsLongLongAndOverflow(seconds, &big);
    long long ns = PyLong_AsLongLongAndOverflow(nanoseconds, &big_too);
    if (big != 0 || big_too != 0 || ns < 0 || ns > HAYA_NANOSECONDS_MAX)
        return false;
    time->seconds = s;
    time->nanoseconds = (uint32_t)ns;
    return true;
}

bool times_from_stamp(const struct native_state *state, PyObject *stamp, struct haya_timestamp *time)
{
    if (state->times.seconds_slot == 0 || !threads_try_lock(stamp))
        return false;
    bool known = times_from_slots(state, stamp, time);
    threads_unlock(stamp);
    return known;
}

/* Days since 0001-01-01. The computation lets years begin in March, so that a leap day is the last day. */
static uint32_t times_days(uint32_t year, uint32_t month, uint32_t day)
{
    static const uint16_t before[13] = {0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275};
    uint32_t years = year - (month <= 2), centuries = years / 100;
    return years * 365 + years / 4 - centuries + centuries / 4 + before[month] + day - 1 - TIMES_MARCH;
}

/* The fields of a datetime, read as UTC. */
static void times_of_fields(PyObject *datetime, struct haya_timestamp *time)
{
    uint32_t days = times_days((uint32_t)PyDateTime_GET_YEAR(datetime), (uint32_t)PyDateTime_GET_MONTH(datetime),
                               (uint32_t)PyDateTime_GET_DAY(datetime));
    time->seconds = TIMES_FIRST + (int64_t)days * TIMES_DAY + PyDateTime_DATE_GET_HOUR(datetime) * 3600 +
                    PyDateTime_DATE_GET_MINUTE(datetime) * 60 + PyDateTime_DATE_GET_SECOND(datetime);
    time->nanoseconds = (uint32_t)PyDateTime_DATE_GET_MICROSECOND(datetime) * 1000;
}

bool times_from_utc(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time)
{
    const PyDateTime_CAPI *api = state->times.api;
    if (api == NULL || PyDateTime_DATE_GET_TZINFO(datetime) != api->TimeZone_UTC)
        return false;
    times_of_fields(datetime, time);
    return true;
}

/* The datetime with this UTC offset, whose reference is stolen. */
static enum times_known times_from_offset(const PyDateTime_CAPI *api, PyObject *offset, PyObject *datetime,
                                          struct haya_timestamp *time)
{
    if (offset == NULL)
        return TIMES_ERROR;
    enum times_known known = offset == Py_None ? TIMES_NAIVE : TIMES_UNKNOWN;
    if (PyObject_TypeCheck(offset, api->DeltaType)) {
        int64_t seconds = (int64_t)PyDateTime_DELTA_GET_DAYS(offset) * TIMES_DAY + PyDateTime_DELTA_GET_SECONDS(offset);
        int32_t micros = PyDateTime_DELTA_GET_MICROSECONDS(offset);
        /* the offset must be less than a day; for others datetime raises an error */
        if (seconds < TIMES_DAY && (seconds > -TIMES_DAY || (seconds == -TIMES_DAY && micros != 0))) {
            times_of_fields(datetime, time);
            micros = (int32_t)(time->nanoseconds / 1000) - micros;
            time->seconds -= seconds + (micros < 0);
            time->nanoseconds = (uint32_t)(micros < 0 ? micros + 1000000 : micros) * 1000;
            known = TIMES_DONE;
        }
    }
    Py_DECREF(offset);
    return known;
}

enum times_known times_from_zone(const struct native_state *state, PyObject *datetime, struct haya_timestamp *time)
{
    const PyDateTime_CAPI *api = state->times.api;
    if (api == NULL)
        return TIMES_UNKNOWN;
    PyObject *zone = PyDateTime_DATE_GET_TZINFO(datetime);
    if (zone == Py_None)
        return TIMES_NAIVE;
    return times_from_offset(api, PyObject_CallMethodOneArg(zone, state->str.utcoffset, datetime), datetime, time);
}

#ifdef Py_GIL_DISABLED
/* Such a function may wait for a lock. */
enum times_known times_from_quiet_zone(struct native_state *state, PyObject *datetime, struct haya_timestamp *time)
{
    (void)state, (void)datetime, (void)time;
    return TIMES_UNKNOWN;
}
#else
/* The function utcoffset() of a class of time zones, if that is compiled zoneinfo's: it runs no Python code for an
 * exact datetime. NULL: it is another. */
static PyCFunction times_find_offset(struct native_state *state, PyTypeObject *type)
{
    bool named = strcmp(type->tp_name, "zoneinfo.ZoneInfo") == 0 && instance_has_names(type);
    PyObject *method = named ? _PyType_Lookup(type, state->str.utcoffset) : NULL;
    if (method == NULL || !Py_IS_TYPE(method, &PyMethodDescr_Type) || PyDescr_TYPE(method) != type)
        return NULL;
    const PyMethodDef *def = ((PyMethodDescrObject *)method)->d_method;
    return def->ml_flags == METH_O ? def->ml_meth : NULL;
}

enum times_known times_from_quiet_zone(struct native_state *state, PyObject *datetime, struct haya_timestamp *time)
{
    const PyDateTime_CAPI *api = state->times.api;
    PyObject *zone = api != NULL ? PyDateTime_DATE_GET_TZINFO(datetime) : Py_None;
    PyTypeObject *type = Py_TYPE(zone);
    if (zone == Py_None)
        return TIMES_UNKNOWN;
    if (type != state->times.zone_type || instance_version(type) != state->times.zone_version ||
        state->times.zone_version == 0) {
        state->times.zone_offset = times_find_offset(state, type);
        state->times.zone_type = type;
        state->times.zone_version = instance_version(type);
    }
    return state->times.zone_offset == NULL
               ? TIMES_UNKNOWN
               : times_from_offset(api, state->times.zone_offset(zone, datetime), datetime, time);
}
#endif

/* ---- objects -> text ------------------------------------------------------ */

bool times_is_class(const struct native_state *state, enum times_class kind, const PyTypeObject *type)
{
    const PyDateTime_CAPI *api = state->times.api;
    if (api == NULL)
        return false;
    return type == (kind == TIMES_OF_DATE ? api->DateType : kind == TIMES_OF_TIME ? api->TimeType : api->DateTimeType);
}

static char *times_clock(char *p, int hour, int minute, int second, int microsecond)
{
    p = time_text_put_clock(p, (uint32_t)hour, (uint32_t)minute, (uint32_t)second);
    if (microsecond == 0)
        return p;
    *p++ = '.';
    return time_text_put(p, (uint64_t)microsecond, 6);
}

bool times_is_near_end(PyObject *o)
{
    int year = PyDateTime_GET_YEAR(o);
    return year <= 1 || year >= 9999;
}

size_t times_text(enum times_class kind, PyObject *o, char *text)
{
    char *p = text;
    if (kind != TIMES_OF_DATE && ((_PyDateTime_BaseTZInfo *)o)->hastzinfo)
        return 0;
    if (kind != TIMES_OF_TIME)
        p = time_text_put_date(p, (uint32_t)PyDateTime_GET_YEAR(o), (uint32_t)PyDateTime_GET_MONTH(o),
                               (uint32_t)PyDateTime_GET_DAY(o));
    if (kind == TIMES_OF_DATETIME) {
        *p++ = 'T';
        p = times_clock(p, PyDateTime_DATE_GET_HOUR(o), PyDateTime_DATE_GET_MINUTE(o), PyDateTime_DATE_GET_SECOND(o),
                        PyDateTime_DATE_GET_MICROSECOND(o));
    } else if (kind == TIMES_OF_TIME) {
        p = times_clock(p, PyDateTime_TIME_GET_HOUR(o), PyDateTime_TIME_GET_MINUTE(o), PyDateTime_TIME_GET_SECOND(o),
                        PyDateTime_TIME_GET_MICROSECOND(o));
    }
    return (size_t)(p - text);
}

PyTypeObject *times_span_type(const struct native_state *state)
{
    return ((const PyDateTime_CAPI *)state->times.api)->DeltaType;
}

size_t times_span_text(const struct native_state *state, PyObject *o, char *text)
{
    if (state->times.api == NULL || Py_TYPE(o) != times_span_type(state))
        return 0;
    int days = PyDateTime_DELTA_GET_DAYS(o), seconds = PyDateTime_DELTA_GET_SECONDS(o);
    int micros = PyDateTime_DELTA_GET_MICROSECONDS(o);
    const bool negative = days < 0;
    if (negative) {
        seconds = -seconds - (micros != 0);
        micros = micros != 0 ? 1000000 - micros : 0;
        days = -days - (seconds < 0);
        seconds += seconds < 0 ? TIMES_DAY : 0;
    }
    return (size_t)(time_text_put_span(text, negative, (uint64_t)days, (uint64_t)seconds, 1000 * (uint64_t)micros) -
                    text);
}

/* ---- timestamps -> objects ----------------------------------------------- */

static PyObject *times_new_stamp(const struct native_state *state, const struct haya_timestamp *time)
{
    if (state->times.seconds_slot == 0)
        return NULL;
    PyTypeObject *type = state->timestamp_type;
    PyObject *seconds = PyLong_FromLongLong(time->seconds);
    PyObject *nanoseconds = seconds != NULL ? PyLong_FromUnsignedLong(time->nanoseconds) : NULL;
    PyObject *stamp = nanoseconds != NULL ? type->tp_alloc(type, 0) : NULL;
    if (stamp == NULL) {
        Py_XDECREF(seconds);
        Py_XDECREF(nanoseconds);
        return NULL;
    }
    *(PyObject **)((char *)stamp + state->times.seconds_slot) = seconds;
    *(PyObject **)((char *)stamp + state->times.nanoseconds_slot) = nanoseconds;
    return stamp;
}

/* Truncates to microseconds. */
static PyObject *times_new_datetime(const struct native_state *state, const struct haya_timestamp *time)
{
    const PyDateTime_CAPI *api = state->times.api;
    if (api == NULL || time->seconds < TIMES_FIRST || time->seconds > TIMES_LAST)
        return NULL;
    uint64_t seconds = (uint64_t)(time->seconds - TIMES_FIRST);
    uint32_t days = (uint32_t)(seconds / TIMES_DAY) + TIMES_MARCH, of_day = (uint32_t)(seconds % TIMES_DAY);
    /* Quarters of days, of which a century has TIMES_ERA and a year 1461. The quotient by 1461 is the high half of a
     * product with 2**32 / 1461, whose low half is the part of the year that has passed. */
    uint32_t quarters = 4 * days + 3, century = quarters / TIMES_ERA;
    uint64_t product = (uint64_t)2939745 * (quarters % TIMES_ERA | 3);
    uint32_t of_year = (uint32_t)product / 2939745 / 4;
    /* Months since March, in units of 2**16; 2141 of these are a day. */
    uint32_t march = 2141 * of_year + 197913, next = of_year >= 306; /* January and February are the next year's */
    uint32_t day = (march & 0xffff) / 2141 + 1, month = (march >> 16) - 12 * next;
    uint32_t year = 100 * century + (uint32_t)(product >> 32) + next;
#if LAYOUT_KNOWN
    if (LIKELY(state->times.direct))
        return times_new_utc(api, year, month, day, of_day, time->nanoseconds / 1000);
#endif
    return api->DateTime_FromDateAndTime((int)year, (int)month, (int)day, (int)(of_day / 3600), (int)(of_day / 60 % 60),
                                         (int)(of_day % 60), (int)(time->nanoseconds / 1000), api->TimeZone_UTC,
                                         api->DateTimeType);
}

/* Each step is rounded to a double, as in Python: x87's registers have more bits. */
static PyObject *times_float(const struct haya_timestamp *time)
{
    double fraction = time->nanoseconds / 1e9;
    return PyFloat_FromDouble((double)time->seconds + fraction);
}

PyObject *times_new(const struct native_state *state, int form, const struct haya_timestamp *time)
{
    const int64_t giga = HAYA_NANOSECONDS_MAX + 1, most = INT64_MAX / giga - 1;
    switch (form) {
    case 0: return times_new_stamp(state, time);
    case 1: return times_float(time);
    case 2:
        if (time->seconds < -most || time->seconds > most)
            return NULL;
        return PyLong_FromLongLong(time->seconds * giga + time->nanoseconds);
    default: return times_new_datetime(state, time);
    }
}
