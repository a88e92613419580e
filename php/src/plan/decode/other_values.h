/* One value, in any form and with all checks: what the decoding loop does not do itself. */
#ifndef MSGPACK_PLAN_DECODE_OTHER_VALUES_H
#define MSGPACK_PLAN_DECODE_OTHER_VALUES_H

#include "decoder.h"

/* Decodes the value at t->d.p into *slot. A container may be left open, in a new frame. */
bool plan_value(struct plan_decoder *t, const struct plan_node *node, zval *slot);

/* Decodes the value at t->d.p, which no field has, so that it can be encoded as it was: maps are stdClass, bin is
 * MsgpackBin, timestamps and other exts are MsgpackTimestamp and MsgpackExt. False: t->d.p is at the value still. */
bool plan_value_kept(struct plan_decoder *t, zval *slot);

/* plan_decode_quick at p, where fewer than DECODE_AHEAD bytes can be read. */
const uint8_t *plan_value_near(const struct plan_decoder *t, const struct plan_node *node, const uint8_t *p,
                               zval *slot);

/* Reads the scalar at t->d.p; false: it is a container, or the failure is set. */
bool plan_value_token(struct plan_decoder *t, struct haya_token *token);

#endif
