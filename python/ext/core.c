/* core.c: the C core, all of it, as one part of this module. */
#include "../../core/src/hayapack.c"
