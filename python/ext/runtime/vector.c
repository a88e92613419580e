/* vector.c: the loops for x86-64 with SSSE3, AVX2, and AVX-512 VBMI2, and for ARM64. Other CPUs use the scalar loops.
 */
#include "vector.h"
#include "hayapack.h"
#include "layout.h"

#define VECTOR_SMALLS ((127 - LAYOUT_SMALL_MIN + 1) * LAYOUT_SMALL_STEP)

static size_t vector_pack_smalls_scalar(PyObject **items, size_t n, uint8_t *out, uintptr_t base)
{
    for (size_t i = 0; i < n; i++) {
        uintptr_t distance = (uintptr_t)items[i] - base;
        if (distance >= VECTOR_SMALLS)
            return i;
        out[i] = (uint8_t)(distance / LAYOUT_SMALL_STEP - 5);
    }
    return n;
}

static size_t vector_pack_bools_scalar(PyObject **items, size_t n, uint8_t *out, PyObject *yes, PyObject *no)
{
    for (size_t i = 0; i < n; i++) {
        if ((items[i] == yes) + (items[i] == no) == 0) /* no branch between the two: random bools are unpredictable */
            return i;
        out[i] = (uint8_t)(HAYA_FALSE + (items[i] == yes));
    }
    return n;
}

static size_t vector_copy_ascii_scalar(uint8_t *to, const uint8_t *s, size_t n)
{
    size_t done = 0;
    for (; n - done >= 32; done += 32) {
        uint64_t words[4];
        memcpy(words, s + done, 32);
        if (((words[0] | words[1] | words[2] | words[3]) & HIGH_BITS) != 0)
            break;
        memcpy(to + done, words, 32);
    }
    return done;
}

static const struct vector_ops vector_scalar = {
    NULL, NULL, vector_pack_smalls_scalar, vector_pack_bools_scalar, vector_copy_ascii_scalar, NULL, false};

/* The most that is used of a processor: 0 nothing but what all of its kind have, 1 SSSE3 or NEON, 2 AVX2, 3 AVX-512.
 * Tests compile less than this machine could run. */
#ifndef VECTOR_MOST
#define VECTOR_MOST 3
#endif

#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__GNUC__)
#include "vector_utf8_ssse3_neon.h"

static const struct vector_ops vector_16 = {
    window_encode,  window_decode, vector_pack_smalls_scalar, vector_pack_bools_scalar, vector_copy_ascii_scalar,
    window_measure, false};
#endif

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include "vector_avx2.h"

#include "vector_avx512.h"

const struct vector_ops *vector_choose(void)
{
    __builtin_cpu_init();
    if (VECTOR_MOST >= 3 && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
        return &vector_avx512;
    if (VECTOR_MOST < 1 || !__builtin_cpu_supports("ssse3") || !window_begin())
        return &vector_scalar;
    return VECTOR_MOST >= 2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") ? &vector_avx2
                                                                                                : &vector_16;
}

#elif defined(__aarch64__) && defined(__GNUC__)

const struct vector_ops *vector_choose(void)
{
    return VECTOR_MOST >= 1 && window_begin() ? &vector_16 : &vector_scalar;
}

#else

const struct vector_ops *vector_choose(void)
{
    return &vector_scalar;
}

#endif
