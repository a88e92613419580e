/* The notations of vectors/README.md. Malformed text aborts the program, because the vectors are part of this
 * repository. */
#ifndef HAYA_NOTATION_H
#define HAYA_NOTATION_H

#include "test.h"

/* Begins a writer that grows by doubling. Free writer->begin with free(). */
void notation_writer(struct haya_writer *writer);

/* Appends the bytes that the text describes, up to its end or a '>'. Returns the position where it stopped. */
const char *notation_bytes(const char *text, struct haya_writer *out);

/* Packs the value that the whole text describes. */
void notation_value(const char *text, struct haya_writer *out);

/* The limits for options such as "depth=3 strict-keys", or "-" for the defaults. */
struct haya_limits notation_options(const char *text);

#endif
