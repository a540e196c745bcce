"""Cards played that cannot have been: played before, or not in the hand.

The replay makes no check whose premise has failed, so behind a wrong discard it says nothing of the cards.  For a
source whose cards are wrong in many ways that hides most of what its reader wants to know, so each card is looked at
here by itself.
"""

from __future__ import annotations

from typing import Final

from preferans_pbn.cards import CARD_NAMES, Card
from preferans_pbn.convert.deal import SourceDeal
from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.record import Where

CODES: Final = ("E511", "E515")
"""What `wrong_cards` finds."""
BEFORE_THE_PLAY: Final = ("E3", "E45")
"""How the codes of the faults begin behind which the replay does not look at the cards."""


def wrong_cards(deal: SourceDeal, seats: str) -> list[Diagnostic]:
    """A finding for each card that is played by a player who was not dealt it, and for each that is played again.

    A card is reported once.  Players whose hand is not known are not looked at.
    """
    found: list[Diagnostic] = []
    first: dict[Card, int] = {}
    reported: set[Card] = set()
    count = -1
    for number, trick in enumerate(deal.tricks, 1):
        for step, (player, card) in enumerate(trick.plays, 1):
            count += 1
            where = Where("Play", count)
            if card in reported:
                continue
            if card in first:
                reported.add(card)
                found.append(diagnostic("card-played-twice", where, card=CARD_NAMES[card], first=first[card],
                                        trick=number, number=step))
                continue
            first[card] = number
            if not _may_hold(deal, player, card):
                found.append(diagnostic("card-not-held", where, seat=seats[player], card=CARD_NAMES[card],
                                        trick=number, number=step))
    return found


def _may_hold(deal: SourceDeal, player: int, card: Card) -> bool:
    """Could ``player`` have this card after the exchange, by the deal as written?"""
    hand = deal.hands.get(player)
    if hand is None or len(hand) != 10:
        return True
    if player != deal.declarer or deal.discard == "-":
        return card in hand
    return (card in hand or not deal.talon or card in deal.talon) and not (
        isinstance(deal.discard, list) and card in deal.discard)
