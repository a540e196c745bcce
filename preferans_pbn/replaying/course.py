"""The course of one deal while it is replayed: what is known so far and what was found wrong."""

from __future__ import annotations

from typing import Any

from preferans_pbn.cards import Hand
from preferans_pbn.diagnostics import BY_NAME, Diagnostic, diagnostic
from preferans_pbn.record import Record, Seat, Where
from preferans_pbn.replaying.premises import DAMAGE, SCORE_FACTS, doubts, rests_on
from preferans_pbn.replaying.seating import Seating
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import Ruleset


class Course:
    """One deal in replay.

    ``hands[i]`` is what player i may hold (a superset where it is not known); ``slack[i]`` says how many
    of these cards he does not hold (0: the hand is certain).  ``deal_ok``: card checks make sense.
    ``doubtful``: something is so wrong that what follows from it is not followed any more.  ``doubts``: the
    facts that a finding left uncertain (`preferans_pbn.replaying.premises`).
    """

    __slots__ = (
        "aces", "as_given", "bids", "contract", "deal_ok", "declarer", "diagnostics", "doubtful", "doubts", "hand_game",
        "hands", "kontra", "law", "manner", "open", "outcome", "record", "roles", "roles_known", "rules",
        "run", "seating", "slack", "taken", "talon", "winners", "won_with",
    )

    def __init__(self, record: Record, rules: Ruleset, law: Law, seating: Seating, run: int | None) -> None:
        self.record = record
        self.as_given = False
        self.rules = rules
        self.law = law
        self.seating = seating
        self.run = run
        self.diagnostics: list[Diagnostic] = []
        self.hands: list[Hand] = []
        self.slack: list[int] = []
        self.talon: Hand | None = None
        self.deal_ok = True
        self.doubtful = False
        self.doubts: set[str] = set()
        for tag in record.damaged:
            self.doubts |= DAMAGE.get(tag, frozenset())
        self.declarer: int | None = None
        self.won_with = ""
        self.hand_game = False
        self.contract: str | None = None
        self.roles: dict[int, str] = {}
        self.roles_known = False
        self.open = ""
        self.kontra: tuple[int, int] | None = None
        self.bids: tuple[str, ...] = ()
        self.aces: int | None = None
        self.manner: str | None = None
        self.taken: list[int] | None = None
        self.winners: list[int] = []
        self.outcome: Outcome | None = None

    def seat(self, player: int) -> Seat:
        """The seat of a player's index."""
        return self.seating.order[player]

    @property
    def unsure(self) -> bool:
        """Is something in doubt that the score rests on?"""
        return bool(self.doubts) and not self.doubts.isdisjoint(SCORE_FACTS)

    def report(self, name: str, where: Where, **arguments: Any) -> None:
        """Note a finding of the registry entry ``name`` at ``where``, unless it rests on something that is
        in doubt already."""
        if self.doubts and not self.doubts.isdisjoint(rests_on(name)):
            return
        clause = BY_NAME[name].clause
        rule = "" if clause.startswith("N-") else clause
        self.diagnostics.append(diagnostic(name, where, rule=rule, **arguments))
        self.doubts |= doubts(name)

    def report_violation(self, violation: Violation, where: Where, player: int) -> None:
        """Note a violation by ``player``."""
        seat = self.seating.order[player] if player >= 0 else "the declarer"
        arguments = {"seat": seat, **violation.arguments}
        self.report(violation.name, where, **arguments)

    def report_no_completion(self, where: Where, why: str, uncertain: str) -> None:
        """Note that nothing that is left out makes calls or tags legal; ``uncertain``: the facts that this leaves
        uncertain, which are not those of a card."""
        before = frozenset(self.doubts)
        self.report("no-completion", where, why=why)
        self.doubts = {*before, *uncertain.split()}
