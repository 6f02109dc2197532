#!/bin/sh
# SPDX-License-Identifier: MIT
# Command lines that contradict themselves or lack something: each is refused with exit code 2 and
# one line that says why, before anything is read, asked or written.
# shellcheck disable=SC2317 # `check` calls the functions
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need python3
mkdir "$WORK/here"
cd "$WORK/here"
A=A5G5GAJ7DMCZDPVAMNFAYYAUOP
R=$SRC/examples/paper/pith
python3 "$SRC/tests/pdf/shapes.py" shapes
cp shapes/table.pdf main.pdf
rm -r shapes
printf '%s\n' '\documentclass{article}\begin{document}' "\\pithnumber{$A}" '\end{document}' >main.tex
cp "$R/$A.json" r.json
cp "$R/$A/bundle.json" b.json
echo x >p.ots
"$PITH" keygen -q --key-id k -o k.json --public kp.json
PITH_CACHE_DIR=$WORK/cache
PITH_RESOLVER=http://127.0.0.1:9 # asked by nobody
export PITH_CACHE_DIR PITH_RESOLVER
find . -type f -exec cksum {} + | sort >../before

# refused WORDS COMMAND...
refused() {
    words=$1
    shift
    gives 2 "$@" </dev/null && [ ! -s "$WORK/out" ] && [ "$(wc -l <"$WORK/err")" = 1 ] &&
        holds "$WORK/err" "$words"
}
while IFS='|' read -r line words; do
    # shellcheck disable=SC2086 # words
    check "$line" refused "$words" "$PITH" $line
done <<EOT
nothing|nothing: no such command
help nothing|nothing: no such command
resolve --color purple $A|purple: --color takes auto, always or never
resolve --color|--color needs a value: auto|always|never
resolve --from|--from needs a value: PATH
resolve --quorum 0 $A|0: --quorum takes a whole number from 1 to 16
resolve --quorum 17 $A|17: --quorum takes a whole number from 1 to 16
resolve --mirrors --quorum 2 $A|--mirrors: has no effect with --quorum
resolve --timeout 0 $A|0: --timeout takes a whole number from 1 to 3600
resolve --timeout 20s $A|20s: --timeout takes a whole number from 1 to 3600
resolve --timeout 99999999999999999999 $A|--timeout takes a whole number from 1 to 3600
verify -j 0 --ndjson b.json|0: --jobs takes a whole number from 1 to 256
verify -j 257 --ndjson b.json|257: --jobs takes a whole number from 1 to 256
verify --against b.json --ndjson b.json|one of the two
verify --against b.json --require signed b.json|--require has no effect with --against
prepare|prepare needs the paper's main .tex file, or its folder
prepare --relation later main.tex|later: --relation takes current or earlier
prepare --check --deps d main.tex|--check writes nothing, so --deps has no use
badge --from r.json --qr $A|a line of text has no room for a QR code
badge --from r.json --style card --qr --qr-level LM $A|LM: --qr-level takes L, M, Q or H
badge --from r.json --style card --qr-level L $A|--qr-level: has no effect without --qr
badge --from r.json --style wide $A|wide: --style takes
badge --from r.json --theme blue $A|blue: --theme takes auto, light or dark
badge --from r.json --style card --qr --qr-level X $A|the error level L, M, Q or H
embed --from r.json --relation later main.pdf $A -o x.pdf|later: --relation takes current or earlier
strip|strip needs a PDF
strip main.pdf main.pdf|strip needs a PDF
strip main.pdf -o -|a PDF is not written to standard output
merge|merge needs at least one bundle
mirror|mirror needs a folder and Pith Numbers or --list
mirror --from $R site|mirror needs a folder and Pith Numbers or --list
canon|canon takes one file
refs|refs needs a .bib, .bbl or .tex file
check|check needs a paper
cache clear now|cache takes path, list, verify or clear
cache list --keyring kp.json|--keyring goes with verify
keygen|--key-id
sign|sign takes receipt, event or notice
sign event --key k.json b.json|sign event needs --type
sign receipt --key k.json|sign receipt takes one document
sign receipt --key k.json r.json b.json|sign receipt takes one document
status --network mainnet b.json|--network is main or regtest
status --network regtest b.json|--network has no effect without --header or --esplora
stamp --minimum 0 r.json|--minimum: takes a whole number from 1
stamp --minimum two r.json|two: --minimum takes a whole number
stamp --output x.ots r.json b.json|--output: takes one proof
stamp --verify --offline --esplora http://127.0.0.1:9 p.ots|--rpc and --esplora contradict it
archive --offline b.json|the archive is asked over the network
mint --snapshot a b.json|--snapshot reads everything from its one file
mint --snapshot a --title T|--snapshot reads everything from its one file
mint --snapshot a --next main.tex|--snapshot reads everything from its one file
mint --resume x|--resume and --jobs need --snapshot
mint --next main.tex --id 2304.01373|from the last version
mint --next main.tex --submitted 2024-01-01T00:00:00Z|from the last version
mint --next main.tex b.json|--next names the one paper
EOT
for epoch in x -1 1e9 99999999999999999999; do
    check "SOURCE_DATE_EPOCH=$epoch, embed" refused "SOURCE_DATE_EPOCH" env SOURCE_DATE_EPOCH="$epoch" \
        "$PITH" embed --from r.json main.pdf $A -o x.pdf
    check "SOURCE_DATE_EPOCH=$epoch, mirror" refused "SOURCE_DATE_EPOCH" env SOURCE_DATE_EPOCH="$epoch" \
        "$PITH" mirror --from r.json site $A
done
check "17 resolvers" refused "PITH_RESOLVER: names more than 16 resolvers" \
    env PITH_RESOLVER="$(seq -s ' ' -f 'https://x%g' 17)" "$PITH" resolve $A
check "a resolver of 9,000 letters" refused "PITH_RESOLVER: is too long" \
    env PITH_RESOLVER="https://$(printf '%9000s' x | tr ' ' x)" "$PITH" resolve $A
find . -type f -exec cksum {} + | sort >../after
check "no file is changed or new" cmp ../before ../after
check "nor a cache" test ! -e ../cache
finish
