"""Play, pass, together, alone (rules 6, Defence).

Readings taken where the sources are silent (W = weak):

* Nothing is left out: after play-pass the first says together or alone, after pass-play together or pass
  (the notation lists the calls that are implied, and these are not among them).
* Who says together has the role "together", the other "helper"; else "play" or "pass".
* A solo, an all-pass: no calls, no roles; the manner is "solo" or "all-pass".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .words import Params, defenders


@dataclass
class Position:
    """After some calls: who may speak, what he may say, and what holds if he says nothing."""

    turn: int | None = None
    legal: list[str] = field(default_factory=list)
    required: bool = False
    roles: dict[int, str] = field(default_factory=dict)


def position(p: Params, contract: str, declarer: int | None, calls: list[str]) -> Position:
    if contract in ("solo", "all-pass") or declarer is None:
        if calls:
            raise ValueError(f"{calls[0]}: there is no defence")
        return Position()
    first, second = defenders(declarer)
    if not calls:
        return Position(turn=first, legal=["play", "pass"], required=True)
    if calls[0] not in ("play", "pass"):
        raise ValueError(f"{calls[0]}: play or pass")
    second_legal = ["play", "pass"] if calls[0] == "play" else ["play", "pass", "together"]
    if len(calls) == 1:
        return Position(turn=second, legal=second_legal, required=True)
    if calls[1] not in second_legal:
        raise ValueError(f"{calls[1]}: only {second_legal}")
    if calls[1] == "together":
        return ended(calls[2:], {first: "helper", second: "together"})
    roles = {first: calls[0], second: calls[1]}
    if calls[0] == calls[1]:
        return ended(calls[2:], roles)
    # play-pass: together or alone; pass-play: a second chance, together or pass
    first_legal = ["together", "alone"] if calls[0] == "play" else ["together", "pass"]
    if len(calls) == 2:
        return Position(turn=first, legal=first_legal, required=True, roles=roles)
    if calls[2] not in first_legal:
        raise ValueError(f"{calls[2]}: only {first_legal}")
    if calls[2] == "together":
        return ended(calls[3:], {first: "together", second: "helper"})
    return ended(calls[3:], roles)


def ended(rest: list[str], roles: dict[int, str]) -> Position:
    if rest:
        raise ValueError(f"{rest[0]}: the defence has ended")
    return Position(roles=roles)


def legal_defence(p: Params, contract: str, declarer: int | None, calls: list[str]) -> list[str]:
    return position(p, contract, declarer, calls).legal


def defence_turn(p: Params, contract: str, declarer: int | None, calls: list[str]) -> int | None:
    return position(p, contract, declarer, calls).turn


def defence_complete(p: Params, contract: str, declarer: int | None, calls: list[str]) -> bool:
    """True when nothing is missing."""
    return not position(p, contract, declarer, calls).required


def defence_result(p: Params, contract: str, declarer: int | None, calls: list[str]) -> dict[str, Any]:
    """{"roles", "manner": "played", "passed-out", "solo" or "all-pass"}."""
    at_end = position(p, contract, declarer, calls)
    if at_end.required:
        raise ValueError("a defender has still to speak")
    manner = "played"
    if contract in ("solo", "all-pass"):
        manner = contract
    elif all(role == "pass" for role in at_end.roles.values()):
        manner = "passed-out"
    return {"roles": dict(at_end.roles), "manner": manner}
