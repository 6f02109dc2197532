#!/bin/sh
# SPDX-License-Identifier: MIT
# Manual pages and completions, made from the tables of the program: each command and option is in
# all of them, readers and shells accept them, and the shells complete with them.
# shellcheck disable=SC2016,SC2317 # inner shells expand; some functions are named indirectly
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
need_pith
need mandoc man col bash zsh fish
cd "$WORK"
DOCS=$BUILD/docs
HOME=$WORK
export HOME
commands=$("$PITH" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p')
check "the program lists commands" test "$(echo "$commands" | wc -l)" -gt 15

# ---- Manual pages

quiet() { "$@" >quiet.out 2>&1 && [ ! -s quiet.out ]; }
(echo pith && echo "$commands" | sed 's/^/pith-/') | sed 's/$/.1/' | sort >expected
(cd "$DOCS/man1" && ls) | sort >pages
check "there is a page for each command and no other" cmp expected pages
for page in "$DOCS"/man1/*.1; do
    name=$(basename "$page" .1)
    quiet mandoc -Tlint -Wwarning "$page" || not_ok "mandoc on $name: $(head -n 1 quiet.out)"
    quiet sh -c "LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l '$page' 2>&1 >page" ||
        not_ok "man on $name: $(head -n 1 quiet.out)"
    col -bx <page >plain
    check "$name: each exit code" sh -c 'for code in 0 1 2 3 4 5 6 7 8 70; do
        grep -q "^ *$code  *[a-z]" plain || exit 1; done'
    [ "$name" != pith ] || continue
    command=${name#pith-}
    "$PITH" help "$command" | sed -n '/^examples:/,/^options:/s/^  //p' >examples
    check "$name: help fits 80 columns" fails sh -c '"$1" help "$2" | grep "^.\{81\}"' - "$PITH" "$command"
    check "  examples" grep -q "^pith $command\b" examples
    while read -r example; do
        check "  in the page: $example" grep -qF "$example" plain
        check "  which parses" sh -c "pith() { '$PITH' \"\$@\" --help; }; ${example%%[<>|]*}"
    done <examples
    "$PITH" help "$command" | sed -n 's/^  \(-., \|    \)--\([a-z0-9-]*\).*/\2/p' >options
    check "$name: each option" sh -c 'while read -r option; do
        grep -q -e "--$option\b" plain || exit 1; done <options'
done
man -l "$DOCS/man1/pith.1" 2>/dev/null | col -bx >plain
grep -rhoE 'getenv\("[A-Z_]+"\)|"(PITH|TEXMF|XDG)_?[A-Z_]+"' "$SRC/src/cli" --include='*.c' |
    grep -oE '[A-Z][A-Z_]+' | sort -u >variables
check "some variables are read" test "$(wc -l <variables)" -gt 8
while read -r variable; do
    check "pith.1 names $variable" grep -q "^ *$variable\b" plain
done <variables

# ---- Shells

# SHELL_words LINE: what the shell offers for the last word of the line.
bash_words() {
    # shellcheck disable=SC2016 # the inner shell's
    bash -c 'source "$1"; line=$2
        COMP_WORDS=($line); [[ $line == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pith
        printf "%s\n" "${COMPREPLY[@]}"' - "$DOCS/completions/bash" "$1" | sort
}
fish_words() {
    fish --no-config -c "source '$DOCS/completions/fish'; complete -C '$1'" 2>/dev/null |
        cut -f 1 | sort
}
mkdir -p papers/sub
: >papers/main.tex
: >papers/main.pdf
: >papers/refs.bib
for shell in bash zsh fish; do
    check "$shell parses its file" quiet "$shell" -n "$DOCS/completions/$shell"
done
for shell in bash fish; do
    for command in $commands; do
        "$PITH" help "$command" | sed -n 's/^  \(-., \|    \)\(--[a-z0-9-]*\).*/\2/p' | sort >options
        "${shell}_words" "pith $command --" | grep -e '^--' >offered || true
        check "$shell: pith $command --" cmp options offered
    done
    check "$shell: a command" same "$("${shell}_words" "pith resol")" resolve
    check "  all commands after help" same "$("${shell}_words" "pith help " | grep -c .)" \
        "$(echo "$commands" | wc -l)"
    check "  words of an option" same "$("${shell}_words" "pith badge --theme " | tr '\n' ' ')" \
        "auto dark light "
    check "  of others" same "$("${shell}_words" "pith cite --format " | tr '\n' ' ')$("${shell}_words" \
        "pith stamp --network " | tr '\n' ' ')$("${shell}_words" "pith archive --page " | tr '\n' ' ')" \
        "biblatex bibtex csl-json text main regtest record source "
    check "  words of a command" same "$("${shell}_words" "pith cache cl")" clear
    check "  the paper and folders" same "$("${shell}_words" "pith prepare papers/" |
        sed 's:.*papers/::; s:/$::' | grep -v pdf | tr '\n' ' ' | sed 's/refs.bib //')" "main.tex sub "
    check "  any file of an option" same "$("${shell}_words" "pith prepare --output papers/main.p" |
        sed 's:.*papers/::')" main.pdf
done
check "bash: no files of other kinds" same "$(bash_words "pith prepare papers/" | grep -c 'pdf\|bib')" 0
check "bash: the value after =" same "$(bash_words "pith badge --theme = da")" dark

# zsh completes on a terminal only.
cat >complete.zsh <<'EOF'
zmodload zsh/zpty
zpty shell "PS1='<ready>' zsh -f -i"
send() { zpty -w -n shell "$1"; }
await() { zpty -r -m shell answer "*$1*" && print -r -- "$answer"; }
send "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000; bindkey -e"$'\n'
send $'echo load""ed\n'
await loaded
while read -r typed want; do
    send "pith ${typed//_/ }"$'\t'
    await "$want"
    send $'\C-u'
done
EOF
mkdir site
cp "$DOCS/completions/zsh" site/_pith
zsh_completes() {
    printf '%s %s\n' "$1" "$2" | timeout 20 zsh -f complete.zsh "$WORK/site" >zsh.log 2>&1
}
check "zsh: a command" zsh_completes resol resolve
check "  an option" zsh_completes badge_--unch -- --unchecked
check "  a word of an option" zsh_completes badge_--theme=da --theme=dark
check "  a word of a command" zsh_completes cache_cl clear
check "  the paper" zsh_completes prepare_papers/m papers/main.tex
finish
