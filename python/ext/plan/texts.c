/*
 * texts.c: values of the standard library's types from their texts, as hayapack/_plan/values.py makes them.
 *
 * It takes the usual forms only; others, and all that are not valid, are left to the pure back end.
 */
#include "plan/plan.h"

#include <datetime.h>

#define TEXTS_DAY 86400

struct text {
    const uint8_t *p, *end;
};

/* What a text says; zone: NULL, or a new reference. */
struct moment {
    int year, month, day, hour, minute, second, microsecond;
    PyObject *zone;
};

static bool texts_is(const struct text *t, uint8_t c)
{
    return t->p < t->end && *t->p == c;
}

static bool texts_take(struct text *t, uint8_t c)
{
    bool is = texts_is(t, c);
    t->p += is;
    return is;
}

/* The number that the next `count` digits are. */
static bool texts_digits(struct text *t, int count, int *number)
{
    int n = 0;
    if (t->end - t->p < count)
        return false;
    for (int i = 0; i < count; i++) {
        unsigned digit = (unsigned)t->p[i] - '0';
        if (digit > 9)
            return false;
        n = 10 * n + (int)digit;
    }
    t->p += count;
    *number = n;
    return true;
}

/* The number of digits, at most `most`. */
static int texts_count_digits(const struct text *t, int most)
{
    int count = 0;
    while (count < most && t->p + count < t->end && (unsigned)t->p[count] - '0' <= 9)
        count++;
    return count;
}

/* The microseconds of 1 to 9 digits after the point. */
static bool texts_fraction(struct text *t, int *microsecond)
{
    int count = texts_count_digits(t, 9), n = 0;
    for (int i = 0; i < 6; i++)
        n = 10 * n + (i < count ? t->p[i] - '0' : 0);
    t->p += count;
    *microsecond = n;
    return count != 0;
}

static bool texts_date(struct text *t, struct moment *m)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!texts_digits(t, 4, &m->year) || !texts_take(t, '-') || !texts_digits(t, 2, &m->month) || !texts_take(t, '-') ||
        !texts_digits(t, 2, &m->day))
        return false;
    if (m->year == 0 || m->month < 1 || m->month > 12)
        return false;
    bool leap = m->year % 4 == 0 && (m->year % 100 != 0 || m->year % 400 == 0);
    return m->day >= 1 && m->day <= days[m->month - 1] + (m->month == 2 && leap);
}

/* The zone at the end of a text; *zone: a new reference, or NULL if there is none. */
static bool texts_zone(const PyDateTime_CAPI *api, struct text *t, PyObject **zone)
{
    int hours, minutes;
    *zone = NULL;
    if (t->p == t->end)
        return true;
    if (texts_is(t, 'Z') || texts_is(t, 'z')) {
        t->p++;
        *zone = Py_NewRef(api->TimeZone_UTC);
        return t->p == t->end;
    }
    bool negative = texts_is(t, '-');
    if ((!texts_take(t, '+') && !texts_take(t, '-')) || !texts_digits(t, 2, &hours) || !texts_take(t, ':') ||
        !texts_digits(t, 2, &minutes) || t->p != t->end || hours > 23 || minutes > 59)
        return false;
    int seconds = 60 * (60 * hours + minutes);
    PyObject *offset = api->Delta_FromDelta(0, negative ? -seconds : seconds, 0, 1, api->DeltaType);
    *zone = offset != NULL ? api->TimeZone_FromTimeZone(offset, NULL) : NULL;
    Py_XDECREF(offset);
    return *zone != NULL;
}

/* The clock and the zone, to the end of the text. */
static bool texts_clock(const PyDateTime_CAPI *api, struct text *t, struct moment *m)
{
    m->second = m->microsecond = 0;
    if (!texts_digits(t, 2, &m->hour) || !texts_take(t, ':') || !texts_digits(t, 2, &m->minute))
        return false;
    if (texts_take(t, ':') &&
        (!texts_digits(t, 2, &m->second) || (texts_take(t, '.') && !texts_fraction(t, &m->microsecond))))
        return false;
    return m->hour < 24 && m->minute < 60 && m->second < 60 && texts_zone(api, t, &m->zone);
}

static PyObject *texts_new_date(const PyDateTime_CAPI *api, struct text *t)
{
    struct moment m;
    return texts_date(t, &m) && t->p == t->end ? api->Date_FromDate(m.year, m.month, m.day, api->DateType) : NULL;
}

static PyObject *texts_new_time(const PyDateTime_CAPI *api, struct text *t)
{
    struct moment m;
    if (!texts_clock(api, t, &m))
        return NULL;
    PyObject *o =
        api->Time_FromTime(m.hour, m.minute, m.second, m.microsecond, m.zone != NULL ? m.zone : Py_None, api->TimeType);
    Py_XDECREF(m.zone);
    return o;
}

static PyObject *texts_new_datetime(const PyDateTime_CAPI *api, struct text *t)
{
    struct moment m;
    if (!texts_date(t, &m) || (!texts_take(t, 'T') && !texts_take(t, ' ')) || !texts_clock(api, t, &m))
        return NULL;
    PyObject *o = api->DateTime_FromDateAndTime(m.year, m.month, m.day, m.hour, m.minute, m.second, m.microsecond,
                                                m.zone != NULL ? m.zone : Py_None, api->DateTimeType);
    Py_XDECREF(m.zone);
    return o;
}

/* The seconds and microseconds of a span such as "P1DT2H3M4.5S" after the P, with numbers of up to nine digits. */
static bool texts_span(struct text *t, int64_t *days, int64_t *seconds, int *microseconds)
{
    static const struct {
        uint8_t letter;
        int days, seconds;
    } units[] = {{'W', 7, 0}, {'D', 1, 0}, {'H', 0, 3600}, {'M', 0, 60}, {'S', 0, 1}};
    bool clock = false;
    size_t unit = 0;
    if (t->p == t->end)
        return false;
    while (t->p < t->end) {
        if (!clock && texts_take(t, 'T')) {
            clock = true;
            unit = 2;
            if (t->p == t->end)
                return false;
            continue;
        }
        int count = texts_count_digits(t, 10), number;
        if (count == 0 || count > 9 || !texts_digits(t, count, &number))
            return false;
        bool point = texts_take(t, '.');
        if (point && !texts_fraction(t, microseconds))
            return false;
        size_t last = clock ? 5 : 2;
        while (unit < last && !texts_is(t, units[unit].letter))
            unit++;
        if (unit == last || (point && units[unit].letter != 'S'))
            return false;
        *days += (int64_t)number * units[unit].days;
        *seconds += (int64_t)number * units[unit].seconds;
        t->p++;
        unit++;
    }
    return true;
}

static PyObject *texts_new_span(const PyDateTime_CAPI *api, struct text *t)
{
    int64_t days = 0, seconds = 0;
    int microseconds = 0;
    bool negative = texts_take(t, '-');
    if (!negative)
        texts_take(t, '+');
    if (!texts_take(t, 'P') || !texts_span(t, &days, &seconds, &microseconds))
        return NULL;
    days += seconds / TEXTS_DAY;
    seconds %= TEXTS_DAY;
    if (days > 999999999)
        return NULL;
    int sign = negative ? -1 : 1;
    return api->Delta_FromDelta(sign * (int)days, sign * (int)seconds, sign * microseconds, 1, api->DeltaType);
}

static PyObject *texts_new_uuid(const struct plan_node *node, const uint8_t *s, size_t n)
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

/* A decimal number with up to 100 digits before and after the point, and up to 6 digits of exponent. */
static PyObject *texts_new_decimal(const struct plan_node *node, const uint8_t *s, size_t n)
{
    struct text t = {s, s + n};
    int fraction = 0, exponent;
    if (!texts_take(&t, '+'))
        texts_take(&t, '-');
    int whole = texts_count_digits(&t, 100);
    t.p += whole;
    if (texts_take(&t, '.')) {
        fraction = texts_count_digits(&t, 100);
        t.p += fraction;
    }
    if (whole + fraction == 0)
        return NULL;
    if (texts_take(&t, 'e') || texts_take(&t, 'E')) {
        if (!texts_take(&t, '+'))
            texts_take(&t, '-');
        exponent = texts_count_digits(&t, 6);
        t.p += exponent;
        if (exponent == 0)
            return NULL;
    }
    return t.p == t.end ? PyObject_CallFunction(node->text.parse, "s#", (const char *)s, (Py_ssize_t)n) : NULL;
}

PyObject *plan_of_text(const struct native_state *state, const struct plan_node *node, const uint8_t *s, size_t n)
{
    const PyDateTime_CAPI *api = state->times.api;
    struct text t = {s, s + n};
    (void)PyDateTimeAPI; /* state->times.api is used instead, see times.c */
    if (node->kind == PLAN_UUID)
        return texts_new_uuid(node, s, n);
    if (node->kind == PLAN_DECIMAL)
        return texts_new_decimal(node, s, n);
    if (api == NULL)
        return NULL;
    switch (node->kind) {
    case PLAN_DATE: return texts_new_date(api, &t);
    case PLAN_TIME: return texts_new_time(api, &t);
    case PLAN_TIMEDELTA: return texts_new_span(api, &t);
    default: return texts_new_datetime(api, &t);
    }
}
