"""The running sheet: pools, dumps and whists of a session, American help, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from preferans_pbn.families.russian.amounts import PoolScore, Whists, exact
from preferans_pbn.families.russian.scoring import ScoringLaw
from preferans_pbn.families.russian.sheet_law import SheetLaw
from preferans_pbn.rules.outcome import Number


@dataclass(slots=True)
class PoolSheet:
    """A sheet in a fixed order of the table: playing direction, from any player.

    ``pool`` and ``dump`` in points, a dump below zero where more was written off than stood there;
    ``whists[i, j]`` written by i on j, zeros left out.
    """

    pool: list[Number]
    dump: list[Number]
    whists: Whists = field(default_factory=dict)

    @classmethod
    def empty(cls, players: int) -> PoolSheet:
        """The sheet before the first deal, for 2 to 4 players."""
        return cls([0] * players, [0] * players)


class SheetStep(NamedTuple):
    """The sheet after a deal, and whether the session has ended with it."""

    sheet: PoolSheet
    ended: bool


def add(law: ScoringLaw, sheet: PoolSheet, score: PoolScore, target: Number | None) -> SheetStep:
    """``sheet`` after a deal that wrote ``score`` (in the order of the sheet); ``sheet`` is not changed.

    ``target``: the points that fill a pool, or None where the session has no such limit.

    Without help nothing runs over: a pool goes on past the target and every point counts in the settlement.
    The seed names a limit (S1-116) and when the session ends (S1-117) but takes no point away, and the
    tournament game that has no help has no limit either (G-FSPR).
    """
    rules = law.sheet
    if score.all_pass:
        score = zero_reward(law, sheet, score, target)
    pool, whists = sheet.pool[:], sheet.whists.copy()
    dump = [exact(stands + points) if points else stands
            for stands, points in zip(sheet.dump, score.dump, strict=True)]
    after = PoolSheet(pool, dump, whists)
    for pair, amount in score.whists.items():
        if pair in whists:
            _add_whists(whists, pair, amount)
        else:
            whists[pair] = amount
    for player, points in enumerate(score.pool):
        if points:
            if rules.win_writes == "gora_first" and not score.all_pass:
                points = _gora_first(after, player, points)
            pool[player] = exact(pool[player] + points)
    if target is not None and rules.help != "none" and max(pool) > target:
        for helper in _helpers(pool, target):
            _help(rules, after, helper, target)
    return SheetStep(after, has_ended(law, after, target))


def zero_reward(law: ScoringLaw, sheet: PoolSheet, score: PoolScore, target: Number | None) -> PoolScore:
    """``score`` as it is written on ``sheet``: the pool points of an all-pass round for a player whose pool
    was full before the deal stay (``pool``), go off his dump (``gora_minus``, G-ESHAV; below zero too) or
    are lost (``none``).  The answer is ``score`` itself where nothing changes."""
    when_full = law.sheet.zero_when_pool_full
    if not score.all_pass or target is None or when_full == "pool":
        return score
    full = [player for player, points in enumerate(score.pool) if points and sheet.pool[player] >= target]
    if not full:
        return score
    changed = PoolScore(score.pool.copy(), score.dump.copy(), score.whists, all_pass=True)
    for player in full:
        if when_full == "gora_minus":
            changed.dump[player] = exact(changed.dump[player] - changed.pool[player])
        changed.pool[player] = 0
    return changed


def has_ended(law: ScoringLaw, sheet: PoolSheet, target: Number | None) -> bool:
    """Does the state of the pools end the session (``end_when``)?  Without a target nothing does."""
    end_when = law.sheet.end_when
    if target is None or end_when == "none":
        return False
    players = len(sheet.pool)
    if end_when == "sum_pools":
        return sum(sheet.pool) >= players * target
    if max(sheet.pool) < target:
        return False
    full = sum(points >= target for points in sheet.pool)
    return full >= {"all_full": players, "two_full": 2, "any_full": 1}[end_when]


def _gora_first(sheet: PoolSheet, player: int, points: Number) -> Number:
    """A game made takes its points off the own dump, one for one; what is left goes into the pool (G-MFM,
    G-LL1R1K).  The reward of an all-pass round is no game made and goes into the pool."""
    return exact(points - _write_off(sheet, player, points))


def _write_off(sheet: PoolSheet, player: int, points: Number) -> Number:
    """Takes up to ``points`` off the player's dump, never below zero; says how many."""
    taken = min(points, max(sheet.dump[player], 0))
    sheet.dump[player] = exact(sheet.dump[player] - taken)
    return taken


def _add_whists(whists: Whists, pair: tuple[int, int], amount: Number) -> None:
    """Adds to the whists of a pair (writer, player written on); a pair that comes to nothing is left out."""
    total = exact(whists.get(pair, 0) + amount)
    if total:
        whists[pair] = total
    else:
        whists.pop(pair, None)


def _helpers(pool: list[Number], target: Number) -> list[int]:
    """The players whose pool runs over, in the order in which they help.

    One deal overfills two pools only in an all-pass round with two hands without a trick.  Then the one who
    sits next after the fullest unfilled player helps first: an order that does not hang on who is named
    first (no source speaks of it).
    """
    over = [player for player, points in enumerate(pool) if points > target]
    if len(over) > 1:
        unfilled = [player for player, points in enumerate(pool) if points < target]
        if unfilled:
            start = max(unfilled, key=lambda player: pool[player])
            over.sort(key=lambda player: (player - start) % len(pool))
    return over


def _help(rules: SheetLaw, sheet: PoolSheet, helper: int, target: Number) -> None:
    """American help (`rules.md` 1.8): what runs over goes to unfilled players one after the other; what no
    pool takes goes by ``surplus_when_all_full``."""
    surplus = sheet.pool[helper] - target
    sheet.pool[helper] = target
    while surplus:
        helped = _helped(rules.help, sheet.pool, helper, target)
        if helped is None:
            break
        points = min(surplus, target - sheet.pool[helped])
        sheet.pool[helped] = exact(sheet.pool[helped] + points)
        _add_whists(sheet.whists, (helper, helped), points * rules.help_whists)
        surplus -= points
    if surplus and rules.surplus_when_all_full != "lost":
        _write_off(sheet, helper, surplus * (2 if rules.surplus_when_all_full == "own_gora_double" else 1))


def _after(player: int, players: int) -> Iterator[int]:
    """The other players in playing order, the next first."""
    for step in range(1, players):
        yield (player + step) % players


def _helped(help_: str, pool: list[Number], helper: int, target: Number) -> int | None:
    """Who gets the next point of ``helper``: the unfilled player with the largest or smallest pool, of equals
    the next clockwise, or simply the next who is unfilled (C-11); None where all are full."""
    unfilled = [player for player in _after(helper, len(pool)) if pool[player] < target]
    if not unfilled:
        return None
    if help_ == "largest":
        return max(unfilled, key=lambda player: pool[player])
    return min(unfilled, key=lambda player: pool[player]) if help_ == "smallest" else unfilled[0]
