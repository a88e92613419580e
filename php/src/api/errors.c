/*
 * Reports a failure, as one of PECL's warnings or as a MsgpackException: "byte
 * 1048: truncated str8: needs 40 bytes, 12 left, at $.items[7].name".
 */
#include "errors.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"
#include "../../../core/include/hayapack_format.h"

zend_class_entry *msgpack_exception_ce, *msgpack_validation_ce;

/* ---- warnings ---------------------------------------------------------------- */

void msgpack_warn(const char *format, ...)
{
    zend_string *text;
    va_list arguments;

    if (!MSGPACK_G(error_display))
        return;
    va_start(arguments, format);
    text = zend_vstrpprintf(0, format, arguments);
    va_end(arguments);
    zend_error(E_WARNING, "%s", ZSTR_VAL(text));
    zend_string_release(text);
}

void msgpack_warn_extra_bytes(void)
{
    msgpack_warn("[msgpack] (php_msgpack_unserialize) Extra bytes");
}

/* ---- the exception -------------------------------------------------------------- */

/* Sets a readonly property of the new exception; takes the caller's reference. */
static void error_set(zend_object *exception, const char *name, size_t length, zval *value)
{
    zend_update_property(msgpack_exception_ce, exception, name, length, value);
    zval_ptr_dtor(value);
}

static void error_set_text(zend_object *exception, const char *name, size_t length, const char *text)
{
    zval value;

    if (text != NULL)
        ZVAL_STRING(&value, text);
    else
        ZVAL_NULL(&value);
    zend_update_property(msgpack_validation_ce, exception, name, length, &value);
    zval_ptr_dtor(&value);
}

/* Sets the properties that only a MsgpackValidationException has. */
static void error_set_types(zend_object *exception, const struct msgpack_failure *failure)
{
    zval field;

    error_set_text(exception, ZEND_STRL("expected"), failure->reason);
    error_set_text(exception, ZEND_STRL("got"), failure->type);
    if (failure->field != NULL)
        ZVAL_STR(&field, failure->field);
    else
        ZVAL_NULL(&field);
    zend_update_property(msgpack_validation_ce, exception, ZEND_STRL("field"), &field);
}

/* Throws a MsgpackException. A negative offset or lz4_offset, or a NULL path,
 * becomes null. */
static void error_throw(enum haya_error error, int64_t offset, int64_t lz4_offset, const char *path,
                        zend_string *message, const struct msgpack_failure *failure)
{
    const char *name = haya_error_name(error);
    bool expects = failure != NULL && failure->reason != NULL; /* a type, with a plan */
    bool typed = error == HAYA_ERR_INVALID_VALUE || msgpack_is_range(error) ? expects : error >= HAYA_ERR_WRONG_TYPE;
    zend_object *exception =
        zend_throw_exception(typed ? msgpack_validation_ce : msgpack_exception_ce, ZSTR_VAL(message), error);
    zval value;

    if (exception == NULL)
        return;
    ZVAL_STRING(&value, name);
    error_set(exception, ZEND_STRL("name"), &value);
    if (offset >= 0)
        ZVAL_LONG(&value, (zend_long)offset);
    else
        ZVAL_NULL(&value);
    error_set(exception, ZEND_STRL("offset"), &value);
    if (path != NULL)
        ZVAL_STRING(&value, path);
    else
        ZVAL_NULL(&value);
    error_set(exception, ZEND_STRL("path"), &value);
    if (lz4_offset >= 0)
        ZVAL_LONG(&value, (zend_long)lz4_offset);
    else
        ZVAL_NULL(&value);
    error_set(exception, ZEND_STRL("lz4Offset"), &value);
    if (typed)
        error_set_types(exception, failure);
}

void msgpack_throw_busy(const char *class_name)
{
    zend_string *message =
        zend_strpprintf(0, "%s is in use: code that it calls while it decodes must not use it", class_name);
    error_throw(HAYA_ERR_MUTATED, -1, -1, NULL, message, NULL);
    zend_string_release(message);
}

void msgpack_report_full(const char *caller, uint64_t offset, size_t limit, bool throw_exception)
{
    if (!throw_exception) {
        msgpack_warn("[msgpack] (%s) size_limit: more bytes than max_buffer_size(%zu)", caller, limit);
        return;
    }
    zend_string *message = zend_strpprintf(0, "byte %" PRIu64 ": more bytes than max_buffer_size(%zu)", offset, limit);
    error_throw(HAYA_ERR_SIZE_LIMIT, (int64_t)offset, -1, NULL, message, NULL);
    zend_string_release(message);
}

/* ---- the header of the failing value ----------------------------------------------- */

/* The declared length or count of the failing value at[0 .. left), left > 0; 0 if it is not there. */
static size_t error_length(const uint8_t *at, size_t left)
{
    struct haya_format format = haya_formats[*at];
    return left > format.width ? haya_format_count(format, at) : 0;
}

/* The ending of a noun after the number n. */
#define ERROR_PLURAL(n) ((n) == 1 ? "" : "s")

/* pending: values that the enclosing containers still need, where a container declares too many. */
static void error_truncated(smart_str *text, const uint8_t *at, size_t left, uint64_t pending)
{
    if (left == 0) {
        smart_str_appends(text, "truncated: the input ends where a value is expected");
        return;
    }
    const struct haya_format format = haya_formats[*at];
    const char *name = haya_format_names[*at];
    size_t have = left - 1, length = error_length(at, left);
    if (haya_sizes[*at] != 0) {
        size_t bytes = haya_sizes[*at] - 1u;
        smart_str_append_printf(text, "truncated %s: needs %zu byte%s, %zu left", name, bytes, ERROR_PLURAL(bytes),
                                have);
    } else if (have < format.width) {
        smart_str_append_printf(text, "truncated %s: needs %u length byte%s, %zu left", name, format.width,
                                ERROR_PLURAL(format.width), have);
    } else if (haya_is_container(*at)) {
        size_t values = length << (format.kind == HAYA_KIND_MAP), bytes = have - format.width;
        smart_str_append_printf(text, "truncated %s: needs %zu value%s, %zu byte%s left", name, values,
                                ERROR_PLURAL(values), bytes, ERROR_PLURAL(bytes));
        if (pending > 0)
            smart_str_append_printf(text, "; the enclosing containers need %" PRIu64 " more value%s", pending,
                                    ERROR_PLURAL(pending));
    } else {
        size_t bytes = length + (format.kind == HAYA_KIND_EXT);
        smart_str_append_printf(text, "truncated %s: needs %zu byte%s, %zu left", name, bytes, ERROR_PLURAL(bytes),
                                have - format.width);
    }
}

static void error_timestamp(smart_str *text, const uint8_t *at, size_t left)
{
    size_t length = left > 0 ? error_length(at, left) : 0;
    if (length != 4 && length != 8 && length != 12)
        smart_str_append_printf(text, "invalid timestamp: the length is %zu byte%s, not 4, 8 or 12", length,
                                ERROR_PLURAL(length));
    else
        smart_str_appends(text, "invalid timestamp: more than 999999999 nanoseconds");
}

static void error_limit(smart_str *text, const uint8_t *at, size_t left, const char *option, size_t limit)
{
    smart_str_append_printf(text, "%s: %zu exceeds %s(%zu)", left > 0 ? haya_format_names[*at] : "value",
                            left > 0 ? error_length(at, left) : 0, option, limit);
}

/* Bytes that tell text from a message. */
#define ERROR_TEXT_SAMPLE 16

/* Whether the input begins like JSON or other text: a message that begins so is a small number. */
static bool error_is_text(const uint8_t *bytes, size_t len)
{
    size_t n = len < ERROR_TEXT_SAMPLE ? len : ERROR_TEXT_SAMPLE;

    if (bytes[0] == '{' || bytes[0] == '[' || bytes[0] == '"')
        return true;
    for (size_t i = 0; i < n; i++)
        if ((bytes[i] < ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r') || bytes[i] > '~')
            return false;
    return true;
}

/* The type of a key that is refused. */
static const char *error_key_type(const uint8_t *at, size_t left)
{
    struct haya_reader reader;

    haya_reader_begin(&reader, at, left, NULL, NULL, 0);
    switch (haya_read_peek(&reader)) {
    case HAYA_KIND_NIL: return "nil";
    case HAYA_KIND_BOOL: return "a bool";
    case HAYA_KIND_FLOAT:
    case HAYA_KIND_DOUBLE: return "a float";
    case HAYA_KIND_ARRAY: return "an array";
    case HAYA_KIND_MAP: return "a map";
    case HAYA_KIND_EXT:
    case HAYA_KIND_TIMESTAMP: return "an ext";
    case HAYA_KIND_STR:
    case HAYA_KIND_BIN: return "this name of a property";
    default: return "the type";
    }
}

/* Appends what is wrong with the value at[0 .. left). */
static void error_describe(smart_str *text, const struct msgpack_failure *failure, const uint8_t *at, size_t left)
{
    switch (failure->error) {
    case HAYA_ERR_TRUNCATED: error_truncated(text, at, left, failure->pending); break;
    case HAYA_ERR_RESERVED_BYTE: smart_str_appends(text, "reserved byte c1"); break;
    case HAYA_ERR_EXTRA_DATA:
        smart_str_append_printf(text, "extra data: %zu byte%s after the value", left, ERROR_PLURAL(left));
        if (failure->inside == NULL && failure->offset == 1 && error_is_text(at - 1, left + 1))
            smart_str_appends(text, "; the input looks like text, not MessagePack");
        break;
    case HAYA_ERR_TOO_DEEP:
        smart_str_append_printf(text, "containers nested deeper than max_depth(%zu)", failure->limit);
        break;
    case HAYA_ERR_INVALID_UTF8: smart_str_appends(text, "invalid UTF-8"); break;
    case HAYA_ERR_INVALID_TIMESTAMP: error_timestamp(text, at, left); break;
    case HAYA_ERR_INVALID_KEY:
        if (failure->detail != NULL) {
            smart_str_append_printf(text, "%s is not allowed for a map key", ZSTR_VAL(failure->detail));
            break;
        }
        smart_str_append_printf(text, "%s is not allowed for a map key", error_key_type(at, left));
        break;
    case HAYA_ERR_STR_LIMIT: error_limit(text, at, left, "max_str_len", failure->limit); break;
    case HAYA_ERR_BIN_LIMIT: error_limit(text, at, left, "max_bin_len", failure->limit); break;
    case HAYA_ERR_EXT_LIMIT: error_limit(text, at, left, "max_ext_len", failure->limit); break;
    case HAYA_ERR_ARRAY_LIMIT: error_limit(text, at, left, "max_array_len", failure->limit); break;
    case HAYA_ERR_MAP_LIMIT: error_limit(text, at, left, "max_map_len", failure->limit); break;
    case HAYA_ERR_SIZE_LIMIT:
        if (failure->detail != NULL) {
            smart_str_append(text, failure->detail);
            break;
        }
        smart_str_append_printf(text, "more bytes than %s(%zu)",
                                failure->reason != NULL ? failure->reason : "max_bytes", failure->limit);
        break;
    case HAYA_ERR_TIMESTAMP_RANGE:
        smart_str_appends(text, failure->detail != NULL ? ZSTR_VAL(failure->detail)
                                                        : "the timestamp is outside the range of DateTimeImmutable");
        break;
    case HAYA_ERR_INVALID_LZ4: smart_str_append_printf(text, "invalid LZ4: %s", failure->reason); break;
    case HAYA_ERR_LZ4_LIMIT:
        smart_str_append_printf(text, "LZ4 content of %" PRIu64 " byte%s exceeds max_lz4_size(%zu)", failure->declared,
                                ERROR_PLURAL(failure->declared), failure->limit);
        break;
    case HAYA_ERR_INVALID_TYPED:
        smart_str_append_printf(text, "invalid typed value: %s",
                                failure->detail != NULL ? ZSTR_VAL(failure->detail)
                                                        : "ext 100 must hold a name and exactly one value");
        break;
    case HAYA_ERR_UNSUPPORTED_TYPE:
        smart_str_append_printf(text, "unsupported type: %s",
                                failure->detail != NULL ? ZSTR_VAL(failure->detail)
                                : failure->type != NULL ? failure->type
                                                        : "not accepted here");
        break;
    default:
        smart_str_appends(text, failure->detail != NULL ? ZSTR_VAL(failure->detail) : haya_error_name(failure->error));
        break;
    }
}

/* Bytes shown of each end of the path to a container that is too deep. */
#define ERROR_PATH_SIDE 40

/* Appends ", at PATH"; too deep: only both ends of the path, cut before a component. */
static void error_append_path(smart_str *text, enum haya_error error, const char *path)
{
    size_t length = strlen(path), first = ERROR_PATH_SIDE, last;

    smart_str_appends(text, ", at ");
    if (error != HAYA_ERR_TOO_DEEP || length <= 2 * ERROR_PATH_SIDE) {
        smart_str_appends(text, path);
        return;
    }
    while (first > 1 && strchr("[.{", path[first]) == NULL)
        first--;
    last = length - ERROR_PATH_SIDE;
    last += strcspn(path + last, "[.{");
    smart_str_appendl(text, path, first);
    smart_str_appends(text, "…");
    smart_str_appends(text, path + last);
}

/* Whether PECL has the error, and so a text for its warning. The others come from options that PECL does not have. */
static bool error_is_pecls(const struct msgpack_failure *failure)
{
    switch (failure->error) {
    case HAYA_ERR_TRUNCATED:
    case HAYA_ERR_RESERVED_BYTE:
    case HAYA_ERR_INVALID_KEY:
    case HAYA_ERR_UNSUPPORTED_TYPE: return true;
    default: return false;
    }
}

/* Not if an exception is pending already, or the engine's fatal error for exceeding memory_limit. */
static bool error_is_reported(const struct msgpack_failure *failure)
{
    return EG(exception) == NULL && failure->error != HAYA_OK &&
           !(failure->error == HAYA_ERR_OUT_OF_MEMORY && msgpack_memory_exceeded());
}

enum error_as {
    ERROR_AS_EXCEPTION,
    ERROR_AS_PECL,   /* a warning, with PECL's text where PECL has the error */
    ERROR_OF_SESSION /* a warning that names the error */
};

static void error_report(struct msgpack_failure *failure, const char *bytes, size_t len, uint64_t base,
                         enum error_as as)
{
    bool throw_exception = as == ERROR_AS_EXCEPTION;
    const uint8_t *message = (const uint8_t *)bytes;
    int64_t lz4_offset = -1;
    char path[HAYA_PATH_MAX];
    smart_str text = {0};
    size_t offset;

    if (!error_is_reported(failure))
        return;
    if (!throw_exception && !MSGPACK_G(error_display))
        return;
    if (as == ERROR_AS_PECL && error_is_pecls(failure)) {
        msgpack_warn("[msgpack] (php_msgpack_unserialize) %s",
                     failure->error == HAYA_ERR_TRUNCATED ? "Insufficient data for unserializing" : "Parse error");
        return;
    }
    if (failure->inside != NULL) {
        lz4_offset = (int64_t)base;
        base = 0;
        message = (const uint8_t *)ZSTR_VAL(failure->inside);
        len = ZSTR_LEN(failure->inside);
    }
    offset = failure->offset < len ? failure->offset : len;
    if (failure->error == HAYA_ERR_EXTRA_DATA)
        memcpy(path, "$", 2);
    else
        (failure->typed ? haya_path_typed : haya_path)(message, len, offset, path, sizeof path);
    if (!throw_exception)
        smart_str_append_printf(&text, "%s: ", haya_error_name(failure->error));
    smart_str_append_printf(&text, "byte %" PRIu64, base + offset);
    if (lz4_offset >= 0)
        smart_str_append_printf(&text, " of the content compressed at byte %" PRId64, lz4_offset);
    smart_str_appends(&text, ": ");
    error_describe(&text, failure, message + offset, len - offset);
    error_append_path(&text, failure->error, path);
    smart_str_0(&text);
    if (throw_exception)
        error_throw(failure->error, (int64_t)(base + offset), lz4_offset, path, text.s, failure);
    else
        msgpack_warn("[msgpack] (%s) %s", as == ERROR_OF_SESSION ? "session" : "php_msgpack_unserialize",
                     ZSTR_VAL(text.s));
    smart_str_free(&text);
}

/* Throws for a failure of convert(), without an offset. */
static void error_convert(struct msgpack_failure *failure, const char *bytes, size_t len)
{
    const uint8_t *message = (const uint8_t *)bytes;
    char path[HAYA_PATH_MAX];
    smart_str text = {0};

    if (error_is_reported(failure)) {
        haya_path(message, len, failure->offset, path, sizeof path);
        error_describe(&text, failure, message + failure->offset, len - failure->offset);
        error_append_path(&text, failure->error, path);
        smart_str_0(&text);
        error_throw(failure->error, -1, -1, path, text.s, failure);
        smart_str_free(&text);
    }
}

/* Makes the exceptions of the other failures, and gives them to the one that was thrown for the first. No user code
 * runs: an exception of this module has no constructor of its own. base: of the message in its stream; negative:
 * MsgpackCodec::convert() failed. */
static void error_report_others(struct msgpack_failure *failure, const char *bytes, size_t len, int64_t base)
{
    zend_object *first = EG(exception);
    zval others, one;

    if (failure->all == NULL || first == NULL || !instanceof_function(first->ce, msgpack_validation_ce))
        return;
    array_init(&others);
    for (uint32_t i = 1; i < failure->all->count; i++) {
        struct msgpack_failure *other = &failure->all->list[i];
        EG(exception) = NULL;
        other->inside = failure->inside;
        if (base < 0)
            error_convert(other, bytes, len);
        else
            error_report(other, bytes, len, (uint64_t)base, ERROR_AS_EXCEPTION);
        other->inside = NULL;
        if (EG(exception) != NULL) {
            ZVAL_OBJ(&one, EG(exception));
            zend_hash_next_index_insert(Z_ARR(others), &one);
        }
    }
    EG(exception) = first;
    zend_update_property(msgpack_validation_ce, first, ZEND_STRL("others"), &others);
    zval_ptr_dtor(&others);
}

void msgpack_report_unpack_at(struct msgpack_failure *failure, const char *bytes, size_t len, uint64_t base,
                              bool throw_exception)
{
    bool pending = EG(exception) != NULL;

    error_report(failure, bytes, len, base, throw_exception ? ERROR_AS_EXCEPTION : ERROR_AS_PECL);
    if (!pending && throw_exception)
        error_report_others(failure, bytes, len, (int64_t)base);
}

void msgpack_report_unpack(struct msgpack_failure *failure, const char *bytes, size_t len, bool throw_exception)
{
    msgpack_report_unpack_at(failure, bytes, len, 0, throw_exception);
    msgpack_failure_free(failure);
}

void msgpack_report_session(struct msgpack_failure *failure, const char *bytes, size_t len)
{
    error_report(failure, bytes, len, 0, ERROR_OF_SESSION);
    msgpack_failure_free(failure);
}

void msgpack_report_convert(struct msgpack_failure *failure, const char *bytes, size_t len)
{
    bool pending = EG(exception) != NULL;

    error_convert(failure, bytes, len);
    if (!pending)
        error_report_others(failure, bytes, len, -1);
    msgpack_failure_free(failure);
}

ZEND_METHOD(MsgpackValidationException, errors)
{
    zval *others, scratch, *one, self;

    ZEND_PARSE_PARAMETERS_NONE();

    array_init(return_value);
    ZVAL_OBJ_COPY(&self, Z_OBJ_P(ZEND_THIS));
    zend_hash_next_index_insert(Z_ARR_P(return_value), &self);
    others = zend_read_property(msgpack_validation_ce, Z_OBJ_P(ZEND_THIS), ZEND_STRL("others"), true, &scratch);
    if (Z_TYPE_P(others) != IS_ARRAY)
        return;
    ZEND_HASH_FOREACH_VAL(Z_ARR_P(others), one) {
        Z_TRY_ADDREF_P(one);
        zend_hash_next_index_insert(Z_ARR_P(return_value), one);
    }
    ZEND_HASH_FOREACH_END();
}

/* ---- packing ------------------------------------------------------------------------ */

static void error_describe_pack(smart_str *text, const struct msgpack_failure *failure)
{
    const char *detail = failure->detail != NULL ? ZSTR_VAL(failure->detail) : NULL;
    const char *type = failure->type != NULL ? failure->type : detail != NULL ? detail : "value";

    switch (failure->error) {
    case HAYA_ERR_TOO_DEEP:
        smart_str_append_printf(text, "containers nested deeper than max_depth(%zu), or one that contains itself",
                                failure->limit);
        break;
    case HAYA_ERR_UNSUPPORTED_TYPE: smart_str_append_printf(text, "can't pack %s", type); break;
    case HAYA_ERR_INVALID_UTF8: smart_str_appends(text, "the string is not UTF-8; bytes need MsgpackBin"); break;
    case HAYA_ERR_FLOAT_RANGE: smart_str_appends(text, "float too large for single precision"); break;
    case HAYA_ERR_TOO_LONG: smart_str_appends(text, "more than 4294967295 bytes or items in one value"); break;
    case HAYA_ERR_MUTATED: smart_str_append_printf(text, "the %s changed while it was packed", type); break;
    case HAYA_ERR_INVALID_TIMESTAMP: smart_str_appends(text, "more than 999999999 nanoseconds"); break;
    case HAYA_ERR_OUT_OF_MEMORY: smart_str_appends(text, "out of memory"); break;
    default: smart_str_appends(text, detail != NULL ? detail : "can't be packed"); break;
    }
    if (failure->path != NULL)
        error_append_path(text, failure->error, ZSTR_VAL(failure->path));
    smart_str_0(text);
}

void msgpack_report_pack(struct msgpack_failure *failure, bool throw_exception)
{
    smart_str text = {0};

    if (error_is_reported(failure)) {
        error_describe_pack(&text, failure);
        if (throw_exception)
            error_throw(failure->error, (int64_t)failure->offset, -1,
                        failure->path != NULL ? ZSTR_VAL(failure->path) : NULL, text.s, failure);
        else
            msgpack_warn("[msgpack] (msgpack_pack) %s: %s", haya_error_name(failure->error), ZSTR_VAL(text.s));
        smart_str_free(&text);
    }
    if (failure->path != NULL)
        zend_string_release(failure->path);
    failure->path = NULL;
    msgpack_failure_free(failure);
}
