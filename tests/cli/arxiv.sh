#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith arxiv`: what it refuses, what it warns of, what it packs, and that an upload compiles
# where there is nothing else.
# shellcheck disable=SC2016,SC2317 # scripts get their arguments as $0; `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 pdflatex kpsewhich tar gzip openssl
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
cp -R "$SRC/examples/paper/pith" records
TMPDIR=$WORK/tmp
mkdir tmp
export TMPDIR
fresh() { # a paper with a figure and a part
    rm -rf paper && mkdir -p paper/fig
    cp "$SRC/tex/pith.sty" "$SRC/examples/badge.png" paper/ && mv paper/badge.png paper/fig/plot.png
    printf '%s\n' '\documentclass{article}' '\usepackage{pith,graphicx}' '\begin{document}' \
        "\\pithnumber{$ID} \\input{part}" '\includegraphics[width=2cm]{fig/plot}\label{a}\ref{a}' \
        "$@" '\end{document}' >paper/main.tex
    echo 'A part.' >paper/part.tex
    "$PITH" prepare -q --from records paper
}
arxiv() { "$PITH" arxiv "$@" paper; }
# found STATE TEXT: a line of the report
found() { grep -E "^$1 " out | grep -qF -e "$2"; }
names() { gzip -dc "$1" | tar tf - | tr '\n' ' '; }

# ---- What is packed -----------------------------------------------------------------

fresh
mkdir paper/.git paper/old && echo x >paper/.git/config && echo x >paper/.hidden
echo '\documentclass{article}' >paper/old/talk.tex
echo x >paper/main.aux && echo x >paper/main.pdf && echo secret >elsewhere && ln -s ../elsewhere paper/link.tex
"$PITH" keygen -q --key-id mine -o paper/secret.json >keyring.json
openssl genpkey -algorithm ed25519 -out paper/secret.pem 2>/dev/null
(cd paper && find . -type f -exec cksum {} + | sort) >before
check "a paper" gives 0 arxiv -o up.tar.gz
check "  is packed with what it needs and no more" same "$(names up.tar.gz)" \
    "fig/plot.png main.tex part.tex pith-data.tex pith.sty "
check "  says what is left out" found note "old/talk.tex: is not used"
check "  a link, too" found warn "link.tex: is a symbolic link"
check "  a secret key as well" found warn "secret.json: is a secret key"
check "  of another program, too" found warn "secret.pem: is a secret key"
(cd paper && find . -type f -exec cksum {} + | sort) >after
check "  the paper is as it was" cmp before after
check "  and no temporary folder is left" same "$(ls tmp)" ""
mkdir clean && tar xzf up.tar.gz -C clean
check "  it compiles where nothing else is" sh -c 'cd clean && env -i PATH="$PATH" HOME="$PWD" \
    pdflatex -no-shell-escape -interaction=batchmode -halt-on-error main.tex'
if command -v pdftotext >/dev/null; then
    pdftotext clean/main.pdf text
    check "  and shows the checked number" holds text "verified"
fi
cp up.tar.gz first.tar.gz
touch -d 2001-01-01 paper/*.tex && chmod 600 paper/part.tex && touch -d 2002-01-01 up.tar.gz
check "again, another day, place, locale and umask" gives 0 sh -c 'umask 077; cp -R paper moved
    TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 "$0" arxiv -o second.tar.gz moved' "$PITH"
check "  the same bytes" cmp first.tar.gz second.tar.gz
check "the same upload" gives 0 arxiv -o up.tar.gz
check "  is not written again" test "$(find up.tar.gz -newermt 2003-01-01 | wc -l)" = 0
check "gzip finds nothing wrong" gzip -t up.tar.gz
check "Python reads the same files" python3 - <<'X'
import tarfile
with tarfile.open("up.tar.gz") as tar:
    for member in tar.getmembers():
        assert (member.uid, member.gid, member.mtime, member.mode) == (0, 0, 0, 0o644), member
        assert tar.extractfile(member).read() == open(f"paper/{member.name}", "rb").read()
X
check "--json" gives 0 arxiv --json
check "  has the files" python3 -c "import json
r = json.load(open('out'))['results'][0]
assert r['files'] == ['fig/plot.png', 'main.tex', 'part.tex', 'pith-data.tex', 'pith.sty'] and r['engine'] == 'pdflatex'"
check "--no-compile takes all files" gives 0 arxiv --no-compile -o all.tar.gz
check "  there" same "$(names all.tar.gz)" "fig/plot.png main.tex old/talk.tex part.tex pith-data.tex pith.sty "
rm paper/pith.sty
check "pith.sty comes from TeX's folders" gives 0 env TEXINPUTS="$SRC/tex:" "$PITH" arxiv -o up.tar.gz paper
check "  too" cmp first.tar.gz up.tar.gz
if unshare -rn true 2>/dev/null; then
    fresh
    check "where the system allows it, without a network" gives 0 arxiv
    check "  which is said" holds err "without a network"
fi
fresh '\input{./fig//../fig/./more}'
echo x >paper/fig/more.tex
check "a roundabout name" gives 0 arxiv -o up.tar.gz
check "  is found" same "$(names up.tar.gz)" "fig/more.tex fig/plot.png main.tex part.tex pith-data.tex pith.sty "
long=$(printf '%090d' 0)
fresh "\\input{$long/$long/x}"
mkdir -p "paper/$long/$long" && echo x >"paper/$long/$long/x.tex"
check "a long name" gives 0 arxiv -o up.tar.gz
check "  is in the archive" test "$(gzip -dc up.tar.gz | tar tf - | grep -c "$long/$long/x.tex")" = 1

# ---- The engine and the PDF ---------------------------------------------------------

engine() { "$PITH" arxiv --json "$@" paper | sed 's/.*"engine":"\([a-z]*\)".*/\1/'; }
eps() { printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 10 10\nshowpage\n' >"paper/fig/$1"; }
fresh
check "the compiled PDF is verified" gives 0 arxiv
check "  and found to hold" found note "main.pdf: names pith:2013:$ID, which is intact, signed and trusted"
check "  in JSON, too" sh -c '"$1" arxiv --json paper | python3 -c "import json, sys
r = json.load(sys.stdin)[\"results\"][0]
assert r[\"pdf\"][\"id\"] == sys.argv[1] and r[\"pdf\"][\"trusted\"] and r[\"pdf\"][\"exit\"] == 0, r" "$2"' sh "$PITH" $ID
eps plot.eps
check "an EPS figure that no source names" same "$(engine --no-compile)" pdflatex
printf '\\includegraphics[width=1cm]{fig/plot.eps}' >>paper/part.tex
check "one beside others" same "$(engine --no-compile)" xelatex
echo 'process: {compiler: pdflatex}' | tr -d '{}' >paper/00README.yaml
check "00README has the last word" same "$(engine --no-compile)" pdflatex
echo 'compiler: lualatex' >paper/00README.yaml
check "LuaLaTeX" gives 1 arxiv --no-compile
check "  is not offered" found FAIL "00README: names lualatex"
if command -v dvips >/dev/null && command -v ps2pdf >/dev/null; then
    fresh '\special{psfile=fig/only.eps}'
    eps plot.eps && eps only.eps && rm paper/fig/plot.png
    check "EPS figures" gives 0 arxiv -o up.tar.gz
    check "  go through latex, dvips and ps2pdf" holds err ", latex, compiled"
    check "  with those that only dvips reads" same "$(names up.tar.gz)" \
        "fig/only.eps fig/plot.eps main.tex part.tex pith-data.tex pith.sty "
    check "  and a PDF that is verified" found note "which is intact, signed and trusted"
    printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 10 10\nnonsense\nshowpage\n' >paper/fig/plot.eps
    check "an EPS that Ghostscript refuses" gives 1 arxiv -o no.tar.gz
    check "  in its words" found FAIL "Error: /undefined in nonsense"
else
    echo "SKIP: needs dvips and ps2pdf: the route of EPS papers was NOT taken"
fi
fresh
sed -i 's/.begin{document}/\\renewcommand\\pithnumber[1]{}&/' paper/main.tex
check "a PDF that names no number of the paper" gives 3 arxiv -o no.tar.gz
check "  is incomplete" found FAIL "main.pdf: neither links nor metadata name a number"
check "  and makes no upload" test ! -e no.tar.gz
fresh '\makeatletter\@ifpackageloaded{hyperref}{}{}\makeatother' # a link typed by hand
sed -i 's/.begin{document}/\\usepackage{hyperref}&\\href{https:\/\/pith.science\/pith\/XHNNPWFNQ4ZPTVKFXVZADSBBOK}{x}/' paper/main.tex
check "a link to another number" gives 0 arxiv
check "  is only named" found warn "main.pdf: a link names XHNNPWFNQ4ZPTVKFXVZADSBBOK, which no"
fresh
sed 's/canonicalRecord}{..../canonicalRecord}{AAAA/' paper/pith-data.tex >bad && mv bad paper/pith-data.tex
check "a record that was changed" gives 5 arxiv -o no.tar.gz
check "  is found in the PDF" found FAIL "main.pdf: "

# ---- What is refused ----------------------------------------------------------------

# refused CODE TEXT: and no upload is made
refused() {
    rm -f no.tar.gz
    gives "$1" arxiv -o no.tar.gz && found FAIL "$2" && [ ! -e no.tar.gz ]
}
fresh '\input{teil ü}'
echo x >'paper/teil ü.tex'
check "a name that arXiv does not take" refused 1 "teil ü.tex: arXiv takes only"
fresh '\includegraphics[width=1cm]{part.pdf}'
cp clean/main.pdf paper/part.pdf
check "a PDF with the stem of a .tex" refused 1 "part.pdf: arXiv removes it, because of part.tex"
fresh
rm paper/pith-data.tex
check "no data file" refused 3 "pith-data.tex: is missing"
fresh
printf '\\pithnumber{XHNNPWFNQ4ZPTVKFXVZADSBBOK}' >>paper/part.tex
check "a stale one" refused 3 "pith-data.tex: has not every number"
fresh
sed 's/\(signature}{\)..../\1AAAA/' paper/pith-data.tex >bad && mv bad paper/pith-data.tex
check "one with a receipt that does not hold" refused 1 "pith-data.tex: has not every number"
check "  which the PDF shows, too" found FAIL "main.pdf: the signature is not one by the named key"
fresh '\undefinedcommand'
check "what TeX refuses" refused 1 "Undefined control sequence"
check "  by file and line" found FAIL "main.tex:6"
fresh '\input{../elsewhere.tex}'
echo x >elsewhere.tex
check "a file from another folder" refused 1 "main.tex"
fresh '\input{.hidden}'
echo x >paper/.hidden.tex
check "a hidden file" refused 1 "main.tex"
fresh '\input{anc/x}'
mkdir paper/anc && echo x >paper/anc/x.tex
check "a part of the paper in anc/" refused 1 "anc/x.tex: "
fresh '\cite{k}\bibliographystyle{plain}\bibliography{refs}'
echo '@misc{k, title={T}, author={A}, year=2024}' >paper/refs.bib
check "citations without a .bbl file" refused 1 "there is no .bbl file"
if command -v bibtex >/dev/null; then
    (cd paper && pdflatex -interaction=batchmode main && bibtex main) >/dev/null 2>&1
    check "  with it" gives 0 arxiv -o up.tar.gz
    check "    it goes along" holds out "refs.bib: is not used"
fi
fresh '\write18{touch ran}'
check "a program is not run, but warned of" gives 0 arxiv
check "  in a clear word" found warn "starts programs"
fresh '\cite{k}\bibliographystyle{plain}\bibliography{refs}'
mkdir paper/build && echo x >paper/build/main.bbl
check "a .bbl file elsewhere" refused 1 "copy it from build/main.bbl"
fresh
for name in main.tex part.tex fig/plot.png pith-data.tex; do
    cp "paper/$name" kept
    check "an upload over $name" gives 2 arxiv -o "paper/$name"
    check "  is refused" cmp kept "paper/$name"
done
check "an upload in the folder" gives 0 arxiv -o paper/up.tar.gz
check "  is no part of the next one" gives 0 arxiv --no-compile -o paper/up.tar.gz
cp paper/up.tar.gz paper/older.tar.gz
mkdir -p paper/anc
cp paper/up.tar.gz paper/anc/data.tar.gz
check "  nor is one of another name" gives 0 arxiv --no-compile -o elsewhere.tar.gz
check "    but what is ancillary" same "$(tar tzf elsewhere.tar.gz | grep 'gz$')" anc/data.tar.gz
rm -r paper/older.tar.gz paper/anc elsewhere.tar.gz
check "standard output is no place for it" gives 2 arxiv --no-compile -o -
check "  nor a file of that name" test ! -e ./-
check "    of its own name" same "$(names paper/up.tar.gz)" "fig/plot.png main.tex part.tex pith-data.tex pith.sty "
check "no paper there" gives 2 "$PITH" arxiv records
check "no folder" gives 2 "$PITH" arxiv
check "two folders" gives 2 "$PITH" arxiv paper paper
check "a missing folder" gives 8 "$PITH" arxiv nowhere

# ---- What is only said --------------------------------------------------------------

fresh '\edef\x{fi\string g/pl}\includegraphics[width=1cm]{\x us}'
cp paper/fig/plot.png paper/fig/plus.png
check "a file that only TeX can find" gives 0 arxiv
check "  arXiv will offer to delete" found warn "fig/plus.png: arXiv will not see"
check "  but not the data file" fails found warn pith-data
sed -i 's/.end{document}/\\undefinedhere&/' paper/main.tex
echo note >paper/note.txt
check "a paper that does not compile" gives 1 arxiv
check "  is told" found FAIL "main.tex: pdflatex:"
check "  but not what it uses: nobody knows" fails found warn "arXiv will not see"
check "  nor without compiling" sh -c "'$PITH' arxiv --no-compile paper 2>&1 | grep -c 'will not see' | grep -qx 0"
fresh
printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 10 10\nshowpage\n' >paper/fig/eps.eps
sed -i 's/^.end{document}/\\IfFileExists{fig\/eps.eps}{}{}&/' paper/main.tex
check "EPS beside other figures" gives 0 arxiv
check "  changes arXiv's engine" found warn "EPS figures beside others"
fresh
sed -i 's/{pith,graphicx}/{pith}\\usepackage{graphicx}/' paper/main.tex
check "--anonymous without the option" gives 1 arxiv --anonymous -o no.tar.gz
check "  makes nothing" test ! -e no.tar.gz
sed -i 's/usepackage{pith}/usepackage[anonymous]{pith}/' paper/main.tex
check "with it" gives 0 arxiv --anonymous -o anon.tar.gz
check "  without the data file" same "$(names anon.tar.gz)" "fig/plot.png main.tex part.tex pith.sty "
check "  and says what remains" found note "still name the number"
sed -i 's/\[anonymous\]{pith}/{pith}/; s/{article}/{article}\\input{macros}/' paper/main.tex
echo '\AtBeginDocument{}\RequirePackage{pith}\pithsetup{qr=false, anonymous}' >paper/macros.tex
check "the option in another file" gives 0 arxiv --anonymous
printf '\\RequirePackage[anonymous]{pith}' >paper/macros.tex
check "  as its last bytes" gives 0 arxiv --anonymous --no-compile
rm paper/macros.tex
sed -i 's/.input{macros}//; s/class{article}/class[double-blind]{article}/' paper/main.tex
check "a class that asks for it" gives 0 arxiv --anonymous
check "  is said by TeX, so not known without" gives 1 arxiv --anonymous --no-compile
sed -i 's/{pith}/[anonymous]{pith}/' paper/main.tex
sed -i 's/.begin{document}/\\usepackage{hyperref}\\hypersetup{pdfauthor=x}&\\href{https:\/\/pith.science\/pith\/A5G5GAJ7DMCZDPVAMNFAYYAUOP}{x}/' paper/main.tex
check "a PDF that names the number all the same" gives 1 arxiv --anonymous -o no.tar.gz
check "  is told once of each thing" test -z "$(grep FAIL out | sort | uniq -d)"
check "  is refused" found FAIL "main.pdf: a link names A5G5GAJ7DMCZDPVAMNFAYYAUOP all the same"
check "  and no upload made" test ! -e no.tar.gz
finish
