/* arrow_texts.c: dates, times, durations, UUIDs and decimals as the texts that extended=True writes. */
#include "arrow_rows.h"
#include "runtime/time_texts.h"

#define TEXTS_DAY 86400       /* seconds */
#define TEXTS_EPOCH 719468    /* days from March 1 of the year 0 to 1970-01-01 */
#define TEXTS_FIRST (-719162) /* 0001-01-01 */
#define TEXTS_LAST 2932896    /* 9999-12-31 */

int64_t arrow_per_second(int unit)
{
    static const int64_t units[] = {1, 1000, 1000000, 1000000000};
    return units[unit / 3];
}

size_t arrow_date_text(char *text, int64_t days)
{
    if (days < TEXTS_FIRST || days > TEXTS_LAST)
        return 0;
    /* Years begin in March, so that a leap day is the last day; the calendar repeats after 400 years. */
    uint32_t since = (uint32_t)(days + TEXTS_EPOCH), era = since / 146097, of_era = since % 146097;
    uint32_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    uint32_t of_year = of_era - (365 * year + year / 4 - year / 100);
    uint32_t month = (5 * of_year + 2) / 153, day = of_year - (153 * month + 2) / 5 + 1;
    month += month < 10 ? 3 : (uint32_t)-9;
    return (size_t)(time_text_put_date(text, year + 400 * era + (month <= 2), month, day) - text);
}

size_t arrow_time_text(char *text, int64_t time, int unit)
{
    int64_t per = arrow_per_second(unit);
    if (time < 0 || time >= TEXTS_DAY * per)
        return 0;
    uint32_t second = (uint32_t)(time / per);
    uint64_t nanos = (uint64_t)(time % per * (1000000000 / per));
    char *p = time_text_put_clock(text, second / 3600, second / 60 % 60, second % 60);
    if (nanos == 0)
        return (size_t)(p - text);
    *p++ = '.';
    p = nanos % 1000 == 0 ? time_text_put(p, nanos / 1000, 6) : time_text_put(p, nanos, 9);
    return (size_t)(p - text);
}

size_t arrow_duration_text(char *text, int64_t span, int unit)
{
    uint64_t per = (uint64_t)arrow_per_second(unit);
    uint64_t size = span < 0 ? -(uint64_t)span : (uint64_t)span;
    uint64_t seconds = size / per, nanos = size % per * (1000000000 / per);
    return (size_t)(time_text_put_span(text, span < 0, seconds / TEXTS_DAY, seconds % TEXTS_DAY, nanos) - text);
}

size_t arrow_uuid_text(char *text, const uint8_t *bytes)
{
    static const char digits[] = "0123456789abcdef";
    char *p = text;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *p++ = '-';
        *p++ = digits[bytes[i] >> 4];
        *p++ = digits[bytes[i] & 15];
    }
    return 36;
}

/* ---- decimals ------------------------------------------------------------- */

/* The absolute value of a number, the least word first; whether it is negative. n: words. */
static bool texts_magnitude(uint32_t *words, int n, const uint8_t *value)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    memcpy(words, value, (size_t)n * 4);
    for (int i = 0; first == 0 && i < n / 2; i++) {
        uint32_t other = words[i];
        words[i] = words[n - 1 - i];
        words[n - 1 - i] = other;
    }
    if (words[n - 1] >> 31 == 0)
        return false;
    uint64_t carry = 1;
    for (int i = 0; i < n; i++) {
        carry += (uint32_t)~words[i];
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return true;
}

/* The decimal digits of a number, without leading zeros; their count. Changes words. */
static int texts_decimal_digits(char *digits, uint32_t *words, int n)
{
    char backwards[90];
    int count = 0;
    while (n > 0 && words[n - 1] == 0)
        n--;
    while (n > 0) {
        uint64_t rest = 0; /* divide by 10**9 */
        for (int i = n; i-- > 0;) {
            rest = rest << 32 | words[i];
            words[i] = (uint32_t)(rest / 1000000000);
            rest %= 1000000000;
        }
        while (n > 0 && words[n - 1] == 0)
            n--;
        for (int i = 0; i < 9 && (n > 0 || rest != 0); i++, rest /= 10)
            backwards[count++] = (char)('0' + rest % 10);
    }
    if (count == 0)
        backwards[count++] = '0';
    for (int i = 0; i < count; i++)
        digits[i] = backwards[count - 1 - i];
    return count;
}

/* As str() of decimal.Decimal: with an exponent if the number ends before the point or begins far behind it. */
size_t arrow_decimal_text(char *text, const uint8_t *value, int width, int32_t scale)
{
    uint32_t words[8];
    char digits[90], *p = text;
    if (texts_magnitude(words, width / 4, value))
        *p++ = '-';
    int count = texts_decimal_digits(digits, words, width / 4);
    int64_t left = count - (int64_t)scale; /* digits before the point */
    bool positional = scale >= 0 && left > -6;
    int64_t point = positional ? left : 1;
    if (point <= 0) {
        *p++ = '0';
        *p++ = '.';
        for (int64_t i = point; i < 0; i++)
            *p++ = '0';
    }
    for (int i = 0; i < count; i++) {
        if (i == point && i != 0)
            *p++ = '.';
        *p++ = digits[i];
    }
    if (!positional) {
        *p++ = 'E';
        *p++ = left - 1 < 0 ? '-' : '+';
        p = time_text_put_number(p, (uint64_t)(left - 1 < 0 ? 1 - left : left - 1));
    }
    return (size_t)(p - text);
}
