// SPDX-License-Identifier: MIT
#ifndef PITH_EVIDENCE_CALENDAR_H
#define PITH_EVIDENCE_CALENDAR_H

#include "pith.h"

// Whether a calendar that a proof names may be asked: it is one of `calendars`, or an https host
// below the known ones, without user, port or path.
bool pith_ots_may_ask(const pith_calendars *calendars, pith_text uri);

#endif
