/* The notations of vectors/README.md. Anything ill-formed aborts: the data is
 * ours. */
#ifndef HAYA_NOTATION_H
#define HAYA_NOTATION_H

#include "test.h"

/* A writer that grows by doubling. To be freed with free(writer->begin). */
void notation_writer(struct haya_writer *writer);

/* Appends the bytes that the text stands for, up to its end or a '>'. Returns
 * where it stopped. */
const char *notation_bytes(const char *text, struct haya_writer *out);

/* Packs the value that the whole text stands for. */
void notation_value(const char *text, struct haya_writer *out);

/* "depth=3 strict-keys", or "-". */
struct haya_limits notation_options(const char *text);

#endif
