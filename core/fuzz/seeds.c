/*
 * Seeds from the shared vectors: seeds DIRECTORY PREFIX FILE.tsv... writes the
 * bytes of each row, after PREFIX zero bytes, as one file. Long rows are omitted,
 * because they would slow the fuzzer down.
 */
#include "../tests/notation.h"

#define SEEDS_LONGEST 2000

static void seeds_write(const char *directory, int number, int prefix, const struct haya_writer *bytes)
{
    char name[4096];
    FILE *out;

    snprintf(name, sizeof name, "%s/%05d", directory, number);
    out = fopen(name, "wb");
    if (out == NULL) {
        perror(name);
        exit(1);
    }
    for (int i = 0; i < prefix; i++)
        fputc(0, out);
    if (haya_writer_size(bytes) > 0)
        fwrite(bytes->begin, 1, haya_writer_size(bytes), out);
    fclose(out);
}

int main(int argc, char **argv)
{
    static char line[1 << 20];
    int number = 0;

    if (argc < 4) {
        fprintf(stderr, "usage: seeds DIRECTORY PREFIX FILE.tsv...\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");
        if (in == NULL) {
            perror(argv[i]);
            return 1;
        }
        while (fgets(line, sizeof line, in) != NULL) {
            struct haya_writer bytes;
            char *field = strchr(line, '\t');
            if (line[0] == '#' || field == NULL)
                continue;
            field[1 + strcspn(field + 1, "\t\n")] = '\0';
            notation_writer(&bytes);
            notation_bytes(field + 1, &bytes);
            if (haya_writer_size(&bytes) <= SEEDS_LONGEST)
                seeds_write(argv[1], number++, atoi(argv[2]), &bytes);
            free(bytes.begin);
        }
        fclose(in);
    }
    printf("seeds: %d\n", number);
    return 0;
}
