// SPDX-License-Identifier: MIT
#include "out/xmp.h"

#include "base/err.h"
#include "base/text.h"
#include "out/tex.h"
#include "out/words.h"
#include "trust/crypto.h"

#define SCHEMA_SPACES                                                                              \
    " xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\""                                    \
    " xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\""

static const struct {
    const char *name;
    const char *type;
    const char *meaning;
} rows[PITH_XMP_COUNT] = {
#define X(symbol, name, type, meaning) [PITH_XMP_##symbol] = {name, type, meaning},
    PITH_XMP_TABLE(X)
#undef X
};

const char *pith_xmp_name(pith_xmp_property property)
{
    return rows[property].name;
}

// Text that is inert in XML: made only by the function below.
typedef struct pith_xml {
    pith_text inert;
} pith_xml;

// The text itself, if it has no characters but A-Za-z0-9+/=:.-_
static bool to_word(pith_text text, pith_xml *out)
{
    pith_tex same; // one alphabet, inert in both
    *out = (pith_xml){text};
    return pith_tex_word(text, &same);
}

static void put_element(const char *name, pith_xml value, pith_buf *out)
{
    pith_buf_printf(out, "<%s>", name);
    pith_buf_add(out, value.inert.p, value.inert.n);
    pith_buf_printf(out, "</%s>", name);
}

// One property. A value outside the alphabet is a hole in the model, not bad luck.
static pith_status put(pith_xmp_property property, pith_text value, pith_buf *out, pith_error *err)
{
    char name[40];
    pith_xml word;
    if (!to_word(value, &word))
        return pith_fail(err, PITH_FIELD_VALUE, NULL, "%s has characters that XMP may not hold",
                         rows[property].name);
    snprintf(name, sizeof name, PITH_XMP_PREFIX ":%s", rows[property].name);
    put_element(name, word, out);
    pith_buf_puts(out, "\n");
    return PITH_OK;
}

static pith_status put_record(const pith_result *r, pith_buf *out, pith_error *err)
{
    char hex[2 * PITH_DIGEST_LEN + 1];
    pith_buf base64;
    pith_buf_init(&base64, SIZE_MAX);
    pith_hex(r->digest, sizeof r->digest, hex);
    pith_base64_encode(r->canonical.p, r->canonical.n, &base64);
    pith_status status = pith_buf_ok(&base64) ? PITH_OK : pith_fail_memory(err);
    if (status == PITH_OK)
        status = put(PITH_XMP_CANONICAL_SHA256, pith_text_of(hex), out, err);
    if (status == PITH_OK)
        status = put(PITH_XMP_CANONICAL_RECORD, (pith_text){base64.data, base64.len}, out, err);
    pith_buf_free(&base64);
    if (status != PITH_OK || !r->is_signed)
        return status;
    status = put(PITH_XMP_KEY_ID, r->key_id, out, err);
    if (status == PITH_OK)
        status = put(PITH_XMP_SIGNATURE, r->signature_b64, out, err);
    if (status == PITH_OK && r->signed_at.n)
        status = put(PITH_XMP_SIGNED_AT, r->signed_at, out, err);
    return status;
}

static void put_status(const pith_claims *claims, pith_buf *out)
{
    pith_buf_printf(out, "<" PITH_XMP_PREFIX ":%s><rdf:Bag>\n", rows[PITH_XMP_STATUS].name);
    for (size_t i = 0; i < PITH_CLAIM_ROWS; i++) {
        char words[40];
        pith_xml word;
        pith_claim_words(claims, i, words, sizeof words);
        if (!to_word(pith_text_of(words), &word))
            continue;
        put_element("rdf:li", word, out);
        pith_buf_puts(out, "\n");
    }
    pith_buf_printf(out, "</rdf:Bag></" PITH_XMP_PREFIX ":%s>\n", rows[PITH_XMP_STATUS].name);
}

static pith_status put_prefix(const pith_xmp_content *c, pith_buf *out, pith_error *err)
{
    char text[2 * PITH_DIGEST_LEN + 1];
    snprintf(text, sizeof text, "%llu", (unsigned long long)c->prefix_length);
    pith_status status = put(PITH_XMP_PREFIX_LENGTH, pith_text_of(text), out, err);
    if (status != PITH_OK || !c->prefix_sha256)
        return status;
    pith_hex(c->prefix_sha256, PITH_DIGEST_LEN, text);
    return put(PITH_XMP_PREFIX_SHA256, pith_text_of(text), out, err);
}

static pith_status put_properties(const pith_xmp_content *c, pith_text number, pith_buf *out,
                                  pith_error *err)
{
    char url[80];
    char source[240];
    pith_record_url(c->result, url, sizeof url);
    pith_source_words(c->result, source, sizeof source);
    pith_status status = put(PITH_XMP_NUMBER, number, out, err);
    if (status == PITH_OK)
        status = put_record(c->result, out, err);
    if (status == PITH_OK)
        status = put(PITH_XMP_RESOLVER, pith_text_of(url), out, err);
    if (status == PITH_OK)
        status = put(PITH_XMP_SOURCE, pith_text_of(source), out, err);
    if (status == PITH_OK)
        status = put(PITH_XMP_RELATION, pith_text_of(pith_relation_word(c->relation)), out, err);
    if (status == PITH_OK) {
        put_status(&c->result->claims, out);
        status = put_prefix(c, out, err);
    }
    return status;
}

// The packet may bind these prefixes to something else, so they are declared here.
static void open_description(pith_text about, pith_buf *out)
{
    pith_buf_puts(out, "<rdf:Description xmlns:rdf=\"" PITH_RDF_NAMESPACE "\" rdf:about=");
    pith_buf_add(out, about.p, about.n);
}

pith_status pith_xmp_description(const pith_xmp_content *c, pith_text about, pith_buf *out,
                                 pith_error *err)
{
    char number[48];
    snprintf(number, sizeof number, "pith:%04d:%s", c->result->number.year, c->result->number.id);
    if (c->schema) { // in a Description of its own with all prefixes: XmpBox knows no other
        open_description(about, out);
        pith_buf_puts(
            out,
            " xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\"" SCHEMA_SPACES ">\n"
            "<pdfaExtension:schemas><rdf:Bag>\n");
        pith_xmp_schema(out);
        pith_buf_puts(out, "</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n");
    }
    open_description(about, out);
    if (c->dc_identifier)
        pith_buf_puts(out, " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"");
    pith_buf_puts(out, " xmlns:" PITH_XMP_PREFIX "=\"" PITH_XMP_NAMESPACE "\">\n");
    if (c->dc_identifier)
        pith_buf_printf(out, "<dc:identifier>%s</dc:identifier>\n", number);
    pith_status status = put_properties(c, pith_text_of(number), out, err);
    pith_buf_puts(out, "</rdf:Description>\n");
    return status;
}

void pith_xmp_schema(pith_buf *out)
{
    pith_buf_puts(out, "<rdf:li xmlns:rdf=\"" PITH_RDF_NAMESPACE
                       "\" rdf:parseType=\"Resource\"" SCHEMA_SPACES ">\n"
                       "<pdfaSchema:schema>Pith Number</pdfaSchema:schema>\n"
                       "<pdfaSchema:namespaceURI>" PITH_XMP_NAMESPACE "</pdfaSchema:namespaceURI>\n"
                       "<pdfaSchema:prefix>" PITH_XMP_PREFIX "</pdfaSchema:prefix>\n"
                       "<pdfaSchema:property><rdf:Seq>\n");
    for (size_t i = 0; i < PITH_XMP_COUNT; i++)
        pith_buf_printf(out,
                        "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>%s"
                        "</pdfaProperty:name><pdfaProperty:valueType>%s</pdfaProperty:valueType>"
                        "<pdfaProperty:category>external</pdfaProperty:category>"
                        "<pdfaProperty:description>%s</pdfaProperty:description></rdf:li>\n",
                        rows[i].name, rows[i].type, rows[i].meaning);
    pith_buf_puts(out, "</rdf:Seq></pdfaSchema:property>\n</rdf:li>\n");
}
