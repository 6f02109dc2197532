// SPDX-License-Identifier: MIT
//
// The bar a caller sets: which evidence must be there.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

static const struct {
    const char *word;
    unsigned bit;
    const char *missing;
} evidence[] = {
    {"intact", PITH_REQUIRE_INTACT, "the hashes do not hold"},
    {"signed", PITH_REQUIRE_SIGNED, "no valid signature was found"},
    {"trusted", PITH_REQUIRE_TRUSTED, "no signature by a key of the keyring was found"},
    {"attested", PITH_REQUIRE_ATTESTED, "no author attestation was checked"},
    {"anchored", PITH_REQUIRE_ANCHORED, "no external anchor was checked"},
    {"stored", PITH_REQUIRE_STORED, "no archive copy was checked"},
    {"references", PITH_REQUIRE_REFERENCES, "no references were checked"},
};

enum { EVIDENCE = sizeof evidence / sizeof *evidence };

pith_status pith_require_parse(const char *list, unsigned *mask, pith_error *err)
{
    *mask = 0;
    for (const char *p = list;;) {
        const char *comma = strchr(p, ',');
        pith_text word = {p, comma ? (size_t)(comma - p) : strlen(p)};
        size_t i = 0;
        while (i < EVIDENCE && !pith_text_is(word, evidence[i].word))
            i++;
        if (i == EVIDENCE)
            return pith_fail(err, PITH_USAGE, list,
                             "--require takes words of intact, signed, trusted, attested, "
                             "anchored, stored, references");
        *mask |= evidence[i].bit;
        if (!comma)
            return PITH_OK;
        p = comma + 1;
    }
}

pith_status pith_result_require(pith_arena *arena, pith_result *result, unsigned mask,
                                pith_error *err)
{
    unsigned there = (result->intact ? PITH_REQUIRE_INTACT : 0U) |
                     (result->is_signed ? PITH_REQUIRE_SIGNED : 0U) |
                     (result->trusted ? PITH_REQUIRE_TRUSTED : 0U);
    pith_finding **tail = &result->findings;
    while (*tail)
        tail = &(*tail)->next;
    for (size_t i = 0; i < EVIDENCE; i++) {
        if (!(mask & ~there & evidence[i].bit))
            continue;
        pith_finding *finding = pith_alloc(arena, sizeof *finding);
        if (!finding)
            return pith_fail_memory(err);
        *finding = (pith_finding){.code = PITH_EVIDENCE_MISSING,
                                  .severity = PITH_SEVERITY_ERROR,
                                  .where = pith_text_of(evidence[i].word),
                                  .message = pith_text_of(evidence[i].missing)};
        *tail = finding;
        tail = &finding->next;
        result->exit = pith_exit_worse(result->exit, PITH_EXIT_INCOMPLETE);
    }
    return PITH_OK;
}
