"""``score``: what one deal writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from preferans_pbn.conformance.ops.auction import run_of
from preferans_pbn.conformance.ops.cards import card_of
from preferans_pbn.conformance.ops.errors import OpError, malformed
from preferans_pbn.conformance.ops.ledger import count_refe, opening_sheet, score_json, sheet_of
from preferans_pbn.conformance.ops.seats import Seats, seats_of
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.conformance.ops.tricks import outcome_of
from preferans_pbn.replaying.attendance import ALL_PASS, RESTING, TALON_LEADS
from preferans_pbn.replaying.completing import endings_of
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset

PASS: Final = "pass"


def score(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """What the deal writes, by seat, and the all-pass rounds after it.

    Without ``totals`` the deal is the first of a session; ``refe`` are those held before it.
    """
    law = law_for(rules, "score")
    seats = seats_of(data)
    outcome = outcome_of(law, seats, data)
    _check_roles(law, seats, outcome, bool(rules.get("dealer_may_whist", False)))
    outcome.all_pass_run = run_of(data)
    outcome.standing = _standing(law, seats, data)
    outcome.talon = tuple(card_of(name) for name in data.get("talon") or ())
    outcome.winners = tuple(seats.index(seat) for seat in data.get("winners") or ())
    for name in ("aces", "culprit"):
        if data.get(name) is not None:
            setattr(outcome, name, seats.active(data[name]))
    manner = outcome.manner
    if manner != "played":
        settled = law.final_manner(manner, outcome)
        if settled is None:
            raise malformed("what comes of this deal hangs on totals")
        outcome.manner = settled
    outcome.tricks = _tricks(law, seats, outcome, data.get("tricks"))
    if not law.scorable(outcome, True):
        raise malformed("something that the score needs is missing (bid, totals)")
    result = score_json(law, law.score(outcome), seats.order)
    run = law.next_run(outcome)
    if run:
        result["all_pass_run"] = run
    return result


def _check_roles(law: Law, seats: Seats, outcome: Outcome, dealer_may_whist: bool) -> None:
    """A role must be one that a defender of this contract can have, and a dealer who rests whists only where he may
    (``dealer_may_whist``) and nobody else does.  Raises OpError (illegal-defence)."""
    declarer = outcome.declarer
    if declarer is None or law.defence(outcome.contract, declarer, seats.people) is None:
        return
    roles = dict(outcome.roles)
    if roles.pop(RESTING, PASS) != PASS and not (dealer_may_whist and set(roles.values()) <= {PASS}):
        raise OpError("illegal-defence", f"{seats.order[RESTING]} deals and may not whist here")
    endings, undefined = endings_of(law, outcome.contract, declarer, seats.people, {})
    strange = set(roles.values()) - {role for ending in endings for role in ending.roles.values()}
    if strange and not undefined:
        raise OpError("illegal-defence", f"nobody is {min(strange)} in {outcome.contract}")


def _check_takers(seats: Seats, outcome: Outcome, taken: Sequence[int]) -> None:
    """A dealer who rests takes a trick only with a talon card; whether that counts is another matter
    (``dealer_in_all_pass``): a log may have such tricks and count them nowhere.  Raises OpError."""
    if len(taken) <= RESTING or not taken[RESTING]:
        return
    seat = seats.order[RESTING]
    if outcome.contract != ALL_PASS:
        raise malformed(f"{seat} deals and rests, and takes no trick")
    if taken[RESTING] > TALON_LEADS:
        raise malformed(f"{seat} deals and rests, and takes {TALON_LEADS} tricks at the most")


def _standing(law: Law, seats: Seats, data: Mapping[str, Any]) -> Any:
    """The sheet before the deal in playing order."""
    totals = data.get("totals")
    refe = data.get("refe")
    if totals is not None:
        content = dict(totals)
        if refe is not None:
            content["refe"] = refe
        sheet = sheet_of(law, content, seats.table)
    else:
        sheet = opening_sheet(law, {}, seats.table)
        if refe is not None:
            if not hasattr(sheet, "refe"):
                raise malformed("there are no refe here")
            held = seats.by_index(refe, "refe")
            sheet.refe = [int(held.get(seats.order.index(seat), 0)) for seat in seats.table]
            count_refe(sheet, None)
    return law.standing(sheet, seats.places)


def _tricks(law: Law, seats: Seats, outcome: Outcome, data: Any) -> tuple[int, ...]:
    """Tricks by index, zeros where nothing was played.  Raises OpError."""
    taken = [0] * len(seats.order)
    if outcome.manner != "played":
        return tuple(taken)
    for player, count in seats.by_index(data, "tricks").items():
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 10:
            raise malformed("tricks are numbers from 0 to 10")
        taken[player] = count
    _check_takers(seats, outcome, taken)
    if not law.all_played(outcome, taken):
        raise malformed(f"these are {sum(taken)} tricks")
    return tuple(taken)
