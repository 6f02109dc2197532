// SPDX-License-Identifier: MIT
//
// The state of one scan, shared by the files scan*.c and no others.
#ifndef PITH_PAPER_SCAN_H
#define PITH_PAPER_SCAN_H

#include "base/limits.h"
#include "paper/name_set.h"
#include "paper/tex_commands.h"
#include "paper/tex_lexer.h"

typedef struct pith_scan_file {
    pith_tex in;
    pith_text name;
    pith_arena *arena; // holds the bytes: they are given back when the file is closed
    size_t body;       // braces open in the body of a definition; 0 outside
    bool second_body;  // this body is followed by another one, of \newenvironment
    size_t conditionals;
    uint64_t is_true; // bit i: the conditional i is \iftrue
    bool last_line;   // \endinput: this line is still read
    bool document;    // has a \begin{document}
} pith_scan_file;

typedef struct pith_scan_place {
    pith_text file;
    size_t line;
} pith_scan_place;

typedef struct pith_scan {
    pith_arena *arena;
    pith_error *err;
    pith_text folder; // of the main file, with the slash: where TeX is started
    pith_scan_file files[PITH_MAX_TEX_DEPTH];
    size_t depth;
    size_t files_read;
    bool ended;
    bool special[256];
    bool short_verb[256];
    pith_name_set paths;        // value: is a file, and read
    pith_name_set conditionals; // declared by the paper
    pith_name_set environments; // verbatim ones declared by the paper
    pith_name_set ids;          // value: index in items
    pith_mention *items;
    pith_text missing[8];
    size_t missing_count;
    pith_scan_place *years; // where the year of an item was given
    size_t count;
    size_t room;
    pith_tex_text text;               // the argument at hand
    char path[2 * PITH_TEX_ARGUMENT]; // the path at hand
} pith_scan;

// Each stands behind its command and moves on behind all that belongs to it.

// ---- scan_number.c

// `start`: the backslash of \pithnumber.
pith_status pith_scan_number(pith_scan *s, pith_scan_file *f, const char *start) PITH_CHECKED;

// ---- scan_macro.c

// The next token, if it is a command or a plain character: it is named, not executed.
pith_text pith_scan_name(pith_tex *in);
pith_status pith_scan_declare(pith_scan *s, pith_name_set *set, pith_text name) PITH_CHECKED;
void pith_scan_definition(pith_scan_file *f, pith_tex_kind kind);
// At a closing brace, which may end a definition.
void pith_scan_close_brace(pith_scan_file *f);

bool pith_scan_is_conditional(const pith_scan *s, pith_text name);
// True also for names that the paper does not declare but that look like conditionals.
bool pith_scan_looks_conditional(const pith_scan *s, const pith_tex *in, pith_text name);
void pith_scan_open_conditional(pith_scan_file *f, bool is_true);
void pith_scan_truth(const pith_scan *s, pith_scan_file *f, bool is_true);
void pith_scan_else(const pith_scan *s, pith_scan_file *f);
void pith_scan_unless(const pith_scan *s, pith_scan_file *f);

void pith_scan_code(pith_scan_file *f, const pith_tex_row *row);
void pith_scan_verb(pith_scan_file *f);
void pith_scan_short_verb(pith_scan *s, pith_scan_file *f, bool on);
pith_status pith_scan_new_verbatim(pith_scan *s, pith_scan_file *f) PITH_CHECKED;
void pith_scan_begin(pith_scan *s, pith_scan_file *f);

#endif
