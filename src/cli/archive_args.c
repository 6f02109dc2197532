// SPDX-License-Identifier: MIT
#include "cli/archive_args.h"

#include "cli/environment.h"

pith_status args_archive(const cli_args *args, const pith_sources *sources, pith_archive *out,
                         pith_error *err)
{
    const char *base = args_value(args, "archive");
    const char *usual = getenv("PITH_ARCHIVE");
    const char *keys = getenv("PITH_ARCHIVE_KEYS");
    // What is said of the network in the environment holds for servers of any kind.
    pith_sources network = {.cacert = sources->cacert, .allow_private = sources->allow_private};
    if (!environment_sources(&network, err))
        return err->status;
    *out = (pith_archive){.base = base              ? base
                                  : usual && *usual ? usual
                                                    : NULL,
                          .keys = keys && *keys ? keys : NULL,
                          .cacert = network.cacert,
                          .allow_private = network.allow_private,
                          .timeout_ms = sources->timeout_ms,
                          .now = sources->now};
    return PITH_OK;
}
