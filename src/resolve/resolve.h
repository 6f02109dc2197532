// SPDX-License-Identifier: MIT
//
// What the steps of resolving share with other composers (mirror/).
#ifndef PITH_RESOLVE_RESOLVE_H
#define PITH_RESOLVE_RESOLVE_H

#include "source/source.h"
#include "verify/verify.h"

// The documents of a number, unread and unchecked, from wherever `sources` says. *out may be
// NULL: there are none.
pith_status pith_gather(pith_arena *arena, const pith_sources *sources, const pith_number *number,
                        pith_raw **out, pith_error *err) PITH_CHECKED;

// Gate and model of one gathered document.
pith_status pith_read_raw(pith_arena *arena, const pith_raw *raw, pith_document *out,
                          pith_error *err) PITH_CHECKED;

#endif
