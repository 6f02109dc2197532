// SPDX-License-Identifier: MIT
//
// Embedding and reading without the program around them: what the library needs for a PDF.
//
//     bench_embed RECORD.json IN.pdf OUT.pdf|- [no-hash] [no-sync]     -: in place
//     bench_embed read IN.pdf
//
// Prints the largest resident size in KB, and the milliseconds of the call.
#include "bench.h"

#include "pith.h"
#include "verify/verify.h"
#include "json/gate.h"

static int failed(const pith_error *err)
{
    fprintf(stderr, "%s: %s\n", err->object, err->message);
    return EXIT_FAILURE;
}

static void print_size(double seconds)
{
    char line[200];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) {
        if (strncmp(line, "VmHWM:", 6) == 0)
            printf("%ld %.3f\n", strtol(line + 6, NULL, 10), 1000 * seconds);
    }
    if (status)
        fclose(status);
}

// As pith_verify_bytes does, which lies beside what uses the network and would bring it along.
static pith_status load(pith_arena *arena, const char *path, pith_result **out, pith_error *err)
{
    pith_text bytes;
    const pith_clean *clean;
    pith_document document;
    pith_status status = pith_file_read(arena, path, 1 << 20, &bytes, err);
    if (status == PITH_OK)
        status = pith_gate(arena, bytes.p, bytes.n, &clean, err);
    if (status == PITH_OK)
        status = pith_document_read(arena, clean, path, &document, err);
    if (status == PITH_OK)
        status = pith_verify_documents(arena, &document, 1, NULL, pith_keyring_builtin(), true, out,
                                       err);
    return status;
}

static int embed(int argc, char **argv)
{
    pith_error err;
    pith_result *result;
    pith_pdf_written written;
    pith_arena *arena = pith_arena_new((size_t)1 << 30);
    pith_pdf_embedding how = {.path = argv[2], .output = strcmp(argv[3], "-") ? argv[3] : NULL};
    for (int i = 4; i < argc; i++) {
        how.no_hash = how.no_hash || strcmp(argv[i], "no-hash") == 0;
        how.no_sync = how.no_sync || strcmp(argv[i], "no-sync") == 0;
    }
    if (!arena || load(arena, argv[1], &result, &err) != PITH_OK)
        return failed(&err);
    how.result = result;
    double start = bench_now();
    if (pith_pdf_embed(arena, &how, &written, &err) != PITH_OK)
        return failed(&err);
    double seconds = bench_now() - start;
    pith_arena_free(arena);
    print_size(seconds);
    return EXIT_SUCCESS;
}

static int read_back(const char *path)
{
    pith_error err;
    pith_pdf_reading reading;
    pith_arena *arena = pith_arena_new((size_t)1 << 30);
    double start = bench_now();
    if (!arena || pith_pdf_read(arena, path, &reading, &err) != PITH_OK)
        return failed(&err);
    double seconds = bench_now() - start;
    bool proved = reading.prefix_holds;
    pith_arena_free(arena);
    print_size(seconds);
    return proved ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "read") == 0)
        return read_back(argv[2]);
    return argc >= 4 ? embed(argc, argv) : EXIT_FAILURE;
}
