// SPDX-License-Identifier: MIT
//
// The paper's own commands: for front.c and front_form.c alone.
#ifndef PITH_PAPER_FRONT_MACRO_H
#define PITH_PAPER_FRONT_MACRO_H

#include "paper/front.h"
#include "paper/tex_commands.h"
#include "paper/tex_lexer.h"

enum { PITH_MACRO_ARGUMENTS = 9 };

// Behind a command that defines one, of this kind; `in` is a copy of the place, for the scan passes
// over the definition itself. Those that are not understood are kept as opaque.
pith_status pith_macro_define(pith_front *front, pith_tex_lexer in, pith_text command,
                              pith_tex_kind kind, pith_error *err) PITH_CHECKED;

// \DeclareMathOperator{\name}{text}, of amsmath; behind the command.
pith_status pith_macro_operator(pith_front *front, pith_tex_lexer in, pith_error *err) PITH_CHECKED;
// Those of a package that lies beside the paper, or nothing. What the table of front_table.h knows
// stays as it is, and what needs @ as a letter is left out: styles change both for their own ends.
pith_status pith_macro_package(pith_front *front, pith_text name, pith_error *err) PITH_CHECKED;

// NULL: there is none.
const pith_tex_macro *pith_macro_find(const pith_front *front, pith_text name);

// A group or a single token, as TeX takes an argument. False: the source ends.
bool pith_macro_argument(pith_tex_lexer *in, pith_text *out);
// All that a macro takes. False: they are not all there.
bool pith_macro_arguments(pith_tex_lexer *in, const pith_tex_macro *macro,
                          pith_text out[PITH_MACRO_ARGUMENTS]);

// Appends its body with the arguments in their places.
void pith_macro_body(const pith_tex_macro *macro, const pith_text arguments[PITH_MACRO_ARGUMENTS],
                     pith_buf *out);

#endif
