// SPDX-License-Identifier: MIT
//
// Whether a document is signed or certified (ISO 32000-1 clause 12.8): what is appended would be
// reported as a change made afterwards, or break the certification.
#include "base/err.h"
#include "pdf/embed.h"

enum { MAX_FIELDS = 1 << 16, MAX_FIELD_DEPTH = 32 };

typedef struct search {
    pith_pdf *pdf;
    size_t fields;
    pith_pdf_signed found;
    pith_error *err;
} search;

// A signature whose transform method is DocMDP certifies, whether /Perms names it or not.
static pith_status read_signature(search *s, const pith_pdf_value *signature)
{
    pith_pdf_value list;
    pith_pdf_value entry;
    if (s->found == PITH_PDF_UNSIGNED)
        s->found = PITH_PDF_IS_SIGNED;
    pith_status status = pith_pdf_look_up(s->pdf, signature, "Reference", &list, s->err);
    pith_pdf_cursor at = pith_pdf_inside(&list);
    for (size_t i = 0; status == PITH_OK && i < 16 && pith_pdf_next(&at, &entry); i++) {
        pith_pdf_value method;
        status = pith_pdf_resolve(s->pdf, &entry, &entry, s->err);
        if (status == PITH_OK)
            status = pith_pdf_look_up(s->pdf, &entry, "TransformMethod", &method, s->err);
        if (status == PITH_OK && pith_pdf_name_is(&method, "DocMDP"))
            s->found = PITH_PDF_IS_CERTIFIED;
    }
    return status;
}

static pith_status read_fields(search *s, const pith_pdf_value *list, bool signature, int depth)
{
    pith_pdf_value entry;
    pith_pdf_cursor at = pith_pdf_inside(list);
    pith_status status = PITH_OK;
    while (status == PITH_OK && pith_pdf_next(&at, &entry)) {
        pith_pdf_value type;
        pith_pdf_value value;
        pith_pdf_value kids;
        if (depth == MAX_FIELD_DEPTH || s->fields++ == MAX_FIELDS)
            return pith_fail(s->err, PITH_TOO_LARGE, s->pdf->path,
                             "has too many form fields to look for signatures in");
        status = pith_pdf_resolve(s->pdf, &entry, &entry, s->err);
        if (status == PITH_OK)
            status = pith_pdf_look_up(s->pdf, &entry, "FT", &type, s->err);
        if (status == PITH_OK)
            status = pith_pdf_look_up(s->pdf, &entry, "Kids", &kids, s->err);
        if (status != PITH_OK)
            return status;
        bool is_signature = type.kind == PITH_PDF_NULL ? signature : pith_pdf_name_is(&type, "Sig");
        if (is_signature) {
            status = pith_pdf_look_up(s->pdf, &entry, "V", &value, s->err);
            if (status == PITH_OK && value.kind == PITH_PDF_DICT)
                status = read_signature(s, &value);
        }
        if (status == PITH_OK && kids.kind == PITH_PDF_ARRAY)
            status = read_fields(s, &kids, is_signature, depth + 1);
    }
    return status;
}

pith_status pith_pdf_find_signatures(pith_pdf *pdf, pith_pdf_signed *out, pith_error *err)
{
    search s = {.pdf = pdf, .found = PITH_PDF_UNSIGNED, .err = err};
    pith_pdf_value perms;
    pith_pdf_value form;
    pith_pdf_value fields = {.kind = PITH_PDF_NULL};
    pith_status status = pith_pdf_look_up(pdf, &pdf->catalog, "Perms", &perms, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &pdf->catalog, "AcroForm", &form, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &form, "Fields", &fields, err);
    if (status != PITH_OK)
        return status;
    pith_pdf_value flags = pith_pdf_get(&form, "SigFlags", NULL);
    if (flags.kind == PITH_PDF_INTEGER && (flags.integer & 1))
        s.found = PITH_PDF_IS_SIGNED;
    status = read_fields(&s, &fields, false, 0);
    // Usage rights (UR3) are a signature of the whole file as well.
    if (pith_pdf_get(&perms, "DocMDP", NULL).kind != PITH_PDF_NULL ||
        pith_pdf_get(&perms, "UR3", NULL).kind != PITH_PDF_NULL ||
        pith_pdf_get(&perms, "UR", NULL).kind != PITH_PDF_NULL)
        s.found = PITH_PDF_IS_CERTIFIED;
    *out = s.found;
    return status;
}
