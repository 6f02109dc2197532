// SPDX-License-Identifier: MIT
//
// arXiv's rules for the files of an upload. Sources: arXiv's public help pages (submit_tex,
// faq/mistakes, faq/texlive) and its published submission-tools and filemanager:
//   - names have only a-z A-Z 0-9 _ + - . , = ; others are refused or changed, and so is a hyphen
//   in front;
//   - hidden files and folders are deleted at announcement;
//   - a .log .aux .out .blg .dvi .ps .pdf with the stem of a .tex beside it is removed;
//   - .exe is refused, and so is a .pdf that is none;
//   - anc/ is away while TeX runs, and TeX starts in the top folder;
//   - what literal parsing of .tex .sty .ltx .pdf_tex .pdf_t does not reach is offered for
//   deletion;
//   - EPS figures alone mean latex, any other kind pdflatex, both xelatex; LuaLaTeX is not offered.
#include "base/limits.h"
#include "base/text.h"
#include "paper/upload.h"

static const char *const parsed[] = {".tex", ".sty", ".ltx", ".pdf_tex", ".pdf_t", ".cls", NULL};
static const char *const vector_ps[] = {".eps", ".ps", NULL};
static const char *const other_figures[] = {".pdf", ".png", ".jpg", ".jpeg", NULL};

// The .tex file beside it that has its stem, or NULL.
static const pith_upload_file *rival_of(const pith_upload *upload, const pith_upload_file *file)
{
    static const char *const taken[] = {".log", ".aux", ".out", ".blg",
                                        ".dvi", ".ps",  ".pdf", NULL};
    pith_text suffix = pith_upload_suffix(file->name);
    size_t stem = file->name.n - suffix.n;
    if (!pith_upload_is_one_of(suffix, taken))
        return NULL;
    for (size_t i = 0; i < upload->count; i++) {
        const pith_upload_file *other = &upload->files[i];
        if (other->used && other->name.n == stem + 4 &&
            memcmp(other->name.p, file->name.p, stem) == 0 &&
            memcmp(other->name.p + stem, ".tex", 4) == 0)
            return other;
    }
    return NULL;
}

// Whether a source that arXiv parses has these bytes.
static bool any_source_has(const pith_upload *upload, const pith_upload_file *but, pith_text word)
{
    for (size_t i = 0; i < upload->count; i++) {
        const pith_upload_file *source = &upload->files[i];
        if (source != but && source->used &&
            pith_upload_is_one_of(pith_upload_suffix(source->name), parsed) &&
            pith_text_contains(source->bytes, word))
            return true;
    }
    return false;
}

// The name as a source would give it: without its extension, and without its folder where
// something else says that.
static bool is_mentioned(const pith_upload *upload, const pith_upload_file *file)
{
    const pith_text base = pith_upload_base(file->name);
    const size_t end = pith_upload_suffix(base).n;
    if (any_source_has(upload, file, (pith_text){file->name.p, file->name.n - end}))
        return true;
    return base.n < file->name.n &&
           (any_source_has(upload, NULL, pith_text_of("\\graphicspath")) ||
            any_source_has(upload, NULL, pith_text_of("import{")) ||
            any_source_has(upload, NULL, pith_text_of("\\subfile"))) &&
           any_source_has(upload, file, (pith_text){base.p, base.n - end});
}

// Files that are part of an upload without being named.
static bool needs_no_mention(const pith_upload *upload, pith_text name)
{
    return pith_text_is(name, upload->main) || pith_text_starts(name, "00README") ||
           pith_text_starts(name, "anc/") || pith_text_is(pith_upload_suffix(name), ".bbl");
}

static pith_status check_file(pith_arena *arena, pith_upload *upload, pith_upload_file *file,
                              pith_error *err)
{
    const pith_text suffix = pith_upload_suffix(file->name);
    const pith_upload_file *rival = rival_of(upload, file);
    pith_status status = PITH_OK;
    if (pith_text_starts(pith_upload_base(file->name), "-"))
        status = pith_upload_note(arena, upload, PITH_UPLOAD_NAME, PITH_SEVERITY_ERROR, file->name,
                                  err, "arXiv changes a name that starts with a hyphen");
    if (status == PITH_OK && !pith_text_is_plain(file->name, "_+-.,=/"))
        status = pith_upload_note(arena, upload, PITH_UPLOAD_NAME, PITH_SEVERITY_ERROR, file->name,
                                  err, "arXiv takes only letters, digits and _ + - . , = in names");
    if (status == PITH_OK && rival)
        status =
            pith_upload_note(arena, upload, PITH_UPLOAD_CONFLICT, PITH_SEVERITY_ERROR, file->name,
                             err, "arXiv removes it, because of %s", rival->name.p);
    if (status == PITH_OK && pith_text_is(suffix, ".exe"))
        status = pith_upload_note(arena, upload, PITH_UPLOAD_KIND, PITH_SEVERITY_ERROR, file->name,
                                  err, "arXiv takes no programs");
    if (status == PITH_OK && pith_text_is(suffix, ".pdf") &&
        !pith_text_starts(file->bytes, "%PDF-"))
        status = pith_upload_note(arena, upload, PITH_UPLOAD_KIND, PITH_SEVERITY_ERROR, file->name,
                                  err, "is no PDF, and arXiv refuses such files");
    file->mentioned = needs_no_mention(upload, file->name) || is_mentioned(upload, file);
    if (status == PITH_OK && upload->use_known && !file->mentioned)
        status = pith_upload_note(arena, upload, PITH_UPLOAD_UNUSED, PITH_SEVERITY_WARNING,
                                  file->name, err,
                                  "arXiv will not see that it is used: keep it when it offers to "
                                  "delete it");
    return status;
}

// Whether another kind of this figure is there, which the name without extension then means.
static bool has_sibling(const pith_upload *upload, const pith_upload_file *figure)
{
    const size_t stem = figure->name.n - pith_upload_suffix(figure->name).n;
    for (size_t i = 0; i < upload->count; i++) {
        const pith_upload_file *other = &upload->files[i];
        const pith_text suffix = pith_upload_suffix(other->name);
        if (other->used && other->name.n - suffix.n == stem &&
            memcmp(other->name.p, figure->name.p, stem) == 0 &&
            pith_upload_is_one_of(suffix, other_figures) &&
            !any_source_has(upload, NULL, figure->name))
            return true;
    }
    return false;
}

// arXiv sees the figures that the sources name.
static bool has_figures(const pith_upload *upload, const char *const *suffixes)
{
    for (size_t i = 0; i < upload->count; i++) {
        const pith_upload_file *file = &upload->files[i];
        if (file->used && !pith_text_starts(file->name, "anc/") &&
            pith_upload_is_one_of(pith_upload_suffix(file->name), suffixes) &&
            is_mentioned(upload, file) && !(suffixes == vector_ps && has_sibling(upload, file)))
            return true;
    }
    return false;
}

// The compiler that 00README names, as `compiler: NAME`, or an empty text.
static pith_text named_compiler(const pith_upload *upload)
{
    static const char mark[] = "compiler:";
    for (size_t i = 0; i < upload->count; i++) {
        const pith_text text = upload->files[i].bytes;
        if (!pith_text_starts(upload->files[i].name, "00README"))
            continue;
        for (size_t at = 0; at + sizeof mark < text.n; at++) {
            if (memcmp(text.p + at, mark, sizeof mark - 1) != 0)
                continue;
            at += sizeof mark - 1;
            while (at < text.n && strchr(" \t\"'", text.p[at]))
                at++;
            pith_text name = {text.p + at, 0};
            while (at + name.n < text.n && (pith_is_lower(name.p[name.n]) || name.p[name.n] == '_'))
                name.n++;
            return name;
        }
    }
    return (pith_text){"", 0};
}

const char *pith_upload_engine(const pith_upload *upload)
{
    static const char *const engines[] = {"pdflatex", "latex", "xelatex"};
    static const char *const unicode[] = {"{fontspec}", "{unicode-math}", "{polyglossia}"};
    const pith_text named = named_compiler(upload);
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        if (pith_text_is(named, engines[i]))
            return engines[i];
    }
    const pith_upload_file *main = pith_upload_find(upload, upload->main);
    for (size_t i = 0; main && i < sizeof unicode / sizeof *unicode; i++) {
        if (pith_text_contains(main->bytes, pith_text_of(unicode[i])))
            return "xelatex";
    }
    if (!has_figures(upload, vector_ps))
        return "pdflatex";
    return has_figures(upload, other_figures) ? "xelatex" : "latex";
}

pith_status pith_upload_check(pith_arena *arena, pith_upload *upload, pith_error *err)
{
    pith_status status = PITH_OK;
    size_t total = 0;
    for (size_t i = 0; i < upload->count; i++)
        total += upload->files[i].used ? upload->files[i].bytes.n : 0;
    if (total > PITH_MAX_UPLOAD)
        status = pith_upload_note(arena, upload, PITH_UPLOAD_KIND, PITH_SEVERITY_ERROR,
                                  pith_text_of(upload->main), err,
                                  "its files have %zu MB in all, and arXiv takes 50", total >> 20);
    for (size_t i = 0; i < upload->count && status == PITH_OK; i++) {
        if (upload->files[i].used)
            status = check_file(arena, upload, &upload->files[i], err);
        else
            status = pith_upload_note(arena, upload, PITH_UPLOAD_UNUSED, PITH_SEVERITY_INFO,
                                      upload->files[i].name, err, "is not used, so it is left out");
    }
    if (status == PITH_OK && pith_text_is(named_compiler(upload), "lualatex"))
        status = pith_upload_note(arena, upload, PITH_UPLOAD_COMPILER, PITH_SEVERITY_ERROR,
                                  pith_text_of("00README"), err,
                                  "names lualatex, which arXiv does not offer");
    if (status == PITH_OK && has_figures(upload, vector_ps) && has_figures(upload, other_figures) &&
        named_compiler(upload).n == 0)
        status = pith_upload_note(arena, upload, PITH_UPLOAD_ENGINE, PITH_SEVERITY_WARNING,
                                  pith_text_of(upload->main), err,
                                  "EPS figures beside others make arXiv take xelatex");
    return status;
}
