/* One value, in any form and with all checks: what the decoding loop does not do itself. */
#ifndef MSGPACK_PLAN_VALUE_H
#define MSGPACK_PLAN_VALUE_H

#include "decode.h"

/* Decodes the value at t->d.p into *slot. A container may be left open, in a new frame. */
bool plan_value(struct plan_decoder *t, const struct plan_node *node, zval *slot);

/* Reads the scalar at t->d.p; false: it is a container, or the failure is set. */
bool plan_value_token(struct plan_decoder *t, struct haya_token *token);

#endif
