#!/bin/sh
# SPDX-License-Identifier: MIT
# Numbers from metadata: the forms arXiv publishes, options, the snapshot as a stream.
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
cd "$WORK"
mkdir forms
python3 "$SRC/tests/mint/forms.py" "$SRC/tests/mint/papers.jsonl" forms >list

# Papers of which every field is public, whole records in five forms each.
wrong=0
count=0
while read -r file number options; do
    count=$((count + 1))
    # shellcheck disable=SC2086 # options are words
    [ "$("$PITH" mint -q $options "$file")" = "$number" ] || {
        wrong=$((wrong + 1))
        echo "# $file"
    }
done <list
check "5 public numbers from 5 forms of metadata each ($count)" test "$wrong/$count" = 0/25

# ---- What a form does not state, and options ----
first=$(head -n 1 "$SRC/tests/mint/papers.jsonl" | sed 's/.*"pith": "\([^"]*\)".*/\1/')
check "Atom has no license, and that is said" gives 2 "$PITH" mint forms/0-atom.xml
check "... in one line" holds err "forms/0-atom.xml: license is not given (--license); give it as an option"
check "an option wins over the file" gives 0 "$PITH" mint -q --paper-version 7 forms/0-raw.xml
check "... so the number is another" fails same "$(cat out)" "$first"
check "several papers in one answer" gives 0 "$PITH" mint -q --license '' \
    "$SRC/tests/mint/two.xml"
check "... give a number each" lines 2 out pith:
check "options alone" gives 0 "$PITH" mint -q --id 2601.00001v2 --title T --abstract A \
    --categories 'math.CO cs.DM' --license '' --submitted 2026-01-01T00:00:00Z
one=$(cat out)
check "the order of cross-lists, repetitions, case and white space of texts do not matter" \
    gives 0 "$PITH" mint -q --id arXiv:2601.00001 --paper-version 2 --title ' t ' \
    --abstract '
  a ' --categories 'math.CO,cs.DM, math.CO' --license '' --submitted 2026-01-01T00:00:00Z
check "... one number" same "$(cat out)" "$one"
check "the year is that of the submission" holds out pith:2026:
check "text beyond ASCII is computed, but not certain" gives 3 "$PITH" mint --id 2601.00001v1 \
    --title "$(printf 'Poincar\303\251')" --abstract A --categories math.CO --license '' \
    --submitted 2026-01-01T00:00:00Z
check "... and that is said" holds out 'not verifiable with certainty'

# ---- What cannot be ----
option() {
    sentence=$1 want=$2 text=$3
    shift 3
    check "$sentence" gives "$want" "$PITH" mint --title T --abstract A --categories math.CO \
        --license '' "$@"
    [ "$want" = 0 ] || check "... and that is said" holds err "$text"
}
JULY=2024-07-15T10:00:00Z
option "five digits since 2015" 0 '' --id 2407.20018v1 --submitted $JULY
option "four are refused" 2 "--id: id has fewer" --id 2407.2001v1 --submitted $JULY
option "four up to 2014" 0 '' --id 1309.3741v1 --submitted 2013-09-15T10:00:00Z
option "five are refused" 2 "--id: id has more" --id 1309.37411v1 --submitted 2013-09-15T10:00:00Z
option "a month 13" 2 "--id: id has a month that there is not" --id 2413.20018v1 --submitted $JULY
option "the older form" 0 '' --id math/0601001v1 --submitted 2006-01-01T10:00:00Z
option "the older form, too late" 2 "--id: id is of a form" --id math/0704001v1 --submitted $JULY
option "an id and another version" 2 "--paper-version: version is not the one that the id names" \
    --id 2407.20018v1 --paper-version 2 --submitted $JULY
option "... or the same" 0 '' --id 2407.20018v1 --paper-version 1 --submitted $JULY
option "submitted after the month of the id" 5 "submitted_at is later than the month in the id" \
    --id 2407.20018v1 --submitted 2024-08-02T00:00:00Z
option "... but for a time zone" 0 '' --id 2407.20018v1 --submitted 2024-08-01T03:00:00Z
option "submitted in the month before" 0 '' --id 2407.20018v1 --submitted 2024-06-28T10:00:00Z
check "submitted long before" gives 3 "$PITH" mint --title T --abstract A --categories math.CO \
    --license '' --id 2407.20018v1 --submitted 2024-05-28T10:00:00Z
check "... is a doubt" holds out "submitted_at is more than a month before that of the id"
option "a time that is none" 2 "--submitted: submitted_at is not a UTC time" --id 2407.20018v1 \
    --submitted yesterday
check "a category that is none" gives 2 "$PITH" mint --categories 'math.CO foo' forms/0-atom.xml
# shellcheck disable=SC2016 # backquotes of a message
check "... is the option's" holds err '--categories: `foo` is no arXiv category'
check "a license that is none" gives 2 "$PITH" mint --license CC-BY forms/0-atom.xml
check "... is the option's, too" holds err '--license: license is neither'

# ---- Hostile and broken input: one line, the right code ----
bad() {
    check "$1" gives 5 "$PITH" mint "$FILE"
    check "... says so in one line" test "$(wc -l <err)" = 1
    check "... $2" holds err "$3"
}
FILE=bad.xml
printf '<!DOCTYPE x [<!ENTITY a "b">]><feed xmlns="http://www.w3.org/2005/Atom">&a;</feed>' >$FILE
bad "a document type is refused" "names the place" "at byte"
printf '<feed xmlns="http://www.w3.org/2005/Atom"><entry>' >$FILE
bad "half a document is refused" "says what" "not well-formed"
printf '<feed xmlns="http://www.w3.org/2005/Atom"></feed>' >$FILE
bad "a feed without papers is refused" "says what" "neither an Atom entry"
printf '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="x">y</error></OAI-PMH>' \
    >$FILE
bad "an error of arXiv's is passed on" "says what" "answered with an error"
python3 -c 'print("<a>"*100 + "</a>"*100)' >$FILE
bad "deep nesting is refused" "says what" "too deeply"
entry() { # a paper with CHILDREN more
    printf '%s' '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://arxiv.org/schemas/atom">' \
        '<entry><id>http://arxiv.org/abs/0704.0001v1</id><summary>x</summary>' \
        '<published>2007-04-02T19:18:42Z</published><category term="math.CO"/>' "$1" '</entry></feed>'
}
once='<title>A</title><a:primary_category term="math.CO"/>'
entry "$once" >$FILE
check "a paper is read" gives 0 "$PITH" mint -q --license '' $FILE
entry '<title>A<b/>B</title><a:primary_category term="math.CO"/>' >$FILE
bad "an element within a text is refused" "says where" "title has an element within its text"
entry '<title><b>A</b></title><a:primary_category term="math.CO"/>' >$FILE
bad "  around it, too" "says where" "title has an element within its text"
entry "$once<title>B</title>" >$FILE
bad "a field that stands twice is refused" "says which" "title stands twice"
entry "$once<a:primary_category term='math.AG'/>" >$FILE
bad "a second primary category is refused" "says so" "primary_category stands twice"
sed 's/<abstract>/<abstract>x<\/abstract>&/' forms/0-raw.xml >$FILE
bad "so is one of arXivRaw" "says which" "abstract stands twice"
entry '<title>A<!-- no text --><![CDATA[B]]></title><a:primary_category term="math.CO"/>' >$FILE
check "a comment parts no text" gives 0 "$PITH" mint -q --license '' $FILE
number=$(cat out)
entry '<title>AB</title><a:primary_category term="math.CO"/>' >$FILE
check "... nor does it add to it" same "$("$PITH" mint -q --license '' $FILE)" "$number"
FILE=bad.yaml
printf 'title: &a x\nabstract: *a\n' >$FILE
bad "anchors are refused" "says what" "anchor"
for text in '--- &a\ntitle: x' '--- !!map\ntitle: x' 'categories: &a [math.CO]' \
    'categories: !!set [math.CO]' 'categories: [!!str math.CO]' 'categories: [&a math.CO]'; do
    printf "%b\n" "$text" >$FILE
    bad "so are they on a mapping, a list and in it" "says what" "an anchor or tag"
done
printf 'title: "a\\0b"\n' >$FILE
bad "a NUL is refused" "says what" "a NUL"
printf 'categories: [math.CO, "math\\0.AG"]\n' >$FILE
bad "... in a list" "says what" "a NUL"
printf 'title: Pythia: A Suite\n' >$FILE
bad "YAML that is none is refused" "says what" "no YAML"
for text in 'title: [Withdrawn]' 'abstract: [a, b]' 'submitted_at: [2026]'; do
    printf '%s\n' "$text" >$FILE
    bad "a list for one text is refused" "says what" "put it in quotes"
done
printf '\377\376t\0i\0' >$FILE
bad "UTF-16 is refused" "says what" "save it in UTF-8"
printf '\357\273\277id: 2601.00001v1\ntitel: x\n' >$FILE
bad "a byte order mark is passed over" "names the next" titel
printf 'titel: x\n' >$FILE
bad "a name that is none is refused" "says which" titel
printf 'title: x\ntitle: y\n' >$FILE
bad "a name that stands twice is refused" "says what" "twice"
printf 'id: 2601.00001v1\ntitle: t\nabstract: a\ncategories: math.XX, foo.BAR\nlicense: ~\nsubmitted_at: 2026-01-01T00:00:00Z\n' >$FILE
bad "a category that is none is refused" "says which" "foo.BAR"
printf 'id: 2601.00001v1\ntitle: t\nabstract: a\ncategories: math.CO\nlicense: CC BY\nsubmitted_at: 2026-01-01T00:00:00Z\n' >$FILE
bad "a license that is no URL is refused" "says what" "license is neither"
printf 'id: 2601.00001v1\ntitle: t\nabstract: a\ncategories: math.CO\nlicense: ~\nsubmitted_at: 2026-02-30T00:00:00Z\n' >$FILE
bad "a day that is none is refused" "says what" "submitted_at"
printf 'version: 2\nid: 2601.00001v1\n' >$FILE
bad "a version that contradicts the id is refused" "says what" "not the one that the id names"
FILE=bad.json
printf '{"id":"2601.00001v1","version":2}' >$FILE
bad "so it is in JSON" "says what" "not the one that the id names"
printf '{"id":"2601.00001","versionn":1}' >$FILE
# shellcheck disable=SC2016 # backquotes of a message
bad "a name that is none is refused there, too" "says which" '`versionn` is no name of a field'
printf '{"id":"2601.00001","versions":[{"version":"v2","created":"Mon, 2 Apr 2007 19:18:42 GMT"}]}' >$FILE
bad "versions out of order are refused" "says what" "v1, v2"
printf '{"title":["a","b"]}' >$FILE
bad "a list for one text is refused there, too" "says which" "title is not a string"
printf '{"title":"a","title":"b"}' >$FILE
bad "duplicate names are refused" "by the gate" "json"

# ---- The snapshot ----
check "the snapshot as a stream" gives 0 "$PITH" mint --snapshot forms/snapshot.jsonl -j 2
cp out stream
sed 's/.*"pith": "\([^"]*\)".*/\1/' "$SRC/tests/mint/papers.jsonl" >want
sed 's/.*"pith_number":"\([^"]*\)".*/\1/' stream >got
check "... the same numbers, in order" cmp want got
check "... whose lines verify" gives 0 "$PITH" verify --ndjson stream
check "one bad line is an answer, not the end" gives 5 sh -c \
    "{ head -n 2 forms/snapshot.jsonl; echo '{\"id\":1}'; tail -n 3 forms/snapshot.jsonl; } |
    '$PITH' mint --snapshot - -j 2"
check "... in its place" lines 1 out '"target":"-:3","exit":5'
check "... and all lines are answered" test "$(wc -l <out)" = 6

# Going on where an earlier run was cut off, at every place where it can be.
python3 - stream >cuts <<'EOF'
import sys
data = open(sys.argv[1], "rb").read()
ends = [i + 1 for i, b in enumerate(data) if b == 10]
print(*sorted({0, 1, 12, len(data)} | {e + d for e in ends for d in (-1, 0, 1, 300) if e + d <= len(data)}), sep="\n")
EOF
wrong=0
while read -r cut; do
    head -c "$cut" stream >grown
    "$PITH" mint --snapshot forms/snapshot.jsonl --resume grown -j 2 >out 2>err &&
        cmp -s grown stream && [ ! -s out ] || wrong=$((wrong + 1))
done <cuts
check "--resume goes on from every cut ($(wc -l <cuts))" test "$wrong" = 0
rm -f grown
check "--resume starts a file" gives 0 "$PITH" mint --snapshot forms/snapshot.jsonl --resume grown
check "... as a whole" cmp grown stream
spares() { # SENTENCE, of the file grown
    cp grown before
    check "--resume spares $1" gives 5 "$PITH" mint --snapshot forms/snapshot.jsonl --resume grown
    check "... and says what it is not" holds err "answers of this command about forms/snapshot.jsonl"
    check "... untouched" cmp grown before
}
printf 'my notes\n' >grown
spares "another file"
printf '{"target":"precious","data":[1,2,3]}' >grown
spares "a file of one line that only begins as an answer does"
printf '{"target":"forms/snapshot.jsonl:10","exit":0' >grown
spares "the answer about another line as the first"
cp forms/snapshot.jsonl other.jsonl
"$PITH" mint --snapshot other.jsonl --resume grown.other -j 2
head -n 2 grown.other >grown
spares "answers about another snapshot"
head -c 400 grown.other >grown
spares "a cut-off answer about another snapshot"
{ head -n 2 stream && printf '{"target":"forms/snapshot.jsonl:4"'; } >grown
spares "what is not the next answer behind whole ones"
{ head -n 2 stream && printf 'my notes'; } >grown
spares "notes behind whole answers"
long=$(printf '%0200d' 0)
mkdir -p "$long/$long"
cp forms/snapshot.jsonl "$long/$long/"
rm grown
check "a path too long for a target" gives 0 "$PITH" mint --snapshot "$long/$long/snapshot.jsonl" \
    --resume grown
cp grown whole
head -n 3 whole >grown
check "... is gone on with" gives 0 "$PITH" mint --snapshot "$long/$long/snapshot.jsonl" \
    --resume grown
check "... as a whole" cmp grown whole

{ head -n 2 forms/snapshot.jsonl && echo '{"id":1}' && tail -n 3 forms/snapshot.jsonl; } >flawed
rm grown
check "a run with a bad line" gives 5 "$PITH" mint --snapshot flawed --resume grown -j 2
check "... says that there is one" holds err "grown: has an answer with exit 5"
check "... in JSON" gives 5 "$PITH" mint --json --snapshot flawed --resume grown
check "... as one object" python3 -c 'import json; d = json.load(open("out"))
assert d["exit"] == 5 and d["results"] == [{"target": "grown", "exit": 5}], d'
head -n 4 grown >part
check "... cut off behind it: going on says so, too" gives 5 "$PITH" mint --snapshot flawed \
    --resume part -j 2
check "... with the same answers" cmp part grown
check "... and so does a run with nothing left to do" gives 5 "$PITH" mint --snapshot flawed \
    --resume part -j 2
check "no snapshot" gives 8 "$PITH" mint --snapshot nothing --resume started
check "... starts no file of answers" fails test -e started
ln -s nowhere/answers dangling
check "--resume of a link that leads nowhere" gives 8 "$PITH" mint --snapshot flawed --resume dangling
check "... leaves it" same "$(readlink dangling)" nowhere/answers
for option in --next --snapshot --after --resume; do
    check "$option that swallows an option" gives 2 "$PITH" mint $option --from records
    check "... says so" holds err "$option takes the next word as its"
done
check "--resume - is no file to go on with" gives 2 "$PITH" mint --snapshot flawed --resume -
head -n 3 flawed >shorter
mv shorter flawed
check "a snapshot with fewer lines than were answered" gives 5 "$PITH" mint --snapshot flawed \
    --resume part
check "... says so" holds err "flawed: has 3 lines, and 6 have been answered: it is another file"
dated() { # CREATED
    printf '{"id":"2407.20018","title":"T","abstract":"A","categories":"math.CO","license":null,%s}\n' \
        "\"versions\":[{\"version\":\"v1\",\"created\":\"$1\"}]" >dated.json
}
dated "Mon, 2 Apr 2018 19:18:42 GMT"
check "a paper that was held is a doubt" gives 3 "$PITH" mint dated.json
check "... in the snapshot as well" gives 3 "$PITH" mint --snapshot dated.json
check "... by the same words" holds out "is more than a month before that of the id"
dated "Mon, 2 Apr 07 19:18:42 GMT"
check "a year of two digits is none" gives 5 "$PITH" mint --snapshot dated.json
dated "0007-04-02T19:18:42Z"
check "a number's year has four digits" gives 3 "$PITH" mint --snapshot dated.json
check "... always" holds out '"pith_number":"pith:0007:'

# ---- The text hash, against Python ----
if python3 "$SRC/tests/mint/unicode.py" "$PITH"; then
    ok "texts beyond ASCII hash as Python's lower() and split() give them"
else
    not_ok "texts beyond ASCII hash as Python's lower() and split() give them"
fi
finish
