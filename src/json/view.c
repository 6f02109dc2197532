// SPDX-License-Identifier: MIT
#include "json/view.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

#include <cjson/cJSON.h>
#include <pthread.h>

// Looks names up without regard to case, and so finds the wrong one.
#pragma GCC poison cJSON_GetObjectItem cJSON_HasObjectItem

static void delete_tree(void *tree)
{
    cJSON_Delete(tree);
}

// cJSON refuses number literals of 64 characters and more, which the gate and Python accept.
// Their values are read from the tokens, so cJSON may see a zero instead.
enum { LONG_NUMBER = 60 };

// The source of a value with long numbers and the content of `hollow` taken out. Offsets
// come from the tokens, so the text may shrink.
static void put_without(const pith_clean *clean, uint32_t token, uint32_t hollow, pith_buf *out)
{
    uint32_t done = clean->tokens[token].start;
    uint32_t end = clean->tokens[token].end;
    for (uint32_t i = token; i < clean->tokens[token].next; i++) {
        const pith_token *t = &clean->tokens[i];
        if (t->kind == PITH_JSON_NUMBER && t->end - t->start >= LONG_NUMBER) {
            pith_buf_add(out, clean->bytes + done, t->start - done);
            pith_buf_puts(out, "0");
            done = t->end;
        } else if (hollow && i == hollow) {
            pith_buf_add(out, clean->bytes + done, t->start + 1 - done);
            done = t->end - 1;
            i = t->next - 1;
        }
    }
    pith_buf_add(out, clean->bytes + done, end - done);
}

static bool needs_change(const pith_clean *clean, uint32_t token)
{
    for (uint32_t i = token; i < clean->tokens[token].next; i++) {
        const pith_token *t = &clean->tokens[i];
        if (t->kind == PITH_JSON_NUMBER && t->end - t->start >= LONG_NUMBER)
            return true;
    }
    return false;
}

pith_status pith_view_open(pith_arena *arena, const pith_clean *clean, uint32_t token,
                           uint32_t hollow, pith_view *out, pith_error *err)
{
    const pith_token *t = &clean->tokens[token];
    cJSON *tree = NULL;
    if (hollow || needs_change(clean, token)) {
        pith_buf text;
        pith_buf_init(&text, SIZE_MAX);
        put_without(clean, token, hollow, &text);
        if (pith_buf_ok(&text))
            tree = cJSON_ParseWithLength(text.data, text.len);
        pith_buf_free(&text);
    } else {
        tree = cJSON_ParseWithLength(clean->bytes + t->start, t->end - t->start);
    }
    if (!tree) // the gate passed it: only memory can be missing
        return pith_fail_memory(err);
    if (!pith_arena_defer(arena, delete_tree, tree)) {
        cJSON_Delete(tree);
        return pith_fail_memory(err);
    }
    *out = (pith_view){clean, token, tree};
    return PITH_OK;
}

pith_json_kind pith_view_kind(pith_view view)
{
    return (pith_json_kind)view.clean->tokens[view.token].kind;
}

size_t pith_view_count(pith_view view)
{
    return view.clean->tokens[view.token].count;
}

bool pith_view_first(pith_view container, pith_view *out)
{
    if (pith_view_count(container) == 0 || !container.item->child)
        return false; // empty, or hollow
    bool object = pith_view_kind(container) == PITH_JSON_OBJECT;
    *out = (pith_view){container.clean, container.token + (object ? 2 : 1), container.item->child};
    return true;
}

bool pith_view_next(pith_view *item)
{
    if (!item->item->next)
        return false;
    bool named = item->item->string != NULL;
    item->token = item->clean->tokens[item->token].next + (named ? 1 : 0);
    item->item = item->item->next;
    return true;
}

pith_text pith_view_name(pith_view view)
{
    return pith_text_of(view.item->string ? view.item->string : "");
}

bool pith_view_get(pith_view view, const char *name, pith_view *out)
{
    if (pith_view_kind(view) != PITH_JSON_OBJECT)
        return false;
    pith_view member;
    for (bool more = pith_view_first(view, &member); more; more = pith_view_next(&member)) {
        if (strcmp(member.item->string, name) == 0) {
            *out = member;
            return true;
        }
    }
    return false;
}

bool pith_view_string(pith_view view, pith_text *out)
{
    if (pith_view_kind(view) != PITH_JSON_STRING)
        return false;
    *out = pith_text_of(view.item->valuestring);
    return true;
}

bool pith_view_bool(pith_view view, bool *out)
{
    pith_json_kind kind = pith_view_kind(view);
    *out = kind == PITH_JSON_TRUE;
    return kind == PITH_JSON_TRUE || kind == PITH_JSON_FALSE;
}

bool pith_view_integer(pith_view view, int64_t *out)
{
    const pith_token *t = &view.clean->tokens[view.token];
    const char *p = view.clean->bytes + t->start;
    const char *end = view.clean->bytes + t->end;
    if (t->kind != PITH_JSON_NUMBER || t->real || end - p > 17)
        return false;
    bool negative = *p == '-';
    int64_t value = 0;
    for (p += negative; p < end; p++)
        value = value * 10 + (*p - '0');
    *out = negative ? -value : value;
    return value <= (INT64_C(1) << 53);
}

pith_status pith_need(pith_view view, const char *where, const char *name, pith_json_kind kind,
                      pith_view *out, pith_error *err)
{
    static const char *const kinds[] = {"null",     "false",    "true",     "a number",
                                        "a string", "an array", "an object"};
    char path[200];
    bool present = pith_view_get(view, name, out);
    if (present && pith_view_kind(*out) == kind)
        return PITH_OK;
    pith_field_path(path, sizeof path, where, name);
    if (!present)
        return pith_fail(err, PITH_FIELD_MISSING, NULL, "%s is missing", path);
    return pith_fail(err, PITH_FIELD_TYPE, NULL, "%s is not %s", path, kinds[kind]);
}

pith_status pith_need_string(pith_view view, const char *where, const char *name, pith_text *out,
                             pith_error *err)
{
    pith_view member;
    pith_status status = pith_need(view, where, name, PITH_JSON_STRING, &member, err);
    if (status == PITH_OK && !pith_view_string(member, out))
        return pith_fail(err, PITH_INTERNAL, NULL, "%s.%s changed its kind", where, name);
    return status;
}

// cJSON writes its version into one static buffer, anew each time.
void pith_view_library(char *out, size_t size)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    bool locked = pthread_mutex_lock(&one_at_a_time) == 0;
    snprintf(out, size, "%s", locked ? cJSON_Version() : "");
    if (locked)
        pthread_mutex_unlock(&one_at_a_time);
}
