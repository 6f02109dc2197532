# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the tests of sample projects share; sourced behind tests/lib.sh, in an empty folder. Makes
# the projects, signed/ with their records, keyring.json, and `projects`: NAME:FLAGS:MAIN a line.

python3 "$SRC/tests/paper/projects.py" . "$SRC"
"$PITH" keygen -q --key-id sample-2026 -o secret.json >keyring.json
mkdir signed
for record in records/*.json; do
    "$PITH" sign receipt -q --key secret.json --date 2026-06-01T00:00:00Z "$record" \
        -o "signed/$(basename "$record")"
done

has() { for file in "$@"; do [ -n "$(kpsewhich "$file")" ] || return 1; done; }
# Whether what the project needs is here.
runs() {
    case $1 in
    subfile*) has subfiles.sty ;;
    import) has import.sty ;;
    standalone) has standalone.sty tikz.sty gincltex.sty ;;
    revtex) has revtex4-2.cls && command -v bibtex >/dev/null ;;
    biblatex) has biblatex.sty && command -v biber >/dev/null ;;
    acmart) has acmart.cls biblatex.sty acmnumeric.bbx && command -v biber >/dev/null ;;
    beamer) has beamer.cls ;;
    macros) has listings.sty ;;
    minted) has minted.sty && command -v pygmentize >/dev/null ;;
    tikz) has tikz.sty tikzexternalshared.code.tex ;;
    eps) command -v dvips >/dev/null && command -v ps2pdf >/dev/null ;;
    esac
}

# author FLAGS FILE: one project as its author makes it; what TeX says goes to $WORK/log
author() {
    engine="pdflatex -interaction=nonstopmode -halt-on-error -recorder"
    case $1 in
    outdir) mkdir -p build/sub && engine="$engine -output-directory=build" ;;
    minted | shell) engine="$engine -shell-escape" ;;
    dvips) engine="latex -interaction=nonstopmode -halt-on-error -recorder" ;;
    esac
    $engine "$2" >"$WORK/log" 2>&1 || return 1
    case $1 in
    bibtex | biber)
        "$1" "${2%.tex}" >"$WORK/log" 2>&1 && $engine "$2" >"$WORK/log" 2>&1 &&
            $engine "$2" >"$WORK/log" 2>&1 ;;
    # minted's manual: finalizecache once, frozencache from then on
    minted) sed -i 's/finalizecache/frozencache/' "$2" ;;
    esac
}
