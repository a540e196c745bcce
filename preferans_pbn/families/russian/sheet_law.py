"""The rules of the sheet and of the settlement, compiled from a variant's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from preferans_pbn.rules.outcome import Number


@dataclass(frozen=True, slots=True)
class SheetLaw:
    """The rules of the running sheet; each field is the parameter of that name.

    ``target``: points that fill a pool, None for no limit; ``help_whists``: whists of the helper for one
    point that he gives away.
    """

    target: int | None
    help: str
    help_whists: Number
    win_writes: str
    surplus_when_all_full: str
    zero_when_pool_full: str
    end_when: str

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> SheetLaw:
        """The law of ``rules``.  Raises what ``rules`` raises for a name that it does not define."""
        target = rules["target"]
        return cls(None if target == "none" else target, rules["help"], rules["help_whists"],
                   rules["win_writes"], rules["surplus_when_all_full"], rules["zero_when_pool_full"],
                   rules["end_when"])


@dataclass(frozen=True, slots=True)
class SettlementLaw:
    """The rates of the settlement.

    ``k`` and ``gora_whists``: whists for a pool point and for a dump point; ``all_but_owner``: they are
    shared out among the others only (``divisor: n-1``).
    """

    k: Number
    gora_whists: Number
    all_but_owner: bool

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> SettlementLaw:
        """The law of ``rules``.  Raises what ``rules`` raises for a name that it does not define."""
        return cls(rules["k"], rules["gora_whists"], rules["divisor"] == "n-1")
