"""The Slovak auction.

Readings taken where the sources are silent (W = weak, the sources would bear another):

* The first hand must bid at its first call (S0-64): a number from 1 up, or a game from hand.  Later it may pass.
* The right to a later hand's number (S0-89) is the first hand's at its turn, until it passes; the hand that is held
  out of the game may raise (S0-86).  It may hold the 8 too, though it did not announce preferans at once (W: S0-127
  may bar it; but S0-89 makes no exception, and a hold names no game).
* An auction ends when one player is left; who can only pass still speaks.
* Preferans is announced at once: "8" and "hand-preferans" only as a player's first call (S0-127).
* A game from hand beats every number (S0-96), whatever its game; after it there are no numbers and no hold.
* Order of the calls from hand: hand < hand-betl < hand-durch < hand-preferans.  A game named must be strictly higher
  than the one that stands, and a bare "hand" does not answer it (W).
* Naming begins when everybody left has said "hand" (S0-115).  The claimants speak once each, the earlier hand first as
  in the Serbian game (W), and name a suit or a game (S0-97), without a floor, or pass; the highest wins, of equals the
  earlier hand.  Preferans is too late there (S0-127).  Who is left alone by passes wins without naming.
* Who wins with a bare "hand" has bid 2, the lowest game.
* `opener_must_bid` false: the first hand passes like the others, and three passes leave no game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .words import PLAYERS, Params, number_of

TOP = 8  # S0-124
DIRECT = ["hand-betl", "hand-durch", "hand-preferans"]


@dataclass
class Auction:
    """What the calls so far amount to."""

    passed: list[int] = field(default_factory=list)
    spoken: list[int] = field(default_factory=list)
    number: int = 0
    direct: int = 0  # number of the game from hand that stands by its name
    owner: int | None = None  # of the standing number or game
    claimants: list[int] = field(default_factory=list)  # who said "hand"
    naming: bool = False
    named: dict[int, int] = field(default_factory=dict)  # number of each claimant's game
    turn: int | None = 0


def left_in(state: Auction) -> list[int]:
    return [player for player in range(PLAYERS) if player not in state.passed]


def read_calls(calls: list[str]) -> Auction:
    """Replay calls; whether each was legal is not looked at."""
    state = Auction()
    for call in calls:
        speaker = state.turn
        if speaker is None:
            raise ValueError(f"{call}: the auction has ended")
        state.spoken.append(speaker)
        if call == "pass":
            state.passed.append(speaker)  # S0-88: final
        elif call == "hold":
            state.owner = speaker
        elif call == "hand":
            state.claimants.append(speaker)
        elif state.naming:
            state.named[speaker] = number_of_hand(call)
        elif call in DIRECT:
            state.direct = number_of_hand(call)
            state.owner = speaker
        else:
            state.number = int(call)
            state.owner = speaker
        state.turn = next_speaker(state, speaker)
    return state


def number_of_hand(call: str) -> int:
    """ "hand-3" -> 3, "hand-durch" -> 7."""
    name = call.removeprefix("hand-")
    return int(name) if name.isdigit() else number_of(name)


def next_speaker(state: Auction, speaker: int) -> int | None:
    left = left_in(state)
    if not left:
        return None
    if state.direct or not state.claimants:
        return None if left == [state.owner] else next_of(left, speaker)  # S0-86
    silent = [player for player in left if player not in state.claimants]
    if silent:
        return next_of(silent, speaker)  # S0-96: hand or pass
    if len(left) == 1:
        return None
    state.naming = True
    for player in left:
        if player not in state.named:
            return player
    return None


def next_of(players: list[int], speaker: int) -> int:
    """The next of ``players`` in playing order (S0-29, S0-65)."""
    following = (speaker + 1) % PLAYERS
    while following not in players:
        following = (following + 1) % PLAYERS
    return following


def auction_turn(p: Params, calls: list[str]) -> int | None:
    return read_calls(calls).turn


def may_hold(p: Params, state: Auction, player: int) -> bool:
    """S0-89: the first hand takes the game at a later hand's number."""
    if p["hold"] != "first_hand" or player != 0 or state.owner in (None, 0):
        return False
    return state.number >= int(p["hold_min_bid"])


def at_once_barred(p: Params, state: Auction, player: int, game: str) -> bool:
    """S0-127: too late for a game that is announced at once."""
    return game in p["announce_at_once"] and player in state.spoken


def legal_calls(p: Params, calls: list[str]) -> list[str]:
    """Legal calls of the player to speak; empty when the auction has ended."""
    state = read_calls(calls)
    player = state.turn
    if player is None:
        return []
    if state.naming:
        names = ["hand-2", "hand-3", "hand-4", "hand-5", *DIRECT]
        late = [f"hand-{game}" for game in p["announce_at_once"]]
        return ["pass", *(name for name in names if name not in late)]
    legal = []
    if calls or not p["opener_must_bid"]:
        legal.append("pass")  # S0-64, S0-87
    if not state.claimants and not state.direct:
        if may_hold(p, state, player):
            legal.append("hold")
        legal += number_bids(p, state, player)
    if p["in_hand"] == "plus1":
        legal += from_hand(p, state, player)
    return legal


def number_bids(p: Params, state: Auction, player: int) -> list[str]:
    """Numbers above the one that stands (S0-61, S0-66)."""
    found = []
    for number in range(state.number + 1, TOP + 1):
        if p["bid_steps"] == "next" and number > state.number + 1:
            break
        game = "preferans" if number == TOP else {6: "betl", 7: "durch"}.get(number, "")
        if not at_once_barred(p, state, player, game):
            found.append(str(number))
    return found


def from_hand(p: Params, state: Auction, player: int) -> list[str]:
    """Games from hand (S0-93, S0-96, S0-97)."""
    found = []
    fresh = player not in state.spoken
    if not state.direct and player not in state.claimants and (fresh or p["in_hand_when"] == "any_call"):
        found.append("hand")
    if fresh or p["in_hand_direct_when"] == "any_call":
        for call in DIRECT:
            game = call.removeprefix("hand-")
            if number_of_hand(call) > state.direct and not at_once_barred(p, state, player, game):
                found.append(call)
    return found


def auction_result(p: Params, calls: list[str]) -> dict[str, Any]:
    """{"all_pass": True} or {"declarer", "bid": number as text, "hand"}."""
    state = read_calls(calls)
    if state.turn is not None:
        raise ValueError("the auction has not ended")
    left = left_in(state)
    if not left:
        return {"all_pass": True}
    if state.direct:
        return {"declarer": state.owner, "bid": str(state.direct), "hand": True}
    if state.claimants:
        best = left[0]
        for player in left:
            if state.named.get(player, 2) > state.named.get(best, 2):
                best = player  # S0-97; of equals the earlier hand
        return {"declarer": best, "bid": str(state.named.get(best, 2)), "hand": True}
    return {"declarer": state.owner, "bid": str(state.number), "hand": False}
