"""What the contracts of one level cost: the table that contract scoring reads, made once for a variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from preferans_pbn.families.russian.amounts import exact, half
from preferans_pbn.rules.outcome import Number

LEVELS: Final = (6, 7, 8, 9, 10)

GORA_MODES: Final[Mapping[str, tuple[int, int]]] = {
    "gora": (0, 0), "whists5_per_point": (5, 5), "whists5_per_undertrick": (1, 0),
}
"""Whists that each opponent writes instead of one dump point, by ``gora_mode``: for undertricks and missing
whist tricks, and for everything else (misère, all-pass).  0: the dump stays.

Rostov in the seed's words (S1-127, S1-128, AMB-S1-13, K-09).  *Per point*: every dump point from any cause is
5 whists of each opponent, so that no dump is ever written.  *Per undertrick*: 5 whists a missing trick
whatever the level; then the undertrick itself costs 5 and is written one for one, and misère and all-pass
tricks, which are no undertricks, stay in the dump."""


@dataclass(frozen=True, slots=True)
class Price:
    """The prices of one level.  All amounts are exact.

    * ``goal``: tricks that make the contract.
    * ``pool``: points of a made contract.
    * ``trick``: whists for one trick of the defenders; ``unit`` is the same before ``wm`` multiplies.
    * ``consolation``: whists to each defender for one undertrick.
    * ``undertrick``: the declarer's dump points for one undertrick; ``shortfall``: a whister's for one
      missing trick.
    * ``duty``: tricks that the defence owes; ``own_duty``: tricks that the first and the second of two
      whisters owe for themselves; ``pair_test``: they are fined only where the pair is short.
    * ``without_play``: whists of a half-whist or of whists taken by agreement.
    * ``passer_pays``: whists that the declarer writes on the passer of a made contract.
    * ``talon_trick``: whists for one quick trick in the talon.
    * ``checked``: a ten that is played without having been whisted.
    """

    goal: int
    pool: Number
    trick: Number
    unit: Number
    consolation: Number
    undertrick: Number
    shortfall: Number
    duty: int
    own_duty: tuple[int, int]
    pair_test: bool
    without_play: Number
    passer_pays: Number
    talon_trick: Number
    checked: bool


def by_key(table: Mapping[Any, Any], key: int | str, missing: Any = None) -> Any:
    """The entry of a map whose keys may be whole numbers or their texts."""
    found = table.get(key, missing)
    return table.get(str(key), missing) if found is missing else found


def price_of(rules: Mapping[str, Any], level: int) -> Price:
    """The prices of ``level`` (6 to 10) under ``rules``."""
    value = by_key(rules["s"], level)
    wm = rules["wm"]
    checked = level == 10 and rules["ten"] == "checked"
    duty = 0 if checked else by_key(rules["duty"], level, 0)
    quota = by_key(rules["individual_quota"], level, 0)
    unit = value if rules["trick_whist"] == "s" else 1
    trick = exact(unit * wm)
    per_undertrick = rules["gora_mode"] == "whists5_per_undertrick"
    return Price(
        goal=by_key(rules["goal"], level, level),
        pool=value,
        trick=trick,
        unit=unit,
        consolation=consolation_of(rules, level),
        undertrick=exact((5 if per_undertrick else value) * rules["gm"]),
        shortfall=exact((5 if per_undertrick else value) * rules["hm"]),
        duty=duty,
        own_duty=(quota, quota) if quota and not checked else _own_duty(duty, rules["liable_89"]),
        pair_test=bool(rules["pair_test"]) and not quota,
        without_play=half(duty * trick),
        passer_pays=exact(value * wm) if rules["passer_pays"] == "s" else 0,
        talon_trick=exact(value * wm),
        checked=checked,
    )


def consolation_of(rules: Mapping[str, Any], level: int) -> Number:
    """Whists to each defender for one undertrick: the value of the game times ``wm`` (S1-108, LESNOI), ten at
    every level (Rostov, G-CODEXENG; a final amount) or none."""
    if rules["consolation"] == "s_x_u":
        return exact(by_key(rules["s"], level) * rules["wm"])
    return 10 if rules["consolation"] == "flat_10" else 0


def _own_duty(duty: int, liable: str) -> tuple[int, int]:
    """What each of two whisters owes: half the duty; of a duty of one, each the whole or only the second to
    whist (``liable_89``, C-02; it holds for a whisted ten too, WE-24)."""
    if duty == 1 and liable == "last":
        return (0, 1)
    share = (duty + 1) // 2
    return (share, share)
