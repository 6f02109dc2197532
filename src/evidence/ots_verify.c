// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/finding.h"
#include "base/limits.h"
#include "base/text.h"
#include "evidence/digest.h"
#include "evidence/headers.h"
#include "evidence/ots.h"
#include "evidence/ots_words.h"
#include "trust/crypto.h"

enum {
    MAX_BLOCKS = 16,   // that one proof may make us look up
    MAX_FINDINGS = 32, // that one proof may make us write
};

// What became of an attestation.
typedef enum standing { HOLDS, FAILS, UNCHECKED, WAITING, OTHER, STANDINGS } standing;

typedef struct check {
    pith_arena *arena;
    pith_ots_info info;
    const pith_headers *headers;
    headers_kind kind;
    headers_lookup lookups[MAX_BLOCKS];
    size_t count;
    headers_chain chain;
    const headers_lookup *best;
    const pith_error *partly; // only the number was held against the digest, and why; else NULL
    int year;                 // that stands in this number; 0: none
    const pith_ots_subject *subject; // or NULL
    bool untimely;                   // a block has the digest, but not at that time
    bool one_fits;                   // HEADERS_ONE: an attestation has the root of the header
    size_t of[STANDINGS];
    size_t findings;
    pith_ots_report *out;
    pith_error *err;
} check;

// ---- Looking up -----------------------------------------------------------------------

static bool is_root(const pith_ots_attestation *a)
{
    return a->kind == PITH_OTS_BITCOIN && a->message.n == 32;
}

static bool has_root(const headers_lookup *found, const pith_ots_attestation *a)
{
    return is_root(a) && found->status == PITH_OK &&
           memcmp(found->header.root, a->message.p, 32) == 0;
}

static const char *misplaced(const check *c, const headers_lookup *found,
                             const pith_ots_attestation *a)
{
    return pith_bitcoin_misplaced(&found->header, a->height, c->headers->regtest);
}

// NULL: there was nowhere to look, or too much to look for.
static const headers_lookup *lookup_of(const check *c, const pith_ots_attestation *a)
{
    if (c->kind == HEADERS_ONE)
        return c->lookups;
    for (size_t i = 0; i < c->count && c->kind != HEADERS_NONE; i++) {
        if (c->lookups[i].height == a->height)
            return &c->lookups[i];
    }
    return NULL;
}

static pith_status look_up(check *c)
{
    if (c->kind == HEADERS_ONE) {
        pith_status status = pith_headers_one(c->headers, c->lookups, c->err);
        for (size_t i = 0; i < c->info.count && status == PITH_OK; i++)
            c->one_fits = c->one_fits || has_root(c->lookups, &c->info.attestations[i]);
        return status;
    }
    for (size_t i = 0; i < c->info.count; i++) {
        const pith_ots_attestation *a = &c->info.attestations[i];
        if (is_root(a) && c->count < MAX_BLOCKS && (c->count == 0 || !lookup_of(c, a)))
            c->lookups[c->count++].height = a->height;
    }
    if (c->kind == HEADERS_FILE) // also when nothing is wanted of it: what is given has to be good
        return pith_headers_file(c->headers, c->lookups, c->count, &c->chain, c->err);
    if (c->count == 0 || c->kind == HEADERS_NONE)
        return PITH_OK;
    return (c->kind == HEADERS_NODE ? pith_headers_node : pith_headers_esplora)(
        c->arena, c->headers, c->lookups, c->count, c->err);
}

// ---- Judging --------------------------------------------------------------------------

// Clocks of miners, in seconds; see pith_ots_subject.
enum { AHEAD = 2 * 3600, BEHIND = 24 * 3600 };

// Why a block of that time cannot have the digest, or NULL. The submission that a record states is
// that of its first version, so later versions have it behind them too.
static const char *untimely(const check *c, uint32_t time)
{
    const pith_ots_subject *s = c->subject;
    char latest[21];
    char earliest[21];
    pith_ots_moment(time < UINT32_MAX - BEHIND ? time + BEHIND : UINT32_MAX, latest);
    pith_ots_moment(time > AHEAD ? time - AHEAD : 0, earliest);
    if (s && s->not_before.n && pith_timestamp_compare(pith_text_of(latest), s->not_before) < 0)
        return "before the record was submitted";
    if (s && s->not_after.n && pith_timestamp_compare(pith_text_of(earliest), s->not_after) > 0)
        return "after the proof was signed";
    return NULL;
}

static standing judge(const check *c, const pith_ots_attestation *a)
{
    if (a->kind != PITH_OTS_BITCOIN)
        return a->kind == PITH_OTS_WAITING ? WAITING : OTHER;
    const headers_lookup *found = lookup_of(c, a);
    if (!is_root(a) || a->height > INT32_MAX)
        return FAILS;
    if (!found || found->status != PITH_OK)
        return UNCHECKED;
    if (has_root(found, a))
        return misplaced(c, found, a) || untimely(c, found->header.time) ? FAILS : HOLDS;
    // A header that the caller names has no height: it is of one of the blocks, or of none.
    return c->kind == HEADERS_ONE && c->one_fits ? UNCHECKED : FAILS;
}

static void judge_all(check *c)
{
    pith_ots_report *out = c->out;
    for (size_t i = 0; i < c->info.count; i++) {
        const pith_ots_attestation *a = &c->info.attestations[i];
        standing what = judge(c, a);
        c->of[what]++;
        if (what != HOLDS)
            continue;
        const headers_lookup *found = lookup_of(c, a);
        if (!c->best || found->header.time < c->best->header.time) {
            c->best = found;
            out->height = a->height;
        }
    }
    out->verdict = c->of[HOLDS]       ? PITH_OTS_ANCHORED
                   : c->of[UNCHECKED] ? PITH_OTS_UNCHECKED
                   : c->of[FAILS]     ? PITH_OTS_FALSE
                                      : PITH_OTS_PENDING;
}

// ---- Findings -------------------------------------------------------------------------

static pith_status note(check *c, pith_status code, pith_severity severity, const char *where,
                        const char *format, ...) PITH_PRINTF(5, 6);

static pith_status note(check *c, pith_status code, pith_severity severity, const char *where,
                        const char *format, ...)
{
    va_list args;
    char message[400];
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (const pith_finding *f = c->out->findings; f; f = f->next) {
        if (f->code == code && pith_text_is(f->message, message))
            return PITH_OK; // a server that is down is so for every block
    }
    if (++c->findings > MAX_FINDINGS)
        return PITH_OK;
    return pith_finding_add(c->arena, &c->out->findings, &c->out->exit, code, severity, where,
                            message)
               ? PITH_OK
               : pith_fail_memory(c->err);
}

// One attestation that holds is a proof, and one that was not looked at may be: what others are
// does not change that.
static pith_severity at_most(const check *c, pith_severity severity)
{
    const bool may_hold =
        c->out->verdict == PITH_OTS_ANCHORED ||
        (c->out->verdict == PITH_OTS_UNCHECKED && severity > PITH_SEVERITY_WARNING);
    return may_hold && severity > PITH_SEVERITY_INFO ? (pith_severity)(severity - 1) : severity;
}

// The root is right, and nothing else.
static pith_status note_impossible(check *c, const pith_ots_attestation *a, pith_severity severity)
{
    const headers_lookup *found = lookup_of(c, a);
    const char *why = misplaced(c, found, a);
    char time[21];
    if (why)
        return note(c, PITH_STAMP_BLOCK, severity, "", "block %llu: its header %s",
                    (unsigned long long)a->height, why);
    why = untimely(c, found->header.time);
    c->untimely = true;
    pith_ots_moment(found->header.time, time);
    return note(c, PITH_STAMP_TIME, severity, "", "block %llu is of %s, %s, which is impossible",
                (unsigned long long)a->height, time, why ? why : "");
}

static pith_status note_failure(check *c, const pith_ots_attestation *a, pith_severity severity)
{
    char theirs[65];
    char ours[65];
    unsigned long long height = a->height;
    if (!is_root(a))
        return note(c, PITH_STAMP_BLOCK, severity, "",
                    "block %llu: the %zu bytes that the proof leads to are no merkle root", height,
                    a->message.n);
    if (a->height > INT32_MAX)
        return note(c, PITH_STAMP_BLOCK, severity, "", "block %llu: Bitcoin can have no such block",
                    height);
    if (has_root(lookup_of(c, a), a))
        return note_impossible(c, a, severity);
    pith_bitcoin_show_hash(lookup_of(c, a)->header.root, theirs);
    pith_bitcoin_show_hash((const uint8_t *)a->message.p, ours);
    if (c->kind == HEADERS_ONE)
        return note(c, PITH_STAMP_BLOCK, severity, "the header given",
                    "has the merkle root %s; for block %llu the proof needs %s", theirs, height,
                    ours);
    return note(c, PITH_STAMP_BLOCK, severity, "",
                "block %llu has the merkle root %s; the proof needs %s", height, theirs, ours);
}

// Height and root are what it takes to look by hand.
static pith_status note_unchecked(check *c, const pith_ots_attestation *a, pith_severity severity)
{
    char root[65];
    const headers_lookup *found = lookup_of(c, a);
    if (found && found->status != PITH_OK) {
        pith_severity error =
            found->status == PITH_STAMP_UNCHECKED ? severity : (pith_severity)(severity + 1);
        return note(c, found->status, error, found->error.object, "%s", found->error.message);
    }
    pith_bitcoin_show_hash((const uint8_t *)a->message.p, root);
    return note(c, PITH_STAMP_UNCHECKED, severity, "",
                "block %llu was not looked at; its merkle root has to be %s",
                (unsigned long long)a->height, root);
}

static pith_status note_attestation(check *c, const pith_ots_attestation *a)
{
    char tag[17];
    pith_severity warning = at_most(c, PITH_SEVERITY_WARNING);
    switch (judge(c, a)) {
    case FAILS:
        return note_failure(c, a, at_most(c, PITH_SEVERITY_ERROR));
    case UNCHECKED:
        return note_unchecked(c, a, warning);
    case WAITING:
        return note(c, PITH_STAMP_PENDING, warning, "", "waits for the calendar %.*s",
                    (int)(a->uri.n < 200 ? a->uri.n : 200), a->uri.p);
    case OTHER:
        pith_hex(a->tag, sizeof a->tag, tag);
        return note(c, PITH_STAMP_OTHER, warning, "",
                    "an attestation of kind %s was not checked: pith does not know how", tag);
    default:
        return PITH_OK;
    }
}

// ---- The whole proof ------------------------------------------------------------------

static void show_block(check *c)
{
    const bitcoin_header *header = &c->best->header;
    c->out->time = header->time;
    c->out->work = header->work;
    pith_bitcoin_show_hash(header->hash, c->out->block);
    c->out->regtest = c->headers->regtest;
    pith_ots_day(header->time, c->out->day);
}

// An anchored digest is no proof of what was to be proved: says so.
static pith_status withdraw(check *c, pith_status code)
{
    pith_ots_report *out = c->out;
    if (out->verdict != PITH_OTS_ANCHORED)
        return PITH_OK;
    pith_status status = note(c, code, PITH_SEVERITY_INFO, "", "that digest is in block %llu of %s",
                              (unsigned long long)out->height, out->day);
    out->verdict = PITH_OTS_UNCHECKED;
    out->height = 0;
    out->time = 0;
    out->work = 0;
    out->regtest = false;
    *out->block = *out->day = '\0';
    return status;
}

// A digest of 20 bytes can be made to belong to two files, so the proof of one is none of a file.
static pith_status weaken(check *c)
{
    pith_status status = note(c, PITH_STAMP_WEAK, PITH_SEVERITY_WARNING, "",
                              "the proof is of a %s digest, which two files can be made to share",
                              c->info.algorithm);
    return status == PITH_OK ? withdraw(c, PITH_STAMP_WEAK) : status;
}

// Nor is that of a digest of which only the bits of a number were compared.
static pith_status weaken_number(check *c)
{
    char year[32] = "";
    if (c->year)
        snprintf(year, sizeof year, " and the year %d", c->year);
    pith_status status =
        note(c, PITH_STAMP_NUMBER_ONLY, PITH_SEVERITY_WARNING, "",
             "the first 130 bits are the number's; the record was not there to compare the rest"
             "%s%s%s",
             year, *c->partly->message ? ": " : "", c->partly->message);
    if (status == PITH_OK && c->partly->status != PITH_OK && c->partly->status != PITH_NOT_FOUND)
        status = note(c, c->partly->status, PITH_SEVERITY_ERROR, c->partly->object, "%s",
                      c->partly->message);
    return status == PITH_OK ? withdraw(c, PITH_STAMP_NUMBER_ONLY) : status;
}

static pith_status conclude(check *c)
{
    pith_ots_report *out = c->out;
    pith_status status = PITH_OK;
    judge_all(c);
    if (c->best)
        show_block(c);
    // Blocks first: there may be more to say than is said.
    for (int others = 0; others < 2; others++) {
        for (size_t i = 0; i < c->info.count && status == PITH_OK; i++) {
            const pith_ots_attestation *a = &c->info.attestations[i];
            if ((a->kind != PITH_OTS_BITCOIN) == others)
                status = note_attestation(c, a);
        }
    }
    if (status == PITH_OK && c->info.digest.n < PITH_DIGEST_LEN)
        status = weaken(c);
    if (status == PITH_OK && c->partly)
        status = weaken_number(c);
    // Not left to findings: they have a limit.
    if (out->verdict != PITH_OTS_ANCHORED)
        out->exit = pith_exit_worse(
            out->exit, out->verdict == PITH_OTS_FALSE ? PITH_EXIT_INVALID : PITH_EXIT_INCOMPLETE);
    return status;
}

static pith_status put_words(check *c)
{
    const ots_said said = {.report = c->out,
                           .headers = c->headers,
                           .kind = c->kind,
                           .chain = &c->chain,
                           .weak = c->info.digest.n < PITH_DIGEST_LEN,
                           .partly = c->partly != NULL,
                           .untimely = c->untimely,
                           .unknown = c->of[OTHER] && !c->of[WAITING]};
    return pith_ots_put_words(c->arena, &said, c->out) ? PITH_OK : pith_fail_memory(c->err);
}

// Only what is of the right digest is worth a question to anyone.
static pith_status verify(pith_arena *arena, const pith_ots *proof, const char *other,
                          const pith_error *partly, int year, const pith_ots_subject *subject,
                          const pith_headers *headers, pith_ots_report *out, pith_error *err)
{
    static const pith_headers nowhere;
    check c = {.arena = arena,
               .headers = headers ? headers : &nowhere,
               .partly = partly,
               .year = year,
               .subject = subject,
               .out = out,
               .err = err};
    *out = (pith_ots_report){.exit = PITH_EXIT_OK};
    pith_status status = pith_headers_kind_of(c.headers, &c.kind, err);
    if (status == PITH_OK)
        status = pith_ots_describe(arena, proof, &c.info, err);
    if (status == PITH_OK && other)
        status = note(&c, PITH_STAMP_DIGEST, PITH_SEVERITY_ERROR, "", "%s", other);
    else if (status == PITH_OK)
        status = look_up(&c);
    if (status == PITH_OK && !other)
        status = conclude(&c);
    return status == PITH_OK ? put_words(&c) : status;
}

pith_status pith_ots_verify(pith_arena *arena, const pith_ots *proof, pith_text digest,
                            const pith_headers *headers, pith_ots_report *out, pith_error *err)
{
    bool same = digest.n == 0 || pith_text_equal(digest, proof->root.message);
    return verify(arena, proof, same ? NULL : "the proof is of another digest", NULL, 0, NULL,
                  headers, out, err);
}

pith_status pith_ots_verify_record(pith_arena *arena, const pith_ots *proof,
                                   const pith_ots_subject *subject, const pith_headers *headers,
                                   pith_ots_report *out, pith_error *err)
{
    const pith_text wanted = {(const char *)subject->digest, PITH_DIGEST_LEN};
    bool same = proof->function == OTS_SHA256 && pith_text_equal(wanted, proof->root.message);
    return verify(arena, proof, same ? NULL : "the proof is of another record", NULL, 0, subject,
                  headers, out, err);
}

pith_status pith_ots_verify_number(pith_arena *arena, const pith_ots *proof,
                                   const pith_number *number, const pith_error *why,
                                   const pith_headers *headers, pith_ots_report *out,
                                   pith_error *err)
{
    char id[PITH_ID_LEN + 1] = "";
    if (proof->function == OTS_SHA256)
        pith_base32_id((const uint8_t *)proof->root.message.p, id);
    return verify(arena, proof,
                  strcmp(id, number->id) == 0 ? NULL : "the proof is of another record", why,
                  number->year, NULL, headers, out, err);
}

// ---- Events ---------------------------------------------------------------------------

pith_status pith_anchor_verify(pith_arena *arena, pith_text proof, const pith_ots_subject *subject,
                               const pith_headers *headers, pith_ots_report *out, pith_error *err)
{
    pith_ots *read;
    if (proof.n < 4)
        return pith_fail(err, PITH_STAMP_SYNTAX, "proof", "is not base64");
    size_t padding = proof.p[proof.n - 1] != '=' ? 0 : proof.p[proof.n - 2] != '=' ? 1 : 2;
    size_t len = proof.n / 4 * 3 - padding;
    if (proof.n > (size_t)PITH_MAX_OTS * 2)
        return pith_fail(err, PITH_TOO_LARGE, "proof", "is longer than a proof may be");
    uint8_t *bytes = pith_alloc(arena, len + 1);
    if (!bytes)
        return pith_fail_memory(err);
    if (!pith_base64_decode(proof, bytes, len))
        return pith_fail(err, PITH_STAMP_SYNTAX, "proof", "is not base64");
    pith_status status =
        pith_ots_read(arena, (pith_text){(const char *)bytes, len}, "proof", &read, err);
    if (status != PITH_OK)
        return status;
    return pith_ots_verify_record(arena, read, subject, headers, out, err);
}

pith_status pith_anchor_payload(pith_arena *arena, const pith_ots *proof, pith_text *out,
                                pith_error *err)
{
    pith_buf bytes;
    pith_buf json;
    pith_buf_init(&bytes, PITH_MAX_OTS);
    pith_buf_init(&json, 2 * PITH_MAX_OTS);
    pith_status status = pith_ots_write(proof, &bytes, err);
    if (status == PITH_OK) {
        pith_buf_puts(&json, "{\"kind\":\"opentimestamps\",\"proof\":\"");
        pith_base64_encode(bytes.data, bytes.len, &json);
        pith_buf_puts(&json, "\"}");
        const char *copy = pith_buf_ok(&json) ? pith_alloc_copy(arena, json.data, json.len) : NULL;
        *out = (pith_text){copy, json.len};
        status = copy ? PITH_OK : pith_fail_memory(err);
    }
    pith_buf_free(&bytes);
    pith_buf_free(&json);
    return status;
}
