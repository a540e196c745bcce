"""The values of a Slovak variant as the plain parameters of this rule set.  Only data is taken over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..adapter import plain
from .params import SLOVAK


def params_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters for ``values``, a variant's value by name.  Raises KeyError where one is left undefined."""
    found = {name: plain(values[name]) for name in SLOVAK}
    found["hold_min_bid"] = int(found["hold_min_bid"])
    found["refe"] = None if found["refe"] == "none" else found["refe"]
    return found
