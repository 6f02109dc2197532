#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith prepare`: what it writes, when it writes, and that a failure changes nothing.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
cp -R "$SRC/examples/paper/pith" pith
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
SEED=XHNNPWFNQ4ZPTVKFXVZADSBBOK
printf '%s\n' '\documentclass{article}' "\\pithnumber{$ID}" '\begin{document}' '\input{sub}' \
    '\end{document}' >main.tex
printf '%s\n' "% \\pithnumber{nonsense}" "\\pithnumber<$SEED>" >sub.tex

check "writes the data file" gives 0 "$PITH" prepare --from pith main.tex
check "  with both numbers in reading order" same \
    "$(sed -n 's/^.pithrecord{\(.*\)}/\1/p' pith-data.tex | tr '\n' ' ')" "$ID $SEED "
check "  in printable ASCII" fails env LC_ALL=C grep -q '[^ -~]' pith-data.tex
check "  and leaves nothing else" same "$(find . -name '.*' -type f)" ""
cp pith-data.tex first
touch -d '2001-01-01' pith-data.tex
check "again: nothing to do" gives 0 "$PITH" prepare --from pith main.tex
check "  the file is untouched" test ! pith-data.tex -nt first
check "  and says so" holds err "up to date"
rm pith-data.tex
check "another place, locale and time zone" gives 0 env TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 \
    "$PITH" prepare --from pith main.tex
check "  give the same bytes" cmp first pith-data.tex
check "-o elsewhere" gives 0 "$PITH" prepare -o other.tex --from pith main.tex
check "  same bytes" cmp first other.tex
check "--check is content" gives 0 "$PITH" prepare --check --from pith main.tex
sed "s/\$/$(printf '\r')/" first >pith-data.tex
check "--check does not mind the line ends of git's autocrlf" gives 0 "$PITH" prepare --check --from pith main.tex
check "  nor changes them" fails cmp -s first pith-data.tex
sed "s/intact}/$(printf '\r')intact}/" first >pith-data.tex
check "  but a CR elsewhere" gives 3 "$PITH" prepare --check --from pith main.tex
cp first pith-data.tex
echo >>pith-data.tex
check "--check sees a stale file" gives 3 "$PITH" prepare --check --from pith main.tex
rm pith-data.tex
check "--check sees a missing file" gives 3 "$PITH" prepare --check --from pith main.tex
check "  and writes nothing" test ! -e pith-data.tex
mkdir -p sub/dir && cp main.tex sub.tex sub/dir/
check "the file goes beside the paper" gives 0 "$PITH" prepare --from pith sub/dir/main.tex
check "  there" cmp first sub/dir/pith-data.tex
check "--relation earlier is carried" gives 0 "$PITH" prepare --relation earlier -o r.tex --from pith main.tex
check "  there" holds r.tex '\pithvalue{relation}{earlier}'
check "--json" gives 0 "$PITH" prepare --json --from pith main.tex
check "  is JSON" python3 -m json.tool out

# The canonical bytes in the file are the ones that hash to the number.
check "the record in the file hashes to the number" python3 - <<'X'
import base64, hashlib, re
text = open("first").read()
for block in text.split("\\pithrecord")[1:]:
    value = dict(re.findall(r"\\pithvalue\{(\w+)\}\{(.*)\}", block))
    record = base64.b64decode(value["canonicalRecord"], validate=True)
    digest = hashlib.sha256(record)
    assert digest.hexdigest() == value["canonicalSha256"]
    assert base64.b32encode(digest.digest())[:26].decode() == value["number"][-26:]
    assert value["short"] == value["number"][-26:][:8]
X

# Every flipped byte in record, hash and signature fails and leaves the old file alone.
# (Bit by bit the verdict itself is tested in unit.test_verify.)
cp first pith-data.tex
check "a sample of flipped bytes fails with the right code and changes nothing" python3 - "$PITH" <<'X'
import pathlib, re, subprocess, sys
pith = sys.argv[1]
path = pathlib.Path("pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP/bundle.json")
good = path.read_bytes()
old = pathlib.Path("first").read_bytes()
record = [m.span() for m in re.finditer(rb'"canonical_record".*?(?=,\s*"canonical_sha256")', good, re.S)]
value = [m.span(1) for m in re.finditer(rb'"canonical_sha256": "([0-9a-f]+)"', good)]
value += [m.span(1) for m in re.finditer(rb'"signature_b64": "([^"]+)"', good)]
assert len(record) == 2 and len(value) == 3
places = [(i, codes) for spans, codes in ((record, (1, 5)), (value, (1,)))
          for a, b in spans for i in range(a, b, 17)]
for i, codes in places:
    bad = bytearray(good)
    bad[i] ^= 1
    path.write_bytes(bad)
    run = subprocess.run([pith, "prepare", "-q", "--from", "pith", "main.tex"],
                         capture_output=True)
    # 1: a check fails. 5: the flip broke the JSON or a field.
    assert run.returncode in codes, (i, good[i-9:i+9], run)
    assert pathlib.Path("pith-data.tex").read_bytes() == old, i
path.write_bytes(good)
print(len(places), "places")
X

# ---- A folder -----------------------------------------------------------------------

mkdir -p folder/parts
cp main.tex folder/thesis.tex && cp sub.tex folder/
printf '%s\n' '% \documentclass{article}' 'no document' >folder/notes.tex
printf '\\documentclass[../thesis]{subfiles}\\begin{document}\\end{document}\n' >folder/part.tex
printf '\\documentclass{standalone}\\begin{document}\\end{document}\n' >folder/fig.tex
check "a folder" gives 0 "$PITH" prepare --from pith folder
check "  has its main file found" cmp first folder/pith-data.tex
cp folder/thesis.tex folder/talk.tex
check "two papers in it" gives 2 "$PITH" prepare --from pith folder
check "  are named" holds err "talk.tex, thesis.tex"
mv folder/talk.tex folder/main.tex
check "unless one is main.tex" gives 0 "$PITH" prepare --from pith folder
check "a folder without one" gives 2 "$PITH" prepare --from pith folder/parts

# ---- For make -----------------------------------------------------------------------

if command -v make >/dev/null; then
    mkdir nasty && cd nasty
    # shellcheck disable=SC2016 # the dollar sign is meant
    for name in 'a b' 'c#d' 'e$f' 'g:h' 'i%%j' 'k;l' 'm~n' 'o(p)q' 'u=v' 'w&x' "y'z" 'st\\ar' '[q]' 'tab	x'; do
        # shellcheck disable=SC2059 # %% is a percent sign
        printf "$name" >name
        name=$(cat name)
        printf '\\pithnumber{%s}\n' $ID >"$name.tex"
    done
    rm -f name
    failed=''
    for file in *.tex; do
        case $file in *[=\;]* | *'	'*) # what make cannot express
            "$PITH" prepare -q --deps deps --from ../pith "./$file" >/dev/null 2>&1 && failed="$failed refuse:$file"
            continue ;;
        esac
        rm -f pith-data.tex
        "$PITH" prepare -q --deps deps --from ../pith "./$file" >/dev/null 2>&1 || failed="$failed prepare:$file"
        printf './pith-data.tex:\n\ttouch $@\n' >>deps
        touch -d 2030-01-01 pith-data.tex
        make -q -f deps ./pith-data.tex >/dev/null 2>&1 || failed="$failed fresh:$file"
        touch -d 2031-01-01 "./$file"
        got=0
        make -q -f deps ./pith-data.tex >/dev/null 2>&1 || got=$?
        [ $got = 1 ] || failed="$failed stale:$file"
        rm "./$file"
        case $file in *%*) continue ;; esac # its target would be a pattern
        make -n -f deps ./pith-data.tex >/dev/null 2>&1 || failed="$failed gone:$file"
    done
    check "make understands every file name" same "$failed" "" || true
    [ -z "$failed" ] || echo "#$failed"
    cd ..
fi
check "--deps and --check exclude each other" gives 2 "$PITH" prepare --check --deps d --from pith main.tex
cp main.tex keep.tex
check "--deps does not replace the paper" gives 2 "$PITH" prepare --deps sub.tex --from pith main.tex
mkdir deps.d
cp pith-data.tex before
printf 'x' >>pith-data.tex && cp pith-data.tex before
check "when one file cannot be written" gives 8 "$PITH" prepare --deps deps.d --from pith main.tex
check "  neither is" cmp before pith-data.tex
cp first pith-data.tex

check "no paper" gives 2 "$PITH" prepare
check "a missing paper" gives 8 "$PITH" prepare --from pith nowhere.tex
echo nothing >empty.tex
check "a paper without a number" gives 3 "$PITH" prepare --from pith empty.tex
check "  says what to write" holds err '\pithnumber{'
echo '\pithnumber{X0NNPWFNQ4ZPTVKFXVZADSBBOK}' >typo.tex
check "a mistyped number" gives 2 "$PITH" prepare --from pith typo.tex
check "  names file and line" holds err "typo.tex:1"
echo '\pithnumber{AAAAAAAAAAAAAAAAAAAAAAAAAA}' >unknown.tex
check "a number nobody has" gives 7 "$PITH" prepare --from pith unknown.tex
check "  leaves the old file" cmp first pith-data.tex
mkdir ro && cp main.tex sub.tex ro/ && mkdir ro/pith-data.tex
check "a folder in the way" gives 8 "$PITH" prepare --from pith ro/main.tex
check "  leaves no temporary file" same "$(find ro -name '.*' -type f)" ""
ln -s elsewhere.tex link.tex && echo mine >elsewhere.tex
check "a symbolic link is replaced" gives 0 "$PITH" prepare -o link.tex --from pith main.tex
check "  not followed" same "$(cat elsewhere.tex)" mine
finish
