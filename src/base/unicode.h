// SPDX-License-Identifier: MIT
//
// Letter case and normal forms beyond ASCII, by libunistring; the only file that uses it. No
// locale: the rules are Unicode's own.
#ifndef PITH_BASE_UNICODE_H
#define PITH_BASE_UNICODE_H

#include "pith.h"

// Appends the lower-case form of valid UTF-8 as Python's str.lower() gives it: full case mapping
// (SpecialCasing.txt), the final sigma included, but for one beside an apostrophe. False: no
// memory.
bool pith_unicode_lower(pith_text text, pith_buf *out) PITH_CHECKED;
// Appends the canonical decomposition (NFD) or composition (NFC). False: no memory.
bool pith_unicode_decompose(pith_text text, pith_buf *out) PITH_CHECKED;
bool pith_unicode_compose(pith_text text, pith_buf *out) PITH_CHECKED;

// What Python's str.split() takes for white space.
bool pith_unicode_is_space(uint32_t cp);

// Whether the text is well-formed UTF-8.
bool pith_unicode_is_valid(pith_text text);

// For pith_libraries.
void pith_unicode_library(char *out, size_t size);

#endif
