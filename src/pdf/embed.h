// SPDX-License-Identifier: MIT
//
// What embedding, stripping and reading share.
#ifndef PITH_PDF_EMBED_H
#define PITH_PDF_EMBED_H

#include "pdf/pdf.h"
#include "pdf/xmp.h"

typedef enum pith_pdf_signed {
    PITH_PDF_UNSIGNED,
    PITH_PDF_IS_SIGNED,
    PITH_PDF_IS_CERTIFIED
} pith_pdf_signed;

pith_status pith_pdf_find_signatures(pith_pdf *pdf, pith_pdf_signed *out,
                                     pith_error *err) PITH_CHECKED;

// The metadata stream that the catalog names. `there` is false when there is none to go on with;
// `object` says whether its number may be used again.
typedef struct pith_pdf_metadata {
    bool there;

    pith_pdf_object object;
    pith_text bytes;
} pith_pdf_metadata;

pith_status pith_pdf_read_metadata(pith_pdf *pdf, pith_pdf_metadata *out,
                                   pith_error *err) PITH_CHECKED;

// The length and hash of the file before our update, as its packet states them.
typedef struct pith_pdf_prefix {
    bool stated;
    bool hashed;
    uint64_t length;
    uint8_t sha256[PITH_DIGEST_LEN];
} pith_pdf_prefix;

void pith_pdf_read_prefix(const pith_xmp_packet *packet, pith_pdf_prefix *out);

// Opens the file as it was before our update, provided that the update is the last thing in the
// file and follows that state directly. PITH_PDF_NOT_CUT says what else is the case; another
// status, that this cannot be told for want of memory or a read. The hash is not looked at.
pith_status pith_pdf_open_prefix(pith_pdf *pdf, const pith_pdf_prefix *prefix, pith_pdf *out,
                                 pith_error *err) PITH_CHECKED;

// SHA-256 of the first bytes of a file.
pith_status pith_pdf_hash(const pith_input *in, uint64_t len, uint8_t out[PITH_DIGEST_LEN],
                          pith_error *err) PITH_CHECKED;

// Reads a result again before it is the user's: whether its first `size` bytes end in `tail` and
// are a PDF with this metadata (NULL: whatever it has). PITH_IO_WRITE: they are not.
pith_status pith_pdf_check_written(pith_arena *arena, const pith_input *written, uint64_t size,
                                   pith_text tail, const pith_text *xmp,
                                   pith_error *err) PITH_CHECKED;

// The bundles that are found among attached files, each once.
enum { PITH_PDF_MAX_BUNDLES = 16 };
typedef struct pith_pdf_bundles {
    pith_arena *arena; // where they are kept
    pith_pdf_bundle *first;
    uint32_t files[PITH_PDF_MAX_BUNDLES]; // object numbers of those that were read
    size_t file_count;
} pith_pdf_bundles;

// Those in the name tree and /AF.
pith_status pith_pdf_find_bundles(pith_pdf_bundles *bundles, pith_pdf *pdf,
                                  pith_error *err) PITH_CHECKED;
// The file of a file specification, or of a reference to one, if its name is that of a bundle.
pith_status pith_pdf_add_file(pith_pdf_bundles *bundles, pith_pdf *pdf, const pith_pdf_value *spec,
                              pith_error *err) PITH_CHECKED;

// Whether this machine failed, which says nothing about the file.
bool pith_pdf_is_of_machine(pith_status status);

// What pith_pdf_embed would append to the first out->prefix bytes, without writing anything.
pith_status pith_pdf_embed_update(pith_arena *arena, const pith_input *in,
                                  const pith_pdf_embedding *how, pith_buf *update,
                                  pith_pdf_written *out, pith_error *err) PITH_CHECKED;

// pith_pdf_read of an open file.
pith_status pith_pdf_read_input(pith_arena *arena, const pith_input *in, pith_pdf_reading *out,
                                pith_error *err) PITH_CHECKED;

#define PITH_PDF_BUNDLE_NAME "pith-bundle.json"

#endif
