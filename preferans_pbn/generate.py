"""Random legal deals: whole sessions with running sheet, or loose deals.

The same seed gives the same records on every Python version: only ``random.Random.random`` is used, whose
sequence is guaranteed.  Deals are steered so that rare contracts, calls and endings occur often enough to
be seen; frequencies mean nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from preferans_pbn.cards import NO_TRUMP, RANKS, SUIT_MASKS, Card, Hand, cards_of, mask_of
from preferans_pbn.families import law_of
from preferans_pbn.record import Calls, Play, Record, Seat, Table, Trick
from preferans_pbn.replay.seating import Seating, next_seat, seat_order
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, format_rules

NAMES: Final = {"S": "Anna", "W": "Boris", "N": "Dan", "E": "Clara"}
_PLAYER_TAG_ORDER: Final = "SWNE"
LONGEST_SESSION: Final = 24

T = TypeVar("T")


class Plan(NamedTuple):
    """What a deal shall become: how eager the bidders are (0 to 1), whether misère is sought, how the
    sides play (``high``, ``low``, ``any``), and how the play ends."""

    eager: float
    misere: bool
    declarer: str
    defenders: str
    strong: bool
    ending: str


# One round through these plans shows what a variant has; each line is one deal.
PLANS: Final = (
    Plan(0.35, False, "high", "low", True, "played"),
    Plan(0.35, False, "any", "any", False, "played"),
    Plan(0.0, False, "any", "any", False, "played"),
    Plan(0.6, False, "high", "low", True, "played"),
    Plan(0.3, True, "low", "high", False, "played"),
    Plan(0.5, False, "high", "any", True, "claim"),
    Plan(0.85, False, "high", "low", True, "played"),
    Plan(0.5, True, "low", "any", False, "played"),
    Plan(0.4, False, "low", "high", False, "played"),
    Plan(0.0, False, "low", "high", False, "played"),
    Plan(0.7, False, "any", "any", True, "played"),
    Plan(0.97, False, "high", "low", True, "played"),
    Plan(0.25, False, "high", "low", True, "played"),
)


class Dice:
    """The only source of chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        return int(self._random() * n)

    def one(self, things: Sequence[T]) -> T:
        """One of ``things``."""
        return things[self.below(len(things))]

    def chance(self, probability: float) -> bool:
        """True with ``probability``."""
        return self._random() < probability

    def shuffled(self, n: int) -> list[int]:
        """The numbers 0 to n-1 in random order."""
        cards = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


class Generator:
    """Makes records under one ruleset."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.law: Law = law_of(rules)
        self.dice = Dice(seed)
        self.seed = seed
        self.made = 0
        self._ladder = len(self.law.auction(0).legal()) - 1

    # --- sessions --------------------------------------------------------------------------------------
    def sessions(self, count: int) -> Iterator[Record]:
        """``count`` records in sessions that begin at Board 1 and end with a settlement."""
        number = 0
        while count > 0:
            number += 1
            for record in self._session(number, count):
                yield record
                count -= 1

    def _session(self, number: int, count: int) -> Iterator[Record]:
        tables = [n for n in self.rules["players"] if n in (3, 4)]
        players = tables[number % len(tables)] if tables else 3
        seats = "SWNE" if players == 4 else "SWE"
        direction = self.rules["direction"]
        dealer: Seat = seats[self.dice.below(len(seats))]
        target = self.law.target(None)
        sessions = Sessions()
        for board in range(1, min(count, LONGEST_SESSION) + 1):
            state = sessions.state
            run = (state.run if state is not None else 0) or 0
            record = self._deal(seat_order(direction, seats, next_seat(direction, seats, dealer), True), dealer, run)
            record.event = f"Random deals, seed {self.seed}"
            record.session = f"{self.seed}-{number}"
            record.board = str(board)
            if target is not None:
                record.target = Fraction(target)
            replayed = sessions.replay(record, self.rules)
            state = sessions.state
            assert state is not None
            assert not replayed.diagnostics, (record, replayed.diagnostics)
            record.score_table = _table(self.law, self.law.cells(replayed.score, replayed.seats))
            record.sheet_table = _table(self.law, self.law.cells(state.sheet, state.seats))
            last = state.ended or board == LONGEST_SESSION
            if last:
                amounts = dict(zip(state.seats, self.law.settle(state.sheet), strict=True))
                record.settlement_table = Table(("Seat", "Result"), tuple(
                    (seat, amount_text(amounts[seat])) for seat in _PLAYER_TAG_ORDER if seat in amounts))
            yield record
            if last:
                return
            dealer = next_seat(direction, seats, dealer)

    def loose(self, count: int) -> Iterator[Record]:
        """``count`` records that belong to no session."""
        direction = self.rules["direction"]
        for number in range(1, count + 1):
            dealer = self.dice.one("SWE")
            record = self._deal(seat_order(direction, "SWE", next_seat(direction, "SWE", dealer), True), dealer, 0)
            record.event = f"Random deal {number}, seed {self.seed}"
            replayed = Sessions().replay(replace(record, board="1"), self.rules)
            record.score_table = _table(self.law, self.law.cells(replayed.score, replayed.seats))
            yield record

    # --- one deal -----------------------------------------------------------------------------------------
    def _deal(self, seating: Seating, dealer: Seat, run: int) -> Record:
        plan = PLANS[self.made % len(PLANS)]
        self.made += 1
        order = seating.order
        record = Record(
            variant=self.rules.id,
            rules=tuple(sorted(parse_pairs(self.rules))) or None,
            players={seat: NAMES[seat] for seat in _PLAYER_TAG_ORDER if seat in order},
            dealer=dealer,
        )
        hands, talon = self._hands(plan)
        record.deal = {seat: hands[i] for i, seat in enumerate(order[:3])}
        record.talon = talon
        auction = self.law.auction(run)
        calls: list[str] = []
        while auction.turn >= 0:
            word = self._call(auction.legal(), plan, hands[auction.turn])
            auction.call(word)
            calls.append(word)
        record.auction = Calls(order[0], tuple(calls))
        result = auction.result()
        assert result is not None
        outcome = Outcome(len(order), "all-pass", all_pass_run=run, talon=talon)
        if result.declarer is not None:
            self._declare(record, result, hands, talon, plan, order, outcome)
        else:
            record.contract = "all-pass"
        if outcome.manner == "played":
            self._play(record, outcome, [*hands, 0][: len(order)], talon, plan, order)
        return record

    def _hands(self, plan: Plan) -> tuple[list[Hand], tuple[Card, Card]]:
        pack = self.dice.shuffled(32)
        hands = [mask_of(pack[i * 10: i * 10 + 10]) for i in range(3)]
        talon = (pack[30], pack[31])
        if plan.misere:
            # The rest is dealt round one weak hand.
            weak = self.dice.below(3)
            low = self._low_cards()
            rest = [card for card in pack if not low >> card & 1]
            hands = [mask_of(rest[:10]), mask_of(rest[10:20])]
            hands.insert(weak, low)
            talon = (rest[20], rest[21])
        return hands, talon

    def _low_cards(self) -> Hand:
        """A hand of ten that may lose every trick: the lowest cards, with a hole or two."""
        weights = sorted(range(32), key=lambda card: ((card & 7) + self.dice.below(3), self.dice.below(32)))
        return mask_of(weights[:10])

    def _call(self, legal: Sequence[str], plan: Plan, hand: Hand) -> str:
        if len(legal) == 1:
            return legal[0]
        if plan.misere and "misere" in legal and hand & _HIGH == 0 and self.dice.chance(0.9):
            return "misere"
        if "hold" in legal and self.dice.chance(0.5):
            return "hold"
        bids = [word for word in legal if word not in ("pass", "hold") and (not word.startswith("misere"))]
        # The higher the auction stands, the fewer bids are left and the sooner a player passes.
        left = len(bids) / max(1, self._ladder)
        eager = plan.eager * (0.4 if plan.misere else 1.6) * left * left
        if "pass" in legal and (not bids or not self.dice.chance(eager)):
            return "pass"
        reach = max(1, int(len(bids) * plan.eager * plan.eager * self.dice.below(100) / 100))
        return bids[self.dice.below(min(reach, len(bids)))] if bids else legal[0]

    def _declare(self, record: Record, result: Any, hands: list[Hand], talon: tuple[Card, ...], plan: Plan,
                 order: Sequence[Seat], outcome: Outcome) -> None:
        law = self.law
        declarer: int = result.declarer
        record.declarer = order[declarer]
        contracts = law.contracts(result)
        twelve = hands[declarer] | (0 if result.hand else mask_of(talon))
        contract = self._contract(contracts, twelve, plan)
        record.contract = contract
        trump = _strain(contract)
        if law.discard_size(contract, result.hand):
            discard = self._discard(twelve, trump, contract == "misere")
            record.discard = discard
            twelve &= ~mask_of(discard)
        else:
            record.discard = "-"
        hands[declarer] = twelve
        outcome.contract, outcome.declarer, outcome.bid, outcome.hand = contract, declarer, result.bid, result.hand
        defence = law.defence(contract, declarer, len(order))
        if defence is None:
            outcome.roles, outcome.open, outcome.manner = law.roles_without_calls(contract, declarer)
            return
        first = order[defence.turn]
        words: list[str] = []
        while defence.turn >= 0:
            word = self.dice.one(defence.legal())
            defence.call(word)
            words.append(word)
        if words[-1] == "closed" or words[-2:] == ["half", "pass"]:
            words.pop()  # implied, so not written
        record.defence = Calls(first, tuple(words))
        outcome.roles, outcome.open, outcome.manner = defence.roles(), defence.open(), defence.manner()

    def _contract(self, contracts: Sequence[str], twelve: Hand, plan: Plan) -> str:
        """A low contract in a long suit most of the time, any other now and then."""
        if len(contracts) == 1 or self.dice.chance(0.15):
            return self.dice.one(contracts[: max(1, len(contracts) - 2)])
        near = contracts[:5]
        if not plan.strong:
            return self.dice.one(near)
        return max(near, key=lambda word: _length(twelve, _strain(word)))

    def _discard(self, twelve: Hand, trump: int, misere: bool) -> tuple[Card, ...]:
        cards = cards_of(twelve)
        cards.sort(key=lambda card: (card >> 3 == trump, card & 7, card), reverse=misere)
        if self.dice.chance(0.2):
            first = self.dice.below(12)
            second = (first + 1 + self.dice.below(11)) % 12
            return tuple(cards_of(1 << cards[first] | 1 << cards[second]))
        return tuple(cards_of(mask_of(cards[:2])))

    # --- play -----------------------------------------------------------------------------------------------
    def _play(self, record: Record, outcome: Outcome, hands: list[Hand], talon: tuple[Card, ...], plan: Plan,
              order: Sequence[Seat]) -> None:
        play = self.law.trickplay(outcome, hands, talon)
        first = order[play.turn]
        stop = 1 + self.dice.below(9) if plan.ending == "claim" else 0
        tricks: list[Trick] = []
        before = list(play.taken)
        while play.turn >= 0:
            if len(tricks) == stop:
                before = list(play.taken)
            lead = play.talon_lead()
            cards = [self._card(play, outcome, plan) for _ in range(play.size)]
            tricks.append(Trick(tuple(cards), lead))
        seats = [seat for seat in _PLAYER_TAG_ORDER if seat in order]
        taken = {seat: play.taken[order.index(seat)] for seat in seats}
        if len(order) == 4 and outcome.contract != "all-pass":
            seats = [seat for seat in seats if seat != order[3]]
        if stop:
            record.play = Play(first, tuple(tricks[:stop]), "*")
            record.claim = {seat: taken[seat] - before[order.index(seat)] for seat in seats}
        else:
            record.play = Play(first, tuple(tricks))
        record.tricks = {seat: taken[seat] for seat in seats}

    def _card(self, play: Trickplay, outcome: Outcome, plan: Plan) -> Card:
        cards = cards_of(play.legal())
        manner = plan.declarer if play.turn == outcome.declarer or outcome.declarer is None else plan.defenders
        if manner == "any" or self.dice.chance(0.15):
            card = self.dice.one(cards)
        else:
            cards.sort(key=lambda card: (card & 7, card))
            card = cards[-1] if manner == "high" else cards[0]
        play.play(card)
        return card


def generate(rules: Ruleset, seed: int, count: int, *, single: bool = False) -> Iterator[Record]:
    """``count`` random legal records under ``rules``: sessions, or with ``single`` loose deals."""
    generator = Generator(rules, seed)
    return generator.loose(count) if single else generator.sessions(count)


def parse_pairs(rules: Ruleset) -> list[tuple[str, str]]:
    """The Rules tag of a ruleset: what differs from its variant, as pairs of texts."""
    text = format_rules(rules.overrides)
    return [(name, value) for name, _, value in (pair.partition("=") for pair in text.split())]


_HIGH: Final = mask_of(suit * 8 + rank for suit in range(4) for rank in range(RANKS.index("Q"), 8))


def _strain(contract: str) -> int:
    """The trump suit of a contract word, or `NO_TRUMP`."""
    letter = contract.removesuffix("-hand")[-1:]
    return "SCDH".index(letter) if letter in "SCDH" and letter else NO_TRUMP


def _length(hand: Hand, trump: int) -> int:
    return (hand & SUIT_MASKS[trump]).bit_count() if trump != NO_TRUMP else 3


def _table(law: Law, cells: dict[Seat, tuple[str, ...]]) -> Table:
    rows = tuple((seat, *cells[seat]) for seat in _PLAYER_TAG_ORDER if seat in cells)
    return Table(("Seat", *law.columns), rows)
