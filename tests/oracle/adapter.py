"""The values of a variant as the plain parameters of this rule set.

Only data is taken over; whole numbers stay whole, lists are lists.  What a variant leaves undefined is taken as
"this agreement is not made", so that the calls that it does define can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .params import SOCHI_CODEX

UNDEFINED: dict[str, Any] = {
    "hold": "none", "hold_min_bid": "6S", "misere_bid": "first_call_only", "concede": "none", "half_whist": [],
    "whist_return": [], "first_may_leave": False, "own_whist": [], "ten": "whisted", "open_play": "closed",
}
MORE = ("hold_misere", "gora_mode", "consolation_passer", "individual_quota", "all_pass_outcome")
"""Parameters with a meaning here that the two written-out sets leave at their usual value."""


def params_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters for ``values``, a variant's value by name."""
    return {name: plain(values[name]) if name in values else UNDEFINED.get(name)
            for name in (*SOCHI_CODEX, *MORE)}


def plain(value: Any) -> Any:
    """A value without the variant files' own types."""
    if isinstance(value, Mapping):
        return {int(key) if str(key).isdigit() else key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value
