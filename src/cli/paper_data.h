// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_PAPER_DATA_H
#define PITH_CLI_PAPER_DATA_H

#include "pith.h"

typedef struct paper_data {
    size_t records;
    const pith_mention *missing; // the first number without a record that holds; or NULL
    pith_text unknown_key;       // its receipt names this key, which the keyring has not, or not
                                 // for that time: nobody can say here whether it holds. Or empty
    pith_result *predicted;      // of the first number of the paper that is predicted; or NULL
} paper_data;

// Whether a data file has every number of a paper, each with a record that holds. Offline: the
// record and receipt in the file are what is checked. Fails when the file cannot be read as one.
pith_status paper_data_check(pith_arena *arena, const pith_keyring *keyring, pith_text data,
                             const char *origin, const pith_mentions *mentions, paper_data *out,
                             pith_error *err) PITH_CHECKED;

// Whether the file has these bytes, but for its line ends: version control changes them, and TeX
// reads them all the same. False when it cannot be read.
bool paper_data_same(pith_arena *arena, const char *path, const pith_buf *data);

#endif
