#!/bin/sh
# SPDX-License-Identifier: MIT
# A resolver that serves attack strings as titles: through `pith prepare` and pith.sty into a
# PDF, with shell escape on. Each paper must compile, read nothing, write nothing.
set -eu
# shellcheck source=tests/tex/lib.sh
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext python3
need_pith
cd "$WORK"
echo 'CANARYTEXT' >canary.txt

# Every record is minted with its own title, so that the title passes for true. Titles that no
# document may hold (NUL, bad UTF-8) or that cannot be verified must not reach the paper.
python3 - "$WORK" <<'X'
import base64, hashlib, json, os, sys
work = sys.argv[1]
canary = work + "/canary.txt"
titles = [
    r"\input{%s}" % canary, r"^^5cinput{%s}" % canary, r"^^5c^^69nput{%s}" % canary,
    r"^^^^005cinput{%s}" % canary, r"\openout5=owned.txt \write5{x}\closeout5",
    r"\immediate\write18{touch owned.txt}", r"\directlua{io.open('owned.txt','w')}",
    r"\loop\iftrue\repeat", "100% sure", "a } b", "a { b", "a#1b", r"$x_1^2$ & \alpha ~ \\",
    "}\\pithvalue{number}{pith:2000:AAAAAAAAAAAAAAAAAAAAAAAAAA}", "\\end{document}",
    "a\rb %% \r\\input{%s}" % canary, "a\n\\input{%s}" % canary, "a\tb\x0cc", "<script>&amp;\"'",
    "--- ``quoted'' ?` !`", " ".join(["word"] * 198),
]
dropped = ["a\u202eb", "a\x01b", "caf\u00e9", "a\u2028b", "x" * 1001, "a\x7fb"]
refused = [b'"a\\u0000b"', b'"a\x00b"', b'"\xff\xfe"', b'"\\ud800"']
os.makedirs("docs")
ids = []
def record(raw_title):
    canon = " ".join(raw_title.split()).lower()
    rec = {"metadata": {"abstract_canon_sha256": "0" * 64, "cross_cats_sorted": [],
           "license": "", "primary_cat": "cs.CR", "submitted_at": "2020-01-01T00:00:00Z",
           "title_canon_sha256": hashlib.sha256(canon.encode()).hexdigest()},
           "schema_version": "1.0", "source": {"id": "2001.00001", "kind": "arxiv", "version": 1}}
    raw = json.dumps(rec, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    digest = hashlib.sha256(raw)
    return rec, digest.hexdigest(), base64.b32encode(digest.digest())[:26].decode()
def write(title, extra=None):
    rec, sha, ident = record(title)
    doc = {"record_type": "pith_number_record", "canonical_sha256": sha,
           "paper": {"title": title}, "canonical_record": rec}
    text = json.dumps(doc).encode()
    if extra is not None:
        text = text.replace(json.dumps(title).encode(), extra)
    open(f"docs/{ident}.json", "wb").write(text)
    return ident
body = []
expect = []
for t in titles:
    ident = write(t)
    body.append("\\pithnumber{%s}\\par[\\pithfield{%s}{title}]\\par" % (ident, ident))
    expect.append(" ".join(t.split()))
for t in dropped:
    body.append("\\pithnumber{%s}\\par" % write(t))
open("paper.tex", "w").write("\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}\n\\usepackage{pith}\n"
    "\\begin{document}\n%s\n\\end{document}\n" % "\n\n".join(body))
open("expect.json", "w").write(json.dumps(expect))
for i, raw in enumerate(refused):
    ident = write("placeholder %d" % i, raw)
    open("refused%d.tex" % i, "w").write("\\pithnumber{%s}" % ident)
X

check "prepare takes every title it can verify" "$PITH" prepare -q --from docs paper.tex
check "  titles it can't verify are left out" same "$(grep -c '^.pithvalue{title}' pith-data.tex)" \
    "$(python3 -c 'import json; print(len(json.load(open("expect.json"))))')"
check "  and the file is printable ASCII" fails env LC_ALL=C grep -q '[^ -~]' pith-data.tex
for i in 0 1 2 3; do
    check "a document with forbidden bytes is refused ($i)" sh -c \
        "\"$PITH\" prepare -q -o refused.out --from docs refused$i.tex 2>/dev/null; [ \$? = 5 ]"
done
check "  and nothing is written" test ! -e refused.out

listing() { find . ! -name 'paper.*' ! -name before ! -name after | sort; }
listing >before
check "the paper compiles with -shell-escape" "${ENGINE:-pdflatex}" -shell-escape -interaction=nonstopmode \
    -halt-on-error paper.tex
listing >after
check "  nothing was written" cmp before after
[ -s paper.pdf ] || finish
pdftotext -raw paper.pdf - | tr -d '\n\f' >text
check "  nothing was read" fails grep -q CANARYTEXT text
check "  the log names no read of the canary" fails grep -q '(.*canary.txt' paper.log
check "  every title is shown letter for letter" python3 - <<'X'
import json
# Quotation marks are typeset as such: fonts have no others.
flat = lambda s: "".join(s.split()).translate(dict(zip(map(ord, "\u2018\u2019\u201d\u201c"), "`'\"\"")))
text = flat(open("text", encoding="utf-8").read())
for title in json.load(open("expect.json")):
    assert flat("[" + title + "]") in text, title
X
finish
