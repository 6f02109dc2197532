// SPDX-License-Identifier: MIT
#include "evidence/anchors.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/finding.h"
#include "base/text.h"
#include "evidence/archive.h"
#include "source/deadline.h"

// Questions about the events of one key, and the time that all of them may take. Every event is
// looked at; asked about are those that could hold, and no key keeps those of another from that.
enum { ASK_MAX = 64, ASK_MS = 120 * 1000, SCRATCH = 64 << 20 };

// What one event gives.
typedef struct weight {
    pith_evidence_state state;
    char why[320];
    const char *id;
    pith_status code; // why it was refuted, or who was asked did not tell; else PITH_OK
    pith_severity severity;
    const pith_ots_report *proof; // ANCHORED; or NULL
} weight;

typedef pith_status weigher(pith_arena *arena, const void *how, const pith_result *result,
                            const pith_evidence_event *event, weight *out, pith_error *err);

typedef struct tally {
    pith_text key_id;
    size_t asked;
    struct tally *next;
} tally;

typedef struct weighing {
    pith_arena *arena;
    pith_arena *scratch;
    weigher *one;
    const void *how; // whom to ask; NULL: nobody
    const pith_result *result;
    pith_deadline deadline;
    tally *tallies;
} weighing;

static int rank(pith_evidence_state state)
{
    return state == PITH_EVIDENCE_CHECKED     ? 3
           : state == PITH_EVIDENCE_LIVE      ? 2
           : state == PITH_EVIDENCE_UNCHECKED ? 1
                                              : 0;
}

void pith_evidence_rest(pith_evidence_row *row)
{
    const struct {
        size_t count;
        const char *word;
    } rest[] = {{row->not_asked, "not asked about: too many, or no time left"},
                {row->unverified, "unverified"},
                {row->withdrawn, "withdrawn"},
                {row->invalid, "invalid"}};
    if (row->refuted && row->state != PITH_EVIDENCE_REFUTED)
        pith_evidence_say(row, "; %zu refuted", row->refuted);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        if (rest[i].count)
            pith_evidence_say(row, "; %zu %s", rest[i].count, rest[i].word);
    }
}

// NULL: no memory.
static tally *tally_of(weighing *w, pith_text key_id)
{
    tally *t = w->tallies;
    while (t && !pith_text_equal(t->key_id, key_id))
        t = t->next;
    if (t || !(t = pith_alloc_array(w->arena, 1, sizeof *t)))
        return t;
    t->key_id = key_id;
    t->next = w->tallies;
    return w->tallies = t;
}

// Asks only about what could hold.
static pith_status weigh_one(weighing *w, const pith_evidence_event *event, weight *out,
                             pith_evidence_row *row, pith_error *err)
{
    *out = (weight){.state = PITH_EVIDENCE_UNCHECKED};
    pith_status status = w->one(w->scratch, NULL, w->result, event, out, err);
    pith_arena_reset(w->scratch);
    if (status != PITH_OK || !w->how || out->state != PITH_EVIDENCE_LIVE)
        return status;
    tally *t = tally_of(w, event->key_id);
    if (!t)
        return pith_fail_memory(err);
    *out = (weight){.state = PITH_EVIDENCE_UNCHECKED, .why = "nobody was asked about it"};
    if (row->state == PITH_EVIDENCE_CHECKED)
        return PITH_OK; // there is no better one
    if (t->asked >= ASK_MAX || pith_deadline_left(&w->deadline) <= 0) {
        row->not_asked++;
        return PITH_OK;
    }
    t->asked++;
    return w->one(w->arena, w->how, w->result, event, out, err);
}

// *best: the event that counts.
static pith_status weigh_all(weighing *w, pith_evidence_kind kind, pith_evidence *evidence,
                             weight *best, pith_error *err)
{
    size_t looks = 0;
    pith_evidence_row *row = &evidence->rows[kind];
    *best = (weight){.state = PITH_EVIDENCE_UNCHECKED};
    row->state = PITH_EVIDENCE_UNCHECKED;
    row->refuted = row->not_asked = 0;
    row->proof = NULL;
    for (const pith_evidence_event *event = evidence->events; event; event = event->next) {
        weight one;
        if (event->kind != kind || event->standing != PITH_EVIDENCE_VALID)
            continue;
        pith_status status = weigh_one(w, event, &one, row, err);
        if (status != PITH_OK)
            return status;
        one.id = event->id;
        row->refuted += one.state == PITH_EVIDENCE_REFUTED;
        if (looks++ == 0 || rank(one.state) > rank(best->state))
            *best = one;
    }
    row->state = best->state;
    row->proof = best->proof;
    snprintf(row->why, sizeof row->why, "%s", best->why);
    if (row->valid > 1)
        pith_evidence_say(row, "; the best of %zu", row->valid);
    pith_evidence_rest(row);
    return PITH_OK;
}

static pith_status weigh(pith_arena *arena, pith_evidence_kind kind, weigher *one, const void *how,
                         long timeout_ms, const pith_result *result, pith_evidence *evidence,
                         weight *best, pith_error *err)
{
    weighing w = {.arena = arena,
                  .scratch = pith_arena_new(SCRATCH),
                  .one = one,
                  .how = how,
                  .result = result};
    pith_status status =
        w.scratch && pith_deadline_start(&w.deadline, timeout_ms > 0 ? timeout_ms : ASK_MS)
            ? weigh_all(&w, kind, evidence, best, err)
            : pith_fail_memory(err);
    pith_arena_free(w.scratch);
    return status;
}

// ---- Captures -------------------------------------------------------------------------

static pith_status weigh_capture(pith_arena *arena, const void *how, const pith_result *result,
                                 const pith_evidence_event *event, weight *out, pith_error *err)
{
    pith_capture capture;
    pith_capture_name name;
    bool impossible;
    const char *fault = pith_capture_fault(event, result, &name, &impossible);
    if (fault) {
        out->state = impossible ? PITH_EVIDENCE_REFUTED : PITH_EVIDENCE_UNCHECKED;
        out->code = impossible ? PITH_ARCHIVE_CLAIM : PITH_OK;
        out->severity = PITH_SEVERITY_ERROR;
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
        out->code = pith_status_exit(status) == PITH_EXIT_NETWORK ? status : PITH_OK;
        out->severity = PITH_SEVERITY_ERROR;
    }
    return PITH_OK;
}

pith_status pith_weigh_captures(pith_arena *arena, const pith_result *result,
                                pith_evidence *evidence, pith_error *err)
{
    weight best;
    return weigh(arena, PITH_EVIDENCE_ARCHIVE, weigh_capture, NULL, 0, result, evidence, &best,
                 err);
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
        [PITH_OTS_FALSE] = PITH_EVIDENCE_REFUTED,
        [PITH_OTS_PENDING] = PITH_EVIDENCE_UNCHECKED,
        [PITH_OTS_UNCHECKED] = PITH_EVIDENCE_LIVE,
        [PITH_OTS_ANCHORED] = PITH_EVIDENCE_CHECKED,
    };
    const pith_ots_subject subject = {result->digest, result->submitted_at, event->created_at};
    pith_ots_report *report = pith_alloc_array(arena, 1, sizeof *report);
    if (!report)
        return pith_fail_memory(err);
    pith_status status =
        pith_anchor_verify(arena, event->object, &subject, how ? how : &none, report, err);
    if (status == PITH_STAMP_SYNTAX || status == PITH_STAMP_DIGEST || status == PITH_TOO_LARGE) {
        snprintf(out->why, sizeof out->why, "what the event holds is no proof: %.160s",
                 err->message);
        return PITH_OK;
    }
    if (status != PITH_OK)
        return status;
    size_t n = 0;
    const pith_finding *worst = obstacle_of(report);
    const char *why = worst ? worst->message.p : "";
    out->state = states[report->verdict];
    if (how && report->verdict == PITH_OTS_UNCHECKED) {
        out->state = PITH_EVIDENCE_UNCHECKED;
        out->code = worst ? worst->code : PITH_OK;
        out->severity = worst ? worst->severity : PITH_SEVERITY_INFO;
        snprintf(out->why, sizeof out->why,
                 "names a Bitcoin block that could not be checked: %.160s", why);
        return PITH_OK;
    }
    pith_join(out->why, sizeof out->why, &n, report->words);
    if (report->verdict == PITH_OTS_FALSE) {
        out->code = worst ? worst->code : PITH_STAMP_BLOCK;
        out->severity = PITH_SEVERITY_ERROR;
        snprintf(out->why + n, sizeof out->why - n, ": %.200s", why);
    }
    if (report->verdict == PITH_OTS_ANCHORED)
        out->proof = report;
    return PITH_OK;
}

pith_status pith_weigh_timestamps(pith_arena *arena, const pith_result *result,
                                  pith_evidence *evidence, pith_error *err)
{
    weight best;
    return weigh(arena, PITH_EVIDENCE_TIMESTAMP, weigh_timestamp, NULL, 0, result, evidence, &best,
                 err);
}

// ---- Once more ------------------------------------------------------------------------

pith_claim pith_evidence_claim(const pith_evidence_row *row, pith_claim said)
{
    return row->state == PITH_EVIDENCE_LIVE || row->state == PITH_EVIDENCE_CHECKED ? PITH_CLAIM_YES
           : row->state == PITH_EVIDENCE_REFUTED                                   ? PITH_CLAIM_NO
                                                                                   : said;
}

// Asks again for a row that has valid events; what kept anybody from an answer becomes a finding.
static pith_status look_again(pith_arena *arena, pith_evidence_kind kind, weigher *one,
                              const void *how, long timeout_ms, pith_result *result,
                              pith_claim said, pith_claim *claim, pith_error *err)
{
    weight best = {.code = PITH_OK};
    if (result->evidence->rows[kind].valid == 0)
        return PITH_OK;
    pith_status status =
        weigh(arena, kind, one, how, timeout_ms, result, result->evidence, &best, err);
    *claim = pith_evidence_claim(&result->evidence->rows[kind], said);
    if (status == PITH_OK && best.code != PITH_OK &&
        !pith_finding_add(arena, &result->findings, &result->exit, best.code, best.severity,
                          best.id, best.why))
        status = pith_fail_memory(err);
    return status;
}

pith_status pith_evidence_check_archive(pith_arena *arena, const pith_archive *archive,
                                        pith_result *result, pith_error *err)
{
    if (!result->evidence)
        return PITH_OK;
    return look_again(arena, PITH_EVIDENCE_ARCHIVE, weigh_capture, archive, archive->timeout_ms,
                      result, result->evidence->said.stored, &result->claims.stored, err);
}

pith_status pith_evidence_check_headers(pith_arena *arena, const pith_headers *headers,
                                        pith_result *result, pith_error *err)
{
    if (!result->evidence)
        return PITH_OK;
    return look_again(arena, PITH_EVIDENCE_TIMESTAMP, weigh_timestamp, headers, headers->timeout_ms,
                      result, result->evidence->said.anchored, &result->claims.anchored, err);
}
