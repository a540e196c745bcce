"""One PPN deal on its way to a record: its players, and the places of its parts."""

from __future__ import annotations

from typing import Any

from preferans_pbn.cards import CARD_NAMES, Card
from preferans_pbn.convert.deal import ANTICLOCKWISE, SourceDeal
from preferans_pbn.convert.faults import SourceFault, shown
from preferans_pbn.convert.judging import Place, fault_at
from preferans_pbn.convert.model import Converted
from preferans_pbn.convert.ppn_game import Game
from preferans_pbn.convert.ppn_model import CARDS, TITLE, Field, PpnDeal
from preferans_pbn.record import PLAYER_TAGS, Seat, Where


class Parts:
    """A ``deal`` of a ``game``; what is wrong goes into ``one``.  Raises SourceFault where its order cannot be."""

    def __init__(self, game: Game, deal: PpnDeal, one: Converted) -> None:
        self.game = game
        self.deal = deal
        self.one = one
        self.order = self._order()
        self.source = SourceDeal(0, 0)
        self.as_dealt = False  # a hand stands in another order than that of its cards
        self.places: dict[Where, Place] = {Where(""): deal.whole.place, Where("Dealer"): deal.order.place,
                                           Where("Board"): deal.id.place}
        for name, tag in (("Bule", "Bula"), ("Rules", "Refe"), ("Variant", "Variant"), ("Event", "Event"),
                          ("Session", "Session")):
            if tag in game.tags:
                self.places[Where(name)] = game.tags[tag].value.place
        session_place = deal.whole.place
        for tag_name, seat in PLAYER_TAGS.items():
            self.places.setdefault(Where(tag_name), session_place)
            number = game.seats.find(seat) + 1
            if number and f"Player{number}" in game.tags:
                self.places[Where(tag_name)] = game.tags[f"Player{number}"].value.place

    def _order(self) -> list[int]:
        """The players of the deal order as numbers 0 to 2, first receiver first."""
        digits = self.deal.order.text
        game = self.game
        if sorted(digits) != ["1", "2", "3"]:
            raise self.bad("deal order", self.deal.order, "each of 1, 2 and 3 once")
        ring = "123" if digits in "12312" else "132"
        if not game.seats:
            # Players sit so that the game goes round to the right, whichever way their numbers run.
            game.order = ring
            seats = dict(zip(ring, ANTICLOCKWISE, strict=True))
            game.seats = "".join(seats[number] for number in "123")
        elif game.order != ring:
            raise fault_at("foreign-contradiction", self.deal.order.place,
                           what=f"the deal order {digits} goes round the other way than that of the deals before")
        return [game.order.index(digit) for digit in digits]

    def player(self, digit: Field, name: str) -> int:
        """The player that a field names, as a number 0 to 2 in playing order.  Raises SourceFault."""
        if digit.text not in ("1", "2", "3"):
            raise self.bad(name, digit, "1, 2 or 3")
        return self.game.order.index(digit.text)

    def seat(self, player: int) -> Seat:
        """Where a player sits."""
        return ANTICLOCKWISE[player]

    def bad(self, name: str, found: Field, expected: str) -> SourceFault:
        """The fault that the field called ``name`` is not what was expected."""
        return fault_at("foreign-value", found.place, field=name, value=shown(found.text), format=TITLE,
                        expected=expected)

    def report(self, problem: SourceFault) -> None:
        """Tell a fault behind which the deal can be read on."""
        self.one.diagnostics.append(problem.finding)

    def codes(self, text: Field, seen: set[Card] | None, where: Any, name: str) -> list[Card | None]:
        """The cards of ``text``; None for a code that is none or, where ``seen`` is kept, a card met before."""
        cards: list[Card | None] = []
        for number, code in enumerate(text.text):
            card = CARDS.get(code)
            part = text.part(number)
            if card is None:
                self.report(self.bad(name, part, "a card code: 1 to 9 or A to W"))
            elif seen is not None and card in seen:
                self.report(fault_at("foreign-contradiction", part.place,
                                      what=f"{name}: {CARD_NAMES[card]} ({code}) is dealt twice"))
                card = None
            elif seen is not None:
                seen.add(card)
            if card is not None:
                self.places[where(card)] = part.place
            cards.append(card)
        return cards

    def name(self, player: int) -> str:
        """What a player is called in messages."""
        return f"player {self.game.order[player]}"
