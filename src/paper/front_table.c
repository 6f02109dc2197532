// SPDX-License-Identifier: MIT
#include "paper/front_table.h"

#include "base/text.h"

// clang-format off
static const pith_form_row rows[] = {
    {"emph", FORM_DROP, 0, NULL}, {"textit", FORM_DROP, 0, NULL}, {"textbf", FORM_DROP, 0, NULL},
    {"textrm", FORM_DROP, 0, NULL}, {"textsf", FORM_DROP, 0, NULL}, {"texttt", FORM_DROP, 0, NULL},
    {"textsc", FORM_DROP, 0, NULL}, {"textsl", FORM_DROP, 0, NULL}, {"textup", FORM_DROP, 0, NULL},
    {"textmd", FORM_DROP, 0, NULL}, {"textnormal", FORM_DROP, 0, NULL}, {"text", FORM_DROP, 0, NULL},
    {"mbox", FORM_DROP, 0, NULL}, {"hbox", FORM_DROP, 0, NULL}, {"underline", FORM_DROP, 0, NULL},
    {"uline", FORM_DROP, 0, NULL}, {"enquote", FORM_DROP, 0, NULL}, {"MakeUppercase", FORM_DROP, 0, NULL},
    {"MakeLowercase", FORM_DROP, 0, NULL}, {"uppercase", FORM_DROP, 0, NULL}, {"lowercase", FORM_DROP, 0, NULL},
    {"bf", FORM_DROP, 0, NULL}, {"it", FORM_DROP, 0, NULL}, {"em", FORM_DROP, 0, NULL}, {"rm", FORM_DROP, 0, NULL},
    {"sf", FORM_DROP, 0, NULL}, {"tt", FORM_DROP, 0, NULL}, {"sc", FORM_DROP, 0, NULL}, {"sl", FORM_DROP, 0, NULL},
    {"bfseries", FORM_DROP, 0, NULL}, {"itshape", FORM_DROP, 0, NULL}, {"mdseries", FORM_DROP, 0, NULL},
    {"rmfamily", FORM_DROP, 0, NULL}, {"sffamily", FORM_DROP, 0, NULL}, {"ttfamily", FORM_DROP, 0, NULL},
    {"scshape", FORM_DROP, 0, NULL}, {"slshape", FORM_DROP, 0, NULL}, {"upshape", FORM_DROP, 0, NULL},
    {"normalfont", FORM_DROP, 0, NULL}, {"boldmath", FORM_DROP, 0, NULL}, {"unboldmath", FORM_DROP, 0, NULL},
    {"alert", FORM_DROP, 0, NULL}, {"structure", FORM_DROP, 0, NULL}, {"textquote", FORM_DROP, 0, NULL},
    {"lettrine", FORM_DROP, 0, NULL}, {"nobreakdash", FORM_DROP, 0, NULL}, {"hrule", FORM_DROP, 0, NULL},
    {"selectlanguage", FORM_GONE, 1, NULL}, {"rule", FORM_GONE, 2, NULL}, {"includegraphics", FORM_GONE, 1, NULL},
    {"raisebox", FORM_SECOND, 0, NULL}, {"scalebox", FORM_SECOND, 0, NULL}, {"parbox", FORM_SECOND, 0, NULL},
    {"textmu", FORM_TEXT, 0, "$\\mu$"}, {"tiny", FORM_DROP, 0, NULL}, {"scriptsize", FORM_DROP, 0, NULL}, {"footnotesize", FORM_DROP, 0, NULL},
    {"small", FORM_DROP, 0, NULL}, {"normalsize", FORM_DROP, 0, NULL}, {"large", FORM_DROP, 0, NULL},
    {"Large", FORM_DROP, 0, NULL}, {"LARGE", FORM_DROP, 0, NULL}, {"huge", FORM_DROP, 0, NULL},
    {"Huge", FORM_DROP, 0, NULL}, {"centering", FORM_DROP, 0, NULL}, {"raggedright", FORM_DROP, 0, NULL},
    {"noindent", FORM_DROP, 0, NULL}, {"indent", FORM_DROP, 0, NULL}, {"protect", FORM_DROP, 0, NULL},
    {"relax", FORM_DROP, 0, NULL}, {"leavevmode", FORM_DROP, 0, NULL}, {"ignorespaces", FORM_DROP, 0, NULL},
    {"unskip", FORM_DROP, 0, NULL}, {"maketitle", FORM_DROP, 0, NULL}, {"nobreak", FORM_DROP, 0, NULL},
    {"sloppy", FORM_DROP, 0, NULL}, {"/", FORM_DROP, 0, NULL}, {"-", FORM_DROP, 0, NULL}, {"!", FORM_DROP, 0, NULL},
    {"@", FORM_DROP, 0, NULL}, {"thinspace", FORM_SPACE, 0, NULL}, {"allowbreak", FORM_DROP, 0, NULL},
    {"footnote", FORM_GONE, 1, NULL}, {"thanks", FORM_GONE, 1, NULL}, {"footnotemark", FORM_GONE, 0, NULL},
    {"footnotetext", FORM_GONE, 1, NULL}, {"tnoteref", FORM_GONE, 1, NULL}, {"fnref", FORM_GONE, 1, NULL},
    {"corref", FORM_GONE, 1, NULL}, {"tnotetext", FORM_GONE, 1, NULL}, {"titlenote", FORM_GONE, 1, NULL},
    {"titlerunning", FORM_GONE, 1, NULL}, {"inst", FORM_GONE, 1, NULL}, {"orcidID", FORM_GONE, 1, NULL},
    {"label", FORM_GONE, 1, NULL}, {"index", FORM_GONE, 1, NULL}, {"glsadd", FORM_GONE, 1, NULL},
    {"vspace", FORM_GONE, 1, NULL}, {"hspace", FORM_SPACE, 1, NULL}, {"phantom", FORM_GONE, 1, NULL},
    {"hypertarget", FORM_SECOND, 0, NULL}, {"keywords", FORM_GONE, 1, NULL}, {"pacs", FORM_GONE, 1, NULL},
    {"subclass", FORM_GONE, 1, NULL}, {"color", FORM_GONE, 1, NULL}, {"fontsize", FORM_GONE, 2, NULL},
    {"selectfont", FORM_DROP, 0, NULL}, {"pithnumber", FORM_GONE, 1, NULL}, {"todo", FORM_GONE, 1, NULL},
    {"marginpar", FORM_GONE, 1, NULL}, {"addtocounter", FORM_GONE, 2, NULL}, {"setcounter", FORM_GONE, 2, NULL},
    {"nocite", FORM_GONE, 1, NULL}, {"looseness", FORM_GONE, 0, NULL}, {"vskip", FORM_GONE, 0, NULL},
    {"texorpdfstring", FORM_SECOND, 0, NULL}, {"href", FORM_SECOND, 0, NULL}, {"textcolor", FORM_SECOND, 0, NULL},
    {"foreignlanguage", FORM_SECOND, 0, NULL}, {"hyperref", FORM_GONE, 0, NULL}, {"url", FORM_CODE, 0, NULL},
    {"nolinkurl", FORM_CODE, 0, NULL}, {"path", FORM_CODE, 0, NULL}, {"verb", FORM_VERB, 0, NULL},
    {"lstinline", FORM_VERB, 0, NULL}, {"textsuperscript", FORM_SCRIPT, 0, "^"},
    {"textsubscript", FORM_SCRIPT, 0, "_"}, {"ensuremath", FORM_MATH, 0, NULL}, {"xspace", FORM_XSPACE, 0, NULL},
    {"input", FORM_INPUT, 0, NULL}, {"include", FORM_INPUT, 0, NULL}, {"begin", FORM_BEGIN, 0, NULL},
    {"end", FORM_END, 0, NULL}, {"iffalse", FORM_IFFALSE, 0, NULL}, {"iftrue", FORM_DROP, 0, NULL},
    {"fi", FORM_DROP, 0, NULL}, {"\\", FORM_SPACE, 0, NULL}, {"newline", FORM_SPACE, 0, NULL},
    {"linebreak", FORM_SPACE, 0, NULL}, {"break", FORM_SPACE, 0, NULL}, {"par", FORM_SPACE, 0, NULL},
    {"newpage", FORM_SPACE, 0, NULL}, {"item", FORM_SPACE, 0, NULL}, {" ", FORM_SPACE, 0, NULL},
    {"\t", FORM_SPACE, 0, NULL}, {"\n", FORM_SPACE, 0, NULL}, {"\r", FORM_SPACE, 0, NULL}, {",", FORM_SPACE, 0, NULL},
    {";", FORM_SPACE, 0, NULL}, {":", FORM_SPACE, 0, NULL}, {">", FORM_SPACE, 0, NULL}, {"quad", FORM_SPACE, 0, NULL},
    {"qquad", FORM_SPACE, 0, NULL}, {"space", FORM_SPACE, 0, NULL}, {"enspace", FORM_SPACE, 0, NULL},
    {"hfill", FORM_SPACE, 0, NULL}, {"smallskip", FORM_SPACE, 0, NULL}, {"medskip", FORM_SPACE, 0, NULL},
    {"bigskip", FORM_SPACE, 0, NULL}, {"&", FORM_TEXT, 0, "&"}, {"%", FORM_TEXT, 0, "%"}, {"#", FORM_TEXT, 0, "#"},
    {"_", FORM_TEXT, 0, "_"}, {"$", FORM_LETTER, 0, NULL}, {"{", FORM_LETTER, 0, NULL}, {"}", FORM_LETTER, 0, NULL},
    {"TeX", FORM_TEXT, 0, "TeX"}, {"LaTeX", FORM_TEXT, 0, "LaTeX"}, {"LaTeXe", FORM_TEXT, 0, "LaTeX2e"},
    {"BibTeX", FORM_TEXT, 0, "BibTeX"}, {"dots", FORM_TEXT, 0, "..."}, {"ldots", FORM_TEXT, 0, "..."},
    {"textellipsis", FORM_TEXT, 0, "..."}, {"textendash", FORM_TEXT, 0, "--"},
    {"textemdash", FORM_TEXT, 0, "---"}, {"textquoteright", FORM_TEXT, 0, "'"},
    {"textquoteleft", FORM_TEXT, 0, "`"}, {"textquotedblleft", FORM_TEXT, 0, "``"},
    {"textquotedblright", FORM_TEXT, 0, "''"}, {"lq", FORM_TEXT, 0, "`"}, {"rq", FORM_TEXT, 0, "'"},
    {"textquotedbl", FORM_TEXT, 0, "\""}, {"textasciitilde", FORM_TEXT, 0, "~"},
    {"textunderscore", FORM_TEXT, 0, "_"}, {"textregistered", FORM_TEXT, 0, "(R)"},
    {"texttrademark", FORM_TEXT, 0, "(TM)"}, {"textless", FORM_TEXT, 0, "<"},
    {"textgreater", FORM_TEXT, 0, ">"}, {"textbar", FORM_TEXT, 0, "|"}, {"slash", FORM_TEXT, 0, "/"},
    {"textdegree", FORM_TEXT, 0, "$^\\circ$"}, {"textbackslash", FORM_TEXT, 0, "$\\backslash$"},
    {"copyright", FORM_TEXT, 0, "(C)"}, {"textcopyright", FORM_TEXT, 0, "(C)"},
    {"'", FORM_ACCENT, 0, NULL}, {"`", FORM_ACCENT, 0, NULL}, {"^", FORM_ACCENT, 0, NULL},
    {"\"", FORM_ACCENT, 0, NULL}, {"~", FORM_ACCENT, 0, NULL}, {"=", FORM_ACCENT, 0, NULL},
    {".", FORM_ACCENT, 0, NULL}, {"u", FORM_ACCENT, 0, NULL}, {"v", FORM_ACCENT, 0, NULL},
    {"H", FORM_ACCENT, 0, NULL}, {"t", FORM_ACCENT, 0, NULL}, {"c", FORM_ACCENT, 0, NULL},
    {"d", FORM_ACCENT, 0, NULL}, {"b", FORM_ACCENT, 0, NULL}, {"r", FORM_ACCENT, 0, NULL},
    {"k", FORM_ACCENT, 0, NULL}, {"o", FORM_LETTER, 0, NULL}, {"O", FORM_LETTER, 0, NULL},
    {"l", FORM_LETTER, 0, NULL}, {"L", FORM_LETTER, 0, NULL}, {"ss", FORM_LETTER, 0, NULL},
    {"ae", FORM_LETTER, 0, NULL}, {"AE", FORM_LETTER, 0, NULL}, {"oe", FORM_LETTER, 0, NULL},
    {"OE", FORM_LETTER, 0, NULL}, {"aa", FORM_LETTER, 0, NULL}, {"AA", FORM_LETTER, 0, NULL},
    {"i", FORM_LETTER, 0, NULL}, {"j", FORM_LETTER, 0, NULL}, {"dj", FORM_LETTER, 0, NULL},
    {"DJ", FORM_LETTER, 0, NULL}, {"dh", FORM_LETTER, 0, NULL}, {"DH", FORM_LETTER, 0, NULL},
    {"th", FORM_LETTER, 0, NULL}, {"TH", FORM_LETTER, 0, NULL}, {"ng", FORM_LETTER, 0, NULL},
    {"NG", FORM_LETTER, 0, NULL},
};
// clang-format on

pith_form_row pith_form_find(pith_text name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (pith_text_is(name, rows[i].name))
            return rows[i];
    }
    bool cite = false; // \citep, \autocite, ...; references lead nowhere in metadata, either
    for (size_t i = 0; i + 4 <= name.n && !cite; i++)
        cite = memcmp(name.p + i, "cite", 4) == 0 || memcmp(name.p + i, "Cite", 4) == 0;
    return (pith_form_row){"", cite ? FORM_CITE : FORM_UNKNOWN, 1, NULL};
}
