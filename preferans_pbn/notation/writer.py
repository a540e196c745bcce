"""The export form of records: one text for one record, and the same text again when it is read and written.

`canonical` brings a record into the form that the export form can express (sorted where the notation
sorts, implied calls and seat marks left off); `dumps` writes that.  For every record that came from
reading text, ``loads(dumps(r)) == [canonical(r)]``, comments included.

The order of the hands in Deal and Position is playing order from forehand.  Playing order is the
variant's, which a writer does not know: hands are kept in the order they have, or put into the order
given as ``seats``, or into S W N E where the record has no dealer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, Protocol

from preferans_pbn.cards import CARD_NAMES, Card, Hand, hand_text
from preferans_pbn.notation.forms import normal_cell, sort_cards, table_order
from preferans_pbn.notation.words import HEADER
from preferans_pbn.record import (
    INHERITABLE,
    PLAYER_TAGS,
    SEATS,
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
    Table,
    Trick,
)


class TextSink(Protocol):
    """What `dump` writes to."""

    def write(self, text: str, /) -> object: ...


def dumps(records: Record | Iterable[Record], *, seats: Sequence[Seat] | None = None) -> str:
    """The export form of one record, or of several with a blank line between them (no ``%`` header).

    ``seats``: the seats in playing order, from any of them; if given, hands are written in that order.
    Raises ValueError if a record holds what no text can express (a line end or control character in a
    tag's value, an empty hand, a cell with blanks).
    """
    if isinstance(records, Record):
        return _record_text(canonical(records, seats=seats), first=True)
    texts = (_record_text(canonical(r, seats=seats), first=n == 0) for n, r in enumerate(records))
    return "\n".join(texts)


def dump(records: Record | Iterable[Record], stream: TextSink, *, seats: Sequence[Seat] | None = None) -> None:
    """Write a file: the header line once, then the records.  Raises like `dumps`."""
    stream.write(f"% {HEADER}\n")
    if isinstance(records, Record):
        records = (records,)
    for number, record in enumerate(records):
        stream.write("\n")
        stream.write(_record_text(canonical(record, seats=seats), first=number == 0))


# ---- canonical records ----------------------------------------------------------------------------


def canonical(record: Record, *, seats: Sequence[Seat] | None = None) -> Record:
    """A copy of ``record`` as its export form expresses it; the record itself is not changed."""
    changes: dict[str, Any] = {}
    comments = [replace(c, text=_comment_text(c)) for c in record.comments]
    if record.rules is not None:
        changes["rules"] = tuple(sorted(record.rules))
    if isinstance(record.discard, tuple):
        changes["discard"] = sort_cards(record.discard)
    for tag in ("deal", "position"):
        hands = getattr(record, tag)
        if hands is not None:
            changes[tag] = _ordered_hands(hands, record.dealer, seats)
    if record.defence is not None:
        last = max((c.index for c in comments if c.owner == "Defence"), default=0)
        changes["defence"] = _without_implied(record.defence, len(_seats_at_table(record)), last)
    if record.play is not None:
        changes["play"] = _without_needless_seats(record.play, record)
    for tag, attribute in _TABLES.items():
        table = getattr(record, attribute)
        if table is not None:
            changes[attribute] = _ordered_table(table, tag, comments)
    if record.extras:
        places = {tag: number for number, tag in enumerate(TAGS)}
        extras = [replace(extra, body=tuple(row.rstrip() for row in extra.body)) for extra in record.extras]
        changes["extras"] = tuple(sorted(extras, key=lambda extra: places.get(extra.after, -1)))
    if comments:
        changes["comments"] = tuple(_ordered_comments(comments, record))
    return replace(record, **changes)


_TABLES: Final = {tag: TAGS[tag] for tag in TAGS if tag in SECTIONS and tag.endswith("Table")}


def _seats_at_table(record: Record) -> set[Seat]:
    seats = set(record.players) | set(record.deal or ())
    seats.update(seat for seat in (record.dealer, record.dummy) if seat)
    return seats


def _ordered_hands(hands: Mapping[Seat, Hand | None], dealer: Seat | None,
                   seats: Sequence[Seat] | None) -> dict[Seat, Hand | None]:
    if seats is not None:
        order = list(seats)
        if dealer in order:
            start = order.index(dealer) + 1
            order = order[start:] + order[:start]
        names = [s for s in order if s in hands] + [s for s in hands if s not in order]
    elif dealer is None:
        names = sorted(hands, key=SEATS.find)
    else:
        names = list(hands)
    return {seat: hands[seat] for seat in names}


_IMPLIED: Final = (
    # (calls that stand before, the last call that goes without saying)
    (("whist", "pass"), "closed"),
    (("pass", "whist"), "closed"),
    (("whist", "pass"), "whist"),
    (("pass", "half"), "pass"),
)


def _without_implied(defence: Calls, seats: int, last_comment: int) -> Calls:
    """Leave off the trailing calls that the calls before them imply.

    With four at the table the dealer may speak last, so only calls are left off that can be nobody
    else's.  A call with a mark, or with a comment behind it, stays.
    """
    calls = list(defence.calls)
    while calls and last_comment < len(calls) and len(calls) - 1 not in defence.marks:
        *before, last = calls
        plain = (tuple(before), last) in _IMPLIED and (seats <= 3 or last == "closed")
        if not plain and not (last == "fine" and before):
            break
        calls.pop()
    return replace(defence, calls=tuple(calls))


_NO_TRUMP: Final = frozenset(("misere", "all-pass", "betl", "sans", "betl-hand", "sans-hand"))


def _trump_of(contract: str | None) -> int | None:
    """The trump suit as a number, -1 for none, None where the contract does not tell."""
    if contract is None:
        return None
    if contract in _NO_TRUMP or re.fullmatch(r"(?:10|[6-9])NT", contract):
        return -1
    match = re.fullmatch(r"(?:10|[6-9])?([SCDH])(?:-hand)?", contract)
    return "SCDH".index(match[1]) if match else None


def _without_needless_seats(play: Play, record: Record) -> Play:
    """Leave off the seat marks of rows that the cards themselves give.

    A mark goes only where the deal shows who holds the winning card and the card led next, so no wrong
    mark is ever dropped.
    """
    if all(trick.leader is None and trick.winner is None for trick in play.tricks):
        return play
    trump = _trump_of(record.contract)
    if trump is None or record.deal is None or None in record.deal.values():
        return play
    holder: dict[Card, Seat] = {}
    for seat, hand in record.deal.items():
        for card in range(32):
            if hand is not None and hand >> card & 1:
                holder[card] = seat
    if record.declarer and record.contract != "all-pass" and record.discard != "-":
        for card in record.talon or ():
            holder[card] = record.declarer
    tricks: list[Trick] = []
    took: Seat | None = play.first
    count = 0
    for trick in play.tricks:
        leader, winner = trick.leader, trick.winner
        led = holder.get(trick.cards[0]) if trick.cards else None
        if leader is not None and leader == took == led:
            leader = None
        numbers = range(count, count + len(trick.cards))
        count += len(trick.cards)
        took = None
        if trick.talon is None and len(trick.cards) == 3 and UNKNOWN_CARD not in trick.cards \
                and not any(n in play.marks and play.marks[n].irregularity for n in numbers):
            took = holder.get(_winning(trick.cards, trump))
        if winner is not None and winner == took:
            winner = None
        elif winner is not None:
            took = None
        tricks.append(trick._replace(leader=leader, winner=winner))
    return replace(play, tricks=tuple(tricks))


def _winning(cards: Sequence[Card], trump: int) -> Card:
    best = cards[0]
    for card in cards[1:]:
        if (card >> 3 == best >> 3 and card > best) or card >> 3 == trump != best >> 3:
            best = card
    return best


def _ordered_table(table: Table, tag: str, comments: list[Comment]) -> Table:
    """Rows in the order S W N E, cells in canonical form; comments go with the row before them."""
    order = table_order([row[0] for row in table.rows])
    width = len(table.columns)
    for number, comment in enumerate(comments):
        if comment.owner == tag and comment.index > 0:
            row = (comment.index - 1) // width
            if row < len(order):
                # Comments stand between rows only: one inside a row moves behind it.
                comments[number] = replace(comment, index=(order.index(row) + 1) * width)
    rows = tuple((table.rows[n][0], *map(normal_cell, table.rows[n][1:])) for n in order)
    return Table(table.columns, rows)


def _ordered_comments(comments: list[Comment], record: Record) -> list[Comment]:
    """Comments in the order in which the export form has them."""
    order = {"": -1}
    for owner in _owners(record):
        order.setdefault(owner, len(order))
    return sorted(comments, key=lambda c: (order.get(c.owner, len(order)), c.index))


def _owners(record: Record) -> Iterator[str]:
    """Tags and unknown tags in the order in which they are written."""
    by_place: dict[str, list[str]] = {}
    for extra in record.extras:
        by_place.setdefault(extra.after, []).append(extra.name)
    yield from by_place.pop("", ())
    for tag in TAGS:
        yield tag
        yield from by_place.pop(tag, ())
    for names in by_place.values():
        yield from names


_HEADER_LIKE: Final = re.compile(r"PREFERANS-PBN [0-9]+\.[0-9]+")


def _comment_text(comment: Comment) -> str:
    lines = [line.rstrip() for line in comment.text.strip().split("\n")]
    if comment.style != "{":
        return " ".join(lines)
    # Inside a comment no line may begin with [ or % (clause N-2.4).
    return "\n".join(lines[:1] + [" " + line if line[:1] in ("[", "%") else line for line in lines[1:]])


# ---- text ---------------------------------------------------------------------------------------


def _record_text(record: Record, first: bool) -> str:
    """The text of a canonical record.  What stands before a record's first tag belongs to the record
    before it, so only the first record of a file can have comments there; in others they follow that tag."""
    return "".join(_RecordWriter(record, first).lines())


class _RecordWriter:
    """Writes one canonical record."""

    def __init__(self, record: Record, first: bool) -> None:
        self.record = record
        self.comments: dict[str, list[Comment]] = {}
        for comment in record.comments:
            self.comments.setdefault(comment.owner, []).append(comment)
        self.first = first
        self.extras: dict[str, list[Extra]] = {}
        for extra in record.extras:
            self.extras.setdefault(extra.after, []).append(extra)

    def lines(self) -> Iterator[str]:
        top = self.comments.pop("", [])
        if self.first:
            yield from map(_comment_line, top)
            top = []
        yield from self._extras("")
        plain = not (self.comments or self.extras or top)
        for tag, attribute in TAGS.items():
            text = self._tag(tag, attribute)
            if plain:
                if text:
                    yield text
                continue
            if text:
                yield text
                yield from map(_comment_line, top)
                top = []
            yield from map(_comment_line, self.comments.pop(tag, ()))
            yield from self._extras(tag)
        for after in list(self.extras):
            yield from self._extras(after)
        for comments in self.comments.values():
            yield from map(_comment_line, comments)

    def _tag(self, tag: str, attribute: str) -> str:
        record = self.record
        value = getattr(record, attribute)
        if value is None:
            return ""
        if tag in PLAYER_TAGS:
            name = record.players.get(PLAYER_TAGS[tag])
            return "" if name is None else _tag_line(tag, name)
        if isinstance(value, Calls):
            return self._calls(tag, value)
        if isinstance(value, Play):
            return self._play(tag, value)
        if isinstance(value, Table):
            return self._table(tag, value)
        return _tag_line(tag, _VALUES.get(tag, str)(value))

    def _extras(self, after: str) -> Iterator[str]:
        for extra in self.extras.pop(after, ()):
            yield _tag_line(extra.name, extra.value)
            comments = self.comments.pop(extra.name, [])
            for number, row in enumerate(extra.body):
                while comments and comments[0].index <= number:
                    yield _comment_line(comments.pop(0))
                if "\n" in row or not row.strip() or row[:1] in "[%{; \t":
                    raise ValueError(f"a row of the section {extra.name} cannot be written: {row!r}")
                yield row.rstrip() + "\n"
            yield from map(_comment_line, comments)

    def _calls(self, tag: str, section: Calls) -> str:
        words = [call + _mark_text(section.marks.get(n)) for n, call in enumerate(section.calls)]
        if tag == "Auction":
            width = 2 if self.record.dummy else 3
            rows = [words[n : n + width] for n in range(0, len(words), width)]
        else:
            rows = [words] if words else []
        return self._section(tag, section.first, [(row, len(row)) for row in rows], section.notes, free_rows=True)

    def _play(self, tag: str, section: Play) -> str:
        rows: list[tuple[list[str], int]] = []
        number = 0
        for trick in section.tricks:
            words: list[str] = []
            for card in trick.cards:
                name = "-" if card == UNKNOWN_CARD else CARD_NAMES[card]
                words.append(name + _mark_text(section.marks.get(number)))
                number += 1
            # The talon card and the leader's seat are no tokens of their own: they go with the first card.
            count = len(words)
            if trick.talon is not None:
                talon = f"({CARD_NAMES[trick.talon]})"
                words = [f"{talon} {words[0]}", *words[1:]] if words else [talon]
            if not words:
                raise ValueError("a row of the play without cards cannot be written")
            if trick.leader:
                words[0] = f"{trick.leader}:{words[0]}"
            if trick.winner:
                words[-1] = f"{words[-1]} >{trick.winner}"
            rows.append((words, count))
        return self._section(tag, section.first, rows, section.notes, end=section.end)

    def _table(self, tag: str, table: Table) -> str:
        for row in table.rows:
            for cell in row:
                if _NO_CELL.search(cell) or not cell:
                    raise ValueError(f"a cell of {tag} cannot be written: {cell!r}")
        rows = [(list(row), len(row)) for row in table.rows]
        return self._section(tag, ";".join(table.columns), rows, {})

    def _section(self, tag: str, value: str, rows: list[tuple[list[str], int]], notes: Mapping[int, str], *,
                 free_rows: bool = False, end: str = "") -> str:
        """A section's text.  ``rows`` are words and the number of tokens among them; comments stand
        before the token of their index.  ``free_rows``: a line may end anywhere in a row."""
        comments = self.comments.pop(tag, [])
        parts = [_tag_line(tag, value)]
        index = 0
        for words, count in rows:
            if not comments:
                parts.append(" ".join(words) + "\n")
                continue
            while comments and comments[0].index <= index:
                parts.append(_comment_line(comments.pop(0)))
            line = ""
            for number, word in enumerate(words):
                while number and count and comments and comments[0].index <= index + number:
                    comment = comments.pop(0)
                    if free_rows and comment.style != "{":
                        parts.append(line + "\n" + _comment_line(comment))
                        line = ""
                    else:
                        text = _inline_comment(comment)
                        line = f"{line} {text}" if line else text
                line = f"{line} {word}" if line else word
            parts.append(line + "\n")
            index += count
        if end:
            parts.append(end + "\n")
        parts += map(_comment_line, comments)
        parts += [_tag_line("Note", f"{number}:{text}") for number, text in sorted(notes.items())]
        return "".join(parts)


_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_NO_CELL: Final = re.compile(r"[\s{}\[\];%]")


def _tag_line(tag: str, value: str) -> str:
    if _CONTROL.search(value):
        raise ValueError(f"the value of {tag} cannot be written: {value!r}")
    if value == "#" and tag in INHERITABLE:
        # The text # itself, not "as in the record before" (clause N-2.8).
        return f'[{tag} "\\#"]\n'
    escaped = value.replace("\\", "\\\\").replace('"', '\\"') if "\\" in value or '"' in value else value
    return f'[{tag} "{escaped}"]\n'


def _comment_line(comment: Comment) -> str:
    if comment.style == "{":
        if "}" in comment.text:
            return "".join(f"; {line}".rstrip() + "\n" for line in comment.text.split("\n"))
        return f"{{{comment.text}}}\n"
    return f"{comment.style} {comment.text}".rstrip() + "\n"


def _inline_comment(comment: Comment) -> str:
    return "{" + comment.text.replace("}", ")") + "}"


def _mark_text(mark: Mark | None) -> str:
    if mark is None:
        return ""
    irregularity = f"^{mark.irregularity}" if mark.irregularity else ""
    return irregularity + "".join(mark.suffixes) + (f"={mark.note}=" if mark.note else "")


def _hands_text(hands: Mapping[Seat, Hand | None]) -> str:
    parts = []
    for seat, hand in hands.items():
        if hand == 0:
            raise ValueError(f"the empty hand of {seat} cannot be written")
        parts.append(f"{seat}:{'-' if hand is None else hand_text(hand)}")
    return " ".join(parts)


def _cards(cards: Iterable[Card] | str) -> str:
    return cards if isinstance(cards, str) else " ".join(CARD_NAMES[card] for card in cards)


def _by_seat(values: Mapping[Seat, Any]) -> str:
    return " ".join(f"{s}:{'?' if values[s] is None else values[s]}" for s in SEATS if s in values)


def _rules(rules: Iterable[tuple[str, str]]) -> str:
    return " ".join(f"{key}={value}" for key, value in sorted(rules))


def _fraction(value: Fraction | int) -> str:
    return str(value)


_VALUES: Final[dict[str, Callable[[Any], str]]] = {
    "Rules": _rules,
    "Target": _fraction,
    "Bule": _fraction,
    "Kasa": _fraction,
    "KasaLeft": _fraction,
    "Refe": _by_seat,
    "Deal": _hands_text,
    "Position": _hands_text,
    "Talon": _cards,
    "Discard": _cards,
    "Defenders": _by_seat,
    "Claim": _by_seat,
    "Tricks": _by_seat,
    "Kontra": lambda kontra: f"{kontra[0]}:{kontra[1]}",
}
