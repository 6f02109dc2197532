#!/bin/sh
# SPDX-License-Identifier: MIT
# Without a data file, with anonymous, beside hyperref: what is printed, what
# is linked, what is warned of.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext pdfinfo pdftoppm qpdf
cd "$WORK"

ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
URL=https://pith.science/pith

# doc NAME PREAMBLE AFTER-TITLE [TEXT]: a document, compiled twice, with NAME.txt
doc() {
  printf '%s\n' '\documentclass{article}' "$2" \
    '\title{A Title}\author{An Author}\date{A Date}' '\begin{document}' \
    "${4-\\maketitle}" "$3" '' 'Some text.' '\end{document}' >"$1.tex"
  check "$1: compiles" latex "$1.tex"
  latex "$1.tex" || :
  text_of "$1.pdf" >"$1.txt"
  pdfinfo -meta "$1.pdf" >"$1.xmp"
  qpdf --qdf --object-streams=disable "$1.pdf" "$1.qdf"
  log_of "$1.log" >"$1.flat"
}
plain() { # no claim, one link, one warning, two properties
  check "$1: plain badge" holds "$1.txt" "Pith Number pith:$ID"
  check "$1: no claim" fails grep -q 'verified\|predicted\|arXiv' "$1.txt"
  check "$1: linked" lines 1 "$1.qdf" "($URL/$ID)"
  check "$1: one warning" same "$(warnings "$1.log")" 1
  check "$1: it names the command" holds "$1.flat" "pith prepare FILE.tex"
  check "$1: XMP has the number" holds "$1.xmp" "<pith:number>pith:$ID</pith:number>"
  check "$1: XMP has the link" holds "$1.xmp" "<pith:resolver>$URL/$ID</pith:resolver>"
  check "$1: no other property" fails grep -q 'pith:\(status\|source\|relation\)' "$1.xmp"
}

doc preamble "\\usepackage{pith}\\pithnumber{$ID}" ''
plain preamble
check "preamble: after the title" grep -q 'A Date Pith Number' preamble.txt
check "preamble: a link without a frame" holds preamble.qdf '/Border ['
doc body '\usepackage{pith}' "\\pithnumber{$ID}"
plain body
doc angle "\\usepackage{pith}\\pithnumber<$ID>" ''
plain angle
doc lower '\usepackage{pith}' '\pithnumber{pith:a5g5gaj7dmczdpvamnfayyauop}'
plain lower
doc url '\usepackage{pith}' "\\pithnumber<$URL/$ID>"
plain url
doc qr "\\usepackage[qr]{pith}\\pithnumber{$ID}" ''
plain qr
doc before "\\usepackage{hyperref}\\usepackage{pith}\\pithnumber{$ID}" ''
plain before
check "before: hyperref's own link look" holds before.qdf '/C ['
doc after "\\usepackage{pith}\\pithnumber{$ID}\\usepackage[hidelinks]{hyperref}" ''
plain after
doc inline '\usepackage{pith}' "Words before \\pithnumber{$ID} and words after."
plain inline
check "inline: within the paragraph" holds inline.txt \
  "Words before Pith Number pith:$ID and words after."
doc narrow '\usepackage{pith}\textwidth=60mm' \
  "\\pithnumber{$ID}

Some words before \\pithnumber{$ID} and after, as columns may be narrow.

Words \\pithnumber{$ID}"
check "narrow: no overfull box" fails grep -q '^Overfull' narrow.log
tr -d ' ' <narrow.txt >narrow.glued
check "narrow: no hyphen in the number" \
  same "$(grep -o "$ID" narrow.glued | wc -l | tr -d ' ')" 3

doc two "\\usepackage{pith}\\pithnumber{$ID}\\pithnumber{$ID2}" "\\pithnumber{$ID2}"
check "two: one warning for both" same "$(warnings two.log)" 1
check "two: it names both" holds two.flat "$ID2"
check "two: XMP has the first only" fails holds two.xmp "$ID2"

doc notitle "\\usepackage{pith}\\pithnumber{$ID}" '' ''
check "notitle: one warning" same "$(warnings notitle.log)" 1
check "notitle: it names the body form" holds notitle.flat "\\pithnumber{$ID}"
doc noxmp "\\usepackage[xmp=false]{pith}\\pithnumber{$ID}" ''
check "noxmp: no packet" fails holds noxmp.qdf /Metadata
for writer in hyperxmp pdfx xmpincl; do
  doc $writer "\\expandafter\\def\\csname ver@$writer.sty\\endcsname{}
\\usepackage{pith}\\pithnumber{$ID}" ''
  check "beside $writer: no second packet" fails holds $writer.qdf /Metadata
  check "beside $writer: the log says so" holds $writer.flat 'No XMP of its own'
done

# Text that imitates the data file's commands, and the file \input by hand.
datafile "$(record $ID)" >pith-data.tex
doc input "\\usepackage{pith}\\pithnumber{$ID}" 'before \input{pith-data} after'
check "input: does nothing" holds input.txt 'before after Some text.'
check "input: badge" holds input.txt "pith:2013:$ID (arXiv:1309.3741v1, verified)"
check "input: no warning" same "$(warnings input.log)" 0
doc year '\usepackage{pith}' "\\pithnumber{pith:2014:$ID}"
check "year: one warning" same "$(warnings year.log)" 1
doc single '\usepackage{pith}' "\\pithnumber{$ID2}"
check "single: warned of" same "$(warnings single.log)" 1
claim() { # name, expected words, record arguments...
  name=$1 words=$2
  shift 2
  datafile "$(record $ID '' "$@")" >pith-data.tex
  doc "$name" '\usepackage{pith}' "\\pithnumber{$ID}"
  check "$name: says \`$words'" holds "$name.txt" "Pith Number pith:$words Some text."
}
claim nokey "2013:$ID (arXiv:1309.3741v1, hash verified, key not trusted)" yes yes no
claim unsigned "2013:$ID (arXiv:1309.3741v1, hash verified, no receipt)" yes no no
claim broken "$ID" no yes yes
claim earlier "2013:$ID (arXiv:1309.3741v1, earlier version, verified)" yes yes yes earlier
claim predicted "2013:$ID (arXiv:1309.3741v1, predicted)" yes yes yes predicted

# Anonymous: nothing at all, as if the package weren't there.
body="Some words \\pithnumber{$ID} between, \\pithnumber<$ID2> twice.

\\pithnumber{$ID}

A new paragraph."
doc anonymous "\\usepackage[anonymous,qr]{pith}\\pithnumber{$ID}" "$body"
doc setup "\\usepackage{pith}\\pithnumber{$ID}\\pithsetup{anonymous}" "$body"
doc without '' 'Some words between, twice.

A new paragraph.'
for name in anonymous setup; do
  check "$name: no text" fails grep -qi 'pith\|A5G5' "$name.txt"
  check "$name: no link, no XMP" fails grep -aqi 'pith\|/Annots\|/Metadata' "$name.qdf"
  check "$name: no warning" same "$(warnings "$name.log")" 0
  check "$name: the page as without the package" \
    same "$(render "$name.pdf")" "$(render without.pdf)"
done

# A bad number is one error and no badge.
for bad in A5G5GAJ7DMCZDPVAMNFAYYAUO0 A5G5GAJ7 "pith::$ID" "x$ID" "" \
  'A5G5GAJ7DMCZD PVAMNFAYYAUOP' 'https://example.org/pith/'$ID; do
  printf '%s\n' '\documentclass{article}\usepackage{pith}\begin{document}' \
    "Text \\pithnumber{$bad} goes on.\\end{document}" >bad.tex
  pdflatex -interaction=nonstopmode bad.tex >/dev/null 2>&1 || :
  check "bad number \`$bad': one error" lines 1 bad.log '! Package pith Error'
  check "bad number \`$bad': the hint" grep -q '0 is meant as O' bad.log
  check "bad number \`$bad': goes on without a badge" \
    grep -q 'Text goes on' <<X
$(text_of bad.pdf)
X
done
check "arXiv finds the data file's name" \
  holds "$SRC/tex/pith.sty" '\InputIfFileExists{pith-data.tex}'
check "no \\jobname" fails grep -q jobname "$SRC/tex/pith.sty"
finish
