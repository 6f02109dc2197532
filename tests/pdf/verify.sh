#!/bin/sh
# SPDX-License-Identifier: MIT
# verify on PDFs: what each place says, whether it holds, and whether the places agree.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
need_pith
need python3 qpdf exiftool pdfdetach
cd "$WORK"
python3 "$SRC/tests/pdf/shapes.py" shapes
cp shapes/table.pdf paper.pdf
embed paper.pdf out.pdf
PREFIX=$(wc -c <paper.pdf)

# says EXIT TEXT FILE [option...]: verify's exit code, and a text in its report or error.
# shellcheck disable=SC2317 # called by check
says() {
    expected=$1
    text=$2
    shift 2
    status=0
    case " $* " in *" --from "*) ;; *) set -- --offline "$@" ;; esac
    "$PITH" verify "$@" >report 2>&1 || status=$?
    tr -s ' \n' '  ' <report >line
    if [ "$status" != "$expected" ] || ! holds line "$text"; then
        echo "# exit $status instead of $expected, or no \"$text\": $*" >&3
        cat report >&3
        return 1
    fi
}
packets() { python3 "$SRC/tests/pdf/packets.py" "$@"; }

# ---- What holds ----
export PITH_CACHE_DIR="$WORK/cache" # empty: nothing can be looked up
check "a record is verified without network" says 0 "hash, signature and key hold" out.pdf
check "  the author's file is proved" says 0 "the first $PREFIX of its" out.pdf
check "  and what is not claimed is said" says 0 "was not compared with it" out.pdf
cp out.pdf name
check "  by bytes, not by name" "$PITH" verify -q name
check "  --json" gives 0 "$PITH" verify --json out.pdf
check "  is JSON" python3 -m json.tool out
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
    check "  under strace" env ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=network -o trace \
        "$PITH" verify -q out.pdf
    check "  with no socket" fails grep -q socket trace
fi
check "--require signed,trusted" says 0 "hash, signature" --require signed,trusted out.pdf
echo '{"keys":[]}' >nobody.json
check "with another keyring: untrusted" says 4 "not in the keyring" --keyring nobody.json out.pdf
embed paper.pdf earlier.pdf --relation earlier
check "an earlier version is said" says 0 "earlier version of this text" earlier.pdf
check "no record: incomplete" says 3 "names no Pith Number" paper.pdf
echo text >text.pdf
check "no PDF: malformed" gives 5 "$PITH" verify text.pdf

# ---- What does not ----
# altered FROM TO: the file with the first FROM in the record changed to the TO, as long.
altered() {
    python3 - "$@" <<'P'
import sys
data = open("out.pdf", "rb").read()
old, new = (a.encode() for a in sys.argv[1:3])
at = data.rindex(b"<pith:number>")
start = data.index(old, at)
assert len(old) == len(new)
open("bad.pdf", "wb").write(data[:start] + new + data[start + len(old):])
P
}
altered "pith:2013:A5G5" "pith:2013:A5G6"
check "another number: invalid" says 1 "number-mismatch" bad.pdf
altered "pith:2013:A5G5" "pith:2014:A5G5"
check "another year: invalid" says 1 "year-mismatch" bad.pdf
altered "canonicalSha256>074d" "canonicalSha256>174d"
check "another hash: invalid" says 1 "hash-mismatch" bad.pdf
altered "canonicalRecord>eyJtZXRhZGF0YSI6" "canonicalRecord>eyJtZXRhZGF0YTI6"
check "another record: not valid" fails "$PITH" verify bad.pdf
altered "signature>1D" "signature>1E"
check "another signature: invalid" says 1 "signature-invalid" bad.pdf
altered "arxiv:1309.3741v1" "arxiv:1309.3741v2"
check "another source: invalid" says 1 "source-mismatch" bad.pdf
altered "keyId>pith-v1-2026-05" "keyId>pith-v1-2026-06"
check "another key: untrusted" says 4 "key-unknown" bad.pdf
python3 - <<'P'
data = bytearray(open("out.pdf", "rb").read())
data[data.index(b"0 0 1 rg")] = ord("1")
open("bad.pdf", "wb").write(data)
P
check "another page: invalid" says 1 "pdf-prefix-differs" bad.pdf
python3 - <<'P'
import base64, re
data = open("out.pdf", "rb").read()
packet = data[data.rindex(b"<?xpacket begin"):]
packet = packet[:packet.index(b"<?xpacket end") + 19]
open("packet.xmp", "wb").write(packet)
record = base64.b64decode(re.search(rb"canonicalRecord>([^<]*)", packet).group(1))
def put(name, raw):
    open(name, "wb").write(re.sub(rb"(canonicalRecord>)[^<]*",
                                  lambda m: m.group(1) + base64.b64encode(raw), packet))
put("smuggled.xmp", record + b',"paper":{"title":"Another"}')
put("spaced.xmp", record.replace(b":", b": ", 1))
def swap(name, old, new):
    assert old in packet
    open(name, "wb").write(packet.replace(old, new, 1))
number = b"A5G5GAJ7DMCZDPVAMNFAYYAUOP"
other = b"XHNNPWFNQ4ZPTVKFXVZADSBBOK"
swap("twice.xmp", b"<pith:number>", b"<pith:number>pith:2013:" + other + b"</pith:number><pith:number>")
dc = b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" rdf:about=""><dc:%s>%s</dc:%s></rdf:Description></rdf:RDF>'
swap("other-dc.xmp", b"</rdf:RDF>", dc % (b"identifier", b"pith:" + other, b"identifier"))
swap("same-dc.xmp", b"</rdf:RDF>", dc % (b"identifier", b"pith:2013:" + number, b"identifier"))
swap("year-dc.xmp", b"</rdf:RDF>", dc % (b"identifier", b"pith:2014:" + number, b"identifier"))
swap("doi-dc.xmp", b"</rdf:RDF>", dc % (b"identifier", b"info:doi/10.1/2", b"identifier"))
swap("relation.xmp", b"</rdf:RDF>", dc % (b"relation", b"pith:" + other, b"relation"))
swap("broken.xmp", b"</pith:number>", b"</pith:numbr>")
open("other.xmp", "wb").write(packet.replace(number, other))
bare = re.sub(rb"<pith:(?!number)(\w+)>.*?</pith:\1>\n", b"", packet, flags=re.S)
open("number.xmp", "wb").write(bare)
P
packets x.pdf current=smuggled.xmp
check "members beside the record: invalid" says 1 "not the canonical form" x.pdf
packets x.pdf current=spaced.xmp
check "a record in another form: invalid" says 1 "not the canonical form" x.pdf
packets x.pdf current=twice.xmp
check "two numbers in one packet: invalid" says 1 "xmp-conflict" x.pdf
packets x.pdf current=other-dc.xmp
check "dc:identifier names another: invalid" says 1 "the identifier names $OTHER" x.pdf
packets x.pdf current=broken.xmp
check "a packet that is no XML: malformed" says 5 "not well-formed" x.pdf

# ---- Other places ----
packets x.pdf current=packet.xmp
check "a packet that was made with the file" says 0 "hash, signature and key hold" x.pdf
check "  proves no file" fails grep -q pdf-prefix-holds report
packets x.pdf deflated=packet.xmp
check "a compressed packet" says 0 "hash, signature and key hold" x.pdf
packets x.pdf current=same-dc.xmp
check "dc:identifier with the same number" says 0 "hash, signature" x.pdf
packets x.pdf current=year-dc.xmp
check "dc:identifier with another year: invalid" says 1 "the identifier has the year 2014" x.pdf
packets x.pdf current=doi-dc.xmp
check "dc:identifier with a DOI" says 0 "hash, signature" x.pdf
packets x.pdf current=relation.xmp
check "dc:relation with another number" says 0 "hash, signature" x.pdf
for name in unused unused-deflated old; do
    if [ $name = old ]; then set -- old=other.xmp current=packet.xmp; else
        set -- current=packet.xmp $name=other.xmp; fi
    packets x.pdf "$@"
    check "another number in a packet that is $name: warning" says 0 "not in use, names $OTHER" x.pdf
done
packets x.pdf current=packet.xmp unused=broken.xmp
check "a broken packet that is not in use: note" says 0 "is not well-formed" x.pdf
for link in link link-packed; do
    packets x.pdf current=packet.xmp "$link=https://pith.science/pith/$ID"
    check "$link to the number" says 0 "hash, signature" x.pdf
    check "  without a word" fails grep -q number-differs report
    packets x.pdf current=packet.xmp "$link=https://pith.science/pith/$OTHER"
    check "$link to another number: warning" says 0 "none names this record" x.pdf
    packets x.pdf current=packet.xmp "$link=https://pith.science/pith/$OTHER" \
        "link=https://pith.science/pith/$ID"
    check "  and one to this one: a citation" says 0 "hash, signature" x.pdf
    check "  without a word" fails grep -q number-differs report
    packets x.pdf "$link=https://pith.science/pith/$ID"
    check "only a $link: a citation, no record" says 3 "has no record; its links name $ID" \
        --from "$FROM" --require signed,trusted x.pdf
done
for form in hex octal split name percent indirect packed-name; do
    packets x.pdf current=packet.xmp "link-$form=https://pith.science/pith/$OTHER"
    check "a link spelled otherwise ($form) is found" says 0 "none names this record" x.pdf
    packets x.pdf "link-$form=https://pith.science/pith/$ID"
    check "  but makes no record" says 3 "its links name $ID" x.pdf
done
packets x.pdf current=packet.xmp "link=https://example.org/pith/$OTHER"
check "a link to another host: a note" says 0 "a link to example.org names $OTHER" x.pdf
check "  no warning" fails grep -q number-differs report
packets x.pdf current=packet.xmp "link-hex=https://pith.science@Example.ORG:81/pith/$ID" \
    "link=https://pith.science/pith/$OTHER"
check "  a user's name is no host" says 0 "a link to example.org names $ID" x.pdf
check "  and it is no badge" says 0 "none names this record" x.pdf
packets x.pdf "link=https://example.org/?q=pith:2013:$ID"
check "only such a link: no record" says 3 "its links name $ID at example.org" \
    --from "$FROM" --require signed,trusted x.pdf
packets x.pdf current=packet.xmp "link=https://pith.science/pith/${OTHER}A" \
    "link=https://pith.science/pith/${OTHER%?}"
check "27 or 25 characters" says 0 "hash, signature" x.pdf
check "  are no number" fails grep -q number-differs report
for text in "% /URI (https://x/pith/$ID)" "7 0 obj <</URI(https://pith.science/pith/$ID)>> endobj"; do
    python3 - "$text" <<'P'
import sys
data = open("paper.pdf", "rb").read()
at = data.rindex(b"startxref")
open("x.pdf", "wb").write(data[:at] + sys.argv[1].encode() + b"\n" + data[at:])
P
    check "only a mention: no record" says 3 "has no record" --from "$FROM" x.pdf
done
packets x.pdf current=number.xmp
check "only a number: looked up, but no verdict on the file" says 3 "holds no record" \
    --from "$FROM" x.pdf
check "  also when signed,trusted is required" gives 3 "$PITH" verify --from "$FROM" \
    --require signed,trusted x.pdf
exiftool -q "-XMP-dc:Identifier=pith:2013:$ID" -o dc.pdf paper.pdf
check "dc:identifier alone, by exiftool" says 3 "the file itself holds no record" --from "$FROM" \
    dc.pdf
check "  or not found" gives 7 "$PITH" verify --offline dc.pdf
exiftool -q "-XMP-xmp:Identifier=https://pith.science/pith/$ID" -o xmp.pdf paper.pdf
check "xmp:Identifier alone" says 3 "the file itself holds no record" --from "$FROM" xmp.pdf
check "--online asks for the record of a PDF that has it" gives 0 "$PITH" verify --online --from "$FROM" out.pdf
mkdir empty
check "  and fails without" gives 7 "$PITH" verify --online --from empty out.pdf
altered "signature>1D" "signature>1E"
status=0
"$PITH" verify --online --from "$FROM" bad.pdf >report 2>&1 || status=$?
tr -s ' \n' '  ' <report >line
check "  and does not hide a bad signature in the file" same "$status" 1
check "    nor that the two disagree" holds line "that of the source disagree; in the file"
check "    also when the source cannot be asked" gives 1 "$PITH" verify --online --from empty bad.pdf

# ---- An update of ours with more in it ----
for attach in "" --attach; do
    # shellcheck disable=SC2086 # none or one option
    embed shapes/no-metadata.pdf whole.pdf $attach
    python3 "$SRC/tests/pdf/forge.py" shapes/no-metadata.pdf whole.pdf
    for kind in page pages root; do
        check "a forged update ($kind, ${attach:-no attachment}): warning" says 0 \
            "the update with the record changes other objects too" forged-$kind.pdf
        check "  strip refuses it" gives 3 "$PITH" strip -o x.pdf forged-$kind.pdf
        check "    and says why" holds err "changes other objects too"
        check "  embed adds to it" embed forged-$kind.pdf kept.pdf
        check "    and loses nothing" cmp -n "$(wc -c <forged-$kind.pdf)" forged-$kind.pdf kept.pdf
    done
    check "  our own is known (${attach:-no attachment})" says 0 "pdf-prefix-holds" whole.pdf
done

# ---- Work has a limit ----
python3 - <<'P'
data = open("paper.pdf", "rb").read()
at = data.rindex(b"startxref")
block = (b"1 0 obj(" + b"/XML" * 998) * 1000
xpacket = b'<?xpacket id="W5M0MpCehiHzreSzNTczkc9d"' * 100000
broken = (b"%" + xpacket[:39] + b"?><a/><?xpacket end=''?>\n") * 1000
for name, junk in (("many-objects.pdf", block), ("many-packets.pdf", xpacket),
                   ("many-links.pdf", b"/URI(" * 300000), ("many-broken.pdf", broken)):
    open(name, "wb").write(data[:at] + b"%" + junk + b"\n" + data[at:])
P
for name in many-objects many-packets many-links; do
    embed $name.pdf x.pdf
    check "$name: not all is looked at, and that is said" says 0 "pdf-partly-read" x.pdf
done

embed many-broken.pdf x.pdf
check "many broken packets: one line, and their number" says 0 "999 more packets" x.pdf
# Objects that are small as stored, and whose parts were once compared with all others.
python3 - <<'P'
import zlib
def write(name, catalog, objects):
    out = bytearray(b"%PDF-1.5\n")
    rows = b"0000000000 65535 f \n"
    bodies = [b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog, b"<</Type/Pages/Kids[]/Count 0>>"]
    for number, body in enumerate(bodies + objects, 1):
        rows += b"%010d 00000 n \n" % len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    size = 3 + len(objects)
    out += b"xref\n0 %d\n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        size, rows, size, len(out))
    open(name, "wb").write(out)
bomb = zlib.compress(b"1 0 " + b"/URI(" * (6 << 20), 9)
write("packed-links.pdf", b"", [
    b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
    % (len(bomb), bomb)] * 8)
write("keys.pdf", b"".join(b"/K%d[%s]" % (i, b"1 " * 400) for i in range(1000)), [])
write("fields.pdf", b"/AcroForm<</Fields[" + b"3 0 R " * 60000 + b"]>>",
      [b"<</FT/Sig/T(%s)>>" % (b"x" * 3000)])
P
embed packed-links.pdf x.pdf
check "links packed tightly: not all is looked at" says 0 "pdf-partly-read" x.pdf
embed keys.pdf x.pdf
check "a catalog of 1,000 keys" says 0 "hash, signature" x.pdf
check "too many form fields: refused" gives 5 "$PITH" embed --from "$FROM" -o y.pdf fields.pdf "$ID"
check "  and why" holds err "too many form fields"

# ---- Attachments and rewriting ----
embed paper.pdf attached.pdf --attach
check "an attached bundle" says 0 "attached bundle holds" attached.pdf
python3 - <<'P'
data = open("attached.pdf", "rb").read()
at = data.index(b"/EmbeddedFile ")
start = data.index(b"hep-ph", at)
open("bad.pdf", "wb").write(data[:start] + b"hep-th" + data[start + 6:])
P
check "one that does not hold: invalid" says 1 "pdf-bundle" bad.pdf
pdfdetach -save 1 -o bundle.json attached.pdf >/dev/null 2>&1 || true
sed 's/hep-ph/hep-th/' bundle.json >other.json
for how in attach attach-uf attach-af attach-annot attach-annot-packed; do
    packets x.pdf current=packet.xmp $how=bundle.json
    check "a bundle found by $how" says 0 "attached bundle holds" x.pdf
    packets x.pdf current=packet.xmp $how=other.json
    check "  that does not hold: invalid" says 1 "pdf-bundle" x.pdf
    packets x.pdf current=packet.xmp attach=bundle.json $how=bundle.json
    check "  the same one twice" says 0 "attached bundle holds" x.pdf
    check "    is one" lines 1 report "bundle holds"
    [ $how != attach ] || continue
    packets x.pdf current=packet.xmp attach=bundle.json $how=other.json
    check "  a second that does not hold: invalid" says 1 "pdf-bundle" x.pdf
    { cat bundle.json && echo; } >spaced.json
    packets x.pdf current=packet.xmp attach=bundle.json $how=spaced.json
    check "  two that differ, and both hold: warning" says 0 "2 different bundles" x.pdf
done
qpdf --linearize out.pdf fast.pdf
check "rewritten: the record holds" says 0 "hash, signature and key hold" fast.pdf
check "  the author's file is not proved, with a warning" says 0 "rewritten" fast.pdf
exiftool -q -Author=Me -o changed.pdf out.pdf
check "changed again: the author's file is still proved" says 0 "changed again after" changed.pdf
embed changed.pdf again.pdf
check "embedded again on top: proved again" says 0 "pdf-prefix-holds" again.pdf

# ---- QR ----
if have pdftoppm && have zbarimg && have pdflatex && [ -n "$(kpsewhich qrcode.sty)" ]; then
    qr() {
        printf '%s\n' '\documentclass{article}\usepackage{qrcode}\begin{document}' \
            "\\qrcode{https://pith.science/pith/$1}" '\end{document}' >qr.tex
        pdflatex -interaction=batchmode qr.tex >/dev/null 2>&1 || true
        embed qr.pdf ./-qr.pdf
    }
    qr "$ID"
    check "--qr finds the code on the page" says 0 "QR code names this record" --qr 2 -- -qr.pdf
    check "  but not without being asked" says 0 "hash" -- -qr.pdf
    check "  then" fails grep -q "QR code" report
    qr "$OTHER"
    check "--qr finds another number: warning" says 0 "a QR code names $OTHER" --qr 1 -- -qr.pdf
    check "--qr without the tools: incomplete" gives 3 env PATH=/nonexistent "$PITH" verify --qr 1 \
        out.pdf
    check "--qr takes a number" says 2 "1 to 100" --qr all out.pdf
else
    echo "SKIP: QR codes on pages: needs pdftoppm, zbarimg, qrcode.sty"
fi

# ---- A paper with pith.sty ----
if have pdflatex; then
    cp "$SRC/examples/paper/main.tex" "$SRC/tex/pith.sty" .
    "$PITH" prepare -q --from "$FROM" main.tex
    pdflatex -interaction=batchmode main.tex >/dev/null 2>&1 || true
    check "a paper with pith.sty proves itself" says 0 "hash, signature and key hold" main.pdf
    check "  its badge names the record" fails grep -q number-differs report
    check "  strip cannot take it out" gives 3 "$PITH" strip -o x.pdf main.pdf
    check "  and says why" holds err "written when the file was made"
    embed main.pdf main2.pdf
    check "embedding on top" says 0 "pdf-prefix-holds" main2.pdf
    # One table: what pith.sty writes is what is read here.
    sed -n 's/.*X([A-Z0-9_]*, "\([A-Za-z0-9]*\)".*/\1/p' "$SRC/src/out/xmp.h" >names
    grep -ao '<pith:[A-Za-z0-9]*' main.pdf | sed 's/<pith://' | sort -u >used
    check "pith.sty writes no property that the table has not" sh -c '! grep -vxFf names used'
fi
finish
