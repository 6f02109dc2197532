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
