"""The values of a Balkan variant as the plain parameters of this rule set.

Only data is taken over.  Two parameters of this rule set are no parameters of a variant and keep its own value:
what a last write-off is cut to, and that with four at the table the cards are three players'.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..adapter import plain
from .params import CROATIAN, SERBIAN

OWN = ("players", "fines_before_cut")


def params_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters for ``values``, a variant's value by name.  Raises KeyError where one is left undefined."""
    found: dict[str, Any] = {name: SERBIAN[name] for name in OWN}
    found |= {name: plain(values[name]) for name in SERBIAN if name not in OWN}
    found["hold_min_bid"] = int(found["hold_min_bid"])
    found["betl_fail_supe"] = found["betl_fail_supe"].replace("/", "_")
    found["supe_cap"] = None if found["supe_cap"] == "none" else found["supe_cap"]
    return found


def croatian_params_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters for ``values`` of a variant whose sources leave much open: None where it has no value."""
    found: dict[str, Any] = {name: plain(values.get(name)) for name in SERBIAN if name not in OWN}
    return found | {name: CROATIAN[name] for name in OWN}
