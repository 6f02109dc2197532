// SPDX-License-Identifier: MIT
//
// Numbers with a fraction or exponent, as Python reads and prints them, whatever the locale.
#ifndef PITH_JSON_REAL_H
#define PITH_JSON_REAL_H

#include "pith.h"

// Reads a JSON number; false when it is too large for a double (Python would give inf,
// which has no JSON form).
bool pith_real_read(pith_text text, double *out);

// Appends Python's repr: the shortest digits that read back to the same double, exponent
// form below 1e-4 and from 1e16 on, at least two exponent digits, else ".0" if whole.
void pith_real_print(double value, pith_buf *out);

#endif
