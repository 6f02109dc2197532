#!/bin/sh
# SPDX-License-Identifier: MIT
# The packages: what is in them, the same bytes for the same source, accepted by the tools of their
# kind. LONG=1: built twice in different folders, and a Debian that is made for it installs them,
# runs pith, typesets with pith.sty and purges them without a trace.
# shellcheck disable=SC2016,SC2317 # inner shells expand; some functions are named indirectly
set -eu
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/ship/lib.sh
. "$SRC/tests/ship/lib.sh"
need git tar gzip openssl python3
cd "$WORK"
version=$(sed -n 's/^#define PITH_VERSION "\(.*\)"/\1/p' "$SRC/src/pith.h")
SOURCE_DATE_EPOCH=1700000000
export SOURCE_DATE_EPOCH

# ---- Source

git -C "$SRC" -c safe.directory='*' rev-parse >/dev/null 2>&1 || {
    echo "SKIP: needs a checkout"
    exit 77
}
mkdir one two other
dist() { sh "$SRC/packaging/dist.sh" "$1"; }
check "a source archive" dist one
(umask 077 && TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 && export TZ LC_ALL && dist two) >/dev/null
archive=pith-$version.tar.gz
check "  twice the same bytes" cmp "one/$archive" "two/$archive"
tar -xzf "one/$archive" -C other
tree=$WORK/other/pith-$version
git -C "$SRC" -c safe.directory='*' ls-files | LC_ALL=C sort >tracked
check "  holds what git has" sh -c 'cd "$1" && find . ! -type d | cut -c 3- | LC_ALL=C sort | cmp - "$2"' \
    - "$tree" "$WORK/tracked"
check "  with these contents" sh -c 'cd "$1" && while IFS= read -r f; do cmp "$f" "$2/$f" || exit 1
    done <"$3"' - "$tree" "$SRC" "$WORK/tracked"

# ---- Homebrew, vcpkg

sh "$SRC/packaging/formula.sh" "https://example.org/get?a=1&b=|\\1&file=$archive" "one/$archive" >pith.rb
check "the formula has the address as it is" holds pith.rb "https://example.org/get?a=1&b=|\\1&file=$archive"
if command -v ruby >/dev/null; then
    check "the formula is Ruby" ruby -c pith.rb
else
    echo "SKIP: needs ruby: the formula"
fi
check "  with the hash of the archive" holds pith.rb "$(sha256sum <"one/$archive" | cut -c 1-64)"
check "  without a gap" fails grep -q '@[A-Z]' pith.rb
cat >depends.py <<'EOF'
import json, re, sys
cmake, formula, manifest = (open(name).read() for name in sys.argv[1:4])
port = json.loads(manifest)
assert port["version"] == sys.argv[4]
modules = set(re.findall(r"pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET ([a-z]+)", cmake))
modules = {m.removeprefix("lib") for m in modules} | {"haru", "unistring"}  # no .pc
port_names = {d for d in port["dependencies"] if isinstance(d, str)}
assert {d.removeprefix("lib") for d in port_names} == modules, (port_names, modules)
brew = set(re.findall(r'(?:depends_on|uses_from_macos) "([a-z]+)"', formula)) - {"cmake", "pkgconf"}
assert {d.removeprefix("lib") for d in brew} == modules, (brew, modules)
EOF
check "formula and vcpkg port name the version and libraries of CMakeLists.txt" python3 depends.py \
    "$SRC/CMakeLists.txt" pith.rb "$SRC/packaging/vcpkg/vcpkg.json" "$version"

# ---- Debian

if ! command -v dpkg-shlibdeps >/dev/null; then
    echo "SKIP: needs dpkg-dev: the Debian packages"
    finish
fi
shipped
debs() { (cd "$1" && umask 022 && cpack --config "$2/CPackConfig.cmake" -G DEB -B "$1"); }
check "cpack makes Debian packages" debs "$WORK/one" "$SHIPPED"
check "  and again" debs "$WORK/two" "$SHIPPED"
deb() { echo "$1"/"$2"_"$version"-1_*.deb; }
libpith=libpith${version%.*}
for package in pith "$libpith" libpith-dev; do
    check "$package: twice the same bytes" cmp "$(deb one "$package")" "$(deb two "$package")"
    dpkg-deb -c "$(deb one "$package")" >"$package.list"
    check "  all is root's, and nobody else may write" fails grep -qvE '^[-dl]rw.r.[-x]r.[-x] root/root|^lrwxrwxrwx root/root' "$package.list"
    dpkg-deb -f "$(deb one "$package")" Description >"$package.about"
    check "  a long description that readers may wrap" sh -c \
        'test "$(wc -l <"$1")" -gt 3 && ! grep -q "^  " "$1"' - "$package.about"
    check "  copyright and changelog" grep -c "share/doc/$package/\(copyright\|changelog.Debian.gz\)" "$package.list"
done
check "each with a synopsis of its own" same "$(head -qn 1 ./*.about | sort -u | grep -c '^.\{20,80\}$')" 3
for file in bin/pith 'bin/pith-tex -> pith' share/man/man1/pith-verify.1.gz \
    share/texmf/tex/latex/pith/pith.sty share/bash-completion/completions/pith \
    share/zsh/site-functions/_pith share/fish/vendor_completions.d/pith.fish; do
    check "pith has $file" holds pith.list "./usr/$file"
done
check "the library is in its own" holds "$libpith.list" "./usr/$LIB/libpith.so.${version%.*}"
check "the header in the third" holds libpith-dev.list ./usr/include/pith.h
depends() { dpkg-deb -f "$(deb one "$1")" Depends; }
check "pith depends on the libraries it loads" sh -c 'echo "$1" | grep -q libsodium' - "$(depends pith)"
check "  and not on libpith" sh -c '! echo "$1" | grep -q libpith' - "$(depends pith)"
check "libpith-dev depends on its library" same "$(depends libpith-dev)" "$libpith (= $version-1)"
if command -v lintian >/dev/null; then
    # CPack calls ldconfig besides; the first upload closes no bug of Debian's.
    check "lintian finds nothing" sh -c 'lintian --allow-root --fail-on error,warning --suppress-tags \
        maintscript-calls-ldconfig,initial-upload-closes-no-bugs one/*.deb >&2'
else
    echo "SKIP: needs lintian: its word on the packages"
fi
[ "${LONG:-0}" = 1 ] || finish

# ---- Built elsewhere, from the archive

check "the archive builds" sh -c 'cmake -S "$1" -B elsewhere -DCMAKE_BUILD_TYPE=Release -DPITH_TESTS=OFF \
    -DCMAKE_INSTALL_PREFIX=/usr && cmake --build elsewhere --parallel 2' - "$tree"
mkdir three
check "  and makes packages" debs "$WORK/three" "$WORK/elsewhere"
for package in pith "$libpith" libpith-dev; do
    check "  the same $package" cmp "$(deb one "$package")" "$(deb three "$package")"
done

# ---- In a Debian made for it

need debootstrap
[ "$(id -u)" = 0 ] || {
    echo "SKIP: only root may make a Debian"
    finish
}
# shellcheck disable=SC2016 # apt's own variable
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' |
    sort -u | head -n 1)
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
root=$WORK/root
unmount() {
    for folder in dev/pts dev proc; do
        umount "$root/$folder" 2>/dev/null || umount -l "$root/$folder" 2>/dev/null || true
    done
    ! grep -qF " $root/" /proc/mounts # what is mounted is not ours to remove
}
trap 'if unmount; then cleanup; else echo "left: $root" >&2; fi' EXIT
debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >bootstrap.log 2>&1 || {
    tail -n 5 bootstrap.log
    echo "SKIP: debootstrap did not work"
    exit 77
}
for folder in proc dev dev/pts; do
    mount --bind "/$folder" "$root/$folder"
done
[ ! -e /etc/apt/apt.conf.d ] || cp -R /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
cp /etc/resolv.conf "$root/etc/resolv.conf"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
check "apt works in it" inside apt-get update
check "  and installs TeX" inside apt-get install -y --no-install-recommends texlive-latex-base texlive-latex-recommended lmodern
inside find / -xdev ! -path '/proc/*' ! -path '/dev/*' ! -path '/var/lib/*' ! -path '/var/cache/*' \
    ! -path '/var/log/*' ! -path '/tmp/*' ! -path '/run/*' | sort >before
mkdir "$root/tmp/p"
cp one/*.deb "$root/tmp/p/"
cp -R "$SRC/examples/paper" "$root/tmp/p/paper"
check "apt installs the packages" inside sh -c 'apt-get install -y --no-install-recommends /tmp/p/*.deb'
check "pith --version" same "$(inside pith --version)" "pith $version"
check "pith verify" inside sh -c 'pith verify /tmp/p/paper/pith/*.json'
check "pith-tex" gives 2 inside pith-tex verify
check "TeX finds pith.sty" same "$(inside kpsewhich pith.sty)" /usr/share/texmf/tex/latex/pith/pith.sty
check "a paper with a badge" inside sh -c 'cd /tmp/p/paper && rm -f pith-data.tex &&
    pith prepare --from pith main.tex && pdflatex -interaction=nonstopmode -halt-on-error main.tex &&
    pith verify --require trusted main.pdf'
check "libpith is found by the loader" inside sh -c "ldconfig -p | grep -q libpith.so.${version%.*}"
check "purged" inside sh -c "apt-get purge -y --autoremove pith $libpith libpith-dev"
check "  dpkg knows it no more" sh -c 'chroot "$1" dpkg -l | grep -v "^un" | grep pith && exit 1 || exit 0' - "$root"
inside find / -xdev ! -path '/proc/*' ! -path '/dev/*' ! -path '/var/lib/*' ! -path '/var/cache/*' \
    ! -path '/var/log/*' ! -path '/tmp/*' ! -path '/run/*' | sort >after
check "  and left nothing" cmp before after
diff before after | head -n 10 || true
finish
