"""The play of the cards (rules 6, Lead): right of the dealer leads, skipping who is out; follow, else trump.

Readings taken where the sources are silent:

* All ten tricks are played; nothing ends a play early.
* An all-pass that is played (`all_pass_outcome` play_no_trump) has no trumps, three hands, and forehand
  leads; the talon takes no part.
"""

from __future__ import annotations

from typing import Any

from ..play import IllegalCard, trick_winner
from .words import PLAYERS, Params, next_in, suit_of, trump_of


def playing(declarer: int | None, roles: dict[int, str]) -> list[int]:
    return [player for player in range(PLAYERS) if player == declarer or roles.get(player, "play") != "pass"]


def legal_cards(p: Params, contract: str, hand: list[str], trick: list[str], first_lead: bool = False) -> list[str]:
    """Legal cards of `hand`; the first lead is free like any other."""
    if not trick:
        return list(hand)
    following = [card for card in hand if suit_of(card) == suit_of(trick[0])]
    if following:
        return following
    trumps = [card for card in hand if suit_of(card) == trump_of(contract)]
    if trumps and p["must_trump"]:
        return trumps
    return list(hand)


def play_out(
    p: Params,
    contract: str,
    declarer: int | None,
    roles: dict[int, str],
    hands: list[list[str]],
    tricks: list[list[str]],
) -> dict[str, Any]:
    """Replay a play, which may stop anywhere."""
    active = playing(declarer, roles)
    left = [list(hand) for hand in hands]
    winners: list[int] = []
    leaders: list[int] = []
    taken = [0] * PLAYERS
    leader = active[0]
    turn = leader
    on_table: list[str] = []
    for number, row in enumerate(tricks):
        if number >= 10:
            raise IllegalCard(number, 0, "there are ten tricks")
        if len(winners) < number:
            raise IllegalCard(number, 0, "the trick before is not complete")
        leaders.append(leader)
        on_table = []
        turn = leader
        for place, card in enumerate(row):
            if place >= len(active):
                raise IllegalCard(number, place, f"a trick has {len(active)} cards")
            if card not in left[turn]:
                raise IllegalCard(number, place, f"{card} is not in the hand")
            legal = legal_cards(p, contract, left[turn], on_table)
            if card not in legal:
                raise IllegalCard(number, place, f"{card}: only {legal} are legal")
            left[turn].remove(card)
            on_table.append(card)
            turn = next_in(active, turn)
        if len(on_table) < len(active):
            continue
        order = [leader]
        while len(order) < len(active):
            order.append(next_in(active, order[-1]))
        leader = order[trick_winner(trump_of(contract), on_table)]
        winners.append(leader)
        taken[leader] += 1
        on_table = []
        turn = leader
    over = len(winners) == 10
    return {
        "winners": winners,
        "leaders": leaders,
        "tricks": taken,
        "ended": over,
        "turn": None if over else turn,
        "legal": [] if over else legal_cards(p, contract, left[turn], on_table),
    }
