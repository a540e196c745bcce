"""The paper of the Balkan games: bule, supe and refe of each player, and the final result.

Sources: S2-63 to S2-66 (refe), S2-77 to S2-83 (bule, supe, end), PREFKLUB through G-PAJCHO (final result).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number

Supe: TypeAlias = dict[tuple[int, int], Number]
"""Supe by (writer, player written on); a pair without supe is left out."""


@dataclass(slots=True)
class BuleScore:
    """What one deal writes, by index of `Outcome`.

    * ``bule``: change of each player's bule; None where it hangs on bule that are not known.
    * ``supe[i, j]``: written by i on j.
    * ``refe``: change of the refe each holds: +1 entered, -1 crossed off.
    """

    bule: list[Number | None]
    supe: Supe = field(default_factory=dict)
    refe: list[int] = field(default_factory=list)


@dataclass(slots=True)
class BuleSheet:
    """The running totals.

    ``bule`` is signed, None where it is not known; ``refe`` are those entered and not yet played.  ``entered``
    counts how many were entered in all (the maximum limits these, S2-65); where ``counted`` is False, at least
    so many.  ``start`` is what each player began with, None where that is not known.  None of the three stands in
    the paper's columns, so two sheets that differ in nothing else are the same.
    """

    bule: list[Number | None]
    supe: Supe = field(default_factory=dict)
    refe: list[int] = field(default_factory=list)
    entered: int = field(default=0, compare=False)
    counted: bool = field(default=True, compare=False)
    start: Number | None = field(default=None, compare=False)

    @classmethod
    def opening(cls, players: int, bule: Number | None) -> BuleSheet:
        """The sheet before the first deal: every player starts with ``bule``."""
        return cls([bule] * players, {}, [0] * players, start=bule)

    @classmethod
    def of(cls, bule: Sequence[Number | None], supe: Supe, refe: Sequence[int]) -> BuleSheet:
        """A sheet as it is read off the columns: how many refe were entered in all it does not say."""
        return cls(list(bule), supe, list(refe), max(refe, default=0), False)

    def left(self) -> Number | None:
        """The sum of all bule, None where one is not known."""
        total: Number = 0
        for amount in self.bule:
            if amount is None:
                return None
            total += amount
        return whole(total)


def add(sheet: BuleSheet, score: BuleScore) -> tuple[BuleSheet, bool]:
    """``sheet`` after a deal, and whether the game is over: the sum of all bule is zero (S2-82), or below where
    the last write-off is not cut.  Both have the same order of players."""
    bule = [None if old is None or new is None else whole(old + new)
            for old, new in zip(sheet.bule, score.bule, strict=True)]
    supe = dict(sheet.supe)
    for pair, amount in score.supe.items():
        supe[pair] = whole(supe.get(pair, 0) + amount)
    refe = [held + change for held, change in zip(sheet.refe, score.refe, strict=True)]
    entered = sheet.entered + (1 if any(change > 0 for change in score.refe) else 0)
    after = BuleSheet(bule, {pair: amount for pair, amount in supe.items() if amount}, refe,
                      max(entered, *refe), sheet.counted, sheet.start)
    left = after.left()
    return after, left is not None and left <= 0


@dataclass(frozen=True, slots=True)
class RefeLaw:
    """When a refe is entered.

    ``most``: how many in all, or with ``held_count`` how many a player may hold unplayed; 0 = the table plays
    without; None = not defined.
    """

    most: int | None
    block: str
    held_count: bool = False

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> RefeLaw:
        """The law of ``rules``."""
        most = rules.get("refe")
        return cls(0 if most == "none" else most, rules.get("refe_block", "none"),
                   rules.get("refe_limit", "entered") == "held")

    def entered(self, sheet: BuleSheet | None, players: int) -> list[int] | None:
        """What each player enters when a refe is due: 1 or 0.  None where the sheet does not tell.

        Nothing is entered once the maximum is reached (S2-65; G-PAJCHO counts those that are held), nor while
        somebody, or to a player who himself, is below zero (S2-66, S0-103).
        """
        nothing = [0] * players
        if self.most == 0:
            return nothing
        if self.most is None or sheet is None:
            return None
        if (max(sheet.refe) if self.held_count else sheet.entered) >= self.most:
            return nothing
        bule = sheet.bule
        below = [amount is not None and amount < 0 for amount in bule]
        if self.block == "any_below_zero" and any(below):
            return nothing
        if not (sheet.counted or self.held_count) or (self.block != "none" and None in bule):
            return None
        return [0 if self.block == "own_below_zero" and under else 1 for under in below]


def settle(sheet: BuleSheet, high_wins: bool) -> list[Number]:
    """The final result of each player: ten for each of his bule, less the supe he wrote, plus those on him
    (PREFKLUB; WE-B18).  Below zero is good (S2-83); ``high_wins`` turns the sign (G-PREFKO, WE-B24).  Empty where
    somebody's bule are not known.
    """
    result: list[Number] = []
    for player, bule in enumerate(sheet.bule):
        if bule is None:
            return []
        amount = 10 * bule
        for (by, on), supe in sheet.supe.items():
            if by == player:
                amount -= supe
            if on == player:
                amount += supe
        result.append(whole(-amount if high_wins else amount))
    return result
