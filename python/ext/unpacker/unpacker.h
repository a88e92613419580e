/* unpacker.h: the class Unpacker. */
#ifndef HAYAPACK_UNPACKER_H
#define HAYAPACK_UNPACKER_H

#include "native.h"

extern PyType_Spec unpacker_spec;

#endif
