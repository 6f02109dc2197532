// SPDX-License-Identifier: MIT
#include "pdf/scan.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/sha256.h"

// BEHIND: how far back the start of an object is looked for; AHEAD: what a hit needs after it.
enum { BEHIND = 4096, AHEAD = 4096, CHUNK = 64 << 10, MAX_PACKET = 1 << 20, MAX_NAME = 40 };

// What all decoding and parsing together may take, in bytes that zlib gives: so many, and so many
// for each byte of the file, so that a small file cannot keep us busy for long. Parsing a byte
// takes PARSED times as long, and zlib makes at most EXPANDED bytes of one.
enum { WORK_BASE = 64 << 20, WORK_OF_BYTE = 8, PARSED = 4, EXPANDED = 1032 };

#define PACKET_ID "W5M0MpCehiHzreSzNTczkc9d" // of the xpacket header (XMP part 1, clause 7.3.2)

typedef struct pass {
    pith_pdf_scan *scan;
    pith_pdf pdf; // with an arena that is emptied after each hit
    char *bytes;  // BEHIND bytes from before, then CHUNK new ones
    size_t have;
    uint64_t at;          // offset of bytes[0]
    uint64_t work;        // done, beside pdf.work
    uint64_t packets_end; // where the last packet ended
    pith_error *err;
} pass;

// How much work may still be done.
static uint64_t work_left(const pass *p)
{
    uint64_t limit = WORK_BASE + WORK_OF_BYTE * p->scan->pdf->in.size;
    uint64_t done = p->work + PARSED * p->pdf.work;
    return done < limit ? limit - done : 0;
}

// Counts work before it is done; false: there was too much, which is said.
static bool may_work(pass *p, uint64_t n)
{
    if (work_left(p) < n + 1) {
        p->scan->partial = true;
        return false;
    }
    p->work += n;
    return true;
}

// What was read for a hit goes with the arena.
static void forget(pass *p)
{
    pith_arena_reset(p->pdf.arena);
    p->pdf.objects_at = 0;
}

// What cannot be read is nothing that any reader would show, unless it is this machine that cannot.
static pith_status unless_of_machine(const pass *p, pith_status status, const pith_error *why)
{
    if (!pith_pdf_is_of_machine(status))
        return PITH_OK;
    *p->err = *why;
    return status;
}

// ---- Links and files ------------------------------------------------------------------

// Undoes %xx in place; returns the length.
static size_t undo_percent(char *uri, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        uint8_t byte;
        if (uri[i] == '%' && len - i > 2 && pith_unhex((pith_text){uri + i + 1, 2}, &byte, 1)) {
            uri[n++] = (char)byte;
            i += 2;
        } else {
            uri[n++] = uri[i];
        }
    }
    return n;
}

// Between `://`, or a user's `@`, and what ends it.
static pith_text host_of(pith_text uri)
{
    const char *start = uri.p;
    const char *end = uri.p + uri.n;
    while (start < end && memcmp(start, "://", end - start < 3 ? (size_t)(end - start) : 3) != 0)
        start++;
    if (end - start < 4)
        return (pith_text){"", 0};
    start += 3;
    const char *stop = start;
    while (stop < end && !memchr("/?#\\", *stop, 4)) {
        if (*stop++ == '@')
            start = stop;
    }
    const char *port = memchr(start, ':', (size_t)(stop - start));
    return (pith_text){start, (size_t)((port ? port : stop) - start)};
}

static bool is_alnum(char c)
{
    return pith_is_digit(c) || pith_is_lower(pith_to_lower(c));
}

// The number in an address: behind /pith/ or pith:, with nothing like it right behind.
static bool number_in(pith_text uri, pith_number *out)
{
    pith_error ignored;
    for (size_t i = 0; i + 5 + PITH_ID_LEN <= uri.n; i++) {
        pith_text word = {uri.p + i, uri.n - i};
        bool path = pith_text_starts(word, "/pith/");
        if (!path && !pith_text_starts(word, "pith:"))
            continue;
        size_t skip = path ? 6 : 0;
        size_t n = skip;
        while (n < word.n && (is_alnum(word.p[n]) || (!path && word.p[n] == ':')))
            n++;
        if (pith_number_parse((pith_text){word.p + skip, n - skip}, out, &ignored) == PITH_OK)
            return true;
    }
    return false;
}

static pith_status try_uri(pass *p, const pith_pdf_value *value, uint64_t offset)
{
    pith_number number;
    char *uri = pith_alloc(p->pdf.arena, value->raw.n);
    if (!uri)
        return pith_fail_memory(p->err);
    size_t n = undo_percent(uri, pith_pdf_string(value, uri, value->raw.n));
    if (number_in((pith_text){uri, n}, &number))
        p->scan->link(p->scan->context, offset, &number, host_of((pith_text){uri, n}));
    return PITH_OK;
}

// What follows the key /URI or /FS, from text[i] on: a string or dictionary, in whatever way it is
// spelled, or a reference to one.
static pith_status try_value(pass *p, pith_text text, size_t i, bool file, uint64_t offset)
{
    pith_error why;
    pith_pdf_value value;
    pith_pdf_cursor at = {text.p + i, text.p + (text.n - i < AHEAD ? text.n : i + AHEAD)};
    if (!may_work(p, 1))
        return PITH_OK;
    pith_pdf_skip_space(&at);
    bool more = at.end - at.p > 1;
    bool dict = more && *at.p == '<' && at.p[1] == '<';
    bool string = more && !dict && (*at.p == '(' || *at.p == '<');
    bool likely = (more && pith_is_digit(*at.p)) || (file ? dict : string);
    bool good = likely && pith_pdf_take_value(&at, &value) == PITH_PDF_GOOD;
    p->work += PARSED * (uint64_t)(at.p - text.p - (ptrdiff_t)i);
    if (!good)
        return PITH_OK;
    pith_status status = pith_pdf_resolve(&p->pdf, &value, &value, &why);
    if (status != PITH_OK)
        return unless_of_machine(p, status, &why);
    if (file && p->scan->file && value.kind == PITH_PDF_DICT)
        return p->scan->file(p->scan->context, &p->pdf, &value, p->err);
    return !file && value.kind == PITH_PDF_STRING ? try_uri(p, &value, offset) : PITH_OK;
}

// The name at a slash, escapes and all, if it can be one of those that matter.
static bool name_at(pith_text text, size_t i, pith_pdf_value *name)
{
    size_t n = 1;
    if (text.n - i < 4 || !memchr("UOXF#", text.p[i + 1], 5) ||
        (text.p[i + 1] == 'F' && !memchr("S#", text.p[i + 2], 2))) // /F... is common
        return false;
    while (n < text.n - i && n < MAX_NAME && pith_pdf_is_regular(text.p[i + n]))
        n++;
    *name = (pith_pdf_value){.kind = PITH_PDF_NAME, .raw = {text.p + i, n}};
    return true;
}

static pith_status values_of(pass *p, pith_text text, uint64_t offset)
{
    pith_pdf_value name;
    pith_status status = PITH_OK;
    const char *end = text.p + text.n;
    for (const char *s = text.p;
         status == PITH_OK && s < end && (s = memchr(s, '/', (size_t)(end - s))) != NULL; s++) {
        size_t i = (size_t)(s - text.p);
        if (!name_at(text, i, &name))
            continue;
        bool file = pith_pdf_name_is(&name, "FS");
        if (file || pith_pdf_name_is(&name, "URI"))
            status = try_value(p, text, i + name.raw.n, file, offset);
    }
    return status;
}

// ---- Packets --------------------------------------------------------------------------

static const char *find(const char *p, size_t n, const char *word)
{
    size_t len = strlen(word);
    const char *end = p + n;
    while (p < end && (p = memchr(p, *word, (size_t)(end - p))) != NULL) {
        if ((size_t)(end - p) >= len && memcmp(p, word, len) == 0)
            return p;
        p++;
    }
    return NULL;
}

// `i` is where the identifier stands; the packet goes from `<?xpacket` before it to the `?>` of
// `<?xpacket end`.
static pith_status try_packet(pass *p, size_t i)
{
    static const char head[] = "<?xpacket";
    size_t start = i;
    while (start > 0 && i - start < 60 && memcmp(p->bytes + start, head, sizeof head - 1) != 0)
        start--;
    uint64_t offset = p->at + start;
    if (memcmp(p->bytes + start, head, sizeof head - 1) != 0 || offset < p->packets_end)
        return PITH_OK;
    pith_pdf *pdf = &p->pdf;
    for (size_t n = 16 << 10;; n *= 4) {
        if (!may_work(p, PARSED * n))
            return PITH_OK;
        uint64_t left = pdf->in.size - offset;
        size_t have = left < n ? (size_t)left : n;
        char *bytes = pith_alloc(pdf->arena, have + 1);
        if (!bytes)
            return pith_fail_memory(p->err);
        pith_status status = pith_input_read(&pdf->in, offset, bytes, have, p->err);
        if (status != PITH_OK)
            return status;
        const char *tail = find(bytes + 9, have - 9, "<?xpacket end");
        const char *close = tail ? find(tail, have - (size_t)(tail - bytes), "?>") : NULL;
        if (close) {
            size_t len = (size_t)(close - bytes) + 2;
            p->packets_end = offset + len;
            return p->scan->packet(p->scan->context, offset, (pith_text){bytes, len}, p->err);
        }
        if (have == left || n >= MAX_PACKET)
            return PITH_OK; // what has no end is no packet
    }
}

// ---- Streams --------------------------------------------------------------------------

// The object in whose dictionary bytes[i] is, if it is one: `NUMBER GENERATION obj` before it.
// *there: whether it is.
static pith_status object_before(pass *p, size_t i, pith_pdf_object *out, bool *there)
{
    pith_error why;
    *there = false;
    size_t stop = i > BEHIND ? i - BEHIND : 0;
    for (size_t k = i; k > stop + 4; k--) {
        p->work++;
        if (memcmp(p->bytes + k - 3, "obj", 3) != 0)
            continue;
        size_t at = k - 3;
        for (int number = 0; number < 2; number++) {
            while (at > 0 && pith_pdf_is_space(p->bytes[at - 1]))
                at--;
            size_t digits = at;
            while (at > 0 && pith_is_digit(p->bytes[at - 1]))
                at--;
            if (at == digits)
                return PITH_OK;
        }
        pith_status status = pith_pdf_object_at(&p->pdf, p->at + at, out, &why);
        *there = status == PITH_OK && out->is_stream;
        return unless_of_machine(p, status, &why);
    }
    return PITH_OK;
}

// Object streams may hold links, compressed metadata streams a packet.
static pith_status try_stream(pass *p, size_t i, bool objects)
{
    pith_pdf_object o;
    pith_pdf_stream stream;
    pith_text text;
    pith_error why;
    bool there;
    size_t max = objects ? PITH_MAX_PDF_OBJECTS : PITH_MAX_XMP;
    if (!may_work(p, 0))
        return PITH_OK;
    pith_status status = object_before(p, i, &o, &there);
    if (status != PITH_OK || !there)
        return status;
    pith_pdf_value type = pith_pdf_get(&o.value, objects ? "Type" : "Subtype", NULL);
    if (!pith_pdf_name_is(&type, objects ? "ObjStm" : "XML"))
        return PITH_OK;
    status = pith_pdf_stream_of(&p->pdf, &o, true, &stream, &why);
    if (status != PITH_OK)
        return unless_of_machine(p, status, &why);
    if (!objects && !stream.deflated)
        return PITH_OK; // found as it stands
    uint64_t left = work_left(p);
    uint64_t most = EXPANDED * (stream.len < max ? stream.len : max) + 64;
    if (left < max)
        max = (size_t)left;
    status = pith_pdf_decode_all(&p->pdf, &stream, max, &text, &why);
    if (status != PITH_OK) { // may have cost as much as anything
        p->work += most < max ? most : max;
        p->scan->partial = p->scan->partial || status == PITH_TOO_LARGE;
        return unless_of_machine(p, status, &why);
    }
    if (!may_work(p, objects ? text.n : PARSED * text.n))
        return PITH_OK;
    return objects ? values_of(p, text, stream.at)
                   : p->scan->packet(p->scan->context, stream.at, text, p->err);
}

// ---- The pass -------------------------------------------------------------------------

static bool starts(const pass *p, size_t i, const char *word)
{
    size_t n = strlen(word);
    return p->have - i >= n && memcmp(p->bytes + i, word, n) == 0;
}

// Hits from `from` to `to`.
static pith_status look(pass *p, size_t from, size_t to)
{
    pith_status status = PITH_OK;
    const char *end = p->bytes + to;
    const pith_text all = {p->bytes, p->have};
    for (const char *s = p->bytes + from;
         status == PITH_OK && s < end && (s = memchr(s, '/', (size_t)(end - s))) != NULL; s++) {
        size_t i = (size_t)(s - p->bytes);
        pith_pdf_value name;
        if (!name_at(all, i, &name))
            continue;
        bool file = pith_pdf_name_is(&name, "FS");
        if (file || pith_pdf_name_is(&name, "URI"))
            status = try_value(p, all, i + name.raw.n, file, p->at + i);
        else if (pith_pdf_name_is(&name, "ObjStm"))
            status = try_stream(p, i, true);
        else if (pith_pdf_name_is(&name, "XML"))
            status = try_stream(p, i, false);
        else
            continue;
        forget(p);
    }
    for (const char *s = p->bytes + from;
         status == PITH_OK && s < end && (s = memchr(s, 'W', (size_t)(end - s))) != NULL; s++) {
        if (!starts(p, (size_t)(s - p->bytes), PACKET_ID))
            continue;
        status = try_packet(p, (size_t)(s - p->bytes));
        forget(p);
    }
    return status;
}

static pith_status run(pass *p)
{
    pith_sha256_state state;
    uint64_t size = p->scan->pdf->in.size;
    size_t looked = 0; // up to where bytes[] has been looked at
    pith_sha256_start(&state);
    for (uint64_t done = 0; done < size;) {
        if (p->have > BEHIND + AHEAD) { // keep the end of what is there
            size_t drop = p->have - BEHIND - AHEAD;
            memmove(p->bytes, p->bytes + drop, p->have - drop);
            p->have -= drop;
            p->at += drop;
            looked -= drop;
        }
        size_t n = size - done < CHUNK ? (size_t)(size - done) : CHUNK;
        char *fresh = p->bytes + p->have;
        pith_status status = pith_input_read(&p->scan->pdf->in, done, fresh, n, p->err);
        if (status != PITH_OK)
            return status;
        if (done < p->scan->hash_to)
            pith_sha256_more(&state, fresh,
                             p->scan->hash_to - done < n ? (size_t)(p->scan->hash_to - done) : n);
        done += n;
        p->have += n;
        size_t to = done == size ? p->have : p->have - AHEAD;
        if (to > looked)
            status = look(p, looked, to);
        if (status != PITH_OK)
            return status;
        if (to > looked)
            looked = to;
    }
    pith_sha256_now(&state, p->scan->sha256);
    return PITH_OK;
}

pith_status pith_pdf_scan_all(pith_pdf_scan *scan, pith_error *err)
{
    pass p = {.scan = scan, .pdf = *scan->pdf, .err = err};
    p.bytes = malloc(BEHIND + AHEAD + CHUNK);
    // More than the work that may be done for one hit can ask for.
    uint64_t most = (256 << 20) + 4 * scan->pdf->in.size;
    p.pdf.arena = pith_arena_new(most < SIZE_MAX / 2 ? (size_t)most : SIZE_MAX / 2);
    p.pdf.objects_at = 0; // its text goes with the arena
    p.pdf.passing = true;
    p.pdf.work = 0;
    pith_status status = p.bytes && p.pdf.arena ? run(&p) : pith_fail_memory(err);
    free(p.bytes);
    pith_arena_free(p.pdf.arena);
    return status;
}
