/*
 * The whole core in one file: what every binding compiles. The parts stand in
 * the order in which they may know each other.
 */
#include "error.c"
#include "utf8.c"
#include "timestamp.c"
#include "writer.c"
#include "reader.c"
#include "scan.c"
#include "path.c"
#include "walk.c"
#include "find.c"
#include "lz4.c"
#include "typed.c"
