// SPDX-License-Identifier: MIT
//
// The alias index: one small file per alias, with the numbers that have it. Values are derived
// from the record, never taken from a document.
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"
#include "mirror/mirror.h"
#include "resolve/resolve.h"

enum { NAME_MAX_LEN = 240, NUMBER_LEN = 5 + 5 + PITH_ID_LEN, NUMBER_ROOM = 48 };

static const char *const kinds[] = {"arxiv",        "arxiv_version", "doi",
                                    "pith_short_8", "pith_short_12", "pith_short_16"};

enum { KINDS = sizeof kinds / sizeof *kinds };

// False: the record has no alias of this kind.
static bool alias_name(const pith_record *record, const char *kind, char *value, size_t size,
                       char name[NAME_MAX_LEN])
{
    pith_text text = pith_record_alias(record, pith_text_of(kind), value, size);
    if (text.n == 0)
        return false;
    snprintf(name, NAME_MAX_LEN, "alias/%s/%s.json", kind, value);
    return true;
}

pith_status pith_mirror_alias_check(const pith_record *record, pith_error *err)
{
    char value[160];
    char name[NAME_MAX_LEN];
    for (size_t i = 0; i < KINDS; i++) {
        if (alias_name(record, kinds[i], value, sizeof value, name) && !pith_tree_name(name))
            return pith_fail(err, PITH_FIELD_VALUE, record->id,
                             "its source id %s cannot be a file name in a mirror", value);
    }
    return PITH_OK;
}

typedef struct number_list {
    char (*items)[NUMBER_ROOM];
    size_t count;
} number_list;

static int compare_numbers(const void *a, const void *b)
{
    return memcmp(a, b, NUMBER_LEN);
}

// Whether the record of this number in the tree has the alias, and that year.
static bool has_alias(pith_arena *arena, const pith_tree *tree, const pith_number *number,
                      const char *kind, const char *value)
{
    pith_error ignored;
    pith_document document;
    pith_raw raw = {.origin = "", .by_name = true};
    char name[PITH_ID_LEN + 32];
    char room[160];
    snprintf(name, sizeof name, "pith/%s/bundle.json", number->id);
    if (pith_tree_read(arena, tree, name, PITH_MAX_DOCUMENT, &raw.bytes, &ignored) != PITH_OK ||
        !raw.bytes.p || pith_read_raw(arena, &raw, &document, &ignored) != PITH_OK)
        return false;
    const pith_record *record = &document.carriers[0].record;
    return strcmp(record->id, number->id) == 0 && record->year == number->year &&
           pith_text_is(pith_record_alias(record, pith_text_of(kind), room, sizeof room), value);
}

static void add_number(number_list *list, int year, const char *id)
{
    snprintf(list->items[list->count++], NUMBER_ROOM, "pith:%04d:%s", year, id);
}

// The numbers in the file that is there, as far as they are right. A file that cannot be read as
// one is replaced: what it indexed comes back when those records are mirrored again.
static pith_status read_numbers(pith_arena *arena, const pith_tree *tree, const char *name,
                                const char *kind, const char *value, number_list *list,
                                pith_error *err)
{
    pith_text bytes;
    const pith_clean *clean;
    pith_view root;
    pith_view numbers;
    pith_view item;
    pith_error damage;
    pith_status status = pith_tree_read(arena, tree, name, PITH_MAX_DOCUMENT, &bytes, err);
    if (status == PITH_MEMORY)
        return status;
    size_t room = 1;
    bool readable = status == PITH_OK && bytes.p &&
                    pith_gate(arena, bytes.p, bytes.n, &clean, &damage) == PITH_OK &&
                    pith_view_open(arena, clean, 0, 0, &root, &damage) == PITH_OK &&
                    pith_view_get(root, "pith_numbers", &numbers) &&
                    pith_view_kind(numbers) == PITH_JSON_ARRAY;
    if (readable)
        room += pith_view_count(numbers);
    list->items = pith_alloc_array(arena, room, sizeof *list->items);
    if (!list->items)
        return pith_fail_memory(err);
    if (!readable)
        return PITH_OK;
    for (bool more = pith_view_first(numbers, &item); more; more = pith_view_next(&item)) {
        pith_text text;
        pith_number number;
        if (pith_view_string(item, &text) && text.n == NUMBER_LEN &&
            pith_number_parse(text, &number, &damage) == PITH_OK &&
            has_alias(arena, tree, &number, kind, value))
            add_number(list, number.year, number.id);
    }
    return PITH_OK;
}

static pith_status write_alias(pith_arena *arena, pith_mirror *mirror, const pith_record *record,
                               const char *kind, pith_error *err)
{
    char value[160];
    char name[NAME_MAX_LEN];
    number_list list = {0};
    if (!alias_name(record, kind, value, sizeof value, name))
        return PITH_OK;
    pith_status status = read_numbers(arena, &mirror->tree, name, kind, value, &list, err);
    if (status != PITH_OK)
        return status;
    add_number(&list, record->year, record->id);
    qsort(list.items, list.count, sizeof *list.items, compare_numbers);
    pith_buf out;
    pith_buf_init(&out, PITH_MAX_DOCUMENT);
    pith_buf_printf(&out, "{\"alias_kind\":\"%s\",\"alias_value\":", kind);
    pith_json_quote(pith_text_of(value), &out);
    pith_buf_puts(&out, ",\"pith_numbers\":[");
    for (size_t i = 0; i < list.count; i++) {
        if (i == 0 || compare_numbers(list.items[i - 1], list.items[i]) != 0)
            pith_buf_printf(&out, "%s\"%s\"", i ? "," : "", list.items[i]);
    }
    pith_buf_puts(&out, "]}\n");
    status = pith_tree_write(arena, &mirror->tree, name, &out, err);
    pith_buf_free(&out);
    return status;
}

pith_status pith_mirror_alias_write(pith_arena *arena, pith_mirror *mirror,
                                    const pith_record *record, pith_error *err)
{
    pith_status status = PITH_OK;
    for (size_t i = 0; i < KINDS && status == PITH_OK; i++)
        status = write_alias(arena, mirror, record, kinds[i], err);
    return status;
}
