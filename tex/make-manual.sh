#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: make-manual.sh PITH FOLDER
# Makes FOLDER/pith-doc.pdf with the pith program PITH, which checks the records of the example
# paper for it. All files that come up stay in the folder, the worked examples among them.
set -eu
source=$(CDPATH='' cd "$(dirname "$0")" && pwd)
pith=$1
mkdir -p "$2"
cd "$2"
cp "$source"/pith-doc*.tex .
TEXINPUTS="$source:"
export TEXINPUTS
"$pith" prepare --quiet --from "$source/../examples/paper/pith" pith-doc.tex
for name in pith-doc pith-doc-places pith-doc pith-doc; do
    pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error $name.tex >terminal || {
        cat terminal >&2
        exit 1
    }
done
