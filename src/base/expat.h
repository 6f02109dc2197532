// SPDX-License-Identifier: MIT
//
// Expat's parser, and whether it lost memory. When it has none for a namespace prefix, Expat does
// not say so: it takes the declaration for an attribute, or the prefix for one that is not
// declared.
#ifndef PITH_BASE_EXPAT_H
#define PITH_BASE_EXPAT_H

#include <expat.h>
#include <stdbool.h>

// A parser of UTF-8 with namespaces, of which a thread uses one at a time. NULL: no memory.
XML_Parser pith_expat_new(char separator);

// Whether an allocation failed in this thread since its last pith_expat_new: then neither an error
// of the parser nor what it called a handler with says anything about the input.
bool pith_expat_lost_memory(void);

#endif
