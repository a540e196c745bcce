"""The running sheet and the final result.

Readings taken where the sources are silent:

* The last write-off is cut when the deal is scored, not here: the sheet only adds.
* Ended when the sum of bule is zero or less (S2-82; less only where nothing was cut).
* Where `start_bule` or `result_sign` is left open (Croatian) the sheet, and the result, are refused.
* The result may be asked for before the end; then it does not sum to zero.
"""

from __future__ import annotations

from typing import Any

from ..undefined import value_of
from .words import PLAYERS, Params


def new_sheet(start_bule: int, players: int = PLAYERS) -> dict[str, Any]:
    return {"bule": [start_bule] * players, "supe": {}, "refe": [0] * players}


def sheet_add(p: Params, sheet: dict[str, Any], score: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The sheet after one more deal, and whether the session has ended."""
    value_of(p, "start_bule")
    supe: dict[tuple[int, int], int] = dict(sheet["supe"])
    for pair, amount in score["supe"].items():
        supe[pair] = supe.get(pair, 0) + amount
    after = {
        "bule": [old + new for old, new in zip(sheet["bule"], score["bule"], strict=True)],
        "supe": {pair: amount for pair, amount in supe.items() if amount != 0},
        "refe": [old + new for old, new in zip(sheet["refe"], score["refe"], strict=True)],
    }
    return after, sum(after["bule"]) <= 0


def settle(p: Params, sheet: dict[str, Any]) -> dict[str, Any]:
    """Minus own supe, plus supe on oneself, plus ten times the bule; low is good (rules 8.2, WE-B18, S2-83).

    `result_sign` high_wins turns every sign (G-PREFKO, WE-B24, C-15).
    """
    low_wins = value_of(p, "result_sign") == "low_wins"
    results = []
    for me in range(len(sheet["bule"])):
        total = 10 * sheet["bule"][me]
        for (writer, on), amount in sheet["supe"].items():
            if writer == me:
                total -= amount
            if on == me:
                total += amount
        results.append(total if low_wins else -total)
    return {"result": results, "good": "low" if low_wins else "high"}
