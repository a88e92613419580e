/* scan_messages.c: the offsets of consecutive messages. As scan_messages() in
 * hayapack/_fallback/split/scan_messages.py. */
#include "split.h"

#include "hayapack_format.h"

/* Signals are looked at once in so many bytes. */
#define MESSAGES_STRIDE ((size_t)64 << 20)

/* messages_short() looks at so many bytes of a message, and after one that has more not at the next few. The values in
 * them have fewer open containers than the limit of depth. */
#define MESSAGES_BYTES 512
#define MESSAGES_PAUSE 16

/* Offsets that are collected before they are appended to the caller's array: so many, or an eighth of those that it
 * has. The GIL is needed for that, so it must not be often; and they take memory besides the array. */
#define MESSAGES_COLLECTED ((size_t)4096)
#define MESSAGES_SHARE 8

struct messages {
    const uint8_t *data;
    size_t pos, stop, size; /* offsets in data: the next message, the last possible start, the end */
    uint64_t every, wait;   /* each so many messages one is recorded; messages until the next one */
    uint64_t spacing, mark; /* 0, or: the first message from each multiple on is recorded; the next such offset */
    uint64_t base;          /* of data[0] in the stream */
    int64_t *found;
    size_t found_count, found_capacity;
    unsigned pause; /* messages for which messages_short() is not called */
    size_t most;    /* of found_count; SIZE_MAX: no limit */
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
    }
    return true;
}

/* The size of the message at p, of which `have` bytes are there, if it is complete, is short and has no containers but
 * fixmaps and fixarrays; else 0. As haya_scan_more(), which needs more time to begin than such a message takes. */
HAYA_INLINE size_t messages_short(const uint8_t *p, size_t have)
{
    const size_t most = have < MESSAGES_BYTES ? have : MESSAGES_BYTES;
    size_t at = 0, pending = 1, size;
    /* A branch for each kind of format byte: the next byte can be read before the size of this one is known. */
    while (at < most) {
        uint8_t byte = p[at];
        pending--;
        if (byte < 0x80) {
            at++;
        } else if (byte < 0xa0) {
            pending += (size_t)(byte & 15) << (byte < 0x90);
            at++;
        } else if (byte < 0xc0) {
            at += 1 + (byte & 31);
        } else if ((size = haya_sizes[byte]) != 0) {
            at += size;
        } else if (most - at >= 6 && (size = haya_format_long_size(p + at)) != 0) { /* bytes: the longest header */
            at += size;
        } else {
            return 0;
        }
        if (pending == 0)
            return at <= most ? at : 0;
    }
    return 0;
}

/* The size of the message at pos; 0 with the error set. */
static size_t messages_any(struct messages *m, struct haya_level *levels)
{
    struct haya_scan scan;
    haya_scan_begin(&scan, NULL, levels);
    m->error = haya_scan_more(&scan, m->data + m->pos, m->size - m->pos);
    if (m->error == HAYA_OK)
        return scan.pos;
    size_t room = SIZE_MAX - m->pos, at = m->error == HAYA_ERR_TRUNCATED ? scan.need : scan.pos;
    m->fault = m->pos + (at < room ? at : room);
    return 0;
}

/* Scans messages that begin before `until`, or until `most` offsets are found. false: no memory. Needs no GIL. */
static bool messages_run(struct messages *m, size_t until, struct haya_level *levels)
{
    const uint8_t *const data = m->data;
    const size_t size = m->size;
    uint64_t wait = m->wait;
    while (m->pos < until && m->found_count < m->most) {
        size_t pos = m->pos, n = m->pause == 0 ? messages_short(data + pos, size - pos) : 0;
        if (n == 0) {
            m->pause = m->pause == 0 ? MESSAGES_PAUSE : m->pause - 1;
            n = messages_any(m, levels);
            if (n == 0)
                break;
        }
        if (m->spacing != 0 ? m->base + pos >= m->mark : --wait == 0) {
            if (!messages_record(m))
                return false;
            wait = m->every;
        }
        m->pos = pos + n;
        m->count++;
    }
    m->wait = wait;
    return true;
}

/* Appends what was found to the array. -1: an exception is set. */
static int messages_append(struct messages *m, PyObject *array, size_t *appended)
{
    PyObject *view, *done;
    if (m->found_count == 0)
        return 0;
    view = PyMemoryView_FromMemory((char *)m->found, (Py_ssize_t)(m->found_count * sizeof *m->found), PyBUF_READ);
    done = view == NULL ? NULL : PyObject_CallMethod(array, "frombytes", "O", view);
    Py_XDECREF(view);
    if (done == NULL)
        return -1;
    Py_DECREF(done);
    *appended += m->found_count;
    m->found_count = 0;
    if (m->most < *appended / MESSAGES_SHARE)
        m->most = *appended / MESSAGES_SHARE;
    return 0;
}

/* array: what offsets are appended to, or NULL. -1: an exception is set. */
static int messages_all(struct messages *m, bool stable, PyObject *array)
{
    struct haya_level levels[HAYA_DEPTH_DEFAULT];
    bool memory = true;
    size_t appended = 0;
    m->most = array == NULL ? SIZE_MAX : MESSAGES_COLLECTED;
    while (m->error == HAYA_OK && m->pos < m->stop) {
        size_t until = m->stop - m->pos > MESSAGES_STRIDE ? m->pos + MESSAGES_STRIDE : m->stop;
        if (stable) {
            Py_BEGIN_ALLOW_THREADS
            memory = messages_run(m, until, levels);
            Py_END_ALLOW_THREADS
        } else {
            memory = messages_run(m, until, levels);
        }
        if (!memory)
            return errors_no_memory();
        if (PyErr_CheckSignals() < 0)
            return -1;
        if (array != NULL && messages_append(m, array, &appended) < 0)
            return -1;
    }
    return 0;
}

const char split_messages_doc[] = "scan_messages(data, start, stop, every, spacing, mark, base, into=None)\n--\n\n"
                                  "(offsets as int64, number of messages, end, error or None, offset of the fault).\n\n"
                                  "As hayapack._fallback.split.scan_messages.scan_messages().";

PyObject *split_messages(PyObject *Py_UNUSED(module), PyObject *args)
{
    struct messages m = {.error = HAYA_OK};
    unsigned long long every, spacing, mark, base;
    Py_ssize_t start, stop;
    PyObject *data, *into = NULL, *result = NULL;
    struct flat flat;
    if (!PyArg_ParseTuple(args, "OnnKKKK|O:scan_messages", &data, &start, &stop, &every, &spacing, &mark, &base,
                          &into) ||
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
        if (messages_all(&m, flat.stable, into) == 0)
            result = Py_BuildValue(
                "y#KKzK", m.found == NULL ? "" : (const char *)m.found, (Py_ssize_t)(m.found_count * sizeof *m.found),
                (unsigned long long)m.count, (unsigned long long)(base + m.pos),
                m.error == HAYA_OK ? NULL : haya_error_name(m.error), (unsigned long long)(base + m.fault));
    }
    PyMem_RawFree(m.found);
    buffer_release(&flat);
    return result;
}
