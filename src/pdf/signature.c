// SPDX-License-Identifier: MIT
//
// Whether a document is signed or certified (ISO 32000-1 clause 12.8): what is appended would be
// reported as a change made afterwards, or break the certification.
#include "base/err.h"
#include "pdf/embed.h"

// Fields, how they are nested, and bytes that may be read to look at them.
enum { MAX_FIELDS = 1 << 16, MAX_FIELD_DEPTH = 32, MAX_WORK = 64 << 20 };

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

// A list of fields that is being gone through; the type of a field is that of its parent unless
// it has one itself.
typedef struct level {
    pith_pdf_cursor at;
    bool signature;
} level;

// One field; *kids gets its children.
static pith_status read_field(search *s, pith_pdf_value field, level *kids)
{
    pith_pdf_value type;
    pith_pdf_value value;
    pith_pdf_value list = {.kind = PITH_PDF_NULL};
    pith_status status = pith_pdf_resolve(s->pdf, &field, &field, s->err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(s->pdf, &field, "FT", &type, s->err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(s->pdf, &field, "Kids", &list, s->err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(s->pdf, &field, "V", &value, s->err);
    if (status != PITH_OK)
        return status;
    if (type.kind != PITH_PDF_NULL)
        kids->signature = pith_pdf_name_is(&type, "Sig");
    kids->at = pith_pdf_inside(&list);
    return kids->signature && value.kind == PITH_PDF_DICT ? read_signature(s, &value) : PITH_OK;
}

static pith_status read_fields(search *s, const pith_pdf_value *list)
{
    level levels[MAX_FIELD_DEPTH + 1] = {{pith_pdf_inside(list), false}};
    size_t depth = 1;
    while (depth > 0) {
        pith_pdf_value field;
        level *in = &levels[depth - 1];
        if (!pith_pdf_next(&in->at, &field)) {
            depth--;
            continue;
        }
        if (depth > MAX_FIELD_DEPTH || s->fields++ == MAX_FIELDS || s->pdf->work > MAX_WORK)
            return pith_fail(s->err, PITH_TOO_LARGE, s->pdf->path,
                             "has too many form fields to look for signatures in");
        levels[depth] = (level){.signature = in->signature};
        pith_status status = read_field(s, field, &levels[depth]);
        if (status != PITH_OK)
            return status;
        depth++;
    }
    return PITH_OK;
}

pith_status pith_pdf_find_signatures(pith_pdf *pdf, pith_pdf_signed *out, pith_error *err)
{
    search s = {.pdf = pdf, .found = PITH_PDF_UNSIGNED, .err = err};
    pith_pdf_value perms;
    pith_pdf_value form;
    pith_pdf_value fields = {.kind = PITH_PDF_NULL};
    pith_pdf_value flags = {.kind = PITH_PDF_NULL};
    pith_status status = pith_pdf_look_up(pdf, &pdf->catalog, "Perms", &perms, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &pdf->catalog, "AcroForm", &form, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &form, "Fields", &fields, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &form, "SigFlags", &flags, err);
    if (status != PITH_OK)
        return status;
    if (flags.kind == PITH_PDF_INTEGER && (flags.integer & 1))
        s.found = PITH_PDF_IS_SIGNED;
    status = read_fields(&s, &fields);
    // Usage rights (UR3) are a signature of the whole file as well.
    if (pith_pdf_get(&perms, "DocMDP", NULL).kind != PITH_PDF_NULL ||
        pith_pdf_get(&perms, "UR3", NULL).kind != PITH_PDF_NULL ||
        pith_pdf_get(&perms, "UR", NULL).kind != PITH_PDF_NULL)
        s.found = PITH_PDF_IS_CERTIFIED;
    *out = s.found;
    return status;
}
