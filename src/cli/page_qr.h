// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_PAGE_QR_H
#define PITH_CLI_PAGE_QR_H

#include "pith.h"

enum { PAGE_QR_MAX = 100 };

// Looks for QR codes with a record's address on the first pages of a PDF, by pdftoppm (Poppler)
// and zbarimg, and adds them to the claims. PITH_QR_TOOLS when one of them cannot be run.
pith_status page_qr_read(pith_arena *arena, const char *path, int pages, pith_pdf_reading *reading,
                         pith_error *err);

#endif
