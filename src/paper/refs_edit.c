// SPDX-License-Identifier: MIT
//
// Fields added to a .bib file, and the unified diff that shows them.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

// Bytes that come in before the old byte `at`.
typedef struct insertion {
    size_t at;
    pith_text text;
} insertion;

typedef struct plan {
    pith_text old;
    insertion *items; // by place
    size_t count;
} plan;

// ---- Where and how --------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t line_start(pith_text old, size_t at)
{
    while (at > 0 && old.p[at - 1] != '\n')
        at--;
    return at;
}

// Behind blanks, line ends and comments, as bib.c passes over them between fields.
static size_t skip_blank(pith_text old, size_t at)
{
    bool comment = false;
    for (; at < old.n; at++) {
        char c = old.p[at];
        if (c == '\n' || c == '\r')
            comment = false;
        else if (c == '%')
            comment = true;
        else if (!comment && !is_blank(c))
            break;
    }
    return at;
}

// The end of the line when nothing but blanks and a comment follows there; else `at` itself.
static size_t behind_comment(pith_text old, size_t at)
{
    size_t end = at;
    while (end < old.n && is_blank(old.p[end]))
        end++;
    if (end < old.n && old.p[end] == '%') {
        while (end < old.n && old.p[end] != '\n' && old.p[end] != '\r')
            end++;
    }
    return end < old.n && (old.p[end] == '\n' || old.p[end] == '\r') ? end : at;
}

// What stands around the name and the = of the entry's last field, for the new one to look alike.
typedef struct look {
    pith_text line_end; // empty: the entry is written on one line
    pith_text indent;
    size_t before; // blanks before the =
    size_t after;
    bool quoted;
} look;

static look look_of(pith_text old, const pith_reference *r)
{
    enum { NAME = 4, WIDEST = 40 };
    look l = {0};
    size_t start = r->field;
    while (start > 0 && is_blank(old.p[start - 1]))
        start--;
    bool own_line = start > 0 && old.p[start - 1] == '\n';
    if (own_line) {
        bool crlf = start > 1 && old.p[start - 2] == '\r';
        l.line_end = pith_text_of(crlf ? "\r\n" : "\n");
        l.indent = (pith_text){old.p + start, r->field - start};
    }
    size_t name_end = r->field;
    while (name_end < r->field_end && old.p[name_end] != '=' && !is_blank(old.p[name_end]))
        name_end++;
    size_t equals = name_end;
    while (equals < r->field_end && is_blank(old.p[equals]))
        equals++;
    size_t value = equals + 1;
    while (value < r->field_end && is_blank(old.p[value]))
        value++;
    size_t column = equals - r->field;
    l.before = equals - name_end;
    if (own_line && l.before > 1 && column <= WIDEST) // the signs stand below each other
        l.before = column > NAME ? column - NAME : 1;
    l.before = l.before > WIDEST ? 1 : l.before;
    l.after = value - equals - 1 > WIDEST ? 1 : value - equals - 1;
    l.quoted = value < r->field_end && old.p[value] == '"';
    return l;
}

static void put_spaces(pith_buf *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pith_buf_add(out, " ", 1);
}

static pith_status add(pith_arena *arena, plan *p, size_t at, const char *bytes, size_t n,
                       pith_error *err)
{
    char *copy = bytes ? pith_alloc_copy(arena, bytes, n) : NULL;
    if (!copy)
        return pith_fail_memory(err);
    p->items[p->count++] = (insertion){at, {copy, n}};
    return PITH_OK;
}

static pith_status plan_field(pith_arena *arena, plan *p, const pith_reference *r,
                              const pith_number *number, pith_error *err)
{
    enum { FIELD_MAX = 64 << 10 };
    pith_text old = p->old;
    const look l = look_of(old, r);
    size_t comma = skip_blank(old, r->field_end);
    bool has_comma = comma < old.n && old.p[comma] == ',';
    size_t at = has_comma ? comma + 1 : r->field_end;
    pith_status status = PITH_OK;
    pith_buf text;
    if (!has_comma)
        status = add(arena, p, r->field_end, ",", 1, err);
    if (l.line_end.n)
        at = behind_comment(old, at);
    pith_buf_init(&text, FIELD_MAX);
    if (l.line_end.n) {
        pith_buf_add(&text, l.line_end.p, l.line_end.n);
        pith_buf_add(&text, l.indent.p, l.indent.n);
    } else {
        pith_buf_puts(&text, " ");
    }
    pith_buf_puts(&text, "pith");
    put_spaces(&text, l.before);
    pith_buf_puts(&text, "=");
    put_spaces(&text, l.after);
    pith_buf_puts(&text, l.quoted ? "\"" : "{");
    pith_buf_printf(&text, number->year ? "pith:%04d:" : "pith:", number->year);
    pith_buf_puts(&text, number->id);
    pith_buf_puts(&text, l.quoted ? "\"" : "}");
    if (has_comma)
        pith_buf_puts(&text, ",");
    if (status == PITH_OK)
        status = add(arena, p, at, text.data, text.len, err);
    pith_buf_free(&text);
    return status;
}

static pith_status make_plan(pith_arena *arena, const pith_references *refs,
                             const pith_number *numbers, plan *p, pith_error *err)
{
    *p = (plan){.old = refs->bytes,
                .items = pith_alloc_array(arena, 2 * refs->count, sizeof *p->items)};
    if (!p->items)
        return pith_fail_memory(err);
    pith_status status = PITH_OK;
    for (size_t i = 0; refs->is_bib && i < refs->count && status == PITH_OK; i++) {
        const pith_reference *r = &refs->items[i];
        if (*numbers[i].id && !r->has_field && r->field_end)
            status = plan_field(arena, p, r, &numbers[i], err);
    }
    return status;
}

// ---- The new file ---------------------------------------------------------------------

// Appends old[from..to) with the insertions from *next on that lie there or, at the end of the
// range, before its last line end.
static void put_new(const plan *p, size_t from, size_t to, size_t *next, pith_buf *out)
{
    for (; *next < p->count && p->items[*next].at <= to; ++*next) {
        const insertion *in = &p->items[*next];
        pith_buf_add(out, p->old.p + from, in->at - from);
        pith_buf_add(out, in->text.p, in->text.n);
        from = in->at;
    }
    pith_buf_add(out, p->old.p + from, to - from);
}

pith_status pith_references_edit(pith_arena *arena, const pith_references *references,
                                 const pith_number *numbers, pith_buf *out, pith_error *err)
{
    plan p;
    size_t next = 0;
    pith_status status = make_plan(arena, references, numbers, &p, err);
    if (status != PITH_OK)
        return status;
    put_new(&p, 0, p.old.n, &next, out);
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}

// ---- The diff -------------------------------------------------------------------------

enum { CONTEXT = 3 };

// Behind the end of the line at `at`; the end of the file ends the last one.
static size_t line_behind(pith_text old, size_t at)
{
    const char *end = at < old.n ? memchr(old.p + at, '\n', old.n - at) : NULL;
    return end ? (size_t)(end - old.p) + 1 : old.n;
}

// Lines of text, each with the sign before it; returns their number.
static size_t put_lines(char sign, pith_text text, pith_buf *out)
{
    size_t n = 0;
    for (size_t at = 0; at < text.n; n++) {
        size_t end = line_behind(text, at);
        pith_buf_add(out, &sign, 1);
        pith_buf_add(out, text.p + at, end - at);
        if (text.p[end - 1] != '\n')
            pith_buf_puts(out, "\n\\ No newline at end of file\n");
        at = end;
    }
    return n;
}

typedef struct hunk {
    pith_buf body;
    size_t old_lines;
    size_t new_lines;
} hunk;

static void put_context(hunk *h, pith_text old, size_t from, size_t to)
{
    size_t n = put_lines(' ', (pith_text){old.p + from, to - from}, &h->body);
    h->old_lines += n;
    h->new_lines += n;
}

// The line [from, to) with its insertions.
static void put_change(hunk *h, const plan *p, size_t from, size_t to, size_t *next)
{
    pith_buf now;
    pith_buf_init(&now, SIZE_MAX);
    bool ended = to > from && p->old.p[to - 1] == '\n';
    size_t until = *next;
    while (until < p->count && (p->items[until].at < to || (!ended && p->items[until].at == to)))
        until++;
    const plan part = {.old = p->old, .items = p->items, .count = until};
    put_new(&part, from, to, next, &now);
    const pith_text before = {p->old.p + from, to - from};
    const pith_text after = {now.data, now.len};
    if (!pith_buf_ok(&now)) { // the body fails with it
        pith_buf_free(&h->body);
        h->body.failed = true;
    } else if (ended && after.n > before.n && memcmp(after.p, before.p, before.n) == 0) {
        put_context(h, p->old, from, to);
        h->new_lines +=
            put_lines('+', (pith_text){after.p + before.n, after.n - before.n}, &h->body);
    } else {
        h->old_lines += put_lines('-', before, &h->body);
        h->new_lines += put_lines('+', after, &h->body);
    }
    pith_buf_free(&now);
}

// One hunk, from `start` on; returns where it ends.
static size_t put_hunk(hunk *h, const plan *p, size_t start, size_t *next)
{
    size_t at = start;
    for (;;) {
        size_t line = line_start(p->old, p->items[*next].at);
        put_context(h, p->old, at, line);
        at = line_behind(p->old, line);
        put_change(h, p, line, at, next);
        size_t far = at;
        for (int i = 0; i < 2 * CONTEXT; i++)
            far = line_behind(p->old, far);
        if (*next == p->count || p->items[*next].at >= far)
            break;
    }
    size_t end = at;
    for (int i = 0; i < CONTEXT; i++)
        end = line_behind(p->old, end);
    put_context(h, p->old, at, end);
    return end;
}

pith_status pith_references_diff(pith_arena *arena, const pith_references *references,
                                 const pith_number *numbers, const char *path, pith_buf *out,
                                 pith_error *err)
{
    plan p;
    size_t counted = 0; // lines up to here are in `line`
    size_t line = 1;
    size_t added = 0;
    size_t done = 0;
    pith_status status = make_plan(arena, references, numbers, &p, err);
    if (status != PITH_OK || p.count == 0)
        return status;
    for (int side = 0; side < 2; side++) {
        pith_buf_puts(out, side ? "+++ " : "--- ");
        pith_terminal_escape(pith_text_of(path), out);
        pith_buf_puts(out, "\n");
    }
    for (size_t next = 0; next < p.count && pith_buf_ok(out);) {
        hunk h = {0};
        pith_buf_init(&h.body, SIZE_MAX);
        size_t start = line_start(p.old, p.items[next].at);
        for (int i = 0; i < CONTEXT && start > done; i++)
            start = line_start(p.old, start - 1);
        for (; counted < start; counted++)
            line += p.old.p[counted] == '\n';
        done = put_hunk(&h, &p, start, &next);
        pith_buf_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", line, h.old_lines, line + added,
                        h.new_lines);
        added += h.new_lines - h.old_lines;
        pith_buf_add(out, h.body.data, h.body.len);
        if (!pith_buf_ok(&h.body))
            status = pith_fail_memory(err);
        pith_buf_free(&h.body);
    }
    return status == PITH_OK && !pith_buf_ok(out) ? pith_fail_memory(err) : status;
}
