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
grep -q '^.cs_new_protected:Npn .pithref ' "$SRC/tex/pith.sty" || {
    echo "SKIP: this pith.sty has no \\pithref, which the projects use"
    exit 77
}
python3 "$SRC/tests/paper/projects.py" .
"$PITH" keygen -q --key-id sample-2026 -o secret.json >keyring.json
mkdir signed tmp
for record in records/*.json; do
    "$PITH" sign receipt -q --key secret.json --date 2026-06-01T00:00:00Z "$record" \
        -o "signed/$(basename "$record")"
done
TEXINPUTS="$SRC/tex:"
TMPDIR=$WORK/tmp
export TEXINPUTS TMPDIR
alone=''
if unshare -rn true 2>/dev/null; then alone='unshare -rn'; else echo "SKIP: needs unshare: with a network"; fi
has() { for file in "$@"; do [ -n "$(kpsewhich "$file")" ] || return 1; done; }
runs() {
    case $1 in
    subfiles) has subfiles.sty ;;
    import) has import.sty ;;
    standalone) has standalone.sty tikz.sty gincltex.sty ;;
    revtex) has revtex4-2.cls && command -v bibtex >/dev/null ;;
    biblatex) has biblatex.sty && command -v biber >/dev/null ;;
    acmart) has acmart.cls biblatex.sty acmnumeric.bbx && command -v biber >/dev/null ;;
    beamer) has beamer.cls ;;
    macros) has listings.sty ;;
    esac
}
clean() { # clean FILE: five runs at most, as arXiv does it
    for _ in 1 2 3; do
        # shellcheck disable=SC2086 # a command of several words, or none
        env -u TEXINPUTS HOME="$PWD" $alone pdflatex -no-shell-escape -interaction=batchmode \
            -halt-on-error "$1" || return 1
    done
}
count=0
while IFS=: read -r name flags main; do
    case $name in
    subfile-alone) continue ;; # a part of the one before
    esac
    runs "$name" || { echo "SKIP: $name: a class or package is missing"; continue; }
    cd "$WORK/$name"
    case $flags in
    bibtex | biber)
        pdflatex -interaction=batchmode "$main" >/dev/null && $flags "${main%.tex}" >/dev/null ;;
    fls) pdflatex -recorder -interaction=batchmode "$main" >/dev/null ;;
    esac
    "$PITH" prepare -q --keyring ../keyring.json --from ../signed "$main" || { not_ok "$name: prepare"; continue; }
    if [ "$name" = names ]; then
        check "names: blanks and accents are refused" gives 1 "$PITH" arxiv --keyring ../keyring.json -o up.tar.gz "$main"
        check "  each by its name" lines 3 "$WORK/out" "arXiv takes only"
        continue
    fi
    check "$name: an upload" gives 0 "$PITH" arxiv --keyring ../keyring.json -o "../$name.tar.gz" "$main"
    [ -e "../$name.tar.gz" ] || continue
    mkdir "$WORK/clean-$name"
    tar xzf "../$name.tar.gz" -C "$WORK/clean-$name"
    cd "$WORK/clean-$name"
    check "  compiles alone" clean "$main"
    check "  has all data" fails grep -q 'No verified data\|runsystem' "${main%.tex}.log"
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
