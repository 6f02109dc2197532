// SPDX-License-Identifier: MIT
//
// The results of the `pith-cli/1` schema.
#include "base/text.h"
#include "out/words.h"
#include "json/member.h"

static void put_claims(const pith_claims *claims, pith_buf *out)
{
    static const char *const words[] = {"null", "false", "true"};
    static const char *const references[] = {"null", "\"pending\"", "\"resolved\""};
    pith_buf_printf(out,
                    ",\"statuses\":{\"attested\":%s,\"anchored\":%s,\"stored\":%s,"
                    "\"references\":%s}",
                    words[claims->attested], words[claims->anchored], words[claims->stored],
                    references[claims->references]);
}

void pith_report_json_finding(pith_status code, pith_severity severity, pith_text where,
                              pith_text message, pith_buf *out)
{
    static const char *const severities[] = {"info", "warning", "error"};
    pith_json_member(out, "{", "code", pith_text_of(pith_status_name(code)));
    pith_json_member(out, ",", "severity", pith_text_of(severities[severity]));
    pith_json_member(out, ",", "where", where);
    pith_json_member(out, ",", "message", message);
    pith_json_member(out, ",", "remedy", pith_text_of(pith_status_remedy(code)));
    pith_buf_puts(out, "}");
}

void pith_report_json_findings(const pith_finding *first, pith_buf *out)
{
    for (const pith_finding *f = first; f; f = f->next) {
        pith_report_json_finding(f->code, f->severity, f->where, f->message, out);
        if (f->next)
            pith_buf_puts(out, ",");
    }
}

static void put_findings(const pith_finding *findings, pith_buf *out)
{
    pith_buf_puts(out, ",\"findings\":[");
    pith_report_json_findings(findings, out);
    pith_buf_puts(out, "]");
}

void pith_report_json_block(const pith_ots_report *report, pith_buf *out)
{
    if (!report || report->verdict != PITH_OTS_ANCHORED) {
        pith_buf_puts(out, "\"block\":null");
        return;
    }
    pith_buf_printf(out,
                    "\"block\":{\"height\":%llu,\"hash\":\"%s\",\"time\":%lld,\"day\":\"%s\","
                    "\"work_bits\":%u,\"network\":\"%s\"}",
                    (unsigned long long)report->height, report->block, (long long)report->time,
                    report->day, report->work, pith_ots_network(report));
}

static void put_row(const pith_result *r, pith_evidence_kind kind, pith_buf *out)
{
    pith_evidence_row row;
    pith_evidence_row_of(r, kind, &row);
    pith_buf_printf(out,
                    "\"%s\":{\"state\":\"%s\",\"valid\":%zu,\"withdrawn\":%zu,"
                    "\"unverified\":%zu,\"invalid\":%zu",
                    pith_evidence_name(kind), pith_evidence_word(row.state), row.valid,
                    row.withdrawn, row.unverified, row.invalid);
    pith_json_member(out, ",", "why", pith_text_of(row.why));
    pith_buf_printf(out, ",\"refuted\":%zu", row.refuted);
    if (kind == PITH_EVIDENCE_TIMESTAMP) {
        pith_json_member(out, ",", "limit", row.proof ? row.proof->limit : pith_text_of(""));
        pith_buf_puts(out, ",");
        pith_report_json_block(row.proof, out);
    }
    pith_buf_puts(out, "}");
}

static void put_evidence(const pith_result *r, pith_buf *out)
{
    for (int kind = 0; kind < PITH_EVIDENCE_KINDS; kind++) {
        pith_buf_puts(out, kind ? "," : ",\"evidence\":{");
        put_row(r, (pith_evidence_kind)kind, out);
    }
    pith_buf_puts(out, "}");
}

static void put_result(const pith_result *r, const char *target, pith_buf *out)
{
    char number[48];
    char hex[2 * PITH_DIGEST_LEN + 1];
    snprintf(number, sizeof number, "pith:%04d:%s", r->number.year, r->number.id);
    pith_hex(r->digest, sizeof r->digest, hex);
    pith_json_member(out, "{", "target", pith_text_of(target));
    pith_buf_printf(out, ",\"exit\":%d", (int)r->exit);
    pith_json_member(out, ",", "number", pith_text_of(number));
    pith_json_member(out, ",", "id", pith_text_of(r->number.id));
    pith_json_member(out, ",", "short", (pith_text){r->number.id, 8});
    pith_buf_printf(out, ",\"year\":%d", r->number.year);
    pith_json_member(out, ",", "canonical_sha256", pith_text_of(hex));
    pith_buf_printf(out, ",\"intact\":%s", r->intact ? "true" : "false");
    if (r->is_signed) {
        pith_json_member(out, ",\"signed\":{", "key_id", r->key_id);
        pith_json_member(out, ",", "signed_at", r->signed_at);
        pith_buf_puts(out, "}");
    } else {
        pith_buf_puts(out, ",\"signed\":null");
    }
    pith_buf_printf(out, ",\"trusted\":%s", r->trusted ? "true" : "false");
    pith_json_member(out, ",\"source\":{", "kind", r->source_kind);
    pith_json_member(out, ",", "id", r->source_id);
    pith_buf_printf(out, ",\"version\":%lld}", (long long)r->source_version);
    pith_json_member(out, ",", "submitted_at", r->submitted_at);
    if (r->title.n)
        pith_json_member(out, ",", "title", r->title);
    else
        pith_buf_puts(out, ",\"title\":null");
    put_claims(&r->claims, out);
    pith_buf_printf(out, ",\"events\":{\"valid\":%zu,\"unverified\":%zu,\"invalid\":%zu}",
                    r->valid_events, r->unverified_events, r->invalid_events);
}

void pith_report_json(const pith_result *r, const char *target, pith_buf *out)
{
    put_result(r, target, out);
    if (r->evidence)
        put_evidence(r, out);
    put_findings(r->findings, out);
    pith_buf_puts(out, "}");
}

// The payload is the signer's, canonical JSON already.
static void put_event(const pith_evidence_event *event, pith_buf *out)
{
    pith_json_member(out, "{", "event_id", pith_text_of(event->id));
    pith_json_member(out, ",", "event_type", event->type);
    pith_json_member(out, ",", "standing",
                     pith_text_of(pith_evidence_standing_word(event->standing)));
    if (event->code != PITH_OK)
        pith_json_member(out, ",", "code", pith_text_of(pith_status_name(event->code)));
    if (event->kind != PITH_EVIDENCE_KINDS)
        pith_json_member(out, ",", "row", pith_text_of(pith_evidence_name(event->kind)));
    pith_json_member(out, ",", "created_at", event->created_at);
    pith_json_member(out, ",", "key_id", event->key_id);
    pith_buf_puts(out, ",\"payload\":");
    pith_json_pass(event->body.n ? event->body : pith_text_of("null"), out);
    pith_buf_puts(out, "}");
}

static void put_counts(const pith_evidence *e, pith_buf *out)
{
    const pith_evidence none = {0};
    e = e ? e : &none;
    pith_buf_printf(out, ",\"author_claims\":{\"strong\":%zu,\"weak\":%zu},\"citations\":{",
                    e->strong_claims, e->weak_claims);
    for (int r = 0; r < PITH_RELATIONSHIPS; r++)
        pith_buf_printf(out, "%s\"%s\":%zu", r ? "," : "",
                        pith_relationship_name((pith_relationship)r), e->relationships[r]);
    pith_buf_printf(out,
                    "},\"reports\":{\"replication\":%zu,\"falsification\":%zu,"
                    "\"formal_bridge\":%zu}",
                    e->replications, e->falsifications, e->formal_bridges);
}

void pith_evidence_json(const pith_result *r, const char *target, pith_buf *out)
{
    put_result(r, target, out);
    put_evidence(r, out);
    put_counts(r->evidence, out);
    pith_buf_puts(out, ",\"evidence_events\":[");
    const char *comma = "";
    for (const pith_evidence_event *e = r->events; e; e = e->next) {
        if (pith_text_is(e->type, "record_created"))
            continue; // the record itself, which is no evidence of anything about it
        pith_buf_puts(out, comma);
        put_event(e, out);
        comma = ",";
    }
    pith_buf_puts(out, "]");
    put_findings(r->findings, out);
    pith_buf_puts(out, "}");
}

void pith_report_json_error(const pith_error *err, const char *target, pith_buf *out)
{
    char message[420];
    if (err->has_offset)
        snprintf(message, sizeof message, "%s at byte %zu", err->message, err->offset);
    else
        snprintf(message, sizeof message, "%s", err->message);
    pith_json_member(out, "{", "target", pith_text_of(target));
    pith_buf_printf(out, ",\"exit\":%d,\"findings\":[", (int)pith_status_exit(err->status));
    pith_report_json_finding(err->status, PITH_SEVERITY_ERROR, pith_text_of(err->object),
                             pith_text_of(message), out);
    pith_buf_puts(out, "]}");
}
