/*
 * arrow_rows.h: Arrow arrays -> MessagePack.
 *
 * A table of nodes describes the schema: node 0 is the rows' type, and the children of a node are consecutive. The
 * nodes of a schema are made once; each batch's buffers are bound to them, with all checks that cost nothing per
 * value. What cannot be checked is trusted: the interface does not tell the sizes of buffers.
 */
#ifndef HAYAPACK_ARROW_ROWS_H
#define HAYAPACK_ARROW_ROWS_H

#include "arrow.h"
#include "native.h"
#include "pack/output.h"

enum arrow_kind {
    ARROW_NULL,
    ARROW_BOOL,
    ARROW_INT, /* signed and unsigned integers and floats, by width */
    ARROW_UINT,
    ARROW_FLOAT,
    ARROW_TEXT, /* with offsets of `width` bytes */
    ARROW_TEXT_VIEW,
    ARROW_BIN,
    ARROW_BIN_VIEW,
    ARROW_BIN_FIXED,
    ARROW_DECIMAL,
    ARROW_DATE, /* days; 8 bytes: milliseconds */
    ARROW_TIME,
    ARROW_TIMESTAMP,
    ARROW_DURATION,
    ARROW_UUID,
    ARROW_BOOL_BYTE,
    ARROW_LIST, /* with offsets of `width` bytes, as all below */
    ARROW_LIST_FIXED,
    ARROW_LIST_VIEW,
    ARROW_MAP, /* its child is a struct of a key and a value */
    ARROW_STRUCT,
    ARROW_DICTIONARY, /* indexes of `width` bytes, child 0: the values */
    ARROW_RUNS,       /* child 0: the ends of the runs, child 1: their values */
    ARROW_UNION,      /* width 4: dense, with offsets; 0: sparse */
};

/* Bytes of a key that are copied at once; keys are padded to a multiple of it. */
#define ARROW_KEY_STEP 16

struct arrow_node {
    /* the type */
    uint8_t kind, width; /* width: of a value, an offset, or an index */
    uint8_t unit;        /* of times: the number of digits after the point: 0, 3, 6 or 9 */
    bool is_signed;      /* indexes */
    int32_t depth;
    int32_t scale;     /* of decimals */
    int64_t size;      /* of an item with a fixed size */
    uint32_t parent;   /* its own number for node 0 */
    uint32_t children; /* the number of the first child */
    uint32_t count;    /* children */
    uint32_t key_size; /* the packed name, where the parent is a struct: */
    uint8_t *key;      /* owned */
    const char *name;  /* of the field, in the schema */
    int8_t *types;     /* owned: of a union, the child of each of 128 type numbers, -1: none */

    /* the array that is bound */
    const uint8_t *valid; /* a bit per value; NULL: no value is null */
    const uint8_t *data;  /* values, or what offsets refer to */
    const uint8_t *offsets, *sizes;
    const void *const *parts; /* of views: the buffers of long values, and their sizes */
    const int64_t *part_sizes;
    int64_t n_parts;
    int64_t offset, length; /* of the array: value i is at offset + i of the buffers */
    int64_t top;            /* the highest offset; for a struct or a sparse union: of children, unused */
    int64_t run;            /* of runs: where the last value was found */
};

struct arrow_nodes {
    struct arrow_node *nodes;
    uint32_t count, capacity;
};

/* What is wrong with a schema or an array, at a node. */
struct arrow_fault {
    const char *error; /* "unsupported_type", "too_deep", "invalid_value"; NULL: there is no memory */
    const char *text;
    uint32_t node;
};

/* ---- schema_nodes.c: schema -> nodes. Need no GIL. ----------------------------- */

/* Makes the nodes; the schema must live as long as they. rows_keyed: the names of the row's fields are written, and
 * must differ. False: *fault tells why; the nodes made until then are for its path, and have to be freed. */
bool arrow_nodes_make(struct arrow_nodes *nodes, const struct ArrowSchema *schema, bool rows_keyed,
                      struct arrow_fault *fault);
void arrow_nodes_free(struct arrow_nodes *nodes);

/* ---- bind_buffers.c ------------------------------------------------------------- */

/* Binds an array and its children. False: *fault tells why. */
bool arrow_nodes_bind(struct arrow_nodes *nodes, const struct ArrowArray *array, struct arrow_fault *fault);

/* The end of run i. */
HAYA_INLINE int64_t arrow_run_end(const struct arrow_node *ends, int64_t i)
{
    return arrow_signed(ends->data + (ends->offset + i) * ends->width, ends->width);
}

/* ---- encode_rows.c ------------------------------------------------------------ */

enum arrow_layout { ARROW_MAPS, ARROW_ARRAYS, ARROW_VALUES };

struct arrow_frame {
    struct arrow_node *node; /* the list, map or struct */
    int64_t begin, at, end;  /* the child's first and next element, and the last one's end; of a struct: all the same */
    uint32_t child;          /* of a struct, and of the entries of a map: the next child */
    bool keyed;              /* a struct whose keys are written */
};

struct arrow_encoder {
    struct arrow_nodes nodes;
    struct output out;
    enum arrow_layout layout;
    int64_t row;           /* the next row of the array */
    size_t block;          /* bytes after which a block is complete */
    PyThreadState *thread; /* while the GIL is released */

    /* after an error, of the last value of frames[depth - 1]: */
    const char *error; /* "invalid_value", "too_long"; NULL: an exception is set */
    const char *text;
    size_t fault_at; /* bytes of the block that were written before the value */
    int depth;
    struct arrow_frame frames[ARROW_DEPTH + 1];
};

/* Writes rows until the array ends or the block is complete. The GIL is released meanwhile. False: an
 * error. */
bool arrow_encode(struct arrow_encoder *e);

/* ---- arrow_texts.c: values that are written as text. Need no GIL. --------------- */

#define ARROW_TEXT_MAX 160

/* Each writes at text[ARROW_TEXT_MAX] and returns the length; 0: out of range. unit: as in struct arrow_node. */
size_t arrow_date_text(char *text, int64_t days);
size_t arrow_time_text(char *text, int64_t time, int unit);
size_t arrow_duration_text(char *text, int64_t span, int unit);
size_t arrow_uuid_text(char *text, const uint8_t *bytes);
/* width: 4, 8, 16 or 32 bytes, at `value`. */
size_t arrow_decimal_text(char *text, const uint8_t *value, int width, int32_t scale);
/* Units in a second. */
int64_t arrow_per_second(int unit);

/* ---- arrow_rows.c -------------------------------------------------------------- */

/* The function arrow_rows() of _native, and the type of what it returns. */
extern const char arrow_rows_doc[];
PyObject *arrow_rows_function(PyObject *module, PyObject *args, PyObject *kwargs);
extern PyType_Spec arrow_rows_spec;

#endif
