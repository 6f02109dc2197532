#!/bin/sh
# SPDX-License-Identifier: MIT
# `pith cite`: entries of a bibliography that say what was proved, whatever the title holds; and what
# cites a record, by a mirror's bundles.
set -eu
# shellcheck source=tests/evidence/lib.sh
. "$SRC/tests/evidence/lib.sh"
# shellcheck disable=SC2317 # by `gives`
cite() { "$PITH" cite --from "$EXAMPLES" "$@"; }

# What an entry says.
check "BibTeX" gives 0 cite $NUMBER
cat >want.bib <<'B'
@misc{pith:A5G5GAJ7,
  title         = {{GoSam applications for automated NLO calculations}},
  key           = {pith:A5G5GAJ7},
  year          = {2013},
  month         = sep,
  eprint        = {1309.3741v1},
  archivePrefix = {arXiv},
  primaryClass  = {hep-ph},
  url           = {https://arxiv.org/abs/1309.3741v1},
  note          = {pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP},
  pith          = {A5G5GAJ7DMCZDPVAMNFAYYAUOP}
}
B
check "  says all that the record does" cmp out want.bib
check "  its names are those of pith refs" gives 0 "$PITH" refs --from "$EXAMPLES" want.bib
check "biblatex" gives 0 cite --format biblatex $NUMBER
check "  has a date" holds out "date          = {2013-09-15}"
check "  and the type of the eprint" holds out "eprinttype    = {arxiv}"
check "CSL-JSON" gives 0 cite --format csl-json $NUMBER $OTHER
check "  is one list" python3 -c 'import json
a, b = json.load(open("out"))
assert a == {"id": "pith:A5G5GAJ7", "type": "article", "publisher": "arXiv",
    "title": "GoSam applications for automated NLO calculations",
    "issued": {"date-parts": [[2013, 9, 15]]}, "number": "arXiv:1309.3741v1",
    "URL": "https://arxiv.org/abs/1309.3741v1", "note": "pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP"}, a
assert b["issued"]["date-parts"] == [[2024, 7, 29]]'
check "text" gives 0 cite --format text $NUMBER
check "  is one line" same "$(cat out)" "GoSam applications for automated NLO calculations. arXiv:1309.3741v1 [hep-ph], 2013-09-15. pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP. $PAGE"
check "--json" gives 0 cite --json --format text $NUMBER
check "  has it as a string" python3 -c 'import json
r, = json.load(open("out"))["results"]
assert r["citation"].startswith("GoSam") and r["format"] == "text" and r["exit"] == 0'
check "what has no title" gives 0 "$PITH" cite "$EXAMPLES/$NUMBER/bundle.json"
check "  is cited without one" fails holds out title
check "  and said to be" holds err "no source gives a title that hashes to the record"
sed 's/GoSam/gosam/; s/NLO/LO/' "$EXAMPLES/$NUMBER.json" >lying.json
check "a title that is not the record's" gives 0 "$PITH" cite lying.json
check "  is left out" fails holds out title
check "  in JSON it is null" gives 0 "$PITH" cite --json lying.json
check "    too" python3 -c 'import json; assert json.load(open("out"))["results"][0]["title"] is None'
sed 's/hep-ph/hep-th/' "$EXAMPLES/$NUMBER.json" >damaged.json
check "what does not hold is not cited" gives 1 "$PITH" cite damaged.json
check "  at all" test ! -s out
check "one of two" gives 1 "$PITH" cite --format csl-json damaged.json "$EXAMPLES/$NUMBER.json"
check "  leaves a whole list" python3 -c 'import json; assert len(json.load(open("out"))) == 1'
check "a key that is not known" gives 4 env PITH_KEYRING=m.json "$PITH" cite "$EXAMPLES/$NUMBER.json"
check "  is said" holds err "not in the keyring"
for words in "" "--format endnote $NUMBER" "--format text --cited-by . $NUMBER"; do
    # shellcheck disable=SC2086 # words
    check "cite $words is refused" gives 2 "$PITH" cite $words
done
check "a format that is nearly one" gives 2 "$PITH" cite --format bibtec $NUMBER
check "  is suggested" holds err "did you mean bibtex?"

# Titles: honest TeX stays TeX, everything else is shown as it is spelled.
cat >titles.py <<'Y'
import base64, hashlib, json, pathlib, sys
TITLES = [ # title, what BibTeX gets; None: only that it is harmless
    (r"Poincar\'e recurrence", r"Poincar{\'{e}} recurrence"),
    (r"KAM \`{a} la R", r"KAM {\`{a}} la R"),
    (r"Schr\"odinger and Erd\H{o}s", r'Schr{\"{o}}dinger and Erd{\H{o}}s'),
    (r"Bra\v{c}evac, {\'e}, na\"{\i}ve, \o re, \ss{}", r'Bra{\v{c}}evac, {\'{e}}, na{\"{\i}}ve, {\o}re, {\ss}'),
    (r"limited CO$_2$ outgassing", r"limited CO$_2$ outgassing"),
    (r"Bohr$_0$ and $\alpha^{2}$", r"Bohr$_0$ and $\alpha^{2}$"),
    (r"a $a^b ^c$ b", r"a \$a\textasciicircum{}b \textasciicircum{}c\$ b"),
    (r"Spaces $x_1 _2$ here", r"Spaces \$x\_1 \_2\$ here"), (r"$+^a ^b$", r"\$+\textasciicircum{}a \textasciicircum{}b\$"),
    (r"$^a _b$", r"\$\textasciicircum{}a \_b\$"), (r"$\alpha ^{2} ^3$", None),
    (r"$a ^b c _d + ^2-^3$ stays", r"$a ^b c _d + ^2-^3$ stays"),
    (r"Morse--Hedlund: what? 'yes' \"no\"", None),
    (r"An analysis of Bitcoin OP_RETURN metadata", r"An analysis of Bitcoin OP\_RETURN metadata"),
    (r"100% sure & #1", r"100\% sure \& \#1"),
    (r"\input{/etc/passwd}", r"\textbackslash{}input\textbraceleft{}/etc/passwd\textbraceright{}"),
    (r"^^5cinput{/etc/passwd}", None), (r"$^^5cinput{x}$", None), (r"$x^^y$", None), (r"$x^2^3$", None),
    (r"\immediate\write18{touch pwned}", None), (r"\openout5=pwned", None), (r"$\write18{touch pwned}$", None),
    (r"a } b", r"a \textbraceright{} b"), (r"a { b", r"a \textbraceleft{} b"), ("}}}, title = {{x", None),
    (r"a@misc{b, c = {d}}", None), (r"one $ dollar", r"one \$ dollar"), (r"$$", None), (r"$}{$", None),
    (r"\'", None), (r"\c", None), (r"\'{e", None), (r"{\'e", None), (r"\\", None), ("~|<>^_`", None),
    (r"\loop\iftrue\repeat", None), (r"\end{document}", None), (r"\csname x\endcsname", None),
    (r"\cite{x}", None), (r"\c{\input}", None), (r"\'{\input x}", None), (r"$\alphax$", None),
    ("x" * 1000, None),
]
records = []
for n, (title, want) in enumerate(TITLES):
    sha = hashlib.sha256(" ".join(title.split()).lower().encode()).hexdigest()
    record = {"metadata": {"abstract_canon_sha256": "0" * 64, "cross_cats_sorted": [], "license": "",
              "primary_cat": "math.CO", "submitted_at": "2013-09-15T09:53:20Z", "title_canon_sha256": sha},
              "schema_version": "1.0", "source": {"id": "1309.%04d" % n, "kind": "arxiv", "version": 1}}
    digest = hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":")).encode())
    number = base64.b32encode(digest.digest()).decode()[:26]
    json.dump({"record_type": "pith_number_record", "pith_number": "pith:2013:" + number, "canonical_record": record,
               "canonical_sha256": digest.hexdigest(), "paper": {"title": title}}, open("t%02d.json" % n, "w"))
    records.append((number, title, want))
json.dump(records, open("titles.json", "w"))
Y
python3 titles.py
"$PITH" cite -q t??.json >all.bib
"$PITH" cite -q --format biblatex t??.json >all.biblatex
"$PITH" cite -q --format csl-json t??.json >all.json
"$PITH" cite -q --format text t??.json >all.txt
check "every title goes into CSL-JSON as it is" python3 -c 'import json
for item, (number, title, want) in zip(json.load(open("all.json")), json.load(open("titles.json")), strict=True):
    assert item["title"] == title and item["note"].endswith(number), item'
check "  and into text" python3 -c 'import json
for line, (number, title, want) in zip(open("all.txt").read().split("\n\n"), json.load(open("titles.json")), strict=True):
    assert line.startswith(title) and number in line, line'
for form in bib biblatex; do
    check "$form: braces come in pairs, as BibTeX counts them" python3 - all.$form <<'Y'
import json, re, sys
entries = open(sys.argv[1]).read().split("\n\n")
records = json.load(open("titles.json"))
assert len(entries) == len(records)
known = r"\\(['`^\"~=.cvuHkrdb](?=\{)|(textbackslash|textbraceleft|textbraceright|textasciitilde|textasciicircum|textless|textgreater|textbar)\{\}|alpha(?![A-Za-z])|(o|i|ss)(?=\})|[$%#&_])"
for entry, (number, title, want) in zip(entries, records):
    depth = 0
    for c in entry:
        depth += (c == "{") - (c == "}")
        assert depth >= 0, entry
    assert depth == 0 and entry.endswith("}\n" if entry is entries[-1] else "}"), entry
    value = re.search(r"title +?= \{\{(.*)\}\},\n", entry).group(1)
    rest = re.sub(known, "", value)
    assert "\\" not in rest and "^^" not in rest, (title, value)
    assert want is None or value == want, (title, value)
Y
done
if command -v pdflatex >/dev/null 2>&1 && command -v bibtex >/dev/null 2>&1; then
    cat >paper.tex <<'T'
\documentclass{article}
\usepackage[T1]{fontenc}
\begin{document}
\nocite{*}
\bibliographystyle{plain}
\bibliography{all}
\end{document}
T
    # shellcheck disable=SC2317 # by `check`
    typeset() { pdflatex -interaction=nonstopmode -halt-on-error -shell-escape paper.tex; }
    check "TeX knows them" typeset
    check "  BibTeX reads them" bibtex paper
    check "  TeX typesets them" typeset
    check "  and does nothing else" test ! -e pwned -a ! -e pwned.tex
    if command -v pdftotext >/dev/null 2>&1; then
        pdftotext -layout paper.pdf - | tr -s ' \n' '  ' >paper.txt
        for words in '\input{/etc/passwd}' 'a } b' '100% sure & #1' '\immediate\write18{touch pwned}'; do
            check "  $words reads as it is spelled" holds paper.txt "$words"
        done
        check "  no file was read" fails holds paper.txt root:
    fi
fi

# Cited by: the bundles of a mirror folder.
mkdir docs
cp -R "$EXAMPLES"/. docs
chmod -R u+w docs
cited() { # KEY TIME RELATIONSHIP CITED: one more event in the bundle of $OTHER
    printf '{"relationship":"%s","cited":"%s"}' "$3" "$4" >payload.json
    "$PITH" sign event -q --key "$1.json" --date "2026-10-01T12:00:$2Z" --type citation \
        --payload payload.json -o docs/$OTHER/bundle.json docs/$OTHER/bundle.json
}
cited bob 01 extends "pith:2013:$NUMBER"
cited alice 02 cites "$(printf %s $NUMBER | tr '[:upper:]' '[:lower:]')"
cited mallory 03 refutes $NUMBER
cited bob 04 supports $OTHER
cited bob 05 compares "pith:1999:$NUMBER"
check "a mirror" gives 0 "$PITH" mirror -q --from docs site $NUMBER $OTHER
find site | sort >before
check "what cites a record" gives 0 "$PITH" cite --from docs --cited-by site $NUMBER
check "  is listed, with how, by whom and when" same "$(cat out)" \
    "pith:2024:$OTHER extends, by bob at 2026-10-01T12:00:01Z
pith:2024:$OTHER cites, by alice at 2026-10-01T12:00:02Z"
check "  a stranger's word is not" fails holds out refutes
check "  nor of a year that is not its own" fails holds out compares
check "    which is said" holds err "1 more not listed: they name it with another year"
check "  the note counts" holds err "2 citations in the bundles of 2 records in site"
check "a citation of itself is none" gives 0 "$PITH" cite --from docs --cited-by site $OTHER
check "  at all" test ! -s out
check "in JSON" gives 0 "$PITH" cite --json --from docs --cited-by site $NUMBER
check "  with the events" python3 -c 'import json
r, = json.load(open("out"))["results"]
assert [c["relationship"] for c in r["cited_by"]] == ["extends", "cites"]
assert all(c["event_id"].startswith("sha256:") for c in r["cited_by"])'
find site | sort >after
check "  and the one of another year" grep -q '"other_year_citation_count":1' out
check "nothing in the folder changed" cmp before after
printf '{"event_id":"%s"}' "$(python3 -c 'import json
print(json.load(open("out"))["results"][0]["cited_by"][0]["event_id"])')" >payload.json
"$PITH" sign event -q --key bob.json --date 2026-10-02T00:00:00Z --type withdrawal --payload payload.json \
    -o docs/$OTHER/bundle.json docs/$OTHER/bundle.json
"$PITH" mirror -q --from docs site $OTHER
check "a withdrawn citation is none" same "$("$PITH" cite -q --from docs --cited-by site $NUMBER)" \
    "pith:2024:$OTHER cites, by alice at 2026-10-01T12:00:02Z"
sed 's/cs.DC/cs.DB/' site/pith/$OTHER/bundle.json >bad
cat bad >site/pith/$OTHER/bundle.json
check "a damaged bundle is passed over" gives 3 "$PITH" cite --from docs --cited-by site $NUMBER
check "  and said to be" holds err "some could not be read"
check "  by its path" holds err "pith: site/pith/$OTHER/bundle.json: "
cp docs/$OTHER/bundle.json site/pith/$OTHER/bundle.json
check "mended, it counts again" gives 0 "$PITH" cite --from docs --cited-by site $NUMBER
mkdir site/pith/AAAAAAAAAAAAAAAAAAAAAAAAAA
cp docs/$OTHER/bundle.json site/pith/AAAAAAAAAAAAAAAAAAAAAAAAAA
check "a bundle under another number is passed over" gives 3 "$PITH" cite --from docs --cited-by site $NUMBER
check "  so that nobody counts twice" lines 1 out "cites, by alice"
cp site/pith/$OTHER/bundle.json kept
for odd in link pipe folder; do
    rm -rf site/pith/$OTHER/bundle.json
    case $odd in
    link) ln -s "$WORK/kept" site/pith/$OTHER/bundle.json ;;
    pipe) mkfifo site/pith/$OTHER/bundle.json ;;
    folder) mkdir site/pith/$OTHER/bundle.json ;;
    esac
    check "a bundle that is a $odd could not be read" gives 3 "$PITH" cite --from docs --cited-by site $NUMBER
    check "  which is said" holds err "$OTHER"
    check "  in JSON too" gives 3 "$PITH" cite --json --from docs --cited-by site $NUMBER
    check "    with a finding" python3 -c 'import json; assert json.load(open("out"))["results"][0]["findings"]'
done
rm -rf site/pith/$OTHER/bundle.json
cp kept site/pith/$OTHER/bundle.json
check "no such mirror" gives 8 "$PITH" cite --from docs --cited-by nowhere $NUMBER
check "  is not made" test ! -e nowhere
check "an empty folder is no mirror" gives 8 sh -c "mkdir empty; \"$PITH\" cite --from docs --cited-by empty $NUMBER"
check "  and one line says so" holds err "has no pith/ID/bundle.json"
rm -r site/pith/AAAAAAAAAAAAAAAAAAAAAAAAAA
"$PITH" keygen -q --key-id eve -o eve.json --public e.json
check "the record comes from the mirror" gives 0 env PITH_RESOLVER=https://127.0.0.1:9 "$PITH" cite --no-cache --cited-by site $NUMBER
check "by another keyring nothing counts" gives 4 "$PITH" cite --keyring e.json --cited-by site $NUMBER
check "  nothing is listed" test ! -s out
check "  JSON has the reason" sh -c "\"$PITH\" cite --json --keyring e.json --cited-by site $NUMBER | grep -q key-unknown"
check "  but how many there are is said" grep -Eq "[1-9] more not listed: of a form or by a key" err
check "  in JSON too" sh -c "\"$PITH\" cite --json --keyring e.json --cited-by site $NUMBER | grep -q 'unverified_citation_count\":[1-9]'"
finish
