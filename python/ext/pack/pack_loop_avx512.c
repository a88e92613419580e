/*
 * pack_loop_avx512.c: the loop for x86-64 CPUs with AVX-512. All of this file is compiled for them, so that its copies
 * are those of short_copies.h without branches.
 */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx512bw,avx512vl,bmi2")
#endif
#include "pack_state.h"

#if PACK_HAS_AVX512
#include "pack_loop.h"

int pack_with_avx512(struct packing *w, PyObject *o, bool as_map)
{
    return pack_loop(w, o, as_map, true);
}
#endif
