// SPDX-License-Identifier: MIT
//
// Title and abstract of a paper, from its source: where they are, and what they are as arXiv's
// metadata has them.
#ifndef PITH_PAPER_FRONT_H
#define PITH_PAPER_FRONT_H

#include "paper/name_set.h"
#include "pith.h"

// What stays as it is typed. The form of arXiv's metadata (its help on "Metadata for required and
// optional fields") has none of it, but authors paste what they have: each is tried in turn.
enum {
    PITH_FORM_FONTS = 1,     // \emph{...}, {\bf ...}, and all braces
    PITH_FORM_CITATIONS = 2, // \cite{...}
    PITH_FORM_ESCAPES = 4,   // \& \% ~ \\ \, and what stands for a character: \LaTeX, \dots
    PITH_FORM_MACROS = 8,    // the paper's own commands
    PITH_FORM_LETTERS = 16,  // letters beyond ASCII, which arXiv wants as TeX accents
    PITH_FORMS = 32
};

typedef struct pith_tex_macro {
    pith_text name;
    pith_text body;
    pith_text first;     // what the optional argument is by default
    unsigned parameters; // with that one
    bool optional;
    bool opaque; // it cannot be told what it stands for
} pith_tex_macro;

// What to know of a text besides the text; "": nothing.
typedef struct pith_form_notes {
    char unknown[40]; // the first command that was not understood and so stands as it is typed
    char own[40];     // the first of the paper's own that gave way to what it stands for
} pith_form_notes;

typedef struct pith_front {
    pith_arena *arena;
    pith_text folder; // of the main file, with a slash; or empty
    pith_text titles[8];
    size_t title_count; // those in conditionals too
    pith_text subtitle;
    pith_text abstracts[8];
    size_t abstract_count;
    bool conditional_title;
    bool conditional_abstract;
    bool latin1;          // the encoding that the paper declares
    size_t packages_read; // its own
    pith_tex_macro *macros;
    size_t macro_count;
    size_t macro_room;
    pith_name_set macro_names; // value: index
} pith_front;

// Reads the paper. Nothing found is no error.
pith_status pith_front_read(pith_arena *arena, const char *path, pith_front *out,
                            pith_error *err) PITH_CHECKED;

// TeX source in a form.
pith_status pith_front_form(const pith_front *front, pith_text source, unsigned form,
                            pith_text *out, pith_form_notes *notes, pith_error *err) PITH_CHECKED;

// The titles (with the subtitle) or abstracts in a form, as far as they differ: those that TeX may
// print. Of titles outside conditionals that is the last one; abstracts are printed where they
// stand. *several: the paper has more wordings than one.
enum { PITH_WORDINGS = 8 };
typedef struct pith_wordings {
    pith_text texts[PITH_WORDINGS];
    pith_form_notes notes[PITH_WORDINGS];
    size_t count;
    bool several;
} pith_wordings;
pith_status pith_front_wordings(const pith_front *front, bool abstract, unsigned form,
                                pith_wordings *out, pith_error *err) PITH_CHECKED;

// Whether the paper states one at all, whatever can be told of it.
bool pith_front_has(const pith_front *front, bool abstract);

// ---- accents.c

// Appends a letter beyond ASCII as TeX: \'e, \v{s}, {\o}, ---. False: TeX has no usual way.
bool pith_accent_put(pith_text letter, pith_buf *out);
// Appends text with the TeX accents in it as letters. False: no memory.
bool pith_accent_decode(pith_text text, pith_buf *out);

#endif
