/* unpack_compressed.c: the option lz4 of unpacking. */
#include "lz4/compressed.h"
#include "unpack/unpack.h"

PyObject *unpack_compressed(struct native_state *state, const struct unpack_options *opt, const struct source *source,
                            size_t *used)
{
    struct lz4_content content = {.bytes = NULL};
    int compressed = lz4_open(state, source, opt->lz4_size, opt->zero_copy, &content);
    if (compressed <= 0)
        return compressed < 0 ? NULL : unpack_value(state, opt, source, used);
    const uint8_t *begin = content.bytes != NULL ? content.bytes : (const uint8_t *)PyBytes_AS_STRING(content.object);
    struct source inner = {.begin = begin,
                           .end = begin + content.size,
                           .padded = content.bytes != NULL,
                           .typed = source->typed,
                           .unpacked = true,
                           .lz4_base = source->base};
    size_t inner_used;
    if (opt->zero_copy && (inner.views = PyMemoryView_FromObject(content.object)) == NULL) {
        lz4_release(&content);
        return NULL;
    }
    PyObject *value = unpack_value(state, opt, &inner, &inner_used);
    Py_XDECREF(inner.views);
    if (value != NULL && inner_used != content.size) {
        errors_extra_data(state, &inner, begin + inner_used, value);
        value = NULL;
    }
    *used = content.end;
    lz4_release(&content);
    return value;
}
