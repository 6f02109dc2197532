#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The canonical form against Python itself: N random documents (fixed SEED; both may be set
# in the environment) must come out byte for byte as json.dumps writes them, and documents
# for which Python has no bytes to hash must be refused with the right code.
if ! command -v python3 >/dev/null 2>&1; then
    echo "SKIP: no python3, so the canonical form was not compared with Python's" >&2
    exit 77
fi
tool=${BUILD:?is the build folder}/tests/canon_main
if [ ! -x "$tool" ]; then
    echo "canon-python: $tool is not there" >&2
    exit 1
fi
exec python3 -I -c '
import json, math, random, struct, subprocess, sys, time

tool, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rnd = random.Random(seed)
started = time.time()


def python_form(text):
    value = json.loads(text)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def ask(lines):
    run = subprocess.run([tool], input=b"\n".join(lines) + b"\n", stdout=subprocess.PIPE)
    answers = run.stdout.split(b"\n")
    if run.returncode != 0 or answers.pop() != b"" or len(answers) != len(lines):
        sys.exit("canon-python: canon_main ended with %d after %d of %d answers"
                 % (run.returncode, len(answers), len(lines)))
    return answers


# ---- numbers --------------------------------------------------------------------------

def finite(bits):
    value = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value if math.isfinite(value) else 0.5


def nudged(value):
    bits = struct.unpack("<Q", struct.pack("<d", value))[0]
    return finite(max(0, bits + rnd.randint(-2, 2)))


def spelled(value):
    """One of the many ways to write a double."""
    way = rnd.randrange(6)
    if way == 0:
        return "%.17g" % value if "e" in "%.17g" % value else "%.17e" % value
    if way == 1:
        return ("%.16e" % value).replace("e", "E")
    if way == 2:
        return "%.25e" % value
    if way == 3 and abs(value) < 1e30:
        return "%.*f" % (rnd.randint(1, 30), value)
    if way == 4:
        return "%.*e" % (rnd.randint(0, 20), value) if abs(value) < 1e308 else repr(value)
    return repr(value)


def number():
    way = rnd.randrange(10)
    sign = "-" if rnd.random() < 0.3 else ""
    if way == 0:
        return sign + str(rnd.choice((0, 1, 2, 10, 255, 1000000, 4294967296)))
    if way == 1:
        return sign + str(rnd.getrandbits(rnd.randint(1, 90)))
    if way == 2:
        return sign + str(2 ** 53 + rnd.randint(-3, 3))
    if way == 3:
        return spelled(finite(rnd.getrandbits(64)))
    if way == 4:
        return sign + spelled(math.ldexp(1.0, rnd.randint(-1074, 1023)))
    if way == 5:
        return sign + spelled(nudged(math.ldexp(1.0, rnd.randint(-1074, 1020))))
    if way == 6:
        return sign + spelled(nudged(float("1e%d" % rnd.randint(-320, 300))))
    if way == 7:
        return sign + rnd.choice(("0.0", "0e0", "0E-7", "0.000e+99", "1e-400", "5e-324", "1E5",
                                  "1e15", "1e16", "1e22", "1e23", "1e-4", "1e-5", "1.0",
                                  "123456789012345680.0", "1.7976931348623157e308",
                                  "2.2250738585072011e-308", "9007199254740993.0",
                                  "0.1000000000000000055511151231257827", "100e-2"))
    if way == 8:  # a double that lies midway between two shorter decimals
        return sign + "%.3f" % (rnd.getrandbits(53) / rnd.choice((2.0, 4.0, 8.0)))
    return sign + "%d.%d" % (rnd.randint(0, 99999), rnd.randint(0, 99999))


# ---- strings --------------------------------------------------------------------------

edges = [0x1, 0x8, 0x9, 0xA, 0xC, 0xD, 0x1F, 0x20, 0x22, 0x2F, 0x5C, 0x7E, 0x7F, 0x80, 0x9F,
         0xA0, 0xDF, 0x130, 0x131, 0x7FF, 0x800, 0x200B, 0x200E, 0x2028, 0x2029, 0x202E, 0x212A,
         0xD7FF, 0xE000, 0xFB33, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600,
         0xE0001, 0xFFFFF, 0x100000, 0x10FFFF]
planes = [(0x20, 0x7E)] * 4 + [(0x1, 0x1F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF),
          (0x10000, 0x1FFFF), (0x20000, 0x10FFFF)]
short = {8: "b", 9: "t", 10: "n", 12: "f", 13: "r", 0x22: "\"", 0x2F: "/", 0x5C: "\\"}


def text():
    length = rnd.choice((0, 1, 1, 2, 3, 5, 8, 13))
    return [rnd.choice(edges) if rnd.random() < 0.4 else rnd.randint(*rnd.choice(planes))
            for _ in range(length)]


def quoted(points):
    out = []
    for cp in points:
        must = cp < 0x20 or cp in (0x22, 0x5C)
        if not must and rnd.random() < 0.75:
            out.append(chr(cp))
        elif cp in short and rnd.random() < 0.5:
            out.append("\\" + short[cp])
        else:
            units = [cp] if cp < 0x10000 else [0xD800 + ((cp - 0x10000) >> 10),
                                               0xDC00 + ((cp - 0x10000) & 0x3FF)]
            style = rnd.choice(("\\u%04x", "\\u%04X"))
            out.extend(style % unit for unit in units)
    return "\"" + "".join(out) + "\""


# ---- documents ------------------------------------------------------------------------

def gap():
    return "" if rnd.random() < 0.85 else rnd.choice((" ", "\t", "\r", "  \t"))


def value(depth):
    kind = rnd.random()
    if depth <= 0 or kind < 0.25:
        return number()
    if kind < 0.45:
        return quoted(text())
    if kind < 0.55:
        return rnd.choice(("null", "true", "false"))
    size = rnd.choice((0, 1, 2, 3, 4)) if rnd.random() < 0.97 else rnd.randint(10, 30)
    if kind < 0.75:
        items = [gap() + value(depth - 1) + gap() for _ in range(size)]
        return "[" + ",".join(items) + "]"
    names = {}
    for _ in range(size):
        points = text()
        names[tuple(points)] = points
    order = list(names.values())
    rnd.shuffle(order)
    items = [gap() + quoted(n) + gap() + ":" + gap() + value(depth - 1) + gap() for n in order]
    return "{" + ",".join(items) + "}"


def document():
    special = rnd.random()
    if special < 0.01:  # a tower of up to 60 levels
        doc = value(3)
        for _ in range(rnd.randint(1, 57)):
            doc = "[" + doc + "]" if rnd.random() < 0.5 else "{" + quoted(text()) + ":" + doc + "}"
        return doc
    if special < 0.012:  # the longest integers
        return rnd.choice(("", "-")) + str(rnd.randint(1, 9)) + "".join(
            rnd.choice("0123456789") for _ in range(rnd.choice((30, 62, 63, 64, 65, 500, 4299))))
    if special < 0.1:
        return gap() + number() + gap()
    return gap() + "[" + ",".join(value(4) for _ in range(rnd.randint(1, 8))) + "]" + gap()


documents = [document() for _ in range(count)]
answers = ask([doc.encode("utf-8") for doc in documents])
different = 0
for doc, answer in zip(documents, answers):
    wanted = python_form(doc).encode("utf-8")
    if wanted != answer:
        different += 1
        if different <= 5:
            print("document", ascii(doc)[:500])
            print("  python", ascii(wanted)[:500])
            print("  pith  ", ascii(answer)[:500])

# Documents Python refuses, or for which its answer is no JSON text or no bytes.
refused = [
    (b"\"\\ud800\"", "json-lone-surrogate"),
    (b"{\"\\udc00\":1}", "json-lone-surrogate"),
    (b"[\"\\ud83d \\ude00\"]", "json-lone-surrogate"),
    (b"7" * 4301, "json-number-range"),
    (b"-" + b"7" * 4301, "json-number-range"),
    (b"1e400", "json-number-range"),
    (b"[-1e400]", "json-number-range"),
    (b"1.7976931348623159e308", "json-number-range"),
    (b"NaN", "json-syntax"),
    (b"Infinity", "json-syntax"),
    (b"-Infinity", "json-syntax"),
    (b"", "json-syntax"),
    (b"[1,]", "json-syntax"),
    (b"01", "json-syntax"),
    (b"\"\t\"", "json-syntax"),
    (b"\xef\xbb\xbf{}", "json-bom"),
    (b"\"\xff\"", "json-bad-utf8"),
    (b"\"\xed\xa0\x80\"", "json-bad-utf8"),
    (b"1 2", "json-trailing-data"),
]
for (doc, code), answer in zip(refused, ask([doc for doc, _ in refused])):
    try:
        form = python_form(doc.decode("utf-8"))
        form.encode("utf-8")
        json.loads(form, parse_constant=lambda name: [][0])
        print("Python has a form for", doc[:60])
        different += 1
    except (ValueError, IndexError):
        pass
    if answer.split(b" ")[:2] != [b"!", code.encode()]:
        print("document", doc[:60], "wanted", code, "got", answer[:80])
        different += 1

print("canon-python: %d documents (seed %d), %d bytes, %d refusals: %d differences, %.1f s"
      % (count, seed, sum(map(len, answers)), len(refused), different, time.time() - started))
sys.exit(1 if different else 0)
' "$tool" "${N:-20000}" "${SEED:-20260518}"
