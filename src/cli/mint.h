// SPDX-License-Identifier: MIT
//
// What `pith mint` and `pith check` share.
#ifndef PITH_CLI_MINT_H
#define PITH_CLI_MINT_H

#include "cli/options.h"

// The fields of a record, as options.
#define OPTION_ROWS_METADATA                                                                       \
    {"id", 0, false, "ID", "arXiv identifier, with or without its version"},                       \
        {"paper-version", 0, false, "N", "version of the paper"},                                  \
        {"title", 0, false, "TEXT", "title, in arXiv's TeX"},                                      \
        {"abstract", 0, false, "TEXT", "abstract, in arXiv's TeX"},                                \
        {"categories", 0, false, "LIST", "like \"math.CO cs.DM\": the primary one first"},         \
        {"license", 0, false, "URL", "license as arXiv names it; \"\": none"},                     \
    {                                                                                              \
        "submitted", 0, false, "TIME", "of version 1, like 2024-07-29T12:00:00Z"                   \
    }

// Sets what the options give.
pith_status mint_options(const cli_args *args, pith_arena *arena, pith_metadata *metadata,
                         pith_error *err);

// pith_mint, but a field that is not given is named by its option, too.
pith_status mint_compute(pith_arena *arena, const pith_metadata *metadata, pith_result **out,
                         pith_error *err);

// Appends one minted record to a report, in JSON where that was asked for. `relation` is NULL or
// what the record is to the paper at hand; `more` are further members of the JSON object, or "".
void mint_report(const cli_args *args, const char *target, const pith_result *result,
                 const char *relation, const char *more, pith_buf *out);

// pith mint --next
pith_exit mint_next(const cli_args *args);

#endif
