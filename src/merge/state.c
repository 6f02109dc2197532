// SPDX-License-Identifier: MIT
//
// The state and the merged bundle as bytes: members in canonical order, by hand, so that no
// object tree stands between the events and the output.
#include "base/err.h"
#include "base/text.h"
#include "merge/merge.h"
#include "json/canon.h"

static void put_json(pith_buf *out, pith_text text)
{
    // Everything put this way is one plain word of ASCII: kinds, values, ids, times.
    pith_buf_puts(out, "\"");
    pith_buf_add(out, text.p, text.n);
    pith_buf_puts(out, "\"");
}

static void put_id(pith_buf *out, const pith_merged_event *event)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(event->identity, PITH_DIGEST_LEN, hex);
    pith_buf_printf(out, "\"sha256:%s\"", hex);
}

static void put_aliases(pith_buf *out, const pith_merged *m)
{
    pith_buf_puts(out, "\"source_aliases\":[");
    for (size_t i = 0; i < m->alias_count; i++) {
        const pith_merged_alias *alias = &m->aliases[i];
        pith_buf_puts(out, i ? ",{\"alias_kind\":" : "{\"alias_kind\":");
        put_json(out, alias->kind);
        pith_buf_puts(out, ",\"alias_value\":");
        put_json(out, alias->value);
        if (alias->created_at.n) {
            pith_buf_puts(out, ",\"created_at\":");
            put_json(out, alias->created_at);
        }
        pith_buf_puts(out, "}");
    }
    pith_buf_puts(out, "]");
}

// What stands in `current` of an event: all but what the place says already.
static pith_status put_current(pith_buf *out, const pith_merged_event *event, bool with_type,
                               pith_arena *scratch, pith_error *err)
{
    static const char *const skip_type[] = {"event_type", "subject_pith_number", "signature", NULL};
    const pith_clean *clean;
    pith_status status = pith_gate(scratch, event->canonical.p, event->canonical.n, &clean, err);
    if (status == PITH_OK)
        pith_canon_without(clean, 0, with_type ? skip_type + 1 : skip_type, out);
    pith_arena_reset(scratch);
    return status;
}

// The current events of types first..last, under a name.
static pith_status put_list(pith_buf *out, const char *name, const pith_merged *m, int first,
                            int last, pith_arena *scratch, pith_error *err)
{
    const char *comma = "";
    pith_buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; i < m->count; i++) {
        const pith_merged_event *event = &m->events[i];
        if (!event->current || event->type < first || event->type > last)
            continue;
        pith_buf_puts(out, comma);
        pith_status status =
            put_current(out, event, first != PITH_EVENT_GRAPH_SNAPSHOT, scratch, err);
        if (status != PITH_OK)
            return status;
        comma = ",";
    }
    pith_buf_puts(out, "]");
    return PITH_OK;
}

static pith_status put_currents(pith_buf *out, const pith_merged *m, pith_arena *scratch,
                                pith_error *err)
{
    static const struct {
        const char *name;
        int first;
        int last;
    } before[] = {{"anchors", PITH_EVENT_ANCHOR, PITH_EVENT_ANCHOR},
                  {"author_claims", PITH_EVENT_AUTHOR_CLAIM, PITH_EVENT_AUTHOR_CLAIM}},
      after[] = {{"citations", PITH_EVENT_CITATION, PITH_EVENT_CITATION},
                 {"graph_snapshots", PITH_EVENT_GRAPH_SNAPSHOT, PITH_EVENT_GRAPH_SNAPSHOT},
                 {"replications", PITH_EVENT_REPLICATION, PITH_EVENT_FORMAL_BRIDGE}};
    pith_status status = PITH_OK;
    pith_buf_puts(out, "\"current\":{");
    for (size_t i = 0; i < sizeof before / sizeof *before && status == PITH_OK; i++) {
        status = put_list(out, before[i].name, m, before[i].first, before[i].last, scratch, err);
        pith_buf_puts(out, ",");
    }
    pith_buf_puts(out, "\"canonical_record\":");
    pith_buf_add(out, m->record.canonical.p, m->record.canonical.n);
    for (size_t i = 0; i < sizeof after / sizeof *after && status == PITH_OK; i++) {
        pith_buf_puts(out, ",");
        status = put_list(out, after[i].name, m, after[i].first, after[i].last, scratch, err);
    }
    pith_buf_puts(out, ",");
    put_aliases(out, m);
    pith_buf_puts(out, "}");
    return status;
}

// Events of a standing, with the reason for it.
static void put_reasons(pith_buf *out, const char *name, const pith_merged *m,
                        pith_event_standing standing)
{
    const char *comma = "";
    pith_buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; i < m->count; i++) {
        const pith_merged_event *event = &m->events[i];
        if (event->standing != standing)
            continue;
        pith_buf_printf(out, "%s{\"code\":\"%s\",\"event_id\":", comma,
                        pith_status_name((pith_status)event->code));
        put_id(out, event);
        pith_buf_puts(out, "}");
        comma = ",";
    }
    pith_buf_puts(out, "]");
}

// Each group once, at its first member.
static void put_equivocations(pith_buf *out, const pith_merged *m)
{
    const char *comma = "[";
    pith_buf_puts(out, "\"equivocations\":[");
    for (size_t i = 0; i < m->count; i++) {
        if (!m->events[i].leads)
            continue;
        pith_buf_puts(out, comma);
        put_id(out, &m->events[i]);
        for (uint32_t k = m->events[i].next; k; k = m->events[k].next) {
            pith_buf_puts(out, ",");
            put_id(out, &m->events[k]);
        }
        pith_buf_puts(out, "]");
        comma = ",[";
    }
    pith_buf_puts(out, "]");
}

pith_status pith_merged_state(const pith_merged *m, pith_buf *out, pith_error *err)
{
    pith_arena *scratch = pith_arena_new(64 << 20);
    if (!scratch)
        return pith_fail_memory(err);
    pith_buf_puts(out, "{");
    pith_status status = put_currents(out, m, scratch, err);
    pith_buf_printf(out, ",\"equivocation_count\":%zu,", m->equivocations);
    put_equivocations(out, m);
    pith_buf_printf(out, ",\"event_count\":%zu,\"invalid_event_count\":%zu,", m->count, m->invalid);
    put_reasons(out, "invalid_events", m, PITH_EVENT_INVALID);
    pith_buf_printf(out,
                    ",\"merge_version\":\"pith-open-graph-merge-v1\","
                    "\"pith_number\":\"pith:%04d:%s\",\"state_type\":\"pith_open_graph_state\","
                    "\"state_version\":\"1.0\",\"unverified_event_count\":%zu,",
                    m->record.year, m->record.id, m->unverified);
    put_reasons(out, "unverified_events", m, PITH_EVENT_UNVERIFIED);
    pith_buf_printf(out, ",\"valid_event_count\":%zu}\n", m->valid);
    pith_arena_free(scratch);
    if (status == PITH_OK && !pith_buf_ok(out))
        status = pith_fail_memory(err);
    return status;
}

pith_status pith_merged_bundle(const pith_merged *m, pith_buf *out, pith_error *err)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_hex(m->record.digest, PITH_DIGEST_LEN, hex);
    pith_buf_puts(out, "{\"bundle_type\":\"pith_open_graph_bundle\",\"bundle_version\":\"1.0\","
                       "\"canonical_record\":");
    pith_buf_add(out, m->record.canonical.p, m->record.canonical.n);
    pith_buf_printf(out, ",\"canonical_sha256\":\"%s\",\"events\":[", hex);
    for (size_t i = 0; i < m->count; i++) {
        pith_buf_puts(out, i ? "," : "");
        pith_buf_add(out, m->events[i].canonical.p, m->events[i].canonical.n);
    }
    pith_buf_printf(out,
                    "],\"pith_number\":\"pith:%04d:%s\",\"short_pith_number\":\"pith:%.8s\","
                    "\"source\":{\"id\":",
                    m->record.year, m->record.id, m->record.id);
    put_json(out, m->record.source_id);
    pith_buf_puts(out, ",\"kind\":");
    put_json(out, m->record.source_kind);
    pith_buf_printf(out, ",\"version\":%lld},", (long long)m->record.source_version);
    put_aliases(out, m);
    pith_buf_puts(out, "}\n");
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}
