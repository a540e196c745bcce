"""The Russian auction.

Readings taken where the sources are silent:

* Hold of a misère: only where `hold_misere` says so (with first_call_only it would be a later call, because a
  senior hand has always spoken before).
* `eldest_anytime` and `first_hand` are the same right: index 0 may match at any turn of his.
* first_call_only also means that who has bid misère may afterwards only pass (or say misere-hand, where
  it exists: G-OLEK "after one's own misère").  With any_time nothing of the kind is said, so nothing is
  barred.
* `without_talon_bids` adds the words misere-hand and 9x-hand to the ladder between 9NT and 10S (G-LL1R1K
  3.7). `misere_beaten_by` "9": a standing misère is not overbid directly by misere-hand;
  "9_then_without_talon": it is.
* `min_bid` is a lowest opening rung; misère opens where its own rung is not lower (min level 8 or less),
  misere-hand likewise (9 or less).
* `bid_steps` next: the only bid is the lowest rung that this player may call at all.
* `overcall_of_misere_ends_auction`: a higher bid over a misère (also over misere-hand) wins at once.
* `without_talon_bids` nine adds only the nines; `misere_beaten_by` 9_hand: a nine with the talon is no bid over
  misère, everything from the lowest nine without it up is (KZPN3).
* With two at the table the dummy counts as having passed; two passes are an all-pass (rules 5B).
* The "bid" of the result is the word without "-hand"; "hand" says whether it had it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import ACTIVE, BID_SUITS, DUMMY_OF_TWO, Params, base_word, is_misere, level_of


def ladder(p: Params) -> list[str]:
    """All bids from the lowest to the highest (S1-50 to S1-54, G-LL1R1K App. A.1)."""

    def rungs(level: int, ending: str = "") -> list[str]:
        if p["bid_style"] == "level":
            return [f"{level}{ending}"]
        return [f"{level}{suit}{ending}" for suit in BID_SUITS]

    words = rungs(6) + rungs(7) + rungs(8)
    words.append("misere")  # between 8NT and 9S: S1-54
    words += rungs(9)
    if p["without_talon_bids"] == "nine":
        words += rungs(9, "-hand")
    if p["without_talon_bids"] == "misere_and_nine":
        words.append("misere-hand")
        words += rungs(9, "-hand")
    words += rungs(10)
    if p["misere_bid"] == "none":
        words = [word for word in words if not is_misere(word)]
    return words


def rank_of(p: Params, word: str) -> int:
    words = ladder(p)
    if word not in words:  # "6S" named for a game whose bids carry no suit
        word = str(level_of(word))
    return words.index(word)


def min_level(p: Params, all_pass_run: int) -> int:
    """Lowest opening level after so many all-pass rounds (WE-75, WE-76)."""
    levels: list[int] = list(p["min_bid"])
    if p["min_bid_cycle"]:
        return levels[all_pass_run % len(levels)]
    return levels[min(all_pass_run, len(levels) - 1)]


@dataclass
class AuctionState:
    """What the calls so far amount to."""

    passed: list[bool] = field(default_factory=lambda: [False] * ACTIVE)
    said: list[list[str]] = field(default_factory=lambda: [[] for _ in range(ACTIVE)])
    standing: str | None = None
    owner: int | None = None
    turn: int | None = 0


def read_calls(p: Params, calls: list[str]) -> AuctionState:
    """Replay calls; whether each was legal is not looked at."""
    state = AuctionState()
    if p["players"] == 2:
        state.passed[DUMMY_OF_TWO] = True  # the dummy never bids: rules 5B
    for call in calls:
        if state.turn is None:
            raise ValueError(f"{call}: the auction has ended")
        speaker = state.turn
        ended = False
        if call == "pass":
            state.passed[speaker] = True  # final for the deal: S1-60
        elif call == "hold":
            if state.standing is None:
                raise ValueError("hold without a bid")
            state.owner = speaker
            state.said[speaker].append(state.standing)
            ended = bool(p["hold_ends_auction"])
        else:
            over_misere = state.standing is not None and is_misere(state.standing)
            ended = over_misere and bool(p["overcall_of_misere_ends_auction"])
            state.standing = call
            state.owner = speaker
            state.said[speaker].append(call)
        state.turn = None if ended else next_speaker(state, speaker)
    return state


def next_speaker(state: AuctionState, speaker: int) -> int | None:
    left = [player for player in range(ACTIVE) if not state.passed[player]]
    if not left:
        return None  # all passed: S1-61
    if left == [state.owner]:
        return None  # one bidder left: S1-67
    # After two passes without a bid the third still speaks (rules 1.6).
    player = (speaker + 1) % ACTIVE
    while state.passed[player]:
        player = (player + 1) % ACTIVE
    return player


def auction_turn(p: Params, calls: list[str]) -> int | None:
    return read_calls(p, calls).turn


def may_say_misere(p: Params, state: AuctionState, player: int, word: str) -> bool:
    if p["misere_bid"] == "none":
        return False
    if p["misere_bid"] == "any_time":
        return True
    # first_call_only: only as the player's first non-pass call (G-LL1R1K 3.7, WE-A05)
    said = state.said[player]
    if not said:
        return True
    return word == "misere-hand" and said == ["misere"]


def bound_by_misere(p: Params, state: AuctionState, player: int) -> bool:
    """An outbid misère bidder may only pass (G-LL1R1K 3.7)."""
    return p["misere_bid"] == "first_call_only" and any(is_misere(word) for word in state.said[player])


def may_hold(p: Params, state: AuctionState, player: int) -> bool:
    if p["hold"] == "none" or state.standing is None or state.owner is None or state.owner == player:
        return False
    if rank_of(p, state.standing) < rank_of(p, p["hold_min_bid"]):
        return False
    if p["hold"] == "two_left_senior":  # G-LL1R1K 3.6, TS-04
        if state.passed.count(False) != 2 or player > state.owner:
            return False
    elif player != 0:  # eldest_anytime (G-BACKS), first_hand
        return False
    if is_misere(state.standing) and not p.get("hold_misere", False):
        return False
    return not bound_by_misere(p, state, player)


def legal_bids(p: Params, state: AuctionState, player: int, all_pass_run: int) -> list[str]:
    words = ladder(p)
    found = []
    for rank, word in enumerate(words):
        if state.standing is None:
            lowest = [level_of(other) for other in words].index(min_level(p, all_pass_run))
            if rank < lowest:
                continue
        elif rank <= words.index(state.standing):  # strictly higher: S1-58
            continue
        if is_misere(word):
            if not may_say_misere(p, state, player, word):
                continue
            if state.standing == "misere" and p["misere_beaten_by"] == "9":
                continue
        elif bound_by_misere(p, state, player):
            continue
        nine = word.startswith("9") and not word.endswith("-hand")
        if p["misere_beaten_by"] == "9_hand" and state.standing == "misere" and nine:
            continue
        found.append(word)
    if p["bid_steps"] == "next":
        return found[:1]
    return found  # jumps are allowed: WE-A08


def legal_calls(p: Params, calls: list[str], all_pass_run: int = 0) -> list[str]:
    """Legal calls of the player to speak; empty when the auction has ended."""
    state = read_calls(p, calls)
    if state.turn is None:
        return []
    legal = ["pass"]  # S1-59
    if may_hold(p, state, state.turn):
        legal.append("hold")
    return legal + legal_bids(p, state, state.turn, all_pass_run)


def auction_result(p: Params, calls: list[str]) -> dict[str, Any]:
    state = read_calls(p, calls)
    if state.turn is not None:
        raise ValueError("the auction has not ended")
    if state.standing is None or state.owner is None:
        return {"all_pass": True}
    return {
        "declarer": state.owner,
        "bid": base_word(state.standing),
        "hand": state.standing.endswith("-hand"),
    }
