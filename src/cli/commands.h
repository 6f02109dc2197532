// SPDX-License-Identifier: MIT
//
// All commands, in the order in which `pith help` lists them. Help, man pages and completions come
// from here; a command is one row and its cmd_NAME.c, which defines command_NAME.
#ifndef PITH_CLI_COMMANDS_H
#define PITH_CLI_COMMANDS_H

#include "cli/options.h"

// clang-format off
#define CLI_COMMAND_TABLE(X) \
    X(resolve) \
    X(verify) \
    X(prepare) \
    X(tex) \
    X(badge) \
    X(embed) \
    X(strip) \
    X(arxiv) \
    X(refs) \
    X(mint) \
    X(check) \
    X(merge) \
    X(canon) \
    X(keys) \
    X(keygen) \
    X(sign) \
    X(mirror) \
    X(stamp) \
    X(archive) \
    X(status) \
    X(cite) \
    X(cache) \
    X(doctor)
// clang-format on

#define X(name) extern const cli_command command_##name;
CLI_COMMAND_TABLE(X)
#undef X

// The commands of the table; a NULL ends them.
extern const cli_command *const cli_commands[];

#endif
