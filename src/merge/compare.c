// SPDX-License-Identifier: MIT
//
// Where two states differ, path by path.
#include "base/err.h"
#include "base/text.h"
#include "json/canon.h"

typedef struct compare {
    const pith_clean *ours;
    const pith_clean *theirs;
    pith_buf *out;
    pith_buf path; // of the values being compared
    size_t count;
    size_t firm;
} compare;

// Members of a state, or of its `current`, that only this project writes (RULES.md section 4).
static bool is_ours_only(const compare *c, size_t path_len, uint32_t name)
{
    static const char *const names[] = {"anchors",
                                        "author_claims",
                                        "citations",
                                        "equivocations",
                                        "invalid_events",
                                        "replications",
                                        "unverified_event_count",
                                        "unverified_events"};
    if (path_len > 0 && !(path_len == 7 && memcmp(c->path.data, "current", 7) == 0))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (pith_token_is(c->ours, name, names[i]))
            return true;
    }
    return false;
}

static void report(compare *c, const char *what)
{
    pith_terminal_escape((pith_text){c->path.data, c->path.len}, c->out);
    pith_buf_printf(c->out, "%s: %s\n", c->path.len ? "" : "document", what);
    c->count++;
    static const char *const of_record[] = {"pith_number",
                                            "state_type",
                                            "state_version",
                                            "merge_version",
                                            "current.canonical_record",
                                            "current.source_aliases"};
    pith_text path = {c->path.data, c->path.len};
    for (size_t i = 0; i < sizeof of_record / sizeof *of_record; i++)
        c->firm += pith_text_starts(path, of_record[i]);
    c->firm += path.n == 0; // not even an object
}

static size_t enter_name(compare *c, const pith_clean *clean, uint32_t name)
{
    size_t before = c->path.len;
    const pith_token *t = &clean->tokens[name];
    if (before)
        pith_buf_puts(&c->path, ".");
    pith_buf_add(&c->path, clean->bytes + t->start + 1, t->end - t->start - 2);
    return before;
}

static void leave(compare *c, size_t before)
{
    if (pith_buf_ok(&c->path))
        c->path.len = before;
}

static int compare_name(const compare *c, uint32_t a, uint32_t b)
{
    char *x = malloc(c->ours->tokens[a].end - c->ours->tokens[a].start);
    char *y = malloc(c->theirs->tokens[b].end - c->theirs->tokens[b].start);
    int order = 0;
    if (x && y)
        order = pith_text_compare((pith_text){x, pith_token_decode(c->ours, a, x)},
                                  (pith_text){y, pith_token_decode(c->theirs, b, y)});
    else
        c->out->failed = true;
    free(x);
    free(y);
    return order;
}

static bool same_canonical(compare *c, uint32_t a, uint32_t b)
{
    pith_buf x;
    pith_buf y;
    pith_buf_init(&x, SIZE_MAX);
    pith_buf_init(&y, SIZE_MAX);
    pith_canon(c->ours, a, &x);
    pith_canon(c->theirs, b, &y);
    if (!pith_buf_ok(&x) || !pith_buf_ok(&y))
        c->out->failed = true;
    bool same = pith_text_equal((pith_text){x.data, x.len}, (pith_text){y.data, y.len});
    pith_buf_free(&x);
    pith_buf_free(&y);
    return same;
}

static void compare_values(compare *c, uint32_t a, uint32_t b);

// Walks both lists of sorted names like a merge. Depth is bounded by the gate.
// NOLINTNEXTLINE(misc-no-recursion)
static void compare_objects(compare *c, uint32_t a, uint32_t b)
{
    const pith_token *x = &c->ours->tokens[a];
    const pith_token *y = &c->theirs->tokens[b];
    uint32_t i = 0;
    uint32_t j = 0;
    while (i < x->count || j < y->count) {
        uint32_t name = i < x->count ? c->ours->order[x->order + i] : 0;
        uint32_t other = j < y->count ? c->theirs->order[y->order + j] : 0;
        int order = !name ? 1 : !other ? -1 : compare_name(c, name, other);
        size_t before = order <= 0 ? enter_name(c, c->ours, name) : enter_name(c, c->theirs, other);
        if (order < 0 && !is_ours_only(c, before, name))
            report(c, "is missing in the document compared with");
        else if (order > 0)
            report(c, "is not in the computed state");
        else if (order == 0)
            compare_values(c, name + 1, other + 1);
        leave(c, before);
        i += order <= 0;
        j += order >= 0;
        if (c->out->failed)
            return;
    }
}

// NOLINTNEXTLINE(misc-no-recursion)
static void compare_arrays(compare *c, uint32_t a, uint32_t b)
{
    uint32_t x = a + 1;
    uint32_t y = b + 1;
    uint32_t n = c->ours->tokens[a].count;
    uint32_t m = c->theirs->tokens[b].count;
    if (n != m) {
        char what[80];
        snprintf(what, sizeof what, "has %u items, %u computed", m, n);
        report(c, what);
        return;
    }
    for (uint32_t i = 0; i < n && !c->out->failed; i++) {
        size_t before = c->path.len;
        pith_buf_printf(&c->path, "[%u]", i);
        compare_values(c, x, y);
        leave(c, before);
        x = c->ours->tokens[x].next;
        y = c->theirs->tokens[y].next;
    }
}

// NOLINTNEXTLINE(misc-no-recursion)
static void compare_values(compare *c, uint32_t a, uint32_t b)
{
    pith_json_kind kind = (pith_json_kind)c->ours->tokens[a].kind;
    if (kind != (pith_json_kind)c->theirs->tokens[b].kind)
        report(c, "is of another kind");
    else if (kind == PITH_JSON_OBJECT)
        compare_objects(c, a, b);
    else if (kind == PITH_JSON_ARRAY)
        compare_arrays(c, a, b);
    else if (!same_canonical(c, a, b))
        report(c, "differs");
}

pith_status pith_state_compare(pith_arena *arena, pith_text ours, pith_text theirs,
                               pith_buf *differences, size_t *count, size_t *firm, pith_error *err)
{
    compare c = {.out = differences};
    pith_status status = pith_gate(arena, ours.p, ours.n, &c.ours, err);
    if (status == PITH_OK)
        status = pith_gate(arena, theirs.p, theirs.n, &c.theirs, err);
    if (status != PITH_OK)
        return status;
    pith_buf_init(&c.path, 1 << 20);
    compare_values(&c, 0, 0);
    bool good = pith_buf_ok(&c.path) && pith_buf_ok(differences);
    pith_buf_free(&c.path);
    *count = c.count;
    *firm = c.firm;
    return good ? PITH_OK : pith_fail_memory(err);
}
