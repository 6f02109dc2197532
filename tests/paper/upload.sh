#!/bin/sh
# SPDX-License-Identifier: MIT
# The sample projects, unattended: prepare, pack for arXiv, unpack where nothing else is, compile
# without shell escape or network, and look for the numbers in the PDF.
# shellcheck disable=SC2317 # `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 pdflatex kpsewhich pdftotext tar
cd "$WORK"
# shellcheck source=tests/paper/lib.sh
. "$SRC/tests/paper/lib.sh"
mkdir tmp
TEXINPUTS="$SRC/tex:"
TMPDIR=$WORK/tmp
export TEXINPUTS TMPDIR
alone=''
if unshare -rn true 2>/dev/null; then alone='unshare -rn'; else echo "SKIP: needs unshare: with a network"; fi
arxiv() { "$PITH" arxiv --keyring "$WORK/keyring.json" -o "$WORK/$name.tar.gz" "$1"; }
clean() { # clean FLAGS FILE: with nothing of the user's but the files of the upload
    engine=pdflatex
    [ "$1" != dvips ] || engine=latex
    for _ in 1 2; do
        # shellcheck disable=SC2086 # a command of several words, or none
        env -u TEXINPUTS HOME="$WORK/tmp" $alone $engine -no-shell-escape -interaction=batchmode \
            -halt-on-error "$2" || return 1
    done
    [ "$1" != dvips ] || { dvips -R2 -q -z "${2%.tex}" && ps2pdf "${2%.tex}.ps" "${2%.tex}.pdf"; }
}
count=0
while IFS=: read -r name flags main; do
    case $name in
    subfile-alone) continue ;; # a part of the one before
    esac
    runs "$name" || { echo "SKIP: $name: a class or package is missing"; continue; }
    cd "$WORK/$name"
    author "$flags" "$main" || { not_ok "$name: TeX refuses it" && tail -n 20 "$WORK/log"; continue; }
    prepare() { "$PITH" prepare -q --keyring ../keyring.json --from ../signed "$1"; }
    prepare "$main" || { not_ok "$name: prepare"; continue; }
    if [ "$name" = names ]; then
        check "names: blanks and accents are refused" gives 1 arxiv "$main"
        check "  each by its name" lines 3 "$WORK/out" "arXiv takes only"
        # What is told is done.
        mv 'Kapitel eins.tex' eins.tex && mv ü zwei && mv 'mein Aufsatz é.tex' main.tex
        sed -i 's/Kapitel eins/eins/; s/ü.zwei/zwei\/zwei/' main.tex
        main=main.tex
        prepare "$main" || not_ok "  prepare, with other names"
    fi
    check "$name: an upload" gives 0 arxiv "$main"
    [ -e "../$name.tar.gz" ] || continue
    check "  whose PDF was verified" grep -q 'names pith:2024:.*, which is intact, signed and trusted' "$WORK/out"
    mkdir "$WORK/clean-$name"
    tar xzf "../$name.tar.gz" -C "$WORK/clean-$name"
    cd "$WORK/clean-$name"
    check "  compiles alone" clean "$flags" "$main"
    check "  has all data" fails grep -q 'No verified data\|runsystem' "${main%.tex}.log"
    check "  pith verify agrees" gives 0 "$PITH" verify --keyring ../keyring.json "${main%.tex}.pdf"
    pdftotext "${main%.tex}.pdf" text
    tr -d ' \n' <text | grep -o 'pith:2024:[A-Z2-7]\{26\}\|[A-Z2-7]\{26\}' | sed 's/.*://' | grep -v XXXXX |
        sort -u >seen || true # the samples show one number that is none
    sed -n 's/^.pithrecord{\(.*\)}/\1/p' pith-data.tex | sort -u >given
    check "  and the PDF names numbers of the data file, no other" test "$(comm -23 seen given | wc -l)" = 0
    check "    some" test -s seen
    count=$((count + 1))
done <"$WORK/projects"
check "no temporary folder is left" same "$(ls "$WORK/tmp")" ""
check "some projects were packed" test $count -gt 3
finish
