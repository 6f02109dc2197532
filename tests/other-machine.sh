#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: other-machine.sh [ARCH]
# Builds and runs the unit tests and the cases for other implementers on another architecture, in a
# Debian made for it: i386 (32 bits) if none is named; s390x (big-endian) and others where the kernel
# starts their programs through qemu-user-static. Slow, run by hand, as root.
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
arch=${1:-i386}
if ! command -v debootstrap >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "SKIP: needs debootstrap, and root"
    exit 77
fi
case $arch in
i386 | amd64) ;;
*) ls /proc/sys/fs/binfmt_misc/qemu-* >/dev/null 2>&1 || {
    echo "SKIP: needs qemu-user-static and binfmt-support for $arch, with binfmt_misc mounted"
    exit 77
} ;;
esac
# shellcheck disable=SC2016 # apt's own variable
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' |
    sort -u | head -n 1)
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
debian=$(mktemp -d)
clean() {
    for folder in dev/pts dev proc; do
        umount "$debian/$folder" 2>/dev/null || umount -l "$debian/$folder" 2>/dev/null || true
    done
    if grep -qF " $debian/" /proc/mounts; then # what is mounted is not ours to remove
        echo "left: $debian" >&2
    else
        rm -rf --one-file-system "$debian"
    fi
}
trap clean EXIT
trap 'exit 1' HUP INT TERM
# shellcheck source=.ci/setup.sh
. "$root/.ci/setup.sh"
debootstrap --arch="$arch" --variant=minbase --include=ca-certificates "$suite" "$debian" "$mirror" >/dev/null
for folder in proc dev dev/pts; do
    mount --bind "/$folder" "$debian/$folder"
done
[ ! -e /etc/apt/apt.conf.d ] || cp -R /etc/apt/apt.conf.d/. "$debian/etc/apt/apt.conf.d/"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
inside() {
    chroot "$debian" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}
inside apt-get update >/dev/null
# shellcheck disable=SC2046 # words
inside apt-get install -y --no-install-recommends $(debian_packages build) libcmocka-dev python3 >/dev/null
mkdir "$debian/pith"
(cd "$root" && git -c safe.directory='*' ls-files -z | tar --create --null --files-from=-) |
    tar --extract --directory "$debian/pith"
inside cmake -S /pith -B /build -DCMAKE_BUILD_TYPE=Debug -DPITH_WERROR=ON
inside cmake --build /build --parallel 2
inside ctest --test-dir /build --output-on-failure -R '^unit\.|^cli.(conformance|canon-python|resolve|merge|usage)'
