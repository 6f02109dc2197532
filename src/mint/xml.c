// SPDX-License-Identifier: MIT
#include "mint/xml.h"

#include "base/err.h"
#include "base/expat.h"
#include "base/limits.h"
#include "base/text.h"

// Between namespace and name in what Expat reports; no XML character, so in none of them.
#define SEPARATOR '\f'

typedef struct reader {
    const pith_xml_handler *handler;
    XML_Parser parser;
    size_t depth;
    size_t started; // the depth of the last start tag
    pith_buf text;  // character data since that
    pith_status status;
    pith_error *err;
} reader;

static void stop(reader *r, pith_status status)
{
    r->status = status;
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static void refuse(reader *r, const char *what)
{
    if (r->status == PITH_OK)
        stop(r, pith_fail_at(r->err, PITH_METADATA_FORM, (size_t)XML_GetCurrentByteIndex(r->parser),
                             "the XML %s", what));
}

static pith_xml_name split(const XML_Char *pair)
{
    const char *separator = strchr(pair, SEPARATOR);
    if (!separator)
        return (pith_xml_name){{"", 0}, pith_text_of(pair)};
    return (pith_xml_name){{pair, (size_t)(separator - pair)}, pith_text_of(separator + 1)};
}

static void XMLCALL on_start(void *context, const XML_Char *pair, const XML_Char **attributes)
{
    reader *r = context;
    if (r->status != PITH_OK)
        return;
    if (++r->depth > PITH_MAX_XML_DEPTH) {
        refuse(r, "is nested too deeply");
        return;
    }
    const pith_xml_name name = split(pair);
    r->started = r->depth;
    r->text.len = 0;
    pith_status status = r->handler->start(r->handler->context, &name, r->depth,
                                           (const char *const *)attributes, r->err);
    if (status != PITH_OK)
        stop(r, status);
}

static void XMLCALL on_end(void *context, const XML_Char *pair)
{
    reader *r = context;
    if (r->status != PITH_OK)
        return;
    const pith_xml_name name = split(pair);
    pith_text text = {r->text.data ? r->text.data : "", r->text.len};
    if (r->started != r->depth)
        text = (pith_text){NULL, 0};
    pith_status status = pith_buf_ok(&r->text)
                             ? r->handler->end(r->handler->context, &name, r->depth, text, r->err)
                             : pith_fail_memory(r->err);
    r->text.len = 0;
    r->depth--;
    if (status != PITH_OK)
        stop(r, status);
}

static void XMLCALL on_text(void *context, const XML_Char *text, int len)
{
    reader *r = context;
    pith_buf_add(&r->text, text, (size_t)len);
}

static void XMLCALL on_doctype(void *context, const XML_Char *root, const XML_Char *system_id,
                               const XML_Char *public_id, int subset)
{
    (void)root, (void)system_id, (void)public_id, (void)subset;
    refuse(context, "has a document type declaration, which arXiv never writes");
}

const char *pith_xml_attribute(const char *const *attributes, const char *name)
{
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    }
    return NULL;
}

static pith_status run(reader *r, pith_text bytes)
{
    enum XML_Status outcome = XML_Parse(r->parser, bytes.p, (int)bytes.n, 1);
    if (pith_expat_lost_memory())
        return pith_fail_memory(r->err);
    if (r->status != PITH_OK)
        return r->status;
    if (outcome != XML_STATUS_OK)
        return pith_fail_at(r->err, PITH_METADATA_FORM, (size_t)XML_GetCurrentByteIndex(r->parser),
                            "the XML is not well-formed: %s",
                            XML_ErrorString(XML_GetErrorCode(r->parser)));
    return PITH_OK;
}

pith_status pith_xml_read(pith_text bytes, const pith_xml_handler *handler, pith_error *err)
{
    if (bytes.n > PITH_MAX_METADATA)
        return pith_fail(err, PITH_TOO_LARGE, NULL, "the XML has more than %d bytes",
                         PITH_MAX_METADATA);
    XML_Parser parser = pith_expat_new(SEPARATOR);
    if (!parser)
        return pith_fail_memory(err);
    reader r = {.handler = handler, .parser = parser, .status = PITH_OK, .err = err};
    pith_buf_init(&r.text, SIZE_MAX);
    XML_SetUserData(parser, &r);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    pith_status status = run(&r, bytes);
    pith_buf_free(&r.text);
    XML_ParserFree(parser);
    return status;
}
