// SPDX-License-Identifier: MIT
//
// Convenient reading of a document that passed the gate. cJSON decodes it; this is the only
// file that uses cJSON, and nothing that is hashed comes from it. A view walks cJSON's tree
// and the gate's tokens side by side, so each value also has its exact source bytes.
#ifndef PITH_JSON_VIEW_H
#define PITH_JSON_VIEW_H

#include "json/gate.h"

typedef struct pith_view {
    const pith_clean *clean;
    uint32_t token;
    const struct cJSON *item;
} pith_view;

// The value at `token` (0: the whole document). What the view points to lives in the arena.
// The content of the container `hollow` (0: none), such as a list of a million events, is
// not decoded: it reads as empty, and can be opened item by item.
pith_status pith_view_open(pith_arena *arena, const pith_clean *clean, uint32_t token,
                           uint32_t hollow, pith_view *out, pith_error *err) PITH_CHECKED;

pith_json_kind pith_view_kind(pith_view view);
// The member of that exact name; false when there is none or view is not an object.
bool pith_view_get(pith_view view, const char *name, pith_view *out);
// Members of an object, items of an array; 0 for other kinds.
size_t pith_view_count(pith_view view);
// First item of an array or first value of an object; then the one after it.
bool pith_view_first(pith_view container, pith_view *out);
bool pith_view_next(pith_view *item);
// The name of a value reached by walking an object; "" inside an array.
pith_text pith_view_name(pith_view view);

// The value, if it has that kind.
bool pith_view_string(pith_view view, pith_text *out);
bool pith_view_bool(pith_view view, bool *out);
// An integer written without fraction or exponent, in [-2^53, 2^53].
bool pith_view_integer(pith_view view, int64_t *out);

// The member `name` with that kind, or PITH_FIELD_MISSING / PITH_FIELD_TYPE naming
// `where.name`.
pith_status pith_need(pith_view view, const char *where, const char *name, pith_json_kind kind,
                      pith_view *out, pith_error *err) PITH_CHECKED;
pith_status pith_need_string(pith_view view, const char *where, const char *name, pith_text *out,
                             pith_error *err) PITH_CHECKED;

// For pith_libraries: the version of cJSON.
void pith_view_library(char *out, size_t size);

#endif
