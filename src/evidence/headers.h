// SPDX-License-Identifier: MIT
//
// Headers of Bitcoin blocks from where the caller says, by height.
#ifndef PITH_EVIDENCE_HEADERS_H
#define PITH_EVIDENCE_HEADERS_H

#include "evidence/bitcoin.h"

typedef enum headers_kind {
    HEADERS_NONE,
    HEADERS_ONE,
    HEADERS_FILE,
    HEADERS_NODE,
    HEADERS_ESPLORA
} headers_kind;

// PITH_USAGE when the caller names more than one source.
pith_status pith_headers_kind_of(const pith_headers *headers, headers_kind *out,
                                 pith_error *err) PITH_CHECKED;

typedef struct headers_lookup {
    uint64_t height; // in
    // Out. PITH_OK: a header that has its work. PITH_STAMP_UNCHECKED: the source has none of that
    // height. PITH_STAMP_WORK: it has, but without the work. PITH_STAMP_NETWORK: no usable answer.
    pith_status status;
    pith_error error;
    bitcoin_header header;
} headers_lookup;

// What a whole file of headers shows.
typedef struct headers_chain {
    uint64_t last;       // height of its last block
    uint64_t checkpoint; // height of the checkpoint, if there is one
} headers_chain;

// The header in headers->header. PITH_USAGE when it is none.
pith_status pith_headers_one(const pith_headers *headers, headers_lookup *out,
                             pith_error *err) PITH_CHECKED;
// Reads the whole file: each header has its work and follows the one before.
// PITH_STAMP_HEADERS when that is not so, or when the checkpoint is missing.
pith_status pith_headers_file(const pith_headers *headers, headers_lookup *lookups, size_t count,
                              headers_chain *chain, pith_error *err) PITH_CHECKED;
// Asks a server about all heights, in two rounds: hashes by height, headers by hash. A header is
// accepted when it has the hash that was asked for.
pith_status pith_headers_node(pith_arena *arena, const pith_headers *headers,
                              headers_lookup *lookups, size_t count, pith_error *err) PITH_CHECKED;
pith_status pith_headers_esplora(pith_arena *arena, const pith_headers *headers,
                                 headers_lookup *lookups, size_t count,
                                 pith_error *err) PITH_CHECKED;

#endif
