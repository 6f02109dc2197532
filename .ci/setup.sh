# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Sourced by examples/run.sh and tests/run.sh. `need FEATURE...` makes sure that what the
# features need is installed: by apt where that works, otherwise by saying what to install.

debian_packages() {
    case $1 in
    build) echo "gcc libc6-dev make cmake pkg-config libcurl4-openssl-dev libcjson-dev" \
        "libsodium-dev libqrencode-dev libhpdf-dev libpng-dev nettle-dev libexpat1-dev zlib1g-dev" \
        "libyaml-dev libunistring-dev" ;;
    tex) echo "texlive-latex-base texlive-latex-recommended lmodern" ;;
    texmatrix) echo "texlive-xetex texlive-luatex texlive-latex-extra texlive-publishers" \
        "texlive-fonts-recommended texlive-bibtex-extra biber ghostscript mupdf-tools" \
        "texlive-extra-utils default-jre-headless python3-pygments" \
        "texlive-lang-french texlive-lang-german texlive-lang-spanish texlive-lang-european" ;;
    test) echo "libcmocka-dev python3 poppler-utils qpdf libimage-exiftool-perl zbar-tools" \
        "libxml2-utils nginx-light openssl curl ca-certificates procps parallel strace chromium locales" \
        "librsvg2-bin cmark-gfm patch git latexmk python3-yaml python3-opentimestamps gcovr" ;;
    pdf) echo "ghostscript mupdf-tools librsvg2-bin python3-pikepdf python3-cairo texlive-latex-extra" \
        "texlive-luatex texlive-xetex default-jre-headless libpdfbox2-java libactivation-java" \
        "libjaxb-api-java libfontbox2-java libcommons-logging-java" ;;
    ship) echo "mandoc man-db bsdextrautils zsh fish ruby zip" ;;
    lint) echo "clang clang-format clang-tidy cppcheck shellcheck libclang-rt-14-dev" ;;
    esac
}

brew_packages() {
    case $1 in
    build) echo "cmake pkg-config curl cjson libsodium qrencode libharu libpng nettle expat libyaml libunistring" ;;
    tex) echo "--cask mactex-no-gui" ;;
    texmatrix) echo "ghostscript mupdf-tools" ;;
    test) echo "cmocka python poppler qpdf exiftool zbar libxml2 nginx openssl librsvg cmark-gfm gcovr" ;;
    pdf) echo "ghostscript mupdf-tools librsvg" ;;
    ship) echo "mandoc zsh fish" ;;
    lint) echo "llvm cppcheck shellcheck" ;;
    esac
}

# What a feature must provide, whatever installed it.
has_feature() {
    case $1 in
    build) command -v cmake >/dev/null && command -v pkg-config >/dev/null &&
        command -v cc >/dev/null && pkg-config --exists libcurl libcjson libsodium libqrencode \
            libpng nettle expat zlib yaml-0.1 && printf '#include <%s.h>\n' hpdf unicase | cc -E - >/dev/null 2>&1 ;;
    tex) command -v pdflatex >/dev/null && command -v kpsewhich >/dev/null &&
        [ -n "$(kpsewhich hyperref.sty)" ] && [ -n "$(kpsewhich lmodern.sty)" ] ;;
    texmatrix) for tool in lualatex xelatex dvips dvipdfmx ps2pdf mutool biber arara pygmentize; do
        command -v "$tool" >/dev/null || return 1
    done
        for file in acmart.cls pdfx.sty hyperxmp.sty txfonts.sty biblatex.sty french.ldf ngermanb.ldf \
            spanish.ldf turkish.ldf; do
            [ -n "$(kpsewhich "$file")" ] || return 1
        done ;;
    test) pkg-config --exists cmocka && for tool in python3 pdftotext qpdf exiftool zbarimg \
        xmllint nginx openssl parallel strace chromium rsvg-convert cmark-gfm patch git latexmk gcovr; do
        command -v "$tool" >/dev/null || [ -x "/usr/sbin/$tool" ] || return 1
    done && { ! command -v apt-get >/dev/null || [ -d /usr/lib/python3/dist-packages/opentimestamps ]; } ;;
    pdf) for tool in gs mutool rsvg-convert java lualatex xelatex; do
        command -v "$tool" >/dev/null || return 1
    done && [ -n "$(kpsewhich pdfx.sty)" ] && [ -e /usr/share/java/preflight.jar ] ;;
    ship) for tool in mandoc man col zsh fish ruby zip; do
        command -v "$tool" >/dev/null || return 1
    done ;;
    lint) for tool in clang clang-format clang-tidy cppcheck shellcheck; do
        command -v "$tool" >/dev/null || return 1
    done ;;
    esac
}

need() {
    missing=
    for feature in "$@"; do
        has_feature "$feature" || missing="$missing $feature"
    done
    [ -n "$missing" ] || return 0
    packages=
    for feature in $missing; do
        packages="$packages $(debian_packages "$feature")"
    done
    if command -v apt-get >/dev/null; then
        become=
        if [ "$(id -u)" != 0 ]; then
            become=$(command -v sudo || true)
        fi
        if [ "$(id -u)" = 0 ] || [ -n "$become" ]; then
            echo "installing:$packages"
            log=$(mktemp)
            # shellcheck disable=SC2086 # package names are words
            if $become apt-get update >"$log" 2>&1 &&
                $become env DEBIAN_FRONTEND=noninteractive \
                    apt-get install -y --no-install-recommends $packages >>"$log" 2>&1; then
                rm -f "$log"
                return 0
            fi
            tail -n 20 "$log" >&2
            rm -f "$log"
            echo "pith: installing packages failed; the lines above say why" >&2
            exit 1
        fi
    fi
    {
        echo "pith: some tools are missing. Install them and run this again:"
        echo "  Debian, Ubuntu:  apt-get install$packages"
        for feature in $missing; do
            echo "  macOS:           brew install $(brew_packages "$feature")"
        done
    } >&2
    exit 1
}
