"""The Lark parser, and reading on after a fault.

`parse` gives the tokens of one record in order.  Where the text does not fit the grammar, the fault is
noted, the section or line that holds it is blanked out up to the next line that begins with ``[``, and
the rest is read again, so that every section has at most one fault and none hides another.  Tokens are
never inserted or deleted: in a row of cards that would shift every card behind.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from preferans_pbn.data_files import data_path
from preferans_pbn.record import SECTIONS

MAX_FAULTS: Final = 25
"""After so many faults of structure the rest of a record is not read: each costs a new parse."""

Item: TypeAlias = "Token | tuple[str, list[Token]]"
"""A plain tag, or a section: its rule's name and its tokens, the tag first."""


@dataclass(slots=True)
class Stop:
    """A place where the text does not fit: ``start`` is its offset, ``owner`` the last tag before it."""

    start: int
    owner: str


@dataclass(slots=True)
class Parsed:
    """One record as tokens.  ``text`` has blanks where something could not be read; offsets are kept."""

    text: str
    items: list[Item] = field(default_factory=list)
    comments: list[Token] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    damaged: set[str] = field(default_factory=set)
    complete: bool = True
    """False: there were more than `MAX_FAULTS` faults."""


class _Sections(Transformer[Token, Any]):
    """Turns the few rules into plain tuples while the parser runs (no tree is built)."""

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)

    def start(self, children: list[Any]) -> Any:
        return children[0]

    def record(self, children: list[Any]) -> list[Any]:
        return children

    def auction(self, children: list[Token]) -> tuple[str, list[Token]]:
        return ("auction", children)

    def defence(self, children: list[Token]) -> tuple[str, list[Token]]:
        return ("defence", children)

    def play(self, children: list[Token]) -> tuple[str, list[Token]]:
        return ("play", children)

    def table(self, children: list[Token]) -> tuple[str, list[Token]]:
        return ("table", children)

    def other(self, children: list[Token]) -> tuple[str, list[Token]]:
        return ("other", children)


class _Engine:
    """A parser and the comments of the record it is reading."""

    def __init__(self) -> None:
        self.comments: list[Token] = []
        keep = self.comments.append
        with without_collision_check():
            self.lark = Lark(
                grammar_text(), parser="lalr", lexer="contextual", maybe_placeholders=False,
                transformer=_Sections(),
                lexer_callbacks={"BRACE_COMMENT": keep, "LINE_COMMENT": keep, "PERCENT_LINE": keep},
            )

    def parse(self, text: str) -> list[Item]:
        self.comments.clear()
        items: list[Item] = self.lark.parse(text)  # type: ignore[assignment]  # the transformer makes a list of it
        return items


@contextmanager
def without_collision_check() -> Iterator[None]:
    """Build the lexer without comparing every two terminals.

    Where ``interegular`` is installed Lark does that at every start, which takes longer than all the rest; it
    is a test dependency here, and a test builds the grammar with ``strict=True``, which is the same check.
    """
    import lark.lexer

    installed = getattr(lark.lexer, "has_interegular", False)
    lark.lexer.has_interegular = False
    try:
        yield
    finally:
        lark.lexer.has_interegular = installed


_local = threading.local()


def grammar_text() -> str:
    """The text of ``grammar/preferans.lark``."""
    return data_path("grammar/preferans.lark").read_text(encoding="utf-8")


def engine() -> _Engine:
    """This thread's parser, built on first use (a parser collects comments, so it is not shared)."""
    made: _Engine | None = getattr(_local, "engine", None)
    if made is None:
        made = _local.engine = _Engine()
    return made


_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"(?:[^"\\\n]|\\.)*"[ \t]*\]')
_NEXT_TAG: Final = re.compile(r"^\[", re.MULTILINE)
_TAG_START: Final = re.compile(r"\[[ \t]*([A-Za-z][A-Za-z0-9_]*)")
_LATE_TAG: Final = re.compile(r"^\[|(?<!\n)\[Event ", re.MULTILINE)
_AFTER_MARK: Final = re.compile(r"[\ufeff \t]*\ufeff[ \t]*(?=\[)")
_NOT_NEWLINE: Final = re.compile(r"[^\n]")


def parse(text: str) -> Parsed:
    """Read one record (any text at all; line ends ``\\n``).  Never raises."""
    parser = engine()
    try:
        items = parser.parse(text)
    except UnexpectedInput as error:
        return _recover(parser, text, _offset(error, text))
    if _misplaced(parser.comments, text) is not None:
        return _recover(parser, text, _misplaced(parser.comments, text))
    return Parsed(text, items, parser.comments.copy())


def _offset(error: UnexpectedInput, text: str) -> int:
    if isinstance(error, UnexpectedToken):
        start = error.token.start_pos
        return len(text) if start is None or error.token.type == "$END" else start
    if isinstance(error, UnexpectedCharacters):
        return int(error.pos_in_stream or 0)
    return len(text)


def _misplaced(comments: list[Token], text: str) -> int | None:
    """The first ``%`` that does not begin its line, if any."""
    for token in comments:
        start = token.start_pos or 0
        if token[0] == "%" and start and text[start - 1] != "\n":
            return start
    return None


def _recover(parser: _Engine, text: str, stop: int | None) -> Parsed:
    parsed = Parsed(text)
    while stop is not None:
        owner, owner_start = _owner_before(parsed.text, stop)
        parsed.stops.append(Stop(stop, owner))
        begin = stop
        tag = _TAG_START.match(parsed.text, stop)
        if tag:
            parsed.damaged.add(tag[1])
        elif owner in SECTIONS:
            parsed.damaged.add(owner)
            begin = owner_start
        end = _resume(parsed.text, stop, owner)
        if len(parsed.stops) >= MAX_FAULTS:
            end = len(parsed.text)
            parsed.complete = False
        blank = _NOT_NEWLINE.sub(" ", parsed.text[begin:end])
        parsed.text = parsed.text[:begin] + blank + parsed.text[end:]
        try:
            parsed.items = parser.parse(parsed.text)
            stop = _misplaced(parser.comments, parsed.text)
        except UnexpectedInput as error:
            stop = _offset(error, parsed.text)
    parsed.comments = parser.comments.copy()
    return parsed


def _resume(text: str, stop: int, owner: str) -> int:
    """Where to read on after what does not fit at ``stop``: at the next line that begins with ``[``.

    Before a record's first tag also at an Event tag in the same line, and behind a byte order mark at any tag:
    there the record begins (clause N-2.6).
    """
    if not owner:
        mark = _AFTER_MARK.match(text, stop)
        if mark:
            return mark.end()
    following = (_NEXT_TAG if owner else _LATE_TAG).search(text, stop + 1)
    return following.start() if following else len(text)


def _owner_before(text: str, stop: int) -> tuple[str, int]:
    """Name and offset of the last tag that ends before ``stop``; ``("", 0)`` if there is none."""
    name, start = "", 0
    for match in _TAG.finditer(text, 0, stop):
        if match[1] != "Note" or name not in SECTIONS:
            name, start = match[1], match.start()
    return name, start
