"""``sheet`` and ``settle``: the running sheet and its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.conformance.amounts import amount_json, fraction_of
from preferans_pbn.conformance.ops.errors import malformed
from preferans_pbn.conformance.ops.ledger import opening_sheet, score_of, sheet_json, sheet_of
from preferans_pbn.conformance.ops.seats import Seats, people_of, seats_of
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.variants import Ruleset

_NOT_MAPS: Final = frozenset({"players", "dealer", "dummy", "sheet"})


def sheet(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet after each of ``scores``, and whether the game is over after the last.

    ``sheet``: where it begins (missing: before the first deal); ``target``, ``bule``, ``kasa``: the stakes.
    """
    law = law_for(rules, "sheet")
    seats = seats_of(data) if "dealer" in data else _without_dealer(data)
    table = seats.table
    content = data.get("sheet")
    standing = opening_sheet(law, data, table) if content is None else sheet_of(law, content, table)
    target = law.target(fraction_of(data.get("target")))
    after = []
    ended = False
    for score in data["scores"]:
        standing, ended = law.add_to_sheet(standing, score_of(law, score, seats), seats.places, target)
        after.append(sheet_json(law, standing, table))
    return {"sheets": after, "ended": ended}


def _without_dealer(data: Mapping[str, Any]) -> Seats:
    """Who deals makes no difference to a sheet; with a dummy it is named so that the dummy is known."""
    table = people_of(data)
    if len(table) < 3:
        return seats_of({**data, "dealer": table[-1]})
    return Seats(table, table, None)


def settle(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The final result of each player, and which end of the scale is good."""
    law = law_for(rules, "settle")
    table = people_of(data)
    content = data.get("sheet")
    if content is None:  # the maps may stand at top level
        content = {name: value for name, value in data.items() if name not in _NOT_MAPS}
    result = law.settle(sheet_of(law, content, table))
    if len(result) != len(table):
        raise malformed("the sheet does not say enough to settle it")
    return {"result": {seat: amount_json(amount) for seat, amount in zip(table, result, strict=True)},
            "good": "high" if rules["result_sign"] == "high_wins" else "low"}
