# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Helpers of the TeX tests, on top of tests/lib.sh; sourced by each script after `set -eu`.

: "${SRC:?set SRC to the top of the source tree}"
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"

# The package of this tree, before any installed one.
TEXINPUTS="$SRC/tex:"
export TEXINPUTS

# latex FILE.tex [option...]: one run; the status is the engine's ($ENGINE, else pdflatex)
latex() {
  file=$1
  shift
  "${ENGINE:-pdflatex}" -interaction=nonstopmode -halt-on-error "$@" "$file" >/dev/null 2>&1
}

# Text of a PDF as one line.
text_of() { pdftotext "$1" - | tr '\n\f' '  ' | tr -s ' '; }

# A log without the line breaks TeX makes in it.
log_of() { tr -d '\n' <"$1" | tr -s ' '; }

# warnings FILE.log: how many warnings of the package
warnings() { grep -c '^Package pith Warning' "$1" || true; }

# Hash of all pages as pictures.
render() { pdftoppm -r 72 "$1" | cksum; }

# A small record that no registry has made: enough for pith.sty, which checks
# the form of a data file and leaves what it says to the pith program.
#   record ID [title-hex] [intact signed trusted relation]
record() {
  id=$1
  printf '%s\n' \
    "\\pithrecord{$id}" \
    "\\pithvalue{number}{pith:2013:$id}" \
    "\\pithvalue{short}{$(echo "$id" | cut -c1-8)}" \
    "\\pithvalue{year}{2013}" \
    "\\pithvalue{source}{arxiv:1309.3741v1}" \
    "\\pithvalue{relation}{${6:-current}}" \
    "\\pithvalue{intact}{${3:-yes}}" \
    "\\pithvalue{signed}{${4:-yes}}" \
    "\\pithvalue{trusted}{${5:-yes}}"
  [ "${4:-yes}" = no ] || printf '%s\n' \
    "\\pithvalue{keyId}{pith-v1-2026-05}" \
    "\\pithvalue{signedAt}{2026-05-18T01:47:41.701845Z}" \
    "\\pithvalue{signature}{QUJD+/==}"
  printf '%s\n' \
    "\\pithvalue{status}{attested:no}" \
    "\\pithvalue{status}{anchored:no}" \
    "\\pithvalue{status}{stored:no}" \
    "\\pithvalue{status}{references:pending}" \
    "\\pithvalue{canonicalSha256}{074dd3013f1b0591bea0634a0c601473d25b810e2951eb7819593f6a25e28d05}" \
    "\\pithvalue{canonicalRecord}{e30=}" \
    "\\pithvalue{resolver}{https://pith.science/pith/$id}"
  [ -z "${2:-}" ] || printf '%s\n' "\\pithvalue{title}{$2}"
  printf '%s\n' \
    "\\pithvalue{qrsize}{21}" \
    "\\pithvalue{qr}{0,0,7,1;0,1,1,6;}" \
    "\\pithvalue{qr}{20,20,1,1;}" \
    "\\pithendrecord{$id}"
}

# datafile record-output...: the whole file
datafile() {
  printf '%s\n' "\\pithdata{1}"
  for part in "$@"; do printf '%s\n' "$part"; done
  printf '%s\n' "\\pithenddata{1}"
}
