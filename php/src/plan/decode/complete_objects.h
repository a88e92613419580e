/* Complete objects, and the end of a message. */
#ifndef MSGPACK_PLAN_DECODE_COMPLETE_OBJECTS_H
#define MSGPACK_PLAN_DECODE_COMPLETE_OBJECTS_H

#include "decoder.h"

/* Closes the innermost frame, an object's, of which all entries are decoded. False: a field is missing, or a
 * constructor has thrown an exception. */
bool plan_close_object(struct plan_decoder *t);

/* After the whole message: runs what was scheduled. False: an exception is pending. */
bool plan_close_message(struct plan_decoder *t);

/* Frees what the decoder owns. good: destructors may run from now on. */
void plan_close_decoder(struct plan_decoder *t, bool good);

#endif
