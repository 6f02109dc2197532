// SPDX-License-Identifier: MIT
//
// Templates of badges. A placeholder is {{name}}, name in a-z and `_`; everything else is the
// template's own text and stays as it is. A value goes through the escape of the format, so a
// placeholder is safe in text and in quoted attributes (SVG, HTML), in link texts and link
// targets (Markdown), in arguments (TeX).
#include "out/badge.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "out/html.h"
#include "out/tex.h"

typedef enum value_kind {
    VALUE_OWN,     // words of this project and checked ASCII
    VALUE_FOREIGN, // the title
    VALUE_TARGET,  // an URL or file name
    VALUE_MARKUP   // made here, goes in as it is
} value_kind;

typedef struct value {
    const char *name;
    value_kind kind;
    pith_text text;
} value;

enum { VALUES_MAX = 24 };

typedef struct filling {
    pith_arena *arena;
    pith_badge_format format;
    value values[VALUES_MAX];
    size_t count;
} filling;

// ---- Escapes --------------------------------------------------------------------------

// U+FFFE and U+FFFF, which XML cannot hold and HTML calls an error.
static bool is_noncharacter(const char *p, const char *end)
{
    return end - p >= 3 && memcmp(p, "\xEF\xBF", 2) == 0 && (unsigned char)p[2] >= 0xBE;
}

static pith_status put_xml(pith_arena *arena, pith_text text, pith_buf *out, pith_error *err)
{
    pith_html html = pith_html_escape(arena, text);
    if (!html.inert.p)
        return pith_fail_memory(err);
    const char *end = html.inert.p + html.inert.n;
    for (const char *p = html.inert.p; p < end;) {
        bool bad = is_noncharacter(p, end);
        if (bad)
            pith_buf_puts(out, (unsigned char)p[2] == 0xBE ? "\\u{fffe}" : "\\u{ffff}");
        else
            pith_buf_add(out, p, 1);
        p += bad ? 3 : 1;
    }
    return PITH_OK;
}

// A backslash makes any ASCII punctuation plain (CommonMark 2.4). In our own words only what
// means something within a line gets one, so that the source stays readable.
static void put_markdown(pith_text text, value_kind kind, pith_buf *out)
{
    static const char special[] = "\\`*_[]<>&|~$\"";
    static const char target[] = "\\`*_[]<>&|~$\"()";
    static const char every[] = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    const char *escaped = kind == VALUE_FOREIGN ? every : kind == VALUE_TARGET ? target : special;
    pith_buf shown;
    pith_buf_init(&shown, SIZE_MAX);
    pith_terminal_escape(text, &shown);
    for (size_t i = 0; i < shown.len; i++) {
        char c = shown.data[i];
        if (c == ' ' && kind == VALUE_TARGET) {
            pith_buf_puts(out, "%20");
            continue;
        }
        if (strchr(escaped, c)) // c is not NUL: those are shown as \u{0}
            pith_buf_puts(out, "\\");
        pith_buf_add(out, &c, 1);
    }
    if (!pith_buf_ok(&shown))
        out->failed = true;
    pith_buf_free(&shown);
}

// Targets and words in the alphabet of TeX data, which is inert, and some signs that are so in
// text. Nothing else gets in: TeX has no placeholder for the title.
static pith_status put_tex(pith_text text, value_kind kind, pith_buf *out, pith_error *err)
{
    for (size_t i = 0; i < text.n; i++) {
        pith_tex inert;
        pith_text one = {text.p + i, 1};
        bool fine = pith_tex_word(one, &inert);
        if (kind == VALUE_OWN && memchr(" (),;", *one.p, 5))
            fine = true;
        if (!fine)
            return pith_fail(err, PITH_USAGE, NULL,
                             "in TeX, names and words are of A-Za-z0-9+/=:.-_ only");
        if (kind == VALUE_OWN && *one.p == '_')
            pith_buf_puts(out, "\\");
        pith_buf_add(out, one.p, 1);
    }
    return PITH_OK;
}

static pith_status put_value(const filling *f, const value *v, pith_buf *out, pith_error *err)
{
    if (v->kind == VALUE_MARKUP) {
        pith_buf_add(out, v->text.p, v->text.n);
        return PITH_OK;
    }
    switch (f->format) {
    case PITH_BADGE_MD:
        put_markdown(v->text, v->kind, out);
        return PITH_OK;
    case PITH_BADGE_TEX:
        return put_tex(v->text, v->kind, out, err);
    default:
        return put_xml(f->arena, v->text, out, err);
    }
}

// ---- Filling --------------------------------------------------------------------------

static const value *find_value(const filling *f, pith_text name)
{
    for (size_t i = 0; i < f->count; i++) {
        if (pith_text_is(name, f->values[i].name))
            return &f->values[i];
    }
    return NULL;
}

// The length of the placeholder at p with its braces; 0 when there is none.
static size_t placeholder_at(const char *p, const char *end, pith_text *name)
{
    if (end - p < 5 || p[0] != '{' || p[1] != '{')
        return 0;
    const char *q = p + 2;
    while (q < end && (pith_is_lower(*q) || *q == '_'))
        q++;
    *name = (pith_text){p + 2, (size_t)(q - p) - 2};
    return name->n && end - q >= 2 && q[0] == '}' && q[1] == '}' ? name->n + 4 : 0;
}

static pith_status fill(const filling *f, pith_text template, pith_buf *out, pith_error *err)
{
    const char *end = template.p + template.n;
    size_t line = 1;
    for (const char *p = template.p; p < end;) {
        pith_text name;
        size_t n = placeholder_at(p, end, &name);
        if (!n) {
            line += *p == '\n';
            pith_buf_add(out, p++, 1);
            continue;
        }
        char word[32];
        const value *found = find_value(f, name);
        if (!found) {
            size_t room = 0;
            pith_join(word, sizeof word, &room, name);
            return pith_fail(err, PITH_TEMPLATE, NULL,
                             "line %zu: {{%s}} is no placeholder of this format", line, word);
        }
        pith_status status = put_value(f, found, out, err);
        if (status != PITH_OK)
            return status;
        p += n;
    }
    return PITH_OK;
}

// ---- Values ---------------------------------------------------------------------------

static void set(filling *f, const char *name, value_kind kind, pith_text text)
{
    f->values[f->count++] = (value){name, kind, text};
}

static bool set_made(filling *f, const char *name, value_kind kind, pith_buf *made)
{
    const char *copy = pith_buf_ok(made)
                           ? pith_alloc_copy(f->arena, made->len ? made->data : "", made->len)
                           : NULL;
    if (copy)
        set(f, name, kind, (pith_text){copy, made->len});
    pith_buf_free(made);
    pith_buf_init(made, SIZE_MAX);
    return copy;
}

static void set_facts(filling *f, const pith_badge_facts *facts)
{
    static const char *const claims[] = {"attested", "anchored", "stored", "references"};
    set(f, "number", VALUE_OWN, facts->number);
    set(f, "id", VALUE_OWN, facts->words.id);
    set(f, "short", VALUE_OWN, facts->short_id);
    set(f, "verdict", VALUE_OWN, facts->words.verdict);
    set(f, "sentence", VALUE_OWN, facts->sentence);
    set(f, "source", VALUE_OWN, facts->words.source);
    set(f, "text", VALUE_OWN, facts->text);
    set(f, "url", VALUE_TARGET, pith_text_of(facts->words.url));
    for (size_t i = 0; i < 4; i++)
        set(f, claims[i], VALUE_OWN, facts->words.claims[i].wording);
    if (f->format == PITH_BADGE_TEX)
        return;
    set(f, "title", VALUE_FOREIGN, facts->title);
    set(f, "about", VALUE_FOREIGN, facts->about);
    set(f, "description", VALUE_FOREIGN, facts->description);
}

// A CSS pixel is 3/4 of a point.
static void put_pixels(int32_t length, pith_buf *out)
{
    pith_buf_printf(out, "%d",
                    (int)((length * 4 + 3 * PITH_BADGE_POINT / 2) / 3 / PITH_BADGE_POINT));
}

static bool set_picture(filling *f, const pith_badge_facts *facts, const pith_badge_layout *layout,
                        const pith_badge_options *options)
{
    pith_buf made;
    pith_buf_init(&made, SIZE_MAX);
    bool fine = true;
    if (f->format == PITH_BADGE_HTML) {
        put_pixels(layout->width, &made);
        fine = set_made(f, "width", VALUE_OWN, &made);
        put_pixels(layout->height, &made);
    } else {
        pith_badge_points(layout->width, &made);
        fine = set_made(f, "width", VALUE_OWN, &made);
        pith_badge_points(layout->height, &made);
    }
    fine = fine && set_made(f, "height", VALUE_OWN, &made);
    if (options->image) {
        set(f, "image", VALUE_TARGET, pith_text_of(options->image));
    } else {
        pith_buf_printf(&made, "pith-%.8s.%s", facts->words.id.p,
                        f->format == PITH_BADGE_TEX ? "pdf" : "svg");
        fine = fine && set_made(f, "image", VALUE_TARGET, &made);
    }
    pith_buf_free(&made);
    return fine;
}

static bool set_svg(filling *f, const pith_badge_facts *facts, const pith_badge_layout *layout,
                    pith_badge_theme theme)
{
    pith_buf made;
    pith_buf_init(&made, SIZE_MAX);
    set(f, "key", VALUE_OWN, facts->key);
    pith_buf_printf(&made, "0 0 %d %d", (int)layout->width, (int)layout->height);
    bool fine = set_made(f, "viewbox", VALUE_OWN, &made);
    pith_badge_svg_style(layout, theme, &made);
    fine = fine && set_made(f, "style", VALUE_MARKUP, &made);
    pith_badge_svg_shapes(layout, theme, &made);
    fine = fine && set_made(f, "shapes", VALUE_MARKUP, &made);
    pith_buf_free(&made);
    return fine;
}

// The whole drawing, for HTML to hold.
static pith_status set_inline(filling *f, const pith_badge_facts *facts,
                              const pith_badge_layout *layout, const pith_badge_options *options,
                              pith_error *err)
{
    filling inner = {.arena = f->arena, .format = PITH_BADGE_SVG};
    pith_buf made;
    pith_badge_options bare = *options;
    bare.image = NULL;
    bare.own_template = (pith_text){NULL, 0};
    pith_buf_init(&made, SIZE_MAX);
    set_facts(&inner, facts);
    bool fine =
        set_picture(&inner, facts, layout, &bare) && set_svg(&inner, facts, layout, options->theme);
    pith_status status =
        fine ? fill(&inner, pith_template_badge_svg, &made, err) : pith_fail_memory(err);
    if (status == PITH_OK && made.len && made.data[made.len - 1] == '\n')
        made.len--; // the file ends its last line; here text may follow
    if (status == PITH_OK && !set_made(f, "svg", VALUE_MARKUP, &made))
        status = pith_fail_memory(err);
    pith_buf_free(&made);
    return status;
}

static pith_text template_of(pith_badge_format format, const pith_badge_options *options)
{
    const bool words = options->style == PITH_BADGE_TEXT;
    if (options->own_template.n)
        return options->own_template;
    switch (format) {
    case PITH_BADGE_MD:
        return words ? pith_template_badge_text_md : pith_template_badge_md;
    case PITH_BADGE_TEX:
        return words ? pith_template_badge_text_tex : pith_template_badge_tex;
    case PITH_BADGE_HTML:
        if (words)
            return pith_template_badge_text_html;
        return options->image ? pith_template_badge_image_html : pith_template_badge_html;
    default:
        return pith_template_badge_svg;
    }
}

static bool is_target(const char *image)
{
    const char *end = image + strlen(image);
    for (const char *p = image; p < end;) {
        uint32_t cp;
        size_t n = pith_utf8_next(p, end, &cp);
        if (!n || cp < 0x20 || (cp >= 0x7F && cp < 0xA0))
            return false;
        p += n;
    }
    return end > image;
}

pith_status pith_badge_markup(pith_arena *arena, const pith_badge_facts *facts,
                              const pith_badge_layout *layout, pith_badge_format format,
                              const pith_badge_options *options, pith_buf *out, pith_error *err)
{
    filling f = {.arena = arena, .format = format};
    if (options->image && !is_target(options->image))
        return pith_fail(err, PITH_USAGE, NULL, "the name of the picture is not plain text");
    set_facts(&f, facts);
    if (!set_picture(&f, facts, layout, options))
        return pith_fail_memory(err);
    if (format == PITH_BADGE_SVG && !set_svg(&f, facts, layout, options->theme))
        return pith_fail_memory(err);
    if (format == PITH_BADGE_HTML) {
        pith_status status = set_inline(&f, facts, layout, options, err);
        if (status != PITH_OK)
            return status;
    }
    return fill(&f, template_of(format, options), out, err);
}
