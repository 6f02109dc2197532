// SPDX-License-Identifier: MIT
//
// The canonical form: the bytes of Python's
//   json.dumps(x, sort_keys=True, separators=(',', ':'), ensure_ascii=False)
// for any value the gate passed (protocol.md section 1). Integers stay digit for digit.
#ifndef PITH_JSON_CANON_H
#define PITH_JSON_CANON_H

#include "json/gate.h"

// Appends the canonical form of one value of the document.
void pith_canon(const pith_clean *clean, uint32_t token, pith_buf *out);

// The same for an object without its members named in `skip` (NULL-terminated list).
void pith_canon_without(const pith_clean *clean, uint32_t token, const char *const *skip,
                        pith_buf *out);

#endif
