// SPDX-License-Identifier: MIT
//
// Who cites a record, by the bundles of a mirror: pith/ID/bundle.json of every number in it. Each
// bundle is merged again here, so the mirror is believed in nothing but what it left out.
#include "base/arena.h"
#include "base/err.h"
#include "base/path.h"
#include "base/text.h"
#include "evidence/claims.h"
#include "mirror/mirror.h"

enum { SCRATCH = 1 << 30, BUNDLE_MAX = 64 << 20 };

typedef struct search {
    pith_arena *arena;
    const pith_number *number;
    pith_cited_by *out;
    pith_citing **tail;
} search;

static bool keep(pith_arena *arena, pith_text from, pith_text *out)
{
    char *copy = pith_alloc_copy(arena, from.p, from.n);
    *out = (pith_text){copy, from.n};
    return copy != NULL;
}

static bool is_number(const char *p, const char *id)
{
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        if (pith_to_upper(p[i]) != id[i])
            return false;
    }
    return true;
}

// A quick look: a bundle can name the number only by its letters, or by escapes.
static bool may_name(pith_text bundle, const char *id)
{
    for (size_t i = 0; i < bundle.n; i++) {
        if (bundle.p[i] == '\\')
            return true;
        if (i + PITH_ID_LEN <= bundle.n && is_number(bundle.p + i, id))
            return true;
    }
    return false;
}

static pith_status add(search *s, const pith_evidence_event *event, const pith_number *subject,
                       pith_error *err)
{
    pith_citing *citing = pith_alloc_array(s->arena, 1, sizeof *citing);
    if (!citing || !keep(s->arena, event->manner, &citing->relationship) ||
        !keep(s->arena, event->key_id, &citing->key_id) ||
        !keep(s->arena, event->created_at, &citing->created_at))
        return pith_fail_memory(err);
    citing->number = *subject;
    memcpy(citing->event_id, event->id, sizeof citing->event_id);
    *s->tail = citing;
    s->tail = &citing->next;
    s->out->count++;
    return PITH_OK;
}

static pith_status look(search *s, pith_arena *scratch, pith_text bundle, const char *name,
                        const char *id, const pith_keyring *keyring, pith_error *err)
{
    pith_number subject;
    pith_number cited;
    pith_error ignored;
    const pith_merged *merged = NULL;
    pith_evidence_event *event = NULL;
    pith_status status = pith_merge(scratch, &bundle, &name, 1, keyring, &merged, err);
    if (status == PITH_OK)
        status = pith_evidence_list(scratch, merged, &event, err);
    if (status != PITH_OK)
        return status;
    pith_merged_number(merged, &subject);
    if (strcmp(subject.id, id) != 0)
        return pith_fail(err, PITH_NUMBER_MISMATCH, name, "is about %s", subject.id);
    for (; event && status == PITH_OK; event = event->next) {
        if (event->kind != PITH_EVIDENCE_CITATION ||
            pith_number_parse(event->object, &cited, &ignored) != PITH_OK ||
            strcmp(cited.id, s->number->id) != 0 || strcmp(subject.id, cited.id) == 0)
            continue;
        if (cited.year && cited.year != s->number->year) { // there is no such number
            s->out->other_year += event->standing == PITH_EVIDENCE_VALID;
            continue;
        }
        s->out->unverified += event->standing == PITH_EVIDENCE_UNVERIFIED;
        if (event->standing == PITH_EVIDENCE_VALID)
            status = add(s, event, &subject, err);
    }
    return status;
}

// One record of the tree. What is damaged is its own trouble, not that of the others.
static pith_status look_into(search *s, pith_arena *scratch, const pith_tree *tree, const char *id,
                             const pith_keyring *keyring, pith_error *err)
{
    char name[PITH_ID_LEN + 32];
    pith_text bundle;
    snprintf(name, sizeof name, "pith/%s/bundle.json", id);
    const char *path = pith_path_join(scratch, tree->dir, name);
    if (!path)
        return pith_fail_memory(err);
    pith_status status = pith_tree_read(scratch, tree, name, BUNDLE_MAX, &bundle, err);
    if (status != PITH_OK || !bundle.p || !may_name(bundle, s->number->id))
        return status;
    status = look(s, scratch, bundle, path, id, keyring, err);
    if (status == PITH_OK || status == PITH_MEMORY)
        return status;
    if (s->out->damaged++ == 0)
        s->out->first_damage = *err;
    return PITH_OK;
}

pith_status pith_mirror_cited_by(pith_arena *arena, const char *dir, const pith_keyring *keyring,
                                 const pith_number *number, pith_cited_by *out, pith_error *err)
{
    pith_tree_ids ids;
    pith_tree tree;
    search s = {.arena = arena, .number = number, .out = out, .tail = &out->first};
    *out = (pith_cited_by){0};
    if (!pith_file_exists(dir)) // opening would take it for an empty one
        return pith_fail(err, PITH_IO_READ, dir, "there is no such folder");
    pith_arena *scratch = pith_arena_new(SCRATCH);
    if (!scratch)
        return pith_fail_memory(err);
    pith_status status = pith_tree_open(dir, &tree, err);
    if (status != PITH_OK) {
        pith_arena_free(scratch);
        return status;
    }
    status = pith_tree_list(arena, &tree, &ids, err);
    out->damaged = ids.odd;
    out->first_damage = ids.first_odd;
    out->records = ids.odd;
    if (status == PITH_OK && ids.count + ids.odd == 0)
        status = pith_fail(err, PITH_IO_READ, dir,
                           "has no pith/ID/bundle.json, so it is no folder of `pith mirror`; name "
                           "the one that it wrote");
    for (size_t i = 0; status == PITH_OK && i < ids.count; i++) {
        status = look_into(&s, scratch, &tree, ids.ids[i], keyring, err);
        out->records++;
        pith_arena_reset(scratch);
    }
    pith_tree_close(&tree);
    pith_arena_free(scratch);
    return status;
}
