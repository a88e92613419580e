/*
 * Dates. The time of a date for "@0", in UTC, is made once per call and copied, and its fields are set: a date made of
 * text takes ten times as long.
 */
#include "decode.h"

#include "../types/value_classes.h"
#include "ext/date/php_date.h"

#define DATE_DAY 86400
#define DATE_LEAST (-62135596800) /* 0001-01-01T00:00:00Z, in seconds since 1970 */
#define DATE_MOST 253402300799    /* 9999-12-31T23:59:59Z */

static const timelib_time *date_epoch(struct plan_decoder *t)
{
    zval made;

    if (t->epoch == NULL) {
        php_date_instantiate(php_date_get_immutable_ce(), &made);
        php_date_initialize(Z_PHPDATE_P(&made), ZEND_STRL("@0"), NULL, NULL, 0);
        t->epoch = Z_OBJ(made);
    }
    return php_date_obj_from_obj(t->epoch)->time;
}

/* A date whose time is a copy of the epoch's. */
static zend_object *date_new(struct plan_decoder *t, const struct plan_node *node)
{
    zend_class_entry *ce = node->date == PLAN_DATE_MUTABLE ? php_date_get_date_ce() : php_date_get_immutable_ce();
    const timelib_time *epoch = date_epoch(t);
    timelib_time *time = timelib_malloc(sizeof *time);

    memcpy(time, epoch, sizeof *time);
    time->tz_abbr = NULL; /* an offset has none: what it is there depends on the default time zone */
    time->tz_info = NULL;
    zend_object *object = ce->create_object(ce);
    php_date_obj_from_obj(object)->time = time;
    return object;
}

/* The date of a day, counted from 1970-01-01, in the years 1 to 9999. */
static void date_of_day(timelib_time *time, int64_t day)
{
    /* Years begin in March here, so that the leap day is the last; eras are 400 years. */
    uint32_t from = (uint32_t)(day + 719468), era = from / 146097, in_era = from % 146097;
    uint32_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    uint32_t in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;

    time->d = in_year - (153 * month + 2) / 5 + 1;
    time->m = month < 10 ? month + 3 : month - 9;
    time->y = (timelib_sll)year + era * 400 + (month >= 10);
}

bool plan_date_make(struct plan_decoder *t, const struct plan_node *node, int64_t seconds, uint32_t nanoseconds,
                    zval *slot)
{
    if (node->date == PLAN_DATE_TIMESTAMP) {
        msgpack_make_timestamp(slot, seconds, nanoseconds);
        return true;
    }
    if (seconds < DATE_LEAST || seconds > DATE_MOST)
        return false;
    zend_object *object = date_new(t, node);
    timelib_time *time = php_date_obj_from_obj(object)->time;
    int64_t day = (seconds - DATE_LEAST) / DATE_DAY;
    uint32_t rest = (uint32_t)((seconds - DATE_LEAST) % DATE_DAY);

    date_of_day(time, day + DATE_LEAST / DATE_DAY);
    time->h = rest / 3600;
    time->i = rest / 60 % 60;
    time->s = rest % 60;
    time->us = nanoseconds / 1000;
    time->sse = seconds;
    ZVAL_OBJ(slot, object);
    return true;
}

const uint8_t *plan_date_quick(struct plan_decoder *t, const struct plan_node *node, const uint8_t *p, zval *slot)
{
    struct haya_timestamp time;
    uint32_t n = *p == HAYA_FIXEXT4 ? 4 : *p == HAYA_FIXEXT8 ? 8 : 0;

    if (n == 0 || (int8_t)p[1] != HAYA_TIMESTAMP_TYPE || (size_t)(t->d.end - p) < 2 + (size_t)n ||
        haya_timestamp_read(p + 2, n, &time) != HAYA_OK ||
        !plan_date_make(t, node, time.seconds, time.nanoseconds, slot))
        return NULL;
    return p + 2 + n;
}
