#!/bin/sh
# SPDX-License-Identifier: MIT
# Sample projects: `pith prepare` finds the numbers that TeX sees, all of them and no other, and
# what it names for make is what the paper is made of.
# shellcheck disable=SC2016 # small scripts get their arguments as $1
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 pdflatex kpsewhich make
cd "$WORK"
# shellcheck source=tests/paper/lib.sh
. "$SRC/tests/paper/lib.sh"
prepare() { "$PITH" prepare --keyring "$WORK/keyring.json" --from "$WORK/signed" "$@"; }

# Makes TeX say what it executes; the bibliography's fields as pith.sty has them.
mkdir stub
cat >stub/pith.sty <<'X'
\ProvidesPackage{pith}
\newcommand\pith@seen[1]{\typeout{PITH-SEEN \detokenize{#1}.}}
\DeclareRobustCommand\pithnumber{\@ifstar\pith@seen\pith@seen}
\DeclareRobustCommand\pithref{\@ifstar\pith@seen\pith@seen}
\newcommand\pithfield[2]{\pith@seen{#1}}
\AddToHook{package/biblatex/after}{%
  \DeclareFieldFormat{eprint:pith}{\pithref*{#1}}%
  \DeclareStyleSourcemap{\maps[datatype=bibtex]{\map{\step[fieldsource=pith,fieldtarget=verbc]}}}%
  \AddToHook{begindocument}{\csletcs{abx@macro@pith:finentry}{abx@macro@finentry}%
    \renewbibmacro*{finentry}{\iffieldundef{verbc}{}{\printfield[eprint:pith]{verbc}}%
      \usebibmacro{pith:finentry}}}}
X
TEXINPUTS="$WORK/stub:"
max_print_line=2000
export TEXINPUTS max_print_line

numbers() { sed 's/.*[:/]//' | LC_ALL=C sort -u; }

count=0
while IFS=: read -r name flags main; do
    runs "$name" || { echo "SKIP: $name: NOT compared with TeX: a class or package is missing"; continue; }
    cd "$WORK/$name"
    # A subfile is compiled where it stands.
    dir=$(dirname "$main")
    if ! (cd "$dir" && author "$flags" "$(basename "$main")"); then
        not_ok "$name: TeX refuses the project"
        tail -n 20 "$WORK/log"
        continue
    fi
    LC_ALL=C sed -n 's/^.*PITH-SEEN \(.*\)\.$/\1/p' "$WORK/log" | tr -d ' ' | numbers >"$WORK/tex"
    [ -s "$WORK/tex" ] || not_ok "$name: TeX saw no number at all"
    got=0
    prepare --json --deps "$WORK/deps" "$main" >"$WORK/json" || got=$?
    [ $got = 0 ] || cat "$WORK/json"
    sed 's/"id":"/\n&/g' "$WORK/json" | sed -n 's/^"id":"\([A-Z2-7]*\)".*/\1/p' | numbers >"$WORK/scan"
    if diff "$WORK/tex" "$WORK/scan"; then
        ok "$name: $(wc -l <"$WORK/tex" | tr -d ' ') numbers, as TeX sees them"
    else
        not_ok "$name: TeX (<) and the scan (>) differ"
    fi
    check "  the data file is there" test -s "$dir/pith-data.tex"
    check "  and up to date" prepare -q --check "$main"
    printf '%s:\n\ttouch $@\n' "$(head -n 1 "$WORK/deps" | sed 's/: .$//')" >>"$WORK/deps"
    touch "$dir/pith-data.tex"
    check "  for make, too" make -q -f "$WORK/deps" "$dir/pith-data.tex"
    # What TeX has read of the folder is what make is told, but for what TeX itself wrote.
    find . -name '*.fls' -exec cat {} + | sed -n 's/^INPUT \.*\/*//p' | grep -E '\.(tex|bib)$' | grep -v '^/' |
        LC_ALL=C sort -u >"$WORK/read"
    missing=$(while IFS= read -r file; do
        case $file in pith-data.tex | usr/* | sample.tex) continue ;; esac
        base=$(basename "$file") # relative to where TeX ran
        sed 's/\\\(.\)/\1/g' "$WORK/deps" | grep -qF -e "$base" || echo "$file"
    done <"$WORK/read")
    check "  it has every file" same "$missing" ""
    count=$((count + 1))
done <"$WORK/projects"
check "some projects were compared" test $count -gt 3
finish
