/* messages.c: the offsets of consecutive messages. As scan_messages() in hayapack/_fallback/split/messages.py. */
#include "split.h"

/* Signals are looked at once in so many bytes. */
#define MESSAGES_STRIDE ((size_t)64 << 20)

struct messages {
    const uint8_t *data;
    size_t pos, stop, size; /* offsets in data: the next message, the last possible start, the end */
    uint64_t every, wait;   /* each so many messages one is recorded; messages until the next one */
    uint64_t spacing, mark; /* 0, or: the first message from each multiple on is recorded; the next such offset */
    uint64_t base;          /* of data[0] in the stream */
    int64_t *found;
    size_t found_count, found_capacity;
    uint64_t count;
    enum haya_error error;
    size_t fault; /* of the error; after HAYA_ERR_TRUNCATED the least size that is needed */
};

static bool messages_reserve(struct messages *m)
{
    if (m->found_capacity - m->found_count >= 2)
        return true;
    size_t more = m->found_capacity == 0 ? 64 : m->found_capacity * 2;
    int64_t *grown = more > PY_SSIZE_T_MAX / sizeof *grown ? NULL : PyMem_RawRealloc(m->found, more * sizeof *grown);
    if (grown == NULL)
        return false;
    m->found = grown;
    m->found_capacity = more;
    return true;
}

static bool messages_record(struct messages *m)
{
    if (!messages_reserve(m))
        return false;
    m->found[m->found_count++] = (int64_t)(m->base + m->pos);
    if (m->spacing != 0) {
        m->found[m->found_count++] = (int64_t)m->count;
        m->mark = ((m->base + m->pos) / m->spacing + 1) * m->spacing;
    } else {
        m->wait = m->every;
    }
    return true;
}

/* Scans messages that begin before `until`. false: no memory. Needs no GIL. */
static bool messages_run(struct messages *m, size_t until, struct haya_level *levels)
{
    struct haya_scan scan;
    while (m->pos < until) {
        haya_scan_begin(&scan, NULL, levels);
        m->error = haya_scan_more(&scan, m->data + m->pos, m->size - m->pos);
        if (m->error != HAYA_OK) {
            size_t room = SIZE_MAX - m->pos, at = m->error == HAYA_ERR_TRUNCATED ? scan.need : scan.pos;
            m->fault = m->pos + (at < room ? at : room);
            return true;
        }
        if ((m->spacing != 0 ? m->base + m->pos >= m->mark : --m->wait == 0) && !messages_record(m))
            return false;
        m->pos += scan.pos;
        m->count++;
    }
    return true;
}

/* -1: an exception is set. */
static int messages_all(struct messages *m, bool stable)
{
    struct haya_level levels[HAYA_DEPTH_DEFAULT];
    bool memory = true;
    while (m->error == HAYA_OK && m->pos < m->stop) {
        size_t until = m->stop - m->pos > MESSAGES_STRIDE ? m->pos + MESSAGES_STRIDE : m->stop;
        if (stable) {
            Py_BEGIN_ALLOW_THREADS memory = messages_run(m, until, levels);
            Py_END_ALLOW_THREADS
        } else {
            memory = messages_run(m, until, levels);
        }
        if (!memory) {
            PyErr_NoMemory();
            return -1;
        }
        if (PyErr_CheckSignals() < 0)
            return -1;
    }
    return 0;
}

const char split_messages_doc[] = "scan_messages(data, start, stop, every, spacing, mark, base)\n--\n\n"
                                  "(offsets as int64, number of messages, end, error or None, offset of the fault).\n\n"
                                  "As hayapack._fallback.split.messages.scan_messages().";

PyObject *split_messages(PyObject *module, PyObject *args)
{
    struct messages m = {.error = HAYA_OK};
    unsigned long long every, spacing, mark, base;
    Py_ssize_t start, stop;
    PyObject *data, *result = NULL;
    struct flat flat;
    (void)module;
    if (!PyArg_ParseTuple(args, "OnnKKKK:scan_messages", &data, &start, &stop, &every, &spacing, &mark, &base) ||
        buffer_get(data, &flat) < 0)
        return NULL;
    if (start < 0 || stop < start || (size_t)stop > flat.size || every == 0) {
        PyErr_SetString(PyExc_ValueError, "start, stop or every is out of range");
    } else {
        m.data = flat.bytes;
        m.pos = (size_t)start;
        m.stop = (size_t)stop;
        m.size = flat.size;
        m.every = every;
        m.wait = 1;
        m.spacing = spacing;
        m.mark = mark;
        m.base = base;
        if (messages_all(&m, flat.stable) == 0)
            result = Py_BuildValue(
                "y#KKzK", m.found == NULL ? "" : (const char *)m.found, (Py_ssize_t)(m.found_count * sizeof *m.found),
                (unsigned long long)m.count, (unsigned long long)(base + m.pos),
                m.error == HAYA_OK ? NULL : haya_error_name(m.error), (unsigned long long)(base + m.fault));
    }
    PyMem_RawFree(m.found);
    buffer_release(&flat);
    return result;
}
