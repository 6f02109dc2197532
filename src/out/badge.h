// SPDX-License-Identifier: MIT
//
// Back ends of the badge: each turns the layout of report/badge.h into one format. No clock, no
// locale: the same layout gives the same bytes.
#ifndef PITH_OUT_BADGE_H
#define PITH_OUT_BADGE_H

#include "report/badge.h"

enum { PITH_BADGE_DPI = 192, PITH_BADGE_TEMPLATE_MAX = 256 << 10 };

// What a badge says, as text. All is printable ASCII but the title, which is foreign.
typedef struct pith_badge_facts {
    pith_badge_words words;
    pith_text number;      // "pith:2013:ID"; "pith:ID" when the year is unknown
    pith_text short_id;    // 8 characters
    pith_text sentence;    // what was checked
    pith_text text;        // "Pith Number pith:2013:ID (arXiv:1309.3741v1, verified)"
    pith_text about;       // ": " and the title, or nothing
    pith_text title;       // may be empty
    pith_text description; // sentence, claims, title, address
    pith_text key;         // for the id attributes of one badge: "pith-ID-line"
} pith_badge_facts;

// Drawings, complete files but for badge_markup. The link of the PDF covers the page.
pith_status pith_badge_pdf(const pith_badge_facts *facts, const pith_badge_layout *layout,
                           bool dark, pith_buf *out, pith_error *err) PITH_CHECKED;
pith_status pith_badge_png(pith_arena *arena, const pith_badge_facts *facts,
                           const pith_badge_layout *layout, bool dark, int dpi, pith_buf *out,
                           pith_error *err) PITH_CHECKED;
// SVG, HTML, Markdown, TeX: a template and what its placeholders stand for.
pith_status pith_badge_markup(pith_arena *arena, const pith_badge_facts *facts,
                              const pith_badge_layout *layout, pith_badge_format format,
                              const pith_badge_options *options, pith_buf *out,
                              pith_error *err) PITH_CHECKED;

// The shapes of a badge as SVG elements, and the style sheet for them: nothing unless the theme
// is PITH_BADGE_AUTO.
void pith_badge_svg_shapes(const pith_badge_layout *layout, pith_badge_theme theme, pith_buf *out);
void pith_badge_svg_style(const pith_badge_layout *layout, pith_badge_theme theme, pith_buf *out);
// A length in points: "12.5".
void pith_badge_points(int32_t length, pith_buf *out);

// For pith_libraries.
pith_status pith_badge_pdf_library(char *out, size_t size, pith_error *err) PITH_CHECKED;
pith_status pith_badge_png_library(char *out, size_t size, pith_error *err) PITH_CHECKED;

// The files badge* of templates/ as they were when the program was built.
extern const pith_text pith_template_badge_svg;
extern const pith_text pith_template_badge_html;
extern const pith_text pith_template_badge_image_html;
extern const pith_text pith_template_badge_text_html;
extern const pith_text pith_template_badge_md;
extern const pith_text pith_template_badge_text_md;
extern const pith_text pith_template_badge_tex;
extern const pith_text pith_template_badge_text_tex;

#endif
