// SPDX-License-Identifier: MIT
//
// A file attached to the document: in the name tree /EmbeddedFiles, where viewers list it, and in
// /AF, where PDF 2.0 and PDF/A-3 want it (ISO 32000-2 clauses 7.11.4 and 14.13).
#include "base/arena.h"
#include "base/err.h"
#include "pdf/embed.h"
#include "pdf/update.h"

#define DESCRIPTION "Pith bundle: the record of this document and its events"

typedef struct tree {
    pith_pdf_value names;    // /Names of the catalog
    pith_pdf_value embedded; // its /EmbeddedFiles
    pith_pdf_value list;     // its /Names: strings and file specifications
    pith_pdf_value existing; // a file specification of our name
} tree;

static int compare_names(const pith_pdf_value *string, const char *name)
{
    char bytes[80]; // more than any of these names has, so that they decide
    size_t n = pith_pdf_string(string, bytes, sizeof bytes);
    return pith_text_compare((pith_text){bytes, n}, pith_text_of(name));
}

static pith_status no_tree(const pith_pdf *pdf, const char *why, pith_error *err)
{
    return pith_fail(err, PITH_PDF_NAME_TREE, pdf->path, "nothing can be attached: %s", why);
}

// Only one that an earlier call has written may get new content: the author may have attached a
// file of that name as well.
static pith_status check_existing(pith_pdf *pdf, const char *name, const tree *t, pith_error *err)
{
    char why[100];
    pith_pdf_value spec;
    pith_pdf_value description;
    pith_status status = pith_pdf_resolve(pdf, &t->existing, &spec, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &spec, "Desc", &description, err);
    if (status != PITH_OK)
        return status;
    if (t->existing.kind == PITH_PDF_REF && description.kind == PITH_PDF_STRING &&
        compare_names(&description, DESCRIPTION) == 0)
        return PITH_OK;
    snprintf(why, sizeof why, "there is a file %s of the author's", name);
    return no_tree(pdf, why, err);
}

static pith_status read_tree(pith_pdf *pdf, const char *name, tree *t, pith_error *err)
{
    pith_pdf_value key;
    pith_pdf_value value;
    *t = (tree){.names = {.kind = PITH_PDF_NULL}};
    pith_status status = pith_pdf_look_up(pdf, &pdf->catalog, "Names", &t->names, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &t->names, "EmbeddedFiles", &t->embedded, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &t->embedded, "Names", &t->list, err);
    if (status != PITH_OK)
        return status;
    if ((t->names.kind != PITH_PDF_NULL && !pith_pdf_is_whole(&t->names)) ||
        (t->embedded.kind != PITH_PDF_NULL && !pith_pdf_is_whole(&t->embedded)))
        return no_tree(pdf, "/Names is no valid dictionary", err);
    if (pith_pdf_get(&t->embedded, "Kids", NULL).kind != PITH_PDF_NULL)
        return no_tree(pdf, "the attachments are kept in a tree of several nodes", err);
    pith_pdf_cursor at = pith_pdf_inside(&t->list);
    while (pith_pdf_next(&at, &key)) {
        if (key.kind != PITH_PDF_STRING || !pith_pdf_next(&at, &value))
            return no_tree(pdf, "the list of attachments is broken", err);
        if (compare_names(&key, name) == 0)
            t->existing = value;
    }
    return t->existing.kind == PITH_PDF_NULL ? PITH_OK : check_existing(pdf, name, t, err);
}

// The keys of a dictionary but one, then that one anew. The root of a tree has no /Limits (clause
// 7.9.6); where one is written all the same, it would hide the new name.
static void put_dict(const pith_pdf_value *dict, const char *key, pith_text value, pith_buf *out)
{
    pith_pdf_value k;
    pith_pdf_value v;
    pith_pdf_cursor at = pith_pdf_inside(dict);
    pith_buf_puts(out, "<< ");
    while (dict->kind == PITH_PDF_DICT && pith_pdf_next_key(&at, &k, &v)) {
        if (pith_pdf_name_is(&k, key) || pith_pdf_name_is(&k, "Limits"))
            continue;
        pith_buf_add(out, k.raw.p, k.raw.n);
        pith_buf_puts(out, " ");
        pith_buf_add(out, v.raw.p, v.raw.n);
        pith_buf_puts(out, " ");
    }
    pith_buf_printf(out, "/%s ", key);
    pith_buf_add(out, value.p, value.n);
    pith_buf_puts(out, " >>");
}

static pith_status keep(pith_pdf *pdf, pith_buf *buf, pith_text *out, pith_error *err)
{
    char *copy = pith_buf_ok(buf) ? pith_alloc_copy(pdf->arena, buf->data, buf->len) : NULL;
    *out = (pith_text){copy, buf->len};
    pith_buf_free(buf);
    return copy ? PITH_OK : pith_fail_memory(err);
}

// The names in byte order with one more.
static pith_status put_names(pith_pdf *pdf, const tree *t, const char *name, uint32_t spec,
                             pith_text *out, pith_error *err)
{
    pith_buf buf;
    pith_pdf_value key;
    pith_pdf_value value;
    pith_text list;
    pith_text embedded;
    bool there = false;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_puts(&buf, "[");
    pith_pdf_cursor at = pith_pdf_inside(&t->list);
    for (bool more = true; more;) {
        more = pith_pdf_next(&at, &key) && pith_pdf_next(&at, &value);
        if (!there && (!more || compare_names(&key, name) > 0)) {
            pith_buf_printf(&buf, " (%s) %u 0 R", name, spec);
            there = true;
        }
        if (!more)
            break;
        pith_buf_puts(&buf, " ");
        pith_buf_add(&buf, key.raw.p, key.raw.n);
        pith_buf_puts(&buf, " ");
        pith_buf_add(&buf, value.raw.p, value.raw.n);
    }
    pith_buf_puts(&buf, " ]");
    pith_status status = keep(pdf, &buf, &list, err);
    if (status != PITH_OK)
        return status;
    put_dict(&t->embedded, "Names", list, &buf);
    status = keep(pdf, &buf, &embedded, err);
    if (status != PITH_OK)
        return status;
    put_dict(&t->names, "EmbeddedFiles", embedded, &buf);
    return keep(pdf, &buf, out, err);
}

static pith_status put_associated(pith_pdf *pdf, uint32_t spec, pith_text *out, pith_error *err)
{
    pith_buf buf;
    pith_pdf_value list;
    pith_status status = pith_pdf_look_up(pdf, &pdf->catalog, "AF", &list, err);
    if (status != PITH_OK)
        return status;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_puts(&buf, "[");
    if (list.kind == PITH_PDF_ARRAY)
        pith_buf_add(&buf, list.raw.p + 1, list.raw.n - 2);
    pith_buf_printf(&buf, " %u 0 R ]", spec);
    return keep(pdf, &buf, out, err);
}

// Writes the objects of an attached file; *changes gets what the catalog needs for it (at most
// two). PITH_PDF_NAME_TREE when the names are kept in a way that is not changed here.
static pith_status attach(pith_pdf_update *u, const char *name, pith_text bytes,
                          pith_pdf_change *changes, size_t *count, pith_error *err)
{
    tree t;
    char entries[120];
    pith_status status = read_tree(u->base, name, &t, err);
    if (status != PITH_OK)
        return status;
    // One of ours that a rewriter has carried along gets new content under its number.
    bool there = t.existing.kind == PITH_PDF_REF;
    uint32_t file = u->next;
    snprintf(entries, sizeof entries,
             "/Type /EmbeddedFile /Subtype /application#2Fjson /Params << /Size %zu >>", bytes.n);
    pith_pdf_update_stream(u, file, 0, entries, bytes);
    uint32_t spec = there ? t.existing.number : u->next;
    pith_pdf_update_open(u, spec, there ? t.existing.generation : 0);
    pith_buf_printf(u->out,
                    "<< /Type /Filespec /F (%s) /UF (%s) /Desc (" DESCRIPTION ") /AFRelationship "
                    "/Data /EF << /F %u 0 R /UF %u 0 R >> >>",
                    name, name, file, file);
    pith_pdf_update_close(u);
    *count = 0;
    if (there)
        return PITH_OK;
    changes[0].key = "Names";
    changes[1].key = "AF";
    *count = 2;
    status = put_names(u->base, &t, name, spec, &changes[0].value, err);
    return status == PITH_OK ? put_associated(u->base, spec, &changes[1].value, err) : status;
}

// Under the number of the old one, so that the catalog stays as it is. No filter: PDF/A-1 forbids
// it, and so the record can be found without a PDF reader.
static pith_status put_metadata(pith_pdf_update *u, const pith_pdf_object *old, pith_text xmp,
                                pith_pdf_change *change, pith_error *err)
{
    uint32_t number = old->present ? old->number : u->next;
    pith_pdf_update_stream(u, number, old->present ? old->generation : 0,
                           "/Type /Metadata /Subtype /XML", xmp);
    if (old->present)
        return PITH_OK;
    char reference[24];
    int n = snprintf(reference, sizeof reference, "%u 0 R", number);
    change->key = "Metadata";
    change->value = (pith_text){pith_alloc_copy(u->base->arena, reference, (size_t)n), (size_t)n};
    return change->value.p ? PITH_OK : pith_fail_memory(err);
}

pith_status pith_pdf_update_build(pith_pdf *base, const pith_pdf_object *metadata, pith_text xmp,
                                  pith_text bundle, pith_buf *out, pith_error *err)
{
    pith_pdf_update u;
    pith_pdf_change changes[3] = {{.key = NULL}};
    size_t more = 0;
    pith_status status = pith_pdf_update_start(base, out, &u, err);
    if (status == PITH_OK)
        status = put_metadata(&u, metadata, xmp, &changes[0], err);
    size_t count = changes[0].key ? 1 : 0;
    if (status == PITH_OK && bundle.n)
        status = attach(&u, PITH_PDF_BUNDLE_NAME, bundle, changes + count, &more, err);
    count += more;
    if (status == PITH_OK && count)
        pith_pdf_update_catalog(&u, changes, count);
    return status == PITH_OK ? pith_pdf_update_finish(&u, err) : status;
}
