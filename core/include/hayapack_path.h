/*
 * One component of a path as text, the characters that are never shown as they are, and how
 * paths are shortened. For the core and for bindings of this repository that write paths of
 * their own (Python's survey/inspect_text.c): names and behaviour may change in any release.
 */
#ifndef HAYAPACK_PATH_H
#define HAYAPACK_PATH_H

#include "hayapack.h"
#include "hayapack_wire.h"

#include <stdio.h>

#define COMPONENT_KEY_MAX 60u        /* the most bytes of a key's text that are shown */
#define COMPONENT_MAX 256u           /* COMPONENT_KEY_MAX bytes as \xNN, brackets and quotes */
#define COMPONENT_CUT "\xe2\x80\xa6" /* U+2026, an ellipsis */

/* How paths are shortened (vectors/README.md, "Paths"). */
#define PATH_LEVELS 1024u    /* with more components, nothing follows the ellipsis */
#define PATH_WHOLE_MAX 1000u /* the most bytes of a path that is shown completely */
#define PATH_PART_MAX 400u   /* the most bytes of each end of a longer path */

/* A container that encloses the offset of a path; or an ext 100, which has no component of its own. */
struct haya_path_level {
    size_t header; /* offset of its first byte */
    size_t key;    /* in a map: offset of the last key */
    uint64_t left; /* pending values that have not begun */
};

/* A walk over a message for the paths of several values, in the order of their offsets: all paths together take time
 * linear in the last offset. 24 KiB. */
struct haya_path_walk {
    const uint8_t *msg;
    size_t len, pos;
    uint64_t deeper; /* pending values below the recorded levels */
    uint32_t depth;
    bool typed; /* paths lead into ext 100 */
    bool root;  /* the message's first byte was passed */
    bool begun; /* the value at pos is not among the pending ones any more */
    bool lost;  /* the offset is nested deeper than PATH_LEVELS */
    struct haya_path_level levels[PATH_LEVELS];
};

/* Begins a walk over msg[0 .. len), as for haya_path(), or if `typed` as for haya_path_typed(). */
HAYA_API void haya_path_begin(struct haya_path_walk *walk, const uint8_t *msg, size_t len, bool typed);

/* As haya_path(), for an offset that is not below that of the last call. */
HAYA_API size_t haya_path_next(struct haya_path_walk *walk, size_t offset, char *out, size_t size);

/* The size of the UTF-8 character at s in bytes; 0 if it is invalid. */
HAYA_INLINE size_t component_character(const uint8_t *s, size_t n)
{
    size_t size = *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    return size <= n && haya_utf8_valid(s, size) ? size : 0;
}

/* Whether terminals interpret the character of 2 or 3 bytes at s: C1 controls (U+0080-9F) and bidirectional
 * controls (U+061C, U+200E-F, U+202A-E, U+2066-9). */
HAYA_INLINE bool component_is_obeyed(const uint8_t *s, size_t size)
{
    if (size == 2)
        return (s[0] == 0xc2 && s[1] < 0xa0) || (s[0] == 0xd8 && s[1] == 0x9c);
    if (size != 3 || s[0] != 0xe2)
        return false;
    if (s[1] == 0x80)
        return s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xaa && s[2] <= 0xae);
    return s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9;
}

HAYA_INLINE bool component_is_name(const uint8_t *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool letter = (s[i] | 0x20) >= 'a' && (s[i] | 0x20) <= 'z';
        if (!letter && s[i] != '_' && !(i > 0 && s[i] >= '0' && s[i] <= '9'))
            return false;
    }
    return n > 0;
}

/* Writes .name or ["text"] to out, which has COMPONENT_MAX bytes; if `bin` [b"text"]. Returns the length. */
HAYA_INLINE size_t component_write(char *out, const uint8_t *s, size_t n, bool bin)
{
    bool name = !bin && component_is_name(s, n);
    size_t used = name ? 1 : bin ? 3 : 2, i = 0, size;

    memcpy(out, name ? "." : bin ? "[b\"" : "[\"", used);
    if (name) {
        i = n < COMPONENT_KEY_MAX ? n : COMPONENT_KEY_MAX;
        memcpy(out + used, s, i);
        used += i;
    }
    while (!name && i < n) {
        size = component_character(s + i, n - i);
        if (i + (size ? size : 1) > COMPONENT_KEY_MAX)
            break;
        if (size == 0 || s[i] < 0x20 || s[i] == 0x7f || component_is_obeyed(s + i, size)) {
            size_t end = i + (size ? size : 1);
            for (; i < end; i++, used += 4)
                snprintf(out + used, 5, "\\x%02x", s[i]);
            continue;
        }
        if (s[i] == '"' || s[i] == '\\')
            out[used++] = '\\';
        memcpy(out + used, s + i, size);
        used += size;
        i += size;
    }
    if (i < n) {
        memcpy(out + used, COMPONENT_CUT, 3);
        used += 3;
    }
    if (!name) {
        memcpy(out + used, "\"]", 2);
        used += 2;
    }
    return used;
}

HAYA_INLINE size_t component_write_text(char *out, const uint8_t *s, size_t n)
{
    return component_write(out, s, n, false);
}

#endif
