/* guess_boundary.c: a probable boundary near an offset. As guess_boundary() in
 * hayapack/_fallback/split/guess_boundary.py. */
#include "split.h"

struct guess {
    const uint8_t *data;
    size_t size, at, limit, most;
    bool last;             /* data ends where the stream ends */
    uint64_t work, budget; /* bytes scanned; the most of them */
    uint8_t *alive;        /* for each offset up to the end: whether a chain is there */
    long long result;
};

#define GUESS_NONE (-1)
#define GUESS_MORE (-2)

/* The end of the value at pos; 0: there is none of at most `most` bytes. Sets *cut if more data might give one. */
static size_t guess_next(struct guess *g, size_t pos, struct haya_level *levels, bool *cut)
{
    struct haya_limits limits = HAYA_LIMITS_DEFAULT;
    struct haya_scan scan;
    size_t have = g->size - pos;
    if (have > g->most)
        have = g->most;
    /* More than `have`, so that the fast path is used. */
    limits.bytes = g->most > SIZE_MAX / 2 ? SIZE_MAX : 2 * g->most;
    haya_scan_begin(&scan, &limits, levels);
    enum haya_error error = haya_scan_more(&scan, g->data + pos, have);
    if (error == HAYA_OK) {
        g->work += scan.pos;
        return pos + scan.pos;
    }
    g->work += error == HAYA_ERR_TRUNCATED ? have : scan.pos + 1;
    *cut = error == HAYA_ERR_TRUNCATED && have < g->most && !g->last && scan.need <= g->most;
    return 0;
}

/* Moves the chains, the lowest first, until one is left at or after `at`. Needs no GIL. */
static void guess_run(struct guess *g)
{
    struct haya_level levels[HAYA_DEPTH_DEFAULT];
    size_t chains = g->at + 1, pos = 0;
    memset(g->alive, 1, chains);
    memset(g->alive + chains, 0, g->size + 1 - chains);
    g->result = GUESS_NONE;
    for (; chains != 0 && pos <= g->size; pos++) {
        const uint8_t *found = memchr(g->alive + pos, 1, g->size + 1 - pos);
        bool cut = false;
        pos = (size_t)(found - g->alive);
        if (pos > g->limit || g->work > g->budget)
            return;
        if (chains == 1 && pos >= g->at) {
            g->result = (long long)pos;
            return;
        }
        size_t next = pos < g->size ? guess_next(g, pos, levels, &cut) : 0;
        if (cut || (pos == g->size && !g->last)) {
            g->result = GUESS_MORE;
            return;
        }
        if (next == 0 || g->alive[next])
            chains--;
        else
            g->alive[next] = 1;
    }
}

const char split_guess_doc[] = "guess_boundary(data, at, limit, most, budget, last)\n--\n\n"
                               "(offset, -1 or -2, bytes scanned).\n\n"
                               "As hayapack._fallback.split.guess_boundary.guess_boundary().";

PyObject *split_guess(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_ssize_t at, limit, most;
    unsigned long long budget;
    struct guess g = {0};
    struct flat flat;
    PyObject *data;
    int last;
    if (!PyArg_ParseTuple(args, "OnnnKp:guess_boundary", &data, &at, &limit, &most, &budget, &last) ||
        buffer_get(data, &flat) < 0)
        return NULL;
    g.data = flat.bytes;
    g.size = flat.size;
    g.last = last;
    g.budget = budget;
    if (at < 0 || (size_t)at > flat.size || limit < at || most < 1)
        PyErr_SetString(PyExc_ValueError, "at, limit or most is out of range");
    else if ((g.alive = PyMem_RawMalloc(flat.size + 1)) == NULL)
        PyErr_NoMemory();
    else {
        g.at = (size_t)at;
        g.limit = (size_t)limit;
        g.most = (size_t)most;
        guess_run(&g);
    }
    buffer_release(&flat);
    if (g.alive == NULL)
        return NULL;
    PyMem_RawFree(g.alive);
    return Py_BuildValue("LK", g.result, (unsigned long long)g.work);
}
