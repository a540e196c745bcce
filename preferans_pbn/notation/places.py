"""Where in the text a part of a record stands.

Places are computed only when somebody asks: the record's source text is read again, and every token gets
its span.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.notation.forms import card_order
from preferans_pbn.notation.lark_reader import (
    CALL_PART,
    CELL_PART,
    PLAY_PART,
    hand_cards,
    name_of,
    same_row,
    start_of,
    value_of,
)
from preferans_pbn.notation.tokens import Tokens, tokenise
from preferans_pbn.record import Key, Record, Span, Where

if TYPE_CHECKING:
    from lark import Token

    from preferans_pbn.notation.engine import Parsed

_BY_SEAT = frozenset(("Tricks", "Claim", "Defenders", "Kontra", "Refe"))
_WORD = re.compile(r"[^ \t]+")


def spans(record: Record) -> dict[Where, Span]:
    """The span of every part of ``record``, as offsets into ``record.source.text``.

    The keys are those described at `preferans_pbn.record.Where`.  Parts that could not be read are not
    among them.  A record without a source has none.
    """
    return {} if record.source is None else dict(_spans_in(record.source.text))


@lru_cache(maxsize=1)
def _spans_in(text: str) -> dict[Where, Span]:
    """The spans of one record's text, kept until another's are asked for: a record may have many findings."""
    finder = _Finder(text)
    for item in parse(text).items:
        if isinstance(item, str):
            finder.tag(cast("Token", item))
        else:
            finder.section(item[0], item[1])
    return finder.found


def parse(text: str) -> Parsed | Tokens:
    """The tokens of one record, without Lark where it is not needed for them."""
    tokens = tokenise(text)
    if tokens is not None:
        return tokens
    from preferans_pbn.notation.engine import parse as parse_with_lark

    return parse_with_lark(text)


def locate(record: Record, where: Where | None) -> tuple[int, int, int, int]:
    """Line, column, end line and end column (exclusive) of ``where``, from 1, in the record's file.

    A place that the text does not have gives the tag's own name, and a tag that it does not have the
    record's first tag line.  ``(0, 0, 0, 0)`` for a record that was not read from text.
    """
    source = record.source
    if source is None:
        return (0, 0, 0, 0)
    text = source.text
    span = None
    if where is not None:
        found = _spans_in(text)
        for key in (where.key, None, "@name"):
            span = found.get(Where(where.owner, key))
            if span is not None:
                break
        if span is None:
            match = re.search(rf"^[ \t]*\[({re.escape(where.owner)})(?![A-Za-z0-9_])", text, re.MULTILINE)
            span = Span(*match.span(1)) if match else None
    if span is None:
        first = re.search(r"^[ \t]*(\[[^\n]*)", text, re.MULTILINE) or re.search(r"([^ \t\n][^\n]*)", text)
        span = Span(*first.span(1)) if first else Span(0, 0)
    line, col = _position(text, span.start)
    end_line, end_col = _position(text, span.end)
    return (line + source.line - 1, col, end_line + source.line - 1, end_col)


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


class _Finder:
    """Collects the spans of one record's tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[Where, Span] = {}

    def put(self, owner: str, key: Key, start: int, end: int) -> None:
        # The first of a repeated tag is the one that the record holds.
        self.found.setdefault(Where(owner, key), Span(start, end))

    def _head(self, token: Token) -> tuple[str, int, str] | None:
        """Name, offset of the value and value of a tag seen for the first time."""
        name = name_of(token)
        if Where(name, "@name") in self.found:
            return None
        start = start_of(token)
        self.put(name, "@name", start + 1, start + 1 + len(name))
        offset, value = value_of(token)
        self.put(name, None, start + offset, start + offset + len(value))
        return name, start + offset, value

    def tag(self, token: Token) -> None:
        head = self._head(token)
        if head is None:
            return
        name, start, value = head
        if name in ("Deal", "Position"):
            for word in _WORD.finditer(value):
                self.put(name, word[0][0], start + word.start(), start + word.end())
            for seat, card, offset in hand_cards(value):
                self.put(name, (seat, card), start + offset, start + offset + 1)
        elif name in _BY_SEAT:
            for word in _WORD.finditer(value):
                self.put(name, word[0][0], start + word.start(), start + word.end())
        elif name in ("Talon", "Discard", "Rules"):
            found = list(_WORD.finditer(value))
            # The record holds the discard and the rules sorted: number them in that order.
            if name == "Discard":
                found.sort(key=lambda m: card_order(CARD_BY_NAME[m[0]]) if m[0] in CARD_BY_NAME else -1)
            elif name == "Rules":
                found.sort(key=lambda m: m[0].partition("=")[0])
            for number, word in enumerate(found):
                self.put(name, number, start + word.start(), start + word.end())

    def section(self, kind: str, tokens: list[Token]) -> None:
        head = self._head(tokens[0])
        if head is None:
            return
        name, start, value = head
        rows = [token for token in tokens[1:] if token.type not in ("NOTE", "END")]
        last = next((t for t in reversed(tokens) if t.type != "NOTE"), tokens[0])
        end = start_of(last) + len(last.rstrip())
        self.put(name, "@end", end, end)
        if kind == "table":
            self.put(name, ("@columns", ""), start, start + len(value))
            columns = value.split(";")
            for row in rows:
                at = start_of(row)
                self.put(name, row[0], at, at + len(row.rstrip()))
                for column, cell in zip(columns, CELL_PART.finditer(row), strict=False):
                    self.put(name, (row[0], column), at + cell.start(), at + cell.end())
        elif kind == "play":
            self._play(rows)
        elif kind == "other":
            for number, row in enumerate(rows):
                self.put(name, number, start_of(row), start_of(row) + len(row.rstrip()))
        else:
            number = 0
            for row in rows:
                for match in CALL_PART.finditer(row):
                    self.put(name, number, start_of(row) + match.start(), start_of(row) + match.end())
                    number += 1

    def _play(self, rows: list[Token]) -> None:
        card = 0
        number = -1
        row_end = -1
        row_start = 0
        for row in rows:
            at = start_of(row)
            if row_end < 0 or not same_row(self.text, row_end, at):
                number += 1
                row_start = at
            row_end = at + len(row)
            for match in PLAY_PART.finditer(row):
                start, end = at + match.start(), at + match.end()
                if match[1]:
                    self.put("Play", card, start, end)
                    card += 1
                elif match[6]:
                    self.put("Play", ("leader", str(number)), start, start + 1)
                elif match[7]:
                    self.put("Play", ("talon", str(number)), start + 1, end - 1)
                else:
                    self.put("Play", ("winner", str(number)), end - 1, end)
            self.found[Where("Play", ("row", str(number)))] = Span(row_start, at + len(row.rstrip()))


def place(record: Record, finding: Any) -> None:
    """Fill line, column and path of a `Diagnostic` from its ``where``, if it has no line yet."""
    if finding.line or record.source is None:
        return
    line, col, end_line, end_col = locate(record, finding.where)
    finding.line, finding.col = line, col
    finding.end_col = end_col if end_line == line and end_col > col else col + 1
    finding.path = record.source.path
