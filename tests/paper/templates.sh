#!/bin/sh
# SPDX-License-Identifier: MIT
# The templates for papers, each run as far as it can run here. The CI services themselves cannot:
# their files are parsed, and the commands in them are run.
# shellcheck disable=SC2016,SC2317 # what make and the CI expand is meant; `check` calls
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need pdflatex make git python3
cd "$WORK"
T=$SRC/templates/paper
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
mkdir bin
ln -s "$PITH" bin/pith
PATH="$WORK/bin:$PATH"
HOME=$WORK # neither git's nor latexmk's settings of the user
GIT_CONFIG_GLOBAL=/dev/null
GIT_CONFIG_NOSYSTEM=1
export PATH HOME GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
unset MAKEFLAGS MAKELEVEL MFLAGS
# new DIR: a paper of two files, its records, and pith.sty
new() {
    mkdir -p "$1/sub"
    cp -R "$SRC/examples/paper/pith" "$1/records"
    cp "$SRC/tex/pith.sty" "$1/"
    printf '%s\n' '\documentclass{article}' '\usepackage{pith}' '\begin{document}' \
        '\section{A}\label{a}\ref{a} \input{sub/part}' '\end{document}' >"$1/main.tex"
    printf '%s\n' "\\pithnumber{$ID}" >"$1/sub/part.tex"
}
more() { printf '%s\n' '' '\pithnumber{XHNNPWFNQ4ZPTVKFXVZADSBBOK}' >>sub/part.tex; }
quiet() { [ "$(make "$@" 2>&1 | grep -vc 'is up to date\|Nothing to be done')" = 0 ]; }

# ---- make ---------------------------------------------------------------------------

new make && cd make
cp "$T/Makefile" .
check "make" gives 0 make 'PITHFLAGS=--from records'
check "  gives the PDF" test -s main.pdf
check "  with the data" holds pith-data.tex "$ID"
check "  and runs TeX until the references are right" fails grep -q 'Rerun to get' main.log
check "the second make does nothing" quiet 'PITHFLAGS=--from records'
sleep 1
more
check "a number in a file of the paper" gives 0 make 'PITHFLAGS=--from records'
check "  is new data" holds pith-data.tex XHNNPWFNQ4ZPTVKFXVZADSBBOK
check "  and then there is nothing to do" quiet 'PITHFLAGS=--from records'
sleep 1
touch sub/part.tex
check "a touched file is compiled again" gives 0 make 'PITHFLAGS=--from records'
check "  and then there is nothing to do" quiet 'PITHFLAGS=--from records'
rm sub/part.tex && sed -i 's/.input{sub.part}//' main.tex
printf '\\pithnumber{%s}\n' $ID >>main.tex && sed -i '/end{document}/d' main.tex &&
    printf '%s\n' '\end{document}' >>main.tex
check "a file that is gone is no error" gives 0 make 'PITHFLAGS=--from records'
check "make check" gives 0 make check 'PITHFLAGS=--from records'
echo >>pith-data.tex
check "  sees a stale file" gives 2 make check 'PITHFLAGS=--from records'
rm main.pdf
mv pith-data.tex posted && cp main.tex posted.tex
sed -i 's/.begin{document}/&\\title{Another title}\\begin{abstract}Another.\\end{abstract}/' main.tex
check "a coming version" gives 0 pith mint -q --next main.tex --from records
sed -i "s/$ID/$(sed 's/pith:....://' "$WORK/out")/" main.tex
check "  is made while nobody has its number" gives 0 make 'PITHFLAGS=--from records'
check "  and stays predicted" holds pith-data.tex '{relation}{predicted}'
check "  with nothing more to do" quiet 'PITHFLAGS=--from records'
check "  also for make check" gives 0 make check 'PITHFLAGS=--from records'
mv posted pith-data.tex && mv posted.tex main.tex && rm -f main.pdf
check "without pith, from the committed file" gives 0 make PITH=:
check "  the PDF is there" test -s main.pdf
printf '\\pithnumber{%s}\n' AAAAAAAAAAAAAAAAAAAAAAAAAA >main.tex
cp pith-data.tex before
check "a number that nobody has stops make" gives 2 make 'PITHFLAGS=--from records'
check "  and leaves the data file" cmp before pith-data.tex
cd ..

# ---- latexmk ------------------------------------------------------------------------

if command -v latexmk >/dev/null; then
    new mk && cd mk
    cp "$T/latexmkrc" .
    PITHFLAGS='--from records'
    export PITHFLAGS
    check "latexmk" gives 0 latexmk -pdf main.tex
    check "  writes the data" holds pith-data.tex "$ID"
    check "  before TeX reads them" fails grep -q 'No verified data' main.log
    check "again" gives 0 latexmk -pdf main.tex
    check "  runs nothing" same "$(cat "$WORK/out" "$WORK/err" | grep -c "Run number")" 0
    more
    check "a new number" gives 0 latexmk -pdf main.tex
    check "  is in the data" holds pith-data.tex XHNNPWFNQ4ZPTVKFXVZADSBBOK
    check "  and in the PDF's log" fails grep -q 'No verified data' main.log
    check "an output folder" gives 0 latexmk -pdf -outdir=build main.tex
    check "  is no hindrance" fails grep -q 'No verified data' build/main.log
    rm -f pith-data.tex && latexmk -C >/dev/null 2>&1
    check "a name with a blank and a quote" sh -c "cp main.tex \"it's my paper.tex\" &&
        latexmk -pdf \"it's my paper.tex\" && test -s pith-data.tex"
    latexmk -C >/dev/null 2>&1
    mkdir "$WORK/none"
    for tool in latexmk pdflatex kpsewhich perl sh; do
        ln -sf "$(command -v $tool)" "$WORK/none/$tool"
    done
    check "without pith the committed file is used" gives 0 env PATH="$WORK/none" latexmk -pdf main.tex
    printf '\\pithnumber{%s}\n' AAAAAAAAAAAAAAAAAAAAAAAAAA >>sub/part.tex
    check "a number that nobody has stops latexmk" fails latexmk -pdf main.tex
    unset PITHFLAGS
    cd ..
else
    echo "SKIP: needs latexmk: the latexmkrc was NOT run"
fi

# ---- arara --------------------------------------------------------------------------

if command -v arara >/dev/null && command -v java >/dev/null; then
    new arara && cd arara
    cp "$T/pith.yaml" "$T/araraconfig.yaml" .
    printf '%s\n' '% arara: pith: { options: [ "--from", "records" ] }' '% arara: pdflatex' >head.tex
    cat head.tex main.tex >"it's my paper.tex" && rm main.tex
    check "arara" gives 0 arara "it's my paper.tex"
    check "  writes the data" holds pith-data.tex "$ID"
    check "  before TeX reads them" fails grep -q 'No verified data' "it's my paper.log"
    cp pith-data.tex before
    printf '\\pithnumber{%s}\n' AAAAAAAAAAAAAAAAAAAAAAAAAA >>sub/part.tex
    rm "it's my paper.pdf"
    check "a number that nobody has stops arara" fails arara "it's my paper.tex"
    check "  before TeX" test ! -e "it's my paper.pdf"
    check "  and leaves the data file" cmp before pith-data.tex
    cd ..
else
    echo "SKIP: needs arara and java: the arara rule was NOT run"
fi

# ---- git ----------------------------------------------------------------------------

new git && cd git
git init -q .
git config user.name A && git config user.email a@example.org
cp "$T/pre-commit" .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
git config pith.options '--from records'
git add . && check "a commit without the data file" gives 1 git commit -qm one
check "  is told what to do" holds "$WORK/err" "run \`pith prepare main.tex\`"
pith prepare -q --from records main.tex
check "one that leaves it out" gives 1 git commit -qm one
check "  is told so" holds "$WORK/err" "not part of the commit"
git add pith-data.tex
check "one with it" gives 0 git commit -qm one
more && git add .
check "a new number" gives 1 git commit -qm two
pith prepare -q --from records main.tex
check "with its data, not added" gives 1 git commit -qm two
git add pith-data.tex
check "and added" gives 0 git commit -qm two
more && git add .
git config pith.options '--from nowhere'
check "another failure" gives 1 git commit -qm three
check "  has its own remedy alone" sh -c 'grep -q nowhere "$1" && ! grep -q "run .pith prepare" "$1"' - "$WORK/err"
git config pith.options '--from records'
git reset -q --hard
echo x >notes.txt && git add notes.txt && echo >>pith-data.tex
check "a commit of other files is not looked at" gives 0 git commit -qm three
git checkout -q pith-data.tex && git mv main.tex 'mein ä.tex' && git config pith.paper 'mein ä.tex'
check "a main file of any name" gives 0 git commit -qm four
cd ..

# ---- CI services --------------------------------------------------------------------

if python3 -c 'import yaml' 2>/dev/null; then
    new ci && cd ci
    pith prepare -q --from records main.tex
    check "the CI files and the arara rule are YAML of the right shape" python3 - "$T" <<'X'
import sys, yaml
yaml.SafeLoader.add_constructor("!config", lambda loader, node: loader.construct_mapping(node, deep=True))
read = lambda name: yaml.safe_load(open(f"{sys.argv[1]}/{name}"))
steps = read("github-workflow.yml")["jobs"]["paper"]["steps"]
assert all(("uses" in s) != ("run" in s) for s in steps)
runs = [s["run"] for s in steps if "run" in s]
open("github.sh", "w").write("set -e\n" + "".join(r for r in runs if "apt-get" not in r and "cmake" not in r))
open("build.sh", "w").write("set -e\n" + "".join(r for r in runs if "cmake" in r))
job = read("gitlab-ci.yml")["paper"]
open("gitlab.sh", "w").write("set -e\n" + "\n".join(job["script"]) + "\n")
assert job["variables"]["PAPER"] == "main.tex" and len(job["script"]) == 2
build = [line for line in job["before_script"] if line.startswith("cmake")]
assert len(build) == 3 and [b.split(" --prefix")[0] for b in build] == \
    [b.split(" --prefix")[0] for b in open("build.sh").read().splitlines() if b.startswith("cmake")]
rule = read("pith.yaml")
assert rule["identifier"] == "pith" and rule["arguments"][0]["identifier"] == "options"
assert "getCommand('pith', 'prepare', '-q', options, reference)" in rule["commands"][0]["command"]
X
    mkdir -p "$HOME/.local/bin" && ln -sf "$PITH" "$HOME/.local/bin/pith"
    if command -v latexmk >/dev/null; then
        for service in github gitlab; do
            PITHFLAGS='--from records'
            PAPER=main.tex
            export PITHFLAGS PAPER
            check "the $service job" gives 0 sh ./$service.sh
            check "  compiles the paper" test -s main.pdf
            latexmk -norc -C >/dev/null 2>&1
            cp pith-data.tex good && echo >>pith-data.tex
            check "  fails when the data file is stale" gives 3 sh ./$service.sh
            check "    and compiles nothing" test ! -e main.pdf
            mv good pith-data.tex
            unset PITHFLAGS PAPER
        done
    fi
    # The toolchain is built as the jobs do it, from a copy with no history.
    mkdir .pith-toolchain
    (cd "$SRC" && tar cf - CMakeLists.txt packaging src templates tex .ci) | tar xf - -C .pith-toolchain
    rm "$HOME/.local/bin/pith"
    check "the jobs' build" gives 0 sh ./build.sh
    check "  installs pith" gives 0 "$HOME/.local/bin/pith" --version
    cd ..
else
    echo "SKIP: needs python3-yaml: the CI files and the arara rule were NOT looked at"
fi

# ---- Overleaf -----------------------------------------------------------------------

new source
pith prepare -q --from source/records source/main.tex
mkdir overleaf overleaf/sub
cp source/main.tex source/pith-data.tex source/pith.sty overleaf/ && cp source/sub/part.tex overleaf/sub/
cd overleaf
mv pith-data.tex later
check "without the data file" gives 0 pdflatex -interaction=batchmode -halt-on-error main.tex
check "  the log has the one warning" lines 1 main.log "No verified data"
mv later pith-data.tex
for engine in pdflatex lualatex xelatex; do
    command -v $engine >/dev/null || { echo "SKIP: needs $engine"; continue; }
    check "Overleaf's compile with $engine" gives 0 \
        $engine -no-shell-escape -interaction=batchmode -halt-on-error -jobname=output main.tex
    check "  has the data" fails grep -q 'No verified data\|runsystem' output.log
done
if command -v pdftotext >/dev/null; then
    pdftotext output.pdf text
    check "  and says verified" holds text "verified"
fi
finish
