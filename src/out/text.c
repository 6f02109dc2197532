// SPDX-License-Identifier: MIT
//
// The report for a terminal: what is proved, by whom, and what is not.
#include "base/text.h"
#include "out/words.h"
#include "trust/keyring.h"

enum { BOLD, GREEN, YELLOW, RED, PLAIN };
enum { LABELLED = 12 }; // the column behind a label

static const char *const codes[] = {"\033[1m", "\033[32m", "\033[33m", "\033[31m", "\033[0m"};

static void label(pith_buf *out, const char *name)
{
    pith_buf_printf(out, "  %-9s ", name);
}

// Words of ASCII text, broken before column 80; later lines stand under the first.
static void put_wrapped_at(size_t indent, pith_text text, pith_buf *out)
{
    enum { WIDTH = 80 };
    size_t column = indent;
    for (size_t start = 0; start < text.n;) {
        size_t end = start;
        while (end < text.n && text.p[end] != ' ')
            end++;
        if (column > indent && column + 1 + (end - start) > WIDTH) {
            pith_buf_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            pith_buf_puts(out, " ");
            column++;
        }
        pith_terminal_escape((pith_text){text.p + start, end - start}, out);
        column += end - start;
        start = end + 1;
    }
    pith_buf_puts(out, "\n");
}

static void put_wrapped(pith_text text, pith_buf *out)
{
    put_wrapped_at(LABELLED, text, out);
}

static int colour_of(pith_standing standing)
{
    switch (standing) {
    case PITH_STANDING_VERIFIED:
        return GREEN;
    case PITH_STANDING_FAILED:
    case PITH_STANDING_OTHER:
    case PITH_STANDING_RECEIPT:
        return RED;
    case PITH_STANDING_HASH:
    case PITH_STANDING_KEY:
        break;
    }
    return YELLOW;
}

static void put_head(const pith_result *r, bool colour, pith_buf *out)
{
    pith_standing standing = pith_standing_of(r);
    pith_buf_printf(out, "%spith:%04d:%s%s\n", colour ? codes[BOLD] : "", r->number.year,
                    r->number.id, colour ? codes[PLAIN] : "");
    label(out, "verdict");
    pith_buf_printf(out, "%s%s%s", colour ? codes[colour_of(standing)] : "",
                    pith_standing_word(standing), colour ? codes[PLAIN] : "");
    pith_buf_printf(out, ": %s\n", pith_standing_sentence(standing));
}

static void put_receipt(const pith_result *r, pith_buf *out)
{
    label(out, "signed");
    if (!r->is_signed) {
        pith_buf_puts(out, "no");
        if (r->key_id.n) {
            pith_buf_puts(out, "; the receipt names ");
            pith_terminal_escape(r->key_id, out);
        }
        pith_buf_puts(out, "\n");
        return;
    }
    pith_buf_puts(out, "by ");
    pith_terminal_escape(r->key_id, out);
    char fingerprint[33];
    pith_key_fingerprint(r->key, fingerprint);
    pith_buf_printf(out, ", fingerprint %s\n", fingerprint);
    if (r->signed_at.n) { // the signature does not cover it
        label(out, "");
        pith_buf_puts(out, "at ");
        pith_terminal_escape(r->signed_at, out);
        pith_buf_puts(out, ", unsigned claim\n");
    }
}

static void put_claims(const pith_result *r, pith_buf *out)
{
    const char *comma = "";
    for (size_t row = 0; row < PITH_CLAIM_ROWS; row++) {
        const char *wording = pith_claim_wording(&r->claims, row);
        if (!wording || pith_claim_backed(r, row))
            continue;
        if (!*comma)
            label(out, "claimed");
        pith_buf_printf(out, "%s%s", comma, wording);
        comma = ", ";
    }
    if (*comma)
        pith_buf_puts(out, " (unchecked)\n");
}

// What the events give. A kind of which there is none is not worth a line here.
static void put_evidence(const pith_result *r, pith_buf *out)
{
    for (int kind = 0; r->evidence && kind < PITH_EVIDENCE_BUNDLE; kind++) {
        char line[480];
        const pith_evidence_row *row = &r->evidence->rows[kind];
        if (row->valid + row->withdrawn + row->unverified + row->invalid == 0)
            continue;
        snprintf(line, sizeof line, "%s %s: %s", pith_evidence_label((pith_evidence_kind)kind),
                 pith_evidence_word(row->state), row->why);
        label(out, "evidence");
        put_wrapped(pith_text_of(line), out);
    }
}

static void put_events(const pith_result *r, pith_buf *out)
{
    if (r->valid_events + r->unverified_events + r->invalid_events == 0)
        return;
    label(out, "events");
    pith_buf_printf(out, "%zu valid, %zu unverified, %zu invalid\n", r->valid_events,
                    r->unverified_events, r->invalid_events);
}

static void put_findings(const pith_result *r, bool colour, pith_buf *out)
{
    static const char *const severities[] = {"note", "warning", "error"};
    static const int colours[] = {PLAIN, YELLOW, RED};
    for (const pith_finding *f = r->findings; f; f = f->next) {
        if (f->code == PITH_RECEIPT_MISSING && f->severity == PITH_SEVERITY_INFO)
            continue; // the verdict line has said so
        pith_buf_puts(out, colour ? codes[colours[f->severity]] : "");
        label(out, severities[f->severity]);
        pith_buf_puts(out, colour ? codes[PLAIN] : "");
        pith_buf_printf(out, "[%s] ", pith_status_name(f->code));
        pith_terminal_escape(f->where, out);
        pith_buf_puts(out, ":\n");
        label(out, "");
        put_wrapped(f->message, out);
    }
}

void pith_report_text(const pith_result *r, bool colour, pith_buf *out)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    char source[240];
    pith_hex(r->digest, sizeof r->digest, hex);
    pith_source_words(r, source, sizeof source);
    put_head(r, colour, out);
    label(out, "sha256");
    pith_buf_printf(out, "%s\n", hex);
    put_receipt(r, out);
    label(out, "source");
    pith_buf_printf(out, "%s, submitted ", source);
    pith_terminal_escape((pith_text){r->submitted_at.p, 10}, out);
    pith_buf_puts(out, "\n");
    if (r->title.n) {
        label(out, "title");
        put_wrapped(r->title, out);
    }
    put_claims(r, out);
    put_evidence(r, out);
    put_events(r, out);
    put_findings(r, colour, out);
}

// ---- The completeness list ------------------------------------------------------------

static void put_row(const pith_result *r, pith_evidence_kind kind, bool colour, pith_buf *out)
{
    enum { INDENT = 21 };
    static const int colours[] = {[PITH_EVIDENCE_OPEN] = PLAIN,
                                  [PITH_EVIDENCE_LIVE] = PLAIN,
                                  [PITH_EVIDENCE_CHECKED] = GREEN,
                                  [PITH_EVIDENCE_UNCHECKED] = YELLOW,
                                  [PITH_EVIDENCE_REFUTED] = RED};
    pith_evidence_row row;
    pith_evidence_row_of(r, kind, &row);
    pith_buf_printf(out, "  %-18s %s%s%s\n%*s", pith_evidence_label(kind),
                    colour ? codes[colours[row.state]] : "", pith_evidence_word(row.state),
                    colour ? codes[PLAIN] : "", INDENT, "");
    put_wrapped_at(INDENT, pith_text_of(row.why), out);
    if (!row.proof)
        return;
    pith_buf_printf(out,
                    "%*sexisted by %s UTC, by a clock that may be hours off\n"
                    "%*sblock %llu of the %s network, %s\n%*s",
                    INDENT, "", row.proof->day, INDENT, "", (unsigned long long)row.proof->height,
                    pith_ots_network(row.proof), row.proof->block, INDENT, "");
    put_wrapped_at(INDENT, row.proof->limit, out);
}

static void put_event(const pith_evidence_event *event, pith_buf *out)
{
    const pith_text words[] = {event->type, event->word, event->manner, event->object};
    pith_buf_printf(out, "  %-10s", pith_evidence_standing_word(event->standing));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i].n == 0)
            continue;
        pith_buf_puts(out, " ");
        pith_terminal_escape((pith_text){words[i].p, words[i].n < 200 ? words[i].n : 200}, out);
        pith_buf_puts(out, words[i].n > 200 ? "..." : "");
    }
    pith_buf_printf(out, "\n             %s\n", event->id);
    if (event->code != PITH_OK)
        pith_buf_printf(out, "             [%s]\n", pith_status_name(event->code));
    if (event->key_id.n && event->created_at.n) {
        pith_buf_puts(out, "             by ");
        pith_terminal_escape(event->key_id, out);
        pith_buf_puts(out, " at ");
        pith_terminal_escape(event->created_at, out);
        pith_buf_puts(out, "\n");
    }
}

void pith_evidence_text(const pith_result *r, bool events, bool colour, pith_buf *out)
{
    put_head(r, colour, out);
    for (int kind = 0; kind < PITH_EVIDENCE_KINDS; kind++)
        put_row(r, (pith_evidence_kind)kind, colour, out);
    put_findings(r, colour, out);
    if (!events)
        return;
    pith_buf_puts(out, "events\n");
    for (const pith_evidence_event *e = r->events; e; e = e->next)
        put_event(e, out);
}
