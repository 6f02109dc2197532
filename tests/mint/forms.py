#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""forms.py PAPERS.jsonl DIR: writes each paper the ways arXiv publishes metadata (Atom, arXivRaw,
snapshot) and as JSON and YAML, one file per form; prints `FILE NUMBER [option...]` lines, options
giving what a form doesn't state. Text is folded and indented as arXiv's feeds do it."""
import datetime
import json
import pathlib
import sys
import textwrap
from xml.sax.saxutils import escape


def fold(text):
    return "\n  ".join(textwrap.wrap(text, 75, break_long_words=False, break_on_hyphens=False))


def mail_date(time):
    moment = datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ")
    days = "Mon Tue Wed Thu Fri Sat Sun".split()
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return "%s, %d %s %d %s GMT" % (days[moment.weekday()], moment.day, months[moment.month - 1],
                                    moment.year, moment.strftime("%H:%M:%S"))


def atom(p):
    cats = "".join('<category term="%s" scheme="http://arxiv.org/schemas/atom"/>' % c
                   for c in p["categories"] + ["68T05; I.2.6", "I.2.7"])
    return """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="html">ArXiv Query: search_query=&amp;id_list=%(id)s</title>
  <id>http://arxiv.org/api/xyz</id>
  <updated>2026-01-01T00:00:00-04:00</updated>
  <entry>
    <id>http://arxiv.org/abs/%(id)sv%(version)d</id>
    <updated>2026-01-02T00:00:00Z</updated>
    <published>%(submitted_at)s</published>
    <title>%(t)s</title>
    <summary>  %(a)s
    </summary>
    <author><name>A. Person</name></author>
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">3 pages</arxiv:comment>
    <link title="pdf" href="http://arxiv.org/pdf/%(id)sv%(version)d" rel="related"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="%(c)s" scheme="x"/>
    %(cats)s
  </entry>
</feed>
""" % dict(p, t=escape(fold(p["title"])), a=escape(fold(p["abstract"])), c=p["categories"][0],
           cats=cats)


def raw(p):
    versions = "".join('<version version="v%d"><date>%s</date><size>9kb</size></version>'
                       % (v, mail_date(p["submitted_at"] if v == 1 else "2025-12-31T23:59:59Z"))
                       for v in range(1, p["version"] + 1))
    license_ = "<license>%s</license>" % p["license"] if p["license"] else ""
    return """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>2026-01-01T00:00:00Z</responseDate>
<GetRecord><record><header><identifier>oai:arXiv.org:%(id)s</identifier></header>
<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">
<id>%(id)s</id><submitter>A. Person</submitter>%(v)s<title>%(t)s</title><authors>A. Person</authors>
<categories>%(c)s</categories><comments>3 pages</comments>%(l)s<abstract>  %(a)s
</abstract></arXivRaw></metadata></record></GetRecord></OAI-PMH>
""" % dict(p, t=escape(fold(p["title"])), a=escape(fold(p["abstract"])), v=versions, l=license_,
           c=" ".join(p["categories"]))


def snapshot(p):
    return json.dumps({
        "id": p["id"], "submitter": "A. Person", "authors": "A. Person", "title": fold(p["title"]),
        "comments": "3 pages", "journal-ref": None, "doi": None, "report-no": None,
        "categories": " ".join(p["categories"]), "license": p["license"] or None,
        "abstract": "  " + fold(p["abstract"]) + "\n",
        "versions": [{"version": "v%d" % v, "created": mail_date(
            p["submitted_at"] if v == 1 else "2025-12-31T23:59:59Z")}
            for v in range(1, p["version"] + 1)],
        "update_date": "2026-01-01", "authors_parsed": [["Person", "A.", ""]]}) + "\n"


def small(p):
    return {k: p[k] for k in ("id", "version", "title", "abstract", "categories", "license",
                              "submitted_at")}


def main():
    out = pathlib.Path(sys.argv[2])
    for i, line in enumerate(open(sys.argv[1], encoding="utf-8")):
        p = json.loads(line)
        yaml = "".join("%s: %s\n" % (k, json.dumps(v)) for k, v in small(p).items())
        for name, text, options in (
                ("atom.xml", atom(p), ["--license", p["license"]]), ("raw.xml", raw(p), []),
                ("snapshot.json", snapshot(p), []),
                ("small.json", json.dumps(small(p), indent=1), []), ("small.yaml", yaml, [])):
            path = out / ("%d-%s" % (i, name))
            path.write_text(text, encoding="utf-8")
            print(path, p["pith"], *options)
        with (out / "snapshot.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(snapshot(p))


main()
