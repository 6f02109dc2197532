#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith doctor`: says what works, names a remedy for what does not, changes nothing, asks nobody
# unless told to, and is not led astray by the programs it finds.
# shellcheck disable=SC2016,SC2317 # fake programs are scripts; `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 pdflatex kpsewhich
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
# row STATE CHECK TEXT: a line of the report
row() { grep -E "^$1 +$2 " out | grep -qF -e "$3"; }
mkdir paper
printf '%s\n' '\documentclass{article}\usepackage{pith}' "\\pithnumber{$ID}" \
    '\begin{document}x\end{document}' >paper/main.tex
cp "$SRC/tex/pith.sty" paper/
VERSION=$("$PITH" --version | sed 's/pith //')

# ---- A paper ------------------------------------------------------------------------

"$PITH" prepare -q --from "$SRC/examples/paper/pith" paper/main.tex
find paper -printf "%p %T@ %s\n" | sort >before
check "all is well" gives 0 "$PITH" doctor paper/main.tex
check "  with an engine" row ok engine "$(pdflatex --version | head -n 1)"
check "  the package beside the paper" row ok package "paper/./pith.sty: version"
check "  the keys" row ok keyring pith-v1-2026-05
check "  and the data" row ok data "1 record, all that the paper needs"
check "  the shell escape is what kpsewhich says" row ok shell "shell escape is restricted"
check "  of which the sources may say more" row ok data 'see `pith prepare --check`'
find paper -printf "%p %T@ %s\n" | sort >after
check "  and nothing is changed" cmp before after
if unshare -n true 2>/dev/null; then
    check "  without a network" gives 0 unshare -n "$PITH" doctor paper/main.tex
fi
check "--json" gives 0 "$PITH" doctor --json paper/main.tex
check "  has the same rows" python3 -c "import json
d = json.load(open('out')); assert d['exit'] == 0 and d['command'] == 'doctor'
assert {'pith', 'engine', 'package', 'shell', 'keyring', 'resolver', 'cache', 'paper', 'data'} == {r['check'] for r in d['results']}"
cp paper/pith-data.tex whole.tex
for edit in 's/{trusted}{yes}/{trusted}{own}/' 's/1309\.3741/1309.3742/' 's/{year}{2013}/{year}{2012}/' \
    's/{qrsize}{/{qrsize}{1/'; do
    sed "$edit" whole.tex >paper/pith-data.tex
    check "what is shown, edited by $edit" gives 3 "$PITH" doctor paper/main.tex
    check "  is seen" row FAIL data "what it shows does not follow from its records"
done
sed "s/\$/$(printf '\r')/" whole.tex >paper/pith-data.tex
check "line ends of git's autocrlf" gives 0 "$PITH" doctor paper/main.tex
"$PITH" keygen --key-id mine -o secret.json --public mine.json 2>/dev/null
"$PITH" sign receipt --key secret.json -o signed.json "$SRC/examples/paper/pith/$ID.json" >/dev/null 2>&1
"$PITH" prepare -q --keyring mine.json --from signed.json paper/main.tex
check "data of another keyring" gives 3 "$PITH" doctor paper/main.tex
check "  cannot be judged without it" row FAIL data "whether $ID holds cannot be told: the keyring has no key mine"
check "  which is named" holds out "with --keyring"
check "  and can be with it" gives 0 "$PITH" doctor --keyring mine.json paper/main.tex
check "a keyring that cannot be read" gives 3 "$PITH" doctor --keyring nowhere.json paper/main.tex
check "  says nothing of the data" row FAIL data "without keys its records cannot be checked"
cp whole.tex paper/pith-data.tex
printf '\\pithnumber{XHNNPWFNQ4ZPTVKFXVZADSBBOK}\n' >>paper/main.tex
sed -i 's/x.end{document}/x/' paper/main.tex
check "a number that came later" gives 3 "$PITH" doctor paper/main.tex
check "  is missed" row FAIL data "no record of XHNNPWFNQ4ZPTVKFXVZADSBBOK"
sed 's/\(canonicalRecord}{\)..../\1AAAA/' paper/pith-data.tex >bad && mv bad paper/pith-data.tex
check "a record that does not hold" gives 3 "$PITH" doctor paper/main.tex
check "  is refused" row FAIL data "pith-data.tex: "
rm paper/pith-data.tex
check "no data file" gives 3 "$PITH" doctor paper/main.tex
check "  is said" row FAIL data "is missing"
check "  with the remedy" holds out "run \`pith prepare\`"
check "a missing paper" gives 8 "$PITH" doctor nowhere.tex
check "two papers" gives 2 "$PITH" doctor a.tex b.tex
sed "s/^\(.ProvidesExplPackage{pith}{[^}]*}\){[^}]*}/\1{9.9.9}/" paper/pith.sty >other.sty
cp other.sty paper/pith.sty
"$PITH" doctor paper/main.tex >out || true
check "a package of another release" row note package "version 9.9.9"
check "  names the remedy" holds out "one release"
check "  (pith is $VERSION)" fails holds out "version $VERSION"
rm paper/pith.sty
check "no package" gives 3 env TEXINPUTS=.: TEXMFHOME="$WORK/nowhere" "$PITH" doctor paper/main.tex
[ -n "$(kpsewhich pith.sty)" ] || check "  is said" row FAIL package "does not find pith.sty"

# ---- The environment ----------------------------------------------------------------

export TEXINPUTS="$SRC/tex:"
check "a keyring that cannot be read" gives 3 env PITH_KEYRING="$WORK/nowhere" "$PITH" doctor
check "  is said" row FAIL keyring "$WORK/nowhere"
check "a bad resolver setting" gives 3 env PITH_ALLOW_PRIVATE=maybe "$PITH" doctor
check "  is said" row FAIL resolver PITH_ALLOW_PRIVATE
check "a resolver that is no URL" gives 3 env PITH_RESOLVER="https://a.example b" "$PITH" doctor
check "  is said without asking" row FAIL resolver "b: is not the URL of a server"
mkfifo cas
check "CAs that are no file" gives 3 env PITH_CACERT="$WORK/cas" "$PITH" doctor
check "  are said" row FAIL resolver "cas: is no file with CAs"
check "  are not waited for" gives 8 timeout 60 env PITH_CACERT="$WORK/cas" "$PITH" resolve $ID
check "  by that name" holds err "pith: $WORK/cas: "
check "  nor asked for where nobody else is" gives 0 env PITH_CACERT="$WORK/cas" "$PITH" verify \
    "$SRC/examples/paper/pith/$ID.json"
check "an output folder that is not there" gives 3 env TEXMF_OUTPUT_DIRECTORY="$WORK/nowhere" "$PITH" doctor
check "  is said" row FAIL output "TEXMF_OUTPUT_DIRECTORY=$WORK/nowhere"
check "no cache" gives 0 env PITH_CACHE_DIR= "$PITH" doctor
check "  is only noted" row note cache "every run asks the network"
: >file
check "a cache that is no folder" gives 3 env PITH_CACHE_DIR="$WORK/file" "$PITH" doctor
check "  is said" row FAIL cache "$WORK/file"
check "a proxy is noted" gives 0 env https_proxy=http://127.0.0.1:1 "$PITH" doctor
check "  since none is used" row note resolver "pith uses no proxy"
check "-q" gives 0 "$PITH" doctor -q
check "  says nothing" test ! -s out

# ---- Programs -----------------------------------------------------------------------

mkdir bin
program() { # program NAME SCRIPT
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}
fake() { env PATH="$WORK/bin" "$PITH" doctor "$@"; }
check "no TeX at all" gives 3 fake
check "  is said" row FAIL engine "PATH has no working"
program pdflatex 'printf "\033]0;evil\007 TeX\n"; printf "second line"'
program kpsewhich 'case $1 in -var-value=shell_escape) echo t;; -var-value=*) echo "bibtex,pith-tex,x";; *) echo "'"$SRC"'/tex/pith.sty";; esac'
check "an engine that prints controls" gives 0 fake
check "  is shown without them" fails grep -q "$(printf '\033')" out
check "  its first line only" fails holds out "second line"
check "an open shell escape is noted" row note shell "on for every program"
check "  and the list is read" holds out "shell_escape_commands has pith-tex"
program kpsewhich 'exit 1'
check "a kpsewhich that fails" gives 3 fake
program kpsewhich '/usr/bin/head -c 300000 /dev/zero'
check "one that prints without end" gives 3 fake
program kpsewhich 'echo $$ >'"$WORK"'/child; /bin/sleep 987 & echo $! >'"$WORK"'/grandchild; wait'
start=$(date +%s)
check "one that hangs" gives 3 fake
check "  is not waited for" test $(($(date +%s) - start)) -lt 60
gone() { ! kill -0 "$1" 2>/dev/null || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
check "  and what it has started is ended" gone "$(cat grandchild)"
mkdir here && cd here
printf '#!/bin/sh\ntouch %s/ran\n' "$WORK" >kpsewhich
cp kpsewhich pdflatex
chmod +x kpsewhich pdflatex
env PATH=".::$WORK/here/../nothing" "$PITH" doctor >/dev/null 2>&1 || true
check "programs of the current folder are not started" test ! -e "$WORK/ran"
cd ..

# ---- --online -----------------------------------------------------------------------

mkdir site
"$PITH" mirror -q --from "$SRC/examples/paper/pith" site $ID
resolver
check "--online" gives 0 "$PITH" doctor --online
check "  has asked" row ok resolver "pith-signing-key.json answers"
: >asked
check "without it" gives 0 "$PITH" doctor
check "  nobody is asked" test ! -s asked
kill "$SERVER"
wait "$SERVER" 2>/dev/null || true
check "a resolver that is gone" gives 3 "$PITH" doctor --online
check "  is said" row FAIL resolver 127.0.0.1
finish
