#!/bin/sh
# SPDX-License-Identifier: MIT
# An anonymous document has nothing of a number, whatever package has read it:
# neither in the text, nor the PDF's information, bookmarks and XMP, nor a file.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex pdftotext pdfinfo qpdf kpsewhich
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
datafile "$(record $ID 412054)" "$(record $ID2)" >pith-data.tex

# Two characters of the number as each encoding has them: plain, UTF-16 in hex or octal.
LEAK='A5G5\|XHNN\|arxiv:\|0041003500[Gg4]\|00410035004700\|A.\{0,4\}5.\{0,4\}G.\{0,4\}5.\{0,4\}G'
# nothing WHAT FILE: no trace in the PDF and in what TeX reads again
nothing() {
  qpdf --qdf --object-streams=disable "$2.pdf" "$2.qdf"
  { pdfinfo "$2.pdf"; pdfinfo -meta "$2.pdf"; text_of "$2.pdf"; } >"$2.seen" 2>/dev/null
  check "$1: nothing to be seen" fails grep -aqi 'A5G5\|XHNN\|pith\|arxiv:' "$2.seen"
  check "$1: nothing in the PDF" fails sh -c "tr -d '\\000' <'$2.qdf' | grep -aqi '$LEAK'"
  for ext in toc out; do
    [ ! -e "$2.$ext" ] || check "$1: nothing in .$ext" fails grep -aq 'A5G5\|XHNN' "$2.$ext"
  done
}
# doc NAME FIRST-LINES BODY: compiled twice by $ENGINE
doc() {
  printf '%s\n' "$2" '\begin{document}' "$3" '\end{document}' >"$1.tex"
  rm -f "$1.aux" "$1.out" "$1.toc" "$1.pdf"
  check "$ENGINE, $1: compiles" latex "$1.tex"
}
META="\\hypersetup{pdftitle={On \\pithnumber{$ID}},pdfkeywords={a, \\pithref{$ID}, \\pithfield{$ID}{number}},
  pdfsubject={S \\pithref*{$ID} \\pithrawfield{$ID}{source}},pdfauthor={B \\pithref*{$ID}},pdfcreator={C \\pithqr{$ID} \\pithnumber[style=text]<$ID>}}"
TITLE="\\title{On \\pithnumber{$ID}}\\author{A \\pithref*{$ID}, \\pithfield{$ID}{short}}"
TEXT="\\maketitle\\tableofcontents\\section{S \\pithref{$ID} \\pithfield{$ID2}{number}}x \\pithnumber{$ID2}\\hypersetup{pdfkeywords={x \\pithref*{$ID}}}"
PITH='\usepackage[anonymous]{pith}' LATE='\pithsetup{anonymous}'
for ENGINE in pdflatex lualatex xelatex; do
  if [ -n "$(kpsewhich pdfmanagement-testphase.sty)" ]; then
    head="\\DocumentMetadata{pdfstandard=A-2b}\\documentclass{article}"
    doc dm "$head$PITH\\usepackage{hyperref}$META$TITLE" "$TEXT"
    nothing "$ENGINE, management" dm
    doc dmlate "$head\\usepackage{pith}\\usepackage{hyperref}$META$TITLE$LATE" "$TEXT"
    nothing "$ENGINE, management, said late" dmlate
    doc dmclass "\\DocumentMetadata{}\\documentclass[anonymous=true]{article}\\usepackage{hyperref}\\usepackage{pith}$META$TITLE" "$TEXT"
    nothing "$ENGINE, management, said by the class" dmclass
    doc dmshown "\\DocumentMetadata{}\\documentclass{article}\\usepackage{pith}\\usepackage{hyperref}
\\hypersetup{pdftitle={On \\pithfield{$ID}{title}},pdfsubject={S \\pithref*{$ID}},pdfauthor={N \\pithnumber{$ID}},pdfkeywords={K \\pithfield{$ID}{source}}}" x
    pdfinfo dmshown.pdf >dmshown.info
    check "$ENGINE, management: a field" grep -q '^Title: *On A T$' dmshown.info
    check "$ENGINE, management: a reference" grep -q "^Subject: *S pith:$ID\$" dmshown.info
    check "$ENGINE, management: a number" grep -q "^Author: *N pith:$ID\$" dmshown.info
    check "$ENGINE, management: another field" grep -q '^Keywords: *K arxiv:1309.3741v1$' dmshown.info
    pdfinfo -meta dmshown.pdf >dmshown.xmp
    check "$ENGINE, management: XMP has the title" grep -q '>On A T<' dmshown.xmp
  fi
  # Switched on after runs that have shown the numbers: nothing comes from their files.
  for head in '' '\DocumentMetadata{}'; do
    [ -z "$head" ] || [ -n "$(kpsewhich pdfmanagement-testphase.sty)" ] || continue
    say="$ENGINE, ${head:-alone}, switched on"
    head="$head\\documentclass{article}\\usepackage{pith}\\usepackage{hyperref}"
    body="\\begin{document}\\tableofcontents\\section{S \\pithref{$ID} \\pithrawfield{$ID}{source}}\\label{s}
\\nameref{s}\\section{T \\pithfield{$ID}{title}\\pithnumber{$ID2}}x\\end{document}"
    rm -f 'on job'.*
    printf '%s\n' "$head$body" >'on job.tex'
    check "$say: two runs" sh -c "'$ENGINE' -interaction=batchmode 'on job.tex' && '$ENGINE' -interaction=batchmode 'on job.tex'"
    text_of 'on job.pdf' >on.txt
    check "$say: shown before" grep -q 'arxiv:1309.3741v1 .*arxiv:1309.3741v1 .*arxiv:1309.3741v1 ' on.txt
    [ ! -s 'on job.out' ] || check "$say: bookmarks before" holds 'on job.out' '\000A\0005'
    for last in '\nofiles' ''; do
      printf '%s\n' "$head$LATE$last$body" >'on job.tex'
      check "$say$last: compiles" latex 'on job.tex'
      cp 'on job.pdf' on.pdf
      nothing "$say$last" on
    done
    nothing "$say, files" 'on job'
    check "$say: next run" latex 'on job.tex'
    nothing "$say, next run" 'on job'
    check "$say: its own bookmarks" holds 'on job.qdf' /Outlines
  done
  if [ -n "$(kpsewhich hyperxmp.sty)" ]; then
    # hyperxmp takes the author from \hypersetup, else from the title.
    XMP='\usepackage{hyperref}\usepackage{hyperxmp}'
    doc hx "\\documentclass{article}$PITH\\usepackage{hyperxmp}\\usepackage{hyperref}$META$TITLE" "$TEXT"
    nothing "$ENGINE, hyperxmp" hx
    doc hxtitle "\\documentclass{article}$PITH\\usepackage[pdfusetitle]{hyperref}\\usepackage{hyperxmp}$TITLE" "$TEXT"
    nothing "$ENGINE, hyperxmp, from the title" hxtitle
    doc hxlate "\\documentclass{article}$XMP\\usepackage{pith}$META$TITLE$LATE" "$TEXT"
    nothing "$ENGINE, hyperxmp, said late" hxlate
    doc hxclass "\\documentclass[doubleblind]{article}$XMP\\usepackage{pith}$META$TITLE" "$TEXT"
    nothing "$ENGINE, hyperxmp, by the class" hxclass
    [ "$ENGINE" = lualatex ] || {
      doc hxshown "\\documentclass{article}\\usepackage{pith}\\usepackage{hyperref}\\usepackage{hyperxmp}
\\hypersetup{pdfkeywords={K \\pithfield{$ID}{source}}}\\title{T}\\author{A \\pithfield{$ID}{short}}" '\maketitle x'
      pdfinfo -meta hxshown.pdf >hxshown.xmp
      check "$ENGINE, hyperxmp: the author's field" grep -q '>A A5G5GAJ7<' hxshown.xmp
      check "$ENGINE, hyperxmp: the keyword's field" grep -q '>K arxiv:1309.3741v1<' hxshown.xmp
    }
  fi
done
ENGINE=pdflatex

# Said by the class's options, with a value.
for option in anonymous=true Anonymous 'double-blind = true' submission=double; do
  doc class "\\documentclass[$option]{article}\\usepackage[qr]{pith}\\pithnumber{$ID}\\title{T}\\author{A}" '\maketitle x'
  nothing "[$option]" class
done
for option in anonymous=false 'anonymous = no' review=off; do
  doc class "\\documentclass[$option]{article}\\usepackage{pith}\\pithnumber{$ID}\\title{T}\\author{A}" '\maketitle x'
  text_of class.pdf >class.txt
  check "[$option]: the badge" holds class.txt "$ID"
done

# Said where it can't be said for one number: an error, and nothing is shown.
wrong() { # NAME PREAMBLE BODY
  printf '%s\n' '\documentclass{article}' "$2" '\title{T}\author{A}\begin{document}' "$3" '\end{document}' >"$1.tex"
  pdflatex -interaction=nonstopmode "$1.tex" >/dev/null 2>&1 || :
  check "$1: one error" lines 1 "$1.log" '! '
}
for value in '' =true =yes; do
  wrong number "\\usepackage{pith}\\pithnumber[qr,anonymous$value]{$ID}" '\maketitle x'
  nothing "\\pithnumber[anonymous$value]" number
  wrong body '\usepackage{pith}' "x\\pithnumber[anonymous$value]{$ID} \\pithref*{$ID2} y"
  nothing "\\pithnumber[anonymous$value] in the body" body
done
wrong qr '\usepackage{pith}' "x\\pithqr[anonymous]{$ID} \\pithref{$ID}"
nothing '\pithqr[anonymous]' qr
wrong setup '\usepackage{pith}' "x\\pithsetup{anonymous} \\pithref{$ID}\\pithnumber{$ID2}"
nothing '\pithsetup{anonymous} in the body' setup
wrong value '\usepackage{pith}\pithsetup{anonymous=yes}' "x \\pithnumber{$ID}"
nothing 'anonymous=yes' value
for key in xmp=false shell driver=none; do
  wrong key "\\usepackage{pith}\\pithnumber[$key,style=text]{$ID}" '\maketitle x'
  log_of key.log | tr -d ' ' >key.flat
  check "$key: where it belongs" holds key.flat '\usepackage['
  text_of key.pdf >key.txt
  check "$key: the number" holds key.txt "pith:2013:$ID"
  check "$key: the other options count" fails holds key.txt 'Pith Number'
done

# No space is left of a command, nor taken away.
doc space "\\documentclass{article}$PITH\\begin{document}\\newsavebox\\bx
\\def\\T#1#2{\\savebox\\bx{#1}\\savebox0{#2}\\ifdim\\wd\\bx=\\wd0\\typeout{SAME}\\else\\typeout{DIFFERENT}\\fi}
$(for command in '\pithnumber' '\pithnumber*' '\pithref' '\pithref*' '\pithqr' '\pithqr[qrsize=9mm]' '\pithnumber[qr]'; do
  printf '%s\n' "\\T{a $command{$ID} b}{a b}" "\\T{a$command{$ID} b}{a b}" "\\T{a $command{$ID}.}{a .}"
done)
\\T{a \\pithfield{$ID}{year} b}{a b}\\T{a \\pithnumber<$ID> b}{a b}\\end{document}" ''
check "spaces: none differs" fails grep -q '^DIFFERENT' space.log
check "spaces: all seen" lines 23 space.log SAME
doc back "\\documentclass{article}$PITH\\pithsetup{anonymous=false}\\pithnumber{$ID}\\title{T}\\author{A}" \
  "\\maketitle \\pithref{$ID2}"
text_of back.pdf >back.txt
check "back: the badge" holds back.txt "pith:2013:$ID"
check "back: the reference" holds back.txt 'pith:XHNNPWFN'

# What the author has made under another meaning is not made again.
doc again "\\documentclass{article}\\usepackage{pith}\\usepackage{hyperref}
\\begingroup\\def\\x{Local}\\hypersetup{pdfsubject={The epith: \\x}}\\endgroup" x
check "again: as it was" sh -c 'pdfinfo again.pdf | grep -q "^Subject: *The epith: Local$"'
finish
