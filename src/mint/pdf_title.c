// SPDX-License-Identifier: MIT
//
// The title of a PDF: dc:title in its metadata (XMP specification part 1, 8.3), or else /Title of
// the information dictionary (ISO 32000-1 clause 14.3.3). Both are what a reader sees, so rendered:
// accents are letters and math is gone.
#include "base/arena.h"
#include "base/err.h"
#include "base/input.h"
#include "base/text.h"
#include "mint/compare.h"
#include "mint/xml.h"
#include "pdf/embed.h"
#include "pdf/pdf.h"
#include "pdf/xmp.h"

typedef struct reading {
    pith_arena *arena;
    size_t depth; // of dc:title; 0: outside
    pith_text title;
} reading;

static pith_status on_start(void *context, const pith_xml_name *name, size_t depth,
                            const char *const *attributes, pith_error *err)
{
    reading *r = context;
    (void)attributes, (void)err;
    if (r->depth == 0 && pith_xml_is(name, "http://purl.org/dc/elements/1.1/", "title"))
        r->depth = depth;
    return PITH_OK;
}

// The first entry of the rdf:Alt, which is x-default, or the text itself.
static pith_status on_end(void *context, const pith_xml_name *name, size_t depth, pith_text text,
                          pith_error *err)
{
    reading *r = context;
    bool entry = pith_text_is(name->local, "li");
    if (r->depth && !r->title.p && text.n && (entry || depth == r->depth)) {
        const char *copy = pith_alloc_copy(r->arena, text.p, text.n);
        if (!copy)
            return pith_fail_memory(err);
        r->title = (pith_text){copy, text.n};
    }
    if (depth == r->depth)
        r->depth = 0;
    return PITH_OK;
}

static pith_status from_metadata(pith_pdf *pdf, pith_text *out, pith_error *err)
{
    pith_pdf_metadata metadata;
    pith_text packet;
    pith_error why;
    reading r = {.arena = pdf->arena};
    const pith_xml_handler handler = {on_start, on_end, &r};
    pith_status status = pith_pdf_read_metadata(pdf, &metadata, err);
    if (status != PITH_OK || !metadata.there)
        return status;
    status = pith_xmp_utf8(pdf->arena, metadata.bytes, pdf->path, &packet, err);
    // A packet that is not well-formed says nothing here; `pith verify` says what is wrong with it.
    if (status == PITH_OK && pith_xml_read(packet, &handler, &why) == PITH_MEMORY)
        return pith_fail_memory(err);
    *out = r.title;
    return status;
}

// ---- The information dictionary -------------------------------------------------------

// PDFDocEncoding (annex D.2) where it is not Latin-1: 0x18 to 0x1F, 0x80 to 0x9E, 0xA0.
static uint32_t document_character(unsigned char c)
{
    static const uint16_t low[] = {0x2D8, 0x2C7, 0x2C6, 0x2D9, 0x2DD, 0x2DB, 0x2DA, 0x2DC};
    static const uint16_t high[] = {0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x192,  0x2044,
                                    0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C, 0x201D, 0x2018,
                                    0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x141,  0x152,  0x160,
                                    0x178,  0x17D,  0x131,  0x142,  0x153,  0x161,  0x17E};
    if (c >= 0x18 && c <= 0x1F)
        return low[c - 0x18];
    if (c >= 0x80 && c <= 0x9E)
        return high[c - 0x80];
    return c == 0xA0 ? 0x20AC : c;
}

static pith_status decode(pith_arena *arena, pith_text bytes, pith_text *out, pith_error *err)
{
    char *room = pith_alloc(arena, 4 * bytes.n + 1);
    size_t n = 0;
    if (!room)
        return pith_fail_memory(err);
    if (bytes.n >= 3 && memcmp(bytes.p, "\xEF\xBB\xBF", 3) == 0) {
        memcpy(room, bytes.p + 3, bytes.n - 3);
        *out = (pith_text){room, bytes.n - 3};
        return PITH_OK;
    }
    bool wide = bytes.n >= 2 && memcmp(bytes.p, "\xFE\xFF", 2) == 0;
    for (size_t i = wide ? 2 : 0; i + (wide ? 1 : 0) < bytes.n; i += wide ? 2 : 1) {
        uint32_t cp = (unsigned char)bytes.p[i];
        if (wide) {
            cp = cp << 8 | (unsigned char)bytes.p[i + 1];
            if (cp >= 0xD800 && cp < 0xDC00 && i + 3 < bytes.n) {
                uint32_t second =
                    (uint32_t)((unsigned char)bytes.p[i + 2]) << 8 | (unsigned char)bytes.p[i + 3];
                if (second >= 0xDC00 && second < 0xE000) {
                    cp = 0x10000 + ((cp - 0xD800) << 10) + (second - 0xDC00);
                    i += 2;
                }
            }
            if (cp >= 0xD800 && cp < 0xE000)
                cp = 0xFFFD;
        } else {
            cp = document_character((unsigned char)cp);
        }
        n += pith_utf8_put(cp, room + n);
    }
    *out = (pith_text){room, n};
    return PITH_OK;
}

static pith_status from_information(pith_pdf *pdf, pith_text *out, pith_error *err)
{
    pith_pdf_value info;
    pith_pdf_value title;
    pith_status status = pith_pdf_look_up(pdf, &pdf->trailer, "Info", &info, err);
    if (status != PITH_OK || info.kind != PITH_PDF_DICT)
        return status;
    status = pith_pdf_look_up(pdf, &info, "Title", &title, err);
    if (status != PITH_OK || title.kind != PITH_PDF_STRING)
        return status;
    char *bytes = pith_alloc(pdf->arena, title.raw.n);
    if (!bytes)
        return pith_fail_memory(err);
    size_t n = pith_pdf_string(&title, bytes, title.raw.n);
    return decode(pdf->arena, (pith_text){bytes, n}, out, err);
}

pith_status pith_pdf_title(pith_arena *arena, const char *path, pith_text *out, pith_error *err)
{
    pith_input in;
    pith_pdf pdf;
    *out = (pith_text){NULL, 0};
    pith_status status = pith_input_open(path, false, &in, err);
    if (status != PITH_OK)
        return status;
    status = pith_pdf_open(arena, &in, in.size, &pdf, err);
    if (status == PITH_OK)
        status = from_metadata(&pdf, out, err);
    if (status == PITH_OK && !out->p)
        status = from_information(&pdf, out, err);
    pith_input_close(&in);
    return status;
}
