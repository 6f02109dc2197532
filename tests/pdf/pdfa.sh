#!/bin/sh
# SPDX-License-Identifier: MIT
# PDF/A: a valid paper stays valid, by PDFBox Preflight (PDF/A-1b is all it knows).
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
need_pith
need java pdflatex pdfinfo python3
jars=/usr/share/java
if [ ! -e $jars/preflight.jar ] || [ ! -e $jars/xmpbox.jar ]; then
    echo "SKIP: needs libpdfbox2-java"
    exit 77
fi
CLASSPATH=
for jar in preflight pdfbox2 fontbox2 xmpbox commons-logging javax.activation jaxb-api; do
    CLASSPATH=$CLASSPATH:$jars/$jar.jar
done
export CLASSPATH
cd "$WORK"

# valid FILE: Preflight says so.
valid() {
    java org.apache.pdfbox.preflight.Validator_A1b "$1" >preflight.log 2>&1
}

cat >paper.tex <<'T'
\documentclass{article}
\usepackage[a-1b]{pdfx}
\begin{document}Text $x^2$\end{document}
T
printf '%s\n' '\Title{A title}' '\Author{A. Author}' '\Keywords{a\sep b}' >paper.xmpdata
for run in 1 2; do
    pdflatex -interaction=batchmode paper.tex >"log$run" 2>&1 || true
done
if [ ! -s paper.pdf ] || ! valid paper.pdf; then
    echo "SKIP: pdfx makes no valid PDF/A-1b here"
    exit 77
fi
check "a paper of pdfx is embedded" embed paper.pdf out.pdf
check "  and stays valid PDF/A-1b" valid out.pdf
check "again" embed out.pdf out2.pdf
check "  it stays valid" valid out2.pdf
check "with dc:identifier" embed paper.pdf also.pdf --also dc:identifier
check "  it stays valid" valid also.pdf
check "with a new metadata date" env SOURCE_DATE_EPOCH=1893456000 "$PITH" embed --quiet \
    --from "$FROM" -o dated.pdf paper.pdf "$ID"
check "  it stays valid" valid dated.pdf
pdfinfo -meta dated.pdf >meta
check "  and says the new date" holds meta "2030-01-01T00:00:00Z"
pdfinfo -meta out.pdf >meta
check "there is one bag of schemas" lines 1 meta "<pdfaExtension:schemas>"
check "  which knows ours" lines 1 meta "<pdfaSchema:namespaceURI>https://pith.science/ns/1.0/"
check "an attachment is refused, PDF/A-1 allows none" gives 5 "$PITH" embed --from "$FROM" \
    --attach -o attached.pdf paper.pdf "$ID"
check "  and says so" holds err "PDF/A-1"

# The check can fail: the same record without its schema is not valid.
python3 - <<'P'
import re
data = open("out.pdf", "rb").read()
entry = re.search(rb'<rdf:li [^>]*rdf:parseType="Resource"[^>]*>\s*<pdfaSchema:schema>Pith Number'
                  rb'.*?</rdf:Seq></pdfaSchema:property>\s*</rdf:li>', data, re.S)
assert entry
open("bare.pdf", "wb").write(data[:entry.start()] + b" " * (entry.end() - entry.start()) +
                             data[entry.end():])
P
check "without the schema it would not be valid" fails valid bare.pdf

# A paper whose metadata has no schemas of its own gets them with ours.
python3 - <<'P'
import re
data = open("paper.pdf", "rb").read()
entry = re.search(rb"<rdf:Description[^>]*>\s*<pdfaExtension:schemas>.*?</pdfaExtension:schemas>\s*"
                  rb"</rdf:Description>", data, re.S)
if entry:
    data = data[:entry.start()] + b" " * (entry.end() - entry.start()) + data[entry.end():]
    data = re.sub(rb"<(pdfx|prism|pdfxid|xmpRights|Iptc4xmpCore|xapRights)[^>]*:[^>]*>[^<]*</[^>]*>",
                  lambda m: b" " * len(m.group()), data)
open("none.pdf", "wb").write(data)
P
if valid none.pdf; then
    check "a paper without schemas" embed none.pdf none2.pdf
    check "  stays valid" valid none2.pdf
else
    echo "SKIP: pdfx's metadata needs its schemas"
fi
finish
