/*
 * The test harness. CHECK counts and reports failures and continues. Each test program
 * ends with TEST_END, which prints "name: N passed, N failed".
 */
#ifndef HAYA_TEST_H
#define HAYA_TEST_H

#include "../include/hayapack.h"
#include "../include/hayapack_wire.h"

#include <stdio.h>
#include <stdlib.h>

static int test_passed, test_failed;

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)

static inline bool test_check(bool ok, const char *what, const char *file, int line)
{
    if (ok) {
        test_passed++;
    } else {
        test_failed++;
        printf("%s:%d: failed: %s\n", file, line, what);
    }
    return ok;
}

static inline int test_end(const char *name)
{
    printf("%s: %d passed, %d failed\n", name, test_passed, test_failed);
    return test_failed != 0;
}

/* Converts hexadecimal text, in which blanks are allowed, to bytes. Returns their number. */
static inline size_t test_bytes(uint8_t *out, const char *hex)
{
    size_t n = 0;
    unsigned byte;
    while (*hex != '\0') {
        if (*hex == ' ') {
            hex++;
            continue;
        }
        if (sscanf(hex, "%2x", &byte) != 1)
            abort();
        out[n++] = (uint8_t)byte;
        hex += 2;
    }
    return n;
}

/* A copy in memory of exactly n bytes, so that the sanitizer reports any read beyond the end. To be freed. */
static inline uint8_t *test_exact(const void *bytes, size_t n)
{
    uint8_t *copy = malloc(n > 0 ? n : 1);
    if (copy == NULL)
        abort();
    if (n > 0)
        memcpy(copy, bytes, n);
    return copy;
}

#endif
