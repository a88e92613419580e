/*
 * The value classes MsgpackExt, MsgpackBin, MsgpackTimestamp and MsgpackTyped, and
 * PHP's date objects.
 *
 * A value class is final and has a create_object function, so Reflection does not
 * make objects without their constructor; __unserialize checks as the constructor does.
 */
#include "value_classes.h"

#include "zend_exceptions.h"
#include "ext/date/php_date.h"

zend_class_entry *msgpack_ext_ce, *msgpack_bin_ce, *msgpack_timestamp_ce, *msgpack_typed_ce;

#define VALUES_NANOSECONDS 1000000000
#define VALUES_PROPERTIES_MAX 3

/* ---- properties: slot numbers are in the order of the stub --------------------- */

/* False, with an exception, for a second constructor call: properties are readonly. */
static bool value_begin(zend_object *object)
{
    if (Z_TYPE_P(OBJ_PROP_NUM(object, 0)) == IS_UNDEF)
        return true;
    zend_throw_error(NULL, "Cannot modify readonly property %s", ZSTR_VAL(object->ce->name));
    return false;
}

static zend_object *value_create(zend_class_entry *ce)
{
    zend_object *object = zend_objects_new(ce);

    object_properties_init(object, ce);
    return object;
}

void msgpack_values_init(void)
{
    msgpack_ext_ce->create_object = msgpack_bin_ce->create_object = value_create;
    msgpack_timestamp_ce->create_object = msgpack_typed_ce->create_object = value_create;
}

static void value_set(zend_object *object, uint32_t slot, zval *value)
{
    zval *property = OBJ_PROP_NUM(object, slot);
    ZVAL_COPY_VALUE(property, value);
    Z_PROP_FLAG_P(property) = 0;
}

static void value_set_int(zend_object *object, uint32_t slot, zend_long number)
{
    zval value;
    ZVAL_LONG(&value, number);
    value_set(object, slot, &value);
}

static void value_set_bytes(zend_object *object, uint32_t slot, const char *data, size_t n)
{
    zval value;
    ZVAL_STRINGL_FAST(&value, data, n);
    value_set(object, slot, &value);
}

/* Reads the argument of __unserialize: finds each property of the object in it, and checks
 * its type. given receives them, borrowed. False: an exception is pending. */
static bool value_given(zend_execute_data *execute_data, zval **given)
{
    zend_object *object = Z_OBJ_P(ZEND_THIS);
    uint32_t n = (uint32_t)object->ce->default_properties_count;
    HashTable *data;
    bool good;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ARRAY_HT(data)
    ZEND_PARSE_PARAMETERS_END_EX(return false);

    good = zend_hash_num_elements(data) == n;
    if (!value_begin(object))
        return false;
    for (uint32_t i = 0; good && i < n; i++) {
        const zend_property_info *info = object->ce->properties_info_table[i];
        given[i] = zend_hash_find(data, info->name);
        good = given[i] != NULL;
        if (good) {
            ZVAL_DEREF(given[i]);
            good = ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE_P(given[i]));
        }
    }
    if (!good)
        zend_throw_exception_ex(NULL, 0, "Invalid serialization data for %s object", ZSTR_VAL(object->ce->name));
    return good;
}

static void value_restore(zend_object *object, zval **given)
{
    for (uint32_t i = 0; i < (uint32_t)object->ce->default_properties_count; i++) {
        zval copy;
        ZVAL_COPY(&copy, given[i]);
        value_set(object, i, &copy);
    }
}

static zval *value_get(zend_object *object, uint32_t slot, zend_uchar type, const char *name)
{
    zval *property = OBJ_PROP_NUM(object, slot);
    if (EXPECTED(Z_TYPE_P(property) == type))
        return property;
    zend_throw_error(NULL, "Typed property %s::$%s must not be accessed before initialization",
                     ZSTR_VAL(object->ce->name), name);
    return NULL;
}

/* ---- made by the decoder ----------------------------------------------------------- */

static zend_object *value_new(zval *out, zend_class_entry *ce)
{
    ZVAL_OBJ(out, value_create(ce));
    return Z_OBJ_P(out);
}

void msgpack_make_ext(zval *out, int8_t type, const char *data, size_t n)
{
    zend_object *object = value_new(out, msgpack_ext_ce);
    value_set_int(object, 0, type);
    value_set_bytes(object, 1, data, n);
}

void msgpack_make_bin(zval *out, const char *data, size_t n)
{
    value_set_bytes(value_new(out, msgpack_bin_ce), 0, data, n);
}

bool msgpack_make_timestamp(zval *out, int64_t seconds, uint32_t nanoseconds)
{
    if (UNEXPECTED(!msgpack_is_long(seconds))) {
        ZVAL_UNDEF(out);
        return false;
    }
    zend_object *object = value_new(out, msgpack_timestamp_ce);
    value_set_int(object, 0, (zend_long)seconds);
    value_set_int(object, 1, nanoseconds);
    return true;
}

/* Takes over the reference to name. value may be NULL: there is none. */
static void value_set_typed(zend_object *object, zend_string *name, zval *value)
{
    zval copy;

    ZVAL_STR(&copy, name);
    value_set(object, 0, &copy);
    if (value != NULL)
        ZVAL_COPY(&copy, value);
    else
        ZVAL_NULL(&copy);
    value_set(object, 1, &copy);
    ZVAL_BOOL(&copy, value != NULL);
    value_set(object, 2, &copy);
}

void msgpack_make_typed(zval *out, const char *name, size_t n, zval *value)
{
    value_set_typed(value_new(out, msgpack_typed_ce), zend_string_init(name, n, false), value);
}

/* ---- read by the encoder ------------------------------------------------------------
 *
 * Ranges are checked again: an ArrayObject of such an object changes its properties. */

static bool value_in_range(zend_long number, zend_long least, zend_long most, zend_object *object, const char *name)
{
    if (EXPECTED(number >= least && number <= most))
        return true;
    zend_value_error("%s::$%s must be between " ZEND_LONG_FMT " and " ZEND_LONG_FMT, ZSTR_VAL(object->ce->name), name,
                     least, most);
    return false;
}

bool msgpack_read_ext(zend_object *object, int8_t *type, zend_string **data)
{
    zval *number = value_get(object, 0, IS_LONG, "type");
    zval *bytes = number != NULL ? value_get(object, 1, IS_STRING, "data") : NULL;

    if (bytes == NULL || !value_in_range(Z_LVAL_P(number), INT8_MIN, INT8_MAX, object, "type"))
        return false;
    *type = (int8_t)Z_LVAL_P(number);
    *data = Z_STR_P(bytes);
    return true;
}

bool msgpack_read_bin(zend_object *object, zend_string **data)
{
    zval *bytes = value_get(object, 0, IS_STRING, "data");

    if (bytes == NULL)
        return false;
    *data = Z_STR_P(bytes);
    return true;
}

bool msgpack_read_timestamp(zend_object *object, struct haya_timestamp *time)
{
    zval *seconds = value_get(object, 0, IS_LONG, "seconds");
    zval *nanoseconds = seconds != NULL ? value_get(object, 1, IS_LONG, "nanoseconds") : NULL;

    if (nanoseconds == NULL || !value_in_range(Z_LVAL_P(nanoseconds), 0, VALUES_NANOSECONDS - 1, object, "nanoseconds"))
        return false;
    time->seconds = Z_LVAL_P(seconds);
    time->nanoseconds = (uint32_t)Z_LVAL_P(nanoseconds);
    return true;
}

static bool value_may_lack(const zend_string *name)
{
    if (haya_typed_is_object(ZSTR_VAL(name), ZSTR_LEN(name)))
        return true;
    zend_value_error("MsgpackTyped without a value must be System.Object");
    return false;
}

bool msgpack_read_typed(zend_object *object, zend_string **name, zval *value)
{
    zval *text = value_get(object, 0, IS_STRING, "name");

    if (text == NULL)
        return false;
    *name = Z_STR_P(text);
    ZVAL_UNDEF(value);
    if (Z_TYPE_P(OBJ_PROP_NUM(object, 2)) == IS_TRUE) {
        ZVAL_COPY(value, OBJ_PROP_NUM(object, 1));
        return true;
    }
    return value_may_lack(*name);
}

/* ---- dates ------------------------------------------------------------------------------ */

/* Brings time->sse up to date by calling the date class's getTimestamp(), also if a
 * subclass overrides it. */
static bool value_refresh(zend_object *object)
{
    bool immutable = instanceof_function(object->ce, php_date_get_immutable_ce());
    zend_class_entry *ce = immutable ? php_date_get_immutable_ce() : php_date_get_date_ce();
    zend_function *method = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("gettimestamp"));
    zval ignored;

    zend_call_known_instance_method_with_0_params(method, object, &ignored);
    zval_ptr_dtor(&ignored);
    return EG(exception) == NULL;
}

bool msgpack_read_datetime(zend_object *object, struct haya_timestamp *time)
{
    php_date_obj *date = php_date_obj_from_obj(object);

    if (date->time == NULL) {
        zend_throw_error(NULL, "The %s object has not been correctly initialized by its constructor",
                         ZSTR_VAL(object->ce->name));
        return false;
    }
    if (!date->time->sse_uptodate && !value_refresh(object))
        return false;
    time->seconds = date->time->sse;
    time->nanoseconds = (uint32_t)(date->time->us * 1000);
    return true;
}

#define VALUES_DAY 86400
#define VALUES_LEAST (-62135596800) /* 0001-01-01T00:00:00Z, in seconds since 1970 */
#define VALUES_MOST 253402300799    /* 9999-12-31T23:59:59Z */

/* Sets a date's time from text: a date "@seconds" is in UTC. False: it is out of the class's range. */
static bool value_set_time(php_date_obj *date, int64_t seconds)
{
    char text[24]; /* an int64_t has at most 20 characters; a zend_long may have fewer bits */
    int n = snprintf(text, sizeof text, "@%" PRId64, seconds);

    return php_date_initialize(date, text, (size_t)n, NULL, NULL, 0) && date->time->sse == seconds;
}

/* The time of "@0", of which others are copies: one made from text takes ten times as long. It has no pointers, so it
 * lives as long as the thread. */
static const timelib_time *value_epoch(void)
{
    ZEND_TLS timelib_time epoch;
    ZEND_TLS bool made;
    zval date;

    if (!made) {
        php_date_instantiate(php_date_get_immutable_ce(), &date);
        value_set_time(Z_PHPDATE_P(&date), 0);
        epoch = *Z_PHPDATE_P(&date)->time;
        epoch.tz_abbr = NULL; /* an offset has none: what is there depends on the default time zone */
        epoch.tz_info = NULL;
        zval_ptr_dtor(&date);
        made = true;
    }
    return &epoch;
}

/* Sets the date of a day, counted from 1970-01-01, in the years 1 to 9999. */
static void value_set_day(timelib_time *time, int64_t day)
{
    /* Years begin in March here, so that the leap day is the last; eras are 400 years. */
    uint32_t from = (uint32_t)(day + 719468), era = from / 146097, in_era = from % 146097;
    uint32_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    uint32_t in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;

    time->d = in_year - (153 * month + 2) / 5 + 1;
    time->m = month < 10 ? month + 3 : month - 9;
    time->y = (timelib_sll)year + era * 400 + (month >= 10);
}

bool msgpack_is_date(int64_t seconds)
{
    return seconds >= VALUES_LEAST && seconds <= VALUES_MOST;
}

bool msgpack_make_date(zval *out, zend_class_entry *ce, int64_t seconds, uint32_t nanoseconds)
{
    const timelib_time *epoch;
    timelib_time *time;
    uint32_t rest;

    if (UNEXPECTED(!msgpack_is_date(seconds))) {
        ZVAL_UNDEF(out);
        return false;
    }
    epoch = value_epoch();
    time = timelib_malloc(sizeof *time);
    *time = *epoch;
    rest = (uint32_t)((seconds - VALUES_LEAST) % VALUES_DAY);
    value_set_day(time, (seconds - VALUES_LEAST) / VALUES_DAY + VALUES_LEAST / VALUES_DAY);
    time->h = rest / 3600;
    time->i = rest / 60 % 60;
    time->s = rest % 60;
    time->us = nanoseconds / 1000;
    time->sse = seconds;
    ZVAL_OBJ(out, ce->create_object(ce));
    Z_PHPDATE_P(out)->time = time;
    return true;
}

bool msgpack_make_datetime(zval *out, int64_t seconds, uint32_t nanoseconds)
{
    if (EXPECTED(msgpack_make_date(out, php_date_get_immutable_ce(), seconds, nanoseconds)))
        return true;
    php_date_instantiate(php_date_get_immutable_ce(), out);
    /* The fraction is set below: before 1970, PHP's versions disagree on its sign in
     * the text. */
    if (value_set_time(Z_PHPDATE_P(out), seconds)) {
        Z_PHPDATE_P(out)->time->us = nanoseconds / 1000;
        return true;
    }
    zval_ptr_dtor(out);
    ZVAL_UNDEF(out);
    return false;
}

/* ---- methods -------------------------------------------------------------------------------- */

ZEND_METHOD(MsgpackExt, __construct)
{
    zend_long type;
    zend_string *data;

    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_LONG(type)
        Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();

    if (type < INT8_MIN || type > INT8_MAX) {
        zend_argument_value_error(1, "must be between -128 and 127");
        RETURN_THROWS();
    }
    if (value_begin(Z_OBJ_P(ZEND_THIS))) {
        zval value;
        value_set_int(Z_OBJ_P(ZEND_THIS), 0, type);
        ZVAL_STR_COPY(&value, data);
        value_set(Z_OBJ_P(ZEND_THIS), 1, &value);
    }
}

ZEND_METHOD(MsgpackExt, __unserialize)
{
    zend_object *self = Z_OBJ_P(ZEND_THIS);
    zval *given[VALUES_PROPERTIES_MAX];

    (void)return_value;
    if (value_given(execute_data, given) && value_in_range(Z_LVAL_P(given[0]), INT8_MIN, INT8_MAX, self, "type"))
        value_restore(self, given);
}

ZEND_METHOD(MsgpackBin, __construct)
{
    zend_string *data;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    if (value_begin(Z_OBJ_P(ZEND_THIS))) {
        zval value;
        ZVAL_STR_COPY(&value, data);
        value_set(Z_OBJ_P(ZEND_THIS), 0, &value);
    }
}

ZEND_METHOD(MsgpackBin, __unserialize)
{
    zend_object *self = Z_OBJ_P(ZEND_THIS);
    zval *given[VALUES_PROPERTIES_MAX];

    (void)return_value;
    if (value_given(execute_data, given))
        value_restore(self, given);
}

ZEND_METHOD(MsgpackTimestamp, __construct)
{
    zend_long seconds, nanoseconds = 0;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_LONG(seconds)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(nanoseconds)
    ZEND_PARSE_PARAMETERS_END();

    if (nanoseconds < 0 || nanoseconds >= VALUES_NANOSECONDS) {
        zend_argument_value_error(2, "must be between 0 and 999999999");
        RETURN_THROWS();
    }
    if (value_begin(Z_OBJ_P(ZEND_THIS))) {
        value_set_int(Z_OBJ_P(ZEND_THIS), 0, seconds);
        value_set_int(Z_OBJ_P(ZEND_THIS), 1, nanoseconds);
    }
}

ZEND_METHOD(MsgpackTimestamp, __unserialize)
{
    zend_object *self = Z_OBJ_P(ZEND_THIS);
    zval *given[VALUES_PROPERTIES_MAX];

    (void)return_value;
    if (value_given(execute_data, given) &&
        value_in_range(Z_LVAL_P(given[1]), 0, VALUES_NANOSECONDS - 1, self, "nanoseconds"))
        value_restore(self, given);
}

ZEND_METHOD(MsgpackTimestamp, fromDateTime)
{
    struct haya_timestamp time;
    zend_object *date;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_OBJ_OF_CLASS(date, php_date_get_interface_ce())
    ZEND_PARSE_PARAMETERS_END();

    if (msgpack_read_datetime(date, &time) && !msgpack_make_timestamp(return_value, time.seconds, time.nanoseconds))
        zend_argument_value_error(1, "must be a date whose seconds since 1970 are an int");
}

ZEND_METHOD(MsgpackTimestamp, toDateTime)
{
    struct haya_timestamp time;

    ZEND_PARSE_PARAMETERS_NONE();

    if (!msgpack_read_timestamp(Z_OBJ_P(ZEND_THIS), &time))
        RETURN_THROWS();
    if (!msgpack_make_datetime(return_value, time.seconds, time.nanoseconds)) {
        zend_value_error("The timestamp is outside the range of DateTimeImmutable");
        RETURN_THROWS();
    }
}

ZEND_METHOD(MsgpackTyped, __construct)
{
    zend_string *name;
    zval *value = NULL;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(name)
        Z_PARAM_OPTIONAL
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    (void)return_value;
    if (!value_begin(Z_OBJ_P(ZEND_THIS)))
        RETURN_THROWS();
    if (value == NULL && !haya_typed_is_object(ZSTR_VAL(name), ZSTR_LEN(name))) {
        zend_argument_value_error(1, "must be System.Object if there is no value");
        RETURN_THROWS();
    }
    value_set_typed(Z_OBJ_P(ZEND_THIS), zend_string_copy(name), value);
}

ZEND_METHOD(MsgpackTyped, __unserialize)
{
    zend_object *self = Z_OBJ_P(ZEND_THIS);
    zval *given[VALUES_PROPERTIES_MAX];

    (void)return_value;
    if (!value_given(execute_data, given))
        RETURN_THROWS();
    if (Z_TYPE_P(given[2]) == IS_TRUE || value_may_lack(Z_STR_P(given[0])))
        value_restore(self, given);
}
