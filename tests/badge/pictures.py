# SPDX-License-Identifier: MIT
"""Pictures without a library: reads PNG and PPM, compares them.

    pictures.py compare LIMIT A B    mean difference of two pictures over white, in 1/255
    pictures.py info FILE            size, dpi, text chunks and the share of see-through pixels
"""
import struct
import sys
import zlib


def read_png(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, idat, facts = 8, b"", {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and not interlace
            channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
        elif kind == b"IDAT":
            idat += body
        elif kind == b"tEXt":
            key, text = body.split(b"\0", 1)
            facts[key.decode("latin-1")] = text.decode("latin-1")
        elif kind == b"pHYs":
            facts["dpi"] = round(struct.unpack(">I", body[:4])[0] * 0.0254)
        at += 12 + length
    raw, stride, rows = zlib.decompress(idat), width * channels, []
    before = bytearray(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a = row[x - channels] if x >= channels else 0
            b = before[x]
            c = before[x - channels] if x >= channels else 0
            if kind == 1:
                p = a
            elif kind == 2:
                p = b
            elif kind == 3:
                p = (a + b) // 2
            elif kind == 4:
                p = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            else:
                p = 0
            row[x] = (row[x] + p) & 255
        rows.append(row)
        before = row
    pixels, clear = [], 0
    for row in rows:
        line = []
        for x in range(width):
            v = row[x * channels:(x + 1) * channels]
            alpha = v[-1] if channels in (2, 4) else 255
            clear += alpha == 0
            rgb = v[:3] if channels >= 3 else [v[0]] * 3
            line.append([(c * alpha + 255 * (255 - alpha)) // 255 for c in rgb])
        pixels.append(line)
    facts["clear"] = clear / (width * height)
    return pixels, facts


def read_ppm(data):
    fields, at = [], 0
    while len(fields) < 4:
        end = at
        while data[end] > 32:
            end += 1
        fields.append(data[at:end])
        at = end + 1
    assert fields[0] == b"P6" and fields[3] == b"255"
    width, height = int(fields[1]), int(fields[2])
    return [[list(data[at + 3 * (y * width + x):at + 3 * (y * width + x) + 3]) for x in range(width)]
            for y in range(height)], {}


def read(path):
    data = open(path, "rb").read()
    return read_ppm(data) if data[:2] == b"P6" else read_png(data)


def difference(a, b, of):
    # Renderers may differ by one row or column in how they round the size.
    height, width = min(len(a), len(b)), min(len(a[0]), len(b[0]))
    assert abs(len(a) - len(b)) <= 1 and abs(len(a[0]) - len(b[0])) <= 1, \
        f"{len(a[0])}x{len(a)} and {len(b[0])}x{len(b)}"
    total = sum(of(a[y][x], b[y][x]) for y in range(height) for x in range(width))
    return total / (height * width)


if sys.argv[1] == "compare":
    found = difference(read(sys.argv[3])[0], read(sys.argv[4])[0],
                       lambda p, q: sum(abs(i - j) for i, j in zip(p, q)) / 3)
    print(f"{found:.2f}")
    sys.exit(found > float(sys.argv[2]))
elif sys.argv[1] == "info":
    pixels, facts = read(sys.argv[2])
    print(f"size {len(pixels[0])}x{len(pixels)}")
    for key, value in facts.items():
        print(key, value)
