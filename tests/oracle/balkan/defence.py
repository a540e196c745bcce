"""Following, calling the partner, kontra.

Readings taken where the sources are silent (W = weak):

* Only the two answers are required.  Everything after them may be left out: a missing call is "fine"
  (notation: trailing implied calls are left off).
* Each follower speaks once: the caller has no kontra of his own after call-partner; the called hand has it
  if `kontra_after_call`, else he says nothing.
* A hand pulled in by kontra, or called, has the role "called"; the caller has "call-partner", whoever else
  follows has "come" (notation).
* Betl: both have "come" without a word (S2-45); then kontra or fine, right of the declarer first.
* Pik with a compulsory kontra means the game "S" with the talon, not igra-pik (W: not said; igra-pik
  counts as karo).
* Pik where both stay out is un-kontred as well (S2-59 by the letter; W: G-PAJCHO asks whether somebody
  follows; AMB-S2-18 speaks of the other games).
* `rekontra_on_hand_betl` false: a kontra on igra-betl ends the calls.
* call-partner is possible on pik too (G-PREFKO alone forbids it).
* Where `invite`, `kontra_max` or `kontra_compulsory` is left open (Croatian) the followers are asked nothing more, a
  call that hangs on it is refused, and pik is played like the other games.
* A manner "played" is also given for betl.  All passed: no roles, manner "all-pass".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..undefined import value_of
from .words import Params, base_contract, followers_of, is_hand_contract

CHAIN = ["kontra", "rekontra", "subkontra", "mortkontra"]  # S2-53 to S2-56


@dataclass
class Position:
    """After some calls: who may speak, what he may say, and what holds if he says nothing."""

    turn: int | None = None
    legal: list[str] = field(default_factory=list)
    required: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    kontra: tuple[int, int] | None = None  # giver and level 1 to 4


def bad(call: str) -> ValueError:
    return ValueError(f"{call}: not a call of this moment")


def must_end(calls: list[str]) -> None:
    if calls:
        raise ValueError(f"{calls[0]}: the defence has ended")


def is_hand(contract: str, hand_game: bool) -> bool:
    return hand_game or is_hand_contract(contract)


def position(p: Params, contract: str, hand_game: bool, declarer: int | None, calls: list[str]) -> Position:
    if contract == "all-pass" or declarer is None:
        must_end(calls)
        return Position()
    first, second = followers_of(declarer)
    for call in calls:
        if call == "call-partner":
            value_of(p, "invite")
        elif call in CHAIN:
            value_of(p, "kontra_max")
    rest = list(calls)
    roles: dict[int, str] = {}
    if base_contract(contract) == "betl":
        roles = {first: "come", second: "come"}  # S2-45
    else:
        for speaker in (first, second):  # S2-46, right of the declarer first
            if not rest:
                return Position(turn=speaker, legal=["come", "stay-out"], required=True, roles=roles)
            answer = rest.pop(0)
            if answer not in ("come", "stay-out"):
                raise bad(answer)
            roles[speaker] = answer
    followers = [player for player in (first, second) if roles[player] == "come"]
    if not followers:
        must_end(rest)
        return Position(roles=roles)
    hand_betl = base_contract(contract) == "betl" and is_hand(contract, hand_game)
    return kontra_round(p, hand_betl, declarer, roles, followers, rest)


def kontra_round(
    p: Params,
    hand_betl: bool,
    declarer: int,
    roles: dict[int, str],
    followers: list[int],
    rest: list[str],
) -> Position:
    lone = len(followers) == 1
    kontra_max = p["kontra_max"] or 0
    waiting = list(followers)
    giver: int | None = None
    while waiting and giver is None:
        speaker = waiting.pop(0)
        legal = []
        if lone and p["invite"] and roles[speaker] == "come":
            legal.append("call-partner")  # S2-47
        if kontra_max >= 1 and (roles[speaker] != "called" or p["kontra_after_call"]):
            legal.append("kontra")  # S2-50
        if not legal:
            continue
        legal.append("fine")  # S2-57
        if not rest:
            return Position(turn=speaker, legal=legal, roles=roles)
        call = rest.pop(0)
        if call not in legal:
            raise bad(call)
        if call == "fine":
            continue
        other = next(player for player in roles if player != speaker)
        if call == "call-partner":
            roles[speaker] = "call-partner"
            roles[other] = "called"  # S2-48
            waiting = [other]
        else:
            giver = speaker
            if roles[other] == "stay-out":
                roles[other] = "called"  # rules 8.1: the third is pulled in
    if giver is None:
        must_end(rest)
        return Position(roles=roles)
    level = 1
    while level < kontra_max:
        if level == 1 and hand_betl and not p["rekontra_on_hand_betl"]:
            break
        speaker = declarer if level % 2 == 1 else giver  # rekontra declarer, subkontra giver, mortkontra declarer
        if not rest:
            return Position(turn=speaker, legal=[CHAIN[level], "fine"], roles=roles, kontra=(giver, level))
        call = rest.pop(0)
        if call == "fine":
            break
        if call != CHAIN[level]:
            raise bad(call)
        level += 1
    must_end(rest)
    return Position(roles=roles, kontra=(giver, level))


def legal_defence(p: Params, contract: str, hand_game: bool, declarer: int | None, calls: list[str]) -> list[str]:
    return position(p, contract, hand_game, declarer, calls).legal


def defence_turn(p: Params, contract: str, hand_game: bool, declarer: int | None, calls: list[str]) -> int | None:
    return position(p, contract, hand_game, declarer, calls).turn


def defence_complete(p: Params, contract: str, hand_game: bool, declarer: int | None, calls: list[str]) -> bool:
    """True when nothing is missing, or only what is implied."""
    return not position(p, contract, hand_game, declarer, calls).required


def manner_of(p: Params, contract: str, hand_game: bool, roles: dict[int, str], kontra: tuple[int, int] | None) -> str:
    """ "played", "passed-out", "unkontred" or "all-pass"."""
    if contract == "all-pass":
        return "all-pass"
    pik = base_contract(contract) == "S" and not is_hand(contract, hand_game)
    if pik and p["kontra_compulsory"] == "pik" and kontra is None:
        return "unkontred"  # S2-58, S2-59
    if roles and all(role == "stay-out" for role in roles.values()):
        return "passed-out"  # AMB-S2-18, WE-B21
    return "played"


def defence_result(p: Params, contract: str, hand_game: bool, declarer: int | None, calls: list[str]) -> dict[str, Any]:
    at_end = position(p, contract, hand_game, declarer, calls)
    if at_end.required:
        raise ValueError("a follower has still to answer")
    return {
        "roles": dict(at_end.roles),
        "kontra": at_end.kontra,
        "manner": manner_of(p, contract, hand_game, at_end.roles, at_end.kontra),
    }
