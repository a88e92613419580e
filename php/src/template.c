#include "template.h"
#include "module.h"
bool msgpack_template_apply(zval *out, zval *template, zval *value)
{
    (void)template;
    ZVAL_COPY(out, value);
    return true;
}
void msgpack_unpack_template(zval *return_value, zend_string *str, zval *template,
                             const struct msgpack_options *options)
{
    (void)template;
    msgpack_unpack_value(return_value, ZSTR_VAL(str), ZSTR_LEN(str), &options->unpack);
}
