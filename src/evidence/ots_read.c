// SPDX-License-Identifier: MIT
#include "evidence/ots_format.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "evidence/digest.h"
#include "evidence/ots.h"

const char pith_ots_magic[OTS_MAGIC] = {
    0x00,       'O',        'p',        'e',        'n',        'T',        'i',       'm',
    'e',        's',        't',        'a',        'm',        'p',        's',       0x00,
    0x00,       'P',        'r',        'o',        'o',        'f',        0x00,      (char)0xBF,
    (char)0x89, (char)0xE2, (char)0xE8, (char)0x84, (char)0xE8, (char)0x92, (char)0x94};
const uint8_t pith_ots_tag_bitcoin[8] = {0x05, 0x88, 0x96, 0x0D, 0x73, 0xD7, 0x19, 0x01};
const uint8_t pith_ots_tag_pending[8] = {0x83, 0xDF, 0xE3, 0x0D, 0x2E, 0xF9, 0x0C, 0x8E};
static const uint8_t tag_litecoin[8] = {0x06, 0x86, 0x9A, 0x0D, 0x73, 0xD7, 0x1B, 0x45};
static const uint8_t tag_ethereum[8] = {0x30, 0xFE, 0x80, 0x87, 0xB5, 0xC7, 0xEA, 0xD7};

typedef struct reader {
    pith_arena *arena;
    const char *bytes;
    size_t at;
    size_t end;
    size_t messages; // bytes of those made so far
    pith_error *err;
} reader;

static pith_status bad(reader *r, const char *what)
{
    return pith_fail_at(r->err, PITH_STAMP_SYNTAX, r->at, "%s", what);
}

// ---- Words of the format --------------------------------------------------------------

static pith_status read_bytes(reader *r, size_t len, pith_text *out)
{
    if (len > r->end - r->at)
        return bad(r, "the proof is cut off here");
    *out = (pith_text){r->bytes + r->at, len};
    r->at += len;
    return PITH_OK;
}

static pith_status read_byte(reader *r, uint8_t *out)
{
    pith_text one = {"", 0};
    pith_status status = read_bytes(r, 1, &one);
    *out = status == PITH_OK ? (uint8_t)*one.p : 0;
    return status;
}

// Base 128, the lowest digit first. A number has one spelling here (the reference reader takes
// leading zeros too, but writes none), and 64 bits.
static pith_status read_number(reader *r, uint64_t *out)
{
    uint8_t byte = 0x80;
    *out = 0;
    for (int shift = 0; byte & 0x80; shift += 7) {
        size_t before = r->at;
        pith_status status = read_byte(r, &byte);
        if (status != PITH_OK)
            return status;
        bool fits = shift < 63 || (shift == 63 && byte <= 1);
        if (!fits || (byte == 0 && shift > 0)) {
            r->at = before;
            return bad(r, fits ? "a number ends with a zero that it does not need"
                               : "a number has more than 64 bits");
        }
        *out |= (uint64_t)(byte & 0x7F) << shift;
    }
    return PITH_OK;
}

static pith_status read_counted(reader *r, size_t min, size_t max, pith_text *out)
{
    uint64_t len;
    size_t before = r->at;
    pith_status status = read_number(r, &len);
    if (status != PITH_OK)
        return status;
    if (len < min || len > max) {
        r->at = before;
        return pith_fail_at(r->err, PITH_STAMP_SYNTAX, before,
                            "a length of %llu, where %zu to %zu are allowed",
                            (unsigned long long)len, min, max);
    }
    return read_bytes(r, (size_t)len, out);
}

// ---- Attestations ---------------------------------------------------------------------

bool pith_ots_is_uri(pith_text text)
{
    return pith_text_is_plain(text, "-._/:");
}

// What the attestation says. The payload of one that is known has to be used up.
static pith_status read_payload(reader *r, ots_mark *mark)
{
    const uint8_t *tag = mark->is.tag;
    pith_status status = PITH_OK;
    size_t end = r->end;
    r->end = r->at;
    r->at -= mark->payload.n;
    mark->is.kind = PITH_OTS_OTHER;
    if (memcmp(tag, pith_ots_tag_pending, 8) == 0) {
        mark->is.kind = PITH_OTS_WAITING;
        status = read_counted(r, 0, PITH_MAX_OTS_URI, &mark->is.uri);
        if (status == PITH_OK && !pith_ots_is_uri(mark->is.uri))
            status = bad(r, "the address of a calendar holds a character that none may");
    } else if (memcmp(tag, pith_ots_tag_bitcoin, 8) == 0) {
        mark->is.kind = PITH_OTS_BITCOIN;
        status = read_number(r, &mark->is.height);
    } else if (memcmp(tag, tag_litecoin, 8) == 0 || memcmp(tag, tag_ethereum, 8) == 0) {
        status = read_number(r, &mark->is.height);
    } else {
        r->at = r->end;
    }
    if (status == PITH_OK && r->at != r->end)
        status = bad(r, "an attestation is longer than what it says");
    r->end = end;
    return status;
}

static pith_status read_mark(reader *r, ots_node *node)
{
    ots_mark mark = {.is.message = node->message};
    pith_text tag = {"", 0};
    bool made;
    pith_status status = read_bytes(r, sizeof mark.is.tag, &tag);
    if (status == PITH_OK) {
        memcpy(mark.is.tag, tag.p, sizeof mark.is.tag);
        status = read_counted(r, 0, PITH_MAX_OTS_PAYLOAD, &mark.payload);
    }
    if (status == PITH_OK)
        status = read_payload(r, &mark);
    if (status == PITH_OK && !pith_ots_put_mark(r->arena, node, &mark, &made))
        status = pith_fail_memory(r->err);
    return status;
}

// ---- Operations -----------------------------------------------------------------------

static void reverse(pith_text message, char *out)
{
    for (size_t i = 0; i < message.n; i++)
        out[i] = message.p[message.n - 1 - i];
}

// The length of what the operation makes of a message that is not empty.
static size_t result_len(uint8_t operation, pith_text argument, pith_text message)
{
    switch (operation) {
    case OTS_APPEND:
    case OTS_PREPEND:
        return message.n + argument.n;
    case OTS_REVERSE:
        return message.n;
    case OTS_HEXLIFY:
        return 2 * message.n;
    default:
        return pith_ots_digest_len(operation);
    }
}

static pith_status apply(reader *r, const ots_edge *edge, pith_text message, pith_text *out)
{
    size_t len = result_len(edge->operation, edge->argument, message);
    if (len > PITH_MAX_OTS_MESSAGE)
        return bad(r, "the operation before this place makes a message of more than 4096 bytes");
    if (len > PITH_MAX_OTS_MESSAGES - r->messages)
        return pith_fail_at(r->err, PITH_TOO_LARGE, r->at,
                            "the messages of the proof take more than 4 MiB together");
    r->messages += len;
    char *room = pith_alloc(r->arena, len + 1); // hexlify ends with a NUL
    if (!room)
        return pith_fail_memory(r->err);
    switch (edge->operation) {
    case OTS_APPEND:
        memcpy(room, message.p, message.n);
        memcpy(room + message.n, edge->argument.p, edge->argument.n);
        break;
    case OTS_PREPEND:
        memcpy(room, edge->argument.p, edge->argument.n);
        memcpy(room + edge->argument.n, message.p, message.n);
        break;
    case OTS_REVERSE:
        reverse(message, room);
        break;
    case OTS_HEXLIFY:
        pith_hex((const uint8_t *)message.p, message.n, room);
        break;
    default:
        pith_ots_digest(edge->operation, message, (uint8_t *)room);
    }
    *out = (pith_text){room, len};
    return PITH_OK;
}

static pith_status read_node(reader *r, ots_node *node, size_t depth);

// An operation that is not known has a length that is not known, so nothing behind it can be read.
// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static pith_status read_edge(reader *r, ots_node *node, uint8_t operation, size_t depth)
{
    bool made = false;
    pith_text argument = {"", 0};
    pith_status status = PITH_OK;
    if (operation == OTS_APPEND || operation == OTS_PREPEND)
        status = read_counted(r, 1, PITH_MAX_OTS_MESSAGE, &argument);
    else if (operation != OTS_REVERSE && operation != OTS_HEXLIFY &&
             !pith_ots_digest_name(operation))
        return pith_fail_at(r->err, PITH_STAMP_SYNTAX, r->at - 1,
                            "no operation has the number %02x", operation);
    if (status != PITH_OK)
        return status;
    if (depth >= PITH_MAX_OTS_DEPTH)
        return bad(r, "the proof has more than 255 operations in a row");
    ots_edge *edge = pith_ots_put_edge(r->arena, node, operation, argument, &made);
    if (!edge)
        return pith_fail_memory(r->err);
    if (made)
        status = apply(r, edge, node->message, &edge->to.message);
    return status == PITH_OK ? read_node(r, &edge->to, depth + 1) : status;
}

// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static pith_status read_node(reader *r, ots_node *node, size_t depth)
{
    bool last = false;
    pith_status status = PITH_OK;
    while (!last && status == PITH_OK) {
        uint8_t tag;
        status = read_byte(r, &tag);
        last = tag != OTS_FORK;
        if (status == PITH_OK && !last)
            status = read_byte(r, &tag);
        if (status == PITH_OK)
            status = tag == 0 ? read_mark(r, node) : read_edge(r, node, tag, depth);
    }
    return status;
}

// ---- Files and answers ----------------------------------------------------------------

static pith_status read_head(reader *r, pith_ots *proof)
{
    uint64_t version;
    pith_text bytes;
    if (r->end < OTS_MAGIC || memcmp(r->bytes, pith_ots_magic, OTS_MAGIC) != 0)
        return bad(r, "does not begin as an OpenTimestamps proof does");
    r->at = OTS_MAGIC;
    pith_status status = read_number(r, &version);
    if (status == PITH_OK && version != OTS_VERSION)
        return pith_fail_at(r->err, PITH_STAMP_SYNTAX, OTS_MAGIC,
                            "the proof has version %llu, and only 1 is known",
                            (unsigned long long)version);
    if (status == PITH_OK)
        status = read_byte(r, &proof->function);
    if (status == PITH_OK && !pith_ots_digest_name(proof->function))
        return pith_fail_at(r->err, PITH_STAMP_SYNTAX, r->at - 1,
                            "no hash function has the number %02x", proof->function);
    if (status == PITH_OK)
        status = read_bytes(r, pith_ots_digest_len(proof->function), &bytes);
    if (status == PITH_OK)
        proof->root.message = bytes;
    return status;
}

static pith_status read_body(reader *r, pith_ots *proof, size_t depth)
{
    proof->arena = r->arena;
    pith_status status = read_node(r, &proof->root, depth);
    if (status == PITH_OK && r->at != r->end)
        status = bad(r, "something follows the end of the proof");
    proof->size = r->end;
    proof->messages = r->messages;
    return status;
}

pith_status pith_ots_read_timestamp(pith_arena *arena, pith_text bytes, pith_text message,
                                    size_t depth, pith_ots *out, pith_error *err)
{
    const char *copy = pith_alloc_copy(arena, bytes.p, bytes.n);
    reader r = {.arena = arena, .bytes = copy, .end = bytes.n, .err = err};
    *out = (pith_ots){.root.message = message};
    return copy ? read_body(&r, out, depth) : pith_fail_memory(err);
}

pith_status pith_ots_read(pith_arena *arena, pith_text bytes, const char *origin, pith_ots **out,
                          pith_error *err)
{
    if (bytes.n > PITH_MAX_OTS)
        return pith_fail(err, PITH_TOO_LARGE, origin, "is longer than a proof may be: %zu bytes",
                         bytes.n);
    const char *copy = pith_alloc_copy(arena, bytes.p, bytes.n);
    pith_ots *proof = pith_alloc_array(arena, 1, sizeof *proof);
    if (!copy || !proof)
        return pith_fail_memory(err);
    reader r = {.arena = arena, .bytes = copy, .end = bytes.n, .err = err};
    pith_status status = read_head(&r, proof);
    if (status == PITH_OK)
        status = read_body(&r, proof, 0);
    if (status != PITH_OK)
        pith_error_name(err, origin);
    *out = status == PITH_OK ? proof : NULL;
    return status;
}
