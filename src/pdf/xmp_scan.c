// SPDX-License-Identifier: MIT
//
// One pass over a packet by Expat. RDF/XML as the XMP specification
// (part 1, clause 7) restricts it: rdf:RDF holds nodes, a node holds properties.
#include "base/arena.h"
#include "base/err.h"
#include "base/expat.h"
#include "base/text.h"
#include "pdf/xmp.h"

// Between namespace, name and prefix in what Expat reports; no XML character, so in none of them.
#define SEPARATOR '\f'

typedef enum kind {
    OTHER,
    RDF,        // rdf:RDF
    NODE,       // an element in it: mostly rdf:Description
    PROPERTY,   // an element in a node
    SCHEMAS,    // the property pdfaExtension:schemas
    BAG,        // the rdf:Bag or rdf:Seq in it
    SCHEMA,     // an entry of the bag
    SCHEMA_NAME // pdfaSchema:namespaceURI in an entry
} kind;

enum { NO_PROPERTY = -1, PART = PITH_XMP_STATED, LEVEL, DATE };

typedef struct element {
    kind kind;
    int property;   // of a PROPERTY
    size_t at;      // of the start tag
    size_t inner;   // behind it
    size_t rest_at; // length of the event sequence before it
    size_t values;  // count of values before it
    bool has_child;
    bool ours;   // has something of ours
    bool others; // has something else
} element;

typedef struct scan {
    pith_arena *arena;
    pith_xmp_packet *packet;
    const char *origin;
    XML_Parser parser;
    element stack[PITH_MAX_XMP_DEPTH];
    size_t depth;
    pith_buf rest;
    pith_buf text; // character data since the last tag
    bool text_is_blank;
    pith_xmp_edit *edits;
    pith_status status;
    pith_error *err;
} scan;

static void stop(scan *s, pith_status status, const char *what)
{
    if (s->status != PITH_OK)
        return;
    s->status =
        pith_fail_at(s->err, status, (size_t)XML_GetCurrentByteIndex(s->parser), "%s", what);
    (void)XML_StopParser(s->parser, XML_FALSE);
}

// ---- Names ----------------------------------------------------------------------------

typedef struct name {
    pith_text space;
    pith_text local;
} name;

static name split(const XML_Char *triplet)
{
    const char *first = strchr(triplet, SEPARATOR);
    if (!first)
        return (name){{"", 0}, pith_text_of(triplet)};
    const char *second = strchr(first + 1, SEPARATOR);
    size_t n = second ? (size_t)(second - first - 1) : strlen(first + 1);
    return (name){{triplet, (size_t)(first - triplet)}, {first + 1, n}};
}

static bool is(const name *n, const char *space, const char *local)
{
    return pith_text_is(n->space, space) && pith_text_is(n->local, local);
}

static int property_of(const name *n)
{
    static const struct {
        const char *space;
        const char *local;
        int property;
    } known[] = {
        {"http://purl.org/dc/elements/1.1/", "identifier", PITH_XMP_DC_IDENTIFIER},
        {"http://purl.org/dc/elements/1.1/", "relation", PITH_XMP_DC_RELATION},
        {"http://ns.adobe.com/xap/1.0/", "Identifier", PITH_XMP_XMP_IDENTIFIER},
        {"http://ns.adobe.com/xap/1.0/", "MetadataDate", DATE},
        {"http://www.aiim.org/pdfa/ns/id/", "part", PART},
        {"http://www.aiim.org/pdfa/ns/id/", "conformance", LEVEL},
    };
    if (pith_text_is(n->space, PITH_XMP_NAMESPACE)) {
        for (int i = 0; i < PITH_XMP_COUNT; i++) {
            if (pith_text_is(n->local, pith_xmp_name((pith_xmp_property)i)))
                return i;
        }
        return DATE + 1; // ours, but of no version known here
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is(n, known[i].space, known[i].local))
            return known[i].property;
    }
    return NO_PROPERTY;
}

static bool is_own(int property)
{
    return (property >= 0 && property < PITH_XMP_COUNT) || property > DATE;
}

// ---- What is found --------------------------------------------------------------------

static void add_value(scan *s, int property, pith_text text)
{
    if (property < 0 || property >= PITH_XMP_STATED)
        return;
    while (text.n && memchr(" \t\r\n", text.p[0], 4))
        text = (pith_text){text.p + 1, text.n - 1};
    while (text.n && memchr(" \t\r\n", text.p[text.n - 1], 4))
        text.n--;
    if (s->packet->value_count++ == PITH_MAX_XMP_EDITS) {
        stop(s, PITH_TOO_LARGE, "the packet has too many values");
        return;
    }
    pith_xmp_value *value = pith_alloc(s->arena, sizeof *value);
    char *copy = pith_alloc_copy(s->arena, text.p, text.n);
    if (!value || !copy) {
        stop(s, PITH_MEMORY, "out of memory");
        return;
    }
    *value = (pith_xmp_value){property, {copy, text.n}, NULL};
    *s->packet->tail = value;
    s->packet->tail = &value->next;
}

// `pith:` and a number: such a dc:identifier is ours, any other is the author's.
static bool is_number(pith_text text)
{
    pith_number number;
    pith_error ignored;
    return pith_text_starts(text, "pith:") && pith_number_parse(text, &number, &ignored) == PITH_OK;
}

static void add_edit(scan *s, size_t at, size_t end)
{
    if (s->packet->edit_count == PITH_MAX_XMP_EDITS) {
        stop(s, PITH_TOO_LARGE, "the packet has too many of our properties");
        return;
    }
    s->edits[s->packet->edit_count++] = (pith_xmp_edit){.at = at, .len = end - at};
}

// Cuts out a whole element, and the line feed that was written behind it.
static void cut_element(scan *s, const element *e, size_t end)
{
    while (s->packet->edit_count && s->edits[s->packet->edit_count - 1].at >= e->at)
        s->packet->edit_count--;
    if (end < s->packet->bytes.n && s->packet->bytes.p[end] == '\n')
        end++;
    add_edit(s, e->at, end);
    s->rest.len = e->rest_at;
}

// ---- The rest as events ---------------------------------------------------------------

static void put_event(scan *s, char type, pith_text text)
{
    pith_buf_add(&s->rest, &type, 1);
    pith_buf_add(&s->rest, &text.n, sizeof text.n); // so that no text looks like another event
    pith_buf_add(&s->rest, text.p, text.n);
}

// White space between elements means nothing in RDF/XML, and changes where pieces are put in.
static bool is_between(const scan *s)
{
    if (s->depth == 0)
        return true;
    kind k = s->stack[s->depth - 1].kind;
    return k == RDF || k == NODE || k == SCHEMAS || k == BAG ||
           (k == OTHER && !s->packet->rdf.there);
}

static void end_text(scan *s)
{
    if (s->text.len && !(s->text_is_blank && is_between(s))) {
        put_event(s, 'T', (pith_text){s->text.data, s->text.len});
        if (s->depth)
            s->stack[s->depth - 1].others = true;
    }
    s->text.len = 0;
    s->text_is_blank = true;
}

// ---- Attributes -----------------------------------------------------------------------

typedef struct raw_attribute {
    size_t at;    // of the white space before it
    size_t value; // of the opening quote
    size_t end;   // behind the closing one
} raw_attribute;

// The next attribute that is no namespace declaration, as spelled. The tag is well-formed: Expat
// has read it.
static bool next_raw(pith_text bytes, size_t *at, size_t end, raw_attribute *out)
{
    for (;;) {
        const char *p = bytes.p;
        size_t i = *at;
        while (i < end && memchr(" \t\r\n", p[i], 4))
            i++;
        size_t start = i;
        while (i < end && p[i] != '=' && p[i] != '>')
            i++;
        while (i < end && p[i] != '"' && p[i] != '\'' && p[i] != '>')
            i++;
        if (i >= end || p[i] == '>')
            return false;
        const char *close = memchr(p + i + 1, p[i], end - i - 1);
        if (!close)
            return false;
        *out = (raw_attribute){*at, i, (size_t)(close - p) + 1};
        *at = out->end;
        pith_text spelled = {p + start, end - start};
        if (!pith_text_starts(spelled, "xmlns:") && !pith_text_starts(spelled, "xmlns=") &&
            !pith_text_starts(spelled, "xmlns "))
            return true;
    }
}

static void read_pdfa(pith_xmp_packet *packet, int property, pith_text value)
{
    if (property == PART && value.n == 1 && pith_is_digit(*value.p))
        packet->pdfa_part = *value.p - '0';
    if (property == LEVEL && value.n == 1)
        packet->pdfa_level = *value.p;
}

static void node_attribute(scan *s, element *e, const name *n, pith_text value,
                           const raw_attribute *raw, bool *cut)
{
    pith_xmp_packet *packet = s->packet;
    int property = property_of(n);
    *cut = is_own(property) || (property == PITH_XMP_DC_IDENTIFIER && is_number(value));
    if (is(n, PITH_RDF_NAMESPACE, "about") || is(n, "", "about")) {
        if (!packet->about.n)
            packet->about = (pith_text){packet->bytes.p + raw->value, raw->end - raw->value};
        return;
    }
    add_value(s, property, value);
    if (*cut) {
        e->ours = true;
        packet->our_identifier = packet->our_identifier || property == PITH_XMP_DC_IDENTIFIER;
        add_edit(s, raw->at, raw->end);
        return;
    }
    e->others = true;
    packet->identifier = packet->identifier || property == PITH_XMP_DC_IDENTIFIER;
    read_pdfa(packet, property, value);
    if (property == DATE)
        packet->date = (pith_xmp_edit){.at = raw->value + 1, .len = raw->end - raw->value - 2};
}

static void read_attributes(scan *s, element *e, const XML_Char **attributes)
{
    size_t at = e->at + 1;
    while (at < e->inner && !memchr(" \t\r\n/>", s->packet->bytes.p[at], 6))
        at++; // the name
    for (; *attributes && s->status == PITH_OK; attributes += 2) {
        raw_attribute raw;
        name n = split(attributes[0]);
        pith_text value = pith_text_of(attributes[1]);
        bool cut = false;
        if (!next_raw(s->packet->bytes, &at, e->inner, &raw)) {
            stop(s, PITH_INTERNAL, "an attribute was not found again");
            return;
        }
        if (e->kind == NODE)
            node_attribute(s, e, &n, value, &raw, &cut);
        else if (e->kind == PROPERTY && is(&n, PITH_RDF_NAMESPACE, "resource"))
            add_value(s, e->property, value);
        if (cut)
            continue;
        put_event(s, 'A', pith_text_of(attributes[0]));
        bool date = e->kind == NODE && property_of(&n) == DATE;
        put_event(s, 'V', date ? (pith_text){"", 0} : value);
    }
}

// ---- Elements -------------------------------------------------------------------------

static kind kind_of(scan *s, const name *n, int *property)
{
    const element *parent = s->depth ? &s->stack[s->depth - 1] : NULL;
    kind in = parent ? parent->kind : OTHER;
    *property = NO_PROPERTY;
    if (is(n, PITH_RDF_NAMESPACE, "RDF")) {
        if (s->packet->rdf.there || in != OTHER)
            stop(s, PITH_XMP_FORM, "the packet has two rdf:RDF");
        return RDF;
    }
    if (in == RDF)
        return NODE;
    if (in == NODE) {
        *property = property_of(n);
        return is(n, "http://www.aiim.org/pdfa/ns/extension/", "schemas") ? SCHEMAS : PROPERTY;
    }
    if (in == SCHEMAS) // other writers leave rdf:Seq; readers take either
        return is(n, PITH_RDF_NAMESPACE, "Bag") || is(n, PITH_RDF_NAMESPACE, "Seq") ? BAG : OTHER;
    if (in == BAG)
        return SCHEMA;
    // rdf:li parseType="Resource", or rdf:li with an rdf:Description in it
    bool in_schema = in == SCHEMA || (s->depth > 1 && s->stack[s->depth - 2].kind == SCHEMA);
    if (in_schema && is(n, "http://www.aiim.org/pdfa/ns/schema#", "namespaceURI"))
        return SCHEMA_NAME;
    return OTHER;
}

static void XMLCALL on_start(void *context, const XML_Char *triplet, const XML_Char **attributes)
{
    scan *s = context;
    if (s->status != PITH_OK)
        return;
    end_text(s);
    if (s->depth == PITH_MAX_XMP_DEPTH) {
        stop(s, PITH_XMP_FORM, "the packet is nested too deeply");
        return;
    }
    name n = split(triplet);
    element e = {.at = (size_t)XML_GetCurrentByteIndex(s->parser),
                 .rest_at = s->rest.len,
                 .values = s->packet->value_count};
    e.inner = e.at + (size_t)XML_GetCurrentByteCount(s->parser);
    e.kind = kind_of(s, &n, &e.property);
    if (s->depth)
        s->stack[s->depth - 1].has_child = true;
    if (e.kind == RDF)
        s->packet->rdf.there = true;
    s->stack[s->depth++] = e;
    put_event(s, 'S', pith_text_of(triplet));
    read_attributes(s, &s->stack[s->depth - 1], attributes);
}

// The property that the innermost open element belongs to.
static int open_property(const scan *s)
{
    for (size_t i = s->depth; i-- > 0;) {
        if (s->stack[i].kind == PROPERTY)
            return s->stack[i].property;
    }
    return NO_PROPERTY;
}

static void fill_slot(scan *s, pith_xmp_slot *slot, const element *e, size_t end, bool closed)
{
    const char *p = s->packet->bytes.p;
    size_t n = e->at + 1;
    while (n < e->inner && !memchr(" \t\r\n/>", p[n], 6))
        n++;
    *slot = (pith_xmp_slot){true, closed, end, {p + e->at + 1, n - e->at - 1}};
}

// Whether the values of the property that just ended make it ours.
static bool property_is_ours(scan *s, const element *e)
{
    if (e->property != PITH_XMP_DC_IDENTIFIER)
        return is_own(e->property);
    pith_xmp_value *value = s->packet->values;
    for (size_t i = 0; i < e->values && value; i++)
        value = value->next;
    bool ours = value != NULL;
    for (; value; value = value->next)
        ours = ours && is_number(value->text);
    s->packet->our_identifier = s->packet->our_identifier || ours;
    s->packet->identifier = s->packet->identifier || !ours;
    return ours;
}

static void end_property(scan *s, const element *e, element *node, size_t at, size_t end)
{
    if (property_is_ours(s, e)) {
        cut_element(s, e, end);
        node->ours = true;
        return;
    }
    node->others = true;
    if (e->property == DATE && at > e->inner && !e->has_child) {
        s->packet->date = (pith_xmp_edit){.at = e->inner, .len = at - e->inner};
        s->rest.len = e->rest_at;
        put_event(s, 'D', (pith_text){"", 0});
    }
}

// `at` is where the end tag starts, `end` where it ends; the same for <name/>.
static void end_element(scan *s, const element *e, element *parent, size_t at, size_t end)
{
    bool closed = at == end;
    switch (e->kind) {
    case RDF:
        fill_slot(s, &s->packet->rdf, e, at, closed);
        break;
    case NODE:
        if (e->ours && !e->others)
            cut_element(s, e, end);
        break;
    case PROPERTY:
        end_property(s, e, parent, at, end);
        break;
    case SCHEMAS:
        if (e->ours && !e->others) {
            cut_element(s, e, end);
            parent->ours = true;
        } else {
            parent->others = true;
            if (!s->packet->bag.there)
                stop(s, PITH_XMP_FORM, "the extension schemas are not in an rdf:Bag");
        }
        break;
    case BAG:
        // One without entries says nothing, and would stand beside the one that we write.
        parent->ours = parent->ours || e->ours || !e->others;
        parent->others = parent->others || e->others;
        if (e->others)
            fill_slot(s, &s->packet->bag, e, at, closed);
        break;
    case SCHEMA:
        if (e->ours)
            cut_element(s, e, end);
        parent->ours = parent->ours || e->ours;
        parent->others = parent->others || !e->ours;
        break;
    case OTHER:
    case SCHEMA_NAME:
        break;
    }
}

static void XMLCALL on_end(void *context, const XML_Char *triplet)
{
    (void)triplet;
    scan *s = context;
    if (s->status != PITH_OK)
        return;
    element *e = &s->stack[s->depth - 1];
    pith_text text = {s->text.data ? s->text.data : "", s->text.len};
    if (!e->has_child && e->kind == SCHEMA_NAME && pith_text_is(text, PITH_XMP_NAMESPACE)) {
        for (size_t i = s->depth; i-- > 0;)
            s->stack[i].ours = s->stack[i].ours || s->stack[i].kind == SCHEMA;
    }
    int property = open_property(s);
    if (!e->has_child && (text.n || e->kind == PROPERTY))
        add_value(s, property, text);
    if (!e->has_child)
        read_pdfa(s->packet, property, text);
    end_text(s);
    put_event(s, 'E', (pith_text){"", 0});
    size_t at = (size_t)XML_GetCurrentByteIndex(s->parser);
    size_t end = at + (size_t)XML_GetCurrentByteCount(s->parser);
    s->depth--;
    element none = {.kind = OTHER};
    end_element(s, e, s->depth ? &s->stack[s->depth - 1] : &none, at, end);
}

static void XMLCALL on_text(void *context, const XML_Char *text, int len)
{
    scan *s = context;
    for (int i = 0; i < len; i++)
        s->text_is_blank = s->text_is_blank && memchr(" \t\r\n", text[i], 4);
    pith_buf_add(&s->text, text, (size_t)len);
}

static void outside(scan *s, char type, const XML_Char *a, const XML_Char *b)
{
    end_text(s);
    put_event(s, type, pith_text_of(a));
    put_event(s, type, pith_text_of(b));
    if (s->depth)
        s->stack[s->depth - 1].others = true; // a comment of someone's stays where it is
}

static void XMLCALL on_comment(void *context, const XML_Char *text)
{
    outside(context, 'C', text, "");
}

static void XMLCALL on_instruction(void *context, const XML_Char *target, const XML_Char *text)
{
    outside(context, 'P', target, text);
}

static void XMLCALL on_doctype(void *context, const XML_Char *root, const XML_Char *system_id,
                               const XML_Char *public_id, int subset)
{
    (void)root, (void)system_id, (void)public_id, (void)subset;
    stop(context, PITH_XMP_DTD, "the packet has a document type declaration");
}

static void XMLCALL on_declaration(void *context, const XML_Char *version, const XML_Char *encoding,
                                   int standalone)
{
    (void)version, (void)standalone;
    char lower[8] = "";
    for (size_t i = 0; encoding && encoding[i] && i < sizeof lower - 1; i++)
        lower[i] = pith_to_lower(encoding[i]);
    if (encoding && (strcmp(lower, "utf-8") != 0 || encoding[5] != '\0'))
        stop(context, PITH_XMP_ENCODING, "the packet declares another encoding than UTF-8");
}

// ---- The scan -------------------------------------------------------------------------

static void set_handlers(scan *s)
{
    XML_SetUserData(s->parser, s);
    XML_SetReturnNSTriplet(s->parser, 1);
    XML_SetElementHandler(s->parser, on_start, on_end);
    XML_SetCharacterDataHandler(s->parser, on_text);
    XML_SetCommentHandler(s->parser, on_comment);
    XML_SetProcessingInstructionHandler(s->parser, on_instruction);
    XML_SetStartDoctypeDeclHandler(s->parser, on_doctype);
    XML_SetXmlDeclHandler(s->parser, on_declaration);
}

static pith_status run(scan *s)
{
    const pith_text *bytes = &s->packet->bytes;
    enum XML_Status outcome = XML_Parse(s->parser, bytes->p, (int)bytes->n, 1);
    if (pith_expat_lost_memory())
        return pith_fail_memory(s->err);
    if (s->status != PITH_OK)
        return s->status;
    if (outcome != XML_STATUS_OK)
        return pith_fail_at(s->err, PITH_XMP_SYNTAX, (size_t)XML_GetCurrentByteIndex(s->parser),
                            "the XMP packet is not well-formed: %s",
                            XML_ErrorString(XML_GetErrorCode(s->parser)));
    if (!s->packet->rdf.there)
        return pith_fail(s->err, PITH_XMP_FORM, NULL, "the XMP packet has no rdf:RDF");
    char *copy = pith_buf_ok(&s->rest) && pith_buf_ok(&s->text)
                     ? pith_alloc_copy(s->arena, s->rest.data, s->rest.len)
                     : NULL;
    s->packet->rest = (pith_text){copy, s->rest.len};
    s->packet->edits = s->edits;
    return copy ? PITH_OK : pith_fail_memory(s->err);
}

pith_status pith_xmp_scan(pith_arena *arena, pith_text bytes, const char *origin,
                          pith_xmp_packet *out, pith_error *err)
{
    *out = (pith_xmp_packet){.about = {NULL, 0}};
    out->tail = &out->values;
    if (bytes.n > PITH_MAX_XMP)
        return pith_fail(err, PITH_TOO_LARGE, origin, "the XMP packet has more than %d bytes",
                         PITH_MAX_XMP);
    pith_status status = pith_xmp_utf8(arena, bytes, origin, &out->bytes, err);
    if (status != PITH_OK)
        return status;
    while (out->bytes.n && out->bytes.p[out->bytes.n - 1] == '\0') // padding, which no XML has
        out->bytes.n--;
    scan *s = calloc(1, sizeof *s);
    pith_xmp_edit *edits = pith_alloc(arena, PITH_MAX_XMP_EDITS * sizeof *edits); // not cleared
    XML_Parser parser = pith_expat_new(SEPARATOR);
    if (s && edits && parser) {
        *s = (scan){.arena = arena,
                    .packet = out,
                    .origin = origin,
                    .parser = parser,
                    .edits = edits,
                    .text_is_blank = true,
                    .status = PITH_OK,
                    .err = err};
        pith_buf_init(&s->rest, SIZE_MAX);
        pith_buf_init(&s->text, SIZE_MAX);
        set_handlers(s);
        status = run(s);
        pith_buf_free(&s->rest);
        pith_buf_free(&s->text);
    } else {
        status = pith_fail_memory(err);
    }
    if (parser)
        XML_ParserFree(parser);
    free(s);
    if (status != PITH_OK)
        pith_error_name(err, origin);
    return status;
}

const char *pith_xmp_library(void)
{
    return XML_ExpatVersion();
}
