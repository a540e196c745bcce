"""The Serbian auction.

Readings taken where the sources are silent (W = weak, the sources would bear another):

* The hold right belongs to the foremost hand that has not passed, whether or not it could also raise; a
  raise by the holder stays legal (W: G-PREFKO lets him only hold or pass).
* `hold_before_raise` (G-PAJCHO): while somebody could still hold the number that stands and it has not been
  held, nobody raises it: the holder holds or passes, another passes or declares igra.
* A hold of the top rung (7, or 8 with preferans) ends the auction at once, also where igra-sans could
  still be called (WE-A24; W for `in_hand_direct_when` any_call).  A *bid* of the top rung does not.
* Who can only pass still speaks (WE-A25).
* An igra beats every number, whatever its game (WE-A25: igra 2 over 2); after it there are no more
  numbers and no hold (`in_hand_answer` hand_only; any_higher is not defined here).
* Order of in-hand calls: hand < hand-betl < hand-sans < hand-preferans.  A direct call must be strictly
  higher than the one before (W: "equal, the earlier hand" could let an elder hand match it with
  any_call).
* Naming begins when everybody left has declared igra.  The claimants speak once each, by seat; each says
  hand-N, N not under his own minimum but otherwise free, also not higher than what was named (notation:
  "the highest wins, of equals the earlier hand"; W: G-GPREDA wants a higher one), or pass.  Betl and
  sans are no answers there (W with any_call).  Who is left alone by passes wins without naming; then his
  bid is his minimum.
* A lone igra names its game only with the contract; its bid is "2", or the minimum of a later claimant
  whose rivals passed (S2-41: that fault is one of the contract).
* `in_hand_second_min` is a number or a list (second claimant, third claimant, last entry repeats), by the
  order in which igra was declared.
* `in_hand_naming` with_call: hand-2 to hand-5 are said at once, strictly higher than a named igra before
  (W).
* `first_hand` and `eldest_anytime`: only index 0 may hold.
* Where `hold_min_bid` is left open (Croatian) every bid may be held; by steps a 2 has no elder hand left anyway.
  Where `hold_before_raise` is left open nobody has to hold first.
* Where `in_hand` is left open no call in hand is among the legal ones, and one that is read is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..undefined import value_of
from .words import PLAYERS, Params, ladder_top

DIRECT = {"hand-betl": 6, "hand-sans": 7, "hand-preferans": 8}


@dataclass
class AuctionState:
    """What the calls so far amount to."""

    passed: list[bool] = field(default_factory=lambda: [False] * PLAYERS)
    spoken: list[bool] = field(default_factory=lambda: [False] * PLAYERS)
    number: int | None = None
    held: bool = False  # has the standing number been held
    direct: int | None = None  # standing hand-betl, hand-sans, hand-preferans
    owner: int | None = None  # of the standing number or direct call
    claimants: list[int] = field(default_factory=list)  # who said igra, in that order
    naming: bool = False
    named: dict[int, int] = field(default_factory=dict)
    turn: int | None = 0


def left_in(state: AuctionState) -> list[int]:
    return [player for player in range(PLAYERS) if not state.passed[player]]


def claim_minimum(p: Params, state: AuctionState, player: int) -> int:
    """Lowest igra of this claimant (S2-41, rules 8.1)."""
    place = state.claimants.index(player) if player in state.claimants else len(state.claimants)
    if place == 0:
        return 2
    minima = p["in_hand_second_min"]
    if isinstance(minima, int):
        return minima
    values: list[int] = list(minima)
    return values[min(place - 1, len(values) - 1)]


def read_calls(p: Params, calls: list[str]) -> AuctionState:
    """Replay calls; whether each was legal is not looked at."""
    state = AuctionState()
    for call in calls:
        if state.turn is None:
            raise ValueError(f"{call}: the auction has ended")
        speaker = state.turn
        state.spoken[speaker] = True
        ended = False
        if call.startswith("hand"):
            value_of(p, "in_hand")
        if call == "pass":
            state.passed[speaker] = True  # S2-22, S2-23
        elif call == "hold":
            if state.number is None:
                raise ValueError("hold without a bid")
            state.owner = speaker
            state.held = True
            ended = state.number == ladder_top(p)  # WE-A24
        elif call == "hand":
            state.claimants.append(speaker)
        elif call in DIRECT:
            state.direct = DIRECT[call]
            state.owner = speaker
        elif call.startswith("hand-"):
            if not state.naming:
                state.claimants.append(speaker)
            state.named[speaker] = int(call.removeprefix("hand-"))
        else:
            state.number = int(call)
            state.held = False
            state.owner = speaker
        state.turn = None if ended else next_speaker(p, state, speaker)
    return state


def next_speaker(p: Params, state: AuctionState, speaker: int) -> int | None:
    left = left_in(state)
    if not left:
        return None  # S2-29
    if state.direct is not None or not state.claimants:
        # Numbers, or a direct igra: until only its owner is left.  After two passes without a bid the
        # third still speaks (rules 8.1).
        return None if left == [state.owner] else next_of(left, speaker)
    if not all(player in state.claimants for player in left):
        return next_of([player for player in left if player not in state.claimants], speaker)
    if len(left) == 1:
        return None
    if p["in_hand_naming"] == "with_call":
        # The games are known: the highest (last) one stands, the others answer it.
        best = best_named(state)
        return None if left == [best] else next_of([player for player in left if player != best], speaker)
    state.naming = True
    for player in sorted(left):  # "named afterwards in order" (rules 8.1)
        if player not in state.named:
            return player
    return None


def next_of(players: list[int], speaker: int) -> int:
    for step in range(1, PLAYERS + 1):
        player = (speaker + step) % PLAYERS
        if player in players:
            return player
    raise ValueError("nobody is left")


def best_named(state: AuctionState) -> int:
    """Highest named igra, of equals the earlier hand (rules 8.1, notation)."""
    best: int | None = None
    for player in range(PLAYERS):
        if state.passed[player] or player not in state.named:
            continue
        if best is None or state.named[player] > state.named[best]:
            best = player
    if best is None:
        raise ValueError("nobody has named a game")
    return best


def auction_turn(p: Params, calls: list[str]) -> int | None:
    return read_calls(p, calls).turn


def last_number(p: Params, calls: list[str], player: int) -> str | None:
    """The number up to which a player went, bid or held (S2-89); None if he named none."""
    found = None
    for place, call in enumerate(calls):
        if auction_turn(p, calls[:place]) != player:
            continue
        if call == "hold":
            found = str(read_calls(p, calls[:place]).number)
        elif call.isdigit():
            found = call
    return found


def may_hold(p: Params, state: AuctionState, player: int) -> bool:
    if p["hold"] == "none" or state.number is None or state.owner == player:
        return False
    if state.number < int(p["hold_min_bid"] or 2):  # no "moje 2"
        return False
    if p["hold"] == "first_hand_transferable":  # S2-34, AMB-S2-03
        return player == left_in(state)[0]
    if p["hold"] in ("first_hand", "eldest_anytime"):
        return player == 0
    raise ValueError(f"hold {p['hold']}: not a Balkan hold")


def number_bids(p: Params, state: AuctionState) -> list[str]:
    hold_is_open = not state.held and any(may_hold(p, state, player) for player in left_in(state))
    if p["hold_before_raise"] and hold_is_open:
        return []
    lowest = 2 if state.number is None else state.number + 1
    found = [str(number) for number in range(lowest, ladder_top(p) + 1)]
    if p["bid_steps"] == "next":  # AMB-S2-02
        return found[:1]
    return found


def direct_calls(p: Params, state: AuctionState, player: int) -> list[str]:
    """Igra-betl and igra-sans, called directly (S2-38, S2-39)."""
    if p["in_hand_direct_when"] == "first_call" and state.spoken[player]:
        return []
    standing = state.direct if state.direct is not None else 0
    return [word for word, number in DIRECT.items() if standing < number <= ladder_top(p)]


def igra_calls(p: Params, state: AuctionState, player: int) -> list[str]:
    if state.direct is not None or player in state.claimants:
        return []
    if p["in_hand_when"] == "first_call_only" and state.spoken[player]:  # S2-35
        return []
    if p["in_hand_naming"] == "after_auction":
        return ["hand"]
    lowest = claim_minimum(p, state, player)
    if state.named:
        lowest = max(lowest, max(state.named.values()) + 1)
    return [f"hand-{number}" for number in range(lowest, 6)]


def legal_calls(p: Params, calls: list[str]) -> list[str]:
    """Legal calls of the player to speak; empty when the auction has ended."""
    state = read_calls(p, calls)
    player = state.turn
    if player is None:
        return []
    legal = ["pass"]  # S2-22
    if state.naming:
        return legal + [f"hand-{number}" for number in range(claim_minimum(p, state, player), 6)]  # S2-37
    igra_stands = state.direct is not None or bool(state.claimants)
    if igra_stands and p["in_hand_answer"] != "hand_only":
        raise ValueError("only in_hand_answer hand_only is defined by the sources")
    if not igra_stands:
        if may_hold(p, state, player):
            legal.append("hold")  # S2-32
        legal += number_bids(p, state)
    if p["in_hand"] == "plus1":
        legal += igra_calls(p, state, player)
        legal += direct_calls(p, state, player)
    return legal


def auction_result(p: Params, calls: list[str]) -> dict[str, Any]:
    """{"all_pass": True} or {"declarer", "bid": number as text, "hand"}."""
    state = read_calls(p, calls)
    if state.turn is not None:
        raise ValueError("the auction has not ended")
    if not left_in(state):
        return {"all_pass": True}
    if state.direct is not None:
        return {"declarer": state.owner, "bid": str(state.direct), "hand": True}
    if state.claimants:
        left = left_in(state)
        winner = best_named(state) if any(player in state.named for player in left) else left[0]
        bid = state.named.get(winner, claim_minimum(p, state, winner))
        return {"declarer": winner, "bid": str(bid), "hand": True}
    return {"declarer": state.owner, "bid": str(state.number), "hand": False}
