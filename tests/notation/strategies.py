"""Random records of every family, as reading text could give them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from preferans_pbn.cards import CARD_NAMES, mask_of
from preferans_pbn.notation import words
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
    Table,
    Trick,
)

seats = st.sampled_from(SEATS)
_text_characters = st.characters(min_codepoint=32, exclude_characters="\x7f", exclude_categories=["Cs"])
values = st.text(_text_characters, max_size=12)
_word = st.text(st.sampled_from("abcЖю é[]%;{\"'#*+1>"), min_size=1, max_size=10)


def _one_line(text: str) -> str:
    return " ".join(text.replace("}", " ").split())


line_comments = st.tuples(st.sampled_from(";%"), _word.map(_one_line).filter(lambda t: "PREFERANS" not in t))


def _brace_text(lines: list[str]) -> str:
    text = "\n".join(line.replace("}", " ").rstrip() for line in lines).strip()
    rows = text.split("\n")
    return "\n".join(rows[:1] + [" " + r if r[:1] in ("[", "%") else r for r in rows[1:]])


brace_comments = st.tuples(st.just("{"), st.lists(_word, min_size=1, max_size=3).map(_brace_text))
any_comments = st.one_of(line_comments, brace_comments)
amounts = st.one_of(
    st.integers(0, 10**6).map(Fraction),
    st.tuples(st.integers(-999, 999), st.integers(1, 99)).map(lambda p: Fraction(*p)),
)
cells = st.one_of(
    amounts.map(str), st.just("-"), st.just("?"),
    st.lists(seats, min_size=1, max_size=3, unique=True).flatmap(
        lambda s: st.lists(st.one_of(amounts.map(str), st.just("?")), min_size=len(s), max_size=len(s)).map(
            lambda v: ",".join(f"{a}:{b}" for a, b in sorted(zip(s, v, strict=True), key=lambda p: SEATS.find(p[0])))
        )
    ),
)
marks = st.builds(
    Mark,
    st.sampled_from(("", "I", "L", "R", "S")),
    st.tuples(st.sampled_from(((), ("!",), ("?",), ("!!",), ("?!",))), st.lists(st.integers(0, 255), max_size=2)).map(
        lambda p: (*p[0], *(f"${n}" for n in p[1]))
    ),
    st.integers(0, 3),
).filter(lambda mark: mark != Mark())


@st.composite
def mark_sets(draw: st.DrawFn, count: int) -> tuple[dict[int, Mark], dict[int, str]]:
    notes = draw(st.dictionaries(st.integers(1, 99), values, max_size=2)) if draw(st.booleans()) else {}
    made: dict[int, Mark] = {}
    if count and draw(st.booleans()):
        made = draw(st.dictionaries(st.integers(0, count - 1), marks, max_size=3))
        for mark in made.values():
            if mark.note:
                notes.setdefault(mark.note, "said late")
    return made, notes


@st.composite
def calls(draw: st.DrawFn, known: list[str]) -> Calls:
    said = draw(st.lists(st.sampled_from([*known, "?"]), max_size=7))
    made, notes = draw(mark_sets(len(said)))
    return Calls(draw(seats), tuple(said), made, notes)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    card = st.one_of(st.integers(0, 31), st.just(UNKNOWN_CARD)) if draw(st.booleans()) else st.integers(0, 31)
    tricks = []
    for number in range(draw(st.integers(0, 5))):
        talon = draw(st.integers(0, 31)) if number < 2 and draw(st.booleans()) else None
        cards = tuple(draw(st.lists(card, min_size=0 if talon is not None else 1, max_size=4)))
        seat_marks = [draw(seats) if draw(st.integers(0, 5)) == 0 else None for _ in range(2)]
        tricks.append(Trick(cards, talon, *seat_marks))
    made, notes = draw(mark_sets(sum(len(t.cards) for t in tricks)))
    return Play(draw(seats), tuple(tricks), draw(st.sampled_from(("", "*", "+"))), made, notes)


@st.composite
def hands(draw: st.DrawFn) -> dict[str, int | None]:
    pack = draw(st.permutations(range(32)))
    names = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    size = draw(st.integers(1, 8))
    return {
        seat: None if draw(st.integers(0, 3)) == 0 else mask_of(pack[n * size : n * size + size])
        for n, seat in enumerate(names)
    }


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.sampled_from((
        ("Seat", "Pool", "Dump", "Whists"), ("Seat", "Bule", "Supe", "Refe"), ("Seat", "Kasa", "Pay"),
        ("Seat", "Result"),
    )))
    names = sorted(draw(st.lists(seats, max_size=4, unique=True)), key=SEATS.find)
    return Table(columns, tuple((s, *(draw(cells) for _ in columns[1:])) for s in names))


def by_seat(each: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(seats, each, min_size=1, max_size=4)


_shares = st.one_of(st.integers(0, 10), st.none())
_rule = st.tuples(
    st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True), st.from_regex(r"[A-Za-z0-9_.,:/+-]{1,8}", fullmatch=True)
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "site": values, "table": values, "board": values, "session": values, "ruling": values,
    "date": st.sampled_from(("2026.11.26", "????.??.??", "1887.??.01")),
    "variant": st.sampled_from(("sochi-codex", "serbian@2", "greek", "slovak")),
    "base": st.sampled_from(("sochi-codex", "greek")),
    "rules": st.lists(_rule, max_size=3, unique_by=lambda p: p[0]).map(lambda r: tuple(sorted(r))),
    "target": amounts, "bule": amounts, "kasa": amounts, "kasa_left": amounts,
    "all_pass_run": st.integers(0, 9), "refe": by_seat(st.integers(0, 8)),
    "dealer": seats, "dummy": seats, "leader": seats, "declarer": seats, "aces": seats,
    "talon": st.lists(st.integers(0, 31), min_size=1, max_size=2).map(tuple),
    "auction": calls(sorted(words.AUCTION_CALLS)),
    "defence": st.one_of(calls(sorted(words.RUSSIAN_DEFENCE)), calls(sorted(words.BALKAN_DEFENCE)),
                         calls(sorted(words.GREEK_DEFENCE))),
    "bid": st.sampled_from(sorted(words.BIDS)),
    "contract": st.sampled_from(sorted(words.CONTRACTS)),
    "discard": st.one_of(st.sampled_from("-?"), st.lists(st.integers(0, 31), min_size=1, max_size=3).map(
        lambda c: tuple(sorted(c, key=lambda n: (n // 8, -n))))),
    "defenders": by_seat(st.sampled_from(sorted(words.ROLES))),
    "kontra": st.tuples(seats, st.integers(1, 4)),
    "open": st.sampled_from(sorted(words.OPEN_VALUES)),
    "play": plays(), "claim": by_seat(_shares), "tricks": by_seat(_shares),
    "outcome": st.sampled_from(sorted(words.OUTCOMES)),
    **{field: tables() for tag, field in TAGS.items() if tag in words.TABLE_TAGS},
}


def _token_count(record: Record, owner: str) -> int:
    value = getattr(record, TAGS[owner])
    if isinstance(value, Calls):
        return len(value.calls)
    if isinstance(value, Play):
        return sum(len(t.cards) for t in value.tricks)
    return 0


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record with an Event, any other fields, comments and unknown tags."""
    record = Record(event=draw(values))
    record.players = draw(st.dictionaries(seats, values, max_size=4))
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=9, unique=True)):
        setattr(record, name, draw(FIELDS[name]))
    if draw(st.booleans()):
        setattr(record, draw(st.sampled_from(("deal", "position"))), draw(hands()))
    present = [tag for tag, field in TAGS.items() if (
        PLAYER_TAGS[tag] in record.players if tag in PLAYER_TAGS else getattr(record, field) is not None)]
    extras = []
    for name in draw(st.lists(st.sampled_from(("Zebra", "Wind_1", "Hcp")), max_size=2, unique=True)):
        body = draw(st.lists(st.sampled_from(("a row; with {signs} % [x]", "7 8 9", "\"quoted\"")), max_size=2))
        extras.append(Extra(name, draw(values), draw(st.sampled_from(present)), tuple(body)))
    record.extras = tuple(extras)
    found = []
    for _ in range(draw(st.integers(0, 3))):
        owner = draw(st.sampled_from(["", *present]))
        style, text = draw(any_comments)
        count = _token_count(record, owner) if owner else 0
        index = draw(st.integers(0, count)) if count else 0
        if owner == "Play" and style != "{" and index not in _row_starts(record.play):
            index = 0
        found.append(Comment(owner, index, style, text))
    record.comments = tuple(found)
    return record


def _row_starts(play: Play | None) -> set[int]:
    starts, count = {0}, 0
    for trick in play.tricks if play else ():
        count += len(trick.cards)
        starts.add(count)
    return starts


assert len(CARD_NAMES) == 32
