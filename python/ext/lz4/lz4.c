/*
 * lz4.c: compressed messages. The core compresses and decompresses their blocks,
 * with the GIL released and, for large messages, in several threads. Where liblz4
 * is missing, Python code does it (lz4_python.c).
 */
#include "compressed.h"
#include "lz4.h"

#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif
#ifdef __linux__
#include <stdlib.h>
#include <sys/mman.h>
#endif

/* Decompressed bytes from which on the GIL is released, and from which on a second thread saves more than the
 * about 30 microseconds that starting it takes. */
#define LZ4_RELEASE ((size_t)32 << 10)
#define LZ4_THREADED_PACK ((size_t)512 << 10)
#define LZ4_THREADED_UNPACK ((size_t)2 << 20)
#define LZ4_THREADS 8

/* ---- memory ------------------------------------------------------------- */

/* Bytes. The system allocates buffers of at least this size anew each time, and their page faults would cost
 * more than the decompression; huge pages avoid most of them. */
#define LZ4_LARGE ((size_t)8 << 20)
#define LZ4_LARGE_PAGE ((size_t)2 << 20)

static uint8_t *lz4_memory_new(size_t size)
{
#if defined __linux__ && defined MADV_HUGEPAGE
    void *large;
    if (size >= LZ4_LARGE) {
        if (posix_memalign(&large, LZ4_LARGE_PAGE, size) != 0)
            return NULL;
        madvise(large, size, MADV_HUGEPAGE); /* an optimisation: a failure is ignored */
        return large;
    }
#endif
    return PyMem_Malloc(size);
}

static void lz4_memory_free(uint8_t *bytes, size_t size)
{
#if defined __linux__ && defined MADV_HUGEPAGE
    if (size >= LZ4_LARGE) {
        free(bytes);
        return;
    }
#else
    (void)size;
#endif
    PyMem_Free(bytes);
}

/* ---- threads ------------------------------------------------------------ */

/* One thread's part of the work: the blocks whose number modulo `of` is `turn`. */
struct lz4_share {
    void (*run)(struct lz4_share *share);
    unsigned turn, of;
    uint8_t *out;
    struct haya_lz4 opened;           /* unpacking */
    const struct haya_lz4_plan *plan; /* packing */
    void *state;
    enum haya_error error;
    size_t error_offset;
};

static unsigned lz4_threads(size_t size, size_t threaded, uint32_t blocks)
{
    unsigned most = 1;
#ifndef _WIN32
    if (size >= threaded) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        most = processors < 1 ? 1 : processors < LZ4_THREADS ? (unsigned)processors : LZ4_THREADS;
    }
#else
    (void)size, (void)threaded;
#endif
    return blocks < most ? blocks : most;
}

#ifndef _WIN32
static void *lz4_start(void *share)
{
    ((struct lz4_share *)share)->run(share);
    return NULL;
}
#endif

/* Runs all shares: the first one in this thread, the others in new threads, or in this one where no thread can
 * be created. */
static void lz4_run(struct lz4_share *shares, unsigned n)
{
#ifndef _WIN32
    pthread_t threads[LZ4_THREADS];
    bool started[LZ4_THREADS] = {false};
    for (unsigned i = 1; i < n; i++)
        started[i] = pthread_create(&threads[i], NULL, lz4_start, &shares[i]) == 0;
    for (unsigned i = 0; i < n; i++)
        if (!started[i])
            shares[i].run(&shares[i]);
    for (unsigned i = 1; i < n; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
#else
    for (unsigned i = 0; i < n; i++)
        shares[i].run(&shares[i]);
#endif
}

/* As lz4_run(), with the GIL released if `size` is large enough. */
static void lz4_run_released(struct lz4_share *shares, unsigned n, size_t size)
{
    if (size < LZ4_RELEASE) {
        lz4_run(shares, n);
        return;
    }
    Py_BEGIN_ALLOW_THREADS
    lz4_run(shares, n);
    Py_END_ALLOW_THREADS
}

/* ---- unpacking ---------------------------------------------------------- */

static void lz4_unpack_share(struct lz4_share *share)
{
    struct haya_lz4_block block;
    for (unsigned i = 0; haya_lz4_next(&share->opened, &block); i = (i + 1) % share->of) {
        if (i != share->turn)
            continue;
        share->error = haya_lz4_unpack_block(&block, share->out);
        share->error_offset = block.offset;
        if (share->error != HAYA_OK)
            return;
    }
}

/* Decompresses all blocks. Returns the error with the smallest offset. */
static enum haya_error lz4_unpack_blocks(const struct haya_lz4 *opened, uint8_t *out, size_t *offset)
{
    struct lz4_share shares[LZ4_THREADS];
    unsigned n = lz4_threads(opened->size, LZ4_THREADED_UNPACK, opened->blocks);
    enum haya_error error = HAYA_OK;
    for (unsigned i = 0; i < n; i++)
        shares[i] = (struct lz4_share){.run = lz4_unpack_share, .turn = i, .of = n, .out = out, .opened = *opened};
    lz4_run_released(shares, n, opened->size);
    for (unsigned i = 0; i < n; i++) {
        if (shares[i].error != HAYA_OK && (error == HAYA_OK || shares[i].error_offset < *offset)) {
            error = shares[i].error;
            *offset = shares[i].error_offset;
        }
    }
    return error;
}

static int lz4_fail(struct native_state *state, enum haya_error error, const struct source *source,
                    const struct haya_lz4 *opened, size_t limit, size_t offset)
{
    PyObject *facts = NULL;
    if (error == HAYA_ERR_INVALID_LZ4)
        facts = PyUnicode_FromString(opened->reason);
    else if (error == HAYA_ERR_LZ4_LIMIT)
        facts = Py_BuildValue("(KK)", (unsigned long long)opened->declared, (unsigned long long)limit);
    errors_unpack(state, error, source, source->begin + offset, facts);
    return -1;
}

/* Decompresses all blocks into out, and raises what fails. -1: an exception is set. */
static int lz4_fill(struct native_state *state, const struct source *source, const struct haya_lz4 *opened,
                    uint8_t *out)
{
    struct haya_lz4 broken = {.reason = HAYA_LZ4_CONTENT};
    size_t offset = 0;
    enum haya_error error = lz4_unpack_blocks(opened, out, &offset);
    return error == HAYA_OK ? 0 : lz4_fail(state, error, source, &broken, 0, offset);
}

static int lz4_open_core(struct native_state *state, const struct source *source, size_t limit, bool as_bytes,
                         struct lz4_content *content)
{
    struct haya_lz4 opened;
    enum haya_error error = haya_lz4_open(&opened, source->begin, (size_t)(source->end - source->begin), limit);
    if (error != HAYA_OK)
        return lz4_fail(state, error, source, &opened, limit, opened.error_offset);
    if (opened.form == HAYA_LZ4_PLAIN)
        return 0;
    *content = (struct lz4_content){.size = opened.size, .end = opened.end};
    if (as_bytes) {
        content->object = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)opened.size);
        if (content->object == NULL)
            return -1;
        if (lz4_fill(state, source, &opened, (uint8_t *)PyBytes_AS_STRING(content->object)) == 0)
            return 1;
        Py_CLEAR(content->object);
        return -1;
    }
    content->bytes = lz4_memory_new(opened.size + UNPACK_SLACK);
    if (content->bytes == NULL)
        return errors_no_memory();
    memset(content->bytes + opened.size, 0, UNPACK_SLACK);
    if (lz4_fill(state, source, &opened, content->bytes) == 0)
        return 1;
    lz4_memory_free(content->bytes, opened.size + UNPACK_SLACK);
    return -1;
}

/* ---- packing ------------------------------------------------------------ */

static void lz4_pack_share(struct lz4_share *share)
{
    for (uint32_t i = share->turn; i < share->plan->blocks; i += share->of)
        haya_lz4_pack_block(share->plan, i, share->out, share->state);
}

/* Compresses into out, which has plan->capacity bytes. Returns the bytes used; 0: MemoryError is set. */
static size_t lz4_pack_blocks(const struct haya_lz4_plan *plan, uint8_t *out, size_t size)
{
    struct lz4_share shares[LZ4_THREADS];
    unsigned n = lz4_threads(size, LZ4_THREADED_PACK, plan->blocks);
    size_t state_size = (haya_lz4_state_size(plan->level) + 63) & ~(size_t)63;
    char *states = PyMem_Malloc(n * state_size);
    if (states == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        shares[i] = (struct lz4_share){
            .run = lz4_pack_share, .turn = i, .of = n, .out = out, .plan = plan, .state = states + i * state_size};
    lz4_run_released(shares, n, size);
    PyMem_Free(states);
    return haya_lz4_join(plan, out);
}

static PyObject *lz4_pack_core(struct native_state *state, const struct pack_options *opt, const uint8_t *begin,
                               size_t size, PyObject *obj)
{
    struct haya_lz4_plan plan;
    if (haya_lz4_plan(&plan, opt->lz4, begin, size, opt->lz4_level) != HAYA_OK) {
        PyObject *parts = PyTuple_New(0);
        if (parts != NULL)
            errors_pack(state, "too_long", obj, 0, parts, 0);
        Py_XDECREF(parts);
        return NULL;
    }
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)plan.capacity);
    if (bytes == NULL)
        return NULL;
    size_t used = lz4_pack_blocks(&plan, (uint8_t *)PyBytes_AS_STRING(bytes), size);
    if (used == 0)
        Py_CLEAR(bytes);
    else
        _PyBytes_Resize(&bytes, (Py_ssize_t)used); /* on failure bytes is NULL and an exception is set */
    return bytes;
}

/* ---- compressed or not ------------------------------------------------------- */

int lz4_open(struct native_state *state, const struct source *source, size_t limit, bool as_bytes,
             struct lz4_content *content)
{
    enum haya_lz4_form form;
    haya_lz4_detect(source->begin, (size_t)(source->end - source->begin), &form);
    if (form == HAYA_LZ4_PLAIN)
        return 0;
    int loaded = lz4_load(state);
    return loaded < 0 ? -1
           : loaded   ? lz4_open_core(state, source, limit, as_bytes, content)
                      : lz4_open_python(state, source, limit, content);
}

PyObject *lz4_pack(struct native_state *state, const struct pack_options *opt, const uint8_t *begin, size_t size,
                   PyObject *obj)
{
    int loaded = lz4_load(state);
    return loaded < 0 ? NULL
           : loaded   ? lz4_pack_core(state, opt, begin, size, obj)
                      : lz4_pack_python(state, opt, begin, size, obj);
}

void lz4_release(struct lz4_content *content)
{
    if (content->bytes != NULL)
        lz4_memory_free(content->bytes, content->size + UNPACK_SLACK);
    Py_XDECREF(content->object);
}

/* ---- the function ---------------------------------------------------------- */

static PyObject *lz4_message(struct native_state *state, const uint8_t *bytes, size_t size, size_t limit)
{
    struct source source = {.begin = bytes, .end = bytes + size};
    struct lz4_content content = {.bytes = NULL};
    int compressed = lz4_open(state, &source, limit, true, &content);
    if (compressed == 0)
        return PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)size);
    if (compressed > 0 && content.end != size) {
        errors_extra_data(state, &source, bytes + content.end, content.object);
        return NULL;
    }
    return compressed < 0 ? NULL : content.object;
}

PyObject *lz4_decompress(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    struct native_state *state = PyModule_GetState(module);
    PyObject *given[OPT_COUNT] = {NULL};
    size_t limit = HAYA_LZ4_SIZE_DEFAULT;
    struct flat flat;
    if (n > 1)
        return PyErr_Format(PyExc_TypeError, "decompress() takes 1 positional argument, not %zd", n);
    given[OPT_PACKED] = n == 1 ? args[0] : NULL;
    if (options_sort(state, "decompress", args + n, kwnames, options_decompress, given) < 0 ||
        options_bytes(given[OPT_MAX_LZ4_SIZE], "max_lz4_size", &limit) < 0)
        return NULL;
    if (given[OPT_PACKED] == NULL)
        return PyErr_Format(PyExc_TypeError, "decompress() takes 1 positional argument, not 0");
    if (buffer_get(given[OPT_PACKED], &flat) < 0 || buffer_settle(&flat, NULL) < 0)
        return NULL;
    PyObject *message = lz4_message(state, flat.bytes, flat.size, limit);
    buffer_release(&flat);
    return message;
}
