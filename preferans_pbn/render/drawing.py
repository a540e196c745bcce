"""Pictures as SVG: shapes and text, measured and escaped.

A `Picture` has a size and draws in points from its upper left corner.  Text is text: whatever somebody wrote into a
record stands in the picture as it is and never becomes markup.  How wide a text is depends on the reader's fonts; it
is taken as a wide one would set it, so that in others it is rather too short than too long.
"""

from __future__ import annotations

import tempfile
import textwrap
import unicodedata
from collections.abc import Iterable
from typing import Final, TextIO
from xml.sax.saxutils import escape, quoteattr

from preferans_pbn.render.ink import ELLIPSIS, cell_width, visible

FONT: Final = "'DejaVu Sans', Verdana, 'Noto Sans', Arial, sans-serif"
BLACK: Final = "#1a1a1a"
GREY: Final = "#6b6b6b"
PALE: Final = "#b5b5b5"
RED: Final = "#b3121d"
PAPER: Final = "#ffffff"
GAP: Final = 24.0
"""Between two pictures that stand below one another."""
_IN_MEMORY: Final = 1 << 20
_NARROW: Final = frozenset("iljtfrI.,:;'|!()[]/·-ιї і")
_WIDE: Final = frozenset("mwMWшщжюмыфШЩЖЮМЫФѬДωΩ…%@—")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is at most, in points."""
    width = sum(map(_em, text)) * size
    return width * 1.12 if bold else width


def _em(char: str) -> float:
    if char in _NARROW:
        return 0.42
    if char in _WIDE:
        return 1.1
    if char.isdigit() and char.isascii():
        return 0.64
    cells = cell_width(char)
    if cells != 1:
        return cells * 0.62
    if ord(char) > 0x2000 and unicodedata.category(char) == "So":
        return 1.0
    return 0.8 if char.isupper() else 0.66


def fitted(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """``text`` in at most ``room`` points, cut with an ellipsis where it is longer."""
    if text_width(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and text_width(kept + ELLIPSIS, size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def lines_of(text: str, room: float, size: float) -> list[str]:
    """``text`` in lines of at most ``room`` points."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        pieces = textwrap.wrap(word, max(1, int(room / (size * 1.05)))) if text_width(word, size) > room else [word]
        lines += pieces[:-1]
        line = pieces[-1]
    return [*lines, line] if line else lines


class Picture:
    """Something drawn, ``width`` by ``height`` points."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.parts: list[str] = []

    def rect(self, x: float, y: float, width: float, height: float, *, fill: str = "none", stroke: str = "none",
             line: float = 1, corner: float = 0) -> None:
        """A rectangle."""
        rounded = f' rx="{_n(corner)}"' if corner else ""
        self.parts.append(f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{rounded} '
                          f'fill="{fill}"{_stroke(stroke, line)}/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, *, stroke: str = BLACK, line: float = 1) -> None:
        """A straight line."""
        self.parts.append(f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"{_stroke(stroke, line)}/>')

    def polygon(self, points: Iterable[tuple[float, float]], *, fill: str = "none", stroke: str = BLACK,
                line: float = 1) -> None:
        """A closed line."""
        places = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self.parts.append(f'<polygon points="{places}" fill="{fill}"{_stroke(stroke, line)}/>')

    def circle(self, x: float, y: float, radius: float, *, fill: str = "none", stroke: str = BLACK,
               line: float = 1) -> None:
        """A circle."""
        self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"{_stroke(stroke, line)}/>')

    def use(self, name: str, x: float, y: float, size: float, fill: str) -> None:
        """The symbol ``name`` of the document in a square."""
        self.parts.append(f'<use href="#{name}" x="{_n(x)}" y="{_n(y)}" width="{_n(size)}" height="{_n(size)}" '
                          f'fill="{fill}"/>')

    def text(self, x: float, y: float, text: str, size: float, *, anchor: str = "start", bold: bool = False,
             fill: str = BLACK, turned: int = 0, room: float = 0) -> None:
        """A line of text whose base line begins at ``x``, ``y`` (``middle``, ``end``: has its middle or end there).

        ``turned``: by so many degrees; ``room``: it is cut to so many points.
        """
        shown = visible(text)
        if room:
            shown = fitted(shown, room, size, bold=bold)
        if not shown:
            return
        more = f' text-anchor="{anchor}"' if anchor != "start" else ""
        more += ' font-weight="bold"' if bold else ""
        more += f' transform="rotate({turned} {_n(x)} {_n(y)})"' if turned else ""
        self.parts.append(f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}"{more}>'
                          f"{_characters(shown)}</text>")


def write_pictures(pictures: Iterable[Picture], stream: TextIO, title: str = "Preferans", symbols: str = "") -> None:
    """Writes ``pictures`` below one another as one SVG document on white paper; ``symbols``: those that they use.

    The size stands first in the document and is known last, so the drawings wait in a temporary file meanwhile.
    """
    width = height = 0.0
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n") as held:
        for picture in pictures:
            if height:
                height += GAP
            held.write(f'<g transform="translate(0 {_n(height)})">\n')
            held.writelines(f"{part}\n" for part in picture.parts)
            held.write("</g>\n")
            width = max(width, picture.width)
            height += picture.height
        size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
        stream.write(f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family={quoteattr(FONT)} role="img">\n'
                     f"<title>{_characters(visible(title))}</title>\n"
                     + (f"<defs>\n{symbols}\n</defs>\n" if symbols else "") +
                     f'<rect width="{_n(width)}" height="{_n(height)}" fill="{PAPER}"/>\n')
        held.seek(0)
        for block in iter(lambda: held.read(1 << 16), ""):
            stream.write(block)
        stream.write("</svg>\n")


def _characters(text: str) -> str:
    """``text`` as character data; what XML has no way to write is shown as U+FFFD."""
    legal = "".join(char if char >= " " and not 0xD800 <= ord(char) <= 0xDFFF and char not in "\ufffe\uffff"
                    else "\ufffd" for char in text)
    return escape(legal, {'"': "&quot;", "'": "&apos;"})


def _n(value: float) -> str:
    """A coordinate: at most two decimals, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _stroke(colour: str, line: float) -> str:
    return "" if colour == "none" else f' stroke="{colour}" stroke-width="{_n(line)}"'
