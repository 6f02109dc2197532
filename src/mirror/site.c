// SPDX-License-Identifier: MIT
//
// The files of the mirror as a whole: manifest, keys, schema, list of records.
#include "base/err.h"
#include "base/text.h"
#include "mirror/mirror.h"
#include "out/html.h"
#include "trust/crypto.h"
#include "trust/keyring.h"
#include "trust/sha256.h"
#include "json/member.h"

// Records that index.html lists: a page of a few hundred kilobytes. All are in the tree.
enum { LIST_MAX = 10000 };

// An address of this mirror; {suffix} is the 26 characters.
static void add_pattern(pith_buf *out, const char *name, const char *base, const char *path)
{
    char url[300];
    snprintf(url, sizeof url, "%s%s", base, path);
    pith_json_member(out, ",", name, pith_text_of(url));
}

static void add_key(pith_buf *out, const pith_key *key, const char *base)
{
    uint8_t digest[PITH_DIGEST_LEN];
    char id[PITH_ID_LEN + 1];
    pith_sha256(key->bytes, sizeof key->bytes, digest);
    pith_base32_id(digest, id);
    pith_buf_puts(out, ",\"public_key\":");
    pith_key_identity(key, out);
    pith_json_member(out, ",", "fingerprint_sha256_b32_first128bits", pith_text_of(id));
    pith_buf_puts(out, ",\"rotates_at\":null");
    pith_key_period(key, out);
    add_pattern(out, "url", base, "/pith-signing-key.json");
    pith_json_member(
        out, ",", "notes",
        pith_text_of("A receipt's signature_b64 is Ed25519 over the 32 raw bytes of "
                     "canonical_sha256. Compare the key with one from elsewhere before "
                     "you trust it."));
    pith_buf_puts(out, "}");
}

// protocol.md section 8. `generated_at` is the caller's: without it the same tree has the same
// manifest on any day.
static void make_manifest(const pith_mirror *mirror, pith_text generated_at, pith_buf *out)
{
    const char *base = mirror->base;
    pith_buf_puts(out, "{\"manifest_type\":\"pith_mirror_manifest\",\"manifest_version\":\"1.0\"");
    if (generated_at.n)
        pith_json_member(out, ",", "generated_at", generated_at);
    pith_buf_puts(out, ",\"merge_version\":\"pith-open-graph-merge-v1\",\"mirrors\":["
                       "{\"name\":\"Pith mirror\",\"mirror_type\":\"https\"");
    pith_json_member(out, ",", "base_url", pith_text_of(base));
    add_pattern(out, "bundle_pattern", base, "/pith/{suffix}/bundle.json");
    add_pattern(out, "state_pattern", base, "/pith/{suffix}/state.json");
    add_pattern(out, "well_known_pattern", base, "/.well-known/pith/{suffix}/bundle.json");
    if (mirror->keyring->count)
        add_key(out, &mirror->keyring->keys[0], base);
    pith_buf_puts(out, ",\"status\":\"mirror\"}]");
    pith_json_member(
        out, ",", "notes",
        pith_text_of("A static mirror made by `pith mirror`. Do not trust it for state: "
                     "fetch bundles, check them and merge them yourself."));
    pith_buf_puts(out, "}\n");
}

static pith_status make_list(pith_arena *arena, const pith_mirror *mirror, pith_buf *out,
                             pith_error *err)
{
    pith_tree_ids all;
    char digits[24];
    pith_status status = pith_tree_list(arena, &mirror->tree, &all, err);
    if (status != PITH_OK)
        return status;
    pith_html_scope *page = pith_html_open(arena, NULL, NULL);
    size_t shown = all.count < LIST_MAX ? all.count : LIST_MAX;
    pith_html_text(page, "base", pith_text_of(mirror->base));
    snprintf(digits, sizeof digits, "%zu", all.count);
    pith_html_text(page, "total", pith_text_of(digits));
    snprintf(digits, sizeof digits, "%zu", shown);
    pith_html_text(page, "count", pith_text_of(digits));
    for (size_t i = 0; i < shown; i++)
        pith_html_text(pith_html_open(arena, page, "record"), "id", pith_text_of(all.ids[i]));
    return pith_html_fill(page, pith_template_index, out, err);
}

static pith_status write_all(pith_arena *arena, pith_mirror *mirror, pith_text generated_at,
                             pith_buf *out, pith_error *err)
{
    pith_tree *tree = &mirror->tree;
    pith_buf_add(out, pith_template_schema.p, pith_template_schema.n);
    pith_status status = pith_tree_write(arena, tree, "schemas/pith-number/v1.json", out, err);
    out->len = 0;
    if (status == PITH_OK) {
        pith_keyring_json(mirror->keyring, out);
        pith_buf_puts(out, "\n");
        status = pith_tree_write(arena, tree, "pith-signing-key.json", out, err);
        out->len = 0;
    }
    if (status == PITH_OK) {
        make_manifest(mirror, generated_at, out);
        status = pith_tree_write(arena, tree, "pith-mirrors.json", out, err);
        out->len = 0;
    }
    if (status == PITH_OK)
        status = make_list(arena, mirror, out, err);
    if (status == PITH_OK)
        status = pith_tree_write(arena, tree, "index.html", out, err);
    return status;
}

pith_status pith_mirror_finish(pith_arena *arena, pith_mirror *mirror, pith_text generated_at,
                               pith_error *err)
{
    if (generated_at.n && !pith_is_timestamp(generated_at))
        return pith_fail(err, PITH_USAGE, NULL, "generated_at is not a UTC time");
    pith_status status = pith_crypto_init(err);
    if (status == PITH_OK)
        status = pith_tree_lock(&mirror->tree, err);
    if (status != PITH_OK)
        return status;
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    status = write_all(arena, mirror, generated_at, &out, err);
    pith_buf_free(&out);
    pith_tree_unlock(&mirror->tree);
    return status;
}
