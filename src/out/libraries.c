// SPDX-License-Identifier: MIT
#include "out/badge.h"
#include "report/qr.h"
#include "source/fetch.h"
#include "trust/crypto.h"
#include "json/view.h"

void pith_libraries(pith_buf *out)
{
    char qrencode[40];
    char haru[40];
    char png[40];
    pith_badge_pdf_library(haru, sizeof haru);
    pith_badge_png_library(png, sizeof png);
    pith_qr_library(qrencode, sizeof qrencode);
    pith_buf_printf(out, "%s\n", pith_fetch_library());
    pith_buf_printf(out, "libsodium/%s\n", pith_crypto_library());
    pith_buf_printf(out, "cJSON/%s\n", pith_view_library());
    pith_buf_printf(out, "libqrencode/%s\n", qrencode);
    pith_buf_printf(out, "%s\n%s\n", haru, png);
}
