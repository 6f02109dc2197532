#!/bin/sh
# SPDX-License-Identifier: MIT
# \usepackage[shell]{pith} with the real `pith tex` behind it, in three engines: where the data
# file comes to lie and that TeX finds it there, whatever the job and its folders are called, and
# that a TeX run goes on whatever happens to the helper.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need_pith
need pdflatex lualatex xelatex pdftotext python3
cd "$WORK"
A=A5G5GAJ7DMCZDPVAMNFAYYAUOP
S=XHNNPWFNQ4ZPTVKFXVZADSBBOK
NONE=AAAAAAAAAAAAAAAAAAAAAAAAAA

mkdir site bin && cp -R "$SRC/examples/paper/pith" site/pith
cp "$PITH" bin/pith && ln -s pith bin/pith-tex
PATH=$WORK/bin:$PATH
export PATH

resolver

# document FILE NUMBER...
document() {
    file=$1
    shift
    {
        printf '%s\n' '\documentclass{article}' '\usepackage[shell]{pith}'
        printf '\\pithnumber{%s}\n' "$1"
        shift
        printf '%s\n' '\title{T}\author{A}\begin{document}\maketitle'
        for number in "$@"; do printf '\\pithnumber{%s}\n\n' "$number"; done
        printf '%s\n' 'Text.\end{document}'
    } >"$file"
}
printf '\\pithnumber{%s}\n' $A >alone.tex
gives 0 "$PITH" prepare -o one.tex alone.tex
printf '\\pithnumber{%s}\\pithnumber{%s}\n' $A $S >both.tex
gives 0 "$PITH" prepare -o two.tex both.tex

# fresh: a new folder to work in
fresh() {
    cd "$WORK"
    chmod -R u+w paper 2>/dev/null || true
    rm -rf paper
    mkdir paper
    cd paper
    document main.tex $A
    : >../asked
}
# run ENGINE [option...] FILE: the run is well
# shellcheck disable=SC2317 # called through check
run() {
    engine=$1
    shift
    timeout 60 "$engine" -interaction=nonstopmode -halt-on-error "$@" >../terminal 2>&1
}
# The badge of a number with data, which a run without them does not print.
# shellcheck disable=SC2317 # called through check
verified() { text_of "$1" | grep -q 'verified'; }
# only FILE: the one data file below $WORK/paper, with one.tex's bytes
# shellcheck disable=SC2317 # called through check
only() {
    cmp -s "$WORK/one.tex" "$1" && [ "$(find "$WORK/paper" -name pith-data.tex | wc -l)" = 1 ]
}
# shellcheck disable=SC2317 # called through check
silent() { ! grep -q 'runsystem\|system(' "$1"; }

for engine in pdflatex lualatex xelatex; do
    fresh
    check "$engine: a run without data" run "$engine" -shell-escape main.tex
    check "  writes them" only pith-data.tex
    check "  and shows them at once" verified main.pdf
    check "  one line tells of it" holds ../terminal 'pith: pith-data.tex: 1 number, written'
    : >../asked
    check "$engine: the next run" run "$engine" -shell-escape main.tex
    check "  starts nothing" silent main.log
    check "  asks nobody" test ! -s ../asked
    document main.tex $A $S
    check "$engine: a new number in the text" run "$engine" -shell-escape main.tex
    check "  once more" run "$engine" -shell-escape main.tex
    check "  is added" cmp ../two.tex pith-data.tex

    for mode in -shell-restricted -no-shell-escape; do
        fresh
        check "$engine: $mode" run "$engine" $mode main.tex
        check "  starts nothing" silent main.log
        check "  writes nothing" test ! -e pith-data.tex
        check "  asks nobody" test ! -s ../asked
    done

    # Since 2024 TeX Live tells the helper where its output goes, before that it does not.
    fresh
    mkdir build
    check "$engine: -output-directory" run "$engine" -shell-escape -output-directory=build main.tex
    check "  the file is where TeX finds it" verified build/main.pdf
    check "  once" same "$(find . -name pith-data.tex | wc -l)" 1
    for directory in build "$WORK/paper/build" ../paper/build "a b"; do
        fresh
        mkdir build "a b"
        check "$engine: TEXMF_OUTPUT_DIRECTORY=$directory" env TEXMF_OUTPUT_DIRECTORY="$directory" \
            timeout 60 $engine -interaction=nonstopmode -halt-on-error -shell-escape \
            -output-directory="$directory" main.tex
        check "  the file is there" only "$directory/pith-data.tex"
        check "  and found" verified "$directory/main.pdf"
    done

    # Nothing of a name reaches a command line. (XeTeX itself hands the name to a shell when it
    # makes a PDF, so there the test goes without.)
    nopdf=
    [ $engine != xelatex ] || nopdf=-no-pdf
    for job in 'a b' "it's" "a&touch x&b\$c" "\$(touch x)" "\`touch x\`" ';touch x;' 'a|touch x' \
        '>x' 'q"r'; do
        fresh
        mv main.tex "$job.tex" 2>/dev/null || continue
        run "$engine" -shell-escape $nopdf "$job.tex" || true # not every engine takes every name
        check "$engine: $job.tex starts no other command" test ! -e x
        if [ -e pith-data.tex ]; then
            check "  and writes the file" only pith-data.tex
        else
            check "  (TeX did not take the name)" test ! -s ../asked
        fi
    done
    fresh
    check "$engine: -jobname=output" run "$engine" -shell-escape -jobname=output main.tex
    check "  writes the same file" only pith-data.tex
    check "  and shows it" verified output.pdf
    fresh
    check "$engine: -jobname with a command in it" run "$engine" -shell-escape $nopdf \
        "-jobname=\$(touch x)" main.tex
    check "  which is not run" test ! -e x
    check "  writes the same file" only pith-data.tex

    # What can go wrong.
    fresh
    echo mine >../mine && ln -s ../mine pith-data.tex
    check "$engine: a link in the way" run "$engine" -shell-escape main.tex
    check "  is left" same "$(cat ../mine)" mine
    check "  and spoken of" holds ../terminal 'pith: pith-data.tex: is a symbolic link'
    fresh
    document main.tex $A $NONE
    run "$engine" -shell-escape main.tex || true
    check "$engine: a number nobody has" run "$engine" -shell-escape main.tex
    check "  is spoken of" holds ../terminal "$NONE/bundle.json: the resolver has no such number"
    check "  the other one is there" only pith-data.tex
done

fresh
check "a resolver that never answers" env PITH_RESOLVER="http://127.0.0.1:$stall" \
    timeout 60 pdflatex -interaction=nonstopmode -halt-on-error -shell-escape main.tex
check "  the paper is made without" test -s main.pdf

# A read-only folder; root ignores permissions, so as somebody else.
as_nobody=
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ "$(id -u)" != 0 ] || [ -n "$as_nobody" ]; then
    # The package has to be readable for this user too.
    cd "$WORK"
    mkdir -p package && cp "$SRC/tex/pith.sty" package/
    mkdir -p home && chmod 777 home && chmod 755 . bin package
    for engine in pdflatex lualatex xelatex; do
        # TeX writes to TEXMFOUTPUT unasked, but reads there only what TEXINPUTS finds.
        fresh
        rm -rf ../spare && mkdir ../spare && chmod 777 ../spare && chmod 555 .
        nopdf=
        [ $engine != xelatex ] || nopdf=-no-pdf # its PDF goes to the current folder or nowhere
        # shellcheck disable=SC2086 # words
        check "$engine: a read-only folder, and TEXMFOUTPUT" env TEXMFOUTPUT="$WORK/spare" \
            TEXINPUTS="$WORK/package:$WORK/spare:" HOME="$WORK/home" TEXMFVAR="$WORK/home" \
            $as_nobody timeout 120 $engine $nopdf -interaction=nonstopmode -halt-on-error \
            -shell-escape main.tex
        check "  the file is there" cmp ../one.tex ../spare/pith-data.tex
        check "  and found" same "$(warnings ../spare/main.log)" 0
        check "  nothing is here" same "$(ls)" main.tex
    done
    fresh
else
    echo "SKIP: root without setpriv cannot see a read-only folder"
fi

# Listed in shell_escape_commands, as an administrator may: pith-tex in restricted mode.
# shellcheck disable=SC2317 # called through check
listed() {
    fresh
    printf '%s\n' '\documentclass{article}\usepackage{shellesc}\begin{document}' \
        "\\ShellEscape{$1}x\\end{document}" >raw.tex
    shell_escape_commands=pith-tex run "$engine" -shell-restricted raw.tex
}
for engine in pdflatex lualatex xelatex; do
    check "$engine: pith-tex, when listed" listed "pith-tex $A"
    check "  writes the file" only pith-data.tex
    for rest in "-o x.tex $A" "--from=. $A" "--resolver=http://127.0.0.1:$stall $A" "keygen" \
        "prepare main.tex" "$A; touch x" "../$A" "$A > x"; do
        check "  pith-tex $rest" listed "pith-tex $rest"
        check "    writes nothing" same "$(find . -name 'x*' -o -name 'pith-data*')" ""
        check "    asks nobody" test ! -s ../asked
    done
    check "  pith is not listed with it" listed "pith tex $A"
    check "    and not started" test ! -e pith-data.tex
done
# What the environment says is beyond a document: LuaTeX could set it, but in this mode does not.
fresh
printf '%s\n' '\directlua{os.setenv("TEXMFOUTPUT", "x")' \
    'texio.write_nl("log", "IT IS " .. tostring(os.getenv("TEXMFOUTPUT")))}\end' >raw.tex
run luatex -shell-restricted raw.tex || true
check "a document in restricted mode has no say in the environment" holds raw.log "IT IS nil"
finish
