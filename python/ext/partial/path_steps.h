/* path_steps.h: paths as steps into a message, for get.c and columns.c: path_steps.c. */
#ifndef HAYAPACK_PARTIAL_PATH_STEPS_H
#define HAYAPACK_PARTIAL_PATH_STEPS_H

#include "partial.h"

enum step_kind {
    STEP_TEXT,      /* a str key */
    STEP_BYTES,     /* a bin key */
    STEP_INDEX,     /* an element of an array */
    STEP_NUMBER,    /* an integer key */
    STEP_ENTRY,     /* the value of an entry, by its number */
    STEP_ENTRY_KEY, /* the key of an entry, by its number */
    STEP_ITEM,      /* an element of an array or an integer key */
    STEP_TUPLE      /* a key that is an array, as a tuple */
};

struct step {
    enum step_kind kind;
    int64_t number; /* reinterpreted as uint64_t if `large` */
    const char *text;
    size_t size;
    PyObject *object;    /* borrowed: the key as the caller gave it, for errors; or NULL */
    bool large, nowhere; /* nowhere: the number is outside the range of MessagePack integers */
    bool search;         /* for get_walk(): taken by a key, so a later entry may repeat it */
    uint64_t left;       /* for get_walk(): after the step, remaining entries if `search`, else values */
};

#define STEPS_FIRST 8

struct steps {
    struct step *all;
    size_t count, capacity;
    PyObject *owners; /* owned: a list of the objects that the steps point into, or NULL */
    struct step first[STEPS_FIRST];
};

/* Parses a path, or reads a sequence of keys. -1: an exception is set. Call path_steps_end() in either case. The
 * path must stay alive until then. */
int path_steps_read(struct native_state *state, struct steps *steps, PyObject *path);
void path_steps_end(struct steps *steps);

#endif
