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

pith_status pith_libraries(pith_buf *out, pith_error *err)
{
    char curl[80];
    char qrencode[40];
    char haru[40];
    char png[40];
    char nettle[40];
    char yaml[40];
    char unistring[40];
    pith_status status = pith_fetch_library(curl, sizeof curl, err);
    pith_badge_pdf_library(haru, sizeof haru);
    pith_badge_png_library(png, sizeof png);
    pith_qr_library(qrencode, sizeof qrencode);
    pith_sha256_library(nettle, sizeof nettle);
    pith_buf_printf(out, "%s\n", curl);
    pith_buf_printf(out, "libsodium/%s\n", pith_crypto_library());
    pith_buf_printf(out, "nettle/%s\n", nettle);
    pith_buf_printf(out, "cJSON/%s\n", pith_view_library());
    pith_buf_printf(out, "libqrencode/%s\n", qrencode);
    pith_buf_printf(out, "%s\n%s\n", haru, png);
    pith_buf_printf(out, "%s\n", pith_xmp_library()); // names itself: expat_2.5.0
    pith_mint_library(yaml, sizeof yaml);
    pith_unicode_library(unistring, sizeof unistring);
    pith_buf_printf(out, "libyaml/%s\nlibunistring/%s\n", yaml, unistring);
    pith_buf_printf(out, "zlib/%s\n", pith_pdf_library());
    return status;
}
