#!/bin/sh
# SPDX-License-Identifier: MIT
# A folder that means harm: nothing from outside it is packed, nothing outside is written, and no
# program of it is started, by `prepare`, `arxiv`, `refs` or `doctor`; none of them hangs.
# shellcheck disable=SC2016,SC2317 # TeX's $; `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need pdflatex kpsewhich tar timeout
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
cp -R "$SRC/examples/paper/pith" records
mkdir tmp home
TMPDIR=$WORK/tmp
HOME=$WORK/home
export TMPDIR HOME
echo 'the secret of the house' >secret
mine() { find "$WORK" -name 'ran*' | head -n 1; } # what a program of the folder leaves
fresh() { # fresh LINE...: a paper with these lines
    rm -rf paper && mkdir paper && cp "$SRC/tex/pith.sty" paper/
    printf '%s\n' '\documentclass{article}' '\usepackage{pith,graphicx}' '\begin{document}' \
        "\\pithnumber{$ID}" "$@" '\end{document}' >paper/main.tex
    "$PITH" prepare -q --from records paper
}
arxiv() { rm -f up.tar.gz && timeout 60 "$PITH" arxiv -o up.tar.gz "${@:-paper}"; }
names() { gzip -dc up.tar.gz | tar tf - | tr '\n' ' '; }
found() { grep -E "^$1 " out | grep -qF -e "$2"; }

# ---- Names --------------------------------------------------------------------------

fresh
mkdir paper/sub
(cd paper && echo x >'a
b.tex' && echo x >'-rf.tex' && echo x >"it's \"q\".tex" && echo x >'$(touch ran).tex' &&
    echo x >'`touch ran`.tex' && echo x >'esc[31m.tex' && echo x >'sub/;touch ran;.tex')
check "names of every kind" gives 0 arxiv
check "  are left out" same "$(names)" "main.tex pith-data.tex pith.sty "
check "  and shown without their line breaks" test "$(grep -c 'is not used' out)" = 7
check "  for prepare, too" gives 0 "$PITH" prepare --from records --deps deps paper
fresh
for name in '\write18{touch ran}.tex' '&ran.tex' "it's \"q\".tex"; do
    mv paper/main.tex "paper/$name"
    check "a main file called $name" gives 1 arxiv "paper/$name"
    check "  is refused for what it has in its name" found FAIL "$name: arXiv takes only"
    check "  prepare takes it" gives 0 "$PITH" prepare -q --from records "paper/$name"
    mv "paper/$name" paper/main.tex
done
for name in -shell-escape.tex -output-directory=home.tex; do
    mv -- paper/main.tex "paper/$name"
    check "a main file called $name is refused" gives 1 arxiv "paper/$name"
    check "  for its hyphen" found FAIL "$name: arXiv changes a name"
    check "  but is no option of TeX" found note "${name%.tex}.pdf: names"
    check "  nor of prepare" sh -c 'cd paper && "$0" prepare -q --from ../records -- "$1"' "$PITH" "$name"
    mv -- "paper/$name" paper/main.tex
done

# ---- Files that are none, or not the folder's -----------------------------------------

fresh
ln -s ../secret paper/link.tex && ln -s .. paper/up && ln -s /etc paper/etc && ln -s loop paper/loop
mkfifo paper/fifo.tex && mkdir paper/dir.tex paper/closed && echo x >paper/closed/x && chmod 0 paper/closed
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("paper/socket.tex")' 2>/dev/null || true
check "links, FIFOs, sockets, folders" gives 0 arxiv
chmod 700 paper/closed
check "  are left out" same "$(names)" "main.tex pith-data.tex pith.sty "
check "  the links by name" found warn "link.tex: is a symbolic link"
fresh '\input{link}\input{fifo}\input{up/secret}'
ln -s ../secret paper/link.tex && ln -s .. paper/up && mkfifo paper/fifo.tex
check "a paper that reads through them" gives 1 arxiv
check "  makes no upload" test ! -e up.tar.gz
check "  and its report does not quote them" fails grep -q 'secret of' out err
check "prepare does not hang at a FIFO" gives 0 timeout 20 "$PITH" prepare -q --from records paper
check "  nor does doctor" gives 0 timeout 20 "$PITH" doctor paper/main.tex
rm paper/main.tex && mkfifo paper/main.tex
check "a FIFO as the paper" fails arxiv
check "  nor prepare" fails timeout 20 "$PITH" prepare -q --from records paper/main.tex
fresh
mv paper/main.tex . && ln -s ../main.tex paper/main.tex
check "a link as the paper is not packed" fails arxiv
rm main.tex
fresh
mv paper/pith-data.tex . && ln -s ../pith-data.tex paper/pith-data.tex
check "a link as the data file is not packed" gives 3 arxiv
check "  and prepare replaces it, not what it leads to" gives 0 "$PITH" prepare -q --from records paper
rm -f pith-data.tex paper/pith-data.tex
ln -s ../ran paper/pith-data.tex
gives 0 "$PITH" prepare -q --from records paper || true
rm -f ran
fresh
echo x >paper/deaf.tex && chmod 0 paper/deaf.tex
if [ "$(id -u)" != 0 ]; then
    check "an unreadable file" gives 8 arxiv
fi
fresh
truncate -s 200G paper/big.dat
check "a huge file" gives 0 arxiv
check "  is left out" found warn "big.dat: has more than 64 MB"
rm paper/big.dat
for i in 1 2 3 4 5 6 7 8 9 10; do truncate -s 60M paper/$i.dat; done
check "many large ones" gives 5 arxiv
check "  are too much" holds err "paper/.: has more than 512 MB"
rm paper/[3-9].dat paper/10.dat
check "two that are not used" gives 0 arxiv
check "  are left out" same "$(names)" "main.tex pith-data.tex pith.sty "
check "  and too much when all files are taken" gives 1 arxiv --no-compile paper
check "    in a clear word" found FAIL "main.tex: its files have 120 MB in all"
fresh
mkdir -p "paper/$(printf 'd/%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)"
check "deep folders" gives 0 arxiv

# ---- What TeX is made to do -----------------------------------------------------------

# Where no namespace can be had, as in many containers, nothing changes but the network.
mkdir walls && printf '#!/bin/sh\necho "unshare: no" >&2\nexit 1\n' >walls/unshare && chmod +x walls/unshare
for line in '\input{../../../etc/passwd}' '\openin5=/etc/passwd \read5 to\x \errmessage{\x}' \
    '\errmessage{\pdffiledump offset 0 length 9{/etc/passwd}}' '\immediate\pdfobj stream file{/etc/passwd}' \
    "\\input{$WORK/secret}"; do
    fresh "$line"
    check "$line" gives 1 arxiv
    check "  makes no upload" test ! -e up.tar.gz
    check "  its report does not quote the file" fails grep -q 'root:\|secret of' out err
    check "  nor without a namespace" gives 1 env PATH="$WORK/walls:$PATH" "$PITH" arxiv -o up.tar.gz paper
    check "    either" test ! -e up.tar.gz
done
fresh '\newwrite\w\immediate\openout\w=../ran\immediate\write\w{x}\immediate\closeout\w'
check "writing above the folder" fails arxiv
fresh "\\newwrite\\w\\immediate\\openout\\w=$WORK/ran\\immediate\\write\\w{x}\\immediate\\closeout\\w"
check "writing elsewhere" fails arxiv
check "  leaves nothing" same "$(mine)" ""
fresh '\immediate\write18{touch ran}\input{|"touch ran"}'
check "programs" fails arxiv
fresh '\font\x=zznone \x A'
mkdir -p paper/texmf/web2c && echo "touch $WORK/ran" >paper/texmf/web2c/mktex.cnf
check "settings of TeX's helpers in the folder" fails arxiv
fresh '\includegraphics{e.eps}\includegraphics[width=1cm]{b.png}'
cp "$SRC/examples/badge.png" paper/b.png
printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 9 9\nshowpage\n' >paper/e.eps
mkdir -p paper/texmf/dvipdfmx && echo "D \"touch $WORK/ran\"" | tee paper/dvipdfmx.cfg >paper/texmf/dvipdfmx/dvipdfmx.cfg
if command -v xelatex >/dev/null; then gives 0 arxiv || true; fi
fresh '\includegraphics{e.eps}\special{psfile="`touch ran"}'
printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 9 9\n(%s) (w) file closefile\n(%%pipe%%touch %s) (w) file\nshowpage\n' \
    "$WORK/ran1" "$WORK/ran2" >paper/e.eps
printf 'o |touch %s/ran\nE touch %s/ran\n' "$WORK" "$WORK" | tee paper/config.ps >paper/.dvipsrc
check "PostScript that writes" fails arxiv
fresh '\immediate\write18{latexmk}'
printf 'system("touch %s/ran");\n' "$WORK" | tee paper/.latexmkrc >paper/latexmkrc
printf 'all:\n\ttouch %s/ran\n' "$WORK" >paper/Makefile
check "a latexmkrc" gives 0 arxiv
fresh '\font\x=zznone \x A'
for tool in mktextfm mktexpk kpsewhich pdflatex unshare gs; do
    printf '#!/bin/sh\ntouch %s/ran\n' "$WORK" >paper/$tool && chmod +x paper/$tool
done
check "programs in the folder, which PATH has" fails env PATH=".::$PATH" sh -c 'cd paper && "$0" arxiv .' "$PITH"
check "  for doctor" env PATH=".::$PATH" sh -c 'cd paper && { "$0" doctor main.tex || true; }' "$PITH"
check "nothing of any folder was run, nothing written outside" same "$(mine)" ""
check "no temporary folder is left" same "$(ls tmp home)" "$(printf 'home:\n\ntmp:')"

# ---- Loops and floods -----------------------------------------------------------------

fresh '\input{a}'
echo '\input{b}' >paper/a.tex && echo '\input{a}' >paper/b.tex
check "files that read each other" gives 1 arxiv
check "  are no hindrance for prepare" gives 0 timeout 20 "$PITH" prepare -q --from records paper
fresh
i=0
while [ $i -lt 4200 ]; do i=$((i + 1)) && : >"paper/$i.tex"; done
check "thousands of files" gives 5 arxiv
printf '%s\n' '@misc{k, eprint = {1309.3741}' >cut.bib
head -c 3000000 /dev/zero | tr '\0' '{' >deep.bib
mkfifo fifo.bib
ln -s /etc/passwd link.bib
check "a cut .bib" gives 5 timeout 20 "$PITH" refs --dry-run --from records cut.bib
check "one of braces alone" gives 0 timeout 20 "$PITH" refs --dry-run --from records deep.bib
check "a FIFO" gives 8 timeout 20 "$PITH" refs --dry-run --from records fifo.bib
finish
