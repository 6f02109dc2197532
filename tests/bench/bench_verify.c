// SPDX-License-Identifier: MIT
//
// bench_verify: bundle checks a second beside the floor, libsodium's bare verification.
// bench_verify --ndjson N: prints N bundles, one a line, and their keyring to keyring.json.
#include "bench.h"

#include <sodium.h>

enum { BUNDLES = 2000, ROUNDS = 7 };

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times)
{
    qsort(times, ROUNDS, sizeof *times, compare_doubles);
    return times[ROUNDS / 2];
}

// The floor: the signatures alone, with nothing else to read or hash.
static double raw_round(uint8_t (*digests)[32], uint8_t (*signatures)[64], const uint8_t *key)
{
    double start = bench_now();
    int bad = 0;
    for (int i = 0; i < BUNDLES; i++)
        bad |= crypto_sign_verify_detached(signatures[i], digests[i], 32, key);
    return bad ? -1 : bench_now() - start;
}

static double check_round(const pith_buf *bundles, const pith_keyring *keyring, pith_arena *arena)
{
    double start = bench_now();
    for (int i = 0; i < BUNDLES; i++) {
        pith_result *result;
        pith_error err;
        pith_text bytes = {bundles[i].data, bundles[i].len};
        if (pith_verify_bytes(arena, bytes, "bench", NULL, keyring, &result, &err) != PITH_OK ||
            !result->trusted || result->exit != PITH_EXIT_OK)
            return -1;
        pith_arena_reset(arena);
    }
    return bench_now() - start;
}

static int print_lines(unsigned count)
{
    const pith_keyring *ring = bench_keyring();
    char hex[65];
    pith_hex(ring->keys[0].bytes, 32, hex);
    FILE *f = fopen("keyring.json", "w");
    if (!f)
        return 1;
    fprintf(
        f,
        "{\"keys\":[{\"key_id\":\"bench\",\"algorithm\":\"ed25519\",\"public_key_hex\":\"%s\"}]}\n",
        hex);
    fclose(f);
    pith_buf line;
    pith_buf_init(&line, 1 << 20);
    for (unsigned i = 0; i < count; i++) {
        line.len = 0;
        bench_bundle(&line, i);
        puts(line.data);
    }
    pith_buf_free(&line);
    return 0;
}

int main(int argc, char **argv)
{
    static pith_buf bundles[BUNDLES];
    static uint8_t digests[BUNDLES][32];
    static uint8_t signatures[BUNDLES][64];
    pith_error err;
    if (pith_crypto_init(&err) != PITH_OK)
        return 1;
    if (argc == 3)
        return print_lines((unsigned)strtoul(argv[2], NULL, 10));
    const pith_keyring *keyring = bench_keyring();
    pith_arena *arena = pith_arena_new(64 << 20);
    pith_buf record;
    pith_buf_init(&record, 4096);
    for (unsigned i = 0; i < BUNDLES; i++) {
        pith_buf_init(&bundles[i], 1 << 20);
        bench_bundle(&bundles[i], i);
        bench_record(&record, i, digests[i]);
        pith_ed25519_sign(bench_seed, digests[i], 32, signatures[i]);
    }
    double raw[ROUNDS];
    double full[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) { // in turn, so that both see the same machine
        raw[round] = raw_round(digests, signatures, keyring->keys[0].bytes);
        full[round] = check_round(bundles, keyring, arena);
        if (raw[round] < 0 || full[round] < 0)
            return 1;
    }
    double floor_rate = BUNDLES / median(raw);
    double rate = BUNDLES / median(full);
    printf("crypto_sign_verify_detached alone   %8.0f /s  (floor)\n", floor_rate);
    printf("whole bundle check, one thread      %8.0f /s  %.1f %% of the floor\n", rate,
           100 * rate / floor_rate);
    for (int i = 0; i < BUNDLES; i++)
        pith_buf_free(&bundles[i]);
    pith_buf_free(&record);
    pith_arena_free(arena);
    return 0;
}
