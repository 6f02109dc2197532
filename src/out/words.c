// SPDX-License-Identifier: MIT
#include "out/words.h"

#include "base/text.h"
#include "trust/keyring.h"

pith_standing pith_standing_of(const pith_result *result)
{
    if (result->asked_other)
        return PITH_STANDING_OTHER;
    if (!result->intact)
        return PITH_STANDING_FAILED;
    switch (result->receipt) {
    case PITH_OK:
        return PITH_STANDING_VERIFIED;
    case PITH_RECEIPT_MISSING:
        return PITH_STANDING_HASH;
    case PITH_KEY_UNKNOWN:
    case PITH_KEY_PERIOD:
        return PITH_STANDING_KEY;
    default:
        return PITH_STANDING_RECEIPT;
    }
}

static const struct {
    const char *word;
    const char *sentence;
} standings[] = {
    [PITH_STANDING_VERIFIED] = {"verified", "hash, signature and key hold"},
    [PITH_STANDING_HASH] = {"hash verified, no receipt", "the hash holds; no signature was found"},
    [PITH_STANDING_KEY] = {"hash verified, key not trusted",
                           "the keyring has no such key for that time"},
    [PITH_STANDING_RECEIPT] = {"hash verified, receipt not valid",
                               "the hash holds, the receipt does not"},
    [PITH_STANDING_OTHER] = {"NOT AS ASKED", "the record holds, but is not what was asked for"},
    [PITH_STANDING_FAILED] = {"FAILED", "what the documents state is not what they hold"},
};

const char *pith_standing_word(pith_standing standing)
{
    return standings[standing].word;
}

const char *pith_trust_word(const pith_result *result)
{
    const pith_key *key = pith_keyring_find(pith_keyring_builtin(), result->key_id);
    if (!result->trusted)
        return "no";
    return key && memcmp(key->bytes, result->key, sizeof result->key) == 0 ? "yes" : "own";
}

void pith_verdict_words(const pith_result *result, char *out, size_t size)
{
    pith_standing standing = pith_standing_of(result);
    // The keyring holds key names of plain ASCII only.
    if (standing == PITH_STANDING_VERIFIED && strcmp(pith_trust_word(result), "own") == 0)
        snprintf(out, size, "%s with key %.*s", standings[standing].word, (int)result->key_id.n,
                 result->key_id.p);
    else
        snprintf(out, size, "%s", standings[standing].word);
}

const char *pith_unchecked_word(void)
{
    return "not verified";
}

const char *pith_unchecked_sentence(void)
{
    return "nothing was looked up";
}

const char *pith_standing_sentence(pith_standing standing)
{
    return standings[standing].sentence;
}

void pith_record_url(const pith_result *result, char *out, size_t size)
{
    snprintf(out, size, "https://pith.science/pith/%s", result->number.id);
}

void pith_source_words(const pith_result *result, char *out, size_t size)
{
    // The model has checked kind and id: a hundred plain ASCII characters at most.
    snprintf(out, size, "%.*s:%.*sv%lld", (int)result->source_kind.n, result->source_kind.p,
             (int)result->source_id.n, result->source_id.p, (long long)result->source_version);
}

const char *pith_yes_no(bool value)
{
    return value ? "yes" : "no";
}

const char *pith_relation_word(pith_relation relation)
{
    static const char *const words[] = {"current", "earlier", "predicted"};
    return words[relation];
}

static pith_claim claim_at(const pith_claims *claims, size_t row)
{
    const pith_claim all[PITH_CLAIM_ROWS] = {claims->attested, claims->anchored, claims->stored,
                                             claims->references};
    return all[row];
}

// Positive wordings other than "refs resolved" are this project's: none is public.
static const struct {
    const char *name;
    const char *values[3]; // by pith_claim
    const char *wording[3];
} rows[PITH_CLAIM_ROWS] = {
    {"attested", {"unknown", "no", "yes"}, {NULL, "not attested", "attested"}},
    {"anchored", {"unknown", "no", "yes"}, {NULL, "not anchored", "anchored"}},
    {"stored", {"unknown", "no", "yes"}, {NULL, "not stored", "stored"}},
    {"references", {"unknown", "pending", "resolved"}, {NULL, "refs pending", "refs resolved"}},
};

void pith_claim_words(const pith_claims *claims, size_t row, char *out, size_t size)
{
    snprintf(out, size, "%s:%s", rows[row].name, rows[row].values[claim_at(claims, row)]);
}

const char *pith_claim_wording(const pith_claims *claims, size_t row)
{
    return rows[row].wording[claim_at(claims, row)];
}

bool pith_claim_positive(const pith_claims *claims, size_t row)
{
    return claim_at(claims, row) == PITH_CLAIM_YES;
}

// Which row of the completeness list a status is about (protocol.md section 9).
bool pith_claim_backed(const pith_result *result, size_t row)
{
    static const pith_evidence_kind kinds[] = {PITH_EVIDENCE_AUTHOR, PITH_EVIDENCE_TIMESTAMP,
                                               PITH_EVIDENCE_ARCHIVE};
    const pith_evidence *e = result->evidence;
    if (!e || row >= sizeof kinds / sizeof *kinds)
        return false;
    if (kinds[row] == PITH_EVIDENCE_AUTHOR)
        return e->strong_claims > 0;
    pith_evidence_state state = e->rows[kinds[row]].state;
    return state == PITH_EVIDENCE_LIVE || state == PITH_EVIDENCE_CHECKED ||
           state == PITH_EVIDENCE_REFUTED;
}

static const struct {
    const char *name;
    const char *label;
} evidence_rows[] = {
#define X(symbol, name, label) {name, label},
    PITH_EVIDENCE_TABLE(X)
#undef X
};

const char *pith_evidence_name(pith_evidence_kind kind)
{
    return evidence_rows[kind].name;
}

const char *pith_evidence_label(pith_evidence_kind kind)
{
    return evidence_rows[kind].label;
}

// "open" and "live" are the record page's (protocol.md section 9), the others this project's.
const char *pith_evidence_word(pith_evidence_state state)
{
    static const char *const words[] = {
        [PITH_EVIDENCE_OPEN] = "open",
        [PITH_EVIDENCE_LIVE] = "live",
        [PITH_EVIDENCE_CHECKED] = "checked here",
        [PITH_EVIDENCE_UNCHECKED] = "could not check",
        [PITH_EVIDENCE_REFUTED] = "refuted",
    };
    return words[state];
}

const char *pith_evidence_standing_word(pith_evidence_standing standing)
{
    static const char *const words[] = {
        [PITH_EVIDENCE_VALID] = "valid",
        [PITH_EVIDENCE_WITHDRAWN] = "withdrawn",
        [PITH_EVIDENCE_UNVERIFIED] = "unverified",
        [PITH_EVIDENCE_INVALID] = "invalid",
    };
    return words[standing];
}
