# SPDX-License-Identifier: MIT
"""Makes m/, a mirror of TOTAL records laid out like the public site, and refs.bib, CITED entries
that all are in it. Prints the records that still need a receipt: file and number, one a line."""
import base64
import hashlib
import json
import pathlib
import sys

total, cited = map(int, sys.argv[1:])
top = pathlib.Path("m")
(top / "alias/arxiv").mkdir(parents=True)
(top / "pith").mkdir()
pathlib.Path("records").mkdir()
for i in range(total):
    arxiv = f"{10 + i // 20000:02d}01.{i % 20000 + 1:05d}"
    record = {"metadata": {
        "abstract_canon_sha256": hashlib.sha256(b"abstract %d" % i).hexdigest(),
        "cross_cats_sorted": ["hep-th"], "license": "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        "primary_cat": "hep-ph", "submitted_at": f"20{10 + i // 20000}-01-15T09:53:20Z",
        "title_canon_sha256": hashlib.sha256(b"title %d" % i).hexdigest()},
        "schema_version": "1.0", "source": {"id": arxiv, "kind": "arxiv", "version": 1}}
    canonical = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
    number = base64.b32encode(hashlib.sha256(canonical).digest())[:26].decode()
    year = record["metadata"]["submitted_at"][:4]
    (top / "alias/arxiv" / f"{arxiv}.json").write_text(json.dumps(
        {"alias_kind": "arxiv", "alias_value": arxiv, "pith_numbers": [f"pith:{year}:{number}"]}))
    folder = top / "pith" / number
    folder.mkdir()
    if i % (total // cited) == 0:
        path = pathlib.Path("records") / f"{i}.json"
        path.write_bytes(canonical)
        print(path, number)
        with open("refs.bib", "a") as bib:
            bib.write(f"@article{{k{i},\n  author = {{A. Author and B. Author}},\n  title = {{Paper {i}}},\n"
                      f"  eprint = {{{arxiv}}},\n  archivePrefix = {{arXiv}},\n  year = {{{year}}}\n}}\n\n")
    else:
        (folder / "bundle.json").write_bytes(canonical)
