// SPDX-License-Identifier: MIT
//
// A small YAML file with the names of pith_metadata, by libyaml; the only file that uses it. One
// mapping of words to texts or lists of texts: no anchors, aliases, tags or second document.
#include "base/arena.h"
#include "base/err.h"
#include "base/late.h"
#include "base/text.h"
#include "mint/mint.h"

#include <yaml.h>

// What is used of it. CALL(parser_parse)() is yaml_parser_parse().
#define PITH_YAML_TABLE(X)                                                                         \
    X(yaml_, event_delete)                                                                         \
    X(yaml_, get_version_string)                                                                   \
    X(yaml_, parser_delete)                                                                        \
    X(yaml_, parser_initialize)                                                                    \
    X(yaml_, parser_parse)                                                                         \
    X(yaml_, parser_set_encoding)                                                                  \
    X(yaml_, parser_set_input_string)

PITH_LATE_DECLARE(pith_yaml, PITH_YAML_TABLE);
PITH_LATE_DEFINE(pith_yaml, PITH_YAML_TABLE, PITH_YAML_SONAME);
#define CALL(function) PITH_LATE_CALL(pith_yaml, yaml_, function)

typedef struct reading {
    pith_arena *arena;
    yaml_parser_t parser;
    yaml_event_t event;
    pith_metadata *out;
    bool seen[PITH_FIELD_COUNT];
    pith_error *err;
} reading;

static pith_status refuse(const reading *r, const char *what)
{
    return pith_fail_at(r->err, PITH_METADATA_FORM, r->event.start_mark.index, "%s", what);
}

static bool is_marked(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor || event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor || event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor || event->data.mapping_start.tag;
    default:
        return false;
    }
}

static pith_status next(reading *r)
{
    CALL(event_delete)(&r->event);
    if (!CALL(parser_parse)(&r->parser, &r->event)) {
        if (r->parser.error == YAML_MEMORY_ERROR)
            return pith_fail_memory(r->err);
        return pith_fail_at(r->err, PITH_METADATA_FORM, r->parser.problem_mark.index,
                            "this is no YAML: %s",
                            r->parser.problem ? r->parser.problem : "it cannot be read");
    }
    if (r->event.type == YAML_ALIAS_EVENT)
        return refuse(r, "an alias is not accepted here");
    if (is_marked(&r->event))
        return refuse(r, "an anchor or tag is not accepted here");
    // As in JSON; no text of a paper has one, and what shows it may end there.
    if (r->event.type == YAML_SCALAR_EVENT &&
        memchr(r->event.data.scalar.value, '\0', r->event.data.scalar.length))
        return refuse(r, "a NUL is not accepted here");
    return PITH_OK;
}

static pith_status expect(reading *r, yaml_event_type_t type, const char *what)
{
    pith_status status = next(r);
    return status == PITH_OK && r->event.type != type ? refuse(r, what) : status;
}

static pith_text scalar(const reading *r)
{
    return (pith_text){(const char *)r->event.data.scalar.value, r->event.data.scalar.length};
}

static pith_status find_field(const reading *r, pith_field *out)
{
    char shown[40];
    size_t n = 0;
    for (int i = 0; i < PITH_FIELD_COUNT; i++) {
        *out = (pith_field)i;
        if (pith_text_is(scalar(r), pith_field_name(*out)))
            return PITH_OK;
    }
    shown[0] = '\0';
    pith_join(shown, sizeof shown, &n, scalar(r));
    return pith_fail_at(r->err, PITH_METADATA_FORM, r->event.start_mark.index,
                        "`%s` is no name of a field", shown);
}

// A list of words as one text.
static pith_status read_list(reading *r, pith_buf *value)
{
    for (;;) {
        pith_status status = next(r);
        if (status != PITH_OK || r->event.type == YAML_SEQUENCE_END_EVENT)
            return status;
        if (r->event.type != YAML_SCALAR_EVENT)
            return refuse(r, "a list may hold words only");
        pith_buf_puts(value, " ");
        pith_buf_add(value, scalar(r).p, scalar(r).n);
    }
}

static pith_status read_field(reading *r)
{
    pith_field field;
    pith_buf value;
    pith_status status = find_field(r, &field);
    if (status == PITH_OK && r->seen[field])
        return refuse(r, "this name stands twice");
    if (status == PITH_OK) {
        r->seen[field] = true;
        status = next(r);
    }
    if (status != PITH_OK)
        return status;
    pith_buf_init(&value, PITH_MAX_METADATA);
    bool quoted = false;
    if (r->event.type == YAML_SCALAR_EVENT) {
        pith_buf_add(&value, scalar(r).p, scalar(r).n);
        quoted = r->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    } else if (field != PITH_FIELD_CATEGORIES) {
        // `title: [Withdrawn]` is a list to YAML, and another title than the one with brackets.
        status = refuse(r, "this field is one text: put it in quotes");
    } else if (r->event.type == YAML_SEQUENCE_START_EVENT) {
        status = read_list(r, &value);
    } else {
        status = refuse(r, "categories are a text or a list of words");
    }
    if (status == PITH_OK && !pith_buf_ok(&value))
        status = pith_fail_memory(r->err);
    const char *copy = status == PITH_OK ? pith_alloc_copy(r->arena, value.data, value.len) : NULL;
    pith_text text = {copy, value.len};
    pith_buf_free(&value);
    if (status != PITH_OK)
        return status;
    if (!copy)
        return pith_fail_memory(r->err);
    bool null = !quoted && (pith_text_is(text, "null") || pith_text_is(text, "~"));
    if (null && field != PITH_FIELD_LICENSE)
        return PITH_OK;
    return pith_metadata_put(r->arena, r->out, field, null ? (pith_text){"", 0} : text, r->err);
}

static pith_status read_all(reading *r)
{
    pith_status status = expect(r, YAML_STREAM_START_EVENT, "this is no YAML");
    if (status == PITH_OK)
        status = expect(r, YAML_DOCUMENT_START_EVENT, "there is nothing to read");
    if (status == PITH_OK)
        status = expect(r, YAML_MAPPING_START_EVENT, "fields like `title: ...` are expected");
    while (status == PITH_OK) {
        status = next(r);
        if (status != PITH_OK || r->event.type == YAML_MAPPING_END_EVENT)
            break;
        status = r->event.type == YAML_SCALAR_EVENT ? read_field(r)
                                                    : refuse(r, "a field's name is a word");
    }
    if (status == PITH_OK)
        status = expect(r, YAML_DOCUMENT_END_EVENT, "there is more than one document");
    if (status == PITH_OK)
        status = expect(r, YAML_STREAM_END_EVENT, "there is more than one document");
    return status;
}

pith_status pith_mint_read_yaml(pith_arena *arena, pith_text bytes, pith_metadata *out,
                                pith_error *err)
{
    reading r = {.arena = arena, .out = out, .err = err};
    *out = (pith_metadata){0};
    if (bytes.n > PITH_MAX_YAML)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "has more than %d bytes", PITH_MAX_YAML);
    pith_status status = pith_late_load(&pith_yaml_library, err);
    if (status != PITH_OK)
        return status;
    if (!CALL(parser_initialize)(&r.parser))
        return pith_fail_memory(err);
    CALL(parser_set_input_string)(&r.parser, (const unsigned char *)bytes.p, bytes.n);
    CALL(parser_set_encoding)(&r.parser, YAML_UTF8_ENCODING);
    status = read_all(&r);
    CALL(event_delete)(&r.event);
    CALL(parser_delete)(&r.parser);
    return status;
}

pith_status pith_mint_library(char *out, size_t size, pith_error *err)
{
    pith_status status = pith_late_load(&pith_yaml_library, err);
    pith_late_version("libyaml", status == PITH_OK ? CALL(get_version_string)() : NULL, out, size);
    return status;
}
