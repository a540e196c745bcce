"""What a Greek deal pays: into and out of the kasa, and between the players.

Sources: G-PANOS (its payments were executed: the table of worked examples), PREFADOROS.  v is the value of a
trick in the contract, in kapikia.

* Made, and the defence has its tricks: the declarer draws 10v and pays every defender who plays v a trick.
* Failed: he pays 10v in and v a trick; two or more short ("solo"): the same with 2v.
* A defence that is short pays the declarer v for each of his tricks, and nothing moves in the kasa.  Of two
  defenders the one who lacks tricks pays, twice that where he lacks two or more; he also pays v (2v) for
  each trick of a partner who has his own.  What a partner has over his own duty helps.
* Both pass: the declarer draws 10v.  All pass and play: each pays 10 for each trick above the fewest in.
* Who said ``together`` gets and pays what the helper would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from preferans_pbn.families.greek.auction import LADDER, RANK
from preferans_pbn.families.greek.contracts import SOLO, level_of, surrendered
from preferans_pbn.families.greek.sheet import KasaSheet
from preferans_pbn.rules.outcome import Number, Outcome

TRICKS: Final = 10


class ScoringError(ValueError):
    """An outcome that has no score: a contract, declarer, tricks, bid or roles that are missing or wrong."""


@dataclass(slots=True)
class KasaScore:
    """Kapikia by player: ``kasa`` drawn (paid in: below zero), ``pay`` from the other players (sums to zero)."""

    kasa: list[Number]
    pay: list[Number]

    def move(self, payer: int, payee: int, amount: Number) -> None:
        """``payer`` gives ``amount`` to ``payee``."""
        self.pay[payer] -= amount
        self.pay[payee] += amount


@dataclass(frozen=True, slots=True)
class _Values:
    """What a trick is worth: ``made`` if the declarer makes his contract, ``short`` where a side is short."""

    made: int
    short: int


@dataclass(frozen=True)
class GreekScoring:
    """The payments of one variant, compiled.

    ``values``: v by contract word; ``duty``: tricks that both defenders owe together by level (the first half,
    rounded up, is the first defender's; a lone defender owes that half); the rest are parameters.
    """

    values: dict[str, int]
    duty: Mapping[int, int]
    goal: Mapping[int, int]
    ace_bonus: Mapping[int, int]
    solo_pays_partner: bool
    solo_pays_aces: bool
    cut: str
    variant: str = field(default="this variant")

    @classmethod
    def of(cls, rules: Mapping[str, Any], variant: str = "this variant") -> GreekScoring:
        """The law of ``rules``.  Raises what ``rules`` raises for a parameter that it does not define."""
        return cls(
            values=_trick_values(rules["trick_value"]), duty=rules["duty"], goal=rules["goal"],
            ace_bonus=rules["ace_bonus"], solo_pays_partner=rules["solo_pays_partner"] == "double",
            solo_pays_aces=rules["solo_pays_aces"] == "double", cut=rules["last_deal_cut"], variant=variant)

    def score(self, outcome: Outcome) -> KasaScore:
        """What ``outcome`` pays, by the indices of `Outcome`.  Raises ScoringError."""
        score = KasaScore([0] * outcome.players, [0] * outcome.players)
        if outcome.manner == "redeal":
            return score
        if outcome.contract == "all-pass":
            self._all_pass(outcome, score)
            return score
        declarer = outcome.declarer
        if declarer is None or not 0 <= declarer < 3:
            raise ScoringError(f"{outcome.contract} has no declarer among the players who hold cards")
        conceded = outcome.contract == SOLO
        contract = surrendered(outcome.bid) if conceded else outcome.contract
        if contract not in RANK:
            raise ScoringError("a solo needs the bid that won the auction" if conceded
                               else f"{contract} is no contract of this game")
        values = self._values(contract, outcome.standing)
        made = True
        lacking = 0
        if conceded:
            self._failed(declarer, _solo_tricks(level_of(contract), declarer), {}, 2 * values.short, score)
        elif outcome.manner == "passed-out":
            score.kasa[declarer] = TRICKS * values.made
        elif outcome.manner == "played":
            lacking = self._played(outcome, declarer, level_of(contract), values, score)
            made = lacking <= 0
        else:
            raise ScoringError(f"{contract} cannot end as {outcome.manner}")
        if outcome.aces == declarer and not conceded:
            self._aces(declarer, level_of(contract), made, lacking > 1, score)
        return score

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his contract?  A surrender (``solo``) is failed."""
        if outcome.contract == SOLO or outcome.declarer is None:
            return False
        if outcome.manner != "played":
            return outcome.manner == "passed-out"
        return outcome.tricks[outcome.declarer] >= self.goal[level_of(outcome.contract)]

    # --- parts --------------------------------------------------------------------------------------
    def _values(self, contract: str, standing: KasaSheet | None) -> _Values:
        """v, cut down to what is left in the kasa (whole tens): always, if made, or never."""
        value = self.values[contract]
        if self.cut == "none" or standing is None:
            return _Values(value, value)
        cut = min(value, max(int(standing.left // 10), 0))
        return _Values(cut, cut if self.cut == "to_remainder" else value)

    def _all_pass(self, outcome: Outcome, score: KasaScore) -> None:
        _need_tricks(outcome)
        tricks = outcome.tricks[:3]
        for player, taken in enumerate(tricks):
            score.kasa[player] = 10 * (min(tricks) - taken)

    def _played(self, outcome: Outcome, declarer: int, level: int, values: _Values, score: KasaScore) -> int:
        """Write a deal that was played; how many tricks the declarer lacks (0 or less: made)."""
        _need_tricks(outcome)
        tricks = outcome.tricks
        first, second = (declarer + 1) % 3, (declarer + 2) % 3
        roles = {player: outcome.roles.get(player, "") for player in (first, second)}
        if "" in roles.values():
            raise ScoringError("the roles of both defenders must be known")
        lacking = self.goal[level] - tricks[declarer]
        active = [player for player in (first, second) if roles[player] != "pass"]
        if lacking > 0:
            self._failed(declarer, {player: tricks[player] for player in active}, roles,
                         values.short * (2 if lacking > 1 else 1), score)
            return lacking
        short = self._short(active, level, tricks)
        if not short:
            score.kasa[declarer] = TRICKS * values.made
            for player in active:
                score.move(declarer, player, tricks[player] * values.made)
        for player, missing in short.items():
            self._pay_short(declarer, player, missing, active, short, tricks, values.short, score)
        _to_principal(roles, score)
        return lacking

    def _failed(self, declarer: int, tricks: Mapping[int, int], roles: Mapping[int, str], value: int,
                score: KasaScore) -> None:
        score.kasa[declarer] = -TRICKS * value
        for player, taken in tricks.items():
            score.move(declarer, player, taken * value)
        _to_principal(roles, score)

    def _short(self, active: list[int], level: int, tricks: tuple[int, ...]) -> dict[int, int]:
        """The defenders who lack tricks, with how many they lack after what the partner has over."""
        owed = self.duty[level]
        if len(active) == 1:
            due = [owed - owed // 2]
        else:
            due = [owed - owed // 2, owed // 2]
        left = [duty - tricks[player] for duty, player in zip(due, active, strict=True)]
        short: dict[int, int] = {}
        for i, player in enumerate(active):
            over = sum(min(other, 0) for j, other in enumerate(left) if j != i)
            if left[i] + over > 0:
                short[player] = left[i] + over
        return short

    def _pay_short(self, declarer: int, player: int, missing: int, active: list[int], short: Mapping[int, int],
                   tricks: tuple[int, ...], value: int, score: KasaScore) -> None:
        """``player``, who lacks ``missing`` tricks, pays the declarer and a partner who has his own."""
        solo = 2 if missing > 1 else 1
        score.move(player, declarer, tricks[declarer] * value * solo)
        for partner in active:
            if partner not in short:
                score.move(player, partner, tricks[partner] * value * (solo if self.solo_pays_partner else 1))

    def _aces(self, declarer: int, level: int, made: bool, solo: bool, score: KasaScore) -> None:
        bonus = self.ace_bonus.get(level, 0)
        if not made:
            bonus *= -2 if solo and self.solo_pays_aces else -1
        for player in range(3):
            if player != declarer:
                score.move(player, declarer, bonus)


def _to_principal(roles: Mapping[int, str], score: KasaScore) -> None:
    """The helper's money, plus or minus, is the principal's."""
    by_role = {role: player for player, role in roles.items()}
    if "together" in by_role and "helper" in by_role:
        score.pay[by_role["together"]] += score.pay[by_role["helper"]]
        score.pay[by_role["helper"]] = 0


def _solo_tricks(level: int, declarer: int) -> dict[int, int]:
    """The tricks at which a surrender is settled: the declarer two short, the defenders half each of the rest,
    the odd one to the first (6: 4/3/3, 7: 5/3/2, 8: 6/2/2, 9: 7/2/1, 10: 8/1/1)."""
    theirs = TRICKS - (level - 2)
    return {(declarer + 1) % 3: theirs - theirs // 2, (declarer + 2) % 3: theirs // 2}


def _trick_values(table: Mapping[Any, int]) -> dict[str, int]:
    """v by contract word; a level stands for those of its contracts that are not named."""
    return {word: table[word] if word in table else table[level_of(word)] for word in LADDER}


def _need_tricks(outcome: Outcome) -> None:
    if len(outcome.tricks) < outcome.players or sum(outcome.tricks[:3]) != TRICKS:
        raise ScoringError("the tricks of a played deal must be known for every player and add up to ten")
