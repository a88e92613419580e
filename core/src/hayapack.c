/*
 * The whole core as one translation unit, which every binding compiles. A file may
 * use only files above it.
 */
#include "error.c"
#include "utf8.c"
#include "timestamp.c"
#include "writer.c"
#include "reader.c"
#include "scan.c"
#include "typed.c"
#include "path.c"
#include "walk.c"
#include "find.c"
#include "lz4.c"
