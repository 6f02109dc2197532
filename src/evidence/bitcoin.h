// SPDX-License-Identifier: MIT
//
// Headers of Bitcoin blocks, and the work that is in them.
//
//   version 4 | previous block 32 | merkle root 32 | time 4 | bits 4 | nonce 4
//
// Numbers begin with their lowest byte; so do hashes, which are displayed the other way round.
#ifndef PITH_EVIDENCE_BITCOIN_H
#define PITH_EVIDENCE_BITCOIN_H

#include "pith.h"

enum { BITCOIN_HEADER = 80 };

typedef struct bitcoin_header {
    uint8_t hash[32]; // of this block
    uint8_t previous[32];
    uint8_t root[32];
    uint32_t time;
    uint32_t bits;
    unsigned work; // log2, rounded down, of the hashes it takes to find such a header
    bool has_work; // its hash is what `bits` asks for, and that no less than the network does
} bitcoin_header;

// The two networks differ in the work that a header needs at least: about 2^32 hashes, or two.
void pith_bitcoin_read_header(const uint8_t bytes[BITCOIN_HEADER], bool regtest,
                              bitcoin_header *out);

// Why a header cannot be that of the block of this height, or NULL: that of a first block is at 0
// and nowhere else, on Bitcoin's network it is Bitcoin's, and heights have 31 bits.
const char *pith_bitcoin_misplaced(const bitcoin_header *header, uint64_t height, bool regtest);

// A hash as it is displayed, and back. False: not 64 lower-case hex digits.
void pith_bitcoin_show_hash(const uint8_t hash[32], char out[65]);
bool pith_bitcoin_parse_hash(pith_text text, uint8_t out[32]);

#endif
