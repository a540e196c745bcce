"""The play of the cards.

Readings taken where the sources are silent:

* Overtaking (S1-90).  if_beats_trick: who follows or trumps must beat the whole trick if he can;
  within_suit: he must go above every card *of the suit that he plays* in the trick, ruffed or not. Where
  trumping is no duty (must_trump false) a void player is free, but a trump that he chooses must go over.
* The talon card of an all-pass counts as a card of the trick (for winning and for overtaking) only where
  it can win: with four at the table, `talon_can_win` and `dealer_in_all_pass` plays_talon.  A trick that it
  wins goes to the dealer (index 3).
* void leader, talon_suit: if nobody has the talon's suit, the first to play takes the trick (G-LL1R1K
  says "forehand", who plays first there).  own_card: his suit is the led suit and the talon card can no
  longer win.
* After a trick that the talon card won, forehand is the first to play.
* `trick_no` of legal_cards changes nothing: whether a talon card leads is said by `talon_lead`.
"""

from __future__ import annotations

from typing import Any

from .cards import ACTIVE, DEALER_OF_FOUR, Params, level_of, strength, suit_of, trump_of


class IllegalCard(ValueError):
    """An illegal card: number of the trick and of the card in it, both from 0, talon cards not counted."""

    def __init__(self, trick: int, card: int, reason: str) -> None:
        super().__init__(f"trick {trick}, card {card}: {reason}")
        self.trick = trick
        self.card = card
        self.at = (trick, card)


def led_suit(trick: list[str], talon_lead: str | None, void_leader: str) -> str | None:
    """Suit to follow; None if nothing has been led."""
    if talon_lead is None:
        return suit_of(trick[0]) if trick else None
    if trick and void_leader == "own_card" and suit_of(trick[0]) != suit_of(talon_lead):
        return suit_of(trick[0])
    return suit_of(talon_lead)


def best_card(trump: str | None, led: str, cards: list[str]) -> str | None:
    """The winning card among these, None if none of them can win (S1-91, S1-92)."""
    candidates = [card for card in cards if trump is not None and suit_of(card) == trump]
    if not candidates:
        candidates = [card for card in cards if suit_of(card) == led]
    best: str | None = None
    for card in candidates:
        if best is None or strength(card) > strength(best):
            best = card
    return best


def trick_winner(
    trump: str | None,
    trick: list[str],
    talon_lead: str | None = None,
    talon_can_win: bool = False,
    void_leader: str = "talon_suit",
) -> int:
    """Index of the winning card in play order; -1 if it is the talon card."""
    led = led_suit(trick, talon_lead, void_leader)
    if led is None:
        raise ValueError("empty trick")
    cards = list(trick)
    if talon_lead is not None and talon_can_win:
        cards = [talon_lead, *cards]
    best = best_card(trump, led, cards)
    if best is None:
        return 0  # nobody has the talon's suit
    if best == talon_lead:
        return -1
    return trick.index(best)


def talon_competes(p: Params, players: int) -> bool:
    return bool(p["talon_can_win"]) and dealer_plays_talon(p, players)


def dealer_plays_talon(p: Params, players: int) -> bool:
    return players == 4 and p["dealer_in_all_pass"] == "plays_talon"


def overtaking_binds(p: Params, contract: str) -> bool:
    if p["must_overtake"] == "none":
        return False
    if p["overtake_scope"] == "everywhere":
        return True
    if contract == "all-pass":
        return False
    if contract == "misere":
        return bool(p["overtake_scope"] == "contracts_and_misere")
    return level_of(contract) is not None


def overtaking(p: Params, trump: str | None, led: str, seen: list[str], choice: list[str]) -> list[str]:
    """Of cards of one suit, those that the duty to overtake leaves (S1-89, S1-90)."""
    suit = suit_of(choice[0])
    higher = []
    for card in choice:
        if p["must_overtake"] == "if_beats_trick":
            if best_card(trump, led, [*seen, card]) == card:
                higher.append(card)
        elif all(strength(card) > strength(other) for other in seen if suit_of(other) == suit):
            higher.append(card)
    return higher if higher else choice


def legal_cards(
    p: Params,
    contract: str,
    hand: list[str],
    trick: list[str],
    talon_lead: str | None = None,
    trick_no: int = 1,
) -> list[str]:
    """Legal cards of `hand`; `trick` holds the players' cards so far, without the talon card."""
    trump = trump_of(contract)
    led = led_suit(trick, talon_lead, p["all_pass_void_leader"])
    if led is None:
        return list(hand)
    seen = list(trick)
    if talon_lead is not None and talon_competes(p, p["players"]):
        seen = [talon_lead, *seen]
    binds = overtaking_binds(p, contract)
    following = [card for card in hand if suit_of(card) == led]
    if following:  # S1-86
        return overtaking(p, trump, led, seen, following) if binds else following
    trumps = [card for card in hand if trump is not None and suit_of(card) == trump]
    if not trumps:
        return list(hand)  # S1-88
    allowed = overtaking(p, trump, led, seen, trumps) if binds else trumps
    if p["must_trump"]:  # S1-87
        return allowed
    return [card for card in hand if card in allowed or card not in trumps]


def talon_leads(p: Params, contract: str, trick_no: int) -> bool:
    """Does a talon card lead this trick (number from 0)?  G-LL1R1K 8.2"""
    return contract == "all-pass" and p["all_pass_talon"] == "leads" and trick_no < 2


def leader_of(p: Params, contract: str, winners: list[int]) -> int:
    """Who plays the first hand card of the next trick."""
    trick_no = len(winners)
    if trick_no == 0:
        return 0  # forehand, whoever declares: S1-84
    talon_round = contract == "all-pass" and p["all_pass_talon"] == "leads"
    if talon_round and trick_no <= 2 and p["all_pass_trick3"] == "forehand":
        return 0  # G-LL1R1K 8.2, C-12
    winner = winners[-1]
    return winner if 0 <= winner < ACTIVE else 0  # S1-85


def play_out(
    p: Params,
    contract: str,
    declarer: int | None,
    hands: list[list[str]],
    talon: list[str],
    tricks: list[list[str]],
    players: int = 3,
) -> dict[str, Any]:
    """Replay a play, which may stop anywhere.

    Besides winners, tricks and leaders the result holds "turn" and "legal" for the next card.  A row may
    begin with its talon card in parentheses.  The declarer plays no part: forehand leads, whoever declares.
    """
    p = {**p, "players": players}
    left = [list(hand) for hand in hands[:ACTIVE]]
    trump = trump_of(contract)
    winners: list[int] = []
    leaders: list[int] = []
    taken = [0] * max(players, ACTIVE)
    turn: int | None = leader_of(p, contract, winners)
    on_table: list[str] = []
    for number, row in enumerate(tricks):
        if number >= 10:
            raise IllegalCard(number, 0, "there are ten tricks")
        if number > 0 and len(winners) < number:
            raise IllegalCard(number, 0, "the trick before is not complete")
        lead_card = talon[number] if talon_leads(p, contract, number) else None
        cards = list(row)
        if cards and cards[0].startswith("("):
            if cards[0] != f"({lead_card})":
                raise IllegalCard(number, 0, f"{cards[0]} does not lead this trick")
            cards = cards[1:]
        leader = leader_of(p, contract, winners)
        leaders.append(leader)
        on_table = []
        for place, card in enumerate(cards):
            if place >= ACTIVE:
                raise IllegalCard(number, place, "a trick has three cards")
            player = (leader + place) % ACTIVE
            if card not in left[player]:
                raise IllegalCard(number, place, f"{card} is not in the hand")
            legal = legal_cards(p, contract, left[player], on_table, lead_card, number + 1)
            if card not in legal:
                raise IllegalCard(number, place, f"{card}: only {legal} are legal")
            left[player].remove(card)
            on_table.append(card)
        turn = (leader + len(on_table)) % ACTIVE
        if len(on_table) < ACTIVE:
            continue
        place = trick_winner(
            trump, on_table, lead_card, talon_competes(p, players), p["all_pass_void_leader"]
        )
        if place >= 0:
            winner = (leader + place) % ACTIVE
        else:
            winner = DEALER_OF_FOUR if dealer_plays_talon(p, players) else -1
        winners.append(winner)
        if winner >= 0:
            taken[winner] += 1
        on_table = []
        turn = leader_of(p, contract, winners) if len(winners) < 10 else None
    legal_now: list[str] = []
    if turn is not None:
        number = len(winners)
        lead_card = talon[number] if talon_leads(p, contract, number) else None
        legal_now = legal_cards(p, contract, left[turn], on_table, lead_card, number + 1)
    return {"winners": winners, "tricks": taken, "leaders": leaders, "turn": turn, "legal": legal_now}
