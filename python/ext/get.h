/* get.h: paths as steps into a message: get.c, and columns.c, which begins at one. */
#ifndef HAYAPACK_GET_H
#define HAYAPACK_GET_H

#include "lazy.h"

enum step_kind {
    STEP_TEXT,      /* a str key */
    STEP_BYTES,     /* a bin key */
    STEP_INDEX,     /* an element of an array */
    STEP_NUMBER,    /* an integer key */
    STEP_ENTRY,     /* the value of an entry, by its number */
    STEP_ENTRY_KEY, /* its key */
    STEP_ITEM       /* an element of an array or an integer key */
};

struct step {
    enum step_kind kind;
    int64_t number; /* a uint64 if `large` */
    const char *text;
    size_t size;
    PyObject *object; /* what the caller gave, for the error, or NULL; borrowed */
    bool large, nowhere; /* nowhere: no message has that number */
};

#define STEPS_FIRST 8

struct steps {
    struct step *all;
    size_t count, room;
    PyObject *owners; /* a list of what the steps point into, or NULL */
    struct step first[STEPS_FIRST];
};

/* Reads a path, or a sequence of keys. To be ended whatever it returns. The
 * path must stay alive. */
int get_steps(struct native_state *state, struct steps *steps, PyObject *path);
void get_steps_end(struct steps *steps);

/* From a place along the steps. 1: there is no such value, and `quiet`. */
int get_walk(const struct lazy *m, const struct steps *steps, struct haya_place *place, bool quiet);

extern const char get_doc[];
PyObject *get_function(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);

#endif
