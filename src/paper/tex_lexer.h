// SPDX-License-Identifier: MIT
//
// LaTeX source as TeX's eyes see it: comments, commands, arguments, verbatim text. Knows
// bytes only, no file and no meaning. Sources: The TeXbook chapters 7-8; tex.web 343-356.
//
// Every function only moves forward and eats what it has looked at, also on bad input:
// that keeps a whole scan linear, whatever the bytes are.
#ifndef PITH_PAPER_TEX_LEXER_H
#define PITH_PAPER_TEX_LEXER_H

#include "pith.h"

#include <string.h>

// A place in one file.
typedef struct pith_tex_lexer {
    const char *begin;
    const char *p;
    const char *end;
    const char *counted; // line ends up to here are in `line`
    size_t line;
    bool at_letter; // after \makeatletter
    bool expl;      // after \ExplSyntaxOn: _ and : are letters too
} pith_tex_lexer;

enum { PITH_TEX_ARGUMENT = 4096 };

// The text of an argument: comments gone, runs of white space one blank, none at the ends.
typedef struct pith_tex_text {
    size_t n;       // true length; what is beyond PITH_TEX_ARGUMENT is counted but not kept
    bool parameter; // holds a #: the argument of another macro goes here
    bool command;   // holds a backslash
    char bytes[PITH_TEX_ARGUMENT];
} pith_tex_text;

static inline pith_text pith_tex_text_of(const pith_tex_text *text)
{
    return (pith_text){text->bytes, text->n < PITH_TEX_ARGUMENT ? text->n : PITH_TEX_ARGUMENT};
}

void pith_tex_start(pith_tex_lexer *in, pith_text file);

// The line of a place, from 1. Places must be asked for in their order.
size_t pith_tex_line(pith_tex_lexer *in, const char *at);

static inline bool pith_tex_is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}
static inline bool pith_tex_at(const pith_tex_lexer *in, char c)
{
    return in->p < in->end && *in->p == c;
}
// Behind this very character, or nothing done.
bool pith_tex_take(pith_tex_lexer *in, char c);

// At a %: behind the end of its line.
void pith_tex_skip_comment(pith_tex_lexer *in);
void pith_tex_skip_line(pith_tex_lexer *in); // to the end of the line, not behind it
// What TeX ignores behind a control word: blanks, comments, one line end. False at the end
// of the file or at an empty line, which is \par.
bool pith_tex_skip_space(pith_tex_lexer *in);

// At a backslash: behind the command, and its name (empty at the end of the file).
pith_text pith_tex_command(pith_tex_lexer *in);
// Behind the next command, no matter what stands before it; false when there is none.
bool pith_tex_next_command(pith_tex_lexer *in, pith_text *name);

// At an opening bracket: behind the `close` that belongs to it. False: there is none before
// the end of the paragraph or file.
bool pith_tex_skip_group(pith_tex_lexer *in, char close);
// The same for a `}`, over the ends of paragraphs too; *inner is what is between, as spelled.
bool pith_tex_long_group(pith_tex_lexer *in, pith_text *inner);
bool pith_tex_argument(pith_tex_lexer *in, char close, pith_tex_text *out);
// A file name without braces, as the primitive \input takes it.
void pith_tex_file_name(pith_tex_lexer *in, pith_tex_text *out);

// At the delimiter: behind its next copy on this line.
void pith_tex_skip_delimited(pith_tex_lexer *in);
// At a brace: behind the one that balances it, nothing but braces having a meaning.
void pith_tex_skip_raw_group(pith_tex_lexer *in);
// Behind the text \end{name}, or at the end of the file.
void pith_tex_skip_environment(pith_tex_lexer *in, pith_text name);

#endif
