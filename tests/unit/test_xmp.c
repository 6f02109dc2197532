// SPDX-License-Identifier: MIT
//
// XMP packets: what is found in them, and that a merge changes what is ours and no other byte.
#include "vectors.h"

#include "pdf/xmp.h"

#define RDF  "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define OPEN "<r:RDF xmlns:r=\"" RDF "\" xmlns:q=\"https://pith.science/ns/1.0/\" " SPACES ">"
#define SPACES                                                                                     \
    "xmlns:d=\"http://purl.org/dc/elements/1.1/\" xmlns:x=\"http://ns.adobe.com/xap/1.0/\" "       \
    "xmlns:i=\"http://www.aiim.org/pdfa/ns/id/\" "                                                 \
    "xmlns:e=\"http://www.aiim.org/pdfa/ns/extension/\" "                                          \
    "xmlns:s=\"http://www.aiim.org/pdfa/ns/schema#\""
#define NODE   "<r:Description r:about=\"\">"
#define END    "</r:Description></r:RDF>"
#define NUMBER "pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP"

static pith_arena *arena;
static pith_result *result;

static int set_up(void **state)
{
    (void)state;
    pith_error err;
    pith_text bytes;
    arena = test_arena();
    const char *path = TEST_EXAMPLES "/paper/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP.json";
    return pith_file_read(arena, path, 1 << 20, &bytes, &err) == PITH_OK &&
                   pith_verify_bytes(arena, bytes, path, NULL, pith_keyring_builtin(), &result,
                                     &err) == PITH_OK
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    pith_arena_free(arena);
    return 0;
}

static pith_status scan(const char *text, pith_xmp_packet *out)
{
    pith_error err;
    return pith_xmp_scan(arena, pith_text_of(text), "packet", out, &err);
}

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int property;
        const char *value;
    } cases[] = {
        {OPEN NODE "<q:number> " NUMBER "\n</q:number>" END, PITH_XMP_NUMBER, NUMBER},
        {OPEN "<r:Description r:about='' q:number='" NUMBER "'/></r:RDF>", PITH_XMP_NUMBER, NUMBER},
        {OPEN NODE "<q:number r:resource='" NUMBER "'/>" END, PITH_XMP_NUMBER, NUMBER},
        {OPEN NODE "<d:identifier>a &amp; b</d:identifier>" END, PITH_XMP_DC_IDENTIFIER, "a & b"},
        {OPEN NODE "<x:Identifier><r:Bag><r:li>u</r:li></r:Bag></x:Identifier>" END,
         PITH_XMP_XMP_IDENTIFIER, "u"},
        {OPEN NODE "<d:relation><r:Bag>\n <r:li>v</r:li></r:Bag></d:relation>" END,
         PITH_XMP_DC_RELATION, "v"},
        {OPEN "<q:Thing><q:source>w</q:source></q:Thing></r:RDF>", PITH_XMP_SOURCE, "w"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_xmp_packet packet;
        assert_int_equal(scan(cases[i].text, &packet), PITH_OK);
        assert_true(pith_text_is(pith_xmp_get(&packet, cases[i].property, NULL), cases[i].value));
    }
    // Not a property of the document: inside another one, or of another namespace.
    static const char *const others[] = {
        OPEN NODE "<d:source><r:Bag><q:number>" NUMBER "</q:number></r:Bag></d:source>" END,
        OPEN NODE "<d:number>" NUMBER "</d:number>" END,
        OPEN NODE "<!-- <q:number>" NUMBER "</q:number> -->" END,
    };
    for (size_t i = 0; i < TEST_COUNT(others); i++) {
        pith_xmp_packet packet;
        assert_int_equal(scan(others[i], &packet), PITH_OK);
        assert_int_equal(pith_xmp_get(&packet, PITH_XMP_NUMBER, NULL).n, 0);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pith_status status;
    } cases[] = {
        {"<a>", PITH_XMP_SYNTAX},
        {"", PITH_XMP_SYNTAX},
        {"<a/>", PITH_XMP_FORM},
        {"<a>&b;</a>", PITH_XMP_SYNTAX},
        {"<!DOCTYPE a><a/>", PITH_XMP_DTD},
        {"<?xml version='1.0' encoding='UTF-16'?><a/>", PITH_XMP_ENCODING},
        {"<?xml version='1.0' encoding='utf-8'?><a/>", PITH_XMP_FORM},
        {OPEN NODE "<e:schemas/>" END, PITH_XMP_FORM},
        {OPEN "<r:Description><r:RDF/></r:Description></r:RDF>", PITH_XMP_FORM},
        {"\xFF\xFE<", PITH_XMP_SYNTAX},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_xmp_packet packet;
        pith_status status = scan(cases[i].text, &packet);
        if (status != cases[i].status)
            fail_msg("%s: %s", cases[i].text, pith_status_name(status));
    }
}

static pith_text merge(const char *text, bool identifier, const char *date, pith_status expected)
{
    pith_xmp_packet packet;
    pith_error err;
    pith_text merged = {NULL, 0};
    const pith_xmp_content content = {
        .result = result, .prefix_length = 7, .dc_identifier = identifier};
    assert_int_equal(scan(text, &packet), PITH_OK);
    pith_status status =
        pith_xmp_merge(arena, &packet, &content, pith_text_of(date), &merged, &err);
    if (status != expected)
        fail_msg("%s: %s", text, pith_status_name(status));
    return merged;
}

static size_t count(pith_text text, const char *word)
{
    size_t n = 0;
    for (size_t i = 0; i + strlen(word) <= text.n; i++)
        n += memcmp(text.p + i, word, strlen(word)) == 0;
    return n;
}

// What is cut out and put in lies between these two parts, which stay byte for byte.
static void test_splice(void **state)
{
    (void)state;
    static const struct {
        const char *before;
        const char *old; // ours, which goes
        const char *after;
    } cases[] = {
        {OPEN "<!-- c -->" NODE "<d:title>t</d:title></r:Description>", "", "</r:RDF>"},
        {OPEN NODE "<d:title>t</d:title></r:Description>",
         "<r:Description q:number='" NUMBER "'/>\n", "</r:RDF>\n  <?xpacket end='w'?>"},
        {OPEN NODE "<d:title>t</d:title></r:Description>",
         "<r:Description><q:number>a</q:number><q:later>b</q:later></r:Description>", "</r:RDF>"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s", cases[i].before, cases[i].old, cases[i].after);
        pith_text merged = merge(text, false, "", PITH_OK);
        size_t n = strlen(cases[i].after);
        assert_true(pith_text_starts(merged, cases[i].before));
        assert_memory_equal(merged.p + merged.n - n, cases[i].after, n);
        assert_int_equal(count(merged, "number>" NUMBER "</pith:number>"), 1);
        assert_int_equal(count(merged, "pith:prefixLength>7</"), 1);
        assert_int_equal(count(merged, "q:number"), 0);
        pith_text again = merge(merged.p, false, "", PITH_OK);
        assert_true(pith_text_equal(merged, again));
    }
}

static void test_parts(void **state)
{
    (void)state;
    // A node of the author's keeps its other properties and attributes.
    pith_text merged = merge(OPEN "<r:Description d:format='f' q:number = 'n' r:about=\"u\">"
                                  "<q:source>s</q:source>\n<d:title>t</d:title>" END,
                             false, "", PITH_OK);
    assert_int_equal(
        count(merged, "<r:Description d:format='f' r:about=\"u\"><d:title>t</d:title>"), 1);
    assert_int_equal(count(merged, "rdf:about=\"u\" xmlns:pith"), 1);
    // Closed elements are opened.
    merged = merge("<x:xmpmeta xmlns:x='adobe:ns:meta/'><RDF xmlns='" RDF "' /></x:xmpmeta>", false,
                   "", PITH_OK);
    assert_int_equal(count(merged, "</rdf:Description>\n</RDF></x:xmpmeta>"), 1);
    // dc:identifier: ours is replaced, another one's stays.
    merged = merge(OPEN NODE "<d:identifier>pith:XHNNPWFNQ4ZPTVKFXVZADSBBOK</d:identifier>" END,
                   false, "", PITH_OK);
    assert_int_equal(count(merged, "XHNNPWFNQ4ZPTVKFXVZADSBBOK"), 0);
    assert_int_equal(count(merged, "<dc:identifier>" NUMBER "</dc:identifier>"), 1);
    (void)merge(OPEN NODE "<d:identifier>doi</d:identifier>" END, true, "", PITH_XMP_TAKEN);
    merged = merge(OPEN NODE "<d:identifier>doi</d:identifier>" END, false, "", PITH_OK);
    assert_int_equal(count(merged, "identifier>doi</d:identifier>"), 1);
    // xmp:MetadataDate, as element and attribute; only with a date, only where there is one.
    merged = merge(OPEN NODE "<x:MetadataDate>2020</x:MetadataDate>" END, false, "2026", PITH_OK);
    assert_int_equal(count(merged, "<x:MetadataDate>2026</x:MetadataDate>"), 1);
    merged = merge(OPEN "<r:Description r:about='' x:MetadataDate='2020'/></r:RDF>", false, "2026",
                   PITH_OK);
    assert_int_equal(count(merged, "x:MetadataDate='2026'"), 1);
    merged = merge(OPEN NODE "<x:MetadataDate>2020</x:MetadataDate>" END, false, "", PITH_OK);
    assert_int_equal(count(merged, "2020"), 1);
    merged = merge(OPEN NODE END, false, "2026-01-01", PITH_OK);
    assert_int_equal(count(merged, "MetadataDate"), 0);
}

static void test_schemas(void **state)
{
    (void)state;
#define ENTRY(uri) "<r:li r:parseType=\"Resource\"><s:namespaceURI>" uri "</s:namespaceURI></r:li>"
#define OURS       "https://pith.science/ns/1.0/"
    static const struct {
        const char *text;
        size_t bags;
        size_t ours;
    } cases[] = {
        {OPEN NODE "<d:title>t</d:title>" END, 0, 0},
        {OPEN NODE "<i:part>4</i:part>" END, 0, 0},
        {OPEN NODE "<i:part>1</i:part>" END, 1, 1},
        {OPEN "<r:Description r:about='' i:part='2'/></r:RDF>", 1, 1},
        {OPEN NODE "<i:part>3</i:part><e:schemas><r:Bag>" ENTRY("u") "</r:Bag></e:schemas>" END, 1,
         1},
        {OPEN NODE "<i:part>3</i:part><e:schemas><r:Bag/></e:schemas>" END, 1, 1},
        {OPEN NODE "<i:part>1</i:part><e:schemas><r:Bag>" ENTRY(OURS) ENTRY("u")
             ENTRY(OURS) "</r:Bag></e:schemas>" END,
         1, 1},
        {OPEN NODE "<i:part>1</i:part><e:schemas><r:Bag>" ENTRY(OURS) "</r:Bag></e:schemas>" END, 1,
         1},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_text merged = merge(cases[i].text, false, "", PITH_OK);
        assert_int_equal(count(merged, ":schemas>"), 2 * cases[i].bags);
        assert_int_equal(count(merged, "namespaceURI>" OURS "</"), cases[i].ours);
        assert_int_equal(count(merged, "namespaceURI>u</"),
                         count(pith_text_of(cases[i].text), ">u<"));
        pith_text again = merge(merged.p, false, "", PITH_OK);
        assert_true(pith_text_equal(merged, again));
    }
}

static void test_utf16(void **state)
{
    (void)state;
    pith_text out;
    pith_error err;
    static const struct {
        pith_text in;
        const char *utf8; // NULL: refused
    } cases[] = {
        {TEST_TEXT("\xFE\xFF\0a\xD8\x3D\xDE\0"), "\xEF\xBB\xBF"
                                                 "a\xF0\x9F\x98\x80"},
        {TEST_TEXT("<\0a\0/\0>\0"), "<a/>"},
        {TEST_TEXT("\0<\0a"), "<a"},
        {TEST_TEXT("<\0\x3D\xD8"), NULL},    // a high surrogate at the end
        {TEST_TEXT("<\0\x3D\xD8 \0"), NULL}, // and before a space
        {TEST_TEXT("<\0\0\xDE"), NULL},      // a low one alone
        {TEST_TEXT("<\0a\0b"), NULL},        // half a unit
        {TEST_TEXT("<\0\0\0"), NULL},        // UTF-32
        {TEST_TEXT("\0\0\xFE\xFF"), NULL},   // and big-endian
        {TEST_TEXT("<a>\xC3\xBC</a>"), "<a>\xC3\xBC</a>"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        pith_status status = pith_xmp_utf8(arena, cases[i].in, "packet", &out, &err);
        assert_int_equal(status, cases[i].utf8 ? PITH_OK : PITH_XMP_ENCODING);
        if (cases[i].utf8)
            assert_true(pith_text_is(out, cases[i].utf8));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_splice),  cmocka_unit_test(test_parts),
        cmocka_unit_test(test_schemas), cmocka_unit_test(test_utf16)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
