// SPDX-License-Identifier: MIT
#include "base/unicode.h"
#include "mint/mint.h"
#include "out/badge.h"
#include "pdf/pdf.h"
#include "pdf/xmp.h"
#include "report/qr.h"
#include "source/fetch.h"
#include "trust/crypto.h"
#include "trust/sha256.h"
#include "json/view.h"

const char *pith_version(void)
{
    return PITH_VERSION;
}

typedef pith_status name_library(char *out, size_t size, pith_error *err);

// One line; the first failure is what counts.
static void put(pith_buf *out, name_library *name, pith_status *status, pith_error *err)
{
    char line[80];
    pith_error ignored;
    pith_status here = name(line, sizeof line, *status == PITH_OK ? err : &ignored);
    if (*status == PITH_OK)
        *status = here;
    pith_buf_printf(out, "%s\n", line);
}

pith_status pith_libraries(pith_buf *out, pith_error *err)
{
    char nettle[40];
    char unistring[40];
    char cjson[40];
    pith_status status = PITH_OK;
    pith_sha256_library(nettle, sizeof nettle);
    pith_unicode_library(unistring, sizeof unistring);
    pith_view_library(cjson, sizeof cjson);
    put(out, pith_fetch_library, &status, err);
    pith_buf_printf(out, "libsodium/%s\n", pith_crypto_library());
    pith_buf_printf(out, "nettle/%s\n", nettle);
    pith_buf_printf(out, "cJSON/%s\n", cjson);
    put(out, pith_qr_library, &status, err);
    put(out, pith_badge_pdf_library, &status, err);
    put(out, pith_badge_png_library, &status, err);
    pith_buf_printf(out, "%s\n", pith_xmp_library()); // names itself: expat_2.5.0
    put(out, pith_mint_library, &status, err);
    pith_buf_printf(out, "libunistring/%s\nzlib/%s\n", unistring, pith_pdf_library());
    return status;
}
