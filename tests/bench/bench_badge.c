// SPDX-License-Identifier: MIT
//
// bench_badge: what a badge costs within one process, in every format, and whether memory grows.
#include "bench.h"

#include <sys/resource.h>
#include <unistd.h>

enum { BADGES = 1000 };

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

// Pages in use now: the second number of statm.
static long resident_kib(void)
{
    char room[128] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;
    if (file && fgets(room, sizeof room, file)) {
        char *end;
        (void)strtol(room, &end, 10);
        pages = strtol(end, NULL, 10);
    }
    if (file)
        (void)fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static pith_result *make_results(pith_arena *arena)
{
    pith_result *all = calloc(BADGES, sizeof *all);
    pith_error err;
    for (unsigned i = 0; all && i < BADGES; i++) {
        pith_buf bundle;
        pith_result *one;
        pith_buf_init(&bundle, 1 << 16);
        bench_bundle(&bundle, i);
        if (pith_verify_bytes(arena, (pith_text){bundle.data, bundle.len}, "bench", NULL,
                              bench_keyring(), &one, &err) != PITH_OK)
            return NULL;
        all[i] = *one;
        pith_buf_free(&bundle);
    }
    return all;
}

static bool measure(const char *what, const pith_result *all, pith_badge_format format,
                    const pith_badge_options *options)
{
    static double times[BADGES];
    pith_arena *arena = pith_arena_new(1 << 28);
    pith_error err;
    size_t bytes = 0;
    long before = 0;
    for (unsigned i = 0; i < BADGES; i++) {
        pith_buf out;
        if (i == BADGES / 10)
            before = resident_kib();
        pith_buf_init(&out, 64 << 20);
        double start = bench_now();
        pith_arena_reset(arena);
        if (pith_badge(arena, &all[i], format, options, &out, &err) != PITH_OK) {
            (void)fprintf(stderr, "%s\n", err.message);
            return false;
        }
        times[i] = bench_now() - start;
        bytes += out.len;
        pith_buf_free(&out);
    }
    long growth = resident_kib() - before;
    qsort(times, BADGES, sizeof *times, by_size);
    printf("%-22s median %7.3f ms   99th of 100 %7.3f ms   %6zu bytes   growth %ld KiB\n", what,
           times[BADGES / 2] * 1e3, times[BADGES * 99 / 100] * 1e3, bytes / BADGES, growth);
    pith_arena_free(arena);
    return true;
}

int main(void)
{
    pith_arena *arena = pith_arena_new(1 << 28);
    pith_result *all = arena ? make_results(arena) : NULL;
    const pith_badge_options line = {.style = PITH_BADGE_LINE};
    const pith_badge_options full = {.style = PITH_BADGE_FULL, .qr = true};
    bool fine = all && measure("svg, line", all, PITH_BADGE_SVG, &line) &&
                measure("svg, full with QR", all, PITH_BADGE_SVG, &full) &&
                measure("pdf, line", all, PITH_BADGE_PDF, &line) &&
                measure("pdf, full with QR", all, PITH_BADGE_PDF, &full) &&
                measure("png, line, 192 dpi", all, PITH_BADGE_PNG, &line) &&
                measure("html, line", all, PITH_BADGE_HTML, &line) &&
                measure("md, line", all, PITH_BADGE_MD, &line);
    free(all);
    pith_arena_free(arena);
    return fine ? 0 : 1;
}
