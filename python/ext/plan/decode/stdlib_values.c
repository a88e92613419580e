/*
 * stdlib_values.c: values of the standard library's types from their texts, as hayapack/_plan/stdlib_values.py makes
 * them.
 *
 * It takes the usual forms only; others, and all that are not valid, are left to the pure back end.
 */
#include "plan/plan.h"
#include "runtime/time_texts.h"

#include <datetime.h>

#define TEXTS_DAY INT64_C(86400000000) /* microseconds */

/* The zone at the end of a text: a new reference; NULL: it is no zone, or an exception is set. */
static PyObject *stdlib_zone(const PyDateTime_CAPI *api, struct time_text *t)
{
    struct time_zone zone;
    if (!time_text_zone(t, &zone))
        return NULL;
    if (!zone.given || (zone.seconds == 0 && zone.nanoseconds == 0))
        return Py_NewRef(zone.given ? api->TimeZone_UTC : Py_None);
    PyObject *offset = api->Delta_FromDelta(0, (int)zone.seconds, (int)(zone.nanoseconds / 1000), 1, api->DeltaType);
    PyObject *made = offset != NULL ? api->TimeZone_FromTimeZone(offset, NULL) : NULL;
    Py_XDECREF(offset);
    return made;
}

static PyObject *stdlib_new_date(const PyDateTime_CAPI *api, struct time_text *t)
{
    struct time_fields f;
    return time_text_date(t, &f) && t->p == t->end
               ? api->Date_FromDate((int)f.year, (int)f.month, (int)f.day, api->DateType)
               : NULL;
}

static PyObject *stdlib_new_time(const PyDateTime_CAPI *api, struct time_text *t)
{
    struct time_fields f;
    PyObject *zone = time_text_clock(t, &f) ? stdlib_zone(api, t) : NULL, *o = NULL;
    if (zone != NULL)
        o = api->Time_FromTime((int)f.hour, (int)f.minute, (int)f.second, (int)f.nanosecond / 1000, zone,
                               api->TimeType);
    Py_XDECREF(zone);
    return o;
}

static PyObject *stdlib_new_datetime(const PyDateTime_CAPI *api, struct time_text *t)
{
    struct time_fields f;
    PyObject *zone = NULL, *o = NULL;
    if (time_text_date(t, &f) && (time_text_take(t, 'T') || time_text_take(t, ' ')) && time_text_clock(t, &f))
        zone = stdlib_zone(api, t);
    if (zone != NULL)
        o = api->DateTime_FromDateAndTime((int)f.year, (int)f.month, (int)f.day, (int)f.hour, (int)f.minute,
                                          (int)f.second, (int)f.nanosecond / 1000, zone, api->DateTimeType);
    Py_XDECREF(zone);
    return o;
}

static PyObject *stdlib_new_span(const PyDateTime_CAPI *api, struct time_text *t)
{
    struct time_span span;
    if (!time_text_span(t, &span) || span.out_of_range)
        return NULL;
    int64_t rest = span.microseconds % TEXTS_DAY;
    return api->Delta_FromDelta((int)(span.microseconds / TEXTS_DAY), (int)(rest / 1000000), (int)(rest % 1000000), 1,
                                api->DeltaType);
}

static PyObject *stdlib_new_uuid(const struct plan_node *node, const uint8_t *s, size_t n)
{
    char digits[33];
    size_t count = 0;
    if (n != 32 && n != 36)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        bool dash = n == 36 && (i == 8 || i == 13 || i == 18 || i == 23);
        bool hex = (unsigned)s[i] - '0' <= 9 || ((unsigned)s[i] | 32) - 'a' <= 5;
        if (dash ? s[i] != '-' : !hex)
            return NULL;
        if (!dash)
            digits[count++] = (char)s[i];
    }
    digits[32] = 0;
    if (node->text.int_slot == 0)
        return PyObject_CallFunction(node->text.parse, "s", digits);
    PyObject *number = PyLong_FromString(digits, NULL, 16);
    PyObject *o = number != NULL ? PyType_GenericAlloc((PyTypeObject *)node->text.parse, 0) : NULL;
    if (o == NULL) {
        Py_XDECREF(number);
        return NULL;
    }
    *(PyObject **)((char *)o + node->text.int_slot) = number;
    *(PyObject **)((char *)o + node->text.safe_slot) = Py_NewRef(node->text.safe);
    return o;
}

/* Passes over digits, at most `most`; returns how many there are. */
static int stdlib_digits(struct time_text *t, int most)
{
    int count = 0;
    while (count < most && t->p < t->end && (unsigned)*t->p - '0' <= 9)
        t->p++, count++;
    return count;
}

/* A decimal number with up to 100 digits before and after the point, and up to 6 digits of exponent. */
static PyObject *stdlib_new_decimal(const struct plan_node *node, const uint8_t *s, size_t n)
{
    struct time_text t = {s, s + n};
    int fraction = 0;
    if (!time_text_take(&t, '+'))
        time_text_take(&t, '-');
    int whole = stdlib_digits(&t, 100);
    if (time_text_take(&t, '.'))
        fraction = stdlib_digits(&t, 100);
    if (whole + fraction == 0)
        return NULL;
    if (time_text_take(&t, 'e') || time_text_take(&t, 'E')) {
        if (!time_text_take(&t, '+'))
            time_text_take(&t, '-');
        if (stdlib_digits(&t, 6) == 0)
            return NULL;
    }
    return t.p == t.end ? PyObject_CallFunction(node->text.parse, "s#", (const char *)s, (Py_ssize_t)n) : NULL;
}

PyObject *plan_of_text(const struct native_state *state, const struct plan_node *node, const uint8_t *s, size_t n)
{
    const PyDateTime_CAPI *api = state->times.api;
    struct time_text t = {s, s + n};
    (void)PyDateTimeAPI; /* state->times.api is used instead, see times.c */
    if (node->kind == PLAN_UUID)
        return stdlib_new_uuid(node, s, n);
    if (node->kind == PLAN_DECIMAL)
        return stdlib_new_decimal(node, s, n);
    if (api == NULL)
        return NULL;
    switch (node->kind) {
    case PLAN_DATE: return stdlib_new_date(api, &t);
    case PLAN_TIME: return stdlib_new_time(api, &t);
    case PLAN_TIMEDELTA: return stdlib_new_span(api, &t);
    default: return stdlib_new_datetime(api, &t);
    }
}
