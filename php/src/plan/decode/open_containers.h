/* Containers whose header is read next. */
#ifndef MSGPACK_PLAN_DECODE_OPEN_CONTAINERS_H
#define MSGPACK_PLAN_DECODE_OPEN_CONTAINERS_H

#include "decoder.h"

enum plan_opened { PLAN_OPEN_FAILED, PLAN_OPEN_DONE, PLAN_OPEN_FRAME, PLAN_OPEN_ANY };

/* Reads the header of the array or map at t->d.p and opens a frame for it: PLAN_OPEN_FRAME. PLAN_OPEN_DONE: it has no
 * items and is complete. PLAN_OPEN_ANY: the node takes containers of any content; nothing was read. */
enum plan_opened plan_open(struct plan_decoder *t, const struct plan_node *node, zval *slot);

/* Opens a frame for n elements or entries of an object. header .. p: the container's header, which was checked. */
bool plan_open_object(struct plan_decoder *t, const struct plan_class *cls, zval *slot, bool map, uint32_t n,
                      const uint8_t *header, uint64_t pending);

/* False: the objects take more memory than the message may make; the failure is set at header. */
bool plan_open_within(struct plan_decoder *t, const uint8_t *header);

void plan_open_more_frames(struct plan_decoder *t);

/* Opens a frame. header: the container's first byte; pending: values that the enclosing containers need after it. */
struct plan_frame *plan_open_push(struct plan_decoder *t, enum plan_inside inside, zval *slot, uint32_t n,
                                  const uint8_t *header, uint64_t pending);

/* Opens a SHAPE frame for a map of the node's type, and stores its new table in *slot. */
void plan_open_shape(struct plan_decoder *t, const struct plan_node *node, zval *slot, struct shape *shape,
                     zend_array *table, const uint8_t *header, uint64_t pending);

/* Checks the depth and the declared count of a container. */
bool plan_open_allowed(struct plan_decoder *t, const uint8_t *header, const uint8_t *p, uint64_t values,
                       uint64_t pending);

/* Checks the header of the container at t->d.p, which is of a type that is not expected there. */
bool plan_open_check(struct plan_decoder *t);

/* Reads a tag of the TAGGED node and finds the node of its class. */
bool plan_open_tag(struct plan_decoder *t, const struct plan_node *node, const struct plan_node **found);

/* Skips the value at t->d.p. pending: values that all open containers need after it; depth: the number of these. */
bool plan_open_skip(struct plan_decoder *t, uint64_t pending, uint32_t depth);

/* Marks a new object that has a destructor. */
void plan_open_arm(struct plan_decoder *t, zend_object *object);

#endif
