// SPDX-License-Identifier: MIT
//
// What the files upload*.c share.
#ifndef PITH_PAPER_UPLOAD_H
#define PITH_PAPER_UPLOAD_H

#include "pith.h"

// The extension with its dot, or an empty text.
pith_text pith_upload_suffix(pith_text name);
// The name without folders.
pith_text pith_upload_base(pith_text name);
bool pith_upload_is_one_of(pith_text text, const char *const *words); // ends with NULL

#endif
