// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_COMMANDS_H
#define PITH_CLI_COMMANDS_H

#include "cli/options.h"

extern const cli_command command_resolve;
extern const cli_command command_verify;
extern const cli_command command_prepare;
extern const cli_command command_tex;
extern const cli_command command_badge;
extern const cli_command command_merge;
extern const cli_command command_canon;
extern const cli_command command_keys;
extern const cli_command command_keygen;
extern const cli_command command_sign;
extern const cli_command command_mirror;
extern const cli_command command_cache;
extern const cli_command command_embed;
extern const cli_command command_strip;
extern const cli_command command_refs;
extern const cli_command command_doctor;
extern const cli_command command_arxiv;
extern const cli_command command_mint;
extern const cli_command command_check;

#endif
