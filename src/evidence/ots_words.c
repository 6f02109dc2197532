// SPDX-License-Identifier: MIT
#include "evidence/ots_words.h"

#include "base/arena.h"

const char *pith_ots_verdict_name(pith_ots_verdict verdict)
{
    static const char *const names[] = {"false", "pending", "unchecked", "anchored"};
    return (unsigned)verdict < sizeof names / sizeof *names ? names[verdict] : "unchecked";
}

const char *pith_ots_network(const pith_ots_report *report)
{
    return report->regtest ? "regtest" : "main";
}

// Days since 1970 -> date of the Gregorian calendar, counting years from March on, in the 400 years
// after which the calendar repeats. (A time of 32 bits ends in 2106.)
void pith_ots_day(uint32_t time, char out[11])
{
    uint32_t days = time / 86400 + 719468; // since 0000-03-01
    uint32_t era = days / 146097;
    uint32_t day = days % 146097;
    uint32_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    uint32_t month = (5 * day + 2) / 153; // 0: March
    day = day - (153 * month + 2) / 5 + 1;
    year += 400 * era + (month >= 10);
    month = month < 10 ? month + 3 : month - 9;
    snprintf(out, 11, "%04u-%02u-%02u", (unsigned)(year % 10000), (unsigned)(month % 100),
             (unsigned)(day % 100));
}

void pith_ots_moment(uint32_t time, char out[21])
{
    const unsigned second = time % 86400;
    pith_ots_day(time, out);
    snprintf(out + 10, 11, "T%02u:%02u:%02uZ", second / 3600, second / 60 % 60, second % 60);
}

static void put_anchored(const ots_said *said, pith_buf *out)
{
    const pith_headers *headers = said->headers;
    pith_buf_puts(out, "anchored (checked here against ");
    switch (said->kind) {
    case HEADERS_FILE:
        pith_buf_printf(out, "the headers in %s", headers->file);
        break;
    case HEADERS_NODE:
        pith_buf_printf(out, "the node at %s", headers->rpc);
        break;
    case HEADERS_ESPLORA:
        pith_buf_printf(out, "the view that %s has of the chain", headers->esplora);
        break;
    default:
        pith_buf_puts(out, "the header given");
    }
    pith_buf_puts(out, ")");
}

static const char *phrase(const ots_said *said)
{
    const pith_ots_report *report = said->report;
    if (report->verdict == PITH_OTS_PENDING)
        return said->unknown ? "not checked (nothing but attestations of a kind unknown here)"
                             : "stamped (pending)";
    if (report->verdict == PITH_OTS_FALSE)
        return report->findings && report->findings->code == PITH_STAMP_DIGEST
                   ? "false (the proof is of something else)"
               : said->untimely ? "false (the block that has it is of an impossible time)"
                                : "false (no block has what the proof needs)";
    return said->weak     ? "stamped (no proof of one file: its digest is too short)"
           : said->partly ? "not checked (the record was not there: only its number was compared)"
                          : "stamped (names a Bitcoin block that was not checked)";
}

#define MOST_WORK "the chain with the most work"

static void put_file_limit(const ots_said *said, pith_buf *out)
{
    const headers_chain *chain = said->chain;
    const uint64_t first = said->headers->first_height;
    uint64_t height = said->report->height;
    if (said->headers->checkpoint && height <= chain->checkpoint) {
        pith_buf_printf(out, "Taken as given: the checkpoint, block %llu, is in " MOST_WORK ".",
                        (unsigned long long)chain->checkpoint);
        return;
    }
    pith_buf_printf(out, "Not checked: that %s are " MOST_WORK "; %llu follow this block.",
                    said->headers->checkpoint ? "the headers after the checkpoint"
                                              : "these headers",
                    (unsigned long long)(chain->last - height));
    if (first > 0)
        pith_buf_printf(out, " Taken as given: the first header is block %llu.",
                        (unsigned long long)first);
}

static void put_limit(const ots_said *said, pith_buf *out)
{
    const pith_ots_report *report = said->report;
    if (report->verdict != PITH_OTS_ANCHORED)
        return;
    switch (said->kind) {
    case HEADERS_FILE:
        put_file_limit(said, out);
        break;
    case HEADERS_NODE:
        pith_buf_puts(out, "Not checked: that the node follows " MOST_WORK ".");
        break;
    case HEADERS_ESPLORA:
        pith_buf_printf(out,
                        "Not checked: that the block is in " MOST_WORK ", which is the server's "
                        "word; such a header takes about 2^%u hashes.",
                        report->work);
        break;
    default:
        pith_buf_printf(out,
                        "Not checked: that the header is block %llu of " MOST_WORK
                        "; such a header "
                        "takes about 2^%u hashes.",
                        (unsigned long long)report->height, report->work);
    }
    if (report->regtest)
        pith_buf_puts(out,
                      " By the rules of a test chain, whose blocks anybody makes at any time.");
}

bool pith_ots_put_words(pith_arena *arena, const ots_said *said, pith_ots_report *out)
{
    pith_buf words;
    pith_buf limit;
    pith_buf_init(&words, 8192);
    pith_buf_init(&limit, 1024);
    if (said->report->verdict == PITH_OTS_ANCHORED)
        put_anchored(said, &words);
    else
        pith_buf_puts(&words, phrase(said));
    put_limit(said, &limit);
    bool ok = pith_buf_ok(&words) && pith_buf_ok(&limit);
    const char *w = ok ? pith_alloc_copy(arena, words.data, words.len) : NULL;
    const char *l = ok ? pith_alloc_copy(arena, limit.len ? limit.data : "", limit.len) : NULL;
    out->words = (pith_text){w, words.len};
    out->limit = (pith_text){l, limit.len};
    pith_buf_free(&words);
    pith_buf_free(&limit);
    return w && l;
}
