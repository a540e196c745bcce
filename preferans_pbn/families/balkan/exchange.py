"""Contract and exchange of the Balkan family.

Sources: S2-26 to S2-28 (two cards go back, the game is the one stopped at or a higher one), S2-37, S2-38 (a game
in hand is a suit game unless betl or sans was called), S2-41, S2-85, S2-86 (agreed minimum of trumps).
Parameters: ``contract_raise in_hand_raise min_trumps bid_ladder in_hand``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.cards import NO_TRUMP, RANKS, SUIT_MASKS, Hand, mask_of
from preferans_pbn.families.balkan.auction import Result
from preferans_pbn.families.balkan.games import DIRECT, GAMES, NAMED, TOP, game_of, trump_of
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.violation import Violation

_HEADS: Final = mask_of(suit * 8 + RANKS.index(rank) for suit in range(4) for rank in "QKA")


class ContractLaw:
    """Which games may follow an auction, compiled once."""

    __slots__ = ("_any_hand_game", "_games", "_in_hand", "_min_trumps", "_no_raise", "_variant")

    def __init__(self, rules: Mapping[str, Any], *, variant: str) -> None:
        self._variant = variant
        top = TOP[rules["bid_ladder"]]
        self._games = {game: number for game, number in GAMES.items() if number <= top}
        self._in_hand = rules.get("in_hand") == "plus1"
        self._no_raise = rules["contract_raise"] == "none"
        self._any_hand_game = rules["in_hand_raise"] == "any" and not self._no_raise
        self._min_trumps: str = rules["min_trumps"]

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that may follow ``result``, lowest first."""
        if result.declarer is None:
            return ["all-pass"]
        words = [f"{game}-hand" if result.hand else game for game in self._games]
        return [word for word in words if self.violation(word, result) is None]

    def violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from ``result`` (None: the auction is not known)."""
        if contract == "all-pass":
            if result is not None and result.declarer is not None:
                return Violation("contract-not-allowed", {"contract": contract, "why": "somebody bid"})
            return None
        hand = contract.endswith("-hand")
        number = self._games.get(game_of(contract))
        if number is None or (hand and not self._in_hand):
            return Violation("undefined-by-variant", {"variant": self._variant, "what": f"the contract {contract}"})
        if result is None:
            return None
        why = ""
        if result.declarer is None:
            why = "all passed"
        elif hand != result.hand:
            why = "the auction was won in hand" if result.hand else "the auction was won with the talon"
        else:
            won = result if isinstance(result, Result) else _from_word(result)
            if number < won.lowest and not won.hand:
                return Violation("contract-below-bid", {"contract": contract, "bid": won.bid})
            why = self._why_not(number, won)
        return Violation("contract-not-allowed", {"contract": contract, "why": why}) if why else None

    def _why_not(self, number: int, result: Result) -> str:
        if result.only:
            raised = self._any_hand_game and number > result.lowest
            return "" if number == result.lowest or raised else f"{result.bid} names the game"
        if result.hand:
            if number > 5 and not self._any_hand_game:
                return "without a trump a game in hand is called as hand-betl or hand-sans"
            if number < result.lowest:
                return f"the game in hand is at least a {result.lowest}"
            if self._no_raise and result.bid in NAMED and number != result.lowest:
                return f"the game is the one of {result.bid}"
            return ""
        if self._no_raise and number != result.lowest:
            return "the game is the one of the bid"
        return ""

    def hand_violation(self, contract: str, hand: Hand) -> Violation | None:
        """Why a suit game may not be played with the ten cards ``hand``.

        The agreement speaks of who *stops* at 2 to 5, so it binds games with the talon (S2-85, AMB-S2-16).
        """
        trump = trump_of(contract)
        if self._min_trumps == "none" or trump == NO_TRUMP or contract.endswith("-hand"):
            return None
        trumps = hand & SUIT_MASKS[trump]
        why = ""
        if trumps.bit_count() < 3:
            why = f"three trumps are needed, {trumps.bit_count()} held"
        elif self._min_trumps == "three_headed_q" and not trumps & _HEADS:
            why = "the trumps must be headed by queen, king or ace"
        return Violation("contract-not-allowed", {"contract": contract, "why": why}) if why else None


def _from_word(result: AuctionResult) -> Result:
    """What the winning bid alone tells of the game, where no calls do."""
    bid = result.bid
    number = {**NAMED, **DIRECT}.get(bid, 2 if bid == "hand" else int(bid) if bid.isdigit() else 0)
    return Result(result.declarer, bid, result.hand, number, bid in DIRECT)
