/* time_values.c: times as counts of a unit. The texts are those of hayapack._plan.stdlib_values. */
#include "columns.h"

#include "runtime/time_texts.h"

#define TIME_VALUES_DAY INT64_C(86400)
#define TIME_VALUES_SECOND INT64_C(1000000000) /* nanoseconds */

static const int64_t time_values_per_second[] = {1, 1000, 1000000, 1000000000};

enum column_fit time_values_count(int64_t seconds, uint32_t nanoseconds, enum column_unit unit, int64_t *count)
{
    const int64_t per = time_values_per_second[unit];
    const uint32_t one = (uint32_t)(TIME_VALUES_SECOND / per);
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

enum column_fit time_values_float(double seconds, enum column_unit unit, int64_t *count)
{
    double product = seconds * (double)time_values_per_second[unit], whole;
    if (!(product > -9.2e18 && product < 9.2e18)) /* NaN too */
        return FIT_RANGE;
    whole = (double)(int64_t)product;
    *count = (int64_t)product + (product - whole >= 0.5 ? 1 : product - whole <= -0.5 ? -1 : 0);
    return FIT_OK;
}

enum column_fit time_values_of(int64_t seconds, uint32_t nanoseconds, enum column_type type, enum column_unit unit,
                               int64_t *count)
{
    if (type == COLUMN_TIMESTAMP || type == COLUMN_NAIVE)
        return time_values_count(seconds, nanoseconds, unit, count);
    if (type != COLUMN_DATE32)
        return FIT_KIND;
    if (nanoseconds != 0 || seconds % TIME_VALUES_DAY != 0)
        return FIT_FINER;
    *count = seconds / TIME_VALUES_DAY;
    return *count < INT32_MIN || *count > INT32_MAX ? FIT_RANGE : FIT_OK;
}

/* ---- texts -------------------------------------------------------------------- */

/* Days since 1970. */
static int64_t time_values_days(const struct time_fields *f)
{
    int64_t y = f->month <= 2 ? f->year - 1 : f->year;
    int64_t of_year = (153 * (f->month + (f->month > 2 ? -3 : 9)) + 2) / 5 + f->day - 1; /* from March on */
    return 365 * y + y / 4 - y / 100 + y / 400 + of_year - 719468;
}

/* Seconds of the day. */
static int64_t time_values_seconds(const struct time_fields *f)
{
    return 3600 * f->hour + 60 * f->minute + f->second;
}

static enum column_fit time_values_text_time(struct time_text *t, enum column_type type, enum column_unit unit,
                                             int64_t *count)
{
    struct time_fields f;
    struct time_zone zone;
    if (!time_text_date(t, &f) || (!time_text_take(t, 'T') && !time_text_take(t, ' ')) || !time_text_clock(t, &f) ||
        !time_text_zone(t, &zone))
        return FIT_TEXT;
    int64_t seconds = time_values_days(&f) * TIME_VALUES_DAY + time_values_seconds(&f) - zone.seconds;
    int64_t nanoseconds = f.nanosecond - zone.nanoseconds;
    if (nanoseconds < 0) {
        nanoseconds += TIME_VALUES_SECOND;
        seconds--;
    } else if (nanoseconds >= TIME_VALUES_SECOND) {
        nanoseconds -= TIME_VALUES_SECOND;
        seconds++;
    }
    return time_values_of(seconds, (uint32_t)nanoseconds, type, unit, count);
}

enum column_fit time_values_text(const uint8_t *s, size_t n, enum column_type type, enum column_unit unit,
                                 int64_t *count)
{
    struct time_text t = {s, s + n};
    struct time_fields f;
    struct time_span span;
    switch (type) {
    case COLUMN_TIMESTAMP:
    case COLUMN_NAIVE: return time_values_text_time(&t, type, unit, count);
    case COLUMN_DATE32:
        if (!time_text_date(&t, &f) || t.p != t.end)
            return FIT_TEXT;
        *count = time_values_days(&f);
        return FIT_OK;
    case COLUMN_TIME64:
        if (!time_text_clock(&t, &f) || t.p != t.end)
            return FIT_TEXT;
        return time_values_count(time_values_seconds(&f), (uint32_t)f.nanosecond, unit, count);
    case COLUMN_DURATION:
        if (!time_text_span(&t, &span))
            return FIT_TEXT;
        *count = span.microseconds;
        return span.out_of_range ? FIT_RANGE : span.has_rest ? FIT_FINER : FIT_OK;
    default: return FIT_KIND;
    }
}
