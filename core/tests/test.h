/*
 * The tests' harness: CHECK counts and reports, it does not stop. Each test
 * program ends with TEST_END, which prints "name: N passed, N failed".
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

/* Hexadecimal to bytes, blanks between them allowed; returns their number. */
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

/* A copy without a byte to spare, so that the sanitizer sees every read that
 * goes too far. To be freed. */
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
