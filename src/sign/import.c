// SPDX-License-Identifier: MIT
//
// Public keys on their way in and out. What is read here is looked at and compared; trusting
// it is the reader's own act.
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "sign/sign.h"
#include "source/resolver.h"

enum { KEY_DOCUMENT_MAX = 256 << 10 };

void pith_key_put(const pith_key *key, pith_buf *out)
{
    pith_key_identity(key, out);
    pith_key_period(key, out);
    pith_buf_puts(out, "}");
}

void pith_keyring_json(const pith_keyring *keyring, pith_buf *out)
{
    pith_buf_puts(out, "{\"keys\":[");
    for (size_t i = 0; i < keyring->count; i++) {
        pith_buf_puts(out, i ? ",\n" : "\n");
        pith_key_put(&keyring->keys[i], out);
    }
    pith_buf_puts(out, "\n]}");
}

// The keys of a list: its items, or the `inner` member of each item that has one. Mirrors may
// name one key several times; a keyring may not.
static pith_status read_list(pith_arena *arena, pith_view root, const char *name, const char *inner,
                             pith_keyring *ring, pith_error *err)
{
    pith_view list;
    pith_view item;
    pith_status status = pith_need(root, "", name, PITH_JSON_ARRAY, &list, err);
    if (status != PITH_OK)
        return status;
    pith_key *keys = pith_alloc_array(arena, pith_view_count(list) + 1, sizeof *keys);
    if (!keys)
        return pith_fail_memory(err);
    ring->keys = keys;
    size_t index = 0;
    for (bool more = pith_view_first(list, &item); more; more = pith_view_next(&item)) {
        char where[60];
        pith_view object = item;
        pith_key *key = &keys[ring->count];
        snprintf(where, sizeof where, "%s[%zu]%s%s", name, index++, inner ? "." : "",
                 inner ? inner : "");
        if (inner && !pith_view_get(item, inner, &object))
            continue;
        status = pith_key_read(arena, object, where, key, err);
        if (status != PITH_OK)
            return status;
        const pith_key *known = pith_keyring_find(ring, key->key_id);
        if (!known)
            ring->count++;
        else if (!inner || memcmp(known->bytes, key->bytes, sizeof key->bytes) != 0)
            return pith_fail(err, PITH_KEYRING, NULL, "%s.key_id stands twice", where);
    }
    return ring->count ? PITH_OK : pith_fail(err, PITH_KEYRING, NULL, "holds no key");
}

static pith_status read_single(pith_arena *arena, pith_view root, pith_keyring *ring,
                               pith_error *err)
{
    pith_view object = root;
    const char *where = pith_view_get(root, "public_key", &object) ? "public_key" : "key";
    pith_key *key = pith_alloc_array(arena, 1, sizeof *key);
    if (!key)
        return pith_fail_memory(err);
    *ring = (pith_keyring){key, 1};
    return pith_key_read(arena, object, where, key, err);
}

static pith_status read_any(pith_arena *arena, const pith_clean *clean, pith_keyring *ring,
                            pith_error *err)
{
    pith_view root;
    pith_view member;
    pith_status status = pith_keyring_public(clean, err);
    if (status == PITH_OK)
        status = pith_view_open(arena, clean, 0, 0, &root, err);
    if (status != PITH_OK)
        return status;
    if (pith_view_get(root, "keys", &member))
        return read_list(arena, root, "keys", NULL, ring, err);
    if (pith_view_get(root, "public_key", &member) || pith_view_get(root, "key_id", &member))
        return read_single(arena, root, ring, err);
    if (pith_view_get(root, "mirrors", &member)) // protocol.md section 8: in each entry
        return read_list(arena, root, "mirrors", "public_key", ring, err);
    return pith_fail(err, PITH_KEYRING, NULL, "is JSON, but holds no public key");
}

pith_status pith_keyring_import(pith_arena *arena, pith_text bytes, const char *origin,
                                const pith_keyring **out, pith_error *err)
{
    const pith_clean *clean;
    pith_keyring *ring = pith_alloc_array(arena, 1, sizeof *ring);
    if (!ring)
        return pith_fail_memory(err);
    pith_status status = pith_crypto_init(err);
    if (status == PITH_OK)
        status = pith_gate(arena, bytes.p, bytes.n, &clean, err);
    if (status == PITH_OK)
        status = read_any(arena, clean, ring, err);
    if (status != PITH_OK)
        pith_error_name(err, origin);
    else
        *out = ring;
    return status;
}

// The body of the key document is not public; the manifest's is.
pith_status pith_keyring_fetch(pith_arena *arena, const pith_sources *sources,
                               const pith_keyring **out, const char **url, pith_error *err)
{
    static const char *const places[] = {"pith-signing-key.json", "pith-mirrors.json"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        pith_text body;
        pith_status status = pith_resolver_fetch(arena, sources, pith_resolver_at(sources, 0),
                                                 places[i], KEY_DOCUMENT_MAX, &body, url, err);
        if (status == PITH_OK)
            return pith_keyring_import(arena, body, *url, out, err);
        if (status != PITH_NOT_FOUND)
            return status;
    }
    return pith_fail(err, PITH_NOT_FOUND, *url, "the resolver serves neither %s nor %s", places[0],
                     places[1]);
}

pith_status pith_keyring_compare(const pith_keyring *keyring, const pith_key_info *key)
{
    char hex[2 * PITH_KEY_LEN + 1];
    const pith_key *known = pith_keyring_find(keyring, key->key_id);
    if (!known)
        return PITH_KEY_UNKNOWN;
    pith_hex(known->bytes, sizeof known->bytes, hex);
    return strcmp(hex, key->hex) == 0 ? PITH_OK : PITH_KEY_DIFFERS;
}
