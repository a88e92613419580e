/* pack_compressed.c: the option lz4 of packing. */
#include "lz4/compressed.h"
#include "pack/output.h"

PyObject *pack_take_compressed(struct native_state *state, const struct pack_options *opt, struct output *out,
                               PyObject *obj)
{
    size_t size = (size_t)(out->p - out->begin);
    if (!haya_lz4_wanted(out->begin, size))
        return output_take(state, out);
    *out->hint = size;
    return lz4_pack(state, opt, out->begin, size, obj);
}
