#!/bin/sh
# SPDX-License-Identifier: MIT
# Without a data file, with anonymous, beside hyperref: what is printed, what
# is linked, what is warned of.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext pdfinfo pdftohtml pdftoppm qpdf od
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
for form in "$URL/$ID/" "https://mirror.example.org/sub/pith/$ID" "HTTPS://127.0.0.1:8080/pith/$ID/" \
  "http://pith.science/pith/pith:2013:$ID" "https://pith.science/pith/a5g5gaj7dmczdpvamnfayyauop/"; do
  doc form '\usepackage{pith}' "\\pithnumber{$form}"
  check "form: \`$form'" holds form.txt "Pith Number pith:$ID Some text."
  check "form: \`$form' links to pith.science" lines 1 form.qdf "($URL/$ID)"
done
# As babel's spanish has them.
# shellcheck disable=SC2016 # TeX's own
doc active '\usepackage{pith}\AtBeginDocument{\catcode`<=13 \catcode`>=13 }\catcode`<=13
\protected\def<{smaller}\catcode`<=12 ' "\\pithnumber[qr=true] <$ID>"
plain active
# shellcheck disable=SC2016 # TeX's own
doc activetoc '\usepackage{pith}\usepackage[bookmarks]{hyperref}\catcode`<=13 \catcode`>=13
\protected\def<{smaller}\protected\def>{greater}\catcode`<=12 \catcode`>=12 ' \
  "\\catcode60=13 \\catcode62=13 \\section{On \\pithnumber<$ID>}"
check "activetoc: no warning of hyperref" fails grep -q 'Token not allowed' activetoc.log
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

# A star only declares the number, and goes before those of the text.
doc star "\\usepackage{pith}\\pithnumber*{$ID}" ''
check "star: prints nothing" fails grep -q 'Pith\|A5G5' star.txt
check "star: no link" fails grep -aq '/Annots' star.qdf
check "star: XMP has the number" holds star.xmp "<pith:number>pith:$ID</pith:number>"
check "star: one warning, for want of data" same "$(warnings star.log)" 1
doc starbody '\usepackage{pith}' "First \\pithnumber{$ID2}, then \\pithnumber* <$ID> no more."
check "starbody: prints nothing" holds starbody.txt "First Pith Number pith:$ID2, then no more."
check "starbody: XMP has the starred one" holds starbody.xmp "<pith:number>pith:$ID</pith:number>"
check "starbody: XMP has no other" fails holds starbody.xmp "$ID2"
doc first "\\usepackage{pith}\\pithnumber{$ID}\\pithnumber*{$ID2}" ''
check "first: XMP has the preamble's first" holds first.xmp "<pith:number>pith:$ID</pith:number>"
doc text '\usepackage{pith}' "A \\pithnumber{$ID}, \\pithnumber{$ID2}"
check "text: XMP has the text's first" holds text.xmp "<pith:number>pith:$ID</pith:number>"
doc later '\usepackage{pith}' "$(printf '%s\n' '\tableofcontents' \
  "\\section{A \\pithnumber{$ID2}}\\pithnumber*{$ID}")"
check "later: XMP has the starred one" holds later.xmp "<pith:number>pith:$ID</pith:number>"

doc notitle "\\usepackage{pith}\\pithnumber{$ID}" '' ''
check "notitle: one warning" same "$(warnings notitle.log)" 1
check "notitle: it names the body form" holds notitle.flat "\\pithnumber{$ID}"
doc noxmp "\\usepackage[xmp=false]{pith}\\pithnumber{$ID}" ''
check "noxmp: no packet" fails holds noxmp.qdf /Metadata
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
claim own "2013:$ID (arXiv:1309.3741v1, verified with key pith-v1-2026-05)" yes yes own
record $ID '' yes yes own | sed 's/pith-v1-2026-05/my_key--1/' >own.record
datafile "$(cat own.record)" >pith-data.tex
doc ownkey '\usepackage{pith}' "\\pithnumber{$ID}"
tr -d ' ' <ownkey.txt >ownkey.glued
check "ownkey: the key's name, letter for letter" holds ownkey.glued 'withkeymy_key--1)'
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

# Strings of the PDF: bookmarks and document information, with the table of
# contents and running heads beside.
strings() { # name, packages
  printf '%s\n' '\documentclass{article}' "$2" \
    "\\title{T \\pithnumber{$ID}}\\author{A \\pithfield{$ID}{title}}" '\begin{document}' \
    '\maketitle\tableofcontents' "\\section{On \\pithnumber{$ID}}" \
    "\\section{Of \\pithfield{$ID}{title}.}" "\\section{Opt \\pithnumber[qr=true]{$ID}}" \
    "\\section{Ang \\pithnumber<pith:2013:$ID>}" "\\section{Star \\pithnumber*{$ID}}" \
    "\\section{Url \\pithnumber[]<$URL/$ID/>}" '\end{document}' >"$1.tex"
  check "$1: compiles" latex "$1.tex"
  latex "$1.tex" || :
  latex "$1.tex" || :
  pdfinfo "$1.pdf" >"$1.info"
  text_of "$1.pdf" >"$1.txt"
  qpdf --qdf --object-streams=disable "$1.pdf" "$1.qdf"
  # The outline as readers see it.
  pdftohtml -xml -i -stdout "$1.pdf" 2>/dev/null | sed -n 's/^<item[^>]*>\(.*\)<\/item>$/\1/p' |
    sed "s/&lt;/</g; s/&gt;/>/g; s/&#34;/\"/g; s/&quot;/\"/g; s/&#39;/'/g; s/&amp;/\\&/g" >"$1.outline"
  check "$1: hyperref has nothing to warn of" fails grep -q 'Token not allowed' "$1.log"
  check "$1: an outline" test -s "$1.outline"
}
# shellcheck disable=SC2016 # TeX's own
TITLE='a\b{c}d} %e#f$g&h_i~j^k (l)) m"n <o>|-- --- ?` !` ``q'"'"''"'"''
datafile "$(record $ID "$(printf '%s' "$TITLE" | od -An -v -tx1 | tr -d ' \n' | tr a-f A-F)")" >pith-data.tex
for unicode in true false; do
  for order in "{pith}\\usepackage[pdfusetitle,unicode=$unicode]{hyperref}" \
    "[pdfusetitle,unicode=$unicode]{hyperref}\\usepackage{pith}"; do
    strings strings "\\usepackage$order"
    check "strings: the title" grep -q "^Title: *T pith:$ID\$" strings.info
    check "strings: the author" same "$(sed -n 's/^Author: *//p' strings.info)" "A $TITLE"
    printf '%s\n' "On pith:$ID" "Of $TITLE." "Opt pith:$ID" "Ang pith:$ID" "Star" "Url pith:$ID" >want
    sed 's/^[0-9]* *//; s/ *$//' strings.outline >got
    check "strings: the outline" cmp want got
    tr -d ' ' <strings.txt >strings.glued
    check "strings: the table of contents" \
      grep -q "Contents1OnPithNumberpith:2013:$ID.*6UrlPithNumberpith:2013:$ID" strings.glued
    check "strings: no warning" same "$(warnings strings.log)" 0
  done
done
nothing() {
  check "$1: nothing in the PDF" fails grep -aqi 'pith\|A5G5\|arxiv' "$1.qdf" "$1.info" "$1.txt" "$1.outline"
  check "$1: no warning" same "$(warnings "$1.log")" 0
  check "$1: the title" same "$(sed -n 's/^Title: *//p' "$1.info" | sed 's/ *$//')" T
  printf '%s\n' On Of. Opt Ang Star Url >want
  sed 's/^[0-9]* *//; s/ *$//; s/Of \./Of./' "$1.outline" >got
  check "$1: the outline" cmp want got
}
strings hidden1 '\usepackage[anonymous]{pith}\usepackage[pdfusetitle]{hyperref}'
nothing hidden1
strings hidden2 '\usepackage[pdfusetitle]{hyperref}\usepackage{pith}\pithsetup{anonymous}'
nothing hidden2
META="\\hypersetup{pdftitle={T \\pithnumber{$ID}},pdfauthor={A \\pithfield{$ID}{short}}}"
strings hidden3 "\\usepackage{pith}\\usepackage{hyperref}$META\\pithsetup{anonymous}"
nothing hidden3
check "hidden3: the author" same "$(sed -n 's/^Author: *//p' hidden3.info | sed 's/ *$//')" A
strings setup2 "\\usepackage{pith}\\usepackage{hyperref}\\newcommand\\mine{\\pithnumber{$ID}}
\\hypersetup{pdftitle={T \\mine},pdfauthor={A \\pithfield{$ID}{short}}}"
check "setup2: the title" grep -q "^Title: *T pith:$ID\$" setup2.info
check "setup2: the author" grep -q "^Author: *A A5G5GAJ7\$" setup2.info

# Running heads in capitals: the field's name comes as TITLE.
datafile "$(record $ID 412054)" >pith-data.tex
doc heads '\usepackage{pith}\pagestyle{headings}' "\\section{Of \\pithfield{$ID}{title}
\\pithfield{$ID}{canonicalSha256}, \\pithnumber{$ID}}\\newpage
\\uppercase{\\pithfield{$ID}{signedAt}} \\MakeUppercase{\\pithfield{$ID}{title}}
\\pithfield{$ID}{qr} \\lowercase{\\pithnumber{$ID}}"
check "heads: one warning, for qr" same "$(warnings heads.log)" 1
check "heads: one unknown" same "$(tr -cd '?' <heads.txt)" '??'
check "heads: the title" grep -q 'A T.*A T' heads.txt

# The QR code in a narrow place: the text goes below.
datafile "$(record $ID)" >pith-data.tex
for width in 30 32 40 50; do
  doc qrnarrow '\usepackage{pith}' "\\noindent\\begin{minipage}{${width}mm}
\\pithnumber[qr=true,qrsize=30mm]{$ID}\\end{minipage}"
  check "qrnarrow $width: no overfull box" fails grep -q '^Overfull' qrnarrow.log
  tr -d ' ' <qrnarrow.txt >qrnarrow.glued
  check "qrnarrow $width: the text" holds qrnarrow.glued "PithNumberpith:2013:$ID(arXiv:1309.3741v1,verified)"
done
doc qrwide '\usepackage{pith}' "\\pithnumber[qr=true,qrsize=30mm]{$ID}"
check "qrwide: beside the code, no bad box" fails grep -q '^\(Over\|Under\)full' qrwide.log

# A bad number is one error and no badge.
for bad in A5G5GAJ7DMCZDPVAMNFAYYAUO0 A5G5GAJ7 "pith::$ID" "x$ID" "" \
  'A5G5GAJ7DMCZD PVAMNFAYYAUOP' "ftp://example.org/pith/$ID" "https://example.org/$ID" \
  "$URL/$ID//" "$ID/" "$URL/x$ID" "$URL/$ID?a=1"; do
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
rm -f pith-data.tex
# Made HTML of by LaTeXML; and with its package, but by LaTeX.
doc package '\providecommand\LaTeXMLversion{}\usepackage{pith}' "\\pithnumber{$ID}"
plain package
if command -v latexml >/dev/null 2>&1; then
  xml() { # name, options
    printf '%s\n' '\documentclass{article}' "$2\\usepackage{hyperref}" \
      "\\pithnumber{$ID}\\pithnumber*{$ID2}" "\\begin{document}A \\pithnumber[qr]<$URL/$ID/>" \
      "b \\pithnumber* {$ID2} c \\pithnumber{pith:2013:$ID} d\\end{document}" >"$1.tex"
    check "$1: LaTeXML is content" latexml --strict --path="$SRC/tex" --includestyles \
      --dest="$1.xml" "$1.tex"
  }
  xml html '\usepackage[qr]{pith}'
  check "html: three links" same "$(grep -o "href=\"$URL/$ID\"" html.xml | wc -l | tr -d ' ')" 3
  check "html: nothing of the starred" fails grep -q "<p.*$ID2" html.xml
  for way in '[anonymous]{pith}' '[anonymous=true,qr]{pith}' '{pith}\pithsetup{anonymous}'; do
    xml html "\\usepackage$way"
    check "html, $way: nothing" fails grep -q '<p>.*\(Pith\|A5G5\)\|href' html.xml
  done
else
  echo "# latexml is missing: HTML left untested"
fi
check "arXiv finds the data file's name" \
  holds "$SRC/tex/pith.sty" '\InputIfFileExists{pith-data.tex}'
check "no \\jobname but that of hyperref's bookmarks, to read" \
  same "$(grep jobname "$SRC/tex/pith.sty" | tr -d ' ')" '\tex_openin:D\pith@read=\jobname.out\scan_stop:'
finish
