"""The running sheet and the settlement.

Readings taken where the sources are silent:

* Without help nobody's pool is cut at the target: all points are written, also beyond it.
* With help a pool stops at the target; the surplus goes to unfilled players (largest: the fullest of
  them, smallest: the emptiest, ties and clockwise: the next after the helper), each up to the target, and
  the helper writes help_whists a point on the receiver (G-LL1R1K 9.8).  What is left when all are full
  lowers the helper's own gora, one or two points for each, but not below 0 (WE-49), or is lost.
* Pool points of several players in one deal are entered in the order of the sheet.
* gora_first: pool points first lower the player's own gora, one for one, as far as it is above 0; this is
  done with every pool point of a deal, since a score does not say what it was for.
* The deal's gora and whists are entered before its pool points.
* No target (None or "time"): no cutting, no help, never ended.  sum_pools: ended at n times the target.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .cards import Amount, Params, tidy


def sheet_add(
    p: Params, sheet: dict[str, Any], score: dict[str, Any], target: int | str | None
) -> tuple[dict[str, Any], bool]:
    """The sheet after one more deal, and whether the session has ended."""
    pool: list[Amount] = list(sheet["pool"])
    dump: list[Amount] = [old + new for old, new in zip(sheet["dump"], score["dump"], strict=True)]
    whists: dict[tuple[int, int], Amount] = dict(sheet["whists"])
    for pair, amount in score["whists"].items():
        whists[pair] = whists.get(pair, 0) + amount
    limit = target if isinstance(target, int) else None
    for player, points in enumerate(score["pool"]):
        if points > 0 and p["win_writes"] == "gora_first" and dump[player] > 0:
            lowered = min(points, dump[player])
            dump[player] -= lowered
            points -= lowered
        if limit is None or p["help"] == "none":
            pool[player] += points
        elif points > 0:
            enter_with_help(p, pool, dump, whists, player, points, limit)
    after = {
        "pool": [tidy(amount) for amount in pool],
        "dump": [tidy(amount) for amount in dump],
        "whists": {pair: tidy(amount) for pair, amount in whists.items() if amount != 0},
    }
    return after, has_ended(p, pool, limit)


def enter_with_help(
    p: Params,
    pool: list[Amount],
    dump: list[Amount],
    whists: dict[tuple[int, int], Amount],
    player: int,
    points: Amount,
    limit: int,
) -> None:
    own = min(points, max(0, limit - pool[player]))
    pool[player] += own
    surplus = points - own
    while surplus > 0:
        receiver = helped_player(p, pool, player, limit)
        if receiver is None:
            break
        given = min(surplus, limit - pool[receiver])
        pool[receiver] += given
        surplus -= given
        whists[(player, receiver)] = whists.get((player, receiver), 0) + p["help_whists"] * given
    if surplus > 0 and p["surplus_when_all_full"] != "lost":
        weight = 2 if p["surplus_when_all_full"] == "own_gora_double" else 1
        if dump[player] > 0:
            dump[player] = max(0, dump[player] - weight * surplus)


def helped_player(p: Params, pool: list[Amount], helper: int, limit: int) -> int | None:
    n = len(pool)
    clockwise = [(helper + step) % n for step in range(1, n)]
    unfilled = [player for player in clockwise if pool[player] < limit]
    if not unfilled:
        return None
    best = unfilled[0]
    for player in unfilled[1:]:
        if p["help"] == "largest" and pool[player] > pool[best]:
            best = player
        if p["help"] == "smallest" and pool[player] < pool[best]:
            best = player
    return best


def has_ended(p: Params, pool: list[Amount], limit: int | None) -> bool:
    if limit is None:
        return False
    full = [amount for amount in pool if amount >= limit]
    if p["end_when"] == "all_full":
        return len(full) == len(pool)
    if p["end_when"] == "two_full":  # S1-117
        return len(full) >= 2
    total: Amount = sum(pool, 0)
    return total >= len(pool) * limit


def settle(p: Params, sheet: dict[str, Any]) -> list[Fraction]:
    """The zero-sum settlement (rules 1.9), pair by pair.

    Every gora point of one player is worth gora_whists / divisor to each other player, every pool point
    k / divisor from each other player; whists count one.  Divisor: n, or n-1 (C-06).
    """
    pool = sheet["pool"]
    dump = sheet["dump"]
    whists = sheet["whists"]
    n = len(pool)
    divisor = n - 1 if p["divisor"] in ("n-1", "n_minus_1") else n
    results = []
    for me in range(n):
        total = Fraction(0)
        for other in range(n):
            if other == me:
                continue
            total += Fraction(p["gora_whists"]) * (Fraction(dump[other]) - Fraction(dump[me])) / divisor
            total += Fraction(p["k"]) * (Fraction(pool[me]) - Fraction(pool[other])) / divisor
            total += Fraction(whists.get((me, other), 0)) - Fraction(whists.get((other, me), 0))
        results.append(total)
    return results
