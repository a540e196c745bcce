"""The running sheet and the final result, both assumed from the nearest relative: refused without `fill_in`.

Readings taken where the sources are silent:

* The last write-off is cut when the deal is scored; the sheet only adds.
* Ended when the heads together are zero or less.
* The result may be asked for before the end; then it does not sum to zero.
"""

from __future__ import annotations

from typing import Any

from ..undefined import Undefined
from .words import PLAYERS, Params


def new_sheet(start_bule: int, players: int = PLAYERS) -> dict[str, Any]:
    """The same heads for all (S0-40)."""
    return {"bule": [start_bule] * players, "supe": {}, "refe": [0] * players}


def sheet_add(p: Params, sheet: dict[str, Any], score: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The sheet after one more deal, and whether the game has ended."""
    if not p["fill_in"]:
        raise Undefined("sheet")
    supe = dict(sheet["supe"])
    for pair, amount in score["supe"].items():
        supe[pair] = supe.get(pair, 0) + amount
    bule = [old + new for old, new in zip(sheet["bule"], score["bule"], strict=True)]
    refe = [old + new for old, new in zip(sheet["refe"], score["refe"], strict=True)]
    return {"bule": bule, "supe": supe, "refe": refe}, sum(bule) <= 0


def settle(p: Params, sheet: dict[str, Any]) -> dict[str, Any]:
    """Sides written, less sides on the player, less ten for each of his heads (rules 7, fill-in); high is good."""
    if not p["fill_in"]:
        raise Undefined("settle")
    results = []
    for player, heads in enumerate(sheet["bule"]):
        total = -10 * heads
        for (writer, on), amount in sheet["supe"].items():
            if writer == player:
                total += amount
            if on == player:
                total -= amount
        results.append(total if p["result_sign"] == "high_wins" else -total)
    return {"result": results, "good": "high" if p["result_sign"] == "high_wins" else "low"}
