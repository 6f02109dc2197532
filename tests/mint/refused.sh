#!/bin/sh
# SPDX-License-Identifier: MIT
# Metadata that is of no known form, field by field: refused, with the field and what is wrong.
# shellcheck disable=SC2317 # `check` calls the function
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
cd "$WORK"
# refused WORDS OPTION...: bad metadata, one line on standard error with the words, nothing printed
refused() {
    words=$1
    shift
    got=0
    "$PITH" mint "$@" >out 2>err || got=$?
    { [ "$got" = 5 ] || [ "$got" = 2 ]; } && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && holds err "$words"
}
while IFS='|' read -r suffix text words; do
    printf '%b' "$text" >"bad.$suffix"
    check "$text" refused "$words" "bad.$suffix"
done <<'EOT'
yaml|title: x\nabstract: *a\n|an alias is not accepted here
yaml|categories: [math.CO, [math.AG]]\n|a list may hold words only
yaml|title: {a: b}\n|put it in quotes
yaml|categories: {a: b}\n|categories are a text or a list of words
yaml|[a]: b\n|a field's name is a word
yaml|- title\n|fields like `title: ...` are expected
yaml|---\ntitle: x\n---\ntitle: y\n|more than one document
json|[1]|fields like `title: ...` are expected
json|{"title":{}}|is not a string
json|{"id":"2601.00001","versions":7}|is not a list of versions
json|{"id":"2601.00001","versions":[{}]}|has an entry without version or created
json|{"id":"2601.00001","versions":[{"version":"v1"}]}|has an entry without version or created
json|{"id":"2601.00001","versions":["v1"]}|has an entry without version or created
xml|<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#x</id></entry></feed>|arXiv answered with an error
xml|<feed xmlns="http://www.w3.org/2005/Atom"><entry><entry/></entry></feed>|a paper stands within a paper
xml|<feed xmlns="http://www.w3.org/2005/Atom"/>|
xml|<!DOCTYPE a><a/>|a document type declaration
xml|<a><b></a>|not well-formed
EOT

# The form of an identifier goes with its year and month.
while IFS='|' read -r id words; do
    check "identifier $id" refused "$words" --id "$id" --paper-version 1 --title t --abstract a \
        --categories math.CO --license '' --submitted 2015-01-01T00:00:00Z
done <<'EOT'
0703.0001|began in April 2007
0703.00010|began in April 2007
math/0704001|ended in March 2007
math/9013001|a month that there is not
2413.00001|a month that there is not
2400.00001|a month that there is not
1501.0001|fewer than the five digits
1412.00001|more than the four digits
EOT
for paper in 0704.0001=2007-04 1412.0001=2014-12 1501.00001=2015-01 math/0703001=2007-03 \
    math/9201001=1992-01 hep-th/9108001=1991-08; do
    check "identifier $paper" gives 0 "$PITH" mint -q --id "${paper%=*}" --paper-version 1 --title t \
        --abstract a --categories math.CO --license '' --submitted "${paper#*=}-20T00:00:00Z"
done
while IFS='|' read -r option value words; do
    set --
    for given in "--id=2601.00001" "--paper-version=1" "--title=t" "--abstract=a" "--categories=math.CO" \
        "--license=" "--submitted=2026-01-01T00:00:00Z"; do
        [ "${given%%=*}" = "$option" ] || set -- "$@" "$given"
    done
    check "$option $value" refused "$words" "$@" "$option=$value"
done <<'EOT'
--paper-version|0|version is not a whole number from 1 to 9999
--paper-version|one|version is not a whole number from 1 to 9999
--paper-version|99999999999999999999|version is not a whole number from 1 to 9999
--submitted|2026-01-01|submitted_at is not a UTC time
--submitted|2026-01-01T24:00:00Z|submitted_at is not a UTC time
--submitted|2026-01-01T00:00:00+01:00|submitted_at is not a UTC time
--submitted|2026-03-01T00:00:00Z|submitted_at is later than the month in the id
--categories||`` is no arXiv category
--categories|math.CO, 7|`7` is no arXiv category
--categories|math|`math` is no arXiv category
--categories|hep-th stat|`stat` is no arXiv category
--categories|cs.|`cs.` is no arXiv category
--categories|hep-th.AB|`hep-th.AB` is no arXiv category
--license|CC BY|license is neither empty nor a plain http:// or https:// URL
EOT
# What is not given is named as the option that gives it.
for option in id paper-version title abstract categories submitted; do
    set --
    for given in "--id=2601.00001" "--paper-version=1" "--title=t" "--abstract=a" "--categories=math.CO" \
        "--license=" "--submitted=2026-01-01T00:00:00Z"; do
        [ "${given%%=*}" = "--$option" ] || set -- "$@" "$given"
    done
    check "no --$option" refused "is not given (--$option)" "$@"
done
for category in hep-th astro-ph cond-mat q-bio math-ph cmp-lg cs.LG cond-mat.mtrl-sci q-bio.QM; do
    check "the category $category" "$PITH" mint --id=2601.00001 --paper-version=1 --title=t --abstract=a \
        "--categories=$category" --license= --submitted=2026-01-01T00:00:00Z
done
finish
