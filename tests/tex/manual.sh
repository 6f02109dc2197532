#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual can be made, forgets nothing that pith.sty has, and shows what the package prints; its
# worked examples do what it says. The files for CTAN agree on version and licence.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need_pith
need pdflatex pdftotext pdfinfo pdftoppm zbarimg qpdf python3 make
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
OWN="Pith Number pith:2013:$ID (arXiv:1309.3741v1, verified"

# --- The manual itself.
check "it can be made" sh "$SRC/tex/make-manual.sh" "$PITH" manual
[ -f manual/pith-doc.pdf ] || finish
cd manual
text_of pith-doc.pdf >pith-doc.txt
text_of pith-doc-places.pdf >places.txt
for log in pith-doc.log pith-doc-places.log; do
  check "$log: no warning of the package" same "$(warnings $log)" 0
  check "$log: no bad box" fails grep -q '^Overfull' $log
  check "$log: no reference or character is missing" \
    fails grep -q 'undefined\|multiply defined\|Missing character\|Rerun to' $log
done
for shown in "$OWN)" "$OWN; not attested, not anchored, not stored, refs pending)" \
  "pith:2024:$ID2 (arXiv:2407.20018v1, hash verified, no receipt)" "or in full pith:2024:$ID2." \
  'As in pith:XHNNPWFN' 'GoSam applications for automated NLO calculations' 'older than 2020' \
  'Pith-Nummer pith:2024:' 'Numéro Pith pith:2024:' 'hash comprobado sin recibo' '; not attested'; do
  check "it shows \`$shown'" holds pith-doc.txt "$shown"
done
check "six placements" sh -c 'pdfinfo pith-doc-places.pdf | grep -q "^Pages: *6$"'
check "a badge on each" \
  same "$(tr -d ' ' <places.txt | grep -o "pith:2013:$ID" | wc -l | tr -d ' ')" 6
check "it claims no number for itself" fails grep -aq '<pith:number>' pith-doc.pdf
# The codes of the page about styles.
page=$(pdfinfo pith-doc.pdf | sed -n 's/^Pages: *//p')
while [ "$page" -gt 1 ] && ! pdftotext -f "$page" -l "$page" pith-doc.pdf - | grep -q 'qr,qrsize=20mm'; do
  page=$((page - 1))
done
# shellcheck disable=SC2317 # called through check
codes() { zbarimg -q --raw codes*.png | grep -qi "^https://pith.science/pith/$1\$"; }
pdftoppm -r 150 -f "$page" -l "$page" -png pith-doc.pdf codes
check "its QR codes scan" codes $ID

# --- What pith.sty has and what is described. (The reasons are printed.)
cd "$WORK"
python3 - "$SRC" >complete <<'P' || :
import pathlib, re, sys
top = pathlib.Path(sys.argv[1])
sty = (top / "tex/pith.sty").read_text()
doc = (top / "tex/pith-doc.tex").read_text()
bad = False
def same(what, package, manual):
    global bad
    if not package:
        print("nothing found in pith.sty:", what); bad = True
    for name in sorted(set(package) - set(manual)):
        print("not described:", what, name); bad = True
    for name in sorted(set(manual) - set(package)):
        print("described, but not there:", what, name); bad = True
    for name in sorted(set(package) & set(manual)):
        if len(manual) != len(set(manual)) and manual.count(name) > 1:
            print("described twice:", what, name); bad = True
def described(macro):
    return re.findall(r"^[^%\n]*?\\" + macro + r"\{([A-Za-z0-9-]+)\}", doc, re.M)
def split(text):
    return sorted(part.strip() for part in text.split(","))

same("command", [name for name in re.findall(r"^\\cs_new(?:_protected)?:Npn \\(pith[a-z]+)", sty, re.M)
                 if name != "pithdata"], described("Command"))
names = re.findall(r"^\\cs_new_protected:Npn \\__pith_(?:key|global)_(\w+):n", sty, re.M)
same("key", names, described("Key"))
entries = {m[0]: (m[1], m[2]) for m in
           re.findall(r"^\\Key\{(\w+)\}\{(.*)\}\{(\w*)\}$", doc, re.M)}
for name in names:
    values, initial = entries.get(name, ("", ""))
    choices = re.search(r"\\__pith_choice:nnn \{ %s \} \{([^}]*)\}" % name, sty)
    if choices and split(choices[1].replace(", gray", "")) != split(values.replace("\\textbar ", ",").replace("\\textbar", ",")):
        print("other values:", name, choices[1], values); bad = True
    if re.search(r"\\__pith_switch:nNNn \{ %s \}" % name, sty) and values != "true\\textbar false":
        print("other values:", name, values); bad = True
    first = re.search(r"^.*\\(?:str|dim)_set:Nn \\l__pith_%s_(?:str|dim) \{ (\w+) \}" % name, sty, re.M)
    if first and first[1] != initial:
        print("other initial value:", name, first[1], initial); bad = True
    preamble = "\\__pith_global_%s:n" % name in sty and name != "anonymous"
    after = doc.find("\\Key{%s}" % name) > doc.index("In the preamble only:")
    if preamble != after:
        print("in the preamble only?", name); bad = True

fields = ["title"]
for group in re.findall(r"^\\__pith_(?:fields:nnn|words:nnn \{ \w+ \}) \{([^}]*)\}", sty, re.M):
    fields += split(group)
same("field", fields, described("Field"))
words = re.findall(r"^\\__pith_word:nnnn \{ ([\w-]+) \}", sty, re.M)
same("word", words, described("Word"))
english = dict(re.findall(r"^\\__pith_word:nnnn \{ ([\w-]+) \}\s+\{ (.*?) \}", sty, re.M))
for name, text in re.findall(r"\\Word\{([\w-]+)\} & (.*?) &", doc):
    if english.get(name, "").replace("~", " ").strip() != text:
        print("other wording:", name, english.get(name), text); bad = True

def group(at):
    """What is between the brace at or after `at` and its partner."""
    start = end = sty.index("{", at)
    depth = 0
    while True:
        depth += {"{": 1, "}": -1}.get(sty[end], 0)
        end += 1
        if depth == 0:
            return sty[start + 1:end - 1]
messages = {match[1]: group(match.end())
            for match in re.finditer(r"^\\msg_new:nnnn? \{ pith \} \{ ([\w-]+) \}", sty, re.M)}
same("message", list(messages) + ["kernel"], described("Message"))
quoted = {}
for match in re.finditer(r"^\\Message\{([\w-]+)\}\{((?:[^{}]|\{\})*)\}", doc, re.M):
    text = match[2].replace("\\textbackslash ", "\\").replace("\\dots{}", "...").replace("\\dots", "...")
    quoted[match[1]] = " ".join(text.split())
# The first sentence, or what there is of it; an argument is anything.
for name, text in messages.items():
    text = " ".join(re.sub(r"\\iow_char:N\s*\\\\", "\\\\", text).replace("~", " ").split())
    text = re.split(r"(?<=[a-z.'])[.:](?= |$)| \.$", text)[0] if name != "year" else text
    pattern = re.sub(r"\\?#\d", ".+?", re.escape(text).replace("\\#", "#"))
    if name in quoted and not re.match(pattern, quoted[name]):
        print("other message:", name, "|", text, "|", quoted[name]); bad = True

table = top / "tests/pdf/rewriters.tsv"
if table.exists():
    rows = [line.split("\t")[:2] for line in table.read_text().splitlines() if not line.startswith("#")]
    part = doc[doc.index("%% rewriters"):doc.index("%% end")]
    shown = [[cell.strip().replace("-{}-", "--") for cell in line.rstrip(" \\").split("&")]
             for line in part.splitlines()[1:]]
    if [row for row in rows if len(row) == 2] != shown:
        print("not as in rewriters.tsv:", rows, shown); bad = True
sys.exit(bad)
P
cat complete
check "all of pith.sty is described" test ! -s complete

# --- The worked examples.
# shellcheck disable=SC2317 # called through check
shows() { text_of "$1" | grep -qF -e "$2"; }
cp manual/pith-doc-*.tex manual/pith-doc*.bib manual/pith-doc.mk manual/pith-data.tex .
rm -f pith-doc-places.tex pith-doc-security.tex pith-doc-matrix.tex
# shellcheck disable=SC2317 # called through check
again() { latex "$1.tex" && latex "$1.tex"; } # NAME
check "article: compiles" again pith-doc-article
check "article: the badge" shows pith-doc-article.pdf "$OWN)"
check "article: the record in the XMP" grep -aq '<pith:canonicalRecord>' pith-doc-article.pdf
check "anonymous: compiles" again pith-doc-anonymous
qpdf --qdf --object-streams=disable pith-doc-anonymous.pdf a.qdf
text_of pith-doc-anonymous.pdf >t
check "anonymous: the text is there" shows pith-doc-anonymous.pdf 'Earlier work'
check "anonymous: nothing of a number" fails grep -aqi 'A5G5\|XHNN\|pith\.science\|<pith' a.qdf t
if kpsewhich revtex4-2.cls >/dev/null; then
  check "columns: compiles" again pith-doc-columns
  text_of pith-doc-columns.pdf >t
  check "columns: the badge before the abstract" grep -q "pith:2013:$ID.*verified) An abstract" t
else
  echo "SKIP: revtex4-2 is not there: its example"
fi
if kpsewhich biblatex.sty >/dev/null && command -v biber >/dev/null; then
  check "book: first run" latex pith-doc-book.tex
  check "book: biber" biber -q pith-doc-book
  check "book: the other runs" again pith-doc-book
  text_of pith-doc-book.pdf | tr -d ' ' >t
  check "book: its badge" holds t "pith:2013:$ID(arXiv:1309.3741v1,verified;notattested"
  check "book: the citation" holds t 'Thisfollowspith:XHNNPWFN,of2024,and[1]'
  check "book: the entry's number" grep -q "Efficient.*2024\.pith:2024:$ID2" t
  check "book: its own number in the XMP" grep -aq "<pith:number>pith:2013:$ID<" pith-doc-book.pdf
  for log in pith-doc-*.log; do check "$log: no warning" same "$(warnings "$log")" 0; done
else
  echo "SKIP: biblatex or biber is not there: its example"
fi
# Without the package.
printf '%s\n' '\documentclass{article}\input{pith-doc-without}\pithsetup{qr}' \
  "\\pithnumber{$ID}\\pithnumber*{$ID}\\begin{document}a\\pithnumber[qr]{$ID}b\\pithnumber<$ID>c" \
  "\\pithref{$ID}d\\pithref*{$ID}e\\pithqr[qrsize=9mm]{$ID}f\\pithfield{$ID}{title}g" \
  "\\pithrawfield{$ID}{year}h\\pithnumber*[qr]{$ID}i\\end{document}" >without.tex
check "without: compiles" latex without.tex
check "without: nothing is left" same "$(text_of without.pdf | tr -d ' ' | sed 's/1$//')" abcdefghi

# --- With a resolver: the Makefile, and the shell escape.
mkdir site bin paper shell
cp -R "$SRC/examples/paper/pith" site/pith
ln -s "$PITH" bin/pith
PATH=$WORK/bin:$PATH
export PATH
resolver
cp pith-doc-article.tex paper/main.tex
cp pith-doc-shell.tex shell/main.tex
cd paper
check "make: prepares and compiles" make -s -f ../pith-doc.mk
check "make: the badge" shows main.pdf "$OWN)"
check "make: then nothing is left to do" make -q -f ../pith-doc.mk
check "check: up to date" gives 0 "$PITH" prepare --check --from ../site/pith main.tex
grep -v 'attested' pith-data.tex >t && cp t pith-data.tex
check "check: out of date" gives 3 "$PITH" prepare --check --from ../site/pith main.tex
cd ../shell
check "shell: one run" latex main.tex -shell-escape
check "shell: the badge" shows main.pdf "$OWN)"

# --- For CTAN.
cd "$SRC/tex"
VERSION=$(sed -n 's/^.ProvidesExplPackage{pith}{\(.*\)}{\(.*\)}$/\2, \1/p' pith.sty)
check "pith.sty says a version" test -n "$VERSION"
check "the manual has it" holds "$WORK/manual/pith-doc.txt" "Version $VERSION"
check "README.md has it" holds README.md "Version $VERSION"
DATE=$(echo "${VERSION#*, }" | tr - /)
check "so has the part for LaTeXML" holds pith.sty "[$DATE ${VERSION%,*} Pith Numbers (LaTeXML)]"
check "pith.sty is under the LPPL" holds pith.sty 'LaTeX Project Public License'
check "so is the manual" holds pith-doc.tex 'LaTeX Project Public License'
check "README.md says so" holds README.md 'LaTeX Project Public License, version 1.3c'
if command -v l3build >/dev/null && command -v zip >/dev/null; then
  mkdir -p "$WORK/ctan/examples"
  cp -R "$SRC/tex" "$WORK/ctan/tex"
  cp -R "$SRC/examples/paper" "$WORK/ctan/examples/paper"
  cd "$WORK/ctan/tex"
  check "l3build makes the archive" l3build ctan
  python3 -m zipfile -l pith-ctan.zip >list
  for file in pith.sty README.md pith-doc.tex pith-doc-security.tex pith-doc.pdf; do
    check "it has $file" holds list "pith/$file "
  done
  python3 -m zipfile -e pith-ctan.zip unpacked
  python3 -m zipfile -e unpacked/pith.tds.zip texmf
  for file in tex/latex/pith/pith.sty doc/latex/pith/pith-doc.pdf doc/latex/pith/README.md; do
    check "pith.tds.zip has $file" test -s "texmf/$file"
  done
  check "TeX finds the package in it" same \
    "$(cd texmf && env -u TEXINPUTS TEXMFHOME="$PWD" kpsewhich pith.sty)" \
    "$PWD/texmf/tex/latex/pith/pith.sty"
  check "and nothing else of ours" fails grep -q 'make-manual\|build.lua\|\.tmp' list
else
  echo "SKIP: l3build or zip is missing: the archive"
fi
finish
