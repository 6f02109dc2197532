#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: dist.sh FOLDER
# Makes FOLDER/pith-VERSION.tar.gz of what git has of this tree. Names, order, owners, modes and
# times depend on the content alone: SOURCE_DATE_EPOCH, or else the time of the last commit.
set -eu
out=$(CDPATH='' cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define PITH_VERSION "\(.*\)"/\1/p' src/pith.h)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
archive=$out/pith-$version.tar.gz
LC_ALL=C
export LC_ALL
umask 022
git -c safe.directory='*' ls-files -z | sort -z |
    tar --create --null --no-recursion --files-from=- --format=ustar --transform "s:^:pith-$version/:" \
        --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" |
    gzip -9n >"$archive.part"
mv "$archive.part" "$archive"
echo "$archive"
