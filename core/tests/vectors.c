/*
 * Runs the shared vectors: vectors FILE.tsv... The path of a file (valid/,
 * lz4/invalid.tsv, ...) determines the kind of its rows; see vectors/README.md. A
 * build without LZ4 skips those of lz4/.
 */
#include "vectors.h"
#include "copy.h"
#include "notation.h"

static struct haya_level levels[HAYA_DEPTH_DEFAULT];

void vectors_complain(const struct row *row, const char *what)
{
    printf("%s: %s: %s\n", row->file, row->fields[0], what);
}

/* ---- valid ---------------------------------------------------------------- */

static bool same(const struct haya_writer *a, const struct haya_writer *b)
{
    return haya_writer_error(a) == HAYA_OK && haya_writer_error(b) == HAYA_OK &&
           haya_writer_size(a) == haya_writer_size(b) && memcmp(a->begin, b->begin, haya_writer_size(a)) == 0;
}

/* Whether the check, the reader and the scan report the first n bytes as truncated. */
static bool is_truncated(const uint8_t *bytes, size_t n)
{
    struct haya_reader reader;
    struct haya_scan scan;
    uint8_t *copy = n < 5000 ? test_exact(bytes, n) : NULL;
    const uint8_t *exact = copy != NULL ? copy : bytes;
    size_t offset;
    bool ok = haya_check(exact, n, NULL, &offset) == HAYA_ERR_TRUNCATED && offset <= n;

    haya_reader_begin(&reader, exact, n, NULL, levels, HAYA_DEPTH_DEFAULT);
    ok = ok && copy_message(&reader, NULL) == HAYA_ERR_TRUNCATED && reader.error_offset == offset;
    haya_scan_begin(&scan, NULL, levels);
    ok = ok && haya_scan_more(&scan, exact, n) == HAYA_ERR_TRUNCATED && scan.need > n;
    free(copy);
    return ok;
}

static bool run_valid(const struct row *row)
{
    struct haya_writer bytes, canonical, value, copy;
    struct haya_reader reader;
    size_t n, offset;
    bool ok = true;

    notation_writer(&bytes), notation_writer(&canonical);
    notation_writer(&value), notation_writer(&copy);
    notation_bytes(row->fields[1], &bytes);
    notation_bytes(row->fields[strcmp(row->fields[2], "=") == 0 ? 1 : 2], &canonical);
    notation_value(row->fields[3], &value);
    n = haya_writer_size(&bytes);

    if (!same(&value, &canonical))
        ok = false, vectors_complain(row, "packing the value does not give the canonical bytes");
    haya_reader_begin(&reader, bytes.begin, n, NULL, levels, HAYA_DEPTH_DEFAULT);
    if (copy_message(&reader, &copy) != HAYA_OK || !same(&copy, &canonical))
        ok = false, vectors_complain(row, "reading and packing does not give the canonical bytes");
    if (haya_check(bytes.begin, n, NULL, &offset) != HAYA_OK || offset != n)
        ok = false, vectors_complain(row, "haya_check refuses it");
    for (size_t i = 0; i < n; i++) {
        if (n > 64 && i == 64)
            i = n - 64 > 64 ? n - 64 : 64;
        if (!is_truncated(bytes.begin, i)) {
            ok = false;
            vectors_complain(row, "a prefix is not found to be truncated");
            break;
        }
    }
    free(bytes.begin), free(canonical.begin), free(value.begin), free(copy.begin);
    return ok;
}

/* ---- invalid -------------------------------------------------------------- */

static bool run_invalid(const struct row *row)
{
    struct haya_limits limits = notation_options(row->fields[5]);
    struct haya_writer bytes;
    struct haya_reader reader;
    char path[HAYA_PATH_MAX];
    size_t n, offset;
    enum haya_error error;
    uint8_t *exact;
    bool ok = true;

    notation_writer(&bytes);
    notation_bytes(row->fields[1], &bytes);
    n = haya_writer_size(&bytes);
    exact = test_exact(bytes.begin, n);

    error = haya_check(exact, n, &limits, &offset);
    haya_path(exact, n, offset, path, sizeof path);
    if (strcmp(haya_error_name(error), row->fields[2]) != 0 || offset != strtoull(row->fields[3], NULL, 10)) {
        ok = false;
        vectors_complain(row, "haya_check says");
        printf("    %s at %zu\n", haya_error_name(error), offset);
    }
    if (strcmp(path, row->fields[4]) != 0)
        ok = false, vectors_complain(row, "the path is"), printf("    %s\n", path);
    haya_reader_begin(&reader, exact, n, &limits, levels, HAYA_DEPTH_DEFAULT);
    if (copy_message(&reader, NULL) != error || reader.error_offset != offset)
        ok = false, vectors_complain(row, "the reader differs from haya_check");
    free(exact);
    free(bytes.begin);
    return ok;
}

/* ---- stream --------------------------------------------------------------- */

struct stream {
    const uint8_t *bytes;
    size_t start; /* offset of the current message */
    const struct haya_limits *limits;
    struct haya_scan scan;
    struct haya_writer items; /* the expected messages, as in the column, without *N */
    bool refused;
};

static void stream_item(struct stream *stream, const char *text)
{
    if (haya_writer_size(&stream->items) > 0)
        haya_write_raw(&stream->items, " ", 1);
    haya_write_raw(&stream->items, text, strlen(text));
}

/* Takes all messages that end at or before `end`. */
static void stream_take(struct stream *stream, size_t end)
{
    struct haya_limits content = *stream->limits;
    char item[100];
    content.bytes = SIZE_MAX;
    while (!stream->refused && stream->start < end) {
        const uint8_t *message = stream->bytes + stream->start;
        enum haya_error error = haya_scan_more(&stream->scan, message, end - stream->start);
        size_t offset, size = stream->scan.pos;
        if (error == HAYA_ERR_TRUNCATED)
            return;
        if (error != HAYA_OK) {
            sprintf(item, "!%s@%zu", haya_error_name(error), stream->start + size);
            stream->refused = true;
        } else if ((error = haya_check(message, size, &content, &offset)) != HAYA_OK) {
            sprintf(item, "%zu!%s@%zu", size, haya_error_name(error), stream->start + offset);
        } else {
            sprintf(item, "%zu", size);
        }
        stream_item(stream, item);
        stream->start += size;
        haya_scan_begin(&stream->scan, stream->limits, levels);
    }
}

/* Feeds the parts of the row; small ones in memory of exactly their size. */
static void stream_feed(struct stream *stream, const char *splits, const uint8_t *bytes, size_t n)
{
    size_t end = 0, every = strcmp(splits, "each") == 0 ? 1 : 0;
    uint8_t *exact;

    if (strncmp(splits, "every ", 6) == 0)
        every = (size_t)strtoull(splits + 6, NULL, 10);
    while (end < n && !stream->refused) {
        char *next;
        if (every > 0) {
            end += every;
        } else {
            end = (size_t)strtoull(splits, &next, 10);
            if (next == splits || strcmp(splits, "-") == 0)
                end = n;
            splits = next;
        }
        if (end > n)
            end = n;
        exact = n < 5000 ? test_exact(bytes, end) : NULL;
        stream->bytes = exact != NULL ? exact : bytes;
        stream_take(stream, end);
        free(exact);
    }
}

/* Writes "2 3*2" as "2 3 3", with a final NUL. */
static void stream_spell_out(const char *messages, struct haya_writer *out)
{
    while (*messages != '\0') {
        size_t n = strcspn(messages, " *");
        unsigned long times = messages[n] == '*' ? strtoul(messages + n + 1, NULL, 10) : 1;
        while (times-- > 0) {
            if (haya_writer_size(out) > 0)
                haya_write_raw(out, " ", 1);
            haya_write_raw(out, messages, n);
        }
        messages += strcspn(messages, " ");
        messages += *messages == ' ';
    }
    haya_write_raw(out, "", 1);
}

static bool run_stream(const struct row *row)
{
    struct haya_limits limits = notation_options(row->fields[4]);
    struct haya_writer bytes, expected;
    struct stream stream;
    size_t n;
    bool ok = true;

    notation_writer(&bytes), notation_writer(&expected), notation_writer(&stream.items);
    notation_bytes(row->fields[1], &bytes);
    stream_spell_out(row->fields[3], &expected);
    n = haya_writer_size(&bytes);
    stream.start = 0;
    stream.limits = &limits;
    stream.refused = false;
    haya_scan_begin(&stream.scan, &limits, levels);
    stream_feed(&stream, row->fields[2], bytes.begin, n);
    if (!stream.refused && stream.start < n)
        stream_item(&stream, "?");
    if (haya_writer_size(&stream.items) == 0)
        stream_item(&stream, "-");
    haya_write_raw(&stream.items, "", 1);
    if (strcmp((char *)stream.items.begin, (char *)expected.begin) != 0) {
        ok = false;
        vectors_complain(row, "the messages are");
        printf("    %.200s\n", (char *)stream.items.begin);
    }
    free(bytes.begin), free(expected.begin), free(stream.items.begin);
    return ok;
}

/* ---- files ---------------------------------------------------------------- */

struct kind {
    const char *folder;
    int columns;
    bool (*run)(const struct row *row);
    int rows;
};

static struct kind kinds[] = {
    {"valid/", 4, run_valid, 0},
    {"invalid/", 6, run_invalid, 0},
    {"stream/", 5, run_stream, 0},
    {"typeless/valid.tsv", 4, run_typeless_valid, 0},
    {"typeless/invalid.tsv", 5, run_typeless_invalid, 0},
#ifdef HAYA_HAVE_LZ4
    {"lz4/valid.tsv", 3, run_lz4_valid, 0},
    {"lz4/invalid.tsv", 6, run_lz4_invalid, 0},
#endif
};

static struct kind *kind_of(const char *file)
{
    for (size_t i = sizeof kinds / sizeof *kinds; i-- > 0;)
        if (strstr(file, kinds[i].folder) != NULL)
            return &kinds[i];
    return NULL;
}

/* Runs the row in the line, which is modified. */
static bool run_line(struct kind *kind, const char *file, char *line)
{
    struct row row = {file, {NULL}};
    int columns = 0;

    for (char *field = line; field != NULL && columns < VECTORS_FIELDS; columns++) {
        row.fields[columns] = field;
        field = strchr(field, '\t');
        if (field != NULL)
            *field++ = '\0';
    }
    if (columns != kind->columns) {
        printf("%s: %s: %d columns, not %d\n", file, line, columns, kind->columns);
        return false;
    }
    return kind->run(&row);
}

/* Runs a file. Returns its number of rows, skipped ones included. */
static int run_file(const char *file)
{
    static char line[1 << 20];
    struct kind *kind = kind_of(file);
    FILE *in = fopen(file, "rb");
    int rows = 0;

    if (in == NULL || kind == NULL) {
        test_failed++;
        printf("%s: no such file, or of no known kind\n", file);
        return 0;
    }
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        rows++;
        if (run_line(kind, file, line))
            test_passed++;
        else
            test_failed++;
        kind->rows++;
    }
    fclose(in);
    return rows;
}

int main(int argc, char **argv)
{
    int rows = 0, ran = 0;

    for (int i = 1; i < argc; i++)
        rows += run_file(argv[i]);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        ran += kinds[i].rows;
        if (kinds[i].rows == 0) {
            test_failed++;
            printf("no rows of %s\n", kinds[i].folder);
        }
    }
    printf("vectors: ran %d of %d rows, none skipped\n", ran, rows);
    return test_end("vectors") || ran != rows;
}
