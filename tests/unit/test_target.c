// SPDX-License-Identifier: MIT
//
// Every form in which a record may be named, and near misses.
#include "vectors.h"

#define ID "A5G5GAJ7DMCZDPVAMNFAYYAUOP"

static const struct {
    pith_text typed;
    const char *kind; // "": a full number; NULL: refused
    const char *value;
    int year;
} forms[] = {
    {TEST_TEXT(ID), "", ID, 0},
    {TEST_TEXT("a5g5gaj7dmczdpvamnfayyauop"), "", ID, 0},
    {TEST_TEXT("pith:" ID), "", ID, 0},
    {TEST_TEXT("pith:2013:" ID), "", ID, 2013},
    {TEST_TEXT("https://pith.science/pith/" ID), "", ID, 0},
    {TEST_TEXT("https://arxiv.org/abs/pith/" ID), "", ID, 0},
    {TEST_TEXT("https://doi.org/10.48550/arxiv.x/pith/" ID "/"), "", ID, 0},
    {TEST_TEXT(" \t" ID " "), "", ID, 0},
    {TEST_TEXT("A5G5GAJ7"), "pith_short_8", "A5G5GAJ7", 0},
    {TEST_TEXT("pith:a5g5gaj7"), "pith_short_8", "A5G5GAJ7", 0},
    {TEST_TEXT("PITH:A5G5GAJ7DMCZ"), "pith_short_12", "A5G5GAJ7DMCZ", 0},
    {TEST_TEXT("a5g5gaj7dmczdpva"), "pith_short_16", "A5G5GAJ7DMCZDPVA", 0},
    {TEST_TEXT("arxiv:1309.3741"), "arxiv", "1309.3741", 0},
    {TEST_TEXT("arXiv:1309.3741v2"), "arxiv_version", "1309.3741v2", 0},
    {TEST_TEXT("1309.3741"), "arxiv", "1309.3741", 0},
    {TEST_TEXT("2601.00001v1234"), "arxiv_version", "2601.00001v1234", 0},
    {TEST_TEXT("https://arxiv.org/abs/1309.3741v1"), "arxiv_version", "1309.3741v1", 0},
    {TEST_TEXT("arxiv:hep-lat/0305021"), "arxiv", "hep-lat/0305021", 0},
    {TEST_TEXT("arxiv:math.AG/0601001v3"), "arxiv_version", "math.AG/0601001v3", 0},
    {TEST_TEXT("10.48550/arXiv.1309.3741"), "doi", "10.48550/arxiv.1309.3741", 0},
    {TEST_TEXT("doi:10.48550/ARXIV.1309.3741"), "doi", "10.48550/arxiv.1309.3741", 0},
    {TEST_TEXT("https://doi.org/10.48550/arxiv.1309.3741"), "doi", "10.48550/arxiv.1309.3741", 0},
    {TEST_TEXT(""), NULL, NULL, 0},
    {TEST_TEXT("A5G5GAJ"), NULL, NULL, 0},
    {TEST_TEXT("A5G5GAJ7D"), NULL, NULL, 0},
    {TEST_TEXT("A5G5GAJ0"), NULL, NULL, 0},
    {TEST_TEXT("A5G5GAJ7\0"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.374"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.374100"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.3741v"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.3741v0"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.3741v01"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.3741v12345"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:1309.3741/x"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:../0601001"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:hep-lat/../../x"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:hep-lat/030502"), NULL, NULL, 0},
    {TEST_TEXT("arxiv:/0305021"), NULL, NULL, 0},
    {TEST_TEXT("10.48550/arxiv."), NULL, NULL, 0},
    {TEST_TEXT("10.48550/arxiv.1309.3741v1"), NULL, NULL, 0},
    {TEST_TEXT("10.1000/182"), NULL, NULL, 0},
};

static void table(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(forms); i++) {
        pith_target target;
        pith_error err;
        char *exact = malloc(forms[i].typed.n + 1); // so that ASan sees a step too far
        assert_non_null(exact);
        char *tight = exact + 1;
        memcpy(tight, forms[i].typed.p, forms[i].typed.n);
        pith_status status = pith_target_parse((pith_text){tight, forms[i].typed.n}, &target, &err);
        free(exact);
        if ((status == PITH_OK) != (forms[i].kind != NULL))
            fail_msg("row %zu: %s", i, forms[i].typed.p);
        if (status != PITH_OK) {
            assert_int_equal(status, PITH_NUMBER_SYNTAX);
            assert_true(*err.message);
            continue;
        }
        assert_string_equal(target.alias_kind, forms[i].kind);
        assert_string_equal(*forms[i].kind ? target.alias_value : target.number.id, forms[i].value);
        assert_int_equal(target.number.year, forms[i].year);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
