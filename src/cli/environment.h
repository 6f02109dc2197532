// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_ENVIRONMENT_H
#define PITH_CLI_ENVIRONMENT_H

#include "pith.h"

// $PITH_RESOLVER (URLs with spaces between), $PITH_CACERT and $PITH_ALLOW_PRIVATE=1: the resolvers
// of all commands, `pith tex` included, which has no options for them. They are one setting, so
// --resolver puts all three out of force, as --from does. False: a value is bad (PITH_USAGE).
bool environment_sources(pith_sources *out, pith_error *err);

#endif
