"""Random legal deals: whole sessions with running sheet, or loose deals.

The same seed gives the same records on every Python version: only ``random.Random.random`` is used, whose
sequence is guaranteed.  Deals are steered so that rare contracts, calls and endings occur often enough to
be seen; frequencies mean nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from preferans_pbn.cards import NO_TRUMP, RANKS, SUIT_MASKS, Card, Hand, cards_of, mask_of
from preferans_pbn.families import law_of
from preferans_pbn.record import Calls, Play, Record, Seat, Table, Trick
from preferans_pbn.replaying import Replay
from preferans_pbn.replaying.seating import Seating, next_seat, ring_with_dummy, seat_order
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.table_rows import Rows
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, UndefinedByVariant
from preferans_pbn.variants.portable import tags_of

NAMES: Final = {"S": "Anna", "W": "Boris", "N": "Dan", "E": "Clara"}
DUMMY_SEAT: Final = "N"
_SEATS: Final = {2: "SW", 3: "SWE", 4: "SWNE"}
"""The seats of the people at a table of two, three and four."""
_PLAYER_TAG_ORDER: Final = "SWNE"
LONGEST_SESSION: Final = 24
SHORT_LADDER: Final = 7
"""An auction that opens with so few bids climbs step by step."""

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
        self.tags = tags_of(rules)
        self.law: Law = law_of(rules)
        self.dice = Dice(seed)
        self.seed = seed
        self.made = 0
        self._ladder = len(self.law.auction(0).legal()) - 1
        self._tables = [number for number in rules["players"] if number in _SEATS] or [3]
        self._said: Counter[str] = Counter()
        self._named: Counter[str] = Counter()
        self._by_steps = self._ladder <= SHORT_LADDER
        self._aces = self.law.aces_violation("6S", True, None) is None

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
        seats = _SEATS[self._tables[number // 2 % len(self._tables)]]
        dealer: Seat = seats[self.dice.below(len(seats))]
        sessions = Sessions()
        for board in range(1, min(count, LONGEST_SESSION) + 1):
            state = sessions.state
            run = (state.run if state is not None else 0) or 0
            record = self._deal(self._seating(seats, dealer), dealer, run)
            record.event = f"Random deals, seed {self.seed}"
            record.session = f"{self.seed}-{number}"
            record.board = str(board)
            self.law.name_stakes(record, number % 2 == 0)
            replayed = sessions.replay(record, self.rules)
            state = sessions.state
            assert state is not None
            assert not replayed.diagnostics, (record, replayed.diagnostics)
            self._write_score(record, replayed)
            if state.sheet is not None and "sheet" in self.rules.supports:
                record.sheet_table = _table(self.law, self.law.rows(state.sheet, state.seats))
            last = state.ended or board == LONGEST_SESSION
            if last and state.sheet is not None and "settle" in self.rules.supports:
                amounts = dict(zip(state.seats, self.law.settle(state.sheet), strict=True))
                record.settlement_table = Table(("Seat", "Result"), tuple(
                    (seat, amount_text(amounts[seat])) for seat in _PLAYER_TAG_ORDER if seat in amounts))
            yield record
            if last:
                return
            if record.contract != "all-pass" or self.rules.get("dealer_rotation") != "stay_on_all_pass":
                dealer = next_seat(self.rules["direction"], seats, dealer)

    def _seating(self, seats: str, dealer: Seat) -> Seating:
        """Who plays in which order at a table of ``seats`` when ``dealer`` deals."""
        direction = self.rules["direction"]
        after = next_seat(direction, seats, dealer)
        if len(seats) == 2:
            return ring_with_dummy(after, DUMMY_SEAT, dealer, True)
        return seat_order(direction, seats, after, True)

    def loose(self, count: int) -> Iterator[Record]:
        """``count`` records that belong to no session."""
        for number in range(1, count + 1):
            seats = _SEATS[self._tables[number % len(self._tables)]]
            dealer = self.dice.one(seats)
            record = self._deal(self._seating(seats, dealer), dealer, 0)
            record.event = f"Random deal {number}, seed {self.seed}"
            replayed = Sessions().replay(record, self.rules)
            if replayed.score is None:  # it hangs on what came before: nothing did
                record.board = "1"
                replayed = Sessions().replay(record, self.rules)
            self._write_score(record, replayed)
            yield record

    def _write_score(self, record: Record, replayed: Replay) -> None:
        if replayed.score is not None:
            record.score_table = _table(self.law, self.law.rows(replayed.score, replayed.seats))

    # --- one deal -----------------------------------------------------------------------------------------
    def _deal(self, seating: Seating, dealer: Seat, run: int) -> Record:
        plan = PLANS[self.made % len(PLANS)]
        self.made += 1
        order = seating.order
        record = Record(
            variant=self.tags.variant,
            base=self.tags.base,
            rules=self.tags.rules,
            players={seat: NAMES[seat] for seat in _PLAYER_TAG_ORDER if seat in seating.table},
            dealer=dealer,
            dummy=order[seating.dummy] if seating.dummy >= 0 else None,
        )
        hands, talon = self._hands(plan)
        record.deal = {seat: hands[i] for i, seat in enumerate(order[:3])}
        record.talon = talon
        auction = self.law.auction(run)
        calls: list[str] = []
        while auction.turn >= 0:
            word = self._call(auction.legal(), plan, hands[auction.turn], calls)
            self._said[word] += 1
            auction.call(word)
            calls.append(word)
        record.auction = Calls(order[0], tuple(calls))
        result = auction.result()
        assert result is not None
        outcome = Outcome(seating.players, "all-pass", all_pass_run=run, talon=talon)
        if result.declarer is not None:
            self._declare(record, result, hands, talon, plan, order, outcome)
        else:
            record.contract = "all-pass"
            outcome.manner = self.law.all_pass_manner
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
        elif self._aces and self.dice.chance(0.15):
            # Four aces in one hand.
            others = [card for card in pack if not _ACES >> card & 1]
            hands = [_ACES | mask_of(others[:6]), mask_of(others[6:16]), mask_of(others[16:26])]
            holder = self.dice.below(3)
            hands[0], hands[holder] = hands[holder], hands[0]
            talon = (others[26], others[27])
        return hands, talon

    def _low_cards(self) -> Hand:
        """A hand of ten that may lose every trick: the lowest cards, with a hole or two."""
        weights = sorted(range(32), key=lambda card: ((card & 7) + self.dice.below(3), self.dice.below(32)))
        return mask_of(weights[:10])

    def _call(self, legal: Sequence[str], plan: Plan, hand: Hand, before: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        if plan.misere and "misere" in legal and hand & _HIGH == 0 and self.dice.chance(0.9):
            return "misere"
        # On a ladder that is climbed step by step the top is reached by two who will not stop.
        if "hold" in legal and self.dice.chance(0.98 if self._by_steps and plan.eager > 0.9 else 0.5):
            return "hold"
        bids = [word for word in legal if word not in ("pass", "hold") and (not word.startswith("misere"))]
        in_hand = [word for word in bids if word.startswith("hand")]
        if in_hand and not self._by_steps and self.dice.chance(0.5 if len(in_hand) == len(bids) else 0.08):
            return "hand" if "hand" in in_hand and self.dice.chance(0.8) else min(in_hand, key=self._said.__getitem__)
        # The higher the auction stands, the fewer bids are left and the sooner a player passes.
        left = 1.0 if self._by_steps else len(bids) / max(1, self._ladder)
        eager = plan.eager * (0.4 if plan.misere else 1.6) * left * left
        if "pass" in legal and (not bids or not self.dice.chance(eager)):
            return "pass"
        rare = min(bids, key=self._said.__getitem__) if bids else ""
        if rare and not self._said[rare] and self.dice.chance(0.2):
            return rare
        if "hand" in before and self.dice.chance(0.5):
            if "hand" in legal:
                return "hand"
            if "hand-5" in bids:
                return min(bids, key=self._said.__getitem__)
        plain = [word for word in bids if not word.startswith("hand")]
        if 0 < len(plain) < len(bids) and self.dice.chance(0.7):
            bids = plain  # most games are bid for with the talon
        elif bids and not plain and "hand-5" not in bids and self.dice.chance(0.7):
            return "pass"  # only a game in hand goes on from here
        if self._by_steps and bids:
            return bids[0] if self.dice.chance(0.6) else self.dice.one(bids)
        reach = max(1, int(len(bids) * plan.eager * plan.eager * self.dice.below(100) / 100))
        return bids[self.dice.below(min(reach, len(bids)))] if bids else legal[0]

    def _declare(self, record: Record, result: Any, hands: list[Hand], talon: tuple[Card, ...], plan: Plan,
                 order: Sequence[Seat], outcome: Outcome) -> None:
        law = self.law
        declarer: int = result.declarer
        record.declarer = order[declarer]
        contracts = law.contracts(result)
        twelve = hands[declarer] | (0 if result.hand else mask_of(talon))
        whole_hand = twelve
        while True:
            contract = self._contract(contracts, twelve, plan)
            if not law.discard_size(contract, result.hand):
                record.discard = "-"
                break
            discard = self._discard(twelve, _strain(contract), _avoids_tricks(contract))
            left = twelve & ~mask_of(discard)
            if len(contracts) == 1 or law.hand_violation(contract, left) is None:
                record.discard, twelve = discard, left
                break
            contracts = [word for word in contracts if word != contract]  # too few trumps for an agreed minimum
        record.contract = contract
        self._named[contract] += 1
        hands[declarer] = twelve
        outcome.contract, outcome.declarer, outcome.bid, outcome.hand = contract, declarer, result.bid, result.hand
        if self._aces and self.law.aces_violation(contract, True, whole_hand) is None and self.dice.chance(0.8):
            record.aces = order[declarer]
        try:
            defence = law.defence(contract, declarer, outcome.players)
        except UndefinedByVariant:
            return  # who may say what is not known, so nothing is written
        if defence is None:
            outcome.roles, outcome.open, outcome.manner = law.roles_without_calls(contract, declarer)
            return
        first = order[defence.turn]
        words: list[str] = []
        while defence.turn >= 0:
            answers = defence.legal()
            word = "fine" if answers[-1] == "fine" and self.dice.chance(0.3) else self.dice.one(answers)
            defence.call(word)
            words.append(word)
        if words[-1] == "closed" or (words[-2:] == ["half", "pass"] and outcome.players == 3):
            words.pop()  # implied, so not written
        if words == ["whist", "pass", "whist"] and outcome.players == 3:
            words.pop()  # he stays
        while len(words) > 1 and words[-1] == "fine":
            words.pop()
        record.defence = Calls(first, tuple(words))
        outcome.roles, outcome.open, outcome.manner = defence.roles(), defence.open(), defence.manner()
        outcome.kontra, outcome.bids = defence.kontra(), getattr(result, "bids", ())

    def _contract(self, contracts: Sequence[str], twelve: Hand, plan: Plan) -> str:
        """A low contract in a long suit most of the time, the rarest so far now and then."""
        if plan.misere and (twelve & _HIGH).bit_count() <= 3:
            betl = [word for word in contracts if _avoids_tricks(word)]
            if betl:
                return betl[0]
        if len(contracts) == 1 or self.dice.chance(0.35 if self._by_steps else 0.15):
            return min(contracts, key=self._named.__getitem__)
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
        try:
            play = self.law.trickplay(outcome, hands, talon)
        except UndefinedByVariant:
            return  # how this is played is not known: the record ends with the defence
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
        if 0 < stop < len(tricks) and sum(play.taken) == play.length:
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


_ACES: Final = mask_of(suit * 8 + RANKS.index("A") for suit in range(4))
_HIGH: Final = mask_of(suit * 8 + rank for suit in range(4) for rank in range(RANKS.index("Q"), 8))


def _strain(contract: str) -> int:
    """The trump suit of a contract word, or `NO_TRUMP`."""
    letter = contract.removesuffix("-hand")[-1:]
    return "SCDH".index(letter) if letter in "SCDH" and letter else NO_TRUMP


def _avoids_tricks(contract: str) -> bool:
    """Does the declarer want no trick?"""
    return contract.removesuffix("-hand") in ("misere", "betl")


def _length(hand: Hand, trump: int) -> int:
    return (hand & SUIT_MASKS[trump]).bit_count() if trump != NO_TRUMP else 3


def _table(law: Law, rows: Rows) -> Table:
    return Table(("Seat", *law.columns), rows)
