// SPDX-License-Identifier: MIT
//
// One incremental update (ISO 32000-1 clause 7.5.6): objects, a section of the same kind as the
// one before, a trailer. The bytes of the file before it stay as they are.
#ifndef PITH_PDF_UPDATE_H
#define PITH_PDF_UPDATE_H

#include "pdf/pdf.h"

enum { PITH_PDF_UPDATE_OBJECTS = 8 };

typedef struct pith_pdf_update {
    pith_pdf *base;
    pith_buf *out; // what is appended; its first byte is at base->in.size
    uint32_t next; // the lowest number that no object has
    struct {
        uint32_t number;
        uint32_t generation;
        uint64_t offset;
    } objects[PITH_PDF_UPDATE_OBJECTS];
    size_t count;
} pith_pdf_update;

pith_status pith_pdf_update_start(pith_pdf *base, pith_buf *out, pith_pdf_update *update,
                                  pith_error *err) PITH_CHECKED;
// Writes `NUMBER GENERATION obj`; the caller goes on, and ends with pith_pdf_update_close.
void pith_pdf_update_open(pith_pdf_update *update, uint32_t number, uint32_t generation);
void pith_pdf_update_close(pith_pdf_update *update);
// A whole stream object; `entries` stand in its dictionary before /Length.
void pith_pdf_update_stream(pith_pdf_update *update, uint32_t number, uint32_t generation,
                            const char *entries, pith_text bytes);
pith_status pith_pdf_update_finish(pith_pdf_update *update, pith_error *err) PITH_CHECKED;

// What becomes of a key of the catalog.
typedef struct pith_pdf_change {
    const char *key;
    pith_text value; // raw; empty: the key goes
} pith_pdf_change;

// The new catalog: the old one's bytes but for the changes.
void pith_pdf_update_catalog(pith_pdf_update *update, const pith_pdf_change *changes, size_t count);

// The whole update: the XMP under the number of the metadata that is there, the bundle, if there
// is one, the catalog, if it has to change, and the section. The same input gives the same bytes,
// by which an update is known again.
pith_status pith_pdf_update_build(pith_pdf *base, const pith_pdf_object *metadata, pith_text xmp,
                                  pith_text bundle, pith_buf *out, pith_error *err) PITH_CHECKED;

#endif
