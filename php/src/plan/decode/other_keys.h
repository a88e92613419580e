/* Keys of objects and maps. All functions return false with the failure set. */
#ifndef MSGPACK_PLAN_DECODE_OTHER_KEYS_H
#define MSGPACK_PLAN_DECODE_OTHER_KEYS_H

#include "decoder.h"

/* Reads the key at t->d.p of a FIELDS frame and counts its entry. *index: its field; -1: no field has it, and the value
 * was skipped or kept. */
bool plan_key_of_field(struct plan_decoder *t, int64_t *index);

/* The same in a MAP frame; *slot is the entry's. */
bool plan_key_of_map(struct plan_decoder *t, zval **slot);

/* Counts and skips the next element of a PLACES frame, which is of no field. */
bool plan_skip_place(struct plan_decoder *t);

#endif
