"""The play of the cards.

Readings taken where the sources are silent (W = weak):

* The lead of sans by the declarer's left defender (`first_lead_no_trump`) holds for preferans too, in hand
  or not; betl is led by forehand.
* `stop_at_five` ends a suit game, sans or preferans at the followers' fifth trick together and betl at the
  declarer's first (K-29 names both).  Without it everything is played to the end, betl too.
* Where `first_lead_no_trump` is left open (Croatian) a play of sans or preferans is refused.  Where `stop_at_five` is
  left open everything is played to the end.
* `sans_lead` agreed binds a *follower* who leads to the first trick: under kontra spades, or the suit of
  the kontra-giver's last number (2 to 5; "hold" counts as the number held); without kontra clubs, if he
  was called.  A declarer who leads is free (W: S2-88 says only "the first player").  Holding none of the
  suits in question he is free.
"""

from __future__ import annotations

from typing import Any

from ..play import IllegalCard, trick_winner
from ..undefined import value_of
from .words import PLAYERS, Params, base_contract, followers_of, suit_of, trump_of, word_of


def playing(declarer: int, roles: dict[int, str]) -> list[int]:
    """Who has a hand in the play: the declarer and who follows or was pulled in (S2-48, S2-69)."""
    return [player for player in range(PLAYERS) if player == declarer or roles.get(player, "come") != "stay-out"]


def first_leader(p: Params, contract: str, declarer: int, roles: dict[int, str]) -> int:
    active = playing(declarer, roles)
    no_trump = base_contract(contract) in ("sans", "preferans")
    if no_trump and value_of(p, "first_lead_no_trump") == "declarers_left_defender":
        first, second = followers_of(declarer)
        return second if second in active else first  # rules 8.1; left of the declarer is before him
    return active[0]  # right of the dealer, if out the next (S2-67)


def sans_lead_suits(p: Params, contract: str, called: bool, kontra: bool, kontra_bid: str | None) -> list[str]:
    """Suits that the agreed sans lead asks for; empty if it asks nothing (S2-87 to S2-89)."""
    if p["sans_lead"] != "agreed" or base_contract(contract) != "sans":
        return []
    if kontra:
        suits = ["S"]
        if kontra_bid in ("2", "3", "4", "5"):
            suits.append(word_of(int(kontra_bid)))
        return suits
    return ["C"] if called else []


def legal_cards(
    p: Params,
    contract: str,
    hand: list[str],
    trick: list[str],
    first_lead: bool = False,
    called: bool = False,
    kontra: bool = False,
    kontra_bid: str | None = None,
) -> list[str]:
    """Legal cards of `hand`; `first_lead`: a follower opens the play, `called`: he was called."""
    if not trick:
        if first_lead:
            suits = sans_lead_suits(p, contract, called, kontra, kontra_bid)
            asked = [card for card in hand if suit_of(card) in suits]
            if asked:
                return asked
        return list(hand)
    following = [card for card in hand if suit_of(card) == suit_of(trick[0])]
    if following:
        return following  # S2-68, S2-69
    trumps = [card for card in hand if suit_of(card) == trump_of(contract)]
    if trumps and p["must_trump"]:
        return trumps  # S2-71
    return list(hand)  # S2-73, S2-74


def ends_early(p: Params, contract: str, declarer: int, taken: list[int]) -> bool:
    if not p["stop_at_five"]:
        return False
    if base_contract(contract) == "betl":
        return taken[declarer] >= 1
    return sum(taken) - taken[declarer] >= 5


def play_out(
    p: Params,
    contract: str,
    declarer: int,
    roles: dict[int, str],
    hands: list[list[str]],
    tricks: list[list[str]],
    kontra: tuple[int, int] | None = None,
    kontra_bid: str | None = None,
) -> dict[str, Any]:
    """Replay a play, which may stop anywhere.

    "ended" is true when no more cards are to be played, "early" when that is before the tenth trick.
    """
    active = playing(declarer, roles)
    left = [list(hand) for hand in hands]
    winners: list[int] = []
    leaders: list[int] = []
    taken = [0] * PLAYERS
    ended = False
    leader = first_leader(p, contract, declarer, roles)
    on_table: list[str] = []
    turn = leader

    def legal_now(player: int) -> list[str]:
        opens = not winners and not on_table and player != declarer
        called = roles.get(player) == "called"
        return legal_cards(p, contract, left[player], on_table, opens, called, kontra is not None, kontra_bid)

    for number, row in enumerate(tricks):
        if ended:
            raise IllegalCard(number, 0, "the play has ended")
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
            legal = legal_now(turn)
            if card not in legal:
                raise IllegalCard(number, place, f"{card}: only {legal} are legal")
            left[turn].remove(card)
            on_table.append(card)
            turn = next_active(active, turn)
        if len(on_table) < len(active):
            continue
        order = [leader]
        while len(order) < len(active):
            order.append(next_active(active, order[-1]))
        leader = order[trick_winner(trump_of(contract), on_table)]  # S2-70, S2-72
        winners.append(leader)  # S2-75
        taken[leader] += 1
        on_table = []
        turn = leader
        ended = len(winners) == 10 or ends_early(p, contract, declarer, taken)
    return {
        "winners": winners,
        "leaders": leaders,
        "tricks": taken,
        "ended": ended,
        "early": ended and len(winners) < 10,
        "turn": None if ended else turn,
        "legal": [] if ended else legal_now(turn),
    }


def next_active(active: list[int], player: int) -> int:
    following = (player + 1) % PLAYERS
    while following not in active:
        following = (following + 1) % PLAYERS
    return following
