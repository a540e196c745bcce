"""A record as plain JSON data, and back, without loss (only places in the text are left out).

The form is described by ``preferans_pbn/schema/record.schema.json``.  Keys are the field names of
`Record`; what the record does not say is left out.  Cards are names, hands are holdings (``null`` =
unknown), amounts are integers or ``"p/q"``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, TextIO

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, RANKS, SUITS, Card, Hand, hand_text
from preferans_pbn.notation import words
from preferans_pbn.record import (
    SEATS,
    TAGS,
    UNKNOWN_CARD,
    Calls,
    Comment,
    Extra,
    Mark,
    Play,
    Record,
    Table,
    Trick,
)


class JsonFormError(ValueError):
    """Data that is not a record.  ``pointer`` is the JSON pointer of the place (``/play/tricks/3``)."""

    def __init__(self, pointer: str, problem: str) -> None:
        self.pointer = pointer
        self.problem = problem
        super().__init__(f"{pointer or '/'}: {problem}")


# ---- writing --------------------------------------------------------------------------------------


def to_json(record: Record) -> dict[str, Any]:
    """``record`` as data for `json.dumps`."""
    data: dict[str, Any] = {}
    for attribute in dict.fromkeys(TAGS.values()):
        value = getattr(record, attribute)
        if value is None or (attribute == "players" and not value):
            continue
        data[attribute] = _WRITERS.get(attribute, _plain)(value)
    if record.extras:
        data["extras"] = [_extra_json(extra) for extra in record.extras]
    if record.comments:
        data["comments"] = [
            {"owner": c.owner, "index": c.index, "style": c.style, "text": c.text} for c in record.comments
        ]
    if record.damaged:
        data["damaged"] = sorted(record.damaged)
    return data


def to_ndjson(records: Iterable[Record]) -> Iterator[str]:
    """One line of JSON (with its line end) a record."""
    for record in records:
        yield json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _plain(value: Any) -> Any:
    return value


def _amount_json(value: Fraction | int) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def _hands_json(hands: Mapping[str, Hand | None]) -> dict[str, str | None]:
    return {seat: None if hand is None else hand_text(hand) for seat, hand in hands.items()}


def _card_json(card: Card) -> str:
    return "-" if card == UNKNOWN_CARD else CARD_NAMES[card]


def _cards_json(cards: Iterable[Card] | str) -> list[str] | str:
    return cards if isinstance(cards, str) else [_card_json(card) for card in cards]


def _mark_json(mark: Mark) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if mark.irregularity:
        data["irregularity"] = mark.irregularity
    if mark.suffixes:
        data["suffixes"] = list(mark.suffixes)
    if mark.note:
        data["note"] = mark.note
    return data


def _annotations(section: Calls | Play, data: dict[str, Any]) -> dict[str, Any]:
    if section.marks:
        data["marks"] = {str(n): _mark_json(mark) for n, mark in sorted(section.marks.items())}
    if section.notes:
        data["notes"] = {str(n): text for n, text in sorted(section.notes.items())}
    return data


def _calls_json(calls: Calls) -> dict[str, Any]:
    return _annotations(calls, {"first": calls.first, "calls": list(calls.calls)})


def _trick_json(trick: Trick) -> dict[str, Any]:
    data: dict[str, Any] = {"cards": [_card_json(card) for card in trick.cards]}
    if trick.talon is not None:
        data["talon"] = CARD_NAMES[trick.talon]
    if trick.leader is not None:
        data["leader"] = trick.leader
    if trick.winner is not None:
        data["winner"] = trick.winner
    return data


def _play_json(play: Play) -> dict[str, Any]:
    data: dict[str, Any] = {"first": play.first, "tricks": [_trick_json(trick) for trick in play.tricks]}
    if play.end:
        data["end"] = play.end
    return _annotations(play, data)


def _table_json(table: Table) -> dict[str, Any]:
    return {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}


def _extra_json(extra: Extra) -> dict[str, Any]:
    data: dict[str, Any] = {"name": extra.name, "value": extra.value, "after": extra.after}
    if extra.body:
        data["body"] = list(extra.body)
    return data


_WRITERS: Final[dict[str, Callable[[Any], Any]]] = {
    "rules": dict, "players": dict, "refe": dict, "claim": dict, "tricks": dict, "defenders": dict,
    "target": _amount_json, "bule": _amount_json, "kasa": _amount_json, "kasa_left": _amount_json,
    "deal": _hands_json, "position": _hands_json,
    "talon": _cards_json, "discard": _cards_json,
    "auction": _calls_json, "defence": _calls_json, "play": _play_json,
    "kontra": lambda kontra: {"by": kontra[0], "level": kontra[1]},
    **{attribute: _table_json for tag, attribute in TAGS.items() if tag in words.TABLE_TAGS},
}


# ---- reading --------------------------------------------------------------------------------------


def from_json(data: Any) -> Record:
    """The record in ``data`` (as `to_json` gives it).  Raises JsonFormError on anything else."""
    fields = _object(data, "", set(TAGS.values()) | {"extras", "comments", "damaged"}, ())
    record = Record()
    for key, value in fields.items():
        pointer = f"/{key}"
        if key == "extras":
            record.extras = tuple(_extra(v, f"{pointer}/{n}") for n, v in enumerate(_array(value, pointer)))
        elif key == "comments":
            record.comments = tuple(_comment(v, f"{pointer}/{n}") for n, v in enumerate(_array(value, pointer)))
        elif key == "damaged":
            record.damaged = frozenset(_string(v, f"{pointer}/{n}") for n, v in enumerate(_array(value, pointer)))
        else:
            read = _READERS.get(key)
            setattr(record, key, read(value, pointer) if read is not None else _line(value, pointer))
    return record


def from_ndjson(lines: Iterable[str] | TextIO) -> Iterator[Record]:
    """The records of lines of JSON; blank lines are passed over.

    Raises JsonFormError whose pointer begins with the line's number (``line 3: /deal/S``).
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise JsonFormError(f"line {number}: ", f"not JSON: {error}") from None
        try:
            yield from_json(data)
        except JsonFormError as error:
            raise JsonFormError(f"line {number}: {error.pointer}", error.problem) from None


_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


def _object(value: Any, pointer: str, allowed: Iterable[str], required: Iterable[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise JsonFormError(pointer, "an object is wanted")
    allowed = set(allowed)
    for key in value:
        if key not in allowed:
            raise JsonFormError(f"{pointer}/{_escape(str(key))}", "there is no such key")
    for key in required:
        if key not in value:
            raise JsonFormError(pointer, f"the key {key} is missing")
    return value


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _array(value: Any, pointer: str) -> list[Any]:
    if not isinstance(value, list):
        raise JsonFormError(pointer, "an array is wanted")
    return value


def _string(value: Any, pointer: str) -> str:
    if not isinstance(value, str):
        raise JsonFormError(pointer, "a string is wanted")
    return value


def _line(value: Any, pointer: str) -> str:
    text: str = _string(value, pointer)
    if _CONTROL.search(text):
        raise JsonFormError(pointer, "a line end or control character cannot be written in a tag")
    return text


def _integer(value: Any, pointer: str, low: int, high: int | None = None) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < low or (high is not None and value > high):
        raise JsonFormError(pointer, f"a whole number from {low}" + (f" to {high}" if high is not None else "")
                            + " is wanted")
    return value


def _one_of(allowed: Iterable[str], what: str) -> Callable[[Any, str], str]:
    accepted = frozenset(allowed)

    def read(value: Any, pointer: str) -> str:
        if not isinstance(value, str) or value not in accepted:
            raise JsonFormError(pointer, f"{value!r} is not {what}")
        return value

    return read


_seat = _one_of(SEATS, "a seat (S W N E)")
_card_name = _one_of(CARD_NAMES, "a card")
_played_name = _one_of((*CARD_NAMES, "-"), "a card")


def _card(value: Any, pointer: str) -> Card:
    return CARD_BY_NAME[_card_name(value, pointer)]


def _pattern(pattern: str, what: str) -> Callable[[Any, str], str]:
    compiled = re.compile(pattern)

    def read(value: Any, pointer: str) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise JsonFormError(pointer, f"{value!r} is not {what}")
        return value

    return read


_variant = _pattern(r"[a-z][a-z0-9-]*(?:@[1-9][0-9]*)?", "a variant's name")
_date = _pattern(r"(?:[0-9]{4}|\?{4})\.(?:0[1-9]|1[0-2]|\?\?)\.(?:0[1-9]|[12][0-9]|3[01]|\?\?)", "a date YYYY.MM.DD")
_rule_key = _pattern(r"[a-z][a-z0-9_]*", "a parameter's name")
_rule_value = _pattern(r"[A-Za-z0-9_.,:/+-]+", "a parameter's value")
_tag_name = _pattern(r"[A-Za-z][A-Za-z0-9_]*", "a tag's name")
_column = _pattern(r"[A-Z][A-Za-z0-9]*", "a column's name")
_AMOUNT_CELL: Final = r"(?:-?(?:0|[1-9][0-9]{0,11})(?:/[1-9][0-9]{0,11})?)"
_cell = _pattern(rf"{_AMOUNT_CELL}|[SWNE]:(?:{_AMOUNT_CELL}|\?)(?:,[SWNE]:(?:{_AMOUNT_CELL}|\?))*|-|\?", "a cell")
_suffix = _pattern(r"[!?]{1,2}|\$[0-9]{1,3}", "a suffix (!, ?, $n)")


def _rules(value: Any, pointer: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise JsonFormError(pointer, "an object is wanted")
    pairs = []
    for key, setting in value.items():
        place = f"{pointer}/{_escape(str(key))}"
        pairs.append((_rule_key(key, place), _rule_value(setting, place)))
    return tuple(sorted(pairs))


_irregularity = _one_of((*words.IRREGULARITIES, ""), "I, L, R or S")


def _by_seat(read: Callable[[Any, str], Any]) -> Callable[[Any, str], dict[str, Any]]:
    def read_all(value: Any, pointer: str) -> dict[str, Any]:
        return {seat: read(v, f"{pointer}/{seat}") for seat, v in _object(value, pointer, SEATS, ()).items()}

    return read_all


def _amount(value: Any, pointer: str) -> Fraction:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,12}/0*[1-9][0-9]{0,11}", value):
        return Fraction(value)
    raise JsonFormError(pointer, 'an amount is a whole number or "p/q"')


def _share(value: Any, pointer: str) -> int | None:
    return None if value is None else _integer(value, pointer, 0, 9999)


def _hand(value: Any, pointer: str) -> Hand | None:
    if value is None:
        return None
    mask = 0
    for group in _string(value, pointer).split("."):
        if len(group) < 2 or group[0] not in SUITS or any(rank not in RANKS for rank in group[1:]):
            raise JsonFormError(pointer, f"{value!r} is not a hand")
        for rank in group[1:]:
            bit = 1 << CARD_BY_NAME[group[0] + rank]
            if mask & bit:
                raise JsonFormError(pointer, f"{group[0] + rank} stands there twice")
            mask |= bit
    return mask


def _hands(value: Any, pointer: str) -> dict[str, Hand | None]:
    hands: dict[str, Hand | None] = _by_seat(_hand)(value, pointer)
    held = 0
    for seat, hand in hands.items():
        if held & (hand or 0):
            raise JsonFormError(f"{pointer}/{seat}", "a card stands in two hands")
        held |= hand or 0
    if not hands:
        raise JsonFormError(pointer, "at least one hand is wanted")
    return hands


def _cards(value: Any, pointer: str) -> tuple[Card, ...]:
    cards = tuple(_card(v, f"{pointer}/{n}") for n, v in enumerate(_array(value, pointer)))
    if not cards:
        raise JsonFormError(pointer, "at least one card is wanted")
    return cards


def _discard(value: Any, pointer: str) -> tuple[Card, ...] | str:
    return value if value in ("-", "?") else _cards(value, pointer)


def _mark(value: Any, pointer: str) -> Mark:
    data = _object(value, pointer, ("irregularity", "suffixes", "note"), ())
    irregularity = _irregularity(data.get("irregularity", ""), f"{pointer}/irregularity")
    suffixes = tuple(_suffix(v, f"{pointer}/suffixes/{n}")
                     for n, v in enumerate(_array(data.get("suffixes", []), f"{pointer}/suffixes")))
    if any(s[0] != "$" for s in suffixes[1:]):
        raise JsonFormError(f"{pointer}/suffixes", "! and ? come once and before $n")
    return Mark(irregularity, suffixes, _integer(data.get("note", 0), f"{pointer}/note", 0, 99))


def _marks(data: dict[str, Any], pointer: str, count: int) -> dict[int, Mark]:
    value = data.get("marks", {})
    if not isinstance(value, dict):
        raise JsonFormError(f"{pointer}/marks", "an object is wanted")
    marks = {}
    for key, mark in value.items():
        place = f"{pointer}/marks/{_escape(str(key))}"
        if not re.fullmatch(r"0|[1-9][0-9]{0,5}", str(key)) or int(key) >= count:
            raise JsonFormError(place, "the key is the number of a call or card of this section, from 0")
        made = _mark(mark, place)
        if made != Mark():
            marks[int(key)] = made
    return marks


def _notes(data: dict[str, Any], pointer: str) -> dict[int, str]:
    value = data.get("notes", {})
    if not isinstance(value, dict):
        raise JsonFormError(f"{pointer}/notes", "an object is wanted")
    notes = {}
    for key, text in value.items():
        place = f"{pointer}/notes/{_escape(str(key))}"
        if not re.fullmatch(r"[1-9][0-9]?", str(key)):
            raise JsonFormError(place, "the key is a note's number from 1 to 99")
        notes[int(key)] = _line(text, place)
    return notes


def _noted(section: Calls | Play, pointer: str) -> None:
    for number, mark in section.marks.items():
        if mark.note and mark.note not in section.notes:
            raise JsonFormError(f"{pointer}/marks/{number}/note", f"there is no note {mark.note}")


def _calls(known: frozenset[str]) -> Callable[[Any, str], Calls]:
    call = _one_of((*known, words.UNKNOWN_CALL), "a call")

    def read(value: Any, pointer: str) -> Calls:
        data = _object(value, pointer, ("first", "calls", "marks", "notes"), ("first", "calls"))
        calls = tuple(call(v, f"{pointer}/calls/{n}") for n, v in enumerate(_array(data["calls"], f"{pointer}/calls")))
        section = Calls(_seat(data["first"], f"{pointer}/first"), calls, _marks(data, pointer, len(calls)),
                        _notes(data, pointer))
        _noted(section, pointer)
        return section

    return read


def _trick(value: Any, pointer: str) -> Trick:
    data = _object(value, pointer, ("cards", "talon", "leader", "winner"), ("cards",))
    names = [_played_name(v, f"{pointer}/cards/{n}") for n, v in enumerate(_array(data["cards"], f"{pointer}/cards"))]
    if "talon" not in data and not names:
        raise JsonFormError(f"{pointer}/cards", "a trick has at least one card")
    return Trick(
        tuple(UNKNOWN_CARD if name == "-" else CARD_BY_NAME[name] for name in names),
        _card(data["talon"], f"{pointer}/talon") if "talon" in data else None,
        _seat(data["leader"], f"{pointer}/leader") if "leader" in data else None,
        _seat(data["winner"], f"{pointer}/winner") if "winner" in data else None,
    )


def _play(value: Any, pointer: str) -> Play:
    data = _object(value, pointer, ("first", "tricks", "end", "marks", "notes"), ("first", "tricks"))
    rows = _array(data["tricks"], f"{pointer}/tricks")
    tricks = tuple(_trick(v, f"{pointer}/tricks/{n}") for n, v in enumerate(rows))
    section = Play(
        _seat(data["first"], f"{pointer}/first"), tricks,
        _one_of(("", "*", "+"), "the end of a play (*, +)")(data.get("end", ""), f"{pointer}/end"),
        _marks(data, pointer, sum(len(t.cards) for t in tricks)), _notes(data, pointer),
    )
    _noted(section, pointer)
    return section


def _table(value: Any, pointer: str) -> Table:
    data = _object(value, pointer, ("columns", "rows"), ("columns", "rows"))
    columns = tuple(_column(v, f"{pointer}/columns/{n}")
                    for n, v in enumerate(_array(data["columns"], f"{pointer}/columns")))
    if len(columns) < 2 or columns[0] != "Seat" or len(set(columns)) < len(columns):
        raise JsonFormError(f"{pointer}/columns", "the columns are Seat and at least one other, each once")
    rows: list[tuple[str, ...]] = []
    for n, row in enumerate(_array(data["rows"], f"{pointer}/rows")):
        place = f"{pointer}/rows/{n}"
        cells = _array(row, place)
        if len(cells) != len(columns):
            raise JsonFormError(place, f"{len(columns)} cells are wanted")
        seat = _seat(cells[0], f"{place}/0")
        if any(seat == other[0] for other in rows):
            raise JsonFormError(place, f"{seat} has two rows")
        rows.append((seat, *(_cell(cell, f"{place}/{m}") for m, cell in enumerate(cells[1:], 1))))
    return Table(columns, tuple(rows))


def _kontra(value: Any, pointer: str) -> tuple[str, int]:
    data = _object(value, pointer, ("by", "level"), ("by", "level"))
    return _seat(data["by"], f"{pointer}/by"), _integer(data["level"], f"{pointer}/level", 1, 4)


def _extra(value: Any, pointer: str) -> Extra:
    data = _object(value, pointer, ("name", "value", "after", "body"), ("name", "value", "after"))
    name = _tag_name(data["name"], f"{pointer}/name")
    if name in TAGS or name == "Note":
        raise JsonFormError(f"{pointer}/name", f"{name} is a tag of the notation")
    after = _one_of(("", *TAGS), "a tag of the notation")(data["after"], f"{pointer}/after")
    body = []
    for n, row in enumerate(_array(data.get("body", []), f"{pointer}/body")):
        text = _line(row, f"{pointer}/body/{n}")
        if not text.strip() or text[0] in "[%{; ":
            raise JsonFormError(f"{pointer}/body/{n}", "a row is not blank and does not begin with a blank or [ % { ;")
        body.append(text)
    return Extra(name, _line(data["value"], f"{pointer}/value"), after, tuple(body))


def _comment(value: Any, pointer: str) -> Comment:
    keys = ("owner", "index", "style", "text")
    data = _object(value, pointer, keys, keys)
    text = _string(data["text"], f"{pointer}/text")
    style = _one_of("{;%", "a comment's style ({ ; %)")(data["style"], f"{pointer}/style")
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text) or (style != "{" and "\n" in text):
        raise JsonFormError(f"{pointer}/text", "this comment cannot be written in that style")
    index = _integer(data["index"], f"{pointer}/index", 0)
    return Comment(_string(data["owner"], f"{pointer}/owner"), index, style, text)


_READERS: Final[dict[str, Callable[[Any, str], Any]]] = {
    "date": _date,
    "variant": _variant,
    "base": _variant,
    "rules": _rules,
    "players": _by_seat(_line),
    "target": _amount, "bule": _amount, "kasa": _amount, "kasa_left": _amount,
    "all_pass_run": lambda v, p: _integer(v, p, 0, 9999),
    "refe": _by_seat(lambda v, p: _integer(v, p, 0, 9999)),
    "dealer": _seat, "dummy": _seat, "leader": _seat, "declarer": _seat, "aces": _seat,
    "deal": _hands, "position": _hands,
    "talon": _cards, "discard": _discard,
    "auction": _calls(words.AUCTION_CALLS), "defence": _calls(words.DEFENCE_CALLS),
    "bid": _one_of(words.BIDS, "a bid"),
    "contract": _one_of(words.CONTRACTS, "a contract"),
    "defenders": _by_seat(_one_of(words.ROLES, "a role")),
    "kontra": _kontra,
    "open": _one_of(words.OPEN_VALUES, "pair or passer"),
    "play": _play,
    "claim": _by_seat(_share), "tricks": _by_seat(_share),
    "outcome": _one_of(words.OUTCOMES, "an outcome"),
    **{attribute: _table for tag, attribute in TAGS.items() if tag in words.TABLE_TAGS},
}
