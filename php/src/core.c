/* The C core, as one unit: the module links no library but liblz4, where that is found. */
#include "../../core/src/hayapack.c"
