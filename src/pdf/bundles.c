// SPDX-License-Identifier: MIT
//
// Bundles among the files that are attached to a document: in its name tree, in /AF, and by
// annotations on its pages, which the pass over all bytes finds.
#include "base/arena.h"
#include "base/err.h"
#include "pdf/embed.h"

enum { MAX_TREE_DEPTH = 8, MAX_FILES = 4096 };

// Whether a text string (clause 7.9.2.2), UTF-16 or not, is the name of our bundle.
static bool is_our_name(const pith_pdf_value *string)
{
    char bytes[2 * sizeof PITH_PDF_BUNDLE_NAME + 2]; // room for one character more
    size_t n = pith_pdf_string(string, bytes, sizeof bytes);
    if (n > 2 && n % 2 == 0 && memcmp(bytes, "\xFE\xFF", 2) == 0) {
        n = n / 2 - 1;
        for (size_t i = 0; i < n; i++) // what is not ASCII is not in the name
            bytes[i] = bytes[2 * i + 2] ? '?' : bytes[2 * i + 3];
    }
    return pith_text_is((pith_text){bytes, n}, PITH_PDF_BUNDLE_NAME);
}

static bool was_read(const pith_pdf_bundles *b, uint32_t number)
{
    for (size_t i = 0; i < b->file_count; i++) {
        if (b->files[i] == number)
            return true;
    }
    return false;
}

static pith_status add_bundle(pith_pdf_bundles *b, pith_pdf *pdf, const pith_pdf_value *file,
                              pith_error *err)
{
    pith_text bytes;
    pith_pdf_object object;
    pith_pdf_stream stream;
    pith_pdf_bundle **tail = &b->first;
    if (file->kind != PITH_PDF_REF || was_read(b, file->number))
        return PITH_OK;
    if (b->file_count == PITH_PDF_MAX_BUNDLES)
        return pith_fail(err, PITH_TOO_LARGE, pdf->path, "there are too many bundles");
    b->files[b->file_count++] = file->number;
    pith_status status = pith_pdf_load(pdf, file->number, file->generation, &object, err);
    if (status != PITH_OK || !object.is_stream)
        return status;
    status = pith_pdf_stream_of(pdf, &object, true, &stream, err);
    if (status == PITH_OK)
        status = pith_pdf_decode_all(pdf, &stream, PITH_MAX_DOCUMENT, &bytes, err);
    if (status != PITH_OK)
        return status;
    for (; *tail; tail = &(*tail)->next) {
        if (pith_text_equal((*tail)->bytes, bytes))
            return PITH_OK;
    }
    // A pass keeps nothing of what it reads.
    pith_pdf_bundle *bundle = pith_alloc(b->arena, sizeof *bundle);
    const char *copy = pith_alloc_copy(b->arena, bytes.p, bytes.n);
    if (!bundle || !copy)
        return pith_fail_memory(err);
    *bundle = (pith_pdf_bundle){{copy, bytes.n}, NULL};
    *tail = bundle;
    return PITH_OK;
}

// A file specification (clause 7.11.3), which is ours by the name in the tree or by its own. Its
// two files are for old and new readers, and should be one.
static pith_status read_file(pith_pdf_bundles *b, pith_pdf *pdf, const pith_pdf_value *spec,
                             bool ours, pith_error *err)
{
    static const char *const keys[] = {"F", "UF"};
    pith_pdf_value value;
    pith_pdf_value files;
    pith_status status = pith_pdf_resolve(pdf, spec, &value, err);
    for (size_t i = 0; i < 2 && status == PITH_OK && !ours; i++) {
        pith_pdf_value name;
        status = pith_pdf_look_up(pdf, &value, keys[i], &name, err);
        ours = status == PITH_OK && is_our_name(&name);
    }
    if (status != PITH_OK || !ours)
        return status;
    status = pith_pdf_look_up(pdf, &value, "EF", &files, err);
    for (size_t i = 0; i < 2 && status == PITH_OK; i++) {
        pith_pdf_value file = pith_pdf_get(&files, keys[i], NULL);
        status = add_bundle(b, pdf, &file, err);
    }
    return status;
}

// One node of the tree: its kids, and the files of our name that are here.
static pith_status read_node(pith_pdf_bundles *b, pith_pdf *pdf, const pith_pdf_value *node,
                             pith_pdf_cursor *kids, size_t *left, pith_error *err)
{
    pith_pdf_value names;
    pith_pdf_value list;
    pith_pdf_value key;
    pith_pdf_value value;
    pith_status status = pith_pdf_look_up(pdf, node, "Names", &names, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, node, "Kids", &list, err);
    if (status != PITH_OK)
        return status;
    *kids = pith_pdf_inside(&list);
    pith_pdf_cursor at = pith_pdf_inside(&names);
    while (status == PITH_OK && *left > 0 && pith_pdf_next(&at, &key) &&
           pith_pdf_next(&at, &value)) {
        --*left;
        status = read_file(b, pdf, &value, is_our_name(&key), err);
    }
    return status;
}

// The name tree of attached files (ISO 32000-1 clause 7.9.6).
static pith_status read_tree(pith_pdf_bundles *b, pith_pdf *pdf, const pith_pdf_value *root,
                             pith_error *err)
{
    pith_pdf_cursor levels[MAX_TREE_DEPTH];
    size_t left = MAX_FILES;
    size_t depth = 1;
    pith_status status = read_node(b, pdf, root, &levels[0], &left, err);
    while (status == PITH_OK && depth > 0 && left > 0) {
        pith_pdf_value node;
        if (!pith_pdf_next(&levels[depth - 1], &node)) {
            depth--;
            continue;
        }
        left--;
        status = pith_pdf_resolve(pdf, &node, &node, err);
        if (status == PITH_OK && depth < MAX_TREE_DEPTH)
            status = read_node(b, pdf, &node, &levels[depth++], &left, err);
    }
    return status;
}

// Files of the catalog's /AF (ISO 32000-2 clause 14.13), which need not be in the tree.
static pith_status read_associated(pith_pdf_bundles *b, pith_pdf *pdf, pith_error *err)
{
    pith_pdf_value list;
    pith_pdf_value spec;
    size_t left = MAX_FILES;
    pith_status status = pith_pdf_look_up(pdf, &pdf->catalog, "AF", &list, err);
    pith_pdf_cursor at = pith_pdf_inside(&list);
    while (status == PITH_OK && left-- > 0 && pith_pdf_next(&at, &spec))
        status = read_file(b, pdf, &spec, false, err);
    return status;
}

pith_status pith_pdf_add_file(pith_pdf_bundles *b, pith_pdf *pdf, const pith_pdf_value *spec,
                              pith_error *err)
{
    return read_file(b, pdf, spec, false, err);
}

pith_status pith_pdf_find_bundles(pith_pdf_bundles *b, pith_pdf *pdf, pith_error *err)
{
    pith_pdf_value names;
    pith_pdf_value tree;
    pith_status status = pith_pdf_look_up(pdf, &pdf->catalog, "Names", &names, err);
    if (status == PITH_OK)
        status = pith_pdf_look_up(pdf, &names, "EmbeddedFiles", &tree, err);
    if (status == PITH_OK && tree.kind == PITH_PDF_DICT)
        status = read_tree(b, pdf, &tree, err);
    return status == PITH_OK ? read_associated(b, pdf, err) : status;
}
