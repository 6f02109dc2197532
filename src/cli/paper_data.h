// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_PAPER_DATA_H
#define PITH_CLI_PAPER_DATA_H

#include "pith.h"

// Whether a data file has every number of a paper, each with a record that holds: the first one
// that it has not, or NULL. Offline: the record and receipt in the file are what is checked.
// Fails when the file cannot be read as one. *records: how many it has. *predicted: the record of
// the first number of the paper that is predicted, or NULL.
pith_status paper_data_check(pith_arena *arena, const pith_keyring *keyring, pith_text data,
                             const char *origin, const pith_mentions *mentions,
                             const pith_mention **missing, size_t *records, pith_result **predicted,
                             pith_error *err) PITH_CHECKED;

// Whether the file has these bytes, but for its line ends: version control changes them, and TeX
// reads them all the same. False when it cannot be read.
bool paper_data_same(pith_arena *arena, const char *path, const pith_buf *data);

#endif
