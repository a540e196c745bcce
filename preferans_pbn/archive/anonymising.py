"""Records with other names in the place of the players'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lark import Token

from preferans_pbn.archive.names import Names
from preferans_pbn.archive.pieces import Edits, Piece
from preferans_pbn.notation.engine import Item, parse
from preferans_pbn.notation.lark_reader import name_of, start_of, value_of
from preferans_pbn.record import PLAYER_TAGS, TAGS

PERSONS: Final = frozenset(("Annotator", "Arbiter", "Author", "Director", "Recorder", "Scorer", "Transcriber"))
"""Tags that are not part of the notation, but whose value is somebody's name wherever they are used."""
_TITLES: Final = frozenset(("Event", "Site", "Table", "Session"))
_BLANKS: Final = re.compile(rb"[ \t]+(?=\r?\n)")
_ESCAPED: Final = re.compile(r'\\(["\\#])')


@dataclass(frozen=True, slots=True)
class Manner:
    """What is done besides replacing names: ``drop_comments`` and the notes' texts; ``drop`` tags of these names."""

    drop_comments: bool = False
    drop: frozenset[str] = frozenset()


@dataclass(slots=True)
class Anonymous:
    """A record's text with other names, and the words in it that may still be a name, with the line of each in
    ``body``'s file."""

    body: bytes
    top: bytes
    doubtful: list[str]


def people_of(piece: Piece) -> Iterator[str]:
    """The names that a record has in tags of their own."""
    record = piece.record
    if record is None:
        return
    yield from record.players.values()
    yield from (extra.value for extra in record.extras if extra.name in PERSONS)


def anonymous(piece: Piece, names: Names, manner: Manner) -> Anonymous:
    """The record with its people under other names.  It must have been read without errors."""
    doubtful: list[str] = []
    top = _edited(piece.top, names, manner, doubtful)
    body = _edited(piece.body, names, manner, doubtful)
    return Anonymous(body, top, doubtful)


def _edited(data: bytes, names: Names, manner: Manner, doubtful: list[str]) -> bytes:
    edits = Edits(data)
    text = edits.text
    if not data or text is None:
        return data
    parsed = parse(text)
    for item in parsed.items:
        _tag(edits, text, item, names, manner, doubtful)
    for comment in parsed.comments:
        start = start_of(comment)
        if manner.drop_comments:
            edits.replace(*_whole_line(text, start, start + len(comment)), "")
            continue
        replaced = names.replace(comment, parts=True)
        doubtful += replaced.doubtful
        if replaced.text != comment:
            edits.replace(start, start + len(comment), replaced.text)
    result = edits.result()
    # Nothing of a comment stays, not even the blanks before it.
    return _BLANKS.sub(b"", result) if manner.drop_comments else result


def _tag(edits: Edits, text: str, item: Item, names: Names, manner: Manner, doubtful: list[str]) -> None:
    token, rows = (item, []) if isinstance(item, Token) else (item[1][0], item[1][1:])
    name = name_of(token)
    start = start_of(token)
    if name in manner.drop:
        last = rows[-1] if rows else token
        edits.replace(*_whole_line(text, start, start_of(last) + len(last.rstrip())), "")
        return
    offset, value = value_of(token)
    where = start + offset, start + offset + len(value)
    known = name in TAGS
    if name in PLAYER_TAGS or name in PERSONS:
        edits.replace(*where, _quoted(names.of(_plain(value))))
    elif name in _TITLES:
        edits.replace(*where, _quoted(names.replace(_plain(value)).text))
    elif name == "Ruling" or not known:
        edits.replace(*where, _text(value, names, doubtful))
    for row in rows:
        at = start_of(row)
        if row.type == "NOTE":
            offset, value = value_of(row)
            number, _, note = value.partition(":")
            new = "" if manner.drop_comments else _text(note, names, doubtful)
            edits.replace(at + offset, at + offset + len(value), f"{number}:{new}")
        elif not known:
            replaced = names.replace(row, parts=True)
            doubtful += replaced.doubtful
            edits.replace(at, at + len(row), replaced.text)


def _text(value: str, names: Names, doubtful: list[str]) -> str:
    replaced = names.replace(_plain(value), parts=True)
    doubtful += replaced.doubtful
    return _quoted(replaced.text)


def _plain(value: str) -> str:
    return _ESCAPED.sub(r"\1", value)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "\\#" if escaped == "#" else escaped


def _whole_line(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch from ``start`` to ``end``, with the line around it where nothing else stands on it."""
    line = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end)
    after = len(text) if after < 0 else after + 1
    return (start, end) if text[line:start].strip() or text[end:after].strip() else (line, after)
