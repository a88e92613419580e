/* decoder.h: typed decoding of messages, for the class Unpacker. */
#ifndef HAYAPACK_DECODER_H
#define HAYAPACK_DECODER_H

#include "runtime/source.h"

struct native_state;

/* In the module's state. */
struct plan_references {
    PyTypeObject *type, *decoder_type, *registered_type;
    PyObject *decoders; /* a dict of Decoder objects by type, for unpackb(type=): of types that are no classes of
                         * programs */
};

/* *decoder: a new Decoder for the options of typed decoding in `given`, NULL if there is no `type`. -1: an exception is
 * set. */
int plan_stream_decoder(struct native_state *state, PyObject *const *given, PyObject **decoder);
/* The message source->begin .. source->end by a Decoder. A new reference, or NULL with an exception set. */
PyObject *plan_decode_source(struct native_state *state, PyObject *decoder, const struct source *source);

#endif
