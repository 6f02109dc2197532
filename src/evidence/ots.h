// SPDX-License-Identifier: MIT
//
// An OpenTimestamps proof as a tree: nodes are messages, edges are operations on them, and
// attestations hang on nodes.
//
//   file      = magic, version 01, hash function, digest, timestamp
//   timestamp = { ff item } item        of one message
//   item      = 00 attestation | operation [argument] timestamp
#ifndef PITH_EVIDENCE_OTS_H
#define PITH_EVIDENCE_OTS_H

#include "pith.h"

// Operations that are no hash functions.
enum { OTS_APPEND = 0xF0, OTS_PREPEND = 0xF1, OTS_REVERSE = 0xF2, OTS_HEXLIFY = 0xF3 };

// An attestation.
typedef struct ots_mark {
    pith_ots_attestation is;
    pith_text payload; // as it is serialised
    bool asked;        // its calendar was
    struct ots_mark *next;
} ots_mark;

typedef struct ots_node {
    pith_text message;
    ots_mark *marks;        // both lists in the order of their serialisation,
    struct ots_edge *edges; // each item once
} ots_node;

typedef struct ots_edge {
    uint8_t operation;
    pith_text argument; // of APPEND and PREPEND
    ots_node to;
    struct ots_edge *next;
} ots_edge;

struct pith_ots {
    pith_arena *arena;
    uint8_t function; // of the digest
    ots_node root;
    // At most this much, so that what was merged can be read again:
    size_t size;     // bytes of the file
    size_t messages; // bytes of all messages
};

// Reads a timestamp of `message`, as a calendar sends it, that is to hang `depth` operations below
// a root. *out has its function, root, size and messages; the function is that of no file.
pith_status pith_ots_read_timestamp(pith_arena *arena, pith_text bytes, pith_text message,
                                    size_t depth, pith_ots *out, pith_error *err) PITH_CHECKED;
// Adds a timestamp of the node's message to the proof. PITH_TOO_LARGE: then nothing was added.
// *more: it had anything new.
pith_status pith_ots_graft(pith_ots *proof, ots_node *node, const pith_ots *timestamp, bool *more,
                           pith_error *err) PITH_CHECKED;

// Finds the item in the list of a node or makes it; NULL: no memory.
ots_mark *pith_ots_put_mark(pith_arena *arena, ots_node *node, const ots_mark *mark, bool *made);
ots_edge *pith_ots_put_edge(pith_arena *arena, ots_node *node, uint8_t operation,
                            pith_text argument, bool *made);
// Whether a Bitcoin block attests the node or anything that follows from it.
bool pith_ots_has_block(const ots_node *node);
// Whether text is A-Za-z0-9-._/: only.
bool pith_ots_is_uri(pith_text text);

extern const uint8_t pith_ots_tag_bitcoin[8];
extern const uint8_t pith_ots_tag_pending[8];

#endif
