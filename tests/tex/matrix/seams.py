# SPDX-License-Identifier: MIT
"""Looks for seams in a rendered QR code.

usage: seams.py PICTURE.pgm PITH-DATA DPI MILLIMETRES [DRIVER-DPI]
Finds the code as the page's darkest square block at its top left corner, then compares each pixel
that lies wholly within dark modules (or wholly within light ones) with black (white): a seam
between two modules lights up such pixels. DRIVER-DPI is of a driver that puts rules on whole
pixels of its own. Exit code 1, and a sentence, if a pixel is off."""
import re
import sys

LIMIT = 16  # grey levels: rounding, never a line


def read_modules(path):
    with open(path, encoding="ascii") as file:
        text = file.read().split("\\pithendrecord")[0]
    size = int(re.search(r"\{qrsize\}\{(\d+)\}", text).group(1))
    dark = [[False] * size for _ in range(size)]
    for line in re.findall(r"^\\pithvalue\{qr\}\{(.*)\}$", text, re.M):
        for box in re.findall(r"(\d+),(\d+),(\d+),(\d+)", line):
            x, y, width, height = map(int, box)
            for row in range(y, y + height):
                dark[row][x:x + width] = [True] * width
    return dark


def read_picture(path):
    with open(path, "rb") as file:
        data = file.read()
    header = re.match(rb"P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s", data)
    width, height = int(header.group(1)), int(header.group(2))
    return [data[header.end() + row * width:header.end() + (row + 1) * width]
            for row in range(height)]


def origin(rows, side):
    """Left and top edge of the code with fractions of a pixel. Its corner is the first dark
    pixel from the left that begins a line as long as a finder pattern is high."""
    columns = {}
    for y, row in enumerate(rows):
        for x in re.finditer(rb"[\x00-\x7f]+", row):
            columns.setdefault(x.start(), []).append(y)
    finder = side * 7 / 33 * 0.8
    for left in sorted(columns):
        ys = columns[left]
        for top in ys:
            run = top
            while run < len(rows) and rows[run][left] < 128:
                run += 1
            if run - top >= finder:
                return _edge(rows, left, top, side)
    raise SystemExit("no code found")


def _edge(rows, left, top, side):
    """The pixel before the edge is partly dark; how much says where in it the edge is."""
    middle = int(side * 3.5 / 33)
    shade = [rows[top + middle][x] for x in (left - 1, left)]
    x = left + 1 - sum(255 - value for value in shade) / 255
    shade = [rows[y][left + middle] for y in (top - 1, top)]
    y = top + 1 - sum(255 - value for value in shade) / 255
    return x, y


def main():
    picture, data, dpi, millimetres = sys.argv[1:5]
    dark = read_modules(data)
    side = float(millimetres) / 25.4 * float(dpi)
    size = len(dark)
    rows = read_picture(picture)
    left, top = origin(rows, side)
    module = side / size
    tested = 0
    slack = 0.5  # of a pixel: how far a renderer may move an edge
    if len(sys.argv) > 5:
        slack += 1.5 * float(dpi) / float(sys.argv[5])
    for y in range(int(top), int(top + side) + 1):
        for x in range(int(left), int(left + side) + 1):
            first, last = (x - slack - left) / module, (x + 1 + slack - left) / module
            high, low = (y - slack - top) / module, (y + 1 + slack - top) / module
            if min(first, high) < 0 or max(last, low) >= size:
                continue
            kinds = {dark[row][column] for row in range(int(high), int(low) + 1)
                     for column in range(int(first), int(last) + 1)}
            if len(kinds) != 1:
                continue
            tested += 1
            want = 0 if kinds.pop() else 255
            if abs(rows[y][x] - want) > LIMIT:
                raise SystemExit("pixel %d,%d is %d, not %d" % (x, y, rows[y][x], want))
    if tested < 3:
        raise SystemExit("only %d pixels tested" % tested)
    print("%d pixels" % tested)


if __name__ == "__main__":
    main()
