"""A record as rows of the tables.

What rests on rules comes from the replay; of a record that names no variant only what it says itself is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from preferans_pbn.cards import CARD_NAMES, Card, hand_text
from preferans_pbn.convert.model import Loss
from preferans_pbn.notation import to_json
from preferans_pbn.record import SEATS, UNKNOWN_CARD, Calls, Mark, Record, Seat, Table
from preferans_pbn.render.deal import game_made, seat_order
from preferans_pbn.render.describing import Described, Describer
from preferans_pbn.render.sheet import amounts_on
from preferans_pbn.render.turns import Spoken, auction_turns, defence_turns, trick_rows
from preferans_pbn.rules.amounts import parse_amount
from preferans_pbn.session import Sessions, session_key
from preferans_pbn.variants import format_rules

T_contra = TypeVar("T_contra", contravariant=True)
Value = str | int | float | bool | None
Row = dict[str, Value]

PLAYING: Final = frozenset(("whist", "come", "call-partner", "called", "play", "together", "helper"))
"""Roles of defenders who play against the contract."""
_LISTS: Final = frozenset(("whists", "supe"))
"""Items that are written on somebody."""
_CONTRACT: Final = re.compile(r"(10|[6-9])?(NT|[SCDH])?(-hand)?")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_ID: Final = 16


class Rows(Protocol[T_contra]):
    """Makes rows of one thing after the other."""

    def rows(self, record: T_contra, /) -> Iterable[tuple[str, Row]]:
        """The rows of the next one, each with the name of its table."""


class LastSession(NamedTuple):
    """The session of a record: its id, and what it is told apart by where it was not replayed."""

    named: tuple[str | None, tuple[str | None, ...]] | None
    id: str


class Tabulator:
    """Makes the rows of the records of one stream, in order; what the tables do not hold goes to ``lose``.

    Of a part of a stream: ``before`` so many records stand before it, where its ``sessions`` stand so; ``last`` is the
    session of the last of them.
    """

    def __init__(self, lose: Callable[[Loss], None], before: int = 0, sessions: Sessions | None = None,
                 last: LastSession | None = None) -> None:
        self._describer = Describer(sessions=sessions)
        self._lose = lose
        self._number = before
        self._session: tuple[Any, str] = (None, "")
        if last is not None and sessions is not None:
            self._session = (sessions.state if last.named is None else last.named, last.id)

    @property
    def sessions(self) -> Sessions:
        """The sessions of the stream, behind the last record."""
        return self._describer.sessions

    @property
    def last(self) -> LastSession:
        """The session of the last record."""
        owner, name = self._session
        return LastSession(owner if isinstance(owner, tuple) else None, name)

    def rows(self, record: Record) -> Iterator[tuple[str, Row]]:
        """The rows of the next record, each with the name of its table; the deal's comes first."""
        self._number += 1
        described = self._describer.in_session(record)
        deal = _Deal(record, described, self._number, self._session_of(record, described))
        self._report(record)
        broken = False
        for table, row in deal.rows():
            for name, value in row.items():
                if isinstance(value, str) and not value.isascii() and _SURROGATES.search(value):
                    row[name] = _SURROGATES.sub("\ufffd", value)
                    broken = True
                elif value == "":
                    row[name] = None
            yield table, row
        if broken:
            self._lose(Loss("text", self._number, "bytes that are no text are written as U+FFFD"))

    def _session_of(self, record: Record, described: Described) -> str:
        """Deals that are replayed in one session share its id; so do those of one file that are not replayed and name
        the same one."""
        path = None if record.source is None else record.source.path
        owner = described.session if described.session is not None else (path, session_key(record))
        if owner is not self._session[0] and (described.session is not None or owner != self._session[0]):
            name = json.dumps([self._number, *session_key(record)])
            self._session = (owner, sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_ID])
        return self._session[1]

    def _report(self, record: Record) -> None:
        lost = [("comments", "the tables have no place for comments")] if record.comments else []
        lost += [(extra.name, "the tables have no place for a tag that the notation does not know")
                 for extra in record.extras]
        lost += [(name, "could not be read") for name in sorted(record.damaged)]
        for field, why in lost:
            self._lose(Loss(field, self._number, why))


class _Deal:
    """One record, replayed or not."""

    def __init__(self, record: Record, described: Described, number: int, session: str) -> None:
        shown = described.shown
        known = record.variant is not None or record.base is not None
        self.record = record
        self.shown = shown
        self.findings = described.findings
        self.number = number
        self.session = session
        self.rules = shown.rules if known else None
        self.replayed = shown.replayed if known else None
        self.outcome = self.replayed.outcome if self.replayed is not None else None
        self.order = self.replayed.seats if self.replayed is not None else seat_order(record)
        self.id = f"{_hash(record)}-{number}"
        self.contract = record.contract or (self.outcome.contract if self.outcome is not None else None)
        self.declarer = record.declarer or self._seat(self.outcome.declarer if self.outcome is not None else None)

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Every row."""
        yield "deals", self._deal()
        yield from (("calls", row) for row in self._calls())
        yield from (("plays", row) for row in self._plays())
        yield from (("scores", row) for row in self._scores())

    def _seat(self, index: int | None) -> Seat | None:
        return None if index is None else self.order[index]

    def _player(self, seat: Seat | None) -> str | None:
        return None if seat is None else self.record.players.get(seat)

    # --- deals ----------------------------------------------------------------------------------------
    def _deal(self) -> Row:
        record, rules = self.record, self.rules
        hands = record.position if record.position is not None else record.deal or {}
        row: Row = {
            "deal_id": self.id, "number": self.number, "session_id": self.session, "event": record.event,
            "site": record.site, "date": record.date, "table": record.table, "board": record.board,
            "session": record.session, "variant": record.variant, "base": record.base,
            "rules": None if record.rules is None else format_rules(dict(record.rules)),
            "played_by": None if rules is None else f"{rules.id}@{rules.revision}",
            "target": _float(record.target), "bule": _float(record.bule), "kasa": _float(record.kasa),
            "kasa_left": _float(record.kasa_left), "all_pass_run": record.all_pass_run,
            "refe_before": _by_seat(record.refe), "dealer": record.dealer, "dummy": record.dummy,
            "talon": _cards(record.talon), "is_position": record.position is not None, "leader": record.leader,
            "discard": record.discard if isinstance(record.discard, str) else _cards(record.discard),
            "declarer": self.declarer, "contract": self.contract, "aces": record.aces,
            "play_end": None if record.play is None else record.play.end, "claim": _by_seat(record.claim),
            "ruling": record.ruling, "errors": sum(one.severity == "error" for one in self.findings),
            "codes": " ".join(sorted({one.code for one in self.findings})),
        }
        for seat in SEATS:
            hand = hands.get(seat)
            row[f"player_{seat.lower()}"] = record.players.get(seat)
            row[f"hand_{seat.lower()}"] = None if hand is None else hand_text(hand)
        row.update(_contract_parts(self.contract))
        row.update(self._came_of_it())
        return row

    def _came_of_it(self) -> Row:
        """Roles, outcome and tricks: from the replay, else as the record's own tags have them."""
        record, outcome = self.record, self.outcome
        roles: Mapping[Seat, str] | None = record.defenders
        kontra = record.kontra
        tricks: Mapping[Seat, int | None] = record.tricks if record.tricks and record.position is None else {}
        row: Row = {"bid": record.bid, "open": record.open, "outcome": record.outcome}
        if outcome is not None:
            roles = {self.order[i]: role for i, role in outcome.roles.items()}
            if outcome.kontra is not None:
                kontra = (self.order[outcome.kontra[0]], outcome.kontra[1])
            row["bid"] = record.bid or outcome.bid
            row["open"] = record.open or outcome.open
            row["outcome"] = outcome.manner
            if outcome.manner == "played" and outcome.tricks:
                tricks = {self.order[i]: count for i, count in enumerate(outcome.tricks) if i < 3 or count}
            if outcome.hand:
                row["from_hand"] = True
            row["made"] = game_made(outcome, self.rules)
        for seat in SEATS:
            row[f"role_{seat.lower()}"] = (roles or {}).get(seat)
            row[f"tricks_{seat.lower()}"] = tricks.get(seat)
        row["whisters"] = None if roles is None else sum(role in PLAYING for role in roles.values())
        row["kontra_by"], row["kontra_level"] = kontra or (None, None)
        if self.declarer is not None and row["outcome"] in ("played", None):
            row["declarer_tricks"] = tricks.get(self.declarer)
        return row

    # --- calls, plays ---------------------------------------------------------------------------------
    def _calls(self) -> Iterator[Row]:
        record = self.record
        if record.auction is not None:
            spoken = auction_turns(record.auction, self.order, self.rules, self.shown.run, record.dummy)
            yield from self._spoken("auction", record.auction, spoken)
        if record.defence is not None:
            index = self.order.index(self.declarer) if self.declarer in self.order else None
            spoken = defence_turns(record.defence, self.order, self.rules, self.contract, index)
            yield from self._spoken("defence", record.defence, spoken)

    def _spoken(self, stage: str, calls: Calls, spoken: Sequence[Spoken]) -> Iterator[Row]:
        for one in spoken:
            mark = calls.marks.get(one.number)
            yield {"deal_id": self.id, "stage": stage, "number": one.number + 1, "seat": one.seat,
                   "player": self._player(one.seat), "call": one.word, **_marked(mark, calls.notes)}

    def _plays(self) -> Iterator[Row]:
        play = self.record.play
        if play is None:
            return
        for number, trick in enumerate(trick_rows(self.record, play, self.replayed, self.rules, self.order), 1):
            winner = trick.winner or None
            if trick.talon is not None:
                won = None if winner is None else winner not in trick.cards
                yield {"deal_id": self.id, "trick": number, "place": 0, **_card(trick.talon), "led": True, "won": won,
                       "taken_by": winner}
            for place, (seat, (card, at)) in enumerate(trick.cards.items(), 1):
                yield {"deal_id": self.id, "trick": number, "place": place, "seat": seat,
                       "player": self._player(seat), **_card(card), "led": place == 1 and trick.talon is None,
                       "won": None if winner is None else seat == winner, "taken_by": winner,
                       **_marked(play.marks.get(at), play.notes)}

    # --- scores ---------------------------------------------------------------------------------------
    def _scores(self) -> Iterator[Row]:
        record, shown = self.record, self.shown
        known = self.replayed is not None
        columns = shown.columns
        settled: Mapping[Seat, Sequence[str]] = {seat: (amount,) for seat, amount in shown.settlement.items()}
        nothing: Mapping[Seat, Sequence[str]] = {}
        for kind, heads, rows, table in (
            ("opening", (), nothing, record.opening_sheet_table),
            ("adjustment", (), nothing, record.adjust_table),
            ("score", columns, shown.score if known else nothing, record.score_table),
            ("sheet", columns, shown.sheet if known else nothing, record.sheet_table),
            ("settlement", ("Result",), settled if known else nothing, record.settlement_table),
        ):
            yield from self._amounts(kind, _items(heads, rows), _claims(table))

    def _amounts(self, kind: str, actual: dict[_Item, str], claimed: dict[_Item, str]) -> Iterator[Row]:
        told = {key[:2] for key in actual}
        says = {key[:2] for key in claimed}
        for key in dict.fromkeys((*actual, *claimed)):
            seat, item, on = key
            if not on and item in _LISTS and any(other[:2] == key[:2] and other[2] for other in (*actual, *claimed)):
                continue  # "nothing" of one side; the other side names somebody, and that row says so
            exact = actual.get(key, "0" if (seat, item) in told else claimed.get(key, "0"))
            claim = claimed.get(key, "0" if (seat, item) in says else None)
            if not on and item in _LISTS and exact in ("0", "-"):
                continue
            yield {"deal_id": self.id, "kind": kind, "seat": seat, "player": self._player(seat), "item": item,
                   "on_seat": on, "amount": _float(parse_amount(exact)),
                   "exact": None if exact == "?" else exact, "claimed": claim}


_Item = tuple[Seat, str, Seat]


def _items(columns: Sequence[str], rows: Mapping[Seat, Sequence[str]]) -> dict[_Item, str]:
    """Cells as amounts by seat, item and the seat that they are written on (``""``: on nobody)."""
    found: dict[_Item, str] = {}
    for seat, cells in rows.items():
        for column, cell in zip(columns, cells, strict=False):
            item = column.lower()
            amounts = amounts_on(cell)
            for on, amount in amounts.items():
                found[seat, item, on] = amount
            if not amounts:
                found[seat, item, ""] = "0" if cell == "-" else cell
    return found


def _claims(table: Table | None) -> dict[_Item, str]:
    return {} if table is None else _items(table.columns[1:], {row[0]: row[1:] for row in table.rows})


def _hash(record: Record) -> str:
    text = json.dumps(to_json(record), sort_keys=True, ensure_ascii=True)
    return sha256(text.encode("ascii")).hexdigest()[:_ID]


def _float(amount: Fraction | int | None) -> float | None:
    return None if amount is None else float(amount)


def _cards(cards: Iterable[Card] | None) -> str | None:
    return None if cards is None else " ".join("-" if card == UNKNOWN_CARD else CARD_NAMES[card] for card in cards)


def _by_seat(counts: Mapping[Seat, int | None] | None) -> str | None:
    if counts is None:
        return None
    return " ".join(f"{seat}:{'?' if count is None else count}" for seat, count in counts.items())


def _contract_parts(contract: str | None) -> Row:
    if contract is None:
        return {}
    found = _CONTRACT.fullmatch(contract)
    hand = contract.endswith("-hand")
    if found is None:
        return {"from_hand": hand}
    return {"level": int(found[1]) if found[1] else None, "strain": found[2], "from_hand": hand}


def _card(card: Card) -> Row:
    if card == UNKNOWN_CARD:
        return {"card": None, "suit": None, "rank": None}
    name = CARD_NAMES[card]
    return {"card": name, "suit": name[0], "rank": name[1]}


def _marked(mark: Mark | None, notes: Mapping[int, str]) -> Row:
    if mark is None:
        return {"mark": None, "note": None}
    return {"mark": (f"^{mark.irregularity}" if mark.irregularity else "") + "".join(mark.suffixes),
            "note": notes.get(mark.note)}
