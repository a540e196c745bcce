"""From the text of one record to a `Record`, with Lark.

`read_record` never raises on any text: what cannot be read gives a diagnostic with its line and column,
the tag or section is named in ``Record.damaged``, and the rest of the record is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, cast

from lark import Token

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, RANKS, SUITS, Card, Hand
from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.notation import faults
from preferans_pbn.notation.engine import Parsed, parse
from preferans_pbn.notation.faults import Fault, fault
from preferans_pbn.notation.forms import normal_amount, normal_cell, sort_cards, table_order
from preferans_pbn.notation.words import HEADER
from preferans_pbn.record import (
    PLAYER_TAGS,
    SEATS,
    TAGS,
    UNKNOWN_CARD,
    Calls,
    Comment,
    Extra,
    Mark,
    Play,
    Record,
    Seat,
    Source,
    Table,
    Trick,
)

_HOLDING_MASKS: Final = {suit: {rank: 1 << CARD_BY_NAME[suit + rank] for rank in RANKS} for suit in SUITS}
_PLAYED: Final[dict[str, Card]] = {**CARD_BY_NAME, "-": UNKNOWN_CARD}
_MARK_PATTERN: Final = r"(\^[ILRS])?([!?]{1,2})?((?:[ \t]*\$[0-9]{1,3})*)(?:[ \t]*=([1-9][0-9]?)=)?"
CALL_PART: Final = re.compile(rf"([a-z0-9A-Z][a-zA-Z0-9-]*|\?){_MARK_PATTERN}")
PLAY_PART: Final = re.compile(
    rf"(?P<leader>[SWNE]):|\((?P<talon>[SCDH][AKQJT987])\)|>(?P<winner>[SWNE])"
    rf"|(?P<card>[SCDH][AKQJT987]|-){_MARK_PATTERN}"
)
_ESCAPE: Final = re.compile(r"\\(.)")
_BRACES: Final = re.compile(r"\{[^}]*\}")
_HEADER: Final = re.compile(r"PREFERANS-PBN [0-9]+\.[0-9]+")
assert _HEADER.fullmatch(HEADER)


@dataclass(slots=True)
class Reading:
    """What reading one record gave: ``record`` is None only where too much of it is broken.

    ``repeats`` maps the tags whose value is ``#`` to the value's offset; who reads the stream resolves
    them.
    """

    record: Record | None
    faults: list[Fault] = field(default_factory=list)
    repeats: dict[str, int] = field(default_factory=dict)


def read_record(source: Source) -> Reading:
    """Read the one record in ``source.text``."""
    return _Reader(source).read(parse(source.text))


def locate_faults(found: list[Fault], source: Source) -> list[Diagnostic]:
    """The diagnostics of ``found``, in the order of the text, with line and column in the file."""
    located = []
    for one in sorted(found, key=lambda f: f.start):
        result = diagnostic(one.name, one.where, fix=one.fix, **one.arguments)
        result.line = source.line + source.text.count("\n", 0, one.start)
        line_start = source.text.rfind("\n", 0, one.start) + 1
        result.col = one.start - line_start + 1
        line_end = source.text.find("\n", one.start)
        line_end = len(source.text) if line_end < 0 else line_end
        result.end_col = max(min(one.end, line_end) - line_start + 1, result.col + 1)
        result.path = source.path
        located.append(result)
    return located


def start_of(token: Token) -> int:
    """The offset of a token's first character."""
    return cast(int, token.start_pos)


def value_of(token: str) -> tuple[int, str]:
    """Offset and text of what stands between a tag's quotes, as written."""
    start = token.index('"') + 1
    return start, token[start : token.rindex('"')]


def _text(value: str) -> str:
    return _ESCAPE.sub(r"\1", value) if "\\" in value else value


class _Reader:
    """One use: builds the record of one parsed text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.record = Record(source=source)
        self.reading = Reading(self.record)
        self.seen: set[str] = set()
        self.extras: list[Extra] = []
        self.last_known = ""
        self.damaged: set[str] = set()
        # (offset, owner, index in the owner's tokens, -1 for the tag itself); only where there are comments
        self.anchors: list[tuple[int, str, int]] | None = None

    # ---- frame ----

    def read(self, parsed: Parsed) -> Reading:
        for stop in parsed.stops:
            self.reading.faults.append(faults.at_stop(self.source.text, stop.start, stop.owner))
        self.damaged |= parsed.damaged
        if parsed.comments:
            self.anchors = []
        self.text = parsed.text
        for item in parsed.items:
            if isinstance(item, Token):
                self._tag(item)
            else:
                self._section(item[0], item[1])
        record = self.record
        if record.deal is not None and record.position is not None:
            first = self.where_tag["Deal"] if self.where_tag["Deal"] > self.where_tag["Position"] else self.where_tag["Position"]
            late, early = ("Deal", "Position") if first == self.where_tag["Deal"] else ("Position", "Deal")
            self._fault("conflicting-tags", first, first + len(late) + 1, late, "@name", tag=late, other=early)
            self.damaged.add(late)
            setattr(record, late.lower(), None)
        record.extras = tuple(self.extras)
        if parsed.comments:
            record.comments = tuple(self._comments(parsed.comments))
        if self.damaged:
            record.damaged = frozenset(self.damaged)
        if not parsed.complete:
            self.reading.record = None
        return self.reading

    where_tag: dict[str, int]

    def _fault(self, name: str, start: int, end: int, owner: str, key: Any = None, **arguments: Any) -> None:
        self.reading.faults.append(fault(name, start, end, owner, key, **arguments))

    def _first_time(self, name: str, start: int) -> bool:
        """False (and a fault) if the tag stands in this record already."""
        if name in self.seen:
            self._fault("tag-repeated", start + 1, start + 1 + len(name), name, "@name", tag=name)
            return False
        self.seen.add(name)
        return True
