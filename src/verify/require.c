// SPDX-License-Identifier: MIT
//
// The bar a caller sets: which evidence must be there.
#include "base/err.h"
#include "base/finding.h"
#include "base/text.h"
#include "verify/verify.h"

static const struct {
    const char *word;
    unsigned bit;
    const char *missing;
} evidence[] = {
    {"intact", PITH_REQUIRE_INTACT, "the hashes do not hold"},
    {"signed", PITH_REQUIRE_SIGNED, "no valid signature was found"},
    {"trusted", PITH_REQUIRE_TRUSTED, "no signature by a key of the keyring was found"},
    {"attested", PITH_REQUIRE_ATTESTED, "no valid strong author claim was found"},
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

void pith_result_note(pith_arena *arena, pith_result *result, pith_status code, const char *where,
                      const char *message)
{
    if (!pith_finding_add(arena, &result->findings, &result->exit, code, PITH_SEVERITY_WARNING,
                          where, message))
        return; // one note less; what decides is in the verdict already
}

static bool is_checked(const pith_result *result, pith_evidence_kind kind)
{
    return result->evidence && result->evidence->rows[kind].state == PITH_EVIDENCE_CHECKED;
}

pith_status pith_result_require(pith_arena *arena, pith_result *result, unsigned mask,
                                pith_error *err)
{
    unsigned there =
        (result->intact ? PITH_REQUIRE_INTACT : 0U) |
        (result->is_signed ? PITH_REQUIRE_SIGNED : 0U) |
        (result->trusted ? PITH_REQUIRE_TRUSTED : 0U) |
        (result->evidence && result->evidence->strong_claims > 0 ? PITH_REQUIRE_ATTESTED : 0U) |
        (is_checked(result, PITH_EVIDENCE_TIMESTAMP) ? PITH_REQUIRE_ANCHORED : 0U) |
        (is_checked(result, PITH_EVIDENCE_ARCHIVE) ? PITH_REQUIRE_STORED : 0U);
    for (size_t i = 0; i < EVIDENCE; i++) {
        if (!(mask & ~there & evidence[i].bit))
            continue;
        if (!pith_finding_add(arena, &result->findings, &result->exit, PITH_EVIDENCE_MISSING,
                              PITH_SEVERITY_ERROR, evidence[i].word, evidence[i].missing))
            return pith_fail_memory(err);
    }
    return PITH_OK;
}

pith_status pith_result_error(const pith_result *result, const char *object, pith_error *err)
{
    for (const pith_finding *f = result->findings; f; f = f->next) {
        char message[sizeof err->message];
        size_t n = 0;
        if (pith_status_exit(f->code) != result->exit)
            continue;
        pith_join(message, sizeof message, &n, f->message);
        return pith_fail(err, f->code, object, "%s", message);
    }
    return pith_fail(err, PITH_EVIDENCE_MISSING, object, "does not hold");
}
