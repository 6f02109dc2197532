# SPDX-License-Identifier: MIT
"""A paper with the badge against the same paper without: what is wrong, as short sentences."""
import os
import re

import readback
import sources

NAMESPACE = "https://pith.science/ns/1.0/"
DPI = 100
FRAME = 6  # points around a badge's words: hyperref's frame of a link
TOLERANCE = 0.6  # points: dvips puts words on whole pixels, of which it may miss two


def read_data(path):
    """The first record of a data file, field -> value (status: list)."""
    record = {"status": []}
    with open(path, encoding="ascii") as file:
        for line in file:
            match = re.match(r"\\pithvalue\{(\w+)\}\{(.*)\}$", line)
            if match and match.group(1) == "status":
                record["status"].append(match.group(2))
            elif match:
                record.setdefault(match.group(1), match.group(2))
            elif line.startswith("\\pithendrecord"):
                return record
    raise RuntimeError("no record in " + path)


class Paper:
    """A compiled paper and what was read back of it; kept, as each is asked for more than once."""

    def __init__(self, folder, job):
        self.pdf = os.path.join(folder, job + ".pdf")
        with open(self.pdf, "rb") as file:
            self.data = file.read()
        with open(os.path.join(folder, job + ".log"), "rb") as file:
            self.log = file.read().decode("utf-8", "replace")
        with open(os.path.join(folder, job + ".fls"), encoding="utf-8", errors="replace") as file:
            self.inputs = file.read()
        self.words = readback.words(self.pdf)
        self.fonts = readback.fonts(self.pdf)
        self.keys = readback.catalog_keys(self.data)
        self.packets = readback.packets(self.data)

    def loaded(self, package):
        return "/%s.sty\n" % package in self.inputs

    def writer(self):
        """Who writes the XMP of this paper."""
        if self.loaded("pdfmanagement-testphase") or "/pdfmanagement" in self.inputs:
            return "l3pdfmeta"
        for package in ("pdfx", "hyperxmp", "xmpincl"):
            if self.loaded(package):
                return package
        return "none"


# What must stand in the XMP at least, beside each writer; "full" is every property.
# hyperxmp, pdfx: latex.md; their public interfaces take an identifier, or nothing.
FLOOR = {"none": "full", "l3pdfmeta": "full", "hyperxmp": "identifier", "pdfx": "none",
         "xmpincl": "none"}
# Where there is no public way, the author is told so.
NARROW = "Package pith Warning: The margin is too narrow"
SAYS_SO = "Package pith Warning: (pdfx|xmpincl|hyperxmp) has written"
LEVELS = ("none", "identifier", "full")


def messages(log):
    """Warnings and bad boxes of a log, each as one line."""
    lines = log.replace("\r", "").split("\n")
    joined, found = "", []
    for line in lines:
        joined = joined + line if len(joined) % 79 == 0 and joined else line
        if re.match(r"(Overfull|Underfull) |.*Warning: |Missing character|! ", joined):
            found.append(re.sub(r"\d+", "0", joined))
    return found


class Comparison:
    """Runs all checks; `faults` are the sentences, `xmp` is the level reached."""

    def __init__(self, cell, bare, ours, record):
        self.cell, self.bare, self.ours, self.record = cell, bare, ours, record
        self.form = sources.FORMS[cell.form]
        self.family = sources.CLASSES[cell.klass].family
        self.faults, self.xmp = [], "?"
        self.page, self.matched, self.added = 0, [], []
        self.titlepage = "titlepage" in cell.klass or self.family in ("report", "book")
        # Where the title stands in the middle of its page, it moves up as well as down.
        self.centred = self.family == "beamer" or (self.titlepage and not self.form.body)

    def fault(self, text, *values):
        self.faults.append(text % values if values else text)

    def run(self):
        for check in (self.page_count, self.log, self.file, self.badge, self.link, self.metadata,
                      self.layout, self.code):
            try:
                check()
            except Exception as error:  # a reader that fails is a finding, not the end
                self.fault("%s: %s", check.__name__, error)
        return self.faults

    def page_count(self):
        if len(self.ours.words) != len(self.bare.words):
            self.fault("%d pages instead of %d", len(self.ours.words), len(self.bare.words))

    def log(self):
        old = messages(self.bare.log)
        for message in messages(self.ours.log):
            if message in old:
                old.remove(message)
            elif self.cell.form == "margin" and message.startswith(NARROW):
                continue  # it says where the badge stands instead
            elif not message.startswith("Underfull \\vbox") and not re.match(SAYS_SO, message):
                self.fault("log: %s", message[:110])
        if "runsystem" in self.ours.log and "pith" in self.ours.log.split("runsystem", 1)[1][:40]:
            self.fault("a helper was started")

    def file(self):
        added = self.ours.fonts - self.bare.fonts
        for font, kind, embedded in added:
            if kind == "Type 3" or embedded != "yes":
                self.fault("font %s: %s, embedded: %s", font, kind, embedded)
        if ("/OutputIntents" in self.ours.keys) != ("/OutputIntents" in self.bare.keys):
            self.fault("/OutputIntents changed")
        gone = set(self.bare.keys) - set(self.ours.keys)
        if gone:
            self.fault("catalog lost %s", " ".join(sorted(gone)))
        if len(self.ours.keys) != len(set(self.ours.keys)):
            self.fault("catalog has a key twice: %s", " ".join(self.ours.keys))
        readback.run("qpdf", "--check", self.ours.pdf,
                     ok=(0, 3) if "/Metadata" in self.bare.keys and self._bare_warns() else (0,))

    def _bare_warns(self):
        try:
            readback.run("qpdf", "--check", self.bare.pdf)
        except RuntimeError:
            return True
        return False

    def badge(self):
        """The badge's words are those that the bare paper has not; all are on one page."""
        for number, (old, new) in enumerate(zip(self.bare.words, self.ours.words)):
            matched, added = match(old, new)
            if added and self.added:
                self.fault("pages %d and %d have words more", self.page + 1, number + 1)
            elif added or not self.added:
                self.page, self.matched, self.added = number, matched, added
        where = self._page_of_badge()
        if self.page != where:
            self.fault("badge on page %d, not %d", self.page + 1, where + 1)
        text = re.sub(r"\s", "", "".join(word.text for word in self.added)).replace("\xad", "")
        want = "PithNumber%s(%s,verified)" % (self.record["number"], self.record["source"].replace(
            "arxiv", "arXiv"))
        if self.form.flow and text != want:
            self.fault("badge reads `%s'", text[:120])
        elif not self.form.flow and self.record["number"] not in text:
            self.fault("badge reads `%s'", text[:120])

    def _page_of_badge(self):
        """The first, except where it is written in the text and a title page stands before."""
        if not self.form.body or not self.titlepage:
            return 0
        text = [number for number, page in enumerate(self.bare.words)
                if any(word.text == "well-defined" for word in page)]
        return text[0]

    def link(self):
        links = [link for link in readback.links(self.ours.pdf) if "pith" in link[1]]
        if not links or {(page, target.replace("u:", "", 1)) for page, target, _ in links} != {
                (self.page + 1, sources.URL)}:
            self.fault("links: %s", links)
            return
        height = self._page_height()
        for word in self.added:
            if sources.ID[:8] in word.text:
                middle = ((word.left + word.right) / 2, height - (word.top + word.bottom) / 2)
                if not any(_inside(middle, rect) for _, _, rect in links):
                    self.fault("the link is not on the number")

    def _page_height(self):
        info = readback.run("pdfinfo", self.ours.pdf).decode("utf-8", "replace")
        return float(re.search(r"Page size: +[\d.]+ x ([\d.]+)", info).group(1))

    def metadata(self):
        if self.ours.keys.count("/Metadata") != 1 and (
                self.bare.keys.count("/Metadata") or FLOOR[self.ours.writer()] == "full"):
            self.fault("%d /Metadata in the catalog", self.ours.keys.count("/Metadata"))
        if len(self.ours.packets) != max(1, len(self.bare.packets)) and self.ours.packets:
            self.fault("%d XMP packets instead of %d", len(self.ours.packets),
                       len(self.bare.packets))
        bare, ours = readback.properties(self.bare.pdf, self.ours.pdf)
        self.xmp = self._level(ours, bare.get("XMP-dc:Identifier"))
        floor = FLOOR[self.ours.writer()]
        # hyperxmp is loaded with beamer's driver for DVI as well, but writes nothing there.
        silent = self.ours.writer() == "hyperxmp" and not any(
            b"xmpTPg:" in packet for packet in self.bare.packets)
        if LEVELS.index(self.xmp) < LEVELS.index(floor) and not silent:
            self.fault("XMP: %s, wanted %s", self.xmp, floor)
        if (self.xmp == "none") != bool(re.search(SAYS_SO, self.ours.log)) and not silent:
            self.fault("XMP: %s, and the warning says otherwise", self.xmp)
        for key, values in bare.items():
            group = key.split(":")[0]
            if group != "PDF" and not group.startswith("XMP-"):
                continue
            if readback.VOLATILE.search(key.split(":")[-1]) or key.startswith("XMP-pdfaExtension"):
                continue
            if values == ["bare.dvi"]:  # Ghostscript takes the job's name for want of a title
                continue
            if any(value not in ours.get(key, []) for value in values):
                self.fault("%s was %s, is %s", key, values, ours.get(key))
        if ours.get("ExifTool:Warning") and not bare.get("ExifTool:Warning"):
            self.fault("exiftool: %s", ours["ExifTool:Warning"])
        if self.xmp == "full":
            self._extension()

    def _level(self, ours, theirs):
        number = self.record["number"]
        named = number in ours.get("XMP-dc:Identifier", []) or number in ours.get(
            "XMP-xmp:Identifier", []) or number in ours.get("XMP-dc:Relation", [])
        mine = {key.split(":")[1]: values for key, values in ours.items()
                if key.startswith("XMP-pith:")}
        if not mine:
            return "identifier" if named else "none"
        for field in ("number", "canonicalSha256", "canonicalRecord", "keyId", "signature",
                      "signedAt", "resolver", "source", "relation", "status"):
            want = self.record[field]
            got = mine.get(field[0].upper() + field[1:])
            if field == "signedAt" and got:  # exiftool knows a date and writes it its own way
                got = [re.sub(r"^(\d{4}):(\d\d):(\d\d) ", r"\1-\2-\3T", got[0])]
            if got != (want if isinstance(want, list) else [want]):
                self.fault("XMP pith:%s is %s", field, got)
        if not named and not theirs:
            self.fault("XMP: dc:identifier does not name the number: %s",
                       ours.get("XMP-dc:Identifier"))
        return "full"

    def _extension(self):
        """PDF/A allows properties of other schemas only if the packet describes them."""
        for packet in self.ours.packets:
            used, described = readback.extension(packet, NAMESPACE)
            if sources.METAS[self.cell.meta].standard and used - described:
                self.fault("PDF/A extension schema lacks %s", " ".join(sorted(used - described)))

    # ------------------------------------------------------------------ what may move

    def block(self):
        """Top, bottom, left and right of the badge in points, with its QR code."""
        top = min(word.top for word in self.added)
        bottom = max(word.bottom for word in self.added)
        left = min(word.left for word in self.added)
        right = max(word.right for word in self.added)
        if self.form.qr:
            modules = int(self.record["qrsize"])
            size = 15 / 25.4 * 72 * (modules + 8) / modules
            slack = max(0, size - (bottom - top))
            top, bottom, left = top - slack, bottom + slack, left - size
        return top, bottom, left, right

    def layout(self):
        if not self.added:
            return
        top, bottom, left, right = self.block()
        limit = bottom - top + 40
        shifts = set()
        for old, new in self.matched:
            if new is None:
                self.fault("`%s' is not where it was", old.text)
                return
            shift = new.top - old.top
            shifts.add(round(shift, 1))
            if not self.form.flow and abs(shift) > TOLERANCE:
                self.fault("`%s' moved by %.1f pt", old.text, shift)
                return
            if self.form.flow and not self._may_move(shift, limit):
                self.fault("`%s' moved by %.1f pt, badge is %.0f pt high", old.text, shift,
                           bottom - top)
                return
        if self.form.flow and not self._one_shift(shifts):
            self.fault("unequal shifts %s", sorted(shifts))
        for word in self.added:
            for _, other in self.matched:
                if _overlap(word, other):
                    self.fault("badge over `%s'", other.text)
                    return
        self._pixels(top, bottom, left, right)

    def _may_move(self, shift, limit):
        return (-limit if self.centred else -TOLERANCE) <= shift <= limit

    def _one_shift(self, shifts):
        """What follows in the column moves as one, all else stays. (The space around a list
        depends a little on what stands before it.)"""
        if self.centred:
            return True
        moved = [shift for shift in shifts if abs(shift) > TOLERANCE]
        if self.family == "scrartcl" and moved:
            # Between text and footnotes it stretches by .05fil (its \footnoterule), which
            # against the 1fil of \newpage takes up a 21st of what the badge takes from both.
            moved = [shift for shift in moved
                     if abs(shift - max(moved) * 20 / 21) > TOLERANCE] + [max(moved)]
        return not moved or max(moved) - min(moved) <= 2 * TOLERANCE

    def _pixels(self, top, bottom, left, right):
        """Other pages look the same; so does this one outside the badge, or above it and all
        that it moves where it stands in the text."""
        if self.form.flow:
            top = min([top] + [old.top for old, new in self.matched
                               if abs(old.top - new.top) > TOLERANCE])
            bottom, left, right = 1e5, 0, 1e5
        points = DPI / 72
        top, bottom, left, right = (int(edge * points) for edge in (top - FRAME, bottom + FRAME,
                                                                     max(left - FRAME, 0),
                                                                     right + FRAME))
        for number, ((_, old), (_, new)) in enumerate(zip(readback.pages(self.bare.pdf, DPI),
                                                          readback.pages(self.ours.pdf, DPI))):
            for row, (before, after) in enumerate(zip(old, new)):
                if number == self.page and self.centred:
                    break  # the words have been compared
                if number == self.page and top <= row <= bottom:
                    before = before[:left] + before[right:]
                    after = after[:left] + after[right:]
                if differ(before, after):
                    self.fault("page %d looks different at %.0f pt from the top", number + 1,
                               row / points)
                    return

    def code(self):
        if not self.form.qr:
            return
        image = self.ours.pdf[:-4]
        readback.run("pdftoppm", "-r", "200", "-gray", "-f", str(self.page + 1), "-singlefile",
                     self.ours.pdf, image)
        text = readback.run("zbarimg", "-q", "--raw", image + ".pgm", ok=(0, 4)).decode().strip()
        os.remove(image + ".pgm")
        if text.upper() != sources.URL.upper():
            self.fault("QR code reads `%s'", text)


def differ(one, other):
    """Whether rows of pixels differ by more than the rounding of widths in a PDF font makes."""
    return one != other and any(abs(a - b) > 80 for a, b in zip(one, other))


def match(old, new):
    """Pairs of each word of `old` and its like in `new` at the same place from left to right,
    in order from the top; and the words of `new` that are left."""
    left = sorted(new, key=lambda word: word.top)
    pairs = []
    for word in sorted(old, key=lambda word: word.top):
        found = next((other for other in left if other.text == word.text
                      and abs(other.left - word.left) <= TOLERANCE), None)
        if found is not None:
            left.remove(found)
        pairs.append((word, found))
    kept = {id(word) for word in left}
    return pairs, [word for word in new if id(word) in kept]


def _overlap(one, other):
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide > 0.5 and high > 0.35 * min(one.bottom - one.top, other.bottom - other.top)


def _inside(point, rect):
    left, right = sorted((float(rect[0]), float(rect[2])))
    low, high = sorted((float(rect[1]), float(rect[3])))
    return left - 1 <= point[0] <= right + 1 and low - 1 <= point[1] <= high + 1
