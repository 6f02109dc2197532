// SPDX-License-Identifier: MIT
#ifndef PITH_BASE_FINDING_H
#define PITH_BASE_FINDING_H

#include "pith.h"

// Adds a finding to the end of a list. An error makes *exit the worse of itself and the code's.
// False: no memory.
bool pith_finding_add(pith_arena *arena, pith_finding **list, pith_exit *exit, pith_status code,
                      pith_severity severity, const char *where, const char *message) PITH_CHECKED;

#endif
