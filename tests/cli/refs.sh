#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith refs`: which entries it finds numbers for, that nothing else in a .bib file changes, that
# BibTeX and biber read the result as before, and that a failed run changes nothing.
# shellcheck disable=SC2016 # small scripts get their program as $0
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3 patch
cd "$WORK"
A=A5G5GAJ7DMCZDPVAMNFAYYAUOP
S=XHNNPWFNQ4ZPTVKFXVZADSBBOK
"$PITH" mirror -q --from "$SRC/examples/paper/pith" m $A $S
ARXIV=$(sed -n 's/^  "id": "\(.*\)",/\1/p' "$SRC/examples/paper/pith/$S.json" | head -n 1)
# refs OPTIONS FILE...
refs() { "$PITH" refs --from m "$@"; }
# field FILE: the pith fields of a file
field() { tr -d '\r' <"$1" | sed -n 's/.*pith *= *[{"]\(pith:[^"}]*\).*/\1/p' | tr '\n' ' '; }

# ---- What names a paper -------------------------------------------------------------

cat >names.bib <<X
@string{ax = "arXiv"}
@article{eprint, eprint = {1309.3741}, archivePrefix = ax # {}}
@article{prefix, eprint = "arXiv:1309.3741v1", eprinttype = {arxiv}}
@misc(paren, doi = {10.48550/arXiv.1309.3741})
@misc{doi-url, doi = {https://doi.org/10.48550/ARXIV.1309.3741}}
@misc{url, URL = {https://arxiv.org/abs/1309.3741v1}}
@misc{pdf, url = {http://arxiv.org/pdf/1309.3741.pdf}}
@misc{note, note = {Preprint, {arXiv}:1309.3741.}}
@article{journal, journal = "arXiv preprint arXiv:1309.3741"}
@article{dblp, journal = {CoRR}, volume = {abs/1309.3741}}
@misc{best, note = {see also arXiv:2401.00001}, eprint = {1309.3741}}
X
printf '@misc{seed, eprint = {%s}}\n' "$ARXIV" >>names.bib
check "every usual way to give an arXiv id" gives 0 refs -o out.bib names.bib
check "  is found" same "$(field out.bib | tr ' ' '\n' | grep -c "pith:2013:$A")" 10
check "  and counted in the public words" holds out \
    "names.bib: 11 extracted, 11 resolved, 0 pending; refs resolved"
check "  each with its own number" holds out "seed  pith:2024:$S"
# BibTeX keeps the first of two fields of one name and says so of the second.
cat >twice.bib <<'X'
@misc{eprint, eprint = {1309.3741}, EPRINT = {0704.0001}}
@misc{url, url = {https://arxiv.org/abs/1309.3741}, url = {https://arxiv.org/abs/0704.0001}}
@misc{type, eprint = {1309.3741}, eprinttype = {arxiv}, eprinttype = {hal}}
@misc{hal, eprint = {1309.3741}, eprinttype = {hal}, eprinttype = {arxiv}}
X
printf '@misc{own, pith = {pith:2013:%s}, pith = {nonsense}}\n' $A >>twice.bib
check "of two fields of one name the first counts" gives 0 refs twice.bib
check "  as in BibTeX" holds out "5 extracted, 4 resolved, 0 pending, 1 without arXiv id or DOI"
cat >others.bib <<'X'
@article{hal, eprint = {1309.3741}, eprinttype = {hal}}
@article{journal-doi, doi = {10.1140/epjc/s10052-014-3001-5}}
@misc{word, note = {arXiv. 1309.3741 is mentioned}}
@misc{longer, note = {arXiv:1309.37419999}}
@misc{other, eprint = {0704.0001}}
@misc{old, eprint = {math.AG/0601001}}
@comment{ @misc{dead, eprint = {1309.3741}} }
an author's mail@example.org {eprint = {1309.3741}}
X
cp others.bib before.bib
check "what names no record" gives 0 refs -i others.bib
check "  changes nothing" cmp before.bib others.bib
check "  is pending or has no name" holds out \
    "6 extracted, 0 resolved, 2 pending, 4 without arXiv id or DOI; refs pending"
check "  an old id without its subject class" holds out "old  pending  arxiv:math/0601001"
check "  --require references says so" gives 3 refs --require references others.bib
check "  a version that no source has is pending" gives 0 sh -c \
    'echo "@misc{a, eprint={1309.3741v7}}" >v.bib && "$0" refs --from m v.bib' "$PITH"
check "    and not the number of another one" holds out "a  pending"
cat >nameless.bib <<'X'
@book{b, title = {A book}}
X
check "what nothing can be looked up for is not resolved" sh -c \
    '"$0" refs nameless.bib | grep -F "1 extracted, 0 resolved, 0 pending, 1 without arXiv id or DOI; refs none"' "$PITH"

# ---- What a .bib file looks like afterwards -----------------------------------------

cat >style.bib <<'X'
% a comment of the author
@Article{ Aligned,
  Author   = {A {and} B},
  eprint   = {1309.3741},
  year     = 2013
}

@misc{tabs,
	eprint="1309.3741",
	year=2013, % the last one
}
@misc{one, eprint={1309.3741}}
@misc{lead
 , eprint = {1309.3741}
 , year = 2013
 }
@misc{close,
  eprint = {1309.3741},
  year = 2013}
X
cat >want.bib <<X
% a comment of the author
@Article{ Aligned,
  Author   = {A {and} B},
  eprint   = {1309.3741},
  year     = 2013,
  pith     = {pith:2013:$A}
}

@misc{tabs,
	eprint="1309.3741",
	year=2013, % the last one
	pith={pith:2013:$A},
}
@misc{one, eprint={1309.3741}, pith={pith:2013:$A}}
@misc{lead
 , eprint = {1309.3741}
 , year = 2013, pith = {pith:2013:$A}
 }
@misc{close,
  eprint = {1309.3741},
  year = 2013,
  pith = {pith:2013:$A}}
X
check "a new field" gives 0 refs -o out.bib style.bib
check "  looks like its neighbours" cmp want.bib out.bib
check "  in place the same" gives 0 sh -c 'cp style.bib in.bib && "$0" refs -i --from m in.bib' "$PITH"
check "  there" cmp want.bib in.bib
touch -d 2001-01-01 in.bib
check "again: nothing to do" gives 0 refs -i in.bib
check "  the file is untouched" test "$(find in.bib -newermt 2002-01-01 | wc -l)" = 0
check "--dry-run" gives 0 refs -n style.bib
check "  changes nothing" fails cmp -s style.bib want.bib
cp out style.diff
check "  is what patch applies" sh -c 'cp style.bib p.bib && patch -s p.bib style.diff && cmp p.bib want.bib'
sed 's/$/\r/' style.bib >crlf.bib
sed 's/$/\r/' want.bib >crlf-want.bib
check "lines that end in CR LF" gives 0 refs -o out.bib crlf.bib
check "  stay so" cmp crlf-want.bib out.bib
printf '@misc{a,\n  eprint = {1309.3741}}' >end.bib
check "no line end at the end" gives 0 refs -n end.bib
check "  patch understands" sh -c 'cp out e.diff && cp end.bib p.bib && patch -s p.bib e.diff &&
    "$0" refs -q --from m -o e.bib end.bib && cmp p.bib e.bib' "$PITH"
check "--json" gives 0 refs --json style.bib
check "  has every entry" python3 -c "import json
r = json.load(open('out'))['results'][0]
assert r['extracted'] == r['resolved'] == len(r['entries']) == 5 and r['references'] == 'resolved'
assert r['entries'][1] == {'key': 'tabs', 'line': 8, 'name': 'arxiv:1309.3741',
    'outcome': 'resolved', 'number': 'pith:2013:$A'}"

# Random files: only whole pieces are put in, and BibTeX gives the same bibliography.
cat >noise.py <<'X'
import random, sys
r = random.Random(int(sys.argv[1]))
ends = r.choice(["\n", "\r\n"])
def value(text):
    return r.choice(["{%s}", '"%s"', "{%s} # {}", "{} # {%s}"]) % text
out = ["@string(own = {x})", "stray text, no entry"]
for i in range(60):
    fields = [("author", value("A. {\\'E}tud{\\i}ant and B")), ("title", value("On {T}hings %d" % i)),
              ("year", "2013"), ("journal", r.choice(["own", "own # { b}", "{J}"]))]
    if r.random() < .7:
        fields.append(("eprint", value("1309.3741")))
    r.shuffle(fields)
    a, b = r.choice(["{}", "()"])
    sep = r.choice([",", ",\n  ", ", ", "\n  ,", ",\n\t"])
    eq = r.choice(["=", " = ", "= ", "   = ", "\n="])
    tail = r.choice(["", ",", "\n", ",\n", " ,\n", " "])
    out.append("@" + r.choice(["article", "Article", "MISC"]) + r.choice(["", " "]) + a + "k%d" % i + sep +
               sep.join(n + eq + v for n, v in fields) + tail + b)
    out.append(r.choice(["", "@comment{x {y} z}", "% remark", "@preamble{ {} # \"\" }"]))
sys.stdout.buffer.write("\n".join(out).replace("\n", ends).encode())
X
cat >extended.py <<'X'
import re, sys
old, new = open(sys.argv[1], "rb").read(), open(sys.argv[2], "rb").read()
field = rb'(?:\r?\n[ \t]*| )pith *= *[{"]pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP[}"]'
n = len(re.findall(field, new))
# A field brings a comma before it, or after it where there was one already.
at = 0
for piece in re.split(b"(" + field + b")", new):
    if re.fullmatch(field, piece):
        continue
    i = 0
    while i < len(piece):
        if at < len(old) and piece[i] == old[at]:
            at += 1
        else:
            assert piece[i:i+1] == b",", (at, old[at-40:at+10], piece[i-40:i+10])
        i += 1
assert at == len(old), (at, len(old))
assert n == len(re.findall(rb"eprint", old)), n
X
bbl() {
    printf '%s\n' '\relax' '\citation{*}' '\bibstyle{plain}' "\\bibdata{$1}" >"$1.aux"
    bibtex -terse "$1" >"$1.bibtex" 2>&1
}
good=0
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    python3 noise.py $seed >r.bib
    refs -q -o rn.bib r.bib 2>err || break
    python3 extended.py r.bib rn.bib || break
    refs -n r.bib >r.diff
    cp r.bib rp.bib
    patch -s --binary rp.bib r.diff
    cmp -s rp.bib rn.bib || break
    if command -v bibtex >/dev/null; then
        bbl r || break
        bbl rn || break
        cmp r.bbl rn.bbl || break
        [ "$(grep -c bibitem rn.bbl)" = 60 ] || break
    fi
    good=$((good + 1))
done
check "12 random files keep every byte, patch agrees, and BibTeX prints the same" same $good 12
command -v bibtex >/dev/null || echo "SKIP: needs bibtex: NOT compared with BibTeX"
if command -v biber >/dev/null; then
    check "biber reads the file" biber --tool --quiet --output-file new.tool want.bib
    check "  as before" sh -c 'biber --tool --quiet --output-file old.tool style.bib && cmp old.tool new.tool'
else
    echo "SKIP: needs biber: NOT read by biber"
fi

# ---- What TeX reads -----------------------------------------------------------------

cat >paper.bbl <<X
\\begin{thebibliography}{9}
\\bibitem{revtex} \\bibfield {author} {A}, \\ \\Eprint {https://arxiv.org/abs/1309.3741} {arXiv:1309.3741 [hep-ph]}
\\bibitem[Label(2013)]{natbib} B, \\url{https://arxiv.org/abs/1309.3741v1}
\\bibitem{none} C.
\\bibitem{cited} D, \\pithref*{$S}
\\end{thebibliography}
X
check "a .bbl" gives 0 refs paper.bbl
check "  is read" holds out "4 extracted, 3 resolved, 0 pending, 1 without arXiv id or DOI"
check "  but not written" gives 2 refs -i paper.bbl
printf '%s\n' '\documentclass{article}\begin{document}' '% \bibitem{no} arXiv:1309.3741' \
    '\begin{thebibliography}{9}\bibitem{a} A, arXiv:1309.3741' '\end{thebibliography} arXiv:0704.0001' \
    '\end{document}' >paper.tex
check "a .tex with its own bibliography" gives 0 refs paper.tex
check "  too" holds out "1 extracted, 1 resolved"
printf '%s\n' '\entry{a}{article}{}' '\verb{eprint}' '\verb 1309.3741' '\endverb' \
    '\field{eprinttype}{arxiv}' '\endentry' '\entry{b}{article}{}' '\verb{eprint}' \
    '\verb 1309.3741' '\endverb' '\field{eprinttype}{hal}' '\endentry' >biblatex.bbl
check "a .bbl of biblatex" gives 0 refs biblatex.bbl
check "  with its archives" holds out "2 extracted, 1 resolved, 0 pending, 1 without"

# ---- What is wrong ------------------------------------------------------------------

printf '@misc{a, eprint={1309.3741}, pith={%s}}\n' $A >own.bib
cp own.bib before.bib
check "a field that is there" gives 0 refs -i own.bib
check "  stays" cmp before.bib own.bib
printf '@misc{a, eprint={1309.3741}, pith={%s}}\n@misc{b, eprint={1309.3741}}' $S >wrong.bib
cp wrong.bib before.bib
check "the number of another paper" gives 1 refs -i wrong.bib
check "  is named" holds err "wrong.bib:1"
check "  and a failed run changes nothing" cmp before.bib wrong.bib
check "  but with -k what holds is added" gives 1 refs -k -i wrong.bib
check "  there" same "$(field wrong.bib)" "pith:2013:$A"
check "  and nowhere else" same "$(wc -l <wrong.bib)" 1
printf '@misc{a, pith={nonsense}}' >bad.bib
check "a field that is no number" gives 2 refs bad.bib
cp -R m lying
mkdir -p lying/alias/arxiv
printf '{"pith_numbers":["pith:2024:%s"]}' $S >lying/alias/arxiv/1309.3741.json
cp style.bib s.bib
check "an index that lies" gives 1 "$PITH" refs --from lying -i s.bib
check "  changes nothing" cmp style.bib s.bib
sed 's/"version":1/"version":2/' m/pith/$A/bundle.json >lying/b && cp m/alias/arxiv/1309.3741.json lying/alias/arxiv/
mv lying/b lying/pith/$A/bundle.json
check "a damaged record" gives 1 "$PITH" refs --from lying -i s.bib
check "  changes nothing" cmp style.bib s.bib
check "a dead network" gives 6 env PITH_ALLOW_PRIVATE=1 PITH_RESOLVER=http://127.0.0.1:9 "$PITH" refs -i s.bib
check "  changes nothing" cmp style.bib s.bib
printf '@misc{a, eprint={1309.3741}}\n@misc{b, title={no end, eprint={1309.3741}\n@misc{c, eprint={1309.3741}}\n' >cut.bib
cp cut.bib before.bib
check "an entry without an end" gives 5 refs -i cut.bib
check "  is named" holds err "2: this entry has no end"
check "  and nothing is changed" cmp before.bib cut.bib
check "  not even with -k" gives 5 refs -k -i cut.bib
check "  nothing" cmp before.bib cut.bib
printf '@misc{a eprint={x}}\n@misc{b, eprint={1309.3741}}\n' >passed.bib
check "an entry that cannot be read" gives 0 refs -i passed.bib
check "  is named" holds err "1: this entry cannot be read"
check "  and the next one is read" same "$(field passed.bib)" "pith:2013:$A "
printf '@misc{a\033]0;x\007, eprint={1309.3741\000}}' >ctl.bib
check "control characters" gives 0 refs ctl.bib
check "  do not reach the terminal" fails grep -q "$(printf '\033')" out
check "no file" gives 2 refs
check "a missing one" gives 8 refs nowhere.bib
check "another kind" gives 2 refs "$SRC/README.md"
check "-o to standard output, which has the report" gives 2 refs -o - style.bib
check "  makes no file of that name" test ! -e ./-
check "two ways to write" gives 2 refs -i -n style.bib
mkdir lib
printf '@misc{a, eprint={1309.3741}}\n' >lib/shared.bib
ln -s shared.bib lib/second.bib
ln -s lib/second.bib link.bib
check "-i of a link" gives 0 refs -i link.bib
check "  changes the file that it leads to" same "$(field lib/shared.bib)" "pith:2013:$A "
check "  and stays a link" sh -c "test -L link.bib && test -L lib/second.bib"
check "  with nothing left beside it" same "$(find lib -name '.*')" ""
ln -s nowhere/x.bib dangling.bib
check "-i of a link that leads nowhere" gives 8 refs -i dangling.bib
check "  makes no file" sh -c "test -L dangling.bib && test ! -e dangling.bib"
mkdir ro.bib
check "a folder" gives 8 refs -i ro.bib

# ---- Large and hostile: each in linear time -----------------------------------------

python3 - <<'X'
n = 10 << 20
for name, part in dict(braces=b"{", entries=b"@a{", quotes=b'@a{b,c="', ats=b"@", names=b"a" * 64,
                       nul=b"\0", comments=b"@comment{", macros=b"@string{a=a#a}", lines=b"\n",
                       fields=b"@a{b,c={d},}", hashes=b"@a{b,c=1#", arxiv=b"arxiv:", abs=b"arxiv.org/abs/").items():
    open(f"h-{name}.bib", "wb").write((part * (n // len(part) + 1))[:n])
open("h-line.bib", "wb").write(b"".join(b"@a{k%d,eprint={0704.0001}}" % i for i in range(16000)) + b" " * n)
open("h-one.bib", "wb").write(b"@a{k,eprint={1309.3741},note={" + b"arxiv:{" * (n // 8) + b"}" * (n // 8) + b"}}")
X
for file in h-*.bib; do
    got=0
    timeout 60 "$PITH" refs -q --from m --dry-run "$file" >out 2>err || got=$?
    case $got in
    0 | 5) ok "10 MB of $file: exit $got" ;;
    *) not_ok "10 MB of $file: exit $got: $(head -c 300 err)" ;;
    esac
done
finish
