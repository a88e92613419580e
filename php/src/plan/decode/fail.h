/* The errors of values that do not fit a plan. All functions set the failure and return false. */
#ifndef MSGPACK_PLAN_DECODE_FAIL_H
#define MSGPACK_PLAN_DECODE_FAIL_H

#include "decoder.h"
#include "../limits.h"

/* The name of a type of MessagePack, the first of those whose bits of enum plan_wire are set. */
const char *plan_fail_word_of(uint16_t wires);

/* wrong_type: the value at header is not one of the node's. */
bool plan_fail_type(struct plan_decoder *t, const struct plan_node *node, const uint8_t *header);

/* int_range or out_of_bounds, as the limits of the node say; int_range without limits. side: of the value. */
bool plan_fail_limits(struct plan_decoder *t, const struct plan_node *node, enum plan_side side, const uint8_t *header);

/* missing_field, of the object in the frame. */
bool plan_fail_missing(struct plan_decoder *t, const struct plan_frame *frame, const struct plan_field *field);

/* Any other error; name[0 .. n), from the message, is quoted after the text if it is not NULL. */
bool plan_fail_with(struct plan_decoder *t, enum haya_error error, const uint8_t *header, const struct plan_node *node,
                    const char *text, const void *name, size_t n);

/* The same with an int or str, which is shown. */
bool plan_fail_of(struct plan_decoder *t, enum haya_error error, const uint8_t *header, const struct plan_node *node,
                  const char *text, const struct haya_token *token);

/* With the option errors "all": keeps the failure, so that decoding can go on behind the value, and returns true. */
bool plan_fail_collect(struct plan_decoder *t);

/* Makes the collected failures the result. False: there are none. */
bool plan_fail_with_all(struct plan_decoder *t);

#endif
