"""Whist or pass.

Readings taken where the sources are silent:

* "whist" (stays) after whist-pass is a call only where "half" or "own" could be said instead; elsewhere a
  third call is illegal (S1-82).  "open" or "closed" may follow at once, "stays" being implied.
* `half_whist_by` either: besides the second (after the first's pass) also the first may say "half", once
  both have passed (G-SUNT as run); his refusal, "pass", is implied.  If the second says half the first
  may only return or refuse, as always.
* After the first has gone down (whist-pass-half) nobody else is asked.
* "own" belongs to whist-pass and pass-whist; not to a whist that was returned, nor to the dealer.
* Where no return exists on this level the dealer (if he may whist) speaks straight after pass-half.  His
  pass is not implied.  If he whists, both others count as passed, and he is the lone whister who says
  open or closed.
* A checked ten: no calls, both whist, nothing open.  Stalingrad: both say "whist", nothing else is legal.
* With two at the table the other player alone answers, whist or pass; the dummy has no role (rules 5B).
* Misère, all-pass: no roles, "played" true, "open" false (that misère lies open is no choice of a
  defence).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import ACTIVE, DEALER_OF_FOUR, Params, concede_count, is_contract_with_level, required_level


@dataclass
class Position:
    """After some calls: who may speak, what he may say, and what holds if he says nothing."""

    turn: int | None = None
    legal: list[str] = field(default_factory=list)
    required: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    open: str | bool = False
    played: bool = True


def checked_ten(p: Params, contract: str) -> bool:
    return is_contract_with_level(contract) and required_level(contract) == 10 and p["ten"] == "checked"


def defenders(declarer: int) -> tuple[int, int]:
    """First and second defender, in the order in which they speak (S1-73, CODEX 3.8.1)."""
    return (declarer + 1) % ACTIVE, (declarer + 2) % ACTIVE


def must_end(calls: list[str]) -> None:
    if calls:
        raise ValueError(f"{calls[0]}: the defence has ended")


def bad(call: str) -> ValueError:
    return ValueError(f"{call}: not a call of this moment")


def position(p: Params, contract: str, declarer: int | None, calls: list[str], players: int = 3) -> Position:
    if concede_count(contract) is not None:
        must_end(calls)
        return Position(played=False)
    if not is_contract_with_level(contract) or declarer is None:  # misère, all-pass
        must_end(calls)
        return Position()
    if players == 2:
        return one_defender(p, contract, 2 - declarer, calls)
    first, second = defenders(declarer)
    if checked_ten(p, contract):
        must_end(calls)
        return Position(roles={first: "whist", second: "whist"})
    if p["stalingrad"] and contract == "6S":  # G-BACKS: both must whist on six spades
        if len(calls) < 2:
            return Position(turn=(first, second)[len(calls)], legal=["whist"], required=True)
        return both_whist(first, second, calls[2:])
    level = required_level(contract)
    if not calls:
        return Position(turn=first, legal=["whist", "pass"], required=True)  # S1-74
    if len(calls) == 1:
        legal = ["whist", "pass"]  # CODEX 3.8.3: independently of the first
        if calls[0] == "pass" and level in p["half_whist"]:  # PARLETT: only the second, after a pass
            legal.append("half")
        return Position(turn=second, legal=legal, required=True)
    opening, rest = calls[:2], calls[2:]
    if opening == ["whist", "whist"]:
        return both_whist(first, second, rest)
    if opening == ["whist", "pass"]:
        return whist_pass(p, level, first, second, rest)
    if opening == ["pass", "whist"]:
        return pass_whist(p, level, first, second, rest)
    if opening == ["pass", "pass"]:
        return pass_pass(p, level, first, second, rest)
    if opening == ["pass", "half"]:
        return pass_half(p, level, first, second, rest, players)
    raise bad(calls[1])


def one_defender(p: Params, contract: str, other: int, calls: list[str]) -> Position:
    if checked_ten(p, contract):
        must_end(calls)
        return Position(roles={other: "whist"}, open="pair")
    if not calls:
        return Position(turn=other, legal=["whist", "pass"], required=True)
    if calls[0] == "whist":
        return lone_whister(p, other, {other: "whist"}, [], calls[1:])
    if calls[0] == "pass":
        must_end(calls[1:])
        return Position(roles={other: "pass"}, played=False)
    raise bad(calls[0])


def both_whist(first: int, second: int, rest: list[str]) -> Position:
    must_end(rest)  # closed: S1-80
    return Position(roles={first: "whist", second: "whist"})


def whist_pass(p: Params, level: int, first: int, second: int, rest: list[str]) -> Position:
    others = []
    if p["first_may_leave"] and level in p["half_whist"]:  # G-JURA
        others.append("half")
    if level in p["own_whist"]:  # OPER7
        others.append("own")
    roles = {first: "whist", second: "pass"}
    if rest and rest[0] in others:
        must_end(rest[1:])
        return Position(roles={first: rest[0], second: "pass"}, played=False)
    if rest and rest[0] == "whist":
        if not others:
            raise bad("whist")
        return lone_whister(p, first, roles, [], rest[1:])
    return lone_whister(p, first, roles, ["whist", *others] if others else [], rest)


def pass_whist(p: Params, level: int, first: int, second: int, rest: list[str]) -> Position:
    own = ["own"] if level in p["own_whist"] else []
    if rest and rest[0] in own:
        must_end(rest[1:])
        return Position(roles={first: "pass", second: "own"}, played=False)
    return lone_whister(p, second, {first: "pass", second: "whist"}, own, rest)


def pass_pass(p: Params, level: int, first: int, second: int, rest: list[str]) -> Position:
    passed = Position(roles={first: "pass", second: "pass"}, played=False)  # S1-75
    if p["half_whist_by"] != "either" or level not in p["half_whist"]:
        must_end(rest)
        return passed
    if not rest:
        passed.turn = first
        passed.legal = ["pass", "half"]
        return passed
    must_end(rest[1:])
    if rest[0] == "half":
        return Position(roles={first: "half", second: "pass"}, played=False)
    if rest[0] == "pass":
        return passed
    raise bad(rest[0])


def pass_half(p: Params, level: int, first: int, second: int, rest: list[str], players: int) -> Position:
    half = Position(roles={first: "pass", second: "half"}, played=False)
    dealer_speaks = players == 4 and p["dealer_may_whist"]  # G-FSPR
    if level in p["whist_return"]:
        if not rest:
            half.turn = first
            half.legal = ["return", "pass"]
            half.required = dealer_speaks
            return half
        if rest[0] == "return":
            return lone_whister(p, first, {first: "whist", second: "pass"}, [], rest[1:])
        if rest[0] != "pass":
            raise bad(rest[0])
        rest = rest[1:]
    if not dealer_speaks:
        must_end(rest)
        return half
    if not rest:
        half.turn = DEALER_OF_FOUR
        half.legal = ["whist", "pass"]
        half.required = True
        return half
    if rest[0] == "whist":
        roles = {first: "pass", second: "pass", DEALER_OF_FOUR: "whist"}
        return lone_whister(p, DEALER_OF_FOUR, roles, [], rest[1:])
    if rest[0] == "pass":
        must_end(rest[1:])
        return half
    raise bad(rest[0])


def lone_whister(
    p: Params, whister: int, roles: dict[int, str], others: list[str], rest: list[str]
) -> Position:
    """One whister is left; he may choose open or closed where the game leaves it to him."""
    if p["open_play"] == "choice":  # PARLETT, G-LL1R1K 5.2
        if not rest:
            return Position(turn=whister, legal=[*others, "open", "closed"], roles=roles)
        must_end(rest[1:])
        if rest[0] == "open":
            return Position(roles=roles, open="pair")
        if rest[0] == "closed":
            return Position(roles=roles)
        raise bad(rest[0])
    must_end(rest)
    laid_open: dict[str, str | bool] = {"passer_open": "passer", "both_open": "pair", "closed": False}
    result = Position(roles=roles, open=laid_open[p["open_play"]])  # passer_open: S1-79
    if others:
        result.turn = whister
        result.legal = others
    return result


def legal_defence(
    p: Params, contract: str, declarer: int | None, calls: list[str], players: int = 3
) -> list[str]:
    return position(p, contract, declarer, calls, players).legal


def defence_turn(
    p: Params, contract: str, declarer: int | None, calls: list[str], players: int = 3
) -> int | None:
    return position(p, contract, declarer, calls, players).turn


def defence_complete(
    p: Params, contract: str, declarer: int | None, calls: list[str], players: int = 3
) -> bool:
    """True when nothing is missing, or only what is implied."""
    return not position(p, contract, declarer, calls, players).required


def defence_result(
    p: Params, contract: str, declarer: int | None, calls: list[str], players: int = 3
) -> dict[str, Any]:
    at_end = position(p, contract, declarer, calls, players)
    if at_end.required:
        raise ValueError("a defender has still to speak")
    return {"roles": dict(at_end.roles), "open": at_end.open, "played": at_end.played}
