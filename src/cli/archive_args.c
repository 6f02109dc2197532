// SPDX-License-Identifier: MIT
#include "cli/archive_args.h"

pith_archive args_archive(const cli_args *args, const pith_sources *sources)
{
    const char *base = args_value(args, "archive");
    const char *usual = getenv("PITH_ARCHIVE");
    const char *keys = getenv("PITH_ARCHIVE_KEYS");
    const char *private = getenv("PITH_ALLOW_PRIVATE"); // not of the resolvers alone
    return (pith_archive){.base = base              ? base
                                  : usual && *usual ? usual
                                                    : NULL,
                          .keys = keys && *keys ? keys : NULL,
                          .cacert = sources->cacert,
                          .allow_private =
                              sources->allow_private || (private && strcmp(private, "1") == 0),
                          .timeout_ms = sources->timeout_ms,
                          .now = sources->now};
}
