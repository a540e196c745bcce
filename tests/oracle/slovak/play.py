"""The play of the cards.

Readings taken where the sources are silent (W = weak):

* Forehand leads every game but durch (rules 7), as in the related games (K-21); preferans too (W: the text is silent,
  and the lead of durch might be meant for it).  From hand makes no difference.
* Who leads to betl the text does not say: refused, and with `fill_in` forehand.
* All ten tricks are played, betl and a beaten game too.
"""

from __future__ import annotations

from typing import Any

from ..play import IllegalCard, trick_winner
from ..undefined import Undefined
from .words import PLAYERS, Params, base_contract, suit_of, trump_of


def first_leader(p: Params, contract: str, declarer: int) -> int:
    """Who leads to the first trick.  Raises Undefined for betl without `fill_in`."""
    if base_contract(contract) == "betl" and not p["fill_in"]:
        raise Undefined("the lead to betl")
    if base_contract(contract) != "durch":
        return 0
    seats = {
        "forehand": 0,
        "declarer": declarer,
        "declarers_left": (declarer + 1) % PLAYERS,
        "declarers_left_defender": (declarer + 1) % PLAYERS,
        "declarers_right": (declarer + 2) % PLAYERS,  # S0-120, clockwise
    }
    return seats[p["first_lead_no_trump"]]


def legal_cards(p: Params, contract: str, hand: list[str], trick: list[str]) -> list[str]:
    if not trick:
        return list(hand)
    following = [card for card in hand if suit_of(card) == suit_of(trick[0])]
    if following:
        return following  # S0-47, S0-48
    trumps = [card for card in hand if suit_of(card) == trump_of(contract)]
    if trumps and p["must_trump"]:
        return trumps  # S0-49
    return list(hand)  # S0-50, S0-51


def play_out(
    p: Params, contract: str, declarer: int, hands: list[list[str]], tricks: list[list[str]]
) -> dict[str, Any]:
    """Replay a play, which may stop anywhere: who took each trick, how many each, and who is to play what."""
    left = [list(hand) for hand in hands]
    winners: list[int] = []
    turn = first_leader(p, contract, declarer)
    on_table: list[str] = []
    for number, row in enumerate(tricks):
        if on_table:
            raise IllegalCard(number, 0, "the trick before is not complete")
        leader = turn
        for place, card in enumerate(row):
            if place >= PLAYERS:
                raise IllegalCard(number, place, "a trick has three cards")
            if card not in left[turn]:
                raise IllegalCard(number, place, f"{card} is not in the hand")
            legal = legal_cards(p, contract, left[turn], on_table)
            if card not in legal:
                raise IllegalCard(number, place, f"{card}: only {legal} are legal")
            left[turn].remove(card)
            on_table.append(card)
            turn = (turn + 1) % PLAYERS
        if len(on_table) == PLAYERS:
            turn = (leader + trick_winner(trump_of(contract), on_table)) % PLAYERS
            winners.append(turn)
            on_table = []
    ended = len(winners) == 10
    return {
        "winners": winners,
        "tricks": [winners.count(player) for player in range(PLAYERS)],
        "ended": ended,
        "turn": None if ended else turn,
        "legal": [] if ended else legal_cards(p, contract, left[turn], on_table),
    }
