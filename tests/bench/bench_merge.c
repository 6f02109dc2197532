// SPDX-License-Identifier: MIT
//
// bench_merge [MAX]: time and memory of a merge over 10^3 ... MAX events (default 10^5), the
// events split over two bundles that overlap by a tenth; beside it the bare verification of as
// many signatures.
#include "bench.h"

#include <sodium.h>
#include <sys/resource.h>

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// One signed citation, the i-th.
static void put_event(pith_buf *out, const char *id, unsigned i)
{
    char body[700];
    char hex[65];
    uint8_t digest[32];
    // Members in canonical order, so that this text is its own canonical form.
    snprintf(body, sizeof body,
             "\"created_at\":\"2026-%02u-%02uT%02u:%02u:%02uZ\",%%s\"event_type\":\"citation\","
             "\"payload\":{\"citation\":{\"cited\":\"XHNNPWFNQ4ZPTVKFXVZADSBBOK\",\"note\":\"%u\","
             "\"relationship\":\"supports\"}},%%s\"signer\":{\"key_id\":\"bench\",\"signer_id\":"
             "\"bench\",\"signer_type\":\"author\"},\"subject_pith_number\":\"pith:2024:%s\","
             "\"target\":\"graph\"}",
             1 + i % 12, 1 + i / 12 % 28, i / 336 % 24, i / 8064 % 60, i / 483840 % 60, i, id);
    char *id_gap = strstr(body, "%s");
    char *signature_gap = strstr(id_gap + 2, "%s");
    pith_buf text;
    pith_buf_init(&text, 4096);
    pith_buf_puts(&text, "{");
    pith_buf_add(&text, body, (size_t)(id_gap - body));
    pith_buf_add(&text, id_gap + 2, (size_t)(signature_gap - id_gap - 2));
    pith_buf_puts(&text, signature_gap + 2);
    pith_sha256(text.data, text.len, digest);
    pith_hex(digest, 32, hex);
    pith_buf_puts(out, "{");
    pith_buf_add(out, body, (size_t)(id_gap - body));
    pith_buf_printf(out, "\"event_id\":\"sha256:%s\",", hex);
    pith_buf_add(out, id_gap + 2, (size_t)(signature_gap - id_gap - 2));
    pith_buf_puts(out, "\"signature\":{\"algorithm\":\"ed25519\",\"key_id\":\"bench\","
                       "\"signature_b64\":\"");
    bench_put_base64_signature(out, digest);
    pith_buf_puts(out, "\"},");
    pith_buf_puts(out, signature_gap + 2);
    pith_buf_free(&text);
}

static void put_bundle(pith_buf *out, unsigned from, unsigned to)
{
    char id[PITH_ID_LEN + 1];
    char hex[65];
    uint8_t digest[32];
    pith_buf record;
    pith_buf_init(&record, 4096);
    bench_record(&record, 1, digest);
    pith_base32_id(digest, id);
    pith_hex(digest, 32, hex);
    pith_buf_printf(out,
                    "{\"bundle_type\":\"pith_open_graph_bundle\",\"canonical_record\":%s,"
                    "\"canonical_sha256\":\"%s\",\"events\":[",
                    record.data, hex);
    for (unsigned i = from; i < to; i++) {
        pith_buf_puts(out, i > from ? "," : "");
        put_event(out, id, i);
    }
    pith_buf_puts(out, "]}");
    pith_buf_free(&record);
}

static double raw_verify(const uint8_t *key, unsigned count)
{
    uint8_t digest[32] = {1};
    uint8_t signature[64];
    pith_ed25519_sign(bench_seed, digest, 32, signature);
    double start = bench_now();
    int bad = 0;
    for (unsigned i = 0; i < count; i++)
        bad |= crypto_sign_verify_detached(signature, digest, 32, key);
    return bad ? -1 : bench_now() - start;
}

static int run(unsigned count, const pith_keyring *keyring)
{
    static const char *const origins[] = {"a", "b"};
    pith_buf bundles[2];
    pith_buf state;
    pith_error err;
    const pith_merged *merged;
    pith_merge_counts counts;
    pith_buf_init(&bundles[0], SIZE_MAX);
    pith_buf_init(&bundles[1], SIZE_MAX);
    pith_buf_init(&state, SIZE_MAX);
    put_bundle(&bundles[0], 0, count * 11 / 20);
    put_bundle(&bundles[1], count * 9 / 20, count);
    pith_text documents[2] = {{bundles[0].data, bundles[0].len}, {bundles[1].data, bundles[1].len}};
    pith_arena *arena = pith_arena_new(SIZE_MAX / 2);
    long before = peak_kib();
    double start = bench_now();
    if (pith_merge(arena, documents, origins, 2, keyring, &merged, &err) != PITH_OK ||
        pith_merged_state(merged, &state, &err) != PITH_OK)
        return 1;
    double elapsed = bench_now() - start;
    long after = peak_kib();
    pith_merged_count(merged, &counts);
    if (counts.valid != count)
        return 1;
    double floor_time =
        raw_verify(keyring->keys[0].bytes, count * 11 / 10 > 20000 ? 20000 : count * 11 / 10);
    floor_time *= count * 1.1 / (count * 11 / 10 > 20000 ? 20000 : count * 11 / 10);
    printf("%8u  %9.3f s  %7.1f us  %7.1f us  %6.2f KiB\n", count, elapsed, 1e6 * elapsed / count,
           1e6 * floor_time / count, (double)(after - before) / count);
    pith_arena_free(arena);
    pith_buf_free(&state);
    pith_buf_free(&bundles[0]);
    pith_buf_free(&bundles[1]);
    return 0;
}

int main(int argc, char **argv)
{
    pith_error err;
    unsigned max = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;
    if (pith_crypto_init(&err) != PITH_OK)
        return 1;
    const pith_keyring *keyring = bench_keyring();
    printf("  events       merge    per event  signatures   memory\n");
    for (unsigned count = 1000; count <= max; count *= 10) {
        if (run(count, keyring) != 0)
            return 1;
    }
    return 0;
}
