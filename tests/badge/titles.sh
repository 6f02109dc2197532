#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile titles come out as text, in every format that shows a title. The strings are the Big
# List of Naughty Strings (blns.json; MIT licence, github.com/minimaxir/big-list-of-naughty-strings)
# and some made for these formats.
set -eu
# shellcheck source=tests/badge/lib.sh
. "$SRC/tests/badge/lib.sh"
need python3
: "${BUILD:?the build folder}"
[ -x "$BUILD/tests/badge_main" ] || {
    echo "SKIP: needs badge_main of the tests"
    exit 77
}
cd "$WORK"
cat >titles.py <<'X'
import html.parser, json, re, subprocess, sys, xml.dom.minidom, xml.etree.ElementTree as tree
main, source, what = sys.argv[1:4]
titles = [t for t in json.load(open(source)) if t and "\0" not in t]
titles += ["]]>", "<!--", "-->", "<![CDATA[", "</title><script>alert(1)</script>", "</desc></svg>",
           "](javascript:alert(1))", "![x](y)", "`a`", "<https://evil.example>", ":smile:", "@user #1",
           "www.evil.example", "a|b", "a\\", "\\", "a\n\n# b", "a\r\n- b", "\u2028x\u2029", "\ufeff",
           "\ufffe\uffff", "\U0001fffe", "{{id}}", "{{{url}}}", "&#0;", "&amp;lt;", "\x1b]0;x\x07",
           "*_~^$x$", "[a][b]", "[^1]", "a" * 1000, "\u202eevil", "\x7f\x85\x9f", '" onload="x']
titles = [t.encode("utf-8", "surrogatepass") for t in titles]
titles = [t for t in titles if t.decode("utf-8", "replace").encode() == t]
assert len(titles) > 500

def shown(raw, xml_rules):
    out = []
    for c in raw.decode():
        cp = ord(c)
        bad = (cp < 0x20 or 0x7f <= cp <= 0x9f or cp in (0x61c, 0x200e, 0x200f, 0xfeff)
               or 0x2028 <= cp <= 0x202e or 0x2066 <= cp <= 0x2069)
        bad = bad or (xml_rules and cp in (0xfffe, 0xffff))
        out.append("\\u{%x}" % cp if bad else c)
    return "".join(out)

NAME = "Pith Number pith:2013:A5G5GAJ7DMCZDPVAMNFAYYAUOP (arXiv:1309.3741v1, hash verified, no receipt)"
URL = "https://pith.science/pith/A5G5GAJ7DMCZDPVAMNFAYYAUOP"
SVG = "{http://www.w3.org/2000/svg}"
class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(text)
        self.close()
    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
    def handle_data(self, data):
        self.text += data

def look_svg(text, raw):
    root = tree.fromstring(text)
    assert [e.tag[len(SVG):] for e in root][:3] == ["title", "desc", "style"]
    assert {e.tag for e in root[3:]} == {SVG + "path"} and len(root[0]) + len(root[1]) == 0
    want = "the hash holds; no signature was found. Title: %s. %s" % (shown(raw, True), URL)
    assert root[1].text == want and root[0].text == NAME
    xml.dom.minidom.parseString(text)

def look_page(page, raw, extra, xml_rules):
    assert [t for t, _ in page.tags] == extra + ["a", "img"], page.tags
    link, picture = page.tags[-2][1], page.tags[-1][1]
    assert link == {"href": URL}, link
    assert picture["alt"] == "%s: %s" % (NAME, shown(raw, xml_rules)), picture
    assert not set(picture) - {"src", "alt", "width", "height"} and not page.text.strip()

def look_html(text, raw):
    look_page(Page(text.decode()), raw, [], True)

def look_md(text, raw):
    assert text.count(b"\n") == 1
    page = subprocess.run(["cmark-gfm", "--unsafe", "-e", "autolink", "-e", "table", "-e",
                           "strikethrough"], input=text, stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    look_page(Page(page), raw, ["p"], False)

out = subprocess.run([main, what], input=b"".join(t + b"\0" for t in titles), stdout=subprocess.PIPE,
                     check=True).stdout
badges = out.split(b"\0")
assert len(badges) == len(titles) + 1, (len(badges), len(titles))
failed = 0
for raw, badge in zip(titles, badges):
    try:
        {"svg": look_svg, "html": look_html, "md": look_md}.get(what, lambda *_: None)(badge, raw)
    except Exception as e:
        failed += 1
        print(what, raw[:60], repr(e)[:300])
    if what == "tex":
        assert badge == badges[0], raw
print(len(titles), "titles")
sys.exit(failed > 0)
X
# shellcheck disable=SC2317 # check calls it
look() { python3 titles.py "$BUILD/tests/badge_main" "$SRC/tests/badge/blns.json" "$1" >found 2>&1 || {
    head -n 20 found >&3
    return 1
}; }
check "SVG: expat and minidom read title and description back as they were" look svg
check "HTML: a link, a picture and its alternative text, nothing else" look html
check "TeX: no title at all" look tex
if command -v cmark-gfm >/dev/null; then
    check "Markdown: the same, by GitHub's own parser" look md
else
    echo "SKIP: no cmark-gfm, so Markdown was not read back"
fi
if command -v xmllint >/dev/null; then
    check "SVG: libxml2 reads it" sh -c "printf '</svg>]]>&\\001\\357\\277\\277\\0' |
        \"$BUILD/tests/badge_main\" svg | tr -d '\\000' | xmllint --noout --nonet -"
fi
finish
