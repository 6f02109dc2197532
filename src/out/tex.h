// SPDX-License-Identifier: MIT
//
// The TeX data file, `pith-data.tex`. pith.sty reads it line by line as plain characters;
// it is never executed. Grammar (printable ASCII, LF, one item a line):
//
//     \pithdata{1}
//     \pithrecord{ID}                        one block per number, ended by
//     \pithvalue{NAME}{VALUE}                fields in the order of the table in tex.c
//     \pithendrecord{ID}
//     \pithenddata{1}
//
// VALUE is in A-Za-z0-9+/=:.-_ ; `title` is upper-case hex of its ASCII bytes; `qr` is
// x,y,w,h; in modules from the top left, on as many lines as it takes. `status` repeats.
// Absent facts have no line. Names that are also XMP properties are spelled the same.
#ifndef PITH_OUT_TEX_H
#define PITH_OUT_TEX_H

#include "pith.h"

enum { PITH_TEX_DATA_VERSION = 1 };

// Text that is inert in TeX: made only by the function below and one in tex.c, so a raw pith_text
// does not compile where a pith_tex is wanted.
typedef struct pith_tex {
    pith_text inert;
} pith_tex;

// The text itself, if every character is in the alphabet above; false otherwise.
bool pith_tex_word(pith_text text, pith_tex *out);

#endif
