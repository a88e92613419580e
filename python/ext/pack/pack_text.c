/* pack_text.c: text that is not ASCII -> bytes, and keys that are not short ASCII text. */
#include "map_entries.h"

static size_t pack_text_header(size_t n, bool bin_type)
{
    return n < 32 ? 1 : n <= 0xff && bin_type ? 2 : n <= 0xffff ? 3 : 5;
}

/* Longer texts (in characters) are encoded each time: keeping a copy would cost too much memory. */
#define TEXT_KEEP_MAX 1024

/* One text in TEXT_SAMPLE is examined. A prime, which seldom divides the length of a list or record. */
#define TEXT_SAMPLE 7

#define TEXT_NOTES 16384 /* a power of two */

/* Marks of strs that were packed recently. Without a GIL, each thread has its own. */
struct text_marks {
    uint32_t notes[TEXT_NOTES];
    uint32_t passed; /* strs since the last one that was examined */
};

/* A mark with this bit is of a str in which CPython keeps the UTF-8. */
#define TEXT_KEPT 2u

#define TEXT_LOOKS 7 /* characters that a mark depends on, and the last one */

/* The mark of a str of n characters, a hash of its address and text, and the place for it in *note. */
static uint32_t pack_text_mark(struct text_marks *marks, PyObject *o, Py_ssize_t n, uint32_t **note)
{
    int kind = (int)PyUnicode_KIND(o);
    const void *data = PyUnicode_DATA(o);
    uint64_t mark = (uint64_t)(uintptr_t)o ^ (uint64_t)n << 48;
    for (Py_ssize_t i = 0; i < TEXT_LOOKS; i++)
        mark = (mark ^ PyUnicode_READ(kind, data, n * i / TEXT_LOOKS)) * 0x9e3779b97f4a7c15u;
    mark = (mark ^ PyUnicode_READ(kind, data, n - 1)) * 0x9e3779b97f4a7c15u;
    *note = &marks->notes[mark >> 40 & (TEXT_NOTES - 1)];
    return ((uint32_t)(mark >> 8) & ~TEXT_KEPT) | 1;
}

/*
 * Whether this str is packed repeatedly, so that it pays to let CPython cache
 * the UTF-8 inside it. A mark is stored when the str is first examined and
 * recognised the second time. A wrong guess (an equal text at the same address)
 * costs memory and time, nothing else.
 */
static bool pack_text_again(struct text_marks *marks, PyObject *o)
{
    if (++marks->passed < TEXT_SAMPLE)
        return false;
    marks->passed = 0;
    Py_ssize_t n = PyUnicode_GET_LENGTH(o);
    if (n > TEXT_KEEP_MAX)
        return false;
    uint32_t *note, mark = pack_text_mark(marks, o, n, &note);
    bool again = *note == mark;
    *note = again ? mark | TEXT_KEPT : mark;
    return again;
}

#ifdef Py_GIL_DISABLED
static _Thread_local struct text_marks pack_text_marks;

/* Remembers o for pack_keep_utf8(), if it is packed repeatedly. */
static void pack_note_text(struct packing *w, PyObject *o)
{
    if (w->again_count < PACK_AGAIN && w->state->layout.reads_utf8 && pack_text_again(&pack_text_marks, o))
        w->again[w->again_count++] = Py_NewRef(o);
}

void pack_keep_utf8(struct packing *w, bool done)
{
    while (w->again_count > 0) {
        PyObject *o = w->again[--w->again_count];
        if (done && PyUnicode_AsUTF8AndSize(o, NULL) == NULL)
            PyErr_Clear(); /* it stays as it is */
        Py_DECREF(o);
    }
}
#else
/* Shorter texts (in characters) are encoded in the time in which a mark is made. */
#define TEXT_NOTED_MIN 64

const uint8_t *pack_noted_utf8(struct text_marks *marks, PyObject *o, size_t *n)
{
    Py_ssize_t length = PyUnicode_GET_LENGTH(o), size;
    if (length < TEXT_NOTED_MIN || length > TEXT_KEEP_MAX)
        return NULL;
    uint32_t *note, mark = pack_text_mark(marks, o, length, &note);
    if (*note != (mark | TEXT_KEPT))
        return NULL;
    const char *utf8 = PyUnicode_AsUTF8AndSize(o, &size);
    if (utf8 == NULL)
        PyErr_Clear(); /* another str, which has a surrogate, or no memory */
    else
        *n = (size_t)size;
    return (const uint8_t *)utf8;
}

struct text_marks *pack_text_marks_new(void)
{
    struct text_marks *marks = PyMem_Calloc(1, sizeof *marks);
    if (marks == NULL)
        PyErr_NoMemory();
    return marks;
}
#endif

/* Encodes directly into the output, so that no UTF-8 copy remains inside a str that is packed only once. */
uint8_t *pack_wide_text(struct packing *w, uint8_t *p, PyObject *o)
{
    bool bin_type = w->bin_type;
    if (!w->text_fast)
        return pack_not(w, p);
#if PY_VERSION_HEX < 0x030C0000
    if (!PyUnicode_IS_READY(o))
        return pack_not(w, p);
#endif
#ifdef Py_GIL_DISABLED
    pack_note_text(w, o);
#endif
    size_t most = (size_t)PyUnicode_GET_LENGTH(o);
    most *= PyUnicode_KIND(o) == PyUnicode_1BYTE_KIND ? 2 : PyUnicode_KIND(o) == PyUnicode_2BYTE_KIND ? 3 : 4;
    uint8_t *out = most <= UINT32_MAX ? pack_reserve(w, p, most) : NULL;
    if (out == NULL)
        return pack_not(w, p);
    size_t guess = pack_text_header(most, bin_type);
    uint8_t *end = text_utf8_write(w->state, o, out + guess);
    if (UNLIKELY(end == NULL))
        return pack_not(w, out);
    size_t n = (size_t)(end - out) - guess;
    size_t header = pack_text_header(n, bin_type);
    if (header != guess)
        memmove(out + header, out + guess, n);
#ifndef Py_GIL_DISABLED
    /* not before it is known to have no surrogate: making the exception may run the collector */
    if (pack_text_again(w->state->texts, o) && PyUnicode_AsUTF8AndSize(o, NULL) == NULL)
        PyErr_Clear(); /* it stays as it is */
#endif
    return pack_str_header(bin_type, out, (uint32_t)n) + n;
}

NOINLINE uint8_t *pack_other_key(struct packing *w, uint8_t *p, PyObject *key, bool layout)
{
    return pack_scalar(w, p, key, layout && LAYOUT_KNOWN);
}
