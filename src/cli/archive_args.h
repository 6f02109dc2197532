// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_ARCHIVE_ARGS_H
#define PITH_CLI_ARCHIVE_ARGS_H

#include "cli/options.h"

#define OPTION_ROW_ARCHIVE                                                                         \
    {                                                                                              \
        "archive", 0, false, "URL", "ask this archive, not https://web.archive.org"                \
    }

// Which archive is asked: --archive or $PITH_ARCHIVE, with the account in $PITH_ARCHIVE_KEYS, never
// on the command line, which others can see. Network settings are those of the sources.
pith_status args_archive(const cli_args *args, const pith_sources *sources, pith_archive *out,
                         pith_error *err);

#endif
