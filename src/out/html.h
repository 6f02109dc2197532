// SPDX-License-Identifier: MIT
//
// HTML pages: templates from templates/, compiled in, filled with escaped text. All markup is
// in the template; what C code puts in is text.
//
// A template has values, {{name}}, looked up in the scope and then outwards, and sections,
// {{#name}}...{{/name}}, written once for each child scope of that name.
#ifndef PITH_OUT_HTML_H
#define PITH_OUT_HTML_H

#include "merge/merge.h"

// Text that is inert in HTML content and in quoted attributes. Made by pith_html_escape only,
// so a raw pith_text does not compile where a pith_html is wanted.
typedef struct pith_html {
    pith_text inert; // p == NULL: no memory
} pith_html;

// Escapes & < > " ' and shows control and bidi characters as \u{...}.
pith_html pith_html_escape(pith_arena *arena, pith_text text);

typedef struct pith_html_scope pith_html_scope;

// A new scope inside `parent` under `name`; the outermost has neither. NULL: no memory.
pith_html_scope *pith_html_open(pith_arena *arena, pith_html_scope *parent, const char *name);
// Sets a value, escaped. Into a NULL scope or without memory it makes pith_html_fill fail.
void pith_html_text(pith_html_scope *scope, const char *name, pith_text text);

// Appends the template filled from the outermost scope.
pith_status pith_html_fill(const pith_html_scope *scope, pith_text template, pith_buf *out,
                           pith_error *err) PITH_CHECKED;

// The page of one checked record. `base` stands before the paths of links: an URL without a
// slash at its end, or "".
pith_status pith_html_record(pith_arena *arena, const pith_result *result,
                             const pith_merged *merged, const char *base, pith_buf *out,
                             pith_error *err) PITH_CHECKED;

// The files of templates/ as they were when the program was built.
extern const pith_text pith_template_record; // record.html
extern const pith_text pith_template_index;  // index.html
extern const pith_text pith_template_schema; // pith-number-v1.json

#endif
