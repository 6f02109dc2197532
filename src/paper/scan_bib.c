// SPDX-License-Identifier: MIT
//
// Numbers that come in through the bibliography. biblatex prints the field `pith` of the entries
// that are cited; what a BibTeX style makes of a note is in the .bbl file, which TeX reads.
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"
#include "paper/scan.h"

enum { MAX_CITED = 16384, MAX_BIBLIOGRAPHIES = 64, LONGEST = 4096, LONGEST_NOTE = 256 };

// ---- Class and packages ---------------------------------------------------------------

// Calls use(name) for each name between commas, blanks around it cut off.
static pith_status each_name(pith_scan *s, pith_scan_file *f, pith_text list,
                             pith_status (*use)(pith_scan *s, pith_scan_file *f, pith_text name))
{
    pith_status status = PITH_OK;
    for (size_t at = 0; at < list.n && status == PITH_OK;) {
        const char *comma = memchr(list.p + at, ',', list.n - at);
        size_t end = comma ? (size_t)(comma - list.p) : list.n;
        pith_text name = {list.p + at, end - at};
        while (name.n && pith_tex_is_one_of(name.p[0], " \t\r\n"))
            name = (pith_text){name.p + 1, name.n - 1};
        while (name.n && pith_tex_is_one_of(name.p[name.n - 1], " \t\r\n"))
            name.n--;
        if (name.n)
            status = use(s, f, name);
        at = end + 1;
    }
    return status;
}

static pith_status on_package(pith_scan *s, pith_scan_file *f, pith_text name)
{
    (void)f;
    s->biblatex = s->biblatex || pith_text_is(name, "biblatex");
    return PITH_OK;
}

// \documentclass[main]{subfiles}: this document has the preamble of main.
pith_status pith_scan_class(pith_scan *s, pith_scan_file *f, pith_tex_kind kind)
{
    char options[512];
    size_t n = 0;
    options[0] = '\0';
    if (pith_tex_skip_space(&f->in) && pith_tex_at(&f->in, '[')) {
        if (!pith_tex_argument(&f->in, ']', &s->text))
            return PITH_OK;
        pith_join(options, sizeof options, &n, pith_tex_text_of(&s->text));
    }
    if (!pith_tex_skip_space(&f->in) || !pith_tex_at(&f->in, '{') ||
        !pith_tex_argument(&f->in, '}', &s->text))
        return PITH_OK;
    const pith_text name = pith_tex_text_of(&s->text);
    if (kind == PITH_TEX_PACKAGE)
        return each_name(s, f, name, on_package);
    if (s->depth > 1 || n == 0 || n + 1 == sizeof options || !pith_text_is(name, "subfiles"))
        return PITH_OK;
    return pith_scan_open_preamble(s, (pith_text){options, n});
}

// ---- Bibliographies -------------------------------------------------------------------

static pith_status add_bib(pith_scan *s, pith_scan_file *f, pith_text name)
{
    const char *suffix = name.n > 4 && memcmp(name.p + name.n - 4, ".bib", 4) == 0 ? "" : ".bib";
    bool there = false;
    const pith_text folders[] = {f->imports, {"", 0}};
    if (memchr(name.p, '\0', name.n))
        return PITH_OK;
    for (size_t i = 0; i < 2 && !there; i++)
        there = pith_scan_join(s, folders[i], name, suffix) &&
                pith_path_kind_of(s->path) == PITH_PATH_FILE;
    if (!there)
        return pith_scan_missing(s, f, pith_tex_line(&f->in, f->in.p), name);
    const pith_text path = pith_text_of(s->path);
    if (s->bibliographies.count == MAX_BIBLIOGRAPHIES ||
        pith_name_set_find(&s->bibliographies, path))
        return PITH_OK;
    return pith_name_set_add(&s->bibliographies, path, 0) ? PITH_OK : pith_fail_memory(s->err);
}

pith_status pith_scan_bibliography(pith_scan *s, pith_scan_file *f, pith_tex_kind kind)
{
    if (kind == PITH_TEX_RESOURCE) {
        s->biblatex = true; // its command
        pith_scan_skip_optional(&f->in);
    }
    if (!pith_tex_skip_space(&f->in) || !pith_tex_at(&f->in, '{') ||
        !pith_tex_argument(&f->in, '}', &s->text) || s->text.command || s->text.parameter)
        return PITH_OK;
    const pith_text names = pith_tex_text_of(&s->text);
    pith_status status =
        kind == PITH_TEX_RESOURCE ? add_bib(s, f, names) : each_name(s, f, names, add_bib);
    return status == PITH_OK ? pith_scan_open_bbl(s) : status;
}

// ---- Citations ------------------------------------------------------------------------

static pith_status add_key(pith_scan *s, pith_scan_file *f, pith_text key)
{
    (void)f;
    s->cites_all = s->cites_all || pith_text_is(key, "*");
    if (s->cited.count == MAX_CITED) {
        s->cites_all = true; // too much rather than too little
        return PITH_OK;
    }
    if (pith_name_set_find(&s->cited, key))
        return PITH_OK;
    return pith_name_set_add(&s->cited, key, 0) ? PITH_OK : pith_fail_memory(s->err);
}

static bool names_citation(pith_text command)
{
    for (size_t i = 0; i + 4 <= command.n; i++) {
        if (pith_to_lower(command.p[i]) == 'c' && memcmp(command.p + i + 1, "ite", 3) == 0)
            return true;
    }
    return false;
}

// Looks ahead from the command, without moving on: what stands there may be anything.
pith_status pith_scan_citation(pith_scan *s, pith_scan_file *f, pith_text command)
{
    const char *p = f->in.p;
    const char *end = f->in.end;
    pith_status status = PITH_OK;
    if (!names_citation(command))
        return PITH_OK;
    while (p < end && pith_tex_is_one_of(*p, "* \t\r\n"))
        p++;
    for (int i = 0; i < 64 && status == PITH_OK; i++) { // \textcites[note]{key}[note]{key}
        while (p < end && *p == '[') {
            size_t most = (size_t)(end - p) < LONGEST_NOTE ? (size_t)(end - p) : LONGEST_NOTE;
            const char *close = memchr(p, ']', most);
            if (!close)
                return PITH_OK;
            p = close + 1;
        }
        if (p == end || *p != '{')
            return PITH_OK;
        const char *keys = ++p;
        while (p < end && !pith_tex_is_one_of(*p, "{}\\%#"))
            p++;
        if (p == end || *p != '}' || p - keys > LONGEST)
            return PITH_OK;
        status = each_name(s, f, (pith_text){keys, (size_t)(p - keys)}, add_key);
        p++;
    }
    return status;
}

// ---- Entries --------------------------------------------------------------------------

static pith_status add_entries(pith_scan *s, pith_arena *arena, pith_text path)
{
    pith_references refs;
    pith_status status = pith_references_read(arena, path.p, &refs, s->err);
    if (status != PITH_OK)
        return status;
    for (size_t i = 0; i < refs.count && status == PITH_OK; i++) {
        const pith_reference *r = &refs.items[i];
        if (!r->has_field || (!s->cites_all && !pith_name_set_find(&s->cited, r->key)))
            continue;
        const pith_scan_place at = {path, r->line};
        status = *r->stated.id ? pith_scan_mention(s, &r->stated, at)
                               : pith_scan_refuse(s, PITH_NUMBER_SYNTAX, at,
                                                  "the field pith of this entry is no number");
    }
    return status;
}

pith_status pith_scan_entries(pith_scan *s)
{
    pith_status status = PITH_OK;
    for (size_t i = 0; i < s->bibliographies.count && status == PITH_OK; i++) {
        const pith_text path = s->bibliographies.items[i].key;
        pith_arena *arena = pith_arena_new((size_t)8 * PITH_MAX_BIB);
        if (!arena)
            return pith_fail_memory(s->err);
        status = add_entries(s, arena, path);
        pith_arena_free(arena);
        if (status == PITH_OK)
            status = pith_scan_note_file(s, path);
    }
    return status;
}
