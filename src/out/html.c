// SPDX-License-Identifier: MIT
#include "out/html.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "out/words.h"
#include "trust/keyring.h"

// ---- Text -----------------------------------------------------------------------------

static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

pith_html pith_html_escape(pith_arena *arena, pith_text text)
{
    pith_buf shown;
    pith_buf out;
    pith_html html = {{NULL, 0}};
    pith_buf_init(&shown, SIZE_MAX);
    pith_buf_init(&out, SIZE_MAX);
    pith_terminal_escape(text, &shown);
    size_t done = 0;
    for (size_t i = 0; i < shown.len; i++) {
        const char *entity = entity_of(shown.data[i]);
        if (!entity)
            continue;
        pith_buf_add(&out, shown.data + done, i - done);
        pith_buf_puts(&out, entity);
        done = i + 1;
    }
    if (shown.len > done)
        pith_buf_add(&out, shown.data + done, shown.len - done);
    if (pith_buf_ok(&shown) && pith_buf_ok(&out))
        html.inert = (pith_text){pith_alloc_copy(arena, out.len ? out.data : "", out.len), out.len};
    pith_buf_free(&shown);
    pith_buf_free(&out);
    return html;
}

// ---- Scopes ---------------------------------------------------------------------------

typedef struct html_value {
    const char *name;
    pith_html value;
    struct html_value *next;
} html_value;

struct pith_html_scope {
    pith_arena *arena;
    const char *name; // in the parent
    pith_html_scope *root;
    const pith_html_scope *parent;
    html_value *values;
    pith_html_scope *first; // children in order
    pith_html_scope *last;
    pith_html_scope *next;
    bool failed; // of the root: something did not get in
};

pith_html_scope *pith_html_open(pith_arena *arena, pith_html_scope *parent, const char *name)
{
    pith_html_scope *scope = pith_alloc_array(arena, 1, sizeof *scope);
    if (!scope) {
        if (parent)
            parent->root->failed = true;
        return NULL;
    }
    scope->arena = arena;
    scope->name = name;
    scope->parent = parent;
    scope->root = parent ? parent->root : scope;
    if (!parent)
        return scope;
    if (parent->last)
        parent->last->next = scope;
    else
        parent->first = scope;
    parent->last = scope;
    return scope;
}

void pith_html_text(pith_html_scope *scope, const char *name, pith_text text)
{
    if (!scope)
        return; // opening it has failed, and the root knows
    const pith_html value = pith_html_escape(scope->arena, text);
    html_value *entry = pith_alloc_array(scope->arena, 1, sizeof *entry);
    if (!entry || !value.inert.p) {
        scope->root->failed = true;
        return;
    }
    *entry = (html_value){name, value, scope->values};
    scope->values = entry;
}

// ---- Templates ------------------------------------------------------------------------

static const html_value *find_value(const pith_html_scope *scope, pith_text name)
{
    for (; scope; scope = scope->parent) {
        for (const html_value *v = scope->values; v; v = v->next) {
            if (pith_text_is(name, v->name))
                return v;
        }
    }
    return NULL;
}

// The next "{{" (or other two characters) at or behind p; end when there is none.
static const char *find_pair(const char *p, const char *end, char c)
{
    for (; end - p >= 2; p++) {
        if (p[0] == c && p[1] == c)
            return p;
    }
    return end;
}

typedef struct html_tag {
    const char *start; // of its "{{"
    const char *end;   // behind its "}}", and for sections behind the end of its line
    char kind;         // '#', '/' or 0
    pith_text name;
} html_tag;

static bool next_tag(const char *p, const char *end, html_tag *tag)
{
    tag->start = find_pair(p, end, '{');
    if (tag->start == end)
        return false;
    const char *name = tag->start + 2;
    const char *close = find_pair(name, end, '}');
    if (close == end)
        return false;
    tag->end = close + 2;
    tag->kind = 0;
    if (*name == '#' || *name == '/') {
        tag->kind = *name++;
        // A tag alone on its line leaves no line; p is behind another tag or at a start.
        if (tag->end < end && *tag->end == '\n' && (tag->start == p || tag->start[-1] == '\n'))
            tag->end++;
    }
    tag->name = (pith_text){name, (size_t)(close - name)};
    return true;
}

static pith_status fill(const pith_html_scope *scope, pith_text text, pith_buf *out,
                        pith_error *err);

// As deep as the sections of the templates, which are ours.
// NOLINTNEXTLINE(misc-no-recursion)
static pith_status fill_section(const pith_html_scope *scope, const html_tag *open, const char *end,
                                const char **behind, pith_buf *out, pith_error *err)
{
    html_tag close;
    const char *p = open->end;
    do {
        if (!next_tag(p, end, &close))
            return pith_fail(err, PITH_INTERNAL, NULL, "a section of a template has no end");
        p = close.end;
    } while (close.kind != '/' || !pith_text_equal(close.name, open->name));
    *behind = close.end;
    pith_status status = PITH_OK;
    const pith_text inner = {open->end, (size_t)(close.start - open->end)};
    for (const pith_html_scope *c = scope->first; c && status == PITH_OK; c = c->next) {
        if (pith_text_is(open->name, c->name))
            status = fill(c, inner, out, err);
    }
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
static pith_status fill(const pith_html_scope *scope, pith_text text, pith_buf *out,
                        pith_error *err)
{
    const char *p = text.p;
    const char *end = text.p + text.n;
    html_tag tag;
    while (next_tag(p, end, &tag)) {
        pith_buf_add(out, p, (size_t)(tag.start - p));
        p = tag.end;
        if (tag.kind == '#') {
            pith_status status = fill_section(scope, &tag, end, &p, out, err);
            if (status != PITH_OK)
                return status;
            continue;
        }
        const html_value *found = find_value(scope, tag.name);
        if (!found || tag.kind)
            return pith_fail(err, PITH_INTERNAL, NULL, "a template names a value nobody set");
        pith_buf_add(out, found->value.inert.p, found->value.inert.n);
    }
    pith_buf_add(out, p, (size_t)(end - p));
    return PITH_OK;
}

pith_status pith_html_fill(const pith_html_scope *scope, pith_text template, pith_buf *out,
                           pith_error *err)
{
    if (!scope || scope->failed)
        return pith_fail_memory(err);
    pith_status status = fill(scope, template, out, err);
    if (status == PITH_OK && !pith_buf_ok(out))
        status = pith_fail_memory(err);
    return status;
}

// ---- The record page ------------------------------------------------------------------

static void set_number(pith_html_scope *page, const pith_result *r, const char *base)
{
    char number[48];
    char hex[2 * PITH_DIGEST_LEN + 1];
    char url[80];
    snprintf(number, sizeof number, "pith:%04d:%s", r->number.year, r->number.id);
    pith_hex(r->digest, sizeof r->digest, hex);
    pith_record_url(r, url, sizeof url);
    pith_html_text(page, "number", pith_text_of(number));
    pith_html_text(page, "id", pith_text_of(r->number.id));
    pith_html_text(page, "short", (pith_text){r->number.id, 8});
    pith_html_text(page, "sha256", pith_text_of(hex));
    pith_html_text(page, "base", pith_text_of(base));
    pith_html_text(page, "registry", pith_text_of(url));
    // A recipe has to name a host; without one of its own the mirror names the registry.
    pith_html_text(page, "host", pith_text_of(*base ? base : "https://pith.science"));
    pith_html_text(page, "canonical", r->canonical);
}

static void set_title(pith_arena *arena, pith_html_scope *page, const pith_result *r)
{
    pith_html_scope *title = pith_html_open(arena, page, r->title.n ? "titled" : "untitled");
    pith_html_text(title, "title", r->title);
}

static void set_verdict(pith_arena *arena, pith_html_scope *page, const pith_result *r)
{
    pith_standing standing = pith_standing_of(r);
    pith_html_text(page, "verdict", pith_text_of(pith_standing_word(standing)));
    pith_html_text(page, "sentence", pith_text_of(pith_standing_sentence(standing)));
    pith_html_text(page, "tone",
                   pith_text_of(standing == PITH_STANDING_VERIFIED ? "good" : "open"));
    for (size_t row = 0; row < PITH_CLAIM_ROWS; row++) {
        char words[40];
        const char *wording = pith_claim_wording(&r->claims, row);
        pith_claim_words(&r->claims, row, words, sizeof words);
        pith_html_scope *badge = pith_html_open(arena, page, "status");
        pith_html_text(badge, "wording", pith_text_of(wording ? wording : words));
    }
}

static void set_receipt(pith_arena *arena, pith_html_scope *page, const pith_result *r)
{
    if (!r->is_signed) {
        pith_html_open(arena, page, "unsigned");
        return;
    }
    char fingerprint[33];
    pith_html_scope *receipt = pith_html_open(arena, page, "receipt");
    pith_key_fingerprint(r->key, fingerprint);
    pith_html_text(receipt, "key", r->key_id);
    pith_html_text(receipt, "fingerprint", pith_text_of(fingerprint));
    pith_html_text(receipt, "signed_at", r->signed_at);
    pith_html_text(receipt, "signature", r->signature_b64);
    pith_html_text(
        receipt, "trusted",
        pith_text_of(r->trusted ? "yes: in the keyring of this mirror" : "no: not for that time"));
}

// The categories stand in the record itself, so they are as good as its hash.
static pith_status set_source(pith_arena *arena, pith_html_scope *page, const pith_result *r,
                              pith_error *err)
{
    const pith_clean *clean;
    pith_view root;
    pith_view metadata;
    pith_view list;
    pith_view item;
    pith_text text = {"", 0};
    char version[24];
    pith_status status = pith_gate(arena, r->canonical.p, r->canonical.n, &clean, err);
    if (status == PITH_OK)
        status = pith_view_open(arena, clean, 0, 0, &root, err);
    if (status == PITH_OK)
        status = pith_need(root, "", "metadata", PITH_JSON_OBJECT, &metadata, err);
    if (status == PITH_OK)
        status = pith_need_string(metadata, "", "primary_cat", &text, err);
    if (status == PITH_OK)
        status = pith_need(metadata, "", "cross_cats_sorted", PITH_JSON_ARRAY, &list, err);
    if (status != PITH_OK)
        return status;
    snprintf(version, sizeof version, "%lld", (long long)r->source_version);
    pith_html_scope *source =
        pith_html_open(arena, page, pith_text_is(r->source_kind, "arxiv") ? "arxiv" : "elsewhere");
    pith_html_text(source, "source_kind", r->source_kind);
    pith_html_text(source, "source_id", r->source_id);
    pith_html_text(source, "source_version", pith_text_of(version));
    pith_html_text(page, "submitted", (pith_text){r->submitted_at.p, 10});
    pith_html_text(page, "primary", text);
    for (bool more = pith_view_first(list, &item); more; more = pith_view_next(&item)) {
        if (pith_view_string(item, &text))
            pith_html_text(pith_html_open(arena, page, "cross"), "category", text);
    }
    return PITH_OK;
}

static void set_events(pith_arena *arena, pith_html_scope *page, const pith_merged *merged)
{
    const struct {
        const char *name;
        size_t count;
    } counts[] = {{"events", merged->count},
                  {"valid", merged->valid},
                  {"unverified", merged->unverified},
                  {"invalid", merged->invalid}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char digits[24];
        snprintf(digits, sizeof digits, "%zu", counts[i].count);
        pith_html_text(page, counts[i].name, pith_text_of(digits));
    }
    for (size_t i = 0; i < merged->alias_count; i++) {
        pith_html_scope *alias = pith_html_open(arena, page, "alias");
        pith_html_text(alias, "kind", merged->aliases[i].kind);
        pith_html_text(alias, "value", merged->aliases[i].value);
    }
}

pith_status pith_html_record(pith_arena *arena, const pith_result *result,
                             const pith_merged *merged, const char *base, pith_buf *out,
                             pith_error *err)
{
    pith_html_scope *page = pith_html_open(arena, NULL, NULL);
    if (!page)
        return pith_fail_memory(err);
    set_number(page, result, base);
    set_title(arena, page, result);
    set_verdict(arena, page, result);
    set_receipt(arena, page, result);
    set_events(arena, page, merged);
    pith_status status = set_source(arena, page, result, err);
    if (status == PITH_OK)
        status = pith_html_fill(page, pith_template_record, out, err);
    return status;
}
