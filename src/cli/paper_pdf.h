// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_PAPER_PDF_H
#define PITH_CLI_PAPER_PDF_H

#include "pith.h"

typedef struct paper_pdf {
    const char *path; // of the compiled paper
    const pith_keyring *keyring;
    const pith_mentions *mentions; // the numbers of its sources
    pith_text data;                // pith-data.tex; empty: none
    bool anonymous;                // it is to name none of them
    pith_result *result;           // out: the verdict over its own number; NULL: it has none
} paper_pdf;

// What `pith verify` says of a compiled paper, offline, and whether it names the numbers of its
// sources and no others. What is wrong becomes findings of the upload.
pith_status paper_pdf_check(pith_arena *arena, paper_pdf *pdf, pith_upload *upload,
                            pith_error *err) PITH_CHECKED;

#endif
