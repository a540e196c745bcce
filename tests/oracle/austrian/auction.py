"""The Austrian auction: numbers 1 to 4, "here" (hold), pass.

Readings taken where the sources are silent (W = weak, the sources would bear another):

* "Here" is said by the foremost hand that has not passed, to the number of a younger one (LESNOI: A 1, B 2, C 3, A
  passes, B "here", C 4).  A hand may raise instead.
* The auction ends when one hand is left; who can only pass still speaks, also after a held 4 (W).
  `hold_ends_auction` true: a hold ends it at once.
* A pass is final.  After two passes without a bid the third hand still speaks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..cards import Params

PLAYERS = 3  # PAGAT-AT
TOP = 4  # hearts


@dataclass
class Auction:
    """What the calls so far amount to."""

    left: list[int] = field(default_factory=lambda: [0, 1, 2])
    number: int = 0
    owner: int | None = None
    turn: int | None = 0


def read_calls(p: Params, calls: list[str]) -> Auction:
    """Replay calls; whether each was legal is not looked at."""
    state = Auction()
    for call in calls:
        speaker = state.turn
        if speaker is None:
            raise ValueError(f"{call}: the auction has ended")
        if call == "pass":
            state.left.remove(speaker)
        elif call == "hold":
            state.owner = speaker
        else:
            state.number = int(call)
            state.owner = speaker
        done = not state.left or state.left == [state.owner] or (call == "hold" and p["hold_ends_auction"])
        state.turn = None if done else next_of(state.left, speaker)
    return state


def next_of(players: list[int], speaker: int) -> int:
    following = (speaker + 1) % PLAYERS
    while following not in players:
        following = (following + 1) % PLAYERS
    return following


def auction_turn(p: Params, calls: list[str]) -> int | None:
    return read_calls(p, calls).turn


def legal_calls(p: Params, calls: list[str]) -> list[str]:
    """Legal calls of the player to speak; empty when the auction has ended."""
    state = read_calls(p, calls)
    player = state.turn
    if player is None:
        return []
    legal = ["pass"]
    senior = player == state.left[0] and state.owner not in (None, player)
    if p["hold"] == "first_hand_transferable" and senior and state.number >= p["hold_min_bid"]:
        legal.append("hold")
    if state.number < TOP:
        legal.append(str(state.number + 1))
    return legal


def auction_result(p: Params, calls: list[str]) -> dict[str, Any]:
    """{"all_pass": True} or {"declarer", "bid": number as text, "hand": False}."""
    state = read_calls(p, calls)
    if state.turn is not None:
        raise ValueError("the auction has not ended")
    if state.owner is None:
        return {"all_pass": True}
    return {"declarer": state.owner, "bid": str(state.number), "hand": False}
