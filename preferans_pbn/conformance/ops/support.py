"""The law that an operation asks, where the variant defines that part of the game."""

from __future__ import annotations

from preferans_pbn.families import law_of
from preferans_pbn.rules.interface import Law
from preferans_pbn.variants import Ruleset, UndefinedByVariant


def law_for(rules: Ruleset, part: str) -> Law:
    """The law of ``rules``.  ``part``: ``auction play score sheet settle``; raises UndefinedByVariant where the
    variant does not define it.  With ``fill_in`` the law itself knows how far it goes."""
    if part not in rules.supports and not rules.get("fill_in", False):
        raise UndefinedByVariant(rules.id, part)
    return law_of(rules)
