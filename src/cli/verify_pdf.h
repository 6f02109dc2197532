// SPDX-License-Identifier: MIT
#ifndef PITH_CLI_VERIFY_PDF_H
#define PITH_CLI_VERIFY_PDF_H

#include "cli/options.h"

// Options of verify that concern PDFs only.
#define OPTION_ROWS_PDF                                                                            \
    {"online", 0, false, NULL, "ask for the record that a PDF has in itself, too"},                \
    {                                                                                              \
        "qr", 0, false, "PAGES", "read QR codes of a PDF by pdftoppm and zbarimg"                  \
    }

// Checks a PDF as a whole. The network is used when the PDF only names a number, or with --online.
pith_status verify_pdf(const cli_args *args, pith_arena *arena, const char *path,
                       const pith_sources *sources, const pith_keyring *keyring,
                       pith_result **result, pith_error *err);

enum { VERIFY_DOCUMENT_MAX = 1 << 30 };

// The same for a PDF, another file, - for standard input, or a number: a target is a file when
// there is one of that name.
pith_status verify_target(const cli_args *args, pith_arena *arena, const char *target,
                          const pith_sources *sources, const pith_keyring *keyring,
                          pith_result **result, pith_error *err);

#endif
