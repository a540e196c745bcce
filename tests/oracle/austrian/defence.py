"""Coming along, staying at home, calling the other in.

Readings taken where the sources are silent:

* Only the two answers are required; a lone defender who says nothing calls nobody.
* Who calls has the role "call-partner", the other then "called" (notation); the called hand has nothing to say.
* Both stay at home: the declarer wins without play (LESNOI).
"""

from __future__ import annotations

from typing import Any

from ..cards import Params
from .auction import PLAYERS


def defenders_of(p: Params, declarer: int) -> list[int]:
    """The two others in the order in which they speak: the declarer's left is next in turn (clockwise)."""
    following = [(declarer + 1) % PLAYERS, (declarer + 2) % PLAYERS]
    return following if p["whist_first"] == "left_of_declarer" else following[::-1]


def answers_of(p: Params, declarer: int, calls: list[str]) -> tuple[int | None, list[str], dict[int, str]]:
    """Who speaks next, what he may say, and the roles so far."""
    first, second = defenders_of(p, declarer)
    if any(call not in ("come", "stay-out") for call in calls[:2]):
        raise ValueError(f"{calls}: come or stay-out is asked for")
    roles = dict(zip((first, second), calls, strict=False))
    if len(calls) < 2:
        return (second if calls else first), ["come", "stay-out"], roles
    inside = [player for player in (first, second) if roles[player] == "come"]
    if len(inside) != 1 or not p["invite"]:
        if len(calls) > 2:
            raise ValueError(f"{calls[2]}: the defence has ended")
        return None, [], roles
    if len(calls) == 2:
        return inside[0], ["call-partner", "fine"], roles  # DEWIKI
    if calls[2] == "call-partner":
        lone = inside[0]
        roles = {player: "call-partner" if player == lone else "called" for player in roles}
    return None, [], roles


def legal_defence(p: Params, declarer: int, calls: list[str]) -> list[str]:
    return answers_of(p, declarer, calls)[1]


def defence_turn(p: Params, declarer: int, calls: list[str]) -> int | None:
    return answers_of(p, declarer, calls)[0]


def defence_complete(p: Params, declarer: int, calls: list[str]) -> bool:
    """True when nothing is missing, or only what is implied."""
    return len(calls) >= 2


def defence_result(p: Params, declarer: int, calls: list[str]) -> dict[str, Any]:
    """Roles and manner: "played" or "passed-out"."""
    if not defence_complete(p, declarer, calls):
        raise ValueError("a defender has still to answer")
    roles = answers_of(p, declarer, calls)[2]
    out = all(role == "stay-out" for role in roles.values())
    return {"roles": roles, "manner": "passed-out" if out else "played"}
