#!/bin/sh
# SPDX-License-Identifier: MIT
# Every state in every style and format, on one page to be looked at: $BUILD/badges/index.html,
# with what Chromium (light and dark) and pdftoppm make of it. The formats must agree, codes
# must decode, nothing may be too big.
set -eu
# shellcheck source=tests/badge/lib.sh
. "$SRC/tests/badge/lib.sh"
need_pith
need python3 xmllint rsvg-convert pdftoppm pdffonts qpdf zbarimg exiftool
: "${BUILD:?the build folder}"
gallery=$BUILD/badges
rm -rf "$gallery"
mkdir -p "$gallery"
cd "$WORK"
make_states

make_one() {
    state=$1 style=$2 want=$(exit_of "$1")
    # shellcheck disable=SC2046 # options are words
    set -- $(style_options "$style")
    for format in svg pdf png html md tex; do
        got=0
        badge "$state" "$@" -o "$gallery/$state-$style.$format" || got=$?
        [ "$got" = "$want" ] || echo "$state $style $format: exit $got, not $want"
    done
    badge "$state" "$@" --theme dark -o "$gallery/$state-$style-dark.png" || true
}
for state in $STATES; do
    for style in $STYLES; do
        make_one "$state" "$style"
    done
done >codes
check "each state has its exit code in every style and format" fails test -s codes
check "the same number of files of each format" same \
    "$(for f in svg pdf png html md tex; do find "$gallery" -name "*.$f" ! -name '*-dark.png' | wc -l; done | sort -u)" 49

cd "$gallery"
check "SVG: well-formed" xmllint --noout --nonet ./*.svg
check "HTML with the drawing in it: well-formed too" xmllint --noout --nonet ./*.html
cat >"$WORK/strict.py" <<'X'
import re, sys, xml.etree.ElementTree as tree
SVG = "{http://www.w3.org/2000/svg}"
for path in sys.argv[1:]:
    root = tree.parse(path).getroot()
    names = {e.tag for e in root.iter()}
    assert names <= {SVG + n for n in ("svg", "title", "desc", "style", "path")}, names
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert root.get("role") == "img" and set(root.get("aria-labelledby").split()) == ids, path
    for e in root.iter():
        allowed = {"svg": {"width", "height", "viewBox", "role", "aria-labelledby"}, "style": set(),
                   "path": {"class", "fill", "transform", "d"}}.get(e.tag[len(SVG):], {"id"})
        assert set(e.keys()) <= allowed, e.keys()
        if e.tag == SVG + "path":
            assert re.fullmatch(r"[MmLlHhVvCcz0-9 -]+", e.get("d")), e.get("d")
    text = open(path).read()
    rest = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"url\(|@import|href|script|data:|on[a-z]+=|<!", rest), path
    assert text.isascii()
X
check "SVG: five elements, no scripts, no references, named for screen readers" \
    python3 "$WORK/strict.py" ./*.svg
for pdf in *.pdf; do
    qpdf --check "$pdf" >"$WORK/qpdf" 2>&1 || cat "$WORK/qpdf"
    pdffonts "$pdf" | tail -n +3
    pdfinfo "$pdf" | grep -E '^(CreationDate|ModDate)' || true
    [ "$(qpdf --json "$pdf" | grep -c "\"/URI\": \".*https://pith.science/pith/")" = 1 ] || echo "$pdf: no link"
done >"$WORK/pdf" 2>&1
check "PDF: sound, no font, no date, one link" fails test -s "$WORK/pdf"
# What is before the update that carries the record is the drawing.
# shellcheck disable=SC2016 # exiftool's own variable
drawing=$(exiftool -q -p '$PrefixLength' ./*.pdf 2>/dev/null | sort -n | tail -n 1)
largest=$(find . -name '*.pdf' -printf '%s\n' | sort -n | tail -n 1)
check "PDF: the drawing has 8 KB at most ($drawing)" test "$drawing" -le 8192
check "  with its record 10 KB ($largest)" test "$largest" -le 10240
for state in verified own; do
    keys=
    [ $state = verified ] || keys="--keyring $WORK/keyring.json"
    # shellcheck disable=SC2086 # words
    check "  which proves itself: $state" gives 0 "$PITH" verify --require signed,trusted $keys $state-line.pdf
done
check "  but for one that nobody looked up" fails grep -aq canonicalRecord unchecked-line.pdf

# Three renderers, one picture: our own, librsvg and poppler at the same resolution.
for file in verified-line intact-card failed-full own-full-qr key-label unchecked-text; do
    rsvg-convert -d 144 -p 144 "$file.svg" -o "$WORK/svg.png"
    pdftoppm -r 144 "$file.pdf" >"$WORK/pdf.ppm"
    style=${file#*-}
    cd "$WORK"
    # shellcheck disable=SC2046 # options are words
    badge "${file%%-*}" $(style_options "$style") --dpi 144 -o own.png || true
    cd "$gallery"
    # A code of whole pixels differs from one that is not.
    limit=3
    case $style in *qr | label) limit=30 ;; esac
    check "$file: PNG as librsvg draws the SVG" \
        python3 "$SRC/tests/badge/pictures.py" compare $limit "$WORK/own.png" "$WORK/svg.png"
    check "$file: PDF as librsvg draws the SVG" \
        python3 "$SRC/tests/badge/pictures.py" compare 5 "$WORK/pdf.ppm" "$WORK/svg.png"
done

# reads FILE URL: a code is found and holds exactly the address
reads() { [ "$(zbarimg -q --raw "$1" 2>/dev/null)" = "$2" ]; }
for style in label card-qr full-qr; do
    for state in $STATES; do
        url=$URL
        case $state in own | intact) url=https://pith.science/pith/$SEED ;; esac
        file=$state-$style
        reads "$file.png" "$url" || echo "$file.png"
        reads "$file-dark.png" "$url" || echo "$file-dark.png"
        pdftoppm -r 150 -png "$file.pdf" "$WORK/page"
        reads "$WORK/page-1.png" "$url" || echo "$file.pdf at 150 dpi"
        rsvg-convert -d 150 -p 150 "$file.svg" -o "$WORK/page.png"
        reads "$WORK/page.png" "$url" || echo "$file.svg at 150 dpi"
    done
done >"$WORK/unread"
check "every code decodes: png, png dark, pdf and svg at 150 dpi (15 mm)" fails test -s "$WORK/unread"
cd "$WORK"
for level in L M Q H; do
    badge verified --style label --qr-level $level -o $level.svg
    badge verified --style label --qr-level $level -o $level.pdf
    badge verified --style label --qr-level $level --dpi 150 -o $level.png
    rsvg-convert -d 150 -p 150 $level.svg -o page.png
    check "level $level: svg" reads page.png "$URL"
    # The floor of 12 mm instead of 15 mm: 150 dpi becomes 120.
    pdftoppm -r 120 -png $level.pdf page
    check "level $level: pdf scaled to 12 mm at 150 dpi" reads page-1.png "$URL"
    check "level $level: png" reads $level.png "$URL"
done
check "no more modules for L than for H" test "$(wc -c <L.svg)" -lt "$(wc -c <H.svg)"

python3 - "$gallery" "$STATES" "$STYLES" <<'X'
import sys
folder, states, styles = sys.argv[1], sys.argv[2].split(), sys.argv[3].split()
with open(folder + "/index.html", "w") as page:
    page.write("<!DOCTYPE html><meta charset=utf-8><meta name=color-scheme content='light dark'>"
               "<title>Badges</title><style>body{font:13px system-ui;margin:20px}"
               "td{padding:6px 10px;vertical-align:middle}@media(prefers-color-scheme:dark)"
               "{body{background:#0d1117;color:#e8e6e1}}.g{filter:grayscale(1)}</style><table>")
    for style in styles:
        for state in states:
            svg = f"{state}-{style}.svg"
            html = open(f"{folder}/{state}-{style}.html").read()
            page.write(f"<tr><td>{style}<td>{state}<td><img src={svg}><td class=g><img src={svg}>"
                       f"<td>{html}")
    page.write("</table><img src=verified-line.svg style='width:1000px'><br><br>"
               "<img src=intact-full-qr.svg style='width:1000px'>")
X
if command -v chromium >/dev/null; then
    for scheme in light dark; do
        preferred=1 # blink's numbers: 0 dark, 1 light
        [ $scheme = light ] || preferred=0
        timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$WORK/chromium" \
            --blink-settings=preferredColorScheme=$preferred \
            --hide-scrollbars --force-device-scale-factor=1.5 --window-size=1900,3900 --screenshot="$gallery/chromium-$scheme.png" \
            "file://$gallery/index.html" >/dev/null 2>&1 || true
        check "Chromium shows the gallery, $scheme" test -s "$gallery/chromium-$scheme.png"
    done
    check "  and differently in the dark" fails cmp -s "$gallery/chromium-light.png" \
        "$gallery/chromium-dark.png"
else
    echo "SKIP: no chromium, so no pictures of the gallery"
fi
finish
