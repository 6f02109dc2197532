// SPDX-License-Identifier: MIT
#include "cli/commands.h"

const cli_command *const cli_commands[] = {
#define X(name) &command_##name,
    CLI_COMMAND_TABLE(X)
#undef X
        NULL};
