// SPDX-License-Identifier: MIT
//
// pith-docs, a program of the build: the manual pages and the completions of shells, made from the
// tables that the program parses with. Nothing about a command is written here a second time.
#ifndef PITH_CLI_DOCS_DOCS_H
#define PITH_CLI_DOCS_DOCS_H

#include "cli/commands.h"

// What a placeholder stands for: the value of an option ("FILE", "light|dark|auto"), or what
// follows a command ("[options] FILE.tex|DIR..."). An alternative is a file after FILE, PATH, DIR,
// TARGET and DOCUMENT, and where it ends like a file's name (KEYRING.json); a word to be typed in
// small letters, or a single one among others; and else known to the user alone.
typedef struct docs_meaning {
    pith_buf words;    // with spaces between
    pith_buf suffixes; // of files, such as "tex bib", when only such are meant
    bool files;
} docs_meaning;

docs_meaning docs_meaning_of(const char *placeholder);
void docs_meaning_free(docs_meaning *meaning);

// mdoc(7). The date is that of the release, YYYY-MM-DD.
void docs_man_overview(const char *date, pith_buf *out);
void docs_man(const cli_command *command, const char *date, pith_buf *out);

void docs_bash(pith_buf *out);
void docs_zsh(pith_buf *out);
void docs_fish(pith_buf *out);

#endif
