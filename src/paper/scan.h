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
    pith_tex_lexer in;
    pith_text name;
    pith_text imports; // where it looks first, from the main folder on, with a slash; or empty
    bool preamble;     // read up to \begin{document} only
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
    pith_text main;
    pith_scan_file files[PITH_MAX_TEX_DEPTH];
    size_t depth;
    size_t files_read;
    bool ended;
    bool special[256];
    bool short_verb[256];
    pith_name_set paths;          // value: is a file, and read
    pith_name_set conditionals;   // declared by the paper
    pith_name_set environments;   // verbatim ones declared by the paper
    pith_name_set cited;          // keys
    pith_name_set bibliographies; // paths
    bool cites_all;               // \nocite{*}
    pith_name_set listed;         // files that are opened, but not executed
    bool biblatex;                // it prints the field `pith` of entries
    pith_text fls;                // names of the files TeX has read, when there is a list
    pith_name_set ids;            // value: index in items
    pith_name_set read;           // paths of all files
    pith_mention *items;
    pith_text missing[8];
    size_t missing_count;
    pith_scan_place *years; // where the year of an item was given
    size_t count;
    size_t room;
    // Sees each command that TeX would execute before the scan does. With *taken it has moved on
    // behind all that belongs to the command. NULL: nobody looks.
    pith_status (*visit)(void *visitor, pith_scan_file *f, pith_text command, bool *taken,
                         pith_error *err);
    void *visitor;
    pith_tex_text text;               // the argument at hand
    char path[2 * PITH_TEX_ARGUMENT]; // the path at hand
} pith_scan;

// Reads a paper with a visitor.
pith_status pith_scan_visit(pith_arena *arena, const char *path,
                            pith_status (*visit)(void *visitor, pith_scan_file *f,
                                                 pith_text command, bool *taken, pith_error *err),
                            void *visitor, pith_error *err) PITH_CHECKED;

// Each stands behind its command and moves on behind all that belongs to it.

// ---- scan_number.c

// `start`: the backslash of \pithnumber.
pith_status pith_scan_number(pith_scan *s, pith_scan_file *f, const char *start) PITH_CHECKED;
pith_status pith_scan_mention(pith_scan *s, const pith_number *number,
                              pith_scan_place at) PITH_CHECKED;
pith_status pith_scan_refuse(pith_scan *s, pith_status status, pith_scan_place at,
                             const char *message);

// ---- scan_files.c

pith_status pith_scan_open(pith_scan *s, const char *path) PITH_CHECKED;
void pith_scan_close(pith_scan *s);
pith_status pith_scan_input(pith_scan *s, pith_scan_file *f, pith_tex_kind kind) PITH_CHECKED;
pith_status pith_scan_import(pith_scan *s, pith_scan_file *f, pith_tex_kind kind) PITH_CHECKED;
// A file that is shown or asked for, not executed.
pith_status pith_scan_listing(pith_scan *s, pith_scan_file *f, unsigned groups) PITH_CHECKED;
// Lists a file as read.
pith_status pith_scan_note_file(pith_scan *s, pith_text path) PITH_CHECKED;
// Opens the next file that MAIN.fls names and nothing else has opened; *at starts with 0.
pith_status pith_scan_next_recorded(pith_scan *s, size_t *at, bool *found) PITH_CHECKED;
// Opens MAIN.bbl, if there is one.
pith_status pith_scan_open_bbl(pith_scan *s) PITH_CHECKED;
// The file `preamble` of a subfile's class, read up to its \begin{document}.
pith_status pith_scan_open_preamble(pith_scan *s, pith_text name) PITH_CHECKED;
// Puts folder, dir, name and suffix together in s->path. False: longer than any system takes.
bool pith_scan_join(pith_scan *s, pith_text dir, pith_text name, const char *suffix);
pith_status pith_scan_missing(pith_scan *s, const pith_scan_file *f, size_t line,
                              pith_text name) PITH_CHECKED;

// ---- scan_bib.c

pith_status pith_scan_class(pith_scan *s, pith_scan_file *f, pith_tex_kind kind) PITH_CHECKED;
pith_status pith_scan_bibliography(pith_scan *s, pith_scan_file *f,
                                   pith_tex_kind kind) PITH_CHECKED;
// Any command with `cite` in its name: what it cites.
pith_status pith_scan_citation(pith_scan *s, pith_scan_file *f, pith_text command) PITH_CHECKED;
// The numbers of the cited entries.
pith_status pith_scan_entries(pith_scan *s) PITH_CHECKED;

// ---- scan_macro.c

// The next token, if it is a command or a plain character: it is named, not executed.
pith_text pith_scan_name(pith_tex_lexer *in);
pith_status pith_scan_declare(pith_scan *s, pith_name_set *set, pith_text name) PITH_CHECKED;
void pith_scan_skip_optional(pith_tex_lexer *in);
void pith_scan_skip_braced(pith_tex_lexer *in);
void pith_scan_definition(pith_scan_file *f, pith_tex_kind kind);
// At a closing brace, which may end a definition.
void pith_scan_close_brace(pith_scan_file *f);

bool pith_scan_is_conditional(const pith_scan *s, pith_text name);
// True also for names that the paper does not declare but that look like conditionals.
bool pith_scan_looks_conditional(const pith_scan *s, const pith_tex_lexer *in, pith_text name);
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
