/* failure.c: the texts of a failure, and releasing them. */
#include "failure.h"

/* Bytes shown of a name from a message. */
#define ERROR_NAME_MAX 40

void msgpack_append_name(smart_str *text, const char *name, size_t n)
{
    smart_str_appendc(text, '"');
    for (size_t i = 0; i < n && i < ERROR_NAME_MAX; i++) {
        unsigned char byte = (unsigned char)name[i];
        if (byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\')
            smart_str_appendc(text, (char)byte);
        else
            smart_str_append_printf(text, "\\x%02x", byte);
    }
    smart_str_appends(text, n > ERROR_NAME_MAX ? "…\"" : "\"");
}

void msgpack_failure_explain(struct msgpack_failure *failure, smart_str *text)
{
    if (failure->detail != NULL)
        zend_string_release(failure->detail);
    failure->detail = smart_str_extract(text);
}

void msgpack_failure_drop_texts(struct msgpack_failure *failure)
{
    if (failure->detail != NULL)
        zend_string_release(failure->detail);
    if (failure->field != NULL)
        zend_string_release(failure->field);
    failure->detail = failure->field = NULL;
}

void msgpack_failure_free(struct msgpack_failure *failure)
{
    if (failure->inside != NULL)
        zend_string_release(failure->inside);
    failure->inside = NULL;
    msgpack_failure_drop_texts(failure);
    if (failure->all == NULL)
        return;
    for (uint32_t i = 0; i < failure->all->count; i++)
        msgpack_failure_drop_texts(&failure->all->list[i]);
    efree(failure->all);
    failure->all = NULL;
}
