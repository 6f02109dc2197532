// SPDX-License-Identifier: MIT
//
// A .tar.gz that depends on nothing but the names and bytes of its files: ustar (POSIX.1-1988,
// pax(1)) with owner, group and time zero, in a gzip file (RFC 1952) whose blocks are stored, not
// compressed (RFC 1951, 3.2.4). A compressor's output changes with its version; TeX is small, and
// figures are compressed already.
#include "base/err.h"
#include "base/limits.h"
#include "base/text.h"

enum { BLOCK = 512, RECORD = 20 * BLOCK, STORED_MAX = 65535 };

// ---- tar ------------------------------------------------------------------------------

// Fields of the header by their offset and size.
static void put_octal(char *header, size_t at, size_t size, size_t value)
{
    for (size_t i = at + size - 1; i-- > at; value >>= 3)
        header[i] = (char)('0' + (value & 7));
}

static bool put_name(char *header, pith_text name)
{
    enum { NAME = 100, PREFIX_AT = 345, PREFIX = 155 };
    if (name.n <= NAME) {
        memcpy(header, name.p, name.n);
        return true;
    }
    for (size_t i = name.n - NAME - 1; i < name.n && i <= PREFIX; i++) {
        if (name.p[i] != '/')
            continue;
        memcpy(header + PREFIX_AT, name.p, i);
        memcpy(header, name.p + i + 1, name.n - i - 1);
        return true;
    }
    return false;
}

static bool put_file(const pith_upload_file *file, pith_buf *tar)
{
    static const char zeros[BLOCK];
    char header[BLOCK] = {0};
    unsigned sum = 0;
    if (!put_name(header, file->name))
        return false;
    put_octal(header, 100, 8, 0644);
    put_octal(header, 108, 8, 0);
    put_octal(header, 116, 8, 0);
    put_octal(header, 124, 12, file->bytes.n);
    put_octal(header, 136, 12, 0);
    memset(header + 148, ' ', 8);
    header[156] = '0';
    memcpy(header + 257,
           "ustar\0"
           "00",
           8);
    for (size_t i = 0; i < BLOCK; i++)
        sum += (unsigned char)header[i];
    put_octal(header, 148, 7, sum);
    header[154] = '\0'; // and the blank behind it stays
    pith_buf_add(tar, header, BLOCK);
    pith_buf_add(tar, file->bytes.p, file->bytes.n);
    pith_buf_add(tar, zeros, (BLOCK - file->bytes.n % BLOCK) % BLOCK);
    return true;
}

static void end_tar(pith_buf *tar)
{
    static const char zeros[BLOCK];
    pith_buf_add(tar, zeros, BLOCK);
    do {
        pith_buf_add(tar, zeros, BLOCK);
    } while (pith_buf_ok(tar) && tar->len % RECORD);
}

// ---- gzip -----------------------------------------------------------------------------

// The CRC of RFC 1952, section 8.
static uint32_t crc_of(const char *bytes, size_t len)
{
    uint32_t table[256];
    uint32_t crc = 0xffffffff;
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320 ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
    for (size_t i = 0; i < len; i++)
        crc = table[(crc ^ (unsigned char)bytes[i]) & 0xff] ^ (crc >> 8);
    return crc ^ 0xffffffff;
}

static void put_little(pith_buf *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        unsigned char byte = (unsigned char)(value >> (8 * i));
        pith_buf_add(out, &byte, 1);
    }
}

static void put_gzip(const pith_buf *tar, pith_buf *out)
{
    // No name, no time, and 255: from an unknown system.
    static const unsigned char header[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
    pith_buf_add(out, header, sizeof header);
    for (size_t at = 0; at < tar->len;) {
        size_t n = tar->len - at < STORED_MAX ? tar->len - at : STORED_MAX;
        put_little(out, at + n == tar->len, 1);
        put_little(out, (uint32_t)n, 2);
        put_little(out, ~(uint32_t)n, 2);
        pith_buf_add(out, tar->data + at, n);
        at += n;
    }
    put_little(out, crc_of(tar->data, tar->len), 4);
    put_little(out, (uint32_t)tar->len, 4);
}

pith_status pith_upload_pack(const pith_upload *upload, pith_buf *out, pith_error *err)
{
    pith_buf tar;
    pith_status status = PITH_OK;
    pith_buf_init(&tar, (size_t)2 * PITH_MAX_UPLOAD);
    for (size_t i = 0; i < upload->count && status == PITH_OK; i++) {
        if (upload->files[i].used && !put_file(&upload->files[i], &tar))
            status = pith_fail(err, PITH_UPLOAD_NAME, upload->files[i].name.p,
                               "is too long a name for a tar file");
    }
    end_tar(&tar);
    if (status == PITH_OK && pith_buf_ok(&tar))
        put_gzip(&tar, out);
    if (status == PITH_OK && (!pith_buf_ok(&tar) || !pith_buf_ok(out)))
        status = pith_fail_memory(err);
    pith_buf_free(&tar);
    return status;
}
