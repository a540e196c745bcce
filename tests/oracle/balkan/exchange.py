"""The game that the winner of the auction announces.

Readings taken where the sources are silent (W = weak):

* A winner in hand announces a suit game in hand, not lower than his bid (W: a named igra might bind him to
  that very suit).  Igra-betl and igra-sans are played as called: they are declared directly and not
  otherwise (S2-38; W against "any stronger one").
* `min_trumps` binds who *stops* at 2 to 5, so not a game in hand (S2-85, AMB-S2-16).  "Headed by Q, K or A":
  the highest trump held is one of these (S2-86).
* `contract_raise` same_level and none: the game of the bid alone (each number is one game).  Who said igra and
  named no game chooses all the same.
"""

from __future__ import annotations

from .auction import auction_result, read_calls
from .words import Params, is_hand_contract, ladder_top, suit_of, trump_of, word_of


def legal_contracts(
    p: Params, bid: str | list[str], hand_game: bool = False, cards: list[str] | None = None
) -> list[str]:
    """Games that may be announced; `bid` is the number won ("4") or the whole list of calls.

    `cards` are the ten cards that will be played; without them `min_trumps` is not looked at.
    """
    named = True
    if isinstance(bid, str):
        lowest = int(bid)
    else:
        result = auction_result(p, bid)
        if result.get("all_pass"):
            return []
        lowest, hand_game = int(result["bid"]), result["hand"]
        state = read_calls(p, bid)
        named = not hand_game or state.direct is not None or result["declarer"] in state.named
    if hand_game:
        top = 5 if lowest <= 5 else lowest  # S2-37, S2-38
    else:
        top = ladder_top(p)  # S2-27
    if p["contract_raise"] != "any" and named:
        top = lowest
    found = []
    for number in range(lowest, top + 1):  # S2-28
        word = word_of(number) + ("-hand" if hand_game else "")
        if cards is None or enough_trumps(p, word, cards):
            found.append(word)
    return found


def enough_trumps(p: Params, contract: str, cards: list[str]) -> bool:
    """S2-85, S2-86; counted in the ten cards played, in the suit announced (AMB-S2-16)."""
    trump = trump_of(contract)
    if p["min_trumps"] == "none" or trump is None or is_hand_contract(contract):
        return True
    trumps = [card for card in cards if suit_of(card) == trump]
    if len(trumps) < 3:
        return False
    if p["min_trumps"] == "three":
        return True
    return any(card[1] in "AKQ" for card in trumps)  # three_headed_q
