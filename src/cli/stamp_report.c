// SPDX-License-Identifier: MIT
#include "cli/stamp_report.h"

#include "cli/text.h"

enum { SHOWN_ATTESTATIONS = 16 };

// Longer ones, of up to 4096 bytes, are nothing to compare by eye or to ask a calendar about.
enum { SHOWN_BYTES = 64 };

static void put_hex(pith_text bytes, bool turned, pith_buf *out)
{
    if (bytes.n > SHOWN_BYTES)
        return;
    for (size_t i = 0; i < bytes.n; i++)
        pith_buf_printf(out, "%02x", (unsigned char)bytes.p[turned ? bytes.n - 1 - i : i]);
}

// ---- JSON -----------------------------------------------------------------------------

static void json_member(pith_buf *out, const char *name, pith_text value)
{
    pith_buf_printf(out, "\"%s\":", name);
    pith_json_quote(value, out);
}

static void json_attestation(const pith_ots_attestation *a, pith_buf *out)
{
    switch (a->kind) {
    case PITH_OTS_BITCOIN:
        pith_buf_printf(out, "{\"kind\":\"bitcoin\",\"height\":%llu,\"merkle_root\":\"",
                        (unsigned long long)a->height);
        put_hex(a->message, true, out);
        break;
    case PITH_OTS_WAITING:
        pith_buf_puts(out, "{\"kind\":\"pending\",");
        json_member(out, "calendar", a->uri);
        pith_buf_puts(out, ",\"commitment\":\"");
        put_hex(a->message, false, out);
        break;
    default:
        pith_buf_puts(out, "{\"kind\":\"other\",\"tag\":\"");
        put_hex((pith_text){(const char *)a->tag, sizeof a->tag}, false, out);
    }
    pith_buf_puts(out, "\"}");
}

static void put_json(const stamp_said *said, pith_buf *out)
{
    static const char *const with[] = {"null", "\"number\"", "\"record\"", "\"file\""};
    const pith_ots_report *report = said->report;
    pith_buf_puts(out, "{");
    json_member(out, "target", text_of(said->target));
    pith_buf_printf(out, ",\"exit\":%d,", (int)said->exit);
    json_member(out, "proof", text_of(said->path));
    pith_buf_printf(out, ",\"compared\":%s,\"compared_with\":%s,\"algorithm\":\"%s\",\"digest\":\"",
                    said->compared >= STAMP_RECORD ? "true" : "false", with[said->compared],
                    said->info->algorithm);
    put_hex(said->info->digest, false, out);
    pith_buf_puts(out, "\",\"verdict\":");
    if (report)
        pith_buf_printf(out, "\"%s\"", pith_ots_verdict_name(report->verdict));
    else
        pith_buf_puts(out, "null");
    pith_buf_puts(out, ",");
    json_member(out, "words", said->words);
    pith_buf_puts(out, ",");
    json_member(out, "limit", report ? report->limit : (pith_text){"", 0});
    pith_buf_puts(out, ",");
    pith_report_json_block(report, out);
    pith_buf_puts(out, ",\"attestations\":[");
    for (size_t i = 0; i < said->info->count; i++) {
        pith_buf_puts(out, i ? "," : "");
        json_attestation(&said->info->attestations[i], out);
    }
    pith_buf_puts(out, "],\"findings\":[");
    pith_report_json_findings(said->findings, out);
    pith_buf_puts(out, "]}");
}

// ---- Text -----------------------------------------------------------------------------

static void put_name(const char *name, pith_buf *out)
{
    pith_buf_printf(out, "%-11s ", name);
}

static void put_line(const char *name, pith_text value, pith_buf *out)
{
    if (value.n == 0)
        return;
    put_name(name, out);
    pith_terminal_escape(value, out);
    pith_buf_puts(out, "\n");
}

static void put_attestation(const pith_ots_attestation *a, pith_buf *out)
{
    put_name("attested by", out);
    switch (a->kind) {
    case PITH_OTS_BITCOIN:
        pith_buf_printf(out, "Bitcoin block %llu, with the merkle root\n%-12s",
                        (unsigned long long)a->height, "");
        put_hex(a->message, true, out);
        break;
    case PITH_OTS_WAITING:
        pith_terminal_escape(a->uri, out);
        pith_buf_puts(out, " (pending)");
        break;
    default:
        pith_buf_puts(out, "something of kind ");
        put_hex((pith_text){(const char *)a->tag, sizeof a->tag}, false, out);
    }
    pith_buf_puts(out, "\n");
}

static void put_finding(const pith_finding *f, pith_buf *out)
{
    static const char *const severities[] = {"note", "warning", "error"};
    const char *remedy = pith_status_remedy(f->code);
    put_name(severities[f->severity], out);
    pith_terminal_escape(f->where, out);
    pith_buf_puts(out, f->where.n ? ": " : "");
    pith_terminal_escape(f->message, out);
    if (f->severity != PITH_SEVERITY_INFO && *remedy)
        pith_buf_printf(out, "; %s", remedy);
    pith_buf_puts(out, "\n");
}

static void put_text(const stamp_said *said, pith_buf *out)
{
    static const char *const with[] = {"", " (only the 130 bits of the number)",
                                       " (the record's canonical bytes)",
                                       " (the bytes of the file)"};
    const pith_ots_report *report = said->report;
    put_line("proof", text_of(said->path), out);
    if (said->compared) {
        put_name("of", out);
        pith_terminal_escape(text_of(said->target), out);
        pith_buf_printf(out, "%s\n", with[said->compared]);
    } else if (report)
        put_line("of", text_of("a digest alone: no file or record was held against it"), out);
    put_line("digest", text_of(said->info->algorithm), out);
    put_name("", out);
    put_hex(said->info->digest, false, out);
    pith_buf_puts(out, "\n");
    put_line("verdict", said->words, out);
    put_line("calendars", said->calendars, out);
    if (report && report->verdict == PITH_OTS_ANCHORED) {
        pith_buf_printf(out, "%-11s %s UTC, by a clock that may be hours off\n", "existed by",
                        report->day);
        pith_buf_printf(out, "%-11s %llu of the %s network, %s\n", "block",
                        (unsigned long long)report->height, pith_ots_network(report),
                        report->block);
        put_line("but", report->limit, out);
    }
    // A verification has a finding for each, or a block.
    for (size_t i = 0; i < said->info->count && i < SHOWN_ATTESTATIONS && !report; i++)
        put_attestation(&said->info->attestations[i], out);
    if (said->info->count > SHOWN_ATTESTATIONS && !report)
        pith_buf_printf(out, "%-11s and %zu more\n", "", said->info->count - SHOWN_ATTESTATIONS);
    for (const pith_finding *f = said->findings; f; f = f->next)
        put_finding(f, out);
}

void stamp_put(const cli_args *args, const stamp_said *said, pith_buf *out)
{
    if (args->json)
        put_json(said, out);
    else if (!args->quiet || said->exit != PITH_EXIT_OK)
        put_text(said, out);
}
