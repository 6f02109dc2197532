// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/mint.h"
static const option_row options[] = {OPTION_ROWS_COMMON};
static pith_exit run(const cli_args *args) { (void)args; return PITH_EXIT_INTERNAL; }
const cli_command command_check = {.name="check",.usage="",.summary="",.options=options,.run=run};
