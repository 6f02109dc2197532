// SPDX-License-Identifier: MIT
//
// The one table of this project's XMP properties: what `pith embed` writes, `pith verify` reads,
// the PDF/A extension schema describes and pith.sty writes too (a test compares the names).
#ifndef PITH_OUT_XMP_H
#define PITH_OUT_XMP_H

#include "pith.h"

// This project's choice: nothing public defines a namespace.
#define PITH_XMP_NAMESPACE "https://pith.science/ns/1.0/"
#define PITH_XMP_PREFIX    "pith"
#define PITH_RDF_NAMESPACE "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

// Symbol, name, value type (XMP specification part 1, clause 8.2), what it says. In the order in
// which they are written.
#define PITH_XMP_TABLE(X)                                                                          \
    X(NUMBER, "number", "Text", "Pith Number of the record")                                       \
    X(CANONICAL_SHA256, "canonicalSha256", "Text", "SHA-256 of the canonical record, in hex")      \
    X(CANONICAL_RECORD, "canonicalRecord", "Text", "canonical record, in base64")                  \
    X(KEY_ID, "keyId", "Text", "name of the key that signed the receipt")                          \
    X(SIGNATURE, "signature", "Text", "Ed25519 signature over the SHA-256, in base64")             \
    X(SIGNED_AT, "signedAt", "Text", "when the receipt says it was signed")                        \
    X(RESOLVER, "resolver", "URI", "where the record can be looked up")                            \
    X(SOURCE, "source", "Text", "kind, identifier and version of the recorded work")               \
    X(RELATION, "relation", "Text", "whether the record is of this version: current, earlier...")  \
    X(STATUS, "status", "bag Text",                                                                \
      "what events show of further evidence, or else a resolver claims")                           \
    X(PREFIX_LENGTH, "prefixLength", "Integer", "bytes of the file before the record was added")   \
    X(PREFIX_SHA256, "prefixSha256", "Text", "SHA-256 of those bytes, in hex")

typedef enum pith_xmp_property {
#define X(symbol, name, type, meaning) PITH_XMP_##symbol,
    PITH_XMP_TABLE(X)
#undef X
        PITH_XMP_COUNT
} pith_xmp_property;

const char *pith_xmp_name(pith_xmp_property property);

typedef struct pith_xmp_content {
    const pith_result *result;
    pith_relation relation;
    uint64_t prefix_length;
    const uint8_t *prefix_sha256; // or NULL: it is not recorded
    bool dc_identifier;           // state the number there as well
    bool schema;                  // before it, one with a pdfaExtension:schemas
} pith_xmp_content;

// Appends an rdf:Description and a line feed. `about` is the value of rdf:about with its quotes,
// as it stands in the other Descriptions of the packet.
pith_status pith_xmp_description(const pith_xmp_content *content, pith_text about, pith_buf *out,
                                 pith_error *err) PITH_CHECKED;
// Appends the entry for a PDF/A extension schema (ISO 19005-1 6.7.8): an rdf:li.
void pith_xmp_schema(pith_buf *out);

#endif
