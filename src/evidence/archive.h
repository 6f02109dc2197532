// SPDX-License-Identifier: MIT
//
// Captures by the Internet Archive's Wayback Machine. A capture has a name, its URL
// `https://web.archive.org/web/YYYYMMDDhhmmss/PAGE`, which the project's glossary of Save Page Now
// documents; that there is one under this name only the archive can say.
#ifndef PITH_EVIDENCE_ARCHIVE_H
#define PITH_EVIDENCE_ARCHIVE_H

#include "pith.h"

// What stands in the URL of a capture. Texts point into the URL.
typedef struct pith_capture_name {
    pith_text host; // with its port
    pith_text page;
    char time[24]; // as created_at is written
} pith_capture_name;

// Reads the URL of a capture: plain ASCII, at most 512 bytes, with a whole and real time and
// without the marks by which the archive changes what it shows (`id_`, `if_`, ...).
bool pith_capture_read(pith_text url, pith_capture_name *out);

// Whether a page is one that a record's capture may show (RULES.md section 6).
bool pith_page_is_of(pith_text page, const pith_result *result);

// What is wrong with the capture that an event names, as a phrase; or NULL, and *name is its name.
// *impossible: there can be no such capture, whatever an archive says.
const char *pith_capture_fault(const pith_evidence_event *event, const pith_result *result,
                               pith_capture_name *name, bool *impossible);

#endif
