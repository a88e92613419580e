/* scalar_runs.c: those runs of scalar_runs.h where one call for many values costs nothing that is measurable. */
#include "scalar_runs.h"

size_t unpack_bool_run(const uint8_t *p, size_t n, PyObject **items)
{
    PyObject *const bools[2] = {Py_False, Py_True};
    const uint64_t ones = HIGH_BITS >> 7;
    size_t done = 0;
    for (; n - done >= 8; done += 8) {
        uint64_t word = haya_load64(p + done) ^ HAYA_FALSE * ones;
        if ((word & ~ones) != 0)
            break;
        for (int i = 0; i < 8; i++)
            items[done + i] = bools[word >> (56 - 8 * i) & 1];
        Py_ssize_t yes = (Py_ssize_t)(word * ones >> 56);
        /* all at once, since each addition would wait for the one before */
        common_add_references(Py_True, yes);
        common_add_references(Py_False, 8 - yes);
    }
    for (; done < n && (p[done] & 0xfe) == HAYA_FALSE; done++)
        items[done] = unpack_bool(p[done]);
    return done;
}

const uint8_t *unpack_few_doubles(const uint8_t *p, const uint8_t *end, PyObject ***slot, size_t *left)
{
    return unpack_double_run_of(p, end, slot, left, false);
}

#if LAYOUT_KNOWN
const uint8_t *unpack_few_ints(struct unpacking *u, const uint8_t *p, const uint8_t *end, PyObject ***slot,
                               size_t *left)
{
    return unpack_int_run_of(u, p, end, slot, left, false);
}
#endif
