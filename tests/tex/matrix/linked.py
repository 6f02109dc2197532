# SPDX-License-Identifier: MIT
"""Whether each printed Pith Number, over however many lines, is whole and linked in all its parts.

usage: linked.py FILE.pdf TEXT NUMBER
TEXT is how the number NUMBER is printed. Prints how often it stands there and how often over more
than one line; exits with 1 if a part of one is outside of a link to it, or is lost."""
import sys

import readback


def inside(word, height, rects):
    """Whether the middle of a word is in one of the rectangles, which PDF measures from below."""
    across, up = (word.left + word.right) / 2, height - (word.top + word.bottom) / 2
    for rect in rects:
        left, low, right, high = (float(edge) for edge in rect)
        if (min(left, right) <= across <= max(left, right)
                and min(low, high) <= up <= max(low, high)):
            return True
    return False


def after(word, words, rest):
    """The word that goes on with a number: on the next line, or at the head of a column."""
    for low, high in ((2, 25), (-1e5, -25)):
        for other in words:
            if low < other.top - word.top < high and (
                    rest.startswith(other.text) or other.text.startswith(rest)):
                return other
    raise RuntimeError("`%s' does not follow `%s'" % (rest, word.text))


def parts(words, text):
    """Lists of the words of which each number consists: the first may have signs before it, the
    last behind it."""
    for word in words:
        if text[:5] not in word.text:
            continue
        found, rest = [word], text
        here = word.text[word.text.index(text[:5]):]
        while not here.startswith(rest):
            if not rest.startswith(here):
                raise RuntimeError("`%s' is no part of %s" % (here, text))
            rest = rest[len(here):]
            found.append(after(found[-1], words, rest))
            here = found[-1].text
        yield found


def main():
    pdf, text, number = sys.argv[1:]
    height = float(readback.run("pdfinfo", pdf).split(b"Page size:")[1].split()[2])
    links = [(page, rect) for page, target, rect in readback.links(pdf)
             if target.replace("u:", "", 1) == "https://pith.science/pith/" + number]
    total = broken = 0
    for page, words in enumerate(readback.words(pdf), 1):
        rects = [rect for where, rect in links if where == page]
        for found in parts(words, text):
            total += 1
            broken += len(found) > 1
            for word in found:
                if not inside(word, height, rects):
                    raise RuntimeError("`%s' is not on its link" % word.text)
    print("%d, %d over lines" % (total, broken))


if __name__ == "__main__":
    main()
