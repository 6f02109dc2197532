#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith badge` as a command: what is written when, where, and what is refused.
set -eu
# shellcheck source=tests/badge/lib.sh
. "$SRC/tests/badge/lib.sh"
need_pith
need python3 exiftool
cd "$WORK"
make_states >/dev/null 2>&1
unset SOURCE_DATE_EPOCH

# What is drawn for what evidence, and with which exit code.
check "verified" gives 0 badge verified
check "  says so, and the number" holds out "pith:2013:$ID (arXiv:1309.3741v1, verified)</title>"
check "  and what was checked" holds out "hash, signature and key hold"
check "a key of the reader's own is named" gives 0 badge own
check "  with key my_key-2026" holds out "verified with key my_key-2026)</title>"
check "no receipt: drawn, exit 0" gives 0 badge intact
check "  hash verified, no receipt" holds out "hash verified, no receipt)</title>"
check "an unknown key: drawn, exit 4" gives 4 badge key
check "  hash verified, key not trusted" holds out "hash verified, key not trusted)</title>"
check "a failed check: exit 1" gives 1 "$PITH" badge --from failed $ID
check "  nothing on standard output" test ! -s out
check "  one line that says why" grep -q "^pith: $ID: no badge .*; fetch the document again" err
check "  and only one" same "$(wc -l <err)" 1
check "  with -o no file" gives 1 "$PITH" badge --from failed $ID -o failed.svg
check "  none at all" test ! -e failed.svg
check "  an older file stays" sh -c "echo old >keep.svg; \"$PITH\" badge -q --from failed $ID -o keep.svg 2>/dev/null; test \$? = 1 && grep -qx old keep.svg"
check "  drawn on request, still exit 1" gives 1 badge failed
check "  FAILED" holds out "FAILED)</title>"
check "  and without the facts of a record that fails" fails grep -q 'GoSam\|arXiv\|attested' out
check "another record than asked for: exit 1" gives 1 "$PITH" badge --from verified/$ID.json $SEED
check "  nothing on standard output" test ! -s out
check "nothing looked up" gives 0 badge unchecked
check "  not verified" holds out "pith:$ID (not verified)</title>"
check "  nothing was looked up" holds out "nothing was looked up"
check "  it says nothing it does not know" fails grep -q 'arXiv\|claimed\|2013' out
check "  needs a full number" gives 2 "$PITH" badge --unchecked A5G5GAJ7
check "  and no source" gives 2 "$PITH" badge --unchecked --from verified $ID
check "a number nobody has: exit 7" gives 7 "$PITH" badge --from verified AAAAAAAAAAAAAAAAAAAAAAAAAA -o none.svg
check "  no file" test ! -e none.svg
check "the public wording of the statuses" gives 0 badge positive --style full
check "  attested, anchored, stored, refs resolved" holds out "claimed: attested, anchored, stored, refs resolved"
check "  and the negative one" gives 0 badge verified
check "  not attested, not anchored, not stored, refs pending" \
    holds out "claimed: not attested, not anchored, not stored, refs pending"

# The words are those of pith.sty.
tr -d '\n' <"$SRC/tex/pith.sty" | tr '~' ' ' | tr -s ' ' >sty
for words in "hash verified, key not trusted" "hash verified, no receipt" "verified with key"; do
    check "pith.sty has the words: $words" holds sty "$words"
done

# Formats and files.
check "the format is that of the name" gives 0 badge verified -o a.PNG
check "  a PNG" sh -c "head -c 4 a.PNG | grep -q PNG"
check "unless it is said" gives 0 badge verified --format pdf -o b.svg
check "  a PDF" sh -c "head -c 5 b.svg | grep -q '%PDF-'"
check "a name without a format" gives 2 badge verified -o badge
check "  is told apart" holds err "--format"
check "an unknown format" gives 2 badge verified --format gif
check "an unknown style" gives 2 badge verified --style round
check "an unknown theme" gives 2 badge verified --theme blue
check "an unknown level" gives 2 badge verified --style label --qr-level Z
check "a level without a code" gives 2 badge verified --qr-level H
check "a code on a line" gives 2 badge verified --qr
check "a resolution for svg" gives 2 badge verified --dpi 300
check "a bad resolution" gives 2 badge verified --format png --dpi 300x
check "a picture for a picture" gives 2 badge verified --image x.png
check "no number" gives 2 "$PITH" badge
for format in pdf png; do
    cat >terminal.py <<'X'
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 65536))))
X
    check "no $format to a terminal" gives 2 python3 terminal.py "$PITH" badge --from verified --format $format $ID
    check "  which says what to do" holds out "is not for a terminal; use -o FILE"
done
check "but svg" gives 0 python3 terminal.py "$PITH" badge --from verified $ID
check "a full disk is no success" gives 8 sh -c "\"$PITH\" badge --from verified $ID >/dev/full"
check "a folder that is not there" gives 8 badge verified -o no/such.svg
check "the template is not overwritten" sh -c "cp \"$SRC/templates/badge.svg\" t.svg; \"$PITH\" badge --from verified --template t.svg -o ./t.svg $ID 2>err; test \$? = 2 && cmp t.svg \"$SRC/templates/badge.svg\""
check "  nor the documents" gives 2 "$PITH" badge --from verified/$ID.json --format svg -o verified/$ID.json $ID
check "--json needs a file for the badge" gives 2 badge verified --json
check "--json" gives 0 badge verified --json -o j.svg
check "  is JSON and says what was checked" python3 -c 'import json
r = json.load(open("out"))
assert r["command"] == "badge" and r["exit"] == 0 and r["results"][0]["trusted"] is True'
check "--json of a failed check" gives 1 "$PITH" badge --json --from failed -o j2.svg $ID
check "  is JSON, and no file" python3 -c 'import json, os
r = json.load(open("out"))
assert r["results"][0]["intact"] is False and not os.path.exists("j2.svg")'
check "--json unchecked" gives 0 badge unchecked --json -o j3.svg
check "  says so" python3 -c 'import json
assert json.load(open("out"))["results"][0]["checked"] is False'

# The same bytes from the same evidence, and nothing touched without need.
for format in svg pdf png html md tex; do
    check "$format: the same bytes elsewhere and at another time" sh -c "
        \"$PITH\" badge --from verified --style full --format $format $ID >one &&
        sleep 0.01 && mkdir -p elsewhere && cd elsewhere &&
        env TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 LOCPATH=\"${BUILD:-}/locale\" \
            \"$PITH\" badge --from ../verified --style full --format $format $ID | cmp - ../one"
done
badge verified -o same.svg
touch -d 2001-01-01 same.svg
check "an unchanged badge keeps its date" gives 0 badge verified -o same.svg
check "  2001" test "$(date -r same.svg +%Y)" = 2001

# Many at once.
mkdir many
check "several numbers need a folder" gives 2 "$PITH" badge --from verified $ID $SEED -o x.svg
check "several numbers" gives 0 "$PITH" badge --from verified $ID $SEED --format pdf -o many/
check "  a file each" test -s many/$ID.pdf -a -s many/$SEED.pdf
check "  the worst exit code" gives 2 "$PITH" badge -q --from verified $ID WRONG -o many/
check "  the good one is there" test -s many/$ID.svg

# Facts in the files.
badge verified --style card -o facts.pdf
badge verified --style card -o facts.png --dpi 300
check "PDF: title and verdict" same "$(exiftool -s3 -Title -Subject facts.pdf | tr '\n' '|')" \
    "Pith Number pith:2013:$ID (arXiv:1309.3741v1, verified)|hash, signature and key hold|"
python3 "$SRC/tests/badge/pictures.py" info facts.png >facts
check "PNG: 300 dpi" grep -qx 'dpi 300' facts
check "  title" holds facts "Title Pith Number pith:2013:$ID (arXiv:1309.3741v1, verified)"
check "  source" holds facts "Source $URL"
check "  corners are clear, the rest is not" python3 -c '
facts = dict(line.split(" ", 1) for line in open("facts"))
assert 0 < float(facts["clear"]) < 0.01'
badge verified --style text -o clear.png
check "  words alone lie on nothing" sh -c "python3 \"$SRC/tests/badge/pictures.py\" info clear.png | grep -q '^clear 0.[6-9]'"

# Templates.
printf '%s\n' '<p>{{short}} {{verdict}} {{attested}} {{ x }} {{{id}}}</p>' >t.html
check "a template of one's own" gives 0 badge verified --format html --template t.html
check "  is filled" same "$(cat out)" "<p>A5G5GAJ7 verified not attested {{ x }} {$ID}</p>"
"$PITH" help badge >listing
placeholders() { sed -n "$1" listing | grep -o '{{[a-z]*}}' | tr '\n' ' '; }
every=$(placeholders '/{{number}}/,/{{attested}}/p')
check "help lists placeholders" test "$(echo "$every" | wc -w)" -ge 15
echo "$every" >t.tex
echo "$every $(placeholders '/but in tex/p')" >t.md
echo "$(cat t.md) $(placeholders '/html: /p')" >t.html
echo "$(cat t.md) $(placeholders '/svg: /p')" >t.svg
for format in tex md html svg; do
    check "  and $format has those it should have" gives 0 badge verified --format $format --template t.$format
    check "  each filled" fails holds out '{{'
done
printf '%s\n' '' '{{nope}}' >t.html
check "a name that is none" gives 5 badge verified --format html --template t.html
check "  with its line" holds err "line 2: {{nope}} is no placeholder of this format"
true >empty
check "an empty template" gives 2 badge verified --template empty
check "no template there" gives 8 badge verified --template none.svg
check "a template for PDF" gives 2 badge verified --format pdf --template t.html
for file in "$SRC"/templates/badge*; do
    name=${file##*/}
    check "$name can be copied and named" gives 0 badge verified --format "${name##*.}" --template "$file"
done
check "Markdown: link, picture, words" gives 0 badge verified --format md --image 'a (b).svg'
check "  one line" same "$(cat out)" "[![Pith Number pith:2013:$ID (arXiv:1309.3741v1, verified)\\: GoSam applications for automated NLO calculations](a%20\\(b\\).svg)]($URL)"
check "HTML with a picture elsewhere" gives 0 badge verified --format html --image '"><script>'
check "  which is escaped" holds out 'src="&quot;&gt;&lt;script&gt;"'
check "TeX with a name that is none" gives 2 badge verified --format tex --image 'a}b.pdf'
finish
