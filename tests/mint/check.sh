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
head -n 1 forms/snapshot.jsonl >line
title=$(python3 -c 'import json; print(" ".join(json.load(open("line"))["title"].split()))')
abstract=$(python3 -c 'import json; print(" ".join(json.load(open("line"))["abstract"].split()))')
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

# ---- What is a guess is said to be one ----
paper() { # PREAMBLE, BODY
    printf '%s\n' '\documentclass{article}' '\usepackage{pith}' "$1" '\begin{document}' \
        '\pithnumber{CIHWLDKTKGCTCOIPMPEHC3WEPE}' "$2" '\end{document}' >guess.tex
}
short='\begin{abstract}Short.\end{abstract}'
paper '\title{One}\title{Two}' "$short"
check "two titles: the last one counts" gives 0 "$PITH" mint --next guess.tex --from r.json -n
check "... in the result" lines 1 out '    + Two'
check "... which is said" holds err \
    'its title is there in several wordings, of which the last one is taken; --title gives another'
check "... in JSON" gives 0 "$PITH" mint --next guess.tex --from r.json -n --json
check "... too" holds out '"doubt":"is there in several wordings, of which the last one is taken"'
check "... with --title there is no doubt" gives 0 "$PITH" mint --next guess.tex --from r.json -n \
    --title Two
check "... at all" fails grep -q wordings err
check "two titles against a record" gives 3 "$PITH" check guess.tex --from r.json \
    --abstract "$abstract"
check "... prove no difference" holds out 'title       cannot be told: is there in several wordings'
paper "\\title{One}\\title{$title}" "$short"
check "the record's title as the last one" gives 0 "$PITH" check guess.tex --from r.json \
    --abstract "$abstract"
check "... is the same" holds out 'title       same, the last of several wordings'
paper '\title{One}' "$short\\begin{abstract}Kurz.\\end{abstract}"
check "two abstracts" gives 3 "$PITH" mint --next guess.tex --from r.json -n
check "... are not told apart" holds err 'its abstract is there in several wordings'
paper "\\title{$title}" "$short\\begin{abstract}$abstract\\end{abstract}"
check "... unless one is the record's" gives 0 "$PITH" check guess.tex --from r.json
check "... as typed" holds out 'abstract    same, with its formatting commands, as typed'
paper '\newcommand{\R}[1]{\mathbb{R}^{#1}}\title{Maps of $\R{2}$}' "$short"
check "a command of the paper's own" gives 0 "$PITH" mint --next guess.tex --from r.json -n
check "... gives way to what it stands for" holds out '    + Maps of $\mathbb{R}^{2}$'
check "... which is said" holds err "its title has \\R, the paper's own command"
paper '\newcommand{\x}[1]{#1#1#1#1#1#1#1#1}\title{\x{\x{\x{\x{\x{\x{\x{\x{ab}}}}}}}}}' "$short"
check "commands that double each other come to an end" gives 5 "$PITH" mint --next guess.tex \
    --from r.json -n
check "... which is said" holds err 'guess.tex: title or abstract is too long'

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
check "a version that is not there is not cited" gives 3 "$PITH" cite main.pdf
check "... nor printed" test ! -s out
check "... and the reason is given" holds err "main.pdf: $number is predicted, not posted"
check "... also in JSON" gives 3 "$PITH" cite --json main.pdf
check "... as predicted" holds out '"code":"predicted"'
check "the PDF is checked against its own record" gives 0 "$PITH" check main.pdf
check "... title and all" holds out "title       same"
check "... what it does not state is not claimed" holds out "abstract    not stated"
check "... nor what nobody looked at" holds out "what its pages show was not"
check "... in JSON" gives 0 "$PITH" check --json main.pdf
check "... neither" holds out '"pages_compared":false'
check "the source with its data file" gives 0 "$PITH" check main.tex
check "another abstract, on two lines" gives 1 "$PITH" check main.tex --abstract "Another
	text."
check "... differs, and for no other reason" holds out "abstract    differs"
mkdir upload
cp main.tex pith-data.tex "$SRC/tex/pith.sty" upload
check "the upload" gives 0 "$PITH" arxiv --no-compile upload
check "... says that the number is predicted" holds out \
    "note  pith-data.tex: $number is predicted, for the version that is to be posted"
sed -i 's/Another abstract/A newer abstract/' upload/main.tex
check "... not that of a paper that has changed since" gives 1 "$PITH" arxiv --no-compile upload
check "... and why" holds out \
    "FAIL  main.tex: abstract differs from that of $number: "
mkdir records
mv r.json records/CIHWLDKTKGCTCOIPMPEHC3WEPE.json
check "prepare --check takes the file as mint wrote it" gives 0 "$PITH" prepare --check main.tex \
    --from records
cp pith-data.tex minted
check "prepare while no source has the number" gives 0 "$PITH" prepare main.tex --from records
check "... keeps it" cmp minted pith-data.tex
check "... and says until when" holds err \
    "$number: still predicted; run \`pith prepare\` again once it is posted"
check "... in JSON, too" gives 0 "$PITH" prepare main.tex --json --from records
sed 's/{canonicalRecord}{..../{canonicalRecord}{AAAA/' minted >pith-data.tex
check "a prediction that does not hash to its number is not kept" gives 7 "$PITH" prepare main.tex \
    --from records
sed 's/{relation}{predicted}/{relation}{current}/' minted >pith-data.tex
check "nor is a number that was not predicted" gives 7 "$PITH" prepare main.tex --from records
cp minted pith-data.tex
check "an unreachable source is still a failure" gives 6 "$PITH" prepare main.tex --no-cache \
    --timeout 1 --resolver https://127.0.0.1:9 --allow-private
check "... that changes nothing" cmp minted pith-data.tex
mkdir posted
python3 - pith-data.tex >"posted/$number.json" <<'EOF'
import base64, re, sys
text = open(sys.argv[1]).read()
block = next(b for b in text.split("\\pithrecord")[1:] if "{relation}{predicted}" in b)
record = base64.b64decode(re.search(r"canonicalRecord\}\{(.*)\}", block).group(1)).decode()
print('{"canonical_record":%s}' % record)
EOF
check "once it is posted, --check wants it" gives 3 "$PITH" prepare main.tex --check --from posted
check "... and prepare" gives 0 "$PITH" prepare main.tex --from posted
check "... it is current" holds pith-data.tex '{relation}{current}'
check "... and no longer predicted" fails grep -q predicted pith-data.tex
cp minted pith-data.tex

# A paper that prints further numbers, of which there is no data file yet.
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK
cp "$SRC/examples/paper/pith/$ID.json" "$SRC/examples/paper/pith/$SEED.json" records
mkdir several
sed "s/$number/$ID/; s/.end{document}/See \\\\pithnumber{CIHWLDKTKGCTCOIPMPEHC3WEPE}, \\\\pithnumber{$SEED}.&/" \
    main.tex >several/main.tex
check "--next before any prepare" gives 0 "$PITH" mint --next several/main.tex --from records
check "... has the other numbers, too" same "$(grep -c '^.pithrecord' several/pith-data.tex)" 4
coming=$(head -n 1 out | cut -d: -f3)
sed "s/$ID/$coming/" several/main.tex >new.tex
mv new.tex several/main.tex
cp several/pith-data.tex minted.several
check "... and prepare --check has no wish" gives 0 "$PITH" prepare --check several/main.tex \
    --from records
check "... nor has prepare" gives 0 "$PITH" prepare several/main.tex --from records
check "... which changes nothing" cmp minted.several several/pith-data.tex
rm several/pith-data.tex "records/$SEED.json"
sed "s/$coming/$ID/" several/main.tex >new.tex
mv new.tex several/main.tex
check "a further number that nobody has" gives 0 "$PITH" mint --next several/main.tex --from records
check "... is named" holds err "$SEED"

sed 's/pdftitle={Pythia: The Next Suite}/pdftitle={}/' main.tex >other.tex
pdflatex -interaction=batchmode other.tex >/dev/null 2>&1 || true
check "a PDF with an empty title" gives 0 "$PITH" check other.pdf
check "... which states none" holds out "title       not stated: a PDF without a title"
sed 's/pdftitle={Pythia: The Next/pdftitle={Pythia: The Nxt/' main.tex >other.tex
pdflatex -interaction=batchmode other.tex >/dev/null 2>&1 || true
check "a PDF with another title" gives 1 "$PITH" check other.pdf
check "... which is named" holds out '"nxt"'
finish
