/* Writing: forms that the vectors lack, full buffers, failing growth. */
#include "test.h"

#include <float.h>
#include <math.h>

/* ---- one line per boundary ---------------------------------------------- */

static struct haya_writer writer;
static uint8_t buffer[128];

static struct haya_writer *fresh(void)
{
    haya_writer_begin(&writer, buffer, sizeof buffer, NULL, NULL);
    return &writer;
}

static bool wrote(const char *hex)
{
    uint8_t expected[128];
    size_t n = test_bytes(expected, hex);
    bool ok = writer.error == HAYA_OK && haya_writer_size(&writer) == n && memcmp(buffer, expected, n) == 0;
    if (!ok) {
        printf("wrote:");
        for (size_t i = 0; i < haya_writer_size(&writer); i++)
            printf(" %02x", buffer[i]);
        printf(", expected: %s\n", hex);
    }
    return ok;
}

#define WRITES(hex, kind, ...) CHECK((haya_write_##kind(fresh(), __VA_ARGS__), wrote(hex)))

/* The vectors have the other boundaries. */
static void test_integers(void)
{
    WRITES("cf7fffffffffffffff", int, INT64_MAX);
    WRITES("d38000000000000000", int, INT64_MIN);
    WRITES("00", uint, 0);
    WRITES("cc80", uint, 128);
    WRITES("cf8000000000000000", uint, (uint64_t)INT64_MAX + 1);
    WRITES("cfffffffffffffffff", uint, UINT64_MAX);
}

static void test_scalars(void)
{
    CHECK((haya_write_nil(fresh()), wrote("c0")));
    WRITES("c2", bool, false);
    WRITES("c3", bool, true);
    WRITES("cb3ff8000000000000", double, 1.5);
    WRITES("cb8000000000000000", double, -0.0);
    WRITES("cb7ff0000000000000", double, INFINITY);
    WRITES("ca3fc00000", float, 1.5);
    WRITES("ca3dcccccd", float, 0.1);
    WRITES("ca7f7fffff", float, FLT_MAX);
    WRITES("ca7f7fffff", float, nextafter(0x1.ffffffp127, 0));
    WRITES("ca7f800000", float, INFINITY);
    WRITES("caff800000", float, -INFINITY);
    CHECK((haya_write_float(fresh(), NAN), (buffer[1] & 0x7f) == 0x7f && buffer[2] >= 0xc0));
    CHECK((haya_write_float(fresh(), 0x1.ffffffp127), writer.error == HAYA_ERR_FLOAT_RANGE));
    CHECK((haya_write_float(fresh(), -DBL_MAX), writer.error == HAYA_ERR_FLOAT_RANGE));
    WRITES("d6ff00000000", timestamp, 0, 0);
    WRITES("d6ffffffffff", timestamp, 4294967295, 0);
    WRITES("d7ff0000000100000000", timestamp, 4294967296, 0);
    WRITES("d7ff0000000400000000", timestamp, 0, 1);
    WRITES("d7ffee6b27ffffffffff", timestamp, 17179869183, 999999999);
    WRITES("c70cff000000000000000400000000", timestamp, 17179869184, 0);
    WRITES("c70cff3b9ac9ffffffffffffffffff", timestamp, -1, 999999999);
    WRITES("c70cff000000008000000000000000", timestamp, INT64_MIN, 0);
    CHECK((haya_write_timestamp(fresh(), 0, 1000000000), writer.error == HAYA_ERR_INVALID_TIMESTAMP));
}

static void test_lengths(void)
{
    WRITES("a0", str, NULL, 0);
    WRITES("a3616263", str, "abc", 3);
    WRITES("c400", bin, NULL, 0);
    WRITES("c403616263", bin, "abc", 3);
    WRITES("c70005", ext, 5, NULL, 0);
    WRITES("d4ff61", ext, -1, "abcdefgh", 1);
    WRITES("d5056162", ext, 5, "abcdefgh", 2);
    WRITES("c70305616263", ext, 5, "abcdefgh", 3);
    WRITES("d68061626364", ext, -128, "abcdefgh", 4);
    WRITES("d77f6162636465666768", ext, 127, "abcdefgh", 8);
    WRITES("90", array, 0);
    WRITES("9f", array, 15);
    WRITES("dc0010", array, 16);
    WRITES("dcffff", array, 65535);
    WRITES("dd00010000", array, 65536);
    WRITES("ddffffffff", array, 4294967295);
    WRITES("80", map, 0);
    WRITES("8f", map, 15);
    WRITES("de0010", map, 16);
    WRITES("deffff", map, 65535);
    WRITES("df00010000", map, 65536);
    WRITES("dfffffffff", map, 4294967295);
    WRITES("c101", raw, "\xc1\x01", 2);
    WRITES("", raw, NULL, 0);
#if SIZE_MAX > UINT32_MAX
    CHECK((haya_write_array(fresh(), 4294967296), writer.error == HAYA_ERR_TOO_LONG));
    CHECK((haya_write_map(fresh(), 4294967296), writer.error == HAYA_ERR_TOO_LONG));
    CHECK((haya_write_str(fresh(), "", 4294967296), writer.error == HAYA_ERR_TOO_LONG));
    CHECK((haya_write_bin(fresh(), "", 4294967296), writer.error == HAYA_ERR_TOO_LONG));
    CHECK((haya_write_ext(fresh(), 1, "", SIZE_MAX), writer.error == HAYA_ERR_TOO_LONG));
#endif
    CHECK((haya_write_raw(fresh(), "", SIZE_MAX), writer.error == HAYA_ERR_OUT_OF_MEMORY));
}

/* ---- buffers -------------------------------------------------------------- */

/* One value of every kind and every header size. */
static const char letters[300];

static void write_everything(struct haya_writer *w)
{
    haya_write_map(w, 4);
    haya_write_str(w, "id", 2);
    haya_write_int(w, -70000);
    haya_write_str(w, "list", 4);
    haya_write_array(w, 17);
    for (int i = 0; i < 8; i++) {
        haya_write_nil(w);
        haya_write_bool(w, i % 2 == 0);
    }
    haya_write_double(w, 0.1);
    haya_write_bin(w, letters, 256);
    haya_write_ext(w, 7, letters, 300);
    haya_write_timestamp(w, -1, 1);
    haya_write_array(w, 3);
    haya_write_float(w, 0.5);
    haya_write_uint(w, UINT64_MAX);
    haya_write_raw(w, "\x91\xc0", 2);
}

/* Fixed buffers of every size: a value that does not fit is not begun, nothing is written beyond the end (the sanitizer
 * checks), and the error is sticky. */
static void test_full_buffers(void)
{
    static uint8_t whole[1024];
    struct haya_writer w;
    size_t total;

    haya_writer_begin(&w, whole, sizeof whole, NULL, NULL);
    write_everything(&w);
    CHECK(haya_writer_error(&w) == HAYA_OK);
    total = haya_writer_size(&w);
    CHECK(haya_check(whole, total, NULL, NULL) == HAYA_OK);
    for (size_t size = 0; size <= total; size++) {
        uint8_t *small = malloc(size > 0 ? size : 1);
        haya_writer_begin(&w, size > 0 ? small : NULL, size, NULL, NULL);
        write_everything(&w);
        bool ok = haya_writer_error(&w) == (size < total ? HAYA_ERR_OUT_OF_MEMORY : HAYA_OK) &&
                  haya_writer_size(&w) <= size && (size == 0 || memcmp(small, whole, haya_writer_size(&w)) == 0);
        CHECK(ok);
        free(small);
    }
}

/* Grows only as much as necessary, so that grow is called often; call number fail_at fails. */
struct growth {
    int calls, fail_at;
};

static bool grow(struct haya_writer *w, size_t more)
{
    struct growth *growth = w->user;
    size_t used = haya_writer_size(w);
    uint8_t *bigger;

    if (growth->calls++ == growth->fail_at)
        return false;
    bigger = realloc(w->begin, used + more);
    if (bigger == NULL)
        return false;
    w->begin = bigger;
    w->pos = bigger + used;
    w->end = bigger + used + more;
    return true;
}

/* Makes every allocation fail in turn: the error is sticky, the written bytes are a prefix of the whole output, and
 * nothing leaks. */
static void test_failing_growth(void)
{
    static uint8_t whole[1024];
    struct haya_writer w;
    struct growth growth = {0, -1};
    int calls;

    haya_writer_begin(&w, NULL, 0, grow, &growth);
    write_everything(&w);
    calls = growth.calls;
    CHECK(calls > 20);
    CHECK(haya_writer_error(&w) == HAYA_OK);
    memcpy(whole, w.begin, haya_writer_size(&w));
    free(w.begin);
    for (int i = 0; i < calls; i++) {
        growth.calls = 0;
        growth.fail_at = i;
        haya_writer_begin(&w, NULL, 0, grow, &growth);
        write_everything(&w);
        CHECK(haya_writer_error(&w) == HAYA_ERR_OUT_OF_MEMORY);
        CHECK(growth.calls == i + 1); /* grow was not called again */
        CHECK(haya_writer_size(&w) == 0 || memcmp(w.begin, whole, haya_writer_size(&w)) == 0);
        free(w.begin);
    }
}

static void test_sticky(void)
{
    fresh();
    haya_write_int(&writer, 1);
    haya_write_float(&writer, DBL_MAX);
    haya_write_int(&writer, 2);
    haya_write_timestamp(&writer, 0, UINT32_MAX);
    CHECK(haya_writer_error(&writer) == HAYA_ERR_FLOAT_RANGE);
    CHECK(haya_writer_size(&writer) == 1);
}

int main(void)
{
    test_integers();
    test_scalars();
    test_lengths();
    test_full_buffers();
    test_failing_growth();
    test_sticky();
    return test_end("writer");
}
