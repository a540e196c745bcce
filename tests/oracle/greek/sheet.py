"""The running sheet and the end.

Readings taken where the sources are silent:

* "balance" is what a player has had so far, kasa and payments together, without his deposit; "deposit" is
  what each has put in at the start and does not change.
* `settle_rounding` last_balances: kapikia are whole, a fraction is dropped whichever its sign, and the last
  player of the sheet is set to minus the sum of the others (rules 6, End).  none: the exact result.
* With four each has a quarter of the kasa (W: not described).
* Ended when no ten is left in the kasa: v would be nothing, and what remains is shared out (rules 6, End).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..cards import Amount, tidy
from .words import PLAYERS, Params


def new_sheet(kasa: int, players: int = PLAYERS) -> dict[str, Any]:
    """`kasa` is the whole common kasa at the start, 1500 for 3 x 500 (notation)."""
    return {"kasa": kasa, "deposit": [tidy(Fraction(kasa, players))] * players, "balance": [0] * players}


def sheet_add(p: Params, sheet: dict[str, Any], score: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The sheet after one more deal, and whether the session has ended."""
    balance = [
        old + drawn + paid for old, drawn, paid in zip(sheet["balance"], score["kasa"], score["pay"], strict=True)
    ]
    left = sheet["kasa"] - sum(score["kasa"])
    return {"kasa": left, "deposit": list(sheet["deposit"]), "balance": balance}, left < 10


def settle(p: Params, sheet: dict[str, Any]) -> dict[str, Any]:
    """Minus the deposit, plus all receipts, plus a third of what the kasa still holds (rules 6, End)."""
    players = len(sheet["balance"])
    results: list[Amount] = [
        tidy(Fraction(balance) - Fraction(deposit) + Fraction(sheet["kasa"]) / players)
        for balance, deposit in zip(sheet["balance"], sheet["deposit"], strict=True)
    ]
    if p["settle_rounding"] == "last_balances":
        results = [int(amount) for amount in results]
        results[-1] = -sum(results[:-1])
    return {"result": results, "good": "high"}
