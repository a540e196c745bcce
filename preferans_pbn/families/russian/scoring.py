"""What a deal writes: pool, dump and whists of the Russian family, and the run of all-pass rounds.

`ScoringLaw` is the compiled form of a variant's scoring parameters; make it once and use it for every deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from preferans_pbn.families.russian.all_pass import AllPassLaw
from preferans_pbn.families.russian.amounts import PoolScore, Whists, by_run, normalise, write_whists
from preferans_pbn.families.russian.contracts import (
    ContractLaw,
    score_conceded,
    score_misere,
    score_played,
    score_talon,
    score_without_play,
)
from preferans_pbn.families.russian.prices import GORA_MODES, LEVELS
from preferans_pbn.families.russian.sheet_law import SettlementLaw, SheetLaw
from preferans_pbn.rules.outcome import Outcome

__all__ = ["PoolScore", "ScoringError", "ScoringLaw", "Whists", "by_run"]


class ScoringError(ValueError):
    """An outcome that has no score: a contract word that the family does not have, a declarer, tricks or a
    bid that are missing, a manner that does not go with the contract, an all-pass round of two players."""


@dataclass(frozen=True, eq=False)
class ScoringLaw:
    """The scoring rules of one variant, compiled.

    ``undertrick_whists`` and ``other_whists``: whists that each opponent writes instead of a dump point
    (`GORA_MODES`); the next four are the parameters of those names.  ``rules`` is kept for the laws of the
    sheet and the settlement, which are compiled when they are first asked for: a variant may define scores
    and no sheet.
    """

    contracts: ContractLaw
    all_pass: AllPassLaw
    undertrick_whists: int
    other_whists: int
    exit_by: str
    exit_by_misere: bool
    exit_by_fail: bool
    both_pass_resets: bool
    rules: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> ScoringLaw:
        """The law of ``rules`` (parameter name to value; maps with whole numbers or their texts as keys).

        Raises what ``rules`` raises for a parameter that it does not define.
        """
        undertrick_whists, other_whists = GORA_MODES[rules["gora_mode"]]
        return cls(contracts=ContractLaw.of(rules), all_pass=AllPassLaw.of(rules),
                   undertrick_whists=undertrick_whists, other_whists=other_whists,
                   exit_by=rules["exit_by"], exit_by_misere=bool(rules["exit_by_misere"]),
                   exit_by_fail=bool(rules["exit_by_fail"]), both_pass_resets=bool(rules["both_pass_resets"]),
                   rules=rules)

    @cached_property
    def sheet(self) -> SheetLaw:
        """The rules of the running sheet.  Raises what ``rules`` raises for a parameter not defined."""
        return SheetLaw.of(self.rules)

    @cached_property
    def settlement(self) -> SettlementLaw:
        """The rates of the settlement.  Raises what ``rules`` raises for a parameter not defined."""
        return SettlementLaw.of(self.rules)

    @property
    def target(self) -> int | None:
        """The variant's own target: the points that fill a pool, None for no limit."""
        return self.sheet.target

    def score(self, outcome: Outcome) -> PoolScore:
        """What ``outcome`` writes, by the indices of `Outcome`.  Raises ScoringError."""
        manner = outcome.manner
        players = outcome.players
        if manner == "redeal":
            return PoolScore.blank(players)
        contract = outcome.contract
        if contract == "all-pass":
            if players == 2:
                raise ScoringError("no source says how two players score an all-pass round")
            _need_tricks(outcome)
            score = self.all_pass.score(outcome)
            if self.other_whists:
                _dump_to_whists(score, self.other_whists)
            return score
        declarer = outcome.declarer
        score = PoolScore.blank(players)
        if declarer is None or not 0 <= declarer < 3 or declarer == score.dummy:
            raise ScoringError(f"{contract} has no declarer among the players who hold cards")
        dump_whists = self.undertrick_whists
        price = self.contracts.prices.get(contract)
        if price is not None:
            if manner == "played":
                _need_tricks(outcome)
                score_played(self.contracts, price, outcome, declarer, score)
            elif manner in ("passed-out", "half", "own"):
                score_without_play(price, outcome, declarer, score)
            else:
                raise ScoringError(f"{contract} cannot end as {manner}")
            if self.contracts.paid_talon != "none" and manner != "passed-out":
                score_talon(self.contracts, price, outcome, declarer, score)
        elif contract == "misere":
            _need_tricks(outcome)
            score_misere(self.contracts, outcome, declarer, score)
            dump_whists = self.other_whists
        elif contract.startswith("concede-"):
            level = level_of(outcome.bid)
            if level is None:
                raise ScoringError("a surrender needs the bid that won the auction, 6 to 10 tricks")
            price = self.contracts.levels[level]
            score_conceded(price, _undertricks(contract), declarer, score)
        else:
            raise ScoringError(f"{contract} is no contract of this game")
        normalise(score.dump)
        if dump_whists:
            _dump_to_whists(score, dump_whists)
        return score

    def next_run(self, outcome: Outcome) -> int:
        """The number of consecutive all-pass rounds after this deal (0 or more).

        An all-pass round adds one.  Any other deal ends the run (0) or leaves it as it is: a failed
        contract or misère by ``exit_by_fail``; a misère only where ``exit_by_misere`` allows it; a contract
        that both let go by ``both_pass_resets`` alone (WE-77: it does not where a whist is asked for, unless that is
        set); a made one by ``exit_by``.  A half-whist is no whist there: the contract was not defended
        (no source speaks of it).  A deal that was thrown in changes nothing.
        """
        run = outcome.all_pass_run
        if outcome.manner == "redeal":
            return run
        if outcome.contract == "all-pass":
            return run + 1
        return 0 if not run or self._ends_run(outcome) else run

    def _ends_run(self, outcome: Outcome) -> bool:
        """Does this contract end a run of all-pass rounds?"""
        misere = outcome.contract == "misere"
        if misere and not self.exit_by_misere:
            return False
        if not self.made(outcome):
            return self.exit_by_fail
        if misere:
            return True
        if outcome.manner == "passed-out":
            return self.both_pass_resets
        if self.exit_by == "whisted_made_game":
            return outcome.manner == "own" or (outcome.manner == "played" and self._whisted(outcome))
        return True

    def made(self, outcome: Outcome) -> bool:
        """Was the contract made?  A contract without play counts as made, a surrender as failed."""
        if outcome.contract.startswith("concede-"):
            return False
        if outcome.manner != "played" or outcome.declarer is None:
            return True
        law = self.contracts
        taken = outcome.tricks[outcome.declarer]
        extra = 0 if outcome.hand else law.discard_counts
        if outcome.contract == "misere":
            return taken + (extra if law.discard_counts_in_misere else 0) == 0
        return taken + extra >= law.prices[outcome.contract].goal

    def _whisted(self, outcome: Outcome) -> bool:
        """Did anybody whist?  A checked ten is played as if both did."""
        return self.contracts.prices[outcome.contract].checked or "whist" in outcome.roles.values()


def _need_tricks(outcome: Outcome) -> None:
    """A deal that was played is scored by the tricks of every seat of the table."""
    if len(outcome.tricks) < max(outcome.players, 3):
        raise ScoringError("the tricks of a played deal must be known for every player")


def level_of(bid: str | None) -> int | None:
    """The level of a bid that may be given up, 6 to 10; None for no bid and for a misère."""
    digits = (bid or "").removesuffix("-hand").rstrip("SCDHNT")
    return int(digits) if digits.isdigit() and int(digits) in LEVELS else None


def _undertricks(contract: str) -> int:
    """The number of undertricks in ``concede-2``, ``concede-3``."""
    number = contract.removeprefix("concede-")
    if not number.isdigit():
        raise ScoringError(f"{contract} is no contract of this game")
    return int(number)


def _dump_to_whists(score: PoolScore, whists: int) -> None:
    """Turns every dump point into ``whists`` written by each other player at the table; points written off
    are written by their owner on the others."""
    for owner, points in enumerate(score.dump):
        if points:
            for other in range(len(score.dump)):
                if other not in (owner, score.dummy):
                    if points > 0:
                        write_whists(score.whists, other, owner, points * whists)
                    else:
                        write_whists(score.whists, owner, other, -points * whists)
            score.dump[owner] = 0
