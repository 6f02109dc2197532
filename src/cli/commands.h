// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_COMMANDS_H
#define PITH_CLI_COMMANDS_H

#include "cli/options.h"

extern const cli_command command_resolve;
extern const cli_command command_prepare;

#endif
