"""A deal as steps: what somebody at the table sees, one thing after the other.

The steps are worked out here, from the record and its replay, so that a page only has to show them.  Wrong records
have steps too: calls and cards are those that were written, and nothing is judged but by the findings, which stand
with the step that they are about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.cards import CARD_NAMES, Card, Hand, cards_of, mask_of
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.record import UNKNOWN_CARD, Calls, Mark, Play, Seat, Where
from preferans_pbn.render.deal import Shown, seat_order
from preferans_pbn.render.page.bonds import Follower
from preferans_pbn.render.turns import Row, auction_turns, defence_turns, trick_rows
from preferans_pbn.rules.interface import Auction, Defence
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import UndefinedByVariant

HAND_SIZE: Final = 10
_AUCTION_RULES: Final = ("bid_style", "bid_steps", "min_bid", "hold", "misere_bid", "misere_beaten_by", "in_hand",
                         "without_talon_bids")
_DEFENCE_RULES: Final = ("defence", "ten", "half_whist", "whist_return", "first_may_leave", "own_whist", "open_play",
                         "invite", "kontra_max", "kontra_after_call")
_CONTRACT_RULES: Final = ("trump_named", "contract_floor", "contract_raise", "concede")
_OPEN_RULES: Final = {"misere": "misere_open", "pair": "open_when", "passer": "open_when"}


@dataclass(slots=True)
class Step:
    """One thing that happens.

    ``do``: ``deal``, ``call``, ``take`` (the declarer takes the talon), ``discard``, ``contract``, ``answer``,
    ``roles`` (written without the calls that led to them), ``open`` (hands are laid open), ``talon`` (a talon card
    leads), ``play``, ``claim``, ``end``.  ``seat``: whose it is, ``""`` where that cannot be told.  ``word``: a call
    or contract.  ``cards``: those that move, `UNKNOWN_CARD` where not known.  ``seats`` with their role or share,
    for ``roles``, ``open`` and ``claim``.  ``trick`` from 1; ``won``: who takes it, on its last card.
    ``legal``: cards or calls that were allowed, None where that is not known; ``why``: a word of
    `preferans_pbn.render.page.bonds.WHYS`; ``rules``: the parameters behind it.  ``mark`` as written behind the call
    or card; ``texts``: comments and notes; ``findings``: numbers of the findings about it.
    """

    do: str
    seat: Seat = ""
    word: str = ""
    cards: tuple[Card, ...] = ()
    seats: Mapping[Seat, str] = field(default_factory=dict)
    trick: int = 0
    won: Seat = ""
    legal: tuple[str, ...] | None = None
    why: str = ""
    rules: tuple[str, ...] = ()
    mark: str = ""
    texts: list[str] = field(default_factory=list)
    findings: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Steps:
    """The steps of a deal and the hands before the first of them.

    ``order``: the seats in playing order, a resting dealer last.  ``hands``: the cards dealt to each seat that plays;
    ``unknown``: how many cards of each are not known.  ``head``: comments about the record as a whole.
    """

    order: tuple[Seat, ...]
    hands: dict[Seat, tuple[Card, ...]]
    unknown: dict[Seat, int]
    steps: list[Step]
    head: list[str]


def steps_of(shown: Shown, findings: Sequence[Diagnostic] = ()) -> Steps:
    """The steps of a deal.  ``findings``: what was found wrong with it, in the order in which a page lists it."""
    return _Telling(shown, findings).told()


class _Telling:
    def __init__(self, shown: Shown, findings: Sequence[Diagnostic]) -> None:
        self.shown = shown
        self.record = shown.record
        self.rules = shown.rules
        self.findings = findings
        replayed = shown.replayed
        self.outcome: Outcome | None = replayed.outcome if replayed is not None else None
        self.order: tuple[Seat, ...] = replayed.seats if replayed is not None else seat_order(shown.record)
        self.steps: list[Step] = [Step("deal")]
        self.head: list[str] = []
        self.by_place: dict[tuple[str, int], int] = {}  # section and token -> step
        self.ends: dict[str, int] = {}  # tag or section -> its last step
        record = self.record
        self.contract = record.contract or (self.outcome.contract if self.outcome is not None else None)
        self.declarer = self._declarer()

    def told(self) -> Steps:
        hands, unknown = self._hands()
        self.ends.update(dict.fromkeys(("Deal", "Position", "Talon", "Dealer", "Dummy", "Leader"), 0))
        self._auction()
        self._exchange()
        self._defence()
        self._play(hands)
        self._finish()
        self._place_texts()
        self._place_findings()
        cards = {seat: tuple(cards_of(hand or 0)) for seat, hand in hands.items()}
        return Steps(self.order, cards, unknown, self.steps, self.head)

    def _add(self, step: Step, *places: str) -> Step:
        self.steps.append(step)
        for place in places:
            self.ends[place] = len(self.steps) - 1
        return step

    def _named(self, *names: str) -> tuple[str, ...]:
        rules = self.rules
        return () if rules is None else tuple(name for name in names if name in rules)

    def _declarer(self) -> Seat:
        if self.record.declarer is not None:
            return self.record.declarer
        outcome = self.outcome
        return self.order[outcome.declarer] if outcome is not None and outcome.declarer is not None else ""

    # --- the cards ------------------------------------------------------------------------------------
    def _hands(self) -> tuple[dict[Seat, Hand | None], dict[Seat, int]]:
        record = self.record
        written = record.position if record.position is not None else record.deal
        seats = [seat for seat in self.order if seat in written] if written else list(self.order[:3])
        hands: dict[Seat, Hand | None] = {seat: written.get(seat) if written else None for seat in seats}
        size = HAND_SIZE
        if record.position is not None:
            size = max((hand.bit_count() for hand in hands.values() if hand is not None), default=0)
        return hands, {seat: size if hand is None else 0 for seat, hand in hands.items()}

    def _at_play(self, hands: Mapping[Seat, Hand | None]) -> list[Hand | None]:
        """The hands when the play begins, in playing order; None = not known for certain."""
        record = self.record
        found: list[Hand | None] = []
        for i, seat in enumerate(self.order):
            if i >= 3 and seat not in hands:
                found.append(0)
                continue
            hand = hands.get(seat)
            if hand is not None and seat == self.declarer and record.position is None:
                if isinstance(record.discard, tuple) and record.talon is not None:
                    hand = (hand | mask_of(record.talon)) & ~mask_of(record.discard)
                elif record.discard != "-" and not self._from_hand():
                    hand = None
            found.append(hand)
        return found

    def _from_hand(self) -> bool:
        """Is the game played without the talon?"""
        outcome = self.outcome
        return (self.record.discard == "-" or (self.contract or "").endswith("-hand")
                or (outcome is not None and outcome.hand))

    # --- auction, exchange, contract --------------------------------------------------------------------
    def _auction(self) -> None:
        calls = self.record.auction
        if calls is None:
            return
        spoken = auction_turns(calls, self.order, self.rules, self.shown.run, self.record.dummy)
        machine: Auction | None = None
        if self.rules is not None:
            try:
                machine = law_of(self.rules).auction(self.shown.run)
            except UndefinedByVariant:
                machine = None
        rules = self._named(*_AUCTION_RULES)
        self._calls("Auction", "call", calls, [(one.seat, one.word) for one in spoken], machine, rules)

    def _calls(self, section: str, do: str, calls: Calls, spoken: Sequence[tuple[Seat, str]],
               machine: Auction | Defence | None, rules: tuple[str, ...]) -> None:
        """The calls of a section; ``machine`` tells what was allowed, up to a call that is not known."""
        for number, (seat, word) in enumerate(spoken):
            step = Step(do, seat, word, mark=_mark(calls.marks.get(number)), rules=rules)
            if machine is not None and machine.turn >= 0:
                step.legal = tuple(machine.legal())
                if word == "?":
                    machine = None
                elif machine.call(word) is not None:
                    machine.force(word)
            self._note(step, calls.marks.get(number), calls.notes)
            self._add(step, section)
            self.by_place[section, number] = len(self.steps) - 1

    def _exchange(self) -> None:
        record = self.record
        declarer = self.declarer
        if declarer and record.position is None:
            played = record.play is not None and record.deal is not None
            takes = not self._from_hand() and self.contract != "thrown-in" and (
                record.talon is not None or isinstance(record.discard, tuple) or played)
            if takes:
                talon = record.talon if record.talon is not None else (UNKNOWN_CARD, UNKNOWN_CARD)
                self._add(Step("take", declarer, cards=talon, rules=self._named("talon_seen_by")))
            if isinstance(record.discard, tuple):
                self._add(Step("discard", declarer, cards=record.discard), "Discard")
            elif record.discard == "?":
                self._add(Step("discard", declarer, cards=(UNKNOWN_CARD, UNKNOWN_CARD)), "Discard")
        if self.contract is not None:
            step = Step("contract", declarer, self.contract)
            if declarer:
                step.rules = self._named(*_CONTRACT_RULES)
            if record.aces is not None:
                step.seats = {record.aces: "aces"}
            self._add(step, "Contract", "Declarer", "Bid", "Aces")

    def _defence(self) -> None:
        record = self.record
        calls = record.defence
        index = self.order.index(self.declarer) if self.declarer in self.order else None
        if calls is not None:
            spoken = defence_turns(calls, self.order, self.rules, self.contract, index)
            machine: Defence | None = None
            if self.rules is not None and self.contract is not None and index is not None:
                try:
                    players = len(self.order) if record.dummy is None else 2
                    machine = law_of(self.rules).defence(self.contract, index, players)
                except UndefinedByVariant:
                    machine = None
                if machine is not None and (machine.turn < 0 or self.order[machine.turn] != calls.first):
                    machine = None
            self._calls("Defence", "answer", calls, [(one.seat, one.word) for one in spoken], machine,
                        self._named(*_DEFENCE_RULES))
        elif record.defenders:
            self._add(Step("roles", seats=dict(record.defenders)), "Defenders", "Kontra", "Open")
        self.ends.setdefault("Defenders", len(self.steps) - 1)

    # --- the play ---------------------------------------------------------------------------------------
    def _play(self, hands: Mapping[Seat, Hand | None]) -> None:
        play = self.record.play
        opened, when, rule = self._open_hands()
        if play is None or not play.tricks:
            if opened and when == "before_lead":
                self._open(opened, rule)
            if play is not None:
                self.ends["Play"] = len(self.steps) - 1
            return
        rows = trick_rows(self.record, play, self.shown.replayed, self.rules, self.order)
        follower = self._follower(hands)
        if opened and when == "before_lead":
            self._open(opened, rule)
            opened = ()
        for number, row in enumerate(rows, 1):
            first = number == 1
            self._trick(number, row, play, follower,
                        opened if first and when == "after_first_card" else (), rule)
            if first and opened and when == "after_first_trick":
                self._open(opened, rule)

    def _follower(self, hands: Mapping[Seat, Hand | None]) -> Follower | None:
        if self.rules is None or self.contract is None:
            return None
        outcome = self.outcome
        if outcome is None:
            declarer = self.order.index(self.declarer) if self.declarer in self.order else None
            roles = {self.order.index(seat): role for seat, role in (self.record.defenders or {}).items()
                     if seat in self.order}
            players = len(self.order) if self.record.dummy is None else 2
            outcome = Outcome(players, self.contract, declarer, roles=roles or self._roles(declarer, players))
        return Follower(self.rules, outcome, self._at_play(hands), self.record.talon or ())

    def _roles(self, declarer: int | None, players: int) -> dict[int, str]:
        """The roles that the calls of the defence lead to, where the replay did not get so far."""
        calls = self.record.defence
        if calls is None or self.rules is None or declarer is None or self.contract is None:
            return {}
        try:
            machine = law_of(self.rules).defence(self.contract, declarer, players)
        except UndefinedByVariant:
            return {}
        if machine is None:
            return {}
        for word in calls.calls:
            if machine.turn < 0 or word == "?":
                break
            if machine.call(word) is not None:
                machine.force(word)
        return machine.roles() if machine.settled else {}

    def _trick(self, number: int, row: Row, play: Play, follower: Follower | None, opened: tuple[Seat, ...],
               rule: tuple[str, ...]) -> None:
        if row.talon is not None:
            self._add(Step("talon", cards=(row.talon,), trick=number, rules=self._named("all_pass_talon")))
            self.by_place.setdefault(("Play", next((place for _, place in row.cards.values()), 0)),
                                     len(self.steps) - 1)
        index = {seat: i for i, seat in enumerate(self.order)}
        if follower is not None and row.cards:
            follower.begin_trick(index.get(next(iter(row.cards)), -1), row.talon)
        last = None
        for seat, (card, place) in row.cards.items():
            mark = play.marks.get(place)
            step = last = Step("play", seat, cards=(card,), trick=number, mark=_mark(mark))
            if follower is not None:
                bond = follower.play(index.get(seat, -1), card)
                step.why, step.rules = bond.why, bond.rules
                if bond.legal is not None:
                    step.legal = tuple(CARD_NAMES[one] for one in cards_of(bond.legal))
            self._note(step, mark, play.notes)
            self._add(step, "Play")
            self.by_place["Play", place] = len(self.steps) - 1
            if opened:
                self._open(opened, rule)
                opened = ()
        if last is not None:
            last.won = row.winner
        if follower is not None:
            follower.end_trick(index.get(row.winner, -1))

    def _open(self, seats: tuple[Seat, ...], rules: tuple[str, ...]) -> None:
        self._add(Step("open", seats=dict.fromkeys(seats, "open"), rules=rules), "Open")

    def _open_hands(self) -> tuple[tuple[Seat, ...], str, tuple[str, ...]]:
        """The seats whose hands are laid open, when, and the parameter that says so."""
        record, rules, outcome = self.record, self.rules, self.outcome
        if rules is None or self.declarer not in self.order:
            return (), "", ()
        calls = record.defence
        game = (self.contract or "").removesuffix("-hand")
        others = tuple(seat for seat in self.order[:3] if seat != self.declarer)
        if game in ("misere", "betl"):
            when = rules.get("misere_open", "closed")
            if when == "closed" or (calls is not None and "closed" in calls.calls):
                return (), "", ()
            return others, when, self._named("misere_open")
        opened = (outcome.open if outcome is not None else "") or record.open or ""
        if not opened:
            return (), "", ()
        roles = {self.order[i]: role for i, role in outcome.roles.items()} if outcome is not None else dict(
            record.defenders or {})
        seats = tuple(seat for seat in others if opened == "pair" or roles.get(seat) == "pass")
        return seats, rules.get("open_when", "before_lead"), self._named("open_when", "open_play")

    def _finish(self) -> None:
        record, play = self.record, self.record.play
        if record.claim is not None:
            self._add(Step("claim", seats={seat: "?" if share is None else str(share)
                                           for seat, share in record.claim.items()}), "Claim", "PlayEnd")
        elif play is not None and play.end:
            self._add(Step("claim", word=play.end), "PlayEnd")
        self._add(Step("end"))

    # --- what was written beside it ----------------------------------------------------------------------
    def _note(self, step: Step, mark: Mark | None, notes: Mapping[int, str]) -> None:
        if mark is not None and mark.note in notes:
            step.texts.append(notes[mark.note])

    def _place_texts(self) -> None:
        """Comments go with the call or card before them, or with what their tag is about."""
        for comment in self.record.comments:
            text = comment.text.strip()
            if not text:
                continue
            owner = comment.owner
            if comment.index > 0 and (owner, comment.index - 1) in self.by_place:
                self.steps[self.by_place[owner, comment.index - 1]].texts.append(text)
            elif owner in ("Auction", "Defence", "Play") and (owner, 0) in self.by_place:
                before = self.by_place[owner, 0] - (comment.index == 0)
                self.steps[max(0, before)].texts.append(text)
            elif owner in self.ends:
                self.steps[self.ends[owner]].texts.append(text)
            elif owner in _AT_THE_END:
                self.steps[-1].texts.append(text)
            else:
                self.head.append(text)

    def _place_findings(self) -> None:
        for number, finding in enumerate(self.findings):
            self.steps[self._step_of(finding.where)].findings.append(number)

    def _step_of(self, where: Where | None) -> int:
        if where is None:
            return 0
        owner, key = where
        last = len(self.steps) - 1
        if owner in _AT_THE_END:
            return last
        if owner not in ("Auction", "Defence", "Play"):
            return self.ends.get(owner, 0)
        if isinstance(key, int):
            return self.by_place.get((owner, key), self.ends.get(owner, 0))
        if isinstance(key, tuple) and owner == "Play":
            return self._row_step(key[0], int(key[1]))
        if key is None:
            return self.by_place.get((owner, 0), self.ends.get(owner, 0))
        return self.ends.get("PlayEnd", self.ends.get(owner, 0)) if owner == "Play" else self.ends.get(owner, 0)

    def _row_step(self, mark: str, row: int) -> int:
        """The step of row ``row`` (from 0) of the play that a finding about ``mark`` belongs to."""
        steps = [i for i, step in enumerate(self.steps) if step.trick == row + 1]
        if not steps:
            return self.ends.get("Play", 0)
        return steps[-1] if mark == "winner" else steps[0]


_AT_THE_END: Final = frozenset(("Tricks", "Outcome", "Ruling", "AdjustTable", "ScoreTable", "SheetTable",
                                "SettlementTable"))


def _mark(mark: Mark | None) -> str:
    """What stands behind a call or card, but for its note."""
    if mark is None:
        return ""
    return (f"^{mark.irregularity}" if mark.irregularity else "") + "".join(mark.suffixes)
