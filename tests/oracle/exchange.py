"""Discard and contract.

Readings taken where the sources are silent:

* `contract_raise` any: every trump contract not lower than the bid; same_level: those of the bid's own
  level; none: the bid itself.  A level-only bid names no suit, so "none" then leaves the suits of that
  level.
* A surrender is open to everybody who did not win with a misère, also to a winner without the talon.
* A nine without the talon may be announced as any contract that is not lower (the ban of one program is
  left).
"""

from __future__ import annotations

from .cards import BID_SUITS, LEVELS, Params, is_misere, required_level, suit_word


def all_trump_contracts() -> list[str]:
    return [f"{level}{suit}" for level in LEVELS for suit in BID_SUITS]


def legal_contracts(p: Params, bid: str, hand: bool = False) -> list[str]:
    """What the winner of the auction may announce (G-LL1R1K 4.3, WE-A09, WE-A11)."""
    if is_misere(bid):
        return ["misere"]  # a misère winner must play it
    level = required_level(bid)
    suit = suit_word(bid)
    found = []
    for contract in all_trump_contracts():  # a non-misère winner may not switch to misère
        its_level = required_level(contract)
        its_suit = suit_word(contract)
        if its_level < level:
            continue
        if its_level > level and p["contract_raise"] != "any":
            continue
        if its_level == level and suit:
            if BID_SUITS.index(its_suit) < BID_SUITS.index(suit):
                continue
            if p["contract_raise"] == "none" and its_suit != suit:
                continue
        found.append(contract)
    if str(p["concede"]) in ("2", "3"):  # G-LL1R1K 4.5
        found.append(f"concede-{p['concede']}")
    return found
