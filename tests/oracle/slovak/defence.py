"""The defence: both opponents always play (AMB-S0-09), so nobody is asked and there is no kontra.

Readings taken where the sources are silent: the roles of both are "come".
"""

from __future__ import annotations

from typing import Any

from .words import Params, defenders_of


def legal_defence(p: Params, contract: str, declarer: int | None, calls: list[str]) -> list[str]:
    if calls:
        raise ValueError(f"{calls[0]}: nobody is asked")
    return []


def defence_turn(p: Params, contract: str, declarer: int | None, calls: list[str]) -> int | None:
    legal_defence(p, contract, declarer, calls)
    return None


def defence_complete(p: Params, contract: str, declarer: int | None, calls: list[str]) -> bool:
    legal_defence(p, contract, declarer, calls)
    return True


def defence_result(p: Params, contract: str, declarer: int | None, calls: list[str]) -> dict[str, Any]:
    """Roles and manner: "played", "thrown-in" or "all-pass"."""
    legal_defence(p, contract, declarer, calls)
    if declarer is None or contract in ("thrown-in", "all-pass"):
        return {"roles": {}, "manner": contract}
    return {"roles": dict.fromkeys(defenders_of(declarer), "come"), "manner": "played"}
