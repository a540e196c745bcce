"""The exchange and the game that the winner of the auction announces.

Readings taken where the sources are silent (W = weak):

* The contract may be any game not below the bid (S0-57, S0-75, `contract_raise` any), from hand too (W: a game
  called or named from hand might bind its caller to that very game).
* Preferans may be the contract though the bid was lower (S0-75); what is announced at once is the call.
* Who won at "1" may name any game (K-17); `one_allows_leaves` false bars leaves to him and nothing else.
* The cards are thrown in by the first hand that won at "1" (S0-70, K-18), where `concede` is free_at_one; nobody else
  has the right (S0-71), also where the opener may pass.  A game from hand is played: its talon is not seen.
"""

from __future__ import annotations

from .auction import auction_result
from .words import GAMES, Params


def legal_discards(cards: list[str]) -> list[list[str]]:
    """What may be laid away of ten cards and the talon: any two (S0-69)."""
    return [[first, second] for place, first in enumerate(cards) for second in cards[place + 1 :]]


def legal_contracts(p: Params, calls: list[str]) -> list[str]:
    """Games that may be announced after these calls, and "thrown-in"; none where all passed."""
    won = auction_result(p, calls)
    if won.get("all_pass"):
        return []
    lowest = int(won["bid"])
    if won["hand"]:
        return [f"{word}-hand" for number, word in GAMES.items() if number >= lowest]  # S0-77, S0-95
    found = [word for number, word in GAMES.items() if number >= lowest]  # S0-74 to S0-81
    if lowest == 1:
        if not p["one_allows_leaves"]:
            found.remove("S")
        if p["concede"] == "free_at_one" and won["declarer"] == 0:
            found.append("thrown-in")
    return found
