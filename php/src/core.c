/* The C core, as one unit: the module links no library. */
#include "../../core/src/hayapack.c"
