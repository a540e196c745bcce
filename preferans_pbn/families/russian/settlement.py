"""The final settlement: pools, dumps and whists become one exact result that sums to zero.

`rules.md` 1.9: every dump point costs its owner ``gora_whists``/d whists to each other player, every pool
point brings ``k``/d whists from each, and whists count as written; d is the number of players (MAILRU,
ALIKAS, SKURATOV) or one less (G-LL1R1K, G-ROSTIK, G-V0LAT; C-06).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from preferans_pbn.families.russian.amounts import Whists, exact
from preferans_pbn.families.russian.scoring import ScoringLaw
from preferans_pbn.families.russian.sheet import PoolSheet
from preferans_pbn.rules.outcome import Number


def settle(law: ScoringLaw, sheet: PoolSheet) -> list[Number]:
    """The result of each player in whists, exact, in the order of ``sheet``: positive is won, the sum is
    zero."""
    worth, divisor = _worth(law, sheet)
    players = len(worth)
    total = sum(worth)
    # The sum of what he gets from each of the others, as `_balances` has it; divided once, at the end.
    result = [players * own - total for own in worth]
    for (by, on), amount in sheet.whists.items():
        result[by] += amount * divisor
        result[on] -= amount * divisor
    return [exact(Fraction(amount) / divisor) if amount % divisor else amount // divisor for amount in result]


def pairwise(law: ScoringLaw, sheet: PoolSheet) -> Whists:
    """Who gets what from whom: ``[i, j]`` is what i gets from j in whists, more than zero; a pair that is
    even is left out.  What a player gets less what he pays is his result in `settle`."""
    paid: Whists = {}
    for (one, other), amount in _balances(law, sheet).items():
        if amount > 0:
            paid[one, other] = exact(amount)
        elif amount < 0:
            paid[other, one] = exact(-amount)
    return paid


def _balances(law: ScoringLaw, sheet: PoolSheet) -> Whists:
    """For each pair i < j what i is to get from j, below zero where i pays."""
    worth, divisor = _worth(law, sheet)
    return {
        (one, other): Fraction(worth[one] - worth[other]) / divisor
        + sheet.whists.get((one, other), 0) - sheet.whists.get((other, one), 0)
        for one, other in combinations(range(len(worth)), 2)
    }


def _worth(law: ScoringLaw, sheet: PoolSheet) -> tuple[list[Number], int]:
    """What pool and dump of each player are worth in whists, and by how much that is divided."""
    rates = law.settlement
    players = len(sheet.pool)
    return ([rates.k * pool - rates.gora_whists * dump for pool, dump in zip(sheet.pool, sheet.dump, strict=True)],
            players - 1 if rates.all_but_owner else players)
