/* Dates, by the class that a node names. */
#include "decode/decoder.h"

#include "../types/value_classes.h"
#include "ext/date/php_date.h"

bool plan_date_make(const struct plan_node *node, int64_t seconds, uint32_t nanoseconds, zval *slot)
{
    if (node->date == PLAN_DATE_TIMESTAMP)
        return msgpack_make_timestamp(slot, seconds, nanoseconds);
    return msgpack_make_date(slot,
                             node->date == PLAN_DATE_MUTABLE ? php_date_get_date_ce() : php_date_get_immutable_ce(),
                             seconds, nanoseconds);
}

const uint8_t *plan_date_quick(const struct plan_node *node, const uint8_t *p, const uint8_t *end, zval *slot)
{
    struct haya_timestamp time;
    uint32_t n = *p == HAYA_FIXEXT4 ? 4 : *p == HAYA_FIXEXT8 ? 8 : 0;

    if (n == 0 || (int8_t)p[1] != HAYA_TIMESTAMP_TYPE || (size_t)(end - p) < 2 + (size_t)n ||
        haya_timestamp_read(p + 2, n, &time) != HAYA_OK || !plan_date_make(node, time.seconds, time.nanoseconds, slot))
        return NULL;
    return p + 2 + n;
}

/* ---- text --------------------------------------------------------------------------------------------------- */

/* The number that `digits` decimal digits at *text make; -1: others are there. Moves *text behind them. */
static int date_number(const char **text, int digits)
{
    int number = 0;

    for (; digits > 0; digits--, (*text)++) {
        if (**text < '0' || **text > '9')
            return -1;
        number = number * 10 + (**text - '0');
    }
    return number;
}

/* Days from 1970-01-01 to a day of the Gregorian calendar, or INT32_MIN: there is no such day. */
static int32_t date_days(int year, int month, int day)
{
    static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int32_t before = year - 1, days;

    if (year < 1 || month < 1 || month > 12 || day < 1 || day > lengths[month - 1] + (month == 2 && leap))
        return INT32_MIN;
    days = before * 365 + before / 4 - before / 100 + before / 400 - 719162 + day - 1;
    for (int i = 1; i < month; i++)
        days += lengths[i - 1] + (i == 2 && leap);
    return days;
}

/* The text after the seconds: a fraction and the difference from UTC, which is stored in minutes. */
static bool date_rest(const char *text, uint32_t *nanoseconds, int *offset)
{
    *nanoseconds = 0;
    *offset = 0;
    if (*text == '.') {
        uint32_t unit = 100000000;
        if (*++text < '0' || *text > '9')
            return false;
        for (; *text >= '0' && *text <= '9'; text++, unit /= 10)
            *nanoseconds += unit * (uint32_t)(*text - '0');
    }
    if (*text == 'Z')
        return text[1] == '\0';
    int sign = *text == '-' ? -1 : 1;
    if (*text != '+' && *text != '-')
        return false;
    text++;
    int hours = date_number(&text, 2);
    if (hours < 0 || hours > 23 || *text++ != ':')
        return false;
    int minutes = date_number(&text, 2);
    *offset = sign * (hours * 60 + minutes);
    return minutes >= 0 && minutes <= 59 && *text == '\0';
}

bool plan_date_read(const char *text, size_t n, struct haya_timestamp *time)
{
    char copy[48]; /* ends with a zero, where each check stops */
    const char *at = copy;
    int part[6], offset;

    if (n >= sizeof copy)
        return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    for (int i = 0; i < 6; i++) {
        if (i > 0 && *at++ != "--T::"[i - 1])
            return false;
        part[i] = date_number(&at, i == 0 ? 4 : 2);
        if (part[i] < 0)
            return false;
    }
    int32_t days = date_days(part[0], part[1], part[2]);
    if (days == INT32_MIN || part[3] > 23 || part[4] > 59 || part[5] > 59 ||
        !date_rest(at, &time->nanoseconds, &offset) || strlen(copy) != n)
        return false;
    time->seconds = (int64_t)days * 86400 + part[3] * 3600 + (part[4] - offset) * 60 + part[5];
    return true;
}
