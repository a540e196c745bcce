"""``legal-defence``: the defenders' answers, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from preferans_pbn.conformance.ops.errors import OpError, malformed, refusal
from preferans_pbn.conformance.ops.seats import Seats, seats_for
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.rules.interface import Defence, Law
from preferans_pbn.variants import Ruleset

ALL_PASS = "all-pass"


def known_contract(law: Law, contract: Any, seat: str) -> str:
    """``contract``, which must be one of the variant's.  Raises OpError."""
    if not isinstance(contract, str):
        raise malformed("the contract is a word")
    violation = law.contract_violation(contract, None)
    if violation is not None:
        raise refusal(violation, "illegal-contract", seat)
    return contract


def follow_answers(law: Law, seats: Seats, contract: str, declarer: int, calls: Any) -> Defence | None:
    """The defence after ``calls``; None where nobody is asked.  Raises OpError (illegal-defence)."""
    if not isinstance(calls, list) or not all(isinstance(word, str) and word != "?" for word in calls):
        raise malformed("calls is a list of words")
    defence = law.defence(contract, declarer, seats.people)
    if defence is None:
        if calls:
            raise OpError("illegal-defence", f"there is nothing to answer in {contract}", 0)
        return None
    for at, word in enumerate(calls):
        turn = defence.turn
        violation = defence.call(word)  # after the end too: what the variant does not define is refused as that
        if violation is not None:
            raise refusal(violation, "illegal-defence", seats.order[turn] if turn >= 0 else "nobody", at)
    return defence


def legal_defence(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Whose turn it is and what he may answer; or, where nothing is left to say, roles, open hands, kontra and
    whether the deal is played."""
    law = law_for(rules, "auction")
    seats = seats_for(rules, data)
    declarer = seats.active(data["declarer"])
    contract = known_contract(law, data["contract"], data["declarer"])
    if contract == ALL_PASS:
        raise malformed("all passed: there is no declarer")
    defence = follow_answers(law, seats, contract, declarer, data.get("calls", []))
    if defence is None:
        roles, open_, manner = law.roles_without_calls(contract, declarer)
        return _settled(seats, roles, open_, manner, None)
    legal = defence.legal() if defence.turn >= 0 else []
    if legal:
        return {"turn": seats.order[defence.turn], "legal": legal}
    return _settled(seats, defence.roles(), defence.open(), defence.manner(), defence.kontra())


def _settled(seats: Seats, roles: Mapping[int, str], open_: str, manner: str,
             kontra: tuple[int, int] | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "done": True, "defence": {seats.order[player]: role for player, role in sorted(roles.items())},
        "open": open_ or False, "played": manner == "played"}
    if kontra is not None:
        result["kontra"] = {"by": seats.order[kontra[0]], "level": kontra[1]}
    return result
