// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "evidence/digest.h"
#include "evidence/ots.h"
#include "evidence/ots_format.h"

// ---- Order ----------------------------------------------------------------------------

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

// The reference writer sorts by tag, then by what the attestation says: addresses and heights, not
// the bytes that spell them.
static int compare_marks(const ots_mark *a, const ots_mark *b)
{
    int order = memcmp(a->is.tag, b->is.tag, sizeof a->is.tag);
    if (order == 0 && a->is.kind == PITH_OTS_WAITING)
        return pith_text_compare(a->is.uri, b->is.uri);
    if (order == 0)
        order = compare_numbers(a->is.height, b->is.height);
    return order ? order : pith_text_compare(a->payload, b->payload);
}

ots_mark *pith_ots_put_mark(pith_arena *arena, ots_node *node, const ots_mark *mark, bool *made)
{
    ots_mark **link = &node->marks;
    int order = -1;
    while (*link && (order = compare_marks(*link, mark)) < 0)
        link = &(*link)->next;
    *made = !*link || order != 0;
    if (!*made)
        return *link;
    ots_mark *copy = pith_alloc_array(arena, 1, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *mark;
    copy->is.message = node->message;
    copy->next = *link;
    *link = copy;
    return copy;
}

ots_edge *pith_ots_put_edge(pith_arena *arena, ots_node *node, uint8_t operation,
                            pith_text argument, bool *made)
{
    ots_edge **link = &node->edges;
    int order = -1;
    for (; *link; link = &(*link)->next) {
        order = compare_numbers((*link)->operation, operation);
        if (order == 0)
            order = pith_text_compare((*link)->argument, argument);
        if (order >= 0)
            break;
    }
    *made = !*link || order != 0;
    if (!*made)
        return *link;
    ots_edge *edge = pith_alloc_array(arena, 1, sizeof *edge);
    if (!edge)
        return NULL;
    *edge = (ots_edge){.operation = operation, .argument = argument, .next = *link};
    *link = edge;
    return edge;
}

// ---- Adding up ------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static bool merge_nodes(pith_arena *arena, ots_node *node, const ots_node *other, bool *more)
{
    bool made;
    for (const ots_mark *mark = other->marks; mark; mark = mark->next) {
        if (!pith_ots_put_mark(arena, node, mark, &made))
            return false;
        *more = *more || made;
    }
    for (const ots_edge *edge = other->edges; edge; edge = edge->next) {
        ots_edge *ours = pith_ots_put_edge(arena, node, edge->operation, edge->argument, &made);
        if (!ours)
            return false;
        if (made)
            ours->to.message = edge->to.message;
        if (!merge_nodes(arena, &ours->to, &edge->to, more))
            return false;
    }
    return true;
}

pith_status pith_ots_graft(pith_ots *proof, ots_node *node, const pith_ots *timestamp, bool *more,
                           pith_error *err)
{
    // One byte more: what was the last item of the node gets a fork before it.
    size_t size = proof->size + timestamp->size + 1;
    size_t messages = proof->messages + timestamp->messages;
    *more = false;
    if (size > PITH_MAX_OTS || messages > PITH_MAX_OTS_MESSAGES)
        return pith_fail(err, PITH_TOO_LARGE, NULL,
                         "the proof would become longer than one may be");
    proof->size = size;
    proof->messages = messages;
    return merge_nodes(proof->arena, node, &timestamp->root, more) ? PITH_OK
                                                                   : pith_fail_memory(err);
}

pith_status pith_ots_merge(pith_ots *proof, const pith_ots *other, pith_error *err)
{
    bool more;
    if (proof->function != other->function ||
        !pith_text_equal(proof->root.message, other->root.message))
        return pith_fail(err, PITH_STAMP_DIGEST, NULL, "the two proofs are of different digests");
    return pith_ots_graft(proof, &proof->root, other, &more, err);
}

pith_status pith_ots_new(pith_arena *arena, const uint8_t digest[PITH_DIGEST_LEN], pith_ots **out,
                         pith_error *err)
{
    pith_ots *proof = pith_alloc_array(arena, 1, sizeof *proof);
    const char *copy = pith_alloc_copy(arena, (const char *)digest, PITH_DIGEST_LEN);
    if (!proof || !copy)
        return pith_fail_memory(err);
    *proof = (pith_ots){.arena = arena,
                        .function = OTS_SHA256,
                        .root.message = {copy, PITH_DIGEST_LEN},
                        .size = OTS_MAGIC + 2 + PITH_DIGEST_LEN};
    *out = proof;
    return PITH_OK;
}

pith_status pith_ots_new_file(pith_arena *arena, const char *path, pith_ots **out, pith_error *err)
{
    uint8_t digest[PITH_DIGEST_LEN];
    pith_status status = pith_ots_digest_file(OTS_SHA256, path, digest, err);
    return status == PITH_OK ? pith_ots_new(arena, digest, out, err) : status;
}

// ---- Looking --------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
bool pith_ots_has_block(const ots_node *node)
{
    for (const ots_mark *mark = node->marks; mark; mark = mark->next) {
        if (mark->is.kind == PITH_OTS_BITCOIN)
            return true;
    }
    for (const ots_edge *edge = node->edges; edge; edge = edge->next) {
        if (pith_ots_has_block(&edge->to))
            return true;
    }
    return false;
}

// Counts the attestations, and puts them where `out` points, if it does.
// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static void list(const ots_node *node, pith_ots_attestation *out, size_t *count)
{
    for (const ots_mark *mark = node->marks; mark; mark = mark->next) {
        if (out)
            out[*count] = mark->is;
        ++*count;
    }
    for (const ots_edge *edge = node->edges; edge; edge = edge->next)
        list(&edge->to, out, count);
}

pith_status pith_ots_describe(pith_arena *arena, const pith_ots *proof, pith_ots_info *out,
                              pith_error *err)
{
    size_t count = 0;
    list(&proof->root, NULL, &count);
    pith_ots_attestation *all = pith_alloc_array(arena, count + 1, sizeof *all);
    if (!all)
        return pith_fail_memory(err);
    count = 0;
    list(&proof->root, all, &count);
    *out = (pith_ots_info){.algorithm = pith_ots_digest_name(proof->function),
                           .digest = proof->root.message,
                           .attestations = all,
                           .count = count};
    return PITH_OK;
}

pith_status pith_ots_hash_file(const pith_ots *proof, const char *path, uint8_t *out, size_t *len,
                               pith_error *err)
{
    *len = pith_ots_digest_len(proof->function);
    return pith_ots_digest_file(proof->function, path, out, err);
}

// ---- Writing --------------------------------------------------------------------------

static void put_byte(pith_buf *out, uint8_t byte)
{
    pith_buf_add(out, &byte, 1);
}

static void put_counted(pith_buf *out, pith_text bytes)
{
    size_t rest = bytes.n;
    for (; rest > 0x7F; rest >>= 7)
        put_byte(out, (uint8_t)(rest | 0x80));
    put_byte(out, (uint8_t)rest);
    pith_buf_add(out, bytes.p, bytes.n);
}

// NOLINTNEXTLINE(misc-no-recursion): PITH_MAX_OTS_DEPTH bounds it
static bool put_node(pith_buf *out, const ots_node *node)
{
    bool whole = node->marks || node->edges;
    for (const ots_mark *mark = node->marks; mark; mark = mark->next) {
        if (mark->next || node->edges)
            put_byte(out, OTS_FORK);
        put_byte(out, 0);
        pith_buf_add(out, mark->is.tag, sizeof mark->is.tag);
        put_counted(out, mark->payload);
    }
    for (const ots_edge *edge = node->edges; edge; edge = edge->next) {
        if (edge->next)
            put_byte(out, OTS_FORK);
        put_byte(out, edge->operation);
        if (edge->argument.n)
            put_counted(out, edge->argument);
        whole = put_node(out, &edge->to) && whole;
    }
    return whole;
}

pith_status pith_ots_write(const pith_ots *proof, pith_buf *out, pith_error *err)
{
    pith_buf_add(out, pith_ots_magic, OTS_MAGIC);
    put_byte(out, OTS_VERSION);
    put_byte(out, proof->function);
    pith_buf_add(out, proof->root.message.p, proof->root.message.n);
    if (!put_node(out, &proof->root))
        return pith_fail(err, PITH_STAMP_SYNTAX, NULL, "nothing attests the digest yet");
    return pith_buf_ok(out) ? PITH_OK : pith_fail_memory(err);
}
