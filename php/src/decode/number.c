/* Integers as decimal text: keys of property tables, and values that no PHP int holds. */
#include "decoder.h"

zend_string *decode_number_key(const struct haya_token *token)
{
    return token->kind == HAYA_KIND_INT ? zend_strpprintf(0, "%" PRId64, token->as.i)
                                        : zend_strpprintf(0, "%" PRIu64, token->as.u);
}

void decode_large(zval *slot, uint64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    ZVAL_STRINGL(slot, digits, (size_t)n);
}
