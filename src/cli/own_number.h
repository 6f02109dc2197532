// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_OWN_NUMBER_H
#define PITH_CLI_OWN_NUMBER_H

#include "pith.h"

// The records of the data file beside a paper, each checked again: the file may have come with
// the paper. One that does not hold is left out.
typedef struct own_data {
    const char *path;
    pith_result **results;
    pith_relation *relations;
    size_t count;
    char left_out[PITH_ID_LEN + 1]; // the first record that does not hold here; or ""
} own_data;

// `path`: of the data file; none is fine. To be freed, also after an error.
pith_status own_data_read(pith_arena *arena, const char *path, const pith_keyring *keyring,
                          own_data *out, pith_error *err);
void own_data_free(own_data *data);
// The index of a number's record, or `count`.
size_t own_data_find(const own_data *data, const char *id);

// The index of the record that a predicted one follows, the version before of the same paper; or
// `count`.
size_t own_data_before(const own_data *data, const pith_result *predicted);

// The number that a .tex paper is about: the first one that it gives. *others: how many more there
// are. PITH_NO_MENTION: there is none.
pith_status own_number(pith_arena *arena, const char *path, pith_number *out, size_t *others,
                       pith_error *err);

// The record of a name from the sources, if it holds.
pith_status own_resolve(pith_arena *arena, const pith_sources *sources, const pith_keyring *keyring,
                        const pith_target *target, const char *name, pith_result **out,
                        pith_error *err);

#endif
