// SPDX-License-Identifier: MIT
#include "evidence/bitcoin.h"

#include "base/text.h"
#include "trust/sha256.h"

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

// `bits` is a floating point number: an exponent in bytes and 24 bits of mantissa, whose highest
// one is a sign. False: negative, zero, or more than 256 bits, which no header may ask for.
static bool read_target(uint32_t bits, uint8_t out[32])
{
    int exponent = (int)(bits >> 24);
    uint32_t mantissa = bits & 0x7FFFFF;
    memset(out, 0, 32);
    if (bits & 0x800000)
        return false;
    bool any = false;
    for (int i = 0; i < 3; i++, mantissa >>= 8) {
        int at = exponent - 3 + i;
        uint8_t byte = (uint8_t)mantissa;
        if (at >= 32 && byte)
            return false;
        if (at >= 0 && at < 32)
            out[at] = byte;
        any = any || (at >= 0 && byte);
    }
    return any;
}

// a <= b, both with their lowest byte first.
static bool at_most(const uint8_t a[32], const uint8_t b[32])
{
    for (int i = 31; i >= 0; i--) {
        if (a[i] != b[i])
            return a[i] < b[i];
    }
    return true;
}

// The bits of 2^256 that the target leaves out: a target of n bits takes about 2^(256-n) tries.
static unsigned work_of(const uint8_t target[32])
{
    unsigned bits = 256;
    while (bits && !(target[(bits - 1) / 8] >> ((bits - 1) % 8) & 1))
        bits--;
    return 256 - bits;
}

void pith_bitcoin_read_header(const uint8_t bytes[BITCOIN_HEADER], bool regtest,
                              bitcoin_header *out)
{
    uint8_t once[PITH_DIGEST_LEN];
    uint8_t target[32];
    uint8_t limit[32]; // the highest target there may be
    *out = (bitcoin_header){.time = number_at(bytes + 68), .bits = number_at(bytes + 72)};
    memcpy(out->previous, bytes + 4, 32);
    memcpy(out->root, bytes + 36, 32);
    pith_sha256(bytes, BITCOIN_HEADER, once);
    pith_sha256(once, sizeof once, out->hash);
    memset(limit, 0xFF, sizeof limit);
    if (regtest)
        limit[31] = 0x7F;
    else
        memset(limit + 28, 0, 4);
    if (!read_target(out->bits, target))
        return;
    out->work = work_of(target);
    out->has_work = at_most(target, limit) && at_most(out->hash, target);
}

// The first block of Bitcoin, as displayed.
#define FIRST_BLOCK "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"

const char *pith_bitcoin_misplaced(const bitcoin_header *header, uint64_t height, bool regtest)
{
    static const uint8_t nothing[32] = {0};
    uint8_t first[32];
    const bool is_first = memcmp(header->previous, nothing, sizeof nothing) == 0;
    if (height > INT32_MAX)
        return "is beyond what Bitcoin can have";
    if (is_first != (height == 0))
        return is_first ? "is the first one of a chain, whose height is 0"
                        : "has a block before it, so that it is not the first one";
    if (is_first && !regtest && pith_bitcoin_parse_hash(pith_text_of(FIRST_BLOCK), first) &&
        memcmp(header->hash, first, sizeof first) != 0)
        return "is not Bitcoin's first one";
    return NULL;
}

void pith_bitcoin_show_hash(const uint8_t hash[32], char out[65])
{
    uint8_t turned[32];
    for (size_t i = 0; i < sizeof turned; i++)
        turned[i] = hash[sizeof turned - 1 - i];
    pith_hex(turned, sizeof turned, out);
}

bool pith_bitcoin_parse_hash(pith_text text, uint8_t out[32])
{
    uint8_t turned[32];
    if (!pith_unhex(text, turned, sizeof turned))
        return false;
    for (size_t i = 0; i < sizeof turned; i++)
        out[i] = turned[sizeof turned - 1 - i];
    return true;
}
