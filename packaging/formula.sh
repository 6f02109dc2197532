#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: formula.sh URL ARCHIVE
# Prints the Homebrew formula of a release: ARCHIVE, made by dist.sh, is what URL will serve.
set -eu
url=$(printf '%s' "$1" | sed 's/[\\&|]/\\&/g')
sum=$(openssl dgst -sha256 -r "$2" | cut -c 1-64)
sed "s|@URL@|$url|; s|@SHA256@|$sum|" "$(dirname "$0")/pith.rb.in"
