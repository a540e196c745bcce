"""Contracts of the Greek game: at least the bid, or the surrender ``solo`` (G-PANOS, PREFADOROS)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.cards import Hand, mask_of
from preferans_pbn.families.greek.auction import LADDER, RANK, STAY
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.violation import Violation

SOLO: Final = "solo"
_ACES: Final = mask_of(suit * 8 + 7 for suit in range(4))


def level_of(contract: str) -> int:
    """The tricks that a contract word asks for, 6 to 10."""
    return 6 + RANK[contract] // 5


def surrendered(bid: str | None) -> str:
    """The contract that a ``solo`` is settled at: the bid, six spades for ``stay``; ``""`` for another word."""
    if bid == STAY:
        return LADDER[0]
    return bid if bid in RANK else ""


class GreekContracts:
    """Which contracts may follow an auction."""

    __slots__ = ("_aces", "_solo", "_variant")

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self._variant = variant
        self._solo = rules["concede"] == "solo"
        self._aces = bool(rules["ace_bonus"])

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts the declarer may name, lowest first, then the surrender."""
        if result.declarer is None:
            return ["all-pass"]
        return [word for word in (*LADDER, SOLO) if self.violation(word, result) is None]

    def violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from ``result`` (None: the auction is not known)."""
        if contract == "all-pass":
            if result is not None and result.declarer is not None:
                return Violation("contract-not-allowed", {"contract": contract, "why": "somebody bid"})
            return None
        if contract == SOLO:
            if not self._solo:
                return Violation("concede-not-allowed", {"contract": contract, "why": "nobody may give up before play"})
        elif contract not in RANK:
            return Violation("undefined-by-variant", {"variant": self._variant, "what": f"the contract {contract}"})
        if result is None:
            return None
        if result.declarer is None:
            return Violation("contract-not-allowed", {"contract": contract, "why": "all passed"})
        if contract != SOLO and RANK[contract] < RANK.get(surrendered(result.bid), 0):
            return Violation("contract-below-bid", {"contract": contract, "bid": result.bid})
        return None

    def aces_violation(self, contract: str, declarer: bool, twelve: Hand | None) -> Violation | None:
        """Why four aces may not be announced.  They are announced with the contract by the declarer, who holds
        them with the talon in hand (G-PANOS)."""
        why = ""
        if not self._aces:
            return Violation("undefined-by-variant", {"variant": self._variant, "what": "a bonus for four aces"})
        if contract == "all-pass" or not declarer:
            why = "only the declarer does, with his contract"
        elif contract == SOLO:
            why = "the game is given up"
        elif twelve is not None and _ACES & ~twelve:
            why = "not all of them are in hand"
        return Violation("aces-not-allowed", {"why": why}) if why else None
