"""Lines of text with colours, for a terminal: widths in cells, what cannot be shown, and painting.

Renderers make lines out of `Ink`; `paint` writes them, in colour where the stream is a terminal that wants
it.  Only then is rich loaded.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TextIO, TypeAlias

ELLIPSIS: Final = "…"
_WORD: Final = re.compile(r"(\s*)(\S+)")
_BLANK: Final = re.compile(r"\s")


class Ink(NamedTuple):
    """A piece of a line; ``style`` is a rich style (``bold``, ``red``), ``""`` = plain."""

    text: str
    style: str = ""


Line: TypeAlias = "str | Sequence[Ink | str]"


def plain(line: Line) -> str:
    """The text of a line."""
    if isinstance(line, str):
        return line
    return "".join(part if isinstance(part, str) else part.text for part in line)


def ink_width(line: Line) -> int:
    """How many cells of a terminal the line takes."""
    return cells(plain(line))


def cells(text: str) -> int:
    """How many cells of a terminal ``text`` takes: two for wide East Asian characters, none for marks that
    combine with the character before."""
    if text.isascii():
        return len(text)
    return sum(map(cell_width, text))


def cell_width(char: str) -> int:
    """The cells of one character: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def visible(text: str) -> str:
    """``text`` with everything that would move the cursor or turn the writing direction replaced: what
    somebody wrote into a record must not command the reader's terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _picture(char) for char in text)


def _picture(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return char if unicodedata.category(char) == "Zs" else "\ufffd"


def clipped(text: str, room: int) -> str:
    """``text`` in at most ``room`` cells (1 or more), cut with an ellipsis where it is longer."""
    if cells(text) <= room:
        return text
    kept: list[str] = []
    used = 0
    for char in text:
        wide = cell_width(char)
        if used + wide > room - 1:
            break
        kept.append(char)
        used += wide
    return "".join(kept) + ELLIPSIS


def folded(text: str, room: int) -> list[str]:
    """``text`` in lines of at most ``room`` cells (2 or more), broken at blanks, a word that is longer within."""
    lines: list[str] = []
    line = ""
    for found in _WORD.finditer(text):
        gap, word = " " * len(found[1]) if line else "", found[2]
        if cells(line) + len(gap) + cells(word) <= room:
            line += gap + word
            continue
        if line:
            lines.append(line)
        while cells(word) > room:
            kept = 1
            while cells(word[:kept + 1]) <= room:
                kept += 1
            lines.append(word[:kept])
            word = word[kept:]
        line = word
    return [*lines, line] if line else lines


def folded_ink(line: Line, room: int, indent: int = 0) -> list[Line]:
    """A line of ink in lines of at most ``room`` cells (``indent`` and 2 or more), all but the first after ``indent``
    blanks.  It is broken as `folded` breaks; what has a style keeps it."""
    if ink_width(line) <= room:
        return [line]
    parts = [part if isinstance(part, Ink) else Ink(part) for part in ([line] if isinstance(line, str) else line)]
    text = _BLANK.sub(" ", plain(line))
    pieces = folded(text, room)[:1]
    pieces += folded(text[text.index(pieces[0]) + len(pieces[0]):], room - indent)
    lines: list[Line] = []
    at = 0
    for number, piece in enumerate(pieces):
        start = text.index(piece, at)
        at = start + len(piece)
        cut: list[Ink | str] = [" " * indent] if number and indent else []
        begin = 0
        for part in parts:
            kept = part.text[max(0, start - begin):max(0, at - begin)]
            if kept:
                cut.append(Ink(_BLANK.sub(" ", kept), part.style))
            begin += len(part.text)
        lines.append(tuple(cut))
    return lines


def padded(text: str, room: int, *, right: bool = False) -> str:
    """``text`` filled with blanks to ``room`` cells, on its right or (``right``) on its left."""
    blanks = " " * (room - cells(text))
    return blanks + text if right else text + blanks


def wants_colour(stream: TextIO) -> bool:
    """Is colour wanted on ``stream``?  ``NO_COLOR`` says no, ``FORCE_COLOR`` yes, else a terminal that is not
    dumb."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def paint(lines: Iterable[Line], stream: TextIO) -> None:
    """Write ``lines`` to ``stream``, each with its line end."""
    if not wants_colour(stream):
        for line in lines:
            stream.write(plain(line).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, force_terminal=True, highlight=False, soft_wrap=True, markup=False, emoji=False)
    for line in lines:
        text = Text(end="")
        for part in (line,) if isinstance(line, str) else line:
            if isinstance(part, str):
                text.append(part)
            else:
                text.append(part.text, part.style or None)
        text.rstrip()
        console.print(text, end="\n", soft_wrap=True)
