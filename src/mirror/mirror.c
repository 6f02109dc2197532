// SPDX-License-Identifier: MIT
//
// Documents of one number -> joined with the copy in the tree -> checked again as a whole ->
// written.
#include "mirror/mirror.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "evidence/claims.h"
#include "resolve/resolve.h"

static void release(void *object)
{
    pith_mirror *mirror = object;
    pith_tree_close(&mirror->tree);
}

// The URL goes into pages and shell recipes, so it is kept to characters that mean nothing
// there.
static pith_status read_base(pith_arena *arena, const char *url, const char **out, pith_error *err)
{
    size_t n = url ? strlen(url) : 0;
    while (n > 0 && url[n - 1] == '/')
        n--;
    *out = pith_alloc_copy(arena, url ? url : "", n);
    if (!*out)
        return pith_fail_memory(err);
    if (!url)
        return PITH_OK;
    const pith_text text = {url, n};
    bool good = n < 200 &&
                ((pith_text_starts(text, "https://") && n > 8) ||
                 (pith_text_starts(text, "http://") && n > 7)) &&
                pith_text_is_plain(text, ":/.-_~[]");
    if (!good)
        return pith_fail(err, PITH_USAGE, url,
                         "is not a plain http or https URL without query, user or escapes");
    return PITH_OK;
}

pith_status pith_mirror_open(pith_arena *arena, const char *dir, const char *base_url,
                             const pith_keyring *keyring, pith_mirror **out, pith_error *err)
{
    pith_mirror *mirror = pith_alloc_array(arena, 1, sizeof *mirror);
    if (!mirror)
        return pith_fail_memory(err);
    mirror->keyring = keyring;
    pith_status status = read_base(arena, base_url, &mirror->base, err);
    if (status == PITH_OK)
        status = pith_tree_open(dir, &mirror->tree, err);
    if (status == PITH_OK && !pith_arena_defer(arena, release, mirror)) {
        pith_tree_close(&mirror->tree);
        status = pith_fail_memory(err);
    }
    *out = mirror;
    return status;
}

void pith_mirror_count(const pith_mirror *mirror, pith_mirror_counts *out)
{
    *out = (pith_mirror_counts){mirror->tree.written, mirror->tree.unchanged};
}

// ---- New documents --------------------------------------------------------------------

typedef struct fresh {
    pith_text *bytes;
    const char **origins;
    pith_document *documents;
    size_t count;
} fresh;

// A mirror asks the source itself: not the cache, which may be a day old. With a quorum it
// takes what each of the resolvers gives, so that no one of them can hold events back.
static pith_status find_documents(pith_arena *arena, const pith_sources *sources,
                                  const pith_number *number, const pith_keyring *keyring,
                                  pith_raw **out, pith_error *err)
{
    if (sources->offline)
        return pith_fail(err, PITH_USAGE, NULL,
                         "a mirror is not made from the cache; name documents with --from");
    return pith_gather(arena, sources, number, keyring, out, err);
}

// Leaves room for one more: the copy in the tree. As in pith_resolve, files the user named may
// be about other numbers, unless there is just one.
static pith_status read_fresh(pith_arena *arena, const pith_raw *raws, const pith_number *number,
                              fresh *out, pith_error *err)
{
    size_t total = 0;
    for (const pith_raw *raw = raws; raw; raw = raw->next)
        total++;
    out->bytes = pith_alloc_array(arena, total + 1, sizeof *out->bytes);
    out->origins = pith_alloc_array(arena, total + 1, sizeof *out->origins);
    out->documents = pith_alloc_array(arena, total + 1, sizeof *out->documents);
    if (!out->bytes || !out->origins || !out->documents)
        return pith_fail_memory(err);
    for (const pith_raw *raw = raws; raw; raw = raw->next) {
        pith_document *document = &out->documents[out->count];
        pith_status status = pith_read_raw(arena, raw, document, err);
        if (status != PITH_OK)
            return status;
        if (!raw->by_name && total > 1 && !pith_document_is_about(document, number))
            continue;
        out->bytes[out->count] = raw->bytes;
        out->origins[out->count++] = raw->origin;
    }
    return PITH_OK;
}

// ---- Which record document ------------------------------------------------------------

typedef struct candidate {
    pith_text bytes;
    bool titled; // its title is the record's
    bool fresh;
} candidate;

// One with the true title first, then a new one, then by bytes, so that the order in which
// documents come decides nothing.
static bool is_better(const candidate *a, const candidate *b)
{
    if (!b->bytes.p || a->titled != b->titled)
        return !b->bytes.p || a->titled;
    if (a->fresh != b->fresh)
        return a->fresh;
    if (a->bytes.n != b->bytes.n)
        return a->bytes.n > b->bytes.n;
    return memcmp(a->bytes.p, b->bytes.p, a->bytes.n) < 0;
}

static void consider(pith_arena *arena, candidate *best, const pith_document *document,
                     pith_text bytes, bool is_fresh)
{
    pith_text shown;
    uint32_t type = pith_token_member(document->clean, 0, "record_type");
    if (!type || !pith_token_is(document->clean, type, "pith_number_record") ||
        !document->stated_number.p)
        return;
    const candidate c = {bytes,
                         document->title.p &&
                             pith_title_check(arena, document->title,
                                              document->carriers[0].record.title_sha256,
                                              &shown) == PITH_OK,
                         is_fresh};
    if (is_better(&c, best))
        *best = c;
}

static bool says_more(const pith_claims *claims)
{
    return claims->attested || claims->anchored || claims->stored || claims->references;
}

// The record document in the tree, if it still verifies and was not made here.
static pith_status consider_old(pith_arena *arena, pith_mirror *mirror, const pith_number *number,
                                candidate *best, pith_error *err)
{
    char name[PITH_ID_LEN + 32];
    pith_raw raw = {.origin = name, .by_name = true};
    pith_document document;
    pith_result *result;
    pith_error damage;
    snprintf(name, sizeof name, "pith/%s.json", number->id);
    pith_status status =
        pith_tree_read(arena, &mirror->tree, name, PITH_MAX_DOCUMENT, &raw.bytes, err);
    if (status != PITH_OK || !raw.bytes.p)
        return status;
    if (pith_read_raw(arena, &raw, &document, &damage) == PITH_OK &&
        pith_verify_documents(arena, &document, 1, number, mirror->keyring, false, &result,
                              &damage) == PITH_OK &&
        result->exit == PITH_EXIT_OK && (document.title.p || says_more(&document.claims)))
        consider(arena, best, &document, raw.bytes, false);
    return PITH_OK;
}

// ---- Joining --------------------------------------------------------------------------

static bool keep(pith_arena *arena, const pith_buf *buf, pith_text *out)
{
    char *copy = pith_buf_ok(buf) ? pith_alloc_copy(arena, buf->data, buf->len) : NULL;
    *out = (pith_text){copy, buf->len};
    return copy != NULL;
}

// A merge with the copy in the tree has failed: whether that is so because of the copy alone. It
// may have events that nobody else has, so it is not replaced.
static pith_status blame_copy(pith_arena *arena, const pith_mirror *mirror, const pith_text *copy,
                              const char *path, pith_status status, pith_error *err)
{
    const pith_merged *alone;
    pith_error why;
    if (status == PITH_MEMORY ||
        pith_merge(arena, copy, &path, 1, mirror->keyring, &alone, &why) == PITH_OK)
        return status;
    return pith_fail(err, PITH_MIRROR_COPY, path, "the copy in the mirror is damaged: %s",
                     why.message);
}

// The new documents and the bundle in the tree -> one bundle. It has to stay one that readers
// accept: a flood of events must not make the copy in the tree unreadable.
static pith_status join(pith_arena *arena, pith_mirror *mirror, const pith_number *number,
                        fresh *docs, pith_mirror_record *out, pith_error *err)
{
    enum { OLD_MAX = 64 << 20 };
    char name[PITH_ID_LEN + 32];
    pith_text old;
    size_t count = docs->count;
    snprintf(name, sizeof name, "pith/%s/bundle.json", number->id);
    pith_status status = pith_tree_read(arena, &mirror->tree, name, OLD_MAX, &old, err);
    const char *path = pith_path_join(arena, mirror->tree.dir, name);
    if (!path)
        return pith_fail_memory(err);
    if (status == PITH_OK && old.p) {
        docs->bytes[count] = old;
        docs->origins[count++] = path;
    }
    if (status == PITH_OK) {
        status = pith_merge(arena, docs->bytes, docs->origins, count, mirror->keyring, &out->merged,
                            err);
        if (status != PITH_OK && old.p)
            status = blame_copy(arena, mirror, &old, path, status, err);
    }
    pith_buf bundle;
    pith_buf_init(&bundle, SIZE_MAX);
    if (status == PITH_OK)
        status = pith_merged_bundle(out->merged, &bundle, err);
    if (status == PITH_OK && bundle.len > PITH_MAX_DOCUMENT)
        status = pith_fail(err, PITH_TOO_LARGE, number->id,
                           "its merged bundle would have more than %d bytes, which readers "
                           "refuse; the copy in the mirror stays as it is",
                           (int)PITH_MAX_DOCUMENT);
    if (status == PITH_OK && !keep(arena, &bundle, &out->bundle))
        status = pith_fail_memory(err);
    pith_buf_free(&bundle);
    return status;
}

// Checks what is about to be written, as a reader of the mirror will.
static pith_status check_whole(pith_arena *arena, const pith_mirror *mirror,
                               const pith_number *number, const pith_mirror_record *record,
                               pith_result **out, pith_error *err)
{
    const pith_raw raws[] = {{.origin = "merged bundle", .bytes = record->bundle},
                             {.origin = "record document", .bytes = record->document}};
    pith_document documents[2];
    size_t count = record->document.p ? 2 : 1;
    pith_status status = PITH_OK;
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = pith_read_raw(arena, &raws[i], &documents[i], err);
    if (status == PITH_OK)
        status = pith_verify_documents(arena, documents, count, number, mirror->keyring, false, out,
                                       err);
    return status == PITH_OK
               ? pith_evidence_gather(arena, documents, count, mirror->keyring, *out, err)
               : status;
}

static pith_status choose_document(pith_arena *arena, pith_mirror *mirror,
                                   const pith_number *number, const fresh *docs,
                                   pith_mirror_record *record, pith_error *err)
{
    candidate best = {0};
    for (size_t i = 0; i < docs->count; i++)
        consider(arena, &best, &docs->documents[i], docs->bytes[i], true);
    pith_status status = consider_old(arena, mirror, number, &best, err);
    record->document = best.bytes;
    if (status != PITH_OK || best.bytes.p)
        return status;
    pith_result *bare;
    pith_buf made;
    pith_buf_init(&made, PITH_MAX_DOCUMENT);
    status = check_whole(arena, mirror, number, record, &bare, err);
    if (status == PITH_OK) {
        pith_mirror_document(bare, &made);
        if (!keep(arena, &made, &record->document))
            status = pith_fail_memory(err);
    }
    pith_buf_free(&made);
    return status;
}

// With the lock held.
static pith_status update(pith_arena *arena, pith_mirror *mirror, const pith_number *number,
                          fresh *docs, pith_result **out, pith_error *err)
{
    pith_mirror_record record = {0};
    pith_status status = join(arena, mirror, number, docs, &record, err);
    if (status == PITH_OK)
        status = choose_document(arena, mirror, number, docs, &record, err);
    if (status == PITH_OK)
        status = check_whole(arena, mirror, number, &record, out, err);
    if (status != PITH_OK || (*out)->exit != PITH_EXIT_OK)
        return status;
    record.result = *out;
    status = pith_mirror_write(arena, mirror, &record, err);
    if (status == PITH_OK)
        status = pith_mirror_alias_write(arena, mirror, &record.merged->record, err);
    return status;
}

pith_status pith_mirror_add(pith_arena *arena, pith_mirror *mirror, const pith_sources *sources,
                            const pith_number *number, pith_result **out, pith_error *err)
{
    pith_raw *raws = NULL;
    fresh docs = {0};
    pith_status status = find_documents(arena, sources, number, mirror->keyring, &raws, err);
    if (status == PITH_OK)
        status = read_fresh(arena, raws, number, &docs, err);
    if (status == PITH_OK && docs.count == 0)
        status = pith_fail(err, PITH_NOT_FOUND, number->id, "%s",
                           sources->from_count ? "no document for this number in --from"
                                               : "the resolver has no such number");
    if (status == PITH_OK)
        status = pith_verify_documents(arena, docs.documents, docs.count, number, mirror->keyring,
                                       false, out, err);
    if (status != PITH_OK || (*out)->exit != PITH_EXIT_OK)
        return status;
    status = pith_mirror_alias_check(&docs.documents[0].carriers[0].record, err);
    if (status == PITH_OK)
        status = pith_tree_lock(&mirror->tree, err);
    if (status != PITH_OK)
        return status;
    status = update(arena, mirror, number, &docs, out, err);
    pith_tree_unlock(&mirror->tree);
    return status;
}
