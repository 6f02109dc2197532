#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""unicode.py PITH: many titles beyond ASCII through `pith mint --snapshot`, compared with Python's
" ".join(s.split()).lower(). Characters that this Python does not know are left out: two Unicode
versions may differ there. So is a capital sigma beside an apostrophe, which libunistring 1.0 does
not take for case-ignorable (Unicode says it is)."""
import hashlib
import json
import random
import subprocess
import sys
import unicodedata

random.seed(7)
known = [c for c in map(chr, list(range(0x20, 0x3000)) + list(range(0xA640, 0xAB70))
                        + list(range(0x10400, 0x10600)) + list(range(0x1E900, 0x1E944)))
         if unicodedata.category(c) not in ("Cn", "Cs", "Co", "Cc")]
titles = ["\u0130stanbul", "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3 \u03a3", "A\u03a3.", "\u03a3A",
          "A\u0301\u03a3\u0301", "a\u00a0\u2003b", "stra\u00dfe", "\u1e9e", "\ufb03", "\u01c5",
          "A\u00ad\u03a3\u00adB", "x\u200b\u03a3"]
titles += ["x" + "".join(random.choice(known) for _ in range(random.randint(1, 12)))
           for _ in range(1500)]
titles += ["x" + "".join(known[i:i + 40]) for i in range(0, len(known), 40)]
# White space of all kinds at all places of a machine word, in ASCII too.
titles += ["x" + "".join(random.choice(" \t\n\r\x0b\x0cab Z\u00e9\x1c\u00a0~-" if random.random() < 0.3
                                      else "ab c  D") for _ in range(random.randint(0, 60)))
           for _ in range(3000)]
lines = [json.dumps({"id": "2601.00001", "version": 1, "title": t, "abstract": "a",
                     "categories": "math.CO", "license": None,
                     "submitted_at": "2026-01-01T00:00:00Z"}, ensure_ascii=i % 2 == 0)
         for i, t in enumerate(titles)]
out = subprocess.run([sys.argv[1], "mint", "--snapshot", "-"], input="\n".join(lines).encode(),
                     stdout=subprocess.PIPE).stdout.decode().splitlines()
wrong = len(out) != len(titles)
for title, line in zip(titles, out):
    answer = json.loads(line)
    want = hashlib.sha256(" ".join(title.split()).lower().encode()).hexdigest()
    if answer.get("canonical_record", {}).get("metadata", {}).get("title_canon_sha256") != want:
        print("#", ascii(title), answer.get("findings"))
        wrong = True
sys.exit(1 if wrong else 0)
