"""The exchange and the trump that the winner of the auction names."""

from __future__ import annotations

from ..cards import Params
from .auction import TOP, auction_result


def legal_discards(cards: list[str]) -> list[list[str]]:
    """What may be laid away of ten cards and the talon: any two."""
    return [[first, second] for place, first in enumerate(cards) for second in cards[place + 1 :]]


def legal_contracts(p: Params, calls: list[str]) -> list[str]:
    """The suits not below the number (LESNOI: who won at 4 may choose hearts alone); none where all passed."""
    won = auction_result(p, calls)
    if won.get("all_pass"):
        return []
    return [p["suit_order"][number - 1] for number in range(int(won["bid"]), TOP + 1)]
