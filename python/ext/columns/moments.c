/* moments.c: times as counts of a unit. The texts are those of hayapack._plan.values. */
#include "columns.h"

#define MOMENTS_DAY INT64_C(86400)
#define MOMENTS_SECOND INT64_C(1000000000) /* nanoseconds */

static const int64_t moments_per_second[] = {1, 1000, 1000000, 1000000000};

enum column_fit moments_count(int64_t seconds, uint32_t nanoseconds, enum column_unit unit, int64_t *count)
{
    const int64_t per = moments_per_second[unit];
    const uint32_t one = (uint32_t)(MOMENTS_SECOND / per);
    const int64_t part = nanoseconds / one;
    if (nanoseconds % one != 0)
        return FIT_FINER;
    /* before 1970 the product alone can be too small where the sum is not */
    const int64_t whole = seconds < 0 ? seconds + 1 : seconds, rest = seconds < 0 ? part - per : part;
    if (whole > INT64_MAX / per || whole < INT64_MIN / per)
        return FIT_RANGE;
    const int64_t product = whole * per;
    if ((rest > 0 && product > INT64_MAX - rest) || (rest < 0 && product < INT64_MIN - rest))
        return FIT_RANGE;
    *count = product + rest;
    return FIT_OK;
}

enum column_fit moments_float(double seconds, enum column_unit unit, int64_t *count)
{
    double product = seconds * (double)moments_per_second[unit], whole;
    if (!(product > -9.2e18 && product < 9.2e18)) /* NaN too */
        return FIT_RANGE;
    whole = (double)(int64_t)product;
    *count = (int64_t)product + (product - whole >= 0.5 ? 1 : product - whole <= -0.5 ? -1 : 0);
    return FIT_OK;
}

enum column_fit moments_of(int64_t seconds, uint32_t nanoseconds, enum column_type type, enum column_unit unit,
                           int64_t *count)
{
    if (type == COLUMN_TIMESTAMP || type == COLUMN_NAIVE)
        return moments_count(seconds, nanoseconds, unit, count);
    if (type != COLUMN_DATE32)
        return FIT_KIND;
    if (nanoseconds != 0 || seconds % MOMENTS_DAY != 0)
        return FIT_FINER;
    *count = seconds / MOMENTS_DAY;
    return *count < INT32_MIN || *count > INT32_MAX ? FIT_RANGE : FIT_OK;
}

/* ---- texts -------------------------------------------------------------------- */

struct moments_text {
    const uint8_t *p, *end;
};

static bool moments_take(struct moments_text *t, uint8_t c)
{
    bool is = t->p < t->end && *t->p == c;
    t->p += is;
    return is;
}

/* The number of 1 to `most` digits; returns how many there are. */
static int moments_number(struct moments_text *t, int most, int64_t *number)
{
    int count = 0;
    for (*number = 0; count < most && t->p < t->end && *t->p >= '0' && *t->p <= '9'; count++)
        *number = 10 * *number + (*t->p++ - '0');
    return count;
}

static bool moments_two(struct moments_text *t, int64_t *number)
{
    return moments_number(t, 2, number) == 2;
}

/* The nanoseconds of 1 to `most` digits, at most 9, after the point. */
static bool moments_fraction(struct moments_text *t, int most, int64_t *nanoseconds)
{
    int count = moments_number(t, most, nanoseconds);
    if (count == 0)
        return false;
    for (; count < 9; count++)
        *nanoseconds *= 10;
    return true;
}

/* Days since 1970 of a date from year 1 on. */
static int64_t moments_days(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1; /* from March on */
    return 365 * y + y / 4 - y / 100 + y / 400 + of_year - 719468;
}

static bool moments_date(struct moments_text *t, int64_t *days)
{
    static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t year, month, day;
    if (moments_number(t, 4, &year) != 4 || !moments_take(t, '-') || !moments_two(t, &month) || !moments_take(t, '-') ||
        !moments_two(t, &day) || year == 0 || month < 1 || month > 12)
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    *days = moments_days(year, month, day);
    return day >= 1 && day <= lengths[month - 1] + (month == 2 && leap);
}

/* Seconds of the day, and nanoseconds. */
static bool moments_clock(struct moments_text *t, int64_t *seconds, int64_t *nanoseconds)
{
    int64_t hour, minute, second = 0;
    *nanoseconds = 0;
    if (!moments_two(t, &hour) || !moments_take(t, ':') || !moments_two(t, &minute))
        return false;
    if (moments_take(t, ':') &&
        (!moments_two(t, &second) || (moments_take(t, '.') && !moments_fraction(t, 9, nanoseconds))))
        return false;
    *seconds = 3600 * hour + 60 * minute + second;
    return hour < 24 && minute < 60 && second < 60;
}

/* The zone at the end of a text: what is to be subtracted for UTC, 0 without one. */
static bool moments_zone(struct moments_text *t, int64_t *seconds, int64_t *nanoseconds)
{
    int64_t hours, minutes, rest = 0;
    *seconds = *nanoseconds = 0;
    if (t->p == t->end)
        return true;
    if (moments_take(t, 'Z') || moments_take(t, 'z'))
        return t->p == t->end;
    bool negative = *t->p == '-';
    if ((!moments_take(t, '+') && !moments_take(t, '-')) || !moments_two(t, &hours) || !moments_take(t, ':') ||
        !moments_two(t, &minutes))
        return false;
    if (moments_take(t, ':') &&
        (!moments_two(t, &rest) || (moments_take(t, '.') && !moments_fraction(t, 6, nanoseconds))))
        return false;
    *seconds = 3600 * hours + 60 * minutes + rest;
    if (negative) {
        *seconds = -*seconds;
        *nanoseconds = -*nanoseconds;
    }
    return t->p == t->end && hours < 24 && minutes < 60 && rest < 60;
}

static enum column_fit moments_text_moment(struct moments_text *t, enum column_type type, enum column_unit unit,
                                           int64_t *count)
{
    int64_t days, seconds, nanoseconds, away, fraction;
    if (!moments_date(t, &days) || (!moments_take(t, 'T') && !moments_take(t, ' ')) ||
        !moments_clock(t, &seconds, &nanoseconds) || !moments_zone(t, &away, &fraction))
        return FIT_TEXT;
    seconds += days * MOMENTS_DAY - away;
    nanoseconds -= fraction;
    if (nanoseconds < 0) {
        nanoseconds += MOMENTS_SECOND;
        seconds--;
    } else if (nanoseconds >= MOMENTS_SECOND) {
        nanoseconds -= MOMENTS_SECOND;
        seconds++;
    }
    return moments_of(seconds, (uint32_t)nanoseconds, type, unit, count);
}

/* total += number * factor; false: it is over 2**63-1. total is not negative. */
static bool moments_add(int64_t *total, int64_t number, int64_t factor)
{
    if (number > (INT64_MAX - *total) / factor)
        return false;
    *total += number * factor;
    return true;
}

/* The microseconds of a span after the P, such as "1DT2H3M4.5S". */
static enum column_fit moments_span(struct moments_text *t, int64_t *total)
{
    static const struct {
        uint8_t letter;
        int digits;
        int64_t seconds;
    } units[] = {{'W', 10, 604800}, {'D', 10, 86400}, {'H', 15, 3600}, {'M', 15, 60}, {'S', 15, 1}};
    size_t unit = 0, last = 2;
    bool range = false, finer = false;
    int64_t number, nanoseconds;
    if (t->p == t->end)
        return FIT_TEXT;
    while (t->p < t->end) {
        if (last == 2 && moments_take(t, 'T')) {
            unit = 2;
            last = 5;
        }
        int digits = moments_number(t, 15, &number);
        bool point = digits != 0 && moments_take(t, '.');
        nanoseconds = 0;
        if (digits == 0 || (point && !moments_fraction(t, 9, &nanoseconds)) || t->p == t->end)
            return FIT_TEXT;
        while (unit < last && units[unit].letter != *t->p)
            unit++;
        if (unit == last || digits > units[unit].digits || (point && unit != 4))
            return FIT_TEXT;
        range = range || !moments_add(total, number, 1000000 * units[unit].seconds) ||
                !moments_add(total, nanoseconds / 1000, 1);
        finer = finer || nanoseconds % 1000 != 0;
        t->p++;
        unit++;
    }
    return range ? FIT_RANGE : finer ? FIT_FINER : FIT_OK;
}

static enum column_fit moments_text_span(struct moments_text *t, int64_t *count)
{
    bool negative = moments_take(t, '-');
    if (!negative)
        moments_take(t, '+');
    *count = 0;
    if (!moments_take(t, 'P'))
        return FIT_TEXT;
    enum column_fit fit = moments_span(t, count);
    if (negative)
        *count = -*count;
    return fit;
}

enum column_fit moments_text(const uint8_t *s, size_t n, enum column_type type, enum column_unit unit, int64_t *count)
{
    struct moments_text t = {s, s + n};
    int64_t seconds, nanoseconds;
    switch (type) {
    case COLUMN_TIMESTAMP:
    case COLUMN_NAIVE: return moments_text_moment(&t, type, unit, count);
    case COLUMN_DATE32: return moments_date(&t, count) && t.p == t.end ? FIT_OK : FIT_TEXT;
    case COLUMN_TIME64:
        if (!moments_clock(&t, &seconds, &nanoseconds) || t.p != t.end)
            return FIT_TEXT;
        return moments_count(seconds, (uint32_t)nanoseconds, unit, count);
    case COLUMN_DURATION: return moments_text_span(&t, count);
    default: return FIT_KIND;
    }
}
