// SPDX-License-Identifier: MIT
//
// Written Pith Numbers: what is accepted has a canonical form that is read as the same number,
// in every other way to write it as well.
#include "common.h"

static void reads_as(const char *text, const pith_number *number, bool with_year)
{
    pith_number again;
    pith_error err;
    MUST(pith_number_parse(pith_text_of(text), &again, &err) == PITH_OK);
    MUST(memcmp(again.id, number->id, sizeof again.id) == 0);
    MUST(again.year == (with_year ? number->year : 0));
}

static void refused(const char *text)
{
    pith_number number;
    pith_error err;
    MUST(pith_number_parse(pith_text_of(text), &number, &err) == PITH_NUMBER_SYNTAX);
}

static void check_forms(const pith_number *number)
{
    char text[120];
    char lower[PITH_ID_LEN + 1];
    for (size_t i = 0; i <= PITH_ID_LEN; i++)
        lower[i] = pith_to_lower(number->id[i]);
    reads_as(number->id, number, false);
    reads_as(lower, number, false);
    snprintf(text, sizeof text, "pith:%s", number->id);
    reads_as(text, number, false);
    snprintf(text, sizeof text, "PITH:%s", lower);
    reads_as(text, number, false);
    snprintf(text, sizeof text, "https://pith.science/pith/%s", number->id);
    reads_as(text, number, false);
    if (number->year) {
        snprintf(text, sizeof text, "pith:%04d:%s", number->year, number->id);
        reads_as(text, number, true);
    }
    snprintf(text, sizeof text, "%sA", number->id);
    refused(text);
    refused(number->id + 1);
    snprintf(text, sizeof text, " %s", number->id);
    refused(text);
    snprintf(text, sizeof text, "%s\n", number->id);
    refused(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_number number;
    pith_error err;
    memset(&number, 0xA5, sizeof number);
    pith_status status = pith_number_parse(fuzz_text(data, size), &number, &err);
    if (status != PITH_OK) {
        MUST(status == PITH_NUMBER_SYNTAX);
        MUST(fuzz_is_shown(pith_text_of(err.message), false)); // the object may be foreign
        fuzz_check_error(&err, status);
        return 0;
    }
    MUST(number.year >= 0 && number.year <= 9999);
    MUST(number.id[PITH_ID_LEN] == '\0' && size >= PITH_ID_LEN);
    for (size_t i = 0; i < PITH_ID_LEN; i++) {
        char c = number.id[i];
        MUST((c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7'));
        MUST(pith_to_upper((char)data[size - PITH_ID_LEN + i]) == c);
    }
    check_forms(&number);
    return 0;
}
