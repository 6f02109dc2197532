// SPDX-License-Identifier: MIT
//
// The operands of a command that takes names of records.
#ifndef PITH_CLI_OPERANDS_H
#define PITH_CLI_OPERANDS_H

#include "cli/options.h"

// What each operand names, and what came of it.
typedef struct cli_operands {
    size_t count;
    pith_target *targets;  // one that is no name at all is left empty: nobody looks for it
    pith_result **results; // NULL: none, and the error says why
    pith_error *errors;
} cli_operands;

// Parses the operands. *out is to be freed, whatever is returned (PITH_MEMORY).
pith_status operands_parse(const cli_args *args, cli_operands *out, pith_error *err);
void operands_free(cli_operands *operands);

// Whether a file is meant, and no name of a record: there is one of that name, or it has a point
// and is neither a DOI nor has a scheme.
bool operand_is_file(const char *name);

// The record of one name, whether it holds or not.
pith_status operand_resolve(pith_arena *arena, const pith_sources *sources,
                            const pith_keyring *keyring, const pith_target *target,
                            pith_result **out, pith_error *err);

#endif
