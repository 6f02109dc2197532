// SPDX-License-Identifier: MIT
//
// The fixed bytes of a proof, shared by its reader and its writer.
#ifndef PITH_EVIDENCE_OTS_FORMAT_H
#define PITH_EVIDENCE_OTS_FORMAT_H

#include <stdint.h>

enum { OTS_MAGIC = 31, OTS_VERSION = 1, OTS_FORK = 0xFF };

extern const char pith_ots_magic[OTS_MAGIC];

#endif
