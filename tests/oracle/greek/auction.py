"""The Greek auction (rules 6, Auction 1 to 7).

Readings taken where the sources are silent (W = weak):

* "After the first round (from the third call on)": in the first three calls one bids, stays or passes and
  never holds.  From the fourth call on a bid that nobody has held yet can only be held or passed, and one
  that was held can only be raised or passed.  That covers the special case 6S 6C pass (WE-A30).
* After a hold the holder owns the bid: he is the declarer if the others pass.  Once held, a bid stays
  raisable for whoever is asked next, also after further passes.
* "stay" is open to the first two hands only: the last one, after two passes, may bid 6S or pass (5).
* Who said stay is out as soon as somebody bids; his turns are skipped.  If both others pass he is the
  declarer; the bid of the result is then "6S".
* 10NT as a fresh bid in the first three calls ends the auction (only with jumps).  Later it can only be
  held, and when it is held the auction ends too: nobody else could say anything but pass (6; W: those passes
  might be said).
* `bid_steps` jump: every higher rung instead of the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .words import PLAYERS, TOP, Params, ladder, next_in


@dataclass
class AuctionState:
    """What the calls so far amount to."""

    out: list[bool] = field(default_factory=lambda: [False] * PLAYERS)
    stayed: int | None = None
    standing: str | None = None
    owner: int | None = None
    held: bool = False
    count: int = 0
    turn: int | None = 0


def read_calls(p: Params, calls: list[str]) -> AuctionState:
    """Replay calls; whether each was legal is not looked at."""
    state = AuctionState()
    for call in calls:
        if state.turn is None:
            raise ValueError(f"{call}: the auction has ended")
        speaker = state.turn
        state.count += 1
        ended = False
        if call == "pass":
            state.out[speaker] = True
        elif call == "stay":
            state.stayed = speaker
        elif call == "hold":
            state.owner = speaker
            state.held = True
            ended = state.standing == TOP  # rule 6
        else:
            state.standing = call
            state.owner = speaker
            state.held = False
            if state.stayed is not None:
                state.out[state.stayed] = True  # rule 2
            ended = call == TOP and state.count <= PLAYERS  # rule 6
        state.turn = None if ended else next_speaker(state, speaker)
    return state


def next_speaker(state: AuctionState, speaker: int) -> int | None:
    left = [player for player in range(PLAYERS) if not state.out[player]]
    if not left:
        return None  # rule 7
    if len(left) == 1 and left[0] in (state.owner, state.stayed):
        return None  # rules 2 and 5
    return next_in(left, speaker)


def auction_turn(p: Params, calls: list[str]) -> int | None:
    return read_calls(p, calls).turn


def legal_calls(p: Params, calls: list[str]) -> list[str]:
    """Legal calls of the player to speak; empty when the auction has ended."""
    state = read_calls(p, calls)
    if state.turn is None:
        return []
    if state.standing is None:
        bids = ladder() if p["bid_steps"] == "jump" else ladder()[:1]
        may_stay = state.stayed is None and state.out.count(True) < 2  # rules 1, 2, 5
        return ["pass", *(["stay"] if may_stay else []), *bids]
    if p["hold"] == "answer_echo" and state.count >= PLAYERS and not state.held:
        return ["pass", "hold"]  # rule 4
    higher = ladder()[ladder().index(state.standing) + 1 :]
    if p["bid_steps"] == "next":
        higher = higher[:1]  # rule 3
    return ["pass", *higher]


def auction_result(p: Params, calls: list[str]) -> dict[str, Any]:
    """{"all_pass": True} or {"declarer", "bid", "hand": False}."""
    state = read_calls(p, calls)
    if state.turn is not None:
        raise ValueError("the auction has not ended")
    if state.standing is not None:
        return {"declarer": state.owner, "bid": state.standing, "hand": False}
    if state.stayed is not None:
        return {"declarer": state.stayed, "bid": "6S", "hand": False}  # rule 2
    return {"all_pass": True}


def legal_contracts(p: Params, bid: str) -> list[str]:
    """Any contract not below the last bid, or the surrender "solo" (rules 6, Talon and contract)."""
    lowest = ladder().index(bid)
    found = ladder()[lowest:]
    if p["contract_raise"] == "none":
        found = [bid]
    if p["concede"] == "solo":
        found.append("solo")
    return found
