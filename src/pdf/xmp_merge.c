// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "pdf/xmp.h"

// ---- Encoding -------------------------------------------------------------------------

static uint32_t unit(pith_text bytes, size_t i, bool little)
{
    const unsigned char *p = (const unsigned char *)bytes.p + i;
    return little ? (uint32_t)(p[0] | p[1] << 8) : (uint32_t)(p[0] << 8 | p[1]);
}

static pith_status bad_utf16(const char *origin, size_t at, pith_error *err)
{
    (void)pith_fail_at(err, PITH_XMP_ENCODING, at, "the XMP packet is not valid UTF-16");
    pith_error_name(err, origin);
    return err->status;
}

static pith_status from_utf16(pith_arena *arena, pith_text in, bool little, const char *origin,
                              pith_text *out, pith_error *err)
{
    // A unit of two bytes gives at most three of UTF-8.
    char *room = in.n % 2 == 0 ? pith_alloc(arena, in.n / 2 * 3 + 1) : NULL;
    size_t n = 0;
    if (in.n % 2 != 0)
        return bad_utf16(origin, in.n, err);
    if (!room)
        return pith_fail_memory(err);
    for (size_t i = 0; i < in.n; i += 2) {
        uint32_t cp = unit(in, i, little);
        if (cp >= 0xD800 && cp <= 0xDBFF && in.n - i >= 4) {
            uint32_t low = unit(in, i + 2, little);
            if (low < 0xDC00 || low > 0xDFFF)
                return bad_utf16(origin, i, err);
            cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        } else if (cp >= 0xD800 && cp <= 0xDFFF) {
            return bad_utf16(origin, i, err);
        }
        n += pith_utf8_put(cp, room + n);
    }
    room[n] = '\0';
    *out = (pith_text){room, n};
    return PITH_OK;
}

pith_status pith_xmp_utf8(pith_arena *arena, pith_text bytes, const char *origin, pith_text *out,
                          pith_error *err)
{
    const unsigned char *p = (const unsigned char *)bytes.p;
    *out = bytes;
    if (bytes.n < 4)
        return PITH_OK;
    bool little = (p[0] == 0xFF && p[1] == 0xFE) || (p[0] == '<' && p[1] == 0);
    bool big = (p[0] == 0xFE && p[1] == 0xFF) || (p[0] == 0 && p[1] == '<');
    bool wide = (p[0] == 0 && p[1] == 0) || (little && p[2] == 0 && p[3] == 0);
    if (wide)
        return pith_fail(err, PITH_XMP_ENCODING, origin, "the XMP packet is in UTF-32");
    return little || big ? from_utf16(arena, bytes, little, origin, out, err) : PITH_OK;
}

// ---- Values ---------------------------------------------------------------------------

pith_text pith_xmp_get(const pith_xmp_packet *packet, int property, bool *conflict)
{
    pith_text found = {NULL, 0};
    for (const pith_xmp_value *v = packet->values; v; v = v->next) {
        if (v->property != property)
            continue;
        if (found.p && conflict && !pith_text_equal(found, v->text))
            *conflict = true;
        if (!found.p)
            found = v->text;
    }
    return found;
}

// ---- Merging --------------------------------------------------------------------------

// What goes into a slot; a closed element, which ends in `/>`, is opened for it.
static pith_xmp_edit edit_at(pith_arena *arena, const pith_xmp_packet *old,
                             const pith_xmp_slot *slot, pith_text text, pith_error *err)
{
    if (!slot->closed)
        return (pith_xmp_edit){slot->at, 0, text};
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_puts(&buf, ">");
    pith_buf_add(&buf, text.p, text.n);
    pith_buf_puts(&buf, "</");
    pith_buf_add(&buf, slot->name.p, slot->name.n);
    pith_buf_puts(&buf, ">");
    char *copy = pith_buf_ok(&buf) ? pith_alloc_copy(arena, buf.data, buf.len) : NULL;
    pith_xmp_edit edit = {0, 0, {copy, buf.len}};
    pith_buf_free(&buf);
    if (!copy) {
        (void)pith_fail_memory(err);
        return edit;
    }
    size_t slash = slot->at - 1;
    while (old->bytes.p[slash] != '/')
        slash--;
    edit.at = slash;
    edit.len = slot->at - slash;
    return edit;
}

// Puts one more edit where it belongs. An edit of equal offset stands before what was there.
static void insert(pith_xmp_edit *edits, size_t *count, pith_xmp_edit edit)
{
    size_t i = (*count)++;
    for (; i > 0 && edits[i - 1].at > edit.at; i--)
        edits[i] = edits[i - 1];
    edits[i] = edit;
}

static pith_status splice(pith_arena *arena, pith_text bytes, const pith_xmp_edit *edits,
                          size_t count, pith_text *out, pith_error *err)
{
    pith_buf buf;
    size_t at = 0;
    pith_buf_init(&buf, SIZE_MAX);
    for (size_t i = 0; i < count; i++) {
        pith_buf_add(&buf, bytes.p + at, edits[i].at - at);
        pith_buf_add(&buf, edits[i].text.p, edits[i].text.n);
        at = edits[i].at + edits[i].len;
    }
    pith_buf_add(&buf, bytes.p + at, bytes.n - at);
    char *copy = pith_buf_ok(&buf) ? pith_alloc_copy(arena, buf.data, buf.len) : NULL;
    *out = (pith_text){copy, buf.len};
    pith_buf_free(&buf);
    return copy ? PITH_OK : pith_fail_memory(err);
}

// Nothing but ours may have changed, and ours must be what was to be written.
static pith_status prove(pith_arena *arena, const pith_xmp_packet *old,
                         const pith_xmp_content *content, pith_text bytes, pith_error *err)
{
    pith_xmp_packet now;
    bool conflict = false;
    pith_status status = pith_xmp_scan(arena, bytes, "the merged XMP packet", &now, err);
    if (status != PITH_OK)
        return status;
    pith_text number = pith_xmp_get(&now, PITH_XMP_NUMBER, &conflict);
    bool right =
        number.n > PITH_ID_LEN && !conflict &&
        memcmp(number.p + number.n - PITH_ID_LEN, content->result->number.id, PITH_ID_LEN) == 0;
    if (!right || (old && !pith_text_equal(old->rest, now.rest)))
        return pith_fail(err, PITH_XMP_FORM, NULL,
                         "the XMP packet is of a form that cannot be added to safely");
    return PITH_OK;
}

static pith_status text_of(pith_arena *arena, pith_buf *buf, pith_text *out, pith_error *err)
{
    char *copy = pith_buf_ok(buf) ? pith_alloc_copy(arena, buf->data, buf->len) : NULL;
    *out = (pith_text){copy, buf->len};
    pith_buf_free(buf);
    return copy ? PITH_OK : pith_fail_memory(err);
}

static pith_status new_packet(pith_arena *arena, const pith_xmp_content *content, pith_text *out,
                              pith_error *err)
{
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_puts(&buf, "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                        "<rdf:RDF xmlns:rdf=\"" PITH_RDF_NAMESPACE "\">\n");
    pith_status status = pith_xmp_description(content, pith_text_of("\"\""), &buf, err);
    pith_buf_puts(&buf, "</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>");
    if (status == PITH_OK)
        return text_of(arena, &buf, out, err);
    pith_buf_free(&buf);
    return status;
}

// The edits that put our parts in, beside those that cut the old ones out.
static pith_status put_in(pith_arena *arena, const pith_xmp_packet *old,
                          const pith_xmp_content *content, pith_xmp_edit *edits, size_t *count,
                          pith_error *err)
{
    pith_buf buf;
    pith_text description;
    pith_text schema;
    pith_xmp_content c = *content;
    bool described = old->pdfa_part >= 1 && old->pdfa_part <= 3;
    c.schema = described && !old->bag.there;
    c.dc_identifier = content->dc_identifier || old->our_identifier;
    pith_buf_init(&buf, SIZE_MAX);
    pith_status status =
        pith_xmp_description(&c, old->about.n ? old->about : pith_text_of("\"\""), &buf, err);
    if (status != PITH_OK) {
        pith_buf_free(&buf);
        return status;
    }
    status = text_of(arena, &buf, &description, err);
    if (status != PITH_OK)
        return status;
    pith_xmp_edit edit = edit_at(arena, old, &old->rdf, description, err);
    if (!edit.text.p)
        return err->status;
    insert(edits, count, edit);
    if (!described || !old->bag.there)
        return PITH_OK;
    pith_buf_init(&buf, SIZE_MAX);
    pith_xmp_schema(&buf);
    status = text_of(arena, &buf, &schema, err);
    if (status != PITH_OK)
        return status;
    edit = edit_at(arena, old, &old->bag, schema, err);
    if (!edit.text.p)
        return err->status;
    insert(edits, count, edit);
    return PITH_OK;
}

pith_status pith_xmp_merge(pith_arena *arena, const pith_xmp_packet *old,
                           const pith_xmp_content *content, pith_text date, pith_text *out,
                           pith_error *err)
{
    if (!old) {
        pith_status status = new_packet(arena, content, out, err);
        return status == PITH_OK ? prove(arena, NULL, content, *out, err) : status;
    }
    if (content->dc_identifier && old->identifier)
        return pith_fail(err, PITH_XMP_TAKEN, NULL, "dc:identifier has another value already");
    size_t count = old->edit_count;
    pith_xmp_edit *edits = pith_alloc_array(arena, count + 3, sizeof *edits);
    if (!edits)
        return pith_fail_memory(err);
    memcpy(edits, old->edits, count * sizeof *edits);
    if (date.n && old->date.len)
        insert(edits, &count, (pith_xmp_edit){old->date.at, old->date.len, date});
    pith_status status = put_in(arena, old, content, edits, &count, err);
    if (status == PITH_OK)
        status = splice(arena, old->bytes, edits, count, out, err);
    return status == PITH_OK ? prove(arena, old, content, *out, err) : status;
}
