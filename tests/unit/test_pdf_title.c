// SPDX-License-Identifier: MIT
//
// The title that a PDF states: dc:title, or /Title in each encoding that ISO 32000-2 7.9.2.2 has.
#include "fixture.h"

#include <unistd.h>

#include "base/path.h"
#include "mint/compare.h"

enum { MAX_OBJECTS = 4 };

// Objects 1, 2, … with a cross-reference table, in a file of its own, which the caller removes.
static char *write_pdf(const pith_text *objects, size_t count)
{
    size_t at[MAX_OBJECTS];
    pith_buf pdf;
    pith_buf_init(&pdf, 1 << 20);
    pith_buf_puts(&pdf, "%PDF-1.7\n");
    for (size_t i = 0; i < count; i++) {
        at[i] = pdf.len;
        pith_buf_printf(&pdf, "%zu 0 obj\n", i + 1);
        pith_buf_add(&pdf, objects[i].p, objects[i].n);
        pith_buf_puts(&pdf, "\nendobj\n");
    }
    size_t table = pdf.len;
    pith_buf_printf(&pdf, "xref\n0 %zu\n0000000000 65535 f \n", count + 1);
    for (size_t i = 0; i < count; i++)
        pith_buf_printf(&pdf, "%010zu 00000 n \n", at[i]);
    pith_buf_printf(&pdf, "trailer\n<</Size %zu/Root 1 0 R/Info 3 0 R>>\nstartxref\n%zu\n%%%%EOF\n",
                    count + 1, table);
    assert_true(pith_buf_ok(&pdf));
    const char *folder = getenv("TMPDIR");
    char *path = pith_path_join(arena, folder && *folder ? folder : "/tmp", "pith-title-XXXXXX");
    assert_non_null(path);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, pdf.data, pdf.len), (ssize_t)pdf.len);
    assert_int_equal(close(fd), 0);
    pith_buf_free(&pdf);
    return path;
}

static pith_status title_of(const char *information, const char *packet, pith_text *title)
{
    char metadata[2000];
    pith_error err;
    snprintf(metadata, sizeof metadata,
             "<</Type/Metadata/Subtype/XML/Length %zu>>\nstream\n%s\nendstream", strlen(packet),
             packet);
    const pith_text objects[] = {
        pith_text_of(*packet ? "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>"
                             : "<</Type/Catalog/Pages 2 0 R>>"),
        pith_text_of("<</Type/Pages/Kids[]/Count 0>>"),
        pith_text_of(information),
        pith_text_of(metadata),
    };
    const char *path = write_pdf(objects, *packet ? 4 : 3);
    pith_status status = pith_pdf_title(arena, path, title, &err);
    assert_int_equal(unlink(path), 0);
    return status;
}

static void test_information(void **state)
{
    (void)state;
    static const struct {
        const char *information;
        const char *title; // NULL: none
    } cases[] = {
        {"<</Title(A title)>>", "A title"},
        {"<</Title()>>", ""},
        {"<</Author(A name)>>", NULL},
        {"<</Title/Name>>", NULL},
        {"null", NULL},
        {"(a string)", NULL},
        // PDFDocEncoding: Latin-1, and where it is not (ISO 32000-2 annex D.3).
        {"<</Title<E9>>>", "é"},
        {"<</Title<18191A1B1C1D1E1F>>>", "˘ˇˆ˙˝˛˚˜"},
        {"<</Title<808182838485868788898A8B8C8D8E8F>>>", "•†‡…—–ƒ⁄‹›−‰„“”‘"},
        {"<</Title<909192939495969798999A9B9C9D9E>>>", "’‚™ﬁﬂŁŒŠŸŽıłœšž"},
        {"<</Title<A0>>>", "€"},
        // UTF-16BE: letters, a pair of surrogates, lone ones, an odd byte at the end.
        {"<</Title<FEFF00C900740061007400200192>>>", "État ƒ"},
        {"<</Title<FEFFD835DD38>>>", "𝔸"},
        {"<</Title<FEFFD835>>>", "\xEF\xBF\xBD"},
        {"<</Title<FEFFD8350041>>>", "\xEF\xBF\xBD\x41"},
        {"<</Title<FEFFDD38D835>>>", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"<</Title<FEFF004100>>>", "A"},
        {"<</Title<FEFF>>>", ""},
        // UTF-8 of PDF 2.0.
        {"<</Title<EFBBBFC3A9E28094>>>", "é—"},
        {"<</Title<EFBBBF>>>", ""},
        {"<</Title<EFBB>>>", "ï»"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_text title;
        assert_int_equal(title_of(cases[i].information, "", &title), PITH_OK);
        if (!cases[i].title ? title.p != NULL : !title.p || !pith_text_is(title, cases[i].title))
            fail_msg("%s: %.*s", cases[i].information, (int)title.n, title.p ? title.p : "");
    }
}

#define RDF(inner)                                                                                 \
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "                            \
    "xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description rdf:about=''>" inner             \
    "</rdf:Description></rdf:RDF>"

static void test_metadata(void **state)
{
    (void)state;
    static const struct {
        const char *packet;
        const char *title;
    } cases[] = {
        {RDF("<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>First</rdf:li>"
             "<rdf:li xml:lang='fr'>Second</rdf:li></rdf:Alt></dc:title>"),
         "First"},
        {RDF("<dc:title>Bare &amp; plain</dc:title>"), "Bare & plain"},
        {RDF("<dc:subject><rdf:Bag><rdf:li>word</rdf:li></rdf:Bag></dc:subject>"
             "<dc:title><rdf:Alt><rdf:li>Mine</rdf:li></rdf:Alt></dc:title>"),
         "Mine"},
        // No title there, or none that can be read: the other place.
        {RDF("<dc:title><rdf:Alt/></dc:title>"), "Other"},
        {RDF("<title xmlns='http://example.org/'>Not this</title>"), "Other"},
        {"<rdf:RDF", "Other"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_text title;
        assert_int_equal(title_of("<</Title(Other)>>", cases[i].packet, &title), PITH_OK);
        if (!title.p || !pith_text_is(title, cases[i].title))
            fail_msg("%s: %.*s", cases[i].packet, (int)title.n, title.p ? title.p : "");
    }
}

static void test_no_pdf(void **state)
{
    (void)state;
    pith_text title;
    pith_error err;
    assert_int_equal(pith_pdf_title(arena, TEST_DATA "/none.pdf", &title, &err), PITH_IO_READ);
    assert_null(title.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_information), TEST(test_metadata),
                                       TEST(test_no_pdf)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
