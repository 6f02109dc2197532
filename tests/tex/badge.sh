#!/bin/sh
# SPDX-License-Identifier: MIT
# The example paper with real data, read back by programs that know nothing
# of Pith.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext pdfinfo pdffonts pdftoppm qpdf exiftool zbarimg
need_pith

ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
URL=https://pith.science/pith

cp -R "$SRC/examples/paper/." "$WORK/"
cd "$WORK"
rm -f pith-data.tex
check "pith prepare writes the data file" "$PITH" prepare --from pith main.tex
check "pith-data.tex is there" test -s pith-data.tex
check "first run" latex main.tex
check "second run" latex main.tex
if [ ! -s main.pdf ]; then
  not_ok "no PDF"
  finish
fi

check "no overfull or underfull box" fails grep -q '^\(Over\|Under\)full' main.log
check "no warning" fails grep -q 'Warning' main.log
check "two pages" grep -q '^Pages: *2$' <<X
$(pdfinfo main.pdf)
X

text_of main.pdf >text
check "badge: verified" holds text \
  "Pith Number pith:2013:$ID (arXiv:1309.3741v1, verified)"
tr -d ' ' <text >glued
check "second badge: hash only" holds glued \
  "PithNumberpith:2024:$ID2(arXiv:2407.20018v1,hashverified,noreceipt)"

qpdf --qdf --object-streams=disable main.pdf flat.pdf
check "link of the badge" holds flat.pdf "($URL/$ID)"
check "link of the second badge" holds flat.pdf "($URL/$ID2)"
check "qpdf finds no fault" qpdf --check main.pdf
check "one /Metadata" lines 1 flat.pdf '/Metadata '
check "no output intent" fails holds flat.pdf /OutputIntents

pdfinfo -meta main.pdf >xmp
field() { sed -n "s|^\\\\pithvalue{$1}{\\(.*\\)}\$|\\1|p" pith-data.tex | sed -n 1p; }
for name in number canonicalSha256 canonicalRecord keyId signature signedAt \
  resolver source relation; do
  check "pdfinfo shows pith:$name" holds xmp "<pith:$name>$(field "$name")</pith:$name>"
done
check "pdfinfo shows the status" holds xmp '<rdf:li>references:'
check "the packet stands uncompressed in the file" lines 1 main.pdf \
  "<pith:number>pith:2013:$ID</pith:number>"
if command -v xmllint >/dev/null 2>&1; then
  check "the packet is well-formed" xmllint --noout xmp
else
  echo "# xmllint is missing: well-formedness left to exiftool"
fi
exiftool -a -G1 -s main.pdf >exif
check "exiftool shows the number" grep -q "XMP-pith.*Number *: pith:2013:$ID" exif
check "exiftool shows the resolver" grep -q "XMP-pith.*Resolver *: $URL/$ID" exif
check "exiftool shows dc:identifier" grep -q "XMP-dc.*Identifier *: pith:2013:$ID" exif
check "exiftool has no warning" fails grep -qi '\[ExifTool\].*Warning' exif

pdftoppm -r 150 -png -f 1 -l 1 main.pdf page
check "zbarimg reads the QR code at 150 dpi" \
  same "$(zbarimg -q --raw page-*.png 2>/dev/null)" "$URL/$ID"

pdffonts main.pdf | sed 1,2d >fonts
check "there are fonts" test -s fonts
# shellcheck disable=SC2016 # awk's own variables
check "each font is embedded" awk '$(NF - 4) != "yes" { exit 1 }' fonts
check "each font is Type 1" fails grep -v 'Type 1 ' fonts
check "nothing was run" fails grep -q runsystem main.log
finish
