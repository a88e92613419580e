/* The C core, compiled into the module as one unit. */
#include "../../core/src/hayapack.c"
