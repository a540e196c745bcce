"""The game families.  Each is one folder; `law_of` compiles a variant's rules into its family's law."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from preferans_pbn.variants import UndefinedByVariant

if TYPE_CHECKING:
    from preferans_pbn.rules.interface import Law
    from preferans_pbn.variants import Ruleset

_LAWS: Final = {
    "austrian": ("preferans_pbn.families.austrian.law", "AustrianLaw"),
    "balkan": ("preferans_pbn.families.balkan.law", "BalkanLaw"),
    "russian": ("preferans_pbn.families.russian.law", "RussianLaw"),
    "slovak": ("preferans_pbn.families.slovak.law", "SlovakLaw"),
    "greek": ("preferans_pbn.families.greek.law", "GreekLaw"),
}


def law_of(rules: Ruleset) -> Law:
    """The compiled law of ``rules``, made once and kept on the ruleset.

    Raises UndefinedByVariant where the variant's family is not played here.
    """
    law = rules.cache.get("law")
    if law is None:
        place = _LAWS.get(rules.family)
        if place is None:
            raise UndefinedByVariant(rules.id, "how its deals are replayed")
        law = rules.cache["law"] = getattr(import_module(place[0]), place[1])(rules, rules.id)
    return cast("Law", law)
