// SPDX-License-Identifier: MIT
//
// Documents as they come from outside: verified, reported, merged with themselves and with a
// good bundle. Neither order nor repetition changes the state.
#include "common.h"

typedef struct outcome {
    pith_status status;
    pith_buf state;
    pith_buf bundle;
    pith_merge_counts counts;
} outcome;

static void merge(pith_arena *arena, const pith_text *documents, size_t count, outcome *out)
{
    static const char *const origins[] = {"first", "second", "third"};
    const pith_merged *merged;
    pith_error err;
    pith_buf_init(&out->state, SIZE_MAX);
    pith_buf_init(&out->bundle, SIZE_MAX);
    out->status = pith_merge(arena, documents, origins, count, fuzz_keyring(), &merged, &err);
    if (out->status != PITH_OK) {
        fuzz_check_error(&err, out->status);
        return;
    }
    pith_merged_count(merged, &out->counts);
    const pith_merge_counts *n = &out->counts;
    MUST(n->events == n->valid + n->invalid + n->unverified);
    MUST(2 * n->equivocations <= n->valid);
    MUST(pith_merged_state(merged, &out->state, &err) == PITH_OK);
    MUST(pith_merged_bundle(merged, &out->bundle, &err) == PITH_OK);
    fuzz_check_canonical(fuzz_text_of_buf(&out->state));
    fuzz_check_canonical(fuzz_text_of_buf(&out->bundle));
}

static void free_outcome(outcome *out)
{
    pith_buf_free(&out->state);
    pith_buf_free(&out->bundle);
}

static bool same_outcome(const outcome *a, const outcome *b)
{
    return a->status == b->status && fuzz_same(&a->state, &b->state) &&
           fuzz_same(&a->bundle, &b->bundle);
}

// The document merges to the same state and bundle in the company given.
static void check_same(pith_arena *arena, const outcome *alone, const pith_text *documents,
                       size_t count)
{
    outcome other;
    merge(arena, documents, count, &other);
    MUST(same_outcome(alone, &other));
    free_outcome(&other);
}

static void check_merges(pith_arena *arena, pith_text document)
{
    outcome alone;
    outcome both;
    const pith_text twice[] = {document, document};
    merge(arena, &document, 1, &alone);
    if (alone.status == PITH_OK) {
        check_same(arena, &alone, twice, 2);
        pith_text again = fuzz_text_of_buf(&alone.bundle);
        check_same(arena, &alone, &again, 1);
        const pith_text orders[][3] = {{document, fuzz_bundle(), document},
                                       {fuzz_bundle(), document, again},
                                       {fuzz_bundle(), again, fuzz_bundle()}};
        merge(arena, orders[0], 3, &both);
        if (both.status == PITH_OK) {
            check_same(arena, &both, orders[1], 3);
            check_same(arena, &both, orders[2], 3);
        } else {
            MUST(both.status == PITH_RECORD_CONFLICT);
        }
        free_outcome(&both);
    } else { // in no company does it become a document
        const pith_text behind[] = {fuzz_bundle(), document};
        merge(arena, behind, 2, &both);
        MUST(both.status != PITH_OK);
        free_outcome(&both);
    }
    free_outcome(&alone);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    pith_text document = fuzz_text(data, size);
    pith_result *result;
    pith_error err;
    pith_status status =
        pith_verify_bytes(arena, document, "input\033", NULL, fuzz_keyring(), &result, &err);
    if (status == PITH_OK) {
        fuzz_check_reports(result);
        check_merges(arena, document);
        MUST(pith_result_require(arena, result, PITH_REQUIRE_TRUSTED | PITH_REQUIRE_STORED, &err) ==
             PITH_OK);
        MUST(result->exit != PITH_EXIT_OK);
        fuzz_check_reports(result);
    } else {
        fuzz_check_error(&err, status);
    }
    pith_arena_free(arena);
    arena = fuzz_small_arena(data, size);
    pith_status little =
        pith_verify_bytes(arena, document, "input", NULL, fuzz_keyring(), &result, &err);
    MUST(fuzz_same_or_memory(status, little));
    pith_arena_free(arena);
    return 0;
}
