#!/bin/sh
# SPDX-License-Identifier: MIT
# A damaged data file is refused as a whole, and nothing in it is executed:
# each case compiles with -shell-escape, gives the badge without data and one
# warning, reads no canary and writes no file.
#
# All cases of a kind run in one document each way: pith.sty forgets what it
# read between them, so that hundreds of cases take seconds.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex pdftotext awk
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
B=$(printf '%b' '\0134') # a backslash

datafile "$(record $ID 476F)" "$(record $ID2 476F yes no no)" >good
echo 'the canary sings' >canary.tex
mkdir cases
LISTS=cases/list # of the files before and after
touch "$LISTS.before" "$LISTS.after"

: >cases.list
add() { # description; the case comes on standard input (so in a subshell)
  printf '%s\n' "$1" >>cases.list
  cat >"cases/$(wc -l <cases.list | tr -d ' ').txt"
}
swap() { # description, line pattern, replacement line (awk -v would unescape it)
  NEW=$3 awk -v pat="$2" '!done && index($0, pat) { print ENVIRON["NEW"]; done = 1; next } { print }' \
    good | add "$1"
}
value() { swap "$1" "${B}pithvalue{$2}" "${B}pithvalue{$2}{$3}"; }
long() { awk -v n="$1" 'BEGIN { while (n--) printf "A" }'; }

# Cut after each line and within some.
total=$(wc -l <good)
i=0
while [ $i -lt "$total" ]; do
  head -n $i good | add "cut after line $i"
  i=$((i + 1))
done
size=$(wc -c <good)
for part in 1 2 3 4 5 6 7; do
  head -c $((size * part / 8)) good | add "cut at $part/8"
done
head -c $((size - 2)) good | add 'cut before the last brace'

# The frame.
swap 'another version'        "${B}pithdata{1}" "${B}pithdata{2}"
swap 'no first line'          "${B}pithdata{1}" ''
swap 'a first line with more' "${B}pithdata{1}" "${B}pithdata{1}${B}input{canary}"
swap 'a comment first'        "${B}pithdata{1}" "% ${B}pithdata{1}"
swap 'blank before'           "${B}pithdata{1}" " ${B}pithdata{1}"
swap 'end of another record'  "${B}pithendrecord" "${B}pithendrecord{$ID2}"
swap 'end of data for a record' "${B}pithendrecord" "${B}pithendrecord{data}"
swap 'a record in a record'   "${B}pithvalue{short}" "${B}pithrecord{$ID2}"
swap 'data in data'           "${B}pithvalue{short}" "${B}pithdata{1}"
swap 'not a number'           "${B}pithrecord" "${B}pithrecord{A5G5GAJ7DMCZDPVAMNFAYYAUO1}"
swap 'a short number'         "${B}pithrecord" "${B}pithrecord{A5G5GAJ7}"
swap 'an empty number'        "${B}pithrecord" "${B}pithrecord{}"
{ cat good; printf '%s\n' "${B}pithrecord{$ID}"; } | add 'text after the end'
{ cat good; printf '%s\n' "${B}input{canary}"; } | add 'a command after the end'
datafile "$(record $ID)" "$(record $ID)" | add 'a record twice'
{ sed 1q good; printf '%s\n' "${B}pithvalue{short}{AAAAAAAA}"; sed 1d good; } | add 'a value before any record'
sed "s/$ID/$ID2/" good | add 'number exchanged'

# Fields.
value 'another number'      number "pith:2013:$ID2"
value 'another year'        number "pith:2014:$ID"
value 'another resolver'    resolver "https://example.org/$ID"
value 'a year of letters'   year 20I3
value 'unknown relation'    relation verified
value 'two relations'       relation earlier,current
value 'intact: perhaps'     intact perhaps
value 'signed: empty'       signed ''
value 'unknown status'      status checked:yes
value 'unknown state'       status attested:maybe
value 'status without state' status attested
value 'status with two'     status attested:no:yes
value 'status twice'        status anchored:no
swap 'unknown field'        "${B}pithvalue{source}" "${B}pithvalue{author}{Somebody}"
swap 'field qr as command'  "${B}pithvalue{source}" "${B}pithvalue{${B}input}{canary}"
swap 'field twice'          "${B}pithvalue{source}" "${B}pithvalue{year}{2013}"
swap 'no second part'       "${B}pithvalue{source}" "${B}pithvalue{source}"
swap 'a third part'         "${B}pithvalue{source}" "${B}pithvalue{source}{a}{b}"
swap 'text between'         "${B}pithvalue{source}" "${B}pithvalue{source}x{a}"
swap 'unclosed'             "${B}pithvalue{source}" "${B}pithvalue{source}{a"
swap 'a bare line'          "${B}pithvalue{source}" 'hello'
swap 'a lone backslash'     "${B}pithvalue{source}" "$B"
for field in source keyId signature canonicalSha256 canonicalRecord; do
  for bad in "${B}input{canary}" "${B}immediate${B}write18{touch written}" \
    '^^5cinput{canary}' '^^5c^^69nput canary' 'a%b' 'a{}b' 'a{b' 'a}b' '{' '}' \
    '}{' 'a#1b' "a\$b" 'a&b' 'a~b' 'a b' 'a_b^c' 'a"b' "a'b" 'a<b' 'a|b' 'a,b' \
    'a;b' 'a(b' '!' '0;' ''; do
    value "$field is \`$bad'" "$field" "$bad"
  done
  value "$field is too long" "$field" "$(long 9000)"
done
value 'title in plain text'  title 'A title'
value 'title in small hex'   title 4a4b
value 'title of half a byte' title 4A4
value 'title with NUL'       title 4100
value 'title with CR'        title 410D
value 'title with DEL'       title 417F
value 'title with 8 bits'    title 41E9
value 'title empty'          title ''
value 'title with a command' title "5C${B}relax"
value 'title too long'       title "$(long 4098)"
value 'qr: no end'            qr '0,0,1,1'
value 'qr: three numbers'    qr '1,2,3;'
value 'qr: five numbers'     qr '1,2,3,4,5;'
value 'qr: a number missing' qr ',2,3,4;'
value 'qr: last missing'     qr '1,2,3,;'
value 'qr: no width'         qr '1,2,0,1;'
value 'qr: over the edge'    qr '20,0,2,1;'
value 'qr: below the edge'   qr '0,20,1,2;'
value 'qr: huge'             qr '0,0,99999999999,1;'
value 'qr: negative'         qr '-1,0,1,1;'
value 'qr: an empty one'     qr '0,0,1,1;;0,0,1,1;'
value 'qr: a command'        qr "0,0,1,${B}count0;"
value 'qr: hexadecimal'      qr '0,0,1,"A;'
value 'qr: empty'            qr ''
value 'qr: too long'         qr "$(awk 'BEGIN { for (i = 0; i < 80; i++) printf "0,0,1,1;" }')"
value 'qr: more rectangles than modules' qr \
  "$(awk 'BEGIN { for (l = 0; l < 15; l++) { if (l) printf "\n\\pithvalue{qr}{"
    for (i = 0; i < 31; i++) printf "0,0,1,1;"; if (l < 14) printf "}" } }')"
value 'qrsize: more than a QR code has' qrsize 178
value 'qrsize: no number'    qrsize x
value 'qrsize: negative'     qrsize -21
value 'qrsize: too large'    qrsize 99999
sed '/qrsize/d' good | add 'qr without a size'
for field in number year source relation intact signed trusted keyId \
  canonicalSha256 resolver; do
  awk -v f="{$field}" '!done && index($0, f) { done = 1; next } { print }' good |
    add "no $field"
done

# Bytes.
for oct in 000 001 010 011 013 014 015 033 177 200 233 240 337 351 376 377; do
  awk -v c="\\\\$oct" 'index($0, "{source}") && !d { sub(/arxiv/, "ar@@xiv"); d = 1 } { print }' good |
    LC_ALL=C sed "s/@@/@/" | tr '@' "\\$oct" | add "byte $oct in a value"
  sed 's/{source}/{sou@rce}/' good | tr '@' "\\$oct" | add "byte $oct in a name"
done
sed 's/{source}{arxiv/{source}{ar\xe2\x80\xae/' good | add 'a bidi control'
# XeTeX takes a BOM for what it is.
[ "${ENGINE:-pdflatex}" = xelatex ] || printf '\357\273\277' | cat - good | add 'a BOM'
tr '\n' ' ' <good | add 'all in one line'

n=$(wc -l <cases.list | tr -d ' ')

# What must be taken: blank lines, blanks at line ends, CR LF.
sed 's/$/  /' good | sed G >cases/spaced.txt
awk '{ printf "%s\r\n", $0 }' good >cases/crlf.txt
head -c $((size - 1)) good >cases/noeol.txt
cp good cases/good.txt

# Each case: a fresh state, then one line "case <n>: <badge>" in a box whose
# width would show anything else.  The file's name is the case's.
{
  cat <<'X'
\documentclass{article}
\usepackage[qr]{pith}
\ExplSyntaxOn
\cs_undefine:N \c__pith_file_tl
\tl_set:Nn \c__pith_file_tl { cases/\g_test_str.txt }
\str_new:N \g_test_str
\cs_new_protected:Npn \test:n #1
  {
    \str_gset:Nn \g_test_str {#1}
    \__pith_forget:
    case~#1:~\pithnumber{A5G5GAJ7DMCZDPVAMNFAYYAUOP}~end \par
    \typeout{case~#1:~\g__pith_state_str}
  }
\cs_new_eq:NN \test \test:n
\ExplSyntaxOff
\textwidth=160mm \hfuzz=\maxdimen
\begin{document}\raggedright
X
  i=0
  while [ $i -lt "$n" ]; do
    i=$((i + 1))
    printf '%s\n' "\\test{$i}"
  done
  for extra in spaced crlf noeol good; do printf '%s\n' "\\test{$extra}"; done
  printf '%s\n' '\end{document}'
} >hostile.tex
find . ! -name 'hostile.*' | sort >"$LISTS.before"
check "$n damaged files: the run is fine" latex hostile.tex -shell-escape
find . ! -name 'hostile.*' | sort >"$LISTS.after"
check "nothing was written" cmp "$LISTS.before" "$LISTS.after"
text_of hostile.pdf >text
grep '^case ' hostile.log >log || :
i=0
while IFS= read -r what; do
  i=$((i + 1))
  if grep -q "^case $i: refused" log &&
    grep -qF "case $i: Pith Number pith:$ID end" text; then
    ok "refused: $what"
  else
    not_ok "refused: $what"
  fi
done <cases.list
for extra in spaced crlf noeol good; do
  check "taken: $extra" holds text \
    "case $extra: Pith Number pith:2013:$ID (arXiv:1309.3741v1, verified) end"
done
check "one warning each" lines "$n" hostile.log 'Package pith Warning: The data in'
check "no canary" fails grep -q sings text
check "nothing was run" fails grep -q runsystem hostile.log

# Very many lines for the code: refused, or drawn, in little time.
many() { # name, lines, size
  awk -v n="$2" -v size="$3" '/{qrsize}/ { print "\\pithvalue{qrsize}{" size "}"; next }
    /{qr}/ { if (!d) for (i = 0; i < n; i++) print "\\pithvalue{qr}{0,0,1,1;}"; d = 1; next }
    { print }' good >pith-data.tex
  printf '%s\n' '\documentclass{article}\usepackage[qr]{pith}' \
    "\\begin{document}\\pithnumber{$ID}\\end{document}" >"$1.tex"
  check "$1: done in time" timeout 120 "${ENGINE:-pdflatex}" -interaction=nonstopmode -halt-on-error "$1.tex"
}
many most 441 21
check "most: taken" same "$(warnings most.log)" 0
many onemore 442 21
check "onemore: refused" same "$(warnings onemore.log)" 1
many lines 30000 21
check "lines: refused" same "$(warnings lines.log)" 1
check "lines: soon" grep -q 'damaged (line 4[0-9][0-9])' lines.log
many largest 31329 177
check "largest: taken" same "$(warnings largest.log)" 0

# Some in the normal way, at the place where authors have it.
for i in 1 20 "$n"; do
  cp "cases/$i.txt" pith-data.tex
  printf '%s\n' '\documentclass{article}\usepackage[qr]{pith}' \
    "\\pithnumber{$ID}\\title{T}\\author{A}\\begin{document}\\maketitle" \
    "\\pithfield{$ID}{title}\\end{document}" >normal.tex
  check "case $i alone: the run is fine" latex normal.tex -shell-escape
  check "case $i alone: one warning" same "$(warnings normal.log)" 1
  check "case $i alone: it names the command" \
    grep -q 'pith prepare FILE.tex' normal.log
  check "case $i alone: badge without data" \
    grep -qF "Pith Number pith:$ID ??" <<X
$(text_of normal.pdf)
X
done

[ -z "${ENGINE:-}" ] || finish # the rest is of all engines

# More than the engine's memory and line buffer hold: said before it is read.
records() { # how many, each of another number
  echo "${B}pithdata{1}"
  record $ID 476F | awk -v n="$1" -v id=$ID '{ line[NR] = $0 } END {
    for (i = 0; i < n; i++) {
      new = substr(id, 1, 20)
      for (k = i + 1000000; length(new) < 26; k = int(k / 26)) new = new sprintf("%c", 65 + k % 26)
      for (j = 1; j <= NR; j++) { text = line[j]; gsub(id, new, text); print text }
    }
  }'
  record $ID 476F
  echo "${B}pithenddata{1}"
}
over() { # what: one warning in each engine, and the badge without data
  for engine in pdflatex lualatex xelatex; do
    command -v $engine >/dev/null || continue
    [ "$engine $1" != 'xelatex a line' ] || continue
    check "$engine, $1: the run is fine" "$engine" -interaction=batchmode -halt-on-error normal.tex
    check "$engine, $1: one warning" same "$(warnings normal.log)" 1
    log_of normal.log | tr -d ' ' >normal.flat
    check "$engine, $1: it says why" grep -q 'aremorethanTeXcanbe' normal.flat
    text_of normal.pdf >normal.txt
    check "$engine, $1: badge without data" holds normal.txt "Pith Number pith:$ID ??"
  done
}
records 3000 >pith-data.tex
over '3000 records'
{ head -n 1 good; echo "${B}pithrecord{$(long 400000)}"; } >pith-data.tex
over 'a line'
# XeTeX stops at it, saying so.
if command -v xelatex >/dev/null; then
  xelatex -interaction=nonstopmode normal.tex >out 2>&1 || :
  check 'xelatex, a line: it says why' grep -q 'Unable to read an entire line' out
fi
records 250 >pith-data.tex
check '250 records: more than the line buffer holds' [ "$(wc -c <pith-data.tex)" -gt 200000 ]
check '250 records: the run is fine' latex normal.tex
check '250 records: no warning' same "$(warnings normal.log)" 0
text_of normal.pdf >normal.txt
check '250 records: the last is found' holds normal.txt "pith:2013:$ID"
finish
