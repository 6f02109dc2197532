// SPDX-License-Identifier: MIT
//
// The gate: whatever it accepts has well-formed tokens, a canonical form that it accepts again
// and that is its own canonical form, and a view that agrees with the tokens value by value.
#include "common.h"
#include "json/canon.h"
#include "json/real.h"
#include "json/view.h"

#include <cjson/cJSON.h>

static pith_text source_of(const pith_clean *clean, uint32_t token)
{
    const pith_token *t = &clean->tokens[token];
    return (pith_text){clean->bytes + t->start, t->end - t->start};
}

// ---- Tokens ---------------------------------------------------------------------------

static void check_names(pith_arena *arena, const pith_clean *clean, uint32_t object)
{
    const pith_token *t = &clean->tokens[object];
    pith_text before = {0};
    for (uint32_t i = 0; i < t->count; i++) {
        pith_text name;
        uint32_t token = clean->order[t->order + i];
        MUST(token > object && token < t->next);
        MUST(pith_token_text(arena, clean, token, &name));
        MUST(i == 0 || pith_text_compare(before, name) < 0);
        before = name;
        if (!fuzz_is_ascii(name)) // names are looked up by ASCII words only
            continue;
        char *c_string = fuzz_c_string(name);
        MUST(strlen(c_string) == name.n);
        MUST(pith_token_is(clean, token, c_string));
        MUST(pith_token_member(clean, object, c_string) == token + 1);
        free(c_string);
    }
}

static void check_tokens(pith_arena *arena, const pith_clean *clean)
{
    MUST(clean->count > 0 && clean->tokens[0].next == clean->count);
    for (uint32_t i = 0; i < clean->count; i++) {
        const pith_token *t = &clean->tokens[i];
        MUST(t->start < t->end && t->end <= clean->len);
        MUST(t->next > i && t->next <= clean->count);
        MUST(i == 0 || t->start > clean->tokens[i - 1].start);
        if (t->kind != PITH_JSON_ARRAY && t->kind != PITH_JSON_OBJECT) {
            MUST(t->next == i + 1 && t->count == 0);
            continue;
        }
        uint32_t values = 0;
        for (uint32_t k = i + 1; k < t->next; k = clean->tokens[k].next) {
            MUST(clean->tokens[k].end < t->end);
            values++;
        }
        MUST(values == (t->kind == PITH_JSON_OBJECT ? 2 * t->count : t->count));
        if (t->kind == PITH_JSON_OBJECT)
            check_names(arena, clean, i);
    }
}

// ---- Views ----------------------------------------------------------------------------

static void check_number(pith_view view)
{
    enum { LONG_NUMBER = 60 }; // beyond, cJSON sees a zero
    pith_text source = source_of(view.clean, view.token);
    double value;
    int64_t integer = 0;
    bool is_integer = pith_view_integer(view, &integer);
    MUST(cJSON_IsNumber(view.item));
    if (source.n < LONG_NUMBER && pith_real_read(source, &value))
        MUST(memcmp(&value, &view.item->valuedouble, sizeof value) == 0);
    if (is_integer) {
        char text[32];
        snprintf(text, sizeof text, "%lld", (long long)integer);
        MUST(pith_text_is(source, text) || (integer == 0 && pith_text_is(source, "-0")));
    }
}

static void check_view(pith_arena *arena, pith_view view, uint32_t hollow);

static void check_container(pith_arena *arena, pith_view view, uint32_t hollow)
{
    bool object = pith_view_kind(view) == PITH_JSON_OBJECT;
    const pith_clean *clean = view.clean;
    uint32_t at = view.token + 1;
    size_t count = 0;
    pith_view item;
    MUST(object ? cJSON_IsObject(view.item) : cJSON_IsArray(view.item));
    for (bool more = pith_view_first(view, &item); more; more = pith_view_next(&item)) {
        pith_text name = {"", 0};
        if (object)
            MUST(pith_token_text(arena, clean, at++, &name));
        MUST(item.token == at);
        MUST(pith_text_equal(pith_view_name(item), name));
        pith_view found;
        if (object) // exact, and not the first that differs in case only
            MUST(pith_view_get(view, pith_view_name(item).p, &found) && found.token == at);
        check_view(arena, item, hollow);
        at = clean->tokens[at].next;
        count++;
    }
    MUST(count == (view.token == hollow && hollow ? 0 : pith_view_count(view)));
}

static void check_view(pith_arena *arena, pith_view view, uint32_t hollow)
{
    pith_text text;
    pith_text seen;
    bool value;
    switch (pith_view_kind(view)) {
    case PITH_JSON_NULL:
        MUST(cJSON_IsNull(view.item));
        break;
    case PITH_JSON_FALSE:
        MUST(cJSON_IsFalse(view.item) && pith_view_bool(view, &value) && !value);
        break;
    case PITH_JSON_TRUE:
        MUST(cJSON_IsTrue(view.item) && pith_view_bool(view, &value) && value);
        break;
    case PITH_JSON_NUMBER:
        check_number(view);
        break;
    case PITH_JSON_STRING:
        MUST(pith_token_text(arena, view.clean, view.token, &text));
        MUST(cJSON_IsString(view.item) && pith_view_string(view, &seen));
        MUST(pith_text_equal(text, seen));
        break;
    case PITH_JSON_ARRAY:
    case PITH_JSON_OBJECT:
        check_container(arena, view, hollow);
        break;
    }
}

// The whole as it is, and with one of the first few containers left out.
static void check_views(pith_arena *arena, const pith_clean *clean)
{
    pith_view view;
    pith_error err;
    MUST(pith_view_open(arena, clean, 0, 0, &view, &err) == PITH_OK);
    check_view(arena, view, 0);
    uint32_t hollow = (uint32_t)(clean->len % 8);
    if (hollow == 0 || hollow >= clean->count)
        return;
    if (clean->tokens[hollow].kind == PITH_JSON_ARRAY ||
        clean->tokens[hollow].kind == PITH_JSON_OBJECT) {
        MUST(pith_view_open(arena, clean, 0, hollow, &view, &err) == PITH_OK);
        check_view(arena, view, hollow);
        MUST(pith_view_open(arena, clean, hollow, 0, &view, &err) == PITH_OK);
        check_view(arena, view, 0);
    }
}

// ---- The target -----------------------------------------------------------------------

static void check_canonical(pith_arena *arena, const pith_clean *clean)
{
    pith_buf first;
    pith_buf second;
    const pith_clean *again;
    pith_error err;
    pith_buf_init(&first, SIZE_MAX);
    pith_buf_init(&second, SIZE_MAX);
    pith_canon(clean, 0, &first);
    MUST(pith_buf_ok(&first));
    MUST(pith_gate(arena, first.data, first.len, &again, &err) == PITH_OK);
    MUST(again->count == clean->count);
    pith_canon(again, 0, &second);
    MUST(fuzz_same(&first, &second));
    pith_buf_free(&first);
    pith_buf_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_arena *arena = fuzz_arena();
    const pith_clean *clean;
    pith_error err;
    pith_status status = pith_gate(arena, (const char *)data, size, &clean, &err);
    if (status == PITH_OK) {
        check_tokens(arena, clean);
        check_canonical(arena, clean);
        check_views(arena, clean);
    } else {
        fuzz_check_error(&err, status);
        MUST(err.has_offset && err.offset <= size);
    }
    pith_arena_free(arena);
    arena = fuzz_small_arena(data, size);
    pith_status little = pith_gate(arena, (const char *)data, size, &clean, &err);
    MUST(fuzz_same_or_memory(status, little));
    pith_view view;
    if (little == PITH_OK)
        MUST(fuzz_same_or_memory(PITH_OK, pith_view_open(arena, clean, 0, 0, &view, &err)));
    pith_arena_free(arena);
    return 0;
}
