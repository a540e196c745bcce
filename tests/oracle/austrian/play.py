"""The play of the cards.

Readings taken where the sources are silent: ten tricks are played by the declarer and who came or was called in.
`first_lead` forehand: the first hand that plays.
"""

from __future__ import annotations

from typing import Any

from ..cards import Params, suit_of
from ..play import IllegalCard, trick_winner
from .auction import PLAYERS, next_of


def playing(declarer: int, roles: dict[int, str]) -> list[int]:
    return [player for player in range(PLAYERS) if player == declarer or roles[player] != "stay-out"]


def first_leader(p: Params, declarer: int, roles: dict[int, str]) -> int:
    return declarer if p["first_lead"] == "declarer" else playing(declarer, roles)[0]  # KARTENSP


def legal_cards(p: Params, trump: str, hand: list[str], trick: list[str]) -> list[str]:
    if not trick:
        return list(hand)
    following = [card for card in hand if suit_of(card) == suit_of(trick[0])]
    if following:
        return following
    trumps = [card for card in hand if suit_of(card) == trump]
    return trumps if trumps and p["must_trump"] else list(hand)


def play_out(
    p: Params, trump: str, declarer: int, roles: dict[int, str], hands: list[list[str]], tricks: list[list[str]]
) -> dict[str, Any]:
    """Replay a play, which may stop anywhere: who took each trick, how many each, and who is to play what."""
    active = playing(declarer, roles)
    left = [list(hand) for hand in hands]
    winners: list[int] = []
    turn = first_leader(p, declarer, roles)
    on_table: list[str] = []
    for number, row in enumerate(tricks):
        if on_table:
            raise IllegalCard(number, 0, "the trick before is not complete")
        order: list[int] = []
        for place, card in enumerate(row):
            if place >= len(active):
                raise IllegalCard(number, place, f"a trick has {len(active)} cards")
            if card not in left[turn]:
                raise IllegalCard(number, place, f"{card} is not in the hand")
            legal = legal_cards(p, trump, left[turn], on_table)
            if card not in legal:
                raise IllegalCard(number, place, f"{card}: only {legal} are legal")
            left[turn].remove(card)
            on_table.append(card)
            order.append(turn)
            turn = next_of(active, turn)
        if len(order) == len(active):
            turn = order[trick_winner(trump, on_table)]
            winners.append(turn)
            on_table = []
    ended = len(winners) == 10
    return {
        "winners": winners,
        "tricks": [winners.count(player) for player in range(PLAYERS)],
        "ended": ended,
        "turn": None if ended else turn,
        "legal": [] if ended else legal_cards(p, trump, left[turn], on_table),
    }
