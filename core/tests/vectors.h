/* A row of the shared vectors, and the functions that run rows of lz4/ and typeless/. */
#ifndef HAYA_VECTORS_H
#define HAYA_VECTORS_H

#include <stdbool.h>

#define VECTORS_FIELDS 6

struct row {
    const char *file;
    char *fields[VECTORS_FIELDS];
};

/* Prints the name of a row and what is wrong with it. */
void vectors_complain(const struct row *row, const char *what);

/* vectors_wrapped.c: true if the row passes. */
bool run_lz4_valid(const struct row *row);
bool run_lz4_invalid(const struct row *row);
bool run_typeless_valid(const struct row *row);
bool run_typeless_invalid(const struct row *row);

#endif
