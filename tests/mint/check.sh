#!/bin/sh
# SPDX-License-Identifier: MIT
# A paper against its number; the number of its coming version, through TeX to the PDF.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
if python3 "$SRC/tests/mint/check.py" "$PITH"; then
    ok "differences are found and named"
else
    not_ok "differences are found and named"
fi
cd "$WORK"

# ---- What is refused ----
cat >main.tex <<'EOF'
\documentclass{article}
\usepackage{pith}
\title{Pythia: A Suite for Analyzing \foo\ Models}
\begin{document}\maketitle
\pithnumber{CIHWLDKTKGCTCOIPMPEHC3WEPE}
\begin{abstract}Short.\end{abstract}
\end{document}
EOF
mkdir forms
python3 "$SRC/tests/mint/forms.py" "$SRC/tests/mint/papers.jsonl" forms >list
"$PITH" mint --snapshot forms/snapshot.jsonl | head -n 1 >r.json
check "--next without the record" gives 7 "$PITH" mint --next main.tex --from forms
check "--next: a command that is not understood" gives 3 "$PITH" mint --next main.tex --from r.json
check "... is named" holds err 'main.tex: its title has \foo, which is not understood'
check "... and nothing is written" fails test -e pith-data.tex
check "... --title helps" gives 0 "$PITH" mint --next main.tex --from r.json --title 'Pythia' -n
check "--dry-run writes nothing" fails test -e pith-data.tex
check "--next for a PDF or nothing" gives 8 "$PITH" mint --next nothing.tex --from r.json
printf '\\documentclass{article}\\title{T}\\begin{document}\\end{document}\n' >bare.tex
check "a paper without a number" gives 3 "$PITH" check bare.tex --from r.json
check "... is told so" holds err 'gives no number'
check "--next takes the last version by name" gives 0 "$PITH" mint --next bare.tex \
    --abstract A --after CIHWLDKTKGCTCOIPMPEHC3WEPE --from r.json -n
check "two modes at once" gives 2 "$PITH" mint --next main.tex --snapshot x
check "a data file that is none" gives 5 sh -c "echo x >data; '$PITH' mint --next main.tex -o data"
check "... is left alone" same "$(cat data)" x

# A record by a key outside the keyring is not dropped from the file, which then stays.
cat >other.tex <<'EOF'
\documentclass{article}\usepackage{pith}\title{T}
\pithnumber{DSYVH3OT5HODYOEM3TI7HTFMBL}
\begin{document}\begin{abstract}A\end{abstract}\end{document}
EOF
conformance=$SRC/tests/conformance
"$PITH" prepare -q --keyring "$conformance/keys.json" --from "$conformance/alias-fewer/doc.json" \
    other.tex -o kept.tex >/dev/null
cp kept.tex kept.before
check "a record that cannot be checked stays" gives 8 "$PITH" mint --next bare.tex --abstract A \
    --after CIHWLDKTKGCTCOIPMPEHC3WEPE --from r.json -o kept.tex
check "... with the whole file" cmp kept.tex kept.before
check "... under its keyring the file grows" gives 0 "$PITH" mint --next bare.tex --abstract A \
    --keyring "$conformance/keys.json" --after CIHWLDKTKGCTCOIPMPEHC3WEPE --from r.json -o kept.tex
check "... by two records" same "$(grep -c '^.pithrecord' kept.tex)" 3

# ---- The whole way ----
for tool in pdflatex pdftotext; do
    command -v $tool >/dev/null 2>&1 || {
        echo "SKIP: needs $tool: the way to the PDF was not tried"
        finish
    }
done
TEXINPUTS=$SRC/tex:
export TEXINPUTS
printf '%s\n' '\documentclass{article}' '\usepackage{pith}' \
    '\usepackage[pdftitle={Pythia: The Next Suite}]{hyperref}' \
    '\title{Pythia: The \emph{Next} Suite}' '\begin{document}\maketitle' \
    '\pithnumber{CIHWLDKTKGCTCOIPMPEHC3WEPE}' \
    '\begin{abstract}Another abstract.\end{abstract}' '\end{document}' >main.tex
check "--next" gives 0 "$PITH" mint --next main.tex --from r.json
number=$(head -n 1 out | cut -d: -f3)
check "says what to write" holds err "\\pithnumber{$number}"
sed "s/CIHWLDKTKGCTCOIPMPEHC3WEPE/$number/" main.tex >new.tex
mv new.tex main.tex
check "the data file has both" same "$(grep -c '^.pithrecord' pith-data.tex)" 2
pdflatex -interaction=batchmode main.tex >/dev/null 2>&1 || true
check "TeX makes the PDF" test -s main.pdf
pdftotext main.pdf text
tr -d '\n ' <text >glued
check "the badge says predicted" holds glued predicted
check "... and not verified" fails grep -qi verified glued
check "the XMP says so, too" sh -c 'tr -d "\000" <main.pdf | grep -aq "relation.*predicted"'
check "the PDF is checked against its own record" gives 0 "$PITH" check main.pdf
check "... title and all" holds out "title       same"
check "... what it does not state is not claimed" holds out "abstract    not stated"
check "the source with its data file" gives 0 "$PITH" check main.tex
check "prepare finds no such number yet" gives 7 "$PITH" prepare main.tex --from forms
check "... and leaves the prediction" holds pith-data.tex '{relation}{predicted}'
sed 's/pdftitle={Pythia: The Next Suite}/pdftitle={}/' main.tex >other.tex
pdflatex -interaction=batchmode other.tex >/dev/null 2>&1 || true
check "a PDF with an empty title" gives 0 "$PITH" check other.pdf
check "... which states none" holds out "title       not stated: a PDF without a title"
sed 's/pdftitle={Pythia: The Next/pdftitle={Pythia: The Nxt/' main.tex >other.tex
pdflatex -interaction=batchmode other.tex >/dev/null 2>&1 || true
check "a PDF with another title" gives 1 "$PITH" check other.pdf
check "... which is named" holds out '"nxt"'
finish
