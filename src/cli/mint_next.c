// SPDX-License-Identifier: MIT
#include "cli/mint.h"
#include "cli/msg.h"
pith_exit mint_next(const cli_args *args) { (void)args; return PITH_EXIT_INTERNAL; }
