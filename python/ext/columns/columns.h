/*
 * columns.h: the fields of many rows, each in buffers of its own.
 *
 *   map_keys.c          the keys of maps: a hash table, and the keys of the last maps
 *   buffer_pool.c       buffers, and those that the columns of consecutive blocks reuse
 *   column_builder.c    a column under construction: growing buffers, nulls, undoing values
 *   dictionary.c        the texts of dictionary[str]
 *   time_values.c       times: ISO 8601 texts and timestamps as counts of a unit
 *   store_values.c      one value into its column
 *   read_state.c        the message that is read, the containers that are open, and what is wrong
 *   rows.c              the loop over rows and the containers in them
 *   refused_rows.c      values that do not fit
 *   column_errors.c     errors, with offsets and paths
 *   finish_columns.c    nodes -> Column objects
 *   column_plan.c       the plan of hayapack._values.shared_columns -> nodes
 *   columns.c           the function
 *   column_memory.c     the type ColumnMemory
 *   column.c            the type Column
 *   arrow/export_columns.c  its export
 *   arrow/input_array.c     messages in an Arrow array
 *
 * All but column_plan.c, column_errors.c, finish_columns.c, columns.c and the type need no GIL: their memory is
 * PyMem_Raw's, and an error is a struct fault until it is raised.
 */
#ifndef HAYAPACK_COLUMNS_H
#define HAYAPACK_COLUMNS_H

#include "partial/partial.h"

#include "hayapack_path.h"
#include "hayapack_keys.h"

/* The same numbers as in hayapack._values.codes; COLUMN_PATH is a map that only leads to fields. */
enum column_type {
    COLUMN_UNKNOWN,
    COLUMN_INT64,
    COLUMN_FLOAT64,
    COLUMN_BOOL,
    COLUMN_STR,
    COLUMN_BYTES,
    COLUMN_INT8,
    COLUMN_INT16,
    COLUMN_INT32,
    COLUMN_UINT8,
    COLUMN_UINT16,
    COLUMN_UINT32,
    COLUMN_UINT64,
    COLUMN_FLOAT32,
    COLUMN_RAW,
    COLUMN_TIMESTAMP,
    COLUMN_NAIVE,
    COLUMN_DATE32,
    COLUMN_TIME64,
    COLUMN_DURATION,
    COLUMN_DICTIONARY,
    COLUMN_LIST,
    COLUMN_STRUCT,
    COLUMN_MAP,
    COLUMN_NULL,
    COLUMN_TYPES,
    COLUMN_PATH = COLUMN_TYPES
};

/* Units of times, as in hayapack._values.codes. */
enum column_unit { COLUMN_S, COLUMN_MS, COLUMN_US, COLUMN_NS };

/* As MOST_NESTED in hayapack._values.codes: the most nested types of a dtype, and the most keys of a path. */
#define COLUMN_NESTED 32
/* As MOST_FIELDS in hayapack._values.shared_columns: the most fields that all structs have whose types are those of
 * their first maps. Each takes memory in every row, so a sender must not choose their number. */
#define COLUMN_FIELDS 256
/* The most containers that are read into columns at once: a row, those of a path, those of a dtype. */
#define COLUMN_FRAMES (2 * COLUMN_NESTED + 8)

/* ---- map_keys.c --------------------------------------------------------------- */

#define ROUTE_STEPS 64 /* the most keys of a map that are remembered */

struct column_builder;

/* A wanted key. */
struct column_key {
    enum haya_kind kind; /* STR or BIN */
    uint32_t size;
    const uint8_t *bytes; /* of its node's name */
    uint64_t prefix, suffix;
    struct column_builder *column; /* or NULL */
    struct column_builder *inner;  /* the COLUMN_PATH behind the same key, or NULL */
    uint64_t scan; /* the last scan of a map that found the key again, and where it is last in that map */
    const uint8_t *last;
};

/* A key of the last maps, and what it leads to. */
struct column_step {
    struct haya_encoded_key key;
    uint8_t text[31];         /* of the key, a fixstr */
    struct column_key *found; /* NULL: it is not wanted */
};

struct column_keys {
    uint32_t count, shift; /* wanted keys; 64 - log2 of the slots */
    struct column_key *all;
    uint32_t *slots;        /* index + 1; 0: empty */
    uint32_t known, misses; /* steps of the route; keys that it did not foresee */
    struct column_step route[ROUTE_STEPS];
};

/* ---- buffer_pool.c -------------------------------------------------------------- */

/* The most buffers that are kept: each search looks at all of them. */
#define MEMORY_MOST 512

/* The object ColumnMemory: buffers of columns that are gone, for those of the next block. A thread needs no GIL to take
 * or to give one. NULL as an argument: only malloc(). */
struct column_memory {
    PyObject_HEAD
    PyThread_type_lock lock; /* of all below; only tried, so that no fork() can leave it locked forever */
    size_t limit, size;      /* bytes: the most that are kept, those that are */
    uint32_t count;
    bool closed;
    uint8_t *all[MEMORY_MOST];
};

/* False: no memory for its lock. pool_end() must follow, also then; the struct was zeroed. */
bool pool_begin(struct column_memory *memory, size_t limit);
/* Frees what is kept; no more is. */
void pool_close(struct column_memory *memory);
void pool_end(struct column_memory *memory);

/* Returns the buffer, or one that has its first `used` bytes, of at least `least` bytes; of `wanted` ones if it is
 * allocated. bytes NULL: a new one. NULL: no memory, and the buffer is as it was. */
uint8_t *pool_grow(struct column_memory *memory, uint8_t *bytes, size_t used, size_t least, size_t wanted);
/* The same buffer or another one, after it has got its last byte. */
uint8_t *pool_fit(struct column_memory *memory, uint8_t *bytes, size_t size);
/* The bytes that a buffer has. */
size_t pool_capacity(const uint8_t *bytes);
/* Keeps the buffer for another column, or frees it. bytes may be NULL. */
void pool_free(struct column_memory *memory, uint8_t *bytes);

/* ---- column_builder.c ---------------------------------------------------------------- */

/* The values of a COLUMN_DICTIONARY by hash. */
struct dictionary {
    uint64_t seed;
    uint32_t count, log; /* values; of the slots */
    struct {
        uint32_t value, hash; /* index + 1, 0: empty; the upper half of the hash */
    } * slots;
};

struct builder_shared;

/* A column under construction. Slots are rows, or the items of all lists. Invariants: length <= capacity;
 * bits of validity from length on are 0; used <= data_size. */
struct column_builder {
    enum column_type type;
    enum column_unit unit;
    bool asked;           /* the caller gave the type */
    bool found;           /* a map has the field */
    bool in_struct;       /* its parent is a STRUCT */
    uint8_t width;        /* bytes of a slot in `data`; 0: text or none */
    uint8_t offset_width; /* bytes of an offset; 0: none */
    uint32_t depth;       /* in the tree of nodes */
    size_t length, capacity, null_count;
    uint8_t *data, *offsets;              /* buffers of buffer_pool.c */
    uint8_t *validity;                    /* NULL: no null yet */
    size_t used, data_size;               /* bytes of text; of `data`, if width is 0 */
    size_t most;                          /* slots that will be needed, SIZE_MAX: not known */
    size_t target;                        /* for builder_truncate() */
    size_t exact;                         /* INT64 without `asked`: so many of the first integers are floats, too */
    struct builder_shared *shared;        /* the root's */
    struct column_builder *parent, *next; /* next: in the order of a walk through the tree, parents first */
    struct column_builder **children;
    uint32_t child_count;
    struct column_keys *keys;      /* STRUCT, PATH */
    struct dictionary *dictionary; /* DICTIONARY */
    bool bin;                      /* the name is a bin key */
    bool event;                    /* FLUENT: the event's time, which no key leads to */
    uint8_t *name;
    uint32_t name_size;
    PyObject *made; /* finish_columns.c: its Column */
};

/* All return false if there is no memory. */
struct column_builder *builder_new(struct column_builder *parent, enum column_type type, enum column_unit unit,
                                   const uint8_t *name, uint32_t name_size, bool bin);
/* The PATH of all fields, with the memory of their buffers, which must stay valid. */
struct column_builder *builder_root(struct column_memory *memory);
struct column_memory *builder_memory(const struct column_builder *node);
void builder_free_all(struct column_builder *root);
bool builder_set_type(struct column_builder *node, enum column_type type, enum column_unit unit);
COLD bool builder_grow(struct column_builder *node);
COLD bool builder_grow_data(struct column_builder *node, size_t more);
/* Makes a node whose type the caller did not give, and which has only nulls, a COLUMN_UNKNOWN again. Returns the number
 * of fields that its type had. */
uint32_t builder_forget(struct column_builder *node);
/* Says how many slots the fields will need at most, so that they grow no further. */
void builder_expect(struct column_builder *root, size_t slots);
/* Appends a null, to all nodes of a STRUCT or PATH. */
bool builder_null(struct column_builder *node);
/* Removes all slots from `length` on, in what is inside too. A type that the caller did not give is forgotten if no
 * value is left; returns the number of fields that were in such types. */
uint32_t builder_truncate(struct column_builder *node, size_t length);
/* int64 -> float64; false: one of the integers has no exact float64. */
bool builder_widen(struct column_builder *node);

static inline bool builder_holds_text(enum column_type type)
{
    return type == COLUMN_STR || type == COLUMN_BYTES || type == COLUMN_RAW;
}

static inline bool builder_has_keys(enum column_type type)
{
    return type == COLUMN_STRUCT || type == COLUMN_PATH;
}

HAYA_INLINE bool builder_reserve(struct column_builder *node)
{
    return LIKELY(node->length < node->capacity) || builder_grow(node);
}

/* The slot at `length` has a value, which was stored: counts it. */
HAYA_INLINE void builder_valid(struct column_builder *node)
{
    if (UNLIKELY(node->validity != NULL))
        node->validity[node->length >> 3] |= (uint8_t)(1u << (node->length & 7));
    node->length++;
}

/* ---- dictionary.c ------------------------------------------------------------- */

/* The memory of a DICTIONARY. seed: of the hash function, so that a sender cannot choose texts with the same hash. */
bool dictionary_new(struct column_builder *node, uint64_t seed);
/* The index of a text in the dictionary, which it is added to. The n bytes were copied behind the `used` ones of the
 * column of the values. -1: no memory; -2: over 2**31-1 values. */
int64_t dictionary_intern(struct column_builder *node, size_t n);

/* ---- time_values.c ---------------------------------------------------------- */

/* Why a value does not fit, as in hayapack._values.shared_columns. */
enum column_fit { FIT_KIND, FIT_RANGE, FIT_FINER, FIT_TEXT, FIT_NESTED, FIT_FIELDS, FIT_OK = -1 };

/* A moment as a count of the unit since 1970. */
enum column_fit time_values_count(int64_t seconds, uint32_t nanoseconds, enum column_unit unit, int64_t *count);
/* The same for float seconds, rounded to the unit. */
enum column_fit time_values_float(double seconds, enum column_unit unit, int64_t *count);
/* The count of a column of that type that an ISO 8601 text is. */
enum column_fit time_values_text(const uint8_t *s, size_t n, enum column_type type, enum column_unit unit,
                                 int64_t *count);
/* The count for a moment in a column of that type. */
enum column_fit time_values_of(int64_t seconds, uint32_t nanoseconds, enum column_type type, enum column_unit unit,
                               int64_t *count);

/* ---- the scan ----------------------------------------------------------------- */

enum column_layout { ROWS_MAPS, ROWS_ARRAYS, ROWS_VALUES, ROWS_FLUENT }; /* as in hayapack._values.shared_columns */
enum column_errors { ERRORS_RAISE, ERRORS_NULL, ERRORS_SKIP, ERRORS_CALL };

/* What a row must be, instead of a column's type: as in hayapack._values.shared_columns. */
enum { ROW_NO_MAP = -1, ROW_NO_ROWS = -2, ROW_NO_ARRAY = -3, ROW_NO_EVENT = -4, ROW_TOO_LONG = -5 };

/* An error to be raised. */
struct fault {
    enum haya_error error; /* HAYA_OK: a value that does not fit, by the members below */
    bool memory;           /* no memory; the rest is not set */
    bool too_many;         /* more than 2**31-1 items of lists; the rest is not set */
    bool raised;           /* an exception is set; the rest is not set */
    size_t at;             /* offset in the message */
    const uint8_t *text;   /* INVALID_UTF8: the text, in the message */
    size_t text_size;
    int wanted; /* enum column_type, or ROW_NO_MAP, ... */
    enum column_unit unit;
    enum column_fit fit;
};

enum frame_kind { FRAME_KEYS, FRAME_LIST, FRAME_PAIRS, FRAME_FIELDS, FRAME_EVENT, FRAME_TIME };

/* A container that is being read into columns. */
struct frame {
    enum frame_kind kind;
    bool spoiled;  /* PAIRS: a key did not fit, so the map is null */
    uint32_t step; /* KEYS: index in the route; FIELDS, EVENT, TIME: values read */
    struct column_builder *node;
    uint64_t left, outer;         /* values that it, and that the containers around it, still need */
    struct column_builder *again; /* KEYS: the PATH behind the key of the value that was just read, or NULL */
    const uint8_t *again_at;      /* KEYS: the value of that key */
    const struct column_key *key; /* KEYS: the last wanted key, or NULL */
    uint64_t scan;                /* not 0: its rest was scanned, see refuse_scan() */
    const uint8_t *value;         /* PAIRS: the last key */
};

enum take { TAKE_DONE, TAKE_OPEN, TAKE_MISFIT, TAKE_FAULT };

#define TABLE_SLACK 96   /* bytes: a header, a fixstr, and 32 bytes beyond */
#define ROWS_PADDED 1024 /* bytes of the longest message that is copied so that bytes behind it can be read */

#define TABLE_SIGNAL_INTERVAL ((size_t)256 << 10) /* bytes between two signal checks */

/* The scan of the rows of one buffer. */
struct read_state {
    const uint8_t *msg, *p, *end;
    const uint8_t *safe;    /* TABLE_SLACK bytes may be read at any address below it */
    const uint8_t *message; /* the beginning of the message that is being read */
    const uint8_t *check;   /* the next signal check is behind it */
    const uint8_t *row_end; /* of the row whose outermost frame was scanned */
    uint64_t scans;         /* frames that were scanned */
    const struct haya_limits *limits;
    size_t longest; /* str, bin and ext values of up to so many bytes, header included, are within the limits */
    struct haya_level *levels;
    uint64_t outer;   /* values that the message needs after the current row */
    uint64_t outside; /* values that it needs after the array of rows */
    uint32_t base;    /* containers around a row */
    uint32_t frames;  /* open frames */
    enum column_layout layout;
    enum column_errors errors;
    struct column_builder *root; /* a PATH: the children are the fields, or lead to them */
    /* Runs the handlers of pending signals. False: one of them raised. */
    bool (*handlers)(void *scan);
    void *scan;
    struct column_builder *event_time; /* FLUENT: the column of the event's time, or NULL */
    struct column_builder **columns;   /* of the fields, in order */
    size_t column_count;
    size_t field; /* VALUES: the number of the value in its row */
    size_t rows, skipped, nulled, maps, first_map;
    uint32_t inferred; /* fields of structs whose types are those of their first maps */
    struct fault fault;
    struct frame frame[COLUMN_FRAMES];
    uint8_t padded[ROWS_PADDED + TABLE_SLACK]; /* a small message and bytes that may be read behind it */
};

/* ---- read_state.c ---------------------------------------------------------------- */

/* Sets the message that the rows are in. */
void read_message(struct read_state *t, const uint8_t *msg, size_t size, size_t at);
/* Sets the fault; for `return`. */
COLD enum take read_fault(struct read_state *t, enum haya_error error, const uint8_t *at);
/* Invalid UTF-8 in the str at t->p, whose text is `text`. Always MISFIT. */
COLD enum take read_bad_text(struct read_state *t, const uint8_t *text, size_t n);
COLD enum take read_no_memory(struct read_state *t);
COLD enum take read_misfit(struct read_state *t, const struct column_builder *node, enum column_fit fit,
                           const uint8_t *at);

/* Runs the handlers of pending signals, from time to time; inside a row. False: a fault. */
COLD bool read_run_handlers(struct read_state *t);
static inline bool read_check(struct read_state *t)
{
    return LIKELY(t->p <= t->check) || read_run_handlers(t);
}

/* Pushes a frame for the container whose header was read; t->p must be behind it. NULL: no frame is left. */
struct frame *read_open(struct read_state *t, struct column_builder *node, enum frame_kind kind, uint64_t values);
/* A row that is not what it must be. */
COLD enum take read_wrong(struct read_state *t, int wanted, const uint8_t *at);

/* ---- rows.c ---------------------------------------------------------------- */

enum rows_end { ROWS_DONE, ROWS_PAUSE, ROWS_FAULT, ROWS_REFUSED };

/* Reads rows until all of an array or a stream are read (DONE), or a signal check is due (PAUSE). FAULT: see t->fault,
 * which must be raised. REFUSED: see t->fault; the row has been removed, and t->p is its end. *left: rows that an array
 * still has; left NULL: a stream. *start: the offset of the last row. */
enum rows_end rows_read(struct read_state *t, uint64_t *left, size_t *start);

/* A message that is one row; bytes NULL: a row without values. */
struct message {
    const uint8_t *bytes;
    size_t size;
};

/* The same for messages, from all[*next] on. */
enum rows_end rows_read_messages(struct read_state *t, const struct message *all, size_t count, size_t *next);
/* Whether a message has more than max_buffer_size bytes, which sets the fault. */
bool rows_too_long(struct read_state *t, const uint8_t *bytes, size_t size);
/* Reads one row at bytes; if `whole`, it must be all of them. */
enum rows_end rows_read_message(struct read_state *t, const uint8_t *bytes, size_t size, bool whole);

/* ---- store_values.c ------------------------------------------------------------------- */

/* The value at t->p into the node. DONE: t->p is behind it. OPEN: a frame was pushed. */
enum take values_take(struct read_state *t, struct column_builder *node, uint64_t pending);
/* The header of the value at t->p. */
bool values_look(struct read_state *t, uint64_t pending, struct haya_header *header);
/* Skips n values. pending: those that the message needs. */
bool values_skip(struct read_state *t, uint64_t n, uint64_t pending);
/* The time of an event: seconds, as an int or a float, or a timestamp. */
enum take values_event_time(struct read_state *t, struct column_builder *node, uint64_t pending);

/* ---- refused_rows.c ------------------------------------------------------------------- */

/* Reads the rest of the frames that were not scanned, from the value at t->p on, so that each byte is read once for
 * each frame around it. The other frames are around these. False: a fault; else nothing has changed but `scan`, and
 * t->row_end is the row's end. */
COLD bool refuse_scan(struct read_state *t);
/* A value did not fit, and the row is refused unless the value does not count: because the key that led to it, or to
 * a container around it, occurs again. The row is read to its end, so that a structural fault is found first. DONE: it
 * does not count, and t->p is at the value as before. MISFIT: t->p is the row's end. */
COLD enum take refuse_row(struct read_state *t);

/* ---- column_errors.c -------------------------------------------------------------------- */

/* What errors say of where a row is. */
struct where {
    const struct partial *m; /* the message, or for a stream the buffer */
    bool numbered;           /* paths begin with the row's number, and not with its array */
    size_t row;
    bool unpacked; /* the message was compressed, at offset lz4_base */
    size_t lz4_base;
    size_t base;                 /* offset that m->bytes has in errors */
    size_t message;              /* offset of the message in m->bytes */
    struct haya_cursor start;    /* a cursor before the fault, in the message */
    struct haya_path_walk *walk; /* of the message, for the paths of many faults; or NULL */
};

/* Raises a fault. Always returns -1. */
COLD int column_errors_raise(const struct read_state *t, const struct where *where);

/* ---- finish_columns.c, column_plan.c --------------------------------------------------------------- */

/* The Columns of a table whose fields are in `plan`. NULL: an exception is set. */
PyObject *finish_columns(struct native_state *state, struct read_state *t, PyObject *plan);
/* Makes the nodes of a plan. -1: an exception is set. */
int column_plan_make(struct read_state *t, PyObject *plan, struct column_memory *memory);
void column_plan_free(struct read_state *t);

/* ---- column.c ------------------------------------------------------------------------ */

/* The Column object. Immutable. */
struct column {
    PyObject_HEAD
    PyObject *weak; /* list of weak references */
    enum column_type type;
    enum column_unit unit;
    Py_ssize_t length, null_count;
    PyObject *data;    /* a buffer, or NULL */
    PyObject *offsets; /* a buffer, or NULL */
    PyObject
        *validity; /* a buffer: one bit per row, lowest bit first, 1 if the row has a value; NULL: every row has one */
    PyObject *children; /* a tuple of columns */
    PyObject *names;    /* a tuple of str and bytes */
};

/* Memory that columns own: bytes that nobody writes any more. */
struct column_buffer {
    PyObject_HEAD
    struct column_memory *memory; /* to which the bytes return, or NULL */
    uint8_t *bytes;               /* a buffer of buffer_pool.c */
    Py_ssize_t size;
};

extern PyType_Spec column_spec, column_buffer_spec;

/* An owner of a buffer, which it steals on success only. NULL: an exception is set. */
PyObject *column_buffer_new(struct native_state *state, struct column_memory *memory, uint8_t *bytes, size_t size);
static inline const uint8_t *column_bytes(PyObject *buffer)
{
    return ((struct column_buffer *)buffer)->bytes;
}

/* The static method _struct(rows, names, columns): a Column that is a struct. */
PyObject *column_struct(PyObject *module, PyObject *args);

/* arrow/export_columns.c: the methods of the Arrow PyCapsule interface. */
PyObject *column_arrow_schema(PyObject *o, PyObject *unused);
PyObject *column_arrow_array(PyObject *o, PyObject *args, PyObject *kwargs);

/* arrow/input_array.c: the messages of an Arrow array, to be freed by PyMem_RawFree(); they belong to *pair, a new
 * reference or NULL. NULL: an exception is set. */
struct message *arrow_input(PyObject *o, size_t *count, PyObject **pair);

/* ---- columns.c -------------------------------------------------------------------------- */

extern const char columns_doc[];
PyObject *columns_function(PyObject *module, PyObject *args, PyObject *kwargs);
/* The same, whose columns' buffers come from the memory and return to it. */
PyObject *columns_in(struct native_state *state, struct column_memory *memory, PyObject *args, PyObject *kwargs);

/* ---- column_memory.c -------------------------------------------------------------------- */

extern PyType_Spec column_memory_spec;

#endif
