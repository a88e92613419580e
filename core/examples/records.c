/*
 * Writes records into a growing buffer, finds them in a stream that arrives in
 * parts, and reads them.
 *
 *     cc records.c $(pkg-config --cflags --libs hayapack) -o records
 */
#include <hayapack.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ensures space for `more` bytes by doubling the buffer. */
static bool grow(struct haya_writer *writer, size_t more)
{
    size_t used = haya_writer_size(writer);
    size_t size = 2 * used + more;
    uint8_t *bigger = realloc(writer->begin, size);

    if (bigger == NULL)
        return false;
    writer->begin = bigger;
    writer->pos = bigger + used;
    writer->end = bigger + size;
    return true;
}

static void write_record(struct haya_writer *writer, int64_t id, const char *name, double score)
{
    haya_write_map(writer, 3);
    haya_write_str(writer, "id", 2);
    haya_write_int(writer, id);
    haya_write_str(writer, "name", 4);
    haya_write_str(writer, name, strlen(name));
    haya_write_str(writer, "score", 5);
    haya_write_double(writer, score);
}

static bool is_key(const struct haya_token *key, const char *name)
{
    return key->kind == HAYA_KIND_STR && key->count == strlen(name) && memcmp(key->data, name, key->count) == 0;
}

/* Prints the known fields and skips all others. */
static enum haya_error print_record(const uint8_t *bytes, size_t size)
{
    struct haya_level levels[32];
    struct haya_reader reader;
    struct haya_token key, value;

    haya_reader_begin(&reader, bytes, size, NULL, levels, 32);
    if (haya_read_next(&reader, &value) && value.kind == HAYA_KIND_MAP) {
        haya_read_enter(&reader);
        while (haya_read_next(&reader, &key) && haya_read_next(&reader, &value)) {
            if (is_key(&key, "id") && value.kind == HAYA_KIND_INT)
                printf("%" PRId64 ":", value.as.i);
            else if (is_key(&key, "name") && value.kind == HAYA_KIND_STR)
                printf(" %.*s", (int)value.count, (const char *)value.data);
            else if (is_key(&key, "score") && value.kind == HAYA_KIND_DOUBLE)
                printf(" %.1f\n", value.as.d);
        }
    }
    return haya_reader_end(&reader);
}

/* Prints the records of a stream that arrives in parts of `piece` bytes. */
static enum haya_error print_stream(const uint8_t *bytes, size_t size, size_t piece)
{
    static struct haya_level levels[HAYA_DEPTH_DEFAULT];
    struct haya_scan scan;
    enum haya_error error;
    size_t start = 0, come = 0;

    while (start < size) {
        haya_scan_begin(&scan, NULL, levels);
        while ((error = haya_scan_more(&scan, bytes + start, come - start)) == HAYA_ERR_TRUNCATED && come < size)
            come += piece < size - come ? piece : size - come;
        if (error == HAYA_OK)
            error = print_record(bytes + start, scan.pos);
        if (error != HAYA_OK)
            return error;
        start += scan.pos;
    }
    return HAYA_OK;
}

int main(void)
{
    struct haya_writer writer;
    enum haya_error error;

    haya_writer_begin(&writer, NULL, 0, grow, NULL);
    write_record(&writer, 1, "Ann", 9.5);
    write_record(&writer, 2, "Bo", -0.25);
    write_record(&writer, -3, "Chi", 1e6);
    error = haya_writer_error(&writer);
    if (error == HAYA_OK)
        error = print_stream(writer.begin, haya_writer_size(&writer), 7);
    free(writer.begin);
    if (error != HAYA_OK)
        fprintf(stderr, "records: %s\n", haya_error_name(error));
    return error != HAYA_OK;
}
