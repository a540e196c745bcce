"""A record made from what somebody tells of a hand, one thing after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from preferans_pbn.archive import typed
from preferans_pbn.archive.typed import Mistyped
from preferans_pbn.cards import mask_of
from preferans_pbn.families import law_of
from preferans_pbn.notation import dumps
from preferans_pbn.record import INHERITABLE, PLAYER_TAGS, SEATS, TAGS, Calls, Record, Seat
from preferans_pbn.replaying.seating import seating_of
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import UndefinedByVariant, VariantError, load_variant

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_DATE: Final = re.compile(r"([0-9]{4})[-.]([0-9]{1,2})[-.]([0-9]{1,2})")
THREE: Final = "SWE"
SEAT_WORDS: Final = {seat: tag.lower() for tag, seat in PLAYER_TAGS.items()}


class Question(NamedTuple):
    """``name`` of the answer (that of the option, with ``-``), and what to ask."""

    name: str
    text: str


class Draft:
    """A record in the making.

    `take` adds an answer and raises Mistyped where it cannot be understood or does not fit what is known; `questions`
    are what is left to ask.  What nobody tells stays unknown.
    """

    def __init__(self) -> None:
        self.record = Record()
        self._answered: set[str] = set()

    def follow(self, before: Record) -> None:
        """Take what describes the session from the record before, and the next board's number."""
        for tag in INHERITABLE:
            if tag in PLAYER_TAGS:
                continue
            setattr(self.record, TAGS[tag], getattr(before, TAGS[tag]))
            if getattr(before, TAGS[tag]) is not None:
                self._answered.add(TAGS[tag])
        self.record.players = dict(before.players)
        if before.board is not None and before.board.isdecimal():
            self.take("board", str(int(before.board) + 1))

    @property
    def seats(self) -> str:
        """The seats that get cards, in the order S W N E."""
        record = self.record
        table = set(record.players) if len(record.players) >= 3 else set(THREE)
        table |= set(record.deal or ()) | ({record.dealer} if record.dealer else set())
        if len(table) == 4 and record.dealer:
            table.discard(record.dealer)
        return "".join(seat for seat in SEATS if seat in table)

    def questions(self) -> Iterator[Question]:
        """What is not told yet, one after the other; answers to one change what follows."""
        for name, text in (("variant", "Variant"), ("event", "Event"), ("date", "Date"), ("board", "Board")):
            yield from self._ask(name, text)
        if not self.record.players:
            for seat in THREE:
                yield from self._ask(f"name-{seat}", f"Who sits {SEAT_WORDS[seat]}")
        yield from self._ask("dealer", "Dealer (S, W, N or E)")
        for seat in self.seats:
            yield from self._ask(SEAT_WORDS[seat], f"{SEAT_WORDS[seat].capitalize()}'s ten cards")
        yield from self._ask("talon", "Talon, as it lay")
        if self.record.dealer:
            yield from self._ask("auction", f"Auction, from {self._order()[0]}")
        yield from self._ask("contract", "Contract")
        if self.record.contract not in ("all-pass", "thrown-in"):
            yield from self._ask("declarer", "Declarer")
            yield from self._ask("discard", "Discard")
            if self._first_defender() is not None:
                yield from self._ask("defence", f"Defence, from {self._first_defender()}")
        yield from self._ask("tricks", f"Tricks of {', '.join(self.seats)}")

    def _ask(self, name: str, text: str) -> Iterator[Question]:
        if name not in self._answered:
            yield Question(name, text)

    def take(self, name: str, text: str) -> None:
        """An answer.  Raises Mistyped, and is then as it was before."""
        text = text.strip()
        if not text:
            return
        word, _, seat = name.partition("-")
        if word in SEAT_WORDS.values():
            self._hand(next(seat for seat in SEATS if SEAT_WORDS[seat] == word), text)
        elif word == "name":
            self.record.players[seat] = _plain(text)
        else:
            taker: Callable[[str], None] = getattr(self, f"_{word}")
            taker(text)
        self._answered.add(name)

    def text(self) -> str:
        """The record in export form.  Raises ValueError if it holds what no text can express."""
        return dumps(self.record, seats=self._order() if self.record.dealer else None)

    # --- answers ------------------------------------------------------------------------------------------------
    def _variant(self, text: str) -> None:
        try:
            found = load_variant(text)
        except (VariantError, OSError) as error:
            raise Mistyped(str(error)) from None
        self.record.variant = found.id

    def _event(self, text: str) -> None:
        self.record.event = _plain(text)

    def _site(self, text: str) -> None:
        self.record.site = _plain(text)

    def _table(self, text: str) -> None:
        self.record.table = _plain(text)

    def _board(self, text: str) -> None:
        self.record.board = _plain(text)

    def _session(self, text: str) -> None:
        self.record.session = _plain(text)

    def _date(self, text: str) -> None:
        match = _DATE.fullmatch(text)
        if match is None or not 1 <= int(match[2]) <= 12 or not 1 <= int(match[3]) <= 31:
            raise Mistyped(f"{text} is no date such as 2026.11.26")
        self.record.date = f"{match[1]}.{int(match[2]):02}.{int(match[3]):02}"

    def _target(self, text: str) -> None:
        if not text.isdecimal() or len(text) > 9:
            raise Mistyped(f"{text} is no number")
        self.record.target = Fraction(text)

    def _dealer(self, text: str) -> None:
        self.record.dealer = typed.seat_typed(text)

    def _hand(self, seat: Seat, text: str) -> None:
        others = {**self._hands(), "talon": mask_of(self.record.talon or ())}
        others.pop(seat, None)
        hand = typed.hand_typed(text, others)
        self.record.deal = {**(self.record.deal or {}), seat: hand}

    def _talon(self, text: str) -> None:
        self.record.talon = typed.talon_typed(text, self._hands())

    def _auction(self, text: str) -> None:
        if self.record.dealer is None:
            raise Mistyped("the auction needs the dealer, who says whose the first call is")
        self.record.auction = Calls(self._order()[0], typed.auction_typed(text))

    def _declarer(self, text: str) -> None:
        self.record.declarer = typed.seat_typed(text)

    def _contract(self, text: str) -> None:
        self.record.contract = typed.contract_typed(text)

    def _discard(self, text: str) -> None:
        if text in ("-", "?"):
            self.record.discard = text
            return
        cards = typed.cards_typed(text)
        if len(cards) != 2:
            raise Mistyped(f"that is {len(cards)} card{'s' if len(cards) != 1 else ''}; two are discarded")
        self.record.discard = tuple(cards)

    def _defence(self, text: str) -> None:
        first = self._first_defender()
        if first is None:
            raise Mistyped("the defence needs the dealer, the declarer and a contract that is answered")
        self.record.defence = Calls(first, typed.defence_typed(text))

    def _tricks(self, text: str) -> None:
        self.record.tricks = typed.tricks_typed(text, self.seats)

    # --- who is next --------------------------------------------------------------------------------------------
    def _hands(self) -> dict[str, int | None]:
        return dict(self.record.deal or {})

    def _order(self) -> tuple[Seat, ...]:
        """The seats in playing order from forehand, by the variant."""
        rules = Rulesets().of(self._seated())[0]
        return seating_of(self._seated(), "cw" if rules is None else rules["direction"]).order

    def _seated(self) -> Record:
        """A record in which everybody at the table is named."""
        return Record(variant=self.record.variant, base=self.record.base, dealer=self.record.dealer,
                      deal=dict.fromkeys(self.seats, None), players=self.record.players)

    def _first_defender(self) -> Seat | None:
        """Who answers first; None where that is not known or nobody does."""
        record = self.record
        rules = Rulesets().of(self._seated())[0]
        if record.dealer is None or record.declarer is None or record.contract is None or rules is None:
            return None
        order = self._order()
        if record.declarer not in order[:3]:
            return None
        try:
            defence = law_of(rules).defence(record.contract, order.index(record.declarer), len(order))
        except (UndefinedByVariant, KeyError, ValueError):
            return None
        return None if defence is None or defence.turn < 0 else order[defence.turn]


def _plain(text: str) -> str:
    if _CONTROL.search(text):
        raise Mistyped("there is a control character in it")
    return text
