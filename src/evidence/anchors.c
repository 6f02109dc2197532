// SPDX-License-Identifier: MIT
#include "evidence/anchors.h"

#include "base/err.h"
#include "base/finding.h"
#include "base/text.h"
#include "evidence/archive.h"

// Events of one row that are looked into; more are there to make work.
enum { LOOK_MAX = 16 };

// What one event gives.
typedef struct weight {
    pith_evidence_state state;
    char why[240];
    const pith_finding *obstacle; // why who was asked did not tell; or NULL
} weight;

typedef pith_status weigher(pith_arena *arena, const void *how, const pith_result *result,
                            const pith_evidence_event *event, weight *out, pith_error *err);

static int rank(pith_evidence_state state)
{
    return state == PITH_EVIDENCE_CHECKED ? 2 : state == PITH_EVIDENCE_LIVE ? 1 : 0;
}

void pith_evidence_rest(pith_evidence_row *row)
{
    const struct {
        size_t count;
        const char *word;
    } rest[] = {
        {row->unverified, "unverified"}, {row->withdrawn, "withdrawn"}, {row->invalid, "invalid"}};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        size_t n = strlen(row->why);
        if (rest[i].count)
            snprintf(row->why + n, sizeof row->why - n, "; %zu %s", rest[i].count, rest[i].word);
    }
}

// *obstacle (or NULL): that of the event that counts.
static pith_status weigh(pith_arena *arena, pith_evidence_kind kind, weigher *one, const void *how,
                         const pith_result *result, pith_evidence *evidence,
                         const pith_finding **obstacle, pith_error *err)
{
    size_t looks = 0;
    pith_evidence_row *row = &evidence->rows[kind];
    row->state = PITH_EVIDENCE_UNCHECKED;
    for (const pith_evidence_event *event = evidence->events; event && looks < LOOK_MAX;
         event = event->next) {
        weight w = {.state = PITH_EVIDENCE_UNCHECKED};
        if (event->kind != kind || event->standing != PITH_EVIDENCE_VALID)
            continue;
        pith_status status = one(arena, how, result, event, &w, err);
        if (status != PITH_OK)
            return status;
        if (looks++ > 0 && rank(w.state) <= rank(row->state))
            continue;
        row->state = w.state;
        snprintf(row->why, sizeof row->why, "%s", w.why);
        if (obstacle)
            *obstacle = w.obstacle;
    }
    if (row->valid > 1) {
        size_t n = strlen(row->why);
        snprintf(row->why + n, sizeof row->why - n, "; the best of %zu", row->valid);
    }
    pith_evidence_rest(row);
    return PITH_OK;
}

// ---- Captures -------------------------------------------------------------------------

static pith_status unanswered(pith_arena *arena, pith_status status, pith_error *err,
                              const pith_finding **out)
{
    pith_finding *made = NULL;
    pith_exit exit = PITH_EXIT_OK;
    if (!pith_finding_add(arena, &made, &exit, status, PITH_SEVERITY_ERROR, err->object,
                          err->message))
        return pith_fail_memory(err);
    *out = made;
    return PITH_OK;
}

static pith_status weigh_capture(pith_arena *arena, const void *how, const pith_result *result,
                                 const pith_evidence_event *event, weight *out, pith_error *err)
{
    pith_capture capture;
    pith_capture_name name;
    const char *fault = pith_capture_fault(event, result, &name);
    if (fault) {
        snprintf(out->why, sizeof out->why, "what the event names %s", fault);
        return PITH_OK;
    }
    if (!how) {
        out->state = PITH_EVIDENCE_LIVE;
        snprintf(out->why, sizeof out->why,
                 "signed capture of %s at %.*s; the archive was not asked", name.time,
                 (int)(name.host.n < 80 ? name.host.n : 80), name.host.p);
        return PITH_OK;
    }
    pith_status status = pith_archive_check(arena, how, result, event, &capture, err);
    if (status == PITH_MEMORY || status == PITH_USAGE || status == PITH_IO_READ)
        return status;
    if (status == PITH_OK) {
        out->state = PITH_EVIDENCE_CHECKED;
        snprintf(out->why, sizeof out->why, "%.*s has the capture of %s",
                 (int)(name.host.n < 80 ? name.host.n : 80), name.host.p, name.time);
    } else {
        snprintf(out->why, sizeof out->why, "capture of %s: %.160s", name.time, err->message);
        if (pith_status_exit(status) == PITH_EXIT_NETWORK)
            return unanswered(arena, status, err, &out->obstacle);
    }
    return PITH_OK;
}

pith_status pith_weigh_captures(pith_arena *arena, const pith_archive *archive,
                                const pith_result *result, pith_evidence *evidence, pith_error *err)
{
    return weigh(arena, PITH_EVIDENCE_ARCHIVE, weigh_capture, archive, result, evidence, NULL, err);
}

// ---- Timestamps -----------------------------------------------------------------------

// What kept a proof from being checked: the worst of its findings.
static const pith_finding *obstacle_of(const pith_ots_report *report)
{
    const pith_finding *worst = report->findings;
    for (const pith_finding *f = worst; f; f = f->next) {
        if (f->severity > worst->severity)
            worst = f;
    }
    return worst;
}

static pith_status weigh_timestamp(pith_arena *arena, const void *how, const pith_result *result,
                                   const pith_evidence_event *event, weight *out, pith_error *err)
{
    static const pith_headers none = {0};
    static const pith_evidence_state states[] = {
        [PITH_OTS_FALSE] = PITH_EVIDENCE_UNCHECKED,
        [PITH_OTS_PENDING] = PITH_EVIDENCE_UNCHECKED,
        [PITH_OTS_UNCHECKED] = PITH_EVIDENCE_LIVE,
        [PITH_OTS_ANCHORED] = PITH_EVIDENCE_CHECKED,
    };
    pith_ots_report report;
    pith_status status =
        pith_anchor_verify(arena, event->object, result->digest, how ? how : &none, &report, err);
    if (status == PITH_STAMP_SYNTAX || status == PITH_STAMP_DIGEST || status == PITH_TOO_LARGE) {
        snprintf(out->why, sizeof out->why, "what the event holds is no proof: %.160s",
                 err->message);
        return PITH_OK;
    }
    if (status != PITH_OK)
        return status;
    size_t n = 0;
    out->state = states[report.verdict];
    if (how && report.verdict == PITH_OTS_UNCHECKED) {
        out->state = PITH_EVIDENCE_UNCHECKED;
        out->obstacle = obstacle_of(&report);
        snprintf(out->why, sizeof out->why,
                 "names a Bitcoin block that could not be checked: %.160s",
                 out->obstacle ? out->obstacle->message.p : "");
        return PITH_OK;
    }
    pith_join(out->why, sizeof out->why, &n, report.words);
    return PITH_OK;
}

pith_status pith_weigh_timestamps(pith_arena *arena, const pith_headers *headers,
                                  const pith_result *result, pith_evidence *evidence,
                                  pith_error *err)
{
    return weigh(arena, PITH_EVIDENCE_TIMESTAMP, weigh_timestamp, headers, result, evidence, NULL,
                 err);
}

// ---- Once more ------------------------------------------------------------------------

static pith_claim claim_of(const pith_evidence_row *row)
{
    return rank(row->state) > 0 ? PITH_CLAIM_YES : PITH_CLAIM_UNKNOWN;
}

// Asks again for a row that has valid events; what kept anybody from an answer becomes a finding.
static pith_status look_again(pith_arena *arena, pith_evidence_kind kind, weigher *one,
                              const void *how, pith_result *result, pith_claim *claim,
                              pith_error *err)
{
    const pith_finding *f = NULL;
    if (!result->evidence || result->evidence->rows[kind].valid == 0)
        return PITH_OK;
    pith_status status = weigh(arena, kind, one, how, result, result->evidence, &f, err);
    *claim = claim_of(&result->evidence->rows[kind]);
    if (status == PITH_OK && f &&
        !pith_finding_add(arena, &result->findings, &result->exit, f->code, f->severity, f->where.p,
                          f->message.p))
        status = pith_fail_memory(err);
    return status;
}

pith_status pith_evidence_check_archive(pith_arena *arena, const pith_archive *archive,
                                        pith_result *result, pith_error *err)
{
    return look_again(arena, PITH_EVIDENCE_ARCHIVE, weigh_capture, archive, result,
                      &result->claims.stored, err);
}

pith_status pith_evidence_check_headers(pith_arena *arena, const pith_headers *headers,
                                        pith_result *result, pith_error *err)
{
    return look_again(arena, PITH_EVIDENCE_TIMESTAMP, weigh_timestamp, headers, result,
                      &result->claims.anchored, err);
}
