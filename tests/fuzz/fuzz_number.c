// SPDX-License-Identifier: MIT
//
// Written Pith Numbers: what is accepted has a canonical form that is read as the same number,
// in every other way to write it as well. Names other than numbers are safe as paths.
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

// The number stands at the end of what was typed, but for one slash.
static void check_place(pith_text text, const pith_number *number)
{
    if (text.p[text.n - 1] == '/')
        text.n--;
    MUST(text.n >= PITH_ID_LEN);
    for (size_t i = 0; i < PITH_ID_LEN; i++)
        MUST(pith_to_upper(text.p[text.n - PITH_ID_LEN + i]) == number->id[i]);
}

// Other names: as short as an index needs them, and safe as a path.
static void check_target(pith_text text, const pith_number *number)
{
    pith_target target;
    pith_error err;
    pith_status status = pith_target_parse(text, &target, &err);
    MUST(status == PITH_OK || (!number && status == PITH_NUMBER_SYNTAX));
    if (status != PITH_OK) {
        fuzz_check_error(&err, status);
        return;
    }
    if (!target.alias_kind[0]) {
        check_forms(&target.number);
        MUST(!number || memcmp(number, &target.number, sizeof *number) == 0);
        return;
    }
    MUST(!number);
    MUST(memchr(target.alias_kind, '\0', sizeof target.alias_kind));
    MUST(memchr(target.alias_value, '\0', sizeof target.alias_value));
    const char *value = target.alias_value;
    MUST(value[0] && value[0] != '/' && value[0] != '.');
    MUST(!strstr(value, "/.") && !strstr(value, "//"));
    for (; *value; value++)
        MUST(pith_is_digit(*value) || pith_is_upper(*value) || pith_is_lower(*value) ||
             *value == '.' || *value == '/' || *value == '-');
}

static void check(pith_text text)
{
    pith_number number;
    pith_error err;
    memset(&number, 0xA5, sizeof number);
    pith_status status = pith_number_parse(text, &number, &err);
    check_target(text, status == PITH_OK ? &number : NULL);
    if (status != PITH_OK) {
        MUST(status == PITH_NUMBER_SYNTAX);
        MUST(fuzz_is_shown(pith_text_of(err.message), false)); // the object may be foreign
        fuzz_check_error(&err, status);
        return;
    }
    MUST(number.year >= 0 && number.year <= 9999 && number.id[PITH_ID_LEN] == '\0');
    for (size_t i = 0; i < PITH_ID_LEN; i++)
        MUST(pith_is_base32(number.id[i]));
    check_place(text, &number);
    check_forms(&number);
}

// Few mutations of a number are numbers. So one is also put in place of the first line feed.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char id[] = "XHNNPWFNQ4ZPTVKFXVZADSBBOK";
    const uint8_t *at = size ? memchr(data, '\n', size) : NULL;
    check(fuzz_text(data, size));
    if (at) {
        pith_buf whole;
        pith_buf_init(&whole, SIZE_MAX);
        pith_buf_add(&whole, data, (size_t)(at - data));
        pith_buf_add(&whole, id, PITH_ID_LEN);
        pith_buf_add(&whole, at + 1, size - (size_t)(at - data) - 1);
        MUST(pith_buf_ok(&whole));
        check(fuzz_text_of_buf(&whole));
        pith_buf_free(&whole);
    }
    return 0;
}
