"""What all games share, held against a deal whose source does not say by which rules it was played.

A card is played once and by who holds it, the suit led is followed, and the highest trump or else the highest card of
the suit led takes the trick.  Nothing else is looked at.
"""

from __future__ import annotations

from preferans_pbn.cards import CARD_NAMES, SUIT_NAMES, SUITS, Card
from preferans_pbn.convert.deal import SourceDeal, SourceTrick
from preferans_pbn.convert.holdings import CODES, wrong_cards
from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.record import Where


def contradictions(deal: SourceDeal, seats: str) -> list[Diagnostic]:
    """A finding for each card that cannot have been played so, and for each winner that the cards do not give."""
    found = wrong_cards(deal, seats)
    if any(one.code in CODES for one in found):
        return found
    hands = {player: set(cards) for player, cards in deal.hands.items()}
    if deal.declarer in hands and isinstance(deal.discard, list):
        hands[deal.declarer] = (hands[deal.declarer] | set(deal.talon)) - set(deal.discard)
    elif deal.declarer in hands and deal.discard != "-":
        del hands[deal.declarer]
    count = 0
    for number, trick in enumerate(deal.tricks, 1):
        if not trick.plays:
            continue
        suit = (trick.plays[0][1] if trick.talon is None else trick.talon) >> 3
        for step, (player, card) in enumerate(trick.plays, 1):
            held = sorted(one for one in hands.get(player, ()) if one >> 3 == suit)
            if card >> 3 != suit and held and (step > 1 or trick.talon is not None):
                names = " ".join(CARD_NAMES[one] for one in reversed(held))
                found.append(diagnostic("revoke", Where("Play", count), seat=seats[player], suit=SUIT_NAMES[suit],
                                        cards=names, trick=number, number=step))
            hands.get(player, set()).discard(card)
            count += 1
        winner = _winner(deal, trick, suit)
        if winner is not None and trick.winner is not None and trick.winner != winner and len(trick.plays) == 3:
            claimed = seats[trick.winner] if trick.winner >= 0 else "the talon"
            found.append(diagnostic("wrong-winner", Where("Play", ("winner", str(number - 1))), claimed=claimed,
                                    trick=number, actual=seats[winner]))
    return found


def _winner(deal: SourceDeal, trick: SourceTrick, suit: int) -> int | None:
    """Who takes the trick by its cards; None where that hangs on the contract, which is not known, or on whether a
    talon card can win."""
    if deal.contract is None:
        return None
    trump = SUITS.find(deal.contract.removesuffix("-hand")[-1:]) if deal.contract[-1:] != "T" else -1

    def strength(card: Card) -> int:
        return card + 100 if card >> 3 == trump else card if card >> 3 == suit else -1

    player, best = max(trick.plays, key=lambda play: strength(play[1]))
    if trick.talon is not None and strength(best) < strength(trick.talon):
        return None
    return player
