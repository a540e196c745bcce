"""From the text of one record to a `Record`, with the tokens of Lark's parser.

`read_record` never raises on any text: what cannot be read gives a fault with its place, the tag or
section is named in ``Record.damaged``, and the rest of the record is read.  Lark itself is loaded only for a
text that does not fit, or has faults: the tokens of the others are the same without it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from preferans_pbn.cards import CARD_BY_NAME, RANKS, SUITS, Card, Hand
from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.notation import faults, words
from preferans_pbn.notation.faults import Fault, fault
from preferans_pbn.notation.forms import normal_cell, sort_cards, table_order
from preferans_pbn.notation.tokens import Tokens, tokenise
from preferans_pbn.record import (
    INHERITABLE,
    PLAYER_TAGS,
    SECTIONS,
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

if TYPE_CHECKING:
    from lark import Token

    from preferans_pbn.notation.engine import Parsed

_RANK_BITS: Final = {suit: {rank: 1 << CARD_BY_NAME[suit + rank] for rank in RANKS} for suit in SUITS}
_PLAYED: Final[dict[str, Card]] = {**CARD_BY_NAME, "-": UNKNOWN_CARD}
_MARKS: Final = r"(\^[ILRS])?([!?]{1,2})?((?:[ \t]*\$[0-9]{1,3})*)(?:[ \t]*=([1-9][0-9]?)=)?"
CALL_PART: Final = re.compile(rf"([a-zA-Z0-9][a-zA-Z0-9-]*|\?){_MARKS}")
"""A call and its marks: groups call, irregularity, judgement, NAGs, note."""
PLAY_PART: Final = re.compile(rf"([SCDH][AKQJT987]|-){_MARKS}|([SWNE]):|\(([SCDH][AKQJT987])\)|>[ \t]*([SWNE])")
"""A part of a row of the play: groups card, irregularity, judgement, NAGs, note, leader, talon, winner."""
CELL_PART: Final = re.compile(r"[^ \t]+")
_ESCAPE: Final = re.compile(r"\\(.)")
_NAG: Final = re.compile(r"\$[0-9]+")
_BRACES: Final = re.compile(r"\{[^}]*\}")
_HEADER: Final = re.compile(r"PREFERANS-PBN [0-9]+\.[0-9]+")


@dataclass(slots=True)
class Reading:
    """What reading one record gave: ``record`` is None only where too much of it is broken.

    ``repeats`` maps the tags whose value is ``#`` to the offset of that sign; who reads the stream
    resolves them.
    """

    record: Record | None
    faults: list[Fault] = field(default_factory=list)
    repeats: dict[str, int] = field(default_factory=dict)


def read_record(source: Source, *, thorough: bool = False) -> Reading:
    """Read the one record in ``source.text``.  ``thorough``: of the play, and of a tag with cards, that does not fit
    all faulty words are told, and not the first alone."""
    return read_tokens(source) or read_with_lark(source, thorough=thorough)


def read_tokens(source: Source) -> Reading | None:
    """Read the one record in ``source.text`` without Lark; None where it does not fit or has a fault."""
    tokens = tokenise(source.text)
    reading = None if tokens is None else read_parsed(source, tokens)
    return None if reading is None or reading.faults else reading


def read_with_lark(source: Source, *, thorough: bool = False) -> Reading:
    """Read the one record in ``source.text`` with Lark, whatever it is."""
    from preferans_pbn.notation.engine import parse

    return read_parsed(source, parse(source.text), thorough=thorough)


def read_parsed(source: Source, parsed: Parsed | Tokens, *, thorough: bool = False) -> Reading:
    """Read the one record in ``source.text``, whose tokens are ``parsed``."""
    return _Reader(source, thorough).read(parsed)


def locate_faults(found: list[Fault], source: Source) -> list[Diagnostic]:
    """The diagnostics of ``found``, in the order of the text, with line and column in the file."""
    located = []
    line, counted = source.line, 0
    for one in sorted(found, key=lambda f: f.start):
        result = diagnostic(one.name, one.where, fix=one.fix, **one.arguments)
        line += source.text.count("\n", counted, one.start)
        counted = one.start
        result.line = line
        line_start = source.text.rfind("\n", 0, one.start) + 1
        line_end = source.text.find("\n", one.start)
        line_end = len(source.text) if line_end < 0 else line_end
        result.col = one.start - line_start + 1
        result.end_col = max(min(one.end, line_end) - line_start + 1, result.col + 1)
        result.path = source.path
        located.append(result)
    return located


def start_of(token: Token) -> int:
    """The offset of a token's first character."""
    return cast(int, token.start_pos)


def value_of(tag: str) -> tuple[int, str]:
    """Offset and text of what stands between a tag's quotes, as written."""
    start = tag.index('"') + 1
    return start, tag[start : tag.rindex('"')]


def name_of(tag: str) -> str:
    """The name of a tag (``Deal`` of ``[Deal "…"]``)."""
    return re.match(r"\[([A-Za-z0-9_]*)", tag)[1]  # type: ignore[index]  # a tag begins so


def same_row(text: str, end: int, start: int) -> bool:
    """Whether nothing but blanks and comments lies between two parts of one row."""
    gap = text[end:start]
    return "\n" not in gap or ("{" in gap and "\n" not in _BRACES.sub("", gap))


class _Reader:
    """Builds the record of one parsed text; used once."""

    def __init__(self, source: Source, thorough: bool = False) -> None:
        self.thorough = thorough
        self.record = Record(source=source)
        self.reading = Reading(self.record)
        self.text = source.text
        self.places: dict[str, int] = {}
        self.extras: list[Extra] = []
        self.last_known = ""
        self.damaged: set[str] = set()
        # (offset, owner, number among the owner's tokens, -1 for the tag itself), where comments stand
        self.anchors: list[tuple[int, str, int]] | None = None

    # ---- frame ------------------------------------------------------------------------------

    def read(self, parsed: Parsed | Tokens) -> Reading:
        for stop in parsed.stops:
            found = faults.at_stop(self.text, stop.start, stop.owner)
            self.reading.faults.append(found)
            if self.thorough and stop.owner == "Play":
                self.reading.faults += faults.later_in_play(self.text, found)
        self.damaged |= parsed.damaged
        if parsed.comments:
            self.anchors = []
        for item in parsed.items:
            if isinstance(item, str):
                self._tag(cast("Token", item))
            elif item[0] == "other":
                self._other(item[1])
            else:
                self._section(item[0], item[1])
        record = self.record
        if record.deal is not None and record.position is not None:
            late, early = sorted(("Deal", "Position"), key=self.places.__getitem__, reverse=True)
            at = self.places[late] + 1
            self._fault("conflicting-tags", at, at + len(late), late, "@name", tag=late, other=early)
            self._lose(late)
        record.extras = tuple(self.extras)
        if parsed.comments:
            record.comments = tuple(self._comments(parsed.comments))
        record.damaged = frozenset(self.damaged)
        if not parsed.complete:
            self.reading.record = None
        return self.reading

    def _fault(self, name: str, start: int, end: int, owner: str, key: Any = None, **arguments: Any) -> None:
        self.reading.faults.append(fault(name, start, end, owner, key, **arguments))

    def _lose(self, tag: str) -> None:
        """Forget the value of a tag that turned out wrong."""
        self.damaged.add(tag)
        setattr(self.record, TAGS[tag], None)

    def _begin(self, name: str, start: int) -> bool:
        """Note a tag; False (and a fault) if it stands in this record already."""
        if self.anchors is not None:
            self.anchors.append((start, name, -1))
        if name in self.places:
            self._fault("tag-repeated", start + 1, start + 1 + len(name), name, "@name", tag=name)
            # The first value stays, but which of them is right is not known.
            self.damaged.add(name)
            return False
        self.places[name] = start
        return True

    # ---- plain tags ---------------------------------------------------------------------------

    def _tag(self, token: Token) -> None:
        name, handler = _HANDLERS[token.type]
        start = start_of(token)
        if not self._begin(name, start):
            return
        self.last_known = name
        offset, value = value_of(token)
        if value == "#" and name in INHERITABLE:
            self.reading.repeats[name] = start + offset
            return
        handler(self, name, value, start + offset)

    def _plain(self, name: str, value: str, start: int) -> None:
        setattr(self.record, TAGS[name], _ESCAPE.sub(r"\1", value) if "\\" in value else value)

    def _player(self, name: str, value: str, start: int) -> None:
        self.record.players[PLAYER_TAGS[name]] = _ESCAPE.sub(r"\1", value) if "\\" in value else value

    def _amount(self, name: str, value: str, start: int) -> None:
        setattr(self.record, TAGS[name], Fraction(int(value)) if value.isdigit() else Fraction(value))

    def _count(self, name: str, value: str, start: int) -> None:
        setattr(self.record, TAGS[name], int(value))

    def _rules(self, name: str, value: str, start: int) -> None:
        pairs: dict[str, str] = {}
        for match in CELL_PART.finditer(value):
            key, _, setting = match[0].partition("=")
            if key in pairs:
                self._fault("bad-value", start + match.start(), start + match.end(), name, text=faults.short(match[0]),
                            tag=name, expected=f"{key} is set twice")
                self.damaged.add(name)
                return
            pairs[key] = setting
        self.record.rules = tuple(sorted(pairs.items()))

    def _hands(self, name: str, value: str, start: int) -> None:
        hands: dict[Seat, Hand | None] = {}
        count = 0
        held = 0
        for word in value.split():
            seat = word[0]
            if seat in hands:
                self._seat_twice(name, seat, value, start)
                return
            if word[2] == "-":
                hands[seat] = None
                continue
            mask = 0
            for group in word[2:].split("."):
                bits = _RANK_BITS[group[0]]
                count += len(group) - 1
                for rank in group[1:]:
                    mask |= bits[rank]
            hands[seat] = mask
            held |= mask
        if held.bit_count() != count:
            self._card_twice(name, value, start)
            return
        setattr(self.record, TAGS[name], hands)

    def _card_twice(self, name: str, value: str, start: int) -> None:
        holders: dict[str, str] = {}
        reported: set[str] = set()
        for seat, card, offset in hand_cards(value):
            if card in holders and card not in reported:
                reported.add(card)
                at = start + offset
                self._fault("card-twice", at, at + 1, name, (seat, card), card=card, first=holders[card],
                            second=f"{seat} again" if holders[card] == seat else seat)
            holders.setdefault(card, seat)
        self.damaged.add(name)

    def _seat_twice(self, name: str, seat: Seat, value: str, start: int) -> None:
        places = [m for m in CELL_PART.finditer(value) if m[0].startswith(seat + ":")]
        at = places[1]
        self._fault("bad-value", start + at.start(), start + at.end(), name, seat, text=faults.short(at[0]), tag=name,
                    expected=f"{seat} stands there twice")
        self.damaged.add(name)

    def _talon(self, name: str, value: str, start: int) -> None:
        self.record.talon = tuple([CARD_BY_NAME[word] for word in value.split()])

    def _discard(self, name: str, value: str, start: int) -> None:
        if value in ("-", "?"):
            self.record.discard = value
        else:
            self.record.discard = sort_cards(tuple([CARD_BY_NAME[word] for word in value.split()]))

    def _by_seat(self, name: str, value: str, start: int) -> None:
        found: dict[Seat, Any] = {}
        for word in value.split():
            if word[0] in found:
                self._seat_twice(name, word[0], value, start)
                return
            part = word[2:]
            found[word[0]] = None if part == "?" else int(part) if part.isdigit() else part
        setattr(self.record, TAGS[name], found)

    def _kontra(self, name: str, value: str, start: int) -> None:
        self.record.kontra = (value[0], int(value[2:]))

    # ---- sections -----------------------------------------------------------------------------

    def _section(self, kind: str, tokens: list[Token]) -> None:
        tag = tokens[0]
        name = name_of(tag)
        start = start_of(tag)
        if not self._begin(name, start):
            return
        self.last_known = name
        offset, value = value_of(tag)
        notes = self._notes(name, tokens)
        if kind == "table":
            self._table(name, value, start + offset, tokens)
        elif kind == "play":
            self._play(value, tokens, notes)
        else:
            self._calls(name, value, tokens, notes)

    def _notes(self, name: str, tokens: list[Token]) -> dict[int, str]:
        notes: dict[int, str] = {}
        for token in tokens:
            if token.type == "NOTE":
                offset, value = value_of(token)
                number, _, text = value.partition(":")
                if int(number) in notes:
                    at = start_of(token) + offset
                    self._fault("tag-repeated", at, at + len(number), name, "@end", tag=f"Note {number}")
                    continue
                notes[int(number)] = _ESCAPE.sub(r"\1", text)
        return notes

    def _mark(self, name: str, match: re.Match[str], at: int, notes: dict[int, str], key: int) -> Mark:
        """The mark in groups 2 to 5 of a call's or card's match (which begins at offset ``at``)."""
        suffixes = ([match[3]] if match[3] else []) + _NAG.findall(match[4])
        note = int(match[5]) if match[5] else 0
        if note and note not in notes:
            here = at - match.start()
            self._fault("note-missing", here + match.start(5), here + match.end(5), name, key, number=note,
                        section=name)
        return Mark(match[2][1:] if match[2] else "", tuple(suffixes), note)

    def _calls(self, name: str, first: Seat, tokens: list[Token], notes: dict[int, str]) -> None:
        calls: list[str] = []
        marks: dict[int, Mark] = {}
        known = words.AUCTION_CALLS if name == "Auction" else words.DEFENCE_CALLS
        for row in tokens[1:]:
            if row.type == "NOTE":
                continue
            parts = row.split()
            if self.anchors is None and known.issuperset(parts):
                calls += parts
                continue
            at = start_of(row)
            for match in CALL_PART.finditer(row):
                if self.anchors is not None:
                    self.anchors.append((at + match.start(), name, len(calls)))
                if match.end() > match.end(1):
                    marks[len(calls)] = self._mark(name, match, at + match.start(), notes, len(calls))
                calls.append(match[1])
        setattr(self.record, TAGS[name], Calls(first, tuple(calls), marks, notes))

    def _play(self, first: Seat, tokens: list[Token], notes: dict[int, str]) -> None:
        tricks: list[Trick] = []
        marks: dict[int, Mark] = {}
        end = ""
        count = 0
        row_end = -1
        alone: Token | None = None
        for row in tokens[1:]:
            at = start_of(row)
            if alone is not None and (row.type != "PLAY_ROW" or not same_row(self.text, row_end, at)):
                break
            if row.type == "END":
                end = row.strip()
                continue
            if row.type == "NOTE":
                continue
            more = row_end >= 0 and same_row(self.text, row_end, at)
            row_end = at + len(row)
            if not more and self.anchors is None:
                try:
                    cards = tuple([_PLAYED[word] for word in row.split()])
                except KeyError:
                    pass
                else:
                    tricks.append(Trick(cards))
                    count += len(cards)
                    continue
            trick = tricks.pop() if more else Trick(())
            played = list(trick.cards)
            begun = bool(played) or trick.talon is not None
            if more and (trick.winner or row[1:2] == ":" or (row[0] == "(" and begun)):
                self._bad_row(row, "; a new trick is a new line")
                return
            if row[0] == ">" and not begun:
                self._bad_row(row, "; a card can stand here")
                return
            alone = row if row.rstrip()[1:] == ":" else None
            for match in PLAY_PART.finditer(row):
                if match[1]:
                    if self.anchors is not None:
                        self.anchors.append((at + match.start(), "Play", count))
                    if match.end() > match.end(1):
                        marks[count] = self._mark("Play", match, at + match.start(), notes, count)
                    played.append(_PLAYED[match[1]])
                    count += 1
                elif match[6]:
                    trick = trick._replace(leader=match[6])
                elif match[7]:
                    trick = trick._replace(talon=CARD_BY_NAME[match[7]])
                else:
                    trick = trick._replace(winner=match[8])
            trick = trick._replace(cards=tuple(played))
            tricks.append(trick)
        if alone is not None:
            self._bad_row(alone, "; a card comes behind the seat that leads")
            return
        self.record.play = Play(first, tuple(tricks), end, marks, notes)

    def _bad_row(self, row: Token, expected: str) -> None:
        """The first word of this row of the play cannot stand there."""
        at, word = start_of(row), row.split()[0]
        self._fault("syntax", at, at + len(word), "Play", text=faults.short(word), expected=expected)
        self.damaged.add("Play")

    def _table(self, name: str, value: str, start: int, tokens: list[Token]) -> None:
        columns = tuple(value.split(";"))
        if len(set(columns)) < len(columns):
            self._fault("bad-table", start, start + len(value), name, ("@columns", ""),
                        problem="the heading names a column twice")
            self.damaged.add(name)
            return
        rows: list[tuple[str, ...]] = []
        for token in tokens[1:]:
            cells = token.split()
            at = start_of(token)
            problem = ""
            if len(cells) != len(columns):
                problem = f"the row of {cells[0]} has {len(cells) - 1} cells, the heading has {len(columns) - 1}"
            elif any(row[0] == cells[0] for row in rows):
                problem = f"{cells[0]} has two rows"
            if problem:
                self._fault("bad-table", at, at + len(token.rstrip()), name, cells[0], problem=problem)
                self.damaged.add(name)
                return
            rows.append((cells[0], *[normal_cell(cell) for cell in cells[1:]]))
        order = table_order([row[0] for row in rows])
        if self.anchors is not None:
            for number, token in zip(map(order.index, range(len(rows))), tokens[1:], strict=True):
                for column, match in enumerate(CELL_PART.finditer(token)):
                    self.anchors.append((start_of(token) + match.start(), name, number * len(columns) + column))
        setattr(self.record, TAGS[name], Table(columns, tuple([rows[n] for n in order])))

    # ---- what the notation does not know, and what does not fit ---------------------------------

    def _other(self, tokens: list[Token]) -> None:
        tag = tokens[0]
        name = name_of(tag)
        start = start_of(tag)
        offset, value = value_of(tag)
        if name == "Note":
            self.reading.faults.append(
                faults.bad_note(value, start, start + len(tag), start + offset, self.last_known))
            return
        if name in TAGS:
            if self._begin(name, start):
                self.last_known = name
                self.damaged.add(name)
                found = faults.bad_value(name, value, start + offset)
                self.reading.faults.append(found)
                if self.thorough:
                    more = faults.bad_cards(name, value, start + offset)
                    self.reading.faults += [one for one in more if one.start > found.start]
                if len(tokens) > 1 and name not in SECTIONS:
                    self._stray_row(tokens[1], name)
            return
        if not self._begin(name, start):
            return
        rows = tokens[1:]
        kind = "unknown-section" if rows else "unknown-tag"
        suggestion = faults.suggestion(name) if len(self.extras) < 20 else ""
        self._fault(kind, start + 1, start + 1 + len(name), name, "@name", tag=name, suggestion=suggestion)
        if self.anchors is not None:
            for number, row in enumerate(rows):
                self.anchors.append((start_of(row), name, number))
        text = _ESCAPE.sub(r"\1", value)
        self.extras.append(Extra(name, text, self.last_known, tuple([row.rstrip() for row in rows])))

    def _stray_row(self, row: Token, owner: str) -> None:
        self.reading.faults.append(faults.at_stop(self.text, start_of(row), owner))

    # ---- comments -----------------------------------------------------------------------------

    def _comments(self, tokens: list[Token]) -> list[Comment]:
        anchors = sorted(self.anchors or ())
        starts = [anchor[0] for anchor in anchors]
        comments = []
        for token in tokens:
            style = token[0]
            text = comment_text(token[1:-1] if style == "{" else token[1:])
            if style == "%" and _HEADER.fullmatch(text):
                continue
            before = bisect_right(starts, start_of(token)) - 1
            if before < 0:
                comments.append(Comment("", 0, style, text))
            else:
                _, owner, index = anchors[before]
                comments.append(Comment(owner, index + 1, style, text))
        return comments


def comment_text(text: str) -> str:
    """The canonical text of a comment: no blanks around it or at the ends of its lines."""
    return "\n".join([line.rstrip() for line in text.strip().split("\n")])


def hand_cards(value: str) -> list[tuple[Seat, str, int]]:
    """Seat, card name and the offset of the rank's letter, for each card in a Deal or Position value."""
    found = []
    for word in CELL_PART.finditer(value):
        suit = ""
        for offset, char in enumerate(word[0][2:], word.start() + 2):
            if char in SUITS and (suit == "" or word[0][offset - word.start() - 1] == "."):
                suit = char
            elif char in RANKS:
                found.append((word[0][0], suit + char, offset))
    return found


_Handler = Callable[[_Reader, str, str, int], None]
_HANDLERS: Final[dict[str, tuple[str, _Handler]]] = {
    "EVENT": ("Event", _Reader._plain),
    "SITE": ("Site", _Reader._plain),
    "DATE": ("Date", _Reader._plain),
    "TABLE": ("Table", _Reader._plain),
    "BOARD": ("Board", _Reader._plain),
    "SESSION": ("Session", _Reader._plain),
    "VARIANT": ("Variant", _Reader._plain),
    "BASE": ("Base", _Reader._plain),
    "RULES": ("Rules", _Reader._rules),
    "SOUTH": ("South", _Reader._player),
    "WEST": ("West", _Reader._player),
    "NORTH": ("North", _Reader._player),
    "EAST": ("East", _Reader._player),
    "TARGET": ("Target", _Reader._amount),
    "BULE": ("Bule", _Reader._amount),
    "KASA": ("Kasa", _Reader._amount),
    "ALL_PASS_RUN": ("AllPassRun", _Reader._count),
    "REFE": ("Refe", _Reader._by_seat),
    "KASA_LEFT": ("KasaLeft", _Reader._amount),
    "DEALER": ("Dealer", _Reader._plain),
    "DUMMY": ("Dummy", _Reader._plain),
    "DEAL": ("Deal", _Reader._hands),
    "TALON": ("Talon", _Reader._talon),
    "POSITION": ("Position", _Reader._hands),
    "LEADER": ("Leader", _Reader._plain),
    "DECLARER": ("Declarer", _Reader._plain),
    "BID": ("Bid", _Reader._plain),
    "DISCARD": ("Discard", _Reader._discard),
    "CONTRACT": ("Contract", _Reader._plain),
    "ACES": ("Aces", _Reader._plain),
    "DEFENDERS": ("Defenders", _Reader._by_seat),
    "KONTRA": ("Kontra", _Reader._kontra),
    "OPEN": ("Open", _Reader._plain),
    "CLAIM": ("Claim", _Reader._by_seat),
    "OUTCOME": ("Outcome", _Reader._plain),
    "TRICKS": ("Tricks", _Reader._by_seat),
    "RULING": ("Ruling", _Reader._plain),
}
