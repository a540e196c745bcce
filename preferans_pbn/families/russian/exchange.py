"""Talon, discard and contract of the Russian family.

Sources: G-LL1R1K 4.1 to 4.5, TS-09 to TS-11; S1-67 to S1-72; parameters ``contract_floor
contract_raise concede``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.families.russian.ladder import CONTRACT_RUNGS, Rung
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.violation import Violation

_UNDEFINED: Final = "undefined"


class ContractLaw:
    """Which contracts may follow an auction, compiled once."""

    __slots__ = ("_concede", "_raise", "_rungs", "_variant")

    def __init__(self, rules: Mapping[str, Any], rungs: dict[str, Rung], *, variant: str = "this variant") -> None:
        self._rungs = rungs
        self._raise: str = rules["contract_raise"]
        self._concede = str(rules.get("concede", _UNDEFINED))
        self._variant = variant

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts the declarer may name, lowest first, then the ways of giving up."""
        if result.declarer is None:
            return ["all-pass"]
        words = (*CONTRACT_RUNGS, "concede-2", "concede-3")
        return [word for word in words if self.violation(word, result) is None]

    def violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from ``result`` (None: the auction is not known)."""
        if contract == "all-pass":
            if result is not None and result.declarer is not None:
                return Violation("contract-not-allowed", {"contract": contract, "why": "somebody bid"})
            return None
        named = CONTRACT_RUNGS.get(contract)
        conceded = contract.startswith("concede-")
        if named is None and not conceded:
            return Violation("undefined-by-variant", {"variant": self._variant, "what": f"the contract {contract}"})
        if conceded and self._concede == _UNDEFINED:
            return Violation("undefined-by-variant", {"variant": self._variant, "what": "a surrender before play"})
        if conceded and contract != f"concede-{self._concede}":
            why = "nobody may give up before play" if self._concede == "none" else f"only without {self._concede}"
            return Violation("concede-not-allowed", {"contract": contract, "why": why})
        if result is None:
            return None
        if result.declarer is None:
            return Violation("contract-not-allowed", {"contract": contract, "why": "all passed"})
        bid = self._rungs.get(result.bid)
        if bid is None:
            return None
        if conceded:
            if bid.misere:
                return Violation("concede-not-allowed", {"contract": contract, "why": "a misere is played"})
            return None
        if named is None:
            return None
        if bid.misere != named.misere:
            why = "a misere won in the auction is played" if bid.misere else "misere was not bid"
            return Violation("contract-not-allowed", {"contract": contract, "why": why})
        if bid.misere:
            return None
        below = named.level < bid.level or (named.level == bid.level and named.strain < bid.strain)
        if below:
            return Violation("contract-below-bid", {"contract": contract, "bid": result.bid})
        if self._raise == "same_level" and named.level != bid.level:
            return Violation("contract-not-allowed", {"contract": contract, "why": "the level may not be raised"})
        if self._raise == "none" and (named.level != bid.level or bid.strain not in (-1, named.strain)):
            return Violation("contract-not-allowed", {"contract": contract, "why": "the contract is the bid"})
        return None
