#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith arxiv` with arxiv_latex_cleaner, in both orders. Where that program is not installed, what
# its documentation says it deletes is deleted here: that tests our files against its rules, not
# the program.
# shellcheck disable=SC2016,SC2317 # small scripts get their program as $0; `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need pdflatex kpsewhich tar
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
cp -R "$SRC/examples/paper/pith" records
real=$(command -v arxiv_latex_cleaner || true)
[ -n "$real" ] || echo "SKIP: needs arxiv_latex_cleaner: it was NOT run, only its documented rules"
# clean DIR: makes DIR_arXiv
clean() {
    rm -rf "$1_arXiv"
    if [ -n "$real" ]; then
        "$real" "$1"
        return
    fi
    cp -R "$1" "$1_arXiv"
    cd "$1_arXiv"
    # Auxiliary files and, without --keep_bib, bibliographies, in any folder.
    find . -type f \( -name '*.aux' -o -name '*.sh' -o -name '*.blg' -o -name '*.brf' -o -name '*.log' \
        -o -name '*.out' -o -name '*.ps' -o -name '*.dvi' -o -name '*.synctex.gz' -o -name '*~' \
        -o -name '*.svg' -o -name '*.fls' -o -name '*.fdb_latexmk' -o -name '*.bib' \) -exec rm {} +
    # Comments: whole lines, and the ends of others.
    find . -name '*.tex' -exec sed -i '/^[ \t]*%/d; s/\([^\\]\)%.*/\1%/' {} +
    cat ./*.tex >"$WORK/sources"
    # Pictures that no source names; in subfolders all that none names, with TeX files by stem.
    find . -type f | while IFS= read -r file; do
        case $file in
        *.png | *.jpg | *.jpeg | *.pdf) named=$(basename "${file%.*}") ;;
        ./*/*.tex) named=${file#./} named=${named%.tex} ;;
        ./*/*) named=${file#./} ;;
        *) continue ;;
        esac
        grep -qF -e "$named" "$WORK/sources" || rm "$file"
    done
    find . -type d -empty -delete
    cd "$WORK"
}
fresh() {
    rm -rf paper && mkdir -p paper/fig paper/sub
    cp "$SRC/tex/pith.sty" "$SRC/examples/badge.png" paper/
    mv paper/badge.png paper/fig/plot.png && cp paper/fig/plot.png paper/fig/old.png
    printf '%s\n' '% a comment for the authors' '\documentclass{article}' '\usepackage{pith,graphicx}' \
        '\begin{document}' "\\pithnumber{$ID}% said of the number" '\includegraphics[width=1cm]{fig/plot}' \
        '\input{sub/part}' '\end{document}' >paper/main.tex
    echo 'Part. % secret' >paper/sub/part.tex
    echo 'Old.' >paper/sub/old.tex
    echo '@misc{k, title={T}}' >paper/refs.bib
}
prepare() { "$PITH" prepare -q --from records "$@"; }
names() { gzip -dc "$1" | tar tf - | tr '\n' ' '; }
wanted="fig/plot.png main.tex pith-data.tex pith.sty sub/part.tex "

fresh
prepare paper
check "prepare, clean" clean "$WORK/paper"
check "  the data file is what it was" cmp paper/pith-data.tex paper_arXiv/pith-data.tex
check "  and pith.sty" cmp paper/pith.sty paper_arXiv/pith.sty
check "  prepare --check agrees" gives 0 prepare --check paper_arXiv
check "  arxiv takes it" gives 0 "$PITH" arxiv -o up.tar.gz paper_arXiv
check "    verified" holds "$WORK/out" "which is intact, signed and trusted"
check "    whole" same "$(names up.tar.gz)" "$wanted"
check "    and has nothing to leave out" fails grep -q 'is not used' "$WORK/out"

fresh
check "clean first, prepare then" clean "$WORK/paper"
check "  prepare" gives 0 prepare paper_arXiv
check "  arxiv takes it" gives 0 "$PITH" arxiv -o second.tar.gz paper_arXiv
check "  and the upload is the same" cmp up.tar.gz second.tar.gz

fresh
prepare paper
check "arxiv first" gives 0 "$PITH" arxiv -o third.tar.gz paper
mkdir upload && tar xzf third.tar.gz -C upload
check "  clean then" clean "$WORK/upload"
check "  nothing of it is deleted" same "$(cd upload_arXiv && find . -type f | sed 's/..//' | LC_ALL=C sort | tr '\n' ' ')" "$wanted"
check "  and it is the same upload" sh -c '"$0" arxiv -o fourth.tar.gz upload_arXiv && cmp up.tar.gz fourth.tar.gz' "$PITH"
finish
