// SPDX-License-Identifier: MIT
//
// The LaTeX commands that decide what TeX sees, as one table.
#ifndef PITH_PAPER_TEX_COMMANDS_H
#define PITH_PAPER_TEX_COMMANDS_H

#include "pith.h"

typedef enum pith_tex_kind {
    PITH_TEX_OTHER, // any command that is not in the table
    PITH_TEX_NUMBER,
    PITH_TEX_INPUT,          // {file} or a bare name
    PITH_TEX_INCLUDE,        // {file}, always with .tex
    PITH_TEX_FILE,           // [options]{file}
    PITH_TEX_IMPORT,         // *{folder}{file}: the file's own files are looked for there
    PITH_TEX_SUBIMPORT,      // the same, below the folder of the file at hand
    PITH_TEX_SUBFILE,        // {folder/file}: the same
    PITH_TEX_NAMES,          // the next n tokens are named, not executed
    PITH_TEX_EXPANDAFTER,    // the next token is executed, but with an argument not yet there
    PITH_TEX_LET,            // \name = token
    PITH_TEX_NEWIF,          // \ifname becomes a conditional
    PITH_TEX_DEF,            // \name parameters {body}
    PITH_TEX_NEWCOMMAND,     // \name [n][default] {body}
    PITH_TEX_NEWENVIRONMENT, // {name} [n][default] {body} {body}
    PITH_TEX_XPARSE,         // \name {parameters} {body}
    PITH_TEX_XPARSE_ENVIRONMENT,
    PITH_TEX_IF, // a conditional; the next n tokens are named
    PITH_TEX_IFTRUE,
    PITH_TEX_IFFALSE,
    // From here on: does nothing where a definition's body is only stored.
    PITH_TEX_INERT,
    PITH_TEX_UNLESS = PITH_TEX_INERT,
    PITH_TEX_ELSE,
    PITH_TEX_FI,
    PITH_TEX_BEGIN,
    PITH_TEX_END,
    PITH_TEX_ENDINPUT,
    PITH_TEX_VERB,         // the next character is the delimiter
    PITH_TEX_CODE,         // [options], n {groups}, then verbatim text in braces or a delimiter
    PITH_TEX_AT_LETTER,    // n: on or off
    PITH_TEX_EXPL,         // n: on or off
    PITH_TEX_SHORT_VERB,   // n: on or off
    PITH_TEX_NEW_VERBATIM, // {name} becomes a verbatim environment
    PITH_TEX_LISTING,      // [options], n {groups}, {file}: the file is shown, not executed
    PITH_TEX_CLASS,        // [options]{class}
    PITH_TEX_PACKAGE,      // [options]{packages}
    PITH_TEX_BIBLIOGRAPHY, // {files}, without .bib
    PITH_TEX_RESOURCE,     // [options]{file}
} pith_tex_kind;

typedef struct pith_tex_row {
    const char *name;
    pith_tex_kind kind;
    unsigned n;
} pith_tex_row;

// What a command does; the row of PITH_TEX_OTHER for an unknown one.
const pith_tex_row *pith_tex_find(pith_text name);
// Is the body of this environment verbatim, or dropped?
bool pith_tex_is_verbatim(pith_text environment);

#endif
