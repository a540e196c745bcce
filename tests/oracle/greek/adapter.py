"""The values of a Greek variant as the plain parameters of this rule set.

Only data is taken over; the tables are laid out as this rule set has them.  The tricks of a surrender are no
parameter of a variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..adapter import plain
from .params import GREEK

OWN = ("players", "solo_tricks")
LEVELS = (6, 7, 8, 9, 10)
SUITS = ("S", "C", "D", "H", "NT")


def params_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters for ``values``, a variant's value by name.  Raises KeyError where one is left undefined."""
    found: dict[str, Any] = {name: GREEK[name] for name in OWN}
    found |= {name: plain(values[name]) for name in GREEK if name not in (*OWN, "duty", "value", "ace_bonus")}
    worth = plain(values["trick_value"])
    found["value"] = {
        level: {suit: worth.get(f"{level}{suit}", worth.get(level)) for suit in SUITS} for level in LEVELS
    }
    owed = plain(values["duty"])
    halves = {level: (owed[level] - owed[level] // 2, owed[level] // 2) for level in LEVELS}
    found["duty"] = {"both": halves, "lone": {level: half[0] for level, half in halves.items()}}
    found["ace_bonus"] = plain(values["ace_bonus"]) or None
    return found
