-- SPDX-License-Identifier: LPPL-1.3c
-- l3build: `l3build doc' makes the manual, `l3build ctan' the archive, `l3build install' installs.
-- The tests of the package are not l3build's but those in ../tests/tex. Needs the program pith.
module = "pith"

local function version()
  for line in io.lines("pith.sty") do
    local date, number = line:match("^\\ProvidesExplPackage{pith}{([%d-]+)}{([%d.]+)}")
    if number then
      return number, date
    end
  end
  error("pith.sty says no version")
end
pithversion, pithdate = version()

sourcefiles = {"pith.sty"}
installfiles = {"pith.sty"}
unpackfiles = {}
typesetfiles = {"pith-doc.tex"}
docfiles = {"pith-doc-*.tex"}
textfiles = {"README.md"}
typesetexe = "pdflatex"
typesetopts = "-interaction=nonstopmode -halt-on-error -no-shell-escape"
-- The hook below has done the others.
typesetruns = 1
checkengines = {}
testfiledir = ""

-- The archive holds pith.tds.zip as well, which unpacks into a TEXMF tree.
packtdszip = true

uploadconfig = {
  pkg = "pith",
  version = pithversion .. " " .. pithdate,
  author = "The Pith toolchain authors",
  license = "lppl1.3c",
  summary = "Print, link and embed Pith Numbers, content addresses of papers",
  topic = {"pdf-feature", "biblio"},
  ctanPath = "/macros/latex/contrib/pith",
}

function docinit_hook()
  return os.execute("sh make-manual.sh pith \"" .. abspath(typesetdir) .. "\"") and 0 or 1
end
