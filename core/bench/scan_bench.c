/*
 * Measures the core's checks: scan_bench FILE...
 *
 * Prints the best of many runs in GB/s. For a file with one message: the scan in
 * one call, the same with strict keys and the limits of a stream, and the full
 * check. For any other file: the UTF-8 check.
 *
 *     cc -O2 scan_bench.c ../src/hayapack.c -o scan_bench
 */
#include "../include/hayapack.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BENCH_SECONDS 0.5

struct bench {
    const uint8_t *msg;
    size_t len;
    struct haya_limits limits;
};

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

static double bench_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum haya_error bench_scan(const struct bench *bench)
{
    struct haya_scan scan;
    haya_scan_begin(&scan, &bench->limits, levels);
    return haya_scan_more(&scan, bench->msg, bench->len);
}

static enum haya_error bench_check(const struct bench *bench)
{
    return haya_check(bench->msg, bench->len, &bench->limits, NULL);
}

static enum haya_error bench_utf8(const struct bench *bench)
{
    return haya_utf8_valid(bench->msg, bench->len) ? HAYA_OK : HAYA_ERR_INVALID_UTF8;
}

/* The seconds of one call, the best of many. */
static double bench_best(enum haya_error (*call)(const struct bench *), const struct bench *bench,
                         enum haya_error *error)
{
    double best = 1e9, start = bench_now(), before, after;

    do {
        before = bench_now();
        *error = call(bench);
        after = bench_now();
        if (after - before < best)
            best = after - before;
    } while (after - start < BENCH_SECONDS);
    return best;
}

static void bench_print(const char *what, enum haya_error (*call)(const struct bench *), const struct bench *bench)
{
    enum haya_error error;
    double seconds = bench_best(call, bench, &error);
    printf("    %-14s %7.2f GB/s  %s\n", what, (double)bench->len / seconds / 1e9, haya_error_name(error));
}

static uint8_t *bench_read(const char *name, size_t *len)
{
    FILE *in = fopen(name, "rb");
    uint8_t *bytes = NULL;
    long size = -1;

    if (in != NULL && fseek(in, 0, SEEK_END) == 0 && (size = ftell(in)) > 0 && fseek(in, 0, SEEK_SET) == 0 &&
        (bytes = malloc((size_t)size)) != NULL)
        *len = fread(bytes, 1, (size_t)size, in);
    if (in != NULL)
        fclose(in);
    return bytes;
}

int main(int argc, char **argv)
{
    static const struct haya_limits defaults = HAYA_LIMITS_DEFAULT;
    struct bench bench;

    for (int i = 1; i < argc; i++) {
        uint8_t *bytes = bench_read(argv[i], &bench.len);
        if (bytes == NULL) {
            perror(argv[i]);
            return 1;
        }
        bench.msg = bytes;
        bench.limits = defaults;
        printf("%s, %zu bytes\n", argv[i], bench.len);
        if (bench_check(&bench) != HAYA_OK) {
            bench_print("UTF-8", bench_utf8, &bench);
            free(bytes);
            continue;
        }
        bench_print("scan", bench_scan, &bench);
        bench.limits.flags = HAYA_STRICT_KEYS;
        bench.limits.bytes = bench.limits.str_len = bench.limits.bin_len = bench.limits.ext_len = 100 * 1024 * 1024;
        bench_print("scan, strict", bench_scan, &bench);
        bench_print("check", bench_check, &bench);
        free(bytes);
    }
    return 0;
}
