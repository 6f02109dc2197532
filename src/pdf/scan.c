// SPDX-License-Identifier: MIT
#include "pdf/scan.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/sha256.h"

// BEHIND: how far back the start of an object is looked for; AHEAD: what a hit needs after it.
enum { BEHIND = 4096, AHEAD = 64, CHUNK = 256 << 10, MAX_PACKET = 1 << 20 };

// What all decoding and parsing together may take, so that a small file cannot keep us busy for
// long.
static const uint64_t MAX_DECODED = (uint64_t)512 << 20;

#define PACKET_ID "W5M0MpCehiHzreSzNTczkc9d" // of the xpacket header (XMP part 1, clause 7.3.2)

typedef struct pass {
    pith_pdf_scan *scan;
    pith_pdf pdf; // with an arena that is emptied after each hit
    char *bytes;  // BEHIND bytes from before, then CHUNK new ones
    size_t have;
    uint64_t at;          // offset of bytes[0]
    uint64_t decoded;     // and looked back through; with pdf.work it is limited
    uint64_t packets_end; // where the last packet ended
    pith_error *err;
} pass;

// ---- Links ----------------------------------------------------------------------------

// text[i] is the slash of `/pith/`. A link is the string of a /URI: `/URI (https://...`.
static void try_link(pass *p, pith_text text, size_t i, uint64_t offset)
{
    char id[PITH_ID_LEN + 1];
    const char *word = text.p + i;
    if (text.n - i < 6 + PITH_ID_LEN || memcmp(word, "/pith/", 6) != 0)
        return;
    for (size_t k = 0; k < PITH_ID_LEN; k++) {
        if (!pith_is_base32(word[6 + k]))
            return;
    }
    size_t open = i;
    while (open > 0 && i - open < 120 && text.p[open] != '(')
        open--;
    if (text.p[open] != '(')
        return;
    while (open > 0 && pith_pdf_is_space(text.p[open - 1]))
        open--;
    if (open < 4 || memcmp(text.p + open - 4, "/URI", 4) != 0)
        return;
    memcpy(id, word + 6, PITH_ID_LEN);
    id[PITH_ID_LEN] = '\0';
    p->scan->link(p->scan->context, offset, id);
}

static void links_of(pass *p, pith_text text, uint64_t offset)
{
    const char *slash = text.p;
    const char *end = text.p + text.n;
    while (slash < end && (slash = memchr(slash, '/', (size_t)(end - slash))) != NULL)
        try_link(p, text, (size_t)(slash++ - text.p), offset);
}

// Counts work before it is done; false: there was too much, which is said.
static bool may_work(pass *p, size_t n)
{
    p->decoded += n;
    if (p->decoded + p->pdf.work <= MAX_DECODED)
        return true;
    p->scan->partial = true;
    return false;
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
        if (!may_work(p, n))
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
static bool object_before(pass *p, size_t i, pith_pdf_object *out)
{
    pith_error ignored;
    size_t stop = i > BEHIND ? i - BEHIND : 0;
    for (size_t k = i; k > stop + 4; k--) {
        p->decoded++;
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
                return false;
        }
        return pith_pdf_object_at(&p->pdf, p->at + at, out, &ignored) == PITH_OK && out->is_stream;
    }
    return false;
}

// Object streams may hold links, compressed metadata streams a packet. What cannot be decoded is
// nothing that any reader would show.
static pith_status try_stream(pass *p, size_t i, bool objects)
{
    pith_pdf_object o;
    pith_pdf_stream stream;
    pith_text text;
    pith_error ignored;
    size_t max = objects ? PITH_MAX_PDF_OBJECTS : PITH_MAX_XMP;
    if (!may_work(p, 0) || !object_before(p, i, &o))
        return PITH_OK;
    pith_pdf_value type = pith_pdf_get(&o.value, objects ? "Type" : "Subtype", NULL);
    if (!pith_pdf_name_is(&type, objects ? "ObjStm" : "XML") ||
        pith_pdf_stream_of(&p->pdf, &o, true, &stream, &ignored) != PITH_OK)
        return PITH_OK;
    if (!objects && !stream.deflated)
        return PITH_OK; // found as it stands
    if (!may_work(p, 1))
        return PITH_OK;
    size_t left = (size_t)(MAX_DECODED - p->decoded - p->pdf.work) + 1;
    if (pith_pdf_decode_all(&p->pdf, &stream, left < max ? left : max, &text, &ignored) != PITH_OK)
        return PITH_OK;
    p->decoded += text.n;
    if (!objects)
        return p->scan->packet(p->scan->context, stream.at, text, p->err);
    links_of(p, text, stream.at);
    return PITH_OK;
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
    for (const char *s = p->bytes + from;
         status == PITH_OK && s < end && (s = memchr(s, '/', (size_t)(end - s))) != NULL; s++) {
        size_t i = (size_t)(s - p->bytes);
        if (starts(p, i, "/pith/"))
            try_link(p, (pith_text){p->bytes, p->have}, i, p->at + i);
        else if (starts(p, i, "/ObjStm"))
            status = try_stream(p, i, true);
        else if (starts(p, i, "/XML"))
            status = try_stream(p, i, false);
        else
            continue;
        pith_arena_reset(p->pdf.arena);
    }
    for (const char *s = p->bytes + from;
         status == PITH_OK && s < end && (s = memchr(s, 'W', (size_t)(end - s))) != NULL; s++) {
        if (!starts(p, (size_t)(s - p->bytes), PACKET_ID))
            continue;
        status = try_packet(p, (size_t)(s - p->bytes));
        pith_arena_reset(p->pdf.arena);
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
    p.pdf.arena = pith_arena_new((size_t)256 << 20);
    p.pdf.objects_at = 0; // its text goes with the arena
    p.pdf.passing = true;
    p.pdf.work = 0;
    pith_status status = p.bytes && p.pdf.arena ? run(&p) : pith_fail_memory(err);
    free(p.bytes);
    pith_arena_free(p.pdf.arena);
    return status;
}
