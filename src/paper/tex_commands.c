// SPDX-License-Identifier: MIT
#include "paper/tex_commands.h"

#include "base/text.h"

// In byte order of the names: it is searched by halves.
// clang-format off
static const pith_tex_row rows[] = {
    {"@@input", PITH_TEX_INPUT, 0},
    {"@input", PITH_TEX_FILE, 0},
    {"CheckCommand", PITH_TEX_NEWCOMMAND, 0},
    {"DeclareDocumentCommand", PITH_TEX_XPARSE, 0},
    {"DeclareDocumentEnvironment", PITH_TEX_XPARSE_ENVIRONMENT, 0},
    {"DeclareExpandableDocumentCommand", PITH_TEX_XPARSE, 0},
    {"DeclareRobustCommand", PITH_TEX_NEWCOMMAND, 0},
    {"DefineShortVerb", PITH_TEX_SHORT_VERB, 1},
    {"DefineVerbatimEnvironment", PITH_TEX_NEW_VERBATIM, 0},
    {"DeleteShortVerb", PITH_TEX_SHORT_VERB, 0},
    {"DescribeMacro", PITH_TEX_NAMES, 1},
    {"ExplSyntaxOff", PITH_TEX_EXPL, 0},
    {"ExplSyntaxOn", PITH_TEX_EXPL, 1},
    {"IfFileExists", PITH_TEX_LISTING, 0},
    {"InputIfFileExists", PITH_TEX_FILE, 0},
    {"LetLtxMacro", PITH_TEX_NAMES, 2},
    {"MakeRobust", PITH_TEX_NAMES, 1},
    {"MakeShortVerb", PITH_TEX_SHORT_VERB, 1},
    {"NewDocumentCommand", PITH_TEX_XPARSE, 0},
    {"NewDocumentEnvironment", PITH_TEX_XPARSE_ENVIRONMENT, 0},
    {"NewExpandableDocumentCommand", PITH_TEX_XPARSE, 0},
    {"NewTCBListing", PITH_TEX_NEW_VERBATIM, 0},
    {"ProvideDocumentCommand", PITH_TEX_XPARSE, 0},
    {"ProvideDocumentEnvironment", PITH_TEX_XPARSE_ENVIRONMENT, 0},
    {"ProvideExpandableDocumentCommand", PITH_TEX_XPARSE, 0},
    {"RenewDocumentCommand", PITH_TEX_XPARSE, 0},
    {"RenewDocumentEnvironment", PITH_TEX_XPARSE_ENVIRONMENT, 0},
    {"RenewExpandableDocumentCommand", PITH_TEX_XPARSE, 0},
    {"RequirePackage", PITH_TEX_PACKAGE, 0},
    {"ShowCommand", PITH_TEX_NAMES, 1},
    {"UndefineShortVerb", PITH_TEX_SHORT_VERB, 0},
    {"Verb", PITH_TEX_CODE, 0},
    {"VerbatimInput", PITH_TEX_LISTING, 0},
    {"addbibresource", PITH_TEX_RESOURCE, 0},
    {"addglobalbib", PITH_TEX_RESOURCE, 0},
    {"addsectionbib", PITH_TEX_RESOURCE, 0},
    {"apptocmd", PITH_TEX_NAMES, 1},
    {"begin", PITH_TEX_BEGIN, 0},
    {"bibliography", PITH_TEX_BIBLIOGRAPHY, 0},
    {"cmd", PITH_TEX_NAMES, 1},
    {"def", PITH_TEX_DEF, 0},
    {"documentclass", PITH_TEX_CLASS, 0},
    {"edef", PITH_TEX_DEF, 0},
    {"else", PITH_TEX_ELSE, 0},
    {"end", PITH_TEX_END, 0},
    {"endinput", PITH_TEX_ENDINPUT, 0},
    {"excludecomment", PITH_TEX_NEW_VERBATIM, 0},
    {"expandafter", PITH_TEX_EXPANDAFTER, 0},
    {"fi", PITH_TEX_FI, 0},
    {"gdef", PITH_TEX_DEF, 0},
    {"href", PITH_TEX_CODE, 0},
    {"if", PITH_TEX_IF, 0},
    {"ifLuaTeX", PITH_TEX_IF, 0},
    {"ifPDFTeX", PITH_TEX_IF, 0},
    {"ifTUTeX", PITH_TEX_IF, 0},
    {"ifXeTeX", PITH_TEX_IF, 0},
    {"ifcase", PITH_TEX_IF, 0},
    {"ifcat", PITH_TEX_IF, 0},
    {"ifcsname", PITH_TEX_IF, 0},
    {"ifdefined", PITH_TEX_IF, 1},
    {"ifdim", PITH_TEX_IF, 0},
    {"ifeof", PITH_TEX_IF, 0},
    {"iffalse", PITH_TEX_IFFALSE, 0},
    {"iffontchar", PITH_TEX_IF, 0},
    {"ifhbox", PITH_TEX_IF, 0},
    {"ifhmode", PITH_TEX_IF, 0},
    {"ifincsname", PITH_TEX_IF, 0},
    {"ifinner", PITH_TEX_IF, 0},
    {"ifluatex", PITH_TEX_IF, 0},
    {"ifmmode", PITH_TEX_IF, 0},
    {"ifnum", PITH_TEX_IF, 0},
    {"ifodd", PITH_TEX_IF, 0},
    {"ifpdf", PITH_TEX_IF, 0},
    {"ifpdfabsdim", PITH_TEX_IF, 0},
    {"ifpdfabsnum", PITH_TEX_IF, 0},
    {"ifpdfprimitive", PITH_TEX_IF, 0},
    {"ifpdftex", PITH_TEX_IF, 0},
    {"iftrue", PITH_TEX_IFTRUE, 0},
    {"ifvbox", PITH_TEX_IF, 0},
    {"ifvmode", PITH_TEX_IF, 0},
    {"ifvoid", PITH_TEX_IF, 0},
    {"ifx", PITH_TEX_IF, 2},
    {"ifxetex", PITH_TEX_IF, 0},
    {"import", PITH_TEX_IMPORT, 0},
    {"include", PITH_TEX_INCLUDE, 0},
    {"includefrom", PITH_TEX_IMPORT, 0},
    {"includestandalone", PITH_TEX_FILE, 0},
    {"input", PITH_TEX_INPUT, 0},
    {"inputfrom", PITH_TEX_IMPORT, 0},
    {"inputminted", PITH_TEX_LISTING, 1},
    {"let", PITH_TEX_LET, 0},
    {"lstDeleteShortInline", PITH_TEX_SHORT_VERB, 0},
    {"lstMakeShortInline", PITH_TEX_SHORT_VERB, 1},
    {"lstinline", PITH_TEX_CODE, 0},
    {"lstinputlisting", PITH_TEX_LISTING, 0},
    {"lstnewenvironment", PITH_TEX_NEW_VERBATIM, 0},
    {"makeatletter", PITH_TEX_AT_LETTER, 1},
    {"makeatother", PITH_TEX_AT_LETTER, 0},
    {"meaning", PITH_TEX_NAMES, 1},
    {"mint", PITH_TEX_CODE, 1},
    {"mintinline", PITH_TEX_CODE, 1},
    {"newcommand", PITH_TEX_NEWCOMMAND, 0},
    {"newenvironment", PITH_TEX_NEWENVIRONMENT, 0},
    {"newif", PITH_TEX_NEWIF, 0},
    {"newrobustcmd", PITH_TEX_NEWCOMMAND, 0},
    {"newtcblisting", PITH_TEX_NEW_VERBATIM, 0},
    {"nolinkurl", PITH_TEX_CODE, 0},
    {"patchcmd", PITH_TEX_NAMES, 1},
    {"path", PITH_TEX_CODE, 0},
    {"pithfield", PITH_TEX_NUMBER, 0},
    {"pithnumber", PITH_TEX_NUMBER, 0},
    {"pithqr", PITH_TEX_NUMBER, 0},
    {"pithrawfield", PITH_TEX_NUMBER, 0},
    {"pithref", PITH_TEX_NUMBER, 0},
    {"pretocmd", PITH_TEX_NAMES, 1},
    {"providecommand", PITH_TEX_NEWCOMMAND, 0},
    {"providerobustcmd", PITH_TEX_NEWCOMMAND, 0},
    {"renewcommand", PITH_TEX_NEWCOMMAND, 0},
    {"renewenvironment", PITH_TEX_NEWENVIRONMENT, 0},
    {"renewrobustcmd", PITH_TEX_NEWCOMMAND, 0},
    {"robustify", PITH_TEX_NAMES, 1},
    {"show", PITH_TEX_NAMES, 1},
    {"spverb", PITH_TEX_VERB, 0},
    {"string", PITH_TEX_NAMES, 1},
    {"subfile", PITH_TEX_SUBFILE, 0},
    {"subfileinclude", PITH_TEX_SUBFILE, 0},
    {"subimport", PITH_TEX_SUBIMPORT, 0},
    {"subincludefrom", PITH_TEX_SUBIMPORT, 0},
    {"subinputfrom", PITH_TEX_SUBIMPORT, 0},
    {"undef", PITH_TEX_NAMES, 1},
    {"unless", PITH_TEX_UNLESS, 0},
    {"url", PITH_TEX_CODE, 0},
    {"usepackage", PITH_TEX_PACKAGE, 0},
    {"verb", PITH_TEX_VERB, 0},
    {"verbatiminput", PITH_TEX_LISTING, 0},
    {"xdef", PITH_TEX_DEF, 0},
};

// Core LaTeX, verbatim, comment, fancyvrb, listings, minted, tcolorbox, moreverb, spverbatim.
static const char *const verbatim[] = {
    "BVerbatim",
    "BVerbatim*",
    "LVerbatim",
    "LVerbatim*",
    "SaveVerbatim",
    "Verbatim",
    "Verbatim*",
    "VerbatimOut",
    "comment",
    "filecontents",
    "filecontents*",
    "lstlisting",
    "luacode*",
    "minted",
    "spverbatim",
    "tcblisting",
    "tcblisting*",
    "verbatim",
    "verbatim*",
    "verbatimtab",
    "verbatimwrite",
};
// clang-format on

const pith_tex_row *pith_tex_find(pith_text name)
{
    static const pith_tex_row other = {"", PITH_TEX_OTHER, 0};
    size_t low = 0;
    size_t high = sizeof rows / sizeof *rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = pith_text_compare(name, pith_text_of(rows[middle].name));
        if (order == 0)
            return &rows[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return &other;
}

bool pith_tex_is_verbatim(pith_text environment)
{
    for (size_t i = 0; i < sizeof verbatim / sizeof *verbatim; i++) {
        if (pith_text_is(environment, verbatim[i]))
            return true;
    }
    return false;
}
