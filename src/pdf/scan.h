// SPDX-License-Identifier: MIT
//
// One pass over all bytes of a file: what the chain of trailers no longer leads to is found as
// well. At the same time the bytes are hashed.
#ifndef PITH_PDF_SCAN_H
#define PITH_PDF_SCAN_H

#include "pdf/embed.h"

typedef struct pith_pdf_scan {
    pith_pdf *pdf;
    uint64_t hash_to; // hash that many bytes; 0: none
    uint8_t sha256[PITH_DIGEST_LEN];
    // A packet that starts there, or that the stream there holds, in memory of its own.
    pith_status (*packet)(void *context, uint64_t offset, pith_text bytes, pith_error *err);
    // A link, /URI, to .../pith/ID or with pith:...; `host`: where it leads, empty for pith:.
    void (*link)(void *context, uint64_t offset, const pith_number *number, pith_text host);
    // The file of an annotation, /FS (ISO 32000-1 clause 12.5.6.15), a file specification; `pdf`
    // and what is read with it do not outlive the call.
    pith_status (*file)(void *context, pith_pdf *pdf, const pith_pdf_value *spec, pith_error *err);
    void *context;
    bool partial; // a limit was reached: not everything was looked at
} pith_pdf_scan;

pith_status pith_pdf_scan_all(pith_pdf_scan *scan, pith_error *err) PITH_CHECKED;

#endif
