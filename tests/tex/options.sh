#!/bin/sh
# SPDX-License-Identifier: MIT
# What the keys do: where the badge stands, how it looks, what it says and links
# to, when the document is anonymous, and when the shell escape is used.
set -eu
# shellcheck source=tests/tex/lib.sh disable=SC1091
. "$SRC/tests/tex/lib.sh"
need pdflatex lualatex xelatex pdftotext pdfinfo pdftoppm qpdf kpsewhich
cd "$WORK"
ID=A5G5GAJ7DMCZDPVAMNFAYYAUOP
ID2=XHNNPWFNQ4ZPTVKFXVZADSBBOK
URL=https://pith.science/pith
NAME="Pith Number pith:2013:$ID"
datafile "$(record $ID 412054)" >pith-data.tex

# doc NAME CLASS PREAMBLE BODY
doc() {
  printf '%s\n' "\\documentclass$2" "$3" '\title{A Title}\author{An Author}\date{A Date}' \
    "\\begin{document}$4" '\end{document}' >"$1.tex"
  check "$1: compiles" latex "$1.tex"
  latex "$1.tex" || :
  text_of "$1.pdf" >"$1.txt"
  qpdf --qdf --object-streams=disable "$1.pdf" "$1.qdf"
  log_of "$1.log" | sed 's/(pith) *//g' >"$1.flat"
}
TEXT='\maketitle Some words of text, as there are in papers.'
# word WORD FILE.pdf: xMin yMin of its first occurrence on page 1, in whole points
word() {
  pdftotext -f 1 -l 1 -bbox "$2" - | sed -n "s|.*xMin=\"\([0-9]*\)[^\"]*\" yMin=\"\([0-9]*\).*>$1<.*|\1 \2|p" | sed -n 1p
}
# shellcheck disable=SC2317 # check calls it
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ]; }

# At the edges a badge moves nothing, and keeps out of the left 32 points.
doc none '{article}' '' "$TEXT"
for place in corner footer margin; do
  doc $place '{article}' "\\usepackage[placement=$place]{pith}\\pithnumber{$ID}" "$TEXT"
  tr -d ' ' <$place.txt >$place.glued
  check "$place: the badge" holds $place.glued "$(echo "$NAME" | tr -d ' ')"
  check "$place: moves nothing" same "$(word papers. $place.pdf)" "$(word papers. none.pdf)"
  check "$place: no bad box" fails grep -q '^\(Over\|Under\)full' $place.log
  # shellcheck disable=SC2046 # two numbers
  set -- $(word Number $place.pdf)
  case $place in
    corner) check "corner: at the upper right" sh -c "[ $1 -gt 200 ] && [ $2 -lt 20 ]" ;;
    footer) check "footer: below the page number" sh -c "[ $2 -gt 700 ] && [ $2 -lt 780 ]" ;;
    margin) check "margin: right of the text" sh -c "[ $1 -gt 477 ] && [ $2 -lt 200 ]" ;;
  esac
done
doc inbody '{article}' '\usepackage{pith}' "$TEXT \\pithnumber[placement=corner]{$ID} More."
check "inbody: nothing at its place" holds inbody.txt 'in papers. More.'
check "inbody: in the corner" between "$(word Number inbody.pdf | cut -d' ' -f2)" 1 20
doc notice '{article}' '\usepackage{pith}' "$TEXT \\pithnumber[placement=margin]{$ID} More."
check "notice: in the margin" between "$(word Number notice.pdf | cut -d' ' -f1)" 478 600
doc here '{article}' "\\usepackage[placement=here]{pith}\\pithnumber{$ID}" "$TEXT"
check "here: nothing with the title" fails holds here.txt Pith
check "here: but in the XMP" grep -aq '<pith:number>' here.pdf
doc narrow '{article}' "\\usepackage[placement=margin]{pith}\\pithnumber{$ID}\\marginparwidth=5mm" "$TEXT"
check "narrow: one warning" same "$(warnings narrow.log)" 1
check "narrow: at the foot" between "$(word Number narrow.pdf | cut -d' ' -f2)" 700 780

# Two at one edge do not overlap.
for place in corner footer margin; do
  doc two '{article}' "\\usepackage[placement=$place,style=text]{pith}\\pithnumber{$ID}\\pithnumber{$ID2}" "$TEXT"
  lines=$(pdftotext -bbox two.pdf - | sed -n 's|.*yMin="\([0-9]*\).*>pith:.*|\1|p' | sort -u | wc -l)
  check "two, $place: one below the other" same "$lines" 2
done

# Looks.
doc text '{article}' "\\usepackage[style=text]{pith}\\pithnumber{$ID}" "$TEXT"
check "text: the number alone" holds text.txt "A Date pith:2013:$ID Some words"
for style in text boxed badge; do
  for width in 30 60 120; do
    doc box '{article}' '\usepackage{pith}' "\\noindent\\begin{minipage}{${width}mm}
\\pithnumber[style=$style,qr,statuses,qrsize=12mm]{$ID}\\end{minipage}"
    check "$style in $width mm: no overfull box" fails grep -q '^Overfull' box.log
    tr -d ' ' <box.txt >box.glued
    check "$style in $width mm: the number" holds box.glued "pith:2013:$ID"
  done
done
for color in link none grey gray; do
  doc color '{article}' "\\usepackage[colorlinks,urlcolor=red]{hyperref}\\usepackage[color=$color]{pith}" \
    "\\pithnumber{$ID} x"
  case $color in
    link) check "link: hyperref's colour" grep -aq '^1 0 0 rg' color.qdf ;;
    none) check "none: no colour" fails grep -aq '^\(1 0 0 rg\|0*\.35 g\)' color.qdf ;;
    *) check "$color: grey" sh -c 'grep -aq "^0*\.35 g" color.qdf && ! grep -aq "^1 0 0 rg" color.qdf' ;;
  esac
done
doc grey '{article}' "\\usepackage[color=grey]{pith}" "\\pithnumber{$ID} x"
check "grey: without a colour package" grep -aq '^0*\.35 g' grey.qdf
for size in tiny normalsize; do
  doc $size '{article}' "\\usepackage[size=$size]{pith}" "x

\\pithnumber{$ID}"
done
check "sizes differ" fails same "$(render tiny.pdf)" "$(render normalsize.pdf)"

# Where a marginal note would be lost, the margin of the page.
for place in '\footnote{x ME}' '\begin{figure}[h]ME\end{figure}' '\begin{minipage}{5cm}x ME\end{minipage}' \
  '\parbox{5cm}{x ME}' '\begin{tabular}{p{5cm}}x ME\end{tabular}'; do
  doc lost '{article}' '\usepackage{pith}' "$TEXT $(printf '%s\n' "$place" | sed "s/ME/\\\\pithnumber[placement=margin]{$ID}/")"
  check "$place: in the margin" between "$(word Number lost.pdf | cut -d' ' -f1)" 478 600
done
# In two-sided documents the outer margin, and the foot below the text.
SIDES='\oddsidemargin=0mm\evensidemargin=40mm\textwidth=100mm\paperwidth=210mm\pdfpagewidth=210mm'
for page in 1 2; do
  for place in margin footer; do
    doc sides '[twoside]{article}' "$SIDES\\usepackage{pith}" \
      "$(printf '%s\n' "\\setcounter{page}{$page}x" "\\parbox{5cm}{\\pithnumber[placement=$place,style=text]{$ID}}\\hfill y")"
    tr -d ' ' <sides.txt >sides.glued
    check "page $page, $place: the number" holds sides.glued "$ID"
    left=$(pdftotext -bbox sides.pdf - | sed -n 's|.*xMin="\([0-9]*\).*>pith:.*|\1|p' | sed -n 1p)
    case $page$place in
      1margin) check "page 1: the right margin" between "$left" 356 595 ;;
      2margin) check "page 2: the left margin" between "$left" 14 185 ;;
      1footer) check "page 1: below the text" between "$left" 72 213 ;;
      2footer) check "page 2: below the text" between "$left" 185 326 ;;
    esac
  done
done
# Headings may be set in capitals.
for class in book amsart; do
  doc upper "{$class}" '\usepackage{pith}\pagestyle{headings}' "$(printf '%s\n' "\\tableofcontents
\\section{On \\pithnumber[style=text,link=none,qrsize=9mm,words={number=X}]{$ID}}x\\newpage x\\newpage
\\uppercase{\\pithnumber[style=text,qr=true]{$ID}}")"
  check "$class, capitals: the number alone" fails holds upper.txt 'Pith Number'
  check "$class, capitals: no warning" same "$(warnings upper.log)" 0
done
# Interchar tokens, by which languages space punctuation in XeTeX.
ENGINE=xelatex
doc inter '{article}' '\usepackage{pith}\XeTeXinterchartokenstate=1\newXeTeXintercharclass\mine
\XeTeXcharclass`:=\mine \XeTeXinterchartoks 0 \mine={\kern1em}' \
  "\\noindent\\pithref*{$ID}\\par\\pithfield{$ID}{source}\\par\\pithfield{$ID}{number}"
ENGINE=pdflatex
check "inter: no space in numbers" holds inter.txt "pith:2013:$ID arxiv:1309.3741v1 pith:2013:$ID"
# A long value ends lines, a warning comes once.
doc long '[twocolumn]{article}' '\usepackage{pith}' "\\pithfield{$ID}{canonicalSha256} and more words"
check "long: no overfull line" fails grep -q '^Overfull' long.log
doc once '{article}' '\usepackage{pith}' "\\pithfield{$ID}{qr}\\pithfield{$ID}{qr}\\pithnumber{pith:2014:$ID}\\pithnumber{pith:2014:$ID}"
check "once: one warning of each" same "$(warnings once.log)" 2

# Words.
doc statuses '{article}' "\\usepackage[statuses]{pith}" "\\pithnumber{$ID}"
check "statuses: as on the public page" holds statuses.txt \
  '(arXiv:1309.3741v1, verified; not attested, not anchored, not stored, refs pending)'
doc german '{article}' '\usepackage[statuses]{pith}\renewcommand\languagename{ngerman}' "\\pithnumber{$ID}"
check "german: of the document" holds german.txt \
  "Pith-Nummer pith:2013:$ID (arXiv:1309.3741v1, verifiziert; nicht bezeugt, nicht verankert, nicht gespeichert, Verweise ausstehend)"
doc french '{article}' '\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage[language=french]{pith}' "\\pithnumber{$ID}"
check "french: of the key" holds french.txt "Numéro Pith pith:2013:$ID (arXiv:1309.3741v1, vérifié)"
doc words '{article}' '\usepackage{pith}\pithsetup{words={number=Pith No.,verified={hash, key hold}}}' "\\pithnumber{$ID}"
check "words: the author's" holds words.txt "Pith No. pith:2013:$ID (arXiv:1309.3741v1, hash, key hold)"
doc unknown '{article}' '\usepackage{pith}\pithsetup{words={nonsense=x}}' "\\pithnumber{$ID}"
check "unknown: one warning" same "$(warnings unknown.log)" 1

# Links.
for way in link=none nolink; do
  doc nolink '{article}' "\\usepackage[$way]{pith}\\usepackage{hyperref}" "\\pithnumber{$ID} \\pithref{$ID}"
  check "$way: no link" fails grep -aq '/Annots' nolink.qdf
  check "$way: the badge" holds nolink.txt "$NAME"
done
doc mirror '{article}' '\usepackage[link=https://mirror.example/pith/]{pith}' "\\pithnumber{$ID}"
check "mirror: its link" lines 1 mirror.qdf "(https://mirror.example/pith/$ID)"
for bad in 'javascript:alert' 'https://a b' 'https://x)y' 'https://' 'https:///x/' '{https://x.y/ }'; do
  doc bad '{article}' "\\usepackage{pith}\\pithsetup{link={$bad}}" "\\pithnumber{$ID}"
  check "link=$bad: one warning" same "$(warnings bad.log)" 1
  check "link=$bad: the resolver" lines 1 bad.qdf "($URL/$ID)"
done

# The alphabet is of character codes: no letter that is I or S in capitals.
for ENGINE in lualatex xelatex; do
  for other in ſ ı; do
    printf '%s\n' '\documentclass{article}\usepackage{pith}' \
      "\\begin{document}\\pithnumber{A5G5GAJ7DMCZDPVAMNFAYYAUO$other}\\end{document}" >letter.tex
    check "$ENGINE, $other: refused" fails latex letter.tex
    check "$ENGINE, $other: and named" holds letter.log "is not a Pith Number"
  done
done
ENGINE=pdflatex
doc small '{article}' '\usepackage{pith}' "\\pithnumber{a5g5gaj7dmczdpvamnfayyauop}"
check "small letters: in capitals" holds small.txt "$NAME"

# Other commands.
doc ref '{article}' '\usepackage{pith}' "A \\pithref{$URL/$ID}, \\pithref*{$ID}, \\pithref{$ID2}; \\pithqr{$ID2}."
check "ref: short and whole" holds ref.txt "A pith:A5G5GAJ7, pith:2013:$ID, pith:XHNNPWFN; ."
check "ref: links" same "$(grep -ac "($URL/" ref.qdf)" 3
check "ref: in no XMP" fails grep -aq '<pith:number>' ref.pdf
# shellcheck disable=SC2016 # TeX's own
doc raw '{article}' "\\usepackage{pith}\\pithnumber*{$ID}" "\\ifnum\\pithrawfield{$ID}{year}>2000 new\\else old\\fi,
\\edef\\x{\\pithrawfield{pith:2013:$ID}{source};\\pithrawfield{$ID}{title};\\pithrawfield{$ID2}{year}}\\x"
check "raw: expands, but for the title" holds raw.txt 'new, arxiv:1309.3741v1;??;??'
doc raw '{article}' '\usepackage{pith}' "\\pithrawfield{$ID}{year}."
check "raw: before anything else" holds raw.txt '2013.'

# What there is not, is said, and what there is.
for bad in nonsense=1 style=fancy qr=perhaps; do
  printf '%s\n' '\documentclass{article}\usepackage{pith}' "\\pithsetup{$bad}\\begin{document}x\\end{document}" >bad.tex
  check "$bad: an error" fails latex bad.tex
  check "$bad: names it" holds bad.log "${bad%=1}"
done
check "qr=perhaps: names what there is" holds bad.log 'true,false'

# A key of the package that has the name of a class's option is left alone.
doc classopt '[style=foo,qr,link=x]{article}' "\\usepackage{pith}\\pithnumber{$ID}" "$TEXT"
check "classopt: the badge" holds classopt.txt "A Date $NAME (arXiv"

# Anonymity: asked for by the class.
nothing() { # NAME
  check "$1: nothing on the page" fails grep -qi 'pith\|A5G5' "$1.txt"
  check "$1: nothing in the PDF" fails grep -aqi 'pith\|A5G5' "$1.qdf"
  check "$1: no warning" same "$(warnings "$1.log")" 0
  check "$1: the log says so" grep -q 'asks for an anonymous *document' "$1.flat"
  check "$1: and how to change it" holds "$1.flat" 'anonymous=false'
}
BADGES="\\maketitle \\pithnumber{$ID}\\pithref{$ID}\\pithqr{$ID}\\pithfield{$ID}{short}\\pithrawfield{$ID}{year} Text."
for option in anonymous doubleblind submission review blind; do
  doc anon "[$option]{article}" "\\usepackage[qr]{pith}\\pithnumber{$ID}" "$BADGES"
  nothing anon
  doc named "[$option]{article}" "\\usepackage[anonymous=false]{pith}\\pithnumber{$ID}" "$TEXT"
  check "$option, anonymous=false: the badge" holds named.txt "$NAME"
done
for switch in '@submission' 'acl@anonymize' '@ACM@anonymous'; do
  doc anon '{article}' "\\makeatletter\\expandafter\\newif\\csname if$switch\\endcsname\\csname ${switch}true\\endcsname
\\makeatother\\usepackage{pith}\\pithnumber{$ID}" "$BADGES"
  nothing anon
  doc named '{article}' "\\makeatletter\\expandafter\\newif\\csname if$switch\\endcsname
\\makeatother\\usepackage{pith}\\pithnumber{$ID}" "$TEXT"
  check "$switch, but false: the badge" holds named.txt "$NAME"
done
if [ -n "$(kpsewhich elsarticle.cls)" ]; then
  doc anon '[doubleblind]{elsarticle}' "\\usepackage{pith}\\pithnumber{$ID}" \
    '\begin{frontmatter}\title{T}\author{A}\end{frontmatter}Text.'
  nothing anon
  doc spaced '[review]{elsarticle}' "\\usepackage{pith}\\pithnumber{$ID}" \
    '\begin{frontmatter}\title{T}\author{A}\end{frontmatter}Text.'
  check "elsarticle, review: is for double spacing" holds spaced.txt "$NAME"
fi

# Shell escape: a `pith' that notes how it was called and writes what it was told.
mkdir -p bin
cat >bin/pith <<X
#!/bin/sh
echo "\$#:\$*" >>"$WORK/calls"
cp "$WORK/told.tex" "\${TEXMF_OUTPUT_DIRECTORY:-.}/pith-data.tex"
X
chmod +x bin/pith
datafile "$(record $ID)" "$(record $ID2)" >told.tex
calls() { cat calls 2>/dev/null || :; }
run() { # ENGINE OPTION FILE
  PATH="$WORK/bin:$PATH" "$1" -interaction=nonstopmode "$2" "$3" >out 2>&1 || :
}
# shellcheck disable=SC2016 # not the shell's
printf '%s\n' '\documentclass{article}\usepackage[shell]{pith}' "\\pithnumber{$ID}" \
  '\title{\$(touch t)}\author{A}\begin{document}\maketitle' "\\pithnumber{$ID2}" '\end{document}' >"my paper & co.tex"
for engine in pdflatex lualatex xelatex; do
  job='my paper & co'
  rm -f pith-data.tex calls ./*.aux
  run $engine -no-shell-escape "$job.tex"
  check "$engine, off: nothing is called" same "$(calls)" ''
  check "$engine, off: nothing refused either" fails grep -q runsystem "$job.log"
  check "$engine, off: one warning" same "$(warnings "$job.log")" 1
  check "$engine, off: it says what to run" grep -q 'pith prepare FILE.tex' "$job.log"
  rm -f ./*.aux
  run $engine -shell-restricted "$job.tex"
  check "$engine, restricted: nothing is called" same "$(calls)" ''
  check "$engine, restricted: nothing refused either" fails grep -q runsystem "$job.log"
  rm -f ./*.aux
  run $engine -shell-escape "$job.tex"
  check "$engine, full: called once, for the preamble's" same "$(calls)" "2:tex $ID"
  check "$engine, full: the data are there in the same run" holds pith-data.tex "$ID"
  text_of "$job.pdf" >text
  check "$engine, full: and printed" holds text "$NAME (arXiv:1309.3741v1, verified)"
  run $engine -shell-escape "$job.tex"
  check "$engine, full: with all data not called again" same "$(calls)" "2:tex $ID"
  datafile "$(record $ID)" >pith-data.tex
  run $engine -shell-escape "$job.tex"
  check "$engine, full: for both, as one is missing" same "$(calls | sed -n 2p)" "3:tex $ID $ID2"
  # What the run before left is not trusted.
  rm -f pith-data.tex calls
  # shellcheck disable=SC2016 # not the shell's
  printf '%s\n' '\gdef\pith@needed{$(touch owned),A;touch owned,'"$ID2"'}' >"$job.aux"
  run $engine -shell-escape "$job.tex"
  check "$engine, full: nothing but numbers" same "$(calls)" "3:tex $ID $ID2"
  check "$engine: nothing else ran" test ! -e owned -a ! -e t
  mkdir -p build
  rm -f pith-data.tex calls build/*
  PATH="$WORK/bin:$PATH" $engine -interaction=nonstopmode -output-directory=build -shell-escape "$job.tex" >out 2>&1 || :
  text_of "build/$job.pdf" >text
  check "$engine, -output-directory: printed" holds text "$NAME (arXiv:1309.3741v1, verified)"
done
# Asked for by the other commands that show data.
printf '%s\n' '\documentclass{article}\usepackage[shell]{pith}' \
  "\\begin{document}\\pithref*{$ID}\\pithfield{$ID2}{year}\\end{document}" >others.tex
for way in plain parameter; do
  rm -f pith-data.tex calls others.aux
  run pdflatex -shell-escape others.tex
  check "others: nothing known of them yet" same "$(calls)" ''
  if [ $way = parameter ]; then
    sed 's/pith@needed/&#1/' others.aux >other.aux
    cp other.aux others.aux
  fi
  run pdflatex -shell-escape others.tex
  check "others, $way: no error" fails grep -q '^!' out
  [ $way = parameter ] || check "others: asked for" same "$(calls)" "3:tex $ID $ID2"
done
printf '%s\n' '\documentclass{article}\usepackage{pith}' "\\begin{document}\\pithnumber{$ID}\\end{document}" >plain.tex
rm -f pith-data.tex calls
run pdflatex -shell-escape plain.tex
check "without the option nothing is called" same "$(calls)" ''
finish
