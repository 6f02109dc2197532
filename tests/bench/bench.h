// SPDX-License-Identifier: MIT
//
// What the benchmark programs share: time, a key, and documents signed with it.
#ifndef PITH_BENCH_H
#define PITH_BENCH_H

#include "base/text.h"
#include "trust/crypto.h"
#include "trust/keyring.h"
#include "trust/sha256.h"
#include "json/canon.h"

#include <time.h>

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const uint8_t bench_seed[32] = {7};

// A keyring with the one key of bench_seed.
static inline const pith_keyring *bench_keyring(void)
{
    static pith_key key = {.key_id = {"bench", 5}};
    static const pith_keyring ring = {&key, 1};
    pith_ed25519_keypair(bench_seed, key.bytes);
    return &ring;
}

static inline void bench_put_base64_signature(pith_buf *out, const uint8_t digest[32])
{
    uint8_t signature[64];
    pith_ed25519_sign(bench_seed, digest, 32, signature);
    pith_base64_encode(signature, sizeof signature, out);
}

// The canonical record number i, and its digest.
static inline void bench_record(pith_buf *out, unsigned i, uint8_t digest[32])
{
    out->len = 0;
    pith_buf_printf(out,
                    "{\"metadata\":{\"abstract_canon_sha256\":\"%064x\",\"cross_cats_sorted\":"
                    "[\"cs.CR\",\"math.CO\"],\"license\":\"http://arxiv.org/licenses/"
                    "nonexclusive-distrib/1.0/\",\"primary_cat\":\"cs.DL\",\"submitted_at\":"
                    "\"2024-07-29T12:00:00Z\",\"title_canon_sha256\":\"%064x\"},"
                    "\"schema_version\":\"1.0\",\"source\":{\"id\":\"2407.%05u\",\"kind\":"
                    "\"arxiv\",\"version\":1}}",
                    i, i + 1, i % 100000);
    pith_sha256(out->data, out->len, digest);
}

// A bundle of one record with its signed record_created event, as resolvers serve it.
static inline void bench_bundle(pith_buf *out, unsigned i)
{
    pith_buf record;
    uint8_t digest[32];
    char hex[65];
    char id[PITH_ID_LEN + 1];
    pith_buf_init(&record, 4096);
    bench_record(&record, i, digest);
    pith_hex(digest, 32, hex);
    pith_base32_id(digest, id);
    pith_buf_printf(out,
                    "{\"bundle_type\":\"pith_open_graph_bundle\",\"bundle_version\":\"1.0\","
                    "\"pith_number\":\"pith:2024:%s\",\"short_pith_number\":\"pith:%.8s\","
                    "\"canonical_record\":%s,\"canonical_sha256\":\"%s\",\"source\":{\"kind\":"
                    "\"arxiv\",\"id\":\"2407.%05u\",\"version\":1},\"source_aliases\":["
                    "{\"alias_kind\":\"arxiv\",\"alias_value\":\"2407.%05u\",\"created_at\":"
                    "\"2026-05-18T00:00:00Z\"},{\"alias_kind\":\"pith_short_8\",\"alias_value\":"
                    "\"%.8s\",\"created_at\":\"2026-05-18T00:00:00Z\"}],\"events\":[{"
                    "\"event_type\":\"record_created\",\"subject_pith_number\":\"pith:2024:%s\","
                    "\"target\":\"record\",\"payload\":{\"canonical_record\":%s,"
                    "\"canonical_sha256\":\"%s\",\"receipt\":{\"kind\":\"pith_receipt\","
                    "\"key_id\":\"bench\",\"algorithm\":\"ed25519\",\"signed_at\":"
                    "\"2026-05-18T00:00:00Z\",\"signature_b64\":\"",
                    id, id, record.data, hex, i % 100000, i % 100000, id, id, record.data, hex);
    bench_put_base64_signature(out, digest);
    pith_buf_puts(out, "\"}}}]}");
    pith_buf_free(&record);
}

#endif
