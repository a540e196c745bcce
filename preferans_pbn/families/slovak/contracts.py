"""Which Slovak games may follow an auction.

Sources: S0-56, S0-57, S0-69 to S0-81 (what each number allows), S0-70, S0-71, S0-73 (the free throw-in), S0-76 and
S0-77 (leaves), S0-93 to S0-97 (from hand).  Parameters: ``concede one_allows_leaves in_hand``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from preferans_pbn.families.slovak.games import GAMES, IN_HAND, NUMBERS, THROWN_IN, game_of
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.violation import Violation


class SlovakContracts:
    """The contract law of one variant, compiled once."""

    __slots__ = ("_free", "_in_hand", "_leaves", "_must_open", "_variant")

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self._variant = variant
        self._free = rules["concede"] == "free_at_one"
        self._leaves: bool = rules["one_allows_leaves"]
        self._in_hand = rules["in_hand"] == "plus1"
        self._must_open: bool = rules["opener_must_bid"]

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that may follow ``result``, lowest first, then the throw-in."""
        if result.declarer is None:
            return ["all-pass"]
        words = (*(f"{game}-hand" if result.hand else game for game in GAMES), THROWN_IN)
        return [word for word in words if self.violation(word, result) is None]

    def violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from ``result`` (None: the auction is not known)."""
        if contract == "all-pass":
            why = ""
            if self._must_open:
                why = "the first hand must bid"
            elif result is not None and result.declarer is not None:
                why = "somebody bid"
            return Violation("contract-not-allowed", {"contract": contract, "why": why}) if why else None
        if contract == THROWN_IN:
            return self._throw_in_violation(result)
        hand = contract.endswith("-hand")
        number = GAMES.get(game_of(contract))
        if number is None or (hand and not self._in_hand):
            return Violation("undefined-by-variant", {"variant": self._variant, "what": f"the contract {contract}"})
        if result is None:
            return None
        why = ""
        if result.declarer is None:
            why = "all passed"
        elif hand != result.hand:
            why = "the auction was won from hand" if result.hand else "the auction was won with the talon"
        elif result.bid in IN_HAND or result.bid in NUMBERS:
            lowest = IN_HAND.get(result.bid) or max(int(result.bid), 2)
            if number < lowest:
                return Violation("contract-below-bid", {"contract": contract, "bid": result.bid})
            if result.bid == "1" and contract == "S" and not self._leaves:
                why = "leaves are trump only where two was won"
        return Violation("contract-not-allowed", {"contract": contract, "why": why}) if why else None

    def _throw_in_violation(self, result: AuctionResult | None) -> Violation | None:
        why = ""
        if not self._free:
            why = "nobody may throw his cards in"
        elif result is None:
            return None
        elif result.declarer is None:
            why = "all passed"
        elif result.declarer or result.bid != "1":
            why = "only the first hand does, where nobody bid over its 1"
        return Violation("concede-not-allowed", {"contract": THROWN_IN, "why": why}) if why else None
