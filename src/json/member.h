// SPDX-License-Identifier: MIT
#ifndef PITH_JSON_MEMBER_H
#define PITH_JSON_MEMBER_H

#include "pith.h"

// Appends `before`, then a member of an object.
static inline void pith_json_member(pith_buf *out, const char *before, const char *name,
                                    pith_text value)
{
    pith_buf_printf(out, "%s\"%s\":", before, name);
    pith_json_quote(value, out);
}

#endif
