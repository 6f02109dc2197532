#!/bin/sh
# SPDX-License-Identifier: MIT
# embed and strip as commands: where they write, what they never lose, and what they say.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/pdf/lib.sh
. "$SRC/tests/pdf/lib.sh"
need_pith
need python3 qpdf pdfinfo pdfdetach
cd "$WORK"
python3 "$SRC/tests/pdf/shapes.py" shapes
cp shapes/stream-catalog-packed.pdf paper.pdf
size=$(wc -c <paper.pdf)
cp paper.pdf saved.pdf

# ---- Where it goes ----
check "neither -o nor --in-place: usage" gives 2 "$PITH" embed --from "$FROM" paper.pdf "$ID"
check "both: usage" gives 2 "$PITH" embed --from "$FROM" -o x.pdf --in-place paper.pdf "$ID"
check "a date that is no number" gives 2 env SOURCE_DATE_EPOCH=abc "$PITH" embed --from "$FROM" -o new.pdf paper.pdf "$ID"
check "  in the words of all commands" holds err "SOURCE_DATE_EPOCH: is not a number of seconds since 1970"
check "standard output: usage" gives 2 "$PITH" embed --from "$FROM" -o - paper.pdf "$ID"
check "no number: usage" gives 2 "$PITH" embed --from "$FROM" -o x.pdf paper.pdf
check "no such PDF: io" gives 8 "$PITH" embed --from "$FROM" -o x.pdf none.pdf "$ID"
check "a bad number: usage" gives 2 "$PITH" embed --from "$FROM" -o x.pdf paper.pdf no!
check "an unknown number: not found" gives 7 "$PITH" embed --from "$FROM" -o x.pdf paper.pdf \
    AAAAAAAAAAAAAAAAAAAAAAAAAA
check "--also something else: usage" gives 2 "$PITH" embed --from "$FROM" --also dc:title -o x.pdf \
    paper.pdf "$ID"
check "nothing was written" test ! -e x.pdf
check "-o a new file" gives 0 "$PITH" embed --from "$FROM" -o out.pdf paper.pdf "$ID"
check "  says what is what" holds err "the first $size of its"
check "  the paper is untouched" cmp paper.pdf saved.pdf
check "  and a prefix" cmp -n "$size" paper.pdf out.pdf
check "  nothing else is left" same "$(find . -name '.pith*')" ""
check "  the same bytes again" embed paper.pdf out2.pdf
check "  are the same" cmp out.pdf out2.pdf
touch -d 2001-01-01 out2.pdf
check "  once more" embed paper.pdf out2.pdf
check "  leaves the file untouched" test ! out2.pdf -nt paper.pdf
check "in another locale and time zone" env TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 "$PITH" embed \
    -q --from "$FROM" -o out3.pdf paper.pdf "$ID"
check "  the same bytes" cmp out.pdf out3.pdf
cp paper.pdf same.pdf
check "-o the paper itself" embed same.pdf same.pdf
check "  the same bytes" cmp out.pdf same.pdf
cp paper.pdf place.pdf
inode=$(ls -i place.pdf)
check "--in-place" gives 0 "$PITH" embed --from "$FROM" --in-place place.pdf "$ID"
check "  the same bytes" cmp out.pdf place.pdf
check "  in the same file" same "$(ls -i place.pdf)" "$inode"
ln -s place.pdf link.pdf
check "embedding another number in place, through a link" gives 0 "$PITH" embed --from "$FROM" \
    --in-place link.pdf "$OTHER"
check "  replaces the record" holds err "record replaced"
check "  and says whose" holds err "another number, $ID, was replaced"
check "  in the same file: owner and hard links stay" same "$(ls -i place.pdf)" "$inode"
check "  in the file" test -L link.pdf
check "  whose prefix is the paper" cmp -n "$size" paper.pdf place.pdf
check "  and where one number stands" lines 1 place.pdf "<pith:number>"
check "the first number again" gives 0 "$PITH" embed --from "$FROM" --in-place place.pdf "$ID"
check "  gives the first bytes: nothing grows" cmp out.pdf place.pdf
check "  in the same file" same "$(ls -i place.pdf)" "$inode"
touch -d 2001-01-01 place.pdf
check "  once more" gives 0 "$PITH" embed --from "$FROM" --in-place place.pdf "$ID"
check "  leaves it untouched" test ! place.pdf -nt paper.pdf
for longer in "--attach" "--relation earlier"; do
    # shellcheck disable=SC2086 # words
    embed paper.pdf want.pdf $longer
    # shellcheck disable=SC2086 # words
    check "an update of another length ($longer)" "$PITH" embed -q --from "$FROM" $longer --in-place \
        place.pdf "$ID"
    check "  is put where the old one was" cmp want.pdf place.pdf
    check "  and back" gives 0 "$PITH" embed --from "$FROM" --in-place place.pdf "$ID"
    check "    nothing grows" cmp out.pdf place.pdf
done
check "a folder that may not be written" sh -c 'mkdir ro && cp paper.pdf ro/ && chmod 555 ro'
if [ "$(id -u)" != 0 ]; then
    check "  -o into it: io" gives 8 "$PITH" embed --from "$FROM" -o ro/out.pdf paper.pdf "$ID"
else
    echo "SKIP: root writes everywhere"
fi
check "  and a folder that is none: io" gives 8 "$PITH" embed --from "$FROM" -o none/out.pdf \
    paper.pdf "$ID"
chmod 755 ro
check "a record that does not hold" sh -c "mkdir bad && cp -R '$FROM'/. bad/ &&
    sed -i s/hep-ph/hep-th/ bad/$ID.json && rm -rf bad/$ID"
check "  is not embedded" gives 1 "$PITH" embed --from bad -o bad.pdf paper.pdf "$ID"
check "  and nothing written" test ! -e bad.pdf
echo '{"keys":[]}' >nobody.json
check "nor is one whose key is not trusted" gives 4 "$PITH" embed --from "$FROM" \
    --keyring nobody.json -o bad.pdf paper.pdf "$ID"
check "  and nothing written" test ! -e bad.pdf

# ---- Options ----
check "--relation earlier" embed paper.pdf earlier.pdf --relation earlier
check "  is in the record" holds earlier.pdf "<pith:relation>earlier<"
check "--also dc:identifier" embed paper.pdf also.pdf --also dc:identifier
check "  is there" holds also.pdf "<dc:identifier>pith:2013:$ID<"
sed 's/<dc:title>/<dc:identifier>info:doi\/10.1\/2<\/dc:identifier><dc:title>/' \
    "$SRC/tests/pdf/nasty.xmp" >doi.xmp
python3 - <<'P'
import re
data = open("shapes/table.pdf", "rb").read()
packet = open("doi.xmp", "rb").read()
at = data.index(b"5 0 obj")
data = data[:at] + b"5 0 obj\n<</Type/Metadata/Subtype/XML/Length %d>>stream\n%s\nendstream\nendobj\n" \
    % (len(packet), packet)
one = len(data)
data += b"1 0 obj\n<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>\nendobj\n"
offsets = {n: data.index(b"%d 0 obj" % n) for n in (2, 3, 4, 5)}
offsets[1] = one
start = len(data)
data += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offsets[n]
                                                      for n in range(1, 6))
data += b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start
open("doi.pdf", "wb").write(data)
P
check "a dc:identifier that is taken: refused" gives 1 "$PITH" embed --from "$FROM" -o x.pdf \
    --also dc:identifier doi.pdf "$ID"
check "  by its name" holds err "dc:identifier has another value"
check "  without --also it stays" embed doi.pdf doi-out.pdf
pdfinfo -meta doi-out.pdf >meta
check "  as it was" lines 1 meta "<dc:identifier>info:doi/10.1/2</dc:identifier>"
check "--no-hash" embed paper.pdf bare.pdf --no-hash
check "  records none" fails holds bare.pdf prefixSha256
check "  and strip says so" gives 3 "$PITH" strip -o x.pdf bare.pdf
check "--attach" embed paper.pdf attached.pdf --attach
sed 's/\/Names\[/\/Limits[(a)(b)]&/' shapes/binary-name-tree.pdf >limits.bin
qpdf limits.bin limits.pdf >/dev/null 2>&1 || true
check "  where the root of the tree has limits" embed limits.pdf limits-out.pdf --attach
check "    they go" lines 1 limits-out.pdf "/Limits"
check "  qpdf" qpdf --check attached.pdf
pdfdetach -save 1 -o bundle.json attached.pdf >/dev/null 2>&1 || true
check "  the bundle comes out" gives 0 "$PITH" verify bundle.json
check "  and is verified inside" gives 0 "$PITH" verify attached.pdf
check "    as such" holds out "attached bundle holds"
check "  and goes with the record" "$PITH" strip -q -o back.pdf attached.pdf
check "    to the paper" cmp back.pdf paper.pdf
check "into a list of attachments" embed shapes/binary-name-tree.pdf tree.pdf --attach
pdfdetach -list tree.pdf >list 2>&1
check "  those of the paper stay" holds list "a"
check "  ours is among them" holds list "pith-bundle.json"
check "  qpdf" qpdf --check tree.pdf
# One of the author's, and one of ours that a rewriter has carried along.
echo '{"mine":1}' >mine.json
python3 "$SRC/tests/pdf/packets.py" mine.pdf attach=mine.json
check "an attachment of the author's of the same name: refused" gives 5 "$PITH" embed \
    --from "$FROM" -o x.pdf --attach mine.pdf "$ID"
check "  and why" holds err "a file pith-bundle.json of the author's"
check "  without --attach" embed mine.pdf mine-out.pdf
pdfdetach -save 1 -o mine-out.json mine-out.pdf >/dev/null 2>&1 || true
check "  it stays" cmp mine.json mine-out.json
qpdf attached.pdf carried.pdf
check "one of ours in a file that was rewritten" embed carried.pdf carried-out.pdf --attach
pdfdetach -list carried-out.pdf >list 2>&1
check "  is the only one" lines 1 list "pith-bundle.json"
# PDF/A-4 allows attached files only as 4f.
for level in "" E F; do
    sed "s|</rdf:RDF>|<rdf:Description rdf:about='' xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/' \
pdfaid:part='4'>${level:+<pdfaid:conformance>$level</pdfaid:conformance>}</rdf:Description>&|" \
        "$SRC/tests/pdf/nasty.xmp" >a4.xmp
    python3 "$SRC/tests/pdf/packets.py" a4.pdf current=a4.xmp
    want=5
    [ "$level" != F ] || want=0
    check "PDF/A-4$level with --attach: exit $want" gives $want "$PITH" embed --from "$FROM" \
        -o a4-out.pdf --attach a4.pdf "$ID"
    check "  without" embed a4.pdf a4-out.pdf
done
check "--json" gives 0 "$PITH" embed --json --from "$FROM" -o j.pdf paper.pdf "$ID"
check "  is JSON" python3 -m json.tool out
qpdf --linearize --object-streams=disable paper.pdf fast.pdf
check "a linearized file" gives 0 "$PITH" embed --from "$FROM" -o fast2.pdf fast.pdf "$ID"
check "  is no longer one, and that is said" holds err "page by page"

# ---- strip ----
check "strip: usage" gives 2 "$PITH" strip out.pdf
check "strip -o" gives 0 "$PITH" strip -o back.pdf out.pdf
check "  gives the paper" cmp back.pdf paper.pdf
cp out.pdf place.pdf
check "strip --in-place" gives 0 "$PITH" strip --in-place place.pdf
check "  gives the paper" cmp place.pdf paper.pdf
check "what has no record: incomplete" gives 3 "$PITH" strip -o x.pdf paper.pdf
check "  and says so" holds err "no Pith record"
qpdf out.pdf rewritten.pdf
check "what was rewritten: incomplete" gives 3 "$PITH" strip -o x.pdf rewritten.pdf
check "  with a remedy" holds err "\`exiftool -XMP= FILE\`, then \`qpdf FILE OUT\`"
# exiftool alone only appends: the record stays in the file until qpdf writes it anew.
if have exiftool; then
    check "    whose first half" exiftool -q -overwrite_original -XMP= rewritten.pdf
    check "    and second" qpdf rewritten.pdf plain.pdf
    qpdf --qdf --stream-data=uncompress plain.pdf unpacked.pdf
    for file in plain.pdf unpacked.pdf; do
        check "    leave no number in $file" fails grep -qaE "$ID|pith:" "$file"
    done
    check "    and pages as they were" qpdf --check plain.pdf
fi
# An update that another one follows, one whose prefix has no hash, and one that is not even in use:
# what is embedded over it leaves it in the file.
{ cat out.pdf && echo; } >trailing.pdf
embed paper.pdf bare.pdf --no-hash
for file in trailing bare; do
    check "over a record that cannot be replaced ($file)" gives 0 "$PITH" embed --from "$FROM" \
        -o over.pdf $file.pdf "$OTHER"
    check "  it is not said to be replaced" fails holds err replaced
    check "  but to be there" holds err "another number, $ID, is hidden, but still in the file"
    check "  strip leaves none: incomplete" gives 3 "$PITH" strip -o x.pdf over.pdf
    check "    says which" holds err "the record of $ID, which was embedded before"
    check "    with a remedy" holds err "\`exiftool -XMP= FILE\`, then \`qpdf FILE OUT\`"
    check "    nothing was written" test ! -e x.pdf
    cp over.pdf place.pdf
    check "    nor is anything cut" gives 3 "$PITH" strip --in-place place.pdf
    check "      off" cmp over.pdf place.pdf
    check "  the new one can be replaced" gives 0 "$PITH" embed --from "$FROM" -o again.pdf over.pdf "$ID"
    check "    by that number, which hides no other one" fails holds err hidden
    check "    nor is its old record forgotten" gives 3 "$PITH" strip -o x.pdf again.pdf
    if have exiftool; then
        check "  exiftool hides both" exiftool -q -overwrite_original -XMP= over.pdf
        check "    a third record" "$PITH" embed -q --from "$FROM" -o third.pdf over.pdf "$OTHER"
        check "    does not hide them from strip" gives 3 "$PITH" strip -o x.pdf third.pdf
        check "    and the remedy holds" sh -c 'exiftool -q -overwrite_original -XMP= third.pdf &&
            qpdf third.pdf plain.pdf && qpdf --qdf --stream-data=uncompress plain.pdf unpacked.pdf'
        check "    for both" fails grep -qaE "$ID|$OTHER|pith:" unpacked.pdf
    fi
done
# A bundle that the author's file has is left, as a record is; and what could not all be searched is
# not said to be free of them.
check "what came without either" gives 0 "$PITH" strip --json -o x.pdf out.pdf
check "  has none left" holds out '"record_left":false,"findings":[]'
for how in attach attach-uf attach-af attach-annot attach-annot-packed; do
    python3 "$SRC/tests/pdf/packets.py" own.pdf $how=bundle.json
    embed own.pdf own-out.pdf
    check "a bundle of the author's ($how)" gives 0 "$PITH" strip -o x.pdf own-out.pdf
    check "  is left, and that is said" holds err "still holds a record"
    check "  in the report, too" gives 0 "$PITH" strip --json -o x.pdf own-out.pdf
    check "    as left" holds out '"record_left":true'
done
python3 - <<'P'
data = open("paper.pdf", "rb").read()
at = data.rindex(b"startxref")
open("much.pdf", "wb").write(data[:at] + b"%" + b"/URI(" * 300000 + b"\n" + data[at:])
P
embed much.pdf much-out.pdf
check "more than is searched" gives 0 "$PITH" strip -o x.pdf much-out.pdf
check "  is cut off" cmp x.pdf much.pdf
check "  and that is said" holds err "holds more than is looked at"
check "  in the report, too" gives 0 "$PITH" strip --json -o x.pdf much-out.pdf
check "    as a finding" holds out '"code":"pdf-partly-read","severity":"warning"'
rm -f x.pdf
python3 - <<'P'
data = bytearray(open("out.pdf", "rb").read())
at = data.index(b"0 0 1 rg")
data[at] = ord("1")
open("changed.pdf", "wb").write(data)
P
check "a paper that was changed: invalid" gives 1 "$PITH" strip -o x.pdf changed.pdf
check "  nothing was written" test ! -e x.pdf
finish
