/* time_texts.h: the texts of dates, times and durations, as hayapack/_plan/stdlib_values.py reads and writes them. No
 * GIL is needed. */
#ifndef HAYAPACK_TIME_TEXTS_H
#define HAYAPACK_TIME_TEXTS_H

#include "common.h"

/* What is left of a text. */
struct time_text {
    const uint8_t *p, *end;
};

/* A date of the years 1 to 9999, and a time of the day. */
struct time_fields {
    int64_t year, month, day, hour, minute, second, nanosecond;
};

/* What is to be subtracted for UTC; both parts have the same sign. */
struct time_zone {
    bool given;
    int64_t seconds, nanoseconds;
};

struct time_span {
    int64_t microseconds;
    bool out_of_range; /* of an int64 */
    bool has_rest;     /* of less than a microsecond */
};

/* Passes over c, if it is next. */
HAYA_INLINE bool time_text_take(struct time_text *t, uint8_t c)
{
    bool is = t->p < t->end && *t->p == c;
    t->p += is;
    return is;
}

/* The functions below read what is next, such as "2026-12-01", "12:30:59.123456789" and "+01:00". False: it is
 * something else. */

/* The number of up to `most` digits, at most 18; returns how many there are. */
static inline int time_text_number(struct time_text *t, int most, int64_t *number)
{
    const uint8_t *s = t->p, *stop = t->end - s > most ? s + most : t->end;
    int64_t n = 0;
    for (; s < stop && (unsigned)*s - '0' <= 9; s++)
        n = 10 * n + (*s - '0');
    int count = (int)(s - t->p);
    t->p = s;
    *number = n;
    return count;
}

HAYA_INLINE bool time_text_two(struct time_text *t, int64_t *number)
{
    const uint8_t *s = t->p;
    if (t->end - s < 2 || (unsigned)s[0] - '0' > 9 || (unsigned)s[1] - '0' > 9)
        return false;
    *number = 10 * (s[0] - '0') + (s[1] - '0');
    t->p = s + 2;
    return true;
}

/* The nanoseconds of 1 to `most` digits, at most 9, after the point. */
static inline bool time_text_fraction(struct time_text *t, int most, int64_t *nanoseconds)
{
    int count = time_text_number(t, most, nanoseconds);
    if (count == 0)
        return false;
    for (; count < 9; count++)
        *nanoseconds *= 10;
    return true;
}

HAYA_INLINE bool time_text_date(struct time_text *t, struct time_fields *f)
{
    static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t century;
    if (!time_text_two(t, &century) || !time_text_two(t, &f->year) || !time_text_take(t, '-') ||
        !time_text_two(t, &f->month) || !time_text_take(t, '-') || !time_text_two(t, &f->day))
        return false;
    f->year += 100 * century;
    if (f->year == 0 || f->month < 1 || f->month > 12)
        return false;
    bool leap = f->year % 4 == 0 && (f->year % 100 != 0 || f->year % 400 == 0);
    return f->day >= 1 && f->day <= lengths[f->month - 1] + (f->month == 2 && leap);
}

HAYA_INLINE bool time_text_clock(struct time_text *t, struct time_fields *f)
{
    f->second = f->nanosecond = 0;
    if (!time_text_two(t, &f->hour) || !time_text_take(t, ':') || !time_text_two(t, &f->minute))
        return false;
    if (time_text_take(t, ':') &&
        (!time_text_two(t, &f->second) || (time_text_take(t, '.') && !time_text_fraction(t, 9, &f->nanosecond))))
        return false;
    return f->hour < 24 && f->minute < 60 && f->second < 60;
}

/* To the end of the text; that is no zone, too. */
HAYA_INLINE bool time_text_zone(struct time_text *t, struct time_zone *zone)
{
    int64_t hours, minutes, seconds = 0, nanoseconds = 0;
    *zone = (struct time_zone){.given = t->p != t->end};
    if (!zone->given)
        return true;
    if (time_text_take(t, 'Z') || time_text_take(t, 'z'))
        return t->p == t->end;
    bool negative = *t->p == '-';
    if ((!time_text_take(t, '+') && !time_text_take(t, '-')) || !time_text_two(t, &hours) || !time_text_take(t, ':') ||
        !time_text_two(t, &minutes))
        return false;
    if (time_text_take(t, ':') &&
        (!time_text_two(t, &seconds) || (time_text_take(t, '.') && !time_text_fraction(t, 6, &nanoseconds))))
        return false;
    zone->seconds = (negative ? -1 : 1) * (3600 * hours + 60 * minutes + seconds);
    zone->nanoseconds = negative ? -nanoseconds : nanoseconds;
    return t->p == t->end && hours < 24 && minutes < 60 && seconds < 60;
}

/* total += number * factor; false: it is over 2**63-1. total is not negative. */
static inline bool time_text_add(int64_t *total, int64_t number, int64_t factor)
{
    if (number > (INT64_MAX - *total) / factor)
        return false;
    *total += number * factor;
    return true;
}

/* A duration such as "-P1DT2H3M4.5S", to the end of the text. */
static inline bool time_text_span(struct time_text *t, struct time_span *span)
{
    static const struct {
        uint8_t letter;
        int digits;
        int64_t seconds;
    } units[] = {{'W', 10, 604800}, {'D', 10, 86400}, {'H', 15, 3600}, {'M', 15, 60}, {'S', 15, 1}};
    size_t unit = 0, last = 2;
    int64_t number, nanoseconds;
    bool negative = time_text_take(t, '-');
    if (!negative)
        time_text_take(t, '+');
    *span = (struct time_span){.microseconds = 0};
    if (!time_text_take(t, 'P') || t->p == t->end)
        return false;
    while (t->p < t->end) {
        if (last == 2 && time_text_take(t, 'T')) {
            unit = 2;
            last = 5;
        }
        int digits = time_text_number(t, 15, &number);
        bool point = digits != 0 && time_text_take(t, '.');
        nanoseconds = 0;
        if (digits == 0 || (point && !time_text_fraction(t, 9, &nanoseconds)) || t->p == t->end)
            return false;
        while (unit < last && units[unit].letter != *t->p)
            unit++;
        if (unit == last || digits > units[unit].digits || (point && unit != 4))
            return false;
        span->out_of_range |= !time_text_add(&span->microseconds, number, 1000000 * units[unit].seconds) ||
                              !time_text_add(&span->microseconds, nanoseconds / 1000, 1);
        span->has_rest |= nanoseconds % 1000 != 0;
        t->p++;
        unit++;
    }
    if (negative)
        span->microseconds = -span->microseconds;
    return true;
}

/* The functions below write at p, and return the end. */

/* v, below 100, with two digits. */
HAYA_INLINE char *time_text_put_two(char *p, uint32_t v)
{
    p[0] = (char)('0' + v / 10);
    p[1] = (char)('0' + v % 10);
    return p + 2;
}

/* v with so many digits. */
static inline char *time_text_put(char *p, uint64_t v, int digits)
{
    for (int i = digits; i-- > 0; v /= 10)
        p[i] = (char)('0' + v % 10);
    return p + digits;
}

/* v without leading zeros. */
static inline char *time_text_put_number(char *p, uint64_t v)
{
    int digits = 1;
    for (uint64_t rest = v; rest >= 10; rest /= 10)
        digits++;
    return time_text_put(p, v, digits);
}

/* Two numbers below 100 with the text between them. */
HAYA_INLINE char *time_text_put_pair(char *p, uint32_t first, char between, uint32_t second)
{
    p = time_text_put_two(p, first);
    *p++ = between;
    return time_text_put_two(p, second);
}

/* A date of the years 0 to 9999, such as "2026-12-01". */
HAYA_INLINE char *time_text_put_date(char *p, uint32_t year, uint32_t month, uint32_t day)
{
    p = time_text_put_two(p, year / 100);
    p = time_text_put_two(p, year % 100);
    *p++ = '-';
    return time_text_put_pair(p, month, '-', day);
}

/* A time of the day in whole seconds, such as "12:30:59". */
HAYA_INLINE char *time_text_put_clock(char *p, uint32_t hour, uint32_t minute, uint32_t second)
{
    p = time_text_put_pair(p, hour, ':', minute);
    *p++ = ':';
    return time_text_put_two(p, second);
}

/* A duration; seconds: less than a day. */
static inline char *time_text_put_span(char *p, bool negative, uint64_t days, uint64_t seconds, uint64_t nanoseconds)
{
    if (negative)
        *p++ = '-';
    *p++ = 'P';
    if (days != 0) {
        p = time_text_put_number(p, days);
        *p++ = 'D';
    }
    if (seconds == 0 && nanoseconds == 0 && days != 0)
        return p;
    *p++ = 'T';
    p = time_text_put_number(p, seconds);
    if (nanoseconds != 0) {
        *p++ = '.';
        p = time_text_put(p, nanoseconds, 9);
        while (p[-1] == '0')
            p--;
    }
    *p++ = 'S';
    return p;
}

#endif
