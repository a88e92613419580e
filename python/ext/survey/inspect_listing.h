/* inspect_listing.h: the text of one line of a listing: inspect_text.c, for inspect_listing.c. */
#ifndef HAYAPACK_SURVEY_INSPECT_LISTING_H
#define HAYAPACK_SURVEY_INSPECT_LISTING_H

#include "tokens.h"

/* Text that grows. */
struct text {
    char *begin;
    size_t size, capacity;
};

/* Makes space for `more` bytes. -1: MemoryError is set. */
COLD int text_grow(struct text *text, size_t more);

HAYA_INLINE int text_reserve(struct text *text, size_t more)
{
    return LIKELY(text->capacity - text->size >= more) ? 0 : text_grow(text, more);
}

/* The components of a path, one after the other. */
struct listing_path {
    struct text text;
    size_t *starts;         /* for each component, its offset in the text */
    size_t count, capacity; /* components; the capacity of their offsets */
};

/* Writes the path, shortened as in errors, to out. Returns its size. */
size_t listing_path_shown(const struct listing_path *path, char out[HAYA_PATH_MAX]);

/* What is the same for all lines of a listing. */
struct listing_look {
    const char *mark; /* before each offset */
    size_t mark_size;
    bool colours;
};

/* What a line says about a value besides its bytes. */
struct listing_notes {
    uint64_t spare; /* bytes more than needed */
    bool not_utf8, repeats;
    uint64_t first; /* if repeats: the number of the first entry with this key */
};

/* Appends a line. token: the value at data[at]; offset: as shown; shown: the text of an ext value, else
 * unused. -1: an exception is set. */
int listing_line(struct text *out, const struct listing_look *look, const uint8_t *data, size_t at,
                 const struct token *token, uint64_t offset, const struct listing_path *path, const char *shown,
                 size_t shown_size, const struct listing_notes *notes);
/* Appends the line before message `number`, counted from 1. */
int listing_message(struct text *out, const struct listing_look *look, uint64_t number);
/* Appends a decimal number; the caller has reserved 20 bytes. */
void text_decimal(struct text *text, uint64_t number);

#endif
