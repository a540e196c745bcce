"""``trick-winner``, ``legal-cards`` and ``play``: the law of tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from preferans_pbn.cards import FULL_PACK, NO_TRUMP, SUITS, Card, Hand
from preferans_pbn.conformance.ops.cards import card_of, hand_of, names_of, talon_card
from preferans_pbn.conformance.ops.defence import ALL_PASS, known_contract
from preferans_pbn.conformance.ops.errors import OpError, malformed
from preferans_pbn.conformance.ops.seats import Seats, seats_of
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.variants import Ruleset

_RESTING: Final = 3
_ORDER: Final = (0, 1, 2)
_HANDS: Final = (FULL_PACK, FULL_PACK, FULL_PACK, 0)
HAND_SIZE: Final = 10


def _trump_of(name: Any) -> int:
    if name is None:
        return NO_TRUMP
    if not isinstance(name, str) or len(name) != 1 or name not in SUITS:
        raise malformed("trump is one of S C D H, or null")
    return SUITS.index(name)


def _cards_of_trick(names: Any) -> tuple[Card | None, list[Card]]:
    """The talon card that leads, if any, and the cards of the hands.  Raises OpError."""
    if not isinstance(names, list):
        raise malformed("a trick is a list of cards")
    talon = talon_card(names[0]) if names else None
    cards = [card_of(name) for name in names[talon is not None:]]
    if len({*cards, talon}) != len(cards) + 1:
        raise malformed("a card stands twice")
    return talon, cards


def _talon_wins(rules: Ruleset) -> bool:
    """These operations have no table: a talon card wins where ``talon_can_win`` says so."""
    return bool(rules.get("talon_can_win", False))


def trick_winner(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Which card of a whole trick wins: its index in the order of play.

    A talon card that leads is index 0 where ``talon_can_win`` is true, else it is not counted.
    """
    talon, cards = _cards_of_trick(data["trick"])
    if not 2 <= len(cards) <= 3:
        raise malformed("a trick has two or three cards of hands")
    wins = talon is not None and _talon_wins(rules)
    law = TrickLaw(_trump_of(data["trump"]), must_trump=False, talon_leads=talon is not None, talon_wins=wins,
                   void_leader_own=rules.get("all_pass_void_leader") == "own_card")
    tricks = Trickplay(law, _HANDS, _ORDER[:len(cards)], 0, talon=() if talon is None else (talon,),
                       resting=_RESTING)
    tricks.advance((cards,), forced=True)
    winner = tricks.winners[0]
    return {"winner": 0 if winner == _RESTING else winner + wins}


def legal_cards(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The cards of ``hand`` that may follow ``trick``.

    ``first_lead``: this is the first lead of the deal; ``called``: the leader was called in; ``kontra``: kontra
    stands; ``bids``: the last number that its giver bid or held.
    """
    law = law_for(rules, "play")
    contract = known_contract(law, data["contract"], "the declarer")
    talon, cards = _cards_of_trick(data["trick"])
    hand = hand_of(data["hand"])
    if len(cards) > 2 or any(hand >> card & 1 for card in cards):
        raise malformed("two cards at most stand before, none of them of this hand")
    tricks = _opened(law, contract, data, talon)
    if _trump_of(data["trump"]) != tricks.law.trump:
        raise malformed(f"that is not the trump of {contract}")
    if talon is not None:
        if not tricks.law.talon_leads:
            raise malformed("the talon leads nothing here")
        tricks = Trickplay(tricks.law._replace(talon_wins=_talon_wins(rules)), _HANDS, _ORDER, 0, talon=(talon,),
                           resting=_RESTING)
    tricks.advance((cards,), forced=True)
    return {"legal": names_of(tricks.legal_from(hand))}


def _opened(law: Law, contract: str, data: Mapping[str, Any], talon: Card | None) -> Trickplay:
    """The play before its first card, of a deal where the defender who leads is as ``data`` says."""
    if contract == ALL_PASS:
        if law.all_pass_manner != "played":
            raise OpError("illegal-contract", "an all-pass deal is not played here")
        return law.trickplay(Outcome(3, ALL_PASS), _HANDS[:3], () if talon is None else (talon, talon))
    first = bool(data.get("first_lead"))
    tricks = law.trickplay(_defended(law, contract, 2, 0, first, data), _HANDS[:3], ())
    for declarer in (1, 0):  # the one to lead must be a defender
        if tricks.turn != declarer + 1:
            break
        tricks = law.trickplay(_defended(law, contract, declarer, 2, first, data), _HANDS[:3], ())
    return tricks


def _defended(law: Law, contract: str, declarer: int, leader: int, first: bool, data: Mapping[str, Any]) -> Outcome:
    """A deal whose ``leader`` is a defender, called in or not, and has given kontra or not."""
    roles, open_, _ = law.roles_without_calls(contract, declarer) if law.defence(contract, declarer, 3) is None else (
        {}, "", "")
    outcome = Outcome(3, contract, declarer, roles=dict(roles), open=open_)
    if not roles:
        words = _active_words(law, contract, declarer)
        outcome.roles = {player: words for player in _ORDER if player != declarer}
    if first and data.get("called"):
        outcome.roles[leader] = "called"
    if first and data.get("kontra"):
        outcome.kontra = (leader, 1)
        bids = ["", "", ""]
        bids[leader] = str(data.get("bids") or "")
        outcome.bids = tuple(bids)
    return outcome


def _active_words(law: Law, contract: str, declarer: int) -> str:
    """The word by which a defender takes part: the first that may be said."""
    defence = law.defence(contract, declarer, 3)
    return defence.legal()[0] if defence is not None and defence.turn >= 0 else ""


# ---- play ----------------------------------------------------------------------------------------------


class Table:
    """A deal in play, set up from an input: the play and who is who."""

    def __init__(self, rules: Ruleset, data: Mapping[str, Any]) -> None:
        law = law_for(rules, "play")
        self.seats = seats = seats_of(data)
        self.outcome = outcome = outcome_of(law, seats, data)
        if outcome.manner != "played":
            if outcome.contract == ALL_PASS:
                raise OpError("illegal-contract", "an all-pass deal is not played here")
            raise malformed(f"nothing is played: {outcome.manner}")
        hands = self._hands(data["hands"])
        talon = [card_of(name) for name in data.get("talon") or ()]
        self.tricks = law.trickplay(outcome, hands, talon)

    def _hands(self, data: Any) -> list[Hand]:
        hands = [0] * len(self.seats.order)
        seen = 0
        for player, names in self.seats.by_index(data, "hands").items():
            hand = hand_of(names)
            if hand.bit_count() != HAND_SIZE or hand & seen or player > 2:
                raise malformed("three different hands of ten cards each")
            seen |= hand
            hands[player] = hand
        if seen.bit_count() != 3 * HAND_SIZE:
            raise malformed("three different hands of ten cards each")
        return hands

    def seat(self, player: int) -> str:
        """The seat of an index."""
        return self.seats.order[player]

    def taken(self) -> dict[str, int]:
        """Tricks by seat."""
        return {seat: count for seat, count in zip(self.seats.order, self.tricks.taken, strict=False) if count}


def outcome_of(law: Law, seats: Seats, data: Mapping[str, Any]) -> Outcome:
    """Contract, declarer, roles and kontra of an input; ``tricks`` are not set.  Raises OpError."""
    contract = known_contract(law, data["contract"], str(data.get("declarer") or "the declarer"))
    named = data.get("declarer")
    bid = data.get("bid")
    outcome = Outcome(seats.people, contract, bid=bid)
    outcome.hand = contract.endswith("-hand") or (isinstance(bid, str) and bid.endswith("-hand"))
    if contract == ALL_PASS:
        if named is not None:
            raise malformed("all passed: there is no declarer")
        outcome.manner = law.all_pass_manner
        return outcome
    outcome.declarer = declarer = seats.active(named)
    kontra = data.get("kontra")
    if kontra is not None:
        outcome.kontra = (seats.active(kontra["by"]), int(kontra["level"]))
    roles = seats.by_index(data.get("defence"), "defence")
    if not all(isinstance(role, str) for role in roles.values()) or declarer in roles:
        raise malformed("defence is a map of the defenders' roles")
    if not roles and law.defence(contract, declarer, seats.people) is None:
        outcome.roles, outcome.open, outcome.manner = law.roles_without_calls(contract, declarer)
    else:
        outcome.roles = roles
        outcome.manner = law.manner_of_roles(contract, roles, outcome.kontra)
    if isinstance(data.get("open"), str):
        outcome.open = data["open"]
    bids = seats.by_index(data.get("bids"), "bids")
    if bids:
        outcome.bids = tuple(str(bids.get(player, "")) for player in _ORDER)
    return outcome


def play(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The play after ``cards``: whose turn it is, what he may play, the tricks so far."""
    table = Table(rules, data)
    play_rows(table, data.get("cards", []))
    tricks = table.tricks
    if tricks.turn < 0:
        return {"done": True, "tricks": table.taken()}
    return {"turn": table.seat(tricks.turn), "legal": names_of(tricks.legal()), "tricks": table.taken()}


def play_rows(table: Table, rows: Any) -> None:
    """Play ``rows``, a trick each.  Raises OpError (illegal-card, with trick and card)."""
    if not isinstance(rows, list):
        raise malformed("cards is a list of tricks")
    tricks = table.tricks
    for n, row in enumerate(rows):
        due = tricks.talon_lead() if tricks.turn >= 0 else None
        talon, cards = _row(row)
        if talon != due:
            raise malformed(f"row {n}: the talon card that leads is written first, and no other")
        for at, card in enumerate(cards):
            if tricks.turn < 0 or len(tricks.winners) != n or not tricks.play(card):
                raise OpError("illegal-card", f"{row[at + (talon is not None)]} may not be played", [n, at])
        if n + 1 < len(rows) and len(tricks.winners) <= n:
            raise malformed(f"row {n} is not a whole trick")


def _row(row: Any) -> tuple[Card | None, Sequence[Card]]:
    if not isinstance(row, list) or not row:
        raise malformed("a trick is a list of cards")
    talon = talon_card(row[0])
    return talon, [card_of(name) for name in row[talon is not None:]]
